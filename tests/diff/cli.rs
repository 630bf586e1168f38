//! The command as a user meets it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use ex99::emit::Format;
use rust_decimal::Decimal;
use tempfile::TempDir;

use crate::build::acme;
use crate::readers::written;

/// A folder with an extraction in every format, and the same with one value changed.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let old = [acme("a.txt"), acme("b.txt")];
    let mut new = old.clone();
    new[1].statements[0].rows[0].cells[0].value = Some(Decimal::from(13_600_000));
    for (format, name) in [(Format::Json, "json"), (Format::Jsonl, "jsonl"), (Format::Csv, "csv")] {
        for (filings, file) in [(&old, "old"), (&new, "new")] {
            let path = folder.path().join(format!("{file}.{name}"));
            fs::write(path, written(filings, format)).expect("a file");
        }
    }
    folder
}

fn diff(folder: &Path, args: &[&str]) -> (i32, String, String) {
    diff_with(folder, args, "")
}

fn diff_with(folder: &Path, args: &[&str], stdin: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("ex99")
        .expect("the command")
        .current_dir(folder)
        .arg("diff")
        .args(args)
        .write_stdin(stdin)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

#[test]
fn any_form_is_compared_with_any_other() {
    let folder = folder();
    for old in ["old.json", "old.jsonl", "old.csv"] {
        for new in ["json", "jsonl", "csv"] {
            let (code, out, _) = diff(folder.path(), &[old, &format!("old.{new}")]);
            assert_eq!((code, out.as_str()), (0, "Nothing differs; 64 facts compared.\n"));
            let (code, out, _) = diff(folder.path(), &[old, &format!("new.{new}")]);
            assert_eq!(code, 1);
            assert!(out.contains("13,582,000 -> 13,600,000 USD  +18,000  +0.13 %"), "{out}");
            assert!(out.ends_with("\n1 value changed; 64 facts compared.\n"), "{out}");
        }
    }
}

#[test]
fn standard_input_is_either_side_but_not_both() {
    let folder = folder();
    let csv = fs::read_to_string(folder.path().join("new.csv")).expect("a file");
    assert_eq!(diff_with(folder.path(), &["old.json", "-"], &csv).0, 1);
    assert_eq!(diff_with(folder.path(), &["-", "new.json"], &csv).0, 0);
    let (code, _, err) = diff(folder.path(), &["-", "-"]);
    assert_eq!(code, 2);
    assert!(err.contains("can be read only once"), "{err}");
}

#[test]
fn exit_zero_still_reports() {
    let folder = folder();
    let (code, out, _) =
        diff(folder.path(), &["--exit-zero", "-f", "github", "old.json", "new.json"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("::warning file=b.txt,line=100,title=value changed::"), "{out}");
    let (_, out, _) = diff(folder.path(), &["-f", "github", "old.json", "new.json"]);
    assert!(out.starts_with("::error "), "{out}");
}

#[test]
fn a_concept_that_no_row_has_is_told_of() {
    let folder = folder();
    let (code, _, err) = diff(folder.path(), &["--concept", "Revenus", "old.json", "new.json"]);
    assert_eq!(code, 0);
    assert_eq!(err, "ex99: no row has the concept `Revenus`; check how it is spelled\n");
    let (code, _, err) = diff(folder.path(), &["--concept", "Revenues", "old.json", "new.json"]);
    assert_eq!((code, err.as_str()), (1, ""));
}

#[test]
fn options_reach_the_comparison() {
    let folder = folder();
    let code = |args: &[&str]| {
        let args: Vec<&str> = args.iter().copied().chain(["old.json", "new.json"]).collect();
        diff(folder.path(), &args).0
    };
    assert_eq!(code(&["--tolerance", "18000"]), 0);
    assert_eq!(code(&["--tolerance", "17999.99"]), 1);
    assert_eq!(code(&["--relative", "0.2%"]), 0);
    assert_eq!(code(&["--rounding"]), 1);
    assert_eq!(code(&["--only", "added,removed"]), 0);
    assert_eq!(code(&["--only", "changed"]), 1);
    assert_eq!(code(&["--statement", "balance_sheet"]), 0);
    assert_eq!(code(&["--statement", "balance_sheet,income"]), 1);
    assert_eq!(code(&["--concept", "us-gaap:Revenues"]), 1);
    assert_eq!(code(&["--concept", "us-gaap:Assets"]), 0);
    assert_eq!(code(&["--tolerance=-1"]), 2);
    assert_eq!(code(&["--statement", "profit"]), 2);
}

#[test]
fn trouble_names_the_file_the_line_and_what_was_expected() {
    let folder = folder();
    let json = fs::read(folder.path().join("old.json")).expect("a file");
    let put =
        |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("a file");
    put("cut.json", &json[..json.len() / 2]);
    put("short.csv", b"file,statement,row,label,value\na.txt,income,1,Revenues,5\n");
    put("wide.csv", b"Statements of Operations\nRevenues,5\n");
    put("image.pdf", b"%PDF-1.4\n");
    put("empty.txt", b"");
    for (file, message) in [
        ("cut.json", "ex99: cut.json: line 2: the file is cut off; expected a JSON document"),
        ("short.csv", "ex99: short.csv: line 1: these columns are missing: document, accession,"),
        ("wide.csv", "ex99: wide.csv: line 1: not an extraction; expected one fact per row below"),
        ("image.pdf", "ex99: image.pdf: not plain text: PDF; expected an extraction"),
        (
            "empty.txt",
            "ex99: empty.txt: line 1: the file is empty; expected an extraction or a filing",
        ),
        ("missing", "ex99: cannot read missing: "),
    ] {
        for args in [[file, "new.json"], ["new.json", file]] {
            let (code, out, err) = diff(folder.path(), &args);
            assert_eq!((code, out.as_str()), (2, ""), "{file}");
            assert!(err.starts_with(message), "{err}");
        }
    }
}

#[test]
fn folders_are_read_file_by_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (side, value) in [("old", 13_582_000), ("new", 13_600_000)] {
        fs::create_dir_all(folder.path().join(side).join("deep")).expect("a folder");
        let mut filing = acme("a.txt");
        filing.statements[0].rows[0].cells[0].value = Some(Decimal::from(value));
        let put = |name: &str, bytes: &[u8]| {
            fs::write(folder.path().join(side).join(name), bytes).expect("a file");
        };
        put("a.json", &written(&[filing], Format::Json));
        put("deep/b.csv", &written(&[acme("b.txt")], Format::Csv));
        put("logo.png", b"\x89PNG\r\n\x1a\n");
    }
    let (code, out, err) = diff(folder.path(), &["old", "new"]);
    assert_eq!(code, 1);
    assert!(out.ends_with("1 value changed; 64 facts compared.\n"), "{out}");
    assert_eq!(err.matches("logo.png: skipped: not plain text: PNG image").count(), 2, "{err}");
}

#[test]
fn update_writes_the_new_baseline_in_the_form_of_the_old() {
    let folder = folder();
    for name in ["json", "jsonl", "csv"] {
        let old = format!("old.{name}");
        let (code, out, _) = diff(folder.path(), &["--update", &old, "new.jsonl"]);
        assert_eq!(code, 1, "it says what it has written over");
        assert!(out.contains("1 value changed"), "{out}");
        let read = |file: &str| fs::read(folder.path().join(file)).expect("a file");
        assert_eq!(read(&old), read(&format!("new.{name}")));
        assert_eq!(diff(folder.path(), &["--update", &old, "new.jsonl"]).0, 0);
    }
    let (code, _, _) = diff(folder.path(), &["--update", "--exit-zero", "first.csv", "new.json"]);
    assert_eq!(code, 0);
    assert_eq!(diff(folder.path(), &["first.csv", "new.json"]).0, 0);
}

#[test]
fn update_leaves_the_old_baseline_where_anything_fails() {
    let folder = folder();
    let path = folder.path().join("old.json");
    let before = fs::read(&path).expect("a file");
    fs::write(folder.path().join("cut.json"), &before[..before.len() / 2]).expect("a file");
    fs::write(folder.path().join("release.txt"), "ACME\n").expect("a file");
    let names = || {
        let files = fs::read_dir(folder.path()).expect("a folder");
        let mut names: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
        names.sort();
        names
    };
    let there = names();
    assert_eq!(diff(folder.path(), &["--update", "old.json", "cut.json"]).0, 2);
    assert_eq!(diff(folder.path(), &["--update", "old.json", "missing"]).0, 2);
    assert_eq!(diff(folder.path(), &["--update", "release.txt", "new.json"]).0, 2);
    assert_eq!(diff(folder.path(), &["--update", ".", "new.json"]).0, 2);
    assert_eq!(diff(folder.path(), &["--update", "-", "new.json"]).0, 2);
    assert_eq!(diff(folder.path(), &["--update", "first.txt", "new.json"]).0, 2);
    assert_eq!(fs::read(&path).expect("a file"), before);
    assert_eq!(names(), there, "no temporary file is left behind");
}
