//! What the words over a column say of its period, also where the lines of a header differ:
//! `Nine Months` over `Ended 9/30/06`, above them `Three Months Ended` of the columns beside.

use std::borrow::Cow;
use std::cell::{LazyCell, OnceCell};
use std::rc::Rc;
use std::slice::from_ref;

use crate::align::header::words::{self, Chunk, told_by};
use crate::knowledge::{self, PeriodWord};
use crate::period::{self, QUARTER, Spec};
use crate::record::Duration;

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
    pub(super) spec: Spec,
    /// The pieces with what each says of periods.
    words: Vec<Rc<Words>>,
    /// Which of them say nothing of it.
    beside_period: Vec<usize>,
    /// These in [`knowledge::plain`] form; read when asked for.
    own_words: OnceCell<String>,
}

/// Words of a header line, and what they say of periods: read once for all columns below them.
#[derive(Debug)]
pub(super) struct Words {
    pub text: String,
    specs: OnceCell<Vec<Spec>>,
}

impl Words {
    /// Those of a chunk as they are printed.
    pub fn of(chunk: &Chunk<'_>, printed: Cow<'_, str>) -> Self {
        let known = (printed == chunk.text).then(|| chunk.specs().to_vec());
        let specs = known.map_or_else(OnceCell::new, OnceCell::from);
        Self { text: printed.into_owned(), specs }
    }

    pub fn specs(&self) -> &[Spec] {
        self.specs.get_or_init(|| period::read(&self.text))
    }

    /// Whether they say something of the period of their column, given in plain form as well.
    fn tell_of(&self, spec: &Spec, column: &str) -> bool {
        let of_length = || spec.length.is_some() && words::is_of_length(&self.text);
        // `First` over `Quarter`
        let of_quarter =
            || spec.quarter.is_some() && ordinal_alone(from_ref(&self.text)) == spec.quarter;
        // `Full` over `Year`
        let of_year = || spec.length == YEAR.length && is_of_whole_year(&self.text, column);
        // `Fiscal` over `2004`
        let of_fiscal = || {
            !spec.years.is_empty()
                && !self.text.contains(' ')
                && knowledge::comes_before_fiscal_year(&knowledge::plain(&self.text))
        };
        let speaks = self.specs().iter().any(Spec::speaks);
        speaks || of_length() || of_quarter() || of_year() || of_fiscal()
    }
}

impl ColumnHead {
    pub(super) fn new(words: &[Rc<Words>]) -> Self {
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
        prefer_own_quarter(&mut spec, &pieces);
        prefer_weeks(&mut spec, specs);
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
            let counts = in_years && !words[*at].specs().iter().any(Spec::has_date);
            due || counts || !words[*at].tell_of(&spec, &plain)
        };
        let beside_period = (0..words.len()).filter(is_silent).collect();
        let words = words.to_vec();
        Self { pieces, text, plain, spec, words, beside_period, own_words: OnceCell::new() }
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

    /// What each of the pieces says of periods, top to bottom.
    pub fn told(&self) -> impl DoubleEndedIterator<Item = &[Spec]> {
        self.words.iter().map(|words| words.specs())
    }

    /// What the header says beside the period, in [`knowledge::plain`] form.
    pub fn own_words(&self) -> &str {
        self.own_words.get_or_init(|| knowledge::plain(&join(self.beside_period())))
    }

    /// The header's text, top to bottom.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether all words over it stand over another column as well, and are no more than that one has.
    pub fn has_words_of(&self, other: &Self) -> bool {
        let pairs = || self.words.iter().zip(&other.words);
        self.words.len() == other.words.len() && pairs().all(|(own, its)| Rc::ptr_eq(own, its))
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

/// How many columns there are before their words come again.
pub fn width_of_parts(words: &[&str]) -> usize {
    let comes_again = |width: &usize| {
        words.len().is_multiple_of(*width) && words.chunks(*width).all(|p| *p == words[..*width])
    };
    (1..words.len()).find(comes_again).unwrap_or(words.len())
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
    // `Amount` and `Percent` below them say nothing of it. The day above may be another than that of
    // the figures where words right over it say of what: `Plan adopted` > `May 1, 1992` > `Shares`.
    let silent = words.iter().rev().take_while(|own| !own.specs().iter().any(Spec::speaks)).count();
    let speaking = &words[..words.len() - silent];
    // `12/31/98` below a title that says `As of December 31, 1999`
    if let [above @ .., last] = speaking
        && spec.from.is_none()
        && let [own] = last.specs()
        && own.has_date()
        && (silent == 0 || above.last().is_none_or(|words| words.specs().iter().any(Spec::speaks)))
    {
        (spec.month_day, spec.years) = (own.month_day, own.years.clone());
    }
    if let Some(own) = day_over_year(speaking) {
        // Nor has it the first day of a title that ends on another: `Period from October 1, 1996 to
        // December 31, 1996 and Years Ended September 30, 1996 and 1995`.
        if spec.from.is_some() && spec.end().is_some_and(|end| own.end() != Some(end)) {
            spec.from = None;
        }
        if spec.from.is_none() {
            (spec.month_day, spec.years) = (own.month_day, own.years);
        }
    }
    // `Q4 2000` below a title that says `Q4 2001`
    let is_quarter = |s: &&Spec| s.quarter.is_some() && s.year().is_some();
    if specs.iter().filter(is_quarter).count() > 1
        && let Some(own) = words.iter().rev().map(|w| told_by(w.specs())).find(|s| is_quarter(&s))
    {
        (spec.quarter, spec.years) = (own.quarter, own.years);
    }
    // `1Q 2006` below `As of November 1, 2005`
    if let [above @ .., last] = speaking
        && let [own] = last.specs()
        && is_quarter(&own)
        && let Some(day) = above.last().and_then(|words| <&[Spec; 1]>::try_from(words.specs()).ok())
        && day[0].instant
        && day[0].has_date()
    {
        *spec = own.clone();
    }
}

/// A day over its year nearest to a column, below other words: `January 31,` over `1998` below a title
/// that says `Fiscal 1997`.
fn day_over_year(words: &[Rc<Words>]) -> Option<Spec> {
    let [_, .., day, year] = words else { return None };
    let ([day], [year]) = (day.specs(), year.specs()) else { return None };
    let own = Spec { month_day: day.month_day, years: year.years.clone(), ..Spec::default() };
    (day.is_day_alone() && year.is_year_alone()).then_some(own)
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
    // `Year to Date` below a title that says `For the Quarter and Year to Date Ended`
    let tells = |own: &Spec| own.length.is_some() || own.to_date;
    let mut told = words.iter().rev().map(|own| told_by(own.specs())).filter(tells);
    let is_to_date = |own: &Spec| own.to_date && own.length.is_none();
    if told.next().is_some_and(|own| is_to_date(&own))
        && told.any(|above| above.to_date && above.length.is_some())
    {
        spec.length = None;
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
    let mut below = (1..pieces.len() - 1).map(|at| join(pieces[at..].iter()));
    if let Some(own) = below.find_map(|own| period::read_one(&own).filter(is_span)) {
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
    let begins = |at: &usize| !is_of(&pieces[*at]);
    // `FY 2002` over `(ended June 30)` tells no length.
    let lasts = |own: &String| !knowledge::names_fiscal_year(&knowledge::plain(own));
    let below = (1..pieces.len()).rev().filter(begins).map(|at| join(pieces[at..].iter()));
    let mut told = below.filter(lasts).filter_map(|own| period::read_one(&own));
    let is_whole = |own: &Spec| own.has_date() && own.length.is_some() && own.from.is_none();
    if let Some(own) = told.find(is_whole) {
        spec.length = own.length;
    }
}

/// `Third` on a line of its own beneath `2000` is the quarter of the column.
fn prefer_own_quarter(spec: &mut Spec, pieces: &[String]) {
    let Some(quarter) = ordinal_alone(pieces) else { return };
    if is_of_a_year(spec) {
        (spec.quarter, spec.length) = (Some(quarter), Some(QUARTER));
    } else if is_whole_year(spec) {
        spec.quarter = Some(quarter);
    }
}

/// `Fiscal Year Ended` over `February 3, 1996` and `(53 weeks)` lasts those weeks.
fn prefer_weeks(spec: &mut Spec, specs: &[Spec]) {
    let Some(months) = spec.length else { return };
    let of_months = |weeks: &Duration| period::are_weeks_of(*weeks, months);
    let weeks = specs.iter().filter_map(|told| told.length).find(of_months);
    spec.length = weeks.or(spec.length);
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

/// Whether words are a year and no more.
pub(super) fn is_year_alone(words: &str) -> bool {
    period::four_digits(words.trim()).is_some()
}

/// Whether words name a year, or quarters of it, and nothing that makes them more than that.
fn is_of_a_year(spec: &Spec) -> bool {
    spec.year().is_some()
        && spec.month_day.is_none()
        && spec.quarter.is_none()
        && spec.length.is_none_or(|length| length == QUARTER)
}

/// Whether words name a year by its last day, and no part of it: `Year Ended March 31, 1996`.
fn is_whole_year(spec: &Spec) -> bool {
    spec.has_date() && spec.length == YEAR.length && spec.quarter.is_none() && spec.from.is_none()
}
