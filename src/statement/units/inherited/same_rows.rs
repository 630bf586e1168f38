//! The scale of tables in which a row stands once more: known by its label, or by two amounts side by
//! side.

use std::cell::LazyCell;
use std::collections::HashMap;

use crate::align::rows::AlignedRow;
use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::CENTS;
use crate::statement::units::inherited::amounts::{amount, digits};
use crate::statement::units::scale::{Found, found};

/// Which tables have the rows of those that state no scale.
pub(super) struct SharedRows {
    /// By table: for each mark of its rows of money, the tables where such a row bears it.
    by_table: HashMap<usize, Vec<Vec<usize>>>,
}

/// What a row of money can be known again by.
#[derive(Debug, PartialEq, Eq, Hash)]
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

impl SharedRows {
    /// Looks for the rows of some tables in all that tell a scale or may be given one, as these may.
    pub(super) fn of(lines: &Lines<'_>, drafts: &[Draft], silent: &[usize]) -> Self {
        let money = |i: usize| drafts[i].rows.iter().filter(|row| is_of_money(row));
        let own = |i: &usize| -> Vec<_> { money(*i).flat_map(|row| marks(lines, row)).collect() };
        let sought: Vec<Vec<Mark<'_>>> = silent.iter().map(own).collect();
        let mut bearers: HashMap<&Mark<'_>, Vec<usize>> =
            sought.iter().flatten().map(|mark| (mark, Vec::new())).collect();
        let tells = |i: &usize| found(&drafts[*i]).is_some() || silent.contains(i);
        for i in (0..drafts.len()).filter(tells) {
            for row in &drafts[i].rows {
                // Few are sought: their labels alone are looked at closer.
                let is_of_money = LazyCell::new(|| is_of_money(row));
                for mark in marks(lines, row) {
                    if let Some(tables) = bearers.get_mut(&mark).filter(|_| *is_of_money) {
                        tables.push(i);
                    }
                }
            }
        }
        let tables =
            |marks: &Vec<Mark<'_>>| marks.iter().map(|mark| bearers[mark].clone()).collect();
        Self { by_table: silent.iter().copied().zip(sought.iter().map(tables)).collect() }
    }

    /// The scale of the tables that have a row of this one, where they agree.
    pub(super) fn scale_of(&self, drafts: &[Draft], i: usize) -> Option<Found> {
        let rows = self.by_table.get(&i)?;
        let scales = |tables: &Vec<usize>| -> Vec<Found> {
            tables.iter().filter_map(|&k| found(&drafts[k])).collect()
        };
        let first = rows.iter().find_map(|tables| scales(tables).into_iter().min())?;
        let mut all = rows.iter().flat_map(scales);
        all.all(|(amounts, _)| amounts == first.0).then_some(first)
    }
}

/// What a row can be known again by.
fn marks<'d>(lines: &Lines<'_>, row: &'d AlignedRow) -> Vec<Mark<'d>> {
    let (money, key) = (faces_of_money(lines, row), row.key());
    let mut marks = marks_of_three(&money);
    let long = long_amounts(lines, row);
    marks.extend(long.windows(2).filter_map(|pair| match *pair {
        [Some(a), Some(b)] if a != b => Some(Mark::Pair(a, b)),
        _ => None,
    }));
    if !key.is_empty() {
        marks.extend(long.into_iter().flatten().map(|amount| Mark::Labelled(key, amount)));
        marks.extend(whole_mark(key, &money));
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
fn whole_mark<'d>(key: &'d str, money: &[&str]) -> Option<Mark<'d>> {
    let amounts: Vec<u128> = money.iter().map(|face| digits(face)).filter(|n| *n > 0).collect();
    let differ = amounts.windows(2).any(|pair| pair[0] != pair[1]);
    differ.then_some(Mark::Whole(key, amounts))
}

/// What a row of dollars can be known again by whatever it is called: three amounts side by side,
/// not all the same, of so many digits that they do not agree by accident.
fn marks_of_three(money: &[&str]) -> Vec<Mark<'static>> {
    const SIDE_BY_SIDE: usize = 3;
    if money.len() < SIDE_BY_SIDE || !money.iter().any(|face| face.contains('$')) {
        return Vec::new();
    }
    let amounts: Vec<Option<u128>> = money.iter().map(|face| amount(face)).collect();
    let three = |three: &[Option<u128>]| match *three {
        [Some(a), Some(b), Some(c)] if a != b && b != c => Some(Mark::Three([a, b, c])),
        _ => None,
    };
    amounts.windows(SIDE_BY_SIDE).filter_map(three).collect()
}

/// The figures of a row but percentages of change; none where they are amounts per share, which are
/// printed in full whatever the scale.
fn faces_of_money<'t>(lines: &'t Lines<'_>, row: &AlignedRow) -> Vec<&'t str> {
    let cells = row.cells.iter().filter(|c| !is_percent(lines, c));
    let faces: Vec<&str> = cells.map(|c| c.face(lines)).collect();
    if faces.iter().any(|face| figure::decimals(face) >= CENTS) { Vec::new() } else { faces }
}

/// The amounts of a row, where they are long enough not to agree by accident.
fn long_amounts(lines: &Lines<'_>, row: &AlignedRow) -> Vec<Option<u128>> {
    let faces = row.cells.iter().map(|c| c.face(lines));
    faces.map(|f| if f.contains(',') { amount(f) } else { None }).collect()
}
