//! Titles and headings: what they announce, gather and close.

use std::sync::LazyLock;

use crate::knowledge::concepts::{concept, is_part_of_cash, key};
use crate::knowledge::counted::counts_money;
use crate::knowledge::periods::{PeriodWord, period_word};
use crate::knowledge::phrases::{Beginnings, Phrases, Words, find};
use crate::knowledge::shares::dilution;
use crate::knowledge::sums::whole_of_total;
use crate::knowledge::units::{Measure, measure_of};
use crate::knowledge::{
    Notion, beginnings, begins, pairs, phrase_list, plain, rows, speaks_of, split_aside, word_list,
    words, words_in,
};
use crate::named::named;
use crate::record::Kind;

questions! {
    /// Whether words, in plain form, say that something follows: `is summarized as follows`.
    pub fn tells_what_follows = Phrases::any("follows" in "words.csv");
    /// Whether a sentence, in plain form, begins by saying that it shows a table: `The following
    /// table sets forth`.
    pub fn shows_a_table = Beginnings::begin("shows_table" in "words.csv");
    /// Whether a sentence speaks of the tables around it.
    pub fn speaks_of_tables = Phrases::any("tables" in "words.csv");
    /// Whether a heading, in plain form, names the assets and no more.
    pub fn heads_assets_alone = Words::has("assets_alone" in "words.csv");
    /// Whether a heading, in plain form, names the liabilities and no more.
    pub fn heads_liabilities_alone = Words::has("liabilities_alone" in "words.csv");
    /// Whether a heading, in plain form, names a statement: `Statements of income`.
    pub fn heads_statement = Phrases::any("statement_heading" in "words.csv");
    /// Whether a label, in key form, is what a bank holds against its risks, in all.
    pub fn is_total_capital = Words::has("total_capital" in "words.csv");
    /// Whether a heading, in plain form, heads what a bank holds against its risks, of which `Total
    /// capital` is one: `Risk-based capital ratios`.
    pub fn heads_capital_ratios = Phrases::any("capital_ratio" in "words.csv");
    /// Whether a label, in plain form, speaks of the capital that a bank must have: `Tier 1
    /// capital`.
    pub fn speaks_of_bank_capital = Phrases::any("bank_capital" in "words.csv");
    /// Whether a label, in plain form, names what a bank's capital is of its assets: `Leverage
    /// ratio`.
    pub fn names_bank_leverage = Phrases::any("bank_leverage" in "words.csv");
    /// Whether a label, in plain form, begins by naming a result that each company measures its own
    /// way: `Adjusted EBITDA`, `Funds from operations`.
    pub fn is_own_measure = Beginnings::begin("own_measure" in "words.csv");
    /// Whether a heading, in plain form, is that of the list of a filing's exhibits or statements.
    pub fn is_index = Words::has("index" in "words.csv");
    /// Whether a label, in plain form, names a sum that may close a section.
    pub fn is_closer = Beginnings::begin("closer" in "words.csv");
    /// Whether a label, in plain form, begins by naming what a bank keeps of interest, below the
    /// balances on which it is earned and paid: `Net interest margin`, `Interest rate spread`.
    pub fn begins_as_net_interest = Beginnings::begin("net_interest" in "words.csv");
    /// Whether a word is one of those that stand in all kinds of totals: `net`, `provided`.
    pub fn fills_totals = Words::has("total_filler" in "words.csv");
    /// Whether words are a remark on an audit: `(Unaudited)`, `AUDITED`.
    pub fn speaks_of_audit = Phrases::any("audit" in "words.csv");
    /// Whether a heading announces what is expected rather than what has been: `2005 Outlook`.
    pub fn announces_outlook = Phrases::any("outlook" in "words.csv");
    /// Whether a title or a sentence tells what is expected: `The Company estimates the following`.
    pub fn expects = Phrases::any("expecting" in "words.csv");
    /// Whether words, in plain form, begin by naming what net income is adjusted to.
    pub fn begins_as_adjusted = Beginnings::begin("adjusted_to" in "words.csv");
    /// Whether the last word of a line says that the line is a company's name: `corp`,
    /// `subsidiaries`.
    pub fn ends_company_name = Words::has("company_end" in "words.csv");
    /// Whether a heading, in plain form, names what owners hold: `stockholders' deficiency`.
    pub fn names_owners = Phrases::any("owners" in "words.csv");
}

named! {
    /// A part of a statement by which its kind is known.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Sign {
        /// Revenues.
        Sales = "sales",
        /// A result of the period, gross or net.
        Result = "result",
        /// The sum of all assets.
        Assets = "assets",
        /// What is owed.
        Liabilities = "liabilities",
        /// Cash flows of investing activities.
        Investing = "investing",
        /// Cash flows of financing activities.
        Financing = "financing",
    }
}

static SIGNS: LazyLock<Phrases<Sign>> = LazyLock::new(|| {
    let senses = rows(include_str!("words.csv"));
    Phrases::new(senses.filter_map(|[sense, phrase]| Some((phrase, Sign::named(sense)?))))
});

/// The parts of a statement that a label, in key form, names.
pub fn signs(label: &str) -> impl Iterator<Item = Sign> {
    SIGNS.find(label).map(|found| *SIGNS.meaning(found))
}

static CONTINUED: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("continued"));

/// Whether a heading stands again on a further page: `Current liabilities (continued)`.
pub fn is_carried_over(text: &str) -> bool {
    let aside =
        text.trim_end_matches([':', ' ']).strip_suffix(')').and_then(|t| t.rsplit_once('('));
    aside.is_some_and(|(words, aside)| !words.is_empty() && is_continued(aside))
}

/// What a text, in [`plain`] form, says before `(continued)` or its kin at its end.
pub fn carried_over(text: &str) -> Option<&str> {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let words = CONTINUED.iter().find_map(|mark| bare.strip_suffix(mark))?;
    Some(words.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// `(continued)` and its kin, alone on a line.
pub fn is_continued(text: &str) -> bool {
    let plain = plain(text.trim_matches(|c: char| !c.is_alphanumeric()));
    CONTINUED.contains(&plain.as_str())
}

static TITLES: LazyLock<Phrases<Kind>> = LazyLock::new(|| {
    let nouns = words("title_noun");
    let titles = rows(include_str!("titles.csv"))
        .filter_map(|[phrase, kind]| Some((phrase, kind.parse().ok()?)));
    Phrases::new(titles.flat_map(|(phrase, kind)| {
        spellings_of_title(phrase, &nouns).into_iter().map(move |title| (title, kind))
    }))
});

/// A title, with the nouns in it in the plural as well, and of the consolidated company:
/// `Statement of operations`, `Statements of consolidated operations`.
fn spellings_of_title(title: &'static str, nouns: &[&str]) -> Vec<&'static str> {
    const BEFORE_COMPANY: [&str; 4] = ["statement of ", "statements of ", "in the ", "selected "];
    let mut out = vec![title];
    for noun in nouns {
        let in_plural = |title: &&str| {
            let end = find(title, noun)? + noun.len();
            Some(&*[&title[..end], "s", &title[end..]].concat().leak())
        };
        out.extend(out.iter().filter_map(in_plural).collect::<Vec<_>>());
    }
    let of_company = |title: &&str| {
        let (at, before) = BEFORE_COMPANY.iter().find_map(|b| Some((title.find(b)?, b)))?;
        let (before, what) = title.split_at(at + before.len());
        Some(&*[before, "consolidated ", what].concat().leak())
    };
    out.extend(out.iter().filter_map(of_company).collect::<Vec<_>>());
    out
}

/// What statement a title announces; the first phrase of the list that the text holds decides. One
/// that holds none may tell of measures of several kinds.
pub fn title_kind(text: &str) -> Option<Kind> {
    // What is off the balance sheet is none of it.
    let off = |at: usize| {
        at.checked_sub("off-".len())
            .and_then(|from| text.get(from..at))
            .is_some_and(|before| before.eq_ignore_ascii_case("off-"))
    };
    let found = TITLES.find(text).filter(|found| !off(found.at)).min_by_key(|found| found.rank);
    let Some(found) = found else { return mixes_measures(text).then_some(Kind::SelectedData) };
    let kind = *TITLES.meaning(found);
    // `Summary financial statements` may be any of these.
    let may_be_any = kind == Kind::SelectedData && SUMMED_UP.any(text);
    (!may_be_any).then_some(kind)
}

/// Whether a title says that it sums up so many years, `EIGHT-YEAR SUMMARY`, `Ten-year financial
/// review`, or no more than `HIGHLIGHTS`. A review or a comparison that goes on may be one of
/// anything: `Five-year comparison of total return`.
fn mixes_measures(title: &str) -> bool {
    /// How many words stand between the years and the summary of them.
    const MOST_BETWEEN: usize = 4;
    if !SUMMARIES.any(title) && !REVIEWS.any(title) {
        return false;
    }
    let title = plain(title);
    let words: Vec<&str> = words_in(split_aside(&title).map_or(&title, |(bare, _)| bare)).collect();
    let is_year = |word: &str| word == "year" || word == "years";
    let counted = words.windows(2).position(|pair| is_year(pair[1]) && counts_several(pair[0]));
    let Some(at) = counted else { return words == ["highlights"] };
    let behind = &words[at + 2..];
    let sums_up = |word: &&str| SUMMARIES.any(word);
    behind.iter().take(MOST_BETWEEN + 1).any(sums_up)
        || behind.len() <= MOST_BETWEEN + 1 && behind.last().is_some_and(|word| REVIEWS.any(word))
}

/// Whether a word is a count of more than one, in letters or digits; that of a year is none.
fn counts_several(word: &str) -> bool {
    let digits = word.parse().ok().filter(|_| word.len() < "1999".len());
    let in_letters = || match period_word(word) {
        Some(PeriodWord::Count(count)) => Some(count),
        _ => None,
    };
    digits.or_else(in_letters).is_some_and(|count| count > 1)
}

static SUMMARIES: LazyLock<Phrases> = LazyLock::new(|| phrase_list("summary"));
static REVIEWS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("review"));
static SUMMED_UP: LazyLock<Phrases> = LazyLock::new(|| phrase_list("summed_up"));
static OWED: LazyLock<Words> = LazyLock::new(|| word_list("owed"));
static CHANGES_OF_CASH: LazyLock<Words> = LazyLock::new(|| word_list("change_of_cash"));
static BEHIND_CASH: LazyLock<Beginnings> = LazyLock::new(|| beginnings("behind_cash"));
static BARE: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("bare"));
static GATHERING: LazyLock<Phrases> = LazyLock::new(|| phrase_list("gathering"));
static DILUTIONS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("dilution"));
static DILUTED: LazyLock<Beginnings> = LazyLock::new(|| beginnings("diluted"));
static DIVISIONS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("division"));
static FUND_TOTALS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("fund"));
static FUND_TOTALS_ALONE: LazyLock<Words> = LazyLock::new(|| word_list("fund_alone"));
static HEADINGS: LazyLock<Words> = LazyLock::new(|| word_list("heading"));
static HEADING_STARTS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("heading_start"));
/// How headings begin and end that may take several lines.
static HEADING_ENDS: LazyLock<Vec<(&'static str, &'static str)>> =
    LazyLock::new(|| pairs("heading_ends"));
static CASH_FLOWS: LazyLock<Beginnings> = LazyLock::new(|| beginnings("flows"));
static ACRONYMS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("acronym"));
static ACTIVITIES: LazyLock<Words> = LazyLock::new(|| word_list("activity"));
static CASH_PARTS: LazyLock<Words> = LazyLock::new(|| word_list("cash_part"));
static ADJUSTING: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("adjusting"));
static OTHER_SIDES: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("other_side"));
static SUPPLEMENTS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("supplement"));
static SUPPLEMENT_ENDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("supplement_end"));
static TOPS: LazyLock<Words> = LazyLock::new(|| word_list("top"));

/// Whether a text has the words without which no sentence in it shows a table, as most have not.
pub fn may_show_a_table(text: &str) -> bool {
    ["ollowing ", "OLLOWING ", "elow", "ELOW"].iter().any(|words| text.contains(words))
}

/// Whether a line heads the statements that follow: `CONSOLIDATED SUMMARY FINANCIAL STATEMENTS`.
pub fn heads_statements(line: &str) -> bool {
    let plain = plain(line.trim());
    let bare = split_aside(&plain).map_or(plain.as_str(), |(bare, _)| bare);
    ALL_STATEMENTS.binary_search(&bare).is_ok()
}

static ALL_STATEMENTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("all_statements"));
static PARENTS: LazyLock<Phrases> = LazyLock::new(|| phrase_list("parent_alone"));

/// Whether a heading speaks of the company without those it owns: `CONDENSED FINANCIAL INFORMATION
/// OF REGISTRANT`.
pub fn speaks_of_parent(heading: &str) -> bool {
    PARENTS.any(&plain(heading))
}

/// Whether a heading, in plain form, stands for itself: no rows belong to it.
pub fn is_bare_heading(heading: &str) -> bool {
    // `Commitments to extend credit` are items.
    let heads_items = |rest: &str| rest.starts_with(" to ");
    BARE.iter().any(|b| heading.strip_prefix(b).is_some_and(|rest| !heads_items(rest)))
}

/// Whether a heading, in plain form, gathers items of an income statement.
pub fn gathers_items(heading: &str) -> bool {
    GATHERING.any(heading)
        && !heading.contains("per share")
        && !heading.contains("per common")
        // `Income retained in the business` holds what was earned.
        && !speaks_of(heading, Notion::Retained)
        && !heads_data(heading)
        // `Statements of income`
        && !heads_statement(heading)
        // `Items as a percentage of net sales`
        && measure_of(heading) != Some(Measure::Percent)
        // `Diluted income`
        && dilution(heading) == (false, false)
}

/// Whether a heading, in plain form, is over ratios of all kinds: `Performance ratios`.
pub fn heads_ratios(heading: &str) -> bool {
    heading.ends_with(" ratios")
}

/// Whether a heading, in plain form, is one of selected data: `income statement data (1)`.
pub fn heads_data(heading: &str) -> bool {
    heading.split('(').next().unwrap_or(heading).trim_end().ends_with(" data")
}

/// Whether a heading, in plain form, gathers what a label, in key form, is worked out from:
/// shares, and earnings per share.
pub fn is_worked_out(heading: &str, label: &str) -> bool {
    let of_dilution = DILUTIONS.begin(heading);
    let of_division = || DIVISIONS.begin(heading);
    let is_result = || {
        (label.starts_with("basic") || label.starts_with("diluted"))
            && measure_of(label) == Some(Measure::PerShare)
    };
    let are_shares = || DILUTED.begin(label);
    of_dilution && (is_result() || are_shares()) || of_division() && is_result()
}

/// Whether a line begins with the number of a schedule: `SCHEDULE II - VALUATION ACCOUNTS`.
pub fn numbers_schedule(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let roman = |word: &str| {
        let number = word.trim_end_matches(['-', ':', '.', ',']);
        !number.is_empty() && number.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'))
    };
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("schedule"))
        && words.next().is_some_and(roman)
}

static IDENTIFIERS: LazyLock<Words> = LazyLock::new(|| word_list("identifier"));

/// Whether words are what a number is called by which a thing is known: `EIN`, `Plan number`.
pub fn names_identifier(words: &str) -> bool {
    let plain = plain(words);
    IDENTIFIERS.has(plain.trim_end_matches('.'))
}

static PARTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("parts"));

/// The whole whose parts a heading, in key form, announces:
/// `components of net periodic benefit cost`.
pub fn whole_of_parts(heading: &str) -> Option<&str> {
    PARTS.iter().find_map(|parts| heading.strip_prefix(parts)?.strip_prefix(' '))
}

static COMPREHENSIVE: LazyLock<Words> = LazyLock::new(|| word_list("comprehensive"));

/// Whether a label, in [`key`](super::key) form, is the sum of all that a period brought: `Total
/// comprehensive income`.
pub fn is_comprehensive_result(label: &str) -> bool {
    COMPREHENSIVE.has(whole_of_total(label).unwrap_or(label))
}

/// Whether a label tells what a fund holds when all else is told; `Net assets of discontinued
/// operations` does not.
pub fn is_left_of_fund(label: &str) -> bool {
    FUND_TOTALS_ALONE.has(label) || FUND_TOTALS.begin(label)
}

/// Whether words, in plain form, are a heading wherever they stand without figures: no label
/// begins with them.
pub fn is_standard_heading(words: &str) -> bool {
    let words = words.trim_end_matches([':', '-', ' ']);
    HEADINGS.has(words)
        || heads_data(words)
        || HEADING_STARTS.begin(words)
        || HEADING_ENDS.iter().any(|(first, last)| begins(words, first) && words.ends_with(last))
}

/// Whether a heading, in plain form, opens what is told beside the flows of cash: `Supplemental
/// disclosure of non-cash activities`, `Activities not affecting cash`.
pub fn opens_supplement(heading: &str) -> bool {
    heading.starts_with("supplement") && SUPPLEMENTS.any(heading)
        || SUPPLEMENT_ENDS.iter().any(|end| heading.ends_with(end))
}

/// Whether a heading, in plain form, is one of the three parts of a cash flow statement:
/// `Operating activities`, `Cash flows used for financing`.
pub fn is_activity(heading: &str) -> bool {
    let heading = heading.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_part = |part: &str| ACTIVITIES.has(part) || CASH_PARTS.has(part);
    let mut of_flows = CASH_FLOWS.of(heading).map(|flows| &heading[flows.len()..]);
    ACTIVITIES.has(heading) || of_flows.any(|part| is_part(part.trim_start()))
}

/// Whether a label, in [`key`](super::key) form, is what all activities did to cash, and not to some
/// kept apart: `Increase in cash and cash equivalents`, not `Increase in cash surrender value`.
pub fn is_change_in_cash(label: &str) -> bool {
    let label = label.strip_prefix("net ").unwrap_or(label);
    // Asked of every row: few begin so.
    if !label.split(' ').next().is_some_and(|word| CHANGES_OF_CASH.has(word)) {
        return false;
    }
    let Some((change, rest)) = label.split_once(" in cash") else { return false };
    change.split(' ').all(|word| CHANGES_OF_CASH.has(word))
        && !is_part_of_cash(label)
        && (rest.is_empty() || BEHIND_CASH.begin(rest.trim_start()))
}

/// Whether a label is an acronym, in capitals whatever the rows around it are in: `EBITDA`.
pub fn is_acronym(label: &str) -> bool {
    ACRONYMS.iter().any(|acronym| label.eq_ignore_ascii_case(acronym))
}

/// Whether a heading, in plain form, gathers what turns net income into cash.
pub fn adjusts(heading: &str) -> bool {
    ADJUSTING.iter().any(|start| heading.starts_with(start))
}

/// Whether a heading, in plain form, opens the side of a balance sheet that faces the assets;
/// utilities begin it with what they are financed by.
pub fn opens_liabilities(heading: &str) -> bool {
    OTHER_SIDES.iter().any(|side| heading.starts_with(side))
}

/// Whether a heading, in plain form, opens a side of a balance sheet.
pub fn is_top_heading(heading: &str) -> bool {
    TOPS.has(heading) || heading.starts_with("liabilities") && names_owners(heading)
}

/// Whether a row, its label in [`key`](super::key) form, is none of what a heading of a balance sheet
/// in that form names: equity no debt, long-term debt no current liability.
pub fn is_beyond(heading: &str, label: &str) -> bool {
    let item = || concept(label, Kind::BalanceSheet);
    let last = heading.rsplit(' ').next().unwrap_or_default();
    OWED.has(last)
        && !names_owners(heading)
        && matches!(item(), Some("StockholdersEquity" | "LiabilitiesAndStockholdersEquity"))
        || heading == "current liabilities" && item() == Some("LongTermDebtNoncurrent")
        || heading == "current assets"
            && matches!(item(), Some("PropertyPlantAndEquipmentNet" | "Goodwill"))
}

/// Whether a label names an amount of money: an item of a statement, `EBITDA`.
pub fn is_money(label: &str) -> bool {
    let key = key(label);
    is_acronym(label)
        || counts_money(&plain(label))
        || signs(&key).next().is_some()
        || [Kind::Income, Kind::CashFlow, Kind::BalanceSheet]
            .iter()
            .any(|kind| concept(&key, *kind).is_some())
}
