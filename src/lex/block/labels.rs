//! Where the labels of rows end and their figures begin, and what of a date goes on below.

use super::Group;
use crate::lex::line::{Class, Lines};
use crate::period;

/// Furthest column at which a label begins.
pub(super) const DEEPEST_LABEL: usize = 12;

/// How far labels reach past the column where figures begin, and figures begin left of it: the
/// widest print of a column may stand in another table, or in a row to come.
pub(super) const OVERLAP: usize = 2;

/// Column where figures begin behind the label of their line. A lone number may be a word of a
/// label over several lines: `... $412 and` / `$398`.
pub(super) fn figures_behind_label(lines: &Lines<'_>, row: usize) -> Option<usize> {
    let line = lines.get(row);
    (line.first_figure > line.indent).then_some(line.first_figure as usize)
}

/// Column where the figures of a group's first row begin. A year at the head of the line carries on
/// the label above: `Balance at September 25,` / `1992    118,479`.
pub(super) fn figures_begin(lines: &Lines<'_>, row: usize) -> usize {
    // `6)`
    const LONGEST_END_OF_ASIDE: usize = 3;
    let line = lines.get(row);
    let (face, start) = (lines.face(row), line.first_figure as usize);
    if line.first_figure > line.indent || start > DEEPEST_LABEL {
        return start;
    }
    let word = face[start..].split(' ').next().unwrap_or("");
    let behind = &face[start + word.len()..];
    // `Net income (Note` / `6)    25,902`
    let ends_aside =
        word.len() <= LONGEST_END_OF_ASIDE && word.ends_with(')') && !word.starts_with('(');
    if (ends_aside || period::four_digits(word).is_some()) && !behind.is_empty() {
        return face.len() - behind.trim_start().len();
    }
    start
}

/// The label of a line, leaders cut.
pub(super) fn label<'l>(lines: &'l Lines<'_>, row: usize) -> &'l str {
    let face = lines.face(row);
    without_leaders(&face[..(lines.get(row).label_end as usize).min(face.len())])
}

/// Words without the dots that lead from them to figures.
pub(super) fn without_leaders(words: &str) -> &str {
    words.trim_end_matches([' ', '.'])
}

/// Whether a line is nothing but the year of the date at which the label above it, a blank line
/// between them or none, breaks off. Where no comma says so, balances are all printed like that of
/// the first row; else the year heads the rows below.
pub(super) fn completes_date(lines: &Lines<'_>, group: &Group, i: usize, row: usize) -> bool {
    // `1996 (1)`
    let is_year = |i: usize| {
        let year = lines.face(i).split('(').next().unwrap_or_default();
        lines.get(i).indent as usize <= DEEPEST_LABEL && period::four_digits(year.trim()).is_some()
    };
    let is_balance = |row: usize| period::is_balance_of_day(label(lines, row));
    (i == row + 1 || i == row + 2 && lines.class(row + 1) == Class::Blank)
        && is_year(i)
        && (period::lacks_year(label(lines, row))
            || is_balance(row) && is_balance(group.first) && is_year(group.first + 1))
}
