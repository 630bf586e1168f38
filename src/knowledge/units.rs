//! What figures are printed in and what they measure: scales, currencies, shares, rates.

use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::knowledge::counted::{
    EARNED, behind_number, is_counted, is_kind_of_things, names_amount, names_cost, scales_things,
    tells_for_each,
};
use crate::knowledge::periods::{PeriodWord, period_word};
use crate::knowledge::phrases::{Beginnings, Found, Phrases, Words, ends_a_word};
use crate::knowledge::{
    beginnings, begins, holds, is_hanging, is_leading, is_spelled_plain, phrase_list, plain, rows,
    word_list, words, words_in,
};
use crate::record::Currency;

/// Phrases and the scale they name; some name none, but hide a phrase that would.
static SCALES: LazyLock<Phrases<Option<u32>>> = LazyLock::new(|| {
    Phrases::new(
        rows(include_str!("scales.csv")).map(|[scale, phrase]| (phrase, scale.parse().ok())),
    )
});

/// What one printed unit stands for by a phrase such as `(in thousands)`: the phrase that comes
/// first in the text decides, of two that begin together the longer. Gives the scale and where the
/// phrase begins in the [`plain`] text.
pub fn scale_of(text: &str) -> Option<(u32, usize)> {
    let length = |found: Found| SCALES.phrase(found).len();
    let mut first: Option<Found> = None;
    for found in SCALES.find(text) {
        match first {
            Some(known) if found.at == known.at => {
                first = first.filter(|_| length(known) >= length(found)).or(Some(found));
            }
            Some(known) if SCALES.meaning(known).is_none() => {
                first = first.filter(|_| found.at < known.at + length(known)).or(Some(found));
            }
            Some(_) => break,
            None => first = Some(found),
        }
    }
    let found = first?;
    let scale = (*SCALES.meaning(found))?;
    if is_spelled_plain(text.as_bytes()) {
        return Some((scale, found.at));
    }
    let before = plain(&text[..found.at]);
    let parted = !before.is_empty() && text[..found.at].ends_with(char::is_whitespace);
    Some((scale, before.len() + usize::from(parted)))
}

static OF_UNIT_REMARKS: LazyLock<Words<()>> = LazyLock::new(|| word_list("of_unit_remark"));

/// Whether a text is a remark on what figures are printed in and nothing else: `Dollars in
/// millions, except per share data`.
pub fn is_remark_on_units(text: &str) -> bool {
    let is_other = |word: &&str| !OF_UNIT_REMARKS.has(word);
    let other = words_of(text).find(is_other);
    // Most texts have another word, and need no closer look.
    if other.is_some_and(|word| !begins_exception(word)) {
        return false;
    }
    let text = plain(text);
    let remark = text.split("except").next().unwrap_or("");
    scale_of(remark).is_some()
}

/// The words of a text, without digits and signs.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

/// Whether the word for an exception stands in another, by itself or glued to it.
pub fn begins_exception(word: &str) -> bool {
    let except = b"except";
    word.as_bytes().windows(except.len()).any(|part| part.eq_ignore_ascii_case(except))
}

/// The currencies that are written with a dollar sign.
static DOLLARS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("dollar"));

/// Whether amounts in a currency may bear a dollar sign.
pub fn has_dollar_sign(currency: Currency) -> bool {
    DOLLARS.iter().any(|code| code.eq_ignore_ascii_case(currency.code()))
}

static CURRENCIES: LazyLock<Phrases<Currency>> = LazyLock::new(|| {
    Phrases::new(
        rows(include_str!("currencies.csv"))
            .filter_map(|[code, phrase]| Some((phrase, Currency::new(code)?))),
    )
});

/// The currency that a text names first.
pub fn currency_of(text: &str) -> Option<Currency> {
    CURRENCIES.find(text).next().map(|found| *CURRENCIES.meaning(found))
}

static MONEY: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("money"));

/// Whether a text says that figures are amounts of money: `(dollars in millions)`.
pub fn speaks_of_money(text: &str) -> bool {
    MONEY.any(text) || currency_of(text).is_some()
}

/// Signs of currencies and the ISO codes of these, by the byte that they begin with.
type SignsByStart = [Vec<(&'static str, &'static str)>; 1 << 8];

static CURRENCY_SIGNS: LazyLock<SignsByStart> = LazyLock::new(|| {
    let mut by_start: SignsByStart = std::array::from_fn(|_| Vec::new());
    for [code, sign] in rows(include_str!("currency_signs.csv")) {
        by_start[usize::from(sign.as_bytes()[0])].push((sign, code));
    }
    by_start
});

/// The sign of a currency that a word begins with, and the currency's ISO code. A dollar sign alone
/// may be that of any dollar.
pub fn currency_sign(word: &[u8]) -> Option<(&'static str, &'static str)> {
    let mut known = CURRENCY_SIGNS[usize::from(*word.first()?)].iter();
    known.find(|(sign, _)| word.starts_with(sign.as_bytes())).copied()
}

/// Letters that stand for the sign of a currency, and its ISO code.
static CURRENCY_LETTERS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    rows(include_str!("currency_letters.csv")).map(|[code, letters]| (letters, code)).collect()
});

/// The ISO code of the currency for whose sign letters stand, written just so: `DM`, `E`.
pub fn currency_in_letters(word: &[u8]) -> Option<&'static str> {
    let mut known = CURRENCY_LETTERS.iter();
    known.find(|(letters, _)| letters.as_bytes() == word).map(|(_, code)| *code)
}

/// Such letters right before the amount, and the ISO code: `Y14,334`, `DM1.05`. An amount has
/// thousands or cents.
pub fn currency_letters(word: &[u8]) -> Option<(&'static str, &'static str)> {
    // Few words are like that.
    if !matches!(word, [b'A'..=b'Z', .., b'0'..=b'9' | b')' | b'*']) {
        return None;
    }
    let digit = word.iter().position(u8::is_ascii_digit)?;
    let letters = word[..digit].trim_ascii_end();
    let number = &word[digit..];
    let has_cents = || {
        let cents = number.iter().position(|&b| b == b'.').map(|at| &number[at + 1..]);
        cents.is_some_and(|c| {
            matches!(c, [b'0'..=b'9', b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9', b')'])
        })
    };
    let mut known = CURRENCY_LETTERS.iter();
    let is_amount = number.contains(&b',') || has_cents();
    known.find(|(known, _)| is_amount && known.as_bytes() == letters).copied()
}

static UNITS_OF_FIGURES: LazyLock<Words<()>> = LazyLock::new(|| word_list("unit_of_figures"));
static UNSCALED: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("unscaled"));
static COUNTS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("counts"));
static STATISTICS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("statistic"));
static LIMITS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("limit"));
static DITTOS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("ditto"));
static SHARE_COUNTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("share_count"));
static GRANTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("grant"));
static SECURITIES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("security"));
static SHARE_ACTS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("share_act"));
static RATES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("rate"));
static MULTIPLES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("multiple"));
static IN_CENTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("in_cents"));
static HOLDINGS: LazyLock<Words<()>> = LazyLock::new(|| word_list("holding"));

static EXCHANGE_RATES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("exchange_rate"));
static DIVIDENDS: LazyLock<Words<()>> = LazyLock::new(|| word_list("dividend"));

/// Whether a label, in plain form, tells what one currency is worth in another.
pub fn tells_exchange_rate(label: &str) -> bool {
    EXCHANGE_RATES.any(label)
}

/// Whether a label, in [`key`](super::key) form, is that of dividends, and of nothing beside them.
pub fn is_dividend(label: &str) -> bool {
    DIVIDENDS.has(label)
}

/// Whether a word behind a figure says what it counts: `pts.`, `bp`.
pub fn is_unit_of_figures(word: &str) -> bool {
    UNITS_OF_FIGURES.has(word)
}

/// Whether a label, in [`plain`] form, names money per something, which no scale applies to:
/// `Price per ton`, `Price ($/kit)`. One currency for another is none: `US$/DM contracts`; nor is an
/// amount that was paid at a rate: `Distributions ($1.94 per unit)`.
pub fn is_unscaled(label: &str) -> bool {
    names_money_per(label) || is_average_price(label)
}

static DEAR: LazyLock<Words<()>> = LazyLock::new(|| word_list("dear"));

/// `Average natural gas price`; what is sold at so much may be told in thousands: `Average sales
/// price`.
fn is_average_price(label: &str) -> bool {
    const MOST_WORDS: usize = 4;
    let label = label.split(" (").next().unwrap_or(label);
    let mut words = label.split(' ');
    let average = words.next().is_some_and(|word| AVERAGES.has(word));
    average
        && words.next_back().is_some_and(names_price)
        && words.clone().count() <= MOST_WORDS
        && !words.any(|word| DEAR.has(word))
}

/// Whether a label names money for each of something, and not what came of an amount that it tells.
fn names_money_per(label: &str) -> bool {
    UNSCALED.find(label).any(|found| !ends_in_amount(&label[..found.at])) || tells_for_each(label)
}

/// Whether words end in an amount, printed with its sign or its cents.
pub(super) fn ends_in_amount(words: &str) -> bool {
    let last = words.trim_end().rsplit(' ').next().unwrap_or_default();
    last.contains(['$', '.']) && last.ends_with(|c: char| c.is_ascii_digit())
}

static RECKONINGS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("reckoning"));

/// Whether a heading says that its rows lead to something, which it names, and are none of it:
/// `Calculation of cost per mile`.
pub fn heads_reckoning(heading: &str) -> bool {
    RECKONINGS.begin(&plain(heading))
}

static DWELLINGS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("dwelling"));
static ORDERS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("order"));

/// Whether a label names homes, none of which costs less than thousands.
pub fn names_dwellings(label: &str) -> bool {
    DWELLINGS.any(label)
}

/// Whether a label, in [`plain`] form, names orders, which are told in pieces as well as in money.
pub fn names_orders(label: &str) -> bool {
    ORDERS.any(label)
}

static OF_ONE: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("of_one"));
static AVERAGES: LazyLock<Words<()>> = LazyLock::new(|| word_list("average"));

/// Whether a label, in [`plain`] form, names money per something, or per day or week.
pub fn tells_of_one(label: &str) -> bool {
    OF_ONE.any(label)
}

/// Whether a label begins by naming an average, and goes on with the one of many things that it is
/// of: `Average revenue per customer`.
pub fn is_average_of_one(label: &str) -> bool {
    AVERAGES.has(label.split(' ').next().unwrap_or_default()) && holds(label, "per")
}

static HELD_UNITS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("held_unit"));

static TURNOVERS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("turnover"));

/// Whether words, in [`plain`] form, name what is sold, which rents may follow.
pub fn names_turnover(words: &str) -> bool {
    TURNOVERS.any(words)
}

/// Whether a label, in [`plain`] form, begins by saying that it counts shares:
/// `Shares outstanding`, `Number of options`.
pub fn begins_as_count(label: &str) -> bool {
    SHARE_COUNTS.begin(label)
}

/// Whether a label, in [`plain`] form, tells what was done with shares, for so much money as well
/// as for so many of them: `Shares issued for services`.
pub fn is_share_act(label: &str) -> bool {
    SHARE_ACTS.any(label)
}

/// Whether a text speaks of shares or of what gives a right to them.
pub fn speaks_of_securities(text: &str) -> bool {
    SECURITIES.any(text)
}

/// What a label, in [`plain`] form, measures where its figures have decimals and amounts have none:
/// `Operating margin   11.9`.
pub fn measure_in_points(label: &str) -> Option<Measure> {
    if MULTIPLES.any(label) {
        return Some(Measure::Ratio);
    }
    RATES.any(label).then_some(Measure::Percent)
}

static RATES_IN_POINTS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("rate_in_points"));

/// Whether a label, in [`plain`] form, names a rate or what part of a whole is used, `Prime rate at
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

static WHOLES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("whole"));

static LARGE_PARTS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("large_part"));

/// Whether a label, in [`plain`] form, tells what part of the assets, loans or deposits of a bank
/// something is, which it tells in percent: not of those in doubt, of which an allowance may be
/// several times as much, nor how often sales turn them over.
pub fn tells_part_of_balance(label: &str) -> bool {
    let Some((part, whole)) = label.split_once(" to ") else { return false };
    WHOLES.any(whole) && !names_doubtful_loans(whole) && !names_turnover(part)
}

static DOUBTFUL_LOANS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("doubtful_loans"));

/// Whether words, in [`plain`] form, name loans in doubt, of which an allowance may be several times
/// as much.
pub fn names_doubtful_loans(words: &str) -> bool {
    DOUBTFUL_LOANS.any(words)
}

static SHARE_ACTIVITIES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("share_activity"));

/// Whether a title, in [`plain`] form, says that its table tells what became of shares.
pub fn tells_share_activity(title: &str) -> bool {
    SHARE_ACTIVITIES.any(title)
}

static CONVERTIBLES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("convertible"));
static PAID_ON_SECURITIES: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrase_list("paid_on_security"));

/// Whether a label, in [`plain`] form, names what may become shares, and not what is paid on it:
/// `Interest on convertible debt`.
pub fn becomes_shares(label: &str) -> bool {
    CONVERTIBLES.any(label) && !PAID_ON_SECURITIES.any(label)
}

/// Whether a label, in [`plain`] form, tells what part of a balance debt or equity is, which is more
/// than one percent of it: below one, it is printed as a fraction.
pub fn tells_large_part(label: &str) -> bool {
    let is_large = |part: &str| LARGE_PARTS.any(part) && !PAID_ON_SECURITIES.any(part);
    label.split_once(" to ").is_some_and(|(part, _)| is_large(part))
}

/// Whether a title, in [`plain`] form, announces counts rather than amounts, and not both:
/// `(dollars in millions; thousands of tons)`.
pub fn announces_counts(title: &str) -> bool {
    if scales_things(title) { !speaks_of_money(title) } else { COUNTS.any(title) }
}

/// Whether a title announces data of operations, counts and amounts among them.
pub fn announces_statistics(title: &str) -> bool {
    STATISTICS.any(title)
}

static SPLITS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("split"));

/// Where a text tells that stock was split.
pub fn tells_of_split(text: &str) -> Option<usize> {
    SPLITS.find(text).next().map(|found| found.at)
}

static COMPARISONS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("comparison"));

/// Where a text tells what something is compared with.
pub fn tells_of_comparison(text: &str) -> Option<usize> {
    COMPARISONS.find(text).next().map(|found| found.at)
}

/// What stands behind each phrase of a text that sets a limit: `within`, `in excess of`.
pub fn behind_limits(text: &str) -> impl Iterator<Item = &str> {
    // Blanks of more than a byte may stand in the phrase.
    LIMITS.find(text).filter_map(|found| text.get(found.at + LIMITS.phrase(found).len()..))
}

/// Whether a label, in [`plain`] form, goes on with what the one above it measures: `Basic`,
/// `Diluted`.
pub fn is_ditto(label: &str) -> bool {
    DITTOS.contains(&label.trim_matches(|c: char| !c.is_alphanumeric()))
}

static PRICED: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("priced"));

/// Whether words speak of a price: `Average selling price`.
pub fn names_price(words: &str) -> bool {
    PRICED.any(words)
}

static RESULTS_PER_SHARE: LazyLock<Beginnings> = LazyLock::new(|| beginnings("result_per_share"));

/// Whether a label or heading, in [`plain`] form, begins as the name of a result per share does:
/// `Diluted earnings per share`, `Net loss per common share`.
pub fn is_result_per_share(label: &str) -> bool {
    let ditto = |word: &&str| begins(label, word).then_some(word.len());
    let longest = DITTOS.iter().filter_map(ditto).max().unwrap_or(0);
    let words = label[longest..].trim_start();
    RESULTS_PER_SHARE.begin(words) && measure_of(label) == Some(Measure::PerShare)
}

/// Whether a heading, in [`plain`] form, is over counts of shares and nothing else, as
/// `Common shares` may not be: `Weighted average shares`, `Shares used`, but not `Average shares
/// and earnings per share`.
pub fn is_count_of_shares(heading: &str) -> bool {
    let per_share = |part: &str| measure_of(part) == Some(Measure::PerShare);
    let is_of_both = || {
        holds(heading, "data") || !holds(heading, "used") && heading.split(" and ").any(per_share)
    };
    measure_of(heading) == Some(Measure::Shares)
        && (begins_as_count(heading) || holds(heading, "average"))
        && !is_of_both()
}

/// Whether a label begins with what becomes of awards of shares: `Granted`, `Options exercised`.
pub fn is_of_grants(label: &str) -> bool {
    let plain = plain(label);
    let act = plain.strip_prefix("options ").unwrap_or(&plain);
    GRANTS.begin(act)
}

/// Phrases and what they measure; some measure nothing, but hide a phrase that does.
static UNITS: LazyLock<Phrases<Option<Measure>>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("units.csv")).map(|[unit, phrase]| (phrase, measure(unit))))
});

/// What a phrase says of the figures beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Money, whatever else the words may say.
    Money,
    /// Money per share.
    PerShare,
    /// A count of shares.
    Shares,
    /// A percentage.
    Percent,
    /// A ratio.
    Ratio,
    /// Another count.
    Pure,
}

fn measure(name: &str) -> Option<Measure> {
    Some(match name {
        "money" => Measure::Money,
        "per_share" => Measure::PerShare,
        "shares" => Measure::Shares,
        "percent" => Measure::Percent,
        "ratio" => Measure::Ratio,
        "pure" => Measure::Pure,
        _ => return None,
    })
}

/// Whether a label, in [`plain`] form, is `Shares`, with what they are counted in or without, as it
/// must be behind `Common shares`, which are told in money as well: `Common shares (in millions)`,
/// but `Common shares (in millions of dollars)`.
fn is_name_of_shares(text: &str) -> bool {
    let Some(behind) = text.strip_prefix("common ").unwrap_or(text).strip_prefix("shares") else {
        return false;
    };
    let begins_remark = [" (", ","].into_iter().any(|sign| behind.starts_with(sign));
    text == "shares" || begins_remark && is_remark_on_units(behind) && !speaks_of_money(behind)
}

/// Money by its first name, and what has a unit of its own.
static OWN_UNITS: LazyLock<Words<()>> = LazyLock::new(|| word_list("own_unit"));
/// Whether an aside says what things so many are: `traffic (000s of vehicles)`, `orders (000 cubic
/// feet)`. Thousands of units may be those of a partnership.
fn counts_in_aside(text: &str) -> bool {
    let aside = |(at, _): (usize, &str)| text[at + 1..].split_once(')').map(|(inside, _)| inside);
    let counts = |aside: &str| {
        let number = aside.strip_prefix("in ").unwrap_or(aside);
        let Some(things) = behind_number(number) else { return false };
        let thing = things.rsplit(' ').next().unwrap_or(things);
        let are_told = || aside.contains(" of ") && thing.len() > 3 && thing.ends_with('s');
        (are_told() || is_kind_of_things(things))
            && !aside.contains(['$', '(', ','])
            && !speaks_of_money(aside)
            && !names_amount(things)
            && !OWN_UNITS.has(thing)
    };
    text.match_indices('(').filter_map(aside).any(counts)
}

/// What a label or heading, in [`plain`] form, says it measures; the phrase that comes first
/// decides.
pub fn measure_of(text: &str) -> Option<Measure> {
    if let Some(measure) = measure_by_form(text) {
        return Some(measure);
    }
    // Of two that begin together, the longer one knows better.
    let listed = UNITS
        .find(text)
        .filter(|found| is_measure(text, *found))
        .map(|found| (found.at, Reverse(UNITS.phrase(found).len()), *UNITS.meaning(found)));
    let per_share = per_share(text).map(|at| (at, Reverse(0), Some(Measure::PerShare)));
    let named = listed.chain(per_share).min_by_key(|&(at, length, _)| (at, length));
    // `Cash cost per ounce (US$)` counts no ounces; `Earnings per share ($)` are for each of them.
    match named.and_then(|(_, _, m)| m) {
        None | Some(Measure::Pure | Measure::Ratio) if ends_in_currency(text) => {
            Some(Measure::Money)
        }
        named => named,
    }
}

/// What a label measures by the form of its words, whatever phrases it has.
fn measure_by_form(text: &str) -> Option<Measure> {
    // `Ratio of debt to total capital (%)`, `Empty miles percentage`
    if text.ends_with("(%)") || text.ends_with(" percentage") {
        return Some(Measure::Percent);
    }
    if is_name_of_shares(text) {
        return Some(Measure::Shares);
    }
    // `Loans sold, units`; those that are held are shares.
    let are_pieces = || text.ends_with(", units") && !HELD_UNITS.any(text);
    // `Earnings per share (cents)` are no dollars.
    let in_cents =
        || text.match_indices('(').any(|(at, _)| IN_CENTS.of(&text[at..]).next().is_some());
    (counts_in_aside(text) || are_pieces() || in_cents()).then_some(Measure::Pure)
}

/// Whether a phrase tells what a label measures, and not what the words around it name.
fn is_measure(text: &str, found: Found) -> bool {
    let phrase = UNITS.phrase(found);
    let before = &text[..found.at];
    let behind = || &text[found.at + phrase.len()..];
    match UNITS.meaning(found) {
        // `Notes due 2010 (9.39% effective rate)`
        Some(Measure::Percent) => {
            !ends_in_number(before) && !ends_in_number(before.trim_end_matches([' ', '%']))
        }
        // `Denominator - fixed charges`
        Some(Measure::Shares) if phrase == "denominator" => {
            text.contains("share") || !names_amount(text)
        }
        // `Weighted average number of rigs`
        Some(Measure::Shares) => {
            !is_counted_aside(text, found.at)
                && !behind().strip_prefix(" of ").is_some_and(is_counted)
        }
        // `Past due 90 calendar days or more`
        Some(Measure::Pure) if phrase.ends_with("days") && ends_in_number(before) => false,
        // `Headcount related costs`, `Revenues from homes closed`, `Average price per Mmcf`
        Some(Measure::Pure) => {
            let of_one = || holds(before, "per") || names_price(text);
            let earned = || EARNED.any(before) || EARNED.any(behind());
            phrase.starts_with('(') || !(names_cost(text) || earned() || of_one())
        }
        _ => true,
    }
}

/// Whether a text ends in the sign of a currency in parentheses, and what the money is for:
/// `Cash cost (US$)`, `Realized price ($/oz)`.
fn ends_in_currency(text: &str) -> bool {
    const SHARES: [&str; 2] = ["sh", "share"];
    let are_letters = |part: &str| part.bytes().all(|b| b.is_ascii_lowercase());
    let of_what = |rest: &str| {
        let each = rest.strip_prefix('/');
        rest.is_empty() || each.is_some_and(|e| are_letters(e) && !SHARES.contains(&e))
    };
    let inside = text.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let parts = inside.and_then(|(_, inside)| inside.split_once('$'));
    parts.is_some_and(|(country, rest)| are_letters(country) && of_what(rest))
}

/// Whether words stand in parentheses behind a number: `debt for equity (10.0 million shares
/// issued)`.
fn is_counted_aside(text: &str, at: usize) -> bool {
    let aside = text[..at].rsplit_once('(').map(|(_, inside)| inside);
    aside.is_some_and(|inside| {
        !inside.contains(')') && inside.contains(|c: char| c.is_ascii_digit())
    })
}

/// Whether a text ends in a number, in digits or in words: with `percent` behind it, an amount that
/// belongs to the name of something, as in `9.0% debentures`, and not what the figures measure.
pub(super) fn ends_in_number(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '-']);
    let word = text.rsplit([' ', '-', '(']).next().unwrap_or("");
    text.ends_with(|c: char| c.is_ascii_digit())
        || matches!(period_word(word), Some(PeriodWord::Count(_)))
}

static BROUGHT: LazyLock<Words<()>> = LazyLock::new(|| word_list("brought"));
static USED: LazyLock<Words<()>> = LazyLock::new(|| word_list("used_for"));
static OF_HOLDINGS: LazyLock<Words<()>> = LazyLock::new(|| word_list("of_holding"));

/// Whether a text, in plain form, names what each share or part in a partnership brought or is
/// worth, and says no more: `Net income per limited partnership unit`, not
/// `Dividends, $.25 per share` nor `Earnings per share computation`.
pub fn names_no_more_than_per_share(text: &str) -> bool {
    let Some((brought, each)) = text.split_once(" per ") else { return false };
    let is_holding = |word: &str| HOLDINGS.has(word) || OF_HOLDINGS.has(word);
    !brought.contains(|c: char| c.is_ascii_digit())
        && words_in(brought).any(|word| BROUGHT.has(word))
        && !words_in(brought).any(|word| USED.has(word))
        && words_in(each).all(is_holding)
        && measure_of(text) == Some(Measure::PerShare)
}

static A: LazyLock<memchr::memmem::Finder<'static>> =
    LazyLock::new(|| memchr::memmem::Finder::new(" a "));

static PER: LazyLock<memchr::memmem::Finder<'static>> =
    LazyLock::new(|| memchr::memmem::Finder::new("per"));

/// Where `per ... share` stands in a text, or per another part in a company; `a share` behind what
/// each share has, and not behind what is done to it: `Earnings (loss) a share`.
fn per_share(text: &str) -> Option<usize> {
    let is_had = |(at, words): &(usize, &str)| {
        ends_a_word(&text[at + words.len()..])
            && !is_hanging(text[..*at].rsplit(' ').next().unwrap_or_default())
    };
    // Few labels hold the article.
    if let Some(at) = A.find(text.as_bytes()) {
        let found = |words| text[at..].find(words).map(|behind| (at + behind, words));
        let mut parts = [" a share", " a common share"].into_iter().filter_map(found);
        if let Some((at, _)) = parts.find(is_had) {
            return Some(at);
        }
    }
    let parted = |at: usize| matches!(text.as_bytes().get(at + "per".len()), Some(b' ' | b'-'));
    if !PER.find_iter(text.as_bytes()).any(parted) {
        return None;
    }
    let mut at = 0;
    let mut per = None;
    let mut before = "";
    for word in text.split([' ', '-']) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if bare == "per" {
            per = Some((at, 0));
        } else if let Some((_, words)) = &mut per {
            *words += 1;
            let held = match bare {
                "share" | "shares" | "ads" => true,
                // A part in a partnership, not a unit of what is sold or let.
                "unit" | "units" | "interest" => HOLDINGS.has(before),
                _ => false,
            };
            if held && *words <= 7 {
                return per.map(|(at, _)| at);
            }
        }
        before = bare;
        at += word.len() + 1;
    }
    None
}
