//! Whole periods over columns that name no more than their year: `July 3, 2004 and` / `June 28, 2003` over
//! `2004   2003`.

use jiff::civil::Date;

use super::{ColumnHead, join};
use crate::period::{self, Spec};

/// Gives columns of bare years the periods that stand over all of them, the latest to the latest
/// year; a fiscal year may end in the year behind its name. Where there are more years than
/// periods, or fewer, the columns have their years only.
pub(super) fn give_days(columns: &mut [ColumnHead]) {
    let mut from = 0;
    while let Some(first) = columns.get(from) {
        let Some((over, _)) = parted(first) else {
            from += 1;
            continue;
        };
        let is_alike = |c: &&ColumnHead| parted(c).is_some_and(|(other, _)| other == over);
        let count = columns[from..].iter().take_while(is_alike).count();
        if let Some(told) = periods_of(over) {
            let group = &mut columns[from..from + count];
            let mut years: Vec<i16> = group.iter().filter_map(parted).map(|(_, y)| y).collect();
            years.sort_unstable();
            years.dedup();
            let is_in =
                |(year, (end, _)): (&i16, &(Date, Spec))| (0..=1).contains(&(end.year() - year));
            let fit = years.len() == told.len() && years.iter().zip(&told).all(is_in);
            for column in group {
                let Some((_, year)) = parted(column) else { continue };
                let own =
                    years.iter().position(|y| *y == year).filter(|_| fit).map(|at| &told[at].1);
                let own = own.cloned().unwrap_or_else(|| Spec {
                    month_day: None,
                    years: vec![year],
                    ..column.spec.clone()
                });
                column.spec.month_day = own.month_day;
                column.spec.years = own.years;
                (column.spec.length, column.spec.from) = (own.length, own.from);
            }
        }
        from += count;
    }
}

/// The words over the year of a column, and that year.
fn parted(column: &ColumnHead) -> Option<(&[String], i16)> {
    let year_of = |piece: &String| period::four_digits(piece.trim().trim_end_matches('*'));
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
