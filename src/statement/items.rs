//! The items of a form and the notes to its statements, and which of them a table is in.

use std::collections::BTreeSet;

use crate::align::header::Head;
use crate::knowledge;
use crate::lex::block::{heads_note, heads_numbered, is_set_apart, item_heading};
use crate::lex::line::{Class, Lines};
use crate::record::Kind;

/// The items of Form 10-K and the notes to financial statements, as far as they were read.
#[derive(Debug, Default)]
pub struct Items {
    read: usize,
    /// Whether Item 6, Selected Financial Data, is open.
    selected_data: bool,
    /// Whether a note on segments or geographic areas is open.
    segments: bool,
    /// The heading of a note of which no table has been read yet.
    note: String,
}

impl Items {
    /// Reads the headings of items and notes above a line.
    pub(super) fn read_to(&mut self, lines: &Lines<'_>, line: usize) {
        for i in self.read..line {
            if lines.class(i) != Class::Text {
                continue;
            }
            let words = &lines.face(i)[lines.get(i).indent as usize..];
            if heads_numbered(lines, i, words) {
                words.clone_into(&mut self.note);
            } else if !self.note.is_empty() && heads_unnumbered(lines, i, words) {
                self.note.clear();
            }
            // Few lines begin as headings do.
            if !words.starts_with(['I', 'i', 'N', 'n']) {
                continue;
            }
            if let Some(heading) = item_heading(words) {
                self.selected_data = heading.starts_with('6') && heading.contains("selected");
                self.segments = false;
                self.note.clear();
            } else if opens_note(lines, i) {
                self.selected_data = false;
                self.segments = knowledge::title_kind(lines.face(i)) == Some(Kind::Segment);
            }
        }
        self.read = self.read.max(line);
    }

    /// The heading of the note whose first table this is.
    pub(super) fn take_note(&mut self) -> String {
        std::mem::take(&mut self.note)
    }

    /// The kind of a table: what stands under Item 6 or in a note on segments without a statement's
    /// title. The title of a statement closes Item 6, unless it heads its part of these years.
    pub(super) fn kind(&mut self, kind: Kind, title: &str, head: &Head) -> Kind {
        let titled = knowledge::title_kind(title);
        let untitled = || titled.is_none();
        if titled.is_some_and(is_statement)
            && !knowledge::heads_data(&knowledge::plain(title))
            && !spans_more_years(head)
        {
            self.selected_data = false;
        }
        match kind {
            Kind::Schedule | Kind::Income | Kind::BalanceSheet
                if self.selected_data && untitled() =>
            {
                Kind::SelectedData
            }
            Kind::Schedule if self.segments && untitled() => Kind::Segment,
            kind => kind,
        }
    }
}

/// Whether a table of this kind is a whole statement, and so not part of selected data.
pub(super) fn is_statement(kind: Kind) -> bool {
    matches!(kind, Kind::Income | Kind::BalanceSheet | Kind::CashFlow | Kind::Equity)
}

/// Whether columns are of more years than a statement in a report has: Item 6 asks for five.
fn spans_more_years(head: &Head) -> bool {
    /// Most years in a statement.
    const MOST: usize = 3;
    let years = head.columns.iter().flat_map(|column| &column.spec().years);
    years.collect::<BTreeSet<_>>().len() > MOST
}

/// Whether a line is the head of a note: `NOTE 3--INVENTORIES`.
pub(super) fn opens_note(lines: &Lines<'_>, at: usize) -> bool {
    heads_note(lines.face(at))
        && at.checked_sub(1).is_none_or(|above| lines.class(above) != Class::Text)
}

/// Whether a line may head something that is not part of the note above it:
/// `Comprehensive Income`.
fn heads_unnumbered(lines: &Lines<'_>, at: usize, words: &str) -> bool {
    words.starts_with(char::is_uppercase)
        && !words.trim_ascii_end().ends_with(':')
        && is_set_apart(lines, at, words)
}
