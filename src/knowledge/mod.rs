//! What words mean: labels, titles, months, units. The words live in the CSV files beside this
//! one; they are read once, checked by their test, and looked up by what they are about. Most
//! rooms ask for a text in [`plain`] form, or for a label in [`key`] form.
//!
//! | Room | What its words are about |
//! |---|---|
//! | `phrases` | none: how lists of phrases are looked for in a text |
//! | `periods` | days, months, lengths of time |
//! | `scales` | what figures are printed in: scales, currencies |
//! | `units` | what a label measures |
//! | `per_share` | where a label counts shares, or tells what each has |
//! | `shares` | shares, what gives a right to them, and what is per share |
//! | `prices` | money for each of something |
//! | `ratios` | what one amount is of another |
//! | `counted` | things counted, and money beside them |
//! | `columns` | what stands over a column |
//! | `headings` | titles and headings |
//! | `concepts` | labels of us-gaap elements |
//! | `balances` | balances and flows |
//! | `held` | what is there on a day, by the noun of its name |
//! | `notions` | single notions that rules ask for by name |
//! | `sums` | the first word of a label: total, net, balance |
//! | `wraps` | where a label cannot end, and what carries it on |

/// Questions that one list of phrases answers: whether a text is one of them, holds any, or begins
/// with one. The list is that of one sense of a CSV file.
macro_rules! questions {
    ($csv:literal: $($(#[$doc:meta])* $vis:vis fn $name:ident = $list:ident::$ask:ident($sense:literal);)+) => {$(
        $(#[$doc])*
        $vis fn $name(text: &str) -> bool {
            use crate::knowledge::phrases::$list;
            static LIST: std::sync::LazyLock<$list> =
                std::sync::LazyLock::new(|| $list::listed(include_str!($csv), $sense));
            LIST.$ask(text)
        }
    )+};
}

mod balances;
mod columns;
mod concepts;
mod counted;
mod headings;
mod held;
mod notions;
mod per_share;
mod periods;
mod phrases;
mod prices;
mod ratios;
mod scales;
mod shares;
mod sums;
mod units;
mod wraps;

pub use self::balances::{
    begins_as_closing, begins_as_dated_balance, begins_as_opening, begins_time_of_balance,
    comes_or_goes, ends_with_equity, goes_before_time_of_balance, heads_averages_of_balances,
    heads_flows, heads_passing, is_balance, is_balance_section, is_closing, is_day_of_price,
    is_flow, is_instant, is_opening, is_part_of_status, is_plan_cost, is_put_in, is_side,
    is_standing, may_be_balance, may_name_balance, names_balances, names_flows, names_result_per,
    puts_or_takes, reconciles_balances, settles, speaks_of_accruals, speaks_of_balances,
    speaks_of_heading, speaks_of_plan, sums_up_other_side, tells_activity, tells_averages,
    tells_day_and_time, tells_of_a_year, tells_plan_changes, tells_year_end,
};
pub use self::columns::{
    column_measure, counts_votes, counts_years, heads_a_list, heads_averages, heads_dividends,
    heads_lives, heads_prices, heads_properties, heads_rates, heads_years, is_balance_column,
    is_bare_number, is_flow_column, is_no_period, is_note_column, is_price_of_whole,
    is_reported_column, is_restated_column, may_be_percent, tells_how_reported,
};
pub use self::concepts::{
    comes_before_interest, concept, ends_in_value, is_gross, is_item_of_income, is_main_line,
    is_part_of_cash, is_result, is_result_so_far, is_supposed, is_taken_off, item_named, key,
    makes_exceptions, names_item, names_part_of_result, speaks_of_deferred_taxes, stands_apart,
    takes_depreciation_off, tells_beside_cash, tells_of_shares,
};
pub use self::counted::{
    announces_counts, announces_statistics, counts_money, excepts_statistics, is_change_of_count,
    is_counted, is_kind_of_counted, may_be_counted, may_be_earned, names_amount, names_cost,
    names_flow, names_orders, names_things_alone, tells_number_of_goods,
};
pub use self::headings::{
    Sign, adjusts, announces_outlook, begins_as_adjusted, carried_over, ends_company_name, expects,
    fills_totals, gathers_items, heads_capital_ratios, heads_data, heads_ratios, heads_statements,
    is_acronym, is_activity, is_bare_heading, is_beyond, is_carried_over, is_change_in_cash,
    is_closer, is_comprehensive_result, is_continued, is_index, is_left_of_fund, is_money,
    is_own_measure, is_standard_heading, is_top_heading, is_worked_out, may_show_a_table,
    names_bank_leverage, names_identifier, names_owners, numbers_schedule, opens_liabilities,
    opens_supplement, shows_a_table, signs, speaks_of_audit, speaks_of_bank_capital,
    speaks_of_parent, speaks_of_tables, tells_what_follows, title_kind, whole_of_parts,
};
pub use self::held::{Held, measures_use, names_held};
pub use self::notions::{Notion, begins_with, speaks_of};
pub use self::periods::{
    FISCAL, FISCAL_YEAR, PeriodWord, TRANSITION, behind_end_of_years, behind_limits,
    behind_year_of, comes_before_due_day, comes_before_fiscal_year, counts_from_a_day, ends_term,
    follows_a_day, goes_before_trailing, goes_with_periods, has_period_word,
    heads_year_of_quarters, is_behind_earlier, is_document, is_done_at_year_end, is_end_of_one,
    is_month, is_of_another, is_relative, is_term_unit, leads_to_end, limits_time,
    names_an_earlier, names_an_end, names_fiscal_year, names_origins, names_relative_time,
    names_time_at_hand, names_time_behind, names_transition, period_word, speaks_of_payments,
    tells_of_comparison, tells_part_of_year, trails, whole_of_year,
};
use self::phrases::{Beginnings, Phrases, Words};
pub use self::prices::{
    heads_reckoning, is_average_of_one, is_of_days, is_unscaled, may_cost_each, names_dwellings,
    names_price, names_quantity, tells_exchange_rate, tells_of_one,
};
pub use self::ratios::{
    measure_in_points, names_doubtful_loans, names_rate_in_points, names_turnover,
    tells_large_part, tells_part_of_balance,
};
pub use self::scales::{
    begins_exception, currency_in_letters, currency_letters, currency_of, currency_sign,
    has_dollar_sign, is_remark_on_units, scale_of, speaks_of_money, without_exception,
};
pub use self::shares::{
    becomes_shares, begins_as_count, dilution, heads_per_share, is_count_of_shares, is_dividend,
    is_not_earned, is_of_grants, is_part_of_shares, is_result_per_share, is_share_act,
    names_exchange, names_no_more_than_per_share, speaks_of_securities, tells_of_split,
    tells_par_value, tells_share_activity,
};
pub use self::sums::{
    begins_as_balance, is_bare_total, is_total, names_total, net_of, sums_up_assets, whole_of_total,
};
pub use self::units::{Measure, is_ditto, is_unit_of_figures, measure_of};
pub use self::wraps::{
    are_parted, begins_as_result, carries_on, goes_before_name, goes_before_number,
    goes_before_rate, goes_behind_hyphen, goes_behind_shares, is_abbreviation, is_announcer,
    is_article, is_attribute, is_half, is_hanging, is_joint, is_leading, is_lettered, is_remnant,
    opens_announcement, stands_behind_dash, stands_in_sentences, takes_hyphen,
};

/// The rows of a CSV of `N` columns without quotes, header passed over.
fn rows<const N: usize>(csv: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    csv.lines().skip(1).flat_map(spellings).filter_map(|line| {
        let mut fields = line.splitn(N, ',');
        let row: [&str; N] = std::array::from_fn(|_| fields.next().unwrap_or(""));
        (!line.is_empty()).then_some(row)
    })
}

/// A phrase, and how else it is spelled: `shareholders' equity` as that of one, `shareholder's
/// equity`, in a hurry, `shareholders equity`, and with a sign that somebody or some machine took
/// for an apostrophe; `non-current debt` without its hyphen.
fn spellings(phrase: &'static str) -> impl Iterator<Item = &'static str> {
    const OWNERS: &str = "ers'";
    const OTHERS: [&str; 4] = ["er's", "ers", "ers`", "ers?"];
    // Most phrases have neither sign: without a way out of the loop, many bytes are looked at together.
    let has = |sign: u8| phrase.bytes().fold(false, |any, b| any | b.eq(&sign));
    let mut others: Vec<&'static str> = Vec::new();
    if has(b'\'')
        && let Some((who, held)) = phrase.split_once(OWNERS)
    {
        others.extend(OTHERS.map(|by| &*[who, by, held].concat().leak()));
    }
    if has(b'-') && !phrase.contains(" -") {
        let joined = phrase.split_once("non-").map(|(before, rest)| [before, "non", rest].concat());
        others.extend(joined.map(|joined| &*joined.leak()));
        let hyphened = std::iter::once(&phrase).chain(&others).filter(|p| p.contains('-'));
        let parted: Vec<_> = hyphened.map(|p| &*p.replace('-', " ").leak()).collect();
        others.extend(parted);
    }
    std::iter::once(phrase).chain(others)
}

/// Lower case, single blanks, straight apostrophes, `and` spelled out.
pub fn plain(text: &str) -> String {
    if is_spelled_plain(text.as_bytes()) {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    let mut put = |word: &str| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(if word == "&" { "and" } else { word });
    };
    // Bytes are looked at faster than characters.
    if text.is_ascii() {
        text.split_ascii_whitespace().for_each(put);
        out.make_ascii_lowercase();
        return out;
    }
    text.split_whitespace().for_each(&mut put);
    out.make_ascii_lowercase();
    out.replace('\u{2019}', "'")
}

/// Whether a text is in [`plain`] form but for its capitals, as most labels are: ASCII without blanks
/// at its ends, next to each other, or of other kinds, and without an ampersand.
fn is_spelled_plain(text: &[u8]) -> bool {
    let [first, .., last] = text else { return false };
    // Without a way out of the loops, many bytes are looked at together.
    let printed = text.iter().fold(true, |all, b| all & matches!(b, b' '..=b'%' | b'\''..=b'~'));
    // The bits of two neighbours together are those of a blank only where both are blanks.
    let pairs = text.iter().zip(&text[1..]);
    let fewest = pairs.fold(u8::MAX, |fewest, (a, b)| fewest.min(a | b));
    printed && fewest > b' ' && *first != b' ' && *last != b' '
}

/// Whether `text` holds `phrase` as whole words.
pub fn holds(text: &str, phrase: &str) -> bool {
    phrases::find(text, phrase).is_some()
}

/// A text parted before the first of its words in parentheses: `Total` and `net of tax)`. Few have
/// any: one byte is looked for faster than two.
pub fn split_aside(text: &str) -> Option<(&str, &str)> {
    let parted = |(at, _): (usize, &str)| Some((text[..at].strip_suffix(' ')?, &text[at + 1..]));
    text.match_indices('(').find_map(parted)
}

/// The words of a text, without the signs between them.
fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Words and phrases of one sense of `words.csv`, in the order of the list.
fn words(sense: &'static str) -> Vec<&'static str> {
    of_sense(include_str!("words.csv"), sense).collect()
}

/// The pairs of one sense, ` / ` between the first and the last.
fn pairs(sense: &'static str) -> Vec<(&'static str, &'static str)> {
    words(sense).into_iter().filter_map(|pair| pair.split_once(" / ")).collect()
}

/// The words of one sense, to ask whether a word is among them.
fn word_list(sense: &'static str) -> Words {
    Words::listed(include_str!("words.csv"), sense)
}

/// The phrases of one sense, with which texts may begin.
fn beginnings(sense: &'static str) -> Beginnings {
    Beginnings::listed(include_str!("words.csv"), sense)
}

/// The phrases of one sense, to be looked for in texts.
fn phrase_list(sense: &'static str) -> Phrases {
    Phrases::listed(include_str!("words.csv"), sense)
}

impl Phrases {
    /// Those of one sense of a list of senses and phrases.
    fn listed(csv: &'static str, sense: &'static str) -> Self {
        Self::new(of_sense(csv, sense).map(|phrase| (phrase, ())))
    }
}

impl Words {
    /// Those of one sense of a list of senses and words.
    fn listed(csv: &'static str, sense: &'static str) -> Self {
        Self::new(of_sense(csv, sense).map(|word| (word, ())))
    }

    /// Those that bear a mark, of a list of words or phrases and their marks.
    fn marked(csv: &'static str, mark: &str) -> Self {
        let bear = rows(csv).filter(|[_, marks]| marks.split(' ').any(|m| m == mark));
        Self::new(bear.map(|[phrase, _]| (phrase, ())))
    }
}

impl Beginnings {
    /// Those of one sense of a list of senses and phrases.
    fn listed(csv: &'static str, sense: &'static str) -> Self {
        Self::new(of_sense(csv, sense))
    }
}

/// The phrases of one sense of a list, in which they stand together: all lines before them are
/// passed over in one go.
fn of_sense(csv: &'static str, sense: &'static str) -> impl Iterator<Item = &'static str> {
    let head = format!("\n{sense},");
    let first =
        memchr::memmem::find(csv.as_bytes(), head.as_bytes()).map_or(csv.len(), |at| at + 1);
    let lines = csv[first..].lines();
    lines.map_while(move |line| line.strip_prefix(sense)?.strip_prefix(',')).flat_map(spellings)
}

/// Whether a text begins with a phrase, as whole words.
fn begins(text: &str, phrase: &str) -> bool {
    text.strip_prefix(phrase).is_some_and(phrases::ends_a_word)
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_of_one_sense_stand_together() {
        for csv in [
            include_str!("columns.csv"),
            include_str!("counted.csv"),
            include_str!("instants.csv"),
            include_str!("words.csv"),
        ] {
            let senses = csv.lines().filter_map(|line| Some(line.split_once(',')?.0));
            let mut runs: Vec<&str> = senses.collect();
            runs.dedup();
            let parts = runs.len();
            runs.sort_unstable();
            runs.dedup();
            assert_eq!(runs.len(), parts);
        }
    }
}
