//! Where a period begins, and the first and the last day of it.
//!
//! A balance stands at the end of a period or on the eve of its first day. Where periods end with a
//! week, that eve is the day on which the period before it ended, as the filing names it.

use jiff::civil::Date;

use crate::period;
use crate::record::{Duration, Period};
use crate::statement::calendar::{Calendar, is_astray};
use crate::statement::periods::Balance;

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
        Some(known.unwrap_or_else(|| period::same_weekday(nominal, end.weekday())))
    }

    /// The weeks of a period of some months, where another statement counts them.
    fn in_weeks(&self, end: Date, months: Duration) -> Option<Duration> {
        let from = self.lengths.partition_point(|(day, _)| *day < end);
        let mut here = self.lengths[from..].iter().take_while(|(day, _)| *day == end);
        here.find(|(_, length)| period::are_weeks_of(*length, months)).map(|(_, weeks)| *weeks)
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
        if period.end.is_none() || period.start.is_none() && period.duration.is_none() {
            return period;
        }
        let day = match balance {
            Balance::Opening => self.opening(&period),
            Balance::Closing => period.end,
        };
        Period { start: None, end: day, duration: None }
    }
}
