//! The head of a table: what stands above its rows and may belong to it, such as title, units,
//! header and the sentence that introduces it.

use super::columns::{HEADER_REACH, heads_columns};
use super::labels::OVERLAP;
use super::prose::says_period;
use super::titles::is_in_remark;
use super::{is_prose, is_unit_line, starts_lower};
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};

/// Most lines between a title and the rows below it.
const HEAD_REACH: usize = 45;
/// Most blank lines in a row within a head: a title may stand alone at the top of its page.
const MOST_BLANKS: usize = 12;
/// Most printed lines of a head: titles, units, and the words over columns on several lines.
const MOST_PRINTED: usize = 24;
/// Most lines of the paragraph that introduces a table.
const LONGEST_PARAGRAPH: usize = 10;

/// The first line of the head.
pub(super) fn top(lines: &Lines<'_>, floor: usize, first: usize) -> usize {
    Head { lines, floor, first }.top()
}

/// The lines above the first row of a table.
struct Head<'a, 's> {
    lines: &'a Lines<'s>,
    /// First line that no table above has claimed.
    floor: usize,
    /// The first row.
    first: usize,
}

impl Head<'_, '_> {
    /// Climbs from the first row to the first line of the head.
    fn top(&self) -> usize {
        let Self { lines, floor, first } = *self;
        let mut top = first;
        let (mut printed, mut blanks) = (0, 0);
        for i in (floor.max(first.saturating_sub(HEAD_REACH))..first).rev() {
            match lines.class(i) {
                Class::Blank if blanks == MOST_BLANKS => break,
                Class::Blank => blanks += 1,
                Class::Text | Class::Years => {
                    if blanks > 1 && is_day_of_signature(lines, i) {
                        break;
                    }
                    if lines.face(i).trim_start().starts_with("/s/") {
                        return below_signature(lines, i, first).unwrap_or(top);
                    }
                    (printed, blanks) = (printed + 1, 0);
                    if self.is_running_text(i) {
                        return self.paragraph_start(i);
                    }
                    if printed > MOST_PRINTED {
                        break;
                    }
                    top = i;
                }
                Class::Page if printed > 0 => break,
                Class::Overlong => break,
                Class::Mark if lines.get(i).closes_table && !self.is_introduced(i) => break,
                _ => {}
            }
        }
        top
    }

    /// Whether a line ends the paragraph above the table: it reads as running text, and is not a
    /// long label or heading of the rows, nor part of a title.
    fn is_running_text(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        is_prose(face)
            && !self.is_label(i)
            && !self.is_heading(i)
            && !says_period(face)
            && !is_unit_line(face)
            && !is_in_remark(self.lines, i)
            && !self.is_below_header(i)
    }

    /// The first line of the paragraph that ends on a line.
    fn paragraph_start(&self, end: usize) -> usize {
        // Each of its lines may be printed over for bold.
        let printed = |k: &usize| self.lines.class(*k) != Class::Overprint;
        (self.floor..=end)
            .rev()
            .filter(printed)
            .take(LONGEST_PARAGRAPH)
            .take_while(|&k| self.lines.class(k) == Class::Text)
            .last()
            .unwrap_or(end)
    }

    /// Whether a line is part of the first row's label, which takes several.
    fn is_label(&self, i: usize) -> bool {
        let Self { lines, first, .. } = *self;
        lines.face(i).len() <= lines.get(first).first_figure as usize + OVERLAP
            && (i + 1..first).all(|k| lines.class(k) == Class::Text)
            && (i + 1..=first).any(|k| starts_lower(lines.face(k)))
    }

    /// Whether a line is the heading of the first rows: it ends in a colon right above them and
    /// does not end a paragraph, or it stands apart and says that what follows are adjustments.
    fn is_heading(&self, i: usize) -> bool {
        let Self { lines, floor, first } = *self;
        let face = lines.face(i);
        i + 1 == first && face.ends_with(':') && !(i > floor && is_prose(lines.face(i - 1)))
            || lines.class(i + 1) == Class::Blank
                && !face.bytes().any(|b| b.is_ascii_digit())
                && knowledge::adjusts(&knowledge::plain(face))
    }

    /// Whether the words above a mark end as an introduction to a table does: `(in millions):`.
    fn is_introduced(&self, mark: usize) -> bool {
        let lines = self.lines;
        let silent = |i: &usize| matches!(lines.class(*i), Class::Blank | Class::Mark);
        (self.floor..mark)
            .rev()
            .find(|i| !silent(i))
            .is_some_and(|i| lines.class(i) == Class::Text && lines.face(i).ends_with(':'))
    }

    /// Whether a long line stands below the line that heads the columns: then it is a heading,
    /// however many words it has.
    fn is_below_header(&self, i: usize) -> bool {
        const MOST_HEADINGS: usize = 4;
        let Self { lines, floor, first } = *self;
        let left = lines.get(first).first_figure as usize;
        let heads = |k: &usize| match lines.class(*k) {
            Class::Years => lines.get(*k).first_figure as usize + HEADER_REACH >= left,
            Class::Text => heads_columns(lines.face(*k), left),
            _ => false,
        };
        let above = (floor..i)
            .rev()
            .take_while(|&k| lines.class(k) != Class::Page)
            .filter(|&k| matches!(lines.class(k), Class::Text | Class::Years))
            .take(MOST_HEADINGS)
            .find(|k| heads(k) || is_prose(lines.face(*k)));
        !lines.face(i).ends_with('.') && above.is_some_and(|k| heads(&k))
    }
}

/// Whether a line is nothing but a date at the margin, which is that of a signature if it stands
/// apart from what is below. `September 29, 1995` may also complete `Five fiscal years ended`.
fn is_day_of_signature(lines: &Lines<'_>, i: usize) -> bool {
    const LONGEST: usize = "September 30, 1999".len();
    // What is centred dates a title.
    const MARGIN: u32 = 8;
    const TITLE_REACH: usize = 2;
    let date = lines.face(i).trim_end_matches('.');
    let is_day = |s: &Spec| s.end().is_some() && s.length.is_none();
    let is_title = |above: usize| {
        lines.class(above) == Class::Text && knowledge::title_kind(lines.face(above)).is_some()
    };
    lines.get(i).indent <= MARGIN
        && !(i.saturating_sub(TITLE_REACH)..i).any(is_title)
        && date.trim_start().len() <= LONGEST
        && matches!(&period::read(date)[..], [spec] if is_day(spec))
        && !i.checked_sub(1).is_some_and(|above| {
            matches!(lines.class(above), Class::Text | Class::Years)
                && period::speaks(lines.face(above))
        })
}

/// The line after the date of a signature, `/s/ Name`, if it has one.
fn below_signature(lines: &Lines<'_>, signature: usize, first: usize) -> Option<usize> {
    const LONGEST: usize = 8;
    let mut below = signature + 1..first.min(signature + LONGEST);
    below.find(|&i| is_day_of_signature(lines, i)).map(|date| date + 1)
}
