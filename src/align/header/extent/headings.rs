//! Headings of rows in the middle of the page: they stand below the header as if they were its last
//! line, and what they say must not be bound to columns.

use crate::align::header::extent::above::Above;
use crate::align::header::words::{Chunk, OFF_CENTRE};
use crate::grid::Edge;
use crate::knowledge;
use crate::lex::block;
use crate::lex::line::Class;

impl Above<'_, '_> {
    /// Whether words below the line that heads each column stand over no single column, nor over
    /// all of them: a heading of the rows, centred on the page; or whether they go on from such
    /// words. `rest` are those that go on from the line's.
    pub(super) fn is_centred_heading(&self, i: usize, rest: &str) -> bool {
        let [heading] = self.cut.chunks(i) else { return false };
        if heading.text.starts_with('(')
            || heading.speaks()
            || knowledge::scale_of(heading.text).is_some()
        {
            return false;
        }
        let mut above = (self.block.top..i).rev();
        let Some(before) = above.find(|&k| !self.is_silent(k)) else { return false };
        let words = format!("{} {rest}", heading.text);
        let words = words.trim_end();
        let heads_each = match self.lines.class(before) {
            Class::Years => true,
            Class::Text => heads_each(self.cut.chunks(before), self.columns),
            _ => return false,
        };
        if !heads_each {
            return self.is_centred_heading(before, words);
        }
        let apart = self.lines.class(i - 1) == Class::Blank;
        heads_rows(heading, &knowledge::plain(words), apart, self.columns)
    }

    /// Whether a line says nothing of what heads the columns: it is no line of words, or a remark.
    fn is_silent(&self, i: usize) -> bool {
        // `(Restated)` under one of the dates, `(In thousands)` under all of them, and `Note` beside.
        let is_remark = |c: &Chunk<'_>| {
            c.text.starts_with('(') && c.text.ends_with(')') || knowledge::is_note_column(c.text)
        };
        match self.lines.class(i) {
            Class::Blank | Class::Rule | Class::Mark => true,
            Class::Text => self.cut.chunks(i).iter().all(is_remark),
            _ => false,
        }
    }
}

/// Whether a line has words for each of several columns, beside those over the labels.
fn heads_each(chunks: &[Chunk<'_>], columns: &[Edge]) -> bool {
    let is_beside =
        |c: &&Chunk<'_>| block::is_unit_line(c.text) || knowledge::is_note_column(c.text);
    let beside = chunks.iter().take_while(is_beside).count();
    columns.len() > 1 && chunks.len() == columns.len() + beside
}

/// Whether words right below those that head each column head rows: by what they say in plain form,
/// or by where they stand.
fn heads_rows(heading: &Chunk<'_>, words: &str, apart: bool, columns: &[Edge]) -> bool {
    let right = columns.last().map_or(0, |c| c.edges.1);
    let on_page = heading.center().abs_diff(right) <= OFF_CENTRE;
    let of_none = columns.iter().all(|c| (2 * c.center()).abs_diff(heading.center()) > OFF_CENTRE);
    knowledge::is_top_heading(words)
        || knowledge::is_activity(words)
        || knowledge::heads_data(words) && !knowledge::is_supposed(words)
        || of_none && on_page
        || (of_none || apart) && knowledge::is_standard_heading(words)
        || spreads(heading, columns)
}

/// Whether long words begin over the labels, or stand over some of the columns.
fn spreads(heading: &Chunk<'_>, columns: &[Edge]) -> bool {
    /// The words over a single column are rarely longer.
    const LONG: usize = 16;
    /// How far left of the columns words begin that are not theirs.
    const ASIDE: usize = 8;
    let covered = columns.iter().filter(|column| heading.is_above(column)).count();
    let left = heading.span.start + ASIDE < columns.first().map_or(0, |c| c.left);
    heading.span.len() > LONG && (left || (2..columns.len()).contains(&covered))
}
