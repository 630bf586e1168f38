//! Header lines to columns: which words stand over which column.
//!
//! The head of a block is read from its foot upwards. The lowest lines of the header stand over
//! single columns; a line further up may span several (`Three Months Ended` over two years). Its
//! words go to the columns on which they are centred, or to those that the rule beneath them
//! underlines.

mod bind;
mod caption;
mod days;
mod extent;
mod roles;
mod words;

use std::borrow::Cow;
use std::cell::{LazyCell, OnceCell};
use std::ops::Range;
use std::rc::Rc;
use std::slice::from_ref;

use crate::align::header::bind::bind;
use crate::align::header::extent::{Above, climb, is_caption, zone_left};
use crate::align::header::roles::{Role, Roles};
pub(in crate::align) use crate::align::header::words::segments;
use crate::align::header::words::{Chunk, Cut};
use crate::grid::Grid;
use crate::knowledge::{self, PeriodWord};
use crate::lex::block::{self, Block};
use crate::lex::line::{Class, Lines};
use crate::period::{self, Spec};
use crate::record::Duration;

/// The length of a quarter.
const QUARTER: Duration = Duration::Months(3);

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

    /// The year that stands by itself over columns, where no other does.
    pub fn only_year(&self) -> Option<String> {
        let pieces = self.columns.iter().flat_map(|column| &column.pieces);
        let mut years = pieces.filter(|piece| is_year_alone(piece));
        let year = years.next()?;
        years.all(|other| other == year).then(|| year.clone())
    }

    /// Whether units stand between the header and the rows: they may be those of the first ones.
    pub fn has_units_below(&self) -> bool {
        let below = |c: &&CaptionLine| self.lines.first().is_some_and(|&first| c.line > first);
        self.caption.iter().filter(below).any(|c| knowledge::scale_of(&c.text).is_some())
    }
}

/// Whether words are a year and no more.
fn is_year_alone(words: &str) -> bool {
    period::four_digits(words.trim()).is_some()
}

/// A line of a caption.
#[derive(Debug, Clone)]
pub struct CaptionLine {
    /// The line.
    pub line: usize,
    /// Its text.
    pub text: String,
}

impl CaptionLine {
    fn of(lines: &Lines<'_>, line: usize) -> Self {
        Self { line, text: lines.printed(line, 0..usize::MAX).into_owned() }
    }
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
    /// Which of them say nothing of it.
    beside_period: Vec<usize>,
    /// These in [`knowledge::plain`] form; read when asked for.
    own_words: OnceCell<String>,
}

/// Words of a header line, and what they say of periods: read once for all columns below them.
#[derive(Debug)]
struct Words {
    text: String,
    specs: OnceCell<Vec<Spec>>,
}

impl Words {
    /// Those of a chunk as they are printed.
    fn of(chunk: &Chunk<'_>, printed: Cow<'_, str>) -> Self {
        let known = (printed == chunk.text).then(|| chunk.specs().to_vec());
        let specs = known.map_or_else(OnceCell::new, OnceCell::from);
        Self { text: printed.into_owned(), specs }
    }

    fn specs(&self) -> &[Spec] {
        self.specs.get_or_init(|| period::read(&self.text))
    }
}

impl ColumnHead {
    fn new(words: &[Rc<Words>]) -> Self {
        let pieces: Vec<String> = words.iter().map(|words| words.text.clone()).collect();
        let text = join(pieces.iter());
        let plain = knowledge::plain(&text);
        let joined = LazyCell::new(|| period::read(&text));
        let specs = if let [only] = words { only.specs() } else { joined.as_slice() };
        let mut spec = told_by(specs);
        prefer_own_date(&mut spec, words, specs);
        prefer_own_length(&mut spec, words, specs, &plain);
        prefer_own_span(&mut spec, &pieces);
        prefer_own_whole(&mut spec, words, &pieces);
        if let Some(quarter) = ordinal_alone(&pieces) {
            if is_of_a_year(&spec) {
                (spec.quarter, spec.length) = (Some(quarter), Some(QUARTER));
            } else if is_whole_year(&spec) {
                spec.quarter = Some(quarter);
            }
        }
        // `Fiscal Year Ended` over `February 3, 1996` and `(53 weeks)`
        let months = spec.length;
        let in_weeks = |s: &Spec| {
            s.length.filter(|weeks| months.is_some_and(|m| period::are_weeks_of(*weeks, m)))
        };
        spec.length = specs.iter().find_map(in_weeks).or(months);
        // `Remaining life (years)`: what the figures are counted in.
        let in_years = spec.length == YEAR.length && knowledge::counts_years(&text);
        if in_years {
            spec.length = None;
        }
        // `Less than 1 year`, `1-3 years`: when something falls due.
        let due = spec == YEAR && tells_when_due(&plain);
        if due {
            spec = Spec::default();
        }
        // `December 31, 1997` over `Within` and `One Year`
        if let [_, below @ ..] = &pieces[..]
            && spec.length == YEAR.length
            && spec.has_date()
            && words[0].specs().iter().all(|s| s.has_date() && s.length.is_none())
            && tells_when_due(&knowledge::plain(&below.join(" ")))
        {
            spec.length = None;
        }
        let is_silent = |at: &usize| {
            let words = &words[*at];
            let of_length = spec.length.is_some() && words::is_of_length(&words.text);
            let is_counted = in_years && !words.specs().iter().any(Spec::has_date);
            // `First` over `Quarter`
            let of_quarter =
                spec.quarter.is_some() && ordinal_alone(from_ref(&words.text)) == spec.quarter;
            // `Full` over `Year`
            let of_year = spec.length == YEAR.length && is_of_whole_year(&words.text, &plain);
            let speaks = words.specs().iter().any(Spec::speaks);
            // `Fiscal` over `2004`
            let of_fiscal = !spec.years.is_empty()
                && !words.text.contains(' ')
                && knowledge::comes_before_fiscal_year(&knowledge::plain(&words.text));
            let speaks = speaks || of_length || of_quarter || of_year || of_fiscal;
            due || is_counted || !speaks
        };
        let beside_period = (0..words.len()).filter(is_silent).collect();
        Self { pieces, text, plain, spec, beside_period, own_words: OnceCell::new() }
    }

    /// The same column in another year: that takes the place of the one among its pieces, or is the
    /// last of them.
    #[must_use]
    pub fn in_year(&self, year: &str) -> Self {
        let text = |text: &str| Rc::new(Words { text: text.to_owned(), specs: OnceCell::new() });
        let others = self.pieces.iter().filter(|piece| !is_year_alone(piece));
        let words: Vec<Rc<Words>> = others.map(|piece| text(piece)).chain([text(year)]).collect();
        Self::new(&words)
    }

    /// The pieces that say nothing of the period, top to bottom.
    pub fn beside_period(&self) -> impl DoubleEndedIterator<Item = &String> {
        self.beside_period.iter().map(|&at| &self.pieces[at])
    }

    /// What the header says beside the period, in [`knowledge::plain`] form.
    pub fn own_words(&self) -> &str {
        self.own_words.get_or_init(|| knowledge::plain(&join(self.beside_period())))
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

/// The words of several lines, without a blank behind a hyphen that belongs to them: `Per-` over
/// `Share`.
pub fn join<'p>(pieces: impl Iterator<Item = &'p String>) -> String {
    pieces.fold(String::new(), |mut all, piece| {
        let before = all.strip_suffix('-').and_then(|stem| stem.rsplit(' ').next());
        let is_compound = before.is_some_and(knowledge::takes_hyphen);
        if !all.is_empty() && !is_compound {
            all.push(' ');
        }
        all.push_str(piece);
        all
    })
}

const YEAR: Spec = Spec::of(Duration::Months(12));

/// What the words nearest to a column say of its day or quarter comes before what a title above
/// them says.
fn prefer_own_date(spec: &mut Spec, words: &[Rc<Words>], specs: &[Spec]) {
    // `March 1, 2003` below a title that names a month
    let of_day = |s: &&Spec| s.month_day.is_some_and(|(_, day)| day > 0);
    if spec.month_day.is_some_and(|(_, day)| day == 0)
        && let Some(own) = specs.iter().rev().find(of_day)
    {
        spec.month_day = own.month_day;
    }
    // `12/31/98` below a title that says `As of December 31, 1999`
    if let [.., last] = words
        && spec.from.is_none()
        && let [own] = last.specs()
        && own.has_date()
        && of_day(&own)
    {
        (spec.month_day, spec.years) = (own.month_day, own.years.clone());
    }
    // `January 31,` over `1998` below a title that says `Fiscal 1997`; `(Unaudited)` may follow.
    let silent = words.iter().rev().take_while(|own| !own.specs().iter().any(Spec::speaks)).count();
    if let [_, .., day, year] = &words[..words.len() - silent]
        && spec.from.is_none()
        && let [day] = day.specs()
        && let [year] = year.specs()
        && day.is_day_alone()
        && year.is_year_alone()
    {
        (spec.month_day, spec.years) = (day.month_day, year.years.clone());
    }
    // `Q4 2000` below a title that says `Q4 2001`
    let is_quarter = |s: &&Spec| s.quarter.is_some() && s.years.len() == 1;
    if specs.iter().filter(is_quarter).count() > 1
        && let Some(own) = words.iter().rev().map(|w| told_by(w.specs())).find(|s| is_quarter(&s))
    {
        (spec.quarter, spec.years) = (own.quarter, own.years);
    }
}

/// `Year` under `Quarter ended`: the words nearest to the column know best how long it is. The name
/// of a year tells no length where other words do.
fn prefer_own_length(spec: &mut Spec, words: &[Rc<Words>], specs: &[Spec], plain: &str) {
    let is_relative =
        |above: &Rc<Words>| above.text.rsplit(' ').next().is_some_and(knowledge::is_relative);
    if let [.., above, last] = words
        && told_by(last.specs()) == YEAR
        && !is_relative(above)
    {
        spec.length = YEAR.length;
    }
    if spec.length == YEAR.length && knowledge::names_fiscal_year(plain) {
        let other = specs.iter().skip(1).find_map(|s| s.length);
        spec.length = other.or(spec.length);
    }
    // `Nine Months` below a title that says `For the Three Months and Nine Months Ended`
    let lengths = |own: &Rc<Words>| own.specs().iter().filter_map(|s| s.length).collect::<Vec<_>>();
    if let Some(at) = words.iter().position(|above| has_two(&lengths(above))) {
        let of_all = lengths(&words[at]);
        let mut own = words[at + 1..].iter().rev().map(|own| told_by(own.specs()));
        let is_one = |own: &Spec| own.length.is_some_and(|length| of_all.contains(&length));
        if let Some(own) = own.find(is_one) {
            spec.length = own.length;
            // `Fourth Quarter and Year Ended December 31` above the year: its day is no quarter's.
            spec.quarter = if spec.month_day.is_some() { own.quarter } else { spec.quarter };
        }
    }
    // `Year to Date` over `FY 1997`
    let names_year = |own: &Rc<Words>| knowledge::names_fiscal_year(&knowledge::plain(&own.text));
    if spec.to_date && spec.length == YEAR.length && words.last().is_some_and(names_year) {
        spec.length = None;
    }
}

/// `2/15/98 to` over `12/31/98` is all that counts, though `Year Ended` above is said of other columns.
fn prefer_own_span(spec: &mut Spec, pieces: &[String]) {
    if spec.length.is_none() || pieces.len() < 3 {
        return;
    }
    let is_span = |own: &Spec| own.from.is_some() && own.end().is_some() && own.length.is_none();
    let below = (1..pieces.len() - 1).map(|at| period::read_dated(&join(pieces[at..].iter())));
    if let Some(own) = below.filter_map(only).find(is_span) {
        *spec = Spec { quarter: None, ..own };
    }
}

/// `Nine Months` over `Ended 9/30/06` is all that counts, though `Three Months Ended` above is said of
/// columns beside it.
fn prefer_own_whole(spec: &mut Spec, words: &[Rc<Words>], pieces: &[String]) {
    let lengths: Vec<Duration> =
        words.iter().flat_map(|own| own.specs()).filter_map(|own| own.length).collect();
    if !has_two(&lengths) {
        return;
    }
    // `Three Months` over `of year ended 12/31/98` is part of it.
    let is_of =
        |own: &String| own.split(' ').next().is_some_and(|word| word.eq_ignore_ascii_case("of"));
    let begins = |at: &usize| !words::hangs(&pieces[at - 1]) && !is_of(&pieces[*at]);
    // `FY 2002` over `(ended June 30)` tells no length.
    let lasts = |own: &String| !knowledge::names_fiscal_year(&knowledge::plain(own));
    let below = (1..pieces.len()).rev().filter(begins).map(|at| join(pieces[at..].iter()));
    let mut told = below.filter(lasts).filter_map(|own| only(period::read_dated(&own)));
    let is_whole = |own: &Spec| own.has_date() && own.length.is_some() && own.from.is_none();
    if let Some(own) = told.find(is_whole) {
        spec.length = own.length;
    }
}

/// What words say that tell of one period.
fn only(specs: Vec<Spec>) -> Option<Spec> {
    <[Spec; 1]>::try_from(specs).ok().map(|[own]| own)
}

/// Whether two among lengths differ.
fn has_two(lengths: &[Duration]) -> bool {
    lengths.iter().any(|length| *length != lengths[0])
}

/// Whether a word on a line of its own calls the year of its column, in plain form, a whole one.
fn is_of_whole_year(word: &str, column: &str) -> bool {
    knowledge::whole_of_year(word.trim()).is_some_and(|whole| {
        column.split_once(whole).is_some_and(|(_, rest)| rest.starts_with(" year"))
    })
}

/// The quarter that an ordinal on a line of its own names: `Third` beneath `2000`.
fn ordinal_alone(pieces: &[String]) -> Option<i8> {
    pieces.iter().find_map(|piece| match knowledge::period_word(piece.trim()) {
        Some(PeriodWord::Quarter(quarter)) => Some(quarter),
        _ => None,
    })
}

/// Whether words in plain form count years from a day on, and end with none: `1-3 years`,
/// `within one year`.
fn tells_when_due(plain: &str) -> bool {
    // The mark of a note counts nothing: `Year(1)`.
    let words = plain.split('(').next().unwrap_or(plain);
    let is_count = |w: &str| matches!(knowledge::period_word(w), Some(PeriodWord::Count(_)));
    let counted = words.bytes().any(|b| b.is_ascii_digit()) || words.split(' ').any(is_count);
    let in_years = plain.split(' ').any(|word| word.starts_with("year"));
    counted && in_years && !knowledge::names_an_end(plain)
}

/// Whether words name a year, or quarters of it, and nothing that makes them more than that.
fn is_of_a_year(spec: &Spec) -> bool {
    spec.years.len() == 1
        && spec.month_day.is_none()
        && spec.quarter.is_none()
        && spec.length.is_none_or(|length| length == QUARTER)
}

/// Whether words name a year by its last day, and no part of it: `Year Ended March 31, 1996`.
fn is_whole_year(spec: &Spec) -> bool {
    spec.has_date() && spec.length == YEAR.length && spec.quarter.is_none() && spec.from.is_none()
}

/// What phrases say of one period: the first that says something of it tells.
fn told_by(specs: &[Spec]) -> Spec {
    let mut out = Spec::default();
    for spec in specs {
        out.fill(spec);
    }
    out
}

/// Reads the head of a block.
pub fn read(lines: &Lines<'_>, block: &Block, grid: &Grid) -> Head {
    let zone = zone_left(lines, block, grid);
    let cut = Cut::of(lines, block.top..block.first_row, grid);
    let mut roles = Roles::read(lines, block, &cut);
    roles.set_aside_between(lines, block, &cut, &grid.columns);
    let above = Above { lines, block, cut: &cut, roles: &roles, zone, columns: &grid.columns };
    let foot = above.foot();
    let header_lines = foot.map_or_else(Vec::new, |foot| climb(&above, foot));
    let mut head = Head {
        columns: vec![ColumnHead::default(); grid.columns.len()],
        found: foot.is_some(),
        ..Head::default()
    };
    let caption_end = if let Some(foot) = foot {
        head.body = foot + 1;
        let top = header_lines.first().copied().unwrap_or(head.body);
        // Words between the header and the first figures are headings, but for units in
        // parentheses.
        let below = (head.body..block.first_row).filter(|&i| roles.of(i) == Role::Aside);
        let remarks = units_among(lines, top..head.body, &roles).into_iter().chain(below);
        head.caption.extend(remarks.map(|i| CaptionLine::of(lines, i)));
        top
    } else {
        // No header: the caption ends at the last line that reads like one.
        let mut above = (block.top..block.first_row).rev();
        let last = above.find(|&i| is_caption(lines, &cut, &roles, i));
        head.body = last.map_or(block.top, |last| last + 1);
        head.body
    };
    read_caption(lines, block.top..caption_end, &roles, &mut head);
    head.caption.sort_by_key(|c| c.line);
    bind(lines, &header_lines, &cut, &roles, grid, zone, &mut head);
    days::give_days(&mut head.columns);
    days::part_years(&mut head.columns);
    head.lines = header_lines;
    if let Some(day) = day_of_stub(lines, &head).filter(|day| *day < block.first_row) {
        head.stub.push(lines.face(day).trim_ascii().to_owned());
        head.lines.push(day);
        head.body = day + 1;
    }
    join_sides(&mut head.caption);
    let (opening, caption) = head.caption.into_iter().partition(|c| opens_side(&c.text));
    (head.opening, head.caption) = (opening, caption);
    let last = head.lines.last().copied();
    let heading =
        last.and_then(|i| heading_on_a_rule(lines, i).or_else(|| heading_beside(&head, i)));
    if let Some(heading) = heading {
        head.stub.retain(|words| *words != heading.text);
        head.opening.push(heading);
    }
    head
}

/// The lines of units among those of the header; they may go on below: `(In thousands,` /
/// `except share data)`.
fn units_among(lines: &Lines<'_>, header: Range<usize>, roles: &Roles) -> Vec<usize> {
    let mut goes_on = false;
    let is_of_units = |&i: &usize| {
        let face = lines.face(i);
        let of_units =
            roles.of(i) == Role::Aside && (goes_on || knowledge::scale_of(face).is_some());
        goes_on = of_units && (goes_on || face.contains('(')) && !face.contains(')');
        of_units
    };
    header.filter(is_of_units).collect()
}

/// The heading of the first rows on the last line of the header: `REVENUES:   2003   2002`.
fn heading_beside(head: &Head, line: usize) -> Option<CaptionLine> {
    let words = head.stub.last().filter(|words| words.ends_with(':'))?;
    let plain = knowledge::plain(words);
    let heads = knowledge::is_standard_heading(plain.trim_end_matches([':', ' ']));
    heads.then(|| CaptionLine { line, text: words.clone() })
}

/// The line below the header with the day at which the words over the labels break off:
/// `Five fiscal years ended`, `September 29, 1995`.
fn day_of_stub(lines: &Lines<'_>, head: &Head) -> Option<usize> {
    const MOST_WORDS_OF_A_DATE: usize = 3;
    head.stub.last().filter(|words| words.contains(' ') && words::breaks_off(words))?;
    let day = lines.face(head.body).trim_ascii();
    let is_day = lines.class(head.body) == Class::Text
        && day.split(' ').count() <= MOST_WORDS_OF_A_DATE
        && matches!(period::read(day)[..], [ref spec] if spec.end().is_some() && spec.length.is_none());
    is_day.then_some(head.body)
}

/// The heading of the first rows on the line of the rules that end the header: `REVENUES   -----`.
fn heading_on_a_rule(lines: &Lines<'_>, line: usize) -> Option<CaptionLine> {
    let face = lines.face(line);
    let words = face.trim_end_matches(['-', '=', '_', ' ']).trim_start();
    let heads = face.trim_end().ends_with("--")
        && words.starts_with(char::is_uppercase)
        && !words.contains("  ")
        // `(IN THOUSANDS, EXCEPT PER SHARE` / `AMOUNTS)   -----`
        && !(words.ends_with(')') && !words.contains('('))
        && !period::speaks(words)
        && !block::is_unit_line(words);
    heads.then(|| CaptionLine { line, text: words.to_owned() })
}

/// Puts together the two lines of a caption that open a side of a balance sheet only in one, a rule
/// beneath each or none: `LIABILITIES AND STOCKHOLDERS'` / `EQUITY (DEFICIT)`.
fn join_sides(caption: &mut Vec<CaptionLine>) {
    let whole = |pair: &[CaptionLine]| {
        let [first, second] = pair else { return None };
        let joined = format!("{} {}", first.text.trim(), second.text.trim());
        let close = second.line <= first.line + 2;
        (close && opens_side(&joined) && !pair.iter().any(|c| opens_side(&c.text)))
            .then_some(joined)
    };
    if let Some((at, joined)) =
        caption.windows(2).enumerate().find_map(|(at, pair)| whole(pair).map(|text| (at, text)))
    {
        caption[at].text = joined;
        caption.remove(at + 1);
    }
}

/// Whether a line of the head is a heading of the body.
pub(super) fn opens_side(text: &str) -> bool {
    knowledge::is_top_heading(knowledge::plain(text).trim_end_matches([':', ' ']))
}

/// Takes the words above the header for the caption, or for the paragraph that introduces the table.
fn read_caption(lines: &Lines<'_>, range: Range<usize>, roles: &Roles, head: &mut Head) {
    let words = range.filter(|&i| matches!(lines.class(i), Class::Text | Class::Years));
    let (intro, caption): (Vec<usize>, Vec<usize>) =
        words.partition(|&i| roles.of(i) == Role::Prose);
    let intro: Vec<_> = intro.into_iter().map(|i| lines.printed(i, 0..usize::MAX)).collect();
    head.intro = intro.join(" ");
    head.caption.extend(caption.into_iter().map(|i| CaptionLine::of(lines, i)));
}
