//! Rows of nothing but nils, which tell nothing of what they are counted in: other rows of the same
//! name do, those of another panel or another year.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::knowledge::{self, Measure};
use crate::record::{Cell, Kind, Row, Statement, Unit};

/// What a row is called: its label and the kind of its statement. Most labels tell two names apart.
type Name<'s> = (&'s str, Kind);

/// What rows of a name are counted in, and their concept.
type Told<'s> = (Unit, Option<u32>, &'s str);

/// What rows of a name below some headings are counted in.
type Known<'s> = (&'s [Arc<str>], Told<'s>);

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
/// the same headings, those below some of them and no others tell: a row without figures may be a
/// heading in one panel alone.
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
            rows.map(move |(k, row)| ((at, k), row, (row.label.as_str(), statement.kind)))
        })
    };
    let nils = || rows().filter(|(_, row, _)| are_nils(row));
    let mut told: BTreeMap<Name<'_>, Vec<Known<'_>>> =
        nils().map(|(_, _, name)| (name, Vec::new())).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let mixed: Vec<bool> = statements.iter().map(holds_more_than_percent).collect();
    let timeless: Vec<Vec<u32>> = statements.iter().map(columns_of_change).collect();
    for ((at, _), row, name) in rows() {
        if !mixed[at] {
            continue;
        }
        let Some(known) = told.get_mut(&name) else { continue };
        // What a row changed by in percent tells nothing of what it is.
        let of_period = |cell: &&Cell| !timeless[at].contains(&cell.column);
        let cells = row.cells.iter().filter(|cell| counts(cell)).filter(of_period);
        for cell in cells {
            let own = (&row.section[..], (cell.unit, cell.scale, row.concept.as_str()));
            if !known.contains(&own) {
                known.push(own);
            }
        }
    }
    let found = nils().filter_map(|((statement, row), nils, name)| {
        let (unit, scale, concept) = agreed(&told[&name], nils)?;
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

/// What all rows of a name below the headings of some nils are counted in, or else all below some of
/// these and no others, or below more, which tell nothing of nils per share: `Exercised` below `Prices
/// per share`.
fn agreed<'s>(known: &[Known<'s>], nils: &Row) -> Option<Told<'s>> {
    let per_share = nils.cells.iter().any(|cell| matches!(cell.unit, Unit::PerShare(_)));
    let is_same = |section: &[Arc<str>]| *section == nils.section[..];
    // `Percentage of revenues:` heads what is none of the rows above it.
    let in_percent = |heading: &&Arc<str>| {
        knowledge::measure_of(&knowledge::plain(heading)) == Some(Measure::Percent)
    };
    let is_near = |section: &[Arc<str>]| {
        let within = |a: &[Arc<str>], b: &[Arc<str>]| a.iter().all(|heading| b.contains(heading));
        let of_percent = || section.iter().any(|h| in_percent(&h) && !nils.section.contains(h));
        !per_share
            && (within(section, &nils.section) || within(&nils.section, section) && !of_percent())
    };
    let any_same = known.iter().any(|(section, _)| is_same(section));
    let fits = |section| if any_same { is_same(section) } else { is_near(section) };
    let mut all = known.iter().filter(|(section, _)| fits(*section)).map(|(_, told)| *told);
    let told = all.next()?;
    all.all(|other| other == told).then_some(told)
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
    // A range, `$5.25-$59.50`, has no value either.
    let is_nil =
        |cell: &Cell| is_money(cell.unit) && !cell.raw.contains(|c| ('1'..='9').contains(&c));
    !row.label.is_empty() && !row.cells.is_empty() && row.cells.iter().all(is_nil)
}
