//! Where the words of a label cannot end, and what carries them on.

use std::sync::LazyLock;

use crate::knowledge::{pairs, plain, words};

questions! {
    /// Whether a label cannot end with this word.
    pub fn is_hanging = Words::has("hanging" in "words.csv");
    /// Whether a label goes on with a rate behind this word: `interest at LIBOR plus` / `1.25%, due
    /// 2005`.
    pub fn goes_before_rate = Words::has("before_rate" in "words.csv");
    /// Whether a line in capitals that begins with this word carries on the one above.
    pub fn is_joint = Words::has("joint" in "words.csv");
    /// Whether each of several items may go on behind this word, which then ends their heading:
    /// `Proceeds from`.
    pub fn is_leading = Words::has("leading" in "words.csv");
    /// Whether a word is an article.
    pub fn is_article = Words::has("article" in "words.csv");
    /// Whether a word stands in sentences, and hardly in titles and labels: `were`, `its`.
    pub fn stands_in_sentences = Words::has("sentence" in "words.csv");
    /// Whether a label of several words cannot end with this one: an adjective whose noun is to
    /// come.
    pub fn is_half = Words::has("half" in "words.csv");
    /// Whether a label cannot end with this word behind one that hangs: `net loss to net`.
    pub fn is_attribute = Words::has("attribute" in "words.csv");
    /// Whether a sentence ends with this word, a colon behind it, to say that a table follows:
    /// `are`.
    pub fn is_announcer = Words::has("announcer" in "words.csv");
    /// Whether a sentence, in [`plain`] form, begins by saying that a table follows: `The
    /// following`.
    pub fn opens_announcement = Beginnings::begin("announcement" in "words.csv");
    /// Whether a letter in parentheses behind a word is part of a name: `Class (A)`.
    pub fn is_lettered = Words::has("lettered" in "words.csv");
    /// Whether letters are the end of a word and none themselves: `sidiaries` behind `sub-`.
    pub fn is_remnant = Words::has("remnant" in "words.csv");
    /// Whether a word is short for another, so that a point behind it is its own: `Inc`.
    pub fn is_abbreviation = Words::has("abbreviation" in "words.csv");
    /// Whether a label begins as what goes on behind shares does: `Outstanding`, `Used in
    /// computation`.
    pub fn goes_behind_shares = Words::begin("behind_shares" in "words.csv");
    /// Whether a word, short for another, goes before a number that names something: `No` before
    /// `123`.
    pub fn goes_before_number = Words::has("before_number" in "words.csv");
    /// Whether a word, short for another, goes before a name: `St` before `Louis`.
    pub fn goes_before_name = Words::has("before_name" in "words.csv");
    /// Whether a word tells, behind a dash, which of several a label is: `basic`, `numerator`.
    pub fn stands_behind_dash = Words::has("behind_dash" in "words.csv");
    /// Whether words, in [`plain`] form, begin as the name of a result does that is divided
    /// among shares: `Net income`, `Income available to common stockholders`.
    pub fn begins_as_result = Beginnings::begin("shared_result" in "words.csv");
}

static CARRYING: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("carrying"));
static PREFIXES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("prefix"));
static SEAMS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| pairs("seam"));
static SUFFIXES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("suffix"));

/// Whether a word goes before a hyphen that belongs to the word itself: `non-current`.
pub fn takes_hyphen(word: &str) -> bool {
    PREFIXES.iter().any(|p| p.eq_ignore_ascii_case(word))
}

/// Whether a word goes behind a hyphen that belongs to the word itself: `stock-based`.
pub fn goes_behind_hyphen(word: &str) -> bool {
    SUFFIXES.iter().any(|s| s.eq_ignore_ascii_case(word))
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
