//! Which column is which: by period and header, and by the figures that stand in it.

use crate::diff::key;
use crate::diff::pairing::{Candidate, Pairing, Rule};
use crate::diff::table::{Table, TableColumn};
use crate::record::{Cell, Period};

/// Tables wider than this are paired by their headers alone.
const WIDEST: usize = 64;

/// Columns in pairs, and how values of both sides are to be read side by side.
pub struct Columns {
    pub pairing: Pairing,
    pub reading: Reading,
}

/// What is alike on both sides of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Values in base units.
    Values,
    /// Values as printed: the statement's scale was read differently.
    Prints,
}

impl Reading {
    pub fn of(self, cell: &Cell) -> Option<rust_decimal::Decimal> {
        match self {
            Self::Values => cell.value,
            Self::Prints => cell.printed(),
        }
    }
}

/// How two columns agree over the rows that seem to be the same.
#[derive(Debug, Clone, Copy, Default)]
struct Votes {
    /// Rows where either side has a number other than zero, and those where both have the same.
    telling: u32,
    same_values: u32,
    same_prints: u32,
    /// All rows, and those that agree in any way.
    rows: u32,
    alike: u32,
}

/// Pairs the columns of two tables.
pub fn pair(old: &Table<'_>, new: &Table<'_>) -> Columns {
    let votes = votes(old, new);
    let mut candidates = Vec::new();
    for (at, a) in old.columns.iter().enumerate() {
        for (to, b) in new.columns.iter().enumerate() {
            if let Some(score) = score(a, b, votes.get(at, to)) {
                let distance = usize::try_from(a.ordinal.abs_diff(b.ordinal)).unwrap_or(usize::MAX);
                candidates.push(Candidate { score, distance, old: at, new: to });
            }
        }
    }
    let mut pairing = Pairing::new(old.columns.len(), new.columns.len());
    pairing.join_best(candidates);

    let (mut values, mut prints) = (0, 0);
    for (at, to) in pairing.joined() {
        values += votes.get(at, to).same_values;
        prints += votes.get(at, to).same_prints;
    }
    let reading = if prints > values { Reading::Prints } else { Reading::Values };
    Columns { pairing, reading }
}

/// What speaks for a pair; none where too little does.
fn score(a: &TableColumn<'_>, b: &TableColumn<'_>, votes: Votes) -> Option<u32> {
    let same_period = a.period == b.period;
    let same_header = a.header == b.header;
    let dated = a.period != Period::default();
    let headed = !a.header.is_empty();
    let qualifier = |of: &TableColumn<'_>| {
        of.column.map(|column| key::of(&column.qualifier)).unwrap_or_default()
    };

    let same = votes.same_values.max(votes.same_prints);
    let content = 100 * same / (votes.telling + 2) + 5 * votes.alike / votes.rows.max(1);
    let mostly_same = same > 0 && 2 * same >= votes.telling;
    let all_alike = votes.rows > 0 && votes.alike == votes.rows && a.ordinal == b.ordinal;
    let periods_clash = dated && b.period != Period::default() && !same_period;

    let named = same_period && dated
        || same_header && headed && !periods_clash
        || same_period && same_header;
    (named || mostly_same || all_alike).then(|| {
        let mut score = content;
        if same_period && dated {
            score += 40;
        }
        if same_header {
            score += 20;
        }
        if qualifier(a) == qualifier(b) {
            score += 10;
        }
        score
    })
}

struct Ballot {
    width: usize,
    votes: Vec<Votes>,
}

impl Ballot {
    fn get(&self, old: usize, new: usize) -> Votes {
        self.votes.get(old * self.width + new).copied().unwrap_or_default()
    }
}

fn votes(old: &Table<'_>, new: &Table<'_>) -> Ballot {
    let width = new.columns.len();
    if width.max(old.columns.len()) > WIDEST {
        return Ballot { width, votes: Vec::new() };
    }
    let mut votes = vec![Votes::default(); old.columns.len() * width];
    let mut a = vec![None; old.columns.len()];
    let mut b = vec![None; width];
    for (at, to) in alike_rows(old, new).joined() {
        spread(&old.rows[at].cells, &mut a);
        spread(&new.rows[to].cells, &mut b);
        for (i, a) in a.iter().enumerate() {
            for (j, b) in b.iter().enumerate() {
                votes[i * width + j].count(*a, *b);
            }
        }
    }
    Ballot { width, votes }
}

fn spread<'a>(cells: &[(usize, &'a Cell)], columns: &mut [Option<&'a Cell>]) {
    columns.fill(None);
    for (column, cell) in cells {
        columns[*column].get_or_insert(*cell);
    }
}

impl Votes {
    fn count(&mut self, old: Option<&Cell>, new: Option<&Cell>) {
        if old.is_none() && new.is_none() {
            return;
        }
        let tells = |cell: Option<&Cell>| {
            cell.and_then(|cell| cell.value).is_some_and(|value| !value.is_zero())
        };
        let (mut values, mut prints) = (false, false);
        if let (Some(old), Some(new)) = (old, new) {
            values = old.value == new.value;
            prints = old.printed() == new.printed();
        }
        self.rows += 1;
        self.alike += u32::from(values || prints);
        if tells(old) || tells(new) {
            self.telling += 1;
            self.same_values += u32::from(values);
            self.same_prints += u32::from(prints);
        }
    }
}

/// Rows that carry the same name: good enough for a vote, before the columns are known.
fn alike_rows(old: &Table<'_>, new: &Table<'_>) -> Pairing {
    let mut rows = Pairing::new(old.rows.len(), new.rows.len());
    rows.join_equal(
        Rule::SameCount,
        |at| Some(old.rows[at].name()),
        |at| Some(new.rows[at].name()),
    );
    rows.join_equal(
        Rule::SameCount,
        |at| Some(&old.rows[at].label_key),
        |at| Some(&new.rows[at].label_key),
    );
    if old.rows.len() == new.rows.len() && rows.joined().next().is_none() {
        rows.join_equal(Rule::InOrder, |_| Some(()), |_| Some(()));
    }
    rows
}
