//! What can be typed on the command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::diff::DiffArgs;
use super::render::LogFormat;
use crate::emit;

/// Turns plain-text earnings releases and SEC filings into financial statements as data.
#[derive(Debug, Parser)]
#[command(name = "ex99", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the financial statements of filings as JSON or CSV
    Extract(Extract),
    /// Show the statements as aligned tables
    Show(Show),
    /// Show how each line of a filing was read
    Blocks(Blocks),
    /// Compare two extractions, or the filings behind them
    Diff(DiffArgs),
    /// Print the schema of an output format
    Schema(Schema),
}

/// Arguments of `ex99 extract`.
#[derive(Debug, Args)]
#[command(after_help = "\
Files in .gz and members of .zip, .tar and .tar.gz archives are read like files.
Exit status: 0 done, 1 with --strict and a number lost, 2 trouble.")]
pub struct Extract {
    /// Files, folders, or - for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Output format [default: what the name of the FILE of -o ends in, .csv, .jsonl or .json; else json]
    #[arg(short, long, value_enum)]
    pub format: Option<Format>,
    /// Write to FILE instead of standard output; with `-f wide`, a folder gets a file a statement
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Exit with 1 if any diagnostic is an error
    #[arg(long)]
    pub strict: bool,
    /// Number of threads [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Say nothing on standard error but what was skipped and what went wrong
    #[arg(short, long)]
    pub quiet: bool,
    /// Form of the messages on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Keep the state of the run in STATE; the same command goes on where a stopped run was
    #[arg(long, value_name = "STATE", requires = "output")]
    pub resume: Option<PathBuf>,
}

impl Extract {
    /// The format asked for, else the one that the name of the output ends in.
    pub fn format(&self) -> Format {
        let ending = || self.output.as_ref()?.extension()?.to_str();
        self.format.unwrap_or_else(|| match ending().map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => Format::Csv,
            Some("jsonl") => Format::Jsonl,
            _ => Format::Json,
        })
    }
}

/// Arguments of `ex99 show`.
#[derive(Debug, Args)]
pub struct Show {
    /// Files, folders, or - for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
}

/// Arguments of `ex99 blocks`.
#[derive(Debug, Args)]
pub struct Blocks {
    /// A file, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Arguments of `ex99 schema`.
#[derive(Debug, Args)]
pub struct Schema {
    /// Which output
    #[arg(value_enum, default_value_t = SchemaOf::Json)]
    pub of: SchemaOf,
}

/// Output formats by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One JSON document
    Json,
    /// JSON Lines, a filing a line
    Jsonl,
    /// Long CSV, a row for each number
    Csv,
    /// Wide CSV, statements as they look on paper
    Wide,
}

impl From<Format> for emit::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Json => Self::Json,
            Format::Jsonl => Self::Jsonl,
            Format::Csv => Self::Csv,
            Format::Wide => Self::Wide,
        }
    }
}

/// Outputs that have a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// JSON Schema of the JSON
    Json,
    /// Frictionless Table Schema of the long CSV
    Csv,
    /// JSON Schema of what `ex99 diff` reports as JSON
    Diff,
}
