//! Which captions go with a column, and which of their days and lengths are not its own.

use std::collections::BTreeSet;

use crate::knowledge::{self, Sign};
use crate::period::{self, Spec};
use crate::statement::Draft;
use crate::statement::calendar::{Calendar, LAST_OF_DOUBT};

/// Whether a column told by a year borrowed its month of a title: `Statistics for July 1995` and
/// `Sales for July 1995` tell of what was done in that month.
pub(super) fn is_in_month_of_title(spec: &Spec, draft: &Draft) -> bool {
    let of_month = |text: &str| {
        let plain = knowledge::plain(text);
        let of_sales = |what: &str| knowledge::signs(what).any(|sign| matches!(sign, Sign::Sales));
        let sells = || plain.split_once(" for ").is_some_and(|(what, _)| of_sales(what));
        period::names_month_alone(text) && (knowledge::announces_statistics(&plain) || sells())
    };
    let mut months = draft.captions.iter().filter_map(Spec::month);
    spec.month_day.is_some()
        && spec.is_end_alone()
        && months.all(|named| Some(named) == spec.month())
        && draft.specs.iter().all(|told| told.month_day.is_none())
        && draft.head.captions_and_stub().any(of_month)
}

/// Whether a caption names the end of a year that a column names for the one before it: `Year ended
/// February 1, 1997` over `1996   1995`.
pub(super) fn ends_year_of_name(caption: &Spec, draft: &Draft) -> bool {
    let (Some(month), Some(told)) = (caption.month(), caption.year()) else { return false };
    let years: BTreeSet<i16> = draft.specs.iter().filter_map(Spec::bare_year).collect();
    caption.is_annual()
        && month <= LAST_OF_DOUBT
        && years.len() > 1
        && years.last() == Some(&(told - 1))
}

/// Whether a day that ends no length of time is the last of the fiscal year called by the year before
/// it: `had the purchase been made on January 3, 1999` over `2000   1999`. Balances stand on it:
/// `As of January 30, 1999` over `1999   1998`.
pub(super) fn is_end_of_year_before(caption: &Spec, calendar: &Calendar<'_>) -> bool {
    let end = caption.end().filter(|_| caption.length.is_none());
    end.is_some_and(|end| calendar.year(end.year() - 1) == Some(end))
}

/// Whether the day of a caption ends a quarter before the last of its year: `JUNE 30, 2004` over
/// `Second Quarter` and `First Quarter` of 2004, and none more.
pub(super) fn is_within_a_year(caption: &Spec, draft: &Draft) -> bool {
    let of_year = draft.specs.iter().filter(|s| s.years == caption.years);
    let mut quarters = of_year.filter_map(|s| s.quarter).peekable();
    caption.has_date()
        && caption.length.is_none()
        && quarters.peek().is_some()
        && quarters.all(|quarter| quarter < 4)
}

/// The caption nearest to the columns that may go with the year of one, else the nearest.
pub(super) fn nearest<'c>(spec: &Spec, captions: &'c [Spec]) -> Option<&'c Spec> {
    let mut usable = captions.iter().filter(|c| c.speaks());
    let first = usable.clone().next();
    let year = spec.years.first();
    // What names no year may go with that of the column.
    let same_year = |c: &&Spec| match year {
        Some(year) if c.years.contains(year) => c.month_day.is_some() || c.length.is_some(),
        Some(_) => c.years.is_empty() && c.month_day.is_some(),
        None => false,
    };
    // `Three months ended` right above days, whatever a sentence tells of one of them
    let counts = |c: &&Spec| {
        spec.has_date() && c.length.is_some() && c.month_day.is_none() && c.years.is_empty()
    };
    first.filter(counts).or_else(|| usable.find(same_year)).or(first)
}
