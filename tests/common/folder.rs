//! A folder in which tests run the `ex99` command.
#![allow(dead_code, reason = "not every test needs everything")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

/// A small release.
pub const RELEASE: &str = "\
ACME CORPORATION REPORTS SECOND QUARTER RESULTS

                         ACME CORPORATION
              CONSOLIDATED STATEMENTS OF OPERATIONS
                          (in thousands)

                                   Three Months Ended
                                        June 30,
                                     2003      2002
                                   -------   -------
Revenues                           $13,582   $12,010
Cost of revenues                     9,100     8,200
                                   -------   -------
Gross profit                       $ 4,482   $ 3,810
                                   =======   =======
";

/// A folder of its own for a test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs ex99 here with arguments separated by spaces.
    pub fn ex99(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    /// Runs ex99 with a terminal for all that a shell does not redirect, while `meanwhile` is
    /// done; none where no terminal can be had.
    pub fn on_a_terminal(&self, args: &str, meanwhile: impl FnOnce()) -> Option<String> {
        let command = format!("{} {args}", cargo_bin!("ex99").display());
        let mut script = Command::new("script");
        script.current_dir(self.path("")).args(["-q", "-e", "-c", &command, "/dev/null"]);
        let child = script.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().ok()?;
        meanwhile();
        Some(stdout(&child.wait_with_output().unwrap()).replace("\r\n", "\n"))
    }

    pub fn command(&self, args: &str) -> Command {
        let mut command = Command::new(cargo_bin!("ex99"));
        command.current_dir(self.0.path()).args(args.split_whitespace()).stdin(Stdio::null());
        command
    }
}

#[track_caller]
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("ended by a signal")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Names of the files in a JSON document on standard output.
#[track_caller]
pub fn files(output: &Output) -> Vec<String> {
    assert_eq!(code(output), 0, "{}", stderr(output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let filings = document["filings"].as_array().unwrap();
    filings.iter().map(|filing| filing["source"]["file"].as_str().unwrap().to_owned()).collect()
}

#[track_caller]
pub fn wait_for(what: &str, mut met: impl FnMut() -> bool) {
    let start = Instant::now();
    while !met() {
        assert!(start.elapsed() < Duration::from_secs(30), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

pub fn signal(name: &str, process: u32) {
    let arguments = ["-s", name, &process.to_string()].map(str::to_owned);
    assert!(Command::new("kill").args(arguments).status().unwrap().success());
}
