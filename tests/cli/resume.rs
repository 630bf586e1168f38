//! Runs that are stopped and continued.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Output, Stdio};
use std::time::Duration;

use crate::folder::{Folder, RELEASE, code, mkfifo, signal, stderr, stdout, wait_for};

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
        assert!(
            stderr(&other).contains("other inputs, or some have changed"),
            "{}",
            stderr(&other)
        );
        let edited = here.path("in/a.txt");
        let before = fs::metadata(&edited).unwrap().modified().unwrap();
        let change =
            |to| fs::File::options().write(true).open(&edited).unwrap().set_modified(to).unwrap();
        change(before + Duration::from_secs(2));
        let other = here.ex99(&args);
        assert!(
            stderr(&other).contains("other inputs, or some have changed"),
            "{}",
            stderr(&other)
        );
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
        ("extract - -o out --resume state", "cannot continue with standard input"),
        ("extract in --resume state", "--output"),
    ] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    here.write("state", "{}");
    let output = here.ex99("extract in -o out --resume state");
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("state is not the state of an ex99 run"),
        "{}",
        stderr(&output)
    );
    assert_eq!(here.names(), ["in", "state"]);
}

#[test]
fn resume_leaves_pipes_and_links_in_place() {
    let here = Folder::new();
    here.write("in/r.txt", RELEASE);
    mkfifo(&here.path("pipe"));
    for args in ["extract in -o pipe --resume state", "extract in -o out --resume pipe"] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 2, "ex99 {args}");
        let message = "pipe: it is not a regular file";
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert_eq!(here.names(), ["in", "pipe"]);
    here.write("out", "old");
    symlink("out", here.path("link")).unwrap();
    assert_eq!(code(&here.ex99("extract in -o link --resume state")), 0);
    assert!(here.path("link").is_symlink());
    assert_eq!(here.read("out"), stdout(&here.ex99("extract in")));
}
