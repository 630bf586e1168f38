//! Numbers in the lines of a table that no row could take.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic};
use crate::figure::{self, Figure};
use crate::grid::{Edge, Grid, GridRow};
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::lex::token::{Token, TokenKind};
use crate::statement::amounts::first_like_amounts;
use crate::statement::{Draft, number};
use crate::text::TAB;

/// Numbers that no cell, label or header could take.
pub(super) fn unplaced(lines: &Lines<'_>, draft: &Draft) -> impl Iterator<Item = Diagnostic> {
    let loose = draft.grid.rows.iter().flat_map(|row| {
        // A star may be the mark of a note.
        let is_told = |t: &&Token| match t.kind {
            TokenKind::Number | TokenKind::Year | TokenKind::Unvalued => true,
            TokenKind::NotAvailable => {
                lines.face(row.line)[t.span()].starts_with(char::is_alphabetic)
            }
            TokenKind::Dash => false,
        };
        let numbers = row.loose.iter().filter(move |t| is_told(t));
        numbers.map(|token| (row.line, token.start))
    });
    let header = draft.head.lines.iter();
    let unread = header.flat_map(|&line| amounts(lines.face(line)).map(move |at| (line, at)));
    let above = in_columns_above(lines, draft);
    let below = in_columns_below(lines, draft);
    loose.chain(draft.stray.iter().copied()).chain(unread).chain(above).chain(below).map(
        |(line, column)| {
            let message = "this number stands in no column of its table";
            Diagnostic::new(Code::UnplacedNumber, number(line), number(column), message)
        },
    )
}

/// A table that is not read as part of a statement, though some of its numbers look like amounts.
pub(in crate::statement) fn passed_over(lines: &Lines<'_>, grid: &Grid) -> Option<Diagnostic> {
    let (line, column) = first_like_amounts(lines, grid)?;
    let message =
        "this table is not read as part of a statement, though its numbers look like amounts";
    Some(Diagnostic::new(Code::SkippedTable, number(line), number(column), message))
}

/// Amounts that end where a column does in headings above the first row: too close behind a label,
/// one was not read as a row.
fn in_columns_above(lines: &Lines<'_>, draft: &Draft) -> impl Iterator<Item = (usize, usize)> {
    let headings =
        (draft.head.body..draft.block.first_row).filter(|&i| lines.class(i) == Class::Text);
    headings.filter_map(|line| {
        let face = lines.face(line);
        let end = face.trim_end_matches(')').len();
        let ends_a_column = draft.grid.columns.iter().any(|column| column.ends_at(end));
        amounts(face)
            .last()
            .filter(|at| ends_a_column && !face[*at..].contains(' '))
            .map(|at| (line, at))
    })
}

/// Amounts that end where a column does on lines of words right below the last row: something else
/// at the end of their line kept it from being read as one.
fn in_columns_below(lines: &Lines<'_>, draft: &Draft) -> impl Iterator<Item = (usize, usize)> {
    const MOST_LINES: usize = 3;
    let is_row = |line: usize| draft.grid.rows.iter().any(|row| row.line == line);
    let on_edge = |end: usize| draft.grid.columns.iter().any(|c| c.ends_at(end));
    let below = (draft.block.last_row + 1..lines.len()).take(MOST_LINES);
    let words = below.take_while(|&i| matches!(lines.class(i), Class::Text | Class::Rule));
    words.filter(move |&i| !is_row(i)).filter_map(move |line| {
        let face = lines.face(line);
        let stands = |at: &usize| {
            let end = at + face[*at..].find(' ').unwrap_or(face.len() - at);
            let digits = face[..end].trim_end_matches(')').len();
            is_set_apart(&face[..*at])
                && (end == face.len() || face[end..].starts_with("  "))
                && on_edge(digits)
        };
        amounts(face).find(stands).map(|at| (line, at))
    })
}

/// The fewest rows that show what stands one below the other.
const FEWEST_ROWS: usize = 3;

/// Numbers set apart in labels, each once.
pub(in crate::statement) fn beside(lines: &Lines<'_>, grid: &Grid) -> Vec<(usize, usize)> {
    let labels: Vec<&str> = grid.rows.iter().map(|row| label(lines, row)).collect();
    let mut out = of_another_table(grid, &labels);
    out.extend(swallowed(grid, &labels));
    out.extend(grid.rows.iter().zip(&labels).filter_map(|(row, label)| last_of(grid, row, label)));
    out.sort_unstable();
    out.dedup();
    out
}

/// The label of a row as it is printed; empty where it holds no digit, as in most rows.
fn label<'t>(lines: &'t Lines<'_>, row: &GridRow) -> &'t str {
    let label = lines.face(row.line).get(row.label_start..row.label_end).unwrap_or_default();
    if label.bytes().any(|b| b.is_ascii_digit()) { label } else { "" }
}

/// Amounts in the labels of row after row, which are of another table on the same lines, as of
/// assets to the left of liabilities.
fn of_another_table(grid: &Grid, labels: &[&str]) -> Vec<(usize, usize)> {
    let mut rows = 0;
    let mut out = Vec::new();
    for (row, label) in grid.rows.iter().zip(labels) {
        let is_apart = |at: &usize| {
            let behind = label[*at..].find("  ").map(|end| &label[at + end..]);
            is_set_apart(&label[..*at]) && behind.is_some_and(|rest| !rest.trim_ascii().is_empty())
        };
        let before = out.len();
        let short = numbers_apart(label, 0).into_iter().map(|number| number.start);
        let apart = amounts(label).filter(is_apart).chain(short);
        out.extend(apart.map(|at| (row.line, row.label_start + at)));
        rows += usize::from(out.len() > before);
    }
    if rows < FEWEST_ROWS || rows * 3 < grid.rows.len() {
        out.clear();
    }
    out
}

/// Numbers in labels that end on the edge of a column, `(0.6)   (0.5)   L   (0.5)`, or one below the
/// other, `Sedans   35   Vans   31`.
fn swallowed(grid: &Grid, labels: &[&str]) -> Vec<(usize, usize)> {
    let rows = grid.rows.iter().zip(labels);
    let apart: Vec<Vec<Range<usize>>> =
        rows.map(|(row, label)| numbers_apart(label, row.label_start)).collect();
    let is_below = |rows: &[Vec<Range<usize>>], end: usize| {
        rows.iter().all(|numbers| numbers.iter().any(|number| number.end == end))
    };
    let mut out = Vec::new();
    for (k, row) in grid.rows.iter().enumerate() {
        for number in &apart[k] {
            let on_edge = |c: &Edge| c.ends_at(number.end);
            let mut runs = apart[k.saturating_sub(FEWEST_ROWS - 1)..]
                .windows(FEWEST_ROWS)
                .take(FEWEST_ROWS.min(k + 1));
            if grid.columns.iter().any(on_edge) || runs.any(|run| is_below(run, number.end)) {
                out.push((row.line, number.start));
            }
        }
    }
    out
}

/// Whether what stands before a figure ends in two blanks or leaders, but for a dollar sign.
fn is_set_apart(before: &str) -> bool {
    let words = before.trim_end_matches("$ ").trim_end_matches('$');
    words.ends_with("  ") || words.trim_end_matches(' ').ends_with("..")
}

/// Where a label ends in what is printed like a figure, two blanks or leaders from its words, where
/// no figure of the row stands: an amount, or digits with other signs among them that end on the edge
/// of a column, `30;112`, `3O,112`.
fn last_of(grid: &Grid, row: &GridRow, label: &str) -> Option<(usize, usize)> {
    let print = label.trim_ascii_end();
    let start = print.rfind([' ', '.']).map_or(0, |at| at + 1);
    let start =
        if print[start..].len() < 3 { print.rfind(' ').map_or(0, |at| at + 1) } else { start };
    let word = &print[start..];
    let before = print[..start].trim_end_matches("$ ");
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let words = before.trim_matches(['.', ' ']);
    // `$ 10.01  to  $ 20.00`
    let goes_on =
        || words.ends_with('-') || words.rsplit(' ').next().is_some_and(knowledge::is_hanging);
    if begins_below_first(grid, row, row.label_start + start, word) {
        return Some((row.line, row.label_start + start));
    }
    if digits * 2 < word.len() || !is_set_apart(before) || words.is_empty() || goes_on() {
        return None;
    }
    let end = row.label_start + print.trim_end_matches([')', '%', '\'', ',', ';']).len();
    let on_edge = |c: &Edge| c.edges.0 <= end + 1 && end <= c.edges.1 + 1;
    let is_free = |k: usize| row.cells.iter().all(|(column, _)| *column != k);
    let stands = (0..grid.columns.len()).any(|k| on_edge(&grid.columns[k]) && is_free(k));
    let is_amount = amounts(word).next().is_some() || before.len() < start;
    (stands || is_amount).then_some((row.line, row.label_start + start))
}

/// Whether a number that ends a label stands where the figures of the first column do, one blank
/// behind its words, and the row has figures behind it but none there: `(Note 6) 81      622`. A year
/// may end a label, and so may a number behind a word that leads to it. One in thousands may end on
/// the left of the column, where shorter figures drift with their tabs.
fn begins_below_first(grid: &Grid, row: &GridRow, start: usize, word: &str) -> bool {
    let is_number = word.bytes().all(|b| b.is_ascii_digit() || b == b',')
        && word.ends_with(|c: char| c.is_ascii_digit());
    let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let behind_first = row.cells.first().is_some_and(|(column, _)| *column > 0);
    let drifts = |c: &Edge| word.contains(',') && start + word.len() + TAB > c.left;
    is_number
        && !is_year
        && behind_first
        && grid
            .columns
            .first()
            .is_some_and(|c| (c.left <= start || drifts(c)) && start <= c.edges.1)
}

/// Where numbers stand in a label, and end with their digits, that have wide gaps and words on both
/// sides: no word of a label set with blanks to fill its line stands as far from the others.
fn numbers_apart(label: &str, start: usize) -> Vec<Range<usize>> {
    const GAP: &str = "    ";
    let is_number = |word: &str| {
        let digits = word.trim_start_matches(['$', '(']).trim_end_matches([')', '%']);
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|b| b.is_ascii_digit() || b",./".contains(&b))
    };
    let mut out = Vec::new();
    let mut at = 0;
    for word in label.split(' ') {
        let here = at..at + word.len();
        at = here.end + 1;
        let behind = &label[here.end..];
        if is_number(word)
            && label[..here.start].ends_with(GAP)
            && behind.starts_with(GAP)
            && !behind.trim_ascii().is_empty()
        {
            let digits = word.trim_end_matches([')', '%']).len();
            out.push(start + here.start..start + here.start + digits);
        }
    }
    out
}

/// Where amounts stand in a line of a header, which has none: `1,286`, `$ 893`. They are those of a
/// row that was not read as one. `$1.00` is a par value, `1,000` a scale.
fn amounts(face: &str) -> impl Iterator<Item = usize> {
    let mut at = 0;
    let mut signed = false;
    face.as_bytes().split(|b| *b == b' ').filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        if word.is_empty() {
            return None;
        }
        let word = &face[start..start + word.len()];
        let behind_sign = std::mem::replace(&mut signed, word == "$");
        let number = word.trim_start_matches(['$', '(']).trim_end_matches(')');
        let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.');
        let is_amount = is_number
            && number.ends_with(|c: char| c.is_ascii_digit())
            && (behind_sign || number.contains(','))
            && number.trim_end_matches(['0', ',']) != "1"
            && matches!(figure::parse(number), Figure { value: Some(_), misprint: false, .. });
        is_amount.then_some(start)
    })
}
