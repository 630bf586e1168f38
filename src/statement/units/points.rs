//! Rates, ratios and prices among whole amounts: told from these by their decimals.

use rust_decimal::Decimal;

use crate::align::rows::{AlignedRow, PlacedToken};
use crate::figure;
use crate::knowledge::{self, Measure, Notion, Sign};
use crate::lex::line::Lines;
use crate::record::Unit;
use crate::statement::Draft;
use crate::statement::units::{CENTS, THOUSAND, are_all, figure_in, has_digits, is_hundred};

/// Fewest digits of a price in full dollars that none in thousands has.
const DIGITS_IN_FULL: usize = 5;

/// Whether figures with commas, of which a table has some, have no decimals, but for those of rows
/// that tell what one share or part of a company is worth. What is counted may have the only commas:
/// sales in points tell better.
pub(super) fn amounts_are_whole(lines: &Lines<'_>, draft: &Draft) -> bool {
    let amounts = draft.rows.iter().filter(|row| row.measure() != Some(Measure::PerShare));
    let faces = amounts.flat_map(|row| &row.cells).map(|cell| cell.face(lines));
    are_all(faces.filter(|f| f.contains(',')), |f| figure::decimals(f) == 0)
        && !sales_are_in_points(lines, draft)
}

/// Whether the first row of sales is printed with decimals, in no percent of them, `Revenues   204.1`,
/// and no amount in whole thousands, `Total assets   41,310`.
fn sales_are_in_points(lines: &Lines<'_>, draft: &Draft) -> bool {
    let tells_sales = |row: &&AlignedRow| {
        !row.cells.is_empty()
            && knowledge::signs(row.key()).any(|sign| sign == Sign::Sales)
            && knowledge::measure_in_points(&row.plain).is_none()
    };
    let is_grouped_amount =
        |row: &AlignedRow| row.shows(lines, ',') && knowledge::is_money(row.key());
    let is_amount = |f: &str| figure::decimals(f) > 0 && !f.contains('%') && !is_hundred(f);
    let in_points = |row: &AlignedRow| {
        let faces = row.cells.iter().map(|cell| cell.face(lines));
        are_all(faces.filter(|f| has_digits(f)), is_amount)
    };
    let sales = draft.rows.iter().find(tells_sales).filter(|row| row.measure().is_none());
    sales.is_some_and(in_points) && !draft.rows.iter().any(is_grouped_amount)
}

/// Whether a table holds ratios by its title, and no figure that is printed like an amount.
pub(super) fn gathers_ratios(lines: &Lines<'_>, draft: &Draft) -> bool {
    let of_ratios = knowledge::measure_of(&knowledge::plain(&draft.title)) == Some(Measure::Ratio);
    of_ratios && draft.cells().all(|cell| !cell.face(lines).contains([',', '$']))
}

/// Decimals of rates of interest in eighths: `7.125`.
const EIGHTHS: usize = 3;

/// Whether figures, of which there are some, have decimals as no whole amount has, at most so many,
/// and no sign.
fn are_in_points(faces: &[&str], most: usize) -> bool {
    are_all(faces.iter().filter(|f| has_digits(f)), |f| {
        (1..=most).contains(&figure::decimals(f)) && !f.contains([',', '$', '%'])
    })
}

/// Whether all figures are below one, as ratios are that may be printed in percent elsewhere.
fn are_below_one(faces: &[&str]) -> bool {
    let values = faces.iter().filter_map(|f| figure::parse(f).value);
    values.map(|value| value.abs()).all(|value| value < Decimal::ONE)
}

/// Columns of rates and changes beside whole amounts are in percent: `Yield`, `Interest Rate`; not
/// so rates at which currencies are exchanged.
pub(super) fn columns_of_rates(lines: &Lines<'_>, draft: &Draft, columns: &mut [Option<Measure>]) {
    for (k, head) in draft.head.columns.iter().enumerate() {
        let header = head.plain();
        if columns[k].is_some()
            || !knowledge::heads_rates(header) && !knowledge::is_no_period(header)
        {
            continue;
        }
        let with_cell = || draft.rows.iter().filter(|row| row.cell(k).is_some());
        let cells = with_cell().flat_map(|row| &row.cells).filter(|c| c.column == k);
        let faces: Vec<&str> = cells.map(|cell| cell.face(lines)).collect();
        // The change of an amount per share is another.
        let is_whole =
            |cell: &PlacedToken| cell.token.has_digits() && figure::decimals(cell.face(lines)) == 0;
        let of_whole = || with_cell().all(|row| row.cells.iter().any(is_whole));
        let heads_rates = knowledge::heads_rates(header);
        // `Japanese yen   108.255`
        let of_exchange = || with_cell().all(|row| knowledge::currency_of(&row.label).is_some());
        if heads_rates && faces.iter().any(|f| figure::decimals(f) > CENTS) && of_exchange() {
            columns[k] = Some(Measure::Pure);
        } else if are_in_points(&faces, if heads_rates { EIGHTHS } else { CENTS })
            && !are_below_one(&faces)
            && (heads_rates || of_whole())
        {
            columns[k] = Some(Measure::Percent);
        }
    }
}

/// Columns that tell what part of one amount others are, next to these or as far on as there are
/// columns of amounts, are in percent: `$ 152,300   100.0`, `91,532   60.1`.
pub(super) fn columns_of_parts(lines: &Lines<'_>, draft: &Draft, columns: &mut [Option<Measure>]) {
    let half = columns.len() / 2;
    for k in 1..columns.len() {
        let amounts = || [k.checked_sub(1), k.checked_sub(half)].into_iter().flatten();
        // A part is that of an amount of the same period.
        let (specs, own) = (&draft.specs, &draft.specs[k]);
        let tells = |of: usize| {
            columns[of].is_none()
                && (own.is_empty() || *own == specs[of])
                && tells_parts(lines, draft, k, of)
        };
        if columns[k].is_none() && amounts().any(tells) {
            columns[k] = Some(Measure::Percent);
        }
    }
}

/// Whether every figure of a column is the part in percent that the one of another column is of the
/// amount beside `100.0`, but for rounding.
fn tells_parts(lines: &Lines<'_>, draft: &Draft, column: usize, of: usize) -> bool {
    const FEWEST: usize = 3;
    let print = |row, column| figure_in(lines, row, column);
    let is_whole = |f: &str| matches!(f, "100.0" | "100.00");
    let value = |f: &str| figure::parse(f).value;
    let beside = || draft.rows.iter().filter_map(|row| print(row, of).zip(print(row, column)));
    let Some((whole, _)) = beside().find(|(_, part)| is_whole(part)) else { return false };
    // Of a hundred, parts are the amounts themselves.
    if value(whole).is_none_or(|whole| whole == Decimal::ONE_HUNDRED) {
        return false;
    }
    let is_part = |(amount, part): (&str, &str)| {
        let hundredth = value(whole)?.checked_div(Decimal::ONE_HUNDRED)?;
        let exact = value(amount)?.checked_div(hundredth)?.abs();
        let off = value(part)?.abs().checked_sub(exact)?.abs();
        Some(
            !part.contains(['$', ','])
                && off <= Decimal::new(1, figure::parse(part).fraction_digits),
        )
    };
    beside().count() >= FEWEST && beside().all(|pair| is_part(pair) == Some(true))
}

/// Rows of rates and ratios among whole amounts: `Operating margin   11.9`.
pub(super) fn rows_of_rates(
    lines: &Lines<'_>,
    draft: &Draft,
    columns: &[Option<Measure>],
    rows: &mut [Option<Measure>],
) {
    for (row, measure) in draft.rows.iter().zip(rows).filter(|(_, measure)| measure.is_none()) {
        let own = row.cells.iter().filter(|c| columns[c.column].is_none());
        let faces: Vec<&str> = own.map(|cell| cell.face(lines)).collect();
        if are_in_points(&faces, CENTS) {
            let named = knowledge::measure_in_points(&row.plain);
            *measure = named.filter(|named| *named == Measure::Ratio || !are_below_one(&faces));
        }
    }
}

/// How a figure of money is printed in a table of whole amounts in thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printed {
    /// As the amounts are.
    Alike,
    /// In full: in cents, as no amount with a comma is, `Average daily rate   $94.10`; or in too
    /// many digits to be in thousands, `Average sales price of homes   $198,500`.
    InFull,
    /// With decimals, nobody knows in what: `Backlog   13.5`.
    Otherwise,
}

/// How each figure is printed, cell by cell; nothing where all are printed alike.
pub fn printed(lines: &Lines<'_>, draft: &Draft, units: &[Unit]) -> Vec<Printed> {
    let money = |unit: &Unit| matches!(unit, Unit::Money(_));
    let cells = || draft.cells().zip(units);
    let amounts = cells().filter(|(_, unit)| money(unit)).map(|(cell, _)| cell.face(lines));
    let mut large = amounts.filter(|f| f.contains(',')).peekable();
    if draft.scale.amounts.is_none_or(|scale| scale < THOUSAND) || large.peek().is_none() {
        return Vec::new();
    }
    // One decimal may be that of a misprint among amounts; those in millions have some.
    let most = large.map(figure::decimals).max().unwrap_or(0);
    let in_millions = draft.scale.amounts > Some(THOUSAND);
    if most >= CENTS && !in_millions {
        return Vec::new();
    }
    let are_whole = most == 0 && !in_millions;
    let columns = columns_in_points(lines, draft, units, are_whole);
    let in_column = |cell: &PlacedToken| columns[cell.column];
    let mut out = Vec::with_capacity(units.len());
    for (row, own) in draft.rows_with(units) {
        let cells = || row.cells.iter().zip(own);
        let amounts = cells().filter(|(cell, unit)| money(unit) && !in_column(cell));
        let faces = amounts.map(|(cell, _)| cell.face(lines));
        let otherwise = are_whole && are_all(faces.filter(|f| has_digits(f)), is_in_points);
        let is_price = is_price_in_full(lines, row) || !in_millions && is_in_cents(lines, row);
        out.extend(cells().map(|(cell, unit)| match unit {
            Unit::Money(_) if is_price => Printed::InFull,
            Unit::Money(_) if otherwise || in_column(cell) => Printed::Otherwise,
            _ => Printed::Alike,
        }));
    }
    out
}

/// Whether a figure has decimals and is no large amount.
fn is_in_points(face: &str) -> bool {
    (1..=CENTS).contains(&figure::decimals(face)) && !face.contains(',')
}

/// Of each column, whether its figures of money are all in points and it has some, where amounts may
/// be.
fn columns_in_points(
    lines: &Lines<'_>,
    draft: &Draft,
    units: &[Unit],
    amounts_may_be: bool,
) -> Vec<bool> {
    // None where a column has no figure yet.
    let mut columns: Vec<Option<bool>> = vec![None; draft.grid.columns.len()];
    for (cell, unit) in draft.cells().zip(units) {
        if matches!(unit, Unit::Money(_)) && cell.token.has_digits() {
            let known = columns[cell.column].unwrap_or(amounts_may_be);
            columns[cell.column] = Some(known && is_in_points(cell.face(lines)));
        }
    }
    columns.into_iter().map(Option::unwrap_or_default).collect()
}

/// Whether the amounts of a row are average prices with too many digits to be in thousands.
fn is_price_in_full(lines: &Lines<'_>, row: &AlignedRow) -> bool {
    let digits = |f: &str| f.bytes().filter(u8::is_ascii_digit).count();
    [Notion::Average, Notion::Price].iter().all(|n| knowledge::speaks_of(&row.plain, *n))
        && are_all(amounts_of(lines, row), |f| digits(f) >= DIGITS_IN_FULL)
}

/// The figures of a row as printed but for what stands beside amounts and has a print of its own:
/// changes in percent, or without the sign that the amounts bear.
fn amounts_of<'t>(lines: &'t Lines<'_>, row: &AlignedRow) -> impl Iterator<Item = &'t str> {
    let figures = || row.cells.iter().filter(|c| c.token.has_digits()).map(|c| c.face(lines));
    let signed = figures().any(|f| f.contains('$'));
    let amounts: Vec<&str> =
        figures().filter(|f| if signed { f.contains('$') } else { !f.contains('%') }).collect();
    amounts.into_iter()
}

/// Whether the amounts of a row are in cents.
fn is_in_cents(lines: &Lines<'_>, row: &AlignedRow) -> bool {
    are_all(amounts_of(lines, row), |f| figure::decimals(f) == CENTS) && !row.shows(lines, ',')
}
