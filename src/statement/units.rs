//! What figures are printed in: scale, currency, per-share and share rows, percentages.

use std::cell::OnceCell;
use std::mem;
use std::sync::Arc;

use rust_decimal::Decimal;

use crate::align::header::{ColumnHead, Head};
use crate::align::rows::{AlignedRow, PlacedToken, is_count};
use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::{Class, Lines};
use crate::record::{Currency, Kind, Unit};
use crate::statement::{Draft, is_percent, item_heading, opens_note, title};

/// What one printed unit stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// Of amounts of money; none where nothing says.
    pub amounts: Option<u32>,
    /// Of share counts, where they have one of their own; 1 for `except share data`.
    pub shares: Option<u32>,
    /// Of counts, where the table has nothing else and states it itself.
    pub counts: Option<u32>,
    /// Currency of the amounts, where something names it.
    pub named: Option<Currency>,
}

impl Scale {
    /// Currency of the amounts.
    pub fn currency(&self) -> Currency {
        self.named.unwrap_or(Currency::USD)
    }

    /// The scale of a figure: a scale named in the row's own label or heading comes first.
    pub fn of(&self, unit: Unit, row: &RowScale) -> Option<u32> {
        match unit {
            Unit::Shares => row.shares.or(self.shares).or(self.amounts),
            Unit::Pure => self.counts.or(Some(1)),
            _ if row.amounts.is_some() => row.amounts,
            _ if row.unscaled => Some(1),
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
    shares: Option<u32>,
    /// Label or headings name money per something.
    unscaled: bool,
}

impl RowScale {
    /// Reads a label or a heading. One that names what is counted beneath it, such as `Numerator (in
    /// millions)`, says nothing of rows that count something else.
    fn of_text(text: &str) -> Self {
        let scale = knowledge::scale_of(text).map(|(scale, _)| scale);
        let measure = scale.and_then(|_| knowledge::measure_of(&knowledge::plain(text)));
        Self {
            amounts: scale.filter(|_| measure != Some(Measure::Shares)),
            shares: scale.filter(|_| measure != Some(Measure::Money)),
            unscaled: knowledge::is_unscaled(text),
        }
    }

    /// What this says, and what headings further out say beyond that.
    fn or(self, outer: Self) -> Self {
        Self {
            amounts: self.amounts.or(outer.amounts),
            shares: self.shares.or(outer.shares),
            unscaled: self.unscaled || outer.unscaled,
        }
    }
}

/// Reads what rows say of their scale; rows below the same headings share what these say.
#[derive(Debug, Default)]
pub struct RowScales {
    section: Vec<Arc<str>>,
    of_section: RowScale,
}

impl RowScales {
    /// What a label and the headings above it say.
    pub fn read(&mut self, label: &str, section: &[Arc<str>]) -> RowScale {
        // A sum that closes a section is printed as what it sums up.
        let closes = || self.section.len() > section.len() && self.section.starts_with(section);
        let of_closed = Some(self.of_section).filter(|_| is_bare_sum(label) && closes());
        if self.section != section {
            self.section = section.to_vec();
            let headings = section.iter().rev().map(|heading| RowScale::of_text(heading));
            self.of_section = headings.fold(RowScale::default(), RowScale::or);
        }
        RowScale::of_text(label).or(of_closed.unwrap_or(self.of_section))
    }
}

/// Whether a label says no more than that something is summed up.
fn is_bare_sum(label: &str) -> bool {
    label.is_empty() || label.eq_ignore_ascii_case("total")
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
        counts: None,
        named: currency(head, &stub, &captions),
    };
    // Most texts name no scale, and need no closer look.
    let names_scale = |text: &&str| knowledge::scale_of(text).is_some();
    let telling: Vec<&str> = texts.into_iter().filter(names_scale).collect();
    if let Some((amounts, shares)) = telling.iter().copied().find_map(read) {
        out.amounts = Some(amounts);
        out.shares = shares;
    }
    out.shares = out.shares.or_else(|| telling.iter().copied().find_map(of_shares_alone));
    if telling.contains(&joined.as_str())
        && let Some((piece, shares)) = scale_of_share_columns(head)
    {
        let apart = joined.replace(&piece, "");
        let amounts = telling.iter().map(|&text| if text == joined { &apart } else { text });
        if let Some((amounts, _)) = amounts.into_iter().find_map(read) {
            out.amounts = Some(amounts);
            out.shares = Some(shares);
        }
    }
    // A stub that says what is counted beneath it says nothing of what else is.
    let names_count = || knowledge::measure_of(&knowledge::plain(&stub)) == Some(Measure::Pure);
    out.counts = out.amounts.filter(|_| !names_count());
    out
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

/// Words over the columns, each once: a unit line may span them all.
fn unique_pieces(head: &Head) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for piece in head.columns.iter().flat_map(|c| &c.pieces) {
        if !out.contains(piece) {
            out.push(piece.clone());
        }
    }
    out
}

fn joined_captions(head: &Head) -> String {
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

fn read(text: &str) -> Option<Found> {
    let (scale, at) = knowledge::scale_of(text)?;
    let plain = knowledge::plain(text);
    if speaks_of_shares_alone(&plain, at) {
        return None;
    }
    let rest = &plain[at..];
    for (word, value) in [("thousands", 1000), ("millions", 1_000_000)] {
        let own = [
            format!("shares in {word}"),
            format!("share amounts in {word}"),
            format!("share data in {word}"),
        ];
        if own.iter().any(|phrase| plain.contains(phrase.as_str()))
            && !plain.contains(&format!("per share amounts in {word}"))
        {
            let amounts = if plain.find(&own[0]).is_some_and(|s| s < at && at < s + 12) {
                after(&plain, at).unwrap_or(scale)
            } else {
                scale
            };
            return Some((amounts, Some(value)));
        }
    }
    let except = rest.find("except").or_else(|| rest.find("other than"));
    let excepted = except.map(|e| &rest[e..]).filter(|text| excepts_shares(text));
    let shares = excepted.map(|text| {
        let said_of_them = text.rfind("share").and_then(|at| knowledge::scale_of(&text[at..]));
        said_of_them.map_or(1, |(scale, _)| scale)
    });
    Some((scale, shares))
}

/// The scale named behind the first one.
fn after(plain: &str, at: usize) -> Option<u32> {
    knowledge::scale_of(&plain[at + 12..]).map(|(scale, _)| scale)
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

/// The currency that the head of a table names. Column heads that name several foreign ones say what
/// the money is owed or hedged in, not what it is printed in.
fn currency(head: &Head, stub: &str, captions: &str) -> Option<Currency> {
    let over_columns = || {
        let pieces = head.columns.iter().flat_map(|c| &c.pieces);
        let mut named: Vec<Currency> =
            pieces.filter_map(|piece| knowledge::currency_of(piece)).collect();
        let first = *named.first()?;
        named.retain(|currency| *currency != Currency::USD);
        let foreign = named.first().copied();
        named.iter().all(|currency| Some(*currency) == foreign).then_some(foreign.unwrap_or(first))
    };
    knowledge::currency_of(stub).or_else(over_columns).or_else(|| knowledge::currency_of(captions))
}

/// The currency of each column: its own words may name another than the table's.
fn currencies(draft: &Draft) -> Vec<Currency> {
    let table = draft.scale.currency();
    let columns = draft.head.columns.iter();
    if table == Currency::USD {
        return columns.map(|_| table).collect();
    }
    let own = |head: &ColumnHead| head.pieces.iter().rev().find_map(|p| knowledge::currency_of(p));
    columns.map(|head| own(head).unwrap_or(table)).collect()
}

/// How many of the nearest tables with a scale are asked for it.
const NEIGHBOURS: usize = 8;

/// Gives a scale to tables without one: that of the nearest table in which the same amounts stand,
/// of the table that they carry on, or of the head of their page or note.
pub fn inherit_scales(lines: &Lines<'_>, drafts: &mut [Draft]) {
    if drafts.iter().all(|d| d.scale.amounts.is_some()) {
        return;
    }
    let read: Vec<OnceCell<Vec<u128>>> = vec![OnceCell::new(); drafts.len()];
    let rows = RowsWithScale::read(lines, drafts);
    let mut sure: Vec<bool> = drafts.iter().map(|d| d.scale.amounts.is_some()).collect();
    for i in 0..drafts.len() {
        if drafts[i].scale.amounts.is_some() {
            continue;
        }
        let by_amounts =
            same_amounts(lines, drafts, &read, &sure, i).and_then(|k| found(&drafts[k]));
        sure[i] = by_amounts.is_some();
        let scale = by_amounts.or_else(|| {
            let own = &drafts[i];
            if !has_money(lines, own) || counts_shares(own) {
                return None;
            }
            rows.scale_of(lines, own)
                .or_else(|| carried_on(lines, drafts, i))
                .or_else(|| head_in_force(lines, drafts, i))
        });
        if let Some((amounts, shares)) = scale {
            let scale = &mut drafts[i].scale;
            scale.amounts = Some(amounts);
            scale.shares = scale.shares.or(shares);
        }
    }
}

/// Gives a currency to tables that name none: that of the nearest table that names one and in which
/// the same amounts stand.
pub fn inherit_currencies(lines: &Lines<'_>, drafts: &mut [Draft]) {
    let foreign = |draft: &Draft| draft.scale.currency() != Currency::USD;
    if !drafts.iter().any(foreign) {
        return;
    }
    let read: Vec<OnceCell<Vec<u128>>> = vec![OnceCell::new(); drafts.len()];
    let named: Vec<bool> = drafts.iter().map(|d| d.scale.named.is_some()).collect();
    for i in (0..drafts.len()).filter(|&i| !named[i]) {
        drafts[i].scale.named =
            same_amounts(lines, drafts, &read, &named, i).and_then(|k| drafts[k].scale.named);
    }
}

/// A scale of amounts, and one of share counts where they have their own.
type Found = (u32, Option<u32>);

fn found(draft: &Draft) -> Option<Found> {
    draft.scale.amounts.map(|amounts| (amounts, draft.scale.shares))
}

/// Whether anything in a table looks like money. Small counts agree with any table by accident.
fn has_money(lines: &Lines<'_>, draft: &Draft) -> bool {
    let mut faces =
        draft.rows.iter().flat_map(|r| &r.cells).map(|c| &lines.face(c.line)[c.token.span()]);
    faces.any(|f| f.contains(['$', ',']))
}

/// The nearest table, of those of which something is sure, in which the same amounts stand.
fn same_amounts(
    lines: &Lines<'_>,
    drafts: &[Draft],
    read: &[OnceCell<Vec<u128>>],
    sure: &[bool],
    i: usize,
) -> Option<usize> {
    let scaled = |k: &usize| sure[*k];
    let enough = if has_money(lines, &drafts[i]) { 8 } else { 3 };
    let before = (0..i).rev().filter(scaled).take(NEIGHBOURS);
    let after = (i + 1..drafts.len()).filter(scaled).take(NEIGHBOURS);
    let mut near: Vec<usize> = before.chain(after).collect();
    near.sort_by_key(|&k| (k.abs_diff(i), k));
    let amounts = |k: usize| read[k].get_or_init(|| amounts(lines, &drafts[k]));
    near.truncate(NEIGHBOURS);
    let own = amounts(i);
    let same = near.iter().copied().find(|&k| {
        let shared = own.iter().filter(|a| amounts(k).binary_search(a).is_ok()).count();
        shared >= 2 && shared * enough >= own.len() || shared >= 1 && own.len() <= 4
    });
    same.or_else(|| {
        // Sums may stand in several tables: those of each year in its own.
        let long = || own.iter().filter(|a| is_long(**a));
        near.retain(|&k| long().any(|a| amounts(k).binary_search(a).is_ok()));
        let is_shared = |a: &&u128| near.iter().any(|&k| amounts(k).binary_search(a).is_ok());
        let agree = || near.windows(2).all(|k| found(&drafts[k[0]]) == found(&drafts[k[1]]));
        let nearest = near.first().copied();
        nearest.filter(|_| long().filter(is_shared).count() >= 2 && agree())
    })
}

/// Rows of money of all tables that state a scale, to be found again wherever they stand.
struct RowsWithScale {
    /// What is known a row by, and its scale; sorted.
    marks: Vec<(Mark, Found)>,
}

/// What a row of money can be known again by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// Two amounts side by side.
    Pair(u128, u128),
    /// The key of the label, and an amount.
    Labelled(String, u128),
}

impl RowsWithScale {
    /// Reads the rows that hold an amount of some table without a scale.
    fn read(lines: &Lines<'_>, drafts: &[Draft]) -> Self {
        let without = drafts.iter().filter(|draft| found(draft).is_none());
        let mut sought: Vec<u128> = without
            .flat_map(|draft| &draft.rows)
            .flat_map(|row| long_amounts(lines, row))
            .flatten()
            .collect();
        sought.sort_unstable();
        sought.dedup();
        let mut marks: Vec<(Mark, Found)> = drafts
            .iter()
            .filter_map(|draft| found(draft).map(|scale| (draft, scale)))
            .flat_map(|(draft, scale)| {
                let marks = row_marks(lines, draft, |amount| sought.binary_search(&amount).is_ok());
                marks.into_iter().map(move |mark| (mark, scale))
            })
            .collect();
        marks.sort_unstable();
        marks.dedup();
        Self { marks }
    }

    /// The scale of the tables that have a row of this one, where they agree.
    fn scale_of(&self, lines: &Lines<'_>, draft: &Draft) -> Option<Found> {
        let mut scales = row_marks(lines, draft, |_| true).into_iter().flat_map(|mark| {
            let from = self.marks.partition_point(|(known, _)| *known < mark);
            self.marks[from..].iter().take_while(move |(known, _)| *known == mark).map(|(_, s)| *s)
        });
        let first = scales.next()?;
        scales.all(|(amounts, _)| amounts == first.0).then_some(first)
    }
}

/// What the rows of a table can be known again by that hold an amount which is sought.
fn row_marks(lines: &Lines<'_>, draft: &Draft, is_sought: impl Fn(u128) -> bool) -> Vec<Mark> {
    let mut out = Vec::new();
    for row in &draft.rows {
        let amounts = long_amounts(lines, row);
        if !amounts.iter().flatten().any(|amount| is_sought(*amount)) {
            continue;
        }
        if knowledge::measure_of(&row.plain).is_some_and(|m| m != Measure::Money)
            || knowledge::scale_of(&row.plain).is_some()
        {
            continue;
        }
        out.extend(amounts.windows(2).filter_map(|pair| match *pair {
            [Some(a), Some(b)] if a != b => Some(Mark::Pair(a, b)),
            _ => None,
        }));
        let key = knowledge::key(&row.label);
        if !key.is_empty() {
            let whole = amounts.iter().flatten();
            out.extend(whole.map(|amount| Mark::Labelled(key.clone(), *amount)));
        }
    }
    out
}

/// The amounts of a row, where they are long enough not to agree by accident.
fn long_amounts(lines: &Lines<'_>, row: &AlignedRow) -> Vec<Option<u128>> {
    let faces = row.cells.iter().map(|c| &lines.face(c.line)[c.token.span()]);
    faces.map(|f| if f.contains(',') { amount(f) } else { None }).collect()
}

/// The scale of the table before, where this one carries it on: in the same `<TABLE>`, with nothing
/// between them but the same header once more, or with no more than the marks of a new one.
fn carried_on(lines: &Lines<'_>, drafts: &[Draft], i: usize) -> Option<Found> {
    let (before, own) = (&drafts[i.checked_sub(1)?], &drafts[i]);
    let scale = found(before)?;
    if own.head.caption.iter().any(|c| knowledge::title_kind(&c.text).is_some()) {
        return None;
    }
    let near = before.first_line().saturating_sub(HEAD_IN_FORCE)..own.block.first_row;
    let mut marks = near.rev().filter(|&l| {
        let line = lines.get(l);
        line.opens_table || line.closes_table
    });
    let same_table =
        marks.next().is_some_and(|l| lines.get(l).opens_table && l < before.block.first_row);
    let silent = |l| !matches!(lines.class(l), Class::Text | Class::Figures | Class::Years);
    let adjacent = own.head.caption.is_empty()
        && own.head.intro.is_empty()
        && (before.last_line() + 1..own.first_line()).all(silent);
    let marked = || {
        (before.last_line() + 1..own.first_line()).any(|l| lines.get(l).closes_table)
            && (before.last_line() + 1..own.block.first_row).any(|l| lines.get(l).opens_table)
            && (before.last_line() + 1..own.first_line()).all(|l| lines.class(l) == Class::Mark)
    };
    (same_table || adjacent && (before.head.same_columns(&own.head) || marked())).then_some(scale)
}

/// How far above a table a head is looked for.
const HEAD_IN_FORCE: usize = 600;
/// How far above a table the head of the notes in which it stands is looked for.
const HEAD_OF_NOTES: usize = 6000;

/// The scale in the head of the page, of the note or of all notes in which a table stands, or in a
/// sentence above it that speaks of tables.
fn head_in_force(lines: &Lines<'_>, drafts: &[Draft], i: usize) -> Option<Found> {
    let own = &drafts[i];
    let mut outer = drafts[..i].iter().rev().peekable();
    let (mut on_page, mut in_notes, mut above_note) = (true, false, false);
    let first = own.head.body;
    for at in (first.saturating_sub(HEAD_OF_NOTES)..first).rev() {
        if !in_notes && at + HEAD_IN_FORCE < first {
            break;
        }
        while outer.next_if(|d| at < d.first_line()).is_some() {}
        let other = outer.peek().filter(|d| at <= d.last_line());
        if other.is_some_and(|d| at >= d.head.body) {
            continue;
        }
        match lines.class(at) {
            Class::Page => on_page = false,
            Class::Text => {
                let text = &lines.face(at)[lines.get(at).indent as usize..];
                if item_heading(text).is_some() {
                    return None;
                }
                match heads_notes(text) {
                    Some(Notes::Continued) => in_notes |= on_page,
                    Some(Notes::Begin) if on_page || in_notes => return remark_below(lines, at),
                    Some(Notes::Begin) => return None,
                    None => {}
                }
                // The head of a note may be taken for the title of its first table.
                if !above_note && opens_note(lines, at) {
                    above_note = true;
                    if let Some(found) = read(text) {
                        return Some(found);
                    }
                }
                if above_note {
                    continue;
                }
                if on_page && other.is_none() && heads_page(lines, at) {
                    return read(text);
                }
                if knowledge::speaks_of_tables(text)
                    && let Some(found) = read(text)
                {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}

/// Where the notes to financial statements begin, or a page on which they go on.
enum Notes {
    Begin,
    Continued,
}

fn heads_notes(text: &str) -> Option<Notes> {
    if !text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("notes")) {
        return None;
    }
    let title = knowledge::plain(text);
    if !title.starts_with("notes to ") || !knowledge::holds(&title, "financial statements") {
        return None;
    }
    let continued = title.split(|c: char| !c.is_alphabetic()).any(|word| word.starts_with("cont"));
    Some(if continued { Notes::Continued } else { Notes::Begin })
}

/// The scale of a remark in parentheses beneath a title.
fn remark_below(lines: &Lines<'_>, title: usize) -> Option<Found> {
    let mut printed =
        (title + 1..lines.len().min(title + 4)).filter(|&l| lines.class(l) != Class::Blank);
    let remark = lines.face(printed.next()?).trim();
    read(remark).filter(|_| remark.starts_with('(') && remark.ends_with(')'))
}

/// Whether a line is a unit in parentheses under the title at the head of a page.
fn heads_page(lines: &Lines<'_>, at: usize) -> bool {
    const TITLE: usize = 3;
    let text = lines.face(at).trim_ascii();
    if !(text.starts_with('(') && text.ends_with(')')) {
        return false;
    }
    let above = (at.saturating_sub(4 * TITLE)..at).rev().map(|l| lines.class(l));
    let printed: Vec<Class> =
        above.filter(|class| *class != Class::Blank).take(TITLE + 1).collect();
    let title = printed.iter().take_while(|class| **class == Class::Text).count();
    title > 0 && printed.get(title) == Some(&Class::Page)
}

/// What one printed share stands for, where earnings, earnings per share and shares of one column say
/// so: the words do not. `In thousands, except per share amounts` stands over counts in thousands and
/// over counts in full. None where the scale that the words give agrees, or where nothing does.
pub fn share_scale(lines: &Lines<'_>, draft: &Draft, units: &[Unit]) -> Option<u32> {
    let by_words = draft.scale.of(Unit::Shares, &RowScale::default())?;
    let divided = |unit: &Unit| matches!(unit, Unit::PerShare(_));
    if draft.scale.amounts.is_none() || !units.contains(&Unit::Shares) || !units.iter().any(divided)
    {
        return None;
    }
    let columns = Divisions::read(lines, draft, units);
    let agrees = |scale: &u32| columns.iter().any(|column| column.agrees(*scale));
    if agrees(&by_words) {
        return None;
    }
    let mut others = [1, 1000, 1_000_000].into_iter().filter(agrees);
    let found = others.next()?;
    others.next().is_none().then_some(found)
}

/// The figures of one column of which the first are the product of the others.
#[derive(Debug, Default)]
struct Divisions {
    /// Net income, in base units.
    earnings: Vec<Rounded>,
    per_share: Vec<Rounded>,
    /// Shares, as printed.
    shares: Vec<Rounded>,
    /// Whether they are units of a partnership, of which there may be few.
    in_units: bool,
}

/// The size of a figure and how much of it may be due to rounding.
#[derive(Debug, Clone, Copy)]
struct Rounded {
    size: Decimal,
    error: Decimal,
}

impl Rounded {
    fn read(face: &str, scale: u32) -> Option<Self> {
        let figure = figure::parse(face);
        let scale = Decimal::from(scale);
        let half = Decimal::new(5, figure.fraction_digits + 1);
        let size = figure.value?.abs().checked_mul(scale)?;
        Some(Self { size, error: half.checked_mul(scale)? })
    }

    /// Whether a figure is no more than its rounding.
    fn is_vague(&self) -> bool {
        self.size <= self.error + self.error
    }
}

impl Divisions {
    /// Reads the figures of each column. Counts whose label has a scale of its own need none.
    fn read(lines: &Lines<'_>, draft: &Draft, units: &[Unit]) -> Vec<Self> {
        let mut out: Vec<Self> = Vec::new();
        out.resize_with(draft.grid.columns.len(), Self::default);
        let mut scales = RowScales::default();
        let mut rest = units;
        for row in &draft.rows {
            let units = rest.split_off(..row.cells.len()).unwrap_or_default();
            let is = |wanted: fn(&Unit) -> bool| units.iter().any(wanted);
            let earned = is(|u| matches!(u, Unit::Money(_))) && is_net_income(&row.label);
            let counted = is(|u| *u == Unit::Shares) && !knowledge::is_part_of_shares(&row.plain);
            if !earned && !counted && !is(|u| matches!(u, Unit::PerShare(_))) {
                continue;
            }
            let own = scales.read(&row.label, &row.section);
            for (cell, unit) in row.cells.iter().zip(units) {
                let figure = |scale| {
                    let face = &lines.face(cell.line)[cell.token.span()];
                    Rounded::read(face, scale).filter(|figure| !figure.is_vague())
                };
                let column = &mut out[cell.column];
                match unit {
                    Unit::Money(_) if earned => {
                        column.earnings.extend(draft.scale.of(*unit, &own).and_then(figure));
                    }
                    Unit::PerShare(_) => column.per_share.extend(figure(1)),
                    Unit::Shares if counted && own.shares.is_none() => {
                        column.shares.extend(figure(1));
                        column.in_units |= knowledge::holds(&row.plain, "units");
                    }
                    _ => {}
                }
            }
        }
        out
    }

    /// Whether some shares of this scale, times some amount per share, are some net income. What
    /// preferred stock takes of it, or the year's mean differs by, is allowed for; no scale is nearer
    /// to another than a factor of a thousand.
    fn agrees(&self, scale: u32) -> bool {
        /// Whoever reports to the public has more shares than that. Where fewer come out, the words
        /// do not speak of the earnings: `in thousands, except net income`.
        const FEWEST_SHARES: u32 = 500_000;
        let fewest = Decimal::from(if self.in_units { 0 } else { FEWEST_SHARES });
        let allowance = Decimal::new(1, 1);
        let is_product = |earned: &Rounded, share: &Rounded, count: &Rounded| {
            let shares = count.size.checked_mul(Decimal::from(scale))?;
            let product = shares.checked_mul(share.size)?;
            let error = shares.checked_mul(share.error)? + earned.error + earned.size * allowance;
            Some(shares >= fewest && (product - earned.size).abs() <= error)
        };
        self.earnings.iter().any(|earned| {
            self.per_share.iter().any(|share| {
                self.shares.iter().any(|count| is_product(earned, share, count) == Some(true))
            })
        })
    }
}

/// Whether a label names what earnings per share are a part of.
fn is_net_income(label: &str) -> bool {
    matches!(
        knowledge::concept(&knowledge::key(label), Kind::Income),
        Some("NetIncomeLoss" | "NetIncomeLossAvailableToCommonStockholdersBasic")
    )
}

/// The larger amounts of a table, sorted.
fn amounts(lines: &Lines<'_>, draft: &Draft) -> Vec<u128> {
    let cells = draft.rows.iter().flat_map(|r| &r.cells);
    let mut out: Vec<u128> =
        cells.filter_map(|c| amount(&lines.face(c.line)[c.token.span()])).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Whether an amount has six digits or more: two of them do not agree by accident, as sums do with
/// those of another table.
fn is_long(amount: u128) -> bool {
    amount >= 12_u128.pow(5)
}

/// The digits and points of a larger amount, put in one number that is the same for no other
/// amount; none for a smaller one.
fn amount(raw: &str) -> Option<u128> {
    let (mut number, mut length, mut point) = (0_u128, 0, None);
    for b in raw.bytes().filter(|b| b.is_ascii_digit() || *b == b'.') {
        if b == b'.' {
            point = point.or(Some(length));
        }
        number = number.wrapping_mul(12).wrapping_add((b - b'.').into());
        length += 1;
    }
    let small = length < 3 || point == Some(0) || length == 4 && point == Some(1);
    (!small).then_some(number)
}

/// The unit of every figure of a draft, cell by cell.
pub fn measures(lines: &Lines<'_>, draft: &Draft) -> Vec<Unit> {
    let currencies = currencies(draft);
    let mut columns: Vec<Option<Measure>> =
        (0..draft.grid.columns.len()).map(|k| column_measure(lines, draft, k)).collect();
    // `Shares   Amount`
    if columns.contains(&Some(Measure::Shares)) {
        for (measure, head) in columns.iter_mut().zip(&draft.head.columns) {
            if measure.is_none() && head.plain().ends_with("amount") {
                *measure = Some(Measure::Money);
            }
        }
    }
    dividends_beside_prices(lines, draft, &mut columns);
    let rows = row_measures(lines, draft, &columns);
    let unit = |cell: &PlacedToken, row: Option<Measure>| {
        if is_percent(lines, cell.line, &cell.token) {
            return Unit::Percent;
        }
        let currency = currencies[cell.column];
        match columns[cell.column].or(row) {
            None | Some(Measure::Money) => Unit::Money(currency),
            Some(Measure::PerShare) => Unit::PerShare(currency),
            Some(Measure::Shares) => Unit::Shares,
            Some(Measure::Percent) => Unit::Percent,
            Some(Measure::Ratio) => Unit::Ratio,
            Some(Measure::Pure) => Unit::Pure,
        }
    };
    let mut out = Vec::with_capacity(draft.rows.iter().map(|row| row.cells.len()).sum());
    for (row, measure) in draft.rows.iter().zip(rows) {
        out.extend(row.cells.iter().map(|cell| unit(cell, measure)));
    }
    out
}

/// Beside columns of prices, `High   Low   Dividend`, dividends are per share as these are.
fn dividends_beside_prices(lines: &Lines<'_>, draft: &Draft, columns: &mut [Option<Measure>]) {
    let is_price = |head: &ColumnHead| head.pieces.iter().any(|p| knowledge::heads_prices(p));
    let mut heads = draft.head.columns.iter().zip(&*columns);
    if !heads.any(|(head, measure)| *measure == Some(Measure::PerShare) && is_price(head)) {
        return;
    }
    for (k, head) in draft.head.columns.iter().enumerate() {
        let pays = head.pieces.iter().any(|p| knowledge::heads_dividends(p));
        if columns[k].is_none() && pays {
            let cells = draft.rows.iter().flat_map(|r| &r.cells).filter(|c| c.column == k);
            let faces: Vec<&str> = cells.map(|c| &lines.face(c.line)[c.token.span()]).collect();
            columns[k] = Some(Measure::PerShare).filter(|m| fits(*m, &faces));
        }
    }
}

/// What each row measures, where it or something about it says so.
fn row_measures(
    lines: &Lines<'_>,
    draft: &Draft,
    columns: &[Option<Measure>],
) -> Vec<Option<Measure>> {
    let mut last: Option<Measure> = None;
    let mut out = Vec::with_capacity(draft.rows.len());
    for row in &draft.rows {
        last = if row.cells.is_empty() {
            None
        } else if counts_things(lines, draft, row, last, columns)
            // An income statement counts things only beneath its shares.
            && (draft.kind != Kind::Income || out.contains(&Some(Measure::PerShare)))
        {
            Some(Measure::Pure)
        } else {
            row_measure(lines, draft, row, last, columns)
        };
        out.push(last);
    }
    if matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow) {
        return out;
    }
    let prints: Vec<Print> = draft.rows.iter().map(|r| Print::of(lines, r, columns)).collect();
    percents_run_on(draft, &prints, &mut out);
    if let Some(silent) = silent_rows(lines, draft) {
        for (measure, print) in out.iter_mut().zip(&prints) {
            if measure.is_none() && fits(silent, &print.faces) {
                *measure = Some(silent);
            }
        }
    }
    sums_of_counts(draft, &prints, &mut out);
    per_share_runs_on(&prints, &mut out);
    whole_prices(draft, &prints, &mut out);
    out
}

/// Whether a row counts things: its label names nothing else, `Employees - year-end`, and neither its
/// figures nor what stands above it speak of money. What opens or closes follows such a row.
fn counts_things(
    lines: &Lines<'_>,
    draft: &Draft,
    row: &AlignedRow,
    last: Option<Measure>,
    columns: &[Option<Measure>],
) -> bool {
    // Segments may be called by the things they run: `Restaurants`.
    if matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity | Kind::Segment) {
        return false;
    }
    let counted = knowledge::is_counted(&row.plain)
        || last == Some(Measure::Pure) && knowledge::is_change_of_count(&row.plain);
    let of_money = || {
        let heading = row.section.last().map(|heading| knowledge::plain(heading));
        let heads_money = |heading: &String| {
            let item = || knowledge::signs(&knowledge::key(heading)).next().is_some();
            (knowledge::counts_money(heading) || knowledge::gathers_items(heading) || item())
                && !knowledge::is_unscaled(heading)
        };
        knowledge::counts_money(&draft.title) || heading.as_ref().is_some_and(heads_money)
    };
    let is_whole =
        |print: Print<'_>| print.decimals() == 0 && !print.holds('$') && !print.holds('%');
    counted
        && is_whole(Print::of(lines, row, columns))
        && !of_money()
        && !is_part_of_money(lines, draft, row)
}

/// Whether a row that names things is added up with rows that name none, or under a dollar sign:
/// `Stores` among the kinds of property that are owed for.
fn is_part_of_money(lines: &Lines<'_>, draft: &Draft, row: &AlignedRow) -> bool {
    /// Rows above or below that may be added up.
    const NEAR: usize = 30;
    let Some(column) = row.cells.iter().find(|c| c.token.has_digits()).map(|c| c.column) else {
        return false;
    };
    let Some(at) = draft.rows.iter().position(|other| std::ptr::eq(other, row)) else {
        return false;
    };
    let face = |row: &AlignedRow| -> Option<&str> {
        let cell = row.cells.iter().find(|c| c.column == column)?;
        Some(&lines.face(cell.line)[cell.token.span()])
    };
    let value = |row: &AlignedRow| face(row).and_then(|f| figure::parse(f).value);
    let is_money = |row: &&AlignedRow| {
        let things = knowledge::is_counted(&row.plain)
            || knowledge::is_change_of_count(&row.plain)
            || knowledge::measure_of(&row.plain) == Some(Measure::Pure);
        !row.cells.is_empty() && !things || face(row).is_some_and(|f| f.contains('$'))
    };
    let above = &draft.rows[at.saturating_sub(NEAR)..=at];
    let below = &draft.rows[at + 1..draft.rows.len().min(at + 1 + NEAR)];
    // What the rows from some row above to this one come to, and whether there is money among them.
    let mut sums: Vec<(Decimal, bool)> = Vec::with_capacity(above.len());
    let (mut sum, mut money) = (Decimal::ZERO, false);
    for row in above.iter().rev() {
        sum += value(row).unwrap_or_default();
        money |= is_money(&row);
        sums.push((sum, money));
    }
    let (mut sum, mut money) = (Decimal::ZERO, false);
    below.iter().any(|row| {
        let Some(own) = value(row) else { return false };
        let dollars = face(row).is_some_and(|f| f.contains('$'));
        let is_sum = sums
            .iter()
            .any(|(part, of_money)| (*of_money || money || dollars) && own == part + sum);
        sum += own;
        money |= is_money(&row);
        is_sum
    })
}

/// How the figures of a row are printed, but for those whose column says what they are.
struct Print<'t> {
    faces: Vec<&'t str>,
}

impl<'t> Print<'t> {
    fn of(lines: &'t Lines<'_>, row: &AlignedRow, columns: &[Option<Measure>]) -> Self {
        let own = row.cells.iter().filter(|c| columns[c.column].is_none());
        Self { faces: own.map(|c| &lines.face(c.line)[c.token.span()]).collect() }
    }

    fn holds(&self, sign: char) -> bool {
        self.faces.iter().any(|f| f.contains(sign))
    }

    /// The faces that hold digits.
    fn figures(&self) -> impl Iterator<Item = &'t str> + '_ {
        self.faces.iter().copied().filter(|f| has_digits(f))
    }

    /// The most digits behind a decimal point.
    fn decimals(&self) -> usize {
        self.figures().map(decimals).max().unwrap_or(0)
    }

    /// Neither a sign of money nor an amount in thousands.
    fn is_bare(&self) -> bool {
        !self.holds('$') && !self.holds(',')
    }

    /// Figures as per-share amounts are printed: cents, and nothing in the thousands.
    fn in_cents(&self) -> bool {
        !self.holds(',') && !self.holds('%') && self.decimals() >= 2
    }
}

fn has_digits(face: &str) -> bool {
    face.contains(|c: char| c.is_ascii_digit())
}

/// Digits behind the decimal point.
fn decimals(face: &str) -> usize {
    face.split_once('.')
        .map_or(0, |(_, rest)| rest.chars().take_while(char::is_ascii_digit).count())
}

/// A percent sign may stand on the first row of a block alone, as a dollar sign does. Rows that
/// say nothing follow it while they look like it: as many decimals, and no sign of money.
fn percents_run_on(draft: &Draft, prints: &[Print<'_>], measures: &mut [Option<Measure>]) {
    let money = |p: &Print<'_>| p.holds('$') || p.figures().any(|f| f.contains(','));
    let signs: Vec<Option<Measure>> = measures
        .iter()
        .zip(prints)
        .map(|(measure, print)| match measure {
            Some(Measure::Percent) if print.holds('%') => Some(Measure::Percent),
            _ => print.holds('$').then_some(Measure::Money),
        })
        .collect();
    let has_money = prints.iter().any(money);
    let whole_money =
        prints.iter().filter(|p| money(p) && !p.in_cents()).all(|p| p.decimals() == 0);
    // For each row, the sign below it, its own included.
    let mut below = signs.clone();
    for at in (1..below.len()).rev() {
        below[at - 1] = below[at - 1].or(below[at]);
    }
    // The row above with the nearest sign.
    let mut last = None;
    for at in 0..measures.len() {
        let above = last.filter(|&k: &usize| signs[k] == Some(Measure::Percent));
        if signs[at].is_some() {
            last = Some(at);
        }
        let print = &prints[at];
        // What a heading calls ratios may be printed in percent.
        let by_heading = |at: usize| {
            measures[at] == Some(Measure::Ratio)
                && knowledge::measure_of(&draft.rows[at].plain).is_none()
                && below[at] == Some(Measure::Percent)
                && above.is_some_and(|k| draft.rows[k].section == draft.rows[at].section)
        };
        if measures[at].is_some() && !by_heading(at) || print.faces.is_empty() || !print.is_bare() {
            continue;
        }
        let Some(above) = above else {
            if draft.common_size {
                measures[at] = Some(Measure::Percent);
            }
            continue;
        };
        let alike =
            print.figures().next().is_none() || print.decimals() == prints[above].decimals();
        let named =
            knowledge::concept(&knowledge::key(&draft.rows[at].label), draft.kind).is_some();
        let among_percents = below[at] == Some(Measure::Percent) && !named;
        let unlike_money = whole_money && print.decimals() > 0;
        if draft.common_size || alike && (!has_money || among_percents || unlike_money) {
            measures[at] = Some(Measure::Percent);
        }
    }
}

/// Whether a table shows an income statement in parts of its first line, `100.0`.
pub fn is_common_size(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    let faces = |row: &AlignedRow| -> Vec<&str> {
        row.cells.iter().map(|c| &lines.face(c.line)[c.token.span()]).collect()
    };
    let mut figures = rows.iter().filter(|r| !r.cells.is_empty());
    let whole = figures.next().is_some_and(|first| {
        knowledge::concept(&knowledge::key(&first.label), Kind::Income) == Some("Revenues")
            && faces(first)
                .iter()
                .all(|f| matches!(f.trim_end_matches('%'), "100" | "100.0" | "100.00"))
    });
    whole && figures.flat_map(faces).all(|f| !f.contains(['$', ',']))
}

/// Among rows of per-share amounts, others printed in cents are per share as well: parts of
/// earnings, unlabelled sums. Where the money of the table has cents too, that is no sign.
fn per_share_runs_on(prints: &[Print<'_>], measures: &mut [Option<Measure>]) {
    let whole = |face: &str| face.contains(['$', ',']) && decimals(face) < 2;
    let cents = |face: &str| face.contains(',') && decimals(face) >= 2;
    let all = || prints.iter().flat_map(Print::figures);
    if all().any(cents) || !all().any(whole) {
        return;
    }
    let figures: Vec<usize> = (0..prints.len()).filter(|&k| !prints[k].faces.is_empty()).collect();
    let goes_on = |&k: &usize| match measures[k] {
        Some(measure) => measure == Measure::PerShare,
        None => prints[k].in_cents() || prints[k].figures().next().is_none(),
    };
    let runs: Vec<Vec<usize>> = figures.split(|k| !goes_on(k)).map(<[usize]>::to_vec).collect();
    for run in runs {
        // Dashes at the ends of a run belong as well to what stands beside it.
        let firm = |&k: &usize| measures[k].is_some() || prints[k].in_cents();
        let (first, last) = (run.iter().position(firm), run.iter().rposition(firm));
        if run.iter().any(|&k| measures[k].is_some())
            && let (Some(first), Some(last)) = (first, last)
        {
            run[first..=last].iter().for_each(|&k| measures[k] = Some(Measure::PerShare));
        }
    }
}

/// `Total` below two or more counts, of shares or of other things, is one as well.
fn sums_of_counts(draft: &Draft, prints: &[Print<'_>], measures: &mut [Option<Measure>]) {
    let (mut counted, mut counts) = (None, 0);
    for (at, row) in draft.rows.iter().enumerate() {
        if counts > 1 && measures[at].is_none() && is_bare_sum(&row.label) && !prints[at].holds('$')
        {
            measures[at] = counted;
        }
        let own = measures[at].filter(|m| matches!(m, Measure::Shares | Measure::Pure));
        counts =
            if own.is_some() && own == counted { counts + 1 } else { usize::from(own.is_some()) };
        counted = own;
    }
}

/// Prices in fractions are whole now and then: `Low    55 3/8    57`, `Low    57`. Under a heading of
/// prices, small whole numbers are prices where others are in fractions or the label names one.
fn whole_prices(draft: &Draft, prints: &[Print<'_>], measures: &mut [Option<Measure>]) {
    let in_fractions = |k: usize| {
        measures[k] == Some(Measure::PerShare) && prints[k].faces.iter().any(|f| f.contains('/'))
    };
    let headings: Vec<&[Arc<str>]> = (0..prints.len())
        .filter(|&k| in_fractions(k))
        .map(|k| draft.rows[k].section.as_slice())
        .collect();
    for (row, (print, measure)) in draft.rows.iter().zip(prints.iter().zip(measures)) {
        let heading = row.section.last().map(|h| knowledge::plain(h));
        if measure.is_none()
            && print.figures().all(|f| f.trim_start_matches(['$', ' ']).len() <= 3)
            && (headings.contains(&row.section.as_slice()) || knowledge::heads_prices(&row.label))
            && heading.is_some_and(|h| knowledge::measure_of(&h) == Some(Measure::PerShare))
        {
            *measure = Some(Measure::PerShare);
        }
    }
}

/// What a column's header, or the signs on its figures, say that it measures.
fn column_measure(lines: &Lines<'_>, draft: &Draft, column: usize) -> Option<Measure> {
    let cells: Vec<_> = draft
        .rows
        .iter()
        .flat_map(|r| &r.cells)
        .filter(|c| c.column == column && c.token.has_digits())
        .collect();
    let percents = cells.iter().filter(|c| is_percent(lines, c.line, &c.token)).count();
    if percents > 0 && percents * 2 > cells.len() && draft.grid.columns.len() > 1 {
        let elsewhere = draft
            .rows
            .iter()
            .flat_map(|r| &r.cells)
            .filter(|c| c.column != column && is_percent(lines, c.line, &c.token))
            .count();
        if elsewhere <= percents * (draft.grid.columns.len() - 1) / 2 {
            return Some(Measure::Percent);
        }
    }
    if percents > 0 && is_share_of_neighbour(lines, draft, column) {
        return Some(Measure::Percent);
    }
    let head = &draft.head.columns[column];
    let header = head.plain();
    let spec = &draft.specs[column];
    let dated = !spec.years.is_empty() || spec.month_day.is_some() || spec.quarter.is_some();
    let faces: Vec<&str> = cells
        .iter()
        .map(|c| &lines.face(c.line)[c.token.span()])
        .filter(|f| !f.contains('%'))
        .collect();
    if head.pieces.iter().any(|p| knowledge::heads_prices(p)) && fits(Measure::PerShare, &faces) {
        return Some(Measure::PerShare);
    }
    let dated = dated && draft.kind != Kind::Equity;
    let found = if dated {
        own_words_measure(&draft.head, column)?
    } else {
        knowledge::column_measure(header)?
    };
    let printed_so = match found {
        // A column of prices alone may hold whole dollars.
        Measure::PerShare if !dated => faces.iter().all(|f| !f.contains(',')),
        _ => fits(found, &faces),
    };
    let of_money = found != Measure::PerShare && header.contains("($)");
    (printed_so && !of_money).then_some(found)
}

/// What a column of a period measures: of its words, those that name no period, do not stand over
/// all columns, and are nearest to the figures.
fn own_words_measure(head: &Head, column: usize) -> Option<Measure> {
    let own = |piece: &&String| !head.columns.iter().all(|c| c.pieces.contains(piece));
    let pieces = || head.columns[column].beside_period().filter(own);
    let words = pieces().map(String::as_str).collect::<Vec<_>>().join(" ");
    let whole = knowledge::column_measure(&knowledge::plain(&words));
    if whole == Some(Measure::Pure) {
        return whole;
    }
    pieces().rev().find_map(|piece| knowledge::column_measure(&knowledge::plain(piece)))
}

/// Whether a column between amounts bears percent signs on its first and last figures only. On one
/// that is called a change or a ratio, that of the first is enough, as that of a first dollar is.
fn is_share_of_neighbour(lines: &Lines<'_>, draft: &Draft, column: usize) -> bool {
    let faces = |in_column: bool| -> Vec<&str> {
        let cells = draft.rows.iter().flat_map(|r| &r.cells);
        cells
            .filter(|c| (c.column == column) == in_column && c.token.has_digits())
            .map(|c| &lines.face(c.line)[c.token.span()])
            .collect()
    };
    let own = faces(true);
    let signed = |face: Option<&&str>| face.is_some_and(|f| f.contains('%'));
    let alike = || own.iter().all(|f| decimals(f) == decimals(own[0]));
    signed(own.first())
        && (signed(own.last())
            || knowledge::may_be_percent(draft.head.columns[column].plain()) && alike())
        && own.iter().all(|f| !f.contains(['$', ',']))
        && faces(false).iter().any(|f| f.contains('$'))
        && draft.rows.iter().find(|r| !r.cells.is_empty()).is_some_and(|r| {
            r.cells.iter().any(|c| !is_percent(lines, c.line, &c.token) && c.token.has_digits())
        })
}

fn row_measure(
    lines: &Lines<'_>,
    draft: &Draft,
    row: &AlignedRow,
    last: Option<Measure>,
    columns: &[Option<Measure>],
) -> Option<Measure> {
    let mut faces: Vec<&str> =
        row.cells.iter().map(|c| &lines.face(c.line)[c.token.span()]).collect();
    if faces.iter().any(|f| f.contains('%')) {
        let of_periods: Vec<_> = row
            .cells
            .iter()
            .filter(|c| columns[c.column].is_none() && c.token.has_digits())
            .filter(|c| !knowledge::is_no_period(draft.head.columns[c.column].plain()))
            .collect();
        let percents = of_periods.iter().filter(|c| is_percent(lines, c.line, &c.token)).count();
        let first = of_periods.first().is_some_and(|c| is_percent(lines, c.line, &c.token));
        if percents * 2 > of_periods.len() || first {
            return Some(Measure::Percent);
        }
    }
    // What a column says of its own figures says nothing of the row's.
    let mut own = row.cells.iter().map(|c| columns[c.column].is_none());
    if own.clone().any(|own| own) {
        faces.retain(|_| own.next().unwrap_or(false));
    }
    if faces.iter().any(|f| figure::is_multiple(f)) {
        return Some(Measure::Ratio);
    }
    let label = row.plain.as_str();
    if knowledge::heads_prices(label) && faces.iter().any(|f| f.contains('/')) {
        return Some(Measure::PerShare);
    }
    let headings = || row.section.iter().rev().map(|s| knowledge::plain(s));
    let by_label = knowledge::measure_of(label);
    if by_label == Some(Measure::Money) || names_stock(label) {
        return Some(Measure::Money);
    }
    // A price in whole dollars is one all the same.
    let small = || faces.iter().all(|f| f.trim_start_matches(['$', ' ']).len() <= 3);
    if by_label == Some(Measure::PerShare) && knowledge::holds(label, "price") && small() {
        return by_label;
    }
    if let Some(found) = by_label {
        let silent = !faces.iter().any(|f| has_digits(f));
        let stock = (found == Measure::Shares || found == Measure::PerShare && silent)
            && matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity);
        let numerator =
            || headings().next().and_then(|h| knowledge::measure_of(&h)) == Some(Measure::Money);
        let of_money = match found {
            Measure::Shares => numerator() && !label.starts_with("denominator"),
            Measure::PerShare => !shows_cents(&faces) && numerator(),
            // `Expected return on assets    (7)` is what the assets are expected to earn.
            Measure::Percent => {
                knowledge::is_plan_cost(label) && !faces.iter().any(|f| f.contains(['.', '%']))
            }
            _ => false,
        };
        let below_one = |f: &&str| has_digits(f) && f.starts_with(['.', '0']) && !f.contains('%');
        if found == Measure::Percent
            && knowledge::holds(label, "ratio")
            && faces.iter().filter(|f| has_digits(f)).all(below_one)
            && faces.iter().any(|f| has_digits(f))
        {
            // `Operating ratio    .912`
            return Some(Measure::Ratio);
        }
        let fitting = Some(found).filter(|m| fits(*m, &faces) && !stock && !of_money);
        // `Shares used in calculating:`, and beneath it what they are used for.
        let used = || {
            found == Measure::PerShare
                && !stock
                && headings().next().and_then(|h| knowledge::measure_of(&h))
                    == Some(Measure::Shares)
                && fits(Measure::Shares, &faces)
        };
        return fitting.or_else(|| used().then_some(Measure::Shares));
    }
    let ditto = label.starts_with('-') || knowledge::is_ditto(label);
    if ditto && let Some(last) = last.filter(|m| fits(*m, &faces)) {
        return Some(last);
    }
    if matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow) {
        return None;
    }
    // Under a heading of per-share amounts, figures without cents are those they are worked out of.
    let fits_heading =
        |m: &Measure| fits(*m, &faces) && (*m != Measure::PerShare || shows_cents(&faces));
    headings().find_map(|h| knowledge::measure_of(&h)).filter(fits_heading)
}

/// Whether figures are printed as prices are, in cents or fractions. Dashes may be anything.
fn shows_cents(faces: &[&str]) -> bool {
    let mut figures = faces.iter().filter(|f| has_digits(f)).peekable();
    figures.peek().is_none() || figures.any(|f| decimals(f) >= 2 || f.contains('/'))
}

/// Whether a label describes a class of stock, its par value and the shares in issue: what stands
/// beside it is what the stock is carried at.
fn names_stock(label: &str) -> bool {
    let Some(at) = label.find("stock") else { return false };
    let counted = || knowledge::holds(label, "shares") && label[at..].split(' ').any(is_count);
    (knowledge::holds(label, "par value") || counted())
        && !["shares", "number", "weighted"].iter().any(|word| label.starts_with(word))
}

/// What the rows measure that say nothing of it, neither they nor their headings.
fn silent_rows(lines: &Lines<'_>, draft: &Draft) -> Option<Measure> {
    if has_dollars(lines, draft) {
        return None;
    }
    let titles = format!(
        "{} {} {} {}",
        draft.title,
        draft.head.stub.join(" "),
        joined_captions(&draft.head),
        title::last_sentence(&draft.head.intro)
    );
    if matches!(draft.kind, Kind::SelectedData | Kind::Schedule | Kind::Other | Kind::Segment)
        && knowledge::announces_counts(&knowledge::plain(&titles))
    {
        return Some(Measure::Pure);
    }
    counts_shares(draft).then_some(Measure::Shares)
}

/// Whether a table holds counts and no amounts.
pub fn holds_counts(lines: &Lines<'_>, draft: &Draft) -> bool {
    silent_rows(lines, draft) == Some(Measure::Pure)
}

fn has_dollars(lines: &Lines<'_>, draft: &Draft) -> bool {
    draft
        .rows
        .iter()
        .flat_map(|r| &r.cells)
        .any(|c| lines.face(c.line)[c.token.span()].contains('$'))
}

/// A table of shares: title, sentence above or its only remark on units says so.
fn counts_shares(draft: &Draft) -> bool {
    let title = knowledge::plain(&draft.title);
    if title.starts_with("shares of ") || title.starts_with("number of shares") {
        return true;
    }
    if !matches!(draft.kind, Kind::Schedule | Kind::Other) || draft.scale.amounts.is_some() {
        return false;
    }
    if draft.scale.shares.is_some() || rolls_grants_forward(draft) {
        return true;
    }
    let intro = knowledge::plain(title::last_sentence(&draft.head.intro));
    knowledge::holds(&intro, "shares of common stock")
        && (knowledge::holds(&intro, "reserved") || knowledge::holds(&intro, "issuance"))
}

/// Whether rows tell what becomes of awards of shares: `Granted`, `Exercised`, `Canceled`.
fn rolls_grants_forward(draft: &Draft) -> bool {
    let figures = draft.rows.iter().filter(|r| !r.cells.is_empty());
    figures.filter(|r| knowledge::is_of_grants(&r.label)).count() >= 2
}

/// Whether the figures of a row look like what its words say.
fn fits(measure: Measure, faces: &[&str]) -> bool {
    let dollars = faces.iter().any(|f| f.contains('$'));
    let digits = || faces.iter().filter(|f| has_digits(f));
    match measure {
        Measure::Money => true,
        Measure::PerShare => {
            digits().all(|f| !f.contains(','))
                && (digits().next().is_none()
                    || digits().any(|f| f.contains('.') || f.contains('/')))
        }
        Measure::Shares | Measure::Pure => !dollars,
        Measure::Percent | Measure::Ratio => {
            // `Expected return on assets    (514)` is no rate.
            let large = |f: &&&str| {
                f.bytes().filter(u8::is_ascii_digit).count() > 2
                    && !f.contains(['.', '%'])
                    && **f != "100"
            };
            let all_large = digits().next().is_some() && digits().all(|f| large(&f));
            !dollars && digits().all(|f| !f.contains(',')) && !all_large
        }
    }
}
