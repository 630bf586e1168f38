//! Which filing corresponds to which: by accession number, file name, company and date, and by its
//! facts; and what differs in a pair.

use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::civil::Date;

use crate::diff::facts::{self, Wanted};
use crate::diff::pairing::{Pairing, Rule};
use crate::diff::{
    Attribute, Change, FilingDiff, Options, Said, Side, StatementDiff, Subject, key, statements,
};
use crate::record::{Filing, Statement};

/// Pairs filings. A single one on each side are a pair in any case: the user named them to be
/// compared.
pub fn pair(old: &[Filing], new: &[Filing]) -> Pairing {
    let mut pairing = Pairing::new(old.len(), new.len());
    if let ([_], [_]) = (old, new) {
        pairing.join(0, 0);
        return pairing;
    }
    let contents = |filings: &[Filing]| filings.iter().map(content).collect::<Vec<_>>();
    let (old_content, new_content) = (contents(old), contents(new));

    pairing.join_equal(
        Rule::InOrder,
        |at| Some((file(&old[at]), accession(&old[at]), old_content[at])),
        |at| Some((file(&new[at]), accession(&new[at]), new_content[at])),
    );
    pairing.join_equal(
        Rule::SameCount,
        |at| Some((file(&old[at]), accession(&old[at])?)),
        |at| Some((file(&new[at]), accession(&new[at])?)),
    );
    pairing.join_equal(Rule::Unique, |at| accession(&old[at]), |at| accession(&new[at]));
    pairing.join_equal(
        Rule::SameCount,
        |at| Some((file(&old[at]), dated(&old[at])?)),
        |at| Some((file(&new[at]), dated(&new[at])?)),
    );
    pairing.join_equal(Rule::InOrder, |at| Some(file(&old[at])), |at| Some(file(&new[at])));
    pairing.join_equal(Rule::Unique, |at| old_content[at], |at| new_content[at]);
    pairing.join_equal(Rule::Unique, |at| dated(&old[at]), |at| dated(&new[at]));
    pairing.join_equal(Rule::Unique, |at| base_name(&old[at]), |at| base_name(&new[at]));
    pairing
}

/// Compares a pair of filings, or reports one that is on one side only.
pub fn diff<'a>(
    old: Option<&'a Filing>,
    new: Option<&'a Filing>,
    options: &Options,
) -> FilingDiff<'a> {
    let wanted = &Wanted::of(options);
    let (mut changes, statements) = match (old, new) {
        (Some(old), Some(new)) => {
            let statements = statements(old, new, wanted);
            (attributes(old, new, wanted), statements)
        }
        (old, new) => (alone(old, new, wanted).into_iter().collect(), Vec::new()),
    };
    changes.retain(|change| wanted.change(change));
    FilingDiff { old, new, changes, statements }
}

fn statements<'a>(old: &'a Filing, new: &'a Filing, wanted: &Wanted<'_>) -> Vec<StatementDiff<'a>> {
    let pairing = statements::pair(old, new);
    let old: Vec<&Statement> = statements::with_facts(old).collect();
    let new: Vec<&Statement> = statements::with_facts(new).collect();
    pairing
        .pairs()
        .filter_map(|(at, to)| match (at.map(|at| old[at]), to.map(|to| new[to])) {
            (Some(old), Some(new)) => facts::diff(old, new, wanted),
            (old, new) => facts::alone(old, new, wanted),
        })
        .collect()
}

/// The change that a filing on one side only makes; none if none of its facts was asked for.
fn alone<'a>(
    old: Option<&'a Filing>,
    new: Option<&'a Filing>,
    wanted: &Wanted<'_>,
) -> Option<Change<'a>> {
    let facts = facts_of(old.or(new)?, wanted);
    let side = |filing: Option<&Filing>| filing.map(|_| Side::of(Said::Nothing));
    let change = Change { subject: Subject::Filing, old: side(old), new: side(new), facts };
    (facts > 0).then_some(change)
}

fn facts_of(filing: &Filing, wanted: &Wanted<'_>) -> usize {
    filing.statements.iter().map(|statement| facts::count(statement, wanted)).sum()
}

fn attributes<'a>(old: &'a Filing, new: &'a Filing, wanted: &Wanted<'_>) -> Vec<Change<'a>> {
    let facts = facts_of(old, wanted).max(facts_of(new, wanted));
    if facts == 0 {
        return Vec::new();
    }
    let filed = |filing: &Filing| filing.filing.filed.map(|date| date.to_string());
    let texts = |filing: &Filing| {
        [
            (Attribute::Accession, filing.filing.accession.clone()),
            (Attribute::Cik, filing.filing.cik.clone()),
            (Attribute::Company, filing.company().to_owned()),
            (Attribute::Form, filing.filing.form.clone()),
            (Attribute::Filed, filed(filing).unwrap_or_default()),
        ]
    };
    let changed = texts(old).into_iter().zip(texts(new));
    changed
        .filter(|(old, new)| !key::reads_same(&old.1, &new.1))
        .map(|((attribute, old), (_, new))| Change {
            subject: Subject::Attribute(attribute),
            old: Some(Side::of(Said::Text(old))),
            new: Some(Side::of(Said::Text(new))),
            facts,
        })
        .collect()
}

/// A hash of the facts of a filing; none for one without facts.
fn content(filing: &Filing) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let mut empty = true;
    for statement in statements::with_facts(filing) {
        empty = false;
        (statement.kind, &statement.title, statements::content(statement)).hash(&mut hasher);
    }
    (!empty).then(|| hasher.finish())
}

fn file(filing: &Filing) -> &str {
    &filing.source.file
}

fn accession(filing: &Filing) -> Option<&str> {
    filled(&filing.filing.accession)
}

fn dated(filing: &Filing) -> Option<(&str, Date, &str)> {
    Some((filled(filing.company())?, filing.filing.filed?, &filing.filing.form))
}

fn filled(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn base_name(filing: &Filing) -> Option<&str> {
    filing.source.file.rsplit(['/', '\\']).next().and_then(filled)
}
