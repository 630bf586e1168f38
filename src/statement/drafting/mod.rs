//! From blocks to drafts: each table is read as far as it can be by itself and after those before
//! it. If it continues one of them, it takes columns, kind and scale from there.
//!
//! - `tie`: whether it does; `columns`: those that it takes

mod columns;
mod tie;

use std::cell::OnceCell;

use rust_decimal::Decimal;

use self::columns::{inherit_columns, take_other_side, take_year};
use self::tie::{REACH, Tie, adjoins};
use crate::align::header::{self, Head};
use crate::align::rows::{self, AlignedRow, Body};
use crate::diagnostic::Diagnostic;
use crate::grid::{self, Grid};
use crate::knowledge;
use crate::lex::block::Block;
use crate::lex::line::Lines;
use crate::period::{self, Spec};
use crate::record::{Duration, Header, Kind};
use crate::statement::calendar::agreed;
use crate::statement::items::Items;
use crate::statement::{Draft, Scale, amounts, doubts, periods, title, units};

/// Reads the tables of one document.
pub fn drafts(
    lines: &Lines<'_>,
    blocks: Vec<Block>,
    document: &str,
    header: &Header,
    items: &mut Items,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Draft> {
    let mut out: Vec<Draft> = Vec::new();
    for block in blocks {
        items.read_to(lines, block.first_row);
        let company = &header.company;
        if let Some(mut table) = Table::read(lines, block, out.last(), company, diagnostics) {
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
    /// Nothing but a year heads it, a further panel of the table before it.
    of_year: bool,
    /// It has no header of its own and took that of the table before it.
    same_columns: bool,
}

impl Table {
    /// Reads a table by itself but for columns that it has of the one before it; nothing where the
    /// figures are no amounts, which is told where some look like these.
    fn read(
        lines: &Lines<'_>,
        block: Block,
        previous: Option<&Draft>,
        company: &str,
        diagnostics: &mut Vec<Diagnostic>,
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
            diagnostics.extend(doubts::passed_over(lines, &grid));
            return None;
        }
        let near = previous.filter(|p| block.top <= p.block.bottom + REACH);
        let of_year = near.is_some_and(|p| take_year(p, &mut head, &grid, &body.rows));
        let same_columns = near.is_some_and(|p| {
            of_year
                || inherit_columns(p, &mut head, &grid)
                || take_other_side(p, &mut head, &grid, &body.rows)
        });
        let (kind, title) = title::read(&head, &body.rows, company);
        Some(Self { block, grid, head, body, kind, title, adjoins, of_year, same_columns })
    }

    /// Takes headings and the paragraph above from the table that it goes on with.
    fn take_over(&mut self, tie: &Tie<'_>) {
        if tie.same_rows {
            self.body.carry_on(&tie.previous.rows);
        }
        // Below a title, what the lines under that one say comes before the paragraph above it.
        if tie.heads_again && self.head.caption.is_empty() {
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
        let kind = items.kind(kind_of(kind, mixed, tie), &title, &head);
        let title = match tie {
            Some(tie) if title.is_empty() || tie.heads_again => tie.previous.title.clone(),
            _ => title,
        };
        let plain = knowledge::plain(&title);
        let scale = scale(lines, &block, &head, tie);
        let common_size = units::is_common_size(lines, &rows)
            || previous.is_some_and(|p| p.common_size && p.kind == kind);
        let is_of_more = tie.is_some_and(|t| t.panel && is_of_more(lines, &t.previous.rows, &rows));
        let mut specs = specs(&head, tie, is_of_more);
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
            gathers: knowledge::heads_data(&plain) || knowledge::announces_statistics(&plain),
            holds_balances: OnceCell::new(),
            opened: OnceCell::new(),
            moved: OnceCell::new(),
            goes_on: previous.is_some(),
            note: String::new(),
        }
    }
}

/// What statement a table is, by itself or as the one that it goes on with.
fn kind_of(own: Option<Kind>, mixed: bool, tie: Option<&Tie<'_>>) -> Kind {
    let other = if mixed { Kind::SelectedData } else { Kind::Schedule };
    own.filter(|_| !tie.is_some_and(|t| t.same_kind))
        .or(tie.map(|t| t.previous.kind))
        .unwrap_or(other)
}

/// What the figures are printed in, as the head says, or a remark at the foot of a table that
/// stands by itself, or the table that this one goes on with.
fn scale(lines: &Lines<'_>, block: &Block, head: &Head, tie: Option<&Tie<'_>>) -> Scale {
    let mut own = units::scale(head);
    if let Some(shares) = units::scale_of_shares_alone(lines, head) {
        (own.amounts, own.shares) = (None, Some(shares));
    }
    if own.amounts.is_none()
        && tie.is_none()
        && let Some((amounts, shares)) = units::scale_at_foot(lines, block.bottom)
    {
        own.amounts = Some(amounts);
        own.shares = own.shares.or(shares);
    }
    let of_previous = tie.filter(|t| !(t.below && t.previous.head.has_units_below()));
    match of_previous {
        Some(tie) if own.amounts.is_none() => tie.previous.scale,
        _ => own,
    }
}

/// What the header says of each column's period, and the header of the panel above, where this one
/// is not of more.
fn specs(head: &Head, tie: Option<&Tie<'_>>, is_of_more: bool) -> Vec<Spec> {
    let mut specs: Vec<Spec> = head.columns.iter().map(|c| c.spec().clone()).collect();
    periods::number_quarters(&mut specs, head);
    periods::end_years_of_quarters(&mut specs);
    periods::drop_terms(&mut specs, head);
    periods::drop_years_at_their_end(&mut specs, head);
    if let Some(tie) = tie.filter(|t| t.panel) {
        periods::share_lengths(&mut specs, head, &tie.previous.specs);
        if !is_of_more {
            take_part_of_year(&mut specs, &tie.previous.specs);
        }
    }
    specs
}

/// A year alone over all columns of a panel is that of the time which all those of the panel before
/// tell of the year after: `1997` behind `Three Months Ended December 31, 1998`.
fn take_part_of_year(specs: &mut [Spec], previous: &[Spec]) {
    let told = agreed(previous.iter()).and_then(|told| Some((told.year()?, ends_in_a_year(told)?)));
    let Some((year, time)) = told else { return };
    if agreed(specs.iter().map(Spec::year_alone)).flatten() == Some(year - 1) {
        for spec in specs {
            spec.fill(&time);
        }
    }
}

/// Whether most rows of a panel begin with far more than the same ones of the panel before, as those
/// of a whole year do behind three months of the next.
fn is_of_more(lines: &Lines<'_>, before: &[AlignedRow], rows: &[AlignedRow]) -> bool {
    let first = |row: &AlignedRow| Some(row.cells.first()?.value(lines)?.abs());
    let outgrows = |(before, row): (&AlignedRow, &AlignedRow)| {
        let (before, now) = first(before).zip(first(row)).filter(|_| before.key() == row.key())?;
        Some(now > before + before / Decimal::TWO)
    };
    let all: Vec<bool> = before.iter().zip(rows).filter_map(outgrows).collect();
    all.iter().filter(|is_more| **is_more).count() * 2 > all.len()
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
/// else the days of years that a title tells one after the other,
/// `For the years ended January 31, 1998, 1997 and 1996`, where each stands alone over its panel in
/// that order. A title whose first year heads no panel names them otherwise. What is told of every
/// year, `for the nine months ended June 30:`, is told of the next one as well, where nothing but
/// the year stands over it; so is a length alone, `Quarterly Results`, and that of what ends on the
/// days over the columns, `Quarter ended   March 31   June 30`, and the part of a year over columns
/// that tell no time, `First Quarter`.
fn captions_above(own: &[Spec], head: &Head, previous: &Draft) -> Vec<Spec> {
    let years = || Some((previous.captions.first()?.year_alone()?, own.first()?.year_alone()?));
    match (own, years()) {
        ([], _) => previous.captions.clone(),
        ([own], None) if own.is_year_alone() => length_of_days(previous)
            .cloned()
            .or_else(|| time_of_year(previous))
            .map(|told| Spec { years: own.years.clone(), ..told })
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
            let of_all = previous.captions.iter().find(|spec| goes_on && is_length_alone(spec));
            previous.captions.iter().find(tells).or(only).or(of_all).cloned().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// What is told of the one year of a panel in which columns end on days of their own, and how long
/// they are.
fn length_of_days(panel: &Draft) -> Option<&Spec> {
    let told = panel.captions.first()?;
    let of_year = told.year().is_some() && told.length.is_some() && told.month_day.is_none();
    (of_year && panel.specs.iter().all(Spec::is_day_alone)).then_some(told)
}

/// What is told of one year of a panel whose columns tell no time: `First Quarter` and `1998` over
/// `Automotive   Credit   Total`. Whole weeks end on another day in each year.
fn time_of_year(panel: &Draft) -> Option<Spec> {
    let mut told = panel.captions.iter().filter(|spec| spec.length.is_some());
    let only = told.next().filter(|_| told.next().is_none())?;
    panel.specs.iter().all(Spec::is_empty).then(|| ends_in_a_year(only))?
}

/// The length of time that words tell and where in a year it ends, of one at most.
fn ends_in_a_year(told: &Spec) -> Option<Spec> {
    let length = told.length?;
    let of_one_year = told.years.len() <= 1 && told.from.is_none() && !told.several;
    let ends = told.quarter.is_some() || told.month_day.is_some();
    let moves = matches!(length, Duration::Weeks(_));
    let month_day = told.month_day.filter(|_| !moves);
    (ends && of_one_year).then(|| Spec { month_day, ..told.clone() })
}

/// Whether words tell how long periods are, and no more: `Quarterly Results`.
fn is_length_alone(spec: &Spec) -> bool {
    spec.length.is_some_and(|length| *spec == Spec::of(length))
}

/// Whether words tell how long periods are and on which day of every year they end. Whole weeks end
/// on another day in each year.
fn ends_each_year(spec: &Spec) -> bool {
    spec.length.is_some_and(|length| !matches!(length, Duration::Weeks(_)))
        && spec.month_day.is_some()
        && spec.years.is_empty()
}
