//! In which calendar year a fiscal year ends that bears the name of a year.
//!
//! A year that ends in January or February may bear the name of either: nothing but the filing
//! itself tells of which.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::lex::line::Lines;
use crate::period::{self, Spec, is_a_quarter, is_a_year};
use crate::record::{Duration, Header, Kind};
use crate::statement::Draft;
use crate::statement::calendar::year_end::expects;
use crate::statement::calendar::{
    LAST_OF_DOUBT, WEEK, agreed, is_primary, month_closed, sentences,
};

/// By how many years fiscal years end later than the year they are named for. Those that end in
/// January or February may bear the name of either year: the same amounts must stand under the name
/// and under a date, or sentences tell when a year of that name ended, or the report of a year names
/// it.
pub(super) fn lag(
    lines: &Lines<'_>,
    drafts: &[Draft],
    header: &Header,
    year_end: Option<(i8, i8)>,
) -> Option<i16> {
    let (month, _) = year_end?;
    if month > LAST_OF_DOUBT {
        return Some(0);
    }
    let dated = |s: &Spec| s.year().filter(|_| s.is_annual() && s.month() == Some(month));
    lag_of_amounts(lines, drafts, named_year, dated)
        .or_else(|| lag_told(lines, month))
        .or_else(|| lag_of_titles(drafts, month))
        .or_else(|| lag_of_report(drafts, header, month))
        .or_else(|| lag_of_quarters(lines, drafts, month))
        .or_else(|| lag_of_latest_quarter(drafts, month))
}

/// By how many years fiscal years end later than the year they are named for, where the latest
/// quarter that columns name beside that of the year before, `Second Quarter` over `2004   2003`, must
/// be the one that ended on the latest day of primary statements: it is of the same number.
fn lag_of_latest_quarter(drafts: &[Draft], month: i8) -> Option<i16> {
    let quarter_of =
        |s: &Spec| Some((*s.years.first()?, s.quarter.filter(|_| s.month_day.is_none())?));
    let past = drafts.iter().filter(|draft| !expects(draft));
    let names =
        past.map(|draft| draft.specs.iter().filter_map(quarter_of).collect::<BTreeSet<_>>());
    let compared = names.flat_map(|names| {
        let is_compared = |&(year, quarter): &(i16, i8)| names.contains(&(year - 1, quarter));
        names.iter().copied().filter(is_compared).collect::<Vec<_>>()
    });
    let (name, quarter) = compared.max()?;
    let primary = drafts.iter().filter(|d| is_primary(d)).flat_map(|d| &d.specs);
    let quarters = primary.filter(|s| s.length.is_some_and(is_a_quarter));
    let end = quarters.filter_map(Spec::end).max()?;
    let closed = month_closed((end.month(), end.day()), WEEK)?;
    let since = (closed - month).rem_euclid(12);
    let is_same = since == 3 * quarter % 12;
    let lag = end.year() + i16::from(quarter < 4) - name;
    (is_same && (0..=1).contains(&lag)).then_some(lag)
}

/// By how many years fiscal years end later than the year they are named for, where two amounts or
/// more of quarters by name, `Third Quarter 1995`, are those of quarters that end on a day.
fn lag_of_quarters(lines: &Lines<'_>, drafts: &[Draft], month: i8) -> Option<i16> {
    let by_name = |s: &Spec| s.year().filter(|_| s.quarter.is_some() && s.month_day.is_none());
    let by_date = |s: &Spec| {
        let end = s.end().filter(|_| s.length.is_some_and(is_a_quarter))?;
        Some(end.year() + i16::from(end.month() > month))
    };
    lag_of_amounts(lines, drafts, by_name, by_date)
}

/// By how many years later the columns of a date end than the year by which others are called, where
/// two amounts or more of one label stand in both: one may be the same by chance.
fn lag_of_amounts(
    lines: &Lines<'_>,
    drafts: &[Draft],
    by_name: impl Fn(&Spec) -> Option<i16>,
    by_date: impl Fn(&Spec) -> Option<i16>,
) -> Option<i16> {
    let ends = years_of_amounts(lines, drafts, by_date);
    let (mut lags, mut amounts) = (Vec::new(), BTreeSet::new());
    for ((label, amount), years) in years_of_amounts(lines, drafts, by_name) {
        let Some(ends) = ends.get(&(label, amount)) else { continue };
        amounts.insert(amount);
        lags.extend(years.iter().flat_map(|year| ends.iter().map(move |end| end - year)));
    }
    agreed_lag(lags.into_iter()).filter(|_| amounts.len() > 1)
}

/// The lag on which all that tell of it agree, if it may be one.
fn agreed_lag(told: impl Iterator<Item = i16>) -> Option<i16> {
    agreed(told).filter(|lag| (0..=1).contains(lag))
}

/// The years of the columns that amounts stand in, by their labels and print.
fn years_of_amounts<'d>(
    lines: &'d Lines<'_>,
    drafts: &'d [Draft],
    year: impl Fn(&Spec) -> Option<i16>,
) -> BTreeMap<(&'d str, &'d str), BTreeSet<i16>> {
    let mut out: BTreeMap<(&str, &str), BTreeSet<i16>> = BTreeMap::new();
    for draft in drafts {
        for (row, cell) in draft.rows.iter().flat_map(|r| r.cells.iter().map(move |c| (r, c))) {
            let print = cell.face(lines).trim_start_matches(['$', ' ']);
            if let Some(year) = year(&draft.specs[cell.column]).filter(|_| print.contains(',')) {
                out.entry((row.plain.as_str(), print)).or_default().insert(year);
            }
        }
    }
    out
}

/// By how many years fiscal years end later than the year they are named for, as titles say that name
/// the last days of all years below them: `Fiscal years ended February 3, 1996 and January 28, 1995`
/// over `1995   1994`.
fn lag_of_titles(drafts: &[Draft], month: i8) -> Option<i16> {
    agreed_lag(drafts.iter().flat_map(|draft| {
        let mut ended = draft.specs.clone();
        end_named_years(&mut ended, &draft.captions);
        let of_column = |(named, ended): (&Spec, &Spec)| {
            let end = ended.end().filter(|end| named.end().is_none() && ends_in(*end, month))?;
            Some(end.year() - named.years.first()?)
        };
        draft.specs.iter().zip(&ended).filter_map(of_column).collect::<Vec<_>>()
    }))
}

/// By how many years the year of an annual report ends later than the year it is named for: the
/// latest year over its statements and selected data is its own.
fn lag_of_report(drafts: &[Draft], header: &Header, month: i8) -> Option<i16> {
    let is_annual = |form: &str| form.starts_with("10-K");
    if !is_annual(&header.form) && !drafts.iter().any(|draft| is_annual(&draft.document)) {
        return None;
    }
    let statements = drafts.iter().filter(|d| matches!(d.kind, Kind::BalanceSheet | Kind::Income));
    let latest_day = || statements.flat_map(|d| &d.specs).filter_map(Spec::end).max();
    let end = header.period_of_report.or_else(latest_day)?;
    let gathers = |d: &&Draft| matches!(d.kind, Kind::Income | Kind::CashFlow | Kind::SelectedData);
    let names = drafts.iter().filter(gathers).filter_map(latest_name);
    agreed_lag(names.map(|name| end.year() - name)).filter(|_| ends_in(end, month))
}

/// Whether a day ends a month, or is within it.
fn ends_in(end: Date, month: i8) -> bool {
    month_closed((end.month(), end.day()), WEEK) == Some(month) || end.month() == month
}

/// The latest of three or more years in a row that head the columns of a table and say no more.
fn latest_name(draft: &Draft) -> Option<i16> {
    const FEWEST: usize = 3;
    let years: BTreeSet<i16> = draft.specs.iter().filter_map(named_year).collect();
    let (first, last) = (*years.first()?, *years.last()?);
    let in_a_row = usize::try_from(last - first).is_ok_and(|apart| apart + 1 == years.len());
    (in_a_row && years.len() >= FEWEST).then_some(last)
}

/// By how many years fiscal years end later than the year they are named for, as sentences say that
/// agree.
fn lag_told(lines: &Lines<'_>, month: i8) -> Option<i16> {
    // A quarter of the year may be what ended.
    let told = sentences::ends_by_name(lines).filter(|(_, end)| ends_in(*end, month));
    agreed_lag(told.map(|(name, end)| end.year() - name))
}

/// The year that words name as a whole, without its last day.
fn named_year(spec: &Spec) -> Option<i16> {
    let is_whole = spec.length.is_none_or(is_a_year) && spec.quarter.is_none();
    spec.year().filter(|_| is_whole && spec.month_day.is_none())
}

/// Years that columns bear end on the days that a title names for as many, the latest on the
/// latest: `Fiscal years ended February 3, 1996, January 28, 1995 and January 29, 1994` over
/// `1995   1994 1993`. Balances, and parts of years, are those of days within a week of the same one:
/// `January 1, 2005 and January 3, 2004` over `2004   2003`.
pub fn end_named_years(specs: &mut [Spec], captions: &[Spec]) {
    let name = |s: &Spec| s.year().filter(|_| s.month_day.is_none() && s.quarter.is_none());
    let mut ends: BTreeSet<Date> =
        captions.iter().filter(|c| c.is_annual()).filter_map(Spec::end).collect();
    if ends.is_empty() {
        ends = days_of_one_week(captions);
    }
    // `For the 13 and 52 weeks ended January 1, 2005 and January 3, 2004` tells of both lengths.
    let is_told = |spec: &Spec| {
        let mut same = captions.iter().filter(|c| c.length == spec.length);
        same.any(|c| c.end().is_some_and(|end| ends.contains(&end)))
    };
    // Days that end no length of time may be those of the parts alone: `At June 30, 1999 and 1998` over
    // `Six months` and `Year`.
    let ends_parts = !captions.iter().any(Spec::is_annual) && specs.iter().any(is_undated_part);
    let is_open = |spec: &Spec| !spec.is_part_of_year() && !ends_parts || is_told(spec);
    let names: BTreeSet<i16> = specs.iter().filter(|s| is_open(s)).filter_map(name).collect();
    let near = |(name, end): (&i16, &Date)| (0..=1).contains(&(end.year() - name));
    if ends.len() < 2 || ends.len() != names.len() || !names.iter().zip(&ends).all(near) {
        return;
    }
    let ends_of: BTreeMap<i16, Date> = names.into_iter().zip(ends.iter().copied()).collect();
    for spec in specs.iter_mut().filter(|spec| is_open(spec)) {
        if let Some(end) = name(spec).and_then(|year| ends_of.get(&year)) {
            spec.end_on(*end);
        }
    }
}

/// Whether a column is a part of a year, more than a quarter of it, that names no day.
pub fn is_undated_part(spec: &Spec) -> bool {
    matches!(spec.length, Some(Duration::Months(6 | 9))) && spec.month_day.is_none()
}

/// The days that captions name, where all of these end periods of one length, or none, and each lies
/// within a week of the same day of another year.
fn days_of_one_week(captions: &[Spec]) -> BTreeSet<Date> {
    let dated = || captions.iter().filter(|c| c.has_date());
    let Some(first) = dated().next() else { return BTreeSet::new() };
    let is_alike = |c: &Spec| {
        let near = c.month_day.zip(first.month_day).is_some_and(|(a, b)| period::are_near(a, b));
        c.length == first.length && c.from.is_none() && near
    };
    if dated().all(is_alike) { dated().filter_map(Spec::end).collect() } else { BTreeSet::new() }
}
