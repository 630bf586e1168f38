//! ex99 turns plain-text earnings releases and SEC filings into financial statements as data.
//!
//! [`extract`] reads one filing: bytes come in, a [`Filing`] with its statements and diagnostics
//! comes out. [`emit`] writes filings as JSON or CSV, [`read`] reads them back, and
//! [`diff::compare`] tells what changed between two extractions.
//!
//! ```
//! let text = b"
//!                         ACME CORPORATION
//!                  CONSOLIDATED BALANCE SHEETS
//!                         (In thousands)
//!
//!                                    June 30,    June 30,
//!                                      2003        2002
//!                                    --------    --------
//! Cash and cash equivalents          $  7,026    $  5,113
//! Accounts receivable, net             13,582      (2,396)
//! Total assets                       $ 20,608    $  2,717
//! ";
//! let filing = ex99::extract("acme.txt", text)?;
//! let cell = &filing.statements[0].rows[1].cells[1];
//! assert_eq!(cell.raw, "(2,396)");
//! assert_eq!(cell.value.unwrap().to_string(), "-2396000");
//! # Ok::<(), ex99::Error>(())
//! ```
//!
//! # A tour of the house
//!
//! Data flows one way. Each stage adds to what the one before it found; where a later stage
//! corrects an earlier one, its module says so. [`extract_undigested`] runs all stages, and
//! `ex99 blocks` shows what each line of a filing was taken for.
//!
//! | stage | in | out |
//! |---|---|---|
//! | [`sniff`], [`text`] | bytes | [`text::Text`]: lines in display columns |
//! | [`submission`] | text | [`submission::Submission`]: header facts, documents |
//! | [`lex`] | lines | [`lex::line::Lines`]: each with its class; [`lex::block::Block`]: each table |
//! | [`grid`] | block | [`grid::Grid`]: columns by position, figures in them |
//! | [`align`] | grid | [`align::header::Head`], [`align::rows::AlignedRow`]: words to columns, labels to rows |
//! | [`statement`] | aligned table | kind, periods, units, concepts: [`record::Statement`] |
//! | [`release`] | lines | [`record::Release`]: headline, dateline, ticker |
//! | [`record`] | all of it | [`record::Filing`], the output |
//! | [`emit`], [`read`] | filings | JSON, JSON Lines, long and wide CSV, and back |
//! | [`diff`](mod@diff) | filings, old and new | [`diff::Comparison`]: what changed, by meaning |
//! | [`cli`] | a command line | an exit code |
//!
//! [`figure`], [`period`] and [`knowledge`] help the stages to read numbers, dates and words;
//! [`plain`] makes untrusted text harmless to terminals and workflow runners; `named` gives enums
//! the names of their members. To get to know the code, read [`record`] first, for the output, and
//! then from [`lex`] down.
//!
//! # What holds everywhere
//!
//! - **Parsing never fails.** From text to statement, every stage returns a value and
//!   [diagnostics](diagnostic). [`Error`] is for input that is not text, for I/O, and for malformed
//!   extractions.
//! - **The core does no I/O.** Only [`cli`] knows arguments, paths, threads and terminals.
//! - **Modules form layers.** Each imports only from layers below; `tests/layers.rs` enforces this.
//! - **Geometry never asks for meaning.** [`grid`] knows positions, not words; [`statement`] takes
//!   the positions as they are. What concerns a whole table is settled before its figures get a
//!   meaning.
//! - **Every number of a table is accounted for:** in a cell, a label, a header or a mark, or by a
//!   diagnostic.
//! - **A value keeps its print.** A cell holds the exact slice of the source beside its value. No
//!   value is changed to make a table add up.
//! - **Knowledge is data.** Labels, titles, months and units are in CSV files beside [`knowledge`],
//!   which `tests/knowledge.rs` checks. Code is for geometry, grammar and arithmetic.
//! - **No unsafe code, no floating point for money, no hash order in any output.**

pub mod align;
pub mod cli;
pub mod diagnostic;
pub mod diff;
pub mod emit;
pub mod error;
pub mod figure;
pub mod grid;
pub mod knowledge;
pub mod lex;
mod named;
pub mod period;
pub mod plain;
pub mod read;
pub mod record;
pub mod release;
pub mod sniff;
pub mod statement;
pub mod submission;
pub mod text;

pub use error::Error;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use diagnostic::Diagnostic;
use lex::line::{Class, Lines};
use record::{BlockKind, Filing, LineReading, Source};
use statement::{Draft, Items};
use submission::Submission;
use text::Text;

/// Reads one filing: bytes in, statements and diagnostics out.
///
/// `file` is only the name that the result carries in [`Source::file`]; no file is opened. The
/// bytes are UTF-8 or Windows-1252: a bare release, or a full EDGAR submission. Equal bytes give
/// equal results, on any machine. What is doubtful is in [`Filing::diagnostics`].
///
/// ```
/// let release = b"
///            STATEMENTS OF INCOME
///               (in thousands)
///            Year Ended December 31,
///                 1998       1997
///             --------   --------
/// Net sales   $ 52,818   $ 48,122
/// Net income  $  4,180   $  3,917
/// ";
/// let filing = ex99::extract("release.txt", release)?;
/// let row = &filing.statements[0].rows[0];
/// assert_eq!((row.label.as_str(), row.concept.as_str()), ("Net sales", "us-gaap:Revenues"));
/// let cell = &row.cells[0];
/// assert_eq!(cell.value.unwrap().to_string(), "52818000");
/// assert_eq!(cell.period.end.unwrap().to_string(), "1998-12-31");
/// assert_eq!((cell.raw.as_str(), cell.line), ("$ 52,818", 7));
/// # Ok::<(), ex99::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NotText`] if the bytes are not plain text (HTML, PDF, an image), [`Error::TooLarge`] if
/// they are 4 GiB or more. Nothing else can fail.
pub fn extract(file: &str, bytes: &[u8]) -> Result<Filing, Error> {
    let mut filing = extract_undigested(file, bytes)?;
    filing.source.sha256 = sha256(bytes);
    Ok(filing)
}

/// Like [`extract`], but leaves [`Source::sha256`] empty, for outputs that do not carry it.
///
/// # Errors
///
/// The same as for [`extract`].
pub fn extract_undigested(file: &str, bytes: &[u8]) -> Result<Filing, Error> {
    let text = decode(bytes)?;
    let submission = submission::split(&text);
    let lines = Lines::read(&text);
    let mut diagnostics = Vec::new();
    let drafts = drafts(&lines, &submission, &mut diagnostics);
    let release = release::read(&lines, &submission, &drafts);
    diagnostics.extend(submission.diagnostics);
    let statements = statement::finish(&lines, drafts, &submission.header, &mut diagnostics);
    diagnostics.sort_by_key(|d| (d.line, d.column, d.code));
    let mut filing = Filing {
        source: Source {
            file: file.to_owned(),
            sha256: String::new(),
            lines: text.number(text.len()) - 1,
        },
        filing: submission.header,
        release,
        statements,
        diagnostics,
    };
    number_as_in_source(&mut filing, &text);
    Ok(filing)
}

/// Gives lines the numbers that they have in the source: in the text, the blank lines of pages in
/// double spacing were taken out.
fn number_as_in_source(filing: &mut Filing, text: &Text) {
    let renumber = |line: &mut u32| *line = text.number((*line as usize).saturating_sub(1));
    for statement in &mut filing.statements {
        renumber(&mut statement.lines.0);
        renumber(&mut statement.lines.1);
        let cells = statement.rows.iter_mut().flat_map(|row| &mut row.cells);
        cells.for_each(|cell| renumber(&mut cell.line));
    }
    filing.diagnostics.iter_mut().for_each(|diagnostic| renumber(&mut diagnostic.line));
}

fn decode(bytes: &[u8]) -> Result<Text, Error> {
    if let Some(reason) = sniff::not_text(bytes) {
        return Err(Error::NotText(reason));
    }
    if !Text::fits(bytes) {
        return Err(Error::TooLarge);
    }
    Ok(Text::decode(bytes))
}

/// The SHA-256 of these bytes, in lower-case hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn drafts(
    lines: &Lines<'_>,
    submission: &Submission,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Draft> {
    let mut out = Vec::new();
    let mut items = Items::default();
    for document in submission.documents.iter().filter(|d| d.holds_statements()) {
        let blocks = lex::block::tables(lines, &document.lines);
        let header = &submission.header;
        let (kind, items) = (&document.kind, &mut items);
        out.extend(statement::drafts(lines, blocks, kind, header, items, diagnostics));
    }
    out
}

/// Tells how each line of a filing was read: its block, and its part in that block.
///
/// ```
/// use ex99::record::BlockKind;
///
/// let lines = ex99::blocks(b"Net sales rose again.\n")?;
/// assert_eq!((lines[0].kind, lines[0].class.as_str()), (BlockKind::Prose, "text"));
/// # Ok::<(), ex99::Error>(())
/// ```
///
/// # Errors
///
/// The same as for [`extract`].
pub fn blocks(bytes: &[u8]) -> Result<Vec<LineReading>, Error> {
    let text = decode(bytes)?;
    let submission = submission::split(&text);
    let lines = Lines::read(&text);
    let drafts = drafts(&lines, &submission, &mut Vec::new());
    let mut out = Vec::with_capacity(lines.len());
    let mut tables = drafts.iter().peekable();
    let (mut block, mut inside) = (0, None);
    for i in 0..lines.len() {
        while tables.next_if(|d| d.last_line() < i).is_some() {}
        let table = tables.peek().filter(|d| d.first_line() <= i).copied();
        let now = table.map(Draft::first_line);
        if block == 0 || now != inside {
            block += 1;
            inside = now;
        }
        let kind = if table.is_some() { BlockKind::Table } else { BlockKind::Prose };
        let number = text.number(i);
        // The blank lines of double spacing, which the text is without, are shown where they were.
        for line in out.last().map_or(1, |last: &LineReading| last.line + 1)..number {
            let (class, text) = ("blank".to_owned(), String::new());
            out.push(LineReading { line, block, kind, class, text });
        }
        out.push(LineReading {
            line: number,
            block,
            kind,
            class: class(&lines, i, table).to_owned(),
            text: text.printed(i, 0..usize::MAX).into_owned(),
        });
    }
    Ok(out)
}

/// The part of a line in its block, in a word.
fn class(lines: &Lines<'_>, i: usize, table: Option<&Draft>) -> &'static str {
    match lines.class(i) {
        Class::Blank => "blank",
        Class::Rule => "rule",
        Class::Mark => "mark",
        Class::Page => "page",
        Class::Overprint => "overprint",
        Class::Overlong => "overlong",
        Class::Figures | Class::Years | Class::Text => {
            table.map_or("text", |draft| draft.line_role(i))
        }
    }
}

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
