//! Where one caption ends and the next begins among header words that one blank parts.
//!
//! A caption says the parts of a period in one order: how long, that it ends, the month, the day, the
//! year. The next one begins where a word says again what the caption began with, and does not go on
//! in that order: `March 28, March 29,`, `Year Ended Months Ended`, `1997 1996`.

use std::ops::RangeInclusive;

use crate::knowledge::{self, PeriodWord};
use crate::period;

/// What a word says of a period, in the order in which a caption says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Nothing.
    Silent,
    /// What stands before a length: `For the`, `Fiscal`.
    Lead,
    /// `First`
    Ordinal,
    /// `Three`
    Count,
    /// `Months`, `Quarter`
    Length,
    Ended,
    /// What stands before a month: the day of `30 June`, `to` behind a whole year.
    Before,
    Month,
    Day,
    Year,
    /// That it ends on a day which is still to come: `to`.
    To,
    /// That it is a change: `(Decrease)`, and `Change` behind a remark.
    Change,
    /// On the audit, in parentheses.
    Remark,
}

const LENGTH: RangeInclusive<Part> = Part::Lead..=Part::Length;
const DATE: RangeInclusive<Part> = Part::Before..=Part::Year;

impl Part {
    /// What a word without signs and digits says.
    pub fn of(word: &str) -> Self {
        match knowledge::period_word(word) {
            Some(PeriodWord::Month(_)) if word.starts_with(char::is_uppercase) => Self::Month,
            Some(PeriodWord::Count(_) | PeriodWord::Half) => Self::Count,
            Some(PeriodWord::Unit(_) | PeriodWord::Length(_)) => Self::Length,
            Some(PeriodWord::Quarter(_)) => Self::Ordinal,
            Some(PeriodWord::Ended) => Self::Ended,
            Some(PeriodWord::To) => Self::To,
            _ => Self::Silent,
        }
    }
}

/// The first and the last part that a word says; few words say more than one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Said {
    first: Part,
    last: Part,
}

impl Said {
    /// What a word says for itself.
    fn of(word: &str) -> Self {
        let only = |part| Self { first: part, last: part };
        let own = bare(word);
        if word.starts_with('(')
            && let Some(part) = remark(word.trim_end_matches(','))
        {
            return only(part);
        }
        if matches!(own, "-" | "--") {
            return only(Part::To);
        }
        // `Twenty-six`, `First-Quarter`
        let (first, last) = match own.split_once('-') {
            Some((first, last)) => (Part::of(first), Part::of(last)),
            None => [Part::of(own); 2].into(),
        };
        if first != Part::Silent && last != Part::Silent {
            return Self { first, last };
        }
        if !own.bytes().any(|b| b.is_ascii_digit()) {
            return only(Part::Silent);
        }
        // `'97`
        if period::four_digits(own).is_some() || own.strip_prefix('\'').is_some_and(is_count) {
            return only(Part::Year);
        }
        // `9/30/97`, `9/30/97-`
        let (day, last) = own.strip_suffix('-').map_or((own, Part::Year), |day| (day, Part::To));
        // `1/1/98-6/30/98`
        let is_day = |word| period::day_in_digits(word).is_some();
        if is_day(day) || own.split_once('-').is_some_and(|(from, to)| is_day(from) && is_day(to)) {
            return Self { first: Part::Month, last };
        }
        // `1Q97`
        match period::read_dated(own).iter().find(|spec| spec.quarter.is_some()) {
            Some(spec) if spec.years.is_empty() => {
                Self { first: Part::Ordinal, last: Part::Length }
            }
            Some(_) => Self { first: Part::Ordinal, last: Part::Year },
            None => only(Part::Silent),
        }
    }
}

/// What the words of a caption have said so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caption<'f> {
    /// Its first word.
    word: &'f str,
    /// What it began to say.
    opens: Part,
    /// What its last word said.
    last: Part,
    /// Whether other words are among what it says.
    is_loose: bool,
}

impl<'f> Caption<'f> {
    /// Before any word.
    pub const NONE: Self =
        Self { word: "", opens: Part::Silent, last: Part::Silent, is_loose: false };

    /// One that a word begins.
    pub const fn new(word: &'f str, said: Said) -> Self {
        Self { word, opens: said.first, last: said.last, is_loose: false }
    }

    /// The caption with a word more.
    pub fn go_on(&mut self, said: Said) {
        match (self.opens, said.first) {
            // `to December 31, 1998`
            (Part::To, part) => self.opens = part,
            // `Pro Forma Year Ended`; a date belongs to the words before it.
            (Part::Silent, part) if LENGTH.contains(&part) || part == Part::Change => {
                self.opens = part;
            }
            (Part::Silent, Part::Silent) => {}
            // `1997 (March 3, 1995)` in one
            (Part::Silent, _) | (Part::Year, Part::Month) | (_, Part::Silent | Part::To) => {
                self.is_loose = true;
            }
            _ => {}
        }
        self.last = said.last;
    }

    /// What a word behind it says, with another behind that.
    pub fn hear(&self, word: &str, next: &str) -> Said {
        let own = bare(word);
        let said = Said::of(word);
        let part = match said.first {
            _ if is_count(own) => self.number(word, bare(next)),
            // `Six Months to June 30,`
            Part::To if self.last == Part::Length => Part::Ended,
            // `2000 to June 30, 2001`
            Part::To if [self.opens, self.last] == [Part::Year; 2] && is_month(bare(next)) => {
                Part::Before
            }
            Part::Silent | Part::Length if self.leads(own, next, said) => Part::Lead,
            // `(Unaudited) % Change`
            Part::Silent if self.last == Part::Remark && tells_change(word) => Part::Change,
            // `Inc. (Dec.)`
            Part::Silent if next.starts_with('(') && tells_change(&[word, next].join(" ")) => {
                Part::Change
            }
            _ if self.last == Part::Change && word.starts_with('(') => Part::Change,
            // `1997, 1996 and 1995`: others of its kind follow.
            _ if word.ends_with(',')
                && (said.last == Part::Year || LENGTH.contains(&said.last)) =>
            {
                return Said { last: Part::Silent, ..said };
            }
            _ => return said,
        };
        Said { first: part, last: part }
    }

    /// What few digits say.
    fn number(&self, word: &str, next: &str) -> Part {
        let is_count = matches!(knowledge::period_word(next), Some(PeriodWord::Unit(_)));
        match self.last {
            // `3 Months`
            _ if is_count => Part::Count,
            // `30 June 31 December`
            Part::Month if self.opens == Part::Before && is_month(next) => Part::Before,
            Part::Month => Part::Day,
            // `30,` below a month
            _ if word.ends_with(',') => Part::Day,
            _ if is_month(next) => Part::Before,
            _ => Part::Silent,
        }
    }

    /// Whether a word stands before a length: `For the Quarter`, `For Three`, `Fiscal Year`,
    /// `Quarter FY 2003`; not so in `for 1997`, `Fiscal 1997`.
    fn leads(&self, word: &str, next: &str, said: Said) -> bool {
        let is = |word: &str, other| word.eq_ignore_ascii_case(other);
        is(word, "for") && (is(next, "the") || Part::of(bare(next)) == Part::Count)
            || is(word, "the") && self.last == Part::Lead
            || [said.first, Part::of(bare(next))].contains(&Part::Length)
                && knowledge::comes_before_fiscal_year(&word.to_ascii_lowercase())
    }

    /// Whether two blanks do not part a word from it, a count from what it counts or a day from its
    /// month: `NINE  MONTHS`, `September  30,`.
    pub fn is_one_with(&self, said: Said) -> bool {
        matches!((self.last, said.first), (Part::Count, Part::Length) | (Part::Month, Part::Day))
    }

    /// Whether a word behind another begins the next one.
    pub fn is_followed_by(&self, before: &str, word: &str, said: Said) -> bool {
        let part = said.first;
        let is_whole = DATE.contains(&self.last) || self.last == Part::Ended;
        if word == self.word && is_whole && word.starts_with(char::is_alphabetic) {
            // `At March 31, At December 31,`, `Ended Ended`
            return true;
        }
        // `Three Months Ended Ended`, of which the second stands below a length of its own
        if self.last == Part::Ended && word == before {
            return true;
        }
        if self.last == Part::To {
            // `April 1 to Quarter ended`, `1/1/98- December 31,`
            let is_other = LENGTH.contains(&part)
                || DATE.contains(&part) && self.word.starts_with(|c: char| c.is_ascii_digit());
            return is_other && DATE.contains(&self.opens) && self.opens != Part::Year;
        }
        let goes_on = match part {
            // `For the Three For the Nine`
            Part::Lead if word == self.word => false,
            // `Fourth Fiscal Quarter`, `Third Quarter FY 2003`
            Part::Lead => self.last <= Part::Length,
            // `Fifty Two`, `Period Ended`
            Part::Count | Part::Ended => part >= self.last,
            _ if self.last == Part::Silent => true,
            // `1997 Quarter 1996 Quarter`
            Part::Year if self.opens == Part::Year => false,
            _ => part > self.last,
        };
        // `September 30, Year Ended December 31,`; not so `June Quarter`, `1997 Quarter`
        let is_length_of_next =
            (Part::Lead..=Part::Ended).contains(&self.opens) || self.last == Part::Day;
        let is_like = self.opens == part
            || LENGTH.contains(&part) && is_length_of_next
            || DATE.contains(&part) && (Part::Before..=Part::Change).contains(&self.opens)
            || part == Part::Change && self.opens == Part::Remark;
        // `Fiscal Quarter (12 weeks)`
        let is_aside = word.starts_with('(') && !self.word.starts_with('(');
        is_like && !goes_on && !is_aside && !self.is_loose
    }
}

/// Whether the rest of a word begins another caption or its next line: `31,September`, `EndedNine`,
/// `30Six`.
pub(super) fn runs_on(word: &str, at: usize) -> bool {
    let (before, behind) = word.split_at(at);
    let first = if is_count(bare(before)) { Part::Day } else { Said::of(before).last };
    let next = Said::of(behind).first;
    match first {
        Part::Day | Part::Year => {
            matches!(next, Part::Month | Part::Ended) || LENGTH.contains(&next)
        }
        Part::Ended => LENGTH.contains(&next),
        _ => false,
    }
}

/// Whether words are dates of one form and no more: `June 30,`, `9/30/97`, `30, 1998`.
pub(super) fn are_dates_alike(words: &str, others: &str) -> bool {
    let said = |words: &str| -> Option<Vec<Part>> {
        let mut caption = Caption::NONE;
        let mut ahead = words.split_ascii_whitespace().peekable();
        let mut out = Vec::new();
        while let Some(word) = ahead.next() {
            let said = caption.hear(word, ahead.peek().unwrap_or(&""));
            caption.last = said.last;
            out.push(Some(said.first).filter(|part| DATE.contains(part))?);
        }
        Some(out)
    };
    said(words).is_some_and(|own| said(others) == Some(own))
}

/// What a word in parentheses says beside a period.
fn remark(word: &str) -> Option<Part> {
    let inside = word.strip_prefix('(')?.strip_suffix(')')?;
    if inside.contains(['(', ')']) {
        None
    } else if knowledge::speaks_of_audit(word) {
        Some(Part::Remark)
    } else {
        knowledge::is_no_period(word).then_some(Part::Change)
    }
}

fn tells_change(word: &str) -> bool {
    word == "%" || knowledge::is_no_period(&knowledge::plain(word))
}

fn is_month(word: &str) -> bool {
    Part::of(word) == Part::Month
}

/// Few digits, as of a day or a count.
pub(super) fn is_count(word: &str) -> bool {
    matches!(word.len(), 1..=2) && word.bytes().all(|b| b.is_ascii_digit())
}

/// A word without the signs before and behind it; a point behind a number ends a sentence.
fn bare(word: &str) -> &str {
    let own = word.trim_start_matches('(').trim_end_matches([',', ')', '*', ':']);
    own.strip_suffix('.').filter(|own| !own.ends_with(|c: char| c.is_ascii_digit())).unwrap_or(own)
}
