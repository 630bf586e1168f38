//! A table read as far as it can be read by itself and after the ones before it: where it carries
//! one of them on, it takes columns, kind and scale from there.

use std::collections::{BTreeSet, HashSet};
use std::slice;

use crate::align::header::{self, Head};
use crate::align::rows::{self, AlignedRow, Body, PlacedToken};
use crate::grid::{self, Edge, Grid};
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};
use crate::record::{Duration, Header, Kind};
use crate::statement::items::Items;
use crate::statement::units::{self, Scale};
use crate::statement::{amounts, doubts, periods, title};

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
    /// The heading of the note whose first table it is.
    pub note: String,
}

impl Draft {
    /// The rows that are no headings.
    pub fn rows_with_figures(&self) -> impl Iterator<Item = &AlignedRow> + Clone {
        self.rows.iter().filter(|row| !row.cells.is_empty())
    }

    /// The figures of all rows, in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = &PlacedToken> + Clone {
        self.rows.iter().flat_map(|row| &row.cells)
    }

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
        // A heading and the row that it heads may share a line.
        let mut here = self.rows[at..].iter().take_while(|r| r.lines.0 <= line);
        let is_placed = |row: usize| {
            here.any(|r| r.cells.iter().any(|cell| cell.line == line))
                || !self.grid.rows[row].loose.is_empty()
        };
        match self.grid.rows.binary_search_by_key(&line, |r| r.line).map(is_placed) {
            Ok(true) => return "figures",
            // A note may hold a number that stands on a column's edge.
            Ok(false) => return "note",
            Err(_) => {}
        }
        match row {
            None => "note",
            Some(row) if row.cells.is_empty() => "heading",
            Some(_) => "label",
        }
    }
}

/// Lines below a table within which another may go on with it.
const REACH: usize = 60;

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
        if let Some(mut table) = Table::read(lines, block, out.last(), &header.company) {
            for other in out.iter_mut().rev().take(PAGES_BETWEEN_PANELS) {
                rows::part_labels(lines, &mut other.rows, &mut table.body.rows);
            }
            let tie = table.tie(lines, &out);
            let mut draft = table.draft(lines, tie.as_ref(), document, items);
            draft.note = items.take_note();
            out.push(draft);
        }
    }
    out
}

/// Tables that one panel of a statement stands behind another of the same rows at most.
const PAGES_BETWEEN_PANELS: usize = 3;

/// A table before it is known whether it goes on with another.
struct Table {
    block: Block,
    grid: Grid,
    head: Head,
    body: Body,
    /// What statement its title or its rows tell it to be.
    kind: Option<Kind>,
    title: String,
    /// Nothing but marks stand between it and the table before it.
    adjoins: bool,
    /// It has no header of its own and took that of the table before it.
    same_columns: bool,
}

/// What a table has of the one that it goes on with.
struct Tie<'a> {
    previous: &'a Draft,
    /// It has the same rows under a header of its own.
    panel: bool,
    /// It stands right below under a header of its own.
    below: bool,
    /// Its rows go on where the others end: the next page of one table.
    same_rows: bool,
    /// It is of the same kind, whatever it looks like by itself.
    same_kind: bool,
    /// It has the same header once more at the top of a page, and nothing else above its rows.
    heads_again: bool,
}

impl Table {
    /// Reads a table by itself but for columns that it has of the one before it; nothing where the
    /// figures are no amounts.
    fn read(
        lines: &Lines<'_>,
        block: Block,
        previous: Option<&Draft>,
        company: &str,
    ) -> Option<Self> {
        let grid = grid::cut(lines, &block);
        let mut head = header::read(lines, &block, &grid);
        let adjoins = previous.is_some_and(|p| adjoins(lines, p, &block, &grid));
        // Lists of pages and of days need no rows to be told.
        if !adjoins && !amounts::may_hold_amounts(lines, &head, &grid) {
            return None;
        }
        let body = rows::build(lines, &block, &grid, &head);
        if !adjoins && !amounts::is_table_of_amounts(lines, &head, &grid, &body.rows) {
            return None;
        }
        let near = previous.filter(|p| block.top <= p.block.bottom + REACH);
        let same_columns = near.is_some_and(|p| {
            take_year(p, &mut head, &grid, &body.rows)
                || inherit_columns(p, &mut head, &grid)
                || take_other_side(p, &mut head, &grid, &body.rows)
        });
        let (kind, title) = title::read(&head, &body.rows, company);
        Some(Self { block, grid, head, body, kind, title, adjoins, same_columns })
    }

    /// What ties the table to the last of those before it, if it goes on with that.
    fn tie<'a>(&self, lines: &Lines<'_>, drafts: &'a [Draft]) -> Option<Tie<'a>> {
        let previous = drafts.last()?;
        let untitled = self.title.is_empty();
        let panel = untitled && parts(drafts).any(|p| is_panel(p, &self.head, &self.body.rows));
        let below = untitled && is_below(lines, previous, self);
        let balances = self.kind == Some(Kind::BalanceSheet)
            && knowledge::title_kind(&self.title).is_none()
            && gathers_balances(previous, self);
        let next_page = repeats_title(previous, self.kind, &self.title)
            || title::is_continued(&self.head, &previous.title);
        let repeats = repeats_header(previous, &self.head);
        let heads_again = repeats && !panel && self.heads_again(lines, previous);
        let goes_on = panel
            || below
            || balances
            || next_page
            || self.same_columns
            || title::is_continued(&self.head, &previous.head.stub.join(" "))
            || untitled && repeats
            || heads_again;
        goes_on.then(|| Tie {
            previous,
            panel,
            below,
            same_rows: !panel && (next_page || heads_again || self.adjoins && self.same_columns),
            // What goes on under no title is of the kind it was, and so is whatever stands in a
            // further panel of selected data.
            same_kind: panel
                || balances
                || self.same_columns && untitled
                || heads_again
                || below && previous.kind == Kind::SelectedData,
            heads_again,
        })
    }

    /// Whether a header that is the same as the one before stands once more above rows of the same
    /// table. Below bare dates, rows of another kind are a statement of their own without a title.
    fn heads_again(&self, lines: &Lines<'_>, previous: &Draft) -> bool {
        // `Model   1999   1998` above the rows is no title.
        let nameless = self.title.is_empty()
            || previous.head.stub == self.head.stub && self.title == self.head.stub.join(" ");
        let gathers = matches!(previous.kind, Kind::Segment | Kind::SelectedData);
        let is_other = !gathers
            && self.kind.is_some_and(|kind| kind != previous.kind)
            && self.head.columns.iter().all(|column| period::is_bare(column.text()));
        nameless && !is_other && self.tops_page(lines, previous)
    }

    /// Whether nothing but a page break stands between the table before and the header.
    fn tops_page(&self, lines: &Lines<'_>, previous: &Draft) -> bool {
        let first = self.head.lines.first().copied().unwrap_or(self.block.first_row);
        let between = || (previous.last_line() + 1..first).map(|i| lines.class(i));
        let is_silent =
            |class| matches!(class, Class::Blank | Class::Page | Class::Rule | Class::Mark);
        self.head.intro.is_empty()
            && self.head.caption.is_empty()
            && between().any(|class| class == Class::Page)
            && between().all(is_silent)
    }

    /// Takes headings and the paragraph above from the table that it goes on with.
    fn take_over(&mut self, tie: &Tie<'_>) {
        if tie.same_rows {
            self.body.carry_on(&tie.previous.rows);
        }
        if tie.heads_again {
            self.head.intro.clone_from(&tie.previous.head.intro);
        }
        if tie.panel {
            rows::sections_of_panel(&tie.previous.rows, &mut self.body.rows);
        }
    }

    /// The table with what it has of the one that it goes on with.
    fn draft(
        mut self,
        lines: &Lines<'_>,
        tie: Option<&Tie<'_>>,
        document: &str,
        items: &mut Items,
    ) -> Draft {
        let previous = tie.map(|t| t.previous);
        if let Some(tie) = tie {
            self.take_over(tie);
        }
        let Self { block, grid, head, body: Body { rows, mut stray, .. }, kind, title, .. } = self;
        stray.extend(doubts::beside(lines, &grid));
        stray.sort_unstable();
        stray.dedup();
        let mixed = periods::mixes(&head);
        let other = if mixed { Kind::SelectedData } else { Kind::Schedule };
        let own_kind = kind.filter(|_| !tie.is_some_and(|t| t.same_kind));
        let kind = own_kind.or(previous.map(|p| p.kind)).unwrap_or(other);
        let kind = items.kind(kind, &title, &head);
        let title = match previous {
            Some(previous) if title.is_empty() || tie.is_some_and(|t| t.heads_again) => {
                previous.title.clone()
            }
            _ => title,
        };
        let scale = scale(lines, &block, &head, tie);
        let common_size = units::is_common_size(lines, &rows)
            || previous.is_some_and(|p| p.common_size && p.kind == kind);
        let mut specs = specs(&head, tie);
        periods::by_notes(lines, &head, block.last_row, &mut specs);
        let mut captions = captions(&head, &specs, tie);
        captions.splice(..0, periods::take_lengths_of_title(&mut specs, &head));
        Draft {
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
            note: String::new(),
        }
    }
}

/// What the figures are printed in, as the head says, or a remark at the foot of a table that stands
/// by itself, or the table that this one goes on with.
fn scale(lines: &Lines<'_>, block: &Block, head: &Head, tie: Option<&Tie<'_>>) -> Scale {
    let mut own = units::scale(head);
    if own.amounts.is_none()
        && tie.is_none()
        && let Some((amounts, shares)) = units::scale_at_foot(lines, block.bottom)
    {
        own.amounts = Some(amounts);
        own.shares = shares;
    }
    let of_previous = tie.filter(|t| !(t.below && t.previous.head.has_units_below()));
    match of_previous {
        Some(tie) if own.amounts.is_none() => tie.previous.scale,
        _ => own,
    }
}

/// What the header says of each column's period, and the header of the panel above.
fn specs(head: &Head, tie: Option<&Tie<'_>>) -> Vec<Spec> {
    let mut specs: Vec<Spec> = head.columns.iter().map(|c| c.spec().clone()).collect();
    periods::number_quarters(&mut specs, head);
    periods::end_years_of_quarters(&mut specs);
    periods::drop_terms(&mut specs, head);
    periods::drop_years_at_their_end(&mut specs, head);
    if let Some(tie) = tie.filter(|t| t.panel) {
        periods::share_lengths(&mut specs, head, &tie.previous.specs);
    }
    specs
}

/// What title, stub and introduction say of the periods, and those of the table that this one goes
/// on with.
fn captions(head: &Head, specs: &[Spec], tie: Option<&Tie<'_>>) -> Vec<Spec> {
    let mut captions = periods::captions(head);
    // Dates of its own over every column, of balances below flows, leave nothing to say.
    let told = |spec: &Spec| spec.has_date() && spec.length.is_none();
    let says_less = |t: &&Tie<'_>| t.panel || !specs.iter().all(told);
    if let Some(tie) = tie.filter(says_less) {
        captions.extend(captions_above(&captions, head, tie.previous));
    }
    captions
}

/// What a panel takes from the captions of the one before it: all, where it has none of its own;
/// else the days of years that a title tells one after the other, `For the years ended January 31,
/// 1998, 1997 and 1996`, where each stands alone over its panel in that order. A title whose first
/// year heads no panel names them otherwise. What is told of every year, `for the nine months ended
/// June 30:`, is told of the next one as well, where nothing but the year stands over it; so is the
/// length of what ends on the days over the columns, `Quarter ended   March 31   June 30`.
fn captions_above(own: &[Spec], head: &Head, previous: &Draft) -> Vec<Spec> {
    let year_alone = |captions: &[Spec]| match captions.first()?.years[..] {
        [year] if captions[0] == Spec::of_year(year) => Some(year),
        _ => None,
    };
    let years = || Some((year_alone(&previous.captions)?, year_alone(own)?));
    match (own, years()) {
        ([], _) => previous.captions.clone(),
        ([own], None) if year_alone(slice::from_ref(own)).is_some() => length_of_days(previous)
            .map(|told| Spec { years: own.years.clone(), ..told.clone() })
            .into_iter()
            .collect(),
        ([_], Some((before, year))) => {
            let tells = |spec: &&Spec| {
                let at = spec.years.windows(2).position(|pair| pair == [before, year]);
                spec.month_day.is_some() && at.is_some_and(|at| at == 0 || previous.goes_on)
            };
            let mut each = previous.captions.iter().filter(|spec| ends_each_year(spec));
            let goes_on = head.caption.iter().all(|line| period::is_bare(&line.text));
            let only = each.next().filter(|_| goes_on && each.next().is_none());
            previous.captions.iter().find(tells).or(only).cloned().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// What is told of the one year of a panel in which columns end on days of their own, and how long
/// they are.
fn length_of_days(panel: &Draft) -> Option<&Spec> {
    let told = panel.captions.first()?;
    let of_year = told.years.len() == 1 && told.length.is_some() && told.month_day.is_none();
    (of_year && panel.specs.iter().all(Spec::is_day_alone)).then_some(told)
}

/// Whether words tell how long periods are and on which day of every year they end. Whole weeks end
/// on another day in each year.
fn ends_each_year(spec: &Spec) -> bool {
    spec.length.is_some_and(|length| !matches!(length, Duration::Weeks(_)))
        && spec.month_day.is_some()
        && spec.years.is_empty()
}

/// A page of a statement that begins with its title again.
fn repeats_title(previous: &Draft, kind: Option<Kind>, title: &str) -> bool {
    kind == Some(previous.kind)
        && !matches!(previous.kind, Kind::Segment | Kind::Schedule | Kind::Other)
        && title.eq_ignore_ascii_case(&previous.title)
        && knowledge::title_kind(title).is_some()
}

/// Whether a table without a title has the header of the one before it once more.
fn repeats_header(previous: &Draft, head: &Head) -> bool {
    head.found
        && head.columns.iter().any(|c| !c.text().is_empty())
        && previous.head.same_columns(head)
}

/// Whether a table with nothing but a header of its own stands right below another that holds more
/// than one kind of figures: a further panel, of balances below flows.
fn is_below(lines: &Lines<'_>, previous: &Draft, table: &Table) -> bool {
    let Table { head, block, .. } = table;
    let silent = |i: usize| matches!(lines.class(i), Class::Blank | Class::Rule);
    let first = head.lines.first().copied().unwrap_or(block.first_row);
    // Below a schedule, only columns of time tell a panel of it from a table of other things.
    let dated = || head.columns.iter().any(|c| c.spec().speaks());
    let gathers = matches!(previous.kind, Kind::Segment | Kind::SelectedData)
        || (previous.kind == Kind::Schedule || adds_to_summary(previous, table)) && dated();
    gathers
        && head.found
        && head.intro.is_empty()
        && head.caption.iter().all(|c| block::is_unit_line(&c.text) || c.line > first)
        && (previous.last_line() + 1..first).all(silent)
}

/// Whether a table is of another kind than the one before it, both by their rows alone: the title of
/// that one, if it has any, is of a summary, which holds the sales of a company beside its assets.
fn adds_to_summary(previous: &Draft, table: &Table) -> bool {
    !previous.title.is_empty()
        && knowledge::title_kind(&previous.title).is_none()
        && table.kind.is_some_and(|kind| kind != previous.kind)
}

/// Whether a table with no title of its own holds the balances of the selected data before it, as
/// near and in as many columns: it has no total of the liabilities and equity.
fn gathers_balances(previous: &Draft, table: &Table) -> bool {
    let is_whole = |row: &AlignedRow| knowledge::sums_up_other_side(row.key());
    previous.kind == Kind::SelectedData
        && table.block.top <= previous.block.bottom + REACH
        && previous.grid.columns.len() == table.grid.columns.len()
        && !table.body.rows.iter().any(is_whole)
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
    // Units and audit remarks may be printed again; a note to the panel before may stand between.
    if head.caption.iter().any(|c| !c.text.trim_start().starts_with(['(', '*'])) {
        return false;
    }
    // By their keys: what is `Net income (loss)` in a panel with a loss is `Net income` in the next.
    let labels =
        |rows: &'a [AlignedRow]| rows.iter().map(AlignedRow::key).filter(|l| !l.is_empty());
    let before: HashSet<&str> = labels(&previous.rows).collect();
    let now = labels(rows).count();
    let same = labels(rows).filter(|l| before.contains(l)).count();
    now >= 3 && same * 5 >= now * 4
}

/// A table without a header of its own takes the columns of the one before it, where they stand
/// at the same places. Gives whether it did.
fn inherit_columns(previous: &Draft, head: &mut Head, grid: &Grid) -> bool {
    // What is expected is of another time.
    let is_outlook = || head.caption.iter().any(|c| knowledge::announces_outlook(&c.text));
    if !head.columns.iter().all(|c| c.spec().is_empty()) || is_outlook() {
        return false;
    }
    let same = grid.stands_like(&previous.grid);
    let mut own = head.columns.iter().flat_map(|c| &c.pieces).peekable();
    if own.peek().is_some() {
        // Words of its own head a table of its own.
        let known = |piece: &String| {
            let mut columns = previous.head.columns.iter();
            columns.any(|c| c.pieces.contains(piece)) || block::is_unit_line(piece)
        };
        return same && own.all(known);
    }
    let captions = || head.caption.iter().map(|c| &c.text).chain(&head.stub);
    let says = |told: fn(&Spec) -> bool| captions().any(|c| period::read(c).iter().any(told));
    // The title may tell all that a single column has to be told.
    if same && !(grid.columns.len() == 1 && says(|s| s.end().is_some())) {
        head.columns.clone_from(&previous.head.columns);
        return true;
    }
    // Fewer columns, unless the title tells their period or a paragraph introduces a table of its
    // own.
    let told = |s: &Spec| s.length.is_some() || s.end().is_some();
    // `December 31,      1997      1996`
    let tells_each = |c: &String| {
        period::read(c).iter().any(|s| s.month_day.is_some() && s.years.len() == grid.columns.len())
    };
    if !head.intro.is_empty() || says(told) || captions().any(tells_each) {
        return false;
    }
    let Some(places) = places_among(grid, &previous.grid) else { return false };
    head.columns = places.iter().map(|&k| previous.head.columns[k].clone()).collect();
    true
}

/// A year alone over all columns heads a further panel of the table before it: `1997` below quarters
/// of 1998. Other rows have columns of their own. Gives whether one does.
fn take_year(previous: &Draft, head: &mut Head, grid: &Grid, rows: &[AlignedRow]) -> bool {
    let Some(year) = head.only_year() else { return false };
    let mut others = head.columns.iter().flat_map(|column| &column.pieces);
    let own = &previous.head.columns;
    let years: BTreeSet<i16> = own.iter().flat_map(|c| c.spec().years.iter().copied()).collect();
    let is_told_so = years.is_empty() || years.len() == 1 && previous.head.only_year().is_some();
    let repeats = |row: &AlignedRow| {
        let is_same = |above: &AlignedRow| above.label == row.label && !above.cells.is_empty();
        !row.label.is_empty() && !row.cells.is_empty() && previous.rows.iter().any(is_same)
    };
    let is_panel = grid.columns.len() > 1
        && grid.stands_like(&previous.grid)
        && rows.iter().any(repeats)
        && others.all(|piece| *piece == year)
        && head.caption.is_empty()
        && head.intro.is_empty()
        && own.iter().flat_map(|c| &c.pieces).any(|piece| period::four_digits(piece).is_none())
        && is_told_so;
    if is_panel {
        head.columns = own.iter().map(|column| column.in_year(&year)).collect();
    }
    is_panel
}

/// The liabilities of a balance sheet without words of their own have the columns of its assets, in
/// order, wherever they stand. Gives whether a table is such a side.
fn take_other_side(previous: &Draft, head: &mut Head, grid: &Grid, rows: &[AlignedRow]) -> bool {
    let opens = |text: &str| knowledge::opens_liabilities(knowledge::plain(text).trim());
    let first = rows.iter().find(|row| !row.cells.is_empty());
    let outermost = || first?.section.first().map(|heading| &**heading);
    let opening = head.opening.first().map(|line| line.text.as_str()).or_else(outermost);
    let is_whole = |row: &AlignedRow| knowledge::sums_up_other_side(row.key());
    let is_side = previous.kind == Kind::BalanceSheet
        && previous.grid.columns.len() == grid.columns.len()
        && head.columns.iter().all(|c| c.text().is_empty())
        && head.caption.is_empty()
        && head.intro.is_empty()
        && opening.is_some_and(opens)
        && !previous.rows.iter().any(is_whole);
    if is_side {
        head.columns.clone_from(&previous.head.columns);
    }
    is_side
}

/// The columns of another table at whose places, in order, the columns of one stand.
fn places_among(grid: &Grid, other: &Grid) -> Option<Vec<usize>> {
    let place = |b: &Edge| {
        other
            .columns
            .iter()
            .position(|a| a.edges.0.saturating_sub(1) <= b.edges.1 && b.edges.1 <= a.edges.1 + 1)
    };
    let places: Option<Vec<usize>> = grid.columns.iter().map(place).collect();
    places.filter(|places| places.is_sorted_by(|a, b| a < b))
}
