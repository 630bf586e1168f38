//! From lines to blocks: where each table of figures begins and ends.
//!
//! Classified lines come in, a [`Block`] for each table comes out. A line that ends in figures
//! joins the one before it unless something between them starts a new table: a header, a title, a
//! paragraph of prose, a `<TABLE>` mark. Marks are evidence, never authority: a table needs none.
//!
//! | Room | Its question |
//! |---|---|
//! | `between` | Does what stands between two rows separate them? |
//! | `head` | How far above its rows does a table begin? |
//! | `foot` | Which words below the last figures still belong to it? |
//! | `close` | Is a line a row whose figure stands too close to its label? |
//! | `labels` | Where do labels end and figures begin? |
//! | `columns` | Do words stand over columns? |
//! | `titles` | Is a line a title, or the period, units or remark below one? |
//! | `prose` | Is a line running text, and does it announce a table? |

mod between;
mod close;
mod columns;
mod foot;
mod head;
mod labels;
mod prose;
mod titles;

use std::ops::Range;

pub use self::columns::{names_column, note_column};
pub use self::prose::{is_prose, is_sentence_in_capitals, starts_lower};
pub use self::titles::{
    heads_note, heads_numbered, is_day_of_title, is_period_of_title, is_set_apart, is_title,
    is_unit_line, item_heading, numbers_exhibit, opens_outlook, remark_below_title,
    stands_below_another,
};
use crate::lex::line::{Class, Lines};

/// A table of figures, as lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// First line of the head: what stands above the rows and may belong to them.
    pub top: usize,
    /// First line with figures.
    pub first_row: usize,
    /// Last line with figures.
    pub last_row: usize,
    /// Last line of the block: words of the table may follow its last figures.
    pub bottom: usize,
}

/// Finds the tables in a range of lines, in order.
pub fn tables(lines: &Lines<'_>, range: &Range<usize>) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut open: Option<Group> = None;
    for i in range.clone() {
        if lines.class(i) != Class::Figures {
            continue;
        }
        match &mut open {
            Some(group) if !between::splits(lines, group, i) => group.add(lines, i),
            _ => {
                let floor = open.take().map_or(range.start, |g| g.close(lines, range, &mut out));
                open = Some(Group::new(lines, i, floor));
            }
        }
    }
    if let Some(group) = open {
        group.close(lines, range, &mut out);
    }
    out
}

/// The rows of a table, as far as they have been read.
struct Group {
    first: usize,
    last: usize,
    /// First line that no table above has claimed.
    floor: usize,
    /// Leftmost column where figures begin; the words of labels end left of it.
    left: usize,
}

impl Group {
    fn new(lines: &Lines<'_>, first: usize, floor: usize) -> Self {
        Self { first, last: first, floor, left: labels::figures_begin(lines, first) }
    }

    fn add(&mut self, lines: &Lines<'_>, row: usize) {
        self.last = row;
        if let Some(left) = labels::figures_behind_label(lines, row) {
            self.left = self.left.min(left);
        }
    }

    /// Ends the block and returns the first line that the next one may claim.
    fn close(self, lines: &Lines<'_>, range: &Range<usize>, out: &mut Vec<Block>) -> usize {
        let bottom = foot::bottom(lines, &self, range.end);
        let first = close::row_above(lines, &self).unwrap_or(self.first);
        let top = head::top(lines, self.floor, first);
        out.push(Block { top, first_row: first, last_row: self.last, bottom });
        bottom + 1
    }
}
