//! `ex99 diff`: what changed between two extractions.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rust_decimal::Decimal;

use super::inputs::{Content, Inputs, is_stdin};
use super::output::Output;
use super::pipeline::{self, Failure, Outcome, Steps};
use super::render::Log;
use crate::diff::render::{self, Format, Report};
use crate::diff::{Agreement, Comparison, Direction, Options, compare};
use crate::emit;
use crate::error::Error;
use crate::plain::plain_lines;
use crate::read::{self, Form};
use crate::record::{Filing, Kind};

/// Arguments of `ex99 diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
OLD and NEW are extractions (JSON, JSON Lines or long CSV, each recognised by itself), filings, \
or folders of either; - is standard input. Filings are extracted on the fly.
Exit status: 0 nothing differs, 1 something differs, 2 trouble.")]
pub struct DiffArgs {
    /// What it was
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// What it is now
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Form of the report
    #[arg(short, long, default_value = Format::Text.name(), value_parser = format_parser())]
    format: Format,
    /// Values agree that differ by no more than ABS, in base units
    #[arg(long, value_name = "ABS", value_parser = parse_tolerance)]
    tolerance: Option<Decimal>,
    /// Values agree that differ by no more than PCT percent of the larger one
    #[arg(long, value_name = "PCT", value_parser = parse_tolerance)]
    relative: Option<Decimal>,
    /// Values agree that may be roundings of one number: 7,026 thousand and 7.0 million
    #[arg(long)]
    rounding: bool,
    /// Report only what changed, was added or was removed; may be given again
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    only: Vec<Only>,
    /// Report only statements of this kind; may be given again
    #[arg(long, value_delimiter = ',', value_name = "KIND", value_parser = kind_parser())]
    statement: Vec<Kind>,
    /// Report only rows of this concept, as in us-gaap:Revenues; may be given again
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    concept: Vec<String>,
    /// Number of threads [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Exit with 0 whatever differs
    #[arg(long)]
    exit_zero: bool,
    /// Afterwards write NEW to the extraction OLD, wholly or not at all
    #[arg(long)]
    update: bool,
}

/// What to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Only {
    /// What stands on both sides and differs
    Changed,
    /// What stands on the new side only
    Added,
    /// What stands on the old side only
    Removed,
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .try_map(|name| name.parse::<Format>().map_err(io::Error::other))
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

/// Compares OLD with NEW and reports.
pub fn run(args: &DiffArgs, log: &Log) -> anyhow::Result<ExitCode> {
    if is_stdin(&args.old) && is_stdin(&args.new) {
        bail!("OLD and NEW are both standard input, which can be read only once");
    }
    let baseline = args.update.then(|| Baseline::open(&args.old)).transpose()?;
    let jobs = pipeline::threads(args.jobs);
    let old = match &baseline {
        Some(baseline) if baseline.is_new => Side::default(),
        _ => Side::load(&args.old, None, jobs, log)?,
    };
    let new = Side::load(&args.new, Some(&args.old), jobs, log)?;

    let comparison = compare(&old.filings, &new.filings, &options(args));
    write_report(args, &comparison, new.folder.as_deref().unwrap_or_default())?;
    if let Some(baseline) = baseline {
        baseline.write(&new.filings)?;
    }
    Ok(ExitCode::from(u8::from(!args.exit_zero && !comparison.is_empty())))
}

fn options(args: &DiffArgs) -> Options {
    let direction = |only: &Only| match only {
        Only::Changed => Direction::Changed,
        Only::Added => Direction::Added,
        Only::Removed => Direction::Removed,
    };
    Options {
        agreement: Agreement {
            tolerance: args.tolerance,
            relative: args.relative,
            rounding: args.rounding,
        },
        only: args.only.iter().map(direction).collect(),
        statements: args.statement.clone(),
        concepts: args.concept.clone(),
    }
}

/// Writes the report to standard output, and its summary to standard error where the format has
/// no place for one.
fn write_report(args: &DiffArgs, comparison: &Comparison<'_>, folder: &str) -> anyhow::Result<()> {
    let (old, new) = (args.old.to_string_lossy(), args.new.to_string_lossy());
    let report = Report { comparison, old: &old, new: &new, folder, strict: !args.exit_zero };
    let mut out = Output::stdout();
    let cannot = "cannot write standard output";
    let rendered = if io::stdout().is_terminal() {
        let mut bytes = Vec::new();
        render::write(&report, args.format, &mut bytes).and_then(|()| {
            out.write_all(plain_lines(&String::from_utf8_lossy(&bytes)).as_bytes())?;
            Ok(())
        })
    } else {
        render::write(&report, args.format, &mut out)
    };
    match rendered {
        Err(Error::Io(error)) => return Err(error).context(cannot),
        result => result?,
    }
    out.commit().context(cannot)?;
    if matches!(args.format, Format::Jsonl | Format::Csv | Format::Junit) {
        drop(writeln!(io::stderr(), "ex99: {}", comparison.summary()));
    }
    Ok(())
}

/// One side of the comparison.
#[derive(Debug, Default)]
struct Side {
    filings: Vec<Filing>,
    /// Where the names of its files start from, if they were extracted on the fly.
    folder: Option<String>,
}

impl Side {
    /// Reads a path on so many threads; `except` is left out where it lies in a folder.
    fn load(path: &Path, except: Option<&Path>, jobs: usize, log: &Log) -> anyhow::Result<Self> {
        let mut inputs = Inputs::new(&[path.to_owned()])?;
        if let Some(except) = except.filter(|except| *except != path) {
            inputs.exclude(except);
        }
        let mut side = Self::default();
        let steps = Steps {
            load: Content::read,
            make: &|name, bytes| parse(name, &bytes).map(Ok),
            receive: &mut |outcome| side.add(path, outcome, log).map(ControlFlow::Continue),
        };
        pipeline::run(&inputs, jobs, 0, steps)?;
        Ok(side)
    }

    /// Takes what a file holds. One that is no text is passed over in a folder, and trouble by
    /// itself.
    fn add(&mut self, root: &Path, outcome: Outcome<Parsed>, log: &Log) -> anyhow::Result<()> {
        let Outcome { name, result, .. } = outcome;
        let is_inside = root.is_dir();
        let shown = match is_inside {
            _ if is_stdin(root) => "standard input".to_owned(),
            true => root.join(&name).display().to_string(),
            false => root.display().to_string(),
        };
        match result {
            Ok(Parsed::Extraction(filings)) => self.filings.extend(filings),
            Ok(Parsed::Filing(filing)) => {
                self.folder.get_or_insert_with(|| folder(root));
                self.filings.push(*filing);
            }
            Err(
                failure @ (Failure::Defect | Failure::Refused(Error::NotText(_) | Error::TooLarge)),
            ) if is_inside => log.skipped(&name, &failure.to_string()),
            Err(Failure::Refused(error @ Error::NotText(_))) => bail!(
                "{shown}: {error}; expected an extraction (JSON, JSON Lines or long CSV) or a \
                 filing in plain text"
            ),
            Err(failure) => bail!("{shown}: {failure}"),
        }
        Ok(())
    }
}

/// What a file holds.
enum Parsed {
    Extraction(Vec<Filing>),
    Filing(Box<Filing>),
}

fn parse(name: &str, bytes: &[u8]) -> Result<Parsed, Error> {
    if let Some(form) = Form::of(bytes) {
        return read::read(form, bytes).map(Parsed::Extraction);
    }
    match Form::of_name(name) {
        Some(Form::Jsonl) if bytes.trim_ascii().is_empty() => Ok(Parsed::Extraction(Vec::new())),
        Some(form) => Err(Error::MalformedRecord {
            line: 1,
            message: format!("no extraction; expected {}", form.description()),
        }),
        None if bytes.trim_ascii().is_empty() => Err(Error::MalformedRecord {
            line: 1,
            message: "nothing in it; expected an extraction or a filing".to_owned(),
        }),
        None => Ok(Parsed::Filing(Box::new(crate::extract(name, bytes)?))),
    }
}

/// The folder a path's file names are relative to, as a workflow annotation wants it.
fn folder(root: &Path) -> String {
    let folder = if root.is_dir() { Some(root) } else { root.parent() };
    let folder = folder.map(|folder| folder.to_string_lossy().replace('\\', "/"));
    let folder = folder.unwrap_or_default();
    match folder.as_str() {
        "." => String::new(),
        path => path.strip_prefix("./").unwrap_or(path).to_owned(),
    }
}

/// The extraction that `--update` writes.
struct Baseline<'a> {
    path: &'a Path,
    form: Form,
    is_new: bool,
}

impl<'a> Baseline<'a> {
    /// A file that is an extraction, or that is yet to be.
    fn open(path: &'a Path) -> anyhow::Result<Self> {
        let shown = path.display();
        if is_stdin(path) || path.is_dir() {
            bail!("--update writes OLD, which must be a file that holds an extraction");
        }
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => bail!("cannot read {shown}: {error}"),
        };
        let is_new = bytes.trim_ascii().is_empty();
        let form = if is_new { Form::of_name(&path.to_string_lossy()) } else { Form::of(&bytes) };
        let form = form.ok_or_else(|| {
            anyhow!(
                "--update writes OLD, and {shown} is no extraction; expected a file that holds \
                 one, or a new name that ends in .json, .jsonl or .csv"
            )
        })?;
        Ok(Self { path, form, is_new })
    }

    /// Puts the filings in its place; what was there stays until they are written.
    fn write(&self, filings: &[Filing]) -> anyhow::Result<()> {
        let format = match self.form {
            Form::Json => emit::Format::Json,
            Form::Jsonl => emit::Format::Jsonl,
            Form::Csv => emit::Format::Csv,
        };
        let cannot = || format!("cannot write {}", self.path.display());
        let mut writer =
            emit::Writer::begin(format, Output::file(self.path)?).with_context(cannot)?;
        for filing in filings {
            writer.filing(filing).with_context(cannot)?;
        }
        writer.finish().and_then(Output::commit).with_context(cannot)
    }
}
