//! Header lines to columns: which words stand over which column.
//!
//! The head of a block is read from its foot upwards. The lowest lines of the header stand over
//! single columns; a line further up may span several (`Three Months Ended` over two years). Its
//! words go to the columns on which they are centred, or to those that the rule beneath them
//! underlines.

use std::cell::OnceCell;
use std::ops::Range;

use crate::grid::{Edge, Grid};
use crate::knowledge::{self, PeriodWord};
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};
use crate::record::Duration;

/// What stands above the rows of a table.
#[derive(Debug, Default)]
pub struct Head {
    /// Lines of the caption: company, title, units; top to bottom.
    pub caption: Vec<CaptionLine>,
    /// The paragraph that introduces the table, where there is no more than that.
    pub intro: String,
    /// Words of the header that stand over the labels.
    pub stub: Vec<String>,
    /// Headings of the body that stand in the head: `ASSETS` beside or above the header.
    pub opening: Vec<CaptionLine>,
    /// Words over each column.
    pub columns: Vec<ColumnHead>,
    /// Lines of the header, top to bottom.
    pub lines: Vec<usize>,
    /// First line below the header.
    pub body: usize,
    /// Whether any line was found that heads columns.
    pub found: bool,
}

impl Head {
    /// Whether the same words stand over the columns of another table.
    pub fn same_columns(&self, other: &Self) -> bool {
        self.columns.iter().map(ColumnHead::text).eq(other.columns.iter().map(ColumnHead::text))
    }

    /// Whether units stand between the header and the rows: they may be those of the first ones.
    pub fn has_units_below(&self) -> bool {
        let below = |c: &&CaptionLine| self.lines.first().is_some_and(|&first| c.line > first);
        self.caption.iter().filter(below).any(|c| knowledge::scale_of(&c.text).is_some())
    }
}

/// A line of a caption.
#[derive(Debug, Clone)]
pub struct CaptionLine {
    /// The line.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// What stands over one column.
#[derive(Debug, Clone, Default)]
pub struct ColumnHead {
    /// The pieces, top to bottom.
    pub pieces: Vec<String>,
    /// The pieces joined.
    text: String,
    /// The same in [`knowledge::plain`] form.
    plain: String,
    /// What they say of the period.
    spec: Spec,
    /// Which of them say nothing of it; read when asked for.
    beside_period: OnceCell<Vec<usize>>,
}

impl ColumnHead {
    fn new(pieces: Vec<String>) -> Self {
        const YEAR: Spec = Spec::of(Duration::Months(12));
        let text = pieces.join(" ");
        let plain = knowledge::plain(&text);
        let mut spec = told(&text);
        // `Year` under `Quarter ended`: the words nearest to the column know best.
        if let [_, .., last] = pieces.as_slice()
            && told(last) == YEAR
        {
            spec.length = YEAR.length;
        }
        // `Remaining life (years)`: what the figures are counted in.
        if spec.length == YEAR.length && knowledge::counts_years(&text) {
            spec.length = None;
        }
        Self { pieces, text, plain, spec, beside_period: OnceCell::new() }
    }

    /// The pieces that say nothing of the period, top to bottom.
    pub fn beside_period(&self) -> impl DoubleEndedIterator<Item = &String> {
        let silent = |at: &usize| !period::speaks(&self.pieces[*at]);
        let read = || (0..self.pieces.len()).filter(silent).collect();
        self.beside_period.get_or_init(read).iter().map(|&at| &self.pieces[at])
    }

    /// The header's text, top to bottom.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The header's text in [`knowledge::plain`] form.
    pub fn plain(&self) -> &str {
        &self.plain
    }

    /// What the header says of the period.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }
}

/// What a text says of one period.
fn told(text: &str) -> Spec {
    let mut out = Spec::default();
    for spec in &period::read(text) {
        out.fill(spec);
    }
    out
}

/// Words of a header line without a gap of two blanks.
#[derive(Debug, Clone)]
struct Chunk<'f> {
    span: Range<usize>,
    text: &'f str,
}

impl Chunk<'_> {
    /// Twice the middle, so that halves count.
    fn center(&self) -> usize {
        self.span.start + self.span.end
    }
}

/// Reads the head of a block.
pub fn read(lines: &Lines<'_>, block: &Block, grid: &Grid) -> Head {
    let zone = zone_left(lines, block, grid);
    let cut = Cut::of(lines, block.top..block.first_row);
    let roles = Roles::read(lines, block, &cut);
    let foot = foot(lines, block, &cut, &roles, zone, &grid.columns);
    let mut head =
        Head { columns: vec![ColumnHead::default(); grid.columns.len()], ..Head::default() };
    let mut start = block.first_row;
    let mut header_lines = Vec::new();
    if let Some(foot) = foot {
        head.found = true;
        start = foot + 1;
        header_lines = climb(lines, block.top..foot + 1, &cut, &roles, zone, &grid.columns);
    }
    head.body = start;
    for i in header_lines.first().map_or(start, |&i| i)..start {
        if roles.of(i) == Role::Aside && knowledge::scale_of(lines.face(i)).is_some() {
            head.caption
                .push(CaptionLine { line: i, text: lines.printed(i, 0..usize::MAX).into_owned() });
        }
    }
    let header_top = header_lines.first().copied().unwrap_or(start);
    // Words between the header and the first figures are headings, but for units in parentheses.
    if head.found {
        for i in start..block.first_row {
            if roles.of(i) == Role::Aside {
                head.caption.push(CaptionLine {
                    line: i,
                    text: lines.printed(i, 0..usize::MAX).into_owned(),
                });
            }
        }
        read_caption(lines, block.top..header_top, &roles, &mut head);
    } else {
        // No header: the caption ends at the last line that reads like one.
        let end = (block.top..block.first_row)
            .rev()
            .find(|&i| is_caption(lines, &cut, &roles, i))
            .map_or(block.top, |i| i + 1);
        head.body = end;
        read_caption(lines, block.top..end, &roles, &mut head);
    }
    head.caption.sort_by_key(|c| c.line);
    bind(lines, &header_lines, &cut, &roles, grid, zone, &mut head);
    head.lines = header_lines;
    let (opening, caption) = head.caption.into_iter().partition(|c| opens_side(&c.text));
    (head.opening, head.caption) = (opening, caption);
    if let Some(heading) = head.lines.last().and_then(|&i| heading_on_a_rule(lines, i)) {
        head.stub.retain(|words| *words != heading.text);
        head.opening.push(heading);
    }
    head
}

/// The heading of the first rows on the line of the rules that end the header: `REVENUES   -----`.
fn heading_on_a_rule(lines: &Lines<'_>, line: usize) -> Option<CaptionLine> {
    let face = lines.face(line);
    let words = face.trim_end_matches(['-', '=', '_', ' ']).trim_start();
    let heads = face.trim_end().ends_with("--")
        && words.starts_with(char::is_uppercase)
        && !words.contains("  ")
        && !period::speaks(words);
    heads.then(|| CaptionLine { line, text: words.to_owned() })
}

/// Whether a line of the head is a heading of the body.
fn opens_side(text: &str) -> bool {
    knowledge::is_top_heading(knowledge::plain(text).trim_end_matches([':', ' ']))
}

/// The words of the lines above the first row, cut into chunks.
struct Cut<'t> {
    first: usize,
    lines: Vec<Vec<Chunk<'t>>>,
}

impl<'t> Cut<'t> {
    fn of(lines: &'t Lines<'_>, range: Range<usize>) -> Self {
        let cut = |i| match lines.class(i) {
            Class::Text | Class::Years => chunks(lines.face(i)),
            _ => Vec::new(),
        };
        Self { first: range.start, lines: range.map(cut).collect() }
    }

    /// The chunks of a line that has words.
    fn chunks(&self, i: usize) -> &[Chunk<'t>] {
        &self.lines[i - self.first]
    }
}

/// What the lines above the first row are, where a single line does not tell.
struct Roles {
    first: usize,
    roles: Vec<Role>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Plain,
    /// Part of a remark in parentheses about units or audit, over one to three lines.
    Aside,
    /// Part of a paragraph.
    Prose,
}

/// Columns beyond which words stand over columns rather than in a paragraph.
const FAR_RIGHT: u32 = 24;

impl Roles {
    fn read(lines: &Lines<'_>, block: &Block, cut: &Cut<'_>) -> Self {
        let mut out =
            Self { first: block.top, roles: vec![Role::Plain; block.first_row - block.top] };
        let mut i = block.top;
        while i < block.first_row {
            if lines.class(i) != Class::Text {
                i += 1;
                continue;
            }
            let end = (i..block.first_row)
                .find(|&k| lines.class(k) != Class::Text)
                .unwrap_or(block.first_row);
            // Right below a paragraph, words far to the right head columns.
            let heads = |k: usize| {
                lines.get(k).indent > FAR_RIGHT
                    && period::speaks(lines.face(k))
                    && cut.chunks(k).len() < 3
            };
            let end = (i + 1..=end).rev().find(|&k| !heads(k - 1)).unwrap_or(end);
            let prose = (i..end).filter(|&k| is_sentence(lines.face(k), cut.chunks(k))).count();
            let prose = prose * 2 >= end - i
                && prose > 0
                && !(end == block.first_row
                    && lines.face(end - 1).len() <= lines.get(end).first_figure as usize + 2);
            let mut k = i;
            while k < end {
                let group = aside(lines, k, block.first_row, cut);
                let role = if prose && group == 0 { Role::Prose } else { Role::Aside };
                if prose || group > 0 {
                    out.set(k..k + group.max(1), role);
                }
                k += group.max(1);
            }
            i = end;
        }
        out
    }

    fn set(&mut self, range: Range<usize>, role: Role) {
        for i in range {
            if let Some(slot) = self.roles.get_mut(i - self.first) {
                *slot = role;
            }
        }
    }

    fn of(&self, i: usize) -> Role {
        self.roles.get(i.wrapping_sub(self.first)).copied().unwrap_or(Role::Plain)
    }
}

/// Whether a line reads as running text: `Three months ended May 31,  Nine months ended May 31,` is
/// the head of two columns.
fn is_sentence(face: &str, chunks: &[Chunk<'_>]) -> bool {
    block::is_prose(face) && (chunks.len() < 2 || !chunks.iter().all(|c| period::speaks(c.text)))
}

/// Number of lines of the remark in parentheses that begins on line `i`; 0 for none.
fn aside(lines: &Lines<'_>, i: usize, end: usize, cut: &Cut<'_>) -> usize {
    // `(in thousands)     (in thousands)`: each column has its own.
    let all = cut.chunks(i);
    if all.len() > 1 && all.iter().all(|c| knowledge::scale_of(c.text).is_some()) {
        return 0;
    }
    // `(In thousands)      1996    1995    (Decrease)`: units over the labels, the header beside them.
    if all.len() > 1
        && all[0].text.ends_with(')')
        && all[1..].iter().any(|c| !c.text.starts_with('('))
    {
        return 0;
    }
    let words = |i: usize| lines.face(i).trim_matches([' ', '|']);
    let mut text = words(i).to_owned();
    if !text.starts_with('(') {
        return bare_units(lines, i, end, cut);
    }
    for n in 1..=3 {
        if text.matches('(').count() <= text.matches(')').count() {
            let whole = text.ends_with(')');
            let audit = text.len() < 16 && speaks_of_audit(&text);
            return if whole && (knowledge::scale_of(&text).is_some() || audit && n == 1) {
                n
            } else {
                0
            };
        }
        let Some(next) = (i + n < end).then_some(i + n).filter(|&k| lines.class(k) == Class::Text)
        else {
            return 0;
        };
        text.push(' ');
        text.push_str(words(next));
    }
    0
}

/// `(Unaudited)`, `AUDITED`.
fn speaks_of_audit(text: &str) -> bool {
    text.to_ascii_lowercase().contains("audited")
}

/// Number of lines of a remark about units without parentheses, centred over the columns: `In
/// millions, except average rates and strike` / `prices`.
fn bare_units(lines: &Lines<'_>, i: usize, end: usize, cut: &Cut<'_>) -> usize {
    const DEEP: u32 = 20;
    let starts = |k: usize| knowledge::scale_of(lines.face(k)).is_some_and(|(_, at)| at == 0);
    if lines.get(i).indent < DEEP || cut.chunks(i).len() != 1 || !starts(i) {
        return 0;
    }
    let goes_on = i + 1 < end
        && lines.class(i + 1) == Class::Text
        && lines.get(i + 1).indent >= DEEP
        && cut.chunks(i + 1).len() == 1
        && lines.face(i + 1).trim_start().starts_with(char::is_lowercase);
    1 + usize::from(goes_on)
}

/// Where the number zone begins: header words left of it stand over the labels.
fn zone_left(lines: &Lines<'_>, block: &Block, grid: &Grid) -> usize {
    let left = grid.left();
    let widest = grid
        .rows
        .iter()
        .map(|r| {
            lines.face(r.line)[..r.label_end.min(lines.face(r.line).len())]
                .trim_end_matches([' ', '.', '$', '('])
                .len()
        })
        .chain(
            (block.first_row..block.last_row)
                .filter(|&i| lines.class(i) == Class::Text)
                // A heading may run on below the header, having no figures.
                .filter(|&i| block::starts_lower(lines.face(i + 1)))
                .map(|i| lines.face(i).len()),
        )
        .filter(|&end| end <= left)
        .max()
        .unwrap_or(0);
    // Headers are wider than their figures, up to where the labels end.
    widest.max(left.saturating_sub(14)).min(left)
}

/// The last line that heads columns.
fn foot(
    lines: &Lines<'_>,
    block: &Block,
    cut: &Cut<'_>,
    roles: &Roles,
    zone: usize,
    columns: &[Edge],
) -> Option<usize> {
    let first_left = columns.first().map_or(usize::MAX, |c| c.left);
    let heads = |&i: &usize| match lines.class(i) {
        Class::Years => true,
        Class::Rule => {
            let face = lines.face(i);
            let above = (block.top..i).rev().find(|&k| lines.class(k) != Class::Blank);
            // A rule right below a heading is that of the rows before it.
            let below_heading = above.is_some_and(|k| {
                lines.class(k) == Class::Text
                    && lines.face(k).len() <= first_left
                    && lines.face(k).ends_with(':')
            });
            segments(face).last().is_some_and(|s| s.end > first_left)
                && i > block.top
                && !below_heading
        }
        Class::Text => {
            let face = lines.face(i);
            let aside = roles.of(i) == Role::Aside
                && (knowledge::scale_of(face).is_some()
                    || cut.chunks(i).first().is_some_and(|c| c.span.start < zone)
                    || !speaks_of_audit(face));
            roles.of(i) != Role::Prose
                && !aside
                && !is_title_line(lines, i, cut)
                && in_zone(cut.chunks(i), zone, first_left)
                && !is_centred_heading(lines, block.top..i, cut, i, columns)
        }
        _ => false,
    };
    let over = (block.top..block.first_row).rev().find(heads);
    let marks = |&i: &usize| lines.class(i) == Class::Mark && lines.get(i).column_marks;
    let Some(mark) = (over.unwrap_or(block.top)..block.first_row).rev().find(marks) else {
        return over;
    };
    // `Current assets:` / `<S>   <C>`: what the header leaves above the marks heads rows.
    let heading = |i: usize| {
        let face = lines.face(i);
        lines.class(i) != Class::Text
            || roles.of(i) == Role::Plain
                && !is_title_line(lines, i, cut)
                && !period::speaks(face)
                && knowledge::scale_of(face).is_none()
    };
    over.filter(|&foot| (foot + 1..mark).all(heading)).or(Some(mark))
}

/// Whether words below the line of the years stand over no single column, nor over all of them: a
/// heading of the rows, centred on the page; or whether they go on from such words.
fn is_centred_heading(
    lines: &Lines<'_>,
    above: Range<usize>,
    cut: &Cut<'_>,
    i: usize,
    columns: &[Edge],
) -> bool {
    const LONG: usize = 16;
    const ASIDE: usize = 8;
    let [heading] = cut.chunks(i) else { return false };
    if heading.text.starts_with('(')
        || period::speaks(heading.text)
        || knowledge::scale_of(heading.text).is_some()
    {
        return false;
    }
    let silent = |&k: &usize| matches!(lines.class(k), Class::Blank | Class::Rule | Class::Mark);
    let Some(before) = above.clone().rev().find(|k| !silent(k)) else { return false };
    match lines.class(before) {
        Class::Years => {
            let span = &heading.span;
            let over = |c: &&Edge| span.start < c.edges.1 && c.left < span.end;
            let covered = columns.iter().filter(over).count();
            let left = span.start + ASIDE < columns.first().map_or(0, |c| c.left);
            span.len() > LONG
                && (left || columns.len() > 2 && (2..columns.len()).contains(&covered))
        }
        Class::Text => is_centred_heading(lines, above.start..before, cut, before, columns),
        _ => false,
    }
}

/// Whether a line has words over the columns and is not a centred title.
fn in_zone(chunks: &[Chunk<'_>], zone: usize, first_left: usize) -> bool {
    let Some(last) = chunks.last() else { return false };
    if chunks.len() == 1 {
        return last.span.start >= zone.min(first_left)
            || last.center() >= first_left.saturating_mul(2) && last.span.start + 6 >= zone
            || period::speaks(last.text)
                && last.span.end > first_left
                && last.span.start + 12 >= zone;
    }
    last.span.end > first_left && last.span.start + 2 >= zone
}

fn is_title_line(lines: &Lines<'_>, i: usize, cut: &Cut<'_>) -> bool {
    if !block::is_title(lines.face(i), lines.get(i).indent as usize, true) {
        return false;
    }
    // A title may share its line with the dates of the columns.
    let all = cut.chunks(i);
    !(all.len() > 2 && all[1..].iter().all(|c| period::speaks(c.text)))
}

fn is_caption(lines: &Lines<'_>, cut: &Cut<'_>, roles: &Roles, i: usize) -> bool {
    let face = lines.face(i);
    lines.class(i) == Class::Text
        && (is_title_line(lines, i, cut)
            || roles.of(i) != Role::Plain
            || face.trim_end().ends_with(':') && face.len() > 60
            || i > roles.first && is_title_line(lines, i - 1, cut) && names_day(face))
}

/// Whether a line gives a whole date: beneath a title, it is what the title goes on to say.
fn names_day(face: &str) -> bool {
    period::read_dated(face).iter().any(|s| s.month_day.is_some() && !s.years.is_empty())
}

/// The lines of the header, from its foot upwards, given top to bottom.
fn climb(
    lines: &Lines<'_>,
    range: Range<usize>,
    cut: &Cut<'_>,
    roles: &Roles,
    zone: usize,
    columns: &[Edge],
) -> Vec<usize> {
    let first_left = columns.first().map_or(usize::MAX, |c| c.left);
    let mut out = Vec::new();
    let mut apart = false;
    // Beyond a blank, only words about periods are part of the header: a title stands there too.
    let mut far = false;
    for i in range.rev() {
        let line = lines.get(i);
        let face = lines.face(i);
        if line.opens_table {
            apart = true;
        }
        match line.class {
            Class::Blank => apart = apart || !out.is_empty(),
            Class::Rule | Class::Mark | Class::Overprint => {}
            Class::Years => {
                out.push(i);
                apart = false;
            }
            Class::Text => {
                let chunks = cut.chunks(i);
                let days = !out.is_empty() && !apart && gives_each_a_day(chunks, columns.len());
                let over = days || in_zone(chunks, zone, first_left);
                if roles.of(i) == Role::Aside && over {
                    // Units between the header and the rows, or an audit remark over columns.
                    if knowledge::scale_of(face).is_none() && speaks_of_audit(face) {
                        out.push(i);
                    }
                    continue;
                }
                if roles.of(i) == Role::Aside && out.is_empty() {
                    continue;
                }
                if is_title_line(lines, i, cut)
                    || apart && (names_period(face, chunks) || is_other_title(face, chunks))
                    || roles.of(i) == Role::Aside && !over
                    || roles.of(i) == Role::Prose
                {
                    break;
                }
                let words = over_columns(face, chunks, zone);
                let speaks = days
                    || over && (period::speaks(words) || is_ended(words)) && !names_years(chunks);
                if over
                    && (speaks || !apart && !far)
                    && !is_unit_title(face, chunks)
                    && !names_years(chunks)
                {
                    far |= apart && out.iter().any(|&k| in_zone(cut.chunks(k), zone, first_left));
                    out.push(i);
                    apart = false;
                } else if !over
                    && !apart
                    && chunks.len() == 1
                    && out.len() < 6
                    && face.len() <= zone + 2
                {
                    // Words over the labels beside the header.
                    out.push(i);
                } else {
                    break;
                }
            }
            Class::Page | Class::Figures | Class::Overlong => break,
        }
    }
    // Words over the labels at the top belong to the caption, unless they go on beside the header:
    // `ended September` / `27, 1996       1996    1995`.
    let goes_on = |i: usize| {
        let face = lines.face(i).trim_start();
        face.starts_with(|c: char| c.is_ascii_lowercase())
            || face.starts_with(|c: char| c.is_ascii_digit()) && (lines.get(i).indent as usize) < 8
    };
    while let Some((&top, below)) = out.split_last()
        && lines.class(top) == Class::Text
        && !in_zone(cut.chunks(top), zone, first_left)
        && !below.last().is_some_and(|&below| goes_on(below))
    {
        out.pop();
    }
    out.reverse();
    out
}

/// Whether a line has a day for each column beside other words, wherever tabs have put them.
fn gives_each_a_day(chunks: &[Chunk<'_>], columns: usize) -> bool {
    columns > 1
        && chunks.len() >= columns
        && chunks.iter().filter(|c| names_day_alone(c.text)).count() == columns
}

/// `Sept. 30,`: a day without its year.
fn names_day_alone(text: &str) -> bool {
    let specs = period::read_dated(text);
    let [Spec { month_day: Some((month, day @ 1..)), .. }] = specs[..] else { return false };
    specs[0] == Spec { month_day: Some((month, day)), ..Spec::default() }
}

/// Whether a line says nothing but one whole period, `YEAR ENDED DECEMBER 31, 1996`: apart from the
/// header, it is part of the title.
fn names_period(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && period::is_whole(face)
}

/// Whether a line is the title of a table that is no primary statement: `SELECTED QUARTERLY DATA`
/// speaks of time as well.
fn is_other_title(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && knowledge::title_kind(face).is_some()
}

fn is_unit_title(face: &str, chunks: &[Chunk<'_>]) -> bool {
    chunks.len() == 1 && block::is_unit_line(face)
}

/// Whether a line names more than one year in a run of words: a title, not the head of columns.
fn names_years(chunks: &[Chunk<'_>]) -> bool {
    let [Chunk { text, .. }] = chunks else { return false };
    text.contains(|c: char| c.is_ascii_alphabetic())
        && period::read_dated(text).iter().map(|s| s.years.len()).sum::<usize>() > 1
}

fn over_columns<'f>(face: &'f str, chunks: &[Chunk<'_>], zone: usize) -> &'f str {
    let first = chunks.iter().find(|c| c.span.end > zone);
    &face[first.map_or(face.len(), |c| c.span.start)..]
}

fn read_caption(lines: &Lines<'_>, range: Range<usize>, roles: &Roles, head: &mut Head) {
    let mut intro: Vec<String> = Vec::new();
    for i in range {
        match lines.class(i) {
            Class::Text | Class::Years => {
                let text = lines.printed(i, 0..usize::MAX).into_owned();
                if roles.of(i) == Role::Prose {
                    intro.push(text);
                } else {
                    head.caption.push(CaptionLine { line: i, text });
                }
            }
            _ => {}
        }
    }
    head.intro = intro.join(" ");
}

/// The runs of a rule line that stand apart.
fn segments(face: &str) -> Vec<Range<usize>> {
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
fn chunks(face: &str) -> Vec<Chunk<'_>> {
    let mut out: Vec<Chunk<'_>> = Vec::new();
    for word in words(face) {
        match out.last_mut() {
            Some(last)
                if word.start - last.span.end <= 1
                    && !parts(&face[last.span.clone()], &face[word.clone()])
                    || word.start - last.span.end <= 3
                        && is_length(&face[last.span.clone()], &face[word.clone()]) =>
            {
                last.span.end = word.end;
            }
            _ => out.push(Chunk { span: word, text: "" }),
        }
    }
    for chunk in &mut out {
        chunk.text = &face[chunk.span.clone()];
    }
    out
}

/// `NINE  MONTHS`, `September  30,`: two blanks do not part a count from what it counts, nor a day
/// from its month.
fn is_length(before: &str, word: &str) -> bool {
    let last = before.rsplit(' ').next().unwrap_or("");
    let day = word.trim_end_matches(',');
    match knowledge::period_word(last) {
        Some(PeriodWord::Count(_)) => {
            matches!(knowledge::period_word(word), Some(PeriodWord::Unit(_)))
        }
        Some(PeriodWord::Month(_)) => day.len() <= 2 && day.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

/// Words that belong to a length of time but say none: `ended`.
fn is_ended(text: &str) -> bool {
    text.split_whitespace().all(|w| {
        let word = knowledge::period_word(w.trim_end_matches([',', ':']));
        matches!(word, Some(PeriodWord::Ended))
    })
}

/// Whether a word begins a new column header though one blank only parts it from the last:
/// `March 28, March 29,`, `1997* 1996`, `June 30, December 31,`, `Year Ended Months Ended`.
fn parts(before: &str, word: &str) -> bool {
    let ended = || before.rsplit_once(' ').is_some_and(|(_, last)| is_ended(last));
    if matches!(knowledge::period_word(word), Some(PeriodWord::Unit(_) | PeriodWord::Length(_)))
        && ended()
    {
        return true;
    }
    let is_month = |w: &str| period::read(w).first().is_some_and(|s| s.month_day.is_some());
    // `September 30 December 31`
    if before.ends_with(|c: char| c.is_ascii_digit())
        && let Some((month, day)) = before.split_once(' ')
        && day.len() <= 2
        && day.bytes().all(|b| b.is_ascii_digit())
        && is_month(word)
        && is_month(month)
    {
        return true;
    }
    if before.ends_with(',')
        && is_month(word)
        && before.split_whitespace().next().is_some_and(is_month)
    {
        return true;
    }
    let is_year = |w: &str| period::four_digits(w.trim_end_matches('*')).is_some();
    is_year(before) && is_year(word)
}

fn words(face: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = face.as_bytes();
    let blank = |b: u8| b == b' ' || b == b'|';
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && blank(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && !blank(bytes[at]) {
            at += 1;
        }
        (start < at).then_some(start..at)
    })
}

/// Binds the words of the header lines to columns, from the foot upwards.
fn bind(
    lines: &Lines<'_>,
    header: &[usize],
    cut: &Cut<'_>,
    roles: &Roles,
    grid: &Grid,
    zone: usize,
    head: &mut Head,
) {
    let n = grid.columns.len();
    if n == 0 {
        return;
    }
    // Columns that a lower line spans stay together for the lines above.
    let mut units: Vec<Range<usize>> = (0..n).map(|k| k..k + 1).collect();
    let mut bound: Vec<Bound> = vec![Vec::new(); n];
    // Where each column stands by the words and rules over it; at first, by its figures.
    let mut spans: Vec<Range<usize>> = grid.columns.iter().map(|c| c.left..c.edges.1).collect();
    let first_left = grid.columns[0].left;
    let mut over_columns: Vec<Vec<Chunk<'_>>> = Vec::with_capacity(header.len());
    for &i in header {
        let mut over = Vec::new();
        if roles.of(i) == Role::Prose {
            over_columns.push(over);
            continue;
        }
        let mut beside = String::new();
        let all = cut.chunks(i);
        // `Note` over references, which stand in no column, parts the words over the labels from the rest.
        let is_note = |c: &Chunk<'_>| c.span.end <= first_left && knowledge::is_note_column(c.text);
        let aside = all.iter().position(is_note).map_or(0, |at| at + 1);
        let heads = &all[aside..];
        // As many dates, or words for changes, as columns: each column has its own, however far left
        // the first begins.
        let own = |c: &Chunk<'_>| {
            period::speaks(c.text) || knowledge::is_no_period(&knowledge::plain(c.text))
        };
        let each = heads.len() == n && n > 1 && heads.iter().all(own);
        let days = gives_each_a_day(heads, n);
        for (at, chunk) in all.iter().enumerate() {
            let reaches = at >= aside
                && !spread(&beside, chunk.text)
                && (each
                    || days && names_day_alone(chunk.text)
                    || chunk.span.start >= zone
                    || chunk.center() >= 2 * first_left && chunk.span.start + 6 >= zone
                    || chunk.span.end > first_left + 1 && chunk.center() + 4 >= first_left + zone);
            if reaches {
                over.push(chunk.clone());
                continue;
            }
            let text = lines.printed(i, chunk.span.clone()).into_owned();
            if opens_side(&text) {
                head.caption.push(CaptionLine { line: i, text });
            } else {
                beside.clone_from(&text);
                head.stub.push(text);
            }
        }
        over_columns.push(over);
    }
    // What lines say that have words for each column, whatever lines above or below them say.
    let mut each: Vec<Bound> = vec![Vec::new(); n];
    for over in &over_columns {
        let own: Vec<&Chunk<'_>> = over.iter().filter(|c| has_figures(c, over, n)).collect();
        if own.len() == n {
            own.iter().zip(&mut each).for_each(|(chunk, each)| each.push(chunk.text.to_owned()));
        }
    }
    for (at, &i) in header.iter().enumerate().rev() {
        let over: Vec<Chunk<'_>> = over_columns[at]
            .iter()
            .filter(|chunk| has_figures(chunk, &over_columns[at], n))
            .cloned()
            .collect();
        if over.is_empty() {
            continue;
        }
        let until = header.get(at + 1).copied().unwrap_or(head.body);
        let underline = (i + 1..until)
            .find(|&k| !matches!(lines.class(k), Class::Blank))
            .filter(|&k| lines.class(k) == Class::Rule);
        let rule = underline.map(|k| segments(lines.face(k))).unwrap_or_default();
        if rule.len() == n {
            spans.clone_from(&rule);
        }
        let known = Known { below: &bound, each: &each };
        let groups = group(&over, &units, grid, &spans, &rule, known);
        for (chunk, group) in over.iter().zip(&groups) {
            let Some(group) = group else { continue };
            if group.len() == 1 && over.len() == n {
                spans[group.start] = chunk.span.clone();
            }
            // A rule beside words holds its columns' place and says nothing.
            if !chunk.text.contains(|c: char| c.is_ascii_alphanumeric() || c == '%') {
                continue;
            }
            let printed = lines.printed(i, chunk.span.clone());
            for column in group.clone() {
                bound[column].push(printed.to_string());
            }
        }
        // An audit remark under one rule stands over columns that the lines above it part.
        let spans_columns = |(chunk, group): (&Chunk<'_>, Option<Range<usize>>)| {
            group.filter(|g| g.len() > 1 && !speaks_of_audit(chunk.text))
        };
        for group in over.iter().zip(groups).filter_map(spans_columns) {
            units.retain(|u| u.end <= group.start || u.start >= group.end);
            units.push(group);
            units.sort_by_key(|u| u.start);
        }
    }
    for (column, pieces) in bound.into_iter().enumerate() {
        head.columns[column] = ColumnHead::new(pieces.into_iter().rev().collect());
    }
}

/// Whether a word goes on with a remark that has been spread over its line: `(Dollars        in`.
fn spread(beside: &str, word: &str) -> bool {
    knowledge::is_hanging(word) && beside.contains('(') && !beside.contains(')')
}

/// Whether a chunk of a header line stands over figures. Of more chunks than columns, those that
/// name no period stand over columns left blank, where the others are as many as the columns:
/// `1997  1996  Change  June 27,  June 28,  Change` over four columns.
fn has_figures(chunk: &Chunk<'_>, over: &[Chunk<'_>], columns: usize) -> bool {
    let timeless = |c: &Chunk<'_>| knowledge::is_no_period(&knowledge::plain(c.text));
    over.len() <= columns
        || !timeless(chunk)
        || over.iter().filter(|c| !timeless(c)).count() != columns
}

/// The words bound to a column so far, from the foot of the header upwards.
type Bound = Vec<String>;

/// What is known of the columns when a line of the header is read.
#[derive(Clone, Copy)]
struct Known<'b> {
    /// The words of the lines below it.
    below: &'b [Bound],
    /// The words of the lines that have some for each column.
    each: &'b [Bound],
}

impl<'b> Known<'b> {
    fn pieces(self, column: usize) -> impl DoubleEndedIterator<Item = &'b str> {
        self.below[column].iter().chain(&self.each[column]).map(String::as_str)
    }

    /// Whether the words over a column say that it holds no period: `(Decrease)`, `Change`.
    fn is_timeless(self, column: usize) -> bool {
        let words: Vec<&str> = self.pieces(column).rev().collect();
        knowledge::is_no_period(&knowledge::plain(&words.join(" ")))
    }

    fn spec(self, column: usize) -> Spec {
        let mut out = Spec::default();
        for spec in self.pieces(column).flat_map(period::read) {
            out.fill(&spec);
        }
        out
    }
}

/// Which columns each chunk of a line stands over.
fn group(
    over: &[Chunk<'_>],
    units: &[Range<usize>],
    grid: &Grid,
    spans: &[Range<usize>],
    rule: &[Range<usize>],
    known: Known<'_>,
) -> Vec<Option<Range<usize>>> {
    let columns = &grid.columns;
    let mut out: Vec<Option<Range<usize>>> = vec![None; over.len()];
    // A rule beneath that underlines several columns decides.
    // One that underlines no more than the words themselves says nothing.
    let underlined = |chunk: &Chunk<'_>| {
        rule.iter()
            .any(|s| s.start.abs_diff(chunk.span.start) <= 1 && s.end.abs_diff(chunk.span.end) <= 1)
    };
    let telling = over.len() == columns.len() || !over.iter().all(underlined);
    if telling
        && (rule.len() < columns.len() && rule.len() >= over.len() || rule.len() == over.len())
    {
        for (slot, chunk) in out.iter_mut().zip(over) {
            let segment =
                rule.iter().find(|s| chunk.center() >= 2 * s.start && chunk.center() <= 2 * s.end);
            if let Some(s) = segment {
                let covered: Vec<usize> = (0..columns.len())
                    .filter(|&k| {
                        columns[k].center() >= s.start
                            && (columns[k].center() <= s.end || columns[k].edges.1 <= s.end + 2)
                            && columns[k].edges.1 > s.start
                    })
                    .collect();
                // Words at one end of a long rule stand over what is there, not over all of it.
                let off = |left: usize, right: usize| chunk.center().abs_diff(left + right);
                if let (Some(&first), Some(&last)) = (covered.first(), covered.last())
                    && (first == last
                        || off(s.start, s.end) * 4 <= s.len()
                        || off(columns[first].left, columns[last].edges.1) * 2
                            <= columns[last].edges.1 - columns[first].left)
                {
                    *slot = Some(first..last + 1);
                }
            }
        }
        let disjoint =
            out.iter().flatten().collect::<Vec<_>>().windows(2).all(|w| w[0].end <= w[1].start);
        if disjoint && out.iter().all(Option::is_some) {
            return out;
        }
    }
    partition(over, units, spans, known)
}

/// Parts the columns evenly among periods: `1998   1997` over two columns each, though each year
/// may stand above one of them.
fn even(
    over: &[Chunk<'_>],
    units: &[Range<usize>],
    spans: &[Range<usize>],
    known: Known<'_>,
) -> Option<Vec<Option<Range<usize>>>> {
    let (m, n) = (over.len(), units.len());
    if m < 2 || n <= m || n % m != 0 || !over.iter().all(|c| period::speaks(c.text)) {
        return None;
    }
    // `1994   1993   1994   1993`: wherever tabs have put them, the years tell the parts.
    let below: Vec<Spec> = units.iter().map(|u| known.spec(u.start)).collect();
    let part = &below[..n / m];
    let repeats = part[0] != part[part.len() - 1]
        && below.chunks(n / m).all(|p| p == part)
        && over.iter().all(|c| {
            // Days that differ stand over years, not over parts.
            let spec = told(c.text);
            spec.length.is_some() || spec.month_day == told(over[0].text).month_day
        });
    let mut out = Vec::with_capacity(m);
    for (chunk, group) in over.iter().zip(units.chunks(n / m)) {
        let columns = group[0].start..group[group.len() - 1].end;
        let (left, right) = (spans[columns.start].start, spans[columns.end - 1].end);
        if !repeats && (chunk.span.start + 2 < left || chunk.span.end > right + 2) {
            return None;
        }
        out.push(Some(columns));
    }
    Some(out)
}

/// Columns beyond which chunks are not weighed against each other: no printed table has so many.
const MOST_COLUMNS: usize = 64;

/// Each chunk goes to the column it is nearest to.
fn nearest(over: &[Chunk<'_>], spans: &[Range<usize>]) -> Vec<Option<Range<usize>>> {
    let column = |c: &Chunk<'_>| {
        let distance = |k: &usize| (spans[*k].start + spans[*k].end).abs_diff(c.center());
        (0..spans.len()).min_by_key(distance).map(|k| k..k + 1)
    };
    over.iter().map(column).collect()
}

/// How many columns of their own there are before each unit, and in all, above whose middle words
/// are printed.
fn printed_above(
    words: &Range<usize>,
    units: &[Range<usize>],
    spans: &[Range<usize>],
) -> Vec<usize> {
    let is_above = |unit: &Range<usize>| {
        let span = &spans[unit.start];
        unit.len() == 1 && words.contains(&usize::midpoint(span.start, span.end))
    };
    let mut above = 0;
    let through = units.iter().map(|unit| {
        above += usize::from(is_above(unit));
        above
    });
    std::iter::once(0).chain(through).collect()
}

/// Parts the columns among the chunks of a line so that each is centred best on its own.
fn partition(
    over: &[Chunk<'_>],
    units: &[Range<usize>],
    spans: &[Range<usize>],
    known: Known<'_>,
) -> Vec<Option<Range<usize>>> {
    const FAR: usize = usize::MAX / 4;
    let (m, n) = (over.len(), units.len());
    if m == n {
        return units.iter().cloned().map(Some).collect();
    }
    if m > n {
        return nearest(over, spans);
    }
    if let Some(even) = even(over, units, spans, known) {
        return even;
    }
    if n > MOST_COLUMNS {
        return nearest(over, spans);
    }
    // What the lines below say of each column; nothing where they say that it holds no period.
    let told_below: Vec<Option<Spec>> =
        (0..spans.len()).map(|k| (!known.is_timeless(k)).then(|| known.spec(k))).collect();
    let pitch = match spans {
        [first, .., last] => (last.end - first.end.min(last.end)) / (spans.len() - 1),
        _ => 20,
    };
    let specs: Vec<Spec> = over.iter().map(|c| told(c.text)).collect();
    // A full date heads one column; several in a row leave the columns that have dates alone.
    let dated = specs.iter().all(Spec::has_date);
    // Leaving a column without what the line says is worse where it has nothing of the kind yet.
    let lacks = |unit: &Range<usize>| {
        let Some(known) = &told_below[unit.start] else { return false };
        over.iter().any(|c| is_ended(c.text)) && known.length.is_none()
            || specs.iter().any(|s| {
                s.length.is_some() && known.length.is_none()
                    || s.month_day.is_some() && known.month_day.is_none()
                    || !s.years.is_empty() && known.years.is_empty()
            })
    };
    let skip_cost: Vec<usize> = units
        .iter()
        .map(|u| if lacks(u) && !(dated && over.len() > 1) { u.len() * pitch * 6 / 5 } else { 0 })
        .collect();
    let cost = |chunk: &Chunk<'_>, spec: &Spec, above: &[usize], from: usize, to: usize| -> usize {
        let (first, last) = (&spans[units[from].start], &spans[units[to - 1].end - 1]);
        let center = first.start + last.end;
        let mut off = chunk.center().abs_diff(center);
        if to - from == 1 && units[from].len() == 1 {
            off = off
                .min(2 * chunk.span.end.abs_diff(last.end) + 1)
                .min(2 * chunk.span.start.abs_diff(first.start) + 1);
        } else if spec.is_empty()
            && !is_ended(chunk.text)
            && chunk.span.len() * 2 < last.end.saturating_sub(first.start)
            && to - from > 1
        {
            // Words that name no period rarely span columns much wider than themselves.
            off += pitch;
        }
        // Words stand over every column above whose middle they are printed.
        off + pitch * (above[from] + above[n] - above[to])
    };
    // best[i][j]: least cost of the first i chunks over the first j units.
    let mut best = vec![vec![FAR; n + 1]; m + 1];
    let mut choice: Vec<Vec<Option<usize>>> = vec![vec![None; n + 1]; m + 1];
    best[0][0] = 0;
    for j in 1..=n {
        best[0][j] = best[0][j - 1] + skip_cost[j - 1];
    }
    for i in 1..=m {
        let (chunk, spec) = (&over[i - 1], &specs[i - 1]);
        let above = printed_above(&chunk.span, units, spans);
        for j in 1..=n {
            let mut least = best[i][j - 1].saturating_add(skip_cost[j - 1]);
            let mut from = None;
            for k in 0..j {
                let total = best[i - 1][k].saturating_add(cost(chunk, spec, &above, k, j));
                if total < least || total == least && from.is_none() && total < FAR {
                    least = total;
                    from = Some(k);
                }
            }
            best[i][j] = least;
            choice[i][j] = from;
        }
    }
    let mut out = vec![None; m];
    let (mut i, mut j) = (m, n);
    while i > 0 && j > 0 {
        match choice[i][j] {
            Some(k) => {
                out[i - 1] = Some(units[k].start..units[j - 1].end);
                (i, j) = (i - 1, k);
            }
            None => j -= 1,
        }
    }
    out
}
