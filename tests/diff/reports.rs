//! The reports in all their formats.

use ex99::diff::render::{Format, Report, schema, write};
use ex99::diff::{Options, compare};
use ex99::record::{Filing, Period, Unit};
use rust_decimal::Decimal;

use crate::build::{acme, balance_sheet, filing, income, rescale, row, settle};

fn report(format: Format, old: &[Filing], new: &[Filing]) -> String {
    let comparison = compare(old, new, &Options::default());
    let report = Report {
        comparison: &comparison,
        old: "baseline.json",
        new: "releases",
        folder: "releases",
        strict: true,
    };
    let mut out = Vec::new();
    write(&report, format, &mut out).expect("memory takes everything");
    String::from_utf8(out).expect("UTF-8")
}

/// A little of everything.
fn edited() -> ([Filing; 2], [Filing; 2]) {
    let old = [acme("acme.txt"), filing("gone.txt", vec![balance_sheet()])];
    let mut acme = acme("acme.txt");
    let results = &mut acme.statements[0];
    results.rows[0].cells[0].value = Some(Decimal::from(13_600_000));
    results.rows[0].cells[1].value = None;
    results.rows[0].cells[1].raw = "N/M".into();
    results.rows[7].label = "Provision for <income> | taxes".into();
    results.rows[8].concept = String::new();
    results.rows[9].cells[0].unit = Unit::Ratio;
    results.rows.remove(3);
    results.rows.insert(0, row(&[], "=Backlog, \"firm\"", &["1", "2"]));
    results.columns[1].period =
        Period { end: "2002-06-28".parse().ok(), ..results.columns[1].period };
    settle(results, 120);
    let balance = &mut acme.statements[1];
    let cells = balance.rows.iter_mut().flat_map(|row| &mut row.cells);
    cells.for_each(|cell| rescale(cell, 1_000_000));
    balance.title = "Condensed Balance Sheets".into();
    settle(balance, 200);
    (old, [acme, filing("new.txt", vec![income()])])
}

#[test]
fn everything_in_every_format() {
    let (old, new) = edited();
    for format in Format::ALL {
        insta::assert_snapshot!(format.name(), report(format, &old, &new));
    }
}

#[test]
fn nothing_in_every_format() {
    let (old, new) = edited();
    for (filings, facts) in [(&old, 44), (&new, 52)] {
        let nothing = format!("Nothing differs; {facts} facts compared.\n");
        for format in Format::ALL {
            let report = report(format, filings, filings);
            match format {
                Format::Text => assert_eq!(report, nothing),
                Format::Json => assert!(report.contains("\"changes\": []"), "{report}"),
                Format::Jsonl | Format::Github => assert_eq!(report, ""),
                Format::Csv => assert_eq!(report.lines().count(), 1),
                Format::Markdown => assert_eq!(report.lines().count(), 3),
                Format::Junit => assert!(!report.contains("<failure"), "{report}"),
            }
        }
    }
}

#[test]
fn a_terminal_is_not_told_what_to_do() {
    let (old, mut new) = edited();
    new[0].statements[0].rows[1].label = "Revenues\u{1b}[2J".to_owned();
    assert!(!report(Format::Text, &old, &new).contains('\u{1b}'));
}

#[test]
fn json_obeys_its_schema() {
    let schema = jsonschema::validator_for(&schema()).expect("a schema");
    let (old, new) = edited();
    for (old, new) in [(&old[..], &new[..]), (&new, &old), (&old, &old), (&old, &[]), (&[], &new)] {
        let mut document = serde_json::from_str(&report(Format::Json, old, new)).expect("JSON");
        let errors: Vec<String> = schema.iter_errors(&document).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        for (place, wrong) in [
            ("/summary/compared", serde_json::json!(-1)),
            ("/changes/0/what", "guess".into()),
            ("/changes/0/new/value", "1".into()),
        ] {
            let Some(value) = document.pointer_mut(place) else { continue };
            let right = std::mem::replace(value, wrong);
            assert!(!schema.is_valid(&document), "{place}");
            *document.pointer_mut(place).expect("it was there") = right;
        }
    }
}

#[test]
fn json_lines_are_the_changes_of_the_document() {
    let (old, new) = edited();
    let document: serde_json::Value =
        serde_json::from_str(&report(Format::Json, &old, &new)).expect("JSON");
    let lines: Vec<serde_json::Value> = report(Format::Jsonl, &old, &new)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(document["changes"], serde_json::Value::from(lines));
}
