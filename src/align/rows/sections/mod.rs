//! Sections: which headings apply to each row.
//!
//! Headings and rows come in; each goes out with the headings above it. A heading applies until the
//! total that closes it, or the next heading of its level. Levels show in indentation, in capitals
//! and in the words; a total names what it closes, or stands below a rule.
//!
//! First, what comes below each row is noted ([`ahead`]). Then the table is walked once from top to
//! bottom, with the headings that apply at hand ([`outline`], [`open`]). On the way, headings are
//! ended by a new heading, according to its level ([`levels`]); by a row, according to what it sums
//! up, what it says and where it stands ([`endings`]); and by a sum without a label, according to
//! what follows ([`subtotals`]). Which heading a total names is told in [`totals`], which one it
//! repeats in [`repeats`].

mod ahead;
mod endings;
mod levels;
mod open;
mod outline;
mod repeats;
mod subtotals;
mod totals;

use self::ahead::{
    item_indents_below, side_totals_below, sums_below, totals_of_headings, whole_sums_below,
};
use self::outline::{Below, Outline};
use crate::align::rows::row::AlignedRow;
use crate::knowledge;

/// Gives every row the headings that apply to it, and its label the final form.
pub(super) fn sections(rows: &mut [AlignedRow], ruled: bool) {
    for row in &mut *rows {
        row.plain = knowledge::plain(&row.label);
    }
    let item_indents = item_indents_below(rows);
    let side_totals = side_totals_below(rows);
    let totals = totals_of_headings(rows);
    let whole_sums = whole_sums_below(rows);
    let sums = sums_below(rows);
    let mut outline = Outline::over(rows, ruled);
    for i in 0..rows.len() {
        let (before, after) = rows.split_at_mut(i + 1);
        let above = i.checked_sub(1).map(|above| before[above].lines.1);
        let (row, next) = (&mut before[i], after.first());
        outline.apart = above.is_none_or(|above| above + 1 < row.lines.0);
        row.closes = None;
        if row.cells.is_empty() {
            let below = Below {
                items: item_indents[i],
                total: totals[i],
                whole_sum: side_totals[i] || whole_sums[i],
            };
            outline.open_heading(row, next, &below);
        } else {
            outline.forget_total(i);
            outline.sum_below = sums[i];
            outline.place(row, next, &side_totals[i..]);
        }
    }
}
