//! `ex99 schema`: prints a machine-readable description of an output format.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;

use super::args::{Schema, SchemaOf};
use super::output::Output;
use crate::diff::render;
use crate::emit::schema;

/// Prints the schema asked for.
pub fn run(args: &Schema) -> anyhow::Result<ExitCode> {
    let schema = match args.of {
        SchemaOf::Json => schema::json(),
        SchemaOf::Csv => schema::csv(),
        SchemaOf::Diff => render::schema(),
    };
    let mut out = Output::stdout();
    let text = serde_json::to_string_pretty(&schema)?;
    writeln!(out, "{text}").and_then(|()| out.commit()).context("cannot write standard output")?;
    Ok(ExitCode::SUCCESS)
}
