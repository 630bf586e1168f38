//! How long the period is that ends on a day, as the statements of the filing name it.

use jiff::civil::Date;

use crate::period::{self, is_a_year};
use crate::record::Duration;
use crate::statement::calendar::{Calendar, agreed};

impl Calendar<'_> {
    /// The lengths that statements name of periods that end on a day.
    pub(super) fn lengths_to(&self, end: Date) -> impl Iterator<Item = Duration> {
        let first = self.lengths.partition_point(|(day, _)| *day < end);
        let ending = self.lengths[first..].iter().take_while(move |(day, _)| *day == end);
        ending.map(|(_, length)| *length)
    }

    /// The length of the period that ends on a day, where all statements that name it agree. Where
    /// quarters and the year end there, a date without a word more is the year's.
    pub fn length(&self, end: Date) -> Option<Duration> {
        let lengths: Vec<Duration> = self.lengths_to(end).collect();
        match lengths[..] {
            [length] => Some(length),
            _ => lengths.into_iter().find(|length| is_a_year(*length)),
        }
    }

    /// Whether statements name what ends on a day, and no whole year does.
    pub fn ends_part_of_year(&self, end: Date) -> bool {
        let mut ending = self.lengths_to(end).peekable();
        ending.peek().is_some() && ending.all(|length| !is_a_year(length))
    }

    /// Whether statements name a period of some length that ends on a day.
    pub fn lasts(&self, length: Duration, end: Date) -> bool {
        self.lengths_to(end).any(|told| told == length)
    }

    /// The length that statements name of the period between two days: `40 Weeks`.
    pub fn length_since(&self, from: Date, end: Date) -> Option<Duration> {
        self.lengths_to(end).find(|length| period::before(*length, end) == Some(from))
    }

    /// The end of the only period of some length that statements name in a year.
    pub fn end_of(&self, length: Duration, year: i16) -> Option<Date> {
        let ends = self.lengths.iter().filter(|(day, l)| *l == length && day.year() == year);
        agreed(ends.map(|(end, _)| *end))
    }

    /// What has passed of the fiscal year on a day; in weeks where statements count it so.
    pub fn to_date(&self, day: Date) -> Option<Duration> {
        let months = |back| period::months_between(self.ending_in(day.year() - back)?, day);
        let months = (0..=2).find_map(months).filter(|months| *months <= 12)?;
        let in_weeks = |length: &Duration| matches!(length, Duration::Weeks(_));
        match self.lengths_to(day).filter(in_weeks).find(|length| in_months(*length) == months) {
            None if self.lengths_to(day).any(|length| in_weeks(&length)) => None,
            weeks => weeks.or(Some(Duration::Months(months))),
        }
    }
}

/// The months of a length; a quarter of a year has 13 weeks or 14.
pub fn in_months(length: Duration) -> u16 {
    match length {
        Duration::Weeks(n) => (n + 1) / 13 * 3,
        Duration::Months(n) => n,
    }
}
