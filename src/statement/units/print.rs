//! How the figures of a row are printed: what their signs, commas and decimals tell of its measure.

use crate::align::rows::AlignedRow;
use crate::figure;
use crate::knowledge::Measure;
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::units::{CENTS, has_digits, is_nil};

/// The rows of a table, how they are printed, and what they measure as far as that is known.
pub(super) struct Rows<'a, 's> {
    pub lines: &'a Lines<'s>,
    pub draft: &'a Draft,
    pub prints: Vec<Print<'a>>,
    pub measures: Vec<Option<Measure>>,
}

/// How the figures of a row are printed, but for those whose column says what they are.
pub(super) struct Print<'t> {
    pub faces: Vec<&'t str>,
}

impl<'t> Print<'t> {
    pub(super) fn of(lines: &'t Lines<'_>, row: &AlignedRow, columns: &[Option<Measure>]) -> Self {
        let own = row.cells.iter().filter(|c| columns[c.column].is_none());
        Self { faces: own.map(|c| c.face(lines)).collect() }
    }

    pub fn holds(&self, sign: char) -> bool {
        self.faces.iter().any(|f| f.contains(sign))
    }

    /// The faces that hold digits.
    pub fn figures(&self) -> impl Iterator<Item = &'t str> + '_ {
        self.faces.iter().copied().filter(|f| has_digits(f))
    }

    pub fn is_nil(&self) -> bool {
        self.faces.iter().copied().all(is_nil)
    }

    /// The most digits behind a decimal point.
    pub fn decimals(&self) -> usize {
        self.figures().map(figure::decimals).max().unwrap_or(0)
    }

    /// Neither a sign of money, of cents as well, nor an amount in thousands.
    pub fn is_bare(&self) -> bool {
        !self.holds('$') && !self.holds(',') && !self.faces.iter().any(|f| f.ends_with(['c', 'p']))
    }

    /// Figures with signs neither of money nor of percent; a change beside them may be in percent.
    pub fn is_unsigned(&self) -> bool {
        !self.holds('$') && self.figures().next().is_some_and(|first| !first.contains('%'))
    }

    /// Figures as per-share amounts are printed: cents, and nothing in the thousands.
    pub fn in_cents(&self) -> bool {
        !self.holds(',') && !self.holds('%') && self.decimals() >= CENTS
    }
}
