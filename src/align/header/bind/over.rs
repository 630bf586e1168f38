//! Which words of a header line stand over columns with figures, and which over the labels or over
//! columns left blank.

use std::ops::Range;

use crate::align::header::bind::parts::come_again;
use crate::align::header::caption::are_dates_alike;
use crate::align::header::extent::Above;
use crate::align::header::head::{CaptionLine, Head, opens_side};
use crate::align::header::words::{Chunk, DRIFT, OFF_CENTRE, is_of_length, told_by};
use crate::align::label::without_references;
use crate::grid::{Edge, Grid};
use crate::knowledge;
use crate::lex::block;
use crate::lex::line::Lines;
use crate::period::{self, Spec};

/// The words of a line that stand over columns. Those over the labels go to the stub, or to the
/// caption where they open one side of a sheet.
pub(super) fn over_columns<'a, 's>(
    above: &Above<'a, 's>,
    header: &[usize],
    line: usize,
    grid: &Grid,
    head: &mut Head,
) -> Vec<&'a Chunk<'s>> {
    let Above { lines, cut, zone, .. } = *above;
    let all = cut.chunks(line);
    let first_left = grid.columns[0].left;
    let beside = beside(lines, all, grid);
    let each =
        is_at_margin(lines, all, grid) || have_own_words(above, header, line, &all[beside..]);
    // `ASSETS` alone above all columns, in the middle of the page
    let is_side = |chunk: &Chunk<'_>| all.len() == 1 && line == header[0] && opens_side(chunk.text);
    let heads = |chunk: &Chunk<'_>| {
        !is_side(chunk)
            && !is_over_labels(chunk, grid)
            && (each || reaches(chunk, first_left, zone) || is_flush(chunk, above, header, grid))
    };
    let mut over = Vec::new();
    for (at, chunk) in all.iter().enumerate() {
        if at >= beside && heads(chunk) {
            over.push(chunk);
            continue;
        }
        let text = lines.printed(line, chunk.print()).into_owned();
        if opens_side(&text) {
            head.caption.push(CaptionLine { line, text });
        } else {
            head.stub.push(text);
        }
    }
    over
}

/// Whether each column has its own words on a line, wherever these stand, by themselves or by other
/// lines of the header: so many of its words stand over the labels.
fn have_own_words(
    above: &Above<'_, '_>,
    header: &[usize],
    line: usize,
    heads: &[Chunk<'_>],
) -> bool {
    let Above { cut, columns, .. } = *above;
    are_of_each(heads, columns)
        || are_of_parts(heads, columns.len())
        || header.iter().map(|&k| cut.chunks(k)).any(|lengths| {
            // `Three Months Ended   Nine Months Ended`, however far left of its part each begins
            let (parts, n) = (lengths.len(), columns.len());
            (2..n).contains(&parts)
                && lengths.iter().all(Chunk::lasts)
                && stand_alike(cut.chunks(line), lengths)
                && header.iter().any(|&k| come_again(cut.chunks(k).iter(), parts, n))
        })
        || are_drawn_left(heads, columns, || {
            header.iter().any(|&k| k != line && stand_alike(heads, cut.chunks(k)))
        })
}

/// Whether words on a period begin where others of the header do that stand over columns: `Months` /
/// `Ended` flush left with `September 30,`, which reaches over its column.
fn is_flush(chunk: &Chunk<'_>, above: &Above<'_, '_>, header: &[usize], grid: &Grid) -> bool {
    let first_left = grid.columns[0].left;
    let begins = |line: &usize| {
        let others = above.cut.chunks(*line);
        let all = are_of_each(others, &grid.columns);
        let mut others = others.iter().filter(|c| all || reaches(c, first_left, above.zone));
        others.any(|other| other.span.start == chunk.span.start)
    };
    // `Quarter` where labels begin heads these: `First`, below a title as far to the left.
    let is_beside_labels = || grid.rows.iter().all(|row| row.label_start < chunk.span.start);
    (chunk.speaks() || is_of_length(chunk.text)) && is_beside_labels() && header.iter().any(begins)
}

/// How many of the words of a line stand over the labels for certain.
fn beside(lines: &Lines<'_>, all: &[Chunk<'_>], grid: &Grid) -> usize {
    let (n, first_left) = (grid.columns.len(), grid.columns[0].left);
    // `Note` over references, which stand in no column, parts the words over the labels from the
    // rest.
    let is_note = |c: &Chunk<'_>| c.span.end <= first_left && knowledge::is_note_column(c.text);
    // Units over the labels, or words where these begin, and behind them those for each column; or
    // dates of one form for each, `December 31,   1997   1996`, however far left of theirs these begin.
    let before = all.len().saturating_sub(n);
    let is_unit = before == 1 && block::is_unit_line(all[0].text);
    let are_dates = before > 0 && n > 1 && are_dates_of_each(&all[before..], &all[..before]);
    let stub = if is_unit || are_dates || is_at_margin(lines, all, grid) { before } else { 0 };
    all.iter().position(is_note).map_or(stub, |at| at + 1)
}

/// Whether a line has words where the labels begin, and behind them others for each of several
/// columns: `1997   First   Second   Total`.
fn is_at_margin(lines: &Lines<'_>, all: &[Chunk<'_>], grid: &Grid) -> bool {
    let n = grid.columns.len();
    let begins = |first: &Chunk<'_>| {
        grid.rows.iter().all(|row| first.span.start <= lines.get(row.line).indent as usize)
    };
    n > 1 && !grid.mirrored && all.len() == n + 1 && begins(&all[0])
}

/// Whether words are dates of one form, and none of those before them is.
fn are_dates_of_each(own: &[Chunk<'_>], before: &[Chunk<'_>]) -> bool {
    let is_like = |chunk: &Chunk<'_>| are_dates_alike(own[0].text, chunk.text);
    own.iter().all(is_like) && !before.iter().any(is_like)
}

/// Whether each column has its own words, however far left the first begins: as many dates, or words
/// for changes, as columns.
fn are_of_each(heads: &[Chunk<'_>], columns: &[Edge]) -> bool {
    let own = |c: &Chunk<'_>| c.speaks() || knowledge::is_no_period(c.text);
    let n = columns.len();
    heads.len() == n && n > 1 && heads.iter().all(own) || are_off_alike(heads, columns)
}

/// Whether a line has nothing but dates of one form, each of its own part of the columns, however
/// far left of it they begin: `1994     1993` over two columns each.
fn are_of_parts(heads: &[Chunk<'_>], n: usize) -> bool {
    let m = heads.len();
    let spec = |c: &Chunk<'_>| told_by(c.specs());
    let form = |s: &Spec| (s.month_day.is_some(), s.years.len(), s.length.is_some());
    let Some(first) = heads.first().map(spec) else { return false };
    let dates = || {
        heads[1..].iter().map(spec).all(|s| {
            form(&s) == form(&first) && (s.years != first.years || s.month_day != first.month_day)
        })
    };
    m > 1
        && m < n
        && n.is_multiple_of(m)
        && (first.year().is_some() || first.month_day.is_some())
        && heads.iter().all(|c| period::is_bare(without_references(c.text)))
        && dates()
}

/// Whether words reach far enough from the labels to stand over columns.
fn reaches(chunk: &Chunk<'_>, first_left: usize, zone: usize) -> bool {
    chunk.span.start >= zone
        || chunk.is_centred_from(first_left, zone)
        || chunk.span.end > first_left.saturating_add(1)
            && chunk.center() + OFF_CENTRE >= first_left.saturating_add(zone)
}

/// Whether words head the labels between columns on both sides of them: `Basic Earnings Per Share`.
fn is_over_labels(chunk: &Chunk<'_>, grid: &Grid) -> bool {
    grid.mirrored
        && !chunk.speaks()
        && !grid.columns.iter().any(|column| chunk.is_above(column))
        && grid.rows.iter().any(|row| (row.label_start..row.label_end).contains(&chunk.span.start))
}

/// The shortest way from one column to the next.
fn least_pitch(columns: &[Edge]) -> Option<usize> {
    columns.windows(2).map(|w| w[1].edges.1.saturating_sub(w[0].edges.1)).min()
}

/// Whether a line has words for each of several columns, all as far left of theirs, and less than
/// half the way to the next: `Shares   Amount   Earnings   Total` of a header set off.
fn are_off_alike(heads: &[Chunk<'_>], columns: &[Edge]) -> bool {
    const FEWEST: usize = 3;
    if heads.len() != columns.len() || columns.len() < FEWEST {
        return false;
    }
    let off: Option<Vec<usize>> = heads
        .iter()
        .zip(columns)
        .map(|(c, column)| column.edges.1.checked_sub(c.span.end))
        .collect();
    let pitch = least_pitch(columns);
    let Some((off, pitch)) = off.zip(pitch) else { return false };
    let (least, most) = off.iter().fold((usize::MAX, 0), |(a, b), off| (a.min(*off), b.max(*off)));
    most - least <= DRIFT && most * 2 < pitch
}

/// Whether a line has words for each of several columns, all drawn to the left by less than the way
/// from one column to the next: a period first, `1996   of Sales   1995   of Sales`, or below or
/// above others that are `stacked` on them.
fn are_drawn_left(heads: &[Chunk<'_>], columns: &[Edge], stacked: impl FnOnce() -> bool) -> bool {
    const FEWEST: usize = 3;
    let pitch = least_pitch(columns);
    let is_near = |(chunk, column): (&Chunk<'_>, &Edge)| {
        let (end, edge) = (chunk.span.end, column.edges.1);
        end <= edge + DRIFT && pitch.is_some_and(|pitch| edge < end + pitch)
    };
    heads.len() == columns.len()
        && heads.len() >= FEWEST
        && heads.iter().zip(columns).all(is_near)
        && (heads[0].speaks() || stacked())
}

/// Whether the words of two lines stand over each other, one by one.
fn stand_alike(some: &[Chunk<'_>], others: &[Chunk<'_>]) -> bool {
    let overlap =
        |(a, b): (&Chunk<'_>, &Chunk<'_>)| a.span.start < b.span.end && b.span.start < a.span.end;
    some.len() == others.len() && some.iter().zip(others).all(overlap)
}

/// The chunks of a header line that stand over figures. The others head columns left blank: of
/// several years over a single column all but the nearest, a last one behind all columns, and of
/// more chunks than columns those that go with none.
pub(super) fn with_figures<'c>(over: &[&'c Chunk<'c>], columns: &[Edge]) -> Vec<&'c Chunk<'c>> {
    if let [column] = columns
        && over.iter().all(|c| c.names_year())
    {
        let middle = column.left + column.edges.1;
        let nearest = over.iter().copied().min_by_key(|c| c.center().abs_diff(middle));
        return nearest.into_iter().collect();
    }
    if ends_behind_columns(over, columns) {
        return over[..over.len() - 1].to_vec();
    }
    let chosen = if over.len() > columns.len() { among_blank(over, columns) } else { None };
    chosen.unwrap_or_else(|| over.to_vec())
}

/// Takes out the words over columns left blank that another line of the header shows to be such:
/// `Percent` over `of Sales`, where only the years beside it have figures.
pub(super) fn drop_over_blank(over: &mut [Vec<&Chunk<'_>>], columns: &[Edge]) {
    let mut blank: Vec<Range<usize>> = Vec::new();
    for line in over.iter().filter(|line| line.len() > columns.len()) {
        let kept = with_figures(line, columns);
        let is_dropped = |c: &&&Chunk<'_>| !kept.iter().any(|kept| kept.span == c.span);
        blank.extend(line.iter().filter(is_dropped).map(|c| c.span.clone()));
    }
    let is_over_blank = |chunk: &Chunk<'_>| {
        let span = &chunk.span;
        !columns.iter().any(|column| chunk.is_above(column))
            && blank.iter().any(|blank| blank.start < span.end && span.start < blank.end)
    };
    for line in over.iter_mut().filter(|_| !blank.is_empty()) {
        line.retain(|chunk| chunk.speaks() || !is_over_blank(chunk));
    }
}

/// Whether the last of as many chunks as columns heads a blank column behind these: `Year Ended March
/// 31,   Increase   Percent` over two years and their change.
fn ends_behind_columns(over: &[&Chunk<'_>], columns: &[Edge]) -> bool {
    let ([first, .., before, behind], Some(last)) = (over, columns.last()) else { return false };
    over.len() == columns.len()
        // Dates of one form are of one column each: the header is shifted.
        && !are_dates_alike(first.text, before.text)
        && before.is_above(last)
        && last.edges.1 < behind.span.start
        && !behind.speaks()
}

/// Of more chunks than columns those over figures, if that can be told: where they are as many as
/// the columns, those that stand over one or those that name a period:
/// `1997  1996  Change  June 27,  June 28, Change` over four columns.
fn among_blank<'c>(over: &[&'c Chunk<'c>], columns: &[Edge]) -> Option<Vec<&'c Chunk<'c>>> {
    let names_period = |c: &&Chunk<'_>| !knowledge::is_no_period(c.text);
    let stands_over = |c: &&Chunk<'_>| columns.iter().any(|column| c.is_above(column));
    let (standing, others): (Vec<&Chunk<'_>>, Vec<&Chunk<'_>>) =
        over.iter().copied().partition(stands_over);
    let periods: Vec<&Chunk<'_>> = over.iter().copied().filter(names_period).collect();
    // A period may head a column left blank, `1997   1996   Change` over that of 1997 and the
    // change; so may a change.
    let is_each = if periods.len() == columns.len() {
        !standing.iter().all(names_period)
    } else {
        !others.iter().any(names_period)
    };
    // `1998   1997   1996`, or `Jun 30,   Mar 31,   Jun 30,`, over those of the first two
    let are_dates = || {
        let has_own = |column: &Edge| over.iter().filter(|c| c.is_above(column)).count() == 1;
        let names_day = |c: &&Chunk<'_>| c.specs().iter().any(|s| s.month_day.is_some());
        (over.iter().all(|c| c.names_year()) || over.iter().all(names_day))
            && columns.iter().all(has_own)
    };
    // `1996   of Sales   1995   of Sales` over those of the years
    let (years, silent): (Vec<&Chunk<'_>>, Vec<&Chunk<'_>>) =
        over.iter().copied().partition(|c| c.names_year());
    if standing.len() == columns.len() && (is_each || are_dates()) {
        return Some(standing);
    }
    // The years may be set off from their columns, not so far that other words stand there.
    if years.len() == columns.len() && !silent.iter().any(|c| c.speaks() || stands_over(c)) {
        return Some(years);
    }
    (periods.len() == columns.len()).then_some(periods)
}
