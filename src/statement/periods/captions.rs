//! What stands above and beside a table of the periods of its columns.

use std::collections::BTreeSet;

use crate::align::header::{ColumnHead, Head};
use crate::knowledge::{self, PeriodWord};
use crate::period::{self, Spec};
use crate::statement::periods::compares_dates;
use crate::statement::title;

/// What title, stub and introduction say of the periods, nearest to the columns first.
pub fn captions(head: &Head) -> Vec<Spec> {
    let mut out: Vec<Spec> = Vec::new();
    let joined = |texts: Vec<&str>| read_beside_split(&texts.join(" "));
    out.extend(joined(head.stub.iter().map(String::as_str).collect()));
    // A note to the panel above, `*53-week year`, says nothing of the one below.
    let above = head.captions().map(str::trim).filter(|text| !text.starts_with('*'));
    let lines: Vec<&str> = above.collect();
    // `Year ended 12/31/02 vs. year ended 12/31/01` over `Volume   Rate` is the time of neither;
    // over `Current   Prior` it is that of the first.
    let is_silent = |column: &ColumnHead| {
        column.spec().is_empty() && !knowledge::names_relative_time(column.plain())
    };
    let silent = head.columns.iter().all(is_silent);
    let mut i = lines.len();
    while i > 0 {
        // A phrase may run over two or three lines.
        let mut from = i - 1;
        while from > 0 && i - from < 3 && (runs_on(lines[from - 1]) || starts_on(lines[from])) {
            from -= 1;
        }
        let line = lines[from..i].join(" ");
        if !(silent && compares_dates(&line)) {
            out.extend(told_by_line(&line));
        }
        i = from;
    }
    out.extend(told_by_sentence(head));
    out.retain(|s| s.month_day.is_some() || !s.years.is_empty() || s.length.is_some());
    out
}

/// What a line of a caption says of periods.
fn told_by_line(text: &str) -> Vec<Spec> {
    if tells_year_of_another(text) {
        return Vec::new();
    }
    // The day of the news tells nothing where the news itself names a period: `AKRON, Ohio,
    // July 24, 2003 -- ... announced results for the six months ended June 30, 2003`.
    let news = Some(without_dateline(text)).filter(|news| news.len() < text.len());
    let mut told = news
        .map(read_beside_split)
        .filter(|told| told.iter().any(|s| s.length.is_some() && s.has_date()))
        .unwrap_or_else(|| read_beside_split(text));
    // Nor is it the day of an end: `MIAMI - Nov. 18, 1999 - Revenues rose in October.`
    if news.is_some() {
        told.iter_mut().filter(|s| is_day_of_news(s)).for_each(|s| s.month_day = None);
    }
    part_ends(&mut told);
    told
}

/// What the sentence before a table says of its periods.
fn told_by_sentence(head: &Head) -> Vec<Spec> {
    let sentence = without_dateline(title::last_sentence(&head.intro));
    if tells_year_of_another(sentence) {
        return Vec::new();
    }
    let mut told = read_beside_split(without_comparison(sentence, head));
    let limits = sets_limit(sentence);
    // Beside a length of time, a day that ends none is that of the news:
    // `Feb. 15, 2007 -- ... today reported fourth quarter results`.
    let reports = told.iter().any(|s| s.length.is_some());
    told.retain(|s| !(reports && is_day_of_news(s)));
    told.retain(|s| !limits || s.length.is_none() || s.month_day.is_some() || !s.years.is_empty());
    if head.intro.ends_with('.') && spans_years(head) {
        told.retain(|s| s.quarter.is_none() || s.years.len() != 1);
    }
    told
}

/// Whether columns are headed by more years than two, and by no more: what running text above them
/// tells of the quarter of one, `Margins were 27% for the fourth quarter of 1994.`, is of none.
fn spans_years(head: &Head) -> bool {
    let specs = || head.columns.iter().map(ColumnHead::spec);
    let years: BTreeSet<i16> = specs().flat_map(|spec| spec.years.iter().copied()).collect();
    years.len() > 2 && specs().all(|spec| spec.years.is_empty() || spec.is_year_alone())
}

/// Of several lengths and days that a title names,
/// `For the 39 and 36 weeks ended Sept. 29, 2001 and Sept. 9, 2000`, none is that of a column that
/// names no year.
fn part_ends(told: &mut [Spec]) {
    let whole = |s: &&Spec| s.length.is_some() && s.has_date();
    let Some(first) = told.iter().find(whole) else { return };
    let lengths = told.iter().filter(whole).any(|s| s.length != first.length);
    if lengths && told.iter().filter(whole).any(|s| s.end() != first.end()) {
        told.iter_mut().filter(|s| s.has_date()).for_each(|s| s.several = true);
    }
}

/// What a text says of periods. The day of a split of the stock ends none:
/// `(Restated to reflect a 3-for-2 stock split effective April 24, 1998)`. Behind the words that
/// tell of one, and are no remark, only a length of time speaks of periods again.
fn read_beside_split(text: &str) -> Vec<Spec> {
    let Some(at) = knowledge::tells_of_split(text) else { return period::read(text) };
    let open = text[..at].rfind('(').filter(|&open| !text[open..at].contains(')'));
    let close = open.and_then(|_| Some(at + text[at..].find(')')?));
    let mut told = period::read(&text[..open.unwrap_or(at)]);
    match close {
        Some(close) => told.extend(period::read(&text[close..])),
        None => {
            let behind = period::read(&text[at..]);
            told.extend(behind.into_iter().skip_while(|spec| spec.length.is_none()));
        }
    }
    told
}

/// A sentence without the place and the day of the news before it:
/// `YAKIMA, Wash., Feb. 4, 2003 -- `, `MIAMI - Nov. 18, 1999 - `.
fn without_dateline(sentence: &str) -> &str {
    const LONGEST: usize = 100;
    let mut ends: Vec<usize> = ["--", " - "]
        .iter()
        .flat_map(|dash| sentence.match_indices(dash).map(|(at, _)| at + dash.len()))
        .filter(|end| *end <= LONGEST && sentence.starts_with(char::is_uppercase))
        .collect();
    ends.sort_unstable();
    // A dash may stand before the day as well.
    let told = |end: usize| period::read(&sentence[..end]);
    let end = ends.into_iter().find(|end| !told(*end).is_empty());
    end.filter(|end| matches!(&told(*end)[..], [day] if is_day_of_news(day)))
        .map_or(sentence, |end| &sentence[end..])
}

/// Whether a date may be that of news: it ends no length of time and is that of no balances.
fn is_day_of_news(spec: &Spec) -> bool {
    spec.has_date() && spec.length.is_none() && spec.from.is_none() && !spec.instant
}

/// A sentence without what it compares with, where it names periods of nothing else:
/// `Revenues rose 4 percent compared to $2.2 million for the five weeks ended February 5, 2000`.
/// The latest year over the columns is that of what is compared:
/// `compared to $11 million, for its quarter ended June 30, 1998`.
fn without_comparison<'s>(sentence: &'s str, head: &Head) -> &'s str {
    let compared = |at| {
        let (compared, with) = sentence.split_at(at);
        let latest = head.columns.iter().flat_map(|column| &column.spec().years).max();
        let years = || period::read(with).into_iter().flat_map(|spec| spec.years);
        let of_others = years().next().is_some() && years().all(|year| Some(&year) != latest);
        (of_others && !period::speaks(compared)).then_some(compared)
    };
    knowledge::tells_of_comparison(sentence).and_then(compared).unwrap_or(sentence)
}

/// Whether a text tells of the year of a company by its name, `The fiscal year of Norris Works ends on
/// September 30`: another one is named so.
fn tells_year_of_another(text: &str) -> bool {
    let named = knowledge::behind_year_of(text).map(str::trim_start);
    let is_name = |name: &str| name.starts_with(char::is_uppercase) && !knowledge::is_month(name);
    named.filter_map(|name| name.split([' ', ',']).next()).any(is_name)
}

/// Whether a sentence names a length of time that measures no column: `due within one year`.
fn sets_limit(sentence: &str) -> bool {
    knowledge::behind_limits(sentence).any(|rest| {
        let behind = rest.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        period::read(&behind).first().is_some_and(|s| s.length.is_some())
    })
}

/// Whether a line of a title carries on the one above: `TO DECEMBER 31, 1996`, `(INCEPTION) TO`.
fn starts_on(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or("");
    let is_inception = |word: &str| knowledge::period_word(word) == Some(PeriodWord::Inception);
    let aside = line.strip_prefix('(').and_then(|rest| rest.split(')').next());
    first.starts_with(|c: char| c.is_lowercase())
        || knowledge::is_hanging(first)
        || aside.is_some_and(|aside| aside.split(' ').any(is_inception))
}

fn runs_on(line: &str) -> bool {
    let last = line.rsplit(' ').next().unwrap_or("");
    line.ends_with(',')
        || knowledge::is_hanging(last)
        || ["MONTHS", "PERIOD", "ENDED", "YEAR", "YEARS"]
            .contains(&last.to_ascii_uppercase().as_str())
}
