//! Results of the year before that lead to those of the columns: `2003 earnings per share`, what
//! changed them, `2004 earnings per share`.

use jiff::civil::Date;

use crate::align::rows::AlignedRow;
use crate::knowledge::Measure;
use crate::period::{self, YEAR};
use crate::record::{Column, Duration, Period};
use crate::statement::Draft;
use crate::statement::calendar::agreed;
use crate::statement::periods::ByRow;
use crate::statement::periods::balances::tells_result;

/// The periods of rows that name the year before that of all columns, where another row names the
/// same result of that year.
pub(super) fn of_the_year_before(draft: &Draft, columns: &[Column]) -> ByRow {
    let Some(year) = only_year(columns) else { return vec![None; draft.rows.len()] };
    let results: Vec<_> = draft.rows.iter().map(result_of_year).collect();
    let before = |at: usize| {
        let (named, result) = results[at].as_ref()?;
        let is_later = |(other, what): &(i16, String)| *other == year && what == result;
        let leads = || results.iter().flatten().any(is_later);
        (*named == year - 1 && leads()).then(|| columns.iter().map(a_year_before).collect())
    };
    (0..draft.rows.len()).map(before).collect()
}

/// The year in which all periods of columns end, all of them of some length.
fn only_year(columns: &[Column]) -> Option<i16> {
    let lasting = |c: &Column| c.period.end.filter(|_| c.period.duration.is_some());
    agreed(columns.iter().map(|column| lasting(column).map(Date::year)))?
}

/// The only year that the label of a result names, and the rest of its words.
fn result_of_year(row: &AlignedRow) -> Option<(i16, String)> {
    // Most labels name no year.
    if row.cells.is_empty() || !row.plain.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let (years, words): (Vec<&str>, Vec<&str>) =
        row.plain.split(' ').partition(|word| period::four_digits(word).is_some());
    let [year] = years[..] else { return None };
    let result = words.join(" ");
    let is_result = tells_result(&result) || row.measure() == Some(Measure::PerShare);
    period::four_digits(year).filter(|_| is_result).map(|year| (year, result))
}

/// The period as long that ends a year before; none where it is told in weeks.
fn a_year_before(column: &Column) -> Period {
    match column.period {
        Period { end: Some(end), duration: Some(length @ Duration::Months(_)), .. } => {
            let before = period::before(YEAR, end);
            before.map_or_else(Period::default, |end| period::span(length, end))
        }
        _ => Period::default(),
    }
}
