//! Rows that name their own periods: `2003`, `First quarter`, `June 30, 1997` under
//! `Quarter ended`.
//!
//! Payments to come, ranges of prices and the like are printed with the periods at the left and
//! what is measured above. Such a row is of its own period, whatever the columns or the sentence
//! before the table say. `year_end` tells when the years end that rows name; `sums` tells the day
//! of rows that add up payments to come.

mod sums;
mod year_end;

use std::cell::LazyCell;

use jiff::civil::Date;

use self::sums::Sums;
use self::year_end::{YearEnd, year_end};
use crate::align::header::ColumnHead;
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, PeriodWord};
use crate::period::{self, QUARTER, Spec, YEAR};
use crate::record::{Column, Duration, Period};
use crate::statement::Draft;
use crate::statement::calendar::Calendar;
use crate::statement::periods::ByRow;
use crate::statement::periods::balances::{column_balances, struck_by, tells_result};
use crate::statement::periods::rows::quarter_of;
use crate::statement::periods::years::end_quarters;

/// The period that a row names.
enum Named {
    /// One period over all columns; none where its days are not known.
    Whole(Option<Period>),
    /// A quarter, or the time until its end, and its year unless the columns name it.
    Quarter(Duration, i8, Option<i16>),
    /// A length of time to a day of the year that the columns name, or the heading above.
    To(Duration, (i8, i8), Option<i16>),
}

impl Named {
    fn over(&self, column: &Column, spec: &Spec, calendar: &Calendar<'_>) -> Period {
        let found = match *self {
            Self::Whole(period) => period,
            Self::Quarter(length, quarter, year) => {
                let is_fiscal = |year: &i16| ends_year(calendar, *year, column.period.end);
                let of_column = || year_of(column.period).filter(is_fiscal);
                let year = year.or_else(|| spec.year()).or_else(of_column);
                let end = year.and_then(|year| calendar.quarter(quarter, year));
                end.map(|end| period::span(length, end))
            }
            Self::To(length, (month, day), year) => {
                let year = spec.year().or_else(|| year_of(column.period)).or(year);
                // Days behind the fiscal year's end are of the calendar year before.
                let before = calendar.year_end.is_some_and(|(last, _)| month > last);
                let end = year.and_then(|y| period::day_of(y - i16::from(before), month, day));
                end.map(|end| period::span(length, end))
            }
        };
        found.unwrap_or_default()
    }
}

/// The fiscal year that words name, of which rows name the quarters; none where they say that it
/// ends on another day than these: `Calendar 1997` in years to September.
fn fiscal_year(spec: &Spec, calendar: &Calendar<'_>) -> Option<i16> {
    let end = spec.end().filter(|_| spec.length == Some(YEAR));
    spec.year().filter(|year| ends_year(calendar, *year, end))
}

/// Whether a fiscal year ends near a day, as far as both are known.
fn ends_year(calendar: &Calendar<'_>, year: i16, end: Option<Date>) -> bool {
    let day = |end: Date| (end.month(), end.day());
    let known = calendar.year(year).zip(end);
    known.is_none_or(|(own, end)| period::are_near(day(own), day(end)))
}

fn year_of(period: Period) -> Option<i16> {
    period.end.filter(|_| period.duration == Some(YEAR)).map(Date::year)
}

/// The periods of the rows that name them, one for each column.
pub fn of_rows(draft: &Draft, columns: &[Column], calendar: &Calendar<'_>) -> ByRow {
    let bare: Vec<Option<Spec>> = draft.rows.iter().map(|row| read(&row.label)).collect();
    let mut above = Above::of_all_rows(draft, &bare, columns, calendar);
    // Few tables have rows that name periods.
    let balances = LazyCell::new(|| column_balances(draft));
    // The latest of several years over the columns is the one whose days rows name.
    let latest = draft.specs.iter().filter_map(Spec::year).max();
    let is_earlier = |head: &ColumnHead, spec: &Spec| {
        spec.year().is_some_and(|year| Some(year) < latest)
            || knowledge::names_an_earlier(head.plain())
    };
    let quarterly = above.over_labels == Some(QUARTER) || run_through_quarters(draft);
    let sums = Sums::of(draft, &bare, columns);
    let mut out = Vec::with_capacity(draft.rows.len());
    for (at, (row, bare)) in draft.rows.iter().zip(&bare).enumerate() {
        let spec = ordinal(&row.label).filter(|_| quarterly).or_else(|| bare.clone());
        if row.cells.is_empty() {
            above.open(row, spec.as_ref());
            out.push(None);
            continue;
        }
        let named = above
            .name(spec)
            .or_else(|| names_year_to_come(bare.as_ref(), columns))
            .or_else(|| sums.as_ref()?.day(at).map(|day| Named::Whole(Some(Period::on(day)))));
        out.push(named.map(|named| {
            let of_column = |(k, column): (usize, &Column)| {
                let (head, spec) = (&draft.head.columns[k], &draft.specs[k]);
                if knowledge::is_no_period(head.plain()) {
                    return column.period;
                }
                if matches!(named, Named::Whole(Some(_))) && is_earlier(head, spec) {
                    return Period::default();
                }
                let period = named.over(column, spec, calendar);
                struck_by(balances[k], period, calendar)
            };
            columns.iter().enumerate().map(of_column).collect()
        }));
    }
    out
}

/// What is said above a row of the period that it names.
struct Above<'a> {
    calendar: &'a Calendar<'a>,
    /// The length that the words over the labels name.
    over_labels: Option<Duration>,
    /// The last day of the years that rows name.
    year_end: Option<YearEnd>,
    /// Days without years run in the order of the year above them; in another, that is no calendar
    /// year.
    runs: bool,
    /// The year that the nearest heading names, and its last day, if that is told.
    year: Option<i16>,
    year_close: Option<Date>,
    /// The length that the heading right above names, and the one above all rows below it.
    length: Option<Duration>,
    ended: Option<Duration>,
    /// The heading names balances.
    struck: bool,
    /// Rows name days, the first of them that of the columns.
    follows: bool,
    /// A quarter stands below the heading.
    quartered: bool,
}

impl<'a> Above<'a> {
    /// What the words over the labels and the columns say of all rows.
    fn of_all_rows(
        draft: &Draft,
        bare: &[Option<Spec>],
        columns: &[Column],
        calendar: &'a Calendar<'a>,
    ) -> Self {
        let rows = draft.rows.iter().zip(bare).filter(|(row, _)| !row.cells.is_empty());
        let named: Vec<Option<&Spec>> = rows.map(|(_, spec)| spec.as_ref()).collect();
        let stub = draft.head.stub.join(" ");
        // `Quarter ended` beside the header and `1996` below it: the year is that of the first rows.
        let is_year = |words: &&String| period::four_digits(words).is_some();
        let own_year =
            draft.head.stub.iter().find(is_year).and_then(|words| period::four_digits(words));
        let lengths: Vec<&str> =
            draft.head.stub.iter().filter(|words| !is_year(words)).map(String::as_str).collect();
        Self {
            calendar,
            over_labels: bare_length(&lengths.join(" "))
                .or_else(|| runs_by_quarters(draft, &named).then_some(QUARTER)),
            year_end: year_end(draft, &named, columns, &stub),
            runs: calendar.year_end.is_some() || days_run_with_years(draft, bare),
            year: read(&stub)
                .filter(|spec| spec.year().is_some())
                .map_or(own_year, |spec| fiscal_year(&spec, calendar)),
            year_close: None,
            length: None,
            ended: None,
            struck: false,
            follows: run_from_or_to_the_day(draft, &named, columns),
            quartered: false,
        }
    }

    /// Takes what a heading says.
    fn open(&mut self, heading: &AlignedRow, spec: Option<&Spec>) {
        // Days below `Fiscal year 1997` end its quarters.
        let told = year_and_length(&heading.label).filter(|(_, length)| *length != YEAR);
        if let Some(spec) = spec.filter(|spec| spec.year().is_some()) {
            let of_year = spec.length == Some(YEAR);
            self.year = fiscal_year(spec, self.calendar);
            self.year_close = spec.end().filter(|_| of_year && self.year.is_some());
        } else if let Some((year, _)) = told {
            self.year = Some(year);
            self.year_close = None;
        }
        self.length = bare_length(&heading.label).or(told.map(|(_, length)| length));
        self.ended = self.length;
        self.struck = strikes(&heading.plain);
        self.quartered = false;
    }

    /// The period that a row names by what its label says.
    fn name(&mut self, spec: Option<Spec>) -> Option<Named> {
        let length = self.length.take().or(self.over_labels).or(self.ended);
        let spec = spec?;
        match (spec.quarter, spec.end(), spec.length) {
            (_, Some(_), Some(_)) => Some(Named::Whole(spec.period(false))),
            (_, Some(end), None) if self.struck || self.follows => {
                Some(Named::Whole(Some(Period::on(end))))
            }
            (_, Some(end), None) => Some(Named::Whole(Some(period::span(length?, end)))),
            (None, None, None) if spec.years.is_empty() => {
                let year = self.year.filter(|_| self.runs);
                Some(Named::To(self.ended.or(self.over_labels)?, spec.month_day?, year))
            }
            // `Year` below its quarters
            (None, None, Some(YEAR)) if self.quartered && spec == Spec::of(YEAR) => {
                let end = self.calendar.year(self.year?);
                Some(Named::Whole(end.map(|end| period::span(YEAR, end))))
            }
            (Some(quarter), None, length) => {
                self.quartered = true;
                let length = length.filter(|length| *length != YEAR).unwrap_or(QUARTER);
                let own = spec.year();
                match self.year_close.filter(|_| own.is_none() && length == QUARTER) {
                    Some(close) => {
                        let year = period::span(YEAR, close);
                        Some(Named::Whole(quarter_of(year, quarter, self.calendar)))
                    }
                    None => Some(Named::Quarter(length, quarter, own.or(self.year))),
                }
            }
            (None, None, None) if spec.month_day.is_none() => {
                let day = self.year_end.as_ref()?.day(spec.year()?, self.calendar);
                Some(Named::Whole(day.map(|end| period::span(YEAR, end))))
            }
            _ => None,
        }
    }
}

/// Whether a heading in plain form breaks off before days of balances: `Proved reserves at:`.
fn strikes(heading: &str) -> bool {
    let words = heading.trim_end_matches([':', ' ']);
    knowledge::before_lead_to_day(words).is_some()
}

/// Whether rows name one day after the other, and the first or the last is that on which the words
/// above the table strike its columns: `Initial investment of $100 on June 30, 1994` over
/// `June 30, 1994`, `June 30, 1995`, `June 28, 1996`.
fn run_from_or_to_the_day(draft: &Draft, named: &[Option<&Spec>], columns: &[Column]) -> bool {
    const FEWEST: usize = 3;
    let day = |spec: Option<&Spec>| spec.filter(|spec| !spec.lasts())?.end();
    let days: Option<Vec<Date>> = named.iter().copied().map(day).collect();
    let Some([first, .., last]) = days.as_deref().filter(|days| days.len() >= FEWEST) else {
        return false;
    };
    let is_struck = |end: &Date| columns.iter().all(|column| column.period == Period::on(*end));
    days.iter().flatten().is_sorted_by(|a, b| a < b)
        && (is_struck(first) || is_struck(last))
        && !draft.specs.iter().any(Spec::has_date)
}

/// Whether the days that rows name without their year follow each other as in a calendar year,
/// below each heading.
fn days_run_with_years(draft: &Draft, bare: &[Option<Spec>]) -> bool {
    let day = |(row, spec): (&AlignedRow, &Option<Spec>)| {
        let named = spec.as_ref().filter(|_| !row.cells.is_empty());
        named.filter(|spec| spec.years.is_empty())?.month_day
    };
    let days: Vec<Option<(i8, i8)>> = draft.rows.iter().zip(bare).map(day).collect();
    days.windows(2).all(|pair| pair[0].zip(pair[1]).is_none_or(|(before, day)| before < day))
}

/// Whether a title says that a table is quarterly, and the days of no year that its rows name, four
/// in a row, each end a quarter behind the one before: `March 31` to `December 31` below `1997`.
/// Columns that tell of time tell of theirs; deposits and loans alone are those of these days.
fn runs_by_quarters(draft: &Draft, named: &[Option<&Spec>]) -> bool {
    const QUARTERS: usize = 4;
    let alone = named.iter().flatten().filter(|spec| spec.is_day_alone());
    let days: Vec<(i8, i8)> = alone.filter_map(|spec| spec.month_day).collect();
    knowledge::tells_quarters(&knowledge::plain(&draft.title))
        && !days.is_empty()
        && days.len().is_multiple_of(QUARTERS)
        && days.chunks(QUARTERS).all(end_quarters)
        && draft.specs.iter().all(Spec::is_empty)
        && draft.head.columns.iter().any(|column| tells_result(column.plain()))
}

/// The quarter that an ordinal alone names: `First`.
fn ordinal(label: &str) -> Option<Spec> {
    match knowledge::period_word(label.trim()) {
        Some(PeriodWord::Quarter(quarter)) => {
            Some(Spec { quarter: Some(quarter), ..Spec::default() })
        }
        _ => None,
    }
}

/// Whether rows run from `First` to `Fourth` below prices, a title of quarters or the name of a
/// year: their quarters, where nothing over the labels says so.
fn run_through_quarters(draft: &Draft) -> bool {
    let quarter = |row: &AlignedRow| ordinal(&row.label)?.quarter;
    let rows: Vec<&AlignedRow> = draft.rows_with_figures().collect();
    let is_price =
        |head: &ColumnHead| head.pieces.iter().any(|words| knowledge::heads_prices(words));
    let by_title = || knowledge::tells_quarters(&knowledge::plain(&draft.title));
    let below_year = |row: &AlignedRow| {
        row.section.last().and_then(|heading| read(heading)).as_ref().and_then(Spec::year).is_some()
    };
    let run =
        rows.windows(4).find(|four| four.iter().copied().map(quarter).eq([1, 2, 3, 4].map(Some)));
    run.is_some_and(|run| {
        draft.head.columns.iter().any(is_price) || by_title() || below_year(run[0])
    })
}

/// A row called by a year is of none of the columns whose flows have ended before it: benefits to
/// be paid in `2009`, below those of 2008.
fn names_year_to_come(bare: Option<&Spec>, columns: &[Column]) -> Option<Named> {
    let year = bare?.year_alone()?;
    let has_ended = |column: &Column| column.period.end.is_some_and(|end| end.year() < year);
    let flows = columns.iter().filter(|column| column.period.start.is_some());
    let mut flows = flows.peekable();
    (flows.peek().is_some() && flows.all(has_ended)).then_some(Named::Whole(None))
}

/// The period that a label is.
fn read(label: &str) -> Option<Spec> {
    if !period::is_bare(label) && period::day_in_digits(label).is_none() {
        return None;
    }
    let spec = match &period::read(label)[..] {
        [spec] => Some(spec.clone()),
        [year, quarter] => quarter_behind_year(year, quarter),
        _ => None,
    };
    spec.filter(|spec| !spec.instant && !spec.to_date)
}

/// The quarter of the year that is named before it: `1995 First Quarter`, `Calendar 1995 First
/// Quarter`, which ends with its months whenever fiscal quarters do.
fn quarter_behind_year(year: &Spec, quarter: &Spec) -> Option<Spec> {
    // `March 31, 1998 (First Quarter)` is no year.
    let name = year.year().filter(|_| year.is_year_alone() || year.length == Some(YEAR))?;
    let alone = Spec { quarter: quarter.quarter, length: quarter.length, ..Spec::default() };
    let number = quarter.quarter.filter(|_| *quarter == alone && year.quarter.is_none())?;
    match year.end() {
        None => Some(Spec { years: vec![name], ..alone }),
        Some(close) => {
            let back = Duration::Months(3 * u16::try_from(4 - number).ok()?);
            let end = if number == 4 { close } else { period::before(back, close)? };
            let month_day = Some((end.month(), end.day()));
            Some(Spec { month_day, years: vec![end.year()], ..Spec::of(QUARTER) })
        }
    }
}

/// The year and the length that words name, and no day: `1997 quarter ended`,
/// `Quarters ended 1997`.
fn year_and_length(words: &str) -> Option<(i16, Duration)> {
    let mut told = Spec::default();
    for spec in &period::read(words) {
        told.fill(spec);
    }
    let (&[year], length) = (told.years.as_slice(), told.length?) else { return None };
    let is_all = told == Spec { length: Some(length), ..Spec::of_year(year) };
    (is_all && period::is_bare(words)).then_some((year, length))
}

/// The length that words name without saying when it ends: `Quarter ended`.
fn bare_length(words: &str) -> Option<Duration> {
    let spec = period::read_one(words)?;
    spec.length.filter(|length| spec == Spec::of(*length) && period::is_bare(words))
}
