//! What rows measure by their labels and headings, and by their figures.

use std::cell::LazyCell;
use std::sync::Arc;

use rust_decimal::Decimal;

use crate::align::rows::AlignedRow;
use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::print::prints_zeros;
use crate::statement::units::around::{
    parts_of_a_hundred, parts_of_shares, per_share_runs_on, percents_run_on, sums_of_counts,
    sums_of_percents, whole_prices,
};
use crate::statement::units::operations::{
    self, counts_in_operations, heads_operations, orders_of_homes,
};
use crate::statement::units::row::{Headings, RowWords, Table};
use crate::statement::units::scale::{joined_captions, without_exception};
use crate::statement::units::{decimals, fits, has_digits};
use crate::statement::{Draft, title};

/// What each row measures, where it or something about it says so.
pub(super) fn row_measures(
    lines: &Lines<'_>,
    draft: &Draft,
    columns: &[Option<Measure>],
    whole: bool,
) -> Vec<Option<Measure>> {
    let table = Table { lines, draft, columns, zeros: prints_zeros(lines, &draft.rows), whole };
    let mut last: Option<Measure> = None;
    let mut out = Vec::with_capacity(draft.rows.len());
    let is_result =
        |row: &AlignedRow| knowledge::concept(row.key(), draft.kind) == Some("NetIncomeLoss");
    let result = LazyCell::new(|| draft.rows.iter().position(is_result));
    // An income statement counts things only beneath its net income or its earnings per share.
    let mut may_count = draft.kind != Kind::Income;
    // In a statement of equity with columns of shares, all others are amounts: `Shares issued under
    // plan    118,204    1    2,118`.
    let counts_apart = draft.kind == Kind::Equity && columns.contains(&Some(Measure::Shares));
    let mut headings = Headings::default();
    for (at, row) in draft.rows.iter().enumerate() {
        headings.move_to(&row.section);
        last = if row.cells.is_empty() {
            None
        } else if counts_things(lines, draft, at, last, columns)
            && (may_count || result.is_some_and(|result| result < at))
        {
            Some(Measure::Pure)
        } else {
            RowWords::of(table, row, &headings)
                .measure(last)
                .filter(|measure| !(counts_apart && *measure == Measure::Shares))
        };
        if last == Some(Measure::Percent)
            && draft.scale.amounts.is_some()
            && !Print::of(lines, row, columns).holds('%')
            && is_part_of_money(lines, draft, at)
        {
            last = None;
        }
        may_count |= last == Some(Measure::PerShare);
        out.push(last);
    }
    let balances = matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow);
    if balances && !heads_operations(draft) {
        return out;
    }
    let prints: Vec<Print> = draft.rows.iter().map(|r| Print::of(lines, r, columns)).collect();
    if balances {
        counts_in_operations(draft, &prints, &mut out);
        return out;
    }
    percents_run_on(draft, &prints, &mut out);
    parts_of_a_hundred(lines, draft, &mut out);
    if let Some(silent) = silent_rows(lines, draft) {
        // `Selected statistics (dollars in millions)`: amounts are among them.
        let money = knowledge::speaks_of_money(&titles_of(draft));
        let is_amount = |row: &AlignedRow| {
            operations::is_money(&row.label) || knowledge::is_balance(&row.plain)
        };
        for ((measure, print), row) in out.iter_mut().zip(&prints).zip(&draft.rows) {
            if measure.is_none() && fits(silent, &print.faces) && !(money && is_amount(row)) {
                *measure = Some(silent);
            }
        }
    }
    counts_in_operations(draft, &prints, &mut out);
    orders_of_homes(draft, &prints, &mut out);
    sums_of_counts(draft, &prints, &mut out);
    parts_of_shares(lines, draft, &prints, &mut out);
    per_share_runs_on(draft, &prints, &mut out);
    whole_prices(draft, &prints, &mut out);
    sums_of_percents(lines, draft, &mut out);
    out
}

/// Whether a row counts things: its label names nothing else, `Employees - year-end`, and neither
/// its figures nor what stands above it speak of money. What opens or closes follows such a row.
fn counts_things(
    lines: &Lines<'_>,
    draft: &Draft,
    at: usize,
    last: Option<Measure>,
    columns: &[Option<Measure>],
) -> bool {
    let row = &draft.rows[at];
    if matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity) {
        return false;
    }
    // Segments may be called by the things they run, `Restaurants`; amounts with a point beside
    // whole numbers are told from these.
    let pointed = || {
        let others = draft.rows.iter().filter(|other| !knowledge::is_counted(&other.plain));
        let mut prints = others.map(|other| Print::of(lines, other, columns));
        prints.all(|print| print.decimals() > 0 || print.figures().next().is_none())
    };
    if draft.kind == Kind::Segment && !(knowledge::is_counted(&row.plain) && pointed()) {
        return false;
    }
    // `Restaurants:` over `Beginning of period`, `Opened`, `End of period`
    let of_count = || {
        let counts = |heading: &Arc<str>| knowledge::is_counted(&knowledge::plain(heading));
        (knowledge::is_change_of_count(&row.plain) || knowledge::may_name_balance(&row.plain))
            && row.section.last().is_some_and(counts)
    };
    // `Restaurants open:` or `Opened:` over `Company-owned`, `Franchised`
    let of_kind = || {
        let counts = |heading: &Arc<str>| {
            let heading = knowledge::plain(heading);
            knowledge::is_counted(&heading) || knowledge::is_change_of_count(&heading)
        };
        knowledge::is_kind_of_counted(&row.plain) && row.section.last().is_some_and(counts)
    };
    // `Customers at end of period:` over `Electric`, `Gas`
    let of_balance = || {
        row.section.last().is_some_and(|heading| {
            let heading = knowledge::plain(heading);
            knowledge::may_name_balance(&heading) && knowledge::is_counted(&heading)
        }) && !knowledge::names_amount(&row.plain)
    };
    // `Average trucks   1,802` over `Company   1,411`, further in
    let of_row = || {
        let outer = draft.rows[..at].iter().rev().find(|above| above.indent < row.indent);
        knowledge::is_kind_of_counted(&row.plain)
            && outer.is_some_and(|r| !r.cells.is_empty() && knowledge::is_counted(&r.plain))
    };
    let of_last = || knowledge::is_change_of_count(&row.plain) || of_row();
    let counted = knowledge::is_counted(&row.plain)
        || last == Some(Measure::Pure) && of_last()
        || of_count()
        || of_kind()
        || of_balance();
    let of_money = || {
        let heading = row.section.last().map(|heading| knowledge::plain(heading));
        let heads_money = |heading: &String| {
            let item = || knowledge::signs(&knowledge::key(heading)).next().is_some();
            (knowledge::counts_money(heading) || knowledge::gathers_items(heading) || item())
                && !knowledge::is_unscaled(heading)
        };
        knowledge::counts_money(&draft.title)
            || heading.as_ref().is_some_and(heads_money)
            || is_title_of_flows(draft)
    };
    // `Handsets in service (000s)   1,536.2`
    let scaled = knowledge::scale_of(&row.label).is_some();
    let is_whole = |print: Print<'_>| {
        (scaled || print.decimals() == 0) && !print.holds('$') && !print.holds('%')
    };
    // `Nursing facilities   $ 23,518` over `Restaurants   7,294`: kinds of property
    let beside_money = || {
        let mates = draft.rows.iter().filter(|other| other.section == row.section);
        let mut things = mates.filter(|other| knowledge::is_counted(&other.plain));
        things.any(|other| Print::of(lines, other, columns).holds('$'))
    };
    counted
        && is_whole(Print::of(lines, row, columns))
        && !of_money()
        && !beside_money()
        && (of_count() || of_balance() || !is_part_of_money(lines, draft, at))
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

/// Whether a row that names things is added up with rows that name none, or under a dollar sign:
/// `Stores` among the kinds of property that are owed for.
fn is_part_of_money(lines: &Lines<'_>, draft: &Draft, at: usize) -> bool {
    /// Rows above or below that may be added up.
    const NEAR: usize = 30;
    let figure = draft.rows[at].cells.iter().find(|c| c.token.has_digits());
    let Some(column) = figure.map(|c| c.column) else { return false };
    let face = |row: &AlignedRow| -> Option<&str> {
        let cell = row.cells.iter().find(|c| c.column == column)?;
        Some(&lines.face(cell.line)[cell.token.span()])
    };
    let value = |row: &AlignedRow| face(row).and_then(|f| figure::parse(f).value);
    let is_money = |row: &&AlignedRow| {
        let things = knowledge::is_counted(&row.plain)
            || knowledge::is_change_of_count(&row.plain)
            || matches!(knowledge::measure_of(&row.plain), Some(Measure::Pure | Measure::Percent));
        !row.cells.is_empty() && !things || face(row).is_some_and(|f| f.contains('$'))
    };
    let above = &draft.rows[at.saturating_sub(NEAR)..=at];
    let below = &draft.rows[at + 1..draft.rows.len().min(at + 1 + NEAR)];
    // What the rows from some row above to this one come to, and whether there is money among them.
    let mut sums: Vec<(Decimal, bool)> = Vec::with_capacity(above.len());
    let (mut sum, mut money) = (Decimal::ZERO, false);
    for row in above.iter().rev() {
        sum = sum.saturating_add(value(row).unwrap_or_default());
        money |= is_money(&row);
        sums.push((sum, money));
    }
    let (mut sum, mut money) = (Decimal::ZERO, false);
    below.iter().any(|row| {
        let Some(own) = value(row) else { return false };
        let dollars = face(row).is_some_and(|f| f.contains('$'));
        let is_sum = sums.iter().any(|(part, of_money)| {
            (*of_money || money || dollars) && part.checked_add(sum) == Some(own)
        });
        let is_rate = || knowledge::measure_of(&row.plain) == Some(Measure::Percent);
        let is_sum = is_sum && !is_rate();
        sum = sum.saturating_add(own);
        money |= is_money(&row);
        is_sum
    })
}

/// How the figures of a row are printed, but for those whose column says what they are.
pub(super) struct Print<'t> {
    pub(super) faces: Vec<&'t str>,
}

impl<'t> Print<'t> {
    fn of(lines: &'t Lines<'_>, row: &AlignedRow, columns: &[Option<Measure>]) -> Self {
        let own = row.cells.iter().filter(|c| columns[c.column].is_none());
        Self { faces: own.map(|c| &lines.face(c.line)[c.token.span()]).collect() }
    }

    pub(super) fn holds(&self, sign: char) -> bool {
        self.faces.iter().any(|f| f.contains(sign))
    }

    /// The faces that hold digits.
    pub(super) fn figures(&self) -> impl Iterator<Item = &'t str> + '_ {
        self.faces.iter().copied().filter(|f| has_digits(f))
    }

    pub(super) fn is_nil(&self) -> bool {
        self.faces.iter().all(|f| !f.bytes().any(|b| matches!(b, b'1'..=b'9')))
    }

    /// The most digits behind a decimal point.
    pub(super) fn decimals(&self) -> usize {
        self.figures().map(decimals).max().unwrap_or(0)
    }

    /// Neither a sign of money, of cents as well, nor an amount in thousands.
    pub(super) fn is_bare(&self) -> bool {
        !self.holds('$') && !self.holds(',') && !self.faces.iter().any(|f| f.ends_with(['c', 'p']))
    }

    /// Figures with signs neither of money nor of percent; a change beside them may be in percent.
    pub(super) fn is_unsigned(&self) -> bool {
        !self.holds('$') && self.figures().next().is_some_and(|first| !first.contains('%'))
    }

    /// Figures as per-share amounts are printed: cents, and nothing in the thousands.
    pub(super) fn in_cents(&self) -> bool {
        !self.holds(',') && !self.holds('%') && self.decimals() >= 2
    }
}

/// What stands over the rows, but for exceptions: `In thousands, except number of units` says what
/// else stands among amounts.
pub(super) fn titles_of(draft: &Draft) -> String {
    let stub = draft.head.stub.join(" ");
    let captions = joined_captions(&draft.head);
    let intro = title::last_sentence(&draft.head.intro);
    [&draft.title, stub.as_str(), &captions, intro].map(without_exception).join(" ")
}

/// What the rows measure that say nothing of it, neither they nor their headings.
pub(super) fn silent_rows(lines: &Lines<'_>, draft: &Draft) -> Option<Measure> {
    for (measure, fewest) in [(Measure::PerShare, 2), (Measure::Ratio, 1), (Measure::Percent, 0)] {
        if tells(lines, draft, measure, fewest) {
            return Some(measure);
        }
    }
    if has_dollars(lines, draft) {
        return None;
    }
    let titles = titles_of(draft);
    let title = knowledge::plain(&draft.title);
    // `Results of production activities (in thousands)`
    if draft.scale.amounts.is_some() && draft.rows.iter().any(|r| knowledge::names_cost(&r.plain)) {
        return counts_shares(draft).then_some(Measure::Shares);
    }
    if matches!(draft.kind, Kind::SelectedData | Kind::Schedule | Kind::Other | Kind::Segment)
        && (knowledge::announces_counts(&knowledge::plain(&titles))
            || knowledge::measure_of(&title) == Some(Measure::Pure))
    {
        return Some(Measure::Pure);
    }
    counts_shares(draft).then_some(Measure::Shares)
}

/// Whether the title of a table or the sentence over it names what is measured, and all its figures
/// have as many decimals as that needs: `Distributions per Unit for the last two years were:`,
/// `Earnings per share by segment`, `Ratio of earnings to fixed charges`; or the title says that
/// figures are in percent, `Percentage growth in sales`, which a sentence may say of others.
fn tells(lines: &Lines<'_>, draft: &Draft, measure: Measure, fewest: usize) -> bool {
    let names = |text: &str| knowledge::measure_of(&knowledge::plain(text)) == Some(measure);
    // `Interest rate sensitivity` may be told in amounts.
    let in_percent = |text: &str| {
        names(text) && ["percent", "percentage", "growth"].iter().any(|w| knowledge::holds(text, w))
    };
    let told = || match measure {
        Measure::Percent => in_percent(&draft.title) || in_percent(&joined_captions(&draft.head)),
        _ => names(&draft.title) || names(title::last_sentence(&draft.head.intro)),
    };
    let mut cells = draft.rows.iter().flat_map(|row| &row.cells).peekable();
    matches!(draft.kind, Kind::Schedule | Kind::Other | Kind::Segment)
        && draft.scale.amounts.is_none()
        && cells.peek().is_some()
        && told()
        && cells.all(|cell| {
            let face = &lines.face(cell.line)[cell.token.span()];
            let money = measure != Measure::PerShare && face.contains('$');
            !has_digits(face) || !money && !face.contains([',', '%']) && decimals(face) >= fewest
        })
}

fn has_dollars(lines: &Lines<'_>, draft: &Draft) -> bool {
    draft
        .rows
        .iter()
        .flat_map(|r| &r.cells)
        .any(|c| lines.face(c.line)[c.token.span()].contains('$'))
}

/// A table of shares: title, sentence above or its only remark on units says so.
pub(super) fn counts_shares(draft: &Draft) -> bool {
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
    let of_money = || draft.rows.iter().any(|row| knowledge::names_amount(&row.plain));
    // `The weighted average number of common shares used to compute earnings per share is:`
    let is_average = knowledge::holds(&intro, "average number")
        && knowledge::measure_of(&intro) == Some(Measure::Shares);
    is_average && !of_money()
        || knowledge::holds(&intro, "shares of common stock")
            && (knowledge::holds(&intro, "reserved")
                || knowledge::holds(&intro, "issuance")
                || knowledge::holds(&intro, "outstanding") && !of_money())
}

/// Whether rows tell what becomes of awards of shares: `Granted`, `Exercised`, `Canceled`, or one of
/// these between those `Outstanding`.
fn rolls_grants_forward(draft: &Draft) -> bool {
    let figures = || draft.rows.iter().filter(|r| !r.cells.is_empty());
    let outstanding = || figures().any(|r| r.plain.starts_with("outstanding"));
    match figures().filter(|r| knowledge::is_of_grants(&r.label)).count() {
        0 => false,
        1 => outstanding(),
        _ => true,
    }
}
