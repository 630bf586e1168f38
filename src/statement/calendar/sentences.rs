//! What sentences say of the dates of a filing: when its fiscal years end, and on which days.

use jiff::civil::Date;

use crate::knowledge::{self, FISCAL, FISCAL_YEAR, PeriodWord, TRANSITION};
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};
use crate::statement::calendar::days::{Weighed, add_up, is_astray};
use crate::statement::calendar::{WEEK, month_closed};

/// The day of the week on which fiscal years end, as the first sentence says that tells it:
/// `The fiscal year ends on the Saturday nearest to September 30`.
pub(super) fn weekday(lines: &Lines<'_>) -> Option<Spec> {
    lines_with(lines, FISCAL_YEAR).find_map(|i| {
        let sentence = in_two_lines(lines, i);
        let told = period::read(&sentence).into_iter().find(|spec| spec.weekday.is_some())?;
        let rule = Spec { month_day: told.month_day, weekday: told.weekday, ..Spec::default() };
        rule.month_day.map(|_| rule)
    })
}

/// The month in which the fiscal year ends, as sentences say that agree, and whether it ends with a
/// week.
pub(super) fn year_end(lines: &Lines<'_>, rule: Option<&Spec>) -> Option<(i8, bool)> {
    let dated = |end: Date| ((end.month(), end.day()), is_astray(end));
    let mut told = ends_by_name(lines)
        .map(|(_, end)| dated(end))
        .chain(ends_of_fiscal_years(lines).map(dated))
        .chain(ends_of_all_years(lines).map(|day| (day, false)))
        .chain(rule.and_then(|spec| spec.month_day).map(|day| (day, true)))
        .filter_map(|(day, by_weeks)| Some((month_closed(day, WEEK)?, by_weeks)));
    let (first, mut by_weeks) = told.next()?;
    for (month, astray) in told {
        if month != first {
            return None;
        }
        by_weeks |= astray;
    }
    Some((first, by_weeks))
}

/// The day on which all fiscal years of the company end, or one that is to come:
/// `Our fiscal year, which ends on June 30`, `for the fiscal year ending June 30, 2002`.
fn ends_of_all_years(lines: &Lines<'_>) -> impl Iterator<Item = (i8, i8)> {
    lines_with(lines, FISCAL_YEAR).filter_map(|i| {
        let sentence = in_two_lines(lines, i);
        let at = sentence.find(FISCAL_YEAR)?;
        let (before, behind) = (&sentence[..at], &sentence[at + FISCAL_YEAR.len()..]);
        let mut words = behind.split([' ', ',', ':', '.']).filter(|word| !word.is_empty());
        let month = words.find(|word| !knowledge::leads_to_end(word))?;
        let day = [month, words.next()?];
        let is_day = knowledge::is_month(month) && !knowledge::is_of_another(before);
        period::read(&day.join(" ")).first().filter(|_| is_day)?.month_day
    })
}

/// The fiscal years whose end sentences tell, by name: `Fiscal 2000 ended January 27, 2001`, or of
/// several in a row.
pub(super) fn ends_by_name(lines: &Lines<'_>) -> impl Iterator<Item = (i16, Date)> {
    lines_with(lines, FISCAL).flat_map(|i| {
        let told = || knowledge::names_an_end(lines.face(i)).then(|| in_two_lines(lines, i));
        let one = told().and_then(|sentence| end_by_name(&sentence));
        one.map_or_else(|| ends_in_a_row(&in_paragraph(lines, i)), |one| vec![one])
    })
}

/// The fiscal year whose end a sentence tells by its name.
fn end_by_name(sentence: &str) -> Option<(i16, Date)> {
    let at = sentence.to_ascii_lowercase().find("fiscal ")?;
    // `The second quarter of its fiscal 2000 ended`
    let is_length = |word: &str| {
        matches!(
            knowledge::period_word(word),
            Some(PeriodWord::Unit(_) | PeriodWord::Length(_) | PeriodWord::Half)
        )
    };
    let mut before = sentence[..at].split(|c: char| !c.is_alphanumeric());
    if before.any(is_length) || sentence[..at].trim_end().ends_with("of") {
        return None;
    }
    let named = &sentence[at + "fiscal ".len()..];
    let (name, rest) = named.strip_prefix("year ").unwrap_or(named).split_once(' ')?;
    let (verb, rest) = rest.split_once(' ')?;
    let rest = rest.strip_prefix("on ").unwrap_or(rest);
    // Month, day and year; of other years the sentence may tell more.
    let day: String = rest.split_inclusive(' ').take(3).collect();
    let end = period::read(&day).first().filter(|_| is_ended(verb))?.end()?;
    Some((period::four_digits(name)?, end))
}

/// The fiscal years whose ends a sentence tells in the order of their names: `Fiscal 1998, 1997 and
/// 1996 ended on September 27, 1998, September 28, 1997 and September 29, 1996`.
fn ends_in_a_row(text: &str) -> Vec<(i16, Date)> {
    let told = text.split(FISCAL).skip(1).map(|named| {
        let mut words = named.split(' ').map(|word| word.trim_end_matches(','));
        let mut names: Vec<i16> = Vec::new();
        let behind = words.find(|word| {
            names.extend(period::four_digits(word));
            period::four_digits(word).is_none() && !["and", "years"].contains(word)
        });
        let specs = period::read(&words.collect::<Vec<_>>().join(" "));
        let ends: Vec<Date> = specs.iter().map_while(Spec::end).take(names.len()).collect();
        let are_all = names.len() > 1 && ends.len() == names.len();
        (names, ends, are_all && behind.is_some_and(is_ended))
    });
    let found = told.into_iter().find(|(.., are_all)| *are_all);
    found.map_or_else(Vec::new, |(names, ends, _)| names.into_iter().zip(ends).collect())
}

/// The first and last days of periods between old fiscal years and new ones, as the cover and sentences
/// tell them in full: `For the transition period from July 1, 1996 to December 31, 1996`.
pub(super) fn transitions(lines: &Lines<'_>) -> impl Iterator<Item = (Date, Date)> {
    lines_with(lines, TRANSITION).filter_map(|i| {
        let sentence = in_two_lines(lines, i);
        let at = sentence.find(TRANSITION)?;
        let told = period::read(&sentence[at..]).into_iter().next()?;
        let (from, end) = (told.from?, told.end()?);
        let months = period::months_between(from.yesterday().ok()?, end)?;
        (1..12).contains(&months).then_some((from, end))
    })
}

/// Whether a word tells that something ended.
fn is_ended(word: &str) -> bool {
    knowledge::period_word(word) == Some(PeriodWord::Ended)
}

/// The days on which fiscal years ended by the cover or by sentences that do not name the year:
/// `For the fiscal year ended September 30, 1998`, `each of the three years in the period ended
/// June 30, 1999`.
fn ends_of_fiscal_years(lines: &Lines<'_>) -> impl Iterator<Item = Date> {
    let texts = (0..lines.len()).filter(|&i| lines.class(i) == Class::Text);
    texts.filter_map(|i| {
        let sentence = in_two_lines(lines, i);
        let rest = knowledge::behind_end_of_years(&sentence)?;
        period::read(rest.trim_start_matches([':', ' '])).first()?.end()
    })
}

/// The days that the text names as the end of a period or the date of a balance, and how often.
pub(super) fn days(lines: &Lines<'_>) -> Vec<Weighed> {
    let has_digits = |text: &str| text.bytes().fold(false, |any, b| any | b.is_ascii_digit());
    let mut out = Vec::new();
    for i in 0..lines.len() {
        if !matches!(lines.class(i), Class::Text | Class::Figures | Class::Years) {
            continue;
        }
        let face = lines.face(i);
        if (has_digits(face) || has_digits(start_of_next(lines, i)))
            && knowledge::names_an_end(face)
        {
            // `Fiscal 1998 ended January 30, 1999, fiscal 1997 ended January 31, 1998`
            for part in in_two_lines(lines, i).split(FISCAL) {
                out.extend(period::read(part).iter().filter_map(Spec::end).map(|day| (day, 1)));
            }
        }
    }
    add_up(&mut out);
    out
}

/// The lines of running text that hold some words: few do, of all.
fn lines_with<'l>(lines: &'l Lines<'_>, words: &'l str) -> impl Iterator<Item = usize> + 'l {
    let hold = lines.text().lines_with(words);
    hold.filter(move |&i| lines.class(i) == Class::Text && lines.face(i).contains(words))
}

/// A line and the two below it: as much as a sentence on some years takes.
fn in_paragraph(lines: &Lines<'_>, i: usize) -> String {
    let below = (i..lines.len()).take(3).map(|k| lines.face(k).trim_ascii());
    below.collect::<Vec<_>>().join(" ")
}

/// A line and the first words of the next: a date may be broken by the end of the line.
fn in_two_lines(lines: &Lines<'_>, i: usize) -> String {
    [lines.face(i).trim_ascii(), start_of_next(lines, i)].join(" ")
}

/// The first words of the line below another, up to the longest of dates.
fn start_of_next<'l>(lines: &'l Lines<'_>, i: usize) -> &'l str {
    const LONGEST_DATE: usize = 24;
    let next = if i + 1 < lines.len() { lines.face(i + 1).trim_ascii() } else { "" };
    next.get(..LONGEST_DATE).unwrap_or(next)
}
