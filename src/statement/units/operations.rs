//! Counts of things among data of operations: told from amounts by the dollar signs that these
//! have.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use rust_decimal::Decimal;

use crate::align::rows::AlignedRow;
use crate::figure;
use crate::knowledge::{self, Measure, Notion};
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::units::THOUSAND;
use crate::statement::units::print::{Print, Rows};
use crate::statement::units::scale::is_bare_sum;

/// Counts of things among data of operations.
pub fn counts_in_operations(rows: &mut Rows<'_, '_>) {
    let Rows { draft, prints, measures, .. } = rows;
    let places = operations(draft);
    let mut rest = 0..prints.len();
    while let Some(first) = rest.next() {
        let Some(place) = places[first] else { continue };
        let end = rest.clone().find(|&at| places[at] != Some(place));
        let among = first..end.unwrap_or(prints.len());
        rest.start = among.end;
        if !prints[among.clone()].iter().any(|p| p.holds('$')) {
            continue;
        }
        let by_title = place == draft.title;
        if !(by_title && draft.scale.amounts.is_some()) {
            counts_above_dollars(draft, prints, measures, among.clone());
        }
        // `Financial and operating data` are amounts for the most part.
        if !(by_title && draft.kind == Kind::SelectedData) {
            counts_beside_dollars(draft, prints, measures, among);
        }
    }
}

/// Whether rows of a table count homes.
pub fn counts_homes(draft: &Draft) -> bool {
    draft.rows.iter().any(is_count_of_homes)
}

fn is_count_of_homes(row: &AlignedRow) -> bool {
    let counts = |words: &str| {
        knowledge::names_dwellings(words) && knowledge::is_counted(&knowledge::plain(words))
    };
    let mut headings = row.section.iter().map(AsRef::as_ref);
    !row.cells.is_empty() && (counts(&row.plain) || headings.any(counts))
}

/// Orders beside homes are told in homes where there are not many more, which is nothing like what
/// these are worth in thousands: `Homes closed   640`, `Net new orders   915`, or these by state
/// below a heading.
pub fn orders_of_homes(rows: &mut Rows<'_, '_>) {
    /// No home is sold for less, in thousands: so many homes are worth this many times more.
    const CHEAPEST: i64 = 10;
    let Rows { draft, prints, measures, .. } = rows;
    let first = |print: &Print<'_>| print.figures().next().and_then(|f| figure::parse(f).value);
    let counts =
        |at: &usize| is_count_of_homes(&draft.rows[*at]) && measures[*at] == Some(Measure::Pure);
    if draft.scale.amounts > Some(THOUSAND) {
        return;
    }
    let Some(homes) = (0..prints.len()).find(counts).and_then(|at| first(&prints[at])) else {
        return;
    };
    let worth = homes * Decimal::from(CHEAPEST);
    for ((row, print), measure) in draft.rows.iter().zip(prints).zip(measures) {
        if measure.is_none()
            && may_count_orders(row)
            && print.is_unsigned()
            && print.decimals() == 0
            && first(print).is_some_and(|orders| orders < worth)
        {
            *measure = Some(Measure::Pure);
        }
    }
}

/// Whether a row or the heading over it names orders, and neither of them money: `Value of new
/// orders`, `Deposits on orders`, `Average price`. A backlog may be told in homes.
fn may_count_orders(row: &AlignedRow) -> bool {
    let of_money = |words: &str| {
        let is_amount =
            knowledge::names_amount(words) && !knowledge::speaks_of(words, Notion::Backlog);
        is_amount || knowledge::counts_money(words) || knowledge::names_price(words)
    };
    let heading = row.heading();
    let named = || heading.iter().chain([&row.plain]);
    named().any(|words| knowledge::names_orders(words)) && !named().any(|words| of_money(words))
}

/// A dollar sign stands on the first of the amounts: other figures above it count things. So much
/// per something, in cents, begins no amounts.
fn counts_above_dollars(
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
    among: Range<usize>,
) {
    for at in among {
        let (row, print) = (&draft.rows[at], &prints[at]);
        if is_price_of_one(row, print) {
            continue;
        }
        let counts = row.measure() == Some(Measure::Pure);
        let counts = counts || measures[at] == Some(Measure::Pure);
        if print.holds('$') || !counts && knowledge::is_money(&row.label) {
            break;
        }
        if print.is_unsigned() && measures[at].is_none() {
            measures[at] = Some(Measure::Pure);
        }
    }
}

/// Where dollar signs stand on one row and on the next, both of them items, they stand on every
/// amount below the same headings: other figures there count things,
/// `Average miles per tractor   126,500`. Not so where all of them stand first: the first amounts
/// alone may bear the sign.
fn counts_beside_dollars(
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
    among: Range<usize>,
) {
    let signed = signed_sections(draft, prints, measures, among.clone());
    if signed.is_empty() {
        return;
    }
    for at in among {
        let (row, print) = (&draft.rows[at], &prints[at]);
        // `Tractors at end of period:` > `Company`
        let of_things = || {
            let (heading, outer) = row.section.split_last()?;
            knowledge::is_counted(&knowledge::plain(heading)).then_some(outer)
        };
        if print.is_unsigned()
            && measures[at].is_none()
            && !knowledge::names_amount(&row.plain)
            && !is_price_of_one(row, print)
            && (signed.contains(row.section.as_slice())
                || of_things().is_some_and(|outer| signed.contains(outer)))
        {
            measures[at] = Some(Measure::Pure);
        }
    }
}

/// The headings under which every amount bears a dollar sign; none where all signs stand first.
fn signed_sections<'d>(
    draft: &'d Draft,
    prints: &[Print<'_>],
    measures: &[Option<Measure>],
    among: Range<usize>,
) -> HashSet<&'d [Arc<str>]> {
    let is_item = |at: usize| {
        let row = &draft.rows[at];
        prints[at].holds('$')
            && !row.ruled
            && !is_bare_sum(&row.label)
            && measures[at] != Some(Measure::PerShare)
    };
    let amounts: Vec<usize> = among
        .filter(|&at| prints[at].figures().next().is_some() && !prints[at].holds('%'))
        .collect();
    let unsigned = amounts.iter().position(|&at| prints[at].is_unsigned());
    let comes_first = |first: usize| amounts[first..].iter().any(|&at| is_item(at));
    if !unsigned.is_some_and(comes_first) {
        return HashSet::new();
    }
    let section = |at: usize| draft.rows[at].section.as_slice();
    let mut signed: HashSet<&[Arc<str>]> = amounts
        .windows(2)
        .filter(|pair| pair.iter().all(|&at| is_item(at)))
        .filter(|pair| section(pair[0]) == section(pair[1]))
        .map(|pair| section(pair[0]))
        .collect();
    for &at in &amounts {
        if prints[at].is_unsigned() && knowledge::is_money(&draft.rows[at].label) {
            signed.remove(section(at));
        }
    }
    signed
}

/// Whether a row tells so much money per something, in cents or of an item of a statement: `General
/// and administrative per day   812`.
fn is_price_of_one(row: &AlignedRow, print: &Print<'_>) -> bool {
    let is_item =
        || row.plain.split_once(" per ").is_some_and(|(item, _)| knowledge::is_money(item));
    knowledge::speaks_of(&row.plain, Notion::Each) && (print.in_cents() || is_item())
}

/// Whether a heading announces data of operations.
pub(super) fn heads_operations(draft: &Draft) -> bool {
    let mut headings = draft.rows.iter().filter(|row| row.cells.is_empty());
    headings.any(|row| knowledge::announces_statistics(&row.label))
}

/// The data of operations among which each row stands: the title that announces them, or the
/// heading over the row.
fn operations(draft: &Draft) -> Vec<Option<&str>> {
    let may_be = matches!(draft.kind, Kind::Schedule | Kind::SelectedData | Kind::Other);
    let announces = |text: &&str| knowledge::announces_statistics(text);
    let counts = || knowledge::announces_counts(&knowledge::plain(&draft.title));
    let by_title = Some(draft.title.as_str())
        .filter(|title| may_be && (announces(title) || draft.scale.amounts.is_none() && counts()));
    let mut out = Vec::with_capacity(draft.rows.len());
    let mut above: Option<&AlignedRow> = None;
    for row in &draft.rows {
        // Rows below the same headings stand among the same data.
        let by_heading = || row.section.iter().map(AsRef::as_ref).find(announces);
        let same = above.filter(|above| above.section == row.section);
        out.push(same.and(out.last().copied()).unwrap_or_else(|| by_heading().or(by_title)));
        above = Some(row);
    }
    out
}
