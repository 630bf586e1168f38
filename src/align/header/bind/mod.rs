//! From words to columns: words belong to the columns over which they are centred, or which the
//! rule below them underlines.
//!
//! The lines of a header are read from the bottom up: what the lower ones say about the columns
//! tells where the words of the upper ones belong.
//!
//! - `over`: which words of a line stand over columns with figures
//! - `rules`: the columns that a rule below a line underlines for its words
//! - `flush`: headers whose lines are flush left over their parts
//! - `since`: the time since which a single column counts, `Period from` / `(inception) to`
//! - `partition`: divides the columns among the words if nothing else tells
//! - `known`: what is known about the columns from the lines below, and from those that name each
//! - `promised`: what the lines above are sure to say about columns
//! - `of_all`: lines with one time, which is that of all columns, or of the one that lacks it

mod flush;
mod known;
mod of_all;
mod over;
mod partition;
mod parts;
mod promised;
mod rules;
mod since;

use std::ops::Range;
use std::rc::Rc;

use self::flush::{flush_parts, flush_starts};
use self::known::{Bound, Known, words_of_each};
use self::over::{drop_over_blank, over_columns, with_figures};
use self::partition::Line;
use self::parts::{Groups, come_again, fields};
use self::promised::promised;
use self::rules::{covered, group, is_over, rule_below, rule_beneath, stretches, under_stretches};
use self::since::{nearest, since_inception, without_whole};
use crate::align::header::column::{ColumnHead, Words, is_year_alone};
use crate::align::header::extent::Above;
use crate::align::header::head::Head;
use crate::align::header::roles::Role;
use crate::align::header::words::{Chunk, DRIFT, is_of_length};
use crate::grid::Grid;
use crate::knowledge;
use crate::lex::block;
use crate::lex::line::Lines;
use crate::period::Spec;

/// Binds the words of the header lines to columns, from the foot upwards.
pub(super) fn bind(above: &Above<'_, '_>, header: &[usize], grid: &Grid, head: &mut Head) {
    if grid.columns.is_empty() {
        return;
    }
    let lines = above.lines;
    let mut over: Vec<Vec<&Chunk<'_>>> = header
        .iter()
        .map(|&i| match above.roles.of(i) {
            Role::Prose => Vec::new(),
            _ => over_columns(above, header, i, grid, head),
        })
        .collect();
    drop_over_blank(&mut over, &grid.columns);
    let header = Header::read(lines, header, &over, grid, head.body);
    let mut walk = Walk::of(&header);
    for at in (0..over.len()).rev() {
        walk.read(lines, at);
    }
    head.doubtful = walk.doubtful;
    for (column, mut pieces) in walk.bound.into_iter().enumerate() {
        pieces.reverse();
        head.columns[column] = ColumnHead::new(&pieces);
    }
}

/// The lines of a header, and what they say whatever the others do; one for each line but where
/// columns are told.
struct Header<'h> {
    grid: &'h Grid,
    lines: &'h [usize],
    /// The words that stand over columns.
    over: &'h [Vec<&'h Chunk<'h>>],
    /// The rule right beneath, in segments.
    underlines: Vec<Vec<Range<usize>>>,
    /// For each column, the words of the lines that have some for each.
    each: Vec<Bound>,
    /// For each column, what the lines above say.
    promised: Vec<Vec<Spec>>,
    /// Whether it has nothing but words since when a single column counts.
    since: Vec<bool>,
    /// Where the parts begin over which lines are flush left.
    starts: Vec<usize>,
    /// The field of each column.
    fields: Vec<Range<usize>>,
    /// Whether every second column has percentages, and no other has.
    with_shares: bool,
}

impl<'h> Header<'h> {
    fn read(
        lines: &Lines<'_>,
        header: &'h [usize],
        over: &'h [Vec<&'h Chunk<'h>>],
        grid: &'h Grid,
        body: usize,
    ) -> Self {
        let underlines: Vec<Vec<Range<usize>>> =
            (0..header.len()).map(|at| rule_beneath(lines, header, at, body, grid)).collect();
        Self {
            grid,
            lines: header,
            over,
            each: words_of_each(over, &grid.columns),
            promised: promised(over, &underlines, grid),
            since: since_inception(header, over),
            starts: flush_starts(over, &underlines, grid.columns.len()),
            fields: fields(&grid.columns),
            underlines,
            with_shares: alternates_with_percentages(lines, grid),
        }
    }

    /// The stretches of a rule among the words right below a line.
    fn stretches_below(&self, at: usize) -> Vec<Range<usize>> {
        match self.lines.get(at + 1) {
            Some(&below) if below == self.lines[at] + 1 => stretches(&self.over[at + 1]),
            _ => Vec::new(),
        }
    }
}

/// Whether every second column has figures with a sign of percent, and no other has any.
fn alternates_with_percentages(lines: &Lines<'_>, grid: &Grid) -> bool {
    let mut signed = vec![false; grid.columns.len()];
    for row in &grid.rows {
        let face = lines.face(row.line);
        for (column, token) in &row.cells {
            signed[*column] |= face.get(token.start..token.end).is_some_and(|f| f.ends_with('%'));
        }
    }
    signed.len().is_multiple_of(2) && signed.chunks(2).all(|pair| pair == [false, true])
}

/// The way up from the foot of a header.
struct Walk<'h> {
    header: &'h Header<'h>,
    /// The words bound to each column so far.
    bound: Vec<Bound>,
    /// Columns that a lower line spans stay together for the lines above; so do an amount and its
    /// share.
    units: Vec<Range<usize>>,
    /// Where each column stands by the words and rules over it; at first, by its figures.
    spans: Vec<Range<usize>>,
    /// Whether words on periods were found whose columns nothing tells.
    doubtful: bool,
}

impl<'h> Walk<'h> {
    fn of(header: &'h Header<'h>) -> Self {
        let columns = &header.grid.columns;
        let n = columns.len();
        let width = if header.grid.paired { 2 } else { 1 };
        Self {
            header,
            bound: vec![Vec::new(); n],
            units: (0..n).step_by(width).map(|k| k..k + width).collect(),
            spans: columns.iter().map(|c| c.left..c.edges.1).collect(),
            doubtful: false,
        }
    }

    /// Reads a line: finds the columns of its words, and binds these.
    fn read(&mut self, lines: &Lines<'_>, at: usize) {
        let over = with_figures(&self.header.over[at], &self.header.grid.columns);
        if over.is_empty() {
            return;
        }
        let rule = &self.header.underlines[at];
        if rule.len() == self.spans.len() {
            self.spans.clone_from(rule);
        }
        let all = 0..self.spans.len();
        let is_time = self.is_time_of_all(at, &over);
        if is_time || self.is_year_of_all(at, &over) || self.is_day_of_all(at, &over) {
            self.bind(lines, self.header.lines[at], &over, &vec![Some(all.clone())]);
            // Words above a length and day of all are of all as well.
            if is_time {
                self.join(all);
            }
            return;
        }
        let lacking = self.lacking(&over);
        let mut groups =
            lacking.map_or_else(|| self.groups(at, &over), |column| vec![Some(column)]);
        if self.header.grid.tight || self.is_out_of_place(&over, &groups) {
            groups = self.by_order(&over);
        }
        if self.has_words_for_each(at, &over, &groups) {
            self.stand_below(&over, &groups);
        }
        self.bind(lines, self.header.lines[at], &over, &groups);
        self.keep_together(&over, groups);
        self.keep_ruled(at, &over);
    }

    /// Whether words on periods, closed up to one blank, stand elsewhere than the columns that they
    /// are given.
    fn is_out_of_place(&self, over: &[&Chunk<'_>], groups: &Groups) -> bool {
        let columns = &self.header.grid.columns;
        let fits = |words: &[&Chunk<'_>], left: &Range<usize>, right: &Range<usize>| {
            columns[left.end - 1].center() <= words[0].span.end + DRIFT
                && words[1].span.start <= columns[right.start].center() + DRIFT
                && words[1].span.end + 2 * DRIFT > columns[right.end - 1].left
        };
        let is_off = |(words, groups): (&[&Chunk<'_>], &[Option<Range<usize>>])| {
            let pair = groups[0].as_ref().zip(groups[1].as_ref());
            words[1].span.start <= words[0].span.end + 1
                && !pair.is_some_and(|(left, right)| fits(words, left, right))
        };
        (2..self.spans.len()).contains(&over.len())
            && over.iter().copied().all(is_of_time)
            && over.windows(2).zip(groups.windows(2)).any(is_off)
    }

    /// The columns of the words of a line by their order alone: one each, as many to each, or all.
    /// Where the counts do not fit, none has any.
    fn by_order(&mut self, over: &[&Chunk<'_>]) -> Groups {
        let (m, n) = (over.len(), self.spans.len());
        let width = n / m;
        // `Dec. 31,   Sept. 30,   Dec. 31,   Dec. 31,` below `Three Months Ended Year Ended` may be
        // three and one.
        let text_below = |k: usize| self.bound[k].iter().map(|words| words.text.as_str());
        let repeats = |k: usize| text_below(k).eq(text_below(k - width));
        let are_of_time = over.iter().copied().all(is_of_time);
        if n.is_multiple_of(m) && (m == n || are_of_time && (width..n).all(repeats)) {
            return (0..m).map(|k| Some(width * k..width * (k + 1))).collect();
        }
        self.doubtful |= over.iter().copied().any(is_of_time);
        vec![None; m]
    }

    fn known(&self, at: usize) -> Known<'_> {
        let Header { each, promised, .. } = self.header;
        Known { below: &self.bound, each, above: &promised[at] }
    }

    /// The columns over which the words of a line stand.
    fn groups(&self, at: usize, over: &[&Chunk<'_>]) -> Groups {
        let Header { grid, underlines, since, starts, fields, .. } = self.header;
        let known = self.known(at);
        // A rule over each column gathers none.
        let is_ruled = ![0, grid.columns.len()].contains(&underlines[at].len());
        let own = (since[at] && !is_ruled).then(|| nearest(over[0], &self.units, &self.spans));
        let units = without_whole(&self.units, over, known, since.contains(&true));
        let line = Line { over, units, spans: &self.spans, fields, known };
        let mut groups = match own.flatten() {
            Some(own) => vec![Some(own)],
            None if self.tells_times_of_pairs(over) || self.tells_lengths_of_parts(over) => {
                let width = self.spans.len() / over.len();
                (0..over.len()).map(|k| Some(width * k..width * (k + 1))).collect()
            }
            None if self.ends_stack(at, over, units) => line.last_apart(),
            None => flush_parts(over, starts, grid)
                .map(|parts| line.over_times().unwrap_or(parts))
                .or_else(|| under_stretches(line, &self.header.stretches_below(at), grid))
                .unwrap_or_else(|| group(line, grid, rule_below(underlines, at, over))),
        };
        if grid.paired {
            groups.iter_mut().flatten().for_each(|g| *g = whole_pairs(g));
        }
        groups
    }

    /// Whether a line tells one time for each amount and the percentage beside it: each is that of
    /// both, though dates set closer than these lean to the left of the last ones.
    fn tells_times_of_pairs(&self, over: &[&Chunk<'_>]) -> bool {
        self.header.with_shares
            && over.len() > 1
            && over.len() * 2 == self.spans.len()
            && over.iter().all(|chunk| chunk.speaks())
    }

    /// Whether a line tells the length of each of the equal parts in which years come again:
    /// `Three Months Ended   Nine Months Ended` over `1997   1996   1997   1996`.
    fn tells_lengths_of_parts(&self, over: &[&Chunk<'_>]) -> bool {
        let (parts, n) = (over.len(), self.spans.len());
        let of_year = |chunk: &&Chunk<'_>| {
            is_year_alone(chunk.text) || !chunk.speaks() && knowledge::is_no_period(chunk.text)
        };
        let mut lines = self.header.over.iter().filter(|line| line.iter().all(of_year));
        (2..n).contains(&parts)
            && over.iter().all(|chunk| chunk.lasts())
            && lines.any(|line| come_again(line.iter().copied(), parts, n))
    }

    /// Whether the last of fewer words than columns go on below those since when the last column
    /// counts: `Percent   June 30,` below `through`.
    fn ends_stack(&self, at: usize, over: &[&Chunk<'_>], units: &[Range<usize>]) -> bool {
        let Header { since, underlines, .. } = self.header;
        let above = at.checked_sub(1).filter(|&above| since[above]);
        let stack = above.and_then(|above| self.header.over[above].first());
        let ([_, .., last], Some(stack)) = (over, stack) else { return false };
        let edge = self.spans.last().map_or(0, |span| span.start);
        over.len() < units.len()
            && underlines[at].is_empty()
            && last.span.start < stack.span.end
            && stack.span.start < last.span.end
            && edge < last.span.end
    }

    /// Whether a line has words for each column, or for each that has a period.
    fn has_words_for_each(&self, at: usize, over: &[&Chunk<'_>], groups: &Groups) -> bool {
        let n = self.spans.len();
        let known = self.known(at);
        let single = |group: &Option<Range<usize>>| group.as_ref().is_some_and(|g| g.len() == 1);
        over.len() == n
            || over.len() > 1
                && groups.iter().all(single)
                && (0..n).filter(|&k| !known.is_timeless(k)).count() == over.len()
    }

    /// Moves the columns below words of their own to where these stand.
    fn stand_below(&mut self, over: &[&Chunk<'_>], groups: &Groups) {
        for (chunk, group) in over.iter().zip(groups) {
            if let Some(group) = group.as_ref().filter(|group| group.len() == 1) {
                self.spans[group.start] = chunk.span.clone();
            }
        }
    }

    /// Binds the words of a line; a rule beside them holds its columns' place and says nothing.
    fn bind(&mut self, lines: &Lines<'_>, line: usize, over: &[&Chunk<'_>], groups: &Groups) {
        let says = |c: char| c.is_ascii_alphanumeric() || c == '%';
        for (chunk, group) in over.iter().zip(groups) {
            let says = chunk.text.contains(says) || chunk.text == "($)";
            let Some(group) = group.as_ref().filter(|_| says) else {
                continue;
            };
            let line = line + usize::from(chunk.is_torn);
            let words = Rc::new(Words::of(chunk, lines.printed(line, chunk.print())));
            for column in group.clone() {
                self.bound[column].push(words.clone());
            }
        }
    }

    /// Keeps columns together that words span. A remark about the audit or units stands over
    /// columns that the lines above it part.
    fn keep_together(&mut self, over: &[&Chunk<'_>], groups: Groups) {
        let spans_columns = |(chunk, group): (&Chunk<'_>, Option<Range<usize>>)| {
            let is_remark =
                || knowledge::speaks_of_audit(chunk.text) || block::is_unit_line(chunk.text);
            group.filter(|g| g.len() > 1 && !is_remark())
        };
        let spanned: Vec<_> = over.iter().copied().zip(groups).filter_map(spans_columns).collect();
        for group in spanned {
            self.join(group);
        }
    }

    /// Keeps columns together over which the rule beneath a line has a segment without words, where
    /// it has one over each column: `Additions` over one of three segments says of the first that
    /// words further up stand over all of it.
    fn keep_ruled(&mut self, at: usize, over: &[&Chunk<'_>]) {
        let Header { grid, underlines, .. } = self.header;
        let cover = |segment: &Range<usize>| {
            let covered = covered(grid, segment);
            Some(*covered.first()?..*covered.last()? + 1)
        };
        let parts: Option<Vec<Range<usize>>> = underlines[at].iter().map(cover).collect();
        let parts = parts.filter(|parts| parts.iter().cloned().flatten().eq(0..self.spans.len()));
        for (segment, part) in underlines[at].iter().zip(parts.unwrap_or_default()) {
            let crosses = |u: &Range<usize>| {
                u.start < part.end
                    && part.start < u.end
                    && !(part.start <= u.start && u.end <= part.end)
            };
            let silent = !over.iter().any(|chunk| is_over(chunk, segment));
            if part.len() > 1 && silent && !self.units.iter().any(crosses) {
                self.join(part);
            }
        }
    }

    /// Makes one unit of some columns.
    fn join(&mut self, group: Range<usize>) {
        self.units.retain(|u| u.end <= group.start || u.start >= group.end);
        self.units.push(group);
        self.units.sort_by_key(|u| u.start);
    }
}

/// Whether words speak of periods, or of a length of time printed over several lines.
fn is_of_time(chunk: &Chunk<'_>) -> bool {
    chunk.speaks() || is_of_length(chunk.text)
}

/// The pairs of columns in which some of them stand.
fn whole_pairs(columns: &Range<usize>) -> Range<usize> {
    columns.start / 2 * 2..columns.end.next_multiple_of(2)
}
