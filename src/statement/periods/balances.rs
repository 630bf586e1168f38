//! Balances among flows: which rows, columns and tables tell of a day, not of the time before it.

use std::collections::HashSet;

use crate::align::header::{ColumnHead, Head};
use crate::align::rows::AlignedRow;
use crate::knowledge::{self, Measure, Notion, Sign};
use crate::period::{Spec, YEAR};
use crate::record::{Kind, Period};
use crate::statement::calendar::Calendar;
use crate::statement::dated_rows::{Balance, day_balance, tells_when_done};
use crate::statement::{Draft, title};

/// Reads `beginning of period`, `at end of year` in a label in plain form.
pub(super) fn balance_words(plain: &str) -> Option<Balance> {
    // Each phrase below has one of these words; most labels have none and need no closer look.
    if !knowledge::may_name_balance(plain) {
        return None;
    }
    let said = |phrase: &str| {
        memchr::memmem::find(plain.as_bytes(), phrase.as_bytes()).is_some_and(|at| {
            let mut rest = plain[at + phrase.len()..]
                .split(|c: char| !c.is_alphanumeric())
                .filter(|w| !w.is_empty());
            let time = rest.find(|word| !knowledge::goes_before_time_of_balance(word));
            time.is_none_or(knowledge::begins_time_of_balance)
                && !knowledge::is_day_of_price(&plain[at..])
        })
    };
    if said("beginning of") || said("start of") || knowledge::is_opening(plain) {
        return Some(Balance::Opening);
    }
    (said("end of") || knowledge::is_closing(plain)).then_some(Balance::Closing)
}

/// For each column, whether it holds the balances at the beginning or at the end of its period:
/// its header says so, or names a balance beside columns of flows,
/// `Net sales   Operating income   Identifiable assets`.
pub fn column_balances(draft: &Draft) -> Vec<Option<Balance>> {
    let columns = &draft.head.columns;
    let may_mix = !matches!(draft.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity);
    let beside_flows = may_mix
        && columns.iter().any(|head| tells_result(head.own_words()))
        && !averages_columns(draft);
    let held = |name: &str| {
        (knowledge::is_standing(name) || knowledge::is_balance(name))
            && !knowledge::is_flow(name)
            && knowledge::column_measure(name) != Some(Measure::Shares)
    };
    let is_held = |head: &ColumnHead| beside_flows && held(head.own_words());
    let balance = |head: &ColumnHead| {
        balance_words(head.plain()).or_else(|| is_held(head).then_some(Balance::Closing))
    };
    columns.iter().map(balance).collect()
}

/// Whether words name sales or a result.
pub(super) fn tells_result(words: &str) -> bool {
    is_sales_or_result(&knowledge::key(words))
}

/// Whether a label, in [`key`](knowledge::key) form, names sales or a result.
pub(super) fn is_sales_or_result(key: &str) -> bool {
    knowledge::signs(key).any(|sign| matches!(sign, Sign::Sales | Sign::Result))
}

/// The period of a column that holds the balances at its beginning or end, if it does.
pub fn struck_by(balance: Option<Balance>, period: Period, calendar: &Calendar<'_>) -> Period {
    balance.map_or(period, |balance| calendar.strike(period, balance))
}

/// Whether the columns of a statement of equity are its components: the header tells no two of
/// them apart by their periods.
pub(super) fn are_components(draft: &Draft) -> bool {
    let told: Vec<&Spec> = draft.specs.iter().filter(|s| !s.is_empty()).collect();
    let alike = told.len() > 1 && told.windows(2).all(|pair| pair[0] == pair[1]);
    told.is_empty() || draft.specs.len() > 2 && alike
}

/// Whether two rows or more are parts of what a pension plan costs, whatever the title says of the
/// table before them: one alone, `Amortization`, may be taken off a balance.
fn tells_plan_costs(draft: &Draft) -> bool {
    draft.rows_with_figures().filter(|row| knowledge::is_plan_cost(&row.plain)).count() > 1
}

/// Whether all figures of a table are balances: a balance sheet, or the items of one, as its title
/// or the sentence before it says.
pub(super) fn is_struck(draft: &Draft) -> bool {
    if draft.kind == Kind::BalanceSheet {
        return true;
    }
    if draft.kind == Kind::SelectedData {
        return are_dated_balances(draft);
    }
    if draft.kind == Kind::Reconciliation {
        return reconciles_balances(draft);
    }
    // `Identifiable assets by segment` beside no sales of these
    let heads_sales = |row: &AlignedRow| row.cells.is_empty() && is_sales_or_result(row.key());
    let of_segments = || draft.kind == Kind::Segment && !draft.rows.iter().any(heads_sales);
    if !(matches!(draft.kind, Kind::Schedule | Kind::Other) || of_segments())
        || draft.specs.iter().any(Spec::lasts)
        || tells_plan_costs(draft)
        || tells_averages_alone(draft)
    {
        return false;
    }
    let titles = titles(draft);
    let of_accruals = titles.iter().any(|text| knowledge::speaks_of_accruals(text));
    if draft.rows_with_figures().any(|row| moves(row) && !(of_accruals && is_owed_for(row))) {
        return false;
    }
    let sentence = Sentence::before(draft);
    // `INVESTMENTS` may head a note on what they earned.
    if sentence.announces && knowledge::names_flows(&sentence.plain) {
        return false;
    }
    let named = titles
        .iter()
        .any(|text| knowledge::names_balances(text) || knowledge::tells_year_end(text));
    let of_period = draft.captions.iter().any(|s| s.length.is_some() && s.month_day.is_some());
    let mut headers = draft.head.columns.iter().map(ColumnHead::plain);
    let is_balance = |h: &str| knowledge::is_balance_column(h) || knowledge::tells_year_end(h);
    let told = || {
        speaks_of_balances(draft, &sentence, &titles)
            || are_balances_of_days(draft)
            || !of_period && (holds_settled(draft, &sentence.plain) || is_of_note(draft, &sentence))
    };
    named || !of_period && headers.any(is_balance) || !rolls_forward(draft) && told()
}

/// Whether a reconciliation is of balances, as the sentence before it says, and begins with no result:
/// `Net liabilities as reported   Land and buildings   Net liabilities - tax basis`.
fn reconciles_balances(draft: &Draft) -> bool {
    let sentence = Sentence::before(draft);
    sentence.announces
        && knowledge::reconciles_balances(&sentence.plain)
        && !draft.specs.iter().any(Spec::lasts)
        && !draft.rows_with_figures().any(moves)
        && !draft.rows_with_figures().next().is_some_and(|row| is_sales_or_result(row.key()))
        && !rolls_forward(draft)
}

/// The last sentence before a table.
struct Sentence {
    /// In plain form.
    plain: String,
    /// It says that a table comes.
    announces: bool,
}

impl Sentence {
    fn before(draft: &Draft) -> Self {
        let plain = knowledge::plain(title::last_sentence(&draft.head.intro));
        let announces = draft.head.intro.trim_ascii_end().ends_with(':')
            || knowledge::speaks_of_tables(&plain)
            || knowledge::tells_what_follows(&plain);
        Self { plain, announces }
    }
}

/// What stands over a table and may name what it holds, in plain form.
fn titles(draft: &Draft) -> Vec<String> {
    let heading = draft.head.caption.last().map(|c| c.text.as_str());
    [draft.title.as_str(), title::last_sentence(&draft.head.intro)]
        .into_iter()
        .chain(heading)
        .chain(draft.head.stub.iter().map(String::as_str))
        .map(knowledge::plain)
        .collect()
}

/// Whether the sentence before a table speaks of balances, or a title of what no row says comes or
/// goes: `REAL ESTATE` may head what it cost and earned.
fn speaks_of_balances(draft: &Draft, sentence: &Sentence, titles: &[String]) -> bool {
    let mut rows = draft.rows_with_figures();
    sentence.announces && knowledge::speaks_of_balances(&sentence.plain)
        || titles.iter().any(|text| knowledge::speaks_of_balances(text))
            && !rows.any(|row| knowledge::comes_or_goes(&row.plain))
}

/// Whether the heading of a note speaks of balances, the first table of which a sentence announces
/// that speaks of nothing else, and no row of which comes or goes.
fn is_of_note(draft: &Draft, sentence: &Sentence) -> bool {
    let note = knowledge::plain(&draft.note);
    let mut rows = draft.rows_with_figures();
    sentence.announces
        && knowledge::speaks_of_heading(&sentence.plain, &note)
        && knowledge::speaks_of_balances(&note)
        && !rows.any(|row| knowledge::comes_or_goes(&row.plain) || is_sales_or_result(row.key()))
}

/// Whether all rows are balances on the days over the columns, whatever time a title tells of:
/// `September 30, 1998   December 31, 1997`.
fn are_balances_of_days(draft: &Draft) -> bool {
    let days: HashSet<_> = draft.specs.iter().filter_map(|spec| spec.month_day).collect();
    let mut rows = draft.rows_with_figures();
    days.len() > 1 && are_dated_balances(draft) && rows.all(is_held_or_rate)
}

/// Whether all rows tell of averages: `Average amount of borrowings`, `Average rate`.
fn tells_averages_alone(draft: &Draft) -> bool {
    let mut rows = draft.rows_with_figures();
    rows.all(|row| knowledge::speaks_of(&row.plain, Notion::Average))
}

/// Whether a row is found in nothing but a list of balances, `Finished goods`, and nothing says
/// that the table tells how they changed, or of what comes or goes.
fn holds_settled(draft: &Draft, intro: &str) -> bool {
    let rows = || draft.rows_with_figures();
    let captions = draft.head.captions().chain([draft.title.as_str()]).map(knowledge::plain);
    let mut told = captions.chain([intro.to_owned()]);
    let mut heads = draft.head.columns.iter().map(ColumnHead::plain);
    rows().any(|row| knowledge::settles(&row.plain))
        && !rows().any(|row| knowledge::comes_or_goes(&row.plain))
        && !heads.any(|head| balance_words(head).is_some())
        && !told.any(|words| knowledge::tells_activity(&words) || knowledge::heads_passing(&words))
}

/// Whether the columns of a table are days alone and most of its rows are balances, few of which we
/// know nothing and none of them a flow or an average: what titles say of a quarter is of the data
/// above them.
fn are_dated_balances(draft: &Draft) -> bool {
    let is_day = |spec: &Spec| spec.month_day.is_some() && !spec.lasts();
    let mut dated = draft.specs.iter().filter(|spec| !spec.is_empty()).peekable();
    let rows = || draft.rows_with_figures();
    let flows = |row: &AlignedRow| {
        let plain = row.plain.as_str();
        moves(row)
            || earns(row)
            || tells_result(plain)
            || knowledge::is_flow(plain)
            || knowledge::tells_averages(plain)
    };
    let unknown = rows().filter(|row| !is_held_or_rate(row));
    dated.peek().is_some()
        && dated.all(is_day)
        && rows().filter(|row| is_held(row)).count() * 2 > rows().count()
        && unknown.count() * 4 <= rows().count()
        && !rows().any(flows)
}

/// Whether a row is what stands on a day.
pub(super) fn is_held(row: &AlignedRow) -> bool {
    knowledge::is_balance(&row.plain) || knowledge::is_standing(&row.plain)
}

fn is_held_or_rate(row: &AlignedRow) -> bool {
    let measure = || row.measure();
    is_held(row) || matches!(measure(), Some(Measure::Percent | Measure::Ratio))
}

/// Whether a table goes from balances at the beginning of its periods to those at their end:
/// `Plan assets at January 1` to `Plan assets at December 31`.
pub(super) fn rolls_forward(draft: &Draft) -> bool {
    let mut rows = draft.rows_with_figures();
    let dated = |row: &AlignedRow| day_balance(&row.label).filter(|_| !tells_when_done(&row.label));
    let mut holds =
        |balance| rows.any(|r| balance_words(&r.plain).or_else(|| dated(r)) == Some(balance));
    holds(Balance::Opening) && holds(Balance::Closing)
}

/// Whether a table has the balances at the beginning and at the end of a period side by side.
pub(super) fn rolls_across(draft: &Draft) -> bool {
    let mut told = draft.head.columns.iter().filter_map(|head| balance_words(head.plain()));
    told.any(|balance| balance == Balance::Opening)
        && told.any(|balance| balance == Balance::Closing)
}

/// Whether a row tells of a flow: an item of an income statement, or what a balance began with.
fn moves(row: &AlignedRow) -> bool {
    balance_words(&row.plain) == Some(Balance::Opening)
        || knowledge::concept(row.key(), Kind::Income).is_some()
}

/// Whether a row names an expense that may be owed: `Interest`, `Income taxes`.
fn is_owed_for(row: &AlignedRow) -> bool {
    let expense = knowledge::concept(row.key(), Kind::Income);
    matches!(expense, Some("InterestExpense" | "IncomeTaxExpenseBenefit"))
}

/// Whether a row holds earnings per share.
pub(super) fn earns(row: &AlignedRow) -> bool {
    knowledge::names_result_per(&row.plain)
        && knowledge::measure_of(&row.plain) == Some(Measure::PerShare)
}

/// Whether a row holds the average of a balance over a period, as its label, the title, a header or
/// a heading says.
pub(super) fn averages(draft: &Draft, row: &AlignedRow) -> bool {
    knowledge::begins_with(&row.plain, Notion::Average)
        || averages_columns(draft)
        || row.section.iter().any(|heading| knowledge::heads_averages_of_balances(heading))
}

/// Whether the title or a header tells of averages.
fn averages_columns(draft: &Draft) -> bool {
    let mut headers = draft.head.columns.iter().map(ColumnHead::plain);
    knowledge::tells_averages(&draft.title) || headers.any(knowledge::tells_averages)
}

/// Whether a header says that balances stand beside flows: `As of and for the year ended`.
pub fn mixes(head: &Head) -> bool {
    head.columns.iter().any(|column| knowledge::tells_day_and_time(column.plain()))
}

/// Takes the length of the year off columns that name its end: `As of fiscal year end` over `1999`.
pub fn drop_years_at_their_end(specs: &mut [Spec], head: &Head) {
    for (spec, column) in specs.iter_mut().zip(&head.columns) {
        if spec.length == Some(YEAR) && knowledge::tells_year_end(column.plain()) {
            spec.length = None;
        }
    }
}
