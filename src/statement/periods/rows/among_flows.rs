//! Balances among flows of known periods: each is struck at the beginning or the end of that of its
//! column.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::Arc;

use jiff::civil::Date;

use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Notion};
use crate::lex::line::Lines;
use crate::period::{self, is_a_year};
use crate::record::{Column, Kind, Period};
use crate::statement::Draft;
use crate::statement::calendar::Calendar;
use crate::statement::dated_rows::{Balance, own_day};
use crate::statement::periods::ByRow;
use crate::statement::periods::balances::tells_result;
use crate::statement::periods::rows::row_balance::{
    closing_heading, is_among_results, is_under_balances, row_balance,
};
use crate::statement::units::parts_of_count;

/// The periods of rows that are balances, or parts of balances above them.
pub(super) fn among_flows(
    lines: &Lines<'_>,
    draft: &Draft,
    columns: &[Column],
    calendar: &Calendar<'_>,
) -> ByRow {
    let own = |(at, row): (usize, &AlignedRow)| {
        let balance = if row.cells.is_empty() { None } else { row_balance(draft, row) };
        balance.filter(|_| !is_among_results(draft, at))
    };
    let balances: Vec<Option<Balance>> = draft.rows.iter().enumerate().map(own).collect();
    let parts = parts_of_balances(lines, draft, &balances);
    let mut above = Above::default();
    // Asked for each opening balance, tables of many would take long.
    let dated = LazyCell::new(|| dated_rows(draft));
    let of_row = |(at, (own, part)): (usize, (&Option<Balance>, Option<Balance>))| {
        let row = &draft.rows[at];
        let balance = above.balance(draft.kind, row, own.or(part))?;
        // The rows below are looked through for an opening balance alone.
        let opens = *own == Some(Balance::Opening);
        let closing = if opens { closing_below(draft, at, &dated) } else { None };
        let struck = |column: &Column| {
            let a_year_on = closing.filter(|_| column.period.duration.is_some_and(is_a_year));
            let dated = a_year_on.map_or(&row.label, |closing| &closing.label);
            let begins = column.period.start;
            let struck = on_own_day(dated, calendar.strike(column.period, balance), begins);
            closing_heading(row).map_or(struck, |heading| on_own_day(heading, struck, begins))
        };
        Some(columns.iter().map(struck).collect())
    };
    balances.iter().zip(parts).enumerate().map(of_row).collect()
}

/// The rows with figures that name a day of their own.
fn dated_rows(draft: &Draft) -> Vec<usize> {
    let is_dated = |row: &AlignedRow| !row.cells.is_empty() && own_day(&row.label).is_some();
    (0..draft.rows.len()).filter(|&at| is_dated(&draft.rows[at])).collect()
}

/// The closing balance that a row leads to below the same heading, if it is one of those that are
/// struck on a day of their own: `Plan assets - beginning of year` leads to
/// `Plan assets - November 30`, and stood on that day a year before.
fn closing_below<'d>(draft: &'d Draft, at: usize, dated: &[usize]) -> Option<&'d AlignedRow> {
    /// Fewest words that both begin with.
    const STEM: usize = 2;
    let first = &draft.rows[at];
    let stem = |row: &AlignedRow| {
        let pairs = first.plain.split(' ').zip(row.plain.split(' '));
        pairs.take_while(|(a, b)| a == b && a.starts_with(char::is_alphabetic)).count()
    };
    let below = &dated[dated.partition_point(|&row| row < at)..];
    if below.first() == Some(&at) {
        return None;
    }
    let found = *below.iter().find(|&&row| stem(&draft.rows[row]) >= STEM)?;
    let account = &draft.rows[at..=found];
    account.iter().all(|row| row.section == first.section).then(|| &draft.rows[found])
}

/// What the rows above one tell of it.
#[derive(Default)]
struct Above {
    /// A closing balance has been met since the last heading.
    closed: bool,
    /// A closing balance has been met.
    rolled: bool,
    /// The funded status of a plan has been met, below which stands what it is made of.
    funded: bool,
    /// The row above is a closing balance.
    held: bool,
    /// The heading of the balances to which the row above belongs.
    summed: Option<String>,
    /// How many balances stand right above, below a heading.
    together: usize,
}

impl Above {
    /// The balance that the next row is: what it tells of itself, or else what rows above tell.
    fn balance(&mut self, kind: Kind, row: &AlignedRow, told: Option<Balance>) -> Option<Balance> {
        let plain = row.plain.as_str();
        // A backlog may be unfunded as well.
        let of_backlog =
            |heading: &Arc<str>| knowledge::speaks_of(&knowledge::plain(heading), Notion::Backlog);
        self.funded = knowledge::begins_with(plain, Notion::FundedStatus)
            || self.rolled
                && kind != Kind::SelectedData
                && knowledge::is_part_of_status(plain)
                && !row.section.iter().any(of_backlog)
            || self.funded && !knowledge::is_plan_cost(plain);
        if row.cells.is_empty() {
            (self.closed, self.held, self.together) = (false, false, 0);
            return None;
        }
        let balance = told.or(self.continues_in(kind, row).then_some(Balance::Closing));
        self.held = balance == Some(Balance::Closing);
        let is_headed = self.held && !row.section.is_empty();
        self.together = if is_headed { self.together + 1 } else { 0 };
        let heading = row.section.last().filter(|_| balance.is_some() && is_under_balances(row));
        self.summed = heading.map(|heading| knowledge::plain(heading));
        self.closed |= self.held;
        self.rolled |= self.closed;
        // Below `Interest paid` nothing adds up to the cash at the end: `Capital leases` are what
        // was taken on.
        self.closed &= self.held || kind != Kind::CashFlow || !knowledge::comes_or_goes(plain);
        balance
    }

    /// Whether a row that tells nothing of itself is a balance by those above.
    fn continues_in(&self, kind: Kind, row: &AlignedRow) -> bool {
        let plain = row.plain.as_str();
        // Balances below the closing balance of a cash flow statement add up to it, but for what is
        // no cash: `Accounts payable` is what that has changed by. Those below results, `Current
        // assets` / `Long-term debt`, are of the same day.
        let may_add_up = match kind {
            Kind::CashFlow => {
                let item = knowledge::concept(row.key(), Kind::BalanceSheet);
                item.is_none_or(|item| item == "CashAndCashEquivalentsAtCarryingValue")
            }
            Kind::Income => true,
            _ => false,
        };
        let adds_up = self.closed && may_add_up && knowledge::is_balance(plain);
        // `Per share` is the balance above it for each of them.
        let is_of_each = || self.held && knowledge::heads_per_share(plain);
        self.funded || adds_up || self.sums_up_in(plain) || is_of_each()
    }

    /// A bare `Total` closes what stands under a heading of balances, and so does one by its name:
    /// `TOTAL BACKLOG` below `BACKLOG - END OF PERIOD`.
    fn sums_up_in(&self, plain: &str) -> bool {
        // `Total (excluding amounts due within one year)`
        let bare = knowledge::split_aside(plain).map_or(plain, |(bare, _)| bare);
        let is_sum = || self.together > 1 && knowledge::is_bare_total(bare);
        let Some(heading) = &self.summed else { return is_sum() };
        let whole = || knowledge::whole_of_total(plain).filter(|_| !tells_result(plain));
        bare.is_empty()
            || knowledge::is_bare_total(bare)
            || whole().is_some_and(|whole| heading.starts_with(whole))
    }
}

/// For each row, the balance of which it is a part: what is taken from one balance, or put to it,
/// to come to another of the same day. `Balance at beginning of year, gross` /
/// `Less: reinsurance recoverable` / `Net balance at beginning of year`; `Nonaccrual loans` /
/// `Loans past due` / `Total nonperforming assets`.
fn parts_of_balances(
    lines: &Lines<'_>,
    draft: &Draft,
    balances: &[Option<Balance>],
) -> Vec<Option<Balance>> {
    /// Most rows between the two balances.
    const MOST_PARTS: usize = 3;
    let is_part = |row: &AlignedRow| {
        knowledge::puts_or_takes(&row.plain)
            || knowledge::is_balance(&row.plain) && !knowledge::is_flow(&row.plain)
    };
    let mut out = vec![None; draft.rows.len()];
    let mut last: Option<(usize, Balance)> = None;
    for (at, balance) in balances.iter().enumerate() {
        let Some(balance) = *balance else { continue };
        if let Some((from, before)) = last.replace((at, balance))
            && before == balance
            && at - from - 1 <= MOST_PARTS
            && draft.rows[from + 1..at].iter().all(is_part)
        {
            out[from + 1..at].fill(Some(balance));
        }
    }
    for (at, balance) in balances.iter().enumerate().filter(|(_, balance)| balance.is_some()) {
        for part in kinds_of_counted(lines, &draft.rows, at).into_iter().flatten() {
            out[part] = out[part].or(*balance);
        }
    }
    out
}

/// The kinds of what is counted on a day, further in below it: `Ending subscribers   440,112` over
/// `Digital   302,008`, `Analog   138,104`; what comes or goes is none of them.
fn kinds_of_counted(lines: &Lines<'_>, rows: &[AlignedRow], at: usize) -> Option<Range<usize>> {
    let tells_kind = |row: &AlignedRow| {
        !knowledge::is_change_of_count(&row.plain) && !knowledge::comes_or_goes(&row.plain)
    };
    let parts = parts_of_count(lines, rows, at, |_| true)?;
    rows[parts.clone()].iter().all(tells_kind).then_some(parts)
}

/// A balance on the day that its label names, the last before the end of its column; on the day with
/// which that begins, the balance is that of its eve: `Benefit obligation at July 1`.
pub(super) fn on_own_day(label: &str, struck: Period, begins: Option<Date>) -> Period {
    let Some((month, day)) = own_day(label).filter(|day| *day != (1, 1)) else { return struck };
    let Some(end) = struck.end else { return struck };
    // `Beginning of year, July 1`
    let is_first = |first: Date| first > end && (first.month(), first.day()) == (month, day);
    if begins.is_some_and(is_first) {
        return struck;
    }
    let mut days = [end.year(), end.year() - 1]
        .into_iter()
        .filter_map(|year| period::day_of(year, month, day));
    let day = days.find(|day| *day <= end);
    let eve = day.filter(|_| day == begins).and_then(|day| day.yesterday().ok());
    Period { end: eve.or(day), ..struck }
}
