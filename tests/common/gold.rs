//! Gold annotations: what a careful reader finds in a real filing, and the scorer's rule.
//!
//! `NAME.gold.json` beside a filing names lines, labels, columns and periods; the numbers
//! themselves are read from the filing at the columns' ends, so that none is typed twice.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use ex99::record::{Cell as Found, Row, Statement};
use fancy_regex::Regex;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::Value;

/// The annotation of one filing.
#[derive(Debug, Deserialize)]
pub struct Gold {
    /// The filing, beside the annotation.
    pub file: String,
    /// Whether every table is annotated; else only the annotated lines count.
    pub complete: bool,
    tables: Vec<Table>,
}

#[derive(Debug, Deserialize)]
struct Table {
    lines: (u32, u32),
    scale: Option<u32>,
    unit: Option<String>,
    #[serde(default)]
    units: BTreeMap<String, String>,
    columns: Vec<Column>,
    rows: Vec<Vec<Value>>,
}

#[derive(Debug, Deserialize)]
struct Column {
    /// Where the last digit of the column's numbers stands, from 1.
    end: (usize, usize),
    period: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Options {
    unit: Option<String>,
    scale: Option<u32>,
    period: Option<String>,
    periods: BTreeMap<String, String>,
    /// Text of a column's cell where its place does not tell; null for none.
    cells: BTreeMap<String, Option<String>>,
}

/// A number that the reader finds.
#[derive(Debug)]
pub struct Cell {
    pub line: u32,
    /// First and last column, from 1.
    pub columns: (usize, usize),
    value: Option<Decimal>,
    unit: String,
    label: String,
    start: String,
    end: String,
    duration: Option<String>,
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?<![\w.,/-])[-(]?\s?\$?\s?[-(]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?<=\d)\s?\)?%?",
        r"|(?<![\w-])(?:-{1,4}|\u{2014}|\u{2013})(?![\w-])",
        r"|(?<!\w)(?:N/?M|N/?A|NIL|nil|n/?m|n/?a)(?!\w)",
    ))
});
static FRACTION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\$?\s*(\d+)?\s*-?\s*(\d+)/(2|4|8|16|32|64)$"));
static LEADERS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\s*[.]{2,}\s*$|[\s.:_-]+$"));
static NOTE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\s*(\((?:see )?notes? [^()]*\)|\([a-z0-9]{1,2}\)|\*+)$"));
static BROKEN_WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"- (?=[a-z])"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

impl Gold {
    /// Reads an annotation.
    pub fn read(path: &Path) -> Self {
        let text = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        serde_json::from_slice(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// Whether a number found on a line is judged.
    pub fn judges(&self, line: u32) -> bool {
        self.complete || self.tables.iter().any(|t| (t.lines.0..=t.lines.1).contains(&line))
    }

    /// The numbers of the annotated tables.
    pub fn cells(&self, filing: &[u8]) -> Vec<Cell> {
        let lines = lines_of(filing);
        let tables = self.tables.iter();
        tables
            .flat_map(|table| table.rows.iter().flat_map(|row| table.cells(row, &lines)))
            .collect()
    }
}

impl Table {
    fn cells(&self, row: &[Value], lines: &[String]) -> Vec<Cell> {
        let number =
            |value: &Value| usize::try_from(value.as_u64().expect("a line")).expect("a line");
        let at = match &row[0] {
            Value::Array(span) => number(&span[0])..=number(&span[1]),
            line => number(line)..=number(line),
        };
        let options: Options = row.get(2).map_or_else(Options::default, |o| {
            serde_json::from_value(o.clone()).expect("options of a row")
        });
        let mut taken: BTreeMap<usize, (usize, Token)> = BTreeMap::new();
        for line in at.clone() {
            for token in tokens(&lines[line - 1]) {
                let column = self
                    .columns
                    .iter()
                    .position(|c| (c.end.0..=c.end.1).contains(&token.columns.1));
                if let Some(column) = column {
                    taken.insert(column + 1, (line, token));
                }
            }
        }
        for (column, text) in &options.cells {
            let column: usize = column.parse().expect("an ordinal");
            let Some(text) = text else {
                taken.remove(&column);
                continue;
            };
            let place = at
                .clone()
                .find_map(|line| lines[line - 1].find(text.as_str()).map(|byte| (line, byte)));
            if let Some((line, byte)) = place {
                let first = lines[line - 1][..byte].chars().count() + 1;
                let width = text.trim_end_matches([')', '%', ' ']).chars().count();
                let columns = (first, first + width - 1);
                taken.insert(column, (line, Token { columns, text: text.clone() }));
            }
        }
        let label = row[1].as_str().expect("a label");
        taken
            .into_iter()
            .map(|(column, (line, token))| self.cell(label, &options, column, line, &token))
            .collect()
    }

    fn cell(
        &self,
        label: &str,
        options: &Options,
        column: usize,
        line: usize,
        token: &Token,
    ) -> Cell {
        let key = column.to_string();
        let unit = self.units.get(&key).or(options.unit.as_ref()).or(self.unit.as_ref());
        let unit = unit.map_or("USD", String::as_str);
        let scaled = !(matches!(unit, "percent" | "ratio" | "pure") || unit.ends_with("/share"));
        let scale = if scaled { options.scale.or(self.scale).unwrap_or(1) } else { 1 };
        let period = options.periods.get(&key).or(options.period.as_ref());
        let (start, end, duration) = period_of(period.unwrap_or(&self.columns[column - 1].period));
        Cell {
            line: u32::try_from(line).expect("a line"),
            columns: token.columns,
            value: value_of(&token.text).map(|v| v * Decimal::from(scale)),
            unit: unit.to_owned(),
            label: label.to_owned(),
            start,
            end,
            duration,
        }
    }
}

impl Cell {
    /// Whether a fact says of the number what the reader says: value, unit, period, label.
    pub fn is_told_by(&self, row: &Row, found: &Found) -> bool {
        let date =
            |date: Option<jiff::civil::Date>| date.map_or_else(String::new, |d| d.to_string());
        let same_length = match &self.duration {
            None => date(found.period.start) == self.start,
            Some(want) => {
                found.period.duration.map_or_else(String::new, |d| d.to_string()) == *want
            }
        };
        self.value == found.value
            && self.unit == found.unit.to_string()
            && self.end == date(found.period.end)
            && same_length
            && comparable_label(&self.label) == comparable_label(&row.label)
    }
}

/// The facts of some statements with the row each stands in.
pub fn facts(statements: &[Statement]) -> Vec<(&Row, &Found)> {
    let rows = statements.iter().flat_map(|s| &s.rows);
    rows.flat_map(|row| row.cells.iter().map(move |cell| (row, cell))).collect()
}

/// The filing's lines: Windows-1252, tabs expanded, line ends dropped.
fn lines_of(bytes: &[u8]) -> Vec<String> {
    let text = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0;
    let expanded = text.split('\n').map(|line| {
        let mut out = String::new();
        let mut width = 0;
        for c in line.trim_end_matches('\r').chars() {
            let step = if c == '\t' { 8 - width % 8 } else { 1 };
            out.extend(std::iter::repeat_n(if c == '\t' { ' ' } else { c }, step));
            width += step;
        }
        out
    });
    expanded.collect()
}

/// Something like a number, and the columns from its first character to its last digit.
#[derive(Debug)]
struct Token {
    columns: (usize, usize),
    text: String,
}

fn tokens(line: &str) -> Vec<Token> {
    let found = NUMBER.find_iter(line).map(|m| m.expect("a match"));
    let tokens = found.map(|m| {
        let text = m.as_str();
        let lead = text.len() - text.trim_start().len();
        let start = line[..m.start()].chars().count();
        let core = text.trim_end_matches([')', '%', ' ']).chars().count();
        Token { columns: (start + lead + 1, start + core), text: text.trim().to_owned() }
    });
    tokens.collect()
}

/// `3M 2003-06-30`, `@ 2003-06-30`, `1995-03-03..1998-06-30` or `-`: start, end, duration.
fn period_of(text: &str) -> (String, String, Option<String>) {
    if text == "-" {
        return (String::new(), String::new(), Some(String::new()));
    }
    if let Some((start, end)) = text.split_once("..") {
        return (start.to_owned(), end.to_owned(), None);
    }
    let (length, end) = text.split_once(' ').expect("a period");
    let duration = if length == "@" { String::new() } else { format!("P{length}") };
    (String::new(), end.to_owned(), Some(duration))
}

/// `$ (2,396)` is -2396; a dash is 0; `66 1/8` is 66.125; `N/M` is none.
fn value_of(text: &str) -> Option<Decimal> {
    if let Some(parts) = FRACTION.captures(text.trim()).expect("a match") {
        let part = |n: usize| parts.get(n).map_or(Some(Decimal::ZERO), |m| m.as_str().parse().ok());
        return Some(part(1)? + part(2)? / part(3)?);
    }
    let bare: String = text.chars().filter(|c| !c.is_whitespace() && !"$,%".contains(*c)).collect();
    if bare.trim_matches(['-', '\u{2014}', '\u{2013}']).is_empty() {
        return Some(Decimal::ZERO);
    }
    let negative = bare.starts_with(['(', '-']) || bare.ends_with(')');
    let digits = bare.trim_matches(['(', ')', '-']);
    let grammar = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let value: Decimal = digits.parse().ok().filter(|_| grammar)?;
    Some(if negative { -value } else { value })
}

/// A label for comparison: case, spaces, leaders, a closing colon and footnote marks dropped.
fn comparable_label(label: &str) -> String {
    let lower = label.to_lowercase().replace('\u{2019}', "'");
    let text = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = LEADERS.replace_all(&text, "");
    let text = NOTE.replace_all(&text, "");
    let text = BROKEN_WORD.replace_all(&text, "-");
    text.trim_start_matches(['\'', ' ', '-']).trim().to_owned()
}
