//! What is in percent by the rows around it: below a sign that stands on the first of several alone,
//! or where figures come to a hundred or to percentages.

use rust_decimal::Decimal;

use crate::align::rows::{AlignedRow, PlacedToken};
use crate::figure;
use crate::knowledge::{self, Measure, Notion};
use crate::lex::line::Lines;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::are_all;
use crate::statement::units::around::add_up;
use crate::statement::units::print::{Print, Rows};
use crate::statement::units::scale::is_bare_sum;

/// A percent sign may stand on the first row of a block alone, as a dollar sign does. Rows that
/// say nothing follow it while they look like it: as many decimals, and no sign of money.
pub fn run_on(rows: &mut Rows<'_, '_>) {
    let Rows { draft, prints, measures, .. } = rows;
    let signs = Signs::of(draft, prints, measures);
    // The row above with the nearest sign.
    let mut last = None;
    for at in 0..measures.len() {
        let above = last.filter(|&k: &usize| signs.own[k] == Some(Measure::Percent));
        if signs.own[at].is_some() {
            last = Some(at);
        } else if signs.says_nothing_behind(at, measures[at]) {
            last = None;
        }
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
        if !signs.is_open(at, above, measures[at]) {
            continue;
        }
        if above.is_some_and(|above| signs.ends_at(at, above, measures)) {
            last = None;
        }
        if above.map_or(draft.common_size, |above| signs.reaches(at, above, measures)) {
            let is_fraction = signs.is_fraction(at);
            measures[at] = Some(if is_fraction { Measure::Ratio } else { Measure::Percent });
        }
    }
}

/// Totals of parts of which the heading says that they are in percent, without a sign, are as well
/// where they may be the averages of these, and so are the parts behind them that are called as
/// others of the table: `Load factor (%)` over `Domestic   77.8`, `Latin   69.6`, then `Total
/// mainline   76.7` and `Express   71.6` at the margin; not so `Total sales   76.7` below `Growth
/// (%)`.
pub fn beside_totals(rows: &mut Rows<'_, '_>) {
    let Rows { draft, prints, measures, .. } = rows;
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
            && knowledge::is_total(&row.plain);
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
    let value = |print: &Print<'_>, k: usize| figure::parse(print.faces.get(k)?).value;
    (0..print.faces.len()).all(|k| {
        let of_parts = || parts.iter().filter_map(|part| value(part, k));
        value(print, k).is_some_and(|own| {
            of_parts().any(|least| least <= own) && of_parts().any(|greatest| own <= greatest)
        })
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

    /// Behind counts and multiples, `2.23x`, a sign further up says nothing.
    fn says_nothing_behind(&self, at: usize, measure: Option<Measure>) -> bool {
        measure == Some(Measure::Pure) || self.prints[at].figures().any(figure::is_multiple)
    }

    /// Whether the figures of a row may be in percent, for all that is known of it.
    fn is_open(&self, at: usize, above: Option<usize>, measure: Option<Measure>) -> bool {
        let may_be = match measure {
            None => true,
            Some(Measure::Ratio) => above.is_some_and(|above| self.is_among_percents(at, above)),
            Some(_) => false,
        };
        may_be && !self.prints[at].faces.is_empty() && self.prints[at].is_bare()
    }

    /// Whether the sign above says nothing of the rows behind one.
    fn ends_at(&self, at: usize, above: usize, measures: &[Option<Measure>]) -> bool {
        let stands_apart = || self.names_item(at) || self.is_aside(at, above);
        self.is_beside(at, above, measures)
            || self.has_money && !self.draft.common_size && stands_apart()
    }

    /// Whether the sign above goes for a row.
    fn reaches(&self, at: usize, above: usize, measures: &[Option<Measure>]) -> bool {
        !self.is_beside(at, above, measures)
            && !(self.has_money && self.is_aside(at, above))
            && self.follows(at, above)
    }

    /// `Selling expenses   88.2` over `29.8%` without a name, which is that of this row only; not so
    /// the sum `7.3%` of percents right above it.
    fn is_beside(&self, at: usize, above: usize, measures: &[Option<Measure>]) -> bool {
        let sums_up = || above > 0 && measures[above - 1] == Some(Measure::Percent);
        let rows = &self.draft.rows;
        let is_nameless = rows[above].label.is_empty() && !rows[at].label.is_empty();
        self.has_money && is_nameless && !sums_up()
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
            && are_all(print.figures(), exceeds_ten)
    }

    /// Ratios may be printed in percent: those that a heading calls so, and those between others
    /// that bear the sign, or below one and a heading of percentages: `Leverage ratio   9.02`
    /// under `Capital ratios`.
    fn is_among_percents(&self, at: usize, above: usize) -> bool {
        // `Acquisition ratio   8.5` between `Loss ratio   66.0%` and `Combined ratio   97.1%`
        let is_ratio = || knowledge::speaks_of(&self.draft.rows[above].plain, Notion::Ratio);
        let is_between = || {
            self.below[at] == Some(Measure::Percent) && (self.by_label(at).is_none() || is_ratio())
        };
        // `Fixed charge coverage ratio   3.2` tells how many times, whatever stands above it.
        let is_part = || {
            let label = &self.draft.rows[at].plain;
            knowledge::speaks_of(label, Notion::Ratio)
                && !knowledge::speaks_of(label, Notion::Coverage)
        };
        let heads_percents = || {
            let heading = self.draft.rows[at].heading();
            heading.is_some_and(|h| knowledge::measure_of(&h) == Some(Measure::Percent))
        };
        // `Average equity to average assets   8.27` below `Return on average assets   1.13%`
        let of_balance = || {
            knowledge::tells_part_of_balance(&self.draft.rows[at].plain) && !self.is_fraction(at)
        };
        // `Leverage ratio   7.2` below `Tier 1 capital ratio   10.1%`
        let of_bank = || {
            let rows = &self.draft.rows[above..at];
            knowledge::names_bank_leverage(&self.draft.rows[at].plain)
                && rows.iter().any(|row| knowledge::speaks_of_bank_capital(&row.plain))
        };
        self.are_under_one_heading(at, above)
            && (is_between() || is_part() && heads_percents() || of_bank() || of_balance())
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

    /// `International   811` right below `Domestic   2,618` under another heading than the sign above.
    fn is_among_thousands(&self, at: usize, above: usize) -> bool {
        let rows = &self.draft.rows;
        let mates = || (0..rows.len()).filter(|&k| rows[k].section == rows[at].section);
        !rows[at].section.is_empty()
            && !self.are_under_one_heading(at, above)
            && self.prints[at].decimals() == 0
            && mates().any(|k| self.prints[k].figures().any(|f| f.contains(',')))
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
        let among_percents = || {
            self.below[at] == Some(Measure::Percent)
                && !self.names_item(at)
                && !alone()
                && !self.is_among_thousands(at, above)
        };
        // `Expected return on plan assets   9.50` below `7.75%`, among amounts with one decimal
        let is_rate = |words: &str| knowledge::measure_in_points(words) == Some(Measure::Percent);
        let row = &self.draft.rows[at];
        let is_finer = || self.most_decimals.is_some_and(|most| most < print.decimals());
        let unlike_money =
            || self.whole_money && print.decimals() > 0 || is_rate(&row.plain) && is_finer();
        // `Broadcasting   31.4` below `Newspapers   19.2%` under `Operating margin`
        let under_rate =
            || self.are_under_one_heading(at, above) && row.heading().is_some_and(|h| is_rate(&h));
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
pub fn parts_of_a_hundred(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, measures, .. } = rows;
    let mut at = 0;
    for rows in draft.rows.chunk_by(|one, next| one.section == next.section) {
        let parts = at..at + rows.len();
        at = parts.end;
        let [first, rest @ ..] = rows else { continue };
        let told = &measures[parts.clone()];
        let silent =
            told[0] == Some(Measure::Percent) && are_all(told[1..].iter(), Option::is_none);
        // `Gross margin   40.3%`, which says by itself what it is part of, over `Capital
        // expenditures   60.1`
        let by_chance = first.measure() == Some(Measure::Percent)
            && rest.iter().any(|row| knowledge::names_amount(&row.plain));
        if !first.section.is_empty() && silent && !by_chance && make_a_hundred(lines, rows) {
            measures[parts].fill(Some(Measure::Percent));
        }
    }
}

/// What is added up with a percentage above it to one below is in percent as well, whatever it is
/// called: `Realized prices   (9)%`, `Shipments   (4)`, and below them `(13)%`.
pub fn sums(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, measures, .. } = rows;
    let signed = |row: &AlignedRow| row.cells.iter().any(|c| is_percent(lines, c));
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
pub fn totals_of_a_hundred(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, measures, .. } = rows;
    for at in 2..draft.rows.len() {
        let row = &draft.rows[at];
        let is_hundred = |cell: &PlacedToken| cell.value(lines) == Some(Decimal::ONE_HUNDRED);
        if matches!(measures[at], None | Some(Measure::Pure))
            && measures[at - 2..at].iter().all(|&m| m == Some(Measure::Percent))
            && is_bare_sum(&row.label)
            && are_all(row.cells.iter(), is_hundred)
        {
            measures[at] = Some(Measure::Percent);
        }
    }
}

/// Whether the figures of each column come to 100, but for rounding.
fn make_a_hundred(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    let hundred = Decimal::ONE_HUNDRED;
    let is_whole = |column: usize| {
        let mut values = rows.iter().map(|row| row.cell(column)?.value(lines));
        let sum = values.try_fold(Decimal::ZERO, |sum, value| sum.checked_add(value?));
        let off = sum.and_then(|sum| sum.checked_sub(hundred));
        off.is_some_and(|off| off.abs() <= Decimal::ONE)
    };
    rows.iter().flat_map(|row| &row.cells).all(|cell| is_whole(cell.column))
}
