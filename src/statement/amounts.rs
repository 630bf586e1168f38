//! Which blocks are tables of amounts, and not contents, addresses or lists of owners.

use crate::align::header::{ColumnHead, Head};
use crate::align::rows::AlignedRow;
use crate::grid::{Grid, GridRow};
use crate::knowledge;
use crate::lex::block;
use crate::lex::line::Lines;
use crate::lex::token::{Token, TokenKind};
use crate::period::{self, Spec};
use crate::statement::title::last_sentence;

/// Whether anything in the header or among the figures of a block shows a table of amounts,
/// whatever its labels say.
pub fn may_hold_amounts(lines: &Lines<'_>, head: &Head, grid: &Grid) -> bool {
    let numbers = || {
        let cells = grid.rows.iter().flat_map(|row| row.cells.iter().map(move |c| (row.line, c)));
        let numbers = cells.filter(|(_, (_, token))| is_number(token));
        numbers.map(|(line, (_, token))| (&lines.face(line)[token.span()], token.edge))
    };
    is_dated(head)
        || tells_scale(head)
        || counts_between_days(lines, grid)
        || numbers().any(|(number, _)| is_amount(number))
        || long_numbers(numbers()) > 0
}

fn is_number(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Number | TokenKind::Unvalued)
}

/// Whether a header names a time.
fn is_dated(head: &Head) -> bool {
    let tells_time = |c: &ColumnHead| !c.spec().is_empty() || knowledge::counts_years(c.text());
    head.columns.iter().any(tells_time)
}

/// Whether the words above a table say what its amounts are printed in:
/// `as follows (in millions):`.
fn tells_scale(head: &Head) -> bool {
    head.caption.iter().any(|c| knowledge::scale_of(&c.text).is_some())
        || knowledge::scale_of(last_sentence(&head.intro)).is_some()
}

/// So many numbers do not make a table by themselves.
const FEW: usize = 3;

/// Whether a block is a table of amounts: not contents, addresses, ownership lists.
pub fn is_table_of_amounts(
    lines: &Lines<'_>,
    head: &Head,
    grid: &Grid,
    rows: &[AlignedRow],
) -> bool {
    let table = Table::of(lines, head, grid, rows);
    !table.is_silent()
        && !table.is_text_in_lines()
        && !table.is_too_short()
        && !table.lists_no_amounts()
}

/// What a block shows.
struct Table<'a, 's> {
    lines: &'a Lines<'s>,
    head: &'a Head,
    grid: &'a Grid,
    rows: &'a [AlignedRow],
    numbers: Vec<&'a str>,
    /// How many of the numbers are printed as amounts.
    amounts: usize,
    percents: usize,
    /// Whether the header names a time.
    dated: bool,
}

impl<'a, 's> Table<'a, 's> {
    fn of(lines: &'a Lines<'s>, head: &'a Head, grid: &'a Grid, rows: &'a [AlignedRow]) -> Self {
        let cells = rows.iter().flat_map(|row| &row.cells).filter(|cell| is_number(&cell.token));
        let numbers: Vec<(&str, usize)> =
            cells.map(|cell| (cell.face(lines), cell.token.edge)).collect();
        let long = long_numbers(numbers.iter().copied());
        let numbers: Vec<&str> = numbers.into_iter().map(|(number, _)| number).collect();
        Self {
            lines,
            head,
            grid,
            rows,
            amounts: numbers.iter().filter(|number| is_amount(number)).count() + long,
            percents: numbers.iter().filter(|number| number.contains('%')).count(),
            numbers,
            dated: is_dated(head),
        }
    }

    fn with_figures(&self) -> impl Iterator<Item = &'a AlignedRow> {
        self.rows.iter().filter(|row| !row.cells.is_empty())
    }

    /// Whether neither its numbers nor its words are those of amounts, or what stands in its only
    /// column has no name.
    fn is_silent(&self) -> bool {
        let told = self.amounts > 0 || self.dated || tells_scale(self.head);
        if self.numbers.is_empty() || !told && !counts_between_days(self.lines, self.grid) {
            return true;
        }
        if self.grid.columns.len() > 1 {
            return false;
        }
        let unnamed = || self.with_figures().all(|row| row.label.is_empty());
        // The foot of a page may have but the first rows of a statement.
        let is_told = self.dated && self.is_titled() || self.is_of_period() && self.says_all();
        let few = self.numbers.len() <= FEW && !is_told;
        !self.dated && self.percents == self.numbers.len()
            || few && !names_an_amount(self.lines, self.rows)
            || unnamed()
    }

    /// Whether its rows are running text that happens to end in numbers. Rows that fill the columns
    /// of two periods or of changes, or stand below a period and a scale, only look like text
    /// because their labels are long.
    fn is_text_in_lines(&self) -> bool {
        let rows = self.with_figures().count();
        let full = self.with_figures().filter(|row| row.cells.len() > 1).count();
        // `Increase   Percent`
        let tells_changes = || self.head.columns.iter().all(|c| knowledge::is_no_period(c.plain()));
        let columnar = full * 2 > rows && (self.dated || tells_changes())
            || (self.dated || self.is_of_period()) && self.is_titled();
        let is_sentence =
            |row: &&AlignedRow| reads_on(&row.label) && !is_far_from_label(self.lines, row);
        let sentences = self.with_figures().filter(is_sentence).count();
        let most = sentences * 2 > rows || self.grid.columns.len() == 1 && sentences * 2 == rows;
        most && !columnar
    }

    /// Whether the caption tells a scale, or is the title of a statement.
    fn is_titled(&self) -> bool {
        self.head.caption.iter().any(|c| {
            knowledge::scale_of(&c.text).is_some() || knowledge::title_kind(&c.text).is_some()
        })
    }

    /// Whether the caption names a length of time, or the sentence that introduces it.
    fn is_of_period(&self) -> bool {
        let has_length = |text: &str| period::read(text).iter().any(|spec| spec.length.is_some());
        let Head { caption, intro, .. } = self.head;
        caption.iter().any(|c| has_length(&c.text))
            || intro.ends_with(':') && has_length(last_sentence(intro))
    }

    /// Whether it has too few figures for a table without a header, or its only one stands behind a
    /// day: the count of shares on a cover.
    fn is_too_short(&self) -> bool {
        let rows = self.with_figures().count();
        let (amounts, numbers) = (self.amounts, self.numbers.len());
        let told = || (amounts > 0 || tells_scale(self.head)) && self.says_all();
        let lone_column = || {
            self.grid.columns.len() < 2
                && amounts < 3
                && (rows < 2 || amounts * 2 < numbers && !told() && !self.opens_in_dollars())
        };
        let dates_itself =
            |row: &AlignedRow| period::read(&row.label).iter().any(|spec| spec.end().is_some());
        !self.dated && (lone_column() || rows == 1 && amounts < 2)
            || numbers == 1 && self.with_figures().any(dates_itself)
    }

    /// Whether the first of some rows has a dollar sign, as that of a column of amounts has.
    fn opens_in_dollars(&self) -> bool {
        let mut rows = self.with_figures();
        let cell = rows.next().and_then(|row| row.cells.first());
        cell.is_some_and(|c| c.face(self.lines).contains('$')) && rows.next().is_some()
    }

    /// Whether the words above the table say all that a header would: the title of a statement with
    /// a single column may, and so may the sentence that introduces it,
    /// `as follows (in millions):`, the units below it in some filings.
    fn says_all(&self) -> bool {
        let Head { caption, intro, columns, .. } = self.head;
        let below = columns.iter().map(ColumnHead::text);
        let mut above = caption.iter().map(|c| c.text.as_str()).chain(below);
        let units = above.any(|text| knowledge::scale_of(text).is_some());
        caption.iter().any(|c| block::is_title(&c.text, 8, true))
            || units && (self.is_of_period() && self.is_titled() || intro.ends_with(':'))
            || knowledge::scale_of(intro).is_some()
    }

    /// Whether a column or a row counts votes that were not cast for what was put to them. What was
    /// settled `Against` a company is told in money, or of some time.
    fn counts_votes(&self) -> bool {
        let of_column = || self.head.columns.iter().any(|c| knowledge::counts_votes(c.plain()));
        let of_row = || self.with_figures().any(|row| knowledge::counts_votes(&row.plain));
        let is_told = || self.dated || tells_scale(self.head);
        !self.holds_dollars() && (of_column() || !is_told() && of_row())
    }

    fn holds_dollars(&self) -> bool {
        self.numbers.iter().any(|number| number.contains('$'))
    }

    /// Whether it is a list of things, or of pages.
    fn lists_no_amounts(&self) -> bool {
        let columns = &self.head.columns;
        let words =
            columns.iter().map(ColumnHead::text).chain(self.head.stub.iter().map(String::as_str));
        let over = knowledge::plain(&words.collect::<Vec<_>>().join(" "));
        let introduced = || knowledge::plain(last_sentence(&self.head.intro));
        let lists = || {
            let is_list = |words: &str| {
                // What is let, in percent, is told of a business.
                knowledge::heads_a_list(words)
                    || self.percents == 0 && knowledge::heads_properties(words)
            };
            is_list(&over) || is_list(&introduced())
        };
        // `Stores opened   Stores closed   Square feet`
        let counts = || {
            let announces = |text: &str| knowledge::announces_counts(&knowledge::plain(text));
            self.head.caption.iter().any(|c| announces(&c.text))
                || columns.iter().any(|c| knowledge::is_change_of_count(c.plain()))
        };
        // `Number of Stores` over two days tells how many there were.
        let compares_days = || {
            let counted = columns.iter().filter(|c| knowledge::column_measure(c.plain()).is_some());
            let mut days = counted.filter_map(|c| c.spec().end());
            days.next().is_some_and(|first| days.any(|day| day != first))
        };
        let names_pages = over.contains("page");
        self.counts_votes()
            || !self.holds_dollars()
                && lists()
                && !self.is_titled()
                && !counts()
                && !compares_days()
            || names_pages && self.grid.columns.len() == 1
            || (!self.dated || names_pages) && lists_pages(self.lines, self.grid, self.rows)
    }
}

/// Whether the first and the last row with figures are balances of two days, in several columns:
/// `Open at December 26, 2004    142    88    230`.
fn counts_between_days(lines: &Lines<'_>, grid: &Grid) -> bool {
    let day = |row: &GridRow| {
        let specs = period::read(lines.face(row.line).get(row.label_start..row.label_end)?);
        specs.iter().find(|s| s.instant && s.length.is_none()).and_then(Spec::end)
    };
    let [first, .., last] = &grid.rows[..] else { return false };
    grid.columns.len() > 1
        && first.cells.len() == last.cells.len()
        && day(first).zip(day(last)).is_some_and(|(from, to)| from != to)
}

/// Whether one of the figures that have a label is printed as an amount: a lone number is the last
/// word of an address, of the cover or of the page.
fn names_an_amount(lines: &Lines<'_>, rows: &[AlignedRow]) -> bool {
    rows.iter()
        .filter(|r| !r.label.is_empty())
        .flat_map(|r| &r.cells)
        .any(|c| is_amount(c.face(lines)))
}

/// Where the first of some numbers stands that are printed like amounts of hundreds and thousands, or
/// in dollars.
pub fn first_like_amounts(lines: &Lines<'_>, grid: &Grid) -> Option<(usize, usize)> {
    let cells = grid.rows.iter().flat_map(|row| row.cells.iter().map(move |c| (row.line, c)));
    let is_like = |line: usize, token: &Token| {
        is_number(token) && lines.face(line)[token.span()].contains([',', '$'])
    };
    let mut found = cells
        .filter(|(line, (_, token))| is_like(*line, token))
        .map(|(line, (_, t))| (line, t.start));
    let first = found.next()?;
    found.nth(FEW - 2).is_some().then_some(first)
}

/// Whether a number is printed as an amount: `1,204`, `$ 7`, `12%`, `.45`.
fn is_amount(number: &str) -> bool {
    number.contains([',', '$', '%']) || number.contains('.') && !number.ends_with('.')
}

/// How many numbers, given with the columns where they end, are so long that commas would part
/// their digits, where shorter and longer ones of them end in the same column. Those by which
/// things are known, as ZIP codes, are all of one length, or begin in the same column.
fn long_numbers<'a>(numbers: impl Iterator<Item = (&'a str, usize)>) -> usize {
    const SHORTEST: usize = 5;
    const LONGEST: usize = 12;
    let length = |number: &str| {
        let digits = number.trim_start_matches('(').trim_end_matches(')');
        let is_bare = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        Some(digits.len()).filter(|length| is_bare && (SHORTEST..=LONGEST).contains(length))
    };
    let long: Vec<(usize, usize)> =
        numbers.filter_map(|(number, edge)| Some((length(number)?, edge))).collect();
    let in_column = |(length, edge): &(usize, usize)| {
        long.iter().any(|(other, end)| end == edge && other != length)
    };
    if long.iter().any(in_column) { long.len() } else { 0 }
}

/// Whether a table is one of contents: sections and pages count up, and none is an amount.
fn lists_pages(lines: &Lines<'_>, grid: &Grid, rows: &[AlignedRow]) -> bool {
    const HIGHEST_PAGE: u32 = 999;
    // `7.12` is the section behind `7.9`; the point before `.12` is the last of the leaders.
    let numbers = |column: usize| -> Option<Vec<Vec<u32>>> {
        let cells = rows.iter().flat_map(|r| &r.cells).filter(|c| c.column == column);
        cells
            .map(|c| c.face(lines).trim_start_matches('.'))
            .map(|number| number.split('.').map(|part| part.parse().ok()).collect())
            .collect()
    };
    let counts_up = |column| numbers(column).is_some_and(|n| n.is_sorted());
    let pages = numbers(grid.columns.len() - 1).unwrap_or_default();
    pages.len() > FEW
        && pages.iter().all(|page| matches!(page[..], [n] if n <= HIGHEST_PAGE))
        && (0..grid.columns.len()).all(counts_up)
}

/// Whether a label is a stretch of running text, set with blanks to fill its line.
fn reads_on(label: &str) -> bool {
    let words = 1 + label.bytes().filter(|b| *b == b' ').count();
    if words < 6 {
        return false;
    }
    let lower = label.split(' ').filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase()));
    let stops = || {
        label.contains(". ")
            || label.contains(", ")
            || label.starts_with(|c: char| c.is_lowercase())
    };
    (lower.count() * 3 >= words * 2 || block::is_sentence_in_capitals(label))
        && (words >= 9 || stops())
}

/// Whether the first figure of a row stands further from its label than the words of a line that
/// blanks fill stand from each other.
fn is_far_from_label(lines: &Lines<'_>, row: &AlignedRow) -> bool {
    const FAR: usize = 12;
    row.cells.first().is_some_and(|cell| {
        let before = &lines.face(cell.line)[..cell.token.start];
        before.len() - before.trim_end_matches([' ', '.']).len() >= FAR
    })
}
