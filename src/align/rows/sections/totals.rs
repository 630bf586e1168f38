//! Which heading a total names, and so closes.
//!
//! A total names a heading in full, with words of its own between, or in part; some close what
//! their words do not name, the whole statement or the side they stand in.

use crate::align::rows::row::AlignedRow;
use crate::align::rows::sections::open::Open;
use crate::align::rows::sections::outline::Outline;
use crate::knowledge::{self, Measure, Notion};

/// How far to the right totals stand that are printed deep inside what they sum up, from where
/// labels begin; and how far the headings of sides, from the edge of the page.
const DEEP_INSIDE: usize = 12;

/// How far from the beginning of a heading words below it begin at most.
const BELOW_A_HEADING: usize = 3;

/// A row that may sum up what stands above it.
pub(super) struct Total<'a> {
    /// Its label in [`knowledge::key`] form.
    pub(super) label: &'a str,
    pub(super) row: &'a AlignedRow,
    /// Where it begins, if it is printed deep inside its side of a balance sheet.
    inside: Option<usize>,
    /// Indentation of the row behind it, if that has figures.
    pub(super) next_indent: Option<usize>,
    /// Another activity of a cash flow statement, or what all of them came to, stands below it.
    before_activity: bool,
    /// A blank line or a rule stands above it.
    pub(super) apart: bool,
    /// Rules stand among the rows.
    pub(super) among_rules: bool,
    /// Where the total of the assets stands inside their side, so does that of the other.
    sums_inside: Option<bool>,
}

impl<'a> Total<'a> {
    pub(super) fn of(
        row: &'a AlignedRow,
        label: &'a str,
        next: Option<&AlignedRow>,
        outline: &Outline,
    ) -> Self {
        let ends_activity = |next: &AlignedRow| {
            if next.cells.is_empty() {
                knowledge::is_activity(&next.plain)
            } else {
                knowledge::is_change_in_cash(next.key())
            }
        };
        Self {
            label,
            row,
            before_activity: next.is_some_and(ends_activity),
            inside: Some(row.indent).filter(|at| *at >= outline.indents.0 + DEEP_INSIDE),
            next_indent: next.filter(|r| !r.cells.is_empty()).map(|r| r.indent),
            apart: outline.apart,
            among_rules: outline.ruled,
            sums_inside: outline.sums_inside,
        }
    }

    /// The heading that a total closes.
    pub(super) fn closes(&self, open: &[Open]) -> Option<usize> {
        let last = open.len().checked_sub(1)?;
        if !knowledge::is_closer(self.label) {
            return None;
        }
        if knowledge::is_bare_total(self.label) {
            // The first row below a heading sums nothing up, nor do the shares of `Primary` end what
            // is worked out from them.
            return open[last]
                .items
                .filter(|items| !self.goes_on(&open[last], *items))
                .map(|_| last);
        }
        // What a fund holds is left when all else is told.
        let is_left = || self.row.ruled && knowledge::is_left_of_fund(self.label);
        if self.label.contains(" in cash") || is_left() {
            return Some(0);
        }
        self.closes_side(open)
            .or_else(|| self.closes_in_full(open))
            .or_else(|| self.closes_by_words(open))
    }

    /// Whether rows of `Primary` or `Fully diluted` stand below it, as deep as the others.
    fn goes_on(&self, heading: &Open, items: usize) -> bool {
        knowledge::is_ditto(&heading.plain) && self.next_indent == Some(items)
    }

    /// `Total liabilities and equity` closes `Liabilities and shareholders' equity`.
    fn closes_side(&self, open: &[Open]) -> Option<usize> {
        if !knowledge::sums_up_other_side(self.label) {
            return None;
        }
        let at = open.iter().rposition(|o| o.top && o.faces_assets())?;
        Some(at + usize::from(self.sums_inside.unwrap_or_else(|| self.belongs_to(&open[at]))))
    }

    /// `Total operating expenses and taxes` closes `Operating expenses and taxes`, and no `Taxes`
    /// in it.
    fn closes_in_full(&self, open: &[Open]) -> Option<usize> {
        let sum = knowledge::whole_of_total(self.label)?;
        open.iter().rposition(|o| !o.top && o.filled && o.key == sum)
    }

    /// The heading that the words of a total name, if only in part.
    fn closes_by_words(&self, open: &[Open]) -> Option<usize> {
        let label = self.label;
        let words: Vec<&str> = content_words(label).collect();
        // `Net cash used` says no more: it closes the activity that it stands in.
        if words.is_empty() && sums_up_cash(label) {
            return open.iter().rposition(|o| knowledge::is_activity(&o.plain));
        }
        // The first row below a heading sums nothing up.
        let is_empty = |o: &Open| !o.filled && !o.top;
        let filled = &open[..open.len() - usize::from(open.last().is_some_and(is_empty))];
        // What is adjusted and what changed sum up to cash, whatever the activity is called.
        let adjusts = |o: &Open| knowledge::adjusts(&o.plain);
        // `Total additions` closes `Additions to net assets attributed to`; `Total net sales` is no
        // more than a part of `Net sales and revenues` where these have a total of their own.
        let begins_with_it = |o: &Open| {
            let rest = knowledge::whole_of_total(label).and_then(|sum| o.key.strip_prefix(sum));
            !o.top && o.total.is_none() && rest.is_some_and(|rest| rest.starts_with(' '))
        };
        // `Cash provided from continuing operating activities` closes `Pension activities`.
        let among_operations = |o: &Open| !o.top && !knowledge::is_activity(&o.plain);
        let sums_operations = self.row.ruled && label.contains("operating activities");
        self.named_in(filled, &words)
            .or_else(|| filled.iter().rposition(begins_with_it))
            .or_else(|| open.iter().position(adjusts).filter(|_| sums_up_cash(label)))
            .or_else(|| open.iter().position(among_operations).filter(|_| sums_operations))
    }

    /// The innermost heading all of whose words a total has; a side that the total only belongs to
    /// is none.
    fn named_in(&self, open: &[Open], words: &[&str]) -> Option<usize> {
        let label = self.label;
        // `Net cash flow used for investments` below a rule sums up `Investing activities`, and so
        // does `Cash used in investing` above the next activity.
        let of_cash = if self.before_activity {
            without_net(label).starts_with("cash")
        } else {
            self.row.ruled && sums_up_cash(label)
        };
        let whole_flow = of_cash && !label.contains("continu");
        let is_spare = |word: &str| whole_flow && word == "activities";
        // `Total shares, fully diluted` stands among what `Fully diluted` earnings are worked out
        // from.
        let counts = knowledge::measure_of(label) == Some(Measure::Shares);
        open.iter().rposition(|o| {
            if counts && knowledge::is_ditto(&o.plain) {
                return false;
            }
            let heading: Vec<&str> = content_words(&o.key).collect();
            // Only its own total closes a side: `Total current assets` does not close `Assets`.
            let whole = !o.top
                || (heading.len() == words.len()
                    || heading.len() > 3 && heading.len() + 1 == words.len())
                    && !self.belongs_to(o);
            whole
                && !heading.is_empty()
                && heading.iter().all(|w| is_spare(w) || words.iter().any(|l| same_word(l, w)))
        })
    }

    /// Whether a total printed deep inside belongs to the side it sums, as all do but for one whose
    /// heading in capitals begins elsewhere.
    fn belongs_to(&self, side: &Open) -> bool {
        let below = |at: usize| at.abs_diff(side.indent) <= BELOW_A_HEADING;
        side.indent > DEEP_INSIDE && self.inside.is_some_and(|at| below(at) || !side.capitals)
    }
}

pub(super) fn same_word(a: &str, b: &str) -> bool {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a == b || a.trim_end_matches('s') == b.trim_end_matches('s') || same >= 5
}

/// The words of a heading or a total by which it is told from others.
pub(super) fn content_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty() && !knowledge::fills_totals(word))
}

/// Whether a label, as a key, says what came to the cash: `Net cash used in operations`.
fn sums_up_cash(label: &str) -> bool {
    knowledge::begins_with(label, Notion::NetCash)
}

/// A label, in [`knowledge::key`] form, without the `net` that results and sums may bear or not.
pub(super) fn without_net(label: &str) -> &str {
    knowledge::net_of(label).unwrap_or(label)
}
