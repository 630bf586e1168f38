//! What rows say of the scale of their own figures.

use std::sync::Arc;

use crate::knowledge::{self, Measure};
use crate::record::{Kind, Unit};

/// What a row says of the scale of its own figures.
#[derive(Debug, Clone, Copy, Default)]
pub struct RowScale {
    /// A scale named in the label or in a heading, for amounts of money.
    pub(super) amounts: Option<u32>,
    /// The same for share counts.
    pub(in crate::statement::units) shares: Option<u32>,
    /// Label or headings name money per something.
    pub(super) unscaled: bool,
    /// The label names the average of one of many things: `Average revenue per system`.
    pub(super) averages: bool,
    /// The label names what there is of something per day or week.
    pub(super) of_days: bool,
    /// Headings announce data of operations.
    pub(super) of_operations: bool,
    /// Among these, the label is that of an item of a statement all the same.
    pub(super) is_item: bool,
}

impl RowScale {
    /// Reads a label or a heading. What names things by the amounts that they bring, `Sales volume
    /// (in millions)   $17,209`, is scaled as these are.
    fn of_text(text: &str) -> Self {
        let scale = knowledge::scale_of(text).map(|(scale, _)| scale);
        let measure = scale.and_then(|_| knowledge::measure_of(&knowledge::plain(text)));
        let counted = measure == Some(Measure::Pure);
        // `Proceeds of dilutive options (000)`
        let begins_as_amount = || {
            let plain = knowledge::plain(text);
            plain.split(' ').next().is_some_and(knowledge::names_amount)
        };
        Self {
            amounts: scale.filter(|_| measure != Some(Measure::Shares) || begins_as_amount()),
            shares: scale.filter(|_| !counted && measure != Some(Measure::Money)),
            unscaled: knowledge::is_unscaled(text),
            averages: knowledge::is_average_of_one(text),
            of_days: knowledge::is_of_days(text),
            of_operations: knowledge::announces_statistics(text),
            is_item: false,
        }
    }

    /// Reads a heading. One that names what is counted beneath it, such as `Carloads (thousands)`,
    /// says nothing of rows that count something else. What it says is reckoned may be per
    /// something, no row on the way to it.
    fn of_heading(text: &str) -> Self {
        let read = Self::of_text(text);
        let counted = knowledge::measure_of(&knowledge::plain(text)) == Some(Measure::Pure);
        Self {
            amounts: read.amounts.filter(|_| !counted),
            unscaled: read.unscaled && !knowledge::heads_reckoning(text),
            ..read
        }
    }

    /// The scale that the row tells by itself.
    pub fn told(&self, unit: Unit) -> Option<u32> {
        match unit {
            Unit::Shares => self.shares,
            _ => self.amounts.or_else(|| self.unscaled.then_some(1)),
        }
    }

    /// What this says, and what headings further out say beyond that.
    fn or(self, outer: Self) -> Self {
        Self {
            amounts: self.amounts.or(outer.amounts),
            shares: self.shares.or(outer.shares),
            unscaled: self.unscaled || outer.unscaled,
            averages: self.averages,
            of_days: self.of_days,
            of_operations: self.of_operations || outer.of_operations,
            is_item: self.is_item,
        }
    }
}

/// Reads what rows say of their scale; rows below the same headings share what these say.
#[derive(Debug, Default)]
pub struct RowScales {
    /// Nothing but amounts stands among cash flows and changes in equity, whatever a label tells
    /// beside.
    of_flows: bool,
    section: Vec<Arc<str>>,
    of_section: RowScale,
}

impl RowScales {
    /// A reader of the rows of a statement.
    pub fn of(kind: Kind) -> Self {
        Self { of_flows: matches!(kind, Kind::CashFlow | Kind::Equity), ..Self::default() }
    }

    /// What a label and the headings above it say.
    pub fn read(&mut self, label: &str, section: &[Arc<str>]) -> RowScale {
        // A sum that closes a section is printed as what it sums up.
        let closes = || self.section.len() > section.len() && self.section.starts_with(section);
        let is_sum =
            || is_bare_sum(label) || self.section.last().is_some_and(|h| sums_up(label, h));
        let of_closed = Some(self.of_section).filter(|_| closes() && is_sum());
        if self.section != section {
            self.section = section.to_vec();
            let headings = section.iter().rev().map(|heading| RowScale::of_heading(heading));
            self.of_section = headings.fold(RowScale::default(), RowScale::or);
        }
        let row = RowScale::of_text(label).or(of_closed.unwrap_or(self.of_section));
        let is_item =
            || knowledge::is_money(label) && !knowledge::tells_of_one(&knowledge::plain(label));
        RowScale {
            is_item: row.of_operations && is_item(),
            unscaled: row.unscaled && (row.of_operations || !self.of_flows),
            ..row
        }
    }
}

/// Whether a label is that of the sum of a heading: `Total revenues` below `REVENUES (thousands)` or
/// `Revenues by type (in thousands)`.
fn sums_up(label: &str, heading: &str) -> bool {
    let heading = knowledge::key(heading);
    let heading = knowledge::split_aside(&heading).map_or(heading.as_str(), |(bare, _)| bare);
    let whole = heading.split_once(" by ").map_or(heading, |(whole, _)| whole);
    let is_whole = |parts| [heading, whole].map(str::trim_end).contains(&parts);
    knowledge::key(label).strip_prefix("total ").is_some_and(is_whole)
}

/// Whether a label says no more than that something is summed up: `Total (excluding amounts due
/// within one year)`.
pub(in crate::statement::units) fn is_bare_sum(label: &str) -> bool {
    let label = knowledge::split_aside(label).map_or(label, |(bare, _)| bare);
    label.is_empty() || knowledge::is_bare_total(label)
}
