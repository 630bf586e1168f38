//! The types of the output: what ex99 writes and what `ex99 diff` reads back.
//!
//! A [`Filing`] is one source file. It has [`Statement`]s, these have [`Column`]s and [`Row`]s, and
//! a row has a [`Cell`] for each of its numbers. The format of every output is decided here and in
//! [`crate::emit`], and nowhere else; `spelling` says how kinds, units and durations are written.
//!
//! Where something is not known, a text is empty and an `Option` is `None`: nothing is guessed.

mod spelling;

use std::fmt;
use std::sync::Arc;

use jiff::civil::Date;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::named::named;

/// Version of the output format; raised when a field changes its meaning or is removed.
pub const SCHEMA_VERSION: u32 = 1;

/// One source file, with everything read from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Filing {
    /// Where the text came from.
    pub source: Source,
    /// Facts from the header of the EDGAR submission; all empty for a bare release.
    pub filing: Header,
    /// What the release says about itself.
    pub release: Release,
    /// The statements, in the order of the source.
    pub statements: Vec<Statement>,
    /// Everything that is doubtful, in the order of the source.
    pub diagnostics: Vec<Diagnostic>,
}

impl Filing {
    /// The company's name, from the submission's header or else from the release; empty if neither
    /// has one.
    pub fn company(&self) -> &str {
        if self.filing.company.is_empty() { &self.release.company } else { &self.filing.company }
    }
}

/// The file a filing was read from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// Name of the file: its path relative to the PATH given on the command line.
    pub file: String,
    /// SHA-256 of its bytes, in lower-case hexadecimal; empty if it was not computed.
    pub sha256: String,
    /// Number of lines.
    pub lines: u32,
}

/// Facts from the SGML header of an EDGAR submission. Fields are empty if the header lacks them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Header {
    /// Accession number, such as `0000891092-03-001810`.
    pub accession: String,
    /// Central Index Key of the filer, as printed.
    pub cik: String,
    /// Conformed company name.
    pub company: String,
    /// Conformed submission type: `8-K`, `10-Q`, ...
    pub form: String,
    /// Filing date: the header's "filed as of date".
    #[schemars(with = "Option<String>")]
    pub filed: Option<Date>,
    /// Conformed period of report: the day that the submission is about.
    #[schemars(with = "Option<String>")]
    pub period_of_report: Option<Date>,
    /// Standard Industrial Classification code.
    pub sic: String,
    /// Month and day on which the fiscal year ends, `MMDD`.
    pub fiscal_year_end: String,
}

/// What a release says about itself. Fields are empty where the text is not plain about it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Release {
    /// The headline.
    pub headline: String,
    /// Date in the dateline, the line that says where and when the release was issued.
    #[schemars(with = "Option<String>")]
    pub dateline: Option<Date>,
    /// Stock exchange, as printed: `Nasdaq`, `NYSE`, ...
    pub exchange: String,
    /// Ticker symbol.
    pub ticker: String,
    /// Company name.
    pub company: String,
}

/// A financial statement or another table of figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// Ordinal in the file, from 1.
    pub id: u32,
    /// `<TYPE>` of the document within a submission; empty for a bare release.
    pub document: String,
    /// Kind of the statement.
    pub kind: Kind,
    /// Title as printed, without the company's name.
    pub title: String,
    /// First and last line in the source, from 1.
    pub lines: (u32, u32),
    /// Unit of amounts; single numbers may have another, see [`Cell::unit`].
    pub unit: Unit,
    /// What one printed unit stands for: 1000 for amounts in thousands; `None` if nothing says.
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
    /// Header text, from top to bottom, joined by single spaces.
    pub header: String,
    /// The fiscal period; empty if the column has none (change, percent, adjustment) or if it is
    /// not known.
    pub period: Period,
    /// What the header says besides the period: unaudited, restated, ...
    pub qualifier: String,
}

/// A fiscal period or an instant. All fields are empty if there is none, or if it is not known.
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
    /// First day; `None` for an instant, and where nothing tells it.
    #[schemars(with = "Option<String>")]
    pub start: Option<Date>,
    /// Last day, or the day of an instant.
    #[schemars(with = "Option<String>")]
    pub end: Option<Date>,
    /// Length, as the header says; `None` for an instant.
    pub duration: Option<Duration>,
}

impl Period {
    /// The instant at the end of a day, as in a balance sheet.
    pub const fn on(day: Date) -> Self {
        Self { start: None, end: Some(day), duration: None }
    }

    /// Whether it is an instant, and not a time during which something happened.
    pub const fn is_day(&self) -> bool {
        self.end.is_some() && self.start.is_none() && self.duration.is_none()
    }
}

/// Length of a fiscal period, in months or weeks as the header says. As text, ISO 8601.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Duration {
    /// This many months: `P3M`.
    Months(u16),
    /// This many weeks: `P13W`.
    Weeks(u16),
}

/// A heading or a row of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// Ordinal in the statement, from 1, headings not counted; 0 for a heading.
    pub ordinal: u32,
    /// What part the row plays in the statement.
    pub role: Role,
    /// Label as printed, with wrapped lines joined; empty for an unlabelled subtotal.
    pub label: String,
    /// Headings that apply to the row, outermost first.
    pub section: Vec<Arc<str>>,
    /// Depth of indentation, from 0.
    pub depth: u32,
    /// us-gaap element, such as `us-gaap:Revenues`, if the row plainly is that item; else empty.
    pub concept: String,
    /// The numbers, in the order of columns; empty for a heading.
    pub cells: Vec<Cell>,
}

impl Row {
    /// The number in the column with this ordinal.
    pub fn cell(&self, column: u32) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.column == column)
    }
}

/// What part a row plays in its statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A line of text above rows.
    Heading,
    /// A row that is not a sum.
    Item,
    /// A sum within the statement.
    Subtotal,
    /// A sum that closes the statement, or one side of a balance sheet.
    Total,
}

/// A number of a statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Ordinal of its [`Column`].
    pub column: u32,
    /// Exact value in base units, with its sign: `(2,396)` in thousands is -2396000, a dash is 0.
    /// `None` for N/M, N/A, days (`3/2/09`), ranges (`10-12`), limits (`<1%`), approximations
    /// (`~200`), cents (`45.8 cents`), and misprints whose digits do not say one number.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    #[schemars(with = "Option<f64>")]
    pub value: Option<Decimal>,
    /// Unit of the value.
    pub unit: Unit,
    /// What one printed unit stands for: 1000 for an amount in thousands; `None` if nothing says
    /// (the value is then as printed) and for units that are never scaled.
    pub scale: Option<u32>,
    /// Precision, as in XBRL: 7,026 in thousands is -3, 0.45 is 2.
    pub decimals: Option<i32>,
    /// The number as printed, an exact slice of the source line.
    pub raw: String,
    /// Period of this number: that of its column, unless its row says otherwise.
    pub period: Period,
    /// Line in the source, from 1.
    pub line: u32,
    /// Column in that line where `raw` begins, from 1, with tabs expanded to multiples of 8.
    pub position: u32,
}

impl Cell {
    /// The value in printed units: 52818 for 52,818 in thousands.
    ///
    /// ```
    /// # let text = b"
    /// #            STATEMENTS OF INCOME
    /// #               (in thousands)
    /// #            Year Ended December 31,
    /// #                 1998       1997
    /// #             --------   --------
    /// # Net sales   $ 52,818   $ 48,122
    /// # Net income  $  4,180   $  3,917
    /// # ";
    /// let filing = ex99::extract("acme.txt", text)?;
    /// let cell = &filing.statements[0].rows[0].cells[0];
    /// assert_eq!(cell.value.unwrap().to_string(), "52818000");
    /// assert_eq!(cell.printed().unwrap().normalize().to_string(), "52818");
    /// # Ok::<(), ex99::Error>(())
    /// ```
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
    /// Kind of a statement. As text, in snake case: `balance_sheet`.
    #[derive(
        Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Kind {
        /// Statement of operations, income or earnings.
        Income = "income",
        /// Balance sheet or statement of financial position.
        BalanceSheet = "balance_sheet",
        /// Statement of cash flows.
        CashFlow = "cash_flow",
        /// Statement of changes in equity.
        Equity = "equity",
        /// Statement of comprehensive income.
        ComprehensiveIncome = "comprehensive_income",
        /// Reconciliation of one measure to another, such as net income to EBITDA.
        Reconciliation = "reconciliation",
        /// Figures by business segment.
        Segment = "segment",
        /// Selected data or highlights, which mix items of several statements.
        SelectedData = "selected_data",
        /// A supporting schedule: a note, a breakdown, a computation.
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

    /// A code of three capital letters; `None` for any other text. Whether ISO 4217 lists the code
    /// is not checked.
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

/// Unit of a number. As text: `USD`, `USD/share`, `shares`, `percent`, `ratio`, `pure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// An amount of money.
    Money(Currency),
    /// Money per share: earnings, dividends, book value, prices. Never scaled.
    PerShare(Currency),
    /// A count of shares.
    Shares,
    /// A percentage as printed: a value of 12.5 stands for 12.5 %. Never scaled.
    Percent,
    /// A ratio. Never scaled.
    Ratio,
    /// Any other count or measure; scaled only if the row itself says so.
    Pure,
}

impl Unit {
    /// United States dollars.
    pub const USD: Self = Self::Money(Currency::USD);

    /// The same unit in another currency; units without a currency stay as they are.
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

/// How one line was read: what `ex99 blocks` prints. It is in no output format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineReading {
    /// Number of the line, from 1.
    pub line: u32,
    /// Ordinal of the block that the line belongs to, from 1.
    pub block: u32,
    /// Whether the block is prose or a table.
    pub kind: BlockKind,
    /// Part of the line in its block: `blank`, `rule`, `mark`, `page`, `overprint`, `overlong`,
    /// `caption`, `header`, `heading`, `figures`, `label`, `note`, `text`.
    pub class: String,
    /// The line itself, with tabs expanded.
    pub text: String,
}

/// What a block of lines is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// Anything outside tables: running text, headings, blank lines, marks.
    Prose,
    /// A table of figures, with its caption.
    Table,
}
