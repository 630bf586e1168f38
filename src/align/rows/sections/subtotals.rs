//! What a sum without a label ends: the innermost heading, unless its rows go on below.

use crate::align::label::{is_capitals, without_aside};
use crate::align::rows::row::AlignedRow;
use crate::align::rows::sections::ahead::{SumBelow, is_beside_balances, opens_side};
use crate::align::rows::sections::open::Open;
use crate::align::rows::sections::outline::Outline;
use crate::knowledge;

impl Outline {
    /// An unlabelled subtotal closes the innermost heading, unless its rows go on.
    pub(super) fn close_by_subtotal(
        &mut self,
        row: &mut AlignedRow,
        next: Option<&AlignedRow>,
        totals_below: &[bool],
    ) {
        let goes_on = |o: &Open| {
            !self.ends_with_sum(o, row, next, totals_below[0])
                || sums_part(o, next, totals_below)
                || goes_on_below_sum(o, next)
        };
        let goes_on = self.open.last().is_some_and(goes_on);
        if let Some(last) = self.open.last_mut().filter(|_| goes_on) {
            last.summed = true;
            return;
        }
        self.close_by(row);
        // Both end here where the heading around it does.
        while self.open.last().is_some_and(|o| o.ends_before(next)) {
            self.close_by(row);
        }
        // The sum right before another activity is that of the whole one.
        let opens_activity =
            |r: &AlignedRow| r.cells.is_empty() && knowledge::is_activity(&r.plain);
        if next.is_some_and(opens_activity) {
            row.closes = self.close_activity().or_else(|| row.closes.take());
        }
        // Nothing but the total of the side follows: all its parts end here.
        let is_total_next = totals_below[0] && totals_below.get(1) != Some(&true);
        if is_total_next && next.is_some_and(is_sum) && self.open.first().is_some_and(|o| o.top) {
            while self.open.last().is_some_and(|o| !o.top) {
                self.close_by(row);
            }
        }
        // The sum of a side: nothing but the other side follows, or what a share is worth.
        let ends_side = |next: &AlignedRow| opens_side(next) || is_beside_balances(next);
        if next.is_none_or(ends_side) && self.open.last().is_some_and(|o| o.top) {
            self.close_by(row);
        }
    }

    /// Whether no more rows of the innermost heading stand behind a sum.
    fn ends_with_sum(
        &self,
        last: &Open,
        row: &AlignedRow,
        next: Option<&AlignedRow>,
        side_total_below: bool,
    ) -> bool {
        if last.top && side_total_below {
            return false;
        }
        let Some(next) = next else { return true };
        // `Inventories:` behind a sum of receivables below `Current assets`, of which the total is
        // still to come.
        if last.total.is_some() && next.cells.is_empty() && next.indent > last.indent {
            return false;
        }
        let after_blank = !next.ruled && next.lines.0 > row.lines.1 + 1;
        next.cells.is_empty()
            || is_sum(next)
            || last.top && is_beside_balances(next)
            || knowledge::is_beyond(&last.key, next.key())
            || self.ends_flush(last, next)
            // A side goes on below its subtotals, wherever their labels stand.
            || !last.top
                && last.items.is_some_and(|items| {
                    next.indent < items || next.indent > items && after_blank
                })
            || self.is_part_of_whole()
            || last.capitals && is_capitals(&next.label)
    }

    /// Whether a sum ends a heading over rows as far to the left as it is, before one more such row:
    /// no other sum follows but that of the whole, and nothing is put to this one or taken from it.
    fn ends_flush(&self, last: &Open, next: &AlignedRow) -> bool {
        let is_flush = last.items == Some(last.indent) && next.indent == last.indent;
        // `GOODWILL (net)` is told from what stands below a heading in capitals by its own.
        let in_capitals = last.capitals && is_capitals(without_aside(&next.label));
        let goes_on = || {
            knowledge::puts_or_takes(&next.plain)
                || knowledge::takes_depreciation_off(next.key())
                || knowledge::is_taken_off(next.key())
                // `Treasury stock`
                || last.of_owners()
        };
        let ends = match self.sum_below {
            SumBelow::None => true,
            SumBelow::Whole => self.open.len() > 1,
            SumBelow::Part => false,
        };
        !last.top && last.total.is_none() && is_flush && !in_capitals && ends && !goes_on()
    }

    /// Whether the innermost heading is a part, and the whole awaits its total: only the part is
    /// summed up.
    fn is_part_of_whole(&self) -> bool {
        matches!(&self.open[..], [.., whole, part]
            if !whole.top && whole.total.is_some()
                && part.total.is_none() && part.indent == whole.indent)
    }
}

fn is_sum(row: &AlignedRow) -> bool {
    row.label.is_empty() || knowledge::is_result(row.key()) || knowledge::is_closer(&row.plain)
}

/// Below a heading with sums of parts, the first of two sums in a row is one more of these, where
/// the total of the side comes later still.
fn sums_part(heading: &Open, next: Option<&AlignedRow>, totals_below: &[bool]) -> bool {
    heading.summed
        && next.is_some_and(|r| !r.cells.is_empty() && r.label.is_empty())
        && totals_below.get(1) == Some(&true)
}

/// Whether the rows of `Primary` or `Fully diluted` go on below a sum without a name: that of the
/// shares by which what is earned is divided.
fn goes_on_below_sum(heading: &Open, next: Option<&AlignedRow>) -> bool {
    let is_item = |row: &AlignedRow| {
        !row.cells.is_empty() && heading.items.is_none_or(|items| row.indent >= items)
    };
    knowledge::is_ditto(&heading.plain) && next.is_some_and(is_item)
}
