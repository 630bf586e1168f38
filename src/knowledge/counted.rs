//! Things that are counted, and words for money that tell amounts of these from their number.

use std::sync::LazyLock;

use crate::knowledge::phrases::{Phrases, Words};
use crate::knowledge::{of_sense, phrase_list, phrases, rows};

static COUNTED: LazyLock<Words<()>> = LazyLock::new(|| counted("thing"));

static COUNT_QUALIFIERS: LazyLock<Words<()>> = LazyLock::new(|| counted("qualifier"));

static COUNT_CHANGES: LazyLock<Words<()>> = LazyLock::new(|| counted("change"));

static WHENS: LazyLock<Phrases<()>> = LazyLock::new(|| counted_phrases("when"));

/// Words for money, and what holds such a word and is none of the company's.
static COUNTS_OF_MONEY: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("counted.csv")).filter_map(|[sense, phrase]| match sense {
        "money" => Some((phrase, true)),
        "no_money" => Some((phrase, false)),
        _ => None,
    }))
});

static AMOUNTS: LazyLock<Phrases<()>> = LazyLock::new(|| counted_phrases("amount"));

static COSTS: LazyLock<Phrases<()>> = LazyLock::new(|| counted_phrases("cost"));

pub(super) static EARNED: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("earned"));

/// Phrases of one sense of `counted.csv`, to be looked for in labels.
fn counted_phrases(sense: &'static str) -> Phrases<()> {
    phrases(include_str!("counted.csv"), sense)
}

/// Labels of one sense of `counted.csv`.
fn counted(sense: &'static str) -> Words<()> {
    let labels = of_sense(include_str!("counted.csv"), sense);
    Words::new(labels.map(|label| (label, ())))
}

/// Whether a label, in plain form, names things that are counted, and says no more than when or
/// how: `employees at year end`, `total wireless customers`.
pub fn is_counted(label: &str) -> bool {
    if !COUNTED.may_begin(label) && !COUNT_QUALIFIERS.may_begin(label) {
        return false;
    }
    let mut thing = stem(label);
    while COUNTED.get(thing).is_none() {
        match thing.split_once(' ') {
            Some((qualifier, bare)) if COUNT_QUALIFIERS.get(qualifier).is_some() => thing = bare,
            _ => return false,
        }
    }
    true
}

/// Whether a label, in plain form, tells apart things that a heading names: `Company-owned`.
pub fn is_kind_of_counted(label: &str) -> bool {
    COUNT_QUALIFIERS.may_begin(label) && COUNT_QUALIFIERS.get(stem(label)).is_some()
}

/// Whether a word, in plain form, tells of which kind things are that are counted: `wireless`.
pub(super) fn tells_kind(word: &str) -> bool {
    COUNT_QUALIFIERS.get(word).is_some()
}

/// Whether a label, in plain form, names what changes a count: `opened`, `closed`.
pub fn is_change_of_count(label: &str) -> bool {
    COUNT_CHANGES.may_begin(label) && COUNT_CHANGES.get(stem(label)).is_some()
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

/// Whether a label, in plain form, has a word for money that is spent, whatever it is spent on:
/// `Cost of tons sold`.
pub fn names_cost(label: &str) -> bool {
    COSTS.any(label)
}

/// A label up to a dash, a parenthesis, or words that say when or how things were counted.
fn stem(label: &str) -> &str {
    let opens_aside =
        |at: &usize| label[*at..].starts_with(" (") || label[*at..].starts_with(" - ");
    let aside = memchr::memchr_iter(b' ', label.as_bytes()).find(opens_aside);
    let when = WHENS.find(label).map(|found| found.at).find(|&at| at > 0);
    let end = aside.into_iter().chain(when).min().unwrap_or(label.len());
    label[..end].trim_end_matches([' ', ',', '/'])
}
