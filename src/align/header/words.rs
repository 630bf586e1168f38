//! The words of header lines, cut at wide gaps and where one period ends and the next begins.

use std::ops::Range;

use crate::knowledge::{self, PeriodWord};
use crate::lex::line::{Class, Lines};
use crate::period;

/// Words of a header line without a gap of two blanks.
#[derive(Debug, Clone)]
pub(super) struct Chunk<'f> {
    pub span: Range<usize>,
    pub text: &'f str,
}

impl Chunk<'_> {
    /// Twice the middle, so that halves count.
    pub fn center(&self) -> usize {
        self.span.start + self.span.end
    }
}

/// The words of the lines above the first row, cut into chunks.
pub(super) struct Cut<'t> {
    pub first: usize,
    pub lines: Vec<Vec<Chunk<'t>>>,
}

impl<'t> Cut<'t> {
    pub fn of(lines: &'t Lines<'_>, range: Range<usize>) -> Self {
        let cut = |i| match lines.class(i) {
            Class::Text | Class::Years => chunks(lines.face(i)),
            _ => Vec::new(),
        };
        Self { first: range.start, lines: range.map(cut).collect() }
    }

    /// The chunks of a line that has words.
    pub fn chunks(&self, i: usize) -> &[Chunk<'t>] {
        &self.lines[i - self.first]
    }
}

/// The runs of a rule line that stand apart.
pub(super) fn segments(face: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for (at, b) in face.bytes().enumerate() {
        if b == b' ' || b == b'|' {
            continue;
        }
        match out.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => out.push(at..at + 1),
        }
    }
    // `- -----`: a dash that was set before a rule by the filing software.
    if out.len() > 1 && out[0].len() == 1 && out[0].start == 0 {
        out.remove(0);
    }
    out
}

/// The words of a line, cut where two blanks part them, and where dates or years follow closely.
pub(super) fn chunks(face: &str) -> Vec<Chunk<'_>> {
    let mut out: Vec<Chunk<'_>> = Vec::new();
    for word in words(face) {
        match out.last_mut() {
            Some(last)
                if word.start - last.span.end <= 1
                    && !is_rule(&face[last.span.clone()])
                    && !is_rule(&face[word.clone()])
                    && !parts(&face[last.span.clone()], &face[word.clone()])
                    || word.start - last.span.end <= 3
                        && is_length(&face[last.span.clone()], &face[word.clone()]) =>
            {
                last.span.end = word.end;
            }
            _ => out.push(Chunk { span: word, text: "" }),
        }
    }
    for chunk in &mut out {
        chunk.text = &face[chunk.span.clone()];
    }
    out
}

/// Whether words are a stretch of a rule, which may share its line with words over other columns.
fn is_rule(words: &str) -> bool {
    words.len() > 2 && words.bytes().all(|b| matches!(b, b'-' | b'=' | b'_'))
}

/// `NINE  MONTHS`, `September  30,`: two blanks do not part a count from what it counts, nor a day
/// from its month.
fn is_length(before: &str, word: &str) -> bool {
    let last = before.rsplit(' ').next().unwrap_or("");
    let day = word.trim_end_matches(',');
    match knowledge::period_word(last) {
        Some(PeriodWord::Count(_)) => {
            matches!(knowledge::period_word(word), Some(PeriodWord::Unit(_)))
        }
        Some(PeriodWord::Month(_)) => day.len() <= 2 && day.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

/// Words that belong to a length of time but say none: `ended`.
pub(super) fn is_ended(text: &str) -> bool {
    text.split_whitespace().all(|w| {
        let word = knowledge::period_word(w.trim_end_matches([',', ':']));
        matches!(word, Some(PeriodWord::Ended))
    })
}

/// Whether a word begins a new column header though one blank only parts it from the last:
/// `March 28, March 29,`, `1997* 1996`, `June 30, December 31,`, `Year Ended Months Ended`.
fn parts(before: &str, word: &str) -> bool {
    let ended = || before.rsplit_once(' ').is_some_and(|(_, last)| is_ended(last));
    if matches!(knowledge::period_word(word), Some(PeriodWord::Unit(_) | PeriodWord::Length(_)))
        && ended()
    {
        return true;
    }
    let is_month = |w: &str| period::read(w).first().is_some_and(|s| s.month_day.is_some());
    // `September 30 December 31`
    if before.ends_with(|c: char| c.is_ascii_digit())
        && let Some((month, day)) = before.split_once(' ')
        && day.len() <= 2
        && day.bytes().all(|b| b.is_ascii_digit())
        && is_month(word)
        && is_month(month)
    {
        return true;
    }
    if before.ends_with(',')
        && is_month(word)
        && before.split_whitespace().next().is_some_and(is_month)
    {
        return true;
    }
    let is_year = |w: &str| period::four_digits(w.trim_end_matches('*')).is_some();
    // `February 1, 1997 February 3, 1996`
    if is_month(word)
        && before.rsplit_once(' ').is_some_and(|(_, year)| is_year(year))
        && before.split_whitespace().next().is_some_and(is_month)
    {
        return true;
    }
    is_year(before) && is_year(word)
}

pub(super) fn words(face: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = face.as_bytes();
    let blank = |b: u8| b == b' ' || b == b'|';
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && blank(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && !blank(bytes[at]) {
            at += 1;
        }
        (start < at).then_some(start..at)
    })
}
