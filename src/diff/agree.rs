//! When two cells hold the same number.

use rust_decimal::Decimal;

use crate::record::Cell;

/// When two different values are treated as equal. By default, never.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Largest difference to ignore, in base units.
    pub tolerance: Option<Decimal>,
    /// Largest difference to ignore, in percent of the larger of the two values.
    pub relative: Option<Decimal>,
    /// Whether to ignore differences that rounding may explain: 7,026 thousand and 7.0 million.
    pub rounding: bool,
}

impl Agreement {
    /// Whether two cells agree. Two empty values do; an empty one and a number do not.
    pub fn holds(&self, old: &Cell, new: &Cell) -> bool {
        let (Some(a), Some(b)) = (old.value, new.value) else {
            return old.value == new.value;
        };
        if a == b {
            return true;
        }
        let Some(distance) = a.checked_sub(b).map(|difference| difference.abs()) else {
            return false;
        };
        self.tolerance.is_some_and(|tolerance| distance <= tolerance)
            || self.relative.is_some_and(|percent| is_within(distance, percent, a, b))
            || self.rounding && overlap(distance, old.decimals, new.decimals)
    }
}

fn is_within(distance: Decimal, percent: Decimal, a: Decimal, b: Decimal) -> bool {
    let allowed = a.abs().max(b.abs()).checked_mul(percent);
    let distance = distance.checked_mul(Decimal::ONE_HUNDRED);
    matches!((distance, allowed), (Some(distance), Some(allowed)) if distance <= allowed)
}

/// Whether the rounding intervals around two values overlap. Intervals that only touch do not:
/// 13,582 and 13,583 are two numbers.
fn overlap(distance: Decimal, old: Option<i32>, new: Option<i32>) -> bool {
    half_unit(old).checked_add(half_unit(new)).is_some_and(|reach| distance < reach)
}

/// Half a unit of the last printed place; zero where the precision is unknown or out of reach.
fn half_unit(decimals: Option<i32>) -> Decimal {
    let Some(places) = decimals.and_then(|decimals| decimals.checked_add(1)) else {
        return Decimal::ZERO;
    };
    match u32::try_from(places) {
        Ok(places) => Decimal::try_new(5, places).unwrap_or_default(),
        Err(_) => 10_i128
            .checked_pow(places.unsigned_abs())
            .and_then(|power| power.checked_mul(5))
            .and_then(|half| Decimal::try_from_i128_with_scale(half, 0).ok())
            .unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Period, Unit};

    fn cell(value: &str, decimals: i32) -> Cell {
        Cell {
            column: 1,
            value: value.parse().ok(),
            unit: Unit::USD,
            scale: None,
            decimals: Some(decimals),
            raw: value.to_owned(),
            period: Period::default(),
            line: 1,
            position: 1,
        }
    }

    fn agree(agreement: Agreement, a: (&str, i32), b: (&str, i32)) -> bool {
        let (a, b) = (cell(a.0, a.1), cell(b.0, b.1));
        let answer = agreement.holds(&a, &b);
        assert_eq!(answer, agreement.holds(&b, &a), "agreement has no direction");
        answer
    }

    #[test]
    fn equal_values_agree_however_printed() {
        let exact = Agreement::default();
        assert!(agree(exact, ("13582", 0), ("13582.0", 1)));
        assert!(!agree(exact, ("13582", 0), ("13582.1", 1)));
        assert!(agree(exact, ("N/M", 0), ("N/A", 0)));
        assert!(!agree(exact, ("N/M", 0), ("0", 0)));
    }

    #[test]
    fn tolerances_include_their_bound() {
        let one = Agreement { tolerance: Some(Decimal::ONE), ..Agreement::default() };
        assert!(agree(one, ("10", 0), ("11", 0)));
        assert!(!agree(one, ("10", 0), ("11.01", 2)));
        let percent = Agreement { relative: Some(Decimal::ONE), ..Agreement::default() };
        assert!(agree(percent, ("99", 0), ("100", 0)));
        assert!(!agree(percent, ("98.9", 1), ("100", 0)));
        assert!(!agree(percent, ("0", 0), ("100", 0)));
    }

    #[test]
    fn roundings_of_one_number_agree() {
        let rounding = Agreement { rounding: true, ..Agreement::default() };
        assert!(agree(rounding, ("7026000", -3), ("7000000", -5)));
        assert!(agree(rounding, ("6950000", -3), ("7000000", -5)));
        assert!(!agree(rounding, ("6949000", -3), ("7000000", -5)));
        assert!(!agree(rounding, ("13582000", -3), ("13583000", -3)));
        assert!(agree(rounding, ("0.45", 2), ("0.4", 1)));
        assert!(agree(rounding, ("0.45", 2), ("0.5", 1)));
        assert!(!agree(rounding, ("0.46", 2), ("0.4", 1)));
        assert!(!agree(rounding, ("1", i32::MAX), ("2", i32::MIN)));
    }
}
