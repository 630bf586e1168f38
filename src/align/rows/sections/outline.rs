//! The headings in force while a table is read from top to bottom.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::align::label::{bare_label, names_series};
use crate::align::rows::row::AlignedRow;
use crate::align::rows::sections::ahead::{SumBelow, opens_side, opens_walk};
use crate::align::rows::sections::open::Open;
use crate::knowledge;

/// What is to come below a heading.
pub(super) struct Below {
    /// Where the rows below begin.
    pub(super) items: Option<usize>,
    /// The row that sums the heading up.
    pub(super) total: Option<usize>,
    /// A sum of its whole side or table is still to come.
    pub(super) whole_sum: bool,
}

/// The headings in force while a table is read from top to bottom.
pub(super) struct Outline {
    /// Outermost first.
    pub(super) open: Vec<Open>,
    /// The line before was a heading.
    pub(super) after_heading: bool,
    /// The line before was `Commitments and contingencies` below a rule: a sum stands below that
    /// rule.
    pub(super) after_rule: bool,
    /// A blank line or a rule stands above the row, or no row at all.
    pub(super) apart: bool,
    /// The sum without a label that stands below the row.
    pub(super) sum_below: SumBelow,
    /// Rules stand among the rows.
    pub(super) ruled: bool,
    /// Not all is in capitals.
    pub(super) capitals_tell: bool,
    /// Indentation of the labels that begin furthest left and furthest right.
    pub(super) indents: (usize, usize),
    /// Those of the headings deeper than all labels.
    pub(super) axes: Vec<Axis>,
    /// Whether the total of the assets stands inside its side, once it has been seen there.
    pub(super) sums_inside: Option<bool>,
}

impl Outline {
    pub(super) fn over(rows: &[AlignedRow], ruled: bool) -> Self {
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

    pub(super) fn in_force(&self) -> Vec<Arc<str>> {
        self.open.iter().map(|o| o.text.clone()).collect()
    }

    /// Awaits no more the total that stands in a row.
    pub(super) fn forget_total(&mut self, row: usize) {
        self.open.iter_mut().filter(|o| o.total == Some(row)).for_each(|o| o.total = None);
    }

    /// Ends the innermost headings, each as long as it is to end.
    pub(super) fn close_while(&mut self, ends: impl Fn(&Open) -> bool) {
        while self.open.last().is_some_and(&ends) {
            self.open.pop();
        }
    }

    /// Ends the activity of a cash flow statement in force, with all its parts.
    pub(super) fn close_activity(&mut self) -> Option<Arc<str>> {
        let at = self.open.iter().position(|o| knowledge::is_activity(&o.plain))?;
        self.open.drain(at..).next().map(|o| o.text)
    }

    /// Ends the innermost heading, which a row sums up.
    pub(super) fn close_by(&mut self, row: &mut AlignedRow) {
        row.closes = self.open.pop().map(|o| o.text);
    }

    /// Opens the heading that a row without figures is.
    pub(super) fn open_heading(
        &mut self,
        row: &mut AlignedRow,
        next: Option<&AlignedRow>,
        below: &Below,
    ) {
        let mut heading = Open::of(row, next, self.capitals_tell);
        heading.total = below.total;
        heading.awaits_whole_sum = below.whole_sum;
        heading.among_rows = !self.apart && !self.after_heading;
        heading.over_deeper = below.items.is_some_and(|indent| indent > row.indent);
        heading.top &= !(self.after_heading && self.open.last().is_some_and(Open::holds_no_side));
        heading.items = self.items_of_another_time(&heading);
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
    pub(super) fn begin_items(&mut self, heading: &Open) {
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
    pub(super) fn ends_without_rule(&self, next: Option<&AlignedRow>) -> bool {
        !self.ruled
            || next.is_some_and(opens_side)
            || self.open.last().is_some_and(|heading| heading.ends_before(next))
    }

    /// Closes what a row with figures ends, and puts it below the headings that are left. Whether
    /// the total of its side is still to come is told for the row and those below it.
    pub(super) fn place(
        &mut self,
        row: &mut AlignedRow,
        next: Option<&AlignedRow>,
        totals_below: &[bool],
    ) {
        self.after_heading = false;
        // Without a heading in force there is none to close.
        let label = if self.open.is_empty() { String::new() } else { row.key().to_owned() };
        let sums_assets = knowledge::sums_up_assets(&label) && self.open.iter().any(|o| o.top);
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
        if knowledge::begins_as_balance(&label) && label.contains("end of") {
            self.open.pop();
        }
        row.cut_label(bare_label(&row.label).len());
    }
}

/// Where a heading stands on its line.
pub(super) struct Axis {
    /// Where it begins.
    pub(super) indent: usize,
    /// Twice the column of its middle.
    pub(super) middle: usize,
}

/// The axis of a heading on one line.
pub(super) fn axis_of(heading: &AlignedRow) -> Option<Axis> {
    let in_line = heading.cells.is_empty() && heading.lines.0 == heading.lines.1;
    let middle = heading.indent * 2 + heading.label.len();
    in_line.then_some(Axis { indent: heading.indent, middle })
}
