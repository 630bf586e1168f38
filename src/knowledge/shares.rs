//! Shares and what gives a right to them: their number, what becomes of them, results for each.

use std::sync::LazyLock;

use crate::knowledge::phrases::{Beginnings, Phrases, Words, ends_a_word};
use crate::knowledge::scales::{is_remark_on_units, speaks_of_money};
use crate::knowledge::units::{DITTOS, Measure, measure_of};
use crate::knowledge::{
    beginnings, begins, holds, is_hanging, phrase_list, plain, word_list, words_in,
};

static SHARE_COUNTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("share_count"));
static GRANTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("grant"));
static SECURITIES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("security"));
static SHARE_ACTS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("share_act"));
static SHARE_ACTIVITIES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("share_activity"));
static HOLDINGS: LazyLock<Words<()>> = LazyLock::new(|| word_list("holding"));
static OF_HOLDINGS: LazyLock<Words<()>> = LazyLock::new(|| word_list("of_holding"));
static DIVIDENDS: LazyLock<Words<()>> = LazyLock::new(|| word_list("dividend"));
static CONVERTIBLES: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("convertible"));
pub(super) static PAID_ON_SECURITIES: LazyLock<Phrases<()>> =
    LazyLock::new(|| phrase_list("paid_on_security"));
static RESULTS_PER_SHARE: LazyLock<Beginnings> = LazyLock::new(|| beginnings("result_per_share"));
static BROUGHT: LazyLock<Words<()>> = LazyLock::new(|| word_list("brought"));
static USED: LazyLock<Words<()>> = LazyLock::new(|| word_list("used_for"));
static SPLITS: LazyLock<Phrases<()>> = LazyLock::new(|| phrase_list("split"));

static A: LazyLock<memchr::memmem::Finder<'static>> =
    LazyLock::new(|| memchr::memmem::Finder::new(" a "));

static PER: LazyLock<memchr::memmem::Finder<'static>> =
    LazyLock::new(|| memchr::memmem::Finder::new("per"));

/// Whether a label, in [`plain`] form, begins by saying that it counts shares:
/// `Shares outstanding`, `Number of options`.
pub fn begins_as_count(label: &str) -> bool {
    SHARE_COUNTS.begin(label)
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

/// Whether a label, in [`plain`] form, is `Shares`, with what they are counted in or without, as it
/// must be behind `Common shares`, which are told in money as well: `Common shares (in millions)`,
/// but `Common shares (in millions of dollars)`.
pub(super) fn is_name_of_shares(text: &str) -> bool {
    let Some(behind) = text.strip_prefix("common ").unwrap_or(text).strip_prefix("shares") else {
        return false;
    };
    let begins_remark = [" (", ","].into_iter().any(|sign| behind.starts_with(sign));
    text == "shares" || begins_remark && is_remark_on_units(behind) && !speaks_of_money(behind)
}

/// Whether a text speaks of shares or of what gives a right to them.
pub fn speaks_of_securities(text: &str) -> bool {
    SECURITIES.any(text)
}

/// Whether a label, in [`plain`] form, names what may become shares, and not what is paid on it:
/// `Interest on convertible debt`.
pub fn becomes_shares(label: &str) -> bool {
    CONVERTIBLES.any(label) && !PAID_ON_SECURITIES.any(label)
}

/// Whether a label, in [`plain`] form, tells what was done with shares, for so much money as well
/// as for so many of them: `Shares issued for services`.
pub fn is_share_act(label: &str) -> bool {
    SHARE_ACTS.any(label)
}

/// Whether a title, in [`plain`] form, says that its table tells what became of shares.
pub fn tells_share_activity(title: &str) -> bool {
    SHARE_ACTIVITIES.any(title)
}

/// Whether a label begins with what becomes of awards of shares: `Granted`, `Options exercised`.
pub fn is_of_grants(label: &str) -> bool {
    let plain = plain(label);
    let act = plain.strip_prefix("options ").unwrap_or(&plain);
    GRANTS.begin(act)
}

/// Whether a label, in [`key`](super::key) form, is that of dividends, and of nothing beside them.
pub fn is_dividend(label: &str) -> bool {
    DIVIDENDS.has(label)
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

/// Where `per ... share` stands in a text, or per another part in a company; `a share` behind what
/// each share has, and not behind what is done to it: `Earnings (loss) a share`.
pub(super) fn per_share(text: &str) -> Option<usize> {
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
