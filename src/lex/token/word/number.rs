//! A word that begins like a number: whether it is one, and where its digits and its print end.

use super::Word;
use super::marks::{note_mark, without_note};
use crate::knowledge;
use crate::period;

/// The ISO code of the currency whose sign a figure is printed with; none for a dollar sign alone,
/// which may be that of any dollar.
pub fn currency(print: &str) -> Option<&'static str> {
    let figure = print.trim_start_matches(['(', '-', '+', ' ']);
    let apart = figure.split_once(' ').map(|(letters, _)| letters.as_bytes());
    let in_letters = apart.and_then(knowledge::currency_in_letters);
    in_letters.or_else(|| sign_of(figure.as_bytes()).map(|(_, code)| code))
}

/// The sign of a currency that a word begins with, or the letters that stand for it.
pub(super) fn sign_of(word: &[u8]) -> Option<(&'static str, &'static str)> {
    knowledge::currency_sign(word).or_else(|| knowledge::currency_letters(word))
}

/// A word as a number, if it is one.
pub(super) fn number(word: &[u8]) -> Word {
    let (head, has_currency) = signs(word);
    if has_currency && head == word.len() {
        return if is_about(word) { Word::Text } else { Word::Prefix };
    }
    let counts = |b: &u8| matches!(b, b'0'..=b'9' | b',' | b'.');
    let body = word[head..].iter().position(|b| !counts(b)).unwrap_or(word.len() - head);
    let mut edge = head + body;
    let digits = &word[head..edge];
    // `$000`, `$000,000` are scales.
    if !digits.iter().any(u8::is_ascii_digit) || digits.split(|b| *b == b',').all(|g| g == b"000") {
        return Word::Text;
    }
    let whole = digits.iter().all(u8::is_ascii_digit);
    match word.get(edge) {
        Some(b'/') if whole => return fraction(word, head, edge),
        Some(b'/') => return Word::Text,
        // `<1.5:1` is less than that.
        Some(b':') => {
            let ratio = ratio(word, edge);
            let has_value = matches!(ratio, Word::Number { .. });
            return if has_value && word[..head].contains(&b'<') { Word::Unvalued } else { ratio };
        }
        Some(b'-') if whole => edge += hyphened_fraction(&word[edge..]),
        Some(b'c' | b'p') if digits.contains(&b'.') && matches!(&word[edge + 1..], b"" | b")") => {
            return Word::Unvalued;
        }
        _ => {}
    }
    let is_day = || is_day_and_year(digits) || body == word.len() && is_dotted_day(digits);
    if !digits[body - 1].is_ascii_digit() || digits[0] == b',' || is_day() {
        return Word::Text;
    }
    whole_number(word, head, digits, edge)
}

/// A number whose digits end at `edge`, with the signs that close it and the marks of its notes.
fn whole_number(word: &[u8], head: usize, digits: &[u8], edge: usize) -> Word {
    let closes = |b: &&u8| matches!(b, b')' | b'%' | b'x' | b'X' | b'>' | b'-');
    let end = edge + word[edge..].iter().take_while(closes).count();
    // `13.54(cents)`
    if is_range(word, head) || word[end..].eq_ignore_ascii_case(b"(cents)") {
        return Word::Unvalued;
    }
    if let Some(lettered) = with_letter(word, digits, edge, end) {
        return lettered;
    }
    if !are_marks(&word[end..]) {
        return Word::Text;
    }
    // `<1%` is less than that, whatever it is, `~200` about that; `<1,234>` is negative.
    let is_negative = word[edge..end].contains(&b'>') && !word[..head].contains(&b'~');
    if is_about(&word[..head]) && !is_negative {
        return Word::Unvalued;
    }
    let year = matches!(digits, [b'1', b'9', ..] | [b'2', b'0', ..])
        && digits.len() == 4
        && digits.iter().all(u8::is_ascii_digit)
        && end == digits.len();
    Word::Number { edge, end, year }
}

/// How many bytes of signs a word begins with, and whether a currency's name is among them.
fn signs(word: &[u8]) -> (usize, bool) {
    let is_sign = |b: &u8| matches!(b, b'$' | b'(' | b'-' | b'+' | b'<' | b'~');
    let signs = |word: &[u8]| word.iter().position(|b| !is_sign(b)).unwrap_or(word.len());
    let head = signs(word);
    match sign_of(&word[head..]) {
        Some((sign, _)) => {
            let behind = head + sign.len();
            (behind + signs(&word[behind..]), true)
        }
        None => (head, false),
    }
}

/// Whether signs make a number less than, or about, what it says.
fn is_about(signs: &[u8]) -> bool {
    signs.iter().any(|b| matches!(b, b'<' | b'~'))
}

/// A number with the letter of a note behind it: `(184.1)c`, `4.8%e`, `10.5a`. Other letters may
/// say in what it is, `28.4b`.
fn with_letter(word: &[u8], digits: &[u8], edge: usize, end: usize) -> Option<Word> {
    // What stands in parentheses that are not closed yet is no mark behind them.
    let closed = !word[..end].contains(&b'(') || word[..end].contains(&b')');
    let number = |end| Some(Word::Number { edge, end, year: false });
    match word[end..] {
        // `(3,263a)`
        [b'a' | b'd'..=b'h', b')'] if !closed && end == edge && digits.contains(&b',') => {
            number(word.len())
        }
        _ if !closed => None,
        [b'a'..=b'h'] if end > edge => number(end),
        [b'a' | b'd'..=b'h'] if digits.iter().any(|b| matches!(b, b',' | b'.')) => number(end),
        [b'b'] if digits.contains(&b'.') => Some(Word::Unvalued),
        _ => None,
    }
}

/// Whether all that stands behind a number is marks of notes, and perhaps what it counts.
fn are_marks(mut behind: &[u8]) -> bool {
    let is_unit = |rest: &[u8]| str::from_utf8(rest).is_ok_and(knowledge::is_unit_of_figures);
    while !behind.is_empty() && !is_unit(behind) {
        match note_mark(behind) {
            0 => return false,
            length => behind = &behind[length..],
        }
    }
    true
}

/// A word that ends in a sign for quarters, by what stands before it: `14` of a price.
pub(super) fn in_quarters(whole: &[u8]) -> Word {
    const LARGEST: usize = 3;
    let digits = whole.strip_prefix(b"$").unwrap_or(whole);
    let end = whole.len() + 1;
    match digits {
        [] if whole.is_empty() => Word::Fraction { end, signed: false },
        [_, ..] if digits.len() <= LARGEST && digits.iter().all(u8::is_ascii_digit) => {
            Word::Number { edge: end, end, year: false }
        }
        _ => Word::Text,
    }
}

/// `17½-13`
pub(super) fn is_range_in_quarters(word: &[u8]) -> bool {
    let Some(sign) = word.iter().position(|b| matches!(b, b'\x01'..=b'\x03')) else {
        return false;
    };
    let [b'-', high @ ..] = &word[sign + 1..] else { return false };
    matches!(in_quarters(&word[..sign]), Word::Number { .. })
        && !high.is_empty()
        && high.iter().all(u8::is_ascii_digit)
}

/// A word as a common fraction, whose numerator ends at `slash`: `3/8`, `3/8-` or `3/8-26`.
fn fraction(word: &[u8], head: usize, slash: usize) -> Word {
    let figure = without_note(word);
    let tail = figure.get(slash + 1..).unwrap_or_default();
    let digits = tail.iter().take_while(|b| b.is_ascii_digit()).count();
    if !is_denominator(&tail[..digits]) {
        return Word::Text;
    }
    match &tail[digits..] {
        b"" | b")" => Word::Fraction { end: figure.len(), signed: head > 0 },
        b"-" => Word::OpenFraction,
        [b'-', high @ ..] if high.iter().all(u8::is_ascii_digit) => Word::Joint,
        _ => Word::Text,
    }
}

fn is_denominator(digits: &[u8]) -> bool {
    matches!(digits, b"2" | b"4" | b"8" | b"16" | b"32" | b"64")
}

/// Length of the hyphen and the common fraction that `text` begins with, `-1/2`; 0 for none.
fn hyphened_fraction(text: &[u8]) -> usize {
    let count = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let slash = 1 + count(&text[1..]);
    if !(2..=3).contains(&slash) || text.get(slash) != Some(&b'/') {
        return 0;
    }
    let end = slash + 1 + count(&text[slash + 1..]);
    if is_denominator(&text[slash + 1..end]) { end } else { 0 }
}

/// A word with a colon behind its first number: the ratio `2.1:1` or the time `9:51`.
fn ratio(word: &[u8], colon: usize) -> Word {
    match word[colon + 1..] {
        [b'1'] => Word::Number { edge: word.len(), end: word.len(), year: false },
        [b'0'..=b'5', b'0'..=b'9']
            if colon <= 2 && word[..colon].iter().all(u8::is_ascii_digit) =>
        {
            Word::Unvalued
        }
        _ => Word::Text,
    }
}

/// Whether a word, behind its sign, is two prices or percentages with a dash between them.
fn is_range(word: &[u8], head: usize) -> bool {
    let price = |part: &[u8]| {
        let cents = part.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let dollars = part.strip_prefix(b"$").unwrap_or(part);
        (1..=4).contains(&cents)
            && dollars.get(dollars.len().wrapping_sub(cents + 1)) == Some(&b'.')
            && dollars[..dollars.len() - cents - 1].iter().all(u8::is_ascii_digit)
    };
    // `$1,090-1,110`, `20,000-22,000`; `$22-$33` is a label.
    let thousands = |part: &[u8]| {
        let digits = part.strip_prefix(b"$").unwrap_or(part);
        digits.contains(&b',') && digits.iter().all(|b| matches!(b, b'0'..=b'9' | b','))
    };
    // `4%-11%`, `6-8%`
    let points = |part: &[u8]| {
        part.first().is_some_and(u8::is_ascii_digit)
            && part.iter().all(|b| matches!(b, b'0'..=b'9' | b'.'))
    };
    let percents = |low: &[u8], high: &[u8]| {
        high.strip_suffix(b"%").is_some_and(points) && points(low.strip_suffix(b"%").unwrap_or(low))
    };
    let dash = word[head..].iter().position(|&b| b == b'-').map(|at| head + at);
    dash.is_some_and(|at| {
        let (low, high) = (&word[head..at], &word[at + 1..]);
        price(low) && price(high) || thousands(low) && thousands(high) || percents(low, high)
    })
}

/// `30,1996` behind the name of a month.
fn is_day_and_year(digits: &[u8]) -> bool {
    let Some(comma) = digits.iter().position(|&b| b == b',') else { return false };
    let (day, year) = (&digits[..comma], &digits[comma + 1..]);
    comma <= 2
        && year.len() == 4
        && matches!(&year[..2], b"19" | b"20")
        && day.iter().chain(year).all(u8::is_ascii_digit)
}

/// `31.03.02`, `31.12.1999`: a day as it is printed on the Continent.
fn is_dotted_day(digits: &[u8]) -> bool {
    digits.contains(&b'.')
        && str::from_utf8(digits).is_ok_and(|print| period::day_in_digits(print).is_some())
}
