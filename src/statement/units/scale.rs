//! What one printed unit stands for, by what a table says of itself.

use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use rust_decimal::Decimal;

use crate::align::header::{ColumnHead, Head};
use crate::figure;
use crate::knowledge::{self, Measure, Sign};
use crate::lex::line::{Class, Lines};
use crate::record::{Currency, Kind, Unit};
use crate::statement::units::operations::is_money;
use crate::statement::{Draft, title};

/// What one printed unit stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// Of amounts of money; none where nothing says.
    pub amounts: Option<u32>,
    /// Of share counts, where they have one of their own; 1 for `except share data`.
    pub shares: Option<u32>,
    /// Currency of the amounts, where something names it.
    pub named: Option<Currency>,
    /// Data of operations are printed in full: `except per share and operating data`.
    pub excepts_operations: bool,
    /// The scale is told of dollars, which shares are none of: `dollars in thousands`.
    pub of_dollars: bool,
    /// Nothing tells it of this table: it is that of the statements in whose notes the table stands.
    pub supposed: bool,
}

impl Scale {
    /// Currency of the amounts.
    pub fn currency(&self) -> Currency {
        self.named.unwrap_or(Currency::USD)
    }

    /// The scale of a figure that is printed so: thousands of amounts in millions, and hundreds of
    /// thousands of those in thousands, are no average of one of many things, `Average revenue per
    /// system   $2,950`; fewer may be, `Average sales per store   2.4`, but not in a week, `Average
    /// weekly sales per store   $55,118`.
    pub fn of_figure(&self, unit: Unit, row: &RowScale, face: &str) -> Option<u32> {
        const MOST_THOUSANDS: u32 = 100_000;
        const MOST_THOUSANDS_IN_DAYS: u32 = 10_000;
        let fewest = match self.amounts {
            Some(MILLION..) => Some(Decimal::ONE_THOUSAND),
            Some(2..) if row.of_days => Some(MOST_THOUSANDS_IN_DAYS.into()),
            Some(2..) => Some(MOST_THOUSANDS.into()),
            _ => None,
        };
        let is_large = |fewest| figure::parse(face).value.is_some_and(|v| v >= fewest);
        if row.averages
            && row.amounts.is_none()
            && unit != Unit::Shares
            && fewest.is_some_and(is_large)
        {
            return Some(1);
        }
        self.of(unit, row)
    }

    /// The scale of a figure: a scale named in the row's own label or heading comes first.
    pub fn of(&self, unit: Unit, row: &RowScale) -> Option<u32> {
        match unit {
            Unit::Shares => row.shares.or(self.shares).or(self.amounts),
            _ if row.amounts.is_some() => row.amounts,
            _ if row.unscaled => Some(1),
            _ if self.excepts_operations && row.of_operations && !row.is_item => Some(1),
            _ => self.amounts,
        }
    }
}

/// What a row says of the scale of its own figures.
#[derive(Debug, Clone, Copy, Default)]
pub struct RowScale {
    /// A scale named in the label or in a heading, for amounts of money.
    amounts: Option<u32>,
    /// The same for share counts.
    pub(super) shares: Option<u32>,
    /// Label or headings name money per something.
    unscaled: bool,
    /// The label names the average of one of many things: `Average revenue per system`.
    averages: bool,
    /// The label names what there is of something per day or week.
    of_days: bool,
    /// Headings announce data of operations.
    of_operations: bool,
    /// Among these, the label is that of an item of a statement all the same.
    is_item: bool,
}

impl RowScale {
    /// Reads a label or a heading. What names things by the amounts that they bring, `Sales volume
    /// (in millions)   $17,209`, is scaled as these are.
    fn of_text(text: &str) -> Self {
        let scale = knowledge::scale_of(text).map(|(scale, _)| scale);
        let measure = scale.and_then(|_| knowledge::measure_of(&knowledge::plain(text)));
        let counted = measure == Some(Measure::Pure);
        // `Proceeds of dilutive options (000)`
        let begins_as_amount = || {
            let plain = knowledge::plain(text);
            plain.split(' ').next().is_some_and(knowledge::names_amount)
        };
        Self {
            amounts: scale.filter(|_| measure != Some(Measure::Shares) || begins_as_amount()),
            shares: scale.filter(|_| !counted && measure != Some(Measure::Money)),
            unscaled: knowledge::is_unscaled(text),
            averages: knowledge::is_average_of_one(text),
            of_days: knowledge::is_of_days(text),
            of_operations: knowledge::announces_statistics(text),
            is_item: false,
        }
    }

    /// Reads a heading. One that names what is counted beneath it, such as `Carloads (thousands)`,
    /// says nothing of rows that count something else. What it says is reckoned may be per
    /// something, no row on the way to it.
    fn of_heading(text: &str) -> Self {
        let read = Self::of_text(text);
        let counted = knowledge::measure_of(&knowledge::plain(text)) == Some(Measure::Pure);
        Self {
            amounts: read.amounts.filter(|_| !counted),
            unscaled: read.unscaled && !knowledge::heads_reckoning(text),
            ..read
        }
    }

    /// The scale that the row tells by itself.
    pub fn told(&self, unit: Unit) -> Option<u32> {
        match unit {
            Unit::Shares => self.shares,
            _ => self.amounts.or_else(|| self.unscaled.then_some(1)),
        }
    }

    /// What this says, and what headings further out say beyond that.
    fn or(self, outer: Self) -> Self {
        Self {
            amounts: self.amounts.or(outer.amounts),
            shares: self.shares.or(outer.shares),
            unscaled: self.unscaled || outer.unscaled,
            averages: self.averages,
            of_days: self.of_days,
            of_operations: self.of_operations || outer.of_operations,
            is_item: self.is_item,
        }
    }
}

/// Reads what rows say of their scale; rows below the same headings share what these say.
#[derive(Debug, Default)]
pub struct RowScales {
    /// Nothing but amounts stands among cash flows and changes in equity, whatever a label tells
    /// beside.
    of_flows: bool,
    section: Vec<Arc<str>>,
    of_section: RowScale,
}

impl RowScales {
    /// A reader of the rows of a statement.
    pub fn of(kind: Kind) -> Self {
        Self { of_flows: matches!(kind, Kind::CashFlow | Kind::Equity), ..Self::default() }
    }

    /// What a label and the headings above it say.
    pub fn read(&mut self, label: &str, section: &[Arc<str>]) -> RowScale {
        // A sum that closes a section is printed as what it sums up.
        let closes = || self.section.len() > section.len() && self.section.starts_with(section);
        let of_closed = Some(self.of_section).filter(|_| closes() && is_bare_sum(label));
        if self.section != section {
            self.section = section.to_vec();
            let headings = section.iter().rev().map(|heading| RowScale::of_heading(heading));
            self.of_section = headings.fold(RowScale::default(), RowScale::or);
        }
        let row = RowScale::of_text(label).or(of_closed.unwrap_or(self.of_section));
        let is_item = || is_money(label) && !knowledge::tells_of_one(&knowledge::plain(label));
        RowScale {
            is_item: row.of_operations && is_item(),
            unscaled: row.unscaled && (row.of_operations || !self.of_flows),
            ..row
        }
    }
}

const MILLION: u32 = 1_000_000;

/// Whether a label says no more than that something is summed up: `Total (excluding amounts due
/// within one year)`.
pub(super) fn is_bare_sum(label: &str) -> bool {
    let label = knowledge::split_aside(label).map_or(label, |(bare, _)| bare);
    label.is_empty() || ["total", "totals"].iter().any(|sum| label.eq_ignore_ascii_case(sum))
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
    let mut out = Scale {
        amounts: None,
        shares: None,
        named: currency(head, &stub, &captions),
        excepts_operations: false,
        of_dollars: false,
        supposed: false,
    };
    // Most texts name no scale, and need no closer look.
    let names_scale = |text: &&str| knowledge::scale_of(text).is_some();
    let telling: Vec<&str> = texts.into_iter().filter(names_scale).collect();
    let of_columns = telling.first() == Some(&joined.as_str());
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
    out.excepts_operations = telling.iter().any(|text| {
        exception(&knowledge::plain(text)).is_some_and(knowledge::announces_statistics)
    });
    if telling.contains(&joined.as_str())
        && let Some((piece, shares)) = scale_of_share_columns(head)
    {
        let apart = joined.replace(&piece, "");
        let amounts = telling.iter().map(|&text| if text == joined { &apart } else { text });
        if let Some((amounts, _)) = amounts.into_iter().find_map(read) {
            out.amounts = Some(amounts);
            out.shares = Some(shares);
        }
    } else if of_columns && let Some(amounts) = scale_of_money_columns(head) {
        out.amounts = Some(amounts);
    }
    out
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
    let counts_shares =
        |c: &&ColumnHead| knowledge::column_measure(c.plain()) == Some(Measure::Shares);
    let (shares, others): (Vec<_>, Vec<_>) = head.columns.iter().partition(counts_shares);
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

/// For each column, whether it counts shares in full beside others that alone tell a scale of theirs:
/// `Preferred Shares   4,000,000` beside `Common Shares (000's)   135,490`, or beside amounts that
/// all do: `Shares Outstanding   42,841,277` beside `Amount (000's)   $ 428,413`.
pub fn counts_in_full(lines: &Lines<'_>, draft: &Draft) -> Vec<bool> {
    let heads = &draft.head.columns;
    let counts = |k: usize| knowledge::column_measure(heads[k].plain()) == Some(Measure::Shares);
    let tells = |k: usize| heads[k].pieces.iter().any(|p| knowledge::scale_of(p).is_some());
    let most = |k: usize| {
        let cells = draft.cells().filter(|c| c.column == k);
        cells.filter_map(|c| figure::parse(c.face(lines)).value).max()
    };
    let columns = 0..heads.len();
    let scaled: Vec<usize> = columns.clone().filter(|k| counts(*k) && tells(*k)).collect();
    let in_thousands = |k: &usize| most(*k).is_some_and(|v| v < MILLION.into());
    let in_full = |k: usize| counts(k) && most(k).is_some_and(|v| v >= MILLION.into());
    let are_apart = !scaled.is_empty() && scaled.iter().all(in_thousands);
    // One alone may stand over the middle of them all.
    let amounts_tell = || {
        let elsewhere = |k: &usize| is_scaled_elsewhere(&draft.head, &heads[*k]);
        columns.clone().filter(|k| tells(*k)).count() > 1
            && columns.clone().filter(|k| counts(*k)).all(|k| elsewhere(&k))
    };
    let are_apart = are_apart || amounts_tell();
    columns.clone().map(|k| are_apart && in_full(k)).collect()
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
    let tells = |column: &ColumnHead| {
        column.pieces.iter().any(|piece| knowledge::scale_of(&knowledge::plain(piece)).is_some())
    };
    let above = [head.stub.join(" "), joined_captions(head)];
    head.columns.iter().any(tells)
        && !tells(column)
        && above.iter().all(|text| knowledge::scale_of(&knowledge::plain(text)).is_none())
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

/// The scale of a remark that speaks of shares and of nothing else: `(shares in thousands)`.
fn of_shares_alone(text: &str) -> Option<u32> {
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

pub(super) fn read(text: &str) -> Option<Found> {
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
fn exception(remark: &str) -> Option<&str> {
    let at = remark.find("except").or_else(|| remark.find("other than"))?;
    let rest = &remark[at..];
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

/// Whether a remark on units, in plain form, takes out what is earned and amounts per share: it is
/// that of shares then, `in thousands, except net income (loss) and per share amounts`.
fn excepts_results(remark: &str) -> bool {
    let Some(excepted) = exception(remark) else { return false };
    let mut parts = excepted.split(',').flat_map(|part| part.split(" and ")).map(str::trim_ascii);
    let is_result = |part: &str| {
        knowledge::signs(part).any(|sign| sign == Sign::Result) && !knowledge::holds(part, "per")
    };
    parts.next().is_some_and(is_result)
        && parts.next().is_some_and(|part| part.starts_with("per share"))
        && parts.next().is_none()
}

/// A remark on units up to what it takes out.
pub(in crate::statement) fn without_exception(remark: &str) -> &str {
    let at = remark.to_ascii_lowercase().find("except").unwrap_or(remark.len());
    &remark[..at]
}

/// The scale named behind the first one, given where that begins.
pub(super) fn after(plain: &str, at: usize) -> Option<u32> {
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
pub(super) fn currencies(lines: &Lines<'_>, draft: &Draft) -> Vec<Currency> {
    let table = draft.scale.currency();
    let columns = draft.head.columns.iter();
    if table == Currency::USD {
        return columns.map(|_| table).collect();
    }
    let in_dollars = |head: &&ColumnHead| {
        !knowledge::has_dollar_sign(table)
            && (head.text().contains('$') || knowledge::holds(head.plain(), "dollars"))
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

/// A scale of amounts, and one of share counts where they have their own.
pub(super) type Found = (u32, Option<u32>);

pub(super) fn found(draft: &Draft) -> Option<Found> {
    draft.scale.amounts.map(|amounts| (amounts, draft.scale.shares))
}
