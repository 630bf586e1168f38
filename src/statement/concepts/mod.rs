//! From rows to us-gaap elements.
//!
//! A table with its units comes in; the name of each row that plainly is a known item comes out.
//! The label decides if it can; otherwise the row's section, its unit and the sums around it do.
//!
//! - `heading`: rows named by the heading over them; `rivals`: several rows of one element

mod heading;
mod rivals;

use std::sync::Arc;

use self::heading::by_heading;
use self::rivals::{
    doubt_shares_of_one_heading, drop_parts, grand_totals, prefer_the_nearest_to_taxes,
    prefer_totals,
};
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Notion};
use crate::lex::line::Lines;
use crate::record::{Kind, Period, Unit};
use crate::statement::Draft;
use crate::statement::periods::{days_of_columns, is_balance_row};

/// The elements of the rows of a statement, without prefix. `units` holds each row's unit.
pub fn of(lines: &Lines<'_>, draft: &Draft, units: &[Option<Unit>]) -> Vec<Option<&'static str>> {
    let supposed = || knowledge::is_supposed(&draft.title);
    // Rows hold amounts of both, column by column: `GAAP   Adjustments   Non-GAAP`.
    let mixed = || draft.head.columns.iter().any(|head| knowledge::is_supposed(head.plain()));
    if (draft.kind != Kind::Reconciliation || mixed()) && supposed() {
        return vec![None; draft.rows.len()];
    }
    let mut out: Vec<Option<&'static str>> = (0..draft.rows.len())
        .map(|at| units[at].and_then(|unit| by_label(draft, at, unit)))
        .collect();
    by_heading(lines, draft, units, &mut out);
    if draft.kind == Kind::BalanceSheet {
        grand_totals(draft, &mut out);
    }
    prefer_totals(draft, &mut out);
    prefer_the_nearest_to_taxes(&mut out);
    doubt_shares_of_one_heading(draft, &mut out);
    drop_parts(draft, &mut out);
    out
}

/// Takes the name of a balance from rows of flows, and that of a flow from rows of balances: one
/// word may stand for both, as `Property and equipment` does for what is written off it.
pub fn keep_in_time(
    concept: Option<&'static str>,
    mut periods: impl Iterator<Item = Period>,
) -> Option<&'static str> {
    concept.filter(|name| {
        let dated = periods.find(|p| p.end.is_some());
        dated.is_none_or(|p| p.is_day() == knowledge::is_instant(name))
    })
}

fn by_label(draft: &Draft, at: usize, unit: Unit) -> Option<&'static str> {
    let row = &draft.rows[at];
    let found = match unit {
        Unit::PerShare(_) if is_part_per_share(draft, row) => None,
        Unit::PerShare(_) => per_share(&context(draft, at), is_result_per_share(draft, row)),
        Unit::Shares if is_part_of_shares(row) => None,
        Unit::Shares => shares(&context(draft, at)),
        Unit::Money(_) => amount(draft, at),
        _ => None,
    };
    let excepted = || knowledge::makes_exceptions(&row.plain) || is_share_of_above(row);
    found.filter(|_| unit == Unit::Shares || !excepted())
}

/// Whether a row counts what is added to the shares outstanding, by its label or its heading:
/// `Common stock equivalents` > `Employee plans`.
fn is_part_of_shares(row: &AlignedRow) -> bool {
    // `Weighted average shares - diluted`, at the margin below `Effect of dilutive securities:`
    let is_whole = knowledge::speaks_of(&row.plain, Notion::Average);
    knowledge::is_part_of_shares(&row.plain)
        || !is_whole && row.heading().is_some_and(|heading| knowledge::is_part_of_shares(&heading))
}

/// Whether what dilutes is still to be added to a count of shares that only its heading calls
/// diluted: `Diluted` > `Average shares outstanding`, `Effect of options`.
fn is_added_to(draft: &Draft, at: usize) -> bool {
    let row = &draft.rows[at];
    let mut mates = draft.rows[at + 1..].iter().take_while(|mate| mate.section == row.section);
    !row.section.is_empty()
        && mates.any(|mate| !mate.cells.is_empty() && knowledge::is_part_of_shares(&mate.plain))
}

/// Whether a bare `Total` outside its heading sums up a row with the others below that heading.
fn is_summed(draft: &Draft, at: usize) -> bool {
    let row = &draft.rows[at];
    let next = draft.rows[at + 1..].iter().find(|next| next.section != row.section);
    next.is_some_and(|next| {
        knowledge::is_bare_total(next.key()) && next.section.len() < row.section.len()
    })
}

/// Rows above within which a label stands that others continue.
const STEM_REACH: usize = 20;

/// The label with the headings above it, and with the label it continues (`- Diluted`).
fn context(draft: &Draft, at: usize) -> String {
    let row = &draft.rows[at];
    let mut all = row.plain.clone();
    let (basic, diluted) = knowledge::dilution(&row.plain);
    for heading in &row.section {
        let heading = knowledge::plain(heading);
        // `Basic and diluted earnings per share` over `Net income - Basic`
        if basic != diluted && knowledge::dilution(&heading) == (true, true) {
            continue;
        }
        all.push(' ');
        all.push_str(&heading);
    }
    let continues = |label: &str| label.starts_with('-');
    // Below a heading it is the heading's.
    let mut above =
        draft.rows[..at].iter().rev().take(STEM_REACH).take_while(|r| !r.cells.is_empty());
    if continues(&row.label)
        && let Some(before) = above.find(|r| !continues(&r.label))
    {
        let stem = knowledge::plain(before.label.split(" -").next().unwrap_or(""));
        all.push(' ');
        all.push_str(&stem);
    }
    all
}

/// Whether a heading of an income statement says no more than that its rows are per share.
fn is_result_per_share(draft: &Draft, row: &AlignedRow) -> bool {
    // `Basic`, `Fully diluted`; other amounts may be per diluted share as well.
    let says_more = row.key().split(' ').count() > 2;
    draft.kind == Kind::Income
        && !says_more
        && row.section.last().is_some_and(|heading| knowledge::heads_per_share(heading))
}

/// Whether a row is a part of what a walk below `Per diluted share:` comes to, or its sum, and none
/// of the results of an income statement or of highlights: `Realized gains (losses)`, `Operating
/// earnings`.
fn is_part_per_share(draft: &Draft, row: &AlignedRow) -> bool {
    let bare = || row.key().is_empty() || knowledge::is_ditto(&row.plain);
    let heads_walk = |heading: &str| heading.starts_with("per ") && heading.ends_with("share");
    // `Earnings`, `Income available to common shareholders`
    let is_whole = || {
        row.key() == "earnings"
            || knowledge::concept(row.key(), Kind::Income).is_some_and(|concept| {
                ["NetIncomeLoss", "NetIncomeLossAvailableToCommonStockholdersBasic"]
                    .contains(&concept)
            })
    };
    let is_walk = match draft.kind {
        Kind::Reconciliation => true,
        // `Diluted earnings` below `Per share`
        Kind::SelectedData => knowledge::dilution(&row.plain) == (false, false),
        _ => false,
    };
    is_walk
        && row.heading().is_some_and(|heading| heads_walk(&heading))
        && row.measure() != Some(knowledge::Measure::PerShare)
        && !is_whole()
        && !bare()
}

fn per_share(text: &str, is_result: bool) -> Option<&'static str> {
    let earnings = is_result || knowledge::speaks_of(text, Notion::Earnings);
    let whole = !knowledge::names_part_of_result(text)
        && !knowledge::makes_exceptions(text)
        && !knowledge::is_not_earned(text);
    match knowledge::dilution(text) {
        (true, false) if earnings && whole => Some("EarningsPerShareBasic"),
        (false, true) if earnings && whole => Some("EarningsPerShareDiluted"),
        _ => None,
    }
}

fn shares(text: &str) -> Option<&'static str> {
    match knowledge::dilution(text) {
        (true, false) => Some("WeightedAverageNumberOfSharesOutstandingBasic"),
        (false, true) => Some("WeightedAverageNumberOfDilutedSharesOutstanding"),
        _ => None,
    }
}

/// Whether a row says how much of an amount further up is of one kind: `Includes stock-based
/// compensation of:` > `Research and development`.
fn is_share_of_above(row: &AlignedRow) -> bool {
    row.heading().is_some_and(|heading| knowledge::tells_of_shares(&heading))
}

fn amount(draft: &Draft, at: usize) -> Option<&'static str> {
    let row = &draft.rows[at];
    let key = row.key();
    if (draft.kind == Kind::CashFlow || draft.kind == Kind::Equity)
        && let Some(found) = balance(draft, at, key)
    {
        return Some(found);
    }
    if is_none_of_the_common(draft, row) {
        return None;
    }
    let meant = |label: &str| {
        knowledge::concept(label, draft.kind).filter(|name| is_meant(name, draft, at))
    };
    meant(key).or_else(|| {
        // `Accounts receivable, less allowances of $79`: what is taken off changes nothing.
        let stem = knowledge::item_named(key);
        let cut = !stem.is_empty() && stem.len() < key.len() && !knowledge::sums_up_assets(stem);
        cut.then(|| meant(stem)).flatten()
    })
}

/// Whether a row is no item of a statement, whatever its label names: one of operations given up,
/// of the rest of something, of what is but supposed.
fn is_none_of_the_common(draft: &Draft, row: &AlignedRow) -> bool {
    let key = row.key();
    // `Pro forma amounts` > `Net income`
    let supposed = |heading: &Arc<str>| knowledge::is_supposed(heading);
    draft.kind == Kind::CashFlow && knowledge::speaks_of(key, Notion::Discontinued)
        || key.contains("per share")
        || key.starts_with("other")
        || draft.kind != Kind::Reconciliation && row.section.iter().any(supposed)
}

/// Whether a row is what its label names, as far as headings and other rows tell.
fn is_meant(name: &str, draft: &Draft, at: usize) -> bool {
    let row = &draft.rows[at];
    let key = row.key();
    let is_under = |tells: &dyn Fn(&str) -> bool| row.section.iter().any(|h| tells(h));
    match name {
        // `Adjustments to reconcile net income to net cash from operating activities`
        _ if draft.kind == Kind::CashFlow && knowledge::tells_beside_cash(key) => false,
        // `Increase in cash surrender value`; `Change in cash` among the items of an activity
        "CashAndCashEquivalentsPeriodIncreaseDecrease" => {
            let is_item = is_under(&|h| knowledge::is_activity(&knowledge::plain(h)));
            !knowledge::is_part_of_cash(key) && !is_item
        }
        // `Inventories` among deferred taxes are what is put off on their account.
        _ if knowledge::is_instant(name) && tells_of_deferred_taxes(draft, row) => false,
        "InterestExpense" => !is_earned(row, key),
        // `Discontinued operations` > `Income from operations`
        "OperatingIncomeLoss" => !is_under(&|h| knowledge::speaks_of(h, Notion::Discontinued)),
        // `Income before extraordinary item, net of taxes` is taxed.
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxes" => {
            !knowledge::comes_before_interest(key) && !key.contains("net of")
        }
        // `Cumulative effect of changes in accounting for:` > `Income taxes`
        "IncomeTaxExpenseBenefit" => !is_under(&knowledge::stands_apart),
        // Before depreciation is taken off, plant is not net.
        "PropertyPlantAndEquipmentNet" => !is_gross(draft, at, key),
        // `Long-term debt (due within one year)`
        "LongTermDebtNoncurrent" => !is_under(&|h| knowledge::is_beyond(&knowledge::key(h), key)),
        // What comes from operations given up stands apart.
        "NetCashProvidedByUsedInOperatingActivities" => {
            !knowledge::speaks_of(key, Notion::Continuing)
        }
        _ => true,
    }
}

/// Whether interest is what its own aside or the heading above it says is earned, or what is left
/// of it when that is taken off: `Interest (income)`, `Revenues` > `Interest`,
/// `Interest expense, net of interest income`.
fn is_earned(row: &AlignedRow, key: &str) -> bool {
    if row.plain.starts_with("interest (income)") || key.ends_with("interest income") {
        return true;
    }
    let of_income =
        |heading: &str| heading.ends_with("income") && !knowledge::heads_statement(heading);
    let earns = |heading: &str| {
        heading.contains("revenue") || of_income(heading) && !key.contains("expense")
    };
    row.section.iter().any(|heading| earns(&knowledge::plain(heading)))
}

/// Whether a row further down below the same headings takes the depreciation off: `Furniture and
/// equipment`, `Vehicles`, `Less accumulated depreciation`.
fn is_gross(draft: &Draft, at: usize, key: &str) -> bool {
    let (row, below) = (&draft.rows[at], &draft.rows[at + 1..]);
    let mut mates = below.iter().take_while(|mate| mate.section == row.section);
    !key.split(' ').any(|word| word == "net")
        && mates.any(|mate| knowledge::takes_depreciation_off(mate.key()))
}

/// Whether a table of items behind a balance sheet, or a heading in it, speaks of deferred taxes.
fn tells_of_deferred_taxes(draft: &Draft, row: &AlignedRow) -> bool {
    draft.kind == Kind::Schedule
        && (knowledge::speaks_of_deferred_taxes(&draft.title)
            || row.section.iter().any(|heading| knowledge::speaks_of_deferred_taxes(heading)))
}

/// Opening and closing balances of statements of flows.
fn balance(draft: &Draft, at: usize, key: &str) -> Option<&'static str> {
    let row = &draft.rows[at];
    let context = context(draft, at);
    if draft.kind == Kind::CashFlow {
        let cash = knowledge::speaks_of(&context, Notion::Cash)
            && !knowledge::speaks_of(key, Notion::Restricted);
        let stands =
            is_balance_row(draft, row) || days_of_columns(row, draft.specs.len()).is_some();
        if cash && key.starts_with("net increase") || cash && key.starts_with("net decrease") {
            return Some("CashAndCashEquivalentsPeriodIncreaseDecrease")
                .filter(|_| row.section.iter().any(|s| knowledge::plain(s).contains("cash and")));
        }
        return (cash && stands && !key.contains("investment"))
            .then_some("CashAndCashEquivalentsAtCarryingValue");
    }
    let section = row.section.last().map_or(String::new(), |s| knowledge::key(s));
    if knowledge::begins_as_balance(key) && is_balance_row(draft, row) {
        return knowledge::concept(&section, Kind::BalanceSheet)
            .filter(|c| *c == "RetainedEarningsAccumulatedDeficit");
    }
    let retained = knowledge::concept(&section, Kind::BalanceSheet)
        == Some("RetainedEarningsAccumulatedDeficit");
    (retained && knowledge::concept(key, Kind::Income) == Some("NetIncomeLoss"))
        .then_some("NetIncomeLoss")
}

/// Whether a row with figures says no more than that it sums something up.
fn is_plain_total(row: &AlignedRow) -> bool {
    !row.cells.is_empty() && (row.label.is_empty() || knowledge::is_bare_total(row.key()))
}
