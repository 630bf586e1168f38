//! One JSON document, with each filing on a line of its own: it can be written as a stream, and
//! compared line by line.

use std::io::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Filing, SCHEMA_VERSION};

/// The JSON document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "ex99 extraction")]
pub struct Document {
    /// What wrote the document.
    pub ex99: Producer,
    /// The filings, in the order of the inputs.
    pub filings: Vec<Filing>,
}

/// What wrote a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Producer {
    /// Version of ex99.
    pub version: String,
    /// Version of the output format, see [`SCHEMA_VERSION`].
    pub schema: u32,
}

impl Default for Producer {
    fn default() -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), schema: SCHEMA_VERSION }
    }
}

pub(super) fn opening() -> serde_json::Result<Vec<u8>> {
    let mut out = b"{\"ex99\":".to_vec();
    serde_json::to_writer(&mut out, &Producer::default())?;
    out.extend_from_slice(b",\"filings\":[\n");
    Ok(out)
}

pub(super) fn encode(filing: &Filing, out: &mut impl Write) -> serde_json::Result<()> {
    serde_json::to_writer(out, filing)
}
