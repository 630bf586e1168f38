//! Which row corresponds to which.
//!
//! The steps go from the plain to the doubtful: rows that are the same from the top down and from
//! the bottom up; rows with the same name and figures; the same name; the same figures under
//! another heading; a heading that was renamed; a label that was changed between two rows that
//! stayed.

use std::collections::HashMap;

use rust_decimal::Decimal;

use crate::diff::columns::Columns;
use crate::diff::key;
use crate::diff::pairing::{Candidate, Pairing, Rule};
use crate::diff::table::{Table, TableRow};

/// Where there are more possible pairs than this between two rows that stayed, none is tried.
const WIDEST_GAP: usize = 4096;

/// How alike, in percent, labels must be for rows to be the same one under a new label,
const SAME_LABEL: u32 = 80;
/// and how alike if most of their figures are the same.
const SIMILAR_LABEL: u32 = 50;

/// The figures of a row in columns that are on both sides, by the index of the new side's column.
type Figures = Vec<(usize, Option<Decimal>)>;

struct Rows<'t, 'a> {
    old: &'t [TableRow<'a>],
    new: &'t [TableRow<'a>],
    old_figures: Vec<Figures>,
    new_figures: Vec<Figures>,
}

/// How alike the figures of two rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Overlap {
    /// Columns with the same figure, other than zero, on both sides.
    same: usize,
    /// Columns with a figure other than zero on either side.
    telling: usize,
    /// Whether the rows print the same in every column.
    whole: bool,
}

/// Pairs the rows of two tables whose columns are paired.
pub fn pair(old: &Table<'_>, new: &Table<'_>, columns: &Columns) -> Pairing {
    let rows = Rows {
        old: &old.rows,
        new: &new.rows,
        old_figures: old.rows.iter().map(|row| old_figures(row, columns)).collect(),
        new_figures: new.rows.iter().map(|row| new_figures(row, columns)).collect(),
    };
    let mut pairing = Pairing::new(old.rows.len(), new.rows.len());
    pairing.join_ends(|old, new| rows.same(old, new));
    rows.join_named(&mut pairing);
    rows.join_moved(&mut pairing);
    rows.join_renamed(&mut pairing);
    pairing
}

fn old_figures(row: &TableRow<'_>, columns: &Columns) -> Figures {
    let mut figures: Figures = row
        .cells
        .iter()
        .filter_map(|(at, cell)| Some((columns.pairing.new_of(*at)?, columns.reading.of(cell))))
        .collect();
    figures.sort_by_key(|(column, _)| *column);
    figures
}

fn new_figures(row: &TableRow<'_>, columns: &Columns) -> Figures {
    row.cells
        .iter()
        .filter(|(at, _)| columns.pairing.old_of(*at).is_some())
        .map(|(at, cell)| (*at, columns.reading.of(cell)))
        .collect()
}

impl Rows<'_, '_> {
    fn same(&self, old: usize, new: usize) -> bool {
        self.old[old].name() == self.new[new].name()
            && self.old_figures[old] == self.new_figures[new]
    }

    /// Pairs rows of the same name. Several of one name are told apart by their figures, then by
    /// their neighbours.
    fn join_named(&self, pairing: &mut Pairing) {
        let old = |at: usize| self.old[at].name();
        let new = |at: usize| self.new[at].name();
        pairing.join_equal(
            Rule::InOrder,
            |at| Some((old(at), &self.old_figures[at])),
            |at| Some((new(at), &self.new_figures[at])),
        );
        pairing.join_equal(Rule::Unique, |at| Some(old(at)), |at| Some(new(at)));

        pairing.join_equal(
            Rule::SameCount,
            |at| Some((old(at), above(self.old, at), below(self.old, at))),
            |at| Some((new(at), above(self.new, at), below(self.new, at))),
        );
        let mut candidates = Vec::new();
        for group in pairing.groups(|at| Some(old(at)), |at| Some(new(at))) {
            self.rate(&group, &mut candidates, |_, _, overlap| {
                (overlap.same > 0).then(|| to_score(overlap.same))
            });
        }
        pairing.join_best(candidates);
        for neighbour in [above, below] {
            pairing.join_equal(
                Rule::SameCount,
                |at| Some((old(at), neighbour(self.old, at))),
                |at| Some((new(at), neighbour(self.new, at))),
            );
        }
        pairing.join_equal(Rule::InOrder, |at| Some(old(at)), |at| Some(new(at)));
    }

    /// Pairs rows whose headings changed.
    fn join_moved(&self, pairing: &mut Pairing) {
        pairing.join_equal(
            Rule::InOrder,
            |at| Some((&self.old[at].label_key, &self.old_figures[at])),
            |at| Some((&self.new[at].label_key, &self.new_figures[at])),
        );
        let sections = self.renamed_sections(pairing);
        pairing.join_equal(
            Rule::InOrder,
            |at| {
                let new = sections.get(self.old[at].section_key.as_str())?;
                Some((*new, self.old[at].label_key.as_str()))
            },
            |at| Some(self.new[at].name()),
        );
        let once = unique_labels(self.old, self.new);
        pairing.join_equal(
            Rule::Unique,
            |at| once.get(self.old[at].label_key.as_str()),
            |at| once.get(self.new[at].label_key.as_str()),
        );
    }

    /// Sections of the old side and what they are called on the new side, judging by the rows that
    /// are already paired across two names. Only a section with one new name counts as renamed.
    fn renamed_sections(&self, pairing: &Pairing) -> HashMap<&str, &str> {
        let mut moves: Vec<(&str, &str)> = pairing
            .joined()
            .map(|(old, new)| {
                (self.old[old].section_key.as_str(), self.new[new].section_key.as_str())
            })
            .filter(|(old, new)| old != new)
            .collect();
        moves.sort_unstable();
        moves.dedup();
        let mut from: HashMap<&str, usize> = HashMap::new();
        let mut to: HashMap<&str, usize> = HashMap::new();
        for (old, new) in &moves {
            *from.entry(old).or_default() += 1;
            *to.entry(new).or_default() += 1;
        }
        moves.into_iter().filter(|(old, new)| from[old] == 1 && to[new] == 1).collect()
    }

    /// Pairs rows whose label changed.
    fn join_renamed(&self, pairing: &mut Pairing) {
        let mut candidates = Vec::new();
        for gap in self.gaps(pairing) {
            let alone = gap.0.len() == 1 && gap.1.len() == 1;
            self.rate(&gap, &mut candidates, |a, b, overlap| {
                let likeness = key::likeness(&a.label_key, &b.label_key);
                let is_similar = likeness >= SIMILAR_LABEL;
                let same_figures = overlap.whole && (overlap.same > 0 || alone || is_similar);
                let mostly_same = overlap.same > 0 && 2 * overlap.same >= overlap.telling;
                let accepted = same_figures || mostly_same && is_similar || likeness >= SAME_LABEL;
                accepted.then(|| {
                    let figures = 100 * overlap.same / overlap.telling.max(1);
                    likeness + to_score(figures) + u32::from(a.section_key == b.section_key)
                })
            });
        }
        pairing.join_best(candidates);
        pairing.join_equal(Rule::Unique, |at| concept(&self.old[at]), |at| concept(&self.new[at]));
    }

    /// Groups of free rows of both sides that follow the same pair, or precede the same pair.
    fn gaps(&self, pairing: &Pairing) -> Vec<(Vec<usize>, Vec<usize>)> {
        let (old_above, new_above) = anchors(pairing, self.old.len(), self.new.len(), false);
        let (old_below, new_below) = anchors(pairing, self.old.len(), self.new.len(), true);
        let mut gaps = pairing.groups(|at| Some(old_above[at]), |at| Some(new_above[at]));
        gaps.extend(pairing.groups(|at| Some(old_below[at]), |at| Some(new_below[at])));
        gaps
    }

    /// Scores every combination of the rows of a group, if there are not too many.
    fn rate(
        &self,
        (old, new): &(Vec<usize>, Vec<usize>),
        candidates: &mut Vec<Candidate>,
        score: impl Fn(&TableRow<'_>, &TableRow<'_>, Overlap) -> Option<u32>,
    ) {
        if old.len().saturating_mul(new.len()) > WIDEST_GAP {
            return;
        }
        for (i, &at) in old.iter().enumerate() {
            for (j, &to) in new.iter().enumerate() {
                let overlap = overlap(&self.old_figures[at], &self.new_figures[to]);
                if let Some(score) = score(&self.old[at], &self.new[to], overlap) {
                    candidates.push(Candidate { score, distance: i.abs_diff(j), old: at, new: to });
                }
            }
        }
    }
}

fn above<'r>(rows: &'r [TableRow<'_>], at: usize) -> Option<&'r str> {
    rows.get(at.checked_sub(1)?).map(|row| row.label_key.as_str())
}

fn below<'r>(rows: &'r [TableRow<'_>], at: usize) -> Option<&'r str> {
    rows.get(at + 1).map(|row| row.label_key.as_str())
}

fn concept<'r>(row: &'r TableRow<'_>) -> Option<&'r str> {
    let concept = row.row.concept.as_str();
    (!concept.is_empty()).then_some(concept)
}

/// Labels that occur exactly once on each side.
fn unique_labels<'r>(
    old: &'r [TableRow<'_>],
    new: &'r [TableRow<'_>],
) -> HashMap<&'r str, &'r str> {
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    for row in old {
        counts.entry(&row.label_key).or_default().0 += 1;
    }
    for row in new {
        counts.entry(&row.label_key).or_default().1 += 1;
    }
    old.iter()
        .map(|row| row.label_key.as_str())
        .filter(|label| !label.is_empty() && counts[label] == (1, 1))
        .map(|label| (label, label))
        .collect()
}

/// For every row of both sides, the new row of the nearest pair above it, or below it.
fn anchors(
    pairing: &Pairing,
    old: usize,
    new: usize,
    below: bool,
) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let walk = |length: usize, partner: &dyn Fn(usize) -> Option<usize>| {
        let mut anchors = vec![None; length];
        let mut nearest = None;
        for step in 0..length {
            let at = if below { length - 1 - step } else { step };
            nearest = partner(at).or(nearest);
            anchors[at] = nearest;
        }
        anchors
    };
    (walk(old, &|at| pairing.new_of(at)), walk(new, &|at| pairing.old_of(at).map(|_| at)))
}

fn overlap(old: &Figures, new: &Figures) -> Overlap {
    let tells = |figure: Option<Decimal>| figure.is_some_and(|figure| !figure.is_zero());
    let (mut same, mut telling) = (0, 0);
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        let a = old.get(i).copied();
        let b = new.get(j).copied();
        let column = a.map_or(usize::MAX, |a| a.0).min(b.map_or(usize::MAX, |b| b.0));
        let a = a.filter(|a| a.0 == column);
        let b = b.filter(|b| b.0 == column);
        i += usize::from(a.is_some());
        j += usize::from(b.is_some());
        let (a, b) = (a.and_then(|a| a.1), b.and_then(|b| b.1));
        if tells(a) || tells(b) {
            telling += 1;
            same += usize::from(a == b);
        }
    }
    Overlap { same, telling, whole: old == new && !old.is_empty() }
}

fn to_score(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
