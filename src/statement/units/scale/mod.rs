//! What one printed unit stands for, as far as a table says so itself.
//!
//! - `factor`: that of a figure, by its table and its row
//! - `remark`: what a remark on units says; `row`: what labels and headings say
//! - `currency`: the currency of amounts

mod currency;
mod factor;
mod remark;
mod row;

use std::borrow::Cow;

pub(super) use self::currency::currencies;
use self::currency::currency;
pub(super) use self::remark::{Found, read};
use self::remark::{excepted_each, exception, excepts_results, of_shares_alone};
pub(super) use self::row::is_bare_sum;
pub use self::row::{RowScale, RowScales};
use crate::align::header::{ColumnHead, Head};
use crate::knowledge::{self, Measure};
use crate::lex::line::{Class, Lines};
use crate::statement::units::{MILLION, are_all};
use crate::statement::{Draft, Scale, title};

/// What the head of a table says that amounts for each of are printed in full:
/// `(In millions, except per claim data)`.
pub fn told_for_each(head: &Head) -> Vec<String> {
    let stub = head.stub.join(" ");
    let captions = joined_captions(head);
    let texts = [stub.as_str(), captions.as_str(), title::last_sentence(&head.intro)];
    texts.into_iter().flat_map(|text| excepted_each(&knowledge::plain(text))).collect()
}

/// Whether a label, in plain form, names money for each of some things:
/// `EBITDA per adjusted claim`.
pub fn is_for_each_of(label: &str, things: &[String]) -> bool {
    if things.is_empty() {
        return false;
    }
    // `Distributions ($1.94 per unit)` are those of all.
    let label = knowledge::split_aside(label).map_or(label, |(bare, _)| bare);
    let behind = label.split_once(" per ").map(|(_, each)| each);
    behind.is_some_and(|each| {
        let mut words = each.split(|c: char| !c.is_alphanumeric()).take(3);
        words.any(|word| things.iter().any(|thing| thing == word))
    })
}

/// Reads the scale from the head of a table: the line nearest to the columns decides.
pub fn scale(head: &Head) -> Scale {
    let joined = unique_pieces(head).join(" ");
    let captions = joined_captions(head);
    let stub = head.stub.join(" ");
    let texts = [
        stub.as_str(),
        joined.as_str(),
        captions.as_str(),
        title::last_sentence(&head.intro),
        head.intro.as_str(),
    ];
    let mut out = Scale { named: currency(head, &stub, &captions), ..Scale::default() };
    // Most texts name no scale, and need no closer look.
    let names_scale = |text: &&str| knowledge::scale_of(text).is_some();
    let telling: Vec<&str> = texts.into_iter().filter(names_scale).collect();
    if let Some((text, (amounts, shares))) =
        telling.iter().find_map(|&text| Some((text, read(text)?)))
    {
        out.amounts = Some(amounts);
        out.shares = shares;
        out.of_dollars = knowledge::speaks_of_money(text);
    }
    if telling.iter().any(|text| excepts_results(&knowledge::plain(text))) {
        out.shares = out.shares.or(out.amounts.take());
    }
    out.shares = out.shares.or_else(|| telling.iter().copied().find_map(of_shares_alone));
    out.excepts_operations = telling
        .iter()
        .any(|text| exception(&knowledge::plain(text)).is_some_and(knowledge::excepts_statistics));
    if let Some((amounts, shares)) = scales_by_columns(head, &joined, &telling) {
        out.amounts = amounts;
        out.shares = shares.or(out.shares);
    }
    out
}

/// The scale of amounts, and of shares where columns of these tell one of their own, among the
/// texts that tell any: `over_columns` is what stands over the columns.
fn scales_by_columns(
    head: &Head,
    over_columns: &str,
    telling: &[&str],
) -> Option<(Option<u32>, Option<u32>)> {
    if telling.contains(&over_columns)
        && let Some((piece, shares)) = scale_of_share_columns(head)
    {
        let apart = over_columns.replace(&piece, "");
        let texts = telling.iter().map(|&text| if text == over_columns { &apart } else { text });
        // `Shares (000's)   Amount` says nothing of the amounts.
        let amounts = texts.into_iter().find_map(read).map(|(amounts, _)| amounts);
        return Some((amounts, Some(shares)));
    }
    let of_columns = telling.first() == Some(&over_columns);
    let amounts = if of_columns { scale_of_money_columns(head) } else { None };
    amounts.map(|amounts| (Some(amounts), None))
}

/// The scale of amounts, and of shares where it is another, that a remark at the foot of a table
/// tells, alone below its last row: `(All amounts in thousands except per share)`. With words right
/// below it, or a table not far down, it may be that table's.
pub fn scale_at_foot(lines: &Lines<'_>, bottom: usize) -> Option<Found> {
    const REACH: usize = 3;
    const APART: usize = 10;
    let class = |i: usize| lines.class(i);
    let is_silent = |i: &usize| matches!(class(*i), Class::Blank | Class::Rule | Class::Mark);
    let foot = (bottom + 1..lines.len()).take(REACH).find(|i| !is_silent(i))?;
    let text = lines.face(foot).trim();
    let mut below = foot + 1..lines.len().min(foot + APART);
    let ends = below.clone().next().is_none_or(|i| is_silent(&i) || class(i) == Class::Page);
    let heads = |i: usize| matches!(class(i), Class::Figures | Class::Years);
    // `(1) In thousands` and `* In thousands` tell of what bears the mark.
    let bare = text.trim_start_matches('(');
    let is_marked = !bare.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '0' | '$'));
    let is_remark = class(foot) == Class::Text && !is_marked && knowledge::is_remark_on_units(text);
    if is_remark && ends && !below.any(heads) { read(text) } else { None }
}

/// The scale that stands in parentheses right below the one word of several that counts shares, and
/// is no wider, where nothing else tells any: `Shares   Amount` over `(000's)` says nothing of the
/// amounts.
pub fn scale_of_shares_alone(lines: &Lines<'_>, head: &Head) -> Option<u32> {
    const HANG: usize = 1;
    const GAP: &str = "  ";
    let tells = |text: &str| knowledge::scale_of(text).is_some();
    let mut telling = head.caption.iter().filter(|caption| tells(&caption.text));
    let caption = telling.next()?;
    let others = head.stub.iter().chain(head.columns.iter().flat_map(|column| &column.pieces));
    if telling.next().is_some() || tells(&head.intro) || others.into_iter().any(|text| tells(text))
    {
        return None;
    }
    let above = lines.face(caption.line.checked_sub(1)?);
    let (start, end) = (lines.get(caption.line).indent as usize, lines.face(caption.line).len());
    let (before, behind) = above.split_at_checked(usize::midpoint(start, end))?;
    let left = before.rfind(GAP).map_or(0, |at| at + GAP.len());
    let right = before.len() + behind.find(GAP).unwrap_or(behind.len());
    let counts =
        |words: &str| knowledge::column_measure(&knowledge::plain(words)) == Some(Measure::Shares);
    let is_below = left <= start + HANG && end <= right + HANG && counts(&above[left..right]);
    let is_alone = head.columns.iter().any(|column| !counts(column.plain()));
    (is_below && is_alone).then(|| knowledge::scale_of(&caption.text).map(|(scale, _)| scale))?
}

/// The scale that the columns of money name, where others name one of their own for what they
/// count: `Carloads (Thousands)   Revenues ($ Millions)`.
fn scale_of_money_columns(head: &Head) -> Option<u32> {
    let in_money = |p: &str| p.contains('$') || knowledge::speaks_of_money(p);
    let scaled = |c: &ColumnHead| {
        let mut pieces = c.pieces.iter();
        pieces.find_map(|p| Some((knowledge::scale_of(p)?.0, in_money(p))))
    };
    let named = head.columns.iter().filter_map(|c| Some((scaled(c)?, c)));
    let (money, others): (Vec<_>, Vec<_>) = named.partition(|((_, of_money), _)| *of_money);
    let &((scale, _), _) = money.first()?;
    let counts = |((other, _), c): &((u32, bool), &ColumnHead)| {
        *other != scale && !knowledge::names_amount(c.plain())
    };
    let alike = money.iter().all(|((other, _), _)| *other == scale);
    (alike && !others.is_empty() && others.iter().all(counts)).then_some(scale)
}

/// The scale that stands over columns of shares and over no others: it is theirs alone.
fn scale_of_share_columns(head: &Head) -> Option<(String, u32)> {
    let (shares, others): (Vec<_>, Vec<_>) = head.columns.iter().partition(|c| counts_shares(c));
    shares.iter().flat_map(|c| &c.pieces).find_map(|piece| {
        let (scale, _) = knowledge::scale_of(piece)?;
        let theirs = !others.iter().any(|c| c.pieces.contains(piece));
        theirs.then(|| (piece.clone(), scale))
    })
}

/// The scales that columns tell of their own figures, where they tell several: `Yen (Millions)`
/// beside `U.S. Dollars (Thousands)`.
pub fn scales_of_columns(head: &Head) -> Vec<Option<u32>> {
    let own = |column: &ColumnHead| {
        let mut pieces = column.pieces.iter();
        pieces.find_map(|piece| knowledge::scale_of(&in_parentheses(piece)).map(|(scale, _)| scale))
    };
    let scales: Vec<Option<u32>> = head.columns.iter().map(own).collect();
    let mut told = scales.iter().flatten();
    let differ = told.next().is_some_and(|first| told.any(|other| other != first));
    if differ { scales } else { vec![None; scales.len()] }
}

/// For each column, whether it counts shares in full beside others that alone tell a scale of
/// theirs: `Preferred Shares   4,000,000` beside `Common Shares (000's)   135,490`, or beside
/// amounts that all do: `Shares Outstanding   42,841,277` beside `Amount (000's)   $ 428,413`.
pub fn counts_in_full(lines: &Lines<'_>, draft: &Draft) -> Vec<bool> {
    let heads = &draft.head.columns;
    let counting: Vec<usize> = (0..heads.len()).filter(|&k| counts_shares(&heads[k])).collect();
    let is_told = |column: &ColumnHead| scale_over(column).is_some();
    let most =
        |k: usize| draft.cells().filter(|c| c.column == k).filter_map(|c| c.value(lines)).max();
    let in_thousands = |k: usize| most(k).is_some_and(|v| v < MILLION.into());
    // One alone may stand over the middle of them all, but not at the end of several:
    // `Issued   Treasury   Capital in Excess of Par (in millions)`.
    let amounts_tell = || {
        let is_last_of_many = || heads.len() > 2 && heads.last().is_some_and(is_told);
        (heads.iter().filter(|column| is_told(column)).count() > 1 || is_last_of_many())
            && counting.iter().all(|&k| is_scaled_elsewhere(&draft.head, &heads[k]))
    };
    let scaled = counting.iter().copied().filter(|&k| is_told(&heads[k]));
    let are_apart = !counting.is_empty() && (are_all(scaled, in_thousands) || amounts_tell());
    let mut out = vec![false; heads.len()];
    for &k in counting.iter().filter(|_| are_apart) {
        out[k] = most(k).is_some_and(|v| v >= MILLION.into());
    }
    out
}

/// The scale that the words over a column tell.
fn scale_over(column: &ColumnHead) -> Option<u32> {
    column.pieces.iter().find_map(|piece| knowledge::scale_of(piece)).map(|(scale, _)| scale)
}

/// Whether the words over a column say that it counts shares.
fn counts_shares(column: &ColumnHead) -> bool {
    knowledge::column_measure(column.plain()) == Some(Measure::Shares)
}

/// `Thousands` beside `%` says as much as `(thousands)`.
fn in_parentheses(piece: &str) -> Cow<'_, str> {
    let is = |scale: &str| piece.eq_ignore_ascii_case(scale);
    if is("million") {
        format!("({piece}s)").into()
    } else if is("thousands") || is("millions") {
        format!("({piece})").into()
    } else {
        piece.into()
    }
}

/// Whether only columns beside this one tell the scale: `(millions)` below `Dollars` is not that of
/// `Average Sales Price`.
pub fn is_scaled_elsewhere(head: &Head, column: &ColumnHead) -> bool {
    let above = [head.stub.join(" "), joined_captions(head)];
    head.columns.iter().any(|column| scale_over(column).is_some())
        && scale_over(column).is_none()
        && above.iter().all(|text| knowledge::scale_of(text).is_none())
}

/// Words over the columns, each once: a unit line may span them all.
fn unique_pieces(head: &Head) -> Vec<String> {
    let mut out: Vec<&String> = Vec::new();
    for piece in head.columns.iter().flat_map(|c| &c.pieces) {
        if !out.contains(&piece) {
            out.push(piece);
        }
    }
    out.iter().map(|piece| in_parentheses(piece).into_owned()).collect()
}

pub(super) fn joined_captions(head: &Head) -> String {
    head.caption.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(" ")
}

pub(super) fn found(draft: &Draft) -> Option<Found> {
    draft.scale.amounts.map(|amounts| (amounts, draft.scale.shares))
}
