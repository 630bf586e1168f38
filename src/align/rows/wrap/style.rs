//! How the table wraps its labels, learned from the lines that can only be continuations.

use crate::align::label::first_word;
use crate::align::rows::piece::Piece;
use crate::knowledge;

/// How the table wraps its labels.
pub(super) struct Style {
    /// Where labels begin.
    pub(super) labels: usize,
    /// Furthest column that labels reach.
    pub(super) margin: usize,
    /// Where the figures begin.
    pub(super) left: usize,
    /// By how much continuations are indented, where they agree.
    pub(super) hang: Option<usize>,
    /// Blank lines stand between most lines and mean nothing.
    spaced: bool,
    /// Blank lines stand between most rows that follow each other.
    pub(super) rows_apart: bool,
    /// No label begins with a small letter.
    pub(super) capitalized: bool,
    /// Headings end in a colon.
    pub(super) colons: bool,
    /// Blank lines part the labels, all in capitals, and nothing else does.
    pub(super) paragraphs: bool,
    /// Headings between rows that are deeper than they are.
    pub(super) parts: Vec<String>,
    /// The rows that come again below words that end in a dash: these are headings.
    pub(super) below_dashes: Vec<String>,
    /// Rows follow each other that begin as what goes on behind shares does: a list, `Used in basic`
    /// over `Used in diluted`.
    pub(super) lists_shares: bool,
}

impl Style {
    pub(super) fn learn(pieces: &[Piece], left: usize) -> Self {
        let labelled = pieces.iter().filter(|p| p.row.is_some() && !p.text.is_empty());
        let begins_lower = |w: &[Piece]| w.iter().all(|p| p.row.is_some()) && w[1].starts_lower();
        let begins_in_list =
            |w: &[Piece]| w[0].row.is_some() && knowledge::goes_behind_shares(&w[1].text);
        let pairs = || pieces.windows(2).filter(|w| w.iter().all(|p| p.row.is_some()));
        let pairs_apart = pairs().filter(|w| w[1].after_blank).count();
        let after_blank = pieces.iter().filter(|p| p.after_blank).count();
        let headings = pieces.iter().filter(|p| p.row.is_none());
        Self {
            labels: pieces.iter().map(|p| p.indent).min().unwrap_or(0),
            margin: labelled.map(|p| p.end).max().unwrap_or(0),
            left,
            hang: usual_hang(pieces),
            rows_apart: pairs_apart * 3 > pairs().count() * 2,
            spaced: after_blank * 3 > pieces.len() * 2,
            capitalized: !pieces.windows(2).any(begins_lower),
            colons: headings.filter(|p| p.ends_in_colon()).count() > 1,
            paragraphs: are_paragraphs(pieces),
            parts: headings_between_rows(pieces),
            below_dashes: rows_below_dashes(pieces),
            lists_shares: pieces.windows(2).any(begins_in_list),
        }
    }

    /// Whether the first word of the next line had no room on a line. One that runs on over the
    /// figures was not wrapped.
    pub(super) fn is_full(&self, line: &Piece, next: &Piece) -> bool {
        line.end + 1 + first_word(&next.text).len() > self.margin && line.end <= self.left
    }

    /// Whether a blank line above a piece parts it from the one before.
    pub(super) fn is_after_blank(&self, piece: &Piece) -> bool {
        piece.after_blank && !self.spaced
    }

    /// Whether a rule or a blank line parts a piece from the one before.
    pub(super) fn is_apart(&self, piece: &Piece) -> bool {
        piece.after_rule || self.is_after_blank(piece)
    }
}

/// The headings that stand between two rows, each deeper than they are.
fn headings_between_rows(pieces: &[Piece]) -> Vec<String> {
    let is_between = |w: &&[Piece]| {
        let is_deeper = |p: &Piece| p.row.is_some() && p.indent > w[1].indent;
        w[1].row.is_none() && is_deeper(&w[0]) && is_deeper(&w[2])
    };
    pieces.windows(3).filter(is_between).map(|w| w[1].text.clone()).collect()
}

/// The rows that stand right below several lines which end in a dash: `Revenues` below `Consolidated -`
/// and `Northern Light -`.
fn rows_below_dashes(pieces: &[Piece]) -> Vec<String> {
    let is_below = |w: &&[Piece]| {
        w[0].row.is_none()
            && w[0].text.ends_with('-')
            && w[1].row.is_some()
            && w[1].indent == w[0].indent
    };
    let mut rows: Vec<&str> =
        pieces.windows(2).filter(is_below).map(|w| w[1].text.as_str()).collect();
    rows.sort_unstable();
    let mut again: Vec<&str> = rows.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
    again.dedup();
    again.into_iter().map(str::to_owned).collect()
}

/// By how much the lines are indented that go on with words without figures above them: the middle
/// of all. A small letter tells where there is one; in capitals, what cannot end or begin a label.
fn usual_hang(pieces: &[Piece]) -> Option<usize> {
    let below = |w: &&[Piece]| {
        w[0].row.is_none() && !w[1].after_blank && !w[0].ends_in_colon() && !w[0].starts_lower()
    };
    let deeper = |w: &[Piece]| w[1].indent.checked_sub(w[0].indent);
    let in_small = |w: &&[Piece]| w[1].starts_lower();
    let in_capitals = |w: &&[Piece]| {
        w[1].line == w[0].line + 1
            && !w[1].after_rule
            && (w[0].hangs() || w[1].joins_capitals(&w[0].text))
    };
    let middle = |mut hangs: Vec<usize>| {
        hangs.sort_unstable();
        hangs.get(hangs.len() / 2).copied()
    };
    let pairs = || pieces.windows(2).filter(below);
    middle(pairs().filter(in_small).filter_map(deeper).collect())
        .or_else(|| middle(pairs().filter(in_capitals).filter_map(deeper).collect()))
}

/// Whether blank lines part nearly all rows from each other, each with the lines of its label above
/// it, and all is in capitals: small letters would tell.
fn are_paragraphs(pieces: &[Piece]) -> bool {
    const FEWEST: usize = 4;
    let parts = || pieces.chunk_by(|_, p| !p.after_blank);
    let rows = |part: &[Piece]| part.iter().filter(|p| p.row.is_some()).count();
    let is_one = |part: &&[Piece]| rows(part) == 1 && part.last().is_some_and(|p| p.row.is_some());
    let with_rows = parts().filter(|part| rows(part) > 0).count();
    let single = parts().filter(is_one).count();
    single >= FEWEST
        && single * 4 >= with_rows * 3
        && parts().filter(|part| part.len() > 1).filter(is_one).count() > 1
        && !pieces.iter().any(|p| p.text.contains(char::is_lowercase))
}
