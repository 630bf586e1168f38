//! Rows to cells: each figure finds its column.

use std::ops::Range;

use crate::grid::edges::RowTokens;
use crate::grid::{Edge, Grid, GridRow};
use crate::lex::line::Lines;
use crate::lex::token::{self, Token, TokenKind};

/// What it costs to leave a figure in no column, in display columns off.
const LOOSE: usize = 9;

/// Places the figures of all rows, and those that stand one blank behind a label.
pub fn place(lines: &Lines<'_>, columns: Vec<Edge>, rows: Vec<RowTokens>, words: &[usize]) -> Grid {
    let mut out: Vec<GridRow> = Vec::with_capacity(rows.len());
    let mut close = Vec::new();
    for row in rows {
        let face = lines.face(row.line);
        close.clear();
        if !token::ends_in_a_word(face, row.label_end) {
            token::scan_close(face, &mut close);
        }
        // A figure one blank behind the label is a cell where it ends on a column's edge.
        close
            .retain(|t| t.end <= row.label_end && on_edge(&columns, t) && starts_free(&columns, t));
        let label_end = close.first().map_or(row.label_end, |t| t.start);
        let mut tokens = row.tokens;
        tokens.splice(..0, close.drain(..));
        out.push(assign(&columns, row.line, row.label_start..label_end, &tokens));
    }
    for &line in words {
        token::scan_close(lines.face(line), &mut close);
        let cells: Vec<Token> = close
            .iter()
            .filter(|t| {
                t.kind == TokenKind::Number && on_edge(&columns, t) && starts_free(&columns, t)
            })
            .copied()
            .collect();
        if let Some(first) = cells.first().copied() {
            out.push(assign(&columns, line, 0..first.start, &cells));
        }
    }
    out.sort_by_key(|r| r.line);
    let mut grid = Grid { columns, rows: out, mirrored: false };
    grid.rows.retain(|r| !r.cells.is_empty() || !r.loose.is_empty());
    grid
}

/// Whether a figure's last digit stands on a column's edge.
fn on_edge(columns: &[Edge], token: &Token) -> bool {
    columns.iter().any(|c| (c.edges.0..=c.edges.1).contains(&token.edge))
}

/// Whether a figure begins no further left than half a column's width beyond its column.
fn starts_free(columns: &[Edge], token: &Token) -> bool {
    columns
        .iter()
        .any(|c| (c.edges.0..=c.edges.1).contains(&token.edge) && token.body + 4 >= c.left)
}

/// How far a figure stands from a column.
fn distance(column: &Edge, token: &Token) -> usize {
    let outside =
        |at: usize, from: usize, to: usize| from.saturating_sub(at) + at.saturating_sub(to);
    if token.has_digits() {
        outside(token.edge, column.edges.0, column.edges.1)
    } else {
        outside(
            usize::midpoint(token.body, token.edge),
            column.left.saturating_sub(2),
            column.edges.1 + 1,
        )
    }
}

/// Gives each figure of a row the first column that is free and on whose edge it stands; none where
/// one finds no such column.
fn place_exactly(columns: &[Edge], tokens: &[Token]) -> Option<Vec<(usize, Token)>> {
    let mut cells = Vec::with_capacity(tokens.len());
    let mut free = 0;
    for &token in tokens {
        let column = free + columns[free..].iter().position(|c| distance(c, &token) == 0)?;
        cells.push((column, token));
        free = column + 1;
    }
    Some(cells)
}

/// Gives each figure of a row a column of its own, in order, with the least distance in all.
fn assign(columns: &[Edge], line: usize, label: Range<usize>, tokens: &[Token]) -> GridRow {
    let (n, m) = (tokens.len(), columns.len());
    if let Some(cells) = place_exactly(columns, tokens) {
        return GridRow {
            line,
            label_start: label.start,
            label_end: label.end,
            cells,
            loose: Vec::new(),
        };
    }
    // best[i][j]: least cost of the first i figures in the first j columns.
    let mut best = vec![vec![usize::MAX; m + 1]; n + 1];
    best[0].fill(0);
    for i in 1..=n {
        for j in 0..=m {
            let loose = best[i - 1][j].saturating_add(LOOSE);
            let skip = if j > 0 { best[i][j - 1] } else { usize::MAX };
            let take = if j > 0 {
                best[i - 1][j - 1].saturating_add(distance(&columns[j - 1], &tokens[i - 1]))
            } else {
                usize::MAX
            };
            best[i][j] = loose.min(skip).min(take);
        }
    }
    let mut row = GridRow {
        line,
        label_start: label.start,
        label_end: label.end,
        cells: Vec::with_capacity(n),
        loose: Vec::new(),
    };
    let (mut i, mut j) = (n, m);
    while i > 0 {
        let token = tokens[i - 1];
        if j > 0 && best[i][j] == best[i][j - 1] {
            j -= 1;
        } else if j > 0
            && best[i][j] == best[i - 1][j - 1].saturating_add(distance(&columns[j - 1], &token))
        {
            row.cells.push((j - 1, token));
            (i, j) = (i - 1, j - 1);
        } else {
            row.loose.push(token);
            i -= 1;
        }
    }
    row.cells.reverse();
    row.loose.reverse();
    // Numbers left of the first column are words of the label.
    let first = columns.first().map_or(usize::MAX, |c| c.left);
    while let Some(token) = row.loose.first().copied() {
        if token.edge > first
            || token.start < row.label_start
            || row.cells.first().is_some_and(|(_, c)| c.start < token.start)
        {
            break;
        }
        row.label_end = token.end;
        row.loose.remove(0);
    }
    row
}
