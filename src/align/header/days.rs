//! Whole periods over columns that name no more than their year: `July 3, 2004 and` /
//! `June 28, 2003` over `2004   2003`.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::align::header::column::{ColumnHead, join};
use crate::period::{self, Spec};

/// Gives columns of bare years the periods that stand over all of them, the latest to the latest
/// year; a fiscal year may end in the year behind its name. Where there are more years than
/// periods, or fewer, the columns have their years only.
pub(super) fn give_days(columns: &mut [ColumnHead]) {
    for group in below_the_same(columns) {
        let Some(told) = over(&group[0]).and_then(periods_of) else { continue };
        let years: BTreeSet<i16> = group.iter().filter_map(parted).map(|(_, y)| y).collect();
        let is_in =
            |(year, (end, _)): (&i16, &(Date, Spec))| (0..=1).contains(&(end.year() - year));
        let fit = years.len() == told.len() && years.iter().zip(&told).all(is_in);
        for column in group {
            let Some((_, year)) = parted(column) else { continue };
            let own = years.iter().position(|y| *y == year).filter(|_| fit).map(|at| &told[at].1);
            let spec = &mut column.spec;
            if let Some(own) = own {
                spec.years.clone_from(&own.years);
                (spec.month_day, spec.length, spec.from) = (own.month_day, own.length, own.from);
            } else {
                (spec.month_day, spec.years) = (None, vec![year]);
            }
        }
    }
}

/// Gives columns of bare years the days that stand over all of them in a row, one for each:
/// `Three Months Ended July 3, July 4,` over `1998   1997`.
pub(super) fn share_days(columns: &mut [ColumnHead]) {
    for group in below_the_same(columns) {
        let days = over(&group[0]).map(days_of).unwrap_or_default();
        if days.len() == group.len() && group.len() > 1 {
            group.iter_mut().zip(days).for_each(|(column, day)| column.spec.month_day = Some(day));
        }
    }
}

/// Gives columns the years that the same words over all of them list, one for each:
/// `Year Ended December 31, 1997 1996 1995`.
pub(super) fn share_years(columns: &mut [ColumnHead]) {
    for own in columns.chunk_by_mut(|a, b| a.pieces == b.pieces) {
        let years = own[0].spec.years.clone();
        if years.len() > 1 && years.len() == own.len() {
            own.iter_mut().zip(years).for_each(|(column, year)| column.spec.years = vec![year]);
        }
    }
}

/// The days that words name, where none of them has its year.
fn days_of(over: &[String]) -> Vec<(i8, i8)> {
    let told = period::read_dated(&join(over.iter()));
    let are_open = told.iter().all(|spec| spec.years.is_empty() && spec.from.is_none());
    told.iter().filter_map(|spec| spec.month_day).filter(|_| are_open).collect()
}

/// The one day that words name with its year, beside whatever length.
fn day_of(over: &[String]) -> Option<Date> {
    let told = over.iter().flat_map(|words| period::read_dated(words));
    let mut ends = told.filter_map(|spec| spec.end());
    let day = ends.next()?;
    ends.next().is_none().then_some(day)
}

/// Gives columns their own years below the day of the latest: `June 30, 2003` over `2003   2002`.
pub(super) fn part_years(columns: &mut [ColumnHead]) {
    let below_day = |column: &ColumnHead| {
        let (over, year) = parted(column)?;
        Some((day_of(over)?, year)).filter(|_| column.spec.from.is_none())
    };
    let told: Vec<Option<(Date, i16)>> = columns.iter().map(below_day).collect();
    for (column, own) in columns.iter_mut().zip(&told) {
        let Some((day, year)) = *own else { continue };
        let is_of_latest = told.contains(&Some((day, day.year())));
        if is_of_latest && year < day.year() && column.spec.year() == Some(day.year()) {
            column.spec.years = vec![year];
        }
    }
}

/// Columns side by side below the same words over their years.
fn below_the_same(columns: &mut [ColumnHead]) -> impl Iterator<Item = &mut [ColumnHead]> {
    columns.chunk_by_mut(|a, b| over(a) == over(b))
}

/// The words over the year of a column.
fn over(column: &ColumnHead) -> Option<&[String]> {
    parted(column).map(|(over, _)| over)
}

/// The words over the year of a column, and that year.
fn parted(column: &ColumnHead) -> Option<(&[String], i16)> {
    let year_of = |piece: &String| {
        let words = piece.trim().trim_end_matches('*');
        // `'98`
        let short = || period::read_one(words.starts_with('\'').then_some(words)?)?.year();
        period::four_digits(words).or_else(short)
    };
    let (at, year) =
        column.pieces.iter().enumerate().find_map(|(at, p)| Some((at, year_of(p)?)))?;
    Some((&column.pieces[..at], year)).filter(|_| at > 0)
}

/// The periods that words name, from the earliest on, where these are two or more that differ in
/// their ends.
fn periods_of(over: &[String]) -> Option<Vec<(Date, Spec)>> {
    let specs = period::read_dated(&join(over.iter()));
    let mut told =
        specs.into_iter().map(|spec| Some((spec.end()?, spec))).collect::<Option<Vec<_>>>()?;
    told.sort_unstable_by_key(|(end, _)| *end);
    let differ = told.windows(2).all(|pair| pair[0].0 < pair[1].0);
    (told.len() > 1 && differ).then_some(told)
}
