//! What is read: folders, links, pipes, archives, and what is refused.

use std::fs::File;
use std::os::unix::fs::symlink;

use crate::folder::{Folder, RELEASE, code, files, mkfifo, stderr, stdout};
use crate::packed::{gzip, tar, zip};

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
