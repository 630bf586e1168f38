//! Amounts that look like years, in tables that are printed without commas.

use super::classify::heads_rows;
use super::{Class, Lines, within};
use crate::knowledge;
use crate::lex::token::{Token, TokenKind};
use crate::period;

/// Most lines from a row to the next.
const REACH: usize = 3;
/// How many lines to either side are looked at for commas.
const NEAR: usize = 8;

impl Lines<'_> {
    /// Numbers that look like years, in the columns of the row beside them and behind a label as
    /// rows have one, are a row themselves: `Other equipment, net    1924    1949` below `Flight
    /// equipment    14810    14338`.
    pub(super) fn settle_amounts(&mut self, figured: &[usize]) {
        for &i in within(figured, 1..self.lines.len().saturating_sub(1)) {
            if self.lines[i].class == Class::Years && self.is_row_of_amounts(i) {
                self.lines[i].class = Class::Figures;
            }
        }
    }

    fn is_row_of_amounts(&self, i: usize) -> bool {
        let (end, own) = self.figures(i);
        let years: Vec<u16> = own.iter().filter_map(|t| self.digits(i, t)?.parse().ok()).collect();
        if own.is_empty() || years.len() < own.len() {
            return false;
        }
        let label = self.face(i)[..end].trim_ascii();
        // Years side by side follow each other.
        let apart = years.windows(2).any(|pair| pair[0].abs_diff(pair[1]) > 1);
        let fits = |k: usize| {
            let (_, other) = self.figures(k);
            other.len() == own.len()
                && other.iter().zip(&own).all(|(a, b)| a.edge.abs_diff(b.edge) <= 1)
        };
        let silent = |k: &usize| matches!(self.lines[*k].class, Class::Blank | Class::Rule);
        let row =
            |k: Option<usize>| k.filter(|&k| self.lines[k].class == Class::Figures && fits(k));
        let above = row((i.saturating_sub(REACH)..i).rev().find(|k| !silent(k)));
        let placed = if label.is_empty() {
            let ruled = |k: usize| self.lines[k].class == Class::Rule;
            // A sum ends its rows, with a blank line or a rule below.
            let beneath = above == Some(i - 1) || ruled(i - 1) && self.face(i - 1).contains('-');
            let ends_rows =
                || self.lines[i + 1].class == Class::Blank || ruled(i - 1) && ruled(i + 1);
            above.is_some() && apart && beneath && ends_rows()
        } else {
            // The first row may stand right below its heading.
            let below = || row(Some(i + 1)).is_some();
            names_row(label) && (above == Some(i - 1) || apart && (above.is_some() || below()))
        };
        let is_sum = || apart && above.is_some() && knowledge::names_total(label);
        placed && self.has_no_commas(i, is_sum()) && !self.is_header_again(i, &years)
    }

    /// Whether a line repeats one of the years above the columns, and so heads them again.
    fn is_header_again(&self, i: usize, years: &[u16]) -> bool {
        let header = (0..i).rev().find(|&k| self.lines[k].class == Class::Years);
        header.is_some_and(|k| {
            let (_, tokens) = self.figures(k);
            tokens.iter().any(|t| {
                self.digits(k, t).and_then(|d| d.parse().ok()).is_some_and(|y| years.contains(&y))
            })
        })
    }

    /// Whether a row near a line has an amount of four digits or more, and none has commas. Where
    /// the line itself is `sure` to be a row, it may be the only one so long.
    fn has_no_commas(&self, i: usize, sure: bool) -> bool {
        let near = i.saturating_sub(NEAR)..self.lines.len().min(i + NEAR + 1);
        let mut bare = sure;
        for k in near.filter(|&k| self.lines[k].class == Class::Figures) {
            for token in &self.figures(k).1 {
                if self.face(k)[token.span()].contains(',') {
                    return false;
                }
                bare |= token.kind != TokenKind::Year
                    && self.digits(k, token).is_some_and(|digits| digits.len() > 3);
            }
        }
        bare
    }

    /// The digits of a figure, if nothing is printed among them.
    fn digits(&self, i: usize, token: &Token) -> Option<&str> {
        let print = self.face(i)[token.body..token.edge].trim_start_matches(['(', '-']);
        print.bytes().all(|b| b.is_ascii_digit()).then_some(print)
    }
}

/// Whether words before numbers are the label of a row, and not words that years complete.
fn names_row(label: &str) -> bool {
    label.contains(char::is_alphabetic)
        && !label.ends_with(':')
        && !label.contains("   ")
        && !period::speaks(label)
        && !heads_rows(label)
        && !knowledge::is_note_column(label)
}
