//! What is written: files that appear only once they are complete, and folders of wide CSV.

use std::fs::{self, File};
use std::io::Read;
use std::process::Stdio;

use serde_json::Value;

use crate::folder::{Folder, RELEASE, code, signal, stderr, stdout, wait_for};
use crate::packed::zip;

#[test]
fn broken_pipe_is_success() {
    let here = Folder::new();
    for number in 0..2000 {
        here.write(&format!("in/{number}.txt"), RELEASE);
    }
    for args in ["extract in -j 1", "extract in -j 2 -f jsonl", "show in", "schema"] {
        let mut child =
            here.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 0, "{args}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{args}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk_is_trouble() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    for args in ["extract r.txt", "extract r.txt -j 2 -f csv", "show r.txt", "schema"] {
        let mut command = here.command(args);
        let output =
            command.stdout(File::options().write(true).open("/dev/full").unwrap()).output();
        let output = output.unwrap();
        assert_eq!(code(&output), 2, "{args}");
        let log = stderr(&output);
        assert!(log.contains("cannot write standard output: No space left"), "{args}: {log}");
    }
    let output = here.ex99("extract r.txt -o /dev/full");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot write /dev/full: No space left"));
}

#[test]
fn output_file_is_replaced_whole() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    here.write("facts.json", "old");
    let output = here.ex99("extract r.txt -o facts.json");
    assert_eq!(code(&output), 0);
    assert!(output.stdout.is_empty());
    assert_eq!(here.read("facts.json"), stdout(&here.ex99("extract r.txt")));
    assert_eq!(here.names(), ["facts.json", "r.txt"]);
}

#[test]
fn the_name_of_the_output_tells_its_format() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    for (name, format) in [
        ("facts.csv", "csv"),
        ("FACTS.CSV", "csv"),
        ("facts.jsonl", "jsonl"),
        ("facts.json", "json"),
        ("facts.txt", "json"),
        ("facts", "json"),
    ] {
        assert_eq!(code(&here.ex99(&format!("extract r.txt -o {name}"))), 0);
        let told = stdout(&here.ex99(&format!("extract r.txt -f {format}")));
        assert_eq!(here.read(name), told, "{name}");
    }
    // What is asked for comes first; a run that goes on has the format it began with.
    assert_eq!(code(&here.ex99("extract r.txt -f jsonl -o facts.csv")), 0);
    assert_eq!(here.read("facts.csv"), here.read("facts.jsonl"));
    assert_eq!(code(&here.ex99("extract r.txt -o facts.csv --resume state")), 0);
    assert_eq!(here.read("facts.csv"), stdout(&here.ex99("extract r.txt -f csv")));
    // A folder gets no files but in the wide format.
    assert_eq!(code(&here.ex99("extract r.txt -o sheets/")), 2);
}

#[test]
fn failed_run_leaves_the_old_output() {
    let here = Folder::new();
    here.write("facts.json", "old");
    assert_eq!(code(&here.ex99("extract missing -o facts.json")), 2);
    assert_eq!(here.read("facts.json"), "old");
    assert_eq!(here.names(), ["facts.json"]);
    let output = here.ex99("extract facts.json -o no/such/folder.json");
    assert_eq!(code(&output), 2);
    let message = "cannot write no/such/folder.json: its folder does not exist";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
}

#[test]
fn interrupted_run_leaves_the_old_output() {
    let here = Folder::new();
    here.write("facts.json", "old");
    let mut child = here
        .command("extract - -o facts.json")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("the temporary file", || here.names().len() == 2);
    // Standard input stays open: the run has to end while it waits for it.
    let stdin = child.stdin.take();
    signal("TERM", child.id());
    let status = child.wait().unwrap();
    drop(stdin);
    assert_eq!(status.code(), Some(2));
    assert_eq!(here.read("facts.json"), "old");
    assert_eq!(here.names(), ["facts.json"]);
}

#[test]
fn output_is_never_its_own_input() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    here.write(".ex99-killed.tmp", "what a killed run left");
    for _ in 0..2 {
        assert_eq!(code(&here.ex99("extract . -f jsonl -o facts.jsonl")), 0);
        assert_eq!(here.read("facts.jsonl").lines().count(), 1);
        assert_eq!(code(&here.ex99("extract . -f jsonl -o facts.jsonl --resume state")), 0);
        assert_eq!(here.read("facts.jsonl").lines().count(), 1);
    }
    assert_eq!(here.names(), [".ex99-killed.tmp", "facts.jsonl", "r.txt"]);
    // A filing that is named is not written over.
    for args in ["extract r.txt -o r.txt", "extract ./r.txt -f csv -o facts.csv --resume r.txt"] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 2, "ex99 {args}");
        assert!(stderr(&output).contains("r.txt is an input"), "{}", stderr(&output));
        assert_eq!(fs::read(here.path("r.txt")).unwrap(), RELEASE.as_bytes());
    }
}

#[test]
fn wide_into_a_folder() {
    let here = Folder::new();
    here.write("in/sub/r.txt", RELEASE);
    assert_eq!(code(&here.ex99("extract in -f wide -o sheets/")), 0);
    let document: Value = serde_json::from_slice(&here.ex99("extract in").stdout).unwrap();
    for statement in document["filings"][0]["statements"].as_array().unwrap() {
        let (id, kind) = (&statement["id"], statement["kind"].as_str().unwrap());
        let sheet = here.read(&format!("sheets/sub/r.txt.{id}-{kind}.csv"));
        assert!(sheet.contains(statement["title"].as_str().unwrap()), "{sheet}");
    }
    assert_eq!(code(&here.ex99("extract in -f wide -o sheets")), 0);
    let output = here.ex99("extract in -f wide -o sheets --resume state");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--resume needs -o FILE"));
    let output = here.ex99("extract in -f csv -o sheets");
    assert_eq!(code(&output), 2);
    let message = "cannot write sheets: it is a folder; name a file in it";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
}

#[test]
fn wide_files_of_namesakes_stand_beside_each_other() {
    let here = Folder::new();
    let release = |revenues: &str| RELEASE.replace("13,582", revenues);
    let (one, two, three) = (release("11,111"), release("22,222"), release("33,333"));
    here.write("in/x.zip", zip(&[("a/r.txt", one.as_bytes()), ("a//r.txt", two.as_bytes())]));
    here.write("more/r.txt", &one);
    here.write("more/R.TXT", &two);
    here.write("again/r.txt", &three);
    let output = here.ex99("extract in more again -f wide -o sheets/ -j 2");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for (name, revenues) in [
        ("x.zip/a/r.txt", "11111"),
        ("x.zip/a/r.txt(2)", "22222"),
        ("R.TXT", "22222"),
        ("r.txt(2)", "11111"),
        ("r.txt(3)", "33333"),
    ] {
        let sheet = here.read(&format!("sheets/{name}.1-income.csv"));
        assert!(sheet.contains(&format!("Revenues,{revenues},")), "{name}: {sheet}");
    }
}
