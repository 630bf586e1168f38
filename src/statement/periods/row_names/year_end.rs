//! When the years end that rows name.

use jiff::civil::Date;

use crate::align::header::ColumnHead;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, Spec, YEAR};
use crate::record::{Column, Kind};
use crate::statement::calendar::Calendar;
use crate::statement::periods::row_names::read;
use crate::statement::{Draft, title};

/// When the years end that rows name.
pub(super) enum YearEnd {
    /// On this day, as the words over the labels say.
    On(i8, i8),
    /// With the company's own years.
    Fiscal,
}

impl YearEnd {
    /// The last day of a year.
    pub(super) fn day(&self, year: i16, calendar: &Calendar<'_>) -> Option<Date> {
        match *self {
            Self::Fiscal => calendar.year(year),
            Self::On(month, day) => {
                let end = period::day_of(year, month, day)?;
                let fiscal = calendar.year_end.is_some_and(|(own, _)| own == month);
                if fiscal { calendar.near(end) } else { Some(end) }
            }
        }
    }
}

/// Whether the rows of a table are years in a row, and when these end. That the years are those of
/// the company's books must be said: by `Year` over them, by the title of a table of segments, or
/// by a sentence about payments to come that names no day on which all of these are told.
pub(super) fn year_end(
    draft: &Draft,
    named: &[Option<&Spec>],
    columns: &[Column],
    stub: &str,
) -> Option<YearEnd> {
    let years = years_in_a_row(named)?;
    // `Year ending December 31, 2002` over `2003`, `2004`.
    if let Some((month, day)) = years[0].month_day {
        return Some(YearEnd::On(month, day)).filter(|_| years[0].length == Some(YEAR));
    }
    let day = day_right_above(draft).or_else(|| day_of_all(draft, &years));
    day.map(|(month, day)| YearEnd::On(month, day)).or_else(|| said_of_table(draft, columns, stub))
}

/// The years that rows with figures are called by, where each follows the one before it and one at
/// least has no day of its own.
fn years_in_a_row<'s>(named: &[Option<&'s Spec>]) -> Option<Vec<&'s Spec>> {
    let is_of_year = |spec: &&Spec| spec.quarter.is_none() && spec.year().is_some();
    let years: Vec<&Spec> = named.iter().copied().flatten().filter(is_of_year).collect();
    let is_bare = |spec: &&Spec| spec.month_day.is_none() && spec.length.is_none();
    // Each account of a schedule has the same years again.
    let first = years.first().map(|spec| &spec.years);
    let follows = |pair: &[&Spec]| {
        pair[0].years[0].abs_diff(pair[1].years[0]) == 1 || Some(&pair[1].years) == first
    };
    let run = years.len() > 1
        && years.iter().any(is_bare)
        && years.windows(2).all(follows)
        && years.iter().all(|spec| may_be_year(spec));
    run.then_some(years)
}

/// Whether words name no other length than a year.
fn may_be_year(spec: &Spec) -> bool {
    spec.length.is_none_or(|length| length == YEAR)
}

/// `Years ending December 31:` right above `2003`, `2004`
fn day_right_above(draft: &Draft) -> Option<(i8, i8)> {
    let names_year = |row: &AlignedRow| read(&row.label).is_some_and(|s| s.year().is_some());
    let above = &draft.rows.windows(2).find(|pair| names_year(&pair[1]))?[0];
    let spec = read(&above.label).filter(|_| above.cells.is_empty())?;
    spec.month_day.filter(|_| spec.length == Some(YEAR) && spec.years.is_empty())
}

/// `FOR THE YEARS ENDED JULY 31, 1993, 1992 AND 1991` over `1993`, `1992`, `1991`
fn day_of_all(draft: &Draft, years: &[&Spec]) -> Option<(i8, i8)> {
    let names_all = |caption: &&Spec| {
        caption.length == Some(YEAR)
            && caption.years.len() > 1
            && years.iter().all(|spec| caption.years.contains(&spec.years[0]))
    };
    draft.captions.iter().find(names_all)?.month_day
}

/// What header, title and introduction say of when the years end, where no column names a period.
fn said_of_table(draft: &Draft, columns: &[Column], stub: &str) -> Option<YearEnd> {
    let heads = draft.head.columns.iter().map(ColumnHead::text);
    let intro = title::last_sentence(&draft.head.intro);
    let texts: Vec<&str> =
        std::iter::once(stub).chain(heads).chain(draft.head.captions()).collect();
    let named = draft.specs.iter().any(|spec| !spec.years.is_empty() || !may_be_year(spec));
    if named || texts.iter().chain([&intro]).any(|text| knowledge::counts_from_a_day(text)) {
        return None;
    }
    let said: Vec<Spec> = texts.iter().flat_map(|text| period::read(text)).collect();
    let told = period::read(intro);
    let day = said.iter().chain(&told).find_map(|spec| {
        spec.month_day.filter(|_| spec.years.is_empty() && !spec.instant && may_be_year(spec))
    });
    if let Some((month, day)) = day {
        return Some(YearEnd::On(month, day));
    }
    let silent = columns.iter().all(|column| column.period.end.is_none());
    let mut sentences = texts.iter().chain([&intro]);
    let fiscal = said.iter().any(|spec| spec.length == Some(YEAR))
        || silent && draft.kind == Kind::Segment
        || silent && sentences.any(|text| knowledge::speaks_of_payments(text));
    fiscal.then_some(YearEnd::Fiscal)
}
