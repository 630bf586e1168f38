//! Words to figures: signs, fractions and the ends of ranges are joined to the number they belong
//! to.

use std::ops::Range;

use super::word::{Word, Words, is_amount, lists_notes, without_note};
use super::{Token, TokenKind};

/// Furthest that a currency sign stands before its number.
const PREFIX_REACH: usize = 16;

/// Furthest that the higher price of a range stands behind the dash.
pub(super) const PRICE_REACH: usize = 4;

/// Reads the figures of words, from left to right, into `out`.
pub(super) fn join(bytes: &[u8], words: &Words, out: &mut Vec<Token>) {
    let mut joiner = Joiner { bytes, out, prefix: None };
    let mut until = 0;
    for (k, (at, word)) in words.iter().enumerate() {
        if at.start < until {
            continue;
        }
        match joiner.several(words, &words[k..]) {
            Some(end) => until = end,
            None => joiner.one(at, *word),
        }
    }
}

/// The figures of a line so far, and what the next word may be joined to.
struct Joiner<'a> {
    bytes: &'a [u8],
    out: &'a mut Vec<Token>,
    /// The currency sign that waits for its number.
    prefix: Option<Range<usize>>,
}

impl Joiner<'_> {
    /// Reads the figure of several words that the words begin with; returns where it ends.
    fn several(&mut self, all: &Words, words: &Words) -> Option<usize> {
        let at = words[0].0.start;
        if let Some(end) = spread_nil_end(self.bytes, words) {
            self.put(at..end, end, TokenKind::Number);
            return Some(end);
        }
        if let Some(end) = end_without_comma(self.bytes, all, words) {
            let closed = usize::from(self.bytes[end - 1] == b')');
            self.put(at..end, end - closed, TokenKind::Number);
            return Some(end);
        }
        let end = range_end(self.bytes, words)?;
        let is_ratio = is_ratio(&self.bytes[at..end]);
        self.out.push(Token {
            start: self.prefix.take().map_or(at, |p| p.start),
            body: at,
            edge: end,
            end,
            kind: if is_ratio { TokenKind::Number } else { TokenKind::Unvalued },
        });
        Some(end)
    }

    /// Reads one word: a figure, or a part of the one before it.
    fn one(&mut self, at: &Range<usize>, word: Word) {
        let gap = self.out.last().map_or(usize::MAX, |t: &Token| at.start - t.end.min(at.start));
        match word {
            Word::Number { edge, end, year } => {
                let kind = self.kind_of_number(&self.bytes[at.clone()], year, gap);
                if let Some(kind) = kind {
                    self.put(at.start..at.start + end, at.start + edge, kind);
                }
            }
            Word::Fraction { end, signed } => {
                let goes_on = gap <= 2 && self.prefix.is_none() && !signed;
                let end = at.start + end;
                match self.number_before(goes_on) {
                    Some(whole) => (whole.edge, whole.end) = (end, end),
                    None => self.put(at.start..end, end, TokenKind::Number),
                }
            }
            Word::Prefix => {
                self.prefix = Some(at.clone());
                return;
            }
            Word::Suffix { end } => {
                if let Some(number) = self.out.last_mut().filter(|_| gap <= 2) {
                    number.end = at.start + end;
                }
            }
            Word::Tail { edge, end } => {
                if let Some(number) = self.number_before(gap == 1) {
                    (number.edge, number.end) = (at.start + edge, at.start + end);
                }
            }
            Word::Dash { end } => {
                let end = at.start + end;
                self.put(at.start..end, end, TokenKind::Dash);
            }
            // `$6.27 *`: a mark behind the figure.
            Word::NotAvailable if gap == 1 && self.bytes[at.start] == b'*' => return,
            Word::NotAvailable => {
                self.prefix = None;
                let end = at.start + without_note(&self.bytes[at.clone()]).len();
                self.put(at.start..end, end, TokenKind::NotAvailable);
            }
            Word::NoteMark
            | Word::To
            | Word::OpenFraction
            | Word::Leader
            | Word::Text
            | Word::Unvalued
            | Word::Joint => {}
        }
        self.prefix = None;
    }

    /// What a number is; none where it is the marks of notes on the figure before it.
    fn kind_of_number(&self, print: &[u8], year: bool, gap: usize) -> Option<TokenKind> {
        let alone = self.prefix.is_none();
        let marks_figure =
            gap == 1 && alone && are_notes(print) && self.out.last().is_some_and(Token::has_digits);
        let kind = match year && alone {
            true => TokenKind::Year,
            // `(1)(2)` alone: two notes, or a loss of one with its note.
            false if alone && are_two_notes(print) => TokenKind::Unvalued,
            false => TokenKind::Number,
        };
        (!marks_figure).then_some(kind)
    }

    /// The number before a word that stands close enough to go on with it.
    fn number_before(&mut self, close: bool) -> Option<&mut Token> {
        self.out.last_mut().filter(|token| close && token.has_digits())
    }

    /// Puts a figure, with the currency sign in reach before it.
    fn put(&mut self, body: Range<usize>, edge: usize, kind: TokenKind) {
        let near = self.prefix.take().filter(|p| body.start - p.end <= PREFIX_REACH);
        let start = near.map_or(body.start, |p| p.start);
        self.out.push(Token { start, body: body.start, edge, end: body.end, kind });
    }
}

/// Whether single digits in parentheses, right behind a number, refer to notes: `1,690 (1)`,
/// `53,311 (1)(2)`, `53,311 (1,2)`.
fn are_notes(print: &[u8]) -> bool {
    let (notes, rest) = print.as_chunks();
    rest.is_empty() && notes.iter().all(|note| matches!(note, [b'(', b'0'..=b'9', b')']))
        || matches!(print, [b'(', notes @ .., b')'] if lists_notes(notes))
}

/// Whether a word is the marks of two notes or more, in their order.
fn are_two_notes(print: &[u8]) -> bool {
    print.len() > 3 && are_notes(print) && print.as_chunks::<3>().0.is_sorted()
}

/// Where a range of two numbers ends that the words begin with: `0.39 - 20.79`, `$ 7.50 - $ 68.00`,
/// `7.50-$ 68.00`, `$4.00 to $9.00`, `36 3/8-26 1/8`. It is one place with two numbers, and no
/// value.
fn range_end(bytes: &[u8], words: &Words) -> Option<usize> {
    if let [(range, Word::Unvalued), rest @ ..] = words {
        return Some(with_fraction(range, rest).0);
    }
    let joint = if let [(_, Word::Number { .. }), rest @ ..] = words { rest } else { words };
    if let [(joint, Word::Joint), rest @ ..] = joint {
        return Some(with_fraction(joint, rest).0);
    }
    let print = |at: &Range<usize>| &bytes[at.clone()];
    let (low, rest) = price(words)?;
    let (dash, rest) = match rest {
        [(dash, Word::Dash { .. } | Word::To), rest @ ..] => (dash.clone(), rest),
        // `$25.00 -$16.00`
        [(high, Word::Number { .. }), ..] if is_higher_price(print(&low), print(high)) => {
            return (high.start - low.end == 1).then_some(high.end);
        }
        _ if print(&low).ends_with(b"-") => (low.end - 1..low.end, rest),
        _ => return None,
    };
    let (first, high) = match rest {
        [(sign, Word::Prefix), rest @ ..] => (sign.start, price(rest)?.0),
        _ => price(rest).map(|(high, _)| (high.start, high))?,
    };
    // Prices set apart, `4.25 -   74.28`, are a range too; a dash behind an amount is its sign.
    let eighths = |price: &Range<usize>| print(price).contains(&b'/');
    let cents = |price: &Range<usize>| print(price).contains(&b'.');
    let prices = cents(&low) && cents(&high) || eighths(&low) || eighths(&high);
    let glued = dash.end == low.end;
    // `$17.5   to   $18.0`
    let to = print(&dash).eq_ignore_ascii_case(b"to");
    let reach = if (prices || to) && !glued { PRICE_REACH } else { 1 };
    let single = dash.len() == 1 || prices || to;
    let close = dash.start - low.end.min(dash.start) <= if to { PRICE_REACH } else { 1 } && single;
    (close && first - dash.end <= reach && (prices || !glued)).then_some(high.end)
}

/// Where a number ends that the words begin with and in which a blank stands for a comma: `4 026`,
/// as no number begins with a zero; `3 190` where all others of its row have a comma.
fn end_without_comma(bytes: &[u8], all: &Words, words: &Words) -> Option<usize> {
    let [(first, Word::Number { .. }), (second, Word::Number { .. }), ..] = words else {
        return None;
    };
    let print = |at: &Range<usize>| &bytes[at.clone()];
    let is_short = |group: &[u8]| group.len() <= 3 && group.iter().all(u8::is_ascii_digit);
    let is_group = |group: &[u8]| group.len() == 3 && is_short(group);
    let head = print(first).strip_prefix(b"(").unwrap_or(print(first));
    let tail = print(second).strip_suffix(b")").unwrap_or(print(second));
    let mut groups = head.split(|b| *b == b',');
    let is_torn = second.start - first.end == 1
        && groups.next().is_some_and(is_short)
        && groups.chain(tail.split(|b| *b == b',')).all(is_group)
        && print(first).starts_with(b"(") == print(second).ends_with(b")");
    let is_other = |at: &Range<usize>| at.start != first.start && at.start != second.start;
    let others_have_commas = || {
        let amounts = all.iter().filter(|(at, word)| is_amount(*word) && is_other(at));
        let mut amounts = amounts.peekable();
        amounts.peek().is_some() && amounts.all(|(at, _)| print(at).contains(&b','))
    };
    let goes_on = || tail.starts_with(b"0") || !head.contains(&b',') && others_have_commas();
    (is_torn && goes_on()).then_some(second.end)
}

/// Where a nil ends that the words begin with and blanks spread: `- 0 -`.
fn spread_nil_end(bytes: &[u8], words: &Words) -> Option<usize> {
    let [(_, Word::Dash { .. }), (_, Word::Number { .. }), (last, Word::Dash { .. }), ..] = words
    else {
        return None;
    };
    (bytes[words[0].0.start..last.end] == *b"- 0 -").then_some(last.end)
}

/// A number that the words begin with, with its fraction, and the words behind it.
fn price(words: &Words) -> Option<(Range<usize>, &Words)> {
    let [(whole, Word::Number { .. }), rest @ ..] = words else { return None };
    let (end, rest) = with_fraction(whole, rest);
    Some((whole.start..end, rest))
}

/// Where a number ends with the fraction that the words behind it may begin with, and the rest.
fn with_fraction<'w>(number: &Range<usize>, behind: &'w Words) -> (usize, &'w Words) {
    match behind {
        [(part, Word::Fraction { signed: false, .. } | Word::OpenFraction), rest @ ..]
            if part.start - number.end.min(part.start) <= 2 =>
        {
            (part.end, rest)
        }
        _ => (number.end, behind),
    }
}

/// `-$16.00` behind `$25.00`: the dash is none of the figure's sign.
fn is_higher_price(low: &[u8], high: &[u8]) -> bool {
    high.starts_with(b"-$") && low.starts_with(b"$") && low.contains(&b'.') && high.contains(&b'.')
}

/// `2.1 to 1`; `.5 to 1` may be a range as well.
fn is_ratio(range: &[u8]) -> bool {
    (range.ends_with(b" to 1") || range.ends_with(b" TO 1")) && matches!(range[0], b'1'..=b'9')
}
