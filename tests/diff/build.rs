//! Filings made by hand, and changes put so that tests can compare them.

use std::sync::Arc;

use ex99::diff::{Change, Comparison, Options, Said, Side, compare};
use ex99::record::{
    Cell, Column, Duration, Filing, Header, Kind, Period, Release, Role, Row, Source, Statement,
    Unit,
};

/// Three months that end on a day.
pub fn quarter(end: &str) -> Period {
    Period { start: None, end: end.parse().ok(), duration: Some(Duration::Months(3)) }
}

/// A row whose figures stand in columns 1, 2, ...; an empty figure is none.
pub fn row(section: &[&str], label: &str, figures: &[&str]) -> Row {
    let cells = (1..)
        .zip(figures)
        .filter(|(_, figure)| !figure.is_empty())
        .map(|(column, figure)| cell(column, figure))
        .collect();
    Row {
        ordinal: 0,
        role: Role::Item,
        label: label.to_owned(),
        section: section.iter().map(|heading| Arc::from(*heading)).collect(),
        depth: 0,
        concept: String::new(),
        cells,
    }
}

/// A figure printed in thousands; a unit of its own where it says so, as in `0.45 USD/share`.
pub fn cell(column: u32, figure: &str) -> Cell {
    let (print, unit) = match figure.split_once(' ') {
        Some((print, unit)) => (print, unit.parse().expect("a unit")),
        None => (figure, Unit::USD),
    };
    let mut cell = Cell {
        column,
        value: print.replace(',', "").parse().ok(),
        unit,
        scale: None,
        decimals: Some(2),
        raw: print.to_owned(),
        period: Period::default(),
        line: 0,
        position: 40,
    };
    if unit.is_scaled() {
        rescale(&mut cell, 1000);
    }
    cell
}

/// The same print in another scale.
pub fn rescale(cell: &mut Cell, scale: u32) {
    let printed =
        cell.value.map(|value| value / rust_decimal::Decimal::from(cell.scale.unwrap_or(1)));
    cell.value = printed.map(|value| (value * rust_decimal::Decimal::from(scale)).normalize());
    cell.scale = Some(scale);
    cell.decimals = Some(if scale == 1_000_000 { -6 } else { -3 });
}

/// A statement; rows, lines and periods are filled in.
pub fn statement(kind: Kind, title: &str, columns: &[(&str, Period)], rows: Vec<Row>) -> Statement {
    let columns = (1..)
        .zip(columns)
        .map(|(ordinal, (header, period))| Column {
            ordinal,
            header: (*header).to_owned(),
            period: *period,
            qualifier: String::new(),
        })
        .collect();
    let mut statement = Statement {
        id: 1,
        document: String::new(),
        kind,
        title: title.to_owned(),
        lines: (1, 1),
        unit: Unit::USD,
        scale: Some(1000),
        columns,
        rows,
    };
    settle(&mut statement, 100);
    statement
}

/// Numbers the rows, puts them on lines and gives the cells the periods of their columns.
pub fn settle(statement: &mut Statement, first: u32) {
    let mut line = first;
    for (row, ordinal) in statement.rows.iter_mut().zip(1..) {
        row.ordinal = ordinal;
        for cell in &mut row.cells {
            cell.line = line;
            let column = statement.columns.iter().find(|column| column.ordinal == cell.column);
            cell.period = column.map(|column| column.period).unwrap_or_default();
        }
        line += 1;
    }
    statement.lines = (first, line);
}

/// A filing of a file.
pub fn filing(file: &str, statements: Vec<Statement>) -> Filing {
    let mut filing = Filing {
        source: Source { file: file.to_owned(), sha256: String::new(), lines: 400 },
        filing: Header { company: "Acme, Inc.".to_owned(), ..Header::default() },
        release: Release::default(),
        statements,
        diagnostics: Vec::new(),
    };
    for (statement, id) in filing.statements.iter_mut().zip(1..) {
        statement.id = id;
    }
    filing
}

/// An income statement and a balance sheet, with rows that are hard to tell apart.
pub fn acme(file: &str) -> Filing {
    filing(file, vec![income(), balance_sheet()])
}

/// An income statement over two quarters.
pub fn income() -> Statement {
    let columns = [("2003", quarter("2003-06-30")), ("2002", quarter("2002-06-30"))];
    let costs = &["Costs and expenses"][..];
    let mut rows = vec![
        row(&[], "Revenues", &["13,582", "13,242"]),
        row(costs, "Cost of sales", &["8,647", "9,165"]),
        row(costs, "Other", &["120", "95"]),
        row(costs, "Selling", &["2,729", "2,654"]),
        row(costs, "Other", &["33", "41"]),
        row(costs, "", &["11,529", "11,955"]),
        row(&[], "Income before taxes", &["2,053", "1,287"]),
        row(&[], "Income taxes", &["8", "0"]),
        row(&[], "Net income", &["2,045", "1,287"]),
        row(&["Per share"], "Net income", &["0.45 USD/share", "0.28 USD/share"]),
    ];
    rows[0].concept = "us-gaap:Revenues".into();
    rows[8].concept = "us-gaap:NetIncomeLoss".into();
    statement(Kind::Income, "Statements of Operations", &columns, rows)
}

/// A balance sheet at two days.
pub fn balance_sheet() -> Statement {
    let day = |day: &str| Period { end: day.parse().ok(), ..Period::default() };
    let columns = [("June 30, 2003", day("2003-06-30")), ("December 31, 2002", day("2002-12-31"))];
    let rows = vec![
        row(&["Assets"], "Cash", &["8,083", "7,026"]),
        row(&["Assets"], "Inventories", &["0", "0"]),
        row(&["Assets"], "Total", &["8,083", "7,026"]),
        row(&["Liabilities"], "Debt", &["3,000", "4,000"]),
        row(&["Liabilities"], "Equity", &["5,083", "3,026"]),
        row(&["Liabilities"], "Total", &["8,083", "7,026"]),
    ];
    statement(Kind::BalanceSheet, "Balance Sheets", &columns, rows)
}

/// A change in words: what it is about, and each side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Told {
    pub what: &'static str,
    pub old: Option<String>,
    pub new: Option<String>,
    pub facts: usize,
}

impl Told {
    fn of(change: &Change<'_>) -> Self {
        let side = |side: &Option<Side<'_>>| side.as_ref().map(said);
        Self {
            what: change.subject.name(),
            old: side(&change.old),
            new: side(&change.new),
            facts: change.facts,
        }
    }
}

fn said(side: &Side<'_>) -> String {
    match &side.said {
        Said::Nothing => side.column.map(|column| column.header.clone()).unwrap_or_default(),
        Said::Number => {
            let label = side.row.map(|row| row.label.as_str()).unwrap_or_default();
            let cell = side.cell.expect("a number has a cell");
            format!("{label} {}", cell.value.map(|value| value.normalize()).unwrap_or_default())
        }
        Said::Figures(figures) => {
            let label = side.row.map(|row| row.label.as_str()).unwrap_or_default();
            format!("{label}: {}", figures.join(" | "))
        }
        Said::Text(text) => text.clone(),
        Said::Period(period) => period.end.map(|end| end.to_string()).unwrap_or_default(),
        Said::Unit(unit) => unit.to_string(),
        Said::Scale(scale) => scale.map(|scale| scale.to_string()).unwrap_or_default(),
    }
}

/// What a comparison tells.
pub fn told(comparison: &Comparison<'_>) -> Vec<Told> {
    comparison.changes().map(|(_, _, change)| Told::of(change)).collect()
}

/// What differs; told backwards it has to be the same.
pub fn differences(old: &[Filing], new: &[Filing], options: &Options) -> Vec<Told> {
    let forth = told(&compare(old, new, options));
    let mut back: Vec<_> = told(&compare(new, old, options))
        .into_iter()
        .map(|Told { what, old, new, facts }| Told { what, old: new, new: old, facts })
        .collect();
    let mut sorted = forth.clone();
    sorted.sort();
    back.sort();
    assert_eq!(sorted, back, "a comparison tells the same story backwards");
    forth
}

/// One change of something that stands on both sides.
pub fn changed(what: &'static str, old: &str, new: &str, facts: usize) -> Told {
    Told { what, old: Some(old.to_owned()), new: Some(new.to_owned()), facts }
}

/// One thing that came.
pub fn added(what: &'static str, new: &str, facts: usize) -> Told {
    Told { what, old: None, new: Some(new.to_owned()), facts }
}

/// One thing that went.
pub fn removed(what: &'static str, old: &str, facts: usize) -> Told {
    Told { what, old: Some(old.to_owned()), new: None, facts }
}
