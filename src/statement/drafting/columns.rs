//! The columns that a table without a header of its own has of the one before it.

use std::collections::BTreeSet;

use crate::align::header::Head;
use crate::align::rows::AlignedRow;
use crate::grid::{Edge, Grid};
use crate::knowledge;
use crate::lex::block;
use crate::period::{self, Spec};
use crate::record::Kind;
use crate::statement::Draft;

/// A table without a header of its own takes the columns of the one before it, where they stand
/// at the same places. Gives whether it did.
pub(super) fn inherit_columns(previous: &Draft, head: &mut Head, grid: &Grid) -> bool {
    // What is expected is of another time.
    let is_outlook = || head.caption.iter().any(|c| knowledge::announces_outlook(&c.text));
    if !head.columns.iter().all(|c| c.spec().is_empty()) || is_outlook() {
        return false;
    }
    let same = grid.stands_like(&previous.grid);
    if head.pieces().next().is_some() {
        // Words of its own head a table of its own.
        let known = |piece: &String| {
            previous.head.pieces().any(|known| known == piece) || block::is_unit_line(piece)
        };
        return same && head.pieces().all(known);
    }
    let says = |told: fn(&Spec) -> bool| {
        head.captions_and_stub().any(|text| period::read(text).iter().any(told))
    };
    // The title may tell all that a single column has to be told.
    if same && !(grid.columns.len() == 1 && says(|s| s.end().is_some())) {
        head.take_columns(&previous.head);
        return true;
    }
    // Fewer columns, unless the title tells their period or a paragraph introduces a table of its
    // own.
    let told = |s: &Spec| s.length.is_some() || s.end().is_some();
    // `December 31,      1997      1996`
    let tells_each = |text: &str| {
        let mut told = period::read(text).into_iter();
        told.any(|s| s.month_day.is_some() && s.years.len() == grid.columns.len())
    };
    if !head.intro.is_empty() || says(told) || head.captions_and_stub().any(tells_each) {
        return false;
    }
    let Some(places) = places_among(grid, &previous.grid) else { return false };
    head.columns = places.iter().map(|&k| previous.head.columns[k].clone()).collect();
    true
}

/// A year alone over all columns heads a further panel of the table before it: `1997` below quarters
/// of 1998. Other rows have columns of their own. Gives whether one does.
pub(super) fn take_year(
    previous: &Draft,
    head: &mut Head,
    grid: &Grid,
    rows: &[AlignedRow],
) -> bool {
    let Some(year) = head.only_year() else { return false };
    let own = &previous.head.columns;
    let years: BTreeSet<i16> = own.iter().flat_map(|c| c.spec().years.iter().copied()).collect();
    let is_told_so = years.is_empty() || years.len() == 1 && previous.head.only_year().is_some();
    let repeats = |row: &AlignedRow| {
        let is_same = |above: &AlignedRow| above.label == row.label && !above.cells.is_empty();
        !row.label.is_empty() && !row.cells.is_empty() && previous.rows.iter().any(is_same)
    };
    let is_panel = grid.columns.len() > 1
        && grid.stands_like(&previous.grid)
        && rows.iter().any(repeats)
        && head.pieces().all(|piece| *piece == year)
        && head.caption.is_empty()
        && head.intro.is_empty()
        && previous.head.pieces().any(|piece| period::four_digits(piece).is_none())
        && is_told_so;
    if is_panel {
        head.columns = own.iter().map(|column| column.in_year(&year)).collect();
    }
    is_panel
}

/// The liabilities of a balance sheet without words of their own have the columns of its assets, in
/// order, wherever they stand. Gives whether a table is such a side.
pub(super) fn take_other_side(
    previous: &Draft,
    head: &mut Head,
    grid: &Grid,
    rows: &[AlignedRow],
) -> bool {
    let opens = |text: &str| knowledge::opens_liabilities(knowledge::plain(text).trim());
    let first = rows.iter().find(|row| !row.cells.is_empty());
    let outermost = || first?.section.first().map(|heading| &**heading);
    let opening = head.opening.first().map(|line| line.text.as_str()).or_else(outermost);
    let is_whole = |row: &AlignedRow| knowledge::sums_up_other_side(row.key());
    let is_side = previous.kind == Kind::BalanceSheet
        && previous.grid.columns.len() == grid.columns.len()
        && head.columns.iter().all(|c| c.text().is_empty())
        && head.caption.is_empty()
        && head.intro.is_empty()
        && opening.is_some_and(opens)
        && !previous.rows.iter().any(is_whole);
    if is_side {
        head.take_columns(&previous.head);
    }
    is_side
}

/// The columns of another table at whose places, in order, the columns of one stand.
fn places_among(grid: &Grid, other: &Grid) -> Option<Vec<usize>> {
    let place = |b: &Edge| {
        other
            .columns
            .iter()
            .position(|a| a.edges.0.saturating_sub(1) <= b.edges.1 && b.edges.1 <= a.edges.1 + 1)
    };
    let places: Option<Vec<usize>> = grid.columns.iter().map(place).collect();
    places.filter(|places| places.is_sorted_by(|a, b| a < b))
}
