//! Corrects the class of lines by their neighbours: words, marks and rules may look like figures,
//! and the other way round. `years` has the rules for years, days and counts.

mod years;

use std::ops::Range;

use crate::figure;
use crate::knowledge;
use crate::lex::line::classify::LINE_OF_PROSE;
use crate::lex::line::{Class, Line, Lines, NARROWEST_LABEL, within};
use crate::lex::token::{self, TokenKind};
use crate::period;

fn is_mark(word: &str) -> bool {
    token::is_mark(word.as_bytes())
}

impl Lines<'_> {
    /// Words like those above that the next line carries on are no print for bold: `Net income`
    /// with figures above `Net income` / `per share`; or, where nothing else is printed twice,
    /// above `Net income` over a deeper row, `Assuming full dilution`.
    pub(in crate::lex::line) fn settle_overprint(&mut self) {
        let class = |i: usize| self.lines[i].class;
        let ends =
            |i: usize| self.lines.get(i + 1).is_none_or(|n| n.indent <= self.lines[i].indent);
        // Words alone are, or a label is that heads nothing: `NET INCOME` at the end.
        let prints_bold = (1..self.lines.len())
            .any(|i| class(i) == Class::Overprint && (class(i - 1) == Class::Text || ends(i)));
        for i in 0..self.lines.len().saturating_sub(1) {
            if self.lines[i].class != Class::Overprint {
                continue;
            }
            let indent = self.lines[i].indent;
            let next = &self.lines[i + 1];
            let goes_on = || self.face(i + 1).trim_start().starts_with(char::is_lowercase);
            let carried_on = next.indent > indent
                && match next.class {
                    Class::Text => goes_on(),
                    Class::Figures => !prints_bold || goes_on(),
                    _ => false,
                };
            let words = !self.face(i).bytes().any(|b| b.is_ascii_digit());
            if carried_on && words {
                self.lines[i].class = Class::Text;
            }
        }
    }

    /// Marks of notes below the words that head the columns and above their rule are the last line
    /// of the header, and so are those alone below their dates; `(1)       (2)` below such a rule
    /// and above more words number the columns.
    pub(in crate::lex::line) fn settle_marks(&mut self, figured: &[usize]) {
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

    /// `(1)       (1)`, or `As reported    (1)` over columns where a note tells of the mark, or
    /// words stand over several.
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
    pub(in crate::lex::line) fn settle_words_behind(&mut self) {
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

    /// Numbers and dashes that are words of a label over several lines.
    pub(in crate::lex::line) fn settle_words(&mut self) {
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
    pub(in crate::lex::line) fn settle_torn_dashes(&mut self) {
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
    pub(in crate::lex::line) fn settle_short_rules(&mut self) {
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
