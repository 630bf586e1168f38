//! Diagnostics: what is doubtful in a filing, as data. How they are shown is up to [`crate::cli`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::named::named;

/// Something doubtful, and where in the source it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostic {
    /// What kind of doubt it is. Codes are stable across versions.
    pub code: Code,
    /// How serious it is.
    pub severity: Severity,
    /// Source line, from 1.
    pub line: u32,
    /// Column of the line, from 1, tabs expanded to 8.
    pub column: u32,
    /// The doubt in a sentence, for people.
    pub message: String,
}

impl Diagnostic {
    /// A diagnostic with the severity that belongs to its code.
    pub fn new(code: Code, line: u32, column: u32, message: impl Into<String>) -> Self {
        Self { code, severity: code.severity(), line, column, message: message.into() }
    }
}

named! {
    /// How serious a doubt is.
    #[derive(
        Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Severity {
        /// For information; the figures are complete.
        Note = "note",
        /// Some figures may be wrong or say less than they should: no period, no scale.
        Warning = "warning",
        /// Something printed is missing from the output.
        Error = "error",
    }
}

named! {
    /// The kinds of doubt.
    #[derive(
        Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Code {
        /// A number inside a table that belongs to no cell, label, header or mark.
        UnplacedNumber = "unplaced-number",
        /// A number that is misprinted, or whose point may stand for a comma (`$1.556` beside
        /// `$1,578`), or that may be a page number. Its value is what its digits say, or empty if
        /// they do not say one number (`1.028.3`).
        Misprint = "misprint",
        /// Nothing says what amounts, or a few counts, are printed in. Their values are as printed,
        /// or in the scale of a table right above whose amounts are of the same size, or, in notes,
        /// in that of the statements. Also rows that may be counts but are taken for amounts, or
        /// the reverse, and rows that may be printed in full among amounts in thousands.
        UnknownScale = "unknown-scale",
        /// A column of amounts, or some rows of it, whose period is not known.
        ColumnWithoutPeriod = "column-without-period",
        /// Two figures that must agree in any statement of their kind do not: the sides of a
        /// balance sheet, or the cash at the end and what leads to it.
        DoesNotBalance = "does-not-balance",
        /// A document inside a submission that is not text and was skipped.
        SkippedDocument = "skipped-document",
        /// A table that is not read as part of a statement, such as one of properties, though its
        /// numbers look like amounts.
        SkippedTable = "skipped-table",
    }
}

impl Code {
    const fn severity(self) -> Severity {
        match self {
            Self::UnplacedNumber => Severity::Error,
            Self::Misprint
            | Self::UnknownScale
            | Self::ColumnWithoutPeriod
            | Self::DoesNotBalance => Severity::Warning,
            Self::SkippedDocument | Self::SkippedTable => Severity::Note,
        }
    }
}
