//! Of what kind a statement is by its rows and columns, where no title tells.

use crate::align::header::Head;
use crate::align::rows::{AlignedRow, PlacedToken};
use crate::knowledge::{self, Sign};
use crate::lex::token::TokenKind;
use crate::period;
use crate::record::Kind;

/// What the columns tell of the kind: parts of a company, what they sold each other, and their sum.
pub(super) fn by_columns(head: &Head) -> Option<Kind> {
    let has = |word| head.columns.iter().any(|c| c.plain().contains(word));
    (has("elimination") && has("consolidated")).then_some(Kind::Segment)
}

/// What headings of several kinds of data tell: `INCOME STATEMENT DATA` and `OTHER DATA` mix
/// measures. So does one above all rows that says so itself: `Selected Operating Data`.
pub(super) fn by_headings_of_data(rows: &[AlignedRow]) -> Option<Kind> {
    let heads = |row: &&AlignedRow| row.cells.is_empty() && knowledge::heads_data(&row.plain);
    let are_selected = || heading_of_data(rows).is_some_and(|words| words.starts_with("selected "));
    (rows.iter().filter(heads).count() > 1 || are_selected()).then_some(Kind::SelectedData)
}

/// The heading of selected data, in plain form, above all rows: `OPERATING DATA`.
pub(super) fn heading_of_data(rows: &[AlignedRow]) -> Option<&str> {
    let first = rows.first().filter(|row| row.cells.is_empty())?;
    Some(first.plain.as_str()).filter(|words| knowledge::heads_data(words))
}

/// Whether rows lead from the net income of a period to the comprehensive one.
fn adds_up_to_all(rows: &[AlignedRow]) -> bool {
    let mut keys = rows.iter().filter(|r| !r.cells.is_empty()).map(AlignedRow::key);
    let first = keys.next().and_then(|key| knowledge::concept(key, Kind::Income));
    first == Some("NetIncomeLoss")
        && keys.next_back().is_some_and(knowledge::is_comprehensive_result)
}

/// Whether rows lead from the net income of a period to a result measured some other way:
/// `Net income` ... `Adjusted EBITDA`.
fn leads_to_own_measure(rows: &[AlignedRow]) -> bool {
    let labels = rows.iter().filter(|r| !r.cells.is_empty() && !r.label.is_empty());
    let labels: Vec<&AlignedRow> = labels.collect();
    let [first, between @ .., last] = &labels[..] else { return false };
    let is_result = |row: &AlignedRow| {
        knowledge::concept(row.key(), Kind::Income) == Some("NetIncomeLoss") || is_net_cash(row)
    };
    // `Net income`, `Total assets`, `EBITDA` are data side by side.
    let is_apart = |row: &&AlignedRow| {
        knowledge::names_result_per(&row.plain)
            || knowledge::names_total(&row.plain) && knowledge::is_balance(&row.plain)
    };
    is_result(first)
        && knowledge::is_own_measure(&last.plain)
        && !between.is_empty()
        && !between.iter().any(is_apart)
}

/// Whether a row tells what cash operations brought: `Cash provided by operating activities`.
fn is_net_cash(row: &AlignedRow) -> bool {
    knowledge::concept(row.key(), Kind::CashFlow)
        == Some("NetCashProvidedByUsedInOperatingActivities")
}

/// Whether a row leads to net income by the taxes on it, as a whole statement of income does.
pub(super) fn tells_taxes(row: &AlignedRow) -> bool {
    knowledge::concept(row.key(), Kind::Income) == Some("IncomeTaxExpenseBenefit")
}

/// Whether headings open both sides of a balance sheet, of which totals without labels tell none.
fn shows_sides(rows: &[AlignedRow]) -> bool {
    let heads = |opens: &dyn Fn(&str) -> bool| {
        rows.iter().any(|row| row.cells.is_empty() && opens(&row.plain))
    };
    let owes = knowledge::opens_liabilities;
    heads(&|heading| knowledge::is_top_heading(heading) && !owes(heading))
        && heads(&|heading| owes(heading) && knowledge::names_owners(heading))
}

/// Whether all rows are parts of single items of a balance sheet, inventories among them, as notes
/// tell them: `Raw materials` below `Inventories`, `Land` below `Property and equipment`.
pub(super) fn are_parts_of_items(rows: &[AlignedRow]) -> bool {
    let item = |row: &AlignedRow| {
        let heading = row.section.first()?;
        knowledge::concept(&knowledge::key(heading), Kind::BalanceSheet)
    };
    let parts = || rows.iter().filter(|row| !row.cells.is_empty() && !row.label.is_empty());
    parts().all(|row| item(row).is_some()) && parts().any(|row| item(row) == Some("InventoryNet"))
}

/// Whether a row is none of what is expected, `Net interest income   $122.5 - $125.0`, nor a rate,
/// `Gross profit rate   18.1%`, which is no profit.
fn tells_kind(row: &AlignedRow) -> bool {
    let is_range = |c: &PlacedToken| c.token.kind == TokenKind::Unvalued;
    row.cells.is_empty() || !row.cells.iter().all(is_range) && !row.plain.ends_with(" rate")
}

/// Whether a row is a balance by its name; `Balances due from affiliates` are of no day.
fn is_balance(row: &AlignedRow) -> bool {
    row.key().starts_with("balance ")
        || row.key().starts_with("balances ") && period::speaks(&row.label)
}

/// What the labels tell of the kind.
pub(super) fn by_rows(rows: &[AlignedRow]) -> Option<Kind> {
    let told = || rows.iter().filter(|row| tells_kind(row));
    let signs: Vec<Sign> = told().flat_map(|row| knowledge::signs(row.key())).collect();
    let has = |sign: Sign| signs.contains(&sign);
    let result = has(Sign::Result);
    if result && told().filter(|row| is_balance(row)).count() > 1 {
        return Some(Kind::Equity);
    }
    let income = has(Sign::Sales) && result;
    if !income && adds_up_to_all(rows) {
        return Some(Kind::ComprehensiveIncome);
    }
    if has(Sign::Financing) && has(Sign::Investing) {
        return Some(Kind::CashFlow);
    }
    if !income && shows_sides(rows) {
        return Some(Kind::BalanceSheet);
    }
    let assets = has(Sign::Assets);
    if assets && has(Sign::Liabilities) {
        return Some(if income { Kind::SelectedData } else { Kind::BalanceSheet });
    }
    if income {
        // `Cash flow from operations` or `Performance ratios:` beside revenues and net income
        let of_ratios =
            |row: &AlignedRow| row.cells.is_empty() && knowledge::heads_ratios(row.key());
        // `Balance Sheet` over inventories
        let of_balances = |row: &AlignedRow| {
            row.cells.is_empty() && knowledge::title_kind(&row.label) == Some(Kind::BalanceSheet)
        };
        let mixed = assets
            || rows.iter().any(is_net_cash)
            || rows.iter().any(of_balances)
            || rows.iter().any(of_ratios) && !rows.iter().any(tells_taxes);
        return Some(if mixed { Kind::SelectedData } else { Kind::Income });
    }
    leads_to_own_measure(rows).then_some(Kind::Reconciliation)
}
