//! The scale of tables that state none: that of a table with the same amounts, of the one that they
//! carry on, or of the head of their page or note.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::align::header::Head;
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure};
use crate::lex::block::{item_heading, numbers_exhibit};
use crate::lex::line::{Class, Lines};
use crate::period::Spec;
use crate::record::{Currency, Kind};
use crate::statement::Draft;
use crate::statement::items::opens_note;
use crate::statement::print::is_percent;
use crate::statement::units::rows::counts_shares;
use crate::statement::units::scale::{Found, found, read};
use crate::statement::units::{CENTS, decimals};

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
        let before = &drafts[..i];
        let supposed =
            scale.is_none().then(|| scale_of_statements(lines, before, &drafts[i])).flatten();
        if let Some((amounts, shares)) = scale.or(supposed) {
            let scale = &mut drafts[i].scale;
            scale.amounts = Some(amounts);
            scale.shares = scale.shares.or(shares);
            scale.supposed = supposed.is_some();
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

/// Whether anything in a table looks like money. Small counts agree with any table by accident.
pub(super) fn has_money(lines: &Lines<'_>, draft: &Draft) -> bool {
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
    let all = own.len() + percentages(lines, &drafts[i]);
    let same = near.iter().copied().find(|&k| {
        let shared = own.iter().filter(|a| amounts(k).binary_search(a).is_ok());
        // Many numbers of three digits agree with some of another table by accident.
        let short = shared.clone().all(|a| is_short(*a));
        let enough = if short { enough.min(FEW_TO_ONE) } else { enough };
        let shared = shared.count();
        shared >= 2 && shared * enough >= all || shared >= 1 && all <= 4
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
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Mark {
    /// Two amounts side by side.
    Pair(u128, u128),
    /// The key of the label, and an amount.
    Labelled(String, u128),
    /// The key of the label, and all amounts, however small: `Income taxes   (19)   (494)`.
    Whole(String, Vec<u128>),
}

impl RowsWithScale {
    /// Reads the rows that hold an amount of some table without a scale.
    fn read(lines: &Lines<'_>, drafts: &[Draft]) -> Self {
        let without = drafts.iter().filter(|draft| found(draft).is_none());
        let whole: HashSet<Mark> = without
            .clone()
            .flat_map(|draft| draft.rows.iter().filter_map(|row| whole_mark(lines, row)))
            .collect();
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
                let mut marks =
                    row_marks(lines, draft, |amount| sought.binary_search(&amount).is_ok());
                let rows = draft.rows.iter().filter_map(|row| {
                    let mark = whole_mark(lines, row).filter(|mark| whole.contains(mark))?;
                    is_of_money(row).then_some(mark)
                });
                marks.extend(rows);
                marks.into_iter().map(move |mark| (mark, scale))
            })
            .collect();
        marks.sort_unstable();
        marks.dedup();
        Self { marks }
    }

    /// The scale of the tables that have a row of this one, where they agree.
    fn scale_of(&self, lines: &Lines<'_>, draft: &Draft) -> Option<Found> {
        let rows = draft.rows.iter().filter(|row| is_of_money(row));
        let whole = rows.filter_map(|row| whole_mark(lines, row));
        let marks = row_marks(lines, draft, |_| true).into_iter().chain(whole);
        let mut scales = marks.flat_map(|mark| {
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
        if !is_of_money(row) {
            continue;
        }
        out.extend(amounts.windows(2).filter_map(|pair| match *pair {
            [Some(a), Some(b)] if a != b => Some(Mark::Pair(a, b)),
            _ => None,
        }));
        let key = row.key();
        if !key.is_empty() {
            let whole = amounts.iter().flatten();
            out.extend(whole.map(|amount| Mark::Labelled(key.to_owned(), *amount)));
        }
    }
    out
}

/// Whether the label of a row names neither another measure than money nor a scale of its own.
fn is_of_money(row: &AlignedRow) -> bool {
    knowledge::measure_of(&row.plain).is_none_or(|measure| measure == Measure::Money)
        && knowledge::scale_of(&row.plain).is_none()
}

/// What a row can be known again by in all that it holds, small as it may be: its label and its
/// amounts, two at least that differ. Nils and percentages of change are none of them.
fn whole_mark(lines: &Lines<'_>, row: &AlignedRow) -> Option<Mark> {
    let cells = row.cells.iter().filter(|c| !is_percent(lines, c.line, &c.token));
    let faces: Vec<&str> = cells.map(|c| &lines.face(c.line)[c.token.span()]).collect();
    // Amounts per share are printed in full whatever the scale.
    if faces.iter().any(|face| decimals(face) >= CENTS) {
        return None;
    }
    let amounts: Vec<u128> = faces.into_iter().map(digits).filter(|amount| *amount > 0).collect();
    let differ = amounts.windows(2).any(|pair| pair[0] != pair[1]);
    let key = row.key();
    (differ && !key.is_empty()).then(|| Mark::Whole(key.to_owned(), amounts))
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
    let silent = |l| !matches!(lines.class(l), Class::Text | Class::Figures | Class::Years);
    let right_below =
        own.head.intro.is_empty() && (before.last_line() + 1..own.first_line()).all(silent);
    // `Balance sheet highlights:` heads some rows more of the same sheet.
    let headed = || {
        matches!(&own.head.caption[..], [heading]
            if heading.text.ends_with(':') && knowledge::title_kind(&heading.text).is_some())
    };
    if right_below && headed() && own.grid.begins_like(&before.grid) {
        return Some(scale);
    }
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
    let adjacent = right_below && own.head.caption.is_empty();
    let marked = || {
        (before.last_line() + 1..own.first_line()).any(|l| lines.get(l).closes_table)
            && (before.last_line() + 1..own.block.first_row).any(|l| lines.get(l).opens_table)
            && (before.last_line() + 1..own.first_line()).all(|l| lines.class(l) == Class::Mark)
    };
    // A header of other dates right below, without a title, carries on the table: over columns at
    // the same places, or over balances of the size of its amounts.
    let are_balances = || {
        let holds = |row: &AlignedRow| knowledge::concept(row.key(), Kind::BalanceSheet).is_some();
        own.rows.iter().any(holds) && are_alike_in_size(lines, own, before)
    };
    let dated = || {
        own.specs.iter().all(|s| s.has_date() && s.length.is_none())
            && (own.grid.stands_like(&before.grid) || are_balances())
    };
    // So does one of other days over columns of the same names: `Units   Dollars`.
    let named = || {
        let names = |head: &Head| -> Vec<String> {
            let mut names: Vec<String> =
                head.columns.iter().flat_map(|c| c.beside_period().cloned()).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let own_names = names(&own.head);
        own.specs.iter().all(Spec::has_date)
            && !own_names.is_empty()
            && own_names == names(&before.head)
    };
    let carries_on = || before.head.same_columns(&own.head) || marked() || dated() || named();
    (same_table || adjacent && carries_on()).then_some(scale)
}

/// Whether the largest amounts of two tables, of those that bear a sign of currency, are as printed
/// of one size, as total assets and sales are.
fn are_alike_in_size(lines: &Lines<'_>, one: &Draft, other: &Draft) -> bool {
    const MOST: u128 = 10;
    let (one, other) = (largest(lines, one), largest(lines, other));
    one.min(other) > 0 && one.max(other) / one.min(other) <= MOST
}

/// The largest amount with a sign of currency as it is printed, without what follows the point.
fn largest(lines: &Lines<'_>, draft: &Draft) -> u128 {
    let cells = draft.rows.iter().flat_map(|r| &r.cells);
    let faces = cells.map(|c| &lines.face(c.line)[c.token.span()]).filter(|f| f.contains('$'));
    faces.map(whole).max().unwrap_or(0)
}

/// A figure as it is printed, without what follows the point.
fn whole(face: &str) -> u128 {
    let digits = face.split('.').next().unwrap_or(face).bytes().filter(u8::is_ascii_digit);
    digits.fold(0_u128, |sum, b| sum.saturating_mul(10).saturating_add(u128::from(b - b'0')))
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

/// The scale of the statements that a table in their notes belongs to, where all of them state the
/// same and the figures of the table may be such amounts too. That is supposed, not told.
fn scale_of_statements(lines: &Lines<'_>, before: &[Draft], own: &Draft) -> Option<Found> {
    let states = |draft: &&Draft| {
        matches!(draft.kind, Kind::Income | Kind::BalanceSheet | Kind::CashFlow)
            && knowledge::title_kind(&draft.title) == Some(draft.kind)
    };
    let statements: Vec<&Draft> = before.iter().filter(states).collect();
    let scale = found(statements.first()?)?;
    let agree = statements.iter().all(|d| found(d).is_some_and(|(amounts, _)| amounts == scale.0));
    if statements.len() < 2 || !agree || !stands_in_notes(lines, own.head.body) {
        return None;
    }
    let size = Size::of(lines, &own.rows);
    if counts_shares(own) {
        let shares = scale.1.unwrap_or(scale.0);
        let counts = |row: &&AlignedRow| knowledge::measure_of(&row.plain) == Some(Measure::Shares);
        let outstanding =
            Size::of(lines, statements.iter().flat_map(|d| &d.rows).filter(counts)).largest;
        return (size.largest <= outstanding).then_some((scale.0, Some(shares)));
    }
    let whole = Size::of(lines, statements.iter().flat_map(|d| &d.rows));
    (has_money(lines, own) && size.fits(&whole)).then_some(scale)
}

/// How large the figures of a table are as printed, and how they are printed.
struct Size {
    /// Of those without cents, as amounts per share have them.
    largest: u128,
    /// One digit stands behind the point of some.
    tenths: bool,
    /// No more than thousands stand in any.
    rounded: bool,
}

impl Size {
    fn of<'r>(lines: &Lines<'_>, rows: impl IntoIterator<Item = &'r AlignedRow>) -> Self {
        let cells = rows.into_iter().flat_map(|r| &r.cells);
        let faces: Vec<&str> = cells
            .filter(|c| !is_percent(lines, c.line, &c.token))
            .map(|c| &lines.face(c.line)[c.token.span()])
            .collect();
        let mut large = faces.iter().filter(|f| f.contains(',')).peekable();
        Self {
            largest: faces
                .iter()
                .filter(|f| decimals(f) < CENTS)
                .map(|f| whole(f))
                .max()
                .unwrap_or(0),
            tenths: faces.iter().any(|f| decimals(f) == 1),
            rounded: large.peek().is_some() && large.all(|f| f.contains(",000")),
        }
    }

    /// Whether figures of this size may be parts of those.
    fn fits(&self, whole: &Self) -> bool {
        (1..=whole.largest).contains(&self.largest)
            && (!self.tenths || whole.tenths)
            && !self.rounded
    }
}

/// Whether a line stands below the head of the notes to financial statements, with no other item or
/// exhibit of the filing between.
fn stands_in_notes(lines: &Lines<'_>, line: usize) -> bool {
    let above = (line.saturating_sub(HEAD_OF_NOTES)..line).rev();
    let mut texts = above
        .filter(|&at| lines.class(at) == Class::Text)
        .map(|at| lines.face(at).trim_ascii())
        .take_while(|text| item_heading(text).is_none() && !numbers_exhibit(text));
    texts.any(|text| heads_notes(text).is_some())
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

/// The larger amounts of a table, sorted. Percentages are none, they stand in tables of any scale;
/// nor is what has a scale of its own: `Net income (in millions)`.
pub(super) fn amounts(lines: &Lines<'_>, draft: &Draft) -> Vec<u128> {
    let rows = draft.rows.iter().filter(|row| knowledge::scale_of(&row.plain).is_none());
    let cells = rows.flat_map(|r| &r.cells);
    let cells = cells.filter(|c| !is_percent(lines, c.line, &c.token));
    let mut out: Vec<u128> =
        cells.filter_map(|c| amount(&lines.face(c.line)[c.token.span()])).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// How many figures of a table bear a percent sign.
fn percentages(lines: &Lines<'_>, draft: &Draft) -> usize {
    let cells = draft.rows.iter().flat_map(|r| &r.cells);
    cells.filter(|c| is_percent(lines, c.line, &c.token)).count()
}

/// Of so many numbers, one at least is to be found again where all that are have three digits.
const FEW_TO_ONE: usize = 3;

/// Whether an amount has three digits.
fn is_short(amount: u128) -> bool {
    amount < 12_u128.pow(3)
}

/// Whether an amount has six digits or more: two of them do not agree by accident, as sums do with
/// those of another table.
fn is_long(amount: u128) -> bool {
    amount >= 12_u128.pow(5)
}

/// What [`digits`] makes of a larger amount; none for a smaller one.
fn amount(raw: &str) -> Option<u128> {
    let (mut length, mut point) = (0, None);
    for b in raw.bytes().filter(|b| b.is_ascii_digit() || *b == b'.') {
        if b == b'.' {
            point = point.or(Some(length));
        }
        length += 1;
    }
    let small = length < 3 || point == Some(0) || length == 4 && point == Some(1);
    (!small).then(|| digits(raw))
}

/// The digits of an amount and the points among them, put in one number that is the same for no
/// other amount.
fn digits(raw: &str) -> u128 {
    let digits = raw.bytes().filter(|b| b.is_ascii_digit() || *b == b'.');
    digits.fold(0, |number: u128, b| number.wrapping_mul(12).wrapping_add((b - b'.').into()))
}
