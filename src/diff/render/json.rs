//! Changes as JSON: one document, or one change per line.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::diff::render::Report;
use crate::diff::render::record::{ChangeRecord, directions, subjects};
use crate::record::SCHEMA_VERSION;

/// What differs between two extractions.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "ex99 comparison")]
struct Document<'r> {
    /// What wrote the document.
    ex99: Producer,
    /// Name of the old side.
    old: &'r str,
    /// Name of the new side.
    new: &'r str,
    /// The changes, counted.
    summary: Summary,
    /// The changes, in the order of the new side.
    changes: Vec<ChangeRecord<'r>>,
}

/// What wrote a document.
#[derive(Serialize, JsonSchema)]
struct Producer {
    /// Version of ex99.
    version: &'static str,
    /// Version of the output format.
    schema: u32,
}

/// How much differs.
#[derive(Serialize, JsonSchema)]
struct Summary {
    /// How many facts are on both sides.
    compared: usize,
    /// How many changes there are in all.
    changes: usize,
    /// How many there are of each sort.
    counts: Vec<Count>,
}

/// How many changes there are of one sort.
#[derive(Serialize, JsonSchema)]
struct Count {
    /// Which way.
    #[schemars(extend("enum" = directions()))]
    change: &'static str,
    /// What changed.
    #[schemars(extend("enum" = subjects()))]
    what: &'static str,
    /// How many such changes there are.
    changes: usize,
    /// How many facts they affect.
    facts: usize,
}

/// JSON Schema (draft 2020-12) of the JSON report; a line of JSON Lines is its
/// `$defs/ChangeRecord`.
pub fn schema() -> Value {
    schemars::schema_for!(Document<'_>).to_value()
}

pub fn write(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let document = Document {
        ex99: Producer { version: env!("CARGO_PKG_VERSION"), schema: SCHEMA_VERSION },
        old: report.old,
        new: report.new,
        summary: summary(report),
        changes: records(report).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

pub fn write_lines(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    for record in records(report) {
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)?;
    }
    Ok(())
}

fn summary(report: &Report<'_, '_>) -> Summary {
    let summary = report.comparison.summary();
    let counts = summary.tallies.iter().map(|tally| Count {
        change: tally.direction.name(),
        what: tally.subject.name(),
        changes: tally.changes,
        facts: tally.facts,
    });
    Summary { compared: summary.compared, changes: summary.changes(), counts: counts.collect() }
}

fn records<'r>(report: &Report<'r, '_>) -> impl Iterator<Item = ChangeRecord<'r>> {
    report
        .comparison
        .changes()
        .map(|(filing, statement, change)| ChangeRecord::of(filing, statement, change))
}
