//! The report as Markdown, for a pull request or a job summary.

use std::io::{self, Write};

use crate::diff::render::{Report, filing_name, words};
use crate::diff::{Change, FilingDiff, Subject};
use crate::plain::plain;

pub fn write(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## ex99 diff\n")?;
    let summary = words::capitalised(&report.comparison.summary().to_string());
    writeln!(out, "{}", escaped(&summary))?;
    for filing in &report.comparison.filings {
        let statements: Vec<_> =
            filing.statements.iter().filter(|statement| !statement.changes.is_empty()).collect();
        if filing.changes.is_empty() && statements.is_empty() {
            continue;
        }
        writeln!(out, "\n### {}", escaped(&filing_name(filing)))?;
        write_changes(filing, &filing.changes, out)?;
        for statement in statements {
            let name = statement.statement().map(words::statement).unwrap_or_default();
            writeln!(out, "\n#### {}", escaped(&name))?;
            write_changes(filing, &statement.changes, out)?;
        }
    }
    Ok(())
}

/// A list of changes of rows, columns and more, then a table of those of single numbers.
fn write_changes(
    filing: &FilingDiff<'_>,
    changes: &[Change<'_>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let (numbers, others): (Vec<_>, Vec<_>) =
        changes.iter().partition(|change| matches!(change.subject, Subject::Value | Subject::Fact));
    if !others.is_empty() {
        writeln!(out)?;
    }
    for change in others {
        let place = words::location(filing, change);
        let place = if place.is_empty() { place } else { format!(" {}", code(&place)) };
        writeln!(out, "- {}{place}", escaped(&words::sentence(change)))?;
    }
    if numbers.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n| Item | Period | Old | New | Difference | % | Where |")?;
    writeln!(out, "|---|---|--:|--:|--:|--:|---|")?;
    for change in numbers {
        let cells = [
            words::item(change),
            words::period_or_header(change),
            change.old.as_ref().map(words::number).unwrap_or_default(),
            change.new.as_ref().map(words::number_with_unit).unwrap_or_default(),
            words::difference(change),
            words::percent(change),
            words::location(filing, change),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

/// Text in a code span that nothing in the text can end.
fn code(text: &str) -> String {
    format!("`{}`", plain(text).replace('`', "'"))
}

/// Text that Markdown shows as it is.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in plain(&text.replace(['\n', '\r'], " ")).chars() {
        match char {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '<' | '#' | '~' => {
                out.push('\\');
                out.push(char);
            }
            _ => out.push(char),
        }
    }
    out
}
