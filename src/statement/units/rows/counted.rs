//! Which rows count things: employees, stores, customers.

use std::ops::Range;

use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure, Notion};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::units::around::add_up_in;
use crate::statement::units::headings::titles_of;
use crate::statement::units::print::Print;
use crate::statement::units::row::Table;
use crate::statement::units::rows::added_up::is_part_of_money;
use crate::statement::units::rows::silent::names_money;
use crate::statement::units::{are_all, fits, is_below_balance};

/// Whether a row counts things: its label names nothing else, `Employees - year-end`, and neither
/// its figures nor what stands above it speak of money. What opens or closes follows such a row. A
/// balance sheet has none above its last sum: `Full service branches`.
pub(super) fn counts_things(
    table: Table<'_, '_>,
    are_parts: &[bool],
    at: usize,
    last: Option<Measure>,
) -> bool {
    let Table { lines, draft, columns, .. } = table;
    let stands_apart = is_below_balance(draft, &draft.rows[at]);
    if matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity) && !stands_apart {
        return false;
    }
    let counter =
        Counter { lines, draft, columns, at, row: &draft.rows[at], is_part: are_parts[at] };
    // `Operating Statistics by Segment`
    let of_statistics = || knowledge::announces_statistics(&knowledge::plain(&draft.title));
    if draft.kind == Kind::Segment
        && !of_statistics()
        && !counter.is_among_pointed_amounts()
        && !counter.is_no_segment()
        && !counter.is_part_of_heading()
    {
        return false;
    }
    counter.names_things(last)
        && counter.is_whole()
        && (stands_apart || counter.is_told_apart())
        && !counter.is_below_money()
        && !counter.is_beside_money()
        && (counter.belongs_to_count()
            || counter.is_kind_below_count() && counter.is_below_counting()
            || !is_part_of_money(lines, draft, at))
}

/// Whether a heading, in plain form, is called by an amount, `Fees from`; not so `Revenue equipment`,
/// nor backlogs and sales, which are told in pieces as well.
fn is_amount_alone(heading: &str) -> bool {
    let hangs = |(_, last): &(&str, &str)| knowledge::is_hanging(last);
    let bare = heading.rsplit_once(' ').filter(hangs).map_or(heading, |(bare, _)| bare);
    bare.rsplit(' ').next().is_some_and(|last| names_money(last) && !knowledge::names_orders(last))
}

/// The rows right below one that counts things, further in, that come to as many in those columns
/// that may count: `Employees   604` over `Sales   210`, `Research   188` and so on. One row alone,
/// `Prior year`, is no part.
pub(in crate::statement) fn parts_of_count(
    lines: &Lines<'_>,
    rows: &[AlignedRow],
    at: usize,
    may_count: impl Fn(usize) -> bool,
) -> Option<Range<usize>> {
    let (whole, below) = (&rows[at], &rows[at + 1..]);
    let further_in = |row: &&AlignedRow| !row.cells.is_empty() && row.indent > whole.indent;
    let has_parts = below.iter().take(2).filter(further_in).count() == 2;
    if !has_parts || !whole.names_counted() {
        return None;
    }
    let parts = below.iter().take_while(further_in).count();
    // Changes in percent do not add up.
    let is_count = |face: &str| !face.contains(['$', '%', '.']);
    let counts = |column: usize| {
        may_count(column) && whole.cell(column).is_some_and(|cell| is_count(cell.face(lines)))
    };
    let come_to_whole = add_up_in(lines, &below[..parts], whole, counts, is_count);
    come_to_whole.then_some(at + 1..at + 1 + parts)
}

/// For each row, whether the nearest one above it that begins further left counts things, and it is
/// one of the parts of these.
pub(super) fn are_parts_of_counts(
    lines: &Lines<'_>,
    rows: &[AlignedRow],
    columns: &[Option<Measure>],
) -> Vec<bool> {
    let mut out = vec![false; rows.len()];
    for at in 0..rows.len() {
        let parts = parts_of_count(lines, rows, at, |column| columns[column].is_none());
        let mut left = usize::MAX;
        for part in parts.into_iter().flatten() {
            out[part] |= rows[part].indent <= left;
            left = left.min(rows[part].indent);
        }
    }
    out
}

/// A row that may count things, among the others of its table.
struct Counter<'a, 's> {
    lines: &'a Lines<'s>,
    draft: &'a Draft,
    columns: &'a [Option<Measure>],
    at: usize,
    row: &'a AlignedRow,
    /// It is one of the parts of a row above that counts things.
    is_part: bool,
}

impl<'a> Counter<'a, '_> {
    fn print(&self, row: &AlignedRow) -> Print<'a> {
        Print::of(self.lines, row, self.columns)
    }

    /// Segments may be called by the things they run, `Restaurants`; amounts with a point beside
    /// whole numbers are told from these.
    fn is_among_pointed_amounts(&self) -> bool {
        let mut others = self.draft.rows.iter().filter(|other| !other.names_counted());
        self.row.names_counted()
            && others.all(|other| {
                let print = self.print(other);
                print.decimals() > 0 || print.figures().next().is_none()
            })
    }

    /// No segment is called `Branch offices (end of period)` or `Policies in force (thousands)`.
    fn is_no_segment(&self) -> bool {
        let label = &self.row.label;
        let is_scaled =
            || knowledge::scale_of(label).is_some() && !knowledge::speaks_of_money(label);
        knowledge::is_counted_on_a_day(&self.row.plain) || self.row.names_counted() && is_scaled()
    }

    /// Whether the label names things, or those that the row above or the heading names; `last` is
    /// what the row above measures.
    fn names_things(&self, last: Option<Measure>) -> bool {
        let follows =
            || knowledge::is_change_of_count(&self.row.plain) || self.is_kind_of_row_above();
        self.row.names_counted()
            || knowledge::tells_number_of_goods(&self.row.plain)
            || self.is_among_statistics() && knowledge::may_be_counted(&self.row.plain)
            || last == Some(Measure::Pure) && follows()
            || self.belongs_to_count()
            || self.is_kind_below_count()
    }

    /// Whether it leads from one count to another, or is a part of one.
    fn belongs_to_count(&self) -> bool {
        self.is_change_below_count() || self.is_part_of_heading() || self.is_part
    }

    /// `Operating data:` over `Vessels`, or `Statistical summary` over a table without a dollar sign.
    fn is_among_statistics(&self) -> bool {
        let announces = |words: String| {
            knowledge::announces_statistics(&words) && !knowledge::names_amount(&words)
        };
        let has_sign = |row: &AlignedRow| self.print(row).holds('$');
        self.row.heading().is_some_and(announces)
            || self.draft.scale.amounts.is_none()
                && announces(knowledge::plain(&self.draft.title))
                && !self.draft.rows.iter().any(has_sign)
    }

    /// `Restaurants:` over `Beginning of period`, `Opened`, `End of period`, or over those of each
    /// kind: `Restaurant count:` over `Company:`
    fn is_change_below_count(&self) -> bool {
        let plain = &self.row.plain;
        let mut headings = self.row.section.iter().rev().map(|heading| knowledge::plain(heading));
        (knowledge::is_change_of_count(plain) || knowledge::may_name_balance(plain))
            && headings
                .find(|heading| !knowledge::is_kind_of_counted(heading))
                .is_some_and(|heading| knowledge::is_counted(&heading))
    }

    /// `Restaurants open:` or `Opened:` over `Company-owned`, `Franchised`
    fn is_kind_below_count(&self) -> bool {
        let counts = |heading: String| {
            knowledge::is_counted(&heading) || knowledge::is_change_of_count(&heading)
        };
        knowledge::is_kind_of_counted(&self.row.plain) && self.row.heading().is_some_and(counts)
    }

    /// Whether the heading of a kind counts, by the scale it bears or by a total that is called as
    /// what is counted, `Total access lines`; it may be that of amounts: `Stores` over
    /// `Company-owned`, `Franchised`. So it is where a row below it bears a dollar sign, or one of
    /// the headings speaks of money.
    fn is_below_counting(&self) -> bool {
        let section = &self.row.section;
        let mates = || self.draft.rows.iter().filter(|other| other.section == *section);
        let of_money =
            |heading: String| knowledge::names_amount(&heading) || knowledge::names_cost(&heading);
        (self.is_below_scale() || mates().any(AlignedRow::names_counted))
            && !section.iter().any(|heading| of_money(knowledge::plain(heading)))
            && !mates().any(|other| self.print(other).holds('$'))
    }

    /// Whether the heading has a scale, and not that of money.
    fn is_below_scale(&self) -> bool {
        self.row.section.last().is_some_and(|heading| {
            knowledge::scale_of(heading).is_some() && !knowledge::speaks_of_money(heading)
        })
    }

    /// Whether the heading tells by itself that things are counted below it, whatever rows are called:
    /// on a day, `Customers at end of period:` over `Electric`, by how much they were used, `Well
    /// servicing hours:` over `Workover`, or in thousands, `Policies in force (000):` over `Personal
    /// auto`. Amounts may stand below the last, `Hotels (in thousands):` over `Operating costs`, and places
    /// are never so many.
    fn is_part_of_heading(&self) -> bool {
        let of_amount = |row: &AlignedRow| knowledge::names_amount(&row.plain);
        let section = &self.row.section;
        let mut mates = self.draft.rows.iter().filter(|other| other.section == *section);
        let mut counts_scaled = |heading: &str| {
            self.is_below_scale()
                && knowledge::is_counted(heading)
                && !knowledge::names_places(heading)
                && self.is_below_counting()
                && !mates.any(of_amount)
        };
        let counts = |heading: String| {
            knowledge::measures_use(&heading)
                || knowledge::may_name_balance(&heading) && knowledge::is_counted(&heading)
                || counts_scaled(&heading)
        };
        !of_amount(self.row) && self.row.heading().is_some_and(counts)
    }

    /// `Average trucks   1,802` over `Company   1,411`, further in
    fn is_kind_of_row_above(&self) -> bool {
        let mut above = self.draft.rows[..self.at].iter().rev();
        knowledge::is_kind_of_counted(&self.row.plain)
            && above
                .find(|above| above.indent < self.row.indent)
                .is_some_and(|r| !r.cells.is_empty() && r.names_counted())
    }

    /// Whether the figures are printed as counts are: whole, but for `Handsets in service (000s)
    /// 1,536.2`, for averages, `Average rigs working   44.2`, and for so many of one kind for each of
    /// another, `Man-hours per ton   2.41`, and with no sign.
    fn is_whole(&self) -> bool {
        let print = self.print(self.row);
        let for_each = || knowledge::speaks_of(&self.row.plain, Notion::Each);
        let tells_number = knowledge::tells_number_of_goods(&self.row.plain);
        let scaled = || {
            knowledge::scale_of(&self.row.label).is_some()
                || self.is_below_scale() && self.is_part_of_heading()
        };
        let averaged =
            || knowledge::begins_with(&self.row.plain, Notion::Average) && print.decimals() == 1;
        // Changes alone bring fewer than none: `Plants   (66)` are no plants.
        let is_change = || {
            knowledge::is_change_of_count(&self.row.plain)
                || knowledge::comes_or_goes(&self.row.plain)
                || tells_number
                || knowledge::net_of(&self.row.plain).is_some()
        };
        let is_below_none = || print.holds('(') && !is_change();
        (print.decimals() == 0 || scaled() || averaged() || for_each() || tells_number)
            && !print.holds('$')
            && !print.holds('%')
            && !(is_below_none() && !self.is_change_below_count())
    }

    /// Whether things of some kind, `Drug stores`, stand among data of operations or beside rows that
    /// are no amounts: among amounts alone they are those that bring them.
    fn is_told_apart(&self) -> bool {
        let says_so = |row: &AlignedRow| {
            knowledge::names_things_alone(&row.plain)
                || knowledge::tells_number_of_goods(&row.plain)
                || row.measure().is_some_and(|measure| measure != Measure::Money)
        };
        let is_other = |row: &&AlignedRow| {
            !row.cells.is_empty() && row.lines != self.row.lines && says_so(row)
        };
        !self.row.names_counted()
            || says_so(self.row)
            || self.draft.scale.amounts.is_none()
            || self.draft.gathers
            || self.draft.rows.iter().any(|row| is_other(&row))
    }

    /// Whether the title or the heading speaks of money, or the heading of percent.
    fn is_below_money(&self) -> bool {
        let heads_money = |heading: String| {
            let item = || knowledge::signs(&knowledge::key(&heading)).next().is_some();
            // `Lots owned` below `Land inventory` are no part of it.
            let is_held = || {
                knowledge::tells_number_of_goods(&self.row.plain)
                    && knowledge::names_held(&self.row.plain).is_some()
            };
            let of_balance = |heading: &str| {
                knowledge::is_balance(heading)
                    && !knowledge::speaks_of(heading, Notion::Backlog)
                    && !is_held()
            };
            // `Adjusted EBITDA`
            let result = || heading.rsplit(' ').next().is_some_and(knowledge::is_acronym);
            (knowledge::counts_money(&heading)
                || knowledge::gathers_items(&heading)
                || is_amount_alone(&heading)
                || of_balance(&heading)
                || item()
                || result())
                && !knowledge::is_unscaled(&heading)
                // `Revenue generating units`
                && !knowledge::is_counted(&heading)
        };
        // `Employees   418` below `Percent of sales` is none, `Service centers   47` below `Shipments (%)`.
        let below = |heading: String| match knowledge::measure_of(&heading) {
            Some(Measure::Percent) => {
                fits(Measure::Percent, &self.print(self.row).faces)
                    && !self.is_whole_among_percents()
            }
            _ => heads_money(heading),
        };
        knowledge::counts_money(&self.draft.title)
            || self.row.heading().is_some_and(below)
            || is_title_of_flows(self.draft)
    }

    /// `Stores   97` beside `Gross profit   33.1%`
    fn is_whole_among_percents(&self) -> bool {
        let is_mate = |other: &&AlignedRow| {
            other.section == self.row.section && !other.cells.is_empty() && !other.names_counted()
        };
        let mut mates = self.draft.rows.iter().filter(is_mate);
        let in_percent = |row: &AlignedRow| {
            let print = self.print(row);
            print.decimals() > 0 || are_all(print.figures(), |figure| figure.contains('%'))
        };
        are_all(&mut mates, in_percent) && !in_percent(self.row)
    }

    /// `Nursing facilities   $ 23,518` over `Restaurants   7,294`: kinds of property; not `Admissions
    /// $ 60,118` before amounts per share, behind which things are counted. Below the price of one,
    /// `Average dayrates`, the first sign is that of all.
    fn is_beside_money(&self) -> bool {
        let (above, below) = self.draft.rows.split_at(self.at);
        let is_mate = |other: &&AlignedRow| {
            other.section == self.row.section && other.measure() != Some(Measure::PerShare)
        };
        let mates = above.iter().rev().take_while(is_mate).chain(below.iter().take_while(is_mate));
        let is_price = self.row.heading().is_some_and(|heading| knowledge::is_unscaled(&heading));
        let mut alike = mates.filter(|other| is_price || other.names_counted());
        alike.any(|other| self.print(other).holds('$'))
    }
}

/// Whether what stands over a table speaks of money that is earned or spent, and none of its rows
/// does, or it speaks of nothing else: `Revenues by class of customer (in thousands)` over
/// `Residential customers`.
fn is_title_of_flows(draft: &Draft) -> bool {
    let titles = || knowledge::plain(&titles_of(draft));
    let speaks = |titles: String| {
        knowledge::names_flow(&titles)
            && !knowledge::announces_counts(&titles)
            && !knowledge::announces_statistics(&titles)
    };
    let is_division = || {
        let title = knowledge::plain(&draft.title);
        let what = title.split_once(" by ").map(|(what, _)| what);
        what.is_some_and(|what| knowledge::names_flow(what) && !knowledge::holds(what, "and"))
    };
    draft.scale.amounts.is_some()
        && (is_division() || !draft.rows.iter().any(|row| knowledge::names_amount(&row.plain)))
        && speaks(titles())
}
