//! The words over the columns.

use ex99::record::Duration;
use jiff::civil::Date;

use crate::layout::{Audit, Caption, HeaderCase, HeaderMark, Layout, Lengths, Since};
use crate::press::{length_words, month_day};
use crate::story::{Column, What};

/// A line of a header.
#[derive(Debug, Clone)]
pub struct HeaderLine {
    pub pieces: Vec<Piece>,
    /// The pieces stand over groups of columns.
    pub spans: bool,
}

/// Words over some columns.
#[derive(Debug, Clone)]
pub struct Piece {
    pub first: usize,
    pub last: usize,
    pub text: String,
}

/// Columns of one length that follow each other.
struct Group<'c> {
    /// Where they stand, and the last that stands under their words.
    at: Vec<usize>,
    last: usize,
    columns: Vec<&'c Column>,
}

impl Group<'_> {
    /// Whether no two columns end in the same year.
    fn has_years(&self) -> bool {
        let years: Vec<Option<i16>> =
            self.columns.iter().map(|c| c.time.end.map(Date::year)).collect();
        (1..years.len()).all(|k| !years[..k].contains(&years[k]))
    }

    /// The days on which the columns end: `June 30, 2003 and 2002`.
    fn days(&self, layout: &Layout) -> String {
        let ends: Vec<_> = self.columns.iter().filter_map(|c| c.time.end).collect();
        let whole = |end: Date| format!("{} {}", month_day(end, layout), end.year());
        let named: Vec<String> = ends
            .iter()
            .enumerate()
            .map(
                |(n, &end)| {
                    if n > 0 && self.same_day() { end.year().to_string() } else { whole(end) }
                },
            )
            .collect();
        match named.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, [one])) => format!("{one} and {last}"),
            Some((last, more)) => format!("{} and {last}", more.join(", ")),
            None => String::new(),
        }
    }

    /// Whether all columns end on the same day of the year.
    fn same_day(&self) -> bool {
        let days = |c: &Column| c.time.end.map(|d| (d.month(), d.day()));
        self.columns.iter().all(|c| days(c) == days(self.columns[0]))
    }
}

/// Columns of one length, or of one length and day, that follow each other.
fn groups<'c>(columns: &[&'c Column], by_day: bool) -> Vec<Group<'c>> {
    let day = |c: &Column| c.time.end.map(|d| (d.month(), d.day())).filter(|_| by_day);
    let mut out: Vec<Group<'c>> = Vec::new();
    for (k, column) in columns.iter().enumerate() {
        match (column.what, out.last_mut()) {
            (What::Period, Some(group))
                if group.columns[0].group == column.group
                    && day(group.columns[0]) == day(column) =>
            {
                group.at.push(k);
                group.last = k;
                group.columns.push(column);
            }
            (What::Period, _) => out.push(Group { at: vec![k], last: k, columns: vec![column] }),
            (What::Share, Some(group)) => group.last = k,
            _ => {}
        }
    }
    out
}

/// How the header is captioned: some ways need columns of a kind.
fn caption(columns: &[&Column], layout: &Layout) -> Caption {
    let groups = groups(columns, false);
    match layout.caption {
        Caption::InTitle | Caption::InSentence if !tells_in_title(&groups) => Caption::DayByColumn,
        Caption::Span | Caption::SpanLine if !groups.iter().all(Group::same_day) => {
            Caption::DayByColumn
        }
        Caption::Quarters if !groups.iter().all(|g| part_of_year(g, layout).is_some()) => {
            Caption::DayByColumn
        }
        way => way,
    }
}

/// What a group of columns is of years that end with December: `Second Quarter`, `Six Months`.
fn part_of_year(group: &Group<'_>, layout: &Layout) -> Option<String> {
    let (length, end) = (group.columns[0].time.length?, group.columns[0].time.end?);
    let Duration::Months(months) = length else { return None };
    let quarter = usize::try_from(end.month() / 3 - 1).ok()?;
    let named = match layout.lengths {
        Lengths::Words => ["First Quarter", "Second Quarter", "Third Quarter", "Fourth Quarter"],
        Lengths::Digits => ["1st Quarter", "2nd Quarter", "3rd Quarter", "4th Quarter"],
        Lengths::Names => ["1st Qtr.", "2nd Qtr.", "3rd Qtr.", "4th Qtr."],
    };
    let words = length_words(length, false, layout).replace(" Ended", "");
    let to_date = i8::try_from(months).ok()? == end.month();
    match months {
        3 => Some(named.get(quarter)?.to_string()),
        _ => Some(words).filter(|_| to_date),
    }
    .filter(|_| group.same_day() && end == end.last_of_month() && end.month() % 3 == 0)
}

/// Bare years tell the columns of one group apart, where no two are the same.
fn tells_in_title(groups: &[Group<'_>]) -> bool {
    matches!(groups, [group] if group.has_years())
}

/// Whether the header leaves it to the title, or to a sentence, to tell the periods.
fn is_apart(layout: &Layout) -> bool {
    matches!(layout.caption, Caption::InTitle | Caption::InSentence)
}

/// What the title, or a sentence, says of the periods, where the header leaves it to that.
pub fn title_period(columns: &[Column], layout: &Layout) -> Option<String> {
    let columns: Vec<&Column> = columns.iter().collect();
    let groups = groups(&columns, false);
    if !is_apart(layout) || !tells_in_title(&groups) {
        return None;
    }
    let group = &groups[0];
    let dates = group.days(layout);
    Some(match group.columns[0].time.length {
        Some(length) => {
            format!("For the {} {dates}", length_words(length, group.columns.len() > 1, layout))
        }
        None => dates,
    })
}

/// The header's lines, top to bottom, over some of a statement's columns. What the title cannot say
/// of all its columns it does not say of a panel's.
pub fn lines(all: &[Column], columns: &[&Column], layout: &Layout) -> Vec<HeaderLine> {
    let in_title = is_apart(layout) && title_period(all, layout).is_none();
    let layout = &Layout {
        caption: if in_title { Caption::DayByColumn } else { layout.caption },
        ..*layout
    };
    let way = caption(columns, layout);
    let groups = groups(columns, way == Caption::Days);
    let mut spans: Vec<(&Group<'_>, Vec<String>)> = Vec::new();
    let mut below: Vec<Vec<String>> = columns.iter().map(|c| beside(c, layout)).collect();
    for group in &groups {
        let words = group.columns[0]
            .time
            .length
            .map(|length| length_words(length, group.columns.len() > 1, layout));
        let one_words =
            group.columns[0].time.length.map(|length| length_words(length, false, layout));
        let day = group.columns[0].time.end.map_or(String::new(), |end| month_day(end, layout));
        let over = match way {
            _ if group.columns[0].time.start.is_some() => Vec::new(),
            Caption::Span | Caption::Days => words.into_iter().chain([day]).collect(),
            Caption::Quarters => part_of_year(group, layout).into_iter().collect(),
            Caption::SpanLine => vec![words.map_or(day.clone(), |w| format!("{w} {day}"))],
            Caption::DayByColumn | Caption::FullDates | Caption::RunTogether | Caption::Slashes => {
                words.into_iter().collect()
            }
            Caption::Stacked | Caption::StackedDeep | Caption::InTitle | Caption::InSentence => {
                Vec::new()
            }
        };
        for (n, column) in group.columns.iter().enumerate() {
            below[group.at[n]] = dated(
                column,
                way,
                one_words.as_deref(),
                groups.len() == 1 && group.columns.len() == 1,
                layout,
            );
        }
        spans.push((group, over));
    }
    let last = columns.iter().rposition(|c| c.what == What::Period);
    if let Some(date) = last.and_then(|k| below[k].last_mut()) {
        date.push_str(match layout.header_mark {
            HeaderMark::None => "",
            HeaderMark::Glued => "(1)",
            HeaderMark::Apart => " (1)",
        });
    }
    for (column, words) in columns.iter().zip(&mut below).filter(|(c, _)| !c.basis.is_empty()) {
        words.extend(column.basis.split('/').map(str::to_owned));
    }
    let restated = layout.audit == Audit::Restated && columns.len() > 1;
    for (k, words) in below.iter_mut().enumerate().filter(|(k, _)| columns[*k].what == What::Period)
    {
        if restated && Some(k) == last {
            words.push("(Restated)".to_owned());
        }
        if layout.audit == Audit::UnderColumns || layout.audit == Audit::UnderFirst && k == 0 {
            words.push("(Unaudited)".to_owned());
        }
    }
    let mut out = Vec::new();
    if layout.audit == Audit::OverColumns {
        out.push(HeaderLine {
            pieces: vec![Piece {
                first: 0,
                last: columns.len() - 1,
                text: "(Unaudited)".to_owned(),
            }],
            spans: true,
        });
    }
    let high = spans.iter().map(|(_, over)| over.len()).max().unwrap_or(0);
    for n in 0..high {
        let pieces = spans.iter().filter_map(|(group, over)| {
            let text = over.get((n + over.len()).checked_sub(high)?)?.clone();
            Some(Piece { first: group.at[0], last: group.last, text })
        });
        out.push(HeaderLine { pieces: pieces.collect(), spans: true });
    }
    // A remark under the first or the last column alone stands below the dates of all.
    let under_first = usize::from(
        layout.audit == Audit::UnderFirst && columns[0].what == What::Period && columns.len() > 1,
    );
    let lift = |k: usize| match last {
        Some(last) if restated => usize::from(k != last),
        _ if k > 0 => under_first,
        _ => 0,
    };
    let deep = below.iter().enumerate().map(|(k, words)| words.len() + lift(k)).max().unwrap_or(0);
    for n in 0..deep {
        let pieces = below.iter().enumerate().filter_map(|(k, words)| {
            let text = words.get((n + words.len() + lift(k)).checked_sub(deep)?)?.clone();
            Some(Piece { first: k, last: k, text })
        });
        out.push(HeaderLine { pieces: pieces.collect(), spans: false });
    }
    if layout.header_case == HeaderCase::Capitals {
        for piece in out.iter_mut().flat_map(|l| &mut l.pieces) {
            piece.text = piece.text.to_uppercase();
        }
    }
    out
}

/// The words over a column of a period.
fn dated(
    column: &Column,
    way: Caption,
    length: Option<&str>,
    alone: bool,
    layout: &Layout,
) -> Vec<String> {
    let Some(end) = column.time.end else { return Vec::new() };
    let (day, year) = (month_day(end, layout), end.year().to_string());
    if let Some(start) = column.time.start {
        let start = format!("{} {}", month_day(start, layout), start.year());
        return match layout.since {
            Since::Through => vec![
                "From inception".to_owned(),
                format!("({start})"),
                "through".to_owned(),
                day,
                year,
            ],
            _ => vec![
                "Period from".to_owned(),
                start,
                "(inception) to".to_owned(),
                format!("{day} {year}"),
            ],
        };
    }
    let words = |deep: bool| -> Vec<String> {
        let Some(length) = length else { return Vec::new() };
        if deep && !length.starts_with(|c: char| c.is_ascii_digit()) {
            return length.split(' ').map(str::to_owned).collect();
        }
        // A digit alone on its line would be a figure: `3 Months` stays whole.
        let (head, ended) = length.rsplit_once(' ').unwrap_or((length, ""));
        vec![head.to_owned(), ended.to_owned()]
    };
    match way {
        // The title of a statement with a single column says it all.
        Caption::InTitle | Caption::InSentence if alone => Vec::new(),
        Caption::InTitle
        | Caption::InSentence
        | Caption::Span
        | Caption::Days
        | Caption::Quarters
        | Caption::SpanLine => vec![year],
        Caption::DayByColumn => vec![day, year],
        Caption::FullDates => vec![format!("{day} {year}")],
        Caption::RunTogether => vec![format!("{day}{year}")],
        Caption::Slashes => vec![format!("{}/{}/{:02}", end.month(), end.day(), end.year() % 100)],
        Caption::Stacked | Caption::StackedDeep => {
            words(way == Caption::StackedDeep).into_iter().chain([day, year]).collect()
        }
    }
}

/// The words over a column that is no period.
fn beside(column: &Column, layout: &Layout) -> Vec<String> {
    let words: &[&str] = match (column.what, layout.lengths) {
        (What::Percent, Lengths::Words) => &["Percent", "Change"],
        (What::Percent, Lengths::Digits) => &["% Change"],
        (What::Percent, Lengths::Names) => &["%", "Change"],
        (What::Share, Lengths::Words) => &["Percent", "of Sales"],
        (What::Share, Lengths::Digits) => &["%"],
        (What::Share, Lengths::Names) => &["% of", "Sales"],
        (What::Growth, Lengths::Words) => &["Increase", "(Decrease)"],
        (What::Growth, _) => &["Change"],
        (What::Adjustment, _) => &["Adjustments"],
        (What::Component(words) | What::Shares(words), _) => {
            return words.split('/').map(str::to_owned).collect();
        }
        (What::Period, _) => &[],
    };
    words.iter().map(|&w| w.to_owned()).collect()
}
