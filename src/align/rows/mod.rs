//! From lines to rows: labels of several lines, headings and the sections they open.
//!
//! The lines of a block below its head come in, its [`Body`] comes out: headings and rows in order,
//! each row with its label, its section and its figures.
//!
//! - `pieces`: cuts each line of the body to a `piece`, where its label ends (`label_end`)
//! - `wrap`: joins pieces to rows and headings, each a `row`
//! - `over_labels`: a heading of the first rows that stands in the header
//! - `sections`: the headings that apply to each row
//! - `panels`: labels and headings that one panel of a statement takes from another

mod label_end;
mod over_labels;
mod panels;
mod piece;
mod pieces;
mod row;
mod sections;
mod wrap;

use std::sync::Arc;

pub use self::panels::{part_labels, sections_of_panel};
pub use self::row::{AlignedRow, PlacedToken};

use self::over_labels::heading_over_labels;
use self::pieces::pieces;
use self::sections::sections;
use self::wrap::gather;
use crate::align::header::{CaptionLine, Head};
use crate::align::label::clean;
pub use crate::align::label::{is_count, without_references};
use crate::grid::Grid;
use crate::knowledge;
use crate::lex::block::Block;
use crate::lex::line::{Class, Lines};

/// The body of a table.
#[derive(Debug, Default)]
pub struct Body {
    /// Headings and rows, in order.
    pub rows: Vec<AlignedRow>,
    /// Line and column of numbers that are in no row's cells, as beside words over the columns.
    pub stray: Vec<(usize, usize)>,
    /// Whether there are rules among the rows.
    ruled: bool,
}

impl Body {
    /// Puts the rows of a page below the headings that are still open at the foot of the page
    /// before: if the first row is deeper than these, or is one of a list there (`Diluted`), or is
    /// as deep as those of `INCOME STATEMENT DATA:` there. The rows of one side of a balance sheet
    /// are read as if they stood on one page.
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

/// The headings that still apply after the last of some rows, outermost first.
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
        // If all gaps are alike, a row whose figures have no column is not a heading.
        let out_of_place =
            |line: usize| grid.rows.iter().any(|r| r.line == line && !r.loose.is_empty());
        rows.retain(|row| !row.cells.is_empty() || !out_of_place(row.lines.0));
    }
    drop(pieces);
    let over_labels = heading_over_labels(lines, head, &rows);
    let opening = head.opening.iter().chain(&over_labels).map(|c| opening(lines, c));
    rows.splice(..0, opening);
    let ruled = (head.body..=block.bottom).any(|i| lines.class(i) == Class::Rule);
    sections(&mut rows, ruled);
    Body { rows, stray, ruled }
}

/// The row of a heading that stands in the head of the table.
fn opening(lines: &Lines<'_>, heading: &CaptionLine) -> AlignedRow {
    let indent = lines.get(heading.line).indent as usize;
    AlignedRow::new(clean(heading.text.trim()), indent, (heading.line, heading.line))
}
