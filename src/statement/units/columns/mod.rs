//! What columns measure, by their words or by the signs on their figures.
//!
//! - `percents`: which are in percent, by the signs; `beside`: what the columns beside them tell

pub(super) mod beside;
mod percents;

use std::cell::LazyCell;

use self::percents::is_percent_by_signs;
use crate::align::header::{self, ColumnHead, Head};
use crate::align::rows::{AlignedRow, PlacedToken};
use crate::figure;
use crate::knowledge::{self, Measure, Notion};
use crate::lex::line::Lines;
use crate::period::Spec;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::headings::titles_of;
use crate::statement::units::{CENTS, are_all, fits, has_digits, is_grouped};

/// What a column's header, or the signs on its figures, say that it measures.
pub(super) fn column_measure(lines: &Lines<'_>, draft: &Draft, column: usize) -> Option<Measure> {
    if draft.grid.paired && !column.is_multiple_of(2) {
        return Some(Measure::Percent);
    }
    let cells: Vec<&PlacedToken> =
        draft.cells().filter(|c| c.column == column && c.token.has_digits()).collect();
    let percents = cells.iter().filter(|c| is_percent(lines, c)).count();
    if percents > 0 && is_percent_by_signs(lines, draft, column, percents, cells.len()) {
        return Some(Measure::Percent);
    }
    if is_of_multiples(lines, draft, &cells) {
        return Some(Measure::Ratio);
    }
    let faces = LazyCell::new(|| own_faces(lines, draft, &cells));
    if percents == 0 && heads_range(draft, column) && may_be_prices(draft, &faces) {
        return Some(Measure::PerShare);
    }
    let found = measure_in_words(draft, column)
        // `Price/Mix` over percentages is no price either.
        .filter(|found| *found != Measure::PerShare || percents == 0)
        .or_else(|| counts_things(lines, draft, column).then_some(Measure::Pure))
        .or_else(|| (names_years(draft, column) && are_years(&faces)).then_some(Measure::Pure))?;
    let header = draft.head.columns[column].plain();
    // `Number   Amount` of loans
    let of_things = found == Measure::Shares
        && knowledge::is_bare_number(header)
        && !speaks_of_securities(draft);
    let found = match found {
        _ if of_things => Measure::Pure,
        Measure::PerShare if tells_price_of_goods(draft, column) => Measure::Money,
        found => found,
    };
    let of_money = found != Measure::PerShare && in_dollars(header);
    if of_money || !is_printed_as(found, draft, column, &faces) {
        return None;
    }
    // Parts in a partnership stand beside what they are carried at.
    let is_part = found == Measure::Pure
        && draft.kind == Kind::Equity
        && knowledge::speaks_of(header, Notion::Units);
    Some(if is_part { Measure::Shares } else { found })
}

/// Whether a column of prices stands below headings of what is measured out, and nothing speaks of
/// shares: `Average Price` over `Natural gas swaps (MMBtu)`.
fn tells_price_of_goods(draft: &Draft, column: usize) -> bool {
    let is_of_goods = |row: &AlignedRow| {
        row.heading().is_some_and(|heading| knowledge::measure_of(&heading) == Some(Measure::Pure))
    };
    let mut priced = draft.rows.iter().filter(|row| row.cell(column).is_some());
    draft.scale.amounts.is_none()
        && knowledge::names_price(draft.head.columns[column].plain())
        && !speaks_of_securities(draft)
        && priced.all(is_of_goods)
}

/// The figures of a column but for percentages, and for what shares are worth in a row beneath
/// them: `Fair value per option granted   $ 7.49`.
fn own_faces<'t>(lines: &'t Lines<'_>, draft: &Draft, cells: &[&PlacedToken]) -> Vec<&'t str> {
    let per_share = |c: &PlacedToken| {
        let at = draft.rows.partition_point(|row| row.lines.1 < c.line);
        draft.rows.get(at).is_some_and(|row| row.measure() == Some(Measure::PerShare))
    };
    let is_worth = |f: &str| f.contains('$') || figure::decimals(f) >= CENTS;
    let faces = cells.iter().map(|c| (c, c.face(lines)));
    let own = faces.filter(|(c, f)| !f.contains('%') && !(is_worth(f) && per_share(c)));
    own.map(|(_, f)| f).collect()
}

/// Whether figures below a range, `High   Low`, may be prices; `Market Price` over it may be in
/// whole dollars.
fn may_be_prices(draft: &Draft, faces: &[&str]) -> bool {
    let mut heads = draft.head.columns.iter();
    fits(Measure::PerShare, faces)
        || heads.any(|c| knowledge::names_price(c.plain())) && !faces.iter().any(|f| is_grouped(f))
}

/// Whether a column is headed by a time, of which rows tell what is measured; the columns of equity
/// are its parts.
fn is_dated(draft: &Draft, column: usize) -> bool {
    draft.kind != Kind::Equity && names_time(&draft.specs[column])
}

fn names_time(spec: &Spec) -> bool {
    !spec.years.is_empty() || spec.month_day.is_some() || spec.quarter.is_some()
}

/// What the words over a column say that it measures.
fn measure_in_words(draft: &Draft, column: usize) -> Option<Measure> {
    if is_dated(draft, column) {
        return own_words_measure(&draft.head, column);
    }
    knowledge::column_measure(draft.head.columns[column].plain())
}

/// Whether the words over a column, but for its own time, say that its figures are years.
fn names_years(draft: &Draft, column: usize) -> bool {
    let head = &draft.head.columns[column];
    if is_dated(draft, column) {
        return knowledge::heads_years(head.own_words());
    }
    knowledge::heads_years(head.plain())
}

/// Whether the figures of a column are printed as what its words measure.
fn is_printed_as(measure: Measure, draft: &Draft, column: usize, faces: &[&str]) -> bool {
    let header = draft.head.columns[column].plain();
    match measure {
        // What a whole business costs is an amount like others.
        Measure::PerShare
            if draft.scale.amounts.is_some() && knowledge::is_price_of_whole(header) =>
        {
            faces.iter().filter(|f| has_digits(f)).all(|f| figure::decimals(f) >= CENTS)
        }
        // A column of prices alone may hold whole dollars, and so may one of options.
        Measure::PerShare if !is_dated(draft, column) || is_price_of_options(draft, column) => {
            !faces.iter().any(|f| is_grouped(f))
        }
        _ => fits(measure, faces),
    }
}

/// Whether a column beside shares of its time tells what options cost, `Exercise Price   Shares`
/// below `1997`, and no total of it; beside shares a price may be that of a whole business as well.
fn is_price_of_options(draft: &Draft, column: usize) -> bool {
    let Draft { head, specs, rows, .. } = draft;
    let header = head.columns[column].plain();
    let of_options = || {
        knowledge::speaks_of(header, Notion::Exercise)
            || rows.iter().any(|row| knowledge::is_of_grants(&row.label))
    };
    let counts_shares =
        |k: usize| specs[k] == specs[column] && own_words_measure(head, k) == Some(Measure::Shares);
    !knowledge::holds(header, "total") && (0..specs.len()).any(counts_shares) && of_options()
}

/// Whether the first figure of a column tells how many times, beside amounts in dollars, and the
/// others are printed like it: `Price   Collections   Multiple` over `$11,204   $26,762   2.4x`.
fn is_of_multiples(lines: &Lines<'_>, draft: &Draft, cells: &[&PlacedToken]) -> bool {
    let face = |c: &PlacedToken| c.face(lines);
    let Some(first) = cells.first().filter(|c| figure::is_multiple(face(c))) else { return false };
    let row = draft.rows.iter().find(|row| row.cells.iter().any(|c| c.line == first.line));
    let bare = |f: &str| figure::decimals(f.trim_end_matches(['x', 'X']));
    row.is_some_and(|row| row.shows(lines, '$'))
        && cells
            .iter()
            .all(|c| !face(c).contains(['$', ',', '%']) && bare(face(c)) == bare(face(first)))
}

/// Whether the header of a column, in plain form, says that its amounts are in dollars:
/// `Salary ($)`.
pub(super) fn in_dollars(header: &str) -> bool {
    header.contains("($)")
}

/// Whether a header speaks of prices, `Low   High`; over percentages or amounts as well, it is no
/// range of them.
fn heads_range(draft: &Draft, column: usize) -> bool {
    let tells_amount = |row: &AlignedRow| {
        !row.cells.is_empty()
            && (knowledge::names_amount(&row.plain) || knowledge::scale_of(&row.label).is_some())
    };
    draft.head.columns[column].pieces.iter().any(|piece| knowledge::heads_prices(piece))
        && !draft.rows.iter().any(tells_amount)
}

/// Whether a column is called by things that are counted, `Patient Days`, and has no dollar sign on
/// its first figure where another column has one; or all columns are, and none has any.
fn counts_things(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let heads = &draft.head.columns;
    // `Spot Charters` over `TCE   Days`
    let names_beside = |k: usize| {
        let beside = [k.checked_sub(1), Some(k + 1)].into_iter().flatten();
        let shared = |p: &String| {
            beside.clone().filter_map(|k| heads.get(k)).any(|head| head.pieces.contains(p))
        };
        let own: Vec<&str> =
            heads[k].pieces.iter().filter(|p| !shared(p)).map(String::as_str).collect();
        own.len() < heads[k].pieces.len()
            && knowledge::is_counted(&knowledge::plain(&own.join(" ")))
    };
    let names_things = |head: &ColumnHead| knowledge::is_counted(head.own_words());
    let Some(first) = draft.rows.iter().find(|row| !row.cells.is_empty()) else { return false };
    let beside_dollars = || first.shows(lines, '$');
    let among_things = || {
        heads.len() > 1
            && heads.iter().all(|h| names_things(h) || knowledge::is_no_period(h.plain()))
            && !draft.rows.iter().any(|row| row.shows(lines, '$'))
    };
    names_things(&heads[column]) && (beside_dollars() || among_things())
        || names_beside(column) && beside_dollars()
}

/// Whether figures are calendar years: `2004`.
fn are_years(faces: &[&str]) -> bool {
    let is_year = |f: &&str| f.len() == 4 && (f.starts_with("19") || f.starts_with("20"));
    let all_digits = |f: &&str| f.bytes().all(|b| b.is_ascii_digit());
    are_all(faces.iter(), |f| is_year(f) && all_digits(f))
}

/// Whether a table speaks of shares or of rights to them, over its rows, over a column or in a row.
fn speaks_of_securities(draft: &Draft) -> bool {
    let head = &draft.head;
    let of = knowledge::speaks_of_securities;
    of(&titles_of(draft))
        || of(&head.intro)
        || head.columns.iter().any(|column| of(column.plain()))
        || draft.rows.iter().any(|row| of(&row.plain) || knowledge::is_of_grants(&row.label))
}

/// What a column of a period measures: of its words, those that name no period, do not stand over
/// all columns, and are nearest to the figures; over all columns may stand `Percent Leased`.
fn own_words_measure(head: &Head, column: usize) -> Option<Measure> {
    let own = |piece: &&String| !head.columns.iter().all(|c| c.pieces.contains(piece));
    let pieces = || head.columns[column].beside_period().filter(own);
    let whole = knowledge::column_measure(&knowledge::plain(&header::join(pieces())));
    if matches!(whole, Some(Measure::Pure | Measure::PerShare)) {
        return whole;
    }
    let measure = |piece: &String| knowledge::column_measure(&knowledge::plain(piece));
    let over_all = || {
        let mut words = head.columns[column].beside_period().filter(|piece| !own(piece));
        words.find_map(measure).filter(|measure| *measure == Measure::Percent)
    };
    pieces().rev().find_map(measure).or_else(over_all)
}
