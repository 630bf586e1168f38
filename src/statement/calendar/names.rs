//! In which calendar year a fiscal year ends that bears the name of a year.
//!
//! A year that ends in January or February may bear the name of either: nothing but the filing
//! itself tells of which.

use std::collections::HashMap;

use jiff::civil::Date;

use crate::lex::line::Lines;
use crate::period::Spec;
use crate::statement::Draft;
use crate::statement::calendar::{LAST_OF_DOUBT, WEEK, is_a_year, month_closed, sentences};

/// By how many years fiscal years end later than the year they are named for. Those that end in
/// January or February may bear the name of either year: the same amounts must stand under the name
/// and under a date, or sentences tell when a year of that name ended.
pub(super) fn lag(lines: &Lines<'_>, drafts: &[Draft], year_end: Option<(i8, i8)>) -> Option<i16> {
    let (month, _) = year_end?;
    if month > LAST_OF_DOUBT {
        return Some(0);
    }
    let named = |s: &Spec| s.month_day.is_none() && s.quarter.is_none() && s.years.len() == 1;
    let dated = |s: &Spec| s.month_day.is_some_and(|(m, _)| m == month) && s.years.len() == 1;
    let by_name = years_of_figures(lines, drafts, |s| named(s) && s.length.is_none_or(is_a_year));
    let by_date = years_of_figures(lines, drafts, |s| dated(s) && s.length.is_some_and(is_a_year));
    let lags = by_name.iter().filter_map(|(figure, year)| Some(by_date.get(figure)? - year));
    let mut lags: Vec<i16> = lags.collect();
    lags.sort_unstable();
    // One amount may be the same by chance.
    match lags[..] {
        [first, .., last] if first == last && (0..=1).contains(&first) => Some(first),
        _ => lag_told(lines, month),
    }
}

/// By how many years fiscal years end later than the year they are named for, as sentences say that
/// agree.
fn lag_told(lines: &Lines<'_>, month: i8) -> Option<i16> {
    // A quarter of the year may be what ended.
    let is_end = |end: &Date| {
        month_closed((end.month(), end.day()), WEEK).is_some_and(|closed| closed == month)
            || end.month() == month
    };
    let told = sentences::ends_by_name(lines).filter(|(_, end)| is_end(end));
    let mut told = told.map(|(name, end)| end.year() - name);
    let first = told.next().filter(|lag| (0..=1).contains(lag))?;
    told.all(|lag| lag == first).then_some(first)
}

/// The amounts of the columns of some header, by label and print, and the year over each.
fn years_of_figures<'d>(
    lines: &'d Lines<'_>,
    drafts: &'d [Draft],
    heads: impl Fn(&Spec) -> bool,
) -> HashMap<(&'d str, &'d str), i16> {
    let mut out = HashMap::new();
    for draft in drafts {
        for row in &draft.rows {
            for cell in row.cells.iter().filter(|cell| heads(&draft.specs[cell.column])) {
                let print = lines.face(cell.line)[cell.token.span()].trim_start_matches(['$', ' ']);
                if print.contains(',') {
                    out.insert((row.plain.as_str(), print), draft.specs[cell.column].years[0]);
                }
            }
        }
    }
    out
}
