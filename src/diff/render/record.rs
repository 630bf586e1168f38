//! A change as data, all that is to be known about it in one place.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use crate::diff::{Change, FilingDiff, Said, Side, StatementDiff, Subject};
use crate::record::{Duration, Period};

/// What reports for programs say about a change.
#[derive(Debug, Serialize)]
pub struct ChangeRecord<'r> {
    pub change: &'static str,
    pub what: &'static str,
    pub company: &'r str,
    pub accession: &'r str,
    pub document: &'r str,
    pub statement: &'r str,
    pub title: &'r str,
    pub section: String,
    pub label: &'r str,
    pub concept: &'r str,
    pub header: &'r str,
    pub period_start: Option<Date>,
    pub period_end: Option<Date>,
    pub duration: Option<Duration>,
    pub unit: String,
    pub old: Option<SideRecord<'r>>,
    pub new: Option<SideRecord<'r>>,
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    pub difference: Option<Decimal>,
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    pub percent: Option<Decimal>,
    pub facts: usize,
}

/// One side of it.
#[derive(Debug, Serialize)]
pub struct SideRecord<'r> {
    pub file: &'r str,
    pub line: Option<u32>,
    /// The number, where the change is about one.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    pub value: Option<Decimal>,
    /// What it says as text: the print of a number, an attribute, the figures of a row.
    pub text: String,
}

impl<'r> ChangeRecord<'r> {
    pub fn of(
        filing: &'r FilingDiff<'r>,
        statement: Option<&'r StatementDiff<'r>>,
        change: &'r Change<'r>,
    ) -> Self {
        let (old_file, new_file) = filing.files();
        let place = change.place();
        let row = place.and_then(|side| side.row);
        let column = place.and_then(|side| side.column);
        let cell = place.and_then(|side| side.cell);
        let period = cell.map(|cell| cell.period).or(column.map(|column| column.period));
        let Period { start, end, duration } = period.unwrap_or_default();
        let statement = statement.and_then(StatementDiff::statement);
        Self {
            change: change.direction().name(),
            what: change.subject.name(),
            company: filing.company(),
            accession: filing.new.or(filing.old).map_or("", |filing| &filing.filing.accession),
            document: statement.map_or("", |statement| &statement.document),
            statement: statement.map_or("", |statement| statement.kind.name()),
            title: statement.map_or("", |statement| &statement.title),
            section: row.map(|row| row.section.join(" > ")).unwrap_or_default(),
            label: row.map_or("", |row| &row.label),
            concept: row.map_or("", |row| &row.concept),
            header: column.map_or("", |column| &column.header),
            period_start: start,
            period_end: end,
            duration,
            unit: cell.map(|cell| cell.unit.to_string()).unwrap_or_default(),
            old: change.old.as_ref().map(|side| SideRecord::of(old_file, side, change.subject)),
            new: change.new.as_ref().map(|side| SideRecord::of(new_file, side, change.subject)),
            difference: change.difference(),
            percent: change.percent(),
            facts: change.facts,
        }
    }
}

impl<'r> SideRecord<'r> {
    fn of(file: Option<&'r str>, side: &'r Side<'r>, subject: Subject) -> Self {
        let is_number = matches!(subject, Subject::Value | Subject::Fact);
        let value = side.cell.filter(|_| is_number).and_then(|cell| cell.value);
        Self {
            file: file.unwrap_or_default(),
            line: side.line,
            value: value.map(|value| value.normalize()),
            text: text(side),
        }
    }
}

fn text(side: &Side<'_>) -> String {
    match &side.said {
        Said::Nothing => String::new(),
        Said::Number => side.cell.map(|cell| cell.raw.trim().to_owned()).unwrap_or_default(),
        Said::Figures(figures) => figures.join(" | "),
        Said::Text(text) => text.clone(),
        Said::Period(period) => words(*period),
        Said::Unit(unit) => unit.to_string(),
        Said::Scale(scale) => scale.map(|scale| scale.to_string()).unwrap_or_default(),
    }
}

/// `2003-06-30`, `2003-04-01/2003-06-30 P3M`.
fn words(period: Period) -> String {
    let day = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
    let mut text = match period.start {
        Some(start) => format!("{start}/{}", day(period.end)),
        None => day(period.end),
    };
    if let Some(duration) = period.duration {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&duration.to_string());
    }
    text
}
