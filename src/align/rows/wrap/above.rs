//! Whether words above a row begin its label, or are a heading.

use std::cell::LazyCell;

use crate::align::rows::piece::{Piece, join};
use crate::align::rows::wrap::dates::{
    heads_date, heads_dates, heads_period, heads_years, is_date,
};
use crate::align::rows::wrap::hung::{is_flush, is_only_child};
use crate::align::rows::wrap::joins::is_note;
use crate::align::rows::wrap::lists::{goes_on_behind_dash, is_item, names_part, opens_list};
use crate::align::rows::wrap::style::Style;
use crate::grid::GridRow;
use crate::knowledge;
use crate::period;
use crate::record::Kind;

/// Whether lines without figures are the begin of the label of the row below them, and no heading.
pub(super) fn begins_label(
    group: &[&Piece],
    pieces: &[Piece],
    at: usize,
    row: &GridRow,
    style: &Style,
) -> bool {
    let above = Above::of(group, &pieces[at], pieces.get(at + 1));
    let Above { last, piece, next, .. } = above;
    let heads = LazyCell::new(|| above.heads());
    if !piece.starts_lower() && *heads && !above.rest_is_below() || above.heads_balances(pieces) {
        return false;
    }
    let flush = || style.colons && !*heads && is_flush(pieces, at - 1);
    let dashes = || names_part(last, piece, next) || goes_on_behind_dash(last, piece, next);
    let joins = || {
        style.joins(last, piece)
            || above.is_wrapped()
            || above.has_one_item(pieces, at, style)
            || flush()
            || dashes()
    };
    joins()
        && last.line < piece.line
        && !above.stands_before_sum(row)
        && !is_item(last, piece, &pieces[at + 1..], style.rows_apart)
}

/// Whether lines without figures are the word for balances, of which the row below tells the day.
pub(super) fn names_balance_of_day(group: &[&Piece], pieces: &[Piece], at: usize) -> bool {
    Above::of(group, &pieces[at], pieces.get(at + 1)).names_balance_of_day(pieces)
}

/// Words right above a row.
struct Above<'a> {
    /// All of them.
    whole: String,
    /// The same in plain form.
    words: String,
    /// Their last line.
    last: &'a Piece,
    /// Whether they take several lines.
    in_lines: bool,
    /// The row.
    piece: &'a Piece,
    /// What stands behind it.
    next: Option<&'a Piece>,
}

impl<'a> Above<'a> {
    fn of(group: &[&'a Piece], piece: &'a Piece, next: Option<&'a Piece>) -> Self {
        let whole = join(group.iter().copied());
        Self {
            words: knowledge::plain(&whole),
            whole,
            last: group[group.len() - 1],
            in_lines: group.len() > 1,
            piece,
            next,
        }
    }

    /// Whether they are a heading or a date by themselves.
    fn heads(&self) -> bool {
        knowledge::is_standard_heading(&self.words)
            || knowledge::opens_supplement(&self.words)
            || knowledge::heads_per_share(&self.words)
            || self.ends_in_units()
            || knowledge::is_carried_over(&self.last.text)
            || self.names_statement()
            || heads_period(self.last, self.piece)
            || heads_date(&self.whole, self.piece)
            || heads_dates(self.last, self.piece, self.next)
            || heads_years(self.last, self.piece, self.next)
    }

    /// Whether they name a statement, of which the row is an item set deeper: `Statements of income` /
    /// `  Revenues   2,976`.
    fn names_statement(&self) -> bool {
        !self.in_lines
            && self.last.indent < self.piece.indent
            && !self.last.hangs()
            && matches!(
                knowledge::title_kind(&self.whole),
                Some(Kind::Income | Kind::BalanceSheet | Kind::CashFlow)
            )
    }

    /// Whether they take several lines and head an opening balance by the name that those of other
    /// parts bear: `Accumulated other` / ` comprehensive loss` / `  Balance, January 1   (4.1)`.
    fn heads_balances(&self, pieces: &[Piece]) -> bool {
        let is_same = |p: &&Piece| p.row.is_some() && p.text == self.piece.text;
        let plain = knowledge::plain(&self.piece.text);
        self.in_lines
            && !self.last.hangs()
            && knowledge::begins_as_balance(&plain)
            && (knowledge::is_opening(&plain) || period::is_balance_of_day(&plain))
            && pieces.iter().filter(is_same).nth(1).is_some()
    }

    /// Whether they are the word for what stood on the day of the row, and not for several days
    /// below: `Balance` / ` December 31, 1996   9,204` / `Net income   4,118`. What is as deep as the
    /// day is no part of it where the word breaks off, `Balance at`, or stands over other days too.
    fn names_balance_of_day(&self, pieces: &[Piece]) -> bool {
        let is_behind =
            |next: &Piece| next.indent < self.piece.indent || next.indent <= self.last.indent;
        let stands_over_others = || {
            let is_other = |w: &[Piece]| {
                w[0].text == self.last.text && is_date(&w[1]) && w[1].text != self.piece.text
            };
            pieces.windows(2).any(is_other)
        };
        let parts = |next: &Piece| {
            !is_date(next) && (is_behind(next) || self.last.hangs() || stands_over_others())
        };
        let mut words = self.words.split([' ', ',']).filter(|word| !word.is_empty());
        !self.in_lines
            && matches!(words.next(), Some("balance" | "balances"))
            && words.all(knowledge::is_hanging)
            && !self.last.ends_in_colon()
            && self.piece.line == self.last.line + 1
            && is_date(self.piece)
            && self.next.is_none_or(parts)
    }

    /// Whether their last line tells in parentheses what the figures below are printed in:
    /// `Therms sold` / `(thousands)` over `Residential`.
    fn ends_in_units(&self) -> bool {
        let remark = self.last.text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        self.in_lines && remark.is_some() && knowledge::is_remark_on_units(&self.last.text)
    }

    /// Whether the row has but the rest of them: `Provision for income taxes` / `(Note 6)`,
    /// `PROVISION FOR INCOME TAXES` / `BEFORE EXTRAORDINARY ITEMS`.
    fn rest_is_below(&self) -> bool {
        is_note(&self.piece.text) || self.piece.joins_capitals(&self.whole)
    }

    /// A heading of several lines has a colon or stands apart; this is a label.
    fn is_wrapped(&self) -> bool {
        let Self { last, piece, .. } = *self;
        if !self.in_lines || piece.after_rule || last.ends_in_colon() {
            return false;
        }
        let flush = || {
            !knowledge::is_activity(&self.words)
                && piece.indent == last.indent
                && !piece.after_blank
                && last.shares_case(piece)
                && !opens_list(last, piece)
        };
        flush() || knowledge::carries_on(&piece.text)
    }

    /// Whether the row is the only one to hang below them, so that they head no list.
    fn has_one_item(&self, pieces: &[Piece], at: usize, style: &Style) -> bool {
        !knowledge::is_activity(&self.words)
            && !knowledge::is_top_heading(&self.words)
            && !opens_list(self.last, self.piece)
            && !self.opens_balances()
            && is_only_child(pieces, at - 1, style)
    }

    /// Whether the row is an opening balance and others as deep follow, behind a rule or not.
    fn opens_balances(&self) -> bool {
        let goes_on = |next: &Piece| next.row.is_some() && next.indent >= self.piece.indent;
        self.next.is_some_and(goes_on) && knowledge::is_opening(&knowledge::plain(&self.piece.text))
    }

    /// Whether the row is a sum without a label of what stands above: below `Commitments and
    /// contingencies`, one that has more than dashes.
    fn stands_before_sum(&self, row: &GridRow) -> bool {
        self.piece.text.is_empty()
            && row.cells.iter().any(|(_, token)| token.has_digits())
            && knowledge::is_bare_heading(&self.words)
    }
}
