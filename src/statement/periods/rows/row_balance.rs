//! Whether a row is a balance, and of which end of a period: its label, its day or a heading over it
//! says so.

use std::collections::HashSet;
use std::sync::Arc;

use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Held, Notion};
use crate::period;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::dated_rows::{Balance, day_balance, own_day, tells_when_done};
use crate::statement::periods::balances::{averages, balance_words, is_sales_or_result};

/// Whether a row of a statement of flows is a balance.
pub fn is_balance_row(draft: &Draft, row: &AlignedRow) -> bool {
    row_balance(draft, row).is_some()
}

/// The balance that a row of a statement of flows is.
pub(super) fn row_balance(draft: &Draft, row: &AlignedRow) -> Option<Balance> {
    if draft.kind == Kind::BalanceSheet {
        return None;
    }
    let held = || is_there_on_a_day(draft, row) && !averages(draft, row);
    told_balance(draft, row).or_else(|| held().then_some(Balance::Closing))
}

/// The balance that the words of a label, the heading right over it or a day name.
fn told_balance(draft: &Draft, row: &AlignedRow) -> Option<Balance> {
    let of_flows = matches!(draft.kind, Kind::Income | Kind::CashFlow | Kind::Equity);
    let is_day = || !of_flows || !tells_when_done(&row.label);
    balance_words(&row.plain)
        .or_else(|| first_word_balance(&row.plain))
        .or_else(|| closing_heading(row).map(|_| Balance::Closing))
        .or_else(|| day_balance(&row.label).filter(|_| is_day()))
}

/// Whether what a row names is there on a day, as far as the kind of its statement lets it be.
fn is_there_on_a_day(draft: &Draft, row: &AlignedRow) -> bool {
    let plain = row.plain.as_str();
    // `Number of stores:` > `Opened`
    let moves = || {
        knowledge::is_flow(plain)
            || knowledge::is_change_of_count(plain)
            || is_under_flows(row) && !knowledge::is_standing(plain)
    };
    let stands = || knowledge::is_standing(plain) || is_side(draft, row) || is_below_data(row);
    match draft.kind {
        Kind::Equity => is_held_by_owners(draft, row),
        Kind::ComprehensiveIncome | Kind::BalanceSheet => false,
        // `Balance sheet data:` below the statement
        Kind::CashFlow => is_below_data(row) && !moves(),
        Kind::Income if stands() => !moves(),
        Kind::Income if !is_among_data(row) => false,
        _ if moves() => false,
        Kind::SelectedData if !is_below_data(row) && is_spent(draft, row) => false,
        _ if gathers(draft, row) && (is_held(draft, row) || is_among_balances(draft, row)) => true,
        _ if is_part_of_backlog(draft, row) => true,
        Kind::Income | Kind::SelectedData | Kind::Other | Kind::Segment => {
            stands_under(draft, row, names_balance)
        }
        _ if draft.mixed
            || knowledge::is_balance(plain)
                && (gathers_balances(draft) || is_among_days(draft, row)) =>
        {
            stands_under(draft, row, names_balance)
        }
        _ => stands_under(draft, row, knowledge::is_standing) || is_side(draft, row),
    }
}

/// Whether a row names a balance, or a heading over it does below which nothing leads from an opening
/// one to a closing one: `Backlog` > `Beginning backlog`, `Contract awards`, `Ending backlog`.
fn stands_under(draft: &Draft, row: &AlignedRow, names_balance: impl Fn(&str) -> bool) -> bool {
    let opens = |other: &AlignedRow| told_balance(draft, other) == Some(Balance::Opening);
    let opened = || draft.opened.get_or_init(|| headings_over(draft, opens));
    names_balance(&row.plain)
        || row.is_of_balance(names_balance) && !opened().contains(&row.section)
}

/// The headings over such rows: asked for each row, tables of many rows would take long.
fn headings_over(draft: &Draft, is: impl Fn(&AlignedRow) -> bool) -> HashSet<Vec<Arc<str>>> {
    let rows = draft.rows_with_figures().filter(|row| !row.section.is_empty() && is(row));
    rows.map(|row| row.section.clone()).collect()
}

/// Whether a row is a part of the backlog that the heading right over it names, and none below it
/// comes or goes: `Funded order backlog` > `Electronic systems`.
fn is_part_of_backlog(draft: &Draft, row: &AlignedRow) -> bool {
    let heads = |heading: &Arc<str>| {
        let plain = knowledge::plain(heading);
        knowledge::speaks_of(&plain, Notion::Backlog)
            && !knowledge::holds(&plain, "and")
            && !knowledge::comes_or_goes(&plain)
            && !knowledge::is_no_period(&plain)
            && (knowledge::is_balance(&plain) || knowledge::names_held(&plain).is_some())
    };
    let moves = |other: &AlignedRow| {
        knowledge::comes_or_goes(&other.plain)
            || knowledge::names_orders(&other.plain)
            || is_sales_or_result(other.key())
            || told_balance(draft, other).is_some()
    };
    let over_moves = || draft.moved.get_or_init(|| headings_over(draft, moves));
    row.section.last().is_some_and(heads) && !over_moves().contains(&row.section)
}

/// Whether a row of a table of sales or results names one side of a balance sheet.
fn is_side(draft: &Draft, row: &AlignedRow) -> bool {
    let tells_results = || draft.rows.iter().any(|row| is_sales_or_result(row.key()));
    knowledge::is_side(&row.plain) && tells_results()
}

/// Whether a row names a balance below a heading of balances.
fn is_below_data(row: &AlignedRow) -> bool {
    let mut headings = row.section.iter().map(|heading| knowledge::plain(heading));
    !row.section.is_empty()
        && knowledge::is_balance(&row.plain)
        && headings.any(|heading| knowledge::is_balance_section(&heading))
}

/// Whether a row of a statement of equity tells what there is, not what changes it.
fn is_held_by_owners(draft: &Draft, row: &AlignedRow) -> bool {
    let plain = row.plain.as_str();
    knowledge::is_balance(plain) && (knowledge::is_total(plain) || names_equity(plain))
        || names_stock_alone(plain) && stands_between_accounts(draft, row)
}

/// Whether a label names what owners have and no more: `Stockholders' equity`.
fn names_equity(plain: &str) -> bool {
    knowledge::names_owners(plain) && knowledge::ends_with_equity(plain)
}

/// Whether a label names stock and no more than its class: `Unearned restricted stock`. What is
/// done says so of whom, `Purchases of treasury stock`.
fn names_stock_alone(plain: &str) -> bool {
    let name = plain.split([',', '(', '-']).next().unwrap_or(plain).trim_end();
    name.ends_with(" stock") && !name.contains(" of ")
}

/// Whether a row stands by itself between accounts that each lead from an opening balance to a
/// closing one: `Preferred stock` above `Common stock, beginning of year`.
fn stands_between_accounts(draft: &Draft, row: &AlignedRow) -> bool {
    let balance =
        |other: &AlignedRow| balance_words(&other.plain).or_else(|| day_balance(&other.label));
    let (mut above, mut below) = around(draft.rows_with_figures(), row);
    let opens = |found: Option<Balance>| found == Some(Balance::Opening);
    row.section.is_empty()
        && !knowledge::is_flow(&row.plain)
        && !opens(above.find_map(balance))
        && opens(below.find_map(balance))
}

/// Whether a schedule gathers data of all kinds, balances among them: `Other Financial Data`.
fn gathers_balances(draft: &Draft) -> bool {
    draft.gathers && draft.rows_with_figures().any(|row| knowledge::is_standing(&row.plain))
}

/// Whether a row stands among data of all kinds, as the title, the header or a heading says.
fn gathers(draft: &Draft, row: &AlignedRow) -> bool {
    draft.kind == Kind::SelectedData
        || draft.mixed
        || draft.gathers
        || is_among_data(row)
        || draft.kind == Kind::Schedule && is_among_days(draft, row)
}

/// Whether several rows of a table are known as balances, and neither a row nor a heading over it
/// tells of what comes or goes: `Loans originated:` > `Mortgage loans`.
fn is_among_days(draft: &Draft, row: &AlignedRow) -> bool {
    let passes = |heading: &Arc<str>| knowledge::comes_or_goes(&knowledge::plain(heading));
    draft.holds_balances()
        && !knowledge::comes_or_goes(&row.plain)
        && !row.section.iter().any(passes)
}

/// Whether what a row names is there on a day, by the noun of its name: `Hotel properties`, not
/// between items of an income statement; `Rigs`, which the figures count.
fn is_held(draft: &Draft, row: &AlignedRow) -> bool {
    let headings = || row.section.iter().map(|heading| knowledge::plain(heading));
    if headings().any(|heading| heads_passing(&heading) || knowledge::measures_use(&heading)) {
        return false;
    }
    let is_kind = || {
        let mut named = headings().filter_map(|heading| knowledge::names_held(&heading));
        knowledge::is_kind_of_counted(&row.plain) && named.any(|held| held != Held::Amount)
    };
    let are_in_place =
        || headings().any(|heading| knowledge::names_held(&heading) == Some(Held::Things));
    match knowledge::names_held(&row.plain) {
        Some(Held::Amount) => !is_between_items(draft, row),
        Some(Held::Things) => true,
        Some(Held::Named) => row.counts,
        // `Lots owned and optioned:` > `East`
        None => row.counts && (is_kind() || are_in_place()),
    }
}

/// Whether a heading, in plain form, names what comes or goes: `Homes delivered`, `Dividends`, not
/// `Statement of operations data`.
fn heads_passing(heading: &str) -> bool {
    knowledge::comes_or_goes(heading)
        && !knowledge::heads_data(heading)
        && !knowledge::speaks_of(heading, Notion::Operations)
}

/// Whether a row stands between items of an income statement below the same heading, or above the
/// first: `Equipment` and `Services` come to `Total revenues`.
fn is_between_items(draft: &Draft, row: &AlignedRow) -> bool {
    let is_item = |other: &AlignedRow| knowledge::concept(other.key(), Kind::Income).is_some();
    let told = |other: &&AlignedRow| is_item(other) || names_balance(&other.plain);
    let (mut above, mut below) = around(mates(draft, row), row);
    above.find(told).is_none_or(is_item) && below.find(told).is_some_and(is_item)
}

/// The rows with figures below the same heading as one.
fn mates<'d>(
    draft: &'d Draft,
    row: &'d AlignedRow,
) -> impl DoubleEndedIterator<Item = &'d AlignedRow> + Clone {
    draft.rows_with_figures().filter(move |other| other.section == row.section)
}

/// Those of some rows that stand above one of them, and those below it, the nearest first.
fn around<'d>(
    rows: impl DoubleEndedIterator<Item = &'d AlignedRow> + Clone,
    row: &'d AlignedRow,
) -> (impl Iterator<Item = &'d AlignedRow>, impl Iterator<Item = &'d AlignedRow>) {
    let is_other = |other: &&AlignedRow| other.lines != row.lines;
    (rows.clone().rev().skip_while(is_other).skip(1), rows.skip_while(is_other).skip(1))
}

/// Whether a label, in plain form, names a balance among data of all kinds.
fn names_balance(plain: &str) -> bool {
    knowledge::is_balance(plain) || knowledge::is_standing(plain)
}

/// Whether a heading at the foot of a statement gathers other data: `Selected data`.
fn is_among_data(row: &AlignedRow) -> bool {
    row.section.iter().any(|heading| knowledge::heads_data(&knowledge::plain(heading)))
}

/// Whether a row stands right between items of an income statement and its result, as no balance
/// does: `Minority interest in subsidiary` between `Income taxes` and `Net income`.
pub(super) fn is_among_results(draft: &Draft, at: usize) -> bool {
    let item = |row: &AlignedRow| knowledge::concept(row.key(), Kind::Income);
    let (above, below) = (&draft.rows[..at], &draft.rows[at + 1..]);
    above.last().is_some_and(|row| item(row).is_some())
        && below.first().is_some_and(|row| item(row) == Some("NetIncomeLoss"))
        && [above.last(), below.first()].iter().flatten().all(|row| !row.cells.is_empty())
}

/// Whether a label begins by saying that it names a balance: `Beginning plan assets`, `Ending
/// subscribers`.
fn first_word_balance(plain: &str) -> Option<Balance> {
    if knowledge::begins_as_opening(plain) {
        return Some(Balance::Opening);
    }
    knowledge::begins_as_closing(plain).then_some(Balance::Closing)
}

/// The heading over a row that names the day of what stands under it: `Membership at end of period`
/// over `Commercial`, `Ending enrollment`, `Backlog at July 31`. With another between, not where this is told of flows.
pub(super) fn closing_heading(row: &AlignedRow) -> Option<&str> {
    let names_day = |heading: &&str| {
        knowledge::may_name_balance(heading)
            && balance_words(&knowledge::plain(heading)) == Some(Balance::Closing)
            || own_day(heading).is_some_and(|day| day != (1, 1))
                && period::read(heading).iter().all(|s| s.instant)
    };
    let mut headings = row.section.iter().rev().map(AsRef::as_ref);
    let right_over = headings.next()?;
    if knowledge::begins_as_closing(&knowledge::plain(right_over)) {
        return Some(right_over).filter(|_| !knowledge::comes_or_goes(&row.plain));
    }
    let moves = || {
        [right_over, &row.plain].iter().any(|words| knowledge::is_flow(&knowledge::plain(words)))
    };
    let further = || headings.find(names_day).filter(|_| !moves());
    Some(right_over).filter(names_day).or_else(further)
}

/// Whether a heading over a row names balances.
pub(super) fn is_under_balances(row: &AlignedRow) -> bool {
    closing_heading(row).is_some()
        || row.section.iter().any(|heading| {
            let plain = knowledge::plain(heading);
            knowledge::is_balance_section(&plain)
                || knowledge::is_balance(&plain)
                || knowledge::is_standing(&plain)
        })
}

/// Whether a row tells of what was put into others in a period, right below other expenditures:
/// `Capital expenditures` / `Investments in affiliates`.
fn is_spent(draft: &Draft, row: &AlignedRow) -> bool {
    let is_put_in = |row: &AlignedRow| knowledge::is_put_in(&row.plain);
    let (mut above, _) = around(draft.rows.iter(), row);
    let mut nearest = || above.find(|other| !is_put_in(other));
    is_put_in(row)
        && nearest().is_some_and(|other| knowledge::speaks_of(&other.plain, Notion::Expenditures))
}

/// Whether a row that may be a balance stands right among such as are, below the same heading:
/// `Debt` between `Total assets` and `Shareholders' equity`.
fn is_among_balances(draft: &Draft, row: &AlignedRow) -> bool {
    let may_be = |row: &AlignedRow| knowledge::may_be_balance(&row.plain);
    let is_balance =
        |plain: &str| names_balance(plain) || knowledge::names_held(plain) == Some(Held::Amount);
    let is_told =
        |other: &AlignedRow| other.is_of_balance(is_balance) && !knowledge::is_flow(&other.plain);
    let (mut above, mut below) = around(mates(draft, row), row);
    may_be(row)
        && above.find(|other| !may_be(other)).is_some_and(is_told)
        && below.find(|other| !may_be(other)).is_none_or(is_told)
}

/// Whether a heading over a row names flows: `Interest expense:` > `Long-term debt`.
fn is_under_flows(row: &AlignedRow) -> bool {
    row.section.iter().any(|heading| knowledge::heads_flows(heading))
}
