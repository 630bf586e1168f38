//! What rows measure, by their labels and headings and by their figures.
//!
//! - `counted`: which rows count things; `added_up`: rows that add up to amounts; `silent`: rows
//!   that do not say what they measure

mod added_up;
mod counted;
mod silent;

use std::cell::LazyCell;

pub(in crate::statement) use self::counted::parts_of_count;
pub(super) use self::silent::counts_shares;
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::print::prints_zeros;
use crate::statement::units::around::{counts, per_share, percents};
use crate::statement::units::headings::Headings;
use crate::statement::units::operations::{
    counts_in_operations, heads_operations, orders_of_homes,
};
use crate::statement::units::print::{Print, Rows};
use crate::statement::units::row::{RowWords, Table};
use crate::statement::units::rows::added_up::is_part_of_money;
use crate::statement::units::rows::counted::{are_parts_of_counts, counts_things};
use crate::statement::units::rows::silent::{measure_rates, measure_silent_rows};

/// Tells of rows what they measure by those around them.
type Rule = fn(&mut Rows<'_, '_>);

/// Each goes on with what those before it found.
const RULES: [Rule; 17] = [
    percents::run_on,
    percents::beside_totals,
    percents::parts_of_a_hundred,
    measure_rates,
    measure_silent_rows,
    counts_in_operations,
    orders_of_homes,
    counts::sums,
    counts::parts,
    counts::parts_of_shares,
    per_share::runs_on,
    per_share::dividends_in_cents,
    per_share::whole_prices,
    per_share::whole_amounts,
    per_share::nils_beside_amounts,
    percents::sums,
    percents::totals_of_a_hundred,
];

/// What each row measures, where it or something about it says so.
pub(super) fn row_measures(
    lines: &Lines<'_>,
    draft: &Draft,
    columns: &[Option<Measure>],
    whole: bool,
) -> Vec<Option<Measure>> {
    let zeros = prints_zeros(lines, &draft.rows);
    let measures = told_measures(Table { lines, draft, columns, zeros, whole });
    let balances = matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow);
    if balances && !heads_operations(draft) {
        return measures;
    }
    let prints = draft.rows.iter().map(|row| Print::of(lines, row, columns)).collect();
    let mut rows = Rows { lines, draft, prints, measures };
    let rules: &[Rule] = if balances { &[counts_in_operations] } else { &RULES };
    for rule in rules {
        rule(&mut rows);
    }
    rows.measures
}

/// Whether columns of shares leave nothing but amounts to others, as they do in a statement of
/// equity, `Shares issued under plan    118,204    1    2,118`, and below `Shares   $1 Par Value`
/// elsewhere.
fn counts_shares_apart(draft: &Draft, columns: &[Option<Measure>]) -> bool {
    let values = || draft.head.columns.iter().any(|c| knowledge::holds(c.plain(), "value"));
    columns.contains(&Some(Measure::Shares)) && (draft.kind == Kind::Equity || values())
}

/// Whether a row leads from one number of things to another below the heading that counts them:
/// `Number of stores:` over `At the beginning`, `Opened`, `At end`.
fn is_step_of_count(row: &AlignedRow, headings: &Headings<'_>) -> bool {
    let is_step =
        knowledge::is_change_of_count(&row.plain) || knowledge::may_name_balance(&row.plain);
    let counts = |heading: String| knowledge::is_counted(&heading);
    is_step && (headings.innermost() == Some(Measure::Pure) || row.heading().is_some_and(counts))
}

/// What each row measures by its own words and print, by the headings over it and by the row above.
fn told_measures(table: Table<'_, '_>) -> Vec<Option<Measure>> {
    let Table { lines, draft, columns, .. } = table;
    let mut last: Option<Measure> = None;
    let mut out = Vec::with_capacity(draft.rows.len());
    let is_result =
        |row: &AlignedRow| knowledge::concept(row.key(), draft.kind) == Some("NetIncomeLoss");
    let result = LazyCell::new(|| draft.rows.iter().position(is_result));
    // An income statement counts things only beneath its net income or its earnings per share, but
    // for data that begin as one.
    let mut may_count = draft.kind != Kind::Income || draft.gathers;
    let counts_apart = counts_shares_apart(draft, columns);
    let adds_to_money = |at: usize, row: &AlignedRow| {
        draft.scale.amounts.is_some()
            && !Print::of(lines, row, columns).holds('%')
            && is_part_of_money(lines, draft, at)
    };
    let are_parts = LazyCell::new(|| are_parts_of_counts(lines, &draft.rows, columns));
    let mut headings = Headings::of(draft);
    for (at, row) in draft.rows.iter().enumerate() {
        headings.move_to(&row.section);
        last = if row.cells.is_empty() {
            None
        } else if (may_count || result.is_some_and(|result| result < at))
            && counts_things(table, &are_parts, at, last)
        {
            Some(Measure::Pure)
        } else {
            RowWords::of(table, row, &headings)
                .measure(last)
                .filter(|measure| !(counts_apart && *measure == Measure::Shares))
        };
        // `Unit sales   3,480` among the revenues of an income statement
        let may_be_money = |measure| match measure {
            Measure::Percent => true,
            Measure::Pure => !may_count && !is_step_of_count(row, &headings),
            _ => false,
        };
        last = last.filter(|last| !may_be_money(*last) || !adds_to_money(at, row));
        may_count |= last == Some(Measure::PerShare);
        out.push(last);
    }
    out
}
