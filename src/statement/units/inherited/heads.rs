//! The scale in the head of the page, of all statements, of the note or of all notes in which a table
//! stands, or in a sentence above it that speaks of tables.

use std::iter::{Peekable, Rev};
use std::ops::ControlFlow;
use std::slice::Iter;

use crate::knowledge;
use crate::lex::block::item_heading;
use crate::lex::line::{Class, Lines};
use crate::statement::Draft;
use crate::statement::items::{is_statement, opens_note};
use crate::statement::units::inherited::notes::{HEAD_OF_NOTES, Notes, heads_notes, remark_below};
use crate::statement::units::scale::{Found, read};

/// How far above a table a head is looked for.
const HEAD_IN_FORCE: usize = 600;

/// The scale in the nearest of the heads above a table. Rows of other tables tell none.
pub(super) fn head_in_force(lines: &Lines<'_>, drafts: &[Draft], i: usize) -> Option<Found> {
    let first = drafts[i].head.body;
    let outer = drafts[..i].iter().rev().peekable();
    let mut climb = Climb {
        lines,
        outer,
        is_statement: is_statement(drafts[i].kind),
        is_consolidated: knowledge::holds(&knowledge::plain(&drafts[i].title), "consolidated"),
        on_page: true,
        in_notes: false,
        above_note: false,
    };
    for at in (first.saturating_sub(HEAD_OF_NOTES)..first).rev() {
        if !climb.in_notes && at + HEAD_IN_FORCE < first {
            return None;
        }
        if let ControlFlow::Break(scale) = climb.meet(at) {
            return scale;
        }
    }
    None
}

/// The way up from a table, line by line.
struct Climb<'a, 's> {
    lines: &'a Lines<'s>,
    /// The tables above, the nearest first.
    outer: Peekable<Rev<Iter<'a, Draft>>>,
    /// The table is a statement itself, no data beside these.
    is_statement: bool,
    /// Its title says that it is consolidated.
    is_consolidated: bool,
    /// No page has ended.
    on_page: bool,
    /// The head of a page on which the notes go on has been met.
    in_notes: bool,
    /// The head of the note has been met.
    above_note: bool,
}

impl Climb<'_, '_> {
    /// Meets the next line; breaks where it ends the way, with the scale if it tells one.
    fn meet(&mut self, at: usize) -> ControlFlow<Option<Found>> {
        while self.outer.next_if(|d| at < d.first_line()).is_some() {}
        let other = self.outer.peek().filter(|d| at <= d.last_line());
        if other.is_some_and(|d| at >= d.head.body) {
            return ControlFlow::Continue(());
        }
        let in_head = other.is_some();
        match self.lines.class(at) {
            Class::Page => self.on_page = false,
            Class::Text => return self.read(at, in_head),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Reads a line of text, which may stand in the head of a table.
    fn read(&mut self, at: usize, in_head: bool) -> ControlFlow<Option<Found>> {
        let lines = self.lines;
        let text = &lines.face(at)[lines.get(at).indent as usize..];
        if item_heading(text).is_some() {
            return ControlFlow::Break(None);
        }
        match heads_notes(text) {
            Some(Notes::Continued) => self.in_notes |= self.on_page,
            Some(Notes::Begin) => {
                let are_own = self.on_page || self.in_notes;
                return ControlFlow::Break(if are_own { remark_below(lines, at) } else { None });
            }
            None => {}
        }
        // The head of a note may be taken for the title of its first table.
        if !self.above_note && opens_note(lines, at) {
            self.above_note = true;
            tell(read(text))?;
        }
        if self.above_note {
            return ControlFlow::Continue(());
        }
        // Those of a plan below those of the company may be in another unit, or none.
        if self.is_statement && knowledge::heads_statements(text) {
            // Those of the parent alone end where consolidated ones of another company begin.
            let are_others = self.is_consolidated && knowledge::speaks_of_parent(text);
            return ControlFlow::Break(remark_below(lines, at).filter(|_| !are_others));
        }
        if self.on_page && !in_head && heads_page(lines, at) {
            return ControlFlow::Break(read(text));
        }
        if knowledge::speaks_of_tables(text) {
            tell(read(text))?;
        }
        ControlFlow::Continue(())
    }
}

/// Ends the way where a scale is told.
fn tell(scale: Option<Found>) -> ControlFlow<Option<Found>> {
    scale.map_or(ControlFlow::Continue(()), |scale| ControlFlow::Break(Some(scale)))
}

/// Whether a line is a unit in parentheses under the title at the head of a page.
fn heads_page(lines: &Lines<'_>, at: usize) -> bool {
    const TITLE: usize = 3;
    let text = lines.face(at).trim_ascii();
    if !(text.starts_with('(') && text.ends_with(')')) {
        return false;
    }
    let above = (at.saturating_sub(4 * TITLE)..at).rev().map(|l| lines.class(l));
    let printed: Vec<Class> =
        above.filter(|class| *class != Class::Blank).take(TITLE + 1).collect();
    let title = printed.iter().take_while(|class| **class == Class::Text).count();
    title > 0 && printed.get(title) == Some(&Class::Page)
}
