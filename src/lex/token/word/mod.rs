//! A word by itself: whether it is a figure, part of one, or neither.
//!
//! - `start`: where it begins; `number`: what a word of digits is; `marks`: marks of notes

mod marks;
mod number;
mod start;

use std::ops::Range;

use self::marks::note_mark;
pub use self::marks::{is_mark, is_note_number};
pub(super) use self::marks::{lists_notes, without_note};
pub use self::number::currency;
use self::number::{in_quarters, is_range_in_quarters, number, sign_of};
pub(super) use self::start::{is_blank, last_word, skip_back, word_start};
use crate::figure;

/// What a word is by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Number {
        edge: usize,
        end: usize,
        year: bool,
    },
    Fraction {
        end: usize,
        /// It begins with a currency sign, sign or parenthesis: no number goes before it.
        signed: bool,
    },
    /// A currency sign, plus sign or opening parenthesis that belongs to the figure behind it.
    Prefix,
    /// A closing parenthesis or percent sign that belongs to the figure before it.
    Suffix {
        end: usize,
    },
    /// Digits cut off by a blank: `4,180 ,000`, `(13 ,679)`, `537 ,543(a)`.
    Tail {
        edge: usize,
        end: usize,
    },
    Dash {
        end: usize,
    },
    /// Two prices with a dash between them, `0.31-39.79`, cents, `13.67c`, `45.8 cents`, about so
    /// much, `~200`, or a time of day, `9:51`.
    Unvalued,
    /// The fraction of a price at the low end of a range: `3/8-` of `$36 3/8-$26 1/8`.
    OpenFraction,
    /// The middle of a range of prices: `3/8-26` of `36 3/8-26 1/8`.
    Joint,
    /// `to` between two numbers.
    To,
    NotAvailable,
    NoteMark,
    Leader,
    Text,
}

/// Words and where they stand.
pub(super) type Words = [(Range<usize>, Word)];

pub(super) fn classify(word: &[u8]) -> Word {
    if let [whole @ .., b'\x01'..=b'\x03'] = word {
        return in_quarters(whole);
    }
    if is_range_in_quarters(word) {
        return Word::Unvalued;
    }
    if let [b'0'..=b'9', ..] | [b'$' | b'(', b'0'..=b'9', ..] = word {
        // `(1)` as well: it may be a loss.
        return misread_or(word, number(word));
    }
    // `$N/A`
    if word.strip_prefix(b"$").is_some_and(not_available) {
        return Word::NotAvailable;
    }
    if word[0].is_ascii_alphabetic() {
        return in_letters(word);
    }
    in_signs(word).or_else(|| behind_sign(word)).unwrap_or_else(|| misread_or(word, number(word)))
}

/// A word that is no figure as it is printed, but is one where letters stand for digits.
fn misread_or(word: &[u8], printed: Word) -> Word {
    if printed == Word::Text && figure::is_misread(word) { misread(word) } else { printed }
}

/// A number in some of whose digits letters stand.
pub(super) fn misread(word: &[u8]) -> Word {
    let last = word.iter().rposition(u8::is_ascii_alphanumeric);
    Word::Number { edge: last.map_or(word.len(), |last| last + 1), end: word.len(), year: false }
}

/// A word that begins with a letter.
fn in_letters(word: &[u8]) -> Word {
    match word {
        [b'a'..=b'z' | b'A'..=b'H', b'/'] => Word::NoteMark,
        _ if sign_of(word).is_some() => number(word),
        // `N/A(1)` as well
        _ if not_available(without_note(word)) => Word::NotAvailable,
        _ => misread_or(word, Word::Text),
    }
}

/// A word of signs alone.
fn in_signs(word: &[u8]) -> Option<Word> {
    let all = |f: fn(u8) -> bool| word.iter().all(|&b| f(b));
    let goes_with_amount = |b| matches!(b, b'-' | b'$' | b'(' | b')' | b'%');
    let end = word.len();
    let found = match word {
        _ if end > 4 && all(|b| b == b'-') => Word::Text,
        // A dash that did not survive its way to ASCII.
        b"_" => Word::Dash { end },
        _ if all(|b| b == b'.') => Word::Leader,
        b")" | b"%" | b")%" | b"%)" => Word::Suffix { end },
        // `+ 6.6%`
        b"$" | b"(" | b"$(" | b"($" | b"+" => Word::Prefix,
        _ if all(goes_with_amount) && word.contains(&b'-') => Word::Dash { end },
        _ if all(goes_with_amount) => Word::Text,
        b"*" | b"++" => Word::NotAvailable,
        _ => return None,
    };
    Some(found)
}

/// A word that begins with a sign and is none of a number: a mark, or nothing with one.
fn behind_sign(word: &[u8]) -> Option<Word> {
    let bare = without_note(word);
    let end = bare.len();
    match word {
        // `*(2)`
        [b'*', b'(' | b'[' | b'{', ..] if end == 1 => return Some(Word::NotAvailable),
        // `-a`, nil with a note
        [b'-', b'a'..=b'h'] => return Some(Word::Dash { end: 1 }),
        _ if note_mark(word) == word.len() => return Some(Word::NoteMark),
        _ => {}
    }
    // `--(A)`, `$--(1)`, `43.9 %(a)`
    if is_nil(bare) && word[end..].iter().filter(|b| b.is_ascii_digit()).count() < 2 {
        return Some(Word::Dash { end });
    }
    // `(67,749 )(a)`
    if matches!(bare, b"%" | b")" | b")%") {
        return Some(Word::Suffix { end });
    }
    let open = bare.strip_suffix(b")").unwrap_or(bare);
    is_cut_off(open).then_some(Word::Tail { edge: open.len(), end })
}

/// Whether digits are those of a number behind its first comma: `,000`, `,679.50`.
fn is_cut_off(digits: &[u8]) -> bool {
    let [b',', digits @ ..] = digits else { return false };
    let (thousands, fraction) = digits.split_at(digits.len().min(3));
    thousands.len() == 3
        && thousands.iter().all(u8::is_ascii_digit)
        && matches!(fraction, [] | [b'.', b'0'..=b'9', ..])
        && fraction.iter().skip(1).all(u8::is_ascii_digit)
}

/// Whether a word is a dash or up to four, with the sign of what they are nothing of: `$--`, `-%`.
fn is_nil(word: &[u8]) -> bool {
    let dashes = word.strip_prefix(b"$").unwrap_or(word);
    let dashes = dashes.strip_suffix(b"%").unwrap_or(dashes);
    (1..=4).contains(&dashes.len()) && dashes.iter().all(|b| *b == b'-')
}

fn not_available(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 8] = [b"N/M", b"N/A", b"NM", b"NA", b"N.M.", b"N.A.", b"NIL", b"NMF"];
    word.len() <= 4
        && WORDS.iter().any(|w| w.eq_ignore_ascii_case(word))
        && (word.len() > 2 || word != b"Na" && word != b"Nm")
}

/// Four digits that may be a year.
pub(super) fn is_year(word: Word) -> bool {
    matches!(word, Word::Number { year: true, .. })
}

/// A number, and no year.
pub(super) fn is_amount(word: Word) -> bool {
    matches!(word, Word::Number { year: false, .. })
}
