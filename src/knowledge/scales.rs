//! What figures are printed in: scales and currencies.

use std::sync::LazyLock;

use crate::knowledge::phrases::{Found, Phrases, Words};
use crate::knowledge::{is_spelled_plain, phrase_list, plain, rows, word_list, words};
use crate::record::Currency;

/// Phrases and the scale they name; some name none, but hide a phrase that would.
static SCALES: LazyLock<Phrases<Option<u32>>> = LazyLock::new(|| {
    Phrases::new(
        rows(include_str!("scales.csv")).map(|[scale, phrase]| (phrase, scale.parse().ok())),
    )
});

/// What one printed unit stands for by a phrase such as `(in thousands)`: the phrase that comes
/// first in the text decides, of two that begin together the longer. Gives the scale and where the
/// phrase begins in the [`plain`] text.
pub fn scale_of(text: &str) -> Option<(u32, usize)> {
    let length = |found: Found| SCALES.phrase(found).len();
    let mut first: Option<Found> = None;
    for found in SCALES.find(text) {
        match first {
            Some(known) if found.at == known.at => {
                first = first.filter(|_| length(known) >= length(found)).or(Some(found));
            }
            Some(known) if SCALES.meaning(known).is_none() => {
                first = first.filter(|_| found.at < known.at + length(known)).or(Some(found));
            }
            Some(_) => break,
            None => first = Some(found),
        }
    }
    let found = first?;
    let scale = (*SCALES.meaning(found))?;
    if is_spelled_plain(text.as_bytes()) {
        return Some((scale, found.at));
    }
    let before = plain(&text[..found.at]);
    let parted = !before.is_empty() && text[..found.at].ends_with(char::is_whitespace);
    Some((scale, before.len() + usize::from(parted)))
}

static OF_UNIT_REMARKS: LazyLock<Words> = LazyLock::new(|| word_list("of_unit_remark"));

/// Whether a text is a remark on what figures are printed in and nothing else: `Dollars in
/// millions, except per share data`.
pub fn is_remark_on_units(text: &str) -> bool {
    let is_other = |word: &&str| !OF_UNIT_REMARKS.has(word);
    let other = words_of(text).find(is_other);
    // Most texts have another word, and need no closer look.
    if other.is_some_and(|word| !begins_exception(word)) {
        return false;
    }
    scale_of(without_exception(&plain(text))).is_some()
}

/// The words of a text, without digits and signs.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

/// What begins an exception, whatever it is glued to.
static EXCEPT: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("except"));

/// Where a remark on units begins to take something out.
pub fn exception_at(remark: &str) -> Option<usize> {
    let stands = |word: &str, at: usize| {
        let part = remark.as_bytes()[at..].get(..word.len());
        part.is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    EXCEPT.iter().find_map(|word| {
        let first = word.as_bytes()[0];
        memchr::memchr2_iter(first, first.to_ascii_uppercase(), remark.as_bytes())
            .find(|&at| stands(word, at))
    })
}

/// Whether what begins an exception stands in a word, by itself or glued to it.
pub fn begins_exception(word: &str) -> bool {
    exception_at(word).is_some()
}

/// A remark on units up to what it takes out.
pub fn without_exception(remark: &str) -> &str {
    &remark[..exception_at(remark).unwrap_or(remark.len())]
}

/// The currencies that are written with a dollar sign.
static DOLLARS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("dollar"));

/// Whether amounts in a currency may bear a dollar sign.
pub fn has_dollar_sign(currency: Currency) -> bool {
    DOLLARS.iter().any(|code| code.eq_ignore_ascii_case(currency.code()))
}

static CURRENCIES: LazyLock<Phrases<Currency>> = LazyLock::new(|| {
    Phrases::new(
        rows(include_str!("currencies.csv"))
            .filter_map(|[code, phrase]| Some((phrase, Currency::new(code)?))),
    )
});

/// The currency that a text names first.
pub fn currency_of(text: &str) -> Option<Currency> {
    CURRENCIES.find(text).next().map(|found| *CURRENCIES.meaning(found))
}

static MONEY: LazyLock<Phrases> = LazyLock::new(|| phrase_list("money"));

/// Whether a text says that figures are amounts of money: `(dollars in millions)`.
pub fn speaks_of_money(text: &str) -> bool {
    MONEY.any(text) || currency_of(text).is_some()
}

/// Signs of currencies and the ISO codes of these, by the byte that they begin with.
type SignsByStart = [Vec<(&'static str, &'static str)>; 1 << 8];

static CURRENCY_SIGNS: LazyLock<SignsByStart> = LazyLock::new(|| {
    let mut by_start: SignsByStart = std::array::from_fn(|_| Vec::new());
    for [code, sign] in rows(include_str!("currency_signs.csv")) {
        by_start[usize::from(sign.as_bytes()[0])].push((sign, code));
    }
    by_start
});

/// The sign of a currency that a word begins with, and the currency's ISO code. A dollar sign alone
/// may be that of any dollar.
pub fn currency_sign(word: &[u8]) -> Option<(&'static str, &'static str)> {
    let mut known = CURRENCY_SIGNS[usize::from(*word.first()?)].iter();
    known.find(|(sign, _)| word.starts_with(sign.as_bytes())).copied()
}

/// Letters that stand for the sign of a currency, and its ISO code.
static CURRENCY_LETTERS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    rows(include_str!("currency_letters.csv")).map(|[code, letters]| (letters, code)).collect()
});

/// The ISO code of the currency for whose sign letters stand, written just so: `DM`, `E`.
pub fn currency_in_letters(word: &[u8]) -> Option<&'static str> {
    let mut known = CURRENCY_LETTERS.iter();
    known.find(|(letters, _)| letters.as_bytes() == word).map(|(_, code)| *code)
}

/// Such letters right before the amount, and the ISO code: `Y14,334`, `DM1.05`. An amount has
/// thousands or cents.
pub fn currency_letters(word: &[u8]) -> Option<(&'static str, &'static str)> {
    // Few words are like that.
    if !matches!(word, [b'A'..=b'Z', .., b'0'..=b'9' | b')' | b'*']) {
        return None;
    }
    let digit = word.iter().position(u8::is_ascii_digit)?;
    let letters = word[..digit].trim_ascii_end();
    let number = &word[digit..];
    let has_cents = || {
        let cents = number.iter().position(|&b| b == b'.').map(|at| &number[at + 1..]);
        cents.is_some_and(|c| {
            matches!(c, [b'0'..=b'9', b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9', b')'])
        })
    };
    let mut known = CURRENCY_LETTERS.iter();
    let is_amount = number.contains(&b',') || has_cents();
    known.find(|(known, _)| is_amount && known.as_bytes() == letters).copied()
}

/// Whether words end in an amount, printed with its sign or its cents.
pub(super) fn ends_in_amount(words: &str) -> bool {
    let last = words.trim_end().rsplit(' ').next().unwrap_or_default();
    last.contains(['$', '.']) && last.ends_with(|c: char| c.is_ascii_digit())
}
