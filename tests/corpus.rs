//! Real filings with gold annotations, scored by the scorer's rule and held to `scorecard.csv`.
//!
//! Real filings are no part of the repository. Where `EX99_CORPUS` names the folder above `dev/`,
//! every filing in it must score exactly as the scorecard says: worse is a fault, and better
//! belongs in the scorecard, which `EX99_UPDATE_SCORECARD=1` writes anew.

#[path = "common/gold.rs"]
mod gold;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use gold::Gold;
use serde::{Deserialize, Serialize};

/// How a filing is read, in cells.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Score {
    file: String,
    /// Value, unit, period and label are those of the gold.
    right: usize,
    /// Found, but one of these differs.
    wrong: usize,
    /// In the gold and not found.
    missing: usize,
    /// Found and not in the gold.
    spurious: usize,
}

impl Score {
    fn faults(&self) -> usize {
        self.wrong + self.missing + self.spurious
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { right, wrong, missing, spurious, .. } = self;
        write!(f, "{right} right, {wrong} wrong, {missing} missing, {spurious} spurious")
    }
}

/// Scores one filing: a fact and a gold cell are the same where their print overlaps.
fn score(path: &Path) -> Score {
    let gold = Gold::read(path);
    let bytes = fs::read(path.with_file_name(&gold.file)).expect("the filing beside its gold");
    let filing = ex99::extract(&gold.file, &bytes).expect("a filing is text");
    let mut facts = gold::facts(&filing.statements);
    facts.retain(|(_, cell)| gold.judges(cell.line));
    let mut score = Score { file: gold.file.clone(), right: 0, wrong: 0, missing: 0, spurious: 0 };
    for cell in gold.cells(&bytes) {
        let same = facts.iter().position(|(_, found)| {
            let first = found.position as usize;
            let last = first + found.raw.chars().count().max(1) - 1;
            found.line == cell.line && first <= cell.columns.1 && cell.columns.0 <= last
        });
        match same.map(|at| facts.remove(at)) {
            None => score.missing += 1,
            Some((row, found)) if cell.is_told_by(row, found) => score.right += 1,
            Some(_) => score.wrong += 1,
        }
    }
    score.spurious = facts.len();
    score
}

fn annotations(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".gold.json"));
    paths.sort();
    paths
}

fn scorecard() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scorecard.csv")
}

fn write_scorecard(scores: &[Score]) {
    let mut writer = csv::Writer::from_path(scorecard()).expect("the scorecard can be written");
    for score in scores {
        writer.serialize(score).expect("a score");
    }
    writer.flush().expect("the scorecard can be written");
}

fn read_scorecard() -> BTreeMap<String, Score> {
    let mut reader = csv::Reader::from_path(scorecard()).expect("a scorecard");
    let rows = reader.deserialize().map(|row| row.expect("a score of the scorecard"));
    rows.map(|score: Score| (score.file.clone(), score)).collect()
}

/// What has changed since the scorecard was written.
fn changes(scores: &[Score]) -> Vec<String> {
    let mut old = read_scorecard();
    let mut out = Vec::new();
    for new in scores {
        let Some(old) = old.remove(&new.file) else {
            out.push(format!("{}: not in the scorecard; {new}", new.file));
            continue;
        };
        if *new != old {
            let trend = match new.faults().cmp(&old.faults()) {
                Ordering::Less => "better",
                Ordering::Equal => "other",
                Ordering::Greater => "worse",
            };
            out.push(format!("{}: {trend}; was {old}; is {new}", new.file));
        }
    }
    out.extend(old.keys().map(|file| format!("{file}: in the scorecard, not in the corpus")));
    out
}

#[test]
fn filings_score_as_the_scorecard_says() {
    let Some(corpus) = env::var_os("EX99_CORPUS") else {
        // Straight to standard error: what a test prints is shown only when it fails.
        writeln!(io::stderr(), "SKIPPED: EX99_CORPUS is not set, no real filing was scored")
            .expect("standard error");
        return;
    };
    let scores: Vec<Score> =
        annotations(&Path::new(&corpus).join("dev")).iter().map(|path| score(path)).collect();
    assert!(!scores.is_empty(), "no gold annotations under EX99_CORPUS");
    if env::var_os("EX99_UPDATE_SCORECARD").is_some_and(|v| v == "1") {
        write_scorecard(&scores);
        return;
    }
    let changes = changes(&scores);
    assert!(
        changes.is_empty(),
        "\n{}\nIf this is meant, run the test with EX99_UPDATE_SCORECARD=1 and commit tests/scorecard.csv.",
        changes.join("\n")
    );
}
