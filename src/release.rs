//! What a release says about itself: headline, dateline, exchange and ticker, company.

use jiff::civil::Date;

use crate::knowledge;
use crate::lex::line::{Class, Lines};
use crate::period;
use crate::record::Release;
use crate::statement::{Draft, title};
use crate::submission::Submission;

/// How many lines from its top a release has its headline and dateline.
const OPENING: usize = 80;

/// Reads the opening of the release: that of the first exhibit 99 of a submission, or else that of
/// the whole text.
pub fn read(lines: &Lines<'_>, submission: &Submission, drafts: &[Draft]) -> Release {
    let release = submission.documents.iter().find(|d| d.kind.starts_with("EX-99"));
    let Some(document) =
        release.or_else(|| submission.documents.iter().find(|d| d.kind.is_empty()))
    else {
        return Release::default();
    };
    let range = document.lines.start..document.lines.end.min(document.lines.start + OPENING);
    let mut out = Release::default();
    for i in range.clone() {
        if lines.class(i) != Class::Text {
            continue;
        }
        let text = lines.printed(i, 0..usize::MAX);
        if out.dateline.is_none() {
            out.dateline = dateline(&text);
            if out.dateline.is_some() {
                out.headline = headline(lines, range.start, i);
            }
        }
        if out.ticker.is_empty() {
            let next =
                if i + 1 < lines.len() { lines.printed(i + 1, 0..usize::MAX) } else { "".into() };
            if let Some((exchange, ticker)) = ticker(&format!("{text} {next}")) {
                out.exchange = exchange;
                out.ticker = ticker;
            }
        }
    }
    // A dateline may end in a name, and is none: `MOBILE, Ala., May 20, 1998 -- Gulf Towing, Inc.`
    let is_name =
        |text: &str| text.len() < 60 && title::is_company(text, "") && dateline(text).is_none();
    let named = drafts.iter().flat_map(|d| &d.head.caption).find(|c| is_name(&c.text));
    out.company =
        named.map_or(String::new(), |c| c.text.split_whitespace().collect::<Vec<_>>().join(" "));
    out
}

/// `SAN JOSE, Calif., July 29, 2003 -- `: a place in capitals, a date, and a dash or a wire's name.
fn dateline(text: &str) -> Option<Date> {
    let head = text.split("--").next().filter(|h| h.len() < text.len() && h.len() < 90);
    let head =
        head.or_else(|| text.split(" - ").next().filter(|h| h.len() < text.len() && h.len() < 90))?;
    let place = head.split(',').next()?.trim();
    let capitals = place.len() > 2
        && place.chars().filter(|c| c.is_alphabetic()).filter(|c| c.is_uppercase()).count() * 3
            > place.len() * 2;
    if !(capitals && head.contains(',') || head.trim_start().starts_with('(')) {
        return None;
    }
    period::read(head).iter().find_map(period::Spec::end)
}

/// The lines right above the dateline, with a blank line between them or none.
fn headline(lines: &Lines<'_>, from: usize, dateline: usize) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut blanks = 0;
    for i in (from..dateline).rev() {
        match lines.class(i) {
            Class::Blank if out.is_empty() => blanks += 1,
            Class::Text => {
                let text = lines.printed(i, 0..usize::MAX);
                if text.to_ascii_lowercase().starts_with("exhibit")
                    || text.contains("IMMEDIATE RELEASE")
                {
                    break;
                }
                out.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            _ => break,
        }
        if out.len() >= 5 || blanks > 4 {
            break;
        }
    }
    out.reverse();
    out.join(" ")
}

/// `(Nasdaq: PSEM)`, `(NYSE: AMR)`, `(NASDAQ/NMS:ABCD)`.
fn ticker(text: &str) -> Option<(String, String)> {
    for (at, _) in text.match_indices('(') {
        let inner = text[at + 1..].split(')').next()?;
        let Some((exchange, symbol)) = inner.split_once(':') else { continue };
        let symbol = symbol.trim().split([',', ';', ' ']).next().unwrap_or("").trim_matches('"');
        let known = knowledge::names_exchange(exchange.trim());
        let plausible = (1..=6).contains(&symbol.len())
            && symbol.chars().all(|c| c.is_ascii_uppercase() || c == '.');
        if known && plausible {
            return Some((exchange.trim().to_owned(), symbol.to_owned()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings() {
        assert_eq!(
            ticker("Acorn Mills Corporation (Nasdaq: ACRN) today announced"),
            Some(("Nasdaq".into(), "ACRN".into()))
        );
        assert_eq!(
            dateline("LEEDS, N.Y., May 13, 2003 - Acorn Mills, Inc. announced"),
            Some(jiff::civil::date(2003, 5, 13))
        );
        assert_eq!(dateline("we expect sales of 5 -- or more, in May 2003"), None);
    }
}
