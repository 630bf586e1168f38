//! The days on which the balances among the rows of a table are struck, as labels name them.

use jiff::civil::Date;

use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, Spec};
use crate::record::{Column, Kind, Period};
use crate::statement::calendar::Calendar;
use crate::statement::dated_rows::{Balance, BalanceDay, balance_day};
use crate::statement::periods::ByRow;
use crate::statement::periods::balances::{balance_words, rolls_across};
use crate::statement::{Draft, title};

/// Days of balances beyond the edges of a table that a page break cuts in two.
#[derive(Debug, Clone, Copy, Default)]
pub struct Edges {
    /// The last balance of the part before.
    pub(super) opened: Option<BalanceDay>,
    /// The day of the first balance of the part that follows.
    pub(super) closes: Option<Date>,
}

impl Edges {
    /// The edges of each draft of a filing.
    pub fn of(drafts: &[Draft], calendar: &Calendar<'_>) -> Vec<Self> {
        let mut out = vec![Self::default(); drafts.len()];
        let first = |d: &Draft| balance_days(d, calendar).into_iter().flatten().next();
        let last = |d: &Draft| balance_days(d, calendar).into_iter().flatten().next_back();
        // A sentence of its own announces another account.
        let is_announced = |at: usize| {
            let title = drafts[at].title.as_str();
            title != drafts[at - 1].title && title::last_sentence(&drafts[at].head.intro) == title
        };
        let goes_on = |at: &usize| drafts[*at].goes_on && !is_announced(*at);
        for at in (1..drafts.len()).filter(goes_on) {
            out[at].opened = last(&drafts[at - 1]).or(out[at - 1].opened);
            out[at - 1].closes = first(&drafts[at]).map(|d| d.day);
        }
        out
    }
}

/// The period of a balance.
pub(super) fn on_day(balance: Option<BalanceDay>) -> Period {
    balance.map(|balance| Period::on(balance.day)).unwrap_or_default()
}

/// The days of the balances among the rows of a table.
pub(super) fn balance_days(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Option<BalanceDay>> {
    let is_equity = draft.kind == Kind::Equity;
    let by_days = !is_equity && (rolls_across(draft) || rolls_down(draft));
    let of_row = |row: &AlignedRow| {
        let other = || match (is_equity, by_days) {
            (true, _) => day_of_equity(draft, row, calendar),
            (_, true) => day_alone(&row.label),
            _ => None,
        };
        if row.cells.is_empty() { None } else { balance_day(row).or_else(other) }
    };
    draft.rows.iter().map(of_row).collect()
}

/// Whether rows lead from day to later day, the first and the last among them, and what stands between
/// two of them is none: `December 31, 2003` / `Sales` / `Redemptions` / `March 31, 2004`. A row alone
/// between days may be another of a list: `Special dividend`.
fn rolls_down(draft: &Draft) -> bool {
    let rows: Vec<&AlignedRow> = draft.rows_with_figures().collect();
    // Most tables begin with none, and need no closer look.
    if rows.first().is_none_or(|row| day_alone(&row.label).is_none()) {
        return false;
    }
    let days: Vec<Option<Date>> =
        rows.iter().map(|row| day_alone(&row.label).map(|balance| balance.day)).collect();
    let named: Vec<usize> = (0..rows.len()).filter(|&at| days[at].is_some()).collect();
    let leads_on = |pair: &[usize]| {
        let between = &rows[pair[0] + 1..pair[1]];
        days[pair[0]] < days[pair[1]]
            && between.len() > 1
            && between.iter().all(|row| !period::speaks(&row.label))
    };
    named.len() > 1 && named[named.len() - 1] == rows.len() - 1 && named.windows(2).all(leads_on)
}

/// The day that a label is: `December 31, 1998`.
fn day_alone(label: &str) -> Option<BalanceDay> {
    let spec = period::read_one(label)?;
    let alone = spec.length.is_none() && spec.from.is_none() && period::is_bare(label);
    spec.end().filter(|_| alone).map(|day| BalanceDay { day, inception: false })
}

/// The day of a balance in a statement of equity, where the label is no more than the day, or names
/// the equity before it: `December 31, 1996`, `Partners' capital, December 31, 1996`. A day without
/// its year is that of the period in the title, `Balance, June 30`, and so is the day of a year.
fn day_of_equity(draft: &Draft, row: &AlignedRow, calendar: &Calendar<'_>) -> Option<BalanceDay> {
    let specs = period::read_dated(&row.label);
    let [spec] = &specs[..] else { return None };
    let mut titles = draft.captions.iter().filter(|c| c.length.is_some());
    let day = match (spec.month_day, &spec.years[..]) {
        _ if spec.length.is_some() || spec.from.is_some() => None,
        (Some(_), _) if !is_of_equity(&row.plain) => None,
        (Some(_), [_, ..]) => spec.end(),
        (Some((month, day)), []) => {
            let end = titles.find_map(Spec::end)?;
            let years = [end.year(), end.year() - 1].into_iter();
            let mut days = years.filter_map(|year| period::day_of(year, month, day));
            let found = days.find(|day| *day <= end)?;
            if (month, day) == (1, 1) { found.yesterday().ok() } else { Some(found) }
        }
        (None, &[year]) if spec.quarter.is_none() => match balance_words(&row.plain)? {
            Balance::Opening => end_of_year(year - 1, draft, calendar),
            Balance::Closing => end_of_year(year, draft, calendar),
        },
        _ => None,
    };
    day.map(|day| BalanceDay { day, inception: false })
}

/// The last day of a year by the title of a table, `Balance at end of 1998` below
/// `Years Ended December 31, 1999 and 1998`, or by the filing: years of whole weeks end on a day that
/// differs.
fn end_of_year(year: i16, draft: &Draft, calendar: &Calendar<'_>) -> Option<Date> {
    if calendar.is_by_weeks() {
        return calendar.year(year);
    }
    let mut titles = draft.captions.iter().filter(|c| c.is_annual());
    let Some((month, day)) = titles.find_map(|c| c.month_day) else { return calendar.year(year) };
    // `Years ended February 28, 1997 and February 29, 1996`
    period::day_of(year, month, if day >= 28 { 0 } else { day })
}

/// Whether a label in plain form has no words before its day but the name of equity.
fn is_of_equity(plain: &str) -> bool {
    let is_day = |word: &str| knowledge::is_month(word) || period::day_in_digits(word).is_some();
    let before: Vec<&str> = plain.split(' ').take_while(|word| !is_day(word)).collect();
    before.is_empty() || knowledge::ends_with_equity(&before.join(" "))
}

/// The days of balances among flows that name one for each column, all of them the last of its column
/// or all the eve of its first: `Cash at June 14, 1998 and June 15, 1997`; or one on an edge of the
/// time of all columns: `Cash, March 31, 2002`.
pub(super) fn on_days_of_columns(draft: &Draft, columns: &[Column]) -> ByRow {
    let of_flows = matches!(draft.kind, Kind::Income | Kind::CashFlow);
    let of_row = |row: &AlignedRow| {
        let days = if of_flows { days_of_columns(row, columns.len()) } else { None };
        let Some(days) = days else {
            let edge = edge_of_all(draft, row, columns)?;
            return Some(vec![Period::on(edge); columns.len()]);
        };
        let are = |edge: fn(&Period) -> Option<Date>| {
            columns.iter().map(|column| edge(&column.period)).eq(days.iter().copied().map(Some))
        };
        let closes = are(|period| period.end.filter(|_| period.duration.is_some()));
        let opens = || are(|period| period.start?.yesterday().ok());
        (closes || opens()).then(|| days.iter().copied().map(Period::on).collect())
    };
    draft.rows.iter().map(of_row).collect()
}

/// The balance of cash on the last day of the one time over all columns, or on the eve of its first:
/// the day that a label names, where it is that or the first.
pub(super) fn edge_of_all(draft: &Draft, row: &AlignedRow, columns: &[Column]) -> Option<Date> {
    let time = columns.first().filter(|_| draft.kind == Kind::CashFlow)?.period;
    let is_one = columns.iter().all(|column| column.period == time);
    if !is_one || row.cells.is_empty() || !is_of_cash(&row.plain) {
        return None;
    }
    let (first, last) = (time.start?, time.end?);
    let eve = first.yesterday().ok()?;
    let specs = period::read_dated(&row.label);
    let [spec] = &specs[..] else { return None };
    let day = spec.end().filter(|_| spec.length.is_none() && spec.from.is_none())?;
    let edge = if day == first { eve } else { day };
    (edge == last || edge == eve).then_some(edge)
}

/// Whether a label in plain form has no words before its day but the name of cash:
/// `Cash and cash equivalents, March 31, 2002`, `Cash at March 31, 2002`.
fn is_of_cash(plain: &str) -> bool {
    let is_day = |word: &str| knowledge::is_month(word) || period::day_in_digits(word).is_some();
    let name: Vec<&str> = plain.split(' ').take_while(|word| !is_day(word)).collect();
    let name = name.join(" ");
    let name = knowledge::before_lead_to_day(&name).unwrap_or(&name);
    let key = knowledge::key(name.trim_end_matches([',', '-', ' ']));
    knowledge::concept(&key, Kind::BalanceSheet) == Some("CashAndCashEquivalentsAtCarryingValue")
}

/// The days at which a label names a balance, where these are as many as columns. `Dividends paid
/// June 14, 1998 and June 15, 1997` names none.
pub fn days_of_columns(row: &AlignedRow, columns: usize) -> Option<Vec<Date>> {
    if columns < 2 || row.cells.is_empty() {
        return None;
    }
    let is_day = |spec: &Spec| spec.length.is_none() && spec.from.is_none();
    let specs = period::read_dated(&row.label);
    let days: Vec<Date> = specs.iter().filter(|s| is_day(s)).filter_map(Spec::end).collect();
    let plain = row.plain.as_str();
    let is_at = || specs.first().is_some_and(|s| s.instant) || knowledge::is_standing(plain);
    let each = specs.len() == columns && days.len() == columns;
    (each && is_at() && !knowledge::is_flow(plain)).then_some(days)
}
