//! Reads JSON documents and JSON Lines back into filings.

use serde_json::error::Category;

use crate::emit::{Document, Producer};
use crate::error::Error;
use crate::read::{Form, malformed};
use crate::record::{Filing, SCHEMA_VERSION};

/// The keys of a filing; any of them may come first.
const FILING_KEYS: [&str; 5] = ["source", "filing", "release", "statements", "diagnostics"];

/// Which form of JSON this is, judging by the first key. Any object that is not a filing counts as
/// a document: reading it will then say what is wrong.
pub fn form(bytes: &[u8]) -> Option<Form> {
    let rest = bytes.trim_ascii_start().strip_prefix(b"{")?.trim_ascii_start();
    if rest.is_empty() || rest.starts_with(b"}") {
        return Some(Form::Json);
    }
    let key = rest.strip_prefix(b"\"")?;
    let key = &key[..key.iter().position(|byte| *byte == b'"').unwrap_or(key.len())];
    let is_filing = FILING_KEYS.iter().any(|name| name.as_bytes() == key);
    Some(if is_filing { Form::Jsonl } else { Form::Json })
}

/// Reads `{ "ex99": {version, schema}, "filings": [...] }`.
pub fn read_document(bytes: &[u8]) -> Result<Vec<Filing>, Error> {
    let document: Document = serde_json::from_slice(bytes)
        .map_err(|error| explain(&error, r#"a JSON document with "ex99" and "filings""#))?;
    let Producer { version, schema } = document.ex99;
    if schema > SCHEMA_VERSION {
        return Err(malformed(
            1,
            format!(
                "written by ex99 {version} with schema {schema}; expected schema {SCHEMA_VERSION}"
            ),
        ));
    }
    Ok(document.filings)
}

/// Reads one filing after another.
pub fn read_lines(bytes: &[u8]) -> Result<Vec<Filing>, Error> {
    serde_json::Deserializer::from_slice(bytes)
        .into_iter()
        .map(|filing| filing.map_err(|error| explain(&error, "one filing per line")))
        .collect()
}

fn explain(error: &serde_json::Error, expected: &str) -> Error {
    let line = u64::try_from(error.line()).unwrap_or(u64::MAX);
    let found = error.to_string();
    let found = found.rsplit_once(" at line ").map_or(found.as_str(), |(found, _)| found);
    let message = match error.classify() {
        Category::Eof => format!("the file is cut off; expected {expected}"),
        Category::Syntax => format!("not valid JSON ({found}); expected {expected}"),
        Category::Data | Category::Io => format!("{found}; expected {expected}"),
    };
    malformed(line.max(1), message)
}
