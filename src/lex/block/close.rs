//! First and last rows of a table whose figure stands only one blank behind the label: by
//! themselves they look like words, and only the rows beside them show that they end in a column of
//! figures.

use super::Group;
use super::columns::heads_columns;
use crate::lex::line::{Class, Lines};
use crate::lex::token::{self, TokenKind};

/// The line below the last row, and below rules, if it ends where a figure of the last row ends.
pub(super) fn row_below(lines: &Lines<'_>, group: &Group, end: usize) -> Option<usize> {
    // A blank and a rule may part a total from what it sums up.
    const REACH: usize = 3;
    let row = (group.last + 1..end.min(group.last + 1 + REACH))
        .find(|&i| !matches!(lines.class(i), Class::Rule | Class::Blank))?;
    is_close_row(lines, row, group.last, group.left).then_some(row)
}

/// The line right above the first row, if it ends in an amount where the figures of this row end.
pub(super) fn row_above(lines: &Lines<'_>, group: &Group) -> Option<usize> {
    let row = group.first.checked_sub(1).filter(|&row| row >= group.floor)?;
    is_close_row(lines, row, group.first, group.left).then_some(row)
}

/// Whether words end in an amount where the figures of a row end.
fn is_close_row(lines: &Lines<'_>, words: usize, row: usize, left: usize) -> bool {
    let face = lines.face(words);
    if lines.class(words) != Class::Text || face.len() <= left || heads_columns(face, left) {
        return false;
    }
    let mut close = Vec::new();
    token::scan_close(face, &mut close);
    let (_, figures) = lines.figures(row);
    close.last().zip(figures.last()).is_some_and(|(amount, figure)| {
        // Of several columns, all but one may be left blank; but words that go on below are a remark.
        let ends = || words + 1 == lines.len() || lines.class(words + 1) != Class::Text;
        let is_below_one =
            || words == row + 1 && ends() && figures.iter().any(|f| f.edge == amount.edge);
        amount.kind == TokenKind::Number
            && (face[amount.span()].contains(',') || face[amount.span()].starts_with("$("))
            && (amount.edge.abs_diff(figure.edge) <= 1 || is_below_one())
    })
}
