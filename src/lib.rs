//! ex99 turns plain-text earnings releases into financial statements as data.

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
pub mod period;
pub mod plain;
pub mod read;
pub mod record;
pub mod release;
pub mod sniff;
pub mod statement;
pub mod submission;
pub mod text;

use sha2::{Digest, Sha256};

use lex::line::{Class, Lines};
use record::{BlockKind, Filing, LineReading, Source};
use statement::Draft;
use submission::Submission;
use text::Text;

/// Reads one filing: bytes in, statements and diagnostics out.
///
/// `file` is the name the record carries. Fails only where the bytes are no text at all.
pub fn extract(file: &str, bytes: &[u8]) -> Result<Filing, error::Error> {
    let mut filing = extract_undigested(file, bytes)?;
    filing.source.sha256 = hexadecimal(&Sha256::digest(bytes));
    Ok(filing)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect()
}

/// Like [`extract`], but leaves [`Source::sha256`] empty: for outputs that do not carry it.
pub fn extract_undigested(file: &str, bytes: &[u8]) -> Result<Filing, error::Error> {
    if let Some(reason) = sniff::not_text(bytes) {
        return Err(error::Error::NotText(reason));
    }
    let text = Text::decode(bytes);
    let submission = submission::split(&text);
    let lines = Lines::read(&text);
    let drafts = drafts(&lines, &submission);
    let release = release::read(&lines, &submission, &drafts);
    let mut diagnostics = submission.diagnostics;
    let statements = statement::finish(&lines, drafts, &submission.header, &mut diagnostics);
    diagnostics.sort_by_key(|d| (d.line, d.column, d.code));
    Ok(Filing {
        source: Source {
            file: file.to_owned(),
            sha256: String::new(),
            lines: u32::try_from(text.len()).unwrap_or(u32::MAX),
        },
        filing: submission.header,
        release,
        statements,
        diagnostics,
    })
}

fn drafts(lines: &Lines<'_>, submission: &Submission) -> Vec<Draft> {
    let mut out = Vec::new();
    for document in submission.documents.iter().filter(|d| d.holds_statements()) {
        let blocks = lex::block::tables(lines, &document.lines);
        out.extend(statement::drafts(lines, blocks, &document.kind, &submission.header));
    }
    out
}

/// How the lexer reads each line of a filing.
pub fn blocks(bytes: &[u8]) -> Result<Vec<LineReading>, error::Error> {
    if let Some(reason) = sniff::not_text(bytes) {
        return Err(error::Error::NotText(reason));
    }
    let text = Text::decode(bytes);
    let submission = submission::split(&text);
    let lines = Lines::read(&text);
    let drafts = drafts(&lines, &submission);
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
        out.push(LineReading {
            line: u32::try_from(i + 1).unwrap_or(u32::MAX),
            block,
            kind: if table.is_some() { BlockKind::Table } else { BlockKind::Prose },
            class: class(&lines, i, table).to_owned(),
            text: text.printed(i, 0..usize::MAX).into_owned(),
        });
    }
    Ok(out)
}

/// What a line is for its block, in a word.
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
