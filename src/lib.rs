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
pub mod read;
pub mod record;
pub mod sniff;
pub mod statement;
pub mod submission;
pub mod text;

use lex::line::Lines;
use record::{Filing, Release, Source};
use text::Text;

/// Reads one filing: bytes in, statements and diagnostics out.
///
/// `file` is the name the record carries. Fails only where the bytes are no text at all.
pub fn extract(file: &str, bytes: &[u8]) -> Result<Filing, error::Error> {
    if let Some(reason) = sniff::not_text(bytes) {
        return Err(error::Error::NotText(reason));
    }
    let text = Text::decode(bytes);
    let submission = submission::split(&text);
    let lines = Lines::read(&text);
    let mut drafts = Vec::new();
    for document in &submission.documents {
        if document.kind.starts_with("EX-27") {
            continue;
        }
        let blocks = lex::block::tables(&lines, &document.lines);
        drafts.extend(statement::drafts(&lines, blocks, &document.kind, &submission.header));
    }
    let mut diagnostics = Vec::new();
    let statements = statement::finish(&lines, drafts, &submission.header, &mut diagnostics);
    diagnostics.sort_by_key(|d| (d.line, d.column));
    Ok(Filing {
        source: Source { file: file.to_owned(), sha256: String::new(), lines: u32::try_from(text.len()).unwrap_or(u32::MAX) },
        filing: submission.header,
        release: Release::default(),
        statements,
        diagnostics,
    })
}

/// How the lexer reads each line of a filing.
pub fn blocks(bytes: &[u8]) -> Result<Vec<record::LineReading>, error::Error> {
    if let Some(reason) = sniff::not_text(bytes) {
        return Err(error::Error::NotText(reason));
    }
    Ok(Vec::new())
}
