//! A table halfway from the page to the record: read by itself and after the tables before it, but
//! not yet completed by the rest of the filing.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

use crate::align::header::Head;
use crate::align::rows::{AlignedRow, PlacedToken};
use crate::grid::Grid;
use crate::knowledge;
use crate::lex::block::Block;
use crate::lex::line::Lines;
use crate::period::Spec;
use crate::record::{Currency, Kind};

/// A table, read as far as it can be by itself and by the tables before it.
#[derive(Debug)]
pub struct Draft {
    /// `<TYPE>` of its document.
    pub document: String,
    /// Its lines.
    pub block: Block,
    /// Its columns and cells.
    pub grid: Grid,
    /// What stands above it.
    pub head: Head,
    /// Its rows.
    pub rows: Vec<AlignedRow>,
    /// Line and column of numbers in its lines that belong to no row.
    pub stray: Vec<(usize, usize)>,
    /// Its kind of statement.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// What its figures are printed in.
    pub scale: Scale,
    /// Whether all its figures are percentages of its first line.
    pub common_size: bool,
    /// What the header says about the period of each column.
    pub specs: Vec<Spec>,
    /// What title, stub and introduction say about the periods.
    pub captions: Vec<Spec>,
    /// Whether it has balances beside flows, according to its header.
    pub mixed: bool,
    /// Whether it has data of all kinds, according to its title: `Other Financial Data`.
    pub gathers: bool,
    /// Whether several of its rows are known as balances; computed when first asked.
    pub(super) holds_balances: OnceCell<bool>,
    /// The headings below which a row names an opening balance; computed when first asked.
    pub(super) opened: OnceCell<HashSet<Vec<Arc<str>>>>,
    /// The headings below which a row is a flow, or names a balance by itself; likewise.
    pub(super) moved: OnceCell<HashSet<Vec<Arc<str>>>>,
    /// Whether it continues the table before it.
    pub goes_on: bool,
    /// The heading of the note whose first table it is; empty otherwise.
    pub note: String,
}

impl Draft {
    /// The rows with figures, without headings.
    pub fn rows_with_figures(&self) -> impl DoubleEndedIterator<Item = &AlignedRow> + Clone {
        self.rows.iter().filter(|row| !row.cells.is_empty())
    }

    /// Whether several rows are known as balances, whatever the title says: loans past due are one
    /// where `Nonaccrual loans` and `Total nonperforming assets` are.
    pub fn holds_balances(&self) -> bool {
        let known = |row: &&AlignedRow| {
            row.is_of_balance(knowledge::is_standing) && !knowledge::is_flow(&row.plain)
        };
        let several = || self.rows_with_figures().filter(known).nth(1).is_some();
        *self.holds_balances.get_or_init(several)
    }

    /// The rows, each with its part of a list that has an item for every cell.
    pub fn rows_with<'d, T>(
        &'d self,
        mut told: &'d [T],
    ) -> impl Iterator<Item = (&'d AlignedRow, &'d [T])> {
        let own = move |row: &AlignedRow| told.split_off(..row.cells.len()).unwrap_or_default();
        self.rows.iter().zip(self.rows.iter().map(own))
    }

    /// The figures of all rows, in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = &PlacedToken> + Clone {
        self.rows.iter().flat_map(|row| &row.cells)
    }

    /// The figures with digits in a column, as printed.
    pub fn figures_in<'t>(
        &self,
        lines: &'t Lines<'_>,
        column: usize,
    ) -> impl DoubleEndedIterator<Item = &'t str> {
        let own = self.cells().filter(move |c| c.column == column && c.token.has_digits());
        own.map(|cell| cell.face(lines))
    }

    /// First line of the table, caption included.
    pub fn first_line(&self) -> usize {
        let caption = self.head.caption.first().map(|c| c.line);
        let header = self.head.lines.first().copied();
        caption.into_iter().chain(header).chain([self.head.body]).min().unwrap_or(self.head.body)
    }

    /// Last line of the table.
    pub fn last_line(&self) -> usize {
        self.block.bottom
    }

    /// The part of a line in the table, in a word.
    pub fn line_role(&self, line: usize) -> &'static str {
        if self.head.lines.contains(&line) {
            return "header";
        }
        if line < self.head.body || self.head.caption.iter().any(|c| c.line == line) {
            return "caption";
        }
        let at = self.rows.partition_point(|r| r.lines.1 < line);
        let row = self.rows.get(at).filter(|r| r.lines.0 <= line);
        // A heading and the row that it heads may share a line.
        let mut here = self.rows[at..].iter().take_while(|r| r.lines.0 <= line);
        let is_placed = |row: usize| {
            here.any(|r| r.cells.iter().any(|cell| cell.line == line))
                || !self.grid.rows[row].loose.is_empty()
        };
        match self.grid.rows.binary_search_by_key(&line, |r| r.line).map(is_placed) {
            Ok(true) => return "figures",
            // A note may have a number that happens to be on a column's edge.
            Ok(false) => return "note",
            Err(_) => {}
        }
        match row {
            None => "note",
            Some(row) if row.cells.is_empty() => "heading",
            Some(_) => "label",
        }
    }
}

/// What one printed unit stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scale {
    /// Of amounts of money; `None` if nothing says.
    pub amounts: Option<u32>,
    /// Of counts of shares, if they have one of their own: 1 for `except share data`.
    pub shares: Option<u32>,
    /// Currency of the amounts, if something names it.
    pub named: Option<Currency>,
    /// Whether operating data are printed in full: `except per share and operating data`.
    pub excepts_operations: bool,
    /// Whether the scale is only of dollars, and not of shares: `dollars in thousands`.
    pub of_dollars: bool,
    /// Whether it is only supposed: that of the statements in whose notes the table stands.
    pub supposed: bool,
}

impl Scale {
    /// Currency of the amounts.
    pub fn currency(&self) -> Currency {
        self.named.unwrap_or(Currency::USD)
    }
}
