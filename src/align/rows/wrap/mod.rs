//! Wrapped labels: which lines make one row, and which are headings.
//!
//! The lines of a body, cut into pieces, come in; rows and headings come out. A label may take
//! several lines, with its figures on the first, the last or any other. Two lines are joined by a
//! small letter at the start of the second, a word at the end of the first that cannot end a label,
//! an open parenthesis, or a first line so full that the next word had no room. The other lines
//! without figures are headings.
//!
//! The lines are walked once from top to bottom. Words without figures complete the label of the
//! row above ([`below`]), or wait for the next row, whose label the last of them may begin
//! ([`above`]). That is decided by the words of two lines ([`joins`]), by where these stand
//! ([`hung`]) and by how the table wraps its labels elsewhere ([`style`]), unless they head a list
//! of items ([`lists`]) or name a period ([`dates`]). The rest are grouped to headings
//! ([`mod@headings`]).

mod above;
mod below;
mod dates;
mod headings;
mod hung;
mod joins;
mod lists;
mod style;

use std::cell::OnceCell;
use std::collections::HashSet;

use self::above::{begins_label, names_balance_of_day};
use self::below::{completes, names_row_above};
use self::headings::headings;
use self::hung::{follows, hung_label, paragraph_label};
use self::lists::{begins, headings_of_lists};
use self::style::Style;
use crate::align::label::join_two;
use crate::align::rows::piece::{Piece, join};
use crate::align::rows::row::{AlignedRow, PlacedToken};
use crate::grid::{Grid, GridRow};
use crate::knowledge;

/// Joins the lines of a body to headings and rows.
pub(super) fn gather(pieces: &[Piece], grid: &Grid) -> Vec<AlignedRow> {
    let mut gatherer = Gatherer {
        pieces,
        columns: grid.columns.len(),
        ends: ends_of_columns(grid),
        style: Style::learn(pieces, grid.left()),
        lists: OnceCell::new(),
        rows: Vec::with_capacity(pieces.len()),
        pending: Vec::new(),
    };
    for (at, piece) in pieces.iter().enumerate() {
        match piece.row {
            Some(row) => gatherer.take_figures(at, &grid.rows[row]),
            None => gatherer.take_words(at),
        }
    }
    let groups = gatherer.style.group(&gatherer.pending, &[]);
    gatherer.put_headings(&groups);
    gatherer.rows
}

/// Gathers lines from the top of the body to its foot.
struct Gatherer<'p> {
    pieces: &'p [Piece],
    columns: usize,
    /// Where the figures of the first column and of the last end, right of all labels.
    ends: (usize, usize),
    style: Style,
    /// Words that head items somewhere in the table; read when asked for.
    lists: OnceCell<HashSet<&'p str>>,
    rows: Vec<AlignedRow>,
    /// The lines without figures since the last row.
    pending: Vec<&'p Piece>,
}

impl<'p> Gatherer<'p> {
    /// Words without figures belong to the row above, or wait for the next.
    fn take_words(&mut self, at: usize) {
        let piece = &self.pieces[at];
        if self.is_remark_among_figures(piece) || self.stands_in_another_panel(at) {
            return;
        }
        if self.pending.is_empty()
            && piece.indent < self.ends.0
            && let Some(row) = self.rows.last_mut()
        {
            if names_row_above(row, self.pieces, at) {
                row.label.clone_from(&piece.text);
                row.lines.1 = piece.line;
                return;
            }
            if self.style.goes_on(row, self.pieces, at) {
                row.label = join_two(&row.label, &piece.text);
                row.lines.1 = piece.line;
                return;
            }
        }
        self.pending.push(piece);
    }

    /// Whether words are the row of a result whose figures stand in columns on another page, where
    /// rows lead from balance to balance. In a statement of income such words head the amounts per
    /// share below them.
    fn stands_in_another_panel(&self, at: usize) -> bool {
        self.pieces[at].is_result_without_figures(self.pieces.get(at + 1))
            && self.pieces.iter().any(Piece::is_balance)
    }

    /// Whether words among figures or behind them all are neither part of a label nor a heading:
    /// `(Restated)`, the `and` of two prices.
    fn is_remark_among_figures(&self, words: &Piece) -> bool {
        let is_aside = || words.text.starts_with('(') && words.text.ends_with(')');
        let goes_on = || words.starts_lower() && self.pending.is_empty();
        words.indent >= self.ends.0
            && (words.indent >= self.ends.1 || is_aside() || goes_on())
            && !words.text.contains(|c: char| c.is_ascii_digit())
    }

    /// A line with figures makes a row with the words that begin its label; those before are
    /// headings.
    fn take_figures(&mut self, at: usize, row: &GridRow) {
        let piece = &self.pieces[at];
        let hung = self.split_hung_label(at);
        let mut groups = self.style.group(&self.pending, &self.pieces[at..]);
        let joins = hung.is_none()
            && groups.last().is_some_and(|group| {
                let last = group[group.len() - 1];
                let begins = || {
                    begins_label(group, self.pieces, at, row, &self.style)
                        && !self.heads_list(last, piece)
                        && !self.heads_namesake(last, at)
                        && !self.heads_in_parentheses(last, piece)
                        && !self.heads_first_item(last, piece)
                        && !self.heads_siblings(group, at)
                };
                group.iter().all(|words| words.indent < self.ends.0)
                    && (names_balance_of_day(group, self.pieces, at) || begins())
            });
        let prefix = if joins { groups.pop() } else { hung }.unwrap_or_default();
        self.put_headings(&groups);
        self.pending.clear();
        if prefix.is_empty() && completes(self.rows.last_mut(), piece, row, self.columns) {
            return;
        }
        self.rows.push(aligned(&prefix, piece, row));
    }

    /// The pending lines from the one on which the label of a row begins that hangs below it, or
    /// has them all.
    fn split_hung_label(&mut self, at: usize) -> Option<Vec<&'p Piece>> {
        let first = hung_label(self.pieces, at)
            .or_else(|| paragraph_label(self.pieces, at, &self.style))?;
        let first = self.pending.len().checked_sub(at - first)?;
        Some(self.pending.split_off(first))
    }

    /// Whether the words right above a row head items elsewhere in the table.
    fn heads_list(&self, words: &Piece, row: &Piece) -> bool {
        let lists = || self.lists.get_or_init(|| headings_of_lists(self.pieces));
        row.indent > words.indent && begins(row) && lists().contains(&*words.text)
    }

    /// Whether the row right below words begins the same items elsewhere in the table, so that
    /// they head it: `Equipment under capital leases` / `Aircraft, net` / `Other, net`. Items below
    /// the same words or others as full may be no more than the rest of a label, year by year:
    /// `Common Stock Issued Under the Employee Stock` / `Purchase Plan` / `Net Income`.
    fn heads_namesake(&self, words: &Piece, at: usize) -> bool {
        let item = &self.pieces[at];
        let Some(next) = self.pieces.get(at + 1) else { return false };
        let are_items = |w: &[Piece]| w.iter().all(|p| p.row.is_some() && begins(p));
        let are_same = |w: &[Piece]| w[0].text == item.text && w[1].text == next.text;
        let may_wrap = |above: &Piece| {
            above.row.is_none()
                && !above.ends_in_colon()
                && (above.text == words.text || self.style.is_full(above, item))
        };
        let elsewhere = |w: &[Piece]| {
            w[1].line != item.line && are_same(&w[1..]) && are_items(&w[1..]) && !may_wrap(&w[0])
        };
        are_items(&self.pieces[at..at + 2])
            && !words.hangs()
            && !item.joins_capitals(&words.text)
            && self.pieces.windows(3).any(elsewhere)
    }

    /// Whether words end in parentheses as others do, with no more room behind them, that each head
    /// the same items: `Copper (millions of recoverable pounds)` / `Production` / `Sales`, then
    /// `Gold (thousands of recoverable ounces)`.
    fn heads_in_parentheses(&self, words: &Piece, item: &Piece) -> bool {
        let ends = |p: &Piece| p.text.ends_with(')') && p.text.contains(" (");
        if !ends(words) || !begins(item) {
            return false;
        }
        let heads = |w: &&[Piece]| {
            w[0].row.is_none()
                && ends(&w[0])
                && w[0].indent == words.indent
                && w[1].indent == item.indent
                && w[1..].iter().all(|p| p.row.is_some() && begins(p))
        };
        let mut others = self.pieces.windows(3).filter(heads);
        others.any(|w| {
            let is_same = |v: &&[Piece]| {
                v[0].line > w[0].line
                    && v[0].text != w[0].text
                    && v[1].text == w[1].text
                    && v[2].text == w[2].text
            };
            self.pieces.windows(3).filter(heads).any(|v| is_same(&v))
        })
    }

    /// Whether words in small letters stand right above a row with a capital, deeper than their
    /// first line, and another is right below and as deep: `Core deposit intangible` /
    /// `  Nonqualifying` / `  Qualifying`. A name may go on with a capital: `Purchases by Employee`
    /// / `  Stock Ownership Plan`. Two rows in small letters are a list below any words:
    /// `Net Income` / `  as reported` / `  as restated`.
    fn heads_siblings(&self, group: &[&Piece], at: usize) -> bool {
        let ([first, ..], [.., words]) = (group, group) else { return false };
        let (item, Some(next)) = (&self.pieces[at], self.pieces.get(at + 1)) else { return false };
        let Some((_, last)) = words.text.rsplit_once(' ') else { return false };
        // `Depreciation of plant` / `  and equipment`
        let goes_on = |piece: &Piece| piece.text.split(' ').next().is_some_and(knowledge::is_joint);
        let in_small =
            || next.row.is_some() && [item, next].iter().all(|p| p.starts_lower() && !goes_on(p));
        let with_capitals = || {
            last.starts_with(char::is_lowercase)
                && item.text.starts_with(char::is_uppercase)
                && begins(next)
        };
        (!words.hangs() || knowledge::is_half(last))
            && item.indent > first.indent
            && next.indent == item.indent
            && [at, at + 1].into_iter().all(|k| follows(self.pieces, k))
            && (with_capitals() || in_small())
    }

    /// Whether the row right below words, deeper than they are, is elsewhere the first of several
    /// items below such words: `Forward contracts` / `Assets` / `Liabilities`, then `Options` /
    /// `Assets`.
    fn heads_first_item(&self, words: &Piece, item: &Piece) -> bool {
        let is_item = |p: &Piece| p.row.is_some() && p.indent == item.indent && begins(p);
        let elsewhere = |w: &[Piece]| {
            w[0].row.is_none()
                && w[0].indent == words.indent
                && w[0].text != words.text
                && !w[0].hangs()
                && w[1].text == item.text
                && w[1].line != item.line
                && is_item(&w[1])
                && is_item(&w[2])
        };
        item.indent > words.indent
            && !words.hangs()
            && is_item(item)
            && self.pieces.windows(3).any(elsewhere)
    }

    fn put_headings(&mut self, groups: &[Vec<&Piece>]) {
        self.rows.extend(groups.iter().flat_map(|group| headings(group)));
    }
}

/// Where the figures of the first column and of the last end; nowhere if labels stand among them.
fn ends_of_columns(grid: &Grid) -> (usize, usize) {
    match &grid.columns[..] {
        _ if grid.mirrored => (usize::MAX, usize::MAX),
        [first, .., last] => (first.edges.1, last.edges.1),
        [only] => (only.edges.1, only.edges.1),
        [] => (usize::MAX, usize::MAX),
    }
}

/// The row of a line with figures, whose label begins on the lines of `prefix`.
fn aligned(prefix: &[&Piece], piece: &Piece, row: &GridRow) -> AlignedRow {
    let first = prefix.first().copied().unwrap_or(piece);
    let label = join(prefix.iter().copied().chain([piece]));
    let placed = |&(column, token)| PlacedToken { column, line: row.line, token };
    let mut out = AlignedRow::new(label, first.indent, (first.line, piece.line));
    out.cells = row.cells.iter().map(placed).collect();
    out.ruled = first.after_rule;
    out
}
