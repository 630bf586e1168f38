//! Words at the margin that once stood over columns: tools that cut filings up take the blanks before a
//! line, mail programs break its end off.

use std::ops::Range;

use crate::align::header::words::{Chunk, OFF_CENTRE, chunks, is_ended, is_of_length, segments};
use crate::grid::Edge;
use crate::knowledge::{self, Measure};
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};

/// Columns by which words at the margin must be off those that they stand over.
const FAR_OFF: usize = 8;

/// Moves two periods, or more words, that begin at the margin back over the columns: tools that cut
/// filings up take the blanks before a first line. They must be `FAR_OFF` or more, and fit to within
/// twice what typists allow without a change of the gaps between them.
pub(super) fn move_back(
    chunks: &mut [Chunk<'_>],
    lines: &Lines<'_>,
    line: usize,
    columns: &[Edge],
) {
    if chunks.first().is_none_or(|first| first.span.start > 0) {
        return;
    }
    if let [words] = chunks {
        move_over_rule(words, lines, line, columns);
    }
    if !(2..=columns.len()).contains(&chunks.len()) {
        return;
    }
    let Some(centers) = centers_beneath(chunks, lines, line, columns) else { return };
    let by: Option<Vec<usize>> =
        centers.iter().zip(chunks.iter()).map(|(to, c)| to.checked_sub(c.center())).collect();
    let Some(by) = by else { return };
    let (Some(least), Some(most)) = (by.iter().min(), by.iter().max()) else { return };
    if *least >= 2 * FAR_OFF && most - least <= 2 * OFF_CENTRE {
        for chunk in chunks {
            chunk.moved = (least + most) / 4;
            chunk.span = chunk.span.start + chunk.moved..chunk.span.end + chunk.moved;
        }
    }
}

/// Twice the middle of what the words of a line once stood over: the lines below that go on with them,
/// the parts of the rule beneath, or as many columns each.
fn centers_beneath(
    chunks: &[Chunk<'_>],
    lines: &Lines<'_>,
    line: usize,
    columns: &[Edge],
) -> Option<Vec<usize>> {
    let below = go_on_below(chunks, lines, line + 1);
    if below.is_some() {
        return below;
    }
    if chunks.len() < 3 && !chunks.iter().all(Chunk::speaks) {
        return None;
    }
    if lines.class(line + 1) == Class::Rule {
        let rule = segments(lines.face(line + 1));
        if rule.len() == chunks.len() {
            return Some(rule.iter().map(|s| s.start + s.end).collect());
        }
    }
    let center = |part: &[Edge]| part[0].left + part[part.len() - 1].edges.1;
    let are_even = columns.len().is_multiple_of(chunks.len());
    are_even.then(|| columns.chunks(columns.len() / chunks.len()).map(center).collect())
}

/// Moves periods alone at the margin over the last column, from whose head they have been broken off;
/// to the line above where nothing stands there.
pub(super) fn move_to_last(lines: &mut [Vec<Chunk<'_>>], columns: &[Edge]) {
    let Some(last) = columns.last() else { return };
    for i in 1..lines.len() {
        let (above, line) = lines.split_at_mut(i);
        let (Some(above), [words]) = (above.last_mut(), &mut line[0][..]) else { continue };
        let start = last.edges.1.saturating_sub(words.span.len());
        let Some(before) = above.last() else { continue };
        if words.span.start > 0 || start < words.span.end || !words.speaks() {
            continue;
        }
        words.moved = start;
        words.span = start..last.edges.1;
        if !before.is_above(last) {
            words.is_torn = true;
            above.append(&mut line[0]);
        }
    }
}

/// Moves words alone at the margin, of a length or of prices, over the rule right below them that
/// spans several columns.
fn move_over_rule(words: &mut Chunk<'_>, lines: &Lines<'_>, line: usize, columns: &[Edge]) {
    let Some(segment) = only_rule(lines, line + 1, columns) else { return };
    if words.span.len() <= segment.len()
        && segment.start >= words.span.end + FAR_OFF
        && heads_some(words)
    {
        words.moved = (segment.start + segment.end - words.span.end) / 2;
        words.span = words.moved..words.span.end + words.moved;
    }
}

/// A rule that is one segment over several columns.
fn only_rule(lines: &Lines<'_>, line: usize, columns: &[Edge]) -> Option<Range<usize>> {
    let rule = (lines.class(line) == Class::Rule).then(|| segments(lines.face(line)))?;
    let [segment] = &rule[..] else { return None };
    let is_under = |c: &&Edge| segment.start <= c.edges.1 && c.left <= segment.end;
    (columns.iter().filter(is_under).count() > 1).then(|| segment.clone())
}

/// Whether words alone on a line say of several columns what one of a title does not: how long they
/// last, `Three Months Ended`, or that they are prices. `Ended` alone goes on above the days of rows.
fn heads_some(words: &Chunk<'_>) -> bool {
    is_of_length(words.text) && !is_ended(words.text)
        || knowledge::measure_of(&knowledge::plain(words.text)) == Some(Measure::PerShare)
}

/// Twice the columns of the middles of the words right below, if each goes on with those above and
/// tells with them how long something lasts: `Second      First` / `Quarter    Quarter`.
fn go_on_below(above: &[Chunk<'_>], lines: &Lines<'_>, below: usize) -> Option<Vec<usize>> {
    // What stands at the margin as well is moved itself.
    let in_place = lines.class(below) == Class::Text && lines.get(below).indent > 0;
    let words = in_place.then(|| chunks(lines.face(below)))?;
    let lasts = |spec: &Spec| spec.length.is_some();
    let goes_on = |(above, below): (&Chunk<'_>, &Chunk<'_>)| {
        !above.lasts() && period::read(&[above.text, below.text].join(" ")).iter().any(lasts)
    };
    (words.len() == above.len() && above.iter().zip(&words).all(goes_on))
        .then(|| words.iter().map(Chunk::center).collect())
}
