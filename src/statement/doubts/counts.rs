//! Rows that may be no amounts and are taken for such, or the other way.

use rust_decimal::Decimal;

use crate::diagnostic::{Code, Diagnostic};
use crate::knowledge;
use crate::record::{Cell, Kind, Row, Statement, Unit};

/// Rows that are taken for amounts only because nothing says what else they are.
pub(super) fn perhaps_no_amounts(statement: &Statement) -> impl Iterator<Item = Diagnostic> + '_ {
    let doubtful = Doubtful::of(statement);
    statement.rows.iter().enumerate().filter_map(move |(at, row)| {
        let cell = row.cells.iter().find(|cell| is_scaled(cell))?;
        let others = doubtful.what_else(at)?;
        let message = format!(
            "nothing says whether the figures of \"{}\" are amounts or {others}; they are taken for amounts",
            row.label
        );
        Some(Diagnostic::new(Code::UnknownScale, cell.line, cell.position, message))
    })
}

/// A statement of which some rows may be no amounts.
struct Doubtful<'s> {
    statement: &'s Statement,
    /// Its title announces data of operations.
    of_operations: bool,
    /// Some of its figures count things.
    counts: bool,
    /// Its amounts have points, as those in millions do: whole numbers among them may count.
    has_points: bool,
    /// Its sales have costs, of which a margin is left.
    tells_costs: bool,
    /// The last sum of a balance sheet.
    last_sum: Option<usize>,
}

impl<'s> Doubtful<'s> {
    fn of(statement: &'s Statement) -> Self {
        let is_sum = |row: &Row| {
            let key = knowledge::key(&row.label);
            knowledge::sums_up_assets(&key) || knowledge::sums_up_other_side(&key)
        };
        let last_sum = || statement.rows.iter().rposition(is_sum);
        Self {
            statement,
            of_operations: knowledge::announces_statistics(&statement.title),
            counts: cells_of(statement).any(|cell| cell.unit == Unit::Pure),
            has_points: has_points(statement),
            tells_costs: statement.rows.iter().any(|row| row.concept == "us-gaap:CostOfRevenue"),
            last_sum: (statement.kind == Kind::BalanceSheet).then(last_sum).flatten(),
        }
    }

    /// What else than amounts the figures of a row may be.
    fn what_else(&self, at: usize) -> Option<&'static str> {
        let row = &self.statement.rows[at];
        let unsigned = !row.label.is_empty() && !is_signed(row);
        if unsigned && self.may_count(at) {
            Some("count something")
        } else if unsigned && self.may_be_rate(row) {
            Some("tell a rate")
        // `Customer acquisition cost   $ 18`
        } else if tells_few_thousands(row)
            && knowledge::may_cost_each(&knowledge::plain(&row.label))
        {
            Some("are for one of something")
        } else {
            None
        }
    }

    /// Whether a row may count something: one without a word for money among data of operations, next
    /// to rows that count, below a heading of things, in whole numbers among amounts with points, or
    /// with a scale of its own: `Dealerships owned   118`.
    fn may_count(&self, at: usize) -> bool {
        let row = &self.statement.rows[at];
        let is_flow = |heading: &str| knowledge::names_flow(&knowledge::plain(heading));
        let is_amount = || {
            names_money(&row.label) || row.section.last().is_some_and(|heading| is_flow(heading))
        };
        let tells = || {
            self.is_of_operations(row)
                || self.counts_beside(at).next().is_some()
                || self.has_points && is_whole(row)
                || self.is_below_things(row)
                || self.is_thing_beside_counts(row)
                || self.tells_what_became(row)
                || self.has_own_scale(row)
        };
        !is_amount() && tells() || self.is_thing_among_amounts(row) || self.is_thing_behind(at)
    }

    fn is_of_operations(&self, row: &Row) -> bool {
        self.of_operations || row.section.iter().any(|h| knowledge::announces_statistics(h))
    }

    /// The rows that count right above and below one.
    fn counts_beside(&self, at: usize) -> impl Iterator<Item = &Row> {
        let counts = |row: &&Row| {
            let mut cells = row.cells.iter().peekable();
            cells.peek().is_some() && cells.all(|cell| cell.unit == Unit::Pure)
        };
        let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
        beside.filter_map(|k| self.statement.rows.get(k)).filter(counts)
    }

    /// `Contracts signed`
    fn tells_what_became(&self, row: &Row) -> bool {
        !self.is_of_amounts_alone() && knowledge::tells_what_became(&knowledge::plain(&row.label))
    }

    /// `Rooms under construction` in a table that counts other things
    fn is_thing_beside_counts(&self, row: &Row) -> bool {
        self.counts
            && !self.is_of_amounts_alone()
            && knowledge::speaks_of_things(&knowledge::plain(&row.label))
    }

    /// Whether the heading of a row names nothing but things, and neither a heading over it money nor
    /// a sign below it: `Customers:` over `Farm and ranch`.
    fn is_below_things(&self, row: &Row) -> bool {
        let names_things = |heading: &str| knowledge::is_counted(&knowledge::plain(heading));
        let mut mates = self.statement.rows.iter().filter(|other| other.section == row.section);
        !self.is_of_amounts_alone()
            && row.section.last().is_some_and(|last| names_things(last))
            && !heads_money(&self.statement.title)
            && !row.section.iter().any(|heading| heads_money(heading))
            && !mates.any(is_signed)
    }

    /// `Claims reported (thousands)`
    fn has_own_scale(&self, row: &Row) -> bool {
        !self.is_of_amounts_alone()
            && knowledge::scale_of(&row.label).is_some()
            && !knowledge::speaks_of_money(&row.label)
    }

    /// Whether a row among data of all kinds names nothing but things, and no heading or title over it
    /// money: `Outlet stores   118`.
    fn is_thing_among_amounts(&self, row: &Row) -> bool {
        matches!(self.statement.kind, Kind::SelectedData | Kind::Schedule)
            && knowledge::is_counted(&knowledge::plain(&row.label))
            && !heads_money(&self.statement.title)
            && !row.section.iter().any(|heading| heads_money(heading))
    }

    /// Whether a row behind the last sum of a balance sheet names nothing but things, `Full service
    /// branches`, and is no part of a balance: `Inventories:` over `Homes`.
    fn is_thing_behind(&self, at: usize) -> bool {
        let row = &self.statement.rows[at];
        let of_balance = |heading: &str| knowledge::is_balance(&knowledge::plain(heading));
        self.last_sum.is_some_and(|sum| sum < at)
            && knowledge::is_counted(&knowledge::plain(&row.label))
            && !row.section.last().is_some_and(|heading| of_balance(heading))
    }

    /// Whether a row that is no item of a statement, or one that no costs tell of, names a rate, and
    /// its figures may be one in points: `Operating margin   11.9` among amounts in millions.
    fn may_be_rate(&self, row: &Row) -> bool {
        const LARGEST: Decimal = Decimal::from_parts(200, 0, 0, false, 0);
        let label = || knowledge::plain(&row.label);
        let is_in_points = |cell: &Cell| {
            let small = cell.printed().is_some_and(|value| value.abs() < LARGEST);
            cell.raw.contains('.') && small
        };
        !self.is_of_amounts_alone()
            && (row.concept.is_empty() || row.concept == "us-gaap:GrossProfit" && !self.tells_costs)
            && row.cells.iter().all(is_in_points)
            && knowledge::measure_in_points(&label()).is_some()
            && !knowledge::names_cost(&label())
    }

    /// Whether nothing but amounts stands in a statement.
    fn is_of_amounts_alone(&self) -> bool {
        matches!(self.statement.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity)
    }
}

fn cells_of(statement: &Statement) -> impl Iterator<Item = &Cell> {
    statement.rows.iter().flat_map(|row| &row.cells)
}

/// Whether the amounts of a statement have points.
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

/// Whether an amount is printed in thousands or more.
fn is_scaled(cell: &Cell) -> bool {
    matches!(cell.unit, Unit::Money(_)) && cell.scale.is_some_and(|scale| scale > 1)
}

fn is_signed(row: &Row) -> bool {
    row.cells.iter().any(|cell| cell.raw.contains('$'))
}

/// Whether a row has figures, and none of them a point.
fn is_whole(row: &Row) -> bool {
    let is_nil = |cell: &Cell| cell.value.is_none_or(|value| value.is_zero());
    row.cells.iter().all(|cell| !cell.raw.contains('.')) && !row.cells.iter().all(is_nil)
}

/// Whether a heading has a word for money, or for those who owe it or are paid.
fn heads_money(heading: &str) -> bool {
    names_money(heading) || knowledge::counts_money(&knowledge::plain(heading))
}

/// Rows among amounts that are taken for counts by a name that what is earned bears as well, and
/// stand next to none: `Membership   94,100`.
pub(super) fn perhaps_earned(statement: &Statement) -> impl Iterator<Item = Diagnostic> + '_ {
    let doubtful = Doubtful::of(statement);
    let is_scaled = statement.scale.is_some_and(|scale| scale > 1) && !doubtful.of_operations;
    let rows = statement.rows.iter().enumerate();
    rows.filter(move |(_, row)| is_scaled && row.section.is_empty()).filter_map(move |(at, row)| {
        let cell = row.cells.first().filter(|cell| cell.unit == Unit::Pure)?;
        let may_be_earned = |row: &Row| knowledge::may_be_earned(&knowledge::plain(&row.label));
        if !may_be_earned(row) || doubtful.counts_beside(at).any(|other| !may_be_earned(other)) {
            return None;
        }
        let message = format!(
            "nothing says whether the figures of \"{}\" count something or are amounts; they are taken for counts",
            row.label
        );
        Some(Diagnostic::new(Code::UnknownScale, cell.line, cell.position, message))
    })
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
        || plain.rsplit(' ').next().is_some_and(knowledge::is_acronym)
        || knowledge::names_amount(&plain)
        || knowledge::names_flow(&plain)
        || knowledge::is_balance(&plain) && !knowledge::is_counted(&plain)
        || knowledge::is_total(&plain)
}
