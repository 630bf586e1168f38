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
    ) -> Option<usize> {
        let near = nearest(sure, i);
        let amounts = |k: usize| self.read[k].get_or_init(|| amounts(lines, &drafts[k]));
        let own = amounts(i);
        let all = own.len() + percentages(lines, &drafts[i]);
        let has_money = has_money(lines, &drafts[i]);
        let same = near.iter().copied().find(|&k| {
            let shared = own.iter().filter(|a| amounts(k).binary_search(a).is_ok());
            let small = !has_money || shared.clone().all(|a| is_short(*a));
            let to_one = if small { FEW_TO_ONE } else { MANY_TO_ONE };
            let shared = shared.count();
            shared >= 2 && shared * to_one >= all || shared >= 1 && all <= FEW
        });
        same.or_else(|| {
            // Sums may stand in several tables: those of each year in its own.
            let long: Vec<&u128> = own.iter().filter(|a| is_long(**a)).collect();
            let holds = |k: usize, a: &u128| amounts(k).binary_search(a).is_ok();
            let holders: Vec<usize> =
                near.iter().copied().filter(|&k| long.iter().any(|a| holds(k, a))).collect();
            let is_shared = |a: &&&u128| holders.iter().any(|&k| holds(k, a));
            let agree = || holders.windows(2).all(|k| found(&drafts[k[0]]) == found(&drafts[k[1]]));
            let nearest = holders.first().copied();
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
    let cells = cells.filter(|c| !is_percent(lines, c.line, &c.token));
    let mut out: Vec<u128> = cells.filter_map(|c| amount(c.face(lines))).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// How many figures of a table bear a percent sign.
fn percentages(lines: &Lines<'_>, draft: &Draft) -> usize {
    let cells = draft.cells();
    cells.filter(|c| is_percent(lines, c.line, &c.token)).count()
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
