//! The marks of notes that stand alone or are glued to a figure.

/// A word without the footnote marks glued to its end: `5/8(a)`, `1/2(1)(2)`.
pub(in crate::lex::token) fn without_note(word: &[u8]) -> &[u8] {
    if !matches!(word.last(), Some(b')' | b'}' | b']' | b'*' | b'/')) {
        return word;
    }
    let marks = |at: usize| {
        let mut end = at;
        while end < word.len() && note_mark(&word[end..]) > 0 {
            end += note_mark(&word[end..]);
        }
        end
    };
    let mark = (1..word.len()).find(|&at| marks(at) == word.len());
    &word[..mark.unwrap_or(word.len())]
}

/// Length of the footnote mark that `text` begins with: `(a)`, `(12)`, `{1}`, `[b]`, `*`; 0 for
/// none.
pub(super) fn note_mark(text: &[u8]) -> usize {
    match text {
        // `77a/`
        [b'a'..=b'z' | b'A'..=b'H', b'/', ..] => 2,
        [b'*', ..] => text.iter().take_while(|&&b| b == b'*').count(),
        // `(d-f)`: all notes from one to another
        [b'(', from @ b'a'..=b'z', b'-', to @ b'a'..=b'z', b')', ..] if from < to => 5,
        [open @ (b'(' | b'{' | b'['), inner @ ..] => {
            let close = match open {
                b'(' => b')',
                b'{' => b'}',
                _ => b']',
            };
            let n = inner.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b',').count();
            let short = (1..=3).contains(&n) && !is_abbreviation(&inner[..n]);
            let short = short || lists_notes(&inner[..n]);
            if short && inner.get(n) == Some(&close) { n + 2 } else { 0 }
        }
        _ => 0,
    }
}

/// `ROA`, `FFO`, `Mcf`: three letters, capitals among them, and no number in Roman ones.
fn is_abbreviation(word: &[u8]) -> bool {
    word.len() == 3
        && word.iter().all(u8::is_ascii_alphabetic)
        && word.iter().any(u8::is_ascii_uppercase)
        && !word.iter().all(|b| matches!(b, b'I' | b'V' | b'X'))
}

/// Whether single digits or letters are listed: `1,2`, `a,b,d`.
pub(in crate::lex::token) fn lists_notes(word: &[u8]) -> bool {
    word.len() > 2
        && word.split(|&b| b == b',').all(|note| matches!(note, [n] if n.is_ascii_alphanumeric()))
}

/// Whether a figure's print is the mark of a note as well: `(1)`, `(12)`.
pub fn is_mark(word: &[u8]) -> bool {
    word.strip_prefix(b"(").and_then(|w| w.strip_suffix(b")")).is_some_and(is_note_number)
}

/// Whether a word may be the number of a note: `7`, `12`.
pub fn is_note_number(word: &[u8]) -> bool {
    (1..=2).contains(&word.len()) && word.iter().all(u8::is_ascii_digit)
}
