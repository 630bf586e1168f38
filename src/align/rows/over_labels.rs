//! The heading of the first rows, where it stands over the labels on the lowest line of the header:
//! only what is further down the table shows that it is one.

use crate::align::header::{CaptionLine, Head, segments};
use crate::align::label::is_capitals;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period;

/// The heading of the first rows, if the lowest line of the header has one over the labels.
pub(super) fn heading_over_labels(
    lines: &Lines<'_>,
    head: &Head,
    rows: &[AlignedRow],
) -> Option<CaptionLine> {
    known_heading(lines, head, rows)
        .or_else(|| ruled_heading(lines, head, rows))
        .or_else(|| twin_heading(head, rows))
}

/// A heading by its words, `BALANCE SHEET DATA:   1995   1996`, or `Income statement data` if
/// `Other data:` stands further down. Or any words, if the first row is deeper than they are and
/// words that begin alike, as far to the left, head other rows.
fn known_heading(lines: &Lines<'_>, head: &Head, rows: &[AlignedRow]) -> Option<CaptionLine> {
    let heads_data =
        |text: &str| knowledge::heads_data(knowledge::plain(text).trim_end_matches(':'));
    let (text, line) = (head.stub.last()?, *head.lines.last()?);
    let mut headings = rows.iter().filter(|row| row.cells.is_empty());
    let heads = if heads_data(text) {
        text.ends_with(':') || headings.any(|row| heads_data(&row.label))
    } else {
        // `Revenue by market   2004   2003`, and further down `Revenue by region`
        let indent = lines.get(line).indent as usize;
        let deeper = |row: &AlignedRow| !row.cells.is_empty() && row.indent > indent;
        text.starts_with(char::is_uppercase)
            && lines.face(line).trim_ascii_start().starts_with(text.as_str())
            && !period::speaks(text)
            && knowledge::scale_of(text).is_none()
            && rows.first().is_some_and(deeper)
            && headings.any(|row| {
                row.indent == indent && row.label.split(' ').next() == text.split(' ').next()
            })
    };
    heads.then(|| CaptionLine { line, text: text.clone() })
}

/// A heading with a rule of its own below it, if one with such a rule stands further down and the
/// same row follows both: `FILTERS` in the header, `VALVES` below, and `Net sales` below each.
fn ruled_heading(lines: &Lines<'_>, head: &Head, rows: &[AlignedRow]) -> Option<CaptionLine> {
    let first = rows.first().filter(|row| !row.cells.is_empty() && !row.label.is_empty())?;
    let at = rows.iter().position(|row| row.cells.is_empty())?;
    let (heading, below) = (&rows[at], rows.get(at + 1)?);
    let line = *head.lines.last()?;
    let own = head.stub.iter().map(String::len).max()?;
    let other = (heading.lines.0..=heading.lines.1).map(|i| lines.face(i).trim_ascii().len());
    let text = head.stub.join(" ");
    let says_when = |words: &str| period::speaks(words);
    // `Region` may name what the labels are, with another heading below.
    let are_alike = is_capitals(&text) && is_capitals(&heading.label)
        || text.split(' ').next() == heading.label.split(' ').next();
    let heads = below.label == first.label
        && are_alike
        && is_underlined(lines, line, own)
        && is_underlined(lines, heading.lines.1, other.max()?)
        && text.starts_with(char::is_uppercase)
        && !says_when(&text)
        && !says_when(&heading.label)
        && knowledge::scale_of(&text).is_none();
    heads.then_some(CaptionLine { line, text })
}

/// A heading that differs in a single word from one further down, if the same row follows both:
/// `Basic earnings per share   1999   1998` above `Net income`, `Diluted earnings per share` above
/// the next.
fn twin_heading(head: &Head, rows: &[AlignedRow]) -> Option<CaptionLine> {
    /// Fewest words of such a heading.
    const FEWEST: usize = 3;
    let first = rows.first().filter(|row| !row.cells.is_empty() && !row.label.is_empty())?;
    let (text, line) = (head.stub.last()?, *head.lines.last()?);
    let words: Vec<&str> = text.trim_end_matches(':').split(' ').collect();
    let is_twin = |heading: &AlignedRow| {
        let other: Vec<&str> = heading.label.trim_end_matches(':').split(' ').collect();
        let unlike = words.iter().zip(&other).filter(|(a, b)| a != b).count();
        words.len() >= FEWEST && words.len() == other.len() && unlike == 1
    };
    let heads_same = |pair: &[AlignedRow]| {
        pair[0].cells.is_empty() && pair[1].label == first.label && is_twin(&pair[0])
    };
    let says_when = || period::speaks(text) || knowledge::scale_of(text).is_some();
    (rows.windows(2).any(heads_same) && !says_when())
        .then(|| CaptionLine { line, text: text.clone() })
}

/// Whether the rule right below a line begins with a segment about as wide as some words.
fn is_underlined(lines: &Lines<'_>, line: usize, width: usize) -> bool {
    const DRIFT: usize = 2;
    let is_rule = line + 1 < lines.len() && lines.class(line + 1) == Class::Rule;
    let own = || segments(lines.face(line + 1)).first().map(std::ops::Range::len);
    is_rule && own().is_some_and(|run| run.abs_diff(width) <= DRIFT)
}
