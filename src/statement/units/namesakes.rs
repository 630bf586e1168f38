//! Rows of nothing but nils, which tell nothing of what they are counted in: other rows of the same
//! name do, those of another panel or another year.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::knowledge;
use crate::record::{Cell, Kind, Row, Statement, Unit};

/// What a row is called: its label, the headings above it and the kind of its statement. Most
/// labels tell two names apart.
type Name<'s> = (&'s str, &'s [Arc<str>], Kind);

/// What rows of a name are counted in, and their concept.
type Told<'s> = (Unit, Option<u32>, &'s str);

/// Nils of which rows of their name tell.
struct Nils {
    statement: usize,
    row: usize,
    unit: Unit,
    scale: Option<u32>,
    concept: String,
}

/// Gives nils the unit of the rows that bear their name, where these agree: `Gross margin   -   -`
/// where another panel tells it in percent. A nil is one in any unit. Where no such row stands below
/// the same headings, one of which a row without figures may be in one panel alone, its label tells.
pub fn nils_like_namesakes(statements: &mut [Statement]) {
    for nils in told_elsewhere(statements) {
        let row = &mut statements[nils.statement].rows[nils.row];
        row.concept = nils.concept;
        let zeros = nils.scale.unwrap_or(1).ilog10();
        for cell in &mut row.cells {
            (cell.unit, cell.scale) = (nils.unit, nils.scale);
            cell.decimals = cell.decimals.map(|_| -i32::try_from(zeros).unwrap_or(0));
        }
    }
}

fn told_elsewhere(statements: &[Statement]) -> Vec<Nils> {
    let rows = || {
        statements.iter().enumerate().flat_map(|(at, statement)| {
            let rows = statement.rows.iter().enumerate();
            rows.map(move |(k, row)| ((at, k), row, name(statement.kind, row)))
        })
    };
    let nils = || rows().filter(|(_, row, _)| are_nils(row));
    let mut told: BTreeMap<Name<'_>, Vec<Told<'_>>> =
        nils().map(|(_, _, name)| (name, Vec::new())).collect();
    let mut by_label: BTreeMap<(&str, Kind), Vec<Told<'_>>> =
        told.keys().map(|&(label, _, kind)| ((label, kind), Vec::new())).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let mixed: Vec<bool> = statements.iter().map(holds_more_than_percent).collect();
    let timeless: Vec<Vec<u32>> = statements.iter().map(columns_of_change).collect();
    for ((at, _), row, name) in rows() {
        if !mixed[at] {
            continue;
        }
        let Some(of_label) = by_label.get_mut(&(name.0, name.2)) else { continue };
        // What a row changed by in percent tells nothing of what it is.
        let of_period = |cell: &&Cell| !timeless[at].contains(&cell.column);
        let cells = row.cells.iter().filter(|cell| counts(cell)).filter(of_period);
        let own = |cell: &Cell| (cell.unit, cell.scale, row.concept.as_str());
        for known in told.get_mut(&name).into_iter().chain([of_label]) {
            for own in cells.clone().map(own) {
                if !known.contains(&own) {
                    known.push(own);
                }
            }
        }
    }
    let found = nils().filter_map(|((statement, row), nils, name)| {
        let exact = Some(&told[&name]).filter(|known| !known.is_empty());
        let known = exact.unwrap_or(&by_label[&(name.0, name.2)]);
        let [(unit, scale, concept)] = known[..] else { return None };
        let is_new = nils.cells.iter().any(|cell| cell.unit != unit);
        (is_new && !matches!(unit, Unit::Money(_))).then(|| Nils {
            statement,
            row,
            unit,
            scale,
            concept: concept.to_owned(),
        })
    });
    found.collect()
}

fn name(kind: Kind, row: &Row) -> Name<'_> {
    (&row.label, &row.section, kind)
}

/// Whether some figures of a statement are no percentages; the last page of one may have no amounts
/// but those per share. One that is all in percent tells of its rows no more than that.
fn holds_more_than_percent(statement: &Statement) -> bool {
    let mut cells = statement.rows.iter().flat_map(|row| &row.cells);
    cells.any(|cell| cell.unit != Unit::Percent && counts(cell))
}

/// The columns of a statement that hold no period.
fn columns_of_change(statement: &Statement) -> Vec<u32> {
    let columns = statement.columns.iter();
    let timeless = columns.filter(|c| knowledge::is_no_period(&knowledge::plain(&c.header)));
    timeless.map(|c| c.ordinal).collect()
}

/// Whether a figure is more than a nil.
fn counts(cell: &Cell) -> bool {
    cell.value.is_some_and(|value| !value.is_zero())
}

/// Whether a row has nothing but nils of money, per share or not: what a row is taken for that says
/// nothing.
fn are_nils(row: &Row) -> bool {
    let is_money = |unit: Unit| matches!(unit, Unit::Money(_) | Unit::PerShare(_));
    let is_nil =
        |cell: &Cell| is_money(cell.unit) && cell.value.is_none_or(|value| value.is_zero());
    !row.label.is_empty() && !row.cells.is_empty() && row.cells.iter().all(is_nil)
}
