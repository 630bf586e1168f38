//! `ex99 extract`: filings in, statements as data out.
//!
//! The output is a stream (standard output or a file), a file that a later run can continue
//! (`--resume`), or a folder with a file for each statement (`-f wide`).

use std::collections::HashMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::args;
use super::inputs::{Content, Inputs};
use super::interrupt::Interrupt;
use super::output::{Output, replace};
use super::pipeline::{self, Outcome, Steps};
use super::render::{Log, Summary};
use super::resume::{self, Resumable};
use crate::diagnostic::Diagnostic;
use crate::emit::{self, Format, Writer};
use crate::plain::plain_lines;
use crate::record::Filing;

/// Extracts all inputs and writes the result where the arguments say.
pub fn run(args: &args::Extract, log: &mut Log) -> anyhow::Result<ExitCode> {
    let mut inputs = Inputs::new(&args.paths)?;
    let format = Format::from(args.format());
    let jobs = pipeline::threads(args.jobs);
    for written in args.output.iter().chain(&args.resume) {
        if args.paths.iter().any(|path| is_same_file(path, written)) {
            bail!("{} is an input; name another file to write to", written.display());
        }
        inputs.exclude(written);
    }
    if log.wants_progress(args.output.is_none()) {
        log.start_progress(inputs.survey().bytes);
    }
    let run = Run { inputs, format, jobs, log, interrupt: Interrupt::listen() };
    let summary = match (&args.output, &args.resume) {
        (None, _) => run.write_stream(Output::stdout(), std::io::stdout().is_terminal()),
        (Some(folder), resume) if format == Format::Wide && is_folder(folder) => {
            if resume.is_some() {
                bail!("--resume needs -o FILE, and {} is a folder", folder.display());
            }
            run.write_folder(folder)
        }
        (Some(file), None) => run.write_stream(Output::file(file)?, false),
        (Some(file), Some(state)) => run.write_resumable(file, state),
    }?;
    log.end_progress();
    log.summary(&summary);
    Ok(ExitCode::from(u8::from(args.strict && summary.errors > 0)))
}

/// Whether two paths name one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    real(one).is_some_and(|one| real(other) == Some(one))
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// A filing encoded for the output, with what the log and the summary need to know of it.
struct Ready<T> {
    output: T,
    statements: u64,
    facts: u64,
    diagnostics: Vec<Diagnostic>,
}

impl<T> Ready<T> {
    fn make(filing: Filing, encode: &Encode<'_, T>) -> io::Result<Self> {
        let statements = filing.statements.len() as u64;
        let facts = count_facts(&filing) as u64;
        let diagnostics = filing.diagnostics.clone();
        Ok(Self { output: encode(filing)?, statements, facts, diagnostics })
    }
}

/// Turns a filing into what will be written; called on any thread.
type Encode<'a, T> = dyn Fn(Filing) -> io::Result<T> + Sync + 'a;

fn count_facts(filing: &Filing) -> usize {
    filing.statements.iter().flat_map(|statement| &statement.rows).map(|row| row.cells.len()).sum()
}

/// A filing on its way to the output.
enum Parcel {
    /// Already encoded in the output format, by the thread that read it.
    Encoded(Vec<u8>),
    /// Too large to be held in memory together with its encoding: encoded as it is written.
    Large(Box<Filing>),
}

impl Parcel {
    /// A filing with this many facts or more is large.
    const LARGE: usize = 20_000;

    fn of(filing: Filing, format: Format) -> io::Result<Self> {
        if count_facts(&filing) >= Self::LARGE {
            return Ok(Self::Large(filing.into()));
        }
        encode(&filing, format).map(Self::Encoded)
    }

    fn write(&self, writer: &mut Writer<impl Write>) -> io::Result<()> {
        match self {
            Self::Encoded(bytes) => writer.encoded(bytes),
            Self::Large(filing) => writer.filing(filing),
        }
    }
}

fn encode(filing: &Filing, format: Format) -> io::Result<Vec<u8>> {
    /// About as many bytes as a fact takes in most formats.
    const BYTES_PER_FACT: usize = 320;
    let mut bytes = Vec::with_capacity(count_facts(filing) * BYTES_PER_FACT);
    format.encode(filing, &mut bytes)?;
    Ok(bytes)
}

struct Run<'a> {
    inputs: Inputs,
    format: Format,
    jobs: usize,
    log: &'a Log,
    interrupt: Interrupt,
}

impl Run<'_> {
    fn write_stream(self, output: Output, terminal: bool) -> anyhow::Result<Summary> {
        self.interrupt.remove_if_ended(output.temporary());
        let cannot = format!("cannot write {}", output.name());
        let mut writer = Writer::begin(self.format, output).context(cannot.clone())?;
        let mut summary = Summary::default();
        let parcel = |filing| {
            if terminal {
                return Ok(Parcel::Encoded(for_terminal(&encode(&filing, self.format)?)));
            }
            Parcel::of(filing, self.format)
        };
        self.each_filing(0, &mut summary, &parcel, &mut |parcel, _| {
            let Some(parcel) = parcel else { return Ok(()) };
            parcel.write(&mut writer).context(cannot.clone())
        })?;
        if self.interrupt.is_asked() {
            bail!("stopped before the end; the output is incomplete");
        }
        writer.finish().and_then(Output::commit).context(cannot)?;
        Ok(summary)
    }

    fn write_resumable(mut self, target: &Path, state: &Path) -> anyhow::Result<Summary> {
        if self.inputs.has_stdin() {
            bail!("--resume cannot continue with standard input; give files or folders");
        }
        // As without --resume, a link leads to what is replaced.
        let target = &target.canonicalize().unwrap_or_else(|_| target.to_owned());
        let partial = resume::partial_path(target);
        self.inputs.exclude(&partial);
        let fingerprint = self.inputs.survey().fingerprint;
        let output = Resumable::open(target, state, self.format, fingerprint)?;
        let (skip, length, mut summary) = (output.done(), output.length(), output.summary());
        let cannot = format!("cannot write {}", partial.display());
        let mut writer = match length {
            0 => Writer::begin(self.format, output),
            _ => Writer::resume(self.format, output, length),
        }
        .context(cannot.clone())?;
        let mut done = skip;
        let parcel = |filing| Parcel::of(filing, self.format);
        self.each_filing(skip, &mut summary, &parcel, &mut |parcel, summary| {
            if let Some(parcel) = parcel {
                parcel.write(&mut writer).context(cannot.clone())?;
            }
            done += 1;
            writer.get_mut().checkpoint(done, summary)
        })?;
        if self.interrupt.is_asked() {
            writer.get_mut().save(done, &summary)?;
            bail!("stopped after {done} files; run the same command again to continue");
        }
        let output = writer.finish().context(cannot)?;
        output.commit().with_context(|| format!("cannot write {}", target.display()))?;
        Ok(summary)
    }

    fn write_folder(mut self, folder: &Path) -> anyhow::Result<Summary> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        self.inputs.exclude(folder);
        let mut summary = Summary::default();
        let mut namesakes = HashMap::new();
        self.each_filing(0, &mut summary, &|filing| Sheets::of(&filing), &mut |sheets, _| {
            let Some(sheets) = sheets.filter(|sheets| !sheets.files.is_empty()) else {
                return Ok(());
            };
            let stem = distinct(sheets.stem, &mut namesakes);
            for (name, bytes) in sheets.files {
                let path = folder.join(format!("{stem}.{name}"));
                let cannot = || format!("cannot write {}", path.display());
                fs::create_dir_all(path.parent().unwrap_or(folder)).with_context(cannot)?;
                replace(&path, &bytes).with_context(cannot)?;
            }
            Ok(())
        })?;
        if self.interrupt.is_asked() {
            bail!("stopped before the end; {} is incomplete", folder.display());
        }
        Ok(summary)
    }

    /// Reads all inputs but the first `skip`, encodes the filings, logs and counts what was found,
    /// and calls `sink` once for each input: with its encoding, or with nothing if it was skipped.
    fn each_filing<T: Send>(
        &self,
        skip: u64,
        summary: &mut Summary,
        encode: &Encode<'_, T>,
        sink: &mut dyn FnMut(Option<T>, &Summary) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let read =
            if self.format.carries_digest() { crate::extract } else { crate::extract_undigested };
        let make = |name: &str, bytes: Vec<u8>| {
            let filing = read(name, &bytes)?;
            // The source is no longer needed, and the encoding may need the room.
            drop(bytes);
            Ok(Ready::make(filing, encode).map_err(Into::into))
        };
        let mut receive = |outcome: Outcome<Ready<T>>| {
            let Outcome { name, weight, result } = outcome;
            let output = match result {
                Ok(filing) => {
                    summary.files += 1;
                    summary.statements += filing.statements;
                    summary.facts += filing.facts;
                    for diagnostic in &filing.diagnostics {
                        summary.diagnose(diagnostic);
                        self.log.diagnostic(&name, diagnostic);
                    }
                    Some(filing.output)
                }
                Err(failure) => {
                    let reason = failure.to_string();
                    summary.skip(&reason);
                    self.log.skipped(&name, &reason);
                    None
                }
            };
            sink(output, summary)?;
            self.log.progress(weight, summary.files);
            Ok(if self.interrupt.is_asked() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        };
        let steps = Steps { load: Content::read_filing, make: &make, receive: &mut receive };
        pipeline::run(&self.inputs, self.jobs, skip, steps)
    }
}

fn for_terminal(bytes: &[u8]) -> Vec<u8> {
    plain_lines(&String::from_utf8_lossy(bytes)).into_owned().into_bytes()
}

/// The statements of a filing, each as a wide CSV file of its own.
struct Sheets {
    /// What the names of all files begin with.
    stem: String,
    /// How the name of each file continues, and what it holds.
    files: Vec<(String, Vec<u8>)>,
}

impl Sheets {
    fn of(filing: &Filing) -> io::Result<Self> {
        let files = filing.statements.iter().map(|statement| {
            let mut bytes = Vec::new();
            emit::wide_statement(filing, statement, &mut bytes)?;
            Ok((format!("{}-{}.csv", statement.id, statement.kind), bytes))
        });
        Ok(Self { stem: safe_path(&filing.source.file), files: files.collect::<io::Result<_>>()? })
    }
}

/// A stem that no other filing of the run has: the second `a.txt` becomes `a.txt(2)`. That cannot
/// clash with another stem, since those of [`safe_path`] have no parentheses. Case is ignored, as
/// some file systems ignore it.
fn distinct(stem: String, namesakes: &mut HashMap<String, u64>) -> String {
    let met = namesakes.entry(stem.to_lowercase()).or_insert(0);
    *met += 1;
    if *met == 1 { stem } else { format!("{stem}({met})") }
}

/// A relative path that cannot leave the folder it is joined to, whatever the source is called.
fn safe_path(source: &str) -> String {
    let components: Vec<String> =
        source.split('/').filter(|part| !part.is_empty()).map(safe_component).collect();
    components.join("/")
}

/// A single file name: all but letters, digits and a few harmless marks are percent-encoded, and so
/// are names that consist of dots.
fn safe_component(part: &str) -> String {
    let is_dots = part.bytes().all(|byte| byte == b'.');
    let is_plain =
        |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ') || (c == '.' && !is_dots);
    let mut name = String::new();
    for c in part.chars() {
        if is_plain(c) {
            name.push(c);
        } else {
            let bytes = c.to_string().into_bytes();
            name.extend(bytes.iter().map(|byte| format!("%{byte:02X}")));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::safe_path;

    #[test]
    fn untrusted_names_stay_in_their_folder() {
        for (source, name) in [
            ("1998/q2.txt", "1998/q2.txt"),
            ("../../etc/passwd", "%2E%2E/%2E%2E/etc/passwd"),
            ("/feed.tar/./a:b*", "feed.tar/%2E/a%3Ab%2A"),
            ("a\\..\\b\u{1b}", "a%5C..%5Cb%1B"),
        ] {
            assert_eq!(safe_path(source), name);
        }
    }
}
