//! From columns and rows to fiscal periods.
//!
//! A table with what its header says about each column comes in; the period of each column
//! ([`of_columns`]) and those of rows that have their own ([`RowPeriods`]) come out.
//!
//! - `captions`, `notes`, `terms`: what is said about the columns around a table
//! - `beside`, `years`: what columns tell about each other, and about the quarters of their years
//! - `complete`: the period of a single column, by its words, the captions and the calendar
//! - `balances`: which tables, columns and rows are of a day; `flows`: which tables are of a time
//! - `row_names`: rows that name their periods themselves
//! - `rows`, `spans`: rows that are of a day, or dated by labels and headings

mod balances;
mod beside;
mod captions;
mod complete;
mod flows;
mod notes;
mod row_names;
mod rows;
mod spans;
mod terms;
mod years;

use std::collections::BTreeSet;

use self::balances::{are_components, balance_words, is_struck};
pub use self::balances::{column_balances, drop_years_at_their_end, mixes, struck_by};
use self::beside::{
    date_insets, leaves_length_open, name_years_beside_quarters, share_days, share_fiscal_year,
    share_named_lengths, share_years, take_own_years,
};
pub use self::beside::{
    end_years_of_quarters, number_quarters, share_lengths, take_lengths_of_title,
};
pub use self::captions::captions;
use self::complete::complete;
pub use self::notes::by_notes;
pub use self::rows::{Edges, RowPeriods, days_of_columns, is_balance_row};
pub use self::terms::drop_terms;
pub use self::years::end_quarters;
use self::years::{part_fiscal_years, part_years};
use crate::align::header::ColumnHead;
use crate::knowledge;
use crate::period::{self, Spec, YEAR, is_a_year};
use crate::record::{Kind, Period};
use crate::statement::Draft;
use crate::statement::calendar::{Calendar, end_named_years, is_primary};

/// For each row, its own periods over the columns; none where it has those of the columns.
pub type ByRow = Vec<Option<Vec<Period>>>;

/// The period of each column.
pub fn of_columns(draft: &Draft, calendar: &Calendar<'_>) -> Vec<Period> {
    let mut specs = draft.specs.clone();
    let texts: Vec<&str> = draft.head.columns.iter().map(ColumnHead::plain).collect();
    let out_of_time = out_of_time(draft, &texts);
    date_insets(&mut specs, draft);
    share_years(&mut specs, &out_of_time, &texts, draft);
    take_own_years(&mut specs, draft, calendar);
    name_fiscal_years(&mut specs, &texts, &draft.captions);
    name_years_beside_quarters(&mut specs, &draft.head.columns);
    part_years(&mut specs, draft);
    let undated = part_fiscal_years(&mut specs, calendar);
    part_from_earlier(&mut specs, &texts, calendar);
    share_days(&mut specs, &draft.captions);
    let length_open = share_named_lengths(&mut specs, &texts, &draft.captions);
    let is_one_of_several = leaves_length_open(&specs, draft);
    end_named_years(&mut specs, &draft.captions);
    let closes = beside::count(&mut specs, &texts, draft);
    if draft.kind == Kind::Equity && are_components(draft) {
        return vec![Period::default(); specs.len()];
    }
    share_fiscal_year(&mut specs, closes.or(calendar.year_end), draft);
    let struck = is_struck(draft);
    let of_column = |k: usize| {
        if out_of_time[k] || undated[k] {
            return Period::default();
        }
        complete(&mut specs[k], texts[k], draft, struck, calendar).unwrap_or_default()
    };
    let mut periods: Vec<Period> = (0..texts.len()).map(of_column).collect();
    // One period around the table may be that of all columns without words, or of one.
    let is_bare = || texts.len() > 1 && texts.iter().all(|text| text.is_empty());
    if draft.head.doubtful || draft.grid.tight && draft.kind != Kind::Equity && is_bare() {
        periods.fill(Period::default());
    }
    beside::date(&draft.head.columns, &draft.specs, &mut periods);
    leave_open_years(draft, calendar, &mut periods);
    leave_open_days_of_year(draft, &mut periods);
    if length_open || is_one_of_several && !struck || repeats_bare_years(draft, &out_of_time) {
        periods.fill(Period::default());
    }
    periods
}

/// Tells the calendar of a filing how long periods are, as its primary statements name them, each
/// read by what is known before; then where the fiscal year changed.
pub fn learn_lengths(drafts: &[Draft], calendar: &mut Calendar<'_>) {
    for draft in drafts.iter().filter(|d| is_primary(d)) {
        let periods = of_columns(draft, calendar).into_iter();
        calendar.learn_lengths(periods.filter_map(|p| Some((p.end?, p.duration?))));
    }
    calendar.learn_change(drafts);
}

/// `1996   1995` in the report of a quarter of 1996 are parts of these years, and nothing says
/// which, unless years from the first to the last tell of what is to come, or words above the table
/// say that they end: `For the years ended December 31, 1996 and 1995`.
fn leave_open_years(draft: &Draft, calendar: &Calendar<'_>, periods: &mut [Period]) {
    let ends_years = |s: &Spec| s.is_annual() && s.month_day.is_some();
    if draft.captions.iter().any(ends_years) {
        return;
    }
    let named = draft.specs.iter().map(Spec::bare_year).enumerate();
    let years: Vec<(usize, i16)> = named.filter_map(|(k, year)| Some((k, year?))).collect();
    let &[(_, latest), ..] = years.as_slice() else { return };
    let is_latest = years.iter().all(|(_, year)| *year <= latest);
    if !is_latest || !calendar.is_open(latest) {
        return;
    }
    let whole = |k: usize| periods[k].end.is_some_and(|end| calendar.year(latest) == Some(end));
    if years.iter().any(|&(k, year)| year == latest && whole(k)) {
        for (k, _) in years {
            periods[k] = Period::default();
        }
    }
}

/// Days of one year of which but the last is known to end a period, the year itself, are those of
/// its parts, and nothing says how long these are:
/// `Fiscal 1997   June 30   Sept. 30   Dec. 31   Mar. 31`.
fn leave_open_days_of_year(draft: &Draft, periods: &mut [Period]) {
    /// Fewest days that part a year.
    const FEWEST: usize = 3;
    let days: BTreeSet<_> = draft.specs.iter().filter_map(|spec| spec.month_day).collect();
    let are_parts = days.len() == periods.len()
        && days.len() >= FEWEST
        && draft.specs.windows(2).all(|pair| pair[0].years == pair[1].years);
    let (years, others): (Vec<&Period>, Vec<&Period>) =
        periods.iter().partition(|period| period.duration.is_some_and(is_a_year));
    if are_parts && years.len() == 1 && others.iter().all(|period| **period == Period::default()) {
        periods.fill(Period::default());
    }
}

/// Whether the same two years or more stand twice over columns, and nothing tells the one part from
/// the other: quarters and years, as those of the table above.
fn repeats_bare_years(draft: &Draft, out_of_time: &[bool]) -> bool {
    let heads = &draft.head.columns;
    let half = heads.len() / 2;
    let years = || (0..half).filter(|&k| !out_of_time[k]);
    heads.len().is_multiple_of(2)
        && years().count() > 1
        && years().all(|k| draft.specs[k].is_year_alone())
        && draft.captions.iter().all(|caption| caption.length.is_none())
        && (0..half).all(|k| heads[k].text() == heads[k + half].text())
}

/// For each column, whether it has no period: a change, a comparison, an adjustment.
fn out_of_time(draft: &Draft, texts: &[&str]) -> Vec<bool> {
    // Between balances, an adjustment is a flow of the period.
    let adjusts = texts.iter().all(|text| balance_words(text).is_none());
    let between = between_measures(draft, texts);
    let heads = &draft.head.columns;
    let is_out = |k: usize| {
        let (text, spec, head) = (texts[k], &draft.specs[k], &heads[k]);
        // `2001 Over/(Under) 2000` has two dates, `% Change from 3/31/06` the other one.
        let compares = spec.years.len() > 1
            || !spec.has_date()
            || knowledge::holds(text, "from")
            || compares_dates(text);
        // `Adjustments during Q1 1999` are what happened in a period of their own.
        let happens = || {
            knowledge::holds(text, "during")
                && (spec.quarter.is_some() || !spec.years.is_empty())
                && !knowledge::heads_percentages(text)
        };
        knowledge::is_no_period(text) && compares && !happens()
            || is_change_in_percent(spec, head)
            || adjusts && is_adjustment(head)
            || between[k]
            || is_percent_behind_years(heads, k)
    };
    (0..texts.len()).map(is_out).collect()
}

/// Whether a header, in plain form, names a date and one that it is compared with: `Qtr ended
/// 3/31/02 vs. 12/31/01`.
fn compares_dates(text: &str) -> bool {
    let has_date = |words: &str| period::read_dated(words).iter().any(Spec::has_date);
    knowledge::tells_of_comparison(text)
        .is_some_and(|at| has_date(&text[..at]) && has_date(&text[at..]))
}

/// Whether a column is one of percentages and names no more than that, alone behind the amounts of
/// two years: `2002   2001   %` is the change between these.
fn is_percent_behind_years(heads: &[ColumnHead], at: usize) -> bool {
    let in_percent = |head: &ColumnHead| {
        let own = head.own_words();
        !own.contains(' ') && knowledge::heads_percentages(own)
    };
    let year = |head: &ColumnHead| head.spec().year().filter(|_| !in_percent(head));
    let Some([first, second]) = at.checked_sub(2).map(|from| [&heads[from], &heads[from + 1]])
    else {
        return false;
    };
    in_percent(&heads[at])
        && heads[at].spec().years.is_empty()
        && !heads.get(at + 1).is_some_and(in_percent)
        && year(first).zip(year(second)).is_some_and(|(year, other)| year != other)
}

/// Whether a column tells in percent how figures changed, whatever period it shares with others,
/// `% Change` beside `Net Sales` below one length and day, or from one year to another:
/// `2000 to 2001 %`.
fn is_change_in_percent(spec: &Spec, head: &ColumnHead) -> bool {
    let own = head.own_words();
    (spec.years.len() > 1 || knowledge::is_no_period(own)) && knowledge::heads_percentages(own)
}

/// For each column, whether it stands between what is reported of a period and what that is
/// adjusted to: `GAAP   Stock compensation   Restructuring   Non-GAAP`, or the other way round:
/// `Before Special Items   Special Items   As Reported`.
fn between_measures(draft: &Draft, texts: &[&str]) -> Vec<bool> {
    let mut out = vec![false; texts.len()];
    let mut last: Option<(usize, bool)> = None;
    for (at, text) in texts.iter().enumerate() {
        last = last.filter(|(from, _)| draft.specs[*from] == draft.specs[at]);
        let restated = knowledge::is_restated_column(text);
        if !restated && !knowledge::is_reported_column(text) {
            continue;
        }
        if let Some((from, _)) = last.filter(|(_, of_other)| *of_other != restated) {
            out[from + 1..at].fill(true);
        }
        last = Some((at, restated));
    }
    out
}

/// Whether the words right over a column, but for an audit remark, are those of an adjustment,
/// `Adjustments`, whatever period the line above them names.
fn is_adjustment(head: &ColumnHead) -> bool {
    let is_remark = |words: &&String| knowledge::speaks_of_audit(words);
    let own = head.pieces.iter().rfind(|words| !is_remark(words));
    let beside = head.beside_period().rfind(|words| !is_remark(words));
    head.pieces.len() > 1
        && own == beside
        && own.is_some_and(|words| knowledge::is_no_period(words))
        && knowledge::is_no_period(head.plain())
}

/// `This Year   Last Year` below one date: the latter is of the year before.
fn part_from_earlier(specs: &mut [Spec], texts: &[&str], calendar: &Calendar<'_>) {
    let earlier = |k: usize| knowledge::names_an_earlier(texts[k]);
    let is_told_of_another = |k: usize| {
        specs[k].has_date()
            && earlier(k)
            && (0..specs.len()).any(|other| !earlier(other) && specs[other] == specs[k])
    };
    let told: Vec<usize> = (0..specs.len()).filter(|&k| is_told_of_another(k)).collect();
    for k in told {
        complete::go_back(&mut specs[k], calendar);
    }
}

/// `FY 2003` over every column below `Six Months Ended June 30` names the year, no length.
fn name_fiscal_years(specs: &mut [Spec], texts: &[&str], captions: &[Spec]) {
    let is_name = |(spec, text): (&Spec, &&str)| {
        spec.length == Some(YEAR) && knowledge::names_fiscal_year(text)
    };
    let other = |caption: &Spec| caption.length.is_some() && caption.length != Some(YEAR);
    if specs.iter().zip(texts).all(is_name) && captions.iter().any(other) {
        for spec in specs {
            spec.length = None;
        }
    }
}

/// What a header says beside the period and what figures are printed in.
pub fn qualifier(head: &ColumnHead) -> String {
    let leads: Vec<&String> = leads_to_periods(head).collect();
    let words: Vec<String> = head
        .beside_period()
        .filter(|p| p.chars().any(char::is_alphabetic) && !knowledge::is_remark_on_units(p))
        .filter(|p| !leads.contains(p))
        .map(|p| {
            let bare = p.trim().strip_prefix('(').and_then(|p| p.strip_suffix(')'));
            knowledge::plain(bare.unwrap_or(p).trim())
        })
        .collect();
    let joined = words.join(" ");
    // `At`, `For the`
    if joined.split(' ').all(knowledge::is_hanging) { String::new() } else { joined }
}

/// The pieces of a header right above a period that lead to it: `As at` over a day; `As` over
/// `Reported` is part of that.
fn leads_to_periods(head: &ColumnHead) -> impl Iterator<Item = &String> {
    let is_leading = |word: &str| {
        knowledge::is_hanging(word)
            && (knowledge::period_word(word).is_some() || knowledge::goes_with_periods(word))
    };
    let leads = move |(words, below): &(&String, &[Spec])| {
        below.iter().any(Spec::speaks) && knowledge::plain(words).split(' ').all(is_leading)
    };
    head.pieces.iter().zip(head.told().skip(1)).filter(leads).map(|(words, _)| words)
}
