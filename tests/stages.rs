//! What each stage makes of small texts, as snapshots that show the source beside the reading.
//!
//! `fixtures/lex` shows how lines are classed and blocks found, `fixtures/grid` how columns are
//! voted and figures find theirs, `fixtures/align` how header words become periods and lines
//! become rows with their sections. To accept a change: `INSTA_UPDATE=always cargo test --test
//! stages`, then read the difference before it is committed.

#[path = "common/fixtures.rs"]
mod fixtures;

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use ex99::align::{header, rows};
use ex99::grid;
use ex99::lex::block::{self, Block};
use ex99::lex::line::Lines;
use ex99::lex::token::Token;
use ex99::text::Text;

/// Holds the reading of every text of a folder to its snapshot.
fn check(folder: &str, read: fn(&[u8]) -> String) {
    let fixtures = fixtures::texts(folder);
    assert!(!fixtures.is_empty(), "no fixtures for {folder}");
    for fixture in fixtures {
        let name = Path::new(&fixture.name).file_stem().expect("a name").to_string_lossy();
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => format!("snapshots/{folder}") }, {
            insta::assert_snapshot!(name.as_ref(), read(&fixture.bytes));
        });
    }
}

/// The tables of a text, one after the other, as `show` puts them on paper.
fn tables(bytes: &[u8], show: fn(&Lines<'_>, &Block) -> String) -> String {
    let text = Text::decode(bytes);
    let lines = Lines::read(&text);
    let blocks = block::tables(&lines, &(0..lines.len()));
    blocks.iter().map(|block| show(&lines, block)).collect::<Vec<_>>().join("\n")
}

/// Every line with its block, kind and class.
fn lex(bytes: &[u8]) -> String {
    let mut out = String::new();
    for line in ex99::blocks(bytes).expect("a text") {
        let kind = format!("{:?}", line.kind).to_lowercase();
        let place = format!("{} {kind:5} {:9} | {}", line.block, line.class, line.text);
        writeln!(out, "{}", place.trim_end()).expect("a string takes it all");
    }
    out
}

/// Every line with figures above marks for its cells: a column's number under its last digit.
fn columns(lines: &Lines<'_>, block: &Block) -> String {
    let grid = grid::cut(lines, block);
    let mut out = String::new();
    for (at, column) in grid.columns.iter().enumerate() {
        let (least, greatest) = column.edges;
        let (left, votes) = (column.left, column.votes);
        writeln!(out, "column {}: from {left}, ends {least}..{greatest}, {votes} votes", at + 1)
            .expect("a string takes it all");
    }
    for row in &grid.rows {
        let mut marks = Vec::new();
        for (column, token) in &row.cells {
            mark(&mut marks, token, &(column + 1).to_string());
        }
        for token in &row.loose {
            mark(&mut marks, token, "?");
        }
        let marks: String = marks.into_iter().collect();
        writeln!(out, "| {}\n| {}", lines.face(row.line), marks.trim_end())
            .expect("a string takes it all");
    }
    out
}

/// Draws a figure's extent, its column's number below the last digit.
fn mark(marks: &mut Vec<char>, token: &Token, name: &str) {
    let Range { start, end } = token.span();
    marks.resize(marks.len().max(end), ' ');
    marks[start..end].fill('~');
    for (at, c) in name.chars().enumerate() {
        marks[token.edge - 1 + at] = c;
    }
}

/// The source, then the columns' headers and what they say, then the rows with their sections.
fn rows_and_headers(lines: &Lines<'_>, block: &Block) -> String {
    let grid = grid::cut(lines, block);
    let head = header::read(lines, block, &grid);
    let mut out = String::new();
    let mut say =
        |line: String| writeln!(out, "{}", line.trim_end()).expect("a string takes it all");
    for line in block.top..=block.bottom {
        say(format!("| {}", lines.face(line)));
    }
    for line in &head.caption {
        say(format!("caption: {}", line.text.trim()));
    }
    for words in &head.stub {
        say(format!("stub: {words}"));
    }
    for (at, column) in head.columns.iter().enumerate() {
        let period = column.spec().period(false).map_or_else(String::new, |period| {
            let length = period.duration.map_or_else(String::new, |d| d.to_string());
            let end = period.end.map_or_else(String::new, |d| d.to_string());
            format!("-> {length} {end}")
        });
        say(format!("column {}: {} {period}", at + 1, column.pieces.join(" / ")));
    }
    for row in rows::build(lines, block, &grid, &head).rows {
        let section: String = row.section.iter().flat_map(|heading| ["[", heading, "] "]).collect();
        let cells = row.cells.iter().map(|cell| {
            let print = &lines.face(cell.line)[cell.token.span()];
            format!("{}={print}", cell.column + 1)
        });
        let cells = cells.collect::<Vec<_>>().join("  ");
        let (first, last) = row.lines;
        let extent = if first == last {
            format!("{}", first + 1)
        } else {
            format!("{}-{}", first + 1, last + 1)
        };
        say(format!("{extent:>5} {section}{:?} {cells}", row.label));
    }
    out
}

#[test]
fn lexer() {
    check("lex", lex);
}

#[test]
fn column_aligner() {
    check("grid", |bytes| tables(bytes, columns));
}

#[test]
fn headers_and_rows() {
    check("align", |bytes| tables(bytes, rows_and_headers));
}
