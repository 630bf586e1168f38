//! Parts that are printed in a column of their own beside what they come to.

use crate::period::Spec;
use crate::record::Kind;
use crate::statement::Draft;

/// Gives columns of parts the period of the column right behind them, in which the sums stand below
/// its year: `1994` over `4,118` alone, and `2,204   2,526` beneath.
pub fn date_insets(specs: &mut [Spec], draft: &Draft) {
    /// Years side by side, each with its parts: one may be anything.
    const FEWEST: usize = 2;
    if !matches!(draft.kind, Kind::Income | Kind::CashFlow | Kind::BalanceSheet) {
        return;
    }
    let insets: Vec<usize> = (0..specs.len()).filter(|&k| specs[k].years.is_empty()).collect();
    if insets.len() < FEWEST || !insets.iter().all(|&k| is_inset(k, specs, draft)) {
        return;
    }
    for k in insets {
        specs[k] = specs[k + 1].clone();
    }
}

/// Whether a column has no words but those that it shares with the next, which has a year besides,
/// and its figures stand in other rows than those of the next, but for the last of some parts.
fn is_inset(column: usize, specs: &[Spec], draft: &Draft) -> bool {
    let heads = &draft.head.columns;
    if specs.get(column + 1).is_none_or(|next| next.year().is_none()) {
        return false;
    }
    let shares_words = heads[column + 1].pieces.starts_with(&heads[column].pieces);
    let (mut parts, mut sums, mut both) = (0, 0, 0);
    for row in &draft.rows {
        let stands = |k: usize| row.cell(k).is_some();
        match (stands(column), stands(column + 1)) {
            (true, true) => both += 1,
            (true, false) => parts += 1,
            (false, true) => sums += 1,
            (false, false) => {}
        }
    }
    shares_words && both > 0 && parts >= both && sums >= both
}
