//! Whether what stands between two rows separates them: the header, title, units, period or prose
//! of a new table does; headings, wrapped labels, blank lines and the foot of a page do not.

use super::columns::{heads_by_rule, heads_changes, heads_columns, runs_over_columns};
use super::labels::{OVERLAP, completes_date, figures_begin, figures_behind_label};
use super::prose::{announces_table, introduces};
use super::titles::{heads_item, heads_named_note, is_below_title, opens_statement};
use super::{
    Group, is_day_of_title, is_period_of_title, is_prose, is_unit_line, opens_outlook, starts_lower,
};
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period;

/// Most lines of words that a row's label, or the headings between two rows, take.
const MOST_WORDS_BETWEEN: usize = 16;
/// Most lines between two rows if a table mark between them is misplaced.
const MARK_REACH: usize = 10;
/// How far columns may be shifted on the next page.
const PAGE_SHIFT: usize = 4;
/// How much deeper than the rows of its table a title begins, at least.
const CENTRED: u32 = 8;

/// Whether what stands between the group's last row and row `next` starts a new table.
pub(super) fn splits(lines: &Lines<'_>, group: &Group, next: usize) -> bool {
    let mut between = Between::new(lines, group, next);
    (group.last + 1..next).any(|i| between.separates(i))
}

/// What stands between two rows, as far as it has been read.
struct Between<'a, 's> {
    lines: &'a Lines<'s>,
    group: &'a Group,
    /// The row below.
    next: usize,
    /// Leftmost column where figures begin behind the labels of either.
    left: usize,
    /// Where the figures of the row below begin.
    begin: usize,
    /// Indent of the rows: titles are centred, but headings stand at most as deep as this.
    margin: u32,
    /// How many lines of words have been read.
    words: usize,
    /// How many lines of the current paragraph, however short.
    paragraph: usize,
    /// How many lines of prose in a row that run over the columns.
    prose: usize,
    /// Whether the line before is blank.
    after_blank: bool,
    /// Whether there is a blank line anywhere above: between it and the title, the company's name
    /// may stand.
    blank_above: bool,
}

impl<'a, 's> Between<'a, 's> {
    fn new(lines: &'a Lines<'s>, group: &'a Group, next: usize) -> Self {
        Self {
            lines,
            group,
            next,
            left: figures_behind_label(lines, next).map_or(group.left, |at| at.min(group.left)),
            begin: figures_begin(lines, next),
            margin: lines.get(group.last).indent.min(lines.get(next).indent),
            words: 0,
            paragraph: 0,
            prose: 0,
            after_blank: false,
            blank_above: false,
        }
    }

    /// Reads the next line, and tells whether it separates the rows.
    fn separates(&mut self, i: usize) -> bool {
        let line = self.lines.get(i);
        if (line.opens_table || line.closes_table) && !self.is_stray_mark(i)
            || line.opens_caption && self.has_columns_anew(i)
        {
            return true;
        }
        match line.class {
            Class::Years => !completes_date(self.lines, self.group, i, self.group.last),
            Class::Overlong => true,
            Class::Text => {
                self.words += 1;
                if self.words > MOST_WORDS_BETWEEN || self.heads_table(i) || self.is_prose(i) {
                    return true;
                }
                self.after_blank = false;
                false
            }
            Class::Blank | Class::Page | Class::Mark | Class::Rule => {
                self.paragraph = 0;
                self.after_blank = true;
                self.blank_above |= line.class != Class::Rule;
                false
            }
            Class::Figures | Class::Overprint => false,
        }
    }

    /// Whether a mark closes no table: one between two rows of the same columns, or the first of
    /// two.
    fn is_stray_mark(&self, i: usize) -> bool {
        let Self { lines, group, next, .. } = *self;
        let alone = group.last + 1 == i && i + 1 == next;
        let same_columns = || {
            lines.get(next).first_figure as usize + OVERLAP >= group.left
                && !is_prose(lines.face(next))
        };
        let close =
            || next - group.last <= MARK_REACH && apart(lines, group.last, next) <= PAGE_SHIFT;
        !lines.get(i).opens_table
            && (is_closed_again(lines, i) || same_columns() && (alone || close()))
    }

    /// Whether a caption within a table begins another panel: above the row below stand the marks
    /// of its columns, and words over its figures. A mere heading has the columns of the rows
    /// above.
    fn has_columns_anew(&self, caption: usize) -> bool {
        let Self { lines, next, .. } = *self;
        let first = lines.get(next).first_figure as usize;
        let heads_columns = |i: usize| match lines.class(i) {
            Class::Years => true,
            Class::Text => lines.get(i).indent as usize + lines.face(i).len() >= 2 * first,
            _ => false,
        };
        let columns = (caption + 1..next).find(|&i| lines.get(i).column_marks);
        columns.is_some_and(|end| (caption..end).any(heads_columns))
    }

    /// Whether a line of words heads a table: its columns, its title, its units or its period.
    fn heads_table(&self, i: usize) -> bool {
        let Self { lines, next, left, .. } = *self;
        let face = lines.face(i);
        let indent = lines.get(i).indent;
        let blank = self.after_blank || self.blank_above;
        let more_words = || more_words(lines, i + 1, next);
        let is_title = || {
            opens_statement(lines, i, blank)
                && (indent >= self.margin + CENTRED || more_words())
                && !self.supplements(i)
        };
        let is_over_columns = || {
            let figures_below = self.begin > lines.get(next).indent as usize;
            self.blank_above && figures_below && runs_over_columns(face, left.min(self.begin))
        };
        // `FOR THE YEAR ENDED JUNE 30, 1996` / `(Unaudited)` / `(In thousands)`
        let above = || {
            let remark = knowledge::speaks_of_audit(lines.face(i - 1).trim_ascii());
            lines.face(i.saturating_sub(if remark { 2 } else { 1 }))
        };
        let is_below_a_title = || is_below_title(lines, i) || period::is_whole(above());
        heads_columns(face, left)
            || heads_changes(face, left)
            || heads_by_rule(lines, i, left)
            || is_over_columns()
            || is_title()
            || blank && knowledge::numbers_schedule(face) && more_words()
            || is_unit_line(face) && (self.after_blank || self.blank_above && is_below_a_title())
            || is_period_of_title(lines, i)
            || is_day_of_title(lines, i)
            || heads_item(face)
            || self.after_blank && heads_named_note(face)
            || blank && knowledge::is_index(&knowledge::plain(face))
            || blank && opens_outlook(face)
    }

    /// Whether a line, or one of those right above that it continues, opens the supplementary data
    /// of a cash flow statement, which belong to that statement.
    fn supplements(&self, i: usize) -> bool {
        const MOST: usize = 3;
        let above = (self.group.last + 1..=i).rev().take(MOST);
        let mut words = above.take_while(|&k| self.lines.class(k) == Class::Text);
        words.any(|k| {
            knowledge::opens_supplement(&knowledge::plain(self.lines.face(k).trim_ascii()))
        })
    }

    /// Whether the paragraph that a line is part of ends on it.
    fn paragraph_ends(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        // Of two lines, the first runs over the columns, and a blank stands below the other.
        let is_whole =
            self.paragraph == 2 && self.prose == 1 && self.lines.class(i + 1) == Class::Blank;
        let ends_sentence = (self.paragraph > 2 || is_whole)
            && face.ends_with('.')
            && !starts_lower(self.lines.face(i + 1));
        // `... the results of the company for the year` / `ended December 31, 1996:` / / title
        let tells_period = || {
            face.ends_with(':')
                && self.lines.class(i + 1) == Class::Blank
                && period::speaks(face)
                && more_words(self.lines, i + 1, self.next)
        };
        // `... of the options outstanding` / `at June 30, 1998 were as follows:` / header
        let stands_over_header = || {
            let below = self.lines.get(i + 1);
            announces_table(face)
                && below.class == Class::Text
                && (below.indent >= self.margin + CENTRED || self.lines.class(i + 2) == Class::Rule)
        };
        ends_sentence
            || self.paragraph > 1
                && (introduces(self.lines, i, self.group.left)
                    || tells_period()
                    || stands_over_header())
    }

    /// Whether a line of words is prose between two tables.
    fn is_prose(&mut self, i: usize) -> bool {
        let face = self.lines.face(i);
        let is_prose = || is_prose(face);
        self.paragraph += usize::from(self.paragraph > 0 || self.after_blank && is_prose());
        if self.paragraph_ends(i) {
            return true;
        }
        let crosses = face.len() > self.group.left + 3;
        self.prose = if crosses && is_prose() { self.prose + 1 } else { 0 };
        // Rows right below it in the same columns have no others:
        // `The following items are included in net income:`
        let heads_rows = || {
            let next = self.lines.get(i + 1);
            face.ends_with(':')
                && self.lines.class(i + 1) == Class::Figures
                && next.first_figure as usize + OVERLAP >= self.group.left
        };
        let ends = || {
            face.ends_with('.')
                || self.after_blank && announces_table(face) && !heads_rows()
                || face.ends_with(':') && more_words(self.lines, i + 1, self.next)
        };
        self.prose >= 2 || self.prose == 1 && ends()
    }
}

/// Whether more words follow before the next row: units or a header follow a title, but a heading
/// stands right above its rows.
fn more_words(lines: &Lines<'_>, from: usize, next: usize) -> bool {
    (from..next).any(|i| matches!(lines.class(i), Class::Text | Class::Years))
}

/// Whether the table that a mark closes is closed again further down.
fn is_closed_again(lines: &Lines<'_>, i: usize) -> bool {
    const LONGEST_TABLE: usize = 80;
    let below = lines.len().min(i + LONGEST_TABLE);
    let is_end = |k: &usize| lines.get(*k).opens_table || lines.get(*k).closes_table;
    let end = (i + 1..below).find(is_end);
    end.is_some_and(|k| lines.get(k).closes_table && !lines.get(k).opens_table)
}

/// How far apart the last figures of two lines end.
fn apart(lines: &Lines<'_>, one: usize, other: usize) -> usize {
    let end = |i: usize| lines.face(i).trim_end_matches([')', '%', ' ']).len();
    end(one).abs_diff(end(other))
}
