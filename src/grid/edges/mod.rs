//! The vote: which display columns hold figures.
//!
//! Every figure with digits covers some display columns. Where no figure of the whole table
//! stands, a column ends. Where two columns are printed so tightly that their figures touch over
//! the rows, the rows that hold most figures there show how many columns it is. Numbers at the left
//! that are words of labels have no vote (`labels`).

mod labels;

use std::ops::Range;

use self::labels::{drop_label_columns, take_out_stub};
use crate::grid::Edge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines, runs, words};
use crate::lex::token::{self, Token, TokenKind};
use crate::text::TAB;

/// The figures at the end of a line.
#[derive(Debug, Clone)]
pub struct RowTokens {
    /// The line.
    pub line: usize,
    /// Where the label begins.
    pub label_start: usize,
    /// Where the label ends.
    pub label_end: usize,
    /// The figures, from left to right.
    pub tokens: Vec<Token>,
}

/// Fewest figures that show that all rows have as many by design: two each in four rows, four each
/// in two.
const FEWEST_FIGURES: usize = 8;

/// In a table of so many rows, a single figure between two columns does not join them.
const MANY_ROWS: usize = 30;

/// Two columns that never have figures in one row are the same if the gap between them is no wider.
const SAME_COLUMN_GAP: usize = 3;

/// Finds the columns of a table by the votes of its figures. Numbers that are words of a label
/// (years as row labels, numbers among label words) are taken out of `rows`.
pub fn vote(lines: &Lines<'_>, rows: &mut [RowTokens], mirrored: bool) -> Vec<Edge> {
    if !mirrored {
        take_out_stub(lines, rows);
    }
    let mut columns = from_coverage(rows);
    merge_strays(rows, &mut columns);
    add_silent(lines, rows, &mut columns);
    if !mirrored {
        drop_label_columns(lines, rows, &mut columns);
    }
    columns
}

/// The columns of a table in which tabs have moved figures about: where every row has as many as
/// there are years over them, they are of these years in order, wherever they stand.
pub fn of_years(lines: &Lines<'_>, block: &Block, rows: &[RowTokens]) -> Option<Vec<Edge>> {
    let years = rows.first()?.tokens.len();
    let too_few = || rows.len() < 2 || rows.len() * years < FEWEST_FIGURES;
    if years < 2 || too_few() || rows.iter().any(|r| r.tokens.len() != years) {
        return None;
    }
    let mut over = Vec::new();
    let mut names_each = |i: usize| {
        token::scan(lines.face(i), &mut over);
        over.len() == years && over.iter().all(|t| t.kind == TokenKind::Year)
    };
    let mut above = (block.top..block.first_row).rev();
    if !above.any(|i| matches!(lines.class(i), Class::Years | Class::Figures) && names_each(i)) {
        return None;
    }
    let mut columns = vec![None; years];
    for row in rows {
        row.tokens.iter().zip(&mut columns).for_each(|(token, column)| widen(column, token));
    }
    columns.into_iter().collect()
}

/// The columns of a table of which the gaps have been closed up to one or two blanks, or to stops
/// of tabs, so that no figure stands below another: as many as there are figures in its fullest
/// rows.
pub fn of_tight(rows: &[RowTokens]) -> Option<Vec<Edge>> {
    /// Widest gap that is left where blanks have been closed up: words of one label have one blank.
    const GAP: usize = 2;
    let mut counts: Vec<usize> = rows.iter().map(|row| row.tokens.len()).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    // In a long table, a single overfull row may be a label with numbers.
    let count = *counts.get(counts.len() / 10).filter(|count| **count > 1)?;
    let full = || rows.iter().filter(|row| row.tokens.len() == count);
    let is_tight = |from: usize, to: usize| {
        let gap = to.saturating_sub(from);
        gap <= GAP || gap <= TAB && to.is_multiple_of(TAB)
    };
    let gaps = |row: &RowTokens| {
        let before = [row.label_end].into_iter().chain(row.tokens.iter().map(|t| t.end));
        before.zip(&row.tokens).filter(|(from, t)| is_tight(*from, t.start)).count()
    };
    let (mut tight, mut all) = (0, 0);
    let mut columns = vec![None; count];
    for row in rows.iter().filter(|row| !row.tokens.is_empty()) {
        tight += gaps(row);
        all += row.tokens.len();
    }
    for row in full() {
        row.tokens.iter().zip(&mut columns).for_each(|(token, column)| widen(column, token));
    }
    let columns: Vec<Edge> = columns.into_iter().collect::<Option<_>>()?;
    let overlap = columns.windows(2).any(|pair| pair[1].edges.0 <= pair[0].edges.1);
    (overlap && full().count() > 1 && tight * 10 >= all * 9).then_some(columns)
}

/// The columns that figures cover: stretches of display columns with blank ones between them.
fn from_coverage(rows: &[RowTokens]) -> Vec<Edge> {
    let width = rows.iter().flat_map(|r| r.tokens.iter()).map(|t| t.edge).max().unwrap_or(0);
    let mut cover = vec![0_u32; width + 1];
    for token in rows.iter().flat_map(|r| r.tokens.iter()).filter(|t| t.has_digits()) {
        for count in &mut cover[token.body..token.edge] {
            *count += 1;
        }
    }
    let noise = u32::from(rows.len() >= MANY_ROWS);
    let mut columns = Vec::new();
    let mut at = 0;
    while at <= width {
        if cover[at] <= noise {
            at += 1;
            continue;
        }
        let start = at;
        while at <= width && cover[at] > noise {
            at += 1;
        }
        columns.extend(split(&Stretch::gather(rows, start, at).rows()));
    }
    columns
}

/// The figures that end within some display columns, row by row.
struct Stretch {
    tokens: Vec<Token>,
    /// Where each row's figures end among `tokens`.
    ends: Vec<usize>,
}

impl Stretch {
    /// Gathers the figures with digits; a row without any is left out.
    fn gather(rows: &[RowTokens], start: usize, end: usize) -> Self {
        let mut out =
            Self { tokens: Vec::with_capacity(rows.len()), ends: Vec::with_capacity(rows.len()) };
        for row in rows {
            let before = out.tokens.len();
            let inside = |t: &&Token| t.has_digits() && t.edge > start && t.edge <= end;
            out.tokens.extend(row.tokens.iter().filter(inside));
            if out.tokens.len() > before {
                out.ends.push(out.tokens.len());
            }
        }
        out
    }

    fn rows(&self) -> Vec<&[Token]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.tokens[start..end]).collect()
    }
}

/// Splits the figures of one covered stretch into as many columns as its fullest rows hold.
fn split(rows: &[&[Token]]) -> Vec<Edge> {
    let most = rows.iter().map(|r| r.len()).max().unwrap_or(0);
    // A single overfull row may be a label with numbers; two rows, or a tenth of them, are a
    // pattern.
    let count = (1..=most)
        .rev()
        .find(|&k| {
            let n = rows.iter().filter(|r| r.len() >= k).count();
            n >= 2 || n * 10 >= rows.len()
        })
        .unwrap_or(1);
    let full: Vec<&[Token]> = rows.iter().copied().filter(|r| r.len() == count).collect();
    if full.is_empty() {
        return Vec::new();
    }
    let middle: Vec<usize> = (0..count)
        .map(|k| {
            let mut edges: Vec<usize> = full.iter().map(|r| r[k].edge).collect();
            edges.sort_unstable();
            edges[edges.len() / 2]
        })
        .collect();
    let mut columns: Vec<Option<Edge>> = vec![None; count];
    for row in rows {
        for (k, token) in row.iter().enumerate() {
            let nearest = if row.len() == count {
                k
            } else {
                (0..count).min_by_key(|&k| middle[k].abs_diff(token.edge)).unwrap_or(0)
            };
            widen(&mut columns[nearest], token);
        }
    }
    columns.into_iter().flatten().collect()
}

/// Makes a column wide enough for a figure, which votes for it.
fn widen(column: &mut Option<Edge>, token: &Token) {
    let edge =
        column.get_or_insert(Edge { left: token.body, edges: (token.edge, token.edge), votes: 0 });
    edge.left = edge.left.min(token.body);
    edge.edges = (edge.edges.0.min(token.edge), edge.edges.1.max(token.edge));
    edge.votes += 1;
}

/// Joins a stray column to its neighbour where the two never meet in a row and nearly touch.
fn merge_strays(rows: &[RowTokens], columns: &mut Vec<Edge>) {
    let mut k = 0;
    while k + 1 < columns.len() {
        let (a, b) = (&columns[k], &columns[k + 1]);
        let gap = b.left.saturating_sub(a.edges.1);
        let holds = |row: &RowTokens, c: &Edge| {
            row.tokens.iter().any(|t| match t.kind {
                TokenKind::Dash => c.left <= t.body && t.edge <= c.edges.1,
                _ => t.has_digits() && c.ends_at(t.edge),
            })
        };
        if gap <= SAME_COLUMN_GAP && !rows.iter().any(|row| holds(row, a) && holds(row, b)) {
            let b = columns.remove(k + 1);
            let a = &mut columns[k];
            a.left = a.left.min(b.left);
            a.edges = (a.edges.0.min(b.edges.0), a.edges.1.max(b.edges.1));
            a.votes += b.votes;
        } else {
            k += 1;
        }
    }
}

/// Furthest that a dash stands beside the figures of its own column.
const DASH_REACH: usize = 4;

/// Dashes and ranges far from every column, one below the other, are a column without numbers; so
/// is one beside all columns under a year, a day or a change of its own, and one behind a sign of
/// currency, or below its own stretch of a rule.
fn add_silent(lines: &Lines<'_>, rows: &[RowTokens], columns: &mut Vec<Edge>) {
    for column in stacks(&beside_all(rows, columns, DASH_REACH)) {
        // Of two rows, one may have a dash in a column that the other lacks.
        let dashes = column.iter().all(|t| t.kind == TokenKind::Dash);
        let signed = column.iter().any(|t| t.start < t.body);
        let enough = match rows.len() {
            _ if dashes && signed => 1,
            1 => 1,
            2 if dashes => 1,
            2..=4 => 2,
            _ => 3,
        };
        if column.len() >= enough {
            columns.extend(edge_of(column));
        }
    }
    for column in stacks(&beside_all(rows, columns, 0)) {
        if is_headed(lines, rows, columns, column) || is_ruled(lines, rows, columns, column) {
            columns.extend(edge_of(column));
        }
    }
    columns.sort_unstable_by_key(|c| c.edges);
}

/// The figures without digits that stand in no column, nor as near to one as dashes reach; by where
/// they end. A range is as wide as a column, and may stand close beside another; so may a dash
/// before all columns in a row that has a figure in the first of them, and one with a sign of
/// currency beside a figure of its row, which leaves no room in that column.
fn beside_all(rows: &[RowTokens], columns: &[Edge], reach: usize) -> Vec<Token> {
    let is_apart =
        |t: &Token, c: &Edge, reach: usize| t.edge + reach < c.left || t.body > c.edges.1 + reach;
    let is_taken = |row: &RowTokens, t: &Token, c: &Edge| {
        let leaves_gap = |o: &Token| t.end + 2 <= o.start || o.end + 2 <= t.start;
        let is_signed = t.start < t.body;
        is_signed && row.tokens.iter().any(|o| o.has_digits() && c.ends_at(o.edge) && leaves_gap(o))
    };
    let is_beside = |row: &RowTokens, t: &Token| {
        let reach = if t.edge - t.body > DASH_REACH { 0 } else { reach };
        columns.iter().all(|c| is_apart(t, c, reach) || is_apart(t, c, 0) && is_taken(row, t, c))
    };
    let goes_before = |row: &RowTokens| match (&row.tokens[..], columns) {
        ([dash, next, ..], [first, ..]) => {
            dash.edge < first.left
                && dash.edge + 2 <= next.start
                && next.body < first.edges.1
                && first.left < next.edge
        }
        _ => false,
    };
    let silent = |row: &RowTokens| -> Vec<Token> {
        let before = goes_before(row);
        let if_silent = |(k, t): (usize, &Token)| {
            (!t.has_digits() && (is_beside(row, t) || before && k == 0)).then_some(*t)
        };
        row.tokens.iter().enumerate().filter_map(if_silent).collect()
    };
    let mut out: Vec<Token> = rows.iter().flat_map(silent).collect();
    out.sort_unstable_by_key(|t| t.edge);
    out
}

/// Figures that stand one below the other.
fn stacks(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    tokens.chunk_by(|a, b| b.edge - a.edge <= SAME_COLUMN_GAP)
}

/// The column that these figures cover.
fn edge_of(tokens: &[Token]) -> Option<Edge> {
    let mut edge = None;
    for token in tokens {
        widen(&mut edge, token);
    }
    edge
}

/// Whether one of some dashes stands right below a stretch of a rule that is over no column, and
/// every other stretch is over one of its own: `-------   ---   -------` over
/// `$  (146)   -   $  17`.
fn is_ruled(lines: &Lines<'_>, rows: &[RowTokens], columns: &[Edge], dashes: &[Token]) -> bool {
    let (Some(first), true) = (columns.first(), columns.len() > 1) else { return false };
    let is_below = |row: &RowTokens, dash: &Token| {
        let Some(rule) = row.line.checked_sub(1).filter(|&i| lines.class(i) == Class::Rule) else {
            return false;
        };
        let over =
            |c: &Edge, stretch: &Range<usize>| stretch.start < c.edges.1 && c.left < stretch.end;
        let stretches = words(lines.face(rule)).filter(|stretch| stretch.end > first.left);
        let counts: Vec<(bool, usize)> = stretches
            .map(|stretch| {
                let own = stretch.start <= dash.edge && dash.body <= stretch.end;
                (own, columns.iter().filter(|c| over(c, &stretch)).count())
            })
            .collect();
        counts.len() > 2
            && counts.iter().filter(|(own, _)| *own).count() == 1
            && counts.iter().all(|(own, columns)| *columns == usize::from(!own))
    };
    rows.iter()
        .any(|row| dashes.iter().any(|dash| row.tokens.contains(dash) && is_below(row, dash)))
}

/// Whether right above the first row words stand over dashes that part other columns as well, over
/// each words of its own: a year, a day or a change over the dashes.
fn is_headed(lines: &Lines<'_>, rows: &[RowTokens], columns: &[Edge], dashes: &[Token]) -> bool {
    /// Lines above the first row among which its header is sought.
    const REACH: usize = 6;
    let Some(first) = rows.first().map(|row| row.line) else { return false };
    let above = (first.saturating_sub(REACH)..first).rev();
    let mut words = above.filter(|&i| matches!(lines.class(i), Class::Text | Class::Years));
    let is_over = |chunk: &Range<usize>, left: usize, right: usize, reach: usize| {
        chunk.start < right + reach && left < chunk.end + reach
    };
    words.any(|line| {
        let chunks = runs(lines.face(line));
        let heads_all = |chunk: &Range<usize>| {
            dashes.iter().all(|t| is_over(chunk, t.body, t.edge, SAME_COLUMN_GAP))
        };
        let mut heading = (0..chunks.len()).filter(|&k| heads_all(&chunks[k]));
        let (Some(own), None) = (heading.next(), heading.next()) else { return false };
        let is_headed = |c: &Edge| {
            let heads = |k: usize| is_over(&chunks[k], c.left, c.edges.1, SAME_COLUMN_GAP);
            (0..chunks.len()).any(|k| k != own && heads(k))
                && !is_over(&chunks[own], c.left, c.edges.1, 0)
        };
        let words = |k: usize| &lines.face(line)[chunks[k].clone()];
        // `1996   of Sales   1995   of Sales`
        let again = || (0..chunks.len()).any(|k| k != own && words(k) == words(own));
        columns.iter().all(is_headed) && (block::names_column(words(own)) || again())
    })
}
