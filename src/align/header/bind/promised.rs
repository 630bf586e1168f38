//! What the lines above are sure to say of columns, before these lines themselves are read.

use std::ops::Range;

use crate::align::header::bind::parts::fields;
use crate::align::header::bind::rules::{covered, is_over};
use crate::align::header::words::{Chunk, told_by};
use crate::grid::{Edge, Grid};
use crate::period::Spec;

/// What the lines above each line say of columns that a rule beneath them gathers, or over which
/// they are centred: `Fiscal Year Ended September 30,` over the last three of six columns.
pub(super) fn promised(
    over_columns: &[Vec<&Chunk<'_>>],
    underlines: &[Vec<Range<usize>>],
    grid: &Grid,
) -> Vec<Vec<Spec>> {
    let n = grid.columns.len();
    let mut now = vec![Spec::default(); n];
    let mut out = Vec::with_capacity(underlines.len());
    for (over, rule) in over_columns.iter().zip(underlines) {
        out.push(now.clone());
        for segment in rule.iter().filter(|_| rule.len() < n) {
            let covered = covered(grid, segment);
            let head = over.iter().find(|c| is_over(c, segment)).filter(|_| covered.len() > 1);
            let spec = head.map(|chunk| told_by(chunk.specs())).unwrap_or_default();
            for k in covered {
                now[k].fill(&spec);
            }
        }
        let parts = centred_parts(over, &grid.columns).filter(|_| rule.is_empty());
        for (chunk, part) in over.iter().zip(parts.into_iter().flatten()) {
            let spec = told_by(chunk.specs());
            now[part].iter_mut().for_each(|column| column.fill(&spec));
        }
    }
    out
}

/// The parts of the columns, fewer than these, over which the words of a line are centred, each
/// over its own: `Three Months Ended   Nine Months Ended   Inception to` over two, two and one.
fn centred_parts(over: &[&Chunk<'_>], columns: &[Edge]) -> Option<Vec<Range<usize>>> {
    let fewer = (2..columns.len()).contains(&over.len());
    if !fewer || !over.iter().any(|c| c.speaks()) {
        return None;
    }
    let fields = fields(columns);
    let off_printed = |chunk: &Chunk<'_>, part: &Range<usize>| {
        chunk.center().abs_diff(columns[part.start].left + columns[part.end - 1].edges.1)
    };
    let off_either = |chunk: &Chunk<'_>, part: &Range<usize>| {
        let whole = fields[part.start].start + fields[part.end - 1].end;
        off_printed(chunk, part).min(chunk.center().abs_diff(whole))
    };
    let n = columns.len();
    // One may stand over the fields of more columns as well as over what is printed in its own.
    parts_by(over, n, off_either).or_else(|| parts_by(over, n, off_printed))
}

/// The parts of so many columns, all of them, that the words of a line are least off, one after the
/// other; none where one of them is far off.
fn parts_by(
    over: &[&Chunk<'_>],
    columns: usize,
    off: impl Fn(&Chunk<'_>, &Range<usize>) -> usize,
) -> Option<Vec<Range<usize>>> {
    const OFF: usize = 6;
    let mut from = 0;
    let mut out = Vec::with_capacity(over.len());
    for (at, chunk) in over.iter().enumerate() {
        let parts = (from..=columns + at - over.len()).map(|to| from..to + 1);
        let part = parts.min_by_key(|part| off(chunk, part))?;
        if off(chunk, &part) > OFF {
            return None;
        }
        from = part.end;
        out.push(part);
    }
    (from == columns).then_some(out)
}
