//! Rows below a heading that names a length of time and its last day, under columns of bare years.

use jiff::civil::Date;

use crate::align::rows::AlignedRow;
use crate::knowledge::{self, PeriodWord};
use crate::period::{self, Spec};
use crate::record::{Column, Duration, Period};
use crate::statement::Draft;
use crate::statement::calendar::{Calendar, each_once};
use crate::statement::periods::ByRow;
use crate::statement::periods::balances::balance_words;

/// A length of time that a heading names, and the days on which it ends in the years over the
/// columns: `Five weeks ended July 3 and July 5`. Without days, `Six Months`, it ends with the
/// columns.
struct Span {
    length: Duration,
    quarter: Option<i8>,
    days: Vec<(i8, i8)>,
    years: Vec<i16>,
}

impl Span {
    fn read(heading: &str) -> Option<Self> {
        let specs = period::read(heading);
        let first = specs.first()?;
        let length = first.length?;
        let days: Vec<_> = specs.iter().filter_map(|s| s.month_day).collect();
        let whole = specs.iter().all(|s| s.length.is_none_or(|other| other == length));
        let years: Vec<i16> = specs.iter().flat_map(|s| s.years.iter().copied()).collect();
        let matched = years.is_empty() || days.len() == 1 || years.len() == days.len();
        let bare = || heading.split(" and ").all(period::is_bare);
        let quarter = first.quarter;
        (whole && matched && bare()).then_some(Self { length, quarter, days, years })
    }

    /// The period of a column that names no more than its year, the last or first of `all`.
    fn of_year(&self, year: i16, all: &[i16]) -> Option<Period> {
        let length = self.length;
        let day = if let [day] = self.days[..] {
            // Whole weeks end on another day in each year: one day is that of the latest.
            let moves = matches!(length, Duration::Weeks(_)) && all.iter().any(|y| *y > year);
            let is_of_year = self.years.is_empty() && !moves || self.years.contains(&year);
            Some(day).filter(|_| is_of_year)?
        } else if !self.years.is_empty() {
            self.days[self.years.iter().position(|y| *y == year)?]
        } else if self.days.len() == all.len() {
            self.days[all.iter().position(|y| *y == year)?]
        } else {
            return None;
        };
        period::day_of(year, day.0, day.1).map(|end| period::span(length, end))
    }

    /// The period of a column that ends on a day, where the heading names none.
    fn until(&self, end: Date, calendar: &Calendar<'_>) -> Period {
        let end = self.quarter.and_then(|n| calendar.quarter(n, end.year())).unwrap_or(end);
        period::span(self.length, end)
    }
}

/// What a column that says no length says of its end, and no more.
#[derive(Clone, Copy)]
enum End {
    Year(i16),
    Day(Date),
}

impl End {
    fn of(spec: &Spec) -> Option<Self> {
        let day = spec.end().filter(|_| spec.is_end_alone()).map(Self::Day);
        day.or_else(|| spec.year_alone().map(Self::Year))
    }
}

/// Whether a heading has a word for a length of time, and is not of the end of one: `Last twelve
/// months`, `Prior year`, but not `At year end`.
fn names_time(heading: &str) -> bool {
    let is_struck = balance_words(&knowledge::plain(heading)).is_some();
    !is_struck
        && heading.split(|c: char| !c.is_alphanumeric()).filter_map(knowledge::period_word).any(
            |word| matches!(word, PeriodWord::Unit(_) | PeriodWord::Length(_) | PeriodWord::ToDate),
        )
}

/// Columns that say no length, and when each of them ends.
struct Ends<'a> {
    columns: &'a [Column],
    ends: Vec<Option<End>>,
    /// The years among these ends, each once.
    years: Vec<i16>,
    calendar: &'a Calendar<'a>,
}

impl<'a> Ends<'a> {
    fn of(draft: &Draft, columns: &'a [Column], calendar: &'a Calendar<'a>) -> Self {
        // Balances are of a day, whatever the heading over them counts: `Six months or less`.
        let open =
            |(spec, column): (&Spec, &Column)| End::of(spec).filter(|_| !column.period.is_day());
        let ends: Vec<Option<End>> = draft.specs.iter().zip(columns).map(open).collect();
        let year = |end: &End| if let End::Year(year) = *end { Some(year) } else { None };
        let years = each_once(ends.iter().flatten().filter_map(year));
        Self { columns, ends, years, calendar }
    }

    /// The periods of all columns below a heading.
    fn under(&self, span: &Span) -> Vec<Period> {
        let of_column = |(end, column): (&Option<End>, &Column)| match *end {
            Some(End::Year(year)) if !span.days.is_empty() => span.of_year(year, &self.years),
            Some(End::Year(_)) => column.period.end.map(|end| span.until(end, self.calendar)),
            Some(End::Day(day)) if span.days.is_empty() => Some(span.until(day, self.calendar)),
            _ => Some(column.period),
        };
        let columns = self.ends.iter().zip(self.columns);
        columns.map(|column| of_column(column).unwrap_or_default()).collect()
    }
}

/// Rows below a heading that names a length of time and its last day, under columns of bare years:
/// `Six months ended June 30` over `2004    2003`. What the heading says comes before what the text
/// around the table does.
pub(super) fn under_spans(draft: &Draft, columns: &[Column], calendar: &Calendar<'_>) -> ByRow {
    let ends = Ends::of(draft, columns, calendar);
    if ends.ends.iter().all(Option::is_none) {
        return vec![None; draft.rows.len()];
    }
    // The only one, above all rows, is in force to the last, or to words for another time.
    let spans = |row: &&AlignedRow| row.cells.is_empty() && Span::read(&row.label).is_some();
    let of_all = draft.rows.first().is_some_and(|first| spans(&first))
        && draft.rows.iter().filter(spans).count() == 1;
    // The span in force, and where its heading begins.
    let mut now: Option<(Span, usize)> = None;
    let mut above: Option<&str> = None;
    let mut out = Vec::with_capacity(draft.rows.len());
    for row in &draft.rows {
        let own = Span::read(&row.label);
        if row.cells.is_empty() {
            let label = row.label.as_str();
            // `Five weeks ended` / `July 3 and July 5:`
            let joined = || Span::read(&format!("{} {label}", above?));
            // A heading no deeper that names no other ends it.
            let goes_on = |indent: usize| of_all && !names_time(label) || row.indent > indent;
            now = match own.or_else(joined) {
                Some(span) => Some((span, row.indent)),
                None => now.filter(|(_, indent)| goes_on(*indent)),
            };
            above = Some(label);
            out.push(None);
            continue;
        }
        above = None;
        // `Six months ended June 30   $ 80,330   $ 76,220`
        let own = own.filter(|span| !span.days.is_empty());
        let over = own.as_ref().or(now.as_ref().map(|(span, _)| span));
        out.push(over.map(|span| ends.under(span)));
    }
    out
}
