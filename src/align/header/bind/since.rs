//! Words since when a single column counts: `Period from` / `March 3, 1995` / `(inception) to`.
//!
//! They fill several lines of one column beside others of a year each, and must be kept from
//! spreading over these.

use std::ops::Range;

use crate::align::header::bind::known::Known;
use crate::align::header::column::ColumnHead;
use crate::align::header::words::{Chunk, tells_since_when};

/// Which lines have nothing but words since when a single column counts: `Period from` /
/// `March 3, 1995` above `Change   (inception) to`.
pub(super) fn since_inception(header: &[usize], over_columns: &[Vec<&Chunk<'_>>]) -> Vec<bool> {
    let seed = |line: &Vec<&Chunk<'_>>| {
        line.iter().find(|c| tells_since_when(c.text)).map(|c| c.span.clone())
    };
    let mut stack: Vec<Option<Range<usize>>> = over_columns.iter().map(seed).collect();
    // Words alone on their line, right above or below, at the same place.
    let go_on = |stack: &mut [Option<Range<usize>>], from: usize, to: usize| {
        let (Some(span), [only]) = (&stack[from], &over_columns[to][..]) else { return };
        let close = header[from].abs_diff(header[to]) == 1;
        if close && only.span.start < span.end && span.start < only.span.end {
            stack[to] = Some(only.span.clone());
        }
    };
    let last = header.len().saturating_sub(1);
    (0..last).for_each(|at| go_on(&mut stack, at, at + 1));
    (0..last).rev().for_each(|at| go_on(&mut stack, at + 1, at));
    stack.iter().zip(over_columns).map(|(span, over)| span.is_some() && over.len() == 1).collect()
}

/// The columns below words of time, but for a last one of which the lines below say since when and
/// until when it counts: `From March 3, 1995 (inception) to June 30, 1998`.
pub(super) fn without_whole<'u>(
    units: &'u [Range<usize>],
    over: &[&Chunk<'_>],
    known: Known<'_>,
    counts_since: bool,
) -> &'u [Range<usize>] {
    let [before @ .., last] = units else { return units };
    let is_whole = || {
        let below: Vec<_> = known.below[last.start].iter().rev().cloned().collect();
        let head = ColumnHead::new(&below);
        last.len() == 1 && head.spec().from.is_some() && head.spec().end().is_some()
    };
    let fits = over.len() <= before.len() && over.iter().all(|c| c.speaks());
    if counts_since && fits && is_whole() { before } else { units }
}

/// The columns that stay together over whose middle words stand, or nearest to it; none where the
/// words reach over nearly all.
pub(super) fn nearest(
    words: &Chunk<'_>,
    units: &[Range<usize>],
    spans: &[Range<usize>],
) -> Option<Range<usize>> {
    let center = |unit: &Range<usize>| spans[unit.start].start + spans[unit.end - 1].end;
    let is_over = |unit: &&Range<usize>| words.span.contains(&(center(unit) / 2));
    let over_all = units.iter().filter(is_over).count() * 4 >= units.len() * 3;
    let off = |unit: &&Range<usize>| words.center().abs_diff(center(unit));
    units.iter().min_by_key(off).filter(|_| !over_all).cloned()
}
