//! What columns tell about the periods of those beside them.
//!
//! First, years, days and lengths are distributed among what the headers say. Later, columns that
//! are still open are dated by the periods found, and those that agree with none of them are
//! doubted.
//!
//! - `shared`: years and days that several columns share; `lengths`: how long periods are
//! - `quarters`: quarters beside their year; `inset`: parts beside their sum
//! - `dated`: columns left open; `doubted`: those that others contradict

mod dated;
mod doubted;
mod inset;
mod lengths;
mod quarters;
mod shared;

pub use self::inset::date_insets;
pub use self::lengths::share_lengths;
pub use self::quarters::{end_years_of_quarters, name_years_beside_quarters, number_quarters};
pub use self::shared::{
    leaves_length_open, share_days, share_fiscal_year, share_named_lengths, share_years,
    take_lengths_of_title, take_own_years,
};
use crate::align::header::ColumnHead;
use crate::period::Spec;
use crate::record::{Duration, Period};
use crate::statement::Draft;
use crate::statement::periods::beside::dated::{
    date_by_quarters, date_flows, date_quarters, date_shares, date_years_by_quarters,
    date_years_of_weeks,
};
use crate::statement::periods::beside::doubted::{doubt_namesakes, doubt_unheaded, doubt_years};
use crate::statement::periods::beside::lengths::{count_month_beside, count_months};
use crate::statement::periods::beside::quarters::{
    count_quarters, end_with_quarter, sum_up_quarters,
};

/// Gives columns the lengths that those beside them tell, and tells on which day the year ends, if
/// its quarters do.
pub(super) fn count(specs: &mut [Spec], texts: &[&str], draft: &Draft) -> Option<(i8, i8)> {
    count_months(specs, draft.kind);
    count_month_beside(specs, texts, draft);
    let closes = count_quarters(specs, texts);
    sum_up_quarters(specs, texts);
    end_with_quarter(specs, texts);
    closes
}

/// Dates columns that are still open by the periods found beside them, and doubts those that these
/// speak against. `specs` is what the headers say.
pub(super) fn date(heads: &[ColumnHead], specs: &[Spec], periods: &mut [Period]) {
    let texts: Vec<&str> = heads.iter().map(ColumnHead::plain).collect();
    let texts = texts.as_slice();
    date_flows(heads, specs, periods);
    date_quarters(texts, specs, periods);
    date_by_quarters(specs, periods);
    date_shares(texts, specs, periods);
    doubt_years(specs, periods);
    date_years_of_weeks(specs, periods);
    date_years_by_quarters(specs, periods);
    doubt_namesakes(texts, specs, periods);
    doubt_unheaded(heads, specs, periods);
}

/// The time from the beginning of a year to the end of a quarter.
pub(super) fn until(quarter: i8) -> Duration {
    Duration::Months(3 * u16::from(quarter.unsigned_abs()))
}
