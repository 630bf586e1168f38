//! Numbers at the left end of rows that belong to the labels: words of these, or labels themselves.

use crate::grid::Edge;
use crate::grid::edges::RowTokens;
use crate::lex::line::Lines;
use crate::lex::token::{self, Token, TokenKind};

/// Drops columns that are none, since the labels of other rows run over them: their numbers are
/// words of labels. Long labels may run over a few figures, but not over a column at their left. A
/// label that ends in a number on the column's edge only has its figure one blank behind. Numbers
/// of labels that fill their lines are no columns either.
pub(super) fn drop_label_columns(lines: &Lines<'_>, rows: &[RowTokens], columns: &mut Vec<Edge>) {
    let mut close = Vec::new();
    while columns.len() > 1 {
        let first = &columns[0];
        let closed = closed_at(rows, first);
        let mut runs_over = |row: &&RowTokens| {
            label_runs_over(lines.face(row.line), row, first, closed, &mut close)
        };
        let begins_behind = |row: &RowTokens| {
            let label = &lines.face(row.line)[..row.label_end];
            label.len() - label.trim_start_matches(' ').len() >= first.edges.1
        };
        let (mut over, mut behind) = (0, false);
        for row in rows.iter().filter(&mut runs_over) {
            over += 1;
            behind |= begins_behind(row);
        }
        let outvoted = if first.votes == 1 || behind {
            over > 0 && over * 2 >= first.votes
        } else {
            over > first.votes
        };
        if outvoted || are_words(lines, rows, first) {
            columns.remove(0);
        } else {
            break;
        }
    }
}

/// Whether the label of a row runs over a column whose figures are `closed` so far, and does not
/// end in one of these; `close` is a buffer.
fn label_runs_over(
    face: &str,
    row: &RowTokens,
    column: &Edge,
    closed: usize,
    close: &mut Vec<Token>,
) -> bool {
    if row.label_end <= column.left {
        return false;
    }
    let label = without_leaders(&face[..row.label_end]);
    let end = label.trim_end_matches(')').len();
    let is_figure = label.as_bytes()[..end].last().is_some_and(u8::is_ascii_digit)
        && (column.ends_at(end) || column.ends_at(label.len()));
    // `435,523(a)`, `(79,894) |`; behind `1,250`, `(484)` may end with it.
    let mut is_closed = || {
        token::scan_close(face, close);
        let last = close.iter().rev().find(|t| t.end <= row.label_end);
        last.is_some_and(|t| t.has_digits() && (column.edges.0..=closed).contains(&t.edge))
    };
    label.len() > column.left + 1 && !is_figure && !is_closed()
}

/// Where the figures of a column before the others end, with what closes them.
fn closed_at(rows: &[RowTokens], column: &Edge) -> usize {
    let inside = |t: &&Token| column.ends_at(t.edge);
    let ends = rows.iter().filter_map(|row| row.tokens.first().filter(inside)).map(|t| t.end);
    ends.max().unwrap_or(column.edges.1)
}

/// Whether all figures of a column before the others, in at most half of the rows, are words of
/// labels that fill their lines: `Effect of  adopting  SFAS  133       (4)`.
fn are_words(lines: &Lines<'_>, rows: &[RowTokens], column: &Edge) -> bool {
    let inside = |t: &&Token| column.ends_at(t.edge);
    let held = || rows.iter().filter_map(|row| Some((row, row.tokens.first().filter(inside)?)));
    let fills_line = |(row, t): (&RowTokens, &Token)| {
        token::stands_in_filled_label(lines.face(row.line), &t.span())
    };
    let count = held().count();
    count > 0 && count * 2 <= rows.len() && held().all(fills_line)
}

/// Whether the only row has no words, and only numbers with a point: ratios, which are not labels.
fn are_ratios(lines: &Lines<'_>, rows: &[RowTokens]) -> bool {
    let [row] = rows else { return false };
    let is_ratio = |print: &str| print.contains('.') && !print.contains(['$', ',', '%']);
    row.tokens.iter().all(|t| is_ratio(&lines.face(row.line)[t.span()]))
}

/// Whether the first numbers of rows without words are amounts like those beside them, as on the
/// right one of two facing pages: with a sign and decimals where these have them, some in
/// thousands. Numbers that never fall are steps that name the rows, of pay or of the size of loans.
fn are_amounts(lines: &Lines<'_>, rows: &[RowTokens]) -> bool {
    let print = |row: &RowTokens, at: usize| &lines.face(row.line)[row.tokens[at].span()];
    let has_sign = |print: &str| print.contains('$');
    let size = |print: &str| {
        let digits: Vec<u8> = print.bytes().filter(u8::is_ascii_digit).collect();
        (digits.len(), digits)
    };
    let decimals =
        |print: &str| print.split('.').nth(1).map(|d| d.bytes().filter(u8::is_ascii_digit).count());
    let is_alike = |row: &RowTokens| {
        let (first, second) = (print(row, 0), print(row, 1));
        // A nil has neither.
        let is_nil = |at: usize| !row.tokens[at].has_digits();
        is_nil(0)
            || is_nil(1)
            || has_sign(first) == has_sign(second) && decimals(first) == decimals(second)
    };
    let signed = rows.iter().filter(|row| has_sign(print(row, 0))).count();
    (1..rows.len()).contains(&signed)
        && rows.iter().any(|row| print(row, 0).contains(','))
        && rows.iter().all(is_alike)
        && !rows.is_sorted_by_key(|row| size(print(row, 0)))
}

/// A label without the leaders behind it.
fn without_leaders(label: &str) -> &str {
    let end = label.bytes().rposition(|b| !matches!(b, b'.' | b' ')).map_or(0, |last| last + 1);
    &label[..end]
}

/// Years or prices at the left end of rows without other words are the rows' labels; so are the
/// years above these behind the words that head them: `Net sales   1997   4,120` over
/// `1996   3,980`.
pub(super) fn take_out_stub(lines: &Lines<'_>, rows: &mut [RowTokens]) {
    let Some(stub) = Stub::of(lines, rows) else { return };
    for row in rows.iter_mut() {
        if !is_bare(lines, row) {
            if !stub.is_headed_year(row) {
                continue;
            }
            row.label_start = row.tokens[0].start;
        }
        let inside = row.tokens.iter().take_while(|t| t.edge < stub.right).count();
        let inside = inside.min(row.tokens.len() - 1);
        if inside > 0 {
            row.label_end = row.tokens[inside - 1].end;
            row.tokens.drain(..inside);
        }
    }
}

/// Numbers at the left end of rows that are the rows' labels.
struct Stub {
    /// Where the figures after it begin.
    right: usize,
    /// Where its first number ends, if it has nothing but years.
    years: Option<usize>,
}

impl Stub {
    fn of(lines: &Lines<'_>, rows: &[RowTokens]) -> Option<Self> {
        let bare = || rows.iter().filter(|row| is_bare(lines, row));
        let others = || rows.iter().filter(|row| !is_bare(lines, row));
        let behind = |row: &RowTokens| row.tokens.get(count_of_stub(row)).map(|t| t.start);
        let right = bare().filter_map(behind).min()?;
        let leading = || bare().filter(|r| r.tokens.len() > 1 && r.tokens[0].edge < right);
        let of_kind = |kind| leading().filter(|r| r.tokens[0].kind == kind).count();
        let (years, ranges) = (of_kind(TokenKind::Year), of_kind(TokenKind::Unvalued));
        let stubs = leading().count();
        let all_years = years > 0 && years == stubs;
        let first = leading().next().map(|r| r.tokens[0].edge);
        let stub = Self { right, years: first.filter(|_| all_years) };
        // A year beside each name stands in a column of its own: `Jane Doe   1997`,
        // `Chairman   1996`.
        let headed = others().filter(|r| stub.is_headed_year(r)).count();
        let stub_only = (all_years && headed <= stubs || ranges > 0 && ranges * 2 >= stubs)
            && others().all(|r| r.tokens[0].edge > right || stub.is_headed_year(r));
        let all_bare = || {
            stubs == rows.len()
                && rows.iter().all(|r| r.tokens.len() > 1)
                && !are_ratios(lines, rows)
                && !are_amounts(lines, rows)
        };
        (stub_only || all_bare()).then_some(stub)
    }

    /// Whether a row begins with a year in the place of those of the stub.
    fn is_headed_year(&self, row: &RowTokens) -> bool {
        let first = &row.tokens[0];
        row.tokens.len() > 1
            && first.kind == TokenKind::Year
            && self.years.is_some_and(|edge| first.edge == edge)
    }
}

/// Whether a row has no words before its figures.
fn is_bare(lines: &Lines<'_>, row: &RowTokens) -> bool {
    lines.face(row.line)[..row.label_end].bytes().all(|b| b == b' ')
}

/// How many figures at the left end of a row stand close together: a stub may hold a range,
/// `$0.30 - $0.50`. Two blanks part a year from a figure: `1997  $ 31,105`.
fn count_of_stub(row: &RowTokens) -> usize {
    let are_close = |pair: &[Token]| {
        let gap = pair[1].start - pair[0].end.min(pair[1].start);
        let is_year = pair[0].kind == TokenKind::Year && pair[1].kind == TokenKind::Number;
        gap <= if is_year { 1 } else { 2 }
    };
    1 + row.tokens.windows(2).take_while(|pair| are_close(pair)).count()
}
