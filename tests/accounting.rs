//! Nothing lost, nothing invented: every number printed in a table is accounted for exactly once.
//!
//! The check looks from outside. It finds the numbers of a text by itself, asks [`ex99::blocks`]
//! which lines belong to tables and what each line is, and [`ex99::extract`] for the facts, and
//! then wants every number of a table to be one of these: part of one cell, a word of a row's label
//! or of a heading, print of a caption, header, page mark or note, or a diagnostic. What a header
//! prints must be no amount, what is printed again must stand above, and no page has the number of
//! a sum. It does so for every fixture and for every beginning of it, cut after each line; and for
//! the real filings under `EX99_CORPUS` when asked to (`--ignored`).

#[path = "common/fixtures.rs"]
mod fixtures;
#[path = "common/references.rs"]
mod references;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::panic;
use std::path::{Path, PathBuf};
use std::thread;

use ex99::diagnostic::Code;
use ex99::knowledge::is_note_column;
use ex99::record::{BlockKind, Cell, Filing, LineReading};
use fixtures::Fixture;
use references::stands_below_note;

/// Folders with texts that the check reads.
const FOLDERS: [&str; 4] = ["releases", "lex", "grid", "align"];
/// Width of a tab stop.
const TAB: usize = 8;

/// The lines of a text, tabs expanded: a character is a display column.
fn lines_of(bytes: &[u8]) -> Vec<Vec<char>> {
    let text = String::from_utf8(bytes.to_vec())
        .unwrap_or_else(|_| encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned());
    text.split_terminator('\n').map(|line| expand(line.trim_end_matches('\r'))).collect()
}

fn expand(line: &str) -> Vec<char> {
    let mut out = Vec::new();
    for c in line.chars() {
        let width = if c == '\t' { TAB - out.len() % TAB } else { 1 };
        out.extend(std::iter::repeat_n(if c.is_control() { ' ' } else { c }, width));
    }
    out
}

/// The numbers of a line: runs of digits with the commas and points inside them.
fn numbers(line: &[char]) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.iter().enumerate().filter(|(_, c)| c.is_ascii_digit()) {
        match out.last_mut() {
            Some(last) if line[last.end..at].iter().all(|c| matches!(c, ',' | '.')) => {
                last.end = at + 1;
            }
            _ => out.push(at..at + 1),
        }
    }
    out
}

/// Whether a number is a reference to a note: `(1)`, `{2}`, `[12]`, `(1,3)`, `(1,2,3)`, ` 4/`.
fn is_note_mark(line: &[char], number: &Range<usize>) -> bool {
    let before = number.start.checked_sub(1).map(|at| line[at]);
    let pair = (before, line.get(number.end).copied());
    let bracketed =
        matches!(pair, (Some('('), Some(')')) | (Some('{'), Some('}')) | (Some('['), Some(']')));
    let slashed = pair == (Some(' '), Some('/'))
        && line.get(number.end + 1).is_none_or(|behind| *behind == ' ');
    let listed = || text_of(line, number).split(',').all(|note| note.len() == 1);
    bracketed && (number.len() <= 3 || listed()) || slashed && number.len() <= 2
}

fn text_of(line: &[char], span: &Range<usize>) -> String {
    line[span.clone()].iter().collect()
}

/// The columns of a line that a cell's print takes, from 0.
fn span_of(cell: &Cell) -> Range<usize> {
    let start = cell.position as usize - 1;
    start..start + cell.raw.chars().count()
}

/// What is wrong with the account of one text; empty where all is well.
fn audit(bytes: &[u8]) -> Vec<String> {
    let reading = panic::catch_unwind(|| {
        (ex99::extract("text", bytes).expect("a text"), ex99::blocks(bytes).expect("a text"))
    });
    let Ok((filing, readings)) = reading else { return vec!["a panic".to_owned()] };
    let lines = lines_of(bytes);
    let mut faults = Vec::new();
    if readings.len() != lines.len() || filing.source.lines as usize != lines.len() {
        let (blocks, source) = (readings.len(), filing.source.lines);
        faults.push(format!("{} lines, {blocks} of them read, {source} counted", lines.len()));
        return faults;
    }
    faults.extend(check_blocks(&readings));
    faults.extend(check_cells(&filing, &lines, &readings));
    faults.extend(check_numbers(&filing, &lines, &readings));
    faults
}

/// Lines in order, each in one block, blocks in order.
fn check_blocks(readings: &[LineReading]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut block = 0;
    for (at, reading) in readings.iter().enumerate() {
        if reading.line as usize != at + 1 {
            faults.push(format!("line {} comes as line {}", at + 1, reading.line));
        }
        if reading.block != block && reading.block != block + 1 {
            faults.push(format!("line {}: block {} behind {block}", reading.line, reading.block));
        }
        block = reading.block;
    }
    faults
}

/// Each cell is an exact slice of a line of figures, none overlaps another, statements are in
/// order.
fn check_cells(filing: &Filing, lines: &[Vec<char>], readings: &[LineReading]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut taken: Vec<Vec<Range<usize>>> = vec![Vec::new(); lines.len()];
    let mut last = 0;
    for statement in &filing.statements {
        let (first, end) = statement.lines;
        if first <= last || end < first || end as usize > lines.len() {
            let id = statement.id;
            faults.push(format!("statement {id} has lines {first} to {end}, behind line {last}"));
            continue;
        }
        last = end;
        for cell in statement.rows.iter().flat_map(|row| &row.cells) {
            let (line, raw) = (cell.line, &cell.raw);
            if !(first..=end).contains(&line) || cell.position == 0 {
                faults.push(format!("line {line}: `{raw}` lies outside its statement"));
                continue;
            }
            let (at, span) = (line as usize - 1, span_of(cell));
            if lines[at]
                .get(span.clone())
                .is_none_or(|print| *print != raw.chars().collect::<Vec<_>>())
            {
                faults.push(format!(
                    "line {line}: `{raw}` is not what column {} prints",
                    cell.position
                ));
                continue;
            }
            if readings[at].kind != BlockKind::Table || readings[at].class != "figures" {
                let class = &readings[at].class;
                faults.push(format!("line {line}: `{raw}` is a cell on a line of class {class}"));
            }
            if taken[at].iter().any(|other| other.start < span.end && span.start < other.end) {
                faults.push(format!("line {line}: `{raw}` lies over another cell"));
            }
            taken[at].push(span);
        }
    }
    faults
}

/// Each number of a table is a cell's, a label's, a mark's or a diagnostic's.
fn check_numbers(filing: &Filing, lines: &[Vec<char>], readings: &[LineReading]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut printed = Vec::new();
    for (at, line) in
        lines.iter().enumerate().filter(|(at, _)| readings[*at].kind == BlockKind::Table)
    {
        let number_of_line = readings[at].line;
        let cells = filing.statements.iter().flat_map(|s| &s.rows).flat_map(|r| &r.cells);
        let cells: Vec<Range<usize>> =
            cells.filter(|c| c.line == number_of_line).map(span_of).collect();
        for number in numbers(line) {
            let inside = |span: &&Range<usize>| span.start < number.end && number.start < span.end;
            let holders = cells.iter().filter(inside).count();
            let doubts = filing
                .diagnostics
                .iter()
                .filter(|d| d.code == Code::UnplacedNumber && d.line == number_of_line);
            let accounts = holders
                + doubts.filter(|d| points_at(line, d.column as usize - 1, &number)).count();
            let class = readings[at].class.as_str();
            let text = text_of(line, &number);
            let of_a_row = matches!(class, "figures" | "label" | "heading");
            let of_the_rest = match class {
                "caption" | "mark" | "note" => true,
                "header" => !is_amount(line, &number),
                "overprint" => is_printed_above(&lines[..at], line, &number),
                "page" => !is_below_a_rule(&lines[..at], readings, &number),
                _ => false,
            };
            let once = match accounts {
                0 => of_a_row || of_the_rest,
                1 => {
                    class == "figures"
                        || holders == 0
                            && (of_a_row || class == "header" && is_amount(line, &number))
                }
                _ => false,
            };
            if !once {
                faults.push(format!(
                    "line {number_of_line} ({class}): `{text}` is accounted for {accounts} times"
                ));
            } else if holders == 0
                && of_a_row
                && !is_note_mark(line, &number)
                && !is_reference(&readings[..at], line, &number)
            {
                printed.push(InWords { line: number_of_line, text, told: accounts > 0 });
            }
        }
    }
    faults.extend(check_labels(filing, &printed));
    faults
}

/// Whether a number is printed as an amount is, `1,234` or `$ 12`: `$1.00` is a par value, `1,000`
/// a scale.
fn is_amount(line: &[char], number: &Range<usize>) -> bool {
    let text = text_of(line, number);
    let before = line[..number.start].iter().rposition(|c| *c != ' ');
    let sign = before.is_some_and(|at| line[at] == '$' && at + 1 < number.start);
    let mut groups = text.split(',').skip(1).peekable();
    let grouped = groups.peek().is_some() && groups.all(|group| group.len() == 3);
    (sign || grouped) && text.trim_end_matches(['0', ',']) != "1"
}

/// Whether a number stands at the same place on a line shortly above, which has more print.
fn is_printed_above(above: &[Vec<char>], line: &[char], number: &Range<usize>) -> bool {
    let near = above.iter().rev().take(4);
    near.map(|above| above.get(number.clone())).any(|print| print == line.get(number.clone()))
}

/// Whether a number stands directly below the rule over the end of a column.
fn is_below_a_rule(above: &[Vec<char>], readings: &[LineReading], number: &Range<usize>) -> bool {
    let rules = readings[..above.len()].iter().rev().take_while(|r| r.class == "rule").count();
    let Some(row) = above.len().checked_sub(rules + 1).filter(|_| rules > 0) else { return false };
    let rule = &above[above.len() - 1];
    let over = rule.get(number.clone()).is_some_and(|print| !print.contains(&' '));
    over && rule[..number.start.min(16)].iter().all(|c| *c == ' ')
        && readings[row].class == "figures"
}

/// Whether a number refers to a note, from a column of such, or behind the figures of its row:
/// `1,250   1,400   Notes 1 and 4`.
fn is_reference(above: &[LineReading], line: &[char], number: &Range<usize>) -> bool {
    let before = text_of(line, &(0..number.start));
    let behind_note = before.rsplit_once("  ").is_some_and(|(figures, words)| {
        figures.contains(|c: char| c.is_ascii_digit())
            && words.split(' ').next().is_some_and(is_note_column)
    });
    behind_note || stands_below_note(above, &text_of(line, number), number)
}

/// Whether a diagnostic at a column means a number: its sign and currency sign stand before it, or
/// the other end of a range.
fn points_at(line: &[char], column: usize, number: &Range<usize>) -> bool {
    line.get(column..number.start).is_some_and(|lead| {
        let lead: String = lead.iter().collect();
        let low = lead.trim_end_matches(['$', '(']);
        let of_range = low.strip_suffix('-').or_else(|| low.strip_suffix(" to "));
        // `$ 7.50-$18.00`
        let is_low = |c: char| c.is_ascii_digit() || "$(,./ ".contains(c);
        of_range.is_some_and(|low| low.chars().all(is_low))
            || lead.chars().all(|c| c.is_alphabetic() || "$(-+< .\u{a3}\u{a5}\u{20ac}".contains(c))
    })
}

/// A number printed among words of the rows.
struct InWords {
    line: u32,
    text: String,
    /// A diagnostic means it: it may stand in a label all the same.
    told: bool,
}

/// The numbers printed among words of the rows come out in labels and headings, in order.
fn check_labels(filing: &Filing, printed: &[InWords]) -> Vec<String> {
    let rows = filing.statements.iter().flat_map(|s| &s.rows);
    let of_labels = rows.flat_map(|row| {
        let label: Vec<char> = row.label.chars().collect();
        let numbers = numbers(&label).into_iter().filter(|n| !is_note_mark(&label, n));
        numbers.map(|n| text_of(&label, &n)).collect::<Vec<_>>()
    });
    let mut of_labels = of_labels.peekable();
    for InWords { line, text, told } in printed {
        match of_labels.next_if_eq(text) {
            Some(_) => {}
            None if *told => {}
            None => {
                let next = of_labels.next();
                let next = next.map(|word| format!("; the next number of a label is `{word}`"));
                return vec![format!("line {line}: `{text}` is lost{}", next.unwrap_or_default())];
            }
        }
    }
    of_labels
        .next()
        .map(|word| format!("a label says `{word}`, which no table prints"))
        .into_iter()
        .collect()
}

/// The beginnings of a text, cut after each line.
fn beginnings(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    memchr::memchr_iter(b'\n', bytes).map(|end| &bytes[..=end])
}

/// What is wrong with a fixture or one of its beginnings; the first fault of each kind suffices.
fn report(fixture: &Fixture) -> String {
    let mut report = String::new();
    let mut told: Vec<String> = Vec::new();
    let whole = (lines_of(&fixture.bytes).len(), fixture.bytes.as_slice());
    let cut = beginnings(&fixture.bytes).enumerate().map(|(at, text)| (at + 1, text));
    for (length, text) in std::iter::once(whole).chain(cut) {
        for fault in audit(text) {
            if !told.contains(&fault) {
                writeln!(report, "{} (first {length} lines): {fault}", fixture.name)
                    .expect("a string takes it all");
                told.push(fault);
            }
        }
    }
    report
}

#[test]
fn every_number_of_a_table_is_accounted_for_once() {
    let fixtures: Vec<Fixture> =
        FOLDERS.iter().flat_map(|folder| fixtures::texts(folder)).collect();
    assert!(!fixtures.is_empty(), "no fixtures");
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let reports: Vec<String> = thread::scope(|scope| {
        let shares = fixtures.chunks(fixtures.len().div_ceil(workers));
        let threads: Vec<_> = shares
            .map(|share| scope.spawn(|| share.iter().map(report).collect::<String>()))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a report")).collect()
    });
    let report = reports.concat();
    assert!(report.is_empty(), "\n{report}{} faults", report.lines().count());
}

#[test]
#[ignore = "reads every real filing"]
#[expect(clippy::print_stderr, reason = "a test that does nothing must say so")]
fn every_number_of_the_corpus_is_accounted_for_once() {
    let Some(corpus) = env::var_os("EX99_CORPUS") else {
        eprintln!("SKIPPED: EX99_CORPUS is not set, no real filing was audited");
        return;
    };
    let mut report = String::new();
    for name in ["dev", "wild"] {
        let Ok(entries) = fs::read_dir(Path::new(&corpus).join(name)) else { continue };
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "txt")) {
            let bytes = fs::read(path).expect("a filing");
            if ex99::sniff::not_text(&bytes).is_none() {
                for fault in audit(&bytes) {
                    writeln!(report, "{}: {fault}", path.display()).expect("a string takes it all");
                }
            }
        }
    }
    assert!(report.is_empty(), "\n{report}{} faults", report.lines().count());
}
