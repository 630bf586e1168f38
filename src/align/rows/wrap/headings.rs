//! Headings: which lines without figures make one, and where two stand on one line.

use crate::align::label::{is_heading, last_word, stands_alone};
use crate::align::rows::piece::{Piece, is_hung, join};
use crate::align::rows::row::AlignedRow;
use crate::align::rows::wrap::dates::ends_period;
use crate::align::rows::wrap::lists::{begins, goes_on_behind_dash, opens_list};
use crate::align::rows::wrap::style::Style;
use crate::knowledge;

impl Style {
    /// Lines without figures, grouped to headings; `below` are the pieces that follow them.
    pub(super) fn group<'p>(&self, lines: &[&'p Piece], below: &[Piece]) -> Vec<Vec<&'p Piece>> {
        let mut out: Vec<Vec<&Piece>> = Vec::new();
        for (k, &line) in lines.iter().enumerate() {
            let next = lines.get(k + 1).copied().or(below.first());
            match out.last_mut() {
                Some(group)
                    if !opens_items(group, line, below)
                        && (self.extends(group, line, next) || drifts(group, line, below)) =>
                {
                    group.push(line);
                }
                _ => out.push(vec![line]),
            }
        }
        out
    }

    /// Whether a line goes on with the last of a heading.
    fn extends(&self, group: &[&Piece], line: &Piece, next: Option<&Piece>) -> bool {
        let [.., last] = group else { return false };
        self.joins(last, line) && !self.heads_part(last, line) && !heads_row(last, line, next)
            || hangs_over_none(last, line, next)
            || ends_period(last, line)
            || goes_on_behind_dash(last, line, next) && next.is_some_and(Piece::starts_lower)
    }

    /// Whether a deeper line is one of the parts of what words head, however full these are: the same
    /// part heads rows elsewhere. Not so `Adjustments to Reconcile Net Income to Net Cash` /
    /// `Provided by Operating Activities:`, which is one heading.
    fn heads_part(&self, words: &Piece, line: &Piece) -> bool {
        words.indent < line.indent
            && !words.hangs()
            && !line.ends_in_colon()
            // `(Loss) Above` below `Noncash Charges Included in Net Income`
            && !line.text.starts_with('(')
            && !knowledge::adjusts(&knowledge::plain(&words.text))
            && [words, line].iter().all(|p| begins(p))
            && self.parts.contains(&line.text)
    }
}

/// Whether words that end in a dash head deeper items, of which the first begins here and ends with
/// the row below: another as deep follows. `Common stock --` / `  Class A, 40,000,000 shares` /
/// `    authorized   182` / `  Class B, ...`
fn opens_items(group: &[&Piece], line: &Piece, below: &[Piece]) -> bool {
    let [.., words] = group else { return false };
    let next = below.iter().skip(1).find(|p| p.indent <= line.indent);
    words.text.ends_with('-')
        && line.indent > words.indent
        && begins(line)
        && below.first().is_some_and(|row| row.starts_lower() && row.indent > line.indent)
        && next.is_some_and(|next| next.indent == line.indent && begins(next))
}

/// Whether words that name a statement head a deeper label of two lines, the second with its figures:
/// `Statements of cash flows` / `  Cash flow provided by` / `    operations   5,115`.
fn heads_row(words: &Piece, line: &Piece, next: Option<&Piece>) -> bool {
    words.indent < line.indent
        && !words.hangs()
        && begins(line)
        && next.is_some_and(|n| n.row.is_some() && n.starts_lower() && n.indent >= line.indent)
        && knowledge::title_kind(&words.text).is_some()
}

/// Whether a line one column deeper than the first of a heading is more of it: that is no level of
/// headings, unless items stand there, the second below it or one behind its own: `Revenues` /
/// ` Commissions` / `  Listed   48.2` / `  Other   3.2` / ` Investment banking   24.3`.
fn drifts(group: &[&Piece], line: &Piece, below: &[Piece]) -> bool {
    let [first, ..] = group else { return false };
    let second = below.get(1).map(|item| item.indent);
    let is_item = |p: &Piece| {
        p.indent == line.indent && p.row.is_some() && begins(p) && !knowledge::is_total(&p.text)
    };
    let returns = || {
        let mut inside = below.iter().skip(1).take_while(|p| p.indent > first.indent);
        inside.any(is_item)
    };
    let last = group[group.len() - 1];
    line.indent == first.indent + 1
        && second != Some(line.indent)
        && !(begins(line) && returns())
        && !is_inside_capitals(first, line)
        && !line.after_blank
        && !line.after_rule
        && !last.ends_in_colon()
        && !opens_list(last, line)
        && !stands_alone(&first.text)
        && !knowledge::announces_statistics(&first.text)
}

/// Whether words that are not in capitals stand below others that are: `REVENUE` / ` Advertising`,
/// `PREFERRED STOCK` / ` $100 Par Value`, but `AMOUNTS AFTER` / ` DIVIDENDSe/`, `U.S.` / ` Cars and Trucks`.
fn is_inside_capitals(first: &Piece, line: &Piece) -> bool {
    let is_of_amount = |c: char| matches!(c, '$' | '.' | ' ') || c.is_ascii_digit();
    let mut letters = line.text.trim_start_matches(is_of_amount).chars();
    first.is_capitals()
        && !first.text.contains('.')
        && letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase)
}

/// Whether a line right below another and deeper heads nothing, since what follows stands no deeper
/// than the other: the two are one heading.
fn hangs_over_none(line: &Piece, deeper: &Piece, next: Option<&Piece>) -> bool {
    is_hung(deeper.indent, line.indent)
        && deeper.line == line.line + 1
        && ![line, deeper].iter().any(|p| p.ends_in_colon())
        && !(line.is_capitals() && !deeper.is_capitals())
        && next.is_some_and(|n| n.indent <= line.indent)
        && ![line, deeper].iter().any(|p| is_heading(&p.text))
        // `Earnings per share` / `  Basic`
        && !opens_list(line, deeper)
}

/// A heading of one or more lines; two where one is printed behind the other.
pub(super) fn headings(group: &[&Piece]) -> Vec<AlignedRow> {
    let label = join(group.iter().copied());
    match second_heading(&label) {
        Some(at) => [label[..at].trim_end(), &label[at..]]
            .map(|label| heading(group, label.to_owned()))
            .into(),
        None => vec![heading(group, label)],
    }
}

/// Where a second heading begins in words that are two:
/// `Commitments and contingencies Stockholders' equity:`,
/// `LIABILITIES AND SHAREHOLDERS' EQUITY Current liabilities:`.
fn second_heading(label: &str) -> Option<usize> {
    let plain = knowledge::plain(label);
    if !knowledge::is_bare_heading(&plain) && !knowledge::is_top_heading(plain.split(' ').next()?) {
        return None;
    }
    let starts = label.match_indices(' ').map(|(blank, _)| blank + 1);
    starts.into_iter().find(|&at| {
        let first = knowledge::plain(label[..at].trim_end());
        label[at..].starts_with(char::is_uppercase)
            && (knowledge::is_bare_heading(&first) && !knowledge::is_hanging(last_word(&first))
                || knowledge::is_top_heading(&first))
            && knowledge::is_standard_heading(&knowledge::key(&label[at..]))
    })
}

fn heading(group: &[&Piece], mut label: String) -> AlignedRow {
    label.truncate(without_audit_mark(&label).len());
    let (first, last) = (group[0], group[group.len() - 1]);
    let mut out = AlignedRow::new(label, first.indent, (first.line, last.line));
    out.ruled = first.after_rule;
    out
}

/// The heading of a side without the remark of a column beside it: `ASSETS   (Unaudited)`.
fn without_audit_mark(heading: &str) -> &str {
    let marked = |at: &usize| heading.ends_with(')') && knowledge::speaks_of_audit(&heading[*at..]);
    let side = heading.rfind('(').filter(marked).map(|at| heading[..at].trim_end());
    side.filter(|words| knowledge::is_top_heading(&knowledge::plain(words))).unwrap_or(heading)
}
