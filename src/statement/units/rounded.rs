//! Figures and what their rounding may have taken.

use rust_decimal::Decimal;

use crate::align::rows::PlacedToken;
use crate::figure;
use crate::lex::line::Lines;

/// The size of a figure and how much of it may be due to rounding.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rounded {
    pub(super) size: Decimal,
    pub(super) error: Decimal,
}

impl Rounded {
    /// What a cell says, unless that is vague.
    pub(super) fn read(lines: &Lines<'_>, cell: &PlacedToken, scale: u32) -> Option<Self> {
        let figure = figure::parse(cell.face(lines));
        let scale = Decimal::from(scale);
        let half = Decimal::try_new(5, figure.fraction_digits + 1).ok()?;
        let size = figure.value?.abs().checked_mul(scale)?;
        let read = Self { size, error: half.checked_mul(scale)? };
        Some(read).filter(|figure| !figure.is_vague())
    }

    /// Whether a figure is no more than its rounding.
    fn is_vague(&self) -> bool {
        self.size <= self.error + self.error
    }
}
