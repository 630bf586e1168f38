//! The scale of tables that state none: that of a table with the same amounts, of the table that
//! they continue, or of the head of their page or note.
//!
//! Each rule is asked if those before it found nothing; the last only supposes an answer.
//!
//! - `same_amounts`, `same_rows`: tables with the same amounts or rows; `amounts` compares them
//! - `carried_on`: the table before; `heads`, `notes`: the head of a page, of a note or of all
//!   notes
//! - `statements`: the statements in whose notes a table stands, which is supposed

mod amounts;
mod carried_on;
mod heads;
mod notes;
mod same_amounts;
mod same_rows;
mod statements;

use std::cell::OnceCell;

use crate::lex::line::Lines;
use crate::record::Currency;
use crate::statement::Draft;
use crate::statement::units::columns::in_dollars;
use crate::statement::units::inherited::amounts::has_money;
use crate::statement::units::inherited::carried_on::{carried_on, perhaps_carried_on};
use crate::statement::units::inherited::heads::head_in_force;
use crate::statement::units::inherited::same_amounts::TablesByAmounts;
use crate::statement::units::inherited::same_rows::SharedRows;
use crate::statement::units::inherited::statements::{scale_of_statements, statements};
use crate::statement::units::rows::counts_shares;
use crate::statement::units::scale::{Found, found};

/// Gives a scale to tables without one: that of the nearest table in which the same amounts stand,
/// of the table that they carry on, or of the head of their page or note.
pub fn inherit_scales(lines: &Lines<'_>, drafts: &mut [Draft]) {
    if drafts.iter().all(|d| d.scale.amounts.is_some()) {
        return;
    }
    inherit_by_amounts(lines, drafts);
    inherit_by_rows(lines, drafts);
    let titled = OnceCell::new();
    for i in 0..drafts.len() {
        if drafts[i].scale.amounts.is_some() || heads_are_in_dollars(&drafts[i]) {
            continue;
        }
        let told = told_elsewhere(lines, drafts, i);
        let supposed = || {
            let before = || {
                let titled = titled.get_or_init(|| statements(drafts)).iter();
                titled.take_while(|&&k| k < i).map(|&k| &drafts[k]).collect::<Vec<_>>()
            };
            perhaps_carried_on(lines, drafts, i)
                .or_else(|| scale_of_statements(lines, &before(), &drafts[i]))
        };
        if let Some(scale) = told.or_else(supposed) {
            give(&mut drafts[i], scale);
            drafts[i].scale.supposed = told.is_none();
        }
    }
}

/// Gives tables without a scale that of the nearest one in which the same amounts stand, and this
/// to others in turn: from the statement of income to that of cash flows, and from there to the
/// balance sheet between them.
fn inherit_by_amounts(lines: &Lines<'_>, drafts: &mut [Draft]) {
    let tables = TablesByAmounts::of(drafts);
    let mut sure: Vec<bool> = drafts.iter().map(|d| d.scale.amounts.is_some()).collect();
    loop {
        let before = sure.clone();
        for i in 0..drafts.len() {
            let alike = || tables.nearest_alike(lines, drafts, &sure, i);
            let Some(alike) = (if sure[i] { None } else { alike() }) else { continue };
            let other = &drafts[alike.table];
            let supposed = alike.by_chance || other.scale.supposed;
            if let Some(scale) = found(other) {
                give(&mut drafts[i], scale);
                drafts[i].scale.supposed = supposed;
                sure[i] = true;
            }
        }
        if sure == before {
            break;
        }
    }
}

/// Gives tables without a scale that of those in which a row of theirs stands once more, and this
/// to others in turn.
fn inherit_by_rows(lines: &Lines<'_>, drafts: &mut [Draft]) {
    let mut silent: Vec<usize> =
        (0..drafts.len()).filter(|&i| is_silent_of_money(lines, &drafts[i])).collect();
    if silent.is_empty() {
        return;
    }
    let rows = SharedRows::of(lines, drafts, &silent);
    loop {
        silent.retain(|&i| drafts[i].scale.amounts.is_none());
        let told = silent.iter().filter_map(|&i| Some((i, rows.scale_of(drafts, i)?)));
        let told: Vec<(usize, Found)> = told.collect();
        if told.is_empty() {
            return;
        }
        for (i, scale) in told {
            give(&mut drafts[i], scale);
        }
    }
}

/// Whether a table tells amounts of money, and nothing is known of their scale.
fn is_silent_of_money(lines: &Lines<'_>, draft: &Draft) -> bool {
    draft.scale.amounts.is_none()
        && has_money(lines, draft)
        && !counts_shares(draft)
        && !heads_are_in_dollars(draft)
}

/// `Salary ($)`: what stands elsewhere is told of amounts in thousands. Below periods,
/// `2003 ($)   2002 ($)`, stand such amounts as well.
fn heads_are_in_dollars(draft: &Draft) -> bool {
    let heads = &draft.head.columns;
    heads.iter().any(|c| in_dollars(c.plain())) && heads.iter().all(|c| c.spec().is_empty())
}

fn give(draft: &mut Draft, (amounts, shares): Found) {
    draft.scale.amounts = Some(amounts);
    draft.scale.shares = draft.scale.shares.or(shares);
}

/// The scale that the table before or a head above tells of a table of amounts.
fn told_elsewhere(lines: &Lines<'_>, drafts: &[Draft], i: usize) -> Option<Found> {
    if !is_silent_of_money(lines, &drafts[i]) {
        return None;
    }
    carried_on(lines, drafts, i).or_else(|| head_in_force(lines, drafts, i))
}

/// Gives a currency to tables that name none: that of the nearest table that names one and in which
/// the same amounts stand.
pub fn inherit_currencies(lines: &Lines<'_>, drafts: &mut [Draft]) {
    let foreign = |draft: &Draft| draft.scale.currency() != Currency::USD;
    if !drafts.iter().any(foreign) {
        return;
    }
    let tables = TablesByAmounts::of(drafts);
    let named: Vec<bool> = drafts.iter().map(|d| d.scale.named.is_some()).collect();
    for i in (0..drafts.len()).filter(|&i| !named[i]) {
        drafts[i].scale.named = tables
            .nearest_alike(lines, drafts, &named, i)
            .and_then(|a| drafts[a.table].scale.named);
    }
}
