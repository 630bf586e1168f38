//! `ex99 diff`: reports what changed between two extractions.
//!
//! Each side is an extraction, a filing or a folder of either; the report goes to standard output,
//! and with `--update` the new side replaces the old one.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};

use super::args::{Diff, Only};
use super::inputs::{Content, Inputs, is_stdin};
use super::output::{Output, check_target};
use super::pipeline::{self, Failure, Outcome, Steps};
use super::render::Log;
use crate::diff::render::{self, Format, Report};
use crate::diff::{Agreement, Comparison, Direction, Options, compare};
use crate::emit;
use crate::error::Error;
use crate::plain::plain_lines;
use crate::read::{self, Form};
use crate::record::Filing;

/// Compares OLD with NEW and reports.
pub fn run(args: &Diff, log: &Log) -> anyhow::Result<ExitCode> {
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

    warn_of_unknown_concepts(&args.concept, [&old.filings, &new.filings], log);
    let comparison = compare(&old.filings, &new.filings, &options(args));
    write_report(args, &comparison, new.folder.as_deref().unwrap_or_default())?;
    if let Some(baseline) = baseline {
        baseline.write(&new.filings)?;
    }
    Ok(ExitCode::from(u8::from(!args.exit_zero && !comparison.is_empty())))
}

/// Reports concepts that no row on either side has: one that is misspelled would hide every change.
fn warn_of_unknown_concepts(concepts: &[String], sides: [&Vec<Filing>; 2], log: &Log) {
    let rows = || {
        let filings = sides.into_iter().flatten();
        filings.flat_map(|filing| &filing.statements).flat_map(|statement| &statement.rows)
    };
    for concept in concepts {
        let only = Options { concepts: vec![concept.clone()], ..Options::default() };
        if !rows().any(|row| only.asks_for(row)) {
            log.warning(&format!("no row has the concept `{concept}`; check how it is spelled"));
        }
    }
}

fn options(args: &Diff) -> Options {
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

/// Writes the report to standard output, and its summary to standard error if the report's format
/// has no place for one.
fn write_report(args: &Diff, comparison: &Comparison<'_>, folder: &str) -> anyhow::Result<()> {
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
    /// The folder that file names are relative to, if filings were extracted on the fly.
    folder: Option<String>,
}

impl Side {
    /// Reads a path on `jobs` threads; leaves out `except` if it lies in the folder read.
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

    /// Takes what a file holds. A file that is not text is skipped in a folder, and trouble if it
    /// was named itself.
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
                self.folder.get_or_insert_with(|| base_folder(root));
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
            message: format!("not an extraction; expected {}", form.description()),
        }),
        None if bytes.trim_ascii().is_empty() => Err(Error::MalformedRecord {
            line: 1,
            message: "the file is empty; expected an extraction or a filing".to_owned(),
        }),
        None => Ok(Parsed::Filing(Box::new(crate::extract(name, bytes)?))),
    }
}

/// The folder that the file names below a path are relative to, in the form that the annotations of
/// a workflow need.
fn base_folder(root: &Path) -> String {
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
    /// Whether there is no such file yet, or nothing in it.
    is_new: bool,
}

impl<'a> Baseline<'a> {
    /// A file that holds an extraction, or that does not exist yet.
    fn open(path: &'a Path) -> anyhow::Result<Self> {
        let shown = path.display();
        if is_stdin(path) || path.is_dir() {
            bail!("--update replaces OLD, so {shown} must be a file that holds an extraction");
        }
        check_target(path)?;
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => bail!("cannot read {shown}: {error}"),
        };
        let is_new = bytes.trim_ascii().is_empty();
        let form = if is_new { Form::of_name(&path.to_string_lossy()) } else { Form::of(&bytes) };
        let form = form.ok_or_else(|| {
            anyhow!(
                "--update replaces OLD, but {shown} is not an extraction; expected a file that \
                 holds one, or a new name that ends in .json, .jsonl or .csv"
            )
        })?;
        Ok(Self { path, form, is_new })
    }

    /// Replaces it by these filings; the old contents stay until all are written.
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
