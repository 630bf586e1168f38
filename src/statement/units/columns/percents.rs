//! Which columns are in percent by the signs on their figures.

use rust_decimal::Decimal;

use crate::align::rows::{AlignedRow, PlacedToken};
use crate::figure;
use crate::knowledge;
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::is_hundred;

/// Whether a column is in percent of which so many figures of all bear the sign.
pub(super) fn is_percent_by_signs(
    lines: &Lines<'_>,
    draft: &Draft,
    column: usize,
    percents: usize,
    all: usize,
) -> bool {
    let others = draft.grid.columns.len() - 1;
    let elsewhere = || {
        let cells = draft.cells().filter(|c| c.column != column);
        cells.filter(|c| is_percent(lines, c.line, &c.token)).count()
    };
    // Most figures bear the sign, more than in other columns.
    percents * 2 > all && others > 0 && elsewhere() <= percents * others / 2
        || is_share_of_neighbour(lines, draft, column)
        || are_signed_at_ends(lines, draft)
        || is_among_percentages(lines, draft, column)
}

/// Whether the first and the last figure of every column bear percent signs, all are printed in
/// points, and rows add up across: those between are in percent as well, `Organic   Acquired   Total`
/// over `6.1%   0.3%   6.4%`. Other rows between percentages may hold multiples or prices.
fn are_signed_at_ends(lines: &Lines<'_>, draft: &Draft) -> bool {
    let cells = || draft.cells().filter(|c| c.token.has_digits());
    let signed =
        |cell: Option<&PlacedToken>| cell.is_some_and(|c| is_percent(lines, c.line, &c.token));
    let is_in_points = |face: &str| figure::decimals(face) > 0 && !face.contains(['$', ',']);
    let mut columns = 0..draft.grid.columns.len();
    columns.all(|k| {
        let mut own = cells().filter(|c| c.column == k);
        signed(own.next()) && signed(own.next_back())
    }) && cells().all(|c| is_in_points(c.face(lines)))
        && add_up_across(lines, draft)
}

/// Whether the last figure of every row is the sum of the others, of which there are several.
fn add_up_across(lines: &Lines<'_>, draft: &Draft) -> bool {
    let rounding = Decimal::new(1, 1);
    let value = |c: &PlacedToken| figure::parse(c.face(lines)).value;
    let adds_up = |row: &AlignedRow| {
        let figures: Option<Vec<Decimal>> = row.cells.iter().map(value).collect();
        figures.is_some_and(|figures| {
            let Some((total, parts)) = figures.split_last() else { return true };
            parts.len() > 1 && (parts.iter().sum::<Decimal>() - total).abs() <= rounding
        })
    };
    draft.rows.iter().all(|row| row.cells.is_empty() || adds_up(row))
}

/// Whether a column stands in a table that speaks of percentages and bears no sign of amounts, and
/// its first and last figures bear percent signs, or the first alone on one that is called a change:
/// `Percentage of Revenues` beside `Increase`. Where no column is called so and no figure is their
/// whole, there may be counts between two rates.
fn is_among_percentages(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let face = |c: &PlacedToken| c.face(lines);
    let cells = || draft.cells().filter(|c| c.token.has_digits());
    let own: Vec<&str> = cells().filter(|c| c.column == column).map(face).collect();
    let signed = |f: Option<&&str>| f.is_some_and(|f| f.contains('%'));
    let head = &draft.head;
    let says_so = |text: &str| knowledge::holds(&knowledge::plain(text), "percentage");
    let texts = [&draft.title, &head.intro];
    // Columns of times beside `Percentage Change` hold what their rows measure.
    let is_beside = || {
        draft.specs[column].is_empty() && head.columns.iter().any(|column| says_so(column.plain()))
    };
    own.len() > 2
        && signed(own.first())
        && (signed(own.last()) || knowledge::may_be_percent(head.columns[column].plain()))
        && own.iter().all(|f| figure::decimals(f) == figure::decimals(own[0]))
        && cells().map(face).all(|f| !f.contains(['$', ',']))
        && (is_beside()
            || texts.iter().any(|text| says_so(text)) && cells().map(face).any(is_hundred))
}

/// Whether a column between amounts bears percent signs on its first and last figures only. On one
/// that is called a change or a ratio, that of the first is enough, as that of a first dollar is; so
/// is that of the last where the first row has no figure: `n/a   (1)   2   2%`.
fn is_share_of_neighbour(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let faces = |in_column: bool| -> Vec<&str> {
        let cells = draft.cells();
        cells
            .filter(|c| (c.column == column) == in_column && c.token.has_digits())
            .map(|c| c.face(lines))
            .collect()
    };
    let own = faces(true);
    let signed = |face: Option<&&str>| face.is_some_and(|f| f.contains('%'));
    let header = draft.head.columns[column].plain();
    let alike = || own.iter().all(|f| figure::decimals(f) == figure::decimals(own[0]));
    let is_named = || knowledge::may_be_percent(header) || knowledge::heads_rates(header);
    let first_row = draft.rows.iter().find(|r| !r.cells.is_empty());
    let begins_without =
        || first_row.and_then(|r| r.cell(column)).is_some_and(|c| !c.token.has_digits());
    // `Margin   40%   39%   1%` says nothing of the changes in amounts above it.
    let is_row_of_percents = |r: &AlignedRow| {
        let mut figures = r.cells.iter().filter(|c| c.token.has_digits());
        figures.all(|c| is_percent(lines, c.line, &c.token))
    };
    let ends_among_amounts = || {
        let has_own = |r: &&AlignedRow| r.cell(column).is_some_and(|c| c.token.has_digits());
        draft.rows.iter().rev().find(has_own).is_some_and(|r| !is_row_of_percents(r))
    };
    own.len() > 1
        && match (signed(own.first()), signed(own.last())) {
            (true, true) => true,
            (true, false) => is_named() && alike(),
            (false, true) => is_named() && alike() && begins_without() && ends_among_amounts(),
            (false, false) => false,
        }
        && own.iter().all(|f| !f.contains(['$', ',']))
        && faces(false).iter().any(|f| f.contains(['$', ',']))
        && first_row.is_some_and(|r| {
            r.cells.iter().any(|c| !is_percent(lines, c.line, &c.token) && c.token.has_digits())
        })
}
