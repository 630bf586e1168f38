//! Groups of lines: where each table of figures begins and ends.
//!
//! Rows find each other: a line that ends in figures joins the one before unless something
//! between them starts a new table — a header, a title, a paragraph of prose, a `<TABLE>` mark.
//! Marks are evidence, never authority: a table needs none.

use std::cell::LazyCell;
use std::ops::Range;

use crate::knowledge;
use crate::lex::line::{Class, Line, Lines};
use crate::lex::token::{self, TokenKind};
use crate::period::{self, Spec};

/// A table of figures, as lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// First line of the head: what stands above the rows and may belong to them.
    pub top: usize,
    /// First line with figures.
    pub first_row: usize,
    /// Last line with figures.
    pub last_row: usize,
    /// Last line of the block: words may follow the last figures.
    pub bottom: usize,
}

/// Most lines of words that one row's label or the headings between two rows take.
const MOST_WORDS_BETWEEN: usize = 16;
/// Furthest column at which a label begins.
const DEEPEST_LABEL: usize = 12;
/// Furthest that rows stand apart between which a mark has strayed.
const MARK_REACH: usize = 10;
/// How far columns are shifted on the next page.
const PAGE_SHIFT: usize = 4;
/// Furthest that a title stands above the rows it heads.
const HEAD_REACH: usize = 45;

/// The tables among some lines of a text, in order.
pub fn tables(lines: &Lines<'_>, range: &Range<usize>) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut open: Option<Group> = None;
    for i in range.clone() {
        if lines.class(i) != Class::Figures {
            continue;
        }
        match &mut open {
            Some(group) if !splits(lines, group, i) => group.add(lines, i),
            _ => {
                let floor = open.take().map_or(range.start, |g| g.close(lines, range, &mut out));
                open = Some(Group::new(lines, i, floor));
            }
        }
    }
    if let Some(group) = open {
        group.close(lines, range, &mut out);
    }
    out
}

/// Rows gathered so far.
struct Group {
    first: usize,
    last: usize,
    floor: usize,
    /// Leftmost column where figures begin; label words stay left of it.
    left: usize,
}

impl Group {
    fn new(lines: &Lines<'_>, first: usize, floor: usize) -> Self {
        Self { first, last: first, floor, left: figures_begin(lines, first) }
    }

    fn add(&mut self, lines: &Lines<'_>, row: usize) {
        self.last = row;
        if let Some(left) = figures_behind_label(lines, row) {
            self.left = self.left.min(left);
        }
    }

    /// Ends the block; gives back the first line that the next one may claim.
    fn close(self, lines: &Lines<'_>, range: &Range<usize>, out: &mut Vec<Block>) -> usize {
        let mut bottom = self.last;
        // A last row whose figure stands one blank behind its label, too close to be seen alone.
        if let Some(row) = close_row(lines, self.last, range.end, self.left) {
            bottom = row;
        }
        bottom = self.last_word(lines, bottom, range.end);
        bottom = foot_heading(lines, bottom, range.end).unwrap_or(bottom);
        let first = close_row_above(lines, self.first, self.floor, self.left).unwrap_or(self.first);
        let top = head(lines, self.floor, first);
        out.push(Block { top, first_row: first, last_row: self.last, bottom });
        bottom + 1
    }

    /// The last line of the words of the last label that go on below its figures, a blank between
    /// in some filings.
    fn last_word(&self, lines: &Lines<'_>, row: usize, end: usize) -> usize {
        let mut last = row;
        let year = (last + 1..end).find(|&i| lines.class(i) != Class::Blank);
        if let Some(year) = year.filter(|&i| completes_date(lines, i, last)) {
            last = year;
        }
        let row = lines.get(self.last);
        let mut above = &lines.face(self.last)[..row.label_end as usize];
        let cross_blanks = LazyCell::new(|| self.labels_cross_blanks(lines));
        while last + 1 < end {
            let after_blank = lines.class(last + 1) == Class::Blank;
            let next = last + 1 + usize::from(after_blank);
            if next >= end || lines.class(next) != Class::Text {
                break;
            }
            let (words, indent) = (lines.face(next), lines.get(next).indent);
            let breaks_off = above.trim_end_matches([' ', '.']).ends_with([';', ',']);
            let deeper = indent > row.indent || indent == row.indent && row.indent > 0;
            let label = above.trim_end_matches([' ', '.']);
            let hangs = || label.rsplit(' ').next().is_some_and(knowledge::is_hanging);
            // `Common stock, $.01 par value;` / `50,000,000 shares authorized`
            let goes_on = starts_lower(words)
                && (deeper || !after_blank || *cross_blanks || hangs() || awaits_noun(label))
                || breaks_off && (begins_with_count(words) || knowledge::tells_par_value(words))
                || deeper && (breaks_off || !after_blank && hangs());
            if !goes_on || words.len() > self.left + 2 {
                break;
            }
            (last, above) = (next, words);
        }
        last
    }

    /// Whether a label of the table goes on below its figures and a blank line.
    fn labels_cross_blanks(&self, lines: &Lines<'_>) -> bool {
        (self.first + 2..self.last).any(|i| {
            lines.class(i) == Class::Text
                && starts_lower(lines.face(i))
                && lines.class(i - 1) == Class::Blank
                && lines.class(i - 2) == Class::Figures
        })
    }
}

/// Whether the last word of a label belongs to a noun that is to come: `computing diluted net`; not
/// so behind a comma or a dash, `Other, net`.
fn awaits_noun(label: &str) -> bool {
    label.rsplit_once(' ').is_some_and(|(before, last)| {
        knowledge::is_attribute(last) && before.ends_with(char::is_alphanumeric)
    })
}

/// Whether the first word of a line is a number in the thousands.
fn begins_with_count(words: &str) -> bool {
    let first = words.trim_ascii_start().split(' ').next().unwrap_or_default();
    first.contains(',') && first.bytes().all(|b| b.is_ascii_digit() || b == b',')
}

/// The last line of a heading at the foot of a page, the rows of which stand on the next:
/// `Weighted average shares:` above `<PAGE>`.
fn foot_heading(lines: &Lines<'_>, last: usize, end: usize) -> Option<usize> {
    const MOST_LINES: usize = 3;
    // The last row printed over for bold, a rule and blanks.
    const REACH: usize = 5;
    let silent = |i: &usize| {
        matches!(lines.class(*i), Class::Blank | Class::Rule | Class::Mark | Class::Overprint)
    };
    let first = (last + 1..end.min(last + REACH)).find(|i| !silent(i))?;
    let below =
        (first..end.min(first + MOST_LINES + 1)).find(|&i| lines.class(i) != Class::Text)?;
    let page = (below..end).find(|i| !silent(i))?;
    if first == below || lines.class(page) != Class::Page {
        return None;
    }
    let words: Vec<&str> = (first..below).map(|i| lines.face(i).trim_ascii()).collect();
    let text = words.join(" ");
    let plain = knowledge::plain(&text);
    let heads = || {
        text.ends_with(':')
            || knowledge::is_standard_heading(&plain)
            || knowledge::is_activity(&plain)
            || knowledge::measure_of(&plain).is_some()
    };
    (!text.ends_with('.') && heads()).then_some(below - 1)
}

/// Column where figures begin behind the label of their line. A lone number may be a word of a
/// label over several lines: `... $412 and` / `$398`.
fn figures_behind_label(lines: &Lines<'_>, row: usize) -> Option<usize> {
    let line = lines.get(row);
    (line.first_figure > line.indent).then_some(line.first_figure as usize)
}

/// Column where the figures of a group's first row begin. A year at the head of the line carries on
/// the label above: `Balance at September 25,` / `1992    118,479`.
fn figures_begin(lines: &Lines<'_>, row: usize) -> usize {
    let line = lines.get(row);
    let (face, start) = (lines.face(row), line.first_figure as usize);
    if line.first_figure > line.indent || start > DEEPEST_LABEL {
        return start;
    }
    let word = face[start..].split(' ').next().unwrap_or("");
    let behind = &face[start + word.len()..];
    // `Net income (Note` / `6)    25,902`
    let ends_aside = word.len() <= 3 && word.ends_with(')') && !word.starts_with('(');
    if (ends_aside || period::four_digits(word).is_some()) && !behind.is_empty() {
        return face.len() - behind.trim_start().len();
    }
    start
}

/// Whether the table that a line closes is closed once more further down.
fn is_closed_again(lines: &Lines<'_>, i: usize) -> bool {
    const LONGEST_TABLE: usize = 80;
    let below = lines.len().min(i + LONGEST_TABLE);
    let is_end = |k: &usize| lines.get(*k).opens_table || lines.get(*k).closes_table;
    let end = (i + 1..below).find(is_end);
    end.is_some_and(|k| lines.get(k).closes_table && !lines.get(k).opens_table)
}

/// Whether a line is nothing but the year of the date at which the label above it, a blank line
/// between them or none, breaks off.
fn completes_date(lines: &Lines<'_>, i: usize, row: usize) -> bool {
    let face = lines.face(row);
    let label =
        face[..(lines.get(row).label_end as usize).min(face.len())].trim_end_matches([' ', '.']);
    // `1996 (1)`
    let year = lines.face(i).split('(').next().unwrap_or_default();
    (i == row + 1 || i == row + 2 && lines.class(row + 1) == Class::Blank)
        && lines.get(i).indent as usize <= DEEPEST_LABEL
        && period::four_digits(year.trim()).is_some()
        && period::lacks_year(label)
}

/// A line below the last row, rules between, that ends where the last row's figures end.
fn close_row(lines: &Lines<'_>, last: usize, end: usize, left: usize) -> Option<usize> {
    let row = (last + 1..end.min(last + 4))
        .find(|&i| !matches!(lines.class(i), Class::Rule | Class::Blank))?;
    is_close_row(lines, row, last, left).then_some(row)
}

/// A line right above the first row that ends where this one's figures end, in an amount one blank
/// behind its label.
fn close_row_above(lines: &Lines<'_>, first: usize, floor: usize, left: usize) -> Option<usize> {
    let row = first.checked_sub(1).filter(|&row| row >= floor)?;
    is_close_row(lines, row, first, left).then_some(row)
}

/// Whether words end in an amount where the figures of a row end.
fn is_close_row(lines: &Lines<'_>, words: usize, row: usize, left: usize) -> bool {
    let face = lines.face(words);
    if lines.class(words) != Class::Text || face.len() <= left || heads_columns(face, left) {
        return false;
    }
    let mut close = Vec::new();
    token::scan_close(face, &mut close);
    let (_, figures) = lines.figures(row);
    close.last().zip(figures.last()).is_some_and(|(amount, figure)| {
        amount.kind == TokenKind::Number
            && (face[amount.span()].contains(',') || face[amount.span()].starts_with("$("))
            && amount.edge.abs_diff(figure.edge) <= 1
    })
}

/// How far apart the last figures of two lines end.
fn apart(lines: &Lines<'_>, one: usize, other: usize) -> usize {
    let end = |i: usize| lines.face(i).trim_end_matches([')', '%', ' ']).len();
    end(one).abs_diff(end(other))
}

/// Whether what stands between the group's last row and row `next` starts a new table.
fn splits(lines: &Lines<'_>, group: &Group, next: usize) -> bool {
    let mut between = Between::new(lines, group, next);
    (group.last + 1..next).any(|i| between.parts(i))
}

/// What stands between two rows, as far as it has been read.
struct Between<'a, 's> {
    lines: &'a Lines<'s>,
    group: &'a Group,
    /// The row below.
    next: usize,
    /// Where the figures of both begin behind their labels.
    left: usize,
    /// Where those of the row below begin.
    begin: usize,
    /// Titles are centred, headings of rows stand at most as deep as rows do.
    margin: u32,
    /// Lines of words.
    words: usize,
    /// Lines of a paragraph, however short.
    paragraph: usize,
    /// Lines of prose that run over the columns.
    prose: usize,
    after_blank: bool,
    /// A blank stands somewhere between the rows: the company's name may part it from the title.
    blank_above: bool,
}

impl<'a, 's> Between<'a, 's> {
    fn new(lines: &'a Lines<'s>, group: &'a Group, next: usize) -> Self {
        Self {
            lines,
            group,
            next,
            left: figures_behind_label(lines, next).map_or(group.left, |at| at.min(group.left)),
            begin: figures_begin(lines, next),
            margin: lines.get(group.last).indent.min(lines.get(next).indent),
            words: 0,
            paragraph: 0,
            prose: 0,
            after_blank: false,
            blank_above: false,
        }
    }

    /// Reads the next line: whether it parts the rows.
    fn parts(&mut self, i: usize) -> bool {
        let line = self.lines.get(i);
        if (line.opens_table || line.closes_table) && !self.is_stray_mark(i)
            || line.opens_caption && self.has_columns_anew(i)
        {
            return true;
        }
        match line.class {
            Class::Years => !completes_date(self.lines, i, self.group.last),
            Class::Overlong => true,
            Class::Text => {
                self.words += 1;
                if self.words > MOST_WORDS_BETWEEN || self.heads_table(i) || self.is_prose(i) {
                    return true;
                }
                self.after_blank = false;
                false
            }
            Class::Blank | Class::Page | Class::Mark | Class::Rule => {
                self.paragraph = 0;
                self.after_blank = true;
                self.blank_above |= line.class != Class::Rule;
                false
            }
            Class::Figures | Class::Overprint => false,
        }
    }

    /// Whether a mark closes nothing: one between two rows of the same columns, or one of two.
    fn is_stray_mark(&self, i: usize) -> bool {
        let Self { lines, group, next, .. } = *self;
        let alone = group.last + 1 == i && i + 1 == next;
        let same_columns = || {
            lines.get(next).first_figure as usize + 2 >= group.left && !is_prose(lines.face(next))
        };
        let close =
            || next - group.last <= MARK_REACH && apart(lines, group.last, next) <= PAGE_SHIFT;
        !lines.get(i).opens_table
            && (is_closed_again(lines, i) || same_columns() && (alone || close()))
    }

    /// Whether the words of a caption within a table and the marks of its columns stand above the
    /// row below, words over its figures among them: another panel of it. A heading alone has the
    /// columns of the rows above.
    fn has_columns_anew(&self, caption: usize) -> bool {
        let Self { lines, next, .. } = *self;
        let first = lines.get(next).first_figure as usize;
        let heads_columns = |i: usize| match lines.class(i) {
            Class::Years => true,
            Class::Text => lines.get(i).indent as usize + lines.face(i).len() >= 2 * first,
            _ => false,
        };
        let columns = (caption + 1..next).find(|&i| lines.get(i).column_marks);
        columns.is_some_and(|end| (caption..end).any(heads_columns))
    }

    /// Whether a line of words heads a table: its columns, its title, its units or its period.
    fn heads_table(&self, i: usize) -> bool {
        let Self { lines, next, left, .. } = *self;
        let face = lines.face(i);
        let indent = lines.get(i).indent;
        let blank = self.after_blank || self.blank_above;
        let more_words = || more_words(lines, i + 1, next);
        let is_title = || {
            opens_statement(lines, i, blank)
                && (indent >= self.margin + CENTRED || more_words())
                && !self.supplements(i)
        };
        let is_over_columns = || {
            let figures_below = self.begin > lines.get(next).indent as usize;
            self.blank_above && figures_below && runs_over_columns(face, left.min(self.begin))
        };
        // `FOR THE YEAR ENDED JUNE 30, 1996` / `(Unaudited)` / `(In thousands)`
        let above = || {
            let remark = knowledge::speaks_of_audit(lines.face(i - 1).trim_ascii());
            lines.face(i.saturating_sub(if remark { 2 } else { 1 }))
        };
        let is_below_a_title = || is_below_title(lines, i) || period::is_whole(above());
        heads_columns(face, left)
            || heads_changes(face, left)
            || heads_by_rule(lines, i, left)
            || is_over_columns()
            || is_title()
            || blank && knowledge::numbers_schedule(face) && more_words()
            || is_unit_line(face) && (self.after_blank || self.blank_above && is_below_a_title())
            || is_period_of_title(lines, i)
            || is_day_of_title(lines, i)
            || heads_item(face)
            || blank && knowledge::is_index(&knowledge::plain(face))
            || blank && opens_outlook(face)
    }

    /// Whether a line, or one of the words above it with which it goes on, opens what is told beside
    /// the flows of cash: it belongs to their statement.
    fn supplements(&self, i: usize) -> bool {
        const MOST: usize = 3;
        let above = (self.group.last + 1..=i).rev().take(MOST);
        let mut words = above.take_while(|&k| self.lines.class(k) == Class::Text);
        words.any(|k| {
            knowledge::opens_supplement(&knowledge::plain(self.lines.face(k).trim_ascii()))
        })
    }

    /// Whether prose ends or goes on with a line of words, and so what stands above it.
    fn is_prose(&mut self, i: usize) -> bool {
        let face = self.lines.face(i);
        let is_prose = || is_prose(face);
        self.paragraph += usize::from(self.paragraph > 0 || self.after_blank && is_prose());
        let paragraph_ends =
            self.paragraph > 2 && face.ends_with('.') && !starts_lower(self.lines.face(i + 1));
        // `... the results of the company for the year` / `ended December 31, 1996:` / / title
        let tells_period = || {
            face.ends_with(':')
                && self.lines.class(i + 1) == Class::Blank
                && period::speaks(face)
                && more_words(self.lines, i + 1, self.next)
        };
        if paragraph_ends
            || self.paragraph > 1 && (introduces(self.lines, i, self.group.left) || tells_period())
        {
            return true;
        }
        let crosses = face.len() > self.group.left + 3;
        self.prose = if crosses && is_prose() { self.prose + 1 } else { 0 };
        // Rows right below it in the same columns have no others:
        // `The following items are included in net income:`
        let heads_rows = || {
            let next = self.lines.get(i + 1);
            face.ends_with(':')
                && self.lines.class(i + 1) == Class::Figures
                && next.first_figure as usize + 2 >= self.group.left
        };
        let ends = || {
            face.ends_with('.')
                || self.after_blank && announces_table(face) && !heads_rows()
                || face.ends_with(':') && more_words(self.lines, i + 1, self.next)
        };
        self.prose >= 2 || self.prose == 1 && ends()
    }
}

/// Whether words over a column say of what time it is, or that it is of none: `1996`, `Change`.
pub fn names_column(words: &str) -> bool {
    period::speaks(words) || knowledge::is_no_period(&knowledge::plain(words))
}

/// What stands behind `Item` in a line that begins with it, the head of an item of a form:
/// `4. submission of matters`.
pub fn item_heading(line: &str) -> Option<String> {
    line.get(..5).filter(|word| word.eq_ignore_ascii_case("item "))?;
    Some(knowledge::plain(&line[5..])).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line is the head of an item and not a row of that name:
/// `ITEM 8. FINANCIAL STATEMENTS`.
fn heads_item(face: &str) -> bool {
    item_heading(face.trim_ascii_start()).is_some_and(|heading| {
        let (number, title) = heading.split_once('.').unwrap_or_default();
        !title.is_empty() && number.trim_end_matches('a').bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether a line heads what a company expects, another table than what has been: `2005 Outlook`.
pub fn opens_outlook(face: &str) -> bool {
    !starts_lower(face)
        && !face.ends_with('.')
        && knowledge::announces_outlook(face)
        // `Changes in estimates for` speaks of what has been.
        && period::speaks(face)
        && (face.ends_with(':') || !is_prose(face))
}

/// Whether a line ends the sentence that introduces a table, begun on the line above and far longer
/// than a label: `Changes in the reserve for product warranty ... were` / `(in millions):`.
fn introduces(lines: &Lines<'_>, i: usize, left: usize) -> bool {
    const FAR: usize = 12;
    let face = lines.face(i);
    face.ends_with(':')
        && knowledge::scale_of(face).is_some()
        && lines.face(i - 1).len() > left + FAR
}

/// Whether a line ends or begins as a sentence does that what it speaks of stands below:
/// `Maturities of the bonds are:`, `Maturities are as follows (in thousands):`,
/// `The following is a summary of loans to officers:`.
fn announces_table(face: &str) -> bool {
    let words = face.trim_end_matches([':', ' ']);
    let is_unit = |at: &usize| words.ends_with(')') && knowledge::scale_of(&words[*at..]).is_some();
    let end = words.rfind('(').filter(is_unit).unwrap_or(words.len());
    let last = || words[..end].trim_ascii_end().rsplit(' ').next().unwrap_or("");
    face.ends_with(':')
        && (knowledge::is_announcer(last())
            || knowledge::opens_announcement(&knowledge::plain(face.trim_ascii_start())))
}

/// Whether a line is the title of a statement, or begins one in capitals of two lines:
/// `CONSOLIDATED STATEMENTS OF CHANGES` / `IN STOCKHOLDERS' EQUITY`.
fn opens_statement(lines: &Lines<'_>, i: usize, after_blank: bool) -> bool {
    let (face, indent) = (lines.face(i), lines.get(i).indent as usize);
    let below = lines.face(i + 1).trim_ascii_start();
    is_title(face, indent, after_blank)
        || is_in_capitals(face)
            && lines.class(i + 1) == Class::Text
            && is_in_capitals(below)
            && is_title(&format!("{face} {below}"), indent, after_blank)
}

fn is_in_capitals(face: &str) -> bool {
    let letter = |b: u8| b.is_ascii_alphabetic();
    face.bytes().any(letter) && !face.bytes().any(|b| b.is_ascii_lowercase())
}

/// Whether more words follow before the next row: a title has company above it, and units or a
/// header below; a heading stands right above its rows.
fn more_words(lines: &Lines<'_>, from: usize, next: usize) -> bool {
    (from..next).any(|i| matches!(lines.class(i), Class::Text | Class::Years))
}

/// Whether a line of words stands over the columns and speaks of periods.
fn heads_columns(face: &str, left: usize) -> bool {
    const DEEP: usize = 24;
    let indent = face.len() - face.trim_start().len();
    let last_gap = || memchr::memmem::rfind(face.as_bytes(), b"   ");
    let gap = if face.len() > left { last_gap().filter(|&gap| gap > indent.max(8)) } else { None };
    let reaches = indent + 12 >= left || face.len() > left + 2;
    let over = indent + 4 >= left || indent >= DEEP && reaches || gap.is_some();
    // Units over the labels, and the header beside them.
    let units = || gap.is_some_and(|gap| is_unit_line(face[..gap].trim_end()));
    let words = &face[gap.unwrap_or(indent)..];
    over && !is_prose(face)
        && (period::speaks(face.get(indent..).unwrap_or("")) || units())
        && words.trim().len() < 90
}

/// Whether a line heads columns of changes, beside one of references or not: `Increase    Percent`,
/// `Note    Change    % Change`.
fn heads_changes(face: &str, left: usize) -> bool {
    const REACH: usize = 12;
    let start = face.len() - face.trim_start().len();
    if start + REACH < left {
        return false;
    }
    let mut heads: Vec<&str> = face.split("  ").map(str::trim).filter(|w| !w.is_empty()).collect();
    heads.retain(|head| !knowledge::is_note_column(head));
    heads.len() > 1 && heads.iter().all(|w| knowledge::is_no_period(w))
}

/// How far left of its column the first of several heads may begin.
const NAME_REACH: usize = 4;

/// Whether words stand over the columns, and over the labels or not, each of them above a stretch
/// of the rule right below: `Low   High` above `----   ----`. A heading over the labels has none:
/// `Stores:   Owned Leased`.
fn heads_by_rule(lines: &Lines<'_>, i: usize, left: usize) -> bool {
    if lines.class(i + 1) != Class::Rule {
        return false;
    }
    let (mut words, rules) = (runs(lines.face(i)), runs(lines.face(i + 1)));
    if words.len() == rules.len() + 1 && lines.face(i)[words[0].clone()].ends_with(':') {
        words.remove(0);
    }
    let meets = |(words, rule): (&Range<usize>, &Range<usize>)| {
        words.start < rule.end && rule.start < words.end
    };
    let over = |nth: usize| words.get(nth).is_some_and(|words| words.start + NAME_REACH >= left);
    (over(0) || over(1) && words.len() > 2)
        && words.len() > 1
        && words.len() == rules.len()
        && words.iter().zip(&rules).all(meets)
}

/// Whether a line is nothing but names side by side over the columns: `America    Europe    Total`.
fn runs_over_columns(face: &str, left: usize) -> bool {
    let names = runs(face);
    let is_name =
        |run: &Range<usize>| face[run.clone()].starts_with(|c: char| c.is_ascii_uppercase());
    // Of several heads, the first may begin further left, if it stands over its column.
    let covers = |first: &Range<usize>| {
        first.start + NAME_REACH >= left
            || names.len() > 2 && first.start > DEEPEST_LABEL && first.end > left
    };
    names.len() > 1 && covers(&names[0]) && names.iter().all(is_name)
}

/// The stretches of a line that two blanks or more part.
fn runs(face: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    for run in face.split("  ") {
        let words = run.trim_ascii();
        let start = at + run.len() - run.trim_ascii_start().len();
        if !words.is_empty() {
            out.push(start..start + words.len());
        }
        at += run.len() + 2;
    }
    out
}

/// Whether a line is the title of a statement.
pub fn is_title(face: &str, indent: usize, after_blank: bool) -> bool {
    let text = face.trim_ascii();
    if text.len() > 100 || text.ends_with(['.', ':', ';', ',']) || !(indent >= 4 || after_blank) {
        return false;
    }
    // `BALANCE SHEET DATA` is a heading within selected data.
    let is_data = || {
        let name = text.split('(').next().unwrap_or(text);
        knowledge::plain(name).ends_with(" data")
    };
    begins_in_capitals(text)
        && knowledge::title_kind(text).is_some_and(|k| {
            use crate::record::Kind::{
                BalanceSheet, CashFlow, ComprehensiveIncome, Equity, Income,
            };
            matches!(k, BalanceSheet | CashFlow | ComprehensiveIncome | Equity | Income)
        })
        && !is_data()
}

/// Whether words are no more than the number of an exhibit: `EXHIBIT 12`, `Exhibit (13)(a)`.
pub fn numbers_exhibit(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("exhibit"))
        && words.next().is_some_and(|number| number.contains(|c: char| c.is_ascii_digit()))
        && words.next().is_none()
}

/// Whether a line tells the period of the title above it: `SELECTED FINANCIAL DATA` / `YEAR ENDED
/// DECEMBER 31, 1996`, centred, or flush left and apart from the rows.
pub fn is_period_of_title(lines: &Lines<'_>, i: usize) -> bool {
    let Some(title) = above(lines, i) else { return false };
    (is_below_title(lines, i) || is_apart_below_title(lines, i))
        && period::is_whole(lines.face(i))
        && knowledge::title_kind(lines.face(title)).is_some()
}

/// The line above one, but for what is printed over for bold.
fn above(lines: &Lines<'_>, i: usize) -> Option<usize> {
    (0..i).rev().find(|&k| lines.class(k) != Class::Overprint)
}

/// Whether a line tells the day of the title above it, which stands apart, and perhaps the units:
/// `DEBT AND LIQUIDITY` / `As of December 31, 2003 (in millions)`.
pub fn is_day_of_title(lines: &Lines<'_>, i: usize) -> bool {
    let face = lines.face(i);
    let day =
        face.split_once('(').filter(|(_, units)| units.ends_with(')')).map_or(face, |(d, _)| d);
    let is_day = |s: &Spec| s.instant && s.length.is_none() && s.end().is_some();
    is_below_title(lines, i)
        && i >= 2
        && lines.class(i - 2) == Class::Blank
        && !lines.face(i - 1).ends_with(':')
        && matches!(&period::read(day)[..], [spec] if is_day(spec))
}

/// Whether a line ends words at the margin that are printed as a title is, apart from what stands
/// below.
fn is_apart_below_title(lines: &Lines<'_>, i: usize) -> bool {
    let title = lines.face(i - 1);
    lines.class(i) == Class::Text
        && lines.class(i - 1) == Class::Text
        && lines.get(i).indent == lines.get(i - 1).indent
        && i + 1 < lines.len()
        && lines.class(i + 1) == Class::Blank
        && !title.ends_with(['.', ':', ';', ','])
        && begins_in_capitals(title)
}

/// Whether all words but short ones begin with a capital.
fn begins_in_capitals(text: &str) -> bool {
    let mut long = text.split_ascii_whitespace().filter(|w| w.len() > 3);
    long.all(|w| !w.as_bytes()[0].is_ascii_lowercase())
}

/// Whether the words right above a line are centred as titles are, and so is the line.
fn is_below_title(lines: &Lines<'_>, i: usize) -> bool {
    let centred = |k: usize| lines.class(k) == Class::Text && lines.get(k).indent >= 4;
    centred(i) && above(lines, i).is_some_and(centred)
}

/// Number of lines of the remark in parentheses that begins on a line right below a title, or below
/// the period of one, and goes on; 0 for none: `(Including the accounts of Bolt Tools Corp., which` /
/// `the company acquired in June)`.
pub fn remark_below_title(lines: &Lines<'_>, i: usize) -> usize {
    const MOST: usize = 3;
    let names = |k: usize| {
        lines.class(k) == Class::Text
            && !is_prose(lines.face(k))
            && knowledge::title_kind(lines.face(k)).is_some()
    };
    let tells_period =
        |k: usize| period::speaks(lines.face(k)) && above(lines, k).is_some_and(names);
    let is_title = |k: usize| names(k) || tells_period(k);
    let is_open = |k: usize| lines.class(k) == Class::Text && !lines.face(k).contains(')');
    let opens = lines.face(i).trim_ascii_start().starts_with('(') && is_open(i);
    let below_title =
        || above(lines, i).is_some_and(|k| lines.class(k) == Class::Text && is_title(k));
    if !opens || !below_title() {
        return 0;
    }
    let printed = (i + 1..lines.len()).filter(|&k| lines.class(k) != Class::Overprint).take(MOST);
    let last = printed.clone().find(|&k| !is_open(k));
    let closes = |k: &usize| {
        let face = lines.face(*k);
        lines.class(*k) == Class::Text && face.ends_with(')') && !face.contains('(')
    };
    last.filter(closes).map_or(0, |last| last + 1 - i)
}

/// Whether a line is part of such a remark.
fn is_in_remark(lines: &Lines<'_>, i: usize) -> bool {
    const LONGEST: usize = 8;
    (i.saturating_sub(LONGEST)..=i).any(|first| i < first + remark_below_title(lines, first))
}

/// Where `Note` or `Line` stands on a line of a header, other heads behind it: over references.
pub fn note_column(lines: &Lines<'_>, i: usize) -> Option<Range<usize>> {
    const LONGEST_HEAD: usize = 16;
    if !matches!(lines.class(i), Class::Text | Class::Years) {
        return None;
    }
    let face = lines.face(i);
    // Few lines hold the word at all.
    let bytes = face.as_bytes();
    let is_note = |at: usize| {
        let line = at.checked_sub(2).and_then(|start| bytes.get(start..start + 4));
        bytes[at..].get(1..4).is_some_and(|w| w.eq_ignore_ascii_case(b"ote"))
            || line.is_some_and(|w| w.eq_ignore_ascii_case(b"line"))
    };
    if !memchr::memchr2_iter(b'N', b'n', bytes).any(is_note) {
        return None;
    }
    let is_head = |run: &Range<usize>| {
        run.len() <= LONGEST_HEAD && knowledge::is_note_column(&face[run.clone()])
    };
    runs(face).into_iter().find(is_head).filter(|run| run.end < face.trim_ascii_end().len())
}

/// Whether a line says in parentheses what the figures are printed in.
pub fn is_unit_line(face: &str) -> bool {
    let text = face.trim();
    text.starts_with('(') && knowledge::scale_of(text).is_some()
}

/// How much deeper than the rows of a table a title stands at least.
const CENTRED: u32 = 8;

/// Deepest indentation of running text; what stands further right stands over columns.
const DEEPEST_PROSE: usize = 40;

/// Whether a line reads as running text: many words, single blanks, few capitals.
pub fn is_prose(face: &str) -> bool {
    let text = face.trim_ascii();
    let gap = |text: &str| text.as_bytes().windows(3).any(|three| three == b"   ");
    if text.len() < 45
        || face.len() - face.trim_start().len() > DEEPEST_PROSE
        || gap(text)
        || text.starts_with('(') && text.ends_with(')')
    {
        return false;
    }
    // The units behind a title are no running text:
    // `BALANCE SHEET (NOK million except per share data)`.
    let aside = if text.ends_with(')') { text.rfind('(') } else { None };
    let body = aside.map_or(text, |at| &text[..at]);
    let (mut lower, mut spelled) = (0, 0);
    for word in body.split_ascii_whitespace() {
        lower += usize::from(word.as_bytes()[0].is_ascii_lowercase());
        spelled += usize::from(word.bytes().any(|b| b.is_ascii_alphabetic()));
    }
    text.split_ascii_whitespace().nth(6).is_some() && lower * 2 >= spelled
}

/// Whether a line begins with a small letter, in parentheses or not.
pub fn starts_lower(face: &str) -> bool {
    face.trim_start().trim_start_matches('(').starts_with(|c: char| c.is_ascii_lowercase())
}

/// Deepest indentation of a date below a signature.
const MARGIN: u32 = 8;

/// First line above the rows that may belong to the table: title, units, header, and the sentence
/// that introduces it.
fn head(lines: &Lines<'_>, floor: usize, first: usize) -> usize {
    let mut top = first;
    let mut printed = 0;
    let mut blanks = 0;
    for i in (floor.max(first.saturating_sub(HEAD_REACH))..first).rev() {
        match lines.class(i) {
            Class::Blank => {
                blanks += 1;
                if blanks > 12 {
                    break;
                }
            }
            Class::Text | Class::Years => {
                let face = lines.face(i);
                if blanks > 1 && is_signature(lines, i) {
                    break;
                }
                if face.trim_start().starts_with("/s/") {
                    top = below_signature(lines, i, first).unwrap_or(top);
                    break;
                }
                blanks = 0;
                printed += 1;
                let label = face.len() <= lines.get(first).first_figure as usize + 2
                    && (i + 1..first).all(|k| lines.class(k) == Class::Text)
                    && (i + 1..=first).any(|k| starts_lower(lines.face(k)));
                let heading = || {
                    i + 1 == first
                        && face.ends_with(':')
                        && !(i > floor && is_prose(lines.face(i - 1)))
                        || lines.class(i + 1) == Class::Blank
                            && !face.bytes().any(|b| b.is_ascii_digit())
                            && knowledge::adjusts(&knowledge::plain(face))
                };
                let within = || is_below_header(lines, floor, i, lines.get(first));
                let says_period_or_units =
                    || period_line(face) || is_unit_line(face) || is_in_remark(lines, i);
                if !label && is_prose(face) && !heading() && !says_period_or_units() && !within() {
                    // The paragraph that introduces the table, back to its first line.
                    top = (floor..=i)
                        .rev()
                        .take(10)
                        .take_while(|&k| lines.class(k) == Class::Text)
                        .last()
                        .unwrap_or(i);
                    break;
                }
                if printed > 24 {
                    break;
                }
                top = i;
            }
            Class::Page if printed > 0 => break,
            Class::Overlong => break,
            Class::Mark if lines.get(i).closes_table && !is_introduced(lines, floor, i) => break,
            _ => {}
        }
    }
    top
}

/// Whether a line is a date at the margin and no more: apart from what stands below, that of a
/// signature. `September 29, 1995` may end what `Five fiscal years ended` begins.
fn is_signature(lines: &Lines<'_>, i: usize) -> bool {
    const LONGEST: usize = "September 30, 1999".len();
    let date = lines.face(i).trim_end_matches('.');
    let is_day = |s: &Spec| s.end().is_some() && s.length.is_none();
    let is_title = |above: usize| {
        lines.class(above) == Class::Text && knowledge::title_kind(lines.face(above)).is_some()
    };
    lines.get(i).indent <= MARGIN
        && !(i.saturating_sub(2)..i).any(is_title)
        && date.trim_start().len() <= LONGEST
        && matches!(&period::read(date)[..], [spec] if is_day(spec))
        && !i.checked_sub(1).is_some_and(|above| {
            matches!(lines.class(above), Class::Text | Class::Years)
                && period::speaks(lines.face(above))
        })
}

/// The line behind the date of a signature, `/s/ Name`, if it has one.
fn below_signature(lines: &Lines<'_>, signature: usize, first: usize) -> Option<usize> {
    const LONGEST: usize = 8;
    let date = (signature + 1..first.min(signature + LONGEST)).find(|&i| is_signature(lines, i))?;
    Some(date + 1)
}

/// Whether what stands above a mark ends as what introduces a table does: `(in millions):`.
fn is_introduced(lines: &Lines<'_>, floor: usize, mark: usize) -> bool {
    let silent = |i: &usize| matches!(lines.class(*i), Class::Blank | Class::Mark);
    (floor..mark)
        .rev()
        .find(|i| !silent(i))
        .is_some_and(|i| lines.class(i) == Class::Text && lines.face(i).ends_with(':'))
}

/// Whether a long line stands among headings below the line that heads the columns: it is a heading
/// then, however many its words.
fn is_below_header(lines: &Lines<'_>, floor: usize, i: usize, first: &Line) -> bool {
    const MOST_HEADINGS: usize = 4;
    let left = first.first_figure as usize;
    let heads = |k: &usize| {
        lines.class(*k) == Class::Years && lines.get(*k).first_figure as usize + 12 >= left
            || lines.class(*k) == Class::Text && heads_columns(lines.face(*k), left)
    };
    let above = (floor..i)
        .rev()
        .take_while(|&k| lines.class(k) != Class::Page)
        .filter(|&k| matches!(lines.class(k), Class::Text | Class::Years))
        .take(MOST_HEADINGS)
        .find(|k| heads(k) || is_prose(lines.face(*k)));
    !lines.face(i).ends_with('.') && above.is_some_and(|k| heads(&k))
}

/// A long line of a title may read like prose: `YEAR ENDED ... AND PERIOD FROM ...`, `For the three
/// and six months ended June 30, 1996 and 1995`.
fn period_line(face: &str) -> bool {
    let mut words = face.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let goes_with = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit())
            || knowledge::period_word(word).is_some()
            || knowledge::is_hanging(word)
    };
    let letters = face.bytes().filter(u8::is_ascii_alphabetic).count();
    let capitals = face.bytes().filter(u8::is_ascii_uppercase).count();
    (capitals * 2 > letters || words.all(goes_with)) && period::speaks(face)
}
