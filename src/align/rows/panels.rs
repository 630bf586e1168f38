//! Labels of rows that one panel of a statement leaves blank: the other tells where they end.

use std::collections::{HashMap, HashSet};

use crate::align::rows::row::AlignedRow;
use crate::lex::line::Lines;

/// Parts the labels over several lines that are those of two rows of the other table, one right
/// below the other: `Cost of sales` without figures, `Gross profit`.
pub fn part_labels(lines: &Lines<'_>, first: &mut Vec<AlignedRow>, second: &mut Vec<AlignedRow>) {
    let of_first = blank_rows(first, second);
    let of_second = blank_rows(second, first);
    part(lines, first, of_first);
    part(lines, second, of_second);
}

/// The rows whose labels begin with that of a row left blank, and where this ends; last row first.
fn blank_rows(rows: &[AlignedRow], other: &[AlignedRow]) -> Vec<(usize, usize)> {
    let may_join = |row: &AlignedRow| row.cells.first().is_some_and(|c| row.lines.0 < c.line);
    if !rows.iter().any(may_join) {
        return Vec::new();
    }
    let has_figures = |row: &&AlignedRow| !row.cells.is_empty() && !row.label.is_empty();
    let labels: Vec<&str> = other.iter().filter(has_figures).map(|r| r.label.as_str()).collect();
    // By the length of both with a blank between: few labels are as long.
    let length = |pair: &[&str]| pair[0].len() + " ".len() + pair[1].len();
    let mut pairs: Vec<&[&str]> = labels.windows(2).collect();
    pairs.sort_unstable_by_key(|pair| length(pair));
    let blank = |(at, row): (usize, &AlignedRow)| {
        let label = row.label.as_str();
        let first = pairs.partition_point(|pair| length(pair) < label.len());
        let joins = |pair: &&&[&str]| {
            let rest = label.strip_prefix(pair[0]).and_then(|rest| rest.strip_prefix(' '));
            rest == Some(pair[1])
        };
        let as_long = pairs[first..].iter().take_while(|pair| length(pair) == label.len());
        as_long.into_iter().find(joins).map(|pair| (at, pair[0].len()))
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
        row.lines.0 = row.cells.first().map_or(row.lines.1, |c| c.line);
        row.indent = lines.get(row.lines.0).indent as usize;
        for row in [&mut blank, row] {
            row.read_label();
        }
        rows.insert(at, blank);
    }
}

/// Takes the sections of a panel's rows from those of the panel before it, below a row that has
/// figures there, is left blank here, and so looks like a heading: `Diluted`.
pub fn sections_of_panel(before: &[AlignedRow], rows: &mut [AlignedRow]) {
    let mut headings: HashSet<&str> = HashSet::new();
    // Rows with figures by their labels; none where two bear one.
    let mut named: HashMap<&str, Option<&AlignedRow>> = HashMap::new();
    for row in before {
        if row.cells.is_empty() {
            headings.insert(&row.label);
        } else {
            named.entry(&row.label).and_modify(|other| *other = None).or_insert(Some(row));
        }
    }
    let is_blank = |label: &str| named.contains_key(label) && !headings.contains(label);
    for row in rows {
        if !row.section.iter().any(|heading| is_blank(heading)) {
            continue;
        }
        match named.get(row.label.as_str()) {
            Some(Some(other)) => row.section.clone_from(&other.section),
            _ => row.section.retain(|heading| !is_blank(heading)),
        }
    }
}
