//! Lines to rows: wrapped labels, headings and the sections they open.
//!
//! A label may take several lines, with its figures on the first, the last or any other. What
//! joins two lines: a small letter at the start of the second, a word at the end of the first
//! that cannot end a label, an open parenthesis, or a first line so full that the next word had
//! no room. What is left over of the lines without figures are headings.

use std::sync::Arc;

use crate::align::header::{CaptionLine, Head};
use crate::grid::{Grid, GridRow};
use crate::knowledge;
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::lex::token::Token;
use crate::period;

/// A heading or a row, label joined.
#[derive(Debug, Clone)]
pub struct AlignedRow {
    /// Label, wrapped lines joined; empty for an unlabelled subtotal.
    pub label: String,
    /// The label in [`knowledge::plain`] form.
    pub plain: String,
    /// Column where the label begins.
    pub indent: usize,
    /// First and last line.
    pub lines: (usize, usize),
    /// Headings in force, outermost first.
    pub section: Vec<Arc<str>>,
    /// Figures with their column and line; none for a heading.
    pub cells: Vec<PlacedToken>,
    /// A rule stands above the row.
    pub ruled: bool,
    /// The heading that an unlabelled subtotal closes.
    pub closes: Option<Arc<str>>,
}

/// A figure in its column.
#[derive(Debug, Clone, Copy)]
pub struct PlacedToken {
    /// Ordinal of the column, from 0.
    pub column: usize,
    /// The line.
    pub line: usize,
    /// The figure.
    pub token: Token,
}

/// A line of the body, cut into label and figures.
#[derive(Debug, Clone)]
struct Piece {
    line: usize,
    text: String,
    indent: usize,
    /// Where the label ends.
    end: usize,
    row: Option<usize>,
    after_blank: bool,
    after_rule: bool,
}

impl Piece {
    fn starts_lower(&self) -> bool {
        let first = self.text.chars().find(|c| !matches!(c, '(' | '\'' | '"'));
        first.is_some_and(char::is_lowercase)
    }

    fn is_capitals(&self) -> bool {
        is_capitals(&self.text)
    }

    /// `Performance ratios:`, `Performance ratios: (1)`
    fn ends_in_colon(&self) -> bool {
        let text = self.text.as_str();
        text.ends_with(':') || text.ends_with(')') && without_marks(text).ends_with(':')
    }

    /// Whether the label cannot end here.
    fn hangs(&self) -> bool {
        hangs(&self.text, self.row.is_some())
    }
}

/// Whether a label cannot end with these words, which have figures behind them or none.
fn hangs(words: &str, figures: bool) -> bool {
    let text = without_marks(words);
    // `300,000 / shares authorized`; with figures behind them, such words are a label's last.
    if !figures
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.rsplit(' ').next().is_some_and(|w| w.contains(','))
    {
        return true;
    }
    if text.ends_with([',', ';', '-', '/', '&']) && !text.ends_with(" -") || unbalanced(text) {
        return true;
    }
    // `stockholders' / equity`
    if text.ends_with(" -") || text.ends_with("s'") {
        return true;
    }
    text.rsplit_once(' ').map_or_else(
        || knowledge::is_hanging(text),
        |(_, last)| knowledge::is_hanging(last) || knowledge::is_half(last),
    )
}

/// Whether a text has letters and all are capitals.
pub fn is_capitals(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase)
}

/// `(8)` or `(Note 6)`, alone.
fn is_mark(text: &str) -> bool {
    text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).is_some_and(|t| {
        let number = t.strip_prefix("Note ").unwrap_or(t);
        number.len() <= 2 && number.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether a word is a number in the thousands: `1,943,666;`.
pub fn is_count(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', ',', ';']);
    word.contains(',') && word.bytes().all(|b| b.is_ascii_digit() || b == b',')
}

fn unbalanced(text: &str) -> bool {
    text.matches('(').count() > text.matches(')').count()
}

/// The body of a table.
#[derive(Debug, Default)]
pub struct Body {
    /// Headings and rows, in order.
    pub rows: Vec<AlignedRow>,
    /// Line and column of numbers that stand beside words over the columns, in no row's cells.
    pub stray: Vec<(usize, usize)>,
    /// Whether rules stand among the rows.
    ruled: bool,
}

impl Body {
    /// Puts the rows of a page below the headings still open at the foot of the page before, where
    /// the first of them stands deeper than these.
    pub fn carry_on(&mut self, before: &[AlignedRow]) {
        let open = open_headings(before);
        let carried = open.len();
        let first = self.rows.first().filter(|row| !row.cells.is_empty());
        let deeper = first.zip(open.last()).is_some_and(|(row, last)| row.indent > last.indent);
        if deeper {
            self.rows.splice(..0, open);
            sections(&mut self.rows, self.ruled);
            self.rows.drain(..carried);
        }
    }
}

/// The headings in force behind the last of some rows, outermost first.
fn open_headings(rows: &[AlignedRow]) -> Vec<AlignedRow> {
    let Some(last) = rows.last() else { return Vec::new() };
    let heading = |row: &&AlignedRow| row.cells.is_empty();
    let of = |(depth, text): (usize, &Arc<str>)| {
        let named = |r: &&AlignedRow| r.section.len() == depth && *r.label == **text;
        rows.iter().rev().filter(heading).find(named).cloned()
    };
    last.section
        .iter()
        .enumerate()
        .filter_map(of)
        .chain(Some(last).filter(heading).cloned())
        .collect()
}

/// Builds the rows of a block below its header.
pub fn build(lines: &Lines<'_>, block: &Block, grid: &Grid, head: &Head) -> Body {
    let mut stray = Vec::new();
    let pieces = pieces(lines, block, grid, head, &mut stray);
    let style = Style::learn(&pieces, grid.left());
    let mut rows = gather(&pieces, grid, &style);
    drop(pieces);
    rows.splice(..0, head.opening.iter().map(|c| opening(lines, c)));
    let ruled = (head.body..=block.bottom).any(|i| lines.class(i) == Class::Rule);
    sections(&mut rows, ruled);
    Body { rows, stray, ruled }
}

/// A heading that stands in the head of the table.
fn opening(lines: &Lines<'_>, heading: &CaptionLine) -> AlignedRow {
    AlignedRow {
        label: clean(heading.text.trim()),
        plain: String::new(),
        indent: lines.get(heading.line).indent as usize,
        lines: (heading.line, heading.line),
        section: Vec::new(),
        cells: Vec::new(),
        ruled: false,
        closes: None,
    }
}

/// Cuts the labels of the lines; numbers of words that are no label's are put into `stray`.
fn pieces(
    lines: &Lines<'_>,
    block: &Block,
    grid: &Grid,
    head: &Head,
    stray: &mut Vec<(usize, usize)>,
) -> Vec<Piece> {
    let left = if grid.mirrored { usize::MAX } else { grid.left() };
    let mut out = Vec::with_capacity((block.bottom + 1).saturating_sub(head.body));
    let (mut after_blank, mut after_rule, mut after_page) = (false, false, false);
    let mut next_row = 0;
    let mut i = head.body;
    while i <= block.bottom {
        if head.caption.iter().any(|c| c.line == i) {
            i += 1;
            continue;
        }
        let face = lines.face(i);
        // A number in a note may stand on a column's edge: no row.
        next_row += grid.rows[next_row..].iter().take_while(|r| r.line < i).count();
        let row = grid.rows[next_row..].first().filter(|r| r.line == i);
        let end = match (lines.class(i), row) {
            (_, Some(row)) => row.label_end,
            (Class::Text | Class::Figures | Class::Years, None) => label_extent(face, left),
            (Class::Blank, None) => {
                after_blank = true;
                i += 1;
                continue;
            }
            (Class::Rule, None) => {
                after_rule = true;
                i += 1;
                continue;
            }
            (Class::Page, None) => {
                after_page = true;
                after_blank = true;
                i += 1;
                continue;
            }
            _ => {
                i += 1;
                continue;
            }
        };
        if row.is_none() && is_note(lines, i, block.bottom, left) {
            while i <= block.bottom && lines.class(i) == Class::Text {
                i += 1;
            }
            continue;
        }
        let start = row.map_or(0, |r| r.label_start);
        let printed = lines.printed(i, start..end);
        let text = clean(&printed);
        let repeats = after_page
            && row.is_none()
            && head.caption.iter().any(|c| c.text.trim().eq_ignore_ascii_case(text.trim()));
        let continued = row.is_none() && is_continued(&text);
        let number = row.is_some().then_some(next_row);
        if row.is_some() {
            after_page = false;
        }
        if (!text.is_empty() || number.is_some()) && !repeats && !continued {
            if row.is_none() {
                stray.extend(numbers_behind(face, end).into_iter().map(|column| (i, column)));
            }
            out.push(Piece {
                line: i,
                indent: start + face[start.min(face.len())..].len()
                    - face[start.min(face.len())..].trim_start().len(),
                end: face[..end.min(face.len())].trim_end_matches([' ', '.']).len(),
                text,
                row: number,
                after_blank,
                after_rule,
            });
            after_blank = false;
            after_rule = false;
        }
        i += 1;
    }
    out
}

/// `(continued)` and its kin, alone on a line.
fn is_continued(text: &str) -> bool {
    let plain = knowledge::plain(text.trim_matches(|c: char| !c.is_alphanumeric()));
    plain == "continued" || plain == "cont'd" || plain == "concluded"
}

/// Where the label of a line without figures ends: words over the number columns are none of it,
/// unless they stand as close as those before them.
fn label_extent(face: &str, left: usize) -> usize {
    let mut widest = 0;
    for (start, end) in gaps(face) {
        if end >= left.saturating_sub(4) && end - start > widest {
            return start;
        }
        widest = widest.max(end - start);
    }
    face.len()
}

/// Where numbers stand in a line behind its label; marks of notes are none.
fn numbers_behind(face: &str, label_end: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let mut at = label_end.min(face.len());
    for word in face[at..].split_inclusive([' ', '|']) {
        let mut start = at;
        at += word.len();
        if is_mark(word.trim_end()) {
            continue;
        }
        for part in word.split(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.'))) {
            out.extend(part.find(|c: char| c.is_ascii_digit()).map(|digit| start + digit));
            start += part.len() + 1;
        }
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

/// A label without leaders, footnote marks and a closing colon.
pub fn clean(text: &str) -> String {
    // Privacy-enhanced mail sets `- ` before a line that begins with a dash.
    let text = text.strip_prefix("- ").filter(|t| t.starts_with('-')).unwrap_or(text);
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c == '|').filter(|w| !w.is_empty()) {
        if word.bytes().all(|b| b == b'.')
            || word.len() > 3 && word.bytes().all(|b| b == b'-' || b == b'_' || b == b'=')
        {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    let leaders = out.trim_end_matches(['.', ' ', '_', '$']);
    let cut = out.len() - leaders.len();
    // One point closes an abbreviation (`Inc.`); two are leaders.
    let abbreviation = out[leaders.len()..].starts_with('.')
        && cut == 1
        && !text.contains("..")
        && !text.contains(". .");
    out.truncate(leaders.len() + usize::from(abbreviation));
    out
}

/// A label without the footnote marks behind it: `{1}`, `(7)`, `(b)`, `(*)`, ` b/`, `*`.
fn without_marks(label: &str) -> &str {
    let mut label = label.trim_end();
    loop {
        let cut = label.trim_end_matches(['*', ' ']);
        let slashed =
            cut.strip_suffix('/').and_then(|t| t.strip_suffix(|c: char| c.is_ascii_lowercase()));
        if let Some(bare) = slashed.filter(|t| t.ends_with([' ', ','])) {
            label = bare.trim_end_matches([' ', ',']);
            continue;
        }
        let marked = cut.rfind(['(', '{', '[']).filter(|&at| {
            let inner = cut[at + 1..].strip_suffix([')', '}', ']']).unwrap_or_default();
            let digits = inner.bytes().all(|b| b.is_ascii_digit()) && inner.len() <= 2;
            let letter = inner.len() == 1 && inner.bytes().all(|b| b.is_ascii_lowercase());
            let stars = inner.bytes().all(|b| b == b'*');
            // `Center(s)`, `tax effect of $ (37)`
            let part = cut[..at].trim_end().ends_with('$')
                || cut.ends_with("(s)") && !cut[..at].ends_with(' ');
            !inner.is_empty()
                && (digits || letter || stars || cut[at..].starts_with(['{', '[']))
                && at > 0
                && !part
        });
        match marked {
            Some(at) => label = cut[..at].trim_end(),
            None => return cut,
        }
    }
}

/// A label without footnote marks and colons behind it: `Performance ratios: (1)`.
fn bare_label(label: &str) -> &str {
    without_marks(label.trim_end_matches([':', ' '])).trim_end_matches([':', ' '])
}

/// How the table wraps its labels, learned from the lines that can only be continuations.
struct Style {
    /// Furthest column that labels reach.
    margin: usize,
    /// Where the figures begin.
    left: usize,
    /// By how much continuations are indented, where they agree.
    hang: Option<usize>,
    /// Blank lines stand between most lines and mean nothing.
    spaced: bool,
}

impl Style {
    fn learn(pieces: &[Piece], left: usize) -> Self {
        let margin = pieces
            .iter()
            .filter(|p| p.row.is_some() && !p.text.is_empty())
            .map(|p| p.end)
            .max()
            .unwrap_or(0);
        let mut hangs: Vec<usize> = pieces
            .windows(2)
            .filter(|w| {
                w[0].row.is_none()
                    && !w[1].after_blank
                    && w[1].starts_lower()
                    && !w[0].ends_in_colon()
                    && !w[0].starts_lower()
            })
            .filter_map(|w| w[1].indent.checked_sub(w[0].indent))
            .collect();
        hangs.sort_unstable();
        let hang = hangs.get(hangs.len() / 2).copied();
        let spaced = pieces.iter().filter(|p| p.after_blank).count() * 3 > pieces.len() * 2;
        Self { margin, left, hang, spaced }
    }

    /// Lines without figures, grouped to headings; `below` are the pieces that follow them.
    fn group<'p>(&self, lines: &[&'p Piece], below: &[Piece]) -> Vec<Vec<&'p Piece>> {
        // One column deeper than the first line is no level of headings, unless items stand there.
        let level = below.get(1).map(|item| item.indent);
        let drifts = |first: &Piece, last: &Piece, line: &Piece| {
            line.indent == first.indent + 1
                && level != Some(line.indent)
                && !line.after_blank
                && !line.after_rule
                && !last.ends_in_colon()
                && !opens_list(last, line)
                && !knowledge::is_top_heading(&knowledge::plain(&first.text))
        };
        let mut out: Vec<Vec<&Piece>> = Vec::new();
        for (k, &line) in lines.iter().enumerate() {
            let next = lines.get(k + 1).copied().or(below.first());
            match out.last_mut() {
                Some(group)
                    if self.joins(group[group.len() - 1], line)
                        || drifts(group[0], group[group.len() - 1], line)
                        || hangs_over_none(group[group.len() - 1], line, next) =>
                {
                    group.push(line);
                }
                _ => out.push(vec![line]),
            }
        }
        out
    }

    /// Whether `next` carries on the words of `line`, which has no figures.
    fn joins(&self, line: &Piece, next: &Piece) -> bool {
        let after_blank = next.after_blank && !self.spaced;
        if next.text.is_empty() {
            return !next.after_rule && !after_blank && !line.ends_in_colon();
        }
        if line.ends_in_colon() {
            // `Issued and outstanding:` / `1997, 1,943,666; ...`
            return next.text.starts_with(|c: char| c.is_ascii_digit())
                && next.text.split(' ').any(is_count)
                && next.indent >= line.indent
                && !after_blank;
        }
        if next.starts_lower() {
            return !next.after_rule || line.hangs() || !after_blank;
        }
        // `NET INTEREST INCOME` / `AFTER PROVISION FOR LOAN LOSSES`
        if line.is_capitals() && next.is_capitals() && knowledge::is_joint(first_word(&next.text)) {
            return !next.after_rule && !after_blank;
        }
        if is_mark(&next.text) {
            return true;
        }
        // `Stockholders' Equity` / `(Deficit)`
        let aside = next.row.is_none() && next.text.starts_with('(') && next.indent == line.indent;
        if aside && next.text.contains(')') {
            return !after_blank && !next.after_rule;
        }
        let words = knowledge::plain(&line.text);
        // `Year Ended` / `December 31, 1999`
        if knowledge::is_end_of_one(&words) {
            return next.row.is_some()
                && period::read(&next.text).iter().any(|s| s.end().is_some());
        }
        if knowledge::is_top_heading(&words)
            || knowledge::is_standard_heading(&words) && !line.hangs()
        {
            return false;
        }
        if knowledge::is_activity(&words) {
            return knowledge::plain(next.text.trim_end_matches(':')) == "activities";
        }
        if line.is_capitals() && !next.is_capitals() {
            return false;
        }
        if line.hangs() {
            return !next.after_rule || unbalanced(&line.text);
        }
        if opens_list(line, next) {
            return false;
        }
        if after_blank || next.after_rule {
            return false;
        }
        let counted = next.text.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit())
            && next.text.contains(' ');
        if counted && next.indent >= line.indent && line.text.len() > 12 {
            return true;
        }
        let parenthesis = next.text.starts_with('(')
            && next.text.ends_with(')')
            && next.text.matches(')').count() == 1;
        if parenthesis && next.row.is_some() && next.indent >= line.indent {
            return true;
        }
        if knowledge::carries_on(&next.text)
            && next.indent >= line.indent
            && line.text.contains(' ')
        {
            return true;
        }
        // A line that runs on over the figures was not wrapped.
        let full =
            line.end + 1 + first_word(&next.text).len() > self.margin && line.end <= self.left;
        let hung = match self.hang {
            Some(hang) => next.indent == line.indent + hang,
            None => {
                next.indent > line.indent && next.indent <= line.indent + 4
                    || next.indent == line.indent && line.end > 30
            }
        };
        full && hung && line.end > line.indent + 8
    }
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Whether a line right below another and deeper heads nothing, since what follows stands no deeper
/// than the other: the two are one heading.
fn hangs_over_none(line: &Piece, deeper: &Piece, next: Option<&Piece>) -> bool {
    const HANG: std::ops::RangeInclusive<usize> = 1..=4;
    let heads = |p: &Piece| {
        let words = knowledge::plain(&p.text);
        knowledge::is_top_heading(&words)
            || knowledge::is_standard_heading(&words)
            || knowledge::is_activity(&words)
    };
    deeper.indent.checked_sub(line.indent).is_some_and(|hang| HANG.contains(&hang))
        && deeper.line == line.line + 1
        && ![line, deeper].iter().any(|p| p.ends_in_colon())
        && next.is_some_and(|n| n.indent <= line.indent)
        && !heads(line)
        && !heads(deeper)
}

/// Whether a line can only be the heading of what follows: `Weighted average shares outstanding` /
/// `Diluted`; `Loss per share` / `Before accounting change`.
fn opens_list(line: &Piece, next: &Piece) -> bool {
    knowledge::is_ditto(&knowledge::plain(without_marks(&next.text)))
        || line.text.contains(' ')
            && knowledge::plain(&line.text).ends_with("per share")
            && next.text.starts_with("Before ")
}

fn gather(pieces: &[Piece], grid: &Grid, style: &Style) -> Vec<AlignedRow> {
    let mut out: Vec<AlignedRow> = Vec::with_capacity(pieces.len());
    let mut pending: Vec<&Piece> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let Some(row) = piece.row.map(|r| &grid.rows[r]) else {
            if !(pending.is_empty() && goes_on(out.last_mut(), piece)) {
                pending.push(piece);
            }
            continue;
        };
        let mut groups = style.group(&pending, &pieces[at..]);
        let joins = groups.last().is_some_and(|g| {
            let last = g[g.len() - 1];
            // A heading of several lines has a colon or stands apart; this is a label.
            let words = knowledge::plain(&join(g.iter().copied()));
            if knowledge::is_standard_heading(&words) && !piece.starts_lower() {
                return false;
            }
            let wrapped = g.len() > 1
                && !knowledge::is_activity(&words)
                && piece.indent == last.indent
                && !last.ends_in_colon()
                && !piece.after_blank
                && !piece.after_rule
                && last.is_capitals() == piece.is_capitals()
                && !opens_list(last, piece);
            let goes_on = g.len() > 1 && !piece.after_rule && knowledge::carries_on(&piece.text);
            let only = || {
                !knowledge::is_activity(&words)
                    && !opens_list(last, piece)
                    && is_only_child(pieces, at - 1)
            };
            (style.joins(last, piece) || wrapped || goes_on || only())
                && !is_item(last, piece, pieces.get(at + 1))
        });
        let prefix = if joins { groups.pop().unwrap_or_default() } else { Vec::new() };
        out.extend(groups.iter().flat_map(|group| headings(group)));
        pending.clear();
        if prefix.is_empty() && piece.text.is_empty() && completes(out.last_mut(), piece, row) {
            continue;
        }
        let first = prefix.first().copied().unwrap_or(piece);
        let label = join(prefix.iter().copied().chain([piece]));
        out.push(AlignedRow {
            label,
            plain: String::new(),
            indent: first.indent,
            lines: (first.line, piece.line),
            section: Vec::new(),
            cells: row
                .cells
                .iter()
                .map(|&(column, token)| PlacedToken { column, line: row.line, token })
                .collect(),
            ruled: first.after_rule,
            closes: None,
        });
    }
    out.extend(style.group(&pending, &[]).iter().flat_map(|group| headings(group)));
    out
}

/// Whether a row hangs below a line that has no figures, and no other row does: one row alone is no
/// list, and the line no heading.
fn is_only_child(pieces: &[Piece], line: usize) -> bool {
    const HANG: std::ops::RangeInclusive<usize> = 1..=4;
    let close = |above: usize| {
        pieces.get(above).zip(pieces.get(above + 1)).is_some_and(|(above, below)| {
            below.line == above.line + 1 && !below.after_blank && !below.after_rule
        })
    };
    let sibling = |k: Option<usize>| {
        k.and_then(|k| pieces.get(k)).is_some_and(|p| p.indent == pieces[line].indent)
    };
    let (above, row) = (&pieces[line], &pieces[line + 1]);
    let before = line.checked_sub(1);
    above.text.starts_with(char::is_uppercase)
        && row.text.starts_with(char::is_uppercase)
        && above.is_capitals() == row.is_capitals()
        && !above.ends_in_colon()
        && above.text.contains(' ')
        && !row.text.starts_with(&above.text)
        && row.indent.checked_sub(above.indent).is_some_and(|hang| HANG.contains(&hang))
        && close(line)
        && if close(line + 1) {
            sibling(Some(line + 2))
        } else {
            match before {
                Some(before) if close(before) => {
                    sibling(Some(before)) && pieces[before].row.is_some()
                }
                _ => true,
            }
        }
        && !knowledge::names_item(&knowledge::plain(&row.text))
}

/// Whether a row deeper than the words above it is followed by its like: they are a heading then,
/// however full their line.
fn is_item(above: &Piece, row: &Piece, next: Option<&Piece>) -> bool {
    let begins = |p: &Piece| p.text.starts_with(char::is_uppercase);
    // `Net income per share` / `-- basic` / `-- diluted`
    let dashed = |p: &Piece| p.text.starts_with("--") || p.text.starts_with("- ");
    if dashed(row) && next.is_some_and(|n| n.row.is_some() && dashed(n)) {
        return true;
    }
    row.indent > above.indent
        && begins(above)
        && begins(row)
        && !row.after_rule
        && (!above.hangs() || above.text.ends_with("--"))
        && !knowledge::carries_on(&row.text)
        && next.is_some_and(|n| {
            n.row.is_some()
                && n.indent == row.indent
                && begins(n)
                && !n.after_rule
                && n.line == row.line + 1
        })
}

/// Words below figures that belong to the label before.
fn goes_on(row: Option<&mut AlignedRow>, piece: &Piece) -> bool {
    let Some(row) = row.filter(|r| !r.cells.is_empty() && !r.label.is_empty()) else {
        return false;
    };
    if piece.after_rule
        || piece.after_blank
            && !(unbalanced(&row.label) || piece.starts_lower() && piece.indent >= row.indent)
        || piece.ends_in_colon() && !piece.starts_lower()
    {
        return false;
    }
    let aside =
        piece.text.starts_with('(') && piece.text.ends_with(')') && piece.indent >= row.indent;
    let number = piece.text.starts_with(|c: char| c == '$' || c.is_ascii_digit());
    let hanging = hangs(&row.label, true) && (piece.indent >= row.indent || number);
    if !(piece.starts_lower() || hanging || aside) {
        return false;
    }
    row.label = join_two(&row.label, &piece.text);
    row.lines.1 = piece.line;
    true
}

/// A figure alone on a line right below its row-mates fills the column that they leave blank.
fn completes(row: Option<&mut AlignedRow>, piece: &Piece, cut: &GridRow) -> bool {
    let Some(row) = row.filter(|r| !r.cells.is_empty()) else { return false };
    let apart = piece.after_rule || piece.after_blank || piece.line > row.lines.1 + 1;
    let fits = cut.cells.iter().all(|(column, _)| row.cells.iter().all(|c| c.column != *column));
    if apart || !fits {
        return false;
    }
    row.cells.extend(cut.cells.iter().map(|&(column, token)| PlacedToken {
        column,
        line: cut.line,
        token,
    }));
    row.cells.sort_by_key(|c| c.column);
    row.lines.1 = piece.line;
    true
}

/// A heading of one or more lines; two where one is printed behind the other.
fn headings(group: &[&Piece]) -> Vec<AlignedRow> {
    let label = join(group.iter().copied());
    match second_heading(&label) {
        Some(at) => [label[..at].trim_end(), &label[at..]]
            .map(|label| heading(group, label.to_owned()))
            .into(),
        None => vec![heading(group, label)],
    }
}

/// Where a second heading begins in words that are two: `Commitments and contingencies Stockholders'
/// equity:`, `LIABILITIES AND SHAREHOLDERS' EQUITY Current liabilities:`.
fn second_heading(label: &str) -> Option<usize> {
    let plain = knowledge::plain(label);
    if !knowledge::is_bare_heading(&plain) && !knowledge::is_top_heading(plain.split(' ').next()?) {
        return None;
    }
    let starts = label.match_indices(' ').map(|(blank, _)| blank + 1);
    starts.into_iter().find(|&at| {
        let first = knowledge::plain(label[..at].trim_end());
        label[at..].starts_with(char::is_uppercase)
            && (knowledge::is_bare_heading(&first) && !knowledge::is_hanging(last_word(&first))
                || knowledge::is_top_heading(&first))
            && knowledge::is_standard_heading(&knowledge::key(&label[at..]))
    })
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or_default()
}

fn heading(group: &[&Piece], label: String) -> AlignedRow {
    AlignedRow {
        label,
        plain: String::new(),
        indent: group[0].indent,
        lines: (group[0].line, group[group.len() - 1].line),
        section: Vec::new(),
        cells: Vec::new(),
        ruled: group[0].after_rule,
        closes: None,
    }
}

fn join<'p>(pieces: impl Iterator<Item = &'p Piece>) -> String {
    pieces.filter(|p| !p.text.is_empty()).fold(String::new(), |all, p| join_two(&all, &p.text))
}

/// Joins two lines of a label; a word broken by a hyphen is made whole.
fn join_two(first: &str, second: &str) -> String {
    if first.is_empty() {
        return second.to_owned();
    }
    if let Some(stem) =
        first.strip_suffix('-').filter(|_| second.starts_with(|c: char| c.is_lowercase()))
    {
        let word = stem.rsplit([' ', '-']).next().unwrap_or("");
        if word.chars().count() > 1 && word.chars().all(char::is_alphabetic) {
            // `inven-/tories` is one word; `non-/current` and `available-for-/sale` keep the hyphen.
            let compound = stem.rsplit(' ').next().is_some_and(|whole| whole.contains('-'));
            let hyphen = if compound || knowledge::takes_hyphen(word) { "-" } else { "" };
            return format!("{stem}{hyphen}{second}");
        }
    }
    format!("{first} {second}")
}

/// A heading in force.
struct Open {
    text: Arc<str>,
    plain: String,
    key: String,
    indent: usize,
    capitals: bool,
    top: bool,
    /// Share counts stand below.
    counts_shares: bool,
    /// Another heading stands right below it, as far to the left.
    leads: bool,
    /// Indentation of the first row below.
    items: Option<usize>,
    /// Whether that row is in capitals.
    capital_items: bool,
}

/// Gives every row the headings in force above it, and its label the last form.
fn sections(rows: &mut [AlignedRow], ruled: bool) {
    let mut open: Vec<Open> = Vec::new();
    let mut after_heading = false;
    let deepest = rows
        .iter()
        .filter(|r| !r.cells.is_empty() && !r.label.is_empty())
        .map(|r| r.indent)
        .max()
        .unwrap_or(0);
    let shallowest = rows
        .iter()
        .filter(|r| !r.cells.is_empty() && !r.label.is_empty())
        .map(|r| r.indent)
        .min()
        .unwrap_or(0);
    let item_indents = item_indents_below(rows);
    let totals = side_totals_below(rows);
    for i in 0..rows.len() {
        let (before, after) = rows.split_at_mut(i + 1);
        let (row, next) = (&mut before[i], after.first());
        row.closes = None;
        let next_is_heading = || next.is_none_or(|r| r.cells.is_empty());
        let next_is_top = || {
            next.is_none_or(|r| {
                r.cells.is_empty() && knowledge::is_top_heading(&knowledge::plain(&r.label))
            })
        };
        let next_is_sum = || {
            next.is_some_and(|r| {
                !r.cells.is_empty()
                    && (r.label.is_empty()
                        || knowledge::is_main_line(&knowledge::key(&r.label))
                        || knowledge::is_closer(&knowledge::plain(&r.label)))
            })
        };
        let next_is_capitals = || next.is_some_and(|r| is_capitals(&r.label));
        let next_indent = next.map_or(0, |r| r.indent);
        let next_is_deeper = item_indents[i].is_some_and(|indent| indent > row.indent);
        if row.cells.is_empty() {
            let text = bare_label(&row.label).trim_end_matches(['-', ' ']);
            let plain = knowledge::plain(text);
            let colon = row.label.ends_with(':');
            let mut heading = Open {
                text: text.into(),
                indent: row.indent,
                capitals: is_capitals(text),
                top: knowledge::is_top_heading(&plain),
                leads: next.is_some_and(|r| r.cells.is_empty() && r.indent == row.indent),
                key: knowledge::key(&plain),
                counts_shares: plain.contains("shares")
                    && knowledge::measure_of(&plain) == Some(knowledge::Measure::Shares),
                plain,
                items: None,
                capital_items: false,
            };
            // `Assets` right below a heading of selected data opens no side of a balance sheet.
            // `Liabilities` right below `Liabilities and equity` are a part of that side.
            let holds = |o: &Open| !o.top || o.plain.starts_with("liabilities and");
            heading.top &= !(after_heading && open.last().is_some_and(holds));
            close_for(
                &mut open,
                &heading,
                after_heading,
                next_is_deeper,
                heading.indent > deepest + 8,
            );
            row.section = open.iter().map(|o| o.text.clone()).collect();
            row.label.truncate(heading.text.len());
            if let Some(outer) =
                open.last_mut().filter(|o| after_heading && o.indent == heading.indent)
            {
                outer.items.get_or_insert(heading.indent);
            }
            if !knowledge::is_bare_heading(&heading.plain)
                && !(row.label.contains("par value") && !colon)
            {
                open.push(heading);
                after_heading = true;
            }
            continue;
        }
        after_heading = false;
        // Without a heading in force there is none to close.
        let label = if open.is_empty() { String::new() } else { knowledge::key(&row.label) };
        if row.label.is_empty() {
            // An unlabelled subtotal closes the innermost heading, unless its rows go on.
            let ends = |o: &Open| {
                if o.top && totals[i] {
                    return false;
                }
                next_is_heading()
                    || next_is_sum()
                    || o.items.is_some_and(|items| next_indent < items)
                    || o.capitals && next_is_capitals()
            };
            if (row.ruled || !ruled) && open.last().is_some_and(ends) {
                row.closes = open.pop().map(|o| o.text);
                // The sum of a side: nothing but the other side follows.
                if next_is_top() && open.last().is_some_and(|o| o.top) {
                    row.closes = open.pop().map(|o| o.text);
                }
            }
        } else {
            let next_indent = next.filter(|r| !r.cells.is_empty()).map(|r| r.indent);
            if let Some(at) = closed_by(&open, &label, row.indent >= shallowest + 12)
                .or_else(|| repeated_by(&open, &label, row, next_indent))
            {
                open.truncate(at);
            }
            let begins = row.label.starts_with(char::is_uppercase);
            while open.last().is_some_and(|o| begins && knowledge::is_worked_out(&o.plain, &label))
            {
                open.pop();
            }
            let gathers = |o: &Open| o.items.is_some() && knowledge::gathers_items(&o.plain);
            if open.last().is_some_and(gathers) && knowledge::is_main_line(&label) {
                while open.last().is_some_and(gathers) {
                    open.pop();
                }
            }
            while open.last().is_some_and(|o| {
                o.items.is_some_and(|items| items > o.indent && row.indent <= o.indent) && !o.top
            }) {
                open.pop();
            }
            // A row in capitals ends a heading in capitals over rows that are in none.
            let capitals = is_capitals(&row.label) && !is_acronym(&row.label);
            while open.last().is_some_and(|o| {
                capitals && o.capitals && !o.top && o.items.is_some() && !o.capital_items
            }) {
                open.pop();
            }
            if let Some(last) = open.last_mut().filter(|o| o.items.is_none()) {
                last.items = Some(row.indent);
                last.capital_items = capitals;
            }
        }
        row.section = open.iter().map(|o| o.text.clone()).collect();
        // A closing balance ends the account it closes.
        if label.starts_with("balance") && label.contains("end of") {
            open.pop();
        }
        row.label.truncate(bare_label(&row.label).len());
    }
    for row in rows {
        row.plain = knowledge::plain(&row.label);
    }
}

/// For each row, the indentation of the first row with figures below it.
fn item_indents_below(rows: &[AlignedRow]) -> Vec<Option<usize>> {
    let mut out = vec![None; rows.len()];
    let mut below = None;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = below;
        if !row.cells.is_empty() {
            below = Some(row.indent);
        }
    }
    out
}

/// For each row, whether the labelled total of its side of a balance sheet is still to come.
fn side_totals_below(rows: &[AlignedRow]) -> Vec<bool> {
    let mut out = vec![false; rows.len()];
    let mut below = false;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = below;
        if row.cells.is_empty() {
            below &= !knowledge::is_top_heading(&knowledge::plain(&row.label));
        } else if row.label.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("total")) {
            let label = knowledge::key(&row.label);
            below |= label == "total assets" || label.starts_with("total liabilities and");
        }
    }
    out
}

/// Closes what a new heading ends: the heading of its own kind, and all inside.
fn close_for(open: &mut Vec<Open>, new: &Open, after_heading: bool, deeper: bool, centered: bool) {
    if centered && !after_heading {
        open.retain(|o| o.top);
        return;
    }
    let equity = new.plain.contains("holders' equity")
        && open.last().is_some_and(|o| o.plain == "liabilities");
    if new.top || knowledge::is_activity(&new.plain) {
        open.clear();
        return;
    }
    if equity {
        open.pop();
        return;
    }
    // Counts of shares stand beside earnings per share, basic and diluted, and not among them.
    if new.counts_shares
        && let Some(at) = open.iter().position(|o| o.leads && o.plain.contains("per share"))
    {
        open.truncate(at);
        return;
    }
    if after_heading {
        // Straight below another heading: inside it, unless it is of a higher kind.
        while open.last().is_some_and(|o| {
            new.capitals && !o.capitals
                || new.indent < o.indent && !o.top && o.capitals == new.capitals
        }) {
            open.pop();
        }
        return;
    }
    // Rows at the heading's own indentation, rows of the new one deeper: it stands among these rows.
    let among = |o: &Open| {
        deeper && !(new.capitals && o.capitals) && o.items.is_some_and(|items| items == o.indent)
    };
    // Back at the indentation of a heading over deeper rows, a heading stands beside it.
    let left = |o: &Open| deeper && o.items.is_some_and(|items| items > o.indent);
    let level =
        |o: &Open| !o.top && o.indent == new.indent && (o.capitals == new.capitals || left(o));
    // Headings that lead others, or whose rows stand no deeper than themselves, follow each other
    // whatever stands between them.
    let flat = |o: &Open| !o.leads && o.items == Some(o.indent);
    let sibling = |o: &Open| level(o) && (new.leads && o.leads || !new.leads && !deeper && flat(o));
    if let Some(at) = open.iter().position(sibling) {
        open.truncate(at);
        return;
    }
    if let Some(at) = open.iter().rposition(|o| level(o) && !among(o)) {
        open.truncate(at);
        return;
    }
    while open.last().is_some_and(|o| {
        !o.top
            && !among(o)
            && (new.capitals && !o.capitals || new.capitals == o.capitals && o.indent >= new.indent)
    }) {
        open.pop();
    }
}

/// The heading that a total closes.
fn closed_by(open: &[Open], label: &str, inside: bool) -> Option<usize> {
    if !knowledge::is_closer(label) || open.is_empty() {
        return None;
    }
    if label == "total" {
        return Some(open.len() - 1);
    }
    if label.contains(" in cash") {
        return Some(0);
    }
    if label.starts_with("total liabilities and") {
        // `Total liabilities and equity` closes `Liabilities and shareholders' equity`.
        let side = open.iter().rposition(|o| o.top && o.plain.starts_with("liabilities and"));
        if side.is_some() {
            return side;
        }
    }
    let words: Vec<&str> = content_words(label).collect();
    let named = open.iter().rposition(|o| {
        let heading: Vec<&str> = content_words(&o.key).collect();
        // Only its own total closes a side: `Total current assets` does not close `Assets`. A
        // total printed deep inside belongs to the side it sums.
        let whole = !o.top
            || (heading.len() == words.len()
                || heading.len() > 3 && heading.len() + 1 == words.len())
                && !(inside && o.indent > 12);
        whole
            && !heading.is_empty()
            && heading.iter().all(|w| words.iter().any(|l| same_word(l, w)))
    });
    // What is adjusted and what changed sum up to cash, whatever the activity is called.
    let adjusts = |o: &Open| knowledge::adjusts(&o.plain);
    named.or_else(|| open.iter().position(adjusts).filter(|_| label.starts_with("net cash")))
}

/// The heading that a total repeats, in full (`Current taxes`) or in part: `Total net sales` of
/// `Net sales to unaffiliated customers`; or that a rule above the total closes.
fn repeated_by(
    open: &[Open],
    label: &str,
    row: &AlignedRow,
    next_indent: Option<usize>,
) -> Option<usize> {
    let last = open.last().filter(|o| !o.top)?;
    let items = last.items?;
    let ends = || row.indent > items || next_indent.is_none_or(|next| next < items);
    let in_full = || last.key == label && ends();
    // `Net property, plant and equipment` of `Property, plant and equipment`
    let net = || {
        let is_stem = |stem| stem == last.key;
        label.strip_prefix("net ").is_some_and(is_stem)
            || label.strip_suffix(" net").is_some_and(is_stem) && row.ruled
    };
    // Whatever is taken off ends at the rule above what is left.
    let left = || row.ruled && last.plain == "less";
    let sum = || row.ruled && label.starts_with("total ") && knowledge::gathers_items(&last.plain);
    let in_part = || {
        let mut words = content_words(label).peekable();
        label.starts_with("total ")
            && words.peek().is_some()
            && words.all(|w| content_words(&last.key).any(|h| same_word(h, w)))
    };
    (in_full() || in_part() || net() || left() || sum()).then(|| open.len() - 1)
}

/// `EMEA`, `OEM`: in capitals, whatever the rows around it are in.
fn is_acronym(label: &str) -> bool {
    label.len() <= 4 && !label.contains(' ')
}

fn same_word(a: &str, b: &str) -> bool {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a == b || a.trim_end_matches('s') == b.trim_end_matches('s') || same >= 5
}

fn content_words(text: &str) -> impl Iterator<Item = &str> {
    const EMPTY: [&str; 14] = [
        "total",
        "cash",
        "flows",
        "flow",
        "from",
        "by",
        "used",
        "provided",
        "generated",
        "net",
        "in",
        "for",
        "and",
        "the",
    ];
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|w| !w.is_empty() && !EMPTY.contains(w))
}
