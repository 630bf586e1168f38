//! Damaged texts: whatever is cut, doubled, shifted or garbled, the invariants hold.
//!
//! Fixtures, and an excerpt of each real filing under `EX99_CORPUS`, are put through a sample of
//! the mutations each time; with `--ignored`, best in release, all of them through every one. That
//! takes long: `EX99_PART=3/20` takes the third of twenty parts of the filings, and
//! `EX99_EVERY=50` one mutation in fifty. What breaks an invariant is written to the folder the
//! failure names; minimised, it belongs into `fixtures/fuzz/`.

#[path = "common/fixtures.rs"]
mod fixtures;
#[path = "common/invariants.rs"]
mod invariants;

use std::env;
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fixtures::Fixture;

/// Folders with texts to mutate.
const FOLDERS: [&str; 6] = ["releases", "pending", "lex", "grid", "align", "fuzz"];
/// A mutated text is read well within this time, debug builds and busy machines included.
const PATIENCE: Duration = Duration::from_secs(60);
/// Filings are mutated in excerpts of so many lines.
const EXCERPT: usize = 250;
/// In the sampled runs, one mutation in so many; no divisor of how many a line has.
const SAMPLE: usize = 53;
/// The same for filings, which are longer.
const FILING_SAMPLE: usize = 167;

/// How a text is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mutation {
    /// Cut off behind this byte.
    Prefix(usize),
    /// Without this line.
    Deleted(usize),
    /// With this line twice.
    Doubled(usize),
    /// With this line shifted by so many columns.
    Shifted(usize, isize),
    /// With tabs for the blanks of this line that they can stand for; of all lines if none.
    Tabbed(Option<usize>),
    /// With random bytes changed, put in and taken out.
    Garbled(u64),
}

impl Mutation {
    /// Every mutation of a text with these lines.
    fn all(lines: &[&[u8]]) -> Vec<Self> {
        let mut out = vec![Self::Tabbed(None)];
        let mut end = 0;
        for (at, line) in lines.iter().enumerate() {
            // The beginnings of the line: whole, and cut within.
            out.extend([line.len(), line.len() * 2 / 3].map(|cut| Self::Prefix(end + cut)));
            out.extend([Self::Deleted(at), Self::Doubled(at), Self::Tabbed(Some(at))]);
            out.extend([-3, -2, -1, 1, 2, 3].map(|columns| Self::Shifted(at, columns)));
            out.push(Self::Garbled(at as u64));
            end += line.len();
        }
        out
    }

    fn apply(self, lines: &[&[u8]]) -> Vec<u8> {
        let with = |at: usize, other: &dyn Fn(&[u8]) -> Vec<u8>| {
            let parts = lines.iter().enumerate();
            let parts = parts.map(|(n, line)| if n == at { other(line) } else { line.to_vec() });
            parts.collect::<Vec<_>>().concat()
        };
        match self {
            Self::Prefix(end) => lines.concat()[..end].to_vec(),
            Self::Deleted(at) => with(at, &|_| Vec::new()),
            Self::Doubled(at) => with(at, &|line| line.repeat(2)),
            Self::Shifted(at, columns) => with(at, &|line| shifted(line, columns)),
            Self::Tabbed(Some(at)) => with(at, &tabbed),
            Self::Tabbed(None) => lines.iter().flat_map(|line| tabbed(line)).collect(),
            Self::Garbled(seed) => garbled(lines.concat(), seed),
        }
    }
}

fn shifted(line: &[u8], columns: isize) -> Vec<u8> {
    let blanks = line.iter().take_while(|byte| **byte == b' ').count();
    match usize::try_from(columns) {
        Ok(right) => [&b" ".repeat(right), line].concat(),
        Err(_) => line[blanks.min(columns.unsigned_abs())..].to_vec(),
    }
}

/// Blanks that reach a tab stop become a tab.
fn tabbed(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for stop in line.chunks(8) {
        let print = stop.len() - stop.iter().rev().take_while(|byte| **byte == b' ').count();
        if stop.len() == 8 && print < 7 {
            out.extend_from_slice(&stop[..print]);
            out.push(b'\t');
        } else {
            out.extend_from_slice(stop);
        }
    }
    out
}

/// Random damage, the same for the same seed.
fn garbled(mut text: Vec<u8>, seed: u64) -> Vec<u8> {
    const TELLING: &[u8] = b"\n\r\t $()-.,%/<>|=\0\x1b\x80\xe9\xff0123456789";
    let mut state = seed ^ 0x9e37_79b9_7f4a_7c15;
    let mut random = |below: usize| {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap_or(0)
    };
    for _ in 0..=random(8) {
        let at = random(text.len() + 1);
        let byte = match random(3) {
            0 => u8::try_from(random(256)).unwrap_or(0),
            _ => TELLING[random(TELLING.len())],
        };
        match random(3) {
            0 => text.insert(at, byte),
            1 if at < text.len() => drop(text.remove(at)),
            _ if at < text.len() => text[at] = byte,
            _ => {}
        }
    }
    text
}

/// A text and the mutations it is put through.
struct Trial {
    name: String,
    bytes: Vec<u8>,
    every: usize,
}

impl Trial {
    /// All that breaks an invariant, each named.
    fn run(&self, watch: &mpsc::Sender<Option<String>>) -> Vec<String> {
        let lines: Vec<&[u8]> = self.bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let mutations = Mutation::all(&lines).into_iter().step_by(self.every);
        let tried = mutations.map(|mutation| {
            let text = mutation.apply(&lines);
            let name = format!("{} {mutation:?}", self.name);
            watch.send(Some(name.clone())).expect("the watch outlives the trials");
            let start = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| invariants::check(&text)));
            if outcome.is_ok() && start.elapsed() < PATIENCE {
                return None;
            }
            let file = self.name.replace(['/', ' '], "_");
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{file}.{mutation:?}"));
            fs::write(&path, &text).expect("room for the finding");
            Some(format!("{name}: see {}", path.display()))
        });
        tried.flatten().collect()
    }
}

/// Ends the process where a text takes forever, and says which.
fn watch(reports: &mpsc::Receiver<Option<String>>) {
    let mut current = None;
    loop {
        match reports.recv_timeout(PATIENCE * 2) {
            Ok(now) => current = now,
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let Some(name) = current else { continue };
                panic!("{name}: no end in sight");
            }
        }
    }
}

#[track_caller]
fn run(trials: &[Trial]) {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let faults: Vec<String> = thread::scope(|scope| {
        let work = || {
            let (watcher, reports) = mpsc::channel();
            thread::spawn(move || {
                if catch_unwind(AssertUnwindSafe(|| watch(&reports))).is_err() {
                    std::process::abort();
                }
            });
            let mut faults = Vec::new();
            while let Some(trial) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
                faults.extend(trial.run(&watcher));
            }
            faults
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a report")).collect()
    });
    assert!(faults.is_empty(), "\n{}\n{} faults", faults.join("\n"), faults.len());
}

/// The filings under `EX99_CORPUS`, by name.
fn corpus() -> Vec<PathBuf> {
    let Some(root) = env::var_os("EX99_CORPUS") else { return Vec::new() };
    let mut paths = Vec::new();
    for folder in ["dev", "wild"] {
        let Ok(entries) = fs::read_dir(Path::new(&root).join(folder)) else { continue };
        paths.extend(entries.map(|entry| entry.expect("an entry of the folder").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
}

/// The excerpts of a filing, each overlapping the one before by a half.
fn excerpts(bytes: &[u8]) -> Vec<Range<usize>> {
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', bytes).map(|at| at + 1).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts
        .enumerate()
        .step_by(EXCERPT / 2)
        .map(|(at, start)| start..ends.get(at + EXCERPT).copied().unwrap_or(bytes.len()))
        .collect()
}

fn trials(filing: &Path, every: usize) -> Vec<Trial> {
    let bytes = fs::read(filing).expect("a filing");
    let name = filing.file_name().expect("a name").to_string_lossy();
    let trial = |(at, range): (usize, Range<usize>)| Trial {
        name: format!("{name} {}", at * EXCERPT / 2 + 1),
        bytes: bytes[range].to_vec(),
        every,
    };
    excerpts(&bytes).into_iter().enumerate().map(trial).collect()
}

fn fixture_trials(every: usize) -> Vec<Trial> {
    let texts = FOLDERS.iter().flat_map(|folder| fixtures::texts(folder));
    texts.map(|Fixture { name, bytes }| Trial { name, bytes, every }).collect()
}

#[test]
fn a_sample_of_mutated_fixtures_keeps_the_invariants() {
    run(&fixture_trials(SAMPLE));
}

#[test]
#[ignore = "takes minutes; the sample runs each time"]
fn all_mutated_fixtures_keep_the_invariants() {
    run(&fixture_trials(1));
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that does nothing must say so")]
fn a_sample_of_mutated_filings_keeps_the_invariants() {
    if corpus().is_empty() {
        eprintln!("SKIPPED: EX99_CORPUS names no filings, none was mutated");
        return;
    }
    let sample = corpus().into_iter().enumerate().flat_map(|(at, filing)| {
        let mut trials = trials(&filing, FILING_SAMPLE);
        let chosen = at * 7 % trials.len();
        [trials.swap_remove(chosen)]
    });
    run(&sample.collect::<Vec<_>>());
}

#[test]
#[ignore = "takes hours; the sample runs each time"]
fn all_mutated_filings_keep_the_invariants() {
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let part = env::var("EX99_PART").unwrap_or_else(|_| "1/1".to_owned());
    let (part, parts) = part.split_once('/').expect("a part, as in 3/20");
    let every = env::var("EX99_EVERY").map_or(1, |every| number(&every));
    let filings = corpus().into_iter().skip(number(part) - 1).step_by(number(parts));
    run(&filings.flat_map(|filing| trials(&filing, every)).collect::<Vec<_>>());
}

#[test]
fn mutations_do_what_they_say() {
    let lines: [&[u8]; 2] = [b"Sales           1,234\n", b"  Costs\n"];
    let text = |mutation: Mutation| String::from_utf8(mutation.apply(&lines)).expect("ASCII");
    assert_eq!(text(Mutation::Prefix(24)), "Sales           1,234\n  ");
    assert_eq!(text(Mutation::Deleted(0)), "  Costs\n");
    assert_eq!(text(Mutation::Doubled(1)), "Sales           1,234\n  Costs\n  Costs\n");
    assert_eq!(text(Mutation::Shifted(1, -3)), "Sales           1,234\nCosts\n");
    assert_eq!(text(Mutation::Shifted(1, 1)), "Sales           1,234\n   Costs\n");
    assert_eq!(text(Mutation::Tabbed(Some(0))), "Sales\t\t1,234\n  Costs\n");
    let garbled = |seed| Mutation::Garbled(seed).apply(&lines);
    assert_eq!(garbled(7), garbled(7));
    assert_ne!(garbled(7), garbled(8));
}
