//! ex99 turns plain-text earnings releases into financial statements as data.

pub mod cli;
pub mod diagnostic;
pub mod diff;
pub mod emit;
pub mod error;
pub mod read;
pub mod record;
pub mod sniff;

/// Reads one filing: bytes in, statements and diagnostics out.
///
/// `file` is the name the record carries. Fails only where the bytes are no text at all.
pub fn extract(file: &str, bytes: &[u8]) -> Result<record::Filing, error::Error> {
    if let Some(reason) = sniff::not_text(bytes) {
        return Err(error::Error::NotText(reason));
    }
    Ok(record::Filing {
        source: record::Source { file: file.to_owned(), ..Default::default() },
        filing: record::Header::default(),
        release: record::Release::default(),
        statements: Vec::new(),
        diagnostics: Vec::new(),
    })
}

/// How the lexer reads each line of a filing.
pub fn blocks(bytes: &[u8]) -> Result<Vec<record::LineReading>, error::Error> {
    if let Some(reason) = sniff::not_text(bytes) {
        return Err(error::Error::NotText(reason));
    }
    Ok(Vec::new())
}
