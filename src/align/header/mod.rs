//! From header lines to columns: which words stand over which column.
//!
//! The lines of a block above its rows come in; its [`Head`] comes out: caption, and for each
//! column its words and what these say about its period. The header is read from the bottom up. Its
//! lowest lines stand over single columns; a line further up may span several (`Three Months Ended`
//! over two years). Its words belong to the columns over which they are centred, or to those that
//! the rule below them underlines.
//!
//! - `head`: the result
//! - `words`: the words of each line, cut between those of different columns
//! - `caption`: where one period ends and the next begins among words one blank apart
//! - `roles`: which lines are units, remarks and others that head no column
//! - `extent`: the first and the last line of the header
//! - `bind`: the columns over which the words of each line stand
//! - `column`: what the words of a column say about its period
//! - `days`: the days of columns that name no more than their year

mod bind;
mod caption;
mod column;
mod days;
mod extent;
mod head;
mod roles;
mod words;

use std::ops::Range;

use crate::align::header::bind::bind;
pub use crate::align::header::column::{ColumnHead, join, width_of_parts};
use crate::align::header::extent::{Above, climb, zone_left};
use crate::align::header::head::opens_side;
pub use crate::align::header::head::{CaptionLine, Head};
use crate::align::header::roles::{Role, Roles};
use crate::align::header::words::Cut;
pub(in crate::align) use crate::align::header::words::segments;
use crate::grid::Grid;
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::period;

/// Reads the head of a block.
pub fn read(lines: &Lines<'_>, block: &Block, grid: &Grid) -> Head {
    let zone = zone_left(lines, block, grid);
    let cut = Cut::of(lines, block.top..block.first_row, grid);
    let mut roles = Roles::read(lines, block, &cut);
    roles.set_aside_between(lines, block, &cut, &grid.columns);
    let above = Above { lines, block, cut: &cut, roles: &roles, zone, columns: &grid.columns };
    let foot = above.foot();
    let header_lines = foot.map_or_else(Vec::new, |foot| climb(&above, foot));
    let mut head = Head {
        columns: vec![ColumnHead::default(); grid.columns.len()],
        found: foot.is_some(),
        ..Head::default()
    };
    let caption_end = if let Some(foot) = foot {
        head.body = foot + 1;
        let top = header_lines.first().copied().unwrap_or(head.body);
        // Words between the header and the first figures are headings, but for units in
        // parentheses.
        let below = (head.body..block.first_row).filter(|&i| roles.of(i) == Role::Aside);
        let remarks = units_among(lines, top..head.body, &roles).into_iter().chain(below);
        head.caption.extend(remarks.map(|i| CaptionLine::of(lines, i)));
        top
    } else {
        // No header: the caption ends at the last line that reads like one.
        let last = (block.top..block.first_row).rev().find(|&i| above.is_caption(i));
        head.body = last.map_or(block.top, |last| last + 1);
        head.body
    };
    read_caption(lines, block.top..caption_end, &roles, &mut head);
    head.caption.sort_by_key(|c| c.line);
    bind(&above, &header_lines, grid, &mut head);
    days::give_days(&mut head.columns);
    days::share_days(&mut head.columns);
    days::share_years(&mut head.columns);
    days::part_years(&mut head.columns);
    head.lines = header_lines;
    if let Some(day) = day_of_stub(lines, &head).filter(|day| *day < block.first_row) {
        head.stub.push(lines.face(day).trim_ascii().to_owned());
        head.lines.push(day);
        head.body = day + 1;
    }
    join_sides(&mut head.caption);
    take_openings(lines, &mut head);
    head
}

/// Takes the headings of the first rows out of the caption and out of the words over the labels.
fn take_openings(lines: &Lines<'_>, head: &mut Head) {
    let is_opening = |c: &mut CaptionLine| opens_side(&c.text);
    head.opening = head.caption.extract_if(.., is_opening).collect();
    let last = head.lines.last().copied();
    let heading =
        last.and_then(|i| heading_on_a_rule(lines, i).or_else(|| heading_beside(lines, head, i)));
    if let Some(heading) = heading {
        head.stub.retain(|words| *words != heading.text);
        head.opening.push(heading);
    }
}

/// The lines of units among those of the header; they may go on below: `(In thousands,` /
/// `except share data)`.
fn units_among(lines: &Lines<'_>, header: Range<usize>, roles: &Roles) -> Vec<usize> {
    let mut goes_on = false;
    let is_of_units = |&i: &usize| {
        let face = lines.face(i);
        let of_units =
            roles.of(i) == Role::Aside && (goes_on || knowledge::scale_of(face).is_some());
        goes_on = of_units && (goes_on || face.contains('(')) && !face.contains(')');
        of_units
    };
    header.filter(is_of_units).collect()
}

/// The heading of the first rows on the last line of the header: `REVENUES:   2003   2002`,
/// `Current assets:   Note   2003   2002`, `Current assets   (Thousands of dollars)`.
fn heading_beside(lines: &Lines<'_>, head: &Head, line: usize) -> Option<CaptionLine> {
    let words = head.stub.iter().rfind(|words| !knowledge::is_note_column(words))?;
    let plain = knowledge::plain(words);
    let is_standard = || knowledge::is_standard_heading(plain.trim_end_matches([':', ' ']));
    let is_beside_units = || {
        let rest = lines.face(line).trim_ascii_start().strip_prefix(words.as_str());
        rest.is_some_and(block::is_unit_line)
    };
    let heads = knowledge::is_activity(&plain)
        || (words.ends_with(':') || is_beside_units()) && is_standard();
    heads.then(|| CaptionLine { line, text: words.clone() })
}

/// The line below the header with the day at which the words over the labels break off:
/// `Five fiscal years ended`, `September 29, 1995`.
fn day_of_stub(lines: &Lines<'_>, head: &Head) -> Option<usize> {
    const MOST_WORDS_OF_A_DATE: usize = 3;
    head.stub.last().filter(|words| words.contains(' ') && words::breaks_off(words))?;
    let day = lines.face(head.body).trim_ascii();
    let is_day = lines.class(head.body) == Class::Text
        && day.split(' ').count() <= MOST_WORDS_OF_A_DATE
        && period::read_one(day).is_some_and(|s| s.has_date() && s.length.is_none());
    is_day.then_some(head.body)
}

/// The heading of the first rows on the line of the rules that end the header: `REVENUES   -----`.
fn heading_on_a_rule(lines: &Lines<'_>, line: usize) -> Option<CaptionLine> {
    let face = lines.face(line);
    let words = face.trim_end_matches(['-', '=', '_', ' ']).trim_start();
    let heads = face.trim_end().ends_with("--")
        && words.starts_with(char::is_uppercase)
        && !words.contains("  ")
        // `(IN THOUSANDS, EXCEPT PER SHARE` / `AMOUNTS)   -----`
        && !(words.ends_with(')') && !words.contains('('))
        && !period::speaks(words)
        && !block::is_unit_line(words);
    heads.then(|| CaptionLine { line, text: words.to_owned() })
}

/// Puts together the two lines of a caption that open a side of a balance sheet only in one, a rule
/// beneath each or none: `LIABILITIES AND STOCKHOLDERS'` / `EQUITY (DEFICIT)`.
fn join_sides(caption: &mut Vec<CaptionLine>) {
    let whole = |pair: &[CaptionLine]| {
        let [first, second] = pair else { return None };
        let joined = format!("{} {}", first.text.trim(), second.text.trim());
        let close = second.line <= first.line + 2;
        (close && opens_side(&joined) && !pair.iter().any(|c| opens_side(&c.text)))
            .then_some(joined)
    };
    if let Some((at, joined)) =
        caption.windows(2).enumerate().find_map(|(at, pair)| whole(pair).map(|text| (at, text)))
    {
        caption[at].text = joined;
        caption.remove(at + 1);
    }
}

/// Takes the words above the header for the caption, or for the paragraph that introduces the
/// table. What stands above the heading of a note, below the one before it, speaks of that.
fn read_caption(lines: &Lines<'_>, range: Range<usize>, roles: &Roles, head: &mut Head) {
    let words = range.filter(|&i| matches!(lines.class(i), Class::Text | Class::Years));
    let (intro, caption): (Vec<usize>, Vec<usize>) =
        words.partition(|&i| roles.of(i) == Role::Prose);
    let heads = |&&i: &&usize| {
        let words = &lines.face(i)[lines.get(i).indent as usize..];
        block::heads_numbered(lines, i, words)
    };
    let note = caption.iter().rfind(heads).copied();
    let is_of_another =
        |&i: &usize| note.is_some_and(|n| i < n && block::stands_below_another(lines, i, n));
    let own = intro.into_iter().filter(|i| !is_of_another(i));
    let intro: Vec<_> = own.map(|i| lines.printed(i, 0..usize::MAX)).collect();
    head.intro = intro.join(" ");
    head.caption.extend(caption.into_iter().map(|i| CaptionLine::of(lines, i)));
}
