//! How far a figure stands from each column, and where the figures of a row stand at the least
//! cost.

use std::ops::Range;

use crate::grid::Edge;
use crate::lex::token::Token;

/// What it costs to leave a figure in no column: as much as to place it so many display columns
/// off.
pub(super) const LOOSE: usize = 9;
/// How far left of the figures of a column a dash may stand for one of them,
const DASH_BEFORE: usize = 2;
/// and how far right.
const DASH_BEHIND: usize = 1;
/// How far left of all others of its column a figure may begin and be no part of a label.
const WIDER: usize = 4;

/// The columns, and where to look for the one of a figure.
pub(super) struct Reach<'c> {
    pub columns: &'c [Edge],
    /// How far to the right each column reaches, or one before it.
    ends: Vec<usize>,
    /// How far to the left each column reaches, or one behind it.
    starts: Vec<usize>,
}

impl<'c> Reach<'c> {
    pub(super) fn of(columns: &'c [Edge]) -> Self {
        let mut ends: Vec<usize> = columns.iter().map(|c| c.edges.1 + DASH_BEHIND).collect();
        let mut starts: Vec<usize> =
            columns.iter().map(|c| c.edges.0.min(c.left.saturating_sub(DASH_BEFORE))).collect();
        for k in 1..columns.len() {
            ends[k] = ends[k].max(ends[k - 1]);
        }
        for k in (1..columns.len()).rev() {
            starts[k - 1] = starts[k - 1].min(starts[k]);
        }
        Self { columns, ends, starts }
    }

    /// The columns from which a figure is no further than it may be; others may be among them.
    pub(super) fn near(&self, token: &Token) -> Range<usize> {
        let at = anchor(token);
        let first = self.ends.partition_point(|&end| end + LOOSE < at);
        first..self.starts.partition_point(|&start| start <= at + LOOSE).max(first)
    }

    /// Whether a figure's last digit stands on a column's edge, or what closes it does.
    pub(super) fn is_edge_of(&self, token: &Token) -> bool {
        self.on_edge(token).next().is_some()
    }

    /// Whether a figure begins about where others of its column do.
    pub(super) fn starts_free(&self, token: &Token) -> bool {
        self.on_edge(token).any(|c| token.body + WIDER >= c.left)
    }

    fn on_edge(&self, token: &Token) -> impl Iterator<Item = &'c Edge> {
        let ends = [token.edge, token.end];
        self.columns[self.near(token)]
            .iter()
            .filter(move |c| ends.iter().any(|end| c.ends_at(*end)))
    }
}

/// The display column by which a figure is placed: its last digit; the middle of a dash.
pub(super) fn anchor(token: &Token) -> usize {
    if token.has_digits() { token.edge } else { usize::midpoint(token.body, token.edge) }
}

/// How far a figure stands from a column.
pub(super) fn distance(column: &Edge, token: &Token) -> usize {
    let (from, to) = if token.has_digits() {
        column.edges
    } else {
        (column.left.saturating_sub(DASH_BEFORE), column.edges.1 + DASH_BEHIND)
    };
    let at = anchor(token);
    from.saturating_sub(at) + at.saturating_sub(to)
}

/// Gives each figure of a row the first free column on whose edge it stands; none if one of them
/// finds no such column.
pub(super) fn place_exactly(columns: &[Edge], tokens: &[Token]) -> Option<Vec<(usize, Token)>> {
    let mut cells = Vec::with_capacity(tokens.len());
    let mut free = 0;
    for &token in tokens {
        let column = free + columns[free..].iter().position(|c| distance(c, &token) == 0)?;
        cells.push((column, token));
        free = column + 1;
    }
    Some(cells)
}

/// The figures of a row that stand in columns, and those that stand in none.
pub(super) fn place_at_least_cost(
    reach: &Reach<'_>,
    tokens: &[Token],
) -> (Vec<(usize, Token)>, Vec<Token>) {
    let (mut cells, mut loose) = (Vec::with_capacity(tokens.len()), Vec::new());
    let costs = Costs::weigh(reach, tokens);
    let mut columns = reach.columns.len();
    for (at, &token) in tokens.iter().enumerate().rev() {
        columns = costs.fewest_columns(at + 1, columns);
        if costs.is_taken(reach, &token, at + 1, columns) {
            columns -= 1;
            cells.push((columns, token));
        } else {
            loose.push(token);
        }
    }
    cells.reverse();
    loose.reverse();
    (cells, loose)
}

/// The least cost of the first figures of a row in the first columns.
///
/// For each number of figures, only those numbers of columns are weighed between which the cost
/// may change: so the work grows with the figures of a row, not with figures times columns.
pub(super) struct Costs {
    /// For 0, 1, 2, ... figures.
    pub rows: Vec<Window>,
}

/// Costs for `first` columns and more; the last one holds for any greater number.
pub(super) struct Window {
    first: usize,
    pub costs: Vec<usize>,
}

impl Window {
    fn last(&self) -> usize {
        self.first + self.costs.len() - 1
    }

    fn get(&self, columns: usize) -> usize {
        self.costs[columns.min(self.last()) - self.first]
    }
}

impl Costs {
    pub(super) fn weigh(reach: &Reach<'_>, tokens: &[Token]) -> Self {
        let near: Vec<Range<usize>> = tokens.iter().map(|token| reach.near(token)).collect();
        // No figure from here on may stand in a column before these.
        let mut firsts: Vec<usize> = near.iter().map(|near| near.start).collect();
        for i in (1..firsts.len()).rev() {
            firsts[i - 1] = firsts[i - 1].min(firsts[i]);
        }
        let mut rows = Vec::with_capacity(tokens.len() + 1);
        rows.push(Window { first: firsts[0], costs: vec![0] });
        let mut last = 0;
        for (i, token) in tokens.iter().enumerate() {
            let before = &rows[i];
            let first = firsts[i];
            last = near[i].end.max(last).max(first);
            let mut costs: Vec<usize> = Vec::with_capacity(last + 1 - first);
            for j in first..=last {
                let mut cost = before.get(j) + LOOSE;
                if let Some(fewer) = costs.last() {
                    let taken = before.get(j - 1) + distance(&reach.columns[j - 1], token);
                    cost = cost.min(*fewer).min(taken);
                }
                costs.push(cost);
            }
            rows.push(Window { first, costs });
        }
        Self { rows }
    }

    /// The fewest of the first columns in which the first figures cost as little as in all of them.
    fn fewest_columns(&self, figures: usize, columns: usize) -> usize {
        let window = &self.rows[figures];
        let mut fewest = columns.min(window.last());
        while fewest > window.first && window.get(fewest) == window.get(fewest - 1) {
            fewest -= 1;
        }
        fewest
    }

    /// Whether the last of the first figures stands in the last of the first columns.
    fn is_taken(&self, reach: &Reach<'_>, token: &Token, figures: usize, columns: usize) -> bool {
        let (before, window) = (&self.rows[figures - 1], &self.rows[figures]);
        columns > window.first
            && window.get(columns)
                == before.get(columns - 1) + distance(&reach.columns[columns - 1], token)
    }
}
