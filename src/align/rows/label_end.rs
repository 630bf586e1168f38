//! Where the label of a line ends, and what stands behind it or over the columns.

use std::ops::{Range, RangeInclusive};

use crate::align::header::Head;
use crate::align::label::is_mark;
use crate::grid::{Grid, GridRow};
use crate::knowledge;
use crate::lex::line::{Lines, words};

/// Where the dots end that lead from labels to figures. A label that leaves room for one of them
/// alone does not end in a full stop: `Interest expense......` above `Earnings from operations.`
pub(super) struct Leaders {
    /// Ends of the leaders of all rows, sorted.
    ends: Vec<usize>,
}

impl Leaders {
    pub(super) fn of(lines: &Lines<'_>, grid: &Grid) -> Self {
        let end = |row: &GridRow| {
            let label = lines.face(row.line).get(..row.label_end)?.trim_ascii_end();
            (label.ends_with("..") || label.ends_with(". .")).then_some(label.len())
        };
        let mut ends: Vec<usize> = grid.rows.iter().filter_map(end).collect();
        ends.sort_unstable();
        Self { ends }
    }

    /// Whether leaders of two rows or more end at a column.
    pub(super) fn end_at(&self, column: usize) -> bool {
        let first = self.ends.partition_point(|end| *end < column);
        self.ends.get(first + 1) == Some(&column)
    }
}

/// Where words begin that stand behind the leaders of a label and reach over the columns, in the
/// place of a figure: `Leasehold improvements.......   Term of lease   645`.
pub(super) fn words_over_columns(face: &str, label: &Range<usize>, left: usize) -> Option<usize> {
    let text = face.get(label.clone())?.trim_ascii_end();
    // Most labels have no point, and need no closer look.
    memchr::memchr(b'.', text.as_bytes())?;
    let dots = |dots: &[u8]| {
        let last = text.as_bytes().windows(dots.len()).rposition(|print| print == dots);
        last.map(|at| at + dots.len())
    };
    let leaders = dots(b"..").max(dots(b". ."))?;
    let words = &text[leaders..];
    let reaches = label.start + text.len() > left;
    (reaches && words.starts_with(' ') && words.contains(char::is_alphabetic))
        .then_some(label.start + leaders)
}

/// Where the label of a row ends before short words far behind it in columns of figures: `Special
/// charge      none    1,206`, `Exchange      118 CR     211`, `Pound      4%    Even    3%`. A letter
/// alone may be one of words that run down the page.
pub(super) fn end_before_word_in_column(
    face: &str,
    label: &Range<usize>,
    left: usize,
) -> Option<usize> {
    /// Longer words may be the end of a label that is set to both margins.
    const LENGTHS: RangeInclusive<usize> = 2..=6;
    const GAP: &[u8] = b"    ";
    let text = face.get(label.clone())?.trim_ascii_end();
    // A gap before a longer word is not looked for.
    let from = text.len().saturating_sub(GAP.len() + LENGTHS.end());
    let gap = text.as_bytes()[from..].windows(GAP.len()).rposition(|bytes| bytes == GAP)?;
    let start = from + gap + GAP.len();
    let named = text[..start].trim_end_matches([' ', '.']);
    let is_short = LENGTHS.contains(&(text.len() - start)) && label.start + start >= left;
    if !is_short || !named.contains(char::is_alphabetic) {
        return None;
    }
    let end = label.start + named.len();
    end_before_word_in_column(face, &(label.start..end), left).or(Some(end))
}

/// Where the label of a line without figures ends: words over the number columns are none of it,
/// unless they stand as close as those before them. Where blanks fill a line, some of its gaps are
/// wider than others by one.
pub(super) fn label_extent(face: &str, left: usize) -> usize {
    let mut widest = 0;
    for (start, end) in gaps(face) {
        if end >= left.saturating_sub(4) && end - start > widest + usize::from(widest > 0) {
            return start;
        }
        widest = widest.max(end - start);
    }
    face.len()
}

/// Where the leaders of a label end it, though nothing but numbers that stand in no column follows
/// them: `Machinery........ 3-12      96,790`.
pub(super) fn end_before_leaders(label: &str) -> Option<usize> {
    let end = label.find("...").filter(|&end| label[..end].contains(char::is_alphabetic))?;
    let rest = label[end..].trim_start_matches(['.', ' ']);
    let mut behind = words(rest).map(|word| &rest[word]).peekable();
    let is_sign = |word: &str| word.bytes().all(|b| matches!(b, b'-' | b'$' | b'%' | b'.'));
    let is_number = |word: &str| word.contains(is_digit) || is_sign(word);
    (behind.peek().is_some() && behind.all(is_number)).then_some(end)
}

/// The columns of the word over the labels that heads the lives of things: `Useful Lives`.
pub(super) fn lives_over_labels(
    lines: &Lines<'_>,
    head: &Head,
    left: usize,
) -> Option<Range<usize>> {
    let bare = |word: &str| knowledge::heads_lives(word.trim_matches(|c: char| !c.is_alphabetic()));
    let told = head.stub.iter().find(|text| text.split(' ').any(bare))?;
    head.lines.iter().rev().find_map(|&line| {
        let face = lines.face(line);
        let from = face.find(told.as_str())?;
        let heads = |word: &Range<usize>| word.start >= from && bare(&face[word.clone()]);
        words(face).filter(|word| word.end <= left).find(heads)
    })
}

/// Where the label of a row ends before the life that stands apart below the word heading lives:
/// `Machinery       10-12      71,094`, `Improvements    Lease term    912`.
pub(super) fn end_before_life(
    face: &str,
    label: &Range<usize>,
    lives: &Range<usize>,
) -> Option<usize> {
    /// How far a life reaches beyond the word that heads it.
    const REACH: usize = 8;
    let text = face.get(label.clone())?.trim_ascii_end();
    let start = text.rfind("  ")? + 2;
    let end = text[..start].trim_end_matches([' ', '.']).len();
    let (life, named) = (&text[start..], &text[..end]);
    let below = label.start + end < lives.end
        && label.start + start < lives.end + REACH
        && lives.start < label.start + text.len() + REACH;
    let numbered = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b"-/+".contains(&b));
    let told = |word: &str| {
        numbered(word) || word == "to" || knowledge::is_term_unit(word.trim_end_matches('.'))
    };
    let is_life =
        || life.split(' ').all(told) || !life.contains(is_digit) && text[..start].ends_with("   ");
    (below && named.contains(char::is_alphabetic) && is_life()).then_some(end)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The column of the first digit of words that begin at a column.
pub(super) fn first_digit(words: &str, column: usize) -> Option<usize> {
    words.find(is_digit).map(|digit| column + digit)
}

/// Where words begin that stand apart behind the figures of a row and point to no notes:
/// `Buildings   5,000   4,800   20-40 years`.
pub(super) fn words_behind(face: &str, row: &GridRow) -> usize {
    let figures = row.cells.iter().map(|(_, token)| token).chain(&row.loose);
    let end = figures.map(|token| token.end).max().unwrap_or(face.len());
    let words = face[end..].trim_ascii_start();
    let note = words.split(' ').next().is_some_and(knowledge::is_note_column);
    let is_apart = face[end..].starts_with("  ") && words.contains(char::is_alphabetic);
    if is_apart && !note && row.label_end <= end { end } else { face.len() }
}

/// Where numbers stand in a line behind its label; marks of notes are none.
pub(super) fn numbers_behind(face: &str, label_end: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let mut at = label_end.min(face.len());
    for word in face[at..].split_inclusive([' ', '|']) {
        let mut start = at;
        if is_mark(word.trim_end()) {
            at += word.len();
            continue;
        }
        for part in word.split(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.'))) {
            // The end of a range, `20-40`, goes with its beginning.
            let before = face.as_bytes().get(at..start).unwrap_or_default();
            let ends_range = before.len() > 1 && before.ends_with(b"-");
            out.extend(first_digit(part, start).filter(|_| !ends_range));
            start += part.len() + 1;
        }
        at += word.len();
    }
    out
}

/// Runs of two or more blanks within a line.
fn gaps(face: &str) -> Vec<(usize, usize)> {
    let bytes = face.as_bytes();
    let mut out = Vec::new();
    let mut i = face.len() - face.trim_start().len();
    while i < bytes.len() {
        if bytes[i] == b' ' {
            let start = i;
            while i < bytes.len() && bytes[i] == b' ' {
                i += 1;
            }
            if i - start >= 2 {
                out.push((start, i));
            }
        } else {
            i += 1;
        }
    }
    out
}
