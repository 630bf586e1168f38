//! What columns measure by those beside them.

use crate::align::header::ColumnHead;
use crate::align::rows::PlacedToken;
use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::units::columns::{in_dollars, names_time};
use crate::statement::units::figure_in;
use crate::statement::units::scale::joined_captions;
use crate::statement::units::{CENTS, Measures, fits};

/// Beside columns of shares, those are of money that name an amount: `Shares   Amount`, or `Common
/// Shares` over `Number   Amount`. Among changes in equity all others are.
pub fn amounts_beside_shares(draft: &Draft, columns: &mut Measures) {
    let is_amount = |head: &ColumnHead| head.plain().ends_with("amount");
    let counts = |(measure, head): (&Option<Measure>, &ColumnHead)| {
        *measure == Some(Measure::Shares) && !is_amount(head)
    };
    if !columns.iter().zip(&draft.head.columns).any(counts) {
        return;
    }
    let of_each = columns.contains(&Some(Measure::PerShare));
    for (measure, head) in columns.iter_mut().zip(&draft.head.columns) {
        let names_amount = || of_each && knowledge::names_amount(head.plain());
        let is_money = match measure {
            None => draft.kind == Kind::Equity || is_amount(head) || names_amount(),
            Some(Measure::Shares) => is_amount(head),
            _ => false,
        };
        if is_money {
            *measure = Some(Measure::Money);
        }
    }
}

/// Beside columns of shares, whose rows tell no more than who holds them, those headed in dollars are
/// of money, `Number of options   Value of options ($)`, where nothing else is known of them: `Average
/// ($)` may stand beside prices.
pub fn dollars_beside_shares(draft: &Draft, columns: &mut Measures) {
    if !columns.contains(&Some(Measure::Shares)) {
        return;
    }
    for (measure, head) in columns.iter_mut().zip(&draft.head.columns) {
        if measure.is_none() && in_dollars(head.plain()) {
            *measure = Some(Measure::Money);
        }
    }
}

/// Beside columns of prices, dividends, `High   Low   Dividend`, and averages, `Range   Weighted
/// Average`, are per share as these are.
pub fn per_share_beside_prices(lines: &Lines<'_>, draft: &Draft, columns: &mut Measures) {
    let heads = &draft.head.columns;
    let is_price = |head: &ColumnHead| head.pieces.iter().any(|p| knowledge::heads_prices(p));
    let mut measured = heads.iter().zip(&*columns);
    let prices =
        measured.any(|(head, measure)| *measure == Some(Measure::PerShare) && is_price(head));
    for k in 0..columns.len() {
        let pays = prices && heads[k].pieces.iter().any(|p| knowledge::heads_dividends(p));
        let averages = k > 0
            && columns[k - 1] == Some(Measure::PerShare)
            && knowledge::heads_averages(heads[k].plain());
        if columns[k].is_some() || !(pays || averages) {
            continue;
        }
        let faces: Vec<&str> = draft.figures_in(lines, k).collect();
        let in_cents = || faces.iter().all(|f| figure::decimals(f) >= CENTS);
        columns[k] = Some(Measure::PerShare).filter(|m| fits(*m, &faces) && (pays || in_cents()));
    }
}

/// Where the first row bears a dollar sign in every column of amounts, and one of them tells a
/// price in cents, whole numbers in a column without any count things:
/// `Leases   Square Feet   Rent`.
pub fn counts_beside_prices(lines: &Lines<'_>, draft: &Draft, columns: &mut Measures) {
    if !matches!(draft.kind, Kind::Schedule | Kind::Other | Kind::SelectedData) {
        return;
    }
    let Some(first) = draft.rows.iter().find(|row| !row.cells.is_empty()) else { return };
    let face = |c: &PlacedToken| c.face(lines);
    let open = |k: usize| columns[k].is_none() && !names_time(&draft.specs[k]);
    let is_count = |c: &&PlacedToken| {
        let mut cells = draft.cells().filter(|o| o.column == c.column);
        let header = draft.head.columns[c.column].plain();
        let mut is_whole = |o: &PlacedToken| !face(o).contains(['$', '%', '.', '(']);
        open(c.column)
            && c.token.has_digits()
            && !header.is_empty()
            && !knowledge::is_no_period(header)
            && cells.all(&mut is_whole)
    };
    let (counts, mut amounts): (Vec<&PlacedToken>, Vec<&PlacedToken>) =
        first.cells.iter().partition(is_count);
    let signed = |c: &PlacedToken| face(c).contains('$');
    amounts.retain(|c| columns[c.column].is_none() || signed(c));
    let is_price = |c: &&PlacedToken| figure::decimals(face(c)) == CENTS;
    if amounts.iter().any(is_price) && amounts.into_iter().all(signed) {
        for count in counts {
            columns[count.column] = Some(Measure::Pure);
        }
    }
}

/// Beside each column of whole amounts, one in cents without words of its own tells what they are
/// per share, where the title says that some figures are: `Net income   $ 6,092   $ 0.17`.
pub fn parts_per_share(lines: &Lines<'_>, draft: &Draft, columns: &mut Measures) {
    let titles = knowledge::plain(&format!("{} {}", draft.title, joined_captions(&draft.head)));
    if draft.scale.amounts.is_none() || !titles.contains("per share") {
        return;
    }
    for k in 1..columns.len() {
        let alike = draft.head.columns[k].plain() == draft.head.columns[k - 1].plain();
        if alike && columns[k].is_none() && columns[k - 1].is_none() && is_in_cents(lines, draft, k)
        {
            columns[k] = Some(Measure::PerShare);
        }
    }
}

/// Whether the figures of a column are in cents and those beside them on the left whole, but for
/// counts that stand in both, of the shares that the ones are divided by.
fn is_in_cents(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    const FEWEST: usize = 3;
    let mut pairs = draft.rows.iter().filter_map(|row| {
        let pair = figure_in(lines, row, column - 1).zip(figure_in(lines, row, column));
        pair.filter(|(amount, part)| amount != part)
    });
    let in_cents = |(amount, part): (&str, &str)| {
        figure::decimals(amount) == 0
            && figure::decimals(part) == CENTS
            && !part.contains([',', '%'])
    };
    pairs.clone().count() >= FEWEST && pairs.all(in_cents)
}

/// A column with nothing but dashes measures what another of its name does: `Change`, beside a
/// `Change` in percent.
pub fn silent_by_namesakes(draft: &Draft, columns: &mut Measures) {
    let heads = &draft.head.columns;
    let counts = |k: usize| draft.cells().any(|c| c.column == k && c.token.has_digits());
    for k in 0..columns.len() {
        let Some(name) = heads[k].pieces.last().filter(|_| columns[k].is_none()) else { continue };
        if knowledge::is_no_period(name) && !counts(k) {
            // `%` over `Change` is another name.
            let named = |&other: &usize| heads[other].beside_period().eq(heads[k].beside_period());
            columns[k] = (0..columns.len()).filter(named).find_map(|other| columns[other]);
        }
    }
}
