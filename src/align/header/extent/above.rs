//! What stands above the first row of a block, and where its words are.

use std::slice::from_ref;

use crate::align::header::roles::Roles;
use crate::align::header::words::{Chunk, Cut};
use crate::grid::{Edge, Grid};
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};

/// Where the number zone begins: header words left of it stand over the labels.
pub(in crate::align::header) fn zone_left(lines: &Lines<'_>, block: &Block, grid: &Grid) -> usize {
    /// How far left of the figures a header reaches where labels leave the room.
    const OVERHANG: usize = 14;
    // Leaders and signs of currency are no words.
    let words_end = |label: &[u8]| {
        let last = label.iter().rposition(|b| !matches!(b, b' ' | b'.' | b'$' | b'('));
        last.map_or(0, |last| last + 1)
    };
    let left = grid.left();
    let widest = grid
        .rows
        .iter()
        .map(|r| {
            let face = lines.face(r.line).as_bytes();
            words_end(&face[..r.label_end.min(face.len())])
        })
        .chain(
            (block.first_row..block.last_row)
                .filter(|&i| lines.class(i) == Class::Text)
                // A heading may run on below the header, having no figures.
                .filter(|&i| block::starts_lower(lines.face(i + 1)))
                .map(|i| words_end(lines.face(i).as_bytes())),
        )
        .filter(|&end| end <= left)
        .max()
        .unwrap_or(0);
    // Headers are wider than their figures, up to where the labels end.
    widest.max(left.saturating_sub(OVERHANG)).min(left)
}

/// What stands above the first row of a block.
pub(in crate::align::header) struct Above<'a, 's> {
    pub lines: &'a Lines<'s>,
    pub block: &'a Block,
    pub cut: &'a Cut<'s>,
    pub roles: &'a Roles,
    /// Where the number zone begins.
    pub zone: usize,
    pub columns: &'a [Edge],
}

impl Above<'_, '_> {
    pub(super) fn first_left(&self) -> usize {
        self.columns.first().map_or(usize::MAX, |c| c.left)
    }

    /// The line of words right above another.
    pub(super) fn words_above(&self, i: usize) -> Option<usize> {
        let above = i.checked_sub(1).filter(|&above| above >= self.block.top);
        above.filter(|&above| self.lines.class(above) == Class::Text)
    }

    /// The only words of that line.
    pub(super) fn only_above(&self, i: usize) -> Option<&Chunk<'_>> {
        let [only] = self.cut.chunks(self.words_above(i)?) else { return None };
        Some(only)
    }

    /// Whether a line has words over the columns.
    pub(super) fn is_over(&self, i: usize) -> bool {
        in_zone(self.cut.chunks(i), self.zone, self.first_left()) || self.goes_on_flush(i)
    }

    /// Whether a period stands flush left right below words of time over the columns:
    /// `March 31, 1996` below `Three Months Ended`.
    pub(super) fn goes_on_flush(&self, i: usize) -> bool {
        let ([words], Some(over)) = (self.cut.chunks(i), self.only_above(i)) else { return false };
        words.speaks()
            && words.span.start == over.span.start
            && over.speaks()
            && in_zone(from_ref(over), self.zone, self.first_left())
    }
}

/// Whether a line has words over the columns and is not a centred title.
fn in_zone(chunks: &[Chunk<'_>], zone: usize, first_left: usize) -> bool {
    /// How far before the zone of figures a period alone on its line begins.
    const PERIOD_AHEAD: usize = 12;
    /// How far before it the last words of a line begin.
    const LAST_AHEAD: usize = 2;
    let Some(last) = chunks.last() else { return false };
    if chunks.len() == 1 {
        return last.span.start >= zone.min(first_left)
            || last.is_centred_from(first_left, zone)
            || last.speaks()
                && last.span.end > first_left
                && last.span.start + PERIOD_AHEAD >= zone;
    }
    last.span.end > first_left && last.span.start + LAST_AHEAD >= zone
}
