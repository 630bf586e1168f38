//! Where the labels of rows end and their figures begin, and whether the line below completes a
//! date.

use super::Group;
use crate::lex::line::{Class, Lines};
use crate::period;

/// The deepest column at which a label begins.
pub(super) const DEEPEST_LABEL: usize = 12;

/// How far labels may reach past the column where figures begin, and figures begin left of it: the
/// widest figure may be in another table, or in a row further down.
pub(super) const OVERLAP: usize = 2;

/// The column where figures begin after the label of their line. A number alone may be a word of a
/// label of several lines: `... $412 and` / `$398`.
pub(super) fn figures_behind_label(lines: &Lines<'_>, row: usize) -> Option<usize> {
    let line = lines.get(row);
    (line.first_figure > line.indent).then_some(line.first_figure as usize)
}

/// The column where the figures of a group's first row begin. A year at the beginning of the line
/// continues the label above: `Balance at September 25,` / `1992    118,479`.
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

/// The label of a line, without leaders.
pub(super) fn label<'l>(lines: &'l Lines<'_>, row: usize) -> &'l str {
    let face = lines.face(row);
    without_leaders(&face[..(lines.get(row).label_end as usize).min(face.len())])
}

/// Words without the leaders behind them.
pub(super) fn without_leaders(words: &str) -> &str {
    words.trim_end_matches([' ', '.'])
}

/// Whether a line is nothing but the year of the date at which the label above breaks off; a blank
/// line may stand between them. If no comma shows that a year is missing, the balance of the first
/// row must be printed in the same way; otherwise the year heads the rows below.
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
