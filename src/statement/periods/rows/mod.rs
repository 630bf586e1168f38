//! From rows to periods of their own: balances among flows, and what a label or a heading dates.
//!
//! - `row_balance`: whether a row is a balance; `among_flows`: balances that columns date
//! - `days`: the days that balances name; `account`: what leads from one such day to the next
//! - `headings`: the periods that headings name; `walks`: results of the year before

mod account;
mod among_flows;
mod days;
mod headings;
mod row_balance;
mod walks;

pub use self::days::{Edges, days_of_columns};
pub(super) use self::headings::quarter_of;
pub use self::row_balance::is_balance_row;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::lex::line::Lines;
use crate::period::{self, Spec, YEAR, is_a_year};
use crate::record::{Column, Kind, Period};
use crate::statement::Draft;
use crate::statement::calendar::Calendar;
use crate::statement::dated_rows::Balance;
use crate::statement::periods::balances::{
    averages, column_balances, is_held, is_sales_or_result, tells_result,
};
use crate::statement::periods::rows::account::{by_dates, name_the_days};
use crate::statement::periods::rows::among_flows::{among_flows, on_own_day};
use crate::statement::periods::rows::days::on_days_of_columns;
use crate::statement::periods::rows::headings::{beside_names_of_years, under_names_of_years};
use crate::statement::periods::rows::row_balance::{is_under_balances, row_balance};
use crate::statement::periods::rows::walks::of_the_year_before;
use crate::statement::periods::spans::under_spans;
use crate::statement::periods::years::under_years;
use crate::statement::periods::{ByRow, row_names};

/// What tells the periods of rows.
#[derive(Clone, Copy)]
pub struct RowPeriods<'a> {
    /// The lines of the filing.
    pub lines: &'a Lines<'a>,
    /// The table.
    pub draft: &'a Draft,
    /// Its columns and their periods.
    pub columns: &'a [Column],
    /// Days and years of the filing.
    pub calendar: &'a Calendar<'a>,
    /// Days of balances on the pages before and behind.
    pub edges: Edges,
}

impl RowPeriods<'_> {
    /// The periods of rows that have their own: those that name it, opening and closing balances,
    /// balances among flows. By row: none, or a period for each column.
    pub fn of_rows(self) -> ByRow {
        let Self { draft, columns, calendar, .. } = self;
        let strike = |mut rows: ByRow| {
            strike_balances(draft, &mut rows, calendar);
            rows
        };
        let mut out = beside_names_of_years(draft, calendar);
        fill(&mut out, on_days_of_columns(draft, columns));
        fill(&mut out, row_names::of_rows(draft, columns, calendar));
        fill(&mut out, of_the_year_before(draft, columns));
        strike_under_balances(draft, &mut out, calendar);
        fill(&mut out, strike(under_spans(draft, columns, calendar)));
        fill(&mut out, strike(under_years(draft, columns, calendar)));
        fill(&mut out, strike(under_names_of_years(draft, calendar)));
        fill(&mut out, self.by_dates_or_columns());
        fill(&mut out, trailing(draft, columns));
        fill(&mut out, over_the_year(draft, columns));
        for period in out.iter_mut().flatten().flatten() {
            *period = calendar.begin(*period);
        }
        leave_open_quarters(draft, &mut out);
        fill(&mut out, held_on_days(draft, columns));
        for at in [behind_years(draft, &out), flows_below_balances(draft)].concat() {
            out[at].get_or_insert_with(|| vec![Period::default(); columns.len()]);
        }
        out
    }

    /// The periods that rows have by the days they name, `Balance, December 31, 1991`, where the
    /// rows tell these, else those of balances among flows, which columns date.
    fn by_dates_or_columns(self) -> ByRow {
        let Self { lines, draft, columns, calendar, edges } = self;
        let among_flows = || among_flows(lines, draft, columns, calendar);
        if !name_the_days(draft, columns, calendar) {
            return among_flows();
        }
        let mut told = by_dates(draft, calendar, edges);
        // Above the first heading that names a period, that of the columns may be told.
        if draft.kind != Kind::Equity && columns.iter().all(|c| c.period.duration.is_some()) {
            let above = told.iter_mut().zip(among_flows());
            above.take_while(|(row, _)| row.is_none()).for_each(|(row, among)| *row = among);
        }
        told
    }
}

/// Gives rows that have no periods yet those that are told of them: what tells first comes before
/// all else.
fn fill(rows: &mut ByRow, told: ByRow) {
    for (row, told) in rows.iter_mut().zip(told) {
        *row = row.take().or(told);
    }
}

/// Columns called `Quarter` alone are none of the whole years that headings name, and nothing says
/// which quarter each of them is.
fn leave_open_quarters(draft: &Draft, rows: &mut [Option<Vec<Period>>]) {
    let heads = &draft.head.columns;
    let open: Vec<usize> = (0..heads.len()).filter(|&k| heads[k].plain() == "quarter").collect();
    if open.len() < 2 {
        return;
    }
    for periods in rows.iter_mut().flatten() {
        for &k in &open {
            if periods[k].duration.is_some_and(is_a_year) {
                periods[k] = Period::default();
            }
        }
    }
}

/// The twelve months up to the end of each column that is shorter, of rows that tell of these:
/// `Net sales -- TTM` below `Q1 2007`.
fn trailing(draft: &Draft, columns: &[Column]) -> ByRow {
    let of_column = |column: &Column| match column.period {
        Period { end: Some(end), duration: Some(length), .. } if !is_a_year(length) => {
            period::span(YEAR, end)
        }
        other => other,
    };
    let of_row = |row: &AlignedRow| {
        let trails = !row.cells.is_empty() && knowledge::trails(&row.plain);
        trails.then(|| columns.iter().map(of_column).collect())
    };
    draft.rows.iter().map(of_row).collect()
}

/// Strikes the balances among rows on the days of their periods.
fn strike_balances(draft: &Draft, rows: &mut [Option<Vec<Period>>], calendar: &Calendar<'_>) {
    for (row, periods) in draft.rows.iter().zip(rows) {
        let Some(periods) = periods else { continue };
        let Some(balance) = row_balance(draft, row) else { continue };
        for period in periods {
            let struck = calendar.strike(*period, balance);
            *period = on_own_day(&row.label, struck, period.start);
        }
    }
}

/// Strikes rows that name periods, below a heading of balances, on the last days of these:
/// `Identifiable assets` over `1997`, `1996`.
fn strike_under_balances(draft: &Draft, rows: &mut [Option<Vec<Period>>], calendar: &Calendar<'_>) {
    if rows.iter().all(Option::is_none) {
        return;
    }
    // Columns that say of themselves which are balances leave the others flows.
    if column_balances(draft).iter().any(Option::is_some) {
        return;
    }
    for (row, periods) in draft.rows.iter().zip(rows) {
        let Some(periods) = periods else { continue };
        if !is_under_balances(row) || averages(draft, row) {
            continue;
        }
        for period in periods {
            *period = calendar.strike(*period, Balance::Closing);
        }
    }
}

/// Averages and peaks among balances that are told by years alone are those of the whole year:
/// `Average balance during the year`.
fn over_the_year(draft: &Draft, columns: &[Column]) -> ByRow {
    let is_balance = |column: &Column| column.period.start.is_none() && column.period.end.is_some();
    let by_years = matches!(draft.kind, Kind::Schedule | Kind::Other)
        && draft.specs.iter().all(|spec| spec.month_day.is_none())
        && columns.iter().all(is_balance);
    let of_year = |column: &Column| Some(period::span(YEAR, column.period.end?));
    let told = |row: &AlignedRow| {
        let tells = by_years && !row.cells.is_empty() && knowledge::tells_of_a_year(&row.plain);
        tells.then(|| columns.iter().filter_map(of_year).collect())
    };
    draft.rows.iter().map(told).collect()
}

/// The days over the columns of selected data, for balances beside flows of which nobody knows how
/// long they last: `Total assets` below `Net sales` under `June 30, 1996   June 30, 1995`.
fn held_on_days(draft: &Draft, columns: &[Column]) -> ByRow {
    let is_open = |column: &Column| column.period == Period::default();
    let is_day = |spec: &Spec| spec.has_date() && spec.length.is_none() && spec.from.is_none();
    let on_days = draft.kind == Kind::SelectedData
        && columns.iter().all(is_open)
        && draft.specs.iter().all(is_day);
    let days = || draft.specs.iter().filter_map(|spec| spec.period(true)).collect();
    draft.rows.iter().map(|row| (on_days && is_held(row)).then(days)).collect()
}

/// The rows that tell of all years behind those that the rows right above them name:
/// `Thereafter` below `2002` and `2003`. They have no end.
fn behind_years(draft: &Draft, rows: &[Option<Vec<Period>>]) -> Vec<usize> {
    let lasts = |told: &Vec<Period>| told.iter().all(|period| period.duration.is_some());
    let is_behind = |at: &usize| {
        let years = rows[*at - 1].as_ref().is_some_and(lasts);
        years && rows[*at].is_none() && knowledge::names_time_behind(&draft.rows[*at].plain)
    };
    (1..draft.rows.len()).filter(is_behind).collect()
}

/// The rows below the last total of a balance sheet that name flows, of which its columns tell no
/// time: `Other data:` > `Revenues`.
fn flows_below_balances(draft: &Draft) -> Vec<usize> {
    let closes = |row: &AlignedRow| knowledge::sums_up_other_side(row.key());
    let rows = || draft.rows.iter();
    // Some print liabilities above assets.
    let assets = rows().position(|row| knowledge::sums_up_assets(row.key()));
    let total = rows().rposition(closes).filter(|_| draft.kind == Kind::BalanceSheet);
    let last = total.map(|total| assets.map_or(total, |assets| assets.max(total)));
    let holds = |words: &str| knowledge::is_balance(words) || knowledge::is_standing(words);
    let is_flow = |at: &usize| {
        let row = &draft.rows[*at];
        let headed = |of: &dyn Fn(&str) -> bool| {
            row.section.iter().any(|heading| of(&knowledge::plain(heading)))
        };
        let flows = knowledge::is_flow(&row.plain) || is_sales_or_result(row.key());
        !row.cells.is_empty()
            && !holds(&row.plain)
            && (flows || headed(&|heading| tells_result(heading) && !holds(heading)))
    };
    last.map_or(0..0, |last| last + 1..draft.rows.len()).filter(is_flow).collect()
}
