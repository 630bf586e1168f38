//! The figures at the end of a line.
//!
//! A row of a table is a label followed by nothing but figures. [`scan`] walks a line from its
//! right end and collects the figures up to the first word that is none.

mod join;
mod word;

use std::ops::Range;

use self::join::{PRICE_REACH, join};
use self::word::{Word, Words, classify, word_start};
pub use self::word::{currency, is_mark, is_note_number};
use crate::figure;
use crate::knowledge::{self, Measure};

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

    /// Whether it is printed in its line as a multiple: `5.95x`.
    pub fn is_multiple(&self, line: &str) -> bool {
        figure::is_multiple(&line[self.span()])
    }
}

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

/// Like [`scan`], but for the words at the end of the line that two blanks or more part from what
/// stands before them: `Inventories   1,250   1,400   Note 3`.
pub fn scan_before_words(line: &str, out: &mut Vec<Token>) -> usize {
    let print = line.trim_ascii_end();
    let gap = print.as_bytes().windows(2).rposition(|blanks| blanks == b"  ");
    let (figures, words) = print.split_at(gap.unwrap_or(0));
    let is_row = figures.bytes().any(|b| b.is_ascii_digit())
        && words.contains(|c: char| c.is_ascii_alphabetic());
    if is_row {
        return scan(figures.trim_ascii_end(), out);
    }
    out.clear();
    line.len()
}

fn scan_with(line: &str, out: &mut Vec<Token>, apart: bool) -> usize {
    out.clear();
    let bytes = line.as_bytes();
    let Some(&last) = bytes.last() else { return 0 };
    let in_unit = ends_in_a_unit(line);
    let in_plus = bytes.ends_with(b"   +") || bytes.ends_with(b"   ++");
    if !may_end_a_figure(last) && !in_unit && !in_plus && !bytes.ends_with(NONE) {
        return bytes.len();
    }
    let mut words: Vec<(Range<usize>, Word)> = Vec::new();
    let mut cut = None;
    let mut right = skip_back(bytes, bytes.len());
    // Leaders end the figures, whether they are glued to the last word of the label or not.
    while right > 0 && !bytes[..right].ends_with(b"..") {
        let mut left = word_start(bytes, right);
        let mut word = classify(&bytes[left..right]);
        if let Some(start) = broken_at_point(bytes, left..right) {
            left = start;
            word = Word::Number { edge: right - left, end: right - left, year: false };
        }
        if let Some(start) = is_amount(word).then(|| limit_start(bytes, left)).flatten() {
            (left, word) = (start, Word::Unvalued);
        }
        // A plus sign with no figure behind it points to a note.
        let is_note = || in_plus || word == Word::Text && is_none(bytes, left..right);
        if words.is_empty() && is_note() {
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
    if let [behind @ .., (at, first)] = &words[..]
        && is_year_of_date(line, at, *first)
        && !behind.iter().all(|(_, word)| is_year(*word))
    {
        words.pop();
    }
    // A sentence may end in one such amount.
    let scales = || words.iter().filter(|(at, _)| ends_in_a_scale(&line[..at.end]));
    if ends_in_a_scale(line) && scales().count() < 2 {
        return bytes.len();
    }
    words.reverse();
    join(bytes, &words, out);
    if out.is_empty() {
        return bytes.len();
    }
    words[0].0.start
}

/// Where a figure begins that a blank behind its point breaks in two, `$ 0. 26`, if the word is the
/// end of one: its point does not end the words of a label.
fn broken_at_point(bytes: &[u8], word: Range<usize>) -> Option<usize> {
    const MOST_DIGITS: usize = 3;
    let cents = word.len() == 2 && bytes[word.clone()].iter().all(u8::is_ascii_digit);
    let [whole @ .., b'.', b' '] = &bytes[..word.start] else { return None };
    let digits = whole.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let before = &whole[..whole.len() - digits];
    let apart = before.ends_with(b"$") || before.ends_with(b"$ ") || before.ends_with(b"  ");
    (cents && (1..=MOST_DIGITS).contains(&digits) && apart).then_some(before.len())
}

/// Where the sign stands, one blank before a number and set apart from the label, by which that is
/// no more than a limit: `Days of supply    < 1`.
fn limit_start(bytes: &[u8], number: usize) -> Option<usize> {
    let label = bytes[..number].strip_suffix(b"  < ")?;
    (!label.trim_ascii().is_empty()).then(|| number - 2)
}

/// Whether a number is the year behind the month and the day at the end of a label, as figures are
/// two blanks from it: `Balance, June 30  1993   114.1`. Years alone behind a date head columns.
fn is_year_of_date(line: &str, number: &Range<usize>, word: Word) -> bool {
    const REACH: usize = 3;
    let label = line[..number.start].trim_end_matches(' ');
    let mut words = label.trim_end_matches(',').rsplit(' ');
    let day = words.next().and_then(|day| day.parse().ok());
    let mut month =
        || words.next().is_some_and(|word| knowledge::is_month(word.trim_end_matches('.')));
    is_year(word)
        && number.start - label.len() <= REACH
        && day.is_some_and(|day: u8| (1..=31).contains(&day))
        && month()
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
    if is_note_letter(line.as_bytes(), &word, behind) {
        return Word::NoteMark;
    }
    let bytes = line.as_bytes();
    if is_euro(bytes, &word, behind) {
        return Word::Prefix;
    }
    if ends_in_a_scale(&line[..word.end]) {
        return scale_of_amount(bytes, &word);
    }
    let is_scale = |(next, _): &(Range<usize>, Word)| {
        next.start - word.end == 1 && ends_in_a_scale(&line[..next.end])
    };
    if behind.last().is_some_and(is_scale) && is_dashed(&bytes[word.clone()]) {
        return Word::Unvalued;
    }
    if is_times(bytes, &word, behind) {
        return Word::Suffix { end: 1 };
    }
    let is_unit = knowledge::is_unit_of_figures(&line[word.clone()]);
    if behind.is_empty() && !is_unit && !ends_in_lengths(line) {
        return Word::Text;
    }
    let before = skip_back(bytes, word.start);
    let reach = if &line[word.clone()] == "to" { PRICE_REACH } else { 1 };
    if before == 0 || word.start - before > reach {
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
                let (gap, ends) = (high.start - word.end, [priced(&number), priced(high)]);
                matches!(kind, Word::Number { .. } | Word::Prefix)
                    && (gap == 1 && word.start - before == 1 && ends.contains(&true)
                        || gap <= PRICE_REACH && !ends.contains(&false))
            };
            if behind.last().is_some_and(is_range) { Word::To } else { Word::Text }
        }
        unit if is_unit_of_time(unit) => {
            let apart = skip_back(bytes, number.start);
            let amount = |(_, word): &(_, Word)| matches!(word, Word::Number { year: false, .. });
            let in_column = apart > 0 && number.start - apart >= 2;
            let told = || unit.starts_with(['Y', 'y']) && behind.iter().any(amount);
            if in_column && (told() || ends_in_lengths(line)) { Word::NoteMark } else { Word::Text }
        }
        _ if is_unit => Word::NoteMark,
        _ => price_before_fraction(bytes, word, behind),
    }
}

/// Whether a word is a unit of time that lives and terms are counted in: `years`, `yrs.`
fn is_unit_of_time(word: &str) -> bool {
    knowledge::is_term_unit(word.trim_end_matches('.'))
}

/// Whether a row of what is counted ends in lengths of time, one in each column:
/// `Expected life of options    4 years    3.5 years`.
fn ends_in_lengths(line: &str) -> bool {
    // Few lines end in such a unit.
    if !line.trim_ascii_end().rsplit(' ').next().is_some_and(is_unit_of_time) {
        return false;
    }
    let mut runs = line.split("  ").map(str::trim_ascii).filter(|run| !run.is_empty());
    let is_length = |run: &str| {
        run.split_once(' ').is_some_and(|(number, unit)| {
            is_unit_of_time(unit) && is_amount(classify(number.as_bytes()))
        })
    };
    let counts =
        |label: &str| knowledge::measure_of(&knowledge::plain(label)) == Some(Measure::Pure);
    let label = runs.next();
    runs.clone().count() > 1 && runs.all(is_length) && label.is_some_and(counts)
}

/// Four digits that may be a year.
fn is_year(word: Word) -> bool {
    matches!(word, Word::Number { year: true, .. })
}

/// A number, and no year.
fn is_amount(word: Word) -> bool {
    matches!(word, Word::Number { year: false, .. })
}

/// Whether print ends in a scale that amounts are told in one by one: `$138 million`.
fn ends_in_a_scale(print: &str) -> bool {
    figure::own_scale(print).is_some()
}

/// A scale as the end of the amount or the range of two in a column that it stands behind: `$138
/// million`, `$135-$138 million`, `$135 to $138 million`.
fn scale_of_amount(bytes: &[u8], word: &Range<usize>) -> Word {
    let amount = |end: usize| {
        let start = word_start(bytes, end);
        let print = &bytes[start..end];
        let is_figure = !print.is_empty() && (is_amount(classify(print)) || is_dashed(print));
        is_figure.then_some(start)
    };
    let low = |high: usize| {
        let end = skip_back(bytes, high);
        let to = word_start(bytes, end);
        let is_range = matches!(&bytes[to..end], b"to" | b"-") && high - end == 1 && to > 0;
        if is_range { amount(to - 1) } else { Some(high) }
    };
    let Some(start) = amount(word.start - 1).and_then(low) else { return Word::Text };
    let apart = skip_back(bytes, start);
    if start - apart >= 2 && apart > 0 { Word::Suffix { end: word.len() } } else { Word::Text }
}

/// `$135-$138`, a label by itself, is a range of amounts before their scale.
fn is_dashed(print: &[u8]) -> bool {
    let mut ends = print.splitn(2, |&b| b == b'-');
    let is_end = |end: &[u8]| !end.is_empty() && is_amount(classify(end));
    ends.next().is_some_and(is_end) && ends.next().is_some_and(is_end)
}

/// Whether a word is the sign of a multiple, one blank behind it: `1.81 x`, and no product follows.
fn is_times(bytes: &[u8], word: &Range<usize>, behind: &Words) -> bool {
    if !matches!(bytes[word.clone()], [b'x' | b'X']) {
        return false;
    }
    let end = skip_back(bytes, word.start);
    let number = &bytes[word_start(bytes, end)..end];
    word.start - end == 1
        && number.contains(&b'.')
        && is_amount(classify(number))
        && behind.last().is_none_or(|(next, _)| next.start - word.end >= 2)
}

/// Whether a letter is the mark of a note, one blank behind an amount in its column:
/// `1,140   (580) A   560`. Others may say in what the amount is, `1.2 B`, `5 M`, name what a
/// short number stands for, `Tranche  1 A`, or be an article: `some  1,200 a`.
fn is_note_letter(bytes: &[u8], word: &Range<usize>, behind: &Words) -> bool {
    if !matches!(bytes[word.clone()], [b'A'..=b'H' | b'a'..=b'h']) {
        return false;
    }
    let may_be_article = bytes[word.start] == b'a' && behind.is_empty();
    let end = skip_back(bytes, word.start);
    let number = word_start(bytes, end)..end;
    let print = &bytes[number.clone()];
    let apart = skip_back(bytes, number.start);
    // In a column: behind another figure, or printed as no name of a thing is.
    let placed = !may_be_article && print.iter().any(|b| matches!(b, b',' | b'('))
        || holds_figure(&bytes[..apart]);
    word.start - end == 1
        && apart > 0
        && placed
        && !print.contains(&b'.')
        && (number.start - apart >= 2 || bytes[apart - 1] == b'$')
        && matches!(classify(&bytes[number]), Word::Number { year: false, .. })
        && behind.last().is_none_or(|(next, _)| next.start - word.end >= 2)
}

/// Whether a letter before an amount stands for the sign of the euro: `Net sales   E 190,241`.
fn is_euro(bytes: &[u8], word: &Range<usize>, behind: &Words) -> bool {
    let before = skip_back(bytes, word.start);
    let again = || behind.iter().any(|(sign, _)| bytes[sign.clone()] == *b"E");
    bytes[word.clone()] == *b"E"
        && before > 0
        && word.start - before >= 2
        && behind.last().is_some_and(|(next, kind)| {
            let in_points = bytes[next.clone()].iter().any(|b| matches!(b, b',' | b'.'));
            is_amount(*kind) && (in_points || holds_figure(&bytes[..before]) || again())
        })
}

/// Whether a number, and no year, stands two blanks or more from what is before it, near the end.
fn holds_figure(bytes: &[u8]) -> bool {
    const WIDEST_PRINT: usize = 160;
    let bytes = &bytes[bytes.len().saturating_sub(WIDEST_PRINT)..];
    let mut end = skip_back(bytes, bytes.len());
    while end > 0 {
        let start = word_start(bytes, end);
        let before = skip_back(bytes, start);
        if start - before >= 2
            && matches!(classify(&bytes[start..end]), Word::Number { year: false, .. })
        {
            return true;
        }
        end = before.min(end - 1);
    }
    false
}

/// `$34-$22`, a label by itself, is a range of prices before the fraction of the second:
/// `$34-$22 1/2`; in a column, `34-22 1/2` is one as well.
fn price_before_fraction(bytes: &[u8], word: Range<usize>, behind: &Words) -> Word {
    const LARGEST: usize = 3;
    let in_column = bytes[..word.start].ends_with(b"  ");
    let dollars = |part: &[u8]| {
        let signed = part.strip_prefix(b"$");
        let bare = Some(part).filter(|part| in_column && part.len() <= LARGEST);
        let is_number = |n: &[u8]| !n.is_empty() && n.iter().all(u8::is_ascii_digit);
        signed.or(bare).is_some_and(is_number)
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
            | b'\x01'..=b'\x03'
    ) || matches!(b.to_ascii_lowercase(), b'm' | b'a' | b'l')
}

/// Whether a line ends in a number and its unit, `2.1 pts`, `(1.1)pts`, `13.67c`, or its note,
/// `580 A`, `-d`.
fn ends_in_a_unit(line: &str) -> bool {
    match line.as_bytes() {
        _ if ends_in_a_scale(line) => true,
        [.., b's', b'.'] | [.., b's'] if ends_in_lengths(line) => true,
        [.., b'0'..=b'9', b' ', b'x' | b'X'] => true,
        [.., b'0'..=b'9' | b')' | b'%', b'a'..=b'h' | b'p'] => true,
        [.., b'0'..=b'9' | b')', b' ', b'A'..=b'H' | b'a'..=b'h'] => true,
        [.., b' ', b' ', b'-', b'a'..=b'h'] => true,
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
        check("Low   17 1/2(1)(2)  58 7/8{1}", "Low", &["17 1/2", "58 7/8"]);
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
        check(
            "Loss   $ (816)(292%)  $(6.59)(.4)",
            "Loss",
            &["$ (816)", "(292%)", "$(6.59)", "(.4)"],
        );
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
        check("Cash   $ 1,204   $N/A   $NM", "Cash", &["$ 1,204", "$N/A", "$NM"]);
        check("At June 30  1993   114  --", "At June 30  1993", &["114", "--"]);
        check("At June 30  1993   1992", "At June 30", &["1993", "1992"]);
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
        check("Other   (3,263a)    (1,230)", "Other", &["(3,263a)", "(1,230)"]);
        check("Price   14-11 1/2    13-10 1/2", "Price", &["14-11 1/2", "13-10 1/2"]);
        check("Price  24\x02   $20\x01  9 \x03", "Price", &["24\x02", "$20\x01", "9 \x03"]);
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
        check("Sales  $1,090-1,110  $1,085-$1,105", "Sales", &["$1,090-1,110", "$1,085-$1,105"]);
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
        check("Cost   1,140  (580) A  --", "Cost", &["1,140", "(580)", "--"]);
        check("Tax   85   $ 317 C   402 A", "Tax", &["85", "$ 317", "402"]);
        check("Cash   301,636   1,129,000 a   1,430", "Cash", &["301,636", "1,129,000", "1,430"]);
        check("Income  10.5a  (184.1)c  4.8%e  -d", "Income", &["10.5", "(184.1)", "4.8%", "-"]);
        check("Shares   28.4b   36.1", "Shares", &["28.4b", "36.1"]);
        check("Schedule 13 D", "Schedule 13 D", &[]);
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
        check("Assets   31.03.02   31.12.2001", "Assets   31.03.02   31.12.2001", &[]);
        check("Sep. 30,1996   Dec 31,1995", "Sep. 30,1996   Dec 31,1995", &[]);
    }
}
