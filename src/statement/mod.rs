//! From aligned tables to statements: what kind, which periods, in what units.
//!
//! The blocks of each document come in; the [`Statement`]s of the filing and what is doubtful about
//! them come out. What concerns a whole table (kind, scale, periods of columns) is settled first,
//! and then its figures are read by it. What a table does not say itself it may take from others:
//! its columns from the part before a page break, its scale from a statement with the same amounts,
//! the end of the fiscal year from the rest of the filing. What is not known stays empty.
//!
//! - [`drafts`] reads the blocks of a document, one after another, each to a [`Draft`]
//!   (`drafting`): `amounts` says which are tables of amounts, `title` and `items` which kind they
//!   are; a table that continues another takes from it
//! - [`finish`] knows all tables of a filing: `units` hands on scales, `calendar` gathers its
//!   dates, among others from `dated_rows`
//! - then, table by table: `periods` dates columns and rows, `units` measures every figure,
//!   `concepts` names the rows, `cells` reads the figures, whose looks `print` knows, and `doubts`
//!   reports what is doubtful

mod amounts;
pub mod calendar;
mod cells;
pub mod concepts;
mod dated_rows;
mod doubts;
mod draft;
mod drafting;
mod items;
pub mod periods;
mod print;
pub mod title;
pub mod units;

use std::mem;

use crate::align::rows::{AlignedRow, PlacedToken};
use crate::diagnostic::Diagnostic;
use crate::knowledge;
use crate::lex::line::Lines;
use crate::record::{Cell, Column, Header, Role, Row, Statement, Unit};
use crate::statement::calendar::Calendar;
use crate::statement::cells::Cells;
pub use crate::statement::draft::{Draft, Scale};
pub use crate::statement::drafting::drafts;
pub use crate::statement::items::Items;
use crate::statement::periods::{Edges, RowPeriods};

/// Completes the drafts of a filing by each other and makes statements of them.
pub fn finish(
    lines: &Lines<'_>,
    mut drafts: Vec<Draft>,
    header: &Header,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Statement> {
    units::inherit_scales(lines, &mut drafts);
    units::inherit_currencies(lines, &mut drafts);
    let mut calendar = Calendar::learn(lines, &drafts, header);
    periods::learn_lengths(&drafts, &mut calendar);
    let mut out = Vec::with_capacity(drafts.len());
    let edges = Edges::of(&drafts, &calendar);
    for (draft, edges) in drafts.into_iter().zip(edges) {
        let id = u32::try_from(out.len() + 1).unwrap_or(u32::MAX);
        out.push(statement(lines, draft, &calendar, edges, id, diagnostics));
    }
    units::nils_like_namesakes(&mut out);
    out
}

fn statement(
    lines: &Lines<'_>,
    mut draft: Draft,
    calendar: &Calendar<'_>,
    edges: Edges,
    id: u32,
    diagnostics: &mut Vec<Diagnostic>,
) -> Statement {
    let measures = units::measures(lines, &draft);
    let units = row_units(&draft, &measures);
    mark_counts(&mut draft.rows, &units);
    let columns = columns(&draft, calendar);
    let told = RowPeriods { lines, draft: &draft, columns: &columns, calendar, edges };
    let row_periods = told.of_rows();
    let period = |row: usize, cell: &PlacedToken| {
        row_periods[row].as_ref().map_or(columns[cell.column].period, |own| own[cell.column])
    };
    draft.scale.shares = units::share_scale(lines, &draft, &measures).or(draft.scale.shares);
    let in_time = |(at, concept): (usize, Option<&'static str>)| {
        concepts::keep_in_time(concept, draft.rows[at].cells.iter().map(|cell| period(at, cell)))
    };
    let concepts: Vec<Option<&str>> =
        concepts::of(lines, &draft, &units).into_iter().enumerate().map(in_time).collect();
    // Of the grid, only figures that stand in no column are still asked for; a long table is worth
    // letting go of the rest before its rows are made.
    draft.grid.rows.retain(|row| !row.loose.is_empty());
    draft.grid.rows.shrink_to_fit();
    let mut cells = Cells::of(lines, &draft, measures);
    let rows = rows(mem::take(&mut draft.rows), &concepts, |at, row| {
        cells.next_row(row, |cell| period(at, cell), diagnostics)
    });
    let mut statement = Statement {
        id,
        kind: draft.kind,
        lines: (number(draft.first_line()), number(draft.last_line())),
        unit: Unit::Money(cells.currency().unwrap_or(draft.scale.currency())),
        scale: draft.scale.amounts,
        document: mem::take(&mut draft.document),
        title: mem::take(&mut draft.title),
        columns,
        rows,
    };
    doubts::report(lines, &draft, &statement, diagnostics);
    if title::is_of_prose(&statement.title, &draft.head.intro) {
        statement.title.clear();
    }
    statement
}

/// The rows of a statement, those with figures numbered from 1; `cells` gives those of each in
/// turn.
fn rows(
    aligned: Vec<AlignedRow>,
    concepts: &[Option<&str>],
    mut cells: impl FnMut(usize, &AlignedRow) -> Vec<Cell>,
) -> Vec<Row> {
    let depths = depths(&aligned);
    let roles: Vec<Role> = aligned.iter().map(role).collect();
    // Collected from what is given up, the rows take the room of the aligned ones.
    let rows = aligned.into_iter().enumerate().map(|(at, aligned)| Row {
        ordinal: 0,
        role: roles[at],
        cells: cells(at, &aligned),
        label: aligned.label,
        section: aligned.section,
        depth: depths[at],
        concept: concepts[at].map_or(String::new(), |c| ["us-gaap:", c].concat()),
    });
    let mut rows: Vec<Row> = rows.collect();
    for (k, row) in rows.iter_mut().filter(|row| !row.cells.is_empty()).enumerate() {
        row.ordinal = number(k);
    }
    rows
}

/// The unit of each row: that of its last cell, for a percentage of growth beside the amounts says
/// nothing of the row. One of earnings, shares and earnings per share side by side has none.
fn row_units(draft: &Draft, measures: &[Unit]) -> Vec<Option<Unit>> {
    let unit = |(_, cells): (&AlignedRow, &[Unit])| {
        let per_share = |unit: &Unit| matches!(unit, Unit::PerShare(_));
        let whole = |unit: &Unit| matches!(unit, Unit::Money(_) | Unit::Shares);
        if cells.iter().any(per_share) && cells.iter().any(whole) {
            return None;
        }
        let own = cells.iter().rev().find(|unit| **unit != Unit::Percent);
        own.or(cells.first()).copied()
    };
    draft.rows_with(measures).map(unit).collect()
}

/// Marks the rows that count things, all that periods ask of units: `Stores` are there on a day
/// where they are counted, and are a segment where they bring money.
fn mark_counts(rows: &mut [AlignedRow], units: &[Option<Unit>]) {
    for (row, unit) in rows.iter_mut().zip(units) {
        row.counts = *unit == Some(Unit::Pure);
    }
}

fn columns(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Column> {
    let periods = periods::of_columns(draft, calendar);
    let balances = periods::column_balances(draft);
    draft
        .head
        .columns
        .iter()
        .zip(periods.into_iter().zip(balances))
        .enumerate()
        .map(|(k, (head, (period, balance)))| Column {
            ordinal: number(k),
            header: head.text().to_owned(),
            period: calendar.begin(periods::struck_by(balance, period, calendar)),
            qualifier: periods::qualifier(head),
        })
        .collect()
}

/// Rank of each row's indentation among those of the statement.
fn depths(rows: &[AlignedRow]) -> Vec<u32> {
    let mut indents: Vec<usize> = rows
        .iter()
        .filter(|r| !r.cells.is_empty() && !r.label.is_empty())
        .map(|r| r.indent)
        .collect();
    indents.sort_unstable();
    indents.dedup();
    // One column more is drift, not depth.
    indents.dedup_by(|b, a| *b - *a <= 1);
    rows.iter()
        .map(|r| u32::try_from(indents.partition_point(|&i| i < r.indent).min(8)).unwrap_or(0))
        .collect()
}

fn role(row: &AlignedRow) -> Role {
    if row.cells.is_empty() {
        return Role::Heading;
    }
    let label = row.plain.as_str();
    if knowledge::sums_up_assets(row.key()) || knowledge::sums_up_other_side(label) {
        return Role::Total;
    }
    if row.label.is_empty() || knowledge::is_closer(label) {
        return Role::Subtotal;
    }
    Role::Item
}

/// Counts from 1, as the outside does.
fn number(from_zero: usize) -> u32 {
    u32::try_from(from_zero + 1).unwrap_or(u32::MAX)
}
