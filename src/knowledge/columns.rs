//! What the words over a column say of its figures.

use std::sync::LazyLock;

use crate::knowledge::periods::ends_in_number;
use crate::knowledge::phrases::{Found, Phrases, Words};
use crate::knowledge::shares::{speaks_of_securities, tells_par_value};
use crate::knowledge::units::Measure;
use crate::knowledge::{holds, rows, words};

questions! {
    /// Whether a column's header, in plain form, says that amounts are told otherwise than as
    /// reported: `Non-GAAP`, `As adjusted`.
    pub fn is_restated_column = Phrases::any("restated" in "columns.csv");
    /// Whether a column's header, in plain form, names a value that something has on a day.
    pub fn is_balance_column = Phrases::any("balance" in "columns.csv");
    /// Whether a column's header, in plain form, names what happened in some time.
    pub fn is_flow_column = Phrases::any("flow" in "columns.csv");
    /// Whether a column's header says that its figures are counted in years.
    pub fn counts_years = Phrases::any("years" in "columns.csv");
    /// Whether the words over columns are those of a list that is no table of amounts: of owners,
    /// of exhibits, of properties.
    pub fn heads_a_list = Phrases::any("list" in "words.csv");
    /// Whether words over a column, or the label of a row, count votes: `Against`, `Abstentions`.
    pub fn counts_votes = Words::has("vote" in "words.csv");
    /// Whether words over columns are those of a list of properties.
    pub fn heads_properties = Phrases::any("property_list" in "words.csv");
    /// Whether a word over a column is that of the lives of things.
    pub fn heads_lives = Words::has("life" in "words.csv");
    /// Whether words over a column are those of dividends beside prices.
    pub fn heads_dividends = Phrases::any("dividend" in "columns.csv");
    /// Whether a column's header, in plain form, speaks of an average.
    pub fn heads_averages = Phrases::any("average" in "columns.csv");
    /// Whether a column's header, in plain form, names a rate, which may be printed in percent
    /// without the sign: `Yield`, `Interest Rate`.
    pub fn heads_rates = Phrases::any("in_points" in "columns.csv");
    /// Whether a column's header, in plain form, names something that happens in a year:
    /// `Maturity`.
    pub fn heads_years = Phrases::any("calendar_year" in "columns.csv");
}

static PRICES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("price"));

static COLUMNS: LazyLock<Phrases<&'static str>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("columns.csv")).map(|[sense, phrase]| (phrase, sense)))
});

static NO_PERIOD: LazyLock<Phrases> = LazyLock::new(|| columns("no_period"));
static CONSOLIDATES: LazyLock<Phrases> = LazyLock::new(|| columns("consolidates"));
static MANNERS: LazyLock<Words> =
    LazyLock::new(|| Words::listed(include_str!("columns.csv"), "manner"));
static REPORTED: LazyLock<Phrases> = LazyLock::new(|| columns("reported"));
static NOTES: LazyLock<Words> =
    LazyLock::new(|| Words::listed(include_str!("columns.csv"), "note"));

/// The phrases of one sense, of which many headers are asked.
fn columns(sense: &'static str) -> Phrases {
    Phrases::listed(include_str!("columns.csv"), sense)
}

fn column_says(header: &str, sense: &str) -> bool {
    COLUMNS.find(header).any(|found| *COLUMNS.meaning(found) == sense)
}

/// Whether a column's header says that it is no period: a change, an adjustment. What is taken off
/// where the figures of a group are added up is of their period: `Consolidating adjustments`.
pub fn is_no_period(header: &str) -> bool {
    NO_PERIOD.any(header) && !CONSOLIDATES.any(header)
}

/// Whether a column's header, in plain form, says in which way amounts are told: `Historical`, `As
/// adjusted`.
pub fn tells_how_reported(header: &str) -> bool {
    REPORTED.any(header) || is_restated_column(header) || MANNERS.has(header)
}

/// Whether a column's header, in plain form, says that amounts are as they were reported: `GAAP`.
pub fn is_reported_column(header: &str) -> bool {
    REPORTED.any(header) && !is_restated_column(header)
}

/// Whether a column's header says that it holds references to notes.
pub fn is_note_column(header: &str) -> bool {
    NOTES.has(header.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether words over a column are those of a price in a range: `High`, `Low ($)`.
pub fn heads_prices(words: &str) -> bool {
    let words = words.trim();
    let words = words.strip_suffix("($)").map_or(words, str::trim_end);
    PRICES.iter().any(|word| words.eq_ignore_ascii_case(word))
}

/// Whether a column's header, in plain form, names what may be printed in percent: a change, a
/// ratio.
pub fn may_be_percent(header: &str) -> bool {
    is_no_period(header) || column_says(header, "ratio")
}

/// Whether a column's header, in plain form, says that its figures are percentages.
pub fn heads_percentages(header: &str) -> bool {
    column_measure(header) == Some(Measure::Percent)
}

/// Whether a column's header, in plain form, names no more than a number of something.
pub fn is_bare_number(header: &str) -> bool {
    column_says(header, "number") && !column_says(header, "shares")
}

/// Whether a column's header, in plain form, names the price of something that is bought as a
/// whole: `Purchase Price`.
pub fn is_price_of_whole(header: &str) -> bool {
    column_says(header, "whole_price") && !holds(header, "per")
}

/// What a column's header, in plain form, says that its figures measure.
pub fn column_measure(header: &str) -> Option<Measure> {
    // What stands first in this list is more than what stands behind it.
    const SENSES: [(&str, Measure); 9] = [
        ("percent", Measure::Percent),
        ("rate", Measure::Pure),
        ("money", Measure::Money),
        ("per_share", Measure::PerShare),
        ("pure", Measure::Pure),
        ("years", Measure::Pure),
        ("shares", Measure::Shares),
        ("number", Measure::Shares),
        ("units", Measure::Pure),
    ];
    let rank = |found: Found| {
        let sense = *COLUMNS.meaning(found);
        let of_name = sense == "percent" && ends_in_number(&header[..found.at]);
        // `Common Stock (Par Value $.01 Per Share)` holds what the stock is carried at.
        let of_par = sense == "per_share" && tells_par_value(&header[..found.at]);
        // `Number of Employees`, not `Number of Options`
        let of_shares = COLUMNS.phrase(found).ends_with(" of") && speaks_of_securities(header);
        let says_so = !of_name && !of_par && !of_shares;
        SENSES.iter().position(|(known, _)| *known == sense && says_so)
    };
    COLUMNS.find(header).filter_map(rank).min().map(|rank| SENSES[rank].1)
}
