//! Single notions that a rule asks for by name: a word or two that a label, a heading or a title
//! speaks of it with.

use std::sync::LazyLock;

use crate::knowledge::phrases::Phrases;
use crate::knowledge::rows;
use crate::named::named;

named! {
    /// What words speak of.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Notion {
        /// What is set aside for loans that may not be paid back.
        Allowance = "allowance",
        /// Shares that may be issued.
        Authorized = "authorized",
        /// What figures are on an average.
        Average = "average",
        /// Orders not filled yet, told in pieces as well as in money.
        Backlog = "backlog",
        /// Money at hand, and its flows.
        Cash = "cash",
        /// Operations that go on.
        Continuing = "continuing",
        /// How many times one amount pays for another.
        Coverage = "coverage",
        /// What has come together up to a day.
        Cumulative = "cumulative",
        /// What is divided by.
        Denominator = "denominator",
        /// What adds to the shares that earnings are divided by.
        Dilutive = "dilutive",
        /// Operations given up.
        Discontinued = "discontinued",
        /// The money of amounts, which shares are none of.
        Dollars = "dollars",
        /// What is left of revenues, or lacks.
        Earnings = "earnings",
        /// One of many, for each of which something is told.
        Each = "each",
        /// What is done with options.
        Exercise = "exercise",
        /// What is spent in a period.
        Expenditures = "expenditures",
        /// What a pension plan has or lacks.
        FundedStatus = "funded_status",
        /// What came to the money at hand.
        NetCash = "net_cash",
        /// Sales that are money and nothing else.
        NetSales = "net_sales",
        /// What is divided.
        Numerator = "numerator",
        /// The business of a period; rows below may be of a day.
        Operations = "operations",
        /// Rights to buy shares.
        Options = "options",
        /// Shares in the hands of their holders.
        Outstanding = "outstanding",
        /// What is told in parts of a hundred.
        Percentage = "percentage",
        /// What one thing costs.
        Price = "price",
        /// What one amount is of another.
        Ratio = "ratio",
        /// Money that is held for something.
        Restricted = "restricted",
        /// What was earned and kept.
        Retained = "retained",
        /// What is sold, in pieces or for money.
        Sales = "sales",
        /// Shares kept to be issued.
        SetAside = "set_aside",
        /// One part of many in a company.
        Share = "share",
        /// What a company is owned by, in shares.
        Stock = "stock",
        /// Parts in a partnership, or pieces that are sold.
        Units = "units",
        /// How much a price moves, in parts of one or of a hundred.
        Volatility = "volatility",
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

/// Where a text speaks of a notion first.
pub fn place_of(text: &str, notion: Notion) -> Option<usize> {
    NOTIONS.find(text).find(|found| *NOTIONS.meaning(*found) == notion).map(|found| found.at)
}

/// Whether a text begins by speaking of a notion.
pub fn begins_with(text: &str, notion: Notion) -> bool {
    let mut found = NOTIONS.find(text).take_while(|found| found.at == 0);
    found.any(|found| *NOTIONS.meaning(found) == notion)
}
