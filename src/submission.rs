//! The envelope of an EDGAR submission: its SGML header and its documents.
//!
//! A text comes in; facts of the header and the lines of each document come out. A bare release is
//! a single document without a type. Nothing here fails: what is missing stays empty.

use std::ops::Range;

use jiff::civil::Date;

use crate::diagnostic::{Code, Diagnostic};
use crate::record::Header;
use crate::text::Text;

/// One document of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// `<TYPE>`: `EX-99.1`, `10-Q`, ...; empty for a bare release.
    pub kind: String,
    /// Its lines.
    pub lines: Range<usize>,
}

impl Document {
    /// Whether it may have statements: financial data schedules (EX-27), lists of subsidiaries and
    /// encoded files have none.
    pub fn holds_statements(&self) -> bool {
        !(self.is_exhibit("27")
            || self.is_exhibit("21")
            || matches!(self.kind.as_str(), "GRAPHIC" | "ZIP" | "PDF" | "EXCEL" | "COVER"))
    }

    /// Whether it is an exhibit with this number: 10 for `EX-10` and `EX-10.2`, 3 for `EX-3(I)`.
    fn is_exhibit(&self, number: &str) -> bool {
        let rest = self.kind.strip_prefix("EX-").and_then(|kind| kind.strip_prefix(number));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    }
}

/// The parts of a submission.
#[derive(Debug, Default)]
pub struct Submission {
    /// Facts from the header.
    pub header: Header,
    /// The documents, in order.
    pub documents: Vec<Document>,
    /// The documents that were skipped.
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits a text into its documents, and reads the header if there is one.
pub fn split(text: &Text) -> Submission {
    let mut out = Submission::default();
    let mut open: Option<Document> = None;
    let mut header_end = None;
    for i in text.lines_with("<") {
        let line = text.line(i);
        if !line.starts_with('<') {
            continue;
        }
        if ends_header(line) {
            header_end.get_or_insert(i);
        } else if starts_with_tag(line, "<DOCUMENT>") {
            header_end.get_or_insert(i);
            close(&mut open, i, &mut out.documents);
            open = Some(Document { kind: String::new(), lines: i + 1..i + 1 });
        } else if starts_with_tag(line, "</DOCUMENT>") {
            close(&mut open, i, &mut out.documents);
        } else if let Some(document) = &mut open {
            if document.kind.is_empty() && starts_with_tag(line, "<TYPE>") {
                line["<TYPE>".len()..].trim().clone_into(&mut document.kind);
            } else if starts_with_tag(line, "<TEXT>") {
                document.lines.start = i + 1;
            }
        }
    }
    close(&mut open, text.len(), &mut out.documents);
    if let Some(end) = header_end {
        out.header = header(text, end);
    }
    skip_encoded(text, &mut out);
    if out.documents.is_empty() {
        // A text cut out of its submission may still have the header.
        let lines = header_end.map_or(0, |end| end + 1)..text.len();
        out.documents.push(Document { kind: String::new(), lines });
    }
    out
}

/// Skips documents that are not text but uuencoded files, HTML or PDF, with a diagnostic for each.
fn skip_encoded(text: &Text, out: &mut Submission) {
    for document in &mut out.documents {
        let first: Vec<&str> = document
            .lines
            .clone()
            .map(|i| text.line(i).trim())
            .filter(|l| !l.is_empty())
            .take(3)
            .collect();
        let starts = |tag: &str| first.iter().any(|l| starts_with_tag(l, tag));
        let reason = if first.iter().any(|l| l.starts_with("begin ") && l.split(' ').count() == 3) {
            "a uuencoded file"
        } else if starts("<HTML") || starts("<!DOCTYPE") {
            "HTML"
        } else if starts("<PDF") || starts("%PDF") {
            "PDF"
        } else if !document.holds_statements() && !document.kind.starts_with("EX-27") {
            "no text"
        } else {
            continue;
        };
        let line = u32::try_from(document.lines.start + 1).unwrap_or(u32::MAX);
        let message = format!("document {} is {reason} and was passed over", document.kind);
        out.diagnostics.push(Diagnostic::new(Code::SkippedDocument, line, 1, message));
        document.lines.end = document.lines.start;
    }
}

fn ends_header(line: &str) -> bool {
    ["</SEC-HEADER>", "</IMS-HEADER>"].iter().any(|tag| starts_with_tag(line, tag))
}

fn starts_with_tag(line: &str, tag: &str) -> bool {
    line.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag))
}

fn close(open: &mut Option<Document>, end: usize, documents: &mut Vec<Document>) {
    if let Some(mut document) = open.take() {
        document.lines.end = end.max(document.lines.start);
        documents.push(document);
    }
}

fn header(text: &Text, end: usize) -> Header {
    let mut out = Header::default();
    for i in 0..end {
        let line = text.line(i);
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        if value.is_empty() {
            continue;
        }
        let first = |field: &mut String, value: &str| {
            if field.is_empty() {
                value.clone_into(field);
            }
        };
        match key.trim() {
            "ACCESSION NUMBER" => first(&mut out.accession, value),
            "CONFORMED SUBMISSION TYPE" => first(&mut out.form, value),
            "COMPANY CONFORMED NAME" => first(&mut out.company, value),
            "CENTRAL INDEX KEY" => first(&mut out.cik, value),
            "FISCAL YEAR END" => first(&mut out.fiscal_year_end, value),
            "STANDARD INDUSTRIAL CLASSIFICATION" => {
                let code =
                    value.rsplit_once('[').map_or(value, |(_, code)| code.trim_end_matches(']'));
                first(&mut out.sic, code);
            }
            "FILED AS OF DATE" => out.filed = out.filed.or_else(|| compact_date(value)),
            "CONFORMED PERIOD OF REPORT" => {
                out.period_of_report = out.period_of_report.or_else(|| compact_date(value));
            }
            _ => {}
        }
    }
    out
}

/// Reads a date: `20030729`, or with two digits for the year as in the earliest headers.
fn compact_date(text: &str) -> Option<Date> {
    let digits = text.get(..8).or_else(|| text.get(..6))?;
    let number: i32 = digits.parse().ok()?;
    let (year, rest) = if digits.len() == 8 {
        (number / 10_000, number % 10_000)
    } else {
        (1900 + number / 10_000, number % 10_000)
    };
    Date::new(
        i16::try_from(year).ok()?,
        i8::try_from(rest / 100).ok()?,
        i8::try_from(rest % 100).ok()?,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_and_documents() {
        let text = Text::decode(
            b"<SEC-DOCUMENT>x\nACCESSION NUMBER:\t\t0000000001-99-000001\nFILED AS OF DATE:\t\t19990510\n\
              \t\tCOMPANY CONFORMED NAME:\t\t\tACORN MILLS INC\n\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\tPAPER [2670]\n\
              <DOCUMENT>\n<TYPE>8-K\n<TEXT>\nbody\n</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-99.1\n<TEXT>\nrelease\n",
        );
        let found = split(&text);
        assert_eq!(found.header.company, "ACORN MILLS INC");
        assert_eq!(found.header.sic, "2670");
        assert_eq!(found.header.filed, Some(jiff::civil::date(1999, 5, 10)));
        let kinds: Vec<_> =
            found.documents.iter().map(|d| (d.kind.as_str(), d.lines.clone())).collect();
        assert_eq!(kinds, [("8-K", 8..10), ("EX-99.1", 14..15)]);
    }

    #[test]
    fn a_header_without_documents() {
        let found = split(&Text::decode(b"FISCAL YEAR END:\t0930\n</SEC-HEADER>\na\nb\n"));
        assert_eq!(found.header.fiscal_year_end, "0930");
        assert_eq!(found.documents, [Document { kind: String::new(), lines: 2..4 }]);
    }

    #[test]
    fn a_bare_release_is_one_document() {
        let found = split(&Text::decode(b"a\nb\n"));
        assert_eq!(found.documents, [Document { kind: String::new(), lines: 0..2 }]);
        assert_eq!(found.header, Header::default());
    }
}
