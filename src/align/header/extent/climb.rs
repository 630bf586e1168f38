//! The way up from the foot of a header: line by line, to where the caption ends.

use std::ops::ControlFlow;

use crate::align::header::extent::above::Above;
use crate::align::header::roles::Role;
use crate::align::header::words::{
    Chunk, OFF_CENTRE, gives_each_a_day, is_ended, is_of_length, segments,
};
use crate::grid::Edge;
use crate::knowledge::{self, PeriodWord};
use crate::lex::block;
use crate::lex::line::Class;
use crate::period::{self, Spec};

/// The lines of the header, from its foot upwards, given top to bottom.
pub(in crate::align::header) fn climb(above: &Above<'_, '_>, foot: usize) -> Vec<usize> {
    let lines = above.lines;
    let mut climb = Climb { above, header: Vec::new(), apart: false, far: false };
    for i in (above.block.top..=foot).rev() {
        climb.apart |= lines.get(i).opens_table;
        match lines.class(i) {
            Class::Blank => climb.pass_blank(),
            Class::Rule | Class::Mark | Class::Overprint => {}
            Class::Years => climb.take(i),
            Class::Text => {
                if climb.read(i).is_break() {
                    break;
                }
            }
            Class::Page | Class::Figures | Class::Overlong => break,
        }
    }
    climb.leave_caption();
    climb.header.reverse();
    climb.header
}

/// The way up from the foot of a header.
struct Climb<'a, 's> {
    above: &'a Above<'a, 's>,
    /// The lines taken so far, from the foot upwards.
    header: Vec<usize>,
    /// Whether something parts the next line from the last one taken.
    apart: bool,
    /// Beyond a blank, only words about periods are part of the header: a title stands there too.
    far: bool,
}

impl Climb<'_, '_> {
    fn take(&mut self, i: usize) {
        self.header.push(i);
        self.apart = false;
    }

    fn pass_blank(&mut self) {
        // `(In thousands)   (In thousands)` below the blank: what it stands under is above.
        let heads_columns = |&k: &usize| match self.above.lines.class(k) {
            Class::Text => !self.above.cut.chunks(k).iter().all(|c| block::is_unit_line(c.text)),
            _ => self.above.cut.chunks(k).len() > 1 || self.above.is_over(k),
        };
        self.apart = self.apart || self.header.iter().any(heads_columns);
    }

    /// Reads a line of words: takes it, passes it, or ends the header below it.
    fn read(&mut self, i: usize) -> ControlFlow<()> {
        let (face, chunks) = (self.above.lines.face(i), self.above.cut.chunks(i));
        let opened = !self.header.is_empty();
        let days = opened && !self.apart && gives_each_a_day(chunks, self.above.columns.len());
        let over = days || self.above.is_over(i);
        if self.above.roles.of(i) == Role::Aside && over {
            if self.is_audit_of_columns(i) {
                self.header.push(i);
            }
            return ControlFlow::Continue(());
        }
        if self.above.roles.of(i) == Role::Aside
            && (!opened || self.is_unit_below_spans(i) || self.is_unit_below_days(i))
        {
            return ControlFlow::Continue(());
        }
        if over && self.goes_on_below(i) {
            self.take(i);
            return ControlFlow::Continue(());
        }
        if self.ends_at(i) {
            return ControlFlow::Break(());
        }
        let words = words_over_columns(face, chunks, self.above.zone);
        let titles =
            self.above.is_unit_title(i) || self.above.names_years(i) && !self.compares_over_all(i);
        let speaks =
            days || over && (period::speaks(words) || is_ended(words) || are_ordinals(words));
        let near = !self.apart && !self.far || self.parts_times(i);
        if over && (speaks || near) && !titles {
            self.far |= self.apart && self.header.iter().any(|&k| self.above.is_over(k));
            self.take(i);
            return ControlFlow::Continue(());
        }
        if !over && !self.apart && self.is_beside(i) {
            self.take(i);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Whether the words of a line, beyond a blank, tell apart the parts in which the same times come
    /// again below: `Domestic   Foreign` over `2004   2003   2004   2003`.
    fn parts_times(&self, i: usize) -> bool {
        let Above { cut, columns, .. } = *self.above;
        let Some(times) = self.header.last().map(|&k| cut.chunks(k)) else { return false };
        let text = |k: usize| times[k].text.trim_end_matches('*');
        let spans = cut.chunks(i);
        let width = columns.len() / spans.len().max(1);
        let is_over = |(span, part): (&Chunk<'_>, &[Edge])| {
            span.is_centred_within(&(part[0].left..part[part.len() - 1].edges.1))
        };
        spans.len() > 1
            && width > 1
            && columns.len() == spans.len() * width
            && times.len() == columns.len()
            && times.iter().all(Chunk::speaks)
            && (0..times.len()).all(|k| text(k) == text(k % width))
            && spans.iter().zip(columns.chunks(width)).all(is_over)
    }

    /// Whether the last line taken goes on with the days of a line right above it:
    /// `January 1, 2005, January 3, 2004` over `and December 28, 2002`.
    fn goes_on_below(&self, i: usize) -> bool {
        let lines = self.above.lines;
        let last = self.header.last().map_or("", |&k| lines.face(k).trim_ascii());
        !self.apart
            && last.split_once(' ').is_some_and(|(and, _)| and.eq_ignore_ascii_case("and"))
            && [last, lines.face(i)]
                .iter()
                .all(|face| period::read(face).iter().any(Spec::has_date))
    }

    /// Whether a line compares years over columns that tell none of their own, as a rule right below
    /// it underlines all of these: `1996 vs 1995` over `3rd Quarter   9 Months`. `1998 and 1997` are
    /// the years of one day each.
    fn compares_over_all(&self, i: usize) -> bool {
        let Above { lines, cut, columns, .. } = *self.above;
        let ([words], [first, .., last]) = (cut.chunks(i), columns) else { return false };
        if !knowledge::is_no_period(&knowledge::plain(words.text))
            || self.header.iter().any(|&k| cut.chunks(k).iter().any(Chunk::names_year))
        {
            return false;
        }
        let rule = segments(lines.face(i + 1));
        lines.class(i + 1) == Class::Rule
            && matches!(&rule[..], [rule]
                if words.span.start >= rule.start && words.span.end <= rule.end
                && rule.start <= first.center() && rule.end >= last.center())
    }

    /// Whether an aside between the header and the rows is an audit remark over columns; others are
    /// units.
    fn is_audit_of_columns(&self, i: usize) -> bool {
        let face = self.above.lines.face(i);
        let of_title = || self.above.is_below_title(i) || self.above.is_centred_below(i);
        let of_columns = !self.apart || !of_title();
        of_columns && knowledge::scale_of(face).is_none() && knowledge::speaks_of_audit(face)
    }

    /// Whether a line over the labels tells the unit, and words over several columns each stand
    /// right above it: `Consolidated   U.S. Only` / `(Dollars in millions)` / `1997   1996`.
    fn is_unit_below_spans(&self, i: usize) -> bool {
        let Above { lines, cut, roles, zone, columns, .. } = *self.above;
        let Some(above) = self.above.words_above(i) else { return false };
        let spans = cut.chunks(above);
        let covers = |span: &Chunk<'_>| columns.iter().any(|column| span.is_above(column));
        block::is_unit_line(lines.face(i))
            && roles.of(above) == Role::Plain
            && spans.len() > 1
            && spans.len() < columns.len()
            && spans.iter().all(|span| span.span.start >= zone && covers(span))
    }

    /// Whether a line over the labels tells the unit, below the rule of a line that has a day for
    /// each column: `Quarter ended   December 31   September 30` over `(in millions)` / `1998`.
    fn is_unit_below_days(&self, i: usize) -> bool {
        let Above { lines, cut, columns, block, .. } = *self.above;
        let above = (block.top..i).rev().find(|&k| lines.class(k) != Class::Rule);
        block::is_unit_line(lines.face(i))
            && above.is_some_and(|above| {
                lines.class(above) == Class::Text
                    && gives_each_a_day(cut.chunks(above), columns.len())
            })
    }

    /// Whether a line is a title or prose: the header begins below it.
    fn ends_at(&self, i: usize) -> bool {
        let above = self.above;
        let is_day_of_title = || {
            self.header.iter().any(|&k| above.lines.class(k) == Class::Text)
                && above.columns.len() > 1
                && above.gives_day_of_title(i)
        };
        let is_title_apart =
            || above.is_title_apart(i) || is_day_of_title() || above.ends_list_of_title(i);
        above.is_title_line(i)
            || above.is_above_units(i)
            || above.is_title_of_data(i)
            || self.is_title_above_spans(i)
            || self.is_centred_on_page(i)
            || self.apart && is_title_apart()
            || above.roles.of(i) != Role::Plain
    }

    /// Whether words with capitals, below a blank, have their middle over none of the spans of time
    /// right below them, nor over that of all columns: the title of a table. One that begins left of
    /// all figures may reach over the middle of none.
    fn is_title_above_spans(&self, i: usize) -> bool {
        let Above { lines, cut, columns, block, .. } = *self.above;
        let ([title], Some(&below), [first, .., last]) =
            (cut.chunks(i), self.header.last(), columns)
        else {
            return false;
        };
        let spans = cut.chunks(below);
        let is_far = |span: &Chunk<'_>| title.center().abs_diff(span.center()) > 2 * OFF_CENTRE;
        let is_over = |span: &Chunk<'_>| {
            title.is_centred_within(&span.span) && !(title.span.start < first.left && is_far(span))
        };
        let is_capital =
            |word: &str| knowledge::is_hanging(word) || !word.starts_with(char::is_lowercase);
        let stands_apart = i == block.top || lines.class(i - 1) == Class::Blank;
        stands_apart
            && below == i + 1
            && spans.len() > 1
            && spans.len() < columns.len()
            && spans.iter().all(|span| is_of_length(span.text) || span.speaks())
            && !title.speaks()
            && title.text.contains(' ')
            && !title.text.contains('(')
            && title.text.split(' ').all(is_capital)
            && !spans.iter().any(is_over)
            && title.center().abs_diff(first.left + last.edges.1) > OFF_CENTRE
    }

    /// Whether a line is part of a title in the middle of the page: nothing but such lines stands
    /// above it, it reaches over several columns from before the first, and its middle is that of
    /// the line above or below it, and not that of the columns.
    fn is_centred_on_page(&self, i: usize) -> bool {
        /// Twice how far the middle of words over all columns may be off that of their figures.
        const OFF_COLUMNS: usize = 2 * OFF_CENTRE;
        let Above { lines, cut, columns, block, .. } = *self.above;
        let ([title], [first, second, ..]) = (cut.chunks(i), columns) else { return false };
        let last = &columns[columns.len() - 1];
        let is_alone = |k: usize| {
            lines.class(k) == Class::Text && matches!(cut.chunks(k), [words] if !words.speaks())
        };
        (block.top..=i).all(is_alone)
            && title.span.start < first.left
            && title.span.end > second.left
            && title.center().abs_diff(first.left + last.edges.1) > OFF_COLUMNS
            && (self.above.is_centred_below(i)
                || i + 1 < block.first_row && self.above.is_centred_below(i + 1))
    }

    /// Whether a line has words over the labels beside the header.
    fn is_beside(&self, i: usize) -> bool {
        /// Most lines of a header below them.
        const MOST: usize = 5;
        /// How far words over the labels reach into the zone of figures.
        const OVERLAP: usize = 2;
        let (chunks, face) = (self.above.cut.chunks(i), self.above.lines.face(i));
        chunks.len() == 1
            && self.header.len() <= MOST
            && (face.len() <= self.above.zone + OVERLAP || self.is_time_below_names(i))
    }

    /// Whether a line at the margin tells the time of all columns right below names of several, and
    /// so may reach over the first of them: `Third quarter ended September 30`.
    fn is_time_below_names(&self, i: usize) -> bool {
        let Above { lines, cut, .. } = *self.above;
        let ([time], Some(above)) = (cut.chunks(i), self.above.words_above(i)) else {
            return false;
        };
        lines.get(i).indent == 0
            && time.speaks()
            && cut.chunks(above).len() > 1
            && self.above.is_over(above)
    }

    /// Words over the labels at the top belong to the caption, unless they go on beside the header:
    /// `ended September` / `27, 1996       1996    1995`.
    fn leave_caption(&mut self) {
        /// How far in a day may stand that goes on from a line at the margin.
        const MARGIN: u32 = 8;
        let lines = self.above.lines;
        let goes_on = |i: usize| {
            let face = lines.face(i).trim_start();
            face.starts_with(|c: char| c.is_ascii_lowercase())
                || face.starts_with(|c: char| c.is_ascii_digit()) && lines.get(i).indent < MARGIN
        };
        while let Some((&top, below)) = self.header.split_last()
            && lines.class(top) == Class::Text
            && !self.above.is_over(top)
            && !below.last().is_some_and(|&below| goes_on(below))
        {
            self.header.pop();
        }
    }
}

/// `First   Second   Third   Fourth`, whatever stands between them and `Quarter` below each.
fn are_ordinals(words: &str) -> bool {
    let is_ordinal = |word| matches!(knowledge::period_word(word), Some(PeriodWord::Quarter(_)));
    words.split_ascii_whitespace().count() > 1 && words.split_ascii_whitespace().all(is_ordinal)
}

/// A line from its first words over the columns on.
fn words_over_columns<'f>(face: &'f str, chunks: &[Chunk<'_>], zone: usize) -> &'f str {
    let first = chunks.iter().find(|c| c.span.end > zone);
    &face[first.map_or(face.len(), |c| c.print().start)..]
}
