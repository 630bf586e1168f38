//! What rows measure by the rows around them: signs that stand on the first of several alone, and
//! what some come to together.

use std::sync::Arc;

use rust_decimal::Decimal;

use crate::align::rows::{AlignedRow, PlacedToken, without_references};
use crate::figure;
use crate::knowledge::{self, Measure, Sign};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::rows::Print;
use crate::statement::units::scale::is_bare_sum;
use crate::statement::units::{CENTS, decimals, is_grouped};

/// A percent sign may stand on the first row of a block alone, as a dollar sign does. Rows that
/// say nothing follow it while they look like it: as many decimals, and no sign of money.
pub(super) fn percents_run_on(
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    let signs = Signs::of(draft, prints, measures);
    // The row above with the nearest sign.
    let mut last = None;
    for at in 0..measures.len() {
        let above = last.filter(|&k: &usize| signs.own[k] == Some(Measure::Percent));
        if signs.own[at].is_some() {
            last = Some(at);
        } else if measures[at] == Some(Measure::Pure)
            || prints[at].figures().any(figure::is_multiple)
        {
            // Behind counts and multiples, `2.23x`, a sign further up says nothing.
            last = None;
        }
        let print = &prints[at];
        // `Average price per ton   12.5` below margins
        if measures[at].is_none() && knowledge::is_unscaled(&draft.rows[at].plain) {
            last = None;
            continue;
        }
        let is_ratio = measures[at] == Some(Measure::Ratio);
        if is_ratio && above.is_some_and(|above| signs.is_whole_percent(at, above)) {
            measures[at] = Some(Measure::Percent);
            continue;
        }
        let may_be = || is_ratio && above.is_some_and(|above| signs.is_among_percents(at, above));
        if measures[at].is_some() && !may_be() || print.faces.is_empty() || !print.is_bare() {
            continue;
        }
        if let Some(above) = above {
            // `Selling expenses   88.2` over `29.8%` without a name, which is that of this row only;
            // not so the sum `7.3%` of percents right above it
            let sums_up = |k: usize| k > 0 && measures[k - 1] == Some(Measure::Percent);
            let beside = |k: usize| {
                draft.rows[k].label.is_empty() && !draft.rows[at].label.is_empty() && !sums_up(k)
            };
            if signs.has_money && beside(above) {
                last = None;
                continue;
            }
            let (aside, named) = (signs.is_aside(at, above), signs.names_item(at));
            if signs.has_money && !draft.common_size && (named || aside) {
                last = None;
            }
            if signs.has_money && aside || !signs.follows(at, above) {
                continue;
            }
        } else if !draft.common_size {
            continue;
        }
        let is_fraction = signs.is_fraction(at);
        measures[at] = Some(if is_fraction { Measure::Ratio } else { Measure::Percent });
    }
}

/// Totals of parts of which the heading says that they are in percent, without a sign, are as well
/// where they may be the averages of these, and so are the parts behind them that are called as
/// others of the table: `Load factor (%)` over `Domestic   77.8`, `Latin   69.6`, then `Total
/// mainline   76.7` and `Express   71.6` at the margin; not so `Total sales   76.7` below `Growth
/// (%)`.
pub(super) fn percents_beside_totals(
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    let rows = &draft.rows;
    let again = |at: usize| rows.iter().filter(|row| row.plain == rows[at].plain).count() > 1;
    let is_alike = |at: usize, above: usize| {
        let decimals = prints[at].decimals();
        decimals > 0 && decimals == prints[above].decimals() && prints[at].is_bare()
    };
    let mut after_total = false;
    for at in 1..rows.len() {
        let (above, row) = (&rows[at - 1], &rows[at]);
        let ends = above.section.len() > row.section.len()
            && above.section.starts_with(&row.section)
            && row.plain.starts_with("total");
        let is_average = || {
            let parts = (0..at).rev().take_while(|&k| rows[k].section == above.section);
            let parts: Vec<&Print<'_>> = parts.map(|k| &prints[k]).collect();
            !knowledge::names_amount(&row.plain) && lies_among(&prints[at], &parts)
        };
        after_total = (ends && is_average()
            || after_total && above.section == row.section && again(at))
            && measures[at].is_none()
            && measures[at - 1] == Some(Measure::Percent)
            && !prints[at - 1].holds('%')
            && is_alike(at, at - 1);
        if after_total {
            measures[at] = Some(Measure::Percent);
        }
    }
}

/// Whether each figure of a row is between the least and the greatest of those above it.
fn lies_among(print: &Print<'_>, parts: &[&Print<'_>]) -> bool {
    let values = |print: &Print<'_>| -> Option<Vec<Decimal>> {
        print.faces.iter().map(|face| figure::parse(face).value).collect()
    };
    let (Some(own), Some(parts)) =
        (values(print), parts.iter().map(|part| values(part)).collect::<Option<Vec<_>>>())
    else {
        return false;
    };
    own.iter().enumerate().all(|(k, value)| {
        let mut of_parts: Vec<Decimal> =
            parts.iter().filter_map(|part| part.get(k).copied()).collect();
        of_parts.sort_unstable();
        of_parts.first().is_some_and(|least| least <= value)
            && of_parts.last().is_some_and(|greatest| value <= greatest)
    })
}

/// The signs on the figures of rows.
struct Signs<'a, 't> {
    draft: &'a Draft,
    prints: &'a [Print<'t>],
    /// What the signs of each row say.
    own: Vec<Option<Measure>>,
    /// For each row, what the nearest signs below it say, its own included.
    below: Vec<Option<Measure>>,
    has_money: bool,
    /// Amounts have no decimals.
    whole_money: bool,
    /// The most decimals that they are printed with, those per share as well.
    most_decimals: Option<usize>,
}

impl<'a, 't> Signs<'a, 't> {
    fn of(draft: &'a Draft, prints: &'a [Print<'t>], measures: &[Option<Measure>]) -> Self {
        let sign = |(measure, print): (&Option<Measure>, &Print<'_>)| match measure {
            Some(Measure::Percent) if print.holds('%') => Some(Measure::Percent),
            _ => print.holds('$').then_some(Measure::Money),
        };
        let own: Vec<Option<Measure>> = measures.iter().zip(prints).map(sign).collect();
        let mut below = own.clone();
        for at in (1..below.len()).rev() {
            below[at - 1] = below[at - 1].or(below[at]);
        }
        let mut whole = amounts(prints).filter(|print| !print.in_cents());
        Self {
            draft,
            prints,
            own,
            below,
            has_money: amounts(prints).next().is_some(),
            whole_money: whole.all(|print| print.decimals() == 0),
            most_decimals: amounts(prints).map(Print::decimals).max(),
        }
    }

    fn by_label(&self, at: usize) -> Option<Measure> {
        self.draft.rows[at].measure()
    }

    fn are_under_one_heading(&self, at: usize, other: usize) -> bool {
        self.draft.rows[at].section == self.draft.rows[other].section
    }

    /// `Efficiency   60.12` below a heading of ratios: whatever they are, others there are in
    /// percent.
    fn is_whole_percent(&self, at: usize, above: usize) -> bool {
        let print = &self.prints[at];
        let exceeds_ten =
            |f: &str| figure::parse(f).value.is_some_and(|value| value > Decimal::TEN);
        self.by_label(at).is_none()
            && print.is_bare()
            && self.are_under_one_heading(at, above)
            && !print.figures().any(figure::is_multiple)
            && print.figures().next().is_some()
            && print.figures().all(exceeds_ten)
    }

    /// Ratios may be printed in percent: those that a heading calls so, and those between others
    /// that bear the sign, or below one and a heading of percentages: `Leverage ratio   9.02`
    /// under `Capital ratios`.
    fn is_among_percents(&self, at: usize, above: usize) -> bool {
        // `Acquisition ratio   8.5` between `Loss ratio   66.0%` and `Combined ratio   97.1%`
        let is_ratio = || knowledge::holds(&self.draft.rows[above].plain, "ratio");
        let is_between = || {
            self.below[at] == Some(Measure::Percent) && (self.by_label(at).is_none() || is_ratio())
        };
        // `Fixed charge coverage ratio   3.2` tells how many times, whatever stands above it.
        let is_part = || {
            let label = &self.draft.rows[at].plain;
            knowledge::holds(label, "ratio") && !knowledge::holds(label, "coverage")
        };
        let heads_percents = || {
            self.draft.rows[at].section.last().is_some_and(|heading| {
                knowledge::measure_of(&knowledge::plain(heading)) == Some(Measure::Percent)
            })
        };
        // `Average equity to average assets   8.27` below `Return on average assets   1.13%`
        let of_balance = || {
            knowledge::tells_part_of_balance(&self.draft.rows[at].plain) && !self.is_fraction(at)
        };
        self.are_under_one_heading(at, above)
            && (is_between() || is_part() && heads_percents() || of_balance())
    }

    /// `Debt to assets   .45` below whatever percentages
    fn is_fraction(&self, at: usize) -> bool {
        let exceeds_one =
            |f: &str| figure::parse(f).value.is_some_and(|value| value > Decimal::ONE);
        knowledge::tells_large_part(&self.draft.rows[at].plain)
            && !self.prints[at].figures().all(exceeds_one)
    }

    /// `  % of net sales    7.8%` is said of the row above alone.
    fn is_aside(&self, at: usize, above: usize) -> bool {
        self.draft.rows[above].indent > self.draft.rows[at].indent
            && self.by_label(above) == Some(Measure::Percent)
    }

    fn names_item(&self, at: usize) -> bool {
        knowledge::concept(self.draft.rows[at].key(), self.draft.kind).is_some()
    }

    /// Whether a row without a sign looks like the one in percent above it.
    fn follows(&self, at: usize, above: usize) -> bool {
        let print = &self.prints[at];
        let alike =
            print.figures().next().is_none() || print.decimals() == self.prints[above].decimals();
        // What is in percent by its own words may stand among amounts that are printed alike.
        let alone = || {
            self.by_label(above) == Some(Measure::Percent)
                && amounts(self.prints).any(|amount| amount.decimals() == print.decimals())
        };
        let among_percents =
            || self.below[at] == Some(Measure::Percent) && !self.names_item(at) && !alone();
        // `Expected return on plan assets   9.50` below `7.75%`, among amounts with one decimal
        let is_rate = |words: &str| knowledge::measure_in_points(words) == Some(Measure::Percent);
        let row = &self.draft.rows[at];
        let is_finer = || self.most_decimals.is_some_and(|most| most < print.decimals());
        let unlike_money =
            || self.whole_money && print.decimals() > 0 || is_rate(&row.plain) && is_finer();
        // `Broadcasting   31.4` below `Newspapers   19.2%` under `Operating margin`
        let under_rate = || {
            self.are_under_one_heading(at, above)
                && row.section.last().is_some_and(|h| is_rate(&knowledge::plain(h)))
        };
        self.draft.common_size
            || alike && (!self.has_money || among_percents() || unlike_money() || under_rate())
    }
}

/// The rows that are printed as amounts.
fn amounts<'p, 't>(prints: &'p [Print<'t>]) -> impl Iterator<Item = &'p Print<'t>> {
    prints.iter().filter(|print| print.holds('$') || print.figures().any(|f| f.contains(',')))
}

/// What stands below a percentage under the same heading, and comes to 100 with it, is in percent
/// as well: `Communications   44%`, `Industrial   31`, `Consumer   25`.
pub(super) fn parts_of_a_hundred(
    lines: &Lines<'_>,
    draft: &Draft,
    measures: &mut [Option<Measure>],
) {
    let mut at = 0;
    while at < measures.len() {
        let section = &draft.rows[at].section;
        let under = draft.rows[at..].iter().take_while(|row| row.section == *section).count();
        let parts = at..at + under;
        at = parts.end;
        let own = measures[parts.clone()].split_first();
        let silent = own.is_some_and(|(first, rest)| {
            *first == Some(Measure::Percent) && !rest.is_empty() && rest.iter().all(Option::is_none)
        });
        if !section.is_empty() && silent && make_a_hundred(lines, &draft.rows[parts.clone()]) {
            measures[parts].fill(Some(Measure::Percent));
        }
    }
}

/// What is added up with a percentage above it to one below is in percent as well, whatever it is
/// called: `Realized prices   (9)%`, `Shipments   (4)`, and below them `(13)%`.
pub(super) fn sums_of_percents(lines: &Lines<'_>, draft: &Draft, measures: &mut [Option<Measure>]) {
    let signed = |row: &AlignedRow| row.cells.iter().any(|c| is_percent(lines, c.line, &c.token));
    let in_percent: Vec<usize> =
        (0..draft.rows.len()).filter(|&at| signed(&draft.rows[at])).collect();
    let is_small = |face: &str| !face.contains(['$', ',']);
    for pair in in_percent.windows(2) {
        let (first, sum) = (pair[0], pair[1]);
        if sum - first > 1 && add_up(lines, &draft.rows[first..sum], &draft.rows[sum], is_small) {
            measures[first..=sum].fill(Some(Measure::Percent));
        }
    }
}

/// A bare total of 100 right below percentages is in percent as well. One percentage alone is no
/// part of a hundred.
pub(super) fn totals_of_a_hundred(
    lines: &Lines<'_>,
    draft: &Draft,
    measures: &mut [Option<Measure>],
) {
    for at in 2..draft.rows.len() {
        let row = &draft.rows[at];
        let is_whole = || {
            let value = |cell: &PlacedToken| figure::parse(cell.face(lines)).value;
            let hundred = |cell| value(cell) == Some(Decimal::ONE_HUNDRED);
            !row.cells.is_empty() && row.cells.iter().all(hundred)
        };
        if matches!(measures[at], None | Some(Measure::Pure))
            && measures[at - 2..at].iter().all(|&m| m == Some(Measure::Percent))
            && is_bare_sum(&row.label)
            && is_whole()
        {
            measures[at] = Some(Measure::Percent);
        }
    }
}

/// Whether figures, all of a print that may be, come to those of a row in every column of it, and
/// each of their rows has one in all of them.
fn add_up(
    lines: &Lines<'_>,
    parts: &[AlignedRow],
    sum: &AlignedRow,
    may_be: impl Fn(&str) -> bool,
) -> bool {
    add_up_in(lines, parts, sum, |_| true, may_be)
}

/// The same for the columns that may be: changes do not add up.
pub(super) fn add_up_in(
    lines: &Lines<'_>,
    parts: &[AlignedRow],
    sum: &AlignedRow,
    column_may_be: impl Fn(usize) -> bool,
    may_be: impl Fn(&str) -> bool,
) -> bool {
    let value = |row: &AlignedRow, column: usize| {
        let cell = row.cell(column)?;
        let face = cell.face(lines);
        if cell.token.has_digits() {
            figure::parse(face).value.filter(|_| may_be(face))
        } else {
            Some(Decimal::ZERO)
        }
    };
    let comes_to = |column: usize| {
        let mut parts = parts.iter().map(|row| value(row, column));
        let total = parts.try_fold(Decimal::ZERO, |total, part| total.checked_add(part?));
        total.is_some() && total == value(sum, column)
    };
    let mut sums = sum.cells.iter().filter(|c| column_may_be(c.column));
    sums.clone().any(|c| c.token.has_digits()) && sums.all(|c| comes_to(c.column))
}

/// Whether the figures of each column come to 100, but for rounding.
fn make_a_hundred(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    let hundred = Decimal::ONE_HUNDRED;
    let value = |row: &AlignedRow, column: usize| {
        let cell = row.cell(column)?;
        figure::parse(cell.face(lines)).value
    };
    let is_whole = |column: usize| {
        let mut values = rows.iter().map(|row| value(row, column));
        let sum = values.try_fold(Decimal::ZERO, |sum, value| sum.checked_add(value?));
        let off = sum.and_then(|sum| sum.checked_sub(hundred));
        off.is_some_and(|off| off.abs() <= Decimal::ONE)
    };
    rows.iter().flat_map(|row| &row.cells).all(|cell| is_whole(cell.column))
}

/// Among rows of per-share amounts, others printed in cents are per share as well: parts of
/// earnings, unlabelled sums. Where the money of the table has cents too, that is no sign, unless
/// the table walks from one amount per share to another and has no money at all. So are `Diluted`
/// and what stands below it at the top of a page that parts it from its `Earnings per share`, and
/// `Net income - diluted` that no heading says so of.
pub(super) fn per_share_runs_on(
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    let whole = |face: &str| face.contains(['$', ',']) && decimals(face) < 2;
    let cents = |face: &str| face.contains(',') && decimals(face) >= 2;
    let all = || prints.iter().flat_map(Print::figures);
    let of_dilution = |k: usize| prints[k].in_cents() && tells_of_dilution(&draft.rows[k]);
    let rest_is_whole = || {
        let others = (0..prints.len()).filter(|&k| !of_dilution(k));
        let mut figures = others.flat_map(|k| prints[k].figures()).peekable();
        (0..prints.len()).any(of_dilution)
            && figures.peek().is_some()
            && figures.all(|face| decimals(face) < 2)
    };
    if all().any(cents)
        || !all().any(whole) && !walks_per_share(draft, prints, measures) && !rest_is_whole()
    {
        return;
    }
    let figures: Vec<usize> = (0..prints.len()).filter(|&k| !prints[k].faces.is_empty()).collect();
    let goes_on = |&k: &usize| match measures[k] {
        Some(measure) => measure == Measure::PerShare,
        None => {
            let may_be = prints[k].in_cents() || prints[k].figures().next().is_none();
            may_be && !is_per_another(&draft.rows[k])
        }
    };
    let runs: Vec<Vec<usize>> = figures.split(|k| !goes_on(k)).map(<[usize]>::to_vec).collect();
    for run in runs {
        // Dashes at the ends of a run belong as well to what stands beside it.
        let firm = |&k: &usize| measures[k].is_some() || prints[k].in_cents();
        let (first, last) = (run.iter().position(firm), run.iter().rposition(firm));
        if run.iter().any(|&k| measures[k].is_some() || of_dilution(k))
            && let (Some(first), Some(last)) = (first, last)
        {
            run[first..=last].iter().for_each(|&k| measures[k] = Some(Measure::PerShare));
        }
    }
}

/// Whether a row is called `Diluted`, or stands below that, or is a result of the one kind or the
/// other: `Net income - diluted`.
fn tells_of_dilution(row: &AlignedRow) -> bool {
    let AlignedRow { plain, section, .. } = row;
    let is_below =
        || section.last().is_some_and(|words| knowledge::is_ditto(&knowledge::plain(words)));
    let is_result = || {
        knowledge::dilution(plain) != (false, false)
            && knowledge::signs(row.key()).any(|sign| sign == Sign::Result)
    };
    knowledge::is_ditto(plain) || is_below() || is_result()
}

/// Whether a row tells so much per something that is no share, or a rate: `Margin per barrel`,
/// `Delinquency rate`.
fn is_per_another(row: &AlignedRow) -> bool {
    knowledge::is_unscaled(&row.plain)
        || knowledge::measure_in_points(&row.plain).is_some()
        || row.section.iter().any(|heading| knowledge::is_unscaled(heading))
}

/// Dashes that no words of their own call so are not per share by a heading farther off, where the
/// row above them below the same headings holds an amount.
pub(super) fn nils_beside_amounts(
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    for k in 1..prints.len() {
        let (above, row) = (&draft.rows[k - 1], &draft.rows[k]);
        if measures[k] == Some(Measure::PerShare)
            && prints[k].is_nil()
            && row.measure().is_none()
            && row.section == above.section
            && measures[k - 1].is_none()
            && prints[k - 1].figures().next().is_some()
        {
            measures[k] = None;
        }
    }
}

/// Whether a table without a scale begins and ends with amounts per share, which alone have dollar
/// signs: `Diluted EPS as reported`, `Restructuring charges`, `Diluted EPS before charges`.
fn walks_per_share(draft: &Draft, prints: &[Print<'_>], measures: &[Option<Measure>]) -> bool {
    // `Growth   12%   4%-11%` at the end tells of the result above it.
    let told = |k: &usize| !prints[*k].faces.is_empty() && measures[*k] != Some(Measure::Percent);
    let mut figures = (0..prints.len()).filter(told);
    let per_share = |k: usize| measures[k] == Some(Measure::PerShare);
    let (Some(first), Some(last)) = (figures.next(), figures.next_back()) else { return false };
    let is_result = |k: usize| per_share(k) && !knowledge::is_standing(&draft.rows[k].plain);
    draft.scale.amounts.is_none()
        && is_result(first)
        && is_result(last)
        && (first..last).all(|k| per_share(k) || !prints[k].holds('$'))
}

/// `Total` below two or more counts, of shares or of other things, is one as well; so is what these
/// come to, `Total company`.
pub(super) fn sums_of_counts(
    lines: &Lines<'_>,
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    let (mut counted, mut counts) = (None, 0);
    for (at, row) in draft.rows.iter().enumerate() {
        let is_sum = || {
            is_bare_sum(&row.label)
                || row.plain.starts_with("total ")
                    && !knowledge::names_amount(&row.plain)
                    && add_up(lines, &draft.rows[at - counts..at], row, |face| !face.contains('$'))
        };
        if counts > 1 && measures[at].is_none() && !prints[at].holds('$') && is_sum() {
            measures[at] = counted;
        }
        let own = measures[at].filter(|m| matches!(m, Measure::Shares | Measure::Pure));
        counts =
            if own.is_some() && own == counted { counts + 1 } else { usize::from(own.is_some()) };
        counted = own;
    }
}

/// What is added to shares so as to come to shares is shares as well:
/// `Assumed exercise of warrants` between `Weighted average shares` and `Total shares`. So is a
/// bare sum of shares and of such rows.
pub(super) fn parts_of_shares(
    lines: &Lines<'_>,
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    for last in 1..draft.rows.len() {
        let is_sum = match measures[last] {
            Some(measure) => measure == Measure::Shares,
            None => is_bare_sum(&draft.rows[last].label) && !prints[last].holds('$'),
        };
        if is_sum && let Some(first) = first_of_shares(lines, draft, prints, measures, last) {
            let parts = (first..=last).filter(|&k| !draft.rows[k].cells.is_empty());
            // `Interest on debentures   --   --` is none of them.
            let of_money = |k: usize| {
                prints[k].holds('$')
                    || prints[k].is_nil() && knowledge::names_amount(&draft.rows[k].plain)
            };
            for k in parts.filter(|&k| !of_money(k)) {
                measures[k].get_or_insert(Measure::Shares);
            }
        }
    }
}

/// The first of the rows that come to the sum in row `last`, if it counts shares, or is `Basic`
/// alone, and the others do or say nothing. What measures something else among them is no part of
/// the sum.
fn first_of_shares(
    lines: &Lines<'_>,
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &[Option<Measure>],
    last: usize,
) -> Option<usize> {
    /// Most rows that are added up.
    const MOST_PARTS: usize = 14;
    let figure = |cell: &PlacedToken| figure::parse(cell.face(lines)).value;
    // What is still to be found above, column by column.
    let mut missing: Vec<(usize, Decimal)> = draft.rows[last]
        .cells
        .iter()
        .filter(|cell| cell.token.has_digits())
        .map(|cell| Some((cell.column, figure(cell)?)))
        .collect::<Option<_>>()?;
    if missing.iter().all(|(_, value)| value.is_zero()) {
        return None;
    }
    for first in (0..last).rev().filter(|&k| !draft.rows[k].cells.is_empty()).take(MOST_PARTS) {
        if prints[first].holds('$') || measures[first].is_some_and(|m| m != Measure::Shares) {
            continue;
        }
        for (column, value) in &mut missing {
            let own = draft.rows[first].cell(*column);
            *value = value.checked_sub(own.and_then(figure).unwrap_or_default())?;
        }
        let basic = || measures[first].is_none() && knowledge::is_ditto(&draft.rows[first].plain);
        if (measures[first] == Some(Measure::Shares) || basic())
            && missing.iter().all(|(_, value)| value.is_zero())
        {
            return Some(first);
        }
    }
    None
}

/// Prices in fractions are whole now and then: `Low    55 3/8    57`, `Low    57`. Under a heading
/// of prices, small whole numbers are prices where others are in fractions or the label names one.
pub(super) fn whole_prices(draft: &Draft, prints: &[Print<'_>], measures: &mut [Option<Measure>]) {
    let in_fractions = |k: usize| {
        measures[k] == Some(Measure::PerShare)
            && prints[k].faces.iter().any(|f| figure::has_fraction(f))
    };
    let headings: Vec<&[Arc<str>]> = (0..prints.len())
        .filter(|&k| in_fractions(k))
        .map(|k| draft.rows[k].section.as_slice())
        .collect();
    for (row, (print, measure)) in draft.rows.iter().zip(prints.iter().zip(measures)) {
        let heading = || row.section.last().map(|h| knowledge::plain(h));
        if measure.is_none()
            && print.figures().all(|f| f.trim_start_matches(['$', ' ']).len() <= 3)
            && (headings.contains(&row.section.as_slice())
                || knowledge::heads_prices(without_references(&row.label)))
            && heading().is_some_and(|h| knowledge::measure_of(&h) == Some(Measure::PerShare))
        {
            *measure = Some(Measure::PerShare);
        }
    }
}

/// Dividends in cents below earnings per share are paid on a share where no amount has cents:
/// `Dividends declared   $ 0.20` in millions.
pub(super) fn dividends_in_cents(
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    let is_paid = |row: &AlignedRow| {
        let words = row.key().trim_start_matches("cash ").trim_start_matches("common ");
        knowledge::is_dividend(words)
    };
    let in_cents = |print: &Print<'_>| {
        print.figures().next().is_some()
            && print.figures().all(|f| decimals(f) >= CENTS && !is_grouped(f))
    };
    let Some(earned) = measures.iter().position(|m| *m == Some(Measure::PerShare)) else { return };
    let is_amount = |k: usize| measures[k].is_none_or(|m| m == Measure::Money);
    let rows = &draft.rows;
    let whole = (0..rows.len())
        .filter(|&k| is_amount(k) && !is_paid(&rows[k]))
        .all(|k| prints[k].decimals() < CENTS);
    let of_results = matches!(draft.kind, Kind::Income | Kind::SelectedData);
    if !of_results || !whole || draft.scale.amounts.is_none() {
        return;
    }
    for k in earned..rows.len() {
        if measures[k].is_none() && is_paid(&rows[k]) && in_cents(&prints[k]) {
            measures[k] = Some(Measure::PerShare);
        }
    }
}

/// Amounts per share may be whole, most of all in partnerships: `Net income per limited partnership
/// unit   12   15`. They are where the label or the heading says no more, and the net income of the
/// table is far more.
pub(super) fn whole_per_share(
    lines: &Lines<'_>,
    draft: &Draft,
    prints: &[Print<'_>],
    measures: &mut [Option<Measure>],
) {
    let rows = &draft.rows;
    let of_share = knowledge::names_no_more_than_per_share;
    // Few hold the word, and need a closer look.
    let speaks = |text: &str| knowledge::holds(text, "per");
    let heads = |heading: &Arc<str>| speaks(heading) && of_share(&knowledge::plain(heading));
    let headed: Vec<bool> = rows.iter().map(|r| r.section.last().is_some_and(heads)).collect();
    let is_whole = |k: usize| {
        measures[k].is_none() && prints[k].figures().all(|f| !f.contains(['.', '%', '/']))
    };
    let tells = |label: &str| speaks(label) && of_share(without_references(label));
    let named = |k: usize| headed[k] || tells(&rows[k].plain);
    let may_be: Vec<usize> = (0..rows.len()).filter(|&k| is_whole(k) && named(k)).collect();
    if may_be.is_empty() {
        return;
    }
    let is_result = |k: &usize| {
        let concept = || knowledge::concept(rows[*k].key(), Kind::Income);
        !headed[*k] && measures[*k].is_none() && concept() == Some("NetIncomeLoss")
    };
    let results: Vec<usize> = (0..rows.len()).filter(is_result).collect();
    let small = |k: usize| results.iter().any(|&r| dwarfs(lines, &rows[r], &rows[k]));
    let fits = |k: usize| measures[k] == Some(Measure::PerShare) || is_whole(k) && small(k);
    let all_fit = |k: usize| {
        let mut alike = (0..rows.len()).filter(|&r| rows[r].section == rows[k].section);
        alike.all(|r| rows[r].cells.is_empty() || fits(r))
    };
    let found: Vec<usize> =
        may_be.into_iter().filter(|&k| small(k) && (!headed[k] || all_fit(k))).collect();
    for k in found {
        measures[k] = Some(Measure::PerShare);
    }
}

/// Whether the figures of a row come to far more than those of another in the same columns.
fn dwarfs(lines: &Lines<'_>, row: &AlignedRow, other: &AlignedRow) -> bool {
    let size = |cell: &PlacedToken| figure::parse(cell.face(lines)).value.map(|value| value.abs());
    let own = |column: usize| row.cell(column).and_then(size);
    let pairs = other.cells.iter().filter_map(|cell| Some((own(cell.column)?, size(cell)?)));
    let (mut large, mut small) = (Decimal::ZERO, Decimal::ZERO);
    for (more, less) in pairs {
        large += more;
        small += less;
    }
    !small.is_zero() && large >= small * Decimal::TEN
}
