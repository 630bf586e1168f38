//! What one printed unit of a figure stands for, by its table and its row.

use rust_decimal::Decimal;

use crate::figure;
use crate::record::Unit;
use crate::statement::Scale;
use crate::statement::units::MILLION;
use crate::statement::units::scale::RowScale;

impl Scale {
    /// The scale of a figure that is printed so: thousands of amounts in millions, and hundreds of
    /// thousands of those in thousands, are no average of one of many things, `Average revenue per
    /// system   $2,950`; fewer may be, `Average sales per store   2.4`, but not in a week, `Average
    /// weekly sales per store   $55,118`.
    pub fn of_figure(&self, unit: Unit, row: &RowScale, face: &str) -> Option<u32> {
        /// A hundred million in full: more than one of many things brings in a year.
        const MOST_THOUSANDS: u32 = 100_000;
        /// Ten million in full: in a week or a day, one of them brings a small part of that.
        const MOST_THOUSANDS_IN_DAYS: u32 = 10_000;
        let fewest = match self.amounts {
            Some(MILLION..) => Some(Decimal::ONE_THOUSAND),
            Some(2..) if row.of_days => Some(MOST_THOUSANDS_IN_DAYS.into()),
            Some(2..) => Some(MOST_THOUSANDS.into()),
            _ => None,
        };
        let is_large = |fewest| figure::parse(face).value.is_some_and(|v| v >= fewest);
        if row.averages
            && row.amounts.is_none()
            && unit != Unit::Shares
            && fewest.is_some_and(is_large)
        {
            return Some(1);
        }
        self.of(unit, row)
    }

    /// The scale of a figure: a scale named in the row's own label or heading comes first.
    pub fn of(&self, unit: Unit, row: &RowScale) -> Option<u32> {
        match unit {
            Unit::Shares => row.shares.or(self.shares).or(self.amounts),
            _ if row.amounts.is_some() => row.amounts,
            _ if row.unscaled => Some(1),
            _ if self.excepts_operations && row.of_operations && !row.is_item => Some(1),
            _ => self.amounts,
        }
    }
}
