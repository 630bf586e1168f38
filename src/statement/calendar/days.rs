//! The days on which periods end, as tables name them, and what their word counts.

use jiff::civil::{Date, Weekday};

use crate::period::Spec;
use crate::record::Kind;
use crate::statement::calendar::{PRIMARY, WEEK, each_once, is_primary};
use crate::statement::{Draft, dated_rows};

/// A day, and how much is to be said for it.
pub(super) type Weighed = (Date, u32);

/// The days that tables name over their columns, and statements of equity beside their balances.
pub(super) fn of_tables(drafts: &[Draft]) -> Vec<Weighed> {
    let weight = |draft: &Draft| if is_primary(draft) { PRIMARY } else { 1 };
    let mut days = Vec::new();
    for draft in drafts {
        days.extend(over_columns(draft).map(|day| (day, weight(draft))));
    }
    add_up(&mut days);
    let over_columns = days.clone();
    for draft in drafts.iter().filter(|draft| draft.kind == Kind::Equity) {
        let rows = of_rows(draft, &over_columns);
        days.extend(rows.map(|day| (day, weight(draft))));
    }
    add_up(&mut days);
    days
}

/// The days that tell whether periods end with the month: those of primary statements, and where
/// there is none, the ends of years.
pub(super) fn telling(days: &[Weighed], drafts: &[Draft]) -> Vec<Date> {
    let is_primary = |weight: u32| weight >= PRIMARY;
    let ends: Vec<Date> = if days.iter().any(|(_, weight)| is_primary(*weight)) {
        Vec::new()
    } else {
        drafts.iter().flat_map(ends_of_years).collect()
    };
    let parted: Vec<Date> = drafts.iter().flat_map(days_of_parting).collect();
    let tells = |(day, weight): &&Weighed| {
        (is_primary(*weight) || ends.contains(day)) && !parted.contains(day)
    };
    days.iter().filter(tells).map(|(day, _)| *day).collect()
}

/// Whether a third of some days or more do not end a month.
pub(super) fn mostly_astray(days: &[Date]) -> bool {
    days.iter().filter(|day| is_astray(**day)).count() * 3 >= days.len().max(1)
}

/// The days of the week of those that do not end a month.
pub(super) fn weekdays_astray(days: &[Date]) -> Vec<Weekday> {
    each_once(days.iter().filter(|day| is_astray(**day)).map(|day| day.weekday()))
}

/// Sorts days and adds up the weights of each.
pub(super) fn add_up(days: &mut Vec<Weighed>) {
    days.sort_unstable();
    days.dedup_by(|next, day| {
        let same = next.0 == day.0;
        day.1 += if same { next.1 } else { 0 };
        same
    });
}

/// Those of some sorted days that are no further than a week from another.
pub(super) fn within_a_week(days: &[Weighed], nominal: Date) -> &[Weighed] {
    let first = days.partition_point(|(day, _)| (*day - nominal).get_days() < -7);
    let end = days.partition_point(|(day, _)| (*day - nominal).get_days() <= 7);
    &days[first..end]
}

/// Whether a period that ends on this day does not end with the month.
pub(super) fn is_astray(day: Date) -> bool {
    day != day.last_of_month()
}

/// The days that the header and the title of a table name.
fn over_columns(draft: &Draft) -> impl Iterator<Item = Date> {
    // A dateline above the table is no date of its columns.
    let by_title =
        draft.kind == Kind::BalanceSheet && draft.specs.iter().all(|s| s.month_day.is_none());
    // Nor is the day on which something happened, above columns with days of their own:
    // `as if the purchase had occurred as of January 1, 2000`.
    let dated = draft.specs.iter().any(Spec::has_date);
    let told = move |s: &&Spec| s.length.is_some() || s.instant && !dated || by_title;
    let titles = draft.captions.iter().filter(told);
    draft.specs.iter().chain(titles).filter_map(Spec::end)
}

/// The days on which a year is parted, when a company is bought or begins anew: the eve of a column
/// that begins on a day it names and lasts for less than a year, `June 15, 1998 to December 31, 1998`,
/// or the end of one that begins with a month, `January 1, 1998 to June 14, 1998`.
fn days_of_parting(draft: &Draft) -> impl Iterator<Item = Date> {
    /// Between the first and the last day of a year of 52 weeks.
    const DAYS_OF_A_YEAR: i32 = 363;
    let days = |spec: &Spec| {
        let (from, end) = (spec.from?, spec.end()?);
        let is_part = (end - from).get_days() < DAYS_OF_A_YEAR;
        let day = if from.day() == 1 { Some(end) } else { from.yesterday().ok() };
        day.filter(|_| is_part)
    };
    draft.specs.iter().filter_map(days)
}

/// The days on which years end by the title of a table, or over its columns.
fn ends_of_years(draft: &Draft) -> impl Iterator<Item = Date> {
    let told = draft.captions.iter().chain(&draft.specs);
    told.filter(|spec| spec.is_annual()).filter_map(Spec::end)
}

/// The days of the balances that the rows of a statement name. `Balance at January 1` is that of
/// the day before, unless periods end on that very day: `April 1, 2000`.
fn of_rows(draft: &Draft, ends: &[Weighed]) -> impl Iterator<Item = Date> {
    // `July 1, 1995`, 52 weeks before a period's end on `June 29, 1996`
    let is_weeks_before = |day: Date| {
        let years = [52, 53].map(|weeks| weeks * i32::from(WEEK));
        let mut astray = ends.iter().filter(|(end, _)| is_astray(*end));
        astray.any(|(end, _)| years.contains(&(*end - day).get_days()))
    };
    let ends_period = move |day: Date| {
        ends.binary_search_by_key(&day, |(end, _)| *end).is_ok() || is_weeks_before(day)
    };
    let eve = move |day: Date| match day.yesterday() {
        Ok(eve) if day.day() == 1 && !ends_period(day) => eve,
        _ => day,
    };
    draft.rows.iter().filter_map(dated_rows::balance_day).map(move |found| eve(found.day))
}
