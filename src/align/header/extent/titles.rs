//! Which lines above a table belong to its caption: titles, and what they go on to say.

use crate::align::header::extent::above::OFF_CENTRE;
use crate::align::header::roles::{Role, Roles};
use crate::align::header::words::{Chunk, Cut, breaks_off};
use crate::knowledge::{self, Notion};
use crate::lex::block;
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};
use crate::record::Kind;

/// Whether a line is part of the caption, though no header stands below it.
pub(in crate::align::header) fn is_caption(
    lines: &Lines<'_>,
    cut: &Cut<'_>,
    roles: &Roles,
    i: usize,
) -> bool {
    /// Longer lines that end in a colon introduce a table; shorter ones head its rows.
    const LONG: usize = 60;
    if lines.class(i) != Class::Text {
        return false;
    }
    let face = lines.face(i);
    let goes_on = || {
        is_title_line(lines, i - 1, cut) && names_day(face)
            || block::is_period_of_title(lines, i)
            || block::is_day_of_title(lines, i)
            || is_title_in_capitals(lines, i)
            || is_walk_apart(lines, i)
    };
    is_title_line(lines, i, cut)
        || roles.of(i) != Role::Plain
        || face.trim_end().ends_with(':') && face.len() > LONG
        || block::opens_outlook(face)
        || i > roles.first && goes_on()
}

/// Whether a line reads as a title by itself.
pub(super) fn is_title_line(lines: &Lines<'_>, i: usize, cut: &Cut<'_>) -> bool {
    let all = cut.chunks(i);
    // The number of an exhibit stands at the other end of a title's line.
    if all.len() > 1 && all.last().is_some_and(|chunk| block::numbers_exhibit(chunk.text)) {
        return true;
    }
    if !block::is_title(lines.face(i), lines.get(i).indent as usize, true) {
        return false;
    }
    // A title may share its line with the dates of the columns, and the words over their change:
    // `STATEMENT OF OPERATIONS DATA   Historical   Adjustments   Pro Forma`.
    let is_out = |c: &Chunk<'_>| knowledge::is_no_period(&knowledge::plain(c.text));
    let tells = |c: &Chunk<'_>| c.speaks() || is_out(c);
    let heads =
        |c: &Chunk<'_>| tells(c) || knowledge::tells_how_reported(&knowledge::plain(c.text));
    !(all.len() > 2 && all[1..].iter().all(heads) && all[1..].iter().any(tells))
}

/// Whether a line is the title of selected data, which heads no column, not even right above the
/// years: words of time above it may go on below. `FIVE-YEAR SUMMARY` and `QUARTERLY FINANCIAL DATA`
/// tell of all columns.
pub(super) fn is_title_of_data(i: usize, cut: &Cut<'_>) -> bool {
    let [title] = cut.chunks(i) else { return false };
    let is_length = |spec: &Spec| {
        *spec == Spec { length: spec.length, several: spec.several, ..Spec::default() }
    };
    let speaks = |k: usize| cut.chunks(k).iter().any(Chunk::speaks);
    let of_quarters = || {
        title.text.contains(' ')
            && knowledge::holds(&knowledge::plain(title.text), "quarterly")
            && !breaks_off(title.text)
    };
    (knowledge::title_kind(title.text) == Some(Kind::SelectedData) || of_quarters())
        && title.specs().iter().all(is_length)
        && !(cut.first..i).any(speaks)
}

/// Whether a line between blank ones is the title of a walk from one measure to another, without a
/// header of its own below the statement it goes with: `RECONCILIATION OF PRO FORMA TO GAAP NET
/// INCOME`. One to net cash is part of a statement of cash flows.
fn is_walk_apart(lines: &Lines<'_>, i: usize) -> bool {
    let face = lines.face(i);
    let apart = |k: usize| matches!(lines.class(k), Class::Blank | Class::Mark | Class::Page);
    knowledge::title_kind(face) == Some(Kind::Reconciliation)
        && !knowledge::speaks_of(face, Notion::Cash)
        && !face.ends_with([':', '.'])
        && apart(i - 1)
        && apart(i + 1)
}

/// Whether a line in capitals tells the period of the title above it.
fn is_title_in_capitals(lines: &Lines<'_>, i: usize) -> bool {
    let capitals = |k: usize| !lines.face(k).bytes().any(|b| b.is_ascii_lowercase());
    lines.class(i - 1) == Class::Text
        && capitals(i)
        && capitals(i - 1)
        && period::is_whole(lines.face(i).trim_ascii())
        && knowledge::title_kind(lines.face(i - 1)).is_some()
}

/// Whether a line gives a whole date: beneath a title, it is what the title goes on to say.
fn names_day(face: &str) -> bool {
    period::read_dated(face).iter().any(|s| s.month_day.is_some() && !s.years.is_empty())
}

/// Whether a line stands right below a title or the units under it: what it says of the audit is
/// said of all columns.
pub(super) fn is_below_title(lines: &Lines<'_>, i: usize, cut: &Cut<'_>, roles: &Roles) -> bool {
    let Some(above) = i.checked_sub(1).filter(|&above| above >= roles.first) else { return false };
    lines.class(above) == Class::Text
        && (is_title_line(lines, above, cut)
            || roles.of(above) == Role::Aside && knowledge::scale_of(lines.face(above)).is_some())
}

/// Whether a line is centred on words right above it that say nothing of periods, as remarks are on
/// the last line of a title: `EQUITY (DEFICIT)` / `(Unaudited)`.
pub(super) fn is_centred_below(lines: &Lines<'_>, i: usize, cut: &Cut<'_>) -> bool {
    let Some(above) = i.checked_sub(1).filter(|&above| above >= cut.first) else { return false };
    let ([words], [remark]) = (cut.chunks(above), cut.chunks(i)) else { return false };
    lines.class(above) == Class::Text
        && !words.speaks()
        && words.center().abs_diff(remark.center()) <= OFF_CENTRE
}

/// Whether a line right below the title of a statement says nothing but its day: apart from the
/// header, it is the day of all columns.
pub(super) fn gives_day_of_title(
    lines: &Lines<'_>,
    i: usize,
    cut: &Cut<'_>,
    roles: &Roles,
) -> bool {
    let face = lines.face(i);
    i > roles.first
        && cut.chunks(i).len() == 1
        && period::is_bare(face)
        && names_day(face)
        && lines.class(i - 1) == Class::Text
        && is_title_line(lines, i - 1, cut)
}

/// Whether a line is the title of what it stands centred over: the units of all columns, with no
/// more than lines of the same title above it. Below another title, it may head columns.
pub(super) fn is_above_units(lines: &Lines<'_>, i: usize, cut: &Cut<'_>, roles: &Roles) -> bool {
    let alone = |k: usize| lines.class(k) == Class::Text && cut.chunks(k).len() == 1;
    i + 1 < cut.first + cut.lines.len()
        && roles.of(i + 1) == Role::Aside
        && lines.class(i + 1) == Class::Text
        && knowledge::scale_of(lines.face(i + 1)).is_some()
        && is_centred_below(lines, i + 1, cut)
        && (cut.first..i).all(alone)
}

/// Whether a line goes on with the periods of the title above it: `... Ended December 26, 1999 and`
/// / `December 27, 1998`.
pub(super) fn ends_list_of_title(lines: &Lines<'_>, i: usize, cut: &Cut<'_>) -> bool {
    let Some(above) = i.checked_sub(1).filter(|&above| above >= cut.first) else { return false };
    let ([words], [_]) = (cut.chunks(above), cut.chunks(i)) else { return false };
    lines.class(above) == Class::Text
        && words.text.ends_with(" and")
        && words.speaks()
        && names_day(lines.face(i))
}

/// Whether a line says nothing but one whole period, `YEAR ENDED DECEMBER 31, 1996`: apart from the
/// header, it is part of the title.
pub(super) fn names_period(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && period::is_whole(face)
}

/// Whether a line is the title of a table that is no primary statement: `SELECTED QUARTERLY DATA`
/// speaks of time as well.
pub(super) fn is_other_title(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1
        && (knowledge::title_kind(face).is_some()
            || knowledge::announces_statistics(&knowledge::plain(face)))
}

/// Whether a line says nothing but what all columns are in.
pub(super) fn is_unit_title(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && block::is_unit_line(face)
}

/// Whether a line names more than one year in a run of words: a title, not the head of columns.
pub(super) fn names_years(chunks: &[Chunk<'_>]) -> bool {
    let [chunk] = chunks else { return false };
    chunk.text.contains(|c: char| c.is_ascii_alphabetic())
        && chunk.specs().iter().map(|s| s.years.len()).sum::<usize>() > 1
}
