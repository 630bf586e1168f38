//! The words of a phrase, and what each says of a date by itself.

use jiff::civil::Date;

use super::day_of;
use crate::knowledge::{self, PeriodWord};

/// The last year that two digits behind a month and a hyphen name; others are days.
const LAST_SHORT: i16 = 2009;

/// Where the first part of a text ends, whatever parts it from the next; bytes are looked at faster
/// than characters.
fn end_of_part(text: &str, slashes: bool) -> usize {
    let parts = |byte: u8| match byte {
        b',' | b'(' | b')' | b';' | b':' | b'{' | b'}' | b'[' | b']' | b'*' | b'"' => true,
        b' ' | b'\t'..=b'\r' => true,
        b'-' => !slashes,
        _ => false,
    };
    let end = text.bytes().position(|b| parts(b) || !b.is_ascii()).unwrap_or(text.len());
    let ends = |c: char| u8::try_from(c).is_ok_and(parts) || c.is_whitespace();
    match text.as_bytes().get(end) {
        Some(0x80..) => text[end..].find(ends).map_or(text.len(), |at| end + at),
        _ => end,
    }
}

/// The words of a text; parts of a word joined by hyphens are words, but for dates with slashes.
pub(super) fn words(text: &str) -> Vec<&str> {
    let slashes = text.as_bytes().contains(&b'/');
    let mut out: Vec<&str> = Vec::with_capacity(8);
    let mut at = 0;
    // Where the day with dashes ends that was read last.
    let mut behind_day = 0;
    while at <= text.len() {
        let (before, rest) = text.split_at(at);
        let (part, rest) = rest.split_at(end_of_part(rest, slashes));
        at += part.len() + rest.chars().next().map_or(1, char::len_utf8);
        let names_no_time =
            || is_note(before, part) || is_measure(before, part) || is_decrease(before, part, rest);
        if before.len() < behind_day {
            continue;
        }
        if rest.starts_with('-')
            && let Some(day) = day_with_dashes(before, &text[before.len()..])
        {
            behind_day = before.len() + day.len();
            out.push(day);
            continue;
        }
        // `January 1, 1998 - July 31, 1998`, `1/1/98 - 7/31/98`
        let is_dash = if slashes { part == "-" } else { part.is_empty() && rest.starts_with('-') };
        if is_dash && is_apart(before, rest) && ends_in_day(&out) {
            out.push("to");
            continue;
        }
        if part.is_empty() || rest.starts_with(')') && names_no_time() {
            continue;
        }
        if let Some((taken, word)) = joined(&out, &text[..before.len() + part.len()], part, rest) {
            out.truncate(out.len() - taken);
            out.push(word);
        } else if slashes {
            push_among_slashes(part, &mut out);
        } else {
            push_word(part, &mut out);
        }
    }
    out
}

/// Whether a dash stands between blanks and is not the first of several.
fn is_apart(before: &str, rest: &str) -> bool {
    before.ends_with(' ') && !rest[1.min(rest.len())..].starts_with('-')
}

/// Whether the last word before a part and its hyphen is a month whose year, in two digits, the part
/// is: `Dec-00`, `31-Dec-00`; not so `Dec-05-1997`.
fn is_month_of_year(name: &str, before: &str, part: &str, rest: &str) -> bool {
    let names_day = || {
        rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    before.ends_with(name)
        && month(name).is_some()
        && !names_day()
        && short_year(part).is_some_and(|year| year <= LAST_SHORT)
}

/// The date that the last part of a text makes with the words before it, and how many these are:
/// `Sep-30-03`, `Dec-00`.
fn joined<'t>(words: &[&str], text: &'t str, part: &str, rest: &str) -> Option<(usize, &'t str)> {
    let before = text[..text.len() - part.len()].strip_suffix('-')?;
    if let Some(day) = day_of_name(words, text, part) {
        return Some((2, day));
    }
    let name = words.last().filter(|name| is_month_of_year(name, before, part, rest))?;
    Some((1, &text[before.len() - name.len()..]))
}

/// The day whose year, in two digits, the last part of a text is: `Sep-30-03`.
fn day_of_name<'t>(words: &[&str], text: &'t str, year: &str) -> Option<&'t str> {
    let [.., name, day] = words else { return None };
    let start = text.len().checked_sub(name.len() + day.len() + year.len() + 2)?;
    let print = text.get(start..)?;
    named_day(print).filter(|_| print.starts_with(name)).map(|_| print)
}

/// A day whose month, day and year hyphens part: `Sep-30-03`.
pub(super) fn named_day(word: &str) -> Option<Date> {
    // Most words that are asked begin with a digit.
    if !word.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let (name, rest) = word.split_once('-')?;
    let (day, year) = rest.split_once('-')?;
    let year = short_year(year).filter(|year| *year <= LAST_SHORT)?;
    day_of(year, month(name)?, ordinal_day(day)?)
}

/// Adds the words of a part of a text with days in digits, in which hyphens need not part words.
fn push_among_slashes<'t>(part: &'t str, out: &mut Vec<&'t str>) {
    // `2/15/98-12/31/98`, and over two lines.
    if let Some((first, last)) = part.split_once('-')
        && day_in_digits(first).is_some()
        && (last.is_empty() || day_in_digits(last).is_some())
    {
        out.extend([first, "to", last].into_iter().filter(|word| !word.is_empty()));
    } else if part.contains('/') {
        push_word(part, out);
    } else {
        part.split('-').for_each(|word| push_word(word, out));
    }
}

/// Whether the last of some words are a day, with or without its year.
fn ends_in_day(words: &[&str]) -> bool {
    let Some((last, before)) = words.split_last() else { return false };
    let is_day = |day: &str, before: &[&str]| {
        ordinal_day(day).is_some() && before.last().is_some_and(|name| month(name).is_some())
    };
    let is_dated = || before.split_last().is_some_and(|(day, before)| is_day(day, before));
    day_in_digits(last).is_some()
        || is_day(last, before)
        || four_digits(last).is_some() && is_dated()
}

/// Whether a part of a text before a `)` is the number of a note, `Pro Forma (1) Three Months Ended`:
/// no count of months.
fn is_note(before: &str, part: &str) -> bool {
    part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit()) && before.ends_with('(')
}

/// Whether a part of a text before a `)` is what something is measured in, `Remaining life (years)`,
/// `Terms (in months)`: no length of a period.
fn is_measure(before: &str, part: &str) -> bool {
    let opens = before.ends_with('(')
        || before.strip_suffix(' ').is_some_and(|before| before.ends_with("(in"));
    opens
        && part.ends_with(['s', 'S'])
        && matches!(knowledge::period_word(part), Some(PeriodWord::Unit(_) | PeriodWord::Length(_)))
}

/// Whether a part of a text before a `)` stands for a decrease, `% Inc (Dec)`, `(Dec.)/Inc.`: no
/// month.
fn is_decrease(before: &str, part: &str, rest: &str) -> bool {
    let sign = |c: char| !c.is_alphanumeric();
    let is_increase = |word: Option<&str>| word.is_some_and(|w| w.eq_ignore_ascii_case("inc"));
    before.ends_with('(')
        && part.trim_end_matches('.').eq_ignore_ascii_case("dec")
        && (is_increase(before.trim_end_matches(sign).rsplit(sign).next())
            || is_increase(rest.trim_start_matches(sign).split(sign).next()))
}

/// Adds a word without the signs around it; `December31` is two.
fn push_word<'t>(word: &'t str, out: &mut Vec<&'t str>) {
    if word.starts_with('$') {
        return;
    }
    let all = |of: fn(&u8) -> bool| word.as_bytes().iter().all(of);
    if !word.is_empty() && (all(u8::is_ascii_alphabetic) || all(u8::is_ascii_digit)) {
        out.push(word);
        return;
    }
    let joint = word.bytes().position(|b| b.is_ascii_digit()).and_then(|digit| {
        // `YTD'03`
        let end = word[..digit].strip_suffix('\'').map_or(digit, str::len);
        if takes_digits(&word[..end]) { Some(end) } else { glued(word) }
    });
    let (name, rest) = word.split_at(joint.unwrap_or(0));
    let bare = |w: &'t str| w.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '\'');
    out.extend([name, rest].into_iter().map(bare).filter(|w| !w.is_empty()));
}

/// Whether figures printed right behind a word are those of its date: `December31`, `YTD97`.
fn takes_digits(word: &str) -> bool {
    month(word).is_some() || knowledge::period_word(word) == Some(PeriodWord::ToDate)
}

/// `6M`, `6M98`: a count of months, and the year printed with it; `$6M` is an amount.
pub(super) fn months(word: &str) -> Option<(u16, Option<i16>)> {
    let (count, rest) = word.split_once('M')?;
    let months = count.parse().ok().filter(|months| matches!(months, 3 | 6 | 9 | 12))?;
    let year = year(rest).or_else(|| short_year(rest));
    (rest.is_empty() || year.is_some()).then_some((months, year))
}

/// Where a length of time begins behind figures that have run into it, `A2YEAR`, `6MONTHS`,
/// `FY04YTD`, or a fiscal year behind its quarter: `Q3FY04`.
fn glued(word: &str) -> Option<usize> {
    if let Some(at) = word.find("FY").filter(|&at| quarter(&word[..at]).is_some()) {
        return Some(at);
    }
    let at = word.rfind(|c: char| c.is_ascii_digit())? + 1;
    let length = knowledge::period_word(&word[at..])?;
    let goes_on =
        matches!(length, PeriodWord::Unit(_) | PeriodWord::Length(_) | PeriodWord::ToDate);
    goes_on.then_some(at)
}

/// Whether a text has no word of which a piece could be made.
pub(super) fn is_silent(text: &str) -> bool {
    !text.bytes().any(|b| b.is_ascii_digit()) && !knowledge::has_period_word(text)
}

/// Whether a word belongs to a length of time but says none: `ended`.
pub fn ends_length(word: &str) -> bool {
    knowledge::period_word(word) == Some(PeriodWord::Ended)
}

/// Whether a header names a month and no day of it: `September 1998`.
pub fn names_month_alone(header: &str) -> bool {
    let words = words(header);
    let at = words.iter().position(|word| knowledge::is_month(word));
    at.is_some_and(|at| words.get(at + 1).and_then(|day| ordinal_day(day)).is_none())
}

pub(super) fn month(word: &str) -> Option<i8> {
    match knowledge::period_word(word)? {
        PeriodWord::Month(m) if m != 5 || !word.starts_with('m') => Some(m),
        _ => None,
    }
}

/// `1Q`, `Q3`, `1Q04`, `Q3'06`: a quarter, and the year printed with it.
pub(super) fn quarter(word: &str) -> Option<(i8, Option<i16>)> {
    let ([n @ b'1'..=b'4', b'Q' | b'q', ..] | [b'Q', n @ b'1'..=b'4', ..]) = word.as_bytes() else {
        return None;
    };
    numbered(*n, word)
}

/// The number of a quarter, as a figure or a Roman one.
pub fn numeral(word: &str) -> Option<i8> {
    match word {
        "1" | "I" => Some(1),
        "2" | "II" => Some(2),
        "3" | "III" => Some(3),
        "4" | "IV" => Some(4),
        _ => None,
    }
}

/// `1H`, `H2`, `1H04`: a half of a year, and the year printed with it.
pub(super) fn half(word: &str) -> Option<(i8, Option<i16>)> {
    let ([n @ b'1'..=b'2', b'H', ..] | [b'H', n @ b'1'..=b'2', ..]) = word.as_bytes() else {
        return None;
    };
    numbered(*n, word)
}

/// The number of a part of a year, and the year behind its two letters.
fn numbered(n: u8, word: &str) -> Option<(i8, Option<i16>)> {
    let rest = &word[2..];
    let year = year(rest).or_else(|| short_year(rest));
    (rest.is_empty() || year.is_some()).then_some(((n - b'0').cast_signed(), year))
}

/// Whether the last words before two digits name a quarter, the digits its year: `Q2 02   Q1 02`.
pub fn dates_quarter(words: &str, digits: &str) -> bool {
    let last = || words.trim_ascii_end().rsplit(' ').next().unwrap_or("");
    short_year(digits).is_some() && matches!(quarter(last()), Some((_, None)))
}

/// `Dec-00`: a month and the year printed with it.
pub(super) fn month_of_year(word: &str) -> Option<(i8, i16)> {
    let (name, digits) = word.split_once('-')?;
    Some((month(name)?, short_year(digits)?))
}

pub(super) fn number(word: &str) -> Option<u16> {
    word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

pub(super) fn ordinal_day(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let tail = &word[digits.len()..];
    let ordinal = ["", "st", "nd", "rd", "th"].iter().any(|t| tail.eq_ignore_ascii_case(t));
    digits.parse::<i8>().ok().filter(|d| ordinal && (1..=31).contains(d))
}

/// A year: `1997`, `'97`, `FY1997`, `FY97`.
pub(super) fn year(word: &str) -> Option<i16> {
    let fiscal = word.strip_prefix("FY");
    if let Some(year) = fiscal.and_then(short_year) {
        return Some(year);
    }
    let word = fiscal.or_else(|| word.strip_prefix("Fiscal")).unwrap_or(word);
    if let Some(short) = word.strip_prefix('\'') {
        return two_digits(short);
    }
    four_digits(word)
}

/// A year in two digits behind its quarter, of those that filings in plain text tell of: `Q1 01`.
pub(super) fn short_year(word: &str) -> Option<i16> {
    two_digits(word).filter(|year| (1985..=2015).contains(year))
}

/// A year in four digits and nothing else.
pub fn four_digits(word: &str) -> Option<i16> {
    let year: i16 = (word.len() == 4).then(|| word.parse().ok())??;
    (1960..=2049).contains(&year).then_some(year)
}

fn two_digits(text: &str) -> Option<i16> {
    let n: i16 = (text.len() == 2).then(|| text.parse().ok())??;
    Some(if n >= 60 { 1900 + n } else { 2000 + n })
}

/// A day in digits: `3/31/04`, `12/31/1997`, `31/12/1997`, `31.12.97`, `6-30-98`.
pub fn day_in_digits(word: &str) -> Option<Date> {
    if word.as_bytes().contains(&b'/') {
        return parted(word, '/');
    }
    dotted(word).or_else(|| dashed(word))
}

/// `6-30-98`; what would be of a year to come is a list of numbers: `5-10-15`.
fn dashed(word: &str) -> Option<Date> {
    let day = parted(word, '-')?;
    (day.year() <= LAST_SHORT).then_some(day)
}

/// The day in digits with dashes, `6-30-98`, with which `rest` begins, by itself between blanks.
fn day_with_dashes<'t>(before: &str, rest: &'t str) -> Option<&'t str> {
    const LONGEST: usize = "12-31-1998".len();
    let opens = before.is_empty() || before.ends_with([' ', '(']);
    if !opens || !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = rest.find([' ', ',', ')']).unwrap_or(rest.len());
    let day = rest.get(..end).filter(|day| day.len() <= LONGEST && day.contains('-'))?;
    dashed(day).map(|_| day)
}

/// A day of any year in digits: `6/30`. A fraction may look like it.
pub(super) fn day_of_any_year(word: &str) -> Option<(i8, i8)> {
    let (month, day) = word.split_once('/')?;
    let (month, day) = (month.parse().ok()?, day.parse().ok()?);
    day_of(2000, month, day).map(|_| (month, day))
}

/// `31.03.02`, `03.31.02`; which of two numbers up to 12 is the month, nobody can tell.
fn dotted(word: &str) -> Option<Date> {
    // Asked of every number: few have two points.
    if word.bytes().filter(|b| *b == b'.').count() != 2 {
        return None;
    }
    let mut parts = word.split('.');
    let mut count =
        || parts.next().filter(|part| (1..=2).contains(&part.len()))?.parse::<i8>().ok();
    let (first, second) = (count()?, count()?);
    let last = parts.next()?;
    let (day, month) = if first > 12 { (first, second) } else { (second, first) };
    if !(13..=31).contains(&day) {
        return None;
    }
    day_of(year(last).or_else(|| two_digits(last))?, month, day)
}

/// A day whose month, day and year a sign parts: `6/30/98`, `30/6/98`.
fn parted(word: &str, sign: char) -> Option<Date> {
    if !word.starts_with(|c: char| c.is_ascii_digit()) || !word.contains(sign) {
        return None;
    }
    let mut parts = word.split(sign);
    let first: i8 = parts.next()?.parse().ok()?;
    let second: i8 = parts.next()?.parse().ok()?;
    let last = parts.next()?;
    let (month, day) = if first > 12 { (second, first) } else { (first, second) };
    if parts.next().is_some() || !(1..=31).contains(&day) {
        return None;
    }
    day_of(year(last).or_else(|| two_digits(last))?, month, day)
}
