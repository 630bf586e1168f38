//! The library's error: input and output, malformed records. Parsing a filing never fails.

use thiserror::Error;

/// Why a call could not be carried out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are no plain text.
    #[error("not plain text: {0}")]
    NotText(&'static str),
    /// The text is too large for its positions to be told.
    #[error("too large: 4 GiB of text or more")]
    TooLarge,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// An extraction that should be read back is malformed.
    #[error("line {line}: {message}")]
    MalformedRecord {
        /// Line of the extraction, from 1.
        line: u64,
        /// What was found and what was expected.
        message: String,
    },
}
