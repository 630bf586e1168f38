//! The knowledge of `src/knowledge`: in canonical form, and all of it in use.
//!
//! Each test reads a file as text and asks the library for every row: a row that the loader does
//! not know, or that another row hides, does not answer as it says. A list that answers a question by
//! itself is asked just that.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ex99::knowledge::{self, Held, Measure, Notion, PeriodWord};
use ex99::record::{Currency, Duration, Kind};

/// Names of the files and their columns.
const FILES: [(&str, &[&str]); 15] = [
    ("columns", &["sense", "phrase"]),
    ("counted", &["sense", "phrase"]),
    ("currencies", &["code", "phrase"]),
    ("currency_letters", &["code", "letters"]),
    ("currency_signs", &["code", "sign"]),
    ("instants", &["sense", "phrase"]),
    ("labels", &["concept", "kinds", "label"]),
    ("notions", &["notion", "phrase"]),
    ("periods", &["word", "sense", "value"]),
    ("scales", &["scale", "phrase"]),
    ("states", &["phrase", "marks"]),
    ("things", &["phrase", "marks"]),
    ("titles", &["phrase", "kind"]),
    ("units", &["unit", "phrase"]),
    ("words", &["sense", "phrase"]),
];

/// The one file whose order says something: its first phrase that fits decides.
const BY_PRIORITY: &str = "titles";

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/knowledge")
}

fn text(name: &str) -> String {
    let path = folder().join(name).with_extension("csv");
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The rows of a file. The last column takes what is left of the line, commas and all.
fn rows<const N: usize>(name: &str) -> Vec<[String; N]> {
    let text = text(name);
    let split = |line: &str| {
        let fields: Vec<String> = line.splitn(N, ',').map(str::to_owned).collect();
        fields.try_into().unwrap_or_else(|_| panic!("{name}: `{line}` has fewer than {N} fields"))
    };
    text.lines().skip(1).map(split).collect()
}

fn report(name: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{name}.csv:\n{}", faults.join("\n"));
}

#[test]
fn every_file_is_checked() {
    let mut found: Vec<String> = fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "csv"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, FILES.map(|(name, _)| name), "files of src/knowledge and of this test");
}

#[test]
fn files_are_in_canonical_form() {
    let mut faults = Vec::new();
    for (name, columns) in FILES {
        let text = text(name);
        let mut lines = text.lines();
        if lines.next() != Some(columns.join(",").as_str()) {
            faults.push(format!("{name}: the header is not `{}`", columns.join(",")));
        }
        if !text.ends_with('\n') || text.contains('\r') {
            faults.push(format!("{name}: lines do not end in a line feed"));
        }
        let lines: Vec<&str> = lines.collect();
        for (at, line) in lines.iter().enumerate() {
            let fields: Vec<&str> = line.splitn(columns.len(), ',').collect();
            for field in &fields {
                if *field != field.split_whitespace().collect::<Vec<_>>().join(" ") {
                    faults.push(format!("{name}:{}: blanks in `{field}`", at + 2));
                }
            }
            let words = columns.iter().zip(&fields).filter(|(c, _)| {
                matches!(
                    **c,
                    "phrase"
                        | "label"
                        | "word"
                        | "sense"
                        | "notion"
                        | "unit"
                        | "marks"
                        | "kind"
                        | "kinds"
                )
            });
            for (_, field) in words {
                let element = fields[0] == "element" && *field != "element";
                if !element && **field != field.to_lowercase() || field.is_empty() {
                    faults.push(format!("{name}:{}: `{field}` is not in small letters", at + 2));
                }
            }
        }
        // Holders of stock are known by their other names.
        for holder in ["shareholder", "shareowner", "share-owner"] {
            if text.contains(holder) {
                faults.push(format!("{name}: `{holder}` stands there for stockholder"));
            }
        }
        // Hyphens are known to be left out.
        for line in lines.iter().filter(|line| line.contains('-') && !line.contains(" -")) {
            if lines.contains(&line.replace('-', " ").as_str()) {
                faults.push(format!("{name}: `{line}` stands there without its hyphen as well"));
            }
        }
        if name != BY_PRIORITY {
            for (at, pair) in lines.windows(2).enumerate() {
                if pair[0] >= pair[1] {
                    faults.push(format!("{name}:{}: `{}` is out of order", at + 3, pair[1]));
                }
            }
        }
    }
    report("*", &faults);
}

/// The file holds no phrase twice, whatever it says of it.
fn phrases_once<'a>(name: &str, phrases: impl Iterator<Item = &'a String>) {
    let mut seen = BTreeMap::new();
    for phrase in phrases {
        *seen.entry(phrase).or_insert(0) += 1;
    }
    let faults: Vec<String> =
        seen.iter().filter(|(_, n)| **n > 1).map(|(p, n)| format!("`{p}` {n} times")).collect();
    report(name, &faults);
}

#[test]
fn period_words_are_known() {
    let rows = rows::<3>("periods");
    phrases_once("periods", rows.iter().map(|[word, ..]| word));
    let mut faults = Vec::new();
    for [word, sense, value] in &rows {
        let same = match knowledge::period_word(word) {
            Some(PeriodWord::Month(m)) => {
                sense == "month" && m.to_string() == *value && (1..=12).contains(&m)
            }
            Some(PeriodWord::Count(n)) => sense == "count" && n.to_string() == *value,
            Some(PeriodWord::Unit(weeks)) => {
                sense == "unit" && *value == if weeks { "W" } else { "M" }
            }
            Some(PeriodWord::Length(length)) => {
                sense == "length" && value.parse::<Duration>() == Ok(length)
            }
            Some(PeriodWord::Quarter(q)) => sense == "quarter" && q.to_string() == *value,
            Some(PeriodWord::Half) => sense == "half" && value.is_empty(),
            Some(PeriodWord::ToDate) => sense == "to_date" && value.is_empty(),
            Some(PeriodWord::As) => sense == "as" && value.is_empty(),
            Some(PeriodWord::From) => sense == "from" && value.is_empty(),
            Some(PeriodWord::To) => sense == "to" && value.is_empty(),
            Some(PeriodWord::Inception) => sense == "inception" && value.is_empty(),
            Some(PeriodWord::Ended) => sense == "ended" && value.is_empty(),
            Some(PeriodWord::Beginning) => sense == "beginning" && value.is_empty(),
            Some(PeriodWord::Weekday(day)) => {
                sense == "weekday" && day.to_string() == *value && (1..=7).contains(&day)
            }
            None => false,
        };
        if !same {
            faults.push(format!("`{word}` is not read as {sense} {value}"));
        }
    }
    report("periods", &faults);
}

#[test]
fn no_title_hides_another() {
    let rows = rows::<2>("titles");
    phrases_once("titles", rows.iter().map(|[phrase, _]| phrase));
    let mut faults = Vec::new();
    for [phrase, kind] in &rows {
        let own: Option<Kind> = kind.parse().ok();
        let read = knowledge::title_kind(phrase);
        if own.is_none() || read != own {
            faults.push(format!("`{phrase}` is not read as {kind} but as {read:?}"));
        }
    }
    report("titles", &faults);
}

#[test]
fn scales_are_known() {
    let rows = rows::<2>("scales");
    phrases_once("scales", rows.iter().map(|[_, phrase]| phrase));
    let mut faults = Vec::new();
    for [scale, phrase] in &rows {
        let read = knowledge::scale_of(phrase).map(|(scale, _)| scale.to_string());
        if read.as_deref().unwrap_or("nothing") != scale {
            faults.push(format!("`{phrase}` is not read as {scale} but as {read:?}"));
        }
    }
    report("scales", &faults);
}

#[test]
fn currencies_are_known() {
    let rows = rows::<2>("currencies");
    phrases_once("currencies", rows.iter().map(|[_, phrase]| phrase));
    let mut faults = Vec::new();
    for [code, phrase] in &rows {
        let read = knowledge::currency_of(phrase).map(|currency| currency.code().to_owned());
        if read.as_ref() != Some(code) {
            faults.push(format!("`{phrase}` is not read as {code} but as {read:?}"));
        }
        let label = format!("loans (millions {phrase})");
        if phrase.starts_with("of ") && knowledge::measure_of(&label) == Some(Measure::Pure) {
            faults.push(format!("`{label}` counts things"));
        }
    }
    report("currencies", &faults);
}

#[test]
fn signs_of_currencies_are_known() {
    for [code, sign] in &rows::<2>("currency_signs") {
        let read = knowledge::currency_sign(format!("{sign}1,000").as_bytes());
        assert_eq!(read, Some((sign.as_str(), code.as_str())));
    }
}

#[test]
fn letters_for_currencies_are_known() {
    for [code, letters] in &rows::<2>("currency_letters") {
        let found = Some((letters.as_str(), code.as_str()));
        assert_eq!(knowledge::currency_in_letters(letters.as_bytes()), Some(code.as_str()));
        assert_eq!(knowledge::currency_letters(format!("{letters}1,000").as_bytes()), found);
    }
}

#[test]
fn counted_things_are_known() {
    let rows = rows::<2>("counted");
    phrases_once("counted", rows.iter().map(|[_, phrase]| phrase));
    let mut faults = Vec::new();
    for [sense, phrase] in &rows {
        let same = match sense.as_str() {
            "change" => knowledge::is_change_of_count(&format!("{phrase} (net)")),
            "amount" => knowledge::names_amount(&format!("net {phrase}")),
            "money" => knowledge::counts_money(&format!("{phrase}:")),
            "no_money" => !knowledge::counts_money(phrase),
            "qualifier" => knowledge::is_counted(&format!("{phrase} employees")),
            "when" => knowledge::is_counted(&format!("employees {phrase}")),
            _ => knowledge::answer("counted.csv", sense, phrase) == Some(true),
        };
        if !same {
            faults.push(format!("`{phrase}` is not read as {sense}"));
        }
    }
    report("counted", &faults);
}

#[test]
fn marks_of_things_and_states_are_known() {
    let counted = |label: String| knowledge::is_counted(&label);
    let held = |label: String| knowledge::names_held(&label);
    let mut faults = Vec::new();
    for [phrase, marks] in rows::<2>("things") {
        for mark in marks.split(' ') {
            let same = match mark {
                "name" => counted(format!("total {phrase} at year end")),
                "noun" | "site" => counted(format!("regional {phrase}")),
                "good" => counted(format!("regional {phrase} shipped")),
                "held" => held(phrase.clone()) == Some(Held::Named),
                "held_in_place" => held(format!("{phrase} owned")) == Some(Held::Things),
                "coming" => held(format!("number of {phrase}")).is_none(),
                "of_use" => held(format!("{phrase} in service")).is_none(),
                _ => false,
            };
            if !same {
                faults.push(format!("`{phrase}` is not read as {mark}"));
            }
        }
    }
    for [phrase, marks] in rows::<2>("states") {
        for mark in marks.split(' ') {
            let same = match mark {
                "counted" => counted(format!("regional stores {phrase}")),
                "held" => held(format!("stores {phrase}")) == Some(Held::Things),
                _ => false,
            };
            if !same {
                faults.push(format!("`{phrase}` is not read as {mark}"));
            }
        }
    }
    report("things, states", &faults);
}

#[test]
fn units_are_known() {
    let rows = rows::<2>("units");
    phrases_once("units", rows.iter().map(|[_, phrase]| phrase));
    let mut faults = Vec::new();
    for [unit, phrase] in &rows {
        let read = knowledge::measure_of(phrase);
        // A phrase of the sense `nothing` hides a shorter one that does say something.
        let hides = unit == "nothing"
            && rows.iter().any(|[_, other]| other != phrase && phrase.contains(other.as_str()));
        if Measure::named(unit).is_none() && !hides || read != Measure::named(unit) {
            faults.push(format!("`{phrase}` is not read as {unit} but as {read:?}"));
        }
    }
    report("units", &faults);
}

#[test]
fn column_words_are_known() {
    let rows = rows::<2>("columns");
    phrases_once("columns", rows.iter().map(|[_, phrase]| phrase));
    let mut faults = Vec::new();
    for [sense, phrase] in &rows {
        let same = match sense.as_str() {
            "consolidates" => !knowledge::is_no_period(&format!("{phrase} adjustments")),
            "manner" => knowledge::tells_how_reported(phrase),
            "reported" => knowledge::is_reported_column(phrase),
            "no_period" => knowledge::is_no_period(phrase),
            "note" => knowledge::is_note_column(phrase),
            "ratio" => knowledge::may_be_percent(phrase),
            "number" => knowledge::is_bare_number(phrase),
            "whole_price" => knowledge::is_price_of_whole(phrase),
            "rate" | "units" => knowledge::column_measure(phrase) == Some(Measure::Pure),
            "years" => {
                knowledge::counts_years(phrase)
                    && knowledge::column_measure(phrase) == Some(Measure::Pure)
            }
            _ if Measure::named(sense).is_some() => {
                knowledge::column_measure(phrase) == Measure::named(sense)
            }
            _ => knowledge::answer("columns.csv", sense, phrase) == Some(true),
        };
        if !same {
            faults.push(format!("`{phrase}` is not read as {sense}"));
        }
    }
    report("columns", &faults);
}

#[test]
fn balances_and_flows_are_known() {
    let names_held =
        |noun: &str| knowledge::names_held(&format!("{noun}, net")) == Some(Held::Amount);
    let titles_held =
        |noun: &str| knowledge::speaks_of_balances(&format!("other new {noun} are old"));
    let mut faults = Vec::new();
    for [sense, phrase] in &rows::<2>("instants") {
        let same = match sense.as_str() {
            "row" => knowledge::is_balance(phrase) && !knowledge::is_flow(phrase),
            "equity" => knowledge::ends_with_equity(&format!("total {phrase},")),
            "flow" => knowledge::is_flow(phrase),
            "section" | "section_alone" => knowledge::is_balance_section(phrase),
            "passing" => !knowledge::is_balance(&format!("inventories {phrase}")),
            "plan" => knowledge::tells_plan_changes(&format!("change in {phrase}")),
            "dated" => knowledge::begins_as_dated_balance(phrase),
            "among" => knowledge::may_be_balance(phrase) && !knowledge::is_balance(phrase),
            "alone" => knowledge::is_standing(phrase) && knowledge::is_balance(phrase),
            "standing" => knowledge::is_standing(phrase),
            "whole" => {
                knowledge::is_balance(phrase) && !knowledge::is_balance(&format!("{phrase} to pay"))
            }
            "settled" => knowledge::settles(phrase),
            "deducted" => knowledge::settles(&format!("less: {phrase}")),
            "title" => knowledge::names_balances(phrase),
            "neutral" => knowledge::speaks_of_heading(&format!("{phrase} of loans are"), "loans"),
            "subject" => knowledge::speaks_of_balances(phrase),
            "held" => {
                knowledge::comes_or_goes("income")
                    && !knowledge::comes_or_goes(&format!("{phrase} income"))
            }
            "thing_held" => titles_held(phrase),
            "mean" | "year_long" => knowledge::tells_of_a_year(phrase),
            "predicate" => knowledge::speaks_of_balances(&format!("flight equipment {phrase} old")),
            "flow_noun" => knowledge::names_flows(&format!("investment {phrase} is new")),
            "frame" => knowledge::names_balances(&format!("{phrase} inventories")),
            "reconciled" => {
                knowledge::reconciles_balances(&format!("a reconciliation of {phrase} is"))
            }
            "activity" => !knowledge::names_balances(&format!("inventories {phrase}")),
            "closing" => knowledge::is_closing(phrase) && !knowledge::is_opening(phrase),
            "held_noun" => names_held(phrase),
            "held_thing" => names_held(phrase) && titles_held(phrase),
            "held_phrase" => knowledge::names_held(phrase) == Some(Held::Amount),
            "not_yet" => knowledge::names_held(&format!("{phrase} fees")) == Some(Held::Amount),
            "left_over" => knowledge::names_held(&format!("{phrase} visits")) == Some(Held::Amount),
            "at_end" => knowledge::names_held(&format!("{phrase} price")) == Some(Held::Things),
            "before_held" => knowledge::names_held(&format!("{phrase} stores")).is_none(),
            "never_held" => knowledge::names_held(&format!("{phrase} of loans")).is_none(),
            "number_of" => {
                knowledge::names_held(&format!("{phrase} of stores")) == Some(Held::Things)
            }
            "stated" => knowledge::names_held(&format!("loans, {phrase}")) == Some(Held::Amount),
            "of_period" => knowledge::names_held(&format!("deferred {phrase}")).is_none(),
            "of_time" => knowledge::names_held(&format!("{phrase} total loans")).is_none(),
            "place_of_use" => knowledge::names_held(&format!("screens in {phrase}")).is_some(),
            "value_of" => {
                knowledge::names_held(&format!("{phrase} of stores")) == Some(Held::Amount)
            }
            "opening" => knowledge::is_opening(phrase) && !knowledge::is_closing(phrase),
            _ => knowledge::answer("instants.csv", sense, phrase) == Some(true),
        };
        if !same {
            faults.push(format!("`{phrase}` is not read as {sense}"));
        }
    }
    report("instants", &faults);
}

#[test]
fn notions_are_known() {
    let rows = rows::<2>("notions");
    phrases_once("notions", rows.iter().map(|[_, phrase]| phrase));
    let mut faults = Vec::new();
    for [name, phrase] in &rows {
        let begins = |notion| knowledge::begins_with(&format!("{phrase} of 1998"), notion);
        let speaks = |notion| knowledge::speaks_of(&format!("all {phrase}"), notion);
        if !Notion::named(name).is_some_and(|notion| begins(notion) && speaks(notion)) {
            faults.push(format!("`{phrase}` is not read as {name}"));
        }
    }
    report("notions", &faults);
}

#[test]
fn words_are_known() {
    let mut faults = Vec::new();
    for [sense, phrase] in &rows::<2>("words") {
        let same = match sense.as_str() {
            "acronym" => knowledge::is_acronym(phrase),
            "leads_to_day" => {
                knowledge::before_lead_to_day(&format!("cash {phrase}")) == Some("cash")
            }
            "share_statistics" => {
                !knowledge::excepts_statistics(&format!("share prices and {phrase}"))
            }
            "summed_up" => knowledge::title_kind(&format!("{phrase} highlights")).is_none(),
            "valued" => knowledge::ends_in_value(&format!("property, {phrase}")),
            "owed" => knowledge::is_beyond(phrase, "stockholders' equity"),
            "change_of_cash" => knowledge::is_change_in_cash(&format!("net {phrase} in cash")),
            "behind_cash" => knowledge::is_change_in_cash(&format!("increase in cash {phrase}")),
            "after_tax" => knowledge::is_item_of_income(phrase, ""),
            "bare" => knowledge::is_bare_heading(phrase),
            "cash_part" => knowledge::is_activity(&format!("cash from {phrase}")),
            "basic" => knowledge::dilution(phrase) == (true, false),
            "earned" => knowledge::names_flow(&format!("{phrase} customers")),
            "of_unit_remark" => {
                knowledge::is_remark_on_units(&format!("({phrase} in thousands, except shares)"))
            }
            "audit" => knowledge::speaks_of_audit(&format!("({phrase})")),
            "rate" => knowledge::measure_in_points(phrase) == Some(Measure::Percent),
            "convertible" => knowledge::becomes_shares(&format!("{phrase} of notes")),
            "paid_on_security" => {
                !knowledge::becomes_shares(&format!("{phrase} on convertible debt"))
            }
            "own_unit" => {
                let label = format!("traffic (thousands of {phrase})");
                knowledge::measure_of(&label) != Some(Measure::Pure)
            }
            "rate_in_points" => knowledge::names_rate_in_points(&format!("growth in {phrase}")),
            "multiple" => knowledge::measure_in_points(phrase) == Some(Measure::Ratio),
            "large_part" => knowledge::tells_large_part(&format!("{phrase} to total assets")),
            "whole" => {
                knowledge::tells_part_of_balance(&format!("average equity to total {phrase}"))
            }
            "dollar" => {
                let currency = Currency::new(&phrase.to_uppercase());
                currency.is_some_and(knowledge::has_dollar_sign)
            }
            "fund" | "fund_alone" => knowledge::is_left_of_fund(phrase),
            "supplement_end" => knowledge::opens_supplement(&format!("all {phrase}")),
            "year_of" => knowledge::behind_year_of(&format!("{phrase} Acorn")).eq([" Acorn"]),
            "par_value" => knowledge::tells_par_value(&format!("Shares, {phrase} $1")),
            "per_share" => knowledge::heads_per_share(&format!("{phrase}:")),
            "carrying" => knowledge::carries_on(&format!("{phrase} it")),
            "title_noun" => {
                let [one, several] = ["", "s"].map(|s| format!("{phrase}{s}"));
                rows::<2>("titles").iter().filter(|[title, _]| title.contains(one.as_str())).any(
                    |[title, kind]| {
                        let title = title.replace(one.as_str(), &several);
                        knowledge::title_kind(&title) == kind.parse().ok()
                    },
                )
            }
            "summary" => {
                let title = format!("eight-year financial {phrase} of the group");
                knowledge::title_kind(&title) == Some(Kind::SelectedData)
            }
            "review" => {
                let title = format!("eight-year {phrase}");
                knowledge::title_kind(&title) == Some(Kind::SelectedData)
            }
            "parts" => knowledge::whole_of_parts(&format!("{phrase} net sales")).is_some(),
            "comprehensive" => knowledge::is_comprehensive_result(phrase),
            "continued" => knowledge::carried_over(&format!("assets ({phrase})")) == Some("assets"),
            "counts" => knowledge::announces_counts(phrase),
            "counted_by" => {
                let label = format!("traffic ({phrase} of vehicles)");
                knowledge::measure_of(&label) == Some(Measure::Pure)
            }
            "comparing" => knowledge::compares_amounts(&format!("costs as a {phrase} plan")),
            "share_heading_end" => knowledge::ends_in_shares(&format!("common {phrase}")),
            "whole_year" => knowledge::whole_of_year(&phrase.to_uppercase()) == Some(phrase),
            "dilute" => knowledge::dilution(phrase) == (false, true),
            "diluting" => knowledge::is_part_of_shares(phrase),
            "diluted" => knowledge::is_worked_out("effect of dilutive securities", phrase),
            "dilution" => knowledge::is_worked_out(phrase, "diluted earnings per share"),
            "division" => knowledge::is_worked_out(phrase, "basic earnings per share"),
            "ditto" => knowledge::is_ditto(&format!("- {phrase}")),
            "comparison" => knowledge::tells_of_comparison(phrase) == Some(0),
            "years_ended" => knowledge::behind_end_of_years(phrase) == Some(""),
            "money" => knowledge::speaks_of_money(&format!("({phrase} thousands)")),
            "suffix" => knowledge::goes_behind_hyphen(phrase),
            "kind_of_year" => knowledge::is_relative(phrase),
            "at_hand" => {
                knowledge::names_relative_time(phrase) && knowledge::names_time_at_hand(phrase)
            }
            "before_hand" => {
                knowledge::names_relative_time(phrase) && !knowledge::names_time_at_hand(phrase)
            }
            "noun_of_amount" => knowledge::measure_of(&format!("headcount {phrase}")).is_none(),
            "parent_alone" => knowledge::speaks_of_parent(phrase),
            "behind_years" => knowledge::names_time_behind(phrase),
            "trailing" => knowledge::trails(&format!("net sales ({phrase})")),
            "before_fiscal_year" => {
                knowledge::comes_before_fiscal_year(&format!("quarter {phrase} "))
            }
            "more_than" => knowledge::is_counted(&format!("deals {phrase} $1 million")),
            "price_of_one" => knowledge::is_unscaled(&format!("average {phrase}")),
            "average" => knowledge::is_average_of_one(&format!("{phrase} revenue per unit")),
            "held_unit" => {
                let label = format!("{phrase} loans, units");
                knowledge::measure_of(&label) != knowledge::measure_of("loans, units")
            }
            "gathering" => knowledge::gathers_items(phrase),
            "seam" => {
                let (line, next) = phrase.split_once(" / ").expect("two parts");
                knowledge::are_parted(&format!("some {line}"), next)
            }
            "identifier" => knowledge::names_identifier(phrase),
            "activity" => knowledge::is_activity(phrase),
            "adjusting" => knowledge::adjusts(&format!("{phrase} of others")),
            "exception" => knowledge::makes_exceptions(&format!("taxes ({phrase} income taxes)")),
            "except" => knowledge::exception_at(phrase) == Some(0),
            "flows" => knowledge::is_activity(&format!("{phrase} operating activities")),
            "heading_ends" => knowledge::is_standard_heading(&phrase.replace('/', "net income to")),
            "heading_start" => knowledge::is_standard_heading(&format!("{phrase} assets")),
            "grant" => knowledge::is_of_grants(phrase),
            "heading" => knowledge::is_standard_heading(phrase),
            "holding" => {
                let measure = knowledge::measure_of(&format!("net income per {phrase} unit"));
                measure == Some(Measure::PerShare)
            }
            "brought" => knowledge::names_no_more_than_per_share(&format!("{phrase} per share")),
            "of_holding" => {
                knowledge::names_no_more_than_per_share(&format!("earnings per {phrase} share"))
            }
            "used_for" => {
                !knowledge::names_no_more_than_per_share(&format!("earnings {phrase} per share"))
            }
            "in_cents" => {
                let label = format!("earnings per share {phrase})");
                knowledge::measure_of(&label) == Some(Measure::Pure)
            }
            "including" | "paid_in_stock" => knowledge::tells_of_shares(&format!("({phrase}:")),
            "supplement" => knowledge::opens_supplement(&format!("supplemental {phrase}")),
            "limit" => knowledge::behind_limits(&format!("{phrase} one year")).eq([" one year"]),
            "other_side" => knowledge::opens_liabilities(phrase),
            "result_so_far" => knowledge::is_result_so_far(&format!("net {phrase} taxes")),
            "prefix" => knowledge::takes_hyphen(phrase),
            "price" => knowledge::heads_prices(phrase),
            "dear" => !knowledge::is_unscaled(&format!("average {phrase} price")),
            "assets" | "financing" | "investing" | "liabilities" | "result" | "sales" => {
                knowledge::signs(phrase).any(|sign| sign.name() == sense)
            }
            "time_of_balance" => knowledge::begins_time_of_balance(phrase),
            "split" => knowledge::tells_of_split(phrase).is_some(),
            "average_rate" => {
                knowledge::item_named(&format!("notes, {phrase} of 5% in 1998")) == "notes"
            }
            "valuation" => {
                knowledge::item_named(&format!("inventories {phrase} cost")) == "inventories"
            }
            "result_per_share" => {
                knowledge::is_result_per_share(&format!("diluted {phrase} per share"))
            }
            "shows_table" => {
                let begun = format!("{}{}", phrase[..1].to_uppercase(), &phrase[1..]);
                let tells = knowledge::may_show_a_table(&format!("Sales fell. {begun} sales."));
                knowledge::shows_a_table(phrase) && tells
            }
            "all_statements" => knowledge::heads_statements(phrase),
            "top" => knowledge::is_top_heading(phrase),
            "reckoning" => knowledge::heads_reckoning(phrase),
            "unscaled" => knowledge::is_unscaled(phrase),
            "withheld" => knowledge::is_part_of_shares(&format!("average {phrase} shares")),
            _ => knowledge::answer("words.csv", sense, phrase) == Some(true),
        };
        if !same {
            faults.push(format!("`{phrase}` is not read as {sense}"));
        }
    }
    report("words", &faults);
}

#[test]
fn a_label_names_one_concept() {
    let mut faults = Vec::new();
    let mut named: BTreeMap<(String, Kind), String> = BTreeMap::new();
    for [concept, kinds, label] in rows::<3>("labels") {
        if !concept.chars().all(|c| c.is_ascii_alphanumeric())
            || !concept.starts_with(|c: char| c.is_ascii_uppercase())
        {
            faults.push(format!("`{concept}` is no name of an element"));
        }
        let words = label.replace('*', " ");
        if knowledge::key(&words) != words.split_whitespace().collect::<Vec<_>>().join(" ") {
            faults.push(format!("`{label}` is not as the key of a label is"));
        }
        for kind in kinds.split(' ') {
            let Ok(kind) = kind.parse::<Kind>() else {
                faults.push(format!("`{kind}` of `{label}` is no kind"));
                continue;
            };
            if let Some(other) = named.insert((label.clone(), kind), concept.clone()) {
                faults.push(format!("`{label}` in {kind} is {other} and {concept}"));
            }
            // A star stands for nothing as well: the label without it is the shortest it fits.
            let shortest = label.replace('*', "");
            let read = knowledge::concept(&shortest, kind);
            if read != Some(&*concept) {
                faults.push(format!("`{label}` in {kind} is not read as {concept} but {read:?}"));
            }
        }
    }
    report("labels", &faults);
}
