//! Which statement corresponds to which: by title and kind, and by the rows in it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::diff::key;
use crate::diff::pairing::{Candidate, Pairing, Rule};
use crate::record::{Filing, Kind, Row, Statement};

/// A row that is in so many statements that they make more pairs than this tells none apart.
const COMMONEST: usize = 1024;

/// How much of their content, in percent, statements must share if kind or title agree,
const ENOUGH_CONTENT: usize = 20;
/// and how much if neither does.
const MOST_CONTENT: usize = 60;

/// What a statement is recognised by.
struct Sketch<'a> {
    document: &'a str,
    kind: Kind,
    title: String,
    /// Its facts in full.
    content: u64,
    /// Hashes of its labels, and of its labels with each of their printed figures.
    marks: Vec<u64>,
}

/// Pairs the statements of two filings.
pub fn pair(old: &Filing, new: &Filing) -> Pairing {
    let old: Vec<_> = with_facts(old).map(Sketch::of).collect();
    let new: Vec<_> = with_facts(new).map(Sketch::of).collect();
    let mut pairing = Pairing::new(old.len(), new.len());
    pairing.join_ends(|at, to| old[at].identity() == new[to].identity());
    pairing.join_equal(Rule::InOrder, |at| Some(old[at].identity()), |at| Some(new[at].identity()));

    let shared = shared_marks(&pairing, &old, &new);
    let mut candidates = Vec::new();
    for (at, to) in possible(&pairing, &old, &new, &shared) {
        let marks = old[at].marks.len().max(new[to].marks.len()).max(1);
        let content = 100 * shared.get(&(at, to)).copied().unwrap_or(0) / marks;
        if let Some(score) = score(&old[at], &new[to], content) {
            candidates.push(Candidate { score, distance: at.abs_diff(to), old: at, new: to });
        }
    }
    pairing.join_best(candidates);
    pairing
}

/// The statements that hold facts.
pub fn with_facts(filing: &Filing) -> impl Iterator<Item = &Statement> {
    filing.statements.iter().filter(|statement| rows(statement).next().is_some())
}

fn rows(statement: &Statement) -> impl Iterator<Item = &Row> {
    statement.rows.iter().filter(|row| !row.cells.is_empty())
}

/// How much speaks for a pair; none if it is too little.
fn score(a: &Sketch<'_>, b: &Sketch<'_>, content: usize) -> Option<u32> {
    let same_title = a.title == b.title;
    let same_kind = a.kind == b.kind;
    let same_document = a.document == b.document;
    let titled = !a.title.is_empty();
    let accepted = match (same_kind, same_title && titled) {
        (true, true) => same_document || content >= ENOUGH_CONTENT,
        (true, false) => content >= ENOUGH_CONTENT || same_title && same_document,
        (false, true) => content >= ENOUGH_CONTENT,
        (false, false) => content >= MOST_CONTENT,
    };
    accepted.then(|| {
        let title = match (same_title, titled) {
            (true, true) => 40,
            (true, false) => 10,
            _ => 0,
        };
        let kind = if same_kind { 25 } else { 0 };
        let document = if same_document { 15 } else { 0 };
        title + kind + document + u32::try_from(content).unwrap_or(0)
    })
}

/// The pairs worth scoring: those that share a row, or kind and title.
fn possible(
    pairing: &Pairing,
    old: &[Sketch<'_>],
    new: &[Sketch<'_>],
    shared: &HashMap<(usize, usize), usize>,
) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = shared.keys().copied().collect();
    let name = |sketch: &Sketch<'_>| Some((sketch.kind, sketch.title.clone()));
    for (olds, news) in pairing.groups(|at| name(&old[at]), |at| name(&new[at])) {
        if olds.len().saturating_mul(news.len()) <= COMMONEST {
            pairs.extend(olds.iter().flat_map(|&at| news.iter().map(move |&to| (at, to))));
        } else {
            pairs.extend(olds.into_iter().zip(news));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// How many marks each pair of free statements shares.
fn shared_marks(
    pairing: &Pairing,
    old: &[Sketch<'_>],
    new: &[Sketch<'_>],
) -> HashMap<(usize, usize), usize> {
    let marks = |free: Vec<usize>, sketches: &[Sketch<'_>]| -> Vec<(u64, usize)> {
        let mut marks: Vec<_> = free
            .into_iter()
            .flat_map(|at| sketches[at].marks.iter().map(move |&mark| (mark, at)))
            .collect();
        marks.sort_unstable();
        marks
    };
    let old = marks(pairing.free_old(), old);
    let new = marks(pairing.free_new(), new);
    let mut shared = HashMap::new();
    let mut rest = new.as_slice();
    for olds in old.chunk_by(|a, b| a.0 == b.0) {
        let mark = olds[0].0;
        rest = &rest[rest.partition_point(|other| other.0 < mark)..];
        let news = &rest[..rest.partition_point(|other| other.0 == mark)];
        if olds.len().saturating_mul(news.len()) > COMMONEST {
            continue;
        }
        for at in olds.chunk_by(|a, b| a.1 == b.1) {
            for to in news.chunk_by(|a, b| a.1 == b.1) {
                *shared.entry((at[0].1, to[0].1)).or_insert(0) += at.len().min(to.len());
            }
        }
    }
    shared
}

impl<'a> Sketch<'a> {
    fn identity(&self) -> (&str, Kind, &str, u64) {
        (self.document, self.kind, &self.title, self.content)
    }

    fn of(statement: &'a Statement) -> Self {
        let mut marks = Vec::new();
        for row in rows(statement) {
            let label = key::of(&row.label);
            marks.push(hash(&label));
            marks.extend(row.cells.iter().map(|cell| hash(&(&label, cell.printed()))));
        }
        Self {
            document: &statement.document,
            kind: statement.kind,
            title: key::of(&statement.title),
            content: content(statement),
            marks,
        }
    }
}

/// A hash of the facts of a statement, whatever their lines in the source.
pub fn content(statement: &Statement) -> u64 {
    let mut hasher = DefaultHasher::new();
    for row in rows(statement) {
        (key::of(&row.label), &row.section).hash(&mut hasher);
        for cell in &row.cells {
            (cell.column, cell.value, cell.unit, cell.scale, cell.period).hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
