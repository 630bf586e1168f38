//! Whether lines belong together by their places alone: how deep each stands below those before.

use crate::align::label::{is_heading, join_two, without_references};
use crate::align::rows::piece::{Piece, is_hung};
use crate::align::rows::wrap::dates::heads_period;
use crate::align::rows::wrap::joins::ends_at_mark;
use crate::align::rows::wrap::lists::{begins, is_dashed, opens_list};
use crate::align::rows::wrap::style::Style;
use crate::knowledge;

/// Where the label of a row begins that hangs on several lines, all as deep as the row, below its
/// first: what follows stands back where that one does, or rows above do where a rule follows.
pub(super) fn hung_label(pieces: &[Piece], at: usize) -> Option<usize> {
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
        && is_hung(row.indent, above.indent)
        && pieces[second..at].iter().all(|p| p.indent == row.indent)
        && goes_back();
    (hangs && are_one_label(&pieces[first..=at])).then_some(first)
}

/// Where the label of a row begins that takes all the lines between two blanks, in a table where
/// blanks part the labels: the first line had no room for more, and what follows stands no deeper.
pub(super) fn paragraph_label(pieces: &[Piece], at: usize, style: &Style) -> Option<usize> {
    let first = first_of_words(pieces, at)?;
    let (opens, next) = (&pieces[first], pieces.get(at + 1));
    let stands_apart = first == 0 || opens.after_blank || opens.after_rule;
    let is_whole = || {
        opens.hangs()
            || style.is_full(opens, &pieces[first + 1])
            || pieces[at].joins_capitals(&opens.text)
    };
    let lines = &pieces[first..=at];
    (style.paragraphs
        && stands_apart
        && is_whole()
        && next.is_none_or(|n| (n.after_blank || n.after_rule) && n.indent <= opens.indent)
        && begins(opens)
        // `ADJUSTMENTS FOR NON-CASH ITEMS` / `DEPRECIATION`
        && !knowledge::adjusts(&knowledge::plain(&opens.text))
        && !heads_period(opens, &pieces[first + 1])
        && lines.iter().all(|p| opens.shares_case(p) && !p.text.is_empty())
        && !lines[..lines.len() - 1].iter().any(|p| p.ends_in_colon() || is_heading(&p.text)))
    .then_some(first)
}

/// Whether nothing that lines say parts them, the last with figures: none is a heading.
fn are_one_label(lines: &[Piece]) -> bool {
    let [first, ..] = lines else { return false };
    begins(first)
        && first.text.contains(' ')
        && lines.iter().all(|p| first.shares_case(p) && !p.text.is_empty())
        && !lines[..lines.len() - 1].iter().any(|p| p.ends_in_colon() || is_heading(&p.text))
        && !lines.windows(2).any(|pair| opens_list(&pair[0], &pair[1]))
}

/// Whether a row hangs below a line that has no figures, and no other row does: one row alone is no
/// list, and the line no heading. One word heads one row alone, `Total` begins a sum:
/// `Total` / ` Professional   87.2`.
pub(super) fn is_only_child(pieces: &[Piece], line: usize, style: &Style) -> bool {
    let (above, row) = (&pieces[line], &pieces[line + 1]);
    (above.text.starts_with(char::is_uppercase) || is_dashed(above) && begins(above))
        && row.text.starts_with(char::is_uppercase)
        && above.shares_case(row)
        && !above.ends_in_colon()
        && (above.text.contains(' ') || opens_sum(pieces, line))
        && !row.text.starts_with(&above.text)
        && is_hung(row.indent, above.indent)
        && follows(pieces, line + 1)
        && hangs_alone(pieces, line, style)
        && !knowledge::names_item(&knowledge::plain(without_references(&row.text)))
}

/// Whether a line is the first word of a sum of what the row below it names; where other words head
/// a row of that name, `East` / `  Orders`, so does `Total`.
fn opens_sum(pieces: &[Piece], line: usize) -> bool {
    let row = &pieces[line + 1];
    let heads_namesake = |w: &[Piece]| {
        w[0].row.is_none()
            && w[1].row.is_some()
            && w[1].line != row.line
            && w[1].text == row.text
            && w[1].indent == row.indent
            && w[0].indent < w[1].indent
    };
    knowledge::is_bare_total(&pieces[line].text) && !pieces.windows(2).any(heads_namesake)
}

/// Whether the row below a line is the only one as deep: what follows right behind it stands back.
/// Where nothing does, the label of the row right before the line begins as far to the left; where
/// none stands there either, no list goes on below.
fn hangs_alone(pieces: &[Piece], line: usize, style: &Style) -> bool {
    let above = &pieces[line];
    if follows(pieces, line + 2) {
        return pieces[line + 2].indent <= above.indent && !heads_like_next(pieces, line, style);
    }
    // `Total preferred stock` / `  Dividend requirements    3,679,024` below the rows it sums up
    let is_sum = || knowledge::names_total(&above.text);
    match line.checked_sub(1).filter(|_| follows(pieces, line)) {
        Some(before) => {
            pieces[before].row.is_some() && (is_sum() || begins_at(pieces, before, above.indent))
        }
        None => !goes_on_below(&pieces[line + 1], pieces.get(line + 2)),
    }
}

/// Whether the line right below the only row beneath a line heads two rows or more, all at the same
/// depths, and line and row would have had room on one line: `Debt due` / `  Parent`, `Payables` /
/// `  Parent` / `  Other`. What both name together is one label: `Property and equipment` / `  Net`.
fn heads_like_next(pieces: &[Piece], line: usize, style: &Style) -> bool {
    let [above, row, next, ..] = &pieces[line..] else { return false };
    let is_item = |k: &usize| {
        follows(pieces, *k) && pieces[*k].row.is_some() && pieces[*k].indent == row.indent
    };
    let are_item = || knowledge::names_item(&knowledge::plain(&join_two(&above.text, &row.text)));
    next.row.is_none()
        && next.indent == above.indent
        && !next.hangs()
        && begins(next)
        && (line + 3..pieces.len()).take_while(is_item).filter(|&k| begins(&pieces[k])).count() > 1
        && above.end + 1 + row.text.len() < style.margin
        && !are_item()
}

/// Whether a list goes on below a row with no more than a blank between its items: one that stands
/// as deep.
fn goes_on_below(row: &Piece, next: Option<&Piece>) -> bool {
    next.is_some_and(|next| {
        next.row.is_some() && next.indent == row.indent && begins(next) && !next.after_rule
    })
}

/// Whether a line without figures stands between two rows, all as far to the left and nothing
/// between them. Where headings end in a colon, it begins the label of the second.
pub(super) fn is_flush(pieces: &[Piece], line: usize) -> bool {
    let Some([before, above, row]) =
        line.checked_sub(1).and_then(|from| pieces.get(from..from + 3))
    else {
        return false;
    };
    before.row.is_some()
        && follows(pieces, line)
        && follows(pieces, line + 1)
        && [before, row].iter().all(|p| p.indent == above.indent)
        && [above, row].iter().all(|p| p.text.starts_with(char::is_uppercase))
        && above.shares_case(row)
        && !above.ends_in_colon()
        && above.text.contains(' ')
        && !ends_at_mark(above, row)
        && !opens_list(above, row)
        && !knowledge::is_activity(&knowledge::plain(&above.text))
}

/// Whether a piece stands right below the one above, and neither blank nor rule parts them.
pub(super) fn follows(pieces: &[Piece], at: usize) -> bool {
    at.checked_sub(1).zip(pieces.get(at)).is_some_and(|(above, piece)| {
        piece.line == pieces[above].line + 1 && !piece.after_blank && !piece.after_rule
    })
}

/// The first of the lines of words right above a line, one below the other.
fn first_of_words(pieces: &[Piece], at: usize) -> Option<usize> {
    let goes_on = |k: &usize| pieces[*k].row.is_none() && follows(pieces, k + 1);
    (0..at).rev().take_while(goes_on).last()
}

/// Whether the label that ends on a line begins at a column, there or further up: the last line of
/// one that is wrapped stands deeper than its first.
fn begins_at(pieces: &[Piece], last: usize, indent: usize) -> bool {
    let first = first_of_words(pieces, last);
    pieces[last].indent == indent || first.is_some_and(|k| pieces[k].indent == indent)
}
