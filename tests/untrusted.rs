//! Text from strangers: no terminal, spreadsheet, file system or workflow takes orders from it.

#![cfg(unix)]

#[path = "common/folder.rs"]
mod folder;

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Output;

use folder::{Folder, RELEASE, code, stderr, stdout};
use serde_json::{Value, json};

/// Commands a terminal knows, in the forms in which bytes become characters.
const COMMANDS: [&str; 5] =
    ["\u{1b}[2J", "\u{1b}]0;owned\u{7}", "\u{9b}31m", "\u{202e}", "\r\u{8}\u{7f}"];
/// What a spreadsheet runs.
const FORMULAS: [&str; 6] =
    ["=cmd|'/C calc'!A0", "@SUM(A1)", "+1+cmd", "-2+3", "\u{ff1d}1+1", "'=1+1"];
/// What a GitHub workflow obeys, where a line can be made to begin with it.
const ANNOTATION: &str = "x\n::error file=a.txt::owned\r%0A::add-mask::a,b:c";

/// A submission that says such things wherever it says something.
fn submission() -> String {
    let mut text = format!(
        "<SEC-DOCUMENT>x\nACCESSION NUMBER:\t{formula}\nCOMPANY CONFORMED NAME:\t{formula}\n\
         CONFORMED SUBMISSION TYPE:\t{formula}\nCENTRAL INDEX KEY:\t{formula}\n<DOCUMENT>\n\
         <TYPE>{formula}\n<FILENAME>../../outside.txt\n<TEXT>\n",
        formula = FORMULAS[0],
    );
    text.push_str(RELEASE.trim_end());
    let rows = FORMULAS.iter().chain(&COMMANDS);
    text.extend(rows.flat_map(|label| ["\n", label, " costs                    9,100     8,200"]));
    text.push_str("\n</TEXT>\n</DOCUMENT>\n");
    text
}

#[track_caller]
fn assert_harmless(output: &Output) {
    let said = stdout(output) + &stderr(output);
    let obeyed =
        |c: char| c.is_control() && c != '\n' && c != '\t' || matches!(c, '\u{202a}'..='\u{202e}');
    assert!(!said.contains(obeyed), "{said:?}");
}

#[test]
fn terminals_take_no_orders_from_a_text() {
    let here = Folder::new();
    here.write("in/a.txt", submission());
    // The same as Windows-1252, where the commands are single bytes.
    let bytes: Vec<u8> = submission().chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
    here.write("in/b.txt", bytes);
    for args in ["show in", "blocks in/a.txt", "blocks in/b.txt"] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 0, "{args}");
        assert!(stdout(&output).contains("[2J costs"), "{args}: {}", stdout(&output));
        assert_harmless(&output);
    }
    for log in ["text", "json"] {
        let output = here.ex99(&format!("extract in -f csv -o facts.csv --log-format {log}"));
        assert_harmless(&output);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_format_commands_a_terminal() {
    let here = Folder::new();
    here.write("\u{9b}31m.txt", RELEASE);
    write_extractions(&here, COMMANDS[2]);
    let formats =
        ["json", "jsonl", "csv", "wide"].map(|format| format!("extract . -q -f {format}"));
    let reports = ["text", "json", "jsonl", "csv", "markdown", "github", "junit"]
        .map(|format| format!("diff old.json new.json -f {format}"));
    for args in formats.iter().chain(&reports) {
        let Some(said) = here.on_a_terminal(args, || ()) else { return };
        assert!(!said.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{args}: {said:?}");
        assert!(said.contains("31m"), "{args}: {said:?}");
    }
}

/// Two extractions of a release that differ in a value and, of the second one, in every text:
/// `text` stands before it.
fn write_extractions(here: &Folder, text: &str) {
    here.write("release/r.txt", RELEASE);
    let old: Value = serde_json::from_slice(&here.ex99("extract release").stdout).unwrap();
    let mut new = old.clone();
    let filing = &mut new["filings"][0];
    let statement = &mut filing["statements"][0];
    let put = |place: &mut Value| *place = json!(format!("{text}{}", place.as_str().unwrap()));
    statement["rows"][0]["cells"][0]["value"] = json!(1);
    for place in ["title", "document"] {
        put(&mut statement[place]);
    }
    put(&mut statement["columns"][0]["header"]);
    put(&mut statement["columns"][0]["qualifier"]);
    put(&mut statement["rows"][1]["label"]);
    put(&mut statement["rows"][1]["concept"]);
    put(&mut filing["filing"]["company"]);
    put(&mut filing["filing"]["accession"]);
    put(&mut filing["source"]["file"]);
    here.write("old.json", old.to_string());
    here.write("new.json", new.to_string());
}

#[test]
fn reports_hold_no_control_sequences() {
    let here = Folder::new();
    for text in COMMANDS {
        write_extractions(&here, text);
        for format in ["text", "markdown", "github"] {
            for sides in ["old.json new.json", "new.json old.json"] {
                let output = here.ex99(&format!("diff {sides} -f {format}"));
                assert_eq!(code(&output), 1);
                assert_harmless(&output);
            }
        }
    }
}

#[test]
fn annotations_cannot_be_injected() {
    let here = Folder::new();
    write_extractions(&here, "");
    let lines = |output: &Output| stdout(output).lines().count();
    let plain = here.ex99("diff old.json new.json -f github");
    write_extractions(&here, "y");
    let changed = here.ex99("diff old.json new.json -f github");
    assert!(lines(&plain) < lines(&changed));
    write_extractions(&here, ANNOTATION);
    let output = here.ex99("diff old.json new.json -f github");
    assert_eq!(lines(&output), lines(&changed), "{}", stdout(&output));
    for line in stdout(&output).lines() {
        let properties = line.strip_prefix("::error ").or(line.strip_prefix("::notice "));
        let (properties, message) = properties.expect(line).split_once("::").expect(line);
        for property in properties.split(',') {
            let (name, value) = property.split_once('=').expect(line);
            assert!(["file", "line", "title"].contains(&name), "{line}");
            assert!(!value.contains([':', '\r']), "{line}");
        }
        assert!(!message.contains('\r'), "{line}");
    }
    assert!(stdout(&output).contains("%0A::error file=a.txt::owned%0D%250A::add-mask::"));
    // File and company names of a Markdown report end neither their heading nor a table.
    let markdown = stdout(&here.ex99("diff old.json new.json -f markdown"));
    assert!(!markdown.lines().any(|line| line.starts_with("::")), "{markdown}");
}

#[test]
fn code_spans_of_a_report_cannot_be_ended() {
    let here = Folder::new();
    write_extractions(&here, "`<img src=x>` | ");
    let markdown = stdout(&here.ex99("diff old.json new.json -f markdown"));
    for line in markdown.lines().filter(|line| line.contains("img")) {
        let outside: String = line.replace("\\`", "").split('`').step_by(2).collect();
        assert!(!outside.replace("\\<", "").contains('<'), "{line}");
        assert!(line.replace("\\`", "").matches('`').count() % 2 == 0, "{line}");
    }
}

/// What the runner of a workflow obeys: GitHub's, its older form, and that of its kin.
const ORDERS: [&str; 5] = [
    "::error file=a.txt,line=1::owned",
    "::set-env name=PATH::.",
    "x ##[error]owned",
    "##vso[task.setvariable variable=PATH].",
    "##teamcity[buildStatus text='owned']",
];

#[track_caller]
fn assert_no_orders(said: &str) {
    for line in said.lines() {
        let start = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        assert!(!start.starts_with("::"), "{line:?}");
        assert!(!line.contains("##[") && !line.contains("##vso[") && !line.contains("##team"));
    }
}

#[test]
fn workflows_take_no_orders_from_a_text() {
    let here = Folder::new();
    let mut text = String::from("<SEC-DOCUMENT>x\nCOMPANY CONFORMED NAME:\t::error::a\n");
    text.push_str("<DOCUMENT>\n<TYPE>::error::b\n<TEXT>\n");
    text.push_str(&RELEASE.trim_end().replace("    2003 ", "::error::c"));
    for order in ORDERS {
        // By itself, with a blank that is none in ASCII, and where a long label is wrapped.
        for lead in ["", "\u{a0}", "Costs and expenses of a segment held for long "] {
            write!(text, "\n{lead}{order}\n  costs                       9,100     8,200").unwrap();
        }
    }
    text.push_str("\nTotal ::error::d             9,100   1,234   8,200\n</TEXT>\n</DOCUMENT>\n");
    here.write("in/::error::e", &text);
    here.write("in/ ##[error]f.pdf", "%PDF-");
    fs::write(here.path("g"), &text).unwrap();
    for args in ["show in", "blocks g", "extract in -f csv -o facts.csv", "extract in/::error::e"] {
        let output = here.ex99(args);
        assert_eq!(code(&output), 0, "{args}: {}", stderr(&output));
        if args.starts_with("show") || args.starts_with("blocks") {
            assert!(stdout(&output).contains("error file=a.txt"), "{}", stdout(&output));
            assert_no_orders(&stdout(&output));
        }
        assert_no_orders(&stderr(&output));
    }
    for order in ORDERS {
        write_extractions(&here, order);
        for format in ["text", "markdown", "junit"] {
            for sides in ["old.json new.json", "new.json old.json"] {
                let output = here.ex99(&format!("diff {sides} -f {format}"));
                assert_eq!(code(&output), 1, "{}", stderr(&output));
                assert_no_orders(&stdout(&output));
                assert_no_orders(&stderr(&output));
            }
        }
    }
}

/// Whether a spreadsheet may run a field.
fn is_formula(field: &str) -> bool {
    let number = field.parse::<rust_decimal::Decimal>().is_ok();
    let starts = field.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}']);
    !number && (starts || field.starts_with(char::is_control))
}

#[track_caller]
fn assert_no_formulas(csv: &str) {
    let mut reader = csv::ReaderBuilder::new();
    reader.flexible(true).has_headers(false);
    let mut fields = 0;
    for record in reader.from_reader(csv.as_bytes()).records() {
        for field in &record.unwrap() {
            assert!(!is_formula(field), "{field:?} in\n{csv}");
            fields += 1;
        }
    }
    assert!(fields > 10, "{csv}");
}

#[test]
fn spreadsheets_run_no_formula() {
    let here = Folder::new();
    here.write("in/=1+1.txt", submission());
    for format in ["csv", "wide"] {
        let output = here.ex99(&format!("extract in -q -f {format}"));
        assert!(stdout(&output).contains("'=cmd"), "{}", stdout(&output));
        assert_no_formulas(&stdout(&output));
    }
    for formula in FORMULAS.into_iter().chain([" =1+1", "\t=1+1"]) {
        write_extractions(&here, formula);
        for sides in ["old.json new.json", "new.json old.json"] {
            assert_no_formulas(&stdout(&here.ex99(&format!("diff {sides} -f csv"))));
        }
        // The guard goes away when the CSV is read.
        let csv = here.ex99("diff old.json new.json --update -f jsonl");
        assert_eq!(code(&csv), 1);
        assert_eq!(code(&here.ex99("diff new.json old.json")), 0);
        assert_eq!(code(&here.ex99("diff facts.csv new.json --update --exit-zero")), 0);
        assert_no_formulas(&here.read("facts.csv"));
        assert_eq!(code(&here.ex99("diff facts.csv new.json --exit-zero")), 0);
        let reread = here.ex99("diff facts.csv new.json -f jsonl");
        assert_eq!(code(&reread), 0, "{formula:?}: {}", stdout(&reread));
        fs::remove_file(here.path("facts.csv")).unwrap();
    }
}

/// Every file below a folder, as relative paths.
fn files_below(folder: &Path) -> Vec<String> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            out.extend(files_below(&path).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            out.push(name);
        }
    }
    out.sort();
    out
}

#[test]
fn names_in_a_text_are_no_paths() {
    let here = Folder::new();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["../../../up.txt", "/top.txt", "a/./../b.txt", "C:\\c.txt", "..", "\u{1b}c.txt"] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(submission().as_bytes()).unwrap();
    }
    here.write("deep/deep/in/x.zip", archive.finish().unwrap().into_inner());
    let before = files_below(&here.path(""));
    let output = here.ex99("extract deep/deep/in -f wide -o deep/deep/sheets/ -q");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut after = files_below(&here.path(""));
    after.retain(|name| !before.contains(name));
    assert!(after.len() >= 6, "{after:?}");
    for name in &after {
        assert!(name.starts_with("deep/deep/sheets/x.zip/"), "{name}");
        assert!(!name.contains("outside") && !name.contains(char::is_control), "{name}");
    }
}
