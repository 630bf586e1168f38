//! Untrusted text made harmless for those who look at it.

use std::borrow::Cow;

/// Text that a terminal prints and does not obey: control characters, and those that change the
/// direction of writing, are replaced.
pub fn plain(text: &str) -> Cow<'_, str> {
    replace(text, |c| c == '\t')
}

/// Like [`plain`], for whole output with its line ends.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    replace(text, |c| c == '\t' || c == '\n')
}

fn replace(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_command = |c: char| {
        (c.is_control() && !keep(c))
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.contains(is_command) {
        text.replace(is_command, "\u{fffd}").into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::{plain, plain_lines};

    #[test]
    fn terminals_are_not_commanded() {
        assert_eq!(plain("Net sales\t1"), "Net sales\t1");
        assert_eq!(plain("\x1b[2J\u{9b}31m\n"), "\u{fffd}[2J\u{fffd}31m\u{fffd}");
        assert_eq!(plain("\u{202e}txt.exe"), "\u{fffd}txt.exe");
        assert_eq!(plain_lines("a\r\nb\n"), "a\u{fffd}\nb\n");
    }
}
