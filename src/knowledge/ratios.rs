//! Rates and ratios: what one amount is of another, in percent or as a multiple.

use std::sync::LazyLock;

use crate::knowledge::phrases::{Found, Phrases};
use crate::knowledge::shares::PAID_ON_SECURITIES;
use crate::knowledge::units::Measure;
use crate::knowledge::{holds, is_leading, phrase_list};

questions! {
    /// Whether words, in plain form, name loans in doubt, of which an allowance may be several
    /// times as much.
    pub fn names_doubtful_loans = Phrases::any("doubtful_loans" in "words.csv");
    /// Whether words, in plain form, name what is sold, which rents may follow.
    pub fn names_turnover = Phrases::any("turnover" in "words.csv");
}

static COMPARING: LazyLock<Phrases> = LazyLock::new(|| phrase_list("comparing"));
static RATES: LazyLock<Phrases> = LazyLock::new(|| phrase_list("rate"));
static MULTIPLES: LazyLock<Phrases> = LazyLock::new(|| phrase_list("multiple"));
static RATES_IN_POINTS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("rate_in_points"));
static WHOLES: LazyLock<Phrases> = LazyLock::new(|| phrase_list("whole"));
static LARGE_PARTS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("large_part"));

/// What a label, in plain form, measures where its figures have decimals and amounts have none:
/// `Operating margin   11.9`.
pub fn measure_in_points(label: &str) -> Option<Measure> {
    if MULTIPLES.any(label) {
        return Some(Measure::Ratio);
    }
    RATES.any(label).then_some(Measure::Percent)
}

/// Whether a label, in plain form, names a rate or what part of a whole is used, `Prime rate at
/// end of year`: figures with decimals are percentages whatever stands over them, unlike those of
/// `Occupancy expense` and `Prime rate loans`. An average rate may be a price as well.
pub fn names_rate_in_points(label: &str) -> bool {
    let ends = |found: Found| {
        let behind = label[found.at + RATES_IN_POINTS.phrase(found).len()..].trim_start();
        let word = behind.split(' ').next().unwrap_or_default();
        !behind.starts_with(char::is_alphanumeric) || is_leading(word)
    };
    RATES_IN_POINTS.find(label).any(ends)
        && measure_in_points(label) == Some(Measure::Percent)
        && !holds(label, "average rate")
}

/// Whether a label, in plain form, tells what part of the assets, loans or deposits of a bank
/// something is, which it tells in percent: not of those in doubt, of which an allowance may be
/// several times as much, nor how often sales turn them over.
pub fn tells_part_of_balance(label: &str) -> bool {
    let Some((part, whole)) = label.split_once(" to ") else { return false };
    WHOLES.any(whole) && !names_doubtful_loans(whole) && !names_turnover(part)
}

/// Whether a label, in plain form, tells what part of an amount another one is, `Sales as a percentage
/// of plan`; not so of sales, which rents follow.
pub fn compares_amounts(label: &str) -> bool {
    let whole = |found: Found| &label[found.at + COMPARING.phrase(found).len()..];
    COMPARING.find(label).any(|found| !names_turnover(whole(found))) && !holds(label, "based on")
}

/// Whether a label, in plain form, tells what part of a balance debt or equity is, which is more
/// than one percent of it: below one, it is printed as a fraction.
pub fn tells_large_part(label: &str) -> bool {
    let is_large = |part: &str| LARGE_PARTS.any(part) && !PAID_ON_SECURITIES.any(part);
    label.split_once(" to ").is_some_and(|(part, _)| is_large(part))
}
