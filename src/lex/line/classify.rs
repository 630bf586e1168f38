//! What a line is without a look at its neighbours.

use super::{Class, Line};
use crate::knowledge::{self, PeriodWord};
use crate::lex::token::{self, Token, TokenKind};
use crate::period;

/// Columns beyond which a line is no row of a table, whatever it ends in: each of its figures
/// would be weighed against as many columns.
const LONGEST_ROW: usize = 1 << 10;
/// Fewest columns of a line that is full of words.
pub const LINE_OF_PROSE: usize = 60;
/// Columns beyond which a line is [`Class::Overlong`].
const LONGEST_LINE: usize = 1 << 16;

/// The SGML marks of a line.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) any: bool,
    pub(super) page: bool,
    pub(super) opens_table: bool,
    pub(super) closes_table: bool,
    pub(super) opens_caption: bool,
    pub(super) columns: bool,
}

/// Reads the SGML marks of a line, and blanks them out; without any, the line is its own face.
pub(super) fn blank_marks(line: &str) -> (Marks, Option<String>) {
    const NAMES: [&str; 8] = ["S", "C", "TABLE", "CAPTION", "PAGE", "FN", "TEXT", "PRE"];
    let mut marks = Marks::default();
    let mut blanked = String::with_capacity(line.len());
    let mut at = 0;
    while let Some(open) = line[at..].find('<').map(|n| at + n) {
        let Some(close) = line[open..].find('>').map(|n| open + n) else { break };
        let name = line[open + 1..close].trim();
        let (closing, name) = name.strip_prefix('/').map_or((false, name), |n| (true, n.trim()));
        // `<F1>`, where the note of that number begins
        let is_note = name.len() <= 4
            && name.starts_with('F')
            && name[1..].bytes().all(|b| b.is_ascii_digit());
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if NAMES.iter().any(|known| is(known)) || is_note {
            marks.any = true;
            marks.page |= is("PAGE");
            marks.closes_table |= closing && is("TABLE");
            marks.opens_table |= !closing && is("TABLE");
            marks.opens_caption |= !closing && is("CAPTION");
            marks.columns |= is("S") || is("C");
            blanked.push_str(&line[blanked.len()..open]);
            blanked.extend(std::iter::repeat_n(' ', close + 1 - open));
        }
        at = close + 1;
    }
    blanked.push_str(&line[blanked.len()..]);
    blanked.truncate(blanked.trim_end().len());
    let bare = marks.any.then_some(blanked);
    (marks, bare)
}

/// Classifies the face of a line; its figures are read into `tokens`.
pub(super) fn classify(face: &str, marks: &Marks, tokens: &mut Vec<Token>) -> Line {
    let end = u32::try_from(face.len()).unwrap_or(u32::MAX);
    let first = face.bytes().position(|b| b != b' ').unwrap_or(face.len());
    let indent = u32::try_from(first).unwrap_or(u32::MAX);
    let mut line = Line {
        class: Class::Text,
        indent,
        label_end: end,
        first_figure: end,
        opens_table: marks.opens_table,
        closes_table: marks.closes_table,
        opens_caption: marks.opens_caption,
        column_marks: marks.columns,
        marked: marks.any,
        feeds: false,
        kept: 0,
    };
    line.class = if marks.page {
        Class::Page
    } else if face.is_empty() {
        if marks.any { Class::Mark } else { Class::Blank }
    } else if face.len() > LONGEST_LINE {
        Class::Overlong
    } else if is_rule(face, first) {
        Class::Rule
    } else if face.len() > LONGEST_ROW {
        Class::Text
    } else {
        let label_end = token::scan(face, tokens);
        if has_lowered_marks(face, label_end, tokens) {
            tokens.retain(|t| t.kind == TokenKind::Year);
        }
        if let Some(first) = tokens.first() {
            line.label_end = u32::try_from(label_end).unwrap_or(u32::MAX);
            line.first_figure = u32::try_from(first.start).unwrap_or(u32::MAX);
        }
        class_by_end(face, label_end, tokens)
    };
    line
}

/// What a line of words is by the figures that it may end in.
fn class_by_end(face: &str, label_end: usize, tokens: &[Token]) -> Class {
    let label = &face[..label_end];
    let Some(first) = tokens.first() else { return Class::Text };
    if is_year_of_prose(label, tokens) || is_year_of_aside(face, label_end, tokens) {
        Class::Text
    } else if are_years(label, tokens)
        || period::dates_quarter(label, face[first.start..].trim_ascii())
    {
        Class::Years
    } else if are_marks(label, face, tokens)
        || is_word_of_prose(label, tokens)
        || is_identifier(label, tokens)
        || is_tag(label)
    {
        Class::Text
    } else {
        Class::Figures
    }
}

/// Whether a line, of which `first` is the first column in print, has nothing but rules, `|`
/// corners included.
fn is_rule(face: &str, first: usize) -> bool {
    let mut longest = 0;
    let mut run = 0;
    for b in face[first..].bytes() {
        match b {
            b'-' | b'=' | b'_' | b'~' => {
                run += 1;
                longest = longest.max(run);
            }
            b' ' | b'|' | b'+' | b'.' | b'*' | b'$' => run = 0,
            _ => return false,
        }
    }
    longest >= 3
        || face.bytes().all(|b| b == b' ' || b == b'.')
        || face[first..].starts_with("- - -")
        // Narrow ones: a nil, `_`, stands behind a label.
        || face.bytes().all(|b| b == b' ' || b == b'_')
        || face.bytes().all(|b| b" *".contains(&b)) && face.len() > 4
}

/// Whether a label begins with a month or a quarter: `March 31`, `First Quarter`.
pub(super) fn names_part_of_year(label: &str) -> bool {
    let first = label.split_ascii_whitespace().next().unwrap_or("");
    let word = knowledge::period_word(first.trim_end_matches(|c: char| !c.is_alphanumeric()));
    matches!(word, Some(PeriodWord::Month(_) | PeriodWord::Quarter(_)))
}

/// Whether beside the years of a header, one after the other, stand nothing but the digits of notes
/// that were raised on paper, a blank behind theirs: `1995 1     1994     1993 2`.
fn has_lowered_marks(face: &str, label_end: usize, tokens: &[Token]) -> bool {
    /// Fewer years with such marks may be a row of figures.
    const FEWEST: usize = 3;
    let is_year = |t: &&Token| t.kind == TokenKind::Year;
    let is_mark = |t: &Token| matches!(face[t.span()].as_bytes(), [b'1'..=b'9']);
    let goes_on = |w: &[Token]| {
        let of_year = is_year(&&w[0]) && w[1].start == w[0].end + 1;
        is_year(&&w[1]) || of_year && is_mark(&w[1])
    };
    if !tokens.first().is_some_and(|t| is_year(&t)) || !tokens.windows(2).all(goes_on) {
        return false;
    }
    let year = |t: &Token| face[t.span()].parse().ok();
    let years: Option<Vec<u16>> = tokens.iter().filter(is_year).map(year).collect();
    let label = &face[..label_end];
    years.is_some_and(|years| {
        years.len() >= FEWEST
            && tokens.len() > years.len()
            && tokens.len() < 2 * years.len()
            && (years.is_sorted_by(|a, b| a + 1 == *b) || years.is_sorted_by(|a, b| *a == b + 1))
    }) && (label.trim_ascii().is_empty() || period::speaks(label))
}

/// Whether the figures at a line's end are years that head columns.
fn are_years(label: &str, tokens: &[Token]) -> bool {
    if !tokens.iter().all(|t| t.kind == TokenKind::Year) {
        return false;
    }
    // `Fourth     Third     2000`
    let ordinal = |word| matches!(knowledge::period_word(word), Some(PeriodWord::Quarter(_)));
    let are_ordinals =
        || label.trim_ascii().contains("  ") && label.split_ascii_whitespace().all(ordinal);
    tokens.len() >= 2
        || label.trim().is_empty()
        || period::speaks(label)
        || label.contains('(')
        || are_ordinals()
        || knowledge::is_note_column(label.trim_ascii())
        || heads_rows(label)
}

/// Whether words beside the only year of a header are the heading of what stands below it:
/// `Assets:     1996`.
pub(super) fn heads_rows(label: &str) -> bool {
    let words = knowledge::plain(label.trim_ascii().trim_end_matches(':'));
    knowledge::is_top_heading(&words)
        || knowledge::is_activity(&words)
        || knowledge::heads_data(&words)
}

/// Whether the figures at a line's end are footnote marks beside an audit remark over the columns:
/// `(unaudited)     (1)`.
fn are_marks(label: &str, face: &str, tokens: &[Token]) -> bool {
    if !tokens.iter().all(|t| token::is_mark(face[t.span()].as_bytes())) {
        return false;
    }
    let remark = label.trim_ascii();
    remark.starts_with('(') && remark.ends_with(')') && knowledge::speaks_of_audit(remark)
}

/// Whether a line's only figure is the number by which a thing is known: `PN:   100` over the title
/// of a plan's schedule.
fn is_identifier(label: &str, tokens: &[Token]) -> bool {
    let name = label.trim_ascii().strip_suffix(':');
    tokens.len() == 1 && name.is_some_and(knowledge::names_identifier)
}

/// Whether a label is a tag of a schedule for machines: `<TOTAL-ASSETS>`, `[PP&E]`.
fn is_tag(label: &str) -> bool {
    const SHORTEST: usize = 3;
    let label = label.trim_ascii();
    let within = |open, close| label.strip_prefix(open)?.strip_suffix(close);
    within('<', '>').or_else(|| within('[', ']')).is_some_and(|name: &str| {
        let is_of_name = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b"-&".contains(&b);
        name.len() >= SHORTEST && name.bytes().all(is_of_name)
    })
}

/// Whether a year is the last word of a line of prose that is set with blanks to fill it:
/// `Special  charges  for  the  three months ended  June  30,  2001` / `were as follows:`.
fn is_year_of_prose(label: &str, tokens: &[Token]) -> bool {
    label.trim_ascii().len() >= LINE_OF_PROSE
        && tokens.iter().all(|t| t.kind == TokenKind::Year)
        && is_word_of_prose(label, tokens)
}

/// Whether a line's only figure is a year, with a dash or none behind it, in an aside that the line
/// below goes on with: `uncollectible accounts (2002 -  $52;  2001  -` / `$47)`, `accounts  (2002`.
fn is_year_of_aside(face: &str, label_end: usize, tokens: &[Token]) -> bool {
    let [year, dashes @ ..] = tokens else { return false };
    let (label, print) = (&face[..label_end], &face[year.span()]);
    // `(200)` is no year.
    let opens = print.strip_prefix('(').is_some_and(|year| period::four_digits(year).is_some());
    let is_open = || {
        let aside = label.rsplit_once('(').map_or("", |(_, aside)| aside);
        !aside.contains(')') && aside.contains(|c: char| c.is_ascii_digit())
    };
    dashes.len() < 2
        && dashes.iter().all(|t| t.kind == TokenKind::Dash)
        && (opens && !label.trim_ascii().is_empty() || year.kind == TokenKind::Year && is_open())
}

/// Whether a line's only figure stands among words that are set with blanks to fill their line, no
/// further from them than they from each other; or begins a sentence behind a line of prose:
/// `and costs of $48.0 million.  $3.6`.
fn is_word_of_prose(label: &str, tokens: &[Token]) -> bool {
    if tokens.len() != 1 {
        return false;
    }
    if label.len() >= LINE_OF_PROSE
        && label.strip_suffix(".  ").is_some_and(|words| words.ends_with(char::is_alphabetic))
    {
        return true;
    }
    let apart = label.len() - label.trim_ascii_end().len();
    let words = label.trim_ascii().as_bytes();
    let is_gap = |at: &usize| {
        words[*at].is_ascii_alphabetic() && words[*at - apart..*at].iter().all(|b| *b == b' ')
    };
    (2..=3).contains(&apart) && (apart..words.len()).filter(is_gap).count() >= 2
}

/// Whether `face` repeats print of `below` at the same columns and adds nothing.
pub(super) fn is_overprint(below: &str, face: &str, indent: u32) -> bool {
    let (below, face) = (below.as_bytes(), face.as_bytes());
    let first = indent as usize;
    if below.get(first) != face.get(first) {
        return false;
    }
    // Print that stops in the midst of words is a line of its own: `per share -` below
    // `per share - basic`.
    let stops = |at: usize| {
        at > first && face[at - 1] != b' ' && face[at..].iter().take(2).all(|b| *b == b' ')
    };
    let goes_on = |at: usize| below.iter().skip(at).take(2).any(u8::is_ascii_alphanumeric);
    let breaks_off = || (first..=face.len()).any(|at| stops(at) && goes_on(at));
    face.len() <= below.len()
        && face.len() >= 4
        && face.iter().any(u8::is_ascii_alphabetic)
        && face.iter().zip(below).all(|(a, b)| *a == b' ' || a == b)
        && !breaks_off()
}
