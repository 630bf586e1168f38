//! Wrapped labels: which lines make one row, and which are headings.
//!
//! A label may take several lines, with its figures on the first, the last or any other. What
//! joins two lines: a small letter at the start of the second, a word at the end of the first
//! that cannot end a label, an open parenthesis, or a first line so full that the next word had
//! no room. What is left over of the lines without figures are headings.

use std::cell::{LazyCell, OnceCell};
use std::collections::HashSet;

use crate::align::rows::label::{
    first_word, hangs, is_capitals, is_count, is_mark, join_two, last_word, unbalanced,
    without_references,
};
use crate::align::rows::pieces::Piece;
use crate::align::rows::{AlignedRow, PlacedToken};
use crate::grid::{Grid, GridRow};
use crate::knowledge::{self, Measure};
use crate::period::{self, Spec};

/// By how much the further lines of a label are indented.
const HANG: std::ops::RangeInclusive<usize> = 1..=4;

/// How the table wraps its labels, learned from the lines that can only be continuations.
struct Style {
    /// Where labels begin.
    labels: usize,
    /// Furthest column that labels reach.
    margin: usize,
    /// Where the figures begin.
    left: usize,
    /// By how much continuations are indented, where they agree.
    hang: Option<usize>,
    /// Blank lines stand between most lines and mean nothing.
    spaced: bool,
    /// No label begins with a small letter.
    capitalized: bool,
    /// Headings end in a colon.
    colons: bool,
}

impl Style {
    fn learn(pieces: &[Piece], left: usize) -> Self {
        let margin = pieces
            .iter()
            .filter(|p| p.row.is_some() && !p.text.is_empty())
            .map(|p| p.end)
            .max()
            .unwrap_or(0);
        let labels = pieces.iter().map(|p| p.indent).min().unwrap_or(0);
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
        let begins_lower = |w: &[Piece]| w.iter().all(|p| p.row.is_some()) && w[1].starts_lower();
        let capitalized = !pieces.windows(2).any(begins_lower);
        let colons = pieces.iter().filter(|p| p.row.is_none() && p.ends_in_colon()).count() > 1;
        Self { labels, margin, left, hang, spaced, capitalized, colons }
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
                && !stands_alone(&first.text)
                && !knowledge::announces_statistics(&first.text)
        };
        let mut out: Vec<Vec<&Piece>> = Vec::new();
        for (k, &line) in lines.iter().enumerate() {
            let next = lines.get(k + 1).copied().or(below.first());
            let wrapped = if k + 1 == lines.len() { below } else { &[] };
            match out.last_mut() {
                Some(group)
                    if self.joins(group[group.len() - 1], line)
                        && !self.heads_wrapped(group[group.len() - 1], line, wrapped)
                        || drifts(group[0], group[group.len() - 1], line)
                        || hangs_over_none(group[group.len() - 1], line, next)
                        || goes_on_behind_dash(group[group.len() - 1], line, next)
                            && next.is_some_and(Piece::starts_lower)
                        || self.hangs_on(group, line, next) =>
                {
                    group.push(line);
                }
                _ => out.push(vec![line]),
            }
        }
        out
    }

    /// Whether a line goes on with a label that hangs already, as deep as its last line, which was
    /// full: `Preferred Stock` / `Subject to Mandatory` below `Long-term Debt and`.
    fn hangs_on(&self, group: &[&Piece], line: &Piece, next: Option<&Piece>) -> bool {
        let [first, .., last] = group else { return false };
        last.indent > first.indent
            && line.indent == last.indent
            && line.line == last.line + 1
            && !line.after_rule
            && ![last, line].iter().any(|p| p.ends_in_colon())
            && last.shares_case(line)
            && self.is_full(last, line)
            && !opens_list(last, line)
            && next.is_some_and(|n| n.indent <= line.indent && (n.row.is_none() || line.hangs()))
    }

    /// Whether words head a label that is wrapped itself, and the next one, which stands as deep: a
    /// label of several lines has all but the first at one depth. `Classification` /
    /// `  Doubtful receivables and` / `   returns   $ 18.8` / `  Long-term receivables   2.0`
    fn heads_wrapped(&self, words: &Piece, line: &Piece, below: &[Piece]) -> bool {
        let [row, next, ..] = below else { return false };
        row.row.is_some()
            && words.indent < line.indent
            && line.indent < row.indent
            && next.indent == line.indent
            && [words, line, next].iter().all(|p| begins(p))
            && !words.hangs()
            && self.joins(line, row)
    }

    /// Whether the first word of the next line had no room on a line. One that runs on over the
    /// figures was not wrapped.
    fn is_full(&self, line: &Piece, next: &Piece) -> bool {
        line.end + 1 + first_word(&next.text).len() > self.margin && line.end <= self.left
    }

    /// Whether `next` carries on the words of `line`, which has no figures.
    fn joins(&self, line: &Piece, next: &Piece) -> bool {
        let apart = next.after_rule || next.after_blank && !self.spaced;
        if next.text.is_empty() {
            return !apart && !line.ends_in_colon();
        }
        self.told_by_words(line, next).unwrap_or_else(|| {
            if line.is_capitals() && !next.shares_case(line) {
                return false;
            }
            if line.hangs() {
                return !next.after_rule || unbalanced(&line.text);
            }
            !apart && !opens_list(line, next) && (self.is_rest(line, next) || self.fits(line, next))
        })
    }

    /// What the words of a line and of the next say, whatever their places.
    fn told_by_words(&self, line: &Piece, next: &Piece) -> Option<bool> {
        if knowledge::is_carried_over(&line.text) {
            return Some(false);
        }
        let after_blank = next.after_blank && !self.spaced;
        if line.ends_in_colon() {
            // `Issued and outstanding:` / `1997, 1,943,666; ...`
            // `Common stock, $1 par value:` / `Authorized: 20,000,000 shares`
            let counts = (next.text.starts_with(|c: char| c.is_ascii_digit())
                || knowledge::tells_par_value(&line.text))
                && next.text.split(' ').any(is_count)
                && next.indent >= line.indent
                && !names_series(&next.text)
                && !names_class(&next.text)
                && !after_blank;
            return Some(counts);
        }
        if next.starts_lower() {
            let parted = next.after_rule && after_blank || is_period(&next.text);
            return Some(!parted || line.hangs());
        }
        // `NET INTEREST INCOME` / `AFTER PROVISION FOR LOAN LOSSES`
        if line.is_capitals()
            && next.is_capitals()
            && knowledge::is_joint(first_word(next.text.trim_end_matches(':')))
        {
            return Some(!next.after_rule && !after_blank);
        }
        if is_mark(&next.text) || is_note(&next.text) {
            return Some(true);
        }
        // `Kilowatt-hour sales-` / `Total sales`
        if line.text.ends_with('-') && first_word(&next.text) == "Total" {
            return Some(false);
        }
        // `Stockholders' Equity` / `(Deficit)`
        let aside = next.row.is_none() && next.text.starts_with('(') && next.indent == line.indent;
        if aside && next.text.contains(')') {
            return Some(!after_blank && !next.after_rule);
        }
        let words = knowledge::plain(&line.text);
        if next.indent >= line.indent && knowledge::are_parted(&words, &next.text) {
            return Some(!next.after_rule && !after_blank);
        }
        // `Year Ended` / `December 31, 1999`
        if knowledge::is_end_of_one(&words) {
            let dated = || period::read(&next.text).iter().any(|s| s.end().is_some());
            // Headings that it stands over are deeper.
            let flush = || next.indent == line.indent && !next.after_rule && !after_blank;
            return Some((next.row.is_some() || flush()) && dated());
        }
        // `Nine months ended September 30, 1999` / `Revenues from external customers`
        if heads_period(line, next) {
            return Some(false);
        }
        if knowledge::is_top_heading(&words)
            || knowledge::is_standard_heading(&words) && (!line.hangs() || line.text.ends_with('-'))
            || knowledge::is_bare_heading(&words) && !line.hangs() && next.text.ends_with(':')
        {
            return Some(false);
        }
        if knowledge::is_activity(&words) {
            let rest = knowledge::plain(next.text.trim_end_matches(':'));
            return Some(rest == "activities");
        }
        // `Weighted average number of common shares` / `Outstanding (in thousands)`
        let counts = words.ends_with("shares") && words.contains(' ');
        let outstanding = counts && knowledge::plain(&next.text).starts_with("outstanding");
        outstanding.then_some(!next.after_rule && !after_blank)
    }

    /// Whether a line is by its own form the rest of the one above: centred with it, a count, an
    /// aside or words that begin no label.
    fn is_rest(&self, line: &Piece, next: &Piece) -> bool {
        if line.is_centred_with(next, self.labels) {
            return true;
        }
        if next.indent < line.indent {
            return false;
        }
        let counted = next.text.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit())
            && next.text.contains(' ');
        let aside = next.text.starts_with('(')
            && next.text.ends_with(')')
            && next.text.matches(')').count() == 1;
        // `Application of proceeds` / `  ($4,716,633 and $4,738,633):`
        let heads =
            || next.row.is_none() && next.text.starts_with('(') && next.text.ends_with("):");
        counted && line.text.len() > 12
            || aside && next.row.is_some()
            || heads()
            || knowledge::carries_on(&next.text) && line.text.contains(' ')
    }

    /// Whether a line is as full and the next stands as deep as where labels of the table wrap.
    fn fits(&self, line: &Piece, next: &Piece) -> bool {
        let hung = match self.hang {
            Some(hang) => next.indent == line.indent + hang,
            None => {
                next.indent > line.indent && next.indent <= line.indent + 4
                    || next.indent == line.indent && line.end > line.indent + 30
            }
        };
        // A line as long as the longest label of a row was not meant to be the last.
        let brimful = next.row.is_some()
            && line.end >= self.margin
            && line.end <= self.left
            && next.indent == line.indent
            && line.end > line.indent + 40;
        self.is_full(line, next) && hung && line.end > line.indent + 8 || brimful
    }

    /// Words below figures that belong to the label before.
    fn goes_on(&self, row: Option<&mut AlignedRow>, pieces: &[Piece], at: usize) -> bool {
        let piece = &pieces[at];
        let Some(row) = row.filter(|r| !r.cells.is_empty() && !r.label.is_empty()) else {
            return false;
        };
        // `Common stock, $.01 par value;` / / `50,000,000 shares authorized`
        let number = piece.text.starts_with(|c: char| c == '$' || c.is_ascii_digit());
        // `Common shares, par value $1 per share` / `Authorized shares: 2,000,000,000`
        let counts = || piece.text.split(' ').any(is_count) || piece.ends_in_colon();
        let of_shares = piece.indent > row.indent
            && knowledge::tells_par_value(&row.label)
            && !names_class(&piece.text);
        let breaks_off = row.label.ends_with([';', ','])
            && (piece.indent > row.indent
                || number && piece.indent == row.indent
                || is_count(first_word(&piece.text))
                || knowledge::tells_par_value(&piece.text));
        let carries_on = piece.starts_lower() && (piece.indent >= row.indent || self.capitalized);
        if piece.after_rule
            || is_period(&piece.text) && !hangs(&row.label, true)
            || piece.after_blank && !(unbalanced(&row.label) || carries_on || breaks_off)
            || piece.ends_in_colon() && !piece.starts_lower() && !of_shares
        {
            return false;
        }
        let aside = is_mark(&piece.text)
            || piece.text.starts_with('(')
                && piece.text.ends_with(')')
                && piece.indent >= row.indent;
        // `Other operating   9,972` / `General and` / `  administrative   4,310`
        // `Earnings on Common   1,209` / `Primary earnings per share`
        let per_share =
            || knowledge::measure_of(&knowledge::plain(&piece.text)) == Some(Measure::PerShare);
        let opens_label =
            || piece.indent == row.indent && begins(piece) && (piece.hangs() || per_share());
        let hanging =
            hangs(&row.label, true) && (piece.indent >= row.indent || number) && !opens_label();
        let ends_label = || ends_paragraph(row, pieces, at);
        if !(piece.starts_lower() || hanging || aside || of_shares && counts() || ends_label()) {
            return false;
        }
        row.label = join_two(&row.label, &piece.text);
        row.lines.1 = piece.line;
        true
    }
}

/// Whether words name how long a period is and when it ends, and no more, as those do that head the
/// rows of one: `Six Months Ended June 30,` over columns of years.
fn is_period(words: &str) -> bool {
    let ends = |s: &Spec| (s.length.is_some() || s.quarter.is_some()) && s.month_day.is_some();
    period::is_bare(words) && matches!(&period::read(words)[..], [spec] if ends(spec))
}

/// Whether words are no more than a reference to notes: `(Note 6)`, `(Notes 2 and 5)`.
fn is_note(words: &str) -> bool {
    words.starts_with("(Note") && words.ends_with(')') || without_references(words).is_empty()
}

/// Whether a line is the name of a period, to which the next adds no year, or a whole date, with
/// which no label begins that goes on below.
fn heads_period(line: &Piece, next: &Piece) -> bool {
    is_period(&line.text) && !next.text.starts_with(|c: char| c.is_ascii_digit())
        || heads_date(&line.text, next)
        || ends_in_day(&line.text) && next.text.starts_with(char::is_uppercase)
}

/// Whether words are a whole date or a period that has one, with which no label begins that goes on
/// below.
fn heads_date(words: &str, next: &Piece) -> bool {
    period::is_bare(words)
        && matches!(&period::read_dated(words)[..], [spec] if spec.end().is_some())
        && next.text.starts_with(char::is_alphabetic)
}

/// Whether words end in the day of any year on which all that they head is told:
/// `Weighted-average assumptions as of December 31`.
fn ends_in_day(words: &str) -> bool {
    let mut last = words.trim_end_matches([':', ',']).rsplit(' ');
    let is_day = last.next().is_some_and(|day| day.parse().is_ok_and(|n: u8| n <= 31))
        && last.next().is_some_and(knowledge::is_month);
    let of_any_year =
        |spec: &Spec| spec.instant && spec.month_day.is_some() && spec.years.is_empty();
    is_day && matches!(&period::read_dated(words)[..], [spec] if of_any_year(spec))
}

/// Whether a line stands above a row that is named by its year or its day alone, and breaks off
/// before none: `Allowance for doubtful accounts` / `  2002`.
fn heads_dates(line: &Piece, next: &Piece) -> bool {
    let is_date = || {
        period::is_bare(&next.text)
            && matches!(&period::read(&next.text)[..], [spec] if spec.years.len() == 1)
    };
    next.row.is_some()
        && !line.hangs()
        && !line.text.ends_with(',')
        && is_date()
        && !period::speaks(&line.text)
}

/// Whether a line ends with the day on which each of several years ends that are named by no more
/// than their number below it: `Year ending December 31,` / `2002` / `2003`.
fn heads_years(line: &Piece, row: &Piece, next: Option<&Piece>) -> bool {
    let is_year = |piece: &Piece| period::four_digits(&piece.text).is_some();
    let is_next = |next: &Piece| next.row.is_some() && next.indent == row.indent && is_year(next);
    is_period(&line.text) && is_year(row) && next.is_some_and(is_next)
}

/// Whether a label begins with the rate by which one of several issues is called: `4.20% Series,
/// 150,000 shares`, `6 1/8% Series`.
fn names_series(label: &str) -> bool {
    label.split(' ').take(2).any(|word| word.ends_with('%'))
}

/// Whether a label begins with the class of stock that it is of: `Class A - 25,000,000 shares
/// authorized`.
fn names_class(label: &str) -> bool {
    let mut words = label.split(' ');
    words.next().is_some_and(|word| knowledge::is_lettered(&knowledge::plain(word)))
        && words.next().is_some_and(|name| {
            matches!(name.trim_matches(|c: char| !c.is_alphanumeric()).as_bytes(), [b'A'..=b'Z'])
        })
}

/// Whether words are a heading whatever stands below them: `ASSETS`, `Investment income`.
fn stands_alone(words: &str) -> bool {
    let plain = knowledge::plain(words);
    knowledge::is_top_heading(&plain) || knowledge::is_standard_heading(&plain)
}

/// Whether a line right below another and deeper heads nothing, since what follows stands no deeper
/// than the other: the two are one heading.
fn hangs_over_none(line: &Piece, deeper: &Piece, next: Option<&Piece>) -> bool {
    let heads =
        |p: &Piece| stands_alone(&p.text) || knowledge::is_activity(&knowledge::plain(&p.text));
    deeper.indent.checked_sub(line.indent).is_some_and(|hang| HANG.contains(&hang))
        && deeper.line == line.line + 1
        && ![line, deeper].iter().any(|p| p.ends_in_colon())
        && !(line.is_capitals() && !deeper.is_capitals())
        && next.is_some_and(|n| n.indent <= line.indent)
        && !heads(line)
        && !heads(deeper)
}

/// Whether a line can only be the heading of what follows: `Weighted average shares outstanding` /
/// `Diluted`; `Market price of common stock` / `High`; `Loss per share` /
/// `Before accounting change`; `Senior notes` / `9% notes due 2004`.
fn opens_list(line: &Piece, next: &Piece) -> bool {
    if next.row.is_some() && names_series(&next.text) && !next.text.starts_with('(') {
        return true;
    }
    let words = without_references(&next.text);
    knowledge::is_ditto(&knowledge::plain(words))
        || knowledge::heads_prices(words)
        || line.text.contains(' ')
            && knowledge::measure_of(&knowledge::plain(&line.text)) == Some(Measure::PerShare)
            && next.text.starts_with("Before ")
}

/// Puts the lines of a body together to headings and rows.
pub(super) fn gather(pieces: &[Piece], grid: &Grid) -> Vec<AlignedRow> {
    let style = Style::learn(pieces, grid.left());
    let mut out: Vec<AlignedRow> = Vec::with_capacity(pieces.len());
    let mut pending: Vec<&Piece> = Vec::new();
    let lists = LazyCell::new(|| headings_of_lists(pieces));
    for (at, piece) in pieces.iter().enumerate() {
        let Some(row) = piece.row.map(|r| &grid.rows[r]) else {
            let row = out.last_mut().filter(|_| pending.is_empty());
            if let Some(row) = row.filter(|row| names_row_above(row, pieces, at)) {
                row.label.clone_from(&piece.text);
                row.lines.1 = piece.line;
            } else if !(pending.is_empty() && style.goes_on(out.last_mut(), pieces, at)) {
                pending.push(piece);
            }
            continue;
        };
        let hung = hung_label(pieces, at).and_then(|first| pending.len().checked_sub(at - first));
        let hung = hung.map(|first| pending.split_off(first));
        let mut groups = style.group(&pending, &pieces[at..]);
        let joins = groups.last().is_some_and(|group| {
            let last = group[group.len() - 1];
            let heads_list =
                || piece.indent > last.indent && begins(piece) && lists.contains(&*last.text);
            hung.is_none() && goes_on_in(group, pieces, at, row, &style) && !heads_list()
        });
        let prefix = if joins { groups.pop() } else { hung }.unwrap_or_default();
        out.extend(groups.iter().flat_map(|group| headings(group)));
        pending.clear();
        if prefix.is_empty() && completes(out.last_mut(), piece, row, grid.columns.len()) {
            continue;
        }
        out.push(aligned(&prefix, piece, row));
    }
    out.extend(style.group(&pending, &[]).iter().flat_map(|group| headings(group)));
    out
}

/// Whether lines without figures are the begin of the label of the row below them, and no heading.
fn goes_on_in(group: &[&Piece], pieces: &[Piece], at: usize, row: &GridRow, style: &Style) -> bool {
    let (piece, next) = (&pieces[at], pieces.get(at + 1));
    let last = group[group.len() - 1];
    // A heading of several lines has a colon or stands apart; this is a label.
    let whole = join(group.iter().copied());
    let words = knowledge::plain(&whole);
    let heads = || {
        knowledge::is_standard_heading(&words)
            || knowledge::opens_supplement(&words)
            || knowledge::is_carried_over(&last.text)
            || heads_period(last, piece)
            || heads_date(&whole, piece)
            || heads_dates(last, piece)
            || heads_years(last, piece, next)
    };
    // `Provision for income taxes` / `(Note 6)`
    let is_rest = is_note(&piece.text)
        || knowledge::is_rest(&knowledge::plain(&piece.text))
        || knowledge::are_parted(&words, &piece.text);
    if heads() && !piece.starts_lower() && !is_rest {
        return false;
    }
    let in_lines = group.len() > 1 && !piece.after_rule && !last.ends_in_colon();
    let wrapped = || {
        in_lines
            && !knowledge::is_activity(&words)
            && piece.indent == last.indent
            && !piece.after_blank
            && last.shares_case(piece)
            && !opens_list(last, piece)
    };
    let carries_on = || in_lines && knowledge::carries_on(&piece.text);
    let only = || {
        !knowledge::is_activity(&words)
            && !knowledge::is_top_heading(&words)
            && !opens_list(last, piece)
            && is_only_child(pieces, at - 1)
    };
    let flush = || style.colons && !heads() && is_flush(pieces, at - 1);
    let dashes = || names_part(last, piece, next) || goes_on_behind_dash(last, piece, next);
    let joins =
        || style.joins(last, piece) || wrapped() || carries_on() || only() || flush() || dashes();
    let is_sum =
        || piece.text.is_empty() && holds_digits(row) && knowledge::is_bare_heading(&words);
    joins() && last.line < piece.line && !is_sum() && !is_item(last, piece, next)
}

/// The row of a line with figures, whose label begins on the lines of `prefix`.
fn aligned(prefix: &[&Piece], piece: &Piece, row: &GridRow) -> AlignedRow {
    let first = prefix.first().copied().unwrap_or(piece);
    let placed = |&(column, token)| PlacedToken { column, line: row.line, token };
    AlignedRow {
        label: join(prefix.iter().copied().chain([piece])),
        plain: String::new(),
        indent: first.indent,
        lines: (first.line, piece.line),
        section: Vec::new(),
        cells: row.cells.iter().map(placed).collect(),
        ruled: first.after_rule,
        closes: None,
        key: OnceCell::new(),
    }
}

/// Whether a row has more than dashes: below `Commitments and contingencies`, a sum of what stands
/// above.
fn holds_digits(row: &GridRow) -> bool {
    row.cells.iter().any(|(_, token)| token.has_digits())
}

/// Whether a piece stands right below the one above, and neither blank nor rule parts them.
fn follows(pieces: &[Piece], at: usize) -> bool {
    at.checked_sub(1).zip(pieces.get(at)).is_some_and(|(above, piece)| {
        piece.line == pieces[above].line + 1 && !piece.after_blank && !piece.after_rule
    })
}

/// Whether the label that ends on a line begins at a column, there or further up: the last line of
/// one that is wrapped stands deeper than its first.
fn begins_at(pieces: &[Piece], last: usize, indent: usize) -> bool {
    let goes_on = |k: &usize| pieces[*k].row.is_none() && follows(pieces, k + 1);
    let first = (0..last).rev().take_while(goes_on).last();
    pieces[last].indent == indent || first.is_some_and(|k| pieces[k].indent == indent)
}

/// Whether a row hangs below a line that has no figures, and no other row does: one row alone is no
/// list, and the line no heading.
fn is_only_child(pieces: &[Piece], line: usize) -> bool {
    let (above, row) = (&pieces[line], &pieces[line + 1]);
    let before = line.checked_sub(1);
    // `Total preferred stock` / `  Dividend requirements    3,679,024` below the rows it sums up
    let is_sum = knowledge::plain(&above.text).starts_with("total ");
    (above.text.starts_with(char::is_uppercase) || is_dashed(above) && begins(above))
        && row.text.starts_with(char::is_uppercase)
        && above.shares_case(row)
        && !above.ends_in_colon()
        && above.text.contains(' ')
        && !row.text.starts_with(&above.text)
        && row.indent.checked_sub(above.indent).is_some_and(|hang| HANG.contains(&hang))
        && follows(pieces, line + 1)
        && if follows(pieces, line + 2) {
            pieces[line + 2].indent <= above.indent
        } else {
            match before {
                Some(before) if follows(pieces, line) => {
                    (is_sum || begins_at(pieces, before, above.indent))
                        && pieces[before].row.is_some()
                }
                _ => !goes_on_below(row, pieces.get(line + 2)),
            }
        }
        && !knowledge::names_item(&knowledge::plain(without_references(&row.text)))
}

/// Where the label of a row begins that hangs on several lines, all as deep as the row, below its
/// first: what follows stands back where that one does, or rows above do where a rule follows.
fn hung_label(pieces: &[Piece], at: usize) -> Option<usize> {
    let row = &pieces[at];
    let goes_on = |k: &usize| {
        pieces[*k].row.is_none() && follows(pieces, k + 1) && pieces[*k].indent >= row.indent
    };
    let second = (0..at).rev().take_while(goes_on).last()?;
    let first = second.checked_sub(1)?;
    let (above, next) = (&pieces[first], pieces.get(at + 1));
    let goes_back = || match next.filter(|next| !next.after_rule) {
        Some(next) => next.indent <= above.indent,
        None => {
            follows(pieces, first)
                && pieces[first - 1].row.is_some()
                && begins_at(pieces, first - 1, above.indent)
        }
    };
    let hangs = above.row.is_none()
        && follows(pieces, second)
        && HANG.contains(&row.indent.saturating_sub(above.indent))
        && pieces[second..at].iter().all(|p| p.indent == row.indent)
        && goes_back();
    let lines = &pieces[first..=at];
    let heads =
        |p: &Piece| stands_alone(&p.text) || knowledge::is_activity(&knowledge::plain(&p.text));
    let is_label = || {
        begins(above)
            && above.text.contains(' ')
            && lines.iter().all(|p| above.shares_case(p) && !p.text.is_empty())
            && !lines[..lines.len() - 1].iter().any(|p| p.ends_in_colon() || heads(p))
            && !lines.windows(2).any(|pair| opens_list(&pair[0], &pair[1]))
    };
    (hangs && is_label()).then_some(first)
}

/// Whether a list goes on below a row with no more than a blank between its items: one that stands
/// as deep.
fn goes_on_below(row: &Piece, next: Option<&Piece>) -> bool {
    next.is_some_and(|next| {
        next.row.is_some() && next.indent == row.indent && begins(next) && !next.after_rule
    })
}

/// The lines without figures that head items somewhere in the table: the same words head a single
/// item as well.
fn headings_of_lists(pieces: &[Piece]) -> HashSet<&str> {
    let heads = |w: &&[Piece]| {
        w[0].row.is_none() && w[1].row.is_some() && is_item(&w[0], &w[1], Some(&w[2]))
    };
    pieces.windows(3).filter(heads).map(|w| w[0].text.as_str()).collect()
}

/// Whether a piece begins as labels do, with a capital, `(Increase) in inventories` and `- Europe`
/// as well.
fn begins(piece: &Piece) -> bool {
    let text = piece.text.strip_prefix("- ").unwrap_or(&piece.text);
    text.trim_start_matches('(').starts_with(char::is_uppercase)
}

/// Whether a line without figures stands between two rows, all as far to the left and nothing
/// between them. Where headings end in a colon, it begins the label of the second.
fn is_flush(pieces: &[Piece], line: usize) -> bool {
    let Some([before, above, row]) =
        line.checked_sub(1).and_then(|from| pieces.get(from..from + 3))
    else {
        return false;
    };
    let follows = |a: &Piece, b: &Piece| {
        b.line == a.line + 1 && b.indent == a.indent && !b.after_blank && !b.after_rule
    };
    before.row.is_some()
        && follows(before, above)
        && follows(above, row)
        && [above, row].iter().all(|p| p.text.starts_with(char::is_uppercase))
        && above.shares_case(row)
        && !above.ends_in_colon()
        && above.text.contains(' ')
        && !opens_list(above, row)
        && !knowledge::is_activity(&knowledge::plain(&above.text))
}

/// Whether a line names one of several parts behind a dash, and the row below its end: the next
/// part begins with the dash. `Passengers - Northern` / `Lines, Inc.` / `- Northern Eagle`
fn names_part(line: &Piece, end: &Piece, next: Option<&Piece>) -> bool {
    line.text.contains(" - ")
        && !line.ends_in_colon()
        && end.line == line.line + 1
        && !end.after_rule
        && !is_dashed(end)
        && next.is_some_and(|n| n.row.is_some() && n.line == end.line + 1 && is_dashed(n))
}

/// Whether a line below another goes on behind a dash, the only one below it to do so: `Denominator
/// for basic earnings per share` / `-- weighted average shares`
fn goes_on_behind_dash(line: &Piece, rest: &Piece, next: Option<&Piece>) -> bool {
    is_dashed(rest)
        && without_references(&rest.text).trim_start_matches(['-', ' ']).contains(' ')
        && !line.ends_in_colon()
        && rest.line == line.line + 1
        && !next.is_some_and(is_dashed)
}

/// Whether a label begins with a dash.
fn is_dashed(piece: &Piece) -> bool {
    piece.text.starts_with("--") || piece.text.starts_with("- ")
}

/// Whether words right below a row end its label: blanks part the labels of the table, and what
/// stands behind the next one is no deeper than the row, so that they head nothing. Words without
/// a letter, `05/15/2001`, head nothing wherever they stand.
fn ends_paragraph(row: &AlignedRow, pieces: &[Piece], at: usize) -> bool {
    let piece = &pieces[at];
    let opens = pieces[..at].iter().rfind(|p| p.line == row.lines.0);
    let next = pieces[at + 1..].iter().find(|p| p.after_blank || p.row.is_some());
    let hangs = HANG.contains(&piece.indent.saturating_sub(row.indent))
        && piece.is_capitals() == is_capitals(&row.label)
        && !stands_alone(&piece.text)
        && !knowledge::is_activity(&knowledge::plain(&piece.text));
    piece.line == row.lines.1 + 1
        && !piece.after_blank
        && piece.indent > row.indent
        && opens.is_some_and(|p| p.after_blank)
        && next.is_some_and(|n| n.after_blank && n.indent <= row.indent)
        && (hangs || !piece.text.contains(char::is_alphabetic))
}

/// Whether a label whose leaders run on over the columns is that of the figures right above it,
/// which have none and come to no sum below a rule: `   1,400` / `Insurance..............` /
/// `Other.......   4,600`. Leaders that end before the columns may be those of a heading.
fn names_row_above(row: &AlignedRow, pieces: &[Piece], at: usize) -> bool {
    let (piece, next) = (&pieces[at], pieces.get(at + 1));
    piece.led
        && row.label.is_empty()
        && !row.cells.is_empty()
        && !row.ruled
        && piece.line == row.lines.1 + 1
        && !piece.after_rule
        && next.is_some_and(|n| n.row.is_some() && !n.text.is_empty() && n.line == piece.line + 1)
}

/// Whether a row deeper than the words above it is followed by its like: they are a heading then,
/// however full their line.
fn is_item(above: &Piece, row: &Piece, next: Option<&Piece>) -> bool {
    // `Net income per share` / `-- basic` / `-- diluted`
    if is_dashed(row) && next.is_some_and(|n| n.row.is_some() && is_dashed(n)) {
        return true;
    }
    // `Inventories -` / `Finished goods`
    let item = above.text.strip_suffix(" -").unwrap_or("");
    // `First mortgage bonds -` / `6 1/4% due 2003` / `7 1/2% due 2008`
    let of_rates = names_series(&row.text) && next.is_some_and(|n| names_series(&n.text));
    // `Loans delinquent` / `31-60 days` / `61-90 days`
    let of_ranges = is_range(first_word(&row.text))
        && next.is_some_and(|n| is_range(first_word(&n.text)))
        && !above.hangs();
    let begins_item = |p: &Piece| begins(p) || of_rates || of_ranges;
    row.indent > above.indent
        && begins(above)
        && begins_item(row)
        && !row.after_rule
        && (!above.hangs()
            || heads_parts(above, row)
            || ends_in_dash(above)
            || above.text.ends_with(" -") && opens_list(above, row)
            || of_rates && above.text.ends_with('-')
            || above.text.ends_with(')')
            || knowledge::names_item(&knowledge::plain(item)))
        && !knowledge::carries_on(&row.text)
        && next.is_some_and(|n| {
            n.row.is_some()
                && n.indent == row.indent
                && begins_item(n)
                && !n.after_rule
                && n.line == row.line + 1
        })
}

/// Whether a word is a range of whole numbers: `31-60`.
fn is_range(word: &str) -> bool {
    let whole = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    word.split_once('-').is_some_and(|(from, to)| whole(from) && whole(to))
}

/// Whether the last word of a line hangs over rows right below it that each go on with it:
/// `Proceeds from` / `  Sale of equipment` / `  Dividends`; `Changes in` / `  Receivables`. What is
/// told before something has no parts: `Income before provision for` / `  Income taxes`.
fn heads_parts(line: &Piece, row: &Piece) -> bool {
    HANG.contains(&row.indent.saturating_sub(line.indent))
        && row.line == line.line + 1
        && !row.after_blank
        && !row.after_rule
        && knowledge::is_leading(last_word(&line.text))
        && !knowledge::holds(&knowledge::plain(&line.text), "before")
        && !unbalanced(&line.text)
}

/// Whether a dash ends the few words of a heading and breaks none: `Inventories -`, `Limited
/// partners-`. Behind more of them a label goes on.
fn ends_in_dash(line: &Piece) -> bool {
    const FEW: usize = 3;
    let words = line.text.split(' ').filter(|word| *word != "-").count();
    line.text.ends_with("--")
        || words <= FEW
            && (line.text.ends_with(" -") || line.text.ends_with('-') && !line.is_capitals())
}

/// A figure right below its row-mates fills the column that they leave blank, alone on its line or
/// behind the last words of their label, of which it then leaves no column blank.
fn completes(row: Option<&mut AlignedRow>, piece: &Piece, cut: &GridRow, columns: usize) -> bool {
    let Some(row) = row.filter(|r| !r.cells.is_empty()) else { return false };
    let apart = piece.after_rule || piece.after_blank || piece.line > row.lines.1 + 1;
    let fits = cut.cells.iter().all(|(column, _)| row.cells.iter().all(|c| c.column != *column));
    // A row of its own has as many figures as the one above.
    let whole = || {
        piece.starts_lower()
            && cut.cells.len() < row.cells.len()
            && row.cells.len() + cut.cells.len() == columns
    };
    if apart || !fits || !(piece.text.is_empty() || whole()) {
        return false;
    }
    if !piece.text.is_empty() {
        row.label = join_two(&row.label, &piece.text);
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

/// Where a second heading begins in words that are two:
/// `Commitments and contingencies Stockholders' equity:`,
/// `LIABILITIES AND SHAREHOLDERS' EQUITY Current liabilities:`.
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

fn heading(group: &[&Piece], mut label: String) -> AlignedRow {
    label.truncate(without_audit_mark(&label).len());
    AlignedRow {
        label,
        plain: String::new(),
        indent: group[0].indent,
        lines: (group[0].line, group[group.len() - 1].line),
        section: Vec::new(),
        cells: Vec::new(),
        ruled: group[0].after_rule,
        closes: None,
        key: OnceCell::new(),
    }
}

/// The heading of a side without the remark of a column beside it: `ASSETS   (Unaudited)`.
fn without_audit_mark(heading: &str) -> &str {
    let marked = |at: &usize| heading.ends_with(')') && knowledge::speaks_of_audit(&heading[*at..]);
    let side = heading.rfind('(').filter(marked).map(|at| heading[..at].trim_end());
    side.filter(|words| knowledge::is_top_heading(&knowledge::plain(words))).unwrap_or(heading)
}

fn join<'p>(pieces: impl Iterator<Item = &'p Piece>) -> String {
    pieces.filter(|p| !p.text.is_empty()).fold(String::new(), |all, p| {
        if repeats(&all, &p.text) { all } else { join_two(&all, &p.text) }
    })
}

/// Whether several words are once more the last of a label, printed again on a line of their own:
/// `cash` / `equivalents` / `cash equivalents`.
fn repeats(label: &str, words: &str) -> bool {
    let before = label.strip_suffix(words).filter(|_| words.contains(' '));
    before.is_some_and(|before| before.ends_with(' '))
}
