//! Running text, and sentences that announce a table.

use crate::knowledge;
use crate::lex::line::Lines;
use crate::period;

/// Deepest indentation of running text; what stands further right stands over columns.
const DEEPEST_PROSE: usize = 40;
/// Fewest columns of a line of running text: labels and headings are shorter.
const SHORTEST_PROSE: usize = 45;
/// Fewest words of a line of running text.
const FEWEST_WORDS: usize = 7;

/// Whether a line reads as running text: many words, single blanks, few capitals.
pub fn is_prose(face: &str) -> bool {
    let text = face.trim_ascii();
    if text.len() < SHORTEST_PROSE
        || face.len() - face.trim_start().len() > DEEPEST_PROSE
        || has_gap(text.as_bytes())
        || text.starts_with('(') && text.ends_with(')')
    {
        return false;
    }
    // A title with units is not running text:
    // `BALANCE SHEET (NOK million except per share data)`.
    let aside = if text.ends_with(')') { text.rfind('(') } else { None };
    let body = aside.map_or(text, |at| &text[..at]);
    let (mut lower, mut spelled) = (0, 0);
    for word in body.split_ascii_whitespace() {
        lower += usize::from(word.as_bytes()[0].is_ascii_lowercase());
        spelled += usize::from(word.bytes().any(|b| b.is_ascii_alphabetic()));
    }
    text.split_ascii_whitespace().nth(FEWEST_WORDS - 1).is_some()
        && (lower * 2 >= spelled || is_sentence_in_capitals(body))
        && !is_period_apart(text)
}

/// Whether three blanks stand next to each other in print.
fn has_gap(print: &[u8]) -> bool {
    // A loop without an early exit is vectorised.
    let is_blank = |b: &u8| *b == b' ';
    let threes = print.iter().zip(print.iter().skip(1)).zip(print.iter().skip(2));
    threes.fold(false, |any, ((a, b), c)| any | (is_blank(a) & is_blank(b) & is_blank(c)))
}

/// Whether a line begins as a title does and names periods, with nothing else but a few words
/// behind a dash: `For the periods ended June 30, 1996 and 1995`,
/// `Year ended June 30, 1996 - predecessor`.
fn is_period_apart(text: &str) -> bool {
    const MOST_WORDS: usize = 3;
    if !text.starts_with(|c: char| c.is_ascii_uppercase())
        || !text.ends_with(|c: char| c.is_ascii_alphanumeric())
    {
        return false;
    }
    let (period, rest) = text.split_once(" - ").unwrap_or((text, ""));
    rest.split_ascii_whitespace().count() <= MOST_WORDS && says_period(period)
}

/// Whether a text names periods, and all its words go with them.
pub(super) fn says_period(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let goes_with = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit())
            || knowledge::period_word(word).is_some()
            || knowledge::goes_with_periods(word)
            || knowledge::is_hanging(word)
    };
    words.all(goes_with) && period::speaks(text)
}

/// Whether words in capitals make sentences, and not titles or labels:
/// `SALES ROSE BY 4 PERCENT, WHICH WAS DUE TO THE ACQUISITION OF`. The name of a period may hold
/// articles as well.
pub fn is_sentence_in_capitals(text: &str) -> bool {
    const FEWEST: usize = 2;
    /// Letters of a word whose full stop may end a sentence.
    const NO_INITIAL: usize = 4;
    if text.bytes().any(|b| b.is_ascii_lowercase()) {
        return false;
    }
    let words = || text.split(|c: char| !c.is_ascii_alphabetic());
    let articles = words().filter(|word| knowledge::is_article(word)).count();
    let ends = |word: &str| {
        let bare = word.trim_end_matches('.');
        bare.len() + 1 == word.len()
            && bare.len() >= NO_INITIAL
            && !knowledge::is_abbreviation(bare)
    };
    let (all, _) = text.rsplit_once(' ').unwrap_or_default();
    let stops = all.split(' ').filter(|word| ends(word)).count();
    let others = stops + words().filter(|word| knowledge::stands_in_sentences(word)).count();
    articles + others >= FEWEST && (others > 0 || !period::is_bare(text))
}

/// Whether a line begins with a small letter, in parentheses or not.
pub fn starts_lower(face: &str) -> bool {
    face.trim_start().trim_start_matches('(').starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether a line ends the sentence that introduces a table, which begins on the line above and is
/// far longer than a label: `Changes in the reserve for product warranty ... were` /
/// `(in millions):`, or `... were (in` / `millions):`.
pub(super) fn introduces(lines: &Lines<'_>, i: usize, left: usize) -> bool {
    // Longer labels go on below.
    const FAR: usize = 12;
    let (above, face) = (lines.face(i - 1), lines.face(i));
    let breaks_off = || above.rfind('(').filter(|&at| !above[at..].contains(')'));
    let units_from_above = || {
        let units = breaks_off().map(|at| format!("{} {}", &above[at..], face.trim_ascii_start()));
        units.is_some_and(|units| knowledge::scale_of(&units).is_some())
    };
    face.ends_with(':')
        && above.len() > left + FAR
        && (knowledge::scale_of(face).is_some() || units_from_above())
}

/// Whether a line ends or begins as a sentence does that announces what is below it:
/// `Maturities of the bonds are:`, `Maturities are as follows (in thousands):`,
/// `The following is a summary of loans to officers:`.
pub(super) fn announces_table(face: &str) -> bool {
    let words = face.trim_end_matches([':', ' ']);
    let is_unit = |at: &usize| words.ends_with(')') && knowledge::scale_of(&words[*at..]).is_some();
    let end = words.rfind('(').filter(is_unit).unwrap_or(words.len());
    let last = || words[..end].trim_ascii_end().rsplit(' ').next().unwrap_or("");
    face.ends_with(':')
        && (knowledge::is_announcer(last())
            || knowledge::opens_announcement(&knowledge::plain(face.trim_ascii_start())))
}
