//! Titles, and what stands with them above a table: its period or day, its units, a remark.

use super::{is_prose, starts_lower};
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};
use crate::record::Kind;

/// Kinds that are whole statements, unlike selected data.
const STATEMENTS: [Kind; 5] =
    [Kind::BalanceSheet, Kind::CashFlow, Kind::ComprehensiveIncome, Kind::Equity, Kind::Income];
/// Longest title of a statement.
const LONGEST_TITLE: usize = 100;
/// A line this far from the margin is not flush left: titles are centred.
const INDENTED: u32 = 4;

/// Whether a line is the title of a statement.
pub fn is_title(face: &str, indent: usize, after_blank: bool) -> bool {
    let text = face.trim_ascii();
    let set_apart = indent >= INDENTED as usize || after_blank;
    if text.len() > LONGEST_TITLE || ends_clause(text) || !set_apart {
        return false;
    }
    // `BALANCE SHEET DATA` is a heading within selected data.
    let is_data = || knowledge::heads_data(&knowledge::plain(text));
    begins_in_capitals(text)
        && knowledge::title_kind(text).is_some_and(|kind| STATEMENTS.contains(&kind))
        && !is_data()
}

/// Whether a line is the title of a statement, or begins one in capitals of two lines:
/// `CONSOLIDATED STATEMENTS OF CHANGES` / `IN STOCKHOLDERS' EQUITY`.
pub(super) fn opens_statement(lines: &Lines<'_>, i: usize, after_blank: bool) -> bool {
    let (face, indent) = (lines.face(i), lines.get(i).indent as usize);
    let below = lines.face(i + 1).trim_ascii_start();
    is_title(face, indent, after_blank)
        || is_in_capitals(face)
            && lines.class(i + 1) == Class::Text
            && is_in_capitals(below)
            && is_title(&format!("{face} {below}"), indent, after_blank)
}

/// Whether words are printed in capitals.
fn is_in_capitals(face: &str) -> bool {
    let letter = |b: u8| b.is_ascii_alphabetic();
    face.bytes().any(letter) && !face.bytes().any(|b| b.is_ascii_lowercase())
}

/// Whether all words but short ones begin with a capital.
fn begins_in_capitals(text: &str) -> bool {
    // `of`, `and`, `for`
    const LONGEST_PARTICLE: usize = 3;
    let mut long = text.split_ascii_whitespace().filter(|w| w.len() > LONGEST_PARTICLE);
    long.all(|w| !w.as_bytes()[0].is_ascii_lowercase())
}

/// Whether a text ends as clauses and sentences do, but titles do not.
fn ends_clause(text: &str) -> bool {
    text.ends_with(['.', ':', ';', ','])
}

/// Whether a line is the period of the title above it: `SELECTED FINANCIAL DATA` / `YEAR ENDED
/// DECEMBER 31, 1996`, centred, or flush left and apart from the rows. A title that names no kind
/// of table stands below the company's name: `ACME, INC.` / `OTHER INCOME`.
pub fn is_period_of_title(lines: &Lines<'_>, i: usize) -> bool {
    let Some(title) = above(lines, i) else { return false };
    let is_titled = || knowledge::title_kind(lines.face(title)).is_some();
    let is_third = || {
        let indent = |k: usize| lines.get(k).indent;
        let is_flush = |k: usize| lines.class(k) == Class::Text && indent(k) == indent(i);
        let first = above(lines, title).filter(|k| is_below_title(lines, title) || is_flush(*k));
        let before = first.and_then(|first| above(lines, first));
        before.is_some_and(|k| lines.class(k) == Class::Blank)
    };
    (is_below_title(lines, i) || is_apart_below_title(lines, i))
        && period::is_whole(lines.face(i))
        && (is_titled() || is_third())
}

/// Whether a line is the day of the title above it, which stands apart, perhaps with the units:
/// `DEBT AND LIQUIDITY` / `As of December 31, 2003 (in millions)`.
pub fn is_day_of_title(lines: &Lines<'_>, i: usize) -> bool {
    let face = lines.face(i);
    let day =
        face.split_once('(').filter(|(_, units)| units.ends_with(')')).map_or(face, |(d, _)| d);
    let is_day = |s: &Spec| s.instant && s.length.is_none() && s.end().is_some();
    is_below_title(lines, i)
        && i >= 2
        && lines.class(i - 2) == Class::Blank
        && !lines.face(i - 1).ends_with(':')
        && matches!(&period::read(day)[..], [spec] if is_day(spec))
}

/// Whether a line ends words at the margin that look like a title and, with remarks such as
/// `(A Development Stage Company)`, stand apart from what is below.
fn is_apart_below_title(lines: &Lines<'_>, i: usize) -> bool {
    const MOST_LINES: usize = 6;
    let Some(at) = above(lines, i) else { return false };
    let title = lines.face(at);
    let is_remark = |k: &usize| match lines.class(*k) {
        Class::Overprint => true,
        Class::Text => {
            let face = lines.face(*k);
            lines.get(*k).indent == lines.get(i).indent
                && face.trim_ascii_start().starts_with('(')
                && face.ends_with(')')
        }
        _ => false,
    };
    let below = (i + 1..lines.len()).take(MOST_LINES).find(|k| !is_remark(k));
    lines.class(i) == Class::Text
        && lines.class(at) == Class::Text
        && lines.get(i).indent == lines.get(at).indent
        && below.is_some_and(|k| lines.class(k) == Class::Blank)
        && !ends_clause(title)
        && begins_in_capitals(title)
}

/// Whether a line and the words right above it are centred, as titles are.
pub(super) fn is_below_title(lines: &Lines<'_>, i: usize) -> bool {
    let centred = |k: usize| lines.class(k) == Class::Text && lines.get(k).indent >= INDENTED;
    centred(i) && above(lines, i).is_some_and(centred)
}

/// How many lines a remark in parentheses takes that begins on a line right below a title, or below
/// the period of one, and continues; 0 if there is none:
/// `(Including the accounts of Bolt Tools Corp., which` / `the company acquired in June)`.
pub fn remark_below_title(lines: &Lines<'_>, i: usize) -> usize {
    const MOST_LINES: usize = 3;
    let is_open = |k: usize| lines.class(k) == Class::Text && !lines.face(k).contains(')');
    let opens = lines.face(i).trim_ascii_start().starts_with('(') && is_open(i);
    if !opens || !above(lines, i).is_some_and(|k| is_title_or_period(lines, k)) {
        return 0;
    }
    let printed = (i + 1..lines.len()).filter(|&k| lines.class(k) != Class::Overprint);
    let last = printed.take(MOST_LINES).find(|&k| !is_open(k));
    let closes = |k: &usize| {
        let face = lines.face(*k);
        lines.class(*k) == Class::Text && face.ends_with(')') && !face.contains('(')
    };
    last.filter(closes).map_or(0, |last| last + 1 - i)
}

/// Whether a line names a kind of table, or is the period of such a title right above.
fn is_title_or_period(lines: &Lines<'_>, i: usize) -> bool {
    let names = |k: usize| {
        lines.class(k) == Class::Text
            && !is_prose(lines.face(k))
            && knowledge::title_kind(lines.face(k)).is_some()
    };
    let tells_period = || period::speaks(lines.face(i)) && above(lines, i).is_some_and(names);
    lines.class(i) == Class::Text && (names(i) || tells_period())
}

/// Whether a line is part of a remark as in [`remark_below_title`].
pub(super) fn is_in_remark(lines: &Lines<'_>, i: usize) -> bool {
    // Each of its lines may be printed twice, for bold.
    const LONGEST: usize = 8;
    (i.saturating_sub(LONGEST)..=i).any(|first| i < first + remark_below_title(lines, first))
}

/// Whether a line says what the figures are printed in, in parentheses or without other words.
pub fn is_unit_line(face: &str) -> bool {
    let text = face.trim();
    if text.starts_with('(') {
        return knowledge::scale_of(text).is_some();
    }
    // What begins lower case may end a sentence: `(shares` / `in millions):`.
    !starts_lower(text) && knowledge::is_remark_on_units(text)
}

/// Whether a line heads what a company expects, which is a table apart from its results:
/// `2005 Outlook`.
pub fn opens_outlook(face: &str) -> bool {
    !starts_lower(face)
        && !face.ends_with('.')
        && knowledge::announces_outlook(face)
        // `Changes in estimates for` speaks of what has been.
        && period::speaks(face)
        && (face.ends_with(':') || !is_prose(face))
}

/// The rest of a line that begins with `Item`, the head of an item of a form:
/// `4. submission of matters`.
pub fn item_heading(line: &str) -> Option<String> {
    line.get(..5).filter(|word| word.eq_ignore_ascii_case("item "))?;
    Some(knowledge::plain(&line[5..])).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line is the head of an item and not a row of that name:
/// `ITEM 8. FINANCIAL STATEMENTS`.
pub(super) fn heads_item(face: &str) -> bool {
    item_heading(face.trim_ascii_start()).is_some_and(|heading| {
        let (number, title) = heading.split_once('.').unwrap_or_default();
        !title.is_empty() && number.trim_end_matches('a').bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether a line is the head of a numbered note: `NOTE 3--INVENTORIES`, `Note 3 - Special items`.
pub fn heads_note(line: &str) -> bool {
    let text = line.trim_ascii();
    text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("note "))
        && text[5..].starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a line is the head of a numbered note and says what it is about. `Note 3` alone may
/// stand in a balance sheet, below `Commitments and contingencies`.
pub(super) fn heads_named_note(line: &str) -> bool {
    heads_note(line) && line.trim_ascii()["note ".len()..].contains(|c: char| c.is_alphabetic())
}

/// Whether a line is a heading with a number or a letter of its own, set apart from what it heads:
/// `NOTE C - INVENTORIES`, `3. Inventories`, `(3) Inventories`.
pub fn heads_numbered(lines: &Lines<'_>, at: usize, words: &str) -> bool {
    numbered(lines, at, words).is_some()
}

/// How a heading is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbered<'t> {
    is_note: bool,
    is_lettered: bool,
    number: &'t str,
    /// What stands between the number and the words.
    mark: &'t str,
}

impl Numbered<'_> {
    /// Whether it continues the numbering of another heading: `(14)` that of `(13)`, but not `A.`.
    fn goes_on_behind(&self, other: &Self) -> bool {
        (self.is_note, self.is_lettered, self.mark)
            == (other.is_note, other.is_lettered, other.mark)
            && (self.number.len(), self.number) > (other.number.len(), other.number)
    }
}

/// Whether a line above a heading stands below an earlier one of the same numbering.
pub fn stands_below_another(lines: &Lines<'_>, at: usize, heading: usize) -> bool {
    /// Most lines of a note.
    const FARTHEST: usize = 200;
    let of_line =
        |line: usize| numbered(lines, line, &lines.face(line)[lines.get(line).indent as usize..]);
    let Some(own) = of_line(heading) else { return false };
    let above = (at.saturating_sub(FARTHEST)..at).rev();
    above.filter_map(of_line).any(|other| own.goes_on_behind(&other))
}

/// How a line is numbered, if it is such a heading.
fn numbered<'t>(lines: &Lines<'_>, at: usize, words: &'t str) -> Option<Numbered<'t>> {
    if !is_set_apart(lines, at, words) {
        return None;
    }
    let note = words.get(..5).filter(|word| word.eq_ignore_ascii_case("note "));
    let number = words[note.map_or(0, str::len)..].trim_start_matches('(');
    let title = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_lettered = |text: &str| {
        let behind = text.strip_prefix(|c: char| c.is_ascii_uppercase());
        behind.is_some_and(|b| {
            b.starts_with(['.', ')']) || note.is_some() && b.starts_with([' ', '-', ':'])
        })
    };
    let digits = number.len() - title.len();
    let title = match digits {
        1 | 2 => title,
        0 if is_lettered(number) => &number[1..],
        _ => return None,
    };
    let subject = title.trim_start_matches(|c: char| !c.is_alphanumeric());
    (subject.len() < title.len() && subject.starts_with(char::is_uppercase)).then(|| Numbered {
        is_note: note.is_some(),
        is_lettered: digits == 0,
        number: &number[..digits.max(1)],
        mark: title[..title.len() - subject.len()].trim_ascii_end(),
    })
}

/// Whether a line is short and not a sentence, and has nothing right above or below it.
pub fn is_set_apart(lines: &Lines<'_>, at: usize, words: &str) -> bool {
    const LONGEST: usize = 72;
    let silent = |line: usize| {
        line >= lines.len() || !matches!(lines.class(line), Class::Text | Class::Figures)
    };
    words.len() <= LONGEST
        && !words.trim_ascii_end().ends_with(['.', ',', ';'])
        && silent(at + 1)
        && at.checked_sub(1).is_none_or(silent)
}

/// Whether a text is nothing but the number of an exhibit: `EXHIBIT 12`, `Exhibit (13)(a)`.
pub fn numbers_exhibit(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("exhibit"))
        && words.next().is_some_and(|number| number.contains(|c: char| c.is_ascii_digit()))
        && words.next().is_none()
}

/// The line above another one, not counting lines printed over it for bold.
fn above(lines: &Lines<'_>, i: usize) -> Option<usize> {
    (0..i).rev().find(|&k| lines.class(k) != Class::Overprint)
}
