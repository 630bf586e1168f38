//! What the headings over a row say of what it measures.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::knowledge::{self, Measure, Notion, Sign};
use crate::statement::units::scale::joined_captions;
use crate::statement::{Draft, title};

/// What the headings of a section measure, read once for all its rows.
#[derive(Default)]
pub(super) struct Headings<'d> {
    section: &'d [Arc<str>],
    /// Another heading of the table says that dollars stand below it.
    beside_dollars: bool,
    measures: OnceCell<Vec<Option<Measure>>>,
    /// They, or what stands over the table, speak of securities or of prices.
    of_securities: OnceCell<bool>,
}

impl<'d> Headings<'d> {
    pub(super) fn of(draft: &Draft) -> Self {
        let tells_dollars = |heading: String| knowledge::begins_with(&heading, Notion::Dollars);
        let beside_dollars = draft.rows.iter().any(|row| row.heading().is_some_and(tells_dollars));
        Self { beside_dollars, ..Self::default() }
    }

    pub(super) fn move_to(&mut self, section: &'d [Arc<str>]) {
        if self.section != section {
            *self = Self { section, beside_dollars: self.beside_dollars, ..Self::default() };
        }
    }

    /// Innermost first.
    pub(super) fn measures(&self) -> &[Option<Measure>] {
        let measure = |heading: &Arc<str>| {
            let heading = knowledge::plain(heading);
            // `Units` beside `Dollars (in millions)`: homes, not parts in a company
            let are_pieces = self.beside_dollars && knowledge::begins_with(&heading, Notion::Units);
            if are_pieces { Some(Measure::Pure) } else { heading_measure(&heading) }
        };
        self.measures.get_or_init(|| self.section.iter().rev().map(measure).collect())
    }

    /// Whether the innermost heading says what amounts are in, and no more of its rows:
    /// `Earnings data ($000)`.
    pub(super) fn are_units(&self) -> bool {
        self.section.last().is_some_and(|heading| {
            heading.contains("($")
                && !knowledge::speaks_of(&knowledge::plain(heading), Notion::Numerator)
        })
    }

    /// Whether what stands over the rows speaks of securities or of prices: `Low   12.75` may be a
    /// rate or an amount in millions as well.
    pub(super) fn speak_of_securities(&self, draft: &Draft) -> bool {
        let speaks = |text: &str| {
            knowledge::speaks_of_securities(text) || knowledge::speaks_of(text, Notion::Price)
        };
        *self.of_securities.get_or_init(|| {
            speaks(&titles_of(draft)) || self.section.iter().any(|heading| speaks(heading))
        })
    }

    /// What the innermost heading measures.
    pub(super) fn innermost(&self) -> Option<Measure> {
        self.measures().first().copied().flatten()
    }
}

/// What a heading in plain form measures: `Shares`, `Shares of common stock` are counted beneath
/// it. One that names a result before the shares tells of both:
/// `Computation of net income and shares outstanding`.
fn heading_measure(heading: &str) -> Option<Measure> {
    let counts = || knowledge::heads_shares(heading) || knowledge::ends_in_shares(heading);
    let both = || {
        let shares = knowledge::place_of(heading, Notion::Share).unwrap_or_default();
        knowledge::signs(&heading[..shares]).any(|sign| sign == Sign::Result)
    };
    let measure = knowledge::measure_of(heading).or_else(|| counts().then_some(Measure::Shares));
    measure.filter(|measure| *measure != Measure::Shares || !both())
}

/// What stands over the rows, but for exceptions: `In thousands, except number of units` says what
/// else stands among amounts.
pub(super) fn titles_of(draft: &Draft) -> String {
    let stub = draft.head.stub.join(" ");
    let captions = joined_captions(&draft.head);
    let intro = title::last_sentence(&draft.head.intro);
    [&draft.title, stub.as_str(), &captions, intro].map(knowledge::without_exception).join(" ")
}
