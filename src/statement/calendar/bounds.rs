//! Where a period begins, and the first and the last day of it.
//!
//! A balance stands at the end of a period or on the eve of its first day. Where periods end with a
//! week, that eve is the day on which the period before it ended, as the filing names it.

use std::ops::RangeInclusive;

use jiff::civil::Date;

use crate::period;
use crate::record::{Duration, Period};
use crate::statement::calendar::{Calendar, WEEK, is_astray, month_closed};
use crate::statement::dated_rows::Balance;

impl Calendar<'_> {
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
        let nearest = period::same_weekday(nominal, end.weekday());
        known.or_else(|| self.by_rule(nominal)).or_else(|| self.by_habit(nearest))
    }

    /// The end of a year that no text names, 52 weeks before another or 53: all that the filing
    /// names are nearest to the end of a month, or the last of their day of the week in it. None
    /// where both may be and do not agree.
    fn by_habit(&self, nearest: Date) -> Option<Date> {
        const HABITS: [RangeInclusive<i32>; 2] = [-3..=3, -6..=0];
        let closed = month_end_near(nearest);
        let last_month = self.year_end.and_then(|day| month_closed(day, WEEK));
        if last_month.is_none_or(|month| month != closed.month()) {
            return Some(nearest);
        }
        let behind = |day: Date| (day - month_end_near(day)).get_days();
        let week = jiff::Span::new().days(i64::from(WEEK));
        let by = |habit: &RangeInclusive<i32>| {
            let day = if behind(nearest) > *habit.end() {
                nearest.checked_sub(week).ok()
            } else {
                Some(nearest)
            };
            day.filter(|day| habit.contains(&behind(*day)))
        };
        // Quarters of 13 weeks drift off the ends of months by a day.
        let is_kept = |habit: &RangeInclusive<i32>, day: Date| {
            let drift = i32::from(month_end_near(day).month() != closed.month());
            (habit.start() - drift..=habit.end() + drift).contains(&behind(day))
        };
        let kept = |habit: &&RangeInclusive<i32>| self.primary_days().all(|d| is_kept(habit, d));
        let mut told = HABITS.iter().filter(kept).map(by);
        let first = told.next()?;
        told.all(|day| day == first).then_some(first).flatten()
    }

    /// The weeks of a period of some months, where another statement counts them.
    fn in_weeks(&self, end: Date, months: Duration) -> Option<Duration> {
        self.lengths_to(end).find(|length| period::are_weeks_of(*length, months))
    }

    /// A period that begins on the day after another has ended. Where periods do not end with the
    /// month and the filing names no such day nor counts its weeks, its first day is not known; one
    /// that is not reckoned from its length is.
    pub fn begin(&self, period: Period) -> Period {
        let (Some(end), Some(length @ Duration::Months(_))) = (period.end, period.duration) else {
            return period;
        };
        let reckoned = period::span(length, end).start;
        if !self.weeks && !is_astray(end) || period.start.is_some() && period.start != reckoned {
            return period;
        }
        // `13 weeks ended` elsewhere tells where the quarter of that day begins.
        let counted = self.in_weeks(end, length).and_then(|weeks| period::before(weeks, end));
        let nominal = || period::before(length, end);
        let eve = counted.or_else(|| nominal().and_then(|nominal| self.known(nominal)));
        Period { start: eve.and_then(|day| day.tomorrow().ok()), ..period }
    }

    /// The day at the beginning or at the end of a period; a day stays what it is.
    pub fn strike(&self, period: Period, balance: Balance) -> Period {
        if period.end.is_none() || period.is_day() {
            return period;
        }
        let day = match balance {
            Balance::Opening => self.opening(&period),
            Balance::Closing => period.end,
        };
        day.map(Period::on).unwrap_or_default()
    }
}

/// The last day of the month that ends nearest to a day.
fn month_end_near(day: Date) -> Date {
    const MIDDLE: i8 = 15;
    let before = day.first_of_month().yesterday().unwrap_or(day);
    if day.day() > MIDDLE { day.last_of_month() } else { before }
}
