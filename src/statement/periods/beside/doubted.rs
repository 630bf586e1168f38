//! Periods that those beside them speak against: better none than a wrong one.

use crate::align::header::ColumnHead;
use crate::knowledge;
use crate::period::{self, Spec};
use crate::record::Period;

/// A bare year cannot be over where the columns beside it go no further than a part of it: `Three
/// months ended June 30, 1997` beside `As reported 1997`.
pub(super) fn doubt_years(specs: &[Spec], periods: &mut [Period]) {
    let is_part = |s: &&Spec| s.has_date() && s.is_part_of_year();
    let last = specs.iter().filter_map(Spec::end).max();
    let is_bare = |spec: &Spec, period: &Period| {
        spec.month_day.is_none() && !spec.lasts() && period.duration.is_some_and(period::is_a_year)
    };
    let is_open = |(spec, period): (&Spec, &Period)| {
        let begun = || specs.iter().filter(is_part).any(|part| part.years == spec.years);
        is_bare(spec, period) && period.end > last && begun()
    };
    if specs.iter().zip(&*periods).any(is_open) {
        for (spec, period) in specs.iter().zip(periods) {
            if is_bare(spec, period) {
                *period = Period::default();
            }
        }
    }
}

/// Of columns that the same day without a year heads, and nothing else, no more than one is of the
/// year in a title: `June 30,   March 31,   June 30,` below `Three months ended June 30, 1998`. So it
/// is with those that name a time only by which one it is, and an earlier one is not of the same time
/// as the other: `Current Quarter   Prior Quarter` below one day.
pub(super) fn doubt_namesakes(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    let told = periods.to_vec();
    let is_relative = |k: usize| knowledge::names_relative_time(texts[k]);
    let is_day = |k: usize| {
        specs[k].years.is_empty() && specs[k].month_day.is_some() && period::is_bare(texts[k])
    };
    let is_open = |&k: &usize| told[k].end.is_some() && (is_day(k) || is_relative(k));
    let open: Vec<usize> = (0..specs.len()).filter(is_open).collect();
    for &k in &open {
        let is_earlier = is_relative(k) && !knowledge::names_time_at_hand(texts[k]);
        let clashes = |&other: &usize| {
            other != k
                && told[other] == told[k]
                && (texts[other] == texts[k] || is_earlier && is_relative(other))
        };
        if open.iter().any(clashes) {
            periods[k] = Period::default();
        }
    }
}

/// A column behind the last of some that each have a year of their own has none: the words over it
/// are those of the one before it. It may tell of a change.
pub(super) fn doubt_unheaded(heads: &[ColumnHead], specs: &[Spec], periods: &mut [Period]) {
    let [others @ .., before, last] = heads else { return };
    let years = |k: usize| specs[k].years.as_slice();
    let at = others.len() + 1;
    let each_has_own =
        (1..at).all(|k| years(k).len() == 1 && years(k - 1).len() == 1 && years(k) != years(k - 1));
    let has_none = last.has_words_of(before) && specs[at] == specs[at - 1];
    if has_none && !others.is_empty() && each_has_own {
        periods[at] = Period::default();
    }
}
