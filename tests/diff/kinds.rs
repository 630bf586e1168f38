//! Each kind of change, told as a person would tell it.

use ex99::diff::{Agreement, Direction, Options};
use ex99::record::{Filing, Kind, Period, Unit};
use rust_decimal::Decimal;

use crate::build::{
    Told, acme, added, balance_sheet, changed, differences, filing, income, quarter, removed,
    rescale, row, settle,
};

/// What an edit of the sample filing is told as.
fn edit(edit: impl FnOnce(&mut Filing)) -> Vec<Told> {
    edit_with(&Options::default(), edit)
}

fn edit_with(options: &Options, edit: impl FnOnce(&mut Filing)) -> Vec<Told> {
    let old = acme("acme.txt");
    let mut new = old.clone();
    edit(&mut new);
    differences(&[old], &[new], options)
}

#[test]
fn nothing() {
    assert_eq!(edit(|_| {}), []);
}

#[test]
fn a_value() {
    assert_eq!(
        edit(|new| new.statements[0].rows[0].cells[0].value = Some(Decimal::from(13_600_000))),
        [changed("value", "Revenues 13582000", "Revenues 13600000", 1)]
    );
}

#[test]
fn a_value_that_went() {
    assert_eq!(
        edit(|new| new.statements[0].rows[0].cells[0].value = None),
        [changed("value", "Revenues 13582000", "Revenues 0", 1)]
    );
}

#[test]
fn another_print_of_a_value() {
    let printed = |new: &mut Filing| {
        let cell = &mut new.statements[0].rows[0].cells[0];
        cell.value = cell.value.map(|value| value + Decimal::new(0, 2));
        cell.raw = "$ 13,582.00".to_owned();
    };
    assert_eq!(edit(printed), []);
}

#[test]
fn a_value_among_rows_of_one_name() {
    assert_eq!(
        edit(|new| new.statements[0].rows[4].cells[0].value = Some(Decimal::from(34_000))),
        [changed("value", "Other 33000", "Other 34000", 1)]
    );
}

#[test]
fn a_row_of_a_name_that_is_there_already() {
    let insert = |new: &mut Filing| {
        let rows = &mut new.statements[0].rows;
        rows.insert(2, row(&["Costs and expenses"], "Other", &["7", "9"]));
        settle(&mut new.statements[0], 100);
    };
    assert_eq!(edit(insert), [added("row", "Other: 7 | 9", 2)]);
}

#[test]
fn an_unlabelled_row_and_a_changed_one() {
    let insert = |new: &mut Filing| {
        let rows = &mut new.statements[0].rows;
        rows[5].cells[0].value = Some(Decimal::from(11_530_000));
        rows.insert(2, row(&["Costs and expenses"], "", &["8,647", "9,165"]));
        settle(&mut new.statements[0], 100);
    };
    assert_eq!(
        edit(insert),
        [added("row", ": 8,647 | 9,165", 2), changed("value", " 11529000", " 11530000", 1)]
    );
}

#[test]
fn rows_above() {
    let insert = |new: &mut Filing| {
        new.statements[0].rows.insert(0, row(&[], "Backlog", &["1", "2"]));
        new.statements.insert(0, balance_sheet());
        new.statements[0].title = "Selected Balances".to_owned();
        for (statement, id) in new.statements.iter_mut().zip(1..) {
            statement.id = id;
            settle(statement, 300);
        }
    };
    assert_eq!(
        edit(insert),
        [added("statement", "", 12), added("row", "Backlog: 1 | 2", 2)],
        "renumbered statements and moved rows are no changes"
    );
}

#[test]
fn a_row_removed() {
    assert_eq!(
        edit(|new| drop(new.statements[0].rows.remove(3))),
        [removed("row", "Selling: 2,729 | 2,654", 2)]
    );
}

#[test]
fn a_single_fact() {
    assert_eq!(
        edit(|new| drop(new.statements[0].rows[3].cells.remove(1))),
        [removed("fact", "Selling 2654000", 1)]
    );
}

#[test]
fn a_column() {
    let insert = |new: &mut Filing| {
        let statement = &mut new.statements[0];
        let mut column = statement.columns[0].clone();
        column.ordinal = 2;
        column.header = "Change".to_owned();
        column.period = Period::default();
        statement.columns[1].ordinal = 3;
        statement.columns.insert(1, column);
        for row in &mut statement.rows {
            let mut cell = row.cells[0].clone();
            cell.column = 2;
            cell.unit = Unit::Percent;
            cell.scale = None;
            cell.value = Some(Decimal::new(25, 1));
            row.cells[1].column = 3;
            row.cells.insert(1, cell);
        }
        settle(statement, 100);
    };
    assert_eq!(edit(insert), [added("column", "Change", 10)]);
}

#[test]
fn a_label() {
    assert_eq!(
        edit(|new| new.statements[0].rows[7].label = "Provision for income taxes".to_owned()),
        [changed("label", "Income taxes", "Provision for income taxes", 2)]
    );
}

#[test]
fn a_label_and_its_value() {
    let rename = |new: &mut Filing| {
        let row = &mut new.statements[0].rows[1];
        row.label = "Costs of sales".to_owned();
        row.cells[0].value = Some(Decimal::from(8_650_000));
    };
    assert_eq!(
        edit(rename),
        [
            changed("label", "Cost of sales", "Costs of sales", 2),
            changed("value", "Cost of sales 8647000", "Costs of sales 8650000", 1)
        ]
    );
}

#[test]
fn a_label_wrapped_otherwise() {
    assert_eq!(
        edit(|new| new.statements[0].rows[6].label = "Income before\n  taxes".to_owned()),
        []
    );
}

#[test]
fn a_heading() {
    let rename = |new: &mut Filing| {
        for row in &mut new.statements[0].rows[1..6] {
            row.section = vec!["Operating expenses".into()];
        }
        new.statements[0].rows[3].cells[0].value = Some(Decimal::from(2_730_000));
    };
    assert_eq!(
        edit(rename),
        [
            changed("section", "Costs and expenses", "Operating expenses", 10),
            changed("value", "Selling 2729000", "Selling 2730000", 1)
        ]
    );
}

#[test]
fn a_concept() {
    assert_eq!(
        edit(|new| new.statements[0].rows[0].concept = "us-gaap:SalesRevenueNet".to_owned()),
        [changed("concept", "us-gaap:Revenues", "us-gaap:SalesRevenueNet", 2)]
    );
}

#[test]
fn a_scale() {
    let rescaled = |new: &mut Filing| {
        let cells = new.statements[0].rows.iter_mut().flat_map(|row| &mut row.cells);
        cells.filter(|cell| cell.unit.is_scaled()).for_each(|cell| rescale(cell, 1_000_000));
    };
    assert_eq!(edit(rescaled), [changed("scale", "1000", "1000000", 18)]);
    let rounding = Options {
        agreement: Agreement { rounding: true, ..Agreement::default() },
        ..Options::default()
    };
    assert_eq!(
        edit_with(&rounding, rescaled),
        [changed("scale", "1000", "1000000", 18)],
        "a number a thousand times as large is no rounding"
    );
}

#[test]
fn a_scale_of_the_print_alone() {
    let reprinted = |new: &mut Filing| {
        let cells = new.statements[0].rows.iter_mut().flat_map(|row| &mut row.cells);
        cells.filter(|cell| cell.unit.is_scaled()).for_each(|cell| cell.scale = Some(1));
    };
    assert_eq!(edit(reprinted), [changed("printed scale", "1000", "1", 18)]);
    let rounding = Options {
        agreement: Agreement { rounding: true, ..Agreement::default() },
        ..Options::default()
    };
    assert_eq!(edit_with(&rounding, reprinted), []);
}

#[test]
fn a_period() {
    let restate = |new: &mut Filing| {
        new.statements[0].columns[1].period = quarter("2002-06-28");
        settle(&mut new.statements[0], 100);
    };
    assert_eq!(edit(restate), [changed("period", "2002-06-30", "2002-06-28", 10)]);
}

#[test]
fn two_periods_exchanged() {
    let exchange = |new: &mut Filing| {
        new.statements[0].columns[0].period = quarter("2002-06-30");
        new.statements[0].columns[1].period = quarter("2003-06-30");
        settle(&mut new.statements[0], 100);
    };
    assert_eq!(
        edit(exchange),
        [
            changed("period", "2002-06-30", "2003-06-30", 10),
            changed("period", "2003-06-30", "2002-06-30", 10)
        ]
    );
}

#[test]
fn a_unit() {
    let share = |new: &mut Filing| {
        for cell in &mut new.statements[0].rows[9].cells {
            cell.unit = Unit::USD;
            cell.scale = Some(1000);
            cell.value = cell.value.map(|value| value * Decimal::ONE_THOUSAND);
        }
    };
    assert_eq!(edit(share), [changed("unit", "USD/share", "USD", 2)]);
}

#[test]
fn texts_of_a_column() {
    assert_eq!(
        edit(|new| new.statements[0].columns[0].header = "2003 (Unaudited)".to_owned()),
        [changed("header", "2003", "2003 (Unaudited)", 10)]
    );
    let unaudited = |new: &mut Filing| {
        for column in &mut new.statements[0].columns {
            column.qualifier = "unaudited".to_owned();
        }
    };
    assert_eq!(edit(unaudited), [changed("qualifier", "", "unaudited", 20)]);
}

#[test]
fn texts_of_a_statement() {
    assert_eq!(
        edit(|new| new.statements[0].title = "Results".to_owned()),
        [changed("title", "Statements of Operations", "Results", 20)]
    );
    assert_eq!(
        edit(|new| new.statements[0].kind = Kind::Other),
        [changed("statement kind", "income", "other", 20)]
    );
    assert_eq!(
        edit(|new| new.statements[0].document = "EX-99.1".to_owned()),
        [changed("document", "", "EX-99.1", 20)]
    );
}

#[test]
fn facts_of_a_filing() {
    let header = |new: &mut Filing| {
        new.filing.form = "8-K/A".to_owned();
        new.filing.filed = "2003-08-07".parse().ok();
    };
    assert_eq!(
        edit(header),
        [changed("form", "", "8-K/A", 32), changed("filed", "", "2003-08-07", 32)]
    );
}

#[test]
fn a_statement() {
    assert_eq!(edit(|new| drop(new.statements.remove(0))), [removed("statement", "", 20)]);
    assert_eq!(edit(|new| new.statements.clear()).len(), 2);
}

#[test]
fn statements_of_one_title() {
    let mut second = income();
    for cell in second.rows.iter_mut().flat_map(|row| &mut row.cells) {
        cell.value = cell.value.map(|value| value + Decimal::ONE_THOUSAND);
    }
    let old = filing("acme.txt", vec![income(), second.clone()]);
    second.rows[0].cells[0].value = Some(Decimal::ONE);
    let new = filing("acme.txt", vec![second.clone(), income()]);
    assert_eq!(
        differences(std::slice::from_ref(&old), &[new], &Options::default()),
        [changed("value", "Revenues 13583000", "Revenues 1", 1)]
    );
    let new = filing("acme.txt", vec![second]);
    assert_eq!(
        differences(&[old], &[new], &Options::default()),
        [removed("statement", "", 20), changed("value", "Revenues 13583000", "Revenues 1", 1)]
    );
}

#[test]
fn filings() {
    let old = [acme("a.txt"), acme("b.txt"), filing("c.txt", vec![income()])];
    let mut new = [old[2].clone(), old[0].clone()];
    assert_eq!(
        differences(&old, &new, &Options::default()),
        [removed("filing", "", 32)],
        "the order of files is no change"
    );
    new[0].source.file = "moved/c.txt".to_owned();
    assert_eq!(differences(&old, &new, &Options::default()), [removed("filing", "", 32)]);
    assert_eq!(differences(&old, &[], &Options::default()).len(), 3);
}

#[test]
fn a_filing_without_facts_is_none() {
    let empty = filing("empty.txt", Vec::new());
    let old = [acme("a.txt"), empty];
    let new = [acme("a.txt")];
    assert_eq!(differences(&old, &new, &Options::default()), []);
}

#[test]
fn filters() {
    let many = |new: &mut Filing| {
        new.statements[0].rows[0].cells[0].value = Some(Decimal::ONE);
        new.statements[0].rows[8].cells[0].value = Some(Decimal::TWO);
        new.statements[1].rows.remove(0);
        new.statements[1].rows.push(row(&[], "Goodwill", &["1", "1"]));
    };
    let told = |options: Options| {
        edit_with(&options, many).into_iter().map(|told| told.what).collect::<Vec<_>>()
    };
    let only = |direction| Options { only: vec![direction], ..Options::default() };
    assert_eq!(told(Options::default()), ["value", "value", "row", "row"]);
    assert_eq!(edit_with(&only(Direction::Changed), many).len(), 2);
    let (came, went) = (only(Direction::Added), only(Direction::Removed));
    let old = acme("acme.txt");
    let mut new = old.clone();
    many(&mut new);
    let changes = |options| {
        ex99::diff::compare(std::slice::from_ref(&old), std::slice::from_ref(&new), options)
            .changes()
            .count()
    };
    assert_eq!((changes(&came), changes(&went)), (1, 1));
    assert_eq!(
        told(Options { statements: vec![Kind::BalanceSheet], ..Options::default() }),
        ["row", "row"]
    );
    assert_eq!(
        told(Options { concepts: vec!["Revenues".to_owned()], ..Options::default() }),
        ["value"]
    );
    assert_eq!(
        told(Options { concepts: vec!["us-gaap:NetIncomeLoss".to_owned()], ..Options::default() }),
        ["value"]
    );
}

#[test]
fn agreement() {
    let options = |agreement| Options { agreement, ..Options::default() };
    let tolerance = |value| {
        options(Agreement { tolerance: Some(Decimal::from(value)), ..Agreement::default() })
    };
    let dearer = |new: &mut Filing| {
        new.statements[0].rows[0].cells[0].value = Some(Decimal::from(13_583_000));
    };
    assert_eq!(edit_with(&tolerance(1000), dearer), []);
    assert_eq!(edit_with(&tolerance(999), dearer).len(), 1);
    let relative =
        options(Agreement { relative: Some(Decimal::new(1, 1)), ..Agreement::default() });
    assert_eq!(edit_with(&relative, dearer), []);
    let rounding = options(Agreement { rounding: true, ..Agreement::default() });
    assert_eq!(edit_with(&rounding, dearer).len(), 1);
    let rounded = |new: &mut Filing| {
        let cell = &mut new.statements[0].rows[0].cells[0];
        (cell.value, cell.scale) = (Some(Decimal::from(13_600_000)), Some(1_000_000));
        cell.decimals = Some(-5);
    };
    assert_eq!(edit_with(&rounding, rounded), []);
    assert_eq!(edit_with(&Options::default(), rounded).len(), 2);
}
