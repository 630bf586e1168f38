//! Which column corresponds to which: by period and header, and by the figures in it.

use crate::diff::key;
use crate::diff::pairing::{Candidate, Pairing, Rule};
use crate::diff::table::{Table, TableColumn};
use crate::record::{Cell, Period};

/// Columns of tables wider than this are paired by their headers alone.
const WIDEST: usize = 64;

/// What a pair of columns scores, beside the percentage of telling rows that agree, for
const SAME_PERIOD: u32 = 40;
/// the header,
const SAME_HEADER: u32 = 20;
/// the qualifier,
const SAME_QUALIFIER: u32 = 10;
/// and, as a fraction, for rows that agree only in being zero or empty.
const ALL_ALIKE: u32 = 5;

/// Columns in pairs, and how the numbers of both sides are to be compared.
pub struct Columns {
    pub pairing: Pairing,
    pub reading: Reading,
}

/// What most numbers of a statement have in common on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Values in base units.
    Values,
    /// Numbers as printed: the statement's scale was read differently.
    Prints,
}

impl Reading {
    /// The number of a cell to compare.
    pub fn of(self, cell: &Cell) -> Option<rust_decimal::Decimal> {
        match self {
            Self::Values => cell.value,
            Self::Prints => cell.printed(),
        }
    }
}

/// How well two columns agree over the rows that seem to correspond.
#[derive(Debug, Clone, Copy, Default)]
struct Votes {
    /// Rows where either side has a number other than zero.
    telling: u32,
    /// Telling rows with the same value on both sides.
    same_values: u32,
    /// Telling rows with the same print on both sides.
    same_prints: u32,
    /// All rows with a number on either side.
    rows: u32,
    /// Rows with the same value or the same print, be it a zero.
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

/// How much speaks for a pair; none if it is too little.
fn score(a: &TableColumn<'_>, b: &TableColumn<'_>, votes: Votes) -> Option<u32> {
    let same_period = a.period == b.period;
    let same_header = a.header == b.header;
    let dated = a.period != Period::default();
    let headed = !a.header.is_empty();
    let qualifier = |of: &TableColumn<'_>| {
        of.column.map(|column| key::of(&column.qualifier)).unwrap_or_default()
    };

    let same = votes.same_values.max(votes.same_prints);
    // Two more than there are, so that agreement in many rows scores more than in one or two.
    let content = 100 * same / (votes.telling + 2) + ALL_ALIKE * votes.alike / votes.rows.max(1);
    let mostly_same = same > 0 && 2 * same >= votes.telling;
    let all_alike = votes.rows > 0 && votes.alike == votes.rows && a.ordinal == b.ordinal;
    let periods_clash = dated && b.period != Period::default() && !same_period;

    let named = same_period && dated
        || same_header && headed && !periods_clash
        || same_period && same_header;
    (named || mostly_same || all_alike).then(|| {
        let mut score = content;
        if same_period && dated {
            score += SAME_PERIOD;
        }
        if same_header {
            score += SAME_HEADER;
        }
        if qualifier(a) == qualifier(b) {
            score += SAME_QUALIFIER;
        }
        score
    })
}

/// The votes for every pair of an old and a new column.
struct Ballot {
    /// How many columns the new side has.
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

/// Puts the cells of a row in their columns; of several in one, the first.
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

/// Rows with the same name, which is good enough for a vote before the columns are known.
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
