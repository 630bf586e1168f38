//! Sections: the headings in force above each row.
//!
//! A heading ends at the total that closes it or at the next heading of its level. Levels are told
//! by indentation and capitals, and by what the words say; a total names what it closes, or stands
//! below a rule.

use std::collections::HashMap;
use std::sync::Arc;

use crate::align::rows::AlignedRow;
use crate::align::rows::label::{bare_label, hangs, is_acronym, is_capitals};
use crate::knowledge::{self, Measure, PeriodWord};
use crate::period;

/// A heading in force.
struct Open {
    text: Arc<str>,
    plain: String,
    key: String,
    indent: usize,
    /// In capitals, in a table where these tell something.
    capitals: bool,
    /// A colon stands behind it.
    colon: bool,
    top: bool,
    /// Share counts stand below.
    counts_shares: bool,
    /// Another heading stands right below it, as far to the left.
    leads: bool,
    /// Rows stand below it, if only under other headings.
    filled: bool,
    /// Indentation of the first row below.
    items: Option<usize>,
    /// Whether that row is in capitals.
    capital_items: bool,
    /// Its label in plain form.
    first: String,
    /// The row below with the total that names it in full: until then it stays in force.
    total: Option<usize>,
    /// A sum without a label stands below that is not its last row.
    summed: bool,
}

impl Open {
    fn of(row: &AlignedRow, next: Option<&AlignedRow>, capitals_tell: bool) -> Self {
        let text = bare_label(&row.label).trim_end_matches(['-', ' ']);
        let plain = knowledge::plain(text);
        Self {
            text: text.into(),
            indent: row.indent,
            // `BALANCE SHEET DATA (at year end)`
            capitals: capitals_tell && is_capitals(text.split('(').next().unwrap_or(text)),
            colon: row.label.ends_with(':'),
            top: knowledge::is_top_heading(&plain),
            leads: next.is_some_and(|r| r.cells.is_empty() && r.indent == row.indent),
            key: knowledge::key(without_notes(&plain)),
            counts_shares: plain.contains("shares")
                && knowledge::measure_of(&plain) == Some(Measure::Shares),
            plain,
            filled: false,
            items: None,
            capital_items: false,
            first: String::new(),
            total: None,
            summed: false,
        }
    }

    /// Whether a label, in plain form, names the balance that the changes below the heading lead to
    /// from its first row: `Change in plan assets:` over `Fair value - beginning of year` and
    /// `Fair value - November 30`.
    fn leads_to_balance(&self, label: &str) -> bool {
        const STEM: usize = 2;
        let is_beginning = |word| knowledge::period_word(word) == Some(PeriodWord::Beginning);
        let pairs = self.first.split(' ').zip(label.split(' '));
        let stem = pairs.take_while(|(first, last)| first == last).count();
        let rest = label.split(' ').skip(stem).collect::<Vec<_>>().join(" ");
        self.plain.starts_with("change")
            && self.first.split(' ').skip(stem).any(is_beginning)
            && stem >= STEM
            && period::is_bare(&rest)
            && period::speaks(&rest)
    }

    /// Whether the row behind a total stands outside it, and is not its total: the total of its
    /// last part ends it as well.
    fn ends_before(&self, next: Option<&AlignedRow>) -> bool {
        let is_total = |r: &AlignedRow| {
            r.label.is_empty() || knowledge::is_closer(&knowledge::plain(&r.label))
        };
        let outside = |r: &AlignedRow| {
            self.items.is_some_and(|items| items > self.indent && r.indent < items)
        };
        !self.top && next.is_some_and(|r| !r.cells.is_empty() && !is_total(r) && outside(r))
    }

    /// Whether its words go on in the headings below it: `Cash provided by (used in):` over
    /// `Operating activities:`, further to the right.
    fn leads_to(&self, activity: &Self) -> bool {
        knowledge::holds(&self.plain, "cash")
            && hangs(&self.text, false)
            && self.indent < activity.indent
    }

    /// Whether it names what owners hold: `Stockholders' equity`.
    fn of_owners(&self) -> bool {
        self.plain.contains("holders' ") && knowledge::names_owners(&self.plain)
    }
}

/// A heading in plain form without the notes it points to: `shareholders' equity - notes f and g`.
fn without_notes(heading: &str) -> &str {
    let points = |at: &usize| {
        let mut words = heading[*at..].trim_start_matches(['-', ' ']).split([' ', ',']);
        words.next().is_some_and(|word| matches!(word, "note" | "notes"))
            && words.next().is_some_and(|mark| (1..=2).contains(&mark.len()))
    };
    let dash = heading.match_indices(" -").map(|(at, _)| at).find(points);
    dash.map_or(heading, |at| &heading[..at])
}

/// Gives every row the headings in force above it, and its label the last form.
pub(super) fn sections(rows: &mut [AlignedRow], ruled: bool) {
    let item_indents = item_indents_below(rows);
    let side_totals = side_totals_below(rows);
    let totals = totals_of_headings(rows);
    let mut outline = Outline::over(rows, ruled);
    for i in 0..rows.len() {
        let (before, after) = rows.split_at_mut(i + 1);
        let above = i.checked_sub(1).map(|above| before[above].lines.1);
        let (row, next) = (&mut before[i], after.first());
        outline.apart = above.is_some_and(|above| above + 1 < row.lines.0);
        row.closes = None;
        if row.cells.is_empty() {
            outline.open_heading(row, next, item_indents[i], totals[i]);
        } else {
            outline.forget_total(i);
            outline.place(row, next, &side_totals[i..]);
        }
    }
    for row in rows {
        row.plain = knowledge::plain(&row.label);
    }
}

/// Where a heading on one line begins, and twice the column of its middle.
fn axis_of(heading: &AlignedRow) -> Option<(usize, usize)> {
    let in_line = heading.cells.is_empty() && heading.lines.0 == heading.lines.1;
    in_line.then(|| (heading.indent, heading.indent * 2 + heading.label.len()))
}

/// The headings in force while a table is read from top to bottom.
struct Outline {
    /// Outermost first.
    open: Vec<Open>,
    /// The line before was a heading.
    after_heading: bool,
    /// The line before was `Commitments and contingencies` below a rule: a sum stands below that
    /// rule.
    after_rule: bool,
    /// A blank line or a rule stands above the row.
    apart: bool,
    /// Rules stand among the rows.
    ruled: bool,
    /// Not all is in capitals.
    capitals_tell: bool,
    /// Indentation of the labels that begin furthest left and furthest right.
    indents: (usize, usize),
    /// Where the headings deeper than all labels begin, and twice the columns of their middles.
    axes: Vec<(usize, usize)>,
    /// Whether the total of the assets stands inside its side, once it has been seen there.
    sums_inside: Option<bool>,
}

impl Outline {
    fn over(rows: &[AlignedRow], ruled: bool) -> Self {
        let labelled = rows.iter().filter(|r| !r.cells.is_empty() && !r.label.is_empty());
        let (first, last) = labelled.fold((usize::MAX, 0), |(first, last), row| {
            (row.indent.min(first), row.indent.max(last))
        });
        let has_small = |r: &AlignedRow| r.label.contains(char::is_lowercase);
        Self {
            open: Vec::new(),
            after_heading: false,
            after_rule: false,
            apart: false,
            ruled,
            capitals_tell: rows.iter().any(has_small),
            indents: (first.min(last), last),
            axes: rows.iter().filter_map(axis_of).filter(|axis| axis.0 > last).collect(),
            sums_inside: None,
        }
    }

    /// Whether a heading stands in the middle of the page: far deeper than any row, or deeper and
    /// about the same axis as another that begins elsewhere.
    fn is_centred(&self, heading: &AlignedRow) -> bool {
        const FAR: usize = 8;
        const DEEPER: usize = 4;
        let deepest = self.indents.1;
        let about = |axis: &(usize, usize)| {
            axis.0 != heading.indent
                && axis_of(heading).is_some_and(|(_, own)| own.abs_diff(axis.1) <= 1)
        };
        heading.indent > deepest + FAR
            || heading.indent > deepest + DEEPER && self.axes.iter().any(about)
    }

    fn in_force(&self) -> Vec<Arc<str>> {
        self.open.iter().map(|o| o.text.clone()).collect()
    }

    /// Awaits no more the total that stands in a row.
    fn forget_total(&mut self, row: usize) {
        self.open.iter_mut().filter(|o| o.total == Some(row)).for_each(|o| o.total = None);
    }

    /// Opens the heading that a row without figures is; `items` is where the rows below begin, and
    /// `total` the row that sums it up.
    fn open_heading(
        &mut self,
        row: &mut AlignedRow,
        next: Option<&AlignedRow>,
        items: Option<usize>,
        total: Option<usize>,
    ) {
        let mut heading = Open::of(row, next, self.capitals_tell);
        heading.total = total;
        // `Assets` right below a heading of selected data opens no side of a balance sheet, nor
        // do `Liabilities` right below `Liabilities and equity`. The day above both holds neither.
        let holds = |o: &Open| {
            !o.top && !period::is_bare(&o.text) || o.plain.starts_with("liabilities and")
        };
        heading.top &= !(self.after_heading && self.open.last().is_some_and(holds));
        let deeper = items.is_some_and(|indent| indent > row.indent);
        let centered = self.is_centred(row);
        close_for(&mut self.open, &heading, self.after_heading, deeper, centered);
        row.section = self.in_force();
        let colon = row.label.ends_with(':');
        row.cut_label(heading.text.len());
        // A heading over deeper rows tells where what stands below the one right above it begins.
        // What owners hold and what supplements cash flows go on wherever their rows stand.
        let goes_on = |o: &Open| o.of_owners() || knowledge::opens_supplement(&o.plain);
        let begins_items = |o: &Open| {
            o.indent == heading.indent || deeper && o.indent < heading.indent && !goes_on(o)
        };
        if let Some(outer) = self.open.last_mut().filter(|o| self.after_heading && begins_items(o))
        {
            outer.items.get_or_insert(heading.indent);
        }
        let is_bare = knowledge::is_bare_heading(&heading.plain);
        self.after_rule = is_bare && row.ruled;
        if !is_bare && !(knowledge::tells_par_value(&row.label) && !colon) {
            self.open.push(heading);
            self.after_heading = true;
        }
    }

    /// Closes what a row with figures ends, and puts it below the headings that are left. Whether
    /// the total of its side is still to come is told for the row and those below it.
    fn place(&mut self, row: &mut AlignedRow, next: Option<&AlignedRow>, totals_below: &[bool]) {
        self.after_heading = false;
        // Without a heading in force there is none to close.
        let label = if self.open.is_empty() { String::new() } else { row.key().to_owned() };
        let sums_assets = label == "total assets" && self.open.iter().any(|o| o.top);
        if !row.label.is_empty() {
            self.close_before(row, next, &label);
        } else if row.ruled || self.after_rule || !self.ruled || next.is_some_and(opens_side) {
            self.close_by_subtotal(row, next, totals_below);
        }
        self.after_rule = false;
        row.section = self.in_force();
        if sums_assets {
            self.sums_inside = Some(self.open.last().is_some_and(|o| o.top));
        }
        self.open.iter_mut().for_each(|o| o.filled = true);
        // A closing balance ends the account it closes.
        let closes = |o: &Open| o.leads_to_balance(&knowledge::plain(&row.label));
        if label.starts_with("balance") && label.contains("end of")
            || self.open.last().is_some_and(closes)
        {
            self.open.pop();
        }
        row.cut_label(bare_label(&row.label).len());
    }

    /// An unlabelled subtotal closes the innermost heading, unless its rows go on.
    fn close_by_subtotal(
        &mut self,
        row: &mut AlignedRow,
        next: Option<&AlignedRow>,
        totals_below: &[bool],
    ) {
        let side_total_below = totals_below[0];
        let is_heading = |r: &AlignedRow| r.cells.is_empty();
        let is_sum = |r: &AlignedRow| {
            !is_heading(r)
                && (r.label.is_empty()
                    || knowledge::is_main_line(&knowledge::key(&r.label))
                    || knowledge::is_closer(&knowledge::plain(&r.label)))
        };
        let next_indent = next.map_or(0, |r| r.indent);
        let after_blank = next.is_some_and(|r| !r.ruled && r.lines.0 > row.lines.1 + 1);
        // Only the part is summed up where the whole awaits its total.
        let is_part = matches!(&self.open[..], [.., whole, part]
            if !whole.top && whole.total.is_some()
                && part.total.is_none() && part.indent == whole.indent);
        let ends = |o: &Open| {
            !(o.top && side_total_below)
                && (next.is_none_or(is_heading)
                    || next.is_some_and(is_sum)
                    // A side goes on below its subtotals, wherever their labels stand.
                    || !o.top
                        && o.items.is_some_and(|items| {
                            next_indent < items || next_indent > items && after_blank
                        })
                    || is_part
                    || o.capitals && next.is_some_and(|r| is_capitals(&r.label)))
        };
        // Below a heading with sums of parts, the first of two sums in a row is one more of these,
        // where the total of the side comes later still.
        let of_part = |o: &Open| {
            o.summed
                && next.is_some_and(|r| !is_heading(r) && r.label.is_empty())
                && totals_below.get(1) == Some(&true)
        };
        let Some(last) = self.open.last_mut() else { return };
        if !ends(last) || of_part(last) || goes_on_below_sum(last, next) {
            last.summed = true;
            return;
        }
        row.closes = self.open.pop().map(|o| o.text);
        // Both end here where the heading around it does.
        while self.open.last().is_some_and(|o| o.ends_before(next)) {
            row.closes = self.open.pop().map(|o| o.text);
        }
        // The sum of a side: nothing but the other side follows.
        if next.is_none_or(opens_side) && self.open.last().is_some_and(|o| o.top) {
            row.closes = self.open.pop().map(|o| o.text);
        }
    }

    /// Closes what a labelled row, its label in [`knowledge::key`] form, stands no longer below.
    fn close_before(&mut self, row: &mut AlignedRow, next: Option<&AlignedRow>, label: &str) {
        self.close_by_total(row, next, label);
        self.close_by_words(row, label);
        self.close_by_place(row);
    }

    /// What a row sums up ends with it.
    fn close_by_total(&mut self, row: &mut AlignedRow, next: Option<&AlignedRow>, label: &str) {
        let open = &mut self.open;
        let next_indent = next.filter(|r| !r.cells.is_empty()).map(|r| r.indent);
        let inside = Some(row.indent).filter(|at| *at >= self.indents.0 + 12);
        // `- Total capital` is an item of a list.
        let is_item = row.label.starts_with("- ");
        let goes_on =
            label == "total" && open.last().is_some_and(|last| goes_on_below_sum(last, next));
        if let Some(at) = closed_by(open, label, inside, self.sums_inside, row.ruled)
            .or_else(|| repeated_by(open, label, row, next_indent, self.apart))
            .filter(|_| !is_item && !goes_on)
        {
            // A bare `Total` is what the heading says that it sums up.
            row.closes = open.get(at).filter(|_| label == "total").map(|o| o.text.clone());
            open.truncate(at);
            // Deep below a part, it sums up the whole that ends with it.
            while label == "total"
                && open.last().is_some_and(|o| o.total.is_none() && o.ends_before(next))
            {
                row.closes = open.pop().map(|o| o.text);
            }
        }
        // `ASSETS AVAILABLE FOR BENEFITS`, the last row of `ASSETS`, is what they come to.
        let is_sum_of = |side: &Open| {
            side.top && label.strip_prefix(&*side.key).is_some_and(|rest| rest.starts_with(' '))
        };
        if row.ruled && next.is_none() && open.last().is_some_and(is_sum_of) {
            open.pop();
        }
    }

    /// Headings end before what their words cannot stand over.
    fn close_by_words(&mut self, row: &AlignedRow, label: &str) {
        let open = &mut self.open;
        let begins = row.label.starts_with(char::is_uppercase);
        while open.last().is_some_and(|o| begins && knowledge::is_worked_out(&o.plain, label)) {
            open.pop();
        }
        // What a pension plan lacks is no change in what it has or owes.
        let changes = |o: &Open| o.filled && knowledge::tells_plan_changes(&o.plain);
        while open.last().is_some_and(|o| changes(o) && knowledge::is_part_of_status(label)) {
            open.pop();
        }
        // Dividends and prices per share are neither basic nor diluted; shares are, at whatever
        // price they may be had, and so is what dividends on preferred stock leave.
        let is_part = || {
            let measure = knowledge::measure_of(label);
            measure == Some(Measure::Shares)
                || knowledge::puts_or_takes(&knowledge::plain(&row.label))
                || label.contains("preferred") && measure != Some(Measure::PerShare)
        };
        let not_earned = || knowledge::is_not_earned(label) && !is_part();
        while open
            .last()
            .is_some_and(|o| knowledge::is_ditto(&o.plain) && o.items.is_some() && not_earned())
        {
            open.pop();
        }
        let of_items =
            |o: &Open| knowledge::gathers_items(&o.plain) || knowledge::stands_apart(&o.plain);
        let gathers = |o: &Open| o.items.is_some() && of_items(o);
        if open.last().is_some_and(gathers) && knowledge::is_main_line(label) {
            while open.last().is_some_and(gathers) {
                open.pop();
            }
        }
    }

    /// Headings end before a row that is not set as those below them are.
    fn close_by_place(&mut self, row: &AlignedRow) {
        let open = &mut self.open;
        // A row as far to the left as the heading over deeper rows, or further than a heading and
        // rows that are flush.
        let outside = |o: &Open, items: usize| {
            items > o.indent && row.indent <= o.indent || items == o.indent && row.indent < o.indent
        };
        while open.last().is_some_and(|o| {
            o.items.is_some_and(|items| outside(o, items)) && !o.top && o.total.is_none()
        }) {
            open.pop();
        }
        // A row in capitals ends a heading in capitals over rows that are in none.
        let capitals = is_capitals(&row.label) && !is_acronym(&row.label);
        while open.last().is_some_and(|o| {
            capitals && o.capitals && !o.top && o.items.is_some() && !o.capital_items
        }) {
            open.pop();
        }
        if let Some(last) = open.last_mut().filter(|o| o.items.is_none()) {
            last.items = Some(row.indent);
            last.capital_items = capitals;
            last.first = knowledge::plain(&row.label);
        }
    }
}

/// Whether the rows of `Primary` or `Fully diluted` go on below a sum without a name: that of the
/// shares by which what is earned is divided.
fn goes_on_below_sum(heading: &Open, next: Option<&AlignedRow>) -> bool {
    let is_item = |row: &AlignedRow| {
        !row.cells.is_empty() && heading.items.is_none_or(|items| row.indent >= items)
    };
    knowledge::is_ditto(&heading.plain) && next.is_some_and(is_item)
}

/// For each row, the indentation of the first row with figures below it.
fn item_indents_below(rows: &[AlignedRow]) -> Vec<Option<usize>> {
    let mut out = vec![None; rows.len()];
    let mut below = None;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = below;
        if !row.cells.is_empty() {
            below = Some(row.indent);
        }
    }
    out
}

/// For each heading, the row with the total that repeats it in full: `Total current assets` of
/// `Current assets`. Of headings of the same words, the nearest has it.
fn totals_of_headings(rows: &[AlignedRow]) -> Vec<Option<usize>> {
    let mut out = vec![None; rows.len()];
    let mut below = HashMap::new();
    for (at, row) in rows.iter().enumerate().rev() {
        if !row.cells.is_empty() {
            if is_total(&row.label) {
                below.insert(knowledge::key(&row.label["total ".len()..]), at);
            }
        } else if !below.is_empty() {
            let heading = knowledge::plain(bare_label(&row.label));
            out[at] = below.remove(&knowledge::key(without_notes(&heading)));
        }
    }
    out
}

/// Whether a label begins with the word.
fn is_total(label: &str) -> bool {
    label.get(.."total ".len()).is_some_and(|word| word.eq_ignore_ascii_case("total "))
}

/// For each row, whether the total of its side of a balance sheet is still to come. Where the
/// sides have headings, the last figures of a side are its total, label or none.
fn side_totals_below(rows: &[AlignedRow]) -> Vec<bool> {
    let opens_liabilities =
        |row: &AlignedRow| knowledge::opens_liabilities(&knowledge::plain(&row.label));
    let mut tops = rows.iter().filter(|row| opens_side(row)).peekable();
    // The assets may have a page to themselves.
    let assets_alone = || !rows.iter().any(|row| knowledge::plain(&row.label).contains("liabilit"));
    let has_sides = tops.peek().is_some() && (tops.any(opens_liabilities) || assets_alone());
    let mut out = vec![false; rows.len()];
    let mut below = false;
    let mut is_last = true;
    for (row, slot) in rows.iter().zip(&mut out).rev() {
        *slot = below;
        if row.cells.is_empty() {
            if opens_side(row) {
                (below, is_last) = (false, true);
            }
            continue;
        }
        below |= has_sides && is_last && row.label.is_empty();
        is_last = false;
        if is_total(&row.label) {
            let label = knowledge::key(&row.label);
            below |= label == "total assets" || label.starts_with("total liabilities and");
        }
    }
    out
}

/// Whether a row is the heading of a side of a balance sheet.
fn opens_side(row: &AlignedRow) -> bool {
    row.cells.is_empty() && knowledge::is_top_heading(&knowledge::plain(&row.label))
}

/// Closes what a new heading ends: the heading of its own kind, and all inside.
fn close_for(open: &mut Vec<Open>, new: &Open, after_heading: bool, deeper: bool, centered: bool) {
    // One side of a balance sheet ends the other, wherever its heading stands.
    let faces = new.top && knowledge::opens_liabilities(&new.plain);
    // Counts of shares stand beside earnings per share, basic and diluted, and not among them.
    let leads_per_share = |o: &Open| o.leads && o.plain.contains("per share");
    // `Per share:` over `Cash flow from operations:` opens no activity.
    let of_each =
        after_heading && open.last().is_some_and(|o| knowledge::heads_per_share(&o.plain));
    if centered && !after_heading && !faces {
        open.retain(|o| o.top);
    } else if new.top
        || knowledge::is_activity(&new.plain) && !of_each
        || knowledge::opens_supplement(&new.plain)
    {
        close_for_part(open, new);
    } else if new.of_owners() && open.last().is_some_and(|o| o.plain == "liabilities") {
        open.pop();
    } else if let Some(at) = open.iter().position(leads_per_share).filter(|_| new.counts_shares) {
        open.truncate(at);
    } else if after_heading {
        close_below_heading(open, new);
    } else {
        close_below_rows(open, new, deeper);
    }
}

/// Closes all for a part of the statement, but the words that go on in it.
fn close_for_part(open: &mut Vec<Open>, new: &Open) {
    let is_activity = knowledge::is_activity(&new.plain);
    let stem = open.first_mut().filter(|o| is_activity && o.leads_to(new));
    let kept = usize::from(stem.is_some());
    if let Some(stem) = stem {
        stem.items = Some(new.indent);
    }
    open.truncate(kept);
}

/// Straight below another heading, a heading is inside it, unless it is of a higher kind, and then
/// beside the last one of its own. What owners hold holds all that follows, however far to the
/// right its heading stands.
fn close_below_heading(open: &mut Vec<Open>, new: &Open) {
    let beside = |o: &Open| {
        o.filled
            && !o.top
            && o.total.is_none()
            && o.indent == new.indent
            && o.capitals == new.capitals
    };
    while open.last().is_some_and(|o| {
        new.capitals && !o.capitals && !o.top
            || new.indent < o.indent && !o.top && !o.of_owners() && o.capitals == new.capitals
            || beside(o)
    }) {
        open.pop();
    }
}

/// Closes what a heading below rows ends; rows below it stand deeper than itself or not.
fn close_below_rows(open: &mut Vec<Open>, new: &Open, deeper: bool) {
    // What changed in assets stands beside what is adjusted, and what is divided by beside what is
    // divided, however either is set.
    let beside = |o: &Open| {
        knowledge::adjusts(&o.plain) && knowledge::adjusts(&new.plain)
            || o.plain.starts_with("numerator") && new.plain.starts_with("denominator")
    };
    // Rows at the heading's own indentation, rows of the new one deeper: it stands among these
    // rows.
    let among = |o: &Open| {
        deeper
            && !(new.capitals && o.capitals)
            && o.items.is_some_and(|items| items == o.indent)
            && !beside(o)
    };
    // Back at the indentation of a heading over deeper rows, a heading stands beside it.
    let left = |o: &Open| deeper && o.items.is_some_and(|items| items > o.indent);
    let level = |o: &Open| {
        !o.top
            && o.total.is_none()
            && o.indent == new.indent
            && (o.capitals == new.capitals || left(o))
    };
    // What turns net income into cash stands below its activity, as far to the left or not.
    let activity = open.first().is_some_and(|o| knowledge::is_activity(&o.plain));
    let kept = usize::from(activity && knowledge::adjusts(&new.plain));
    // Headings that lead others, or whose rows stand no deeper than themselves, follow each other
    // whatever stands between them.
    let flat = |o: &Open| !o.leads && o.items == Some(o.indent);
    let sibling = |o: &Open| level(o) && (new.leads && o.leads || !new.leads && !deeper && flat(o));
    if let Some(at) = open.iter().position(sibling) {
        open.truncate(at.max(kept));
        return;
    }
    // `Financial Ratios` behind `Per Share Data` over `Net income:` stands beside the former.
    let of_parts = |at: usize| open[at + 1..].iter().any(|o| level(o) && o.colon);
    let over_parts = |at: &usize| level(&open[*at]) && !open[*at].colon && of_parts(*at);
    if let Some(at) = (0..open.len()).find(over_parts).filter(|_| !new.colon) {
        open.truncate(at.max(kept));
        return;
    }
    if let Some(at) = open.iter().rposition(|o| level(o) && !among(o)) {
        open.truncate(at.max(kept));
        return;
    }
    while open.len() > kept
        && open.last().is_some_and(|o| {
            !o.top
                && o.total.is_none()
                && !among(o)
                && (new.capitals && !o.capitals
                    || new.capitals == o.capitals && o.indent >= new.indent)
        })
    {
        open.pop();
    }
}

/// How far from the beginning of a heading words below it begin at most.
const BELOW_A_HEADING: usize = 3;

/// The heading that a total closes, one printed deep `inside` its side of a balance sheet or not.
/// Where the total of the assets stands inside their side, so does that of the other.
fn closed_by(
    open: &[Open],
    label: &str,
    inside: Option<usize>,
    sums_inside: Option<bool>,
    ruled: bool,
) -> Option<usize> {
    if !knowledge::is_closer(label) || open.is_empty() {
        return None;
    }
    // A total printed deep inside belongs to the side it sums, but for one whose heading in
    // capitals begins elsewhere.
    let belongs = |side: &Open| {
        let below = |at: usize| at.abs_diff(side.indent) <= BELOW_A_HEADING;
        side.indent > 12 && inside.is_some_and(|at| below(at) || !side.capitals)
    };
    if label == "total" {
        // The first row below a heading sums nothing up.
        let last = open.len() - 1;
        return open[last].items.map(|_| last);
    }
    // What a fund holds is left when all else is told.
    if label.contains(" in cash") || ruled && knowledge::is_left_of_fund(label) {
        return Some(0);
    }
    if label.starts_with("total liabilities and") {
        // `Total liabilities and equity` closes `Liabilities and shareholders' equity`.
        let side = open.iter().rposition(|o| o.top && o.plain.starts_with("liabilities and"));
        if let Some(at) = side {
            return Some(at + usize::from(sums_inside.unwrap_or_else(|| belongs(&open[at]))));
        }
    }
    // `Total operating expenses and taxes` closes `Operating expenses and taxes`, and no `Taxes` in
    // it.
    if let Some(sum) = label.strip_prefix("total ")
        && let Some(at) = open.iter().rposition(|o| !o.top && o.filled && o.key == sum)
    {
        return Some(at);
    }
    let words: Vec<&str> = content_words(label).collect();
    // `Net cash used` says no more: it closes the activity that it stands in.
    if words.is_empty() && label.starts_with("net cash") {
        return open.iter().rposition(|o| knowledge::is_activity(&o.plain));
    }
    // The first row below a heading sums nothing up.
    let is_empty = |o: &Open| !o.filled && !o.top;
    let filled = &open[..open.len() - usize::from(open.last().is_some_and(is_empty))];
    // What is adjusted and what changed sum up to cash, whatever the activity is called.
    let adjusts = |o: &Open| knowledge::adjusts(&o.plain);
    // `Total additions` closes `Additions to net assets attributed to`.
    let begins_with_it = |o: &Open| {
        let rest = label.strip_prefix("total ").and_then(|sum| o.key.strip_prefix(sum));
        !o.top && rest.is_some_and(|rest| rest.starts_with(' '))
    };
    // `Cash provided from continuing operating activities` closes `Pension activities`.
    let among_operations = |o: &Open| !o.top && !knowledge::is_activity(&o.plain);
    let sums_operations = ruled && label.contains("operating activities");
    named_in(filled, label, &words, ruled, belongs)
        .or_else(|| filled.iter().rposition(begins_with_it))
        .or_else(|| open.iter().position(adjusts).filter(|_| label.starts_with("net cash")))
        .or_else(|| open.iter().position(among_operations).filter(|_| sums_operations))
}

/// The innermost heading all of whose words a total has; a side that the total only belongs to is
/// none.
fn named_in(
    open: &[Open],
    label: &str,
    words: &[&str],
    ruled: bool,
    belongs: impl Fn(&Open) -> bool,
) -> Option<usize> {
    // `Net cash flow used for investments` below a rule sums up `Investing activities`.
    let whole_flow = ruled && label.starts_with("net cash") && !label.contains("continu");
    let is_spare = |word: &str| whole_flow && word == "activities";
    // `Total shares, fully diluted` stands among what `Fully diluted` earnings are worked out from.
    let counts = knowledge::measure_of(label) == Some(Measure::Shares);
    open.iter().rposition(|o| {
        if counts && knowledge::is_ditto(&o.plain) {
            return false;
        }
        let heading: Vec<&str> = content_words(&o.key).collect();
        // Only its own total closes a side: `Total current assets` does not close `Assets`.
        let whole = !o.top
            || (heading.len() == words.len()
                || heading.len() > 3 && heading.len() + 1 == words.len())
                && !belongs(o);
        whole
            && !heading.is_empty()
            && heading.iter().all(|w| is_spare(w) || words.iter().any(|l| same_word(l, w)))
    })
}

/// The heading that a total repeats, in full (`Current taxes`, `apart` from its parts) or in part:
/// `Total net sales` of `Net sales to unaffiliated customers`; or that a rule above the total
/// closes.
fn repeated_by(
    open: &[Open],
    label: &str,
    row: &AlignedRow,
    next_indent: Option<usize>,
    apart: bool,
) -> Option<usize> {
    // `Net periodic benefit cost` of `Components of net periodic benefit cost`
    let made_up = |o: &Open| {
        let whole = knowledge::whole_of_parts(&o.key);
        o.filled && whole.is_some_and(|whole| is_same_result(whole, label))
    };
    if let Some(at) = open.iter().rposition(made_up) {
        return Some(at);
    }
    let last = open.last().filter(|o| !o.top)?;
    let items = last.items?;
    // `Total common equity` is but a part of `Capitalization` where `Total capitalization` is to
    // come.
    if last.total.is_some() {
        return None;
    }
    let ends = || row.indent > items || next_indent.is_none_or(|next| next < items);
    let in_full = || is_same_result(&last.key, label) && (ends() || last.filled && apart);
    // `Loss before income taxes - Brokerage`, last of the rows of `Brokerage`
    let by_name = || {
        let part = row.label.rsplit_once(" - ").filter(|_| next_indent.is_none());
        part.is_some_and(|(_, part)| knowledge::key(part) == last.key)
    };
    // `Net property, plant and equipment` of `Property, plant and equipment`
    let net = || {
        let is_stem = |stem| stem == last.key;
        label.strip_prefix("net ").is_some_and(is_stem)
            || label.strip_suffix(" net").is_some_and(is_stem) && row.ruled
    };
    // Whatever is taken off or put to it ends at the rule above what it comes to.
    let left = || row.ruled && !last.plain.contains(' ') && knowledge::puts_or_takes(&last.plain);
    let sum = || row.ruled && label.starts_with("total ") && knowledge::gathers_items(&last.plain);
    // `Net increase` below a rule, deeper than the rows it sums up or the last before a heading
    let reaches = || match next_indent {
        Some(below) => row.indent > items && below < items,
        None => row.indent >= items,
    };
    let whole = || row.ruled && knowledge::is_closer(label) && reaches();
    // `Noncurrent deferred tax liability, net`, deeper than the rows above the rule
    let left_over = || row.ruled && row.indent > items && label.ends_with(" net");
    // `Comprehensive income` sums up `Other comprehensive income` where a rule stands above it.
    let in_part = || {
        let mut words = content_words(label).peekable();
        // `Net income` is one of the items of `Income statement data`.
        let sums_up = || row.ruled && row.indent > items && !knowledge::heads_data(&last.plain);
        (label.starts_with("total ") || sums_up())
            && words.peek().is_some()
            && words.all(|w| content_words(&last.key).any(|h| same_word(h, w)))
    };
    (in_full() || by_name() || in_part() || net() || left() || left_over() || sum() || whole())
        .then(|| open.len() - 1)
}

/// Whether a heading and a total, in key form, are the same but for gain or loss: `Comprehensive
/// income` and `Comprehensive loss`.
fn is_same_result(heading: &str, total: &str) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(' ').map(|word| if word == "loss" { "income" } else { word })
    }
    heading == total || words(heading).eq(words(total))
}

fn same_word(a: &str, b: &str) -> bool {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a == b || a.trim_end_matches('s') == b.trim_end_matches('s') || same >= 5
}

fn content_words(text: &str) -> impl Iterator<Item = &str> {
    const EMPTY: [&str; 14] = [
        "total",
        "cash",
        "flows",
        "flow",
        "from",
        "by",
        "used",
        "provided",
        "generated",
        "net",
        "in",
        "for",
        "and",
        "the",
    ];
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|w| !w.is_empty() && !EMPTY.contains(w))
}
