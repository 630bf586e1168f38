//! Changes as JSON: one document, or one change a line.

use std::io::{self, Write};

use serde::Serialize;

use crate::diff::render::Report;
use crate::diff::render::record::ChangeRecord;
use crate::record::SCHEMA_VERSION;

#[derive(Serialize)]
struct Document<'r> {
    ex99: Producer,
    old: &'r str,
    new: &'r str,
    summary: Summary,
    changes: Vec<ChangeRecord<'r>>,
}

#[derive(Serialize)]
struct Producer {
    version: &'static str,
    schema: u32,
}

#[derive(Serialize)]
struct Summary {
    compared: usize,
    changes: usize,
    counts: Vec<Count>,
}

#[derive(Serialize)]
struct Count {
    change: &'static str,
    what: &'static str,
    changes: usize,
    facts: usize,
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
