//! What words mean: labels, titles, months, units.
//!
//! A text comes in, the answer to a question about it comes out: whether it names a balance, what
//! scale it tells, which us-gaap element it is. The words are in the CSV files beside this one,
//! which are read once and checked by `tests/knowledge.rs`. Most questions take a text in [`plain`]
//! form, or a label in [`key`] form.
//!
//! | Room | What its words are about |
//! |---|---|
//! | `phrases` | none: how lists of phrases are looked for in a text |
//! | `periods` | days, months, lengths of time |
//! | `scales` | what figures are printed in: scales, currencies |
//! | `units` | what a label measures |
//! | `per_share` | where a label counts shares, or tells what each has |
//! | `shares` | shares, what gives a right to them, and what is per share |
//! | `prices` | money for each of something |
//! | `ratios` | what one amount is of another |
//! | `counted` | things counted, and money beside them |
//! | `columns` | what stands over a column |
//! | `headings` | titles and headings |
//! | `concepts` | labels of us-gaap elements |
//! | `balances` | balances and flows |
//! | `held` | what is there on a day, by the noun of its name |
//! | `notions` | single notions that rules ask for by name |
//! | `sums` | the first word of a label: total, net, balance |
//! | `wraps` | where a label cannot end, and what carries it on |

/// Questions that one list of phrases answers: whether a text is one of them, holds any, or begins
/// with one. The list is that of one sense of a CSV file.
macro_rules! questions {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident = $list:ident::$ask:ident($sense:literal in $csv:literal);)+) => {
        $($(#[$doc])* $vis fn $name(text: &str) -> bool {
            use crate::knowledge::phrases::$list;
            static LIST: std::sync::LazyLock<$list> =
                std::sync::LazyLock::new(|| $list::listed(include_str!($csv), $sense));
            LIST.$ask(text)
        })+

        /// The questions of this room, with the lists that answer them.
        pub(super) const QUESTIONS: &[crate::knowledge::Question] = &[$(($csv, $sense, $name)),+];
    };
}

/// A file, one of its senses, and the question that its phrases answer.
type Question = (&'static str, &'static str, fn(&str) -> bool);

use std::iter;

mod balances;
mod columns;
mod concepts;
mod counted;
mod headings;
mod held;
mod notions;
mod per_share;
mod periods;
mod phrases;
mod prices;
mod ratios;
mod scales;
mod shares;
mod sums;
mod units;
mod wraps;

pub use self::balances::*;
pub use self::columns::*;
pub use self::concepts::*;
pub use self::counted::*;
pub use self::headings::*;
pub use self::held::*;
pub use self::notions::*;
pub use self::periods::*;
use self::phrases::{Beginnings, Phrases, Words};
pub use self::prices::*;
pub use self::ratios::*;
pub use self::scales::*;
pub use self::shares::*;
pub use self::sums::*;
pub use self::units::*;
pub use self::wraps::*;

/// What a phrase answers to the question that a list by itself answers, that of one sense of a
/// file; none where the list answers with others.
pub fn answer(csv: &str, sense: &str, phrase: &str) -> Option<bool> {
    let rooms = [
        balances::QUESTIONS,
        columns::QUESTIONS,
        concepts::QUESTIONS,
        counted::QUESTIONS,
        headings::QUESTIONS,
        held::QUESTIONS,
        periods::QUESTIONS,
        prices::QUESTIONS,
        ratios::QUESTIONS,
        shares::QUESTIONS,
        sums::QUESTIONS,
        units::QUESTIONS,
        wraps::QUESTIONS,
    ];
    let mut questions = rooms.into_iter().flatten();
    let (.., ask) = questions.find(|question| (question.0, question.1) == (csv, sense))?;
    Some(ask(phrase))
}

/// The rows of a CSV of `N` columns without quotes, header passed over.
fn rows<const N: usize>(csv: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    csv.lines().skip(1).flat_map(spellings).filter_map(|line| {
        let mut fields = line.splitn(N, ',');
        let row: [&str; N] = std::array::from_fn(|_| fields.next().unwrap_or(""));
        (!line.is_empty()).then_some(row)
    })
}

/// A phrase, and how else it is spelled: `stockholders` under their other names;
/// `stockholders' equity` as that of one, `stockholder's equity`, in a hurry,
/// `stockholders equity`, and with a sign that somebody or some machine took for an apostrophe;
/// `non-current debt` without its hyphen.
fn spellings(phrase: &'static str) -> impl Iterator<Item = &'static str> {
    iter::once(phrase).chain(other_spellings(phrase))
}

fn other_spellings(phrase: &'static str) -> Vec<&'static str> {
    const HOLDER: &str = "stockholder";
    const HOLDERS: [&str; 3] = ["shareholder", "shareowner", "share-owner"];
    const OWNERS: &str = "ers'";
    const OTHERS: [&str; 4] = ["er's", "ers", "ers`", "ers?"];
    // Most phrases have none of these: without a way out of the loop, many bytes are looked at together.
    let has = |sign: u8| phrase.bytes().fold(false, |any, b| any | b.eq(&sign));
    if !has(b'\'') && !has(b'-') && !phrase.contains(HOLDER) {
        return Vec::new();
    }
    let mut all = vec![phrase];
    let put = |all: &mut Vec<&'static str>, spelled: Vec<String>| {
        all.extend(spelled.into_iter().map(|other| &*other.leak()));
    };
    if phrase.contains(HOLDER) {
        put(&mut all, HOLDERS.map(|holder| phrase.replace(HOLDER, holder)).into());
    }
    if has(b'\'') {
        let owned = all.iter().filter_map(|phrase| phrase.split_once(OWNERS));
        let spell = |(who, held): (&str, &str)| OTHERS.map(|by| [who, by, held].concat());
        let others = owned.flat_map(spell).collect();
        put(&mut all, others);
    }
    if (has(b'-') || all.len() > 1) && !phrase.contains(" -") {
        let joined = phrase.split_once("non-").map(|(before, rest)| [before, "non", rest].concat());
        put(&mut all, joined.into_iter().collect());
        let hyphened = all.iter().filter(|phrase| phrase.contains('-'));
        let parted = hyphened.map(|phrase| phrase.replace('-', " ")).collect();
        put(&mut all, parted);
    }
    all.remove(0);
    all
}

/// Lower case, single blanks, straight apostrophes, `and` spelled out.
pub fn plain(text: &str) -> String {
    if is_spelled_plain(text.as_bytes()) {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    let mut put = |word: &str| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(if word == "&" { "and" } else { word });
    };
    // Bytes are looked at faster than characters.
    if text.is_ascii() {
        text.split_ascii_whitespace().for_each(put);
        out.make_ascii_lowercase();
        return out;
    }
    text.split_whitespace().for_each(&mut put);
    out.make_ascii_lowercase();
    out.replace('\u{2019}', "'")
}

/// Whether a text is in [`plain`] form but for its capitals, as most labels are: ASCII without
/// blanks at its ends, next to each other, or of other kinds, and without an ampersand.
fn is_spelled_plain(text: &[u8]) -> bool {
    let [first, .., last] = text else { return false };
    // Without a way out of the loops, many bytes are looked at together.
    let printed = text.iter().fold(true, |all, b| all & matches!(b, b' '..=b'%' | b'\''..=b'~'));
    // The bits of two neighbours together are those of a blank only where both are blanks.
    let pairs = text.iter().zip(&text[1..]);
    let fewest = pairs.fold(u8::MAX, |fewest, (a, b)| fewest.min(a | b));
    printed && fewest > b' ' && *first != b' ' && *last != b' '
}

/// Whether `text` holds `phrase` as whole words.
pub fn holds(text: &str, phrase: &str) -> bool {
    phrases::find(text, phrase).is_some()
}

/// A text parted before the first of its words in parentheses: `Total` and `net of tax)`. Few have
/// any: one byte is looked for faster than two.
pub fn split_aside(text: &str) -> Option<(&str, &str)> {
    parentheses(text).find_map(|at| Some((text[..at].strip_suffix(' ')?, &text[at + 1..])))
}

/// Where parentheses open in a text.
fn parentheses(text: &str) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(b'(', text.as_bytes())
}

/// The words of a text, without the signs between them.
fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Words and phrases of one sense of `words.csv`, in the order of the list.
fn words(sense: &'static str) -> Vec<&'static str> {
    of_sense(include_str!("words.csv"), sense).collect()
}

/// The pairs of one sense, ` / ` between the first and the last.
fn pairs(sense: &'static str) -> Vec<(&'static str, &'static str)> {
    words(sense).into_iter().filter_map(|pair| pair.split_once(" / ")).collect()
}

/// The words of one sense, to ask whether a word is among them.
fn word_list(sense: &'static str) -> Words {
    Words::listed(include_str!("words.csv"), sense)
}

/// The phrases of one sense, with which texts may begin.
fn beginnings(sense: &'static str) -> Beginnings {
    Beginnings::listed(include_str!("words.csv"), sense)
}

/// The phrases of one sense, to be looked for in texts.
fn phrase_list(sense: &'static str) -> Phrases {
    Phrases::listed(include_str!("words.csv"), sense)
}

impl Phrases {
    /// Those of one sense of a list of senses and phrases.
    fn listed(csv: &'static str, sense: &'static str) -> Self {
        Self::new(of_sense(csv, sense).map(|phrase| (phrase, ())))
    }
}

impl Words {
    /// Those of one sense of a list of senses and words.
    fn listed(csv: &'static str, sense: &'static str) -> Self {
        Self::new(of_sense(csv, sense).map(|word| (word, ())))
    }

    /// Those that bear a mark, of a list of words or phrases and their marks.
    fn marked(csv: &'static str, mark: &str) -> Self {
        let bear = rows(csv).filter(|[_, marks]| marks.split(' ').any(|m| m == mark));
        Self::new(bear.map(|[phrase, _]| (phrase, ())))
    }
}

impl Beginnings {
    /// Those of one sense of a list of senses and phrases.
    fn listed(csv: &'static str, sense: &'static str) -> Self {
        Self::new(of_sense(csv, sense))
    }
}

/// The phrases of one sense of a list, in which they stand together: all lines before them are
/// passed over in one go.
fn of_sense(csv: &'static str, sense: &'static str) -> impl Iterator<Item = &'static str> {
    let head = format!("\n{sense},");
    let first =
        memchr::memmem::find(csv.as_bytes(), head.as_bytes()).map_or(csv.len(), |at| at + 1);
    let lines = csv[first..].lines();
    lines.map_while(move |line| line.strip_prefix(sense)?.strip_prefix(',')).flat_map(spellings)
}

/// Whether a text begins with a phrase, as whole words.
fn begins(text: &str, phrase: &str) -> bool {
    text.strip_prefix(phrase).is_some_and(phrases::ends_a_word)
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_of_one_sense_stand_together() {
        for csv in [
            include_str!("columns.csv"),
            include_str!("counted.csv"),
            include_str!("instants.csv"),
            include_str!("words.csv"),
        ] {
            let senses = csv.lines().filter_map(|line| Some(line.split_once(',')?.0));
            let mut runs: Vec<&str> = senses.collect();
            runs.dedup();
            let parts = runs.len();
            runs.sort_unstable();
            runs.dedup();
            assert_eq!(runs.len(), parts);
        }
    }
}
