//! A row of a table, and the figures in its columns.

use std::cell::OnceCell;
use std::sync::Arc;

use rust_decimal::Decimal;

use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::lex::token::Token;

/// A heading or a row, label joined.
#[derive(Debug, Clone)]
pub struct AlignedRow {
    /// Label, wrapped lines joined; empty for an unlabelled subtotal.
    pub label: String,
    /// The label in [`plain`](crate::knowledge::plain) form.
    pub plain: String,
    /// Column where the label begins.
    pub indent: usize,
    /// First and last line.
    pub lines: (usize, usize),
    /// Headings in force, outermost first.
    pub section: Vec<Arc<str>>,
    /// Figures with their column and line; none for a heading.
    pub cells: Vec<PlacedToken>,
    /// A rule stands above the row.
    pub ruled: bool,
    /// The heading that an unlabelled subtotal closes.
    pub closes: Option<Arc<str>>,
    /// Its figures count things; [`statement`](crate::statement) marks it once units are known.
    pub counts: bool,
    answers: Answers,
}

/// What many rules ask of a label, told once when it is first asked for.
#[derive(Debug, Clone, Default)]
struct Answers {
    key: OnceCell<String>,
    measure: OnceCell<Option<Measure>>,
    is_counted: OnceCell<bool>,
}

impl AlignedRow {
    /// A heading, or a row whose figures are still to come.
    pub(super) fn new(label: String, indent: usize, lines: (usize, usize)) -> Self {
        Self {
            label,
            plain: String::new(),
            indent,
            lines,
            section: Vec::new(),
            cells: Vec::new(),
            ruled: false,
            closes: None,
            counts: false,
            answers: Answers::default(),
        }
    }

    /// The label in [`key`](crate::knowledge::key) form.
    pub fn key(&self) -> &str {
        self.answers.key.get_or_init(|| knowledge::key(&self.label))
    }

    /// What the label says that it [measures](crate::knowledge::measure_of).
    pub fn measure(&self) -> Option<Measure> {
        *self.answers.measure.get_or_init(|| knowledge::measure_of(&self.plain))
    }

    /// Whether the label names [things that are counted](crate::knowledge::is_counted).
    pub fn names_counted(&self) -> bool {
        *self.answers.is_counted.get_or_init(|| knowledge::is_counted(&self.plain))
    }

    /// Whether the row or a heading over it names a balance, as `names_balance` tells.
    pub fn is_of_balance(&self, names_balance: impl Fn(&str) -> bool) -> bool {
        let of_heading = |heading: &Arc<str>| {
            let plain = knowledge::plain(heading);
            knowledge::is_balance_section(&plain) || names_balance(&plain)
        };
        names_balance(&self.plain) || self.section.iter().any(of_heading)
    }

    /// The innermost heading over the row, in plain form.
    pub fn heading(&self) -> Option<String> {
        self.section.last().map(|heading| knowledge::plain(heading))
    }

    /// Whether any figure is printed with a sign.
    pub fn shows(&self, lines: &Lines<'_>, sign: char) -> bool {
        self.cells.iter().any(|cell| cell.face(lines).contains(sign))
    }

    /// The figure in a column.
    pub fn cell(&self, column: usize) -> Option<&PlacedToken> {
        self.cells.iter().find(|cell| cell.column == column)
    }

    /// Cuts the label to so many bytes.
    pub(super) fn cut_label(&mut self, width: usize) {
        if width < self.label.len() {
            self.label.truncate(width);
            self.read_label();
        }
    }

    /// Brings the label into plain form anew, for it is another than before.
    pub(super) fn read_label(&mut self) {
        self.plain = knowledge::plain(&self.label);
        self.answers = Answers::default();
    }
}

/// A figure in its column.
#[derive(Debug, Clone, Copy)]
pub struct PlacedToken {
    /// Ordinal of the column, from 0.
    pub column: usize,
    /// The line.
    pub line: usize,
    /// The figure.
    pub token: Token,
}

impl PlacedToken {
    /// The figure as it is printed.
    #[inline]
    pub fn face<'t>(&self, lines: &'t Lines<'_>) -> &'t str {
        &lines.face(self.line)[self.token.span()]
    }

    /// What the figure says, unscaled.
    pub fn value(&self, lines: &Lines<'_>) -> Option<Decimal> {
        figure::parse(self.face(lines)).value
    }
}
