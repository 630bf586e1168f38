//! What each line is: blank, rule, mark, page, figures, years or text.
//!
//! A text comes in, its classified [`Lines`] come out. Each line is first classified by itself;
//! then rules that look at its neighbours correct this.
//!
//! - `classify`: what a line is by itself
//! - `settle`: what it is beside its neighbours; `pages`: numbers of pages; `amounts`: amounts that
//!   look like years

mod amounts;
mod classify;
mod pages;
mod settle;

use std::borrow::Cow;
use std::ops::Range;

pub use self::classify::LINE_OF_PROSE;
use self::classify::{Marks, blank_marks, classify, is_overprint};
pub(super) use self::pages::names_heading;
use crate::lex::token::{self, Token, TokenKind};
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
    /// A line printed once more over the one before, which makes it bold on paper.
    Overprint,
    /// Far too long for a printed line; nothing is read from it.
    Overlong,
    /// Anything else.
    Text,
}

/// The fewest display columns that the labels of a table take.
const NARROWEST_LABEL: usize = 16;

/// A line as the lexer sees it.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each mark is there or not, independently of the others"
)]
pub struct Line {
    /// What it is.
    pub class: Class,
    /// Column of the first printed character.
    pub indent: u32,
    /// Where the label before the figures ends; the end of the line if there are none.
    pub label_end: u32,
    /// Column where the first figure's print begins.
    pub first_figure: u32,
    /// Whether it has `<TABLE>`.
    pub opens_table: bool,
    /// Whether it has `</TABLE>`.
    pub closes_table: bool,
    /// Whether it has `<CAPTION>`.
    pub opens_caption: bool,
    /// Whether it has `<S>` or `<C>`.
    pub column_marks: bool,
    /// Whether it has any SGML marks.
    pub marked: bool,
    /// Whether it has a form feed, which begins a new page.
    feeds: bool,
    /// How many figures are kept of the lines before it.
    kept: u32,
}

/// The classified lines of a text.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t Text,
    lines: Vec<Line>,
    /// The face of each line, or none for a line with marks. They are cut out of the text once,
    /// since each is asked for many times.
    faces: Vec<Option<&'t str>>,
    /// The few lines with SGML marks, in order, with these blanked out.
    bare: Vec<(usize, String)>,
    /// The figures of all lines that end in figures, in order.
    figures: Vec<Figure>,
}

/// A [`Token`] in few bytes: lines that end in figures are short enough for 16-bit columns.
#[derive(Debug, Clone, Copy)]
struct Figure {
    columns: [u16; 4],
    kind: TokenKind,
}

impl From<&Token> for Figure {
    fn from(token: &Token) -> Self {
        let columns = [token.start, token.body, token.edge, token.end];
        let columns = columns.map(|column| u16::try_from(column).unwrap_or(u16::MAX));
        Self { columns, kind: token.kind }
    }
}

impl From<Figure> for Token {
    fn from(Figure { columns, kind }: Figure) -> Self {
        let [start, body, edge, end] = columns.map(usize::from);
        Self { start, body, edge, end, kind }
    }
}

impl<'t> Lines<'t> {
    /// Classifies every line of a text.
    pub fn read(text: &'t Text) -> Self {
        let mut out = Self {
            text,
            lines: Vec::with_capacity(text.len()),
            faces: Vec::with_capacity(text.len()),
            bare: Vec::new(),
            figures: Vec::new(),
        };
        let mut tokens = Vec::new();
        let mut last_printed: Option<usize> = None;
        let mut marked = text.lines_with("<").peekable();
        let mut feeding = text.feeding().peekable();
        for i in 0..text.len() {
            let printed = text.line(i);
            let (marks, bare) = match marked.next_if_eq(&i) {
                Some(_) => blank_marks(printed),
                None => (Marks::default(), None),
            };
            let face = bare.as_deref().unwrap_or(printed);
            let mut line = classify(face, &marks, &mut tokens);
            let is_print = |class| matches!(class, Class::Text | Class::Figures | Class::Years);
            let is_again = |p| i - p <= 4 && is_overprint(out.face(p), face, line.indent);
            if is_print(line.class) && last_printed.is_some_and(is_again) {
                line.class = Class::Overprint;
            }
            if line.class == Class::Figures && out.ends_in_label(face, &line) {
                out.lines[i - 1].class = Class::Overprint;
            }
            if is_print(line.class) {
                last_printed = Some(i);
            }
            line.feeds = feeding.next_if_eq(&i).is_some();
            line.kept = u32::try_from(out.figures.len()).unwrap_or(u32::MAX);
            if line.class == Class::Figures {
                out.figures.extend(tokens.iter().map(Figure::from));
            }
            out.faces.push(Some(printed).filter(|_| !line.marked));
            out.bare.extend(bare.map(|bare| (i, bare)));
            out.lines.push(line);
        }
        out.settle();
        out
    }

    /// Whether the line before a row is the label of this row, printed twice for bold, and only the
    /// second time with figures.
    fn ends_in_label(&self, face: &str, row: &Line) -> bool {
        let above = self.lines.last().filter(|above| above.class == Class::Text);
        above.is_some_and(|above| above.indent == row.indent)
            && self.face(self.lines.len() - 1).trim_end()
                == face[..row.label_end as usize].trim_end()
    }

    /// Corrects the classes of lines by their neighbours.
    fn settle(&mut self) {
        self.settle_overprint();
        // The next rules look only at these, which are few.
        let ends_in_figures = |i: &usize| matches!(self.class(*i), Class::Figures | Class::Years);
        let figured: Vec<usize> = (0..self.len()).filter(ends_in_figures).collect();
        self.settle_marks(&figured);
        self.settle_counts(&figured);
        self.settle_days(&figured);
        self.settle_amounts(&figured);
        self.settle_year_headings(&figured);
        self.settle_years_of_days(&figured);
        self.settle_years_alone(&figured);
        self.settle_years_beside_words(&figured);
        self.settle_torn_dashes();
        self.settle_short_rules();
        self.settle_words();
        self.settle_words_behind();
        self.settle_page_numbers();
        self.settle_numbered_pages();
        self.settle_counted_words();
        self.settle_running_words();
        self.settle_counted_pages();
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The text the lines were read from.
    pub fn text(&self) -> &'t Text {
        self.text
    }

    /// The ASCII face of a line, with SGML marks blanked out.
    #[inline]
    pub fn face(&self, i: usize) -> &str {
        self.faces[i].unwrap_or_else(|| self.bare(i))
    }

    /// The face of a line with marks; a function of its own so that [`Lines::face`] is inlined.
    #[cold]
    fn bare(&self, i: usize) -> &str {
        let at = self.bare.partition_point(|(line, _)| *line < i);
        &self.bare[at].1
    }

    /// What is known about a line.
    pub fn get(&self, i: usize) -> &Line {
        &self.lines[i]
    }

    /// The class of a line.
    pub fn class(&self, i: usize) -> Class {
        self.lines[i].class
    }

    /// Where the label of a line of figures ends, and the figures after it, from left to right.
    pub fn figures(&self, i: usize) -> (usize, Vec<Token>) {
        let next = self.lines.get(i + 1).map_or(self.figures.len(), |next| next.kept as usize);
        let kept = &self.figures[self.lines[i].kept as usize..next];
        if kept.is_empty() {
            // By itself, the line was not classified as one of figures.
            let mut out = Vec::new();
            let mut end = token::scan(self.face(i), &mut out);
            if out.is_empty() {
                end = token::scan_before_words(self.face(i), &mut out);
            }
            return (end, out);
        }
        (self.lines[i].label_end as usize, kept.iter().copied().map(Token::from).collect())
    }

    /// The characters printed in some display columns of a line, without outer blanks and marks.
    pub fn printed(&self, i: usize, columns: Range<usize>) -> Cow<'_, str> {
        let face = self.face(i);
        let start = columns.start.min(face.len());
        let columns = start..columns.end.clamp(start, face.len());
        let cut = &face[columns.clone()];
        let words = cut.trim_ascii();
        if self.lines[i].marked {
            return words.into();
        }
        let start = columns.start + cut.len() - cut.trim_ascii_start().len();
        self.text.printed(i, start..start + words.len())
    }

    /// Whether one of these lines is the note to a mark: it begins with the mark, and words follow.
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
}

/// The part of some line numbers, in order, that is within a range.
fn within(lines: &[usize], among: Range<usize>) -> &[usize] {
    let first = lines.partition_point(|line| *line < among.start);
    let end = lines.partition_point(|line| *line < among.end);
    lines.get(first..end).unwrap_or_default()
}

/// Where the words of a line are; bars separate them as blanks do.
pub fn words(face: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = face.as_bytes();
    let blank = |b: u8| b == b' ' || b == b'|';
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && blank(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && !blank(bytes[at]) {
            at += 1;
        }
        (start < at).then_some(start..at)
    })
}

/// The runs of words of a line that are two blanks or more apart.
pub fn runs(face: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for word in words(face) {
        match out.last_mut() {
            Some(last) if last.end + 1 == word.start => last.end = word.end,
            _ => out.push(word),
        }
    }
    out
}

/// The segments of a rule, without the dash that privacy-enhanced mail puts before it: `- -----`.
pub fn segments(rule: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = words(rule).collect();
    if out.len() > 1 && out[0] == (0..1) {
        out.remove(0);
    }
    out
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
        let same =
            "Book value at year end   15.43   14.87\nBook value               15.43   14.87\n";
        assert_eq!(classes(same), [Class::Figures, Class::Figures]);
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
