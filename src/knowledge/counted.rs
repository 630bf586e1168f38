//! Things that are counted, and words for money that tell amounts of these from their number.

use std::mem;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::knowledge::periods::{PeriodWord, ends_in_number, word_apart};
use crate::knowledge::phrases::{Phrases, Words};
use crate::knowledge::scales::{ends_in_amount, speaks_of_money};
use crate::knowledge::{begins, holds, is_hanging, phrase_list, rows, words, words_in};

questions! {
    /// Whether a label, in plain form, has a word for money that is spent, whatever it is spent on:
    /// `Cost of tons sold`.
    pub fn names_cost = Phrases::any("cost" in "counted.csv");
    /// Whether a title, in plain form, tells of aircraft by type, which are counted where no amounts
    /// are spoken of.
    pub fn announces_fleet = Phrases::any("fleet" in "words.csv");
    /// Whether the words over a column, in plain form, tell of things whether they are owned or leased.
    pub fn tells_who_owns = Phrases::any("ownership" in "words.csv");
    /// Whether a title announces data of operations, counts and amounts among them.
    pub fn announces_statistics = Phrases::any("statistic" in "words.csv");
    /// Whether a label, in plain form, is no more than the name of what is counted that is one of
    /// what is earned as well: `Membership`.
    pub fn may_be_earned = Words::has("perhaps_earned" in "words.csv");
    /// Whether a label, in plain form, names orders, which are told in pieces as well as in money.
    pub fn names_orders = Phrases::any("order" in "words.csv");
}

/// Full names of things that are counted: `access lines`.
static NAMES: LazyLock<Words> = LazyLock::new(|| things("name"));
/// What is counted whatever qualifies it; places, one of which may bring thousands, apart.
static NOUNS: LazyLock<Words> = LazyLock::new(|| things("noun"));
static SITES: LazyLock<Words> = LazyLock::new(|| things("site"));
/// What is an amount as well, and is counted where words tell what became of it.
static GOODS: LazyLock<Words> = LazyLock::new(|| things("good"));
static STATES: LazyLock<Words> = LazyLock::new(|| states("counted"));

static QUALIFIERS: LazyLock<Words> = LazyLock::new(|| counted("qualifier"));

static COUNT_CHANGES: LazyLock<Words> = LazyLock::new(|| counted("change"));

static WHENS: LazyLock<Phrases> = LazyLock::new(|| counted_phrases("when"));

static MORE_THAN: LazyLock<Phrases> = LazyLock::new(|| phrase_list("more_than"));

/// Words for money, and what holds such a word and is none of the company's.
static COUNTS_OF_MONEY: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("counted.csv")).filter_map(|[sense, phrase]| match sense {
        "money" => Some((phrase, true)),
        "no_money" => Some((phrase, false)),
        _ => None,
    }))
});

static AMOUNTS: LazyLock<Phrases> = LazyLock::new(|| counted_phrases("amount"));

pub(super) static EARNED: LazyLock<Phrases> = LazyLock::new(|| phrase_list("earned"));

/// Phrases of one sense of `counted.csv`, to be looked for in labels.
fn counted_phrases(sense: &'static str) -> Phrases {
    Phrases::listed(include_str!("counted.csv"), sense)
}

/// Things that bear a mark in `things.csv`, by their nouns or full names.
pub(super) fn things(mark: &'static str) -> Words {
    Words::marked(include_str!("things.csv"), mark)
}

/// Words that bear a mark in `states.csv`: what became of things, or where they are.
pub(super) fn states(mark: &'static str) -> Words {
    Words::marked(include_str!("states.csv"), mark)
}

/// Labels of one sense of `counted.csv`.
fn counted(sense: &'static str) -> Words {
    Words::listed(include_str!("counted.csv"), sense)
}

/// Whether a label, in plain form, names things that are counted, and says no more than when or
/// how: `employees at year end`, `total wireless customers`.
pub fn is_counted(label: &str) -> bool {
    let things = stem(label);
    let rest = &label[things.len()..];
    !names_cost(rest) && (is_listed(things) || is_noun_of_things(things, begins_of_one(rest)))
}

/// Whether a label, in plain form, names things and the day on which they were counted: `Branch
/// offices (end of period)`.
pub fn is_counted_on_a_day(label: &str) -> bool {
    let when = &label[stem(label).len()..];
    ["beginning", "end"].iter().any(|day| holds(when, day)) && is_counted(label)
}

/// Whether a label, in plain form, is no more than the known name of things, `Total employees`, and
/// tells by itself that they are counted; `Drug stores` may stand for what these sell.
pub fn names_things_alone(label: &str) -> bool {
    let mut things = stem(label);
    while !is_noun(things) {
        match things.split_once(' ') {
            Some((qualifier, bare)) if QUALIFIERS.has(qualifier) => things = bare,
            _ => return is_listed(stem(label)),
        }
    }
    true
}

/// Whether a phrase ends in the noun of things that are counted, and says no more than of what kind
/// they are, what became of them and where they are: `Contract sales representatives`, `Regional
/// jets delivered`, `Pairs of shoes sold`. What is an amount as well, `Vehicles`, is counted where
/// something became of it, or so many are told for each of others.
fn is_noun_of_things(phrase: &str, for_each: bool) -> bool {
    let mut things = phrase;
    while let Some(bare) = without_last_state(things) {
        things = bare;
    }
    let goods = for_each || things.len() < phrase.len();
    let ends_in_noun = |words: &str| {
        let noun = words.rsplit(' ').next().unwrap_or_default().trim_end_matches('.');
        is_noun(noun) || goods && GOODS.has(noun)
    };
    let qualifies = |word: &str| {
        QUALIFIERS.has(word)
            || word.ends_with(|c: char| c.is_alphanumeric() || c == '.') && !is_hanging(word)
    };
    let qualify = |words: &str| words.split(' ').all(qualifies);
    if let Some((pieces, of)) = split_of(things) {
        return ends_in_noun(pieces) && qualify(pieces) && qualify(of);
    }
    // Most labels are told by their last word.
    if !ends_in_noun(things) && !tells_how_many(things) {
        return false;
    }
    // `31-60 days`
    let is_length = || things.rsplit_once(' ').is_some_and(|(before, _)| ends_in_number(before));
    // `Company-owned and franchised stores`, not `Fuel and aircraft owned`
    let (kinds, last) = things.rsplit_once(" and ").unwrap_or(("", things));
    let mut kinds = kinds.split(" and ").filter(|kind| !kind.is_empty());
    let is_kind = |kind: &str| {
        qualify(kind) && (ends_in_noun(kind) || STATES.has(kind) || QUALIFIERS.has(kind))
    };
    qualify(last) && kinds.all(is_kind) && !is_length()
}

static OF: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" of "));

/// What stands before and behind the first `of`: `Pairs` and `shoes`.
fn split_of(words: &str) -> Option<(&str, &str)> {
    let at = OF.find(words.as_bytes())?;
    Some((&words[..at], &words[at + " of ".len()..]))
}

/// `Guest counts`, `Barrel volume`, not `Average unit volume`, which is money in restaurants.
fn tells_how_many(words: &str) -> bool {
    let Some((things, "count" | "counts" | "volume" | "volumes")) = words.rsplit_once(' ') else {
        return false;
    };
    let thing = things.rsplit(' ').next().unwrap_or(things);
    thing != "unit" && [&NOUNS, &SITES, &GOODS].into_iter().any(|list| is_one_of(list, thing))
}

/// Whether a label, in plain form, tells of how many things something became, which no revenue is
/// called by, or how much of something there is: `Premium brands shipped`, `Barrels of malt
/// beverages`; or it says in what so many are told: `Messages (thousands)`.
pub fn tells_number_of_goods(label: &str) -> bool {
    let things = stem(label);
    let aside = label[things.len()..].trim_start();
    let in_aside = || aside.strip_prefix('(').and_then(|aside| aside.split_once(')'));
    let is_number =
        |(aside, _): (&str, &str)| COUNTED_BY.contains(&aside.strip_prefix("in ").unwrap_or(aside));
    if without_last_state(things).is_some() || split_of(things).is_some() {
        return is_noun_of_things(things, false);
    }
    in_aside().is_some_and(is_number) && is_noun_of_things(things, true)
}

fn is_noun(word: &str) -> bool {
    NOUNS.has(word) || SITES.has(word)
}

/// Whether what stands behind things tells for each of what they are so many.
fn begins_of_one(rest: &str) -> bool {
    rest.trim_start().starts_with("per ")
}

/// A phrase without what became of things at its end: `Stores opened`, `Barges in fleet`.
pub(super) fn without_last_state(phrase: &str) -> Option<&str> {
    let mut ends = phrase.rmatch_indices(' ').take(2);
    let bare = ends.find_map(|(at, _)| STATES.get(&phrase[at + 1..]).map(|()| &phrase[..at]))?;
    Some(bare.trim_end_matches([',', ' ']).trim_end_matches(" and").trim_end_matches(" or"))
}

/// Most words that tell one of many things: `gross subscriber addition`.
const MOST_WORDS: usize = 4;

/// Whether a text goes on behind `per` with one or so many of things that are counted, none of which
/// is a place: `Revenue per average worksite employee`, `$ per thousand board feet`, not `Sales per
/// store`, nor, at an amount that is told, `Royalties ($1.15 per ton)`.
pub(super) fn tells_for_each(text: &str) -> bool {
    // Few texts have the word.
    if !holds(text, "per") {
        return false;
    }
    let mut words = text.split(' ');
    let mut last = "";
    while let Some(word) = words.next() {
        let at_rate = ends_in_amount(mem::replace(&mut last, word));
        if at_rate || !word.trim_start_matches('(').eq_ignore_ascii_case("per") {
            continue;
        }
        let mut behind = words.clone().filter(|word| !word.is_empty()).peekable();
        for _ in 0..MOST_WORDS {
            let Some(word) = behind.next() else { break };
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let ends = bare.len() < word.len() || behind.peek().is_none_or(|next| leaves_of(next));
            let noun = bare.rsplit('-').next().unwrap_or(bare);
            if ends && (is_one_of(&NOUNS, noun) || NOUNS.has(noun)) {
                return true;
            }
            if bare.len() < word.len() || is_hanging(&bare.to_ascii_lowercase()) {
                break;
            }
        }
    }
    false
}

/// Whether a word behind a noun is no other that the first one belongs to: `Fee per block hour
/// commitments` tells of these.
fn leaves_of(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let bare = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    bare.is_empty()
        || bare.starts_with('(')
        || bare.ends_with("ed")
        || is_hanging(bare)
        || STATES.has(bare)
}

/// Whether a word names one of things that a list names: `employee`, `foot`.
fn is_one_of(things: &Words, word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let many = match word.strip_suffix('y') {
        _ if word == "foot" => "feet".to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if word.ends_with(['s', 'x']) || word.ends_with("ch") => format!("{word}es"),
        _ => format!("{word}s"),
    };
    things.has(&many)
}

static COUNTED_BY: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("counted_by"));

/// Whether words name things and no more than of what kind they are: `metric tons`.
pub(super) fn is_kind_of_things(words: &str) -> bool {
    words.split(' ').count() <= MOST_WORDS && is_noun_of_things(words, true)
}

/// What stands behind the number that words begin with: `thousands of tons`, `000 tons`.
pub(super) fn behind_number(words: &str) -> Option<&str> {
    let numbers = COUNTED_BY.iter().filter(|number| begins(words, number));
    let number = numbers.max_by_key(|number| number.len())?;
    let behind = words[number.len()..].trim_start();
    Some(behind.strip_prefix("of ").unwrap_or(behind))
}

/// Whether a remark says of what things so many thousands or millions are told: `(thousands of net
/// tons)`, `(tons in thousands)`.
pub(super) fn scales_things(remark: &str) -> bool {
    remark.split(['(', ')', ',', ';', ':']).any(|part| {
        let things = part.trim().strip_prefix("in ").unwrap_or(part.trim());
        let before = things.rsplit_once(" in ").filter(|(_, number)| COUNTED_BY.contains(number));
        let counts = |words: &str| COUNTED_BY.iter().any(|number| words.ends_with(number));
        let behind = || {
            let mut ofs = OF.find_iter(part.as_bytes()).filter(|&at| counts(&part[..at]));
            // `millions of dollars and thousands of tons`
            ofs.any(|at| is_kind_of_things(&part[at + " of ".len()..]))
        };
        before.map_or_else(behind, |(things, _)| is_kind_of_things(things))
    })
}

/// Whether a phrase, but for qualifiers before it, is one that is known to be counted.
fn is_listed(things: &str) -> bool {
    if !NAMES.may_begin(things) && !QUALIFIERS.may_begin(things) {
        return false;
    }
    let mut thing = things;
    while !NAMES.has(thing) {
        match thing.split_once(' ') {
            Some((qualifier, bare)) if QUALIFIERS.has(qualifier) => thing = bare,
            _ => return false,
        }
    }
    true
}

/// Whether a label, in plain form, names things that may be an amount as well, and are counted among
/// data of operations: `Vessels`.
pub fn may_be_counted(label: &str) -> bool {
    is_noun_of_things(stem(label), true)
}

/// Whether a short label, in plain form, ends by telling what became of something: `Applications
/// approved`.
pub fn tells_what_became(label: &str) -> bool {
    label.split(' ').count() <= MOST_WORDS && without_last_state(stem(label)).is_some()
}

/// Whether a label, in plain form, has a word for things that may be counted: `Rooms under
/// construction`.
pub fn speaks_of_things(label: &str) -> bool {
    words_in(label).any(|word| is_noun(word) || GOODS.has(word))
}

/// Whether a label, in plain form, names places, one of which may bring thousands: `Hotels (in
/// thousands)`.
pub fn names_places(label: &str) -> bool {
    stem(label).rsplit(' ').next().is_some_and(|last| SITES.has(last))
}

/// Whether a label, in plain form, tells apart things that a heading names: `Company-owned`.
pub fn is_kind_of_counted(label: &str) -> bool {
    QUALIFIERS.may_begin(label) && QUALIFIERS.has(stem(label))
}

/// Whether a label, in plain form, names what changes a count: `opened`, `closed`.
pub fn is_change_of_count(label: &str) -> bool {
    COUNT_CHANGES.may_begin(label) && COUNT_CHANGES.has(stem(label))
}

/// Whether beneath a heading or a title, those who are counted elsewhere stand for money: customers
/// who owe, employees who are paid. Not so beside assets that are managed for others.
pub fn counts_money(heading: &str) -> bool {
    let mut found = COUNTS_OF_MONEY.find(heading).map(|found| *COUNTS_OF_MONEY.meaning(found));
    let mut money = false;
    found.all(|of_money| {
        money |= of_money;
        of_money
    }) && money
}

/// Whether a label, in plain form, has a word for money that comes or goes, or is owed:
/// `Interest expense, net`.
pub fn names_amount(label: &str) -> bool {
    AMOUNTS.any(label) || names_cost(label)
}

/// Whether a text, in plain form, has a word for money that is earned, whatever it is earned
/// with, or for money that is spent: `Revenues by class of customer`.
pub fn names_flow(text: &str) -> bool {
    EARNED.any(text) || names_cost(text)
}

/// Where a label goes on with what each of the things brought at least: `Deals > $100K`.
fn least_of_each(label: &str) -> Option<usize> {
    let is_amount = |end: usize| label[end..].trim_start().starts_with('$');
    let mut found = MORE_THAN.find(label).filter(|found| found.at > 0);
    found.find(|found| is_amount(found.at + MORE_THAN.phrase(*found).len())).map(|found| found.at)
}

/// A label up to a dash, a parenthesis, or words that say when, how or which things were counted.
fn stem(label: &str) -> &str {
    let opens_aside =
        |at: &usize| label[*at..].starts_with(" (") || label[*at..].starts_with(" - ");
    let aside = memchr::memchr_iter(b' ', label.as_bytes()).find(opens_aside);
    let when = WHENS.find(label).map(|found| found.at).find(|&at| at > 0);
    let tells_end = |word| matches!(word, PeriodWord::Beginning | PeriodWord::Ended);
    let apart = word_apart(label).filter(|(_, word)| tells_end(*word)).map(|(of, _)| of.len());
    let ends = aside.into_iter().chain(when).chain(least_of_each(label)).chain(apart);
    label[..ends.min().unwrap_or(label.len())].trim_end_matches([' ', ',', '/', '-'])
}

static COUNTS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("counts"));
static SHARE_STATISTICS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("share_statistics"));

/// Whether a title, in plain form, announces counts rather than amounts, and not both:
/// `(dollars in millions; thousands of tons)`.
pub fn announces_counts(title: &str) -> bool {
    if scales_things(title) { tells_things(title) } else { COUNTS.any(title) }
}

/// Whether a title, in plain form, says in so many thousands or millions of what things a table is,
/// and not of money: `Shipments (net tons in thousands)`.
pub fn tells_things(title: &str) -> bool {
    scales_things(title) && !speaks_of_money(title)
}

/// Whether an exception from a scale takes data of operations out of it; `except market price and per
/// share statistics` does not.
pub fn excepts_statistics(exception: &str) -> bool {
    announces_statistics(exception) && !SHARE_STATISTICS.any(exception)
}
