//! Every release under `fixtures/releases` against the truth written beside it.
//!
//! `NAME.txt` is a release of an invented company that shows a layout; `NAME.expect.csv` says what
//! a careful reader finds in it, one row a number, in reading order. The first line of the truth
//! names the layout. Truth is written by hand from the release, never pasted from the tool.

#[path = "common/fixtures.rs"]
mod fixtures;

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::Path;

use ex99::record::Filing;
use fixtures::Fixture;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer};

/// A number with all that is said of it, as text.
#[derive(Debug, Deserialize)]
struct Cell {
    line: u32,
    raw: String,
    statement: String,
    section: String,
    label: String,
    period_start: String,
    period_end: String,
    duration: String,
    unit: String,
    value: String,
    concept: String,
    /// The statement's title, where the truth gives one.
    #[serde(default)]
    title: Option<String>,
    /// What the header says beside the period, where the truth tells it.
    #[serde(default, deserialize_with = "told")]
    qualifier: Option<String>,
}

/// What a column of the truth tells, if it is there: an empty cell tells that there is nothing.
fn told<'de, D: Deserializer<'de>>(cell: D) -> Result<Option<String>, D::Error> {
    String::deserialize(cell).map(Some)
}

impl Cell {
    /// Whether the truth says where a span begins. One that has a duration needs no start.
    fn tells_start(&self) -> bool {
        self.duration.is_empty() || !self.period_start.is_empty()
    }

    /// What is said of the number, part by part.
    fn parts(&self, with_start: bool) -> [(&'static str, String); 8] {
        let start = if with_start { self.period_start.as_str() } else { "" };
        let value = self
            .value
            .parse()
            .map_or_else(|_| self.value.clone(), |v: Decimal| v.normalize().to_string());
        [
            ("raw", self.raw.clone()),
            ("statement", self.statement.clone()),
            ("section", self.section.clone()),
            ("label", self.label.clone()),
            ("period", format!("{} {start}..{}", self.duration, self.period_end)),
            ("unit", self.unit.clone()),
            ("value", value),
            ("concept", self.concept.clone()),
        ]
    }

    fn differences(&self, found: &Self) -> Vec<String> {
        let told = [
            ("title", &self.title, &found.title),
            ("qualifier", &self.qualifier, &found.qualifier),
        ];
        let told = told.into_iter().filter_map(|(part, want, have)| {
            Some(((part, want.clone()?), (part, have.clone().unwrap_or_default())))
        });
        let with_start = self.tells_start();
        let pairs = self.parts(with_start).into_iter().zip(found.parts(with_start));
        pairs
            .chain(told)
            .filter(|((_, want), (_, have))| want != have)
            .map(|((part, want), (_, have))| format!("{part}: expected `{want}`, found `{have}`"))
            .collect()
    }
}

/// The truth beside a release.
fn expected(release: &str) -> Vec<Cell> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(release).with_extension("expect.csv");
    let reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(&path);
    let mut reader = reader.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    reader
        .deserialize()
        .map(|row| row.unwrap_or_else(|e| panic!("{}: {e}", path.display())))
        .collect()
}

/// The numbers of a filing, in the order of its statements.
fn found(filing: &Filing) -> Vec<Cell> {
    let text = |part: Option<String>| part.unwrap_or_default();
    let mut out = Vec::new();
    for statement in &filing.statements {
        let qualifier = |ordinal: u32| {
            let column = statement.columns.iter().find(|column| column.ordinal == ordinal);
            column.map(|column| column.qualifier.clone())
        };
        for row in &statement.rows {
            out.extend(row.cells.iter().map(|cell| Cell {
                line: cell.line,
                raw: cell.raw.clone(),
                statement: statement.kind.to_string(),
                section: row.section.join(" > "),
                label: row.label.clone(),
                period_start: text(cell.period.start.map(|d| d.to_string())),
                period_end: text(cell.period.end.map(|d| d.to_string())),
                duration: text(cell.period.duration.map(|d| d.to_string())),
                unit: cell.unit.to_string(),
                value: text(cell.value.map(|v| v.to_string())),
                concept: row.concept.clone(),
                title: Some(statement.title.clone()),
                qualifier: qualifier(cell.column),
            }));
        }
    }
    out
}

/// All differences between a release and its truth, as a report for people.
fn compare(fixture: &Fixture) -> String {
    let filing = match ex99::extract(&fixture.name, &fixture.bytes) {
        Ok(filing) => filing,
        Err(why) => return format!("{}: {why}\n", fixture.name),
    };
    let mut want: VecDeque<Cell> = expected(&fixture.name).into();
    let mut have = found(&filing);
    let mut report = String::new();
    let mut say = |line: u32, raw: &str, what: &str| {
        writeln!(report, "{}:{line}: `{raw}` {what}", fixture.name).expect("a string takes it all");
    };
    // The same print on the same line is the same number; what is left of a line goes by order.
    let mut unmatched = Vec::new();
    while let Some(cell) = want.pop_front() {
        match have.iter().position(|f| f.line == cell.line && f.raw == cell.raw) {
            Some(at) => {
                let differences = cell.differences(&have.remove(at));
                if !differences.is_empty() {
                    say(cell.line, &cell.raw, &differences.join("; "));
                }
            }
            None => unmatched.push(cell),
        }
    }
    for cell in unmatched {
        match have.iter().position(|f| f.line == cell.line) {
            Some(at) => say(cell.line, &cell.raw, &cell.differences(&have.remove(at)).join("; ")),
            None => say(cell.line, &cell.raw, &format!("missing: a number of `{}`", cell.label)),
        }
    }
    for cell in have {
        say(cell.line, &cell.raw, &format!("spurious: read as a number of `{}`", cell.label));
    }
    report
}

/// What cannot be read yet waits under `fixtures/pending`, with its truth.
#[test]
fn what_waits_is_not_read_yet() {
    let fixtures = fixtures::texts("pending");
    let read: Vec<&str> =
        fixtures.iter().filter(|f| compare(f).is_empty()).map(|f| f.name.as_str()).collect();
    assert!(read.is_empty(), "{read:?} agree with their truth: move them to fixtures/releases/");
}

#[test]
fn releases_are_read_as_their_readers_read_them() {
    let fixtures = fixtures::texts("releases");
    assert!(!fixtures.is_empty(), "no release under fixtures/releases");
    let report: String = fixtures.iter().map(compare).collect();
    assert!(report.is_empty(), "\n{report}{} differences", report.lines().count());
}

#[test]
fn a_dateline_is_no_company() {
    let release = include_bytes!("../fixtures/releases/misprints.txt");
    let filing = ex99::extract("misprints.txt", release).unwrap();
    assert_eq!(filing.company(), "GULF COAST TOWING, INC.");
}
