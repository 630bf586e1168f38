//! The words of header lines, cut at wide gaps and where one period ends and the next begins.

use std::cell::OnceCell;
use std::ops::Range;

use crate::grid::{Edge, Grid};
use crate::knowledge::{self, Measure, PeriodWord};
use crate::lex::line::{Class, Lines, words};
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
        let is_row = |i| grid.torn && lines.face(i).trim_end().ends_with(" $");
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

/// Parts words that one blank sets apart where each side is centred over a rule of its own:
/// `Balance at (Credited)` over `---------- ----------`.
fn part_by(chunks: &mut Vec<Chunk<'_>>, rules: &[Range<usize>]) {
    let is_under = |words: &Range<usize>, rule: &Range<usize>| {
        rule.start <= words.start
            && words.end <= rule.end
            && (words.start + words.end).abs_diff(rule.start + rule.end) <= 2
    };
    let mut at = 0;
    while at < chunks.len() {
        let Chunk { span, text, .. } = chunks[at].clone();
        let count = chunks.len();
        let parts = || {
            let pair = rules.windows(2).find(|pair| span.contains(&pair[0].end))?;
            let blank = (pair[0].end - span.start..pair[1].start - span.start)
                .find(|&blank| text.as_bytes().get(blank) == Some(&b' '))?;
            let left = span.start..span.start + blank;
            let right = left.end + 1..span.end;
            // `Publishing Broadcasting`, the second wider than its rule; `Fiscal Years Ended` may be
            // as wide as both.
            let are_flush = || {
                count + 1 == rules.len()
                    && left.end == pair[0].end
                    && right.end == pair[1].end
                    && !chunks[at].speaks()
            };
            let apart = is_under(&left, &pair[0])
                && (rules.iter().any(|rule| rule.contains(&right.start)) || are_flush());
            (apart && says_as_much(&chunks[at], blank)).then_some((left, right, blank))
        };
        if let Some((left, right, blank)) = parts() {
            chunks[at] = Chunk::new(left, &text[..blank]);
            chunks.insert(at + 1, Chunk::new(right, &text[blank + 1..]));
        }
        at += 1;
    }
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
    let (span, text) = (chunk.span.clone(), chunk.text);
    let remark = Chunk::new(span.start..span.start + end, &text[..end]);
    let words = Chunk::new(remark.span.end + 1..span.end, &text[end + 1..]);
    // `NET INCOME (LOSS) PER SHARE`
    let is_inside = remark.text.rfind('(').is_some_and(|open| open > 0);
    if remark.span.start + STUB < first.left && words.is_above(first) && !is_inside {
        chunks.splice(..1, [remark, words]);
    }
}

/// Parts what the figures of a column are printed in from the words over the next one: `(millions)
/// Sales Price`. Words that are alone on their line say so of all columns.
fn part_from_units(chunks: &mut Vec<Chunk<'_>>, columns: &[Edge]) {
    let mut at = 0;
    while chunks.len() > 1 && at < chunks.len() {
        let Chunk { span, text, .. } = chunks[at].clone();
        if text.starts_with('(')
            && let Some((remark, words)) = text.split_once(") ")
            && words.starts_with(char::is_uppercase)
            && knowledge::scale_of(&text[..=remark.len()]).is_some()
        {
            let remark =
                Chunk::new(span.start..span.start + remark.len() + 1, &text[..=remark.len()]);
            let words = Chunk::new(span.end - words.len()..span.end, words);
            if columns.iter().any(|c| words.is_above(c) && !remark.is_above(c)) {
                chunks.splice(at..=at, [remark, words]);
            }
        }
        at += 1;
    }
}

/// Parts a date from a remark in parentheses over the column beside it, and a year from what stands
/// over the next one, where the line has words for all columns then: `(Pro forma) 1999        1998`,
/// `1998    1997 (Unfavorable)`, `1998 September 30,`.
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
        // Wide words reach over the column beside theirs.
        let fit = nearest(left) != nearest(right)
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
    let pair = parted_at(chunk, blank);
    (pair[0].speaks() != pair[1].speaks()).then_some(pair)
}

/// A year over the middle or the end of its column, and one blank behind it the words of a change or
/// since when a column counts, or the day of another year. `1998 Prices` may stand over two columns.
fn year_before<'f>(chunk: &Chunk<'f>, columns: &[Edge]) -> Option<[Chunk<'f>; 2]> {
    const DRIFT: usize = 2;
    let blank = chunk.text.find(' ')?;
    let pair = parted_at(chunk, blank);
    let [year, beside] = &pair;
    let is_set = |c: &Edge| {
        year.span.end.abs_diff(c.edges.1) <= DRIFT
            || year.center().abs_diff(c.left + c.edges.1) <= 2 * DRIFT
    };
    let fit = period::four_digits(year.text).is_some()
        && columns.iter().any(is_set)
        && (knowledge::is_no_period(&knowledge::plain(beside.text))
            || since_inception(beside.text)
            || beside.names_day_alone() && beside.text.ends_with(','));
    fit.then_some(pair)
}

/// Whether words tell since when something counts: `(inception) to`, `Since Inception`.
pub(super) fn since_inception(words: &str) -> bool {
    let mut words = words.split(|c: char| !c.is_alphabetic());
    words.any(|word| knowledge::period_word(word) == Some(PeriodWord::Inception))
}

/// The words before and behind a blank.
fn parted_at<'f>(chunk: &Chunk<'f>, blank: usize) -> [Chunk<'f>; 2] {
    let (start, text) = (chunk.span.start, chunk.text);
    [
        Chunk::new(start..start + blank, &text[..blank]),
        Chunk::new(start + blank + 1..chunk.span.end, &text[blank + 1..]),
    ]
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
fn hangs(words: &str) -> bool {
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
    let mut out: Vec<Chunk<'_>> = Vec::new();
    let mut ahead = words(face).flat_map(|word| periods_apart(face, word)).peekable();
    while let Some(word) = ahead.next() {
        let next = ahead.peek().map_or("", |next| &face[next.clone()]);
        match out.last_mut() {
            Some(last)
                if counts_next(&face[last.span.clone()], &face[word.clone()], next)
                    || begins_day(&face[last.span.clone()], &face[word.clone()], next) =>
            {
                out.push(Chunk::new(word, ""));
            }
            Some(last)
                if word.start - last.span.end <= 1
                    && !is_rule(&face[last.span.clone()])
                    && !is_rule(&face[word.clone()])
                    && !parts(&face[last.span.clone()], &face[word.clone()])
                    || word.start - last.span.end <= 3
                        && is_length(&face[last.span.clone()], &face[word.clone()]) =>
            {
                last.span.end = word.end;
            }
            _ => out.push(Chunk::new(word, "")),
        }
    }
    for chunk in &mut out {
        chunk.text = &face[chunk.span.clone()];
    }
    part_like_neighbours(face, &mut out);
    part_from_period(&mut out);
    part_year_from_date(&mut out);
    out
}

/// A word as it is, or its two halves where a date runs on into the month or the end of the next, or
/// the end of a length into another: `31September`, `31,September`, `1999Sept.`, `30,Ended`,
/// `EndedNine`.
fn periods_apart(face: &str, word: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let text = &face[word.clone()];
    let is_month = |text: &str| knowledge::is_month(text.trim_end_matches(['.', ',']));
    let is_end = |text: &str| {
        let digits = text.trim_end_matches(',');
        let is_day =
            digits.len() <= 2 && digits.parse().is_ok_and(|day: u8| (1..=31).contains(&day));
        is_day || period::four_digits(digits).is_some()
    };
    let month = || {
        let goes_on = |next: &str| is_month(next) || is_ended(next);
        text.find(char::is_alphabetic).filter(|&at| is_end(&text[..at]) && goes_on(&text[at..]))
    };
    let length = || {
        const ENDED: [usize; 2] = ["ended".len(), "ending".len()];
        ENDED.into_iter().find(|&at| {
            text.is_char_boundary(at) && is_ended(&text[..at]) && opens_length(&text[at..])
        })
    };
    let begins = |at: &usize| text[*at..].starts_with(char::is_uppercase);
    let found = match text.as_bytes() {
        [b'0'..=b'9', ..] => month(),
        [b'E' | b'e', ..] => length(),
        _ => None,
    };
    let at = found.filter(begins).map_or(word.end, |at| word.start + at);
    [word.start..at, at..word.end].into_iter().filter(|part| !part.is_empty())
}

/// Parts a year from a date behind it that has its own: `1999 June 30, 2000`.
fn part_year_from_date(chunks: &mut Vec<Chunk<'_>>) {
    let mut at = 0;
    while at < chunks.len() {
        let (span, text) = (chunks[at].span.clone(), chunks[at].text);
        if let Some((year, date)) = text.split_once(' ')
            && period::four_digits(year).is_some()
            && period::is_bare(&knowledge::plain(date))
            && matches!(period::read(date).as_slice(), [spec] if spec.has_date() && spec.length.is_none())
        {
            chunks[at] = Chunk::new(span.start..span.start + year.len(), year);
            chunks.insert(at + 1, Chunk::new(span.end - date.len()..span.end, date));
        }
        at += 1;
    }
}

/// Parts a period from the word behind it where both stand apart once more on their line: `6/26/99
/// 6/26/98  Change   6/26/99   6/26/98 Change`; a word for changes also from the second of two
/// years, or days without theirs: `2004   2003 (Decrease)`.
fn part_from_period(chunks: &mut Vec<Chunk<'_>>) {
    let stands_apart = |chunks: &[Chunk<'_>], word: &str| {
        chunks.iter().any(|c| c.text == word && !c.speaks()) && !is_ended(word)
    };
    let is_month = |words: &str| knowledge::is_month(words.trim_end_matches('.'));
    let is_of_form = |words: &str, period: &str| {
        // `December December Increase`
        if is_month(words) && is_month(period) {
            return true;
        }
        let [spec, other] = [words, period].map(period::read);
        let ([spec], [other]) = (&spec[..], &other[..]) else { return false };
        let is_year = |words: &str| {
            period::four_digits(words).is_some() || words.starts_with('\'') && !words.contains(' ')
        };
        let is_date = |spec: &Spec| spec.has_date() && spec.length.is_none();
        words != period
            && (spec.is_day_alone() && other.is_day_alone()
                || is_year(words) && is_year(period)
                || is_date(spec) && is_date(other))
    };
    let is_second = |chunks: &[Chunk<'_>], period: &str, word: &str| {
        let before = chunks.iter().rev().find(|c| c.speaks() || opens_on_day(c.text));
        before.is_some_and(|c| {
            knowledge::is_no_period(&knowledge::plain(word))
                && !period::speaks(word)
                && (is_of_form(c.text, period) || opens_on_day(c.text) && opens_on_day(period))
        })
    };
    let mut at = 0;
    while at < chunks.len() {
        let (span, text) = (chunks[at].span.clone(), chunks[at].text);
        if let Some((period, word)) = text.rsplit_once(' ')
            && (stands_apart(chunks, word) && chunks.iter().any(|c| c.text == period && c.speaks())
                || is_second(&chunks[..at], period, word))
        {
            chunks[at] = Chunk::new(span.start..span.start + period.len(), period);
            chunks.insert(at + 1, Chunk::new(span.end - word.len()..span.end, word));
        }
        at += 1;
    }
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

/// `NINE  MONTHS`, `September  30,`, `Oct.  1,`: two blanks do not part a count from what it counts,
/// nor a day from its month.
fn is_length(before: &str, word: &str) -> bool {
    let last = before.rsplit(' ').next().unwrap_or("");
    match knowledge::period_word(last.trim_end_matches('.')) {
        Some(PeriodWord::Count(_)) => {
            matches!(knowledge::period_word(word), Some(PeriodWord::Unit(_)))
        }
        Some(PeriodWord::Month(_)) => is_count(word.trim_end_matches(',')),
        _ => false,
    }
}

/// Whether few digits behind the month in which a length of time ends, or its day, are no day but
/// count the next length, `3 Months Ended June   6 Months Ended June`; so does a count behind a length
/// that no other words follow, `3 Months Twelve Months`, `Year Three Months`, or one that ends: `For the
/// Three Months Ended For the Six Months Ended`.
fn counts_next(before: &str, word: &str, next: &str) -> bool {
    let opens = |first: &str, second: &str| {
        word.eq_ignore_ascii_case(first) && next.eq_ignore_ascii_case(second)
    };
    let is_counted = matches!(knowledge::period_word(next), Some(PeriodWord::Unit(_)));
    if !is_counted && !opens("for", "the") && !opens("fiscal", "year") {
        return false;
    }
    let said = before.rsplit(' ').next().and_then(knowledge::period_word);
    let counts = || {
        is_count(word)
            && (matches!(said, Some(PeriodWord::Month(_) | PeriodWord::Ended))
                || ends_on_day(before))
            || (is_count(word) || opens_length(word))
                && matches!(said, Some(PeriodWord::Unit(_) | PeriodWord::Length(_)))
    };
    let goes_on = if is_counted { counts() } else { matches!(said, Some(PeriodWord::Ended)) };
    goes_on && period::read(before).iter().any(|spec| spec.length.is_some())
}

/// Whether few digits behind a day before its month are the next such day: `30 June 31 December`.
fn begins_day(before: &str, word: &str, next: &str) -> bool {
    if !is_count(word) {
        return false;
    }
    let mut last = before.rsplit(' ');
    let (month, day) = (last.next().unwrap_or(""), last.next().unwrap_or(""));
    !day.is_empty()
        && is_count(day)
        && [month, next].iter().all(|m| knowledge::is_month(m.trim_end_matches(['.', ','])))
}

/// Whether words are one remark on the audit, in parentheses.
fn is_audit_mark(words: &str) -> bool {
    let inside = words.strip_prefix('(').and_then(|words| words.strip_suffix(')'));
    inside.is_some_and(|inside| !inside.contains(['(', ')']) && knowledge::speaks_of_audit(words))
}

/// Few digits, as of a day or a count.
fn is_count(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit())
}

/// Words that belong to a length of time but say none: `ended`.
pub(super) fn is_ended(text: &str) -> bool {
    text.split_whitespace().all(|w| period::ends_length(w.trim_end_matches([',', ':'])))
}

/// Words of a length of time that is printed over several lines: `Thirty-nine` / `Weeks Ended`,
/// `For the nine` / `months ended`.
pub(super) fn is_of_length(text: &str) -> bool {
    let behind = text.strip_prefix("For the ").or(text.strip_prefix("FOR THE "));
    let of_length = |word: &str| {
        let said = knowledge::period_word(word.trim_end_matches([',', ':']));
        matches!(said, Some(PeriodWord::Count(_) | PeriodWord::Unit(_) | PeriodWord::Ended))
            // `For the 13`
            || behind == Some(word) && is_count(word)
    };
    let text = behind.unwrap_or(text);
    text.split([' ', '-']).filter(|w| !w.is_empty()).all(of_length)
}

/// Whether a word may be the first of a length of time: `Three`, `Twenty-six`, `Quarter`.
fn opens_length(word: &str) -> bool {
    let first = word.split('-').next().and_then(knowledge::period_word);
    matches!(first, Some(PeriodWord::Count(_) | PeriodWord::Unit(_) | PeriodWord::Length(_)))
}

/// Whether words are a count and its unit and no more: `Three Months`.
fn is_counted_length(words: &str) -> bool {
    let Some((count, unit)) = words.rsplit_once([' ', '-']) else { return false };
    let counts =
        |w: &str| is_count(w) || matches!(knowledge::period_word(w), Some(PeriodWord::Count(_)));
    matches!(knowledge::period_word(unit), Some(PeriodWord::Unit(_)))
        && count.split([' ', '-']).all(counts)
}

/// Whether a word goes on below the first of several dates printed over two lines, and another
/// below the next: `September December` over `30, 1998 31, 1997`, `Ended Sep. Ended Sep.`.
fn begins_alike(before: &str, word: &str) -> bool {
    let month = |word: &str| match knowledge::period_word(word.trim_end_matches('.')) {
        Some(PeriodWord::Month(month)) => Some(month),
        _ => None,
    };
    match before.split_once(' ') {
        None => {
            month(before).is_some() && month(word).is_some()
                || is_day_below(before) && is_day_below(word)
        }
        Some((first, last)) => {
            is_ended(first) && is_ended(word) && month(last).is_some()
                || opens_on_day(before) && is_day_below(word)
        }
    }
}

/// Whether a word is a day printed below its month: `30,`.
fn is_day_below(word: &str) -> bool {
    word.strip_suffix(',').is_some_and(is_count)
}

/// Whether words are the day and year of a month printed above them: `30, 1998`.
fn opens_on_day(words: &str) -> bool {
    let day_and_year = words.split_once(' ');
    day_and_year.is_some_and(|(day, year)| is_day_below(day) && period::four_digits(year).is_some())
}

/// Whether words are a length of time and the day of its end, to which no length belongs any more.
fn ends_on_day(words: &str) -> bool {
    let is_whole = |spec: &period::Spec| spec.length.is_some() && spec.month_day.is_some();
    words.ends_with(|c: char| c == ',' || c.is_ascii_digit())
        && matches!(period::read(words).as_slice(), [spec] if is_whole(spec))
}

/// Whether a word begins a new column header though one blank only parts it from the last:
/// `March 28, March 29,`, `1997* 1996`, `June 30, December 31,`, `3/31/96 3/31/95`,
/// `Year Ended Months Ended`, `Three Months Ended Six Months Ended`,
/// `Quarter Ended June 30, Six Months Ended June 30,`, `April 1 to Quarter ended`.
fn parts(before: &str, word: &str) -> bool {
    // `(Unaudited) (Unaudited) % Change`
    let opens_change = || word == "%" || knowledge::is_no_period(&knowledge::plain(word));
    if is_audit_mark(before) && (is_audit_mark(word) || opens_change()) {
        return true;
    }
    // `(December 25, 1999) (December 26, 1998)`
    let is_aside = before.starts_with('(') && before.ends_with(')');
    if is_aside && word.starts_with('(') && period::speaks(before) || begins_again(before, word) {
        return true;
    }
    // `For the Three Months For the Nine Months`
    let is_first = || word.eq_ignore_ascii_case("for") && before.split(' ').next() == Some(word);
    if is_first() && !hangs(before) && period::read(before).iter().any(|s| s.length.is_some()) {
        return true;
    }
    // A header begins with a word of a period, as few words are.
    if period::is_silent(word) {
        return false;
    }
    if begins_alike(before, word) {
        return true;
    }
    let ended = || before.rsplit_once(' ').is_some_and(|(_, last)| is_ended(last));
    // Few digits behind the word of an end may be a day, `Year Ended 31 December`; the count of a
    // length stands before the first as well: `3 Months Ended 9 Months Ended`.
    let opens_like = || is_count(word) && before.split(' ').next().is_some_and(is_count);
    if (opens_length(word) || opens_like()) && ended() {
        return true;
    }
    if (opens_length(word) || before.ends_with(',') && opens_like()) && ends_on_day(before) {
        return true;
    }
    if opens_length(word) && is_counted_length(before) {
        return true;
    }
    let is_month = |w: &str| period::read(w).first().is_some_and(|s| s.month_day.is_some());
    // `Ended Dec. 31, Ended June 30,`
    let ends_on = |words: &str| period::read(words).iter().any(|spec| spec.month_day.is_some());
    if is_ended(word) && before.split_once(' ').is_some_and(|(e, day)| is_ended(e) && ends_on(day))
    {
        return true;
    }
    let is_year = |w: &str| period::four_digits(w.trim_end_matches('*')).is_some();
    let begins_in_month = || before.split_whitespace().next().is_some_and(is_month);
    // `April 1 to Quarter ended`
    let goes_to = || before.ends_with(" to") || before.ends_with(" -");
    if opens_length(word) && goes_to() && begins_in_month() {
        return true;
    }
    // `1/1/98- December 31,`, `to December 31, 1998 1997`
    let first = before.split([' ', '-']).next().unwrap_or(before);
    let is_digits = || period::day_in_digits(first).is_some();
    if (goes_to() || before.ends_with('-')) && is_digits() && is_month(word)
        || is_year(word)
            && (first.eq_ignore_ascii_case("to") || begins_in_month())
            && before.rsplit(' ').next().is_some_and(is_year)
    {
        return true;
    }
    // `March 28, March 29,`, `September 30 December 31`, `February 1, 1997 February 3, 1996`
    let last = before.rsplit(' ').next().unwrap_or_default();
    let may_be_date = match last.strip_suffix(',') {
        // Behind a whole date, `January 1, 2005, January 3, 2004 and`, a list goes on.
        Some(last) => !is_year(last),
        None => is_year(last) || !last.is_empty() && is_count(last),
    };
    if may_be_date && is_month(word) && begins_in_month() {
        return true;
    }
    // `03/31/96 03/31/95`
    let is_day = |w: &str| period::day_in_digits(w).is_some();
    // `Quarter Quarter`
    let again =
        || before == word && matches!(knowledge::period_word(word), Some(PeriodWord::Length(_)));
    // `(Decrease) 9/30/04`
    let ends_change = || before.ends_with(')') && knowledge::is_no_period(before);
    (is_year(before) || ends_change()) && is_year(word)
        || (is_day(before) || ends_change()) && is_day(word)
        || again()
        || opens_next(before, word)
}

/// Whether a word goes on with the next column of a line: it is the first one again behind a date,
/// `At March 31, At December 31,`, `Ended June Ended December`, or a part of a date behind the same,
/// `June December` over `30, 1998 31, 1997`.
fn begins_again(before: &str, word: &str) -> bool {
    let is_month = |word: &str| knowledge::is_month(bare(word));
    // Asked of every word: few are months, days or the first again.
    if !before.starts_with(word) && !word.ends_with(',') && !is_month(word) {
        return false;
    }
    // Behind a comma, a list goes on: `January 1, 2005, January 3, 2004 and`.
    let is_year = |word: &str| period::four_digits(word).is_some();
    let Some((first, rest)) = before.split_once(' ') else {
        return is_month(before) && is_month(word);
    };
    let last = rest.rsplit(' ').next().unwrap_or(rest);
    let ends_date = || {
        let is_day = is_count(bare(last)) || period::day_in_digits(bare(last)).is_some();
        is_day || is_year(last) || is_month(last)
    };
    let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
    // `31, 1998 31, 1997`
    let are_days = || word.ends_with(',') && [first, word].iter().all(|w| is_count(bare(w)));
    first == word && is_word && ends_date() && period::speaks(before) || is_year(rest) && are_days()
}

/// A word without the signs of an abbreviation or a list behind it.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['.', ','])
}

/// Whether a word opens the quarter behind another that is told in full: `1st Qtr 2nd Qtr`,
/// `First Second`, `Q1 2003 Q2 2003`.
fn opens_next(before: &str, word: &str) -> bool {
    let ordinal = |word: &str| match knowledge::period_word(word) {
        Some(PeriodWord::Quarter(quarter)) => Some(quarter),
        _ if !word.contains(|c: char| c.is_ascii_digit()) => None,
        _ => period::read(word).first().and_then(|spec| spec.quarter),
    };
    let mut words = before.split(' ');
    let first = words.next().and_then(ordinal);
    let is_rest = |w: &str| {
        let w = w.trim_end_matches(['.', ',']);
        matches!(knowledge::period_word(w), Some(PeriodWord::Length(_)))
            || period::four_digits(w).is_some()
    };
    let behind = before.contains(' ');
    first.is_some()
        && words.all(is_rest)
        && ordinal(word).is_some_and(|next| behind || Some(next) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

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
