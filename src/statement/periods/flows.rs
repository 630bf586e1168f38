//! Which tables tell of some time rather than of a day, where their kind leaves it open.

use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::periods::balances::{averages, earns, is_sales_or_result, rolls_forward};

/// Whether the figures of a table are those of some time rather than of a day.
pub(super) fn tells_flows(draft: &Draft) -> bool {
    let flows = match draft.kind {
        Kind::Income | Kind::CashFlow | Kind::ComprehensiveIncome | Kind::Equity => true,
        // Sales or a result as a row, or as a heading of which the rows below it are parts
        Kind::Segment => draft.rows.iter().any(|row| is_sales_or_result(row.key())),
        Kind::Reconciliation => {
            holds_result(draft)
                || draft.rows_with_figures().any(is_of_income) && !holds_balance(draft)
        }
        // `Average monthly revenue per subscriber` stands among subscribers of a day.
        Kind::SelectedData => {
            draft.rows_with_figures().any(|row| is_result_alone(row) && !averages(draft, row))
        }
        // `PRE-TAX INCOME` beside the days over a panel of its parts, `Total revenues` below those
        // of each region
        Kind::Schedule | Kind::Other => {
            heads_columns_with_result(draft) || closes_with_result(draft)
        }
        Kind::BalanceSheet => false,
    };
    flows || rolls_forward(draft) || draft.rows_with_figures().any(earns)
}

/// Whether a row of a table tells by how much a count changed, `Net additions`, among others that
/// say of themselves that they are counts, `Subscribers`, or of which one that it is struck at the end.
pub(super) fn counts_changes(draft: &Draft) -> bool {
    let changes = |row: &&AlignedRow| knowledge::is_change_of_count(&row.plain);
    let rows = || draft.rows_with_figures();
    let mut others = rows().filter(|row| !changes(row));
    rows().any(|row| changes(&row))
        && (rows().any(|row| knowledge::is_closing(&row.plain))
            || others.all(|row| knowledge::is_counted(&row.plain)))
}

/// Whether the title of a schedule without balances names an item of an income statement on the line
/// of the header, over one day of several years: `INCOME TAXES   June 30, 1998   December 31, 1997`
/// are owed.
fn heads_columns_with_result(draft: &Draft) -> bool {
    let mut days = draft.specs.iter().filter_map(|spec| spec.month_day);
    let first = days.next();
    let is_of_first = |day| first.is_some_and(|first| period::are_near(first, day));
    draft.title == draft.head.stub.join(" ")
        && knowledge::concept(&knowledge::key(&draft.title), Kind::Income).is_some()
        && days.all(is_of_first)
        && !holds_balance(draft)
}

/// Whether a schedule tells of sales or results, and of no balance.
pub(super) fn tells_sales(draft: &Draft) -> bool {
    draft.kind == Kind::Schedule && holds_result(draft) && !holds_balance(draft)
}

/// Whether the last row of a table sums up sales or results, and none is a balance.
fn closes_with_result(draft: &Draft) -> bool {
    let last = draft.rows_with_figures().last();
    last.is_some_and(|row| knowledge::names_total(row.key()) && is_result_alone(row))
        && !holds_balance(draft)
}

/// Whether any row of a table names a balance: income taxes may lie between two of equity.
fn holds_balance(draft: &Draft) -> bool {
    draft.rows.iter().any(|row| knowledge::is_balance(&row.plain))
}

/// Whether any row of a table holds sales or a result.
fn holds_result(draft: &Draft) -> bool {
    draft.rows_with_figures().any(|row| is_sales_or_result(row.key()))
}

/// Whether a row names sales or a result and nothing more, as `Deferred revenue` and `Investment in
/// sales-type leases` do not.
fn is_result_alone(row: &AlignedRow) -> bool {
    is_sales_or_result(row.key()) && (is_of_income(row) || knowledge::is_result(row.key()))
}

/// Whether a row is an item of an income statement.
fn is_of_income(row: &AlignedRow) -> bool {
    knowledge::concept(row.key(), Kind::Income).is_some()
}
