//! The head of a table, as it is handed on.

use crate::align::header::column::{ColumnHead, is_year_alone};
use crate::knowledge;
use crate::lex::line::Lines;

/// What stands above the rows of a table.
#[derive(Debug, Default)]
pub struct Head {
    /// Lines of the caption: company, title, units; top to bottom.
    pub caption: Vec<CaptionLine>,
    /// The paragraph that introduces the table, where there is no more than that.
    pub intro: String,
    /// Words of the header that stand over the labels.
    pub stub: Vec<String>,
    /// Headings of the body that stand in the head: `ASSETS` beside or above the header.
    pub opening: Vec<CaptionLine>,
    /// Words over each column.
    pub columns: Vec<ColumnHead>,
    /// Lines of the header, top to bottom.
    pub lines: Vec<usize>,
    /// First line below the header.
    pub body: usize,
    /// Whether any line was found that heads columns.
    pub found: bool,
    /// Whether words on periods stand over columns that neither place nor order tells.
    pub doubtful: bool,
}

impl Head {
    /// The lines of the caption, as texts.
    pub fn captions(&self) -> impl Iterator<Item = &str> {
        self.caption.iter().map(|line| line.text.as_str())
    }

    /// The same, and the words over the labels.
    pub fn captions_and_stub(&self) -> impl Iterator<Item = &str> {
        self.captions().chain(self.stub.iter().map(String::as_str))
    }

    /// Whether the same words stand over the columns of another table.
    pub fn same_columns(&self, other: &Self) -> bool {
        self.columns.iter().map(ColumnHead::text).eq(other.columns.iter().map(ColumnHead::text))
    }

    /// The words over all columns.
    pub fn pieces(&self) -> impl Iterator<Item = &String> {
        self.columns.iter().flat_map(|column| &column.pieces)
    }

    /// Takes the columns of another table.
    pub fn take_columns(&mut self, other: &Self) {
        self.columns.clone_from(&other.columns);
        self.doubtful = other.doubtful;
    }

    /// The year that stands by itself over columns, where no other does.
    pub fn only_year(&self) -> Option<String> {
        let mut years = self.pieces().filter(|piece| is_year_alone(piece));
        let year = years.next()?;
        years.all(|other| other == year).then(|| year.clone())
    }

    /// Whether units stand between the header and the rows: they may be those of the first ones.
    pub fn has_units_below(&self) -> bool {
        let below = |c: &&CaptionLine| self.lines.first().is_some_and(|&first| c.line > first);
        self.caption.iter().filter(below).any(|c| knowledge::scale_of(&c.text).is_some())
    }
}

/// A line of a caption.
#[derive(Debug, Clone)]
pub struct CaptionLine {
    /// The line.
    pub line: usize,
    /// Its text.
    pub text: String,
}

impl CaptionLine {
    pub(super) fn of(lines: &Lines<'_>, line: usize) -> Self {
        Self { line, text: lines.printed(line, 0..usize::MAX).into_owned() }
    }
}

/// Whether a line of the head is a heading of the body.
pub(super) fn opens_side(text: &str) -> bool {
    knowledge::is_top_heading(knowledge::plain(text).trim_end_matches([':', ' ']))
}
