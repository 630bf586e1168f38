//! Years, days and counts that look like figures where they head columns, and years that head rows
//! where they look like the head of columns.

use crate::knowledge::{self, PeriodWord};
use crate::lex::line::classify::names_part_of_year;
use crate::lex::line::{Class, Line, Lines, NARROWEST_LABEL, within};
use crate::period::{self, Spec};

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
    /// Counts above the units that they count, column by column, head the columns: `13    13` above
    /// `Weeks    Weeks`, or above `Weeks Ended    Weeks Ended`.
    pub(in crate::lex::line) fn settle_counts(&mut self, figured: &[usize]) {
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
    pub(in crate::lex::line) fn settle_days(&mut self, figured: &[usize]) {
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
    pub(in crate::lex::line) fn settle_year_headings(&mut self, figured: &[usize]) {
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
    pub(in crate::lex::line) fn settle_years_of_days(&mut self, figured: &[usize]) {
        /// Lines between a heading and the next one of the same words.
        const MOST_ROWS: usize = 40;
        for &i in within(figured, 1..self.lines.len()) {
            if !self.is_year_of_day_above(i) || !self.heads_rows_below_others(i) {
                continue;
            }
            self.lines[i].class = Class::Text;
            // The same words over the rows above are no header either, whose year would be that of
            // these rows.
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

    /// Whether a year stands alone over labels, below the day that it belongs to.
    fn is_year_of_day_above(&self, i: usize) -> bool {
        /// Blank lines and marks between a heading and its first row.
        const REACH: usize = 3;
        let (line, above) = (&self.lines[i], &self.lines[i - 1]);
        let year = self.face(i).trim_ascii();
        let end = line.indent as usize + year.len();
        let mut below = self.lines[i + 1..].iter().take(REACH + 1);
        let mut row = || below.find(|l| !matches!(l.class, Class::Blank | Class::Mark));
        let over_label = |row: &Line| row.class == Class::Figures && end < row.label_end as usize;
        line.class == Class::Years
            && above.class == Class::Text
            && above.indent == line.indent
            && (line.indent as usize) < NARROWEST_LABEL
            && period::four_digits(year).is_some()
            && row().is_some_and(over_label)
            && period::ends_in_day(self.face(i - 1))
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
    pub(in crate::lex::line) fn settle_years_alone(&mut self, figured: &[usize]) {
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
    pub(in crate::lex::line) fn settle_years_beside_words(&mut self, figured: &[usize]) {
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
}
