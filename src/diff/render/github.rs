//! Annotations of a GitHub workflow, which shows each change at its line of the new side.

use std::io::{self, Write};

use crate::diff::render::{Report, filing_name, words};
use crate::diff::{Change, FilingDiff, StatementDiff};
use crate::plain::plain;

pub fn write(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let level = if report.strict { "error" } else { "warning" };
    for (filing, statement, change) in report.comparison.changes() {
        let title = format!("{} {}", change.subject.name(), change.direction().name());
        writeln!(
            out,
            "::{level} {}title={}::{}",
            place(report, filing, change),
            property(&title),
            message(&text(filing, statement, change)),
        )?;
    }
    if !report.comparison.is_empty() {
        let summary = words::capitalised(&report.comparison.summary().to_string());
        writeln!(out, "::notice title=ex99 diff::{}", message(&summary))?;
    }
    Ok(())
}

fn text(
    filing: &FilingDiff<'_>,
    statement: Option<&StatementDiff<'_>>,
    change: &Change<'_>,
) -> String {
    match statement.and_then(StatementDiff::statement) {
        Some(statement) => format!("{}: {}", words::statement(statement), words::sentence(change)),
        None => format!("{}: {}", filing_name(filing), words::sentence(change)),
    }
}

/// File and line on the new side; what was removed has no line there.
fn place(report: &Report<'_, '_>, filing: &FilingDiff<'_>, change: &Change<'_>) -> String {
    let (old, new) = filing.files();
    let file = new.or(old).unwrap_or_default();
    let path = match report.folder.trim_end_matches('/') {
        "" => file.to_owned(),
        folder => format!("{folder}/{file}"),
    };
    let line = change.new.as_ref().and_then(|side| side.line);
    let line = line.map(|line| format!("line={line},")).unwrap_or_default();
    format!("file={},{line}", property(&path))
}

fn message(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    plain(&text).into_owned()
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
