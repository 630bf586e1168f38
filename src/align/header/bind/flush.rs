//! Headers whose lines are flush left over the parts of a table: what they head begins where they
//! do, and centres tell nothing.

use std::ops::Range;

use crate::align::header::bind::parts::Groups;
use crate::align::header::words::Chunk;
use crate::grid::Grid;

/// Where the parts of a header begin, if its lines are flush left over them: `Three Months` /
/// `Ended June 30,` at one column, or at the segments of the rule beneath. Centred lines of other
/// lengths do not begin alike.
pub(super) fn flush_starts(
    over_columns: &[Vec<&Chunk<'_>>],
    underlines: &[Vec<Range<usize>>],
    columns: usize,
) -> Vec<usize> {
    /// Centred words that differ by more in length begin apart even where a typist erred by one.
    const UNLIKE: usize = 3;
    let are_flush = |above: &[&Chunk<'_>], below: &[&Chunk<'_>], rule: &[Range<usize>]| {
        let pairs = || above.iter().zip(below);
        let difference = |(a, b): (&&Chunk<'_>, &&Chunk<'_>)| a.span.len().abs_diff(b.span.len());
        // Rules that begin left of the words over them tell what these head.
        let is_inside = |(segment, words): (&Range<usize>, &&Chunk<'_>)| {
            segment.start < words.span.start && words.span.end <= segment.end
        };
        let inside = rule.len() == below.len() && rule.iter().zip(below).all(is_inside);
        above.len() == below.len()
            && (2..columns).contains(&above.len())
            && above.iter().chain(below).any(|chunk| chunk.speaks())
            && !inside
            && pairs().all(|(a, b)| a.span.start == b.span.start)
            && pairs().map(difference).filter(|by| *by > 1).count() > 1
            && pairs().map(difference).any(|by| by > UNLIKE)
    };
    let flush = (1..over_columns.len()).find(|&at| {
        underlines[at - 1].is_empty()
            && are_flush(&over_columns[at - 1], &over_columns[at], &underlines[at])
    });
    flush
        .map_or_else(Vec::new, |at| over_columns[at].iter().map(|chunk| chunk.span.start).collect())
}

/// The parts of a header flush left over which the words of a line stand, each at the start of its
/// own.
pub(super) fn flush_parts(over: &[&Chunk<'_>], starts: &[usize], grid: &Grid) -> Option<Groups> {
    let first = |start: usize| grid.columns.partition_point(|column| column.edges.1 <= start);
    let part = |chunk: &&Chunk<'_>| {
        let at = starts.binary_search(&chunk.span.start).ok()?;
        let end = starts.get(at + 1).map_or(grid.columns.len(), |next| first(*next));
        Some(first(starts[at])..end).filter(|part| !part.is_empty())
    };
    let parts: Vec<_> = over.iter().map(part).collect();
    let covers_first = || parts[0].as_ref().is_some_and(|part| part.start == 0);
    (parts.iter().all(Option::is_some) && covers_first()).then_some(parts)
}
