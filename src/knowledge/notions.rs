//! Single notions that a rule asks for by name: a word or two that a label, a heading or a title
//! speaks of it with.

use std::sync::LazyLock;

use crate::knowledge::phrases::Phrases;
use crate::knowledge::rows;

/// What words speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notion {
    /// Shares that may be issued.
    Authorized,
    /// What figures are on an average.
    Average,
    /// Orders not filled yet, told in pieces as well as in money.
    Backlog,
    /// Money at hand, and its flows.
    Cash,
    /// How many times one amount pays for another.
    Coverage,
    /// What has come together up to a day.
    Cumulative,
    /// What is divided by.
    Denominator,
    /// The money of amounts, which shares are none of.
    Dollars,
    /// One of many, for each of which something is told.
    Each,
    /// What is done with options.
    Exercise,
    /// What is spent in a period.
    Expenditures,
    /// What a pension plan has or lacks.
    FundedStatus,
    /// What came to the money at hand.
    NetCash,
    /// Sales that are money and nothing else.
    NetSales,
    /// What is divided.
    Numerator,
    /// The business of a period; rows below may be of a day.
    Operations,
    /// Rights to buy shares.
    Options,
    /// What is told in parts of a hundred.
    Percentage,
    /// What one thing costs.
    Price,
    /// What one amount is of another.
    Ratio,
    /// What was earned and kept.
    Retained,
    /// What is sold, in pieces or for money.
    Sales,
    /// Shares kept to be issued.
    SetAside,
    /// What a company is owned by, in shares.
    Stock,
    /// Parts in a partnership, or pieces that are sold.
    Units,
    /// How much a price moves, in parts of one or of a hundred.
    Volatility,
}

impl Notion {
    /// The notion that a row of `notions.csv` names.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "authorized" => Self::Authorized,
            "average" => Self::Average,
            "backlog" => Self::Backlog,
            "cash" => Self::Cash,
            "coverage" => Self::Coverage,
            "cumulative" => Self::Cumulative,
            "denominator" => Self::Denominator,
            "dollars" => Self::Dollars,
            "each" => Self::Each,
            "exercise" => Self::Exercise,
            "expenditures" => Self::Expenditures,
            "funded_status" => Self::FundedStatus,
            "net_cash" => Self::NetCash,
            "net_sales" => Self::NetSales,
            "numerator" => Self::Numerator,
            "operations" => Self::Operations,
            "options" => Self::Options,
            "percentage" => Self::Percentage,
            "price" => Self::Price,
            "ratio" => Self::Ratio,
            "retained" => Self::Retained,
            "sales" => Self::Sales,
            "set_aside" => Self::SetAside,
            "stock" => Self::Stock,
            "units" => Self::Units,
            "volatility" => Self::Volatility,
            _ => return None,
        })
    }
}

static NOTIONS: LazyLock<Phrases<Notion>> = LazyLock::new(|| {
    let rows = rows(include_str!("notions.csv"));
    Phrases::new(rows.filter_map(|[name, phrase]| Some((phrase, Notion::named(name)?))))
});

/// Whether a text speaks of a notion anywhere.
pub fn speaks_of(text: &str, notion: Notion) -> bool {
    NOTIONS.find(text).any(|found| *NOTIONS.meaning(found) == notion)
}

/// Whether a text begins by speaking of a notion.
pub fn begins_with(text: &str, notion: Notion) -> bool {
    let mut found = NOTIONS.find(text).take_while(|found| found.at == 0);
    found.any(|found| *NOTIONS.meaning(found) == notion)
}
