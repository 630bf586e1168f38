//! What ties a table to the one before it, if it goes on with that.

use std::collections::HashSet;

use crate::align::header::Head;
use crate::align::rows::AlignedRow;
use crate::grid::Grid;
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::period;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::drafting::Table;
use crate::statement::title;

/// Lines below a table within which another may go on with it.
pub(super) const REACH: usize = 60;

/// What a table has of the one that it goes on with.
pub(super) struct Tie<'a> {
    pub previous: &'a Draft,
    /// It has the same rows under a header of its own.
    pub panel: bool,
    /// It stands right below under a header of its own.
    pub below: bool,
    /// Its rows go on where the others end: the next page of one table.
    pub same_rows: bool,
    /// It is of the same kind, whatever it looks like by itself.
    pub same_kind: bool,
    /// It has the same header once more at the top of a page, and nothing else above its rows.
    pub heads_again: bool,
}

impl Table {
    /// What ties the table to the last of those before it, if it goes on with that.
    pub(super) fn tie<'a>(&self, lines: &Lines<'_>, drafts: &'a [Draft]) -> Option<Tie<'a>> {
        let previous = drafts.last()?;
        let untitled = self.title.is_empty();
        let panel = self.of_year
            || untitled && parts(drafts).any(|p| is_panel(p, &self.head, &self.body.rows));
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
            || previous.head.stub == self.head.stub && self.title == self.head.stub.join(" ")
            || self.has_caption_of(previous);
        let gathers = matches!(previous.kind, Kind::Segment | Kind::SelectedData);
        let is_other = !gathers
            && self.kind.is_some_and(|kind| kind != previous.kind)
            && self.head.columns.iter().all(|column| period::is_bare(column.text()));
        nameless && !is_other && self.tops_page(lines, previous)
    }

    /// Whether it has the title of the table before once more, and no line above its header that did
    /// not stand above that one as well.
    fn has_caption_of(&self, previous: &Draft) -> bool {
        let (own, known) = (&self.head.caption, &previous.head.caption);
        !own.is_empty()
            && self.title == previous.title
            && own.iter().all(|line| known.iter().any(|k| k.text == line.text))
    }

    /// Whether nothing but a page break stands between the table before and the header.
    fn tops_page(&self, lines: &Lines<'_>, previous: &Draft) -> bool {
        let first = self.head.lines.first().copied().unwrap_or(self.block.first_row);
        let top =
            self.head.caption.iter().map(|line| line.line).chain([first]).min().unwrap_or(first);
        let between = || (previous.last_line() + 1..top).map(|i| lines.class(i));
        let is_silent =
            |class| matches!(class, Class::Blank | Class::Page | Class::Rule | Class::Mark);
        self.head.intro.is_empty()
            && (self.head.caption.is_empty() || self.has_caption_of(previous))
            && between().any(|class| class == Class::Page)
            && between().all(is_silent)
    }
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
pub(super) fn adjoins(lines: &Lines<'_>, previous: &Draft, block: &Block, grid: &Grid) -> bool {
    let silent =
        |i| matches!(lines.class(i), Class::Blank | Class::Mark | Class::Page | Class::Rule);
    previous.grid.columns.len() == grid.columns.len()
        && grid.columns.len() > 1
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
