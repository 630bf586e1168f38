//! Which tables hold amounts, what statement each is, and its title.

use crate::align::header::{ColumnHead, Head};
use crate::align::rows::{AlignedRow, PlacedToken};
use crate::grid::{Grid, GridRow};
use crate::knowledge::{self, Sign};
use crate::lex::block;
use crate::lex::line::Lines;
use crate::lex::token::TokenKind;
use crate::period::{self, Spec};
use crate::record::{Duration, Kind};

/// Whether anything in the header or among the figures of a block is that of a table of amounts,
/// whatever its labels say.
pub fn may_hold_amounts(lines: &Lines<'_>, head: &Head, grid: &Grid) -> bool {
    let mut cells = grid.rows.iter().flat_map(|row| row.cells.iter().map(move |c| (row.line, c)));
    is_dated(head)
        || tells_scale(head)
        || counts_between_days(lines, grid)
        || cells.any(|(line, (_, token))| {
            matches!(token.kind, TokenKind::Number | TokenKind::Unvalued)
                && is_amount(&lines.face(line)[token.span()])
        })
}

/// Whether a header speaks of time.
fn is_dated(head: &Head) -> bool {
    let tells_time = |c: &ColumnHead| !c.spec().is_empty() || knowledge::counts_years(c.text());
    head.columns.iter().any(tells_time)
}

/// Whether the words above a table say in what its amounts are told: `as follows (in millions):`.
fn tells_scale(head: &Head) -> bool {
    head.caption.iter().any(|c| knowledge::scale_of(&c.text).is_some())
        || knowledge::scale_of(last_sentence(&head.intro)).is_some()
}

/// Whether a block is a table of amounts: not contents, addresses, ownership lists.
pub fn is_table_of_amounts(
    lines: &Lines<'_>,
    head: &Head,
    grid: &Grid,
    rows: &[AlignedRow],
) -> bool {
    let numbers: Vec<&str> = rows
        .iter()
        .flat_map(|r| r.cells.iter())
        .filter(|c| matches!(c.token.kind, TokenKind::Number | TokenKind::Unvalued))
        .map(|c| &lines.face(c.line)[c.token.span()])
        .collect();
    let amounts = numbers.iter().filter(|n| is_amount(n)).count();
    let percents = numbers.iter().filter(|n| n.contains('%')).count();
    let dated = is_dated(head);
    let silent = || amounts == 0 && !dated && !tells_scale(head);
    if numbers.is_empty() || silent() && !counts_between_days(lines, grid) {
        return false;
    }
    if !dated && grid.columns.len() == 1 && percents == numbers.len() {
        return false;
    }
    let unnamed = || rows.iter().all(|r| r.cells.is_empty() || r.label.is_empty());
    let few = numbers.len() <= FEW;
    if grid.columns.len() == 1 && (few && !names_an_amount(lines, rows) || unnamed()) {
        return false;
    }
    let with_figures = || rows.iter().filter(|r| !r.cells.is_empty());
    let data_rows = with_figures().count();
    // Rows that fill the columns of two periods, or stand below a period and a scale, read on only
    // because their labels are long.
    let full = with_figures().filter(|r| r.cells.len() > 1).count();
    let titled = || {
        let told = |text: &str| {
            knowledge::scale_of(text).is_some() || knowledge::title_kind(text).is_some()
        };
        head.caption.iter().any(|c| told(&c.text))
    };
    let of_period =
        || head.caption.iter().any(|c| period::read(&c.text).iter().any(|s| s.length.is_some()));
    let columnar = dated && full * 2 > data_rows || (dated || of_period()) && titled();
    let sentences = with_figures().filter(|r| reads_on(&r.label)).count();
    let most = sentences * 2 > data_rows || grid.columns.len() == 1 && sentences * 2 == data_rows;
    if most && !columnar {
        return false;
    }
    // A statement with a single column may say all in its title that a header would; so may the
    // sentence that introduces it: `as follows (in millions):`.
    let units = || head.caption.iter().any(|c| knowledge::scale_of(&c.text).is_some());
    let says_all = || {
        head.caption.iter().any(|c| block::is_title(&c.text, 8, true))
            || of_period() && units() && titled()
            || knowledge::scale_of(&head.intro).is_some()
    };
    if !dated
        && grid.columns.len() < 2
        && (data_rows < 2 || amounts * 2 < numbers.len() && !(amounts > 0 && says_all()))
        && amounts < 3
    {
        return false;
    }
    if !dated && data_rows == 1 && amounts < 2 {
        return false;
    }
    // The count of shares on a cover is of the day that its label names.
    let dates_itself = |label: &str| period::read(label).iter().any(|spec| spec.end().is_some());
    if numbers.len() == 1 && with_figures().any(|r| dates_itself(&r.label)) {
        return false;
    }
    let words =
        head.columns.iter().map(ColumnHead::text).chain(head.stub.iter().map(String::as_str));
    let over = knowledge::plain(&words.collect::<Vec<_>>().join(" "));
    let introduced = || knowledge::plain(last_sentence(&head.intro));
    let money = || numbers.iter().any(|n| n.contains('$'));
    // `Stores opened   Stores closed   Square feet`
    let counts = || {
        let mut columns = head.columns.iter();
        head.caption.iter().any(|c| knowledge::announces_counts(&knowledge::plain(&c.text)))
            || columns.any(|c| knowledge::is_change_of_count(c.plain()))
    };
    let lists = || {
        knowledge::heads_a_list(&over)
            || knowledge::heads_a_list(&introduced())
            // What is let, in percent, is told of a business.
            || percents == 0
                && (knowledge::heads_properties(&over)
                    || knowledge::heads_properties(&introduced()))
    };
    !(!money() && lists() && !titled() && !counts()
        || over.contains("page") && grid.columns.len() == 1
        || (!dated || over.contains("page")) && lists_pages(lines, grid, rows))
}

/// Whether the first and the last row with figures are balances of two days, over some columns: `Open at
/// December 26, 2004    142    88    230`.
fn counts_between_days(lines: &Lines<'_>, grid: &Grid) -> bool {
    let day = |row: &GridRow| {
        let specs = period::read(lines.face(row.line).get(row.label_start..row.label_end)?);
        specs.iter().find(|s| s.instant && s.length.is_none()).and_then(Spec::end)
    };
    let [first, .., last] = &grid.rows[..] else { return false };
    grid.columns.len() > 1
        && first.cells.len() == last.cells.len()
        && day(first).zip(day(last)).is_some_and(|(from, to)| from != to)
}

/// Numbers that make no table by themselves.
const FEW: usize = 3;

/// Whether one of the figures that have a label is printed as an amount: a lone number is the last
/// word of an address, of the cover or of the page.
fn names_an_amount(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    rows.iter()
        .filter(|r| !r.label.is_empty())
        .flat_map(|r| &r.cells)
        .any(|c| is_amount(&lines.face(c.line)[c.token.span()]))
}

/// Whether a number is printed as an amount: `1,204`, `$ 7`, `12%`, `.45`.
fn is_amount(number: &str) -> bool {
    number.contains([',', '$', '%']) || number.contains('.') && !number.ends_with('.')
}

/// Whether a table tells on which pages to find what: sections and pages count up, none is money.
fn lists_pages(lines: &Lines<'_>, grid: &Grid, rows: &[AlignedRow]) -> bool {
    const HIGHEST_PAGE: u32 = 999;
    // `7.12` is the section behind `7.9`; the point before `.12` is the last of the leaders.
    let numbers = |column: usize| -> Option<Vec<Vec<u32>>> {
        let cells = rows.iter().flat_map(|r| &r.cells).filter(|c| c.column == column);
        cells
            .map(|c| lines.face(c.line)[c.token.span()].trim_start_matches('.'))
            .map(|number| number.split('.').map(|part| part.parse().ok()).collect())
            .collect()
    };
    let counts_up = |column| numbers(column).is_some_and(|n| n.is_sorted());
    let pages = numbers(grid.columns.len() - 1).unwrap_or_default();
    pages.len() > FEW
        && pages.iter().all(|page| matches!(page[..], [n] if n <= HIGHEST_PAGE))
        && (0..grid.columns.len()).all(counts_up)
}

/// Whether a label is a stretch of running text, set with blanks to fill its line.
fn reads_on(label: &str) -> bool {
    let words = 1 + label.bytes().filter(|b| *b == b' ').count();
    if words < 6 {
        return false;
    }
    let lower = label.split(' ').filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase()));
    let stops = || {
        label.contains(". ")
            || label.contains(", ")
            || label.starts_with(|c: char| c.is_lowercase())
    };
    lower.count() * 3 >= words * 2 && (words >= 9 || stops())
}

/// Kind and title of a table.
pub fn read(head: &Head, rows: &[AlignedRow], company: &str) -> (Option<Kind>, String) {
    let captions: Vec<&str> = head.caption.iter().map(|c| c.text.trim()).collect();
    let announced = announced(&captions);
    let by_title = announced.map(|(_, kind)| kind);
    let of_data = heading_of_data(rows);
    let heads_rows =
        |words: &&String| of_data.is_some_and(|h| knowledge::plain(words).starts_with(h));
    let by_stub = || {
        let mut titles = head.stub.iter().rev().filter(|words| !heads_rows(words));
        titles.find_map(|words| knowledge::title_kind(words))
    };
    let by_intro = || {
        // A sentence may name a statement only to say where the figures went.
        knowledge::title_kind(last_sentence(&head.intro)).filter(|k| match k {
            Kind::Reconciliation | Kind::SelectedData | Kind::Segment => true,
            Kind::Income => by_rows(rows) == Some(Kind::Income),
            _ => false,
        })
    };
    let kind = match by_title {
        Some(Kind::Segment) | None => by_headings_of_data(rows)
            .or_else(by_stub)
            .or_else(by_intro)
            .or(by_title)
            .or_else(|| by_rows(rows).filter(|kind| !(*kind == Kind::BalanceSheet && lasts(head))))
            .or(of_data.map(|_| Kind::SelectedData))
            .or_else(|| by_columns(head)),
        found => found,
    };
    let title = match announced {
        Some((at, _)) => {
            let mut title = clean(captions[at]);
            // A title of two lines: the next one carries on in the same manner.
            if let Some(next) = captions.get(at + 1).filter(|_| {
                title.ends_with([',', '\''])
                    || knowledge::title_kind(&title).is_none()
                    || breaks_off(&title)
            }) {
                title = format!("{title} {}", clean(next));
            }
            title
        }
        None => {
            let own = captions.iter().rposition(|t| is_title_text(t, company));
            let stub = head.stub.first().map(String::as_str).filter(|s| {
                !s.is_empty()
                    && !period::speaks(s)
                    && knowledge::scale_of(s).is_none()
                    && !knowledge::is_note_column(s)
            });
            // Words over the labels say what the rows are, as `Range of`, more often than what the
            // table is.
            let heads = |s: &&str| knowledge::title_kind(s).is_some();
            let sentence = last_sentence(&head.intro);
            let others = || {
                let with_units = || captions.iter().rfind(|t| is_title_with_units(t, company));
                let dated = || captions.iter().rfind(|t| is_dated_title(t, company));
                stub.filter(heads)
                    .or_else(|| Some(sentence).filter(|s| introduces(s)))
                    .or_else(|| dated().copied())
                    .or(stub)
                    .or_else(|| with_units().copied())
                    .map_or_else(|| clean(sentence), clean)
            };
            own.map_or_else(others, |at| ending_on(head, &captions[..=at]))
        }
    };
    (kind, title)
}

/// The title that ends on the last of some lines of a caption. One that begins with a small letter
/// goes on with the line above, or with the paragraph that introduces the table; so does one below a
/// line that breaks off: `RATIO OF EARNINGS TO FIXED CHARGES AND` / `PREFERRED STOCK DIVIDENDS`.
fn ending_on(head: &Head, lines: &[&str]) -> String {
    let goes_on = |k: usize| {
        let first = first_word(lines[k]);
        lines[k].starts_with(|c: char| c.is_ascii_lowercase())
            || k > 0
                && !period::speaks(lines[k - 1])
                && (breaks_off(lines[k - 1])
                    || knowledge::is_joint(first) && knowledge::is_hanging(first))
    };
    let is_next = |k: usize| head.caption[k - 1].line + 1 == head.caption[k].line;
    let from = (1..lines.len()).rev().find(|&k| !(goes_on(k) && is_next(k))).unwrap_or(0);
    let title = lines[from..].join(" ");
    if from == 0 && goes_on(0) && !head.intro.is_empty() && !head.intro.ends_with(['.', ':']) {
        return clean(last_sentence(&format!("{} {title}", head.intro)));
    }
    clean(&title)
}

fn first_word(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// Whether the last word of a line cannot end a title.
fn breaks_off(title: &str) -> bool {
    let last = title.rsplit(' ').next().unwrap_or("");
    knowledge::is_hanging(last) || knowledge::is_half(last)
}

/// Whether the header names a length of time or averages: no balance sheet has them, but averages of
/// balances do.
fn lasts(head: &Head) -> bool {
    let lasts = |c: &ColumnHead| c.spec().length.is_some() || c.plain().contains("average");
    head.columns.iter().any(lasts)
}

/// Whether a sentence says that a table follows.
fn introduces(sentence: &str) -> bool {
    let words = knowledge::plain(sentence);
    sentence.ends_with(':') || knowledge::speaks_of_tables(&words) || words.ends_with(" follows")
}

/// The line of a caption that announces a statement, by itself or with the one below it, and what
/// statement: `STATEMENTS OF CHANGES` / `IN STOCKHOLDERS' EQUITY`.
fn announced(captions: &[&str]) -> Option<(usize, Kind)> {
    // Above the end of a sentence stands a paragraph, whatever statement it speaks of.
    let ends_sentence =
        |text: &&str| text.ends_with('.') && text.starts_with(|c: char| c.is_ascii_lowercase());
    let from = captions.iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let kind = |at: usize| (at >= from).then(|| knowledge::title_kind(captions[at])).flatten();
    let mut alone = captions.len().checked_sub(1).and_then(kind);
    for at in (from..captions.len()).rev() {
        if let Some(kind) = alone {
            return Some((at, kind));
        }
        let first = at.checked_sub(1).filter(|&first| first >= from)?;
        alone = kind(first);
        if alone.is_none() && !block::is_prose(captions[first]) {
            let whole = format!("{} {}", captions[first], captions[at]);
            if let Some(kind) = knowledge::title_kind(&whole) {
                return Some((first, kind));
            }
        }
    }
    None
}

/// Whether the head says that it carries on a table of this title: `Summary of Operations, cont.`
pub fn is_continued(head: &Head, title: &str) -> bool {
    let title = knowledge::plain(title);
    let stub = head.stub.join(" ");
    let beside = head.caption.last().map_or(String::new(), |c| format!("{} {stub}", c.text.trim()));
    let texts =
        head.caption.iter().map(|c| c.text.as_str()).chain([stub.as_str(), beside.as_str()]);
    !title.is_empty()
        && texts.map(knowledge::plain).any(|text| {
            let marked = ["(continued)", "continued", "(cont'd)", "cont'd", "(cont.)", "cont."]
                .iter()
                .find_map(|m| text.strip_suffix(m));
            marked.is_some_and(|rest| {
                rest.trim_end_matches(|c: char| !c.is_alphanumeric())
                    == title.trim_end_matches(|c: char| !c.is_alphanumeric())
            })
        })
}

/// A caption line that may be a title: no unit, no period, not the company's name.
fn is_title_text(text: &str, company: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let count = |sign: u8| text.bytes().filter(|b| *b == sign).count();
    letters > 3
        && !(text.starts_with('(') && text.ends_with(')'))
        && !block::numbers_exhibit(text)
        // A remark about units goes on over two lines.
        && count(b'(') == count(b')')
        && (!period::speaks(text) || tells_how_often(text))
        && !is_company(text, company)
        && knowledge::scale_of(text).is_none()
        && !block::is_prose(text)
}

/// Whether a caption line is a title with the units behind it: `Net Product Sales (in millions)`.
fn is_title_with_units(text: &str, company: &str) -> bool {
    let bare = text.split_once('(').filter(|(_, units)| units.ends_with(')'));
    bare.is_some_and(|(title, _)| is_title_text(title.trim_ascii_end(), company))
}

/// Whether a caption line is a title that names a time as well, in capitals or centred as titles are:
/// `2006 GUIDANCE PER DILUTED SHARE`.
fn is_dated_title(text: &str, company: &str) -> bool {
    let bare =
        |word: &str| knowledge::period_word(word).is_some() || knowledge::goes_with_periods(word);
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|w| w.len() > 2);
    let named = words.clone().filter(|word| !bare(&word.to_ascii_lowercase())).count() > 1
        || knowledge::announces_outlook(text);
    let titled = words.all(|word| {
        word.starts_with(|c: char| c.is_ascii_uppercase()) || knowledge::is_hanging(word)
    });
    let count = |sign: u8| text.bytes().filter(|b| *b == sign).count();
    named
        && titled
        && period::speaks(text)
        && !block::is_prose(text)
        && count(b'(') == count(b')')
        && !text.ends_with(['.', ':'])
        && !(text.starts_with('(') && text.ends_with(')'))
        && !is_company(text, company)
        && knowledge::scale_of(text).is_none()
}

/// Whether a text speaks of time only to say how often: `Quarterly Financial Data`.
fn tells_how_often(text: &str) -> bool {
    period::read(text) == [Spec::of(Duration::Months(3))]
        && text.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("quarterly"))
}

/// Whether a line is a company's name.
pub fn is_company(text: &str, company: &str) -> bool {
    let plain = knowledge::plain(text);
    let bare = |s: &str| s.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let name = knowledge::plain(company);
    if !name.is_empty() && bare(&plain).starts_with(&bare(&name)) {
        return true;
    }
    let last = plain.trim_end_matches(['.', ',']).rsplit(' ').next().unwrap_or("");
    knowledge::ends_company_name(last) && text.len() < 80
}

fn clean(text: &str) -> String {
    // The number of an exhibit stands at the other end of the line.
    let text = match text.trim().rsplit_once("   ") {
        Some((title, exhibit)) if block::numbers_exhibit(exhibit) => title,
        _ => text,
    };
    let mut out: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A title that shares its line with the company's name.
    for part in text.split("   ").map(str::trim).filter(|p| !p.is_empty()) {
        if part.len() < text.trim().len() && knowledge::title_kind(part).is_some() {
            out = part.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
    out.trim_end_matches([':', ' ']).to_owned()
}

/// The last sentence of a paragraph.
pub fn last_sentence(text: &str) -> &str {
    let body = text.trim_end_matches(['.', ':', ' ']);
    let stops =
        memchr::memrchr_iter(b'.', body.as_bytes()).filter(|&at| body[at..].starts_with(". "));
    let start = stops
        .map(|at| at + 2)
        .find(|&at| body[at..].trim_start().starts_with(|c: char| c.is_uppercase() || c == '"'));
    body[start.unwrap_or(0)..].trim()
}

/// What the columns tell of the kind: parts of a company, what they sold each other, and their sum.
fn by_columns(head: &Head) -> Option<Kind> {
    let has = |word| head.columns.iter().any(|c| c.plain().contains(word));
    (has("elimination") && has("consolidated")).then_some(Kind::Segment)
}

/// What headings of several kinds of data tell: `INCOME STATEMENT DATA` and `OTHER DATA` mix measures.
fn by_headings_of_data(rows: &[AlignedRow]) -> Option<Kind> {
    let heads = |row: &&AlignedRow| row.cells.is_empty() && knowledge::heads_data(&row.plain);
    (rows.iter().filter(heads).count() > 1).then_some(Kind::SelectedData)
}

/// The heading of selected data, in plain form, above all rows: `OPERATING DATA`.
fn heading_of_data(rows: &[AlignedRow]) -> Option<&str> {
    let first = rows.first().filter(|row| row.cells.is_empty())?;
    Some(first.plain.as_str()).filter(|words| knowledge::heads_data(words))
}

/// Whether rows lead from the net income of a period to the comprehensive one.
fn adds_up_to_all(rows: &[AlignedRow]) -> bool {
    let mut keys = rows.iter().filter(|r| !r.cells.is_empty()).map(AlignedRow::key);
    let first = keys.next().and_then(|key| knowledge::concept(key, Kind::Income));
    first == Some("NetIncomeLoss")
        && keys.next_back().is_some_and(knowledge::is_comprehensive_result)
}

/// What the labels tell of the kind.
fn by_rows(rows: &[AlignedRow]) -> Option<Kind> {
    let (mut signs, mut balances) = (Vec::new(), 0);
    // `Net interest income   $122.5 - $125.0` is expected.
    let is_range = |c: &PlacedToken| c.token.kind == TokenKind::Unvalued;
    let is_told = |row: &&AlignedRow| row.cells.is_empty() || !row.cells.iter().all(is_range);
    for row in rows.iter().filter(is_told) {
        let key = row.key();
        balances += usize::from(key.starts_with("balance "));
        signs.extend(knowledge::signs(key));
    }
    let has = |sign: Sign| signs.contains(&sign);
    let result = has(Sign::Result);
    if balances > 1 && result {
        return Some(Kind::Equity);
    }
    let income = has(Sign::Sales) && result;
    if !income && adds_up_to_all(rows) {
        return Some(Kind::ComprehensiveIncome);
    }
    if has(Sign::Financing) && has(Sign::Investing) {
        return Some(Kind::CashFlow);
    }
    let assets = has(Sign::Assets);
    if assets && has(Sign::Liabilities) {
        return Some(if income { Kind::SelectedData } else { Kind::BalanceSheet });
    }
    if income {
        return Some(if assets { Kind::SelectedData } else { Kind::Income });
    }
    None
}
