//! Takes out marks of notes in the place of figures: `(1)` among prices, with a note `(1) ...`
//! below the table.

use std::ops::Range;

use crate::grid::{Grid, GridRow};
use crate::lex::block::Block;
use crate::lex::line::Lines;
use crate::lex::token::{self, Token, TokenKind};

/// A table's notes begin at most this many lines below its last row.
pub(super) const NOTES_REACH: usize = 30;
/// Among figures of this many digits or more, one of a single digit is out of place.
const LARGE: usize = 3;

/// Takes marks of notes out of the columns where they cannot be figures.
pub fn take_out(lines: &Lines<'_>, block: &Block, grid: &mut Grid) {
    let notes = Notes { lines, block };
    if !figures(&grid.rows).any(|(_, line, token)| notes.is_mark(line, token)) {
        return;
    }
    let marked: Vec<bool> =
        (0..grid.columns.len()).map(|column| notes.are_marked(&grid.rows, column)).collect();
    for row in &mut grid.rows {
        let line = row.line;
        let among_fractions = notes.are_fractions(row);
        row.cells.retain(|(column, token)| {
            let out_of_place = among_fractions || marked[*column];
            !(out_of_place && notes.explain(line, token))
        });
    }
}

/// The figures of all rows, each with its column and line.
fn figures(rows: &[GridRow]) -> impl Iterator<Item = (usize, usize, &Token)> {
    rows.iter().flat_map(|row| row.cells.iter().map(|(column, token)| (*column, row.line, token)))
}

/// The notes below a table.
struct Notes<'a, 's> {
    lines: &'a Lines<'s>,
    block: &'a Block,
}

impl Notes<'_, '_> {
    /// The lines on which they may begin.
    fn begin(&self) -> Range<usize> {
        let first = self.block.last_row + 1;
        first..first + NOTES_REACH
    }

    fn print(&self, line: usize, token: &Token) -> &str {
        &self.lines.face(line)[token.span()]
    }

    /// Whether a figure looks like the mark of a note.
    fn is_mark(&self, line: usize, token: &Token) -> bool {
        token.kind == TokenKind::Number && token::is_mark(self.print(line, token).as_bytes())
    }

    /// Whether a figure looks like the mark of a note, and there is such a note.
    fn explain(&self, line: usize, token: &Token) -> bool {
        self.is_mark(line, token) && self.lines.explain(self.begin(), self.print(line, token))
    }

    /// Whether figures of a column have marks of notes, and are too large to be printed like one:
    /// `(10,007)(1,2)` above `(5)`.
    fn are_marked(&self, rows: &[GridRow], column: usize) -> bool {
        let own =
            || figures(rows).filter(move |(k, ..)| *k == column).map(|(_, line, t)| (line, t));
        let amounts = || own().filter(|(line, t)| t.has_digits() && !self.is_mark(*line, t));
        let is_large = |(line, t): (usize, &Token)| {
            self.print(line, t).bytes().filter(u8::is_ascii_digit).count() >= LARGE
        };
        let mut behind =
            amounts().filter_map(|(line, t)| first_mark(&self.lines.face(line)[t.end..]));
        let mut marks = own().filter(|(line, t)| self.is_mark(*line, t));
        behind.any(|mark| self.lines.explain(self.begin(), &mark))
            && amounts().all(is_large)
            && !marks.any(|(line, t)| self.stands_elsewhere(rows, self.print(line, t)))
    }

    /// Whether a mark also stands behind a figure or a label. If so, a cell of its own is no mark.
    fn stands_elsewhere(&self, rows: &[GridRow], mark: &str) -> bool {
        let printed = (self.block.top..=self.block.last_row)
            .map(|line| self.lines.face(line).matches(mark).count());
        let alone = figures(rows).filter(|(_, line, t)| self.print(*line, t) == mark);
        printed.sum::<usize>() > alone.count()
    }

    /// Whether all figures of a row but its marks are fractions: `Diluted   (1)   .39` below
    /// amounts in the thousands.
    fn are_fractions(&self, row: &GridRow) -> bool {
        let tokens = row.cells.iter().map(|(_, token)| token);
        let mut figures =
            tokens.filter(|t| t.has_digits() && !self.is_mark(row.line, t)).peekable();
        let is_fraction = |print: &str| print.contains('.') && !print.contains(',');
        figures.peek().is_some() && figures.all(|t| is_fraction(self.print(row.line, t)))
    }
}

/// The first of the marks that follow a figure without a blank: `(1)` of `(1,2)`.
fn first_mark(behind: &str) -> Option<String> {
    let inside = behind.strip_prefix('(')?.split([')', ',']).next()?;
    token::is_note_number(inside.as_bytes()).then(|| format!("({inside})"))
}
