//! Where phrases of a list may stand in a text: told by the first bytes of each, without a branch at
//! every byte of the text.

use crate::knowledge::phrases::Found;
use crate::knowledge::phrases::standing::{AND, is_word, standing_at};

/// Phrases by the two bytes they begin with, case set aside.
pub(super) struct Index {
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

    pub(super) fn new(phrases: &[&'static str]) -> Self {
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
    pub(super) fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Found> + 'a {
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
