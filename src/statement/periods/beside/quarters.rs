//! Quarters side by side, and the year or the part of it that stands beside them.

use crate::align::header::{ColumnHead, Head};
use crate::knowledge::{self, PeriodWord};
use crate::period::{self, QUARTER, Spec, YEAR};
use crate::statement::periods::beside::until;
use crate::statement::periods::years::is_a_quarter_later;

/// Days a quarter apart beside a column of the year are the ends of its quarters, and the last that
/// of the year, which is given: `Sept. 30   Dec. 31   Mar. 31   June 30   Year`. Days that have their
/// years tell in which a fiscal year ends: `July 1, 2000 ... March 31, 2001   Fiscal 2001`.
pub(super) fn count_quarters(specs: &mut [Spec], texts: &[&str]) -> Option<(i8, i8)> {
    const QUARTERS: usize = 4;
    let months: Vec<i8> = specs.iter().map_while(month_of_quarter).take(QUARTERS).collect();
    let (quarters, year) = specs.split_at_mut(months.len());
    let ([.., last], [year]) = (&*quarters, year) else { return None };
    if quarters.len() != QUARTERS
        || !months.windows(2).all(|pair| is_a_quarter_later(pair[0], pair[1]))
        || !is_the_year(year, last, [texts[QUARTERS - 1], texts[QUARTERS]])
    {
        return None;
    }
    year.length = Some(YEAR);
    year.month_day = last.month_day;
    if !last.years.is_empty() {
        year.years.clone_from(&last.years);
    }
    for quarter in quarters {
        quarter.length = Some(QUARTER);
    }
    year.month_day
}

/// The first days of a month with which whole weeks may end that belong to the month before.
const WEEK: i8 = 7;

/// The month that a column ends which may be a quarter.
fn month_of_quarter(spec: &Spec) -> Option<i8> {
    let (month, day) = spec.month_day.filter(|(_, day)| *day > 0 && !spec.instant)?;
    let is_quarter = spec.length.is_none_or(|length| length == QUARTER);
    is_quarter.then_some(if day < WEEK { (month + 10) % 12 + 1 } else { month })
}

/// Whether a column is the year that ends with the last of its quarters, right before it; `texts`
/// are the words over both.
fn is_the_year(year: &Spec, last: &Spec, texts: [&str; 2]) -> bool {
    let [of_last, of_year] = texts.map(|text| knowledge::holds(text, "fiscal"));
    // `Fiscal 2001`, be it below the words over its quarters.
    let is_named = || {
        let name = Spec { length: None, ..year.clone() };
        name.is_year_alone() && year.length.is_none_or(|length| length == QUARTER) && of_year
    };
    // `March 31,` over `2001` and `Fiscal 2001`
    let shares_day = year == last && of_year && !of_last;
    // Fiscal years are called by that in which they end, or by the one before where they end early:
    // four quarters of 2001 may stand beside the whole of `Fiscal 2000`.
    let ends_early = last.month_day < Some((3, WEEK));
    let is_same = match (&year.years[..], &last.years[..]) {
        (&[name], &[end]) => name == end || ends_early && name == end - 1,
        _ => true,
    };
    let has_no_day = || year.month_day.is_none() && (year.length == Some(YEAR) || is_named());
    is_same && (shares_day || has_no_day())
}

/// Four ordinals or Roman numbers side by side, forwards or backwards, are the quarters of a year:
/// `First   Second   Third   Fourth   Year`, be it below the word `Quarter` or below the year.
pub fn number_quarters(specs: &mut [Spec], head: &Head) {
    let roman = |column: &ColumnHead| {
        let own = column.pieces.last()?.trim();
        period::numeral(own).filter(|_| own.starts_with('I'))
    };
    let quarter = |column: &ColumnHead| match knowledge::period_word(&own_words(column)) {
        Some(PeriodWord::Quarter(n)) => Some(n),
        _ => roman(column),
    };
    let open = |spec: &Spec| {
        let is_year = spec.has_date() && spec.length == Some(YEAR);
        spec.is_empty() || *spec == Spec::of(QUARTER) || is_year
    };
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

/// One day over several quarters is the end of their year: `December 31, 1999` over `Fourth Quarter
/// Third Quarter`; that of `Six Months Ended June 30` ends what they add up to, none of them.
pub fn end_years_of_quarters(specs: &mut [Spec]) {
    let of_year = |k: usize| {
        let same_day = |other: &&Spec| {
            other.has_date()
                && other.years == specs[k].years
                && other.month_day == specs[k].month_day
        };
        let mut quarters = specs.iter().filter(same_day).filter_map(|other| other.quarter);
        specs[k].has_date()
            && quarters.any(|quarter| specs[k].quarter.is_some_and(|q| q != quarter))
    };
    let under_years: Vec<usize> = (0..specs.len()).filter(|&k| of_year(k)).collect();
    for k in under_years {
        let of_others = specs[k].length.is_some_and(|length| ![QUARTER, YEAR].contains(&length));
        specs[k].length = (!of_others).then_some(YEAR);
        specs[k].month_day = specs[k].month_day.filter(|_| !of_others);
    }
}

/// A year beside its fourth quarter is the whole of it, and so are the other years beside it, whatever
/// day or word stands over all of them: `Q3 FY01   Q4 FY01   FY01`.
pub fn name_years_beside_quarters(specs: &mut [Spec], columns: &[ColumnHead]) {
    const LAST: i8 = 4;
    fn only(told: &[Spec]) -> Option<&Spec> {
        if let [only] = told { Some(only) } else { None }
    }
    let told = columns.iter().map(|head| head.told().filter_map(only).collect());
    let told: Vec<Vec<&Spec>> = told.collect();
    // `Q4 FY01 Pro Forma` may stand beside quarters that are named for their years.
    let is_bare = |head: &ColumnHead| !knowledge::tells_how_reported(head.plain());
    let quarter = |spec: &Spec| spec.quarter.zip(spec.years.first().copied());
    let year = |k: usize| {
        let own = || told[k].iter().find_map(|spec| spec.year_alone());
        let is_open = specs[k].length.is_none_or(|length| length == QUARTER);
        let is_quarter = || told[k].iter().any(|spec| spec.quarter.is_some());
        if is_open && !is_quarter() { own() } else { None }
    };
    let years: Vec<Option<i16>> = (0..specs.len()).map(year).collect();
    let Some(latest) = years.iter().flatten().max() else { return };
    let mut bare =
        told.iter().zip(columns).filter(|(_, head)| is_bare(head)).flat_map(|(told, _)| told);
    if bare.any(|spec| quarter(spec) == Some((LAST, *latest))) {
        for (spec, year) in specs.iter_mut().zip(&years) {
            if let Some(year) = *year {
                (spec.length, spec.quarter, spec.years) = (Some(YEAR), None, vec![year]);
            }
        }
    }
}

/// The words right over a column, in plain form.
fn own_words(column: &ColumnHead) -> String {
    column.pieces.last().map(|own| knowledge::plain(own)).unwrap_or_default()
}

/// Beside the four quarters of a year, what is no quarter is the year: `1997 Quarters` over `First
/// Second   Third   Fourth   Total`, or `YTD`; so is every other `Total` of that table.
pub(super) fn sum_up_quarters(specs: &mut [Spec], texts: &[&str]) {
    let whole = |years: &[i16]| {
        let has = |quarter| specs.iter().any(|s| s.quarter == Some(quarter) && s.years == years);
        (1..=4).all(has)
    };
    let summed = specs.iter().any(|s| s.quarter == Some(4) && whole(&s.years));
    let is_sum = |(spec, text): (&Spec, &&str)| {
        spec.quarter.is_none()
            && spec.month_day.is_none()
            && ((spec.length == Some(QUARTER) || spec.to_date && spec.length.is_none())
                && whole(&spec.years)
                || summed && spec.length.is_none() && ends_in_total(text))
    };
    let sums: Vec<bool> = specs.iter().zip(texts).map(is_sum).collect();
    for at in (0..specs.len()).filter(|&at| sums[at]) {
        specs[at].length = Some(YEAR);
        // A total without a year right behind the quarters is that of theirs.
        let beside = at.checked_sub(1).map(|before| specs[before].clone());
        if let Some(Spec { quarter: Some(_), years, .. }) =
            beside.filter(|_| specs[at].years.is_empty())
        {
            specs[at].years = years;
        }
    }
}

/// Whether the words over a column end in that it is a total: `Year Total`.
fn ends_in_total(text: &str) -> bool {
    text.rsplit(' ').next().is_some_and(knowledge::is_bare_total)
}

/// The year to date goes as far as the quarter beside it, `Q3 2006   YTD 2006`, and so do as many
/// months as the year has until then; and the total of its first quarters, `Q1   Q2   Total` below
/// `Fiscal 2006`.
pub(super) fn end_with_quarter(specs: &mut [Spec], texts: &[&str]) {
    const QUARTERS: i8 = 4;
    let of_year = |year: i16, specs: &[Spec]| {
        let named = specs.iter().filter(|s| s.years == [year]).filter_map(|s| s.quarter);
        named.max()
    };
    for at in 0..specs.len() {
        let spec = &specs[at];
        let open = spec.month_day.is_none() && spec.quarter.is_none();
        let (true, Some(year)) = (open, spec.year()) else { continue };
        let Some(quarter) = of_year(year, specs).filter(|quarter| *quarter < QUARTERS) else {
            continue;
        };
        let length = Some(until(quarter));
        // `Second Quarter   Six Months`
        let is_so_long = spec.length.is_some() && quarter > 1 && spec.length == length;
        let sums_up = || {
            let first = at.checked_sub(usize::from(quarter.unsigned_abs()));
            let parts = first.map(|first| specs[first..at].iter().map(|s| s.quarter));
            quarter > 1
                && ends_in_total(texts[at])
                && parts.is_some_and(|parts| parts.eq((1..=quarter).map(Some)))
                && specs[at - 1].years == [year]
        };
        if is_so_long || spec.to_date && spec.length.is_none() || sums_up() {
            specs[at].quarter = Some(quarter);
            specs[at].length = length;
        }
    }
}
