//! Changes as CSV, one per row.

use std::io::{self, Write};

use rust_decimal::Decimal;

use crate::diff::render::Report;
use crate::diff::render::record::{ChangeRecord, SideRecord};
use crate::emit;

const COLUMNS: [&str; 24] = [
    "change",
    "what",
    "company",
    "accession",
    "document",
    "statement",
    "title",
    "section",
    "label",
    "concept",
    "header",
    "period_start",
    "period_end",
    "duration",
    "unit",
    "old",
    "new",
    "difference",
    "percent",
    "facts",
    "old_file",
    "old_line",
    "new_file",
    "new_line",
];

pub fn write(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for (filing, statement, change) in report.comparison.changes() {
        csv.write_record(row(&ChangeRecord::of(filing, statement, change)))?;
    }
    csv.flush()
}

fn row(record: &ChangeRecord<'_>) -> [String; 24] {
    let number = |value: Option<Decimal>| value.map(|value| value.to_string()).unwrap_or_default();
    let file = |side: &Option<SideRecord<'_>>| {
        side.as_ref().map(|side| guarded(side.file)).unwrap_or_default()
    };
    let line = |side: &Option<SideRecord<'_>>| {
        side.as_ref().and_then(|side| side.line).map(|line| line.to_string()).unwrap_or_default()
    };
    let said = |side: &Option<SideRecord<'_>>| match side {
        Some(SideRecord { value: Some(value), .. }) => value.to_string(),
        Some(side) => guarded(&side.text),
        None => String::new(),
    };
    [
        record.change.to_owned(),
        record.what.to_owned(),
        guarded(record.company),
        guarded(record.accession),
        guarded(record.document),
        record.statement.to_owned(),
        guarded(record.title),
        guarded(&record.section),
        guarded(record.label),
        guarded(record.concept),
        guarded(record.header),
        record.period_start.map(|date| date.to_string()).unwrap_or_default(),
        record.period_end.map(|date| date.to_string()).unwrap_or_default(),
        record.duration.map(|duration| duration.to_string()).unwrap_or_default(),
        record.unit.clone(),
        said(&record.old),
        said(&record.new),
        number(record.difference),
        number(record.percent),
        record.facts.to_string(),
        file(&record.old),
        line(&record.old),
        file(&record.new),
        line(&record.new),
    ]
}

fn guarded(text: &str) -> String {
    emit::guarded(text).into_owned()
}
