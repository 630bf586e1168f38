//! Which heading a row sums up though it is called no total: one that it repeats, in full
//! (`Current taxes`, apart from its parts) or in part (`Total net sales` of `Net sales to
//! unaffiliated customers`), or whose rows end at the rule above it.

use crate::align::rows::sections::open::Open;
use crate::align::rows::sections::totals::{Total, content_words, same_word};
use crate::knowledge;

impl Total<'_> {
    /// The heading that a total repeats, or that a rule above the total closes.
    pub(super) fn repeats(&self, open: &[Open]) -> Option<usize> {
        // `Net periodic benefit cost` of `Components of net periodic benefit cost`
        let made_up = |o: &Open| {
            let whole = knowledge::whole_of_parts(&o.key);
            o.filled && whole.is_some_and(|whole| is_same_result(whole, self.label))
        };
        if let Some(at) = open.iter().rposition(|o| made_up(o) || self.is_net_for(o)) {
            return Some(at);
        }
        // `Total common equity` is but a part of `Capitalization` where `Total capitalization` is
        // to come.
        let last = open.last().filter(|o| !o.top && o.total.is_none())?;
        let items = last.items?;
        (self.repeats_in_full(last, items)
            || self.ends_part(last)
            || self.repeats_in_part(last, items)
            || self.is_net_of(last, items)
            || self.is_parted_from(items) && self.ends_at_rule(last, items))
        .then(|| open.len() - 1)
    }

    /// Whether it says what the heading says, and stands apart from its rows or ends them.
    fn repeats_in_full(&self, last: &Open, items: usize) -> bool {
        let ends = || self.row.indent > items || self.next_indent.is_none_or(|next| next < items);
        is_same_result(&last.key, self.label) && (ends() || last.filled && self.apart)
    }

    /// `Loss before income taxes - Brokerage`, last of the rows of `Brokerage`
    fn ends_part(&self, last: &Open) -> bool {
        let part = self.row.label.rsplit_once(" - ").filter(|_| self.next_indent.is_none());
        part.is_some_and(|(_, part)| knowledge::key(part) == last.key)
    }

    /// `Net property, plant and equipment` of `Property, plant and equipment`; `Property and
    /// equipment, net` below them, or below `Property and equipment, at cost`.
    fn is_net_of(&self, last: &Open, items: usize) -> bool {
        let heading = last.key.strip_suffix(" at cost").unwrap_or(&last.key);
        let is_stem = |stem| stem == heading;
        // `Other income, net` is one of the items of `Other income (expense)`, `Other assets, net`
        // may be what is left of `Other assets`.
        let may_be_item = || knowledge::gathers_items(&last.plain) || last.key.starts_with("other");
        let is_apart = || self.row.indent > items || !may_be_item();
        let ends = || self.row.ruled || last.filled && is_apart();
        knowledge::net_of(self.label).is_some_and(is_stem)
            || self.label.strip_suffix(" net").is_some_and(is_stem) && ends()
    }

    /// `Net cost for defined benefit plans` of `Defined benefit plans`, below a rule
    fn is_net_for(&self, o: &Open) -> bool {
        let net = knowledge::net_of(self.label).filter(|_| self.row.ruled && o.filled && !o.top);
        let result = net.and_then(|net| net.strip_suffix(&*o.key)?.strip_suffix(' '));
        let joint = result.and_then(|result| result.rsplit(' ').next());
        joint.is_some_and(knowledge::is_hanging)
    }

    /// Whether all it says the heading says as well. `Comprehensive income` sums up `Other
    /// comprehensive income` where a rule stands above it. It may have the one word in parentheses:
    /// `Total other expense, net` of `Other (expense) income`, not `Total current` of `Debt (current
    /// and long-term)`.
    fn repeats_in_part(&self, last: &Open, items: usize) -> bool {
        let says =
            |word: &str| content_words(&last.key).any(|of_heading| same_word(of_heading, word));
        let aside = last.plain.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        let aside = aside.map(|(words, _)| words).filter(|words| !words.contains(' '));
        let says_in_aside = |word: &str| aside.is_some_and(|aside| same_word(aside, word));
        // `Net income` is one of the items of `Income statement data`.
        let sums_up =
            || self.row.ruled && self.row.indent > items && !knowledge::heads_data(&last.plain);
        (knowledge::names_total(self.label) || sums_up())
            && content_words(self.label).any(says)
            && content_words(self.label).all(|word| says(word) || says_in_aside(word))
    }

    /// Whether a rule parts it from the rows above, or a blank line in a table without rules, where
    /// it stands deeper.
    fn is_parted_from(&self, items: usize) -> bool {
        self.row.ruled || !self.among_rules && self.apart && self.row.indent > items
    }

    /// Whether the rows of the heading end at the rule above it, whatever both say.
    fn ends_at_rule(&self, last: &Open, items: usize) -> bool {
        let indent = self.row.indent;
        // Whatever is taken off or put to it ends at the rule above what it comes to.
        let left = || !last.plain.contains(' ') && knowledge::puts_or_takes(&last.plain);
        let sum = || knowledge::names_total(self.label) && knowledge::gathers_items(&last.plain);
        // `Net increase`, deeper than the rows it sums up or the last before a heading
        let reaches = || match self.next_indent {
            Some(below) => indent > items && below < items,
            None => indent >= items,
        };
        let whole = || knowledge::is_closer(self.label) && reaches();
        left() || sum() || whole()
    }
}

/// Whether a heading and a total, in key form, are the same but for gain or loss: `Comprehensive
/// income` and `Comprehensive loss`.
fn is_same_result(heading: &str, total: &str) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(' ').map(|word| if word == "loss" { "income" } else { word })
    }
    heading == total || words(heading).eq(words(total))
}
