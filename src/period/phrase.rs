//! Pieces to phrases: which length, day and years belong together.

use super::pieces::{Piece, pieces};
use super::words::is_silent;
use super::{Spec, YEAR, day_of};
use crate::record::Duration;

/// A year that has every day that any year has.
const LEAP_YEAR: i16 = 2000;

/// Reads every period that a text names, in order.
pub fn read(text: &str) -> Vec<Spec> {
    if is_silent(text) {
        return Vec::new();
    }
    let mut reader = Reader::default();
    for piece in pieces(text) {
        reader.take(piece);
    }
    reader.flush();
    join_spans(&mut reader.specs, &reader.spans);
    share_ends(&mut reader.specs);
    reader.specs
}

/// The phrases read so far, and the one that is being read.
#[derive(Default)]
struct Reader {
    specs: Vec<Spec>,
    now: Spec,
    /// The next day is the first of a period.
    from: bool,
    /// The phrase is the first day of a period, and its last comes next: `January 1, 1998 through`.
    begun: bool,
    /// The phrases that end a period which the one before begins.
    spans: Vec<usize>,
}

impl Reader {
    fn take(&mut self, piece: Piece) {
        let names_end = self.now.month_day.is_some() || !self.now.years.is_empty();
        let tells = names_end || self.now.length.is_some();
        if std::mem::take(&mut self.begun) && matches!(piece, Piece::Day(_) | Piece::MonthDay(..)) {
            self.spans.push(self.specs.len() + 1);
        }
        match piece {
            Piece::Length(length) => self.take_length(length, names_end),
            Piece::Half => self.now.length = Some(Duration::Months(6)),
            Piece::Quarter(_) | Piece::Instant if tells => {
                self.flush();
                self.take(piece);
            }
            Piece::Quarter(n) => self.now.quarter = Some(n),
            Piece::Instant => self.now.instant = true,
            Piece::From => {
                self.from = true;
                if names_end {
                    self.flush();
                }
            }
            Piece::To => {
                self.from = false;
                self.begun = begins_period(&self.now);
            }
            Piece::Day(day) if self.from => {
                self.now.from = Some(day);
                self.from = false;
            }
            Piece::Day(day) => {
                if names_end {
                    self.begin_another_end();
                }
                self.now.month_day = Some((day.month(), day.day()));
                self.now.years.push(day.year());
            }
            Piece::MonthDay(month, day) => {
                if self.now.month_day.is_some() {
                    self.begin_another_end();
                }
                self.now.month_day = Some((month, day));
            }
            Piece::Month(month) => {
                self.now.month_day.get_or_insert((month, 0));
            }
            Piece::Year(year) => {
                if !self.now.years.contains(&year) {
                    self.now.years.push(year);
                }
            }
            Piece::ToDate => self.now.to_date = true,
            Piece::Weekday(day) => self.now.weekday = Some(day),
            Piece::Several => self.now.several = true,
            Piece::Inception | Piece::Count(_) => {}
        }
    }

    fn take_length(&mut self, length: Duration, names_end: bool) {
        if self.now.length.is_some() && !names_end {
            // `three and six months ended June 30`: both lengths share what follows.
            let instant = self.now.instant;
            self.flush();
            self.now = Spec { length: Some(length), instant, ..Spec::default() };
        } else {
            if names_end {
                self.flush();
            }
            self.now.length = Some(length);
            self.now.instant = false;
        }
        if length == YEAR {
            self.now.quarter = None;
        }
    }

    /// Ends a phrase, if it says anything.
    fn flush(&mut self) {
        let spec = std::mem::take(&mut self.now);
        if spec.speaks() || spec.quarter.is_some() || spec.from.is_some() {
            self.specs.push(spec);
        }
    }

    /// Ends a phrase whose length goes for the next end as well.
    fn begin_another_end(&mut self) {
        let (length, instant) = (self.now.length, self.now.instant);
        self.flush();
        self.now = Spec { length, instant, ..Spec::default() };
    }
}

/// Whether a phrase is a day on which a period may begin, and no more; the year may come with the
/// last day. At the end of a month, one ends: `December 31, 1997 to June 30, 1998`.
fn begins_period(spec: &Spec) -> bool {
    let year = spec.years.first().copied().unwrap_or(LEAP_YEAR);
    let is_last = |(month, day)| day == 0 || day_of(year, month, 0) == day_of(year, month, day);
    spec.month_day.is_some_and(|day| !is_last(day))
        && spec.years.len() <= 1
        && spec.length.is_none()
        && spec.from.is_none()
        && !spec.instant
}

/// `January 1, 1998 through July 31, 1998`: two days, one period.
fn join_spans(specs: &mut Vec<Spec>, spans: &[usize]) {
    for &last in spans.iter().rev() {
        let mut begin = specs[last - 1].clone();
        if let (true, Some(end)) = (begin.years.is_empty(), specs.get(last).and_then(Spec::end)) {
            begin.years = vec![end.year()];
            if begin.end() > Some(end) {
                begin.years = vec![end.year() - 1];
            }
        }
        let first = begin.end();
        if first.is_some() && first < specs.get(last).and_then(Spec::end) {
            specs[last].from = first;
            specs.remove(last - 1);
        }
    }
}

/// `the three and six months ended June 30, 2003`: a length without an end takes the next one's.
fn share_ends(specs: &mut [Spec]) {
    for i in (1..specs.len()).rev() {
        let (head, tail) = specs.split_at_mut(i);
        let (this, next) = (&mut head[i - 1], &tail[0]);
        if this.length.is_some()
            && this.month_day.is_none()
            && this.years.is_empty()
            && next.length.is_some()
        {
            this.month_day = next.month_day;
            this.years.clone_from(&next.years);
        }
    }
}
