//! The periods that rows or headings over them name, where columns name none or no more than a
//! quarter.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::align::header::ColumnHead;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, QUARTER, Spec, YEAR};
use crate::record::{Duration, Period};
use crate::statement::Draft;
use crate::statement::calendar::{Calendar, agreed};
use crate::statement::periods::ByRow;
use crate::statement::periods::balances::tells_result;
use crate::statement::periods::rows::row_balance;
use crate::statement::periods::years::year_of;

/// The periods of rows below a heading that names another year than the header does, over the
/// quarters of a year: `Fiscal Year Ended June 30, 1995` below `First Quarter   Second Quarter`.
pub(super) fn under_names_of_years(draft: &Draft, calendar: &Calendar<'_>) -> ByRow {
    let numbered = |spec: &Spec| spec.years.is_empty() && spec.quarter.is_some();
    if draft.specs.len() < 2 || !draft.specs.iter().all(numbered) {
        return vec![None; draft.rows.len()];
    }
    let quarters = |year: Period| {
        let of_column = |spec: &Spec| quarter_of(year, spec.quarter?, calendar);
        draft.specs.iter().map(|spec| of_column(spec).unwrap_or_default()).collect()
    };
    let of_year = |period: &Period| period.duration == Some(YEAR);
    headed(draft, calendar).into_iter().map(|p| p.filter(of_year).map(quarters)).collect()
}

/// A part of the year that a row names, as the words over a column tell it.
#[derive(Clone, Copy)]
enum Part {
    Quarter(i8),
    /// `Year` beside quarters.
    Year,
    Month(i8),
    /// `Year` behind all twelve months.
    OfMonths,
}

impl Part {
    fn of(self, year: i16, calendar: &Calendar<'_>) -> Option<Period> {
        let (end, length) = match self {
            Self::Quarter(quarter) => (calendar.quarter(quarter, year), QUARTER),
            Self::Year => (calendar.year(year), YEAR),
            Self::Month(month) => (period::day_of(year, month, 0), Duration::Months(1)),
            Self::OfMonths => (period::day_of(year, 12, 0), YEAR),
        };
        end.map(|end| period::span(length, end))
    }
}

/// The periods of rows that are called by a year, where columns name quarters or months of none:
/// `1995` below `First Quarter   Second Quarter   Year`, `2005` below `Jan.   Feb.   Mar.`.
pub(super) fn beside_names_of_years(draft: &Draft, calendar: &Calendar<'_>) -> ByRow {
    let parts = quarters(draft).or_else(|| months(draft));
    let of_row = |row: &AlignedRow| {
        let (parts, year) = (parts.as_ref()?, year_of(&row.label)?);
        let period = |part: &Option<Part>| part.and_then(|part| part.of(year, calendar));
        let told = || parts.iter().map(|part| period(part).unwrap_or_default()).collect();
        (!row.cells.is_empty()).then(told)
    };
    draft.rows.iter().map(of_row).collect()
}

/// The quarters of no year that all columns name, but for those of whole years.
fn quarters(draft: &Draft) -> Option<Vec<Option<Part>>> {
    let part = |(spec, head): (&Spec, &ColumnHead)| match spec.quarter {
        _ if !spec.years.is_empty() || spec.month_day.is_some() => None,
        Some(quarter) => Some(Some(Part::Quarter(quarter))),
        None if spec.length == Some(YEAR) => Some(Some(Part::Year)),
        None => knowledge::heads_year_of_quarters(head.plain()).then_some(Some(Part::Year)),
    };
    let columns = draft.specs.iter().zip(&draft.head.columns);
    let parts: Vec<Option<Part>> = columns.map(part).collect::<Option<_>>()?;
    let numbered = parts.iter().filter(|part| matches!(part, Some(Part::Quarter(_)))).count();
    (numbered > 1).then_some(parts)
}

/// The months that the first columns name. Where these do not run from January, nobody knows whether
/// the year is a fiscal one, of which some months are in the one before.
fn months(draft: &Draft) -> Option<Vec<Option<Part>>> {
    const FEWEST: usize = 3;
    // A day over all columns, `Fiscal year ends January 31`, is that of none of them.
    let month = |(spec, head): (&Spec, &ColumnHead)| {
        let own = Spec { month_day: spec.month_day, ..Spec::default() };
        let alone = *spec == own || spec.length == Some(YEAR) && spec.years.is_empty();
        own_month(head).filter(|_| alone)
    };
    let columns = draft.specs.iter().zip(&draft.head.columns);
    let months: Vec<i8> = columns.map_while(month).collect();
    if months.len() < FEWEST {
        return None;
    }
    let run_from_january = (1..).zip(&months).all(|(n, &month)| n == month);
    let part = |(at, head): (usize, &ColumnHead)| match months.get(at) {
        Some(&month) => Some(Part::Month(month)),
        None => (months.len() == 12 && knowledge::heads_year_of_quarters(head.plain()))
            .then_some(Part::OfMonths),
    };
    let parts = draft.head.columns.iter().enumerate();
    Some(parts.map(|column| part(column).filter(|_| run_from_january)).collect())
}

/// The month that the words right over a column name, and no more.
fn own_month(head: &ColumnHead) -> Option<i8> {
    match &period::read(head.pieces.last()?)[..] {
        [own] => {
            let bare = Spec { month_day: own.month_day, ..Spec::default() };
            own.month_day.filter(|(_, day)| *day == 0 && *own == bare).map(|(month, _)| month)
        }
        _ => None,
    }
}

/// The quarter of a fiscal year. Where nothing else tells when years end, the last day of this one
/// does.
pub(in crate::statement::periods) fn quarter_of(
    year: Period,
    quarter: i8,
    calendar: &Calendar<'_>,
) -> Option<Period> {
    let close = year.end?;
    let whole = year.duration == Some(YEAR) && close == close.last_of_month();
    let back = u16::try_from(4 - quarter).ok()?;
    let counted = || match back {
        0 => Some(close),
        _ => period::before(Duration::Months(3 * back), close),
    };
    let end = match calendar.year_end {
        None if whole => counted()?,
        _ => calendar.quarter(quarter, close.year())?,
    };
    Some(period::span(QUARTER, end))
}

/// The period that the heading above each row with figures names, if it names one.
pub(super) fn headed(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Option<Period>> {
    let mut now = None;
    let of_row = |row: &AlignedRow| {
        if row.cells.is_empty() {
            let told = heading_period(&row.label, draft, calendar);
            // Below a day that tells nothing the one before it does not hold on.
            now = told.or_else(|| now.filter(|_| !names_day(&row.label)));
            return None;
        }
        now
    };
    draft.rows.iter().map(of_row).collect()
}

/// Whether a heading is no more than a whole day: `12/31/01`.
fn names_day(heading: &str) -> bool {
    let is_day = period::is_bare(heading) || period::day_in_digits(heading.trim()).is_some();
    is_day && period::read_one(heading).is_some_and(|spec| spec.end().is_some())
}

/// Days a year apart, over what rolls from one balance to the other, end the years that rolled:
/// `September 30, 2000` over
/// `Balance at beginning of period   Additions   Balance at end of period`.
pub(super) fn last_a_year(headed: &mut [Option<Period>]) {
    const MONTHS: u16 = 12;
    let ends: BTreeSet<Date> = headed.iter().flatten().filter_map(|p| p.end).collect();
    let ends: Vec<Date> = ends.into_iter().collect();
    let a_year = |pair: &[Date]| period::months_between(pair[0], pair[1]) == Some(MONTHS);
    if ends.len() < 2 || !ends.windows(2).all(a_year) {
        return;
    }
    for period in headed.iter_mut().flatten().filter(|period| period.is_day()) {
        *period = period.end.map_or(*period, |end| period::span(YEAR, end));
    }
}

/// The period that a heading names: `Year ended December 31, 1999`, `December 31, 1998`, `12/31/98`,
/// `1998`, `Third Quarter 1998`, `Nine Months 1998`, `Fiscal 1998 - As restated`. What lasts until
/// then, words over the table may tell.
fn heading_period(heading: &str, draft: &Draft, calendar: &Calendar<'_>) -> Option<Period> {
    let heading = match heading.split_once(" - ") {
        Some((period, remark)) if !period::speaks(remark) => period,
        _ => heading,
    };
    let spec = period::read_one(heading)?;
    let in_words = period::is_bare(heading);
    if spec.end().is_some() {
        if spec.length.is_some() || spec.from.is_some() {
            return spec.period(false);
        }
        if spec.instant {
            return spec.period(true);
        }
        if !in_words && period::day_in_digits(heading.trim()).is_none() {
            return None;
        }
        let results = tells_results(draft);
        let lasting = || until(&spec, draft).filter(|_| results && !holds_undated_balances(draft));
        return lasting().or_else(|| spec.period(true).filter(|_| in_words || !results));
    }
    let year = spec.year()?;
    if spec.month_day.is_some() || !in_words {
        return None;
    }
    let (part, end) = match (spec.quarter, spec.length) {
        (Some(quarter), None | Some(QUARTER)) => (QUARTER, calendar.quarter(quarter, year)),
        (Some(_), Some(_)) => return None,
        (None, Some(part)) if part != YEAR => (part, calendar.end_of(part, year)),
        _ => {
            let lasting = until(&spec, draft).filter(|_| spec.length.is_none());
            return lasting.or_else(|| Some(period::span(YEAR, calendar.year(year)?)));
        }
    };
    end.map(|end| period::span(part, end))
}

/// The period that ends in the year of a heading, or on its day, where all words over the table
/// that tell lengths of time tell the same one: `for the nine months ended September 30:` over
/// `2000` and `1999`.
fn until(heading: &Spec, draft: &Draft) -> Option<Period> {
    let told = |spec: &Spec| Some((spec.length?, spec.month_day?));
    let (length, (month, day)) = agreed(draft.captions.iter().filter_map(told))?;
    let years = || draft.captions.iter().filter(|s| told(s).is_some()).flat_map(|s| &s.years);
    let year = heading.year()?;
    // Whole weeks end on another day in each year.
    let moves = heading.month_day.is_none() && matches!(length, Duration::Weeks(_));
    let is_told = years().next().is_none() || years().any(|told| *told == year);
    let end = period::day_of(year, month, day).filter(|_| is_told && !moves)?;
    let agrees = heading.end().is_none_or(|own| own == end);
    agrees.then(|| period::span(length, end))
}

/// Whether columns or rows hold results, which no day has.
fn tells_results(draft: &Draft) -> bool {
    draft.head.columns.iter().any(|head| tells_result(head.plain()))
        || draft.rows_with_figures().any(|row| tells_result(&row.plain))
}

/// Whether rows hold balances that nothing but a heading sets on a day: `Current assets` beside
/// `Net income`.
fn holds_undated_balances(draft: &Draft) -> bool {
    let is_undated = |row: &AlignedRow| {
        knowledge::is_balance(&row.plain) && row_balance::row_balance(draft, row).is_none()
    };
    draft.rows.iter().any(|row| !row.cells.is_empty() && is_undated(row))
}

/// The period that a row's label is: `Year ended December 31, 1998`.
pub(super) fn label_period(label: &str) -> Option<Period> {
    let spec = period::read_one(label).filter(|spec| spec.length.is_some())?;
    spec.period(false).filter(|_| period::is_bare(label))
}
