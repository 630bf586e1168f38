//! Invented statements: what a filing says, before anything is printed.

use ex99::record::{Duration, Unit};
use jiff::{ToSpan, civil::Date, civil::date};
use rust_decimal::Decimal;

use crate::layout::{Changes, Layout, Since, Stock, Sums};

/// The dice that make a statement. All zeros make the plainest one.
#[derive(Debug, Clone)]
pub struct Dice {
    pub kind: u8,
    pub title: u8,
    pub scale: u8,
    pub columns: u8,
    pub month: u8,
    pub year: u8,
    pub oldest_first: bool,
    /// Which rows of the outline are told.
    pub rows: Vec<bool>,
    /// Blanks, dashes and signs of the figures.
    pub cells: Vec<u8>,
    /// Digits of the figures.
    pub seed: u64,
}

impl Dice {
    /// Whether the company closes its books on a day of the week.
    pub fn keeps_weeks(&self) -> bool {
        (58..75).contains(&self.columns)
    }

    /// Weeks of the last year of a company that closes its books on a day of the week.
    fn weeks_of_year(&self) -> u8 {
        if (73..75).contains(&self.columns) { 53 } else { 52 }
    }

    /// The statement of a company whose fiscal years end with December.
    pub fn by_quarters(&self) -> Self {
        // Up to here, columns are those of quarters and years.
        const COLUMNS: u8 = 46;
        let month = if self.month < 50 { 0 } else { 99 };
        Self { columns: self.columns % COLUMNS, month, ..self.clone() }
    }

    /// The statement of a company that closes its books on the days of another statement.
    pub fn on_days_of(&self, other: &Self) -> Self {
        let (columns, month, year) = (other.columns, other.month, other.year);
        Self { columns, month, year, ..self.clone() }
    }
}

/// A statement of an invented company.
#[derive(Debug, Clone)]
pub struct Statement {
    pub title: &'static str,
    /// What the statement tells of its periods in the title whatever the layout.
    pub title_period: Option<String>,
    pub scale: Scale,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// What the figures are printed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    pub amounts: u32,
    pub shares: u32,
    /// The words that say so; none for whole dollars.
    pub words: &'static str,
}

/// A column of figures.
#[derive(Debug, Clone)]
pub struct Column {
    pub what: What,
    pub time: Time,
    /// Columns of one group follow each other and have one length.
    pub group: usize,
    /// What the figures of the period are; `/` parts its lines.
    pub basis: &'static str,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Figures of a period or an instant.
    Period,
    /// Growth in percent between the columns before.
    Percent,
    /// Growth in dollars between the columns before.
    Growth,
    /// What part of the sales of its period a figure is, in percent.
    Share,
    /// What figures of the period are adjusted by.
    Adjustment,
    /// A component of equity; `/` parts its lines.
    Component(&'static str),
    /// Shares of a component of equity.
    Shares(&'static str),
}

/// A period by its length and last day, or an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Time {
    pub length: Option<Duration>,
    /// First day, where it is told.
    pub start: Option<Date>,
    pub end: Option<Date>,
}

/// A heading or a row.
#[derive(Debug, Clone)]
pub struct Row {
    pub depth: usize,
    pub form: Form,
    pub label: String,
    /// The period of a row that has its own.
    pub time: Option<Time>,
    pub entries: Vec<Entry>,
    pub measure: Measure,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Heading,
    Item,
    /// A sum that may go without a label.
    Sum,
    Total,
    /// A balance when the period began.
    Opening,
    /// A balance when the period ended.
    Closing,
}

/// What a row's figures measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Amount,
    PerShare,
    Price,
    Shares,
    Percent,
    Times,
}

/// What stands where a row and a column meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    Blank,
    Dash,
    NotMeaningful,
    Figure(Decimal),
}

impl Column {
    /// What the figure of a row measures.
    pub fn measure(&self, row: &Row) -> Measure {
        match self.what {
            What::Percent | What::Share => Measure::Percent,
            What::Shares(_) => Measure::Shares,
            _ => row.measure,
        }
    }
}

impl Row {
    /// The unit of the row's figure in a column.
    pub fn unit(&self, what: What) -> Unit {
        match (what, self.measure) {
            (What::Percent | What::Share, _) | (_, Measure::Percent) => Unit::Percent,
            (What::Shares(_), _) => Unit::Shares,
            (_, Measure::Amount) => Unit::USD,
            (_, Measure::PerShare | Measure::Price) => Unit::PerShare(ex99::record::Currency::USD),
            (_, Measure::Shares) => Unit::Shares,
            (_, Measure::Times) => Unit::Ratio,
        }
    }

    /// The period of the row's figure in a column.
    pub fn time(&self, column: &Column) -> Time {
        if let Some(time) = self.time {
            return time;
        }
        match (column.what, self.form) {
            (
                What::Percent
                | What::Growth
                | What::Adjustment
                | What::Component(_)
                | What::Shares(_),
                _,
            ) => Time::default(),
            (_, Form::Opening) => Time { length: None, start: None, end: column.time.opening() },
            (_, Form::Closing) => Time { length: None, start: None, end: column.time.end },
            _ => column.time,
        }
    }
}

impl Time {
    /// The last day before the period. Periods of months end with a month here.
    fn opening(self) -> Option<Date> {
        let end = self.end?;
        if let Some(start) = self.start {
            return start.yesterday().ok();
        }
        Some(match self.length {
            Some(Duration::Weeks(n)) => end - i64::from(n).weeks(),
            Some(Duration::Months(n)) => {
                (end.first_of_month() - i64::from(n).months()).last_of_month()
            }
            None => end,
        })
    }
}

/// The outline of a statement. A line begins with blanks for its depth, then `#` for a heading,
/// `=` for a sum, `!` for a total, `<` and `>` for opening and closing balances; it may end in
/// `|` and what its figures measure.
type Outline = &'static [&'static str];

const INCOME: Outline = &[
    "Net revenues",
    "Cost of revenues",
    "!Gross profit",
    "#Operating expenses",
    " Research and development",
    " Selling, general and administrative expenses, including stock-based compensation",
    " Amortization of intangible assets and other acquisition-related charges",
    " Restructuring and other non-recurring charges",
    " =Total operating expenses",
    "!Income (loss) from operations",
    "Interest income (expense), net",
    "Equity in earnings (losses) of unconsolidated affiliates, net of income taxes",
    "!Income (loss) before income taxes and minority interest",
    "Provision for income taxes",
    "!Net income (loss)",
    "#Net income (loss) per share",
    " Basic|/s",
    " Diluted|/s",
    "#Weighted average shares outstanding",
    " Basic|sh",
    " Diluted|sh",
    "Dividends declared per common share|/s",
    "Gross margin|%",
    "Earnings (loss) per common share - assuming dilution|/s",
    "Shares used in computing diluted net income (loss) per share|sh",
];

const BALANCE: Outline = &[
    "#Assets",
    " #Current assets",
    "  Cash and cash equivalents",
    "  Accounts receivable, less allowance for doubtful accounts of $412 and $398",
    "  Inventories",
    "  Prepaid expenses and other current assets",
    "  =Total current assets",
    " Property and equipment, net",
    " Goodwill and other intangible assets, net of accumulated amortization",
    " Other assets",
    " !Total assets",
    "#Liabilities and Stockholders' Equity",
    " #Current liabilities",
    "  Accounts payable",
    "  Accrued compensation and related benefits",
    "  Current portion of long-term debt",
    "  =Total current liabilities",
    " Long-term debt, less current portion",
    " Deferred income taxes",
    " #Stockholders' equity",
    "  Preferred stock, $.01 par value; 5,000,000 shares authorized; none issued",
    "  Common stock, $.01 par value; 50,000,000 shares authorized; 12,345,678 shares issued and outstanding",
    "  Additional paid-in capital",
    "  Retained earnings (accumulated deficit)",
    "  Treasury stock, at cost",
    "  =Total stockholders' equity",
    " !Total liabilities and stockholders' equity",
];

const CASH: Outline = &[
    "#Cash flows from operating activities",
    " Net income (loss)",
    " #Adjustments to reconcile net income (loss) to net cash provided by operating activities",
    "  Depreciation and amortization",
    "  Deferred income taxes",
    "  Loss on disposal of property and equipment and write-down of long-lived assets",
    " #Changes in operating assets and liabilities",
    "  Accounts receivable",
    "  Inventories",
    "  Accounts payable and accrued expenses",
    " !Net cash provided by (used in) operating activities",
    "#Cash flows from investing activities",
    " Purchases of property and equipment",
    " Acquisition of businesses, net of cash acquired",
    " !Net cash used in investing activities",
    "#Cash flows from financing activities",
    " Proceeds from issuance of common stock under employee stock purchase plans",
    " Repayments of long-term debt",
    " !Net cash provided by (used in) financing activities",
    "Effect of exchange rate changes on cash",
    "!Net increase (decrease) in cash and cash equivalents",
    "<Cash and cash equivalents at beginning of period",
    ">Cash and cash equivalents at end of period",
    "#Supplemental disclosures of cash flow information",
    " Cash paid during the period for interest",
    " Cash paid during the period for income taxes",
    "#Supplemental schedule of noncash investing and financing activities",
    " Capital lease obligations incurred for new equipment",
    " Common stock issued in acquisitions",
];

const SELECTED: Outline = &[
    "#Statement of operations data",
    " Net sales",
    " Operating income",
    " Income from continuing operations before extraordinary item",
    " Net income",
    " Net income per share - basic|/s",
    " Net income per share - diluted|/s",
    " Cash dividends per common share|/s",
    " Weighted average number of common shares outstanding|sh",
    "#Balance sheet data (at end of period)",
    " >Working capital",
    " >Total assets",
    " >Long-term debt, excluding current installments",
    " >Total stockholders' equity",
    "#Other data",
    " Gross margin as a percentage of net sales|%",
    " Ratio of earnings to fixed charges|x",
    " Capital expenditures",
    "#Market price of common stock",
    " High|1/8",
    " Low|1/8",
];

const RECONCILIATION: Outline = &[
    "Net income (loss)",
    "Interest expense, net",
    "Provision for (benefit from) income taxes",
    "Depreciation and amortization of property, plant and equipment",
    "!EBITDA",
    "Stock-based compensation",
    "Restructuring charges related to the closing of the Company's manufacturing facility",
    "!Adjusted EBITDA",
    "GAAP net income (loss) per share, diluted|/s",
    "Non-GAAP net income per share, diluted|/s",
];

const EQUITY: Outline = &[
    "Net income",
    "Issuance of common stock upon exercise of stock options",
    "Tax benefit from employee stock plans",
    "Cash dividends declared on common stock",
    "Purchase of treasury stock",
    "Foreign currency translation adjustment",
];

/// A note on what other income is made of.
const NOTE: Outline = &[
    "Interest income",
    "Interest expense",
    "Foreign currency exchange gains (losses)",
    "Gain (loss) on sale of investments",
    "Royalties and other, net",
    "!Total other income (expense), net",
];

/// What parent and subsidiaries earned, side by side.
const CONSOLIDATING: Outline = &[
    "Net revenues",
    "Cost of revenues",
    "!Gross profit",
    "Selling, general and administrative expenses",
    "Depreciation and amortization",
    "!Operating income (loss)",
    "Interest expense, net",
    "Equity in earnings of subsidiaries",
    "!Income (loss) before income taxes",
    "Provision for income taxes",
    "!Net income (loss)",
];

const PARTIES: [&str; 5] = [
    "Parent/Company",
    "Guarantor/Subsidiaries",
    "Non-Guarantor/Subsidiaries",
    "Eliminations",
    "Consolidated",
];

const COMPONENTS: [&str; 5] = [
    "Common/Stock",
    "Additional/Paid-in/Capital",
    "Retained/Earnings",
    "Treasury/Stock",
    "Total/Stockholders'/Equity",
];

const KINDS: [(u8, Outline, [&str; 3]); 8] = [
    (
        26,
        INCOME,
        [
            "Consolidated Statements of Operations",
            "Condensed Consolidated Statements of Income",
            "Consolidated Statements of Earnings",
        ],
    ),
    (
        20,
        BALANCE,
        [
            "Consolidated Balance Sheets",
            "Condensed Balance Sheets",
            "Consolidated Statements of Financial Position",
        ],
    ),
    (
        16,
        CASH,
        [
            "Consolidated Statements of Cash Flows",
            "Condensed Consolidated Statements of Cash Flows",
            "Statements of Cash Flows",
        ],
    ),
    (
        14,
        SELECTED,
        ["Selected Financial Data", "Selected Consolidated Financial Data", "Financial Highlights"],
    ),
    (
        10,
        RECONCILIATION,
        [
            "Reconciliation of Net Income to Adjusted EBITDA",
            "Reconciliation of GAAP to Non-GAAP Results",
            "Reconciliation of Non-GAAP Measures",
        ],
    ),
    (
        8,
        EQUITY,
        [
            "Consolidated Statements of Stockholders' Equity",
            "Statement of Stockholders' Equity",
            "Consolidated Statement of Changes in Shareholders' Equity",
        ],
    ),
    (
        2,
        NOTE,
        ["Other Income (Expense)", "Other Income (Expense), Net", "Other Income and Expense"],
    ),
    (
        4,
        CONSOLIDATING,
        [
            "Condensed Consolidating Statement of Operations",
            "Condensed Consolidating Statement of Income",
            "Consolidating Statement of Operations",
        ],
    ),
];

const SCALES: [(u8, Scale); 9] = [
    (20, Scale { amounts: 1000, shares: 1000, words: "(In thousands, except per share data)" }),
    (14, Scale { amounts: 1000, shares: 1000, words: "(in thousands)" }),
    (
        18,
        Scale {
            amounts: 1000,
            shares: 1,
            words: "(In thousands, except share and per share amounts)",
        },
    ),
    (
        12,
        Scale {
            amounts: 1_000_000,
            shares: 1_000_000,
            words: "(In millions, except per share amounts)",
        },
    ),
    (6, Scale { amounts: 1000, shares: 1000, words: "(000's omitted)" }),
    (
        6,
        Scale {
            amounts: 1000,
            shares: 0,
            words: "(Dollars in thousands, except per share amounts)",
        },
    ),
    (6, Scale { amounts: 1000, shares: 0, words: "(Dollars in thousands)" }),
    (6, Scale { amounts: 1_000_000, shares: 0, words: "(In Millions of Dollars)" }),
    (12, Scale { amounts: 1, shares: 1, words: "" }),
];

fn weighted<T: Copy>(table: &[(u8, T)], face: u8) -> T {
    let mut left = face;
    for &(weight, value) in table {
        if left < weight {
            return value;
        }
        left -= weight;
    }
    table[0].1
}

/// Digits of figures: a small generator of its own, so that a story follows from its dice alone.
struct Digits(u64);

impl Digits {
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = u32::try_from(self.0 >> 33).unwrap_or(0);
        high % n
    }

    /// A figure as printed, sign left out.
    fn figure(&mut self, measure: Measure, scale: Scale) -> Decimal {
        let whole = |n: u32| Decimal::from(n.max(1));
        match measure {
            Measure::Amount => {
                let most = if scale.amounts == 1 { 90_000_000 } else { 900_000 };
                let most = [most, most / 10, most / 1000][self.below(3) as usize];
                let n = 2 + self.below(most);
                if scale.amounts == 1_000_000 { Decimal::new(i64::from(n), 1) } else { whole(n) }
            }
            Measure::PerShare => Decimal::new(i64::from(1 + self.below(399)), 2),
            Measure::Price => {
                Decimal::from(8 + self.below(80)) + Decimal::from(self.below(8)) / Decimal::from(8)
            }
            Measure::Shares => {
                let n = 3_000_000 + self.below(90_000_000);
                if scale.shares == 1_000_000 {
                    Decimal::new(i64::from(n / 100_000), 1)
                } else {
                    whole(n / scale.shares.max(1))
                }
            }
            Measure::Percent => Decimal::new(i64::from(1 + self.below(900)), 1),
            Measure::Times => Decimal::new(i64::from(101 + self.below(800)), 2),
        }
    }
}

/// Makes the statement that the dice tell of, in the scale that its filing keeps to.
pub fn tell(dice: &Dice, scale: u8, layout: &Layout) -> Statement {
    let kind =
        weighted(&KINDS.map(|(weight, outline, titles)| (weight, (outline, titles))), dice.kind);
    let (outline, titles) = kind;
    let title = titles[usize::from(dice.title) * titles.len() / 100];
    let mut scale = weighted(&SCALES, scale);
    if layout.caps == crate::layout::Caps::TitleOnly {
        scale = SCALES[8].1;
    }
    let year = 1996 + i16::from(dice.year) * 9 / 100;
    if std::ptr::eq(outline, EQUITY) {
        return equity(dice, title, scale, year, layout);
    }
    if std::ptr::eq(outline, CONSOLIDATING) {
        return consolidating(dice, title, scale, year);
    }
    let columns = columns(dice, outline, year, layout);
    let mut rows = outlined(outline, dice);
    // "Dollars in thousands" leaves open how shares are counted: no share rows under it.
    rows.retain(|r| !(scale.shares == 0 && r.measure == Measure::Shares));
    // A column of growth in dollars beside prices or counts of shares is not printed in practice.
    if layout.changes != Changes::None {
        rows.retain(|r| matches!(r.measure, Measure::Amount | Measure::PerShare));
    }
    prune(&mut rows, layout);
    fill(&mut rows, &columns, scale, dice);
    Statement { title, title_period: None, scale, columns, rows }
}

/// The rows of an outline that the dice tell, and the headings they need.
fn outlined(outline: Outline, dice: &Dice) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let told = dice.rows.iter().take(outline.len()).filter(|t| **t).count();
    for (at, line) in outline.iter().enumerate() {
        let depth = line.len() - line.trim_start().len();
        let (text, measure) = line.trim_start().split_once('|').unwrap_or((line.trim_start(), ""));
        let (form, label) = match text.as_bytes()[0] {
            b'#' => (Form::Heading, &text[1..]),
            b'=' => (Form::Sum, &text[1..]),
            b'!' => (Form::Total, &text[1..]),
            b'<' => (Form::Opening, &text[1..]),
            b'>' => (Form::Closing, &text[1..]),
            _ => (Form::Item, text),
        };
        let measure = match measure {
            "/s" => Measure::PerShare,
            "sh" => Measure::Shares,
            "%" => Measure::Percent,
            "x" => Measure::Times,
            "1/8" => Measure::Price,
            _ => Measure::Amount,
        };
        // A table needs some rows to be one; a heading is told with its rows.
        let kept = form == Form::Heading
            || told < 4 && at < 8
            || dice.rows.get(at).copied().unwrap_or(false);
        if kept {
            rows.push(Row {
                depth,
                form,
                label: label.to_owned(),
                time: None,
                entries: Vec::new(),
                measure,
            });
        }
    }
    rows
}

/// Drops headings without rows and sums without summands.
fn prune(rows: &mut Vec<Row>, layout: &Layout) {
    for at in (0..rows.len()).rev() {
        let below = rows[at + 1..].iter().take_while(|r| r.depth > rows[at].depth).count();
        if rows[at].form == Form::Heading && below == 0 {
            rows.remove(at);
        }
    }
    let mut at = 0;
    while at < rows.len() {
        let summands = rows[..at]
            .iter()
            .rev()
            .take_while(|r| r.form == Form::Item && r.depth == rows[at].depth)
            .count();
        if rows[at].form == Form::Sum && summands < 2 {
            rows.remove(at);
            continue;
        }
        let of_side = rows[at].form == Form::Total && rows[at].label.starts_with("Total ");
        if rows[at].form == Form::Sum || of_side && layout.sums == Sums::Bare {
            match layout.sums {
                Sums::Whole => {}
                Sums::Total => "Total".clone_into(&mut rows[at].label),
                Sums::Unlabelled | Sums::Bare => rows[at].label.clear(),
            }
        }
        at += 1;
    }
    // The last line of a statement is no unlabelled sum: it would hang beneath nothing. A total may.
    let hangs = |r: &Row| r.label.is_empty() && r.form != Form::Total;
    while rows.last().is_some_and(|r| hangs(r) || r.form == Form::Heading) {
        rows.pop();
    }
}

fn fill(rows: &mut [Row], columns: &[Column], scale: Scale, dice: &Dice) {
    let mut digits = Digits(dice.seed);
    for (at, row) in rows.iter_mut().enumerate() {
        if row.form == Form::Heading {
            continue;
        }
        for (k, column) in columns.iter().enumerate() {
            let face = dice.cells[(at * 7 + k) % dice.cells.len()];
            let measure = column.measure(row);
            let figure = digits.figure(measure, scale);
            // Only what is earned or spent is a part of sales.
            if column.what == What::Share && row.measure != Measure::Amount {
                row.entries.push(Entry::Blank);
                continue;
            }
            let signed = matches!(measure, Measure::Amount | Measure::PerShare)
                || column.what == What::Percent;
            row.entries.push(match face {
                72..84 if signed => Entry::Figure(-figure),
                84..92 if column.what == What::Percent => Entry::NotMeaningful,
                // Prices and ratios are never nil.
                84..92 if matches!(measure, Measure::Price | Measure::Times) => {
                    Entry::Figure(figure)
                }
                84..92 => Entry::Dash,
                // An item may be left blank; a column's sums are always printed.
                96.. if row.form == Form::Item => Entry::Blank,
                _ => Entry::Figure(figure),
            });
        }
        // A row of dashes or blanks alone reads like a heading with filler.
        if !row.entries.iter().any(|e| matches!(e, Entry::Figure(_))) {
            row.entries[0] = Entry::Figure(digits.figure(row.measure, scale));
        }
    }
}

const MONTHS: fn(u16) -> Duration = Duration::Months;

/// The day of a month's end.
fn month_end(year: i16, month: i8) -> Date {
    date(year, month, 1).last_of_month()
}

/// The last Saturday of a month.
fn last_saturday(year: i16, month: i8) -> Date {
    let last = month_end(year, month);
    last - i64::from(last.weekday().since(jiff::civil::Weekday::Saturday)).days()
}

fn columns(dice: &Dice, outline: Outline, year: i16, layout: &Layout) -> Vec<Column> {
    let mut groups = if std::ptr::eq(outline, BALANCE) {
        instants(dice, year)
    } else {
        flows(dice, year, std::ptr::eq(outline, SELECTED))
    };
    let bases = match layout.changes {
        Changes::Adjusted => Some(("Historical", "Pro Forma")),
        Changes::Restated => Some(("As Previously/Reported", "As Restated")),
        Changes::Actual => Some(("Actual", "As Adjusted")),
        _ => None,
    };
    if let ([times], Some((before, after))) = (&groups[..], bases) {
        let columns = [
            (What::Period, times[0], before),
            (What::Adjustment, Time::default(), ""),
            (What::Period, times[0], after),
        ];
        let column = |(group, (what, time, basis))| Column { what, time, group, basis };
        return columns.into_iter().enumerate().map(column).collect();
    }
    if let ([times], Changes::Parts) = (&groups[..], layout.changes) {
        let column = |(time, basis)| Column { what: What::Period, time, group: 0, basis };
        let parts = times
            .iter()
            .flat_map(|&time| ["Domestic", "Foreign", "Total"].map(|basis| (time, basis)));
        return parts.map(column).collect();
    }
    let mut out = Vec::new();
    let alone = groups.len() == 1;
    for (group, times) in groups.iter_mut().enumerate() {
        if dice.oldest_first {
            times.reverse();
        }
        let column = |what, time| Column { what, time, group, basis: "" };
        for &time in times.iter() {
            out.push(column(What::Period, time));
            // Beside columns of another length, or the only one of its own, a part of sales may come
            // back without a period, and with a diagnostic.
            let parts = layout.changes == Changes::Share
                && std::ptr::eq(outline, INCOME)
                && alone
                && times.len() > 1
                && layout.since == Since::Never;
            out.extend(parts.then(|| column(What::Share, time)));
        }
        // Growth is told between two columns.
        if times.len() == 2 {
            let (percent, amount) = match layout.changes {
                Changes::Percent => (true, false),
                Changes::Amount => (false, true),
                Changes::Both => (true, true),
                _ => (false, false),
            };
            out.extend(amount.then(|| column(What::Growth, Time::default())));
            out.extend(percent.then(|| column(What::Percent, Time::default())));
        }
    }
    let newest = groups.concat().into_iter().filter_map(|time| time.end).max();
    if layout.since != Since::Never && !std::ptr::eq(outline, BALANCE) {
        let time = Time { length: None, start: Some(date(year - 3, 3, 3)), end: newest };
        out.push(Column { what: What::Period, time, group: groups.len(), basis: "" });
    }
    out
}

/// Months with which flows end.
const FLOW_MONTHS: [i8; 4] = [6, 9, 3, 12];

/// Groups of periods of one length.
fn flows(dice: &Dice, year: i16, selected: bool) -> Vec<Vec<Time>> {
    let month = FLOW_MONTHS[usize::from(dice.month) / 25];
    let over = |length: Duration, ends: &[Date]| -> Vec<Time> {
        ends.iter().map(|&end| Time { length: Some(length), start: None, end: Some(end) }).collect()
    };
    let ends = |month: i8, n: i16| -> Vec<Date> {
        (0..n).map(|back| month_end(year - back, month)).collect()
    };
    let quarters = |n: i16| over(MONTHS(3), &ends(month, n));
    let so_far = |n: i16| {
        over(
            MONTHS(if month == 3 { 12 } else { u16::try_from(month).unwrap_or(12) }),
            &ends(month, n),
        )
    };
    let years = |n: i16| over(MONTHS(12), &ends([12, 6, 9, 12][usize::from(dice.month) / 25], n));
    // The fiscal years before the one in which the quarter falls.
    let years_before = |n: i16| {
        over(MONTHS(12), &(1..=n).map(|back| month_end(year - back, 12)).collect::<Vec<_>>())
    };
    let within_a_year = matches!(month, 6 | 9);
    let quarter_years = |n: i16| over(MONTHS(12), &ends(month, n));
    let weeks = |n: u16, count: i64| {
        let end = last_saturday(year, month);
        over(
            Duration::Weeks(n),
            &(0..count).map(|back| end - (back * 52).weeks()).collect::<Vec<_>>(),
        )
    };
    match dice.columns {
        _ if selected && dice.columns < 50 => vec![years(2 + i16::from(dice.columns) / 13)],
        0..20 => vec![quarters(2)],
        20..24 if within_a_year => vec![quarters(2), so_far(2), years_before(1)],
        24..28 if within_a_year => vec![years_before(3), quarters(2)],
        20..36 => vec![quarters(2), so_far(2)],
        36..46 => vec![years(2)],
        46..58 => vec![years(3)],
        58..63 => vec![weeks(13, 2)],
        63..70 => vec![weeks(13, 2), weeks(if month == 9 { 39 } else { 26 }, 2)],
        70..73 => vec![weeks(52, 3)],
        73..75 => {
            let end = last_saturday(year, month);
            let before = end - 53.weeks();
            let mut groups = vec![
                over(Duration::Weeks(53), &[end]),
                over(Duration::Weeks(52), &[before, before - 52.weeks()]),
            ];
            // Within a group, years are put in order later.
            if dice.oldest_first {
                groups.reverse();
            }
            groups
        }
        75..82 => vec![quarters(2), quarter_years(2)],
        82..88 => {
            let before = month_end(
                if month == 3 { year - 1 } else { year },
                if month == 3 { 12 } else { month - 3 },
            );
            vec![
                over(MONTHS(3), &[month_end(year, month), before, month_end(year - 1, month)]),
                quarter_years(2),
            ]
        }
        88..92 => vec![years(1)],
        92..96 => vec![quarters(1)],
        _ => vec![quarters(1), so_far(1)],
    }
}

fn instants(dice: &Dice, year: i16) -> Vec<Vec<Time>> {
    // By weeks, statements end with the same week: no other week of its month ends a period.
    let months = if dice.keeps_weeks() { FLOW_MONTHS } else { [6, 9, 3, 6] };
    let month = months[usize::from(dice.month) / 25];
    let at = |days: &[Date]| {
        vec![
            days.iter()
                .map(|&end| Time { length: None, start: None, end: Some(end) })
                .collect::<Vec<_>>(),
        ]
    };
    match dice.columns {
        _ if dice.keeps_weeks() => {
            let end = last_saturday(year, month);
            at(&[end, end - i64::from(dice.weeks_of_year()).weeks()])
        }
        0..35 => at(&[month_end(year, month), month_end(year - 1, 12)]),
        35..70 => at(&[month_end(year, 12), month_end(year - 1, 12)]),
        70..78 => at(&[month_end(year, 6), month_end(year, 3), month_end(year - 1, 12)]),
        78..85 => {
            at(&[month_end(year, month), month_end(year - 1, month), month_end(year - 1, 12)])
        }
        85..92 => at(&[month_end(year, 12)]),
        _ => at(&[month_end(year, 9), month_end(year - 1, 9)]),
    }
}

/// A statement of a year with a column for the parent and each group of subsidiaries.
fn consolidating(dice: &Dice, title: &'static str, scale: Scale, year: i16) -> Statement {
    let column = |&words: &&'static str| Column {
        what: What::Component(words),
        time: Time::default(),
        group: 0,
        basis: "",
    };
    let columns: Vec<Column> = PARTIES.iter().map(column).collect();
    let end = if dice.keeps_weeks() {
        last_saturday(year, FLOW_MONTHS[usize::from(dice.month) / 25])
    } else {
        month_end(year, [12, 6, 9, 12][usize::from(dice.month) / 25])
    };
    let time = Time { length: Some(MONTHS(12)), start: None, end: Some(end) };
    let mut rows = outlined(CONSOLIDATING, dice);
    for row in &mut rows {
        row.time = Some(time);
    }
    fill(&mut rows, &columns, scale, dice);
    let named = format!("{} {}, {}", crate::press::month_name(end.month()), end.day(), end.year());
    let title_period = Some(format!("For the Year Ended {named}"));
    Statement { title, title_period, scale, columns, rows }
}

/// A statement of equity: components side by side, one or two years below each other.
fn equity(dice: &Dice, title: &'static str, scale: Scale, year: i16, layout: &Layout) -> Statement {
    let many = 3 + usize::from(dice.columns) / 34;
    let components = COMPONENTS.iter().take(many - 1).chain(COMPONENTS.last());
    let mut columns: Vec<What> = components.map(|words| What::Component(words)).collect();
    if layout.stock == Stock::Shares && scale.shares > 0 {
        columns[0] = What::Component("Common/Stock/Amount");
        columns.insert(0, What::Shares("Common/Stock/Shares"));
    }
    let columns: Vec<Column> = columns
        .into_iter()
        .map(|what| Column { what, time: Time::default(), group: 0, basis: "" })
        .collect();
    let months = if dice.keeps_weeks() { FLOW_MONTHS } else { [12, 6, 9, 12] };
    let month = months[usize::from(dice.month) / 25];
    let years = if dice.columns.is_multiple_of(2) { 1 } else { 2 };
    // The end of the year so many years ago.
    let end_of = |back: i16| {
        if dice.keeps_weeks() {
            let long = i64::from(dice.weeks_of_year() - 52).min(i64::from(back));
            last_saturday(year, month) - (52 * i64::from(back) + long).weeks()
        } else {
            month_end(year - back, month)
        }
    };
    let named = |end: Date| {
        format!("{} {}, {}", crate::press::month_name(end.month()), end.day(), end.year())
    };
    let balance = |back: i16| {
        let end = end_of(back);
        Row {
            depth: 0,
            form: Form::Total,
            label: format!("Balance, {}", named(end)),
            time: Some(Time { length: None, start: None, end: Some(end) }),
            entries: Vec::new(),
            measure: Measure::Amount,
        }
    };
    let mut rows = vec![balance(years)];
    for back in (0..years).rev() {
        for mut row in outlined(EQUITY, dice) {
            row.time =
                Some(Time { length: Some(MONTHS(12)), start: None, end: Some(end_of(back)) });
            rows.push(row);
        }
        rows.push(balance(back));
    }
    fill(&mut rows, &columns, scale, dice);
    let last = named(end_of(0));
    let before = end_of(1);
    let title_period = Some(match years {
        1 => format!("Year Ended {last}"),
        _ if dice.keeps_weeks() => format!("Years Ended {last} and {}", named(before)),
        _ => format!("Years Ended {last} and {}", before.year()),
    });
    Statement { title, title_period, scale, columns, rows }
}
