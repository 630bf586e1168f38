//! The dates of a filing as a whole: when its fiscal year ends, and on which days its periods end.
//!
//! All tables and sentences of a filing come in; what the tables leave open about their periods
//! comes out. Most companies close their books on the last day of a month. Those whose year has 52
//! or 53 weeks close on a day that no rule gives: it must be named somewhere in the filing, or the
//! period stays empty.
//!
//! - `year_end`: when the fiscal year ends, by tables and the submission's header
//! - `names`: in which calendar year a fiscal year ends that is named after a year
//! - `days`: the days on which periods end, as tables name them
//! - `sentences`: what sentences say about all these
//! - `lengths`: how long the period is that ends on a day
//! - `change`: where the fiscal year was changed
//! - `bounds`: where a period begins, and its first and last day

mod bounds;
mod change;
mod days;
mod lengths;
mod names;
mod sentences;
mod year_end;

use std::cell::OnceCell;

use jiff::civil::{Date, Weekday};

use self::change::Change;
use self::days::{Weighed, is_astray};
pub use self::lengths::in_months;
pub use self::names::{end_named_years, is_undated_part};
use crate::lex::line::Lines;
use crate::period::{self, Spec};
use crate::record::{Duration, Header, Kind};
use crate::statement::Draft;

/// The dates of a filing.
#[derive(Debug)]
pub struct Calendar<'t> {
    /// Month and day on which the fiscal year ends; day 0 is the month's last.
    pub year_end: Option<(i8, i8)>,
    /// By how many years a fiscal year ends later than the year it is named for; none where nothing
    /// tells.
    lag: Option<i16>,
    /// Days that tables name, and how much each table has to say about them.
    days: Vec<Weighed>,
    /// Whether periods end on days of the week rather than with the month.
    weeks: bool,
    /// The day of the week on which a sentence says that fiscal years end.
    rule: Option<Spec>,
    /// Lengths of the periods that statements name in full, by the day of their end.
    lengths: Vec<(Date, Duration)>,
    /// Whether these are still gathered.
    learning: bool,
    /// Where the fiscal year changed.
    change: Option<Change>,
    /// The days of the week on which periods end that primary statements name.
    own_weekdays: Vec<Weekday>,
    /// The day up to which a quarterly report, or a release that expects nothing, tells of its
    /// fiscal year.
    reported: Option<Date>,
    /// Days that sentences name as the end of something, and how often; read when asked for.
    told: OnceCell<Vec<Weighed>>,
    lines: &'t Lines<'t>,
}

/// What a primary statement's word on a date counts against that of any other table.
const PRIMARY: u32 = 4;
/// How far from the end of a month a period of whole weeks may end.
const WEEK: i8 = 7;
/// The last month in which a fiscal year may end that is named for the year before.
pub const LAST_OF_DOUBT: i8 = 2;

impl<'t> Calendar<'t> {
    /// Gathers the dates of a filing, all but the [lengths](Self::learn_lengths) of its periods.
    pub fn learn(lines: &'t Lines<'t>, drafts: &[Draft], header: &Header) -> Self {
        let own = year_end::by_tables(drafts, header);
        let rule = sentences::weekday(lines);
        let told = if own.is_none() { sentences::year_end(lines, rule.as_ref()) } else { None };
        // What a sentence says comes before what a quarter and a balance sheet let suppose: its day
        // may be that of another quarter.
        let told_end = told.map(|(month, _)| (month, 0));
        let known = own.or(told_end);
        let by_quarter = if known.is_none() { year_end::by_latest_quarter(drafts) } else { None };
        let by_rows = || year_end::by_whole_years(drafts);
        let year_end = known.or(by_quarter.map(|(end, _)| end)).or_else(by_rows);
        let days = days::of_tables(drafts);
        let telling = days::telling(&days, drafts);
        let weeks = days::mostly_astray(&telling)
            || drafts.iter().any(counts_weeks)
            || rule.is_some()
            || told.is_some_and(|(_, by_weeks)| by_weeks)
            || by_quarter.is_some_and(|(_, by_weeks)| by_weeks);
        let mut out = Self {
            year_end,
            lag: names::lag(lines, drafts, header, year_end),
            own_weekdays: days::weekdays_astray(&telling),
            reported: None,
            days,
            weeks,
            rule,
            lengths: Vec::new(),
            learning: true,
            change: None,
            told: OnceCell::new(),
            lines,
        };
        out.reported = out.last_reported(drafts, header);
        out
    }

    /// Learns, by all lengths, whether the fiscal year changed, and ends the years behind that with
    /// the new one.
    pub fn learn_change(&mut self, drafts: &[Draft]) {
        self.learning = false;
        self.change = Change::learn(self.lines, drafts, &self.lengths);
        if let Some(Change { end, holds: true }) = self.change {
            let last = if end == end.last_of_month() { 0 } else { end.day() };
            self.year_end = Some((end.month(), last));
        }
    }

    /// The day up to which a quarterly report, or a release that expects nothing, tells of its
    /// fiscal year.
    fn last_reported(&self, drafts: &[Draft], header: &Header) -> Option<Date> {
        let forms = || drafts.iter().map(|d| &d.document).chain([&header.form]);
        let is_report = |form: &str| forms().any(|own| own.starts_with(form));
        let last = || self.primary_days().max();
        if is_report("10-Q") {
            return header.period_of_report.or_else(last);
        }
        let tells = !is_report("10-K") && !drafts.iter().any(year_end::expects);
        if tells { last() } else { None }
    }

    /// Takes note of how long the periods of primary statements are, told by the day of their end.
    pub fn learn_lengths(&mut self, told: impl Iterator<Item = (Date, Duration)>) {
        self.lengths.extend(told);
        self.lengths.sort_unstable();
        self.lengths.dedup();
    }

    /// Whether the lengths of periods are still gathered: what these let suppose is not known yet.
    pub fn is_learning(&self) -> bool {
        self.learning
    }

    /// The day near `nominal` on which a period of this company ends. Where its periods are whole
    /// weeks, only a day that the filing names will do.
    pub fn near(&self, nominal: Date) -> Option<Date> {
        if !self.weeks {
            return Some(nominal);
        }
        self.known(nominal).or_else(|| self.by_rule(nominal))
    }

    /// The end of the fiscal year near `nominal` by what a sentence says of all, if all years whose
    /// ends statements name have ended so: another rule may have held before.
    fn by_rule(&self, nominal: Date) -> Option<Date> {
        let rule = self.rule.as_ref()?;
        let end_near = |day: Date| {
            let of_year = |year| Spec { years: vec![year], ..rule.clone() }.end();
            let mut ends = (day.year() - 1..=day.year() + 1).filter_map(of_year);
            ends.find(|end| (*end - day).get_days().abs() <= i32::from(WEEK))
        };
        let ends = |day| Some((day, end_near(day)?));
        let mut known = self.primary_days().filter_map(ends).peekable();
        known.peek()?;
        known.all(|(day, end)| day == end).then(|| end_near(nominal)).flatten()
    }

    /// The end of the fiscal year that a bare year names.
    pub fn year(&self, year: i16) -> Option<Date> {
        self.near(self.nominal(year)?)
    }

    /// Whether a bare year names the fiscal year that is not over yet in a report.
    pub fn is_open(&self, year: i16) -> bool {
        let reported = self.reported.map(|day| day.saturating_add(jiff::Span::new().days(WEEK)));
        let over = |year: i16| Some(self.nominal(year)? <= reported?);
        over(year) == Some(false) && over(year - 1) == Some(true)
    }

    /// The last day of a fiscal year, were it to end with its month.
    fn nominal(&self, year: i16) -> Option<Date> {
        let year = year + self.lag?;
        match self.change.filter(|change| year <= change.end.year()) {
            Some(change) => self.before_change(year, change),
            None => self.ending_in(year),
        }
    }

    /// The last day of the fiscal year that ends in a calendar year, were it to end with its month.
    fn ending_in(&self, year: i16) -> Option<Date> {
        let (month, day) = self.year_end?;
        period::day_of(year, month, if day >= 28 { 0 } else { day })
    }

    /// The calendar year of a month within the fiscal year of a name.
    pub fn year_within(&self, name: i16, month: i8) -> Option<i16> {
        let end = self.nominal(name)?;
        Some(end.year() - i16::from(month > end.month()))
    }

    /// The end of a quarter of a fiscal year.
    pub fn quarter(&self, quarter: i8, year: i16) -> Option<Date> {
        let nominal = self.nominal(year)?;
        let back = u16::try_from(4 - quarter).ok()?;
        let end =
            if back == 0 { nominal } else { period::before(Duration::Months(3 * back), nominal)? };
        self.near(end).or_else(|| self.quarter_of_weeks(quarter, year, nominal))
    }

    /// The end of a quarter of 13 weeks. Where a later quarter of the year, or the year, ends a
    /// whole number of these after the year before, every quarter up to it has 13.
    fn quarter_of_weeks(&self, quarter: i8, year: i16, nominal: Date) -> Option<Date> {
        const QUARTER: i32 = 13 * 7;
        let before = self.year(year - 1)?;
        let quarters = (i32::from(quarter)..=4).map(|n| n * QUARTER);
        let told = self
            .primary_days()
            .map(|day| (day - before).get_days())
            .chain(self.near(nominal).map(|year_end| (year_end - before).get_days()));
        let regular = told.into_iter().any(|since| quarters.clone().any(|n| n == since));
        let after = jiff::Span::new().days(i32::from(quarter) * QUARTER);
        regular.then(|| before.checked_add(after).ok()).flatten()
    }

    /// The days that primary statements name.
    fn primary_days(&self) -> impl Iterator<Item = Date> {
        self.days.iter().filter(|(_, weight)| *weight >= PRIMARY).map(|(day, _)| *day)
    }

    /// Whether years end on a day that differs from year to year.
    pub fn is_by_weeks(&self) -> bool {
        self.weeks
    }

    /// Whether periods may end on this day of the week: at a week's end, or on the day on which
    /// periods of this company end.
    fn is_usual(&self, day: Date) -> bool {
        matches!(day.weekday(), Weekday::Friday | Weekday::Saturday | Weekday::Sunday)
            || self.own_weekdays.contains(&day.weekday())
    }

    /// The day that the filing names within a week of another: by its tables, else by sentences.
    fn known(&self, nominal: Date) -> Option<Date> {
        let named = days::within_a_week(&self.days, nominal)
            .iter()
            .filter(|(day, weight)| *weight >= PRIMARY || self.is_usual(*day));
        let named = named.max_by_key(|(_, weight)| *weight).map(|(day, _)| *day);
        named.or_else(|| self.told_near(nominal))
    }

    /// The day that sentences name most often within a week of another.
    fn told_near(&self, nominal: Date) -> Option<Date> {
        let told = self.told.get_or_init(|| sentences::days(self.lines));
        let near = days::within_a_week(told, nominal);
        let most = |usual: &dyn Fn(Date) -> bool| {
            let usual = near.iter().filter(|(day, _)| usual(*day));
            usual.max_by_key(|(_, times)| *times).map(|(day, _)| *day)
        };
        // A sentence names other days as well: a Sunday may be the end of a month or a lease.
        let own = |day: Date| self.own_weekdays.contains(&day.weekday());
        let sure = !self.own_weekdays.is_empty();
        most(&own).or_else(|| {
            most(&|day| self.is_usual(day) && !(sure && day.weekday() == Weekday::Sunday))
        })
    }
}

/// What all say alike.
pub fn agreed<T: PartialEq>(mut said: impl Iterator<Item = T>) -> Option<T> {
    let first = said.next()?;
    said.all(|other| other == first).then_some(first)
}

/// What is said, each once.
pub fn each_once<T: PartialEq>(said: impl Iterator<Item = T>) -> Vec<T> {
    said.fold(Vec::new(), |mut all, one| {
        if !all.contains(&one) {
            all.push(one);
        }
        all
    })
}

/// Whether a table is one of the statements whose word on dates counts most.
pub fn is_primary(draft: &Draft) -> bool {
    matches!(
        draft.kind,
        Kind::BalanceSheet | Kind::Income | Kind::CashFlow | Kind::Equity | Kind::SelectedData
    )
}

/// Whether a statement counts a quarter of a year or more in weeks.
fn counts_weeks(draft: &Draft) -> bool {
    let in_weeks = |spec: &Spec| matches!(spec.length, Some(Duration::Weeks(12..)));
    is_primary(draft) && draft.specs.iter().chain(&draft.captions).any(in_weeks)
}

/// The month that a day closes: its own, or the one before, if it is no further than some days from
/// its end.
fn month_closed((month, day): (i8, i8), within: i8) -> Option<i8> {
    const COMMON_YEAR: i16 = 2001;
    let last = period::day_of(COMMON_YEAR, month, 0)?.day();
    if day == 0 || day + within >= last {
        Some(month)
    } else {
        (day <= within).then_some((month + 10) % 12 + 1)
    }
}
