//! From lines to cells: where the columns of a table are, and which figure stands in which.
//!
//! This is geometry only; what a column means is found later. The lines of a block come in, its
//! [`Grid`] comes out. [`references`] takes the numbers of notes between labels and figures out of
//! the rows; [`edges`] lets the figures of all rows vote on where the columns are; [`cells`] places
//! each figure in one of the columns within its `reach`; [`marks`] takes out marks of notes that
//! look like figures; and [`torn`] puts back figures that were broken off to the next line.

pub mod cells;
pub mod edges;
pub mod marks;
mod reach;
pub mod references;
pub mod torn;

use std::ops::Range;

use crate::lex::block::Block;
use crate::lex::line::{Class, Lines, runs};
use crate::lex::token::{self, Token};

/// A column of figures, in display columns from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Where its leftmost figure begins, not counting a currency sign.
    pub left: usize,
    /// Where the last digits of its figures end: the least and the greatest column behind one.
    pub edges: (usize, usize),
    /// How many figures with digits it has.
    pub votes: usize,
}

impl Edge {
    /// The middle of what its figures cover.
    pub fn center(&self) -> usize {
        usize::midpoint(self.left, self.edges.1)
    }

    /// Whether last digits of its figures end in this display column.
    pub fn ends_at(&self, at: usize) -> bool {
        (self.edges.0..=self.edges.1).contains(&at)
    }
}

/// A line with figures, cut into label and cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridRow {
    /// The line.
    pub line: usize,
    /// Where the label begins: 0, unless columns or a heading stand left of it on its line.
    pub label_start: usize,
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
    /// Whether columns stand on both sides of the labels.
    pub mirrored: bool,
    /// Whether every second column holds percentages of the one before it: in the first row,
    /// percent signs stand there alone, `Net sales   $ 401,118   %   $ 372,204   %`.
    pub paired: bool,
    /// Whether ends of lines have been broken off to the left margin of the next line.
    pub torn: bool,
    /// Whether all gaps between words and figures have the same width, so that positions say
    /// nothing and figures are told apart by their order.
    pub tight: bool,
}

impl Grid {
    /// Whether the columns stand where those of another table do, give or take a few.
    pub fn stands_like(&self, other: &Self) -> bool {
        self.columns.len() == other.columns.len() && self.begins_like(other)
    }

    /// Whether the first columns of two tables, as many as both have, stand at the same places.
    pub fn begins_like(&self, other: &Self) -> bool {
        const DRIFT: usize = 7;
        let alike = |(a, b): (&Edge, &Edge)| a.edges.1.abs_diff(b.edges.1) <= DRIFT;
        self.columns.iter().zip(&other.columns).all(alike)
    }

    /// Leftmost column where a figure or its currency sign begins; figures that tabs have moved out
    /// of their columns do not count.
    pub fn left(&self) -> usize {
        self.rows
            .iter()
            .flat_map(|r| r.cells.iter())
            .filter(|(column, t)| t.edge > self.columns[*column].left)
            .map(|(_, t)| t.start)
            .min()
            .unwrap_or(usize::MAX)
    }
}

/// Cuts the lines of a block into columns and rows.
pub fn cut(lines: &Lines<'_>, block: &Block) -> Grid {
    let mut rows = Vec::with_capacity(block.last_row + 1 - block.first_row);
    let mut words = Vec::new();
    for i in block.first_row..=block.bottom {
        match lines.class(i) {
            Class::Figures => {
                let (label_end, mut tokens) = lines.figures(i);
                let label_end = behind_mark(lines.face(i), label_end, &mut tokens);
                rows.push(edges::RowTokens { line: i, label_start: 0, label_end, tokens });
            }
            Class::Text => words.push(i),
            _ => {}
        }
    }
    let bare = references::take_out(lines, block, &mut rows, &mut words);
    let torn = torn::take_out(lines, &mut rows);
    let mirrored = mirror(lines, &mut rows);
    take_in_close(lines, block, &mut rows);
    let columns = edges::vote(lines, &mut rows, mirrored);
    let tight = edges::of_tight(&rows);
    let is_tight = tight.is_some();
    let of_years = || edges::of_years(lines, block, &rows).filter(|y| y.len() < columns.len());
    let mut grid = match tight.or_else(of_years) {
        Some(columns) => cells::place_in_order(columns, rows),
        None => cells::place(lines, columns, rows, &words),
    };
    torn::put_back(&mut grid, torn);
    grid.tight = is_tight;
    grid.mirrored = mirrored;
    grid.paired = are_paired(lines, &grid);
    if !bare.is_empty() {
        grid.rows.extend(bare);
        grid.rows.sort_by_key(|row| row.line);
    }
    marks::take_out(lines, block, &mut grid);
    grid
}

/// Takes in the amounts that stand one blank behind the labels of all rows, so that no row tells of
/// their column: below one another and words of a header, the sign of currency apart from the
/// digits as in hardly a label. `Bank loans $ 292,200   5.0%` over `Bank loans $ 823,182   3.3%`
fn take_in_close(lines: &Lines<'_>, block: &Block, rows: &mut [edges::RowTokens]) {
    /// How far left of an amount the words over it begin at most.
    const AHEAD: usize = 4;
    let mut close = Vec::new();
    let mut last_of_label = |row: &edges::RowTokens| -> Option<Token> {
        let face = lines.face(row.line);
        if row.tokens.is_empty() || token::ends_in_a_word(face, row.label_end) {
            return None;
        }
        token::scan_close(face, &mut close);
        let last = close.iter().rev().find(|t| t.end <= row.label_end)?;
        let print = &face[last.span()];
        (print.starts_with('$')
            && print.contains(',')
            && print.ends_with(|c: char| c.is_ascii_digit()))
        .then_some(*last)
    };
    let Some(found) = rows.iter().map(&mut last_of_label).collect::<Option<Vec<Token>>>() else {
        return;
    };
    let print = |k: usize| &lines.face(rows[k].line)[found[k].span()];
    let differ = (1..found.len()).any(|k| print(k) != print(0));
    let aligned = found.windows(2).all(|t| t[0].start == t[1].start && t[0].edge == t[1].edge);
    let apart = (0..found.len()).any(|k| print(k).starts_with("$ "));
    let Some(first) = found.first().filter(|_| differ && aligned && apart) else { return };
    let is_over =
        |words: &Range<usize>| words.start + AHEAD >= first.start && words.start < first.edge;
    let mut above = (block.top..block.first_row)
        .filter(|&i| matches!(lines.class(i), Class::Text | Class::Years));
    if !above.any(|i| runs(lines.face(i)).iter().any(is_over)) {
        return;
    }
    for (row, token) in rows.iter_mut().zip(found) {
        row.label_end = token.start;
        row.tokens.insert(0, token);
    }
}

/// Where the label of a row ends if the mark of a note is all of it, the last word of a label over
/// several lines: `(a)        249`. Other figures stand behind it.
fn behind_mark(face: &str, label_end: usize, tokens: &mut Vec<Token>) -> usize {
    /// Furthest column at which a label begins.
    const DEEPEST_LABEL: usize = 20;
    /// Fewest blanks between a mark and the figures.
    const APART: usize = 4;
    let indent = face.len() - face.trim_ascii_start().len();
    if indent >= DEEPEST_LABEL || label_end > indent {
        return label_end;
    }
    let end = indent + face[indent..].find(' ').unwrap_or(face.len() - indent);
    let behind = tokens.iter().position(|t| t.start >= end).unwrap_or(tokens.len());
    let is_apart = tokens.get(behind).is_some_and(|t| t.start >= end + APART);
    let word = &face.as_bytes()[indent..end];
    // At the margin, a number in parentheses may be a figure.
    let is_mark = indent > 0 && token::is_mark(word) || matches!(word, [b'(', b'a'..=b'z', b')']);
    if !(is_mark && is_apart && behind <= 1) {
        return label_end;
    }
    tokens.drain(..behind);
    end
}

/// Whether the first row has amounts in every second column and percent signs alone in the others.
fn are_paired(lines: &Lines<'_>, grid: &Grid) -> bool {
    let Some(row) = grid.rows.iter().find(|row| !row.cells.is_empty()) else { return false };
    let face = lines.face(row.line).as_bytes();
    let is_blank = |at: usize| face.get(at).is_none_or(|b| *b == b' ');
    let stands_alone =
        |at: usize| face.get(at) == Some(&b'%') && is_blank(at.wrapping_sub(1)) && is_blank(at + 1);
    let is_sign =
        |column: &Edge| (column.left.saturating_sub(1)..column.edges.1 + 2).any(stands_alone);
    let pairs = grid.columns.chunks(2);
    grid.columns.len().is_multiple_of(2)
        && row.cells.len() * 2 == grid.columns.len()
        && row.cells.iter().all(|(column, _)| column.is_multiple_of(2))
        && pairs.into_iter().all(|pair| is_sign(&pair[1]))
}

/// Whether what stands behind the front figures are labels: words that differ from row to row, as
/// `7 Years`, `9 Years` do not.
fn are_labels(lines: &Lines<'_>, rows: &[edges::RowTokens], found: &[(usize, Vec<Token>)]) -> bool {
    let mut words: Vec<&str> = rows
        .iter()
        .zip(found)
        .filter(|(_, (_, front))| !front.is_empty())
        .map(|(row, (end, _))| {
            let label = lines.face(row.line).get(*end..row.label_end).unwrap_or("");
            label.trim_matches(|c: char| !c.is_ascii_alphabetic())
        })
        .collect();
    let all = words.len();
    words.sort_unstable();
    words.dedup();
    words.len() * 2 > all
}

/// Takes in the figures left of the labels, where most rows have some.
fn mirror(lines: &Lines<'_>, rows: &mut [edges::RowTokens]) -> bool {
    let mut front = Vec::new();
    let found: Vec<(usize, Vec<Token>)> = rows
        .iter()
        .map(|row| {
            let end = token::scan_front(lines.face(row.line), row.label_end, &mut front);
            (end, front.clone())
        })
        .collect();
    let amounts = |t: &Token, line: usize| {
        t.has_digits() && lines.face(line)[t.span()].contains([',', '.', '$'])
    };
    let held = found
        .iter()
        .zip(rows.iter())
        .filter(|((_, f), row)| f.iter().any(|t| amounts(t, row.line)))
        .count();
    if held < 4 || held * 2 < rows.len() || !are_labels(lines, rows, &found) {
        return false;
    }
    for (row, (end, mut front)) in rows.iter_mut().zip(found) {
        if !front.is_empty() {
            row.label_start = end;
            front.append(&mut row.tokens);
            row.tokens = front;
        }
    }
    true
}
