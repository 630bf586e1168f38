//! Columns without periods, whose rows name the days: what stands between two balances happened
//! between them.

use jiff::civil::Date;

use crate::align::header::ColumnHead;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, Spec, YEAR};
use crate::record::{Column, Duration, Kind, Period};
use crate::statement::Draft;
use crate::statement::calendar::{self, Calendar, in_months};
use crate::statement::dated_rows::{Balance, BalanceDay};
use crate::statement::periods::ByRow;
use crate::statement::periods::balances::{
    are_components, balance_words, column_balances, rolls_across, struck_by,
};
use crate::statement::periods::rows::days::{Edges, balance_days, edge_of_all, on_day};
use crate::statement::periods::rows::headings::{headed, label_period, last_a_year, quarter_of};
use crate::statement::periods::rows::row_balance::row_balance;
use crate::statement::periods::years::year_of;

/// Whether the rows tell the days, where columns have no periods or are the components of equity, but
/// for those on which the time over all columns begins and ends.
pub(super) fn name_the_days(draft: &Draft, columns: &[Column], calendar: &Calendar<'_>) -> bool {
    let silent = columns.iter().all(|c| c.period.end.is_none());
    let components = draft.specs.iter().all(Spec::is_empty)
        || draft.kind == Kind::Equity && are_components(draft);
    let between_edges = || {
        let edge = |row: &AlignedRow| edge_of_all(draft, row, columns);
        let days = balance_days(draft, calendar);
        let mut named = draft.rows.iter().zip(days).filter(|(_, day)| day.is_some()).peekable();
        named.peek().is_some() && named.all(|(row, _)| edge(row).is_some())
    };
    silent
        || components
            && !between_edges()
            && (names_dates(draft, calendar) || names_another_day(draft, columns, calendar))
}

/// Whether the rows name the days of two balances or more, or a heading over them a length of time.
fn names_dates(draft: &Draft, calendar: &Calendar<'_>) -> bool {
    headed(draft, calendar).into_iter().flatten().any(|period| period.duration.is_some())
        || balance_days(draft, calendar).into_iter().flatten().count() >= 2
}

/// Whether a balance has a day of its own where words before the table date all columns by another.
fn names_another_day(draft: &Draft, columns: &[Column], calendar: &Calendar<'_>) -> bool {
    let struck_on = |day: Date| columns.iter().any(|c| c.period.end == Some(day));
    columns.iter().all(|c| c.period.start.is_none() && c.period.duration.is_none())
        && balance_days(draft, calendar)
            .into_iter()
            .flatten()
            .any(|balance| !struck_on(balance.day))
}

/// Columns without periods: the rows name the dates (`Balance, December 31, 1991`), and what
/// stands between two balances happened between them; or a heading names the period of the rows
/// below it (`Year ended December 31, 1999`).
pub(super) fn by_dates(draft: &Draft, calendar: &Calendar<'_>, edges: Edges) -> ByRow {
    let days = balance_days(draft, calendar);
    let across = rolls_across(draft);
    let mut headed = headed(draft, calendar);
    if across {
        last_a_year(&mut headed);
    }
    if days.iter().all(Option::is_none) && headed.iter().all(Option::is_none) {
        headed = under_the_title(draft, calendar);
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
    let opened = edges.opened;
    let mut account =
        Account { draft, calendar, balances, days, headed, ahead, across, opened, struck: false };
    draft.rows.iter().enumerate().map(|(at, row)| account.periods(at, row)).collect()
}

/// The periods that the title tells, for the rows of the one account below it: `For the nine months
/// ended September 30, 1997` over `Balance, beginning of period` and what leads from there to
/// `Balance, end of period`; `Years ended June 30, 1998 and 1997` over two such balances, the first
/// of which ends the earlier year.
fn under_the_title(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Option<Period>> {
    let mut out = vec![None; draft.rows.len()];
    let balance = |(at, row): (usize, &AlignedRow)| {
        let balance = if row.cells.is_empty() { None } else { row_balance(draft, row) };
        Some((at, balance?))
    };
    let mut balances = draft.rows.iter().enumerate().filter_map(balance);
    let Some((mut from, Balance::Opening)) = balances.next() else { return out };
    let later: Vec<(usize, Balance)> = balances.collect();
    let periods = periods_of_title(draft, calendar);
    let are_closings = later.iter().all(|(_, balance)| *balance != Balance::Opening);
    // `Stockholders' equity` below `Balance, end of year` is the same balance once more.
    let are_alike = later.windows(2).all(|w| draft.rows[w[0].0].key() == draft.rows[w[1].0].key());
    if later.len() != periods.len() || !are_closings || !are_alike {
        return out;
    }
    for ((to, _), period) in later.into_iter().zip(periods) {
        out[from..=to].fill(Some(period));
        from = to + 1;
    }
    out
}

/// The periods that the title tells, the earliest first; none where one does not begin right behind
/// the other.
fn periods_of_title(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Period> {
    let of_year = |spec: &Spec, year: i16| Spec { years: vec![year], ..spec.clone() }.period(false);
    let told = draft.captions.iter().filter(|spec| spec.length.is_some());
    let mut out: Vec<Period> =
        told.flat_map(|spec| spec.years.iter().filter_map(|&year| of_year(spec, year))).collect();
    out.sort_unstable_by_key(|period| period.end);
    out.dedup();
    let goes_on = |pair: &[Period]| {
        let begin = calendar.begin(pair[1]).start;
        begin.and_then(|day| day.yesterday().ok()) == pair[0].end
    };
    if !out.windows(2).all(goes_on) {
        out.clear();
    }
    out
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
    /// Nothing has moved since that balance.
    struck: bool,
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
            (self.opened, self.struck) = (Some(day), true);
            return Some(on_day(self.opened));
        }
        // `Exercisable`, right below the options outstanding on a day
        self.struck &= knowledge::is_standing(&row.plain);
        let (opened, ahead, headed) = (self.opened, self.ahead[at], self.headed[at]);
        if let Some(year) = period::four_digits(&row.label) {
            let like = headed.and_then(|p| p.end).or(opened.map(|o| o.day)).or(ahead);
            let end = like.and_then(|d| period::day_of(year, d.month(), d.day()));
            return Some(end.map_or_else(Period::default, |end| period::span(YEAR, end)));
        }
        let year_between = || self.year_of_remark(&row.label, opened?.day, ahead?);
        if let Some(year) = year_between().filter(|_| headed.is_none()) {
            return Some(year);
        }
        if let Some(period) = headed {
            let balance = row_balance(self.draft, row);
            return Some(balance.map_or(period, |b| self.calendar.strike(period, b)));
        }
        if self.struck {
            return Some(on_day(opened));
        }
        if opened.is_none() && ahead.is_some_and(|end| self.is_year_to(&row.label, end)) {
            return ahead.map(|end| period::span(YEAR, end));
        }
        let told = opened.is_some() || ahead.is_some();
        let between = || between(opened, ahead, self.draft, self.calendar);
        told.then(|| {
            Some(between()).filter(|period| !is_too_long(row, *period)).unwrap_or_default()
        })
    }

    /// The fiscal year that a label names before a dash, if it is one of several from one balance to
    /// the next: `2000 - Exchange of shares` between December 31, 1998 and 2001. Which days it has is
    /// not known where the name may be that of the year before.
    fn year_of_remark(&self, label: &str, opened: Date, closes: Date) -> Option<Period> {
        const MONTHS: u16 = 12;
        let (year, remark) = label.split_once(" - ")?;
        let year = period::four_digits(year).filter(|_| !period::speaks(remark))?;
        let opened = eve(opened, closes, self.calendar);
        if period::months_between(opened, closes)? <= MONTHS
            || !(opened.year()..=closes.year()).contains(&year)
        {
            return None;
        }
        let named_plainly = closes.month() > calendar::LAST_OF_DOUBT;
        let like = || period::day_of(year, closes.month(), closes.day());
        let end = self.calendar.year(year).or_else(|| like().filter(|_| named_plainly));
        let is_whole = |end: &Date| {
            *end <= closes && period::months_between(opened, *end).is_some_and(|m| m >= MONTHS)
        };
        Some(end.filter(is_whole).map_or_else(Period::default, |end| period::span(YEAR, end)))
    }

    /// Whether a label says that something happened during the fiscal year that ends on a day:
    /// `Charges during 1998`, `Impact on 1998 service cost` above the first balance.
    fn is_year_to(&self, label: &str, end: Date) -> bool {
        let plain = knowledge::plain(label);
        let happens = knowledge::holds(&plain, "during") || knowledge::comes_or_goes(&plain);
        let year = || period::read_one(label)?.year_alone();
        happens && year().is_some_and(|year| self.calendar.year(year) == Some(end))
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

/// Whether the time between two balances is longer than a row can tell of, so that the day of one
/// between them is not known: below `1996`, nothing is of two years, nor is another balance.
fn is_too_long(row: &AlignedRow, between: Period) -> bool {
    const MONTHS: u16 = 12;
    let is_longer = between.duration.is_some_and(|length| in_months(length) > MONTHS);
    let names_year = || row.section.iter().any(|heading| year_of(heading).is_some());
    is_longer && (knowledge::begins_as_balance(&row.plain) || names_year())
}

/// What happened between two balances. The closing one may stand on the next page: the title says
/// when the period ends.
fn between(
    opened: Option<BalanceDay>,
    closes: Option<Date>,
    draft: &Draft,
    calendar: &Calendar<'_>,
) -> Period {
    let end = closes.or_else(|| end_in_title(opened, draft));
    let Some(end) = end else { return Period::default() };
    match opened.filter(|from| from.day < end) {
        Some(BalanceDay { day, inception: true }) => since(day, end),
        Some(BalanceDay { day, inception: false }) => from_day_to_day(day, end, draft, calendar),
        None => until_first(end, draft),
    }
}

/// The first day after the opening balance on which a period in the title ends.
fn end_in_title(opened: Option<BalanceDay>, draft: &Draft) -> Option<Date> {
    let days = draft.captions.iter().filter(|s| s.length.is_some()).flat_map(|s| {
        s.years.iter().filter_map(|&y| s.month_day.and_then(|(m, d)| period::day_of(y, m, d)))
    });
    days.filter(|day| opened.is_none_or(|from| *day > from.day)).min()
}

/// The period from one balance to the next, as long as the title or other statements say.
fn from_day_to_day(from: Date, end: Date, draft: &Draft, calendar: &Calendar<'_>) -> Period {
    let from = eve(from, end, calendar);
    let months = period::months_between(from, end).map(Duration::Months);
    // A year is one, however it is named elsewhere.
    let year = months.filter(|length| period::is_a_year(*length));
    // `For the Twelve Weeks Ended March 21, 2001`
    let mut in_title =
        draft.captions.iter().filter(|s| s.end() == Some(end)).filter_map(|s| s.length);
    let titled = || in_title.find(|length| period::before(*length, end) == Some(from));
    match year.or_else(titled).or_else(|| calendar.length_since(from, end)).or(months) {
        Some(length) => Period { start: from.tomorrow().ok(), ..period::span(length, end) },
        None => Period { start: from.tomorrow().ok(), end: Some(end), duration: None },
    }
}

/// The day after which a balance's period begins: the first of a month is its morning, but where
/// years end on a day of the week and whole weeks have gone by, `February 1, 2003` to `May 3, 2003`.
fn eve(day: Date, end: Date, calendar: &Calendar<'_>) -> Date {
    const WEEK: i32 = 7;
    let in_weeks = (calendar.is_by_weeks() || end != end.last_of_month())
        && (end - day).get_days() % WEEK == 0;
    if day.day() == 1 && !in_weeks { day.yesterday().unwrap_or(day) } else { day }
}

/// The period before the first balance: what the title says of the one that ends there.
fn until_first(end: Date, draft: &Draft) -> Period {
    let caption = draft.captions.iter().find(|s| {
        s.years.contains(&end.year()) && s.month_day.is_none_or(|(m, _)| m == end.month())
    });
    match caption {
        Some(Spec { from: Some(from), .. }) => since(*from, end),
        Some(Spec { length: Some(length), .. }) => period::span(*length, end),
        // `From inception (February 6, 1996) to December 31, 1998`, the first balance one between.
        _ => {
            let begins = |s: &Spec| s.from.filter(|from| *from < end && s.end() >= Some(end));
            let from = draft.captions.iter().find_map(begins);
            from.map_or_else(Period::default, |from| since(from, end))
        }
    }
}

/// A period of no counted length.
fn since(from: Date, end: Date) -> Period {
    Period { start: Some(from), end: Some(end), duration: None }
}
