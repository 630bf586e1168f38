//! Words of periods: months, lengths, ordinals, and what goes with them.

use std::sync::LazyLock;

use crate::knowledge::phrases::{Beginnings, Phrases, Words};
use crate::knowledge::{beginnings, begins, phrase_list, rows, word_list, words, words_in};
use crate::record::Duration;

questions! {
    /// Whether words say that a time has passed: `ended`.
    pub fn says_ended = Phrases::any("behind_past_time" in "words.csv");
    /// Whether words tell what is by the year: `Annual base rent`.
    pub fn is_by_the_year = Phrases::any("by_the_year" in "words.csv");
    /// Whether words tell what came together up to a day: `Collections through June 30`.
    pub fn goes_through_a_day = Phrases::any("through_a_day" in "words.csv");
    /// Whether a title, in plain form, says that what is below it is told by quarters.
    pub fn tells_quarters = Phrases::any("by_quarters" in "words.csv");
    /// Whether words count the months of a year: `Twelve Months Ended`.
    pub fn counts_twelve_months = Phrases::any("twelve_months" in "words.csv");
    /// Whether a text speaks of the end of a period or the date of a balance.
    pub fn names_an_end = Phrases::any("end" in "words.csv");
    /// Whether a word stands between the words `fiscal year` and the day on which all of these end:
    /// `which`, `ends`, `on`.
    pub fn leads_to_end = Words::has("leads_to_end" in "words.csv");
    /// Whether a text speaks of a company or a plan other than the one that reports: what is told
    /// of its year is not told of all.
    pub fn is_of_another = Phrases::any("of_another" in "words.csv");
    /// Whether a text tells of years that run from a day of their own: `beginning March 10`.
    pub fn counts_from_a_day = Phrases::any("from_a_day" in "words.csv");
    /// Whether a text speaks of payments to come, which are told by fiscal year.
    pub fn speaks_of_payments = Phrases::any("payments" in "words.csv");
    /// Whether a word says nothing of a period but goes with words that do: `fiscal`, `unaudited`.
    pub fn goes_with_periods = Words::has("beside_period" in "words.csv");
    /// Whether a word makes a limit of the time that it stands before: `within one year`.
    pub fn limits_time = Words::has("limit_of_time" in "words.csv");
    /// Whether a word is a unit in which terms to come are told: `days`, `months`.
    pub fn is_term_unit = Words::has("term_unit" in "words.csv");
    /// Whether a word ends the name of a term to come behind `or` or `and`: `one year or less`.
    pub fn ends_term = Words::has("term_end" in "words.csv");
    /// Whether a header, in plain form, begins by naming a fiscal year, which may be no more than
    /// the year of another length: `FY 2003 Six Months`.
    pub fn names_fiscal_year = Beginnings::begin("fiscal_year" in "words.csv");
    /// Whether a header, in plain form, beside quarters is that of the whole year: `Total`.
    pub fn heads_year_of_quarters = Words::has("year_of_quarters" in "words.csv");
    /// Whether a word says of the quarters counted behind it that they are the last ones: `Trailing
    /// 4 Quarters`.
    pub fn goes_before_trailing = Words::has("before_trailing" in "words.csv");
    /// Whether the day behind a word is one on which something falls due: `payable March 1`.
    pub fn comes_before_due_day = Words::has("before_due_day" in "words.csv");
    /// Whether a word names what is done to the books at the end of a year: `Year-End Adjustments`.
    pub fn is_done_at_year_end = Words::has("at_year_end" in "words.csv");
    /// Whether a word says that the time before it has passed since: `Year Ago`.
    pub fn is_behind_earlier = Words::has("after_earlier" in "words.csv");
    /// Whether a word makes the length before it a part of a document's name: `Annual Report`.
    pub fn is_document = Words::has("document" in "words.csv");
    /// Whether a note, in plain form, begins by saying that what it belongs to is no whole year:
    /// `Represents the period from`.
    pub fn tells_part_of_year = Beginnings::begin("part_of_year" in "words.csv");
    /// Whether a word between a length of time and a day puts the time behind the day: `the five
    /// years following`.
    pub fn follows_a_day = Words::has("following" in "words.csv");
    /// Whether words name the years in which something began that is told on a later day: loans,
    /// losses.
    pub fn names_origins = Phrases::any("origin" in "words.csv");
}

/// What a word says in a phrase about a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeriodWord {
    /// Name of a month.
    Month(i8),
    /// A number.
    Count(u16),
    /// `months`, or `weeks` where true.
    Unit(bool),
    /// A length by itself.
    Length(Duration),
    /// An ordinal that numbers a quarter.
    Quarter(i8),
    /// Half, of a year.
    Half,
    /// `ytd`
    ToDate,
    /// `as`, of `as of`.
    As,
    /// `from`
    From,
    /// `to`, `through`
    To,
    /// `inception`
    Inception,
    /// `ended`, `ending`, `period`
    Ended,
    /// `beginning`
    Beginning,
    /// A day of the week, from 1 for Monday.
    Weekday(i8),
}

static PERIOD_WORDS: LazyLock<Words<PeriodWord>> = LazyLock::new(|| {
    Words::new(rows(include_str!("periods.csv")).filter_map(|[word, sense, value]| {
        let meaning = match sense {
            "month" => PeriodWord::Month(value.parse().ok()?),
            "count" => PeriodWord::Count(value.parse().ok()?),
            "unit" => PeriodWord::Unit(value == "W"),
            "length" => PeriodWord::Length(value.parse().ok()?),
            "quarter" => PeriodWord::Quarter(value.parse().ok()?),
            "half" => PeriodWord::Half,
            "to_date" => PeriodWord::ToDate,
            "as" => PeriodWord::As,
            "from" => PeriodWord::From,
            "to" => PeriodWord::To,
            "inception" => PeriodWord::Inception,
            "ended" => PeriodWord::Ended,
            "beginning" => PeriodWord::Beginning,
            "weekday" => PeriodWord::Weekday(value.parse().ok()?),
            _ => return None,
        };
        Some((word, meaning))
    }))
});

static PERIOD_PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("periods.csv")).map(|[word, _, _]| (word, ())))
});

/// Whether a text has any word that says something in a phrase about a period.
pub fn has_period_word(text: &str) -> bool {
    PERIOD_PHRASES.any(text)
}

/// What a word says in a phrase about a period; case does not matter.
pub fn period_word(word: &str) -> Option<PeriodWord> {
    PERIOD_WORDS.get(word).copied()
}

static LEADS_TO_DAY: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("leads_to_day"));

/// What stands before the words that lead to a day at the end of a text in plain form: `cash` of
/// `cash as of`.
pub fn before_lead_to_day(text: &str) -> Option<&str> {
    LEADS_TO_DAY.iter().find_map(|lead| text.strip_suffix(lead)?.strip_suffix(' '))
}

/// Whether a word names a month.
pub fn is_month(word: &str) -> bool {
    matches!(period_word(word), Some(PeriodWord::Month(_)))
}

static YEARS_ENDED: LazyLock<Phrases> = LazyLock::new(|| phrase_list("years_ended"));
static YEARS_OF: LazyLock<Phrases> = LazyLock::new(|| phrase_list("year_of"));

/// What a text says behind each place where it names whose or which year it speaks of:
/// `The fiscal year of Norris Works`.
pub fn behind_year_of(text: &str) -> impl Iterator<Item = &str> {
    YEARS_OF.find(text).filter_map(|found| text.get(found.at + YEARS_OF.phrase(found).len()..))
}

/// What a text says behind words that a fiscal year ended, or several: the day of it.
pub fn behind_end_of_years(text: &str) -> Option<&str> {
    let found = YEARS_ENDED.find(text).next()?;
    text.get(found.at + YEARS_ENDED.phrase(found).len()..)
}

/// The letters that every print of these words has, `Fiscal year` and `fiscal year`: sentences with
/// them are looked for in a whole filing.
pub const FISCAL: &str = "iscal ";
/// The same of a whole year.
pub const FISCAL_YEAR: &str = "iscal year";

/// The same of the period between old fiscal years and new ones.
pub const TRANSITION: &str = "ransition period";

/// Whether a header, in plain form, names the period between old fiscal years and new ones.
pub fn names_transition(header: &str) -> bool {
    header.contains(TRANSITION)
}

static AT_HAND: LazyLock<Words> = LazyLock::new(|| word_list("at_hand"));
static BEFORE_HAND: LazyLock<Words> = LazyLock::new(|| word_list("before_hand"));
static KINDS_OF_YEARS: LazyLock<Words> = LazyLock::new(|| word_list("kind_of_year"));

/// Whether a word tells which one a time is: `this`, `last`.
fn tells_which(word: &str) -> bool {
    AT_HAND.has(word) || BEFORE_HAND.has(word)
}

/// Whether a word tells which of several years or quarters one is, not how long: `this year`,
/// `accident year`.
pub fn is_relative(word: &str) -> bool {
    tells_which(word) || KINDS_OF_YEARS.has(word)
}

/// Whether words, in plain form, name a time only by which one it is: `this year`, `last quarter`,
/// `prior`.
pub fn names_relative_time(words: &str) -> bool {
    let is_time = |word: &str| matches!(period_word(word), Some(PeriodWord::Length(_)));
    words.split(' ').any(tells_which)
        && words.split(' ').all(|word| tells_which(word) || is_time(word))
}

/// Whether words begin by naming the time that others tell, none before it: `current quarter`.
pub fn names_time_at_hand(words: &str) -> bool {
    words.split(' ').next().is_some_and(|word| AT_HAND.has(word))
}

static BEHIND_YEARS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("behind_years"));

/// Whether a label, in plain form, names all the time behind years that others name: `Thereafter`,
/// `After 2003`.
pub fn names_time_behind(label: &str) -> bool {
    let year = label.strip_prefix("after ").unwrap_or_default();
    BEHIND_YEARS.begin(label) || year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit())
}

static WHOLE_YEARS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("whole_year"));

/// The word, in plain form, that calls a year a whole one: `Full`.
pub fn whole_of_year(word: &str) -> Option<&'static str> {
    WHOLE_YEARS.iter().copied().find(|whole| word.eq_ignore_ascii_case(whole))
}

static TRAILING: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("trailing"));

/// Whether a label, in plain form, begins or ends by saying that it tells of the twelve months up
/// to an end: `LTM EBITDA`, `Net sales -- trailing twelve months (TTM)`; not `Debt to LTM EBITDA`.
pub fn trails(label: &str) -> bool {
    let label = label.trim_end_matches([')', ' ']);
    let ends =
        |name: &&str| label.strip_suffix(*name).is_some_and(|rest| rest.ends_with([' ', '(', '-']));
    TRAILING.iter().any(|name| begins(label, name) || ends(name))
}

static BEFORE_FISCAL_YEARS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("before_fiscal_year"));

/// Whether words, in plain form, end in what a fiscal year is called by: `1st quarter fy`.
pub fn comes_before_fiscal_year(words: &str) -> bool {
    BEFORE_FISCAL_YEARS.iter().any(|name| words.trim_end().ends_with(name))
}

/// Whether words name a year only as one before that at hand: `Last Year`, `Year Ago`.
pub fn names_an_earlier(text: &str) -> bool {
    let is_year = |word: &str| word.eq_ignore_ascii_case("year");
    let words: Vec<&str> = words_in(text).collect();
    words.windows(2).any(|pair| {
        BEFORE_HAND.has(pair[0]) && is_year(pair[1])
            || is_year(pair[0]) && is_behind_earlier(pair[1])
    })
}

/// Whether words, in plain form, are the beginning of one period's name: `year ended`.
pub fn is_end_of_one(words: &str) -> bool {
    let length = words.strip_suffix(" ended").and_then(|rest| rest.rsplit(' ').next());
    length.is_some_and(|word| {
        !word.ends_with('s') && matches!(period_word(word), Some(PeriodWord::Length(_)))
    })
}

static LIMITS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("limit"));
static COMPARISONS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("comparison"));

/// What stands behind each phrase of a text that sets a limit: `within`, `in excess of`.
pub fn behind_limits(text: &str) -> impl Iterator<Item = &str> {
    // Blanks of more than a byte may stand in the phrase.
    LIMITS.find(text).filter_map(|found| text.get(found.at + LIMITS.phrase(found).len()..))
}

/// Where a text tells what something is compared with.
pub fn tells_of_comparison(text: &str) -> Option<usize> {
    COMPARISONS.find(text).next().map(|found| found.at)
}

/// Whether a text ends in a number, in digits or in words: with `percent` behind it, an amount that
/// belongs to the name of something, as in `9.0% debentures`, and not what the figures measure.
pub(super) fn ends_in_number(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '-']);
    let word = text.rsplit([' ', '-', '(']).next().unwrap_or("");
    text.ends_with(|c: char| c.is_ascii_digit())
        || matches!(period_word(word), Some(PeriodWord::Count(_)))
}

/// The last word of a label, if it tells of time and a comma or a dash sets it apart, and what
/// stands before it: `Restaurants, end`.
pub(super) fn word_apart(label: &str) -> Option<(&str, PeriodWord)> {
    let (before, word) = label.trim_end_matches(':').rsplit_once(' ')?;
    let time = if word == "end" { Some(PeriodWord::Ended) } else { period_word(word) };
    time.filter(|_| before.ends_with([',', '-'])).map(|time| (before, time))
}
