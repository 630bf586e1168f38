//! What is doubtful about whole tables: numbers without a place, scales and periods that nothing
//! tells, sums that are not right.
//!
//! A statement and the table that it was read from come in, diagnostics come out. `unplaced` finds
//! numbers without a place, `counts` rows that may not be amounts.

mod counts;
mod unplaced;

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use self::counts::{perhaps_earned, perhaps_no_amounts};
use self::unplaced::unplaced;
pub(super) use self::unplaced::{beside, passed_over};
use crate::diagnostic::{Code, Diagnostic};
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::record::{Cell, Column, Kind, Row, Statement, Unit};
use crate::statement::{Draft, number};

/// Tells what is doubtful about a statement and the table it was read from.
pub(super) fn report(
    lines: &Lines<'_>,
    draft: &Draft,
    statement: &Statement,
    diagnostics: &mut Vec<Diagnostic>,
) {
    diagnostics.extend(unplaced(lines, draft));
    diagnostics.extend(without_scale(draft, statement));
    diagnostics.extend(printed_otherwise(statement));
    diagnostics.extend(perhaps_in_full(statement));
    diagnostics.extend(perhaps_no_amounts(statement));
    diagnostics.extend(perhaps_earned(statement));
    diagnostics.extend(without_period(draft, statement));
    diagnostics.extend(points_for_commas(statement));
    diagnostics.extend(points_among_leaders(lines, statement));
    diagnostics.extend(perhaps_numbers_page(lines, statement));
    diagnostics.extend(out_of_balance(statement));
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
    const MOST: Decimal = Decimal::from_parts(10_000, 0, 0, false, 0);
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

/// Rows whose amounts are so much larger than all below the scale of their statement that they may
/// be printed in full: `Total sales   $23,000,000` among `$ 18`, `$ 5` in millions.
fn perhaps_in_full(statement: &Statement) -> Option<Diagnostic> {
    const FEWEST: usize = 3;
    let scale = statement.scale.filter(|scale| *scale > 1)?;
    let size = |row: &Row| {
        let scaled = row
            .cells
            .iter()
            .filter(|cell| matches!(cell.unit, Unit::Money(_)) && cell.scale == Some(scale));
        scaled.filter_map(Cell::printed).map(|value| value.abs()).max()
    };
    let mut rows: Vec<(Decimal, &Row)> =
        statement.rows.iter().filter_map(|row| Some((size(row)?, row))).collect();
    rows.retain(|(size, _)| !size.is_zero());
    rows.sort_by_key(|(size, _)| *size);
    // A total is no more than some times its parts.
    let apart = Decimal::from(scale) / Decimal::TWO;
    let at = rows.windows(2).position(|pair| pair[0].0 * apart <= pair[1].0)? + 1;
    let (few, many) = (rows.len() - at, at);
    let (_, row) = rows[at..].iter().min_by_key(|(_, row)| row.cells[0].line)?;
    (many >= FEWEST && few < many).then(|| {
        let cell = &row.cells[0];
        let message = format!(
            "the figures of \"{}\" may be printed in full; they are taken times {scale}, as the much smaller ones around them",
            row.label
        );
        Diagnostic::new(Code::UnknownScale, cell.line, cell.position, message)
    })
}

/// Columns of which no figure has a period, and in other columns rows of which some has none, told
/// once for all that stand right below each other. The parts of equity are dated by rows.
fn without_period(draft: &Draft, statement: &Statement) -> Vec<Diagnostic> {
    let cells = || statement.rows.iter().flat_map(|row| &row.cells);
    let at = |cell: &Cell| cell.column as usize - 1;
    let is_open = |cell: &Cell| cell.period.end.is_none();
    let is_part = |k: usize| statement.kind == Kind::Equity && draft.specs[k].years.is_empty();
    let mut by_rows: Vec<bool> = (0..statement.columns.len()).map(is_part).collect();
    for cell in cells().filter(|cell| !is_open(cell)) {
        by_rows[at(cell)] = true;
    }
    let has_period = |column: &Column| !knowledge::is_no_period(&column.header);
    let have_periods: Vec<bool> = statement.columns.iter().map(has_period).collect();
    let is_asked = |cell: &&Cell| is_open(cell) && have_periods[at(cell)];
    let columns: BTreeSet<usize> =
        cells().filter(is_asked).map(at).filter(|&k| !by_rows[k]).collect();
    let of_column = |k: usize| {
        let message =
            format!("nothing says what period column {} of \"{}\" is", k + 1, statement.title);
        let first = cells().filter(is_asked).find(|cell| at(cell) == k);
        let line = first.map_or_else(|| number(draft.block.first_row), |cell| cell.line);
        let left = number(draft.grid.columns[k].left);
        Diagnostic::new(Code::ColumnWithoutPeriod, line, left, message)
    };
    let rows = statement.rows.iter().filter(|row| !row.cells.is_empty());
    let rows: Vec<(&Row, Option<&Cell>)> = rows
        .map(|row| (row, row.cells.iter().filter(is_asked).find(|cell| by_rows[at(cell)])))
        .collect();
    let runs = rows.chunk_by(|one, next| one.1.is_some() == next.1.is_some());
    let below = |count: usize| match count {
        0 => String::new(),
        1 => " and the row below".to_owned(),
        count => format!(" and the {count} rows below"),
    };
    let of_rows = runs.filter_map(|run| {
        let (first, cell) = run.first()?;
        let cell = (*cell)?;
        let name = match first.label.as_str() {
            "" => "a row without a label".to_owned(),
            label => format!("\"{label}\""),
        };
        let (rows, title) = (below(run.len() - 1), &statement.title);
        let message = format!("nothing says what period {name}{rows} of \"{title}\" tells of");
        Some(Diagnostic::new(Code::ColumnWithoutPeriod, cell.line, cell.position, message))
    });
    columns.into_iter().map(of_column).chain(of_rows).collect()
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

/// A short number alone on the last line of a table, right above a page mark: it may be that of the
/// page.
fn perhaps_numbers_page(lines: &Lines<'_>, statement: &Statement) -> Option<Diagnostic> {
    const MOST_DIGITS: usize = 3;
    let row = statement.rows.iter().rfind(|row| !row.cells.is_empty())?;
    let [cell] = row.cells.as_slice() else { return None };
    let line = cell.line as usize - 1;
    let is_short = cell.raw.len() <= MOST_DIGITS && cell.raw.bytes().all(|b| b.is_ascii_digit());
    let is_sum = line > 0 && lines.class(line - 1) == Class::Rule;
    let mut below = (line + 1..lines.len()).map(|i| lines.class(i));
    let ends_page = below.find(|class| *class != Class::Blank) == Some(Class::Page);
    (row.label.is_empty() && is_short && !is_sum && ends_page).then(|| {
        let message =
            format!("`{}` may number its page; check it against the rows above", cell.raw);
        Diagnostic::new(Code::Misprint, cell.line, cell.position, message)
    })
}

/// Whole figures glued to leaders, of which the last dot may be their point, where all others of
/// their row have one: `.....2%   67.2%   57.5%`. One other tells it of a percentage that would
/// have as many decimals.
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
        let fits = |cell: &Cell| {
            let digits = first.raw.strip_suffix('%').and_then(|d| i32::try_from(d.len()).ok());
            digits.is_some() && cell.decimals == digits
        };
        let are_enough = others.len() > 1 || others.iter().any(fits);
        let have_points = are_enough && others.iter().all(|cell| cell.raw.contains('.'));
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
