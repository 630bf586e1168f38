//! Which lines above a table belong to its caption: titles, and what they go on to say.

use crate::align::header::extent::above::Above;
use crate::align::header::roles::Role;
use crate::align::header::words::{Chunk, OFF_CENTRE, breaks_off};
use crate::knowledge::{self, Notion};
use crate::lex::block;
use crate::lex::line::Class;
use crate::period::{self, Spec};
use crate::record::Kind;

impl Above<'_, '_> {
    /// Whether a line is part of the caption, though no header stands below it.
    pub fn is_caption(&self, i: usize) -> bool {
        let Self { lines, block, .. } = self;
        let face = lines.face(i);
        let goes_on = || {
            self.is_title_line(i - 1) && names_day(face)
                || block::is_period_of_title(lines, i)
                || block::is_day_of_title(lines, i)
                || self.is_walk_apart(i)
        };
        lines.class(i) == Class::Text
            && (self.is_title_line(i)
                || self.roles.of(i) != Role::Plain
                || block::opens_outlook(face)
                || i > block.top && goes_on())
    }

    /// Whether a line reads as a title by itself.
    pub(super) fn is_title_line(&self, i: usize) -> bool {
        let all = self.cut.chunks(i);
        // The number of an exhibit stands at the other end of a title's line.
        if all.len() > 1 && all.last().is_some_and(|chunk| block::numbers_exhibit(chunk.text)) {
            return true;
        }
        if !block::is_title(self.lines.face(i), self.lines.get(i).indent as usize, true) {
            return false;
        }
        // A title may share its line with the dates of the columns, and the words over their change:
        // `STATEMENT OF OPERATIONS DATA   Historical   Adjustments   Pro Forma`.
        let is_out = |c: &Chunk<'_>| knowledge::is_no_period(&knowledge::plain(c.text));
        let tells = |c: &Chunk<'_>| c.speaks() || is_out(c);
        let heads =
            |c: &Chunk<'_>| tells(c) || knowledge::tells_how_reported(&knowledge::plain(c.text));
        !(all.len() > 2 && all[1..].iter().all(heads) && all[1..].iter().any(tells))
    }

    /// Whether a line is the title of selected data, which heads no column, not even right above the
    /// years: words of time above it may go on below. `FIVE-YEAR SUMMARY`, `QUARTERLY FINANCIAL
    /// DATA` and `Results by Quarter` tell of all columns.
    pub(super) fn is_title_of_data(&self, i: usize) -> bool {
        let [title] = self.cut.chunks(i) else { return false };
        let is_length = |spec: &Spec| {
            *spec == Spec { length: spec.length, several: spec.several, ..Spec::default() }
        };
        let speaks = |k: usize| self.cut.chunks(k).iter().any(Chunk::speaks);
        let of_quarters = || {
            title.text.contains(' ')
                && knowledge::tells_quarters(&knowledge::plain(title.text))
                && !breaks_off(title.text)
        };
        (knowledge::title_kind(title.text) == Some(Kind::SelectedData) || of_quarters())
            && title.specs().iter().all(is_length)
            && !(self.block.top..i).any(speaks)
    }

    /// Whether a line between blank ones is the title of a walk from one measure to another, without
    /// a header of its own below the statement it goes with: `RECONCILIATION OF PRO FORMA TO GAAP NET
    /// INCOME`. One to net cash is part of a statement of cash flows.
    fn is_walk_apart(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        let apart =
            |k: usize| matches!(self.lines.class(k), Class::Blank | Class::Mark | Class::Page);
        knowledge::title_kind(face) == Some(Kind::Reconciliation)
            && !knowledge::speaks_of(face, Notion::Cash)
            && !face.ends_with([':', '.'])
            && apart(i - 1)
            && apart(i + 1)
    }

    /// Whether a line stands right below a title or the units under it: what it says of the audit is
    /// said of all columns.
    pub(super) fn is_below_title(&self, i: usize) -> bool {
        self.words_above(i)
            .is_some_and(|above| self.is_title_line(above) || self.is_of_units(above))
    }

    /// Whether a line is a remark on units.
    fn is_of_units(&self, i: usize) -> bool {
        self.roles.of(i) == Role::Aside && knowledge::scale_of(self.lines.face(i)).is_some()
    }

    /// Whether a line is centred on words right above it that say nothing of periods, as remarks are
    /// on the last line of a title: `EQUITY (DEFICIT)` / `(Unaudited)`.
    pub(super) fn is_centred_below(&self, i: usize) -> bool {
        let (Some(words), [remark]) = (self.only_above(i), self.cut.chunks(i)) else {
            return false;
        };
        !words.speaks() && words.center().abs_diff(remark.center()) <= OFF_CENTRE
    }

    /// Whether a line right below the title of a statement says nothing but its day: apart from the
    /// header, it is the day of all columns.
    pub(super) fn gives_day_of_title(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        self.cut.chunks(i).len() == 1
            && period::is_bare(face)
            && names_day(face)
            && self.words_above(i).is_some_and(|above| self.is_title_line(above))
    }

    /// Whether a line is the title of what it stands centred over: the units of all columns, with no
    /// more than lines of the same title above it. Below another title, it may head columns.
    pub(super) fn is_above_units(&self, i: usize) -> bool {
        let is_alone =
            |k: usize| self.lines.class(k) == Class::Text && self.cut.chunks(k).len() == 1;
        i + 1 < self.block.first_row
            && self.lines.class(i + 1) == Class::Text
            && self.is_of_units(i + 1)
            && self.is_centred_below(i + 1)
            && (self.block.top..i).all(is_alone)
    }

    /// Whether a line goes on with the periods of the title above it: `... Ended December 26, 1999
    /// and` / `December 27, 1998`.
    pub(super) fn ends_list_of_title(&self, i: usize) -> bool {
        self.cut.chunks(i).len() == 1
            && names_day(self.lines.face(i))
            && self
                .only_above(i)
                .is_some_and(|above| above.text.ends_with(" and") && above.speaks())
    }

    /// Whether a line of one run of words is a title, apart from the header: it says nothing but one
    /// whole period, `YEAR ENDED DECEMBER 31, 1996`, or is that of a table that is no primary
    /// statement: `SELECTED QUARTERLY DATA` speaks of time as well.
    pub(super) fn is_title_apart(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        self.cut.chunks(i).len() == 1
            && (period::is_whole(face)
                || knowledge::title_kind(face).is_some()
                || knowledge::announces_statistics(&knowledge::plain(face)))
    }

    /// Whether a line says nothing but what all columns are in.
    pub(super) fn is_unit_title(&self, i: usize) -> bool {
        self.cut.chunks(i).len() == 1 && block::is_unit_line(self.lines.face(i))
    }

    /// Whether a line names more than one year in a run of words: a title, not the head of columns.
    pub(super) fn names_years(&self, i: usize) -> bool {
        let [chunk] = self.cut.chunks(i) else { return false };
        chunk.text.contains(|c: char| c.is_ascii_alphabetic())
            && chunk.specs().iter().map(|s| s.years.len()).sum::<usize>() > 1
    }
}

/// Whether a line gives a whole date: beneath a title, it is what the title goes on to say.
fn names_day(face: &str) -> bool {
    period::read_dated(face).iter().any(|s| s.month_day.is_some() && !s.years.is_empty())
}
