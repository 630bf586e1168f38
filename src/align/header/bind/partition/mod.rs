//! The columns of a table parted among the words of a header line.
//!
//! Where no rule and no even count tells, every way to part them is weighed (`weighing`).

mod weighing;

use std::cmp::Ordering;
use std::ops::Range;

use self::weighing::Weighing;
use crate::align::header::bind::known::Known;
use crate::align::header::bind::parts::{Groups, MOST_COLUMNS};
use crate::align::header::words::{Chunk, DRIFT, told_by};
use crate::knowledge;
use crate::period::Spec;

/// A line of a header, and the columns below it.
#[derive(Clone, Copy)]
pub(super) struct Line<'l> {
    pub over: &'l [&'l Chunk<'l>],
    /// Columns that a lower line spans stay together.
    pub units: &'l [Range<usize>],
    /// Where each column stands by the words and rules over it.
    pub spans: &'l [Range<usize>],
    /// Where each column stands by what is printed in it and before it.
    pub fields: &'l [Range<usize>],
    pub known: Known<'l>,
}

impl Line<'_> {
    /// Parts the columns among the chunks so that each is centred best on its own.
    pub(super) fn partition(self) -> Groups {
        let (m, n) = (self.over.len(), self.units.len());
        // As many words as columns are one of each, whatever spans these below.
        if m == self.spans.len() {
            return (0..m).map(|k| Some(k..k + 1)).collect();
        }
        if m == n {
            return self.units.iter().cloned().map(Some).collect();
        }
        if m > n {
            return self.nearest();
        }
        let told = self.over_yearless().or_else(|| self.parts_by_quarters());
        if let Some(told) = told.or_else(|| self.even()).or_else(|| self.over_times()) {
            return told;
        }
        if n > MOST_COLUMNS { self.nearest() } else { Weighing::of(self).best() }
    }

    /// Gives the last chunk the last of several columns, and parts the others among the rest.
    pub(super) fn last_apart(self) -> Groups {
        let (Some((_, over)), Some((last, units))) =
            (self.over.split_last(), self.units.split_last())
        else {
            return Groups::new();
        };
        let mut groups = Line { over, units, ..self }.partition();
        groups.push(Some(last.clone()));
        groups
    }

    /// Parts the columns evenly among periods: `1998   1997` over two columns each, though each
    /// year may stand above one of them.
    fn even(self) -> Option<Groups> {
        let Line { over, units, spans, known, .. } = self;
        let (m, n) = (over.len(), units.len());
        let alike = units.iter().all(|unit| unit.len() == units[0].len());
        if m < 2 || n % m != 0 || !alike {
            return None;
        }
        if !over.iter().all(|c| c.speaks()) {
            return self.parts_by_years(n / m);
        }
        // `1994   1993   1994   1993`, `Gross   Net   Gross   Net`: wherever the line's words are,
        // those below tell the parts.
        let specs: Vec<Spec> = units.iter().map(|u| known.spec(u.start)).collect();
        let repeats = (are_periodic(&specs, n / m)
            || are_periodic(&words_below(units, known), n / m))
            && over.iter().all(|c| {
                // Days that differ stand over years, not over parts.
                let spec = told_by(c.specs());
                spec.length.is_some() || spec.month_day == told_by(over[0].specs()).month_day
            });
        // `Quarter Ended   Year Ended` over days of which the last alone turns back to the newest:
        // `12/31/97   9/30/97   12/31/96   12/31/97`.
        let turns = turns(units, known);
        let turns_within =
            |at: usize| turns[at * (n / m)].is_some_and(|turn| turn < (at + 1) * (n / m));
        let mut out = Vec::with_capacity(m);
        for (at, (chunk, group)) in over.iter().zip(units.chunks(n / m)).enumerate() {
            let columns = columns_of(group);
            let (left, right) = (spans[columns.start].start, spans[columns.end - 1].end);
            let is_within = chunk.span.start + DRIFT >= left && chunk.span.end <= right + DRIFT;
            if !repeats && (!is_within || turns_within(at)) {
                return None;
            }
            out.push(Some(columns));
        }
        Some(out)
    }

    /// Parts columns of so many years each, told again and again with the changes between them or
    /// without, among words that name no period: `Pension Benefits   Other Benefits` over
    /// `1999   1998   1997   1999   1998   1997`. The words stand over the middle of their own years.
    fn parts_by_years(self, years: usize) -> Option<Groups> {
        let Line { over, units, spans, known, .. } = self;
        let specs: Vec<Spec> = units.iter().map(|u| known.spec(u.start)).collect();
        let periodic = are_periodic(&specs, years);
        // `1999   1998   Change` again and again lie below names, of which none comes twice:
        // `Restated   Restated` stand over one of the years each.
        let names_differ =
            || (1..over.len()).all(|k| over[..k].iter().all(|c| c.text != over[k].text));
        let told_with_changes = || {
            specs[..years].iter().filter(|spec| spec.is_year_alone()).count() > 1
                && are_periodic(&words_below(units, known), years)
                && names_differ()
        };
        let told = periodic && (specs.iter().all(Spec::is_year_alone) || told_with_changes());
        let part = |(chunk, group): (&&Chunk<'_>, &[Range<usize>])| {
            let columns = columns_of(group);
            let (left, right) = (spans[columns.start].end, spans[columns.end - 1].start);
            let inside = left <= chunk.span.end && chunk.span.start <= right;
            let is_name = inside && !chunk.speaks();
            is_name.then_some(Some(columns))
        };
        if !told || years < 3 {
            return None;
        }
        over.iter().zip(units.chunks(years)).map(part).collect()
    }

    /// Parts columns of quarters told one after the other where these begin anew or end, among as
    /// many words over them, of which years stand over quarters: `2002   2001   Years Ended` over
    /// `Fourth   Third   Second   First   Fourth   Third   2002   2001`.
    fn parts_by_quarters(self) -> Option<Groups> {
        let Line { over, units, spans, known, .. } = self;
        if over.len() < 2 || !over.iter().any(|chunk| told_by(chunk.specs()).is_year_alone()) {
            return None;
        }
        let quarters: Vec<Option<i8>> =
            units.iter().map(|unit| known.quarter(unit.start)).collect();
        let falls = quarters.windows(2).any(|q| q[0] == Some(4) && q[1] == Some(3));
        let goes_on = |before: &Option<i8>, next: &Option<i8>| match (before, next) {
            (Some(before), Some(next)) if falls => next + 1 == *before,
            (Some(before), Some(next)) => before + 1 == *next,
            (None, None) => true,
            _ => false,
        };
        let runs: Vec<&[Option<i8>]> = quarters.chunk_by(goes_on).collect();
        if runs.len() != over.len() {
            return None;
        }
        let mut next = 0;
        let part = |(chunk, run): (&&Chunk<'_>, &&[Option<i8>])| {
            let group = &units[next..next + run.len()];
            next += run.len();
            let columns = columns_of(group);
            let (left, right) = (spans[columns.start].start, spans[columns.end - 1].end);
            let inside = left <= chunk.span.end && chunk.span.start <= right;
            let is_theirs = run[0].is_none() || told_by(chunk.specs()).is_year_alone();
            (inside && is_theirs).then_some(Some(columns))
        };
        over.iter().zip(&runs).map(part).collect()
    }

    /// As many periods as columns that have one, each within the field of its own:
    /// `1998   1997` flush left beside `Change`.
    pub(super) fn over_times(self) -> Option<Groups> {
        let Line { units, known, .. } = self;
        // `%` behind all others
        let is_last = |unit: &Range<usize>| units.last() == Some(unit);
        let has_own = |unit: &Range<usize>| {
            known.is_timeless(unit.start) || is_last(unit) && is_percent_alone(unit, known)
        };
        // `Year Ended` over `December 31, 2003` beside `January 1, 2004` over `to May 11,`
        let is_whole = |unit: &Range<usize>| {
            let spec = known.spec(unit.start);
            spec.has_date() && spec.length.is_some()
        };
        self.each_over(|unit| !has_own(unit))
            .or_else(|| self.each_over(|unit| !has_own(unit) && !is_whole(unit)))
    }

    /// As many years as columns over which the lines below name none, each within the field of its
    /// own: `1999             1999` over `2000   (Restated)   2000   (Restated)`.
    fn over_yearless(self) -> Option<Groups> {
        let Line { over, units, known, .. } = self;
        let lacks = |unit: &Range<usize>| known.names_year(unit.start) == Some(false);
        let are_years = over.iter().all(|chunk| told_by(chunk.specs()).is_year_alone());
        let others_have = || units.iter().all(|unit| known.names_year(unit.start).is_some());
        (are_years && others_have()).then(|| self.each_over(lacks)).flatten()
    }

    /// Each of several periods over one of the columns of a kind, if there are as many and each is
    /// within the field of its own.
    fn each_over(self, is_of_kind: impl Fn(&Range<usize>) -> bool) -> Option<Groups> {
        let Line { over, units, fields, .. } = self;
        let own: Vec<_> = units.iter().filter(|unit| is_of_kind(unit)).cloned().collect();
        let is_over = |(chunk, unit): (&&Chunk<'_>, &Range<usize>)| {
            let field = &fields[unit.start];
            unit.len() == 1
                && chunk.speaks()
                && chunk.span.start < field.end
                && field.start < chunk.span.end
        };
        let fits = over.len() > 1 && own.len() == over.len();
        let is_each = || over.iter().zip(&own).all(is_over);
        (fits && is_each()).then(|| own.into_iter().map(Some).collect())
    }

    /// Each chunk goes to the column it is nearest to.
    fn nearest(self) -> Groups {
        let Line { over, spans, .. } = self;
        let column = |c: &Chunk<'_>| {
            let distance = |k: &usize| (spans[*k].start + spans[*k].end).abs_diff(c.center());
            (0..spans.len()).min_by_key(distance).map(|k| k..k + 1)
        };
        over.iter().copied().map(column).collect()
    }
}

/// The columns of units that stand side by side.
fn columns_of(units: &[Range<usize>]) -> Range<usize> {
    units[0].start..units[units.len() - 1].end
}

/// Whether what is said of columns repeats after so many of them, of which not all are alike.
fn are_periodic<T: PartialEq>(said: &[T], part: usize) -> bool {
    said[0] != said[part - 1] && said.chunks(part).all(|other| other == &said[..part])
}

/// The words below a line over each unit; audit remarks tell no columns apart.
fn words_below<'b>(units: &[Range<usize>], known: Known<'b>) -> Vec<Vec<&'b str>> {
    let words = |unit: &Range<usize>| {
        known.words(unit.start).filter(|text| !knowledge::speaks_of_audit(text)).collect()
    };
    units.iter().map(words).collect()
}

/// For each unit, the first behind it at which the years turn: be it from newest to oldest, all
/// parts of a table are told in the order of the first two years of one day.
fn turns(units: &[Range<usize>], known: Known<'_>) -> Vec<Option<usize>> {
    let when = |(at, unit): (usize, &Range<usize>)| {
        let spec = known.spec(unit.start);
        spec.years.first().map(|year| (at, *year, spec.month_day))
    };
    let dated: Vec<_> = units.iter().enumerate().filter_map(when).collect();
    let steps = dated.windows(2).map(|w| {
        let by_day = || w[0].2.zip(w[1].2).map_or(Ordering::Equal, |(a, b)| a.cmp(&b));
        (w[1].0, w[0].1.cmp(&w[1].1).then_with(by_day))
    });
    let steps: Vec<_> = steps.filter(|(_, step)| step.is_ne()).collect();
    // Columns of other days may stand between the two.
    let of_one_day = dated.iter().enumerate().find_map(|(at, (_, year, day))| {
        let other = |before: &&(usize, i16, _)| before.1 != *year && before.2 == *day;
        dated[..at].iter().find(other).map(|(_, before, _)| before.cmp(year))
    });
    let order = of_one_day.or(steps.first().map(|(_, step)| *step));
    let turns = || steps.iter().filter(|(_, step)| Some(*step) != order).map(|(at, _)| *at);
    (0..units.len()).map(|from| turns().find(|at| *at > from)).collect()
}

/// Whether all words known of a unit are those of percentages.
fn is_percent_alone(unit: &Range<usize>, known: Known<'_>) -> bool {
    let mut words = known.words(unit.start).peekable();
    words.peek().is_some() && words.all(knowledge::heads_percentages)
}
