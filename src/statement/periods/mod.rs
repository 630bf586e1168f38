//! Columns to fiscal periods; rows that have their own are in a room beside.

mod rows;

use std::mem;
use std::sync::Arc;

use jiff::civil::Date;

use crate::align::header::{ColumnHead, Head};
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure, PeriodWord, Sign};
use crate::period::{self, Spec};
use crate::record::{Column, Duration, Kind, Period};
use crate::statement::calendar::{self, Calendar};
pub use crate::statement::periods::rows::{Edges, balance_day, is_balance_row, of_rows};
use crate::statement::{Draft, title};

/// What title, stub and introduction say of the periods, nearest to the columns first.
pub fn captions(head: &Head) -> Vec<Spec> {
    let mut out: Vec<Spec> = Vec::new();
    let joined = |texts: Vec<&str>| period::read(&texts.join(" "));
    out.extend(joined(head.stub.iter().map(String::as_str).collect()));
    let lines: Vec<&str> = head.caption.iter().map(|c| c.text.trim()).collect();
    let mut i = lines.len();
    while i > 0 {
        // A phrase may run over two or three lines.
        let mut from = i - 1;
        while from > 0 && i - from < 3 && (runs_on(lines[from - 1]) || starts_on(lines[from])) {
            from -= 1;
        }
        out.extend(period::read(&lines[from..i].join(" ")));
        i = from;
    }
    let sentence = title::last_sentence(&head.intro);
    let mut told = period::read(sentence);
    let limits = sets_limit(sentence);
    // Beside a length of time, a day that ends none is that of the news: `Feb. 15, 2007 -- ... today
    // reported fourth quarter results`.
    let reports = told.iter().any(|s| s.length.is_some());
    let is_news = |s: &Spec| s.has_date() && s.length.is_none() && s.from.is_none() && !s.instant;
    told.retain(|s| !(reports && is_news(s)));
    told.retain(|s| !limits || s.length.is_none() || s.month_day.is_some() || !s.years.is_empty());
    // Days in a row that differ are those of columns.
    let days: Vec<&Spec> = told.iter().filter(|s| s.is_day_alone()).collect();
    if days.len() != head.columns.len() && days.iter().any(|day| *day != days[0]) {
        told.retain(|s| !s.is_day_alone());
    }
    out.extend(told);
    out.retain(|s| s.month_day.is_some() || !s.years.is_empty() || s.length.is_some());
    out
}

/// Whether a sentence names a length of time that measures no column: `due within one year`.
fn sets_limit(sentence: &str) -> bool {
    knowledge::behind_limits(sentence).any(|rest| {
        let behind = rest.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        period::read(&behind).first().is_some_and(|s| s.length.is_some())
    })
}

/// Whether a line of a title carries on the one above: `TO DECEMBER 31, 1996`.
fn starts_on(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or("");
    first.starts_with(|c: char| c.is_lowercase()) || knowledge::is_hanging(first)
}

fn runs_on(line: &str) -> bool {
    let last = line.rsplit(' ').next().unwrap_or("");
    line.ends_with(',')
        || knowledge::is_hanging(last)
        || ["MONTHS", "PERIOD", "ENDED", "YEAR", "YEARS"]
            .contains(&last.to_ascii_uppercase().as_str())
}

/// The period of each column.
pub fn of_columns(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Period> {
    let mut specs = draft.specs.clone();
    let texts: Vec<&str> = draft.head.columns.iter().map(ColumnHead::plain).collect();
    // Between balances, an adjustment is a flow of the period.
    let adjusts = texts.iter().all(|text| balance_words(text).is_none());
    let out_of_time: Vec<bool> = texts
        .iter()
        .zip(&specs)
        .map(|(t, s)| {
            // `2001 Over/(Under) 2000` has two dates.
            let compares = s.years.len() > 1 || !s.has_date();
            knowledge::is_no_period(t) && compares || knowledge::is_note_column(t)
        })
        .zip(&draft.head.columns)
        .map(|(out, head)| out || adjusts && is_adjustment(head))
        .collect();
    share_years(&mut specs, &out_of_time, &texts, draft);
    share_days(&mut specs, &draft.captions);
    count_months(&mut specs, draft.kind);
    let closes = count_quarters(&mut specs);
    sum_up_quarters(&mut specs, &texts);
    if draft.kind == Kind::Equity && are_components(draft) {
        return vec![Period::default(); specs.len()];
    }
    let fiscal = closes.or(calendar.year_end).filter(|end| are_fiscal_quarters(&specs, *end));
    for spec in &mut specs {
        if let (Some((end, _)), Some((month, _)), []) = (fiscal, spec.month_day, &spec.years[..]) {
            spec.years =
                bare_year(draft).map(|year| year - i16::from(month > end)).into_iter().collect();
        }
    }
    let struck = is_struck(draft);
    let mut periods: Vec<Period> = specs
        .iter_mut()
        .zip(&out_of_time)
        .zip(&texts)
        .map(|((spec, &out), text)| {
            if out {
                Period::default()
            } else {
                complete(spec, text, draft, struck, calendar).unwrap_or_default()
            }
        })
        .collect();
    date_flows(&texts, &draft.specs, &mut periods);
    date_quarters(&draft.specs, &mut periods);
    date_by_quarters(&draft.specs, &mut periods);
    date_shares(&texts, &draft.specs, &mut periods);
    doubt_years(&draft.specs, &mut periods);
    periods
}

/// Whether the words right over a column are those of an adjustment, `Adjustments`, whatever period
/// the line above them names.
fn is_adjustment(head: &ColumnHead) -> bool {
    head.pieces.len() > 1
        && head.pieces.last() == head.beside_period().next_back()
        && head.pieces.last().is_some_and(|own| knowledge::is_no_period(&knowledge::plain(own)))
}

/// `Year to date` and `Six months` end with the quarter that stands beside them.
fn date_by_quarters(specs: &[Spec], periods: &mut [Period]) {
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

/// A bare year cannot be over where the columns beside it go no further than a part of it: `Three
/// months ended June 30, 1997` beside `As reported 1997`.
fn doubt_years(specs: &[Spec], periods: &mut [Period]) {
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

/// A percentage beside each period is of that period: `1998   % of sales   1997   % of sales`.
fn date_shares(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    // What the title says is of all columns, not of this one.
    let dateless = |k: usize| specs[k].month_day.is_none() && specs[k].years.is_empty();
    let is_share = |k: usize| {
        (periods[k].end.is_none() || dateless(k))
            && !knowledge::is_no_period(texts[k])
            && knowledge::column_measure(texts[k]) == Some(Measure::Percent)
    };
    // A change may stand last, beside none of them.
    let paired = texts.iter().take_while(|text| !knowledge::is_no_period(text)).count();
    let pairs = paired / 2;
    let in_turn = |pair: usize| periods[2 * pair].end.is_some() && is_share(2 * pair + 1);
    let all = paired.is_multiple_of(2) && (paired..texts.len()).all(|k| periods[k].end.is_none());
    if pairs > 1 && all && (0..pairs).all(in_turn) {
        for pair in 0..pairs {
            periods[2 * pair + 1] = periods[2 * pair];
        }
    }
}

/// `Third Quarter 1997` ends with the nine months of that year that stand beside it.
fn date_quarters(specs: &[Spec], periods: &mut [Period]) {
    for (k, spec) in specs.iter().enumerate() {
        let (Some(quarter), [year], None) = (spec.quarter, &spec.years[..], periods[k].end) else {
            continue;
        };
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

/// Between a column of opening and one of closing balances stands what happened between them:
/// `Balance at 12/31/98   Charged to income   Deductions   Balance at 12/31/99`.
fn date_flows(texts: &[&str], specs: &[Spec], periods: &mut [Period]) {
    let named = |k: usize| texts[k].starts_with("balance");
    // Where the word stands above the days of all balances, these have no more than their day.
    let is_balance = |k: &usize| {
        periods[*k].end.is_some()
            && periods[*k].duration.is_none()
            && (named(*k) || is_bare(texts[*k]))
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

/// Whether dates without years run through a fiscal year: `Sept. 30  Dec. 31  Mar. 31  June 30`
/// where the year ends in June. The year beside them is the fiscal one.
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

/// Beside the four quarters of a year, what is no quarter is the year: `1997 Quarters` over `First
/// Second   Third   Fourth   Total`; so is every other `Total` of that table.
fn sum_up_quarters(specs: &mut [Spec], texts: &[&str]) {
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

/// The year that stands by itself above the rows.
fn bare_year(draft: &Draft) -> Option<i16> {
    let bare = |s: &&Spec| s.month_day.is_none() && s.years.len() == 1;
    draft.captions.iter().find(bare).map(|s| s.years[0])
}

/// Months that follow one another over the columns are those in which something was earned or
/// spent, but in a balance sheet: `JAN   FEB   MAR`.
fn count_months(specs: &mut [Spec], kind: Kind) {
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

/// Days a quarter apart beside a column of the year are the ends of its quarters, and the last that
/// of the year, which is given: `Sept. 30   Dec. 31   Mar. 31   June 30   Year`.
fn count_quarters(specs: &mut [Spec]) -> Option<(i8, i8)> {
    let month = |spec: &Spec| match *spec {
        Spec { month_day: Some((month, 1..)), length: None, instant: false, .. } => Some(month),
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

/// Years that a title names in a row belong to the columns in order, where these name none.
fn share_years(specs: &mut [Spec], out_of_time: &[bool], texts: &[&str], draft: &Draft) {
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
            specs[*k].years = vec![*year];
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

/// Days in a row above columns that have years alone belong to them in order.
fn share_days(specs: &mut [Spec], captions: &[Spec]) {
    let days: Vec<&Spec> = captions.iter().filter(|s| s.is_day_alone()).collect();
    if days.len() == specs.len()
        && specs.iter().all(|s| s.month_day.is_none() && s.years.len() == 1)
    {
        specs.iter_mut().zip(days).for_each(|(spec, day)| spec.fill(day));
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
    words.iter().all(|text| is_bare(text) || *text == words[0])
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

fn complete(
    spec: &mut Spec,
    text: &str,
    draft: &Draft,
    struck: bool,
    calendar: &Calendar<'_>,
) -> Option<Period> {
    let own_date = spec.month_day.is_some();
    // `Year to date` has a length that only the calendar knows.
    let to_date = spec.to_date && spec.length.is_none();
    let struck = struck || spec.instant && own_date && spec.length.is_none();
    // What a header calls a flow is no balance, even of a day that the title names.
    let moves =
        !spec.instant && knowledge::is_flow_column(text) && !knowledge::speaks_of_payments(text);
    let own_year = !spec.years.is_empty();
    // `Fourth quarter and year` in a title makes no quarter of a column of a year or of a day.
    let settled = own_date || spec.length.is_some_and(calendar::is_a_year);
    let struck = struck && !moves;
    spec.years.truncate(1);
    let matching = |spec: &Spec| {
        let usable = |c: &&Spec| c.month_day.is_some() || c.length.is_some() || !c.years.is_empty();
        let year = spec.years.first().copied();
        // What names no year may go with that of the column.
        let same_year = |c: &&Spec| {
            year.is_some_and(|y| {
                c.years.contains(&y) && (c.month_day.is_some() || c.length.is_some())
                    || c.years.is_empty() && c.month_day.is_some()
            })
        };
        draft
            .captions
            .iter()
            .filter(usable)
            .find(same_year)
            .or_else(|| draft.captions.iter().find(usable))
            .cloned()
    };
    // A day of a year that heads no column is that of a signature above the title.
    let is_strange = |c: &Spec| {
        let year_of = |s: &Spec| s.years.iter().any(|y| c.years.contains(y));
        c.length.is_none()
            && c.from.is_none()
            && !c.years.is_empty()
            && !draft.specs.iter().any(year_of)
    };
    if let Some(mut caption) = matching(spec).filter(|c| !own_year || !is_strange(c)) {
        if caption.years.len() > 1 && spec.years.is_empty() {
            caption.years.clear();
        }
        if !spec.years.is_empty()
            && caption.years.first().is_some_and(|y| !spec.years.contains(y))
            && caption.from.is_some()
        {
            caption.from = None;
        }
        if own_date || spec.length.is_some() {
            caption.instant = false;
            caption.from = None;
        }
        if struck || own_date && caption.month_day.is_some() && caption.month_day != spec.month_day
        {
            caption.length = if struck { None } else { caption.length };
        }
        if to_date {
            caption.length = None;
        }
        if settled {
            caption.quarter = None;
        }
        spec.fill(&caption);
    }
    for caption in draft.captions.iter().filter(|c| !own_year || !is_strange(c)) {
        let mut rest = caption.clone();
        rest.years.clear();
        rest.from = None;
        rest.instant = false;
        if to_date {
            rest.length = None;
        }
        if settled {
            rest.quarter = None;
        }
        if spec.month_day.is_none() || spec.length.is_none() {
            spec.fill(&rest);
        }
    }
    if let Some(quarter) = spec.quarter
        && (spec.month_day.is_none() || spec.length == Some(Duration::Months(12)))
    {
        quarter_end(spec, quarter, calendar);
    }
    if spec.month_day.is_none() && !spec.years.is_empty() && !to_date {
        let end = match spec.length {
            Some(length) if !calendar::is_a_year(length) => calendar.end_of(length, spec.years[0]),
            _ => calendar.year(spec.years[0]),
        };
        if let Some(end) = end {
            spec.month_day = Some((end.month(), end.day()));
            spec.years = vec![end.year()];
        }
        if !struck && spec.length.is_none() && spec.from.is_none() {
            spec.length = Some(Duration::Months(12));
        }
    }
    let open = !struck && spec.length.is_none() && spec.from.is_none();
    let flows = || to_date || tells_flows(draft) || knowledge::holds(text, "ended");
    if open && moves && !own_year && !flows() {
        return None;
    }
    let flow = open && (moves || flows());

    if let Some(mut end) = spec.end() {
        // `Three fiscal years ended September 26, 1997` over a column headed 1996.
        let same_day = |c: &&Spec| c.month_day == spec.month_day && !c.years.is_empty();
        let mut dated = draft.captions.iter().filter(same_day).peekable();
        let borrowed_day =
            !own_date && dated.peek().is_some() && dated.all(|c| !c.years.contains(&end.year()));
        if borrowed_day && calendar.is_by_weeks() {
            end = calendar.near(end)?;
            spec.month_day = Some((end.month(), end.day()));
            spec.years = vec![end.year()];
        }
        if to_date {
            spec.length = calendar.to_date(end);
        } else if flow && !lacks_count(text) {
            spec.length = calendar.length(end);
        }
    }
    spec.period(struck || open && !flow)
}

/// Whether the figures of a table are those of some time rather than of a day.
fn tells_flows(draft: &Draft) -> bool {
    let flows = match draft.kind {
        Kind::Income | Kind::CashFlow | Kind::ComprehensiveIncome | Kind::Equity => true,
        Kind::Segment | Kind::Reconciliation => draft.rows.iter().any(tells_result),
        _ => false,
    };
    flows || rolls_forward(draft) || draft.rows.iter().any(earns)
}

/// Whether a row holds sales or a result.
fn tells_result(row: &AlignedRow) -> bool {
    let of_period = |sign| matches!(sign, Sign::Sales | Sign::Result);
    !row.cells.is_empty() && knowledge::signs(row.key()).any(of_period)
}

/// Whether a header names a unit of time without a number or a number without a unit: `Months
/// Ended`, `Four Ended`.
fn lacks_count(header: &str) -> bool {
    let mut counted = false;
    header.split(' ').map(knowledge::period_word).any(|word| match word {
        Some(PeriodWord::Unit(_)) => !mem::take(&mut counted),
        Some(PeriodWord::Ended) => counted,
        other => {
            counted = matches!(other, Some(PeriodWord::Count(_)));
            false
        }
    })
}

/// `First quarter 1998`, `first six months of 1998`: the end follows from the fiscal year's, which
/// the header may name beside it (`Year ended September 30, 2000` over four quarters).
fn quarter_end(spec: &mut Spec, quarter: i8, calendar: &Calendar<'_>) {
    let &[year] = spec.years.as_slice() else { return };
    let end = calendar.quarter(quarter, year);
    // A quarter whose end is not known has not the year's.
    spec.month_day = end.map(|day| (day.month(), day.day()));
    spec.years = end.map(Date::year).into_iter().collect();
    let to_date = u16::try_from(3 * quarter).ok().map(Duration::Months);
    if quarter == 4 || spec.length != to_date {
        spec.length = Some(Duration::Months(3));
    }
}

/// What a header says beside the period.
pub fn qualifier(head: &ColumnHead) -> String {
    let words: Vec<String> = head
        .beside_period()
        .filter(|p| p.chars().any(char::is_alphabetic))
        .map(|p| {
            let bare = p.trim().strip_prefix('(').and_then(|p| p.strip_suffix(')'));
            knowledge::plain(bare.unwrap_or(p).trim())
        })
        .collect();
    words.join(" ")
}

/// Whether a label names the balance at the beginning or at the end of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    /// At the beginning.
    Opening,
    /// At the end.
    Closing,
}

/// Reads `beginning of period`, `at end of year` in a label in plain form.
fn balance_words(plain: &str) -> Option<Balance> {
    // Each phrase below has one of these words; most labels have none and need no closer look.
    if !knowledge::may_name_balance(plain) {
        return None;
    }
    let said = |phrase: &str| {
        memchr::memmem::find(plain.as_bytes(), phrase.as_bytes()).is_some_and(|at| {
            let mut rest = plain[at + phrase.len()..]
                .split(|c: char| !c.is_alphanumeric())
                .filter(|w| !w.is_empty());
            rest.find(|w| !matches!(*w, "the" | "each" | "fiscal" | "current")).is_none_or(|w| {
                ["period", "year", "quarter", "month", "week", "three", "six", "nine", "twelve"]
                    .iter()
                    .any(|p| w.starts_with(p))
            })
        })
    };
    if said("beginning of") || said("start of") || knowledge::is_opening(plain) {
        return Some(Balance::Opening);
    }
    (said("end of") || knowledge::is_closing(plain)).then_some(Balance::Closing)
}

/// Whether the columns of a statement of equity are its components: the header tells no two of
/// them apart by their periods.
fn are_components(draft: &Draft) -> bool {
    let told: Vec<&Spec> = draft.specs.iter().filter(|s| !s.is_empty()).collect();
    let alike = told.len() > 1 && told.windows(2).all(|pair| pair[0] == pair[1]);
    told.is_empty() || draft.specs.len() > 2 && alike
}

/// For each column, whether some of its figures have no period, neither their own nor the column's.
pub fn undated(draft: &Draft, columns: &[Column], rows: &[Option<Vec<Period>>]) -> Vec<bool> {
    let mut out = vec![false; columns.len()];
    for (row, own) in draft.rows.iter().zip(rows) {
        for cell in &row.cells {
            let period = own.as_ref().map_or(columns[cell.column].period, |p| p[cell.column]);
            out[cell.column] |= period.end.is_none();
        }
    }
    out
}

/// Whether a row holds the average of a balance over a period, as the title, a header or a heading
/// says.
fn averages(draft: &Draft, row: &AlignedRow) -> bool {
    let says = |text: &str| knowledge::tells_averages(text);
    let mut headers = draft.head.columns.iter().map(ColumnHead::plain);
    says(&draft.title) || headers.any(says) || row.section.iter().any(|heading| says(heading))
}

/// Whether a row or a heading over it names a balance.
fn stands_in(row: &AlignedRow, names_balance: impl Fn(&str) -> bool) -> bool {
    let of_heading = |heading: &Arc<str>| {
        let plain = knowledge::plain(heading);
        knowledge::is_balance_section(&plain) || plain == "assets" || names_balance(&plain)
    };
    names_balance(&row.plain) || row.section.iter().any(of_heading)
}

/// Whether a header says that balances stand beside flows: `As of and for the year ended`.
pub fn mixes(head: &Head) -> bool {
    head.columns.iter().any(|c| knowledge::holds(c.plain(), "as of and for"))
}

/// Whether all figures of a table are balances: a balance sheet, or the items of one, as its title
/// or the sentence before it says.
fn is_struck(draft: &Draft) -> bool {
    if draft.kind == Kind::BalanceSheet {
        return true;
    }
    if !matches!(draft.kind, Kind::Schedule | Kind::Other)
        || draft.specs.iter().any(|s| s.length.is_some() || s.quarter.is_some())
        || draft.rows.iter().any(moves)
    {
        return false;
    }
    let heading = draft.head.caption.last().map(|c| c.text.as_str());
    let named = [draft.title.as_str(), title::last_sentence(&draft.head.intro)]
        .into_iter()
        .chain(heading)
        .chain(draft.head.stub.iter().map(String::as_str))
        .any(|text| knowledge::names_balances(&knowledge::plain(text)));
    let of_period = draft.captions.iter().any(|s| s.length.is_some() && s.month_day.is_some());
    let mut headers = draft.head.columns.iter().map(ColumnHead::plain);
    named || !of_period && headers.any(knowledge::is_balance_column)
}

/// Whether a table goes from balances at the beginning of its periods to those at their end.
fn rolls_forward(draft: &Draft) -> bool {
    let mut rows = draft.rows.iter().filter(|r| !r.cells.is_empty());
    let mut holds = |balance| rows.any(|r| balance_words(&r.plain) == Some(balance));
    holds(Balance::Opening) && holds(Balance::Closing)
}

/// Whether a row tells of a flow: an item of an income statement, or what a balance began with.
fn moves(row: &AlignedRow) -> bool {
    !row.cells.is_empty()
        && (balance_words(&row.plain) == Some(Balance::Opening)
            || knowledge::concept(row.key(), Kind::Income).is_some())
}

/// Whether a row holds earnings per share.
fn earns(row: &AlignedRow) -> bool {
    let plain = row.plain.as_str();
    !row.cells.is_empty()
        && plain.contains("earnings per")
        && knowledge::measure_of(plain) == Some(Measure::PerShare)
}

/// The period of a column whose header says that it holds the balances at its beginning or end.
pub fn struck_by(head: &ColumnHead, period: Period, calendar: &Calendar<'_>) -> Period {
    balance_words(head.plain()).map_or(period, |balance| calendar.strike(period, balance))
}

/// Whether a text says a period or a date in words and nothing else. `09/15/2003` alone is what a
/// wrapped line has left over.
pub fn is_bare(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    !text.contains('/')
        && words.all(|w| {
            w.bytes().all(|b| b.is_ascii_digit())
                || knowledge::period_word(w).is_some()
                || knowledge::goes_with_periods(w)
        })
}
