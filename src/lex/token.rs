//! The figures at the end of a line.
//!
//! A row of a table is a label followed by nothing but figures. [`scan`] walks a line from its
//! right end and collects the figures up to the first word that is none.

use std::ops::Range;

use crate::knowledge;

/// A printed figure and where it stands. All positions are display columns, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where the print begins, currency sign included.
    pub start: usize,
    /// Where the digits begin, a sign or parenthesis included.
    pub body: usize,
    /// Behind the last digit: the edge on which columns align.
    pub edge: usize,
    /// Behind the print, a closing parenthesis or percent sign included.
    pub end: usize,
    /// What it is.
    pub kind: TokenKind,
}

/// What a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Digits.
    Number,
    /// Four digits that may be a year.
    Year,
    /// A dash for nil.
    Dash,
    /// `N/M`, `N/A`, `*`: a place without a number.
    NotAvailable,
    /// Digits that are no number by themselves: a range of two, `13.67c`, a time of day.
    Unvalued,
}

impl Token {
    /// The columns of the print.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether there are digits.
    pub fn has_digits(&self) -> bool {
        matches!(self.kind, TokenKind::Number | TokenKind::Year)
    }
}

/// What a word is by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
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
    /// A currency sign or opening parenthesis that belongs to the figure behind it.
    Prefix,
    /// A closing parenthesis or percent sign that belongs to the figure before it.
    Suffix {
        end: usize,
    },
    /// Digits cut off by a blank: `4,180 ,000`, `(13 ,679)`.
    Tail {
        edge: usize,
        end: usize,
    },
    Dash {
        end: usize,
    },
    /// Two prices with a dash between them, `0.31-39.79`, cents, `13.67c`, or a time of day, `9:51`.
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
type Words = [(Range<usize>, Word)];

/// Reads the figures at the end of `line` into `out`, from left to right, and gives back where
/// the label before them ends. No figures: the label is the whole line.
pub fn scan(line: &str, out: &mut Vec<Token>) -> usize {
    scan_with(line, out, true)
}

/// Like [`scan`], but a single blank may part the first figure from the label: for rows whose
/// columns are known.
pub fn scan_close(line: &str, out: &mut Vec<Token>) -> usize {
    scan_with(line, out, false)
}

fn scan_with(line: &str, out: &mut Vec<Token>, apart: bool) -> usize {
    out.clear();
    let bytes = line.as_bytes();
    let Some(&last) = bytes.last() else { return 0 };
    let in_unit = ends_in_a_unit(line);
    if !may_end_a_figure(last) && !in_unit && !bytes.ends_with(NONE) {
        return bytes.len();
    }
    let mut words: Vec<(Range<usize>, Word)> = Vec::new();
    let mut cut = None;
    let mut right = skip_back(bytes, bytes.len());
    // Leaders end the figures, whether they are glued to the last word of the label or not.
    while right > 0 && !bytes[..right].ends_with(b"..") {
        let left = word_start(bytes, right);
        let mut word = classify(&bytes[left..right]);
        if word == Word::Text && words.is_empty() && is_none(bytes, left..right) {
            word = Word::NotAvailable;
        }
        if word == Word::Text && (!words.is_empty() || in_unit || last == b'.') {
            word = among_figures(line, left..right, &words);
        }
        if word == Word::OpenFraction && !goes_on(right, &words) {
            // The prices of a range that ends on the line below.
            return bytes.len();
        }
        if matches!(word, Word::Text | Word::Leader) {
            break;
        }
        if words.is_empty() {
            words = Vec::with_capacity(USUAL_WORDS);
        }
        words.push((left..right, word));
        let before = skip_back(bytes, left);
        // `Sept. 30` has an abbreviation, `Tacoma, Washington. (1)` a full stop: no leaders.
        let leaders = before > 0
            && bytes[before - 1] == b'.'
            && !((right - left <= 2 || is_mark(&bytes[left..right]))
                && before > 1
                && bytes[before - 2].is_ascii_alphabetic());
        if !apart || before == 0 || left - before >= 2 || leaders {
            cut = Some(words.len());
        }
        right = before;
    }
    let Some(cut) = cut else { return bytes.len() };
    words.truncate(cut);
    words.reverse();
    join(bytes, &words, out);
    if out.is_empty() {
        return bytes.len();
    }
    words[0].0.start
}

/// What some tables print for nil.
const NONE: &[u8] = b"None";

/// Whether a word says that there is nothing in the column behind that of a number: `.10    None`.
fn is_none(bytes: &[u8], word: Range<usize>) -> bool {
    if bytes[word.clone()] != *NONE {
        return false;
    }
    let before = skip_back(bytes, word.start);
    let number = word_start(bytes, before)..before;
    let apart = skip_back(bytes, number.start);
    word.start - before >= 2
        && apart > 0
        && number.start - apart >= 2
        && matches!(classify(&bytes[number]), Word::Number { year: false, .. })
}

/// What a word is that is no figure, but may stand among them: the unit of the number before it
/// (`8.2 Years`, `2.1 pts.`), or what parts the ends of a range (`$ 4.00 to $ 10.00`). `behind` is
/// what stands behind it, from right to left.
fn among_figures(line: &str, word: Range<usize>, behind: &Words) -> Word {
    let is_unit = knowledge::is_unit_of_figures(&line[word.clone()]);
    if behind.is_empty() && !is_unit {
        return Word::Text;
    }
    let bytes = line.as_bytes();
    let before = skip_back(bytes, word.start);
    if before == 0 || word.start - before != 1 {
        return price_before_fraction(bytes, word, behind);
    }
    let number = word_start(bytes, before)..before;
    let kind = classify(&bytes[number.clone()]);
    if !matches!(kind, Word::Number { .. } | Word::Fraction { .. }) {
        return price_before_fraction(bytes, word, behind);
    }
    match &line[word.clone()] {
        "to" => {
            let priced = |at: &Range<usize>| {
                bytes[at.clone()].iter().any(|b| matches!(b, b'.' | b'$' | b'%' | b'/'))
            };
            let is_range = |(high, kind): &(Range<usize>, Word)| {
                matches!(kind, Word::Number { .. } | Word::Prefix)
                    && high.start - word.end == 1
                    && (priced(&number) || priced(high))
            };
            if behind.last().is_some_and(is_range) { Word::To } else { Word::Text }
        }
        "Years" | "years" | "Yrs" | "yrs" | "yrs." => {
            let apart = skip_back(bytes, number.start);
            let amount = |(_, word): &(_, Word)| matches!(word, Word::Number { year: false, .. });
            let in_column = apart > 0 && number.start - apart >= 2;
            if in_column && behind.iter().any(amount) { Word::NoteMark } else { Word::Text }
        }
        _ if is_unit => Word::NoteMark,
        _ => price_before_fraction(bytes, word, behind),
    }
}

/// `$34-$22`, a label by itself, is a range of prices before the fraction of the second: `$34-$22 1/2`.
fn price_before_fraction(bytes: &[u8], word: Range<usize>, behind: &Words) -> Word {
    let dollars = |part: &[u8]| {
        part.strip_prefix(b"$").is_some_and(|n| !n.is_empty() && n.iter().all(u8::is_ascii_digit))
    };
    let is_fraction = |(part, kind): &(Range<usize>, Word)| {
        matches!(kind, Word::Fraction { signed: false, .. }) && part.start - word.end == 1
    };
    let mut parts = bytes[word.clone()].splitn(2, |&b| b == b'-');
    let priced = behind.last().is_some_and(is_fraction)
        && parts.next().is_some_and(dollars)
        && parts.next().is_some_and(dollars);
    if priced { Word::Unvalued } else { Word::Text }
}

/// Whether the higher price of a range stands right behind `end`.
fn goes_on(end: usize, behind: &Words) -> bool {
    behind.last().is_some_and(|(high, kind)| {
        matches!(kind, Word::Number { .. } | Word::Prefix) && high.start - end <= 1
    })
}

/// Whether a figure's print is the mark of a note as well: `(1)`, `(12)`.
pub fn is_mark(word: &[u8]) -> bool {
    word.strip_prefix(b"(").and_then(|w| w.strip_suffix(b")")).is_some_and(is_note_number)
}

/// Whether a word may be the number of a note: `7`, `12`.
pub fn is_note_number(word: &[u8]) -> bool {
    (1..=2).contains(&word.len()) && word.iter().all(u8::is_ascii_digit)
}

/// Whether no figure stands at the end of a label: [`scan_close`] would find none there.
pub fn ends_in_a_word(line: &str, label_end: usize) -> bool {
    let bytes = line.as_bytes();
    let right = skip_back(bytes, label_end.min(bytes.len()));
    let last = || classify(&bytes[word_start(bytes, right)..right]);
    right == 0 || matches!(last(), Word::Text | Word::OpenFraction | Word::Leader)
}

/// Reads the figures at the start of a line, before a label that two blanks part from them; gives
/// back where they end. For tables that print columns on both sides of their labels.
pub fn scan_front(line: &str, label_end: usize, out: &mut Vec<Token>) -> usize {
    out.clear();
    let bytes = &line.as_bytes()[..label_end.min(line.len())];
    let mut words: Vec<(Range<usize>, Word)> = Vec::new();
    let mut at = 0;
    loop {
        while at < bytes.len() && is_blank(bytes[at]) {
            at += 1;
        }
        if at >= bytes.len() {
            return 0;
        }
        let start = at;
        while at < bytes.len() && !is_blank(bytes[at]) {
            at += 1;
        }
        let word = classify(&bytes[start..at]);
        if matches!(word, Word::Text | Word::OpenFraction | Word::Leader | Word::NoteMark) {
            // Figures one blank before the label are its words: `$2.50 Preferred Dividend`.
            let mut label = start;
            while let Some((last, _)) = words.last().filter(|(last, _)| label - last.end < 2) {
                label = last.start;
                words.pop();
            }
            break;
        }
        words.push((start..at, word));
    }
    join(bytes, &words, out);
    words.last().map_or(0, |(last, _)| last.end)
}

/// Room for the words of most rows.
const USUAL_WORDS: usize = 16;

fn may_end_a_figure(b: u8) -> bool {
    matches!(
        b,
        b'0'..=b'9'
            | b')'
            | b'%'
            | b'-'
            | b'*'
            | b'}'
            | b']'
            | b'>'
            | b'|'
            | b'x'
            | b'X'
            | b'$'
            | b'.'
            | b'/'
    ) || matches!(b.to_ascii_lowercase(), b'm' | b'a' | b'l')
}

/// Whether a line ends in a number and its unit: `2.1 pts`, `(1.1)pts`, `13.67c`.
fn ends_in_a_unit(line: &str) -> bool {
    match line.as_bytes() {
        [.., b'0'..=b'9' | b')', b'c' | b'p'] => true,
        bytes @ [.., b's' | b'p' | b't'] => {
            let number = bytes.iter().rposition(|b| !b.is_ascii_lowercase()).map_or(0, |n| n + 1);
            matches!(bytes[..number].trim_ascii_end(), [.., b'0'..=b'9' | b')'])
                && knowledge::is_unit_of_figures(&line[number..])
        }
        _ => false,
    }
}

fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'|'
}

/// Passes blanks and the `|` of drawn columns backwards from `end`.
fn skip_back(bytes: &[u8], end: usize) -> usize {
    bytes[..end].iter().rposition(|b| !is_blank(*b)).map_or(0, |last| last + 1)
}

/// Start of the word that ends at `right`; of a word without blanks that ends in a figure, the start
/// of the figure: behind the dots that lead to it (`Sales...1,234`) or the parenthesis that closes its
/// label (`1995)1,496`), or with the sign that is glued to another figure (`(13,394)$951`,
/// `(13,394)(1,951)`, `7.50-$8.25`, `3/8-$26`; `$22-$33` is a label).
fn word_start(bytes: &[u8], right: usize) -> usize {
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

/// Whether an amount in the thousands stands behind a parenthesis that opens, and closes it: no mark.
fn opens_an_amount(bytes: &[u8]) -> bool {
    let end = bytes.iter().position(|b| !matches!(b, b'0'..=b'9' | b',' | b'.'));
    end.is_some_and(|end| bytes[end] == b')' && bytes[..end].contains(&b','))
}

/// Whether an amount in the thousands is glued to the parenthesis at `at`.
fn closes_a_label(bytes: &[u8], at: usize, end: usize) -> bool {
    let amount = &bytes[at + 1..end];
    amount[0].is_ascii_digit()
        && amount.contains(&b',')
        && !amount.iter().any(|b| matches!(b, b'(' | b'-' | b'/'))
}

fn classify(word: &[u8]) -> Word {
    if let [b'0'..=b'9', ..] | [b'$' | b'(', b'0'..=b'9', ..] = word {
        return number(word);
    }
    if word[0].is_ascii_alphabetic() {
        return match word {
            [b'a'..=b'z', b'/'] => Word::NoteMark,
            _ if knowledge::currency_sign(word).is_some() => number(word),
            _ if not_available(word) => Word::NotAvailable,
            _ => Word::Text,
        };
    }
    let all = |f: fn(u8) -> bool| word.iter().all(|&b| f(b));
    if all(|b| b == b'-') {
        return if word.len() <= 4 { Word::Dash { end: word.len() } } else { Word::Text };
    }
    if all(|b| b == b'.') {
        return Word::Leader;
    }
    if all(|b| matches!(b, b'-' | b'$' | b'(' | b')' | b'%')) {
        return match word {
            b")" | b"%" | b")%" | b"%)" => Word::Suffix { end: word.len() },
            b"$" | b"(" | b"$(" | b"($" => Word::Prefix,
            _ if word.contains(&b'-') => Word::Dash { end: word.len() },
            _ => Word::Text,
        };
    }
    if word == b"*" {
        return Word::NotAvailable;
    }
    // `(1)` may be a loss, `[1]` is not.
    if note_mark(word) == word.len() && !(word[0] == b'(' && word[1].is_ascii_digit()) {
        return Word::NoteMark;
    }
    // `--(A)`, `43.9 %(a)`
    let bare = without_note(word);
    if matches!(bare, b"-" | b"--" | b"---") && !word.iter().any(u8::is_ascii_digit) {
        return Word::Dash { end: bare.len() };
    }
    if bare == b"%" {
        return Word::Suffix { end: bare.len() };
    }
    let open = word.strip_suffix(b")").unwrap_or(word);
    if let [b',', digits @ ..] = open
        && let (thousands, fraction) = digits.split_at(digits.len().min(3))
        && thousands.len() == 3
        && thousands.iter().all(u8::is_ascii_digit)
        && matches!(fraction, [] | [b'.', b'0'..=b'9', ..])
        && fraction.iter().skip(1).all(u8::is_ascii_digit)
    {
        return Word::Tail { edge: open.len(), end: word.len() };
    }
    number(word)
}

/// The ISO code of the currency whose sign a figure is printed with; none for a dollar sign alone,
/// which may be that of any dollar.
pub fn currency(print: &str) -> Option<&'static str> {
    let figure = print.trim_start_matches(['(', '-', '+', ' ']);
    knowledge::currency_sign(figure.as_bytes()).map(|(_, code)| code)
}

/// A word as a number, if it is one.
fn number(word: &[u8]) -> Word {
    let leads = |b: &u8| matches!(b, b'$' | b'(' | b'-' | b'+' | b'<');
    let lead = |word: &[u8]| word.iter().position(|b| !leads(b)).unwrap_or(word.len());
    let mut head = lead(word);
    if let Some((sign, _)) = knowledge::currency_sign(&word[head..]) {
        head += sign.len();
        head += lead(&word[head..]);
        if head == word.len() {
            return if word.contains(&b'<') { Word::Text } else { Word::Prefix };
        }
    }
    let counts = |b: &u8| matches!(b, b'0'..=b'9' | b',' | b'.');
    let body = word[head..].iter().position(|b| !counts(b)).unwrap_or(word.len() - head);
    let mut edge = head + body;
    let digits = &word[head..edge];
    // `$000` is a scale.
    if !digits.iter().any(u8::is_ascii_digit) || digits == b"000" {
        return Word::Text;
    }
    let whole = || digits.iter().all(u8::is_ascii_digit);
    match word.get(edge) {
        Some(b'/') => return if whole() { fraction(word, head, edge) } else { Word::Text },
        Some(b':') => {
            // `<1.5:1` is less than that.
            let is_less = word[..head].contains(&b'<');
            return match ratio(word, edge) {
                Word::Number { .. } if is_less => Word::Unvalued,
                ratio => ratio,
            };
        }
        Some(b'-') if whole() => edge += hyphened_fraction(&word[edge..]),
        Some(b'c' | b'p') if digits.contains(&b'.') && matches!(&word[edge + 1..], b"" | b")") => {
            return Word::Unvalued;
        }
        _ => {}
    }
    if !digits[body - 1].is_ascii_digit() || digits[0] == b',' || is_day_and_year(digits) {
        return Word::Text;
    }
    let mut end = edge;
    while end < word.len() && matches!(word[end], b')' | b'%' | b'x' | b'X' | b'>' | b'-') {
        end += 1;
    }
    if is_range(word, head) {
        return Word::Unvalued;
    }
    let is_unit = |rest: &[u8]| str::from_utf8(rest).is_ok_and(knowledge::is_unit_of_figures);
    let mut rest = end;
    while rest < word.len() && !is_unit(&word[rest..]) {
        match note_mark(&word[rest..]) {
            0 => return Word::Text,
            n => rest += n,
        }
    }
    // `<1%` is less than that, whatever it is; `<1,234>` is negative.
    if word[..head].contains(&b'<') && !word[edge..end].contains(&b'>') {
        return Word::Unvalued;
    }
    let year = body == 4 && head == 0 && end == body && matches!(&digits[..2], b"19" | b"20");
    let year = year && digits.iter().all(u8::is_ascii_digit);
    Word::Number { edge, end, year }
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

/// `2.1 to 1`; `.5 to 1` may be a range as well.
fn is_ratio(range: &[u8]) -> bool {
    range.ends_with(b" to 1") && matches!(range[0], b'1'..=b'9')
}

/// Whether a word, behind its sign, is two prices with a dash between them.
fn is_range(word: &[u8], head: usize) -> bool {
    let price = |part: &[u8]| {
        let cents = part.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let dollars = part.strip_prefix(b"$").unwrap_or(part);
        (2..=4).contains(&cents)
            && dollars.get(dollars.len().wrapping_sub(cents + 1)) == Some(&b'.')
            && dollars[..dollars.len() - cents - 1].iter().all(u8::is_ascii_digit)
    };
    let dash = word[head..].iter().position(|&b| b == b'-').map(|at| head + at);
    dash.is_some_and(|at| price(&word[head..at]) && price(&word[at + 1..]))
}

/// A word without the footnote mark glued to its end: `5/8(a)`.
fn without_note(word: &[u8]) -> &[u8] {
    if !matches!(word.last(), Some(b')' | b'}' | b']' | b'*' | b'/')) {
        return word;
    }
    let mark = (1..word.len()).find(|&at| note_mark(&word[at..]) == word.len() - at);
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

/// Length of the footnote mark that `text` begins with: `(a)`, `(12)`, `{1}`, `[b]`, `*`; 0 for none.
fn note_mark(text: &[u8]) -> usize {
    match text {
        // `77a/`
        [b'a'..=b'z', b'/', ..] => 2,
        [b'*', ..] => text.iter().take_while(|&&b| b == b'*').count(),
        [open @ (b'(' | b'{' | b'['), inner @ ..] => {
            let close = match open {
                b'(' => b')',
                b'{' => b'}',
                _ => b']',
            };
            let n = inner.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b',').count();
            if (1..=3).contains(&n) && inner.get(n) == Some(&close) { n + 2 } else { 0 }
        }
        _ => 0,
    }
}

fn not_available(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 8] = [b"N/M", b"N/A", b"NM", b"NA", b"N.M.", b"N.A.", b"NIL", b"NMF"];
    word.len() <= 4
        && WORDS.iter().any(|w| w.eq_ignore_ascii_case(word))
        && (word.len() > 2 || word != b"Na" && word != b"Nm")
}

/// Furthest that a currency sign stands before its number.
const PREFIX_REACH: usize = 16;

/// Furthest that the higher price of a range stands behind the dash.
const PRICE_REACH: usize = 4;

/// Where a range of two numbers ends that the words begin with: `0.39 - 20.79`, `$ 7.50 - $ 68.00`,
/// `7.50-$ 68.00`, `$4.00 to $9.00`, `36 3/8-26 1/8`. It is one place with two numbers, and no value.
fn range_end(bytes: &[u8], words: &Words) -> Option<usize> {
    if let [(range, Word::Unvalued), rest @ ..] = words {
        return Some(with_fraction(range, rest).0);
    }
    let joint = if let [(_, Word::Number { .. }), rest @ ..] = words { rest } else { words };
    if let [(joint, Word::Joint), rest @ ..] = joint {
        return Some(with_fraction(joint, rest).0);
    }
    let print = |at: &Range<usize>| &bytes[at.clone()];
    let (low, rest) = price(words)?;
    let (dash, rest) = match rest {
        [(dash, Word::Dash { .. } | Word::To), rest @ ..] => (dash.clone(), rest),
        // `$25.00 -$16.00`
        [(high, Word::Number { .. }), ..] if is_higher_price(print(&low), print(high)) => {
            return (high.start - low.end == 1).then_some(high.end);
        }
        _ if print(&low).ends_with(b"-") => (low.end - 1..low.end, rest),
        _ => return None,
    };
    let (first, high) = match rest {
        [(sign, Word::Prefix), rest @ ..] => (sign.start, price(rest)?.0),
        _ => price(rest).map(|(high, _)| (high.start, high))?,
    };
    // Prices set apart, `4.25 -   74.28`, are a range too; a dash behind an amount is its sign.
    let eighths = |price: &Range<usize>| print(price).contains(&b'/');
    let cents = |price: &Range<usize>| print(price).contains(&b'.');
    let prices = cents(&low) && cents(&high) || eighths(&low) || eighths(&high);
    let glued = dash.end == low.end;
    let reach = if prices && !glued { PRICE_REACH } else { 1 };
    let single = dash.len() == 1 || prices || print(&dash) == b"to";
    let close = dash.start - low.end.min(dash.start) <= 1 && single;
    (close && first - dash.end <= reach && (prices || !glued)).then_some(high.end)
}

/// Where a nil ends that the words begin with and blanks spread: `- 0 -`.
fn spread_nil_end(bytes: &[u8], words: &Words) -> Option<usize> {
    let [(_, Word::Dash { .. }), (_, Word::Number { .. }), (last, Word::Dash { .. }), ..] = words
    else {
        return None;
    };
    (bytes[words[0].0.start..last.end] == *b"- 0 -").then_some(last.end)
}

/// A number that the words begin with, with its fraction, and the words behind it.
fn price(words: &Words) -> Option<(Range<usize>, &Words)> {
    let [(whole, Word::Number { .. }), rest @ ..] = words else { return None };
    let (end, rest) = with_fraction(whole, rest);
    Some((whole.start..end, rest))
}

/// Where a number ends with the fraction that the words behind it may begin with, and the rest.
fn with_fraction<'w>(number: &Range<usize>, behind: &'w Words) -> (usize, &'w Words) {
    match behind {
        [(part, Word::Fraction { signed: false, .. } | Word::OpenFraction), rest @ ..]
            if part.start - number.end.min(part.start) <= 2 =>
        {
            (part.end, rest)
        }
        _ => (number.end, behind),
    }
}

/// `-$16.00` behind `$25.00`: the dash is none of the figure's sign.
fn is_higher_price(low: &[u8], high: &[u8]) -> bool {
    high.starts_with(b"-$") && low.starts_with(b"$") && low.contains(&b'.') && high.contains(&b'.')
}

fn join(bytes: &[u8], words: &Words, out: &mut Vec<Token>) {
    let mut prefix: Option<Range<usize>> = None;
    let mut until = 0;
    for (k, (at, word)) in words.iter().enumerate() {
        if at.start < until {
            continue;
        }
        let reach = |p: &Option<Range<usize>>| {
            p.as_ref().filter(|p| at.start - p.end <= PREFIX_REACH).map_or(at.start, |p| p.start)
        };
        if let Some(end) = spread_nil_end(bytes, &words[k..]) {
            let start = reach(&prefix);
            out.push(Token { start, body: at.start, edge: end, end, kind: TokenKind::Number });
            (prefix, until) = (None, end);
            continue;
        }
        if let Some(end) = range_end(bytes, &words[k..]) {
            out.push(Token {
                start: prefix.take().map_or(at.start, |p| p.start),
                body: at.start,
                edge: end,
                end,
                kind: if is_ratio(&bytes[at.start..end]) {
                    TokenKind::Number
                } else {
                    TokenKind::Unvalued
                },
            });
            until = end;
            continue;
        }
        let gap = out.last().map_or(usize::MAX, |t: &Token| at.start - t.end.min(at.start));
        let token = |start: usize, edge: usize, end: usize, kind: TokenKind| Token {
            start,
            body: at.start,
            edge: at.start + edge,
            end: at.start + end,
            kind,
        };
        match *word {
            Word::Number { edge, end, year } => {
                // `1,690 (1)`: a single digit in parentheses right behind a number is a note.
                let note = gap == 1 && at.len() == 3 && end - edge == 1 && prefix.is_none();
                if note && out.last().is_some_and(Token::has_digits) {
                    continue;
                }
                let kind =
                    if year && prefix.is_none() { TokenKind::Year } else { TokenKind::Number };
                out.push(token(reach(&prefix), edge, end, kind));
                prefix = None;
            }
            Word::Fraction { end, signed } => {
                let goes_on = gap <= 2 && prefix.is_none() && !signed;
                match out.last_mut().filter(|t| goes_on && t.has_digits()) {
                    Some(whole) => {
                        whole.edge = at.start + end;
                        whole.end = at.start + end;
                    }
                    None => out.push(token(reach(&prefix), end, end, TokenKind::Number)),
                }
                prefix = None;
            }
            Word::Prefix => prefix = Some(at.clone()),
            Word::Suffix { end } => {
                if let Some(number) = out.last_mut().filter(|_| gap <= 2) {
                    number.end = at.start + end;
                }
                prefix = None;
            }
            Word::Tail { edge, end } => {
                if let Some(number) = out.last_mut().filter(|t| gap == 1 && t.has_digits()) {
                    number.edge = at.start + edge;
                    number.end = at.start + end;
                }
                prefix = None;
            }
            // `$6.27 *`: a mark behind the figure.
            Word::NotAvailable if gap == 1 && at.len() == 1 => {}
            Word::Dash { end } => {
                out.push(token(reach(&prefix), end, end, TokenKind::Dash));
                prefix = None;
            }
            Word::NotAvailable => {
                out.push(token(at.start, at.len(), at.len(), TokenKind::NotAvailable));
                prefix = None;
            }
            Word::NoteMark
            | Word::To
            | Word::OpenFraction
            | Word::Leader
            | Word::Text
            | Word::Unvalued
            | Word::Joint => prefix = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, label: &str, raws: &[&str]) {
        let mut tokens = Vec::new();
        let end = scan(line, &mut tokens);
        let found: Vec<&str> = tokens.iter().map(|t| &line[t.span()]).collect();
        assert_eq!((line[..end].trim(), found.as_slice()), (label, raws));
    }

    #[test]
    fn rows() {
        check("Revenues      $   13,582   $ (2,396)", "Revenues", &["$   13,582", "$ (2,396)"]);
        check("Other . . . . . .   9,965   --", "Other . . . . . .", &["9,965", "--"]);
        check(
            "taxes(a)..........  $ 61,060  $113,008",
            "taxes(a)..........",
            &["$ 61,060", "$113,008"],
        );
        check("Net.....( 595)  417", "Net.....", &["( 595)", "417"]);
        check("items.....61,060  113,008", "items.....", &["61,060", "113,008"]);
        check("High    66 1/8    43", "High", &["66 1/8", "43"]);
        check("Low   58 3/8(a)  78(a)", "Low", &["58 3/8", "78"]);
        check("Loss   ( 0.38)   (15 %)  12.5 %", "Loss", &["( 0.38)", "(15 %)", "12.5 %"]);
        check("Other   4,180 ,000   1.028.3", "Other", &["4,180 ,000", "1.028.3"]);
        check(
            "Sales  250(7)(8)  1,234*  1,690 (a)  5 (1)",
            "Sales",
            &["250", "1,234", "1,690", "5"],
        );
        check("Margin   73.9 %(a)   43.9 %", "Margin", &["73.9 %", "43.9 %"]);
        check("Bonds   7 $1/8   ( 1/2  12", "Bonds", &["7", "$1/8", "( 1/2", "12"]);
        check("Price   $ 1/8   1/8   2 3/4", "Price", &["$ 1/8", "1/8", "2 3/4"]);
        check("principles  $ 463a/   $ (840)d/", "principles", &["$ 463", "$ (840)"]);
        check("Spot contracts    --(A)   $  300   -(a)", "Spot contracts", &["--", "$  300", "-"]);
        check("Stock   (58){1}|   --  |  N/M", "Stock", &["(58)", "--", "N/M"]);
        check("Loss   (1,910)(1,764)(5,695)", "Loss", &["(1,910)", "(1,764)", "(5,695)"]);
        check("Debt   -   112,937 [1]   45 [2]", "Debt", &["-", "112,937", "45"]);
        check("Total $91,568  52,915 $52,527", "Total $91,568", &["52,915", "$52,527"]);
        check("Granted   24.4   0.31-39.79   34.30", "Granted", &["24.4", "0.31-39.79", "34.30"]);
        check("Sales  41,206   - 0 -   22,118", "Sales", &["41,206", "- 0 -", "22,118"]);
        check("Held  13,096  $ 7.50- $ 68.00", "Held", &["13,096", "$ 7.50- $ 68.00"]);
        check(
            "Exercised   (2,223)   $ 23.50-$ 38.25",
            "Exercised",
            &["(2,223)", "$ 23.50-$ 38.25"],
        );
        check("Lost   12.50-  $  13.25", "Lost", &["12.50-", "$  13.25"]);
        check("$4.63   8.89 Years   137,500", "", &["$4.63", "8.89", "137,500"]);
        check("5 years      1,204", "5 years", &["1,204"]);
        check("Sales  US$ 5,000   US$  12,000", "Sales", &["US$ 5,000", "US$  12,000"]);
        check("Loss   (C$5,000)   C$(12,000)", "Loss", &["(C$5,000)", "C$(12,000)"]);
        check("Amounts in US$     5,000", "Amounts in US$", &["5,000"]);
        check("       $000    US$000", "       $000    US$000".trim(), &[]);
        check("Dividends     .10      None", "Dividends", &[".10", "None"]);
        check("Submission of matters   None", "Submission of matters   None", &[]);
        check("Share of sales   <1%   2%", "Share of sales", &["<1%", "2%"]);
        check("Held  $ 4.00 to $ 9.25   11", "Held", &["$ 4.00 to $ 9.25", "11"]);
    }

    #[test]
    fn fractions_and_ranges_of_prices() {
        check("High     24-1/2   $26-1/8   25", "High", &["24-1/2", "$26-1/8", "25"]);
        check("Rate     7-1/2%   (8-1/4)%", "Rate", &["7-1/2%", "(8-1/4)%"]);
        check(
            "shares   $36 3/8-$26 1/8 $34-$22 1/2 $65-$52 3/4",
            "shares",
            &["$36 3/8-$26 1/8", "$34-$22 1/2", "$65-$52 3/4"],
        );
        check(
            "shares   $25.00 -$16.00  $28.88 -$19.63",
            "shares",
            &["$25.00 -$16.00", "$28.88 -$19.63"],
        );
        check(
            "Price  36 3/8-26 1/8   24-1/2 - 20-1/4",
            "Price",
            &["36 3/8-26 1/8", "24-1/2 - 20-1/4"],
        );
        check("Price  24 1/2 - 20 1/4   3", "Price", &["24 1/2 - 20 1/4", "3"]);
        check(
            "Price   $36 3/8-     $33 1/2-    $   34-",
            "Price   $36 3/8-     $33 1/2-    $   34-",
            &[],
        );
        check(
            "Sales   $155 to $165   50% to 52%   8",
            "Sales",
            &["$155 to $165", "50% to 52%", "8"],
        );
        check("Due in   5 to 10   $1,204", "Due in   5 to 10", &["$1,204"]);
        check("from $10 to $20   1,204", "from $10 to $20", &["1,204"]);
    }

    #[test]
    fn figures_with_units() {
        check(
            "Load factor   66.7%   2.1 pts.   (1.1) pts",
            "Load factor",
            &["66.7%", "2.1", "(1.1)"],
        );
        check("Spread   25 bp   (12) bps", "Spread", &["25", "(12)"]);
        check("Margin   2.3pts   (1.3)pts", "Margin", &["2.3", "(1.3)"]);
        check("Yield   13.67c   0.7   12.7p", "Yield", &["13.67c", "0.7", "12.7p"]);
        check("Hours   9:51   10:04   2.4", "Hours", &["9:51", "10:04", "2.4"]);
        check("Ratio   2.1:1   1.80:1", "Ratio", &["2.1:1", "1.80:1"]);
        check("Sales   US$ 181   US$(1.42)  US$4", "Sales", &["US$ 181", "US$(1.42)", "US$4"]);
        check("Ratio   2.1 to 1   1.9 to 1", "Ratio", &["2.1 to 1", "1.9 to 1"]);
        check("rose by 25 bps", "rose by 25 bps", &[]);
        check(
            "accounts of $91($87 in 1995)1,496    1,931",
            "accounts of $91($87 in 1995)1,496",
            &["1,931"],
        );
        check("Lease, Tacoma, Washington. (1)", "Lease, Tacoma, Washington. (1)", &[]);
    }

    #[test]
    fn prose_has_no_figures() {
        check(
            "at an average price of $560.6 million comprises",
            "at an average price of $560.6 million comprises",
            &[],
        );
        check("ended December 31, 1997", "ended December 31, 1997", &[]);
        check("Call (408) 435-0800", "Call (408) 435-0800", &[]);
        check("NINE MONTHS ENDED SEPT. 30", "NINE MONTHS ENDED SEPT. 30", &[]);
        check("Period   3/31/04", "Period   3/31/04", &[]);
        check("Sep. 30,1996   Dec 31,1995", "Sep. 30,1996   Dec 31,1995", &[]);
    }
}
