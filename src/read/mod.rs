//! Reads extractions back: JSON, JSON Lines and long CSV, each recognised by itself.

mod csv;
mod json;

use crate::error::Error;
use crate::record::Filing;

/// The forms an extraction comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One JSON document.
    Json,
    /// One filing a line.
    Jsonl,
    /// One fact a row.
    Csv,
}

impl Form {
    /// What the bytes look like; none where they are no extraction.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let bytes = without_mark(bytes);
        json::form(bytes).or_else(|| csv::is_csv(bytes).then_some(Self::Csv))
    }

    /// What a file of this name should hold; none where the name does not say.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// What an extraction of this form looks like, for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Json => {
                r#"a JSON document with "ex99" and "filings", as `ex99 extract -f json` writes it"#
            }
            Self::Jsonl => "one filing a line, as `ex99 extract -f jsonl` writes it",
            Self::Csv => "one fact a row below a header line, as `ex99 extract -f csv` writes it",
        }
    }
}

/// Reads an extraction of a known form.
pub fn read(form: Form, bytes: &[u8]) -> Result<Vec<Filing>, Error> {
    let bytes = without_mark(bytes);
    match form {
        Form::Json => json::read_document(bytes),
        Form::Jsonl => json::read_lines(bytes),
        Form::Csv => csv::read(bytes),
    }
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn malformed(line: u64, message: impl Into<String>) -> Error {
    Error::MalformedRecord { line, message: message.into() }
}
