//! The figures before a label, in tables that print columns on both sides of their labels.

use std::ops::Range;

use super::Token;
use super::join::join;
use super::word::{Word, classify, is_blank};

/// Reads the figures at the start of a line, before a label that two blanks part from them; gives
/// back where they end. For tables that print columns on both sides of their labels.
pub fn scan_front(line: &str, label_end: usize, out: &mut Vec<Token>) -> usize {
    out.clear();
    let bytes = &line.as_bytes()[..label_end.min(line.len())];
    let mut words: Vec<(Range<usize>, Word)> = Vec::new();
    let mut at = 0;
    loop {
        while at < bytes.len() && is_blank(bytes[at]) {
            at += 1;
        }
        if at >= bytes.len() {
            return 0;
        }
        let start = at;
        while at < bytes.len() && !is_blank(bytes[at]) {
            at += 1;
        }
        let word = classify(&bytes[start..at]);
        if matches!(word, Word::Text | Word::OpenFraction | Word::Leader | Word::NoteMark) {
            // Figures one blank before the label are its words: `$2.50 Preferred Dividend`.
            let mut label = start;
            while let Some((last, _)) = words.last().filter(|(last, _)| label - last.end < 2) {
                label = last.start;
                words.pop();
            }
            break;
        }
        words.push((start..at, word));
    }
    join(bytes, &words, out);
    words.last().map_or(0, |(last, _)| last.end)
}
