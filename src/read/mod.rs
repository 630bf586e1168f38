//! Reads extractions back: the bytes of JSON, JSON Lines or long CSV in, filings out.
//!
//! The form is recognised by the content. What a form leaves out (the long CSV has no headings and
//! no diagnostics) is empty in the filings.

mod csv;
mod json;

use crate::error::Error;
use crate::record::Filing;

/// The forms of an extraction that can be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One JSON document.
    Json,
    /// JSON Lines: one filing per line.
    Jsonl,
    /// Long CSV: one fact per row.
    Csv,
}

impl Form {
    /// The form that the bytes have; `None` if they are not an extraction.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let bytes = without_mark(bytes);
        json::form(bytes).or_else(|| csv::is_csv(bytes).then_some(Self::Csv))
    }

    /// The form that a file of this name should have; `None` if the name does not tell.
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
            Self::Jsonl => "one filing per line, as `ex99 extract -f jsonl` writes it",
            Self::Csv => "one fact per row below a header line, as `ex99 extract -f csv` writes it",
        }
    }
}

/// Reads an extraction of a known form.
///
/// ```
/// use ex99::emit::{Format, Writer};
/// use ex99::read::{Form, read};
///
/// let filing = ex99::extract("release.txt", b"Net sales rose.\n")?;
/// let mut writer = Writer::begin(Format::Json, Vec::new())?;
/// writer.filing(&filing)?;
/// let bytes = writer.finish()?;
///
/// assert_eq!(Form::of(&bytes), Some(Form::Json));
/// assert_eq!(read(Form::Json, &bytes)?, [filing]);
/// # Ok::<(), ex99::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::MalformedRecord`] if the bytes are not an extraction of this form; it names the line,
/// what was found and what was expected.
pub fn read(form: Form, bytes: &[u8]) -> Result<Vec<Filing>, Error> {
    let bytes = without_mark(bytes);
    match form {
        Form::Json => json::read_document(bytes),
        Form::Jsonl => json::read_lines(bytes),
        Form::Csv => csv::read(bytes),
    }
}

/// The bytes without a byte order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn malformed(line: u64, message: impl Into<String>) -> Error {
    Error::MalformedRecord { line, message: message.into() }
}
