//! Parts of the columns, over which the words of a line stand.

use std::ops::Range;

use crate::align::header::column::width_of_parts;
use crate::align::header::words::Chunk;
use crate::grid::Edge;

/// Columns beyond which chunks are not weighed against each other: no printed table has so many.
pub(super) const MOST_COLUMNS: usize = 64;

/// Whether a line has words for each column, which come again in so many equal parts of these: `1997
/// 1996   1997   1996`.
pub(super) fn come_again<'w>(
    line: impl Iterator<Item = &'w Chunk<'w>>,
    parts: usize,
    columns: usize,
) -> bool {
    let words: Vec<&str> = line.map(|chunk| chunk.text).collect();
    words.len() == columns && width_of_parts(&words) * parts == columns
}

/// The columns over which each chunk of a line stands; none where it stands over none.
pub(super) type Groups = Vec<Option<Range<usize>>>;

/// The fields of the columns, each from the end of the one before it: words over several columns
/// are centred on their fields as often as on what is printed in them.
pub(super) fn fields(columns: &[Edge]) -> Vec<Range<usize>> {
    let ends: Vec<usize> = columns.iter().map(|column| column.edges.1).collect();
    let first = match ends[..] {
        [first, second, ..] => first.saturating_sub(second.saturating_sub(first)),
        _ => 0,
    };
    let starts = [first].into_iter().chain(ends.iter().map(|end| end + 1));
    starts.zip(&ends).map(|(start, end)| start.min(*end)..*end).collect()
}
