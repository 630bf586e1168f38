//! Whether a line without figures goes on in the next: told by the words of both, or by how full
//! the line is and how deep the next stands.

use crate::align::label::{
    first_word, is_capitals, is_count, is_mark, names_series, unbalanced, without_aside,
    without_marks, without_references,
};
use crate::align::rows::piece::{Piece, is_hung};
use crate::align::rows::wrap::dates::heads_period;
use crate::align::rows::wrap::lists::{begins, opens_list};
use crate::align::rows::wrap::style::Style;
use crate::knowledge::{self, Measure};
use crate::period;
use crate::record::Kind;

impl Style {
    /// Whether `next` carries on the words of `line`, which has no figures.
    pub(super) fn joins(&self, line: &Piece, next: &Piece) -> bool {
        let apart = self.is_apart(next);
        if next.text.is_empty() {
            return !apart && !line.ends_in_colon();
        }
        self.told_by_words(line, next).unwrap_or_else(|| {
            if line.is_capitals() && !next.shares_case(line) {
                // `INTANGIBLE ASSETS AND DEFERRED` / `  CHARGES, net`, `NUMBER OF COMMON` / `SHARES (M's)`
                let own = next.text.split(", net").next().unwrap_or("");
                let in_capitals = is_capitals(own) || is_capitals(without_aside(own));
                let is_open = || line.hangs() || self.is_full(line, next);
                return !apart && in_capitals && is_open();
            }
            if line.hangs() {
                return !next.after_rule || unbalanced(&line.text);
            }
            !apart
                && !opens_list(line, next)
                && (is_rest(line, next, self.labels) || self.fits(line, next))
        })
    }

    /// What the words of a line and of the next say, whatever their places.
    fn told_by_words(&self, line: &Piece, next: &Piece) -> Option<bool> {
        if knowledge::is_carried_over(&line.text) {
            return Some(false);
        }
        if line.ends_in_colon() {
            let goes_on = counts_shares(line, next) || tells_of_days(next);
            return Some(goes_on && !self.is_after_blank(next));
        }
        if next.starts_lower() {
            return Some(true);
        }
        self.told_by_form(line, next).or_else(|| self.told_by_sense(line, next))
    }

    /// What the form of the next line says: capitals, a mark, an aside.
    fn told_by_form(&self, line: &Piece, next: &Piece) -> Option<bool> {
        if line.is_capitals() && next.joins_capitals(&line.text) && !opens_list(line, next) {
            return Some(!self.is_apart(next));
        }
        if is_mark(&next.text) || is_note(&next.text) {
            return Some(true);
        }
        if ends_at_mark(line, next) {
            return Some(false);
        }
        if next.row.is_some() && next.indent > line.indent && ends_before_items(&line.text) {
            return Some(false);
        }
        // `Kilowatt-hour sales-` / `Total sales`
        if line.text.ends_with('-') && knowledge::is_total(&next.text) {
            return Some(false);
        }
        // `Northern Division -`, a blank line, `Revenues   80,330`
        let heads = || self.is_after_blank(next) || self.below_dashes.contains(&next.text);
        if line.text.ends_with('-') && next.row.is_some() && begins(next) && heads() {
            return Some(false);
        }
        // `Stockholders' Equity` / `(Deficit)`
        let aside = next.row.is_none() && next.text.starts_with('(') && next.indent == line.indent;
        (aside && next.text.contains(')')).then(|| !self.is_apart(next))
    }

    /// What a line means that is a heading, a period or a thing by itself.
    fn told_by_sense(&self, line: &Piece, next: &Piece) -> Option<bool> {
        let words = knowledge::plain(&line.text);
        if ends_in_units(&line.text) && next.row.is_some() && !next.text.starts_with('(') {
            return Some(false);
        }
        if is_valued(&words, next) {
            return Some(false);
        }
        if is_cut_at_cash(line, next) && next.line == line.line + 1 {
            return Some(!self.is_apart(next));
        }
        if next.indent >= line.indent && knowledge::are_parted(&words, &next.text) {
            return Some(!self.is_apart(next));
        }
        if let Some(joins) = self.told_by_period(line, next, &words) {
            return Some(joins);
        }
        if knowledge::is_top_heading(&words)
            || knowledge::is_standard_heading(&words) && (!line.hangs() || line.text.ends_with('-'))
            || knowledge::is_bare_heading(&words) && !line.hangs() && next.text.ends_with(':')
        {
            return Some(false);
        }
        if knowledge::is_activity(&words) {
            let rest = knowledge::plain(without_references(next.text.trim_end_matches(':')));
            return Some(rest == "activities");
        }
        if breaks_off_per_share(&words, next) {
            return Some(!self.is_apart(next));
        }
        // `Weighted average number of common shares` / `Outstanding (in thousands)`
        let counts = words.ends_with("shares") && words.contains(' ') && !self.lists_shares;
        let goes_on = counts && knowledge::goes_behind_shares(&next.text);
        goes_on.then(|| !self.is_apart(next))
    }

    /// What a line means that names a period; `words` in plain form.
    fn told_by_period(&self, line: &Piece, next: &Piece, words: &str) -> Option<bool> {
        // `Balance at September 30` / `1998`; above others, `At December 31` heads years.
        if knowledge::begins_as_balance(words) && period::four_digits(&next.text).is_some() {
            return Some(next.row.is_some() && period::is_balance_of_day(words));
        }
        // `Year Ended` / `December 31, 1999`; `Year Ended` / `September 24,` / `1999`
        if knowledge::is_end_of_one(words) {
            let dated = || {
                period::lacks_year(&next.text)
                    || period::read(&next.text).iter().any(|s| s.end().is_some())
            };
            // Headings that it stands over are deeper.
            let flush = || next.indent == line.indent && !self.is_apart(next);
            return Some((next.row.is_some() || flush()) && dated());
        }
        // `Nine months ended September 30, 1999` / `Revenues from external customers`
        heads_period(line, next).then_some(false)
    }

    /// Whether a line is as full and the next stands as deep as where labels of the table wrap.
    fn fits(&self, line: &Piece, next: &Piece) -> bool {
        /// Words that are no longer have room on any line.
        const SHORT: usize = 8;
        /// Words that are longer may go on below without a hang.
        const LONG: usize = 30;
        /// Words that are longer fill the place of labels by themselves.
        const WHOLE: usize = 40;
        let flush = next.indent == line.indent;
        // Where no label wraps, a heading longer than every label of a row was not cut short before
        // words: `Interest rate management` over `Swap agreements` over `Assets`.
        let is_whole_heading = next.row.is_none()
            && line.end > self.margin
            && next.text.contains(' ')
            && !next.ends_in_colon();
        if self.hang.is_none() && is_whole_heading && next.indent > line.indent {
            return false;
        }
        let hung = match self.hang {
            // `CASH AND CASH EQUIVALENTS` / `AT END OF YEAR` is one label nevertheless.
            Some(0) if line.is_capitals() && is_whole(line) => {
                flush && knowledge::is_leading(first_word(&next.text))
            }
            Some(hang) => next.indent == line.indent + hang,
            // A sum at the margin of a long heading is the first of its rows.
            None if flush && knowledge::names_total(&next.text) => false,
            None => is_hung(next.indent, line.indent) || flush && line.end > line.indent + LONG,
        };
        // A line as long as the longest label of a row was not meant to be the last.
        let brimful = next.row.is_some()
            && line.end >= self.margin
            && line.end <= self.left
            && flush
            && line.end > line.indent + WHOLE;
        self.is_full(line, next) && hung && line.end > line.indent + SHORT || brimful
    }
}

/// Whether words break off before a dash that stands apart, and leave the rest to the rows beneath:
/// `Increase (decrease) in -`.
fn ends_before_items(words: &str) -> bool {
    let bare = words.trim_end_matches('-');
    bare.len() < words.len()
        && bare.ends_with(' ')
        && bare.trim_ascii_end().rsplit(' ').next().is_some_and(knowledge::is_hanging)
}

/// Whether words end in what the figures below are printed in: `Packaging (In thousands of tons)`.
fn ends_in_units(words: &str) -> bool {
    let aside = words.strip_suffix(')').and_then(|words| words.rsplit_once(" ("));
    aside.is_some_and(|(_, aside)| knowledge::scale_of(&knowledge::plain(aside)).is_some())
}

/// Whether words end in how the items below are valued, and nothing goes on from there:
/// `Property and equipment, at cost` / `Land   1,200`, but `..., at cost` / `Less depreciation`.
fn is_valued(words: &str, next: &Piece) -> bool {
    let goes_on = || {
        let rest = knowledge::plain(&next.text);
        knowledge::puts_or_takes(&rest) || first_word(&rest) == "net"
    };
    knowledge::ends_in_value(words) && next.row.is_some() && begins(next) && !goes_on()
}

/// Whether words name a result for each of something that only the next line names in full:
/// `NET INCOME PER LIMITED` / `PARTNERSHIP UNIT:`.
fn breaks_off_per_share(words: &str, next: &Piece) -> bool {
    // `PARTNERSHIP UNIT (25,000 units`
    let rest = next.text.split('(').next().unwrap_or_default().trim_end();
    let whole = || [words, " ", &knowledge::plain(rest)].concat();
    words.contains(" per ")
        && knowledge::measure_of(words) != Some(Measure::PerShare)
        && knowledge::names_no_more_than_per_share(&whole())
}

/// Whether words are a label or a heading by themselves: flush in capitals, nothing but their
/// meaning parts headings from labels that wrap.
fn is_whole(line: &Piece) -> bool {
    let key = knowledge::key(&line.text);
    let names = |kind| knowledge::concept(&key, kind).is_some();
    knowledge::is_standard_heading(&key)
        || [Kind::BalanceSheet, Kind::Income, Kind::CashFlow].into_iter().any(names)
}

/// Whether the heading of what is adjusted to come to cash ends on a second line:
/// `ADJUSTMENTS TO RECONCILE NET INCOME TO` / `CASH FROM OPERATING ACTIVITIES:`. Beneath words that
/// could end there, `Items not requiring cash` heads what follows.
fn is_cut_at_cash(line: &Piece, rest: &Piece) -> bool {
    let words = knowledge::plain(&line.text);
    let rest_words = knowledge::plain(&rest.text);
    let is_end = |words: &str| knowledge::holds(words, "activities");
    let goes_on = || {
        knowledge::begins_as_adjusted(&rest_words)
            || (words.ends_with(" cash") || line.hangs()) && is_end(&rest_words)
    };
    rest.row.is_none() && words.starts_with("adjustments ") && !is_end(&words) && goes_on()
}

/// Whether shares are counted below words that end in a colon:
/// `Issued and outstanding:` / `1997, 1,943,666; ...` or `1997--1,943,666 shares, ...`,
/// `Common stock, $1 par value:` / `Authorized: 20,000,000 shares`.
fn counts_shares(line: &Piece, next: &Piece) -> bool {
    (next.text.starts_with(|c: char| c.is_ascii_digit()) || knowledge::tells_par_value(&line.text))
        && next.text.split(' ').filter_map(|word| word.rsplit("--").next()).any(is_count)
        && next.indent >= line.indent
        && !names_series(&next.text)
}

/// Whether words tell what was taken off or held on the days of the columns:
/// `1997, $2,077; 1996, $1,914`, `March 31, 1998 - $620; June 30, 1997 -`,
/// `157 shares and 150 shares in 1997 and 1996`, or on the first of these before a line that tells
/// the other: `1997-5,110,008 shares;`.
fn tells_of_days(words: &Piece) -> bool {
    // What is told of the last day may stand on the next line.
    let breaks_off = words.row.is_none() && words.hangs();
    let of_year = |part: &str| {
        behind_day(part).is_some_and(|rest| {
            rest.starts_with([',', '-', ':', ' '])
                && (rest.contains(|c: char| c.is_ascii_digit())
                    || breaks_off && words.text.ends_with(part))
        })
    };
    let shares = |text: &str| text.matches(" shares").count();
    let parts: Vec<&str> = words.text.split_terminator(';').collect();
    let is_begun = words.row.is_none() && words.text.ends_with(';');
    let starts_with_count = words.text.starts_with(|c: char| c.is_ascii_digit());
    parts.iter().all(|part| of_year(part)) && (parts.len() > 1 || is_begun)
        || starts_with_count && shares(&words.text) > 1
}

/// What stands behind the year, or the day of a year, with which words begin.
fn behind_day(words: &str) -> Option<&str> {
    let words = words.trim_start();
    let is_day = knowledge::is_month(first_word(words).trim_end_matches('.'));
    let year = if is_day { words.find(", ")? + ", ".len() } else { 0 };
    let (year, rest) = words[year..].split_at_checked(4)?;
    period::four_digits(year).is_some().then_some(rest)
}

/// Whether a line is by its own form the rest of the one above: centred with it, far from where
/// `labels` begin, a count, an aside or words that begin no label.
fn is_rest(line: &Piece, next: &Piece, labels: usize) -> bool {
    /// Words that a count may stand behind are longer.
    const FEW: usize = 12;
    if line.is_centred_with(next, labels) {
        return true;
    }
    if next.indent < line.indent {
        return false;
    }
    let counted = next.text.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit())
        && next.text.contains(' ');
    let bare = without_marks(&next.text);
    // `(RPMs) (000s)`
    let inside = bare.strip_prefix('(').and_then(|bare| bare.strip_suffix(')'));
    let aside =
        inside.is_some_and(|all| all.split(") (").all(|inside| !inside.contains(['(', ')'])));
    // `Application of proceeds` / `  ($4,716,633 and $4,738,633):`
    let heads = || next.row.is_none() && next.text.starts_with('(') && next.text.ends_with("):");
    counted && line.text.len() > FEW
        || aside && next.row.is_some()
        || heads()
        || line.text.contains(' ') && knowledge::carries_on(&next.text)
}

/// Whether the mark of a note ends a label, and the next line begins another:
/// `Interest income, net (1)` / `Net income`.
pub(super) fn ends_at_mark(line: &Piece, next: &Piece) -> bool {
    let last = line.text.rsplit(' ').next().unwrap_or_default();
    is_mark(last) && next.text.starts_with(char::is_uppercase)
}

/// Whether words are no more than a reference to notes: `(Note 6)`, `(Notes 2 and 5)`.
pub(super) fn is_note(words: &str) -> bool {
    words.starts_with("(Note") && words.ends_with(')') || without_references(words).is_empty()
}
