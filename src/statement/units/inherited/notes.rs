//! The head of the notes to financial statements, the tables below it, and the remark beneath it.

use crate::knowledge;
use crate::lex::block::{item_heading, numbers_exhibit};
use crate::lex::line::{Class, Lines};
use crate::statement::units::scale::{Found, read};

/// How far above a table the head of the notes in which it stands is looked for.
pub(super) const HEAD_OF_NOTES: usize = 6000;

/// Where the notes to financial statements begin, or a page on which they go on.
pub(super) enum Notes {
    Begin,
    Continued,
}

/// What a line says of the notes, if it is a head of theirs.
pub(super) fn heads_notes(text: &str) -> Option<Notes> {
    if !text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("notes")) {
        return None;
    }
    let title = knowledge::plain(text);
    if !title.starts_with("notes to ") || !knowledge::holds(&title, "financial statements") {
        return None;
    }
    let continued = title.split(|c: char| !c.is_alphabetic()).any(|word| word.starts_with("cont"));
    Some(if continued { Notes::Continued } else { Notes::Begin })
}

/// Whether a line stands below the head of the notes to financial statements, with no other item or
/// exhibit of the filing between.
pub(super) fn stands_in_notes(lines: &Lines<'_>, line: usize) -> bool {
    let above = (line.saturating_sub(HEAD_OF_NOTES)..line).rev();
    let mut texts = above
        .filter(|&at| lines.class(at) == Class::Text)
        .map(|at| lines.face(at).trim_ascii())
        .take_while(|text| item_heading(text).is_none() && !numbers_exhibit(text));
    texts.any(|text| heads_notes(text).is_some())
}

/// The scale of a remark in parentheses beneath a title, or beneath that on an audit.
pub(super) fn remark_below(lines: &Lines<'_>, title: usize) -> Option<Found> {
    let below = (title + 1..lines.len().min(title + 4)).map(|l| lines.face(l).trim());
    let mut remarks = below
        .filter(|text| !text.is_empty())
        .take_while(|text| text.starts_with('(') && text.ends_with(')'));
    let remark = remarks.next()?;
    read(remark).or_else(|| read(remarks.next().filter(|_| knowledge::speaks_of_audit(remark))?))
}
