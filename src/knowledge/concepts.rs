//! Labels to us-gaap elements, and the words that keep a label from being one.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::knowledge::phrases::{Beginnings, Phrases};
use crate::knowledge::{beginnings, begins, measure_of, phrase_list, rows, words};
use crate::record::Kind;

questions! {
    /// Whether a title or a heading tells of a statement as it would be under other rules or in
    /// other circumstances: pro forma, not under GAAP.
    pub fn is_supposed = Phrases::any("supposed" in "words.csv");
    /// Whether a label names a result from which interest, or what a reorganization cost, has not
    /// been taken yet.
    pub fn comes_before_interest = Phrases::any("before_interest" in "words.csv");
    /// Whether a label, in [`key`] form, names an amount from which something is taken off yet.
    pub fn is_gross = Beginnings::begin("gross" in "words.csv");
    /// Whether a label, in [`key`] form, takes depreciation off the plant above it.
    pub fn takes_depreciation_off = Beginnings::begin("depreciation" in "words.csv");
    /// Whether a label, in [`key`] form, is taken off the sum above it, whether it says so or not:
    /// `Unearned income` of loans.
    pub fn is_taken_off = Beginnings::begin("taken_off" in "words.csv");
    /// Whether a title or a heading speaks of deferred taxes.
    pub fn speaks_of_deferred_taxes = Phrases::any("deferred_taxes" in "words.csv");
    /// Whether a text names a part of the result of a period, or the result before some part of it.
    pub fn names_part_of_result = Phrases::any("part_of_result" in "words.csv");
    /// Whether a heading gathers what is told apart from the usual course of things: effects of
    /// changes in accounting, extraordinary items.
    pub fn stands_apart = Phrases::any("apart" in "words.csv");
    /// Whether a label, in [`key`] form, names no more of the cash than what is held for something,
    /// or no cash at all: `Increase in cash surrender value of life insurance`.
    pub fn is_part_of_cash = Phrases::any("part_of_cash" in "words.csv");
    /// Whether a label, in [`key`] form, begins what is told beside the flows of cash:
    /// `Noncash investing activities`.
    pub fn tells_beside_cash = Beginnings::begin("beside_cash" in "words.csv");
}

static EXCEPTIONS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("exception"));
static SO_FAR: LazyLock<Beginnings> = LazyLock::new(|| beginnings("result_so_far"));
static AFTER_TAX: LazyLock<Phrases> = LazyLock::new(|| phrase_list("after_tax"));
pub(super) static VALUED: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("valued"));
static AVERAGE_RATES: LazyLock<Phrases> = LazyLock::new(|| phrase_list("average_rate"));
static VALUATIONS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("valuation"));
static INCLUDING: LazyLock<Beginnings> = LazyLock::new(|| beginnings("including"));
static PAID_IN_STOCK: LazyLock<Phrases> = LazyLock::new(|| phrase_list("paid_in_stock"));

/// Whether a label, in [`key`] form, is a line on which an income statement pauses: gross profit,
/// operating income, income before taxes, net income.
pub fn is_main_line(key: &str) -> bool {
    const LINES: [&str; 5] = [
        "GrossProfit",
        "OperatingIncomeLoss",
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxes",
        "NetIncomeLoss",
        "NetIncomeLossAvailableToCommonStockholdersBasic",
    ];
    concept(key, Kind::Income).is_some_and(|c| LINES.contains(&c))
}

/// Whether a label, in [`key`] form, is what is left of all income, or of that for common owners.
pub fn is_net_result(key: &str) -> bool {
    const RESULTS: [&str; 2] = ["NetIncomeLoss", "NetIncomeLossAvailableToCommonStockholdersBasic"];
    concept(key, Kind::Income).is_some_and(|c| RESULTS.contains(&c))
}

/// Whether a label, in [`key`] form, begins by naming a result as far as it has come: before
/// something, from what goes on, what is left for some of the owners.
pub fn is_result_so_far(key: &str) -> bool {
    let result = key.strip_prefix("net ").unwrap_or(key);
    SO_FAR.begin(result)
}

/// Whether a label, in [`key`] form, is a main line or begins by naming a result so far.
pub fn is_result(key: &str) -> bool {
    is_main_line(key) || is_result_so_far(key)
}

/// A label, in [`key`] form, without what it says is taken off, how it is valued or what it bears on
/// average: `Inventories, at lower of cost or market`, `Commercial paper, average of 5.6% in 1998`.
pub fn item_named(label: &str) -> &str {
    let label = before_rate(label);
    VALUATIONS
        .find(label)
        .find(|found| found.at > 0)
        .map_or(label, |found| label[..found.at].trim_end())
}

/// A label without the average rate it prints behind a comma or a parenthesis.
fn before_rate(label: &str) -> &str {
    if !label.contains('%') {
        return label;
    }
    let is_rate = |words: &str| {
        words.match_indices('%').any(|(at, _)| words[..at].ends_with(|c: char| c.is_ascii_digit()))
    };
    let name = |at: usize| label[..at].trim_end().strip_suffix([',', '(']).map(str::trim_end);
    let mut rates = AVERAGE_RATES.find(label).filter(|found| is_rate(&label[found.at..]));
    let name = rates.find_map(|found| name(found.at));
    name.filter(|name| !name.is_empty()).unwrap_or(label)
}

/// Whether a heading, in plain form, ends in how what stands below is valued: `Property, at cost`,
/// `Materials, at average cost -`.
pub fn ends_in_value(heading: &str) -> bool {
    let heading = heading.trim_end_matches([' ', '-']);
    [", ", " - "]
        .into_iter()
        .any(|parted| heading.rsplit_once(parted).is_some_and(|(_, value)| VALUED.contains(&value)))
}

/// Whether a label, in plain form, names a part of what it would name without an exception:
/// `Taxes (other than income taxes)`. Long-term debt is what is left without its current portion.
pub fn makes_exceptions(label: &str) -> bool {
    EXCEPTIONS.find(label).any(|found| !begins(&label[found.at..], "excluding current"))
}

/// Whether a heading, in plain and in [`key`] form, names an item of an income statement that is no
/// sum: `Minority interest`, `Loss from discontinued operations, net of taxes`.
pub fn is_item_of_income(heading: &str, key: &str) -> bool {
    let is_line = || concept(key, Kind::Income).is_some() && !is_main_line(key);
    measure_of(heading).is_none() && (stands_apart(heading) || AFTER_TAX.any(heading) || is_line())
}

/// Whether a heading, in plain form, says that the rows below it are shares in amounts above it:
/// `Includes depreciation of:`, `Stock-based compensation:`.
pub fn tells_of_shares(heading: &str) -> bool {
    let words = heading.trim_start_matches(|c: char| !c.is_alphabetic());
    INCLUDING.begin(words) || PAID_IN_STOCK.any(words)
}

/// Labels of the us-gaap elements. A star in a label stands for any words, or none.
#[derive(Default)]
struct Labels {
    exact: HashMap<&'static str, Vec<(&'static str, Vec<Kind>)>>,
    /// By kind of statement, in the order of [`Kind::ALL`]; those of the most words first.
    starred: [Vec<(&'static str, Vec<&'static str>)>; Kind::ALL.len()],
}

static LABELS: LazyLock<Labels> = LazyLock::new(|| {
    let mut out = Labels::default();
    for [concept, kinds, label] in rows(include_str!("labels.csv")) {
        let kinds: Vec<Kind> = kinds.split(' ').filter_map(|k| k.parse().ok()).collect();
        if label.contains('*') {
            let parts: Vec<_> = label.split('*').collect();
            for kind in kinds {
                out.starred[kind as usize].push((concept, parts.clone()));
            }
        } else {
            out.exact.entry(label).or_default().push((concept, kinds));
        }
    }
    // Of two that a label fits, the one that says more of it knows better.
    let words = |(_, parts): &(_, Vec<&str>)| parts.iter().map(|part| part.len()).sum::<usize>();
    for starred in &mut out.starred {
        starred.sort_by_key(|label| Reverse(words(label)));
    }
    out
});

/// The us-gaap element that a label, in [`key`] form, names in a statement of some kind.
pub fn concept(key: &str, kind: Kind) -> Option<&'static str> {
    let exact = LABELS
        .exact
        .get(key)
        .and_then(|all| all.iter().find(|(_, kinds)| kinds.contains(&kind)).map(|&(c, _)| c));
    exact.or_else(|| {
        let mut starred = LABELS.starred[kind as usize].iter();
        starred.find(|(_, parts)| matches(key, parts)).map(|&(c, _)| c)
    })
}

/// Whether a label, in plain form, says enough by itself: the name of a us-gaap element, a balance
/// brought or carried forward.
pub fn names_item(label: &str) -> bool {
    let key = key(label);
    let mut statements = [Kind::Income, Kind::BalanceSheet, Kind::CashFlow].into_iter();
    label.starts_with("balance") || statements.any(|kind| concept(&key, kind).is_some())
}

/// Whether a text is made of some parts in order with anything between them.
fn matches(text: &str, parts: &[&str]) -> bool {
    let [first, middle @ .., last] = parts else { return false };
    // Most labels tell themselves apart by their first letter.
    let letter = |words: &str| words.as_bytes().first().copied();
    if letter(first).is_some_and(|known| letter(text) != Some(known)) {
        return false;
    }
    if !text.ends_with(last) {
        return false;
    }
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// A label as the dictionary spells it: plain, without parentheses, notes, points and commas.
pub fn key(label: &str) -> String {
    let mut out = String::with_capacity(label.len() + 1);
    // Where the word begins that is being copied.
    let mut word = 0;
    let mut depth = 0_u32;
    let mut rest = label;
    while !rest.is_empty() {
        let is_letter = |b: u8| b.is_ascii_alphanumeric() || b == b'\'';
        let end = rest.bytes().position(|b| !is_letter(b)).unwrap_or(rest.len());
        let (letters, behind) = rest.split_at(end);
        if depth == 0 {
            out.push_str(letters);
        }
        let mut signs = behind.chars();
        match signs.next() {
            Some('(' | '{' | '[') => depth += 1,
            Some(')' | '}' | ']') => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            Some('\u{2019}') => out.push('\''),
            Some('&') => out.push('n'),
            Some(c) if c.is_alphanumeric() => out.push(c),
            _ => end_word(&mut out, &mut word),
        }
        rest = signs.as_str();
    }
    end_word(&mut out, &mut word);
    out.truncate(out.trim_end_matches(' ').len());
    out.make_ascii_lowercase();
    out
}

/// Puts a blank behind the word of a key that begins at `word`, if there is one. An ampersand, in
/// words an `n`, is spelled out where it is a word.
fn end_word(out: &mut String, word: &mut usize) {
    if out.len() == *word {
        return;
    }
    if out[*word..].eq_ignore_ascii_case("n") {
        out.replace_range(*word.., "and");
    }
    out.push(' ');
    *word = out.len();
}
