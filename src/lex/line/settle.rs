//! What a line is once its neighbours are seen: words, marks and rules may look like figures, and
//! figures like them.

use std::ops::Range;

use super::classify::{LINE_OF_PROSE, names_part_of_year};
use super::{Class, Line, Lines, NARROWEST_LABEL, within};
use crate::figure;
use crate::knowledge::{self, PeriodWord};
use crate::lex::token::{self, TokenKind};
use crate::period::{self, Spec};

fn is_mark(word: &str) -> bool {
    token::is_mark(word.as_bytes())
}

/// Whether two lines have as many words, all of each of one kind.
fn go_together(
    (one, is_of_one): (&str, impl Fn(&str) -> bool),
    (other, is_of_other): (&str, impl Fn(&str) -> bool),
) -> bool {
    let words = one.split_ascii_whitespace();
    let others = other.split_ascii_whitespace();
    words.clone().all(is_of_one)
        && others.clone().all(is_of_other)
        && words.count() == others.count()
}

/// Whether the label of a row is that of a balance: `Balance, end of year`, `Ending balance`.
fn is_balance(label: &str) -> bool {
    let label = knowledge::plain(label);
    knowledge::begins_as_dated_balance(&label)
        || knowledge::begins_as_opening(&label)
        || knowledge::begins_as_closing(&label)
}

impl Lines<'_> {
    /// Words like those above that the next line carries on are no print for bold: `Net income`
    /// with figures above `Net income` / `per share`.
    pub(super) fn settle_overprint(&mut self) {
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

    /// Marks of notes below the words that head the columns and above their rule are the last line
    /// of the header, and so are those alone below their dates; `(1)       (2)` below such a rule
    /// and above more words number the columns.
    pub(super) fn settle_marks(&mut self, figured: &[usize]) {
        for &i in within(figured, 1..self.lines.len().saturating_sub(1)) {
            if self.lines[i].class != Class::Figures {
                continue;
            }
            let (above, below) = (self.lines[i - 1].class, self.lines[i + 1].class);
            let beneath_words = matches!(above, Class::Text | Class::Years)
                && (matches!(below, Class::Rule | Class::Mark) || self.has_words_over_several(i));
            let between = above == Class::Rule && matches!(below, Class::Text | Class::Mark);
            let beneath_dates =
                || matches!(above, Class::Text | Class::Years) && period::speaks(self.face(i - 1));
            if self.is_line_of_marks(i)
                && (beneath_words || self.has_only_marks(i) && (between || beneath_dates()))
            {
                let end = u32::try_from(self.face(i).len()).unwrap_or(u32::MAX);
                let line = &mut self.lines[i];
                (line.class, line.label_end, line.first_figure) = (Class::Text, end, end);
            }
        }
    }

    /// `(1)       (1)`, or `As reported    (1)` over columns where a note tells of the mark, or words
    /// stand over several.
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
        let Some(mark) = words.rsplit(' ').next().filter(|word| is_mark(word)) else {
            return false;
        };
        let first =
            self.lines[i.saturating_sub(HEADER)..i].iter().all(|l| l.class != Class::Figures);
        let label_end = (line.label_end.saturating_sub(line.indent) as usize).min(words.len());
        first
            && words[label_end..].split_ascii_whitespace().all(is_mark)
            && (self.has_only_marks(i)
                || self.has_words_over_several(i)
                || self.explain(i..i + NOTES, mark))
    }

    /// Whether the words before figures stand over several columns, none over the labels:
    /// `Historical    Adjustments    (1)`.
    fn has_words_over_several(&self, i: usize) -> bool {
        let (start, end) = (self.lines[i].indent as usize, self.lines[i].label_end as usize);
        let words = self.face(i).get(start..end).unwrap_or("").trim_ascii_end();
        words.contains("  ") && self.labels_end_before(i + 1, start)
    }

    fn has_only_marks(&self, i: usize) -> bool {
        self.face(i).split_ascii_whitespace().all(is_mark)
    }

    /// Figures before words at the end of a line are a row where a line nearby ends in figures at
    /// the same places: `Receivables   2,000   1,000   Note 3` below `Cash   5,000   4,000`.
    pub(super) fn settle_words_behind(&mut self) {
        const NEAR: usize = 6;
        const FEWEST: usize = 2;
        let is_row = |line: &Line| line.class == Class::Figures;
        let mut figures = Vec::new();
        // The first line behind those that are near the rows met so far, ahead of the line at hand:
        // most lines are near none.
        let mut reach = 0;
        for ahead in 0..self.lines.len() + NEAR {
            if self.lines.get(ahead).is_some_and(is_row) {
                reach = ahead + NEAR + 1;
            }
            let Some(i) = ahead.checked_sub(NEAR).filter(|&i| i < reach) else { continue };
            if self.lines[i].class != Class::Text {
                continue;
            }
            let end = token::scan_before_words(self.face(i), &mut figures);
            if figures.len() < FEWEST || figures.iter().all(|t| t.kind == TokenKind::Year) {
                continue;
            }
            let has_same = |k: usize| {
                let others = self.figures(k).1;
                figures.iter().all(|t| others.iter().any(|o| o.has_digits() && o.edge == t.edge))
            };
            let mut near = i.saturating_sub(NEAR)..self.lines.len().min(i + NEAR + 1);
            if near.any(|k| is_row(&self.lines[k]) && has_same(k)) {
                let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
                let first = place(figures[0].start);
                let line = &mut self.lines[i];
                (line.class, line.label_end, line.first_figure) =
                    (Class::Figures, place(end), first);
                reach = reach.max(i + NEAR + 1);
            }
        }
    }

    /// Counts above the units that they count, column by column, head the columns: `13    13` above
    /// `Weeks    Weeks`, or above `Weeks Ended    Weeks Ended`.
    pub(super) fn settle_counts(&mut self, figured: &[usize]) {
        let small = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
        let unit = |word: &str| matches!(knowledge::period_word(word), Some(PeriodWord::Unit(_)));
        let without_ended = |face: &str| {
            let words = face.split_ascii_whitespace();
            let counted = words.filter(|word| !period::ends_length(word));
            counted.collect::<Vec<_>>().join(" ")
        };
        for &i in within(figured, 0..self.lines.len().saturating_sub(1)) {
            if self.lines[i].class == Class::Figures
                && self.lines[i + 1].class == Class::Text
                && go_together((self.face(i), small), (&without_ended(self.face(i + 1)), unit))
            {
                self.lines[i].class = Class::Years;
            }
        }
    }

    /// Days beneath the months that they belong to, column by column, head the columns: `31    30`
    /// below `March    June`.
    pub(super) fn settle_days(&mut self, figured: &[usize]) {
        let is_day = |word: &str| {
            word.trim_end_matches(',').parse().is_ok_and(|day: u8| (1..=31).contains(&day))
        };
        let is_month = |word: &str| knowledge::is_month(word.trim_end_matches(['.', ',']));
        for &i in within(figured, 1..self.lines.len()) {
            if self.lines[i].class == Class::Figures
                && self.lines[i - 1].class == Class::Text
                && go_together((self.face(i), is_day), (self.face(i - 1), is_month))
            {
                self.lines[i].class = Class::Years;
            }
        }
    }

    /// A year alone at the left of the page is the heading of rows right below it that name
    /// quarters or days of it, `1998` above `  March 31    271,406`, that open with its first
    /// balance, or that follow the last one of the year before.
    pub(super) fn settle_year_headings(&mut self, figured: &[usize]) {
        for &i in within(figured, 1..self.lines.len().saturating_sub(1)) {
            let line = &self.lines[i];
            if line.class != Class::Years || line.indent as usize >= NARROWEST_LABEL {
                continue;
            }
            let below = (i + 1..self.lines.len()).find(|&k| self.lines[k].class != Class::Rule);
            let label = below.and_then(|k| self.label_of_row(k)).filter(|label| {
                (line.indent as usize) < label.len()
                    && (names_part_of_year(label) || is_balance(label) || self.follows_balance(i))
            });
            if label.is_some()
                && period::four_digits(self.face(i).trim_ascii()).is_some()
                && !self.face(i - 1).ends_with(',')
                && !self.parts_tables(i)
            {
                self.lines[i].class = Class::Text;
            }
        }
    }

    /// The label of a row, if a line is one.
    fn label_of_row(&self, i: usize) -> Option<&str> {
        let line = &self.lines[i];
        (line.class == Class::Figures).then(|| &self.face(i)[..line.label_end as usize])
    }

    /// Whether the row above a year, with nothing but blanks and rules between, is a balance, of no
    /// other year than the one before: `Stockholders' equity, December 31, 1995    253    7,488` /
    /// `1996`.
    fn follows_balance(&self, i: usize) -> bool {
        let is_print = |k: &usize| !matches!(self.lines[*k].class, Class::Blank | Class::Rule);
        let year = period::four_digits(self.face(i).trim_ascii());
        let above = (0..i).rev().find(is_print);
        above.and_then(|k| self.label_of_row(k)).is_some_and(|label| {
            let ends = period::read_dated(label).iter().filter_map(Spec::end).next_back();
            match ends.zip(year) {
                Some((end, year)) => end.year() + 1 == year,
                None => is_balance(label),
            }
        })
    }

    /// A year alone below the month and the day that it belongs to, at the left of the page between
    /// rows of a table, is the end of a heading: `Year Ended September 25,` / `1992` above
    /// `John Doe    $ 1,836`.
    pub(super) fn settle_years_of_days(&mut self, figured: &[usize]) {
        /// Blank lines and marks between a heading and its first row.
        const REACH: usize = 3;
        /// Lines between a heading and the next one of the same words.
        const MOST_ROWS: usize = 40;
        for &i in within(figured, 1..self.lines.len()) {
            let (line, above) = (&self.lines[i], &self.lines[i - 1]);
            if line.class != Class::Years
                || above.class != Class::Text
                || above.indent != line.indent
                || line.indent as usize >= NARROWEST_LABEL
            {
                continue;
            }
            let year = self.face(i).trim_ascii();
            if period::four_digits(year).is_none() {
                continue;
            }
            let end = line.indent as usize + year.len();
            let mut below = self.lines[i + 1..].iter().take(REACH + 1);
            let row = below.find(|l| !matches!(l.class, Class::Blank | Class::Mark));
            let over_label =
                |row: &Line| row.class == Class::Figures && end < row.label_end as usize;
            if row.is_some_and(over_label)
                && period::ends_in_day(self.face(i - 1))
                && self.heads_rows_below_others(i)
            {
                self.lines[i].class = Class::Text;
                // The same words over the rows above are no header either, whose year would be that
                // of these rows.
                let is_same = |k: usize| {
                    self.lines[k + 1].class == Class::Years
                        && self.face(k) == self.face(i - 1)
                        && self.lines[k + 1].indent == self.lines[i].indent
                };
                let first = i.saturating_sub(MOST_ROWS)..i - 1;
                if let Some(k) = first.rev().find(|&k| is_same(k)) {
                    self.lines[k + 1].class = Class::Text;
                }
            }
        }
    }

    /// Whether nothing stands between a line and the row above it but blanks and a few words, none
    /// of which is a title: they head more rows of the same table.
    fn heads_rows_below_others(&self, i: usize) -> bool {
        const MOST_LINES: usize = 6;
        const MOST_WORDS: usize = 2;
        let mut words = 0;
        for k in (i.saturating_sub(MOST_LINES)..i).rev() {
            match self.lines[k].class {
                Class::Figures => return true,
                Class::Text => words += 1,
                Class::Blank | Class::Rule => {}
                _ => return false,
            }
            if words > MOST_WORDS || knowledge::title_kind(self.face(k)).is_some() {
                return false;
            }
        }
        false
    }

    /// A year alone behind the words over the labels heads the column of figures below it, where a
    /// rule or a mark ends the header: `ASSETS       1997` / `       ------`.
    pub(super) fn settle_years_alone(&mut self, figured: &[usize]) {
        /// Lines below within which the first figures stand.
        const REACH: usize = 6;
        /// How far the year may stand beside them.
        const SLACK: usize = 4;
        for &i in within(figured, 1..self.lines.len().saturating_sub(1)) {
            let (line, below) = (&self.lines[i], &self.lines[i + 1]);
            let ends_header = below.class == Class::Rule || below.column_marks;
            if line.class != Class::Figures || !ends_header || self.is_below_figures(i) {
                continue;
            }
            let year = line.first_figure as usize..self.face(i).len();
            let is_below = |k: usize| {
                let figure = self.lines[k].first_figure as usize..self.face(k).len();
                figure.start < year.end + SLACK
                    && year.start < figure.end + SLACK
                    && self.face(k)[figure].contains([',', '$', '.'])
            };
            let mut rows = (i + 2..self.lines.len().min(i + 2 + REACH))
                .filter(|&k| self.lines[k].class == Class::Figures);
            if period::four_digits(&self.face(i)[year.clone()]).is_some()
                && rows.next().is_some_and(is_below)
            {
                self.lines[i].class = Class::Years;
            }
        }
    }

    /// A year alone beside words that stand, like itself, over the columns heads one of them:
    /// `As Previously     1996` above `  Reported    As Restated`.
    pub(super) fn settle_years_beside_words(&mut self, figured: &[usize]) {
        for &i in within(figured, 1..self.lines.len().saturating_sub(1)) {
            let line = &self.lines[i];
            // `1996(1)`
            let figure = || &self.face(i)[line.first_figure as usize..];
            let year = || figure().split('(').next().unwrap_or_default().trim_ascii_end();
            if line.class == Class::Figures
                && self.lines[i + 1].class == Class::Text
                && period::four_digits(year()).is_some()
                && !self.is_below_figures(i)
                && self.labels_end_before(i + 1, line.indent as usize)
            {
                self.lines[i].class = Class::Years;
            }
        }
    }

    /// Whether the label of the first row from a line on ends left of a column.
    fn labels_end_before(&self, from: usize, column: usize) -> bool {
        const REACH: usize = 16;
        let first =
            (from..self.lines.len()).take(REACH).find(|&k| self.lines[k].class == Class::Figures);
        first.is_some_and(|row| {
            let label = &self.face(row)[..self.lines[row].label_end as usize];
            label.trim_end_matches([' ', '.', '$', '(']).len() < column
        })
    }

    /// Whether figures stand above a line with nothing but words or rules between them.
    fn is_below_figures(&self, i: usize) -> bool {
        let ends = |line: &&Line| {
            matches!(line.class, Class::Figures | Class::Blank | Class::Page | Class::Mark)
        };
        let mut above = self.lines[..i].iter().rev();
        above.find(ends).is_some_and(|line| line.class == Class::Figures)
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
    pub(super) fn settle_words(&mut self) {
        for i in 1..self.lines.len() {
            if self.lines[i].class == Class::Figures
                && (self.is_word_of_label(i)
                    || self.is_hyphen_of_label(i)
                    || self.is_count_of_prose(i))
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

    /// `of  accounting  change   -` / `weighted-average shares    156    154`, with further words
    /// between the two.
    fn is_hyphen_of_label(&self, i: usize) -> bool {
        /// Lines below on which the label ends.
        const REACH: usize = 3;
        let (line, face) = (&self.lines[i], self.face(i));
        let class = |below: usize| self.lines[below].class;
        // In capitals, only that the columns of figures are further right.
        let is_left = |below: usize| {
            class(below) == Class::Figures
                && face.len() + 1 < self.lines[below].first_figure as usize
                && self.figures(below).1.len() > 1
        };
        let carries_on = |below: &usize| {
            let indent = self.lines[*below].indent;
            let words = &self.face(*below)[(indent as usize)..];
            (line.indent..line.label_end).contains(&indent)
                && (words.starts_with(|c: char| c.is_ascii_lowercase())
                    || *below == i + 1 && words.starts_with(char::is_alphabetic) && is_left(*below))
        };
        let goes_on = || {
            let mut below = (i + 1..self.lines.len()).take(REACH).take_while(carries_on);
            let last = below.find(|&below| class(below) != Class::Text);
            last.is_some_and(|last| class(last) == Class::Figures)
        };
        let label = || face[..(line.label_end as usize).min(face.len())].trim_end().len();
        face.ends_with(" -")
            && line.first_figure as usize + 1 == face.len()
            && face.len() - label() <= 5
            && goes_on()
    }

    /// `For the three months ended March 31, 2002 and 2001, approximately  9` / `million shares`:
    /// blanks that fill a line of prose stand before its last word.
    fn is_count_of_prose(&self, i: usize) -> bool {
        let (line, face) = (&self.lines[i], self.face(i));
        let label = face[..(line.label_end as usize).min(face.len())].trim_end();
        let counted = |below: &Line| {
            let first = self.face(i + 1).split_ascii_whitespace().next().unwrap_or_default();
            below.class == Class::Text && figure::own_scale(&[face, " ", first].concat()).is_some()
        };
        label.len() >= LINE_OF_PROSE
            && face.len() - label.len() <= 5
            && label.ends_with(|c: char| c.is_ascii_alphabetic())
            && self.lines.get(i + 1).is_some_and(counted)
    }

    /// Three or four dashes alone below a row, where it is blank, stand for its nil: a rule would
    /// stand below figures.
    pub(super) fn settle_torn_dashes(&mut self) {
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

    /// `==    ==` is a rule of narrow columns; so is `--    --` at the same places above the row
    /// over it.
    pub(super) fn settle_short_rules(&mut self) {
        for i in 2..self.lines.len() {
            if self.lines[i].class != Class::Text {
                continue;
            }
            let double = self.face(i);
            let is_double = double[self.lines[i].indent as usize..].starts_with("==")
                && double.bytes().all(|b| matches!(b, b'=' | b' '));
            if !is_double {
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
}
