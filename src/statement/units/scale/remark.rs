//! Remarks on units: what they say of the scale of amounts and of shares, and what they take out.

use std::mem;

use crate::knowledge::{self, Notion, Sign};

/// The scale of a remark that speaks of shares and of nothing else: `(shares in thousands)`.
pub(super) fn of_shares_alone(text: &str) -> Option<u32> {
    let (scale, at) = knowledge::scale_of(text)?;
    speaks_of_shares_alone(&knowledge::plain(text), at).then_some(scale)
}

/// Whether a text, in [`knowledge::plain`] form, with a scale at some place speaks of shares there
/// and of nothing else.
fn speaks_of_shares_alone(plain: &str, at: usize) -> bool {
    let mut before = plain[..at].split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    before.next_back() == Some("shares")
        && before.next_back().is_none_or(|word| !matches!(word, "and" | "dollars" | "amounts"))
        && plain.get(at + 3..).is_none_or(|rest| knowledge::scale_of(rest).is_none())
}

pub(in crate::statement::units) fn read(text: &str) -> Option<Found> {
    let (scale, at) = knowledge::scale_of(text)?;
    let plain = knowledge::plain(text);
    if speaks_of_shares_alone(&plain, at) {
        return None;
    }
    let rest = &plain[at..];
    if let Some((own, value)) = own_of_shares(&plain) {
        let amounts = if own == at { after(&plain, at).unwrap_or(scale) } else { scale };
        return Some((amounts, Some(value)));
    }
    let excepted = exception(rest).filter(|text| excepts_shares(text));
    let shares = excepted.map(|text| {
        let said_of_them = text.rfind("share").and_then(|at| knowledge::scale_of(&text[at..]));
        said_of_them.map_or(1, |(scale, _)| scale)
    });
    Some((scale, shares))
}

/// The scale that a remark, in plain form, tells of share counts, and where: `shares in 000's and
/// dollars in millions`.
fn own_of_shares(plain: &str) -> Option<(usize, u32)> {
    let own = |(at, name): (usize, &str)| {
        let behind = at + name.len();
        let (value, 0) = knowledge::scale_of(&plain[behind..])? else { return None };
        (!plain[..at].ends_with("per ")).then_some((behind, value))
    };
    ["shares ", "share amounts ", "share data "]
        .into_iter()
        .find_map(|name| plain.match_indices(name).find_map(own))
}

/// What a remark on units, in plain form, takes out: `except per share data`.
pub(super) fn exception(remark: &str) -> Option<&str> {
    let rest = &remark[knowledge::exception_at(remark)?..];
    // `(in thousands, except net income (loss) per share)`
    let mut open = 0_u32;
    let closes = |c: char| {
        let closes = c == ')' && open == 0;
        open = if c == '(' { open + 1 } else { open - u32::from(c == ')' && !closes) };
        closes
    };
    let end = rest.find(closes).or_else(|| rest.find(". ")).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// What a remark on units, in plain form, takes out amounts for each of: `adjusted claim` of `except per
/// adjusted claim and percentage data`.
pub(super) fn excepted_each(remark: &str) -> Vec<String> {
    let excepted = exception(remark).unwrap_or_default();
    let behind = excepted.split("per ").skip(1);
    let each = |rest: &str| {
        let words = rest.split(' ').take_while(|word| !matches!(*word, "and" | "or"));
        words.take(2).map(|word| word.trim_end_matches([',', ')']).to_owned()).collect::<Vec<_>>()
    };
    behind.flat_map(each).filter(|word| !word.is_empty() && word != "share").collect()
}

/// Whether a remark on units, in plain form, takes out what is earned and amounts per share: it is
/// that of shares then, `in thousands, except net income (loss) and per share amounts`.
pub(super) fn excepts_results(remark: &str) -> bool {
    let Some(excepted) = exception(remark) else { return false };
    let mut parts = excepted.split(',').flat_map(|part| part.split(" and ")).map(str::trim_ascii);
    let is_result = |part: &str| {
        knowledge::signs(part).any(|sign| sign == Sign::Result)
            && !knowledge::speaks_of(part, Notion::Each)
    };
    parts.next().is_some_and(is_result)
        && parts.next().is_some_and(|part| part.starts_with("per share"))
        && parts.next().is_none()
}

/// The scale named behind the first one, given where that begins.
fn after(plain: &str, at: usize) -> Option<u32> {
    const FIRST: usize = "in thousands".len();
    plain.get(at + FIRST..).and_then(knowledge::scale_of).map(|(scale, _)| scale)
}

/// Whether `except ...` takes share counts out: `except share and per share data` does,
/// `except per share data` does not; `except per share and share data` does again.
fn excepts_shares(text: &str) -> bool {
    let end = text.find(')').unwrap_or(text.len());
    let mut words = text[..end].split(|c: char| !c.is_alphanumeric());
    // `per` goes with the first share behind it and with no other.
    let mut per = false;
    words.any(|word| match word {
        "per" => {
            per = true;
            false
        }
        "share" | "shares" => !mem::take(&mut per),
        _ => false,
    })
}

/// A scale of amounts, and one of share counts where they have their own.
pub(in crate::statement::units) type Found = (u32, Option<u32>);
