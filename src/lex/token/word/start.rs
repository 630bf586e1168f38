//! Where the last word of a text begins.

use std::ops::Range;

use super::marks::lists_notes;

/// Start of the word that ends at `right`; of a word without blanks that ends in a figure, the
/// start of the figure: behind the dots that lead to it (`Sales...1,234`) or the parenthesis that
/// closes its label (`1995)1,496`), or with the sign that is glued to another figure
/// (`(13,394)$951`, `(13,394)(1,951)`, `7.50-$8.25`, `3/8-$26`; `$22-$33` is a label); or glued to
/// the label before it, with its sign or without (`deposits$368,118`, `deposits368,118`).
pub(in crate::lex::token) fn word_start(bytes: &[u8], right: usize) -> usize {
    let mut figure = false;
    for at in (0..right).rev() {
        match bytes[at] {
            b' ' | b'|' => return at + 1,
            b'.' if figure && bytes[..at].ends_with(b"..") => return at + 1,
            b'$' if matches!(
                bytes[..at],
                [.., b')' | b'0'..=b'9']
                    | [.., b'/', b'0'..=b'9', b'-']
                    | [.., b'.' | b'/', b'0'..=b'9', b'0'..=b'9', b'-']
            ) =>
            {
                return at;
            }
            b'$' if is_glued_to_a_label(&bytes[..at], &bytes[at + 1..right]) => return at,
            b'a'..=b'z' if figure && is_glued_to_a_label(&bytes[..=at], &bytes[at + 1..right]) => {
                return at + 1;
            }
            b'(' if bytes[..at].ends_with(b")") && opens_an_amount(&bytes[at + 1..right]) => {
                return at;
            }
            b')' if figure && closes_a_label(bytes, at, right) => return at + 1,
            b'0'..=b'9' | b'$' | b'(' => figure = true,
            _ => {}
        }
    }
    0
}

/// Whether behind a parenthesis that opens stands an amount in the thousands, one with a point,
/// with a dollar sign or a percentage, and closes it: no mark, nor several, `(1,2)`.
fn opens_an_amount(bytes: &[u8]) -> bool {
    let digits = bytes.strip_prefix(b"$").unwrap_or(bytes);
    let in_dollars = digits.len() < bytes.len();
    let end = digits.iter().position(|b| !matches!(b, b'0'..=b'9' | b',' | b'.'));
    end.filter(|&end| end > 0).is_some_and(|end| {
        let (amount, behind) = digits.split_at(end);
        let is_amount = || {
            in_dollars || amount.iter().any(|b| matches!(b, b',' | b'.')) && !lists_notes(amount)
        };
        behind.starts_with(b")") && is_amount() || behind.starts_with(b"%)")
    })
}

/// Whether an amount in the thousands is glued to a word in small letters, which is that of no
/// currency: `US$1,204`.
fn is_glued_to_a_label(label: &[u8], amount: &[u8]) -> bool {
    matches!(label, [.., b'a'..=b'z', b'a'..=b'z', b'a'..=b'z'])
        && amount.first().is_some_and(u8::is_ascii_digit)
        && amount.contains(&b',')
        && amount.iter().all(|b| matches!(b, b'0'..=b'9' | b',' | b'.'))
}

/// Whether an amount in the thousands is glued to the parenthesis at `at`.
fn closes_a_label(bytes: &[u8], at: usize, end: usize) -> bool {
    let amount = &bytes[at + 1..end];
    amount[0].is_ascii_digit()
        && amount.contains(&b',')
        && !amount.iter().any(|b| matches!(b, b'(' | b'-' | b'/'))
}

/// Whether a byte parts words: a blank, or the `|` of drawn columns.
pub(in crate::lex::token) fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'|'
}

/// The last word before `end`, whatever parts them; none at the begin of a line.
pub(in crate::lex::token) fn last_word(bytes: &[u8], end: usize) -> Range<usize> {
    let end = skip_back(bytes, end);
    word_start(bytes, end)..end
}

/// Passes what parts words backwards from `end`.
pub(in crate::lex::token) fn skip_back(bytes: &[u8], end: usize) -> usize {
    bytes[..end].iter().rposition(|b| !is_blank(*b)).map_or(0, |last| last + 1)
}
