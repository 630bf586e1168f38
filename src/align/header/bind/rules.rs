//! The rules beneath and among the words of a header: what one underlines, the words over it head.

use std::ops::Range;

use crate::align::header::bind::known::lacks;
use crate::align::header::bind::partition::Line;
use crate::align::header::bind::parts::Groups;
use crate::align::header::words::{Chunk, DRIFT, OFF_CENTRE, is_rule, segments, told_by};
use crate::grid::Grid;
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period::Spec;

/// The rule right beneath a line of the header, in segments; but for one over the labels, which
/// begins where these do.
pub(super) fn rule_beneath(
    lines: &Lines<'_>,
    header: &[usize],
    at: usize,
    body: usize,
    grid: &Grid,
) -> Vec<Range<usize>> {
    let until = header.get(at + 1).copied().unwrap_or(body);
    let mut rule = (header[at] + 1..until)
        .find(|&k| !matches!(lines.class(k), Class::Blank))
        .filter(|&k| lines.class(k) == Class::Rule)
        .map(|k| segments(lines.face(k)))
        .unwrap_or_default();
    if grid.mirrored {
        return rule;
    }
    // Privacy-enhanced mail sets `- ` before it.
    let labels = grid.rows.first().map_or(0, |row| lines.get(row.line).indent as usize);
    let is_over_labels = |segment: &Range<usize>| segment.start <= labels + "- ".len();
    // One over labels and columns alike says of a remark above it no more than one over the
    // labels.
    if rule.len() > 1 || ends_in_remark(lines.face(header[at])) {
        rule.retain(|segment| !is_over_labels(segment));
    }
    rule
}

/// Whether the last words of a line are a remark. `(Unaudited)` alone on its line is said of all
/// columns.
fn ends_in_remark(face: &str) -> bool {
    let words = face.trim_ascii_start();
    let (beside, last) = words.rsplit_once("  ").unwrap_or(("", words));
    if knowledge::speaks_of_audit(last) {
        !beside.is_empty()
    } else {
        last.trim_ascii_start().starts_with('(')
    }
}

/// The rule beneath a line, or beneath one further down where it parts the columns among just as
/// many words as the line has.
pub(super) fn rule_below<'u>(
    underlines: &'u [Vec<Range<usize>>],
    at: usize,
    over: &[&Chunk<'_>],
) -> &'u [Range<usize>] {
    let own = &underlines[at];
    let parts = |rule: &&Vec<Range<usize>>| {
        rule.len() == over.len() && over.iter().zip(rule.iter()).all(|(c, s)| is_over(c, s))
    };
    let below = || underlines[at..].iter().find(|rule| !rule.is_empty()).filter(parts);
    if own.is_empty() && over.len() > 1 { below().unwrap_or(own) } else { own }
}

/// Whether words are centred over a segment of a rule.
pub(super) fn is_over(chunk: &Chunk<'_>, segment: &Range<usize>) -> bool {
    chunk.center() >= 2 * segment.start && chunk.center() <= 2 * segment.end
}

/// Whether the middle of words is about that of a segment of a rule.
fn is_centred(chunk: &Chunk<'_>, segment: &Range<usize>) -> bool {
    chunk.center().abs_diff(segment.start + segment.end) * 4 <= segment.len()
}

/// The columns that a segment of a rule stands over.
pub(super) fn covered(grid: &Grid, segment: &Range<usize>) -> Vec<usize> {
    let stands_over = |k: &usize| {
        let column = &grid.columns[*k];
        column.center() >= segment.start
            && (column.center() <= segment.end || column.edges.1 <= segment.end + DRIFT)
            && column.edges.1 > segment.start
    };
    (0..grid.columns.len()).filter(stands_over).collect()
}

/// Which columns each chunk of a line stands over: a rule beneath that underlines several columns
/// decides, and so does one that underlines some of the words alone.
pub(super) fn group(line: Line<'_>, grid: &Grid, rule: &[Range<usize>]) -> Groups {
    let by_some =
        || if rule.len() < line.over.len() { under_stretches(line, rule, grid) } else { None };
    by_rule(line, grid, rule)
        .or_else(by_some)
        .or_else(|| under_one(line, grid, rule))
        .or_else(|| over_own(line, rule))
        .unwrap_or_else(|| line.partition())
}

/// Each chunk over its own of the columns beneath one segment of a rule, where that underlines all
/// chunks and as many columns: what it does not reach stands beside them.
fn under_one(line: Line<'_>, grid: &Grid, rule: &[Range<usize>]) -> Option<Groups> {
    let [segment] = rule else { return None };
    let columns = covered(grid, segment);
    let tells = columns.len() > 1
        && columns.len() == line.over.len()
        && line.over.iter().all(|c| is_over(c, segment));
    tells.then(|| columns.into_iter().map(|k| Some(k..k + 1)).collect())
}

/// Each of several years over the one of the segments beneath all columns on which it is centred, where
/// these cannot be parted evenly: `1998   1997` beside a column of which the lines above tell.
fn over_own(line: Line<'_>, rule: &[Range<usize>]) -> Option<Groups> {
    let Line { over, spans, .. } = line;
    let own = |chunk: &&Chunk<'_>| {
        let is_centred = |s: &Range<usize>| chunk.center().abs_diff(s.start + s.end) <= OFF_CENTRE;
        let at =
            rule.iter().position(is_centred).filter(|_| told_by(chunk.specs()).is_year_alone());
        at.map(|at| Some(at..at + 1))
    };
    let tells =
        over.len() > 1 && rule.len() == spans.len() && !rule.len().is_multiple_of(over.len());
    if tells { over.iter().map(own).collect() } else { None }
}

/// Which columns each chunk of a line stands over by the rule beneath, where it tells of all.
fn by_rule(line: Line<'_>, grid: &Grid, rule: &[Range<usize>]) -> Option<Groups> {
    let Line { over, known, .. } = line;
    let n = grid.columns.len();
    let may_tell = rule.len() < n && rule.len() >= over.len() || rule.len() == over.len();
    if !may_tell || repeats_words(over, rule, n) {
        return None;
    }
    if let Some(parted) = parted_words(line, rule) {
        return Some(parted);
    }
    let out: Groups = over.iter().map(|chunk| under_rule(chunk, grid, rule)).collect();
    let groups: Vec<&Range<usize>> = out.iter().flatten().collect();
    let disjoint = groups.windows(2).all(|w| w[0].end <= w[1].start);
    // A short rule beneath `Quarter Ended` may reach the first of two wide dates only.
    let specs: Vec<Spec> = over.iter().map(|c| told_by(c.specs())).collect();
    let left_out = |k: usize| {
        groups.iter().all(|group| !group.contains(&k))
            && known.spec(k).has_date()
            && lacks(&known.told(k), over, &specs)
    };
    let whole = disjoint && groups.len() == over.len() && !(0..n).any(left_out);
    whole.then_some(out)
}

/// The columns parted by a rule with a segment for each chunk, as it parts all the words that stand
/// right over them, wherever their figures are.
fn parted_words(line: Line<'_>, rule: &[Range<usize>]) -> Option<Groups> {
    let Line { over, spans, .. } = line;
    if over.len() != rule.len() || !over.iter().zip(rule).all(|(chunk, s)| is_over(chunk, s)) {
        return None;
    }
    let part = |span: &Range<usize>| {
        let middle = usize::midpoint(span.start, span.end);
        rule.iter().position(|segment| segment.contains(&middle))
    };
    let parts: Vec<usize> = spans.iter().map(part).collect::<Option<_>>()?;
    let columns = |at: usize| {
        let (from, to) =
            (parts.iter().position(|&p| p == at)?, parts.iter().rposition(|&p| p == at)?);
        Some(from..to + 1)
    };
    let out: Groups = (0..rule.len()).map(columns).collect();
    // Words at one end of a segment stand over what is there.
    let tells = |(at, group): (usize, &Option<Range<usize>>)| {
        group.as_ref().is_some_and(|g| g.len() == 1 || is_centred(over[at], &rule[at]))
    };
    let tells_all = || {
        out.iter().enumerate().all(tells)
            || are_set_alike(over, rule, &out)
            || are_lengths_flush_left(over, rule)
    };
    tells_all().then_some(out)
}

/// Whether each of several periods stands as far from the right end of its segment, over as many
/// columns as the others: `2003` over the last of `Balance   Rate   Interest`.
fn are_set_alike(over: &[&Chunk<'_>], rule: &[Range<usize>], groups: &Groups) -> bool {
    let from_end = |(c, segment): (&&Chunk<'_>, &Range<usize>)| segment.end.checked_sub(c.span.end);
    let Some(gaps) = over.iter().zip(rule).map(from_end).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let columns: Vec<usize> = groups.iter().flatten().map(ExactSizeIterator::len).collect();
    let alike = |pair: &[usize]| pair[0] == pair[1];
    over.len() > 1
        && over.iter().all(|c| c.speaks())
        && columns.len() == over.len()
        && columns.windows(2).all(alike)
        && gaps.iter().max().zip(gaps.iter().min()).is_some_and(|(far, near)| far - near <= DRIFT)
}

/// Whether each of several lengths begins with its segment.
fn are_lengths_flush_left(over: &[&Chunk<'_>], rule: &[Range<usize>]) -> bool {
    let begins = |(chunk, segment): (&&Chunk<'_>, &Range<usize>)| {
        chunk.span.start.abs_diff(segment.start) <= 1 && chunk.lasts()
    };
    over.len() > 1 && over.iter().zip(rule).all(begins)
}

/// Whether a rule underlines no more than the words themselves, and so says nothing.
fn repeats_words(over: &[&Chunk<'_>], rule: &[Range<usize>], columns: usize) -> bool {
    let underlined = |chunk: &&Chunk<'_>| {
        rule.iter()
            .any(|s| s.start.abs_diff(chunk.span.start) <= 1 && s.end.abs_diff(chunk.span.end) <= 1)
    };
    over.len() != columns && over.len() >= rule.len() && over.iter().all(underlined)
}

/// The columns over the segment of a rule above which words are centred. Words at one end of a long
/// segment stand over what is there, not over all of it.
fn under_rule(chunk: &Chunk<'_>, grid: &Grid, rule: &[Range<usize>]) -> Option<Range<usize>> {
    let segment = rule.iter().find(|s| is_over(chunk, s))?;
    let covered = covered(grid, segment);
    let (&first, &last) = (covered.first()?, covered.last()?);
    let (left, right) = (grid.columns[first].left, grid.columns[last].edges.1);
    let tells = first == last
        || is_centred(chunk, segment)
        || chunk.center().abs_diff(left + right) * 2 <= right - left;
    tells.then_some(first..last + 1)
}

/// The stretches of a rule among the words of a line.
pub(super) fn stretches(words: &[&Chunk<'_>]) -> Vec<Range<usize>> {
    words.iter().filter(|c| is_rule(c.text)).map(|c| c.span.clone()).collect()
}

/// Which columns each chunk of a line stands over where a stretch of a rule among the words below
/// underlines several columns: its own chunk is over these, and the others beside them.
pub(super) fn under_stretches(
    line: Line<'_>,
    stretches: &[Range<usize>],
    grid: &Grid,
) -> Option<Groups> {
    let Line { over, units, .. } = line;
    // One beneath several, `1998      1997` over a rule across the page, parts none of them.
    let is_own = |s: &Range<usize>| over.iter().filter(|c| is_over(c, s)).count() == 1;
    let find = |c: &Chunk<'_>| {
        stretches.iter().find(|s| is_over(c, s) && s.len() > c.span.len() && is_own(s))
    };
    let (at, stretch) = over.iter().enumerate().find_map(|(at, c)| Some((at, find(c)?)))?;
    let covered = covered(grid, stretch);
    let (&first, &last) = (covered.first()?, covered.last()?);
    let before = units.partition_point(|unit| unit.end <= first);
    let behind = units.partition_point(|unit| unit.start <= last);
    let part = |over, units: &[_]| {
        let part = Line { over, units, ..line };
        match part.over {
            [] => Some(Vec::new()),
            over if over.len() > units.len() => None,
            _ => under_stretches(part, stretches, grid).or_else(|| Some(part.partition())),
        }
    };
    let mut out = part(&over[..at], &units[..before])?;
    out.push(Some(first..last + 1));
    out.extend(part(&over[at + 1..], &units[behind..])?);
    Some(out).filter(|_| first < last)
}
