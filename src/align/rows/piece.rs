//! A line of a table's body as label and figures, and what its words alone say of it.

use std::ops::RangeInclusive;

use crate::align::label::{first_word, hangs, is_capitals, join_two, unbalanced, without_marks};
use crate::knowledge;
use crate::record::Kind;

/// A line of the body, cut into label and figures.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub line: usize,
    pub text: String,
    pub indent: usize,
    /// Where the label ends.
    pub end: usize,
    pub row: Option<usize>,
    /// Leaders stand behind the label and run on over the columns.
    pub led: bool,
    /// Leaders stand behind the label and lead to no figure.
    pub unanswered: bool,
    pub after_blank: bool,
    pub after_rule: bool,
}

impl Piece {
    pub fn starts_lower(&self) -> bool {
        if is_enumerated(&self.text) {
            return false;
        }
        let first = self.text.chars().find(|c| !matches!(c, '(' | '\'' | '"'));
        // `b. Interest on deposits` is an item of a list.
        let lettered = matches!(self.text.as_bytes(), [b'a'..=b'z', b'.', b' ', ..]);
        first.is_some_and(char::is_lowercase) && !lettered
    }

    /// Whether its words are in capitals, whatever a remark behind them is in: `OUTSTANDING (in
    /// thousands)`.
    pub fn is_capitals(&self) -> bool {
        let words = self.text.split(" (").next().unwrap_or("");
        is_capitals(if self.row.is_none() { words } else { &self.text })
    }

    /// Whether both are in capitals or neither is; `1999` may be either.
    pub fn shares_case(&self, other: &Self) -> bool {
        let has_letters = |piece: &Self| piece.text.contains(char::is_alphabetic);
        self.is_capitals() == other.is_capitals() || !has_letters(self) || !has_letters(other)
    }

    /// Whether it goes on, in capitals like words before it, as no label begins:
    /// `NET INTEREST INCOME` / `AFTER PROVISION FOR LOAN LOSSES`.
    pub fn joins_capitals(&self, words: &str) -> bool {
        // `IN-PROCESS RESEARCH` begins a label of its own.
        let first = first_word(&self.text).trim_end_matches(|c: char| !c.is_alphabetic());
        self.is_capitals() && is_capitals(words) && knowledge::is_joint(first)
    }

    /// `Performance ratios:`, `Performance ratios: (1)`; not so in the midst of an aside, `Fixed
    /// maturities (amortized cost:`.
    pub fn ends_in_colon(&self) -> bool {
        let text = self.text.as_str();
        text.ends_with(':') && !unbalanced(text)
            || text.ends_with(')') && without_marks(text).ends_with(':')
    }

    /// Whether a line without figures right below this one is as long or as short on both sides:
    /// `MARKET PRICE OF COMMON` / `STOCK`, in the middle of the page, far from where labels begin.
    pub fn is_centred_with(&self, next: &Self, labels: usize) -> bool {
        const DEEP: usize = 8;
        let center = |p: &Self| p.indent + p.end;
        next.row.is_none()
            && next.line == self.line + 1
            && self.indent.min(next.indent) >= labels + DEEP
            && self.indent != next.indent
            && center(self).abs_diff(center(next)) <= 2
            && self.is_capitals() == next.is_capitals()
    }

    /// Whether it is a result that no column has a figure for, and heads nothing: `Net income.....`
    /// above `Dividends paid.....`.
    pub fn is_result_without_figures(&self, next: Option<&Self>) -> bool {
        self.unanswered
            && knowledge::concept(&knowledge::key(&self.text), Kind::Income)
                == Some("NetIncomeLoss")
            && next.is_some_and(|next| {
                next.indent <= self.indent && next.text.starts_with(char::is_uppercase)
            })
    }

    /// Whether it is a row with a balance: `Balance, June 30`.
    pub fn is_balance(&self) -> bool {
        self.row.is_some() && knowledge::begins_as_balance(&self.text)
    }

    /// Whether the label cannot end here.
    pub fn hangs(&self) -> bool {
        hangs(&self.text, self.row.is_some())
    }
}

/// Whether words stand behind the letter of a list: `b) fixed charges`, `(b) Interest`. A letter in
/// parentheses alone is the mark of a note, several are the names of columns.
fn is_enumerated(text: &str) -> bool {
    let item = text.strip_prefix('(').unwrap_or(text).as_bytes();
    matches!(item, [b'a'..=b'z', b')', b' ', word, ..] if *word != b'(')
}

/// By how much the further lines of a label are indented.
const HANG: RangeInclusive<usize> = 1..=4;

/// Whether a line is as much deeper than the first of a label as its further lines are.
pub(super) fn is_hung(indent: usize, first: usize) -> bool {
    HANG.contains(&indent.saturating_sub(first))
}

/// The words of several lines as one label.
pub(super) fn join<'p>(pieces: impl Iterator<Item = &'p Piece>) -> String {
    pieces.filter(|p| !p.text.is_empty()).fold(String::new(), |all, p| {
        if repeats(&all, &p.text) { all } else { join_two(&all, &p.text) }
    })
}

/// Whether several words are once more the last of a label, printed again on a line of their own:
/// `cash` / `equivalents` / `cash equivalents`.
fn repeats(label: &str, words: &str) -> bool {
    let before = label.strip_suffix(words).filter(|_| words.contains(' '));
    before.is_some_and(|before| before.ends_with(' '))
}
