//! Doubts about a text, as data. Rendering them is the command line's business.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something doubtful at a place in the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostic {
    /// What kind of doubt it is; stable across versions.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Source line, from 1.
    pub line: u32,
    /// Column of the line, from 1, tabs expanded to 8.
    pub column: u32,
    /// A sentence a person understands.
    pub message: String,
}

impl Diagnostic {
    /// A diagnostic with the severity that belongs to its code.
    pub fn new(code: Code, line: u32, column: u32, message: impl Into<String>) -> Self {
        Self { code, severity: code.severity(), line, column, message: message.into() }
    }
}

/// How bad a doubt is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// For the record; the figures stand.
    Note,
    /// Some figures carry less than they should (no period, no scale).
    Warning,
    /// Something printed is missing from the output.
    Error,
}

/// The kinds of doubt.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// A number inside a table block that belongs to no cell, label, header or mark.
    UnplacedNumber,
    /// A number that is printed wrongly, or whose point may stand for a comma (`$1.556` beside
    /// `$1,578`), or that may number its page; its value is what the digits say, empty where they do
    /// not say one number (`1.028.3`).
    Misprint,
    /// A table that states no scale, and whose neighbours do not settle it; right below a table
    /// whose amounts are of its size, that one's is taken, in notes that of the statements. Among
    /// data of operations, a row that may count something, or tell what one customer costs, is
    /// taken for one of amounts.
    UnknownScale,
    /// A column of amounts, or rows of it, whose period is not known.
    ColumnWithoutPeriod,
    /// Two figures that must agree in any statement of their kind do not: the sides of a balance
    /// sheet.
    DoesNotBalance,
    /// A document inside a submission that is no text and was passed over.
    SkippedDocument,
}

impl Code {
    /// The code's name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnplacedNumber => "unplaced-number",
            Self::Misprint => "misprint",
            Self::UnknownScale => "unknown-scale",
            Self::ColumnWithoutPeriod => "column-without-period",
            Self::DoesNotBalance => "does-not-balance",
            Self::SkippedDocument => "skipped-document",
        }
    }

    const fn severity(self) -> Severity {
        match self {
            Self::UnplacedNumber => Severity::Error,
            Self::Misprint
            | Self::UnknownScale
            | Self::ColumnWithoutPeriod
            | Self::DoesNotBalance => Severity::Warning,
            Self::SkippedDocument => Severity::Note,
        }
    }
}
