//! Years and days that a title, or words over several columns, name in a row: shared out among the
//! columns in order.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::align::header::{ColumnHead, Head, width_of_parts};
use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period::{self, Spec, YEAR};
use crate::record::Duration;
use crate::statement::calendar::{Calendar, LAST_OF_DOUBT, each_once, in_months};
use crate::statement::periods::years::end_quarters;
use crate::statement::{Draft, title};

/// Years that a title names in a row belong to the columns in order, where these name none.
pub fn share_years(specs: &mut [Spec], out_of_time: &[bool], texts: &[&str], draft: &Draft) {
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
    let named = first_years(&draft.captions, open.len() + 1);
    // `This Year   Last Year` are years of their own.
    if words.iter().any(|text| knowledge::names_relative_time(text)) {
        return;
    }
    let width = width_of_parts(&words);
    if width > 1 && width < words.len() {
        share_among_parts(specs, &open, width, &named);
    } else if nameless && named.len() == open.len() {
        open.iter().zip(&named).for_each(|(&k, named)| specs[k].fill(named));
    }
}

/// So many of the years that captions name, the nearest to the columns first, with what else these
/// say. A paragraph may name them before the words over the columns do.
fn first_years(captions: &[Spec], most: usize) -> Vec<Spec> {
    let by_year = captions.iter().flat_map(|caption| {
        caption.years.iter().map(|&year| Spec { years: vec![year], ..caption.clone() })
    });
    let mut named = each_once(by_year);
    named.truncate(most);
    named
}

/// A day above several columns is that of the one whose year it names; earlier years right over the
/// others are theirs: `Quarter ended March 31, 1997` over `1997   1996`. Fiscal years, of which the
/// day ends a part, may be named for the next: `Quarter ended November 30, 1996` over them. Where
/// years end with a week, only a day that the filing names will do. Years in which loans were made
/// or losses happened are no days of balances, but those of `Collections through` a day.
pub fn take_own_years(specs: &mut [Spec], draft: &Draft, calendar: &Calendar<'_>) {
    let columns = &draft.head.columns;
    let of_origins = names_origins(draft);
    if of_origins {
        strike_days(specs, columns);
    }
    let own = |head: &ColumnHead| head.pieces.last().and_then(|p| period::four_digits(p));
    let above = |head: &ColumnHead| -> Option<Date> {
        let mut above = head.told();
        above.next_back()?;
        above.flatten().find_map(Spec::end)
    };
    let is_of_next_year =
        |day: Date| calendar.year_end.is_some_and(|end| (day.month(), day.day()) > end);
    let latest = columns.iter().filter_map(own).max();
    for (spec, head) in specs.iter_mut().zip(columns) {
        let Some(year) = own(head) else { continue };
        let Some(day) = above(head) else { continue };
        if of_origins && !knowledge::goes_through_a_day(head.plain()) {
            continue;
        }
        let named = spec.years.contains(&year).then_some(year);
        let year = match latest.map(|latest| latest - day.year()) {
            Some(0) => named,
            Some(1) if is_of_next_year(day) => named.map(|year| year - 1),
            _ => None,
        };
        let Some(year) = year.filter(|year| *year < day.year()) else { continue };
        let last = if day == day.last_of_month() { 0 } else { day.day() };
        let end = period::day_of(year, day.month(), last).and_then(|end| calendar.near(end));
        spec.month_day = end.map(|end| (end.month(), end.day()));
        spec.years = vec![end.map_or(year, Date::year)];
    }
}

/// Strikes columns below a day on that day: what is left then of loans made in some year is a
/// balance, whatever year a title tells of. `Year of Origination` in a header is no length.
fn strike_days(specs: &mut [Spec], columns: &[ColumnHead]) {
    for (spec, head) in specs.iter_mut().zip(columns) {
        let words = head.plain();
        if spec.length == Some(YEAR) && knowledge::names_origins(words) {
            spec.length = None;
        }
        let is_day = spec.month_day.is_some() && !spec.lasts() && !spec.to_date;
        if is_day && !knowledge::goes_through_a_day(words) {
            spec.instant = true;
        }
    }
}

/// Whether a table says that its years are those in which what stands below them began: `Loans by
/// Year of Origination`, `Accident Year`.
fn names_origins(draft: &Draft) -> bool {
    let head = &draft.head;
    let above = [draft.title.as_str(), &head.intro].into_iter().chain(head.captions_and_stub());
    above.chain(head.columns.iter().map(ColumnHead::plain)).any(knowledge::names_origins)
}

/// Days in a row above columns that have years alone belong to them in order, as do those of one
/// year: `June 30, 1995 and December 31, 1995` over `1995   1995`.
pub fn share_days(specs: &mut [Spec], captions: &[Spec]) {
    if !specs.iter().all(|s| s.month_day.is_none() && s.year().is_some()) {
        return;
    }
    let days: Vec<&Spec> = captions.iter().filter(|s| s.is_day_alone()).collect();
    let ends: Vec<&Spec> = captions.iter().filter(|s| s.has_date()).collect();
    let repeat = specs.windows(2).any(|pair| pair[0] == pair[1]);
    let are_theirs = specs.iter().map(|s| &s.years).eq(ends.iter().map(|s| &s.years));
    let told = if days.len() == specs.len() {
        days
    } else if repeat && are_theirs {
        ends
    } else {
        return;
    };
    specs.iter_mut().zip(told).for_each(|(spec, told)| spec.fill(told));
}

/// Lengths that a title names in a row, the shortest first, are those of the parts in which the same
/// columns come again: `Three and nine months ended September 30` over `2004   2003   2004   2003`.
/// Returns whether columns come again whose lengths nobody knows.
pub fn share_named_lengths(specs: &mut [Spec], texts: &[&str], captions: &[Spec]) -> bool {
    let lengths = each_once(captions.iter().filter_map(|caption| caption.length));
    let width = width_of_parts(texts);
    // `Nine months ended December 31, 1992 and years ended December 31, 1994 and 1993`
    let years_of = |length: Duration| -> BTreeSet<i16> {
        let told = captions.iter().filter(|caption| caption.length == Some(length));
        told.flat_map(|caption| caption.years.iter().copied()).collect()
    };
    let apart = lengths.windows(2).any(|pair| {
        let [first, second] = [years_of(pair[0]), years_of(pair[1])];
        !first.is_empty() && !second.is_empty() && first.is_disjoint(&second)
    });
    let names_year =
        |s: &Spec, text: &str| !s.years.is_empty() || knowledge::names_relative_time(text);
    let dated = specs.iter().zip(texts).all(|(s, text)| is_open(s) && names_year(s, text));
    if !dated || apart || lengths.len() < 2 || width < 2 || width == texts.len() {
        return false;
    }
    let shortest_first = lengths.is_sorted_by_key(|length| in_months(*length));
    if lengths.len() * width != texts.len() || !shortest_first {
        return true;
    }
    for (at, spec) in specs.iter_mut().enumerate() {
        spec.length = Some(lengths[at / width]);
    }
    false
}

/// Words of a title that stand over all columns with a year, and name several lengths of the same end,
/// tell none of a column: what they say, as captions do.
pub fn take_lengths_of_title(specs: &mut [Spec], head: &Head) -> Vec<Spec> {
    let dated: Vec<usize> = (0..specs.len()).filter(|&k| !specs[k].years.is_empty()).collect();
    let Some(&first) = dated.first() else { return Vec::new() };
    let lasting = |k: usize| {
        let pieces = head.columns[k].pieces.iter().zip(head.columns[k].told());
        pieces.filter(|(_, told)| told.iter().any(|spec| spec.length.is_some()))
    };
    let Some((words, told)) = lasting(first).next() else { return Vec::new() };
    let several = told.iter().all(|spec| spec.length.is_some())
        && told.windows(2).any(|pair| pair[0].length != pair[1].length)
        && told.windows(2).all(|pair| is_same_end(&pair[0], &pair[1]));
    let over = |k: &usize| {
        let mut lengths = lasting(*k).map(|(words, _)| words);
        lengths.next() == Some(words) && lengths.next().is_none()
    };
    if !several || !dated.iter().all(over) {
        return Vec::new();
    }
    for k in dated {
        (specs[k].length, specs[k].quarter) = (None, None);
    }
    told.to_vec()
}

fn is_same_end(a: &Spec, b: &Spec) -> bool {
    a.month_day == b.month_day && a.years == b.years
}

/// Whether one line above a table names several lengths of the same end, and nothing tells of which
/// its columns are: `Three and nine months ended September 30` over `2004   2003`.
pub fn leaves_length_open(specs: &[Spec], draft: &Draft) -> bool {
    let mut told = draft.captions.iter().filter(|caption| caption.length.is_some());
    let (Some(near), Some(next)) = (told.next(), told.next()) else { return false };
    let names_both = |text: &str| {
        let read = period::read(text);
        [near, next].iter().all(|told| read.iter().any(|spec| spec.length == told.length))
    };
    let sentence = title::last_sentence(&draft.head.intro);
    let dates_itself =
        |row: &AlignedRow| period::read(&row.label).iter().any(|spec| spec.length.is_some());
    let dated: Vec<&Spec> = specs.iter().filter(|spec| !spec.years.is_empty()).collect();
    let over = draft.head.pieces().map(String::as_str);
    is_same_end(near, next)
        && near.length != next.length
        && draft.head.captions_and_stub().chain(over).chain([sentence]).any(names_both)
        && !dated.is_empty()
        && dated.iter().all(|spec| is_open(spec))
        && !draft.rows.iter().any(dates_itself)
}

/// Whether a column tells no length, and nothing that one follows from.
fn is_open(s: &Spec) -> bool {
    !s.lasts() && s.from.is_none() && !s.to_date && !s.instant
}

/// Days without years that run through a fiscal year, whose end is given, belong to it: the year
/// beside them is the fiscal one. All four quarters of it tell its end themselves.
pub fn share_fiscal_year(specs: &mut [Spec], year_end: Option<(i8, i8)>, draft: &Draft) {
    let open = specs.iter().filter(|s| s.years.is_empty() && s.length != Some(YEAR));
    let days: Vec<(i8, i8)> = open.filter_map(|s| s.month_day).collect();
    let year_end = year_end.or_else(|| end_of_quarters(&days));
    let Some(year_end) = year_end.filter(|end| are_fiscal_quarters(&days, *end)) else { return };
    // The year that stands by itself above the rows.
    let year = draft.captions.iter().filter(|s| s.month_day.is_none()).find_map(Spec::year);
    for spec in specs.iter_mut().filter(|spec| spec.years.is_empty()) {
        let Some(month) = spec.month() else { continue };
        spec.years.extend(year.map(|year| year - i16::from(month > year_end.0)));
    }
}

/// The last of four days that end quarters one after the other, where the year that it ends has the
/// name of its own.
fn end_of_quarters(days: &[(i8, i8)]) -> Option<(i8, i8)> {
    let &[_, _, _, close] = days else { return None };
    (end_quarters(days) && close.0 > LAST_OF_DOUBT).then_some(close)
}

/// Days named in a row belong to the parts in which columns come again: `Options   Price   Options
/// Price`.
fn share_among_parts(specs: &mut [Spec], open: &[usize], width: usize, named: &[Spec]) {
    let days = each_once(named.iter().map(|spec| (&spec.years, spec.month_day)));
    if days.len() * width == open.len() {
        let first = |day| named.iter().find(|spec| (&spec.years, spec.month_day) == day);
        for (part, day) in open.chunks(width).zip(days.into_iter().filter_map(first)) {
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

/// Whether days run through a fiscal year: `Sept. 30  Dec. 31  Mar. 31  June 30` where the year ends
/// in June.
fn are_fiscal_quarters(days: &[(i8, i8)], year_end: (i8, i8)) -> bool {
    let into_year = |day: &(i8, i8)| (day.0 - year_end.0 - 1).rem_euclid(12);
    days.len() > 2
        && !days.is_sorted_by_key(|day| day.0)
        && days.is_sorted_by(|a, b| into_year(a) < into_year(b))
}
