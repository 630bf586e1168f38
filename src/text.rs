//! From bytes to lines: decoding, line ends, tab expansion.
//!
//! Every later stage measures in display columns. To make that cheap, each line is kept as an ASCII
//! *face*, in which one byte is one display column: tabs are expanded to multiples of 8, control
//! characters become blanks, and any other character is replaced by the ASCII character that looks
//! most like it. The characters as printed are kept beside it, so that labels come out unchanged.
//!
//! The blank lines of pages in double spacing are taken out, so that these are read like all
//! others; [`Text::number`] still tells the line numbers of the source.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use encoding_rs::WINDOWS_1252;

/// Width of a tab stop.
pub const TAB: usize = 8;
/// From this column on, a tab counts as a single blank. No table is so wide, and otherwise a line
/// of nothing but tabs would take eight times its size.
const LAST_TAB: usize = 1 << 16;

/// What sends a printer to its next page.
const FORM_FEED: char = '\x0c';

/// A decoded text, as lines.
#[derive(Debug, Default)]
pub struct Text {
    face: String,
    /// Where each line starts in `face`, and where the last one ends.
    starts: Vec<u32>,
    /// The printed characters of lines that have any beyond ASCII.
    printed: BTreeMap<u32, Box<str>>,
    /// Lines with a form feed, in order.
    feeds: Vec<u32>,
    /// For each blank line that was taken out, in order, the line that is now in its place.
    spare: Vec<u32>,
}

impl Text {
    /// The most columns that all lines together may have, since positions are kept in 32 bits.
    pub const LARGEST: usize = u32::MAX as usize;

    /// Whether these bytes are not too large to be decoded, with tabs expanded.
    pub fn fits(bytes: &[u8]) -> bool {
        fits(bytes, Self::LARGEST)
    }

    /// Decodes UTF-8 or, if the bytes are not valid UTF-8, Windows-1252, in which every byte has a
    /// meaning.
    ///
    /// # Panics
    ///
    /// If the bytes do not [fit](Self::fits).
    pub fn decode(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let decoded: Cow<'_, str> = match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        };
        // A lone CR ends a line only if no line ends in LF (classic Mac OS).
        let end = if memchr::memchr(b'\n', decoded.as_bytes()).is_some() { b'\n' } else { b'\r' };
        let mut text = Self::default();
        text.face.reserve(decoded.len() + decoded.len() / 8);
        text.starts.reserve(decoded.len() / 40);
        let mut start = 0;
        for at in memchr::memchr_iter(end, decoded.as_bytes()) {
            text.push(&decoded[start..at]);
            start = at + 1;
        }
        if start < decoded.len() {
            text.push(&decoded[start..]);
        }
        text.starts.push(offset(text.face.len()));
        text.close_up();
        text
    }

    /// Takes out the blank line after each line of pages in double spacing.
    fn close_up(&mut self) {
        let spare = self.spare_blanks();
        if spare.is_empty() {
            return;
        }
        let closed_up = |line: u32| line - offset(spare.partition_point(|&blank| blank < line));
        let mut blanks = spare.iter().peekable();
        let mut line = 0;
        self.starts.retain(|_| {
            line += 1;
            blanks.next_if_eq(&&(line - 1)).is_none()
        });
        let printed = std::mem::take(&mut self.printed);
        self.printed = printed.into_iter().map(|(line, text)| (closed_up(line), text)).collect();
        self.feeds.iter_mut().for_each(|line| *line = closed_up(*line));
        self.spare = (0..).zip(spare).map(|(above, line)| line - above).collect();
    }

    /// The blank lines of double spacing: one between each two of many lines that have only blanks
    /// or rules above and below. A line wider than a page is a whole paragraph and has no spacing.
    fn spare_blanks(&self) -> Vec<u32> {
        /// Fewest of them that are the spacing of a page.
        const FEWEST: usize = 8;
        /// Columns of a line printer.
        const WIDEST_PAGE: usize = 132;
        let mut spare: Vec<u32> = Vec::new();
        let (mut begin, mut inside) = (0, false);
        for i in (0..self.len()).filter(|&i| !self.is_blank(i)) {
            let fits = || self.line(i).len() <= WIDEST_PAGE;
            let goes_on = if inside {
                is_rule(self.line(i)) || fits() && self.stands_alone(i)
            } else {
                self.is_between_blanks(i) && fits() && !is_rule(self.line(i))
            };
            if goes_on {
                if inside && self.is_blank(i - 1) && !self.feeds(i - 1) {
                    spare.push(offset(i - 1));
                }
                inside = true;
                continue;
            }
            if spare.len() - begin < FEWEST {
                spare.truncate(begin);
            }
            (begin, inside) = (spare.len(), false);
        }
        if spare.len() - begin < FEWEST {
            spare.truncate(begin);
        }
        spare
    }

    /// Whether nothing is printed on a line.
    fn is_blank(&self, i: usize) -> bool {
        self.starts[i] == self.starts[i + 1]
    }

    fn is_between_blanks(&self, i: usize) -> bool {
        (i == 0 || self.is_blank(i - 1)) && (i + 1 == self.len() || self.is_blank(i + 1))
    }

    /// Whether blank lines stand right above and below a line and its rules. A rule right between
    /// two lines, as in a header, is not in double spacing.
    fn stands_alone(&self, i: usize) -> bool {
        let ends = |&k: &usize| self.is_blank(k) || !is_rule(self.line(k));
        let is_blank = |k: usize| self.is_blank(k);
        (0..i).rev().find(ends).is_none_or(is_blank)
            && (i + 1..self.len()).find(ends).is_none_or(is_blank)
    }

    /// The number of a line in the source, from 1. The index may be one past the last line.
    pub fn number(&self, index: usize) -> u32 {
        let taken_out = self.spare.partition_point(|&at| at as usize <= index);
        u32::try_from(index + taken_out + 1).unwrap_or(u32::MAX)
    }

    fn push(&mut self, line: &str) {
        let line = if line.ends_with('\r') { line.trim_end_matches('\r') } else { line };
        self.starts.push(offset(self.face.len()));
        if is_plain(line) {
            self.face.push_str(without_end_blanks(line));
            return;
        }
        if line.contains(FORM_FEED) {
            self.feeds.push(offset(self.starts.len() - 1));
        }
        let line = expanded(line);
        if is_plain(&line) {
            self.face.push_str(without_end_blanks(&line));
            return;
        }
        let start = self.face.len();
        self.face.extend(line.chars().map(likeness));
        let width = without_end_blanks(&self.face[start..]).len();
        self.face.truncate(start + width);
        let printed = line.chars().map(|c| if c.is_control() { ' ' } else { c });
        let printed: String = printed.take(width).collect();
        if !printed.is_ascii() {
            self.printed.insert(offset(self.starts.len() - 1), printed.into());
        }
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ASCII face of a line, without trailing blanks. A byte index into it is a display column.
    #[inline]
    pub fn line(&self, index: usize) -> &str {
        &self.face[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Whether a line has a form feed, which begins a new page.
    fn feeds(&self, index: usize) -> bool {
        self.feeds.binary_search(&offset(index)).is_ok()
    }

    /// The lines with a form feed, in order.
    pub fn feeding(&self) -> impl Iterator<Item = usize> {
        self.feeds.iter().map(|line| *line as usize)
    }

    /// The lines whose faces hold these ASCII characters in a row, or begin them at their end when
    /// the next line has the rest. One search over the whole text finds them.
    pub fn lines_with<'a>(&'a self, print: &'a str) -> impl Iterator<Item = usize> + 'a {
        let print = memchr::memmem::Finder::new(print);
        let mut line = 0;
        let mut from = 0;
        std::iter::from_fn(move || {
            let at = from + print.find(&self.face.as_bytes()[from..])?;
            line += self.starts[line + 1..].iter().position(|end| at < *end as usize)?;
            from = self.starts[line + 1] as usize;
            line += 1;
            Some(line - 1)
        })
    }

    /// The characters printed in some display columns of a line.
    pub fn printed(&self, index: usize, columns: Range<usize>) -> Cow<'_, str> {
        let face = self.line(index);
        let columns = columns.start.min(face.len())..columns.end.min(face.len());
        match self.printed.get(&offset(index)) {
            None => face[columns].into(),
            Some(printed) => {
                printed.chars().skip(columns.start).take(columns.len()).collect::<String>().into()
            }
        }
    }
}

/// Whether a line is only a rule or an SGML mark.
fn is_rule(line: &str) -> bool {
    line.starts_with('<') || line.bytes().all(|b| matches!(b, b'-' | b'=' | b'_' | b' '))
}

/// Whether a line is its own face: only printable ASCII characters and blanks.
fn is_plain(line: &str) -> bool {
    // Chunks of a fixed size are checked with vector instructions; the last one overlaps.
    const TOGETHER: usize = 16;
    let are_plain =
        |bytes: &[u8]| bytes.iter().fold(true, |all, b| all & (b' '..=b'~').contains(b));
    let bytes = line.as_bytes();
    match bytes.last_chunk::<TOGETHER>() {
        None => are_plain(bytes),
        Some(last) => {
            bytes.as_chunks::<TOGETHER>().0.iter().all(|part| are_plain(part)) && are_plain(last)
        }
    }
}

/// A line with its tabs expanded.
fn expanded(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 4 * TAB);
    let mut column = 0;
    for (nth, part) in line.split('\t').enumerate() {
        if nth > 0 {
            let width = if column < LAST_TAB { TAB - column % TAB } else { 1 };
            out.extend(std::iter::repeat_n(' ', width));
            column += width;
        }
        out.push_str(part);
        column += part.chars().count();
    }
    out
}

/// A line without trailing blanks.
fn without_end_blanks(line: &str) -> &str {
    let end = line.bytes().rposition(|b| b != b' ').map_or(0, |last| last + 1);
    &line[..end]
}

/// Whether these bytes take at most `columns` display columns: one for each byte, up to eight for a
/// tab.
fn fits(bytes: &[u8], columns: usize) -> bool {
    let tabs = || memchr::memchr_iter(b'\t', bytes).count();
    bytes.len() <= columns / TAB || bytes.len() + tabs() * (TAB - 1) <= columns
}

fn offset(n: usize) -> u32 {
    u32::try_from(n).expect("a text that fits")
}

/// The ASCII character that looks most like `c`.
fn likeness(c: char) -> char {
    match c {
        ' '..='~' => c,
        '\u{2012}'..='\u{2015}' | '\u{2212}' | '\u{ad}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{b4}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{a3}' | '\u{a5}' | '\u{20ac}' => '$',
        // No ASCII character looks like a fraction: a count of quarters stands for it.
        '\u{bc}' => '\u{1}',
        '\u{bd}' => '\u{2}',
        '\u{be}' => '\u{3}',
        c if c.is_control() || c.is_whitespace() => ' ',
        c if c.is_alphabetic() => 'a',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let text = Text::decode(bytes);
        (0..text.len()).map(|i| text.printed(i, 0..usize::MAX).into_owned()).collect()
    }

    #[test]
    fn line_ends_of_three_systems() {
        assert_eq!(lines(b"a\r\nb\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines(b"a\rb\r"), ["a", "b"]);
    }

    #[test]
    fn texts_fit_with_their_tabs_expanded() {
        assert!(fits(b"\tabc", 11));
        assert!(!fits(b"\tabc", 10));
        assert!(!fits(b"abcd", 3));
        assert!(Text::fits(b"abcd"));
    }

    #[test]
    fn tabs_expand_to_eight_and_controls_are_blank() {
        assert_eq!(lines(b"a\tb\0c\x0c"), ["a       b c"]);
    }

    #[test]
    fn double_space_is_closed_up() {
        let alone: Vec<String> = (0..9).map(|n| format!("row {n}")).collect();
        let page = format!("head\n\n{}\n\n\nfoot\n\nnote\nnote\n", alone.join("\n\n"));
        let text = Text::decode(page.as_bytes());
        let print: Vec<&str> = (0..text.len()).map(|i| text.line(i)).collect();
        assert_eq!(print[..3], ["head", "row 0", "row 1"]);
        assert_eq!(print[9..], ["row 8", "", "foot", "", "note", "note"]);
        let source: Vec<&str> = page.lines().collect();
        for (i, line) in print.iter().enumerate() {
            assert_eq!(source[text.number(i) as usize - 1], *line);
        }
        let few = "row\n\nrow\n\nrow\n";
        assert_eq!(lines(few.as_bytes()).len(), 5);
        let paragraphs = format!("{}\n\n", "a paragraph on one line ".repeat(9)).repeat(9);
        assert_eq!(lines(paragraphs.as_bytes()).len(), 18);
    }

    #[test]
    fn form_feeds_are_known() {
        let text = Text::decode(b"a\n\x0c\nb\n\x0cc");
        assert_eq!([0, 1, 2, 3].map(|i| text.feeds(i)), [false, true, false, true]);
    }

    #[test]
    fn windows_1252_keeps_its_print_and_its_columns() {
        let text = Text::decode(b"caf\xe9 \x97 1");
        assert_eq!(text.line(0), "cafa - 1");
        assert_eq!(text.printed(0, 0..6), "caf\u{e9} \u{2014}");
    }
}
