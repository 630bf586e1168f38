//! The currency of a table and of its columns.

use crate::align::header::{ColumnHead, Head};
use crate::knowledge::{self, Notion};
use crate::lex::line::Lines;
use crate::record::Currency;
use crate::statement::Draft;

/// The currency that the head of a table names. Column heads that name several foreign ones say
/// what the money is owed or hedged in, not what it is printed in.
pub(super) fn currency(head: &Head, stub: &str, captions: &str) -> Option<Currency> {
    let over_columns = || {
        let mut named: Vec<Currency> = head.columns.iter().flat_map(currencies_named).collect();
        let first = *named.first()?;
        named.retain(|currency| *currency != Currency::USD);
        let foreign = named.first().copied();
        named.iter().all(|currency| Some(*currency) == foreign).then_some(foreign.unwrap_or(first))
    };
    knowledge::currency_of(stub).or_else(over_columns).or_else(|| knowledge::currency_of(captions))
}

/// The currencies that the words over a column name, line by line, or over several lines: `Pounds`
/// over `million`, `U.S.` over `dollars`.
fn currencies_named(head: &ColumnHead) -> Vec<Currency> {
    let pieces = head.pieces.iter().filter_map(|piece| knowledge::currency_of(piece));
    let mut found: Vec<Currency> = pieces.collect();
    if found.is_empty() {
        found.extend(knowledge::currency_of(head.plain()));
    }
    found
}

/// The currency of each column: its own words may name another than the table's, and dollars or their
/// sign beside a currency that is no dollar are those of the United States.
pub(in crate::statement::units) fn currencies(lines: &Lines<'_>, draft: &Draft) -> Vec<Currency> {
    let table = draft.scale.currency();
    let columns = draft.head.columns.iter();
    if table == Currency::USD {
        return columns.map(|_| table).collect();
    }
    let in_dollars = |head: &&ColumnHead| {
        !knowledge::has_dollar_sign(table)
            && (head.text().contains('$') || knowledge::speaks_of(head.plain(), Notion::Dollars))
    };
    let own = |head: &ColumnHead| {
        currencies_named(head)
            .pop()
            .or_else(|| Some(head).filter(in_dollars).map(|_| Currency::USD))
    };
    let mut out: Vec<Currency> = columns.map(|head| own(head).unwrap_or(table)).collect();
    for cell in draft.cells() {
        if !knowledge::has_dollar_sign(out[cell.column]) && cell.face(lines).starts_with('$') {
            out[cell.column] = Currency::USD;
        }
    }
    out
}
