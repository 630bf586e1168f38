//! What a filing as a whole says of its dates: when its fiscal year ends, and on which days.
//!
//! Most companies close their books on the last day of a month. Those whose year has 52 or 53
//! weeks close on a day that no rule gives: it must be named somewhere in the filing, else the
//! period stays empty.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::{Date, Weekday};

use crate::align::rows::AlignedRow;
use crate::knowledge::{self, PeriodWord};
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};
use crate::record::{Duration, Header, Kind, Period};
use crate::statement::periods::{self, Balance};
use crate::statement::{Draft, title};

/// The dates of a filing.
#[derive(Debug)]
pub struct Calendar<'t> {
    /// Month and day on which the fiscal year ends; day 0 is the month's last.
    pub year_end: Option<(i8, i8)>,
    /// By how many years a fiscal year ends later than the year it is named for; none where nothing
    /// tells.
    lag: Option<i16>,
    /// Days that tables name, and how much each table has to say about them.
    days: Vec<(Date, u32)>,
    /// Whether periods end on days of the week rather than with the month.
    weeks: bool,
    /// The day of the week on which a sentence says that fiscal years end.
    rule: Option<Spec>,
    /// Lengths of the periods that statements name in full, by the day of their end.
    lengths: Vec<(Date, Duration)>,
    /// The days of the week on which periods end that primary statements name.
    own_weekdays: Vec<Weekday>,
    /// Days that sentences name as the end of something, and how often; read when asked for.
    told: OnceCell<Vec<(Date, u32)>>,
    lines: &'t Lines<'t>,
}

/// What a primary statement's word on a date counts against that of any other table.
const PRIMARY: u32 = 4;
/// What the word of the submission's header counts: less than two primary statements.
const STATED: u32 = 6;
/// How far from the end of a month a period of whole weeks may end.
const WEEK: i8 = 7;
/// The last month in which a fiscal year may end that is named for the year before.
const LAST_OF_DOUBT: i8 = 2;

impl<'t> Calendar<'t> {
    /// Gathers the dates of a filing.
    pub fn learn(lines: &'t Lines<'t>, drafts: &[Draft], header: &Header) -> Self {
        let own = year_end(drafts, header);
        let told = if own.is_none() { year_end_told(lines) } else { None };
        let year_end = own.or(told.map(|(month, _)| (month, 0)));
        let mut out = Self {
            year_end,
            lag: lag(lines, drafts, year_end),
            days: Vec::new(),
            weeks: false,
            rule: weekday_told(lines),
            lengths: Vec::new(),
            own_weekdays: Vec::new(),
            told: OnceCell::new(),
            lines,
        };
        let weight = |draft: &Draft| if is_primary(draft) { PRIMARY } else { 1 };
        for draft in drafts {
            out.days.extend(days_over_columns(draft).map(|day| (day, weight(draft))));
        }
        add_up(&mut out.days);
        let over_columns = out.days.clone();
        for draft in drafts.iter().filter(|draft| draft.kind == Kind::Equity) {
            let rows = days_of_rows(draft, &over_columns);
            out.days.extend(rows.map(|day| (day, weight(draft))));
        }
        add_up(&mut out.days);
        // Where there is no primary statement, the ends of periods in titles tell.
        let ends: Vec<Date> = if out.days.iter().any(|(_, weight)| *weight >= PRIMARY) {
            Vec::new()
        } else {
            drafts.iter().flat_map(ends_of_years).collect()
        };
        let is_told = |day: &Date| ends.contains(day);
        let telling = |(day, weight): &&(Date, u32)| *weight >= PRIMARY || is_told(day);
        let primary = out.days.iter().filter(telling);
        let astray = primary.clone().filter(|(day, _)| is_astray(*day));
        out.weeks = astray.clone().count() * 3 >= primary.count().max(1)
            || drafts.iter().any(names_weekday)
            || drafts.iter().any(counts_weeks)
            || out.rule.is_some()
            || told.is_some_and(|(_, by_weeks)| by_weeks);
        for (day, _) in astray {
            if !out.own_weekdays.contains(&day.weekday()) {
                out.own_weekdays.push(day.weekday());
            }
        }
        for draft in drafts.iter().filter(|d| is_primary(d)) {
            let whole = periods::of_columns(draft, &out).into_iter();
            out.lengths.extend(whole.filter_map(|p| Some((p.end?, p.duration?))));
        }
        out.lengths.sort_unstable();
        out.lengths.dedup();
        out
    }

    /// The day before a period's first.
    fn opening(&self, period: &Period) -> Option<Date> {
        let end = period.end?;
        let Some(length) = period.duration else { return period.start?.yesterday().ok() };
        let length = self.in_weeks(end, length).unwrap_or(length);
        let nominal = period::before(length, end)?;
        if !self.weeks && end == end.last_of_month() {
            return Some(nominal);
        }
        let known = self.known(nominal);
        if matches!(length, Duration::Weeks(_)) {
            return known.or(Some(nominal));
        }
        Some(known.unwrap_or_else(|| period::same_weekday(nominal, end.weekday())))
    }

    /// The weeks of a period of some months, where another statement counts them.
    fn in_weeks(&self, end: Date, months: Duration) -> Option<Duration> {
        let from = self.lengths.partition_point(|(day, _)| *day < end);
        let mut here = self.lengths[from..].iter().take_while(|(day, _)| *day == end);
        here.find(|(_, length)| period::are_weeks_of(*length, months)).map(|(_, weeks)| *weeks)
    }

    /// A period that begins on the day after another has ended. Where periods do not end with the
    /// month and the filing names no such day, its first day is not known.
    pub fn begin(&self, period: Period) -> Period {
        let (Some(end), Some(length @ Duration::Months(_))) = (period.end, period.duration) else {
            return period;
        };
        if !self.weeks && !is_astray(end) {
            return period;
        }
        let eve = period::before(length, end).and_then(|nominal| self.known(nominal));
        Period { start: eve.and_then(|day| day.tomorrow().ok()), ..period }
    }

    /// The day at the beginning or at the end of a period; a day stays what it is.
    pub fn strike(&self, period: Period, balance: Balance) -> Period {
        if period.end.is_none() || period.start.is_none() && period.duration.is_none() {
            return period;
        }
        let day = match balance {
            Balance::Opening => self.opening(&period),
            Balance::Closing => period.end,
        };
        Period { start: None, end: day, duration: None }
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
        let primary = self.days.iter().filter(|(_, weight)| *weight >= PRIMARY);
        let mut known = primary.filter_map(|(day, _)| Some((*day, end_near(*day)?))).peekable();
        known.peek()?;
        known.all(|(day, end)| day == end).then(|| end_near(nominal)).flatten()
    }

    /// The end of the fiscal year that a bare year names.
    pub fn year(&self, year: i16) -> Option<Date> {
        self.near(self.nominal(year)?)
    }

    /// The last day of a fiscal year, were it to end with its month.
    fn nominal(&self, year: i16) -> Option<Date> {
        self.ending_in(year + self.lag?)
    }

    /// The last day of the fiscal year that ends in a calendar year, were it to end with its month.
    fn ending_in(&self, year: i16) -> Option<Date> {
        let (month, day) = self.year_end?;
        period::day_of(year, month, if day >= 28 { 0 } else { day })
    }

    /// The end of a quarter of a fiscal year.
    pub fn quarter(&self, quarter: i8, year: i16) -> Option<Date> {
        let nominal = self.nominal(year)?;
        let back = u16::try_from(4 - quarter).ok()?;
        let end =
            if back == 0 { nominal } else { period::before(Duration::Months(3 * back), nominal)? };
        self.near(end).or_else(|| {
            // Where a later quarter of the year, or the year, ends a whole number of 13 weeks
            // after the year before, every quarter up to it has 13.
            const QUARTER: i32 = 13 * 7;
            let before = self.year(year - 1)?;
            let quarters = (i32::from(quarter)..=4).map(|n| n * QUARTER);
            let days = self.days.iter().filter(|(_, weight)| *weight >= PRIMARY);
            let told = days
                .map(|(day, _)| (*day - before).get_days())
                .chain(self.near(nominal).map(|year_end| (year_end - before).get_days()));
            let regular = told.into_iter().any(|since| quarters.clone().any(|n| n == since));
            let after = jiff::Span::new().days(i32::from(quarter) * QUARTER);
            regular.then(|| before.checked_add(after).ok()).flatten()
        })
    }

    /// The length of the period that ends on a day, where all statements that name it agree. Where
    /// quarters and the year end there, a date without a word more is the year's.
    pub fn length(&self, end: Date) -> Option<Duration> {
        let ending = self.lengths.iter().filter(|(day, _)| *day == end);
        let lengths: Vec<Duration> = ending.map(|(_, length)| *length).collect();
        match lengths[..] {
            [length] => Some(length),
            _ => lengths.into_iter().find(|l| is_a_year(*l)),
        }
    }

    /// The length that statements name of the period between two days: `40 Weeks`.
    pub fn length_since(&self, from: Date, end: Date) -> Option<Duration> {
        let first = self.lengths.partition_point(|(day, _)| *day < end);
        let ending = self.lengths[first..].iter().take_while(|(day, _)| *day == end);
        ending.map(|(_, length)| *length).find(|length| period::before(*length, end) == Some(from))
    }

    /// The end of the only period of some length that statements name in a year.
    pub fn end_of(&self, length: Duration, year: i16) -> Option<Date> {
        let mut ends = self.lengths.iter().filter(|(day, l)| *l == length && day.year() == year);
        let (end, _) = ends.next()?;
        ends.all(|(other, _)| other == end).then_some(*end)
    }

    /// What has passed of the fiscal year on a day; in weeks where statements count it so.
    pub fn to_date(&self, day: Date) -> Option<Duration> {
        let months = |back| period::months_between(self.ending_in(day.year() - back)?, day);
        let months = (0..=2).find_map(months).filter(|months| *months <= 12)?;
        let ending = || self.lengths.iter().filter(|(end, _)| *end == day).map(|(_, l)| *l);
        let in_weeks = |length: &Duration| matches!(length, Duration::Weeks(_));
        match ending().filter(in_weeks).find(|length| in_months(*length) == months) {
            None if ending().any(|length| in_weeks(&length)) => None,
            weeks => weeks.or(Some(Duration::Months(months))),
        }
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
        let named = within_a_week(&self.days, nominal)
            .iter()
            .filter(|(day, weight)| *weight >= PRIMARY || self.is_usual(*day));
        let named = named.max_by_key(|(_, weight)| *weight).map(|(day, _)| *day);
        named.or_else(|| {
            let near = within_a_week(self.told.get_or_init(|| told(self.lines)), nominal);
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
        })
    }
}

/// Sorts days and adds up the weights of each.
fn add_up(days: &mut Vec<(Date, u32)>) {
    days.sort_unstable();
    days.dedup_by(|next, day| {
        let same = next.0 == day.0;
        day.1 += if same { next.1 } else { 0 };
        same
    });
}

/// Those of some sorted days that are no further than a week from another.
fn within_a_week(days: &[(Date, u32)], nominal: Date) -> &[(Date, u32)] {
    let first = days.partition_point(|(day, _)| (*day - nominal).get_days() < -7);
    let end = days.partition_point(|(day, _)| (*day - nominal).get_days() <= 7);
    &days[first..end]
}

/// Whether a period that ends on this day does not end with the month.
fn is_astray(day: Date) -> bool {
    day != day.last_of_month()
}

fn is_primary(draft: &Draft) -> bool {
    matches!(
        draft.kind,
        Kind::BalanceSheet | Kind::Income | Kind::CashFlow | Kind::Equity | Kind::SelectedData
    )
}

/// Whether a header or a title names the day of the week on which periods end.
fn names_weekday(draft: &Draft) -> bool {
    draft.specs.iter().chain(&draft.captions).any(|spec| spec.weekday.is_some())
}

/// Whether a statement counts a quarter of a year or more in weeks.
fn counts_weeks(draft: &Draft) -> bool {
    let in_weeks = |spec: &Spec| matches!(spec.length, Some(Duration::Weeks(12..)));
    is_primary(draft) && draft.specs.iter().chain(&draft.captions).any(in_weeks)
}

/// `Fiscal year` or `fiscal year`.
static FISCAL_YEAR: LazyLock<memchr::memmem::Finder<'static>> =
    LazyLock::new(|| memchr::memmem::Finder::new("iscal year"));

/// The day of the week on which fiscal years end, as the first sentence says that tells it:
/// `The fiscal year ends on the Saturday nearest to September 30`.
fn weekday_told(lines: &Lines<'_>) -> Option<Spec> {
    (0..lines.len()).find_map(|i| {
        let face = lines.face(i);
        // Few lines hold the words at all.
        let is_text = lines.class(i) == Class::Text;
        let is_fiscal = is_text && FISCAL_YEAR.find(face.as_bytes()).is_some();
        let sentence = is_fiscal.then(|| in_two_lines(lines, i))?;
        let told = period::read(&sentence).into_iter().find(|spec| spec.weekday.is_some())?;
        let rule = Spec { month_day: told.month_day, weekday: told.weekday, ..Spec::default() };
        rule.month_day.map(|_| rule)
    })
}

/// The days that the header and the title of a table name.
fn days_over_columns(draft: &Draft) -> impl Iterator<Item = Date> {
    // A dateline above the table is no date of its columns.
    let by_title =
        draft.kind == Kind::BalanceSheet && draft.specs.iter().all(|s| s.month_day.is_none());
    // Nor is the day on which something happened, above columns with days of their own:
    // `as if the purchase had occurred as of January 1, 2000`.
    let dated = draft.specs.iter().any(Spec::has_date);
    let told = move |s: &&Spec| s.length.is_some() || s.instant && !dated || by_title;
    let titles = draft.captions.iter().filter(told);
    draft.specs.iter().chain(titles).filter_map(Spec::end)
}

/// The days on which years end by the title of a table.
fn ends_of_years(draft: &Draft) -> impl Iterator<Item = Date> {
    let annual = |s: &&Spec| s.length.is_some_and(is_a_year);
    draft.captions.iter().filter(annual).filter_map(Spec::end)
}

/// The days of the balances that the rows of a statement name. `Balance at January 1` is that of
/// the day before, unless periods end on that very day: `April 1, 2000`.
fn days_of_rows(draft: &Draft, ends: &[(Date, u32)]) -> impl Iterator<Item = Date> {
    let ends_period = |day: Date| ends.binary_search_by_key(&day, |(end, _)| *end).is_ok();
    let eve = move |day: Date| match day.yesterday() {
        Ok(eve) if day.day() == 1 && !ends_period(day) => eve,
        _ => day,
    };
    draft.rows.iter().filter_map(periods::balance_day).map(move |found| eve(found.day))
}

/// When the fiscal year ends, by the periods of twelve months that tables name and by what the
/// submission's header states.
fn year_end(drafts: &[Draft], header: &Header) -> Option<(i8, i8)> {
    let stated = header
        .fiscal_year_end
        .get(..4)
        .and_then(|md| Some((md[..2].parse::<i8>().ok()?, md[2..].parse::<i8>().ok()?)))
        .filter(|&(month, day)| (1..=12).contains(&month) && (1..=31).contains(&day))
        .map(in_year_of_name);
    let mut votes: Vec<((i8, i8), u32)> = stated.map(|end| (end, STATED)).into_iter().collect();
    let rolling = header.form.starts_with("10-Q") || is_within_a_year(drafts);
    for draft in drafts {
        let weight = if is_primary(draft) { PRIMARY } else { 1 };
        let Some(end) = fiscal_end(draft, rolling).map(in_year_of_name) else { continue };
        match votes.iter_mut().find(|((month, _), _)| *month == end.0) {
            Some((_, sum)) => *sum += weight,
            None => votes.push((end, weight)),
        }
    }
    let most = votes.iter().rev().max_by_key(|(_, sum)| *sum).map(|(end, _)| *end);
    most.or_else(|| by_latest_quarter(drafts))
}

/// A year of whole weeks that ends in the first days of January bears the name of the year before:
/// it is one that ends with December.
fn in_year_of_name((month, day): (i8, i8)) -> (i8, i8) {
    if month == 1 && (1..=WEEK).contains(&day) { (12, 0) } else { (month, day) }
}

/// Whether columns are named for quarters of a year, and none for its last.
fn is_within_a_year(drafts: &[Draft]) -> bool {
    let mut quarters = drafts.iter().flat_map(|d| &d.specs).filter_map(|s| s.quarter).peekable();
    quarters.peek().is_some() && quarters.all(|quarter| quarter < 4)
}

/// When the fiscal year ends, where the latest quarter that columns name must be the one that ended
/// on the latest day of primary statements or total assets: `Fourth Quarter 1995` beside a balance
/// sheet of `December 31, 1995`, or totals `At December 31, 1995`.
fn by_latest_quarter(drafts: &[Draft]) -> Option<(i8, i8)> {
    let named = |s: &Spec| Some((s.years.first().copied()?, s.quarter?));
    let past = drafts.iter().filter(|d| !expects(d));
    let (year, quarter) = past.flat_map(|d| &d.specs).filter_map(named).max()?;
    let totals =
        |row: &AlignedRow| knowledge::concept(row.key(), Kind::BalanceSheet) == Some("Assets");
    let are_balances =
        |d: &Draft| d.specs.iter().all(|s| s.instant && s.has_date()) && d.rows.iter().any(totals);
    let dated = drafts.iter().filter(|d| is_primary(d) || are_balances(d)).flat_map(|d| &d.specs);
    let titles = drafts.iter().filter(|d| !expects(d)).flat_map(titles_of_quarters);
    let latest = dated.chain(titles).filter_map(Spec::end).max()?;
    let month = month_closed((latest.month(), latest.day()), WEEK)?;
    let closed_in = latest.year() - i16::from(month > latest.month());
    let end = month + 3 * (4 - quarter);
    // A year that ends in its first months may bear the name of the one before.
    let same_year = i16::from(end > 12) + closed_in == year;
    let month = (end - 1) % 12 + 1;
    (same_year && month > LAST_OF_DOUBT).then_some((month, 0))
}

/// What says above columns that are named for quarters when the last of them ended: `For the
/// quarter ended June 30, 1998` over `Q2 1998   Q1 1998`.
fn titles_of_quarters(draft: &Draft) -> impl Iterator<Item = &Spec> {
    let named = || draft.specs.iter().filter(|s| s.quarter.is_some());
    let is_theirs = move |caption: &&Spec| {
        let Some(length) = caption.length else { return false };
        named().any(|s| in_months(length) == 3 || s.length == Some(length))
    };
    draft.captions.iter().filter(is_theirs)
}

/// Whether a table tells what is expected of quarters to come: `Outlook`, `Low   High`.
fn expects(draft: &Draft) -> bool {
    let captions = draft.head.caption.iter().map(|c| c.text.as_str());
    let mut texts = captions.chain([draft.title.as_str(), title::last_sentence(&draft.head.intro)]);
    let mut pieces = draft.head.columns.iter().flat_map(|c| &c.pieces);
    texts.any(|text| knowledge::announces_outlook(text) || knowledge::expects(text))
        || pieces.any(|piece| knowledge::heads_prices(piece))
}

/// When the fiscal year ends by the periods of one table. In
/// `three, six and twelve months ended June 30` the six begin a fiscal year, and the twelve are
/// none; nor are they where they are `rolling`, and end with a quarter.
fn fiscal_end(draft: &Draft, rolling: bool) -> Option<(i8, i8)> {
    // `For the Years Ended` over the labels, days over the columns
    let no_day = |s: &&Spec| s.month_day.is_none() && s.years.is_empty();
    let over_labels = draft.captions.iter().filter(no_day).find_map(|s| s.length);
    let length = |s: &Spec| s.length.or(over_labels.filter(|_| draft.kind != Kind::BalanceSheet));
    let told = draft.captions.iter().chain(&draft.specs);
    let told: Vec<((i8, i8), u16)> =
        told.filter_map(|s| Some((s.month_day?, in_months(length(s)?)))).collect();
    let to_date =
        |&&(day, months): &&((i8, i8), u16)| months == 9 || months == 6 && told.contains(&(day, 3));
    let part = told.iter().find(to_date);
    let is_annual = |&&(day, months): &&((i8, i8), u16)| {
        months == 12
            && part.is_none_or(|part| part.0 != day)
            && !(rolling && told.contains(&(day, 3)))
    };
    told.iter().find(is_annual).map(|&(day, _)| day).or_else(|| {
        let &(day, months) = part?;
        let rest = 12 - i8::try_from(months).ok()?;
        // That periods are whole weeks, only primary statements tell.
        let within = if is_primary(draft) { WEEK } else { 0 };
        Some(((month_closed(day, within)? + rest - 1) % 12 + 1, 0))
    })
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

/// The months of a length; a quarter of a year has 13 weeks or 14.
fn in_months(length: Duration) -> u16 {
    match length {
        Duration::Weeks(n) => (n + 1) / 13 * 3,
        Duration::Months(n) => n,
    }
}

/// By how many years fiscal years end later than the year they are named for. Those that end in
/// January or February may bear the name of either year: the same amounts must stand under the name
/// and under a date, or sentences tell when a year of that name ended.
fn lag(lines: &Lines<'_>, drafts: &[Draft], year_end: Option<(i8, i8)>) -> Option<i16> {
    let (month, _) = year_end?;
    if month > LAST_OF_DOUBT {
        return Some(0);
    }
    let named = |s: &Spec| s.month_day.is_none() && s.quarter.is_none() && s.years.len() == 1;
    let dated = |s: &Spec| s.month_day.is_some_and(|(m, _)| m == month) && s.years.len() == 1;
    let by_name = years_of_figures(lines, drafts, |s| named(s) && s.length.is_none_or(is_a_year));
    let by_date = years_of_figures(lines, drafts, |s| dated(s) && s.length.is_some_and(is_a_year));
    let lags = by_name.iter().filter_map(|(figure, year)| Some(by_date.get(figure)? - year));
    let mut lags: Vec<i16> = lags.collect();
    lags.sort_unstable();
    // One amount may be the same by chance.
    match lags[..] {
        [first, .., last] if first == last && (0..=1).contains(&first) => Some(first),
        _ => lag_told(lines, month),
    }
}

/// By how many years fiscal years end later than the year they are named for, as sentences say that
/// agree.
fn lag_told(lines: &Lines<'_>, month: i8) -> Option<i16> {
    // A quarter of the year may be what ended.
    let is_end = |end: &Date| {
        month_closed((end.month(), end.day()), WEEK).is_some_and(|closed| closed == month)
            || end.month() == month
    };
    let told = fiscal_years_told(lines).filter(|(_, end)| is_end(end));
    let mut told = told.map(|(name, end)| end.year() - name);
    let first = told.next().filter(|lag| (0..=1).contains(lag))?;
    told.all(|lag| lag == first).then_some(first)
}

/// The month in which the fiscal year ends, as sentences say that agree, and whether it ends with a
/// week.
fn year_end_told(lines: &Lines<'_>) -> Option<(i8, bool)> {
    let ends = fiscal_years_told(lines).map(|(_, end)| end).chain(ends_of_fiscal_years(lines));
    let mut told = ends
        .filter_map(|end| Some((month_closed((end.month(), end.day()), WEEK)?, is_astray(end))));
    let (first, mut by_weeks) = told.next()?;
    for (month, astray) in told {
        if month != first {
            return None;
        }
        by_weeks |= astray;
    }
    Some((first, by_weeks))
}

/// The fiscal years whose end sentences tell, by name: `Fiscal 2000 ended January 27, 2001`.
fn fiscal_years_told(lines: &Lines<'_>) -> impl Iterator<Item = (i16, Date)> {
    (0..lines.len()).filter_map(|i| {
        let face = lines.face(i);
        // Few lines hold the word at all.
        let is_fiscal = memchr::memmem::find(face.as_bytes(), b"iscal ").is_some();
        let tells_end = is_fiscal && lines.class(i) == Class::Text && knowledge::names_an_end(face);
        let sentence = tells_end.then(|| in_two_lines(lines, i))?;
        let at = sentence.to_ascii_lowercase().find("fiscal ")?;
        // `The second quarter of its fiscal 2000 ended`
        let is_length = |word: &str| {
            matches!(
                knowledge::period_word(word),
                Some(PeriodWord::Unit(_) | PeriodWord::Length(_) | PeriodWord::Half)
            )
        };
        let mut before = sentence[..at].split(|c: char| !c.is_alphanumeric());
        if before.any(is_length) || sentence[..at].trim_end().ends_with("of") {
            return None;
        }
        let named = &sentence[at + "fiscal ".len()..];
        let (name, rest) = named.strip_prefix("year ").unwrap_or(named).split_once(' ')?;
        let (verb, rest) = rest.split_once(' ')?;
        // Month, day and year; of other years the sentence may tell more.
        let day: String = rest.split_inclusive(' ').take(3).collect();
        let ends = matches!(knowledge::period_word(verb), Some(PeriodWord::Ended));
        let end = period::read(&day).first().filter(|_| ends)?.end()?;
        Some((period::four_digits(name)?, end))
    })
}

/// The days on which fiscal years ended by the cover or by sentences that do not name the year:
/// `For the fiscal year ended September 30, 1998`.
fn ends_of_fiscal_years(lines: &Lines<'_>) -> impl Iterator<Item = Date> {
    (0..lines.len()).filter_map(|i| {
        let face = lines.face(i).as_bytes();
        let is_fiscal = || {
            ["iscal year", "ISCAL YEAR"]
                .iter()
                .any(|w| memchr::memmem::find(face, w.as_bytes()).is_some())
        };
        let sentence =
            (lines.class(i) == Class::Text && is_fiscal()).then(|| in_two_lines(lines, i))?;
        let named = sentence.to_ascii_lowercase();
        let rest = named.split_once("fiscal year ended").map(|(_, rest)| rest)?;
        period::read(rest.trim_start_matches([':', ' '])).first()?.end()
    })
}

/// A line and the first words of the next: a date may be broken by the end of the line.
fn in_two_lines(lines: &Lines<'_>, i: usize) -> String {
    const LONGEST_DATE: usize = 24;
    let next = if i + 1 < lines.len() { lines.face(i + 1).trim_ascii() } else { "" };
    format!("{} {}", lines.face(i).trim_ascii(), next.get(..LONGEST_DATE).unwrap_or(next))
}

/// The amounts of the columns of some header, by label and print, and the year over each.
fn years_of_figures<'d>(
    lines: &'d Lines<'_>,
    drafts: &'d [Draft],
    heads: impl Fn(&Spec) -> bool,
) -> HashMap<(&'d str, &'d str), i16> {
    let mut out = HashMap::new();
    for draft in drafts {
        for row in &draft.rows {
            for cell in row.cells.iter().filter(|cell| heads(&draft.specs[cell.column])) {
                let print = lines.face(cell.line)[cell.token.span()].trim_start_matches(['$', ' ']);
                if print.contains(',') {
                    out.insert((row.plain.as_str(), print), draft.specs[cell.column].years[0]);
                }
            }
        }
    }
    out
}

/// Whether a length is that of a year.
pub fn is_a_year(length: Duration) -> bool {
    matches!(length, Duration::Months(12) | Duration::Weeks(52 | 53))
}

/// The days that the text names as the end of a period or the date of a balance, and how often.
fn told(lines: &Lines<'_>) -> Vec<(Date, u32)> {
    let has_digits = |text: &str| text.bytes().fold(false, |any, b| any | b.is_ascii_digit());
    let mut out = Vec::new();
    for i in 0..lines.len() {
        if !matches!(lines.class(i), Class::Text | Class::Figures | Class::Years) {
            continue;
        }
        let face = lines.face(i);
        // A date may be broken by the end of the line.
        let next = || {
            let next = if i + 1 < lines.len() { lines.face(i + 1).trim_ascii() } else { "" };
            next.get(..24).unwrap_or(next)
        };
        if (has_digits(face) || has_digits(next())) && knowledge::names_an_end(face) {
            let text = format!("{} {}", face.trim_ascii(), next());
            out.extend(period::read(&text).iter().filter_map(Spec::end).map(|day| (day, 1)));
        }
    }
    add_up(&mut out);
    out
}
