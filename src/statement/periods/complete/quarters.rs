//! The end of a quarter: the day that a title tells of it, or that of the fiscal year counts back to;
//! and days that run by quarters.

use jiff::civil::Date;

use crate::knowledge;
use crate::period::{self, QUARTER, Spec, YEAR};
use crate::record::Duration;
use crate::statement::Draft;
use crate::statement::calendar::Calendar;

/// Gives a quarter its end: that of the title, or of the fiscal year's quarter; none where nobody
/// knows in which year its day falls.
pub(super) fn end_named_quarter(
    spec: &mut Spec,
    quarter: i8,
    text: &str,
    draft: &Draft,
    calendar: &Calendar<'_>,
) -> Option<()> {
    if calendar.year_end.is_none() {
        end_with_title(spec, quarter, draft);
    }
    if spec.month_day.is_none() || spec.length == Some(YEAR) {
        quarter_end(spec, quarter, calendar);
    } else if names_fiscal_year_alone(text, spec) {
        end_in_fiscal_year(spec, quarter, calendar)?;
    }
    Some(())
}

/// Whether a header names no year but a fiscal one, which the day beside it may not be of:
/// `1st Quarter FY 2002 (ended June 30)`.
fn names_fiscal_year_alone(text: &str, spec: &Spec) -> bool {
    let Some(year) = spec.year() else { return false };
    let is_named = |digits: &str| {
        let mut found = text.match_indices(digits);
        let (Some((at, _)), None) = (found.next(), found.next()) else { return false };
        knowledge::comes_before_fiscal_year(text[..at].trim_end_matches('\''))
    };
    is_named(&year.to_string()) || is_named(&format!("{:02}", year.rem_euclid(100)))
}

/// `First Quarter` over `1995   1994`, or so much of the year as it closes, ends on the day that the
/// title tells of these years' quarters, `For the Quarters Ended March 31, 1995 and 1994`, or that
/// stands beside the years, `Periods ended March 31`, where no column is of another quarter.
fn end_with_title(spec: &mut Spec, quarter: i8, draft: &Draft) {
    let Some(year) = spec.year() else { return };
    let alone = draft.specs.iter().all(|s| s.quarter.is_none_or(|other| other == quarter));
    // A day of several years is no day of news: `Periods ended September 30, 1995 and 1994`.
    let of_all = |c: &Spec| {
        c.length.is_none() && c.years.len() > 1 && c.month_day.is_some_and(|(_, day)| day > 0)
    };
    // Names of years behind that of the title are those of fiscal years: `Q3 FY04   Q3 FY03` below
    // `quarter ended September 30, 2003`.
    let latest = draft.specs.iter().flat_map(|s| &s.years).max();
    let tells = |c: &&Spec| {
        (c.length == Some(QUARTER) || of_all(c))
            && c.years.contains(&year)
            && c.years.iter().max() >= latest
    };
    if spec.month_day.is_none()
        && alone
        && let Some(day) = (draft.captions.iter().find(tells).and_then(|c| c.month_day))
            .or_else(|| day_beside_years(draft))
    {
        spec.month_day = Some(day);
        spec.length.get_or_insert(QUARTER);
    }
}

/// The one day that stands over the labels, beside the years over the columns.
fn day_beside_years(draft: &Draft) -> Option<(i8, i8)> {
    period::read_one(&draft.head.stub.join(" ")).filter(Spec::is_day_alone)?.month_day
}

/// Gives the end of a quarter the year in which that of the fiscal year falls. Where a quarter ends
/// on no last day of a calendar quarter of its number, only the fiscal year's end can tell.
fn end_in_fiscal_year(spec: &mut Spec, quarter: i8, calendar: &Calendar<'_>) -> Option<()> {
    let (Some(year), month) = (spec.year(), spec.month()?) else { return Some(()) };
    if month == 3 * quarter && calendar.year_end.is_none_or(|(last, _)| last == 12) {
        return Some(());
    }
    let end = calendar.quarter(quarter, year).filter(|end| end.month() == month)?;
    spec.years = vec![end.year()];
    Some(())
}

/// Gives the end of a part of a year, of which no words say more than the fiscal one, the year in
/// which it falls: `Six Months Ended December 31, FY2004`. Where nobody knows when fiscal years end,
/// it has none.
pub(super) fn end_within_fiscal_year(
    spec: &mut Spec,
    text: &str,
    calendar: &Calendar<'_>,
) -> Option<()> {
    let (Some(year), Some(month)) = (spec.year(), spec.month()) else { return Some(()) };
    if spec.is_part_of_year() && names_fiscal_year_alone(text, spec) {
        spec.years = vec![calendar.year_within(year, month)?];
    }
    Some(())
}

/// `First quarter 1998`, `first six months of 1998`: the end follows from the fiscal year's, which
/// the header may name beside it (`Year ended September 30, 2000` over four quarters).
fn quarter_end(spec: &mut Spec, quarter: i8, calendar: &Calendar<'_>) {
    let Some(year) = spec.year() else { return };
    let end = calendar.quarter(quarter, year);
    // A quarter whose end is not known has not the year's.
    spec.month_day = end.map(|day| (day.month(), day.day()));
    spec.years = end.map(Date::year).into_iter().collect();
    let to_date = u16::try_from(3 * quarter).ok().map(Duration::Months);
    let half = quarter == 4 && spec.length == Some(Duration::Months(6));
    if !half && (quarter == 4 || spec.length != to_date) {
        spec.length = Some(QUARTER);
    }
}

/// Whether columns are the last days of quarters, one after the other through more than a year, and
/// say no more: `12/31/00   9/30/00   6/30/00   3/31/00   12/31/99`.
pub(super) fn run_by_quarters(draft: &Draft) -> bool {
    /// Fewest columns.
    const RUN: usize = 5;
    let day = |spec: &Spec| {
        let open = spec.length.is_none() && spec.quarter.is_none() && spec.from.is_none();
        spec.end().filter(|day| open && *day == day.last_of_month())
    };
    let days: Option<Vec<Date>> = draft.specs.iter().map(day).collect();
    let follow = |from: Date, to: Date| period::before(QUARTER, to) == Some(from);
    days.filter(|days| days.len() >= RUN).is_some_and(|days| {
        days.windows(2).all(|pair| follow(pair[0], pair[1]))
            || days.windows(2).all(|pair| follow(pair[1], pair[0]))
    })
}

/// Whether the days of columns run by quarters, and a statement names one of these.
pub(super) fn ends_told_quarters(draft: &Draft, calendar: &Calendar<'_>) -> bool {
    let mut days = draft.specs.iter().filter_map(Spec::end);
    run_by_quarters(draft) && days.any(|day| calendar.lasts(QUARTER, day))
}
