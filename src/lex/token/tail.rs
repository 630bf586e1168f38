//! The walk from the right end of a line to its label: which words are figures, what stands among
//! them, and where the label ends.

use std::ops::Range;

use super::among::{among_figures, is_day_behind_amounts, is_range_in_column, is_span_of_lives};
use super::ends::{
    NONE, ends_in_a_misread_number, ends_in_a_scale, ends_in_a_unit, is_none, may_end_a_figure,
};
use super::word::{
    Word, Words, classify, is_amount, is_mark, is_year, last_word, misread, skip_back, word_start,
};
use crate::figure;
use crate::knowledge;

/// Room for the words of most rows.
const USUAL_WORDS: usize = 16;

/// A line that may end in figures.
pub(super) struct Tail<'l> {
    line: &'l str,
    /// It ends in the unit or the note of a number.
    in_unit: bool,
    /// It ends in plus signs, set apart.
    in_plus: bool,
}

impl<'l> Tail<'l> {
    /// A line, if it may end in figures; most do not.
    pub(super) fn of(line: &'l str) -> Option<Self> {
        let bytes = line.as_bytes();
        let last = *bytes.last()?;
        if ends_in_words(bytes) {
            return None;
        }
        let in_unit = ends_in_a_unit(line);
        let in_plus = bytes.ends_with(b"   +") || bytes.ends_with(b"   ++");
        let is_misread = || ends_in_a_misread_number(bytes);
        (may_end_a_figure(last) || is_misread() || in_unit || in_plus || bytes.ends_with(NONE))
            .then_some(Self { line, in_unit, in_plus })
    }

    /// The words at the end of the line that are figures or stand among them, from left to right;
    /// of a label that two blanks part from them, if figures stand `apart`.
    pub(super) fn figures(&self, apart: bool) -> Option<Vec<(Range<usize>, Word)>> {
        let bytes = self.line.as_bytes();
        let mut words: Vec<(Range<usize>, Word)> = Vec::new();
        let mut cut = None;
        let mut right = skip_back(bytes, bytes.len());
        // Leaders end the figures, whether they are glued to the last word of the label or not.
        while right > 0 && !bytes[..right].ends_with(b"..") {
            let (at, word) = self.word_before(right, &words);
            if word == Word::OpenFraction && !goes_on(right, &words) {
                // The prices of a range that ends on the line below.
                return None;
            }
            if matches!(word, Word::Text | Word::Leader) {
                break;
            }
            if words.is_empty() {
                words = Vec::with_capacity(USUAL_WORDS);
            }
            right = skip_back(bytes, at.start);
            let is_apart = !apart
                || is_apart(self.line, &at, word, right)
                    && !goes_with_label(self.line, &at, &words);
            words.push((at, word));
            if is_apart {
                cut = Some(words.len());
            }
        }
        words.truncate(cut?);
        let (last, _) = words.first()?;
        if is_span(&bytes[last.clone()]) && !words.iter().any(|(_, w)| is_amount(*w)) {
            return None;
        }
        drop_year_of_date(self.line, &mut words);
        words.reverse();
        Some(words)
    }

    /// The word that ends at `right`, and what it is before those behind it, which are given from
    /// right to left.
    fn word_before(&self, right: usize, behind: &Words) -> (Range<usize>, Word) {
        let bytes = self.line.as_bytes();
        let mut left = word_start(bytes, right);
        let mut word = classify(&bytes[left..right]);
        if let Some(start) = broken_in_two(bytes, left..right) {
            let closed = usize::from(bytes[right - 1] == b')');
            left = start;
            word = Word::Number { edge: right - left - closed, end: right - left, year: false };
        }
        if let Some(start) = is_amount(word).then(|| limit_start(bytes, left)).flatten() {
            // `< 2,204>` is closed, and negative.
            let edge = bytes[left..right].strip_suffix(b">").map(|_| right - start - 1);
            let negative = edge.map(|edge| Word::Number { edge, end: edge + 1, year: false });
            (left, word) = (start, negative.unwrap_or(Word::Unvalued));
        }
        if word == Word::Text && is_misread_in_column(bytes, left..right) {
            word = misread(&bytes[left..right]);
        }
        let is_range = || word == Word::Text && is_range_in_column(bytes, &(left..right));
        let is_day = || {
            word == Word::Text
                && behind.is_empty()
                && is_day_behind_amounts(self.line, &(left..right))
        };
        if behind.is_empty() && is_span(&bytes[left..right]) || is_range() || is_day() {
            word = Word::Unvalued;
        }
        if let Some(start) = (word == Word::Text).then(|| cents_start(bytes, left..right)).flatten()
        {
            (left, word) = (start, Word::Unvalued);
        }
        // A plus sign with no figure behind it points to a note.
        let is_note = || self.in_plus || word == Word::Text && is_none(bytes, left..right);
        if behind.is_empty() && is_note() {
            word = Word::NotAvailable;
        }
        let may_go_with_figures = || !behind.is_empty() || self.in_unit || bytes.ends_with(b".");
        if word == Word::Text && may_go_with_figures() {
            word = among_figures(self.line, left..right, behind);
        }
        (left..right, word)
    }
}

/// Whether a line ends in two words in small letters, one blank apart, as most lines of prose do: no
/// figure and no unit of one has another word right before it.
fn ends_in_words(line: &[u8]) -> bool {
    /// What stands for nil, or for a note, is shorter.
    const SHORTEST: usize = 4;
    let print = line.strip_suffix(b".").unwrap_or(line);
    let before = print.iter().rposition(|b| !b.is_ascii_lowercase()).map_or(0, |last| last + 1);
    print.len() - before >= SHORTEST && matches!(print[..before], [.., b'a'..=b'z', b' '])
}

/// Whether a word is a number but for letters that look like digits, where figures stand: `l50`.
fn is_misread_in_column(bytes: &[u8], word: Range<usize>) -> bool {
    let label = bytes[..word.start].trim_ascii_end();
    let is_apart = word.start - label.len() >= 2 || label.ends_with(b"$");
    is_apart && !label.is_empty() && word.len() > 1 && figure::may_be_misread(&bytes[word])
}

/// Where the number begins that a word tells the cents of, in a column: `45.8 cents`.
fn cents_start(bytes: &[u8], word: Range<usize>) -> Option<usize> {
    let print = &bytes[word.clone()];
    if !matches!(print, b"cents" | b"(cents)") {
        return None;
    }
    let number = last_word(bytes, word.start);
    let apart = skip_back(bytes, number.start);
    let digits = &bytes[number.clone()];
    (word.start - number.end == 1
        && digits.contains(&b'.')
        && is_amount(classify(digits))
        && number.start - apart >= 2
        && apart > 0)
        .then_some(number.start)
}

/// Whether two blanks, leaders or nothing but the margin stand before a word; `before` is where what
/// precedes it ends.
fn is_apart(line: &str, at: &Range<usize>, word: Word, before: usize) -> bool {
    let bytes = line.as_bytes();
    let [.., last] = bytes[..before] else { return true };
    // `Sept. 30`, `Sept. 1996` and `(Statement No. 133)` have an abbreviation,
    // `Tacoma, Washington. (1)` a full stop: no leaders.
    let print = &bytes[at.clone()];
    let closes_aside = || print.ends_with(b")") && !print.contains(&b'(');
    let last_word = || line[..before - 1].rsplit(' ').next().unwrap_or_default();
    let of_month = || knowledge::is_month(last_word());
    // `under SFAS No. 123`, at the end of a line of prose
    let is_numbered = || knowledge::goes_before_number(last_word());
    let ends_word = || {
        before > 1
            && bytes[before - 2].is_ascii_alphabetic()
            && (at.len() <= 2
                || is_mark(print)
                || closes_aside()
                || is_numbered()
                || is_year(word) && of_month())
    };
    at.start - before >= 2 || last == b'.' && !ends_word()
}

/// Whether a number before amounts goes with the words of a label that fills its line, as what
/// stands before it ends none: `Due  in  1999      4,949`, `Notes,  8.5%      2,100`. One on the
/// edge of a column may be a figure all the same; that is for those to say who know the columns.
fn goes_with_label(line: &str, at: &Range<usize>, behind: &Words) -> bool {
    behind.iter().any(|(_, word)| is_amount(*word))
        && is_near_in_filled_label(line, at)
        && hangs(line[..at.start].trim_ascii_end())
}

/// Whether a number is one of the words of a label that fills its line, as a short one may be, or
/// any behind a word that ends no label: `Effect of  adopting  SFAS  133`.
pub fn stands_in_filled_label(line: &str, number: &Range<usize>) -> bool {
    const MOST_DIGITS: usize = 4;
    let print = &line[number.clone()];
    let is_short = print.len() <= MOST_DIGITS && print.bytes().all(|b| b.is_ascii_digit());
    is_near_in_filled_label(line, number)
        && (is_short || hangs(line[..number.start].trim_ascii_end()))
}

/// Whether a number stands no further behind the words of a label than these do from each other, as
/// blanks fill the line.
fn is_near_in_filled_label(line: &str, number: &Range<usize>) -> bool {
    /// What fills a line may make one gap wider than the others.
    const WIDEST_GAP: usize = 3;
    let label = line[..number.start].trim_ascii_end();
    let gap = number.start - label.len();
    (2..=WIDEST_GAP).contains(&gap)
        && label.ends_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '.' | ','))
        && label.trim_ascii_start().as_bytes().windows(gap).any(|run| run.trim_ascii().is_empty())
}

/// Whether a label cannot end with what it ends in here.
fn hangs(label: &str) -> bool {
    label.ends_with(',') || label.rsplit(' ').next().is_some_and(knowledge::is_hanging)
}

/// Leaves to the label the year of the date that it ends in; `words` stand from right to left.
fn drop_year_of_date(line: &str, words: &mut Vec<(Range<usize>, Word)>) {
    if let [behind @ .., (at, first)] = &words[..]
        && is_year_of_date(line, at, *first)
        && !behind.iter().all(|(_, word)| is_year(*word))
    {
        words.pop();
    }
}

/// Whether a line ends in a scale, `$138 million`, and has no other such amount among its figures:
/// a sentence may end in one.
pub(super) fn is_told_in_prose(line: &str, words: &Words) -> bool {
    let scales = || words.iter().filter(|(at, _)| ends_in_a_scale(&line[..at.end]));
    ends_in_a_scale(line) && scales().count() < 2
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

/// Where a figure begins that a blank behind its point or its comma breaks in two, `$ 0. 26`,
/// `(30, 112)`, if the word is the end of one: its point does not end the words of a label.
fn broken_in_two(bytes: &[u8], word: Range<usize>) -> Option<usize> {
    const MOST_DIGITS: usize = 3;
    let [whole @ .., mark, b' '] = &bytes[..word.start] else { return None };
    let print = &bytes[word];
    let digits = if *mark == b',' { print.strip_suffix(b")").unwrap_or(print) } else { print };
    let length = match mark {
        b'.' => 2,
        b',' => 3,
        _ => return None,
    };
    if digits.len() != length || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let count = whole.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let before = &whole[..whole.len() - count];
    let apart =
        [b"$".as_slice(), b"$ ", b"  ", b"  (", b"$("].iter().any(|end| before.ends_with(end));
    let opens = usize::from(before.ends_with(b"("));
    ((1..=MOST_DIGITS).contains(&count) && apart).then_some(before.len() - opens)
}

/// Where the sign stands, one blank before a number and set apart from the label, by which that is
/// no more than a limit: `Days of supply    < 1`.
fn limit_start(bytes: &[u8], number: usize) -> Option<usize> {
    let label = bytes[..number].strip_suffix(b"  < ")?;
    (!label.trim_ascii().is_empty()).then(|| number - 2)
}

/// Whether a word is a span of time that stands behind amounts: of years, `1998-2003`, or of lives
/// in years, `10-12`.
fn is_span(word: &[u8]) -> bool {
    is_span_of_years(word) || is_span_of_lives(word)
}

/// Whether a word is the years in which something ends, `1998-2003` or `1998-03`: a figure behind
/// amounts only.
fn is_span_of_years(word: &[u8]) -> bool {
    const YEAR: usize = 4;
    let Some((first, [b'-', last @ ..])) = word.split_at_checked(YEAR) else { return false };
    is_year(classify(first))
        && match last.len() {
            YEAR => is_year(classify(last)),
            len => len == YEAR / 2 && last.iter().all(u8::is_ascii_digit),
        }
}

/// Whether the higher price of a range stands right behind `end`.
fn goes_on(end: usize, behind: &Words) -> bool {
    behind.last().is_some_and(|(high, kind)| {
        matches!(kind, Word::Number { .. } | Word::Prefix) && high.start - end <= 1
    })
}
