//! What figures measure, as the words beside them say.

use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::knowledge::counted::{
    EARNED, behind_number, is_counted, is_kind_of_things, may_be_counted, names_amount, names_cost,
};
use crate::knowledge::notions::{Notion, speaks_of};
use crate::knowledge::per_share::{is_name_of_shares, per_share};
use crate::knowledge::periods::ends_in_number;
use crate::knowledge::phrases::{Beginnings, Found, Phrases, Words};
use crate::knowledge::prices::names_price;
use crate::knowledge::scales::speaks_of_money;
use crate::knowledge::{beginnings, holds, parentheses, phrase_list, rows, word_list, words};
use crate::named::named;

questions! {
    /// Whether a word behind a figure says what it counts: `pts.`, `bp`.
    pub fn is_unit_of_figures = Words::has("unit_of_figures" in "words.csv");
    /// Whether a word behind a figure counts points of a percentage: `pts`.
    pub fn is_percent_point = Words::has("percent_point" in "words.csv");
    /// Whether a word behind a figure counts basis points or cents: `bps`.
    pub fn is_small_part = Words::has("small_part" in "words.csv");
}

pub(super) static DITTOS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("ditto"));
static AMOUNT_NOUNS: LazyLock<Words> = LazyLock::new(|| word_list("noun_of_amount"));
static HELD_UNITS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("held_unit"));
static IN_CENTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("in_cents"));

/// Whether a label, in plain form, goes on with what the one above it measures: `Basic`,
/// `Diluted`.
pub fn is_ditto(label: &str) -> bool {
    DITTOS.contains(&label.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Phrases and what they measure; some measure nothing, but hide a phrase that does.
static UNITS: LazyLock<Phrases<Option<Measure>>> = LazyLock::new(|| {
    Phrases::new(
        rows(include_str!("units.csv")).map(|[unit, phrase]| (phrase, Measure::named(unit))),
    )
});

named! {
    /// What a phrase says of the figures beside it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Measure {
        /// Money, whatever else the words may say.
        Money = "money",
        /// Money per share.
        PerShare = "per_share",
        /// A count of shares.
        Shares = "shares",
        /// A percentage.
        Percent = "percent",
        /// A ratio.
        Ratio = "ratio",
        /// Another count.
        Pure = "pure",
    }
}

/// Money by its first name, and what has a unit of its own.
static OWN_UNITS: LazyLock<Words> = LazyLock::new(|| word_list("own_unit"));

/// Whether an aside says what things so many are: `traffic (000s of vehicles)`, `orders (000 cubic
/// feet)`. Thousands of units may be those of a partnership.
fn counts_in_aside(text: &str) -> bool {
    let aside = |at: usize| text[at + 1..].split_once(')').map(|(inside, _)| inside);
    let counts = |aside: &str| {
        let number = aside.strip_prefix("in ").unwrap_or(aside);
        let Some(things) = behind_number(number) else { return false };
        let thing = things.rsplit(' ').next().unwrap_or(things);
        let are_told = || aside.contains(" of ") && thing.len() > 3 && thing.ends_with('s');
        (are_told() || is_kind_of_things(things) || is_unit_alone(things))
            && !aside.contains(['$', '(', ','])
            && !speaks_of_money(aside)
            && !names_amount(things)
            && !OWN_UNITS.has(thing)
    };
    parentheses(text).filter_map(aside).any(counts)
}

/// Whether a word is a unit that figures are told in, and no money: `mwh`.
fn is_unit_alone(word: &str) -> bool {
    let aside = format!("({word})");
    let is_whole = |found: Found| UNITS.phrase(found) == aside;
    !word.contains(' ')
        && UNITS.find(&aside).any(|f| is_whole(f) && *UNITS.meaning(f) == Some(Measure::Pure))
}

/// What a label or heading, in plain form, says it measures; the phrase that comes first
/// decides.
pub fn measure_of(text: &str) -> Option<Measure> {
    if let Some(measure) = measure_by_form(text) {
        return Some(measure);
    }
    // Of two that begin together, the longer one knows better.
    let listed = UNITS
        .find(text)
        .filter(|found| is_measure(text, *found))
        .map(|found| (found.at, Reverse(UNITS.phrase(found).len()), *UNITS.meaning(found)));
    let per_share = per_share(text).map(|at| (at, Reverse(0), Some(Measure::PerShare)));
    let named = listed.chain(per_share).min_by_key(|&(at, length, _)| (at, length));
    // `Cash cost per ounce (US$)` counts no ounces; `Earnings per share ($)` are for each of them.
    match named.and_then(|(_, _, m)| m) {
        None | Some(Measure::Pure | Measure::Ratio) if ends_in_currency(text) => {
            Some(Measure::Money)
        }
        named => named,
    }
}

/// What a label measures by the form of its words, whatever phrases it has.
fn measure_by_form(text: &str) -> Option<Measure> {
    // `Loans serviced (number)`
    if text.ends_with("(number)") {
        return Some(Measure::Pure);
    }
    // `Ratio of debt to total capital (%)`, `Empty miles percentage`
    if text.ends_with("(%)") || text.ends_with(" percentage") {
        return Some(Measure::Percent);
    }
    if is_name_of_shares(text) {
        return Some(Measure::Shares);
    }
    // `Loans sold, units`; those that are held are shares.
    let are_pieces = || text.ends_with(", units") && !HELD_UNITS.any(text);
    // `Earnings per share (cents)` are no dollars.
    let in_cents = || parentheses(text).any(|at| IN_CENTS.of(&text[at..]).next().is_some());
    (counts_in_aside(text) || are_pieces() || in_cents()).then_some(Measure::Pure)
}

/// Whether a phrase tells what a label measures, and not what the words around it name.
fn is_measure(text: &str, found: Found) -> bool {
    let phrase = UNITS.phrase(found);
    let before = &text[..found.at];
    let behind = || &text[found.at + phrase.len()..];
    match UNITS.meaning(found) {
        // `Notes due 2010 (9.39% effective rate)`, `Churn costs`
        Some(Measure::Percent) => {
            let in_percent = phrase.starts_with('%') || speaks_of(phrase, Notion::Percentage);
            let is_spent = || {
                behind()
                    .strip_prefix(' ')
                    .is_some_and(|next| !next.contains(' ') && names_cost(next))
            };
            !ends_in_number(before)
                && !ends_in_number(before.trim_end_matches([' ', '%']))
                && (in_percent || !is_spent())
        }
        // `Denominator - fixed charges`
        Some(Measure::Shares) if phrase == "denominator" => {
            text.contains("share") || !names_amount(text)
        }
        // `Net income available to common shares - pro forma`
        Some(Measure::Shares) if is_earned_for(before) => false,
        // `Weighted average number of rigs`
        Some(Measure::Shares) => {
            !is_counted_aside(text, found.at)
                && !behind().strip_prefix(" of ").is_some_and(are_pieces)
        }
        // `Past due 90 calendar days or more`
        Some(Measure::Pure) if phrase.ends_with("days") && ends_in_number(before) => false,
        // `Headcount related costs`, `Revenues from homes closed`, `Average price per Mmcf`
        Some(Measure::Pure) => {
            let of_one = || holds(before, "per") || names_price(text);
            let earned = || EARNED.any(before) || EARNED.any(behind());
            // `Incident rate reserve`
            let of_amount =
                || behind().rsplit(' ').next().is_some_and(|last| AMOUNT_NOUNS.has(last));
            phrase.starts_with('(') || !(names_cost(text) || earned() || of_amount() || of_one())
        }
        _ => true,
    }
}

/// Whether words name things, and none that may be parts in a company: `rigs`, `vessels`.
fn are_pieces(words: &str) -> bool {
    is_counted(words) || may_be_counted(words) && !speaks_of(words, Notion::Units)
}

/// Whether what stands before the name of shares is a result that they have a part in: `Net income
/// available to common`.
fn is_earned_for(before: &str) -> bool {
    ["to ", "to common ", "on ", "on common "].iter().any(|end| {
        before.strip_suffix(end).is_some_and(|result| EARNED.any(result) && !holds(result, "per"))
    })
}

/// Whether a text ends in the sign of a currency in parentheses, and what the money is for:
/// `Cash cost (US$)`, `Realized price ($/oz)`.
fn ends_in_currency(text: &str) -> bool {
    const SHARES: [&str; 2] = ["sh", "share"];
    let are_letters = |part: &str| part.bytes().all(|b| b.is_ascii_lowercase());
    let of_what = |rest: &str| {
        let each = rest.strip_prefix('/');
        rest.is_empty() || each.is_some_and(|e| are_letters(e) && !SHARES.contains(&e))
    };
    let inside = text.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let parts = inside.and_then(|(_, inside)| inside.split_once('$'));
    parts.is_some_and(|(country, rest)| are_letters(country) && of_what(rest))
}

/// Whether words stand in parentheses behind a number: `debt for equity (10.0 million shares
/// issued)`.
fn is_counted_aside(text: &str, at: usize) -> bool {
    let aside = text[..at].rsplit_once('(').map(|(_, inside)| inside);
    aside.is_some_and(|inside| {
        !inside.contains(')') && inside.contains(|c: char| c.is_ascii_digit())
    })
}
