//! `ex99 show`: prints statements as aligned tables.

use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::Context;
use unicode_width::UnicodeWidthStr;

use super::args::Show;
use super::inputs::{Content, Inputs};
use super::output::Output;
use super::pipeline::{self, Steps};
use super::render::Log;
use crate::emit::measure;
use crate::plain::{plain, plain_lines};
use crate::record::{Cell, Column, Filing, Row, Statement};

/// Labels are wrapped at this width.
const LABEL_WIDTH: usize = 48;
/// Headers are wrapped at this width, or at that of their figures if these are wider.
const HEADER_WIDTH: usize = 16;

/// Prints all statements of all inputs.
pub fn run(args: &Show, log: &Log) -> anyhow::Result<ExitCode> {
    let inputs = Inputs::new(&args.paths)?;
    let mut out = Output::stdout();
    let make = |name: &str, bytes: Vec<u8>| {
        let filing = crate::extract_undigested(name, &bytes)?;
        let mut text = String::new();
        let written = write_filing(&filing, &mut text);
        Ok(written.map(|()| plain_lines(&text).into_owned()).map_err(Into::into))
    };
    let mut is_nothing_met = true;
    let mut receive = |outcome: pipeline::Outcome<String>| {
        is_nothing_met = false;
        match outcome.result {
            Ok(text) => {
                out.write_all(text.as_bytes()).context("cannot write standard output")?;
            }
            Err(failure) => log.skipped(&outcome.name, &failure.to_string()),
        }
        Ok(ControlFlow::Continue(()))
    };
    let steps = Steps { load: Content::read_filing, make: &make, receive: &mut receive };
    pipeline::run(&inputs, 1, 0, steps)?;
    if is_nothing_met {
        log.warning("there are no files to show");
    }
    out.commit().context("cannot write standard output")?;
    Ok(ExitCode::SUCCESS)
}

fn write_filing(filing: &Filing, out: &mut String) -> fmt::Result {
    let names = [&*filing.source.file, filing.company(), &*filing.filing.form].map(plain);
    let names: Vec<&str> =
        names.iter().map(AsRef::as_ref).filter(|text| !text.is_empty()).collect();
    writeln!(out, "== {}", names.join(" | "))?;
    if filing.statements.is_empty() {
        writeln!(out, "no statements")?;
    }
    for statement in &filing.statements {
        writeln!(out)?;
        write_statement(statement, out)?;
    }
    writeln!(out)
}

fn write_statement(statement: &Statement, out: &mut String) -> fmt::Result {
    let title = if statement.title.is_empty() { "(no title)" } else { &statement.title };
    writeln!(out, "{}. {}", statement.id, plain(title))?;
    let (first, last) = statement.lines;
    let (kind, measure) = (statement.kind, measure(statement));
    writeln!(out, "   {kind}, {measure}, lines {first} to {last}")?;
    let columns: Vec<TextColumn> =
        statement.columns.iter().map(|column| TextColumn::new(column, &statement.rows)).collect();
    let labels: Vec<Vec<String>> = statement.rows.iter().map(label_lines).collect();
    let width = labels.iter().flatten().map(|line| line.width()).max().unwrap_or(0);
    write_headers(&columns, width, out)?;
    for (row, lines) in statement.rows.iter().zip(&labels) {
        write_row(row, lines, &columns, width, out)?;
    }
    Ok(())
}

/// A column of the printed table.
struct TextColumn {
    ordinal: u32,
    header: Vec<String>,
    width: usize,
}

impl TextColumn {
    fn new(column: &Column, rows: &[Row]) -> Self {
        let figures = rows.iter().filter_map(|row| row.cell(column.ordinal)).map(figure);
        let widest = figures.map(|text| text.width()).max().unwrap_or(0);
        let mut header = wrap(&plain(&column.header), widest.max(HEADER_WIDTH));
        header.extend(period(column));
        let header_width = header.iter().map(|line| line.width() + 1).max().unwrap_or(0);
        Self { ordinal: column.ordinal, header, width: widest.max(header_width) }
    }
}

/// Duration and last day, as in `P3M 2003-06-30`.
fn period(column: &Column) -> Option<String> {
    let end = column.period.end?;
    Some(match (column.period.duration, column.period.start) {
        (Some(duration), _) => format!("{duration} {end}"),
        (None, Some(start)) => format!("{start}/{end}"),
        (None, None) => end.to_string(),
    })
}

fn write_headers(columns: &[TextColumn], label_width: usize, out: &mut String) -> fmt::Result {
    let height = columns.iter().map(|column| column.header.len()).max().unwrap_or(0);
    for line in 0..height {
        let mut text = " ".repeat(label_width);
        for column in columns {
            let above = height - column.header.len();
            let part = line.checked_sub(above).map_or("", |line| &column.header[line]);
            // One place is kept free for a closing parenthesis or a percent sign, as in `figure`.
            let gap = " ".repeat(column.width.saturating_sub(part.width() + 1));
            write!(text, "  {gap}{part} ")?;
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    let mut rule = "-".repeat(label_width);
    for column in columns {
        write!(rule, "  {}", "-".repeat(column.width))?;
    }
    writeln!(out, "{rule}")
}

fn write_row(
    row: &Row,
    label: &[String],
    columns: &[TextColumn],
    width: usize,
    out: &mut String,
) -> fmt::Result {
    let (last, above) = label.split_last().map_or(("", label), |(last, above)| (last, above));
    for line in above {
        writeln!(out, "{line}")?;
    }
    let mut text = format!("{last}{}", " ".repeat(width.saturating_sub(last.width())));
    for column in columns {
        let figure = row.cell(column.ordinal).map(figure).unwrap_or_default();
        let gap = " ".repeat(column.width.saturating_sub(figure.width()));
        write!(text, "  {gap}{figure}")?;
    }
    writeln!(out, "{}", text.trim_end())
}

/// A number as printed in the source, with a blank at its end where others have a closing
/// parenthesis or percent sign, so that digits line up.
fn figure(cell: &Cell) -> String {
    let words: Vec<&str> = cell.raw.split_whitespace().collect();
    let text = plain(&words.join(" ")).into_owned();
    if text.ends_with([')', '%']) { text } else { text + " " }
}

fn label_lines(row: &Row) -> Vec<String> {
    let indent = "  ".repeat(row.depth.min(12) as usize);
    let hang = "    ";
    wrap(&plain(&row.label), LABEL_WIDTH.saturating_sub(indent.len() + hang.len()))
        .into_iter()
        .enumerate()
        .map(|(nth, line)| format!("{indent}{}{line}", if nth == 0 { "" } else { hang }))
        .collect()
}

/// Breaks text between words; a word that is too long for a line gets one of its own.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Date, date};

    use super::{wrap, write_statement};
    use crate::record::{Cell, Column, Duration, Kind, Period, Role, Row, Statement, Unit};

    fn row(role: Role, depth: u32, label: &str, raws: [&str; 2]) -> Row {
        let cell = |column, raw: &str| Cell {
            column,
            value: None,
            unit: Unit::USD,
            scale: Some(1000),
            decimals: None,
            raw: raw.to_owned(),
            period: Period::default(),
            line: 1,
            position: 1,
        };
        let cells = (1..).zip(raws).filter(|(_, raw)| !raw.is_empty());
        Row {
            ordinal: 1,
            role,
            label: label.to_owned(),
            section: vec![],
            depth,
            concept: String::new(),
            cells: cells.map(|(column, raw)| cell(column, raw)).collect(),
        }
    }

    fn column(ordinal: u32, header: &str, end: Option<Date>) -> Column {
        let duration = end.map(|_| Duration::Months(3));
        let period = Period { start: None, end, duration };
        Column { ordinal, header: header.to_owned(), period, qualifier: String::new() }
    }

    #[test]
    fn figures_stand_under_each_other() {
        let statement = Statement {
            id: 2,
            document: String::new(),
            kind: Kind::Income,
            title: "Statements of \u{1b}[1mOperations".to_owned(),
            lines: (10, 20),
            unit: Unit::USD,
            scale: Some(1000),
            columns: vec![
                column(1, "Three Months Ended June 30, 2003", Some(date(2003, 6, 30))),
                column(2, "Change", None),
            ],
            rows: vec![
                row(Role::Item, 0, "Revenues", ["$   13,582", "4.2%"]),
                row(Role::Heading, 0, "Costs and expenses", ["", ""]),
                row(
                    Role::Item,
                    1,
                    "Selling, general and administrative expenses, including those of related parties",
                    ["(2,396)", "-"],
                ),
                row(Role::Subtotal, 0, "", ["$ 11,186", ""]),
            ],
        };
        let mut out = String::new();
        write_statement(&statement, &mut out).unwrap();
        insta::assert_snapshot!(out);
    }

    #[test]
    fn long_words_have_lines_of_their_own() {
        assert_eq!(wrap("a bb  cccccc d", 4), ["a bb", "cccccc", "d"]);
        assert_eq!(wrap("", 4), Vec::<String>::new());
    }
}
