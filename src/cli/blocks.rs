//! `ex99 blocks`: shows how each line of a filing was read.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};

use super::args::Blocks;
use super::inputs;
use super::output::Output;
use crate::plain::plain_line;
use crate::record::BlockKind;

/// Prints every line with its block's number and kind, and the line's class.
pub fn run(args: &Blocks) -> anyhow::Result<ExitCode> {
    let name = args.file.display();
    if args.file.is_dir() {
        bail!("{name} is a folder; name a single file in it");
    }
    let content = inputs::single(&args.file).with_context(|| name.to_string())?;
    let bytes = content.read_filing().map_err(|reason| anyhow!("{name}: {reason}"))?;
    let lines = crate::blocks(&bytes).map_err(|error| anyhow!("{name}: {error}"))?;
    let mut out = Output::stdout();
    let mut print = || {
        for reading in &lines {
            let kind = match reading.kind {
                BlockKind::Prose => "prose",
                BlockKind::Table => "table",
            };
            let (line, block) = (reading.line, reading.block);
            let (class, text) = (&reading.class, &reading.text);
            let text = format!("{line:>6} {block:>5} {kind} {class:<8} | {text}");
            writeln!(out, "{}", plain_line(&text))?;
        }
        out.flush()
    };
    print().context("cannot write standard output")?;
    Ok(ExitCode::SUCCESS)
}
