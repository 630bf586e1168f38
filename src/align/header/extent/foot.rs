//! The foot of a header: the last line that heads columns. What stands below it heads rows.

use crate::align::header::extent::above::Above;
use crate::align::header::roles::Role;
use crate::align::header::words::segments;
use crate::knowledge;
use crate::lex::line::Class;
use crate::period;

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

    fn heads_columns(&self, i: usize) -> bool {
        match self.lines.class(i) {
            Class::Years => true,
            Class::Rule => self.rules_columns(i),
            Class::Text => {
                self.roles.of(i) != Role::Prose
                    && !self.is_aside(i)
                    && !self.is_title_line(i)
                    && self.is_over(i)
                    && !self.is_flush(i)
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
        let heads = |k: usize| lines.face(k).ends_with(':') && self.may_head_rows(k);
        // `OPERATING EXPENSES`, of which no row is left, over the rule of a sum, or words over one
        // that ends before the last column; `As Reported` goes on with the header.
        let is_known = |plain: &str| {
            let heading = knowledge::carried_over(plain).unwrap_or(plain);
            knowledge::is_standard_heading(heading)
                || knowledge::is_top_heading(heading)
                || knowledge::is_activity(heading)
        };
        let last_left = self.columns.last().map_or(0, |column| column.left);
        let is_short =
            matches!(&rules[..], [r] if r.start < self.first_left() && r.end < last_left);
        let is_centred = |k: usize| {
            (is_short || is_known(&knowledge::plain(lines.face(k))))
                && self.heads_rows(k)
                && self.may_head_rows(k)
        };
        let is_heading = |k: usize| {
            lines.class(k) == Class::Text && (heads(k) || underlines(k) || is_centred(k))
        };
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
            && self.lines.get(i).indent <= first_row.indent
            && heading.center() < self.first_left().saturating_mul(2)
    }

    /// Whether a line is a heading of the rows in the middle of the page, alone or with the line
    /// below: `CASH FLOWS FROM` / `OPERATING ACTIVITIES`.
    fn heads_rows(&self, i: usize) -> bool {
        let below = i + 1;
        let rest = || match self.cut.chunks(below) {
            [only] if self.lines.class(below) == Class::Text => {
                self.is_centred_heading(i, only.text)
            }
            _ => false,
        };
        self.is_centred_heading(i, "") || below < self.block.first_row && rest()
    }

    /// Whether a line says nothing that a header would.
    fn may_head_rows(&self, i: usize) -> bool {
        let face = self.lines.face(i);
        self.lines.class(i) != Class::Text
            || self.roles.of(i) == Role::Plain
                && !self.is_title_line(i)
                && !period::speaks(face)
                && knowledge::scale_of(face).is_none()
    }
}
