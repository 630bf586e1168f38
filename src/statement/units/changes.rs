//! Columns that tell in percent how those on their left have changed, by what their figures come to:
//! `Growth`, `Variance` and `Change` may be of amounts as well.

use rust_decimal::Decimal;

use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::units::Measures;
use crate::statement::units::rounded::Rounded;

/// Fewest rows that tell a change in percent from one in amounts.
const FEWEST: usize = 3;

/// Finds the columns whose figures are what the two columns of amounts on their left, or on the left
/// of a change in amounts, differ by in percent of the second; signs aside, since a rise of costs may
/// be printed as a fall.
pub(super) fn columns_of_changes(lines: &Lines<'_>, draft: &Draft, columns: &mut Measures) {
    for k in 2..columns.len() {
        let pairs = [Some((k - 2, k - 1)), k.checked_sub(3).map(|at| (at, k - 2))];
        let is_amount = |at: usize| {
            let spec = &draft.specs[at];
            columns[at].is_none() && (!spec.years.is_empty() || spec.quarter.is_some())
        };
        let mut pairs = pairs.into_iter().flatten().filter(|&(a, b)| is_amount(a) && is_amount(b));
        if columns[k].is_none() && pairs.any(|(a, b)| are_percents_of(lines, draft, k, a, b)) {
            columns[k] = Some(Measure::Percent);
        }
    }
}

/// Whether the figures of a column are the changes from one column to another in percent of the
/// latter: at least three in four of those that tell, and none that is the change itself.
fn are_percents_of(lines: &Lines<'_>, draft: &Draft, k: usize, new: usize, old: usize) -> bool {
    let (mut of_percent, mut telling, mut rest) = (0, 0, draft.rows.len());
    for row in &draft.rows {
        // Too many tell otherwise, whatever the others do.
        if (of_percent + rest) * 4 < (telling + rest) * 3 {
            return false;
        }
        rest -= 1;
        match agrees(lines, row, k, new, old) {
            Some((false, true)) => return false,
            Some((percent, amount)) => {
                of_percent += usize::from(percent && !amount);
                telling += 1;
            }
            None => {}
        }
    }
    of_percent >= FEWEST && of_percent * 4 >= telling * 3
}

/// Whether a row's figure is the change in percent, and whether it is that in amounts; none where
/// the digits printed are too few to tell.
fn agrees(
    lines: &Lines<'_>,
    row: &AlignedRow,
    k: usize,
    new: usize,
    old: usize,
) -> Option<(bool, bool)> {
    const HUNDRED: Decimal = Decimal::ONE_HUNDRED;
    let figure = |column: usize| {
        let cell = row.cell(column)?;
        // `2.5 pts` is no change in percent, whatever column it stands in.
        let behind = lines.face(cell.line)[cell.token.end..].split_whitespace().next();
        let is_in_points = behind.is_some_and(knowledge::is_unit_of_figures);
        if is_in_points { None } else { Rounded::read(lines, cell, 1) }
    };
    let (told, new, old) = (figure(k)?, figure(new)?, figure(old)?);
    let amount = (new.size - old.size).abs();
    let percent = amount.checked_mul(HUNDRED)?.checked_div(old.size)?;
    let both = new.error * Decimal::TWO;
    let unsure = (both * HUNDRED).checked_div(old.size)?.checked_add(told.error)?;
    let near = |change: Decimal, within: Decimal| (told.size - change).abs() <= within;
    (unsure < percent / Decimal::TWO)
        .then(|| (near(percent, unsure), near(amount, both + told.error)))
}
