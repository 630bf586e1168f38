//! What the lines above the first row are where a single line does not tell: remarks, paragraphs.

use std::ops::Range;

use crate::align::header::words::{Chunk, Cut, chunks, is_ended, is_of_length};
use crate::grid::Edge;
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, LINE_OF_PROSE, Lines};
use crate::period;

/// What the lines above the first row are, where a single line does not tell.
pub(super) struct Roles {
    pub first: usize,
    pub roles: Vec<Role>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// Part of a remark in parentheses about units or audit, over one to three lines.
    Aside,
    /// Part of a paragraph.
    Prose,
}

/// Columns beyond which words stand over columns rather than in a paragraph.
const FAR_RIGHT: u32 = 24;

/// Columns beyond which several words stand over columns below a paragraph that begins at the
/// margin, and the margin.
const APART: u32 = 16;
const MARGIN: u32 = 8;

impl Roles {
    pub fn read(lines: &Lines<'_>, block: &Block, cut: &Cut<'_>) -> Self {
        let mut out =
            Self { first: block.top, roles: vec![Role::Plain; block.first_row - block.top] };
        let mut i = block.top;
        while i < block.first_row {
            if lines.class(i) != Class::Text {
                i += 1;
                continue;
            }
            let words = i..end_of_words(lines, block, cut, i);
            i = words.end;
            out.read_words(lines, block, cut, words);
        }
        out
    }

    /// Reads lines of words that follow each other: the remarks among them, and whether the others
    /// are a paragraph.
    fn read_words(&mut self, lines: &Lines<'_>, block: &Block, cut: &Cut<'_>, words: Range<usize>) {
        let mut others = Vec::with_capacity(words.len());
        let mut k = words.start;
        while k < words.end {
            match aside(lines, k, block.first_row, cut) {
                0 => {
                    others.push(k);
                    k += 1;
                }
                count => {
                    self.set(k..k + count, Role::Aside);
                    k += count;
                }
            }
        }
        let is_prose = |&&k: &&usize| is_sentence(lines.face(k), cut.chunks(k));
        let prose = others.iter().filter(is_prose).count();
        let last = words.end - 1;
        // A sentence set with blanks to fill its lines, or full of names, reads like one in few of
        // them; titles and `Operating activities:` below them leave theirs half empty.
        let fills_lines = || {
            lines.face(last).ends_with([':', '.'])
                && words.clone().all(|k| lines.get(k).indent <= MARGIN)
                && (words.start..last).all(|k| lines.face(k).len() >= LINE_OF_PROSE)
        };
        let labels_first_row = || {
            words.end == block.first_row
                && lines.face(last).len() <= lines.get(words.end).first_figure as usize + 2
        };
        if prose > 0 && (prose * 2 >= words.len() || fills_lines()) && !labels_first_row() {
            for k in others {
                self.set(k..k + 1, Role::Prose);
            }
        }
    }

    /// Takes a remark in parentheses below years for an aside where it stands over the last column of
    /// one part of them and the first of the next, and is of neither part: `(in dollars per share)`
    /// below `1997   1996   1997   1996`.
    pub fn set_aside_between(
        &mut self,
        lines: &Lines<'_>,
        block: &Block,
        cut: &Cut<'_>,
        columns: &[Edge],
    ) {
        let remarks: Vec<usize> = (block.top + 1..block.first_row)
            .filter(|&i| self.of(i) == Role::Plain && lines.class(i) == Class::Text)
            .filter(|&i| is_between_parts(lines, block.top..i, cut, columns))
            .collect();
        for i in remarks {
            self.set(i..i + 1, Role::Aside);
        }
    }

    pub fn set(&mut self, range: Range<usize>, role: Role) {
        for i in range {
            if let Some(slot) = self.roles.get_mut(i - self.first) {
                *slot = role;
            }
        }
    }

    pub fn of(&self, i: usize) -> Role {
        self.roles.get(i.wrapping_sub(self.first)).copied().unwrap_or(Role::Plain)
    }
}

/// Where the lines of words end that begin on a line. Those that head columns are none of them, as
/// words far to the right do right below a paragraph.
fn end_of_words(lines: &Lines<'_>, block: &Block, cut: &Cut<'_>, first: usize) -> usize {
    let mut below = first..block.first_row;
    let end = below.find(|&k| lines.class(k) != Class::Text).unwrap_or(block.first_row);
    let of_time = |c: &Chunk<'_>| c.speaks() || is_of_length(c.text);
    let speaks = |face: &str| period::speaks(face) || is_ended(face);
    // The heading of a note may stand right above its text; one of a statement stands above
    // `Balance sheet of the company at June 30, 1998`.
    let text = first + usize::from(first + 1 < end && block::heads_note(lines.face(first)));
    let at_margin =
        lines.get(text).indent <= MARGIN && is_sentence(lines.face(text), cut.chunks(text));
    let heads = |k: usize| {
        let (chunks, indent) = (cut.chunks(k), lines.get(k).indent);
        indent > FAR_RIGHT
            && (chunks.len() < 3 && speaks(lines.face(k)) || chunks.iter().all(of_time))
            || at_margin && indent > if chunks.len() > 1 { APART } else { FAR_RIGHT }
            || at_margin && is_beside_labels(chunks)
            || chunks.first().is_some_and(Chunk::is_moved)
    };
    (first + 1..=end).rev().find(|&k| !heads(k - 1)).unwrap_or(end)
}

/// Whether words stand over the labels, and others far from them over columns: `Year Ending
/// December 31,               Leases         Leases`. Blanks that fill a line of text are fewer.
fn is_beside_labels(chunks: &[Chunk<'_>]) -> bool {
    const GAP: usize = 6;
    let [stub, first, ..] = chunks else { return false };
    first.span.start >= stub.span.end + GAP && first.span.start > FAR_RIGHT as usize
}

/// Whether the line behind some is such a remark: see [`Roles::set_aside_between`].
fn is_between_parts(
    lines: &Lines<'_>,
    above: Range<usize>,
    cut: &Cut<'_>,
    columns: &[Edge],
) -> bool {
    let [remark] = cut.chunks(above.end) else { return false };
    let mut above = above.rev();
    let Some(years) = above.find(|&k| lines.class(k) != Class::Rule) else { return false };
    let years: Vec<&str> = cut.chunks(years).iter().map(|chunk| chunk.text).collect();
    let opens_part = |k: usize| {
        years[k] == years[0] && [k - 1, k].iter().all(|&side| remark.is_above(&columns[side]))
    };
    remark.text.starts_with('(')
        && remark.text.ends_with(')')
        && years.len() == columns.len()
        && years.iter().all(|year| period::four_digits(year).is_some())
        && (2..years.len()).any(opens_part)
}

/// Whether a line reads as running text: `Three months ended May 31,  Nine months ended May 31,` is
/// the head of two columns, `Cash provided by (used in) operating activities:` that of rows.
fn is_sentence(face: &str, chunks: &[Chunk<'_>]) -> bool {
    block::is_prose(face)
        && (chunks.len() < 2 || !chunks.iter().all(Chunk::speaks))
        && !knowledge::is_activity(&knowledge::plain(face))
}

/// Whether what stands in parentheses on a line tells of single columns.
fn stands_over_columns(all: &[Chunk<'_>]) -> bool {
    let [first, others @ ..] = all else { return false };
    // `(in thousands)     (in thousands)`: each column has its own.
    let are_scales = || all.iter().all(|c| knowledge::scale_of(c.text).is_some());
    // `(In thousands)      1996    1995    (Decrease)`: units over the labels, the header beside
    // them.
    let is_beside_header =
        || first.text.ends_with(')') && others.iter().any(|c| !c.text.starts_with('('));
    !others.is_empty() && (are_scales() || is_beside_header())
}

/// Number of lines of the remark in parentheses that begins on line `i`; 0 for none.
pub(super) fn aside(lines: &Lines<'_>, i: usize, end: usize, cut: &Cut<'_>) -> usize {
    if stands_over_columns(cut.chunks(i)) {
        return 0;
    }
    let words = |i: usize| lines.face(i).trim_matches([' ', '|']);
    let mut text = words(i).to_owned();
    if !text.starts_with('(') {
        return bare_units(lines, i, end, cut);
    }
    let remark = block::remark_below_title(lines, i);
    if remark > 0 && i + remark <= end {
        return remark;
    }
    let mut last = i;
    for _ in 1..=3 {
        if text.matches('(').count() <= text.matches(')').count() {
            let whole = text.ends_with(')');
            let audit = text.len() < 16 && knowledge::speaks_of_audit(&text);
            return if whole && (knowledge::scale_of(&text).is_some() || audit) {
                last + 1 - i
            } else {
                0
            };
        }
        let next = (last + 1..end).find(|&k| lines.class(k) != Class::Overprint);
        let Some(next) = next.filter(|&k| lines.class(k) == Class::Text) else { return 0 };
        text.push(' ');
        text.push_str(words(next));
        last = next;
    }
    0
}

/// Whether a line tells what is not in the units of the line above it: `(except per share amounts)`.
fn excepts(face: &str) -> bool {
    let aside = face.trim_ascii().strip_prefix('(').and_then(|words| words.strip_suffix(')'));
    aside.is_some_and(|words| words.split(' ').next().is_some_and(knowledge::begins_exception))
}

/// Number of lines of a remark about units without parentheses: centred over the columns, `In
/// millions, except average rates and strike` / `prices`, or of nothing but units anywhere. One that
/// begins in small letters ends no sentence below words over several columns: `1998   1997` /
/// `in thousands`.
fn bare_units(lines: &Lines<'_>, i: usize, end: usize, cut: &Cut<'_>) -> usize {
    const DEEP: u32 = 20;
    let [remark] = cut.chunks(i) else { return 0 };
    let right_of_it = |c: &Chunk<'_>| c.span.start > remark.span.start;
    let below_columns = || {
        i > 0
            && knowledge::is_remark_on_units(lines.face(i))
            && chunks(lines.face(i - 1)).into_iter().filter(right_of_it).count() > 1
    };
    if block::is_unit_line(lines.face(i)) || below_columns() {
        return 1 + usize::from(i + 1 < end && excepts(lines.face(i + 1)));
    }
    let is_deep = |k: usize| lines.get(k).indent >= DEEP && cut.chunks(k).len() == 1;
    if !is_deep(i) || knowledge::scale_of(lines.face(i)).is_none_or(|(_, at)| at > 0) {
        return 0;
    }
    let goes_on = i + 1 < end
        && lines.class(i + 1) == Class::Text
        && is_deep(i + 1)
        && lines.face(i + 1).trim_start().starts_with(char::is_lowercase);
    1 + usize::from(goes_on)
}
