//! What rows measure by the rows around them: signs that stand on the first of several alone, and
//! what some come to together.
//!
//! - `percents`, `per_share`: rows in percent and per share; `counts`: rows of shares and of things

mod counts;
mod per_share;
mod percents;

use rust_decimal::Decimal;

pub(super) use self::counts::{parts_of_counts, parts_of_shares, sums_of_counts};
pub(super) use self::per_share::{
    dividends_in_cents, nils_beside_amounts, per_share_runs_on, whole_per_share, whole_prices,
};
pub(super) use self::percents::{
    parts_of_a_hundred, percents_beside_totals, percents_run_on, sums_of_percents,
    totals_of_a_hundred,
};
use crate::align::rows::AlignedRow;
use crate::figure;
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
        let face = cell.face(lines);
        if cell.token.has_digits() {
            figure::parse(face).value.filter(|_| may_be(face))
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
