//! Terms to come, by which a table parts what falls due or may be repriced:
//! `3 Months or Less   Over 3 to 12 Months   1-5 Years`.

use crate::align::header::Head;
use crate::knowledge::{self, PeriodWord};
use crate::period::Spec;

/// Takes the lengths off columns of which some are called by terms to come, and none by a time that
/// has ended.
pub fn drop_terms(specs: &mut [Spec], head: &Head) {
    if specs.iter().all(|spec| spec.length.is_none()) {
        return;
    }
    let headers: Vec<Vec<&str>> = head.columns.iter().map(|c| words(c.plain())).collect();
    let is_past = head.columns.iter().any(|column| knowledge::says_ended(column.plain()));
    if headers.iter().any(|header| is_term(header)) && !is_past {
        for spec in specs {
            spec.length = None;
        }
    }
}

/// The words of a header; the hyphen of a range, `0-3 Months`, is one of them.
fn words(header: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for part in header.split(|c: char| !c.is_alphanumeric() && c != '-') {
        for (nth, word) in part.split('-').enumerate() {
            if nth > 0 && word.starts_with(|c: char| c.is_ascii_digit()) {
                out.push("to");
            }
            out.push(word);
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

/// Whether words name a term: `3 to 12 months`, `3 months to 1 year`, `5 years and over`. One
/// `within 3 months` has no length.
fn is_term(words: &[&str]) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or("");
    let before = |at: usize, back: usize| word(at.checked_sub(back));
    let begins_range = |at: usize| {
        let is_range = matches!(before(at, 2), "to" | "through");
        is_range && (is_count(before(at, 3)) || knowledge::is_term_unit(before(at, 3)))
    };
    let ends = |at: usize| {
        matches!(word(Some(at + 1)), "or" | "and") && knowledge::ends_term(word(Some(at + 2)))
    };
    let is_unit = |at: &usize| knowledge::is_term_unit(words[*at]) && is_count(before(*at, 1));
    (0..words.len()).filter(is_unit).any(|at| begins_range(at) || ends(at))
}

/// Whether a word is a number, in digits or not, and no year.
fn is_count(word: &str) -> bool {
    word.parse::<u16>().is_ok_and(|n| n < 1000)
        || matches!(knowledge::period_word(word), Some(PeriodWord::Count(_)))
}
