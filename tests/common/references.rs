//! References to notes in a column of their own, which are neither figures nor words of labels.

use std::ops::Range;

use ex99::knowledge::is_note_column;
use ex99::record::LineReading;

/// How many lines above a reference the head of its column may stand.
const FAR: usize = 80;
/// How far a reference may stand from the word that heads its column.
const REACH: usize = 6;

/// Whether a number of one digit or two, or several with commas between them, stands below the head
/// of a column of notes.
pub fn stands_below_note(above: &[LineReading], print: &str, number: &Range<usize>) -> bool {
    let is_head = |class: &str| matches!(class, "header" | "caption");
    let bare = print.trim_matches(['(', ')']);
    let is_note =
        |note: &str| (1..=2).contains(&note.len()) && note.bytes().all(|b| b.is_ascii_digit());
    bare.split(',').all(is_note)
        && above.iter().rev().take(FAR).filter(|line| is_head(&line.class)).any(|line| {
            // Two blanks part the heads of columns.
            let mut at = 0;
            line.text.split("  ").any(|head| {
                let (start, end) = (at, at + head.len());
                at = end + "  ".len();
                let near = start <= number.end + REACH && number.start <= end + REACH;
                near && is_note_column(&head.trim().to_lowercase())
            })
        })
}
