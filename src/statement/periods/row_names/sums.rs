//! The sums of payments to come, below the years in which they are due: `Total minimum lease payments`
//! and their present value.

use jiff::civil::Date;

use crate::knowledge;
use crate::period::{self, Spec};
use crate::record::Column;
use crate::statement::Draft;

/// The rows from the sum of some years on, and the day on which their payments are told.
pub(super) struct Sums {
    from: usize,
    day: Date,
}

impl Sums {
    /// The sums below rows that name years, of which the paragraph above the table says on which day
    /// all that is due in them is told: `Future minimum payments as of December 31, 1998 are:`.
    pub(super) fn of(draft: &Draft, bare: &[Option<Spec>], columns: &[Column]) -> Option<Self> {
        let is_silent = |column: &Column| column.period.end.is_none();
        let is_year =
            |spec: &Spec| matches!(spec.years[..], [year] if *spec == Spec::of_year(year));
        let intro = draft.head.intro.as_str();
        let last = bare.iter().rposition(|spec| spec.as_ref().is_some_and(is_year))?;
        let first = bare.iter().flatten().find(|spec| is_year(spec))?.years[0];
        if !columns.iter().all(is_silent) || !knowledge::speaks_of_payments(intro) {
            return None;
        }
        let told = period::read(intro);
        let mut days = told.iter().filter(|spec| spec.instant).filter_map(Spec::end);
        let day = days.next().filter(|day| (0..=1).contains(&(first - day.year())))?;
        let adds_up = |k: &usize| {
            let row = &draft.rows[*k];
            !row.cells.is_empty() && (row.plain.is_empty() || knowledge::is_total(&row.plain))
        };
        let from = (last + 1..draft.rows.len()).find(adds_up)?;
        days.all(|other| other == day).then_some(Self { from, day })
    }

    /// The day of a row.
    pub(super) fn day(&self, row: usize) -> Option<Date> {
        (row >= self.from).then_some(self.day)
    }
}
