//! Every way to part the columns among the words of a line, weighed: words are centred over their
//! columns, and columns that lack a period want one.

use std::ops::Range;

use super::Line;
use super::{turns, words_below};
use crate::align::header::bind::known::{Known, lacks};
use crate::align::header::bind::parts::Groups;
use crate::align::header::words::{is_ended, is_of_length, told_by};
use crate::knowledge::heads_percentages;
use crate::lex::block;
use crate::period::Spec;

/// For each unit, the first behind it at which words from there on have come twice.
fn repeats(units: &[Range<usize>], known: Known<'_>) -> Vec<Option<usize>> {
    let words = words_below(units, known);
    let again = |from: usize| {
        let twice = |at: &usize| !words[*at].is_empty() && words[from..*at].contains(&words[*at]);
        (from + 1..words.len()).find(twice)
    };
    (0..words.len()).map(again).collect()
}

/// What it costs to part the columns of a line in one way or another.
pub(super) struct Weighing<'l> {
    line: Line<'l>,
    /// What the chunks say of periods.
    specs: Vec<Spec>,
    /// The usual distance from one column to the next.
    pitch: usize,
    /// For each unit, the first behind it at which words have come twice.
    repeats: Vec<Option<usize>>,
    /// For each unit, the first behind it at which the years turn.
    turns: Vec<Option<usize>>,
    /// Which units are of no day.
    dayless: Vec<bool>,
    /// What it costs to leave each unit without any of the chunks.
    skipped: Vec<usize>,
}

impl<'l> Weighing<'l> {
    /// More than any way of parting costs.
    const FAR: usize = usize::MAX / 4;

    pub(super) fn of(line: Line<'l>) -> Self {
        let Line { over, units, spans, known, .. } = line;
        let specs: Vec<Spec> = over.iter().map(|c| told_by(c.specs())).collect();
        let pitch = match spans {
            [first, .., last] => (last.end - first.end.min(last.end)) / (spans.len() - 1),
            _ => 20,
        };
        let dayless = dayless(&specs, units, known);
        // Leaving a column without what the line says is worse where it has nothing of the kind
        // yet.
        let cost = |(unit, dayless): (&Range<usize>, &bool)| {
            let wants = !dayless
                && !known.is_timeless(unit.start)
                && lacks(&known.told(unit.start), over, &specs);
            if wants { unit.len() * pitch * 6 / 5 } else { 0 }
        };
        let skipped = units.iter().zip(&dayless).map(cost).collect();
        Self {
            repeats: repeats(units, known),
            turns: turns(units, known),
            line,
            specs,
            pitch,
            dayless,
            skipped,
        }
    }

    /// The way that costs least.
    pub(super) fn best(&self) -> Groups {
        let Line { over, units, spans, .. } = self.line;
        let (m, n) = (over.len(), units.len());
        // least[i][j]: least cost of the first i chunks over the first j units.
        let mut least = vec![vec![Self::FAR; n + 1]; m + 1];
        let mut choice: Vec<Vec<Option<usize>>> = vec![vec![None; n + 1]; m + 1];
        least[0][0] = 0;
        for j in 1..=n {
            least[0][j] = least[0][j - 1] + self.skipped[j - 1];
        }
        for i in 1..=m {
            let above = printed_above(&over[i - 1].span, units, spans);
            for j in 1..=n {
                let mut best = least[i][j - 1].saturating_add(self.skipped[j - 1]);
                let mut from = None;
                for k in 0..j {
                    let standing =
                        self.off(i - 1, k..j) + self.pitch * (above[k] + above[n] - above[j]);
                    let total = least[i - 1][k].saturating_add(standing);
                    if total < best || total == best && from.is_none() && total < Self::FAR {
                        (best, from) = (total, Some(k));
                    }
                }
                least[i][j] = best;
                choice[i][j] = from;
            }
        }
        let mut out = vec![None; m];
        let (mut i, mut j) = (m, n);
        while i > 0 && j > 0 {
            match choice[i][j] {
                Some(k) => {
                    out[i - 1] = Some(units[k].start..units[j - 1].end);
                    (i, j) = (i - 1, k);
                }
                None => j -= 1,
            }
        }
        out
    }

    /// How far a chunk is from where it would stand over some units, and how little it says of them
    /// together.
    fn off(&self, chunk: usize, over: Range<usize>) -> usize {
        let Line { units, .. } = self.line;
        let spec = &self.specs[chunk];
        let mut off = self.distance(chunk, &units[over.clone()]);
        // Words that say nothing of periods leave columns as they are that want one: `Percent
        // June 30,` over `Change   1996`.
        let says = spec.speaks() || is_ended(self.line.over[chunk].text);
        if !says {
            off += self.skipped[over.clone()].iter().sum::<usize>();
        }
        // A year has each of its parts once: `1998   1997` over `4Q  3Q  Total  4Q  Total`; so has
        // one of several periods, and each of its years.
        let several = self.line.over.len() > 1;
        let once = spec.is_year_alone()
            || several && (spec.speaks() || is_of_length(self.line.over[chunk].text));
        if once && self.repeats[over.start].is_some_and(|again| again < over.end) {
            off += self.pitch * units.len();
        }
        if several && spec.speaks() && self.turns[over.start].is_some_and(|turn| turn < over.end) {
            off += self.pitch * 2;
        }
        if is_bare_day(spec) && self.dayless[over].contains(&true) {
            off += self.pitch * units.len();
        }
        off
    }

    /// Twice the distance of a chunk from the middle of some units, or from the edge of a single
    /// one.
    fn distance(&self, at: usize, units: &[Range<usize>]) -> usize {
        let Line { over, spans, fields, .. } = self.line;
        let chunk = over[at];
        let (front, [.., back]) = (&units[0], units) else { return Self::FAR };
        let (first, last) = (&spans[front.start], &spans[back.end - 1]);
        let center = chunk.center();
        let mut off = center.abs_diff(first.start + last.end);
        // Words that end with a column before the last of some are flush right over that one; units
        // stand over what is printed in them.
        let ends_at = |unit: &Range<usize>| chunk.span.end == spans[unit.end - 1].end;
        if !block::is_unit_line(chunk.text) && !units[..units.len() - 1].iter().any(ends_at) {
            off = off.min(center.abs_diff(fields[front.start].start + fields[back.end - 1].end));
        }
        if units.len() == 1 && front.len() == 1 {
            let (left, right) =
                (chunk.span.start.abs_diff(first.start), chunk.span.end.abs_diff(last.end));
            return off.min(2 * right + 1).min(2 * left + 1);
        }
        let narrow = chunk.span.len() * 2 < last.end.saturating_sub(first.start);
        let nameless = self.specs[at].is_empty() && !is_ended(chunk.text);
        // Words that name no period rarely span columns much wider than themselves.
        if units.len() > 1 && nameless && narrow { off + self.pitch } else { off }
    }
}

/// Whether words name a day of no year.
fn is_bare_day(spec: &Spec) -> bool {
    spec.month_day.is_some() && spec.years.is_empty()
}

/// Which units are of no day: where years below complete the days of the line, words below that
/// name none. `Balance at  Spending` over `1993`, `Spending`. Parts in percent are of the day of
/// their amounts: `Three Months Ended June 30,` over `1993   Percent   1992   Percent`.
fn dayless(specs: &[Spec], units: &[Range<usize>], known: Known<'_>) -> Vec<bool> {
    let is_part = |unit: &Range<usize>| {
        let mut words = known.words(unit.start);
        // `Percent` over `of Sales`; `Percent` over `Change` is none of a day.
        if known.is_timeless(unit.start) {
            words.next_back().is_some_and(heads_percentages)
        } else {
            words.any(heads_percentages)
        }
    };
    let named: Vec<Option<bool>> = units
        .iter()
        .map(|unit| known.names_year(unit.start).filter(|named| *named || !is_part(unit)))
        .collect();
    let completed = specs.iter().any(is_bare_day) && named.contains(&Some(true));
    named.into_iter().map(|named| completed && named == Some(false)).collect()
}

/// How many columns of their own there are before each unit, and in all, above whose middle words
/// are printed.
fn printed_above(
    words: &Range<usize>,
    units: &[Range<usize>],
    spans: &[Range<usize>],
) -> Vec<usize> {
    let is_above = |unit: &Range<usize>| {
        let span = &spans[unit.start];
        unit.len() == 1 && words.contains(&usize::midpoint(span.start, span.end))
    };
    let mut above = 0;
    let through = units.iter().map(|unit| {
        above += usize::from(is_above(unit));
        above
    });
    std::iter::once(0).chain(through).collect()
}
