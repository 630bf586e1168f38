//! Where the words of a label cannot end, and what carries them on.

use std::sync::LazyLock;

use crate::knowledge::phrases::{Beginnings, Words};
use crate::knowledge::{beginnings, pairs, plain, word_list, words};

static HANGING: LazyLock<Words<()>> = LazyLock::new(|| word_list("hanging"));
static JOINTS: LazyLock<Words<()>> = LazyLock::new(|| word_list("joint"));
static LEADING: LazyLock<Words<()>> = LazyLock::new(|| word_list("leading"));
static ARTICLES: LazyLock<Words<()>> = LazyLock::new(|| word_list("article"));
static SENTENCES: LazyLock<Words<()>> = LazyLock::new(|| word_list("sentence"));
static HALVES: LazyLock<Words<()>> = LazyLock::new(|| word_list("half"));
static ATTRIBUTES: LazyLock<Words<()>> = LazyLock::new(|| word_list("attribute"));
static LETTERED: LazyLock<Words<()>> = LazyLock::new(|| word_list("lettered"));
static BEFORE_NAMES: LazyLock<Words<()>> = LazyLock::new(|| word_list("before_name"));
static BEFORE_NUMBERS: LazyLock<Words<()>> = LazyLock::new(|| word_list("before_number"));
static BEFORE_RATES: LazyLock<Words<()>> = LazyLock::new(|| word_list("before_rate"));
static BEHIND_SHARES: LazyLock<Words<()>> = LazyLock::new(|| word_list("behind_shares"));
static ANNOUNCERS: LazyLock<Words<()>> = LazyLock::new(|| word_list("announcer"));
static ANNOUNCEMENTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("announcement"));
static CARRYING: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("carrying"));
static PREFIXES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("prefix"));
static REMNANTS: LazyLock<Words<()>> = LazyLock::new(|| word_list("remnant"));
static ABBREVIATIONS: LazyLock<Words<()>> = LazyLock::new(|| word_list("abbreviation"));
static SEAMS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| pairs("seam"));
static BEHIND_DASH: LazyLock<Words<()>> = LazyLock::new(|| word_list("behind_dash"));
static SHARED_RESULTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("shared_result"));
static SUFFIXES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("suffix"));

/// Whether a label cannot end with this word.
pub fn is_hanging(word: &str) -> bool {
    HANGING.has(word)
}

/// Whether a label goes on with a rate behind this word: `interest at LIBOR plus` / `1.25%, due 2005`.
pub fn goes_before_rate(word: &str) -> bool {
    BEFORE_RATES.has(word)
}

/// Whether a line in capitals that begins with this word carries on the one above.
pub fn is_joint(word: &str) -> bool {
    JOINTS.has(word)
}

/// Whether each of several items may go on behind this word, which then ends their heading:
/// `Proceeds from`.
pub fn is_leading(word: &str) -> bool {
    LEADING.has(word)
}

/// Whether a word is an article.
pub fn is_article(word: &str) -> bool {
    ARTICLES.has(word)
}

/// Whether a word stands in sentences, and hardly in titles and labels: `were`, `its`.
pub fn stands_in_sentences(word: &str) -> bool {
    SENTENCES.has(word)
}

/// Whether a label of several words cannot end with this one: an adjective whose noun is to come.
pub fn is_half(word: &str) -> bool {
    HALVES.has(word)
}

/// Whether a label cannot end with this word behind one that hangs: `net loss to net`.
pub fn is_attribute(word: &str) -> bool {
    ATTRIBUTES.has(word)
}

/// Whether a sentence ends with this word, a colon behind it, to say that a table follows: `are`.
pub fn is_announcer(word: &str) -> bool {
    ANNOUNCERS.has(word)
}

/// Whether a sentence, in [`plain`] form, begins by saying that a table follows: `The following`.
pub fn opens_announcement(sentence: &str) -> bool {
    ANNOUNCEMENTS.begin(sentence)
}

/// Whether a letter in parentheses behind a word is part of a name: `Class (A)`.
pub fn is_lettered(word: &str) -> bool {
    LETTERED.has(word)
}

/// Whether a word goes before a hyphen that belongs to the word itself: `non-current`.
pub fn takes_hyphen(word: &str) -> bool {
    PREFIXES.iter().any(|p| p.eq_ignore_ascii_case(word))
}

/// Whether letters are the end of a word and none themselves: `sidiaries` behind `sub-`.
pub fn is_remnant(letters: &str) -> bool {
    REMNANTS.has(letters)
}

/// Whether a word is short for another, so that a point behind it is its own: `Inc`.
pub fn is_abbreviation(word: &str) -> bool {
    ABBREVIATIONS.has(word)
}

/// Whether a label begins as what goes on behind shares does: `Outstanding`, `Used in computation`.
pub fn goes_behind_shares(label: &str) -> bool {
    BEHIND_SHARES.begin(label)
}

/// Whether a word, short for another, goes before a number that names something: `No` before `123`.
pub fn goes_before_number(word: &str) -> bool {
    BEFORE_NUMBERS.has(word)
}

/// Whether a word, short for another, goes before a name: `St` before `Louis`.
pub fn goes_before_name(word: &str) -> bool {
    BEFORE_NAMES.has(word)
}

/// Whether a word goes behind a hyphen that belongs to the word itself: `stock-based`.
pub fn goes_behind_hyphen(word: &str) -> bool {
    SUFFIXES.iter().any(|s| s.eq_ignore_ascii_case(word))
}

/// Whether a word tells, behind a dash, which of several a label is: `basic`, `numerator`.
pub fn stands_behind_dash(word: &str) -> bool {
    BEHIND_DASH.has(word)
}

/// Whether a line, in plain form, ends in the middle of words that the next goes on with: `Interest
/// and other income` / `(Expense), Net`, `Income before income` / `Taxes`.
pub fn are_parted(line: &str, next: &str) -> bool {
    let breaks_off = |words: &str| {
        // Most end otherwise: bytes are held against each other faster than words.
        words.as_bytes().last() == line.as_bytes().last()
            && line
                .strip_suffix(words)
                .is_some_and(|l| l.ends_with([' ', '-']) || l.is_empty() && words.contains(' '))
    };
    let goes_on = |words: &str| {
        let behind = plain(next).strip_prefix(words).map(|r| r.starts_with(char::is_alphanumeric));
        behind == Some(false)
    };
    SEAMS.iter().any(|(first, rest)| breaks_off(first) && goes_on(rest))
}

/// Whether a line that begins with these words carries on the label above it.
pub fn carries_on(text: &str) -> bool {
    let text = plain(text);
    CARRYING.iter().any(|c| text.strip_prefix(c).is_some_and(|rest| rest.starts_with([' ', ':'])))
}

/// Whether words, in [`plain`] form, begin as the name of a result does that is divided
/// among shares: `Net income`, `Income available to common stockholders`.
pub fn begins_as_result(words: &str) -> bool {
    SHARED_RESULTS.begin(words)
}
