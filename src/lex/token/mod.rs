//! The figures at the end of a line.
//!
//! A row of a table is a label followed by nothing but figures. [`scan`] walks a line from its
//! right end and collects the figures, up to the first word that is not one: the last of the label.
//!
//! | Room | Its question |
//! |---|---|
//! | `ends` | May a line end in figures? |
//! | `tail` | Which words at its end are figures? |
//! | `word` | What is a word by itself? |
//! | `among` | What is a word that is not a figure, but stands among figures? |
//! | `join` | Which words make up one figure? |
//! | `front` | Which figures stand before the label? |

mod among;
mod ends;
mod front;
mod join;
mod tail;
#[cfg(test)]
mod tests;
mod word;

use std::ops::Range;

pub use self::front::scan_front;
pub use self::tail::stands_in_filled_label;
use self::tail::{Tail, is_told_in_prose};
use self::word::{Word, classify, skip_back, word_start};
pub use self::word::{currency, is_mark, is_note_number};

/// A printed figure and where it stands. All positions are display columns, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it begins, with its currency sign.
    pub start: usize,
    /// Where it begins without the currency sign, but with a minus sign or parenthesis.
    pub body: usize,
    /// The column after the last digit: the edge on which columns align.
    pub edge: usize,
    /// The column after its end, with a closing parenthesis or percent sign.
    pub end: usize,
    /// What it is.
    pub kind: TokenKind,
}

/// What a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Digits.
    Number,
    /// Four digits that may be a year.
    Year,
    /// A dash for nil.
    Dash,
    /// `N/M`, `N/A`, `*`: a place without a number.
    NotAvailable,
    /// Digits that are no number by themselves: a range of two, `13.67c`, `~200`, a time of day.
    Unvalued,
}

impl Token {
    /// The display columns that it takes.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether it has digits.
    pub fn has_digits(&self) -> bool {
        matches!(self.kind, TokenKind::Number | TokenKind::Year)
    }
}

/// Reads the figures at the end of `line` into `out`, from left to right, and returns where the
/// label before them ends: at the end of the line if there are none.
pub fn scan(line: &str, out: &mut Vec<Token>) -> usize {
    scan_with(line, out, true)
}

/// Like [`scan`], but the first figure may be only one blank behind the label: for rows whose
/// columns are known.
pub fn scan_close(line: &str, out: &mut Vec<Token>) -> usize {
    scan_with(line, out, false)
}

/// Like [`scan`], but ignores words at the end of the line that are two blanks or more behind the
/// rest: `Inventories   1,250   1,400   Note 3`.
pub fn scan_before_words(line: &str, out: &mut Vec<Token>) -> usize {
    let print = line.trim_ascii_end();
    // A loop without an early exit is vectorised; most lines have no digit.
    let has_digits = print.bytes().fold(false, |any, b| any | b.is_ascii_digit());
    let last_gap = || print.as_bytes().windows(2).rposition(|blanks| blanks == b"  ");
    let gap = has_digits.then(last_gap).flatten();
    let (figures, words) = print.split_at(gap.unwrap_or(0));
    let is_row = figures.bytes().any(|b| b.is_ascii_digit())
        && words.contains(|c: char| c.is_ascii_alphabetic());
    if is_row {
        return scan(figures.trim_ascii_end(), out);
    }
    out.clear();
    line.len()
}

fn scan_with(line: &str, out: &mut Vec<Token>, apart: bool) -> usize {
    out.clear();
    let Some(words) = Tail::of(line).and_then(|tail| tail.figures(apart)) else {
        return line.len();
    };
    if is_told_in_prose(line, &words) {
        return line.len();
    }
    join::join(line.as_bytes(), &words, out);
    if out.is_empty() { line.len() } else { words[0].0.start }
}

/// Whether a label does not end in a figure: [`scan_close`] would find none there.
pub fn ends_in_a_word(line: &str, label_end: usize) -> bool {
    let bytes = line.as_bytes();
    let right = skip_back(bytes, label_end.min(bytes.len()));
    let last = || classify(&bytes[word_start(bytes, right)..right]);
    right == 0 || matches!(last(), Word::Text | Word::OpenFraction | Word::Leader)
}
