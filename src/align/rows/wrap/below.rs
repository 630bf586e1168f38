//! Whether what stands right below a row is more of it: the rest of its label, the name of its
//! figures, or a figure that its line left out.

use crate::align::label::{
    first_word, hangs, is_capitals, is_count, is_heading, is_mark, join_two, last_word, unbalanced,
};
use crate::align::rows::piece::{Piece, is_hung};
use crate::align::rows::row::{AlignedRow, PlacedToken};
use crate::align::rows::wrap::dates::is_period;
use crate::align::rows::wrap::hung::follows;
use crate::align::rows::wrap::lists::begins;
use crate::align::rows::wrap::style::Style;
use crate::grid::GridRow;
use crate::knowledge::{self, Measure};
use crate::period;

impl Style {
    /// Whether words below figures belong to the label before.
    pub(super) fn goes_on(&self, row: &AlignedRow, pieces: &[Piece], at: usize) -> bool {
        let piece = &pieces[at];
        if row.label.is_empty() || self.is_parted(row, piece) {
            return false;
        }
        // `Net Revenues    $18.9` / `  (In Billions)`
        let aside = is_mark(&piece.text)
            || piece.text.starts_with('(')
                && piece.text.ends_with(')')
                && piece.indent >= row.indent;
        // `Common shares, par value $1 per share` / `Authorized shares: 2,000,000,000`, also in
        // each year: `Shares issued: (1997--969,015,351; 1996--1,018,141,084)`
        let of_year = |word: &str| {
            word.trim_start_matches('(')
                .split_once("--")
                .is_some_and(|(year, count)| period::four_digits(year).is_some() && is_count(count))
        };
        let counts = || {
            piece.text.split(' ').any(|word| is_count(word) || of_year(word))
                || piece.ends_in_colon()
        };
        piece.starts_lower()
            || ends_hanging(row, piece, pieces.get(at + 1))
            || ends_date(row, pieces, at)
            || aside
            || is_of_shares(row, piece) && counts()
            || ends_paragraph(row, pieces, at)
            || carries_on(row, piece, pieces.get(at + 1))
            || self.hangs_between(row, pieces, at)
    }

    /// Whether words below a row are none of its label, whatever they are like: behind a rule, a
    /// blank or a colon.
    fn is_parted(&self, row: &AlignedRow, piece: &Piece) -> bool {
        let carries_on =
            || piece.starts_lower() && (piece.indent >= row.indent || self.capitalized);
        piece.after_rule
            || is_period(&piece.text) && !hangs(&row.label, true)
            || piece.after_blank
                && !(unbalanced(&row.label) || carries_on() || breaks_off(row, piece))
            || piece.ends_in_colon() && !piece.starts_lower() && !is_of_shares(row, piece)
    }

    /// Whether words hang below a row that had no room for them and says too little alone, and the
    /// next row, right behind them, stands back: they head nothing.
    /// `Amortization of debt issuance    696` / `  Costs` / `Gain on sale of assets    83`
    fn hangs_between(&self, row: &AlignedRow, pieces: &[Piece], at: usize) -> bool {
        /// Most words of a label that needs no second line: headings hang below `Ending balance`.
        const FEW: usize = 2;
        let piece = &pieces[at];
        let is_full = || at.checked_sub(1).is_some_and(|above| self.is_full(&pieces[above], piece));
        let was_cut = || {
            row.label.split(' ').count() > FEW
                && is_full()
                && !knowledge::names_item(&knowledge::plain(&row.label))
        };
        piece.line == row.lines.1 + 1
            && is_hung(piece.indent, row.indent)
            && piece.is_capitals() == is_capitals(&row.label)
            && !is_heading(&piece.text)
            && !piece.hangs()
            && !piece.text.contains(|c: char| c.is_ascii_digit())
            && follows(pieces, at + 1)
            && pieces[at + 1].row.is_some()
            && begins(&pieces[at + 1])
            && pieces[at + 1].indent <= row.indent
            && (knowledge::carries_on(&piece.text) || was_cut())
    }
}

/// Whether words may tell of the shares whose par value a row names.
fn is_of_shares(row: &AlignedRow, piece: &Piece) -> bool {
    piece.indent > row.indent && knowledge::tells_par_value(&row.label)
}

/// Whether words are the rest of a label that breaks off:
/// `Common stock, $.01 par value;` / / `50,000,000 shares authorized`
fn breaks_off(row: &AlignedRow, piece: &Piece) -> bool {
    row.label.ends_with([';', ','])
        && (piece.indent > row.indent
            || begins_with_number(piece) && piece.indent == row.indent
            || is_count(first_word(&piece.text)))
}

/// Whether words end a label that cannot end in its row, and begin none of their own.
fn ends_hanging(row: &AlignedRow, piece: &Piece, next: Option<&Piece>) -> bool {
    // `Other operating   9,972` / `General and` / `  administrative   4,310`
    // `Earnings on Common   1,209` / `Primary earnings per share`
    let per_share =
        || knowledge::measure_of(&knowledge::plain(&piece.text)) == Some(Measure::PerShare);
    // `Proceeds of financing   35,000` / `Repayment of old` / `  financing   (4,310)`
    let goes_on =
        || next.is_some_and(|n| n.row.is_some() && n.starts_lower() && n.line == piece.line + 1);
    let opens_label = || {
        piece.indent == row.indent && begins(piece) && (piece.hangs() || per_share() || goes_on())
    };
    // `Net cash used in investing   (10,578)` / `Financing Activities`
    let names_activity = || {
        knowledge::is_activity(&knowledge::plain(&piece.text))
            && knowledge::is_activity(&format!(
                "{} activities",
                knowledge::plain(last_word(&row.label))
            ))
    };
    hangs(&row.label, true)
        && !names_activity()
        && (piece.indent >= row.indent || begins_with_number(piece))
        && !opens_label()
}

/// Whether words are the year of the day in which a label ends: `Balance at September 30   7,830` /
/// `1997`. Where no comma says so, balances are all printed like that of the first row; else the
/// year heads the rows below.
fn ends_date(row: &AlignedRow, pieces: &[Piece], at: usize) -> bool {
    let is_year = |piece: &Piece| piece.row.is_none() && period::four_digits(&piece.text).is_some();
    let first = || pieces.windows(2).find(|pair| pair[0].row.is_some());
    is_year(&pieces[at])
        && (period::lacks_year(&row.label)
            || period::is_balance_of_day(&row.label)
                && first().is_some_and(|p| period::is_balance_of_day(&p[0].text) && is_year(&p[1])))
}

fn begins_with_number(piece: &Piece) -> bool {
    piece.text.starts_with(|c: char| c == '$' || c.is_ascii_digit())
}

/// Whether words below a row go on with its label, and head no deeper ones:
/// `INCOME BEFORE INCOME TAXES    8,036` / `AND EXTRAORDINARY ITEM`. As deep as the row stand
/// headings as well, `BY REGION`, `PRIOR YEARS`.
fn carries_on(row: &AlignedRow, piece: &Piece, next: Option<&Piece>) -> bool {
    let joins = || {
        piece.joins_capitals(&row.label)
            && (piece.indent > row.indent || knowledge::carries_on(&piece.text))
            && knowledge::measure_of(&knowledge::plain(&piece.text)).is_none()
    };
    piece.indent >= row.indent
        && !is_heading(&piece.text)
        && next.is_none_or(|n| n.indent <= piece.indent)
        && (knowledge::are_parted(&knowledge::plain(&row.label), &piece.text) || joins())
}

/// Whether words right below a row end its label: blanks part the labels of the table, and what
/// stands behind the next one is no deeper than the row, so that they head nothing. Words without
/// a letter, `05/15/2001`, head nothing wherever they stand.
fn ends_paragraph(row: &AlignedRow, pieces: &[Piece], at: usize) -> bool {
    let piece = &pieces[at];
    let opens = pieces[..at].iter().rfind(|p| p.line == row.lines.0);
    let next = pieces[at + 1..].iter().find(|p| p.after_blank || p.row.is_some());
    let hangs = is_hung(piece.indent, row.indent)
        && piece.is_capitals() == is_capitals(&row.label)
        && !is_heading(&piece.text);
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
pub(super) fn names_row_above(row: &AlignedRow, pieces: &[Piece], at: usize) -> bool {
    let (piece, next) = (&pieces[at], pieces.get(at + 1));
    piece.led
        && row.label.is_empty()
        && !row.ruled
        && piece.line == row.lines.1 + 1
        && !piece.after_rule
        && next.is_some_and(|n| n.row.is_some() && !n.text.is_empty() && n.line == piece.line + 1)
}

/// A figure right below its row-mates fills the column that they leave blank, alone on its line or
/// behind the last words of their label, of which it then leaves no column blank.
pub(super) fn completes(
    row: Option<&mut AlignedRow>,
    piece: &Piece,
    cut: &GridRow,
    columns: usize,
) -> bool {
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
