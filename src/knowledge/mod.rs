//! What words mean: labels, titles, months, units. The words live in the CSV files beside this
//! one; here they are read once, checked by their test, and looked up.

mod phrases;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

use self::phrases::{Found, Phrases, Words};
use crate::record::{Currency, Duration, Kind};

/// What a word says in a phrase about a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeriodWord {
    /// Name of a month.
    Month(i8),
    /// A number.
    Count(u16),
    /// `months`, or `weeks` where true.
    Unit(bool),
    /// A length by itself.
    Length(Duration),
    /// An ordinal that numbers a quarter.
    Quarter(i8),
    /// Half, of a year.
    Half,
    /// `as`, of `as of`.
    As,
    /// `from`
    From,
    /// `to`, `through`
    To,
    /// `inception`
    Inception,
    /// `ended`, `ending`, `period`
    Ended,
    /// `beginning`
    Beginning,
}

static PERIOD_WORDS: LazyLock<Words<PeriodWord>> = LazyLock::new(|| {
    Words::new(rows(include_str!("periods.csv")).filter_map(|[word, sense, value]| {
        let meaning = match sense {
            "month" => PeriodWord::Month(value.parse().ok()?),
            "count" => PeriodWord::Count(value.parse().ok()?),
            "unit" => PeriodWord::Unit(value == "W"),
            "length" => PeriodWord::Length(value.parse().ok()?),
            "quarter" => PeriodWord::Quarter(value.parse().ok()?),
            "half" => PeriodWord::Half,
            "as" => PeriodWord::As,
            "from" => PeriodWord::From,
            "to" => PeriodWord::To,
            "inception" => PeriodWord::Inception,
            "ended" => PeriodWord::Ended,
            "beginning" => PeriodWord::Beginning,
            _ => return None,
        };
        Some((word, meaning))
    }))
});

static PERIOD_PHRASES: LazyLock<Phrases<()>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("periods.csv")).map(|[word, _, _]| (word, ())))
});

/// Whether a text has any word that says something in a phrase about a period.
pub fn has_period_word(text: &str) -> bool {
    PERIOD_PHRASES.any(text)
}

/// What a word says in a phrase about a period; case does not matter.
pub fn period_word(word: &str) -> Option<PeriodWord> {
    PERIOD_WORDS.get(word).copied()
}

/// A part of a statement by which its kind is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Revenues.
    Sales,
    /// A result of the period, gross or net.
    Result,
    /// The sum of all assets.
    Assets,
    /// What is owed.
    Liabilities,
    /// Cash flows of investing activities.
    Investing,
    /// Cash flows of financing activities.
    Financing,
}

static SIGNS: LazyLock<Phrases<Sign>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("words.csv")).filter_map(|[sense, phrase]| {
        let sign = match sense {
            "sales" => Sign::Sales,
            "result" => Sign::Result,
            "assets" => Sign::Assets,
            "liabilities" => Sign::Liabilities,
            "investing" => Sign::Investing,
            "financing" => Sign::Financing,
            _ => return None,
        };
        Some((phrase, sign))
    }))
});

/// The parts of a statement that a label, in [`key`] form, names.
pub fn signs(label: &str) -> impl Iterator<Item = Sign> {
    SIGNS.find(label).map(|found| *SIGNS.meaning(found))
}

/// The rows of a CSV of `N` columns without quotes, header passed over.
fn rows<const N: usize>(csv: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    csv.lines().skip(1).filter_map(|line| {
        let mut fields = line.splitn(N, ',');
        let row: [&str; N] = std::array::from_fn(|_| fields.next().unwrap_or(""));
        (!line.is_empty()).then_some(row)
    })
}

static TITLES: LazyLock<Phrases<Kind>> = LazyLock::new(|| {
    Phrases::new(
        rows(include_str!("titles.csv"))
            .filter_map(|[phrase, kind]| Some((phrase, kind.parse().ok()?))),
    )
});

/// What statement a title announces; the first phrase of the list that the text holds decides.
pub fn title_kind(text: &str) -> Option<Kind> {
    TITLES.find(text).min_by_key(|found| found.rank).map(|found| *TITLES.meaning(found))
}

/// Lower case, single blanks, straight apostrophes.
pub fn plain(text: &str) -> String {
    if is_evenly_spaced(text.as_bytes()) {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.make_ascii_lowercase();
    if out.is_ascii() { out } else { out.replace('\u{2019}', "'") }
}

/// Whether a text is ASCII without blanks at its ends, next to each other, or of other kinds, as
/// most labels are.
fn is_evenly_spaced(text: &[u8]) -> bool {
    let [first, .., last] = text else { return false };
    // Without a way out of the loops, many bytes are looked at together.
    let printed = text.iter().fold(true, |all, b| all & (b' '..=b'~').contains(b));
    // The bits of two neighbours together are those of a blank only where both are blanks.
    let pairs = text.iter().zip(&text[1..]);
    let fewest = pairs.fold(u8::MAX, |fewest, (a, b)| fewest.min(a | b));
    printed && fewest > b' ' && *first != b' ' && *last != b' '
}

/// Whether `text` holds `phrase` as whole words.
pub fn holds(text: &str, phrase: &str) -> bool {
    phrases::find(text, phrase).is_some()
}

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
    let before = plain(&text[..found.at]);
    let parted = !before.is_empty() && text[..found.at].ends_with(char::is_whitespace);
    Some(((*SCALES.meaning(found))?, before.len() + usize::from(parted)))
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

static CURRENCY_SIGNS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    rows(include_str!("currency_signs.csv")).map(|[code, sign]| (sign, code)).collect()
});
/// The bytes that signs of currencies begin with.
static SIGN_STARTS: LazyLock<[bool; 1 << 8]> = LazyLock::new(|| {
    let mut starts = [false; 1 << 8];
    for (sign, _) in CURRENCY_SIGNS.iter() {
        starts[usize::from(sign.as_bytes()[0])] = true;
    }
    starts
});

/// The sign of a currency that a word begins with, and the currency's ISO code. A dollar sign alone
/// may be that of any dollar.
pub fn currency_sign(word: &[u8]) -> Option<(&'static str, &'static str)> {
    let first = *word.first()?;
    let mut known = CURRENCY_SIGNS.iter().filter(|_| SIGN_STARTS[usize::from(first)]);
    known.find(|(sign, _)| word.starts_with(sign.as_bytes())).copied()
}

static COUNTED: LazyLock<Words<()>> = LazyLock::new(|| counted("thing"));
static COUNT_QUALIFIERS: LazyLock<Words<()>> = LazyLock::new(|| counted("qualifier"));
static COUNT_CHANGES: LazyLock<Words<()>> = LazyLock::new(|| counted("change"));
static COUNTS_OF_MONEY: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("counted.csv"), "money"));

/// Labels of one sense of `counted.csv`.
fn counted(sense: &'static str) -> Words<()> {
    let of_sense = rows(include_str!("counted.csv")).filter(move |[s, _]| *s == sense);
    Words::new(of_sense.map(|[_, phrase]| (phrase, ())))
}

/// Whether a label, in [`plain`] form, names things that are counted, and says no more than when or
/// how: `employees at year end`, `total customers`.
pub fn is_counted(label: &str) -> bool {
    let thing = stem(label);
    let (qualifier, bare) = thing.split_once(' ').unwrap_or_default();
    COUNTED.get(thing).is_some()
        || COUNT_QUALIFIERS.get(qualifier).is_some() && COUNTED.get(bare).is_some()
}

/// Whether a label, in [`plain`] form, names what changes a count: `opened`, `closed`.
pub fn is_change_of_count(label: &str) -> bool {
    COUNT_CHANGES.get(stem(label)).is_some()
}

/// Whether beneath a heading or a title, those who are counted elsewhere stand for money: customers
/// who owe, employees who are paid.
pub fn counts_money(heading: &str) -> bool {
    COUNTS_OF_MONEY.any(heading)
}

/// A label up to a dash, a parenthesis or a day.
fn stem(label: &str) -> &str {
    let ends = |at: &usize| [" - ", " at ", " ("].iter().any(|end| label[*at..].starts_with(end));
    let end = memchr::memchr_iter(b' ', label.as_bytes()).find(ends);
    label[..end.unwrap_or(label.len())].trim_end()
}

/// Words and phrases of one sense of `words.csv`.
fn words(sense: &'static str) -> Vec<&'static str> {
    rows(include_str!("words.csv")).filter(|[s, _]| *s == sense).map(|[_, phrase]| phrase).collect()
}

/// Those of one sense of a list of senses and phrases.
fn phrases(csv: &'static str, sense: &'static str) -> Phrases<()> {
    Phrases::new(rows(csv).filter(|[s, _]| *s == sense).map(|[_, phrase]| (phrase, ())))
}

static HANGING: LazyLock<Words<()>> =
    LazyLock::new(|| Words::new(words("hanging").into_iter().map(|word| (word, ()))));
static JOINTS: LazyLock<Words<()>> =
    LazyLock::new(|| Words::new(words("joint").into_iter().map(|word| (word, ()))));
static HALVES: LazyLock<Words<()>> =
    LazyLock::new(|| Words::new(words("half").into_iter().map(|word| (word, ()))));
static ATTRIBUTES: LazyLock<Words<()>> =
    LazyLock::new(|| Words::new(words("attribute").into_iter().map(|word| (word, ()))));
static CARRYING: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("carrying"));
static UNITS_OF_FIGURES: LazyLock<Words<()>> =
    LazyLock::new(|| Words::new(words("unit_of_figures").into_iter().map(|word| (word, ()))));
static UNSCALED: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "unscaled"));
static COUNTS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "counts"));
static ENDS: LazyLock<Phrases<()>> = LazyLock::new(|| phrases(include_str!("words.csv"), "end"));
static LIMITS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "limit"));
static TABLES: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "tables"));
static FROM_A_DAY: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "from_a_day"));
static LISTS: LazyLock<Phrases<()>> = LazyLock::new(|| phrases(include_str!("words.csv"), "list"));
static PAYMENTS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "payments"));
static DITTOS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("ditto"));
static GRANTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("grant"));
static PRICES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("price"));
static BESIDE_PERIODS: LazyLock<Words<()>> =
    LazyLock::new(|| Words::new(words("beside_period").into_iter().map(|word| (word, ()))));
static BARE: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("bare"));
static PREFIXES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("prefix"));
static GATHERING: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "gathering"));
static DILUTIONS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("dilution"));
static DILUTED: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("diluted"));
static DIVISIONS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("division"));
static CLOSERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("closer"));
static HEADINGS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("heading"));
static HEADING_STARTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("heading_start"));
static CASH_FLOWS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("flows"));
static ACTIVITIES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("activity"));
static ADJUSTING: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("adjusting"));
static EXCEPTIONS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "exception"));
static NOT_EARNED: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "not_earned"));
static PARTS_OF_RESULT: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "part_of_result"));
static BASIC: LazyLock<Phrases<()>> = LazyLock::new(|| phrases(include_str!("words.csv"), "basic"));
static DILUTE: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "dilute"));
static INCLUDING: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("including"));
static PAID_IN_STOCK: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "paid_in_stock"));
static OTHER_SIDES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("other_side"));
static HOLDINGS: LazyLock<Words<()>> =
    LazyLock::new(|| Words::new(words("holding").into_iter().map(|word| (word, ()))));
static TOPS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("top"));

/// Whether a label cannot end with this word.
pub fn is_hanging(word: &str) -> bool {
    HANGING.get(word).is_some()
}

/// Whether a line in capitals that begins with this word carries on the one above.
pub fn is_joint(word: &str) -> bool {
    JOINTS.get(word).is_some()
}

/// Whether a label of several words cannot end with this one: an adjective whose noun is to come.
pub fn is_half(word: &str) -> bool {
    HALVES.get(word).is_some()
}

/// Whether a label cannot end with this word behind one that hangs: `net loss to net`.
pub fn is_attribute(word: &str) -> bool {
    ATTRIBUTES.get(word).is_some()
}

/// Whether a word behind a figure says what it counts: `pts.`, `bp`.
pub fn is_unit_of_figures(word: &str) -> bool {
    UNITS_OF_FIGURES.get(word).is_some()
}

/// Whether a label, in [`plain`] form, names money per something, which no scale applies to.
pub fn is_unscaled(label: &str) -> bool {
    UNSCALED.any(label)
}

/// Whether a title, in [`plain`] form, announces counts rather than amounts.
pub fn announces_counts(title: &str) -> bool {
    COUNTS.any(title)
}

/// Whether a text speaks of the end of a period or the date of a balance.
pub fn names_an_end(text: &str) -> bool {
    ENDS.any(text)
}

/// What stands behind each phrase of a text that sets a limit: `within`, `in excess of`.
pub fn behind_limits(text: &str) -> impl Iterator<Item = &str> {
    LIMITS.find(text).map(|found| &text[found.at + LIMITS.phrase(found).len()..])
}

/// Whether a sentence speaks of the tables around it.
pub fn speaks_of_tables(sentence: &str) -> bool {
    TABLES.any(sentence)
}

/// Whether the words over columns are those of a list that is no table of amounts: of owners, of
/// exhibits, of properties.
pub fn heads_a_list(words: &str) -> bool {
    LISTS.any(words)
}

/// Whether a text tells of years that run from a day of their own: `beginning March 10`.
pub fn counts_from_a_day(text: &str) -> bool {
    FROM_A_DAY.any(text)
}

/// Whether a text speaks of payments to come, which are told by fiscal year.
pub fn speaks_of_payments(text: &str) -> bool {
    PAYMENTS.any(text)
}

/// Whether a word says nothing of a period but goes with words that do: `fiscal`, `unaudited`.
pub fn goes_with_periods(word: &str) -> bool {
    BESIDE_PERIODS.get(word).is_some()
}

/// Whether a label, in [`plain`] form, goes on with what the one above it measures: `Basic`,
/// `Diluted`.
pub fn is_ditto(label: &str) -> bool {
    DITTOS.contains(&label.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a label begins with what becomes of awards of shares: `Granted`, `Exercised`.
pub fn is_of_grants(label: &str) -> bool {
    let plain = plain(label);
    GRANTS.iter().any(|word| begins(&plain, word))
}

/// Whether a heading, in [`plain`] form, stands for itself: no rows belong to it.
pub fn is_bare_heading(heading: &str) -> bool {
    BARE.iter().any(|b| heading.starts_with(b))
}

/// Whether a heading, in [`plain`] form, gathers items of an income statement.
pub fn gathers_items(heading: &str) -> bool {
    GATHERING.any(heading)
        && !heading.contains("per share")
        && !heading.contains("per common")
        && !heads_data(heading)
}

/// Whether a heading, in [`plain`] form, is one of selected data: `income statement data (1)`.
fn heads_data(heading: &str) -> bool {
    heading.split('(').next().unwrap_or(heading).trim_end().ends_with(" data")
}

/// Whether a label, in [`key`] form, is a line on which an income statement pauses: gross profit,
/// operating income, income before taxes, net income.
pub fn is_main_line(key: &str) -> bool {
    const LINES: [&str; 5] = [
        "GrossProfit",
        "OperatingIncomeLoss",
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxes",
        "NetIncomeLoss",
        "NetIncomeLossAvailableToCommonStockholdersBasic",
    ];
    concept(key, Kind::Income).is_some_and(|c| LINES.contains(&c))
}

/// Whether a heading, in [`plain`] form, gathers what a label, in [`key`] form, is worked out from:
/// shares, and earnings per share.
pub fn is_worked_out(heading: &str, label: &str) -> bool {
    let of_dilution = DILUTIONS.iter().any(|phrase| begins(heading, phrase));
    let of_division = || DIVISIONS.iter().any(|phrase| begins(heading, phrase));
    let result = (label.starts_with("basic") || label.starts_with("diluted"))
        && label.contains(" per share")
        && !label.contains(" for ");
    let shares = || DILUTED.iter().any(|phrase| begins(label, phrase));
    of_dilution && (result || shares()) || result && of_division()
}

/// Whether a word goes before a hyphen that belongs to the word itself: `non-current`.
pub fn takes_hyphen(word: &str) -> bool {
    PREFIXES.iter().any(|p| p.eq_ignore_ascii_case(word))
}

/// Whether a line that begins with these words carries on the label above it.
pub fn carries_on(text: &str) -> bool {
    let text = plain(text);
    CARRYING.iter().any(|c| text.strip_prefix(c).is_some_and(|rest| rest.starts_with([' ', ':'])))
}

/// Whether a label, in [`plain`] form, names a sum that may close a section.
pub fn is_closer(label: &str) -> bool {
    CLOSERS.iter().any(|closer| begins(label, closer))
}

/// Whether words, in [`plain`] form, are a heading wherever they stand without figures: no label
/// begins with them.
pub fn is_standard_heading(words: &str) -> bool {
    let words = words.trim_end_matches([':', ' ']);
    let heads = HEADINGS.contains(&words)
        || heads_data(words)
        || HEADING_STARTS.iter().any(|start| begins(words, start));
    heads && !is_end_of_one(words)
}

/// Whether a heading, in [`plain`] form, is one of the three parts of a cash flow statement:
/// `Operating activities`, `Cash flows used for financing`.
pub fn is_activity(heading: &str) -> bool {
    let heading = heading.trim_end_matches(|c: char| !c.is_alphanumeric());
    let of_flows = CASH_FLOWS.iter().find_map(|flows| heading.strip_prefix(flows));
    let part = of_flows.unwrap_or(heading).trim_start();
    ACTIVITIES.contains(&heading) || ACTIVITIES.contains(&part)
}

/// Whether words, in [`plain`] form, are the beginning of one period's name: `year ended`.
pub fn is_end_of_one(words: &str) -> bool {
    let length = words.strip_suffix(" ended").and_then(|rest| rest.rsplit(' ').next());
    length.is_some_and(|word| {
        !word.ends_with('s') && matches!(period_word(word), Some(PeriodWord::Length(_)))
    })
}

/// Whether a heading, in [`plain`] form, gathers what turns net income into cash.
pub fn adjusts(heading: &str) -> bool {
    ADJUSTING.iter().any(|start| heading.starts_with(start))
}

/// Whether a label, in [`plain`] form, names a part of what it would name without an exception:
/// `Taxes (other than income taxes)`.
pub fn makes_exceptions(label: &str) -> bool {
    EXCEPTIONS.any(label)
}

/// Whether a label, in [`plain`] form, names an amount per share that is not earned: a dividend, a
/// price.
pub fn is_not_earned(label: &str) -> bool {
    NOT_EARNED.any(label)
}

/// Whether a text names a part of the result of a period, or the result before some part of it.
pub fn names_part_of_result(text: &str) -> bool {
    PARTS_OF_RESULT.any(text)
}

/// Whether a text says basic, and whether it says diluted. `Primary` earnings are basic.
pub fn dilution(text: &str) -> (bool, bool) {
    (BASIC.any(text), DILUTE.any(text))
}

/// Whether a heading, in [`plain`] form, says that the rows below it are shares in amounts above it:
/// `Includes depreciation of:`, `Stock-based compensation:`.
pub fn tells_of_shares(heading: &str) -> bool {
    let words = heading.trim_start_matches(|c: char| !c.is_alphabetic());
    INCLUDING.iter().any(|word| begins(words, word)) || PAID_IN_STOCK.any(words)
}

/// Whether a heading, in [`plain`] form, opens the side of a balance sheet that faces the assets;
/// utilities begin it with what they are financed by.
pub fn opens_liabilities(heading: &str) -> bool {
    OTHER_SIDES.iter().any(|side| heading.starts_with(side))
}

/// Whether a heading, in [`plain`] form, opens a side of a balance sheet.
pub fn is_top_heading(heading: &str) -> bool {
    TOPS.contains(&heading)
        || heading.starts_with("liabilities")
            && (heading.contains("equity")
                || heading.contains("deficit")
                || heading.contains("investment"))
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

/// What a label or heading, in [`plain`] form, says it measures; the phrase that comes first decides.
pub fn measure_of(text: &str) -> Option<Measure> {
    // Of two that begin together, the longer one knows better.
    let listed = UNITS
        .find(text)
        .filter(|found| match UNITS.meaning(*found) {
            Some(Measure::Percent) => !ends_in_number(&text[..found.at]),
            Some(Measure::Shares) => !is_counted_aside(text, found.at),
            _ => true,
        })
        .map(|found| (found.at, Reverse(UNITS.phrase(found).len()), *UNITS.meaning(found)));
    let per_share = per_share(text).map(|at| (at, Reverse(0), Some(Measure::PerShare)));
    listed.chain(per_share).min_by_key(|&(at, length, _)| (at, length)).and_then(|(_, _, m)| m)
}

/// Whether words stand in parentheses behind a number: `debt for equity (10.0 million shares issued)`.
fn is_counted_aside(text: &str, at: usize) -> bool {
    let aside = text[..at].rsplit_once('(').map(|(_, inside)| inside);
    aside.is_some_and(|inside| {
        !inside.contains(')') && inside.contains(|c: char| c.is_ascii_digit())
    })
}

/// Whether a text ends in a number, in digits or in words: with `percent` behind it, an amount that
/// belongs to the name of something, as in `9.0% debentures`, and not what the figures measure.
fn ends_in_number(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '-']);
    let word = text.rsplit([' ', '-', '(']).next().unwrap_or("");
    text.ends_with(|c: char| c.is_ascii_digit())
        || matches!(period_word(word), Some(PeriodWord::Count(_)))
}

/// Where `per ... share` stands in a text, or per another part in a company.
fn per_share(text: &str) -> Option<usize> {
    if !text.contains("per ") {
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
                "unit" | "units" | "interest" => HOLDINGS.get(before).is_some(),
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

static COLUMNS: LazyLock<Phrases<&'static str>> = LazyLock::new(|| {
    Phrases::new(rows(include_str!("columns.csv")).map(|[sense, phrase]| (phrase, sense)))
});

fn column_says(header: &str, sense: &str) -> bool {
    COLUMNS.find(header).any(|found| *COLUMNS.meaning(found) == sense)
}

/// Whether a column's header, in [`plain`] form, says that it is no period: a change, an adjustment.
pub fn is_no_period(header: &str) -> bool {
    column_says(header, "no_period")
}

/// Whether a column's header, in [`plain`] form, names a value that something has on a day.
pub fn is_balance_column(header: &str) -> bool {
    column_says(header, "balance")
}

/// Whether a column's header, in [`plain`] form, names what happened in some time.
pub fn is_flow_column(header: &str) -> bool {
    column_says(header, "flow")
}

/// Whether a column's header says that its figures are counted in years.
pub fn counts_years(header: &str) -> bool {
    column_says(header, "years")
}

/// Whether a column's header says that it holds references to notes.
pub fn is_note_column(header: &str) -> bool {
    let words = header.trim_matches(|c: char| !c.is_alphanumeric());
    COLUMNS.find(words).any(|found| {
        *COLUMNS.meaning(found) == "note" && COLUMNS.phrase(found).eq_ignore_ascii_case(words)
    })
}

/// Whether words over a column are those of a price in a range: `High`, `Low`.
pub fn heads_prices(words: &str) -> bool {
    PRICES.iter().any(|word| words.trim().eq_ignore_ascii_case(word))
}

/// Whether words over a column are those of dividends beside prices.
pub fn heads_dividends(words: &str) -> bool {
    column_says(words, "dividend")
}

/// Whether a column's header, in [`plain`] form, names what may be printed in percent: a change, a ratio.
pub fn may_be_percent(header: &str) -> bool {
    is_no_period(header) || column_says(header, "ratio")
}

/// What a column's header, in [`plain`] form, says that its figures measure.
pub fn column_measure(header: &str) -> Option<Measure> {
    // What stands first in this list is more than what stands behind it.
    const SENSES: [(&str, Measure); 7] = [
        ("percent", Measure::Percent),
        ("rate", Measure::Pure),
        ("per_share", Measure::PerShare),
        ("pure", Measure::Pure),
        ("years", Measure::Pure),
        ("shares", Measure::Shares),
        ("units", Measure::Pure),
    ];
    let rank = |found: Found| {
        let sense = *COLUMNS.meaning(found);
        let of_name = sense == "percent" && ends_in_number(&header[..found.at]);
        SENSES.iter().position(|(known, _)| *known == sense && !of_name)
    };
    COLUMNS.find(header).filter_map(rank).min().map(|rank| SENSES[rank].1)
}

static FLOWS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("instants.csv"), "flow"));
static BALANCE_SECTIONS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("instants.csv"), "section"));
static AVERAGES: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("instants.csv"), "average"));
static BALANCES: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("row"));
static STANDING: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("standing"));
static BALANCE_TITLES: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("title"));
static DILUTING: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "diluting"));
static INSTANT_ELEMENTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("element"));
static FUNDED: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("funded"));
static COSTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("cost"));
static TITLE_FRAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("frame"));
static BALANCE_WORDS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("words.csv"), "balance"));
static OPENINGS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("instants.csv"), "opening"));
static CLOSINGS: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("instants.csv"), "closing"));
static ACTIVITY: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrases(include_str!("instants.csv"), "activity"));

/// Phrases of one sense of `instants.csv`.
fn instants(sense: &'static str) -> Vec<&'static str> {
    rows(include_str!("instants.csv"))
        .filter(|[s, _]| *s == sense)
        .map(|[_, phrase]| phrase)
        .collect()
}

/// Whether a text begins with a phrase, as whole words.
fn begins(text: &str, phrase: &str) -> bool {
    text.strip_prefix(phrase)
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
}

/// Whether a label, in [`plain`] form, names a balance wherever it stands among flows.
pub fn is_standing(label: &str) -> bool {
    STANDING.iter().any(|phrase| begins(label, phrase))
}

/// Whether a label, in [`plain`] form, is a part of what a pension plan has or lacks at the end of a
/// period.
pub fn is_part_of_status(label: &str) -> bool {
    FUNDED.iter().any(|phrase| begins(label, phrase))
}

/// Whether a label, in [`plain`] form, begins what a pension plan costs in a period.
pub fn is_plan_cost(label: &str) -> bool {
    COSTS.iter().any(|phrase| begins(label, phrase))
}

/// Whether a title or a sentence, in [`plain`] form, announces items of a balance sheet:
/// `Note 3. Inventories`, `The components of accrued expenses are as follows`.
pub fn names_balances(title: &str) -> bool {
    let mut subject = title;
    while let Some(rest) = without_frame(subject) {
        subject = rest;
    }
    BALANCE_TITLES.iter().any(|phrase| begins(subject, phrase)) && !ACTIVITY.any(title)
}

/// A title without the number of its note or the first of the words that lead to its subject.
fn without_frame(title: &str) -> Option<&str> {
    let words = title.trim_start_matches(|c: char| !c.is_alphabetic());
    if words.len() < title.len() {
        return Some(words);
    }
    TITLE_FRAMES.iter().find(|frame| begins(title, frame)).map(|frame| &title[frame.len()..])
}

/// Whether a label, in [`plain`] form, names a balance rather than a flow.
pub fn is_balance(label: &str) -> bool {
    let label = label.trim_end_matches(|c: char| !c.is_alphanumeric());
    let starts = |phrase: &str| {
        label
            .strip_prefix(phrase)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '(', ' ', '-', '{']))
    };
    // `Cash paid for interest` is a flow: of cash, a whole label is a balance, or a list of its kinds.
    if label.starts_with("cash") {
        return BALANCES
            .iter()
            .any(|phrase| *phrase == label || phrase.contains(',') && label.starts_with(phrase));
    }
    BALANCES.iter().any(|phrase| starts(phrase))
        && !label.contains("per share")
        && !label.contains("expense")
        && !label.contains("sold")
}

/// Whether a label, in [`plain`] form, has a word of those without which none names the balance at
/// the beginning or at the end of a period.
pub fn may_name_balance(label: &str) -> bool {
    BALANCE_WORDS.any(label)
}

/// Whether a label names the balance at the beginning of a period: `Opening balance`.
pub fn is_opening(label: &str) -> bool {
    OPENINGS.any(label)
}

/// Whether a label names the balance at the end of a period: `Cash at year-end`.
pub fn is_closing(label: &str) -> bool {
    CLOSINGS.any(label)
}

/// Whether a label, in [`plain`] form, names a flow even among balances.
pub fn is_flow(label: &str) -> bool {
    FLOWS.any(label)
}

/// Whether a title, a header or a heading tells of averages of balances.
pub fn tells_averages(text: &str) -> bool {
    AVERAGES.any(text)
}

/// Whether a heading, in [`plain`] form, opens a section of balances.
pub fn is_balance_section(heading: &str) -> bool {
    BALANCE_SECTIONS.any(heading)
        || heading.strip_prefix("at ").is_some_and(|rest| {
            period_word(rest.split([' ', ',']).next().unwrap_or(""))
                .is_some_and(|w| matches!(w, PeriodWord::Month(_)))
        })
}

/// Labels of the us-gaap elements. A star in a label stands for any words, or none.
#[derive(Default)]
struct Labels {
    exact: HashMap<&'static str, Vec<(&'static str, Vec<Kind>)>>,
    /// By kind of statement, in the order of [`Kind::ALL`]; those of the most words first.
    starred: [Vec<(&'static str, Vec<&'static str>)>; Kind::ALL.len()],
}

static LABELS: LazyLock<Labels> = LazyLock::new(|| {
    let mut out = Labels::default();
    for [concept, kinds, label] in rows(include_str!("labels.csv")) {
        let kinds: Vec<Kind> = kinds.split(' ').filter_map(|k| k.parse().ok()).collect();
        if label.contains('*') {
            let parts: Vec<_> = label.split('*').collect();
            for kind in kinds {
                out.starred[kind as usize].push((concept, parts.clone()));
            }
        } else {
            out.exact.entry(label).or_default().push((concept, kinds));
        }
    }
    // Of two that a label fits, the one that says more of it knows better.
    let words = |(_, parts): &(_, Vec<&str>)| parts.iter().map(|part| part.len()).sum::<usize>();
    for starred in &mut out.starred {
        starred.sort_by_key(|label| Reverse(words(label)));
    }
    out
});

/// The us-gaap element that a label, in [`key`] form, names in a statement of some kind.
pub fn concept(key: &str, kind: Kind) -> Option<&'static str> {
    let exact = LABELS
        .exact
        .get(key)
        .and_then(|all| all.iter().find(|(_, kinds)| kinds.contains(&kind)).map(|&(c, _)| c));
    exact.or_else(|| {
        let mut starred = LABELS.starred[kind as usize].iter();
        starred.find(|(_, parts)| matches(key, parts)).map(|&(c, _)| c)
    })
}

/// Whether a label, in [`plain`] form, names what adds to the average number of shares: options,
/// convertible securities.
pub fn is_part_of_shares(label: &str) -> bool {
    DILUTING.any(label) && !holds(label, "average") && !label.starts_with("denominator")
}

/// Whether a us-gaap element is a balance on a day rather than a flow of some time.
pub fn is_instant(concept: &str) -> bool {
    INSTANT_ELEMENTS.contains(&concept)
}

/// Whether a label, in [`plain`] form, says enough by itself: the name of a us-gaap element, a balance
/// brought or carried forward, the price in a range.
pub fn names_item(label: &str) -> bool {
    let key = key(label);
    let mut statements = [Kind::Income, Kind::BalanceSheet, Kind::CashFlow].into_iter();
    label.starts_with("balance")
        || heads_prices(label)
        || statements.any(|kind| concept(&key, kind).is_some())
}

/// Whether a text is made of some parts in order with anything between them.
fn matches(text: &str, parts: &[&str]) -> bool {
    let [first, middle @ .., last] = parts else { return false };
    // Most labels tell themselves apart by their first letter.
    if first.as_bytes().first().is_some_and(|letter| !text.as_bytes().starts_with(&[*letter])) {
        return false;
    }
    if !text.ends_with(last) {
        return false;
    }
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// A label as the dictionary spells it: plain, without parentheses, notes, points and commas.
pub fn key(label: &str) -> String {
    let mut out = String::with_capacity(label.len() + 1);
    // Where the word begins that is being copied.
    let mut word = 0;
    let mut depth = 0_u32;
    let mut rest = label;
    while !rest.is_empty() {
        let is_letter = |b: u8| b.is_ascii_alphanumeric() || b == b'\'';
        let end = rest.bytes().position(|b| !is_letter(b)).unwrap_or(rest.len());
        let (letters, behind) = rest.split_at(end);
        if depth == 0 {
            out.push_str(letters);
        }
        let mut signs = behind.chars();
        match signs.next() {
            Some('(' | '{' | '[') => depth += 1,
            Some(')' | '}' | ']') => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            Some('\u{2019}') => out.push('\''),
            Some('&') => out.push('n'),
            Some(c) if c.is_alphanumeric() => out.push(c),
            _ => end_word(&mut out, &mut word),
        }
        rest = signs.as_str();
    }
    end_word(&mut out, &mut word);
    out.truncate(out.trim_end_matches(' ').len());
    out.make_ascii_lowercase();
    out
}

/// Puts a blank behind the word of a key that begins at `word`, if there is one. An ampersand, in
/// words an `n`, is spelled out where it is a word.
fn end_word(out: &mut String, word: &mut usize) {
    if out.len() == *word {
        return;
    }
    if out[*word..].eq_ignore_ascii_case("n") {
        out.replace_range(*word.., "and");
    }
    out.push(' ');
    *word = out.len();
}
