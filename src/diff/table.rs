//! A statement as the comparison sees it: the columns and rows that hold facts, with the keys by
//! which they are compared.

use std::collections::HashMap;

use crate::diff::{Said, Side, key};
use crate::record::{Cell, Column, Period, Row, Statement};

/// The rows and columns of a statement that hold facts.
pub struct Table<'a> {
    pub columns: Vec<TableColumn<'a>>,
    pub rows: Vec<TableRow<'a>>,
}

pub struct TableColumn<'a> {
    /// The column as the statement describes it; none if it does not.
    pub column: Option<&'a Column>,
    pub ordinal: u32,
    /// The period of most of its facts.
    pub period: Period,
    /// Key of the header.
    pub header: String,
}

pub struct TableRow<'a> {
    pub row: &'a Row,
    /// The headings above it, joined as in the long CSV.
    pub section: String,
    pub section_key: String,
    pub label_key: String,
    /// Its facts, each with the index of its column, in the order of columns.
    pub cells: Vec<(usize, &'a Cell)>,
}

impl<'a> Table<'a> {
    pub fn of(statement: &'a Statement) -> Self {
        let with_facts = || statement.rows.iter().filter(|row| !row.cells.is_empty());
        let mut ordinals: Vec<u32> =
            with_facts().flat_map(|row| &row.cells).map(|cell| cell.column).collect();
        ordinals.sort_unstable();
        ordinals.dedup();
        let index = |cell: &Cell| ordinals.binary_search(&cell.column).unwrap_or_default();

        let mut periods = vec![Vec::new(); ordinals.len()];
        for cell in with_facts().flat_map(|row| &row.cells) {
            periods[index(cell)].push(cell.period);
        }
        let described: HashMap<u32, &Column> =
            statement.columns.iter().map(|column| (column.ordinal, column)).collect();
        let columns = ordinals
            .iter()
            .zip(periods)
            .map(|(&ordinal, periods)| {
                let column = described.get(&ordinal).copied();
                let header = column.map(|column| key::of(&column.header)).unwrap_or_default();
                TableColumn { column, ordinal, period: most_frequent(periods), header }
            })
            .collect();
        let rows = with_facts()
            .map(|row| {
                let mut cells: Vec<_> = row.cells.iter().map(|cell| (index(cell), cell)).collect();
                cells.sort_by_key(|(column, _)| *column);
                let section = row.section.join(" > ");
                TableRow {
                    row,
                    section_key: key::of(&section),
                    section,
                    label_key: key::of(&row.label),
                    cells,
                }
            })
            .collect();
        Self { columns, rows }
    }
}

impl<'a> TableRow<'a> {
    /// The row as one side of a change that says this.
    pub fn side(&self, said: Said<'a>) -> Side<'a> {
        let line = self.row.cells.first().map(|cell| cell.line);
        Side { row: Some(self.row), line, ..Side::of(said) }
    }

    /// What the row is called: the keys of section and label.
    pub fn name(&self) -> (&str, &str) {
        (&self.section_key, &self.label_key)
    }
}

fn most_frequent(mut periods: Vec<Period>) -> Period {
    periods.sort_unstable();
    periods
        .chunk_by(|a, b| a == b)
        .max_by_key(|chunk| (chunk.len(), std::cmp::Reverse(chunk[0])))
        .map(|chunk| chunk[0])
        .unwrap_or_default()
}
