//! References to notes between the labels and the figures, in a column headed `Note`.

use std::ops::Range;

use crate::grid::GridRow;
use crate::grid::edges::RowTokens;
use crate::grid::marks::NOTES_REACH;
use crate::lex::block::{self, Block};
use crate::lex::line::{Lines, runs};
use crate::lex::token::{self, Token};

/// How many columns references may reach beyond the word that heads them.
const REACH: usize = 6;

/// Takes references out of the rows, since they are neither figures nor words of the labels.
/// Returns the rows that have nothing else, including those among the lines of `words`.
pub fn take_out(
    lines: &Lines<'_>,
    block: &Block,
    rows: &mut Vec<RowTokens>,
    words: &mut Vec<usize>,
) -> Vec<GridRow> {
    let header = (block.top..block.first_row).rev();
    let Some(column) = header.into_iter().find_map(|i| block::note_column(lines, i)) else {
        take_out_letters(lines, rows);
        take_out_marks(lines, block, rows);
        return Vec::new();
    };
    if !hold_references(lines, rows, &column) {
        return Vec::new();
    }
    for row in rows.iter_mut() {
        take_out_of_row(lines, row, &column);
    }
    let bare = |line: usize, label_end: usize| GridRow {
        line,
        label_start: 0,
        label_end,
        cells: Vec::new(),
        loose: Vec::new(),
    };
    let without_figures = rows.extract_if(.., |row| row.tokens.is_empty());
    let mut out: Vec<GridRow> = without_figures.map(|row| bare(row.line, row.label_end)).collect();
    // `Contingencies     M`
    words.retain(|&line| match references(lines.face(line)) {
        Some((end, start)) if end > 0 && start + REACH >= column.start && start < column.end => {
            out.push(bare(line, end));
            false
        }
        _ => true,
    });
    out
}

/// Takes references that stand in a column out of a row, or from the end of its label.
fn take_out_of_row(lines: &Lines<'_>, row: &mut RowTokens, column: &Range<usize>) {
    if let Some(at) = reference(row, column) {
        row.label_end = row.tokens[at].start;
        row.tokens.drain(..=at);
    }
    let label = &lines.face(row.line)[..row.label_end];
    if let Some((end, start)) = references(label)
        && start + REACH >= column.start
    {
        row.label_end = end;
    }
}

/// Which figure of a row stands below the word that heads references. Before it, a label may end in
/// numbers of its own: `accounts of $412 and $398     3`.
fn reference(row: &RowTokens, column: &Range<usize>) -> Option<usize> {
    let inside =
        |t: &Token| t.start < column.end && column.start < t.end && t.end <= column.end + REACH;
    row.tokens.iter().position(inside)
}

/// Whether what rows have below the word that heads references may be references, and stands before
/// the figures.
fn hold_references(lines: &Lines<'_>, rows: &[RowTokens], column: &Range<usize>) -> bool {
    let referring = || rows.iter().filter_map(|row| Some((row, reference(row, column)?)));
    let is_print =
        |(row, at): (&RowTokens, usize)| is_reference(&lines.face(row.line)[row.tokens[at].span()]);
    // Figures before most of them are those of a column, but for those with which a label begins
    // its last line.
    let is_labelled = |row: &RowTokens| row.tokens[0].start > lines.get(row.line).indent as usize;
    let behind = referring().filter(|(row, at)| *at > 0 && is_labelled(row)).count();
    referring().all(is_print) && behind * 2 <= referring().count()
}

/// Takes out letters that stand behind labels, in a column of their own that no word heads:
/// `Stock compensation      C`, `Amortization            A`. Labels of one length may be told by
/// them, `Series  A`, `Series  B`, and few tables have more notes than `H`: `Owned or leased  L`.
fn take_out_letters(lines: &Lines<'_>, rows: &mut [RowTokens]) {
    const FEWEST: usize = 3;
    let letter = |row: &RowTokens| {
        let label = lines.face(row.line)[..row.label_end].trim_ascii_end();
        let bare = label.strip_suffix(|c: char| c.is_ascii_uppercase())?;
        let end = bare.trim_ascii_end().len();
        (end > 0 && bare.len() - end >= 2).then_some((end, bare.len()))
    };
    let found: Vec<(usize, usize)> = rows.iter().filter_map(letter).collect();
    let Some(&(length, column)) = found.first() else { return };
    let alike = found.iter().all(|&(_, at)| at == column);
    let is_note = |row: &RowTokens| {
        letter(row).is_none_or(|(_, at)| matches!(lines.face(row.line).as_bytes()[at], b'A'..=b'H'))
    };
    let alike = alike && rows.iter().all(is_note);
    let others = found.iter().any(|&(end, _)| end != length);
    if found.len() < FEWEST || !alike || !others {
        return;
    }
    for row in rows {
        row.label_end = letter(row).map_or(row.label_end, |(end, _)| end);
    }
}

/// Takes out of the rows the marks of notes that stand apart behind figures or before them, in
/// columns of nothing else that no word heads: `(618)   (1)` over `3,330   (2)`.
fn take_out_marks(lines: &Lines<'_>, block: &Block, rows: &mut [RowTokens]) {
    let is_mark = |line: usize, t: &Token| token::is_mark(lines.face(line)[t.span()].as_bytes());
    let all = || rows.iter().flat_map(|row| row.tokens.iter().map(move |t| (row, *t)));
    // The sign of a nil may stand over a mark: `$      --` over `(1)  (618)`.
    let holds_figure = |place: &Range<usize>| {
        all().any(|(row, t)| {
            let print = &lines.face(row.line)[t.span()];
            let bare = print.trim_start_matches(['$', ' ']);
            t.end - bare.len() < place.end && place.start < t.end && !is_mark(row.line, &t)
        })
    };
    let apart = |row: &RowTokens, t: &Token| {
        let place = t.start..t.end;
        is_mark(row.line, t)
            && t.start > row.tokens[0].start
            && !holds_figure(&place)
            && !has_words(lines, block, &place)
    };
    let found = all().filter(|(row, t)| apart(row, t));
    let marks: Vec<(usize, Token)> = found.map(|(row, t)| (row.line, t)).collect();
    if marks.is_empty() || !heads_all_but(lines, block, rows, &marks) {
        return;
    }
    let print = |(line, t): &(usize, Token)| &lines.face(*line)[t.span()];
    let notes = block.last_row + 1..block.last_row + 1 + NOTES_REACH;
    let explained = marks.iter().all(|mark| lines.explain(notes.clone(), print(mark)));
    let large = || all().any(|(row, t)| lines.face(row.line)[t.span()].contains(','));
    if explained || large() && count_notes(lines, block, marks.iter().map(print)) {
        for row in rows {
            row.tokens.retain(|t| !marks.contains(&(row.line, *t)));
        }
    }
}

/// Whether words of a table's header stand right over some display columns.
fn has_words(lines: &Lines<'_>, block: &Block, place: &Range<usize>) -> bool {
    let is_over = |words: &Range<usize>| {
        let center = words.start + words.end;
        2 * place.start <= center + 2 && center <= 2 * place.end + 2
    };
    (block.top..block.first_row).flat_map(|i| runs(lines.face(i))).any(|w| is_over(&w))
}

/// Whether the header of a table has as many words or rules side by side as a full row has figures
/// without marks: `(1)` below `Increase (Decrease)`, at the end of a row, is a figure.
fn heads_all_but(
    lines: &Lines<'_>,
    block: &Block,
    rows: &[RowTokens],
    marks: &[(usize, Token)],
) -> bool {
    let figures =
        |row: &RowTokens| row.tokens.iter().filter(|t| !marks.contains(&(row.line, **t))).count();
    let left = rows.iter().map(|row| row.tokens[0].start).min().unwrap_or_default();
    let label_end = |row: &RowTokens| lines.face(row.line)[..row.label_end].trim_ascii_end().len();
    let behind_labels = rows.iter().map(label_end).max().unwrap_or_default();
    let is_head = |words: &Range<usize>| words.end > left || words.start >= behind_labels;
    let heads = |i: usize| runs(lines.face(i)).into_iter().filter(is_head).count();
    (block.top..block.first_row).map(heads).max() == rows.iter().map(figures).max()
}

/// Whether several marks number notes from one on: each lower number is somewhere in the table as
/// well.
fn count_notes<'p>(lines: &Lines<'_>, block: &Block, marks: impl Iterator<Item = &'p str>) -> bool {
    /// Fewest marks that do not do so by chance.
    const FEWEST: usize = 3;
    let numbers: Vec<u32> =
        marks.filter_map(|mark| mark.trim_matches(['(', ')']).parse().ok()).collect();
    let last = numbers.iter().copied().max().unwrap_or_default();
    let stands = |mark: String| {
        (block.first_row..=block.last_row).any(|line| lines.face(line).contains(&mark))
    };
    numbers.len() >= FEWEST && last > 1 && (1..last).all(|number| stands(format!("({number})")))
}

/// `7`, `12`, `(2)`, `1,3`, `4-6`, `A`, `D,F`.
fn is_reference(word: &str) -> bool {
    let is_letter = |note: &[u8]| matches!(note, [b'A'..=b'Z']);
    let is_note = |note: &str| token::is_note_number(note.as_bytes()) || is_letter(note.as_bytes());
    word.trim_matches(['(', ')']).split([',', '-']).all(is_note)
}

/// Where a label ends before the references that stand apart from its words, and where these
/// begin: `2, 5`, `2(a) and 7`.
fn references(label: &str) -> Option<(usize, usize)> {
    let mut end = label.trim_ascii_end().len();
    while end > 0 {
        let start = label[..end].rfind(' ').map_or(0, |blank| blank + 1);
        let word = label[start..end].trim_end_matches([',', ';']);
        let letter = word.find(['(', '[']).filter(|at| *at > 0);
        let numbered = is_reference(&word[..letter.unwrap_or(word.len())]);
        if !(numbered || matches!(word, "and" | "&")) {
            return None;
        }
        let before = label[..start].trim_ascii_end();
        if numbered && (start - before.len() >= 2 || before.ends_with('.')) {
            return Some((before.len(), start));
        }
        end = before.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_no_words_of_a_label() {
        let cut = |label: &str| references(label).map(|(end, _)| label[..end].to_owned());
        assert_eq!(cut("Depreciation       2, 5").as_deref(), Some("Depreciation"));
        assert_eq!(cut("Bank loans      2(a) and 7").as_deref(), Some("Bank loans"));
        assert_eq!(cut("Income tax ......... 12").as_deref(), Some("Income tax ........."));
        assert_eq!(cut("Interest expense       J").as_deref(), Some("Interest expense"));
        assert_eq!(cut("Contingencies       11-13").as_deref(), Some("Contingencies"));
        assert_eq!(cut("Due in year 2"), None);
        assert_eq!(cut("Common stock, Class A"), None);
        assert_eq!(cut("Due in  1999"), None);
        assert_eq!(cut("Cash  and"), None);
    }
}
