//! The lines of a table's body, cut into label and figures.

use std::ops::Range;

use crate::align::header::Head;
use crate::align::label::{clean, last_word};
use crate::align::rows::label_end::{
    Leaders, end_before_leaders, end_before_life, end_before_word_in_column, first_digit,
    label_extent, lives_over_labels, numbers_behind, words_behind, words_over_columns,
};
use crate::align::rows::piece::Piece;
use crate::grid::{Grid, GridRow};
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines, words};

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
        self.put(self.piece(i, text, &label, number));
    }

    /// A line with its label, of the words that stand in a range of it, and the row of its figures.
    fn piece(&self, i: usize, text: String, label: &Range<usize>, row: Option<usize>) -> Piece {
        let face = self.lines.face(i);
        let (before, behind) =
            (&face[..label.end.min(face.len())], &face[label.start.min(face.len())..]);
        Piece {
            line: i,
            text,
            indent: label.start + behind.len() - behind.trim_start().len(),
            end: before.trim_end_matches([' ', '.', '$']).len(),
            row,
            led: label.end > self.left && before.ends_with("..."),
            unanswered: row.is_none() && face.trim_ascii_end().ends_with(".."),
            after_blank: false,
            after_rule: false,
        }
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
