//! Words that one blank parts and that stand over several columns, as the rules below them, the columns
//! and the words beside them tell.

use std::ops::Range;

use crate::align::header::caption;
use crate::align::header::words::{
    Chunk, DRIFT, OFF_CENTRE, hangs, is_ended, segments, tells_since_when, told_by,
};
use crate::grid::Edge;
use crate::knowledge;
use crate::lex::line::{Class, Lines, words};
use crate::lex::token;
use crate::period;

/// The last line with a rule over each column, and those rules.
pub(super) fn rules_over(
    lines: &Lines<'_>,
    range: Range<usize>,
    columns: &[Edge],
) -> (usize, Vec<Range<usize>>) {
    let Some(first) = columns.first() else { return (0, Vec::new()) };
    let over = |i: usize| {
        let mut rules = segments(lines.face(i));
        rules.retain(|rule| rule.end > first.left);
        (rules.len() == columns.len()).then_some((i, rules))
    };
    let mut ruled = range.rev().filter(|&i| lines.class(i) == Class::Rule);
    ruled.find_map(over).unwrap_or_default()
}

/// Whether a rule on a line underlines the whole of some words above it.
pub(super) fn is_ruled(lines: &Lines<'_>, line: usize, chunks: &[Chunk<'_>]) -> bool {
    let rules = || segments(lines.face(line));
    let covers = |rule: Range<usize>| {
        chunks.iter().any(|c| rule.start <= c.span.start && c.span.end <= rule.end)
    };
    lines.class(line) == Class::Rule && rules().into_iter().any(covers)
}

/// Parts each chunk at the blank where it is to be parted, if there is one.
fn part_each(
    chunks: &mut Vec<Chunk<'_>>,
    blank: impl for<'f> Fn(&[Chunk<'f>], &Chunk<'f>, usize) -> Option<usize>,
) {
    let mut at = 0;
    while at < chunks.len() {
        if let Some(blank) = blank(chunks, &chunks[at], at) {
            let halves = chunks[at].halves(blank);
            chunks.splice(at..=at, halves);
        }
        at += 1;
    }
}

/// Parts words that one blank sets apart where each side is centred over a rule of its own:
/// `Balance at (Credited)` over `---------- ----------`.
pub(super) fn part_by(chunks: &mut Vec<Chunk<'_>>, rules: &[Range<usize>]) {
    let is_under = |words: &Range<usize>, rule: &Range<usize>| {
        rule.start <= words.start
            && words.end <= rule.end
            && (words.start + words.end).abs_diff(rule.start + rule.end) <= 2
    };
    part_each(chunks, |chunks, chunk, _| {
        let start = chunk.span.start;
        let pair = rules.windows(2).find(|pair| chunk.span.contains(&pair[0].end))?;
        let blank = (pair[0].end - start..pair[1].start - start)
            .find(|&blank| chunk.text.as_bytes().get(blank) == Some(&b' '))?;
        let [left, right] = chunk.halves(blank).map(|half| half.span);
        // `Publishing Broadcasting`, the second wider than its rule; `Fiscal Years Ended` may be
        // as wide as both.
        let are_flush = || {
            chunks.len() + 1 == rules.len()
                && left.end == pair[0].end
                && right.end == pair[1].end
                && !chunk.speaks()
        };
        let apart = is_under(&left, &pair[0])
            && (rules.iter().any(|rule| rule.contains(&right.start)) || are_flush());
        (apart && says_as_much(chunk, blank)).then_some(blank)
    });
}

/// Parts three words or more that one blank sets apart where each is centred over a rule of its own,
/// though it may be wider: `Adjusted Adjustments GAAP` over `------- ---------- -----`.
pub(super) fn part_word_by_word<'f>(chunks: &mut Vec<Chunk<'f>>, rules: &[Range<usize>]) {
    const FEW: usize = 3;
    let parts = |chunk: Chunk<'f>| {
        let Chunk { span, text, .. } = chunk.clone();
        let whole = |word: Range<usize>| {
            Chunk::new(span.start + word.start..span.start + word.end, &text[word])
        };
        let own: Vec<Chunk<'f>> = words(text).map(whole).collect();
        let under: Vec<_> =
            rules.iter().filter(|r| r.start < span.end && span.start < r.end).collect();
        let is_over = |(word, rule): (&Chunk<'_>, &&Range<usize>)| {
            word.center().abs_diff(rule.start + rule.end) <= 2
        };
        let each = own.len() == under.len() && own.iter().zip(&under).all(is_over);
        if each && own.len() >= FEW && !chunk.speaks() { own } else { vec![chunk] }
    };
    *chunks = std::mem::take(chunks).into_iter().flat_map(parts).collect();
}

/// Parts the words over the first column from a remark that stands over the labels and ends one
/// blank before them: `in millions, except per share data) Shares   Amount`.
pub(super) fn part_from_stub(chunks: &mut Vec<Chunk<'_>>, columns: &[Edge]) {
    /// How far left of the figures a remark over the labels begins at least.
    const STUB: usize = 12;
    let (Some(chunk), Some(first)) = (chunks.first(), columns.first()) else { return };
    let Some(end) = chunk.text.rfind(") ").map(|at| at + 1) else { return };
    let [remark, words] = chunk.halves(end);
    // `NET INCOME (LOSS) PER SHARE`
    let is_inside = remark.text.rfind('(').is_some_and(|open| open > 0);
    if remark.span.start + STUB < first.left && words.is_above(first) && !is_inside {
        chunks.splice(..1, [remark, words]);
    }
}

/// Parts what the figures of a column are printed in from the words over the next one: `(millions)
/// Sales Price`. Words that are alone on their line say so of all columns.
pub(super) fn part_from_units(chunks: &mut Vec<Chunk<'_>>, columns: &[Edge]) {
    part_each(chunks, |chunks, chunk, _| {
        let close = chunk.text.find(") ").filter(|_| chunk.text.starts_with('('))?;
        let [remark, words] = chunk.halves(close + 1);
        let parts = chunks.len() > 1
            && words.text.starts_with(char::is_uppercase)
            && knowledge::scale_of(remark.text).is_some()
            && columns.iter().any(|c| words.is_above(c) && !remark.is_above(c));
        parts.then_some(close + 1)
    });
}

/// Parts a date from a remark in parentheses over the column beside it, and a year from since when
/// the next one counts, where the line has words for all columns then: `(Pro forma) 1999        1998`,
/// `1998    1997 Inception`.
pub(super) fn part_from_beside<'f>(chunks: &mut Vec<Chunk<'f>>, columns: &[Edge]) {
    let is_over_own = |(own, other): (&Chunk<'_>, &Chunk<'_>)| {
        columns.iter().any(|c| own.is_above(c) && !other.is_above(c))
    };
    let nearest = |chunk: &Chunk<'_>| {
        let off = |c: &&Edge| chunk.center().abs_diff(c.left + c.edges.1);
        columns.iter().min_by_key(off).map(|c| c.left)
    };
    let parts = |chunk: &Chunk<'f>| {
        let pair = remark_beside(chunk).or_else(|| year_before(chunk, columns))?;
        let [left, right] = &pair;
        // Wide words reach over the column beside theirs. `1998 (Restated)` over its own column does so
        // too, where it is set flush left.
        let is_date_set = || pair.iter().any(|own| own.speaks() && is_set(own, columns));
        let fit = nearest(left) != nearest(right) && is_date_set()
            || [(left, right), (right, left)].into_iter().all(is_over_own);
        fit.then_some(pair)
    };
    let parted: Vec<_> = chunks.iter().map(parts).collect();
    let count = parted.iter().flatten().count();
    // Alone on its line, `November 30, (Unaudited)` is said of both columns.
    let is_alone = || chunks.len() < 2 && !chunks[0].text.starts_with(|c: char| c.is_ascii_digit());
    if count == 0 || chunks.len() + count != columns.len() || is_alone() {
        return;
    }
    let whole = std::mem::take(chunks).into_iter().zip(parted);
    *chunks = whole
        .flat_map(|(chunk, pair)| pair.map_or_else(|| vec![chunk], |pair| pair.to_vec()))
        .collect();
}

/// A date and a remark in parentheses, one blank apart.
fn remark_beside<'f>(chunk: &Chunk<'f>) -> Option<[Chunk<'f>; 2]> {
    let text = chunk.text;
    let blank = match text.strip_prefix('(').and_then(|rest| rest.find(") ")) {
        Some(close) => close + ") ".len(),
        None if text.ends_with(')') => text.rfind(" (")?,
        None => return None,
    };
    let pair = chunk.halves(blank);
    // `December 31, 1996 (1)`
    let is_note = token::is_mark(pair[1].text.as_bytes());
    // `(13 Weeks) Ended`
    let is_one = pair.iter().any(|own| is_ended(own.text));
    (pair[0].speaks() != pair[1].speaks() && !is_note && !is_one).then_some(pair)
}

/// A year over the middle or the end of its column, and one blank behind it since when a column
/// counts: `1997 Inception`, `1997 (March 3, 1995)`.
fn year_before<'f>(chunk: &Chunk<'f>, columns: &[Edge]) -> Option<[Chunk<'f>; 2]> {
    let blank = chunk.text.find(' ')?;
    let pair = chunk.halves(blank);
    let [year, beside] = &pair;
    let fit = told_by(year.specs()).is_year_alone()
        && is_set(year, columns)
        && (tells_since_when(beside.text) || beside.text.starts_with('(') && beside.names_year());
    fit.then_some(pair)
}

/// Whether words stand over the middle or the end of a column.
fn is_set(words: &Chunk<'_>, columns: &[Edge]) -> bool {
    columns.iter().any(|c| {
        words.span.end.abs_diff(c.edges.1) <= DRIFT
            || words.center().abs_diff(c.left + c.edges.1) <= OFF_CENTRE
    })
}

/// Whether words parted at a blank say of periods what they say together: `Recoveries End of Year`,
/// but not `Six Months`, nor `For the Quarter`, nor `Quarters Ended`.
fn says_as_much(chunk: &Chunk<'_>, blank: usize) -> bool {
    let (left, right) = chunk.text.split_at(blank);
    !chunk.speaks()
        || !hangs(left)
            && !is_ended(right)
            && [period::read(left), period::read(right)].concat() == chunk.specs()
}

/// Parts a period from the words beside it where both stand apart once more on their line: `6/26/99
/// 6/26/98  Change   6/26/99   6/26/98 Change`, `1998   1997   Change 1998   1997   Change`; words for
/// changes also from the second of two dates of one form: `2004   2003 (Decrease)`, `December December
/// Increase`.
pub(super) fn part_from_period(chunks: &mut Vec<Chunk<'_>>) {
    part_each(chunks, |chunks, chunk, at| {
        let apart =
            |text: &str, speaks| chunks.iter().any(|c| c.text == text && c.speaks() == speaks);
        let first = chunks[..at].iter().rev().find(|c| c.speaks());
        let parts = |blank: &usize| {
            let [period, words] = chunk.halves(*blank).map(|half| half.text);
            let are_apart = |speaks: bool| apart(period, speaks) && apart(words, !speaks);
            !is_ended(words) && (are_apart(true) || are_apart(false))
                || first.is_some_and(|first| caption::are_dates_alike(first.text, period))
                    && knowledge::is_no_period(&knowledge::plain(words))
        };
        chunk.text.match_indices(' ').map(|(blank, _)| blank).find(parts)
    });
}

/// Parts comparisons of one form from each other: `1998 vs. 1997 vs.` over `1997     1996`.
pub(super) fn part_comparisons(chunks: &mut Vec<Chunk<'_>>) {
    let is_alike = |(a, b): (u8, u8)| a == b || a.is_ascii_digit() && b.is_ascii_digit();
    let are_alike = |a: &str, b: &str| a.len() == b.len() && a.bytes().zip(b.bytes()).all(is_alike);
    part_each(chunks, |_, chunk, _| {
        let text = chunk.text;
        let compares = |words: &str| knowledge::tells_of_comparison(&knowledge::plain(words));
        let is_first = |&blank: &usize| {
            let first = &text[..blank];
            let parts = text.len().div_ceil(blank + 1);
            let part = |k: usize| text.get(k * (blank + 1)..k * (blank + 1) + blank);
            (1..parts).all(|k| part(k).is_some_and(|own| are_alike(first, own)))
                && first.contains(|c: char| c.is_ascii_digit())
                && compares(first).is_some()
        };
        text.match_indices(' ').map(|(blank, _)| blank).find(is_first)
    });
}

/// Parts words that stand apart once more on their line: `Principal  Value  Amount  Principal Value
/// Amount` over columns some of which are set closer.
pub(super) fn part_like_neighbours<'f>(face: &'f str, chunks: &mut Vec<Chunk<'f>>) {
    let mut at = 0;
    while at < chunks.len() {
        let count = 1 + chunks[at].text.bytes().filter(|b| *b == b' ').count();
        let are_its_words = |others: &[Chunk<'_>]| {
            others.iter().map(|c| c.text).eq(chunks[at].text.split(' ')) && !chunks[at].speaks()
        };
        let mut sides = [at.checked_sub(count).map(|from| from..at), Some(at + 1..at + 1 + count)]
            .into_iter()
            .flatten();
        if count > 1 && sides.any(|side| chunks.get(side).is_some_and(are_its_words)) {
            let span = chunks[at].span.clone();
            let own = words(&face[..span.end]).filter(|word| word.start >= span.start);
            let parts: Vec<Chunk<'_>> =
                own.map(|word| Chunk::new(word.clone(), &face[word])).collect();
            chunks.splice(at..=at, parts);
        }
        at += 1;
    }
}
