//! A heading in force: what its words say and what has been seen below it.

use std::sync::Arc;

use crate::align::label::{bare_label, hangs, is_acronym, is_capitals, without_aside};
use crate::align::rows::row::AlignedRow;
use crate::knowledge::{self, Measure, Notion};
use crate::period;

/// A heading in force.
pub(super) struct Open {
    pub(super) text: Arc<str>,
    pub(super) plain: String,
    pub(super) key: String,
    pub(super) indent: usize,
    /// In capitals, in a table where these tell something.
    pub(super) capitals: bool,
    /// A colon stands behind it.
    pub(super) colon: bool,
    pub(super) top: bool,
    /// Share counts stand below.
    pub(super) counts_shares: bool,
    /// Another heading stands right below it, as far to the left.
    pub(super) leads: bool,
    /// It stands right below a row with figures.
    pub(super) among_rows: bool,
    /// The first row with figures below stands deeper than itself.
    pub(super) over_deeper: bool,
    /// Rows stand below it, if only under other headings.
    pub(super) filled: bool,
    /// Indentation of the first row below.
    pub(super) items: Option<usize>,
    /// Whether that row is in capitals.
    pub(super) capital_items: bool,
    /// Its label in plain form.
    pub(super) first: String,
    /// It begins a list with dashes.
    pub(super) dashes: bool,
    /// The row below with the total that names it in full: until then it stays in force.
    pub(super) total: Option<usize>,
    /// A sum of its whole side or table is still to come.
    pub(super) awaits_whole_sum: bool,
    /// A sum without a label stands below that is not its last row.
    pub(super) summed: bool,
}

impl Open {
    pub(super) fn of(row: &AlignedRow, next: Option<&AlignedRow>, capitals_tell: bool) -> Self {
        let text = bare_label(&row.label).trim_end_matches(['-', ' ']);
        let plain = knowledge::plain(text);
        Self {
            text: text.into(),
            indent: row.indent,
            // `BALANCE SHEET DATA (at year end)`
            // `EBIT` among others is in capitals wherever it stands.
            capitals: capitals_tell
                && is_capitals(without_aside(text))
                && !(row.indent > 0 && is_acronym(text)),
            colon: row.label.ends_with(':'),
            top: knowledge::is_top_heading(&plain),
            leads: next.is_some_and(|r| r.cells.is_empty() && r.indent == row.indent),
            key: knowledge::key(without_notes(&plain)),
            counts_shares: plain.contains("shares")
                && knowledge::measure_of(&plain) == Some(Measure::Shares),
            filled: knowledge::is_carried_over(&plain),
            plain,
            among_rows: false,
            over_deeper: false,
            items: None,
            capital_items: false,
            first: String::new(),
            dashes: false,
            total: None,
            awaits_whole_sum: false,
            summed: false,
        }
    }

    /// Whether the row behind a total stands outside it, and is not its total: the total of its
    /// last part ends it as well.
    pub(super) fn ends_before(&self, next: Option<&AlignedRow>) -> bool {
        let is_total = |r: &AlignedRow| r.label.is_empty() || knowledge::is_closer(&r.plain);
        let outside = |r: &AlignedRow| {
            self.items.is_some_and(|items| items > self.indent && r.indent < items)
        };
        !self.top && next.is_some_and(|r| !r.cells.is_empty() && !is_total(r) && outside(r))
    }

    /// Whether what stands right below it opens no side of a balance sheet: `Assets` does not below
    /// a heading of selected data, nor do `Liabilities` below `Liabilities and equity`. The day
    /// above both holds neither.
    pub(super) fn holds_no_side(&self) -> bool {
        !self.top && !period::is_bare(&self.text) || self.faces_assets()
    }

    /// Whether it heads all that faces the assets: `Liabilities and stockholders' equity`.
    pub(super) fn faces_assets(&self) -> bool {
        self.plain.starts_with("liabilities and")
    }

    /// Whether it is an item of an income statement of which there was none, and so no result is part
    /// of it: `Extraordinary loss, net of taxes (1)` or, right below other items, `Restructuring
    /// charges`.
    pub(super) fn is_blank_item(&self) -> bool {
        let is_spent = || {
            self.among_rows
                && knowledge::measure_of(&self.plain).is_none()
                && knowledge::comes_or_goes(&self.plain)
        };
        self.items.is_none()
            && !self.colon
            && (knowledge::is_item_of_income(&self.plain, &self.key) || is_spent())
    }

    /// Whether its words go on in the headings below it: `Cash provided by (used in):` over
    /// `Operating activities:`, further to the right or right below it as far to the left.
    pub(super) fn leads_to(&self, activity: &Self) -> bool {
        knowledge::speaks_of(&self.plain, Notion::Cash)
            && hangs(&self.text, false)
            && (self.indent < activity.indent || self.leads && self.indent == activity.indent)
    }

    /// Whether it names what owners hold: `Stockholders' equity`.
    pub(super) fn of_owners(&self) -> bool {
        // Whatever sign stands behind it: `holders'`, `holder's`.
        let mut words = self.plain.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.trim_end_matches('s').ends_with("holder"))
            && knowledge::names_owners(&self.plain)
    }
}

/// A heading in plain form without the notes it points to: `shareholders' equity - notes f and g`.
pub(super) fn without_notes(heading: &str) -> &str {
    let points = |at: &usize| {
        let mut words = heading[*at..].trim_start_matches(['-', ' ']).split([' ', ',']);
        words.next().is_some_and(|word| matches!(word, "note" | "notes"))
            && words.next().is_some_and(|mark| (1..=2).contains(&mark.len()))
    };
    let dash = heading.match_indices(" -").map(|(at, _)| at).find(points);
    dash.map_or(heading, |at| &heading[..at])
}
