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
    /// Orders not filled yet, told in pieces as well as in money.
    Backlog,
    /// How many times one amount pays for another.
    Coverage,
    /// What has come together up to a day.
    Cumulative,
    /// What is divided by.
    Denominator,
    /// The money of amounts, which shares are none of.
    Dollars,
    /// What is done with options.
    Exercise,
    /// What is spent in a period.
    Expenditures,
    /// What a pension plan has or lacks.
    FundedStatus,
    /// Sales that are money and nothing else.
    NetSales,
    /// What is divided.
    Numerator,
    /// The business of a period; rows below may be of a day.
    Operations,
    /// What is told in parts of a hundred.
    Percentage,
    /// What one thing costs.
    Price,
    /// What one amount is of another.
    Ratio,
    /// What is sold, in pieces or for money.
    Sales,
    /// Shares kept to be issued.
    SetAside,
    /// How much a price moves, in parts of one or of a hundred.
    Volatility,
}

static NOTIONS: LazyLock<Phrases<Notion>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("notions.csv")).filter_map(|[name, phrase]| {
        let notion = match name {
            "authorized" => Notion::Authorized,
            "backlog" => Notion::Backlog,
            "coverage" => Notion::Coverage,
            "cumulative" => Notion::Cumulative,
            "denominator" => Notion::Denominator,
            "dollars" => Notion::Dollars,
            "exercise" => Notion::Exercise,
            "expenditures" => Notion::Expenditures,
            "funded_status" => Notion::FundedStatus,
            "net_sales" => Notion::NetSales,
            "numerator" => Notion::Numerator,
            "operations" => Notion::Operations,
            "percentage" => Notion::Percentage,
            "price" => Notion::Price,
            "ratio" => Notion::Ratio,
            "sales" => Notion::Sales,
            "set_aside" => Notion::SetAside,
            "volatility" => Notion::Volatility,
            _ => return None,
        };
        Some((phrase, notion))
    }))
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
