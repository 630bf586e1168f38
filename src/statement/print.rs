//! How figures are printed: with a currency or percent sign, or with a point lost among leaders.

use rust_decimal::Decimal;

use crate::align::rows::{AlignedRow, PlacedToken, without_references};
use crate::figure;
use crate::knowledge;
use crate::lex::line::Lines;
use crate::lex::token::{self, Token};
use crate::record::{Currency, Unit};
use crate::statement::Draft;

/// What the figures of a table have in common in how they are printed.
#[derive(Debug)]
pub(super) struct Print {
    /// The currency of each column, by its signs.
    pub currencies: Vec<Option<Currency>>,
    /// Whether the figures of each column have the signs of several.
    mixed: Vec<bool>,
    /// The digits behind the point of each column's amounts.
    fractions: Vec<Option<usize>>,
    /// Whether figures below one have a zero before the point.
    zeros: bool,
    /// Whether some percentages below one have no zero before the point.
    pub points_are_bare: bool,
    /// Whether leaders run into figures that have a point or a comma of their own.
    leads_into_figures: bool,
}

impl Print {
    pub fn of(lines: &Lines<'_>, draft: &Draft) -> Self {
        let (currencies, mixed) = printed_currencies(lines, draft);
        Self {
            currencies,
            mixed,
            fractions: fraction_digits(lines, draft),
            zeros: prints_zeros(lines, &draft.rows),
            points_are_bare: has_bare_points(lines, &draft.rows),
            leads_into_figures: leads_into_figures(lines, &draft.rows),
        }
    }

    /// The currency that a figure is printed in, as its own sign or those of its column say.
    pub fn currency(&self, lines: &Lines<'_>, placed: &PlacedToken) -> Option<Currency> {
        let own = if self.mixed[placed.column] { printed_currency(lines, placed) } else { None };
        own.or(self.currencies[placed.column])
    }

    /// A figure with its point, if this is the last of the leaders before it.
    pub fn with_point(
        &self,
        lines: &Lines<'_>,
        placed: &PlacedToken,
        unit: Unit,
        row: &AlignedRow,
    ) -> PlacedToken {
        let mut out = *placed;
        let is_fraction = || {
            let print = placed.face(lines);
            self.fractions[placed.column].is_some_and(|digits| digits == print.len())
                && is_led_to(lines, placed)
        };
        let beside = || {
            let others =
                row.cells.iter().filter(|c| c.column != placed.column && c.token.has_digits());
            others.map(|c| c.face(lines))
        };
        // `High ......58` among figures that leaders run into: prices are whole now and then.
        let is_whole_price = || {
            self.leads_into_figures
                && knowledge::heads_prices(without_references(&row.label))
                && !beside().any(|f| f.contains('.'))
        };
        let has_point = match unit {
            Unit::Percent => follows_a_point_of_percent(lines, placed, beside()),
            Unit::PerShare(_) => follows_a_point(lines, placed, beside()) && !is_whole_price(),
            Unit::Money(_) => is_fraction(),
            _ => false,
        };
        if has_point && !self.zeros {
            out.token.start -= 1;
        }
        out
    }
}

/// The currency whose sign a figure is printed with.
fn printed_currency(lines: &Lines<'_>, placed: &PlacedToken) -> Option<Currency> {
    let span = placed.token.span();
    if lines.face(placed.line).as_bytes()[span.start].is_ascii_digit() {
        return None;
    }
    Currency::new(token::currency(&lines.text().printed(placed.line, span))?)
}

/// The currency of each column, and whether its figures bear the signs of several. It is that of
/// the signs in it; where it has none, that of all others. A dollar sign alone beside signs of what
/// is no dollar is none of theirs, nor are figures below the name of another currency.
fn printed_currencies(lines: &Lines<'_>, draft: &Draft) -> (Vec<Option<Currency>>, Vec<bool>) {
    let mut signs: Vec<Vec<Option<Currency>>> = vec![Vec::new(); draft.head.columns.len()];
    let mut dollars = vec![false; draft.head.columns.len()];
    for placed in draft.cells() {
        let sign = printed_currency(lines, placed);
        dollars[placed.column] |= placed.face(lines).starts_with('$');
        if sign.is_some() && !signs[placed.column].contains(&sign) {
            signs[placed.column].push(sign);
        }
    }
    let columns: Vec<Option<Currency>> = signs.iter().map(|signs| agreed(signs)).collect();
    let all = agreed(&columns).filter(|_| signs.iter().all(|signs| signs.len() < 2));
    let shared = |k: usize| {
        let mut named = draft.head.columns[k].pieces.iter().map(|p| knowledge::currency_of(p));
        let is_theirs = |all: &Currency| named.all(|own| own.is_none_or(|own| own == *all));
        all.filter(|all| !dollars[k] || knowledge::has_dollar_sign(*all)).filter(is_theirs)
    };
    let own_or_shared = columns.into_iter().enumerate().map(|(k, own)| own.or(shared(k))).collect();
    (own_or_shared, signs.iter().map(|signs| signs.len() > 1).collect())
}

/// The value of all that are known, if they agree.
pub(super) fn agreed(currencies: &[Option<Currency>]) -> Option<Currency> {
    let mut known = currencies.iter().flatten();
    let first = *known.next()?;
    known.all(|other| *other == first).then_some(first)
}

/// Whether the last of the dots that lead to two digits is their point, `per share ........40`: the
/// figures beside them have one, or there are none but nils, `-0-`.
pub(super) fn follows_a_point<'f>(
    lines: &Lines<'_>,
    placed: &PlacedToken,
    beside: impl Iterator<Item = &'f str>,
) -> bool {
    let print = placed.face(lines);
    let mut beside = beside.filter(|face| face.bytes().any(|b| matches!(b, b'1'..=b'9')));
    print.trim_end_matches(')').len() == 2
        && is_led_to(lines, placed)
        && beside.next().is_none_or(|first| first.contains('.') || beside.any(|f| f.contains('.')))
}

/// Whether the last of the dots that lead to a percentage is its point,
/// `return on assets ......98%`: those beside it have one, and as many digits behind it, and with
/// the point it is nearer to one of them. `tax rate ......35%` beside `34.25%` is whole.
fn follows_a_point_of_percent<'f>(
    lines: &Lines<'_>,
    placed: &PlacedToken,
    mut beside: impl Iterator<Item = &'f str>,
) -> bool {
    if !is_led_to(lines, placed) {
        return false;
    }
    let Token { start, end, .. } = placed.token;
    let print = |from: usize| &lines.face(placed.line)[from..end];
    let digits = print(start).bytes().filter(u8::is_ascii_digit).count();
    let (whole, fraction) = (figure::parse(print(start)), figure::parse(print(start - 1)));
    let product = |a: Option<Decimal>, b: Option<Decimal>| a?.checked_mul(b?);
    let is_nearer = |other: Option<Decimal>| {
        let bounds = product(other, other).zip(product(whole.value, fraction.value));
        bounds.is_some_and(|(square, between)| square < between)
    };
    beside.any(|face| figure::decimals(face) == digits && is_nearer(figure::parse(face).value))
}

/// Whether nobody can tell if the last of the dots that lead to a percentage is its point:
/// `gross margin ......1%` beside `34.3%`, which has as many digits behind its own, and is near to
/// neither. Where no zero stands before the point of others, `.8%`, it need not be far.
pub(super) fn may_follow_a_point(
    lines: &Lines<'_>,
    placed: &PlacedToken,
    row: &AlignedRow,
    points_are_bare: bool,
) -> bool {
    /// The rates beside it are far off if they are more than this many times as large. The number
    /// is a judgement; no rule gives it.
    const NEAR: Decimal = Decimal::from_parts(5, 0, 0, false, 0);
    if !is_led_to(lines, placed) {
        return false;
    }
    let print = placed.face(lines);
    let digits = print.bytes().filter(u8::is_ascii_digit).count();
    let Some(least) = figure::parse(print).value.and_then(|v| v.checked_mul(NEAR)) else {
        return false;
    };
    let is_far = |c: &PlacedToken| {
        let face = c.face(lines);
        let is_larger = || figure::parse(face).value.is_some_and(|v| v.abs() > least);
        figure::decimals(face) == digits && (points_are_bare || is_larger())
    };
    let beside = || row.cells.iter().filter(|c| c.column != placed.column && c.token.has_digits());
    beside().next().is_some() && beside().all(is_far)
}

/// Whether nothing but digits stands right behind dots that lead to it, a sign behind them.
fn is_led_to(lines: &Lines<'_>, placed: &PlacedToken) -> bool {
    let face = lines.face(placed.line);
    let print = face[placed.token.span()].trim_end_matches([')', '%', ' ']);
    let digits = || !print.is_empty() && print.bytes().all(|b| b.is_ascii_digit());
    face[..placed.token.start].ends_with("...") && digits()
}

/// Whether leaders run into figures whose own point or comma shows that the last dot is none of
/// theirs.
fn leads_into_figures(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    rows.iter().flat_map(|row| &row.cells).any(|cell| {
        let face = lines.face(cell.line);
        face[..cell.token.start].ends_with("...") && face[cell.token.span()].contains(['.', ','])
    })
}

/// Whether a zero stands before the point of figures below one, `0.35`: no point is the last of
/// leaders then.
pub(super) fn prints_zeros(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    let print = |cell: &PlacedToken| &lines.face(cell.line)[cell.token.body..cell.token.end];
    let zero = |print: &str| print.trim_start_matches(['(', '$', ' ', '-']).starts_with("0.");
    rows.iter().flat_map(|row| &row.cells).any(|cell| zero(print(cell)))
}

/// Whether a percentage begins with its point, `.8%`.
fn has_bare_points(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    rows.iter().flat_map(|row| &row.cells).any(|cell| {
        let print = cell.face(lines).trim_start_matches(['(', '-']);
        print.starts_with('.') && print.contains('%')
    })
}

/// The digits behind the point of each column's amounts, where all but those that leaders run into
/// have as many: `820.0`, `45,124.5`.
fn fraction_digits(lines: &Lines<'_>, draft: &Draft) -> Vec<Option<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); draft.head.columns.len()];
    let led = draft.cells().any(|cell| is_led_to(lines, cell));
    let amounts = draft.rows.iter().filter(|_| led).flat_map(|row| &row.cells);
    for cell in amounts.filter(|cell| cell.token.has_digits() && !is_led_to(lines, cell)) {
        let print = &lines.face(cell.line)[cell.token.body..cell.token.edge];
        let digits = print.rfind('.').map_or(0, |point| print.len() - point - 1);
        // Amounts per share have cents of their own.
        if print.contains(',') || digits == 1 || digits == 0 {
            found[cell.column].push(digits);
        }
    }
    let agreed = |all: &Vec<usize>| all.first().copied().filter(|n| all.iter().all(|m| m == n));
    found.iter().map(|all| agreed(all).filter(|digits| *digits > 0 && all.len() > 1)).collect()
}

/// Whether figures of a token carry a percent sign, or points of a percentage are counted behind
/// them: `(2) pts.`.
pub(super) fn is_percent(lines: &Lines<'_>, placed: &PlacedToken) -> bool {
    let sign = placed.face(lines).as_bytes().contains(&b'%');
    sign || placed.token.has_digits() && is_before(lines, placed, knowledge::is_percent_point)
}

/// Whether a figure counts basis points or cents: `25 bps`, `78 cents`.
pub(super) fn is_in_small_parts(lines: &Lines<'_>, placed: &PlacedToken) -> bool {
    placed.token.has_digits() && is_before(lines, placed, knowledge::is_small_part)
}

/// Whether the word of a unit stands behind a figure: `2.1 pts`.
fn is_before(lines: &Lines<'_>, placed: &PlacedToken, is_unit: fn(&str) -> bool) -> bool {
    let behind = lines.face(placed.line)[placed.token.end..].trim_ascii_start();
    // Asked of every figure: behind most stands another, or nothing.
    if !behind.starts_with(|c: char| c.is_ascii_lowercase()) {
        return false;
    }
    is_unit(behind.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
}
