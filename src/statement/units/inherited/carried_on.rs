//! The scale of the table before, where a table carries it on.

use crate::align::header::Head;
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period::Spec;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::units::inherited::amounts::{has_money, whole};
use crate::statement::units::rows::counts_shares;
use crate::statement::units::scale::{Found, found};

/// How far above a table the marks of the `<TABLE>` that it stands in are looked for.
const MARKS: usize = 600;

/// The scale of the table before, where this one carries it on: in the same `<TABLE>`, with nothing
/// between them but the same header once more, or with no more than the marks of a new one.
pub(super) fn carried_on(lines: &Lines<'_>, drafts: &[Draft], i: usize) -> Option<Found> {
    let (before, own) = (&drafts[i.checked_sub(1)?], &drafts[i]);
    let scale = found(before)?;
    let seam = Seam { lines, before, own };
    if seam.is_right_below() && seam.heads_more_rows() && own.grid.begins_like(&before.grid) {
        return Some(scale);
    }
    if own.head.caption.iter().any(|c| knowledge::title_kind(&c.text).is_some()) {
        return None;
    }
    let adjacent = || seam.is_right_below() && own.head.caption.is_empty();
    (seam.is_within_a_table() || adjacent() && seam.carries_on()).then_some(scale)
}

/// The scale of the table before, where nothing stands between it and this one, which has no title
/// and whose amounts are of the size of those. That is supposed, not told.
pub(super) fn perhaps_carried_on(lines: &Lines<'_>, drafts: &[Draft], i: usize) -> Option<Found> {
    let (before, own) = (&drafts[i.checked_sub(1)?], &drafts[i]);
    let scale = found(before)?;
    let seam = Seam { lines, before, own };
    let carries_on = own.head.caption.is_empty()
        && seam.is_right_below()
        && has_money(lines, own)
        && !counts_shares(own)
        && are_alike_in_size(lines, own, before);
    carries_on.then_some(scale)
}

/// A table and the one before it, and what stands between them.
struct Seam<'a, 's> {
    lines: &'a Lines<'s>,
    before: &'a Draft,
    own: &'a Draft,
}

impl Seam<'_, '_> {
    /// Whether no words or figures stand between the tables.
    fn is_right_below(&self) -> bool {
        let class = |l| self.lines.class(l);
        let silent = |l| !matches!(class(l), Class::Text | Class::Figures | Class::Years);
        self.own.head.intro.is_empty()
            && (self.before.last_line() + 1..self.own.first_line()).all(silent)
    }

    /// `Balance sheet highlights:` heads some rows more of the same sheet.
    fn heads_more_rows(&self) -> bool {
        matches!(&self.own.head.caption[..], [heading]
            if heading.text.ends_with(':') && knowledge::title_kind(&heading.text).is_some())
    }

    /// Whether the `<TABLE>` that this table stands in begins above the one before.
    fn is_within_a_table(&self) -> bool {
        let near = self.before.first_line().saturating_sub(MARKS)..self.own.block.first_row;
        let mut marks = near.rev().filter(|&l| {
            let line = self.lines.get(l);
            line.opens_table || line.closes_table
        });
        marks
            .next()
            .is_some_and(|l| self.lines.get(l).opens_table && l < self.before.block.first_row)
    }

    /// Whether the header right below is one of the table before.
    fn carries_on(&self) -> bool {
        self.before.head.same_columns(&self.own.head)
            || self.is_marked_anew()
            || self.is_dated_anew()
            || self.has_columns_of_same_names()
    }

    /// Whether there is no more between the tables than the marks of a new one.
    fn is_marked_anew(&self) -> bool {
        let from = self.before.last_line() + 1;
        let mut between = from..self.own.first_line();
        between.clone().any(|l| self.lines.get(l).closes_table)
            && (from..self.own.block.first_row).any(|l| self.lines.get(l).opens_table)
            && between.all(|l| self.lines.class(l) == Class::Mark)
    }

    /// A header of other dates right below, without a title, carries on the table: over columns at
    /// the same places, or over balances of the size of its amounts.
    fn is_dated_anew(&self) -> bool {
        let own = self.own;
        let are_balances = || {
            let holds =
                |row: &AlignedRow| knowledge::concept(row.key(), Kind::BalanceSheet).is_some();
            own.rows.iter().any(holds) && are_alike_in_size(self.lines, own, self.before)
        };
        own.specs.iter().all(|s| s.has_date() && s.length.is_none())
            && (own.grid.stands_like(&self.before.grid) || are_balances())
    }

    /// So does one of other days over columns of the same names: `Units   Dollars`.
    fn has_columns_of_same_names(&self) -> bool {
        let own_names = names(&self.own.head);
        self.own.specs.iter().all(Spec::has_date)
            && !own_names.is_empty()
            && own_names == names(&self.before.head)
    }
}

/// What columns are called beside their periods, sorted.
fn names(head: &Head) -> Vec<&str> {
    let mut names: Vec<&str> =
        head.columns.iter().flat_map(|c| c.beside_period().map(String::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether the largest amounts of two tables, of those that bear a sign of currency, are as printed
/// of one size, as total assets and sales are.
fn are_alike_in_size(lines: &Lines<'_>, one: &Draft, other: &Draft) -> bool {
    const MOST: u128 = 10;
    let (one, other) = (largest(lines, one), largest(lines, other));
    one.min(other) > 0 && one.max(other) / one.min(other) <= MOST
}

/// The largest amount with a sign of currency as it is printed, without what follows the point.
fn largest(lines: &Lines<'_>, draft: &Draft) -> u128 {
    let cells = draft.cells();
    let faces = cells.map(|c| c.face(lines)).filter(|f| f.contains('$'));
    faces.map(whole).max().unwrap_or(0)
}
