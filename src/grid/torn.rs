//! Rows whose last figures a mail program has broken off to the left margin of the next line:
//!
//! ```text
//! Net sales                $ 4,812.3     $ 4,655.1     $
//! 4,401.7
//! Cost of sales              3,120.4       3,011.9
//! 2,870.2
//! ```

use crate::grid::edges::RowTokens;
use crate::grid::{Edge, Grid, GridRow};
use crate::lex::line::Lines;

/// So many torn rows show by themselves that there is one more column; fewer need a row that is
/// whole.
const MANY: usize = 4;

/// Takes out lines with nothing but figures at the left margin, right below figures further right
/// or below a currency sign: labels stand at the margin, not a column.
pub fn take_out(lines: &Lines<'_>, rows: &mut Vec<RowTokens>) -> Vec<RowTokens> {
    let amount = |print: &str| print.contains(',') || print.contains('.');
    let is_bare = |row: &RowTokens| {
        let first = row.tokens.first();
        first.is_some_and(|t| t.start == 0 && amount(&lines.face(row.line)[t.span()]))
    };
    let whole = rows.iter().filter(|row| !is_bare(row)).map(|row| row.tokens.len()).max();
    // How many figures a row has together with those torn off.
    let full = |k: usize| {
        let row = &rows[k];
        let end = row.tokens.last().map_or(0, |t| t.edge);
        let above = k.checked_sub(1).map(|k| &rows[k]).filter(|above| above.line + 1 == row.line);
        let held = match above {
            Some(above) if is_bare(above) || above.tokens.first().is_none_or(|t| t.body <= end) => {
                return None;
            }
            Some(above) => above.tokens.len(),
            None if row.line > 0 && ends_in_currency(lines, row.line - 1) => 0,
            None => return None,
        };
        is_bare(row).then_some(held + row.tokens.len())
    };
    let torn: Vec<(usize, usize)> =
        (0..rows.len()).filter_map(|k| Some((rows[k].line, full(k)?))).collect();
    let is_torn = |line: usize| torn.iter().any(|(at, _)| *at == line);
    let most = torn.iter().map(|(_, full)| *full).max();
    // If as many other rows are short, these may be sums that have lost the blanks before them.
    let lacks = |row: &&RowTokens| {
        !is_torn(row.line) && !is_torn(row.line + 1) && Some(row.tokens.len()) < most
    };
    if torn.len() <= rows.iter().filter(lacks).count() || torn.len() < MANY && most > whole {
        return Vec::new();
    }
    rows.extract_if(.., |row| is_torn(row.line)).collect()
}

/// Whether a line ends in a currency sign, whose figure is torn off: `Net sales      $`.
pub fn ends_in_currency(lines: &Lines<'_>, line: usize) -> bool {
    lines.face(line).trim_end().ends_with(" $")
}

/// Puts figures that were torn off in the columns that their rows lack. If there are not as many of
/// these as figures, nobody can tell which are meant.
pub fn put_back(grid: &mut Grid, torn: Vec<RowTokens>) {
    grid.torn = !torn.is_empty();
    let held = |grid: &Grid, line: usize| {
        let above = grid.rows.iter().find(|r| r.line + 1 == line);
        above.map_or(Some(0), |r| {
            let is_whole = r.loose.is_empty() && r.cells.iter().map(|c| c.0).eq(0..r.cells.len());
            is_whole.then_some(r.cells.len())
        })
    };
    let full = |row: &RowTokens| Some(held(grid, row.line)? + row.tokens.len());
    let lacks_one =
        torn.len() >= MANY && torn.iter().all(|row| full(row) == Some(grid.columns.len() + 1));
    if lacks_one {
        add_last(grid, &torn);
    }
    for row in torn {
        let held = held(grid, row.line).filter(|&h| h + row.tokens.len() == grid.columns.len());
        let (cells, loose) = match held {
            Some(held) => ((held..).zip(row.tokens).collect(), Vec::new()),
            None => (Vec::new(), row.tokens),
        };
        grid.rows.push(GridRow { line: row.line, label_start: 0, label_end: 0, cells, loose });
    }
    grid.rows.sort_by_key(|row| row.line);
}

/// Adds the last column of a table whose rows are all torn, as wide as its widest figure.
fn add_last(grid: &mut Grid, torn: &[RowTokens]) {
    const GAP: usize = 3;
    let Some(last) = grid.columns.last() else { return };
    let widest = torn.iter().flat_map(|row| &row.tokens).map(|t| t.edge - t.body).max();
    let left = last.edges.1 + GAP;
    let edge = left + widest.unwrap_or(0);
    grid.columns.push(Edge { left, edges: (edge, edge), votes: torn.len() });
}
