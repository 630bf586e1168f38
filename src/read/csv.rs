//! Reads the long CSV, with one fact per row, back into filings.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;
use std::sync::Arc;

use ::csv::{ErrorKind, ReaderBuilder, StringRecord};
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::emit::{FIELDS, unguarded};
use crate::error::Error;
use crate::read::malformed;
use crate::record::{
    Cell, Column, Filing, Header, Kind, Period, Release, Role, Row, Source, Statement, Unit,
};

/// How many columns the long CSV has.
const WIDTH: usize = FIELDS.len();

/// A header line has at least this many names of columns; fewer may be in that of any table.
const TELLING: usize = 3;

/// Whether the first line is a header line with some of the columns of the long CSV.
pub fn is_csv(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Ok(line) = std::str::from_utf8(line) else { return false };
    let names: HashSet<&str> = line.split(',').map(|name| name.trim().trim_matches('"')).collect();
    column_names().filter(|name| names.contains(name)).count() >= TELLING
}

/// Reads the facts and puts them back into rows, statements and filings. The rows of the CSV may be
/// in any order.
pub fn read(bytes: &[u8]) -> Result<Vec<Filing>, Error> {
    let mut reader = ReaderBuilder::new().from_reader(bytes);
    let header = reader.headers().map_err(|error| explain(&error))?.clone();
    let places = places(&header)?;
    let mut facts = Facts::default();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| explain(&error))? {
        let line = record.position().map_or(0, ::csv::Position::line);
        facts.add(&Fact { record: &record, places: &places, line })?;
    }
    Ok(facts.finish())
}

/// The names of the columns, in the order in which they are written.
fn column_names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|field| field.name)
}

/// The position of each column in this file.
fn places(header: &StringRecord) -> Result<[usize; WIDTH], Error> {
    let mut places = [0; WIDTH];
    let mut missing = Vec::new();
    for (place, name) in places.iter_mut().zip(column_names()) {
        match header.iter().position(|field| field.trim() == name) {
            Some(at) => *place = at,
            None => missing.push(name),
        }
    }
    if missing.is_empty() {
        return Ok(places);
    }
    let columns = if missing.len() == 1 { "column is" } else { "columns are" };
    Err(malformed(
        1,
        format!(
            "these {columns} missing: {}; expected {WIDTH} columns, from `file` to `source_column`",
            missing.join(", "),
        ),
    ))
}

fn explain(error: &::csv::Error) -> Error {
    let line = error.position().map_or(1, ::csv::Position::line);
    match error.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => malformed(
            line,
            format!("{len} fields; expected {expected_len}, one for each column of the header"),
        ),
        ErrorKind::Utf8 { .. } => malformed(line, "not UTF-8; expected CSV in UTF-8"),
        _ => malformed(line, format!("{error}; expected CSV")),
    }
}

/// A row of the CSV, with its fields by name.
struct Fact<'r> {
    record: &'r StringRecord,
    places: &'r [usize; WIDTH],
    line: u64,
}

impl<'r> Fact<'r> {
    fn field(&self, name: &str) -> &'r str {
        let at = column_names().position(|column| column == name);
        at.and_then(|at| self.record.get(self.places[at])).unwrap_or_default()
    }

    /// A text, without the apostrophe that keeps spreadsheets from running it as a formula.
    fn text(&self, name: &str) -> &'r str {
        unguarded(self.field(name))
    }

    fn parse<T: FromStr>(&self, name: &str, expected: &str) -> Result<T, Error> {
        let text = self.field(name);
        text.parse()
            .map_err(|_| malformed(self.line, format!("`{name}` is `{text}`; expected {expected}")))
    }

    fn parse_filled<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, Error> {
        if self.field(name).is_empty() { Ok(None) } else { self.parse(name, expected).map(Some) }
    }

    fn ordinal(&self, name: &str) -> Result<u32, Error> {
        self.parse(name, "a whole number")
    }

    fn date(&self, name: &str) -> Result<Option<Date>, Error> {
        self.parse_filled(name, "a date such as 2003-06-30, or nothing")
    }

    fn period(&self) -> Result<Period, Error> {
        Ok(Period {
            start: self.date("period_start")?,
            end: self.date("period_end")?,
            duration: self
                .parse_filled("duration", "a duration such as P3M or P13W, or nothing")?,
        })
    }

    fn cell(&self) -> Result<Cell, Error> {
        Ok(Cell {
            column: self.ordinal("column")?,
            value: self.parse_filled::<Decimal>("value", "a decimal number, or nothing")?,
            unit: self.unit()?,
            scale: self.scale()?,
            decimals: self.parse_filled("decimals", "a whole number, or nothing")?,
            raw: self.field("raw").to_owned(),
            period: self.period()?,
            line: self.ordinal("source_line")?,
            position: self.ordinal("source_column")?,
        })
    }

    fn unit(&self) -> Result<Unit, Error> {
        self.parse("unit", "a unit such as USD, USD/share, shares or percent")
    }

    fn scale(&self) -> Result<Option<u32>, Error> {
        self.parse_filled("scale", "a whole number such as 1000, or nothing")
    }

    fn filing(&self) -> Result<Filing, Error> {
        Ok(Filing {
            source: Source { file: self.text("file").to_owned(), ..Source::default() },
            filing: Header {
                accession: self.text("accession").to_owned(),
                cik: self.text("cik").to_owned(),
                company: self.text("company").to_owned(),
                form: self.text("form").to_owned(),
                filed: self.date("filed")?,
                ..Header::default()
            },
            release: Release::default(),
            statements: Vec::new(),
            diagnostics: Vec::new(),
        })
    }

    fn statement(&self, id: u32, line: u32) -> Result<Statement, Error> {
        Ok(Statement {
            id,
            document: self.text("document").to_owned(),
            kind: self.parse::<Kind>("statement", "a kind such as income or balance_sheet")?,
            title: self.text("title").to_owned(),
            lines: (line, line),
            unit: self.unit()?,
            scale: self.scale()?,
            columns: Vec::new(),
            rows: Vec::new(),
        })
    }

    fn row(&self, ordinal: u32) -> Row {
        let section = self.text("section");
        Row {
            ordinal,
            role: Role::Item,
            label: self.text("label").to_owned(),
            section: section.split(" > ").filter(|part| !part.is_empty()).map(Arc::from).collect(),
            depth: 0,
            concept: self.text("concept").to_owned(),
            cells: Vec::new(),
        }
    }

    fn column(&self, cell: &Cell) -> Column {
        Column {
            ordinal: cell.column,
            header: self.text("header").to_owned(),
            period: cell.period,
            qualifier: self.text("qualifier").to_owned(),
        }
    }
}

/// The filings read so far, and an index of their parts.
#[derive(Default)]
struct Facts {
    filings: Vec<Filing>,
    /// The last filing of each file name and accession number.
    filing_at: HashMap<(String, String), usize>,
    /// By filing and statement.
    statement_at: HashMap<(usize, u32), usize>,
    /// By filing, statement and row.
    row_at: HashMap<(usize, u32, u32), usize>,
    /// The columns met: filing, statement, column.
    columns: HashSet<(usize, u32, u32)>,
    /// The cells met: filing, statement, row, column.
    cells: HashSet<(usize, u32, u32, u32)>,
}

impl Facts {
    fn add(&mut self, fact: &Fact<'_>) -> Result<(), Error> {
        let (statement_id, ordinal) = (fact.ordinal("statement_id")?, fact.ordinal("row")?);
        let cell = fact.cell()?;
        let filing = self.filing(fact, (statement_id, ordinal, cell.column))?;

        let statements = &mut self.filings[filing].statements;
        let at = *self.statement_at.entry((filing, statement_id)).or_insert(statements.len());
        if at == statements.len() {
            statements.push(fact.statement(statement_id, cell.line)?);
        }
        let statement = &mut statements[at];
        statement.lines.0 = statement.lines.0.min(cell.line);
        statement.lines.1 = statement.lines.1.max(cell.line);

        if self.columns.insert((filing, statement_id, cell.column)) {
            statement.columns.push(fact.column(&cell));
        }
        let rows = &mut statement.rows;
        let at = *self.row_at.entry((filing, statement_id, ordinal)).or_insert(rows.len());
        if at == rows.len() {
            rows.push(fact.row(ordinal));
        }
        rows[at].cells.push(cell);
        Ok(())
    }

    /// The filing that a fact belongs to: a new one if its file is new, or if its place is already
    /// taken, since then another file has the same name.
    fn filing(&mut self, fact: &Fact<'_>, place: (u32, u32, u32)) -> Result<usize, Error> {
        let key = (fact.text("file").to_owned(), fact.text("accession").to_owned());
        let (statement, row, column) = place;
        if let Some(&at) = self.filing_at.get(&key)
            && self.cells.insert((at, statement, row, column))
        {
            return Ok(at);
        }
        let at = self.filings.len();
        self.filings.push(fact.filing()?);
        self.filing_at.insert(key, at);
        self.cells.insert((at, statement, row, column));
        Ok(at)
    }

    /// The filings, with their parts in order.
    fn finish(mut self) -> Vec<Filing> {
        for statements in self.filings.iter_mut().map(|filing| &mut filing.statements) {
            statements.sort_by_key(|statement| statement.id);
            for statement in statements {
                statement.columns.sort_by_key(|column| column.ordinal);
                statement.rows.sort_by_key(|row| row.ordinal);
                for row in &mut statement.rows {
                    row.cells.sort_by_key(|cell| cell.column);
                }
            }
        }
        self.filings
    }
}
