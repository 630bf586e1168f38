//! What columns tell of the periods of those beside them.
//!
//! First years, days and lengths are shared out among what the headers say; later, what is still
//! open is dated by the periods that are found.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::align::header::{ColumnHead, Head};
use crate::knowledge::{self, Measure, PeriodWord};
use crate::period::{self, Spec};
use crate::record::{Duration, Kind, Period};
use crate::statement::Draft;
use crate::statement::calendar;

/// Months that follow one another over the columns are those in which something was earned or
/// spent, but in a balance sheet: `JAN   FEB   MAR`.
pub(super) fn count_months(specs: &mut [Spec], kind: Kind) {
    let month = |spec: &Spec| match *spec {
        Spec { month_day: Some((month, 0)), length: None, instant: false, .. } => Some(month),
        _ => None,
    };
    let months: Vec<i8> = specs.iter().map_while(month).collect();
    let follows = |pair: &[i8]| pair[1] == pair[0] % 12 + 1;
    if kind != Kind::BalanceSheet && months.len() > 2 && months.windows(2).all(follows) {
        specs[..months.len()].iter_mut().for_each(|s| s.length = Some(Duration::Months(1)));
    }
}

/// A month beside the part of a year that goes to its end, or beside the year to date, is the time in
/// which something was earned or done, but in a balance sheet: `September` beside
/// `Nine Months Ended September`.
pub(super) fn count_month_beside(specs: &mut [Spec], texts: &[&str], draft: &Draft) {
    if draft.kind == Kind::BalanceSheet {
        return;
    }
    let of_titles: Vec<Duration> = draft.captions.iter().filter_map(|s| s.length).collect();
    let told = specs.to_vec();
    for (spec, text) in specs.iter_mut().zip(texts) {
        let Some((month, _)) = spec.month_day else { continue };
        let bare = Spec { month_day: spec.month_day, years: spec.years.clone(), ..Spec::default() };
        let goes_on = |other: &Spec| match other.length {
            Some(length @ Duration::Months(2..)) => {
                other.month_day.is_some_and(|(end, _)| end == month)
                    && of_titles.iter().all(|told| *told == length)
            }
            None => other.to_date && of_titles.is_empty(),
            _ => false,
        };
        let same_years = |other: &&Spec| other.years == spec.years;
        if *spec == bare
            && period::names_month_alone(text)
            && told.iter().filter(same_years).any(goes_on)
        {
            spec.length = Some(Duration::Months(1));
        }
    }
}

/// Days a quarter apart beside a column of the year are the ends of its quarters, and the last that
/// of the year, which is given: `Sept. 30   Dec. 31   Mar. 31   June 30   Year`.
pub(super) fn count_quarters(specs: &mut [Spec]) -> Option<(i8, i8)> {
    let month = |spec: &Spec| match *spec {
        Spec { month_day: Some((month, 1..)), length, instant: false, .. }
            if length.is_none_or(|length| length == Duration::Months(3)) =>
        {
            Some(month)
        }
        _ => None,
    };
    let months: Vec<i8> = specs.iter().map_while(month).collect();
    let follows = |pair: &[i8]| pair[1] == (pair[0] + 2) % 12 + 1;
    let (quarters, year) = specs.split_at_mut(months.len());
    let ([.., last], [year]) = (&*quarters, year) else { return None };
    if quarters.len() != 4
        || !months.windows(2).all(follows)
        || year.length != Some(Duration::Months(12))
        || year.month_day.is_some()
    {
        return None;
    }
    year.month_day = last.month_day;
    for quarter in quarters {
        quarter.length = Some(Duration::Months(3));
    }
    year.month_day
}

/// Four ordinals side by side, forwards or backwards, are the quarters of a year: `First   Second
/// Third   Fourth   Year`, be it below the word `Quarter`.
pub fn number_quarters(specs: &mut [Spec], head: &Head) {
    const BELOW_THE_WORD: Spec = Spec::of(Duration::Months(3));
    let quarter = |column: &ColumnHead| match knowledge::period_word(&own_words(column)) {
        Some(PeriodWord::Quarter(n)) => Some(n),
        _ => None,
    };
    let open = |spec: &Spec| spec.is_empty() || *spec == BELOW_THE_WORD;
    let ordinals: Vec<Option<i8>> = head.columns.iter().map(quarter).collect();
    let are_all = |four: &[Option<i8>]| {
        four.iter().copied().eq((1..=4).map(Some))
            || four.iter().copied().eq((1..=4).rev().map(Some))
    };
    for first in 0..ordinals.len().saturating_sub(3) {
        let four = first..first + 4;
        if are_all(&ordinals[four.clone()]) && specs[four.clone()].iter().all(open) {
            for at in four {
                specs[at].quarter = ordinals[at];
            }
        }
    }
}

/// The words right over a column, in plain form.
fn own_words(column: &ColumnHead) -> String {
    column.pieces.last().map(|own| knowledge::plain(own)).unwrap_or_default()
}

/// The same days over the columns of a further panel end periods of the same lengths: `Three Months
/// Ended` is printed over the first panel alone. `Backlog` has no length.
pub fn share_lengths(specs: &mut [Spec], head: &Head, previous: &[Spec]) {
    if head.columns.iter().any(|column| knowledge::is_balance_column(column.plain())) {
        return;
    }
    let same_day = |(own, before): (&Spec, &Spec)| {
        own.length.is_none() && own.month_day.is_some() && own.month_day == before.month_day
    };
    if specs.len() == previous.len() && specs.iter().zip(previous).all(same_day) {
        for (own, before) in specs.iter_mut().zip(previous) {
            own.length = before.length;
        }
    }
}

/// Beside the four quarters of a year, what is no quarter is the year: `1997 Quarters` over `First
/// Second   Third   Fourth   Total`; so is every other `Total` of that table.
pub(super) fn sum_up_quarters(specs: &mut [Spec], texts: &[&str]) {
    const QUARTER: Option<Duration> = Some(Duration::Months(3));
    let whole = |years: &[i16]| {
        let has = |quarter| specs.iter().any(|s| s.quarter == Some(quarter) && s.years == years);
        (1..=4).all(has)
    };
    let summed = specs.iter().any(|s| s.quarter == Some(4) && whole(&s.years));
    let is_sum = |(spec, text): (&Spec, &&str)| {
        spec.quarter.is_none()
            && spec.month_day.is_none()
            && (spec.length == QUARTER && whole(&spec.years)
                || summed && spec.length.is_none() && text.rsplit(' ').next() == Some("total"))
    };
    let sums: Vec<bool> = specs.iter().zip(texts).map(is_sum).collect();
    for at in (0..specs.len()).filter(|&at| sums[at]) {
        specs[at].length = Some(Duration::Months(12));
        // A total without a year right behind the quarters is that of theirs.
        let beside = at.checked_sub(1).map(|before| specs[before].clone());
        if let Some(Spec { quarter: Some(_), years, .. }) =
            beside.filter(|_| specs[at].years.is_empty())
        {
            specs[at].years = years;
        }
    }
}

/// Years that a title names in a row belong to the columns in order, where these name none.
pub(super) fn share_years(specs: &mut [Spec], out_of_time: &[bool], texts: &[&str], draft: &Draft) {
    let open: Vec<usize> =
        (0..specs.len()).filter(|&k| !out_of_time[k] && specs[k].years.is_empty()).collect();
    if open.len() != out_of_time.iter().filter(|o| !**o).count() || open.len() < 2 {
        return;
    }
    let words: Vec<&str> = open.iter().map(|&k| texts[k]).collect();
    let nameless = are_nameless(&words);
    // What is nearest to the columns and names years tells; `June 30, 1999` over the labels does.
    let nearest = draft.captions.iter().find(|s| !s.years.is_empty());
    if let Some(spec) = nearest.filter(|s| nameless && s.years.len() == open.len()) {
        for (k, year) in open.iter().zip(&spec.years) {
            let own = &mut specs[*k];
            own.years = vec![*year];
            // `December 31, 1996 and 1995` names the day as well.
            if spec.length.is_none() && own.length.is_none() && own.month_day.is_none() {
                (own.month_day, own.instant) = (spec.month_day, spec.instant);
            }
        }
        return;
    }
    let by_year = draft.captions.iter().flat_map(|caption| {
        caption.years.iter().map(|&year| Spec { years: vec![year], ..caption.clone() })
    });
    // A paragraph may name them before the words over the columns do.
    let mut named: Vec<Spec> = Vec::new();
    for spec in by_year {
        if named.len() <= open.len() && !named.contains(&spec) {
            named.push(spec);
        }
    }
    let width = width_of_parts(&words);
    if width > 1 && width < words.len() {
        share_among_parts(specs, &open, width, &named);
    } else if nameless && named.len() == open.len() && run_one_way(&named) {
        open.iter().zip(&named).for_each(|(&k, named)| specs[k].fill(named));
    }
}

/// Years that words over several columns name in a row belong to these in order: `June 30, 1996 and
/// 1995` over two columns that nothing tells apart but who audited them.
pub(super) fn part_own_years(specs: &mut [Spec], out_of_time: &[bool], columns: &[ColumnHead]) {
    let names = |k: usize| columns[k].beside_period().filter(|p| !knowledge::speaks_of_audit(p));
    let open: Vec<usize> = (0..specs.len()).filter(|&k| !out_of_time[k]).collect();
    let told = specs.to_vec();
    for run in open.chunk_by(|&a, &b| told[a] == told[b] && names(a).eq(names(b))) {
        let years = &told[run[0]].years;
        if run.len() > 1 && years.len() == run.len() {
            run.iter().zip(years).for_each(|(&k, &year)| specs[k].years = vec![year]);
        }
    }
}

/// Days in a row above columns that have years alone belong to them in order.
pub(super) fn share_days(specs: &mut [Spec], captions: &[Spec]) {
    let days: Vec<&Spec> = captions.iter().filter(|s| s.is_day_alone()).collect();
    if days.len() == specs.len()
        && specs.iter().all(|s| s.month_day.is_none() && s.years.len() == 1)
    {
        specs.iter_mut().zip(days).for_each(|(spec, day)| spec.fill(day));
    }
}

/// Years that columns bear end on the days that a title names for as many, the latest on the
/// latest: `Fiscal years ended February 3, 1996, January 28, 1995 and January 29, 1994` over
/// `1995   1994 1993`.
pub(super) fn end_named_years(specs: &mut [Spec], captions: &[Spec]) {
    let name = |spec: &Spec| match spec.years[..] {
        [year] if spec.month_day.is_none() && spec.quarter.is_none() => Some(year),
        _ => None,
    };
    let is_open = |spec: &Spec| spec.length.is_none_or(calendar::is_a_year);
    let annual = |caption: &&Spec| caption.length.is_some_and(calendar::is_a_year);
    let ends: BTreeSet<Date> = captions.iter().filter(annual).filter_map(Spec::end).collect();
    let names: BTreeSet<i16> = specs.iter().filter(|s| is_open(s)).filter_map(name).collect();
    let near = |(name, end): (&i16, &Date)| (0..=1).contains(&(end.year() - name));
    if ends.len() < 2 || ends.len() != names.len() || !names.iter().zip(&ends).all(near) {
        return;
    }
    let ends: BTreeMap<i16, Date> = names.into_iter().zip(ends).collect();
    for spec in specs.iter_mut().filter(|spec| is_open(spec)) {
        if let Some(end) = name(spec).and_then(|year| ends.get(&year)) {
            spec.month_day = Some((end.month(), end.day()));
            spec.years = vec![end.year()];
        }
    }
}

/// Days named in a row belong to the parts in which columns come again: `Options   Price   Options
/// Price`.
fn share_among_parts(specs: &mut [Spec], open: &[usize], width: usize, named: &[Spec]) {
    let mut days: Vec<&Spec> = Vec::new();
    for spec in named {
        if days.iter().all(|s| (&s.years, s.month_day) != (&spec.years, spec.month_day)) {
            days.push(spec);
        }
    }
    if days.len() * width == open.len() {
        for (part, day) in open.chunks(width).zip(days) {
            for &k in part {
                specs[k].fill(day);
            }
        }
    }
}

/// Whether no column has a name that tells it from others: `Domestic   Foreign   Total`.
fn are_nameless(words: &[&str]) -> bool {
    words.iter().all(|text| period::is_bare(text) || *text == words[0])
}

/// How many columns there are before their words come again.
fn width_of_parts(words: &[&str]) -> usize {
    let comes_again = |width: &usize| {
        words.len().is_multiple_of(*width) && words.chunks(*width).all(|p| *p == words[..*width])
    };
    (1..words.len()).find(comes_again).unwrap_or(words.len())
}

/// Whether years go forwards or backwards, as those of columns do.
fn run_one_way(named: &[Spec]) -> bool {
    let backwards = |pair: &[Spec]| pair[0].years >= pair[1].years;
    named.is_sorted_by(|a, b| a.years <= b.years) || named.windows(2).all(backwards)
}

/// The year to date goes as far as the quarter beside it, `Q3 2006   YTD 2006`, and so do as many
/// months as the year has until then.
pub(super) fn end_with_quarter(specs: &mut [Spec]) {
    const QUARTERS: i8 = 4;
    let of_year = |year: i16, specs: &[Spec]| {
        let named = specs.iter().filter(|s| s.years == [year]).filter_map(|s| s.quarter);
        named.max()
    };
    for at in 0..specs.len() {
        let spec = &specs[at];
        let open = spec.month_day.is_none() && spec.quarter.is_none();
        let (true, &[year]) = (open, spec.years.as_slice()) else { continue };
        let Some(quarter) = of_year(year, specs).filter(|quarter| *quarter < QUARTERS) else {
            continue;
        };
        let length = u16::try_from(3 * quarter).ok().map(Duration::Months);
        // `Second Quarter   Six Months`
        let is_so_long = spec.length.is_some() && quarter > 1 && spec.length == length;
        if is_so_long || spec.to_date && spec.length.is_none() {
            specs[at].quarter = Some(quarter);
            specs[at].length = length;
        }
    }
}

/// Days without years that run through a fiscal year, whose end is given, belong to it: the year
/// beside them is the fiscal one.
pub(super) fn share_fiscal_year(specs: &mut [Spec], year_end: Option<(i8, i8)>, draft: &Draft) {
    let Some(year_end) = year_end.filter(|end| are_fiscal_quarters(specs, *end)) else { return };
    let year = bare_year(draft);
    for spec in specs.iter_mut().filter(|spec| spec.years.is_empty()) {
        let Some((month, _)) = spec.month_day else { continue };
        spec.years.extend(year.map(|year| year - i16::from(month > year_end.0)));
    }
}

/// The year that stands by itself above the rows.
fn bare_year(draft: &Draft) -> Option<i16> {
    let bare = |s: &&Spec| s.month_day.is_none() && s.years.len() == 1;
    draft.captions.iter().find(bare).map(|s| s.years[0])
}

/// Whether dates without years run through a fiscal year: `Sept. 30  Dec. 31  Mar. 31  June 30`
/// where the year ends in June.
fn are_fiscal_quarters(specs: &[Spec], year_end: (i8, i8)) -> bool {
    let months: Vec<i8> = specs
        .iter()
        .filter(|s| s.years.is_empty() && s.length != Some(Duration::Months(12)))
        .filter_map(|s| s.month_day)
        .map(|(month, _)| month)
        .collect();
    let into_year = |month: i8| (month - year_end.0 - 1).rem_euclid(12);
    months.len() > 2
        && !months.is_sorted()
        && months.windows(2).all(|pair| into_year(pair[0]) < into_year(pair[1]))
}

/// Between a column of opening and one of closing balances stands what happened between them:
/// `Balance at 12/31/98   Charged to income   Deductions   Balance at 12/31/99`.
pub(super) fn date_flows(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    let named = |k: usize| texts[k].starts_with("balance");
    // Where the word stands above the days of all balances, these have no more than their day.
    let is_balance = |k: &usize| {
        periods[*k].end.is_some()
            && periods[*k].duration.is_none()
            && (named(*k) || period::is_bare(texts[*k]))
    };
    let balances: Vec<usize> = (0..texts.len()).filter(is_balance).collect();
    for pair in balances.windows(2) {
        let (Some(from), Some(to)) = (periods[pair[0]].end, periods[pair[1]].end) else { continue };
        let Some(months) = period::months_between(from, to).filter(|_| from < to) else { continue };
        for k in pair[0] + 1..pair[1] {
            let flows = named(pair[0]) && named(pair[1]) && !knowledge::is_no_period(texts[k])
                || specs[k].is_empty() && knowledge::is_flow_column(texts[k]);
            if periods[k].end.is_none() && flows {
                periods[k] = period::span(Duration::Months(months), to);
            }
        }
    }
}

/// A percentage of the sales of a day is that of the period that ends on it beside: `% of Sales`
/// over `3/31/05`, where `Quarter Ended` stands over the amounts.
pub(super) fn lengthen_shares(texts: &[&str], periods: &mut [Period]) {
    // For each day, the period of all amounts that end on it; none where they differ.
    let mut of_amounts: BTreeMap<Date, Option<Period>> = BTreeMap::new();
    let is_share: Vec<bool> =
        texts.iter().map(|t| knowledge::column_measure(t) == Some(Measure::Percent)).collect();
    for (period, _) in periods.iter().zip(&is_share).filter(|(_, share)| !**share) {
        let Some(end) = period.end else { continue };
        let agreed = of_amounts.entry(end).or_insert(Some(*period));
        *agreed = agreed.filter(|first| first == period);
    }
    for (period, _) in periods.iter_mut().zip(&is_share).filter(|(_, share)| **share) {
        let beside = period.end.and_then(|end| *of_amounts.get(&end)?);
        if let Some(whole) = beside.filter(|p| period.duration.is_none() && p.duration.is_some()) {
            *period = whole;
        }
    }
}

/// `Third Quarter 1997` ends with the nine months of that year that stand beside it. A change from
/// a quarter is no period.
pub(super) fn date_quarters(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    for (k, spec) in specs.iter().enumerate() {
        let (Some(quarter), [year], None) = (spec.quarter, &spec.years[..], periods[k].end) else {
            continue;
        };
        if knowledge::is_no_period(texts[k]) {
            continue;
        }
        let to_date = Some(Duration::Months(3 * u16::from(quarter.unsigned_abs())));
        let same = |other: &Spec| other.quarter.is_none_or(|other| other == quarter);
        let mut beside = specs
            .iter()
            .zip(&*periods)
            .filter(|(other, period)| same(other) && period.duration == to_date);
        let same_year = |(_, p): &(&Spec, &Period)| p.end.is_some_and(|end| end.year() == *year);
        if let Some(end) = beside.find(same_year).and_then(|(_, p)| p.end) {
            periods[k] = period::span(Duration::Months(3), end);
        }
    }
}

/// `Year to date` and `Six months` end with the quarter that stands beside them.
pub(super) fn date_by_quarters(specs: &[Spec], periods: &mut [Period]) {
    for (k, spec) in specs.iter().enumerate() {
        let to_date = spec.to_date && spec.length.is_none();
        if spec.quarter.is_some() || !to_date && (periods[k].end.is_some() || spec.length.is_none())
        {
            continue;
        }
        let beside = |(other, period): (&Spec, &Period)| {
            let months = Duration::Months(3 * u16::from(other.quarter?.unsigned_abs()));
            let same_day = other.years == spec.years && other.month_day == spec.month_day;
            let ends = same_day && (to_date || spec.length == Some(months));
            period.end.filter(|_| ends).map(|end| period::span(months, end))
        };
        if let Some(found) = specs.iter().zip(&*periods).find_map(beside) {
            periods[k] = found;
        }
    }
}

/// A percentage beside each period is of that period: `1998   % of sales   1997   % of sales`.
pub(super) fn date_shares(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    // What the title says is of all columns, not of this one.
    let dateless = |k: usize| specs[k].month_day.is_none() && specs[k].years.is_empty();
    let is_share = |k: usize| {
        (periods[k].end.is_none() || dateless(k))
            && !knowledge::is_no_period(texts[k])
            && knowledge::column_measure(texts[k]) == Some(Measure::Percent)
    };
    // Changes may stand behind them, beside none.
    let (changes, paired): (Vec<usize>, Vec<usize>) =
        (0..texts.len()).partition(|&k| knowledge::is_no_period(texts[k]));
    let (pairs, rest) = paired.as_chunks::<2>();
    let in_turn = |&[whole, part]: &[usize; 2]| periods[whole].end.is_some() && is_share(part);
    let all = rest.is_empty() && changes.iter().all(|&k| periods[k].end.is_none());
    if pairs.len() > 1 && all && pairs.iter().all(in_turn) {
        for &[whole, part] in pairs {
            periods[part] = periods[whole];
        }
    }
}

/// `Year Ended December 31` without its year, beside the quarters of one, ends with the last of
/// them: `1998 Quarter Ended` over `March 31   June 30   September 30   December 31`.
pub(super) fn date_years_by_quarters(specs: &[Spec], periods: &mut [Period]) {
    const QUARTER: Option<Duration> = Some(Duration::Months(3));
    for k in 0..specs.len() {
        let is_open = specs[k].length == Some(Duration::Months(12))
            && specs[k].years.is_empty()
            && specs[k].month_day.is_some()
            && periods[k].end.is_none();
        let last = |(spec, period): (&Spec, &Period)| {
            let ends = spec.month_day == specs[k].month_day && period.duration == QUARTER;
            period.end.filter(|_| ends)
        };
        let mut ends = specs.iter().zip(&*periods).filter_map(last);
        if let (true, Some(end), None) = (is_open, ends.next(), ends.next()) {
            periods[k] = period::span(Duration::Months(12), end);
        }
    }
}

/// A fiscal year of whole weeks ends on the eve of the one beside it: `1993` of 52 weeks before
/// `1994`, of which both days are known.
pub(super) fn date_years_of_weeks(specs: &[Spec], periods: &mut [Period]) {
    let in_weeks = |length: Duration| matches!(length, Duration::Weeks(52 | 53));
    let named = |spec: &Spec| match spec.years[..] {
        [year] if spec.quarter.is_none() => spec.length.filter(|l| in_weeks(*l)).map(|_| year),
        _ => None,
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

/// A bare year cannot be over where the columns beside it go no further than a part of it: `Three
/// months ended June 30, 1997` beside `As reported 1997`.
pub(super) fn doubt_years(specs: &[Spec], periods: &mut [Period]) {
    let is_part = |s: &&Spec| s.has_date() && s.length.is_some_and(|l| !calendar::is_a_year(l));
    let last = specs.iter().filter_map(Spec::end).max();
    let is_bare = |spec: &Spec, period: &Period| {
        spec.month_day.is_none()
            && spec.length.is_none()
            && spec.quarter.is_none()
            && period.duration.is_some_and(calendar::is_a_year)
    };
    let is_open = |(spec, period): (&Spec, &Period)| {
        let begun = || specs.iter().filter(is_part).any(|part| part.years == spec.years);
        is_bare(spec, period) && period.end > last && begun()
    };
    if specs.iter().zip(&*periods).any(is_open) {
        for (spec, period) in specs.iter().zip(periods) {
            if is_bare(spec, period) {
                *period = Period::default();
            }
        }
    }
}

/// Of columns that the same day without a year heads, and nothing else, no more than one is of the
/// year in a title: `June 30,   March 31,   June 30,` below `Three months ended June 30, 1998`.
pub(super) fn doubt_namesakes(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    let is_open = |k: usize| {
        specs[k].years.is_empty()
            && specs[k].month_day.is_some()
            && periods[k].end.is_some()
            && period::is_bare(texts[k])
    };
    let same = |a: usize, b: usize| a != b && texts[a] == texts[b] && periods[a] == periods[b];
    let open: Vec<usize> = (0..specs.len()).filter(|&k| is_open(k)).collect();
    let has_namesake = |&k: &usize| open.iter().any(|&other| same(k, other));
    let doubted: Vec<usize> = open.iter().copied().filter(has_namesake).collect();
    for k in doubted {
        periods[k] = Period::default();
    }
}
