//! The output formats, on filings made by hand.

use ex99::diagnostic::{Code, Diagnostic};
use ex99::emit::{Format, Writer, schema};
use ex99::record::{
    Cell, Column, Currency, Duration, Filing, Header, Kind, Period, Release, Role, Row, Source,
    Statement, Unit,
};
use jiff::civil::{Date, date};
use rust_decimal::Decimal;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn quarter(start: Date, end: Date) -> Period {
    Period { start: Some(start), end: Some(end), duration: Some(Duration::Months(3)) }
}

fn column(ordinal: u32, header: &str, period: Period, qualifier: &str) -> Column {
    Column { ordinal, header: header.to_owned(), period, qualifier: qualifier.to_owned() }
}

fn row(ordinal: u32, role: Role, depth: u32, label: &str, cells: Vec<Cell>) -> Row {
    let label = label.to_owned();
    Row { ordinal, role, label, section: vec![], depth, concept: String::new(), cells }
}

/// A filing with one income statement in thousands of dollars.
fn income() -> Filing {
    let now = quarter(date(2003, 4, 1), date(2003, 6, 30));
    let then = quarter(date(2002, 4, 1), date(2002, 6, 30));
    let cell = |column, value: Option<&str>, raw: &str, line, position| Cell {
        column,
        value: value.map(decimal),
        unit: Unit::USD,
        scale: Some(1000),
        decimals: value.map(|_| -3),
        raw: raw.to_owned(),
        period: match column {
            1 => now,
            2 => then,
            _ => Period::default(),
        },
        line,
        position,
    };
    let mut revenues = row(
        1,
        Role::Item,
        0,
        "Revenues",
        vec![
            cell(1, Some("13582000.0"), "$   13,582", 12, 40),
            cell(2, Some("12010000"), "$12,010", 12, 54),
        ],
    );
    "us-gaap:Revenues".clone_into(&mut revenues.concept);
    let mut costs = row(
        2,
        Role::Item,
        1,
        "Cost of \"goods\", net",
        vec![cell(1, Some("-2396000"), "(2,396)", 14, 43), cell(2, Some("0"), "-", 14, 60)],
    );
    costs.section = vec!["Costs".into(), "Direct".into()];
    let mut diluted = row(
        3,
        Role::Item,
        0,
        "- Diluted",
        vec![cell(1, Some("0.450"), ".45", 15, 47), cell(3, None, "N/M", 15, 70)],
    );
    for cell in &mut diluted.cells {
        cell.unit = Unit::PerShare(Currency::USD);
        cell.decimals = Some(2);
    }
    let statement = Statement {
        id: 1,
        document: "EX-99.1".to_owned(),
        kind: Kind::Income,
        title: "=STATEMENTS OF OPERATIONS".to_owned(),
        lines: (9, 15),
        unit: Unit::USD,
        scale: Some(1000),
        columns: vec![
            column(1, "Three Months Ended June 30, 2003", now, "unaudited"),
            column(2, "Three Months Ended June 30, 2002", then, ""),
            column(3, "+/- %", Period::default(), ""),
        ],
        rows: vec![revenues, row(0, Role::Heading, 0, "Costs:", vec![]), costs, diluted],
    };
    let message = "the column has no period".to_owned();
    Filing {
        source: Source { file: "q2.txt".to_owned(), sha256: "ab".repeat(32), lines: 20 },
        filing: Header {
            accession: "0000891092-03-001810".to_owned(),
            cik: "0000893816".to_owned(),
            company: "@HOME, INC".to_owned(),
            form: "8-K".to_owned(),
            filed: Some(date(2003, 8, 7)),
            ..Header::default()
        },
        release: Release { ticker: "HOME".to_owned(), ..Release::default() },
        statements: vec![statement],
        diagnostics: vec![Diagnostic::new(Code::ColumnWithoutPeriod, 10, 70, message)],
    }
}

/// A filing with two small balance sheets: an instant, a scale that is no power of ten.
fn balance() -> Filing {
    let period = Period { end: Some(date(1999, 12, 31)), ..Period::default() };
    let cad = Unit::Money(Currency::new("CAD").unwrap());
    let statement = |id, scale, value| Statement {
        id,
        document: String::new(),
        kind: Kind::BalanceSheet,
        title: "Balance Sheet".to_owned(),
        lines: (1, 3),
        unit: cad,
        scale,
        columns: vec![column(1, "1999", period, "")],
        rows: vec![row(
            1,
            Role::Total,
            0,
            "Total assets",
            vec![Cell {
                column: 1,
                value: Some(decimal(value)),
                unit: cad,
                scale,
                decimals: None,
                raw: "14.4".to_owned(),
                period,
                line: 3,
                position: 20,
            }],
        )],
    };
    Filing {
        source: Source { file: "old/b.txt".to_owned(), ..Source::default() },
        filing: Header::default(),
        release: Release { company: "Bee Ltd".to_owned(), ..Release::default() },
        statements: vec![
            statement(1, Some(1_000_000), "14400000"),
            statement(2, Some(500), "7200"),
            statement(3, None, "14.4"),
        ],
        diagnostics: vec![],
    }
}

fn empty() -> Filing {
    Filing { statements: vec![], ..balance() }
}

fn write(format: Format, filings: &[Filing]) -> String {
    let mut writer = Writer::begin(format, Vec::new()).unwrap();
    for filing in filings {
        writer.filing(filing).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

#[test]
fn long_csv() {
    insta::assert_snapshot!(write(Format::Csv, &[income(), empty(), balance()]));
}

#[test]
fn wide_csv() {
    insta::assert_snapshot!(write(Format::Wide, &[empty(), income(), empty(), balance()]));
}

#[test]
fn json_lines() {
    insta::assert_snapshot!(write(Format::Jsonl, &[income(), empty()]));
}

#[test]
fn table_schema() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&schema::csv()).unwrap());
}

#[test]
fn json_is_the_lines_in_a_document() {
    let filings = [income(), empty(), balance()];
    let json = write(Format::Json, &filings);
    let lines = write(Format::Jsonl, &filings);
    let inner: Vec<&str> = json.lines().skip(1).map(|line| line.trim_end_matches(',')).collect();
    let mut expected: Vec<&str> = lines.lines().collect();
    expected.push("]}");
    assert_eq!(inner, expected);
    let document: ex99::emit::Document = serde_json::from_str(&json).unwrap();
    assert_eq!(document.filings, filings);
}

#[test]
fn json_obeys_its_schema() {
    let schema = jsonschema::validator_for(&schema::json()).unwrap();
    for filings in [vec![], vec![income()], vec![income(), empty(), balance()]] {
        let document = serde_json::from_str(&write(Format::Json, &filings)).unwrap();
        let errors: Vec<String> = schema.iter_errors(&document).map(|e| e.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
    let mut broken: serde_json::Value =
        serde_json::from_str(&write(Format::Json, &[income()])).unwrap();
    broken["filings"][0]["statements"][0]["kind"] = "guess".into();
    assert!(!schema.is_valid(&broken), "the schema accepts a kind that does not exist");
}

#[test]
fn long_csv_reads_back() {
    let text = write(Format::Csv, &[income(), balance()]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(names, ex99::emit::FIELDS.map(|field| field.name));
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 9);
    let get = |row: usize, name: &str| {
        let column = names.iter().position(|each| each == name).unwrap();
        rows[row][column].to_owned()
    };
    assert_eq!(get(0, "value"), "13582000");
    assert_eq!(get(0, "raw"), "$   13,582");
    assert_eq!(get(0, "company"), "'@HOME, INC");
    assert_eq!(get(2, "label"), "Cost of \"goods\", net");
    assert_eq!(get(2, "section"), "Costs > Direct");
    assert_eq!(get(3, "raw"), "-");
    assert_eq!(get(4, "label"), "'- Diluted");
    assert_eq!(get(5, "header"), "'+/- %");
    assert_eq!(get(5, "value"), "");
    assert_eq!(get(6, "company"), "Bee Ltd");
}

#[test]
fn no_text_field_runs_in_a_spreadsheet() {
    for attack in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\"\u{ff1d}1", "\u{1}x"] {
        let mut filing = income();
        let text = || attack.to_owned();
        filing.source.file = text();
        filing.filing.company = text();
        filing.filing.form = text();
        let statement = &mut filing.statements[0];
        statement.document = text();
        statement.title = text();
        statement.columns[0].header = text();
        attack.clone_into(&mut statement.columns[0].qualifier);
        for row in &mut statement.rows {
            row.label = text();
            row.section = vec![attack.into()];
        }
        for (format, free) in
            [(Format::Csv, &["value", "raw", "decimals"][..]), (Format::Wide, &[])]
        {
            let output = write(format, &[filing.clone()]);
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(output.as_bytes());
            for record in reader.records().map(Result::unwrap) {
                for (nth, field) in record.iter().enumerate() {
                    let is_free =
                        format == Format::Csv && free.contains(&ex99::emit::FIELDS[nth].name);
                    let is_number = field.parse::<Decimal>().is_ok();
                    if !is_free && !is_number {
                        assert!(
                            !field.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}'])
                                && !field.starts_with(char::is_control),
                            "{format:?}: {field:?}"
                        );
                    }
                }
            }
        }
    }
}
