//! Where a table ends: below its last figures, its last label may continue, and a heading may stand
//! at the foot of the page.

use std::cell::LazyCell;

use super::labels::{OVERLAP, completes_date, without_leaders};
use super::{Group, close, starts_lower};
use crate::knowledge;
use crate::lex::line::{Class, Lines, names_heading};

/// Last line of the block that a group of rows makes, no further than `end`.
pub(super) fn bottom(lines: &Lines<'_>, group: &Group, end: usize) -> usize {
    // A last row whose figure stands one blank behind its label, too close to be seen alone.
    let row = close::row_below(lines, group, end).unwrap_or(group.last);
    let last = last_word(lines, group, row, end);
    foot_heading(lines, last, end).unwrap_or(last)
}

/// The last line of the last label, which may continue below its figures, in some filings after a
/// blank line.
fn last_word(lines: &Lines<'_>, group: &Group, row: usize, end: usize) -> usize {
    let year = (row + 1..end).find(|&i| lines.class(i) != Class::Blank);
    let mut last = year.filter(|&i| completes_date(lines, group, i, row)).unwrap_or(row);
    let row = lines.get(group.last);
    let mut above = &lines.face(group.last)[..row.label_end as usize];
    let cross_blanks = LazyCell::new(|| labels_cross_blanks(lines, group));
    while let Some(next) = words_below(lines, last, end) {
        let (words, indent) = (lines.face(next), lines.get(next).indent);
        let after_blank = next > last + 1;
        let deeper = indent > row.indent || indent == row.indent && row.indent > 0;
        let label = without_leaders(above);
        let breaks_off = label.ends_with([';', ',']);
        let hangs = || label.rsplit(' ').next().is_some_and(knowledge::is_hanging);
        // `Net income per share -` / / `diluted`
        let is_open = || breaks_off || label.ends_with(" -") || hangs() || awaits_noun(label);
        // `Common stock, $.01 par value;` / `50,000,000 shares authorized`
        let goes_on = starts_lower(words) && (deeper || !after_blank || *cross_blanks || is_open())
            || breaks_off && (begins_with_count(words) || knowledge::tells_par_value(words))
            || deeper && (breaks_off || !after_blank && hangs());
        if !goes_on || words.len() > group.left + OVERLAP {
            break;
        }
        (last, above) = (next, words);
    }
    last
}

/// The line of words right below a line, or below the single blank line there.
fn words_below(lines: &Lines<'_>, line: usize, end: usize) -> Option<usize> {
    let below = Some(line + 1).filter(|&i| i < end)?;
    let words = below + usize::from(lines.class(below) == Class::Blank);
    (words < end && lines.class(words) == Class::Text).then_some(words)
}

/// Whether some label of the table continues below its figures and a blank line.
fn labels_cross_blanks(lines: &Lines<'_>, group: &Group) -> bool {
    (group.first + 2..group.last).any(|i| {
        lines.class(i) == Class::Text
            && starts_lower(lines.face(i))
            && lines.class(i - 1) == Class::Blank
            && lines.class(i - 2) == Class::Figures
    })
}

/// Whether the last word of a label is an attribute of a noun that is to follow: `computing diluted
/// net`. After a comma or a dash it is not: `Other, net`.
fn awaits_noun(label: &str) -> bool {
    label.rsplit_once(' ').is_some_and(|(before, last)| {
        knowledge::is_attribute(last) && before.ends_with(char::is_alphanumeric)
    })
}

/// Whether the first word of a line is a number in the thousands.
fn begins_with_count(words: &str) -> bool {
    let first = words.trim_ascii_start().split(' ').next().unwrap_or_default();
    first.contains(',') && first.bytes().all(|b| b.is_ascii_digit() || b == b',')
}

/// The last line of a heading at the foot of a page whose rows are on the next page:
/// `Weighted average shares:` above `<PAGE>`.
fn foot_heading(lines: &Lines<'_>, last: usize, end: usize) -> Option<usize> {
    const MOST_LINES: usize = 3;
    // The last row printed over for bold, a rule and blanks.
    const REACH: usize = 5;
    let silent = |i: &usize| {
        matches!(lines.class(*i), Class::Blank | Class::Rule | Class::Mark | Class::Overprint)
    };
    let first = (last + 1..end.min(last + REACH)).find(|i| !silent(i))?;
    let below =
        (first..end.min(first + MOST_LINES + 1)).find(|&i| lines.class(i) != Class::Text)?;
    let page = (below..end).find(|i| !silent(i))?;
    if first == below || lines.class(page) != Class::Page {
        return None;
    }
    let words: Vec<&str> = (first..below).map(|i| lines.face(i).trim_ascii()).collect();
    let text = words.join(" ");
    (!text.ends_with('.') && names_heading(&text)).then_some(below - 1)
}
