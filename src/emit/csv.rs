//! Long CSV: one row for each number, in the order of the source.
//!
//! Most fields of a row repeat those of the row before. Each is encoded once, into a buffer of its
//! statement, row or column, and copied from there.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use rust_decimal::Decimal;

use crate::record::{Cell, Column, Filing, Period, Row, Statement, Unit};

/// A column of the long CSV.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name in the header line.
    pub name: &'static str,
    /// Type of its values.
    pub kind: FieldType,
    /// Whether it always has a value.
    pub required: bool,
    /// What it means.
    pub meaning: &'static str,
}

/// Type of a field, as in a Frictionless Table Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    /// Text.
    String,
    /// A whole number.
    Integer,
    /// An exact decimal.
    Number,
    /// An ISO 8601 date.
    Date,
    /// An ISO 8601 duration.
    Duration,
}

impl FieldType {
    /// The type's name in a Table Schema.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Date => "date",
            Self::Duration => "duration",
        }
    }
}

const fn field(
    name: &'static str,
    kind: FieldType,
    required: bool,
    meaning: &'static str,
) -> Field {
    Field { name, kind, required, meaning }
}

/// The columns of the long CSV, in order.
pub const FIELDS: [Field; 27] = {
    use FieldType::{Date, Duration, Integer, Number, String};
    const ALWAYS: bool = true;
    const MAYBE: bool = false;
    [
        field(
            "file",
            String,
            ALWAYS,
            "Path relative to the PATH given; the file's own name when PATH is a file.",
        ),
        field(
            "document",
            String,
            MAYBE,
            "<TYPE> of the document within a submission; empty for a bare release.",
        ),
        field("accession", String, MAYBE, "Accession number, from the SGML header."),
        field("cik", String, MAYBE, "Central Index Key of the filer, from the SGML header."),
        field(
            "company",
            String,
            MAYBE,
            "Company name, from the SGML header; otherwise from the release's text where it is plain.",
        ),
        field("form", String, MAYBE, "Submission type (8-K, 10-Q, ...), from the SGML header."),
        field("filed", Date, MAYBE, "Date of filing, from the SGML header."),
        field("statement_id", Integer, ALWAYS, "Ordinal of the statement in the file, from 1."),
        field("statement", String, ALWAYS, "Kind of the statement."),
        field(
            "title",
            String,
            MAYBE,
            "Title as printed, one space between lines, without the company's name.",
        ),
        field("row", Integer, ALWAYS, "Ordinal of the row in the statement, from 1."),
        field(
            "section",
            String,
            MAYBE,
            "Headings in force above the row, outermost first, joined by \" > \".",
        ),
        field(
            "label",
            String,
            MAYBE,
            "Label as printed, wrapped lines joined; empty for an unlabelled subtotal.",
        ),
        field("concept", String, MAYBE, "us-gaap element where the row plainly is that item."),
        field("column", Integer, ALWAYS, "Ordinal of the number's column, from 1."),
        field(
            "header",
            String,
            MAYBE,
            "The column's header text, top to bottom, one space between.",
        ),
        field(
            "period_start",
            Date,
            MAYBE,
            "First day of the period; empty for an instant and where the column is no period.",
        ),
        field(
            "period_end",
            Date,
            MAYBE,
            "Last day of the period, or the day of an instant; empty where the column is no period.",
        ),
        field(
            "duration",
            Duration,
            MAYBE,
            "Length of the period as the header says (P3M, P13W); empty for an instant.",
        ),
        field(
            "qualifier",
            String,
            MAYBE,
            "What the header says besides the period: unaudited, restated, pro forma, ...",
        ),
        field(
            "value",
            Number,
            MAYBE,
            "Exact value in base units, sign applied; empty for N/M, N/A, days (3/2/09), ranges (10-12), limits (<1%), what is about so much (~200) or in cents (45.8 cents), and misprints that do not say one number.",
        ),
        field(
            "unit",
            String,
            ALWAYS,
            "USD, USD/share, shares, percent, ratio, pure; other currencies by their ISO code.",
        ),
        field(
            "scale",
            Integer,
            MAYBE,
            "What one printed unit stands for; empty where nothing says (the value is then as printed).",
        ),
        field(
            "decimals",
            Integer,
            MAYBE,
            "Precision as in XBRL: 7,026 in thousands is -3, 0.45 is 2.",
        ),
        field("raw", String, ALWAYS, "The number as printed, an exact slice of the source line."),
        field("source_line", Integer, ALWAYS, "Source line where raw begins, from 1."),
        field(
            "source_column",
            Integer,
            ALWAYS,
            "Column of the line where raw begins, from 1, tabs expanded to 8.",
        ),
    ]
};

pub(super) fn opening() -> Vec<u8> {
    let mut line = FIELDS.map(|field| field.name).join(",").into_bytes();
    line.push(b'\n');
    line
}

/// Lines are written out once there are this many bytes of them.
const BATCH: usize = 1 << 16;

pub(super) fn encode(filing: &Filing, out: &mut impl Write) -> io::Result<()> {
    let mut lines = Vec::with_capacity(BATCH + BATCH / 4);
    let mut fields = Vec::new();
    let mut section = String::new();
    for statement in &filing.statements {
        fields.clear();
        encode_origin(filing, statement, &mut fields)?;
        let origin = fields.len();
        let columns: Vec<ColumnFields> =
            statement.columns.iter().map(ColumnFields::new).collect::<io::Result<_>>()?;
        for row in statement.rows.iter().filter(|row| !row.cells.is_empty()) {
            fields.truncate(origin);
            encode_row(row, &mut section, &mut fields);
            for cell in &row.cells {
                lines.extend_from_slice(&fields);
                encode_column(cell, &columns, &mut lines)?;
                encode_cell(cell, &mut lines)?;
            }
            if lines.len() >= BATCH {
                out.write_all(&lines)?;
                lines.clear();
            }
        }
    }
    out.write_all(&lines)
}

fn encode_origin(filing: &Filing, statement: &Statement, out: &mut Vec<u8>) -> io::Result<()> {
    let header = &filing.filing;
    for text in [
        &*filing.source.file,
        &*statement.document,
        &*header.accession,
        &*header.cik,
        filing.company(),
        &*header.form,
    ] {
        put_text(out, text);
        out.push(b',');
    }
    put_option(out, header.filed)?;
    write!(out, "{},{},", statement.id, statement.kind.name())?;
    put_text(out, &statement.title);
    out.push(b',');
    Ok(())
}

fn encode_row(row: &Row, section: &mut String, out: &mut Vec<u8>) {
    put_integer(out, row.ordinal.into());
    out.push(b',');
    section.clear();
    for heading in &row.section {
        if !section.is_empty() {
            section.push_str(" > ");
        }
        section.push_str(heading);
    }
    for text in [section.as_str(), &row.label, &row.concept] {
        put_text(out, text);
        out.push(b',');
    }
}

/// The encoded fields of a column, ready to be copied.
struct ColumnFields {
    ordinal: u32,
    period: Period,
    fields: Vec<u8>,
    /// Where in `fields` those of the period are.
    period_fields: Range<usize>,
}

impl ColumnFields {
    fn new(column: &Column) -> io::Result<Self> {
        let mut fields = Vec::new();
        put_integer(&mut fields, column.ordinal.into());
        fields.push(b',');
        put_text(&mut fields, &column.header);
        fields.push(b',');
        let start = fields.len();
        put_period(&mut fields, column.period)?;
        let period_fields = start..fields.len();
        put_text(&mut fields, &column.qualifier);
        fields.push(b',');
        Ok(Self { ordinal: column.ordinal, period: column.period, fields, period_fields })
    }
}

fn encode_column(cell: &Cell, columns: &[ColumnFields], out: &mut Vec<u8>) -> io::Result<()> {
    match columns.iter().find(|column| column.ordinal == cell.column) {
        Some(column) if column.period == cell.period => out.extend_from_slice(&column.fields),
        Some(ColumnFields { fields, period_fields, .. }) => {
            out.extend_from_slice(&fields[..period_fields.start]);
            put_period(out, cell.period)?;
            out.extend_from_slice(&fields[period_fields.end..]);
        }
        None => {
            put_integer(out, cell.column.into());
            out.extend_from_slice(b",,");
            put_period(out, cell.period)?;
            out.push(b',');
        }
    }
    Ok(())
}

fn encode_cell(cell: &Cell, out: &mut Vec<u8>) -> io::Result<()> {
    if let Some(value) = cell.value {
        put_decimal(out, value)?;
    }
    out.push(b',');
    put_unit(out, cell.unit)?;
    out.push(b',');
    if let Some(scale) = cell.scale {
        put_integer(out, scale.into());
    }
    out.push(b',');
    if let Some(decimals) = cell.decimals {
        put_integer(out, decimals.into());
    }
    out.push(b',');
    put_quoted(out, &cell.raw);
    out.push(b',');
    put_integer(out, cell.line.into());
    out.push(b',');
    put_integer(out, cell.position.into());
    out.push(b'\n');
    Ok(())
}

fn put_period(out: &mut Vec<u8>, period: Period) -> io::Result<()> {
    put_option(out, period.start)?;
    put_option(out, period.end)?;
    put_option(out, period.duration)
}

fn put_option(out: &mut Vec<u8>, value: Option<impl Display>) -> io::Result<()> {
    match value {
        Some(value) => write!(out, "{value},"),
        None => out.write_all(b","),
    }
}

fn put_unit(out: &mut Vec<u8>, unit: Unit) -> io::Result<()> {
    match unit {
        Unit::Money(currency) => out.extend_from_slice(currency.code().as_bytes()),
        other => write!(out, "{other}")?,
    }
    Ok(())
}

fn put_integer(out: &mut Vec<u8>, value: i64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// A decimal in plain digits, without trailing zeros of a fraction.
pub(super) fn put_decimal(out: &mut Vec<u8>, value: Decimal) -> io::Result<()> {
    match i64::try_from(value.mantissa()) {
        Ok(whole) if value.scale() == 0 => put_integer(out, whole),
        _ => write!(out, "{}", value.normalize())?,
    }
    Ok(())
}

/// A field of text, written so that no spreadsheet takes it for a formula.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_quoted(out, &guarded(text));
}

/// A field, quoted as RFC 4180 requires.
fn put_quoted(out: &mut Vec<u8>, text: &str) {
    let text = text.as_bytes();
    if !text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    for (nth, part) in text.split(|byte| *byte == b'"').enumerate() {
        if nth > 0 {
            out.extend_from_slice(b"\"\"");
        }
        out.extend_from_slice(part);
    }
    out.push(b'"');
}

/// A text that no spreadsheet takes for a formula: with an apostrophe before it if one might.
pub(crate) fn guarded(text: &str) -> Cow<'_, str> {
    if runs_as_formula(text) { format!("'{text}").into() } else { text.into() }
}

/// A guarded text as it was before.
pub(crate) fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'').filter(|text| runs_as_formula(text)).unwrap_or(text)
}

/// Whether a spreadsheet might run a field that begins like this. Apostrophes at the beginning do
/// not count, so that every text can be told from a guarded one.
fn runs_as_formula(text: &str) -> bool {
    // Most fields begin with a letter or a digit.
    if text.as_bytes().first().is_none_or(u8::is_ascii_alphanumeric) {
        return false;
    }
    let text = text.trim_start_matches('\'');
    text.starts_with(char::is_control)
        || text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}
