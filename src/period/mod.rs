//! From words to fiscal periods: `Three Months Ended`, `June 30,`, `2003`.
//!
//! A header names a period in pieces, spread over lines and columns. [`read`] turns text into
//! [`Spec`]s, each with what one phrase says; [`Spec::fill`] completes one by another; and
//! [`Spec::period`] computes the dates.
//!
//! Inside, a text is split into `words`, these make `pieces`, and pieces make a `phrase`; `date`
//! computes with days and lengths.
//!
//! ```
//! use ex99::period::{read, read_one};
//!
//! let mut spec = read_one("Three Months Ended June 30,").unwrap();
//! assert_eq!(spec.period(false), None);
//! spec.fill(&read("2003")[0]);
//! let period = spec.period(false).unwrap();
//! assert_eq!(period.start.unwrap().to_string(), "2003-04-01");
//! assert_eq!(period.end.unwrap().to_string(), "2003-06-30");
//! ```

mod date;
mod phrase;
mod pieces;
mod words;

use jiff::civil::{Date, Weekday};

pub use self::date::{
    QUARTER, YEAR, are_weeks_of, before, day_of, is_a_quarter, is_a_year, months_between,
    same_weekday, span, year_before,
};
pub use self::phrase::read;
pub use self::words::{
    dates_quarter, day_in_digits, ends_length, four_digits, names_month_alone, numeral,
};
use crate::knowledge;
use crate::record::{Duration, Period};

/// What a phrase says about a period. Any part may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spec {
    /// Length of the period.
    pub length: Option<Duration>,
    /// Month and day of its end; day 0 is the last of the month.
    pub month_day: Option<(i8, i8)>,
    /// The day of the week on which it ends: the last such day of the month, or the one nearest to
    /// the day named.
    pub weekday: Option<Weekday>,
    /// Years of its end; a title may name several.
    pub years: Vec<i16>,
    /// First day, if the phrase names it: `from June 3, 1996 (inception) to ...`.
    pub from: Option<Date>,
    /// Number of a fiscal quarter: 1 for `first quarter`.
    pub quarter: Option<i8>,
    /// Whether the phrase says `as of` or `at`.
    pub instant: bool,
    /// Whether the phrase says `year to date`.
    pub to_date: bool,
    /// Whether several periods of this length follow each other and the last ends there: `the five
    /// years ending ...`.
    pub several: bool,
}

impl Spec {
    /// Only a length.
    pub const fn of(length: Duration) -> Self {
        Self {
            length: Some(length),
            month_day: None,
            weekday: None,
            years: Vec::new(),
            from: None,
            quarter: None,
            instant: false,
            to_date: false,
            several: false,
        }
    }

    /// Only a year.
    pub fn of_year(year: i16) -> Self {
        Self { years: vec![year], ..Self::default() }
    }

    /// Whether the phrase says nothing about a period.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the phrase has a month, a year or a length, and so is about periods at all.
    pub fn speaks(&self) -> bool {
        self.length.is_some() || self.month_day.is_some() || !self.years.is_empty() || self.to_date
    }

    /// Whether all it says is a day without its year: `September 30,`.
    pub fn is_day_alone(&self) -> bool {
        self.month_day.is_some_and(|(_, day)| day > 0)
            && *self == Self { month_day: self.month_day, ..Self::default() }
    }

    /// Whether all it says is one year: `1998`.
    pub fn is_year_alone(&self) -> bool {
        self.year_alone().is_some()
    }

    /// The year that is all it says: `1998`.
    pub fn year_alone(&self) -> Option<i16> {
        self.year().filter(|&year| *self == Self::of_year(year))
    }

    /// Whether all it says is when it ends: a day, a month, years.
    pub fn is_end_alone(&self) -> bool {
        let Self { month_day, years, .. } = self;
        *self == Self { month_day: *month_day, years: years.clone(), ..Self::default() }
    }

    /// The year, where it names one and no other.
    pub fn year(&self) -> Option<i16> {
        if let &[year] = self.years.as_slice() { Some(year) } else { None }
    }

    /// The year, where no day and no length goes with it.
    pub fn bare_year(&self) -> Option<i16> {
        self.year().filter(|_| self.month_day.is_none() && self.length.is_none())
    }

    /// The month of its end.
    pub fn month(&self) -> Option<i8> {
        self.month_day.map(|(month, _)| month)
    }

    /// Whether it is about a stretch of time, not a day.
    pub fn lasts(&self) -> bool {
        self.length.is_some() || self.quarter.is_some()
    }

    /// Whether it is a whole year long.
    pub fn is_annual(&self) -> bool {
        self.length.is_some_and(is_a_year)
    }

    /// Whether it is a part of a year.
    pub fn is_part_of_year(&self) -> bool {
        self.length.is_some_and(|length| !is_a_year(length))
    }

    /// Whether the end is named in full, with day and year.
    pub fn has_date(&self) -> bool {
        self.month_day.is_some() && self.year().is_some()
    }

    /// Takes from `other` what this one lacks.
    pub fn fill(&mut self, other: &Self) {
        if self.years.is_empty() {
            self.years.clone_from(&other.years);
        }
        if self.month_day.is_none() && self.quarter.is_none() {
            self.month_day = other.month_day;
            self.weekday = other.weekday;
        }
        self.several |= self.length.is_none() && other.several;
        self.length = self.length.or(other.length);
        self.quarter = self.quarter.or(other.quarter);
        self.from = self.from.or(other.from);
        self.instant |= other.instant;
        self.to_date |= other.to_date;
    }

    /// The last day, if month, day and a single year are known.
    pub fn end(&self) -> Option<Date> {
        let (month, day) = self.month_day?;
        let end = day_of(self.year()?, month, day)?;
        match self.weekday {
            Some(weekday) if day == 0 => end.nth_weekday_of_month(-1, weekday).ok(),
            Some(weekday) => Some(same_weekday(end, weekday)),
            None => Some(end),
        }
    }

    /// Sets the end.
    pub fn end_on(&mut self, day: Date) {
        self.month_day = Some((day.month(), day.day()));
        self.years = vec![day.year()];
    }

    /// The period, if the phrase says enough: an instant if `instant` is set, or else one of the
    /// length named.
    pub fn period(&self, instant: bool) -> Option<Period> {
        let end = self.end()?;
        if instant {
            return Some(Period::on(end));
        }
        if let Some(from) = self.from.filter(|from| *from < end) {
            return Some(Period { start: Some(from), end: Some(end), duration: None });
        }
        Some(span(self.length?, end))
    }
}

/// Whether a text has a month, a year or a length, and so is about periods at all.
pub fn speaks(text: &str) -> bool {
    read(text).iter().any(Spec::speaks)
}

/// The period that a text names, if it names exactly one.
pub fn read_one(text: &str) -> Option<Spec> {
    <[Spec; 1]>::try_from(read(text)).ok().map(|[spec]| spec)
}

/// Whether a text names exactly one period, with its length and the full date of its end.
pub fn is_whole(text: &str) -> bool {
    read_one(text).is_some_and(|spec| spec.length.is_some() && spec.has_date())
}

/// Whether a text breaks off after the comma of a day, before its year:
/// `Balance at September 25,`.
pub fn lacks_year(text: &str) -> bool {
    text.trim_ascii_end().ends_with(',') && ends_in_day(text)
}

/// Whether the label of a balance breaks off after its day, though without a comma:
/// `Balance at September 25`.
pub fn is_balance_of_day(text: &str) -> bool {
    knowledge::begins_as_balance(text) && ends_in_day(text)
}

/// Whether the last period that a text names ends on a day without a year:
/// `Year Ended September 25`.
pub fn ends_in_day(text: &str) -> bool {
    let is_day = |s: &Spec| s.month_day.is_some_and(|(_, day)| day > 0) && s.years.is_empty();
    text.trim_ascii_end().trim_end_matches(',').ends_with(|c: char| c.is_ascii_digit())
        && read(text).last().is_some_and(is_day)
}

/// Whether a text is nothing but a period or a date in words. `09/15/2003` alone is the rest of a
/// wrapped line.
pub fn is_bare(text: &str) -> bool {
    let says_period = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit())
            || knowledge::period_word(word).is_some()
            || knowledge::goes_with_periods(word)
    };
    let is_part = |word: &str| {
        let day = word.trim_matches(|c: char| !c.is_alphanumeric());
        if day.contains('/') {
            day_in_digits(day).is_some() || words::day_of_any_year(day).is_some()
        } else {
            word.split(|c: char| !c.is_alphanumeric()).all(says_period)
        }
    };
    text.split_whitespace().all(is_part)
        && (!text.contains('/') || text.bytes().any(|b| b.is_ascii_alphabetic()))
}

/// Like [`read`], but only for texts with digits: no others name a day or a year.
pub fn read_dated(text: &str) -> Vec<Spec> {
    if text.bytes().any(|b| b.is_ascii_digit()) { read(text) } else { Vec::new() }
}

/// Whether two days of a year may be the end of the same fiscal period, as where it ends with a
/// week.
pub fn are_near(a: (i8, i8), b: (i8, i8)) -> bool {
    const WEEK: i64 = 7;
    const DAYS_OF_A_YEAR: i64 = 366;
    let in_year =
        |(month, day): (i8, i8)| day_of(2000, month, day).map(|day| i64::from(day.day_of_year()));
    in_year(a).zip(in_year(b)).is_some_and(|(a, b)| {
        let apart = (a - b).abs();
        apart <= WEEK || DAYS_OF_A_YEAR - apart <= WEEK
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn periods_alone() {
        assert!(is_bare("Three Months Ended June 30, 2003 (unaudited)"));
        assert!(is_bare("Year Ended 12/31/07"));
        assert!(!is_bare("Three months of sales"));
        assert!(!is_bare("2003/2002 change"));
        assert!(!is_bare("09/15/2003"));
    }

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
        assert_eq!(show("May 12 to June 30, 2004"), " from 2004-05-12 6/30 2004");
        assert_eq!(show("July 1 - Apr. 19, 2000"), " from 1999-07-01 4/19 2000");
        assert_eq!(show("2/15/98-12/31/98"), " from 1998-02-15 12/31 1998");
        assert_eq!(show("December 31, 1997 to June 30, 1998"), " 12/31 1997;  6/30 1998");
        assert_eq!(show("the five years following June 30, 1996"), "@ 6/30 1996");
        assert_eq!(show("31.03.02"), " 3/31 2002");
        assert_eq!(show("At 30.6.1999"), "@ 6/30 1999");
        assert_eq!(show("05.06.02"), "");
        let last = &read("year ended the last Friday in December 1997")[0];
        assert_eq!(last.end(), day_of(1997, 12, 26));
        let nearest = &read("year ended the Saturday nearest to January 31, 1998")[0];
        assert_eq!(nearest.end(), day_of(1998, 1, 31));
        let nearest = &read("Sunday closest to December 31, 1997")[0];
        assert_eq!(nearest.end(), day_of(1997, 12, 28));
        assert_eq!(show("June 30,2002"), " 6/30 2002");
        assert_eq!(show("Balance, December31,1994"), " 12/31 1994");
        assert_eq!(show("Thirteen Weeks Ended"), "P13W");
        assert_eq!(show("Twenty-six weeks ended"), "P26W");
        assert_eq!(show("Three Months (13 Weeks) Ended July 1, 2000"), "P13W 7/1 2000");
        assert_eq!(show("Three Quarters Ended"), "P9M");
        assert_eq!(show("Trailing 4 Qtrs"), "P12M");
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
        assert_eq!(show("1Q04"), "P3M Q1 2004");
        assert_eq!(show("Q3'06"), "P3M Q3 2006");
        assert_eq!(show("Q1 01"), "P3M Q1 2001");
        assert_eq!(show("Q3 FY03"), "P3M Q3 2003");
        assert_eq!(show("Q3 FY 2003"), "P3M Q3 2003");
        assert_eq!(show("Fourth Quarter and Fiscal Year 2003"), "P3M Q4 2003; P12M 2003");
        assert_eq!(show("FY 2003"), "P12M 2003");
        assert_eq!(show("FY01"), " 2001");
        assert_eq!(show("FY 98"), "P12M 1998");
        assert_eq!(show("Fiscal Year 2007 Quarter Ended Mar 31, 2007"), "P3M 3/31 2007");
        assert_eq!(show("YTD 03"), " 2003");
        assert_eq!(show("YTD97"), " 1997");
        assert_eq!(show("6M 2003"), "P6M Q2 2003");
        assert_eq!(show("6M98"), "P6M Q2 1998");
        assert_eq!(show("9M 98"), "P9M Q3 1998");
        assert_eq!(show("sales of $6M"), "");
        assert_eq!(show("Month of September 1998"), "P1M 9/30 1998");
        assert_eq!(show("Six-month ended June 30"), "P6M 6/30");
        assert_eq!(show("1H 2003"), "P6M Q2 2003");
        assert_eq!(show("Quarter Ended 6/30"), "P3M 6/30");
        assert_eq!(show("Within One Year"), "");
        assert_eq!(show("(Subject to Year-End Audit Adjustments)"), "");
        assert_eq!(show("Inventories at Fiscal Year End"), "");
        assert_eq!(show("Inventories at End of Year"), "");
        assert_eq!(show("Year-End 1997"), "P12M 1997");
        assert_eq!(show("1997 Annual Report"), " 1997");
        assert_eq!(show("This Year"), "");
        assert_eq!(show("Dec-00"), " 12/31 2000");
        assert_eq!(show("Dec-15"), " 12/15");
        assert_eq!(show("28-Jun-98"), " 6/28 1998");
        assert_eq!(show("28-Jun-1998"), " 6/28 1998");
        assert_eq!(show("JUN-05-1998"), " 6/5 1998");
        assert_eq!(show("At 12/31/05"), "@ 12/31 2005");
        assert_eq!(show("A2YEAR ENDED DECEMBER 31, 1997"), "P12M 12/31 1997");
        assert_eq!(show("1st Qtr. 1999"), "P3M Q1 1999");
        assert_eq!(show("Pro Forma (1) Three Months Ended June 30, 1997"), "P3M 6/30 1997");
        assert_eq!(show("you may wish"), "");
    }
}
