//! Words that are no figures by themselves, but may stand among them: units, scales, letters that
//! point to notes, and what parts the ends of a range.

use std::ops::Range;

use super::ends::{column_before, ends_in_a_scale, ends_in_lengths, is_unit_of_time};
use super::join::PRICE_REACH;
use super::word::{Word, Words, classify, is_amount, is_year, last_word, skip_back, word_start};
use crate::knowledge;
use crate::period;

/// What a word is that is no figure, but may stand among them: the unit of the number before it
/// (`8.2 Years`, `2.1 pts.`), or what parts the ends of a range (`$ 4.00 to $ 10.00`). `behind` is
/// what stands behind it, from right to left.
pub(super) fn among_figures(line: &str, word: Range<usize>, behind: &Words) -> Word {
    let (bytes, print) = (line.as_bytes(), &line[word.clone()]);
    if is_note_letter(bytes, &word, behind) {
        return Word::NoteMark;
    }
    if stands_for_a_sign(bytes, &word, behind) {
        return Word::Prefix;
    }
    if ends_in_a_scale(&line[..word.end]) {
        return scale_of_amount(bytes, &word);
    }
    if is_range_before_scale(line, &word, behind)
        || is_list_in_column(bytes, &word, behind)
        || is_day_in_column(line, &word, behind)
        || is_span_in_column(bytes, &word, behind)
    {
        return Word::Unvalued;
    }
    if is_times(bytes, &word, behind) {
        return Word::Suffix { end: 1 };
    }
    let is_unit = knowledge::is_unit_of_figures(print);
    if behind.is_empty() && !is_unit && !ends_in_lengths(line) {
        return Word::Text;
    }
    let Some(number) = number_before(bytes, &word) else {
        return price_before_fraction(bytes, word, behind);
    };
    let mark = |holds: bool, what: Word| if holds { what } else { Word::Text };
    match print {
        to if to.eq_ignore_ascii_case("to") => {
            mark(parts_range(bytes, &number, &word, behind), Word::To)
        }
        unit if is_unit_of_time(unit) => {
            mark(is_length_in_column(line, &number, unit, behind), Word::NoteMark)
        }
        _ if is_unit => Word::NoteMark,
        _ => price_before_fraction(bytes, word, behind),
    }
}

/// The number that a word stands one blank behind; ` to ` may stand further off.
fn number_before(bytes: &[u8], word: &Range<usize>) -> Option<Range<usize>> {
    let reach = if bytes[word.clone()].eq_ignore_ascii_case(b"to") { PRICE_REACH } else { 1 };
    let number = last_word(bytes, word.start);
    if number.end == 0 || word.start - number.end > reach {
        return None;
    }
    let kind = classify(&bytes[number.clone()]);
    matches!(kind, Word::Number { .. } | Word::Fraction { .. }).then_some(number)
}

/// Whether `to` stands between the ends of a range: right between them if one is printed as prices
/// and rates are, a few blanks off if both are.
fn parts_range(bytes: &[u8], low: &Range<usize>, to: &Range<usize>, behind: &Words) -> bool {
    let priced = |at: &Range<usize>| {
        bytes[at.clone()].iter().any(|b| matches!(b, b'.' | b'$' | b'%' | b'/'))
    };
    behind.last().is_some_and(|(high, kind)| {
        let (gap, ends) = (high.start - to.end, [priced(low), priced(high)]);
        matches!(kind, Word::Number { .. } | Word::Prefix)
            && (gap == 1 && to.start - low.end == 1 && ends.contains(&true)
                || gap <= PRICE_REACH && !ends.contains(&false))
    })
}

/// Whether a number and its unit of time stand in a column: `8.2 Years   137,500`. Where blanks fill
/// a line, they may be words of its label: `Due  within  1 year   137,500`.
fn is_length_in_column(line: &str, number: &Range<usize>, unit: &str, behind: &Words) -> bool {
    let apart = skip_back(line.as_bytes(), number.start);
    let told = || unit.starts_with(['Y', 'y']) && behind.iter().any(|(_, word)| is_amount(*word));
    let goes_on = match number.start - apart {
        0 | 1 => true,
        2 => line[..apart].rsplit(' ').next().is_some_and(knowledge::is_hanging),
        _ => false,
    };
    apart > 0 && !goes_on && (told() || ends_in_lengths(line))
}

/// Whether a word is a range of amounts whose scale stands one blank behind: `$135-$138 million`.
fn is_range_before_scale(line: &str, word: &Range<usize>, behind: &Words) -> bool {
    let is_scale = |(next, _): &(Range<usize>, Word)| {
        next.start - word.end == 1 && ends_in_a_scale(&line[..next.end])
    };
    behind.last().is_some_and(is_scale) && is_dashed(&line.as_bytes()[word.clone()])
}

/// Whether a word lists several numbers from the least to the greatest in a column before others:
/// `Airbus A300     178/250/251     10`. No month or day is as great.
fn is_list_in_column(bytes: &[u8], word: &Range<usize>, behind: &Words) -> bool {
    const LAST_DAY: u16 = 31;
    let number = |part: &[u8]| {
        let digits = str::from_utf8(part).ok().filter(|part| matches!(part.len(), 2 | 3));
        digits.and_then(|digits| digits.parse::<u16>().ok())
    };
    let is_list = || {
        let parts: Option<Vec<u16>> =
            bytes[word.clone()].split(|b| *b == b'/').map(number).collect();
        parts.is_some_and(|parts| {
            parts.len() > 1 && parts[0] > LAST_DAY && parts.windows(2).all(|pair| pair[0] < pair[1])
        })
    };
    stands_apart(bytes, word, 2) && is_before_amounts(word, behind, 2) && is_list()
}

/// Whether a word is a span of years in a column before amounts: `Machinery     10-12     71,094`.
/// Where two blanks fill a line, it may be a word of its label.
fn is_span_in_column(bytes: &[u8], word: &Range<usize>, behind: &Words) -> bool {
    stands_apart(bytes, word, APART)
        && is_before_amounts(word, behind, APART)
        && is_span_of_lives(&bytes[word.clone()])
}

/// Blanks that part columns where two of them fill a line.
const APART: usize = 3;

/// Whether a word stands so many columns behind a label.
fn stands_apart(bytes: &[u8], word: &Range<usize>, apart: usize) -> bool {
    let label = skip_back(bytes, word.start);
    label > 0 && word.start - label >= apart
}

/// Whether a word stands so many columns before figures, amounts among them.
fn is_before_amounts(word: &Range<usize>, behind: &Words, apart: usize) -> bool {
    behind.last().is_some_and(|(next, _)| next.start - word.end >= apart)
        && behind.iter().any(|(_, kind)| is_amount(*kind))
}

/// Whether a word is the least and the greatest of some lives: `10-12`.
pub(super) fn is_span_of_lives(word: &[u8]) -> bool {
    // Asked of the last word of every row: most are longer.
    const LONGEST: usize = "10-12".len();
    if word.len() > LONGEST {
        return false;
    }
    let mut ends = word.splitn(2, |&b| b == b'-');
    let mut end = || {
        let print = ends.next().filter(|end| matches!(end.len(), 1 | 2))?;
        str::from_utf8(print).ok()?.parse::<u8>().ok()
    };
    end().zip(end()).is_some_and(|(least, greatest)| least < greatest)
}

/// Whether a word is a range of amounts, the first of them signed, in a column behind a label:
/// `Revenues     $630-660`. Where two blanks fill a line, it may be a word of its label.
pub(super) fn is_range_in_column(bytes: &[u8], word: &Range<usize>) -> bool {
    stands_apart(bytes, word, APART) && bytes[word.start] == b'$' && is_dashed(&bytes[word.clone()])
}

/// Whether a word is a day in digits in a column of such between two of figures:
/// `475,000   $34.625   3/2/09   $10,343,351`. One behind words ends a label, and one behind a year
/// or over one heads a column.
fn is_day_in_column(line: &str, word: &Range<usize>, behind: &Words) -> bool {
    let bytes = line.as_bytes();
    if !bytes[word.clone()].contains(&b'/') || period::day_in_digits(&line[word.clone()]).is_none()
    {
        return false;
    }
    let is_figure = |kind: Word| is_amount(kind) && !is_year(kind);
    column_before(bytes, word).is_some_and(is_figure)
        && behind.last().is_some_and(|(next, _)| next.start - word.end >= 2)
        && behind.iter().any(|(_, kind)| is_figure(*kind))
}

/// Whether a word at the end of a row is a day or a month in digits, in a column behind one of
/// amounts: `$ 4,806   6/86`. Behind a short number it may be one of several days over columns.
pub(super) fn is_day_behind_amounts(line: &str, word: &Range<usize>) -> bool {
    /// Digits of an amount that is no day of a month.
    const FEWEST_DIGITS: usize = 3;
    let bytes = line.as_bytes();
    let print = &line[word.clone()];
    let is_month = || {
        let (month, year) = print.split_once('/')?;
        let is_year = year.len() == 2 && year.bytes().all(|b| b.is_ascii_digit());
        month.parse().ok().filter(|month: &u8| is_year && (1..=12).contains(month))
    };
    let is_day = || period::day_in_digits(print).is_some() || is_month().is_some();
    if !print.contains('/') || !stands_apart(bytes, word, APART) || !is_day() {
        return false;
    }
    let before = last_word(bytes, word.start);
    let kind = classify(&bytes[before.clone()]);
    let digits = bytes[before.clone()].iter().filter(|b| b.is_ascii_digit()).count();
    // `$   4,806`
    let sign = bytes[..before.start].trim_ascii_end();
    let start = if sign.ends_with(b"$") { sign.len() - 1 } else { before.start };
    is_amount(kind)
        && !is_year(kind)
        && digits >= FEWEST_DIGITS
        && stands_apart(bytes, &(start..before.end), APART)
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
        let to = last_word(bytes, high);
        let print = &bytes[to.clone()];
        let joins = print.eq_ignore_ascii_case(b"to") || print == b"-";
        let is_range = joins && high - to.end == 1 && to.start > 0;
        if is_range { amount(to.start - 1) } else { Some(high) }
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
    let number = last_word(bytes, word.start);
    let print = &bytes[number.clone()];
    word.start - number.end == 1
        && print.contains(&b'.')
        && is_amount(classify(print))
        && behind.last().is_none_or(|(next, _)| next.start - word.end >= 2)
}

/// Whether a letter is the mark of a note, one blank behind an amount in its column:
/// `1,140   (580) A   560`, or a few between two amounts. Others may say in what the amount is,
/// `1.2 B`, `5 M`, name what a short number stands for, `Tranche  1 A`, or be an article:
/// `some  1,200 a`.
fn is_note_letter(bytes: &[u8], word: &Range<usize>, behind: &Words) -> bool {
    /// Most blanks before a letter that stands between two figures.
    const APART: usize = 3;
    if !matches!(bytes[word.clone()], [b'A'..=b'H' | b'a'..=b'h']) {
        return false;
    }
    let may_be_article = bytes[word.start] == b'a' && behind.is_empty();
    let number = last_word(bytes, word.start);
    let print = &bytes[number.clone()];
    let apart = skip_back(bytes, number.start);
    // In a column: behind another figure, or printed as no name of a thing is.
    let placed = !may_be_article && print.iter().any(|b| matches!(b, b',' | b'('))
        || holds_figure(&bytes[..apart]);
    let between = || !behind.is_empty() && bytes[word.start].is_ascii_uppercase();
    let reach = if between() { APART } else { 1 };
    word.start - number.end <= reach
        && apart > 0
        && placed
        && !print.contains(&b'.')
        && (number.start - apart >= 2 || bytes[apart - 1] == b'$')
        && is_amount(classify(&bytes[number]))
        && behind.last().is_none_or(|(next, _)| next.start - word.end >= 2)
}

/// Whether letters before an amount stand for the sign of its currency: `Net sales   E 190,241`,
/// `Cash   DM 14,334`. Once in a row and far off they may say what is leased, `Denver   L
/// 25,000`, in what a loan is due, `DM      1,200`, or which row it is, `CAD   1,200`.
fn stands_for_a_sign(bytes: &[u8], word: &Range<usize>, behind: &Words) -> bool {
    /// Blanks between a sign that stands once in a row and its amount.
    const REACH: usize = 3;
    let letters = &bytes[word.clone()];
    let Some(code) = knowledge::currency_in_letters(letters) else { return false };
    let before = skip_back(bytes, word.start);
    let again = || {
        behind.iter().any(|(sign, _)| bytes[sign.clone()] == *letters)
            || bytes[..before].split(|b| *b == b' ').any(|sign| sign == letters)
    };
    word.start - before >= 2
        && (before > 0 || again())
        && behind.last().is_some_and(|(next, kind)| {
            let is_sign = || letters != code.as_bytes() && bytes[next.clone()].contains(&b',');
            is_amount(*kind) && (again() || next.start - word.end <= REACH && is_sign())
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
        if start - before >= 2 && is_amount(classify(&bytes[start..end])) {
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
