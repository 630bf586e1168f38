//! What is known of the columns when a line of the header is read.

use std::rc::Rc;

use crate::align::header::bind::over::with_figures;
use crate::align::header::column::Words;
use crate::align::header::words::{Chunk, is_ended};
use crate::grid::Edge;
use crate::knowledge;
use crate::period::{self, Spec};

/// The words bound to a column so far, from the foot of the header upwards.
pub(super) type Bound = Vec<Rc<Words>>;

/// What is known of the columns when a line of the header is read.
#[derive(Clone, Copy)]
pub(super) struct Known<'b> {
    /// The words of the lines below it.
    pub below: &'b [Bound],
    /// The words of the lines that have some for each column, top to bottom.
    pub each: &'b [Bound],
    /// What the lines above it say of columns that a rule beneath them gathers.
    pub above: &'b [Spec],
}

impl<'b> Known<'b> {
    fn pieces(self, column: usize) -> impl DoubleEndedIterator<Item = &'b Rc<Words>> {
        self.below[column].iter().chain(&self.each[column])
    }

    /// All words known of a column.
    pub(super) fn words(self, column: usize) -> impl DoubleEndedIterator<Item = &'b str> {
        self.pieces(column).map(|words| words.text.as_str())
    }

    /// Whether the words over a column say that it holds no period: `(Decrease)`, `Change`.
    pub(super) fn is_timeless(self, column: usize) -> bool {
        let words = self.each[column].iter().chain(self.below[column].iter().rev());
        let words: Vec<&str> = words.map(|words| words.text.as_str()).collect();
        knowledge::is_no_period(&words.join(" "))
    }

    /// Whether the lines below name a year over a column; none where they say nothing.
    pub(super) fn names_year(self, column: usize) -> Option<bool> {
        let words = &self.below[column];
        let named = words.iter().flat_map(|words| words.specs()).any(|s| !s.years.is_empty());
        (!words.is_empty()).then_some(named)
    }

    /// The ordinal of the quarter that the lines below name over a column: `Fourth` over `Quarter`.
    pub(super) fn quarter(self, column: usize) -> Option<i8> {
        let words: Vec<&str> =
            self.below[column].iter().rev().map(|words| words.text.as_str()).collect();
        period::read(&words.join(" ")).iter().find_map(|spec| spec.quarter)
    }

    pub(super) fn spec(self, column: usize) -> Spec {
        let mut out = Spec::default();
        for spec in self.pieces(column).flat_map(|words| words.specs()) {
            out.fill(spec);
        }
        out
    }

    /// The same, and what stands above.
    pub(super) fn told(self, column: usize) -> Spec {
        let mut out = self.spec(column);
        out.fill(&self.above[column]);
        out
    }
}

/// What lines say that have words for each column, whatever lines above or below them say; and words
/// of a change that stand over one column alone: `March 31,   Change` over `1998   1997`.
pub(super) fn words_of_each(over_columns: &[Vec<&Chunk<'_>>], columns: &[Edge]) -> Vec<Bound> {
    let mut each: Vec<Bound> = vec![Vec::new(); columns.len()];
    for over in over_columns {
        let own = with_figures(over, columns);
        if own.len() == columns.len() {
            for (chunk, each) in own.iter().zip(&mut each) {
                each.push(Rc::new(Words::of(chunk, chunk.text.into())));
            }
        } else {
            for chunk in own.iter().filter(|c| knowledge::is_no_period(c.text)) {
                let mut above = (0..columns.len()).filter(|&k| chunk.is_above(&columns[k]));
                if let (Some(k), None) = (above.next(), above.next()) {
                    each[k].push(Rc::new(Words::of(chunk, chunk.text.into())));
                }
            }
        }
    }
    each
}

/// Whether a column of which so much is known has nothing yet of the kind that a line says.
pub(super) fn lacks(known: &Spec, over: &[&Chunk<'_>], specs: &[Spec]) -> bool {
    over.iter().any(|c| is_ended(c.text)) && known.length.is_none()
        || specs.iter().any(|s| {
            s.length.is_some() && known.length.is_none()
                || s.month_day.is_some() && known.month_day.is_none()
                || !s.years.is_empty() && known.years.is_empty()
        })
}
