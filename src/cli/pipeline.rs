//! Processes inputs on several threads and hands on the results in the order of the inputs.
//!
//! One thread walks the inputs, workers read them and process each, and the caller's thread
//! receives the results. A gate limits how many filings, and how many bytes of them, are in
//! progress at a time, so that memory is bounded by the largest filing and not by their number.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::inputs::{Content, Input, Inputs};
use crate::error::Error;

/// Bytes of input that may be in progress, unless a single filing is larger.
const BUDGET: u64 = 8 << 20;
/// Filings that may be in progress for each thread: enough for no thread to run out of short ones.
const WINDOW: u64 = 32;

/// How many threads to run: as many as asked for, or else one for each processor.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// What became of an input.
#[derive(Debug)]
pub struct Outcome<T> {
    /// Name of the input.
    pub name: String,
    /// How many bytes on disk it accounts for, for the progress bar.
    pub weight: u64,
    /// What was made of it, or why nothing was.
    pub result: Result<T, Failure>,
}

/// Why nothing was made of an input.
#[derive(Debug)]
pub enum Failure {
    /// Its bytes cannot be had, for this reason.
    Unreadable(String),
    /// Its bytes are not what they should be.
    Refused(Error),
    /// A defect of ex99: it panicked.
    Defect,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => f.write_str(reason),
            Self::Refused(error) => error.fmt(f),
            Self::Defect => f.write_str("ex99 failed on it; please report this file"),
        }
    }
}

/// Makes something of an input, given its name and bytes; called on any thread. An inner error ends
/// the run; an outer one concerns only this input.
type Make<'a, T> = dyn Fn(&str, Vec<u8>) -> Result<anyhow::Result<T>, Error> + Sync + 'a;

/// What to do with each input.
pub struct Steps<'a, T> {
    /// Gets its bytes.
    pub load: fn(Content) -> Result<Vec<u8>, String>,
    /// Makes something of them.
    pub make: &'a Make<'a, T>,
    /// Takes the result, in the order of the inputs.
    pub receive: &'a mut dyn FnMut(Outcome<T>) -> anyhow::Result<ControlFlow<()>>,
}

/// Puts all inputs but the first `skip` through the steps, until one of these breaks or fails.
pub fn run<T: Send>(
    inputs: &Inputs,
    jobs: usize,
    skip: u64,
    steps: Steps<'_, T>,
) -> anyhow::Result<()> {
    if jobs == 1 { run_alone(inputs, skip, steps) } else { run_threads(inputs, jobs, skip, steps) }
}

/// How a run ended: with the error of a step, or with nothing left to do.
type Stop = anyhow::Result<()>;

fn run_alone<T>(inputs: &Inputs, skip: u64, steps: Steps<'_, T>) -> Stop {
    let Steps { load, make, receive } = steps;
    let mut index = 0;
    let mut stop = Ok(());
    let _ = inputs.visit(&mut |input| {
        index += 1;
        if index <= skip {
            return ControlFlow::Continue(());
        }
        match process(input, load, make).and_then(&mut *receive) {
            Ok(flow) => flow,
            Err(error) => {
                stop = Err(error);
                ControlFlow::Break(())
            }
        }
    });
    stop
}

fn run_threads<T: Send>(inputs: &Inputs, jobs: usize, skip: u64, steps: Steps<'_, T>) -> Stop {
    let Steps { load, make, receive } = steps;
    let gate = Gate::new(WINDOW * jobs as u64);
    let (todo, work) = mpsc::channel();
    let (report, reports) = mpsc::channel();
    let work = Mutex::new(work);
    thread::scope(|scope| {
        scope.spawn(|| feed(inputs, skip, &gate, todo));
        for _ in 0..jobs {
            let report = report.clone();
            scope.spawn(|| work_off(&work, load, make, report));
        }
        drop(report);
        let stop = receive_in_order(reports, &gate, receive);
        gate.close();
        stop
    })
}

struct Job {
    index: u64,
    cost: u64,
    input: Input,
}

struct Report<T> {
    index: u64,
    cost: u64,
    outcome: anyhow::Result<Outcome<T>>,
}

#[expect(clippy::needless_pass_by_value, reason = "the workers end when the sender is dropped")]
fn feed(inputs: &Inputs, skip: u64, gate: &Gate, todo: Sender<Job>) {
    let mut met = 0;
    let _ = inputs.visit(&mut |input| {
        met += 1;
        if met <= skip {
            return ControlFlow::Continue(());
        }
        let (index, cost) = (met - skip - 1, input.cost());
        gate.enter(cost)?;
        match todo.send(Job { index, cost, input }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
}

#[expect(clippy::needless_pass_by_value, reason = "the receiver ends when all senders are dropped")]
fn work_off<T>(
    work: &Mutex<Receiver<Job>>,
    load: fn(Content) -> Result<Vec<u8>, String>,
    make: &Make<'_, T>,
    report: Sender<Report<T>>,
) {
    loop {
        let job = lock(work).recv();
        let Ok(Job { index, cost, input }) = job else { return };
        let outcome = process(input, load, make);
        if report.send(Report { index, cost, outcome }).is_err() {
            return;
        }
    }
}

fn receive_in_order<T>(
    reports: Receiver<Report<T>>,
    gate: &Gate,
    receive: &mut dyn FnMut(Outcome<T>) -> anyhow::Result<ControlFlow<()>>,
) -> Stop {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for report in reports {
        early.insert(report.index, report);
        while let Some(Report { cost, outcome, .. }) = early.remove(&next) {
            if receive(outcome?)?.is_break() {
                return Ok(());
            }
            gate.leave(cost);
            next += 1;
        }
    }
    Ok(())
}

fn process<T>(
    input: Input,
    load: fn(Content) -> Result<Vec<u8>, String>,
    make: &Make<'_, T>,
) -> anyhow::Result<Outcome<T>> {
    let Input { name, content, weight } = input;
    let result = match load(content) {
        Err(reason) => Err(Failure::Unreadable(reason)),
        // A defect costs this input, not the run.
        Ok(bytes) => match catch_unwind(AssertUnwindSafe(|| make(&name, bytes))) {
            Err(_) => Err(Failure::Defect),
            Ok(Err(error)) => Err(Failure::Refused(error)),
            Ok(Ok(output)) => Ok(output?),
        },
    };
    Ok(Outcome { name, weight, result })
}

/// Holds back the walk while too much is in progress.
struct Gate {
    /// How many filings may be in progress.
    limit: u64,
    state: Mutex<InProgress>,
    changed: Condvar,
}

#[derive(Default)]
struct InProgress {
    filings: u64,
    bytes: u64,
    closed: bool,
}

impl Gate {
    fn new(limit: u64) -> Self {
        Self { limit, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until there is room; breaks when the run is over.
    fn enter(&self, cost: u64) -> ControlFlow<()> {
        let full = |state: &mut InProgress| {
            let crowded = state.filings >= self.limit || state.bytes + cost > BUDGET;
            !state.closed && state.filings > 0 && crowded
        };
        let mut state = self
            .changed
            .wait_while(lock(&self.state), full)
            .unwrap_or_else(PoisonError::into_inner);
        state.filings += 1;
        state.bytes += cost;
        if state.closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn leave(&self, cost: u64) {
        let mut state = lock(&self.state);
        state.filings -= 1;
        state.bytes -= cost;
        if state.filings <= self.limit / 2 {
            self.changed.notify_one();
        }
    }

    fn close(&self) {
        lock(&self.state).closed = true;
        self.changed.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::ops::ControlFlow;

    use super::{Outcome, Steps, run};
    use crate::cli::inputs::{Content, Inputs};

    #[test]
    fn a_defect_costs_one_file() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..200 {
            fs::write(folder.path().join(format!("{number:03}")), "Sales\n").unwrap();
        }
        let inputs = Inputs::new(&[folder.path().to_owned()]).unwrap();
        for jobs in [1, 3] {
            let mut read = Vec::new();
            let mut failed = Vec::new();
            let make = |name: &str, bytes: Vec<u8>| {
                assert!(!name.ends_with('7'), "a defect");
                Ok(Ok(crate::extract(name, &bytes)?.source.file))
            };
            let mut receive = |outcome: Outcome<String>| {
                match outcome.result {
                    Ok(name) => read.push(name),
                    Err(failure) => failed.push((outcome.name, failure.to_string())),
                }
                Ok(ControlFlow::Continue(()))
            };
            let steps = Steps { load: Content::read, make: &make, receive: &mut receive };
            run(&inputs, jobs, 0, steps).unwrap();
            assert_eq!((read.len(), failed.len()), (180, 20), "{jobs} threads");
            assert!(read.is_sorted(), "{jobs} threads");
            assert_eq!(failed[0].0, "007");
            assert!(failed[0].1.contains("please report this file"), "{failed:?}");
        }
    }
}
