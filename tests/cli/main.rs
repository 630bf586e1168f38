//! The `ex99` command from outside: arguments, exit codes, messages, and what each command writes.

#![cfg(unix)]

#[path = "../common/folder.rs"]
mod folder;
mod inputs;
mod outputs;
mod packed;
mod resume;

use std::fs;

use folder::{Folder, RELEASE, code, stderr, stdout};
use serde_json::Value;

#[test]
fn usage() {
    let here = Folder::new();
    assert_eq!(code(&here.ex99("--version")), 0);
    assert_eq!(code(&here.ex99("--help")), 0);
    for args in ["", "extract", "extract --nonsense x", "extract x -j 0", "blocks", "guess"] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 2, "ex99 {args}");
        assert!(output.stdout.is_empty(), "ex99 {args}");
    }
}

#[test]
fn bad_input_is_named_with_what_to_do() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    here.write("a.zip", "no archive");
    here.write("a.gz", "no gzip");
    here.write("junk", "no state");
    fs::create_dir(here.path("folder")).unwrap();
    for (args, message) in [
        ("extract no.txt", "ex99: cannot read no.txt: No such file"),
        ("extract r.txt -j 0", "'--jobs <N>': expected a whole number, 1 or more"),
        ("extract r.txt -f csv -o new/", "cannot write new/: it is a folder; name a file in it"),
        ("extract r.txt -o no/x.csv --resume state", "cannot write no/x.csv: its folder does not"),
        ("extract r.txt -o x.csv --resume no/state", "cannot write no/state: its folder does not"),
        ("extract r.txt -o x.csv --resume junk", "junk is not the state of an ex99 run; remove it"),
        ("blocks folder", "folder is a folder; name a single file in it"),
        ("blocks a.zip", "a.zip: an archive, which may hold many files; unpack it"),
        ("blocks a.gz", "a.gz: cannot be read as a gzip file"),
        ("diff --tolerance -1 r.txt r.txt", "expected a number such as 0.5, not below zero"),
        ("diff --update no/new.csv r.txt", "cannot write no/new.csv: its folder does not exist"),
        ("diff --update r.txt r.txt", "r.txt is not an extraction; expected a file that holds one"),
    ] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 2, "ex99 {args}");
        assert!(stderr(&output).contains(message), "ex99 {args}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "ex99 {args}");
    }
    assert_eq!(here.names(), ["a.gz", "a.zip", "folder", "junk", "r.txt"]);
}

#[test]
fn every_format_begins_as_it_should() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    for (format, beginning) in [
        ("json", "{\"ex99\":{\"version\":"),
        ("jsonl", "{\"source\":{\"file\":\"r.txt\""),
        ("csv", "file,document,accession,"),
        ("wide", ""),
    ] {
        let output = here.ex99(&format!("extract r.txt -f {format}"));
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).starts_with(beginning), "{format}");
    }
}

#[test]
fn show_prints_a_heading_for_each_file() {
    let here = Folder::new();
    here.write("in/r.txt", RELEASE);
    here.write("in/page.html", "<html>");
    let output = here.ex99("show in");
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("== r.txt"), "{}", stdout(&output));
    assert_eq!(stderr(&output), "page.html: skipped: not plain text: HTML\n");
}

#[test]
fn an_empty_folder_is_told_of() {
    let here = Folder::new();
    fs::create_dir(here.path("folder")).unwrap();
    let output = here.ex99("show folder");
    assert_eq!(code(&output), 0);
    assert_eq!(stderr(&output), "ex99: there are no files to show\n");
}

#[test]
fn schemas_are_json() {
    let here = Folder::new();
    for args in ["schema", "schema json", "schema csv", "schema diff"] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 0);
        let _: Value = serde_json::from_slice(&output.stdout).unwrap();
    }
    assert_eq!(stdout(&here.ex99("schema")), stdout(&here.ex99("schema json")));
}

#[test]
fn log_for_machines() {
    let here = Folder::new();
    here.write("in/a.txt", RELEASE);
    here.write("in/b.png", b"\x89PNG\r\n\x1a\n");
    let log = stderr(&here.ex99("extract in --log-format json"));
    let events: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(events[0]["event"], "skipped");
    assert_eq!(events[0]["file"], "b.png");
    let last = events.last().unwrap();
    assert_eq!(last["event"], "summary");
    assert_eq!(last["files"], 1);
    assert_eq!(last["skipped"]["not plain text: PNG image"], 1);
    let trouble = stderr(&here.ex99("extract missing --log-format json"));
    let trouble: Value = serde_json::from_str(&trouble).unwrap();
    assert_eq!(trouble["event"], "trouble");
}

#[test]
fn hostile_names_do_not_reach_the_terminal() {
    let here = Folder::new();
    here.write("in/\u{1b}[2Jx.pdf", "%PDF-");
    here.write("in/\u{9b}31my.txt", RELEASE);
    for args in ["extract in -f csv", "show in"] {
        let log = stderr(&here.ex99(args));
        assert!(!log.contains(['\u{1b}', '\u{9b}']), "{log:?}");
        assert!(log.contains("x.pdf"), "{log:?}");
    }
    assert!(!stdout(&here.ex99("show in")).contains(['\u{1b}', '\u{9b}']));
}

#[test]
fn threads_do_not_change_a_byte() {
    let here = Folder::new();
    for number in 0..200 {
        let text = RELEASE.repeat(1 + number % 17 * 40);
        here.write(&format!("in/{}/{number}.txt", number % 7), text);
    }
    here.write("in/3/page.html", "<html>");
    for format in ["json", "jsonl", "csv", "wide"] {
        let one = here.ex99(&format!("extract in -j 1 -f {format}"));
        assert_eq!(code(&one), 0);
        for jobs in [2, 5] {
            let many = here.ex99(&format!("extract in -j {jobs} -f {format}"));
            assert_eq!(one.stdout, many.stdout, "{format}, {jobs} threads");
            assert_eq!(stderr(&one), stderr(&many), "{format}, {jobs} threads");
        }
    }
}
