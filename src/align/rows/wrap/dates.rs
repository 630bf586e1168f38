//! Whether words name a period or a day: such a line heads the rows below it, and no label goes on
//! from it.

use crate::align::rows::piece::Piece;
use crate::knowledge;
use crate::period::{self, Spec};

/// Whether words name how long a period is and when it ends, and no more, as those do that head the
/// rows of one: `Six Months Ended June 30,` over columns of years.
pub(super) fn is_period(words: &str) -> bool {
    let ends = |s: &Spec| (s.length.is_some() || s.quarter.is_some()) && s.month_day.is_some();
    period::is_bare(words) && matches!(&period::read(words)[..], [spec] if ends(spec))
}

/// Whether a line is the day at which the words right above it, that name a length of time, break
/// off: `Year Ending` / `  June 30,`.
pub(super) fn ends_period(line: &Piece, day: &Piece) -> bool {
    day.line == line.line + 1
        && day.text.split(' ').next().is_some_and(knowledge::is_month)
        && !is_period(&line.text)
        && is_period(&format!("{} {}", line.text, day.text))
}

/// Whether a line is the name of a period, to which the next adds no year, or a whole date, with
/// which no label begins that goes on below.
pub(super) fn heads_period(line: &Piece, next: &Piece) -> bool {
    is_period(&line.text) && !next.text.starts_with(|c: char| c.is_ascii_digit())
        || heads_date(&line.text, next)
        || ends_in_day_of_any_year(&line.text) && next.text.starts_with(char::is_uppercase)
}

/// Whether words are a whole date, a period that has one or a quarter of a year, with which no label
/// begins that goes on below.
pub(super) fn heads_date(words: &str, next: &Piece) -> bool {
    let is_dated = |s: &Spec| s.end().is_some() || s.quarter.is_some() && s.years.len() == 1;
    period::is_bare(words)
        && matches!(&period::read_dated(words)[..], [spec] if is_dated(spec))
        && next.text.starts_with(char::is_alphabetic)
}

/// Whether words end in the day of any year on which all that they head is told:
/// `Weighted-average assumptions as of December 31`.
fn ends_in_day_of_any_year(words: &str) -> bool {
    let mut last = words.trim_end_matches([':', ',']).rsplit(' ');
    let is_day = last.next().is_some_and(|day| day.parse().is_ok_and(|n: u8| n <= 31))
        && last.next().is_some_and(|month| knowledge::is_month(month.trim_end_matches('.')));
    let of_any_year =
        |spec: &Spec| spec.instant && spec.month_day.is_some() && spec.years.is_empty();
    is_day && matches!(&period::read_dated(words)[..], [spec] if of_any_year(spec))
}

/// Whether a line stands above a row that is named by its year or its day alone, and breaks off
/// before none: `Allowance for doubtful accounts` / `  2002`. A lone day is the rest of what
/// happened on it: `Three-for-two stock split effected` / `  March 15, 1996` / `Net income`.
pub(super) fn heads_dates(line: &Piece, row: &Piece, next: Option<&Piece>) -> bool {
    let is_lone_day = || {
        period::read(&row.text).iter().all(|spec| spec.month_day.is_some())
            && !line.ends_in_colon()
            && row.line == line.line + 1
            && next.is_some_and(|n| !is_date(n) && n.indent < row.indent)
    };
    !line.hangs()
        && !line.text.ends_with(',')
        && is_date(row)
        && !period::speaks(&line.text)
        && !is_lone_day()
}

/// Whether a row is named by its year or its day alone.
pub(super) fn is_date(row: &Piece) -> bool {
    row.row.is_some()
        && period::is_bare(&row.text)
        && matches!(&period::read(&row.text)[..], [spec] if spec.years.len() == 1)
}

/// Whether a line ends with the day on which each of several years ends that are named by no more
/// than their number below it: `Year ending December 31,` / `2002` / `2003`.
pub(super) fn heads_years(line: &Piece, row: &Piece, next: Option<&Piece>) -> bool {
    let is_year = |piece: &Piece| period::four_digits(&piece.text).is_some();
    let is_next = |next: &Piece| next.row.is_some() && next.indent == row.indent && is_year(next);
    is_period(&line.text) && is_year(row) && next.is_some_and(is_next)
}
