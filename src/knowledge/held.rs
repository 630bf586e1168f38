//! What is there on a day, told by the noun to which a label comes and by what stands behind it:
//! `Hotel properties, net`, `Lots under option`, `Debt to total capital`.

use std::sync::LazyLock;

use crate::knowledge::balances::{
    FLOW_NOUNS, PASSING, held_words, instant_beginnings, instant_phrases, instant_words, instants,
    is_balance, is_flow, is_standing,
};
use crate::knowledge::concepts::{VALUED, item_named};
use crate::knowledge::counted::{is_counted, states, things, without_last_state};
use crate::knowledge::headings::is_own_measure;
use crate::knowledge::phrases::{Beginnings, Phrases, Words, ends_a_word};
use crate::knowledge::split_aside;

questions! {
    /// Whether words say that something is not of a day.
    fn is_of_time = Phrases::any("of_time" in "instants.csv");
}

/// What a label says is there on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// Something owned, owed or set aside.
    Amount,
    /// Things, and that they are there: `Number of screens`, `Rigs owned`.
    Things,
    /// Things, if the figures count them: `Screens` may be what these earn.
    Named,
}

static NOUNS: LazyLock<Words> = LazyLock::new(|| held_words("held_noun"));
static THINGS: LazyLock<Words> = LazyLock::new(|| things("held"));
static THINGS_IN_PLACE: LazyLock<Words> = LazyLock::new(|| things("held_in_place"));
static COMING: LazyLock<Words> = LazyLock::new(|| things("coming"));
static OF_USE: LazyLock<Words> = LazyLock::new(|| things("of_use"));
static STATES: LazyLock<Words> = LazyLock::new(|| states("held"));
/// What passes elsewhere, and behind things tells where they are used: `Aircraft in operations`.
static OF_USED_THINGS: LazyLock<Words> = LazyLock::new(|| instant_words("place_of_use"));
static STATED: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("stated"));
static OF_PERIOD: LazyLock<Words> = LazyLock::new(|| instant_words("of_period"));
static NOT_YET: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("not_yet"));
static LEFT_OVER: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("left_over"));
static AT_END: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("at_end"));
static BEFORE_HELD: LazyLock<Words> = LazyLock::new(|| instant_words("before_held"));
static NEVER_HELD: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("never_held"));
static HELD_PHRASES: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("held_phrase"));
static NUMBERS: LazyLock<Words> = LazyLock::new(|| instant_words("number_of"));
static OF_OTHERS: LazyLock<Words> = LazyLock::new(|| instant_words("value_of"));

/// What a label, in plain form, says is there on a day; none where it says something else, or
/// nothing that can be told.
pub fn names_held(label: &str) -> Option<Held> {
    let label = label.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
    if let Some((first, second)) = compared(label)
        && (is_there(second) || is_of_results(second))
    {
        let are_there = is_there(first) && is_there(second) && !is_of_time(label);
        return are_there.then_some(Held::Amount);
    }
    // `Borrowings (repayments)`
    if split_aside(label).is_some_and(|(_, aside)| PASSING.any(aside)) {
        return None;
    }
    let item = bare_item(label);
    // `Common equity ratio`
    if let Some(of) = item.strip_suffix(" ratio").or(item.strip_suffix(" ratios")) {
        return of_item(of, true).filter(|held| *held == Held::Amount);
    }
    if is_of_time(label) {
        return None;
    }
    if is_not_yet(item) {
        return Some(Held::Amount);
    }
    if NEVER_HELD.begin(item) || is_flow(label) {
        return None;
    }
    if HELD_PHRASES.any(item) && !is_of_results(item) {
        return Some(Held::Amount);
    }
    if is_at_end(item) {
        return Some(Held::Things);
    }
    of_item(item, item.len() < label.len())
}

/// Whether words come to what is earned or spent: `sales`, `EBITDA`.
fn is_of_results(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or_default();
    FLOW_NOUNS.has(last) || is_own_measure(words)
}

/// Whether what is earned or spent has been put off, and is held or owed until then: `Deferred
/// revenue`. Taxes are deferred in a period, or until later.
fn is_not_yet(item: &str) -> bool {
    let first = item.strip_prefix("other ").or(item.strip_prefix("net ")).unwrap_or(item);
    let last = item.rsplit(' ').next().unwrap_or_default();
    NOT_YET.begin(first) && !OF_PERIOD.has(last)
}

/// Whether a label begins by saying that it is of the end of a period: `Year-end stock price`.
fn is_at_end(item: &str) -> bool {
    AT_END.of(item).any(|begin| item.len() > begin.len() && ends_a_word(&item[begin.len()..]))
}

/// The two sides of a comparison: `debt` and `total capital` of `Ratio of debt to total capital`.
fn compared(label: &str) -> Option<(&str, &str)> {
    const WORDS: [&str; 5] = ["-to-", " to ", " as a percent of ", " as a percentage of ", "/"];
    let label = label.strip_prefix("ratio of ").unwrap_or(label);
    let label = split_aside(label).map_or(label, |(before, _)| before);
    let label = label.strip_suffix(" ratio").unwrap_or(label);
    WORDS.iter().find_map(|words| label.split_once(words))
}

/// Whether one side of a comparison is there on a day.
fn is_there(side: &str) -> bool {
    let item = bare_item(side);
    !NEVER_HELD.begin(item)
        && !is_of_time(side)
        && !is_flow(side)
        && (is_balance(side) || is_standing(side) || of_item(item, true) == Some(Held::Amount))
}

/// A label without what is taken off, how it is valued, when it is due, and what stands behind a
/// dash or in parentheses.
fn bare_item(label: &str) -> &str {
    let item = item_named(split_aside(label).map_or(label, |(before, _)| before));
    let item = item.split_once(" - ").map_or(item, |(before, _)| before);
    let item = item.split_once(" -- ").map_or(item, |(before, _)| before);
    let before = |item: &'_ str| {
        let names = VALUED.iter().chain(STATED.iter()).filter_map(|end| item.strip_suffix(end));
        names.filter(|name| name.ends_with(' ')).map(str::len).min()
    };
    let mut item = item.trim_end_matches([',', ' ', ':']);
    while let Some(len) = before(item) {
        item = item[..len].trim_end_matches([',', ' ', '-']);
    }
    item
}

/// What an item that says no more than its name is. One word alone tells nothing, but where more is
/// said of what it stands for: `Equipment` may be sold, `Equipment, net` is held.
fn of_item(item: &str, is_told_more: bool) -> Option<Held> {
    let words: Vec<&str> = item.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let split = words.iter().position(|word| is_led_by(word)).unwrap_or(words.len());
    let (name, behind) = words.split_at(split);
    let (name, is_state) = without_states(name);
    let (&last, before) = name.split_last()?;
    let behind_words = behind.join(" ");
    if let Some(rest) = behind_words.strip_prefix("of ") {
        let rest = rest.strip_prefix("the ").unwrap_or(rest);
        if NUMBERS.has(last) {
            return are_there(rest).then_some(Held::Things);
        }
        if OF_OTHERS.has(last) {
            return of_item(rest, true).map(|_| Held::Amount);
        }
    }
    if PASSING.find(&behind_words).any(|found| !OF_USED_THINGS.has(PASSING.phrase(found))) {
        return None;
    }
    let pair = before.last().map(|before| format!("{before} {last}"));
    let among = |list: &Words| list.has(last) || pair.as_ref().is_some_and(|pair| list.has(pair));
    if LEFT_OVER.begin(item) {
        return Some(Held::Amount);
    }
    // `New stores` have come in the period.
    let has_come = before.iter().any(|word| BEFORE_HELD.has(word));
    let is_in_place = STATES.begin(&behind_words) && !is_measure_of_use(last);
    if is_in_place || is_state && (among(&THINGS) || among(&THINGS_IN_PLACE)) {
        return (!has_come).then_some(Held::Things);
    }
    if among(&NOUNS) {
        // `New loans`, but `New vehicle inventories`
        let has_come = before.last().is_some_and(|word| BEFORE_HELD.has(word));
        return (!has_come && (is_told_more || words.len() > 1)).then_some(Held::Amount);
    }
    (among(&THINGS) && !has_come).then_some(Held::Named)
}

/// Whether things whose number is told are there, as all are that did not come or go:
/// `Number of railroads`.
fn are_there(things: &str) -> bool {
    let name = things.split(' ').take_while(|word| !is_led_by(word));
    let name: Vec<&str> = name.collect();
    let (bare, _) = without_states(&name);
    let is_new = bare.iter().any(|word| BEFORE_HELD.has(word));
    let last = bare.last().copied().unwrap_or_default();
    !is_new
        && !last.ends_with("ed")
        && !is_measure_of_use(last)
        && !COMING.has(last)
        && !is_of_time(things)
}

/// Whether a heading, in plain form, tells how much the things below it were used: `Operating days`,
/// `Hours billed`.
pub fn measures_use(heading: &str) -> bool {
    let is_of_use = || {
        without_last_state(heading)
            .unwrap_or(heading)
            .rsplit(' ')
            .next()
            .is_some_and(|noun| OF_USE.has(noun))
    };
    is_counted(heading) && is_of_use() && names_held(heading).is_none()
}

/// Whether a noun measures how much things were used: `hours in service`.
fn is_measure_of_use(noun: &str) -> bool {
    OF_USE.has(noun) || FLOW_NOUNS.has(noun)
}

/// Whether a word leads to what is said of a name: `of`, `under`.
fn is_led_by(word: &str) -> bool {
    matches!(
        word,
        "at" | "by"
            | "for"
            | "from"
            | "in"
            | "not"
            | "of"
            | "on"
            | "per"
            | "subject"
            | "to"
            | "under"
            | "with"
    )
}

/// A name without the words behind it that say that it is there, and whether there are any:
/// `landfills` of `landfills owned or operated`.
fn without_states<'a, 'b>(name: &'b [&'a str]) -> (&'b [&'a str], bool) {
    let is_state = |word: &&&str| STATES.has(word) || matches!(**word, "and" | "or");
    let states = name.iter().rev().take_while(is_state).count();
    (&name[..name.len() - states], states > 0)
}
