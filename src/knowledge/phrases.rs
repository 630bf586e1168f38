//! Lists of phrases, all looked for in one pass over a text.
//!
//! A phrase is met only as whole words, in whatever case, with any blanks between its words. So a
//! text is walked from word to word, and at each the two bytes that begin it tell the few phrases
//! that may stand there. Nothing is built per search and nothing is copied.

/// An apostrophe as some releases print it.
const CURLED: char = '\u{2019}';

/// A list of phrases and what each of them means. The order of the list is its rank.
pub struct Phrases<T> {
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
        let index = Index::new(list.iter().map(|(phrase, _)| *phrase));
        Self { list, index }
    }

    /// The phrases of a text, those that begin first before the others.
    pub fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Found> + 'a {
        let phrase = |rank: u16| self.list[usize::from(rank)].0;
        self.index.places(text.as_bytes()).flat_map(move |(at, ranks)| {
            ranks
                .iter()
                .filter(move |rank| stands_at(text, at, phrase(**rank)))
                .map(move |rank| Found { rank: (*rank).into(), at })
        })
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
pub struct Words<T> {
    by_first_letter: [Vec<(&'static str, T)>; 32],
}

impl<T> Words<T> {
    /// Makes a list of words and what each of them means.
    pub fn new(list: impl Iterator<Item = (&'static str, T)>) -> Self {
        let mut by_first_letter = std::array::from_fn(|_| Vec::new());
        for (word, meaning) in list {
            by_first_letter[Self::letter(word)].push((word, meaning));
        }
        Self { by_first_letter }
    }

    /// What a word means, if it is on the list.
    pub fn get(&self, word: &str) -> Option<&T> {
        let mut mates = self.by_first_letter[Self::letter(word)].iter();
        mates.find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meaning)| meaning)
    }

    fn letter(word: &str) -> usize {
        word.as_bytes().first().map_or(0, |b| usize::from(b & 0x1f))
    }
}

/// Ranks of phrases by the two bytes they begin with, case set aside.
struct Index {
    /// Which second bytes some phrase has behind each first byte, as bits.
    seconds: [u32; 1 << 8],
    /// Where each pair's ranks begin in `ranks`; one more entry marks the end.
    starts: Vec<usize>,
    ranks: Vec<u16>,
}

impl Index {
    /// Number of values of five bits.
    const VALUES: usize = 1 << 5;

    fn new(phrases: impl Iterator<Item = &'static str>) -> Self {
        let mut seconds = [0; 1 << 8];
        let mut pairs = Vec::new();
        for (rank, phrase) in (0_u16..).zip(phrases) {
            let Some(&first) = phrase.as_bytes().first() else { continue };
            let second = phrase.as_bytes().get(1);
            // Behind a phrase of one byte, anything may stand.
            let any = if second.is_none() { Self::VALUES } else { 1 };
            for second in Self::second_bits(second)..Self::second_bits(second) + any {
                seconds[usize::from(first)] |= 1 << second;
                seconds[usize::from(first.to_ascii_uppercase())] |= 1 << second;
                pairs.push((Self::pair(first, second), rank));
            }
        }
        pairs.sort_unstable();
        let start = |pair: usize| pairs.partition_point(|(known, _)| *known < pair);
        Self {
            seconds,
            starts: (0..=Self::VALUES * Self::VALUES).map(start).collect(),
            ranks: pairs.iter().map(|(_, rank)| *rank).collect(),
        }
    }

    /// Five bits of a second byte: the same for a letter in either case. Of one that is no letter,
    /// nothing: a blank or an apostrophe may be printed otherwise.
    fn second_bits(byte: Option<&u8>) -> usize {
        byte.filter(|b| b.is_ascii_alphabetic()).map_or(0, |b| usize::from(b & 0x1f))
    }

    fn pair(first: u8, second: usize) -> usize {
        usize::from(first & 0x1f) * Self::VALUES + second
    }

    /// Where phrases may begin in a text, which is anywhere but inside a word, and which they are.
    fn places<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (usize, &'a [u16])> + 'a {
        let mut next = 0;
        std::iter::from_fn(move || {
            loop {
                let (at, first) = (next, *text.get(next)?);
                next += 1;
                if is_word(first) {
                    next += text[next..].iter().take_while(|byte| is_word(**byte)).count();
                }
                let seconds = self.seconds[usize::from(first)];
                if seconds == 0 {
                    continue;
                }
                let second = Self::second_bits(text.get(at + 1));
                if seconds >> second & 1 == 1 {
                    let pair = Self::pair(first, second);
                    return Some((at, &self.ranks[self.starts[pair]..self.starts[pair + 1]]));
                }
            }
        })
    }
}

/// Where `text` holds `phrase` not as a part of longer words.
pub fn find(text: &str, phrase: &str) -> Option<usize> {
    let first = *phrase.as_bytes().first()?;
    let bytes = text.as_bytes();
    memchr::memchr2_iter(first, first.to_ascii_uppercase(), bytes).find(|&at| {
        (at == 0 || !is_word(bytes[at - 1]) || !is_word(first)) && stands_at(text, at, phrase)
    })
}

fn is_word(byte: u8) -> bool {
    WORDS[usize::from(byte)]
}

/// Which bytes words are made of: the question is asked of every byte of a text.
static WORDS: [bool; 1 << 8] = {
    let mut out = [false; 1 << 8];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        out[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    out
};

/// Whether `phrase` stands at a place of `text` and no word goes on behind it.
fn stands_at(text: &str, at: usize, phrase: &str) -> bool {
    let bytes = text.as_bytes();
    let mut end = at;
    for &wanted in phrase.as_bytes() {
        match bytes.get(end) {
            Some(_) if wanted == b' ' => match blanks(text, end) {
                0 => return false,
                width => end += width,
            },
            Some(byte) if byte.to_ascii_lowercase() == wanted => end += 1,
            Some(0x80..)
                if wanted == b'\''
                    && text.get(end..).is_some_and(|rest| rest.starts_with(CURLED)) =>
            {
                end += CURLED.len_utf8();
            }
            _ => return false,
        }
    }
    let last = phrase.as_bytes().last().copied().is_some_and(is_word);
    !(last && bytes.get(end).copied().is_some_and(is_word))
}

/// Length of the blanks from a place of a text on.
fn blanks(text: &str, at: usize) -> usize {
    let plain = text.as_bytes()[at..].iter().take_while(|b| **b == b' ').count();
    match text.as_bytes().get(at + plain) {
        // Blanks of other kinds.
        Some(b'\t'..=b'\r' | 0x80..) => {
            text.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len())
        }
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, &'static str)> {
        let list = Phrases::new(
            ["in thousands", "%", "(000)", "stockholders' equity", "thousands"]
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
        assert_eq!(found("STOCKHOLDERS\u{2019}\u{a0}\t EQUITY"), [(0, "stockholders' equity")]);
    }

    #[test]
    fn a_phrase_by_itself() {
        assert_eq!(find("resale of sales", "sale"), None);
        assert_eq!(find("resales, sales", "sales"), Some(9));
        assert_eq!(find("", "sales"), None);
    }
}
