//! Amounts as they are printed, whatever they stand for: as numbers that are the same for no other
//! amount, and as they are large.

use crate::lex::line::Lines;
use crate::statement::Draft;

/// Whether anything in a table looks like money. Small counts agree with any table by accident.
pub(super) fn has_money(lines: &Lines<'_>, draft: &Draft) -> bool {
    let mut faces = draft.cells().map(|c| c.face(lines));
    faces.any(|f| f.contains(['$', ',']))
}

/// What [`digits`] makes of a larger amount; none for a smaller one.
pub(super) fn amount(raw: &str) -> Option<u128> {
    let (mut length, mut point) = (0, None);
    for b in raw.bytes().filter(|b| b.is_ascii_digit() || *b == b'.') {
        if b == b'.' {
            point = point.or(Some(length));
        }
        length += 1;
    }
    let small = length < 3 || point == Some(0) || length == 4 && point == Some(1);
    (!small).then(|| digits(raw))
}

/// The digits of an amount and the points among them, put in one number that is the same for no
/// other amount.
pub(super) fn digits(raw: &str) -> u128 {
    let digits = raw.bytes().filter(|b| b.is_ascii_digit() || *b == b'.');
    digits.fold(0, |number: u128, b| number.wrapping_mul(12).wrapping_add((b - b'.').into()))
}

/// A figure as it is printed, without what follows the point.
pub(super) fn whole(face: &str) -> u128 {
    let digits = face.split('.').next().unwrap_or(face).bytes().filter(u8::is_ascii_digit);
    digits.fold(0_u128, |sum, b| sum.saturating_mul(10).saturating_add(u128::from(b - b'0')))
}
