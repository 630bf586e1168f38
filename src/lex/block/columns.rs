//! Whether words stand over columns: periods, changes, names side by side, references to notes.

use std::ops::Range;

use super::labels::{DEEPEST_LABEL, OVERLAP};
use super::{is_prose, is_unit_line};
use crate::knowledge;
use crate::lex::line::{Class, Lines, runs, segments};
use crate::period;

/// How far left of the first figures a header may begin: its words are wider than they.
pub(super) const HEADER_REACH: usize = 12;

/// How far left of its column the first of several heads may begin.
const NAME_REACH: usize = 4;

/// Whether words name a column by its period, or as one without a period: `1996`, `Change`.
pub fn names_column(words: &str) -> bool {
    period::speaks(words) || knowledge::is_no_period(&knowledge::plain(words))
}

/// Whether a line of words stands over the columns and names periods.
pub(super) fn heads_columns(face: &str, left: usize) -> bool {
    // No label begins so far right.
    const DEEP: usize = 24;
    // Blanks further left set words of a label apart.
    const LEFTMOST_GAP: usize = 8;
    const LONGEST_HEADER: usize = 90;
    let indent = indent(face);
    let last_gap = || memchr::memmem::rfind(face.as_bytes(), b"   ");
    let is_behind_words = |gap: &usize| *gap > indent.max(LEFTMOST_GAP);
    let gap = if face.len() > left { last_gap().filter(is_behind_words) } else { None };
    let reaches = indent + HEADER_REACH >= left || face.len() > left + OVERLAP;
    let over = indent + NAME_REACH >= left || indent >= DEEP && reaches || gap.is_some();
    // Units over the labels, and the header beside them.
    let units = || gap.is_some_and(|gap| is_unit_line(face[..gap].trim_end()));
    let words = &face[gap.unwrap_or(indent)..];
    over && !is_prose(face)
        && (period::speaks(face.get(indent..).unwrap_or("")) || units())
        && words.trim().len() < LONGEST_HEADER
}

/// Whether a line heads columns of changes, perhaps beside one of references:
/// `Increase    Percent`, `Note    Change    % Change`.
pub(super) fn heads_changes(face: &str, left: usize) -> bool {
    if indent(face) + HEADER_REACH < left {
        return false;
    }
    let mut heads: Vec<&str> = runs(face).into_iter().map(|run| &face[run]).collect();
    heads.retain(|head| !knowledge::is_note_column(head));
    heads.len() > 1 && heads.iter().all(|w| knowledge::is_no_period(w))
}

/// Whether words stand over the columns, and over the labels or not, each of them above a stretch
/// of the rule right below: `Low   High` above `----   ----`. A heading over the labels has none:
/// `Stores:   Owned Leased`.
pub(super) fn heads_by_rule(lines: &Lines<'_>, i: usize, left: usize) -> bool {
    if lines.class(i + 1) != Class::Rule {
        return false;
    }
    let (mut words, rules) = (runs(lines.face(i)), segments(lines.face(i + 1)));
    if words.len() == rules.len() + 1 && lines.face(i)[words[0].clone()].ends_with(':') {
        words.remove(0);
    }
    let meets = |(words, rule): (&Range<usize>, &Range<usize>)| {
        words.start < rule.end && rule.start < words.end
    };
    let over = |nth: usize| words.get(nth).is_some_and(|words| words.start + NAME_REACH >= left);
    (over(0) || words.len() > 2 && (1..words.len()).any(over))
        && words.len() > 1
        && words.len() == rules.len()
        && words.iter().zip(&rules).all(meets)
}

/// Whether a line consists of names side by side over the columns: `America    Europe    Total`.
pub(super) fn runs_over_columns(face: &str, left: usize) -> bool {
    let names = runs(face);
    let is_name =
        |run: &Range<usize>| face[run.clone()].starts_with(|c: char| c.is_ascii_uppercase());
    // Of several heads, the first may begin further left, if it stands over its column.
    let covers = |first: &Range<usize>| {
        first.start + NAME_REACH >= left
            || names.len() > 2 && first.start > DEEPEST_LABEL && first.end > left
    };
    names.len() > 1 && covers(&names[0]) && names.iter().all(is_name)
}

/// Where on a line of a header `Note` or `Line` stands over a column of references, with other
/// heads to its right.
pub fn note_column(lines: &Lines<'_>, i: usize) -> Option<Range<usize>> {
    const LONGEST_HEAD: usize = 16;
    if !matches!(lines.class(i), Class::Text | Class::Years) {
        return None;
    }
    let face = lines.face(i);
    // Few lines hold the word at all.
    let bytes = face.as_bytes();
    let is_note = |at: usize| {
        let line = at.checked_sub(2).and_then(|start| bytes.get(start..start + 4));
        bytes[at..].get(1..4).is_some_and(|w| w.eq_ignore_ascii_case(b"ote"))
            || line.is_some_and(|w| w.eq_ignore_ascii_case(b"line"))
    };
    if !memchr::memchr2_iter(b'N', b'n', bytes).any(is_note) {
        return None;
    }
    let is_head = |run: &Range<usize>| {
        run.len() <= LONGEST_HEAD && knowledge::is_note_column(&face[run.clone()])
    };
    runs(face).into_iter().find(is_head).filter(|run| run.end < face.trim_ascii_end().len())
}

/// Column where the words of a line begin.
fn indent(face: &str) -> usize {
    face.len() - face.trim_start().len()
}
