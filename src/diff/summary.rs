//! Counts the changes of a comparison.

use std::collections::BTreeMap;
use std::fmt;

use crate::diff::{Comparison, Direction, Subject};

/// How much differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How many facts are on both sides.
    pub compared: usize,
    /// Changes by subject and direction; those of values come first.
    pub tallies: Vec<Tally>,
}

/// How many changes there are of one subject and direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// What changed.
    pub subject: Subject,
    /// Which way.
    pub direction: Direction,
    /// How many such changes there are.
    pub changes: usize,
    /// How many facts they affect.
    pub facts: usize,
}

impl Summary {
    pub(super) fn of(comparison: &Comparison<'_>) -> Self {
        let mut tallies: BTreeMap<_, (usize, usize)> = BTreeMap::new();
        for (_, _, change) in comparison.changes() {
            // Values first: they are what most people look for.
            let rank = usize::from(change.subject != Subject::Value);
            let tally = tallies.entry((rank, change.subject, change.direction())).or_default();
            tally.0 += 1;
            tally.1 += change.facts;
        }
        let tallies = tallies
            .into_iter()
            .map(|((_, subject, direction), (changes, facts))| Tally {
                subject,
                direction,
                changes,
                facts,
            })
            .collect();
        Self { compared: comparison.compared, tallies }
    }

    /// How many changes there are in all.
    pub fn changes(&self) -> usize {
        self.tallies.iter().map(|tally| tally.changes).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tallies.is_empty() {
            f.write_str("nothing differs")?;
        }
        for (at, tally) in self.tallies.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{tally}")?;
        }
        write!(f, "; {} compared", many(self.compared, "fact"))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = many(self.changes, self.subject.name());
        write!(f, "{what} {}", self.direction.name())?;
        match self.subject {
            Subject::Value | Subject::Fact => Ok(()),
            _ => write!(f, " ({})", many(self.facts, "fact")),
        }
    }
}

/// "1 fact", "2 facts".
pub(super) fn many(count: usize, noun: &str) -> String {
    match noun {
        _ if count == 1 => format!("1 {noun}"),
        "company" => format!("{count} companies"),
        _ => format!("{count} {noun}s"),
    }
}
