//! The words of a label: what may end one, what is printed beside it and is none of it.

use crate::knowledge;
use crate::lex::token;

/// Whether a label cannot end with these words, which have figures behind them or none.
pub(in crate::align) fn hangs(words: &str, figures: bool) -> bool {
    let text = without_marks(words);
    // `300,000 / shares authorized`; with figures behind them, such words are a label's last.
    if !figures
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.rsplit(' ').next().is_some_and(|w| w.contains(','))
    {
        return true;
    }
    if text.ends_with([',', ';', '-', '/', '&']) && !text.ends_with(" -") || unbalanced(text) {
        return true;
    }
    // `stockholders' / equity`
    if text.ends_with(" -") || text.ends_with("s'") {
        return true;
    }
    text.rsplit_once(' ').map_or_else(
        || knowledge::is_hanging(text),
        |(before, last)| {
            // `Net cash provided by (used in)`
            let last = last.trim_end_matches(')');
            knowledge::is_hanging(last)
                || knowledge::is_half(last)
                || knowledge::is_attribute(last) && knowledge::is_hanging(last_word(before))
        },
    )
}

/// Whether a text has letters and all are capitals.
pub(in crate::align) fn is_capitals(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase)
}

/// A text before what stands in parentheses: `GOODWILL (net of amortization)`.
pub(in crate::align) fn without_aside(text: &str) -> &str {
    text.split('(').next().unwrap_or(text)
}

/// `(8)`, `(a)` or `(Note 6)`, alone.
pub(in crate::align) fn is_mark(text: &str) -> bool {
    text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).is_some_and(|t| {
        token::is_note_number(t.strip_prefix("Note ").unwrap_or(t).as_bytes())
            || matches!(t.as_bytes(), [letter] if letter.is_ascii_lowercase())
    })
}

/// Whether a word is a number in the thousands: `1,943,666;`.
pub fn is_count(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', ',', ';']);
    word.contains(',') && word.bytes().all(|b| b.is_ascii_digit() || b == b',')
}

pub(in crate::align) fn unbalanced(text: &str) -> bool {
    text.matches('(').count() > text.matches(')').count()
}

/// A label without leaders, footnote marks and a closing colon.
pub(in crate::align) fn clean(text: &str) -> String {
    // Privacy-enhanced mail sets `- ` before a line that begins with a dash.
    let text = text.strip_prefix("- ").filter(|t| t.starts_with('-')).unwrap_or(text);
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c == '|').filter(|w| !w.is_empty()) {
        if word.bytes().all(|b| b == b'.')
            || word.len() > 3 && word.bytes().all(|b| b == b'-' || b == b'_' || b == b'=')
        {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    let leaders = out.trim_end_matches(['.', ' ', '_', '$']);
    let cut = out.len() - leaders.len();
    // One point closes an abbreviation (`Inc.`); two are leaders. Behind its point, these stand
    // apart.
    let led = || text.contains("..") || text.contains(". .");
    let known = || knowledge::is_abbreviation(last_word(leaders)) && text.contains(". ..");
    let abbreviation = out[leaders.len()..].starts_with('.') && cut == 1 && (!led() || known());
    out.truncate(leaders.len() + usize::from(abbreviation));
    out
}

/// A label without the footnote marks behind it: `{1}`, `(7)`, `(2,3)`, `(b)`, `(ii)`, `(*)`, ` b/`,
/// ` 2/`, `/(1)/`, `*`.
pub(in crate::align) fn without_marks(label: &str) -> &str {
    let mut label = label.trim_end();
    loop {
        let cut = label.trim_end_matches(['*', ' ']);
        match without_slashed_mark(cut).or_else(|| without_mark_in_brackets(cut)) {
            Some(bare) => label = bare,
            None => return cut,
        }
    }
}

/// A label without the mark that a slash closes: `Special Charges 2/`, `AFTER DIVIDENDSe/`, or
/// `/(1)/`, raised in print.
fn without_slashed_mark(label: &str) -> Option<&str> {
    let open = label.strip_suffix('/')?;
    let is_digit = |c: char| c.is_ascii_digit();
    let numbered = || {
        let bare = open.trim_end_matches(is_digit);
        (matches!(open.len() - bare.len(), 1..=2) && bare.ends_with(' ')).then_some(bare)
    };
    let behind_capitals = |bare: &str| {
        is_capitals(last_word(bare)) && label[bare.len()..].starts_with(char::is_lowercase)
    };
    let bare = open.strip_suffix(|c: char| c.is_ascii_alphabetic()).or_else(numbered);
    if let Some(bare) = bare.filter(|bare| bare.ends_with([' ', ',']) || behind_capitals(bare)) {
        return Some(bare.trim_end_matches([' ', ',']));
    }
    let raised = open.rsplit_once('/').filter(|(bare, mark)| is_mark(mark) && !bare.is_empty());
    raised.map(|(bare, _)| bare.trim_end())
}

/// A label without the mark in brackets behind it.
fn without_mark_in_brackets(label: &str) -> Option<&str> {
    let open = label.strip_suffix([')', '}', ']'])?;
    let at = open.rfind(['(', '{', '[']).filter(|at| *at > 0)?;
    let (before, mark) = (label[..at].trim_end(), &open[at + 1..]);
    let is_number =
        |mark: &str| matches!(mark.len(), 1..=2) && mark.bytes().all(|b| b.is_ascii_digit());
    let digits = mark.split(',').all(|mark| is_number(mark.trim()));
    let letter = match mark.as_bytes() {
        [b'a'..=b'z'] => true,
        // `Stock compensation (A)`; `Class (A)` is a name.
        [b'A'..=b'H'] => !knowledge::is_lettered(last_word(before)),
        _ => false,
    };
    let roman = mark.len() <= 4 && mark.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'));
    let stars = mark.bytes().all(|b| b == b'*');
    let is_mark = digits || letter || roman || stars || label[at..].starts_with(['{', '[']);
    // `Center(s)`, `tax effect of $ (37)`
    let is_part = before.ends_with('$') || label.ends_with("(s)") && !label[..at].ends_with(' ');
    // `Net income (A) divided by (B)` says how it is worked out.
    let is_worked_out = || label.ends_with(')') && knowledge::is_hanging(last_word(before));
    (!mark.is_empty() && is_mark && !is_part && !is_worked_out())
        // `Ratio (a)/(b)` is worked out from the rows of these marks.
        .then(|| label[..at].trim_end_matches([' ', '/']))
}

/// A label without the marks and references behind it: `Basic (Note 6)`.
pub fn without_references(label: &str) -> &str {
    let label = without_marks(label);
    match label.rfind('(') {
        Some(at) if is_mark(&label[at..]) => without_marks(&label[..at]),
        _ => label,
    }
}

/// A label without footnote marks and colons behind it: `Performance ratios: (1)`.
pub(in crate::align) fn bare_label(label: &str) -> &str {
    without_marks(label.trim_end_matches([':', ' '])).trim_end_matches([':', ' '])
}

pub(in crate::align) fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

pub(in crate::align) fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or_default()
}

/// Whether words are a heading whatever stands below them: `ASSETS`, `Investment income`.
pub(in crate::align) fn stands_alone(words: &str) -> bool {
    let plain = knowledge::plain(words);
    knowledge::is_top_heading(&plain) || knowledge::is_standard_heading(&plain)
}

/// Whether words are a heading whatever stands below them: one that is carried over, or names an
/// activity.
pub(in crate::align) fn is_heading(words: &str) -> bool {
    stands_alone(words)
        || knowledge::is_carried_over(words)
        || knowledge::is_activity(&knowledge::plain(words))
}

/// Whether a label begins with the rate by which one of several issues is called: `4.20% Series,
/// 150,000 shares`, `6 1/8% Series`.
pub(in crate::align) fn names_series(label: &str) -> bool {
    label.split(' ').take(2).any(|word| word.ends_with('%'))
}

/// Joins two lines of a label; a word broken by a hyphen is made whole.
pub(in crate::align) fn join_two(first: &str, second: &str) -> String {
    if first.is_empty() {
        return second.to_owned();
    }
    let in_capitals = |text: &str| text.len() > 1 && is_capitals(text);
    let rest = first_word(second).trim_end_matches([',', ')', ':', '.']);
    // `Ratio of earnings to fixed charges-` / `excluding interest on deposits` breaks no word, nor
    // does `Loss from continuing operations-` / `basic`.
    let is_whole = knowledge::is_hanging(rest) || knowledge::stands_behind_dash(rest);
    let goes_on = |stem: &&str| {
        let in_small = || second.starts_with(|c: char| c.is_lowercase());
        // `INCOME TAXES-` / `CURRENT` are words of their own.
        let in_capitals = || {
            in_capitals(last_word(stem))
                && in_capitals(first_word(second))
                && !knowledge::names_item(&knowledge::plain(stem))
        };
        !is_whole && (in_small() || in_capitals())
    };
    if let Some(stem) = first.strip_suffix('-').filter(goes_on) {
        let word = stem.rsplit([' ', '-']).next().unwrap_or("").trim_start_matches(['"', '(']);
        if word.chars().count() > 1 && word.chars().all(char::is_alphabetic) {
            // `inven-/tories` is one word; `non-/current`, `stock-/based` and `available-for-/sale`
            // are not.
            let compound = stem.rsplit(' ').next().is_some_and(|whole| whole.contains('-'));
            let kept = knowledge::takes_hyphen(word) && !knowledge::is_remnant(rest)
                || knowledge::goes_behind_hyphen(rest);
            let hyphen = if compound || kept { "-" } else { "" };
            return format!("{stem}{hyphen}{second}");
        }
    }
    [first, " ", second].concat()
}

/// `EMEA`, `OEM`: in capitals, whatever the rows around it are in.
pub(in crate::align) fn is_acronym(label: &str) -> bool {
    // `BOE (6:1)`, `EBITDA(c)(e)`
    let bare = without_aside(label).trim_end();
    bare.len() <= 4 && !bare.contains(' ') || knowledge::is_acronym(bare)
}
