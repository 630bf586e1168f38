//! Whether a phrase stands at a place of a text: as whole words, in any case, `&` for its `and`.

/// An apostrophe as some releases print it.
const CURLED: char = '\u{2019}';

/// The word that many releases print as a sign.
pub(super) const AND: &str = "and ";

/// Where `text` holds `phrase` not as a part of longer words.
pub fn find(text: &str, phrase: &str) -> Option<usize> {
    let first = *phrase.as_bytes().first()?;
    let bytes = text.as_bytes();
    memchr::memchr2_iter(first, first.to_ascii_uppercase(), bytes).find(|&at| {
        (at == 0 || !is_word(bytes[at - 1]) || !is_word(first)) && stands_at(text, at, phrase)
    })
}

pub(super) fn is_word(byte: u8) -> bool {
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
pub(super) fn stands_at(text: &str, at: usize, phrase: &str) -> bool {
    standing_at(text, at, phrase, 0).is_ok()
}

/// The length of `phrase` where it stands at a place of `text` and no word goes on behind it; else
/// how many of its bytes stand there. The first of them are known to stand there, one by one.
pub(super) fn standing_at(
    text: &str,
    at: usize,
    phrase: &str,
    known: usize,
) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    let (mut end, mut stood) = (at + known, known);
    while let Some(&wanted) = phrase.as_bytes().get(stood) {
        let width = match bytes.get(end) {
            Some(byte) if byte.to_ascii_lowercase() == wanted && wanted != b' ' => 1,
            // It is no part of a word: `gr&` is no `grand`.
            Some(b'&') if phrase[..stood].ends_with(' ') && phrase[stood..].starts_with(AND) => {
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
