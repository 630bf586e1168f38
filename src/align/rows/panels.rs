//! Labels of rows that one panel of a statement leaves blank: the other tells where they end.

use std::collections::HashSet;

use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::lex::line::Lines;

/// Parts the labels over several lines that are those of two rows of the other table, one right below
/// the other: `Cost of sales` without figures, `Gross profit`.
pub fn part_labels(lines: &Lines<'_>, first: &mut Vec<AlignedRow>, second: &mut Vec<AlignedRow>) {
    let of_first = blank_rows(first, second);
    let of_second = blank_rows(second, first);
    part(lines, first, of_first);
    part(lines, second, of_second);
}

/// The rows whose labels begin with that of a row left blank, and where this ends; last row first.
fn blank_rows(rows: &[AlignedRow], other: &[AlignedRow]) -> Vec<(usize, usize)> {
    let may_join = |row: &AlignedRow| {
        row.lines.0 < row.lines.1 && row.cells.first().is_some_and(|c| c.line == row.lines.1)
    };
    if !rows.iter().any(may_join) {
        return Vec::new();
    }
    let has_figures = |row: &&AlignedRow| !row.cells.is_empty() && !row.label.is_empty();
    let labels: Vec<&str> = other.iter().filter(has_figures).map(|r| r.label.as_str()).collect();
    let follow: HashSet<(&str, &str)> = labels.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let blank = |(at, row): (usize, &AlignedRow)| {
        let mut ends = row.label.match_indices(' ').map(|(end, _)| end);
        let end = ends.find(|&end| follow.contains(&(&row.label[..end], &row.label[end + 1..])))?;
        Some((at, end))
    };
    let joined = rows.iter().enumerate().rev().filter(|(_, row)| may_join(row));
    joined.filter_map(blank).collect()
}

fn part(lines: &Lines<'_>, rows: &mut Vec<AlignedRow>, blank_rows: Vec<(usize, usize)>) {
    for (at, end) in blank_rows {
        let row = &mut rows[at];
        let mut blank = row.clone();
        blank.cells.clear();
        blank.closes = None;
        blank.label.truncate(end);
        blank.lines.1 = row.lines.0;
        row.label.drain(..=end);
        row.lines.0 = row.lines.1;
        row.indent = lines.get(row.lines.1).indent as usize;
        for row in [&mut blank, row] {
            row.plain = knowledge::plain(&row.label);
            row.key.take();
        }
        rows.insert(at, blank);
    }
}
