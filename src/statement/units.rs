//! What figures are printed in: scale, currency, per-share and share rows, percentages.

use std::cell::{LazyCell, OnceCell};
use std::sync::Arc;

use crate::align::header::Head;
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::record::{Currency, Kind, Unit};
use crate::statement::{Draft, is_percent, title};

/// What one printed unit stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// Of amounts of money; none where nothing says.
    pub amounts: Option<u32>,
    /// Of share counts, where they have one of their own; 1 for `except share data`.
    pub shares: Option<u32>,
    /// Currency of the amounts.
    pub currency: Currency,
}

impl Scale {
    /// The scale of a figure: a scale named in the row's own label or heading comes first.
    pub fn of(&self, unit: Unit, row: &RowScale) -> Option<u32> {
        if row.own.is_some() {
            return row.own;
        }
        match unit {
            Unit::Shares => self.shares.or(self.amounts),
            _ if row.unscaled => Some(1),
            _ => self.amounts,
        }
    }
}

/// What a row says of the scale of its own figures.
#[derive(Debug, Clone, Copy, Default)]
pub struct RowScale {
    /// A scale named in the label or in a heading.
    own: Option<u32>,
    /// Label or headings name money per something.
    unscaled: bool,
}

impl RowScale {
    /// What a row's label says of it, else the headings above.
    pub fn of_row(label: &str, headings: Self) -> Self {
        let label = Self::of_text(label);
        Self { own: label.own.or(headings.own), unscaled: label.unscaled || headings.unscaled }
    }

    /// What the headings above rows say of it, the innermost first.
    pub fn of_headings(section: &[Arc<str>]) -> Self {
        section.iter().fold(Self::default(), |outer, heading| Self::of_row(heading, outer))
    }

    fn of_text(text: &str) -> Self {
        Self {
            own: knowledge::scale_of(text).map(|(scale, _)| scale),
            unscaled: knowledge::is_unscaled(text),
        }
    }
}

/// Reads the scale from the head of a table: the line nearest to the columns decides.
pub fn scale(head: &Head) -> Scale {
    let columns: Vec<String> = unique_pieces(head);
    let joined = columns.join(" ");
    let captions = joined_captions(head);
    let stub = head.stub.join(" ");
    let texts = [
        stub.as_str(),
        joined.as_str(),
        captions.as_str(),
        title::last_sentence(&head.intro),
        head.intro.as_str(),
    ];
    let mut out = Scale { amounts: None, shares: None, currency: currency(&texts) };
    for text in texts {
        if let Some((amounts, shares)) = read(text) {
            out.amounts = Some(amounts);
            out.shares = shares;
            break;
        }
    }
    out
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

fn read(text: &str) -> Option<(u32, Option<u32>)> {
    let (scale, at) = knowledge::scale_of(text)?;
    let plain = knowledge::plain(text);
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
    let shares = except.filter(|&e| excepts_shares(&rest[e..])).map(|_| 1);
    Some((scale, shares))
}

/// The scale named behind the first one.
fn after(plain: &str, at: usize) -> Option<u32> {
    knowledge::scale_of(&plain[at + 12..]).map(|(scale, _)| scale)
}

/// Whether `except ...` takes share counts out: `except share and per share data` does,
/// `except per share data` does not.
fn excepts_shares(text: &str) -> bool {
    let end = text.find(')').unwrap_or(text.len());
    let words: Vec<&str> =
        text[..end].split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.iter().enumerate().any(|(i, w)| {
        matches!(*w, "share" | "shares") && !words[i.saturating_sub(5)..i].contains(&"per")
    })
}

fn currency(texts: &[&str]) -> Currency {
    const NAMES: [(&str, &str); 8] = [
        ("canadian dollars", "CAD"),
        ("cdn dollars", "CAD"),
        ("deutsche marks", "DEM"),
        ("pounds sterling", "GBP"),
        ("japanese yen", "JPY"),
        ("millions of yen", "JPY"),
        ("euros", "EUR"),
        ("french francs", "FRF"),
    ];
    for text in &texts[..texts.len() - 2] {
        let plain = knowledge::plain(text);
        if let Some((_, code)) = NAMES.iter().find(|(name, _)| plain.contains(name)) {
            return Currency::new(code).unwrap_or(Currency::USD);
        }
    }
    Currency::USD
}

/// How many of the nearest tables with a scale are asked for it.
const NEIGHBOURS: usize = 8;

/// A table without a scale takes that of the nearest one in which the same amounts stand.
pub fn inherit_scales(lines: &Lines<'_>, drafts: &mut [Draft]) {
    let read: Vec<OnceCell<Vec<u128>>> = vec![OnceCell::new(); drafts.len()];
    for i in 0..drafts.len() {
        if drafts[i].scale.amounts.is_some() {
            continue;
        }
        let scaled = |k: &usize| drafts[*k].scale.amounts.is_some();
        let before = (0..i).rev().filter(scaled).take(NEIGHBOURS);
        let after = (i + 1..drafts.len()).filter(scaled).take(NEIGHBOURS);
        let mut near: Vec<usize> = before.chain(after).collect();
        near.sort_by_key(|&k| (k.abs_diff(i), k));
        let amounts = |k: usize| read[k].get_or_init(|| amounts(lines, &drafts[k]));
        let same = near.into_iter().take(NEIGHBOURS).find(|&k| {
            let (own, other) = (amounts(i), amounts(k));
            let shared = own.iter().filter(|a| other.binary_search(a).is_ok()).count();
            shared >= 2 && shared * 8 >= own.len() || shared >= 1 && own.len() <= 4
        });
        if let Some(k) = same {
            drafts[i].scale.amounts = drafts[k].scale.amounts;
            drafts[i].scale.shares = drafts[k].scale.shares;
        }
    }
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

/// The unit of every figure of a draft, by row and cell.
pub fn measures(lines: &Lines<'_>, draft: &Draft) -> Vec<Vec<Unit>> {
    let money = Unit::Money(draft.scale.currency);
    let columns: Vec<Option<Measure>> =
        (0..draft.grid.columns.len()).map(|k| column_measure(lines, draft, k)).collect();
    let silent = LazyCell::new(|| silent_rows(lines, draft));
    let mut last: Option<Measure> = None;
    let mut headings = Headings::default();
    let mut out = Vec::with_capacity(draft.rows.len());
    for row in &draft.rows {
        headings.read(&row.section);
        if row.cells.is_empty() {
            out.push(Vec::new());
            last = None;
            continue;
        }
        let measure = row_measure(lines, draft, row, last, &columns, &headings, &|| *silent);
        last = measure;
        let cells = row.cells.iter().map(|cell| {
            if is_percent(lines, cell.line, &cell.token) {
                return Unit::Percent;
            }
            match columns[cell.column].or(measure) {
                None => money,
                Some(Measure::PerShare) => Unit::PerShare(draft.scale.currency),
                Some(Measure::Shares) => Unit::Shares,
                Some(Measure::Percent) => Unit::Percent,
                Some(Measure::Ratio) => Unit::Ratio,
                Some(Measure::Pure) => Unit::Pure,
            }
        });
        out.push(cells.collect());
    }
    out
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
    let header = knowledge::plain(&draft.head.columns[column].text());
    let dated = !draft.specs[column].is_empty();
    let found = knowledge::column_measure(&header)?;
    match found {
        Measure::Percent => Some(found),
        _ if dated && draft.kind != Kind::Equity => None,
        Measure::Shares | Measure::Pure => {
            let dollars =
                cells.iter().filter(|c| lines.face(c.line)[c.token.span()].contains('$')).count();
            (dollars == 0).then_some(found)
        }
        Measure::PerShare => Some(found),
        Measure::Ratio => None,
    }
}

fn row_measure(
    lines: &Lines<'_>,
    draft: &Draft,
    row: &AlignedRow,
    last: Option<Measure>,
    columns: &[Option<Measure>],
    headings: &Headings<'_>,
    silent: &dyn Fn() -> Option<Measure>,
) -> Option<Measure> {
    let faces: Vec<&str> = row.cells.iter().map(|c| &lines.face(c.line)[c.token.span()]).collect();
    if faces.iter().any(|f| f.contains('%')) {
        let of_periods: Vec<_> = row
            .cells
            .iter()
            .filter(|c| columns[c.column].is_none() && c.token.has_digits())
            .filter(|c| {
                !knowledge::is_no_period(&knowledge::plain(&draft.head.columns[c.column].text()))
            })
            .collect();
        let percents = of_periods.iter().filter(|c| is_percent(lines, c.line, &c.token)).count();
        let first = of_periods.first().is_some_and(|c| is_percent(lines, c.line, &c.token));
        if percents * 2 > of_periods.len() || first {
            return Some(Measure::Percent);
        }
    }
    if faces.iter().any(|f| f.ends_with(['x', 'X'])) {
        return Some(Measure::Ratio);
    }
    let dollars = faces.iter().any(|f| f.contains('$'));
    let label = knowledge::plain(&row.label);
    let fits = |m: &Measure| fits(*m, &faces, dollars);
    if let Some(found) = knowledge::measure_of(&label) {
        let silent = !faces.iter().any(|f| f.contains(|c: char| c.is_ascii_digit()));
        let stock = (found == Measure::Shares || found == Measure::PerShare && silent)
            && matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity);
        return Some(found).filter(|m| fits(m) && !stock);
    }
    let ditto = label.starts_with('-') || is_ditto(&label);
    if ditto && let Some(last) = last.filter(|m| fits(m)) {
        return Some(last);
    }
    if matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow) {
        return None;
    }
    headings.measure.filter(fits).or_else(silent)
}

/// What the headings above a row say that it measures, the innermost first.
#[derive(Default)]
struct Headings<'d> {
    section: &'d [Arc<str>],
    measure: Option<Measure>,
}

impl<'d> Headings<'d> {
    /// Goes on to another row; its headings are most often those of the row before.
    fn read(&mut self, section: &'d [Arc<str>]) {
        if self.section != section {
            let measures = |s: &Arc<str>| knowledge::measure_of(&knowledge::plain(s));
            *self = Self { section, measure: section.iter().rev().find_map(measures) };
        }
    }
}

/// What the rows measure that say nothing of it, neither they nor their headings.
fn silent_rows(lines: &Lines<'_>, draft: &Draft) -> Option<Measure> {
    if has_dollars(lines, draft) {
        return None;
    }
    let titles = format!(
        "{} {} {}",
        draft.title,
        draft.head.stub.join(" "),
        draft.head.caption.last().map_or("", |c| &c.text)
    );
    if matches!(draft.kind, Kind::SelectedData | Kind::Schedule | Kind::Other | Kind::Segment)
        && knowledge::announces_counts(&knowledge::plain(&titles))
    {
        return Some(Measure::Pure);
    }
    counts_shares(draft).then_some(Measure::Shares)
}

fn has_dollars(lines: &Lines<'_>, draft: &Draft) -> bool {
    draft
        .rows
        .iter()
        .flat_map(|r| &r.cells)
        .any(|c| lines.face(c.line)[c.token.span()].contains('$'))
}

/// A table of shares: the sentence above says so, and no dollar sign stands in it.
fn counts_shares(draft: &Draft) -> bool {
    let title = knowledge::plain(&draft.title);
    if title.starts_with("shares of ") || title.starts_with("number of shares") {
        return true;
    }
    if !matches!(draft.kind, Kind::Schedule | Kind::Other) || draft.scale.amounts.is_some() {
        return false;
    }
    let intro = knowledge::plain(title::last_sentence(&draft.head.intro));
    knowledge::holds(&intro, "shares of common stock")
        && (knowledge::holds(&intro, "reserved") || knowledge::holds(&intro, "issuance"))
}

/// `Basic`, `Diluted`: a row that goes on with what the row before it measures.
fn is_ditto(label: &str) -> bool {
    let bare = label.trim_matches(|c: char| !c.is_alphanumeric());
    [
        "basic",
        "diluted",
        "primary",
        "fully diluted",
        "basic and diluted",
        "assuming dilution",
        "assuming full dilution",
    ]
    .contains(&bare)
}

/// Whether the figures of a row look like what its words say.
fn fits(measure: Measure, faces: &[&str], dollars: bool) -> bool {
    let digits = || faces.iter().filter(|f| f.contains(|c: char| c.is_ascii_digit()));
    match measure {
        Measure::PerShare => {
            digits().all(|f| !f.contains(','))
                && (digits().next().is_none()
                    || digits().any(|f| f.contains('.') || f.contains('/')))
        }
        Measure::Shares | Measure::Pure => !dollars,
        Measure::Percent => !dollars && digits().all(|f| !f.contains(',')),
        Measure::Ratio => !dollars && digits().all(|f| !f.contains(',')),
    }
}
