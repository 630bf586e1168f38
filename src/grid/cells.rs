//! From rows to cells: finds the column of each figure.

use std::ops::Range;

use crate::grid::edges::RowTokens;
use crate::grid::reach::{Reach, anchor, distance, place_at_least_cost, place_exactly};
use crate::grid::{Edge, Grid, GridRow};
use crate::lex::line::Lines;
use crate::lex::token::{self, Token, TokenKind};

/// How far a long label may push the figure behind it out of its column.
const DRIFT: usize = 2;

/// Places the figures of all rows, and those that stand one blank behind a label.
pub fn place(lines: &Lines<'_>, columns: Vec<Edge>, rows: Vec<RowTokens>, words: &[usize]) -> Grid {
    let mut close = Vec::new();
    let reach = Reach::of(&columns);
    let mut out: Vec<GridRow> =
        rows.into_iter().map(|row| place_row(&reach, lines, row, &mut close)).collect();
    part_from_signs(&columns, &mut out);
    out.extend(words.iter().filter_map(|&line| place_words(&reach, lines, line, &mut close)));
    out.sort_by_key(|r| r.line);
    out.retain(|r| !r.cells.is_empty() || !r.loose.is_empty());
    Grid { columns, rows: out, ..Grid::default() }
}

/// Places the figures of a row, and those one blank behind its label that are cells; `close` is a
/// buffer for these.
fn place_row(
    reach: &Reach<'_>,
    lines: &Lines<'_>,
    row: RowTokens,
    close: &mut Vec<Token>,
) -> GridRow {
    let (face, columns) = (lines.face(row.line), reach.columns);
    close.clear();
    if !token::ends_in_a_word(face, row.label_end) {
        token::scan_close(face, close);
    }
    // A figure one blank behind the label is a cell where it ends on a column's edge. So is one
    // that is missing from the row, if it stands a little off: the label has pushed it.
    let lacks_one = row.tokens.len() + 1 == columns.len();
    let completes =
        |t: &Token| is_amount(&face.as_bytes()[t.span()]) && distance(&columns[0], t) <= DRIFT;
    // A nil where tabs let the figures of the first column begin.
    let is_nil = |t: &Token| t.kind == TokenKind::Dash && t.body == columns[0].left;
    let widest = row.tokens.iter().map(|t| t.edge - t.body).max().unwrap_or(0);
    let starts = |t: &Token| reach.starts_free(t) || t.edge - t.body <= widest;
    let stands =
        |t: &Token| reach.is_edge_of(t) && starts(t) || lacks_one && (completes(t) || is_nil(t));
    close.retain(|t| t.end <= row.label_end);
    // Else, over a column that stays blank, nobody can tell whether it is one.
    let large = |t: &Token| face.as_bytes()[t.span()].contains(&b',');
    let doubtful = close.last().copied().filter(|t| !stands(t) && large(t));
    close.retain(stands);
    let label_end = close.first().map_or(row.label_end, |t| t.start);
    let mut tokens = row.tokens;
    tokens.splice(..0, close.drain(..));
    let mut placed = assign(reach, face, row.line, row.label_start..label_end, &tokens);
    let is_free = |t: &Token| {
        let over = columns.iter().position(|c| t.body < c.edges.1 && c.left < t.edge);
        over.is_some_and(|k| placed.cells.iter().all(|(column, _)| *column != k))
    };
    placed.loose.splice(..0, doubtful.filter(is_free));
    placed
}

/// A line of words as a row, if it ends in a number on a column's edge, one blank behind a label.
fn place_words(
    reach: &Reach<'_>,
    lines: &Lines<'_>,
    line: usize,
    close: &mut Vec<Token>,
) -> Option<GridRow> {
    let face = lines.face(line);
    token::scan_close(face, close);
    close.retain(|t| t.kind == TokenKind::Number);
    let stands = |t: &Token| reach.is_edge_of(t) && reach.starts_free(t);
    let first = close.iter().position(stands)?;
    close.drain(..first);
    let (cells, loose): (Vec<Token>, Vec<Token>) = close.iter().partition(|t| stands(t));
    let mut row = assign(reach, face, line, 0..cells[0].start, &cells);
    row.loose.extend(loose);
    row.loose.sort_by_key(|t| t.start);
    Some(row)
}

/// Cuts from figures the currency signs that stand in the column before theirs, without a figure:
/// `$ 651,482     69.3     $           84.3`. Other figures of that column have theirs.
fn part_from_signs(columns: &[Edge], rows: &mut [GridRow]) {
    let has_sign = |token: &Token| token.start < token.body;
    let mut signed = vec![false; columns.len()];
    for (column, token) in rows.iter().flat_map(|row| &row.cells) {
        signed[*column] |= has_sign(token);
    }
    for (column, token) in rows.iter_mut().flat_map(|row| &mut row.cells) {
        let before = column.checked_sub(1).filter(|&before| signed[before]);
        if has_sign(token) && before.is_some_and(|before| token.start < columns[before].left) {
            token.start = token.body;
        }
    }
}

/// Whether this is printed as an amount is: a label ends so only by chance.
fn is_amount(print: &[u8]) -> bool {
    print.iter().any(|b| matches!(b, b',' | b'.')) && !print.contains(&b'%')
}

/// Places the figures of each row in order, if there are as many as columns. In other rows, nobody
/// can tell which are missing.
pub fn place_in_order(columns: Vec<Edge>, rows: Vec<RowTokens>) -> Grid {
    let count = columns.len();
    let in_order = |row: RowTokens| {
        let (full, loose) =
            if row.tokens.len() == count { (row.tokens, vec![]) } else { (vec![], row.tokens) };
        GridRow {
            line: row.line,
            label_start: row.label_start,
            label_end: row.label_end,
            cells: full.into_iter().enumerate().collect(),
            loose,
        }
    };
    Grid { columns, rows: rows.into_iter().map(in_order).collect(), ..Grid::default() }
}

/// Gives each figure of a row a column of its own, in order, with the least total distance.
fn assign(
    reach: &Reach<'_>,
    face: &str,
    line: usize,
    label: Range<usize>,
    tokens: &[Token],
) -> GridRow {
    let mut row = GridRow {
        line,
        label_start: label.start,
        label_end: label.end,
        cells: Vec::new(),
        loose: Vec::new(),
    };
    if let Some(cells) = place_exactly(reach.columns, tokens) {
        row.cells = cells;
        return row;
    }
    (row.cells, row.loose) = place_at_least_cost(reach, tokens);
    let all_moved = row.cells.is_empty() && are_moved_alike(reach.columns, tokens)
        || !row.loose.is_empty() && are_drawn_left(reach, face, tokens);
    if all_moved {
        row.cells = tokens.iter().copied().enumerate().collect();
        row.loose.clear();
        return row;
    }
    settle_dashes(&mut row);
    give_to_label(reach, face, &mut row);
    row
}

/// Numbers left of the first column are words of the label. One in parentheses, however, would be
/// taken for the mark of a note there, and be lost.
fn give_to_label(reach: &Reach<'_>, face: &str, row: &mut GridRow) {
    let first = reach.columns.first().map_or(usize::MAX, |c| c.left);
    while let Some(token) = row.loose.first().copied() {
        if token.edge > first
            || token.start < row.label_start
            || row.cells.first().is_some_and(|(_, cell)| cell.start < token.start)
            || looks_like_mark(&face[token.body..token.end])
        {
            break;
        }
        row.loose.remove(0);
        let figures = row.loose.first().or(row.cells.first().map(|(_, t)| t));
        row.label_end = with_unit(face, token.end, figures.map_or(face.len(), |t| t.start));
    }
}

/// Where a number of the label ends, together with its unit before the figures:
/// `Due within  1 year     4,949`.
fn with_unit(face: &str, number: usize, figures: usize) -> usize {
    let behind = face.get(number..figures).unwrap_or_default();
    let words = behind.trim_ascii();
    let is_unit = words.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_unit { number + behind.trim_ascii_end().len() } else { number }
}

/// Whether a number in parentheses would be taken for the mark of a note in a label: `(75)`,
/// `((75)`.
fn looks_like_mark(print: &str) -> bool {
    print.starts_with('(') && print.ends_with(')') && print.trim_matches(['(', ')']).len() == 2
}

/// A dash one blank from a number, if there is a column for only one of them: before the number,
/// `- 4,000`, it is a minus sign; after it, nobody can tell whether it is a sign or a nil, and
/// neither is a cell.
fn settle_dashes(row: &mut GridRow) {
    let GridRow { cells, loose, .. } = row;
    let adjoin = |left: &Token, right: &Token| left.end + 1 == right.start;
    let number_and_dash = |left: &Token, right: &Token| {
        left.has_digits() && right.kind == TokenKind::Dash && adjoin(left, right)
    };
    let before = loose.len();
    loose.retain(|dash| {
        let is_sign = |token: &Token| {
            dash.kind == TokenKind::Dash && token.has_digits() && adjoin(dash, token)
        };
        let Some((_, number)) = cells.iter_mut().find(|(_, t)| is_sign(t)) else { return true };
        (number.start, number.body) = (dash.start, dash.start);
        false
    });
    if before == 0 {
        return;
    }
    let unsure = |token: &Token| {
        loose.iter().any(|l| number_and_dash(l, token) || number_and_dash(token, l))
    };
    let torn: Vec<Token> = cells.iter().map(|(_, t)| *t).filter(unsure).collect();
    cells.retain(|(_, t)| !torn.contains(t));
    loose.extend(torn);
    loose.sort_unstable_by_key(|t| t.start);
}

/// Whether tabs have moved a whole row: it has as many figures as there are columns, each as far
/// from its column as the others.
fn are_moved_alike(columns: &[Edge], tokens: &[Token]) -> bool {
    const SLACK: usize = 2;
    let place = |at: usize| isize::try_from(at).ok();
    let from_column = |(t, c): (&Token, &Edge)| Some(place(anchor(t))? - place(c.edges.1)?);
    let offsets: Option<Vec<isize>> = tokens.iter().zip(columns).map(from_column).collect();
    let ends = offsets.and_then(|o| o.iter().max().copied().zip(o.iter().min().copied()));
    tokens.len() == columns.len()
        && tokens.len() > 1
        && tokens.iter().all(Token::has_digits)
        && ends.is_some_and(|(most, least)| most.abs_diff(least) <= SLACK)
}

/// Whether lost tabs have moved figures to the left: there are as many as columns, the first in its
/// place and none right of its column.
fn are_drawn_left(reach: &Reach<'_>, face: &str, tokens: &[Token]) -> bool {
    let print = |t: &Token| &face.as_bytes()[t.span()];
    let in_turn = || tokens.iter().zip(reach.columns);
    tokens.len() == reach.columns.len()
        && tokens.len() > 2
        && distance(&reach.columns[0], &tokens[0]) == 0
        && in_turn().all(|(t, c)| anchor(t) <= c.edges.1 + 1)
        && tokens.iter().any(|t| print(t).contains(&b','))
        && tokens.iter().all(|t| {
            t.kind == TokenKind::Dash
                || t.kind == TokenKind::Number
                    && !matches!(print(t), [b'(', _, b')'] | [b'(', _, _, b')'])
        })
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::grid::reach::{Costs, LOOSE};

    /// The least cost by trying every column for every figure.
    fn least_cost(columns: &[Edge], tokens: &[Token]) -> usize {
        let Some((token, rest)) = tokens.split_first() else { return 0 };
        let costs = (0..columns.len())
            .map(|k| distance(&columns[k], token) + least_cost(&columns[k + 1..], rest));
        costs.chain([LOOSE + least_cost(columns, rest)]).min().unwrap_or(0)
    }

    fn columns() -> impl Strategy<Value = Vec<Edge>> {
        vec((0_usize..14, 0_usize..4, 1_usize..8), 0..6).prop_map(|columns| {
            let mut at = 10;
            let edge = |(gap, drift, width)| {
                at += gap;
                Edge { left: at, edges: (at + width, at + width + drift), votes: 1 }
            };
            columns.into_iter().map(edge).collect()
        })
    }

    fn tokens() -> impl Strategy<Value = Vec<Token>> {
        // One blank from a number, a dash may be its sign.
        vec((2_usize..14, 1_usize..7, any::<bool>()), 1..6).prop_map(|tokens| {
            let mut at = 5;
            let token = |(gap, width, digits)| {
                let start = at + gap;
                at = start + width;
                let kind = if digits { TokenKind::Number } else { TokenKind::Dash };
                Token { start, body: start, edge: at, end: at, kind }
            };
            tokens.into_iter().map(token).collect()
        })
    }

    proptest! {
        #[test]
        fn figures_are_placed_at_the_least_cost(columns in columns(), tokens in tokens()) {
            // These are placed in turn, whatever it costs.
            prop_assume!(!are_moved_alike(&columns, &tokens));
            let reach = Reach::of(&columns);
            let row = assign(&reach, &" ".repeat(200), 0, 0..5, &tokens);
            prop_assert!(row.cells.is_sorted_by(|a, b| a.0 < b.0 && a.1.end <= b.1.start));
            let loose = tokens.len() - row.cells.len();
            let cost: usize = row.cells.iter().map(|(k, t)| distance(&columns[*k], t)).sum();
            prop_assert_eq!(cost + loose * LOOSE, least_cost(&columns, &tokens));
        }

        #[test]
        fn no_column_within_reach_is_overlooked(columns in columns(), tokens in tokens()) {
            let reach = Reach::of(&columns);
            for token in &tokens {
                for (k, column) in columns.iter().enumerate() {
                    let near = distance(column, token) <= LOOSE;
                    prop_assert!(!near || reach.near(token).contains(&k));
                }
            }
        }
    }

    #[test]
    fn work_grows_with_the_figures_of_a_row() {
        let columns: Vec<Edge> = (1..500)
            .map(|k| Edge { left: k * 20, edges: (k * 20 + 5, k * 20 + 5), votes: 2 })
            .collect();
        let token = |edge| Token {
            start: edge - 4,
            body: edge - 4,
            edge,
            end: edge,
            kind: TokenKind::Number,
        };
        let tokens: Vec<Token> = columns.iter().map(|c| token(c.edges.0 + 2)).collect();
        let reach = Reach::of(&columns);
        let weighed: usize =
            Costs::weigh(&reach, &tokens).rows.iter().map(|window| window.costs.len()).sum();
        assert!(weighed <= tokens.len() * 4, "{weighed}");
        assert_eq!(assign(&reach, "", 0, 0..0, &tokens).cells.len(), tokens.len());
    }
}
