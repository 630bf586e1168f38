//! The output formats: filings in, bytes out, one filing after another.
//!
//! A [`Writer`] holds no more than a part of the current filing in memory. The encoding of a filing
//! does not depend on the filings around it, so filings may be encoded separately
//! ([`Format::encode`]) and joined in order ([`Writer::encoded`]).
//!
//! ```
//! use ex99::emit::{Format, Writer};
//!
//! let filing = ex99::extract("release.txt", b"Net sales rose.\n")?;
//! let mut writer = Writer::begin(Format::Csv, Vec::new())?;
//! writer.filing(&filing)?;
//! let csv = writer.finish()?;
//! assert!(csv.starts_with(b"file,document,accession,cik,company"));
//! # Ok::<(), ex99::Error>(())
//! ```

mod csv;
mod json;
mod jsonl;
pub mod schema;
mod wide;

use std::io::{self, BufWriter, Write};

pub use self::csv::{FIELDS, Field, FieldType};
pub(crate) use self::csv::{guarded, unguarded};
pub use self::json::{Document, Producer};
pub use self::wide::statement as wide_statement;

use crate::named::named;
use crate::record::{Filing, Statement};

named! {
    /// An output format.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Format {
        /// One JSON document.
        Json = "json",
        /// JSON Lines: one filing per line.
        Jsonl = "jsonl",
        /// Long CSV: one row for each number.
        Csv = "csv",
        /// Wide CSV: each statement laid out as it looks on paper.
        Wide = "wide",
    }
}

impl Format {
    /// Whether the format has the SHA-256 of each source file.
    pub const fn carries_digest(self) -> bool {
        matches!(self, Self::Json | Self::Jsonl)
    }

    /// Writes a filing to `out`, which should be buffered, without what comes before the first
    /// filing, between two, or after the last. [`Writer`] adds these.
    pub fn encode(self, filing: &Filing, out: &mut impl Write) -> io::Result<()> {
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

/// Writes filings to `W` in a format, one after another.
#[derive(Debug)]
pub struct Writer<W> {
    format: Format,
    out: W,
    empty: bool,
}

impl<W: Write> Writer<W> {
    /// Begins a new output.
    pub fn begin(format: Format, mut out: W) -> io::Result<Self> {
        out.write_all(&format.opening()?)?;
        Ok(Self { format, out, empty: true })
    }

    /// Continues an output of which `length` bytes have already been written.
    pub fn resume(format: Format, out: W, length: u64) -> io::Result<Self> {
        let empty = length <= format.opening()?.len() as u64;
        Ok(Self { format, out, empty })
    }

    /// Encodes and writes a filing.
    pub fn filing(&mut self, filing: &Filing) -> io::Result<()> {
        let format = self.format;
        let mut out = BufWriter::with_capacity(1 << 16, self.next());
        format.encode(filing, &mut out)?;
        out.into_inner()?;
        Ok(())
    }

    /// Writes a filing that [`Format::encode`] has encoded.
    pub fn encoded(&mut self, filing: &[u8]) -> io::Result<()> {
        self.next().write_all(filing)
    }

    /// Where the next filing is written to.
    fn next(&mut self) -> Next<'_, W> {
        Next { writer: self, begun: false }
    }

    /// The underlying output.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the output, flushes it, and returns the underlying one.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(self.format.closing())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// The output as one filing sees it. Before the filing's first byte, it writes what separates the
/// filing from the one before.
struct Next<'w, W> {
    writer: &'w mut Writer<W>,
    begun: bool,
}

impl<W: Write> Write for Next<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Writer { format, out, empty } = &mut *self.writer;
        if !self.begun && !bytes.is_empty() {
            if !*empty {
                out.write_all(format.separator())?;
            }
            self.begun = true;
            *empty = false;
        }
        out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.out.flush()
    }
}

/// Unit and scale of a statement, in words: `USD in thousands`.
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
