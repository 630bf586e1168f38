//! Lines of one time that is that of all columns, wherever it stands, or of the one that lacks it.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::align::header::bind::known::{Bound, lacks};
use crate::align::header::bind::{Header, Walk};
use crate::align::header::column::is_year_alone;
use crate::align::header::words::{Chunk, breaks_off};
use crate::knowledge;
use crate::period::Spec;

impl Walk<'_> {
    /// Whether a line is nothing but a year below words for each column, which name none: it is that
    /// of all, `1997` centred below `First Quarter   Second Quarter   Year`.
    pub(super) fn is_year_of_all(&self, at: usize, over: &[&Chunk<'_>]) -> bool {
        let (n, above) = (self.spans.len(), &self.header.over[..at]);
        let [year] = over else { return false };
        n > 1
            && at + 1 == self.header.over.len()
            && is_year_alone(year.text)
            && above.iter().any(|words| words.len() == n)
            && !above.iter().flatten().any(|chunk| chunk.names_year())
    }

    /// Whether a line is nothing but the one day of the header below several lengths that end on
    /// none: it is that of all, wherever it stands: `Three Months Ended   Nine Months Ended` over
    /// `September 30,`.
    pub(super) fn is_day_of_all(&self, at: usize, over: &[&Chunk<'_>]) -> bool {
        let Header { over: all, underlines, .. } = self.header;
        let [day] = over else { return false };
        let days = all.iter().flatten().flat_map(|chunk| chunk.specs());
        let of_day = |spec: &&Spec| spec.month_day.is_some();
        let is_open = |chunk: &&Chunk<'_>| chunk.lasts() && breaks_off(chunk.text);
        let lengths = all[..at].iter().rev().find(|words| !words.is_empty());
        day.names_day_alone()
            && underlines[at].len() < 2
            && days.filter(of_day).count() == 1
            && lengths.is_some_and(|words| words.len() > 1 && words.iter().all(is_open))
    }

    /// The one column below a line that lacks what this says, where each other has words of its own
    /// for that on lines that have some for all: `December 31,` below `Nine Months / Ended`, between
    /// `Year Ended / December 31,` and `Year Ended / March 31,`.
    pub(super) fn lacking(&self, over: &[&Chunk<'_>]) -> Option<Range<usize>> {
        let [only] = over else { return None };
        let Header { grid, each, .. } = self.header;
        let own = |words: &Bound| {
            let mut told = Spec::default();
            words.iter().flat_map(|words| words.specs()).for_each(|spec| told.fill(spec));
            told
        };
        let mut without = (0..each.len()).filter(|&k| lacks(&own(&each[k]), over, only.specs()));
        let column = without.next().filter(|_| each.len() > 1 && without.next().is_none())?;
        let mut below = (0..each.len()).filter(|&k| only.is_above(&grid.columns[k]));
        (below.next() == Some(column) && below.next().is_none()).then(|| column..column + 1)
    }

    /// Whether a line is part of the one length and day that a header names over columns of other
    /// years each: it is that of all, wherever it stands: `Three Months Ended March 31` left of
    /// `1998   1997`.
    pub(super) fn is_time_of_all(&self, at: usize, over: &[&Chunk<'_>]) -> bool {
        let all = self.header.over;
        let year = |chunk: &Chunk<'_>| match chunk.specs() {
            [spec] => spec.year_alone(),
            _ => None,
        };
        let Some(years) = all.iter().position(|words| words.iter().any(|c| year(c).is_some()))
        else {
            return false;
        };
        let named: Vec<i16> = all[years].iter().filter_map(|c| year(c)).collect();
        let of_change = |chunk: &&&Chunk<'_>| {
            knowledge::is_no_period(chunk.text) || knowledge::heads_percentages(chunk.text)
        };
        let of_each = named.len() > 1
            && named.len() + all[years].iter().filter(of_change).count() == self.spans.len();
        let differ = named.iter().collect::<BTreeSet<_>>().len() == named.len();
        let times = all.iter().enumerate().filter(|(line, _)| *line != years);
        let times = times.map(|(_, words)| words).filter(|words| words.iter().any(|c| c.speaks()));
        let told: Vec<&Spec> = times.clone().flatten().flat_map(|c| c.specs()).collect();
        let is_once = |has: fn(&Spec) -> bool| told.iter().filter(|spec| has(spec)).count() == 1;
        at < years
            && of_each
            && differ
            && matches!(over, [only] if only.speaks())
            && times.clone().all(|words| words.len() == 1)
            && told.iter().all(|spec| spec.years.is_empty())
            && is_once(|spec| spec.length.is_some())
            && is_once(|spec| spec.month_day.is_some())
    }
}
