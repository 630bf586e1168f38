//! The README's commands, run as they stand there.
//!
//! A `console` block is commands behind `$ ` and what they print. All blocks are run in one fresh
//! folder with the fixtures, in their order. `EX99_UPDATE_README=1` writes what they print today.

#![cfg(target_os = "linux")]

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// What a shell prints on standard output.
fn run(command: &str, folder: &Path) -> String {
    let binaries = cargo_bin!("ex99").parent().expect("a folder").to_owned();
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths = env::join_paths([binaries].into_iter().chain(env::split_paths(&paths)));
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", paths.expect("a path"))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("text")
}

/// A folder with a copy of the releases, to be written to.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("fixtures/releases");
    fs::create_dir_all(&copy).expect("a folder");
    let releases = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/releases");
    for entry in fs::read_dir(releases).expect("the fixtures") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, copy.join(path.file_name().expect("a name"))).expect("a copy");
    }
    folder
}

/// The README with what its commands print today.
fn today(readme: &str) -> String {
    let folder = folder();
    let jq = Command::new("jq").arg("--version").output().is_ok();
    let mut out = String::new();
    let mut lines = readme.lines().peekable();
    let mut inside = false;
    while let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        if line.starts_with("```") {
            inside = line == "```console";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| inside) else { continue };
        let mut printed = String::new();
        while let Some(line) = lines.next_if(|l| !l.starts_with("$ ") && *l != "```") {
            let _ = writeln!(printed, "{line}");
        }
        if command.contains("jq ") && !jq {
            writeln!(io::stderr(), "SKIPPED: jq is not installed: {command}").expect("stderr");
            out.push_str(&printed);
        } else {
            let fresh = run(command, folder.path());
            out.extend(fresh.lines().flat_map(|line| [line.trim_end(), "\n"]));
        }
    }
    out
}

#[test]
fn commands_print_what_the_readme_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).expect("README.md");
    let today = today(&readme);
    if env::var_os("EX99_UPDATE_README").is_some_and(|v| v == "1") {
        fs::write(&path, today).expect("README.md can be written");
        return;
    }
    for (number, (said, printed)) in readme.lines().zip(today.lines()).enumerate() {
        assert_eq!(
            said,
            printed,
            "README.md:{}: if this is meant, run the test with EX99_UPDATE_README=1",
            number + 1
        );
    }
    assert_eq!(readme.lines().count(), today.lines().count(), "lines of README.md");
}
