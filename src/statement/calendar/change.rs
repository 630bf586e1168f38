//! Where a company changed its fiscal year: the period between the old years and the new ones.

use jiff::civil::Date;

use crate::knowledge;
use crate::lex::line::Lines;
use crate::period::{self, YEAR, is_a_year};
use crate::record::Duration;
use crate::statement::Draft;
use crate::statement::calendar::{Calendar, WEEK, agreed, is_primary, sentences};

/// The last period between old years and new ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    /// Its last day.
    pub end: Date,
    /// Whether the fiscal years of the filing end with it from then on.
    pub holds: bool,
}

impl Change {
    /// What columns, sentences or the periods of statements tell of it; `lengths` are these.
    pub fn learn(
        lines: &Lines<'_>,
        drafts: &[Draft],
        lengths: &[(Date, Duration)],
    ) -> Option<Self> {
        let years = || lengths.iter().filter(|(_, length)| is_a_year(*length)).map(|(end, _)| *end);
        let shown = between_years(lengths).chain(named_by_columns(drafts)).max();
        let told = sentences::transitions(lines).filter(|told| parts_years(*told, lengths));
        let told = told.map(|(_, end)| end).max();
        let end = shown.max(told)?;
        Some(Self { end, holds: Some(end) == shown || years().all(|year| year < end) })
    }
}

/// The ends of periods shorter than a year, each right behind one year and before another:
/// `Year ended June 30, 1996`, `Six months ended December 31, 1996`, `Year ended December 31, 1997`.
/// Where a year ends with it as well, or as much of the next is told, it is a part of years that
/// roll: `Three months ended March 31, 1998` beside `Twelve months ended March 31, 1998`.
fn between_years(lengths: &[(Date, Duration)]) -> impl Iterator<Item = Date> + '_ {
    let ends_year = |end: Date| lengths.iter().any(|&(day, l)| day == end && is_a_year(l));
    let leads_to = |end: Date, (day, length): (Date, Duration)| {
        is_a_year(length) && period::before(length, day) == Some(end)
    };
    let is_between = move |&(end, length): &(Date, Duration)| {
        let again = |&(day, other): &(Date, Duration)| {
            other == length && period::before(YEAR, day) == Some(end)
        };
        !is_a_year(length)
            && period::before(length, end).is_some_and(ends_year)
            && lengths.iter().any(|&next| leads_to(end, next))
            && !ends_year(end)
            && !lengths.iter().any(again)
    };
    lengths.iter().copied().filter(is_between).map(|(end, _)| end)
}

/// Whether what a sentence calls a transition period lies between the years that statements tell, and
/// is part of none of their periods: the cover of any report may have its own dates filled in there,
/// and services may go on for a transition period.
fn parts_years((from, end): (Date, Date), lengths: &[(Date, Duration)]) -> bool {
    let are_apart = |since: Date, until: Date| (until - since).get_days() >= i32::from(WEEK);
    let is_apart = |&(last, length): &(Date, Duration)| {
        let Some(eve) = period::before(length, last) else { return true };
        let first = eve.tomorrow().unwrap_or(eve);
        // Years of whole weeks may end some days off.
        let is_shared = are_apart(first.max(from), last.min(end));
        let goes_beyond = are_apart(first, from) || are_apart(end, last);
        !(is_shared && goes_beyond)
    };
    lengths.iter().any(|(_, length)| is_a_year(*length)) && lengths.iter().all(is_apart)
}

/// The ends of columns that say so: `Transition period ended December 31, 1996`.
fn named_by_columns(drafts: &[Draft]) -> impl Iterator<Item = Date> + '_ {
    drafts.iter().filter(|draft| is_primary(draft)).flat_map(|draft| {
        let columns = draft.head.columns.iter().zip(&draft.specs);
        let named = columns.filter(|(head, _)| knowledge::names_transition(head.plain()));
        named.filter_map(|(_, spec)| spec.end())
    })
}

impl Calendar<'_> {
    /// The end of the year called by a name, up to the one in which the fiscal year changed: only
    /// statements can tell. The year of the change itself is that of two periods.
    pub(super) fn before_change(&self, year: i16, change: Change) -> Option<Date> {
        if year == change.end.year() {
            return None;
        }
        let years = self.lengths.iter().filter(|(end, l)| end.year() == year && is_a_year(*l));
        agreed(years.map(|(end, _)| *end))
    }
}
