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
    let elsewhere = || draft.cells().filter(|c| c.column != column && is_percent(lines, c)).count();
    // Most figures bear the sign, more than in other columns.
    percents * 2 > all && others > 0 && elsewhere() <= percents * others / 2
        || is_signed_at_ends(lines, draft, column)
        || add_up_across(lines, draft)
}

/// Whether a column between amounts, or in a table that holds none and speaks of percentages, bears
/// percent signs on its first and last figures only. On one that is called a change or a ratio, that
/// of the first is enough, as that of a first dollar is, and so it is above the whole, `100.0%`, where
/// no figure without a sign exceeds all that bear one; so is that of the last where the first row
/// tells of none: `n/a   (1)   2   2%`.
fn is_signed_at_ends(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let own: Vec<&str> = draft.figures_in(lines, column).collect();
    let signed = |face: Option<&&str>| face.is_some_and(|f| f.contains('%'));
    let header = draft.head.columns[column].plain();
    let is_named = || knowledge::may_be_percent(header) || knowledge::heads_rates(header);
    let holds_whole = || {
        let cells = draft.cells().filter(|c| c.column == column);
        let (signed, bare): (Vec<_>, Vec<_>) = cells.partition(|c| is_percent(lines, c));
        let most = |cells: Vec<&PlacedToken>| cells.iter().filter_map(|c| c.value(lines)).max();
        own.iter().any(|f| f.contains('%') && is_hundred(f)) && most(bare) <= most(signed)
    };
    let alike = || own.iter().all(|f| figure::decimals(f) == figure::decimals(own[0]));
    let is_signed = || match (signed(own.first()), signed(own.last())) {
        (true, true) => true,
        (true, false) => (is_named() || holds_whole()) && alike(),
        (false, true) => is_named() && alike() && ends_in_percent(lines, draft, column),
        (false, false) => false,
    };
    own.len() > 1
        && is_signed()
        && own.iter().all(|f| !f.contains(['$', ',']))
        && (stands_beside_amounts(lines, draft, column)
            || own.len() > 2 && alike() && speaks_of_percentages(lines, draft, column))
}

/// Whether the first row tells that it has no figure in a column, and the last figure stands among
/// amounts: `Margin   40%   39%   1%` says nothing of the changes in amounts above it.
fn ends_in_percent(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let is_told = |row: &&AlignedRow| row.cell(column).is_some_and(|c| c.token.has_digits());
    let last = draft.rows.iter().rev().find(is_told);
    let first = draft.rows_with_figures().next().and_then(|row| row.cell(column));
    first.is_some_and(|c| !c.token.has_digits())
        && last.is_some_and(|last| holds_amount(lines, last))
}

/// Whether some figure of a row bears no percent sign.
fn holds_amount(lines: &Lines<'_>, row: &AlignedRow) -> bool {
    row.cells.iter().any(|c| c.token.has_digits() && !is_percent(lines, c))
}

/// Whether other columns hold amounts, beginning with the first row.
fn stands_beside_amounts(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let mut others = draft.cells().filter(|c| c.column != column && c.token.has_digits());
    others.any(|c| c.face(lines).contains(['$', ',']))
        && draft.rows_with_figures().next().is_some_and(|row| holds_amount(lines, row))
}

/// Whether a table bears no sign of amounts, and calls a column beside this one that of a percentage,
/// `Percentage of Revenues` beside `Increase`. Where no column is called so, the words above must be,
/// and some figure their whole: there may be counts between two rates.
fn speaks_of_percentages(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let head = &draft.head;
    let says_so = |text: &str| knowledge::holds(&knowledge::plain(text), "percentage");
    // Columns of times beside `Percentage Change` hold what their rows measure.
    let is_beside = || {
        draft.specs[column].is_empty() && head.columns.iter().any(|column| says_so(column.plain()))
    };
    let faces = || draft.cells().map(|c| c.face(lines));
    faces().all(|f| !f.contains(['$', ',']))
        && (is_beside()
            || [&draft.title, &head.intro].iter().any(|text| says_so(text))
                && faces().any(is_hundred))
}

/// Whether the first and the last figure of every column bear percent signs, all are printed in
/// points, and the last of every row is the sum of the others, of which there are several: `Organic
/// Acquired   Total` over `6.1%   0.3%   6.4%`. Rows between percentages may else hold multiples or
/// prices; those above the only ones, amounts in millions.
fn add_up_across(lines: &Lines<'_>, draft: &Draft) -> bool {
    let rounding = Decimal::new(1, 1);
    let in_points = |face: &str| figure::decimals(face) > 0 && !face.contains(['$', ',']);
    let value = |c: &PlacedToken| {
        c.value(lines).filter(|_| !c.token.has_digits() || in_points(c.face(lines)))
    };
    let is_signed = |cell: Option<&PlacedToken>| cell.is_some_and(|c| is_percent(lines, c));
    let are_ends_signed = |column: usize| {
        let mut own = draft.cells().filter(|c| c.column == column && c.token.has_digits());
        is_signed(own.next()) && is_signed(own.next_back())
    };
    let adds_up = |row: &AlignedRow| {
        let figures: Option<Vec<Decimal>> = row.cells.iter().map(value).collect();
        figures.is_some_and(|figures| {
            let Some((total, parts)) = figures.split_last() else { return true };
            parts.len() > 1 && (parts.iter().sum::<Decimal>() - total).abs() <= rounding
        })
    };
    (0..draft.grid.columns.len()).all(are_ends_signed) && draft.rows_with_figures().all(adds_up)
}
