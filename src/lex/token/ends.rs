//! In what a line of figures may end besides digits: signs, the unit or the note of a number, a
//! scale, a length of time, a word for nil.

use std::ops::Range;

use super::word::{Word, classify, is_amount, last_word, skip_back};
use crate::figure;
use crate::knowledge::{self, Measure};

/// Whether a byte may be the last of a figure, of its note or of its unit.
pub(super) fn may_end_a_figure(b: u8) -> bool {
    matches!(
        b,
        b'0'..=b'9'
            | b')'
            | b'%'
            | b'-'
            | b'_'
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

/// Whether a line ends in a number whose last digit is a letter: `22,91O`.
pub(super) fn ends_in_a_misread_number(line: &[u8]) -> bool {
    // Most lines of text end in other letters, and many in an `l`.
    matches!(line, [.., before, last] if *last != b'l'
        && figure::passes_for_digit(*last)
        && (matches!(before, b'0'..=b'9' | b',' | b'.') || figure::passes_for_digit(*before)))
        && figure::is_misread(&line[last_word(line, line.len())])
}

/// Whether a line ends in a number and its unit, `2.1 pts`, `(1.1)pts`, `13.67c`, or its note,
/// `580 A`, `-d`.
pub(super) fn ends_in_a_unit(line: &str) -> bool {
    match line.as_bytes() {
        _ if ends_in_a_scale(line) => true,
        [.., b's' | b'S', b'.'] | [.., b's' | b'S'] if ends_in_lengths(line) => true,
        // A sentence may end in one.
        bytes if bytes.ends_with(b" cents") => line.matches(" cents").count() > 1,
        [.., b'0'..=b'9', b' ', b'x' | b'X'] => true,
        [.., b'0'..=b'9' | b')' | b'%', b'a'..=b'h' | b'p'] => true,
        [.., b'0'..=b'9' | b')', b' ', b'A'..=b'H' | b'a'..=b'h'] => true,
        [.., b' ', b' ', b'-', b'a'..=b'h'] => true,
        bytes @ [.., b's' | b'p' | b't' | b'S' | b'P' | b'T'] => {
            let number = bytes.iter().rposition(|b| !b.is_ascii_alphabetic()).map_or(0, |n| n + 1);
            matches!(bytes[..number].trim_ascii_end(), [.., b'0'..=b'9' | b')'])
                && knowledge::is_unit_of_figures(&line[number..])
        }
        _ => false,
    }
}

/// Whether print ends in a scale that amounts are told in one by one: `$138 million`.
pub(super) fn ends_in_a_scale(print: &str) -> bool {
    figure::own_scale(print).is_some()
}

/// Whether a word is a unit of time that lives and terms are counted in: `years`, `yrs.`
pub(super) fn is_unit_of_time(word: &str) -> bool {
    knowledge::is_term_unit(word.trim_end_matches('.'))
}

/// Whether a row of what is counted ends in lengths of time, one in each column:
/// `Expected life of options    4 years    3.5 years`.
pub(super) fn ends_in_lengths(line: &str) -> bool {
    // Few lines end in such a unit.
    let print = line.trim_ascii_end();
    let last = memchr::memrchr(b' ', print.as_bytes()).map_or(0, |blank| blank + 1);
    if !is_unit_of_time(&print[last..]) {
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

/// What some tables print for nil.
pub(super) const NONE: &[u8] = b"None";

/// Whether a word says that there is nothing in the column behind that of a number: `.10    None`.
pub(super) fn is_none(bytes: &[u8], word: Range<usize>) -> bool {
    bytes[word.clone()] == *NONE && column_before(bytes, &word).is_some_and(is_amount)
}

/// What stands in the column before that of a word, set apart from both that and its label.
pub(super) fn column_before(bytes: &[u8], word: &Range<usize>) -> Option<Word> {
    let before = last_word(bytes, word.start);
    let label_end = skip_back(bytes, before.start);
    let is_apart = label_end > 0 && before.start - label_end >= 2 && word.start - before.end >= 2;
    is_apart.then(|| classify(&bytes[before]))
}
