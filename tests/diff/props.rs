//! An edit of a filing is told as exactly that edit, whatever the filing looks like.

use ex99::diff::Options;
use ex99::record::{Cell, Column, Filing, Kind, Period, Row, Statement, Unit};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rust_decimal::Decimal;

use crate::build::{
    Told, added, cell, changed, differences, filing, quarter, removed, rescale, row, settle,
    statement,
};

/// Few labels, headings and figures, so that many rows are hard to tell apart.
const LABELS: [&str; 6] = ["", "Other", "Other", "Total", "Revenues", "Net income"];
const HEADINGS: [&[&str]; 3] = [&[], &["Costs"], &["Costs", "Other"]];
const FIGURES: [&str; 7] = ["", "0", "5", "5", "1,234", "0.45 USD/share", "N/M"];

fn any_row(columns: usize) -> impl Strategy<Value = Row> {
    let figures = vec(prop_oneof![select(&FIGURES[..]).prop_map(str::to_owned), figure()], columns);
    (select(&HEADINGS[..]), select(&LABELS[..]), figures)
        .prop_filter("a row has a figure", |(.., figures)| figures.iter().any(|f| !f.is_empty()))
        .prop_map(|(section, label, figures)| {
            let figures: Vec<&str> = figures.iter().map(String::as_str).collect();
            row(section, label, &figures)
        })
}

fn figure() -> impl Strategy<Value = String> {
    (1_u32..100_000).prop_map(|figure| figure.to_string())
}

fn any_statement() -> impl Strategy<Value = Statement> {
    let column = (
        select(&["", "2003", "2002"][..]),
        weighted(0.8, select(&["2003-06-30", "2002-06-30"][..])),
    );
    vec(column, 1..4)
        .prop_flat_map(|columns| {
            let rows = vec(any_row(columns.len()), 1..9);
            (
                Just(columns),
                rows,
                select(&[Kind::Income, Kind::Schedule][..]),
                select(&["", "Results"][..]),
            )
        })
        .prop_map(|(columns, rows, kind, title)| {
            let columns: Vec<(&str, Period)> = columns
                .into_iter()
                .map(|(header, end)| (header, end.map(quarter).unwrap_or_default()))
                .collect();
            statement(kind, title, &columns, rows)
        })
}

fn any_filing() -> impl Strategy<Value = Filing> {
    vec(any_statement(), 1..4).prop_map(|statements| filing("acme.txt", statements))
}

/// A filing and a place in it.
fn place() -> impl Strategy<Value = (Filing, usize, usize, usize)> {
    (any_filing(), any::<Index>(), any::<Index>(), any::<Index>()).prop_map(
        |(filing, statement, row, cell)| {
            let statement = statement.index(filing.statements.len());
            let row = row.index(filing.statements[statement].rows.len());
            let cell = cell.index(filing.statements[statement].rows[row].cells.len());
            (filing, statement, row, cell)
        },
    )
}

fn told(old: &Filing, new: &Filing) -> Vec<Told> {
    differences(std::slice::from_ref(old), std::slice::from_ref(new), &Options::default())
}

fn number(label: &str, value: Option<Decimal>) -> String {
    format!("{label} {}", value.map(|value| value.normalize()).unwrap_or_default())
}

fn figures(row: &Row) -> String {
    let raws: Vec<&str> = row.cells.iter().map(|cell| cell.raw.as_str()).collect();
    format!("{}: {}", row.label, raws.join(" | "))
}

fn facts(statement: &Statement) -> usize {
    statement.rows.iter().map(|row| row.cells.len()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn nothing((old, ..) in place()) {
        prop_assert_eq!(told(&old, &old), []);
    }

    #[test]
    fn other_lines_and_ordinals((old, ..) in place()) {
        let mut new = old.clone();
        for statement in &mut new.statements {
            statement.id += 7;
            settle(statement, 500);
        }
        prop_assert_eq!(told(&old, &new), []);
    }

    #[test]
    fn a_value((old, s, r, c) in place(), by in 1_i64..1_000_000) {
        let mut new = old.clone();
        let row = &mut new.statements[s].rows[r];
        let before = row.cells[c].value;
        let after = before.unwrap_or_default() + Decimal::from(by);
        row.cells[c].value = Some(after);
        let label = row.label.clone();
        let expected = changed("value", &number(&label, before), &number(&label, Some(after)), 1);
        prop_assert_eq!(told(&old, &new), [expected]);
    }

    #[test]
    fn a_fact((old, s, r, c) in place()) {
        let mut new = old.clone();
        let row = &mut new.statements[s].rows[r];
        prop_assume!(row.cells.len() > 1);
        let cell = row.cells.remove(c);
        // A column that stood in this row alone is gone with its only number.
        let stays = old.statements[s].rows.iter().flat_map(|row| &row.cells)
            .filter(|other| other.column == cell.column).count() > 1;
        prop_assume!(stays);
        let label = old.statements[s].rows[r].label.as_str();
        prop_assert_eq!(told(&old, &new), [removed("fact", &number(label, cell.value), 1)]);
    }

    #[test]
    fn a_unit((old, s, r, c) in place()) {
        let mut new = old.clone();
        let cell = &mut new.statements[s].rows[r].cells[c];
        let before = cell.unit.to_string();
        cell.unit = Unit::Ratio;
        prop_assert_eq!(told(&old, &new), [changed("unit", &before, "ratio", 1)]);
    }

    #[test]
    fn a_label((old, s, r, _) in place()) {
        let mut new = old.clone();
        let row = &mut new.statements[s].rows[r];
        let before = std::mem::replace(&mut row.label, "Goodwill".to_owned());
        let facts = row.cells.len();
        prop_assert_eq!(told(&old, &new), [changed("label", &before, "Goodwill", facts)]);
    }

    #[test]
    fn a_heading((old, s, r, _) in place()) {
        let mut new = old.clone();
        let row = &mut new.statements[s].rows[r];
        row.section = vec!["Liabilities".into()];
        let (before, facts) = (old.statements[s].rows[r].section.join(" > "), row.cells.len());
        prop_assert_eq!(told(&old, &new), [changed("section", &before, "Liabilities", facts)]);
    }

    #[test]
    fn a_concept((old, s, r, _) in place()) {
        let mut new = old.clone();
        let row = &mut new.statements[s].rows[r];
        row.concept = "us-gaap:Revenues".to_owned();
        let facts = row.cells.len();
        prop_assert_eq!(told(&old, &new), [changed("concept", "", "us-gaap:Revenues", facts)]);
    }

    #[test]
    fn a_row_removed((old, s, r, _) in place()) {
        let mut new = old.clone();
        let row = new.statements[s].rows.remove(r);
        // A column that the row alone has goes with it, and is told by itself.
        let stays = |cell: &Cell| {
            new.statements[s].rows.iter().any(|r| r.cells.iter().any(|c| c.column == cell.column))
        };
        prop_assume!(row.cells.iter().all(stays));
        settle(&mut new.statements[s], 200);
        prop_assert_eq!(told(&old, &new), [removed("row", &figures(&row), row.cells.len())]);
    }

    #[test]
    fn a_row_added((old, s, r, _) in place(), seed in any_row(1)) {
        let mut new = old.clone();
        let row = Row { label: "Goodwill".to_owned(), ..seed };
        // Into a column that is there: a new one would be a new column.
        let row = Row {
            cells: vec![cell(old.statements[s].rows[r].cells[0].column, "77,777")],
            ..row
        };
        new.statements[s].rows.insert(r, row.clone());
        settle(&mut new.statements[s], 200);
        prop_assert_eq!(told(&old, &new), [added("row", &figures(&row), 1)]);
    }

    #[test]
    fn a_column((old, s, ..) in place(), at in any::<Index>()) {
        let mut new = old.clone();
        let statement = &mut new.statements[s];
        let at = u32::try_from(at.index(statement.columns.len() + 1)).unwrap() + 1;
        for column in &mut statement.columns {
            column.ordinal += u32::from(column.ordinal >= at);
        }
        let column = Column {
            ordinal: at,
            header: "1999".to_owned(),
            period: quarter("1999-06-30"),
            qualifier: String::new(),
        };
        statement.columns.insert(usize::try_from(at).unwrap() - 1, column);
        for (row, figure) in statement.rows.iter_mut().zip(700_001..) {
            for cell in &mut row.cells {
                cell.column += u32::from(cell.column >= at);
            }
            row.cells.push(cell(at, &figure.to_string()));
            row.cells.sort_by_key(|cell| cell.column);
        }
        settle(statement, 200);
        let rows = statement.rows.len();
        prop_assert_eq!(told(&old, &new), [added("column", "1999", rows)]);
    }

    #[test]
    fn a_period((old, s, r, c) in place()) {
        let mut new = old.clone();
        let statement = &mut new.statements[s];
        let ordinal = statement.rows[r].cells[c].column;
        let column = statement.columns.iter_mut().find(|column| column.ordinal == ordinal).unwrap();
        let before = std::mem::replace(&mut column.period, quarter("1999-06-30"));
        settle(statement, 200);
        let facts = statement.rows.iter().flat_map(|row| &row.cells)
            .filter(|cell| cell.column == ordinal).count();
        let before = before.end.map(|end| end.to_string()).unwrap_or_default();
        prop_assert_eq!(told(&old, &new), [changed("period", &before, "1999-06-30", facts)]);
    }

    #[test]
    fn a_scale((old, s, ..) in place()) {
        let mut new = old.clone();
        let cells = new.statements[s].rows.iter_mut().flat_map(|row| &mut row.cells);
        let mut scaled: Vec<_> = cells.filter(|cell| cell.unit.is_scaled()).collect();
        let value = |cell: &Decimal| !cell.is_zero();
        prop_assume!(scaled.iter().any(|cell| cell.value.as_ref().is_some_and(value)));
        for cell in &mut scaled { rescale(cell, 1_000_000); }
        let facts = scaled.len();
        prop_assert_eq!(told(&old, &new), [changed("scale", "1000", "1000000", facts)]);
    }

    #[test]
    fn a_title((old, s, ..) in place()) {
        let mut new = old.clone();
        let statement = &mut new.statements[s];
        let before = std::mem::replace(&mut statement.title, "Selected Data".to_owned());
        let expected = changed("title", &before, "Selected Data", facts(statement));
        prop_assert_eq!(told(&old, &new), [expected]);
    }

    #[test]
    fn a_statement((old, s, ..) in place()) {
        let mut new = old.clone();
        prop_assume!(old.statements.len() > 1);
        let gone = new.statements.remove(s);
        prop_assert_eq!(told(&old, &new), [removed("statement", "", facts(&gone))]);
    }

    /// However much differs, the story is the same backwards, and every fact is in it or compared.
    #[test]
    fn two_filings(old in any_filing(), new in any_filing()) {
        let changes = told(&old, &new);
        let (old, new) = (std::slice::from_ref(&old), std::slice::from_ref(&new));
        let comparison = ex99::diff::compare(old, new, &Options::default());
        let count = |filing: &Filing| filing.statements.iter().map(facts).sum::<usize>();
        let alone = |side: fn(&Told) -> bool| {
            changes.iter().filter(|told| side(told)).map(|told| told.facts).sum::<usize>()
        };
        prop_assert_eq!(count(&old[0]), comparison.compared + alone(|told| told.new.is_none()));
        prop_assert_eq!(count(&new[0]), comparison.compared + alone(|told| told.old.is_none()));
    }
}
