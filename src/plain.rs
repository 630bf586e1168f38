//! Makes untrusted text harmless to terminals and to the runners of workflows.
//!
//! A terminal obeys control characters. The runner of a workflow obeys what a step prints: GitHub's
//! obeys lines that begin with `::`, and, like those of other systems, `##[` and `##name[` anywhere
//! in a line. The character that makes such text a command is replaced by U+FFFD; the number of
//! characters stays the same.

use std::borrow::Cow;

/// Replaces a character that makes text a command.
const INERT: char = '\u{fffd}';

/// Text for the middle of a line, without commands.
pub fn plain(text: &str) -> Cow<'_, str> {
    let text = without_controls(text, |c| c == '\t');
    if !text.contains("##") {
        return text;
    }
    let mut rest = text.as_ref();
    let mut out = String::with_capacity(rest.len());
    while let Some(at) = rest.find("##") {
        let orders = rest[at + 2..].starts_with(|c: char| c == '[' || c.is_ascii_alphabetic());
        out.push_str(&rest[..at]);
        out.push(if orders { INERT } else { '#' });
        rest = &rest[at + 1..];
    }
    (out + rest).into()
}

/// Text for a whole line, without commands.
pub fn plain_line(line: &str) -> Cow<'_, str> {
    let line = plain(line);
    let start = line.trim_start_matches(is_blank);
    match start.strip_prefix("::") {
        None => line,
        Some(rest) => format!("{}{INERT}:{rest}", &line[..line.len() - start.len()]).into(),
    }
}

/// Like [`plain_line`], for several lines with their line ends.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    let text = without_controls(text, |c| c == '\t' || c == '\n');
    if !text.contains("::") && !text.contains("##") {
        return text;
    }
    let lines = text.split('\n').map(plain_line);
    lines.collect::<Vec<_>>().join("\n").into()
}

/// Replaces control characters, and those that change the direction of text.
fn without_controls(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_command = |c: char| {
        (c.is_control() && !keep(c))
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.contains(is_command) {
        text.replace(is_command, &INERT.to_string()).into()
    } else {
        text.into()
    }
}

/// Whether a runner might ignore a character at the start of a line.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::{plain, plain_line, plain_lines};

    #[test]
    fn terminals_are_not_commanded() {
        assert_eq!(plain("Net sales\t1"), "Net sales\t1");
        assert_eq!(plain("\x1b[2J\u{9b}31m\n"), "\u{fffd}[2J\u{fffd}31m\u{fffd}");
        assert_eq!(plain("\u{202e}txt.exe"), "\u{fffd}txt.exe");
        assert_eq!(plain_lines("a\r\nb\n"), "a\u{fffd}\nb\n");
    }

    #[test]
    fn workflows_are_not_commanded() {
        assert_eq!(plain_line("::add-mask::a"), "\u{fffd}:add-mask::a");
        assert_eq!(plain_line(" \t\u{a0}\u{feff}::a"), " \t\u{a0}\u{feff}\u{fffd}:a");
        assert_eq!(plain_line("a.txt:3: b::c"), "a.txt:3: b::c");
        assert_eq!(plain("::a"), "::a");
        assert_eq!(plain("x ##[error]y"), "x \u{fffd}#[error]y");
        assert_eq!(plain("###vso[a]##"), "#\u{fffd}#vso[a]##");
        assert_eq!(plain("Item ## 3, # 4"), "Item ## 3, # 4");
        assert_eq!(plain_lines("::a\n  ::b\nc ::\n"), "\u{fffd}:a\n  \u{fffd}:b\nc ::\n");
    }
}
