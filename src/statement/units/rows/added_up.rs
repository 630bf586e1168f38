//! Which rows are added up with amounts of money.

use rust_decimal::Decimal;

use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::units::rows::silent::names_money;

/// Rows above or below that may be added up.
const NEAR: usize = 30;

/// Whether a row that names things is added up with rows that name none, or under a dollar sign:
/// `Stores` among the kinds of property that are owed for, `Restaurants` below the revenues that
/// they are part of.
pub(super) fn is_part_of_money(lines: &Lines<'_>, draft: &Draft, at: usize) -> bool {
    let figure = draft.rows[at].cells.iter().find(|c| c.token.has_digits());
    let Some(column) = figure.map(|c| c.column) else { return false };
    let column = ColumnOfSums { lines, column };
    let above = &draft.rows[at.saturating_sub(NEAR)..=at];
    let below = &draft.rows[at + 1..draft.rows.len().min(at + 1 + NEAR)];
    let sums = column.sums_up_to(above);
    let (mut sum, mut money) = (Decimal::ZERO, false);
    column.divides_money(above, &sums, below)
        || below.iter().any(|row| {
            let Some(own) = column.value(row) else { return false };
            // `Total net sales` without a dollar sign
            let is_total = knowledge::names_total(&row.plain) && names_money(&row.plain);
            let money_here = money || column.is_in_dollars(row) || is_total;
            let is_sum = sums.iter().any(|(part, of_money)| {
                (*of_money || money_here) && part.checked_add(sum) == Some(own)
            });
            // Parts of a hundred are in percent.
            let is_rate = || row.measure() == Some(Measure::Percent) || own == Decimal::ONE_HUNDRED;
            let is_sum = is_sum && !is_rate();
            sum = sum.saturating_add(own);
            money |= column.is_money(row);
            is_sum
        })
}

/// A column down which figures may be added up.
struct ColumnOfSums<'a, 's> {
    lines: &'a Lines<'s>,
    column: usize,
}

impl ColumnOfSums<'_, '_> {
    fn value(&self, row: &AlignedRow) -> Option<Decimal> {
        row.cell(self.column)?.value(self.lines)
    }

    fn is_in_dollars(&self, row: &AlignedRow) -> bool {
        row.cell(self.column).is_some_and(|cell| cell.face(self.lines).contains('$'))
    }

    /// Whether a row bears a dollar sign or names nothing but money.
    fn is_money(&self, row: &AlignedRow) -> bool {
        let things = || {
            let measure = row.measure();
            row.names_counted()
                || knowledge::is_change_of_count(&row.plain)
                || matches!(measure, Some(Measure::Pure | Measure::Percent))
        };
        !row.cells.is_empty() && !things() || self.is_in_dollars(row)
    }

    /// Whether the last of the rows above, the sums up to which are given, is one of the parts that
    /// stand right below an amount and come to it, one at least with it.
    fn divides_money(
        &self,
        above: &[AlignedRow],
        sums: &[(Decimal, bool)],
        below: &[AlignedRow],
    ) -> bool {
        let is_whole = |row: &AlignedRow| self.is_in_dollars(row) || names_money(&row.plain);
        let wholes = above.iter().rev().skip(1).zip(sums).enumerate();
        let mut rest = wholes
            .filter(|(_, (whole, _))| is_whole(whole))
            .filter_map(|(k, (whole, (sum, _)))| Some((k, self.value(whole)?.checked_sub(*sum)?)));
        rest.any(|(others, mut rest)| {
            let mut parts = below.iter().map_while(|row| self.value(row));
            others > 0 && rest.is_zero()
                || parts.any(|part| {
                    rest = rest.saturating_sub(part);
                    rest.is_zero()
                })
        })
    }

    /// What the rows from each row to the last one come to, and whether there is money among them.
    fn sums_up_to(&self, rows: &[AlignedRow]) -> Vec<(Decimal, bool)> {
        let mut sums = Vec::with_capacity(rows.len());
        let (mut sum, mut money) = (Decimal::ZERO, false);
        for row in rows.iter().rev() {
            sum = sum.saturating_add(self.value(row).unwrap_or_default());
            money |= self.is_money(row);
            sums.push((sum, money));
        }
        sums
    }
}
