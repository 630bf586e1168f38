//! What a row with a label and figures ends: what it sums up, what its words are none of, and what
//! it is not set like.

use crate::align::label::{is_acronym, is_capitals, without_aside};
use crate::align::rows::row::AlignedRow;
use crate::align::rows::sections::ahead::SumBelow;
use crate::align::rows::sections::open::Open;
use crate::align::rows::sections::outline::Outline;
use crate::align::rows::sections::totals::{Total, without_net};
use crate::knowledge::{self, Measure, Sign};

impl Outline {
    /// Closes what a labelled row, its label in [`knowledge::key`] form, stands no longer below.
    pub(super) fn close_before(
        &mut self,
        row: &mut AlignedRow,
        next: Option<&AlignedRow>,
        label: &str,
    ) {
        self.close_by_total(row, next, label);
        self.close_by_words(row, label);
        self.close_by_place(row);
    }

    /// What a row sums up ends with it.
    fn close_by_total(&mut self, row: &mut AlignedRow, next: Option<&AlignedRow>, label: &str) {
        // A bare `Total` is what the heading says that it sums up.
        let is_bare = knowledge::is_bare_total(label);
        if let Some(at) = self.summed_up(row, next, label) {
            row.closes = self.open.get(at).filter(|_| is_bare).map(|o| o.text.clone());
            self.open.truncate(at);
            // Deep below a part, it sums up the whole that ends with it.
            let ends = |o: &Open| o.total.is_none() && o.ends_before(next);
            while is_bare && self.open.last().is_some_and(ends) {
                self.close_by(row);
            }
        }
        // `ASSETS AVAILABLE FOR BENEFITS`, the last row of `ASSETS`, is what they come to.
        let is_sum_of = |side: &Open| {
            side.top && label.strip_prefix(&*side.key).is_some_and(|rest| rest.starts_with(' '))
        };
        if row.ruled && next.is_none() && self.open.last().is_some_and(is_sum_of) {
            self.open.pop();
        }
    }

    /// The outermost heading that a row sums up.
    fn summed_up(&self, row: &AlignedRow, next: Option<&AlignedRow>, label: &str) -> Option<usize> {
        // `- Total capital` is an item of a list, and so it is among ratios.
        let is_ratio = |o: &Open| knowledge::heads_capital_ratios(&o.plain);
        let in_ratios = || self.open.iter().any(is_ratio);
        if starts_with_dash(row) || knowledge::is_total_capital(label) && in_ratios() {
            return None;
        }
        let total = Total::of(row, label, next, self);
        total.closes(&self.open).or_else(|| total.repeats(&self.open))
    }

    /// Headings end before what their words cannot stand over.
    fn close_by_words(&mut self, row: &AlignedRow, label: &str) {
        let begins = row.label.starts_with(char::is_uppercase);
        self.close_while(|o| begins && knowledge::is_worked_out(&o.plain, label));
        // `Change in cash and temporary investments` of some kind, deeper than it, is one of its items.
        let flush = |o: &Open| knowledge::is_activity(&o.plain) && row.indent <= o.indent;
        if knowledge::is_change_in_cash(label) && self.open.iter().any(flush) {
            self.close_activity();
        }
        self.close_beyond(row, label);
        // What a pension plan lacks is no change in what it has or owes.
        self.close_while(|o| {
            o.filled
                && knowledge::tells_plan_changes(&o.plain)
                && knowledge::is_part_of_status(label)
        });
        self.close_while(|o| {
            knowledge::is_ditto(&o.plain) && o.items.is_some() && is_undivided(row, label)
        });
        self.close_over_shares(row, label);
        self.close_while(|o| {
            o.is_blank_item() && row.indent <= o.indent && knowledge::is_result(label)
        });
        // `Discontinued operations:` over flush rows, or deeper ones and a rule, ends before the result
        // of all operations as far to the left, but where these are told from their revenues down.
        let of_discontinued = |o: &Open| {
            o.items.is_some_and(|items| row.indent <= items && (items == o.indent || row.ruled))
                && !knowledge::signs(&o.first).any(|sign| sign == Sign::Sales)
                && o.key == "discontinued operations"
                && knowledge::is_net_result(label)
        };
        self.close_while(of_discontinued);
        let of_items =
            |o: &Open| knowledge::gathers_items(&o.plain) || knowledge::stands_apart(&o.plain);
        let gathers = |o: &Open| o.items.is_some() && of_items(o);
        // `Income before extraordinary items` is one of the items of `Net income`.
        let heads_results = |o: &Open| without_net(label).starts_with(without_net(&o.key));
        let is_line = |o: &Open| {
            knowledge::is_main_line(label)
                || knowledge::is_result_so_far(label) && !heads_results(o)
        };
        if self.open.last().is_some_and(|o| gathers(o) && is_line(o)) {
            self.close_while(gathers);
        }
    }

    /// Counts of shares over flush rows end before a result per share, and both before what is not
    /// earned: `Dividends per share`. Not where the counts go by the name of the results that they
    /// are used for: `Shares used in:` > `Basic earnings per share`.
    fn close_over_shares(&mut self, row: &AlignedRow, label: &str) {
        let is_flush = |o: &Open| o.items == Some(o.indent) && row.indent <= o.indent && !o.top;
        if !self.open.last().is_some_and(is_flush) {
            return;
        }
        let not_earned = knowledge::is_not_earned(label)
            && knowledge::measure_of(&row.plain) == Some(Measure::PerShare);
        if !not_earned && !knowledge::is_result_per_share(&row.plain) {
            return;
        }
        let of_results =
            |o: &Open| knowledge::is_result_per_share(&o.plain) && !knowledge::heads_data(&o.plain);
        let of_shares = |o: &Open| {
            knowledge::is_count_of_shares(&o.plain) && !knowledge::is_result_per_share(&o.first)
        };
        self.close_while(|o| is_flush(o) && (of_shares(o) || not_earned && of_results(o)));
    }

    /// Headings of a balance sheet end before what is none of theirs. `Long-term debt (due within one
    /// year)` stands below `Current liabilities` where it is deeper than these, and before their sum.
    fn close_beyond(&mut self, row: &AlignedRow, label: &str) {
        let sum_below = self.sum_below == SumBelow::Part;
        let awaits_sum = |o: &Open| sum_below && !o.summed && o.plain.starts_with("current ");
        // A side headed `Liabilities` may hold the equity as well, but not the sum of both.
        let holds_side = |o: &Open| o.top && !knowledge::sums_up_other_side(label);
        let may_hold = |o: &Open| holds_side(o) || row.indent > o.indent || awaits_sum(o);
        self.close_while(|o| {
            o.total.is_none() && !may_hold(o) && knowledge::is_beyond(&o.key, label)
        });
    }

    /// Headings end before a row that is not set as those below them are.
    fn close_by_place(&mut self, row: &AlignedRow) {
        // A row as far to the left as the heading over deeper rows, or further than a heading and
        // rows that are flush.
        let outside = |o: &Open, items: usize| {
            items > o.indent && row.indent <= o.indent || items == o.indent && row.indent < o.indent
        };
        self.close_while(|o| {
            o.items.is_some_and(|items| outside(o, items)) && !o.top && o.total.is_none()
        });
        // Behind a list with dashes, `- Domestic`, one without stands apart, and no deeper.
        let (apart, dash) = (self.apart, starts_with_dash(row));
        let is_no_item = |o: &Open| o.dashes && o.items.is_some_and(|items| row.indent <= items);
        self.close_while(|o| is_no_item(o) && apart && !dash && !o.top && o.total.is_none());
        // A row in capitals ends a heading in capitals over rows that are in none, unless the total
        // of that is still to come.
        let capitals = is_capitals(without_aside(&row.label)) && !is_acronym(&row.label);
        let is_outside = |o: &Open| o.capitals && !o.capital_items && o.items.is_some();
        self.close_while(|o| capitals && is_outside(o) && !o.top && o.total.is_none());
        if let Some(last) = self.open.last_mut().filter(|o| o.items.is_none()) {
            last.items = Some(row.indent);
            last.capital_items = capitals;
            last.first.clone_from(&row.plain);
            last.dashes = dash;
        }
    }
}

/// Whether a row is neither `Basic` nor `Diluted`: dividends and prices per share are not; shares
/// are, at whatever price they may be had, and so is what dividends on preferred stock leave.
fn is_undivided(row: &AlignedRow, label: &str) -> bool {
    let is_part = || {
        let measure = knowledge::measure_of(label);
        measure == Some(Measure::Shares)
            || knowledge::puts_or_takes(&row.plain)
            || label.contains("preferred") && measure != Some(Measure::PerShare)
    };
    knowledge::is_not_earned(label) && !is_part()
}

fn starts_with_dash(row: &AlignedRow) -> bool {
    row.label.starts_with("- ")
}
