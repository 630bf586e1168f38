//! Words to pieces of periods: a length, a day, a year.

use jiff::civil::{Date, Weekday};

use super::words::{
    day_in_digits, day_of_any_year, ends_length, half, month, month_of_year, months, named_day,
    number, numeral, ordinal_day, quarter, short_year, words, year,
};
use super::{QUARTER, YEAR, are_weeks_of, day_of};
use crate::knowledge::{self, PeriodWord};
use crate::record::Duration;

/// One piece of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
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
    /// The last such day of a month, or the one nearest to a day.
    Weekday(Weekday),
    /// More than one of the length before.
    Several,
}

/// The pieces that a text names, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let words = words(text);
    let out = Vec::with_capacity(words.len());
    let mut reader = Reader { words: &words, at: 0, out, parted: 0 };
    while let Some(word) = reader.next() {
        reader.read(word);
    }
    reader.out
}

/// Words that are read one by one, with a look at those behind.
struct Reader<'w> {
    words: &'w [&'w str],
    /// The first word that is not read yet.
    at: usize,
    out: Vec<Piece>,
    /// How many pieces stand before the last word that says nothing.
    parted: usize,
}

impl<'w> Reader<'w> {
    fn next(&mut self) -> Option<&'w str> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    /// A word behind the last one read; 0 is the next.
    fn ahead(&self, nth: usize) -> Option<&'w str> {
        self.words.get(self.at + nth).copied()
    }

    /// A word before the last one read; 0 is that itself.
    fn before(&self, nth: usize) -> Option<&'w str> {
        self.words[..self.at].iter().rev().nth(nth).copied()
    }

    /// Reads the next word, if it says something.
    fn take<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let said = self.ahead(0).and_then(read);
        self.at += usize::from(said.is_some());
        said
    }

    fn goes_on(&self, nth: usize, words: &[&str]) -> bool {
        self.ahead(nth).is_some_and(|next| words.iter().any(|w| next.eq_ignore_ascii_case(w)))
    }

    fn read(&mut self, word: &str) {
        let has_digits = word.bytes().any(|b| b.is_ascii_digit());
        if !(has_digits && self.read_digits(word)) {
            self.read_word(word);
        }
    }

    /// Reads a word that has digits, if these say something.
    fn read_digits(&mut self, word: &str) -> bool {
        if let Some(day) = day_in_digits(word).or_else(|| named_day(word)) {
            self.out.push(Piece::Day(day));
        } else if let Some((n, year)) = quarter(word) {
            self.part_of_year(n, Piece::Length(QUARTER), year);
        } else if let Some((month, day)) = self.day_behind_end(word) {
            self.out.push(Piece::MonthDay(month, day));
        } else if let Some((count, year)) = months(word) {
            self.months_of_year(count, year);
        } else if let Some((n, year)) = half(word) {
            self.part_of_year(2 * n, Piece::Half, year);
        } else if let Some((month, year)) = month_of_year(word) {
            self.out.extend(day_of(year, month, 0).map(Piece::Day));
        } else if let Some(n) = number(word) {
            self.number(word, n);
        } else if let Some(year) = year(word) {
            self.out.push(Piece::Year(year));
        } else {
            return false;
        }
        true
    }

    /// Reads a word by what it means.
    fn read_word(&mut self, word: &str) {
        if let Some(said) = knowledge::period_word(word) {
            self.period_word(word, said);
        } else if word.eq_ignore_ascii_case("at")
            && self.ahead(0).is_some_and(|w| month(w).is_some() || day_in_digits(w).is_some())
        {
            self.out.push(Piece::Instant);
        } else if knowledge::follows_a_day(word)
            && matches!(self.out.last(), Some(Piece::Length(_)))
        {
            // `the five years following December 31, 1997` are still to come on that day.
            self.out.pop();
            self.out.push(Piece::Instant);
        } else if word.eq_ignore_ascii_case("calendar") && self.out.is_empty() {
            self.calendar();
        } else if !["and", "or", "to"].iter().any(|joint| word.eq_ignore_ascii_case(joint)) {
            self.parted = self.out.len();
        }
    }

    /// `Calendar 1995`, `Calendar Year 1995`: the whole year, wherever fiscal ones end, but over days
    /// of it: `Calendar 1995` over `March 31`.
    fn calendar(&mut self) {
        let names_year = self.goes_on(0, &["year", "years"]);
        let is_of_days = self.words[self.at..].iter().any(|word| month(word).is_some());
        if !is_of_days && self.ahead(usize::from(names_year)).and_then(year).is_some() {
            self.at += usize::from(names_year);
            self.out.extend([Piece::Length(YEAR), Piece::MonthDay(12, 31)]);
        }
    }

    /// `Q3'06`, `Q3 06`, `2H06`: what ends with a quarter, and how long it is; `YTD Q3 06` and
    /// `Q3 YTD 06` are longer.
    fn part_of_year(&mut self, quarter: i8, length: Piece, year: Option<i16>) {
        let behind_to_date = matches!(self.out.last(), Some(Piece::ToDate));
        self.out.push(Piece::Quarter(quarter));
        let at = self.out.len();
        let year = year.or_else(|| self.take(short_year));
        self.out.extend(year.map(Piece::Year));
        let next = self.ahead(0).and_then(knowledge::period_word);
        if !behind_to_date && next != Some(PeriodWord::ToDate) {
            self.out.insert(at, length);
        }
    }

    /// `6M`, `6M98`, `6M 98`: of a year, its first months.
    fn months_of_year(&mut self, count: u16, own: Option<i16>) {
        let year = own.or_else(|| self.take(|word| year(word).or_else(|| short_year(word))));
        if let (6 | 9, Some(_)) = (count, year) {
            self.out.extend(i8::try_from(count / 3).map(Piece::Quarter));
        }
        self.out.push(Piece::Length(Duration::Months(count)));
        self.out.extend(year.map(Piece::Year));
    }

    /// `6/30`, of `Quarter Ended 6/30` over years.
    fn day_behind_end(&self, word: &str) -> Option<(i8, i8)> {
        day_of_any_year(word).filter(|_| self.before(1).is_some_and(ends_length))
    }

    fn number(&mut self, word: &str, n: u16) {
        if let Some((day, words)) = self.day_before_month(n) {
            self.at += words;
            self.out.push(Piece::Day(day));
        } else if let Some(year) = year(word) {
            self.out.push(Piece::Year(year));
        } else if (1..=53).contains(&n) {
            self.out.push(Piece::Count(n));
        }
    }

    /// `30 June 1998`, `28-Jun-98`: the day, and how many words name its month and year.
    fn day_before_month(&self, n: u16) -> Option<(Date, usize)> {
        let day = i8::try_from(n).ok().filter(|day| (1..=31).contains(day))?;
        if let Some((month, year)) = self.ahead(0).and_then(month_of_year) {
            return Some((day_of(year, month, day)?, 1));
        }
        Some((day_of(self.ahead(1).and_then(year)?, self.ahead(0).and_then(month)?, day)?, 2))
    }

    fn period_word(&mut self, word: &str, said: PeriodWord) {
        match said {
            // `may` is a verb.
            PeriodWord::Month(5) if word.starts_with('m') => {}
            PeriodWord::Month(month) => self.month(word, month),
            PeriodWord::Count(n) => match self.out.last_mut() {
                // `twenty-six`, `fifty two`
                Some(Piece::Count(tens)) if *tens % 10 == 0 && *tens >= 20 && n < 10 => *tens += n,
                _ => self.out.push(Piece::Count(n)),
            },
            PeriodWord::Unit(weeks) => self.unit(weeks),
            PeriodWord::Length(length) => self.length(length),
            PeriodWord::Half => self.half(),
            PeriodWord::Quarter(n) => self.ordinal(n),
            PeriodWord::ToDate => self.year_to_date(),
            PeriodWord::As => {
                if self.goes_on(0, &["of", "at"]) {
                    self.out.push(Piece::Instant);
                }
            }
            PeriodWord::From => self.out.push(Piece::From),
            PeriodWord::To => self.out.push(Piece::To),
            PeriodWord::Inception => self.inception(),
            PeriodWord::Ended => self.ended(),
            PeriodWord::Beginning => {}
            PeriodWord::Weekday(day) => self.weekday(day),
        }
    }

    /// `the last Friday in December`, `the Saturday nearest to January 31`
    fn weekday(&mut self, day: i8) {
        let is_last = self.before(1).is_some_and(|word| word.eq_ignore_ascii_case("last"));
        if is_last || self.goes_on(0, &["nearest", "closest"]) {
            self.out.extend(Weekday::from_monday_one_offset(day).ok().map(Piece::Weekday));
        }
    }

    /// `June 30, 1998`, `June 30`, `June 1998`, `June`
    fn month(&mut self, word: &str, month: i8) {
        let mut day = self.take(ordinal_day);
        // `February 28 and 29`: the last day of each year's.
        let other = self.ahead(1).and_then(ordinal_day).filter(|_| self.goes_on(0, &["and"]));
        if month == 2 && matches!((day, other), (Some(28), Some(29)) | (Some(29), Some(28))) {
            day = Some(0);
            self.at += 2;
        }
        match (day, self.take(year)) {
            // `the last Friday in December 1997`
            (None, Some(year)) if matches!(self.out.last(), Some(Piece::Weekday(_))) => {
                self.out.extend([Piece::Month(month), Piece::Year(year)]);
            }
            (day, Some(year)) => {
                self.out.extend(day_of(year, month, day.unwrap_or(0)).map(Piece::Day));
            }
            (Some(day), None) => self.out.push(Piece::MonthDay(month, day)),
            // `Mar` among many words may be another's beginning.
            (None, None) if word.len() > 3 || self.words.len() < 4 => {
                self.out.push(Piece::Month(month));
            }
            (None, None) => {}
        }
    }

    /// `three- and nine-month`: every count before takes the unit. Not so in
    /// `$.36 per share for the thirteen weeks`.
    fn unit(&mut self, weeks: bool) {
        let make = if weeks { Duration::Weeks } else { Duration::Months };
        if !weeks && self.is_one_month() {
            self.out.push(Piece::Length(Duration::Months(1)));
            return;
        }
        let last = self.out.len().saturating_sub(1);
        for piece in self.out[self.parted.min(last)..].iter_mut().rev() {
            let Piece::Count(n) = *piece else { break };
            *piece = Piece::Length(make(n));
        }
        self.prefer_weeks();
    }

    /// `Three Months (13 Weeks)` is one length, which the weeks tell best.
    fn prefer_weeks(&mut self) {
        if let [.., Piece::Length(months), Piece::Length(weeks)] = self.out[..]
            && are_weeks_of(weeks, months)
        {
            self.out.remove(self.out.len() - 2);
        }
    }

    /// Whether a month is one that nothing counts: `Month of September`, `Month Ended July 31`.
    fn is_one_month(&self) -> bool {
        self.before(0).is_some_and(|word| word.eq_ignore_ascii_case("month"))
            && !matches!(self.out.last(), Some(Piece::Count(_)))
            && self.goes_on(0, &["of", "ended", "ending"])
            && self.ahead(1).and_then(month).is_some()
    }

    fn length(&mut self, length: Duration) {
        if length == YEAR && self.goes_on(0, &["to"]) && self.goes_on(1, &["date"]) {
            self.at += 2;
            self.year_to_date();
            return;
        }
        let count = match self.out.last() {
            Some(&Piece::Count(n)) => self.out.pop().map(|_| n),
            _ => None,
        };
        if self.is_no_length(count.is_some()) || length == YEAR && self.is_year_of_quarter() {
            return;
        }
        let ended = self.ahead(0).is_some_and(ends_length);
        let length = match count {
            // `Three Quarters Ended`
            Some(n @ 2..=4) if length == QUARTER && ended => Duration::Months(3 * n),
            Some(4) if length == QUARTER && self.trails() => YEAR,
            _ => length,
        };
        // `Fiscal Year 2007 Quarter Ended Mar. 31, 2007` names the year for its quarter.
        if ended
            && length != YEAR
            && let [.., Piece::Length(YEAR), Piece::Year(_)] = self.out[..]
        {
            self.out.truncate(self.out.len() - 2);
        }
        if let Some(n) = self.numeral_behind(length, count) {
            self.at += 1;
            self.out.push(Piece::Quarter(n));
        }
        self.out.push(Piece::Length(length));
        // `FY 98`
        if self.before(0) == Some("FY") {
            let year = self.take(short_year);
            self.out.extend(year.map(Piece::Year));
        }
        if count.is_some_and(|n| n > 1) && length == YEAR && ended {
            self.out.push(Piece::Several);
        }
    }

    /// The numeral behind a quarter that nothing else numbers: `Quarter 1`, `Quarter I`.
    fn numeral_behind(&self, length: Duration, count: Option<u16>) -> Option<i8> {
        let is_numbered = count.is_some() || matches!(self.out.last(), Some(Piece::Quarter(_)));
        let counts = self.ahead(1).and_then(knowledge::period_word);
        if length != QUARTER || is_numbered || matches!(counts, Some(PeriodWord::Unit(_))) {
            return None;
        }
        self.ahead(0).and_then(numeral)
    }

    /// `Trailing 4 Quarters`, behind the last of these words.
    fn trails(&self) -> bool {
        self.before(2).is_some_and(knowledge::goes_before_trailing)
    }

    /// `Year to date`, `YTD 03`
    fn year_to_date(&mut self) {
        self.out.push(Piece::ToDate);
        let year = self.take(short_year);
        self.out.extend(year.map(Piece::Year));
    }

    /// Whether the word at hand names a length that no period has: `This Year`, `Within One Year`,
    /// `One to Five Years`, `Annual Report`.
    fn is_no_length(&self, counted: bool) -> bool {
        let before = self.before(1 + usize::from(counted));
        let range = counted && matches!(self.out[..], [.., Piece::Count(_), Piece::To]);
        // `Current Year Ended December 31, 1999` is one all the same, and so is
        // `Prior Quarter 3/31/01`.
        let is_quarter =
            self.before(0).and_then(knowledge::period_word) == Some(PeriodWord::Length(QUARTER));
        let ends = |word| ends_length(word) || is_quarter && day_in_digits(word).is_some();
        let relative = !counted && !self.ahead(0).is_some_and(ends);
        // `Subject to Year-End Audit Adjustments`, `Inventories at Fiscal Year End`
        let is = |nth, word: &str| self.before(nth).is_some_and(|w| w.eq_ignore_ascii_case(word));
        let done = || self.ahead(1).is_some_and(knowledge::is_done_at_year_end);
        let of_year_end = self.goes_on(0, &["end"]) && (done() || is(1, "at") || is(2, "at"))
            || is(1, "of") && is(2, "end") && is(3, "at");
        range
            || of_year_end
            || before.is_some_and(knowledge::limits_time)
            || relative && before.is_some_and(knowledge::is_relative)
            || self.ahead(0).is_some_and(|word| {
                knowledge::is_behind_earlier(word) || knowledge::is_document(word)
            })
    }

    /// Whether the year at hand is that of the quarter before it: `Q3 FY 2006`; not so in
    /// `Fourth Quarter and Fiscal Year 2006`.
    fn is_year_of_quarter(&self) -> bool {
        let before = &self.words[self.at.saturating_sub(3)..self.at - 1];
        let quarter = matches!(
            self.out[..],
            [.., Piece::Quarter(_)] | [.., Piece::Quarter(_), Piece::Length(QUARTER)]
        );
        quarter
            && self.ahead(0).and_then(year).is_some()
            && !before.iter().any(|word| ["and", "&"].iter().any(|w| word.eq_ignore_ascii_case(w)))
    }

    /// `First Half`, `Half Year`; halves end with the second and the fourth quarter.
    fn half(&mut self) {
        let of_year = self.goes_on(0, &["year"]);
        let ordinal = matches!(self.out.last(), Some(Piece::Quarter(_)));
        if let Some(Piece::Quarter(half @ 1..=2)) = self.out.last_mut() {
            *half *= 2;
        }
        if of_year || ordinal {
            self.out.push(Piece::Half);
        }
        self.at += usize::from(of_year);
    }

    /// `Second Quarter`, `2nd Q`, `Second Half`, `First Six Months`
    fn ordinal(&mut self, n: i8) {
        let next = self.ahead(0).unwrap_or("");
        if next == "Q" {
            self.out.extend([Piece::Quarter(n), Piece::Length(QUARTER)]);
            self.at += 1;
            return;
        }
        let quarters = next.len() >= 4 && "quarters".starts_with(&next.to_ascii_lowercase())
            || knowledge::period_word(next) == Some(PeriodWord::Length(QUARTER));
        if quarters || next.eq_ignore_ascii_case("half") {
            self.out.push(Piece::Quarter(n));
        } else if n == 1 {
            self.out.extend(last_of_first(next, self.ahead(1)).map(Piece::Quarter));
        }
    }

    /// `Four / Ended` beside `Eight Months / Ended`: a number in words that lacks its unit counts
    /// months.
    fn ended(&mut self) {
        let lacks_unit = self.before(1).and_then(spelled).is_some()
            && !matches!(self.out[..], [.., Piece::Length(_) | Piece::Quarter(_), _]);
        if let Some(last @ &mut Piece::Count(n @ 2..=11)) =
            self.out.last_mut().filter(|_| lacks_unit)
        {
            *last = Piece::Length(Duration::Months(n));
        }
    }

    /// `inception (June 3, 1996) to`, `June 3, 1996 (inception) to`
    fn inception(&mut self) {
        match self.out.as_slice() {
            [.., Piece::From, Piece::Day(_)] => {}
            [.., Piece::Day(_)] => self.out.insert(self.out.len() - 1, Piece::From),
            _ => self.out.push(Piece::From),
        }
        self.out.push(Piece::Inception);
    }
}

/// The number that a word spells: `four`.
fn spelled(word: &str) -> Option<u16> {
    match knowledge::period_word(word) {
        Some(PeriodWord::Count(n)) => Some(n),
        _ => None,
    }
}

/// The quarter that ends the first months of a year: the second, of `first six months`.
fn last_of_first(count: &str, unit: Option<&str>) -> Option<i8> {
    let months = spelled(count).or_else(|| number(count))?;
    let counted = unit.and_then(knowledge::period_word) == Some(PeriodWord::Unit(false));
    (counted && matches!(months, 3 | 6 | 9)).then(|| i8::try_from(months / 3).ok()).flatten()
}
