//! What holds of every extraction, whatever the text: shared by the tests and the fuzz targets,
//! which include this file by its path.

#[path = "references.rs"]
pub mod references;

use std::sync::LazyLock;

use ex99::diagnostic::Code;
use ex99::emit::{FIELDS, Field, FieldType, Format, Writer, schema};
use ex99::knowledge::{currency_in_letters, currency_letters, currency_sign, is_unit_of_figures};
use ex99::lex::token;
use ex99::read::{Form, read};
use ex99::record::{BlockKind, Cell, Duration, Filing, LineReading, Role, Statement};
use jsonschema::Validator;
use references::stands_below_note;
use serde_json::Value;

static JSON_SCHEMA: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::validator_for(&schema::json()).expect("a schema"));

/// Extracts a text and panics where an invariant is broken.
pub fn check(bytes: &[u8]) {
    let filing = match (ex99::extract("in/a.txt", bytes), ex99::blocks(bytes)) {
        (Ok(filing), Ok(lines)) => {
            lines_are_the_texts(bytes, &filing, &lines);
            for statement in &filing.statements {
                statement_is_whole(statement, &lines);
            }
            spans_are_in_order(&filing);
            numbers_are_accounted_for(&filing, &lines);
            filing
        }
        (Err(one), Err(other)) => return assert_eq!(one.to_string(), other.to_string()),
        (filing, lines) => panic!("{:?} but {:?}", filing.map(|_| ()), lines.map(|_| ())),
    };
    let document = encoded(&filing, Format::Json);
    let document = serde_json::from_slice(&document).expect("what is written is JSON");
    texts_are_plain(&document);
    json_obeys_its_schema(&document);
    reads_back(&filing);
    long_csv_obeys_its_schema(&filing);
    cells_are_no_formulas(&filing);
    let again = ex99::extract("in/a.txt", bytes).expect("it was extracted before");
    assert_eq!(
        encoded(&filing, Format::Jsonl),
        encoded(&again, Format::Jsonl),
        "not the same twice"
    );
}

fn encoded(filing: &Filing, format: Format) -> Vec<u8> {
    let mut writer = Writer::begin(format, Vec::new()).expect("memory takes everything");
    writer.filing(filing).expect("memory takes everything");
    writer.finish().expect("memory takes everything")
}

/// Every line is there, and what needs no decoding is as it was.
fn lines_are_the_texts(bytes: &[u8], filing: &Filing, lines: &[LineReading]) {
    assert_eq!(filing.source.lines as usize, lines.len());
    for (number, line) in (1..).zip(lines) {
        assert_eq!(line.line, number);
    }
    if bytes.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
        let source = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
        for (source, line) in source.zip(lines) {
            assert_eq!(source, line.text.as_bytes(), "line {}", line.line);
        }
    }
}

/// Columns, rows and cells stand where they should and refer to what there is.
fn statement_is_whole(statement: &Statement, lines: &[LineReading]) {
    let (first, last) = statement.lines;
    let context = format!("statement {} of lines {first} to {last}", statement.id);
    assert!(1 <= first && first <= last && last as usize <= lines.len(), "{context}");
    for (ordinal, column) in (1..).zip(&statement.columns) {
        assert_eq!(column.ordinal, ordinal, "{context}");
    }
    let mut ordinals = 1..;
    for row in &statement.rows {
        let context = format!("{context}, row {:?}", row.label);
        assert_eq!(row.cells.is_empty(), row.role == Role::Heading, "{context}");
        assert_eq!(
            row.ordinal,
            if row.cells.is_empty() { 0 } else { ordinals.next().unwrap_or(0) },
            "{context}"
        );
        assert!(row.cells.is_sorted_by(|a, b| a.column < b.column), "{context}: {:?}", row.cells);
        for cell in &row.cells {
            let context = format!("{context}, {cell:?}");
            assert!((1..=statement.columns.len()).contains(&(cell.column as usize)), "{context}");
            assert!((first..=last).contains(&cell.line), "{context}");
            assert_eq!(cell.decimals.is_some(), cell.value.is_some(), "{context}");
            assert!(cell.scale.is_none_or(|scale| scale > 0), "{context}");
            if let (Some(start), Some(end)) = (cell.period.start, cell.period.end) {
                assert!(start <= end, "{context}");
            }
            let line = lines[cell.line as usize - 1].text.chars();
            let slice = line.skip(cell.position as usize - 1).take(cell.raw.chars().count());
            assert!(!cell.raw.is_empty(), "{context}");
            assert_eq!(slice.collect::<String>(), cell.raw, "{context}");
        }
    }
}

/// Statements follow each other, and so do the numbers in each and the diagnostics.
fn spans_are_in_order(filing: &Filing) {
    let mut end = 0;
    for (id, statement) in (1..).zip(&filing.statements) {
        assert_eq!(statement.id, id);
        assert!(end < statement.lines.0, "statement {id} begins within the one before");
        end = statement.lines.1;
        let cells = || statement.rows.iter().flat_map(|row| &row.cells);
        let mut spans: Vec<_> = cells().map(span).collect();
        spans.sort_unstable();
        for pair in spans.windows(2) {
            let ((line, _, end), (next_line, start, _)) = (pair[0], pair[1]);
            assert!(line < next_line || end <= start, "numbers overlap: {pair:?}");
        }
        let rows = statement.rows.iter().filter_map(|row| row.cells.iter().map(|c| c.line).max());
        assert!(rows.is_sorted(), "rows of statement {id} are out of order");
    }
    let places = filing.diagnostics.iter().map(|found| (found.line, found.column));
    assert!(places.is_sorted(), "diagnostics are out of order");
    for found in &filing.diagnostics {
        assert!((1..=filing.source.lines).contains(&found.line) && found.column > 0, "{found:?}");
    }
}

/// Line, begin and end of a number, from 1.
fn span(cell: &Cell) -> (u32, usize, usize) {
    let start = cell.position as usize;
    (cell.line, start, start + cell.raw.chars().count())
}

/// Every number at the end of a row is a cell, or part of a label, or reported as lost.
fn numbers_are_accounted_for(filing: &Filing, lines: &[LineReading]) {
    let mut tokens = Vec::new();
    for statement in &filing.statements {
        let words = words(statement);
        let (first, last) = statement.lines;
        for line in &lines[first as usize - 1..last as usize] {
            // Where characters beyond ASCII or marks stand, columns are not bytes of the text.
            let is_row = line.kind == BlockKind::Table && line.class == "figures";
            if !is_row || !line.text.is_ascii() || line.text.contains('<') {
                continue;
            }
            token::scan(&line.text, &mut tokens);
            for token in tokens.iter().filter(|token| token.has_digits()) {
                let (start, end) = (token.start + 1, token.end + 1);
                let mut cells = statement.rows.iter().flat_map(|row| &row.cells).map(span);
                let is_cell =
                    cells.any(|(at, from, to)| at == line.line && from < end && start < to);
                let is_lost = filing.diagnostics.iter().any(|found| {
                    found.code == Code::UnplacedNumber
                        && found.line == line.line
                        && (start..end).contains(&(found.column as usize))
                });
                let print = &line.text[token.span()];
                // What reads as a reference to a note may be cut from a label.
                let is_mark = print.len() <= 4 && print.starts_with('(') && print.ends_with(')');
                let is_word = words.contains(&squeezed(&line.text[token.body..token.edge]));
                let above = &lines[..line.line as usize - 1];
                let is_reference = || stands_below_note(above, print, &token.span());
                assert!(
                    is_cell || is_lost || is_word || is_mark || is_reference(),
                    "lost {token:?} of {line:?}"
                );
            }
        }
    }
}

/// All that a statement says in words, without blanks.
fn words(statement: &Statement) -> String {
    let rows = statement.rows.iter();
    let labels = rows.flat_map(|row| row.section.iter().map(AsRef::as_ref).chain([&*row.label]));
    let headers = statement.columns.iter().map(|column| &*column.header);
    squeezed(&labels.chain(headers).chain([&*statement.title]).collect::<Vec<_>>().join("\n"))
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Nothing read from a text can command a terminal, nor break a line of a log.
fn texts_are_plain(document: &Value) {
    strings(document, &mut |text| assert!(!text.contains(char::is_control), "{text:?}"));
}

fn strings(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(values) => {
            for value in values {
                strings(value, visit);
            }
        }
        Value::Object(fields) => {
            for value in fields.values() {
                strings(value, visit);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What is written is what `ex99 schema json` says.
fn json_obeys_its_schema(document: &Value) {
    if !JSON_SCHEMA.is_valid(document) {
        let errors = JSON_SCHEMA.iter_errors(document);
        let errors: Vec<_> =
            errors.map(|error| format!("{}: {error}", error.instance_path())).collect();
        panic!("the schema forbids {errors:#?}");
    }
}

/// What is written is what `ex99 schema csv` says.
fn long_csv_obeys_its_schema(filing: &Filing) {
    let csv = encoded(filing, Format::Csv);
    let mut reader = csv::Reader::from_reader(&*csv);
    let header = reader.headers().expect("it was just written");
    assert!(header.iter().eq(FIELDS.iter().map(|field| field.name)), "{header:?}");
    for record in reader.records() {
        for (field, text) in FIELDS.iter().zip(&record.expect("it was just written")) {
            assert!(is_of_type(field, text), "{} {text:?}", field.name);
        }
    }
}

/// Whether a value is one of its field; a missing value is empty.
fn is_of_type(field: &Field, text: &str) -> bool {
    if text.is_empty() {
        return !field.required;
    }
    match field.kind {
        FieldType::String => true,
        FieldType::Integer => text.parse::<i64>().is_ok(),
        FieldType::Number => text.parse::<rust_decimal::Decimal>().is_ok(),
        FieldType::Date => is_date(text),
        FieldType::Duration => text.parse::<Duration>().is_ok(),
    }
}

/// `2003-06-30`
fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// What was written says the same when it is read.
fn reads_back(filing: &Filing) {
    for (form, format) in [(Form::Json, Format::Json), (Form::Jsonl, Format::Jsonl)] {
        let bytes = encoded(filing, format);
        assert_eq!(Form::of(&bytes), Some(form));
        assert_eq!(read(form, &bytes).expect("it was just written"), std::slice::from_ref(filing));
    }
    let bytes = encoded(filing, Format::Csv);
    assert_eq!(Form::of(&bytes), Some(Form::Csv));
    let filings = read(Form::Csv, &bytes).expect("it was just written");
    let cells = |filings: &[Filing]| -> Vec<Cell> {
        let statements = filings.iter().flat_map(|filing| &filing.statements);
        statements.flat_map(|statement| &statement.rows).flat_map(|row| row.cells.clone()).collect()
    };
    assert_eq!(cells(&filings), cells(std::slice::from_ref(filing)));
    let labels = |filings: &[Filing]| -> Vec<(String, String)> {
        let statements = filings.iter().flat_map(|filing| &filing.statements);
        let rows = statements.flat_map(|s| s.rows.iter().map(|row| (s.title.clone(), row)));
        let rows = rows.filter(|(_, row)| !row.cells.is_empty());
        rows.map(|(title, row)| (title, row.label.clone())).collect()
    };
    assert_eq!(labels(&filings), labels(std::slice::from_ref(filing)));
}

/// No spreadsheet runs a field of the CSV formats.
fn cells_are_no_formulas(filing: &Filing) {
    let long = encoded(filing, Format::Csv);
    for record in csv::Reader::from_reader(&*long).into_records() {
        for (field, text) in FIELDS.iter().zip(&record.expect("it was just written")) {
            match (field.name, field.kind) {
                ("raw", _) => assert!(is_print_of_number(text), "raw {text:?}"),
                (name, FieldType::String) => assert!(!is_formula(text), "{name} {text:?}"),
                _ => {}
            }
        }
    }
    let wide = encoded(filing, Format::Wide);
    let reader = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(&*wide);
    for record in reader.into_records() {
        for text in &record.expect("it was just written") {
            assert!(text.parse::<rust_decimal::Decimal>().is_ok() || !is_formula(text), "{text:?}");
        }
    }
}

/// Whether a spreadsheet takes a field for a formula.
pub fn is_formula(text: &str) -> bool {
    text.starts_with(char::is_control)
        || text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

/// Whether a text is made of what figures are made of, which calls no function of a spreadsheet.
fn is_print_of_number(text: &str) -> bool {
    const WORDS: [&str; 9] = ["N/M", "N/A", "NM", "NA", "N.M.", "N.A.", "NIL", "NMF", "None"];
    let calls = |c: char| matches!(c, '=' | '@' | '!') || c.is_alphabetic() && c != 'x' && c != 'X';
    // `US$7,750`, `12.3c`, `13.5(cents)`, `$155 to $165 million`, `2.1 pts.`
    let figure = |word: &str| {
        // The lexer takes the sign of every currency for a dollar's.
        let word = word.replace(['\u{a3}', '\u{a5}', '\u{20ac}'], "$");
        // `S84,2l7`, a misprint
        let is_misread =
            |c: char| matches!(c, 'l' | 'I' | 'O' | 'o' | 'S' | 'B') || !c.is_alphabetic();
        let has_digit = word.contains(|c: char| c.is_ascii_digit());
        let word = if has_digit && word.chars().all(is_misread) {
            word.replace(char::is_alphabetic, "0")
        } else {
            word
        };
        let word = word.replace("(cents)", "cents");
        // `$51.25(a)`, at the low end of a range
        let word = match word.rsplit_once('(') {
            Some((amount, mark)) if !amount.is_empty() && is_note_mark(mark) => amount,
            _ => &word,
        };
        // `(3,263a)`
        let lettered =
            |bare: &&str| bare.starts_with('(') && bare.ends_with(|c: char| c.is_ascii_digit());
        let bare = word.strip_suffix(')');
        let bare = bare.and_then(|w| w.strip_suffix(|c: char| c.is_ascii_lowercase()));
        let word = bare.filter(lettered).unwrap_or(word);
        let word = word.trim_start_matches(['(', '-', '+', '<', '$']);
        let sign = currency_sign(word.as_bytes()).or_else(|| currency_letters(word.as_bytes()));
        let sign = sign.map_or(0, |(sign, _)| sign.len());
        let amount = word[sign..].trim_end_matches([')', '.']);
        let (number, unit) =
            amount.split_at(amount.find(char::is_alphabetic).unwrap_or(amount.len()));
        let unit = unit.to_lowercase();
        let known = matches!(&*unit, "to" | "c" | "cents" | "p" | "million" | "billion")
            || is_unit_of_figures(&unit);
        let rest = if known { number } else { amount };
        !rest.contains(calls)
    };
    let print = without_marks(text);
    // `$N/A`
    let word = print.trim_start_matches(['$', ' ']);
    // `E 190,417`, `(DM 1,204)`
    let currency =
        |word: &str| currency_in_letters(word.trim_start_matches('(').as_bytes()).is_some();
    WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
        || print.split(' ').all(|word| currency(word) || figure(word))
}

/// `a)`, `12)`
fn is_note_mark(text: &str) -> bool {
    let mark = text.strip_suffix(')').unwrap_or_default();
    (1..=3).contains(&mark.len()) && mark.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// A text without the SGML marks that may stand inside the print of a number.
fn without_marks(text: &str) -> String {
    let mut parts = text.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('>').map_or(part, |(_, rest)| rest))
}
