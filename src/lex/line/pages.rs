//! Page numbers: lone numbers that stand where no row of a table would.

use super::{Class, Line, Lines, NARROWEST_LABEL};
use crate::knowledge;

/// Lines between a page mark and what stands beside it.
const REACH: usize = 6;

/// Fewest lines of a page.
const SHORTEST_PAGE: usize = 15;

/// How a page may be numbered.
enum PageNumber {
    Digits,
    /// `iv`
    Roman,
    /// `F-5`
    Prefixed,
}

/// How a line numbers a page, if it is nothing but a page number; `face` has no blanks around it.
fn page_number(face: &str) -> Option<PageNumber> {
    // `(Note` / `6)`
    if face.ends_with(')') && !face.starts_with('(') {
        return None;
    }
    let core = face.trim_matches(|c: char| matches!(c, '-' | ' ' | '(' | ')'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // `-0-` is a nil.
    if is_number(core) && core.len() <= 4 && core != "0" {
        return Some(PageNumber::Digits);
    }
    if !core.is_empty() && core.bytes().all(|b| b"ivxlc".contains(&b)) {
        return Some(PageNumber::Roman);
    }
    let (head, tail) = core.split_once('-')?;
    let is_prefix = head.len() <= 3 && head.bytes().all(|b| b.is_ascii_uppercase());
    (is_prefix && is_number(tail)).then_some(PageNumber::Prefixed)
}

impl Lines<'_> {
    /// A line that numbers its page in words is no heading: `Page 5 of 23`. Beside a page mark it
    /// may name something else first: `Acme Corporation, Form 10-Q, Page 5`.
    pub(super) fn settle_numbered_pages(&mut self) {
        // Most lines have not even the letters.
        let text = self.text;
        for i in ["age", "AGE"].iter().flat_map(|letters| text.lines_with(letters)) {
            if !matches!(self.class(i), Class::Text | Class::Figures) {
                continue;
            }
            let Some(before) = words_before_page(self.face(i)) else { continue };
            if before == 0 || self.is_beside_page_mark(i) {
                self.lines[i].class = Class::Page;
            }
        }
    }

    /// Words that stand alone at the foot of more pages than one are no headings: `Form 10-Q`. Nor
    /// is a company's name at the top of pages on which rows go on, the filer's or not.
    pub(super) fn settle_running_words(&mut self) {
        let marks = self.page_marks();
        let feet = self.repeated(marks.iter().filter_map(|&i| self.foot_above(i)).collect());
        let heads = self.repeated(marks.iter().filter_map(|&i| self.name_below(i)).collect());
        let heads: Vec<usize> = heads.into_iter().filter(|&i| self.is_above_rows(i)).collect();
        for i in feet.into_iter().chain(heads) {
            self.lines[i].class = Class::Page;
        }
    }

    /// Those of some lines that have the same words as another one of them.
    fn repeated(&self, mut lines: Vec<usize>) -> Vec<usize> {
        let words = |i: usize| self.face(i).trim_ascii();
        let mut told: Vec<&str> = lines.iter().map(|&i| words(i)).collect();
        told.sort_unstable();
        lines.retain(|&i| {
            let first = told.partition_point(|other| *other < words(i));
            told.get(first + 1) == Some(&words(i))
        });
        lines
    }

    /// The name of a company at the top of the page that a mark begins, below its number.
    fn name_below(&self, mark: usize) -> Option<usize> {
        let top = self
            .below_mark(mark)
            .find(|&k| !matches!(self.class(k), Class::Blank | Class::Page))?;
        let plain = knowledge::plain(self.face(top).trim_ascii());
        let last = plain.trim_end_matches(['.', ',']).rsplit(' ').next().unwrap_or_default();
        (self.class(top) == Class::Text && knowledge::ends_company_name(last)).then_some(top)
    }

    /// Whether nothing but blank lines, and at most a heading, is between a line and rows below it.
    fn is_above_rows(&self, i: usize) -> bool {
        let mut below = (i + 1..self.lines.len()).filter(|&k| self.class(k) != Class::Blank);
        let is_row = |k: usize| self.class(k) == Class::Figures;
        let is_heading =
            |k: usize| self.class(k) == Class::Text && names_heading(self.face(k).trim_ascii());
        below.next().is_some_and(|k| is_row(k) || is_heading(k) && below.next().is_some_and(is_row))
    }

    /// Words beside page marks that are the same on the next page, but for a number that counts up,
    /// are no rows: `ACME CORPORATION      10-Q      5`.
    pub(super) fn settle_counted_words(&mut self) {
        let marks = self.page_marks();
        for print in [Self::print_above, Self::print_below] {
            let counted: Vec<(usize, &str, u16)> = marks
                .iter()
                .filter_map(|&mark| {
                    let i = print(self, mark)?;
                    let (words, number) = words_beside_number(self.face(i).trim_ascii())?;
                    Some((i, words, number))
                })
                .collect();
            let of_pages: Vec<usize> = counted
                .windows(2)
                .filter(|pair| pair[0].1 == pair[1].1 && pair[1].2 == pair[0].2 + 1)
                .flat_map(|pair| [pair[0].0, pair[1].0])
                .collect();
            for i in of_pages {
                self.lines[i].class = Class::Page;
            }
        }
    }

    /// The last print above a mark, on its page.
    fn print_above(&self, mark: usize) -> Option<usize> {
        let mut above = (mark.saturating_sub(REACH)..mark).rev();
        above.find(|&k| self.class(k) != Class::Blank).filter(|&k| self.is_words_or_row(k))
    }

    /// The first print below a mark, on its page.
    fn print_below(&self, mark: usize) -> Option<usize> {
        let top = self.below_mark(mark).find(|&k| self.class(k) != Class::Blank);
        top.filter(|&k| self.is_words_or_row(k))
    }

    /// The first lines of the page that a mark begins.
    fn below_mark(&self, mark: usize) -> impl Iterator<Item = usize> + use<> {
        let first = if self.lines[mark].feeds { mark } else { mark + 1 };
        (first..self.lines.len()).take(REACH)
    }

    fn is_words_or_row(&self, i: usize) -> bool {
        matches!(self.class(i), Class::Text | Class::Figures)
    }

    /// The words at the foot of the page that a mark ends, between blank lines or page numbers.
    fn foot_above(&self, mark: usize) -> Option<usize> {
        let is_apart = |k: &usize| matches!(self.class(*k), Class::Blank | Class::Page);
        let foot = (mark.saturating_sub(REACH)..mark).rev().find(|k| !is_apart(k))?;
        let above = foot.checked_sub(1)?;
        let words = self.face(foot).trim_ascii();
        // The last word of a label may be left there, and `Financing activities`, or `Net income per
        // share:`, may head rows of the next page in each of two statements; `Selected Financial
        // Data` names the chapter.
        let goes_on = || {
            let plain = knowledge::plain(words);
            words.starts_with(|c: char| c.is_ascii_lowercase())
                || names_heading(words) && !knowledge::heads_data(&plain)
                || knowledge::is_top_heading(&plain)
        };
        (self.class(foot) == Class::Text && is_apart(&above) && !goes_on()).then_some(foot)
    }

    /// Whether nothing but blank lines and page numbers stands between a line and a page mark.
    fn is_beside_page_mark(&self, i: usize) -> bool {
        let is_print = |k: &usize| !matches!(self.class(*k), Class::Blank | Class::Rule);
        let marks = |k: usize| self.is_page_mark(k);
        self.lines[i].feeds
            || (0..i).rev().find(is_print).is_some_and(marks)
            || (i + 1..self.lines.len()).find(is_print).is_some_and(marks)
    }

    /// Lines that hold nothing but the number of their page are no rows.
    pub(super) fn settle_page_numbers(&mut self) {
        for i in 0..self.lines.len() {
            if matches!(self.class(i), Class::Figures | Class::Text) && self.is_page_number(i) {
                self.lines[i].class = Class::Page;
            }
        }
    }

    /// Whether a line is nothing but a page number. It has dashes around it, or stands where page
    /// numbers do: beside a page mark, at the end of the text, far from rows.
    fn is_page_number(&self, i: usize) -> bool {
        const LONGEST: usize = 8;
        /// Most lines down to the page mark.
        const NEAR: usize = 12;
        const NEAR_PREFIXED: usize = 16;
        let Line { indent, label_end, .. } = &self.lines[i];
        if label_end.saturating_sub(*indent) as usize > LONGEST {
            return false;
        }
        let face = self.face(i).trim_ascii();
        if face.len() > LONGEST {
            return false;
        }
        if face == "-0-" && self.ends_wire(i) {
            return true;
        }
        let Some(number) = page_number(face).filter(|_| !self.is_ruled_sum(i)) else {
            return false;
        };
        if face.starts_with('-') && face.ends_with('-') {
            return true;
        }
        let mark_above =
            || self.lines[i].feeds || (i.saturating_sub(4)..i).any(|k| self.is_page_mark(k));
        let mark_below = |reach: usize| {
            (i + 1..(i + reach).min(self.lines.len()))
                .filter(|&k| self.class(k) != Class::Blank || self.lines[k].feeds)
                .take(3)
                .any(|k| self.is_page_mark(k))
        };
        let is_below_row = || i > 0 && self.class(i - 1) == Class::Figures;
        let beside_mark = || !is_below_row() && (mark_above() || mark_below(NEAR));
        match number {
            PageNumber::Prefixed => {
                self.is_set_apart(i) || mark_above() || mark_below(NEAR_PREFIXED)
            }
            PageNumber::Roman => beside_mark(),
            PageNumber::Digits => beside_mark() || self.numbers_page_alone(i),
        }
    }

    /// Whether digits alone on a line are a page number, though there is no page mark: between two
    /// statements, printed twice, at the end, or away from the columns of a table.
    fn numbers_page_alone(&self, i: usize) -> bool {
        let face = |k: usize| self.lines.get(k).map(|_| self.face(k).trim_end());
        let is_repeated =
            || face(i + 1) == face(i) || i.checked_sub(1).is_some_and(|k| face(k) == face(i));
        let is_last = (i + 1..self.lines.len())
            .find(|&k| self.class(k) != Class::Blank)
            .is_none_or(|k| self.text.line(k).starts_with("</"));
        let is_below_blank = || i > 0 && self.class(i - 1) == Class::Blank;
        let ends_page = || i + 1 < self.lines.len() && self.is_page_mark(i + 1);
        let digits = self.face(i).trim_ascii();
        let is_bare = digits.bytes().all(|b| b.is_ascii_digit());
        let is_short = digits.len() < 4;
        self.parts_statements(i)
            || is_repeated()
            || is_last && is_below_blank()
            || is_bare
                && (is_short && self.is_set_apart(i) || is_last || ends_page())
                && !self.is_in_column(i)
                && (ends_page() || !self.is_torn_off(i))
    }

    /// Whether a line stands right below a row, and right of all its print: the last figure of the
    /// row, torn off.
    fn is_torn_off(&self, i: usize) -> bool {
        let row = i.checked_sub(1).filter(|&k| self.class(k) == Class::Figures);
        row.is_some_and(|k| self.face(k).trim_end().len() < self.lines[i].indent as usize)
    }

    /// Whether a line far from the margin stands between blank ones.
    fn is_set_apart(&self, i: usize) -> bool {
        const MARGIN: u32 = 20;
        self.lines[i].indent > MARGIN
            && (1..self.lines.len() - 1).contains(&i)
            && [i - 1, i + 1].iter().all(|&k| self.class(k) == Class::Blank)
    }

    /// Whether a lone `-0-` marks the end of a release sent by wire: it is between blank lines, and
    /// no row follows to whose label, of several lines, it could belong as a nil.
    fn ends_wire(&self, i: usize) -> bool {
        let is_blank = |k: usize| self.lines.get(k).is_none_or(|line| line.class == Class::Blank);
        let below = self.lines[i + 1..].iter().find(|line| line.class != Class::Blank);
        i > 0
            && is_blank(i - 1)
            && is_blank(i + 1)
            && below.is_none_or(|below| {
                below.class != Class::Figures || self.lines[i].indent <= below.indent
            })
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
    pub(super) fn settle_counted_pages(&mut self) {
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

    /// The number that stands on a line below a blank one, or at the margin, with nothing beside
    /// it.
    fn lone_number(&self, i: usize) -> Option<u16> {
        let (line, face) = (&self.lines[i], self.face(i));
        // Most lines have more print than that.
        let width = face.len().saturating_sub(line.indent as usize);
        if !(1..=3).contains(&width) {
            return None;
        }
        let print = &face[line.indent as usize..];
        let stands_alone = print.bytes().all(|b| b.is_ascii_digit())
            && matches!(line.class, Class::Figures | Class::Text | Class::Page)
            && (line.indent == 0 || self.class(i - 1) == Class::Blank);
        if stands_alone { print.parse().ok() } else { None }
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

    /// Whether a line may be a figure of a column: a figure of a nearby row ends where it does,
    /// give or take one, or there are no rows nearby.
    fn is_in_column(&self, i: usize) -> bool {
        /// Rows looked at on either side.
        const NEAR: usize = 4;
        let end = self.face(i).len();
        let is_row = |k: &usize| self.class(*k) == Class::Figures;
        let above = (0..i).rev().take(5 * NEAR).filter(is_row).take(NEAR);
        let below = (i + 1..self.lines.len()).take(5 * NEAR).filter(is_row).take(NEAR);
        let ends_there = |k: usize| {
            let face = self.face(k).as_bytes();
            let digit = |at: usize| face.get(at).is_some_and(u8::is_ascii_digit);
            let goes_on = |at: usize| digit(at) || face.get(at) == Some(&b',') && digit(at + 1);
            (end.max(2) - 1..=end + 1).any(|at| digit(at - 1) && !goes_on(at))
        };
        let mut rows = above.chain(below).peekable();
        rows.peek().is_none() || rows.any(ends_there)
    }

    /// The lines on which pages begin, in order.
    fn page_marks(&self) -> Vec<usize> {
        (0..self.lines.len()).filter(|&i| self.is_page_mark(i)).collect()
    }

    fn is_page_mark(&self, i: usize) -> bool {
        self.class(i) == Class::Page && self.text.line(i).trim_start().starts_with('<')
            || self.lines[i].feeds
    }
}

/// What a line says besides the number that it begins or ends with, two blanks or more from it.
fn words_beside_number(line: &str) -> Option<(&str, u16)> {
    const MOST_DIGITS: usize = 3;
    let number = |text: &str| {
        let digits = text.trim_ascii();
        let is_number = digits.len() <= MOST_DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| is_number)
    };
    let behind = line.rsplit_once("  ").map(|(words, digits)| (words, number(digits)));
    let before = line.split_once("  ").map(|(digits, words)| (words, number(digits)));
    [behind, before]
        .into_iter()
        .flatten()
        .find_map(|(words, number)| Some((words.trim_ascii(), number?)))
        .filter(|(words, _)| words.contains(|c: char| c.is_ascii_alphabetic()))
}

/// How many words a line has before its page number: `Page 5`, `PAGE F-5`, `Page No. 5 of 23`. None
/// if it does not end in one, or refers to a page: `see Page 5`.
fn words_before_page(face: &str) -> Option<usize> {
    /// Longer lines are prose.
    const LONGEST: usize = 12;
    if !knowledge::holds(face, "page") {
        return None;
    }
    let bare = |word: &&str| !word.is_empty();
    let words: Vec<&str> = face
        .split(' ')
        .map(|word| word.trim_matches(|c: char| matches!(c, '-' | '(' | ')' | '*' | '.' | ',')))
        .filter(bare)
        .collect();
    let is = |at: usize, word: &str| words.get(at).is_some_and(|w| w.eq_ignore_ascii_case(word));
    let at = (0..words.len()).rposition(|at| is(at, "page")).filter(|_| words.len() <= LONGEST)?;
    let leads_there = at.checked_sub(1).is_some_and(|before| {
        words[before].starts_with(|c: char| c.is_ascii_lowercase()) || is(before, "see")
    });
    let first = at + 1 + usize::from(is(at + 1, "no") || is(at + 1, "number"));
    let numbers = words.get(first).copied().is_some_and(numbers_page);
    let rest = words.get(first + 1..).unwrap_or_default();
    let counts = match rest {
        [] => true,
        [of, count, pages @ ..] => {
            of.eq_ignore_ascii_case("of")
                && numbers_page(count)
                && pages.iter().all(|word| word.bytes().all(|b| b.is_ascii_alphabetic()))
        }
        [_] => false,
    };
    (numbers && counts && !leads_there).then_some(at)
}

/// Whether a word numbers a page: `5`, `F-5`, `IV`.
fn numbers_page(word: &str) -> bool {
    let (part, number) = word.rsplit_once('-').unwrap_or(("", word));
    let is_short = |text: &str, most: usize| (1..=most).contains(&text.len());
    let in_digits = is_short(number, 4) && number.bytes().all(|b| b.is_ascii_digit());
    let roman = is_short(number, 5) && number.bytes().all(|b| b"ivxIVX".contains(&b));
    (part.is_empty() || is_short(part, 3) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
        && (in_digits || roman)
}

/// Whether words are those of a heading within a table.
pub(in crate::lex) fn names_heading(text: &str) -> bool {
    let plain = knowledge::plain(text);
    text.ends_with(':')
        || knowledge::is_standard_heading(&plain)
        || knowledge::is_activity(&plain)
        || knowledge::measure_of(&plain).is_some()
}
