//! What a new heading ends: those of its own level, and all inside these.
//!
//! No table says which of two headings stands below the other. Told apart are parts of a statement,
//! by their words; headings in the middle of the page; headings right below others, mostly inside
//! these; and headings below rows, by where they, their rows and those of the others begin.

use crate::align::rows::row::AlignedRow;
use crate::align::rows::sections::open::Open;
use crate::align::rows::sections::outline::{Axis, Outline, axis_of};
use crate::knowledge::{self, Measure, Notion};
use crate::period::{self, Spec};

impl Outline {
    /// Whether a heading stands in the middle of the page: far deeper than any row, or deeper and
    /// about the same axis as another that begins elsewhere.
    pub(super) fn is_centred(&self, heading: &AlignedRow) -> bool {
        const FAR: usize = 8;
        const DEEPER: usize = 4;
        let deepest = self.indents.1;
        let about = |axis: &Axis| {
            axis.indent != heading.indent
                && axis_of(heading).is_some_and(|own| own.middle.abs_diff(axis.middle) <= 1)
        };
        heading.indent > deepest + FAR
            || heading.indent > deepest + DEEPER && self.axes.iter().any(about)
    }

    /// Closes what a new heading ends: the heading of its own kind, and all inside.
    pub(super) fn close_for(&mut self, new: &Open, centred: bool) {
        let open = &mut self.open;
        // One side of a balance sheet ends the other, wherever its heading stands.
        let faces = new.top && knowledge::opens_liabilities(&new.plain);
        // Counts of shares stand beside earnings per share, basic and diluted, and not among them.
        let is_per_share = |words: &str| {
            knowledge::measure_of(words) == Some(Measure::PerShare) && !knowledge::heads_data(words)
        };
        let leads_per_share = |o: &Open| o.leads && is_per_share(&o.plain);
        // `Per share:` over `Cash flow from operations:` opens no activity.
        let of_each =
            self.after_heading && open.last().is_some_and(|o| knowledge::heads_per_share(&o.plain));
        let ends_liabilities = |open: &[Open]| {
            new.of_owners()
                && open.last().is_some_and(|o| knowledge::heads_liabilities_alone(&o.plain))
        };
        if centred && !self.after_heading && !faces {
            open.retain(|o| o.top);
            if ends_liabilities(open) {
                open.pop();
            }
        } else if new.top
            || knowledge::is_activity(&new.plain) && !of_each
            || knowledge::opens_supplement(&new.plain)
        {
            close_for_part(open, new);
        } else if ends_liabilities(open) {
            open.pop();
        } else if let Some(at) = open.iter().position(leads_per_share).filter(|_| new.counts_shares)
        {
            open.truncate(at);
        } else if self.after_heading {
            self.close_below_heading(new);
        } else {
            close_below_rows(open, new);
        }
    }

    /// Where rows of a heading of time begin, if those of another time before it begin as far to the
    /// left as it does: the balance at its end does so, whatever stands above that.
    pub(super) fn items_of_another_time(&self, new: &Open) -> Option<usize> {
        let is_flat = |o: &&Open| o.items == Some(o.indent) && o.indent == new.indent;
        self.open.iter().filter(is_flat).find(|o| new.is_other_time_than(o))?.items
    }

    /// Straight below another heading, a heading is inside it, unless it is of a higher kind, and
    /// then beside the last one of its own. What owners hold holds all that follows, however far to
    /// the right its heading stands.
    fn close_below_heading(&mut self, new: &Open) {
        let higher = |o: &Open| new.capitals && !o.capitals && !o.top;
        let left_of = |o: &Open| {
            new.indent < o.indent && !o.top && !o.of_owners() && o.capitals == new.capitals
        };
        let beside = |o: &Open| {
            o.filled
                && !o.top
                && o.total.is_none()
                && o.indent == new.indent
                && o.capitals == new.capitals
        };
        self.close_while(|o| higher(o) || left_of(o) || beside(o));
    }
}

/// Closes all for a part of the statement, but the words that go on in it.
fn close_for_part(open: &mut Vec<Open>, new: &Open) {
    let is_activity = knowledge::is_activity(&new.plain);
    let stem = open.first_mut().filter(|o| is_activity && o.leads_to(new));
    let kept = usize::from(stem.is_some());
    if let Some(stem) = stem {
        stem.items = Some(new.indent.max(stem.indent + 1));
    }
    open.truncate(kept);
}

/// Closes what a heading below rows ends.
fn close_below_rows(open: &mut Vec<Open>, new: &Open) {
    /// How far right of its rows a heading stands that is no typist's slip.
    const RIGHT: usize = 4;
    // What turns net income into cash stands below its activity, as far to the left or not.
    let activity = open.iter().position(|o| knowledge::is_activity(&o.plain));
    let kept = activity.filter(|_| knowledge::adjusts(&new.plain)).map_or(0, |at| at + 1);
    if let Some(at) = first_beside(open, new) {
        open.truncate(at.max(kept));
        return;
    }
    let no_higher = |o: &Open| {
        new.capitals && !o.capitals || new.capitals == o.capitals && o.indent >= new.indent
    };
    // `Diluted earnings per share`, right of its rows, holds the headings that are flush with these,
    // but for its like and those of other data.
    let is_apart = || {
        knowledge::heads_data(&new.plain)
            || knowledge::measure_of(&new.plain) == Some(Measure::PerShare)
    };
    let holds = |o: &Open| {
        o.items.is_some_and(|items| items + RIGHT < o.indent && new.indent == items) && !is_apart()
    };
    let ends =
        |o: &Open| !o.top && o.total.is_none() && !new.stands_among(o) && no_higher(o) && !holds(o);
    while open.len() > kept && open.last().is_some_and(ends) {
        open.pop();
    }
}

/// The outermost heading that one below rows stands beside.
fn first_beside(open: &[Open], new: &Open) -> Option<usize> {
    // `Financial Ratios` behind `Per Share Data` over `Net income:` stands beside the former.
    let of_parts = |at: usize| open[at + 1..].iter().any(|o| new.is_level_with(o) && o.colon);
    let over_parts =
        |at: &usize| new.is_level_with(&open[*at]) && !open[*at].colon && of_parts(*at);
    open.iter()
        .position(|o| new.is_sibling_of(o))
        .or_else(|| (0..open.len()).find(over_parts).filter(|_| !new.colon))
        .or_else(|| open.iter().rposition(|o| new.is_level_with(o) && !new.stands_among(o)))
}

/// How a heading below rows stands to one in force.
impl Open {
    /// Whether both are of one level.
    fn is_level_with(&self, o: &Self) -> bool {
        // Back at the indentation of a heading over deeper rows, a heading stands beside it.
        let left = || self.over_deeper && o.items.is_some_and(|items| items > o.indent);
        // `Off-balance-sheet:` beside `Liabilities:`, `Debt:` beside `Assets:` that have no total,
        // all over deeper rows
        let is_part = || {
            knowledge::heads_liabilities_alone(&o.plain)
                || knowledge::heads_assets_alone(&o.plain) && !o.awaits_whole_sum
        };
        let beside_part = || is_part() && o.colon && self.colon && left();
        (!o.top || beside_part())
            && o.total.is_none()
            && o.indent == self.indent
            && (o.capitals == self.capitals || left())
    }

    /// Whether both follow each other whatever stands between them: headings that lead others, or
    /// whose rows stand no deeper than themselves.
    fn is_sibling_of(&self, o: &Self) -> bool {
        let flat = |o: &Self| !o.leads && o.items == Some(o.indent);
        self.is_level_with(o)
            && (self.leads && o.leads || !self.leads && !self.over_deeper && flat(o))
    }

    /// Whether it stands among the rows of the other: these as far to the left as the other is, its
    /// own deeper. What owners hold is no part of what others do.
    fn stands_among(&self, o: &Self) -> bool {
        self.over_deeper
            && !(self.capitals && o.capitals)
            && o.items.is_some_and(|items| items == o.indent)
            && !self.is_counterpart_of(o)
            && !self.of_owners()
    }

    /// Whether both are times that end differently: `Year ended June 30, 1995` and `Three months
    /// ended September 30, 1995`, `1995` and `1996`.
    fn is_other_time_than(&self, o: &Self) -> bool {
        let time = |heading: &Self| {
            period::read_one(&heading.text).filter(|_| period::is_bare(&heading.text))
        };
        let Some((own, other)) = time(self).zip(time(o)) else { return false };
        let kind = |spec: &Spec| (spec.length, spec.quarter, spec.instant);
        let of_years = || own.year().zip(other.year()).is_some_and(|(own, other)| own != other);
        let ends = || own.end().zip(other.end()).is_some_and(|(own, other)| own != other);
        kind(&own) == kind(&other) && of_years() || ends()
    }

    /// What changed in assets stands beside what is adjusted, what is divided by beside what is
    /// divided, other data beside those of operations, and one time beside another, however either
    /// is set.
    fn is_counterpart_of(&self, o: &Self) -> bool {
        self.is_other_time_than(o)
            || knowledge::adjusts(&o.plain) && knowledge::adjusts(&self.plain)
            || knowledge::begins_with(&o.plain, Notion::Numerator)
                && knowledge::begins_with(&self.plain, Notion::Denominator)
            || [o, self].iter().all(|heading| knowledge::heads_data(&heading.plain))
                && knowledge::measure_of(&self.plain) != Some(Measure::PerShare)
    }
}
