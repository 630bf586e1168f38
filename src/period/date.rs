//! Days of the calendar, and the lengths between them.

use jiff::civil::{Date, Weekday};

use crate::record::{Duration, Period};

/// The length of a quarter, however it is named.
pub const QUARTER: Duration = Duration::Months(3);

/// The length of a year.
pub const YEAR: Duration = Duration::Months(12);

/// Whether a length is that of a quarter of a year.
pub fn is_a_quarter(length: Duration) -> bool {
    matches!(length, QUARTER | Duration::Weeks(12..=14))
}

/// Whether a length is that of a year.
pub fn is_a_year(length: Duration) -> bool {
    matches!(length, YEAR | Duration::Weeks(52 | 53))
}

/// A date. Day 0, or any day that the month does not have, is the last of the month.
pub fn day_of(year: i16, month: i8, day: i8) -> Option<Date> {
    let first = Date::new(year, month, 1).ok()?;
    let last = first.last_of_month();
    if day == 0 || day > last.day() { Some(last) } else { Date::new(year, month, day).ok() }
}

/// The same day of the year before.
pub fn year_before(day: Date) -> Option<Date> {
    day_of(day.year() - 1, day.month(), day.day())
}

/// The period of this length that ends on `end`.
pub fn span(length: Duration, end: Date) -> Period {
    Period {
        start: before(length, end).and_then(|d| d.tomorrow().ok()),
        end: Some(end),
        duration: Some(length),
    }
}

/// The last day of the period before the one of this length that ends on `end`.
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

/// Number of months between two ends of months, if it is whole to within a week.
pub fn months_between(from: Date, to: Date) -> Option<u16> {
    let days = (to - from).get_days();
    let months = (i64::from(days) * 12 + 182) / 365;
    let nominal = before(Duration::Months(u16::try_from(months).ok()?), to)?;
    let off = (nominal - from).get_days().abs();
    (months > 0 && off <= 7).then_some(u16::try_from(months).ok()?)
}

/// Whether a fiscal year may count these months, a quarter or more, as so many weeks: twelve,
/// thirteen or sixteen for a quarter.
pub fn are_weeks_of(weeks: Duration, months: Duration) -> bool {
    /// Most days between the two.
    const FURTHEST: u16 = 30;
    match (weeks, months) {
        (Duration::Weeks(weeks), Duration::Months(months @ 3..)) => {
            weeks.saturating_mul(7).abs_diff(months.saturating_mul(30)) <= FURTHEST
        }
        _ => false,
    }
}

/// The day nearest to `nominal` that falls on this day of the week, for years of 52 or 53 weeks.
pub fn same_weekday(nominal: Date, weekday: Weekday) -> Date {
    let off = weekday.since(Weekday::Monday) - nominal.weekday().since(Weekday::Monday);
    let off = match off {
        4.. => off - 7,
        ..=-4 => off + 7,
        _ => off,
    };
    nominal.checked_add(jiff::Span::new().days(i64::from(off))).unwrap_or(nominal)
}
