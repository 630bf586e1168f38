//! Changes as text for people.

use rust_decimal::Decimal;

use crate::diff::summary::many;
use crate::diff::{Attribute, Change, Direction, FilingDiff, Said, Side, Subject};
use crate::record::{Cell, Duration, Period, Statement};

/// A change in one sentence, without its place in the file.
pub fn sentence(change: &Change<'_>) -> String {
    let facts = many(change.facts, "fact");
    let direction = change.direction().name();
    match change.subject {
        Subject::Filing => format!("filing {direction} ({facts})"),
        Subject::Statement => format!("statement {direction} ({facts})"),
        Subject::Column => format!("column {} {direction} ({facts})", column(change)),
        Subject::Row => format!("row {} {direction}: {}", row(change), either(change, said)),
        Subject::Fact => {
            format!("{} {direction}: {}", fact(change), either(change, number_with_unit))
        }
        Subject::Value => format!("{}: {}", fact(change), values(change)),
        Subject::Attribute(attribute) => attribute_sentence(attribute, change, &facts),
    }
}

fn attribute_sentence(attribute: Attribute, change: &Change<'_>, facts: &str) -> String {
    let (old, new) = (side(change.old.as_ref()), side(change.new.as_ref()));
    match attribute {
        Attribute::Scale => {
            format!("scale: {old} -> {new}{}, {} ({facts})", within(change), factor(change))
        }
        Attribute::PrintedScale => {
            format!("printed {old} -> {new}{}, the values are the same ({facts})", within(change))
        }
        Attribute::Label => format!("label: {old} -> {new} ({facts})"),
        Attribute::Concept => format!("concept of {}: {old} -> {new} ({facts})", row(change)),
        Attribute::Section | Attribute::Header => {
            format!("{}: {old} -> {new} ({facts})", attribute.name())
        }
        _ => format!("{}: {old} -> {new}{} ({facts})", attribute.name(), within(change)),
    }
}

/// The row or column that a change is confined to, if it is.
fn within(change: &Change<'_>) -> String {
    let place = change.place();
    match (place.and_then(|side| side.row), place.and_then(|side| side.column)) {
        (Some(_), Some(_)) => format!(" for {}", row(change)),
        (Some(_), None) => format!(" in row {}", row(change)),
        (None, Some(column)) if !column.header.is_empty() => {
            format!(" in column {}", quoted(&column.header))
        }
        _ => String::new(),
    }
}

/// What the values become when their scale is read differently.
fn factor(change: &Change<'_>) -> String {
    let scale = |side: &Option<Side<'_>>| match side.as_ref().map(|side| &side.said) {
        Some(Said::Scale(Some(scale))) => *scale,
        _ => 1,
    };
    let (old, new) = (scale(&change.old), scale(&change.new));
    if old > 0 && new > old && new.is_multiple_of(old) {
        format!("so every value is {} times as large", grouped(Decimal::from(new / old)))
    } else if new > 0 && old > new && old.is_multiple_of(new) {
        format!("so every value is divided by {}", grouped(Decimal::from(old / new)))
    } else {
        "and every value with it".to_owned()
    }
}

/// The label of the row that a change is about, in quotes.
pub fn row(change: &Change<'_>) -> String {
    match change.place().and_then(|side| side.row) {
        Some(row) if !row.label.is_empty() => quoted(&row.label),
        _ => "without a label".to_owned(),
    }
}

/// The headings above a row and its label.
pub fn item(change: &Change<'_>) -> String {
    let Some(row) = change.place().and_then(|side| side.row) else { return String::new() };
    let label = if row.label.is_empty() { "(no label)" } else { &row.label };
    let mut path = row.section.join(" > ");
    if !path.is_empty() {
        path.push_str(" > ");
    }
    path + label
}

/// The period of a single number, or else the header of its column.
pub fn period_or_header(change: &Change<'_>) -> String {
    let Some(side) = change.place() else { return String::new() };
    match (side.cell, side.column) {
        (Some(cell), _) if cell.period != Period::default() => period(cell.period),
        (_, Some(column)) if !column.header.is_empty() => column.header.clone(),
        (Some(cell), _) => format!("column {}", cell.column),
        _ => String::new(),
    }
}

fn fact(change: &Change<'_>) -> String {
    format!("{} ({})", item(change), period_or_header(change))
}

fn column(change: &Change<'_>) -> String {
    match change.place().and_then(|side| side.column) {
        Some(column) if !column.header.is_empty() => quoted(&column.header),
        Some(column) if column.period != Period::default() => period(column.period),
        _ => "without a header".to_owned(),
    }
}

/// Old and new value, their difference, and this in percent.
fn values(change: &Change<'_>) -> String {
    let old = change.old.as_ref().map(number).unwrap_or_default();
    let new = change.new.as_ref().map(number_with_unit).unwrap_or_default();
    let mut text = format!("{old} -> {new}");
    for more in [difference(change), percent(change)] {
        if !more.is_empty() {
            text.push_str(", ");
            text.push_str(&more);
        }
    }
    text
}

/// The difference of two values, with its sign.
pub fn difference(change: &Change<'_>) -> String {
    change.difference().map(signed).unwrap_or_default()
}

/// The difference in percent, with its sign.
pub fn percent(change: &Change<'_>) -> String {
    change.percent().map(|percent| format!("{} %", signed(percent))).unwrap_or_default()
}

fn signed(value: Decimal) -> String {
    let plus = if value.is_sign_negative() || value.is_zero() { "" } else { "+" };
    format!("{plus}{}", grouped(value))
}

fn either(change: &Change<'_>, words: impl Fn(&Side<'_>) -> String) -> String {
    change.place().map(words).unwrap_or_default()
}

fn side(side: Option<&Side<'_>>) -> String {
    side.map(said).unwrap_or_default()
}

/// What one side of a change says.
pub fn said(side: &Side<'_>) -> String {
    match &side.said {
        Said::Nothing => String::new(),
        Said::Number => number(side),
        Said::Figures(figures) => figures.join(" | "),
        Said::Text(text) if text.is_empty() => "none".to_owned(),
        Said::Text(text) => quoted(text),
        Said::Period(value) if *value == Period::default() => "none".to_owned(),
        Said::Period(value) => period(*value),
        Said::Unit(unit) => unit.to_string(),
        Said::Scale(value) => scale(*value),
    }
}

/// A number as people read it; if it has no value, as printed in the source.
pub fn number(side: &Side<'_>) -> String {
    side.cell.map(value).unwrap_or_default()
}

fn value(cell: &Cell) -> String {
    match cell.value {
        Some(value) => grouped(value),
        None if cell.raw.trim().is_empty() => "no value".to_owned(),
        None => format!("{} (no value)", quoted(cell.raw.trim())),
    }
}

/// A number with its unit.
pub fn number_with_unit(side: &Side<'_>) -> String {
    match side.cell {
        Some(cell) if cell.value.is_some() => format!("{} {}", value(cell), cell.unit),
        _ => number(side),
    }
}

/// "3 months to 2003-06-30", "2003-06-30".
pub fn period(period: Period) -> String {
    let end = period.end.map(|end| end.to_string()).unwrap_or_default();
    match (period.start, period.duration) {
        (_, Some(duration)) => {
            let (count, noun) = match duration {
                Duration::Months(count) => (count, "month"),
                Duration::Weeks(count) => (count, "week"),
            };
            let length = many(usize::from(count), noun);
            if end.is_empty() { length } else { format!("{length} to {end}") }
        }
        (Some(start), None) => format!("{start} to {end}"),
        (None, None) => end,
    }
}

/// "in thousands".
fn scale(scale: Option<u32>) -> String {
    match scale {
        None => "no scale stated".to_owned(),
        Some(1) => "in units".to_owned(),
        Some(1_000) => "in thousands".to_owned(),
        Some(1_000_000) => "in millions".to_owned(),
        Some(1_000_000_000) => "in billions".to_owned(),
        Some(other) => format!("in units of {}", grouped(Decimal::from(other))),
    }
}

/// `13,582,000.5`.
fn grouped(value: Decimal) -> String {
    let text = value.normalize().to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(w, f)| (w, Some(f)));
    let mut out = sign.to_owned();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A statement as a heading names it.
pub fn statement(statement: &Statement) -> String {
    let document = match statement.document.as_str() {
        "" => String::new(),
        document => format!("{document}, "),
    };
    match statement.title.as_str() {
        "" => format!("{document}{}", statement.kind),
        title => format!("{document}{}: {title}", statement.kind),
    }
}

/// `old.txt:142 -> new.txt:143`; a single place if both are the same.
pub fn location(filing: &FilingDiff<'_>, change: &Change<'_>) -> String {
    let place = |file: Option<&str>, side: &Option<Side<'_>>| {
        let line = side.as_ref()?.line?;
        Some(format!("{}:{line}", file?))
    };
    let (old_file, new_file) = filing.files();
    match (place(old_file, &change.old), place(new_file, &change.new)) {
        (Some(old), Some(new)) if old != new => format!("{old} -> {new}"),
        (old, new) => new.or(old).unwrap_or_default(),
    }
}

/// The mark that a line of a report begins with.
pub const fn mark(direction: Direction) -> char {
    match direction {
        Direction::Changed => '~',
        Direction::Added => '+',
        Direction::Removed => '-',
    }
}

/// A sentence with a capital letter and a full stop.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let grouped = |text: &str| grouped(text.parse().unwrap());
        assert_eq!(grouped("13582000"), "13,582,000");
        assert_eq!(grouped("-2396000.50"), "-2,396,000.5");
        assert_eq!(grouped("0.45"), "0.45");
        assert_eq!(grouped("-123"), "-123");
    }

    #[test]
    fn periods_are_spoken() {
        let end = "2003-06-30".parse().ok();
        let of = |start, duration| period(Period { start, end, duration });
        assert_eq!(of(None, None), "2003-06-30");
        assert_eq!(of(None, Some(Duration::Months(3))), "3 months to 2003-06-30");
        assert_eq!(of("1999-01-01".parse().ok(), None), "1999-01-01 to 2003-06-30");
    }
}
