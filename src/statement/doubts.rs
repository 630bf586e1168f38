//! Doubts about whole tables: numbers without a place, scales and periods that nothing tells, sums
//! that do not come out.

use std::ops::Range;

use rust_decimal::Decimal;

use crate::diagnostic::{Code, Diagnostic};
use crate::figure::{self, Figure};
use crate::grid::{Edge, Grid, GridRow};
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::lex::token::TokenKind;
use crate::record::{Cell, Kind, Row, Statement, Unit};
use crate::statement::{Draft, number, units};

/// Tells what is doubtful about a statement and the table it was read from; `undated` are the
/// columns of amounts without a period.
pub(super) fn report(
    lines: &Lines<'_>,
    draft: &Draft,
    statement: &Statement,
    undated: &[bool],
    diagnostics: &mut Vec<Diagnostic>,
) {
    diagnostics.extend(unplaced(lines, draft));
    diagnostics.extend(without_scale(draft, statement));
    diagnostics.extend(printed_otherwise(statement));
    diagnostics.extend(perhaps_counted(statement));
    diagnostics.extend(without_period(draft, statement, undated));
    diagnostics.extend(points_for_commas(statement));
    diagnostics.extend(points_among_leaders(lines, statement));
    diagnostics.extend(out_of_balance(statement));
}

/// Numbers that no cell, label or header could take.
fn unplaced(lines: &Lines<'_>, draft: &Draft) -> impl Iterator<Item = Diagnostic> {
    let loose = draft.grid.rows.iter().flat_map(|row| {
        let numbers = row.loose.iter().filter(|t| t.has_digits() || t.kind == TokenKind::Unvalued);
        numbers.map(|token| (row.line, token.start))
    });
    let header = draft.head.lines.iter();
    let unread = header.flat_map(|&line| amounts(lines.face(line)).map(move |at| (line, at)));
    let above = in_columns_above(lines, draft);
    let below = in_columns_below(lines, draft);
    loose.chain(draft.stray.iter().copied()).chain(unread).chain(above).chain(below).map(
        |(line, column)| {
            let message = "this number stands in no column of its table";
            Diagnostic::new(Code::UnplacedNumber, number(line), number(column), message)
        },
    )
}

/// Amounts that end where a column does in headings above the first row: too close behind a label,
/// one was not read as a row.
fn in_columns_above(lines: &Lines<'_>, draft: &Draft) -> impl Iterator<Item = (usize, usize)> {
    let headings =
        (draft.head.body..draft.block.first_row).filter(|&i| lines.class(i) == Class::Text);
    headings.filter_map(|line| {
        let face = lines.face(line);
        let end = face.trim_end_matches(')').len();
        let ends_a_column = draft
            .grid
            .columns
            .iter()
            .any(|column| (column.edges.0..=column.edges.1).contains(&end));
        amounts(face)
            .last()
            .filter(|at| ends_a_column && !face[*at..].contains(' '))
            .map(|at| (line, at))
    })
}

/// Amounts that end where a column does on lines of words right below the last row: something else
/// at the end of their line kept it from being read as one.
fn in_columns_below(lines: &Lines<'_>, draft: &Draft) -> impl Iterator<Item = (usize, usize)> {
    const MOST_LINES: usize = 3;
    let is_row = |line: usize| draft.grid.rows.iter().any(|row| row.line == line);
    let on_edge =
        |end: usize| draft.grid.columns.iter().any(|c| (c.edges.0..=c.edges.1).contains(&end));
    let below = (draft.block.last_row + 1..lines.len()).take(MOST_LINES);
    let words = below.take_while(|&i| matches!(lines.class(i), Class::Text | Class::Rule));
    words.filter(move |&i| !is_row(i)).filter_map(move |line| {
        let face = lines.face(line);
        let stands = |at: &usize| {
            let end = at + face[*at..].find(' ').unwrap_or(face.len() - at);
            let digits = face[..end].trim_end_matches(')').len();
            is_set_apart(&face[..*at])
                && (end == face.len() || face[end..].starts_with("  "))
                && on_edge(digits)
        };
        amounts(face).find(stands).map(|at| (line, at))
    })
}

/// The fewest rows that show what stands one below the other.
const FEWEST_ROWS: usize = 3;

/// Numbers set apart in labels, each once.
pub(super) fn beside(lines: &Lines<'_>, grid: &Grid) -> Vec<(usize, usize)> {
    let labels: Vec<&str> = grid.rows.iter().map(|row| label(lines, row)).collect();
    let mut out = of_another_table(grid, &labels);
    out.extend(swallowed(grid, &labels));
    out.extend(grid.rows.iter().zip(&labels).filter_map(|(row, label)| last_of(grid, row, label)));
    out.sort_unstable();
    out.dedup();
    out
}

/// The label of a row as it is printed; empty where it holds no digit, as in most rows.
fn label<'t>(lines: &'t Lines<'_>, row: &GridRow) -> &'t str {
    let label = lines.face(row.line).get(row.label_start..row.label_end).unwrap_or_default();
    if label.bytes().any(|b| b.is_ascii_digit()) { label } else { "" }
}

/// Amounts in the labels of row after row, which are of another table on the same lines, as of
/// assets to the left of liabilities.
fn of_another_table(grid: &Grid, labels: &[&str]) -> Vec<(usize, usize)> {
    let mut rows = 0;
    let mut out = Vec::new();
    for (row, label) in grid.rows.iter().zip(labels) {
        let is_apart = |at: &usize| {
            let behind = label[*at..].find("  ").map(|end| &label[at + end..]);
            is_set_apart(&label[..*at]) && behind.is_some_and(|rest| !rest.trim_ascii().is_empty())
        };
        let before = out.len();
        let apart = amounts(label).filter(is_apart);
        out.extend(apart.map(|at| (row.line, row.label_start + at)));
        rows += usize::from(out.len() > before);
    }
    if rows < FEWEST_ROWS || rows * 3 < grid.rows.len() {
        out.clear();
    }
    out
}

/// Numbers in labels that end on the edge of a column, `(0.6)   (0.5)   L   (0.5)`, or one below the
/// other, `Sedans   35   Vans   31`.
fn swallowed(grid: &Grid, labels: &[&str]) -> Vec<(usize, usize)> {
    let rows = grid.rows.iter().zip(labels);
    let apart: Vec<Vec<Range<usize>>> =
        rows.map(|(row, label)| numbers_apart(label, row.label_start)).collect();
    let is_below = |rows: &[Vec<Range<usize>>], end: usize| {
        rows.iter().all(|numbers| numbers.iter().any(|number| number.end == end))
    };
    let mut out = Vec::new();
    for (k, row) in grid.rows.iter().enumerate() {
        for number in &apart[k] {
            let on_edge = |c: &Edge| (c.edges.0..=c.edges.1).contains(&number.end);
            let mut runs = apart[k.saturating_sub(FEWEST_ROWS - 1)..]
                .windows(FEWEST_ROWS)
                .take(FEWEST_ROWS.min(k + 1));
            if grid.columns.iter().any(on_edge) || runs.any(|run| is_below(run, number.end)) {
                out.push((row.line, number.start));
            }
        }
    }
    out
}

/// Whether what stands before a figure ends in two blanks or leaders, but for a dollar sign.
fn is_set_apart(before: &str) -> bool {
    let words = before.trim_end_matches("$ ").trim_end_matches('$');
    words.ends_with("  ") || words.trim_end_matches(' ').ends_with("..")
}

/// Where a label ends in what is printed like a figure, two blanks or leaders from its words, where
/// no figure of the row stands: an amount, or digits with other signs among them that end on the edge
/// of a column, `30;112`, `3O,112`.
fn last_of(grid: &Grid, row: &GridRow, label: &str) -> Option<(usize, usize)> {
    let print = label.trim_ascii_end();
    let start = print.rfind([' ', '.']).map_or(0, |at| at + 1);
    let start =
        if print[start..].len() < 3 { print.rfind(' ').map_or(0, |at| at + 1) } else { start };
    let word = &print[start..];
    let before = print[..start].trim_end_matches("$ ");
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let words = before.trim_matches(['.', ' ']);
    // `$ 10.01  to  $ 20.00`
    let goes_on =
        || words.ends_with('-') || words.rsplit(' ').next().is_some_and(knowledge::is_hanging);
    if digits * 2 < word.len() || !is_set_apart(before) || words.is_empty() || goes_on() {
        return None;
    }
    let end = row.label_start + print.trim_end_matches([')', '%', '\'', ',', ';']).len();
    let on_edge = |c: &Edge| c.edges.0 <= end + 1 && end <= c.edges.1 + 1;
    let is_free = |k: usize| row.cells.iter().all(|(column, _)| *column != k);
    let stands = (0..grid.columns.len()).any(|k| on_edge(&grid.columns[k]) && is_free(k));
    let is_amount = amounts(word).next().is_some() || before.len() < start;
    (stands || is_amount).then_some((row.line, row.label_start + start))
}

/// Where numbers stand in a label, and end with their digits, that have wide gaps and words on both
/// sides: no word of a label set with blanks to fill its line stands as far from the others.
fn numbers_apart(label: &str, start: usize) -> Vec<Range<usize>> {
    const GAP: &str = "    ";
    let is_number = |word: &str| {
        let digits = word.trim_start_matches(['$', '(']).trim_end_matches([')', '%']);
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|b| b.is_ascii_digit() || b",./".contains(&b))
    };
    let mut out = Vec::new();
    let mut at = 0;
    for word in label.split(' ') {
        let here = at..at + word.len();
        at = here.end + 1;
        let behind = &label[here.end..];
        if is_number(word)
            && label[..here.start].ends_with(GAP)
            && behind.starts_with(GAP)
            && !behind.trim_ascii().is_empty()
        {
            let digits = word.trim_end_matches([')', '%']).len();
            out.push(start + here.start..start + here.start + digits);
        }
    }
    out
}

/// Where amounts stand in a line of a header, which has none: `1,286`, `$ 893`. They are those of a
/// row that was not read as one. `$1.00` is a par value, `1,000` a scale.
fn amounts(face: &str) -> impl Iterator<Item = usize> {
    let mut at = 0;
    let mut signed = false;
    face.as_bytes().split(|b| *b == b' ').filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        if word.is_empty() {
            return None;
        }
        let word = &face[start..start + word.len()];
        let behind_sign = std::mem::replace(&mut signed, word == "$");
        let number = word.trim_start_matches(['$', '(']).trim_end_matches(')');
        let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.');
        let is_amount = is_number
            && number.ends_with(|c: char| c.is_ascii_digit())
            && (behind_sign || number.contains(','))
            && number.trim_end_matches(['0', ',']) != "1"
            && matches!(figure::parse(number), Figure { value: Some(_), misprint: false, .. });
        is_amount.then_some(start)
    })
}

fn without_scale(draft: &Draft, statement: &Statement) -> Option<Diagnostic> {
    let mut cells = statement.rows.iter().flat_map(|row| &row.cells);
    let is_unscaled = |cell: &Cell| matches!(cell.unit, Unit::Money(_)) && cell.scale.is_none();
    let taken = match statement.scale {
        None if cells.clone().any(is_unscaled) || counts_few_shares(cells.clone()) => {
            "values are as printed".to_owned()
        }
        Some(scale) if draft.scale.supposed && cells.any(|cell| cell.scale != Some(1)) => {
            format!("they are taken times {scale}, as in the tables before")
        }
        _ => return None,
    };
    let message =
        format!("nothing says what the figures of \"{}\" are printed in; {taken}", statement.title);
    Some(Diagnostic::new(Code::UnknownScale, number(draft.block.first_row), 1, message))
}

/// Whether shares are counted without a scale, and all counts are so few that they hardly stand for
/// no more than that: options on `65`, `56` shares.
fn counts_few_shares<'c>(cells: impl Iterator<Item = &'c Cell>) -> bool {
    const MOST: Decimal = Decimal::ONE_THOUSAND;
    let counts = cells.filter(|cell| cell.unit == Unit::Shares && cell.scale.is_none());
    let mut counts = counts.filter_map(|cell| cell.value).filter(|n| !n.is_zero()).peekable();
    counts.peek().is_some() && counts.all(|n| n.abs() < MOST)
}

/// Rows of amounts that are printed otherwise than those which the scale of a statement holds for.
fn printed_otherwise(statement: &Statement) -> impl Iterator<Item = Diagnostic> + '_ {
    let rows = statement.rows.iter().filter(|_| statement.scale.is_some());
    rows.filter_map(|row| {
        let cell = row.cells.iter().find(|cell| cell.scale.is_none())?;
        let message = format!(
            "nothing says what the figures of \"{}\" are printed in, unlike the amounts around them; values are as printed",
            row.label
        );
        Some(Diagnostic::new(Code::UnknownScale, cell.line, cell.position, message))
    })
}

/// Rows among data of operations, or next to rows that count something, that are taken for amounts
/// only because nothing known to count them does: `Dealerships owned   118`.
fn perhaps_counted(statement: &Statement) -> impl Iterator<Item = Diagnostic> + '_ {
    let of_title = knowledge::announces_statistics(&statement.title);
    let of_operations =
        move |row: &Row| of_title || row.section.iter().any(|h| knowledge::announces_statistics(h));
    let is_scaled = |cell: &&Cell| {
        matches!(cell.unit, Unit::Money(_)) && cell.scale.is_some_and(|scale| scale > 1)
    };
    let signed = |row: &Row| row.cells.iter().any(|cell| cell.raw.contains('$'));
    let counts = |row: &&Row| {
        let mut cells = row.cells.iter().peekable();
        cells.peek().is_some() && cells.all(|cell| cell.unit == Unit::Pure)
    };
    let beside_count = move |at: usize| {
        let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
        beside.filter_map(|k| statement.rows.get(k)).any(|row| counts(&row))
    };
    let rows = statement.rows.iter().enumerate().filter(move |(at, row)| {
        !row.label.is_empty()
            && (of_operations(row) || beside_count(*at))
            && !signed(row)
            && !names_money(&row.label)
    });
    let rows = rows.map(|(_, row)| row);
    rows.filter_map(move |row| {
        let cell = row.cells.iter().find(is_scaled)?;
        let message = format!(
            "nothing says whether the figures of \"{}\" are amounts or count something; they are taken for amounts",
            row.label
        );
        Some(Diagnostic::new(Code::UnknownScale, cell.line, cell.position, message))
    })
}

/// Whether a label has any word for money.
fn names_money(label: &str) -> bool {
    let plain = knowledge::plain(label);
    units::is_money(label)
        || knowledge::names_amount(&plain)
        || knowledge::names_flow(&plain)
        || knowledge::is_balance(&plain)
        || plain.starts_with("total")
}

fn without_period(
    draft: &Draft,
    statement: &Statement,
    undated: &[bool],
) -> impl Iterator<Item = Diagnostic> {
    // The parts of equity have no period of their own; years over them do.
    let dated = |k: usize| statement.kind != Kind::Equity || !draft.specs[k].years.is_empty();
    let asked = move |k: usize, header: &str| dated(k) && !knowledge::is_no_period(header);
    let columns = statement.columns.iter().zip(undated).enumerate();
    columns.filter(move |(k, (column, undated))| **undated && asked(*k, &column.header)).map(
        |(_, (column, _))| {
            let message = format!(
                "nothing says what period column {} of \"{}\" is",
                column.ordinal, statement.title
            );
            let left = draft.grid.columns[column.ordinal as usize - 1].left;
            let line = number(draft.block.first_row);
            Diagnostic::new(Code::ColumnWithoutPeriod, line, number(left), message)
        },
    )
}

/// Figures with three decimals among whole ones of their unit, in thousands and more, in their row
/// or column: `$1.556` behind `$1,578`.
fn points_for_commas(statement: &Statement) -> impl Iterator<Item = Diagnostic> + '_ {
    const GROUP: usize = 3;
    /// Fewest others of a column that are in thousands.
    const FEWEST: usize = 2;
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let has_group =
        move |cell: &Cell| cell.raw.rsplit_once('.').is_some_and(|(_, d)| digits(d) == GROUP);
    let is_fraction =
        |cell: &Cell| cell.raw.trim_start_matches(['$', '(', ' ']).starts_with(['.', '0']);
    let in_thousands = |cell: &&Cell| cell.raw.contains(',') && !cell.raw.contains('.');
    let counts = |cell: &Cell| matches!(cell.unit, Unit::Money(_) | Unit::Shares | Unit::Pure);
    let cells = statement.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let asked = cells.filter(move |(_, c)| has_group(c) && counts(c) && !is_fraction(c));
    let doubtful = asked.filter(move |(row, cell)| {
        let like = |other: &&Cell| other.unit == cell.unit && !std::ptr::eq(*other, *cell);
        let beside = || row.cells.iter().filter(like);
        let column = || statement.rows.iter().filter_map(|row| row.cell(cell.column)).filter(like);
        let mut others: Vec<&Cell> = beside().collect();
        // Things counted in one column are of many sizes.
        if cell.unit != Unit::Pure {
            others.extend(column());
        }
        let large = others.iter().filter(|c| in_thousands(c)).count();
        let alike = others.iter().filter(|c| has_group(c)).count();
        alike < large
            && !beside().any(has_group)
            && (large >= FEWEST || beside().any(|c| in_thousands(&c)))
    });
    doubtful.map(|(_, cell)| {
        let message = format!(
            "the point in `{}` may stand for a comma; check it against its row and column",
            cell.raw
        );
        Diagnostic::new(Code::Misprint, cell.line, cell.position, message)
    })
}

/// Whole figures glued to leaders, of which the last dot may be their point, where all others of
/// their row have one: `.....2%   67.2%   57.5%`.
fn points_among_leaders<'a>(
    lines: &'a Lines<'_>,
    statement: &'a Statement,
) -> impl Iterator<Item = Diagnostic> + 'a {
    let is_glued = |cell: &Cell| {
        let before = lines.face(cell.line as usize - 1).get(..cell.position as usize - 1);
        before.is_some_and(|before| before.ends_with(".."))
    };
    statement.rows.iter().filter_map(move |row| {
        let (first, others) = row.cells.split_first()?;
        let have_points = others.len() > 1 && others.iter().all(|cell| cell.raw.contains('.'));
        (have_points && !first.raw.contains('.') && is_glued(first)).then(|| {
            let message = format!(
                "the last leader before `{}` may be its point; check it against its row",
                first.raw
            );
            Diagnostic::new(Code::Misprint, first.line, first.position, message)
        })
    })
}

/// Where figures break what holds for every statement of their kind: assets are liabilities and
/// equity; the cash at the beginning and its change are the cash at the end.
fn out_of_balance(statement: &Statement) -> Vec<Diagnostic> {
    const CASH: &str = "us-gaap:CashAndCashEquivalentsAtCarryingValue";
    const CHANGE: &str = "us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease";
    let rows: Vec<&Row> = statement.rows.iter().filter(|row| !row.cells.is_empty()).collect();
    match statement.kind {
        Kind::BalanceSheet => {
            let assets = only(&rows, "us-gaap:Assets");
            let other_side = only(&rows, "us-gaap:LiabilitiesAndStockholdersEquity");
            let (Some(assets), Some(other_side)) = (assets, other_side) else { return Vec::new() };
            let name = "the two sides";
            disagreements(statement, &[assets], other_side, Decimal::ZERO, name).collect()
        }
        // With a row between them, such as the effect of exchange rates, they may differ.
        Kind::CashFlow => rows
            .windows(3)
            .filter(|run| {
                let concepts = [0, 1, 2].map(|k| run[k].concept.as_str());
                matches!(concepts, [CHANGE, CASH, CASH] | [CASH, CHANGE, CASH])
            })
            .flat_map(|run| {
                let name = "the cash at the end and what led to it";
                disagreements(statement, &run[..2], run[2], Decimal::ONE, name)
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The row of an element, if there is but one.
fn only<'r>(rows: &[&'r Row], concept: &str) -> Option<&'r Row> {
    let mut found = rows.iter().filter(|row| row.concept == concept);
    let row = found.next()?;
    found.next().is_none().then_some(row)
}

/// The columns in which rows do not come to what another says, but for some printed units of
/// rounding.
fn disagreements<'r>(
    statement: &'r Statement,
    parts: &'r [&Row],
    sum: &'r Row,
    rounding: Decimal,
    name: &'r str,
) -> impl Iterator<Item = Diagnostic> + 'r {
    let amounts = sum.cells.iter().filter(|cell| matches!(cell.unit, Unit::Money(_)));
    amounts.filter_map(move |cell| {
        let come_to = parts.iter().try_fold(Decimal::ZERO, |sum, row| {
            let own = row.cell(cell.column)?;
            sum.checked_add(own.value?)
        });
        let off = cell.value?.checked_sub(come_to?)?.abs();
        let is_rounding = rounding.checked_mul(printed_unit(cell)).is_some_and(|most| off <= most);
        (!is_rounding).then(|| {
            let message = format!(
                "{name} differ by {off} in column {} of \"{}\"; look for a misprint or a misreading",
                cell.column, statement.title
            );
            Diagnostic::new(Code::DoesNotBalance, cell.line, cell.position, message)
        })
    })
}

/// What one stands for in the last printed place of a figure.
fn printed_unit(cell: &Cell) -> Decimal {
    let places = cell.decimals.unwrap_or(0);
    match u32::try_from(places) {
        Ok(places) => Decimal::new(1, places.min(Decimal::MAX_SCALE)),
        Err(_) => Decimal::from(10_i64.saturating_pow(places.unsigned_abs())),
    }
}
