//! Lines to rows: wrapped labels, headings and the sections they open.
//!
//! - `pieces`: the lines of the body, each cut to a `piece` where its label ends (`label_end`)
//! - `wrap`: pieces put together to rows and headings, each a `row`
//! - `sections`: the headings in force above each row
//! - `panels`: labels and headings that one panel of a statement has of another

mod label_end;
mod panels;
mod piece;
mod pieces;
mod row;
mod sections;
mod wrap;

use std::sync::Arc;

pub use self::panels::{part_labels, sections_of_panel};
pub use self::row::{AlignedRow, PlacedToken};

use self::pieces::pieces;
use self::sections::sections;
use self::wrap::gather;
use crate::align::header::{CaptionLine, Head, segments};
use crate::align::label::{clean, is_capitals};
pub use crate::align::label::{is_count, without_references};
use crate::grid::Grid;
use crate::knowledge;
use crate::lex::block::Block;
use crate::lex::line::{Class, Lines};
use crate::period;

/// The body of a table.
#[derive(Debug, Default)]
pub struct Body {
    /// Headings and rows, in order.
    pub rows: Vec<AlignedRow>,
    /// Line and column of numbers that stand beside words over the columns, in no row's cells.
    pub stray: Vec<(usize, usize)>,
    /// Whether rules stand among the rows.
    ruled: bool,
}

impl Body {
    /// Puts the rows of a page below the headings still open at the foot of the page before, where
    /// the first of them stands deeper than these, or is one of a list there: `Diluted`; or as deep
    /// as those of `INCOME STATEMENT DATA:` there. The rows of a side of a balance sheet are read as
    /// if they stood on one page.
    pub fn carry_on(&mut self, before: &[AlignedRow]) {
        let open = open_headings(before);
        let carried = open.len();
        let first = self.rows.first().filter(|row| !row.cells.is_empty());
        let as_deep = |row: &AlignedRow| {
            before.last().is_some_and(|above| !above.cells.is_empty() && above.indent == row.indent)
        };
        let goes_on = first.zip(open.last()).is_some_and(|(row, last)| {
            row.indent > last.indent
                || knowledge::is_ditto(row.key())
                || knowledge::heads_data(&last.plain) && as_deep(row)
        });
        let in_side = || open.iter().any(|heading| knowledge::is_top_heading(&heading.plain));
        let (above, carried) = if goes_on {
            (open, carried)
        } else if first.is_some_and(|row| !row.label.is_empty()) && in_side() {
            (before.to_vec(), before.len())
        } else {
            return;
        };
        self.rows.splice(..0, above);
        sections(&mut self.rows, self.ruled);
        self.rows.drain(..carried);
    }
}

/// The headings in force behind the last of some rows, outermost first.
fn open_headings(rows: &[AlignedRow]) -> Vec<AlignedRow> {
    let Some(last) = rows.last() else { return Vec::new() };
    let heading = |row: &&AlignedRow| row.cells.is_empty();
    let of = |(depth, text): (usize, &Arc<str>)| {
        let named = |r: &&AlignedRow| r.section.len() == depth && *r.label == **text;
        rows.iter().rev().filter(heading).find(named).cloned()
    };
    last.section
        .iter()
        .enumerate()
        .filter_map(of)
        .chain(Some(last).filter(heading).cloned())
        .collect()
}

/// Builds the rows of a block below its header.
pub fn build(lines: &Lines<'_>, block: &Block, grid: &Grid, head: &Head) -> Body {
    let mut stray = Vec::new();
    let pieces = pieces(lines, block, grid, head, &mut stray);
    let mut rows = gather(&pieces, grid);
    if grid.tight {
        // Where gaps are closed up, rows whose figures have no place are no headings.
        let out_of_place =
            |line: usize| grid.rows.iter().any(|r| r.line == line && !r.loose.is_empty());
        rows.retain(|row| !row.cells.is_empty() || !out_of_place(row.lines.0));
    }
    drop(pieces);
    let over_labels = heading_over_labels(lines, head, &rows)
        .or_else(|| ruled_heading_over_labels(lines, head, &rows))
        .or_else(|| twin_heading_over_labels(head, &rows));
    let opening = head.opening.iter().chain(&over_labels).map(|c| opening(lines, c));
    rows.splice(..0, opening);
    let ruled = (head.body..=block.bottom).any(|i| lines.class(i) == Class::Rule);
    sections(&mut rows, ruled);
    Body { rows, stray, ruled }
}

/// The heading of the first rows on the lowest line of the header, over the labels:
/// `BALANCE SHEET DATA:   1995   1996`, or `Income statement data` where `Other data:` stands
/// further down. Whatever it says, it is one where the first row stands deeper and words as far to
/// the left that begin alike head others.
fn heading_over_labels(lines: &Lines<'_>, head: &Head, rows: &[AlignedRow]) -> Option<CaptionLine> {
    let heads_data =
        |text: &str| knowledge::heads_data(knowledge::plain(text).trim_end_matches(':'));
    let (text, line) = (head.stub.last()?, *head.lines.last()?);
    let mut headings = rows.iter().filter(|row| row.cells.is_empty());
    let heads = if heads_data(text) {
        text.ends_with(':') || headings.any(|row| heads_data(&row.label))
    } else {
        // `Revenue by market   2004   2003`, and further down `Revenue by region`
        let indent = lines.get(line).indent as usize;
        let deeper = |row: &AlignedRow| !row.cells.is_empty() && row.indent > indent;
        text.starts_with(char::is_uppercase)
            && lines.face(line).trim_ascii_start().starts_with(text.as_str())
            && !period::speaks(text)
            && knowledge::scale_of(text).is_none()
            && rows.first().is_some_and(deeper)
            && headings.any(|row| {
                row.indent == indent && row.label.split(' ').next() == text.split(' ').next()
            })
    };
    heads.then(|| CaptionLine { line, text: text.clone() })
}

/// The heading of the first rows over the labels, with a rule of its own beneath, where one ruled
/// alike stands further down over rows that begin with the same one: `FILTERS` in the header, `VALVES`
/// below, and `Net sales` below each.
fn ruled_heading_over_labels(
    lines: &Lines<'_>,
    head: &Head,
    rows: &[AlignedRow],
) -> Option<CaptionLine> {
    let first = rows.first().filter(|row| !row.cells.is_empty() && !row.label.is_empty())?;
    let at = rows.iter().position(|row| row.cells.is_empty())?;
    let (heading, below) = (&rows[at], rows.get(at + 1)?);
    let line = *head.lines.last()?;
    let own = head.stub.iter().map(String::len).max()?;
    let other = (heading.lines.0..=heading.lines.1).map(|i| lines.face(i).trim_ascii().len());
    let text = head.stub.join(" ");
    let says_when = |words: &str| period::speaks(words);
    // `Region` may name the labels, and another heading stand below.
    let are_alike = is_capitals(&text) && is_capitals(&heading.label)
        || text.split(' ').next() == heading.label.split(' ').next();
    let heads = below.label == first.label
        && are_alike
        && is_underlined(lines, line, own)
        && is_underlined(lines, heading.lines.1, other.max()?)
        && text.starts_with(char::is_uppercase)
        && !says_when(&text)
        && !says_when(&heading.label)
        && knowledge::scale_of(&text).is_none();
    heads.then_some(CaptionLine { line, text })
}

/// The heading of the first rows over the labels, where one of the same words but one stands further
/// down over rows that begin with the same one: `Basic earnings per share   1999   1998` above
/// `Net income`, `Diluted earnings per share` above the next.
fn twin_heading_over_labels(head: &Head, rows: &[AlignedRow]) -> Option<CaptionLine> {
    /// Fewest words of such a heading.
    const FEWEST: usize = 3;
    let first = rows.first().filter(|row| !row.cells.is_empty() && !row.label.is_empty())?;
    let (text, line) = (head.stub.last()?, *head.lines.last()?);
    let words: Vec<&str> = text.trim_end_matches(':').split(' ').collect();
    let is_twin = |heading: &AlignedRow| {
        let other: Vec<&str> = heading.label.trim_end_matches(':').split(' ').collect();
        let unlike = words.iter().zip(&other).filter(|(a, b)| a != b).count();
        words.len() >= FEWEST && words.len() == other.len() && unlike == 1
    };
    let heads_same = |pair: &[AlignedRow]| {
        pair[0].cells.is_empty() && pair[1].label == first.label && is_twin(&pair[0])
    };
    let says_when = || period::speaks(text) || knowledge::scale_of(text).is_some();
    (rows.windows(2).any(heads_same) && !says_when())
        .then(|| CaptionLine { line, text: text.clone() })
}

/// Whether the rule right below a line begins with a run about as wide as some words.
fn is_underlined(lines: &Lines<'_>, line: usize, width: usize) -> bool {
    const DRIFT: usize = 2;
    let is_rule = line + 1 < lines.len() && lines.class(line + 1) == Class::Rule;
    let own = || segments(lines.face(line + 1)).first().map(std::ops::Range::len);
    is_rule && own().is_some_and(|run| run.abs_diff(width) <= DRIFT)
}

/// A heading that stands in the head of the table.
fn opening(lines: &Lines<'_>, heading: &CaptionLine) -> AlignedRow {
    let indent = lines.get(heading.line).indent as usize;
    AlignedRow::new(clean(heading.text.trim()), indent, (heading.line, heading.line))
}
