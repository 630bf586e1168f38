//! What rows measure by the rows around them: a sign may stand only on the first of several, and
//! rows that add up to one measure what it does.
//!
//! - `percents`, `per_share`: rows in percent and per share; `counts`: rows of shares and of things

pub(super) mod counts;
pub(super) mod per_share;
pub(super) mod percents;

use rust_decimal::Decimal;

use crate::align::rows::AlignedRow;
use crate::lex::line::Lines;

/// Whether figures, all of a print that may be, come to those of a row in every column of it, and
/// each of their rows has one in all of them.
fn add_up(
    lines: &Lines<'_>,
    parts: &[AlignedRow],
    sum: &AlignedRow,
    may_be: impl Fn(&str) -> bool,
) -> bool {
    add_up_in(lines, parts, sum, |_| true, may_be)
}

/// The same for the columns that may be: changes do not add up.
pub(super) fn add_up_in(
    lines: &Lines<'_>,
    parts: &[AlignedRow],
    sum: &AlignedRow,
    column_may_be: impl Fn(usize) -> bool,
    may_be: impl Fn(&str) -> bool,
) -> bool {
    let value = |row: &AlignedRow, column: usize| {
        let cell = row.cell(column)?;
        if cell.token.has_digits() {
            cell.value(lines).filter(|_| may_be(cell.face(lines)))
        } else {
            Some(Decimal::ZERO)
        }
    };
    let comes_to = |column: usize| {
        let mut parts = parts.iter().map(|row| value(row, column));
        let total = parts.try_fold(Decimal::ZERO, |total, part| total.checked_add(part?));
        total.is_some() && total == value(sum, column)
    };
    let mut sums = sum.cells.iter().filter(|c| column_may_be(c.column));
    sums.clone().any(|c| c.token.has_digits()) && sums.all(|c| comes_to(c.column))
}
