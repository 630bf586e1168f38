//! How long the periods of columns are, as those beside them tell: months that follow one another, or
//! that end a longer time; panels over the same days.

use crate::align::header::Head;
use crate::knowledge;
use crate::period::{self, Spec};
use crate::record::{Duration, Kind};
use crate::statement::Draft;

/// Months that follow one another over the columns are those in which something was earned or
/// spent, but in a balance sheet: `JAN   FEB   MAR`.
pub(super) fn count_months(specs: &mut [Spec], kind: Kind) {
    let month = |spec: &Spec| match *spec {
        Spec { month_day: Some((month, 0)), length: None, instant: false, .. } => Some(month),
        _ => None,
    };
    let months: Vec<i8> = specs.iter().map_while(month).collect();
    let follows = |pair: &[i8]| pair[1] == pair[0] % 12 + 1;
    if kind != Kind::BalanceSheet && months.len() > 2 && months.windows(2).all(follows) {
        specs[..months.len()].iter_mut().for_each(|s| s.length = Some(Duration::Months(1)));
    }
}

/// A month beside the part of a year that goes to its end, or beside the year to date, is the time in
/// which something was earned or done, but in a balance sheet: `September` beside
/// `Nine Months Ended September`.
pub(super) fn count_month_beside(specs: &mut [Spec], texts: &[&str], draft: &Draft) {
    if draft.kind == Kind::BalanceSheet {
        return;
    }
    let of_titles: Vec<Duration> = draft.captions.iter().filter_map(|s| s.length).collect();
    let told = specs.to_vec();
    for (spec, text) in specs.iter_mut().zip(texts) {
        let goes_on = |other: &Spec| match other.length {
            Some(length @ Duration::Months(2..)) => {
                (other.month(), &other.years) == (spec.month(), &spec.years)
                    && of_titles.iter().all(|told| *told == length)
            }
            None => other.to_date && other.years == spec.years && of_titles.is_empty(),
            _ => false,
        };
        if spec.month_day.is_some()
            && spec.is_end_alone()
            && period::names_month_alone(text)
            && told.iter().any(goes_on)
        {
            spec.length = Some(Duration::Months(1));
        }
    }
}

/// The same days over the columns of a further panel end periods of the same lengths: `Three Months
/// Ended` is printed over the first panel alone. `Backlog` has no length.
pub fn share_lengths(specs: &mut [Spec], head: &Head, previous: &[Spec]) {
    if head.columns.iter().any(|column| knowledge::is_balance_column(column.plain())) {
        return;
    }
    let same_day = |(own, before): (&Spec, &Spec)| {
        own.length.is_none() && own.month_day.is_some() && own.month_day == before.month_day
    };
    if specs.len() == previous.len() && specs.iter().zip(previous).all(same_day) {
        for (own, before) in specs.iter_mut().zip(previous) {
            own.length = before.length;
        }
    }
}
