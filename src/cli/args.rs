//! The arguments of the command line, as clap parses them; their doc comments are the help texts.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use rust_decimal::Decimal;

use super::render::LogFormat;
use crate::diff::render::Format as ReportFormat;
use crate::emit;
use crate::record::Kind;

/// Turn plain-text earnings releases and SEC filings into financial statements as data
#[derive(Debug, Parser)]
#[command(name = "ex99", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    /// The command to run.
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
    /// Show how each line of a filing was read, as prose or as part of a table
    Blocks(Blocks),
    /// Compare two extractions, or the filings behind them
    Diff(Diff),
    /// Print the schema of an output format
    Schema(Schema),
}

/// Arguments of `ex99 extract`.
#[derive(Debug, Args)]
#[command(after_help = "\
Files compressed with gzip (.gz) and the members of .zip, .tar and .tar.gz archives are read too.
Exit status: 0 done, 1 with --strict if a diagnostic is an error, 2 trouble.")]
pub struct Extract {
    /// Files, folders, or - for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Output format [default: by the ending of -o FILE, .csv, .jsonl or .json; otherwise json]
    #[arg(short, long, value_enum)]
    pub format: Option<Format>,
    /// Write to FILE instead of standard output; with `-f wide`, FILE may be a folder, which gets a
    /// file for each statement
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Exit with 1 if any diagnostic is an error
    #[arg(long)]
    pub strict: bool,
    /// Number of threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = parse_threads)]
    pub jobs: Option<NonZeroUsize>,
    /// Write to standard error only what was skipped and what went wrong
    #[arg(short, long)]
    pub quiet: bool,
    /// Form of the messages on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Keep the progress of the run in the file STATE; if the run is stopped, the same command
    /// continues it
    #[arg(long, value_name = "STATE", requires = "output")]
    pub resume: Option<PathBuf>,
}

impl Extract {
    /// The format asked for, or else the one that the output's name tells.
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

/// Arguments of `ex99 diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
OLD and NEW are extractions (JSON, JSON Lines or long CSV, recognised by their content), filings, \
or folders of either; - is standard input. Filings are extracted on the fly.
Exit status: 0 nothing differs, 1 something differs, 2 trouble.")]
pub struct Diff {
    /// The figures as they were
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The figures as they are now
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// Format of the report
    #[arg(short, long, default_value = ReportFormat::Text.name(), value_parser = format_parser())]
    pub format: ReportFormat,
    /// Treat values as equal if they differ by no more than ABS, in base units
    #[arg(long, value_name = "ABS", value_parser = parse_tolerance, allow_hyphen_values = true)]
    pub tolerance: Option<Decimal>,
    /// Treat values as equal if they differ by no more than PCT percent of the larger one
    #[arg(long, value_name = "PCT", value_parser = parse_tolerance, allow_hyphen_values = true)]
    pub relative: Option<Decimal>,
    /// Treat values as equal if both may be roundings of one number: 7,026 thousand, 7.0 million
    #[arg(long)]
    pub rounding: bool,
    /// Report only what changed, was added or was removed; may be repeated
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub only: Vec<Only>,
    /// Report only statements of this kind; may be repeated
    #[arg(long, value_delimiter = ',', value_name = "KIND", value_parser = kind_parser())]
    pub statement: Vec<Kind>,
    /// Report only rows of this concept, such as us-gaap:Revenues; may be repeated
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub concept: Vec<String>,
    /// Number of threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = parse_threads)]
    pub jobs: Option<NonZeroUsize>,
    /// Exit with 0 even if something differs
    #[arg(long)]
    pub exit_zero: bool,
    /// Then replace the extraction OLD by NEW, all at once or not at all
    #[arg(long)]
    pub update: bool,
}

/// What to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Only {
    /// What is on both sides and differs
    Changed,
    /// What is only on the new side
    Added,
    /// What is only on the old side
    Removed,
}

/// Arguments of `ex99 schema`.
#[derive(Debug, Args)]
pub struct Schema {
    /// The output to describe
    #[arg(value_enum, default_value_t = SchemaOf::Json)]
    pub of: SchemaOf,
}

/// Output formats by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One JSON document
    Json,
    /// JSON Lines, one filing per line
    Jsonl,
    /// Long CSV, one row for each number
    Csv,
    /// Wide CSV, each statement laid out as it looks on paper
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
    /// JSON Schema of the JSON and JSON Lines
    Json,
    /// Frictionless Table Schema of the long CSV
    Csv,
    /// JSON Schema of the report of `ex99 diff -f json`
    Diff,
}

/// Reads the number of threads of an option `--jobs`.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number, 1 or more".to_owned())
}

fn format_parser() -> impl TypedValueParser<Value = ReportFormat> {
    PossibleValuesParser::new(ReportFormat::ALL.map(ReportFormat::name))
        .try_map(|name| name.parse::<ReportFormat>().map_err(io::Error::other))
}

fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name))
        .try_map(|name| name.parse::<Kind>().map_err(io::Error::other))
}

fn parse_tolerance(text: &str) -> Result<Decimal, String> {
    match text.trim_end_matches('%').parse::<Decimal>() {
        Ok(value) if !value.is_sign_negative() => Ok(value),
        _ => Err("expected a number such as 0.5, not below zero".to_owned()),
    }
}
