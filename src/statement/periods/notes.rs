//! What notes tell of the periods of columns: `1993(a)`, and below the table `(a) Represents the
//! period from October 12, 1993 (commencement of operations) through December 31, 1993`.

use crate::align::header::{ColumnHead, Head};
use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};

/// Lines below the last row within which its notes begin.
const REACH: usize = 40;
/// Lines of a note that tell what it is about.
const FIRST: usize = 3;

/// Gives the days of a part of a year to each column of a year whose note says that it holds no
/// more.
pub fn by_notes(lines: &Lines<'_>, head: &Head, last_row: usize, specs: &mut [Spec]) {
    for (spec, column) in specs.iter_mut().zip(&head.columns) {
        if spec.year().is_none() || spec.is_part_of_year() || spec.from.is_some() {
            continue;
        }
        let told =
            mark(column).and_then(|mark| note(lines, last_row, mark)).and_then(|note| part(&note));
        let Some(part) = told.filter(|part| part.years == spec.years) else { continue };
        if spec.month_day.is_none_or(|day| Some(day) == part.month_day) {
            *spec = Spec { instant: spec.instant, ..part };
        }
    }
}

/// The mark of a note behind the words over a column: `(a)` of `1993(a)`.
fn mark(column: &ColumnHead) -> Option<&str> {
    let words = column.text();
    let at = words.rfind('(').filter(|&at| at > 0)?;
    let inside = words[at + 1..].strip_suffix(')')?;
    let short =
        (1..=2).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_alphanumeric());
    short.then_some(&words[at..])
}

/// The first lines of the note that a mark points to, below a row.
fn note(lines: &Lines<'_>, row: usize, mark: &str) -> Option<String> {
    let text = |i: usize| lines.face(i).trim_ascii();
    let mut below = (row + 1..lines.len()).take(REACH);
    let first = below.find(|&i| text(i).starts_with(mark))?;
    let goes_on = |&i: &usize| lines.class(i) != Class::Blank && !text(i).starts_with('(');
    let rest = (first + 1..lines.len()).take(FIRST - 1).take_while(goes_on).map(text);
    let words: Vec<&str> =
        std::iter::once(text(first)[mark.len()..].trim_start()).chain(rest).collect();
    Some(words.join(" "))
}

/// The part of a year that a note says a column holds.
fn part(note: &str) -> Option<Spec> {
    if !knowledge::tells_part_of_year(&knowledge::plain(note)) {
        return None;
    }
    period::read(note).into_iter().next().filter(|s| s.from.is_some() && s.from < s.end())
}
