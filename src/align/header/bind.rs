//! Words to columns: each goes to those on which it is centred or which its rule underlines.

use std::ops::Range;
use std::rc::Rc;

use crate::align::header::extent::{gives_each_a_day, names_day_alone};
use crate::align::header::partition::{Groups, Line};
use crate::align::header::roles::{Role, Roles};
use crate::align::header::words::{Chunk, Cut, is_ended, is_rule, segments};
use crate::align::header::{CaptionLine, ColumnHead, Head, Words, opens_side, told_by};
use crate::grid::{Edge, Grid};
use crate::knowledge::{self, PeriodWord};
use crate::lex::block;
use crate::lex::line::{Class, Lines};
use crate::period::Spec;

/// Binds the words of the header lines to columns, from the foot upwards.
pub(super) fn bind(
    lines: &Lines<'_>,
    header: &[usize],
    cut: &Cut<'_>,
    roles: &Roles,
    grid: &Grid,
    zone: usize,
    head: &mut Head,
) {
    let n = grid.columns.len();
    if n == 0 {
        return;
    }
    let over_columns: Vec<Vec<&Chunk<'_>>> = header
        .iter()
        .map(|&i| match roles.of(i) {
            Role::Prose => Vec::new(),
            _ => over_columns(lines, header, i, cut.chunks(i), grid, zone, head),
        })
        .collect();
    let each = words_of_each(&over_columns, &grid.columns);
    let underlines: Vec<Vec<Range<usize>>> =
        (0..header.len()).map(|at| rule_beneath(lines, header, at, head.body, grid)).collect();
    let promised = promised(&over_columns, &underlines, grid);
    let starts = flush_starts(&over_columns, &underlines, n);
    let since = since_inception(header, &over_columns);
    // Columns that a lower line spans stay together for the lines above; so do an amount and its
    // share.
    let width = if grid.paired { 2 } else { 1 };
    let mut units: Vec<Range<usize>> = (0..n).step_by(width).map(|k| k..k + width).collect();
    let mut bound: Vec<Bound> = vec![Vec::new(); n];
    // Where each column stands by the words and rules over it; at first, by its figures.
    let mut spans: Vec<Range<usize>> = grid.columns.iter().map(|c| c.left..c.edges.1).collect();
    let fields = fields(&grid.columns);
    for (at, &i) in header.iter().enumerate().rev() {
        let over = with_figures(&over_columns[at], &grid.columns);
        if over.is_empty() {
            continue;
        }
        let rule = &underlines[at];
        if rule.len() == n {
            spans.clone_from(rule);
        }
        let known = Known { below: &bound, each: &each, above: &promised[at] };
        let stretches = match header.get(at + 1) {
            Some(&below) if below == i + 1 => stretches(&over_columns[at + 1]),
            _ => Vec::new(),
        };
        let open = without_whole(&units, &over, known, since.contains(&true));
        let line = Line { over: &over, units: open, spans: &spans, fields: &fields, known };
        let own = (since[at] && rule.is_empty()).then(|| nearest(over[0], &units, &spans));
        let mut groups = match own.flatten() {
            Some(own) => vec![Some(own)],
            None => flush_parts(&over, &starts, grid, known)
                .or_else(|| under_stretches(line, &stretches, grid))
                .unwrap_or_else(|| group(line, grid, rule_below(&underlines, at, &over))),
        };
        if grid.paired {
            groups.iter_mut().flatten().for_each(|g| *g = whole_pairs(g));
        }
        // The line has words for each column, or for each that has a period.
        let single = |group: &Option<Range<usize>>| group.as_ref().is_some_and(|g| g.len() == 1);
        let of_each = over.len() == n
            || over.len() > 1
                && groups.iter().all(single)
                && (0..n).filter(|&k| !known.is_timeless(k)).count() == over.len();
        for (chunk, group) in over.iter().zip(&groups) {
            let Some(group) = group else { continue };
            if group.len() == 1 && of_each {
                spans[group.start] = chunk.span.clone();
            }
            // A rule beside words holds its columns' place and says nothing.
            if !chunk.text.contains(|c: char| c.is_ascii_alphanumeric() || c == '%') {
                continue;
            }
            let words = Rc::new(Words::of(chunk, lines.printed(i, chunk.print())));
            for column in group.clone() {
                bound[column].push(words.clone());
            }
        }
        // An audit remark under one rule stands over columns that the lines above it part.
        let spans_columns = |(chunk, group): (&Chunk<'_>, Option<Range<usize>>)| {
            group.filter(|g| g.len() > 1 && !knowledge::speaks_of_audit(chunk.text))
        };
        for group in over.iter().copied().zip(groups).filter_map(spans_columns) {
            units.retain(|u| u.end <= group.start || u.start >= group.end);
            units.push(group);
            units.sort_by_key(|u| u.start);
        }
    }
    for (column, mut pieces) in bound.into_iter().enumerate() {
        pieces.reverse();
        head.columns[column] = ColumnHead::new(&pieces);
    }
}

/// Which lines have nothing but words since when a single column counts: `Period from` /
/// `March 3, 1995` above `Change   (inception) to`.
fn since_inception(header: &[usize], over_columns: &[Vec<&Chunk<'_>>]) -> Vec<bool> {
    let tells = |c: &Chunk<'_>| {
        let mut words = c.text.split(|c: char| !c.is_alphabetic());
        words.any(|word| knowledge::period_word(word) == Some(PeriodWord::Inception))
    };
    let seed = |line: &Vec<&Chunk<'_>>| line.iter().find(|c| tells(c)).map(|c| c.span.clone());
    let mut stack: Vec<Option<Range<usize>>> = over_columns.iter().map(seed).collect();
    // Words alone on their line, right above or below, at the same place.
    let go_on = |stack: &mut [Option<Range<usize>>], from: usize, to: usize| {
        let (Some(span), [only]) = (&stack[from], &over_columns[to][..]) else { return };
        let close = header[from].abs_diff(header[to]) == 1;
        if close && only.span.start < span.end && span.start < only.span.end {
            stack[to] = Some(only.span.clone());
        }
    };
    let last = header.len().saturating_sub(1);
    (0..last).for_each(|at| go_on(&mut stack, at, at + 1));
    (0..last).rev().for_each(|at| go_on(&mut stack, at + 1, at));
    stack.iter().zip(over_columns).map(|(span, over)| span.is_some() && over.len() == 1).collect()
}

/// The columns below words of time, but for a last one of which the lines below say since when and
/// until when it counts: `From March 3, 1995 (inception) to June 30, 1998`.
fn without_whole<'u>(
    units: &'u [Range<usize>],
    over: &[&Chunk<'_>],
    known: Known<'_>,
    counts_since: bool,
) -> &'u [Range<usize>] {
    let [before @ .., last] = units else { return units };
    let is_whole = || {
        let below: Vec<_> = known.below[last.start].iter().rev().cloned().collect();
        let head = ColumnHead::new(&below);
        last.len() == 1 && head.spec().from.is_some() && head.spec().end().is_some()
    };
    let fits = over.len() <= before.len() && over.iter().all(|c| c.speaks());
    if counts_since && fits && is_whole() { before } else { units }
}

/// The columns that stay together over whose middle words stand, or nearest to it; none where the
/// words reach over nearly all.
fn nearest(
    words: &Chunk<'_>,
    units: &[Range<usize>],
    spans: &[Range<usize>],
) -> Option<Range<usize>> {
    let center = |unit: &Range<usize>| spans[unit.start].start + spans[unit.end - 1].end;
    let is_over = |unit: &&Range<usize>| words.span.contains(&(center(unit) / 2));
    let over_all = units.iter().filter(is_over).count() * 4 >= units.len() * 3;
    let off = |unit: &&Range<usize>| words.center().abs_diff(center(unit));
    units.iter().min_by_key(off).filter(|_| !over_all).cloned()
}

/// The words of a line that stand over columns. Those over the labels go to the stub, or to the
/// caption where they open one side of a sheet.
fn over_columns<'c>(
    lines: &Lines<'_>,
    header: &[usize],
    line: usize,
    all: &'c [Chunk<'c>],
    grid: &Grid,
    zone: usize,
    head: &mut Head,
) -> Vec<&'c Chunk<'c>> {
    let (n, first_left) = (grid.columns.len(), grid.columns[0].left);
    // `Note` over references, which stand in no column, parts the words over the labels from the
    // rest.
    let is_note = |c: &Chunk<'_>| c.span.end <= first_left && knowledge::is_note_column(c.text);
    // Units over the labels, and behind them the words for each column.
    let units = usize::from(all.len() == n + 1 && block::is_unit_line(all[0].text));
    let (beside, heads) = all.split_at(all.iter().position(is_note).map_or(units, |at| at + 1));
    // As many dates, or words for changes, as columns: each column has its own, however far left
    // the first begins.
    let own = |c: &Chunk<'_>| c.speaks() || knowledge::is_no_period(c.text);
    let each =
        heads.len() == n && n > 1 && heads.iter().all(own) || are_off_alike(heads, &grid.columns);
    let days = gives_each_a_day(heads, n);
    let stands_over = |chunk: &Chunk<'_>| {
        each || days && names_day_alone(chunk)
            || chunk.span.start >= zone
            || chunk.center() >= first_left.saturating_mul(2) && chunk.span.start + 6 >= zone
            || chunk.span.end > first_left.saturating_add(1)
                && chunk.center() + 4 >= first_left.saturating_add(zone)
    };
    // Between columns on both sides of the labels stands what heads these: `Basic Earnings Per Share`
    let is_over_labels = |chunk: &Chunk<'_>| {
        let right = grid.columns.iter().position(|column| chunk.span.end <= column.left);
        let left = right.and_then(|at| grid.columns.get(at.checked_sub(1)?));
        grid.mirrored
            && !chunk.speaks()
            && left.is_some_and(|column| column.edges.1 <= chunk.span.start)
            && grid
                .rows
                .iter()
                .any(|row| (row.label_start..row.label_end).contains(&chunk.span.start))
    };
    // `ASSETS` alone above all columns, in the middle of the page
    let is_side = |chunk: &Chunk<'_>| all.len() == 1 && line == header[0] && opens_side(chunk.text);
    let heads = |chunk: &Chunk<'_>| !is_side(chunk) && !is_over_labels(chunk) && stands_over(chunk);
    let mut over = Vec::new();
    let mut last_beside = String::new();
    for (at, chunk) in all.iter().enumerate() {
        if at >= beside.len() && !spread(&last_beside, chunk.text) && heads(chunk) {
            over.push(chunk);
            continue;
        }
        let text = lines.printed(line, chunk.print()).into_owned();
        if opens_side(&text) {
            head.caption.push(CaptionLine { line, text });
        } else {
            last_beside.clone_from(&text);
            head.stub.push(text);
        }
    }
    over
}

/// Whether a line has words for each of several columns, all as far left of theirs, and less than
/// half the way to the next: `Shares   Amount   Earnings   Total` of a header set off.
fn are_off_alike(heads: &[Chunk<'_>], columns: &[Edge]) -> bool {
    const FEWEST: usize = 3;
    const DRIFT: usize = 2;
    if heads.len() != columns.len() || columns.len() < FEWEST {
        return false;
    }
    let off: Option<Vec<usize>> = heads
        .iter()
        .zip(columns)
        .map(|(c, column)| column.edges.1.checked_sub(c.span.end))
        .collect();
    let pitch = columns.windows(2).map(|w| w[1].edges.1.saturating_sub(w[0].edges.1)).min();
    let Some((off, pitch)) = off.zip(pitch) else { return false };
    let (least, most) = off.iter().fold((usize::MAX, 0), |(a, b), off| (a.min(*off), b.max(*off)));
    most - least <= DRIFT && most * 2 < pitch
}

/// What lines say that have words for each column, whatever lines above or below them say; and words
/// of a change that stand over one column alone: `March 31,   Change` over `1998   1997`.
fn words_of_each(over_columns: &[Vec<&Chunk<'_>>], columns: &[Edge]) -> Vec<Bound> {
    let mut each: Vec<Bound> = vec![Vec::new(); columns.len()];
    for over in over_columns {
        let own = with_figures(over, columns);
        if own.len() == columns.len() {
            for (chunk, each) in own.iter().zip(&mut each) {
                each.push(Rc::new(Words::of(chunk, chunk.text.into())));
            }
        } else {
            for chunk in own.iter().filter(|c| knowledge::is_no_period(c.text)) {
                let mut above = (0..columns.len()).filter(|&k| chunk.is_above(&columns[k]));
                if let (Some(k), None) = (above.next(), above.next()) {
                    each[k].push(Rc::new(Words::of(chunk, chunk.text.into())));
                }
            }
        }
    }
    each
}

/// Whether a word goes on with a remark that has been spread over its line: `(Dollars        in`.
fn spread(beside: &str, word: &str) -> bool {
    knowledge::is_hanging(word) && beside.contains('(') && !beside.contains(')')
}

/// The chunks of a header line that stand over figures. The others head columns left blank: of
/// several years over a single column all but the nearest, and of more chunks than columns those
/// that name no period, where the others are as many as the columns:
/// `1997  1996  Change  June 27,  June 28, Change` over four columns.
fn with_figures<'c>(over: &[&'c Chunk<'c>], columns: &[Edge]) -> Vec<&'c Chunk<'c>> {
    let names_year = |c: &&Chunk<'_>| c.specs().iter().any(|s| !s.years.is_empty());
    let names_period = |c: &&Chunk<'_>| !knowledge::is_no_period(c.text);
    let stands_over = |c: &&Chunk<'_>| columns.iter().any(|column| c.is_above(column));
    let chunks = over.iter().copied();
    if let [column] = columns
        && over.iter().all(names_year)
    {
        let middle = column.left + column.edges.1;
        return chunks.min_by_key(|c| c.center().abs_diff(middle)).into_iter().collect();
    }
    // A blank column may stand behind the last: `Year Ended March 31,   Increase   Percent` over
    // two years and their change.
    if let [.., before, behind] = over
        && over.len() == columns.len()
        && let Some(last) = columns.last()
        && before.is_above(last)
        && last.edges.1 < behind.span.start
        && !behind.speaks()
    {
        return over[..over.len() - 1].to_vec();
    }
    if over.len() > columns.len() {
        let (standing, others): (Vec<&Chunk<'_>>, Vec<&Chunk<'_>>) =
            chunks.clone().partition(stands_over);
        let periods = chunks.clone().filter(names_period).count();
        // A period may head a column left blank, `1997   1996   Change` over that of 1997 and the
        // change; so may a change.
        let is_each = if periods == columns.len() {
            !standing.iter().all(names_period)
        } else {
            !others.iter().any(names_period)
        };
        // `1998   1997   1996`, or `Jun 30,   Mar 31,   Jun 30,`, over those of the first two
        let are_dates = || {
            let has_own = |column: &Edge| over.iter().filter(|c| c.is_above(column)).count() == 1;
            let names_day = |c: &&Chunk<'_>| c.specs().iter().any(|s| s.month_day.is_some());
            (over.iter().all(names_year) || over.iter().all(names_day))
                && columns.iter().all(has_own)
        };
        if standing.len() == columns.len() && (is_each || are_dates()) {
            return standing;
        }
        if periods == columns.len() {
            return chunks.filter(names_period).collect();
        }
    }
    chunks.collect()
}

/// The words bound to a column so far, from the foot of the header upwards.
type Bound = Vec<Rc<Words>>;

/// What is known of the columns when a line of the header is read.
#[derive(Clone, Copy)]
pub(super) struct Known<'b> {
    /// The words of the lines below it.
    below: &'b [Bound],
    /// The words of the lines that have some for each column.
    each: &'b [Bound],
    /// What the lines above it say of columns that a rule beneath them gathers.
    above: &'b [Spec],
}

impl<'b> Known<'b> {
    pub(super) fn pieces(self, column: usize) -> impl DoubleEndedIterator<Item = &'b Rc<Words>> {
        self.below[column].iter().chain(&self.each[column])
    }

    /// Whether the words over a column say that it holds no period: `(Decrease)`, `Change`.
    pub(super) fn is_timeless(self, column: usize) -> bool {
        let words: Vec<&str> = self.pieces(column).rev().map(|words| words.text.as_str()).collect();
        knowledge::is_no_period(&words.join(" "))
    }

    /// Whether the lines below name a year over a column; none where they say nothing.
    pub(super) fn names_year(self, column: usize) -> Option<bool> {
        let words = &self.below[column];
        let named = words.iter().flat_map(|words| words.specs()).any(|s| !s.years.is_empty());
        (!words.is_empty()).then_some(named)
    }

    pub(super) fn spec(self, column: usize) -> Spec {
        let mut out = Spec::default();
        for spec in self.pieces(column).flat_map(|words| words.specs()) {
            out.fill(spec);
        }
        out
    }

    /// The same, and what stands above.
    pub(super) fn told(self, column: usize) -> Spec {
        let mut out = self.spec(column);
        out.fill(&self.above[column]);
        out
    }
}

/// The rule right beneath a line of the header, in segments; but for one over the labels, which
/// begins where these do unless columns stand on both sides of them.
fn rule_beneath(
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
    // Privacy-enhanced mail sets `- ` before it.
    if !grid.mirrored {
        let labels = grid.rows.first().map_or(0, |row| lines.get(row.line).indent as usize);
        let is_over_labels = |segment: &Range<usize>| segment.start <= labels + "- ".len();
        let ends_in_remark = || {
            let words = lines.face(header[at]).trim_ascii_start();
            let (beside, last) = words.rsplit_once("  ").unwrap_or(("", words));
            if knowledge::speaks_of_audit(last) {
                !beside.is_empty()
            } else {
                last.trim_ascii_start().starts_with('(')
            }
        };
        // One over labels and columns alike says of a remark above it no more than one over the
        // labels; `(Unaudited)` alone on its line is said of all columns.
        if rule.len() > 1 || ends_in_remark() {
            rule.retain(|segment| !is_over_labels(segment));
        }
    }
    rule
}

/// What the lines above each line say of columns that a rule beneath them gathers, or over which
/// they are centred: `Fiscal Year Ended September 30,` over the last three of six columns.
fn promised(
    over_columns: &[Vec<&Chunk<'_>>],
    underlines: &[Vec<Range<usize>>],
    grid: &Grid,
) -> Vec<Vec<Spec>> {
    let n = grid.columns.len();
    let mut now = vec![Spec::default(); n];
    let mut out = Vec::with_capacity(underlines.len());
    for (over, rule) in over_columns.iter().zip(underlines) {
        out.push(now.clone());
        for segment in rule.iter().filter(|_| rule.len() < n && n <= MOST_COLUMNS) {
            let covered = covered(grid, segment);
            let head = over.iter().find(|c| is_over(c, segment)).filter(|_| covered.len() > 1);
            let spec = head.map(|chunk| told_by(chunk.specs())).unwrap_or_default();
            for k in covered {
                now[k].fill(&spec);
            }
        }
        let parts = centred_parts(over, &grid.columns).filter(|_| rule.is_empty());
        for (chunk, part) in over.iter().zip(parts.into_iter().flatten()) {
            let spec = told_by(chunk.specs());
            now[part].iter_mut().for_each(|column| column.fill(&spec));
        }
    }
    out
}

/// The columns that a segment of a rule stands over.
fn covered(grid: &Grid, segment: &Range<usize>) -> Vec<usize> {
    let stands_over = |k: &usize| {
        let column = &grid.columns[*k];
        column.center() >= segment.start
            && (column.center() <= segment.end || column.edges.1 <= segment.end + 2)
            && column.edges.1 > segment.start
    };
    (0..grid.columns.len()).filter(stands_over).collect()
}

/// The parts of the columns, fewer than these, over which the words of a line are centred, each
/// over its own: `Three Months Ended   Nine Months Ended   Inception to` over two, two and one.
fn centred_parts(over: &[&Chunk<'_>], columns: &[Edge]) -> Option<Vec<Range<usize>>> {
    const OFF: usize = 6;
    let fewer = (2..columns.len()).contains(&over.len());
    if !fewer || columns.len() > MOST_COLUMNS || !over.iter().any(|c| c.speaks()) {
        return None;
    }
    let fields = fields(columns);
    let mut from = 0;
    let mut out = Vec::with_capacity(over.len());
    for (at, chunk) in over.iter().enumerate() {
        let off = |to: &usize| {
            let printed = columns[from].left + columns[*to].edges.1;
            let whole = fields[from].start + fields[*to].end;
            chunk.center().abs_diff(printed).min(chunk.center().abs_diff(whole))
        };
        let to = (from..=columns.len() + at - over.len()).min_by_key(off)?;
        if off(&to) > OFF {
            return None;
        }
        out.push(from..to + 1);
        from = to + 1;
    }
    (from == columns.len()).then_some(out)
}

/// Where the parts of a header begin, if its lines are flush left over them: `Three Months` /
/// `Ended June 30,` at one column, or at the segments of the rule beneath. Centred lines of other
/// lengths do not begin alike.
fn flush_starts(
    over_columns: &[Vec<&Chunk<'_>>],
    underlines: &[Vec<Range<usize>>],
    columns: usize,
) -> Vec<usize> {
    /// Centred words that differ by more in length begin apart even where a typist erred by one.
    const UNLIKE: usize = 3;
    let are_flush = |above: &[&Chunk<'_>], below: &[&Chunk<'_>], rule: &[Range<usize>]| {
        let pairs = || above.iter().zip(below);
        let difference = |(a, b): (&&Chunk<'_>, &&Chunk<'_>)| a.span.len().abs_diff(b.span.len());
        let ruled = rule.len() == below.len()
            && rule.iter().zip(below).all(|(segment, chunk)| segment.start == chunk.span.start);
        above.len() == below.len()
            && (2..columns).contains(&above.len())
            && above.iter().chain(below).any(|chunk| chunk.speaks())
            && pairs().all(|(a, b)| a.span.start == b.span.start)
            && pairs().map(difference).filter(|by| *by > 1).count() > 1
            && (ruled || pairs().map(difference).any(|by| by > UNLIKE))
    };
    let flush = (1..over_columns.len()).find(|&at| {
        columns <= MOST_COLUMNS
            && underlines[at - 1].is_empty()
            && are_flush(&over_columns[at - 1], &over_columns[at], &underlines[at])
    });
    flush
        .map_or_else(Vec::new, |at| over_columns[at].iter().map(|chunk| chunk.span.start).collect())
}

/// The parts of a header flush left over which the words of a line stand, each at the start of its
/// own.
fn flush_parts(
    over: &[&Chunk<'_>],
    starts: &[usize],
    grid: &Grid,
    known: Known<'_>,
) -> Option<Groups> {
    let first = |start: usize| grid.columns.partition_point(|column| column.edges.1 <= start);
    // No part has a year twice: what stands behind the last of them is of none.
    let end_of_last = |from: usize| {
        let spec = |k: usize| known.spec(k);
        let again = |&k: &usize| {
            let spec_of_k = spec(k);
            !spec_of_k.years.is_empty() && (from..k).any(|other| spec(other) == spec_of_k)
        };
        (from + 1..grid.columns.len()).find(again).unwrap_or(grid.columns.len())
    };
    let part = |chunk: &&Chunk<'_>| {
        let at = starts.binary_search(&chunk.span.start).ok()?;
        let from = first(starts[at]);
        let end = starts.get(at + 1).map_or_else(|| end_of_last(from), |next| first(*next));
        Some(from..end).filter(|part| !part.is_empty())
    };
    let parts: Vec<_> = over.iter().map(part).collect();
    parts.iter().all(Option::is_some).then_some(parts)
}

/// The rule beneath a line, or beneath one further down where it parts the columns among just as
/// many words as the line has.
fn rule_below<'u>(
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
fn is_over(chunk: &Chunk<'_>, segment: &Range<usize>) -> bool {
    chunk.center() >= 2 * segment.start && chunk.center() <= 2 * segment.end
}

/// Which columns each chunk of a line stands over.
fn group(line: Line<'_>, grid: &Grid, rule: &[Range<usize>]) -> Groups {
    let Line { over, known, .. } = line;
    let columns = &grid.columns;
    let mut out: Groups = vec![None; over.len()];
    // A rule beneath that underlines several columns decides.
    // One that underlines no more than the words themselves says nothing.
    let underlined = |chunk: &Chunk<'_>| {
        rule.iter()
            .any(|s| s.start.abs_diff(chunk.span.start) <= 1 && s.end.abs_diff(chunk.span.end) <= 1)
    };
    let telling = over.len() == columns.len()
        || over.len() < rule.len()
        || !over.iter().copied().all(underlined);
    if telling
        && (rule.len() < columns.len() && rule.len() >= over.len() || rule.len() == over.len())
    {
        for (slot, chunk) in out.iter_mut().zip(over) {
            if let Some(s) = rule.iter().find(|s| is_over(chunk, s)) {
                let covered = covered(grid, s);
                // Words at one end of a long rule stand over what is there, not over all of it.
                let off = |left: usize, right: usize| chunk.center().abs_diff(left + right);
                if let (Some(&first), Some(&last)) = (covered.first(), covered.last())
                    && (first == last
                        || off(s.start, s.end) * 4 <= s.len()
                        || off(columns[first].left, columns[last].edges.1) * 2
                            <= columns[last].edges.1 - columns[first].left)
                {
                    *slot = Some(first..last + 1);
                }
            }
        }
        let disjoint =
            out.iter().flatten().collect::<Vec<_>>().windows(2).all(|w| w[0].end <= w[1].start);
        // A short rule beneath `Quarter Ended` may reach the first of two wide dates only.
        let specs: Vec<Spec> = over.iter().map(|c| told_by(c.specs())).collect();
        let left_out = |k: usize| {
            out.iter().flatten().all(|group| !group.contains(&k))
                && known.spec(k).has_date()
                && lacks(&known.told(k), over, &specs)
        };
        if disjoint && out.iter().all(Option::is_some) && !(0..columns.len()).any(left_out) {
            return out;
        }
    }
    // So does one that underlines some of the words alone.
    let by_some = (rule.len() < over.len()).then(|| under_stretches(line, rule, grid)).flatten();
    by_some.unwrap_or_else(|| line.partition())
}

/// The stretches of a rule among the words of a line.
fn stretches(words: &[&Chunk<'_>]) -> Vec<Range<usize>> {
    words.iter().filter(|c| is_rule(c.text)).map(|c| c.span.clone()).collect()
}

/// Which columns each chunk of a line stands over where a stretch of a rule among the words below
/// underlines several columns: its own chunk is over these, and the others beside them.
fn under_stretches(line: Line<'_>, stretches: &[Range<usize>], grid: &Grid) -> Option<Groups> {
    let Line { over, units, .. } = line;
    let find = |c: &Chunk<'_>| stretches.iter().find(|s| is_over(c, s) && s.len() > c.span.len());
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

/// The pairs of columns in which some of them stand.
fn whole_pairs(columns: &Range<usize>) -> Range<usize> {
    columns.start / 2 * 2..columns.end.next_multiple_of(2)
}

/// Columns beyond which chunks are not weighed against each other: no printed table has so many.
pub(super) const MOST_COLUMNS: usize = 64;

/// The fields of the columns, each from the end of the one before it: words over several columns
/// are centred on their fields as often as on what is printed in them.
fn fields(columns: &[Edge]) -> Vec<Range<usize>> {
    let ends: Vec<usize> = columns.iter().map(|column| column.edges.1).collect();
    let first = match ends[..] {
        [first, second, ..] => first.saturating_sub(second.saturating_sub(first)),
        _ => 0,
    };
    let starts = [first].into_iter().chain(ends.iter().map(|end| end + 1));
    starts.zip(&ends).map(|(start, end)| start.min(*end)..*end).collect()
}

/// Whether a column of which so much is known has nothing yet of the kind that a line says.
pub(super) fn lacks(known: &Spec, over: &[&Chunk<'_>], specs: &[Spec]) -> bool {
    over.iter().any(|c| is_ended(c.text)) && known.length.is_none()
        || specs.iter().any(|s| {
            s.length.is_some() && known.length.is_none()
                || s.month_day.is_some() && known.month_day.is_none()
                || !s.years.is_empty() && known.years.is_empty()
        })
}
