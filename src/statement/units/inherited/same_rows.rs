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
pub(super) struct RowsWithScale {
    /// What is known a row by, and its scale; sorted.
    marks: Vec<(Mark, Found)>,
}

/// What a row of money can be known again by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Mark {
    /// Two amounts side by side.
    Pair(u128, u128),
    /// Three short amounts side by side: `240   252   291` of sales and of the sum of their parts.
    Three([u128; 3]),
    /// The key of the label, and an amount.
    Labelled(String, u128),
    /// The key of the label, and all amounts, however small: `Income taxes   (19)   (494)`.
    Whole(String, Vec<u128>),
}

impl RowsWithScale {
    /// Reads the rows that hold an amount of some table without a scale.
    pub(super) fn read(lines: &Lines<'_>, drafts: &[Draft]) -> Self {
        let without = drafts.iter().filter(|draft| found(draft).is_none());
        let open = || without.clone().flat_map(|draft| &draft.rows);
        let whole: HashSet<Mark> = open().filter_map(|row| whole_mark(lines, row)).collect();
        let threes: HashSet<Mark> = open().flat_map(|row| marks_of_three(lines, row)).collect();
        // Few other rows bear one of their labels.
        let labels: HashSet<&str> =
            without.clone().flat_map(|draft| &draft.rows).map(AlignedRow::key).collect();
        let mut sought: Vec<u128> = without
            .flat_map(|draft| &draft.rows)
            .flat_map(|row| long_amounts(lines, row))
            .flatten()
            .collect();
        sought.sort_unstable();
        sought.dedup();
        let mut marks: Vec<(Mark, Found)> = drafts
            .iter()
            .filter_map(|draft| found(draft).map(|scale| (draft, scale)))
            .flat_map(|(draft, scale)| {
                let mut marks =
                    row_marks(lines, draft, |amount| sought.binary_search(&amount).is_ok());
                let rows = draft.rows.iter().filter(|row| labels.contains(row.key()));
                let rows = rows.filter_map(|row| {
                    let mark = whole_mark(lines, row).filter(|mark| whole.contains(mark))?;
                    is_of_money(row).then_some(mark)
                });
                marks.extend(rows);
                if !threes.is_empty() {
                    let rows = draft.rows.iter().filter(|row| is_of_money(row));
                    let of_three = rows.flat_map(|row| marks_of_three(lines, row));
                    marks.extend(of_three.filter(|mark| threes.contains(mark)));
                }
                marks.into_iter().map(move |mark| (mark, scale))
            })
            .collect();
        marks.sort_unstable();
        marks.dedup();
        Self { marks }
    }

    /// The scale of the tables that have a row of this one, where they agree.
    pub(super) fn scale_of(&self, lines: &Lines<'_>, draft: &Draft) -> Option<Found> {
        let rows = || draft.rows.iter().filter(|row| is_of_money(row));
        let whole = rows().filter_map(|row| whole_mark(lines, row));
        let threes = rows().flat_map(|row| marks_of_three(lines, row));
        let marks = row_marks(lines, draft, |_| true).into_iter().chain(whole).chain(threes);
        let mut scales = marks.flat_map(|mark| {
            let from = self.marks.partition_point(|(known, _)| *known < mark);
            self.marks[from..].iter().take_while(move |(known, _)| *known == mark).map(|(_, s)| *s)
        });
        let first = scales.next()?;
        scales.all(|(amounts, _)| amounts == first.0).then_some(first)
    }
}

/// What the rows of a table can be known again by that hold an amount which is sought.
fn row_marks(lines: &Lines<'_>, draft: &Draft, is_sought: impl Fn(u128) -> bool) -> Vec<Mark> {
    let mut out = Vec::new();
    for row in &draft.rows {
        let amounts = long_amounts(lines, row);
        if !amounts.iter().flatten().any(|amount| is_sought(*amount)) {
            continue;
        }
        if !is_of_money(row) {
            continue;
        }
        out.extend(amounts.windows(2).filter_map(|pair| match *pair {
            [Some(a), Some(b)] if a != b => Some(Mark::Pair(a, b)),
            _ => None,
        }));
        let key = row.key();
        if !key.is_empty() {
            let whole = amounts.iter().flatten();
            out.extend(whole.map(|amount| Mark::Labelled(key.to_owned(), *amount)));
        }
    }
    out
}

/// Whether the label of a row names neither another measure than money nor a scale of its own.
fn is_of_money(row: &AlignedRow) -> bool {
    row.measure().is_none_or(|measure| measure == Measure::Money)
        && knowledge::scale_of(&row.plain).is_none()
}

/// What a row can be known again by in all that it holds, small as it may be: its label and its
/// amounts, two at least that differ. Nils and percentages of change are none of them.
fn whole_mark(lines: &Lines<'_>, row: &AlignedRow) -> Option<Mark> {
    let faces = faces_of_money(lines, row)?;
    let amounts: Vec<u128> = faces.into_iter().map(digits).filter(|amount| *amount > 0).collect();
    let differ = amounts.windows(2).any(|pair| pair[0] != pair[1]);
    let key = row.key();
    (differ && !key.is_empty()).then(|| Mark::Whole(key.to_owned(), amounts))
}

/// What a row of dollars can be known again by whatever it is called: three amounts side by side,
/// not all the same, of so many digits that they do not agree by accident.
fn marks_of_three(lines: &Lines<'_>, row: &AlignedRow) -> Vec<Mark> {
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
