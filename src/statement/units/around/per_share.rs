//! What is per share by the rows around it, though its own words do not say so, and what is not,
//! though a heading does.

use std::sync::Arc;

use rust_decimal::Decimal;

use crate::align::rows::{AlignedRow, PlacedToken, without_references};
use crate::figure;
use crate::knowledge::{self, Measure, Sign};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::units::around::add_up;
use crate::statement::units::print::{Print, Rows};
use crate::statement::units::{CENTS, are_all, is_grouped};

/// Among rows of per-share amounts, others printed in cents are per share as well: parts of
/// earnings, unlabelled sums. Where the money of the table has cents too, that is no sign, unless
/// the table walks from one amount per share to another and has no money at all. So are `Diluted`
/// and what stands below it at the top of a page that parts it from its `Earnings per share`, and
/// `Net income - diluted` that no heading says so of.
pub fn runs_on(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, prints, measures } = rows;
    let of_dilution = |k: usize| prints[k].in_cents() && tells_of_dilution(&draft.rows[k]);
    if !may_run_on(lines, draft, prints, measures, of_dilution) {
        return;
    }
    let figures: Vec<usize> = (0..prints.len()).filter(|&k| !prints[k].faces.is_empty()).collect();
    let goes_on = |&k: &usize| match measures[k] {
        Some(measure) => measure == Measure::PerShare,
        None => {
            let may_be = prints[k].in_cents() || prints[k].figures().next().is_none();
            may_be && !is_per_another(&draft.rows[k])
        }
    };
    let runs: Vec<Vec<usize>> = figures.split(|k| !goes_on(k)).map(<[usize]>::to_vec).collect();
    for run in runs {
        // Dashes at the ends of a run belong as well to what stands beside it.
        let firm = |&k: &usize| measures[k].is_some() || prints[k].in_cents();
        let (first, last) = (run.iter().position(firm), run.iter().rposition(firm));
        if run.iter().any(|&k| measures[k].is_some() || of_dilution(k))
            && let (Some(first), Some(last)) = (first, last)
        {
            run[first..=last].iter().for_each(|&k| measures[k] = Some(Measure::PerShare));
        }
    }
}

/// Whether cents are the sign of amounts per share in a table.
fn may_run_on(
    lines: &Lines<'_>,
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &[Option<Measure>],
    of_dilution: impl Fn(usize) -> bool,
) -> bool {
    let whole = |face: &str| face.contains(['$', ',']) && figure::decimals(face) < CENTS;
    let cents = |face: &str| face.contains(',') && figure::decimals(face) >= CENTS;
    let all = || prints.iter().flat_map(Print::figures);
    let rest_is_whole = || {
        let others = (0..prints.len()).filter(|&k| !of_dilution(k));
        let figures = others.flat_map(|k| prints[k].figures());
        (0..prints.len()).any(&of_dilution)
            && are_all(figures, |face| figure::decimals(face) < CENTS)
    };
    !all().any(cents)
        && (all().any(whole) || walks_per_share(lines, draft, prints, measures) || rest_is_whole())
}

/// Whether a row is called `Diluted`, or stands below that, or is a result of the one kind or the
/// other: `Net income - diluted`.
fn tells_of_dilution(row: &AlignedRow) -> bool {
    let is_result = || {
        knowledge::dilution(&row.plain) != (false, false)
            && knowledge::signs(row.key()).any(|sign| sign == Sign::Result)
    };
    knowledge::is_ditto(&row.plain)
        || row.heading().is_some_and(|heading| knowledge::is_ditto(&heading))
        || is_result()
}

/// Whether a row tells so much per something that is no share, or a rate: `Margin per barrel`,
/// `Delinquency rate`.
fn is_per_another(row: &AlignedRow) -> bool {
    knowledge::is_unscaled(&row.plain)
        || knowledge::measure_in_points(&row.plain).is_some()
        || row.section.iter().any(|heading| knowledge::is_unscaled(heading))
}

/// Dashes that no words of their own call so are not per share by a heading farther off, where the
/// row above them below the same headings holds an amount.
pub fn nils_beside_amounts(rows: &mut Rows<'_, '_>) {
    let Rows { draft, prints, measures, .. } = rows;
    for k in 1..prints.len() {
        let (above, row) = (&draft.rows[k - 1], &draft.rows[k]);
        if measures[k] == Some(Measure::PerShare)
            && prints[k].is_nil()
            && row.measure().is_none()
            && row.section == above.section
            && measures[k - 1].is_none()
            && prints[k - 1].figures().next().is_some()
        {
            measures[k] = None;
        }
    }
}

/// Whether a table without a scale begins and ends with amounts per share, which alone have dollar
/// signs: `Diluted EPS as reported`, `Restructuring charges`, `Diluted EPS before charges`. The last
/// may as well be the sum of all above it, in cents as they are.
fn walks_per_share(
    lines: &Lines<'_>,
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &[Option<Measure>],
) -> bool {
    // `Growth   12%   4%-11%` at the end tells of the result above it.
    let told = |k: &usize| !prints[*k].faces.is_empty() && measures[*k] != Some(Measure::Percent);
    let mut figures = (0..prints.len()).filter(told);
    let per_share = |k: usize| measures[k] == Some(Measure::PerShare);
    let (Some(first), Some(last)) = (figures.next(), figures.next_back()) else { return false };
    let is_result = |k: usize| per_share(k) && !knowledge::is_standing(&draft.rows[k].plain);
    let in_cents = |face: &str| figure::decimals(face) == CENTS;
    let sums_up = || add_up(lines, &draft.rows[first..last], &draft.rows[last], in_cents);
    draft.scale.amounts.is_none()
        && is_result(first)
        && (is_result(last) || last > first + 1 && sums_up())
        && (first..last).all(|k| per_share(k) || !prints[k].holds('$'))
}

/// Prices in fractions are whole now and then: `Low    55 3/8    57`, `Low    57`. Under a heading
/// of prices, small whole numbers are prices where others are in fractions or the label names one.
pub fn whole_prices(rows: &mut Rows<'_, '_>) {
    let Rows { draft, prints, measures, .. } = rows;
    let in_fractions = |k: usize| {
        measures[k] == Some(Measure::PerShare)
            && prints[k].faces.iter().any(|f| figure::has_fraction(f))
    };
    let headings: Vec<&[Arc<str>]> = (0..prints.len())
        .filter(|&k| in_fractions(k))
        .map(|k| draft.rows[k].section.as_slice())
        .collect();
    for (row, (print, measure)) in draft.rows.iter().zip(prints.iter().zip(measures)) {
        if measure.is_none()
            && print.figures().all(|f| f.trim_start_matches(['$', ' ']).len() <= 3)
            && (headings.contains(&row.section.as_slice())
                || knowledge::heads_prices(without_references(&row.label)))
            && row.heading().is_some_and(|h| knowledge::measure_of(&h) == Some(Measure::PerShare))
        {
            *measure = Some(Measure::PerShare);
        }
    }
}

/// Dividends in cents below earnings per share are paid on a share where no amount has cents:
/// `Dividends declared   $ 0.20` in millions.
pub fn dividends_in_cents(rows: &mut Rows<'_, '_>) {
    let Rows { draft, prints, measures, .. } = rows;
    let is_paid = |row: &AlignedRow| {
        let words = row.key().trim_start_matches("cash ").trim_start_matches("common ");
        knowledge::is_dividend(words)
    };
    let in_cents = |print: &Print<'_>| {
        are_all(print.figures(), |f| figure::decimals(f) >= CENTS && !is_grouped(f))
    };
    let Some(earned) = measures.iter().position(|m| *m == Some(Measure::PerShare)) else { return };
    let is_amount = |k: usize| measures[k].is_none_or(|m| m == Measure::Money);
    let rows = &draft.rows;
    let whole = (0..rows.len())
        .filter(|&k| is_amount(k) && !is_paid(&rows[k]))
        .all(|k| prints[k].decimals() < CENTS);
    let of_results = matches!(draft.kind, Kind::Income | Kind::SelectedData);
    if !of_results || !whole || draft.scale.amounts.is_none() {
        return;
    }
    for k in earned..rows.len() {
        if measures[k].is_none() && is_paid(&rows[k]) && in_cents(&prints[k]) {
            measures[k] = Some(Measure::PerShare);
        }
    }
}

/// Amounts per share may be whole, most of all in partnerships: `Net income per limited partnership
/// unit   12   15`. They are where the label or the heading says no more, and the net income of the
/// table is far more.
pub fn whole_amounts(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, prints, measures } = rows;
    let rows = &draft.rows;
    let of_share = knowledge::names_no_more_than_per_share;
    // Few hold the word, and need a closer look.
    let speaks = |text: &str| knowledge::holds(text, "per");
    let heads = |heading: &Arc<str>| speaks(heading) && of_share(&knowledge::plain(heading));
    let headed: Vec<bool> = rows.iter().map(|r| r.section.last().is_some_and(heads)).collect();
    let is_whole = |k: usize| {
        measures[k].is_none() && prints[k].figures().all(|f| !f.contains(['.', '%', '/']))
    };
    // `Net income per limited partner unit (65,600 units)`, not `(in thousands)`
    let without_aside = |label: &str| {
        let parted = label.strip_suffix(')').and_then(|words| words.rsplit_once(" ("));
        parted.is_some_and(|(bare, _)| of_share(bare) && knowledge::scale_of(label).is_none())
    };
    let tells = |label: &str| {
        speaks(label) && (of_share(without_references(label)) || without_aside(label))
    };
    let named = |k: usize| headed[k] || tells(&rows[k].plain);
    let may_be: Vec<usize> = (0..rows.len()).filter(|&k| is_whole(k) && named(k)).collect();
    if may_be.is_empty() {
        return;
    }
    let is_result = |k: &usize| {
        let concept = || knowledge::concept(rows[*k].key(), Kind::Income);
        !headed[*k] && measures[*k].is_none() && concept() == Some("NetIncomeLoss")
    };
    let results: Vec<usize> = (0..rows.len()).filter(is_result).collect();
    let small = |k: usize| results.iter().any(|&r| dwarfs(lines, &rows[r], &rows[k]));
    let fits = |k: usize| measures[k] == Some(Measure::PerShare) || is_whole(k) && small(k);
    let all_fit = |k: usize| {
        let mut alike = (0..rows.len()).filter(|&r| rows[r].section == rows[k].section);
        alike.all(|r| rows[r].cells.is_empty() || fits(r))
    };
    let found: Vec<usize> =
        may_be.into_iter().filter(|&k| small(k) && (!headed[k] || all_fit(k))).collect();
    for k in found {
        measures[k] = Some(Measure::PerShare);
    }
}

/// Whether the figures of a row come to far more than those of another in the same columns.
fn dwarfs(lines: &Lines<'_>, row: &AlignedRow, other: &AlignedRow) -> bool {
    let size = |cell: &PlacedToken| cell.value(lines).map(|value| value.abs());
    let own = |column: usize| row.cell(column).and_then(size);
    let pairs = other.cells.iter().filter_map(|cell| Some((own(cell.column)?, size(cell)?)));
    let (mut large, mut small) = (Decimal::ZERO, Decimal::ZERO);
    for (more, less) in pairs {
        large += more;
        small += less;
    }
    !small.is_zero() && large >= small * Decimal::TEN
}
