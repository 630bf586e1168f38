//! The period of a column, from its own words and from what stands above the table.
//!
//! - `captions`: which of the latter go with the column
//! - `quarters`: when the quarter ends that words name; `ahead`: columns of years to come

mod ahead;
mod captions;
mod quarters;

use std::collections::BTreeSet;
use std::mem;

use jiff::civil::Date;

use self::ahead::{is_day_ahead, looks_ahead, years_run_on};
use self::captions::{
    ends_year_of_name, is_end_of_year_before, is_in_month_of_title, is_within_a_year, nearest,
};
use self::quarters::{
    end_named_quarter, end_within_fiscal_year, ends_told_quarters, run_by_quarters,
};
use crate::knowledge::{self, Notion, PeriodWord};
use crate::period::{self, QUARTER, Spec, YEAR};
use crate::record::{Duration, Kind, Period};
use crate::statement::Draft;
use crate::statement::calendar::{Calendar, is_undated_part};
use crate::statement::dated_rows::since_new_year;
use crate::statement::periods::flows::{counts_changes, tells_flows, tells_sales};

/// Completes what the words over a column, `text`, say of its period; `struck` where the table
/// holds balances. What they leave open, the title and its like tell, and then the fiscal year.
pub(super) fn complete(
    spec: &mut Spec,
    text: &str,
    draft: &Draft,
    struck: bool,
    calendar: &Calendar<'_>,
) -> Option<Period> {
    // What falls due in a year to come is no balance of its end; the total of all is one, of the
    // day from which the table looks ahead.
    let struck = if looks_ahead(draft) {
        spec.is_empty() || struck && spec.bare_year().is_none()
    } else {
        struck
    };
    let own = Own::of(spec, text, draft, struck, calendar);
    if sums_up_since_nobody_knows(spec, text, draft) {
        return None;
    }
    spec.years.truncate(1);
    if own.is_what_is_left(spec) {
        return None;
    }
    own.borrow_nearest(spec);
    own.borrow_rest(spec);
    own.last_for_month_of_title(spec)?;
    own.go_back_a_year(spec)?;
    if let Some(quarter) = spec.quarter {
        end_named_quarter(spec, quarter, text, draft, calendar)?;
    } else {
        end_within_fiscal_year(spec, text, calendar)?;
    }
    own.end_with_year(spec);
    // Since a day that nothing names, a column has no length that others have.
    if spec.from.is_none() && names_inception(text) {
        return None;
    }
    end_month_with_week(spec, calendar);
    own.period(spec)
}

/// Whether a column sums up what came together since a day that nothing names.
fn sums_up_since_nobody_knows(spec: &Spec, text: &str, draft: &Draft) -> bool {
    let mut told = draft.captions.iter().chain([spec]);
    spec.length.is_none() && is_sum_of_years(text) && !told.any(|spec| spec.from.is_some())
}

/// Whether a header says that something began: `Since inception`.
fn names_inception(text: &str) -> bool {
    let word = |word: &str| knowledge::period_word(word.trim_matches(['(', ')']));
    text.split(' ').any(|w| word(w) == Some(PeriodWord::Inception))
}

/// Ends a month with its last week, where months do: `June Year to Date`.
fn end_month_with_week(spec: &mut Spec, calendar: &Calendar<'_>) {
    if let (Some((_, 0)), Some(end), true) = (spec.month_day, spec.end(), calendar.is_by_weeks())
        && let Some(near) = calendar.near(end)
    {
        spec.end_on(near);
    }
}

/// What the words over a column say before anything is borrowed.
#[expect(clippy::struct_excessive_bools, reason = "each is said or not, whatever else is said")]
struct Own<'a> {
    text: &'a str,
    draft: &'a Draft,
    calendar: &'a Calendar<'a>,
    /// A day.
    date: bool,
    /// A year.
    year: bool,
    /// `Year to date`: a length that only the calendar knows.
    to_date: bool,
    /// A year by that word: `Twelve months` end on any day.
    of_year: bool,
    /// `Last Year`: a year before the one that others tell.
    earlier: bool,
    /// A day or a whole year: `Fourth quarter and year` in a title makes no quarter of it.
    settled: bool,
    /// A flow: no balance, even of a day that the title names.
    moves: bool,
    /// A balance, by these words or the table's.
    struck: bool,
}

impl<'a> Own<'a> {
    fn of(
        spec: &Spec,
        text: &'a str,
        draft: &'a Draft,
        struck: bool,
        calendar: &'a Calendar<'a>,
    ) -> Self {
        let date = spec.month_day.is_some();
        let moves = !spec.instant
            && knowledge::is_flow_column(text)
            && !knowledge::speaks_of_payments(text);
        let names_balance =
            || knowledge::begins_as_balance(text) || knowledge::is_balance_column(text);
        // `Annual base rent` below `As of September 30, 2003` is a rate of that day.
        let lasts = spec.length.is_some()
            && !(spec.instant && knowledge::is_by_the_year(text) && !knowledge::says_ended(text));
        Self {
            text,
            draft,
            calendar,
            date,
            year: !spec.years.is_empty(),
            to_date: spec.to_date && spec.length.is_none(),
            of_year: knowledge::holds(text, "year"),
            earlier: !date && spec.years.is_empty() && knowledge::names_an_earlier(text),
            settled: date || spec.is_annual(),
            moves,
            struck: !moves && (struck || (spec.instant || names_balance()) && date && !lasts),
        }
    }

    /// Whether a caption may go with the column: a day of a year that heads no column is that of a
    /// signature above the title, and of several years a column must name its own.
    fn may_borrow(&self, caption: &Spec) -> bool {
        let draft = self.draft;
        let heads = |s: &Spec| s.years.iter().any(|y| caption.years.contains(y));
        if !self.year {
            return !caption.several || caption.years.is_empty();
        }
        if !self.struck && is_day_ahead(caption, draft)
            || ends_year_of_name(caption, draft)
            || draft.kind != Kind::BalanceSheet && is_end_of_year_before(caption, self.calendar)
        {
            return false;
        }
        caption.length.is_some()
            || caption.from.is_some()
            || caption.years.is_empty()
            || draft.specs.iter().any(heads)
    }

    /// Whether a column of a year holds what falls due in the rest of it: the day from which the
    /// table looks ahead is within that year.
    fn is_what_is_left(&self, spec: &Spec) -> bool {
        let draft = self.draft;
        let Some(year) = spec.year() else { return false };
        let ends = |day: Date| self.calendar.year(year).is_some_and(|end| day >= end);
        let day = |caption: &Spec| {
            let (month, day) = caption.month_day?;
            period::day_of(*caption.years.first()?, month, day)
        };
        let mut from = draft.captions.iter().filter(|caption| is_day_ahead(caption, draft));
        let within = |caption: &Spec| day(caption).is_some_and(|d| d.year() == year && !ends(d));
        let open = !self.date && !self.struck && spec.length.is_none();
        open && years_run_on(draft) && from.any(within)
    }

    /// Completes the words by the caption that goes with them best, in all that it says.
    fn borrow_nearest(&self, spec: &mut Spec) {
        let draft = self.draft;
        // `Full Year 2005` below a title that names the end of a quarter of 2005 before that of the year
        let of_year = |s: &Spec| s.is_annual() && !s.years.is_empty();
        let own = |c: &&Spec| c.has_date() && of_year(c) && c.years == spec.years;
        let named = draft.captions.iter().find(own).filter(|_| of_year(spec));
        let Some(mut caption) = named
            .or_else(|| nearest(spec, &draft.captions))
            .filter(|c| self.may_borrow(c))
            .cloned()
        else {
            return;
        };
        if caption.years.len() > 1 && spec.years.is_empty() {
            caption.years.clear();
        }
        if self.is_beside_parts(&caption) {
            caption.month_day = None;
        }
        let other_year = caption.years.first().is_some_and(|y| !spec.years.contains(y));
        if self.date || spec.length.is_some() || self.year && other_year {
            caption.from = None;
        }
        if self.date || spec.length.is_some() {
            caption.instant = false;
        }
        if self.struck {
            caption.length = None;
        }
        if spec.is_annual() && is_within_a_year(&caption, draft) {
            caption.month_day = None;
        }
        self.drop_lengths(spec, &mut caption);
        spec.fill(&caption);
    }

    /// Whether a caption names the day of a balance, and a column called `Year` stands beside parts
    /// of one that end there: `AT JUNE 30, 1999` over `Six Months   Year`.
    fn is_beside_parts(&self, caption: &Spec) -> bool {
        self.of_year
            && caption.instant
            && caption.length.is_none()
            && self.draft.specs.iter().any(is_undated_part)
    }

    /// Completes what is still open by the other captions, one after the other; years apart.
    fn borrow_rest(&self, spec: &mut Spec) {
        let draft = self.draft;
        let of_year = |caption: &&Spec| caption.length.is_some() && caption.years == spec.years;
        let named = draft.captions.iter().find(|caption| caption.has_date() && of_year(caption));
        let others = draft.captions.iter();
        for caption in named.into_iter().chain(others).filter(|c| self.may_borrow(c)) {
            if spec.month_day.is_some() && spec.length.is_some() {
                break;
            }
            let mut rest =
                Spec { years: Vec::new(), from: None, instant: false, ..caption.clone() };
            self.drop_lengths(spec, &mut rest);
            // `Full year 2004` ends on no day of a quarter that the text tells of.
            let of_year = spec.is_annual() && !spec.years.is_empty();
            if of_year
                && (rest.is_part_of_year()
                    || is_within_a_year(caption, draft)
                    || self.is_beside_parts(caption))
            {
                rest.month_day = None;
            }
            spec.fill(&rest);
        }
    }

    /// Takes off a caption the lengths that are not the column's.
    fn drop_lengths(&self, spec: &Spec, caption: &mut Spec) {
        let other_day =
            || spec.month_day.zip(caption.month_day).is_some_and(|(a, b)| !period::are_near(a, b));
        if self.to_date || self.date && other_day() {
            caption.length = None;
        }
        if self.settled {
            caption.quarter = None;
        }
    }

    /// Lets a flow last for the month of the title that it borrowed; none where the month may stand
    /// for the year that it ends.
    fn last_for_month_of_title(&self, spec: &mut Spec) -> Option<()> {
        if self.struck || !is_in_month_of_title(spec, self.draft) {
            return Some(());
        }
        if self.calendar.year_end.map(|(month, _)| month) == spec.month() {
            return None;
        }
        spec.length = Some(Duration::Months(1));
        Some(())
    }

    /// Sets back what is of the year before. `Prior Year End` may be another day of that year; of
    /// two years told, nobody knows which one is this.
    fn go_back_a_year(&self, spec: &mut Spec) -> Option<()> {
        if !self.earlier {
            return Some(());
        }
        let ends: BTreeSet<Date> = self.draft.captions.iter().filter_map(Spec::end).collect();
        if self.struck || ends.len() > 1 {
            return None;
        }
        go_back(spec, self.calendar);
        Some(())
    }

    /// The period of words that are completed: a day, or a time whose length the words, the kind of
    /// the figures or the calendar tell.
    fn period(&self, spec: &mut Spec) -> Option<Period> {
        let Self { text, draft, calendar, .. } = *self;
        let open = !self.struck && spec.length.is_none() && spec.from.is_none();
        // The words over the labels may say so for all columns.
        let to_date = self.to_date || open && spec.to_date;
        // A month is the name of the day on which it ends, and of the time in which things are sold.
        let sells = || period::names_month_alone(text) && tells_sales(draft);
        let flows = || {
            to_date
                || tells_flows(draft)
                || knowledge::says_ended(text)
                || sells()
                || counts_changes(draft) && ends_told_quarters(draft, calendar)
        };
        if open && self.moves && !self.year && !flows() {
            return None;
        }
        let flow = open && (self.moves || flows());
        if let Some(mut end) = spec.end() {
            if calendar.is_by_weeks() && self.has_day_of_other_years(spec, end) {
                end = calendar.near(end)?;
                spec.end_on(end);
            }
            if to_date {
                spec.length = calendar.to_date(end);
            } else if flow && !lacks_count(text) {
                spec.length = since_new_year(draft, end)
                    .or_else(|| length_on(spec, draft, calendar))
                    .or_else(|| are_ends_of_years(spec, draft, calendar).then_some(YEAR));
            }
        }
        spec.period(self.struck || open && !flow)
    }

    /// Whether the day is borrowed, and told of other years than the column's alone: `Three fiscal
    /// years ended September 26, 1997` over a column headed 1996.
    fn has_day_of_other_years(&self, spec: &Spec, end: Date) -> bool {
        let same_day = |c: &&Spec| c.month_day == spec.month_day && !c.years.is_empty();
        let mut dated = self.draft.captions.iter().filter(same_day).peekable();
        !self.date && dated.peek().is_some() && dated.all(|c| !c.years.contains(&end.year()))
    }

    /// A year without a day ends with the fiscal year, or its part; so far it has come to the end
    /// of the one quarter that statements name in it, beside which it stands:
    /// `Quarter   Year to Date`.
    fn end_with_year(&self, spec: &mut Spec) {
        let (None, &[year, ..]) = (spec.month_day, spec.years.as_slice()) else { return };
        if self.to_date {
            let quarter = Spec { years: vec![year], ..Spec::of(QUARTER) };
            let end =
                self.calendar.end_of(QUARTER, year).filter(|_| self.draft.specs.contains(&quarter));
            if let Some(end) = end {
                spec.end_on(end);
            }
            return;
        }
        let end = match spec.length {
            Some(length) if !period::is_a_year(length) => self.calendar.end_of(length, year),
            _ => self.calendar.year(year),
        };
        if let Some(end) = end {
            spec.end_on(end);
        }
        if !self.struck && spec.length.is_none() {
            spec.length = Some(YEAR);
        }
    }
}

/// Sets the end a year back.
pub(super) fn go_back(spec: &mut Spec, calendar: &Calendar<'_>) {
    match spec.end() {
        Some(end) => {
            let before = period::year_before(end).and_then(|day| calendar.near(day));
            spec.month_day = before.map(|day| (day.month(), day.day()));
            spec.years = before.into_iter().map(Date::year).collect();
        }
        None => spec.years.iter_mut().for_each(|year| *year -= 1),
    }
}

/// How long what ends on the day of a column lasts elsewhere in the filing. Below selected data it
/// must last as long on the same day of other years: a quarter ends with the year whose quarters
/// are told. A year beside a part of it that lasts as long is not that part: `1st half 1999` beside
/// `1999`.
fn length_on(spec: &Spec, draft: &Draft, calendar: &Calendar<'_>) -> Option<Duration> {
    if run_by_quarters(draft) {
        return ends_told_quarters(draft, calendar).then_some(QUARTER);
    }
    let length = calendar.length(spec.end()?)?;
    let is_like = |other: &&Spec| other.month_day == spec.month_day && other.length.is_none();
    let mut days = draft.specs.iter().filter(is_like).filter_map(Spec::end);
    let agree =
        draft.kind != Kind::SelectedData || days.all(|d| calendar.length(d) == Some(length));
    let is_part = |other: &Spec| other.length == Some(length) && other.years == spec.years;
    let named = draft.specs.iter().any(|spec| spec.bare_year().is_some());
    let is_other = named && draft.specs.iter().any(is_part);
    // `12/31/00   9/30/00   12/31/99` are quarters as well as not.
    let is_known = |other: &Spec| {
        let near = other.month_day.zip(spec.month_day).is_some_and(|(a, b)| period::are_near(a, b));
        let day = other.end().filter(|_| other.length.is_none() && !near);
        day.is_none_or(|day| calendar.length(day).is_some())
    };
    let are_known = || !period::is_a_year(length) || draft.specs.iter().all(is_known);
    (agree && !is_other && are_known()).then_some(length)
}

/// Whether the columns of selected data are the same day of three years or more, one after the
/// other, and nothing more: the ends of its fiscal years, unless these are known to end otherwise.
/// Columns told by years alone are those of the day that `spec`, one of them, borrowed of the
/// title: `December 31, 1999, 1998 and 1997` over `1999   1998   1997`.
fn are_ends_of_years(spec: &Spec, draft: &Draft, calendar: &Calendar<'_>) -> bool {
    /// Fewest columns.
    const RUN: usize = 3;
    let day = |column: &Spec| {
        let (month, day) = spec.month_day?;
        column.end().or_else(|| period::day_of(column.bare_year()?, month, day))
    };
    let days: Vec<Date> = draft.specs.iter().filter_map(day).collect();
    let follow = |pair: &[Date]| period::year_before(pair[0]) == Some(pair[1]);
    let may_end = |day: &Date| {
        calendar.to_date(*day).is_none_or(period::is_a_year) && !calendar.ends_part_of_year(*day)
    };
    draft.kind == Kind::SelectedData
        && !calendar.is_learning()
        && !draft.specs.iter().any(Spec::lasts)
        && days.iter().all(may_end)
        && days.len() >= RUN
        && days.len() == draft.specs.len()
        && (days.windows(2).all(follow) || days.windows(2).all(|pair| follow(&[pair[1], pair[0]])))
}

/// Whether a header names what has come together up to a day, and not in one year of these:
/// `Cumulative collections through December 31, 2002`.
fn is_sum_of_years(header: &str) -> bool {
    let years = header.split(' ').filter(|word| period::four_digits(word).is_some()).count();
    knowledge::speaks_of(header, Notion::Cumulative) && years == 1
}

/// Whether a header names a unit of time without a number or a number without a unit: `Months
/// Ended`, `13 Ended`.
fn lacks_count(header: &str) -> bool {
    let mut counted = false;
    header.split(' ').map(knowledge::period_word).any(|word| match word {
        Some(PeriodWord::Unit(_)) => !mem::take(&mut counted),
        Some(PeriodWord::Ended) => counted,
        other => {
            counted = matches!(other, Some(PeriodWord::Count(_)));
            false
        }
    })
}
