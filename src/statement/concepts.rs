//! Rows to us-gaap elements: the label decides where it can, its section and unit where it cannot.

use crate::knowledge;
use crate::record::{Kind, Unit};
use crate::statement::Draft;

/// The element of a row, with its prefix; empty where the row is not plainly one.
pub fn of(draft: &Draft, at: usize, unit: Unit) -> String {
    find(draft, at, unit).map_or(String::new(), |c| format!("us-gaap:{c}"))
}

fn find(draft: &Draft, at: usize, unit: Unit) -> Option<&'static str> {
    let row = &draft.rows[at];
    if is_pro_forma(draft) {
        return None;
    }
    let key = knowledge::key(&row.label);
    let context = || {
        let mut all = key.clone();
        for heading in &row.section {
            all.push(' ');
            all.push_str(&knowledge::key(heading));
        }
        all
    };
    match unit {
        Unit::PerShare(_) => per_share(&context()),
        Unit::Shares => shares(&context()),
        Unit::Money(_) => amount(draft, at, &key),
        _ => None,
    }
}

fn is_pro_forma(draft: &Draft) -> bool {
    let title = knowledge::plain(&draft.title);
    title.contains("pro forma") && draft.kind != Kind::Reconciliation
}

fn is_basic_and_diluted(text: &str) -> (bool, bool) {
    let diluted = knowledge::holds(text, "diluted") || knowledge::holds(text, "assuming dilution") || text.contains("full dilution");
    let basic = knowledge::holds(text, "basic") || knowledge::holds(text, "primary") || text.contains("no dilution");
    (basic, diluted)
}

fn per_share(text: &str) -> Option<&'static str> {
    const EARNINGS: [&str; 6] = ["net income", "net loss", "net earnings", "earnings per", "loss per", "income per"];
    const PARTS: [&str; 6] = ["continuing", "discontinued", "extraordinary", "cumulative", "dividend", "before"];
    if !EARNINGS.iter().any(|e| text.contains(e)) || PARTS.iter().any(|p| text.contains(p)) {
        return None;
    }
    match is_basic_and_diluted(text) {
        (true, false) => Some("EarningsPerShareBasic"),
        (false, true) => Some("EarningsPerShareDiluted"),
        _ => None,
    }
}

fn shares(text: &str) -> Option<&'static str> {
    match is_basic_and_diluted(text) {
        (true, false) => Some("WeightedAverageNumberOfSharesOutstandingBasic"),
        (false, true) => Some("WeightedAverageNumberOfDilutedSharesOutstanding"),
        _ => None,
    }
}

fn amount(draft: &Draft, at: usize, key: &str) -> Option<&'static str> {
    let kind = draft.kind;
    let row = &draft.rows[at];
    if kind == Kind::CashFlow {
        if let Some(found) = cash_flow(draft, at, key) {
            return Some(found);
        }
    }
    if kind == Kind::BalanceSheet && key.starts_with("total liabilities and") || key.starts_with("liabilities and") && kind == Kind::BalanceSheet {
        return Some("LiabilitiesAndStockholdersEquity");
    }
    if kind == Kind::BalanceSheet && key.starts_with("total liabilities") && key.contains("equity") {
        return Some("LiabilitiesAndStockholdersEquity");
    }
    let _ = row;
    knowledge::concept(key, kind)
}

fn cash_flow(draft: &Draft, at: usize, key: &str) -> Option<&'static str> {
    let starts = ["net cash", "cash provided", "cash used", "cash generated", "cash flows", "cash from"].iter().any(|s| key.starts_with(s));
    if starts && !key.contains("discontinued") {
        for (words, concept) in [
            ("operating activities", "NetCashProvidedByUsedInOperatingActivities"),
            ("investing activities", "NetCashProvidedByUsedInInvestingActivities"),
            ("financing activities", "NetCashProvidedByUsedInFinancingActivities"),
        ] {
            if key.ends_with(words) {
                return Some(concept);
            }
        }
    }
    let cash = key.starts_with("cash") && (key.contains("beginning of") || key.contains("end of"));
    (cash || crate::statement::periods::balance_words(&draft.rows[at].label).is_some() && key.starts_with("cash"))
        .then_some("CashAndCashEquivalentsAtCarryingValue")
}
