//! Lists of phrases, all looked for in one pass over a text.
//!
//! A phrase is met only as whole words, in whatever case, with any blanks between its words, and
//! with `&` for its `and`. So phrases are looked for where words begin, and the bytes there tell
//! the few that may stand there. Nothing is built per search and nothing is copied.

/// An apostrophe as some releases print it.
const CURLED: char = '\u{2019}';

/// The word that many releases print as a sign.
const AND: &str = "and ";

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
pub struct Words<T> {
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

/// Phrases by the two bytes they begin with, case set aside.
struct Index {
    /// How few bytes any of them may be printed in.
    shortest: usize,
    /// Which second bytes some phrase has behind each first byte, by their lowest five bits; all of
    /// them where one of these is no letter.
    seconds: [u32; 1 << 8],
    /// Which third bytes the phrases of each pair have, by their bits.
    thirds: Vec<u32>,
    /// Where each pair's phrases begin in `entries`; one more start marks the end.
    starts: Vec<u16>,
    /// Those of a pair in the order of the alphabet.
    entries: Vec<Entry>,
}

/// A phrase of the index.
struct Entry {
    rank: u16,
    phrase: &'static str,
    /// The first eight bytes, and which bits of these it has.
    head: u64,
    known: u64,
    /// How many of these stand in a text one by one: a blank may be the first of several.
    firm: usize,
    /// How many bytes it begins with that the entry before it begins with as well.
    shared: usize,
}

impl Entry {
    fn new(rank: u16, phrase: &'static str, before: &str) -> Self {
        let Head { bytes: head, .. } = Head::of(phrase.as_bytes(), 0);
        let firm = phrase.as_bytes()[..phrase.len().min(Head::WIDTH)].trim_ascii_end().len();
        let known = u64::MAX >> (u64::BITS as usize - 8 * phrase.len().min(Head::WIDTH));
        let shared = phrase.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
        Self { rank, phrase, head: head & known, known, firm, shared }
    }

    /// The bits of its third byte, where one is: behind a blank or an apostrophe nobody knows where
    /// it stands in a text, and right behind a word stands no letter.
    fn third(&self) -> Option<u8> {
        let phrase = self.phrase.as_bytes();
        let is_known = match phrase {
            [_, b' ' | b'\'', ..] | [] | [_] => false,
            [_, second] => is_word(*second),
            _ => true,
        };
        is_known.then(|| second_bits(phrase.get(2)))
    }

    /// How many bytes of the phrase stand at a place of a text where these are the first, as far as
    /// they tell; none where it does not stand there.
    fn stands_so_far(&self, text: Head) -> Option<usize> {
        if text.may_vary {
            return Some(0);
        }
        let is_same = text.bytes & self.known == self.head;
        is_same.then_some(self.firm)
    }
}

/// Eight bytes of a text in lower case.
#[derive(Clone, Copy, Default)]
struct Head {
    bytes: u64,
    /// A phrase that stands there may have more or fewer bytes.
    may_vary: bool,
}

impl Head {
    const WIDTH: usize = 8;

    fn of(text: &[u8], at: usize) -> Self {
        let mut eight = [0x7f; Self::WIDTH];
        match text[at..].first_chunk() {
            Some(all) => eight = *all,
            None => eight.iter_mut().zip(&text[at..]).for_each(|(to, byte)| *to = *byte),
        }
        Self::of_eight(u64::from_le_bytes(eight))
    }

    /// All eight are looked at together: in a sum, each has its highest bit set where it reaches a
    /// byte of ASCII.
    fn of_eight(eight: u64) -> Self {
        const EACH: u64 = u64::from_le_bytes([1; Head::WIDTH]);
        const HIGHEST: u64 = EACH << 7;
        let ascii = eight & !HIGHEST;
        let reach = |byte: u8| ascii + EACH * u64::from(0x80 - byte);
        let are = |byte: u8| reach(byte) & !reach(byte + 1) & HIGHEST;
        let blanks = are(b' ');
        let varied = !reach(b' ') & HIGHEST | are(b'&') | blanks & blanks << 8;
        let capitals = reach(b'A') & !reach(b'Z' + 1) & HIGHEST;
        let may_vary = varied != 0 || ascii != eight;
        Self { bytes: eight | capitals >> 2, may_vary }
    }
}

impl Index {
    /// Number of values of five bits.
    const VALUES: usize = 1 << 5;

    fn new(phrases: &[&'static str]) -> Self {
        let mut seconds = [0; 1 << 8];
        let mut pairs = Vec::new();
        for (rank, phrase) in (0_u16..).zip(phrases) {
            let Some(&first) = phrase.as_bytes().first() else { continue };
            let second = phrase.as_bytes().get(1);
            // Behind a phrase of one byte, anything may stand.
            let any = if second.is_none() { Self::VALUES } else { 1 };
            let second = usize::from(second_bits(second));
            let bits = if second == 0 { u32::MAX } else { 1 << second };
            seconds[usize::from(first)] |= bits;
            seconds[usize::from(first.to_ascii_uppercase())] |= bits;
            pairs.extend((second..second + any).map(|second| (pair(first, second), *phrase, rank)));
        }
        pairs.sort_unstable();
        let mut starts = vec![0; Self::VALUES * Self::VALUES + 1];
        for (pair, ..) in &pairs {
            starts[pair + 1] += 1;
        }
        for pair in 1..starts.len() {
            starts[pair] += starts[pair - 1];
        }
        let mut before = "";
        let entry = |&(_, phrase, rank): &(usize, &'static str, u16)| {
            Entry::new(rank, phrase, std::mem::replace(&mut before, phrase))
        };
        let entries: Vec<Entry> = pairs.iter().map(entry).collect();
        let mut thirds = vec![0; Self::VALUES * Self::VALUES];
        for ((pair, ..), entry) in pairs.iter().zip(&entries) {
            thirds[*pair] |= entry.third().map_or(u32::MAX, |third| 1 << third);
        }
        let printed = |phrase: &&str| phrase.len() - phrase.matches(AND).count() * "nd".len();
        let shortest = phrases.iter().map(printed).min().unwrap_or_default();
        Self { shortest, seconds, thirds, starts, entries }
    }

    /// The phrases of a text, from left to right. They may begin anywhere but inside a word.
    fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Found> + 'a {
        let bytes = text.as_bytes();
        let end = (bytes.len() + 1).saturating_sub(self.shortest.max(1));
        let mut pairs = Pairs { index: self, text: bytes, end, read: 0, base: 0, bits: 0 };
        let (mut at, mut head, mut entries) = (0, Head::default(), [].iter());
        // How much of the phrase that was tried last stands there, and how much the one at hand has
        // in common with it.
        let (mut stood, mut common) = (0, 0);
        std::iter::from_fn(move || {
            loop {
                let stands = |entry: &&Entry| {
                    common = entry.shared.min(common);
                    // Where the other broke off, this one does.
                    if common > stood {
                        return false;
                    }
                    let Some(known) = entry.stands_so_far(head) else { return false };
                    let standing = standing_at(text, at, entry.phrase, known);
                    (stood, common) = (standing.unwrap_or_else(|part| part), usize::MAX);
                    standing.is_ok()
                };
                if let Some(entry) = entries.find(stands) {
                    return Some(Found { rank: entry.rank.into(), at });
                }
                at = pairs.next()?;
                if at > 0 && is_word(bytes[at - 1]) && is_word(bytes[at]) {
                    continue;
                }
                let pair = pair(bytes[at], second_bits(bytes.get(at + 1)).into());
                if self.thirds[pair] >> second_bits(bytes.get(at + 2)) & 1 == 0 {
                    continue;
                }
                head = Head::of(bytes, at);
                let of_pair = self.starts[pair].into()..self.starts[pair + 1].into();
                entries = self.entries[of_pair].iter();
                (stood, common) = (0, 0);
            }
        })
    }
}

/// Five bits of a second byte: the same for a letter in either case. Of one that is no letter,
/// nothing: a blank or an apostrophe may be printed otherwise.
fn second_bits(byte: Option<&u8>) -> u8 {
    byte.map_or(0, |b| SECOND_BITS[usize::from(*b)])
}

static SECOND_BITS: [u8; 1 << 8] = {
    let mut out = [0; 1 << 8];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        if byte.is_ascii_alphabetic() {
            out[byte as usize] = byte & 0x1f;
        }
        byte += 1;
    }
    out
};

/// Bits that a first byte, case set aside, and those of a second one make together.
fn pair(first: u8, second: usize) -> usize {
    usize::from(first & 0x1f) * Index::VALUES + second
}

/// Where a text has two bytes with which phrases begin, from left to right. Looked for without a
/// branch at each byte: where words end nobody can foresee.
struct Pairs<'a> {
    index: &'a Index,
    text: &'a [u8],
    /// How far there is room for a phrase.
    end: usize,
    /// How much of the text has been read into bits.
    read: usize,
    /// Where the bytes stand whose bits these are.
    base: usize,
    bits: u64,
}

impl Pairs<'_> {
    /// Reads the next bytes into bits.
    fn read_on(&mut self) {
        let end = self.end.min(self.read + u64::BITS as usize);
        let mut second = self.text.get(end).copied().unwrap_or_default();
        self.bits = self.text[self.read..end].iter().rev().fold(0, |bits, &byte| {
            let begins = self.index.seconds[usize::from(byte)].wrapping_shr(second.into()) & 1;
            second = byte;
            bits << 1 | u64::from(begins)
        });
        (self.base, self.read) = (self.read, end);
    }
}

impl Iterator for Pairs<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            if self.read == self.end {
                return None;
            }
            self.read_on();
        }
        let at = self.base + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
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
    standing_at(text, at, phrase, 0).is_ok()
}

/// The length of `phrase` where it stands at a place of `text` and no word goes on behind it; else
/// how many of its bytes stand there. The first of them are known to stand there, one by one.
fn standing_at(text: &str, at: usize, phrase: &str, known: usize) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    let (mut end, mut stood) = (at + known, known);
    while let Some(&wanted) = phrase.as_bytes().get(stood) {
        let width = match bytes.get(end) {
            Some(byte) if byte.to_ascii_lowercase() == wanted && wanted != b' ' => 1,
            Some(b'&') if phrase[stood..].starts_with(AND) => {
                stood += "nd".len();
                1
            }
            // A phrase that has `and` here may stand, however much of this one it begins with.
            Some(b'&') => return Err(phrase.len()),
            Some(_) if wanted == b' ' => match blanks(text, end) {
                0 => return Err(stood),
                width => width,
            },
            Some(0x80..)
                if wanted == b'\''
                    && text.get(end..).is_some_and(|rest| rest.starts_with(CURLED)) =>
            {
                CURLED.len_utf8()
            }
            _ => return Err(stood),
        };
        end += width;
        stood += 1;
    }
    let last = phrase.as_bytes().last().copied().is_some_and(is_word);
    let goes_on = last && bytes.get(end).copied().is_some_and(is_word);
    if goes_on { Err(phrase.len()) } else { Ok(phrase.len()) }
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
        let lists =
            [include_str!("words.csv"), include_str!("units.csv"), include_str!("scales.csv")];
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
