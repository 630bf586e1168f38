//! Holds what was extracted against what was printed.

use std::collections::BTreeSet;

use ex99::diagnostic::Code;
use ex99::record::{Cell, Filing, Row};

use crate::press::{Printed, Truth};

/// An error, and whether the tool gave a diagnostic about the place.
#[derive(Debug)]
pub struct Wrong {
    /// `missing`, `spurious`, or what of a cell is wrong.
    pub what: &'static str,
    pub told: bool,
    pub detail: String,
}

/// Everything that an extraction has wrong.
pub fn compare(printed: &Printed, filing: &Filing) -> Vec<Wrong> {
    let mut found: Vec<(&Row, &Cell)> = filing
        .statements
        .iter()
        .flat_map(|s| &s.rows)
        .flat_map(|r| r.cells.iter().map(move |c| (r, c)))
        .collect();
    let mut out = Vec::new();
    for truth in &printed.cells {
        let at = found.iter().position(|(_, cell)| stands_at(cell, truth));
        let Some((row, cell)) = at.map(|at| found.remove(at)) else {
            out.push(wrong("missing", truth.line, &format!("{truth:?}"), printed, filing));
            continue;
        };
        let same_time = if truth.time.start.is_some() {
            cell.period.duration.is_none()
                && cell.period.start == truth.time.start
                && cell.period.end == truth.time.end
        } else if truth.time.length.is_some() {
            cell.period.duration == truth.time.length && cell.period.end == truth.time.end
        } else {
            cell.period.duration.is_none()
                && cell.period.start.is_none()
                && cell.period.end == truth.time.end
        };
        let parts = [
            ("value", cell.value == truth.value.map(|v| v.normalize())),
            ("unit", cell.unit == truth.unit),
            ("period", same_time),
            ("label", comparable_label(&row.label) == comparable_label(&truth.label)),
        ];
        for (part, _) in parts.iter().filter(|(_, right)| !right) {
            let detail = match *part {
                "value" => format!("{:?} for {:?}", cell.value, truth.value),
                "unit" => format!("{} for {}", cell.unit, truth.unit),
                "period" => format!("{:?} for {:?}", cell.period, truth.time),
                _ => format!("{:?} for {:?}", row.label, truth.label),
            };
            out.push(wrong(part, truth.line, &format!("`{}` {detail}", cell.raw), printed, filing));
        }
    }
    for (row, cell) in found {
        let detail = format!("`{}` of {:?}", cell.raw, row.label);
        out.push(wrong("spurious", cell.line as usize, &detail, printed, filing));
    }
    out
}

fn stands_at(cell: &Cell, truth: &Truth) -> bool {
    let first = cell.position as usize;
    let last = first + cell.raw.len().max(1) - 1;
    cell.line as usize == truth.line && first <= truth.last && truth.first <= last
}

fn wrong(
    what: &'static str,
    line: usize,
    detail: &str,
    printed: &Printed,
    filing: &Filing,
) -> Wrong {
    let table =
        printed.tables.iter().copied().find(|&(first, last)| (first..=last).contains(&line));
    let told = filing.diagnostics.iter().any(|d| {
        let at = d.line as usize;
        let same_table = table.is_some_and(|(first, last)| (first..=last).contains(&at));
        match d.code {
            // Doubts about a figure.
            Code::UnplacedNumber | Code::Misprint => at == line,
            // Doubts about a table.
            Code::ColumnWithoutPeriod => same_table && what == "period",
            Code::UnknownScale | Code::DoesNotBalance => same_table && what == "value",
            Code::SkippedDocument | Code::SkippedTable => false,
        }
    });
    Wrong { what, told, detail: format!("line {line}: {what}: {detail}") }
}

/// A label for comparison: case, blanks, leaders, a closing colon and footnote marks dropped.
fn comparable_label(label: &str) -> String {
    let words: Vec<String> = label
        .to_lowercase()
        .replace('\u{2019}', "'")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let mut text = words.join(" ");
    text.truncate(text.trim_end_matches([' ', '.', ':', '_', '-']).len());
    text.truncate(without_mark(&text).len());
    for letter in 'a'..='z' {
        text = text.replace(&format!("- {letter}"), &format!("-{letter}"));
    }
    text.trim_matches(['\'', ' ', '-']).to_owned()
}

/// A label without one footnote mark at its end: `(1)`, `(see note 6)`, `**`.
fn without_mark(text: &str) -> &str {
    let starless = text.trim_end_matches('*');
    if starless.len() < text.len() {
        return starless.trim_end();
    }
    let Some(open) = text.strip_suffix(')').and_then(|t| t.rfind('(')) else { return text };
    let inner = &text[open + 1..text.len() - 1];
    let short = (1..=2).contains(&inner.len()) && inner.bytes().all(|b| b.is_ascii_alphanumeric());
    let note = inner.strip_prefix("see ").unwrap_or(inner);
    let note = note.strip_prefix("notes ").or_else(|| note.strip_prefix("note ")).is_some();
    if short || note { text[..open].trim_end() } else { text }
}

/// The kinds of error among some, each once.
pub fn kinds(wrongs: &[Wrong]) -> BTreeSet<&'static str> {
    wrongs.iter().map(|w| w.what).collect()
}
