//! Whether words head a list of items: those that no label is wrapped into.
//!
//! Items are told by their likes below them, by the dash, rate or range that they begin with, and
//! by words that stand in lists only.

use std::collections::HashSet;

use crate::align::label::{first_word, last_word, names_series, unbalanced, without_references};
use crate::align::rows::piece::{Piece, is_hung};
use crate::knowledge::{self, Measure};

/// Whether a line can only be the heading of what follows: `Weighted average shares outstanding` /
/// `Diluted`; `Market price of common stock` / `High`; `Loss per share` /
/// `Before accounting change`; `Basic EPS` / `Net income`; `Senior notes` / `9% notes due 2004`.
pub(super) fn opens_list(line: &Piece, next: &Piece) -> bool {
    if next.row.is_some() && heads_series(line, next) && !next.text.starts_with('(') {
        return true;
    }
    let words = without_references(&next.text);
    let plain = knowledge::plain(words);
    let of_share = || {
        line.text.contains(' ')
            && knowledge::measure_of(&knowledge::plain(&line.text)) == Some(Measure::PerShare)
    };
    let names_result = || {
        next.indent > line.indent
            && !line.hangs()
            && knowledge::begins_as_result(&plain)
            && knowledge::measure_of(&plain).is_none()
    };
    knowledge::is_ditto(&plain)
        || knowledge::heads_prices(words)
        || (begins_before(words) || names_result()) && of_share()
}

/// Whether the line below another begins with the rate of an issue, and not with one that belongs to
/// words above it: `interest at LIBOR plus` / `1.25%, due 2005`.
fn heads_series(above: &Piece, row: &Piece) -> bool {
    names_series(&row.text) && !knowledge::goes_before_rate(last_word(&above.text))
}

/// `Before hedges`, `Before accounting change`
fn begins_before(words: &str) -> bool {
    first_word(words).eq_ignore_ascii_case("before")
}

/// The lines without figures that head items somewhere in the table: the same words head a single
/// item as well.
pub(super) fn headings_of_lists(pieces: &[Piece]) -> HashSet<&str> {
    let heads = |w: &&[Piece]| {
        w[0].row.is_none() && w[1].row.is_some() && is_item(&w[0], &w[1], &w[2..], false)
    };
    pieces.windows(3).filter(heads).map(|w| w[0].text.as_str()).collect()
}

/// Whether a piece begins as labels do, with a capital, `(Increase) in inventories` and `- Europe`
/// as well.
pub(super) fn begins(piece: &Piece) -> bool {
    let text = piece.text.strip_prefix("- ").unwrap_or(&piece.text);
    text.trim_start_matches('(').starts_with(char::is_uppercase)
}

/// Whether a line names one of several parts behind a dash, and the row below its end: the next
/// part begins with the dash. `Passengers - Northern` / `Lines, Inc.` / `- Northern Eagle`
pub(super) fn names_part(line: &Piece, end: &Piece, next: Option<&Piece>) -> bool {
    line.text.contains(" - ")
        && !line.ends_in_colon()
        && end.line == line.line + 1
        && !end.after_rule
        && !is_dashed(end)
        && next.is_some_and(|n| n.row.is_some() && n.line == end.line + 1 && is_dashed(n))
}

/// Whether a line below another goes on behind a dash, the only one below it to do so: `Denominator
/// for basic earnings per share` / `-- weighted average shares`.
pub(super) fn goes_on_behind_dash(line: &Piece, rest: &Piece, next: Option<&Piece>) -> bool {
    let words = without_references(&rest.text).trim_start_matches(['-', ' ']);
    is_dashed(rest)
        && words.contains(' ')
        && !line.ends_in_colon()
        && rest.line == line.line + 1
        && !next.is_some_and(is_dashed)
}

/// Whether a label begins with a dash.
pub(super) fn is_dashed(piece: &Piece) -> bool {
    piece.text.starts_with("--") || piece.text.starts_with("- ")
}

/// Whether a row deeper than the words above it is followed by its like: they are a heading then,
/// however full their line. Between rows in double space a blank line means nothing.
pub(super) fn is_item(above: &Piece, row: &Piece, below: &[Piece], rows_apart: bool) -> bool {
    // The label of either item may go on below: `Other equipment` / `and property`
    let is_rest = |p: &&Piece| p.row.is_none() && p.starts_lower() && !p.after_blank;
    let rest = below.iter().take_while(is_rest).count();
    let (below, last) = (&below[rest..], row.line + rest);
    let next = below.first();
    let is_row = |n: &Piece| {
        n.row.is_some()
            || below.get(1).is_some_and(|end| {
                end.row.is_some() && end.starts_lower() && end.line == n.line + 1 && !end.after_rule
            })
    };
    // `Net income per share` / `-- basic` / `-- diluted`
    if is_dashed(row) && next.is_some_and(|n| is_row(n) && is_dashed(n)) {
        return true;
    }
    if knowledge::are_parted(&knowledge::plain(&above.text), &row.text) {
        return false;
    }
    // `First mortgage bonds -` / `6 1/4% due 2003` / `7 1/2% due 2008`
    let of_rates = heads_series(above, row) && next.is_some_and(|n| names_series(&n.text));
    // `Loans delinquent` / `31-60 days` / `61-90 days`
    let of_ranges = is_range(first_word(&row.text))
        && next.is_some_and(|n| is_range(first_word(&n.text)))
        && !above.hangs();
    let begins_item = |p: &Piece| begins(p) || of_rates || of_ranges;
    // `Oil (per Bbl)` / `Before hedges` / `Effect of hedges`
    let of_price = || begins_before(&row.text) && knowledge::is_unscaled(&above.text);
    row.indent > above.indent
        && begins(above)
        && begins_item(row)
        && !row.after_rule
        && (!above.hangs()
            || heads_parts(above, row)
            || ends_in_dash(above)
            || above.text.ends_with(" -") && opens_list(above, row)
            // `Other comprehensive income (expense) -`
            || above.text.trim_end_matches(" -").ends_with(')'))
        && (!knowledge::carries_on(&row.text) || opens_list(above, row) || of_price())
        && next.is_some_and(|n| {
            is_row(n)
                && n.indent == row.indent
                && begins_item(n)
                && !n.after_rule
                && (n.line == last + 1 || rows_apart && n.line == last + 2)
        })
}

/// Whether a word is a range of whole numbers: `31-60`.
fn is_range(word: &str) -> bool {
    let whole = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    word.split_once('-').is_some_and(|(from, to)| whole(from) && whole(to))
}

/// Whether the last word of a line hangs over rows right below it that each go on with it:
/// `Proceeds from` / `  Sale of equipment` / `  Dividends`; `Changes in` / `  Receivables`. What is
/// told before something has no parts: `Income before provision for` / `  Income taxes`.
fn heads_parts(line: &Piece, row: &Piece) -> bool {
    is_hung(row.indent, line.indent)
        && row.line == line.line + 1
        && !row.after_blank
        && !row.after_rule
        && knowledge::is_leading(last_word(&line.text))
        && !knowledge::holds(&knowledge::plain(&line.text), "before")
        && !unbalanced(&line.text)
}

/// Whether a dash ends the few words of a heading and breaks none: `Inventories -`, `Limited
/// partners-`. Behind more of them a label goes on, but for changes, which have parts: `Changes in
/// working capital -`.
fn ends_in_dash(line: &Piece) -> bool {
    const FEW: usize = 3;
    let words = line.text.split(' ').filter(|word| *word != "-").count();
    let is_apart = line.text.ends_with(" -");
    line.text.ends_with("--")
        || words <= FEW && (is_apart || line.text.ends_with('-') && !line.is_capitals())
        || is_apart && knowledge::adjusts(&knowledge::plain(&line.text))
}
