//! Rows below a heading that names a length of time and its last day, under columns of bare years.

use crate::period::{self, Spec};
use crate::record::{Column, Duration, Period};
use crate::statement::Draft;

/// A length of time that a heading names, and the days on which it ends in the years over the
/// columns: `Five weeks ended July 3 and July 5`.
struct Span {
    length: Duration,
    days: Vec<(i8, i8)>,
    years: Vec<i16>,
}

impl Span {
    fn read(heading: &str) -> Option<Self> {
        let specs = period::read_dated(heading);
        let length = specs.first()?.length?;
        let days: Vec<_> = specs.iter().filter_map(|s| s.month_day).collect();
        let whole = days.iter().all(|&(_, day)| day > 0)
            && specs.iter().all(|s| s.from.is_none() && s.length.is_none_or(|l| l == length));
        let years: Vec<i16> = specs.iter().flat_map(|s| s.years.iter().copied()).collect();
        let matched = years.is_empty() || years.len() == days.len();
        (whole && matched && !days.is_empty() && heading.split(" and ").all(period::is_bare))
            .then_some(Self { length, days, years })
    }

    /// The period of a column that names no more than its year, the last or first of `all`.
    fn of_year(&self, year: i16, all: &[i16]) -> Option<Period> {
        let day = if !self.years.is_empty() {
            self.days[self.years.iter().position(|y| *y == year)?]
        } else if self.days.len() == all.len() {
            self.days[all.iter().position(|y| *y == year)?]
        } else if let [day] = self.days[..] {
            day
        } else {
            return None;
        };
        period::day_of(year, day.0, day.1).map(|end| period::span(self.length, end))
    }
}

/// Rows below a heading that names a length of time and its last day, under columns of bare years:
/// `Six months ended June 30` over `2004    2003`. What the heading says comes before what the text
/// around the table does.
pub(super) fn under_spans(draft: &Draft, columns: &[Column]) -> Vec<Option<Vec<Period>>> {
    let bare_year = |spec: &Spec| match *spec.years {
        [year] if *spec == (Spec { years: vec![year], ..Spec::default() }) => Some(year),
        _ => None,
    };
    let years: Vec<Option<i16>> = draft.specs.iter().map(bare_year).collect();
    let mut all: Vec<i16> = Vec::new();
    for year in years.iter().flatten() {
        if !all.contains(year) {
            all.push(*year);
        }
    }
    if all.is_empty() {
        return vec![None; draft.rows.len()];
    }
    let of_column = |span: &Span, year: Option<i16>, column: &Column| match year {
        Some(year) => span.of_year(year, &all).unwrap_or_default(),
        None => column.period,
    };
    // The span in force, and where its heading begins.
    let mut now: Option<(Span, usize)> = None;
    let mut above: Option<&str> = None;
    let mut out = Vec::with_capacity(draft.rows.len());
    for row in &draft.rows {
        let heading = row.cells.is_empty().then_some(row.label.as_str());
        if let Some(label) = heading {
            // `Five weeks ended` / `July 3 and July 5:`
            let joined = || Span::read(&format!("{} {label}", above?));
            let span = Span::read(label).or_else(joined);
            // A heading no deeper that names no other ends it.
            now = match span {
                Some(span) => Some((span, row.indent)),
                None => now.filter(|(_, indent)| row.indent > *indent),
            };
        }
        above = heading;
        let over = now.as_ref().filter(|_| heading.is_none());
        let periods = over.map(|(span, _)| {
            years.iter().zip(columns).map(|(y, c)| of_column(span, *y, c)).collect()
        });
        out.push(periods);
    }
    out
}
