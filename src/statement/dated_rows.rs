//! Days that the labels of rows name: `Balance at December 31, 1998`, `Plan assets at January 1`.

use jiff::civil::Date;

use crate::align::rows::AlignedRow;
use crate::knowledge;
use crate::period;
use crate::record::Duration;
use crate::statement::Draft;

/// Whether a label names the balance at the beginning or at the end of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    /// At the beginning.
    Opening,
    /// At the end.
    Closing,
}

/// The day of a balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalanceDay {
    /// The day.
    pub day: Date,
    /// It is the day of the inception.
    pub inception: bool,
}

/// The full date in the label of a row that names a balance.
pub fn balance_day(row: &AlignedRow) -> Option<BalanceDay> {
    let plain = row.plain.as_str();
    let named = knowledge::begins_as_dated_balance(plain) || knowledge::is_standing(plain);
    // `Remaining accrual at December 31, 2002`
    let ends_in_day = || {
        plain.rsplit_once(' ').is_some_and(|(_, last)| {
            period::four_digits(last).is_some() || period::day_in_digits(last).is_some()
        })
    };
    if !named && !ends_in_day() {
        return None;
    }
    let specs = period::read_dated(&row.label);
    if !named {
        let spec = specs.last().filter(|s| s.instant && s.length.is_none())?;
        return spec.end().map(|day| BalanceDay { day, inception: false });
    }
    specs.iter().find_map(|s| {
        let ends = s.end().map(|day| BalanceDay { day, inception: false });
        ends.or(s.from.map(|day| BalanceDay { day, inception: true }))
    })
}

/// The months until the end of one to which a table goes from the first of January:
/// `Allowance at January 1` to `Allowance at June 30`.
pub fn since_new_year(draft: &Draft, end: Date) -> Option<Duration> {
    let is_whole =
        end == end.last_of_month() && rolls_from_new_year(draft, (end.month(), end.day()));
    u16::try_from(end.month()).ok().filter(|_| is_whole).map(Duration::Months)
}

/// Whether a table goes from the first day of the calendar's year to its last.
pub fn rolls_over_calendar_year(draft: &Draft) -> bool {
    rolls_from_new_year(draft, (12, 31))
}

/// Whether the first day that rows name is the first of January, and a later one the given.
fn rolls_from_new_year(draft: &Draft, end: (i8, i8)) -> bool {
    let rows = draft.rows.iter().filter(|r| !r.cells.is_empty() && !tells_when_done(&r.label));
    let mut days = rows.filter_map(|row| own_day(&row.label));
    days.next() == Some((1, 1)) && days.any(|day| day == end)
}

/// What a label makes of a row that names a day of any year: the first of them opens one.
pub fn day_balance(label: &str) -> Option<Balance> {
    own_day(label).map(|day| if day == (1, 1) { Balance::Opening } else { Balance::Closing })
}

/// The day of any year that a label names, or of the years of all columns:
/// `Plan assets at November 30`, `Cash at December 31, 1998 and 1997`. Years that lie apart tell of
/// something else: `Notes, 4% through September 30, 1994, due 2002`.
pub fn own_day(label: &str) -> Option<(i8, i8)> {
    let specs = period::read_dated(label);
    let spec = specs.first().filter(|s| s.years.len() != 1 && s.length.is_none())?;
    let in_a_row = spec.years.windows(2).all(|pair| pair[0].abs_diff(pair[1]) == 1);
    if !in_a_row || tells_when_due(label) {
        return None;
    }
    spec.month_day.filter(|&(_, day)| day > 0)
}

/// Whether a label tells on which day of each year something falls due: `Bonds, interest payable
/// March 1 and September 1`.
fn tells_when_due(label: &str) -> bool {
    let before = label.split(' ').take_while(|word| !knowledge::is_month(word)).last();
    before.is_some_and(|word| knowledge::comes_before_due_day(&word.to_ascii_lowercase()))
}

/// Whether a label tells on which day something was done: `Redemption of notes on April 15`.
pub fn tells_when_done(label: &str) -> bool {
    let mut words = label.split(' ').rev().skip_while(|word| !knowledge::is_month(word)).skip(1);
    words.next().is_some_and(|before| before.eq_ignore_ascii_case("on"))
}
