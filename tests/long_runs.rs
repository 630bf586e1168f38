//! Runs over what goes wrong on the way: each has a clear end, and the old output stays.

#![cfg(unix)]

#[path = "common/folder.rs"]
mod folder;

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use flate2::Compression;
use flate2::write::GzEncoder;
use folder::{Folder, RELEASE, code, files, mkfifo, stderr, stdout};
use serde_json::Value;

/// A long table with a number that stands in no column.
fn losing() -> String {
    let row = |nth| format!("Sales of shop no. {nth}        13,5{nth}          12,0{nth}\n");
    let head = "\
              STATEMENTS OF OPERATIONS
                    (in thousands)

                             Years Ended June 30,
                             2003            2002
                            ------          ------
";
    let lost = "Cost of revenues             9,100   1,234   8,200\n";
    format!("{head}{lost}{}", (10..50).map(row).collect::<String>())
}

#[test]
fn files_that_shrink_while_being_read() {
    let here = Folder::new();
    let text = RELEASE.repeat(20);
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    here.write("cut.txt", &text);
    here.write("cut.txt.gz", &packed);
    here.write("emptied.txt", &text);
    here.write("gone.txt", &text);
    for pipe in ["one", "two"] {
        mkfifo(&here.path(pipe));
    }
    let args = "extract one two cut.txt cut.txt.gz emptied.txt gone.txt -j 2 -o facts.json";
    let mut command = here.command(args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Both workers wait for the pipes; meanwhile the walk has met, and measured, the other files.
    let mut pipes = ["one", "two"].map(|pipe| File::create(here.path(pipe)).unwrap());
    std::thread::sleep(Duration::from_millis(300));
    here.write("cut.txt", RELEASE);
    here.write("cut.txt.gz", &packed[..packed.len() / 2]);
    here.write("emptied.txt", "");
    fs::remove_file(here.path("gone.txt")).unwrap();
    for pipe in &mut pipes {
        pipe.write_all(RELEASE.as_bytes()).unwrap();
    }
    drop(pipes);
    let output = child.wait_with_output().unwrap();
    let log = stderr(&output);
    assert_eq!(code(&output), 0, "{log}");
    for name in ["cut.txt.gz", "gone.txt"] {
        assert!(log.contains(&format!("{name}: skipped: cannot be read")), "{log}");
    }
    let document: Value = serde_json::from_str(&here.read("facts.json")).unwrap();
    let filings = document["filings"].as_array().unwrap();
    let read: Vec<(&str, u64)> = filings
        .iter()
        .map(|filing| &filing["source"])
        .map(|source| (source["file"].as_str().unwrap(), source["lines"].as_u64().unwrap()))
        .collect();
    let lines = RELEASE.lines().count() as u64;
    assert_eq!(read, [("one", lines), ("two", lines), ("cut.txt", lines), ("emptied.txt", 0)]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_progress_bar_is_shown_to_those_who_look_on() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    let pipe = here.path("pipe");
    mkfifo(&pipe);
    // The run waits for the pipe for longer than a bar takes to be drawn.
    let hold = || {
        let mut pipe = File::create(&pipe).unwrap();
        std::thread::sleep(Duration::from_millis(1200));
        pipe.write_all(RELEASE.as_bytes()).unwrap();
    };
    let shows_bar = |said: &str| said.contains(" left") && said.contains("1 file");
    let run = "extract r.txt pipe -f csv -j 1";
    let Some(said) = here.on_a_terminal(&format!("{run} -o facts.csv"), hold) else { return };
    assert!(shows_bar(&said), "{said:?}");
    let (bar, summary) = said.rsplit_once('\u{1b}').unwrap();
    assert!(bar.contains(" left") && !summary.contains(" left"), "the bar goes away: {said:?}");
    assert!(summary.contains("ex99: 2 files read"), "{said:?}");

    for quiet in [
        // Nobody looks on.
        format!("{run} -o facts.csv 2>log"),
        // The bar would run into the rows.
        run.to_owned(),
        format!("{run} -o facts.csv -q"),
        format!("{run} -o facts.csv --log-format json"),
    ] {
        let said = here.on_a_terminal(&quiet, hold).unwrap();
        assert!(!said.contains('\u{1b}') && !shows_bar(&said), "{quiet}: {said:?}");
    }
    let log = here.read("log");
    assert!(log.contains("ex99: 2 files read") && !log.contains('\u{1b}'), "{log:?}");
}

/// Runs ex99 where no file can grow beyond a few kilobytes, as on a disk that is nearly full.
#[cfg(target_os = "linux")]
fn on_a_full_disk(here: &Folder, args: &str) -> Output {
    let ex99 = cargo_bin!("ex99").display();
    let script = format!("ulimit -f 8; trap '' XFSZ; exec {ex99} {args}");
    let mut shell = Command::new("sh");
    shell.current_dir(here.path("")).args(["-c", &script]).output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk_leaves_the_old_output() {
    let here = Folder::new();
    for number in 0..200 {
        here.write(&format!("in/{number}.txt"), RELEASE);
    }
    here.write("facts", "old");
    for format in ["json", "jsonl", "csv", "wide"] {
        let args = format!("extract in -q -f {format} -o facts");
        let output = on_a_full_disk(&here, &args);
        assert_eq!(code(&output), 2, "{format}");
        let log = stderr(&output);
        assert!(log.contains("ex99: cannot write facts: File too large"), "{format}: {log}");
        assert_eq!(here.read("facts"), "old", "{format}");
        assert_eq!(here.names(), ["facts", "in"], "{format}");

        // What was begun with --resume goes on once there is room.
        let resumable = format!("{args} --resume state");
        let output = on_a_full_disk(&here, &resumable);
        assert_eq!(code(&output), 2, "{format}: {}", stderr(&output));
        assert_eq!(here.read("facts"), "old", "{format}");
        assert_eq!(code(&here.ex99(&resumable)), 0, "{format}");
        assert_eq!(here.read("facts"), stdout(&here.ex99(&format!("extract in -q -f {format}"))));
        assert_eq!(here.names(), ["facts", "in"], "{format}");
        here.write("facts", "old");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk_leaves_the_old_baseline() {
    let here = Folder::new();
    for number in 0..200 {
        here.write(&format!("in/{number}.txt"), RELEASE);
    }
    let baseline = stdout(&here.ex99("extract in/1.txt -f jsonl"));
    here.write("old.jsonl", &baseline);
    let output = on_a_full_disk(&here, "diff old.jsonl in --update");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot write old.jsonl: File too large"));
    assert_eq!(here.read("old.jsonl"), baseline);
    assert_eq!(here.names(), ["in", "old.jsonl"]);
}

#[test]
#[cfg(target_os = "linux")]
fn unreadable_files_are_named_and_counted() {
    let here = Folder::new();
    here.write("in/a.txt", RELEASE);
    // A regular file whose first page cannot be read, by whomever.
    symlink("/proc/self/mem", here.path("in/b.txt")).unwrap();
    let secret = here.write("in/c.txt", RELEASE);
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    let is_secret = File::open(&secret).is_err();
    let output = here.ex99("extract in");
    let expected: &[&str] = if is_secret { &["a.txt"] } else { &["a.txt", "c.txt"] };
    assert_eq!(files(&output), expected);
    let log = stderr(&output);
    assert!(log.contains("b.txt: skipped: cannot be read: Input/output error"), "{log}");
    assert_eq!(is_secret, log.contains("c.txt: skipped: cannot be read: Permission denied"));
    let alone = here.ex99("diff in/b.txt in/a.txt");
    assert_eq!(code(&alone), 2);
    assert!(stderr(&alone).contains("cannot be read: Input/output error"), "{}", stderr(&alone));
}

#[test]
fn strict_runs_fail_where_a_number_is_lost() {
    let here = Folder::new();
    here.write("in/whole.txt", RELEASE);
    assert_eq!(code(&here.ex99("extract in --strict")), 0);
    here.write("in/losing.txt", losing());
    assert_eq!(code(&here.ex99("extract in")), 0);
    for args in ["extract in --strict", "extract in --strict -q -j 2", "extract in --strict -o out"]
    {
        let output = here.ex99(args);
        assert_eq!(code(&output), 1, "{args}: {}", stderr(&output));
    }
    let log = stderr(&here.ex99("extract in --strict"));
    assert!(log.contains("losing.txt:7:38: error[unplaced-number]: "), "{log}");
    assert!(here.read("out").contains("losing.txt"), "the output is written all the same");
}

#[test]
fn files_too_large_are_named_unread() {
    let here = Folder::new();
    here.write("in/a.txt", RELEASE);
    // It takes no room on the disk.
    File::create(here.path("in/b.txt")).unwrap().set_len(5 << 30).unwrap();
    let output = here.ex99("extract in");
    assert_eq!(files(&output), ["a.txt"]);
    let reason = "b.txt: skipped: cannot be read: too large: 4 GiB of text or more";
    assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    let alone = here.ex99("blocks in/b.txt");
    assert_eq!(code(&alone), 2);
    assert!(stderr(&alone).contains("too large: 4 GiB of text or more"), "{}", stderr(&alone));
}
