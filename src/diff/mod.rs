//! Compares two extractions by meaning.
//!
//! The filings of two sides come in, a [`Comparison`] comes out. Filings, statements, columns and
//! rows are paired by what they are, never by their position: company and document, kind and title,
//! section and label, period. Only then are the facts of a pair compared. Each cause is one
//! [`Change`], however many facts it touches: a row that was removed, a column that was added, a
//! scale that was read differently.
//!
//! Swapping the sides swaps the changes: what `compare(old, new)` finds added, `compare(new, old)`
//! finds removed.
//!
//! - `filings`, `statements`, `columns`, `rows`: which belongs to which, by the steps of `pairing`
//! - `table`: a statement as these see it; `key`, `agree`: when two texts or numbers are the same
//! - `facts`: what differs in a pair of statements; `summary`: how much
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
    /// When two different values are treated as equal.
    pub agreement: Agreement,
    /// Directions to report; all of them if empty.
    pub only: Vec<Direction>,
    /// Kinds of statement to report; all of them if empty.
    pub statements: Vec<Kind>,
    /// Concepts to report, with or without their prefix (`us-gaap:Revenues` or `Revenues`); all of
    /// them if empty.
    pub concepts: Vec<String>,
}

impl Options {
    /// Whether rows of this row's concept are to be reported.
    pub fn asks_for(&self, row: &Row) -> bool {
        let name = || row.concept.rsplit(':').next().unwrap_or_default();
        self.concepts.is_empty()
            || self.concepts.iter().any(|concept| {
                *concept == row.concept || !concept.contains(':') && *concept == name()
            })
    }
}

/// Everything that differs between two extractions.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison<'a> {
    /// The filings of both sides, sorted by file name.
    pub filings: Vec<FilingDiff<'a>>,
    /// How many facts are on both sides and were compared.
    pub compared: usize,
}

/// A filing that is on one side or on both.
#[derive(Debug, Clone, PartialEq)]
pub struct FilingDiff<'a> {
    /// The filing on the old side.
    pub old: Option<&'a Filing>,
    /// The filing on the new side.
    pub new: Option<&'a Filing>,
    /// What differs about the filing as a whole.
    pub changes: Vec<Change<'a>>,
    /// Its statements, on both sides or on one, in the order of the new side.
    pub statements: Vec<StatementDiff<'a>>,
}

/// A statement that is on one side or on both.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementDiff<'a> {
    /// The statement on the old side.
    pub old: Option<&'a Statement>,
    /// The statement on the new side.
    pub new: Option<&'a Statement>,
    /// How many of its facts are on both sides.
    pub compared: usize,
    /// What differs: the whole statement first, then columns, then rows from top to bottom.
    pub changes: Vec<Change<'a>>,
}

/// One difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Change<'a> {
    /// What differs.
    pub subject: Subject,
    /// The old side; `None` if it was added.
    pub old: Option<Side<'a>>,
    /// The new side; `None` if it was removed.
    pub new: Option<Side<'a>>,
    /// How many facts it affects.
    pub facts: usize,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A whole filing.
    Filing,
    /// A whole statement.
    Statement,
    /// A column, on one side only, of a statement that is on both.
    Column,
    /// A row, on one side only, of a statement that is on both.
    Row,
    /// A single number, on one side only, whose row and column are on both.
    Fact,
    /// The value of a fact that is on both sides.
    Value,
    /// An attribute of a filing, statement, column, row or fact.
    Attribute(Attribute),
}

named! {
    /// What can change about a fact, besides its value.
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
        /// Filing date.
        Filed = "filed",
        /// Document within the submission.
        Document = "document",
        /// Kind of statement.
        Kind = "statement kind",
        /// Title of the statement.
        Title = "title",
        /// Scale, where the values changed with it: 7,026 was read as thousands, now as millions.
        Scale = "scale",
        /// Scale of the print alone: 7,026 in thousands is now printed as 7,026,000.
        PrintedScale = "printed scale",
        /// Unit of the values.
        Unit = "unit",
        /// Fiscal period.
        Period = "period",
        /// What the header says besides the period: `unaudited`, `restated`.
        Qualifier = "qualifier",
        /// Header text of a column.
        Header = "header",
        /// Headings above a row.
        Section = "section",
        /// Label of a row.
        Label = "label",
        /// us-gaap element of a row.
        Concept = "concept",
    }
}

named! {
    /// Which way something changed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Direction {
        /// Is on both sides and differs.
        Changed = "changed",
        /// Is only on the new side.
        Added = "added",
        /// Is only on the old side.
        Removed = "removed",
    }
}

/// One side of a change: where it is and what that side says.
#[derive(Debug, Clone, PartialEq)]
pub struct Side<'a> {
    /// The row, if the change is about a single one.
    pub row: Option<&'a Row>,
    /// The column, if the change is about a single one.
    pub column: Option<&'a Column>,
    /// The number, if the change is about a single one.
    pub cell: Option<&'a Cell>,
    /// Line in the source file, from 1; `None` for a whole filing.
    pub line: Option<u32>,
    /// What this side says.
    pub said: Said<'a>,
}

impl<'a> Side<'a> {
    /// A side that is about no place in particular.
    const fn of(said: Said<'a>) -> Self {
        Self { row: None, column: None, cell: None, line: None, said }
    }
}

/// What one side of a change says.
#[derive(Debug, Clone, PartialEq)]
pub enum Said<'a> {
    /// Only that something is there: a filing, a statement, a column.
    Nothing,
    /// A number, in [`Side::cell`].
    Number,
    /// The numbers of a row, as printed.
    Figures(Vec<&'a str>),
    /// A text: a label, title, name or concept.
    Text(String),
    /// A fiscal period.
    Period(Period),
    /// A unit.
    Unit(Unit),
    /// A scale; `None` where nothing states one.
    Scale(Option<u32>),
}

impl<'a> Comparison<'a> {
    /// Every change, with the filing and the statement it is in; the latter is `None` for a change
    /// of the filing as a whole.
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

    /// Counts the changes.
    pub fn summary(&self) -> Summary {
        Summary::of(self)
    }
}

impl FilingDiff<'_> {
    /// The file name on each side.
    pub fn files(&self) -> (Option<&str>, Option<&str>) {
        (
            self.old.map(|filing| filing.source.file.as_str()),
            self.new.map(|filing| filing.source.file.as_str()),
        )
    }

    /// The company's name, preferably from the new side; empty if neither side has one.
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
    /// The statement itself, preferably from the new side.
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

    /// The side that tells where the change is: preferably the new one.
    pub fn place(&self) -> Option<&Side<'a>> {
        self.new.as_ref().or(self.old.as_ref())
    }

    /// New value minus old value; `None` unless a value changed and both sides have one.
    pub fn difference(&self) -> Option<Decimal> {
        let (old, new) = self.values()?;
        new.checked_sub(old).map(|difference| difference.normalize())
    }

    /// The difference in percent of the old value's magnitude, to two decimal places; `None` as for
    /// [`Change::difference`], and if the old value is zero.
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

    /// The subject's name in reports.
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
/// A filing or statement without a single fact counts as absent. One filing on each side are
/// compared with each other whatever they are called.
///
/// ```
/// use ex99::diff::{Direction, Options, compare};
///
/// let release = "\
///             STATEMENTS OF INCOME
///                (in thousands)
///               Years Ended December 31,
///                      1998       1997
///                  --------   --------
/// Net sales        $ 52,818   $ 48,122
/// Cost of sales      31,440     29,003
/// Net income       $  4,180   $  3,917
/// ";
/// let old = [ex99::extract("release.txt", release.as_bytes())?];
/// let new = [ex99::extract("release.txt", release.replace("31,440", "31,404").as_bytes())?];
///
/// let comparison = compare(&old, &new, &Options::default());
/// assert_eq!(comparison.compared, 6);
/// let (_, _, change) = comparison.changes().next().unwrap();
/// assert_eq!(change.direction(), Direction::Changed);
/// assert_eq!(change.difference().unwrap().to_string(), "-36000");
/// # Ok::<(), ex99::Error>(())
/// ```
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
