//! Two extractions of 100,000 facts each: reading them back and comparing them.

use std::sync::Arc;

use divan::{AllocProfiler, Bencher};
use ex99::diff::{Options, compare};
use ex99::emit::{Format, Writer};
use ex99::read::{Form, read};
use ex99::record::{
    Cell, Column, Duration, Filing, Header, Kind, Period, Release, Role, Row, Source, Statement,
    Unit,
};
use rust_decimal::Decimal;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const COLUMNS: u32 = 4;
/// Filings, statements of each, rows of each: 100,000 facts over four columns.
const SHAPES: [(&str, [u32; 3]); 2] =
    [("250 filings", [250, 4, 25]), ("one statement", [1, 1, 25_000])];

fn main() {
    divan::main();
}

fn extraction([filings, statements, rows]: [u32; 3]) -> Vec<Filing> {
    (1..=filings)
        .map(|number| Filing {
            source: Source { file: format!("{number:06}.txt"), ..Source::default() },
            filing: Header { company: format!("Company {number}"), ..Header::default() },
            release: Release::default(),
            statements: (1..=statements).map(|id| statement(number, id, rows)).collect(),
            diagnostics: Vec::new(),
        })
        .collect()
}

fn statement(filing: u32, id: u32, rows: u32) -> Statement {
    let period = |ordinal: u32| Period {
        start: None,
        end: format!("{}-06-30", 2004 - ordinal).parse().ok(),
        duration: Some(Duration::Months(3)),
    };
    let column = |ordinal| Column {
        ordinal,
        header: format!("Three Months Ended June 30, {}", 2004 - ordinal),
        period: period(ordinal),
        qualifier: String::new(),
    };
    let cell = |row: u32, column: u32| {
        let printed = (row * 7_919 + column * 104_729 + filing * 31 + id) % 99_991;
        Cell {
            column,
            value: Some(Decimal::from(printed) * Decimal::ONE_THOUSAND),
            unit: Unit::USD,
            scale: Some(1000),
            decimals: Some(-3),
            raw: printed.to_string(),
            period: period(column),
            line: id * 100 + row,
            position: 40 + column * 16,
        }
    };
    let section: Arc<str> = "Costs and expenses".into();
    Statement {
        id,
        document: "EX-99.1".to_owned(),
        kind: Kind::ALL[id as usize % 4],
        title: format!("Consolidated Statement {id}"),
        lines: (id * 100, id * 100 + rows),
        unit: Unit::USD,
        scale: Some(1000),
        columns: (1..=COLUMNS).map(column).collect(),
        rows: (1..=rows)
            .map(|ordinal| Row {
                ordinal,
                role: Role::Item,
                label: if ordinal % 10 == 0 {
                    "Other".to_owned()
                } else {
                    format!("Item {ordinal}")
                },
                section: vec![Arc::clone(&section)],
                depth: 0,
                concept: String::new(),
                cells: (1..=COLUMNS).map(|column| cell(ordinal, column)).collect(),
            })
            .collect(),
    }
}

/// The same extraction with a value changed in every tenth row, a label in every fiftieth, a row
/// gone and another come in every hundredth.
fn edited(filings: &[Filing]) -> Vec<Filing> {
    let mut filings = filings.to_vec();
    for statement in filings.iter_mut().flat_map(|filing| &mut filing.statements) {
        for row in &mut statement.rows {
            if row.ordinal % 10 == 3 {
                row.cells[0].value = row.cells[0].value.map(|value| value + Decimal::ONE);
            }
            if row.ordinal % 50 == 7 {
                row.label.push_str(", net");
            }
        }
        statement.rows.retain(|row| row.ordinal % 100 != 21);
        let new = statement
            .rows
            .iter()
            .filter(|row| row.ordinal % 100 == 22)
            .map(|row| Row { label: format!("New item {}", row.ordinal), ..row.clone() });
        let new: Vec<Row> = new.collect();
        statement.rows.extend(new);
    }
    filings
}

fn written(filings: &[Filing], format: Format) -> Vec<u8> {
    let mut writer = Writer::begin(format, Vec::new()).expect("memory takes everything");
    for filing in filings {
        writer.filing(filing).expect("memory takes everything");
    }
    writer.finish().expect("memory takes everything")
}

fn shape(name: &str) -> [u32; 3] {
    SHAPES.iter().find(|(other, _)| *other == name).map(|(_, shape)| *shape).expect("a shape")
}

#[divan::bench(args = SHAPES.map(|(name, _)| name))]
fn compare_equal(bencher: Bencher, name: &str) {
    let old = extraction(shape(name));
    let new = old.clone();
    let options = Options::default();
    bencher.bench(|| compare(&old, &new, &options).summary());
}

#[divan::bench(args = SHAPES.map(|(name, _)| name))]
fn compare_edited(bencher: Bencher, name: &str) {
    let old = extraction(shape(name));
    let new = edited(&old);
    let options = Options::default();
    bencher.bench(|| compare(&old, &new, &options).summary());
}

/// Nothing in common but the place: the worst case for a search by likeness.
#[divan::bench(args = SHAPES.map(|(name, _)| name))]
fn compare_strangers(bencher: Bencher, name: &str) {
    let old = extraction(shape(name));
    let mut new = old.clone();
    for row in new.iter_mut().flat_map(|f| &mut f.statements).flat_map(|s| &mut s.rows) {
        row.label = format!("Stranger {}", row.ordinal * 13);
        for cell in &mut row.cells {
            cell.value = cell.value.map(|value| value * Decimal::from(3) + Decimal::ONE);
        }
    }
    let options = Options::default();
    bencher.bench(|| compare(&old, &new, &options).summary());
}

#[divan::bench]
fn read_json(bencher: Bencher) {
    let bytes = written(&extraction(shape("250 filings")), Format::Json);
    bencher.bench(|| read(Form::Json, &bytes).expect("it was just written"));
}

#[divan::bench]
fn read_csv(bencher: Bencher) {
    let bytes = written(&extraction(shape("250 filings")), Format::Csv);
    bencher.bench(|| read(Form::Csv, &bytes).expect("it was just written"));
}
