//! A word by itself: whether it is a figure, part of one, or none.

use std::ops::Range;

use crate::figure;
use crate::knowledge;
use crate::period;

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

/// Start of the word that ends at `right`; of a word without blanks that ends in a figure, the
/// start of the figure: behind the dots that lead to it (`Sales...1,234`) or the parenthesis that
/// closes its label (`1995)1,496`), or with the sign that is glued to another figure
/// (`(13,394)$951`, `(13,394)(1,951)`, `7.50-$8.25`, `3/8-$26`; `$22-$33` is a label), or to the
/// label before it (`deposits$368,118`).
pub(super) fn word_start(bytes: &[u8], right: usize) -> usize {
    let mut figure = false;
    for at in (0..right).rev() {
        match bytes[at] {
            b' ' | b'|' => return at + 1,
            b'.' if figure && bytes[..at].ends_with(b"..") => return at + 1,
            b'$' if matches!(
                bytes[..at],
                [.., b')' | b'0'..=b'9']
                    | [.., b'/', b'0'..=b'9', b'-']
                    | [.., b'.' | b'/', b'0'..=b'9', b'0'..=b'9', b'-']
            ) =>
            {
                return at;
            }
            b'$' if is_glued_to_a_label(bytes, at, right) => return at,
            b'(' if bytes[..at].ends_with(b")") && opens_an_amount(&bytes[at + 1..right]) => {
                return at;
            }
            b')' if figure && closes_a_label(bytes, at, right) => return at + 1,
            b'0'..=b'9' | b'$' | b'(' => figure = true,
            _ => {}
        }
    }
    0
}

/// Whether behind a parenthesis that opens stands an amount in the thousands, one with a point,
/// with a dollar sign or a percentage, and closes it: no mark, nor several, `(1,2)`.
fn opens_an_amount(bytes: &[u8]) -> bool {
    let digits = bytes.strip_prefix(b"$").unwrap_or(bytes);
    let in_dollars = digits.len() < bytes.len();
    let end = digits.iter().position(|b| !matches!(b, b'0'..=b'9' | b',' | b'.'));
    end.filter(|&end| end > 0).is_some_and(|end| {
        let (amount, behind) = digits.split_at(end);
        let is_amount = || {
            in_dollars || amount.iter().any(|b| matches!(b, b',' | b'.')) && !lists_notes(amount)
        };
        behind.starts_with(b")") && is_amount() || behind.starts_with(b"%)")
    })
}

/// Whether an amount in the thousands with its sign at `at` is glued to a word in small letters,
/// which is that of no currency: `US$1,204`.
fn is_glued_to_a_label(bytes: &[u8], at: usize, end: usize) -> bool {
    let amount = &bytes[at + 1..end];
    matches!(bytes[..at], [.., b'a'..=b'z', b'a'..=b'z', b'a'..=b'z'])
        && amount.first().is_some_and(u8::is_ascii_digit)
        && amount.contains(&b',')
        && amount.iter().all(|b| matches!(b, b'0'..=b'9' | b',' | b'.'))
}

/// Whether an amount in the thousands is glued to the parenthesis at `at`.
fn closes_a_label(bytes: &[u8], at: usize, end: usize) -> bool {
    let amount = &bytes[at + 1..end];
    amount[0].is_ascii_digit()
        && amount.contains(&b',')
        && !amount.iter().any(|b| matches!(b, b'(' | b'-' | b'/'))
}

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

/// The ISO code of the currency whose sign a figure is printed with; none for a dollar sign alone,
/// which may be that of any dollar.
pub fn currency(print: &str) -> Option<&'static str> {
    let figure = print.trim_start_matches(['(', '-', '+', ' ']);
    let apart = figure.split_once(' ').map(|(letters, _)| letters.as_bytes());
    let in_letters = apart.and_then(knowledge::currency_in_letters);
    in_letters.or_else(|| sign_of(figure.as_bytes()).map(|(_, code)| code))
}

/// The sign of a currency that a word begins with, or the letters that stand for it.
fn sign_of(word: &[u8]) -> Option<(&'static str, &'static str)> {
    knowledge::currency_sign(word).or_else(|| knowledge::currency_letters(word))
}

/// A word as a number, if it is one.
fn number(word: &[u8]) -> Word {
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
fn in_quarters(whole: &[u8]) -> Word {
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
fn is_range_in_quarters(word: &[u8]) -> bool {
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
        (2..=4).contains(&cents)
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

/// A word without the footnote marks glued to its end: `5/8(a)`, `1/2(1)(2)`.
pub(super) fn without_note(word: &[u8]) -> &[u8] {
    if !matches!(word.last(), Some(b')' | b'}' | b']' | b'*' | b'/')) {
        return word;
    }
    let marks = |at: usize| {
        let mut end = at;
        while end < word.len() && note_mark(&word[end..]) > 0 {
            end += note_mark(&word[end..]);
        }
        end
    };
    let mark = (1..word.len()).find(|&at| marks(at) == word.len());
    &word[..mark.unwrap_or(word.len())]
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

/// Length of the footnote mark that `text` begins with: `(a)`, `(12)`, `{1}`, `[b]`, `*`; 0 for
/// none.
fn note_mark(text: &[u8]) -> usize {
    match text {
        // `77a/`
        [b'a'..=b'z' | b'A'..=b'H', b'/', ..] => 2,
        [b'*', ..] => text.iter().take_while(|&&b| b == b'*').count(),
        // `(d-f)`: all notes from one to another
        [b'(', from @ b'a'..=b'z', b'-', to @ b'a'..=b'z', b')', ..] if from < to => 5,
        [open @ (b'(' | b'{' | b'['), inner @ ..] => {
            let close = match open {
                b'(' => b')',
                b'{' => b'}',
                _ => b']',
            };
            let n = inner.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b',').count();
            let short = (1..=3).contains(&n) && !is_abbreviation(&inner[..n]);
            let short = short || lists_notes(&inner[..n]);
            if short && inner.get(n) == Some(&close) { n + 2 } else { 0 }
        }
        _ => 0,
    }
}

/// `ROA`, `FFO`: three capitals, and no number in Roman ones.
fn is_abbreviation(word: &[u8]) -> bool {
    word.len() == 3
        && word.iter().all(u8::is_ascii_uppercase)
        && !word.iter().all(|b| matches!(b, b'I' | b'V' | b'X'))
}

/// Whether single digits or letters are listed: `1,2`, `a,b,d`.
pub(super) fn lists_notes(word: &[u8]) -> bool {
    word.len() > 2
        && word.split(|&b| b == b',').all(|note| matches!(note, [n] if n.is_ascii_alphanumeric()))
}

fn not_available(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 8] = [b"N/M", b"N/A", b"NM", b"NA", b"N.M.", b"N.A.", b"NIL", b"NMF"];
    word.len() <= 4
        && WORDS.iter().any(|w| w.eq_ignore_ascii_case(word))
        && (word.len() > 2 || word != b"Na" && word != b"Nm")
}

/// Whether a figure's print is the mark of a note as well: `(1)`, `(12)`.
pub fn is_mark(word: &[u8]) -> bool {
    word.strip_prefix(b"(").and_then(|w| w.strip_suffix(b")")).is_some_and(is_note_number)
}

/// Whether a word may be the number of a note: `7`, `12`.
pub fn is_note_number(word: &[u8]) -> bool {
    (1..=2).contains(&word.len()) && word.iter().all(u8::is_ascii_digit)
}

/// Four digits that may be a year.
pub(super) fn is_year(word: Word) -> bool {
    matches!(word, Word::Number { year: true, .. })
}

/// A number, and no year.
pub(super) fn is_amount(word: Word) -> bool {
    matches!(word, Word::Number { year: false, .. })
}

/// Whether a byte parts words: a blank, or the `|` of drawn columns.
pub(super) fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'|'
}

/// The last word before `end`, whatever parts them; none at the begin of a line.
pub(super) fn last_word(bytes: &[u8], end: usize) -> Range<usize> {
    let end = skip_back(bytes, end);
    word_start(bytes, end)..end
}

/// Passes what parts words backwards from `end`.
pub(super) fn skip_back(bytes: &[u8], end: usize) -> usize {
    bytes[..end].iter().rposition(|b| !is_blank(*b)).map_or(0, |last| last + 1)
}
