//! Sections: the headings in force above each row.
//!
//! A heading ends at the total that closes it or at the next heading of its level. Levels are told
//! by indentation and capitals, and by what the words say; a total names what it closes, or stands
//! below a rule.
//!
//! The table is walked once from top to bottom with the headings in force ([`open`]) in hand, after
//! a look at what is to come below each row ([`ahead`]). On the way a new heading ends others by
//! its level ([`levels`]), a row by what it sums up, says or where it stands ([`endings`]), a sum
//! without a label by what follows it ([`subtotals`]). Which heading a total names is told in
//! [`totals`], which one it repeats in [`repeats`].

mod ahead;
mod endings;
mod levels;
mod open;
mod repeats;
mod subtotals;
mod totals;

use std::cmp::Ordering;
use std::sync::Arc;

use self::ahead::{
    SumBelow, item_indents_below, opens_side, opens_walk, side_totals_below, sums_below,
    totals_of_headings, whole_sums_below,
};
use self::levels::{Axis, axis_of};
use self::open::Open;
use crate::align::rows::AlignedRow;
use crate::align::rows::label::bare_label;
use crate::align::rows::wrap::names_series;
use crate::knowledge;

/// Gives every row the headings in force above it, and its label the last form.
pub(super) fn sections(rows: &mut [AlignedRow], ruled: bool) {
    for row in &mut *rows {
        row.plain = knowledge::plain(&row.label);
    }
    let item_indents = item_indents_below(rows);
    let side_totals = side_totals_below(rows);
    let totals = totals_of_headings(rows);
    let whole_sums = whole_sums_below(rows);
    let sums = sums_below(rows);
    let mut outline = Outline::over(rows, ruled);
    for i in 0..rows.len() {
        let (before, after) = rows.split_at_mut(i + 1);
        let above = i.checked_sub(1).map(|above| before[above].lines.1);
        let (row, next) = (&mut before[i], after.first());
        outline.apart = above.is_some_and(|above| above + 1 < row.lines.0);
        row.closes = None;
        if row.cells.is_empty() {
            let below = Below {
                items: item_indents[i],
                total: totals[i],
                whole_sum: side_totals[i] || whole_sums[i],
            };
            outline.open_heading(row, next, &below);
        } else {
            outline.forget_total(i);
            outline.sum_below = sums[i];
            outline.place(row, next, &side_totals[i..]);
        }
    }
}

/// What is to come below a heading.
struct Below {
    /// Where the rows below begin.
    items: Option<usize>,
    /// The row that sums the heading up.
    total: Option<usize>,
    /// A sum of its whole side or table is still to come.
    whole_sum: bool,
}

/// The headings in force while a table is read from top to bottom.
struct Outline {
    /// Outermost first.
    open: Vec<Open>,
    /// The line before was a heading.
    after_heading: bool,
    /// The line before was `Commitments and contingencies` below a rule: a sum stands below that
    /// rule.
    after_rule: bool,
    /// A blank line or a rule stands above the row.
    apart: bool,
    /// The sum without a label that stands below the row.
    sum_below: SumBelow,
    /// Rules stand among the rows.
    ruled: bool,
    /// Not all is in capitals.
    capitals_tell: bool,
    /// Indentation of the labels that begin furthest left and furthest right.
    indents: (usize, usize),
    /// Those of the headings deeper than all labels.
    axes: Vec<Axis>,
    /// Whether the total of the assets stands inside its side, once it has been seen there.
    sums_inside: Option<bool>,
}

impl Outline {
    fn over(rows: &[AlignedRow], ruled: bool) -> Self {
        let labelled = rows.iter().filter(|r| !r.cells.is_empty() && !r.label.is_empty());
        let (first, last) = labelled.fold((usize::MAX, 0), |(first, last), row| {
            (row.indent.min(first), row.indent.max(last))
        });
        let has_small = |r: &AlignedRow| r.label.contains(char::is_lowercase);
        Self {
            open: Vec::new(),
            after_heading: false,
            after_rule: false,
            apart: false,
            sum_below: SumBelow::None,
            ruled,
            capitals_tell: rows.iter().any(has_small),
            indents: (first.min(last), last),
            axes: rows.iter().filter_map(axis_of).filter(|axis| axis.indent > last).collect(),
            sums_inside: None,
        }
    }

    fn in_force(&self) -> Vec<Arc<str>> {
        self.open.iter().map(|o| o.text.clone()).collect()
    }

    /// Awaits no more the total that stands in a row.
    fn forget_total(&mut self, row: usize) {
        self.open.iter_mut().filter(|o| o.total == Some(row)).for_each(|o| o.total = None);
    }

    /// Ends the innermost headings, each as long as it is to end.
    fn close_while(&mut self, ends: impl Fn(&Open) -> bool) {
        while self.open.last().is_some_and(&ends) {
            self.open.pop();
        }
    }

    /// Ends the activity of a cash flow statement in force, with all its parts.
    fn close_activity(&mut self) -> Option<Arc<str>> {
        let at = self.open.iter().position(|o| knowledge::is_activity(&o.plain))?;
        self.open.drain(at..).next().map(|o| o.text)
    }

    /// Ends the innermost heading, which a row sums up.
    fn close_by(&mut self, row: &mut AlignedRow) {
        row.closes = self.open.pop().map(|o| o.text);
    }

    /// Opens the heading that a row without figures is.
    fn open_heading(&mut self, row: &mut AlignedRow, next: Option<&AlignedRow>, below: &Below) {
        let mut heading = Open::of(row, next, self.capitals_tell);
        heading.total = below.total;
        heading.awaits_whole_sum = below.whole_sum;
        heading.among_rows = !self.apart && !self.after_heading;
        heading.over_deeper = below.items.is_some_and(|indent| indent > row.indent);
        heading.top &= !(self.after_heading && self.open.last().is_some_and(Open::holds_no_side));
        self.close_for(&heading, self.is_centred(row));
        row.section = self.in_force();
        let colon = row.label.ends_with(':');
        row.cut_label(heading.text.len());
        if self.after_heading {
            self.begin_items(&heading);
        }
        let is_bare = knowledge::is_bare_heading(&heading.plain);
        self.after_rule = is_bare && row.ruled;
        // A class of stock without figures heads no more than how its balance changed, and its series.
        let walks = || {
            let depth = next.map(|n| n.indent.cmp(&row.indent));
            depth != Some(Ordering::Less) && next.is_some_and(opens_walk)
                || depth == Some(Ordering::Greater) && next.is_some_and(|n| names_series(&n.label))
        };
        let is_class = knowledge::tells_par_value(&row.label) && !colon;
        if !is_bare && (!is_class || walks()) {
            self.open.push(heading);
            self.after_heading = true;
        }
    }

    /// A heading over deeper rows tells where what stands below the one right above it begins.
    fn begin_items(&mut self, heading: &Open) {
        // What owners hold and what supplements cash flows go on wherever their rows stand.
        let goes_on = |o: &Open| o.of_owners() || knowledge::opens_supplement(&o.plain);
        let begins_items = |o: &Open| {
            o.indent == heading.indent
                || heading.over_deeper && o.indent < heading.indent && !goes_on(o)
        };
        if let Some(outer) = self.open.last_mut().filter(|o| begins_items(o)) {
            outer.items.get_or_insert(heading.indent);
        }
    }

    /// Whether figures without a label sum up what stands above them though there is no rule: the
    /// table has none, or what comes next stands outside.
    fn ends_without_rule(&self, next: Option<&AlignedRow>) -> bool {
        !self.ruled
            || next.is_some_and(opens_side)
            || self.open.last().is_some_and(|heading| heading.ends_before(next))
    }

    /// Closes what a row with figures ends, and puts it below the headings that are left. Whether
    /// the total of its side is still to come is told for the row and those below it.
    fn place(&mut self, row: &mut AlignedRow, next: Option<&AlignedRow>, totals_below: &[bool]) {
        self.after_heading = false;
        // Without a heading in force there is none to close.
        let label = if self.open.is_empty() { String::new() } else { row.key().to_owned() };
        let sums_assets = label == "total assets" && self.open.iter().any(|o| o.top);
        if !row.label.is_empty() {
            self.close_before(row, next, &label);
        } else if row.ruled || self.after_rule || self.ends_without_rule(next) {
            self.close_by_subtotal(row, next, totals_below);
        }
        self.after_rule = false;
        row.section = self.in_force();
        if sums_assets {
            self.sums_inside = Some(self.open.last().is_some_and(|o| o.top));
        }
        self.open.iter_mut().for_each(|o| o.filled = true);
        // A closing balance ends the account it closes.
        if label.starts_with("balance") && label.contains("end of") {
            self.open.pop();
        }
        row.cut_label(bare_label(&row.label).len());
    }
}
