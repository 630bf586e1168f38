//! Rows to periods of their own: balances among flows, and what a label or a heading dates.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::align::header::ColumnHead;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, Spec};
use crate::record::{Column, Duration, Kind, Period};
use crate::statement::calendar::{self, Calendar};
use crate::statement::periods::balances::{
    Balance, are_components, averages, balance_words, column_balances, day_balance, own_day,
    rolls_across, stands_in, struck_by, tells_result, tells_when_done,
};
use crate::statement::periods::spans::under_spans;
use crate::statement::periods::years::under_years;
use crate::statement::{Draft, row_names};

const YEAR: Duration = Duration::Months(12);

/// Days of balances beyond the edges of a table that a page break cuts in two.
#[derive(Debug, Clone, Copy, Default)]
pub struct Edges {
    opened: Option<BalanceDay>,
    closes: Option<Date>,
}

impl Edges {
    /// The edges of each draft of a filing.
    pub fn of(drafts: &[Draft]) -> Vec<Self> {
        let mut out = vec![Self::default(); drafts.len()];
        let first = |d: &Draft| balance_days(d).into_iter().flatten().next();
        let last = |d: &Draft| balance_days(d).into_iter().flatten().next_back();
        for at in (1..drafts.len()).filter(|&at| drafts[at].goes_on) {
            out[at].opened = last(&drafts[at - 1]).or(out[at - 1].opened);
            out[at - 1].closes = first(&drafts[at]).map(|d| d.day);
        }
        out
    }
}

/// The periods of rows that have their own: those that name it, opening and closing balances,
/// balances among flows. By row: none, or a period for each column.
pub fn of_rows(
    draft: &Draft,
    columns: &[Column],
    calendar: &Calendar<'_>,
    edges: Edges,
) -> Vec<Option<Vec<Period>>> {
    let named = row_names::of_rows(draft, columns, calendar);
    let spanned = under_spans(draft, columns, calendar);
    let yearly = under_years(draft, columns, calendar);
    let quarterly = under_names_of_years(draft, calendar);
    let others = by_balances(draft, columns, calendar, edges);
    let begin = |mut periods: Vec<Period>| {
        for period in &mut periods {
            *period = calendar.begin(*period);
        }
        periods
    };
    // Columns that say of themselves which are balances leave the others flows.
    let told = column_balances(draft).iter().any(Option::is_some);
    // `Identifiable assets` over `1997`, `1996`
    let strike = |row: &AlignedRow, mut periods: Vec<Period>| {
        if !told && is_under_balances(row) && !averages(draft, row) {
            for period in &mut periods {
                *period = calendar.strike(*period, Balance::Closing);
            }
        }
        periods
    };
    let named = draft.rows.iter().zip(named).map(|(row, named)| named.map(|p| strike(row, p)));
    let strike_balances = |(row, periods): (&AlignedRow, Option<Vec<Period>>)| {
        periods.map(|periods| match row_balance(draft, row) {
            Some(balance) => periods.into_iter().map(|p| calendar.strike(p, balance)).collect(),
            None => periods,
        })
    };
    let spanned = draft.rows.iter().zip(spanned).map(strike_balances);
    let yearly = yearly.into_iter().zip(quarterly).map(|(yearly, other)| yearly.or(other));
    let yearly = draft.rows.iter().zip(yearly).map(strike_balances);
    let rows = named.zip(spanned.zip(yearly)).zip(others);
    let mut out: Vec<Option<Vec<Period>>> = rows
        .map(|((named, (spanned, yearly)), other)| {
            named.or(spanned).or(yearly).or(other).map(begin)
        })
        .collect();
    for at in flows_below_balances(draft) {
        out[at].get_or_insert_with(|| vec![Period::default(); columns.len()]);
    }
    out
}

/// The rows below the last total of a balance sheet that name flows, of which its columns tell no
/// time: `Other data:` > `Revenues`.
fn flows_below_balances(draft: &Draft) -> Vec<usize> {
    let closes = |row: &AlignedRow| row.key().starts_with("total liabilities and");
    let rows = || draft.rows.iter();
    // Some print liabilities above assets.
    let assets = rows().position(|row| row.key() == "total assets");
    let total = rows().rposition(closes).filter(|_| draft.kind == Kind::BalanceSheet);
    let last = total.map(|total| assets.map_or(total, |assets| assets.max(total)));
    let holds = |words: &str| knowledge::is_balance(words) || knowledge::is_standing(words);
    let is_flow = |at: &usize| {
        let row = &draft.rows[*at];
        let headed = |of: &dyn Fn(&str) -> bool| {
            row.section.iter().any(|heading| of(&knowledge::plain(heading)))
        };
        let flows = knowledge::is_flow(&row.plain) || tells_result(&row.plain);
        !row.cells.is_empty()
            && !holds(&row.plain)
            && (flows || headed(&|heading| tells_result(heading) && !holds(heading)))
    };
    last.map_or(0..0, |last| last + 1..draft.rows.len()).filter(is_flow).collect()
}

fn by_balances(
    draft: &Draft,
    columns: &[Column],
    calendar: &Calendar<'_>,
    edges: Edges,
) -> Vec<Option<Vec<Period>>> {
    let silent = columns.iter().all(|c| c.period.end.is_none());
    let components = draft.specs.iter().all(Spec::is_empty)
        || draft.kind == Kind::Equity && are_components(draft);
    if silent || components && (names_dates(draft, calendar) || names_another_day(draft, columns)) {
        return by_dates(draft, calendar, edges);
    }
    let (mut closed, mut rolled, mut funded) = (false, false, false);
    let (mut summed, mut held) = (None::<String>, false);
    let own = |(at, row): (usize, &AlignedRow)| {
        row_balance(draft, row).filter(|_| !row.cells.is_empty() && !is_among_results(draft, at))
    };
    let balances: Vec<Option<Balance>> = draft.rows.iter().enumerate().map(own).collect();
    let parts = parts_of_balances(draft, &balances);
    draft
        .rows
        .iter()
        .zip(balances.iter().zip(parts))
        .map(|(row, (own, part))| {
            // Below the funded status of a plan stands what it is made of.
            let plain = row.plain.as_str();
            funded = plain.starts_with("funded status")
                || rolled && knowledge::is_part_of_status(plain)
                || funded && !knowledge::is_plan_cost(plain);
            if row.cells.is_empty() {
                (closed, held) = (false, false);
                return None;
            }
            // Balances below the closing balance of a cash flow statement add up to it.
            let below =
                funded || closed && draft.kind == Kind::CashFlow && knowledge::is_balance(plain);
            // A bare `Total` closes what stands under a heading of balances, and so does one by
            // its name: `TOTAL BACKLOG` below `BACKLOG - END OF PERIOD`.
            let is_sum = || {
                let whole = plain.strip_prefix("total ").filter(|_| !tells_result(plain));
                let heading = summed.as_deref().zip(whole);
                matches!(plain, "" | "total")
                    || heading.is_some_and(|(h, whole)| h.starts_with(whole))
            };
            let below = below || summed.is_some() && is_sum();
            // `Per share` is the balance above it for each of them.
            let below = below || held && knowledge::heads_per_share(plain);
            let balance = own.or(part).or(below.then_some(Balance::Closing));
            held = balance == Some(Balance::Closing);
            let heading = row.section.last().filter(|_| is_under_balances(row));
            summed = heading.filter(|_| balance.is_some()).map(|heading| knowledge::plain(heading));
            let balance = balance?;
            closed |= balance == Balance::Closing;
            rolled |= closed;
            let struck = |column: &Column| {
                let struck = on_own_day(&row.label, calendar.strike(column.period, balance));
                closing_heading(row).map_or(struck, |heading| on_own_day(heading, struck))
            };
            Some(columns.iter().map(struck).collect())
        })
        .collect()
}

/// For each row, the balance of which it is a part: what is taken from one balance, or put to it,
/// to come to another of the same day. `Balance at beginning of year, gross` /
/// `Less: reinsurance recoverable` / `Net balance at beginning of year`; `Nonaccrual loans` /
/// `Loans past due` / `Total nonperforming assets`.
fn parts_of_balances(draft: &Draft, balances: &[Option<Balance>]) -> Vec<Option<Balance>> {
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
    out
}

/// Whether a row of a statement of flows is a balance.
pub fn is_balance_row(draft: &Draft, row: &AlignedRow) -> bool {
    row_balance(draft, row).is_some()
}

fn row_balance(draft: &Draft, row: &AlignedRow) -> Option<Balance> {
    if draft.kind == Kind::BalanceSheet {
        return None;
    }
    let plain = row.plain.as_str();
    if let Some(balance) = balance_words(plain).or_else(|| first_word_balance(plain)) {
        return Some(balance);
    }
    if closing_heading(row).is_some() {
        return Some(Balance::Closing);
    }
    let of_flows = matches!(draft.kind, Kind::Income | Kind::CashFlow | Kind::Equity);
    let dated = day_balance(&row.label).filter(|_| !of_flows || !tells_when_done(&row.label));
    if dated.is_some() {
        return dated;
    }
    let among_flows = |label: &str| knowledge::is_balance(label) || knowledge::is_standing(label);
    let under_flows = || is_under_flows(row) && !knowledge::is_standing(plain);
    let below_data = || {
        let mut headings = row.section.iter().map(|heading| knowledge::plain(heading));
        knowledge::is_balance(plain) && headings.any(|h| knowledge::is_balance_section(&h))
    };
    let held = match draft.kind {
        Kind::Equity => knowledge::is_balance(plain) && plain.starts_with("total"),
        Kind::ComprehensiveIncome | Kind::BalanceSheet => false,
        // `Balance sheet data:` below the statement
        Kind::CashFlow => below_data() && !knowledge::is_flow(plain) && !under_flows(),
        Kind::Income if !knowledge::is_standing(plain) && !below_data() && !is_among_data(row) => {
            false
        }
        _ if knowledge::is_flow(plain) || under_flows() => false,
        Kind::Income if knowledge::is_standing(plain) || below_data() => true,
        Kind::Income | Kind::SelectedData | Kind::Other | Kind::Segment => {
            stands_in(row, among_flows)
        }
        _ if draft.mixed => stands_in(row, among_flows),
        _ => stands_in(row, knowledge::is_standing),
    };
    (held && !averages(draft, row)).then_some(Balance::Closing)
}

/// Whether a heading at the foot of a statement gathers other data: `Selected data`.
fn is_among_data(row: &AlignedRow) -> bool {
    row.section.iter().any(|heading| knowledge::heads_data(&knowledge::plain(heading)))
}

/// Whether a row stands right between items of an income statement and its result, as no balance
/// does: `Minority interest in subsidiary` between `Income taxes` and `Net income`.
fn is_among_results(draft: &Draft, at: usize) -> bool {
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

/// The heading right over a row that names the day of what stands under it: `Membership at end of
/// period`, `Backlog at July 31`.
fn closing_heading(row: &AlignedRow) -> Option<&str> {
    let names_day = |heading: &&str| {
        knowledge::may_name_balance(heading)
            && balance_words(&knowledge::plain(heading)) == Some(Balance::Closing)
            || own_day(heading).is_some_and(|day| day != (1, 1))
                && period::read(heading).iter().all(|s| s.instant)
    };
    row.section.last().map(AsRef::as_ref).filter(names_day)
}

/// A balance on the day that its label names, the last before the end of its column.
fn on_own_day(label: &str, struck: Period) -> Period {
    let Some((month, day)) = own_day(label).filter(|day| *day != (1, 1)) else { return struck };
    let Some(end) = struck.end else { return struck };
    let mut days = [end.year(), end.year() - 1]
        .into_iter()
        .filter_map(|year| period::day_of(year, month, day));
    Period { end: days.find(|day| *day <= end), ..struck }
}

/// Whether a heading over a row names balances.
fn is_under_balances(row: &AlignedRow) -> bool {
    closing_heading(row).is_some()
        || row.section.iter().any(|heading| {
            let plain = knowledge::plain(heading);
            knowledge::is_balance_section(&plain)
                || knowledge::is_balance(&plain)
                || knowledge::is_standing(&plain)
        })
}

/// Whether a heading over a row names flows: `Interest expense:` > `Long-term debt`.
fn is_under_flows(row: &AlignedRow) -> bool {
    row.section.iter().any(|heading| knowledge::heads_flows(heading))
}

/// Whether the rows name two dates or more, in their labels or in headings over them, or a heading
/// names a length of time.
fn names_dates(draft: &Draft, calendar: &Calendar<'_>) -> bool {
    let headings: Vec<Period> = headed(draft, calendar).into_iter().flatten().collect();
    if headings.iter().any(|p| p.duration.is_some()) {
        return true;
    }
    let figures = draft.rows.iter().filter(|r| !r.cells.is_empty());
    let labels = figures.filter_map(|r| label_period(&r.label));
    let ends: BTreeSet<Date> = headings.into_iter().chain(labels).filter_map(|p| p.end).collect();
    ends.len() >= 2 || balance_days(draft).into_iter().flatten().count() >= 2
}

/// Whether a balance has a day of its own where words before the table date all columns by another.
fn names_another_day(draft: &Draft, columns: &[Column]) -> bool {
    let struck_on = |day: Date| columns.iter().any(|c| c.period.end == Some(day));
    columns.iter().all(|c| c.period.start.is_none() && c.period.duration.is_none())
        && balance_days(draft).into_iter().flatten().any(|balance| !struck_on(balance.day))
}

/// Columns without periods: the rows name the dates (`Balance, December 31, 1991`), and what
/// stands between two balances happened between them; or a heading names the period of the rows
/// below it (`Year ended December 31, 1999`).
fn by_dates(draft: &Draft, calendar: &Calendar<'_>, edges: Edges) -> Vec<Option<Vec<Period>>> {
    let days = balance_days(draft);
    let across = rolls_across(draft);
    let mut headed = headed(draft, calendar);
    if across {
        last_a_year(&mut headed);
    }
    if days.iter().all(Option::is_none)
        && headed.iter().all(Option::is_none)
        && draft.rows.iter().all(|row| label_period(&row.label).is_none())
        && edges.opened.is_none()
    {
        return vec![None; draft.rows.len()];
    }
    let mut ahead: Vec<Option<Date>> = days.iter().map(|d| d.map(|d| d.day)).collect();
    let mut closes = edges.closes;
    for day in ahead.iter_mut().rev() {
        closes = day.or(closes);
        *day = closes;
    }
    let balances = column_balances(draft);
    let mut account =
        Account { draft, calendar, balances, days, headed, ahead, across, opened: edges.opened };
    draft.rows.iter().enumerate().map(|(at, row)| account.periods(at, row)).collect()
}

/// What moves from one balance to the next, row by row.
struct Account<'a> {
    draft: &'a Draft,
    calendar: &'a Calendar<'a>,
    /// For each column, the balance that it holds.
    balances: Vec<Option<Balance>>,
    /// For each row, the day of the balance that it is.
    days: Vec<Option<BalanceDay>>,
    /// For each row, the period that the heading above names.
    headed: Vec<Option<Period>>,
    /// For each row, the day of the next balance.
    ahead: Vec<Option<Date>>,
    /// `Balance at December 31, 1998` over columns from the opening balance to the closing one.
    across: bool,
    /// The day of the last balance.
    opened: Option<BalanceDay>,
}

impl Account<'_> {
    /// The periods of the next row.
    fn periods(&mut self, at: usize, row: &AlignedRow) -> Option<Vec<Period>> {
        if row.cells.is_empty() {
            // Below the heading of another account, no balance goes on.
            self.opened = self.opened.filter(|_| !self.across);
            return None;
        }
        let own = label_period(&row.label);
        if let Some(day) = self.days[at].filter(|_| self.across && own.is_none()) {
            return Some(self.across(at, day));
        }
        let period = own.or_else(|| self.period(at, row))?;
        let of_column =
            |(balance, spec): (&Option<Balance>, &Spec)| match self.headed[at].and(spec.quarter) {
                Some(quarter) => quarter_of(period, quarter, self.calendar).unwrap_or_default(),
                None => struck_by(*balance, period, self.calendar),
            };
        Some(self.balances.iter().zip(&self.draft.specs).map(of_column).collect())
    }

    /// The period of a row over all its columns.
    fn period(&mut self, at: usize, row: &AlignedRow) -> Option<Period> {
        if let Some(day) = self.days[at] {
            self.opened = Some(day);
            return Some(on_day(self.opened));
        }
        let (opened, ahead, headed) = (self.opened, self.ahead[at], self.headed[at]);
        if let Some(year) = period::four_digits(&row.label) {
            let like = headed.and_then(|p| p.end).or(opened.map(|o| o.day)).or(ahead);
            let end = like.and_then(|d| period::day_of(year, d.month(), d.day()));
            return Some(end.map_or_else(Period::default, |end| period::span(YEAR, end)));
        }
        if let Some(period) = headed {
            let balance = row_balance(self.draft, row);
            return Some(balance.map_or(period, |b| self.calendar.strike(period, b)));
        }
        let told = opened.is_some() || ahead.is_some();
        told.then(|| between(opened, ahead, self.draft, self.calendar))
    }

    /// The periods of a row from the opening balance to the closing one. Years may stand forwards
    /// or backwards.
    fn across(&mut self, at: usize, day: BalanceDay) -> Vec<Period> {
        let above = self.opened.replace(day);
        let below = || self.days.get(at + 1).copied().flatten();
        let is_before = |other: &BalanceDay| other.day < day.day;
        let before = above.filter(is_before).or_else(|| below().filter(is_before));
        let flow = between(before, Some(day.day), self.draft, self.calendar);
        let of_column = |head: &ColumnHead| match balance_words(head.plain()) {
            Some(Balance::Closing) => on_day(Some(day)),
            Some(Balance::Opening) => on_day(before),
            None => flow,
        };
        self.draft.head.columns.iter().map(of_column).collect()
    }
}

/// The quarter of a fiscal year. Where nothing else tells when years end, the last day of this one
/// does.
fn quarter_of(year: Period, quarter: i8, calendar: &Calendar<'_>) -> Option<Period> {
    let close = year.end?;
    let whole = year.duration == Some(YEAR) && close == close.last_of_month();
    let back = u16::try_from(4 - quarter).ok()?;
    let counted = || match back {
        0 => Some(close),
        _ => period::before(Duration::Months(3 * back), close),
    };
    let end = match calendar.year_end {
        None if whole => counted()?,
        _ => calendar.quarter(quarter, close.year())?,
    };
    Some(period::span(Duration::Months(3), end))
}

/// The periods of rows below a heading that names another year than the header does, over the
/// quarters of a year: `Fiscal Year Ended June 30, 1995` below `First Quarter   Second Quarter`.
fn under_names_of_years(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Option<Vec<Period>>> {
    let numbered = |spec: &Spec| spec.years.is_empty() && spec.quarter.is_some();
    if draft.specs.len() < 2 || !draft.specs.iter().all(numbered) {
        return vec![None; draft.rows.len()];
    }
    let quarters = |year: Period| {
        let of_column = |spec: &Spec| quarter_of(year, spec.quarter?, calendar);
        draft.specs.iter().map(|spec| of_column(spec).unwrap_or_default()).collect()
    };
    let of_year = |period: &Period| period.duration == Some(YEAR);
    headed(draft, calendar).into_iter().map(|p| p.filter(of_year).map(quarters)).collect()
}

/// The period that a row's label is: `Year ended December 31, 1998`.
fn label_period(label: &str) -> Option<Period> {
    let specs = period::read_dated(label);
    let [spec] = specs.as_slice() else { return None };
    spec.length.and_then(|_| spec.period(false)).filter(|_| period::is_bare(label))
}

/// The period that the heading above each row with figures names, if it names one.
fn headed(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Option<Period>> {
    let mut now = None;
    let of_row = |row: &AlignedRow| {
        if row.cells.is_empty() {
            now = heading_period(&row.label, calendar).or(now);
            return None;
        }
        now
    };
    draft.rows.iter().map(of_row).collect()
}

/// Days a year apart, over what rolls from one balance to the other, end the years that rolled:
/// `September 30, 2000` over
/// `Balance at beginning of period   Additions   Balance at end of period`.
fn last_a_year(headed: &mut [Option<Period>]) {
    const YEAR: u16 = 12;
    let is_day = |p: &&mut Period| p.start.is_none() && p.duration.is_none();
    let ends: BTreeSet<Date> = headed.iter().flatten().filter_map(|p| p.end).collect();
    let ends: Vec<Date> = ends.into_iter().collect();
    let a_year = |pair: &[Date]| period::months_between(pair[0], pair[1]) == Some(YEAR);
    if ends.len() < 2 || !ends.windows(2).all(a_year) {
        return;
    }
    for period in headed.iter_mut().flatten().filter(is_day) {
        *period = period.end.map_or(*period, |end| period::span(Duration::Months(YEAR), end));
    }
}

/// The period that a heading names: `Year ended December 31, 1999`, `December 31, 1998`, `1998`,
/// `Fiscal 1998 - As restated`.
fn heading_period(heading: &str, calendar: &Calendar<'_>) -> Option<Period> {
    let heading = match heading.split_once(" - ") {
        Some((period, remark)) if !period::speaks(remark) => period,
        _ => heading,
    };
    let specs = period::read_dated(heading);
    let [spec] = specs.as_slice() else { return None };
    if spec.end().is_some() {
        let instant = spec.length.is_none() && spec.from.is_none();
        return spec
            .period(instant)
            .filter(|_| !instant || spec.instant || period::is_bare(heading));
    }
    let &[year] = spec.years.as_slice() else { return None };
    let annual = spec.length.is_none_or(|l| l == YEAR) && spec.quarter.is_none();
    if !annual || spec.month_day.is_some() || !period::is_bare(heading) {
        return None;
    }
    let end = calendar.year(year)?;
    Some(period::span(YEAR, end))
}

fn between(
    opened: Option<BalanceDay>,
    closes: Option<Date>,
    draft: &Draft,
    calendar: &Calendar<'_>,
) -> Period {
    // The closing balance may stand on the next page: the title says when the period ends.
    let named = || {
        let days = draft.captions.iter().filter(|s| s.length.is_some()).flat_map(|s| {
            s.years.iter().filter_map(|&y| s.month_day.and_then(|(m, d)| period::day_of(y, m, d)))
        });
        days.filter(|day| opened.is_none_or(|from| *day > from.day)).min()
    };
    let Some(end) = closes.or_else(named) else { return Period::default() };
    if let Some(BalanceDay { day: from, inception }) = opened.filter(|from| from.day < end) {
        if inception {
            return Period { start: Some(from), end: Some(end), duration: None };
        }
        let from = if from.day() == 1 { from.yesterday().unwrap_or(from) } else { from };
        let months = period::months_between(from, end).map(Duration::Months);
        // A year is one, however it is named elsewhere.
        let year = months.filter(|length| calendar::is_a_year(*length));
        if let Some(length) = year.or_else(|| calendar.length_since(from, end)).or(months) {
            return period::span(length, end);
        }
        return Period { start: from.tomorrow().ok(), end: Some(end), duration: None };
    }
    // Before the first balance: what the title says of the period that ends there.
    let caption = draft.captions.iter().find(|s| {
        s.years.contains(&end.year()) && s.month_day.is_none_or(|(m, _)| m == end.month())
    });
    match caption {
        Some(Spec { from: Some(from), .. }) => {
            Period { start: Some(*from), end: Some(end), duration: None }
        }
        Some(Spec { length: Some(length), .. }) => period::span(*length, end),
        // `From inception (February 6, 1996) to December 31, 1998`, the first balance one between.
        _ => {
            let since = |s: &Spec| s.from.filter(|from| *from < end && s.end() >= Some(end));
            let from = draft.captions.iter().find_map(since);
            from.map_or_else(Period::default, |from| Period {
                start: Some(from),
                end: Some(end),
                duration: None,
            })
        }
    }
}

/// The day of a balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalanceDay {
    /// The day.
    pub day: Date,
    /// It is the day of the inception.
    pub inception: bool,
}

/// The period of a balance.
fn on_day(balance: Option<BalanceDay>) -> Period {
    Period { start: None, end: balance.map(|balance| balance.day), duration: None }
}

/// The days of the balances among the rows of a table.
fn balance_days(draft: &Draft) -> Vec<Option<BalanceDay>> {
    let is_equity = draft.kind == Kind::Equity;
    let by_days = !is_equity && (rolls_across(draft) || rolls_down(draft));
    let of_row = |row: &AlignedRow| {
        let other = || match (is_equity, by_days) {
            (true, _) => day_of_equity(draft, row),
            (_, true) => day_alone(&row.label),
            _ => None,
        };
        if row.cells.is_empty() { None } else { balance_day(row).or_else(other) }
    };
    draft.rows.iter().map(of_row).collect()
}

/// Whether the first row with figures is a day, the last a later one, and what stands between them
/// none: `December 31, 2003` / `Sales` / `Redemptions` / `March 31, 2004`. A row alone between days
/// may be another of a list: `Special dividend`.
fn rolls_down(draft: &Draft) -> bool {
    let rows: Vec<&AlignedRow> = draft.rows.iter().filter(|r| !r.cells.is_empty()).collect();
    let [first, between @ .., last] = &rows[..] else { return false };
    let days = day_alone(&first.label).zip(day_alone(&last.label));
    days.is_some_and(|(first, last)| first.day < last.day)
        && between.len() > 1
        && between.iter().all(|row| !period::speaks(&row.label))
}

/// The day that a label is: `December 31, 1998`.
fn day_alone(label: &str) -> Option<BalanceDay> {
    let specs = period::read_dated(label);
    let [spec] = &specs[..] else { return None };
    let alone = spec.length.is_none() && spec.from.is_none() && period::is_bare(label);
    spec.end().filter(|_| alone).map(|day| BalanceDay { day, inception: false })
}

/// The day of a balance in a statement of equity, where the label is no more than the day, or names
/// the equity before it: `December 31, 1996`, `Partners' capital, December 31, 1996`. A day without
/// its year is that of the period in the title, `Balance, June 30`, and so is the day of a year.
fn day_of_equity(draft: &Draft, row: &AlignedRow) -> Option<BalanceDay> {
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
        // `Balance at end of 1998` below `Years Ended December 31, 1999 and 1998`
        (None, &[year]) => {
            let (month, day) = titles.find_map(|c| c.month_day)?;
            match balance_words(&row.plain)? {
                Balance::Opening => period::day_of(year - 1, month, day),
                Balance::Closing => period::day_of(year, month, day),
            }
        }
        _ => None,
    };
    day.map(|day| BalanceDay { day, inception: false })
}

/// Whether a label in plain form has no words before its day but the name of equity.
fn is_of_equity(plain: &str) -> bool {
    let is_day = |word: &str| knowledge::is_month(word) || period::day_in_digits(word).is_some();
    let before: Vec<&str> = plain.split(' ').take_while(|word| !is_day(word)).collect();
    before.is_empty() || knowledge::ends_with_equity(&before.join(" "))
}

/// The full date in the label of a row that names a balance.
pub fn balance_day(row: &AlignedRow) -> Option<BalanceDay> {
    let plain = row.plain.as_str();
    let named = ["balance", "issued", "outstanding", "options outstanding", "shares outstanding"]
        .iter()
        .any(|w| plain.starts_with(w))
        || knowledge::is_standing(plain);
    // `Remaining accrual at December 31, 2002`
    let ends_in_day = || {
        plain.rsplit_once(' ').is_some_and(|(_, last)| {
            period::four_digits(last).is_some() || period::day_in_digits(last).is_some()
        })
    };
    if !named && !ends_in_day() {
        return None;
    }
    let specs = period::read_dated(&row.label);
    if !named {
        let spec = specs.last().filter(|s| s.instant && s.length.is_none())?;
        return spec.end().map(|day| BalanceDay { day, inception: false });
    }
    specs.iter().find_map(|s| {
        let ends = s.end().map(|day| BalanceDay { day, inception: false });
        ends.or(s.from.map(|day| BalanceDay { day, inception: true }))
    })
}
