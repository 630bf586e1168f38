//! The words of header lines, cut at wide gaps and where one period ends and the next begins.

use std::cell::OnceCell;
use std::ops::Range;

use crate::align::header::caption::{self, Caption, is_count};
use crate::align::header::column::told_by;
use crate::grid::{Edge, Grid, torn};
use crate::knowledge::{self, Measure, PeriodWord};
use crate::lex::line::{Class, Lines, words};
use crate::lex::token;
use crate::period::{self, Spec};

/// Words of a header line without a gap of two blanks.
#[derive(Debug, Clone)]
pub(super) struct Chunk<'f> {
    pub span: Range<usize>,
    pub text: &'f str,
    /// How many columns further left it is printed than it stood before its line was moved.
    moved: usize,
    /// Whether it is printed on the next line.
    pub is_torn: bool,
    /// What it says of periods; read when asked for.
    specs: OnceCell<Vec<Spec>>,
}

impl<'f> Chunk<'f> {
    fn new(span: Range<usize>, text: &'f str) -> Self {
        Self { span, text, moved: 0, is_torn: false, specs: OnceCell::new() }
    }

    /// Its words before and behind a blank.
    fn halves(&self, blank: usize) -> [Self; 2] {
        let at = self.span.start + blank;
        let of = |span, text| Self { moved: self.moved, ..Self::new(span, text) };
        [
            of(self.span.start..at, &self.text[..blank]),
            of(at + 1..self.span.end, &self.text[blank + 1..]),
        ]
    }

    /// What it says of periods.
    pub fn specs(&self) -> &[Spec] {
        self.specs.get_or_init(|| period::read(self.text))
    }

    /// Whether it speaks of periods at all.
    pub fn speaks(&self) -> bool {
        self.specs().iter().any(Spec::speaks)
    }

    /// Twice the middle, so that halves count.
    pub fn center(&self) -> usize {
        self.span.start + self.span.end
    }

    /// Whether it stands over what is printed in a column.
    pub fn is_above(&self, column: &Edge) -> bool {
        self.span.start < column.edges.1 && column.left < self.span.end
    }

    /// Whether it is centred behind the start of the first column, and begins hardly before the
    /// zone of figures.
    pub fn is_centred_from(&self, first_left: usize, zone: usize) -> bool {
        /// How far before that zone words of a header begin.
        const AHEAD: usize = 6;
        self.center() >= first_left.saturating_mul(2) && self.span.start + AHEAD >= zone
    }

    /// Whether it names a year.
    pub fn names_year(&self) -> bool {
        self.specs().iter().any(|spec| !spec.years.is_empty())
    }

    /// `Sept. 30,`: a day without its year.
    pub fn names_day_alone(&self) -> bool {
        matches!(self.specs(), [spec] if spec.is_day_alone())
    }

    /// Where it is printed.
    pub fn print(&self) -> Range<usize> {
        self.span.start - self.moved..self.span.end - self.moved
    }

    /// Whether its line has lost the blanks before it.
    pub fn is_moved(&self) -> bool {
        self.moved > 0
    }
}

/// Whether a line has a day for each column beside other words, wherever tabs have put them.
pub(super) fn gives_each_a_day(chunks: &[Chunk<'_>], columns: usize) -> bool {
    columns > 1
        && chunks.len() >= columns
        && chunks.iter().filter(|c| c.names_day_alone()).count() == columns
}

/// The words of the lines above the first row, cut into chunks.
pub(super) struct Cut<'t> {
    pub first: usize,
    pub lines: Vec<Vec<Chunk<'t>>>,
}

impl<'t> Cut<'t> {
    pub fn of(lines: &'t Lines<'_>, range: Range<usize>, grid: &Grid) -> Self {
        let columns = &grid.columns[..];
        let (foot, rules) = rules_over(lines, range.clone(), columns);
        // The label of a torn row.
        let is_row = |i| grid.torn && torn::ends_in_currency(lines, i);
        let cut = |i| match lines.class(i) {
            _ if is_row(i) => Vec::new(),
            Class::Text | Class::Years => {
                let mut chunks = chunks(lines.face(i));
                if i < foot && (i + 1 == foot || !is_ruled(lines, i + 1, &chunks)) {
                    part_by(&mut chunks, &rules);
                }
                if i + 1 == foot {
                    part_word_by_word(&mut chunks, &rules);
                }
                move_back(&mut chunks, lines, i, columns);
                part_from_stub(&mut chunks, columns);
                part_from_units(&mut chunks, columns);
                part_from_beside(&mut chunks, columns);
                chunks
            }
            _ => Vec::new(),
        };
        let mut cut = Self { first: range.start, lines: range.map(cut).collect() };
        if grid.torn {
            move_to_last(&mut cut.lines, columns);
        }
        cut
    }

    /// The chunks of a line that has words.
    pub fn chunks(&self, i: usize) -> &[Chunk<'t>] {
        &self.lines[i - self.first]
    }
}

/// The last line with a rule over each column, and those rules.
fn rules_over(
    lines: &Lines<'_>,
    range: Range<usize>,
    columns: &[Edge],
) -> (usize, Vec<Range<usize>>) {
    let Some(first) = columns.first() else { return (0, Vec::new()) };
    let over = |i: usize| {
        let mut rules = segments(lines.face(i));
        rules.retain(|rule| rule.end > first.left);
        (rules.len() == columns.len()).then_some((i, rules))
    };
    let mut ruled = range.rev().filter(|&i| lines.class(i) == Class::Rule);
    ruled.find_map(over).unwrap_or_default()
}

/// Whether a rule on a line underlines the whole of some words above it.
fn is_ruled(lines: &Lines<'_>, line: usize, chunks: &[Chunk<'_>]) -> bool {
    let rules = || segments(lines.face(line));
    let covers = |rule: Range<usize>| {
        chunks.iter().any(|c| rule.start <= c.span.start && c.span.end <= rule.end)
    };
    lines.class(line) == Class::Rule && rules().into_iter().any(covers)
}

/// Parts each chunk at the blank where it is to be parted, if there is one.
fn part_each(
    chunks: &mut Vec<Chunk<'_>>,
    blank: impl for<'f> Fn(&[Chunk<'f>], &Chunk<'f>, usize) -> Option<usize>,
) {
    let mut at = 0;
    while at < chunks.len() {
        if let Some(blank) = blank(chunks, &chunks[at], at) {
            let halves = chunks[at].halves(blank);
            chunks.splice(at..=at, halves);
        }
        at += 1;
    }
}

/// Parts words that one blank sets apart where each side is centred over a rule of its own:
/// `Balance at (Credited)` over `---------- ----------`.
fn part_by(chunks: &mut Vec<Chunk<'_>>, rules: &[Range<usize>]) {
    let is_under = |words: &Range<usize>, rule: &Range<usize>| {
        rule.start <= words.start
            && words.end <= rule.end
            && (words.start + words.end).abs_diff(rule.start + rule.end) <= 2
    };
    part_each(chunks, |chunks, chunk, _| {
        let start = chunk.span.start;
        let pair = rules.windows(2).find(|pair| chunk.span.contains(&pair[0].end))?;
        let blank = (pair[0].end - start..pair[1].start - start)
            .find(|&blank| chunk.text.as_bytes().get(blank) == Some(&b' '))?;
        let [left, right] = chunk.halves(blank).map(|half| half.span);
        // `Publishing Broadcasting`, the second wider than its rule; `Fiscal Years Ended` may be
        // as wide as both.
        let are_flush = || {
            chunks.len() + 1 == rules.len()
                && left.end == pair[0].end
                && right.end == pair[1].end
                && !chunk.speaks()
        };
        let apart = is_under(&left, &pair[0])
            && (rules.iter().any(|rule| rule.contains(&right.start)) || are_flush());
        (apart && says_as_much(chunk, blank)).then_some(blank)
    });
}

/// Parts three words or more that one blank sets apart where each is centred over a rule of its own,
/// though it may be wider: `Adjusted Adjustments GAAP` over `------- ---------- -----`.
fn part_word_by_word<'f>(chunks: &mut Vec<Chunk<'f>>, rules: &[Range<usize>]) {
    const FEW: usize = 3;
    let parts = |chunk: Chunk<'f>| {
        let Chunk { span, text, .. } = chunk.clone();
        let whole = |word: Range<usize>| {
            Chunk::new(span.start + word.start..span.start + word.end, &text[word])
        };
        let own: Vec<Chunk<'f>> = words(text).map(whole).collect();
        let under: Vec<_> =
            rules.iter().filter(|r| r.start < span.end && span.start < r.end).collect();
        let is_over = |(word, rule): (&Chunk<'_>, &&Range<usize>)| {
            word.center().abs_diff(rule.start + rule.end) <= 2
        };
        let each = own.len() == under.len() && own.iter().zip(&under).all(is_over);
        if each && own.len() >= FEW && !chunk.speaks() { own } else { vec![chunk] }
    };
    *chunks = std::mem::take(chunks).into_iter().flat_map(parts).collect();
}

/// Parts the words over the first column from a remark that stands over the labels and ends one
/// blank before them: `in millions, except per share data) Shares   Amount`.
fn part_from_stub(chunks: &mut Vec<Chunk<'_>>, columns: &[Edge]) {
    /// How far left of the figures a remark over the labels begins at least.
    const STUB: usize = 12;
    let (Some(chunk), Some(first)) = (chunks.first(), columns.first()) else { return };
    let Some(end) = chunk.text.rfind(") ").map(|at| at + 1) else { return };
    let [remark, words] = chunk.halves(end);
    // `NET INCOME (LOSS) PER SHARE`
    let is_inside = remark.text.rfind('(').is_some_and(|open| open > 0);
    if remark.span.start + STUB < first.left && words.is_above(first) && !is_inside {
        chunks.splice(..1, [remark, words]);
    }
}

/// Parts what the figures of a column are printed in from the words over the next one: `(millions)
/// Sales Price`. Words that are alone on their line say so of all columns.
fn part_from_units(chunks: &mut Vec<Chunk<'_>>, columns: &[Edge]) {
    part_each(chunks, |chunks, chunk, _| {
        let close = chunk.text.find(") ").filter(|_| chunk.text.starts_with('('))?;
        let [remark, words] = chunk.halves(close + 1);
        let parts = chunks.len() > 1
            && words.text.starts_with(char::is_uppercase)
            && knowledge::scale_of(remark.text).is_some()
            && columns.iter().any(|c| words.is_above(c) && !remark.is_above(c));
        parts.then_some(close + 1)
    });
}

/// Parts a date from a remark in parentheses over the column beside it, and a year from since when
/// the next one counts, where the line has words for all columns then: `(Pro forma) 1999        1998`,
/// `1998    1997 Inception`.
fn part_from_beside<'f>(chunks: &mut Vec<Chunk<'f>>, columns: &[Edge]) {
    let is_over_own = |(own, other): (&Chunk<'_>, &Chunk<'_>)| {
        columns.iter().any(|c| own.is_above(c) && !other.is_above(c))
    };
    let nearest = |chunk: &Chunk<'_>| {
        let off = |c: &&Edge| chunk.center().abs_diff(c.left + c.edges.1);
        columns.iter().min_by_key(off).map(|c| c.left)
    };
    let parts = |chunk: &Chunk<'f>| {
        let pair = remark_beside(chunk).or_else(|| year_before(chunk, columns))?;
        let [left, right] = &pair;
        // Wide words reach over the column beside theirs. `1998 (Restated)` over its own column does so
        // too, where it is set flush left.
        let is_date_set = || pair.iter().any(|own| own.speaks() && is_set(own, columns));
        let fit = nearest(left) != nearest(right) && is_date_set()
            || [(left, right), (right, left)].into_iter().all(is_over_own);
        fit.then_some(pair)
    };
    let parted: Vec<_> = chunks.iter().map(parts).collect();
    let count = parted.iter().flatten().count();
    // Alone on its line, `November 30, (Unaudited)` is said of both columns.
    let is_alone = || chunks.len() < 2 && !chunks[0].text.starts_with(|c: char| c.is_ascii_digit());
    if count == 0 || chunks.len() + count != columns.len() || is_alone() {
        return;
    }
    let whole = std::mem::take(chunks).into_iter().zip(parted);
    *chunks = whole
        .flat_map(|(chunk, pair)| pair.map_or_else(|| vec![chunk], |pair| pair.to_vec()))
        .collect();
}

/// A date and a remark in parentheses, one blank apart.
fn remark_beside<'f>(chunk: &Chunk<'f>) -> Option<[Chunk<'f>; 2]> {
    let text = chunk.text;
    let blank = match text.strip_prefix('(').and_then(|rest| rest.find(") ")) {
        Some(close) => close + ") ".len(),
        None if text.ends_with(')') => text.rfind(" (")?,
        None => return None,
    };
    let pair = chunk.halves(blank);
    // `December 31, 1996 (1)`
    let is_note = token::is_mark(pair[1].text.as_bytes());
    (pair[0].speaks() != pair[1].speaks() && !is_note).then_some(pair)
}

/// A year over the middle or the end of its column, and one blank behind it since when a column
/// counts: `1997 Inception`, `1997 (March 3, 1995)`.
fn year_before<'f>(chunk: &Chunk<'f>, columns: &[Edge]) -> Option<[Chunk<'f>; 2]> {
    let blank = chunk.text.find(' ')?;
    let pair = chunk.halves(blank);
    let [year, beside] = &pair;
    let fit = told_by(year.specs()).is_year_alone()
        && is_set(year, columns)
        && (tells_since_when(beside.text) || beside.text.starts_with('(') && beside.names_year());
    fit.then_some(pair)
}

/// Whether words stand over the middle or the end of a column.
fn is_set(words: &Chunk<'_>, columns: &[Edge]) -> bool {
    const DRIFT: usize = 2;
    columns.iter().any(|c| {
        words.span.end.abs_diff(c.edges.1) <= DRIFT
            || words.center().abs_diff(c.left + c.edges.1) <= 2 * DRIFT
    })
}

/// Whether words tell since when something counts: `(inception) to`, `Since Inception`.
pub(super) fn tells_since_when(words: &str) -> bool {
    let mut words = words.split(|c: char| !c.is_alphabetic());
    words.any(|word| knowledge::period_word(word) == Some(PeriodWord::Inception))
}

/// Whether words parted at a blank say of periods what they say together: `Recoveries End of Year`,
/// but not `Six Months`, nor `For the Quarter`, nor `Quarters Ended`.
fn says_as_much(chunk: &Chunk<'_>, blank: usize) -> bool {
    let (left, right) = chunk.text.split_at(blank);
    !chunk.speaks()
        || !hangs(left)
            && !is_ended(right)
            && [period::read(left), period::read(right)].concat() == chunk.specs()
}

/// Whether words break off before what they belong to: `For the`.
pub(super) fn hangs(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or(words);
    knowledge::is_hanging(&last.to_ascii_lowercase())
}

/// Columns by which words at the margin must be off those that they stand over.
const FAR_OFF: usize = 8;

/// Moves two periods, or more words, that begin at the margin back over the columns: tools that cut
/// filings up take the blanks before a first line. They must be `FAR_OFF` or more, and fit to within
/// `DRIFT` without a change of the gaps between them.
fn move_back(chunks: &mut [Chunk<'_>], lines: &Lines<'_>, line: usize, columns: &[Edge]) {
    const DRIFT: usize = 4;
    if chunks.first().is_none_or(|first| first.span.start > 0) {
        return;
    }
    if let [words] = chunks {
        move_over_rule(words, lines, line, columns);
    }
    if !(2..=columns.len()).contains(&chunks.len()) {
        return;
    }
    let below = go_on_below(chunks, lines, line + 1);
    if below.is_none() && chunks.len() < 3 && !chunks.iter().all(Chunk::speaks) {
        return;
    }
    let rule = (lines.class(line + 1) == Class::Rule).then(|| segments(lines.face(line + 1)));
    let centers: Vec<usize> = match (below, rule) {
        (Some(below), _) => below,
        (_, Some(rule)) if rule.len() == chunks.len() => {
            rule.iter().map(|s| s.start + s.end).collect()
        }
        _ if columns.len().is_multiple_of(chunks.len()) => columns
            .chunks(columns.len() / chunks.len())
            .map(|part| part[0].left + part[part.len() - 1].edges.1)
            .collect(),
        _ => return,
    };
    let by: Option<Vec<usize>> =
        centers.iter().zip(chunks.iter()).map(|(to, c)| to.checked_sub(c.center())).collect();
    let Some(by) = by else { return };
    let (Some(least), Some(most)) = (by.iter().min(), by.iter().max()) else { return };
    if *least >= 2 * FAR_OFF && most - least <= 2 * DRIFT {
        for chunk in chunks {
            chunk.moved = (least + most) / 4;
            chunk.span = chunk.span.start + chunk.moved..chunk.span.end + chunk.moved;
        }
    }
}

/// Moves periods alone at the margin, and days of the month, over the last column, from whose head
/// they have been broken off; to the line above where nothing stands there.
fn move_to_last(lines: &mut [Vec<Chunk<'_>>], columns: &[Edge]) {
    let Some(last) = columns.last() else { return };
    let is_day = |text: &str| {
        text.strip_suffix(',').is_some_and(|day| day.parse().is_ok_and(|day: u8| day < 32))
    };
    for i in 1..lines.len() {
        let (above, line) = lines.split_at_mut(i);
        let (Some(above), [words]) = (above.last_mut(), &mut line[0][..]) else { continue };
        let start = last.edges.1.saturating_sub(words.span.len());
        let Some(before) = above.last() else { continue };
        if words.span.start > 0 || start < words.span.end || !words.speaks() && !is_day(words.text)
        {
            continue;
        }
        words.moved = start;
        words.span = start..last.edges.1;
        if !before.is_above(last) {
            words.is_torn = true;
            above.append(&mut line[0]);
        }
    }
}

/// Moves words alone at the margin, of a length or of prices, over the rule right below them that
/// spans several columns.
fn move_over_rule(words: &mut Chunk<'_>, lines: &Lines<'_>, line: usize, columns: &[Edge]) {
    let Some(segment) = only_rule(lines, line + 1, columns) else { return };
    if words.span.len() <= segment.len()
        && segment.start >= words.span.end + FAR_OFF
        && heads_some(words)
    {
        words.moved = (segment.start + segment.end - words.span.end) / 2;
        words.span = words.moved..words.span.end + words.moved;
    }
}

/// A rule that is one segment over several columns.
fn only_rule(lines: &Lines<'_>, line: usize, columns: &[Edge]) -> Option<Range<usize>> {
    let rule = (lines.class(line) == Class::Rule).then(|| segments(lines.face(line)))?;
    let [segment] = &rule[..] else { return None };
    let is_under = |c: &&Edge| segment.start <= c.edges.1 && c.left <= segment.end;
    (columns.iter().filter(is_under).count() > 1).then(|| segment.clone())
}

/// Whether words alone on a line say of several columns what one of a title does not: how long they
/// last, `Three Months Ended`, or that they are prices. `Ended` alone goes on above the days of rows.
fn heads_some(words: &Chunk<'_>) -> bool {
    is_of_length(words.text) && !is_ended(words.text)
        || knowledge::measure_of(&knowledge::plain(words.text)) == Some(Measure::PerShare)
}

/// Twice the columns of the middles of the words right below, if each goes on with those above and
/// tells with them how long something lasts: `Second      First` / `Quarter    Quarter`.
fn go_on_below(above: &[Chunk<'_>], lines: &Lines<'_>, below: usize) -> Option<Vec<usize>> {
    // What stands at the margin as well is moved itself.
    let in_place = lines.class(below) == Class::Text && lines.get(below).indent > 0;
    let words = in_place.then(|| chunks(lines.face(below)))?;
    let lasts = |specs: &[Spec]| specs.iter().any(|spec| spec.length.is_some());
    let goes_on = |(above, below): (&Chunk<'_>, &Chunk<'_>)| {
        !lasts(above.specs()) && lasts(&period::read(&[above.text, below.text].join(" ")))
    };
    (words.len() == above.len() && above.iter().zip(&words).all(goes_on))
        .then(|| words.iter().map(Chunk::center).collect())
}

/// The runs of a rule line that stand apart.
pub(in crate::align) fn segments(face: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for (at, b) in face.bytes().enumerate() {
        if b == b' ' || b == b'|' {
            continue;
        }
        match out.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => out.push(at..at + 1),
        }
    }
    // `- -----`: a dash that was set before a rule by the filing software.
    if out.len() > 1 && out[0].len() == 1 && out[0].start == 0 {
        out.remove(0);
    }
    out
}

/// The words of a line, cut where two blanks part them, and where dates or years follow closely.
pub(super) fn chunks(face: &str) -> Vec<Chunk<'_>> {
    let spans: Vec<Range<usize>> = words(face).flat_map(|word| periods_apart(face, word)).collect();
    let word = |at: usize| spans.get(at).map_or("", |span| &face[span.clone()]);
    let mut out: Vec<Chunk<'_>> = Vec::new();
    let mut caption = Caption::NONE;
    for (at, span) in spans.iter().enumerate() {
        let own = word(at);
        let is_close = spans.get(at + 1).is_some_and(|next| next.start <= span.end + 1);
        let said = caption.hear(own, if is_close { word(at + 1) } else { "" });
        let goes_on = |last: &&mut Chunk<'_>| match span.start - last.span.end {
            0 | 1 if is_rule(&face[last.span.clone()]) || is_rule(own) => false,
            0 | 1 => caption.is_one_with(said) || !caption.is_followed_by(own, said),
            gap => gap <= 3 && caption.is_one_with(said),
        };
        if let Some(last) = out.last_mut().filter(goes_on) {
            last.span.end = span.end;
            caption.go_on(said);
        } else {
            out.push(Chunk::new(span.clone(), ""));
            caption = Caption::new(own, said);
        }
    }
    for chunk in &mut out {
        chunk.text = &face[chunk.span.clone()];
    }
    part_like_neighbours(face, &mut out);
    part_from_period(&mut out);
    out
}

/// A word as it is, or its two halves where one period runs on into the next, or a date into an end:
/// `31September`, `31,September`, `1999Sept.`, `30,Ended`, `EndedNine`.
fn periods_apart(face: &str, word: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    const ENDED: [usize; 2] = ["ended".len(), "ending".len()];
    let text = &face[word.clone()];
    let found = match text.as_bytes() {
        [b'0'..=b'9', ..] => text.find(char::is_alphabetic),
        [b'E' | b'e', ..] => ENDED.into_iter().find(|&at| text.get(..at).is_some_and(is_ended)),
        _ => None,
    };
    let runs_on =
        |at: &usize| text[*at..].starts_with(char::is_uppercase) && caption::runs_on(text, *at);
    let at = found.filter(runs_on).map_or(word.end, |at| word.start + at);
    [word.start..at, at..word.end].into_iter().filter(|part| !part.is_empty())
}

/// Parts a period from the words beside it where both stand apart once more on their line: `6/26/99
/// 6/26/98  Change   6/26/99   6/26/98 Change`, `1998   1997   Change 1998   1997   Change`; words for
/// changes also from the second of two dates of one form: `2004   2003 (Decrease)`, `December December
/// Increase`.
fn part_from_period(chunks: &mut Vec<Chunk<'_>>) {
    part_each(chunks, |chunks, chunk, at| {
        let apart =
            |text: &str, speaks| chunks.iter().any(|c| c.text == text && c.speaks() == speaks);
        let first = chunks[..at].iter().rev().find(|c| c.speaks());
        let parts = |blank: &usize| {
            let [period, words] = chunk.halves(*blank).map(|half| half.text);
            let are_apart = |speaks: bool| apart(period, speaks) && apart(words, !speaks);
            !is_ended(words) && (are_apart(true) || are_apart(false))
                || first.is_some_and(|first| caption::are_dates_alike(first.text, period))
                    && knowledge::is_no_period(&knowledge::plain(words))
        };
        chunk.text.match_indices(' ').map(|(blank, _)| blank).find(parts)
    });
}

/// Parts words that stand apart once more on their line: `Principal  Value  Amount  Principal Value
/// Amount` over columns some of which are set closer.
fn part_like_neighbours<'f>(face: &'f str, chunks: &mut Vec<Chunk<'f>>) {
    let mut at = 0;
    while at < chunks.len() {
        let count = 1 + chunks[at].text.bytes().filter(|b| *b == b' ').count();
        let are_its_words = |others: &[Chunk<'_>]| {
            others.iter().map(|c| c.text).eq(chunks[at].text.split(' ')) && !chunks[at].speaks()
        };
        let mut sides = [at.checked_sub(count).map(|from| from..at), Some(at + 1..at + 1 + count)]
            .into_iter()
            .flatten();
        if count > 1 && sides.any(|side| chunks.get(side).is_some_and(are_its_words)) {
            let span = chunks[at].span.clone();
            let own = words(&face[..span.end]).filter(|word| word.start >= span.start);
            let parts: Vec<Chunk<'_>> =
                own.map(|word| Chunk::new(word.clone(), &face[word])).collect();
            chunks.splice(at..=at, parts);
        }
        at += 1;
    }
}

/// Whether words are a stretch of a rule, which may share its line with words over other columns.
pub(super) fn is_rule(words: &str) -> bool {
    words.len() > 2 && words.bytes().all(|b| matches!(b, b'-' | b'=' | b'_'))
}

/// Words that belong to a length of time but say none: `ended`.
pub(super) fn is_ended(text: &str) -> bool {
    text.split_whitespace().all(|w| period::ends_length(w.trim_end_matches([',', ':'])))
}

/// Whether the day on which words end is still to come: `Three Months Ended`.
pub(super) fn breaks_off(words: &str) -> bool {
    words.rsplit(' ').next().is_some_and(is_ended)
}

/// Words of a length of time that is printed over several lines: `Thirty-nine` / `Weeks Ended`,
/// `For the nine` / `months ended`.
pub(super) fn is_of_length(text: &str) -> bool {
    let behind =
        ["For the ", "FOR THE ", "For ", "FOR "].iter().find_map(|lead| text.strip_prefix(lead));
    let of_length = |word: &str| {
        let said = knowledge::period_word(word.trim_end_matches([',', ':']));
        matches!(said, Some(PeriodWord::Count(_) | PeriodWord::Unit(_) | PeriodWord::Ended))
            // `For the 13`
            || behind == Some(word) && is_count(word)
    };
    let text = behind.unwrap_or(text);
    text.split([' ', '-']).filter(|w| !w.is_empty()).all(of_length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_one_blank_apart_are_told_from_others() {
        for run in [
            // Lengths, and what ends them.
            "Three Months | Twelve Months",
            "Year | Three Months",
            "Thirteen Weeks Ended | Thirty-nine Weeks Ended",
            "Year Ended | Months Ended | Months Ended",
            "For the Three Months Ended | For the Six Months Ended",
            "For the Three | For the Three | For the Nine",
            "For Three | For Three | For Six",
            "Statements of Income for Three Months",
            "For the Three Months and For the Nine Months Ended",
            "Three Months Ended June | 6 Months Ended June",
            "Quarter Ended June 30, | Six Months Ended June 30,",
            "Ended September 30, | Year Ended December 31,",
            "September 30, | Year Ended December 31,",
            "Ended Dec. 31, | Ended June 30,",
            "Ended | Ended December 31,",
            "Pro Forma Year Ended December 31, | Three Months Ended March 31,",
            "Six Months to June 30, | Year to December 31,",
            "Year Ended Dec. 31, 1997 | Year Ended Dec. 31, 1996",
            "Fourth Fiscal Quarter | Third Fiscal Quarter",
            "First Quarter | Second Quarter | Third Quarter | Fourth Quarter | Year",
            "First | Second | Third | Fourth Total",
            "Q1 2003 | Q2 2003 | 3Q03",
            // Dates.
            "March 28, | March 29,",
            "June | December",
            "June 30, 1998 | 1997* | 1996",
            "1999 | June 30, 2000",
            "1997 Quarter | 1996 Quarter",
            "June Quarter 1997 | March Quarter 1997",
            "30, 1998 | 31, 1997",
            "30 June | 31 December",
            "3/31/96 | 3/31/95",
            "At March 31, | At December 31,",
            "31, | September 30,",
            "April 1 to | Quarter ended",
            "1/1/98- | December 31,",
            "1/1/98-6/30/98 | 7/1/98-12/31/98",
            "1998 | to December 31, 1999",
            "to Dec. 31, | Dec. 31,",
            // Remarks and changes.
            "March 31, 1998 (unaudited) | December 31, 1997",
            "(Unaudited) | (Unaudited) | % Change",
            "(December 25, 1999) | (December 26, 1998)",
            "(Decrease) | 9/30/04",
            "1997 | 1996 | % Change",
            "6/30/98 | 6/30/97 | Inc. (Dec.) | 6/30/98 | 6/30/97 | Inc. (Dec.)",
            "Inc. (Dec.) | 9/30/01",
            // Titles, lists and others that are one.
            "Three Months and Six Months Ended June 30, 1998 and 1997",
            "Years Ended December 31, 1997, 1996 and 1995",
            "Years Ended December 31, 1997 1996 1995",
            "January 1, 2005, January 3, 2004 and",
            "Period from June 3, 1996 (inception) to December 31, 1996",
            "July 1 - Apr. 19, 2000",
            "1997 (March 3, 1995) to June 30, 1998",
            "Fifty Two Weeks Ended",
            "Third Quarter FY 2003",
            "Fiscal Quarter (12 weeks)",
            "One to Five Years",
            "For the Period Ended",
            "NINE  MONTHS",
            "September  30,",
        ] {
            let face = run.replace(" | ", " ");
            let captions: Vec<_> = chunks(&face).iter().map(|c| c.text).collect();
            assert_eq!(captions.join(" | "), run);
        }
    }

    #[test]
    fn halves_of_moved_words_are_where_these_are_printed() {
        let moved = Chunk { moved: 20, ..Chunk::new(20..38, "(millions) Dollars") };
        let [left, right] = moved.halves("(millions)".len());
        assert_eq!((left.print(), right.print()), (0..10, 11..18));
    }

    #[test]
    fn words_of_lengths_are_told_from_others() {
        for text in ["Thirteen", "Thirty-nine", "Weeks Ended", "Ended", "Four Months"] {
            assert!(is_of_length(text), "{text}");
        }
        for text in ["Pro forma", "Reorganized Company Four", "Number of", "Total"] {
            assert!(!is_of_length(text), "{text}");
        }
    }
}
