//! The library's error, for input that is not text, I/O and malformed extractions. Parsing the text
//! of a filing never fails: what is doubtful there is a [diagnostic](crate::diagnostic).

use thiserror::Error;

/// Why a call could not be carried out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not plain text, but what is named here: `HTML`, `PDF`, ...
    #[error("not plain text: {0}")]
    NotText(&'static str),
    /// The text is too large for its lines and columns to be counted.
    #[error("too large: 4 GiB of text or more")]
    TooLarge,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// An extraction cannot be read back.
    #[error("line {line}: {message}")]
    MalformedRecord {
        /// Line in the extraction, from 1.
        line: u64,
        /// What was found and what was expected.
        message: String,
    },
}
