//! Words to fiscal periods: `Three Months Ended`, `June 30,`, `2003`.
//!
//! A header says a period in pieces, spread over lines and columns. [`read`] turns text into
//! [`Spec`]s, each holding the pieces one phrase gives; [`Spec::fill`] completes one by another;
//! [`Spec::period`] makes the dates.

use jiff::civil::Date;

use crate::knowledge::{self, PeriodWord};
use crate::record::{Duration, Period};

/// What a phrase says of a period.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spec {
    /// Length of the period.
    pub length: Option<Duration>,
    /// Month and day of its end; day 0 stands for the month's last.
    pub month_day: Option<(i8, i8)>,
    /// Years of its end; a title may name several.
    pub years: Vec<i16>,
    /// First day, where the phrase names it (`from June 3, 1996 (inception) to ...`).
    pub from: Option<Date>,
    /// Ordinal of a fiscal quarter (`first quarter`).
    pub quarter: Option<i8>,
    /// The phrase says `as of` or `at`.
    pub instant: bool,
    /// The phrase says `year to date`.
    pub to_date: bool,
}

impl Spec {
    /// A length, and no more.
    pub const fn of(length: Duration) -> Self {
        Self {
            length: Some(length),
            month_day: None,
            years: Vec::new(),
            from: None,
            quarter: None,
            instant: false,
            to_date: false,
        }
    }

    /// Whether the phrase says nothing of a period.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the phrase speaks of periods at all: a month, a year, a length.
    pub fn speaks(&self) -> bool {
        self.length.is_some() || self.month_day.is_some() || !self.years.is_empty() || self.to_date
    }

    /// Whether all it says is a day without its year: `September 30,`.
    pub fn is_day_alone(&self) -> bool {
        self.month_day.is_some_and(|(_, day)| day > 0)
            && *self == Self { month_day: self.month_day, ..Self::default() }
    }

    /// Whether an end is named in full.
    pub fn has_date(&self) -> bool {
        self.month_day.is_some() && self.years.len() == 1
    }

    /// Takes from `other` what this one lacks.
    pub fn fill(&mut self, other: &Self) {
        if self.years.is_empty() {
            self.years.clone_from(&other.years);
        }
        if self.month_day.is_none() && self.quarter.is_none() {
            self.month_day = other.month_day;
        }
        self.length = self.length.or(other.length);
        self.quarter = self.quarter.or(other.quarter);
        self.from = self.from.or(other.from);
        self.instant |= other.instant;
        self.to_date |= other.to_date;
    }

    /// The last day, where month, day and one year are known.
    pub fn end(&self) -> Option<Date> {
        let &[year] = self.years.as_slice() else { return None };
        let (month, day) = self.month_day?;
        day_of(year, month, day)
    }

    /// The period: an instant where `instant`, else of the length named.
    pub fn period(&self, instant: bool) -> Option<Period> {
        let end = self.end()?;
        if instant {
            return Some(Period { start: None, end: Some(end), duration: None });
        }
        if let Some(from) = self.from.filter(|from| *from < end) {
            return Some(Period { start: Some(from), end: Some(end), duration: None });
        }
        Some(span(self.length?, end))
    }
}

/// A date; day 0 is the month's last, as is any day beyond it.
pub fn day_of(year: i16, month: i8, day: i8) -> Option<Date> {
    let first = Date::new(year, month, 1).ok()?;
    let last = first.last_of_month();
    if day == 0 || day > last.day() { Some(last) } else { Date::new(year, month, day).ok() }
}

/// The period of some length that ends on `end`.
pub fn span(length: Duration, end: Date) -> Period {
    Period {
        start: before(length, end).and_then(|d| d.tomorrow().ok()),
        end: Some(end),
        duration: Some(length),
    }
}

/// The day on which the period before one that ends on `end` ended.
pub fn before(length: Duration, end: Date) -> Option<Date> {
    match length {
        Duration::Weeks(n) => end.checked_sub(jiff::Span::new().weeks(n)).ok(),
        Duration::Months(n) => {
            let day = if end == end.last_of_month() { 0 } else { end.day() };
            let months = i32::from(end.year()) * 12 + i32::from(end.month()) - 1 - i32::from(n);
            let year = i16::try_from(months.div_euclid(12)).ok()?;
            let month = i8::try_from(months.rem_euclid(12)).ok()? + 1;
            day_of(year, month, day)
        }
    }
}

/// Number of months between two month ends, when it is a whole number of them (to within a week).
pub fn months_between(from: Date, to: Date) -> Option<u16> {
    let days = (to - from).get_days();
    let months = (i64::from(days) * 12 + 182) / 365;
    let nominal = before(Duration::Months(u16::try_from(months).ok()?), to)?;
    let off = (nominal - from).get_days().abs();
    (months > 0 && off <= 7).then_some(u16::try_from(months).ok()?)
}

/// Whether some weeks are what the months of a quarter or more may have in a fiscal year: twelve,
/// thirteen or sixteen.
pub fn are_weeks_of(weeks: Duration, months: Duration) -> bool {
    const FURTHEST: u16 = 30;
    match (weeks, months) {
        (Duration::Weeks(weeks), Duration::Months(months @ 3..)) => {
            weeks.saturating_mul(7).abs_diff(months.saturating_mul(30)) <= FURTHEST
        }
        _ => false,
    }
}

/// The length of a quarter, in whatever words.
const QUARTER: Duration = Duration::Months(3);

/// One piece of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Count(u16),
    Length(Duration),
    Half,
    Quarter(i8),
    Month(i8),
    MonthDay(i8, i8),
    Day(Date),
    Year(i16),
    Instant,
    From,
    To,
    Inception,
    ToDate,
}

/// Whether a text speaks of periods at all: a month, a year, a length.
pub fn speaks(text: &str) -> bool {
    read(text).iter().any(Spec::speaks)
}

/// Whether a text names one period, with its length and the whole date of its end.
pub fn is_whole(text: &str) -> bool {
    matches!(&read(text)[..],
        [s] if s.length.is_some() && s.month_day.is_some() && s.years.len() == 1)
}

/// Like [`read`], for those who look for a day or a year: a text without digits names none.
pub fn read_dated(text: &str) -> Vec<Spec> {
    if text.bytes().any(|b| b.is_ascii_digit()) { read(text) } else { Vec::new() }
}

/// Reads every period that a text names, in order.
pub fn read(text: &str) -> Vec<Spec> {
    if is_silent(text) {
        return Vec::new();
    }
    let pieces = pieces(text);
    let mut specs: Vec<Spec> = Vec::new();
    let mut now = Spec::default();
    let mut from = false;
    let flush = |now: &mut Spec, specs: &mut Vec<Spec>| {
        let spec = std::mem::take(now);
        if spec.length.is_some()
            || spec.month_day.is_some()
            || !spec.years.is_empty()
            || spec.to_date
            || spec.quarter.is_some()
            || spec.from.is_some()
        {
            specs.push(spec);
        }
    };
    for piece in pieces {
        match piece {
            Piece::Length(length) => {
                if now.length.is_some() && now.month_day.is_none() && now.years.is_empty() {
                    // `three and six months ended June 30`: both lengths share what follows.
                    let other =
                        Spec { length: Some(length), instant: now.instant, ..Spec::default() };
                    flush(&mut now, &mut specs);
                    now = other;
                } else {
                    if now.month_day.is_some() || !now.years.is_empty() || now.length.is_some() {
                        flush(&mut now, &mut specs);
                    }
                    now.length = Some(length);
                    now.instant = false;
                }
                if now.quarter.is_some() && length == Duration::Months(12) {
                    now.quarter = None;
                }
            }
            Piece::Half => now.length = Some(Duration::Months(6)),
            Piece::Quarter(n) => {
                if now.length.is_some() || now.month_day.is_some() || !now.years.is_empty() {
                    flush(&mut now, &mut specs);
                }
                now.quarter = Some(n);
            }
            Piece::Instant => {
                if now.month_day.is_some() || !now.years.is_empty() || now.length.is_some() {
                    flush(&mut now, &mut specs);
                }
                now.instant = true;
            }
            Piece::From => {
                from = true;
                if now.month_day.is_some() || !now.years.is_empty() {
                    flush(&mut now, &mut specs);
                }
            }
            Piece::To => from = false,
            Piece::Inception => {}
            Piece::Day(day) if from => {
                now.from = Some(day);
                from = false;
            }
            Piece::Day(day) => {
                if now.month_day.is_some() || !now.years.is_empty() {
                    let keep = Spec { length: now.length, instant: now.instant, ..Spec::default() };
                    flush(&mut now, &mut specs);
                    now = keep;
                }
                now.month_day = Some((day.month(), day.day()));
                now.years.push(day.year());
            }
            Piece::MonthDay(month, day) => {
                if now.month_day.is_some() {
                    let keep = Spec { length: now.length, instant: now.instant, ..Spec::default() };
                    flush(&mut now, &mut specs);
                    now = keep;
                }
                now.month_day = Some((month, day));
            }
            Piece::Month(month) => {
                if now.month_day.is_none() {
                    now.month_day = Some((month, 0));
                }
            }
            Piece::Year(year) => {
                if !now.years.contains(&year) {
                    now.years.push(year);
                }
            }
            Piece::ToDate => now.to_date = true,
            Piece::Count(_) => {}
        }
    }
    flush(&mut now, &mut specs);
    share_ends(&mut specs);
    specs
}

/// `the three and six months ended June 30, 2003`: a length without an end takes the next one's.
fn share_ends(specs: &mut [Spec]) {
    for i in (1..specs.len()).rev() {
        let (head, tail) = specs.split_at_mut(i);
        let (this, next) = (&mut head[i - 1], &tail[0]);
        if this.length.is_some()
            && this.month_day.is_none()
            && this.years.is_empty()
            && next.length.is_some()
        {
            this.month_day = next.month_day;
            this.years.clone_from(&next.years);
        }
    }
}

/// The words of a text; parts of a word joined by hyphens are words, but for dates with slashes.
fn words(text: &str) -> Vec<&str> {
    let slashes = text.contains('/');
    let mut out = Vec::with_capacity(8);
    let parts = |c: char| {
        matches!(c, ',' | '(' | ')' | ';' | ':' | '{' | '}' | '[' | ']' | '*' | '"')
            || c.is_whitespace()
            || c == '-' && !slashes
    };
    let mut at = 0;
    for part in text.split(parts) {
        let (before, rest) = (&text[..at], &text[at + part.len()..]);
        at += part.len() + rest.chars().next().map_or(0, char::len_utf8);
        if part.is_empty() || is_mark(before, part, rest) {
            continue;
        }
        if slashes && !part.contains('/') {
            part.split('-').for_each(|word| push_word(word, &mut out));
        } else {
            push_word(part, &mut out);
        }
    }
    out
}

/// Whether a part of a text is the number of a note, `Pro Forma (1) Three Months Ended`: no count of
/// months.
fn is_mark(before: &str, part: &str, rest: &str) -> bool {
    part.len() <= 2
        && part.bytes().all(|b| b.is_ascii_digit())
        && before.ends_with('(')
        && rest.starts_with(')')
}

/// Adds a word without the signs around it; `December31` is two.
fn push_word<'t>(word: &'t str, out: &mut Vec<&'t str>) {
    let all = |of: fn(&u8) -> bool| word.as_bytes().iter().all(of);
    if !word.is_empty() && (all(u8::is_ascii_alphabetic) || all(u8::is_ascii_digit)) {
        out.push(word);
        return;
    }
    let joint = word
        .bytes()
        .position(|b| b.is_ascii_digit())
        .and_then(|digit| if month(&word[..digit]).is_some() { Some(digit) } else { glued(word) });
    let (name, rest) = word.split_at(joint.unwrap_or(0));
    let bare = |w: &'t str| w.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '\'');
    out.extend([name, rest].into_iter().map(bare).filter(|w| !w.is_empty()));
}

/// Where a length of time begins behind figures that have run into it: `A2YEAR`, `6MONTHS`.
fn glued(word: &str) -> Option<usize> {
    let at = word.rfind(|c: char| c.is_ascii_digit())? + 1;
    let length = knowledge::period_word(&word[at..])?;
    matches!(length, PeriodWord::Unit(_) | PeriodWord::Length(_)).then_some(at)
}

/// Whether a text has no word of which a piece could be made.
fn is_silent(text: &str) -> bool {
    !text.bytes().any(|b| b.is_ascii_digit()) && !knowledge::has_period_word(text)
}

fn pieces(text: &str) -> Vec<Piece> {
    let words = words(text);
    let mut out = Vec::with_capacity(words.len());
    let mut i = 0;
    while i < words.len() {
        let word = words[i];
        i += 1;
        if let Some(day) = slashed(word) {
            out.push(Piece::Day(day));
            continue;
        }
        if let Some((n, year)) = quarter(word) {
            out.push(Piece::Quarter(n));
            let next = || words.get(i).and_then(|word| short_year(word));
            if let Some(year) = year {
                out.push(Piece::Year(year));
            } else if let Some(year) = next() {
                i += 1;
                out.push(Piece::Year(year));
            }
            continue;
        }
        if let Some(n) = number(word) {
            // `30 June 1998`
            if let Some(month) =
                words.get(i).and_then(|w| month(w)).filter(|_| (1..=31).contains(&n))
                && let Some(year) = words.get(i + 1).and_then(|w| year(w))
                && let Some(day) = day_of(year, month, i8::try_from(n).unwrap_or(1))
            {
                out.push(Piece::Day(day));
                i += 2;
                continue;
            }
            if let Some(year) = year(word) {
                out.push(Piece::Year(year));
            } else if (1..=53).contains(&n) {
                out.push(Piece::Count(n));
            }
            continue;
        }
        if let Some(year) = year(word) {
            out.push(Piece::Year(year));
            continue;
        }
        match knowledge::period_word(word) {
            Some(PeriodWord::Month(m)) => {
                if m == 5 && word.starts_with('m') {
                    continue;
                }
                let day = words.get(i).and_then(|w| ordinal_day(w));
                if day.is_some() {
                    i += 1;
                }
                let year = words.get(i).and_then(|w| year(w));
                match (day, year) {
                    (Some(d), Some(y)) => {
                        i += 1;
                        out.extend(day_of(y, m, d).map(Piece::Day));
                    }
                    (None, Some(y)) => {
                        i += 1;
                        out.extend(day_of(y, m, 0).map(Piece::Day));
                    }
                    (Some(d), None) => out.push(Piece::MonthDay(m, d)),
                    (None, None) if word.len() > 3 || words.len() < 4 => out.push(Piece::Month(m)),
                    (None, None) => {}
                }
            }
            Some(PeriodWord::Count(n)) => match out.last_mut() {
                // `twenty-six`, `fifty two`
                Some(Piece::Count(tens)) if *tens % 10 == 0 && *tens >= 20 && n < 10 => *tens += n,
                _ => out.push(Piece::Count(n)),
            },
            Some(PeriodWord::Unit(weeks)) => {
                let make = if weeks { Duration::Weeks } else { Duration::Months };
                // `three- and nine-month`: every count before takes the unit.
                let counts = out.iter().rev().take_while(|p| matches!(p, Piece::Count(_))).count();
                let from = out.len() - counts;
                for piece in &mut out[from..] {
                    if let Piece::Count(n) = *piece {
                        *piece = Piece::Length(make(n));
                    }
                }
            }
            Some(PeriodWord::Length(length)) => {
                if length == Duration::Months(12)
                    && words.get(i).is_some_and(|w| w.eq_ignore_ascii_case("to"))
                    && words.get(i + 1).is_some_and(|w| w.eq_ignore_ascii_case("date"))
                {
                    i += 2;
                    out.push(Piece::ToDate);
                    continue;
                }
                let count = match out.last() {
                    Some(&Piece::Count(n)) => out.pop().map(|_| n),
                    _ => None,
                };
                let ended = || words.get(i).is_some_and(|w| ends_length(w));
                out.push(Piece::Length(match count {
                    // `Three Quarters Ended`
                    Some(n @ 2..=4) if length == QUARTER && ended() => Duration::Months(3 * n),
                    _ => length,
                }));
            }
            Some(PeriodWord::Half) => {
                if matches!(words.get(i), Some(w) if w.eq_ignore_ascii_case("year"))
                    || matches!(out.last(), Some(Piece::Quarter(_)))
                {
                    if matches!(out.last(), Some(Piece::Quarter(_))) {
                        out.pop();
                    }
                    out.push(Piece::Half);
                    if matches!(words.get(i), Some(w) if w.eq_ignore_ascii_case("year")) {
                        i += 1;
                    }
                }
            }
            Some(PeriodWord::Quarter(n)) => {
                let next = words.get(i).map_or("", |w| w);
                let quarters = next.len() >= 4
                    && "quarters".starts_with(&next.to_ascii_lowercase())
                    || knowledge::period_word(next) == Some(PeriodWord::Length(QUARTER));
                if quarters || next.eq_ignore_ascii_case("half") {
                    out.push(Piece::Quarter(n));
                } else if n == 1 {
                    out.extend(last_of_first(next, words.get(i + 1)).map(Piece::Quarter));
                }
            }
            Some(PeriodWord::As) => {
                if words
                    .get(i)
                    .is_some_and(|w| w.eq_ignore_ascii_case("of") || w.eq_ignore_ascii_case("at"))
                {
                    out.push(Piece::Instant);
                }
            }
            Some(PeriodWord::From) => out.push(Piece::From),
            Some(PeriodWord::To) => out.push(Piece::To),
            Some(PeriodWord::Inception) => {
                // `inception (June 3, 1996) to`, `June 3, 1996 (inception) to`
                if let Some(Piece::Day(_)) = out.last() {
                    let at = out.len() - 1;
                    if out[..at].last() != Some(&Piece::From) {
                        out.insert(at, Piece::From);
                    }
                } else {
                    out.push(Piece::From);
                }
                out.push(Piece::Inception);
            }
            Some(PeriodWord::Ended | PeriodWord::Beginning) => {}
            None => {
                if word.eq_ignore_ascii_case("at")
                    && words.get(i).is_some_and(|w| month(w).is_some() || slashed(w).is_some())
                {
                    out.push(Piece::Instant);
                }
            }
        }
    }
    out
}

/// Whether a word belongs to a length of time but says none: `ended`.
pub fn ends_length(word: &str) -> bool {
    knowledge::period_word(word) == Some(PeriodWord::Ended)
}

/// The quarter that ends the first months of a year: the second, of `first six months`.
fn last_of_first(count: &str, unit: Option<&&str>) -> Option<i8> {
    let months = match knowledge::period_word(count) {
        Some(PeriodWord::Count(n)) => n,
        _ => number(count)?,
    };
    let counted =
        unit.and_then(|unit| knowledge::period_word(unit)) == Some(PeriodWord::Unit(false));
    (counted && matches!(months, 3 | 6 | 9)).then(|| i8::try_from(months / 3).ok()).flatten()
}

fn month(word: &str) -> Option<i8> {
    match knowledge::period_word(word)? {
        PeriodWord::Month(m) if m != 5 || !word.starts_with('m') => Some(m),
        _ => None,
    }
}

/// `1Q`, `Q3`, `1Q04`, `Q3'06`: a quarter, and the year printed with it.
fn quarter(word: &str) -> Option<(i8, Option<i16>)> {
    let ([n @ b'1'..=b'4', b'Q' | b'q', ..] | [b'Q', n @ b'1'..=b'4', ..]) = word.as_bytes() else {
        return None;
    };
    let rest = &word[2..];
    let year = year(rest).or_else(|| short_year(rest));
    (rest.is_empty() || year.is_some()).then_some(((n - b'0').cast_signed(), year))
}

/// Whether the last words before two digits name a quarter, the digits its year: `Q2 02   Q1 02`.
pub fn dates_quarter(words: &str, digits: &str) -> bool {
    let last = || words.trim_ascii_end().rsplit(' ').next().unwrap_or("");
    short_year(digits).is_some() && matches!(quarter(last()), Some((_, None)))
}

fn number(word: &str) -> Option<u16> {
    word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

fn ordinal_day(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let tail = &word[digits.len()..];
    let ordinal = ["", "st", "nd", "rd", "th"].iter().any(|t| tail.eq_ignore_ascii_case(t));
    digits.parse::<i8>().ok().filter(|d| ordinal && (1..=31).contains(d))
}

/// A year: `1997`, `'97`, `FY1997`, `FY97`.
fn year(word: &str) -> Option<i16> {
    let fiscal = word.strip_prefix("FY");
    if let Some(year) = fiscal.and_then(short_year) {
        return Some(year);
    }
    let word = fiscal.or_else(|| word.strip_prefix("Fiscal")).unwrap_or(word);
    if let Some(short) = word.strip_prefix('\'') {
        return two_digits(short);
    }
    four_digits(word)
}

/// A year in two digits behind its quarter, of those that filings in plain text tell of: `Q1 01`.
fn short_year(word: &str) -> Option<i16> {
    two_digits(word).filter(|year| (1985..=2015).contains(year))
}

/// A year in four digits and nothing else.
pub fn four_digits(word: &str) -> Option<i16> {
    let year: i16 = (word.len() == 4).then(|| word.parse().ok())??;
    (1960..=2049).contains(&year).then_some(year)
}

fn two_digits(text: &str) -> Option<i16> {
    let n: i16 = (text.len() == 2).then(|| text.parse().ok())??;
    Some(if n >= 60 { 1900 + n } else { 2000 + n })
}

/// `3/31/04`, `12/31/1997`, `6-30-02` is not taken for a date.
fn slashed(word: &str) -> Option<Date> {
    let bytes = word.as_bytes();
    if !bytes.first().is_some_and(u8::is_ascii_digit) || !bytes.contains(&b'/') {
        return None;
    }
    let mut parts = word.split('/');
    let month: i8 = parts.next()?.parse().ok()?;
    let day: i8 = parts.next()?.parse().ok()?;
    let last = parts.next()?;
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    day_of(year(last).or_else(|| two_digits(last))?, month, day)
}

/// The nearest day to `nominal` that falls on the weekday of `like`: for years of 52 or 53 weeks.
pub fn same_weekday(nominal: Date, like: Date) -> Date {
    let off = like.weekday().since(jiff::civil::Weekday::Monday)
        - nominal.weekday().since(jiff::civil::Weekday::Monday);
    let off = match off {
        4.. => off - 7,
        ..=-4 => off + 7,
        _ => off,
    };
    nominal.checked_add(jiff::Span::new().days(i64::from(off))).unwrap_or(nominal)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn show(text: &str) -> String {
        read(text)
            .iter()
            .map(|s| {
                let mut out = String::new();
                if s.instant {
                    out.push('@');
                }
                if let Some(length) = s.length {
                    out.push_str(&length.to_string());
                }
                if let Some(q) = s.quarter {
                    let _ = write!(out, " Q{q}");
                }
                if let Some(from) = s.from {
                    let _ = write!(out, " from {from}");
                }
                if let Some((m, d)) = s.month_day {
                    let _ = write!(out, " {m}/{d}");
                }
                for year in &s.years {
                    let _ = write!(out, " {year}");
                }
                out
            })
            .collect::<Vec<_>>()
            .join("; ")
    }

    #[test]
    fn phrases() {
        assert_eq!(show("Three Months Ended June 30, 2003"), "P3M 6/30 2003");
        assert_eq!(show("YEARS ENDED JUNE 30, 1996, 1995, AND 1994"), "P12M 6/30 1996 1995 1994");
        assert_eq!(
            show(
                "YEAR ENDED DECEMBER 31, 1997 AND PERIOD FROM JUNE 3, 1996 (INCEPTION) TO DECEMBER 31, 1996"
            ),
            "P12M 12/31 1997;  from 1996-06-03 12/31 1996"
        );
        assert_eq!(show("As of Jun 30, 2003"), "@ 6/30 2003");
        assert_eq!(show("3/31/04"), " 3/31 2004");
        assert_eq!(show("June 30,2002"), " 6/30 2002");
        assert_eq!(show("Balance, December31,1994"), " 12/31 1994");
        assert_eq!(show("Thirteen Weeks Ended"), "P13W");
        assert_eq!(show("Twenty-six weeks ended"), "P26W");
        assert_eq!(show("Three Quarters Ended"), "P9M");
        assert_eq!(show("the last eight quarters"), "P3M");
        assert_eq!(
            show("for the quarter and six months ended June 30, 2003 and 2002"),
            "P3M 6/30 2003 2002; P6M 6/30 2003 2002"
        );
        assert_eq!(
            show("three- and nine-month periods ended September 30, 1992 and 1993"),
            "P3M 9/30 1992 1993; P9M 9/30 1992 1993"
        );
        assert_eq!(show("DECEMBER 31, 1997 AND JUNE 30, 1998"), " 12/31 1997;  6/30 1998");
        assert_eq!(show("First Quarter 1998"), "P3M Q1 1998");
        assert_eq!(show("the first six months of 1998"), "P6M Q2 1998");
        assert_eq!(show("1Q04"), " Q1 2004");
        assert_eq!(show("Q3'06"), " Q3 2006");
        assert_eq!(show("Q1 01"), " Q1 2001");
        assert_eq!(show("Q3 FY03"), " Q3 2003");
        assert_eq!(show("At 12/31/05"), "@ 12/31 2005");
        assert_eq!(show("A2YEAR ENDED DECEMBER 31, 1997"), "P12M 12/31 1997");
        assert_eq!(show("1st Qtr. 1999"), "P3M Q1 1999");
        assert_eq!(show("Pro Forma (1) Three Months Ended June 30, 1997"), "P3M 6/30 1997");
        assert_eq!(show("you may wish"), "");
    }
}
