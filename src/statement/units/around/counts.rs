//! What counts shares or other things by what it comes to together with the rows around it.

use rust_decimal::Decimal;

use crate::align::rows::PlacedToken;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::units::around::add_up;
use crate::statement::units::print::{Print, Rows};
use crate::statement::units::scale::is_bare_sum;

/// `Total` below two or more counts, of shares or of other things, is one as well; so is what these
/// come to, `Total company`.
pub fn sums(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, prints, measures } = rows;
    let (mut counted, mut counts) = (None, 0);
    for (at, row) in draft.rows.iter().enumerate() {
        let is_sum = || {
            is_bare_sum(&row.label)
                || knowledge::names_total(&row.plain)
                    && !knowledge::names_amount(&row.plain)
                    && add_up(lines, &draft.rows[at - counts..at], row, |face| !face.contains('$'))
        };
        if counts > 1 && measures[at].is_none() && !prints[at].holds('$') && is_sum() {
            measures[at] = counted;
        }
        let own = measures[at].filter(|m| matches!(m, Measure::Shares | Measure::Pure));
        counts =
            if own.is_some() && own == counted { counts + 1 } else { usize::from(own.is_some()) };
        counted = own;
    }
}

/// What comes to a count in every column, of two at least, counts the same, whatever it is called:
/// `U.S.   13,556   13,319`, `Europe   6,131   5,921` above `Systemwide restaurants   19,687   19,240`.
pub fn parts(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, prints, measures } = rows;
    let is_count = |face: &str| !face.contains(['$', '%', '.']);
    for last in 0..draft.rows.len() {
        let is_sum = measures[last] == Some(Measure::Pure) && prints[last].faces.len() > 1;
        if !is_sum {
            continue;
        }
        // `Trust fees` over `Employees` may come to these by chance.
        let may_be = |&k: &usize| {
            let row = &draft.rows[k];
            measures[k].is_none()
                && !row.cells.is_empty()
                && !knowledge::names_amount(&row.plain)
                && knowledge::concept(row.key(), draft.kind).is_none()
        };
        let first = (0..last).rev().take_while(may_be).last().unwrap_or(last);
        let parts = first..last;
        if parts.len() > 1 && add_up(lines, &draft.rows[parts.clone()], &draft.rows[last], is_count)
        {
            measures[parts].fill(Some(Measure::Pure));
        }
    }
}

/// What is added to shares so as to come to shares is shares as well:
/// `Assumed exercise of warrants` between `Weighted average shares` and `Total shares`. So is a
/// bare sum of shares and of such rows.
pub fn parts_of_shares(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, prints, measures } = rows;
    for last in 1..draft.rows.len() {
        let is_sum = match measures[last] {
            Some(measure) => measure == Measure::Shares,
            None => is_bare_sum(&draft.rows[last].label) && !prints[last].holds('$'),
        };
        if is_sum && let Some(first) = first_of_shares(lines, draft, prints, measures, last) {
            let parts = (first..=last).filter(|&k| !draft.rows[k].cells.is_empty());
            // `Interest on debentures   --   --` is none of them.
            let of_money = |k: usize| {
                prints[k].holds('$')
                    || prints[k].is_nil() && knowledge::names_amount(&draft.rows[k].plain)
            };
            for k in parts.filter(|&k| !of_money(k)) {
                measures[k].get_or_insert(Measure::Shares);
            }
        }
    }
}

/// The first of the rows that come to the sum in row `last`, if it counts shares, or is `Basic`
/// alone, and the others do or say nothing. What measures something else among them is no part of
/// the sum.
fn first_of_shares(
    lines: &Lines<'_>,
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &[Option<Measure>],
    last: usize,
) -> Option<usize> {
    /// Most rows that are added up.
    const MOST_PARTS: usize = 14;
    let figure = |cell: &PlacedToken| cell.value(lines);
    // What is still to be found above, column by column.
    let mut missing: Vec<(usize, Decimal)> = draft.rows[last]
        .cells
        .iter()
        .filter(|cell| cell.token.has_digits())
        .map(|cell| Some((cell.column, figure(cell)?)))
        .collect::<Option<_>>()?;
    if missing.iter().all(|(_, value)| value.is_zero()) {
        return None;
    }
    for first in (0..last).rev().filter(|&k| !draft.rows[k].cells.is_empty()).take(MOST_PARTS) {
        if prints[first].holds('$') || measures[first].is_some_and(|m| m != Measure::Shares) {
            continue;
        }
        for (column, value) in &mut missing {
            let own = draft.rows[first].cell(*column);
            *value = value.checked_sub(own.and_then(figure).unwrap_or_default())?;
        }
        let basic = || measures[first].is_none() && knowledge::is_ditto(&draft.rows[first].plain);
        if (measures[first] == Some(Measure::Shares) || basic())
            && missing.iter().all(|(_, value)| value.is_zero())
        {
            return Some(first);
        }
    }
    None
}
