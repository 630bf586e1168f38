//! Columns whose headers leave their periods open, dated by the periods found beside them.

use crate::align::header::ColumnHead;
use crate::knowledge;
use crate::period::{self, QUARTER, Spec, YEAR};
use crate::record::{Duration, Period};
use crate::statement::periods::beside::until;

/// Between a column of opening and one of closing balances stands what happened between them:
/// `Balance at 12/31/98   Charged to income   Deductions   Balance at 12/31/99`. Where the days stand
/// on a line above, they may have spread to what stands beside their balances:
/// `January 1, 2001` over `Accrual   Charges   Payments`.
pub(super) fn date_flows(heads: &[ColumnHead], specs: &[Spec], periods: &mut [Period]) {
    let is_struck =
        |k: &usize, periods: &[Period]| periods[*k].end.is_some() && periods[*k].duration.is_none();
    if (0..periods.len()).filter(|k| is_struck(k, periods)).count() < 2 {
        return;
    }
    let texts: Vec<&str> = heads.iter().map(ColumnHead::plain).collect();
    let own: Vec<&str> = heads.iter().map(ColumnHead::own_words).collect();
    let named = |k: usize| knowledge::begins_as_balance(texts[k]);
    // What the first column is called may name balances, if there are flows.
    let of_flows = own.iter().any(|words| knowledge::is_flow_column(words));
    let opening = own.first().filter(|words| of_flows && !words.is_empty());
    let alike = |k: usize| opening == Some(&own[k]);
    // Where the word stands above the days of all balances, these have no more than their day.
    let is_balance =
        |k: &usize| is_struck(k, periods) && (named(*k) || alike(*k) || period::is_bare(texts[*k]));
    let balances: Vec<usize> = (0..texts.len()).filter(is_balance).collect();
    for pair in balances.windows(2) {
        let (Some(from), Some(to)) = (periods[pair[0]].end, periods[pair[1]].end) else { continue };
        let Some(months) = period::months_between(from, to).filter(|_| from < to) else { continue };
        let are_named = named(pair[0]) && named(pair[1]) || alike(pair[0]) && alike(pair[1]);
        for k in pair[0] + 1..pair[1] {
            let flows = are_named && !knowledge::is_no_period(texts[k])
                || specs[k].is_empty() && knowledge::is_flow_column(texts[k]);
            // `from June 30, 1998 to June 30, 1999` counts from the day behind the balance.
            let told = periods[k].start == Some(from) && periods[k].end == Some(to);
            let dateless = are_named && specs[k].is_empty();
            let spread = are_named
                && is_struck(&k, periods)
                && [from, to].map(Some).contains(&periods[k].end);
            if told || flows && (spread || dateless || periods[k].end.is_none()) {
                periods[k] = period::span(Duration::Months(months), to);
            }
        }
    }
}

/// `Third Quarter 1997` ends with the nine months of that year that stand beside it. A change from
/// a quarter is no period.
pub(super) fn date_quarters(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    for (k, spec) in specs.iter().enumerate() {
        let (Some(quarter), Some(year), None) = (spec.quarter, spec.year(), periods[k].end) else {
            continue;
        };
        if knowledge::is_no_period(texts[k]) {
            continue;
        }
        let to_date = Some(until(quarter));
        let same = |other: &Spec| other.quarter.is_none_or(|other| other == quarter);
        let mut beside = specs
            .iter()
            .zip(&*periods)
            .filter(|(other, period)| same(other) && period.duration == to_date);
        let same_year = |(_, p): &(&Spec, &Period)| p.end.is_some_and(|end| end.year() == year);
        if let Some(end) = beside.find(same_year).and_then(|(_, p)| p.end) {
            periods[k] = period::span(QUARTER, end);
        }
    }
}

/// `Year to date` and `Six months` end with the quarter that stands beside them, the last of some.
pub(super) fn date_by_quarters(specs: &[Spec], periods: &mut [Period]) {
    for (k, spec) in specs.iter().enumerate() {
        let to_date = spec.to_date && spec.length.is_none();
        if spec.quarter.is_some() || !to_date && (periods[k].end.is_some() || spec.length.is_none())
        {
            continue;
        }
        let beside = |(other, period): (&Spec, &Period)| {
            let months = until(other.quarter?);
            let same_day = other.years == spec.years && other.month_day == spec.month_day;
            let ends = same_day && (to_date || spec.length == Some(months));
            period.end.filter(|_| ends).map(|end| period::span(months, end))
        };
        let found = specs.iter().zip(&*periods).filter_map(beside);
        if let Some(last) = found.max_by_key(|period| period.end) {
            periods[k] = last;
        }
    }
}

/// A percentage beside each period is of that period: `1998   % of sales   1997   % of sales`.
pub(super) fn date_shares(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    // What the title says is of all columns, not of this one; so is the day over both of a pair, of
    // which the first alone has a year.
    let dateless = |k: usize, whole: usize| {
        specs[k].years.is_empty()
            && specs[k].month_day.is_none_or(|_| {
                specs[k].month_day == specs[whole].month_day && !specs[whole].years.is_empty()
            })
    };
    let is_share = |k: usize, whole: usize| {
        (periods[k].end.is_none() || dateless(k, whole)) && knowledge::heads_percentages(texts[k])
    };
    // Changes may stand behind them, beside none.
    let (changes, paired): (Vec<usize>, Vec<usize>) =
        (0..texts.len()).partition(|&k| knowledge::is_no_period(texts[k]));
    let (pairs, rest) = paired.as_chunks::<2>();
    let in_turn =
        |&[whole, part]: &[usize; 2]| periods[whole].end.is_some() && is_share(part, whole);
    let all = rest.is_empty() && changes.iter().all(|&k| periods[k].end.is_none());
    if pairs.len() > 1 && all && pairs.iter().all(in_turn) {
        for &[whole, part] in pairs {
            periods[part] = periods[whole];
        }
    }
}

/// A fiscal year of whole weeks ends on the eve of the one beside it: `1993` of 52 weeks before
/// `1994`, of which both days are known.
pub(super) fn date_years_of_weeks(specs: &[Spec], periods: &mut [Period]) {
    let in_weeks = |length: Duration| matches!(length, Duration::Weeks(52 | 53));
    let named = |spec: &Spec| {
        spec.year().filter(|_| spec.quarter.is_none() && spec.length.is_some_and(in_weeks))
    };
    let mut open: Vec<usize> = (0..specs.len())
        .filter(|&k| {
            specs[k].month_day.is_none() && periods[k].end.is_none() && named(&specs[k]).is_some()
        })
        .collect();
    // The latest first: each may tell the day of the one before.
    open.sort_unstable_by_key(|&k| std::cmp::Reverse(named(&specs[k])));
    for k in open {
        let next = named(&specs[k]).map(|year| year + 1);
        let eve = |j: usize| {
            let of_weeks = periods[j].duration.filter(|l| named(&specs[j]) == next && in_weeks(*l));
            period::before(of_weeks?, periods[j].end?)
        };
        if let (Some(end), Some(length)) = ((0..specs.len()).find_map(eve), specs[k].length) {
            periods[k] = period::span(length, end);
        }
    }
}

/// `Year Ended December 31` without its year, beside the quarters of one, ends with the last of
/// them: `1998 Quarter Ended` over `March 31   June 30   September 30   December 31`.
pub(super) fn date_years_by_quarters(specs: &[Spec], periods: &mut [Period]) {
    for k in 0..specs.len() {
        let is_open = specs[k].length == Some(YEAR)
            && specs[k].years.is_empty()
            && specs[k].month_day.is_some()
            && periods[k].end.is_none();
        let last = |(spec, period): (&Spec, &Period)| {
            let ends = spec.month_day == specs[k].month_day && period.duration == Some(QUARTER);
            period.end.filter(|_| ends)
        };
        let mut ends = specs.iter().zip(&*periods).filter_map(last);
        if let (true, Some(end), None) = (is_open, ends.next(), ends.next()) {
            periods[k] = period::span(YEAR, end);
        }
    }
}
