//! A change as data for programs, with everything that is known about it in one place.

use jiff::civil::Date;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::diff::{Change, Direction, FilingDiff, Said, Side, StatementDiff, Subject};
use crate::record::{Duration, Kind, Period};

/// The names of all directions.
pub fn directions() -> Vec<&'static str> {
    Direction::ALL.map(Direction::name).to_vec()
}

/// The names of all subjects.
pub fn subjects() -> Vec<&'static str> {
    Subject::all().map(Subject::name).collect()
}

/// The names of all kinds of statement, and the empty one.
fn kinds() -> Vec<&'static str> {
    Kind::ALL.map(Kind::name).into_iter().chain([""]).collect()
}

/// A change. Fields that do not apply to it are empty or null.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangeRecord<'r> {
    /// Which way it changed.
    #[schemars(extend("enum" = directions()))]
    pub change: &'static str,
    /// What changed.
    #[schemars(extend("enum" = subjects()))]
    pub what: &'static str,
    /// Company of the filing.
    pub company: &'r str,
    /// Accession number of the filing.
    pub accession: &'r str,
    /// Document within the submission.
    pub document: &'r str,
    /// Kind of the statement.
    #[schemars(extend("enum" = kinds()))]
    pub statement: &'r str,
    /// Title of the statement.
    pub title: &'r str,
    /// Headings above the row, outermost first, joined by ` > `.
    pub section: String,
    /// Label of the row.
    pub label: &'r str,
    /// us-gaap element of the row.
    pub concept: &'r str,
    /// Header text of the column.
    pub header: &'r str,
    /// First day of the period.
    #[schemars(with = "Option<String>")]
    pub period_start: Option<Date>,
    /// Last day of the period, or the day of an instant.
    #[schemars(with = "Option<String>")]
    pub period_end: Option<Date>,
    /// Length of the period.
    pub duration: Option<Duration>,
    /// Unit of the value.
    pub unit: String,
    /// The old side; null for what was added.
    pub old: Option<SideRecord<'r>>,
    /// The new side; null for what was removed.
    pub new: Option<SideRecord<'r>>,
    /// New value minus old value.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    #[schemars(with = "Option<f64>")]
    pub difference: Option<Decimal>,
    /// The difference in percent of the old value's magnitude.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    #[schemars(with = "Option<f64>")]
    pub percent: Option<Decimal>,
    /// How many facts the change affects.
    pub facts: usize,
}

/// One side of a change.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SideRecord<'r> {
    /// Name of the file.
    pub file: &'r str,
    /// Line in it, from 1.
    pub line: Option<u32>,
    /// The number, if the change is about a single one.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    #[schemars(with = "Option<f64>")]
    pub value: Option<Decimal>,
    /// What this side says, as text: the print of a number, an attribute, the figures of a row.
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
