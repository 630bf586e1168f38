//! Wide CSV, for spreadsheets: each statement laid out as it looks on paper.

use std::io::{self, Write};

use super::csv::{put_decimal, put_text};
use crate::record::{Column, Filing, Row, Statement};

pub(super) fn encode(filing: &Filing, out: &mut impl Write) -> io::Result<()> {
    let mut lines = Vec::new();
    for (nth, each) in filing.statements.iter().enumerate() {
        if nth > 0 {
            lines.push(b'\n');
        }
        statement(filing, each, &mut lines)?;
        out.write_all(&lines)?;
        lines.clear();
    }
    Ok(())
}

/// Appends one statement: title, unit and source, header rows, then a line for each row.
pub fn statement(filing: &Filing, statement: &Statement, out: &mut Vec<u8>) -> io::Result<()> {
    let width = statement.columns.len();
    put_title(out, &statement.title, width);
    let (first, last) = statement.lines;
    let source = &filing.source.file;
    let origin = format!("{}; {source}, lines {first} to {last}", super::measure(statement));
    put_title(out, &origin, width);
    put_headers(statement, out)?;
    for row in &statement.rows {
        put_row(row, &statement.columns, out)?;
    }
    Ok(())
}

/// A line with text in its first field only.
fn put_title(out: &mut Vec<u8>, text: &str, width: usize) {
    put_text(out, text);
    out.resize(out.len() + width, b',');
    out.push(b'\n');
}

fn put_label(out: &mut Vec<u8>, depth: u32, text: &str) {
    let indent = "  ".repeat(depth as usize);
    put_text(out, &format!("{indent}{text}"));
}

fn put_headers(statement: &Statement, out: &mut Vec<u8>) -> io::Result<()> {
    let columns = &statement.columns;
    for column in columns {
        out.push(b',');
        put_text(out, &column.header);
    }
    out.push(b'\n');
    put_facts(out, "Duration", columns, |column| column.period.duration)?;
    put_facts(out, "Period start", columns, |column| {
        column.period.start.filter(|_| column.period.duration.is_none())
    })?;
    put_facts(out, "Period end", columns, |column| column.period.end)?;
    put_facts(out, "Qualifier", columns, |column| {
        Some(&column.qualifier).filter(|text| !text.is_empty())
    })
}

/// A header line with a fact about each column; no line if no column has it.
fn put_facts<'a, T: ToString>(
    out: &mut Vec<u8>,
    name: &str,
    columns: &'a [Column],
    fact: impl Fn(&'a Column) -> Option<T>,
) -> io::Result<()> {
    if columns.iter().all(|column| fact(column).is_none()) {
        return Ok(());
    }
    out.write_all(name.as_bytes())?;
    for column in columns {
        out.push(b',');
        if let Some(fact) = fact(column) {
            put_text(out, &fact.to_string());
        }
    }
    out.write_all(b"\n")
}

fn put_row(row: &Row, columns: &[Column], out: &mut Vec<u8>) -> io::Result<()> {
    put_label(out, row.depth, &row.label);
    for column in columns {
        out.push(b',');
        if let Some(cell) = row.cell(column.ordinal) {
            match cell.printed() {
                Some(value) => put_decimal(out, value)?,
                None => put_text(out, &cell.raw),
            }
        }
    }
    out.write_all(b"\n")
}
