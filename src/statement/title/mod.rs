//! What kind of statement each table is, and its title.
//!
//! The lines above a table and its rows come in. The title tells the kind; without one, the `rows`
//! do.

mod rows;

use self::rows::{
    are_parts_of_items, by_columns, by_headings_of_data, by_rows, heading_of_data, tells_taxes,
};
use crate::align::header::{ColumnHead, Head};
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Notion};
use crate::lex::block;
use crate::period::{self, QUARTER, Spec};
use crate::record::Kind;

/// Kind and title of a table.
pub fn read(head: &Head, rows: &[AlignedRow], company: &str) -> (Option<Kind>, String) {
    let captions: Vec<&str> = head.caption.iter().map(|c| c.text.trim()).collect();
    let announced = announced(&captions, rows);
    let of_balances = |kind: &Kind| matches!(kind, Kind::BalanceSheet | Kind::SelectedData);
    let by_title = announced.map(|(_, kind)| {
        if of_balances(&kind) && are_parts_of_items(rows) { Kind::Schedule } else { kind }
    });
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
            .or_else(|| by_rows(rows).filter(|kind| may_be(*kind, head, rows)))
            .or(of_data.map(|_| Kind::SelectedData))
            .or_else(|| by_columns(head)),
        found => found,
    };
    let title = match announced {
        Some((at, _)) => announced_title(&captions, at),
        None => other_title(head, &captions, company),
    };
    (kind, title)
}

/// The title that a line announces; where it is one of two lines, the next one carries on in the
/// same manner.
fn announced_title(captions: &[&str], at: usize) -> String {
    let title = clean(captions[at]);
    let goes_on = || {
        title.ends_with([',', '\''])
            || knowledge::title_kind(&title).is_none()
            || breaks_off(&title)
    };
    match captions.get(at + 1).filter(|_| goes_on()) {
        Some(next) => format!("{title} {}", clean(next)),
        None => title,
    }
}

/// The title of a table that announces no statement: the last line above it that could be one,
/// words over the labels, or the end of the sentence before it.
fn other_title(head: &Head, captions: &[&str], company: &str) -> String {
    if let Some(at) = captions.iter().rposition(|text| is_title_text(text, company)) {
        return ending_on(head, &captions[..=at]);
    }
    let is_title = |s: &&str| {
        !s.is_empty()
            && !period::speaks(s)
            && knowledge::scale_of(s).is_none()
            && !knowledge::is_note_column(s)
    };
    let stub = head.stub.first().map(String::as_str).filter(is_title);
    // Words over the labels say what the rows are, as `Range of`, more often than what the table
    // is.
    let heads = |s: &&str| knowledge::title_kind(s).is_some();
    let sentence = last_sentence(&head.intro);
    let dated = || captions.iter().rfind(|text| is_dated_title(text, company)).copied();
    let with_units = || {
        let at = |at: &usize| {
            let below = captions.get(at + 1).copied().unwrap_or_default();
            is_title_with_units(captions[*at], below, company)
        };
        let at = (0..captions.len()).rfind(at)?;
        let last = at + usize::from(!captions[at].ends_with(')'));
        Some(clean(&captions[at..=last].join(" ")))
    };
    // `Long-term debt at December 31, is summarized as follows (in thousands):`
    let announces = |text: &&&str| {
        text.ends_with(':') && knowledge::tells_what_follows(&knowledge::plain(text))
    };
    let announcing = || captions.last().filter(announces).copied();
    stub.filter(heads)
        .or_else(|| Some(sentence).filter(|s| head.intro.ends_with(':') || introduces(s)))
        .or_else(announcing)
        .or_else(dated)
        .or(stub)
        .map(clean)
        .or_else(with_units)
        .unwrap_or_else(|| clean(sentence))
}

/// The title that ends on the last of some lines of a caption. One that begins with a small letter
/// goes on with the line above; so does one below a line that breaks off:
/// `RATIO OF EARNINGS TO FIXED CHARGES AND` / `PREFERRED STOCK DIVIDENDS`.
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
    clean(&lines[from..].join(" "))
}

fn first_word(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// Whether the last word of a line cannot end a title.
fn breaks_off(title: &str) -> bool {
    let last = title.rsplit(' ').next().unwrap_or("");
    knowledge::is_hanging(last) || knowledge::is_half(last)
}

/// Whether a table may be of the kind that its rows tell: what lasts is no balance sheet, and data
/// of operations without taxes are no income statement: `QUARTERLY OPERATING DATA` over the gross
/// profit of each line of goods.
fn may_be(kind: Kind, head: &Head, rows: &[AlignedRow]) -> bool {
    let of_operations = || {
        head.caption.iter().any(|c| knowledge::announces_statistics(&c.text))
            && !rows.iter().any(|row| tells_taxes(row) || knowledge::is_net_result(row.key()))
    };
    !(kind == Kind::BalanceSheet && lasts(head) || kind == Kind::Income && of_operations())
}

/// Whether the header names a length of time or averages: no balance sheet has them, but averages
/// of balances do.
fn lasts(head: &Head) -> bool {
    let lasts = |c: &ColumnHead| {
        c.spec().length.is_some() || knowledge::speaks_of(c.plain(), Notion::Average)
    };
    head.columns.iter().any(lasts)
}

/// Whether a sentence says that a table follows.
fn introduces(sentence: &str) -> bool {
    let words = knowledge::plain(sentence);
    knowledge::speaks_of_tables(&words) || words.ends_with(" follows")
}

/// Whether a title is but the last sentence of the paragraph above its table, which ends in itself
/// and shows none: `Sales rose by 4% on higher volume.`
pub fn is_of_prose(title: &str, intro: &str) -> bool {
    let sentence = last_sentence(intro);
    let plain = knowledge::plain(sentence);
    let leads =
        [knowledge::shows_a_table, knowledge::tells_what_follows, knowledge::speaks_of_tables];
    intro.ends_with('.')
        && block::is_prose(intro)
        && title == clean(sentence)
        && !leads.iter().any(|leads| leads(&plain))
        && !knowledge::may_show_a_table(sentence)
        && knowledge::scale_of(sentence).is_none()
}

/// The line of a caption that announces a statement, by itself or with the one below it, and what
/// statement: `STATEMENTS OF CHANGES` / `IN STOCKHOLDERS' EQUITY`.
fn announced(captions: &[&str], rows: &[AlignedRow]) -> Option<(usize, Kind)> {
    // Above the end of a sentence stands a paragraph, whatever statement it speaks of.
    let ends_sentence = |text: &&str| {
        let goes_on = text.starts_with(|c: char| c.is_ascii_lowercase()) || block::is_prose(text);
        text.ends_with('.') && goes_on
    };
    let from = captions.iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let kind = |at: usize| (at >= from).then(|| announced_by(captions[at])).flatten();
    let mut alone = captions.len().checked_sub(1).and_then(kind);
    for at in (from..captions.len()).rev() {
        if let Some(kind) = alone {
            let first = first_of_two(&captions[from..=at], kind, rows);
            return Some(first.map_or((at, kind), |kind| (at - 1, kind)));
        }
        let first = at.checked_sub(1).filter(|&first| first >= from)?;
        alone = kind(first);
        if alone.is_none() && !block::is_prose(captions[first]) {
            let whole = format!("{} {}", captions[first], captions[at]);
            if let Some(kind) = announced_by(&whole) {
                return Some((first, kind));
            }
        }
    }
    None
}

/// The statement that a line announces right above the last one, which announces a second, where it
/// breaks off and the rows are those of the first, or both are of one kind. `STATEMENTS OF OPERATIONS
/// AND` / `FUNDS FROM OPERATIONS`. Rows of both are data.
fn first_of_two(captions: &[&str], second: Kind, rows: &[AlignedRow]) -> Option<Kind> {
    let [.., line, _] = captions else { return None };
    let first = announced_by(line).filter(|_| breaks_off(line))?;
    let is_of_both = |kind: &Kind| *kind == first || *kind == Kind::SelectedData;
    if first == second { Some(first) } else { by_rows(rows).filter(is_of_both) }
}

/// The statement that a line announces. What the units do not hold for announces none:
/// `(in thousands, except per share and selected operating data)`, on two lines as well.
fn announced_by(line: &str) -> Option<Kind> {
    let begins_inside = line.find(')').is_some_and(|at| !line[..at].contains('('));
    let outside =
        if begins_inside { line.split_once(')').map_or(line, |(_, rest)| rest) } else { line };
    let told = knowledge::without_exception(outside);
    let behind = outside[told.len()..].split_once(')').map(|(_, rest)| rest);
    let kind = knowledge::title_kind(told).or_else(|| behind.and_then(knowledge::title_kind))?;
    let of_note = kind == Kind::SelectedData
        && is_numbered(line)
        && knowledge::holds(&knowledge::plain(line), "balance sheet");
    Some(if of_note { Kind::Schedule } else { kind })
}

/// Whether a line is the head of a note, which tells the parts of balances, not these of some
/// years: `3. Selected Balance Sheet Information`.
fn is_numbered(line: &str) -> bool {
    let number = line.trim_start_matches('(').split(['.', ')']).next().unwrap_or_default();
    block::heads_note(line)
        || (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
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
            let title = title.trim_end_matches(|c: char| !c.is_alphanumeric());
            knowledge::carried_over(&text) == Some(title)
        })
}

/// A caption line that may be a title: no unit, no period, not the company's name.
fn is_title_text(text: &str, company: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters > 3
        // `** Not meaningful` below the table before
        && !text.starts_with('*')
        && !block::numbers_exhibit(text)
        && (!period::speaks(text) || tells_how_often(text))
        && is_line_by_itself(text, company)
}

/// Whether a caption line is neither prose nor a remark in parentheses, which may go on over two
/// lines, nor the company's name, nor tells a scale.
fn is_line_by_itself(text: &str, company: &str) -> bool {
    let count = |sign: u8| text.bytes().filter(|b| *b == sign).count();
    !(text.starts_with('(') && text.ends_with(')'))
        && count(b'(') == count(b')')
        && !is_company(text, company)
        && knowledge::scale_of(text).is_none()
        && !block::is_prose(text)
}

/// Whether a caption line is a title with the units behind it, which may go on on the line below:
/// `Net Product Sales (in millions)`, `Summary of Earnings (In thousands` /
/// `except per share data)`.
fn is_title_with_units(text: &str, below: &str, company: &str) -> bool {
    let goes_on = || below.ends_with(')') && !below.contains('(');
    let ends = |units: &str| units.ends_with(')') || !units.contains(')') && goes_on();
    let bare = text.split_once('(').filter(|(_, units)| ends(units));
    bare.is_some_and(|(title, _)| is_title_text(title.trim_ascii_end(), company))
}

/// Whether a caption line is a title that names a time as well, in capitals or centred as titles
/// are: `2006 GUIDANCE PER DILUTED SHARE`.
fn is_dated_title(text: &str, company: &str) -> bool {
    let bare =
        |word: &str| knowledge::period_word(word).is_some() || knowledge::goes_with_periods(word);
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|w| w.len() > 2);
    let named = words.clone().filter(|word| !bare(&word.to_ascii_lowercase())).count() > 1
        || knowledge::announces_outlook(text);
    let titled = words.all(|word| {
        word.starts_with(|c: char| c.is_ascii_uppercase()) || knowledge::is_hanging(word)
    });
    named
        && titled
        && period::speaks(text)
        && !text.ends_with(['.', ':'])
        && is_line_by_itself(text, company)
}

/// Whether a text speaks of time only to say how often: `Quarterly Financial Data`.
fn tells_how_often(text: &str) -> bool {
    period::read(text) == [Spec::of(QUARTER)]
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

/// The sentence of a paragraph that leads to the table below it: the last one, or one that shows a
/// table where all behind it are remarks on that: `The following table shows sales by region (in
/// thousands). Sales are those of the place of the customer.`
pub fn last_sentence(text: &str) -> &str {
    let (mut before, last) = split_last(text);
    let mut sentence = last;
    if text.ends_with(':') || !knowledge::may_show_a_table(before) {
        return last;
    }
    while !before.is_empty() && is_remark(sentence) {
        (before, sentence) = split_last(before);
        if knowledge::shows_a_table(&knowledge::plain(sentence)) {
            return sentence;
        }
    }
    last
}

/// Whether a sentence tells nothing of the table below: no period, no scale, nor that it comes.
fn is_remark(sentence: &str) -> bool {
    let plain = knowledge::plain(sentence);
    knowledge::scale_of(sentence).is_none()
        && !knowledge::tells_what_follows(&plain)
        && !knowledge::speaks_of_tables(&plain)
        && !period::speaks(sentence)
}

/// The last sentence of a paragraph, and all before it.
fn split_last(text: &str) -> (&str, &str) {
    let body = text.trim_end_matches(['.', ':', ' ']);
    let in_capitals = !body.contains(char::is_lowercase);
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_uppercase() || c == '"');
    let ends = |at: &usize| {
        let (word, rest) = (last_word(&body[..*at]), body[*at + 1..].trim_start());
        body[*at..].starts_with(". ") && begins(rest) && !goes_on(word, rest, in_capitals)
    };
    let start = memchr::memrchr_iter(b'.', body.as_bytes()).find(ends).map(|at| at + 2);
    let (before, last) = body.split_at(start.unwrap_or(0));
    (before, without_run_in(last.trim()))
}

/// Whether a sentence goes on behind the point of a shortened word. In capitals all such words may
/// stand within one, `DELTA CO. SUBSIDIARIES`; else those that stand before names, `St. Louis`,
/// `U.S. Federal taxes`, where no sentence begins as `The`.
fn goes_on(word: &str, rest: &str, in_capitals: bool) -> bool {
    if in_capitals {
        return word.len() == 1 || word.contains('.') || knowledge::is_abbreviation(word);
    }
    let next = first_word(rest).to_lowercase();
    let opens = || knowledge::is_hanging(&next) || knowledge::stands_in_sentences(&next);
    let is_dotted = || word.contains('.') && !word.contains(|c: char| c.is_ascii_digit());
    (is_dotted() || knowledge::goes_before_name(word)) && !opens()
}

fn last_word(words: &str) -> &str {
    words.rsplit(' ').next().unwrap_or_default()
}

/// A sentence without the heading in capitals that is run in before it: `ISSUED AND OUTSTANDING
/// Shares of common stock were as follows`.
fn without_run_in(sentence: &str) -> &str {
    const FEWEST: usize = 2;
    let in_capitals = |word: &&str| word.len() > 2 && word.bytes().all(|b| b.is_ascii_uppercase());
    let heading = sentence.split(' ').take_while(in_capitals);
    let (count, length) =
        heading.fold((0, 0), |(count, length), word| (count + 1, length + word.len() + 1));
    let rest = sentence.get(length..).unwrap_or("").trim_start();
    let mut letters = rest.chars();
    let begins = letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase);
    if count >= FEWEST && begins { rest } else { sentence }
}
