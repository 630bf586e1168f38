//! Which item of the old side corresponds to which item of the new side.
//!
//! A [`Pairing`] starts empty; its users add pairs step by step, the most certain ones first. Every
//! step treats both sides alike, so that swapping the sides gives the same pairs.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

/// Pairs between two lists, each item in one pair at most.
#[derive(Debug, Clone)]
pub struct Pairing {
    new_of: Vec<Option<usize>>,
    old_of: Vec<Option<usize>>,
}

/// When items with equal keys are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// One item on each side.
    Unique,
    /// As many items on one side as on the other: first with first, second with second.
    SameCount,
    /// First with first, second with second, until one side runs out.
    InOrder,
}

/// A pair that may be made.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// How much speaks for it.
    pub score: u32,
    /// How far apart the positions of the two are, each counted on its own side.
    pub distance: usize,
    pub old: usize,
    pub new: usize,
}

impl Pairing {
    /// No pairs yet, between this many items on each side.
    pub fn new(old: usize, new: usize) -> Self {
        Self { new_of: vec![None; old], old_of: vec![None; new] }
    }

    /// Makes a pair of two free items.
    pub fn join(&mut self, old: usize, new: usize) {
        debug_assert!(self.is_free(old, new));
        self.new_of[old] = Some(new);
        self.old_of[new] = Some(old);
    }

    /// Whether neither item is in a pair.
    pub fn is_free(&self, old: usize, new: usize) -> bool {
        self.new_of[old].is_none() && self.old_of[new].is_none()
    }

    /// The partner of an old item.
    pub fn new_of(&self, old: usize) -> Option<usize> {
        self.new_of[old]
    }

    /// The partner of a new item.
    pub fn old_of(&self, new: usize) -> Option<usize> {
        self.old_of[new]
    }

    /// Old items without a partner.
    pub fn free_old(&self) -> Vec<usize> {
        (0..self.new_of.len()).filter(|&at| self.new_of[at].is_none()).collect()
    }

    /// New items without a partner.
    pub fn free_new(&self) -> Vec<usize> {
        (0..self.old_of.len()).filter(|&at| self.old_of[at].is_none()).collect()
    }

    /// The pairs, in the order of the new side.
    pub fn joined(&self) -> impl Iterator<Item = (usize, usize)> {
        self.old_of.iter().enumerate().filter_map(|(new, old)| Some(((*old)?, new)))
    }

    /// Pairs and single items, in the order of the new side. An old item without a partner follows
    /// the partner of the old item before it.
    pub fn pairs(&self) -> impl Iterator<Item = (Option<usize>, Option<usize>)> {
        let mut anchor = 0;
        let mut all = Vec::with_capacity(self.new_of.len() + self.old_of.len());
        for (old, new) in self.new_of.iter().enumerate() {
            match new {
                Some(new) => anchor = new + 1,
                None => all.push((anchor, 1, old, (Some(old), None))),
            }
        }
        for (new, old) in self.old_of.iter().enumerate() {
            all.push((new + 1, 0, 0, (*old, Some(new))));
        }
        all.sort_unstable_by_key(|&(anchor, side, old, _)| (anchor, side, old));
        all.into_iter().map(|(.., pair)| pair)
    }

    /// Pairs items that are the same from the first one down and from the last one up. As a first
    /// step this leaves, after a single change, only the place where it happened.
    pub fn join_ends(&mut self, same: impl Fn(usize, usize) -> bool) {
        let (old, new) = (self.new_of.len(), self.old_of.len());
        let shorter = old.min(new);
        let top = (0..shorter).take_while(|&at| same(at, at)).count();
        let bottom = (0..shorter - top).take_while(|at| same(old - 1 - at, new - 1 - at)).count();
        for at in 0..top {
            self.join(at, at);
        }
        for at in 0..bottom {
            self.join(old - 1 - at, new - 1 - at);
        }
    }

    /// Pairs free items whose keys are equal. Items without a key are left free.
    pub fn join_equal<K: Hash + Eq>(
        &mut self,
        rule: Rule,
        old_key: impl Fn(usize) -> Option<K>,
        new_key: impl Fn(usize) -> Option<K>,
    ) {
        for (old, new) in self.groups(old_key, new_key) {
            let pairs = match rule {
                Rule::Unique => old.len() == 1 && new.len() == 1,
                Rule::SameCount => old.len() == new.len(),
                Rule::InOrder => true,
            };
            if pairs {
                for (old, new) in old.into_iter().zip(new) {
                    self.join(old, new);
                }
            }
        }
    }

    /// Groups of free items with equal keys, from both sides, in a stable order.
    pub fn groups<K: Hash + Eq>(
        &self,
        old_key: impl Fn(usize) -> Option<K>,
        new_key: impl Fn(usize) -> Option<K>,
    ) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut index = HashMap::new();
        let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for old in self.free_old() {
            let Some(key) = old_key(old) else { continue };
            let at = *index.entry(key).or_insert(groups.len());
            if at == groups.len() {
                groups.push((Vec::new(), Vec::new()));
            }
            groups[at].0.push(old);
        }
        for new in self.free_new() {
            if let Some(&at) = new_key(new).and_then(|key| index.get(&key)) {
                groups[at].1.push(new);
            }
        }
        groups.retain(|(_, new)| !new.is_empty());
        groups
    }

    /// Pairs free items from the best score down; among equal scores, the closest positions first.
    pub fn join_best(&mut self, mut candidates: Vec<Candidate>) {
        candidates.sort_by_key(|candidate| {
            let Candidate { score, distance, old, new } = *candidate;
            (Reverse(score), distance, old + new, old)
        });
        for Candidate { old, new, .. } in candidates {
            if self.is_free(old, new) {
                self.join(old, new);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(rule: Rule, old: &str, new: &str) -> Vec<(usize, usize)> {
        let mut pairing = Pairing::new(old.len(), new.len());
        let (old, new) = (old.as_bytes(), new.as_bytes());
        pairing.join_equal(rule, |at| Some(old[at]), |at| Some(new[at]));
        pairing.joined().collect()
    }

    #[test]
    fn rules_differ_on_duplicates() {
        assert_eq!(joined(Rule::Unique, "abb", "bab"), [(0, 1)]);
        assert_eq!(joined(Rule::SameCount, "abb", "bab"), [(1, 0), (0, 1), (2, 2)]);
        assert_eq!(joined(Rule::SameCount, "abb", "ba"), [(0, 1)]);
        assert_eq!(joined(Rule::InOrder, "abb", "ba"), [(1, 0), (0, 1)]);
    }

    #[test]
    fn single_items_stand_where_a_reader_looks_for_them() {
        let mut pairing = Pairing::new(3, 3);
        pairing.join(1, 0);
        let pairs: Vec<_> = pairing.pairs().collect();
        assert_eq!(
            pairs,
            [
                (Some(0), None),
                (Some(1), Some(0)),
                (Some(2), None),
                (None, Some(1)),
                (None, Some(2))
            ]
        );
    }
}
