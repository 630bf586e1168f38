//! The output formats: filings in, bytes out, one filing after another.
//!
//! A [`Writer`] holds no more than the filing at hand. What a filing looks like in a format does
//! not depend on the filings around it, so filings may be encoded apart ([`Format::encode`]) and
//! joined in order ([`Writer::encoded`]).

mod csv;
mod json;
mod jsonl;
pub mod schema;
mod wide;

use std::io::{self, Write};

pub use self::csv::{FIELDS, Field, FieldType};
pub(crate) use self::csv::{guarded, unguarded};
pub use self::json::{Document, Producer};
pub use self::wide::{printed, statement as wide_statement};

use crate::record::{Filing, Statement};

/// An output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON document.
    Json,
    /// JSON Lines: a filing a line.
    Jsonl,
    /// Long CSV: a row for each number.
    Csv,
    /// Wide CSV: statements as they look on paper.
    Wide,
}

impl Format {
    /// The format's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Wide => "wide",
        }
    }

    /// Whether the output carries the SHA-256 of its sources.
    pub const fn carries_digest(self) -> bool {
        matches!(self, Self::Json | Self::Jsonl)
    }

    /// Appends a filing to `out`, without anything that stands before or after it.
    pub fn encode(self, filing: &Filing, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Json => json::encode(filing, out)?,
            Self::Jsonl => jsonl::encode(filing, out)?,
            Self::Csv => csv::encode(filing, out)?,
            Self::Wide => wide::encode(filing, out)?,
        }
        Ok(())
    }

    fn opening(self) -> io::Result<Vec<u8>> {
        Ok(match self {
            Self::Json => json::opening()?,
            Self::Csv => csv::opening(),
            Self::Jsonl | Self::Wide => Vec::new(),
        })
    }

    const fn separator(self) -> &'static [u8] {
        match self {
            Self::Json => b",\n",
            Self::Jsonl | Self::Csv => b"",
            Self::Wide => b"\n",
        }
    }

    const fn closing(self) -> &'static [u8] {
        match self {
            Self::Json => b"\n]}\n",
            Self::Jsonl | Self::Csv | Self::Wide => b"",
        }
    }
}

/// Writes filings in a format, one after another.
#[derive(Debug)]
pub struct Writer<W> {
    format: Format,
    out: W,
    buffer: Vec<u8>,
    empty: bool,
}

impl<W: Write> Writer<W> {
    /// Begins the output.
    pub fn begin(format: Format, mut out: W) -> io::Result<Self> {
        out.write_all(&format.opening()?)?;
        Ok(Self { format, out, buffer: Vec::new(), empty: true })
    }

    /// Goes on with an output of which `length` bytes are already written.
    pub fn resume(format: Format, out: W, length: u64) -> io::Result<Self> {
        let empty = length <= format.opening()?.len() as u64;
        Ok(Self { format, out, buffer: Vec::new(), empty })
    }

    /// Writes a filing.
    pub fn filing(&mut self, filing: &Filing) -> io::Result<()> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        self.format.encode(filing, &mut buffer)?;
        let written = self.encoded(&buffer);
        self.buffer = buffer;
        written
    }

    /// Writes a filing that [`Format::encode`] has encoded.
    pub fn encoded(&mut self, filing: &[u8]) -> io::Result<()> {
        if filing.is_empty() {
            return Ok(());
        }
        if !self.empty {
            self.out.write_all(self.format.separator())?;
        }
        self.empty = false;
        self.out.write_all(filing)
    }

    /// What is written to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the output and hands back what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(self.format.closing())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Unit and scale of a statement in words: `USD in thousands`.
pub fn measure(statement: &Statement) -> String {
    let unit = statement.unit;
    match statement.scale {
        None | Some(1) => unit.to_string(),
        Some(1_000) => format!("{unit} in thousands"),
        Some(1_000_000) => format!("{unit} in millions"),
        Some(1_000_000_000) => format!("{unit} in billions"),
        Some(scale) => format!("{unit} in units of {scale}"),
    }
}
