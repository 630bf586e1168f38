//! Balances and flows: which labels, headings and titles name which.

use std::sync::LazyLock;

use crate::knowledge::concepts::item_named;
use crate::knowledge::periods::{PeriodWord, is_month, word_apart};
use crate::knowledge::phrases::{Beginnings, Phrases, Words, ends_a_word};
use crate::knowledge::ratios::names_turnover;
use crate::knowledge::sums::whole_of_total;
use crate::knowledge::{begins, holds, is_hanging, of_sense, split_aside, words, words_in};

questions! {
    /// Whether a label, in plain form, begins as a side of a balance sheet or a part of one, which
    /// is struck at the end of a period in data with results: `Noncurrent assets`. An acquisition
    /// or a change is told by these as well.
    pub fn is_side = Beginnings::begin("side" in "instants.csv");
    /// Whether a label, in plain form, names a balance if nothing stands beside its words:
    /// `Assets`.
    fn is_balance_alone = Words::has("alone" in "instants.csv");
    /// Whether a label, in plain form, is a part of what a pension plan has or lacks at the end of
    /// a period.
    pub fn is_part_of_status = Beginnings::begin("funded" in "instants.csv");
    /// Whether a label, in plain form, names what a pension plan has or owes.
    pub fn speaks_of_plan = Phrases::any("plan" in "instants.csv");
    /// Whether a label, in plain form, begins what is put to a balance or taken from it:
    /// `Less reinsurance recoverable`.
    pub fn puts_or_takes = Beginnings::begin("part" in "instants.csv");
    /// Whether a label, in plain form, begins what a pension plan costs in a period.
    pub fn is_plan_cost = Beginnings::begin("cost" in "instants.csv");
    /// Whether words, in plain form, tell what happened to balances: `Changes in`, `Provision`.
    pub fn tells_activity = Phrases::any("activity" in "instants.csv");
    /// Whether a label, in plain form, is a name that balances bear and flows as well: `Debt`,
    /// `Deferred income taxes`.
    pub fn may_be_balance = Words::has("among" in "instants.csv");
    /// Whether a label sums up what stands against all assets: `Total liabilities and equity`.
    pub fn sums_up_other_side = Beginnings::begin("sum_of_other_side" in "instants.csv");
    /// Whether a text, in plain form, tells what something was when a year ended:
    /// `Commitments outstanding at year-end were:`.
    pub fn tells_year_end = Phrases::any("struck" in "instants.csv");
    /// Whether a label, in plain form, names a result for each of something: `Net income per
    /// share`.
    pub fn names_result_per = Phrases::any("result_per" in "instants.csv");
    /// Whether a text, in plain form, speaks of a day and of the time before it:
    /// `At or for the year ended`.
    pub fn tells_day_and_time = Phrases::any("mixed" in "instants.csv");
    /// Whether a label, in plain form, begins with a word that makes it a balance at the beginning
    /// of a period: `Beginning plan assets`.
    pub fn begins_as_opening = Beginnings::begin("first_opening" in "instants.csv");
    /// Whether a label, in plain form, begins with a word that makes it a balance at the end of a
    /// period: `Ending subscribers`.
    pub fn begins_as_closing = Beginnings::begin("first_closing" in "instants.csv");
    /// Whether words for a day, with which a text begins, tell of which day a price is:
    /// `end of period market price`.
    pub fn is_day_of_price = Phrases::any("price" in "instants.csv");
    /// Whether what stands below a heading are flows, of which many bear the names of
    /// balances: `Interest expense:` > `Deposits`.
    pub fn heads_flows = Phrases::any("flow_heading" in "instants.csv");
    /// Whether a title, a header or a heading tells of averages of balances.
    pub fn tells_averages = Phrases::any("average" in "instants.csv");
    /// Whether a us-gaap element is a balance on a day rather than a flow of some time.
    pub fn is_instant = Words::has("element" in "instants.csv");
    /// Whether a label, in plain form, begins what a company has put into another: `Investments in
    /// affiliates`, a balance, or what was spent in a period.
    pub fn is_put_in = Beginnings::begin("put_in" in "words.csv");
    /// Whether a word stands before the time of which something is told at the beginning or at the
    /// end: `the`, `fiscal`.
    pub fn goes_before_time_of_balance = Words::has("before_time" in "words.csv");
    /// Whether a label, in plain form, has a word of those without which none names the balance at
    /// the beginning or at the end of a period.
    pub fn may_name_balance = Phrases::any("balance" in "words.csv");
}

static FLOWS: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("flow"));
static BALANCE_SECTIONS: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("section"));
static BALANCE_SECTIONS_ALONE: LazyLock<Words> = LazyLock::new(|| instant_words("section_alone"));
static BALANCES: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("row"));
pub(super) static PASSING: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("passing"));
static STANDING: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("standing"));
static BALANCES_WHOLE: LazyLock<Words> = LazyLock::new(|| instant_words("whole"));
static BALANCE_TITLES: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("title"));
static TIMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("time_of_balance"));
static DATED: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("dated"));
static EQUITY: LazyLock<Vec<&'static str>> = LazyLock::new(|| instants("equity"));
static SETTLED: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("settled"));
static DEDUCTED: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("deducted"));
static SUBJECTS: LazyLock<Words> = LazyLock::new(|| instant_words("subject"));
static NEUTRAL: LazyLock<Words> = LazyLock::new(|| instant_words("neutral"));
/// What titles name that is held or owed.
static THINGS_HELD: LazyLock<Words> = LazyLock::new(|| held_words("thing_held"));
static YEAR_LONG: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("year_long"));
static MEANS: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("mean"));
static PREDICATES: LazyLock<Words> = LazyLock::new(|| instant_words("predicate"));
static HELD: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("held"));
pub(super) static FLOW_NOUNS: LazyLock<Words> = LazyLock::new(|| instant_words("flow_noun"));
static RECONCILED: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("reconciled"));
static TITLE_FRAMES: LazyLock<Beginnings> = LazyLock::new(|| instant_beginnings("frame"));
static OPENINGS: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("opening"));
static CLOSINGS: LazyLock<Phrases> = LazyLock::new(|| instant_phrases("closing"));

/// Phrases of one sense of `instants.csv`, to be looked for in texts.
pub(super) fn instant_phrases(sense: &'static str) -> Phrases {
    Phrases::listed(include_str!("instants.csv"), sense)
}

/// Words of one sense of `instants.csv`.
pub(super) fn instant_words(sense: &'static str) -> Words {
    Words::listed(include_str!("instants.csv"), sense)
}

/// Nouns of what is held: those of one sense of `instants.csv`, and those that titles and labels
/// share.
pub(super) fn held_words(sense: &'static str) -> Words {
    let nouns = [sense, "held_thing"].into_iter().flat_map(instants);
    Words::new(nouns.map(|noun| (noun, ())))
}

/// Phrases of one sense of `instants.csv`, with which texts may begin.
pub(super) fn instant_beginnings(sense: &'static str) -> Beginnings {
    Beginnings::listed(include_str!("instants.csv"), sense)
}

/// Phrases of one sense of `instants.csv`.
pub(super) fn instants(sense: &'static str) -> Vec<&'static str> {
    of_sense(include_str!("instants.csv"), sense).collect()
}

/// Whether a label, in plain form, names a balance, or the total of one, wherever it stands among
/// flows; not where it holds that against another amount, `Nonperforming assets to total assets`.
pub fn is_standing(label: &str) -> bool {
    stands(label) || whole_of_total(label).is_some_and(stands)
}

fn stands(label: &str) -> bool {
    let compares = || label.contains(" to ");
    let names = |phrase: &str| {
        ends_a_word(&label[phrase.len()..]) && !(label.len() > phrase.len() && compares())
    };
    STANDING.of(label).any(names) && !passes(label, 0) || is_balance_alone(label)
}

/// Whether words, in plain form, end by naming what owners have in a company: `Partners' capital,`,
/// `Shareholders' equity (deficit)`.
pub fn ends_with_equity(words: &str) -> bool {
    let words = words.trim_end_matches(|c: char| !c.is_alphabetic());
    EQUITY.iter().any(|name| {
        words.strip_suffix(name).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    })
}

/// Whether a heading, in plain form, tells how what a pension plan has or owes has changed:
/// `Change in plan assets`.
pub fn tells_plan_changes(heading: &str) -> bool {
    heading.starts_with("change") && speaks_of_plan(heading)
}

/// Whether a title or a sentence, in plain form, announces items of a balance sheet:
/// `Note 3. Inventories`, `The components of accrued expenses are as follows`.
pub fn names_balances(title: &str) -> bool {
    BALANCE_TITLES.begin(without_frames(title)) && !tells_activity(title)
}

/// Whether a title or a sentence, in plain form, speaks of balances: `Deposits`, `Loans consist of
/// the following`. A title that does so may stand over what they earned as well.
pub fn speaks_of_balances(title: &str) -> bool {
    let named = without_predicate(without_frames(title));
    (SUBJECTS.has(named) || is_balance(named) || names_things_held(named)) && !tells_activity(title)
}

/// Whether a title or a sentence, in plain form, speaks of what is owed by what it is owed for:
/// `Accrued liabilities consist of` may stand over `Interest` and `Income taxes`.
pub fn speaks_of_accruals(title: &str) -> bool {
    let named = without_frames(title);
    named.strip_prefix("other ").unwrap_or(named).starts_with("accrued ")
}

/// Whether a few words end in what is held or owed, or begin by saying that it is accrued, and say
/// nothing of what became of it: `other accrued liabilities`, not `sales of equipment`.
fn names_things_held(words: &str) -> bool {
    const MOST_WORDS: usize = 6;
    let last = words.rsplit(' ').next().unwrap_or_default();
    (THINGS_HELD.has(last) || words.starts_with("accrued "))
        && words.split(' ').count() <= MOST_WORDS
        && !words.split(' ').any(|word| word != "and" && is_hanging(word))
        // `Net sales and identifiable assets by region`
        && !(last == "assets" && names_turnover(words))
}

/// Whether a sentence speaks of nothing but what the heading over it names, both in plain form:
/// `The parts are`, `A summary of loans by type follows` below `Loans`, not `Write-offs were`.
pub fn speaks_of_heading(sentence: &str, heading: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let (before_aside, _) = sentence.split_once('(').unwrap_or((sentence, ""));
    words_in(without_frames(before_aside)).all(|word| {
        is_number(word)
            || is_hanging(word)
            || is_month(word)
            || NEUTRAL.has(word)
            || PREDICATES.has(word)
            || words_in(heading).any(|named| singular(named) == singular(word))
    })
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// Whether a label, in plain form, is found in nothing but a list of balances: `Finished goods`,
/// `Less: current maturities`.
pub fn settles(label: &str) -> bool {
    let deducted =
        label.strip_prefix("less").filter(|rest| !rest.starts_with(char::is_alphanumeric));
    let bare = |rest: &str| rest.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned();
    match deducted {
        Some(rest) => {
            let rest = bare(rest);
            SETTLED.begin(&rest) || DEDUCTED.begin(&rest)
        }
        None => SETTLED.begin(whole_of_total(label).unwrap_or(label)),
    }
}

/// Whether a sentence, in plain form, says what flows its table tells of: `Net investment income
/// consists of the following`, `Rental income from buildings was`.
pub fn names_flows(sentence: &str) -> bool {
    let subject = without_predicate(sentence);
    let is_flow = |words: &str| words.rsplit(' ').next().is_some_and(|last| FLOW_NOUNS.has(last));
    // `The cost of property and equipment consists of` what is held.
    let head_is_flow = || {
        let words: Vec<&str> = subject.split(' ').collect();
        let noun = words
            .iter()
            .position(|word| is_hanging(word))
            .and_then(|at| words.get(at.checked_sub(1)?));
        noun.is_some_and(|noun| is_flow(noun) && !noun.starts_with("cost"))
    };
    subject.len() < sentence.len()
        && (is_flow(subject) || head_is_flow())
        && !names_balances(sentence)
        && !speaks_of_balances(sentence)
}

/// Whether a sentence, in plain form, names balances that are reconciled, and no flow beside them:
/// `A reconciliation of net liabilities as reported to their tax basis is`.
pub fn reconciles_balances(sentence: &str) -> bool {
    // A return on income tax is no income.
    let told = sentence.replace("income tax", "").replace("reconciliation", "");
    // One on equity is earned in a year.
    RECONCILED.any(sentence)
        && !holds(sentence, "return on")
        && !tells_activity(&told)
        && !words_in(&told).any(|word| FLOW_NOUNS.has(word))
}

/// Whether a title, in plain form, names what comes or goes: `Tons Sold`, `Sales by Product`.
pub fn heads_passing(title: &str) -> bool {
    let subject = without_frames(title);
    let first = subject.split([' ', ',']).next().unwrap_or_default();
    FLOW_NOUNS.has(first) || comes_or_goes(without_predicate(subject))
}

/// Whether a label, in plain form, tells what was earned, spent, put in or taken out: `Rental
/// expense`, `Loans charged off`.
pub fn comes_or_goes(label: &str) -> bool {
    let item = item_named(label);
    let ends_as_flow = || item.rsplit(' ').next().is_some_and(|last| FLOW_NOUNS.has(last));
    (ends_as_flow() || PASSING.any(item) || is_plan_cost(label) || is_flow(label))
        && !HELD.any(item)
}

/// What a sentence or a title speaks of, without what it says of that: `long-term debt` of
/// `long-term debt consists of`.
fn without_predicate(title: &str) -> &str {
    let is_end = |word: &str| word.starts_with('(') || PREDICATES.has(word);
    let mut at = 0;
    for word in title.split(' ') {
        if at > 0 && is_end(word) {
            break;
        }
        at += word.len() + 1;
    }
    title.get(..at.saturating_sub(1)).unwrap_or(title).trim_end_matches([':', ',', '.'])
}

/// A title from the words that name its subject on.
fn without_frames(title: &str) -> &str {
    let mut subject = title;
    while let Some(rest) = without_frame(subject) {
        subject = rest;
    }
    subject
}

/// A title without the number of its note or the first of the words that lead to its subject.
fn without_frame(title: &str) -> Option<&str> {
    let words = title.trim_start_matches(|c: char| !c.is_alphabetic());
    if words.len() < title.len() {
        return Some(words);
    }
    let mut behind = TITLE_FRAMES.of(title).map(|frame| &title[frame.len()..]);
    behind.find(|rest| ends_a_word(rest))
}

/// Whether what a label, in plain form, names comes or goes: `Loans purchased`. What it says is
/// taken off may do so, `Receivables, less provision for doubtful accounts`; so may the name of a
/// balance that is its first bytes, `Federal funds purchased`.
fn passes(label: &str, name: usize) -> bool {
    PASSING.any(label)
        && PASSING
            .find(item_named(label))
            .any(|found| found.at + PASSING.phrase(found).len() > name)
}

/// Whether a label, in plain form, names a balance rather than a flow, or the total of one.
pub fn is_balance(label: &str) -> bool {
    is_one_balance(label) || whole_of_total(label).is_some_and(is_one_balance)
}

fn is_one_balance(label: &str) -> bool {
    let label = label.trim_end_matches(|c: char| !c.is_alphanumeric());
    let ends = |phrase: &str| {
        let rest = &label[phrase.len()..];
        rest.is_empty() || rest.starts_with([',', '(', ' ', '-', '{', '/'])
    };
    // `Cash paid for interest` is a flow: of cash, a whole label is a balance, or a list of its
    // kinds.
    if label.starts_with("cash") {
        return BALANCES.of(label).any(|phrase| phrase == label || phrase.contains(','));
    }
    let is_listed =
        || BALANCES.of(label).any(|phrase| ends(phrase) && !passes(label, phrase.len()));
    is_listed() || is_balance_in_full(label) || is_balance_alone(label)
}

/// Whether a label names a balance by words that may begin the name of a flow as well, and says no
/// more than what is taken off or how else it is called: `Term loans, less current maturities`,
/// `Equity (deficit`.
fn is_balance_in_full(label: &str) -> bool {
    let named = split_aside(label).filter(|(_, aside)| !aside.contains(')'));
    let named = item_named(named.map_or(label, |(name, _)| name));
    let end = |c: char| !c.is_alphanumeric();
    let named = named.trim_end_matches(end);
    let named = named.strip_suffix(" net").unwrap_or(named).trim_end_matches(end);
    BALANCES_WHOLE.has(named) && !PASSING.any(label)
}

/// Whether a label, in plain form, begins as that of a balance on a day that it names: `Balances at
/// June 30, 1998`, `Issued and outstanding`.
pub fn begins_as_dated_balance(label: &str) -> bool {
    DATED.of(label).next().is_some()
}

/// Whether a word begins the time of which something is told at the beginning or at the end:
/// `periods`, `yr`, `three`.
pub fn begins_time_of_balance(word: &str) -> bool {
    TIMES.iter().any(|time| word.starts_with(time))
}

/// Whether a label names the balance at the beginning of a period: `Opening balance`, `Cash,
/// beginning`.
pub fn is_opening(label: &str) -> bool {
    OPENINGS.any(label) || word_apart(label).is_some_and(|(_, word)| word == PeriodWord::Beginning)
}

/// Whether a label names the balance at the end of a period: `Cash at year-end`, `Cash - ending`;
/// not where it names a price of that day, at which shares are reckoned.
pub fn is_closing(label: &str) -> bool {
    CLOSINGS.find(label).any(|found| !is_day_of_price(&label[found.at..]))
        || word_apart(label).is_some_and(|(_, word)| word == PeriodWord::Ended)
}

/// Whether a label, in plain form, names a flow even among balances; not by what it says is taken
/// off, nor by what has gathered: `Real estate, before accumulated depreciation`.
pub fn is_flow(label: &str) -> bool {
    let item = item_named(label);
    FLOWS.find(item).any(|found| !item[..found.at].ends_with("accumulated "))
}

/// Whether a heading says of all below it that they are averages: `Balance sheet data - average`.
/// What is weighted, a price, may be that of a day.
pub fn heads_averages_of_balances(heading: &str) -> bool {
    let plain = super::plain(heading);
    let words = plain.trim_matches(|c: char| !c.is_alphanumeric());
    tells_averages(heading)
        || begins(words, "average")
        || words.ends_with("average") && !words.ends_with("weighted average")
}

/// Whether a label, in plain form, tells of a whole year, in which something was so much on average
/// or at its peak: `Average rate during the year`, `Maximum month-end balance`.
pub fn tells_of_a_year(label: &str) -> bool {
    YEAR_LONG.any(label) || MEANS.begin(label)
}

/// Whether a heading, in plain form, opens a section of balances; `Changes in balance sheet items`
/// are flows.
pub fn is_balance_section(heading: &str) -> bool {
    // `Capitalization (in thousands):`
    let bare = heading.split(" (").next().unwrap_or(heading).trim_end_matches(':');
    BALANCE_SECTIONS.any(heading) && !["change", "changes"].iter().any(|word| holds(heading, word))
        || BALANCE_SECTIONS_ALONE.has(bare)
}
