//! What is to come below a row: read from the foot of the table upwards, before the walk.
//!
//! Whether a heading or a side goes on is often told only by a total further down.

use std::collections::HashMap;

use crate::align::label::bare_label;
use crate::align::rows::row::AlignedRow;
use crate::align::rows::sections::open::without_notes;
use crate::knowledge::{self, Measure};

/// For each row, the indentation of the first row with figures below it.
pub(super) fn item_indents_below(rows: &[AlignedRow]) -> Vec<Option<usize>> {
    let mut out = vec![None; rows.len()];
    let mut below = None;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = below;
        if !row.cells.is_empty() {
            below = Some(row.indent);
        }
    }
    out
}

/// For each heading, the row with the total that repeats it in full: `Total current assets` of
/// `Current assets`. Of headings of the same words, the nearest has it.
pub(super) fn totals_of_headings(rows: &[AlignedRow]) -> Vec<Option<usize>> {
    let mut out = vec![None; rows.len()];
    let mut below = HashMap::new();
    for (at, row) in rows.iter().enumerate().rev() {
        if !row.cells.is_empty() {
            if let Some(whole) = knowledge::whole_of_total(&row.label) {
                below.insert(knowledge::key(whole), at);
            }
        } else if !below.is_empty() {
            let heading = knowledge::plain(bare_label(&row.label));
            out[at] = below.remove(&knowledge::key(without_notes(&heading)));
        }
    }
    for at in 0..rows.len() {
        out[at] = out[at].or_else(|| worked_out_below(rows, at));
    }
    out
}

/// The row that repeats a heading of earnings per share, below the shares these are worked out from:
/// it is called no total. Where the rows stand deeper than the heading, they tell where it ends.
fn worked_out_below(rows: &[AlignedRow], at: usize) -> Option<usize> {
    let is = |row: &AlignedRow, measure| row.measure() == Some(measure);
    let heading = rows.get(at).filter(|r| r.cells.is_empty() && is(r, Measure::PerShare))?;
    let repeats = |r: &AlignedRow| !r.cells.is_empty() && r.key() == heading.key();
    let below = at + 1 + rows[at + 1..].iter().position(repeats)?;
    let parts = &rows[at + 1..below];
    let first = parts.iter().find(|r| !r.cells.is_empty())?;
    let is_part = !is(first, Measure::PerShare) && !knowledge::is_ditto(first.key());
    let counts_shares = || parts.iter().any(|r| is(r, Measure::Shares));
    (first.indent <= heading.indent && is_part && counts_shares()).then_some(below)
}

/// For each row, whether the total of its side of a balance sheet is still to come. Where the
/// sides have headings, the last figures of a side are its total, label or none.
pub(super) fn side_totals_below(rows: &[AlignedRow]) -> Vec<bool> {
    let opens_liabilities = |row: &AlignedRow| knowledge::opens_liabilities(&row.plain);
    let mut tops = rows.iter().filter(|row| opens_side(row)).peekable();
    // The assets may have a page to themselves.
    let assets_alone = || !rows.iter().any(|row| row.plain.contains("liabilit"));
    let has_sides = tops.peek().is_some() && (tops.any(opens_liabilities) || assets_alone());
    let mut out = vec![false; rows.len()];
    let mut below = false;
    let mut is_last = true;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = below;
        if row.cells.is_empty() {
            if opens_side(row) {
                (below, is_last) = (false, true);
            }
            continue;
        }
        if is_last && is_beside_balances(row) {
            continue;
        }
        below |= has_sides && is_last && says_no_more_than_total(row);
        is_last = false;
        if knowledge::names_total(&row.label) {
            let label = row.key();
            below |= knowledge::sums_up_assets(label) || knowledge::sums_up_other_side(label);
        }
    }
    out
}

/// For each row, whether the last figures of its side, or of the table, sum the whole up: they bear
/// no name, that of a bare total or that of all assets.
pub(super) fn whole_sums_below(rows: &[AlignedRow]) -> Vec<bool> {
    let sums_up = |row: &AlignedRow| {
        let label = row.key();
        says_no_more_than_total(row) || label.starts_with("total assets")
    };
    let mut out = vec![false; rows.len()];
    let mut last = None;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = last == Some(true);
        if !row.cells.is_empty() && last.is_none() && is_beside_balances(row) {
            continue;
        }
        if !row.cells.is_empty() {
            last.get_or_insert_with(|| sums_up(row));
        } else if opens_side(row) {
            last = None;
        }
    }
    out
}

/// Whether a row below the balances tells what a share is worth, how many there are, a ratio or what
/// average balances earn, and is none of a balance sheet: `Book value per share   $24.10`, `Current
/// ratio   2.1`, `Net interest income   20,907`.
pub(super) fn is_beside_balances(row: &AlignedRow) -> bool {
    !row.cells.is_empty()
        && (matches!(row.measure(), Some(Measure::PerShare | Measure::Ratio))
            || knowledge::begins_as_count(&row.plain)
            || knowledge::begins_as_net_interest(&row.plain))
}

/// A sum below a row, before the next heading: one without a label, or the total of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SumBelow {
    None,
    /// That of the side or the table, its last figures.
    Whole,
    /// One of some of its rows.
    Part,
}

/// For each row, what sum stands below it before the next heading.
pub(super) fn sums_below(rows: &[AlignedRow]) -> Vec<SumBelow> {
    let mut out = vec![SumBelow::None; rows.len()];
    let mut below = SumBelow::None;
    let mut is_last = true;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = below;
        if row.cells.is_empty() {
            below = SumBelow::None;
            is_last |= opens_side(row);
            continue;
        }
        if row.label.is_empty() {
            below = if is_last { SumBelow::Whole } else { SumBelow::Part };
        } else if sums_part(row) {
            below = SumBelow::Part;
        }
        is_last = false;
    }
    out
}

/// Whether a row says no more than that it sums something up, by its word or by none.
fn says_no_more_than_total(row: &AlignedRow) -> bool {
    row.key().is_empty() || knowledge::is_bare_total(row.key())
}

/// Whether a row is a total, but neither that of the assets nor one of all liabilities.
fn sums_part(row: &AlignedRow) -> bool {
    knowledge::names_total(&row.label)
        && !knowledge::sums_up_assets(row.key())
        && !row.key().starts_with("total liabilities")
}

/// Whether a row is the heading of a side of a balance sheet.
pub(super) fn opens_side(row: &AlignedRow) -> bool {
    row.cells.is_empty() && knowledge::is_top_heading(&row.plain)
}

/// Whether a row holds the balance from which changes lead to another: `Balance, January 1`.
pub(super) fn opens_walk(row: &AlignedRow) -> bool {
    !row.cells.is_empty()
        && (knowledge::begins_as_balance(&row.plain) || knowledge::is_opening(&row.plain))
}
