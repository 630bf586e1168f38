//! Resuming a run that was stopped.
//!
//! The output grows in a partial file beside its target. The state file says how many inputs were
//! finished and how long the partial file was at that point; on resuming, anything written later is
//! cut off and done again.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::output::{check_replaceable, replace};
use super::render::Summary;
use crate::emit::Format;

/// How often the state is written.
const INTERVAL: Duration = Duration::from_secs(1);

/// What the state file holds.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    /// Version of ex99 that wrote it.
    ex99: String,
    /// Name of the output format.
    format: String,
    /// Fingerprint of the inputs, see [`super::inputs::Survey`].
    inputs: String,
    /// How many inputs are finished.
    done: u64,
    /// Length in bytes of the partial file at that point.
    length: u64,
    summary: Summary,
}

/// An output that a later run can continue.
#[derive(Debug)]
pub struct Resumable {
    file: File,
    partial: PathBuf,
    target: PathBuf,
    state_file: PathBuf,
    state: State,
    saved: Option<Instant>,
}

/// Where an output grows until it is complete.
pub fn partial_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

impl Resumable {
    /// Begins a run, or continues the one that `state_file` describes.
    pub fn open(
        target: &Path,
        state_file: &Path,
        format: Format,
        inputs: String,
    ) -> anyhow::Result<Self> {
        check_replaceable(target)?;
        check_replaceable(state_file)?;
        let fresh = State {
            ex99: env!("CARGO_PKG_VERSION").to_owned(),
            format: format.name().to_owned(),
            inputs,
            done: 0,
            length: 0,
            summary: Summary::default(),
        };
        let state = match fs::read(state_file) {
            Ok(bytes) => parse_state(&bytes, &fresh, state_file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => fresh,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", state_file.display()));
            }
        };
        let partial = partial_path(target);
        let (shown, state_shown) = (partial.display(), state_file.display());
        let mut file = File::options()
            .write(true)
            .create(state.length == 0)
            .truncate(false)
            .open(&partial)
            .with_context(|| match state.length {
                0 => format!("cannot write {shown}"),
                _ => format!(
                    "cannot continue {shown}, which {state_shown} refers to; remove {state_shown} \
                     to start over"
                ),
            })?;
        ensure!(
            file.metadata()?.len() >= state.length,
            "{shown} is shorter than {state_shown} says; remove both to start over",
        );
        file.set_len(state.length)?;
        file.seek(SeekFrom::Start(state.length))?;
        let (target, state_file) = (target.to_owned(), state_file.to_owned());
        Ok(Self { file, partial, target, state_file, state, saved: None })
    }

    /// How many inputs are finished.
    pub const fn done(&self) -> u64 {
        self.state.done
    }

    /// How long the output was at that point, in bytes.
    pub const fn length(&self) -> u64 {
        self.state.length
    }

    /// What was read and found in those inputs.
    pub fn summary(&self) -> Summary {
        self.state.summary.clone()
    }

    /// Saves the state, unless that was done a moment ago.
    pub fn checkpoint(&mut self, done: u64, summary: &Summary) -> anyhow::Result<()> {
        if self.saved.is_some_and(|saved| saved.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.save(done, summary)
    }

    /// Records that this many inputs are finished and written.
    pub fn save(&mut self, done: u64, summary: &Summary) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.state_file.display());
        self.file.sync_data()?;
        self.state.done = done;
        self.state.length = self.file.stream_position()?;
        self.state.summary = summary.clone();
        replace(&self.state_file, &serde_json::to_vec(&self.state)?).with_context(cannot)?;
        self.saved = Some(Instant::now());
        Ok(())
    }

    /// Moves the finished output to its place and removes the state file.
    pub fn commit(self) -> io::Result<()> {
        let Self { file, partial, target, state_file, .. } = self;
        file.sync_data()?;
        match fs::remove_file(state_file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(partial, target),
        }
    }
}

impl Write for Resumable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The state in these bytes, which must be that of a run like the one that `fresh` begins.
fn parse_state(bytes: &[u8], fresh: &State, state_file: &Path) -> anyhow::Result<State> {
    let file = state_file.display();
    let state: State = serde_json::from_slice(bytes).with_context(|| {
        format!("{file} is not the state of an ex99 run; remove it or name another file")
    })?;
    for (difference, old, new) in [
        ("another version of ex99", &state.ex99, &fresh.ex99),
        ("another output format", &state.format, &fresh.format),
        ("other inputs, or some have changed since", &state.inputs, &fresh.inputs),
    ] {
        ensure!(old == new, "{file} belongs to a run with {difference}; remove it to start over");
    }
    Ok(state)
}
