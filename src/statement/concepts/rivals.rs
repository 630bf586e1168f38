//! Items that several rows of a statement are taken for: which of them is it.

use std::collections::{BTreeSet, HashSet};

use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::concepts::{is_added_to, is_plain_total, is_summed};

/// Unlabelled (or merely `Total`) sums of a balance sheet that agree across its sides.
pub(super) fn grand_totals(draft: &Draft, out: &mut [Option<&'static str>]) {
    const ASSETS: &str = "Assets";
    const BOTH: &str = "LiabilitiesAndStockholdersEquity";
    let sums: Vec<usize> = (0..draft.rows.len())
        .filter(|&at| is_plain_total(&draft.rows[at]) && out[at].is_none())
        .collect();
    let heading = draft
        .rows
        .iter()
        .position(|r| r.cells.is_empty() && knowledge::opens_liabilities(&r.plain));
    let other_side = heading.or_else(|| out.iter().position(|name| name.is_some_and(is_owed)));
    let Some(&last) = sums.last() else { return };
    // Without a heading, only equity tells that the side is whole.
    let is_whole = heading.is_some() || out.contains(&Some("StockholdersEquity"));
    if !out.contains(&Some(BOTH)) && last + 1 >= draft.rows.len() && is_whole {
        out[last] = Some(BOTH);
    }
    if !out.contains(&Some(ASSETS)) {
        let side_end = other_side.unwrap_or(draft.rows.len());
        let closing = sums.iter().copied().rfind(|&at| at < side_end && out[at].is_none());
        if let Some(at) =
            closing.filter(|&at| draft.rows[at + 1..side_end].iter().all(|r| r.cells.is_empty()))
        {
            out[at] = Some(ASSETS);
        }
    }
}

/// Whether an element is among the first on the side of the liabilities.
fn is_owed(concept: &str) -> bool {
    matches!(concept, "AccountsPayableCurrent" | "LiabilitiesCurrent" | "Liabilities")
}

/// Where a statement has parts and a total of one element, the total is it; of a gross and a net
/// amount, the net one.
pub(super) fn prefer_totals(draft: &Draft, out: &mut [Option<&'static str>]) {
    for concept in [
        "Revenues",
        "CostOfRevenue",
        "InterestExpense",
        "IncomeTaxExpenseBenefit",
        "LongTermDebtNoncurrent",
        "PropertyPlantAndEquipmentNet",
    ] {
        let rows: Vec<usize> = (0..out.len()).filter(|&at| out[at] == Some(concept)).collect();
        let total = |at: usize| {
            let key = draft.rows[at].key();
            let net = concept.ends_with("Net") && key.split(' ').any(|word| word == "net");
            key.is_empty() || knowledge::is_total(key) || net
        };
        if rows.len() > 1 && rows.iter().any(|&at| total(at)) {
            rows.iter().filter(|&&at| !total(at)).for_each(|&at| out[at] = None);
        }
        // `Gross revenues`, `Less agency commissions`, `Net revenues`
        let gross = |at: usize| knowledge::is_gross(draft.rows[at].key());
        if rows.iter().any(|&at| !gross(at)) {
            rows.iter().filter(|&&at| gross(at)).for_each(|&at| out[at] = None);
        }
    }
}

/// Two counts of shares below `Diluted earnings per share` are not both diluted, though the heading
/// says so, nor is one to which something is still to be added; and no part is what its total is.
pub(super) fn doubt_shares_of_one_heading(draft: &Draft, out: &mut [Option<&'static str>]) {
    for concept in [
        "WeightedAverageNumberOfSharesOutstandingBasic",
        "WeightedAverageNumberOfDilutedSharesOutstanding",
    ] {
        let by_heading = |&at: &usize| {
            out[at] == Some(concept) && knowledge::dilution(&draft.rows[at].plain) == (false, false)
        };
        let rows: Vec<usize> = (0..out.len()).filter(by_heading).collect();
        let same = |pair: &[usize]| draft.rows[pair[0]].section == draft.rows[pair[1]].section;
        if rows.len() > 1 && rows.windows(2).all(same) {
            for &at in &rows {
                out[at] = None;
            }
        }
        let diluted = concept.contains("Diluted");
        let is_part = |&at: &usize| diluted && is_added_to(draft, at) || is_summed(draft, at);
        for at in rows.into_iter().filter(is_part) {
            out[at] = None;
        }
    }
}

/// Of several results before taxes, `before reorganization items, income taxes` among them, the
/// last is the one that is taxed.
pub(super) fn prefer_the_nearest_to_taxes(out: &mut [Option<&'static str>]) {
    let mut before = None;
    for at in 0..out.len() {
        match out[at] {
            Some("IncomeLossFromContinuingOperationsBeforeIncomeTaxes") => {
                if let Some(earlier) = before.replace(at) {
                    out[earlier] = None;
                }
            }
            Some("IncomeTaxExpenseBenefit" | "NetIncomeLoss" | "Revenues") => before = None,
            _ => {}
        }
    }
}

/// One element under several headings is said of parts of the company; the whole one stays.
pub(super) fn drop_parts(draft: &Draft, out: &mut [Option<&'static str>]) {
    let parts = parts_of_company(draft, out);
    // `Income before income taxes - Brokerage`
    let named =
        |at: usize| draft.rows[at].label.rsplit_once(" - ").map(|(_, p)| knowledge::plain(p));
    for at in 0..out.len() {
        if out[at].is_some()
            && part_of(&draft.rows[at])
                .into_iter()
                .chain(named(at))
                .any(|part| parts.contains(&part))
        {
            out[at] = None;
        }
    }
}

/// Headings under which the same elements come again: they are those of parts of the company.
fn parts_of_company(draft: &Draft, found: &[Option<&'static str>]) -> HashSet<String> {
    const REPEATED: [&str; 6] = [
        "Revenues",
        "NetIncomeLoss",
        "OperatingIncomeLoss",
        "CashAndCashEquivalentsAtCarryingValue",
        "AccountsPayableCurrent",
        "CostOfRevenue",
    ];
    let is_whole = |part: &String| part.contains("total") || part.contains("consolidated");
    let mut parts = HashSet::new();
    if matches!(draft.kind, Kind::CashFlow | Kind::Equity) {
        return parts;
    }
    for concept in REPEATED {
        let rows = (0..found.len()).filter(|&at| found[at] == Some(concept));
        let headings: BTreeSet<String> = rows.filter_map(|at| part_of(&draft.rows[at])).collect();
        if headings.len() > 1 {
            parts.extend(headings.into_iter().filter(|part| !is_whole(part)));
        }
    }
    parts
}

/// The outermost heading over a row, in plain form, that may be that of a part of the company.
fn part_of(row: &AlignedRow) -> Option<String> {
    // Below the sides of a balance sheet.
    let is_side = |heading: &str| knowledge::is_top_heading(heading);
    // A heading of a year, `Fiscal 1996`, is none of a part.
    let names_year = |heading: &str| {
        period::is_bare(heading) && period::read_dated(heading).iter().any(|s| !s.years.is_empty())
    };
    let is_part = |heading: &String| !is_side(heading) && !names_year(heading);
    row.section.iter().map(|heading| knowledge::plain(heading)).find(is_part)
}
