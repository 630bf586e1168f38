//! Compares two extractions by meaning.
//!
//! Filings, statements, columns and rows are paired by what they are, never by where they stand:
//! company and document, kind and title, section and label, period. Only then are the facts of a
//! pair compared. One cause is one [`Change`]: a row that went away, a column that came, a scale
//! that was read differently, however many facts each of them touches.
//!
//! `compare(new, old)` tells the same story as `compare(old, new)`, backwards.
//!
//! - `filings`, `statements`, `columns`, `rows`: which is which, by the steps of `pairing`
//! - `table`: a statement as these see it; `key`, `agree`: when two texts or numbers are the same
//! - `facts`: what differs in a pair of statements; `summary`: how much does
//! - [`render`]: the reports

mod agree;
mod columns;
mod facts;
mod filings;
mod key;
mod pairing;
pub mod render;
mod rows;
mod statements;
mod summary;
mod table;

use rust_decimal::Decimal;

use crate::named::named;
use crate::record::{Cell, Column, Filing, Kind, Period, Row, Statement, Unit};

pub use agree::Agreement;
pub use summary::{Summary, Tally};

/// What counts as a difference, and which differences are wanted.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// When two different values pass for the same.
    pub agreement: Agreement,
    /// Directions to report; all of them where empty.
    pub only: Vec<Direction>,
    /// Kinds of statement to report; all of them where empty.
    pub statements: Vec<Kind>,
    /// Concepts to report, with or without their prefix; all of them where empty.
    pub concepts: Vec<String>,
}

/// Everything that differs between two extractions.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison<'a> {
    /// The filings of both sides, by file name.
    pub filings: Vec<FilingDiff<'a>>,
    /// How many facts were compared.
    pub compared: usize,
}

/// A filing of one side or of both.
#[derive(Debug, Clone, PartialEq)]
pub struct FilingDiff<'a> {
    /// The filing on the old side.
    pub old: Option<&'a Filing>,
    /// The filing on the new side.
    pub new: Option<&'a Filing>,
    /// What differs about the filing as a whole.
    pub changes: Vec<Change<'a>>,
    /// The statements that stand on both sides or came or went, in the order of the new side.
    pub statements: Vec<StatementDiff<'a>>,
}

/// A statement of one side or of both.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementDiff<'a> {
    /// The statement on the old side.
    pub old: Option<&'a Statement>,
    /// The statement on the new side.
    pub new: Option<&'a Statement>,
    /// How many of its facts stand on both sides.
    pub compared: usize,
    /// What differs: the whole statement first, then columns, then rows from top to bottom.
    pub changes: Vec<Change<'a>>,
}

/// One difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Change<'a> {
    /// What differs.
    pub subject: Subject,
    /// The old side; none for what was added.
    pub old: Option<Side<'a>>,
    /// The new side; none for what was removed.
    pub new: Option<Side<'a>>,
    /// How many facts it touches.
    pub facts: usize,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A whole filing.
    Filing,
    /// A whole statement.
    Statement,
    /// A column of a statement that stands on both sides.
    Column,
    /// A row of a statement that stands on both sides.
    Row,
    /// A single number of a row and column that stand on both sides.
    Fact,
    /// The value of a fact.
    Value,
    /// An attribute of a filing, statement, column, row or fact.
    Attribute(Attribute),
}

named! {
    /// What can change about facts beside their values.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Attribute {
        /// Accession number of the filing.
        Accession = "accession",
        /// Central Index Key of the filer.
        Cik = "cik",
        /// Company name.
        Company = "company",
        /// Submission type.
        Form = "form",
        /// Date of filing.
        Filed = "filed",
        /// Document within the submission.
        Document = "document",
        /// Kind of statement.
        Kind = "statement kind",
        /// Title of the statement.
        Title = "title",
        /// Scale, where the values moved with it: 7,026 was read in thousands, now in millions.
        Scale = "scale",
        /// Scale of the print alone: 7,026 in thousands is now printed 7,026,000.
        PrintedScale = "printed scale",
        /// Unit of the values.
        Unit = "unit",
        /// Fiscal period.
        Period = "period",
        /// What the header says beside the period.
        Qualifier = "qualifier",
        /// Header text of a column.
        Header = "header",
        /// Headings above a row.
        Section = "section",
        /// Label of a row.
        Label = "label",
        /// us-gaap name of a row.
        Concept = "concept",
    }
}

named! {
    /// Which way something changed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Direction {
        /// Stands on both sides and differs.
        Changed = "changed",
        /// Stands on the new side only.
        Added = "added",
        /// Stands on the old side only.
        Removed = "removed",
    }
}

/// One side of a change: where it stands and what it says there.
#[derive(Debug, Clone, PartialEq)]
pub struct Side<'a> {
    /// The row, where the change is about a single one.
    pub row: Option<&'a Row>,
    /// The column, where the change is about a single one.
    pub column: Option<&'a Column>,
    /// The number, where the change is about a single one.
    pub cell: Option<&'a Cell>,
    /// Source line; none for a filing.
    pub line: Option<u32>,
    /// What it says.
    pub said: Said<'a>,
}

impl<'a> Side<'a> {
    /// A side that says something about no place in particular.
    const fn of(said: Said<'a>) -> Self {
        Self { row: None, column: None, cell: None, line: None, said }
    }
}

/// What one side of a change says.
#[derive(Debug, Clone, PartialEq)]
pub enum Said<'a> {
    /// Nothing beside being there: a filing, a statement, a column.
    Nothing,
    /// A number, in [`Side::cell`].
    Number,
    /// The numbers of a row as printed.
    Figures(Vec<&'a str>),
    /// A text: label, title, name, concept.
    Text(String),
    /// A fiscal period.
    Period(Period),
    /// A unit.
    Unit(Unit),
    /// A scale.
    Scale(Option<u32>),
}

impl<'a> Comparison<'a> {
    /// Every change with the filing and the statement it stands in.
    pub fn changes(
        &self,
    ) -> impl Iterator<Item = (&FilingDiff<'a>, Option<&StatementDiff<'a>>, &Change<'a>)> {
        self.filings.iter().flat_map(|filing| {
            let whole = filing.changes.iter().map(move |change| (filing, None, change));
            let parts = filing.statements.iter().flat_map(move |statement| {
                statement.changes.iter().map(move |change| (filing, Some(statement), change))
            });
            whole.chain(parts)
        })
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.changes().next().is_none()
    }

    /// The changes, counted.
    pub fn summary(&self) -> Summary {
        Summary::of(self)
    }
}

impl FilingDiff<'_> {
    /// The file's name on each side.
    pub fn files(&self) -> (Option<&str>, Option<&str>) {
        (
            self.old.map(|filing| filing.source.file.as_str()),
            self.new.map(|filing| filing.source.file.as_str()),
        )
    }

    /// The company's name, of the new side where it has one.
    pub fn company(&self) -> &str {
        [self.new, self.old]
            .into_iter()
            .flatten()
            .map(Filing::company)
            .find(|name| !name.is_empty())
            .unwrap_or_default()
    }
}

impl<'a> StatementDiff<'a> {
    /// The statement itself, as the new side has it where it stands there.
    pub fn statement(&self) -> Option<&'a Statement> {
        self.new.or(self.old)
    }
}

impl<'a> Change<'a> {
    /// Which way it changed.
    pub const fn direction(&self) -> Direction {
        match (&self.old, &self.new) {
            (Some(_), None) => Direction::Removed,
            (None, Some(_)) => Direction::Added,
            _ => Direction::Changed,
        }
    }

    /// The side that says where the change stands: the new one where there is one.
    pub fn place(&self) -> Option<&Side<'a>> {
        self.new.as_ref().or(self.old.as_ref())
    }

    /// New value less old value.
    pub fn difference(&self) -> Option<Decimal> {
        let (old, new) = self.values()?;
        new.checked_sub(old).map(|difference| difference.normalize())
    }

    /// The difference in percent of the old value's size, to two places.
    pub fn percent(&self) -> Option<Decimal> {
        let (old, _) = self.values()?;
        let share = self.difference()?.checked_div(old.abs())?;
        Some(share.checked_mul(Decimal::ONE_HUNDRED)?.round_dp(2).normalize())
    }

    fn values(&self) -> Option<(Decimal, Decimal)> {
        let value = |side: &Option<Side<'a>>| side.as_ref()?.cell?.value;
        (self.subject == Subject::Value).then_some(())?;
        Some((value(&self.old)?, value(&self.new)?))
    }
}

impl Subject {
    /// Every subject.
    pub fn all() -> impl Iterator<Item = Self> {
        let whole =
            [Self::Filing, Self::Statement, Self::Column, Self::Row, Self::Fact, Self::Value];
        whole.into_iter().chain(Attribute::ALL.map(Self::Attribute))
    }

    /// The subject's name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filing => "filing",
            Self::Statement => "statement",
            Self::Column => "column",
            Self::Row => "row",
            Self::Fact => "fact",
            Self::Value => "value",
            Self::Attribute(attribute) => attribute.name(),
        }
    }
}

/// Compares two extractions.
///
/// A filing or a statement without a single fact counts as absent.
pub fn compare<'a>(old: &'a [Filing], new: &'a [Filing], options: &Options) -> Comparison<'a> {
    let pairing = filings::pair(old, new);
    let mut filings: Vec<_> = pairing
        .pairs()
        .map(|(at, to)| filings::diff(at.map(|at| &old[at]), to.map(|to| &new[to]), options))
        .collect();
    filings.sort_by_key(|filing| filing.new.or(filing.old).map(|filing| &filing.source.file));
    let compared = filings
        .iter()
        .flat_map(|filing| &filing.statements)
        .map(|statement| statement.compared)
        .sum();
    Comparison { filings, compared }
}
