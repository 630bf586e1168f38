//! Columns and rows to fiscal periods.

use jiff::civil::Date;

use crate::align::header::Head;
use crate::knowledge;
use crate::period::{self, Spec};
use crate::record::{Column, Duration, Kind, Period};
use crate::statement::Draft;
use crate::statement::calendar::Calendar;

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
    out.extend(period::read(super::title::last_sentence(&head.intro)));
    out.retain(|s| s.month_day.is_some() || !s.years.is_empty() || s.length.is_some());
    out
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
    let texts: Vec<String> =
        draft.head.columns.iter().map(|c| knowledge::plain(&c.text())).collect();
    let out_of_time: Vec<bool> = texts
        .iter()
        .zip(&specs)
        .map(|(t, s)| knowledge::is_no_period(t) && !s.has_date() || knowledge::is_note_column(t))
        .collect();
    share_years(&mut specs, &out_of_time, draft);
    if draft.kind == Kind::Equity && are_components(draft) {
        return vec![Period::default(); specs.len()];
    }
    let fiscal = calendar.year_end.filter(|end| are_fiscal_quarters(&specs, *end));
    for spec in &mut specs {
        if let (Some((end, _)), Some((month, _)), []) = (fiscal, spec.month_day, &spec.years[..]) {
            spec.years =
                bare_year(draft).map(|year| year - i16::from(month > end)).into_iter().collect();
        }
    }
    specs
        .iter_mut()
        .zip(&out_of_time)
        .map(|(spec, &out)| {
            if out {
                Period::default()
            } else {
                complete(spec, draft, calendar).unwrap_or_default()
            }
        })
        .collect()
}

/// Whether dates without years run through a fiscal year: `Sept. 30  Dec. 31  Mar. 31  June 30`
/// where the year ends in June. The year beside them is the fiscal one.
fn are_fiscal_quarters(specs: &[Spec], year_end: (i8, i8)) -> bool {
    let months: Vec<i8> = specs
        .iter()
        .filter(|s| s.years.is_empty())
        .filter_map(|s| s.month_day)
        .map(|(month, _)| month)
        .collect();
    let into_year = |month: i8| (month - year_end.0 - 1).rem_euclid(12);
    months.len() > 2
        && !months.is_sorted()
        && months.windows(2).all(|pair| into_year(pair[0]) < into_year(pair[1]))
}

/// The year that stands by itself above the rows.
fn bare_year(draft: &Draft) -> Option<i16> {
    let bare = |s: &&Spec| s.month_day.is_none() && s.years.len() == 1;
    draft.captions.iter().find(bare).map(|s| s.years[0])
}

/// Years that a title names in a row belong to the columns in order, where these name none.
fn share_years(specs: &mut [Spec], out_of_time: &[bool], draft: &Draft) {
    let open: Vec<usize> =
        (0..specs.len()).filter(|&k| !out_of_time[k] && specs[k].years.is_empty()).collect();
    if open.len() != out_of_time.iter().filter(|o| !**o).count() || open.len() < 2 {
        return;
    }
    let named: Vec<(usize, i16)> = draft
        .captions
        .iter()
        .enumerate()
        .flat_map(|(i, s)| s.years.iter().map(move |y| (i, *y)))
        .take(open.len() + 1)
        .collect();
    let one = draft.captions.iter().find(|s| s.years.len() == open.len());
    if let Some(spec) = one {
        for (k, year) in open.iter().zip(&spec.years) {
            specs[*k].years = vec![*year];
        }
    } else if named.len() == open.len() {
        for (k, (i, year)) in open.iter().zip(named) {
            let mut own = draft.captions[i].clone();
            own.years = vec![year];
            specs[*k].fill(&own);
        }
    }
}

fn complete(spec: &mut Spec, draft: &Draft, calendar: &Calendar<'_>) -> Option<Period> {
    let struck = draft.kind == Kind::BalanceSheet;
    let own_date = spec.month_day.is_some();
    spec.years.truncate(1);
    let matching = |spec: &Spec| {
        let usable = |c: &&Spec| c.month_day.is_some() || c.length.is_some() || !c.years.is_empty();
        let year = spec.years.first().copied();
        let same_year = |c: &&Spec| {
            year.is_some_and(|y| c.years.contains(&y))
                && (c.month_day.is_some() || c.length.is_some())
        };
        draft
            .captions
            .iter()
            .filter(usable)
            .find(same_year)
            .or_else(|| draft.captions.iter().find(usable))
            .cloned()
    };
    if let Some(mut caption) = matching(spec) {
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
        spec.fill(&caption);
    }
    for caption in &draft.captions {
        let mut rest = caption.clone();
        rest.years.clear();
        rest.from = None;
        rest.instant = false;
        if spec.month_day.is_none() || spec.length.is_none() {
            spec.fill(&rest);
        }
    }
    if let Some(quarter) = spec.quarter
        && (spec.month_day.is_none() || spec.length == Some(Duration::Months(12)))
    {
        quarter_end(spec, quarter, calendar);
    }
    let flow = matches!(
        draft.kind,
        Kind::Income | Kind::CashFlow | Kind::ComprehensiveIncome | Kind::Equity
    );
    if spec.month_day.is_none() && !spec.years.is_empty() {
        if let Some(end) = calendar.year(spec.years[0]) {
            spec.month_day = Some((end.month(), end.day()));
            spec.years = vec![end.year()];
        }
        if !struck && spec.length.is_none() && spec.from.is_none() {
            spec.length = Some(Duration::Months(12));
        }
    }
    if let Some(end) = spec.end() {
        // `Three fiscal years ended September 26, 1997` over a column headed 1996.
        let same_day = |c: &&Spec| c.month_day == spec.month_day && !c.years.is_empty();
        let mut dated = draft.captions.iter().filter(same_day).peekable();
        let borrowed_day =
            !own_date && dated.peek().is_some() && dated.all(|c| !c.years.contains(&end.year()));
        if borrowed_day && calendar.is_by_weeks() {
            let end = calendar.near(end)?;
            spec.month_day = Some((end.month(), end.day()));
            spec.years = vec![end.year()];
        }
        if flow && spec.length.is_none() && spec.from.is_none() {
            spec.length = calendar.length(end);
        }
    }
    let instant = struck || !flow && spec.length.is_none() && spec.from.is_none();
    spec.period(instant)
}

/// `First quarter 1998`: the end follows from the fiscal year's, which the header may name beside
/// it (`Year ended September 30, 2000` over four quarters).
fn quarter_end(spec: &mut Spec, quarter: i8, calendar: &Calendar<'_>) {
    let &[year] = spec.years.as_slice() else { return };
    let end = calendar.quarter(quarter, year);
    // A quarter whose end is not known has not the year's.
    spec.month_day = end.map(|day| (day.month(), day.day()));
    spec.years = end.map(Date::year).into_iter().collect();
    spec.length = Some(Duration::Months(3));
}

/// What a header says beside the period.
pub fn qualifier(pieces: &[String]) -> String {
    let words: Vec<String> = pieces
        .iter()
        .filter(|p| p.chars().any(char::is_alphabetic) && !period::speaks(p))
        .map(|p| knowledge::plain(p.trim_matches(|c: char| matches!(c, '(' | ')' | ' '))))
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
    if !["of", "at", "balance"].iter().any(|word| knowledge::holds(plain, word)) {
        return None;
    }
    let said = |phrase: &str| {
        plain.find(phrase).is_some_and(|at| {
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
    let holds = |phrases: &[&str]| phrases.iter().any(|p| knowledge::holds(plain, p));
    if said("beginning of")
        || said("start of")
        || holds(&["beginning balance", "at beginning", "opening balance"])
    {
        return Some(Balance::Opening);
    }
    if said("end of") || holds(&["ending balance", "at end", "closing balance"]) {
        return Some(Balance::Closing);
    }
    None
}

/// Whether the columns of a statement of equity are its components: the header tells no two of
/// them apart by their periods.
fn are_components(draft: &Draft) -> bool {
    let told: Vec<&Spec> = draft.specs.iter().filter(|s| !s.is_empty()).collect();
    let alike = told.len() > 1 && told.windows(2).all(|pair| pair[0] == pair[1]);
    told.is_empty() || draft.specs.len() > 2 && alike
}

/// The periods of rows that have their own: opening and closing balances, balances among flows.
/// By row: none, or a period for each column.
pub fn of_rows(
    draft: &Draft,
    columns: &[Column],
    calendar: &Calendar<'_>,
) -> Vec<Option<Vec<Period>>> {
    let silent = columns.iter().all(|c| c.period.end.is_none());
    let dated = || {
        draft.rows.iter().filter(|r| !r.cells.is_empty() && balance_day(&r.label).is_some()).count()
    };
    let components = draft.specs.iter().all(Spec::is_empty)
        || draft.kind == Kind::Equity && are_components(draft);
    if silent || components && dated() >= 2 {
        return by_dates(draft, columns.len());
    }
    let mut closed = false;
    draft
        .rows
        .iter()
        .map(|row| {
            if row.cells.is_empty() {
                closed = false;
                return None;
            }
            // Balances below the closing balance of a cash flow statement add up to it.
            let below = closed
                && draft.kind == Kind::CashFlow
                && knowledge::is_balance(&knowledge::plain(&row.label));
            let balance = row_balance(draft, row).or(below.then_some(Balance::Closing))?;
            closed |= balance == Balance::Closing;
            Some(
                columns
                    .iter()
                    .map(|column| {
                        let period = column.period;
                        if period.end.is_none()
                            || period.start.is_none() && period.duration.is_none()
                        {
                            return period;
                        }
                        let day = match balance {
                            Balance::Opening => calendar.opening(&period),
                            Balance::Closing => period.end,
                        };
                        Period { start: None, end: day, duration: None }
                    })
                    .collect(),
            )
        })
        .collect()
}

/// Whether a row of a statement of flows is a balance.
pub fn is_balance_row(draft: &Draft, row: &crate::align::rows::AlignedRow) -> bool {
    row_balance(draft, row).is_some()
}

fn row_balance(draft: &Draft, row: &crate::align::rows::AlignedRow) -> Option<Balance> {
    if draft.kind == Kind::BalanceSheet {
        return None;
    }
    let plain = knowledge::plain(&row.label);
    if let Some(balance) = balance_words(&plain) {
        return Some(balance);
    }
    let specs = period::read(&row.label);
    let dated = specs
        .first()
        .filter(|s| s.years.is_empty() && s.length.is_none())
        .and_then(|s| s.month_day);
    match dated {
        Some((1, 1)) => return Some(Balance::Opening),
        Some((_, day)) if day > 0 => return Some(Balance::Closing),
        _ => {}
    }
    let held = match draft.kind {
        Kind::SelectedData | Kind::Other | Kind::Segment => {
            let section =
                row.section.iter().any(|s| knowledge::is_balance_section(&knowledge::plain(s)));
            (section || knowledge::is_balance(&plain)) && !knowledge::is_flow(&plain)
        }
        Kind::Equity => knowledge::is_balance(&plain) && plain.starts_with("total"),
        _ => false,
    };
    held.then_some(Balance::Closing)
}

/// Columns without periods: the rows name the dates (`Balance, December 31, 1991`), and what
/// stands between two balances happened between them.
fn by_dates(draft: &Draft, width: usize) -> Vec<Option<Vec<Period>>> {
    let days: Vec<Option<(Date, bool)>> = draft
        .rows
        .iter()
        .map(|row| if row.cells.is_empty() { None } else { balance_day(&row.label) })
        .collect();
    if days.iter().all(Option::is_none) {
        return vec![None; draft.rows.len()];
    }
    let mut out = Vec::with_capacity(days.len());
    let mut opened: Option<(Date, bool)> = None;
    for (at, day) in days.iter().enumerate() {
        if draft.rows[at].cells.is_empty() {
            out.push(None);
            continue;
        }
        let period = match day {
            Some(day) => {
                opened = Some(*day);
                Period { start: None, end: Some(day.0), duration: None }
            }
            None if year_label(&draft.rows[at].label).is_some() => {
                let near = opened.map(|o| o.0).or(days[at..].iter().flatten().next().map(|d| d.0));
                let year = year_label(&draft.rows[at].label).unwrap_or(0);
                let end = near.and_then(|d| period::day_of(year, d.month(), d.day()));
                end.map_or_else(Period::default, |end| period::span(Duration::Months(12), end))
            }
            None => between(opened, days[at..].iter().flatten().next().map(|d| d.0), draft),
        };
        out.push(Some(vec![period; width]));
    }
    out
}

fn between(opened: Option<(Date, bool)>, closes: Option<Date>, draft: &Draft) -> Period {
    // The closing balance may stand on the next page: the title says when the period ends.
    let named = || {
        let days = draft.captions.iter().filter(|s| s.length.is_some()).flat_map(|s| {
            s.years.iter().filter_map(|&y| s.month_day.and_then(|(m, d)| period::day_of(y, m, d)))
        });
        days.filter(|day| opened.is_none_or(|(from, _)| *day > from)).min()
    };
    let Some(end) = closes.or_else(named) else { return Period::default() };
    if let Some((from, inception)) = opened.filter(|(from, _)| *from < end) {
        if inception {
            return Period { start: Some(from), end: Some(end), duration: None };
        }
        let from = if from.day() == 1 { from.yesterday().unwrap_or(from) } else { from };
        if let Some(months) = period::months_between(from, end) {
            return period::span(Duration::Months(months), end);
        }
        return Period { start: from.tomorrow().ok(), end: Some(end), duration: None };
    }
    // Before the first balance: what the title says of the period that ends there.
    let caption = draft.captions.iter().find(|s| {
        s.years.contains(&end.year()) && s.month_day.is_none_or(|(m, _)| m == end.month())
    });
    match caption {
        Some(Spec { from: Some(from), .. }) => {
            Period { start: Some(*from), end: Some(end), duration: None }
        }
        Some(Spec { length: Some(length), .. }) => period::span(*length, end),
        _ => Period::default(),
    }
}

/// A row whose label is a year.
fn year_label(label: &str) -> Option<i16> {
    (label.len() == 4).then(|| label.parse().ok()).flatten().filter(|y| (1960..2050).contains(y))
}

/// The full date in a label that names a balance, and whether it is that of the inception.
pub fn balance_day(label: &str) -> Option<(Date, bool)> {
    let plain = knowledge::plain(label);
    let named = ["balance", "issued", "outstanding", "options outstanding", "shares outstanding"]
        .iter()
        .any(|w| plain.starts_with(w));
    if !named {
        return None;
    }
    period::read(label)
        .iter()
        .find_map(|s| s.end().map(|day| (day, false)).or(s.from.map(|day| (day, true))))
}
