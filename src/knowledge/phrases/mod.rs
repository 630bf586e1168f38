//! Lists of phrases, all of them looked for in one pass over a text.
//!
//! A phrase is found only as whole words, in upper or lower case, with any blanks between its
//! words, and with `&` for its `and`. So phrases are looked for only where words begin, and the
//! bytes there select the few that are possible. A search allocates nothing.
//!
//! - `index`: where any phrase of a list may be; `standing`: whether one is

mod index;
mod standing;

use self::index::Index;
pub use self::standing::find;

/// A list of phrases and what each of them means. The order of the list is its rank.
pub struct Phrases<T = ()> {
    list: Vec<(&'static str, T)>,
    index: Index,
}

/// A phrase met in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Its place in the list.
    pub rank: usize,
    /// Where it begins.
    pub at: usize,
}

impl<T> Phrases<T> {
    /// Makes a list of phrases in lower case with single blanks.
    pub fn new(list: impl Iterator<Item = (&'static str, T)>) -> Self {
        let list: Vec<_> = list.collect();
        let phrases: Vec<&str> = list.iter().map(|(phrase, _)| *phrase).collect();
        let index = Index::new(&phrases);
        Self { list, index }
    }

    /// The phrases of a text, those that begin first before the others, and a phrase before those
    /// that continue it.
    pub fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Found> + 'a {
        self.index.find(text)
    }

    /// Whether a text holds any of the phrases.
    pub fn any(&self, text: &str) -> bool {
        self.find(text).next().is_some()
    }

    /// The phrase at a place in the list.
    pub fn phrase(&self, found: Found) -> &'static str {
        self.list[found.rank].0
    }

    /// What a phrase means.
    pub fn meaning(&self, found: Found) -> &T {
        &self.list[found.rank].1
    }
}

/// Words looked up one by one, in whatever case.
pub struct Words<T = ()> {
    by_first_letter: [Vec<(&'static str, T)>; 32],
    /// The bits of those of each letter: most words that are none of them have another.
    shapes: [u64; 32],
}

impl<T> Words<T> {
    /// Makes a list of words and what each of them means.
    pub fn new(list: impl Iterator<Item = (&'static str, T)>) -> Self {
        let mut by_first_letter = std::array::from_fn(|_| Vec::new());
        let mut shapes = [0; 32];
        for (word, meaning) in list {
            let letter = first_letter(word);
            shapes[letter] |= shape(word);
            by_first_letter[letter].push((word, meaning));
        }
        Self { by_first_letter, shapes }
    }

    /// What a word means, if it is on the list.
    pub fn get(&self, word: &str) -> Option<&T> {
        let letter = first_letter(word);
        if self.shapes[letter] & shape(word) == 0 {
            return None;
        }
        let mut mates = self.by_first_letter[letter].iter();
        mates.find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meaning)| meaning)
    }

    /// Whether a word is on the list.
    pub fn has(&self, word: &str) -> bool {
        self.get(word).is_some()
    }

    /// Whether a text begins with the letters of one of the words.
    pub fn may_begin(&self, text: &str) -> bool {
        self.rests(text).next().is_some()
    }

    /// Whether a text begins with one of the words, as a whole.
    pub fn begin(&self, text: &str) -> bool {
        self.rests(text).any(ends_a_word)
    }

    /// What stands behind each of the words with whose letters a text begins.
    fn rests<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let second = |word: &str| word.as_bytes().get(1).map(u8::to_ascii_lowercase);
        // Most differ in the second byte: bytes are held against each other faster than words.
        let told = second(text);
        let mates = self.by_first_letter[first_letter(text)].iter();
        let may_begin = move |known: &str| known.len() < 2 || second(known) == told;
        mates.filter(move |(known, _)| may_begin(known)).filter_map(|(known, _)| {
            let (head, rest) = text.split_at_checked(known.len())?;
            head.eq_ignore_ascii_case(known).then_some(rest)
        })
    }
}

/// Phrases with which a text may begin, by their first letters: a text is held against few of them.
pub struct Beginnings {
    by_first_letter: [Vec<&'static str>; 32],
}

impl Beginnings {
    /// Makes a list of phrases in lower case with single blanks.
    pub fn new(list: impl IntoIterator<Item = &'static str>) -> Self {
        let mut by_first_letter = std::array::from_fn(|_| Vec::new());
        for phrase in list {
            by_first_letter[first_letter(phrase)].push(phrase);
        }
        Self { by_first_letter }
    }

    /// The phrases with which a text in plain form begins, whatever comes behind them.
    pub fn of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'static str> + 'a {
        let mates = self.by_first_letter[first_letter(text)].iter().copied();
        // Most differ in the second byte: bytes are held against each other faster than phrases.
        let second = text.as_bytes().get(1);
        let may_begin =
            move |phrase: &&str| phrase.as_bytes().get(1).is_none_or(|b| Some(b) == second);
        mates.filter(may_begin).filter(move |phrase| text.starts_with(phrase))
    }

    /// Whether a text in plain form begins with a phrase, as whole words.
    pub fn begin(&self, text: &str) -> bool {
        self.of(text).any(|phrase| ends_a_word(&text[phrase.len()..]))
    }
}

/// Whether a word has ended where the rest of a text begins.
pub fn ends_a_word(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\'')
}

/// Five bits of the first byte: the same for a letter in either case.
fn first_letter(text: &str) -> usize {
    text.as_bytes().first().map_or(0, |b| usize::from(b & 0x1f))
}

/// One bit by the length and the second byte of a word: the same for a letter in either case.
fn shape(word: &str) -> u64 {
    let second = word.as_bytes().get(1).map_or(0, |b| usize::from(b & 0x1f));
    1 << ((7 * word.len() + second) % u64::BITS as usize)
}

#[cfg(test)]
mod tests {
    use super::standing::{is_word, stands_at};
    use super::*;

    fn found(text: &str) -> Vec<(usize, &'static str)> {
        let list = Phrases::new(
            [
                "in thousands",
                "%",
                "(000)",
                "plant and equipment",
                "plant and machines",
                "plant assets",
                "stockholders' equity",
                "thousands",
            ]
            .into_iter()
            .map(|p| (p, ())),
        );
        list.find(text).map(|f| (f.at, list.phrase(f))).collect()
    }

    #[test]
    fn phrases_are_whole_words_in_any_case() {
        assert_eq!(found("(In  Thousands)"), [(1, "in thousands"), (5, "thousands")]);
        assert_eq!(found("within thousandsfold"), []);
        assert_eq!(found("12%of $(000) "), [(2, "%"), (7, "(000)")]);
        assert_eq!(found("Plant & Equipment"), [(0, "plant and equipment")]);
        assert_eq!(found("plant  &  machines, plant &assets"), [(0, "plant and machines")]);
        assert_eq!(found("STOCKHOLDERS\u{2019}\u{a0}\t EQUITY"), [(0, "stockholders' equity")]);
    }

    #[test]
    fn phrases_are_found_however_far_into_a_text() {
        for width in 0..140 {
            let text = " ".repeat(width) + "In  Thousands";
            assert_eq!(found(&text), [(width, "in thousands"), (width + 4, "thousands")]);
            assert_eq!(found(&("x".repeat(width + 1) + "thousands")), []);
        }
    }

    #[test]
    fn phrases_are_found_as_each_would_be_by_itself() {
        let lists = [
            include_str!("../words.csv"),
            include_str!("../units.csv"),
            include_str!("../scales.csv"),
        ];
        let rows = lists.iter().flat_map(|csv| csv.lines().skip(1));
        let mut phrases: Vec<&str> = rows.filter_map(|row| Some(row.split_once(',')?.1)).collect();
        // `&` stands for `and` inside a phrase; none is found where it would begin one.
        phrases.retain(|phrase| !phrase.starts_with("and "));
        phrases.sort_unstable();
        phrases.dedup();
        let list = Phrases::new(phrases.iter().map(|phrase| (*phrase, ())));
        let by_itself = |text: &str, at: usize| {
            let inside = at > 0 && text.as_bytes()[at - 1..=at].iter().all(|b| is_word(*b));
            let stands = |phrase: &&&str| !inside && stands_at(text, at, phrase);
            phrases.iter().filter(stands).map(|phrase| (at, *phrase)).collect::<Vec<_>>()
        };
        for (nth, phrase) in phrases.iter().enumerate().step_by(17) {
            let next = phrases[(nth + 1) % phrases.len()];
            for text in [
                format!("{phrase} {next}"),
                format!("{next}{phrase}s").to_uppercase(),
                format!("({phrase}) & {next}").replace("and ", "& "),
                format!("-{phrase}\u{a0}{next}").replace('\'', "\u{2019}").replace(' ', "  "),
                format!("{} {next}", &phrase[..phrase.len() / 2]),
            ] {
                let places = (0..text.len()).filter(|at| text.is_char_boundary(*at));
                let expected: Vec<_> = places.flat_map(|at| by_itself(&text, at)).collect();
                let found: Vec<_> = list.find(&text).map(|f| (f.at, list.phrase(f))).collect();
                assert_eq!(found, expected, "{text}");
            }
        }
    }

    #[test]
    fn a_phrase_by_itself() {
        assert_eq!(find("resale of sales", "sale"), None);
        assert_eq!(find("resales, sales", "sales"), Some(9));
        assert_eq!(find("", "sales"), None);
    }
}
