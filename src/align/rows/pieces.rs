//! The lines of a table's body, cut into label and figures.

use std::ops::{Range, RangeInclusive};

use crate::align::header::Head;
use crate::align::rows::label::{
    clean, first_word, hangs, is_capitals, is_mark, last_word, unbalanced, without_marks,
};
use crate::grid::{Grid, GridRow};
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines, words};
use crate::record::Kind;

/// A line of the body, cut into label and figures.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub line: usize,
    pub text: String,
    pub indent: usize,
    /// Where the label ends.
    pub end: usize,
    pub row: Option<usize>,
    /// Leaders stand behind the label and run on over the columns.
    pub led: bool,
    /// Leaders stand behind the label and lead to no figure.
    pub unanswered: bool,
    pub after_blank: bool,
    pub after_rule: bool,
}

impl Piece {
    pub fn starts_lower(&self) -> bool {
        if is_enumerated(&self.text) {
            return false;
        }
        let first = self.text.chars().find(|c| !matches!(c, '(' | '\'' | '"'));
        // `b. Interest on deposits` is an item of a list.
        let lettered = matches!(self.text.as_bytes(), [b'a'..=b'z', b'.', b' ', ..]);
        first.is_some_and(char::is_lowercase) && !lettered
    }

    /// Whether its words are in capitals, whatever a remark behind them is in: `OUTSTANDING (in
    /// thousands)`.
    pub fn is_capitals(&self) -> bool {
        let words = self.text.split(" (").next().unwrap_or("");
        is_capitals(if self.row.is_none() { words } else { &self.text })
    }

    /// Whether both are in capitals or neither is; `1999` may be either.
    pub fn shares_case(&self, other: &Self) -> bool {
        let has_letters = |piece: &Self| piece.text.contains(char::is_alphabetic);
        self.is_capitals() == other.is_capitals() || !has_letters(self) || !has_letters(other)
    }

    /// Whether it goes on, in capitals like words before it, as no label begins:
    /// `NET INTEREST INCOME` / `AFTER PROVISION FOR LOAN LOSSES`.
    pub fn joins_capitals(&self, words: &str) -> bool {
        // `IN-PROCESS RESEARCH` begins a label of its own.
        let first = first_word(&self.text).trim_end_matches(|c: char| !c.is_alphabetic());
        self.is_capitals() && is_capitals(words) && knowledge::is_joint(first)
    }

    /// `Performance ratios:`, `Performance ratios: (1)`; not so in the midst of an aside, `Fixed
    /// maturities (amortized cost:`.
    pub fn ends_in_colon(&self) -> bool {
        let text = self.text.as_str();
        text.ends_with(':') && !unbalanced(text)
            || text.ends_with(')') && without_marks(text).ends_with(':')
    }

    /// Whether a line without figures right below this one is as long or as short on both sides:
    /// `MARKET PRICE OF COMMON` / `STOCK`, in the middle of the page, far from where labels begin.
    pub fn is_centred_with(&self, next: &Self, labels: usize) -> bool {
        const DEEP: usize = 8;
        let center = |p: &Self| p.indent + p.end;
        next.row.is_none()
            && next.line == self.line + 1
            && self.indent.min(next.indent) >= labels + DEEP
            && self.indent != next.indent
            && center(self).abs_diff(center(next)) <= 2
            && self.is_capitals() == next.is_capitals()
    }

    /// Whether it is a result that no column has a figure for, and heads nothing: `Net income.....`
    /// above `Dividends paid.....`.
    pub fn is_result_without_figures(&self, next: Option<&Self>) -> bool {
        self.unanswered
            && knowledge::concept(&knowledge::key(&self.text), Kind::Income)
                == Some("NetIncomeLoss")
            && next.is_some_and(|next| {
                next.indent <= self.indent && next.text.starts_with(char::is_uppercase)
            })
    }

    /// Whether it is a row with a balance: `Balance, June 30`.
    pub fn is_balance(&self) -> bool {
        self.row.is_some() && knowledge::plain(&self.text).starts_with("balance")
    }

    /// Whether the label cannot end here.
    pub fn hangs(&self) -> bool {
        hangs(&self.text, self.row.is_some())
    }
}

/// Whether words stand behind the letter of a list: `b) fixed charges`, `(b) Interest`. A letter in
/// parentheses alone is the mark of a note, several are the names of columns.
fn is_enumerated(text: &str) -> bool {
    let item = text.strip_prefix('(').unwrap_or(text).as_bytes();
    matches!(item, [b'a'..=b'z', b')', b' ', word, ..] if *word != b'(')
}

/// Cuts the labels of the lines; numbers of words that are no label's are put into `stray`.
pub(super) fn pieces(
    lines: &Lines<'_>,
    block: &Block,
    grid: &Grid,
    head: &Head,
    stray: &mut Vec<(usize, usize)>,
) -> Vec<Piece> {
    let mut cutter = Cutter {
        lines,
        block,
        grid,
        head,
        left: if grid.mirrored { usize::MAX } else { grid.left() },
        leaders: Leaders::of(lines, grid),
        lives: lives_over_labels(lines, head, grid.left()),
        stray,
        pieces: Vec::with_capacity((block.bottom + 1).saturating_sub(head.body)),
        next_row: 0,
        after_blank: false,
        after_rule: false,
        after_page: false,
    };
    let mut line = head.body;
    while line <= block.bottom {
        line = cutter.cut(line);
    }
    cutter.pieces
}

/// Cuts lines from the top of the body to its foot.
struct Cutter<'a, 's> {
    lines: &'a Lines<'s>,
    block: &'a Block,
    grid: &'a Grid,
    head: &'a Head,
    /// Where the columns begin.
    left: usize,
    leaders: Leaders,
    /// The columns of the word over the labels that heads lives.
    lives: Option<Range<usize>>,
    stray: &'a mut Vec<(usize, usize)>,
    pieces: Vec<Piece>,
    /// The first row of the grid that may stand on the next line or below.
    next_row: usize,
    /// What stands between the last piece and the next line.
    after_blank: bool,
    after_rule: bool,
    /// Whether a page has begun, and no row has stood on it.
    after_page: bool,
}

impl Cutter<'_, '_> {
    /// Cuts a line; returns the next one to cut.
    fn cut(&mut self, i: usize) -> usize {
        let Self { lines, head, grid, .. } = *self;
        if head.caption.iter().any(|c| c.line == i) {
            return i + 1;
        }
        // A number in a note may stand on a column's edge: no row.
        self.next_row += grid.rows[self.next_row..].iter().take_while(|r| r.line < i).count();
        let row = grid.rows[self.next_row..].first().filter(|r| r.line == i);
        let end = match (lines.class(i), row) {
            (_, Some(row)) => row.label_end,
            (Class::Text | Class::Figures | Class::Years, None) => {
                label_extent(lines.face(i), self.left)
            }
            (class, None) => {
                self.pass(class);
                return i + 1;
            }
        };
        if row.is_none() && is_note(lines, i, self.block.bottom, self.left) {
            let is_text = |&k: &usize| lines.class(k) == Class::Text;
            return i + (i..=self.block.bottom).take_while(is_text).count();
        }
        let start = row.map_or(0, |r| r.label_start);
        if let Some(heading) = heading_before(lines, i, start).filter(|_| !grid.mirrored) {
            self.put(heading);
        }
        self.put_label(i, start..end, row);
        i + 1
    }

    /// Passes a line that has no words of the table.
    fn pass(&mut self, class: Class) {
        self.after_blank |= matches!(class, Class::Blank | Class::Page);
        self.after_rule |= class == Class::Rule;
        self.after_page |= class == Class::Page;
    }

    /// The label of a row without what stands apart behind its leaders or below the word that heads
    /// lives; the numbers there are put with the stray ones.
    fn shorten(&mut self, i: usize, mut label: Range<usize>) -> Range<usize> {
        let face = self.lines.face(i);
        // Most labels have no leaders.
        let led = face.get(label.clone()).is_some_and(|text| text.contains('.'));
        if led && let Some(end) = words_over_columns(face, &label, self.left) {
            label.end = end;
        }
        if let Some(end) = end_before_word_in_column(face, &label, self.left) {
            let numbers = numbers_behind(&face[..label.end], end);
            self.stray.extend(numbers.into_iter().map(|at| (i, at)));
            label.end = end;
        }
        let before_life = self.lives.as_ref().and_then(|l| end_before_life(face, &label, l));
        let before_leaders =
            || face.get(label.clone()).filter(|_| led).and_then(end_before_leaders);
        let Some(end) = before_life.or_else(before_leaders) else { return label };
        let from = label.start + end;
        let behind = &face[from..label.end];
        let number = |word: Range<usize>| first_digit(&behind[word.clone()], from + word.start);
        // The end of a range, `5 to 15`, goes with its beginning.
        let ends_range = |word: &Range<usize>| behind[..word.start].ends_with(" to ");
        let lone = words(behind).filter(|word| !ends_range(word));
        self.stray.extend(lone.filter_map(number).map(|at| (i, at)));
        label.start..from
    }

    /// Puts the label of a line, unless it has none or a new page repeats it.
    fn put_label(&mut self, i: usize, label: Range<usize>, row: Option<&GridRow>) {
        let face = self.lines.face(i);
        let label = if row.is_some() { self.shorten(i, label) } else { label };
        let text = self.label(i, label.clone());
        let repeats = self.after_page && self.repeats_caption(&text);
        // A line whose figures were marks or references has none.
        let is_first = || self.pieces.iter().all(|p| p.row.is_none());
        // `(Unaudited)            *` ends the header.
        if row.is_some_and(|r| has_marks_alone(face, r))
            && knowledge::speaks_of_audit(&text)
            && is_first()
        {
            return;
        }
        let has_figures =
            |r: &GridRow| !(r.cells.is_empty() || is_ruled_heading(face, r, &text) && is_first());
        let number = row.is_some_and(has_figures).then_some(self.next_row);
        if row.is_none() {
            if repeats || text.is_empty() || knowledge::is_continued(&text) {
                return;
            }
            if tells_ratings(face, label.end, self.grid.columns.len()) {
                self.drop_headings();
                return;
            }
            self.stray.extend(numbers_behind(face, label.end).into_iter().map(|at| (i, at)));
        } else {
            self.after_page = false;
            if text.is_empty() && number.is_none() {
                return;
            }
            let words = row.map(|row| words_behind(face, row)).unwrap_or_default();
            self.stray.extend(numbers_behind(face, words).into_iter().map(|at| (i, at)));
        }
        let behind = &face[label.start.min(face.len())..];
        self.put(Piece {
            line: i,
            text,
            indent: label.start + behind.len() - behind.trim_start().len(),
            end: face[..label.end.min(face.len())].trim_end_matches([' ', '.', '$']).len(),
            row: number,
            led: label.end > self.left && face[..label.end.min(face.len())].ends_with("..."),
            unanswered: number.is_none() && face.trim_ascii_end().ends_with(".."),
            after_blank: false,
            after_rule: false,
        });
    }

    /// The label of a line, without the one dot that a leader leaves of itself.
    fn label(&self, i: usize, label: Range<usize>) -> String {
        let end = label.end.min(self.lines.face(i).len());
        let mut text = clean(&self.lines.printed(i, label));
        let leads = || self.leaders.end_at(self.lines.face(i)[..end].trim_end().len());
        if let Some(bare) = text.strip_suffix('.')
            && !knowledge::is_abbreviation(last_word(bare))
            && leads()
        {
            text.truncate(bare.len());
        }
        text
    }

    /// Whether words stand in the caption as well, or are the title of a statement once more:
    /// `Balance Sheets (continued)`.
    fn repeats_caption(&self, text: &str) -> bool {
        let title = |plain: &str| knowledge::title_kind(knowledge::carried_over(plain)?);
        title(&knowledge::plain(text)).is_some()
            || self.head.caption.iter().any(|c| c.text.trim().eq_ignore_ascii_case(text.trim()))
    }

    /// Drops the headings right above a row that has no figures: they head none that follow, unless
    /// they are of more, `Other data:`.
    fn drop_headings(&mut self) {
        let is_heading = |p: &&Piece| {
            p.row.is_none()
                && (p.ends_in_colon() || p.text.ends_with('-'))
                && !knowledge::is_standard_heading(&knowledge::plain(&p.text))
        };
        while let Some(heading) = self.pieces.last().filter(is_heading) {
            self.after_blank |= heading.after_blank;
            self.after_rule |= heading.after_rule;
            self.pieces.pop();
        }
    }

    fn put(&mut self, piece: Piece) {
        let (after_blank, after_rule) = (self.after_blank, self.after_rule);
        self.pieces.push(Piece { after_blank, after_rule, ..piece });
        (self.after_blank, self.after_rule) = (false, false);
    }
}

/// Whether all that stands in the columns of a row are stars.
fn has_marks_alone(face: &str, row: &GridRow) -> bool {
    let mut prints = row.cells.iter().map(|(_, token)| face.get(token.start..token.end));
    prints.all(|print| print.is_some_and(|print| print.bytes().all(|b| b == b'*')))
}

/// Whether all that stands beside the heading of a side of a balance sheet are the rules beneath the
/// header: `ASSETS         ----      ----`.
fn is_ruled_heading(face: &str, row: &GridRow, label: &str) -> bool {
    const SHORTEST: usize = 3;
    let is_rule = |print: &str| print.len() >= SHORTEST && print.bytes().all(|b| b == b'-');
    let mut prints = row.cells.iter().map(|(_, token)| face.get(token.start..token.end));
    prints.all(|print| print.is_some_and(is_rule))
        && knowledge::is_top_heading(&knowledge::plain(label))
}

/// Whether behind a label stand, in as many columns as the table has, the letters by which bonds are
/// rated: `Moody's   A1   Baa2   a3`.
fn tells_ratings(face: &str, label_end: usize, columns: usize) -> bool {
    const LONGEST: usize = 4;
    let behind = face.get(label_end..).unwrap_or_default();
    let is_rating = |word: Range<usize>| {
        let word = &behind.as_bytes()[word];
        let letters = word.iter().take_while(|b| matches!(b, b'A'..=b'D' | b'a'..=b'd')).count();
        let rest = &word[letters..];
        (1..=LONGEST).contains(&letters) && matches!(rest, [] | [b'1'..=b'3' | b'+' | b'-'])
    };
    columns > 1 && words(behind).count() == columns && words(behind).all(is_rating)
}

/// The heading that stands on the line of its first row, before the row's label.
fn heading_before(lines: &Lines<'_>, line: usize, label_start: usize) -> Option<Piece> {
    let text = clean(&lines.printed(line, 0..label_start));
    let end = lines.face(line)[..label_start].trim_ascii_end().len();
    (!text.is_empty()).then(|| Piece {
        line,
        text,
        indent: lines.get(line).indent as usize,
        end,
        row: None,
        led: false,
        unanswered: false,
        after_blank: false,
        after_rule: false,
    })
}

/// Where the dots end that lead from labels to figures. A label that leaves room for one of them
/// alone does not end in a full stop: `Interest expense......` above `Earnings from operations.`
struct Leaders {
    /// Ends of the leaders of all rows, sorted.
    ends: Vec<usize>,
}

impl Leaders {
    fn of(lines: &Lines<'_>, grid: &Grid) -> Self {
        let end = |row: &GridRow| {
            let label = lines.face(row.line).get(..row.label_end)?.trim_ascii_end();
            (label.ends_with("..") || label.ends_with(". .")).then_some(label.len())
        };
        let mut ends: Vec<usize> = grid.rows.iter().filter_map(end).collect();
        ends.sort_unstable();
        Self { ends }
    }

    /// Whether leaders of two rows or more end at a column.
    fn end_at(&self, column: usize) -> bool {
        let first = self.ends.partition_point(|end| *end < column);
        self.ends.get(first + 1) == Some(&column)
    }
}

/// Where words begin that stand behind the leaders of a label and reach over the columns, in the
/// place of a figure: `Leasehold improvements.......   Term of lease   645`.
fn words_over_columns(face: &str, label: &Range<usize>, left: usize) -> Option<usize> {
    let text = face.get(label.clone())?.trim_ascii_end();
    // Most labels have no point, and need no closer look.
    memchr::memchr(b'.', text.as_bytes())?;
    let dots = |dots: &[u8]| {
        let last = text.as_bytes().windows(dots.len()).rposition(|print| print == dots);
        last.map(|at| at + dots.len())
    };
    let leaders = dots(b"..").max(dots(b". ."))?;
    let words = &text[leaders..];
    let reaches = label.start + text.len() > left;
    (reaches && words.starts_with(' ') && words.contains(char::is_alphabetic))
        .then_some(label.start + leaders)
}

/// Where the label of a row ends before short words far behind it in columns of figures: `Special
/// charge      none    1,206`, `Exchange      118 CR     211`, `Pound      4%    Even    3%`. A letter
/// alone may be one of words that run down the page.
fn end_before_word_in_column(face: &str, label: &Range<usize>, left: usize) -> Option<usize> {
    /// Longer words may be the end of a label that is set to both margins.
    const LENGTHS: RangeInclusive<usize> = 2..=6;
    let text = face.get(label.clone())?.trim_ascii_end();
    let start = text.rfind("    ")? + 4;
    let named = text[..start].trim_end_matches([' ', '.']);
    let is_short = LENGTHS.contains(&(text.len() - start)) && label.start + start >= left;
    if !is_short || !named.contains(char::is_alphabetic) {
        return None;
    }
    let end = label.start + named.len();
    end_before_word_in_column(face, &(label.start..end), left).or(Some(end))
}

/// Where the label of a line without figures ends: words over the number columns are none of it,
/// unless they stand as close as those before them. Where blanks fill a line, some of its gaps are
/// wider than others by one.
fn label_extent(face: &str, left: usize) -> usize {
    let mut widest = 0;
    for (start, end) in gaps(face) {
        if end >= left.saturating_sub(4) && end - start > widest + usize::from(widest > 0) {
            return start;
        }
        widest = widest.max(end - start);
    }
    face.len()
}

/// Where the leaders of a label end it, though nothing but numbers that stand in no column follows
/// them: `Machinery........ 3-12      96,790`.
fn end_before_leaders(label: &str) -> Option<usize> {
    let end = label.find("...").filter(|&end| label[..end].contains(char::is_alphabetic))?;
    let rest = label[end..].trim_start_matches(['.', ' ']);
    let mut behind = words(rest).map(|word| &rest[word]).peekable();
    let is_sign = |word: &str| word.bytes().all(|b| matches!(b, b'-' | b'$' | b'%' | b'.'));
    let is_number = |word: &str| word.contains(is_digit) || is_sign(word);
    (behind.peek().is_some() && behind.all(is_number)).then_some(end)
}

/// The columns of the word over the labels that heads the lives of things: `Useful Lives`.
fn lives_over_labels(lines: &Lines<'_>, head: &Head, left: usize) -> Option<Range<usize>> {
    let bare = |word: &str| knowledge::heads_lives(word.trim_matches(|c: char| !c.is_alphabetic()));
    let told = head.stub.iter().find(|text| text.split(' ').any(bare))?;
    head.lines.iter().rev().find_map(|&line| {
        let face = lines.face(line);
        let from = face.find(told.as_str())?;
        let heads = |word: &Range<usize>| word.start >= from && bare(&face[word.clone()]);
        words(face).filter(|word| word.end <= left).find(heads)
    })
}

/// Where the label of a row ends before the life that stands apart below the word heading lives:
/// `Machinery       10-12      71,094`, `Improvements    Lease term    912`.
fn end_before_life(face: &str, label: &Range<usize>, lives: &Range<usize>) -> Option<usize> {
    /// How far a life reaches beyond the word that heads it.
    const REACH: usize = 8;
    let text = face.get(label.clone())?.trim_ascii_end();
    let start = text.rfind("  ")? + 2;
    let end = text[..start].trim_end_matches([' ', '.']).len();
    let (life, named) = (&text[start..], &text[..end]);
    let below = label.start + end < lives.end
        && label.start + start < lives.end + REACH
        && lives.start < label.start + text.len() + REACH;
    let numbered = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b"-/+".contains(&b));
    let told = |word: &str| {
        numbered(word) || word == "to" || knowledge::is_term_unit(word.trim_end_matches('.'))
    };
    let is_life =
        || life.split(' ').all(told) || !life.contains(is_digit) && text[..start].ends_with("   ");
    (below && named.contains(char::is_alphabetic) && is_life()).then_some(end)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The column of the first digit of words that begin at a column.
fn first_digit(words: &str, column: usize) -> Option<usize> {
    words.find(is_digit).map(|digit| column + digit)
}

/// Where words begin that stand apart behind the figures of a row and point to no notes:
/// `Buildings   5,000   4,800   20-40 years`.
fn words_behind(face: &str, row: &GridRow) -> usize {
    let figures = row.cells.iter().map(|(_, token)| token).chain(&row.loose);
    let end = figures.map(|token| token.end).max().unwrap_or(face.len());
    let words = face[end..].trim_ascii_start();
    let note = words.split(' ').next().is_some_and(knowledge::is_note_column);
    let is_apart = face[end..].starts_with("  ") && words.contains(char::is_alphabetic);
    if is_apart && !note && row.label_end <= end { end } else { face.len() }
}

/// Where numbers stand in a line behind its label; marks of notes are none.
fn numbers_behind(face: &str, label_end: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let mut at = label_end.min(face.len());
    for word in face[at..].split_inclusive([' ', '|']) {
        let mut start = at;
        if is_mark(word.trim_end()) {
            at += word.len();
            continue;
        }
        for part in word.split(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.'))) {
            // The end of a range, `20-40`, goes with its beginning.
            let before = face.as_bytes().get(at..start).unwrap_or_default();
            let ends_range = before.len() > 1 && before.ends_with(b"-");
            out.extend(first_digit(part, start).filter(|_| !ends_range));
            start += part.len() + 1;
        }
        at += word.len();
    }
    out
}

/// Runs of two or more blanks within a line.
fn gaps(face: &str) -> Vec<(usize, usize)> {
    let bytes = face.as_bytes();
    let mut out = Vec::new();
    let mut i = face.len() - face.trim_start().len();
    while i < bytes.len() {
        if bytes[i] == b' ' {
            let start = i;
            while i < bytes.len() && bytes[i] == b' ' {
                i += 1;
            }
            if i - start >= 2 {
                out.push((start, i));
            }
        } else {
            i += 1;
        }
    }
    out
}

/// Whether a paragraph of prose or a footnote begins here.
fn is_note(lines: &Lines<'_>, from: usize, last: usize, left: usize) -> bool {
    let paragraph: Vec<usize> =
        (from..=last).take_while(|&i| lines.class(i) == Class::Text).collect();
    let crossing = paragraph
        .iter()
        .filter(|&&i| {
            block::is_prose(lines.face(i)) && lines.face(i).len() > left.saturating_add(3)
        })
        .count();
    let ends = paragraph.last().is_some_and(|&i| lines.face(i).ends_with('.'));
    crossing >= 2 || crossing >= 1 && ends && paragraph.len() > 1
}
