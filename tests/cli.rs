//! The `ex99` command from outside: exit codes, messages, files.

#![cfg(unix)]

#[path = "common/folder.rs"]
mod folder;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::process::{Output, Stdio};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use folder::{Folder, RELEASE, code, files, mkfifo, signal, stderr, stdout, wait_for};
use serde_json::Value;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

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
fn folders_are_walked_in_order() {
    let here = Folder::new();
    for name in ["b.txt", "a/z.txt", "a/b/c.txt", "a.txt", "c.txt"] {
        here.write(&format!("in/{name}"), RELEASE);
    }
    let expected = ["a/b/c.txt", "a/z.txt", "a.txt", "b.txt", "c.txt"];
    assert_eq!(files(&here.ex99("extract in")), expected);
    assert_eq!(files(&here.ex99("extract in/c.txt in/a -q")), ["c.txt", "b/c.txt", "z.txt"]);
}

#[test]
fn standard_input() {
    let here = Folder::new();
    let release = here.write("r.txt", RELEASE);
    let read = |args: &str| {
        let mut command = here.command(args);
        command.stdin(File::open(&release).unwrap());
        command.output().unwrap()
    };
    assert_eq!(files(&read("extract -")), ["stdin"]);
    assert_eq!(code(&read("show -")), 0);
    assert_eq!(stdout(&read("blocks -")), stdout(&here.ex99("blocks r.txt")));
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
fn missing_path_is_trouble() {
    let here = Folder::new();
    here.write("r.txt", RELEASE);
    for command in ["extract r.txt", "show r.txt", "blocks"] {
        let output = here.ex99(&format!("{command} missing.txt"));
        assert_eq!(code(&output), 2, "{command}");
        assert!(output.stdout.is_empty(), "{command}");
        assert!(stderr(&output).contains("missing.txt"), "{command}: {}", stderr(&output));
    }
}

#[test]
fn what_is_no_text_is_named_and_counted() {
    let here = Folder::new();
    here.write("in/a.txt", RELEASE);
    here.write("in/b.htm", "<HTML><BODY>Revenues 1,234</BODY></HTML>");
    here.write("in/c.pdf", "%PDF-1.4 ...");
    here.write("in/d.htm", "<!doctype html>");
    symlink("nowhere", here.path("in/e.txt")).unwrap();
    let output = here.ex99("extract in");
    assert_eq!(files(&output), ["a.txt"]);
    let log = stderr(&output);
    for line in [
        "b.htm: skipped: not plain text: HTML\n",
        "c.pdf: skipped: not plain text: PDF\n",
        "e.txt: skipped: cannot be read: No such file",
        "ex99: 1 file read, ",
        " 4 files skipped\n",
        "ex99: skipped: 2 not plain text: HTML\n",
    ] {
        assert!(log.contains(line), "{line:?} is not in\n{log}");
    }
    assert!(!stderr(&here.ex99("extract in -q")).contains("files skipped"));
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
        assert!(stderr(&output).contains("r.txt is to be read"), "{}", stderr(&output));
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

#[test]
fn symbolic_links_do_not_loop() {
    let here = Folder::new();
    here.write("in/a/r.txt", RELEASE);
    symlink("..", here.path("in/a/up")).unwrap();
    symlink(".", here.path("in/self")).unwrap();
    symlink("x", here.path("in/x")).unwrap();
    symlink("a/r.txt", here.path("in/link.txt")).unwrap();
    let output = here.ex99("extract in");
    assert_eq!(files(&output), ["a/r.txt", "link.txt"]);
    let log = stderr(&output);
    for name in ["a/up", "self"] {
        let line = format!("{name}: skipped: symbolic link to a folder it lies in\n");
        assert!(log.contains(&line), "{log}");
    }
    assert!(log.contains("x: skipped: cannot be read"), "{log}");
}

#[test]
fn special_files_are_not_waited_for() {
    let here = Folder::new();
    here.write("in/r.txt", RELEASE);
    mkfifo(&here.path("in/pipe"));
    let output = here.ex99("extract in");
    assert_eq!(files(&output), ["r.txt"]);
    assert!(stderr(&output).contains("pipe: skipped: not a regular file"));
}

#[test]
fn archives_are_read_member_by_member() {
    let here = Folder::new();
    let text = RELEASE.as_bytes();
    let members = [("b.nc", text), ("sub/a.nc", text), ("page.html", &b"<html>"[..])];
    here.write("in/1.txt.gz", gzip(text));
    here.write("in/2.tar", tar(&members));
    here.write("in/3.tar.gz", gzip(&tar(&members)));
    here.write("in/4.TGZ", gzip(&tar(&members)));
    here.write("in/5.zip", zip(&members));
    let expected = [
        "1.txt.gz",
        "2.tar/b.nc",
        "2.tar/sub/a.nc",
        "3.tar.gz/b.nc",
        "3.tar.gz/sub/a.nc",
        "4.TGZ/b.nc",
        "4.TGZ/sub/a.nc",
        "5.zip/b.nc",
        "5.zip/sub/a.nc",
    ];
    for jobs in [1, 2] {
        let output = here.ex99(&format!("extract in -j {jobs}"));
        assert_eq!(files(&output), expected);
        assert!(stderr(&output).contains("5.zip/page.html: skipped: not plain text: HTML"));
    }
    let whole = here.ex99("blocks in/1.txt.gz");
    assert_eq!(code(&whole), 0);
}

#[test]
fn broken_archives_are_named() {
    let here = Folder::new();
    let packed = gzip(&tar(&[("a.nc", RELEASE.as_bytes()), ("b.nc", RELEASE.as_bytes())]));
    here.write("in/1.gz", "no gzip");
    here.write("in/2.tar.gz", &packed[..packed.len() / 2]);
    here.write("in/3.zip", "no zip");
    here.write("in/4.tar", "no tar".repeat(500));
    here.write("in/5.txt", RELEASE);
    let output = here.ex99("extract in");
    assert_eq!(files(&output).last().unwrap(), "5.txt");
    let log = stderr(&output);
    for name in ["1.gz: skipped", "2.tar.gz", "3.zip: skipped", "4.tar: skipped"] {
        assert!(log.contains(name), "{name} is not in\n{log}");
    }
}

#[test]
fn expansion_is_bounded() {
    let here = Folder::new();
    let mebibyte = vec![b' '; 1 << 20];
    let bomb = gzip(&mebibyte).repeat(24);
    here.write("in/1.gz", &bomb);
    let mut header = tar::Header::new_gnu();
    header.set_path("bomb.nc").unwrap();
    header.set_size(24 << 20);
    header.set_cksum();
    here.write("in/2.tar.gz", [gzip(header.as_bytes()), bomb].concat());
    here.write("in/3.zip", zip(&[("bomb.nc", &mebibyte.repeat(24))]));
    here.write("in/4.txt", RELEASE);
    let output = here.ex99("extract in");
    assert_eq!(files(&output), ["4.txt"]);
    let log = stderr(&output);
    for name in ["1.gz", "2.tar.gz/bomb.nc", "3.zip/bomb.nc"] {
        assert!(log.contains(&format!("{name}: skipped: cannot be read: it expands to")), "{log}");
    }
}

#[test]
fn stopped_run_goes_on_where_it_was() {
    let here = Folder::new();
    for name in ["in/a.txt", "in/b.txt", "in/d.txt"] {
        here.write(name, RELEASE);
    }
    here.write("in/c.html", "<html>");
    mkfifo(&here.path("pipe"));
    for format in ["json", "jsonl", "csv", "wide"] {
        let args = format!("extract in pipe in -j 1 -f {format} -o out --resume state");
        here.write("out", "old");
        // The run waits for the pipe and is killed there.
        let mut child = here.command(&args).stderr(Stdio::null()).spawn().unwrap();
        wait_for("the state", || here.path("state").exists());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(here.read("out"), "old");

        let other = here.ex99(&format!("extract in -f {format} -o out --resume state"));
        assert_eq!(code(&other), 2);
        assert!(stderr(&other).contains("another list of inputs"), "{}", stderr(&other));
        let edited = here.path("in/a.txt");
        let before = fs::metadata(&edited).unwrap().modified().unwrap();
        let change =
            |to| fs::File::options().write(true).open(&edited).unwrap().set_modified(to).unwrap();
        change(before + Duration::from_secs(2));
        let other = here.ex99(&args);
        assert!(stderr(&other).contains("another list of inputs"), "{}", stderr(&other));
        change(before);

        let feed = |args: &str| {
            let child = here.command(args).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn();
            fs::write(here.path("pipe"), RELEASE).unwrap();
            child.unwrap().wait_with_output().unwrap()
        };
        let resumed = feed(&args);
        assert_eq!(code(&resumed), 0, "{}", stderr(&resumed));
        let whole = feed(&format!("extract in pipe in -j 1 -f {format}"));
        assert_eq!(here.read("out"), stdout(&whole), "{format}");
        let summary = |output: &Output| {
            stderr(output)
                .lines()
                .filter(|line| line.starts_with("ex99:"))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(summary(&resumed), summary(&whole));
        assert_eq!(here.names(), ["in", "out", "pipe"]);
    }
}

#[test]
fn signalled_run_can_be_resumed() {
    let here = Folder::new();
    for number in 0..3000 {
        here.write(&format!("in/{number}.txt"), RELEASE);
    }
    let whole = stdout(&here.ex99("extract in -q"));
    let args = "extract in -j 2 -o out --resume state -q";
    let mut child = here.command(args).stderr(Stdio::null()).spawn().unwrap();
    wait_for("the state", || here.path("state").exists() || here.path("out").exists());
    signal("INT", child.id());
    if child.wait().unwrap().code() == Some(2) {
        assert!(!here.path("out").exists());
        assert_eq!(code(&here.ex99(args)), 0);
    }
    assert_eq!(here.read("out"), whole);
    assert_eq!(here.names(), ["in", "out"]);
}

#[test]
fn resume_refuses_what_it_cannot_join() {
    let here = Folder::new();
    here.write("in/r.txt", RELEASE);
    for (args, message) in [
        ("extract - -o out --resume state", "cannot go on with standard input"),
        ("extract in --resume state", "--output"),
    ] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    here.write("state", "{}");
    let output = here.ex99("extract in -o out --resume state");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("state is no state of an ex99 run"), "{}", stderr(&output));
    assert_eq!(here.names(), ["in", "state"]);
}
