//! Rows whose item the heading over them names, not their labels.

use std::collections::{HashMap, HashSet};

use crate::knowledge;
use crate::lex::line::Lines;
use crate::record::{Kind, Unit};
use crate::statement::Draft;
use crate::statement::concepts::is_plain_total;
use crate::statement::concepts::per_share;

/// An unlabelled subtotal is what the heading says that it closes; so is a heading's only row.
pub(super) fn by_heading(
    lines: &Lines<'_>,
    draft: &Draft,
    units: &[Option<Unit>],
    out: &mut [Option<&'static str>],
) {
    let mates = rows_by_heading(draft);
    let mut taken: HashSet<&str> = out.iter().flatten().copied().collect();
    for at in 0..draft.rows.len() {
        let row = &draft.rows[at];
        if row.cells.is_empty() || out[at].is_some() {
            continue;
        }
        let is_sum = is_plain_total(row);
        let Some(heading) = heading_meant(draft, at, &mates) else { continue };
        let found = element_of_heading(draft, heading, units[at], is_sum);
        // `LIABILITIES` over equity as well, and the sum of both.
        let is_under = |k: usize| draft.rows[k].section.iter().any(|s| **s == *heading);
        let holds_equity = || (0..at).any(|k| out[k] == Some("StockholdersEquity") && is_under(k));
        // Right below equity without a total of its own, the sum of both sides is called by nothing.
        let is_same = |k: usize| is_same_sum(lines, draft, [k, at]);
        let is_as_much = || {
            (0..at).any(|k| out[k] == Some("Assets") && is_same(k))
                && !(at + 1..draft.rows.len()).any(is_same)
        };
        let found = match found {
            Some("Liabilities") if holds_equity() => Some("LiabilitiesAndStockholdersEquity"),
            Some("StockholdersEquity") if is_as_much() => Some("LiabilitiesAndStockholdersEquity"),
            other => other,
        };
        // `Revenues:` > `Sales`, `Rentals`, and their sum, which is all of the revenues.
        let is_right_under =
            |k: usize| draft.rows[k].section.last().is_some_and(|s| **s == *heading);
        let is_part = |&k: &usize| is_sum && out[k] == found && is_right_under(k);
        let parts: Vec<usize> = (0..at).filter(|_| found.is_some()).filter(is_part).collect();
        for &part in &parts {
            out[part] = None;
        }
        if found.is_some_and(|c| taken.insert(c) || !parts.is_empty()) {
            out[at] = found;
        }
    }
}

/// The heading that tells what a row is: the one that an unlabelled subtotal closes, or that of
/// which it is the only row.
fn heading_meant<'d>(draft: &'d Draft, at: usize, mates: &HashMap<&str, usize>) -> Option<&'d str> {
    let row = &draft.rows[at];
    if !is_plain_total(row) {
        return row.section.last().map(AsRef::as_ref).filter(|heading| mates[heading] == 1);
    }
    // A bare `Total` of a balance sheet may be that of its side.
    let closes = row.label.is_empty() || matches!(draft.kind, Kind::Income | Kind::SelectedData);
    row.closes.as_deref().filter(|_| closes)
}

/// The element that a heading names, or the sum of what stands under it.
fn element_of_heading(
    draft: &Draft,
    heading: &str,
    unit: Option<Unit>,
    is_sum: bool,
) -> Option<&'static str> {
    let key = knowledge::key(heading);
    let of_sum = || match unit {
        Some(Unit::PerShare(_)) => per_share(&knowledge::plain(heading), false),
        _ => knowledge::concept(&format!("total {key}"), draft.kind),
    };
    knowledge::concept(&key, draft.kind)
        .filter(|c| is_sum || *c == "Revenues")
        .or_else(|| of_sum().filter(|_| is_sum))
}

/// Whether two rows say the same in every column.
fn is_same_sum(lines: &Lines<'_>, draft: &Draft, rows: [usize; 2]) -> bool {
    let [one, other] = rows.map(|at| draft.rows[at].cells.iter().map(|cell| cell.value(lines)));
    one.eq(other)
}

/// How many rows stand under each heading, those under headings within it among them.
fn rows_by_heading(draft: &Draft) -> HashMap<&str, usize> {
    let mut out = HashMap::new();
    for heading in draft.rows_with_figures().flat_map(|r| &r.section) {
        *out.entry(heading.as_ref()).or_default() += 1;
    }
    out
}
