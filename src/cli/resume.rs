//! Going on with a run that was stopped.
//!
//! The output grows in a partial file beside its target. The state says how many inputs are done
//! and how long the partial file was then; what was written after that is cut off and done again.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::output::replace;
use super::render::Summary;
use crate::emit::Format;

/// How often the state is written.
const INTERVAL: Duration = Duration::from_secs(1);

/// What a stopped run leaves behind.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    ex99: String,
    format: String,
    inputs: String,
    done: u64,
    length: u64,
    summary: Summary,
}

/// An output that can be left and taken up again.
#[derive(Debug)]
pub struct Resumable {
    file: File,
    partial: PathBuf,
    target: PathBuf,
    state_file: PathBuf,
    state: State,
    saved: Option<Instant>,
}

/// The partial file of an output.
pub fn partial(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

impl Resumable {
    /// Begins a run, or goes on with the one of which `state_file` tells.
    pub fn open(
        target: &Path,
        state_file: &Path,
        format: Format,
        inputs: String,
    ) -> anyhow::Result<Self> {
        let fresh = State {
            ex99: env!("CARGO_PKG_VERSION").to_owned(),
            format: format.name().to_owned(),
            inputs,
            done: 0,
            length: 0,
            summary: Summary::default(),
        };
        let state = match fs::read(state_file) {
            Ok(bytes) => check(&bytes, &fresh, state_file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => fresh,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", state_file.display()));
            }
        };
        let partial = partial(target);
        let mut file = File::options()
            .write(true)
            .create(state.length == 0)
            .truncate(false)
            .open(&partial)
            .with_context(|| format!("cannot open {}", partial.display()))?;
        ensure!(
            file.metadata()?.len() >= state.length,
            "{} is shorter than {} says; remove both to begin anew",
            partial.display(),
            state_file.display(),
        );
        file.set_len(state.length)?;
        file.seek(SeekFrom::Start(state.length))?;
        let (target, state_file) = (target.to_owned(), state_file.to_owned());
        Ok(Self { file, partial, target, state_file, state, saved: None })
    }

    /// How many inputs are done.
    pub const fn done(&self) -> u64 {
        self.state.done
    }

    /// How long the output was when they were.
    pub const fn length(&self) -> u64 {
        self.state.length
    }

    /// What was read and found in them.
    pub fn summary(&self) -> Summary {
        self.state.summary.clone()
    }

    /// Saves the state if that was not done just now.
    pub fn checkpoint(&mut self, done: u64, summary: &Summary) -> anyhow::Result<()> {
        if self.saved.is_some_and(|saved| saved.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.save(done, summary)
    }

    /// Saves that so many inputs are done and written.
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

    /// Puts the whole output in its place and forgets the state.
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

fn check(bytes: &[u8], fresh: &State, state_file: &Path) -> anyhow::Result<State> {
    let file = state_file.display();
    let state: State = serde_json::from_slice(bytes)
        .with_context(|| format!("{file} is no state of an ex99 run"))?;
    for (what, old, new) in [
        ("version of ex99", &state.ex99, &fresh.ex99),
        ("output format", &state.format, &fresh.format),
        ("list of inputs", &state.inputs, &fresh.inputs),
    ] {
        ensure!(old == new, "{file} belongs to a run with another {what}; remove it to begin anew");
    }
    Ok(state)
}
