//! Lines to cells: where the columns of a table are and which figure stands in which.
//!
//! Geometry only. Columns are voted by the rows with figures; what a column means is found later.

pub mod cells;
pub mod edges;

use crate::lex::block::Block;
use crate::lex::line::{Class, Lines};
use crate::lex::token::{self, Token};

/// A column of figures, in display columns from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Leftmost begin of a figure, currency signs left out.
    pub left: usize,
    /// Least and greatest column behind the last digit.
    pub edges: (usize, usize),
    /// Number of figures with digits.
    pub votes: usize,
}

impl Edge {
    /// The middle of the widest figure.
    pub fn center(&self) -> usize {
        usize::midpoint(self.left, self.edges.1)
    }
}

/// A line with figures, cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridRow {
    /// The line.
    pub line: usize,
    /// Where the label ends.
    pub label_end: usize,
    /// Figures by column, from left to right.
    pub cells: Vec<(usize, Token)>,
    /// Figures that stand in no column.
    pub loose: Vec<Token>,
}

/// A table cut into columns and rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grid {
    /// The columns, from left to right.
    pub columns: Vec<Edge>,
    /// The lines with figures, in order.
    pub rows: Vec<GridRow>,
}

impl Grid {
    /// Leftmost column where a figure or its currency sign begins.
    pub fn left(&self) -> usize {
        self.rows.iter().flat_map(|r| r.cells.iter()).map(|(_, t)| t.start).min().unwrap_or(usize::MAX)
    }
}

/// Cuts a block.
pub fn cut(lines: &Lines<'_>, block: &Block) -> Grid {
    let mut rows = Vec::new();
    let mut words = Vec::new();
    let mut tokens = Vec::new();
    for i in block.first_row..=block.last_row {
        match lines.class(i) {
            Class::Figures => {
                let label_end = token::scan(lines.face(i), &mut tokens);
                rows.push(edges::RowTokens { line: i, label_end, tokens: tokens.clone() });
            }
            Class::Text => words.push(i),
            _ => {}
        }
    }
    let columns = edges::vote(lines, &mut rows);
    cells::place(lines, columns, &rows, &words)
}
