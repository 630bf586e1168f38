//! The words of header lines, cut at wide gaps and between periods.
//!
//! - `part`: words one blank apart that stand over several columns
//! - `moved`: words at the margin that once stood over columns

mod moved;
mod part;

use std::cell::OnceCell;
use std::ops::Range;

use crate::align::header::caption::{self, Caption, is_count};
use crate::align::header::words::moved::{move_back, move_to_last};
use crate::align::header::words::part::{
    is_ruled, part_by, part_comparisons, part_from_beside, part_from_period, part_from_stub,
    part_from_units, part_like_neighbours, part_word_by_word, rules_over,
};
use crate::grid::{Edge, Grid, torn};
use crate::knowledge::{self, PeriodWord};
pub(in crate::align) use crate::lex::line::segments;
use crate::lex::line::{Class, Lines, words};
use crate::period::{self, Spec};

/// How far from what they head typists set words.
pub(super) const DRIFT: usize = 2;

/// The same of their middles, which are counted twice.
pub(super) const OFF_CENTRE: usize = 2 * DRIFT;

/// Words of a header line without a gap of two blanks.
#[derive(Debug, Clone)]
pub(super) struct Chunk<'f> {
    pub span: Range<usize>,
    pub text: &'f str,
    /// How many columns further left it is printed than it stood before its line was moved.
    moved: usize,
    /// Whether it is printed on the next line.
    pub is_torn: bool,
    /// What it says of periods; read when asked for.
    specs: OnceCell<Vec<Spec>>,
}

impl<'f> Chunk<'f> {
    fn new(span: Range<usize>, text: &'f str) -> Self {
        Self { span, text, moved: 0, is_torn: false, specs: OnceCell::new() }
    }

    /// Its words before and behind a blank.
    fn halves(&self, blank: usize) -> [Self; 2] {
        let at = self.span.start + blank;
        let of = |span, text| Self { moved: self.moved, ..Self::new(span, text) };
        [
            of(self.span.start..at, &self.text[..blank]),
            of(at + 1..self.span.end, &self.text[blank + 1..]),
        ]
    }

    /// What it says of periods.
    pub fn specs(&self) -> &[Spec] {
        self.specs.get_or_init(|| period::read(self.text))
    }

    /// Whether it speaks of periods at all.
    pub fn speaks(&self) -> bool {
        self.specs().iter().any(Spec::speaks)
    }

    /// Twice the middle, so that halves count.
    pub fn center(&self) -> usize {
        self.span.start + self.span.end
    }

    /// Whether it stands over what is printed in a column.
    pub fn is_above(&self, column: &Edge) -> bool {
        self.span.start < column.edges.1 && column.left < self.span.end
    }

    /// Whether its middle is over what is printed from here to there.
    pub fn is_centred_within(&self, print: &Range<usize>) -> bool {
        (2 * print.start..=2 * print.end).contains(&self.center())
    }

    /// Whether it is centred behind the start of the first column, and begins hardly before the
    /// zone of figures.
    pub fn is_centred_from(&self, first_left: usize, zone: usize) -> bool {
        /// How far before that zone words of a header begin.
        const AHEAD: usize = 6;
        self.center() >= first_left.saturating_mul(2) && self.span.start + AHEAD >= zone
    }

    /// Whether it tells how long something lasts.
    pub fn lasts(&self) -> bool {
        self.specs().iter().any(|spec| spec.length.is_some())
    }

    /// Whether it names a year.
    pub fn names_year(&self) -> bool {
        self.specs().iter().any(|spec| !spec.years.is_empty())
    }

    /// `Sept. 30,`: a day without its year.
    pub fn names_day_alone(&self) -> bool {
        matches!(self.specs(), [spec] if spec.is_day_alone())
    }

    /// Where it is printed.
    pub fn print(&self) -> Range<usize> {
        self.span.start - self.moved..self.span.end - self.moved
    }

    /// Whether its line has lost the blanks before it.
    pub fn is_moved(&self) -> bool {
        self.moved > 0
    }
}

/// Whether a line has a day for each column beside other words, wherever tabs have put them.
pub(super) fn gives_each_a_day(chunks: &[Chunk<'_>], columns: usize) -> bool {
    columns > 1
        && chunks.len() >= columns
        && chunks.iter().filter(|c| c.names_day_alone()).count() == columns
}

/// The words of the lines above the first row, cut into chunks.
pub(super) struct Cut<'t> {
    pub first: usize,
    pub lines: Vec<Vec<Chunk<'t>>>,
}

impl<'t> Cut<'t> {
    pub fn of(lines: &'t Lines<'_>, range: Range<usize>, grid: &Grid) -> Self {
        let columns = &grid.columns[..];
        let (foot, rules) = rules_over(lines, range.clone(), columns);
        // The label of a torn row.
        let is_row = |i| grid.torn && torn::ends_in_currency(lines, i);
        let cut = |i| match lines.class(i) {
            _ if is_row(i) => Vec::new(),
            Class::Text | Class::Years => {
                let mut chunks = chunks(lines.face(i));
                if i < foot && (i + 1 == foot || !is_ruled(lines, i + 1, &chunks)) {
                    part_by(&mut chunks, &rules);
                }
                if i + 1 == foot {
                    part_word_by_word(&mut chunks, &rules);
                }
                move_back(&mut chunks, lines, i, columns);
                part_from_stub(&mut chunks, columns);
                part_from_units(&mut chunks, columns);
                part_from_beside(&mut chunks, columns);
                chunks
            }
            _ => Vec::new(),
        };
        let mut cut = Self { first: range.start, lines: range.map(cut).collect() };
        if grid.torn {
            move_to_last(&mut cut.lines, columns);
        }
        cut
    }

    /// The chunks of a line that has words.
    pub fn chunks(&self, i: usize) -> &[Chunk<'t>] {
        &self.lines[i - self.first]
    }
}

/// What phrases say of one period: the first that says something of it tells.
pub(super) fn told_by(specs: &[Spec]) -> Spec {
    let mut out = Spec::default();
    for spec in specs {
        out.fill(spec);
    }
    out
}

/// Whether words tell since when something counts: `(inception) to`, `Since Inception`.
pub(super) fn tells_since_when(words: &str) -> bool {
    let mut words = words.split(|c: char| !c.is_alphabetic());
    words.any(|word| knowledge::period_word(word) == Some(PeriodWord::Inception))
}

/// Whether words break off before what they belong to: `For the`.
pub(super) fn hangs(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or(words);
    knowledge::is_hanging(&last.to_ascii_lowercase())
}

/// The words of a line, cut where two blanks part them, and where dates or years follow closely.
pub(super) fn chunks(face: &str) -> Vec<Chunk<'_>> {
    let spans: Vec<Range<usize>> = words(face).flat_map(|word| periods_apart(face, word)).collect();
    let word = |at: usize| spans.get(at).map_or("", |span| &face[span.clone()]);
    let mut out: Vec<Chunk<'_>> = Vec::new();
    let mut caption = Caption::NONE;
    for (at, span) in spans.iter().enumerate() {
        let own = word(at);
        let before = at.checked_sub(1).map_or("", word);
        let is_close = spans.get(at + 1).is_some_and(|next| next.start <= span.end + 1);
        let said = caption.hear(own, if is_close { word(at + 1) } else { "" });
        let goes_on = |last: &&mut Chunk<'_>| match span.start - last.span.end {
            0 | 1 if is_rule(&face[last.span.clone()]) || is_rule(own) => false,
            0 | 1 => caption.is_one_with(said) || !caption.is_followed_by(before, own, said),
            gap => gap <= 3 && caption.is_one_with(said),
        };
        if let Some(last) = out.last_mut().filter(goes_on) {
            last.span.end = span.end;
            caption.go_on(said);
        } else {
            out.push(Chunk::new(span.clone(), ""));
            caption = Caption::new(own, said);
        }
    }
    for chunk in &mut out {
        chunk.text = &face[chunk.span.clone()];
    }
    part_like_neighbours(face, &mut out);
    part_from_period(&mut out);
    part_comparisons(&mut out);
    out
}

/// A word as it is, or its two halves where one period runs on into the next, or a date into an
/// end: `31September`, `31,September`, `1999Sept.`, `30,Ended`, `EndedNine`.
fn periods_apart(face: &str, word: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    const ENDED: [usize; 2] = ["ended".len(), "ending".len()];
    let text = &face[word.clone()];
    let found = match text.as_bytes() {
        [b'0'..=b'9', ..] => text.find(char::is_alphabetic),
        [b'E' | b'e', ..] => ENDED.into_iter().find(|&at| text.get(..at).is_some_and(is_ended)),
        _ => None,
    };
    let runs_on =
        |at: &usize| text[*at..].starts_with(char::is_uppercase) && caption::runs_on(text, *at);
    let at = found.filter(runs_on).map_or(word.end, |at| word.start + at);
    [word.start..at, at..word.end].into_iter().filter(|part| !part.is_empty())
}

/// Whether words are a stretch of a rule, which may share its line with words over other columns.
pub(super) fn is_rule(words: &str) -> bool {
    words.len() > 2 && words.bytes().all(|b| matches!(b, b'-' | b'=' | b'_'))
}

/// Words that belong to a length of time but say none: `ended`.
pub(super) fn is_ended(text: &str) -> bool {
    text.split_whitespace().all(|w| period::ends_length(w.trim_end_matches([',', ':'])))
}

/// Whether the day on which words end is still to come: `Three Months Ended`.
pub(super) fn breaks_off(words: &str) -> bool {
    words.rsplit(' ').next().is_some_and(is_ended)
}

/// Words of a length of time that is printed over several lines: `Thirty-nine` / `Weeks Ended`,
/// `For the nine` / `months ended`.
pub(super) fn is_of_length(text: &str) -> bool {
    let behind =
        ["For the ", "FOR THE ", "For ", "FOR "].iter().find_map(|lead| text.strip_prefix(lead));
    let of_length = |word: &str| {
        let said = knowledge::period_word(word.trim_end_matches([',', ':']));
        matches!(said, Some(PeriodWord::Count(_) | PeriodWord::Unit(_) | PeriodWord::Ended))
            // `For the 13`
            || behind == Some(word) && is_count(word)
    };
    let text = behind.unwrap_or(text);
    text.split([' ', '-']).filter(|w| !w.is_empty()).all(of_length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_one_blank_apart_are_told_from_others() {
        for run in [
            // Lengths, and what ends them.
            "Three Months | Twelve Months",
            "Year | Three Months",
            "Thirteen Weeks Ended | Thirty-nine Weeks Ended",
            "Year Ended | Months Ended | Months Ended",
            "For the Three Months Ended | For the Six Months Ended",
            "For the Three | For the Three | For the Nine",
            "For Three | For Three | For Six",
            "Statements of Income for Three Months",
            "For the Three Months and For the Nine Months Ended",
            "Three Months Ended June | 6 Months Ended June",
            "Quarter Ended June 30, | Six Months Ended June 30,",
            "Ended September 30, | Year Ended December 31,",
            "September 30, | Year Ended December 31,",
            "Ended Dec. 31, | Ended June 30,",
            "Ended | Ended December 31,",
            "Pro Forma Year Ended December 31, | Three Months Ended March 31,",
            "Six Months to June 30, | Year to December 31,",
            "Year Ended Dec. 31, 1997 | Year Ended Dec. 31, 1996",
            "Fourth Fiscal Quarter | Third Fiscal Quarter",
            "First Quarter | Second Quarter | Third Quarter | Fourth Quarter | Year",
            "First | Second | Third | Fourth Total",
            "Q1 2003 | Q2 2003 | 3Q03",
            // Dates.
            "March 28, | March 29,",
            "June | December",
            "June 30, 1998 | 1997* | 1996",
            "1999 | June 30, 2000",
            "1997 Quarter | 1996 Quarter",
            "June Quarter 1997 | March Quarter 1997",
            "30, 1998 | 31, 1997",
            "30 June | 31 December",
            "3/31/96 | 3/31/95",
            "At March 31, | At December 31,",
            "31, | September 30,",
            "Three Months Ended | Ended",
            "April 1 to | Quarter ended",
            "1/1/98- | December 31,",
            "1/1/98-6/30/98 | 7/1/98-12/31/98",
            "1998 | to December 31, 1999",
            "to Dec. 31, | Dec. 31,",
            // Remarks and changes.
            "March 31, 1998 (unaudited) | December 31, 1997",
            "(Unaudited) | (Unaudited) | % Change",
            "(December 25, 1999) | (December 26, 1998)",
            "(Decrease) | 9/30/04",
            "1997 | 1996 | % Change",
            "6/30/98 | 6/30/97 | Inc. (Dec.) | 6/30/98 | 6/30/97 | Inc. (Dec.)",
            "Inc. (Dec.) | 9/30/01",
            // Titles, lists and others that are one.
            "Three Months and Six Months Ended June 30, 1998 and 1997",
            "Years Ended December 31, 1997, 1996 and 1995",
            "Years Ended December 31, 1997 1996 1995",
            "Three Month Period Ended",
            "January 1, 2005, January 3, 2004 and",
            "Period from June 3, 1996 (inception) to December 31, 1996",
            "July 1 - Apr. 19, 2000",
            "1997 (March 3, 1995) to June 30, 1998",
            "Fifty Two Weeks Ended",
            "Third Quarter FY 2003",
            "Fiscal Quarter (12 weeks)",
            "One to Five Years",
            "For the Period Ended",
            "NINE  MONTHS",
            "September  30,",
        ] {
            let face = run.replace(" | ", " ");
            let captions: Vec<_> = chunks(&face).iter().map(|c| c.text).collect();
            assert_eq!(captions.join(" | "), run);
        }
    }

    #[test]
    fn halves_of_moved_words_are_where_these_are_printed() {
        let moved = Chunk { moved: 20, ..Chunk::new(20..38, "(millions) Dollars") };
        let [left, right] = moved.halves("(millions)".len());
        assert_eq!((left.print(), right.print()), (0..10, 11..18));
    }

    #[test]
    fn words_of_lengths_are_told_from_others() {
        for text in ["Thirteen", "Thirty-nine", "Weeks Ended", "Ended", "Four Months"] {
            assert!(is_of_length(text), "{text}");
        }
        for text in ["Pro forma", "Reorganized Company Four", "Number of", "Total"] {
            assert!(!is_of_length(text), "{text}");
        }
    }
}
