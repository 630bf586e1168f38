//! Reports of a comparison: a [`Report`] comes in, bytes in one of the [`Format`]s come out.
//!
//! There is a module for each format. They share a change as data (`record`) and as text (`words`).

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

/// A comparison, and what else a report has to know.
#[derive(Debug, Clone, Copy)]
pub struct Report<'r, 'a> {
    /// What differs.
    pub comparison: &'r Comparison<'a>,
    /// The name of the old side, for people.
    pub old: &'r str,
    /// The name of the new side, for people.
    pub new: &'r str,
    /// Folder that the file names of the new side are relative to; may be empty.
    pub folder: &'r str,
    /// Whether to report differences as errors rather than as warnings, where a format knows both.
    pub strict: bool,
}

named! {
    /// The formats of a report.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Format {
        /// Plain text, for a terminal.
        #[default]
        Text = "text",
        /// One JSON document, with a summary.
        Json = "json",
        /// JSON Lines: one change per line.
        Jsonl = "jsonl",
        /// CSV: one change per row.
        Csv = "csv",
        /// Markdown, for a comment or a job summary.
        Markdown = "markdown",
        /// Annotations of a GitHub workflow, at the lines of the new side.
        Github = "github",
        /// `JUnit` XML: a test for every statement, which fails if the statement differs.
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
///
/// # Errors
///
/// [`Error::Io`] if `out` cannot be written to; nothing else can fail.
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
