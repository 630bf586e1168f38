//! Groups of facts that changed for one cause, and the row, column or number they have in common.

use crate::diff::{Attribute, Change, Said, Side, Subject};
use crate::record::{Cell, Column, Period, Row, Unit};

/// An attribute that changes for many facts at once: from what, and to what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    Scale(Option<u32>, Option<u32>),
    PrintedScale(Option<u32>, Option<u32>),
    Unit(Unit, Unit),
    Period(Period, Period),
    Qualifier(String, String),
    Header(String, String),
    Section(String, String),
}

/// Facts that share a cause.
#[derive(Debug, Clone, Default)]
pub(super) struct Group<'a> {
    pub facts: usize,
    pub old: Extent<'a>,
    pub new: Extent<'a>,
}

/// The one row, column and number that a group is confined to, where it is.
#[derive(Debug, Clone, Default)]
pub(super) struct Extent<'a> {
    line: Option<u32>,
    row: Holds<'a, Row>,
    column: Holds<'a, Column>,
    cell: Holds<'a, Cell>,
}

/// Whether a group holds one thing of a sort, or several.
#[derive(Debug, Default)]
enum Holds<'a, T> {
    #[default]
    Nothing,
    One(&'a T),
    Several,
}

/// One side of a fact.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact<'a> {
    pub row: &'a Row,
    pub column: Option<&'a Column>,
    pub cell: &'a Cell,
}

impl<'a> Fact<'a> {
    pub fn side(self) -> Side<'a> {
        Side {
            row: Some(self.row),
            column: self.column,
            cell: Some(self.cell),
            line: Some(self.cell.line),
            said: Said::Number,
        }
    }
}

impl<'a> Group<'a> {
    pub fn add(&mut self, old: Option<Fact<'a>>, new: Option<Fact<'a>>) {
        self.facts += 1;
        for (extent, fact) in [(&mut self.old, old), (&mut self.new, new)] {
            if let Some(fact) = fact {
                extent.line.get_or_insert(fact.cell.line);
                extent.row.add(Holds::One(fact.row));
                extent.cell.add(Holds::One(fact.cell));
                extent.column.add(fact.column.map_or(Holds::Several, Holds::One));
            }
        }
    }

    pub fn add_column(&mut self, facts: usize, old: &'a Column, new: &'a Column) {
        self.facts += facts;
        for (extent, column) in [(&mut self.old, old), (&mut self.new, new)] {
            extent.row = Holds::Several;
            extent.cell = Holds::Several;
            extent.column.add(Holds::One(column));
        }
    }

    pub fn join(&mut self, other: Self) {
        self.facts += other.facts;
        for (extent, other) in [(&mut self.old, other.old), (&mut self.new, other.new)] {
            extent.line = extent.line.into_iter().chain(other.line).min();
            extent.row.add(other.row);
            extent.column.add(other.column);
            extent.cell.add(other.cell);
        }
    }

    pub fn change(self, cause: Cause) -> Change<'a> {
        let (attribute, old, new) = match cause {
            Cause::Scale(a, b) => (Attribute::Scale, Said::Scale(a), Said::Scale(b)),
            Cause::PrintedScale(a, b) => (Attribute::PrintedScale, Said::Scale(a), Said::Scale(b)),
            Cause::Unit(a, b) => (Attribute::Unit, Said::Unit(a), Said::Unit(b)),
            Cause::Period(a, b) => (Attribute::Period, Said::Period(a), Said::Period(b)),
            Cause::Qualifier(a, b) => (Attribute::Qualifier, Said::Text(a), Said::Text(b)),
            Cause::Header(a, b) => (Attribute::Header, Said::Text(a), Said::Text(b)),
            Cause::Section(a, b) => (Attribute::Section, Said::Text(a), Said::Text(b)),
        };
        Change {
            subject: Subject::Attribute(attribute),
            old: Some(self.old.side(old)),
            new: Some(self.new.side(new)),
            facts: self.facts,
        }
    }
}

impl<'a> Extent<'a> {
    fn side(self, said: Said<'a>) -> Side<'a> {
        Side {
            row: self.row.one(),
            column: self.column.one(),
            cell: self.cell.one(),
            line: self.line,
            said,
        }
    }

    /// A column as a whole, even where it holds a single number.
    pub fn column_side(self) -> Side<'a> {
        Side { row: None, cell: None, ..self.side(Said::Nothing) }
    }
}

impl<'a, T> Holds<'a, T> {
    fn add(&mut self, other: Self) {
        *self = match (&*self, other) {
            (Self::Nothing, other) => other,
            (held, Self::Nothing) => *held,
            (Self::One(held), Self::One(other)) if std::ptr::eq(*held, other) => Self::One(held),
            _ => Self::Several,
        };
    }

    const fn one(&self) -> Option<&'a T> {
        match self {
            Self::One(held) => Some(held),
            Self::Nothing | Self::Several => None,
        }
    }
}

impl<T> Clone for Holds<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Holds<'_, T> {}
