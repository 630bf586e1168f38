//! The scale of tables in which a row stands once more: known by its label, or by two amounts side by
//! side.

use std::collections::HashSet;

use crate::align::rows::AlignedRow;
use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::CENTS;
use crate::statement::units::inherited::amounts::{amount, digits};
use crate::statement::units::scale::{Found, found};

/// Rows of money of all tables that state a scale, to be found again wherever they stand.
pub(super) struct RowsWithScale<'d> {
    /// What is known a row by, and its scale; sorted.
    marks: Vec<(Mark<'d>, Found)>,
}

/// What a row of money can be known again by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Mark<'d> {
    /// Two amounts side by side.
    Pair(u128, u128),
    /// Three short amounts side by side: `240   252   291` of sales and of the sum of their parts.
    Three([u128; 3]),
    /// The key of the label, and an amount.
    Labelled(&'d str, u128),
    /// The key of the label, and all amounts, however small: `Income taxes   (19)   (494)`.
    Whole(&'d str, Vec<u128>),
}

impl<'d> RowsWithScale<'d> {
    /// Reads the rows that stand in some table without a scale as well.
    pub(super) fn read(lines: &Lines<'_>, drafts: &'d [Draft]) -> Self {
        let without = drafts.iter().filter(|draft| found(draft).is_none());
        let sought: HashSet<Mark<'_>> =
            without.flat_map(|draft| &draft.rows).flat_map(|row| marks(lines, row)).collect();
        let told = drafts.iter().filter_map(|draft| Some((draft, found(draft)?)));
        let told = told.flat_map(|(draft, scale)| {
            // Few are sought: their labels alone are looked at closer.
            let known = draft.rows.iter().flat_map(|row| {
                let mut marks = marks(lines, row);
                marks.retain(|mark| sought.contains(mark));
                if marks.is_empty() || is_of_money(row) { marks } else { Vec::new() }
            });
            known.map(move |mark| (mark, scale))
        });
        let mut marks: Vec<(Mark<'_>, Found)> = told.collect();
        marks.sort_unstable();
        marks.dedup();
        Self { marks }
    }

    /// The scale of the tables that have a row of this one, where they agree.
    pub(super) fn scale_of(&self, lines: &Lines<'_>, draft: &Draft) -> Option<Found> {
        let rows = draft.rows.iter().filter(|row| is_of_money(row));
        let mut scales = rows.flat_map(|row| marks(lines, row)).flat_map(|mark| {
            let from = self.marks.partition_point(|(known, _)| *known < mark);
            self.marks[from..].iter().take_while(move |(known, _)| *known == mark).map(|(_, s)| *s)
        });
        let first = scales.next()?;
        scales.all(|(amounts, _)| amounts == first.0).then_some(first)
    }
}

/// What a row can be known again by.
fn marks<'d>(lines: &Lines<'_>, row: &'d AlignedRow) -> Vec<Mark<'d>> {
    let (mut marks, key) = (marks_of_three(lines, row), row.key());
    let long = long_amounts(lines, row);
    marks.extend(long.windows(2).filter_map(|pair| match *pair {
        [Some(a), Some(b)] if a != b => Some(Mark::Pair(a, b)),
        _ => None,
    }));
    if !key.is_empty() {
        marks.extend(long.into_iter().flatten().map(|amount| Mark::Labelled(key, amount)));
        marks.extend(whole_mark(lines, row));
    }
    marks
}

/// Whether the label of a row names neither another measure than money nor a scale of its own.
fn is_of_money(row: &AlignedRow) -> bool {
    row.measure().is_none_or(|measure| measure == Measure::Money)
        && knowledge::scale_of(&row.plain).is_none()
}

/// What a row can be known again by in all that it holds, small as it may be: its label and its
/// amounts, two at least that differ. Nils and percentages of change are none of them.
fn whole_mark<'d>(lines: &Lines<'_>, row: &'d AlignedRow) -> Option<Mark<'d>> {
    let faces = faces_of_money(lines, row)?;
    let amounts: Vec<u128> = faces.into_iter().map(digits).filter(|amount| *amount > 0).collect();
    let differ = amounts.windows(2).any(|pair| pair[0] != pair[1]);
    differ.then(|| Mark::Whole(row.key(), amounts))
}

/// What a row of dollars can be known again by whatever it is called: three amounts side by side,
/// not all the same, of so many digits that they do not agree by accident.
fn marks_of_three(lines: &Lines<'_>, row: &AlignedRow) -> Vec<Mark<'static>> {
    let faces = faces_of_money(lines, row).unwrap_or_default();
    if !faces.iter().any(|face| face.contains('$')) {
        return Vec::new();
    }
    let amounts: Vec<Option<u128>> = faces.into_iter().map(amount).collect();
    let three = |three: &[Option<u128>]| match *three {
        [Some(a), Some(b), Some(c)] if a != b && b != c => Some(Mark::Three([a, b, c])),
        _ => None,
    };
    amounts.windows(3).filter_map(three).collect()
}

/// The figures of a row but percentages of change; none where they are amounts per share, which are
/// printed in full whatever the scale.
fn faces_of_money<'t>(lines: &'t Lines<'_>, row: &AlignedRow) -> Option<Vec<&'t str>> {
    let cells = row.cells.iter().filter(|c| !is_percent(lines, c));
    let faces: Vec<&str> = cells.map(|c| c.face(lines)).collect();
    (!faces.iter().any(|face| figure::decimals(face) >= CENTS)).then_some(faces)
}

/// The amounts of a row, where they are long enough not to agree by accident.
fn long_amounts(lines: &Lines<'_>, row: &AlignedRow) -> Vec<Option<u128>> {
    let faces = row.cells.iter().map(|c| c.face(lines));
    faces.map(|f| if f.contains(',') { amount(f) } else { None }).collect()
}
