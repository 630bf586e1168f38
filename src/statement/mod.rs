//! Aligned tables to statements: what kind, which periods, in what units.
//!
//! Whole-table facts come first (kind, scale, columns' periods), then the figures are read by them.
//! A table that says nothing of its own may take a fact from its neighbours: its columns from the
//! part before a page break, its scale from a statement with the same amounts, the end of the
//! fiscal year from the rest of the filing. What is not known stays empty.

pub mod calendar;
pub mod concepts;
mod doubts;
pub mod periods;
pub mod row_names;
pub mod title;
pub mod units;

use std::cell::LazyCell;
use std::collections::HashSet;

use rust_decimal::Decimal;

use crate::align::header::{self, Head};
use crate::align::rows::{self, AlignedRow, Body, PlacedToken};
use crate::diagnostic::{Code, Diagnostic};
use crate::figure;
use crate::grid::{self, Grid};
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::lex::token::{self, Token, TokenKind};
use crate::period::{self, Spec};
use crate::record::{Cell, Column, Currency, Header, Kind, Period, Role, Row, Statement, Unit};
use crate::statement::calendar::Calendar;
use crate::statement::periods::Edges;
use crate::statement::units::{RowScales, Scale};

/// A table read as far as it can be read by itself.
#[derive(Debug)]
pub struct Draft {
    /// `<TYPE>` of its document.
    pub document: String,
    /// Its lines.
    pub block: Block,
    /// Its columns and cells.
    pub grid: Grid,
    /// What stands above it.
    pub head: Head,
    /// Its rows.
    pub rows: Vec<AlignedRow>,
    /// Line and column of numbers in its lines that no row could take.
    pub stray: Vec<(usize, usize)>,
    /// What statement it is.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// What its figures are printed in.
    pub scale: Scale,
    /// Its figures are percentages of its first line.
    pub common_size: bool,
    /// What the header says of each column's period.
    pub specs: Vec<Spec>,
    /// What title, stub and introduction say of the periods.
    pub captions: Vec<Spec>,
    /// Balances stand beside flows in it, as its header says.
    pub mixed: bool,
    /// Whether it carries on the table before it.
    pub goes_on: bool,
}

impl Draft {
    /// First line of the table, caption included.
    pub fn first_line(&self) -> usize {
        let caption = self.head.caption.first().map(|c| c.line);
        let header = self.head.lines.first().copied();
        caption.into_iter().chain(header).chain([self.head.body]).min().unwrap_or(self.head.body)
    }

    /// Last line of the table.
    pub fn last_line(&self) -> usize {
        self.block.bottom
    }

    /// What a printed line of the table is, in a word.
    pub fn line_role(&self, line: usize) -> &'static str {
        if self.head.lines.contains(&line) {
            return "header";
        }
        if line < self.head.body || self.head.caption.iter().any(|c| c.line == line) {
            return "caption";
        }
        let at = self.rows.partition_point(|r| r.lines.1 < line);
        let row = self.rows.get(at).filter(|r| r.lines.0 <= line);
        // A note may hold a number that stands on a column's edge.
        let is_placed = |at: usize| row.is_some() || !self.grid.rows[at].loose.is_empty();
        let figures = self.grid.rows.binary_search_by_key(&line, |r| r.line);
        match row {
            _ if figures.is_ok_and(is_placed) => "figures",
            None => "note",
            Some(row) if row.cells.is_empty() => "heading",
            Some(_) => "label",
        }
    }
}

/// Reads the tables of one document.
pub fn drafts(
    lines: &Lines<'_>,
    blocks: Vec<Block>,
    document: &str,
    header: &Header,
    items: &mut Items,
) -> Vec<Draft> {
    let mut out: Vec<Draft> = Vec::new();
    for block in blocks {
        items.read_to(lines, block.first_row);
        let grid = grid::cut(lines, &block);
        let mut head = header::read(lines, &block, &grid);
        let adjoins = out.last().is_some_and(|p| adjoins(lines, p, &block, &grid));
        // Lists of pages and of days need no rows to be told.
        if !adjoins && !title::may_hold_amounts(lines, &head, &grid) {
            continue;
        }
        let mut body = rows::build(lines, &block, &grid, &head);
        if !adjoins && !title::is_table_of_amounts(lines, &head, &grid, &body.rows) {
            continue;
        }
        let same_columns = inherit_columns(out.last(), &mut head, &grid, block.top);
        let (kind, title) = title::read(&head, &body.rows, &header.company);
        let panel = parts(&out).any(|p| is_panel(p, &head, &body.rows));
        let below = title.is_empty()
            && out.last().is_some_and(|previous| is_below(lines, previous, &head, &block));
        let goes_on = |p: &&Draft| {
            panel
                || same_columns
                || title::is_continued(&head, &p.title)
                || title::is_continued(&head, &p.head.stub.join(" "))
                || repeats_title(p, kind, &title)
                || title.is_empty() && repeats_header(p, &head)
                || below
        };
        let previous = out.last().filter(goes_on);
        let next_page =
            |p: &&Draft| repeats_title(p, kind, &title) || title::is_continued(&head, &p.title);
        let carries_on = |p: &&Draft| next_page(p) || adjoins && same_columns;
        if let Some(previous) = previous.filter(|_| !panel).filter(carries_on) {
            body.carry_on(&previous.rows);
        }
        let Body { rows, mut stray, .. } = body;
        stray.extend(doubts::beside(lines, &grid));
        let kind = kind.filter(|_| !panel);
        let kind = kind.or(previous.map(|p| p.kind)).unwrap_or(Kind::Schedule);
        let kind = items.kind(kind, &title);
        let title = if title.is_empty() {
            previous.map_or(String::new(), |p| p.title.clone())
        } else {
            title
        };
        let mut scale = units::scale(&head);
        if scale.amounts.is_none()
            && let Some(previous) = previous.filter(|p| !(below && p.head.has_units_below()))
        {
            scale = previous.scale;
        }
        let common_size = units::is_common_size(lines, &rows)
            || previous.is_some_and(|p| p.common_size && p.kind == kind);
        let specs: Vec<Spec> = head.columns.iter().map(|c| c.spec().clone()).collect();
        let mixed = periods::mixes(&head);
        let mut captions = periods::captions(&head);
        // Dates of its own over every column, of balances below flows, leave nothing to say.
        let told = |spec: &Spec| spec.has_date() && spec.length.is_none();
        if let Some(previous) = previous.filter(|_| captions.is_empty() && !specs.iter().all(told))
        {
            captions.clone_from(&previous.captions);
        }
        out.push(Draft {
            document: document.to_owned(),
            block,
            grid,
            head,
            rows,
            stray,
            kind,
            title,
            scale,
            common_size,
            specs,
            captions,
            mixed,
            goes_on: previous.is_some(),
        });
    }
    out
}

/// The items of Form 10-K and the notes to financial statements, as far as they were read.
#[derive(Debug, Default)]
pub struct Items {
    read: usize,
    /// Item 6, Selected Financial Data, is open.
    selected_data: bool,
    /// A note on segments or geographic areas is open.
    segments: bool,
}

impl Items {
    /// Reads the headings of items and notes above a line.
    fn read_to(&mut self, lines: &Lines<'_>, line: usize) {
        for i in self.read..line {
            if lines.class(i) != Class::Text {
                continue;
            }
            let words = &lines.face(i)[lines.get(i).indent as usize..];
            // Few lines begin as headings do.
            if !words.starts_with(['I', 'i', 'N', 'n']) {
                continue;
            }
            if let Some(heading) = item_heading(words) {
                self.selected_data = heading.starts_with('6') && heading.contains("selected");
                self.segments = false;
            } else if opens_note(lines, i) {
                self.segments = knowledge::title_kind(lines.face(i)) == Some(Kind::Segment);
            }
        }
        self.read = self.read.max(line);
    }

    /// The kind of a table: what stands under Item 6 or in a note on segments without a statement's
    /// title.
    fn kind(&self, kind: Kind, title: &str) -> Kind {
        let untitled = || knowledge::title_kind(title).is_none();
        match kind {
            Kind::Schedule | Kind::Income | Kind::BalanceSheet
                if self.selected_data && untitled() =>
            {
                Kind::SelectedData
            }
            Kind::Schedule if self.segments && untitled() => Kind::Segment,
            kind => kind,
        }
    }
}

/// Whether a line is the head of a note, `NOTE 3--INVENTORIES`.
fn opens_note(lines: &Lines<'_>, at: usize) -> bool {
    let text = lines.face(at).trim_ascii();
    let numbered = text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("note "))
        && text[5..].starts_with(|c: char| c.is_ascii_digit());
    numbered && at.checked_sub(1).is_none_or(|above| lines.class(above) != Class::Text)
}

/// What stands behind `Item` in a line that begins with it, the head of an item of a form:
/// `4. submission of matters`.
fn item_heading(line: &str) -> Option<String> {
    line.get(..5).filter(|word| word.eq_ignore_ascii_case("item "))?;
    Some(knowledge::plain(&line[5..])).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// A page of a statement that begins with its title again.
fn repeats_title(previous: &Draft, kind: Option<Kind>, title: &str) -> bool {
    kind == Some(previous.kind)
        && !matches!(previous.kind, Kind::Segment | Kind::Schedule | Kind::Other)
        && knowledge::title_kind(title).is_some()
        && title.eq_ignore_ascii_case(&previous.title)
}

/// Whether a table without a title has the header of the one before it once more.
fn repeats_header(previous: &Draft, head: &Head) -> bool {
    head.found
        && head.columns.iter().any(|c| !c.text().is_empty())
        && previous.head.same_columns(head)
}

/// Whether a table with nothing but a header of its own stands right below another that holds more
/// than one kind of figures: a further panel, of balances below flows.
fn is_below(lines: &Lines<'_>, previous: &Draft, head: &Head, block: &Block) -> bool {
    let silent = |i: usize| matches!(lines.class(i), Class::Blank | Class::Rule);
    let first = head.lines.first().copied().unwrap_or(block.first_row);
    let gathers = matches!(previous.kind, Kind::Segment | Kind::SelectedData);
    gathers
        && head.found
        && head.intro.is_empty()
        && head.caption.iter().all(|c| block::is_unit_line(&c.text) || c.line > first)
        && (previous.last_line() + 1..first).all(silent)
}

/// Whether rows follow a table with nothing but marks between them, in the same columns: a mark has
/// cut the table in two.
fn adjoins(lines: &Lines<'_>, previous: &Draft, block: &Block, grid: &Grid) -> bool {
    let silent =
        |i| matches!(lines.class(i), Class::Blank | Class::Mark | Class::Page | Class::Rule);
    previous.grid.columns.len() == grid.columns.len()
        && grid.columns.len() > 1
        && previous.last_line() < block.first_row
        && (previous.last_line() + 1..block.first_row).all(silent)
}

/// The tables of the statement that the last one is part of, the last first; no panel is further
/// from the first than a few pages.
fn parts(drafts: &[Draft]) -> impl Iterator<Item = &Draft> {
    const MOST_PARTS: usize = 8;
    let near = &drafts[drafts.len().saturating_sub(MOST_PARTS)..];
    let first = near.iter().rposition(|d| !d.goes_on).unwrap_or(0);
    near[first..].iter().rev()
}

/// A further panel of a statement too wide for the page: other columns, the same labels, no title.
fn is_panel<'a>(previous: &'a Draft, head: &Head, rows: &'a [AlignedRow]) -> bool {
    // Units and audit remarks may be printed again.
    if head.caption.iter().any(|c| !c.text.trim_start().starts_with('(')) {
        return false;
    }
    let labels =
        |rows: &'a [AlignedRow]| rows.iter().map(|r| r.label.as_str()).filter(|l| !l.is_empty());
    let before: HashSet<&str> = labels(&previous.rows).collect();
    let now = labels(rows).count();
    let same = labels(rows).filter(|l| before.contains(l)).count();
    now >= 3 && same * 5 >= now * 4
}

/// A table without a header of its own takes the columns of the one before it, where they stand
/// at the same places. Gives whether it did.
fn inherit_columns(previous: Option<&Draft>, head: &mut Head, grid: &Grid, top: usize) -> bool {
    const DRIFT: usize = 7;
    let silent = head.columns.iter().all(|c| c.spec().is_empty());
    let Some(previous) = previous.filter(|p| silent && top <= p.block.bottom + 60) else {
        return false;
    };
    let same = previous.grid.columns.len() == grid.columns.len()
        && previous
            .grid
            .columns
            .iter()
            .zip(&grid.columns)
            .all(|(a, b)| a.edges.1.abs_diff(b.edges.1) <= DRIFT);
    let mut own = head.columns.iter().flat_map(|c| &c.pieces).peekable();
    if own.peek().is_some() {
        // Words of its own head a table of its own.
        let known = |piece: &String| {
            let mut columns = previous.head.columns.iter();
            columns.any(|c| c.pieces.contains(piece)) || block::is_unit_line(piece)
        };
        return same && own.all(known);
    }
    if same {
        head.columns.clone_from(&previous.head.columns);
        return true;
    }
    // Fewer columns, each where one of the table before stands, unless the title tells their period
    // or a paragraph introduces a table of its own.
    let told = |s: &Spec| s.length.is_some() || s.end().is_some();
    let captions = head.caption.iter().map(|c| &c.text).chain(&head.stub);
    if !head.intro.is_empty() || captions.into_iter().any(|c| period::read(c).iter().any(told)) {
        return false;
    }
    let places: Option<Vec<usize>> = grid
        .columns
        .iter()
        .map(|b| {
            previous.grid.columns.iter().position(|a| {
                a.edges.0.saturating_sub(1) <= b.edges.1 && b.edges.1 <= a.edges.1 + 1
            })
        })
        .collect();
    match places {
        Some(places) if places.windows(2).all(|w| w[0] < w[1]) => {
            head.columns = places.iter().map(|&k| previous.head.columns[k].clone()).collect();
            true
        }
        _ => false,
    }
}

/// Completes the drafts of a filing by each other and makes statements of them.
pub fn finish(
    lines: &Lines<'_>,
    mut drafts: Vec<Draft>,
    header: &Header,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Statement> {
    units::inherit_scales(lines, &mut drafts);
    units::inherit_currencies(lines, &mut drafts);
    let calendar = Calendar::learn(lines, &drafts, header);
    let mut out = Vec::with_capacity(drafts.len());
    let edges = Edges::of(&drafts);
    for (draft, edges) in drafts.into_iter().zip(edges) {
        let id = u32::try_from(out.len() + 1).unwrap_or(u32::MAX);
        out.push(statement(lines, draft, &calendar, edges, id, diagnostics));
    }
    out
}

fn statement(
    lines: &Lines<'_>,
    mut draft: Draft,
    calendar: &Calendar<'_>,
    edges: Edges,
    id: u32,
    diagnostics: &mut Vec<Diagnostic>,
) -> Statement {
    let columns = columns(&draft, calendar);
    let row_periods = periods::of_rows(&draft, &columns, calendar, edges);
    let undated = periods::undated(&draft, &columns, &row_periods);
    let measures = units::measures(lines, &draft);
    draft.scale.shares = units::share_scale(lines, &draft, &measures).or(draft.scale.shares);
    draft.scale.counts = draft.scale.counts.filter(|_| units::holds_counts(lines, &draft));
    // A percentage of growth beside the amounts says nothing of the row.
    let mut rest = measures.as_slice();
    let row_units: Vec<Option<Unit>> = draft
        .rows
        .iter()
        .map(|row| {
            let cells = rest.split_off(..row.cells.len()).unwrap_or_default();
            cells.iter().rev().copied().find(|u| *u != Unit::Percent).or(cells.first().copied())
        })
        .collect();
    let mut concepts = concepts::of(&draft, &row_units);
    for ((concept, row), own) in concepts.iter_mut().zip(&draft.rows).zip(&row_periods) {
        let period = |cell: &PlacedToken| {
            own.as_ref().map_or(columns[cell.column].period, |periods| periods[cell.column])
        };
        *concept = concepts::keep_in_time(*concept, row.cells.iter().map(period));
    }
    // Of the grid, only figures that stand in no column are still asked for; a long table is worth
    // letting go of the rest before its rows are made.
    draft.grid.rows.retain(|row| !row.loose.is_empty());
    draft.grid.rows.shrink_to_fit();
    let currencies = printed_currencies(lines, &draft);
    let fractions = fraction_digits(lines, &draft);
    let zeros = prints_zeros(lines, &draft.rows);
    let prices = units::prices(lines, &draft, &measures);
    let mut measures = measures.into_iter();
    let mut ordinal = 0;
    let mut row_scales = RowScales::default();
    let of_prices: Vec<bool> =
        draft.head.columns.iter().map(|c| knowledge::is_unscaled(c.plain())).collect();
    let indents = depths(&draft.rows);
    let roles: Vec<Role> = draft.rows.iter().map(role).collect();
    let aligned_rows = std::mem::take(&mut draft.rows).into_iter().enumerate();
    // Collected from what is given up, the rows take the room of the aligned ones.
    let rows = aligned_rows.map(|(at, aligned)| {
        let mut cells = Vec::with_capacity(aligned.cells.len());
        let scale = LazyCell::new(|| row_scales.read(&aligned.label, &aligned.section));
        let beside = |own: &PlacedToken| {
            let column = own.column;
            let others =
                aligned.cells.iter().filter(move |c| c.column != column && c.token.has_digits());
            others.map(|c| &lines.face(c.line)[c.token.span()])
        };
        for (placed, unit) in aligned.cells.iter().zip(measures.by_ref()) {
            let period = row_periods[at]
                .as_ref()
                .map_or(columns[placed.column].period, |p| p[placed.column]);
            let own = printed_currency(lines, placed).or(currencies[placed.column]);
            let unit = own.map_or(unit, |currency| unit.priced_in(currency));
            let scaled = unit.is_scaled() || unit == Unit::Pure;
            let is_price = prices[at] && matches!(unit, Unit::Money(_));
            let scaled = scaled && !of_prices[placed.column] && !is_price;
            let scale = if scaled { draft.scale.of(unit, &scale) } else { Some(1) };
            let mut placed = *placed;
            let is_fraction = || {
                let print = &lines.face(placed.line)[placed.token.span()];
                fractions[placed.column].is_some_and(|digits| digits == print.len())
                    && is_led_to(lines, &placed)
            };
            let has_point = match unit {
                Unit::PerShare(_) => follows_a_point(lines, &placed, beside(&placed)),
                Unit::Money(_) => is_fraction(),
                _ => false,
            };
            if has_point && !zeros {
                placed.token.start -= 1;
            }
            cells.push(cell(lines, &placed, unit, scale, period, diagnostics));
        }
        if !cells.is_empty() {
            ordinal += 1;
        }
        Row {
            ordinal: if cells.is_empty() { 0 } else { ordinal },
            role: roles[at],
            label: aligned.label,
            section: aligned.section,
            depth: indents[at],
            concept: concepts[at].map_or(String::new(), |c| ["us-gaap:", c].concat()),
            cells,
        }
    });
    let rows: Vec<Row> = rows.collect();
    let statement = Statement {
        id,
        kind: draft.kind,
        lines: (number(draft.first_line()), number(draft.last_line())),
        unit: Unit::Money(agreed(&currencies).unwrap_or(draft.scale.currency())),
        scale: draft.scale.amounts,
        document: std::mem::take(&mut draft.document),
        title: std::mem::take(&mut draft.title),
        columns,
        rows,
    };
    doubts::report(lines, &draft, &statement, &undated, diagnostics);
    statement
}

/// The currency whose sign a figure is printed with.
fn printed_currency(lines: &Lines<'_>, placed: &PlacedToken) -> Option<Currency> {
    let span = placed.token.span();
    if lines.face(placed.line).as_bytes()[span.start].is_ascii_digit() {
        return None;
    }
    Currency::new(token::currency(&lines.text().printed(placed.line, span))?)
}

/// The currency of each column: that of the signs in it; where it has none, that of all others.
fn printed_currencies(lines: &Lines<'_>, draft: &Draft) -> Vec<Option<Currency>> {
    let mut signs: Vec<Vec<Option<Currency>>> = vec![Vec::new(); draft.head.columns.len()];
    for placed in draft.rows.iter().flat_map(|row| &row.cells) {
        let sign = printed_currency(lines, placed);
        if sign.is_some() && !signs[placed.column].contains(&sign) {
            signs[placed.column].push(sign);
        }
    }
    let columns: Vec<Option<Currency>> = signs.iter().map(|signs| agreed(signs)).collect();
    let all = agreed(&columns).filter(|_| signs.iter().all(|signs| signs.len() < 2));
    columns.into_iter().map(|own| own.or(all)).collect()
}

/// What all that are known agree on.
fn agreed(currencies: &[Option<Currency>]) -> Option<Currency> {
    let mut known = currencies.iter().flatten();
    let first = *known.next()?;
    known.all(|other| *other == first).then_some(first)
}

fn columns(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Column> {
    let periods = periods::of_columns(draft, calendar);
    draft
        .head
        .columns
        .iter()
        .zip(periods)
        .enumerate()
        .map(|(k, (head, period))| Column {
            ordinal: ordinal(k),
            header: head.text().to_owned(),
            period: calendar.begin(periods::struck_by(head, period, calendar)),
            qualifier: periods::qualifier(head),
        })
        .collect()
}

fn cell(
    lines: &Lines<'_>,
    placed: &PlacedToken,
    unit: Unit,
    scale: Option<u32>,
    period: Period,
    diagnostics: &mut Vec<Diagnostic>,
) -> Cell {
    let face = lines.face(placed.line);
    let token = placed.token;
    let raw = lines.text().printed(placed.line, token.span()).into_owned();
    let figure = figure::parse(&face[token.span()]);
    let mut value = figure.value.and_then(|v| v.checked_mul(Decimal::from(scale.unwrap_or(1))));
    let valued = !matches!(token.kind, TokenKind::NotAvailable | TokenKind::Unvalued);
    if !valued {
        value = None;
    }
    if valued && (figure.misprint || value.is_none()) {
        let message = format!(
            "`{raw}` is not printed as a number should be; check it against its row and column"
        );
        diagnostics.push(Diagnostic::new(
            Code::Misprint,
            number(placed.line),
            number(token.start),
            message,
        ));
    }
    let decimals = value.is_some().then(|| {
        let zeros = scale.unwrap_or(1).ilog10();
        i32::try_from(figure.fraction_digits).unwrap_or(0) - i32::try_from(zeros).unwrap_or(0)
    });
    Cell {
        column: ordinal(placed.column),
        value: value.map(|v| v.normalize()),
        unit,
        scale,
        decimals,
        raw,
        period,
        line: number(placed.line),
        position: number(token.start),
    }
}

/// Whether the last of the dots that lead to two digits is their point, `per share ........40`: the
/// figures beside them have one, or there are none.
pub(crate) fn follows_a_point<'f>(
    lines: &Lines<'_>,
    placed: &PlacedToken,
    mut beside: impl Iterator<Item = &'f str>,
) -> bool {
    let print = &lines.face(placed.line)[placed.token.span()];
    print.len() == 2
        && is_led_to(lines, placed)
        && beside.next().is_none_or(|first| first.contains('.') || beside.any(|f| f.contains('.')))
}

/// Whether nothing but digits stands right behind dots that lead to it.
fn is_led_to(lines: &Lines<'_>, placed: &PlacedToken) -> bool {
    let face = lines.face(placed.line);
    let digits = || face[placed.token.span()].bytes().all(|b| b.is_ascii_digit());
    face[..placed.token.start].ends_with("...") && digits()
}

/// Whether a zero stands before the point of figures below one, `0.35`: no point is the last of
/// leaders then.
pub(crate) fn prints_zeros(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    let print = |cell: &PlacedToken| &lines.face(cell.line)[cell.token.body..cell.token.end];
    let zero = |print: &str| print.trim_start_matches(['(', '$', ' ', '-']).starts_with("0.");
    rows.iter().flat_map(|row| &row.cells).any(|cell| zero(print(cell)))
}

/// The digits behind the point of each column's amounts, where all but those that leaders run into
/// have as many: `820.0`, `45,124.5`.
fn fraction_digits(lines: &Lines<'_>, draft: &Draft) -> Vec<Option<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); draft.head.columns.len()];
    let led = draft.rows.iter().flat_map(|row| &row.cells).any(|cell| is_led_to(lines, cell));
    let amounts = draft.rows.iter().filter(|_| led).flat_map(|row| &row.cells);
    for cell in amounts.filter(|cell| cell.token.has_digits() && !is_led_to(lines, cell)) {
        let print = &lines.face(cell.line)[cell.token.body..cell.token.edge];
        let digits = print.rfind('.').map_or(0, |point| print.len() - point - 1);
        // Amounts per share have cents of their own.
        if print.contains(',') || digits == 1 || digits == 0 {
            found[cell.column].push(digits);
        }
    }
    let agreed = |all: &Vec<usize>| all.first().copied().filter(|n| all.iter().all(|m| m == n));
    found.iter().map(|all| agreed(all).filter(|digits| *digits > 0 && all.len() > 1)).collect()
}

/// Rank of each row's indentation among those of the statement.
fn depths(rows: &[AlignedRow]) -> Vec<u32> {
    let mut indents: Vec<usize> = rows
        .iter()
        .filter(|r| !r.cells.is_empty() && !r.label.is_empty())
        .map(|r| r.indent)
        .collect();
    indents.sort_unstable();
    indents.dedup();
    // One column more is drift, not depth.
    indents.dedup_by(|b, a| *b - *a <= 1);
    rows.iter()
        .map(|r| u32::try_from(indents.partition_point(|&i| i < r.indent).min(8)).unwrap_or(0))
        .collect()
}

fn role(row: &AlignedRow) -> Role {
    if row.cells.is_empty() {
        return Role::Heading;
    }
    let label = row.plain.as_str();
    if label.starts_with("total assets") || label.starts_with("total liabilities and") {
        return Role::Total;
    }
    if row.label.is_empty() || knowledge::is_closer(label) {
        return Role::Subtotal;
    }
    Role::Item
}

/// Whether figures of a token carry a percent sign.
pub(crate) fn is_percent(lines: &Lines<'_>, line: usize, token: &Token) -> bool {
    lines.face(line)[token.span()].contains('%')
}

/// Counts from 1, as the outside does.
fn number(from_zero: usize) -> u32 {
    u32::try_from(from_zero + 1).unwrap_or(u32::MAX)
}

fn ordinal(from_zero: usize) -> u32 {
    number(from_zero)
}
