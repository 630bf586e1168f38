//! What each line is by itself.

use std::borrow::Cow;
use std::ops::Range;

use crate::knowledge::{self, PeriodWord};
use crate::lex::token::{self, Token, TokenKind};
use crate::period;
use crate::text::Text;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Nothing printed.
    Blank,
    /// Dashes, equal signs or underscores only, with `~ | + . * $` among them.
    Rule,
    /// Nothing but SGML marks (`<S>`, `<CAPTION>`), page marks excepted.
    Mark,
    /// A page mark or a page number.
    Page,
    /// Ends in figures.
    Figures,
    /// Ends in years: the bottom line of many headers.
    Years,
    /// Printed again over the line before, for bold.
    Overprint,
    /// Far too long for a line of print; nothing is read from it.
    Overlong,
    /// Anything else.
    Text,
}

/// Fewest lines of a page.
const SHORTEST_PAGE: usize = 15;

/// Columns beyond which a line is no row of a table, whatever it ends in: each of its figures
/// would be weighed against as many columns.
const LONGEST_ROW: usize = 1 << 10;
/// Columns that labels take at least.
const NARROWEST_LABEL: usize = 16;
/// Columns beyond which a line is [`Class::Overlong`].
const LONGEST_LINE: usize = 1 << 16;

/// A line as the lexer sees it.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "marks of a line are there or not, each for itself"
)]
pub struct Line {
    /// What it is.
    pub class: Class,
    /// Column of the first printed character.
    pub indent: u32,
    /// Where the label before the figures ends; the line's end where there are none.
    pub label_end: u32,
    /// Column where the first figure's print begins.
    pub first_figure: u32,
    /// `<TABLE>` stands on the line.
    pub opens_table: bool,
    /// `</TABLE>` stands on the line.
    pub closes_table: bool,
    /// `<S>` or `<C>` stands on the line.
    pub column_marks: bool,
    /// SGML marks stand on the line.
    pub marked: bool,
}

/// The classified lines of a text.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t Text,
    lines: Vec<Line>,
    /// Lines whose SGML marks are blanked out, in order; few have any.
    bare: Vec<(usize, String)>,
}

impl<'t> Lines<'t> {
    /// Classifies every line of a text.
    pub fn read(text: &'t Text) -> Self {
        let mut out = Self { text, lines: Vec::with_capacity(text.len()), bare: Vec::new() };
        let mut tokens = Vec::new();
        let mut last_printed: Option<usize> = None;
        let mut marked = text.lines_with(b'<').peekable();
        for i in 0..text.len() {
            let printed = text.line(i);
            let mut marks = Marks::default();
            let mut bare = None;
            if marked.next_if_eq(&i).is_some() {
                let mut blanked;
                (marks, blanked) = blank_marks(printed);
                if marks.any {
                    blanked.truncate(blanked.trim_end().len());
                    bare = Some(blanked);
                }
            }
            let face = bare.as_deref().unwrap_or(printed);
            let mut line = classify(face, &marks, &mut tokens);
            if matches!(line.class, Class::Text | Class::Figures | Class::Years)
                && last_printed
                    .is_some_and(|p| i - p <= 4 && is_overprint(out.face(p), face, line.indent))
            {
                line.class = Class::Overprint;
            }
            // A label printed twice for bold, the figures with the second.
            if line.class == Class::Figures
                && let Some(above) = i.checked_sub(1).filter(|&k| out.lines[k].class == Class::Text)
                && out.lines[above].indent == line.indent
                && out.face(above).trim_end() == face[..line.label_end as usize].trim_end()
            {
                out.lines[above].class = Class::Overprint;
            }
            if matches!(line.class, Class::Text | Class::Figures | Class::Years) {
                last_printed = Some(i);
            }
            if let Some(bare) = bare {
                out.bare.push((i, bare));
            }
            out.lines.push(line);
        }
        out.settle_overprint();
        out.settle_marks();
        out.settle_counts();
        out.settle_year_headings();
        out.settle_torn_dashes();
        out.settle_short_rules();
        out.settle_words();
        out.settle_page_numbers();
        out.settle_counted_pages();
        out
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The text the lines were read from.
    pub fn text(&self) -> &'t Text {
        self.text
    }

    /// The ASCII face of a line, marks blanked out.
    #[inline]
    pub fn face(&self, i: usize) -> &str {
        if self.lines[i].marked { self.bare(i) } else { self.text.line(i) }
    }

    /// The face of a line with marks; kept apart for the sake of all others.
    #[cold]
    fn bare(&self, i: usize) -> &str {
        let at = self.bare.partition_point(|(line, _)| *line < i);
        &self.bare[at].1
    }

    /// What the lexer found of a line.
    pub fn get(&self, i: usize) -> &Line {
        &self.lines[i]
    }

    /// The class of a line.
    pub fn class(&self, i: usize) -> Class {
        self.lines[i].class
    }

    /// What stands printed in some columns of a line, outer blanks cut; marks are no print.
    pub fn printed(&self, i: usize, columns: Range<usize>) -> Cow<'_, str> {
        let face = self.face(i);
        let columns = columns.start.min(face.len())..columns.end.min(face.len());
        let cut = &face[columns.clone()];
        let words = cut.trim_ascii();
        if self.lines[i].marked {
            return words.into();
        }
        let start = columns.start + cut.len() - cut.trim_ascii_start().len();
        self.text.printed(i, start..start + words.len())
    }

    /// Whether one of some lines begins with the mark of a note and says what it stands for.
    pub fn explain(&self, lines: Range<usize>, mark: &str) -> bool {
        let says = |i: usize| {
            let note = self.face(i).trim_ascii_start().strip_prefix(mark);
            note.is_some_and(|note| {
                note.starts_with(' ')
                    && note.trim_ascii_start().starts_with(|c: char| c.is_ascii_alphabetic())
            })
        };
        (lines.start..lines.end.min(self.len())).any(says)
    }

    /// Words like those above that the next line carries on are no print for bold: `Net income` with
    /// figures above `Net income` / `per share`.
    fn settle_overprint(&mut self) {
        for i in 0..self.lines.len().saturating_sub(1) {
            if self.lines[i].class != Class::Overprint {
                continue;
            }
            let indent = self.lines[i].indent;
            let next = &self.lines[i + 1];
            let carried_on = matches!(next.class, Class::Text | Class::Figures)
                && next.indent > indent
                && self.face(i + 1).trim_start().starts_with(char::is_lowercase);
            let words = !self.face(i).bytes().any(|b| b.is_ascii_digit());
            if carried_on && words {
                self.lines[i].class = Class::Text;
            }
        }
    }

    /// Marks of notes below the words that head the columns and above their rule are the last line of
    /// the header.
    fn settle_marks(&mut self) {
        for i in 1..self.lines.len().saturating_sub(1) {
            if self.lines[i].class == Class::Figures
                && matches!(self.lines[i - 1].class, Class::Text | Class::Years)
                && matches!(self.lines[i + 1].class, Class::Rule | Class::Mark)
                && self.is_line_of_marks(i)
            {
                let end = u32::try_from(self.face(i).len()).unwrap_or(u32::MAX);
                let line = &mut self.lines[i];
                (line.class, line.label_end, line.first_figure) = (Class::Text, end, end);
            }
        }
    }

    /// `(1)       (1)`, or `As reported    (1)` over columns where a note tells of the mark.
    fn is_line_of_marks(&self, i: usize) -> bool {
        /// Lines above the first row that the header takes.
        const HEADER: usize = 6;
        /// Lines below within which the table's notes begin.
        const NOTES: usize = 80;
        let line = &self.lines[i];
        let words = self.face(i).trim_ascii();
        if !words.ends_with(')') || (line.indent as usize) < NARROWEST_LABEL {
            return false;
        }
        let is_mark = |word: &str| token::is_mark(word.as_bytes());
        let Some(mark) = words.rsplit(' ').next().filter(|word| is_mark(word)) else {
            return false;
        };
        let first =
            self.lines[i.saturating_sub(HEADER)..i].iter().all(|l| l.class != Class::Figures);
        let figures =
            &words[(line.label_end.saturating_sub(line.indent) as usize).min(words.len())..];
        first
            && figures.split_ascii_whitespace().all(is_mark)
            && (words.split_ascii_whitespace().all(is_mark) || self.explain(i..i + NOTES, mark))
    }

    /// Counts above the units that they count, column by column, head the columns: `13    13` above
    /// `Weeks    Weeks`.
    fn settle_counts(&mut self) {
        let small = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
        let unit = |word: &str| matches!(knowledge::period_word(word), Some(PeriodWord::Unit(_)));
        for i in 0..self.lines.len().saturating_sub(1) {
            if self.lines[i].class != Class::Figures || self.lines[i + 1].class != Class::Text {
                continue;
            }
            let (counts, units) = (self.face(i), self.face(i + 1));
            if counts.split_whitespace().all(small)
                && units.split_whitespace().all(unit)
                && counts.split_whitespace().count() == units.split_whitespace().count()
            {
                self.lines[i].class = Class::Years;
            }
        }
    }

    /// A year alone at the left of the page, right above rows that name quarters or days of it, is
    /// their heading: `1998` above `  March 31    271,406`.
    fn settle_year_headings(&mut self) {
        for i in 1..self.lines.len().saturating_sub(1) {
            let (line, next) = (&self.lines[i], &self.lines[i + 1]);
            if line.class == Class::Years
                && next.class == Class::Figures
                && line.indent < next.label_end
                && (line.indent as usize) < NARROWEST_LABEL
                && period::four_digits(self.face(i).trim_ascii()).is_some()
                && !self.face(i - 1).ends_with(',')
                && names_part_of_year(&self.face(i + 1)[..next.label_end as usize])
                && !self.parts_tables(i)
            {
                self.lines[i].class = Class::Text;
            }
        }
    }

    /// Whether only words stand between a line and the figures above it: it begins another table.
    fn parts_tables(&self, i: usize) -> bool {
        let mut words = false;
        for line in self.lines[..i].iter().rev() {
            match line.class {
                Class::Figures => return words,
                Class::Text => words = true,
                Class::Page | Class::Years => return false,
                _ if line.opens_table || line.column_marks => return false,
                _ => {}
            }
        }
        false
    }

    /// Numbers and dashes that are words of a label over several lines.
    fn settle_words(&mut self) {
        for i in 1..self.lines.len() {
            if self.lines[i].class == Class::Figures
                && (self.is_word_of_label(i) || self.is_hyphen_of_label(i))
            {
                self.lines[i].class = Class::Text;
            }
        }
    }

    /// `... of $412 and` / `$398`
    fn is_word_of_label(&self, i: usize) -> bool {
        let line = &self.lines[i];
        line.first_figure == line.indent
            && (line.indent as usize) < NARROWEST_LABEL
            && !self.face(i).trim_start().contains(' ')
            && self.lines[i - 1].class == Class::Text
            && self.face(i - 1).rsplit(' ').next().is_some_and(knowledge::is_hanging)
    }

    /// `of  accounting  change   -` / `weighted-average shares    156    154`
    fn is_hyphen_of_label(&self, i: usize) -> bool {
        let (line, face) = (&self.lines[i], self.face(i));
        let goes_on = |below: &Line| {
            below.class == Class::Figures
                && (line.indent..line.label_end).contains(&below.indent)
                && self.face(i + 1).trim_start().starts_with(|c: char| c.is_ascii_lowercase())
        };
        let label = || face[..(line.label_end as usize).min(face.len())].trim_end().len();
        face.ends_with(" -")
            && line.first_figure as usize + 1 == face.len()
            && face.len() - label() <= 5
            && self.lines.get(i + 1).is_some_and(goes_on)
    }

    /// Three or four dashes alone below a row, where it is blank, stand for its nil: a rule would
    /// stand below figures.
    fn settle_torn_dashes(&mut self) {
        for i in 1..self.lines.len() {
            if self.lines[i].class != Class::Rule || self.lines[i - 1].class != Class::Figures {
                continue;
            }
            let indent = self.lines[i].indent as usize;
            let (face, above) = (self.face(i), self.face(i - 1));
            let start = indent + face[indent..].bytes().take_while(|b| b"$ ".contains(b)).count();
            let dashes = face[start..].trim_end_matches([' ', '|']);
            let over = &above
                [start.saturating_sub(2).min(above.len())..(start + dashes.len()).min(above.len())];
            if matches!(dashes, "---" | "----")
                && indent >= above.len().min(NARROWEST_LABEL)
                && over.trim().is_empty()
                && !self.is_ruled_alike(i + 1, start..start + dashes.len())
            {
                self.lines[i].class = Class::Figures;
                self.lines[i].label_end = self.lines[i].indent;
                self.lines[i].first_figure = self.lines[i].indent;
            }
        }
    }

    /// `==    ==` is a rule of narrow columns; so is `--    --` at the same places above the row over it.
    fn settle_short_rules(&mut self) {
        for i in 2..self.lines.len() {
            let double = self.face(i);
            let is_double = double.trim_start().starts_with("==")
                && double.bytes().all(|b| matches!(b, b'=' | b' '));
            if self.lines[i].class != Class::Text || !is_double {
                continue;
            }
            let single = double.replace('=', "-");
            self.lines[i].class = Class::Rule;
            if self.lines[i - 1].class == Class::Figures && self.face(i - 2) == single {
                self.lines[i - 2].class = Class::Rule;
            }
        }
    }

    /// Whether a line is a rule that does not run on beyond some dashes above it, to either side.
    fn is_ruled_alike(&self, i: usize, dashes: Range<usize>) -> bool {
        if self.lines.get(i).is_none_or(|l| l.class != Class::Rule) {
            return false;
        }
        let is_blank = |at: usize| self.face(i).as_bytes().get(at).is_none_or(|b| *b == b' ');
        let before = dashes.start.checked_sub(1);
        before.is_none_or(is_blank) && is_blank(dashes.end)
    }

    /// A lone number near a page mark, or dashes around a number, is a page number.
    fn settle_page_numbers(&mut self) {
        for i in 0..self.lines.len() {
            if self.lines[i].class != Class::Figures && self.lines[i].class != Class::Text {
                continue;
            }
            let Line { indent, label_end, .. } = self.lines[i];
            if label_end.saturating_sub(indent) > 8 {
                continue;
            }
            let face = self.face(i).trim_ascii();
            if face.len() > 8 {
                continue;
            }
            // `(Note` / `6)`
            if face.ends_with(')') && !face.starts_with('(') {
                continue;
            }
            let core = face.trim_matches(|c: char| matches!(c, '-' | ' ' | '(' | ')'));
            let roman = core.bytes().all(|b| b"ivxlc".contains(&b));
            let number = (1..=4).contains(&core.len()) && core.bytes().all(|b| b.is_ascii_digit());
            // `-0-` is a nil.
            let number = number && core != "0";
            let prefixed = core.split_once('-').is_some_and(|(head, tail)| {
                head.len() <= 3
                    && head.bytes().all(|b| b.is_ascii_uppercase())
                    && !tail.is_empty()
                    && tail.bytes().all(|b| b.is_ascii_digit())
            });
            if !(number || prefixed || roman && !core.is_empty()) || self.is_ruled_sum(i) {
                continue;
            }
            let repeated = i > 0 && self.face(i - 1).trim_end() == self.face(i).trim_end()
                || i + 1 < self.lines.len()
                    && self.face(i + 1).trim_end() == self.face(i).trim_end();
            let dashed = face.starts_with('-') && face.ends_with('-');
            let near = |from: usize, to: usize| {
                (from..to.min(self.lines.len()))
                    .filter(|&k| self.class(k) != Class::Blank)
                    .take(3)
                    .any(|k| self.is_page_mark(k))
            };
            let parts_statements = || number && self.parts_statements(i);
            let last = (i + 1..self.lines.len())
                .find(|&k| self.class(k) != Class::Blank)
                .is_none_or(|k| self.text.line(k).starts_with("</"));
            let set_apart = || {
                indent > 20
                    && (1..self.lines.len() - 1).contains(&i)
                    && [i - 1, i + 1].iter().all(|&k| self.class(k) == Class::Blank)
            };
            let before = (i.saturating_sub(4)..i).any(|k| self.is_page_mark(k));
            let below_row = i > 0 && self.class(i - 1) == Class::Figures;
            if dashed
                || parts_statements()
                || number && (repeated || last && i > 0 && self.class(i - 1) == Class::Blank)
                || prefixed && (set_apart() || before || near(i + 1, i + 16))
                || (number || roman) && !below_row && (before || near(i + 1, i + 12))
            {
                self.lines[i].class = Class::Page;
            }
        }
    }

    /// Whether a line is the title of a statement, with the line below it or without.
    fn begins_title(&self, i: usize) -> bool {
        let is_title = |text: &str| knowledge::title_kind(text).is_some();
        is_title(self.face(i))
            || i + 1 < self.lines.len() && {
                let below = self.face(i + 1).trim_ascii_start();
                is_title(&format!("{} {below}", self.face(i)))
            }
    }

    /// Whether a line far from the margin stands between the end of one statement and the title of
    /// the next, above which the company's name may stand.
    fn parts_statements(&self, i: usize) -> bool {
        const FAR: u32 = 20;
        const MOST_BLANKS: usize = 6;
        const MOST_NAMES: usize = 2;
        let is_words = |k: &usize| self.class(*k) == Class::Text;
        let mut below = (i + 1..self.lines.len()).take(MOST_BLANKS + 1);
        let top = below.find(|&k| self.class(k) != Class::Blank);
        self.lines[i].indent > FAR
            && i > 0
            && self.class(i - 1) == Class::Blank
            && top.is_some_and(|top| {
                let mut words = (top..self.lines.len()).take(MOST_NAMES + 1).take_while(is_words);
                words.any(|k| self.begins_title(k))
            })
    }

    /// Lone numbers that count up by one, a page apart, are page numbers.
    fn settle_counted_pages(&mut self) {
        let lone: Vec<(usize, u16)> =
            (1..self.lines.len()).filter_map(|i| Some((i, self.lone_number(i)?))).collect();
        let follows = |pair: &[(usize, u16)]| {
            pair[1].1 == pair[0].1 + 1 && pair[1].0 >= pair[0].0 + SHORTEST_PAGE
        };
        for run in lone.windows(3).filter(|run| run.windows(2).all(follows)) {
            for &(i, _) in run {
                self.lines[i].class = Class::Page;
            }
        }
    }

    /// The number that stands on a line below a blank one, or at the margin, with nothing beside it.
    fn lone_number(&self, i: usize) -> Option<u16> {
        let line = self.lines[i];
        let may_stand_alone = matches!(line.class, Class::Figures | Class::Text | Class::Page)
            && (line.indent == 0 || self.class(i - 1) == Class::Blank);
        if !may_stand_alone {
            return None;
        }
        let face = self.face(i).get(line.indent as usize..)?;
        let is_number = (1..=3).contains(&face.len()) && face.bytes().all(|b| b.is_ascii_digit());
        face.parse().ok().filter(|_| is_number)
    }

    /// Whether rules stand between a line and a row above it, over its print but not over the
    /// labels: what is printed there is the sum of a column.
    fn is_ruled_sum(&self, i: usize) -> bool {
        /// Lines of a label below its figures.
        const LABEL: usize = 4;
        let rules = self.lines[..i].iter().rev().take_while(|l| l.class == Class::Rule).count();
        // The label of the row may go on below its figures.
        let mut above = self.lines[..i - rules].iter().rev().take(LABEL);
        let below_row = above
            .find(|l| !matches!(l.class, Class::Text | Class::Blank))
            .is_some_and(|l| l.class == Class::Figures);
        if rules == 0 || !below_row || (self.lines[i - 1].indent as usize) < NARROWEST_LABEL {
            return false;
        }
        let (rule, end) = (self.face(i - 1), self.face(i).len());
        // A figure may hang one column behind its rule.
        let print = self.lines[i].indent as usize..end.min(rule.len());
        let over = rule.get(print).unwrap_or_default();
        !over.is_empty() && !over.contains(' ') && rule.len() + 1 >= end
    }

    fn is_page_mark(&self, i: usize) -> bool {
        self.class(i) == Class::Page && self.text.line(i).trim_start().starts_with('<')
    }
}

#[derive(Debug, Default)]
struct Marks {
    any: bool,
    page: bool,
    opens_table: bool,
    closes_table: bool,
    columns: bool,
}

/// Reads the SGML marks of a line, and blanks them out.
fn blank_marks(line: &str) -> (Marks, String) {
    const NAMES: [&str; 10] =
        ["S", "C", "TABLE", "CAPTION", "PAGE", "FN", "TEXT", "PRE", "F1", "F2"];
    let mut marks = Marks::default();
    let mut blanked = String::with_capacity(line.len());
    let mut at = 0;
    while let Some(open) = line[at..].find('<').map(|n| at + n) {
        let Some(close) = line[open..].find('>').map(|n| open + n) else { break };
        let name = line[open + 1..close].trim();
        let (closing, name) = name.strip_prefix('/').map_or((false, name), |n| (true, n.trim()));
        let foot = name.len() <= 4
            && name.starts_with('F')
            && name[1..].bytes().all(|b| b.is_ascii_digit());
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if NAMES.iter().any(|known| is(known)) || foot && !name.is_empty() {
            marks.any = true;
            marks.page |= is("PAGE");
            marks.closes_table |= closing && is("TABLE");
            marks.opens_table |= !closing && is("TABLE");
            marks.columns |= is("S") || is("C");
            blanked.push_str(&line[blanked.len()..open]);
            blanked.extend(std::iter::repeat_n(' ', close + 1 - open));
        }
        at = close + 1;
    }
    blanked.push_str(&line[blanked.len()..]);
    (marks, blanked)
}

fn classify(face: &str, marks: &Marks, tokens: &mut Vec<Token>) -> Line {
    let end = u32::try_from(face.len()).unwrap_or(u32::MAX);
    let first = face.bytes().position(|b| b != b' ').unwrap_or(face.len());
    let indent = u32::try_from(first).unwrap_or(u32::MAX);
    let mut line = Line {
        class: Class::Text,
        indent,
        label_end: end,
        first_figure: end,
        opens_table: marks.opens_table,
        closes_table: marks.closes_table,
        column_marks: marks.columns,
        marked: marks.any,
    };
    line.class = if marks.page {
        Class::Page
    } else if face.is_empty() {
        if marks.any { Class::Mark } else { Class::Blank }
    } else if face.len() > LONGEST_LINE {
        Class::Overlong
    } else if is_rule(face, first) {
        Class::Rule
    } else if face.len() > LONGEST_ROW {
        Class::Text
    } else {
        let label_end = token::scan(face, tokens);
        match tokens.first() {
            None => Class::Text,
            Some(first) => {
                line.label_end = u32::try_from(label_end).unwrap_or(u32::MAX);
                line.first_figure = u32::try_from(first.start).unwrap_or(u32::MAX);
                if are_years(&face[..label_end], tokens)
                    || period::dates_quarter(&face[..label_end], face[first.start..].trim_ascii())
                {
                    Class::Years
                } else if are_marks(&face[..label_end], face, tokens)
                    || is_word_of_prose(&face[..label_end], tokens)
                {
                    Class::Text
                } else {
                    Class::Figures
                }
            }
        }
    };
    line
}

/// Whether a line, of which `first` is the first column in print, has nothing but rules, `|`
/// corners included.
fn is_rule(face: &str, first: usize) -> bool {
    let mut longest = 0;
    let mut run = 0;
    for b in face[first..].bytes() {
        match b {
            b'-' | b'=' | b'_' | b'~' => {
                run += 1;
                longest = longest.max(run);
            }
            b' ' | b'|' | b'+' | b'.' | b'*' | b'$' => run = 0,
            _ => return false,
        }
    }
    longest >= 3
        || face.bytes().all(|b| b == b' ' || b == b'.')
        || face[first..].starts_with("- - -")
        || face.bytes().all(|b| b" *".contains(&b)) && face.len() > 4
}

/// Whether a label begins with a month or a quarter: `March 31`, `First Quarter`.
fn names_part_of_year(label: &str) -> bool {
    let first = label.split_ascii_whitespace().next().unwrap_or("");
    let word = knowledge::period_word(first.trim_end_matches(|c: char| !c.is_alphanumeric()));
    matches!(word, Some(PeriodWord::Month(_) | PeriodWord::Quarter(_)))
}

/// Whether the figures at a line's end are years that head columns.
fn are_years(label: &str, tokens: &[Token]) -> bool {
    if !tokens.iter().all(|t| t.kind == TokenKind::Year) {
        return false;
    }
    // `Fourth     Third     2000`
    let ordinal = |word| matches!(knowledge::period_word(word), Some(PeriodWord::Quarter(_)));
    let are_ordinals =
        || label.trim_ascii().contains("  ") && label.split_ascii_whitespace().all(ordinal);
    tokens.len() >= 2
        || label.trim().is_empty()
        || period::speaks(label)
        || label.contains('(')
        || are_ordinals()
        || knowledge::is_note_column(label.trim_ascii())
}

/// Whether the figures at a line's end are footnote marks beside an audit remark over the columns:
/// `(unaudited)     (1)`.
fn are_marks(label: &str, face: &str, tokens: &[Token]) -> bool {
    if !tokens.iter().all(|t| token::is_mark(face[t.span()].as_bytes())) {
        return false;
    }
    let remark = label.trim_ascii();
    remark.starts_with('(')
        && remark.ends_with(')')
        && remark.to_ascii_lowercase().contains("audited")
}

/// Whether a line's only figure stands among words that are set with blanks to fill their line, no
/// further from them than they from each other; or begins a sentence behind a line of prose:
/// `and costs of $48.0 million.  $3.6`.
fn is_word_of_prose(label: &str, tokens: &[Token]) -> bool {
    const LINE_OF_PROSE: usize = 60;
    if tokens.len() != 1 {
        return false;
    }
    if label.len() >= LINE_OF_PROSE
        && label.strip_suffix(".  ").is_some_and(|words| words.ends_with(char::is_lowercase))
    {
        return true;
    }
    let apart = label.len() - label.trim_end_matches(' ').len();
    let words = label.trim_ascii().as_bytes();
    let is_gap = |at: &usize| {
        words[*at].is_ascii_alphabetic() && words[*at - apart..*at].iter().all(|b| *b == b' ')
    };
    (2..=3).contains(&apart) && (apart..words.len()).filter(is_gap).count() >= 2
}

/// Whether `face` repeats print of `below` at the same columns and adds nothing.
fn is_overprint(below: &str, face: &str, indent: u32) -> bool {
    let (below, face) = (below.as_bytes(), face.as_bytes());
    let first = indent as usize;
    if below.get(first) != face.get(first) {
        return false;
    }
    // Print that stops in the midst of words is a line of its own: `per share -` below
    // `per share - basic`.
    let goes_on = below.iter().skip(face.len()).take(2).any(u8::is_ascii_alphanumeric);
    face.len() <= below.len()
        && !goes_on
        && face.len() >= 4
        && face.iter().any(u8::is_ascii_alphabetic)
        && face.iter().zip(below).all(|(a, b)| *a == b' ' || a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(text: &str) -> Vec<Class> {
        let text = Text::decode(text.as_bytes());
        let lines = Lines::read(&text);
        (0..lines.len()).map(|i| lines.class(i)).collect()
    }

    #[test]
    fn a_line_that_begins_like_the_one_above_is_no_overprint() {
        let printed = "Net income per share - basic    2.85    1.95\nNet income per share -\n";
        assert_eq!(classes(printed), [Class::Figures, Class::Text]);
        let bold = "Net income    2.85    1.95\nNet income\n";
        assert_eq!(classes(bold), [Class::Figures, Class::Overprint]);
    }

    #[test]
    fn a_number_of_prose_set_to_fill_its_line_is_no_figure() {
        let class = |line: &str| classes(line)[0];
        assert_eq!(
            class("  and  American  have  issued guarantees covering  some  $521"),
            Class::Text
        );
        assert_eq!(
            class("valued at $84.8 million, and costs of the transaction of $8.0 million.  $3.6"),
            Class::Text
        );
        assert_eq!(class("Route  acquisition  costs  and  slots     1,234"), Class::Figures);
        assert_eq!(class("Cash on hand  .  .  .  .  .  1,234"), Class::Figures);
        assert_eq!(class("Cash  on  hand  and  in  bank  1,234  5,678"), Class::Figures);
    }

    #[test]
    fn kinds_of_lines() {
        use Class::{Blank, Figures, Mark, Overprint, Page, Rule, Text, Years};
        assert_eq!(
            classes(
                "<TABLE>\nASSETS\nASSETS\n\n- -------\n            2003      2002\n<S>  <C>\nSales      1,234    5,678\n\
                 Total assets at the end\n  - 3 -\n<PAGE> 4\n\n 5\n"
            ),
            [
                Mark, Text, Overprint, Blank, Rule, Years, Mark, Figures, Text, Page, Page, Blank,
                Page
            ]
        );
    }
}
