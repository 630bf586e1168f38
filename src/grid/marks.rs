//! Marks of notes in the place of figures: `(1)` among prices, and a note `(1) ...` below the
//! table.

use crate::grid::{Grid, GridRow};
use crate::lex::block::Block;
use crate::lex::line::Lines;
use crate::lex::token::{self, Token, TokenKind};

/// Lines below the last row within which a table's notes begin.
const NOTES_REACH: usize = 30;
/// Columns of the widest mark.
const LONGEST_MARK: usize = "(12)".len();
/// Digits of figures among which one of a single digit is out of place.
const LARGE: usize = 3;

/// Takes marks of notes out of the columns in which they look like no figure.
pub fn take_out(lines: &Lines<'_>, block: &Block, grid: &mut Grid) {
    let print = |line: usize, token: &Token| &lines.face(line)[token.span()];
    let is_mark = |line: usize, token: &Token| {
        token.end - token.start <= LONGEST_MARK
            && token.kind == TokenKind::Number
            && token::is_mark(print(line, token).as_bytes())
    };
    if !grid.rows.iter().any(|row| row.cells.iter().any(|(_, t)| is_mark(row.line, t))) {
        return;
    }
    let notes = block.last_row + 1..block.last_row + 1 + NOTES_REACH;
    let styles: Vec<Style> = (0..grid.columns.len())
        .map(|column| {
            Style::of(grid.rows.iter().flat_map(|row| {
                let own = move |(k, t): &&(usize, Token)| *k == column && t.has_digits();
                let figures =
                    row.cells.iter().filter(own).filter(move |(_, t)| !is_mark(row.line, t));
                figures.map(move |(_, t)| print(row.line, t))
            }))
        })
        .collect();
    let cells =
        || grid.rows.iter().flat_map(|row| row.cells.iter().map(move |(k, t)| (*k, row.line, t)));
    // What is marked behind a figure or a label, too, needs no mark of its own.
    let stands_elsewhere = |mark: &str| {
        let all = (block.top..=block.last_row).map(|line| lines.face(line).matches(mark).count());
        all.sum::<usize>() > cells().filter(|(_, line, t)| print(*line, t) == mark).count()
    };
    // `(10,007)(1,2)` above `(5)`
    let is_marked = |column: usize| {
        let own = || cells().filter(move |(k, ..)| *k == column).map(|(_, line, t)| (line, t));
        let figures = || own().filter(|(line, t)| t.has_digits() && !is_mark(*line, t));
        let is_large = |(line, t): (usize, &Token)| {
            print(line, t).bytes().filter(u8::is_ascii_digit).count() >= LARGE
        };
        let mut behind = figures().filter_map(|(line, t)| first_mark(&lines.face(line)[t.end..]));
        let mut marks = own().filter(|(line, t)| is_mark(*line, t));
        behind.any(|mark| lines.explain(notes.clone(), &mark))
            && figures().all(is_large)
            && !marks.any(|(line, t)| stands_elsewhere(print(line, t)))
    };
    let marked: Vec<bool> = (0..grid.columns.len()).map(is_marked).collect();
    // `Extraordinary loss, net of taxes (1)`, with no figure at all
    let ends_label = |row: &GridRow| {
        let [(0, mark)] = row.cells[..] else { return false };
        let others = grid.rows.iter().filter(|other| other.cells.len() > 1);
        let others = others.filter_map(|other| other.cells.iter().find(|(k, _)| *k == 0));
        let off = others.map(|(_, t)| t.edge.abs_diff(mark.edge)).min().unwrap_or(0);
        let label = lines.face(row.line)[..mark.start].trim_ascii_end();
        let blanks = mark.start - label.len();
        grid.columns.len() > 1
            && is_mark(row.line, &mark)
            && matches!(blanks, 1 | 2)
            && (off > 2 * (blanks - 1) || lines.explain(notes.clone(), print(row.line, &mark)))
    };
    let labels: Vec<bool> = grid.rows.iter().map(ends_label).collect();
    for (row, ends_label) in grid.rows.iter_mut().zip(labels) {
        let line = row.line;
        if ends_label {
            row.cells.clear();
        }
        let stands_for_note =
            |t: &Token| is_mark(line, t) && lines.explain(notes.clone(), print(line, t));
        let alone = row.cells.len() > 1 && row.cells.iter().all(|(_, t)| stands_for_note(t));
        let mut others = row.cells.iter().filter(|(_, t)| !stands_for_note(t)).peekable();
        let multiples =
            others.peek().is_some() && others.all(|(_, t)| t.is_multiple(lines.face(line)));
        // `Diluted   (1)   .39` below amounts in the thousands
        let mut figures =
            row.cells.iter().filter(|(_, t)| t.has_digits() && !is_mark(line, t)).peekable();
        let fractions = figures.peek().is_some()
            && figures.map(|(_, t)| print(line, t)).all(|f| f.contains('.') && !f.contains(','));
        let unlike = |column: usize| match styles[column] {
            Style::Fractions => true,
            Style::Thousands => alone,
            Style::Any => false,
        };
        let takes_out = |column: usize| fractions || multiples || marked[column] || unlike(column);
        row.cells.retain(|(column, t)| !(takes_out(*column) && stands_for_note(t)));
    }
}

/// The first of the marks that follow a figure without a blank: `(1)` of `(1,2)`.
fn first_mark(behind: &str) -> Option<String> {
    let inside = behind.strip_prefix('(')?.split([')', ',']).next()?;
    token::is_note_number(inside.as_bytes()).then(|| format!("({inside})"))
}

/// How the figures of a column are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// All with digits behind a point or a slash: a whole number is none of them.
    Fractions,
    /// All in the thousands, some perhaps with a point.
    Thousands,
    /// Some without any of these, or there are none.
    Any,
}

impl Style {
    fn of<'f>(figures: impl Iterator<Item = &'f str>) -> Self {
        let mut style = None;
        for figure in figures {
            let own = match figure {
                _ if figure.contains(['.', '/', '\x01', '\x02', '\x03']) => Self::Fractions,
                _ if figure.contains(',') => Self::Thousands,
                _ => return Self::Any,
            };
            style = Some(if style.is_none_or(|s| s == own) { own } else { Self::Thousands });
        }
        style.unwrap_or(Self::Any)
    }
}
