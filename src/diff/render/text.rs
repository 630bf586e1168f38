//! The report as plain text: changes by filing and statement, with numbers in columns.

use std::io::{self, Write};

use crate::diff::render::{Report, filing_name, words};
use crate::diff::{Change, Direction, FilingDiff, Side, Subject};
use crate::plain::plain_lines;
use crate::record::Row;

pub fn write(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Vec::new();
    for filing in &report.comparison.filings {
        text.clear();
        write_filing(filing, &mut text)?;
        out.write_all(plain_lines(&String::from_utf8_lossy(&text)).as_bytes())?;
    }
    writeln!(out, "{}", words::capitalised(&report.comparison.summary().to_string()))
}

/// A filing with everything that differs in it; nothing at all if nothing does.
fn write_filing(filing: &FilingDiff<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut statements =
        filing.statements.iter().filter(|statement| !statement.changes.is_empty()).peekable();
    if filing.changes.is_empty() && statements.peek().is_none() {
        return Ok(());
    }
    writeln!(out, "{}", filing_name(filing))?;
    write_changes(filing, &filing.changes, "  ", out)?;
    for statement in statements {
        let name = statement.statement().map(words::statement).unwrap_or_default();
        writeln!(out, "\n  {name}")?;
        write_changes(filing, &statement.changes, "    ", out)?;
    }
    writeln!(out)
}

/// Changes, one per line; those of single numbers are grouped by row.
pub fn write_changes(
    filing: &FilingDiff<'_>,
    changes: &[Change<'_>],
    indent: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    for group in changes.chunk_by(are_of_one_row) {
        if is_number(&group[0]) {
            writeln!(out, "{indent}{} {}", words::mark(direction(group)), words::item(&group[0]))?;
            write_numbers(filing, group, indent, out)?;
            continue;
        }
        for change in group {
            let mark = words::mark(change.direction());
            let place = words::location(filing, change);
            let gap = if place.is_empty() { "" } else { "   " };
            writeln!(out, "{indent}{mark} {}{gap}{place}", words::sentence(change))?;
        }
    }
    Ok(())
}

/// The direction of all changes of a row if they have one in common.
fn direction(group: &[Change<'_>]) -> Direction {
    let first = group[0].direction();
    let alike = group.iter().all(|change| change.direction() == first);
    if alike { first } else { Direction::Changed }
}

fn write_numbers(
    filing: &FilingDiff<'_>,
    group: &[Change<'_>],
    indent: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lines: Vec<[String; 6]> = group.iter().map(|change| columns(filing, change)).collect();
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..6).map(width).collect();
    for line in &lines {
        let [period, old, new, difference, percent, place] = line;
        let text = format!(
            "{period:<0$}  {old:>1$} -> {new:<2$}  {difference:>3$}  {percent:>4$}   {place}",
            widths[0], widths[1], widths[2], widths[3], widths[4],
        );
        writeln!(out, "{indent}    {}", text.trim_end())?;
    }
    Ok(())
}

fn columns(filing: &FilingDiff<'_>, change: &Change<'_>) -> [String; 6] {
    let nothing = || "(nothing)".to_owned();
    [
        words::period_or_header(change),
        change.old.as_ref().map_or_else(nothing, words::number),
        change.new.as_ref().map_or_else(nothing, words::number_with_unit),
        words::difference(change),
        words::percent(change),
        words::location(filing, change),
    ]
}

fn is_number(change: &Change<'_>) -> bool {
    matches!(change.subject, Subject::Value | Subject::Fact)
}

/// Whether two changes are about numbers of one row: on the side that each is shown for, or on the
/// old side, which is the only one that a removed number has.
fn are_of_one_row(a: &Change<'_>, b: &Change<'_>) -> bool {
    fn row(side: Option<&Side<'_>>) -> Option<*const Row> {
        side.and_then(|side| side.row).map(std::ptr::from_ref)
    }
    let is_same_old_row = || a.old.is_some() && row(a.old.as_ref()) == row(b.old.as_ref());
    is_number(a) && is_number(b) && (row(a.place()) == row(b.place()) || is_same_old_row())
}
