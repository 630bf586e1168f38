//! The periods that rows or headings over them name, where columns name none or no more than a
//! quarter.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::align::rows::AlignedRow;
use crate::period::{self, Spec};
use crate::record::{Duration, Period};
use crate::statement::Draft;
use crate::statement::calendar::Calendar;
use crate::statement::periods::rows::YEAR;

/// The periods of rows below a heading that names another year than the header does, over the
/// quarters of a year: `Fiscal Year Ended June 30, 1995` below `First Quarter   Second Quarter`.
pub(super) fn under_names_of_years(
    draft: &Draft,
    calendar: &Calendar<'_>,
) -> Vec<Option<Vec<Period>>> {
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

/// The quarter of a fiscal year. Where nothing else tells when years end, the last day of this one
/// does.
pub(super) fn quarter_of(year: Period, quarter: i8, calendar: &Calendar<'_>) -> Option<Period> {
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
    Some(period::span(Duration::Months(3), end))
}

/// The period that the heading above each row with figures names, if it names one.
pub(super) fn headed(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Option<Period>> {
    let mut now = None;
    let of_row = |row: &AlignedRow| {
        if row.cells.is_empty() {
            now = heading_period(&row.label, calendar).or(now);
            return None;
        }
        now
    };
    draft.rows.iter().map(of_row).collect()
}

/// Days a year apart, over what rolls from one balance to the other, end the years that rolled:
/// `September 30, 2000` over
/// `Balance at beginning of period   Additions   Balance at end of period`.
pub(super) fn last_a_year(headed: &mut [Option<Period>]) {
    const YEAR: u16 = 12;
    let is_day = |p: &&mut Period| p.start.is_none() && p.duration.is_none();
    let ends: BTreeSet<Date> = headed.iter().flatten().filter_map(|p| p.end).collect();
    let ends: Vec<Date> = ends.into_iter().collect();
    let a_year = |pair: &[Date]| period::months_between(pair[0], pair[1]) == Some(YEAR);
    if ends.len() < 2 || !ends.windows(2).all(a_year) {
        return;
    }
    for period in headed.iter_mut().flatten().filter(is_day) {
        *period = period.end.map_or(*period, |end| period::span(Duration::Months(YEAR), end));
    }
}

/// The period that a heading names: `Year ended December 31, 1999`, `December 31, 1998`, `1998`,
/// `Fiscal 1998 - As restated`.
fn heading_period(heading: &str, calendar: &Calendar<'_>) -> Option<Period> {
    let heading = match heading.split_once(" - ") {
        Some((period, remark)) if !period::speaks(remark) => period,
        _ => heading,
    };
    let specs = period::read_dated(heading);
    let [spec] = specs.as_slice() else { return None };
    if spec.end().is_some() {
        let instant = spec.length.is_none() && spec.from.is_none();
        return spec
            .period(instant)
            .filter(|_| !instant || spec.instant || period::is_bare(heading));
    }
    let &[year] = spec.years.as_slice() else { return None };
    let annual = spec.length.is_none_or(|l| l == YEAR) && spec.quarter.is_none();
    if !annual || spec.month_day.is_some() || !period::is_bare(heading) {
        return None;
    }
    let end = calendar.year(year)?;
    Some(period::span(YEAR, end))
}

/// The period that a row's label is: `Year ended December 31, 1998`.
pub(super) fn label_period(label: &str) -> Option<Period> {
    let specs = period::read_dated(label);
    let [spec] = specs.as_slice() else { return None };
    spec.length.and_then(|_| spec.period(false)).filter(|_| period::is_bare(label))
}
