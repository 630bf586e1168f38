//! Reports of a comparison, one module a format.
//!
//! What they share is a change as data (`record`) and in `words`.

mod csv;
mod github;
mod json;
mod junit;
mod markdown;
mod record;
mod text;
mod words;

pub use self::json::schema;

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use crate::diff::{Comparison, FilingDiff};
use crate::error::Error;
use crate::named::named;

/// A comparison and what a report has to know beside it.
#[derive(Debug, Clone, Copy)]
pub struct Report<'r, 'a> {
    /// What differs.
    pub comparison: &'r Comparison<'a>,
    /// What was compared: the name of the old side.
    pub old: &'r str,
    /// The name of the new side.
    pub new: &'r str,
    /// Folder that the file names of the new side are relative to; may be empty.
    pub folder: &'r str,
    /// Whether differences are to be told as errors rather than as warnings.
    pub strict: bool,
}

named! {
    /// The forms a report takes.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Format {
        /// For reading in a terminal.
        #[default]
        Text = "text",
        /// One JSON document with a summary.
        Json = "json",
        /// One change a line.
        Jsonl = "jsonl",
        /// One change a row.
        Csv = "csv",
        /// For a comment or a job summary.
        Markdown = "markdown",
        /// Workflow annotations at the lines of the new side.
        Github = "github",
        /// A test for every statement; it fails where the statement differs.
        Junit = "junit",
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::named(text).ok_or_else(|| format!("`{text}` is not a format of reports"))
    }
}

/// Writes a report.
pub fn write(report: &Report<'_, '_>, format: Format, out: &mut dyn Write) -> Result<(), Error> {
    match format {
        Format::Text => text::write(report, out),
        Format::Json => json::write(report, out),
        Format::Jsonl => json::write_lines(report, out),
        Format::Csv => csv::write(report, out),
        Format::Markdown => markdown::write(report, out),
        Format::Github => github::write(report, out),
        Format::Junit => junit::write(report, out),
    }
    .map_err(Error::Io)
}

/// A filing as a heading names it.
fn filing_name(filing: &FilingDiff<'_>) -> String {
    let files = match filing.files() {
        (Some(old), Some(new)) if old != new => format!("{old} -> {new}"),
        (old, new) => new.or(old).unwrap_or_default().to_owned(),
    };
    match filing.company() {
        "" => files,
        company => format!("{files} ({company})"),
    }
}
