//! What figures are printed in: scale, currency, amounts per share, shares, percentages.
//!
//! A table comes in; the unit of each figure ([`measures`]) and what one printed unit stands for
//! ([`Scale`](crate::statement::Scale), [`RowScales`], [`printed`]) come out.
//!
//! - `scale`: what the words of a table say; `inherited`: what others say for one that says nothing
//! - `columns`, `points`, `changes`: what columns measure, by words, signs and decimals
//! - `print`: how the figures of a row are printed
//! - `row`: what a row measures by its own words and the `headings` over it; `rows`: all rows, then
//!   by those `around` them, and things counted among `operations`
//! - `per_share`, `rounded`: whether shares are counted in full, as earnings per share tell
//! - `namesakes`: nils, by rows of the same name in other tables

mod around;
mod changes;
mod columns;
mod headings;
mod inherited;
mod namesakes;
mod operations;
mod per_share;
mod points;
mod print;
mod rounded;
mod row;
mod rows;
mod scale;

pub use self::inherited::{inherit_currencies, inherit_scales};
pub use self::namesakes::nils_like_namesakes;
pub use self::operations::counts_homes;
pub use self::per_share::share_scale;
pub use self::points::{Printed, printed};
pub(super) use self::rows::parts_of_count;
pub use self::scale::{
    RowScale, RowScales, counts_in_full, is_for_each_of, is_scaled_elsewhere, scale, scale_at_foot,
    scale_of_shares_alone, scales_of_columns, told_for_each,
};
use crate::align::rows::{AlignedRow, PlacedToken};
use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::record::{Currency, Kind, Unit};
use crate::statement::Draft;
use crate::statement::print::{is_in_small_parts, is_percent};
use crate::statement::units::columns::{beside, column_measure};
use crate::statement::units::rows::row_measures;
use crate::statement::units::scale::currencies;

/// What columns or rows measure, where it or something about them says so.
type Measures = [Option<Measure>];

/// The unit of every figure of a draft, cell by cell.
pub fn measures(lines: &Lines<'_>, draft: &Draft) -> Vec<Unit> {
    let currencies = currencies(lines, draft);
    let mut columns: Vec<Option<Measure>> =
        (0..draft.grid.columns.len()).map(|k| column_measure(lines, draft, k)).collect();
    let whole = points::amounts_are_whole(lines, draft);
    if whole {
        points::columns_of_rates(lines, draft, &mut columns);
    }
    points::columns_of_parts(lines, draft, &mut columns);
    beside::amounts_beside_shares(draft, &mut columns);
    beside::per_share_beside_prices(lines, draft, &mut columns);
    beside::counts_beside_prices(lines, draft, &mut columns);
    beside::parts_per_share(lines, draft, &mut columns);
    beside::silent_by_namesakes(draft, &mut columns);
    beside::dollars_beside_shares(draft, &mut columns);
    changes::columns_of_changes(lines, draft, &mut columns);
    let mut rows = row_measures(lines, draft, &columns, whole);
    if whole || points::gathers_ratios(lines, draft) {
        points::rows_of_rates(lines, draft, &columns, &mut rows);
    }
    let unit = |cell: &PlacedToken, row: Option<Measure>| {
        unit_of(lines, cell, row, columns[cell.column], currencies[cell.column])
    };
    let mut out = Vec::with_capacity(draft.rows.iter().map(|row| row.cells.len()).sum());
    for (row, measure) in draft.rows.iter().zip(rows) {
        out.extend(row.cells.iter().map(|cell| unit(cell, measure)));
    }
    out
}

/// The unit of a figure, by its print and by what its row and its column measure.
fn unit_of(
    lines: &Lines<'_>,
    cell: &PlacedToken,
    row: Option<Measure>,
    column: Option<Measure>,
    currency: Currency,
) -> Unit {
    if is_percent(lines, cell) {
        return Unit::Percent;
    }
    if is_in_small_parts(lines, cell) {
        return Unit::Pure;
    }
    let face = cell.face(lines);
    if figure::is_multiple(face) {
        return Unit::Ratio;
    }
    let signed = face.contains('$');
    let of_row = match (row, column) {
        // Beneath shares, what each of them is worth stands with its sign or in cents.
        (Some(Measure::PerShare), Some(Measure::Shares)) => {
            signed || figure::decimals(face) >= CENTS
        }
        // Both columns of a pair, amounts and what they are per share, end in the shares: `216.5` in
        // millions has too few decimals for an amount per share.
        (Some(Measure::Shares), Some(Measure::PerShare)) => {
            face.contains(',') || !signed && figure::decimals(face) + 1 == CENTS
        }
        _ => false,
    };
    match column.filter(|_| !of_row).or(row) {
        Some(Measure::Percent) if signed => Unit::Money(currency),
        None | Some(Measure::Money) => Unit::Money(currency),
        Some(Measure::PerShare) => Unit::PerShare(currency),
        Some(Measure::Shares) => Unit::Shares,
        Some(Measure::Percent) => Unit::Percent,
        Some(Measure::Ratio) => Unit::Ratio,
        Some(Measure::Pure) => Unit::Pure,
    }
}

/// The figure of a row in a column.
fn figure_in<'t>(lines: &'t Lines<'_>, row: &AlignedRow, column: usize) -> Option<&'t str> {
    let cell = row.cells.iter().find(|c| c.column == column && c.token.has_digits())?;
    Some(cell.face(lines))
}

pub(super) fn has_digits(face: &str) -> bool {
    face.contains(|c: char| c.is_ascii_digit())
}

/// Whether a figure is nothing in any unit: `-`, `-0-`.
pub(super) fn is_nil(face: &str) -> bool {
    !face.contains(|c: char| ('1'..='9').contains(&c))
}

/// Whether there are some, and all of them are so.
pub(super) fn are_all<T>(
    mut items: impl Iterator<Item = T>,
    mut is_so: impl FnMut(T) -> bool,
) -> bool {
    items.next().is_some_and(&mut is_so) && items.all(is_so)
}

/// Whether a row stands below the last sum of a balance sheet, and so is no part of it:
/// `Common shares outstanding`.
fn is_below_balance(draft: &Draft, row: &AlignedRow) -> bool {
    let mut above = draft.rows.iter().take_while(|other| other.lines.0 < row.lines.0);
    draft.kind == Kind::BalanceSheet
        && above.any(|other| knowledge::sums_up_other_side(other.key()) && !other.cells.is_empty())
}

/// What most amounts are printed in.
const THOUSAND: u32 = 1000;

/// What others are: many of these have a decimal.
const MILLION: u32 = 1_000_000;

/// Digits behind the point of prices and of amounts per share.
pub(super) const CENTS: usize = 2;

/// Whether a figure is printed in thousands and more, with commas or without: no price is so high.
pub(super) fn is_grouped(face: &str) -> bool {
    const DIGITS: usize = 5;
    let whole = face.split('.').next().unwrap_or(face);
    let mut runs = whole.split(|c: char| !c.is_ascii_digit());
    whole.contains(',') || runs.any(|digits| digits.len() >= DIGITS)
}

/// Whether a figure is all that others are parts of, in percent.
pub(super) fn is_hundred(face: &str) -> bool {
    matches!(face.trim_end_matches('%'), "100" | "100.0" | "100.00")
}

/// Whether a table shows an income statement in parts of its revenues, `100.0`.
pub fn is_common_size(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    let figures = rows.iter().filter(|r| !r.cells.is_empty());
    // The parts of revenues may stand above their sum.
    let is_whole = |row: &AlignedRow| {
        row.cells.iter().all(|cell| is_hundred(cell.face(lines)))
            && knowledge::concept(row.key(), Kind::Income) == Some("Revenues")
    };
    let mut cells = figures.clone().flat_map(|row| &row.cells);
    figures.clone().any(is_whole) && cells.all(|cell| !cell.face(lines).contains(['$', ',']))
}

/// Whether the figures of a row look like what its words say.
pub(super) fn fits(measure: Measure, faces: &[&str]) -> bool {
    let dollars = faces.iter().any(|f| f.contains('$'));
    // `-0-` is nil in any unit.
    let digits = || faces.iter().filter(|f| !is_nil(f));
    match measure {
        Measure::Money => true,
        Measure::PerShare => {
            digits().all(|f| !is_grouped(f) || figure::decimals(f) >= CENTS && !f.contains(','))
                && (digits().next().is_none()
                    || digits().any(|f| f.contains('.') || figure::has_fraction(f)))
        }
        Measure::Shares | Measure::Pure => !dollars,
        Measure::Percent | Measure::Ratio => {
            // `Expected return on assets    (514)` is no rate.
            let large = |f: &&&str| {
                f.bytes().filter(u8::is_ascii_digit).count() > 2
                    && !f.contains(['.', '%'])
                    && **f != "100"
            };
            !dollars && digits().all(|f| !f.contains(',')) && !are_all(digits(), |f| large(&f))
        }
    }
}
