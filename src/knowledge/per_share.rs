//! Where a label says that it counts shares or tells what each of them has.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::knowledge::phrases::{Words, ends_a_word};
use crate::knowledge::scales::{is_remark_on_units, speaks_of_money};
use crate::knowledge::{is_hanging, word_list};

/// What calls a unit or an interest a part in a company: `limited partnership`.
pub(super) static HOLDINGS: LazyLock<Words> = LazyLock::new(|| word_list("holding"));

static A: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" a "));

static PER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("per"));

/// Whether a label, in plain form, is `Shares`, with what they are counted in or without, as it
/// must be behind `Common shares`, which are told in money as well: `Common shares (in millions)`,
/// but `Common shares (in millions of dollars)`.
pub(super) fn is_name_of_shares(text: &str) -> bool {
    let Some(behind) = text.strip_prefix("common ").unwrap_or(text).strip_prefix("shares") else {
        return false;
    };
    let begins_remark = [" (", ","].into_iter().any(|sign| behind.starts_with(sign));
    text == "shares" || begins_remark && is_remark_on_units(behind) && !speaks_of_money(behind)
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
