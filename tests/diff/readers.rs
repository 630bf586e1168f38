//! Extractions read back: what was written, whatever its form; else what is wrong and where.

use ex99::diff::Options;
use ex99::emit::{Format, Writer};
use ex99::read::{Form, read};
use ex99::record::Filing;

use crate::build::{acme, differences};

const FORMS: [(Form, Format); 3] =
    [(Form::Json, Format::Json), (Form::Jsonl, Format::Jsonl), (Form::Csv, Format::Csv)];

pub fn written(filings: &[Filing], format: Format) -> Vec<u8> {
    let mut writer = Writer::begin(format, Vec::new()).expect("memory takes everything");
    for filing in filings {
        writer.filing(filing).expect("memory takes everything");
    }
    writer.finish().expect("memory takes everything")
}

fn sample() -> [Filing; 2] {
    let mut second = acme("b/second.txt");
    second.filing.accession = "0000000001-03-000002".into();
    second.filing.filed = "2003-08-07".parse().ok();
    second.statements[0].title = "=Statements".into();
    second.statements[0].rows[1].label = "-Cost, of \"sales\"".into();
    second.statements[0].rows[2].cells[0].value = None;
    [acme("a.txt"), second]
}

#[test]
fn every_form_is_recognised_and_says_the_same() {
    let filings = sample();
    for (form, format) in FORMS {
        let bytes = written(&filings, format);
        assert_eq!(Form::of(&bytes), Some(form));
        let back = read(form, &bytes).expect("it was just written");
        assert_eq!(differences(&filings, &back, &Options::default()), [], "{form:?}");
        assert_eq!(written(&back, Format::Csv), written(&filings, Format::Csv), "{form:?}");
        if form != Form::Csv {
            assert_eq!(back, filings, "{form:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_and_line_ends_of_windows_do_not_matter() {
    let csv = String::from_utf8(written(&sample(), Format::Csv)).expect("UTF-8");
    let csv = format!("\u{feff}{}", csv.replace('\n', "\r\n"));
    assert_eq!(Form::of(csv.as_bytes()), Some(Form::Csv));
    let back = read(Form::Csv, csv.as_bytes()).expect("a spreadsheet may have written it");
    assert_eq!(differences(&sample(), &back, &Options::default()), []);
}

#[test]
fn rows_of_the_csv_may_stand_in_any_order() {
    let csv = String::from_utf8(written(&sample(), Format::Csv)).expect("UTF-8");
    let (header, facts) = csv.split_once('\n').expect("a header");
    let mut facts: Vec<&str> = facts.lines().collect();
    facts.sort_unstable_by_key(|fact| fact.chars().rev().collect::<String>());
    let csv = format!("{header}\n{}\n", facts.join("\n"));
    let back = read(Form::Csv, csv.as_bytes()).expect("a sorted CSV is one");
    assert_eq!(differences(&sample(), &back, &Options::default()), []);
}

#[test]
fn columns_of_the_csv_may_stand_in_any_order() {
    let csv = written(&sample(), Format::Csv);
    let mut turned = csv::Writer::from_writer(Vec::new());
    for record in csv::ReaderBuilder::new().has_headers(false).from_reader(&csv[..]).records() {
        let record = record.expect("a record");
        turned.write_record(record.iter().rev().chain(["more"])).expect("memory");
    }
    let csv = turned.into_inner().expect("memory");
    let back = read(Form::Csv, &csv).expect("columns are found by name");
    assert_eq!(differences(&sample(), &back, &Options::default()), []);
}

#[test]
fn two_files_of_one_name_are_two_filings() {
    let filings = [acme("ex99.txt"), acme("ex99.txt")];
    let back = read(Form::Csv, &written(&filings, Format::Csv)).expect("it was just written");
    assert_eq!(back.len(), 2);
}

#[test]
fn text_is_no_extraction() {
    for text in
        ["", "ACME\n\nRevenues, net of returns   13,582\n", "[LOGO]\n", "{ LOGO }\n", "a,b\n1,2\n"]
    {
        assert_eq!(Form::of(text.as_bytes()), None, "{text}");
    }
}

fn error(form: Form, bytes: &[u8]) -> String {
    read(form, bytes).expect_err("it is malformed").to_string()
}

#[test]
fn truncated_json() {
    let bytes = written(&sample(), Format::Json);
    assert_eq!(
        error(Form::Json, &bytes[..bytes.len() - 400]),
        r#"line 3: the file is cut off; expected a JSON document with "ex99" and "filings""#
    );
    let bytes = written(&sample(), Format::Jsonl);
    assert_eq!(
        error(Form::Jsonl, &bytes[..bytes.len() - 400]),
        "line 2: the file is cut off; expected one filing per line"
    );
}

#[test]
fn json_of_something_else() {
    assert_eq!(Form::of(b"{\"name\": 1}"), Some(Form::Json));
    assert_eq!(
        error(Form::Json, b"{\n\"name\": 1}"),
        r#"line 2: missing field `ex99`; expected a JSON document with "ex99" and "filings""#
    );
    assert_eq!(
        error(Form::Json, b"{\"ex99\": {\"version\": \"9.0\", \"schema\": 9}, \"filings\": []}"),
        "line 1: written by ex99 9.0 with schema 9; expected schema 1"
    );
}

#[test]
fn csv_without_its_columns() {
    let csv = String::from_utf8(written(&sample(), Format::Csv)).expect("UTF-8");
    let csv = csv.replacen("raw,", "print,", 1).replacen("unit,", "units,", 1);
    assert_eq!(
        error(Form::Csv, csv.as_bytes()),
        "line 1: these columns are missing: unit, raw; expected 27 columns, from `file` to `source_column`"
    );
}

#[test]
fn csv_with_bad_fields() {
    let csv = String::from_utf8(written(&sample(), Format::Csv)).expect("UTF-8");
    let cut = &csv[..csv.len() - 30];
    assert!(
        error(Form::Csv, cut.as_bytes())
            .ends_with("expected 27, one for each column of the header")
    );
    let bad = csv.replacen("13582000", "13.582.000", 1);
    assert_eq!(
        error(Form::Csv, bad.as_bytes()),
        "line 2: `value` is `13.582.000`; expected a decimal number, or nothing"
    );
    let bad = csv.replacen(",balance_sheet,", ",balance,", 1);
    assert_eq!(
        error(Form::Csv, bad.as_bytes()),
        "line 22: `statement` is `balance`; expected a kind such as income or balance_sheet"
    );
    let mut bytes = csv.into_bytes();
    let at = bytes.len() - 200;
    bytes[at] = 0xff;
    assert!(error(Form::Csv, &bytes).ends_with("not UTF-8; expected CSV in UTF-8"));
}
