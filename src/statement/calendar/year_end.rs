//! When the fiscal year ends, by tables and by the submission's header.
//!
//! The periods of twelve months that tables name end with it, and what has passed of a year tells
//! how far off its end is. The header of the submission has a word in it as well, which many filers
//! never brought up to date.

use std::collections::BTreeSet;

use crate::align::header::ColumnHead;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, Spec};
use crate::record::{Header, Kind};
use crate::statement::calendar::days::is_astray;
use crate::statement::calendar::{
    LAST_OF_DOUBT, PRIMARY, WEEK, in_months, is_primary, month_closed,
};
use crate::statement::{Draft, dated_rows, title};

/// What the word of the submission's header counts: less than two primary statements.
const STATED: u32 = 6;
/// How many quarters are a run that goes up to the latest; two may be what was and what is to come.
const RUN: usize = 3;

/// When the fiscal year ends, by the periods of twelve months that tables name and by what the
/// submission's header states. A pension plan may have years of its own.
pub(super) fn by_tables(drafts: &[Draft], header: &Header) -> Option<(i8, i8)> {
    let stated = stated(header).map(|end| (end, STATED));
    let mut votes: Vec<((i8, i8), u32)> = stated.into_iter().collect();
    let rolling = header.form.starts_with("10-Q") || is_within_a_year(drafts);
    let has_own = drafts.iter().any(|draft| is_primary(draft) && !is_of_plan(draft));
    for draft in drafts.iter().filter(|draft| !has_own || !is_of_plan(draft)) {
        let Some(end) = fiscal_end(draft, rolling).map(in_year_of_name) else { continue };
        let weight = if is_primary(draft) && !may_roll(draft) { PRIMARY } else { 1 };
        match votes.iter_mut().find(|((month, _), _)| *month == end.0) {
            Some((_, sum)) => *sum += weight,
            None => votes.push((end, weight)),
        }
    }
    votes.iter().rev().max_by_key(|(_, sum)| *sum).map(|(end, _)| *end)
}

/// Whether twelve months end with a quarter over other columns, and are called no year: what each
/// quarter's release of a utility tells.
fn may_roll(draft: &Draft) -> bool {
    let day = |months: u16| {
        let told = draft.specs.iter().filter(move |s| s.length.map(in_months) == Some(months));
        told.filter_map(|s| s.month_day)
    };
    let in_months = |head: &ColumnHead| knowledge::counts_twelve_months(head.plain());
    draft.head.columns.iter().any(in_months) && day(12).any(|end| day(3).any(|other| other == end))
}

/// When the fiscal year ends by the submission's header.
fn stated(header: &Header) -> Option<(i8, i8)> {
    let digits = header.fiscal_year_end.get(..4)?;
    let (month, day) = (digits[..2].parse().ok()?, digits[2..].parse().ok()?);
    let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
    is_day.then(|| in_year_of_name((month, day)))
}

/// A year of whole weeks that ends in the first days of January bears the name of the year before:
/// it is one that ends with December.
fn in_year_of_name((month, day): (i8, i8)) -> (i8, i8) {
    if month == 1 && (1..=WEEK).contains(&day) { (12, 0) } else { (month, day) }
}

/// Whether columns are named for quarters of a year, and none for its last, or go on behind it.
fn is_within_a_year(drafts: &[Draft]) -> bool {
    // What is expected of the first quarter comes behind the last of a year.
    let opens_a_year =
        |d: &&Draft| d.specs.iter().filter_map(|s| s.quarter).min() == Some(1) && expects(d);
    let told = drafts.iter().filter(|d| !opens_a_year(d)).flat_map(|d| &d.specs);
    let mut quarters = told.filter_map(|s| s.quarter).peekable();
    quarters.peek().is_some() && quarters.all(|quarter| quarter < 4)
        || drafts.iter().any(|d| goes_on_behind_a_year(d) && !expects(d))
}

/// Whether the columns of a table are a run of quarters of which the latest is no year's last:
/// `Q3 2006   Q4 2006   Q1 2007`. Twelve months up to its end are no fiscal year.
fn goes_on_behind_a_year(draft: &Draft) -> bool {
    let quarters: BTreeSet<(i16, i8)> = draft.specs.iter().filter_map(named_quarter).collect();
    quarters.len() >= RUN && quarters.last().is_some_and(|&(_, quarter)| quarter < 4)
}

/// The year and the quarter that a column is named for.
fn named_quarter(spec: &Spec) -> Option<(i16, i8)> {
    Some((spec.years.first().copied()?, spec.quarter?))
}

/// When the fiscal year ends, where the latest quarter that columns name must be the one that ended
/// on the latest day of primary statements or total assets: `Fourth Quarter 1995` beside a balance
/// sheet of `December 31, 1995`, or totals `At December 31, 1995`.
///
/// Beside it, whether that day is no last of a month, so that periods are whole weeks.
pub(super) fn by_latest_quarter(drafts: &[Draft]) -> Option<((i8, i8), bool)> {
    let past = drafts.iter().filter(|d| !expects(d));
    let (year, quarter) = past.flat_map(|d| &d.specs).filter_map(named_quarter).max()?;
    let totals =
        |row: &AlignedRow| knowledge::concept(row.key(), Kind::BalanceSheet) == Some("Assets");
    let are_balances =
        |d: &Draft| d.specs.iter().all(|s| s.instant && s.has_date()) && d.rows.iter().any(totals);
    let dated = drafts.iter().filter(|d| is_primary(d) || are_balances(d)).flat_map(|d| &d.specs);
    let titles = drafts.iter().filter(|d| !expects(d)).flat_map(titles_of_quarters);
    let latest = dated.chain(titles).filter_map(Spec::end).max()?;
    let month = month_closed((latest.month(), latest.day()), WEEK)?;
    let closed_in = latest.year() - i16::from(month > latest.month());
    let end = month + 3 * (4 - quarter);
    // A year that ends in its first months may bear the name of the one before.
    let same_year = i16::from(end > 12) + closed_in == year;
    let month = (end - 1) % 12 + 1;
    (same_year && month > LAST_OF_DOUBT).then(|| ((month, 0), is_astray(latest)))
}

/// When the fiscal year ends, where a table goes from a balance on the first day of the calendar's
/// year to one on its last: `Balance at January 1` to `Balance at December 31`. What a pension plan has
/// may be measured on other days than the last of the fiscal year.
pub(super) fn by_whole_years(drafts: &[Draft]) -> Option<(i8, i8)> {
    const DECEMBER: i8 = 12;
    let of_plan =
        |d: &Draft| is_of_plan(d) || d.rows.iter().any(|row| knowledge::speaks_of_plan(&row.plain));
    let rolls = |d: &&Draft| dated_rows::rolls_over_calendar_year(d) && !of_plan(d);
    drafts.iter().find(rolls).map(|_| (DECEMBER, 0))
}

/// Whether a table is that of a pension plan, by its title.
fn is_of_plan(draft: &Draft) -> bool {
    knowledge::speaks_of_plan(&knowledge::plain(&draft.title))
}

/// What says above columns that are named for quarters when the last of them ended: `For the
/// quarter ended June 30, 1998` over `Q2 1998   Q1 1998`.
fn titles_of_quarters(draft: &Draft) -> impl Iterator<Item = &Spec> {
    let named = || draft.specs.iter().filter(|s| s.quarter.is_some());
    let is_theirs = move |caption: &&Spec| {
        let Some(length) = caption.length else { return false };
        named().any(|s| in_months(length) == 3 || s.length == Some(length))
    };
    draft.captions.iter().filter(is_theirs)
}

/// Whether a table tells what is expected of quarters to come: `Outlook`, `Low   High`.
pub(super) fn expects(draft: &Draft) -> bool {
    let own = [draft.title.as_str(), title::last_sentence(&draft.head.intro)];
    let mut texts = draft.head.captions().chain(own);
    texts.any(|text| knowledge::announces_outlook(text) || knowledge::expects(text))
        || draft.head.pieces().any(|piece| knowledge::heads_prices(piece))
}

/// When the fiscal year ends by the periods of one table. In
/// `three, six and twelve months ended June 30` the six begin a fiscal year, and the twelve are
/// none; nor are they where they are `rolling`, and end with a quarter.
fn fiscal_end(draft: &Draft, rolling: bool) -> Option<(i8, i8)> {
    // `For the Years Ended` over the labels, days over the columns
    let no_day = |s: &&Spec| s.month_day.is_none() && s.years.is_empty();
    let over_labels = draft.captions.iter().filter(no_day).find_map(|s| s.length);
    let lasts = |s: &Spec| draft.kind != Kind::BalanceSheet && !is_within_a_named_year(s, draft);
    let length = |s: &Spec| s.length.or(over_labels.filter(|_| lasts(s)));
    let told = draft.captions.iter().chain(&draft.specs);
    let told: Vec<((i8, i8), u16)> =
        told.filter_map(|s| Some((s.month_day?, in_months(length(s)?)))).collect();
    let to_date =
        |&&(day, months): &&((i8, i8), u16)| months == 9 || months == 6 && told.contains(&(day, 3));
    let part = told.iter().find(to_date);
    let is_annual = |&&(day, months): &&((i8, i8), u16)| {
        months == 12
            && part.is_none_or(|part| part.0 != day)
            && !(rolling && told.contains(&(day, 3)))
    };
    let told_end = told.iter().find(is_annual).map(|&(day, _)| day).or_else(|| {
        let &(day, months) = part?;
        let rest = 12 - i8::try_from(months).ok()?;
        // That periods are whole weeks, only primary statements tell.
        let within = if is_primary(draft) { WEEK } else { 0 };
        Some(((month_closed(day, within)? + rest - 1) % 12 + 1, 0))
    });
    told_end.or_else(|| by_ends_of_parts(draft))
}

/// Whether rows name the year of a day and one behind it, so that the day is within the former and
/// not its end: `2001 (nine months)` and `2002` below `As of March 31, 2001`.
fn is_within_a_named_year(day: &Spec, draft: &Draft) -> bool {
    let names = |year: i16| {
        let mut rows = draft.rows_with_figures();
        rows.any(|row| row.label.split(' ').any(|word| period::four_digits(word) == Some(year)))
    };
    day.instant && day.year().is_some_and(|year| names(year) && names(year + 1))
}

/// When the fiscal year ends, where a title says on which day all columns do and these are a quarter
/// and the year up to it: `Periods ended June 30` over `Second Quarter   Six Months`. A day over the
/// labels is in the calendar years beside it: only a whole year tells of it, to which no name is given.
fn by_ends_of_parts(draft: &Draft) -> Option<(i8, i8)> {
    let quarter = draft.specs.iter().find_map(|s| s.quarter)?;
    let to_date = u16::try_from(3 * quarter).ok()?;
    let is_part = |s: &&Spec| {
        s.month_day.is_none()
            && (s.quarter == Some(quarter) || s.length.is_some_and(|l| in_months(l) == to_date))
    };
    let (parts, others): (Vec<&Spec>, Vec<&Spec>) = draft.specs.iter().partition(is_part);
    let mut whole = parts.iter().filter(|s| s.quarter.is_none()).peekable();
    if whole.peek().is_none() || others.iter().any(|s| !s.is_empty()) {
        return None;
    }
    let stub = draft.head.stub.iter().filter(|_| quarter == 4).map(String::as_str);
    let lines = draft.head.captions().chain(stub);
    let ends = |text: &&str| knowledge::says_ended(&knowledge::plain(text));
    let told = lines.filter(ends).flat_map(period::read).find(|s| s.length.is_none())?;
    let month = month_closed(told.month_day?, 0)?;
    Some(((month + 3 * (4 - quarter) - 1) % 12 + 1, 0))
}
