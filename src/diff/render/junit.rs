//! A `JUnit` report: a suite for every filing, a test for every statement.

use std::io::{self, Write};

use crate::diff::render::{Report, filing_name, text, words};
use crate::diff::{Change, FilingDiff, StatementDiff};
use crate::plain::plain_lines;

/// A test: its name, and the changes that make it fail.
struct Case<'r, 'a> {
    name: String,
    changes: &'r [Change<'a>],
}

pub fn write(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let suites: Vec<_> =
        report.comparison.filings.iter().map(|filing| (filing, cases(filing))).collect();
    let (tests, failures) = count(suites.iter().flat_map(|(_, cases)| cases));
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites name="ex99 diff" tests="{tests}" failures="{failures}">"#)?;
    for (filing, cases) in &suites {
        let name = escaped(&filing_name(filing));
        let (tests, failures) = count(cases);
        writeln!(out, r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}">"#)?;
        for case in cases {
            write_case(filing, &name, case, out)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn cases<'r, 'a>(filing: &'r FilingDiff<'a>) -> Vec<Case<'r, 'a>> {
    let whole = Case { name: "filing".to_owned(), changes: &filing.changes };
    let statement = |diff: &'r StatementDiff<'a>| Case {
        name: diff.statement().map(words::statement).unwrap_or_default(),
        changes: &diff.changes,
    };
    std::iter::once(whole).chain(filing.statements.iter().map(statement)).collect()
}

fn count<'c>(cases: impl IntoIterator<Item = &'c Case<'c, 'c>>) -> (usize, usize) {
    cases.into_iter().fold((0, 0), |(tests, failures), case| {
        (tests + 1, failures + usize::from(!case.changes.is_empty()))
    })
}

fn write_case(
    filing: &FilingDiff<'_>,
    class: &str,
    case: &Case<'_, '_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = escaped(&case.name);
    if case.changes.is_empty() {
        return writeln!(out, r#"    <testcase classname="{class}" name="{name}"/>"#);
    }
    let message = match case.changes {
        [change] => words::sentence(change),
        changes => format!("{} differences", changes.len()),
    };
    let mut body = Vec::new();
    text::write_changes(filing, case.changes, "", &mut body)?;
    writeln!(out, r#"    <testcase classname="{class}" name="{name}">"#)?;
    write!(out, r#"      <failure type="difference" message="{}">"#, escaped(&message))?;
    write!(out, "{}", escaped(&String::from_utf8_lossy(&body)))?;
    writeln!(out, "</failure>")?;
    writeln!(out, "    </testcase>")
}

/// Text for XML 1.0.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in plain_lines(text).chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 does not allow these.
            '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(char),
        }
    }
    out
}
