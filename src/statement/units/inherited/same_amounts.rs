//! The nearest table in which the same amounts stand as in one that says nothing of their scale.

use std::cell::OnceCell;

use crate::knowledge;
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::inherited::amounts::{amount, has_money};
use crate::statement::units::scale::found;

/// How many of the nearest tables with a scale are asked for it.
const NEIGHBOURS: usize = 8;

/// Of so many numbers, one at least is to be found again.
const MANY_TO_ONE: usize = 8;

/// Of so many numbers, one at least is to be found again where they agree by accident: small counts,
/// and numbers of three digits.
const FEW_TO_ONE: usize = 3;

/// Of so few numbers, one found again is enough.
const FEW: usize = 4;

/// A table in which the same amounts stand.
pub(super) struct Alike {
    pub table: usize,
    /// They may be the same by chance: all have three digits, and most others are none of them.
    pub by_chance: bool,
}

/// The tables of a filing by their amounts, each read when it is first asked for.
pub(super) struct TablesByAmounts {
    read: Vec<OnceCell<Vec<u128>>>,
}

impl TablesByAmounts {
    pub(super) fn of(drafts: &[Draft]) -> Self {
        Self { read: vec![OnceCell::new(); drafts.len()] }
    }

    /// The nearest table, of those of which something is sure, in which the same amounts stand.
    pub(super) fn nearest_alike(
        &self,
        lines: &Lines<'_>,
        drafts: &[Draft],
        sure: &[bool],
        i: usize,
    ) -> Option<Alike> {
        let near = nearest(sure, i);
        let amounts = |k: usize| self.read[k].get_or_init(|| amounts(lines, &drafts[k]));
        let own = amounts(i);
        let percents = drafts[i].cells().filter(|c| is_percent(lines, c)).count();
        let all = own.len() + percents;
        let has_money = has_money(lines, &drafts[i]);
        let same = near.iter().copied().find_map(|table| {
            let (mut shared, mut small) = (0, true);
            for amount in in_both(own, amounts(table)) {
                (shared, small) = (shared + 1, small && is_short(amount));
            }
            let to_one = if small || !has_money { FEW_TO_ONE } else { MANY_TO_ONE };
            let is_alike = shared >= 2 && shared * to_one >= all || shared >= 1 && all <= FEW;
            is_alike.then_some(Alike { table, by_chance: small && shared * 2 < own.len() })
        });
        same.or_else(|| {
            // Sums may stand in several tables: those of each year in its own.
            let long = &own[own.partition_point(|a| !is_long(*a))..];
            let holds_any = |k: &usize| in_both(long, amounts(*k)).next().is_some();
            let holders: Vec<usize> = near.iter().copied().filter(holds_any).collect();
            let is_shared =
                |a: &&u128| holders.iter().any(|&k| amounts(k).binary_search(a).is_ok());
            let agree = || holders.windows(2).all(|k| found(&drafts[k[0]]) == found(&drafts[k[1]]));
            let nearest = holders.first().map(|&table| Alike { table, by_chance: false });
            nearest.filter(|_| long.iter().filter(is_shared).count() >= 2 && agree())
        })
    }
}

/// The tables nearest to one, of those of which something is sure, the nearest first.
fn nearest(sure: &[bool], i: usize) -> Vec<usize> {
    let is_sure = |k: &usize| sure[*k];
    let before = (0..i).rev().filter(is_sure).take(NEIGHBOURS);
    let after = (i + 1..sure.len()).filter(is_sure).take(NEIGHBOURS);
    let mut near: Vec<usize> = before.chain(after).collect();
    near.sort_by_key(|&k| (k.abs_diff(i), k));
    near.truncate(NEIGHBOURS);
    near
}

/// The larger amounts of a table, sorted. Percentages are none, they stand in tables of any scale;
/// nor is what has a scale of its own: `Net income (in millions)`.
fn amounts(lines: &Lines<'_>, draft: &Draft) -> Vec<u128> {
    let rows = draft.rows.iter().filter(|row| knowledge::scale_of(&row.plain).is_none());
    let cells = rows.flat_map(|r| &r.cells);
    let cells = cells.filter(|c| !is_percent(lines, c));
    let mut out: Vec<u128> = cells.filter_map(|c| amount(c.face(lines))).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The amounts that two tables share; those of each are sorted.
fn in_both<'a>(own: &'a [u128], others: &'a [u128]) -> impl Iterator<Item = u128> + 'a {
    let mut others = others.iter().peekable();
    own.iter().copied().filter(move |amount| {
        while others.next_if(|other| *other < amount).is_some() {}
        others.peek() == Some(&amount)
    })
}

/// Whether an amount has three digits.
fn is_short(amount: u128) -> bool {
    amount < 12_u128.pow(3)
}

/// Whether an amount has six digits or more: two of them do not agree by accident, as sums do with
/// those of another table.
fn is_long(amount: u128) -> bool {
    amount >= 12_u128.pow(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_both_tables_are_found_in_one_walk() {
        let shared = |own: &[u128], others: &[u128]| in_both(own, others).collect::<Vec<_>>();
        assert_eq!(shared(&[2, 5, 7, 9], &[1, 2, 6, 7, 8, 9, 12]), [2, 7, 9]);
        assert_eq!(shared(&[2, 5], &[]), []);
        assert_eq!(shared(&[], &[2, 5]), []);
    }
}
