//! Shares and what gives a right to them: their number, what becomes of them, results for each.

use std::mem;
use std::sync::LazyLock;

use crate::knowledge::concepts::key;
use crate::knowledge::per_share::HOLDINGS;
use crate::knowledge::phrases::{Beginnings, Phrases, Words};
use crate::knowledge::units::{DITTOS, Measure, measure_of};
use crate::knowledge::{beginnings, begins, holds, phrase_list, plain, word_list, words, words_in};

questions! {
    /// Whether a label, in [`plain`] form, begins by saying that it counts shares:
    /// `Shares outstanding`, `Number of options`.
    pub fn begins_as_count = Beginnings::begin("share_count" in "words.csv");
    /// Whether a text speaks of shares or of what gives a right to them.
    pub fn speaks_of_securities = Phrases::any("security" in "words.csv");
    /// Whether a label, in [`plain`] form, tells what was done with shares, for so much money as
    /// well as for so many of them: `Shares issued for services`.
    pub fn is_share_act = Phrases::any("share_act" in "words.csv");
    /// Whether a label, in [`plain`] form, begins by saying that shares were issued.
    pub fn begins_as_issue = Beginnings::begin("issue_of_shares" in "words.csv");
    /// Whether a title or a heading, in [`plain`] form, begins by saying that shares are counted below
    /// it: `Shares of common stock`.
    pub fn heads_shares = Beginnings::begin("share_heading" in "words.csv");
    /// Whether a title, in [`plain`] form, says that its table tells what became of shares.
    pub fn tells_share_activity = Phrases::any("share_activity" in "words.csv");
    /// Whether a label, in [`key`](super::key) form, is that of dividends, and of nothing beside
    /// them.
    pub fn is_dividend = Words::has("dividend" in "words.csv");
    /// Whether words begin with the name of a place where shares are traded, or as a longer one
    /// does: `Nasdaq`, `NYSE`, `NasdaqNM`.
    pub fn names_exchange = Words::may_begin("exchange" in "words.csv");
    /// Whether a label, in [`plain`] form, names an amount per share that is not earned: a
    /// dividend, a price.
    pub fn is_not_earned = Phrases::any("not_earned" in "words.csv");
}

static SHARE_HEADING_ENDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("share_heading_end"));
static GRANTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("grant"));
static OF_HOLDINGS: LazyLock<Words> = LazyLock::new(|| word_list("of_holding"));
static CONVERTIBLES: LazyLock<Phrases> = LazyLock::new(|| phrase_list("convertible"));
pub(super) static PAID_ON_SECURITIES: LazyLock<Phrases> =
    LazyLock::new(|| phrase_list("paid_on_security"));
static RESULTS_PER_SHARE: LazyLock<Beginnings> = LazyLock::new(|| beginnings("result_per_share"));
static BROUGHT: LazyLock<Words> = LazyLock::new(|| word_list("brought"));
static USED: LazyLock<Words> = LazyLock::new(|| word_list("used_for"));
static SPLITS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("split"));
static PAR_VALUE: LazyLock<Phrases> = LazyLock::new(|| phrase_list("par_value"));
static PER_SHARE: LazyLock<Words> = LazyLock::new(|| word_list("per_share"));
static BASIC: LazyLock<Phrases> = LazyLock::new(|| phrase_list("basic"));
static DILUTE: LazyLock<Phrases> = LazyLock::new(|| phrase_list("dilute"));
static WITHHELD: LazyLock<Phrases> = LazyLock::new(|| phrase_list("withheld"));
static DILUTING: LazyLock<Phrases> = LazyLock::new(|| phrase_list("diluting"));
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

/// Whether a heading, in [`plain`] form, ends by saying that shares are counted below it: `Common stock
/// shares`.
pub fn ends_in_shares(heading: &str) -> bool {
    SHARE_HEADING_ENDS.iter().any(|end| heading.ends_with(end))
}

/// Whether a label, in [`plain`] form, names what may become shares, and not what is paid on it:
/// `Interest on convertible debt`.
pub fn becomes_shares(label: &str) -> bool {
    CONVERTIBLES.any(label) && !PAID_ON_SECURITIES.any(label)
}

/// Whether a label begins with what becomes of awards of shares: `Granted`, `Options exercised`.
pub fn is_of_grants(label: &str) -> bool {
    let plain = plain(label);
    let act = plain.strip_prefix("options ").unwrap_or(&plain);
    GRANTS.begin(act)
}

/// Where a text tells that stock was split.
pub fn tells_of_split(text: &str) -> Option<usize> {
    SPLITS.find(text).next().map(|found| found.at)
}

/// Whether a label or heading, in [`plain`] form, begins as the name of a result per share does:
/// `Diluted earnings per share`, `Net loss per common share`.
pub fn is_result_per_share(label: &str) -> bool {
    let ditto = |word: &&str| begins(label, word).then_some(word.len());
    let longest = DITTOS.iter().filter_map(ditto).max().unwrap_or(0);
    let words = label[longest..].trim_start();
    RESULTS_PER_SHARE.begin(words) && measure_of(label) == Some(Measure::PerShare)
}

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

/// Whether a heading says no more than that what stands below it is per share.
pub fn heads_per_share(heading: &str) -> bool {
    PER_SHARE.has(&key(heading))
}

/// Whether a text says basic, and whether it says diluted. `Primary` earnings are basic.
pub fn dilution(text: &str) -> (bool, bool) {
    (BASIC.any(text), DILUTE.any(text))
}

/// Whether a label, in [`plain`] form, names what adds to the average number of shares, or is taken off
/// it: options, at whatever average price, convertible securities, shares not yet allocated.
pub fn is_part_of_shares(label: &str) -> bool {
    let is_whole = || holds(label, "average") && !holds(label, "market price");
    DILUTING.any(label) && !is_whole() || WITHHELD.any(label)
}

/// Whether a label tells the par value of shares; `Capital in excess of par value` does not.
pub fn tells_par_value(label: &str) -> bool {
    let exceeds = |at: usize| {
        label[..at].split_whitespace().next_back().is_some_and(|w| w.eq_ignore_ascii_case("of"))
    };
    PAR_VALUE.find(label).any(|found| !exceeds(found.at)) || names_par(label)
}

/// Whether words name the par alone that shares have: `$1 par;`, `$.16 2/3 par`, `no par`.
fn names_par(label: &str) -> bool {
    let mut before = "";
    label.split(' ').any(|word| {
        let of = mem::replace(&mut before, word);
        word.trim_end_matches([',', ';', ':', ')']).eq_ignore_ascii_case("par")
            && (of.ends_with(|c: char| c.is_ascii_digit()) || of.eq_ignore_ascii_case("no"))
    })
}
