//! The wire types: what ex99 writes and what `ex99 diff` reads back.
//!
//! These are the only types that serialise; the format of every output is decided here and in
//! [`crate::emit`], nowhere else. A [`Filing`] is one source file.
//!
//! How kinds, units and durations are spelled stands in `spelling`.

mod spelling;

use std::fmt;
use std::sync::Arc;

use jiff::civil::Date;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::named::named;

/// Version of the wire format; raised when a field changes its meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;

/// One source file with everything read from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Filing {
    /// Where the text came from.
    pub source: Source,
    /// Facts of the EDGAR submission header; all empty for a bare release.
    pub filing: Header,
    /// What the release prints about itself.
    pub release: Release,
    /// The statements, in the order of the source.
    pub statements: Vec<Statement>,
    /// Everything doubtful, in the order of the source.
    pub diagnostics: Vec<Diagnostic>,
}

impl Filing {
    /// The company's name: of the submission's header, else of the release.
    pub fn company(&self) -> &str {
        if self.filing.company.is_empty() { &self.release.company } else { &self.filing.company }
    }
}

/// The file a filing was read from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// Path relative to the PATH given on the command line.
    pub file: String,
    /// SHA-256 of the bytes, in lower-case hexadecimal; empty where it was not computed.
    pub sha256: String,
    /// Number of lines.
    pub lines: u32,
}

/// Facts of the SGML header of an EDGAR submission. Fields are empty where the header has none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Header {
    /// Accession number, `0000891092-03-001810`.
    pub accession: String,
    /// Central Index Key of the filer, as printed.
    pub cik: String,
    /// Conformed company name.
    pub company: String,
    /// Conformed submission type: `8-K`, `10-Q`, ...
    pub form: String,
    /// Filed as of date.
    #[schemars(with = "Option<String>")]
    pub filed: Option<Date>,
    /// Conformed period of report.
    #[schemars(with = "Option<String>")]
    pub period_of_report: Option<Date>,
    /// Standard Industrial Classification code.
    pub sic: String,
    /// Month and day on which the fiscal year ends, `MMDD`.
    pub fiscal_year_end: String,
}

/// What a release prints about itself. Fields are empty where it prints nothing plain.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Release {
    /// The headline.
    pub headline: String,
    /// Date of the dateline.
    #[schemars(with = "Option<String>")]
    pub dateline: Option<Date>,
    /// Exchange, as printed: `Nasdaq`, `NYSE`, ...
    pub exchange: String,
    /// Ticker symbol.
    pub ticker: String,
    /// Company name, where the text is plain about it.
    pub company: String,
}

/// A financial statement or another table of figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// Ordinal in the file, from 1.
    pub id: u32,
    /// `<TYPE>` of the document within a submission; empty for a bare release.
    pub document: String,
    /// What statement it is.
    pub kind: Kind,
    /// Title as printed, without the company's name.
    pub title: String,
    /// First and last line in the source, from 1.
    pub lines: (u32, u32),
    /// Unit of amounts where a row says nothing else.
    pub unit: Unit,
    /// What one printed unit stands for; none where nothing says.
    pub scale: Option<u32>,
    /// The columns of numbers, from left to right.
    pub columns: Vec<Column>,
    /// Headings and rows, in the order of the source.
    pub rows: Vec<Row>,
}

/// A column of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// Ordinal, from 1.
    pub ordinal: u32,
    /// Header text, top to bottom, one space between.
    pub header: String,
    /// The fiscal period; empty where the column is none (change, percent, adjustment).
    pub period: Period,
    /// What the header says beside the period: unaudited, restated, ...
    pub qualifier: String,
}

/// A fiscal period or an instant. All fields are empty where there is none.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(default)]
pub struct Period {
    /// First day; none for an instant.
    #[schemars(with = "Option<String>")]
    pub start: Option<Date>,
    /// Last day, or the day of an instant.
    #[schemars(with = "Option<String>")]
    pub end: Option<Date>,
    /// Length as the header says; none for an instant.
    pub duration: Option<Duration>,
}

impl Period {
    /// A day, on which something stood.
    pub const fn on(day: Date) -> Self {
        Self { start: None, end: Some(day), duration: None }
    }

    /// Whether it is a day, no time in which something happened.
    pub const fn is_day(&self) -> bool {
        self.end.is_some() && self.start.is_none() && self.duration.is_none()
    }
}

/// Length of a fiscal period, in the header's own measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Duration {
    /// So many months: `P3M`.
    Months(u16),
    /// So many weeks: `P13W`.
    Weeks(u16),
}

/// A heading or a row of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// Ordinal in the statement, from 1, headings not counted; 0 for a heading.
    pub ordinal: u32,
    /// What the row is for the statement.
    pub role: Role,
    /// Label as printed, wrapped lines joined.
    pub label: String,
    /// Headings in force above the row, outermost first.
    pub section: Vec<Arc<str>>,
    /// Depth of indentation, from 0.
    pub depth: u32,
    /// us-gaap element name with its prefix, where the row plainly is that item; else empty.
    pub concept: String,
    /// The numbers; none for a heading.
    pub cells: Vec<Cell>,
}

impl Row {
    /// The number in the column of an ordinal.
    pub fn cell(&self, column: u32) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.column == column)
    }
}

/// What a row is for its statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A line of text above rows.
    Heading,
    /// A row of its own.
    Item,
    /// A sum within the statement.
    Subtotal,
    /// A sum that closes the statement or one of its sides.
    Total,
}

/// A number of a statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Ordinal of the column.
    pub column: u32,
    /// Exact value in base units, sign applied; none for N/M, N/A, days (`3/2/09`), ranges
    /// (`10-12`), limits (`<1%`), what is about so much (`~200`) or in cents (`45.8 cents`), and
    /// misprints whose digits do not say one number.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    #[schemars(with = "Option<f64>")]
    pub value: Option<Decimal>,
    /// Unit of the value.
    pub unit: Unit,
    /// What one printed unit stands for; none where nothing says (the value is then as printed).
    pub scale: Option<u32>,
    /// Precision as in XBRL: 7,026 in thousands is -3.
    pub decimals: Option<i32>,
    /// The number as printed, an exact slice of the source line.
    pub raw: String,
    /// Period of this number: the column's, or the row's where the row says another.
    pub period: Period,
    /// Source line, from 1.
    pub line: u32,
    /// Column of the source line where `raw` begins, from 1, tabs expanded to 8.
    pub position: u32,
}

impl Cell {
    /// The value in printed units: 7026 where the paper says 7,026 in thousands.
    pub fn printed(&self) -> Option<Decimal> {
        let value = self.value?;
        let Some(scale) = self.scale.filter(|_| self.unit.is_scaled()) else { return Some(value) };
        let zeros = scale.checked_ilog10().unwrap_or(0);
        let mut shifted = value.normalize();
        if 10_u32.pow(zeros) == scale && shifted.set_scale(shifted.scale() + zeros).is_ok() {
            Some(shifted)
        } else {
            value.checked_div(Decimal::from(scale.max(1)))
        }
    }
}

named! {
    /// What statement a table is.
    #[derive(
        Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Kind {
        /// Statement of operations, income or earnings.
        Income = "income",
        /// Balance sheet, statement of financial position.
        BalanceSheet = "balance_sheet",
        /// Statement of cash flows.
        CashFlow = "cash_flow",
        /// Statement of changes in equity.
        Equity = "equity",
        /// Statement of comprehensive income.
        ComprehensiveIncome = "comprehensive_income",
        /// A walk from one measure to another.
        Reconciliation = "reconciliation",
        /// Figures by business segment.
        Segment = "segment",
        /// Highlights that mix measures.
        SelectedData = "selected_data",
        /// A supporting table: notes, break-downs, exhibits of computation.
        Schedule = "schedule",
        /// Any other table of amounts.
        Other = "other",
    }
}

/// An ISO 4217 currency code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency([u8; 3]);

impl Currency {
    /// United States dollar.
    pub const USD: Self = Self(*b"USD");

    /// A code of three capital letters, else none.
    pub fn new(code: &str) -> Option<Self> {
        let bytes: [u8; 3] = code.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Self(bytes))
    }

    /// The three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Unit of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// An amount of money.
    Money(Currency),
    /// Money per share: earnings, dividends, book value, prices. Never scaled.
    PerShare(Currency),
    /// A count of shares.
    Shares,
    /// A percentage, as printed: 12.5 stands for 12.5 %. Never scaled.
    Percent,
    /// A ratio. Never scaled.
    Ratio,
    /// Another count or measure; a count of things is scaled where the row says so.
    Pure,
}

impl Unit {
    /// United States dollars.
    pub const USD: Self = Self::Money(Currency::USD);

    /// The same unit in another currency.
    #[must_use]
    pub const fn priced_in(self, currency: Currency) -> Self {
        match self {
            Self::Money(_) => Self::Money(currency),
            Self::PerShare(_) => Self::PerShare(currency),
            other => other,
        }
    }

    /// Whether the statement's scale applies to numbers of this unit.
    pub const fn is_scaled(self) -> bool {
        matches!(self, Self::Money(_) | Self::Shares)
    }
}

/// How the lexer read one line: what `ex99 blocks` prints, and no output format holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineReading {
    /// The line, from 1.
    pub line: u32,
    /// Ordinal of the block the line belongs to, from 1.
    pub block: u32,
    /// `prose` or `table`.
    pub kind: BlockKind,
    /// What the line is: `blank`, `rule`, `mark`, `page`, `overprint`, `overlong`, `caption`,
    /// `header`, `heading`, `figures`, `label`, `note`, `text`.
    pub class: String,
    /// The line itself, tabs expanded.
    pub text: String,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// Running text, headings, blank lines, marks outside tables.
    Prose,
    /// A table of figures with its caption.
    Table,
}
