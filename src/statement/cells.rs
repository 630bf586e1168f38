//! From the figures of a table to cells, by its units, its scale and how it is printed.

use std::cell::LazyCell;

use rust_decimal::Decimal;

use crate::align::header::ColumnHead;
use crate::align::rows::{AlignedRow, PlacedToken};
use crate::diagnostic::{Code, Diagnostic};
use crate::figure;
use crate::knowledge::{self, Notion};
use crate::lex::line::Lines;
use crate::lex::token::TokenKind;
use crate::record::{Cell, Currency, Period, Unit};
use crate::statement::print::{Print, agreed, may_follow_a_point};
use crate::statement::units::{self, Printed, RowScale, RowScales};
use crate::statement::{Draft, Scale, number};

/// Reads the figures of a table, row by row.
pub(super) struct Cells<'t, 's> {
    lines: &'t Lines<'s>,
    print: Print,
    scales: Scales,
    row_scales: RowScales,
    /// The unit of each figure to come, and how it is printed.
    units: std::vec::IntoIter<Unit>,
    printed: std::vec::IntoIter<Printed>,
}

/// What a table and its columns say about the scale of their figures.
struct Scales {
    of_table: Scale,
    /// Whether its rows have prices and counts of homes.
    homes: bool,
    /// The things whose amounts for each are printed in full.
    each: Vec<String>,
    /// For each column, whether it holds prices or the like.
    unscaled: Vec<bool>,
    /// For each column, the scale of amounts that its own words tell, if they tell several.
    own: Vec<Option<u32>>,
    /// For each column, whether it counts shares in full, even if others do not.
    in_full: Vec<bool>,
}

impl Scales {
    fn of(lines: &Lines<'_>, draft: &Draft) -> Self {
        let unscaled = |head: &ColumnHead| {
            let header = head.plain();
            // `Dollars (millions)   Average Sales Price`
            knowledge::is_unscaled(header)
                || knowledge::speaks_of(header, Notion::Average)
                    && knowledge::is_price_of_whole(header)
                    && units::is_scaled_elsewhere(&draft.head, head)
        };
        let names_price = |row: &AlignedRow| knowledge::names_price(&row.plain);
        Self {
            of_table: draft.scale,
            homes: draft.rows.iter().any(names_price) && units::counts_homes(draft),
            each: units::told_for_each(&draft.head),
            unscaled: draft.head.columns.iter().map(unscaled).collect(),
            own: units::scales_of_columns(&draft.head),
            in_full: units::counts_in_full(lines, draft),
        }
    }

    /// The scale of a figure with this unit; `row_scale` is what its row says.
    fn of_figure<F: FnOnce() -> RowScale>(
        &self,
        placed: &PlacedToken,
        unit: Unit,
        (row, face): (&AlignedRow, &str),
        printed: Option<Printed>,
        row_scale: &LazyCell<RowScale, F>,
    ) -> Option<u32> {
        let own_scale = figure::own_scale(face);
        // Counts of things are taken as printed, whatever the title says.
        let is_scaled = unit.is_scaled() && !self.unscaled[placed.column];
        match printed {
            _ if own_scale.is_some() => own_scale,
            _ if !is_scaled => Some(1),
            _ if self.homes && is_price_of_home(row, face, unit) => self.of_table.amounts,
            Some(Printed::InFull) => Some(1),
            _ if units::is_for_each_of(&row.plain, &self.each)
                && row_scale.told(unit).is_none() =>
            {
                Some(1)
            }
            _ if self.in_full[placed.column] && unit == Unit::Shares => Some(1),
            Some(Printed::Otherwise) => row_scale.told(unit),
            _ => {
                let own = self.own[placed.column].filter(|_| matches!(unit, Unit::Money(_)));
                own.filter(|_| row_scale.told(unit).is_none())
                    .or_else(|| self.of_table.of_figure(unit, row_scale, face))
            }
        }
    }
}

impl<'t, 's> Cells<'t, 's> {
    pub fn of(lines: &'t Lines<'s>, draft: &Draft, units: Vec<Unit>) -> Self {
        Self {
            lines,
            print: Print::of(lines, draft),
            scales: Scales::of(lines, draft),
            row_scales: RowScales::of(draft.kind),
            printed: units::printed(lines, draft, &units).into_iter(),
            units: units.into_iter(),
        }
    }

    /// The currency that all columns have, by their signs.
    pub fn currency(&self) -> Option<Currency> {
        agreed(&self.print.currencies)
    }

    /// The cells of the next row.
    pub fn next_row(
        &mut self,
        row: &AlignedRow,
        period: impl Fn(&PlacedToken) -> Period,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(row.cells.len());
        let row_scale = LazyCell::new(|| self.row_scales.read(&row.label, &row.section));
        for (placed, unit) in row.cells.iter().zip(self.units.by_ref()) {
            let face = placed.face(self.lines);
            // `Japanese yen   33.6 billion   $ 41` in millions
            let of_label = || {
                figure::own_scale(face)?;
                knowledge::currency_of(&row.label).filter(|_| !face.contains('$'))
            };
            let currency = self.print.currency(self.lines, placed).or_else(of_label);
            let unit = currency.map_or(unit, |currency| unit.priced_in(currency));
            let printed = self.printed.next();
            let scale = self.scales.of_figure(placed, unit, (row, face), printed, &row_scale);
            let whole = self.print.with_point(self.lines, placed, unit, row);
            let is_doubtful = unit == Unit::Percent
                && whole.token == placed.token
                && may_follow_a_point(self.lines, placed, row, self.print.points_are_bare);
            let mut cell = cell(self.lines, &whole, unit, scale, period(placed), diagnostics);
            if is_doubtful {
                diagnostics.push(last_of_leaders(&cell));
                (cell.value, cell.decimals) = (None, None);
            }
            cells.push(cell);
        }
        cells
    }
}

/// The doubt whether the last of the leaders before a figure is its point.
fn last_of_leaders(cell: &Cell) -> Diagnostic {
    let message = format!(
        "the last of the leaders before `{}` may be its point; check it against its row",
        cell.raw
    );
    Diagnostic::new(Code::Misprint, cell.line, cell.position, message)
}

/// Whether a figure is the price of a home, and too small to be printed in full:
/// `Average selling price   $ 181`.
fn is_price_of_home(row: &AlignedRow, face: &str, unit: Unit) -> bool {
    /// No home is sold for fewer dollars.
    const CHEAPEST: i64 = 10_000;
    let value = || figure::parse(face).value.is_some_and(|v| v < Decimal::from(CHEAPEST));
    matches!(unit, Unit::Money(_))
        && knowledge::names_price(&row.plain)
        && (!knowledge::speaks_of(&row.plain, Notion::Each)
            || knowledge::names_dwellings(&row.plain))
        && value()
}

/// A figure in its unit and scale.
fn cell(
    lines: &Lines<'_>,
    placed: &PlacedToken,
    unit: Unit,
    scale: Option<u32>,
    period: Period,
    diagnostics: &mut Vec<Diagnostic>,
) -> Cell {
    let face = lines.face(placed.line);
    let token = placed.token;
    let raw = lines.text().printed(placed.line, token.span()).into_owned();
    let figure = figure::parse(&face[token.span()]);
    let mut value = figure.value.and_then(|v| v.checked_mul(Decimal::from(scale.unwrap_or(1))));
    let valued = !matches!(token.kind, TokenKind::NotAvailable | TokenKind::Unvalued);
    if !valued {
        value = None;
    }
    if valued && (figure.misprint || value.is_none()) {
        diagnostics.push(misprint(placed, &raw));
    }
    let decimals = value.is_some().then(|| {
        let zeros = scale.unwrap_or(1).ilog10();
        i32::try_from(figure.fraction_digits).unwrap_or(0) - i32::try_from(zeros).unwrap_or(0)
    });
    Cell {
        column: number(placed.column),
        value: value.map(|v| v.normalize()),
        unit,
        scale,
        decimals,
        raw,
        period,
        line: number(placed.line),
        position: number(token.start),
    }
}

fn misprint(placed: &PlacedToken, raw: &str) -> Diagnostic {
    let (line, column) = (number(placed.line), number(placed.token.start));
    let message = format!(
        "`{raw}` is not printed as a number should be; check it against its row and column"
    );
    Diagnostic::new(Code::Misprint, line, column, message)
}
