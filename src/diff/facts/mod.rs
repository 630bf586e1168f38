//! What differs between the two versions of one statement.
//!
//! Columns and rows are paired, and every fact of a pair is entered in a [`Ledger`]; closed, it
//! gives the changes in the order of a report, those with one cause as a single change.

mod group;

use std::collections::BTreeMap;

use self::group::{Cause, Fact, Group};
use crate::diff::columns::{self, Columns};
use crate::diff::table::{Table, TableRow};
use crate::diff::{Attribute, Change, Options, Said, Side, StatementDiff, Subject, key, rows};
use crate::record::{Cell, Row, Statement};

/// The statements, concepts and directions that were asked for.
pub struct Wanted<'o> {
    options: &'o Options,
}

impl<'o> Wanted<'o> {
    pub const fn of(options: &'o Options) -> Self {
        Self { options }
    }

    pub fn statement(&self, statement: &Statement) -> bool {
        self.options.statements.is_empty() || self.options.statements.contains(&statement.kind)
    }

    pub fn row(&self, row: &Row) -> bool {
        self.options.asks_for(row)
    }

    pub fn change(&self, change: &Change<'_>) -> bool {
        self.options.only.is_empty() || self.options.only.contains(&change.direction())
    }
}

/// Compares a pair of statements; none if neither was asked for.
pub fn diff<'a>(
    old: &'a Statement,
    new: &'a Statement,
    wanted: &Wanted<'_>,
) -> Option<StatementDiff<'a>> {
    if !wanted.statement(old) && !wanted.statement(new) {
        return None;
    }
    let tables = Tables { old: Table::of(old), new: Table::of(new) };
    let columns = columns::pair(&tables.old, &tables.new);
    let pairs = rows::pair(&tables.old, &tables.new, &columns);

    let mut ledger = Ledger::new(&tables, &columns, wanted.options);
    for (at, to) in pairs.pairs() {
        let old = at.map(|at| &tables.old.rows[at]).filter(|row| wanted.row(row.row));
        let new = to.map(|to| &tables.new.rows[to]).filter(|row| wanted.row(row.row));
        match (at, to) {
            (Some(at), Some(to)) if old.is_some() || new.is_some() => {
                ledger.paired_row(&tables.old.rows[at], &tables.new.rows[to]);
            }
            _ => ledger.single_row(old, new),
        }
    }
    let compared = ledger.compared;
    let mut changes = ledger.close(old, new);
    changes.retain(|change| wanted.change(change));
    Some(StatementDiff { old: Some(old), new: Some(new), compared, changes })
}

/// The difference that a statement on one side only makes; none if it was not asked for.
pub fn alone<'a>(
    old: Option<&'a Statement>,
    new: Option<&'a Statement>,
    wanted: &Wanted<'_>,
) -> Option<StatementDiff<'a>> {
    let facts = count(old.or(new)?, wanted);
    let side = |statement: &'a Statement| Side {
        line: Some(statement.lines.0),
        ..Side::of(Said::Nothing)
    };
    let change =
        Change { subject: Subject::Statement, old: old.map(side), new: new.map(side), facts };
    let changes = Some(change).filter(|change| wanted.change(change)).into_iter().collect();
    (facts > 0).then_some(StatementDiff { old, new, compared: 0, changes })
}

/// How many facts of a statement were asked for.
pub fn count(statement: &Statement, wanted: &Wanted<'_>) -> usize {
    if !wanted.statement(statement) {
        return 0;
    }
    statement.rows.iter().filter(|row| wanted.row(row)).map(|row| row.cells.len()).sum()
}

/// Both versions of a statement.
struct Tables<'a> {
    old: Table<'a>,
    new: Table<'a>,
}

/// Collects the changes of one statement, and groups those with one cause.
struct Ledger<'t, 'a> {
    tables: &'t Tables<'a>,
    columns: &'t Columns,
    options: &'t Options,
    compared: usize,
    /// How many facts were compared in each column of the new side.
    in_column: Vec<usize>,
    /// Facts of rows on both sides in columns that are only on the old side, by column.
    removed: Vec<Group<'a>>,
    /// The same for columns that are only on the new side.
    added: Vec<Group<'a>>,
    /// Facts that changed for one cause.
    shared: BTreeMap<Cause, Group<'a>>,
    /// Facts whose scale changed and which cannot tell whether the value changed with it.
    undecided: BTreeMap<(Option<u32>, Option<u32>), Group<'a>>,
    /// Changes of single rows and facts, from top to bottom.
    rows: Vec<Change<'a>>,
}

/// What became of a value whose scale changed.
enum Move {
    /// The print is the same, so the value changed with the scale.
    Follows,
    /// The value is the same, so the print changed.
    Stays,
    /// Both are true, as for a zero or an empty value.
    Either,
    /// Neither is true: the number itself changed.
    Neither,
}

impl<'t, 'a> Ledger<'t, 'a> {
    fn new(tables: &'t Tables<'a>, columns: &'t Columns, options: &'t Options) -> Self {
        Self {
            tables,
            columns,
            options,
            compared: 0,
            in_column: vec![0; tables.new.columns.len()],
            removed: vec![Group::default(); tables.old.columns.len()],
            added: vec![Group::default(); tables.new.columns.len()],
            shared: BTreeMap::new(),
            undecided: BTreeMap::new(),
            rows: Vec::new(),
        }
    }

    /// Enters a row that is on one side only.
    fn single_row(&mut self, old: Option<&TableRow<'a>>, new: Option<&TableRow<'a>>) {
        let figures = |row: &'a Row| row.cells.iter().map(|cell| cell.raw.trim()).collect();
        let side = |row: &TableRow<'a>| row.side(Said::Figures(figures(row.row)));
        if let Some(row) = old.or(new) {
            self.rows.push(Change {
                subject: Subject::Row,
                old: old.map(side),
                new: new.map(side),
                facts: row.cells.len(),
            });
        }
    }

    /// Enters a row that is on both sides.
    fn paired_row(&mut self, old: &TableRow<'a>, new: &TableRow<'a>) {
        let facts = self.pair_facts(old, new);
        let both = facts.iter().filter(|(old, new)| old.is_some() && new.is_some()).count();
        self.compared += both;
        let touched = both.max(1);
        self.row_text(Attribute::Label, old, new, touched, |row| &row.label);
        self.row_text(Attribute::Concept, old, new, touched, |row| &row.concept);
        let renamed = !key::reads_same(&old.section, &new.section);
        for (old, new) in facts {
            if let (Some(old), Some(new)) = (old, new) {
                if renamed {
                    self.renamed_section(old, new);
                }
                self.paired_fact(old, new);
            } else {
                self.rows.push(Change {
                    subject: Subject::Fact,
                    old: old.map(Fact::side),
                    new: new.map(Fact::side),
                    facts: 1,
                });
            }
        }
    }

    /// The facts of a row side by side. Those in a column of one side only are entered with that
    /// column.
    fn pair_facts(
        &mut self,
        old: &TableRow<'a>,
        new: &TableRow<'a>,
    ) -> Vec<(Option<Fact<'a>>, Option<Fact<'a>>)> {
        let mut olds = Vec::with_capacity(old.cells.len());
        for (at, cell) in &old.cells {
            let fact = Fact { row: old.row, column: self.tables.old.columns[*at].column, cell };
            match self.columns.pairing.new_of(*at) {
                Some(to) => olds.push((to, fact)),
                None => self.removed[*at].add(Some(fact), None),
            }
        }
        olds.sort_by_key(|(to, _)| *to);
        let mut olds = olds.into_iter().peekable();
        let mut facts = Vec::with_capacity(new.cells.len());
        for (to, cell) in &new.cells {
            let fact = Fact { row: new.row, column: self.tables.new.columns[*to].column, cell };
            if self.columns.pairing.old_of(*to).is_none() {
                self.added[*to].add(None, Some(fact));
                continue;
            }
            while let Some((_, old)) = olds.next_if(|(column, _)| column < to) {
                facts.push((Some(old), None));
            }
            let old = olds.next_if(|(column, _)| column == to).map(|(_, old)| old);
            if old.is_some() {
                self.in_column[*to] += 1;
            }
            facts.push((old, Some(fact)));
        }
        facts.extend(olds.map(|(_, old)| (Some(old), None)));
        facts
    }

    /// Enters a text of a row that reads differently: its label or its concept.
    fn row_text(
        &mut self,
        attribute: Attribute,
        old: &TableRow<'a>,
        new: &TableRow<'a>,
        facts: usize,
        text: impl Fn(&'a Row) -> &'a str,
    ) {
        if key::reads_same(text(old.row), text(new.row)) {
            return;
        }
        let side = |row: &TableRow<'a>| row.side(Said::Text(text(row.row).to_owned()));
        self.rows.push(Change {
            subject: Subject::Attribute(attribute),
            old: Some(side(old)),
            new: Some(side(new)),
            facts,
        });
    }

    /// Enters a heading that reads differently: one change for all rows below it.
    fn renamed_section(&mut self, old: Fact<'a>, new: Fact<'a>) {
        let (old_path, new_path) = renamed(&old.row.section, &new.row.section);
        self.add(Cause::Section(old_path, new_path), old, new);
    }

    /// Enters a fact that is on both sides.
    fn paired_fact(&mut self, old: Fact<'a>, new: Fact<'a>) {
        let (a, b) = (old.cell, new.cell);
        if a.unit != b.unit {
            self.add(Cause::Unit(a.unit, b.unit), old, new);
        }
        if a.period != b.period {
            self.add(Cause::Period(a.period, b.period), old, new);
        }
        let agreement = self.options.agreement;
        let mut agrees = agreement.holds(a, b);
        if a.scale != b.scale {
            let moved = moved(a, b);
            // A change between a scaled unit and one that is never scaled has been entered as a
            // change of unit, and who compares roundings does not care about the printed scale.
            let is_silent = a.unit.is_scaled() != b.unit.is_scaled()
                || agreement.rounding && agrees && !matches!(moved, Move::Either);
            agrees |= !matches!(moved, Move::Neither);
            if !is_silent {
                self.changed_scale(&moved, old, new);
            }
        }
        if !agrees {
            self.rows.push(Change {
                subject: Subject::Value,
                old: Some(old.side()),
                new: Some(new.side()),
                facts: 1,
            });
        }
    }

    fn changed_scale(&mut self, moved: &Move, old: Fact<'a>, new: Fact<'a>) {
        let scales = (old.cell.scale, new.cell.scale);
        match moved {
            Move::Follows => self.add(Cause::Scale(scales.0, scales.1), old, new),
            Move::Stays => self.add(Cause::PrintedScale(scales.0, scales.1), old, new),
            Move::Either | Move::Neither => {
                self.undecided.entry(scales).or_default().add(Some(old), Some(new));
            }
        }
    }

    fn add(&mut self, cause: Cause, old: Fact<'a>, new: Fact<'a>) {
        self.shared.entry(cause).or_default().add(Some(old), Some(new));
    }

    /// The changes, in the order of a report.
    fn close(mut self, old: &'a Statement, new: &'a Statement) -> Vec<Change<'a>> {
        self.settle_scales();
        let columns = self.column_texts();
        let mut changes = if self.compared == 0 && self.rows.is_empty() {
            Vec::new()
        } else {
            statement_texts(old, new, self.compared)
        };
        changes.extend(self.shared.into_iter().map(|(cause, group)| group.change(cause)));
        changes.extend(columns);
        let removed = self
            .removed
            .into_iter()
            .map(|group| (Some(group.old.column_side()), None, group.facts));
        let added =
            self.added.into_iter().map(|group| (None, Some(group.new.column_side()), group.facts));
        let alone = removed.chain(added).filter(|(.., facts)| *facts > 0);
        let column = |(old, new, facts)| Change { subject: Subject::Column, old, new, facts };
        changes.extend(alone.map(column));
        changes.extend(self.rows);
        changes
    }

    /// Groups zeros and empty values with the other facts whose scale changed in the same way.
    fn settle_scales(&mut self) {
        for ((old, new), group) in std::mem::take(&mut self.undecided) {
            let facts = |cause: &Cause| self.shared.get(cause).map_or(0, |group| group.facts);
            let (moved, print) = (Cause::Scale(old, new), Cause::PrintedScale(old, new));
            let cause = if facts(&moved) > facts(&print) { moved } else { print };
            if self.options.agreement.rounding && facts(&cause) == 0 {
                continue;
            }
            self.shared.entry(cause).or_default().join(group);
        }
    }

    /// Headers and qualifiers that read differently. A header whose period changed is left to the
    /// change of period.
    fn column_texts(&self) -> Vec<Change<'a>> {
        let mut groups: BTreeMap<Cause, Group<'a>> = BTreeMap::new();
        for (at, to) in self.columns.pairing.joined() {
            let facts = self.in_column[to];
            let (a, b) = (&self.tables.old.columns[at], &self.tables.new.columns[to]);
            let (Some(old), Some(new)) = (a.column, b.column) else { continue };
            if facts == 0 {
                continue;
            }
            let mut add = |cause| groups.entry(cause).or_default().add_column(facts, old, new);
            if !key::reads_same(&old.qualifier, &new.qualifier) {
                add(Cause::Qualifier(old.qualifier.clone(), new.qualifier.clone()));
            } else if a.period == b.period && !key::reads_same(&old.header, &new.header) {
                add(Cause::Header(old.header.clone(), new.header.clone()));
            }
        }
        groups.into_iter().map(|(cause, group)| group.change(cause)).collect()
    }
}

fn statement_texts<'a>(old: &'a Statement, new: &'a Statement, facts: usize) -> Vec<Change<'a>> {
    let side = |statement: &'a Statement, text: &str| Side {
        line: Some(statement.lines.0),
        ..Side::of(Said::Text(text.to_owned()))
    };
    [
        (Attribute::Document, old.document.as_str(), new.document.as_str()),
        (Attribute::Kind, old.kind.name(), new.kind.name()),
        (Attribute::Title, &old.title, &new.title),
    ]
    .into_iter()
    .filter(|(_, a, b)| !key::reads_same(a, b))
    .map(|(attribute, a, b)| Change {
        subject: Subject::Attribute(attribute),
        old: Some(side(old, a)),
        new: Some(side(new, b)),
        facts,
    })
    .collect()
}

/// What became of the value, judging by the values and scales of both sides.
fn moved(old: &Cell, new: &Cell) -> Move {
    let (Some(a), Some(b)) = (old.value, new.value) else {
        return if old.value == new.value { Move::Either } else { Move::Neither };
    };
    let by = |scale: Option<u32>| rust_decimal::Decimal::from(scale.unwrap_or(1));
    let follows = match (a.checked_mul(by(new.scale)), b.checked_mul(by(old.scale))) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    };
    match (follows, a == b) {
        (true, true) => Move::Either,
        (true, false) => Move::Follows,
        (false, true) => Move::Stays,
        (false, false) => Move::Neither,
    }
}

/// The headings of two sections, outermost first, without the innermost ones that they share.
fn renamed(old: &[std::sync::Arc<str>], new: &[std::sync::Arc<str>]) -> (String, String) {
    let shorter = old.len().min(new.len());
    let same = (1..=shorter)
        .take_while(|back| key::reads_same(&old[old.len() - back], &new[new.len() - back]))
        .count();
    (old[..old.len() - same].join(" > "), new[..new.len() - same].join(" > "))
}
