//! Which lines head the columns: from the foot of the header up to the caption.

use std::ops::{ControlFlow, Range};

use crate::align::header::roles::{Role, Roles};
use crate::align::header::words::{Chunk, Cut, is_ended, segments};
use crate::grid::{Edge, Grid};
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::period;
use crate::record::Kind;

/// Where the number zone begins: header words left of it stand over the labels.
pub(super) fn zone_left(lines: &Lines<'_>, block: &Block, grid: &Grid) -> usize {
    let left = grid.left();
    let widest = grid
        .rows
        .iter()
        .map(|r| {
            let face = lines.face(r.line).as_bytes();
            let label = &face[..r.label_end.min(face.len())];
            let last = label.iter().rposition(|b| !matches!(b, b' ' | b'.' | b'$' | b'('));
            last.map_or(0, |last| last + 1)
        })
        .chain(
            (block.first_row..block.last_row)
                .filter(|&i| lines.class(i) == Class::Text)
                // A heading may run on below the header, having no figures.
                .filter(|&i| block::starts_lower(lines.face(i + 1)))
                .map(|i| lines.face(i).len()),
        )
        .filter(|&end| end <= left)
        .max()
        .unwrap_or(0);
    // Headers are wider than their figures, up to where the labels end.
    widest.max(left.saturating_sub(14)).min(left)
}

/// What stands above the first row of a block.
pub(super) struct Above<'a, 's> {
    pub lines: &'a Lines<'s>,
    pub block: &'a Block,
    pub cut: &'a Cut<'s>,
    pub roles: &'a Roles,
    /// Where the number zone begins.
    pub zone: usize,
    pub columns: &'a [Edge],
}

impl Above<'_, '_> {
    /// The last line that heads columns.
    pub fn foot(&self) -> Option<usize> {
        let Self { lines, block, .. } = self;
        let over = (block.top..block.first_row).rev().find(|&i| self.heads_columns(i));
        let marks = |&i: &usize| lines.class(i) == Class::Mark && lines.get(i).column_marks;
        let Some(mark) = (over.unwrap_or(block.top)..block.first_row).rev().find(marks) else {
            return over;
        };
        // A rule over the labels and each column ends the header, whatever heads the rows beneath
        // it.
        let rules_all = |foot: usize| {
            self.columns.len() > 1
                && lines.class(foot) == Class::Rule
                && segments(lines.face(foot)).len() > self.columns.len()
        };
        // `Current assets:` / `<S>   <C>`: what the header leaves above the marks heads rows.
        let leaves = |foot: usize| (foot + 1..mark).all(|i| self.may_head_rows(i));
        over.filter(|&foot| rules_all(foot) || leaves(foot)).or(Some(mark))
    }

    fn first_left(&self) -> usize {
        self.columns.first().map_or(usize::MAX, |c| c.left)
    }

    /// Whether a line has words over the columns.
    fn is_over(&self, i: usize) -> bool {
        in_zone(self.cut.chunks(i), self.zone, self.first_left())
    }

    fn heads_columns(&self, i: usize) -> bool {
        match self.lines.class(i) {
            Class::Years => true,
            Class::Rule => self.rules_columns(i),
            Class::Text => {
                self.roles.of(i) != Role::Prose
                    && !self.is_aside(i)
                    && !is_title_line(self.lines, i, self.cut)
                    && self.is_over(i)
                    && !self.is_flush(i)
                    && !self.is_carried_over(i)
                    && !self.heads_rows(i)
            }
            _ => false,
        }
    }

    /// Whether a rule over the columns ends their header: one right below a heading is that of the
    /// rows before it, or underlines the heading.
    fn rules_columns(&self, i: usize) -> bool {
        let Self { lines, block, .. } = self;
        let above = (block.top..i).rev().find(|&k| lines.class(k) != Class::Blank);
        let rules = segments(lines.face(i));
        let underlines = |k: usize| match (self.cut.chunks(k), &rules[..]) {
            ([words], [rule]) => words.print() == *rule && self.heads_rows(k),
            _ => false,
        };
        // One with `(continued)` may reach over the columns.
        let heads = |k: usize| {
            let fits = lines.face(k).len() <= self.first_left();
            lines.face(k).ends_with(':') && (fits || self.is_flush(k) && self.may_head_rows(k))
        };
        let is_heading = |k: usize| lines.class(k) == Class::Text && (heads(k) || underlines(k));
        i > block.top
            && rules.last().is_some_and(|s| s.end > self.first_left())
            && !above.is_some_and(is_heading)
    }

    /// Whether a line is a remark on the table, and none of the audit of its columns.
    fn is_aside(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        self.roles.of(i) == Role::Aside
            && (knowledge::scale_of(face).is_some()
                || self.cut.chunks(i).first().is_some_and(|c| c.span.start < self.zone)
                || !knowledge::speaks_of_audit(face))
    }

    /// Whether words begin no further right than the label of the first row, and most of them left
    /// of the columns: a heading of the rows, `Year ended October 31, 1994`.
    fn is_flush(&self, i: usize) -> bool {
        let [heading] = self.cut.chunks(i) else { return false };
        let first_row = self.lines.get(self.block.first_row);
        first_row.indent < first_row.first_figure
            && heading.span.start <= first_row.indent as usize
            && heading.center() < self.first_left().saturating_mul(2)
    }

    /// Whether a line at the margin is a heading that stands again, `(continued)` over the columns:
    /// `Balance sheet data (at end of period) (continued):`
    fn is_carried_over(&self, i: usize) -> bool {
        self.lines.get(i).indent <= self.lines.get(self.block.first_row).indent
            && knowledge::is_carried_over(self.lines.face(i))
    }

    /// Whether a line is a heading of the rows in the middle of the page, alone or with the line
    /// below: `CASH FLOWS FROM` / `OPERATING ACTIVITIES`.
    fn heads_rows(&self, i: usize) -> bool {
        let Self { lines, block, cut, columns, .. } = *self;
        let is_heading =
            |rest: &str| is_centred_heading(lines, block.top..i, cut, (i, rest), columns);
        let below = i + 1;
        let rest = || match cut.chunks(below) {
            [only] if lines.class(below) == Class::Text => is_heading(only.text),
            _ => false,
        };
        is_heading("") || below < block.first_row && rest()
    }

    /// Whether a line says nothing that a header would.
    fn may_head_rows(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        self.lines.class(i) != Class::Text
            || self.roles.of(i) == Role::Plain
                && !is_title_line(self.lines, i, self.cut)
                && !period::speaks(face)
                && knowledge::scale_of(face).is_none()
    }
}

/// Whether words below the line that heads each column stand over no single column, nor over all of
/// them: a heading of the rows, centred on the page; or whether they go on from such words. `rest`
/// are those that go on from the line's.
fn is_centred_heading(
    lines: &Lines<'_>,
    above: Range<usize>,
    cut: &Cut<'_>,
    (i, rest): (usize, &str),
    columns: &[Edge],
) -> bool {
    const LONG: usize = 16;
    const ASIDE: usize = 8;
    const OFF_CENTRE: usize = 4;
    let [heading] = cut.chunks(i) else { return false };
    if heading.text.starts_with('(')
        || heading.speaks()
        || knowledge::scale_of(heading.text).is_some()
    {
        return false;
    }
    // `(Restated)` under one of the dates, `(In thousands)` under all of them.
    let is_remark = |c: &Chunk<'_>| c.text.starts_with('(') && c.text.ends_with(')');
    let silent = |&k: &usize| match lines.class(k) {
        Class::Blank | Class::Rule | Class::Mark => true,
        // `Unaudited` under the first of the dates.
        Class::Text => match cut.chunks(k) {
            [only] if knowledge::speaks_of_audit(only.text) => true,
            remarks => remarks.iter().all(is_remark),
        },
        _ => false,
    };
    let Some(before) = above.clone().rev().find(|k| !silent(k)) else { return false };
    let is_beside =
        |c: &&Chunk<'_>| block::is_unit_line(c.text) || knowledge::is_note_column(c.text);
    let beside = cut.chunks(before).iter().take_while(is_beside).count();
    let each = columns.len() > 1 && cut.chunks(before).len() == columns.len() + beside;
    match lines.class(before) {
        class @ (Class::Years | Class::Text) if each || class == Class::Years => {
            let span = &heading.span;
            let over = |c: &&Edge| span.start < c.edges.1 && c.left < span.end;
            let covered = columns.iter().filter(over).count();
            let left = span.start + ASIDE < columns.first().map_or(0, |c| c.left);
            let right = columns.last().map_or(0, |c| c.edges.1);
            let on_page = heading.center().abs_diff(right) <= OFF_CENTRE;
            let of_none =
                columns.iter().all(|c| (2 * c.center()).abs_diff(heading.center()) > OFF_CENTRE);
            let words = knowledge::plain(format!("{} {rest}", heading.text).trim_end());
            let apart = lines.class(i - 1) == Class::Blank;
            knowledge::is_top_heading(&words)
                || knowledge::is_activity(&words)
                || knowledge::heads_data(&words) && !knowledge::is_supposed(&words)
                || of_none && on_page
                || (of_none || apart) && knowledge::is_standard_heading(&words)
                || span.len() > LONG
                    && (left || columns.len() > 2 && (2..columns.len()).contains(&covered))
        }
        Class::Text => {
            let words = format!("{} {rest}", heading.text);
            let goes_on = (before, words.trim_end());
            is_centred_heading(lines, above.start..before, cut, goes_on, columns)
        }
        _ => false,
    }
}

/// Whether a line has words over the columns and is not a centred title.
fn in_zone(chunks: &[Chunk<'_>], zone: usize, first_left: usize) -> bool {
    let Some(last) = chunks.last() else { return false };
    if chunks.len() == 1 {
        return last.span.start >= zone.min(first_left)
            || last.center() >= first_left.saturating_mul(2) && last.span.start + 6 >= zone
            || last.speaks() && last.span.end > first_left && last.span.start + 12 >= zone;
    }
    last.span.end > first_left && last.span.start + 2 >= zone
}

fn is_title_line(lines: &Lines<'_>, i: usize, cut: &Cut<'_>) -> bool {
    let all = cut.chunks(i);
    // The number of an exhibit stands at the other end of a title's line.
    if all.len() > 1 && all.last().is_some_and(|chunk| block::numbers_exhibit(chunk.text)) {
        return true;
    }
    if !block::is_title(lines.face(i), lines.get(i).indent as usize, true) {
        return false;
    }
    // A title may share its line with the dates of the columns.
    !(all.len() > 2 && all[1..].iter().all(Chunk::speaks))
}

pub(super) fn is_caption(lines: &Lines<'_>, cut: &Cut<'_>, roles: &Roles, i: usize) -> bool {
    let face = lines.face(i);
    lines.class(i) == Class::Text
        && (is_title_line(lines, i, cut)
            || roles.of(i) != Role::Plain
            || face.trim_end().ends_with(':') && face.len() > 60
            || i > roles.first && is_title_line(lines, i - 1, cut) && names_day(face)
            || i > roles.first && block::is_period_of_title(lines, i)
            || i > roles.first && block::is_day_of_title(lines, i)
            || block::opens_outlook(face)
            || i > roles.first && is_title_in_capitals(lines, i)
            || i > roles.first && is_walk_apart(lines, i))
}

/// Whether a line between blank ones is the title of a walk from one measure to another, without a
/// header of its own below the statement it goes with: `RECONCILIATION OF PRO FORMA TO GAAP NET
/// INCOME`. One to net cash is part of a statement of cash flows.
fn is_walk_apart(lines: &Lines<'_>, i: usize) -> bool {
    let face = lines.face(i);
    let apart = |k: usize| matches!(lines.class(k), Class::Blank | Class::Mark | Class::Page);
    knowledge::title_kind(face) == Some(Kind::Reconciliation)
        && !knowledge::holds(face, "cash")
        && !face.ends_with([':', '.'])
        && apart(i - 1)
        && apart(i + 1)
}

/// Whether a line in capitals tells the period of the title above it.
fn is_title_in_capitals(lines: &Lines<'_>, i: usize) -> bool {
    let capitals = |k: usize| !lines.face(k).bytes().any(|b| b.is_ascii_lowercase());
    lines.class(i - 1) == Class::Text
        && capitals(i)
        && capitals(i - 1)
        && period::is_whole(lines.face(i).trim_ascii())
        && knowledge::title_kind(lines.face(i - 1)).is_some()
}

/// Whether a line gives a whole date: beneath a title, it is what the title goes on to say.
fn names_day(face: &str) -> bool {
    period::read_dated(face).iter().any(|s| s.month_day.is_some() && !s.years.is_empty())
}

/// The lines of the header, from its foot upwards, given top to bottom.
pub(super) fn climb(above: &Above<'_, '_>, foot: usize) -> Vec<usize> {
    let lines = above.lines;
    let mut climb = Climb { above, header: Vec::new(), apart: false, far: false };
    for i in (above.block.top..=foot).rev() {
        climb.apart |= lines.get(i).opens_table;
        match lines.class(i) {
            Class::Blank => climb.pass_blank(),
            Class::Rule | Class::Mark | Class::Overprint => {}
            Class::Years => climb.take(i),
            Class::Text => {
                if climb.read(i).is_break() {
                    break;
                }
            }
            Class::Page | Class::Figures | Class::Overlong => break,
        }
    }
    climb.leave_caption();
    climb.header.reverse();
    climb.header
}

/// The way up from the foot of a header.
struct Climb<'a, 's> {
    above: &'a Above<'a, 's>,
    /// The lines taken so far, from the foot upwards.
    header: Vec<usize>,
    /// Whether something parts the next line from the last one taken.
    apart: bool,
    /// Beyond a blank, only words about periods are part of the header: a title stands there too.
    far: bool,
}

impl Climb<'_, '_> {
    fn take(&mut self, i: usize) {
        self.header.push(i);
        self.apart = false;
    }

    fn pass_blank(&mut self) {
        // `(In thousands)   (In thousands)` below the blank: what it stands under is above.
        let heads_columns = |&k: &usize| match self.above.lines.class(k) {
            Class::Text => !self.above.cut.chunks(k).iter().all(|c| block::is_unit_line(c.text)),
            _ => self.above.cut.chunks(k).len() > 1 || self.above.is_over(k),
        };
        self.apart = self.apart || self.header.iter().any(heads_columns);
    }

    /// Reads a line of words: takes it, passes it, or ends the header below it.
    fn read(&mut self, i: usize) -> ControlFlow<()> {
        let (face, chunks) = (self.above.lines.face(i), self.above.cut.chunks(i));
        let opened = !self.header.is_empty();
        let days = opened && !self.apart && gives_each_a_day(chunks, self.above.columns.len());
        let over = days || self.above.is_over(i);
        if self.above.roles.of(i) == Role::Aside && over {
            if self.is_audit_of_columns(i) {
                self.header.push(i);
            }
            return ControlFlow::Continue(());
        }
        if self.above.roles.of(i) == Role::Aside && !opened {
            return ControlFlow::Continue(());
        }
        if self.ends_at(i, over) {
            return ControlFlow::Break(());
        }
        let words = over_columns(face, chunks, self.above.zone);
        let titles = is_unit_title(face, chunks) || names_years(chunks);
        let speaks = days || over && (period::speaks(words) || is_ended(words));
        if over && (speaks || !self.apart && !self.far) && !titles {
            self.far |= self.apart && self.header.iter().any(|&k| self.above.is_over(k));
            self.take(i);
            return ControlFlow::Continue(());
        }
        if !over && !self.apart && self.is_beside(i) {
            self.take(i);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Whether an aside between the header and the rows is an audit remark over columns; others are
    /// units.
    fn is_audit_of_columns(&self, i: usize) -> bool {
        let face = self.above.lines.face(i);
        let Above { lines, cut, roles, .. } = *self.above;
        let of_title = || is_below_title(lines, i, cut, roles) || is_centred_below(lines, i, cut);
        let of_columns = !self.apart || !of_title();
        of_columns && knowledge::scale_of(face).is_none() && knowledge::speaks_of_audit(face)
    }

    /// Whether a line is a title or prose: the header begins below it.
    fn ends_at(&self, i: usize, over: bool) -> bool {
        let Above { lines, cut, roles, .. } = *self.above;
        let (face, chunks) = (lines.face(i), cut.chunks(i));
        let is_day_of_title = || {
            self.header.iter().any(|&k| lines.class(k) == Class::Text)
                && self.above.columns.len() > 1
                && gives_day_of_title(lines, i, cut, roles)
        };
        let is_title_apart =
            || names_period(face, chunks) || is_other_title(face, chunks) || is_day_of_title();
        is_title_line(lines, i, cut)
            || self.apart && is_title_apart()
            || roles.of(i) == Role::Aside && !over
            || roles.of(i) == Role::Prose
    }

    /// Whether a line has words over the labels beside the header.
    fn is_beside(&self, i: usize) -> bool {
        /// Most lines of a header below them.
        const MOST: usize = 5;
        self.above.cut.chunks(i).len() == 1
            && self.header.len() <= MOST
            && self.above.lines.face(i).len() <= self.above.zone + 2
    }

    /// Words over the labels at the top belong to the caption, unless they go on beside the header:
    /// `ended September` / `27, 1996       1996    1995`.
    fn leave_caption(&mut self) {
        let lines = self.above.lines;
        let goes_on = |i: usize| {
            let face = lines.face(i).trim_start();
            face.starts_with(|c: char| c.is_ascii_lowercase())
                || face.starts_with(|c: char| c.is_ascii_digit())
                    && (lines.get(i).indent as usize) < 8
        };
        while let Some((&top, below)) = self.header.split_last()
            && lines.class(top) == Class::Text
            && !self.above.is_over(top)
            && !below.last().is_some_and(|&below| goes_on(below))
        {
            self.header.pop();
        }
    }
}

/// Whether a line stands right below a title or the units under it: what it says of the audit is
/// said of all columns.
fn is_below_title(lines: &Lines<'_>, i: usize, cut: &Cut<'_>, roles: &Roles) -> bool {
    let Some(above) = i.checked_sub(1).filter(|&above| above >= roles.first) else { return false };
    lines.class(above) == Class::Text
        && (is_title_line(lines, above, cut)
            || roles.of(above) == Role::Aside && knowledge::scale_of(lines.face(above)).is_some())
}

/// Whether a line is centred on words right above it that say nothing of periods, as remarks are on
/// the last line of a title: `EQUITY (DEFICIT)` / `(Unaudited)`.
fn is_centred_below(lines: &Lines<'_>, i: usize, cut: &Cut<'_>) -> bool {
    const OFF_CENTRE: usize = 4;
    let Some(above) = i.checked_sub(1).filter(|&above| above >= cut.first) else { return false };
    let ([words], [remark]) = (cut.chunks(above), cut.chunks(i)) else { return false };
    lines.class(above) == Class::Text
        && !words.speaks()
        && words.center().abs_diff(remark.center()) <= OFF_CENTRE
}

/// Whether a line has a day for each column beside other words, wherever tabs have put them.
pub(super) fn gives_each_a_day(chunks: &[Chunk<'_>], columns: usize) -> bool {
    columns > 1
        && chunks.len() >= columns
        && chunks.iter().filter(|c| names_day_alone(c)).count() == columns
}

/// `Sept. 30,`: a day without its year.
pub(super) fn names_day_alone(chunk: &Chunk<'_>) -> bool {
    matches!(chunk.specs(), [spec] if spec.is_day_alone())
}

/// Whether a line right below the title of a statement says nothing but its day: apart from the
/// header, it is the day of all columns.
fn gives_day_of_title(lines: &Lines<'_>, i: usize, cut: &Cut<'_>, roles: &Roles) -> bool {
    let face = lines.face(i);
    i > roles.first
        && cut.chunks(i).len() == 1
        && period::is_bare(face)
        && names_day(face)
        && lines.class(i - 1) == Class::Text
        && is_title_line(lines, i - 1, cut)
}

/// Whether a line says nothing but one whole period, `YEAR ENDED DECEMBER 31, 1996`: apart from the
/// header, it is part of the title.
fn names_period(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && period::is_whole(face)
}

/// Whether a line is the title of a table that is no primary statement: `SELECTED QUARTERLY DATA`
/// speaks of time as well.
fn is_other_title(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && knowledge::title_kind(face).is_some()
}

fn is_unit_title(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && block::is_unit_line(face)
}

/// Whether a line names more than one year in a run of words: a title, not the head of columns.
fn names_years(chunks: &[Chunk<'_>]) -> bool {
    let [chunk] = chunks else { return false };
    chunk.text.contains(|c: char| c.is_ascii_alphabetic())
        && chunk.specs().iter().map(|s| s.years.len()).sum::<usize>() > 1
}

pub(super) fn over_columns<'f>(face: &'f str, chunks: &[Chunk<'_>], zone: usize) -> &'f str {
    let first = chunks.iter().find(|c| c.span.end > zone);
    &face[first.map_or(face.len(), |c| c.print().start)..]
}
