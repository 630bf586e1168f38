//! Years parted into quarters by the days on which these end:
//! `March 31   June 30   September 30 December 31`, below the year in a header or a title, or above
//! rows under a heading that names it.

use jiff::civil::Date;

use crate::align::header::ColumnHead;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, QUARTER, Spec, YEAR, is_a_quarter};
use crate::record::{Column, Duration, Period};
use crate::statement::Draft;
use crate::statement::calendar::{Calendar, LAST_OF_DOUBT};
use crate::statement::periods::ByRow;

/// Whether days end quarters one after the other.
pub fn end_quarters(days: &[(i8, i8)]) -> bool {
    days.windows(2).all(|pair| is_a_quarter_later(pair[0].0, pair[1].0))
}

/// Whether a month ends the quarter behind that which another ends.
pub(super) fn is_a_quarter_later(before: i8, month: i8) -> bool {
    month == (before + 2) % 12 + 1
}

/// Gives columns the quarters that their own days end where words over all of them name the whole
/// year, which is the period of none: `Year ended December 31, 1998` over four days.
pub(super) fn part_years(specs: &mut [Spec], draft: &Draft) {
    const QUARTERS: usize = 4;
    let heads = &draft.head.columns;
    for from in 0..specs.len().saturating_sub(QUARTERS - 1) {
        let quarters = &mut specs[from..from + QUARTERS];
        let days = heads[from..from + QUARTERS].iter().map(own_day).collect::<Option<Vec<_>>>();
        let year = days.and_then(|days| Some((year_over(quarters, &days, &draft.captions)?, days)));
        let Some((end, days)) = year else { continue };
        for (spec, (month, day)) in quarters.iter_mut().zip(days) {
            spec.month_day = Some((month, day));
            spec.years = vec![year_of_part(month, end)];
            spec.length = Some(QUARTER);
        }
    }
}

/// The calendar year of a month in which a part of the year until a day ends.
fn year_of_part(month: i8, close: Date) -> i16 {
    close.year() - i16::from(month > close.month())
}

/// The day without a year that the words nearest to a column name.
fn own_day(head: &ColumnHead) -> Option<(i8, i8)> {
    match head.told().rev().find(|specs| specs.iter().any(Spec::speaks))? {
        [own] if own.is_day_alone() => own.month_day,
        _ => None,
    }
}

/// The end of the year that stands over four columns of which the last ends with it, in the header
/// or in the title.
fn year_over(specs: &[Spec], days: &[(i8, i8)], captions: &[Spec]) -> Option<Date> {
    let is_open = |spec: &Spec| spec.years.is_empty() && is_quarterly(spec);
    let over = if specs.iter().all(is_open) {
        captions.iter().find(|caption| caption.length.is_some())
    } else {
        specs.first().filter(|first| specs.iter().all(|spec| spec == *first))
    };
    let of_days = |year: &&Spec| {
        year.length == Some(YEAR) && year.month_day == days.last().copied() && end_quarters(days)
    };
    let over = over.filter(of_days)?;
    // Of several years in the title, `1998` between header and rows tells which.
    let of_rows = captions.iter().map(|caption| &caption.years).find(|years| !years.is_empty());
    match of_rows.map_or(&[][..], Vec::as_slice) {
        &[year] if over.years.contains(&year) => {
            over.month_day.and_then(|(month, day)| period::day_of(year, month, day))
        }
        _ => over.end(),
    }
}

/// Quarters side by side that one year heads, `Dec. 31   March 31   June 30   Sept. 30` below
/// `Fiscal 1996`, are not all of the calendar's. Tells for each column whether the fiscal year, that
/// would date it, is not known.
pub(super) fn part_fiscal_years(specs: &mut [Spec], calendar: &Calendar<'_>) -> Vec<bool> {
    // `Year ended Dec. 31` beside the quarters of that year is none of them.
    let are_of_one = |a: &Spec, b: &Spec| {
        a.has_date() && b.has_date() && a.years == b.years && is_quarterly(a) == is_quarterly(b)
    };
    let mut undated = Vec::with_capacity(specs.len());
    for parts in specs.chunk_by_mut(are_of_one) {
        let days: Vec<(i8, i8)> = parts.iter().filter_map(|part| part.month_day).collect();
        let wraps = days.len() > 2 && end_quarters(&days) && !days.is_sorted();
        let end = parts[0].year().filter(|_| wraps).and_then(|year| calendar.year(year));
        let end = end.filter(|end| days.last().is_some_and(|day| day.0 == end.month()));
        for part in parts.iter_mut().filter(|_| wraps) {
            if part.length == Some(YEAR) {
                part.length = Some(QUARTER);
            }
            if let (Some(month), Some(end)) = (part.month(), end) {
                part.years = vec![year_of_part(month, end)];
            }
        }
        undated.extend(parts.iter().map(|_| wraps && end.is_none()));
    }
    undated
}

/// Columns of the quarters of a year that they do not name.
struct Quarters {
    columns: Vec<Option<Part>>,
    /// The day of the last, with which the year ends.
    close: (i8, i8),
    /// Whether words say that these are quarters.
    told: bool,
    /// Whether the days run through a calendar year.
    in_order: bool,
}

/// Which part of a year a column is.
#[derive(Clone, Copy)]
enum Part {
    /// The quarter until a day.
    Until(Duration, (i8, i8)),
    Whole,
}

impl Quarters {
    fn read(draft: &Draft) -> Option<Self> {
        let part = |(spec, head): (&Spec, &ColumnHead)| {
            let open = spec.years.is_empty() && spec.quarter.is_none() && !spec.to_date;
            match spec.month_day.filter(|(_, day)| *day > 0) {
                _ if !open => None,
                Some(day) => Some(Part::Until(spec.length.unwrap_or(QUARTER), day))
                    .filter(|_| is_quarterly(spec)),
                None if spec.length == Some(YEAR) => Some(Part::Whole),
                None => knowledge::heads_year_of_quarters(head.plain()).then_some(Part::Whole),
            }
        };
        let columns: Vec<Option<Part>> =
            draft.specs.iter().zip(&draft.head.columns).map(part).collect();
        let day = |part: &Part| if let Part::Until(_, day) = *part { Some(day) } else { None };
        let days: Vec<(i8, i8)> = columns.iter().flatten().filter_map(day).collect();
        let &[_, _, _, close] = &days[..] else { return None };
        if !end_quarters(&days) {
            return None;
        }
        let mut specs = draft.specs.iter().chain(&draft.captions);
        let told = specs.any(|spec| spec.length.is_some() && is_quarterly(spec));
        Some(Self { columns, close, told, in_order: days.is_sorted() })
    }

    /// The last day of the fiscal year of a name: what the filing says of it, if it is that of the
    /// last column as well; where it says nothing, days that run through a calendar year are of
    /// that, and all four run through the year that they end.
    fn close_of(&self, year: i16, calendar: &Calendar<'_>) -> Option<Date> {
        let (month, day) = self.close;
        if calendar.year_end.is_none() {
            let told = self.in_order || month > LAST_OF_DOUBT;
            return period::day_of(year, month, day).filter(|_| told);
        }
        let known = calendar.year(year)?;
        period::are_near((known.month(), known.day()), self.close).then_some(known)
    }

    /// The period of a column in the fiscal year of a name.
    fn period(&self, part: Part, year: i16, calendar: &Calendar<'_>) -> Option<Period> {
        let close = self.close_of(year, calendar).filter(|_| self.told)?;
        let (length, (month, day)) = match part {
            Part::Until(length, day) if day != self.close => (length, day),
            Part::Until(length, _) => return Some(period::span(length, close)),
            Part::Whole => return Some(period::span(YEAR, close)),
        };
        let end = period::day_of(year_of_part(month, close), month, day)?;
        Some(period::span(length, calendar.near(end)?))
    }
}

/// Whether words over a column name no length or that of a quarter.
fn is_quarterly(spec: &Spec) -> bool {
    spec.length.is_none_or(is_a_quarter)
}

/// The year that words name, and no more: `1996`, `Fiscal 1996`, `Year ended June 30, 1996`.
pub(super) fn year_of(words: &str) -> Option<i16> {
    let spec = period::read_one(words)?;
    let of_year = spec.length == Some(YEAR) || is_quarterly(&spec) && spec.month_day.is_none();
    let bare = spec.from.is_none() && spec.quarter.is_none() && !spec.instant && !spec.to_date;
    spec.year().filter(|_| of_year && bare && period::is_bare(words))
}

/// The periods of rows that are called by a year, or stand below a heading that names one, where
/// columns name the days of its quarters. What the heading says comes before what the text around
/// the table does. Where nobody knows which year these days are of, the rows have no period.
pub(super) fn under_years(draft: &Draft, columns: &[Column], calendar: &Calendar<'_>) -> ByRow {
    let Some(quarters) = Quarters::read(draft) else { return vec![None; draft.rows.len()] };
    // A year at the margin of the header is that of the first rows.
    let mut now = draft.head.stub.last().and_then(|words| year_of(words));
    let of_row = |row: &AlignedRow| {
        if row.cells.is_empty() {
            now = year_of(&row.label).or(now);
            return None;
        }
        let year = year_of(&row.label).or(now)?;
        let of_column = |(part, column): (&Option<Part>, &Column)| match part {
            Some(part) => quarters.period(*part, year, calendar),
            None => Some(column.period),
        };
        let pairs = quarters.columns.iter().zip(columns);
        Some(pairs.map(|pair| of_column(pair).unwrap_or_default()).collect())
    };
    draft.rows.iter().map(of_row).collect()
}
