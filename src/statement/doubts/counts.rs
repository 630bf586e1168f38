//! Rows that may count something, and are taken for amounts, or the other way.

use rust_decimal::Decimal;

use crate::diagnostic::{Code, Diagnostic};
use crate::knowledge;
use crate::record::{Cell, Kind, Row, Statement, Unit};

/// Rows among data of operations, or next to rows that count something, that are taken for amounts
/// only because nothing known to count them does: `Dealerships owned   118`; and amounts that may be
/// for one of something: `Customer acquisition cost   $ 18`.
pub(super) fn perhaps_counted(statement: &Statement) -> impl Iterator<Item = Diagnostic> + '_ {
    let of_title = knowledge::announces_statistics(&statement.title);
    let of_operations =
        move |row: &Row| of_title || row.section.iter().any(|h| knowledge::announces_statistics(h));
    let is_scaled = |cell: &&Cell| {
        matches!(cell.unit, Unit::Money(_)) && cell.scale.is_some_and(|scale| scale > 1)
    };
    let counts = |row: &&Row| {
        let mut cells = row.cells.iter().peekable();
        cells.peek().is_some() && cells.all(|cell| cell.unit == Unit::Pure)
    };
    let beside_count = move |at: usize| {
        let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
        beside.filter_map(|k| statement.rows.get(k)).any(|row| counts(&row))
    };
    let has_points = has_points(statement);
    let is_beside_points = move |row: &Row| {
        has_points && row.cells.iter().all(|cell| !cell.raw.contains('.')) && !is_nil(row)
    };
    let rows = statement.rows.iter().enumerate().filter(move |(at, row)| {
        let tells_count = || {
            of_operations(row)
                || beside_count(*at)
                || is_beside_points(row)
                || is_below_things(statement, row)
        };
        let may_count = || !names_money(&row.label) && tells_count();
        !row.label.is_empty()
            && row.cells.iter().any(|cell| is_scaled(&cell))
            && !is_signed(row)
            && (may_count() || is_thing_among_amounts(statement, row))
    });
    let rows = rows.map(|(_, row)| row).chain(things_below_balances(statement));
    let rows = rows.map(|row| (row, "count something"));
    let of_one = statement.rows.iter().filter(move |row| {
        tells_few_thousands(row) && knowledge::may_cost_each(&knowledge::plain(&row.label))
    });
    rows.chain(of_one.map(|row| (row, "are for one of something"))).filter_map(move |(row, else_)| {
        let cell = row.cells.iter().find(is_scaled)?;
        let message = format!(
            "nothing says whether the figures of \"{}\" are amounts or {else_}; they are taken for amounts",
            row.label
        );
        Some(Diagnostic::new(Code::UnknownScale, cell.line, cell.position, message))
    })
}

/// Whether the amounts of a statement have points, as those in millions do: a row of whole numbers
/// among them may count something.
fn has_points(statement: &Statement) -> bool {
    const FEWEST: usize = 3;
    let is_pointed = |cell: &Cell| {
        matches!(cell.unit, Unit::Money(_))
            && cell.scale == statement.scale
            && cell.raw.contains('.')
    };
    let pointed = |row: &&Row| !row.cells.is_empty() && row.cells.iter().all(is_pointed);
    statement.scale.is_some_and(|scale| scale > 1)
        && statement.rows.iter().filter(pointed).count() >= FEWEST
}

fn is_signed(row: &Row) -> bool {
    row.cells.iter().any(|cell| cell.raw.contains('$'))
}

fn is_nil(row: &Row) -> bool {
    row.cells.iter().all(|cell| cell.value.is_none_or(|value| value.is_zero()))
}

/// Whether the heading of a row names nothing but things, and neither a heading over it money nor a
/// sign below it: `Customers:` over `Farm and ranch`.
fn is_below_things(statement: &Statement, row: &Row) -> bool {
    let of_money =
        |words: &str| names_money(words) || knowledge::counts_money(&knowledge::plain(words));
    let mut mates = statement.rows.iter().filter(|other| other.section == row.section);
    !matches!(statement.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity)
        && row.section.last().is_some_and(|last| knowledge::is_counted(&knowledge::plain(last)))
        && !of_money(&statement.title)
        && !row.section.iter().any(|heading| of_money(heading))
        && !mates.any(is_signed)
}

/// Rows among amounts that are taken for counts by a name that what is earned bears as well:
/// `Membership   94,100`.
pub(super) fn perhaps_earned(statement: &Statement) -> impl Iterator<Item = Diagnostic> + '_ {
    let is_scaled = statement.scale.is_some_and(|scale| scale > 1);
    let of_title = knowledge::announces_statistics(&statement.title);
    let rows =
        statement.rows.iter().filter(move |row| is_scaled && !of_title && row.section.is_empty());
    rows.filter_map(|row| {
        let cell = row.cells.first().filter(|cell| cell.unit == Unit::Pure)?;
        if !knowledge::may_be_earned(&knowledge::plain(&row.label)) {
            return None;
        }
        let message = format!(
            "nothing says whether the figures of \"{}\" count something or are amounts; they are taken for counts",
            row.label
        );
        Some(Diagnostic::new(Code::UnknownScale, cell.line, cell.position, message))
    })
}

/// Rows below the last total of a balance sheet that name nothing but things: `Full service branches`.
fn things_below_balances(statement: &Statement) -> impl Iterator<Item = &Row> {
    let is_total = |row: &Row| {
        let key = knowledge::key(&row.label);
        knowledge::sums_up_assets(&key) || knowledge::sums_up_other_side(&key)
    };
    let last = || statement.rows.iter().rposition(is_total);
    let holds_sides = statement.kind == Kind::BalanceSheet;
    let below = holds_sides.then(last).flatten().map_or(&[][..], |at| &statement.rows[at + 1..]);
    // `Inventories:` over `Homes`
    let of_balance = |row: &Row| {
        row.section.last().is_some_and(|heading| knowledge::is_balance(&knowledge::plain(heading)))
    };
    below.iter().filter(move |row| {
        let names_things = || knowledge::is_counted(&knowledge::plain(&row.label));
        !is_signed(row) && names_things() && !of_balance(row)
    })
}

/// Whether a row among data of all kinds names nothing but things, and no heading over it money:
/// `Outlet stores   118`.
fn is_thing_among_amounts(statement: &Statement, row: &Row) -> bool {
    let of_money =
        |words: &str| names_money(words) || knowledge::counts_money(&knowledge::plain(words));
    statement.kind == Kind::SelectedData
        && knowledge::is_counted(&knowledge::plain(&row.label))
        && !row.section.iter().any(|heading| of_money(heading))
}

/// Whether all amounts of a row are in thousands, and fewer than a thousand of these: one of
/// something may cost as many dollars.
fn tells_few_thousands(row: &Row) -> bool {
    let is_few = |cell: &Cell| {
        cell.scale == Some(1000) && cell.printed().is_some_and(|v| v.abs() < Decimal::ONE_THOUSAND)
    };
    !row.cells.is_empty() && row.cells.iter().all(is_few)
}

/// Whether a label has any word for money.
fn names_money(label: &str) -> bool {
    let plain = knowledge::plain(label);
    knowledge::is_money(label)
        || knowledge::names_amount(&plain)
        || knowledge::names_flow(&plain)
        || knowledge::is_balance(&plain)
        || knowledge::is_total(&plain)
}
