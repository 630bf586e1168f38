//! Money for each of something: prices and averages, which no scale applies to.

use std::sync::LazyLock;

use crate::knowledge::counted::tells_for_each;
use crate::knowledge::phrases::{Beginnings, Phrases, Words};
use crate::knowledge::scales::ends_in_amount;
use crate::knowledge::{beginnings, holds, phrase_list, plain, word_list};

questions! {
    /// Whether words speak of a price: `Average selling price`.
    pub fn names_price = Phrases::any("priced" in "words.csv");
    /// Whether words, in [`plain`] form, speak of how much there is or was sold: `Average price and
    /// volumes`.
    pub fn names_quantity = Phrases::any("quantity" in "words.csv");
    /// Whether a label names so much per day or week: `Average weekly sales`.
    pub fn is_of_days = Phrases::any("day_or_week" in "words.csv");
    /// Whether a label, in plain form, tells what one currency is worth in another.
    pub fn tells_exchange_rate = Phrases::any("exchange_rate" in "words.csv");
    /// Whether a label names homes, none of which costs less than thousands.
    pub fn names_dwellings = Phrases::any("dwelling" in "words.csv");
    /// Whether a label, in plain form, names what may be told for one of something as well as for
    /// all: `Customer acquisition cost`.
    pub fn may_cost_each = Beginnings::begin("cost_of_one" in "words.csv");
}

static UNSCALED: LazyLock<Phrases> = LazyLock::new(|| phrase_list("unscaled"));
static AVERAGES: LazyLock<Words> = LazyLock::new(|| word_list("average"));
static PRICES: LazyLock<Words> = LazyLock::new(|| word_list("price_of_one"));
static RECKONINGS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("reckoning"));
static DEAR: LazyLock<Words> = LazyLock::new(|| word_list("dear"));

/// Whether a label, in [`plain`] form, names money per something, which no scale applies to:
/// `Price per ton`, `Price ($/kit)`. One currency for another is none: `US$/DM contracts`; nor is an
/// amount that was paid at a rate: `Distributions ($1.94 per unit)`.
pub fn is_unscaled(label: &str) -> bool {
    names_money_per(label) || is_average_price(label)
}

/// `Average natural gas price`, `Average monthly rent`; what is sold at so much may be told in
/// thousands: `Average sales price`.
fn is_average_price(label: &str) -> bool {
    const MOST_WORDS: usize = 4;
    if !begins_as_average(label) {
        return false;
    }
    let label = label.split(" (").next().unwrap_or(label);
    let Some((_, words)) = label.split_once(' ') else { return false };
    let mut words = words.split(' ');
    words.next_back().is_some_and(|word| PRICES.has(word))
        && words.clone().count() <= MOST_WORDS
        && !words.any(|word| DEAR.has(word))
}

/// Whether a label names money for each of something, and not what came of an amount that it tells.
fn names_money_per(label: &str) -> bool {
    UNSCALED.find(label).any(|found| !ends_in_amount(&label[..found.at])) || tells_for_each(label)
}

/// Whether a label, in [`plain`] form, names money per something, or per day or week.
pub fn tells_of_one(label: &str) -> bool {
    holds(label, "per") || is_of_days(label)
}

/// Whether a label begins by naming an average, and goes on with the one of many things that it is
/// of: `Average revenue per customer`.
pub fn is_average_of_one(label: &str) -> bool {
    begins_as_average(label) && holds(label, "per")
}

fn begins_as_average(label: &str) -> bool {
    AVERAGES.may_begin(label) && AVERAGES.has(label.split(' ').next().unwrap_or_default())
}

/// Whether a heading says that its rows lead to something, which it names, and are none of it:
/// `Calculation of cost per mile`.
pub fn heads_reckoning(heading: &str) -> bool {
    RECKONINGS.begin(&plain(heading))
}
