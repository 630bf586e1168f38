//! Prints statements, and keeps account of where each figure stands.

use ex99::record::{Duration, Unit};
use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::header::{self, HeaderLine, Piece};
use crate::layout::{
    Absent, Around, Audit, Bars, Bold, Break, Caps, Caption, Changes, Dash, DashPlace, Ditto,
    Dollar, Drift, Gap, Hang, HeaderAlign, HeaderMark, HeaderRules, HeaderShift, HeaderSpacing,
    HeadingRules, Headings, Indent, LabelGap, Layout, Leaders, Marks, Misprint, Missing, Months,
    Negative, NoteColumn, Notes, Opening, PageNumber, Panels, PercentSign, Points, Prose, Remark,
    Spacing, SumRules, Tabs, TitleCase, TitlePlace, Torn, TotalColon, Under, Units, Wrap,
    WrapWidth,
};
use crate::story::{Column, Entry, Form, Measure, Row, Statement, Time, What};

/// Columns from one tab stop to the next.
const TAB: usize = 8;

/// Columns that references to notes take.
const NOTE: usize = 4;

const COMPANY: &str = "ACME WIDGETS, INC.";

/// What stands beside the company's name at the head of a page.
const FORM: &str = "Form 10-Q";

const BEFORE: &str = "SPRINGFIELD, Ill. -- Acme Widgets, Inc. today announced its results for the period. Revenues rose 12.5% to \
    $13.6 million, compared with $12.1 million a year earlier, as demand for the company's products grew in all of its markets. \
    The company opened 14 stores and hired 250 people, and expects to open 20 more in the coming year.";

const YEAR_END: &str = "The accounting policies are those of the annual report for the fiscal year ended December 31, 1995.";

const AFTER: &str = "Statements in this release that are not historical facts are forward-looking and involve risks and \
    uncertainties that could cause actual results to differ materially. Acme Widgets, Inc. makes and sells widgets in 38 states \
    and employs about 1,200 people. For more information call (217) 555-0123.";

const CONTACTS: &[&str] = &[
    "Contacts:",
    "  John Q. Miller                        Mary Jones",
    "  Chief Financial Officer               Investor Relations",
    "  Acme Widgets, Inc.                    Bell & Partners",
    "  1200 Main Street                      45 Park Avenue, Suite 300",
    "  Springfield, IL 62701                 New York, NY 10016",
    "  (217) 555-0123                        (212) 555-0187",
];

const CONTENTS: &[&str] = &[
    "                               TABLE OF CONTENTS",
    "",
    "                                                                     Page",
    "Item 1.  Financial Statements ....................................     3",
    "Item 2.  Management's Discussion and Analysis ....................    11",
    "Item 6.  Exhibits and Reports on Form 8-K ........................    18",
    "Signatures .......................................................    19",
];

const SIGNATURES: &[&str] = &[
    "Pursuant to the requirements of the Securities Exchange Act of 1934, the",
    "registrant has duly caused this report to be signed on its behalf.",
    "",
    "                                     ACME WIDGETS, INC.",
    "",
    "Date: August 12, 1996                By: /s/ John Q. Miller",
    "                                         ------------------",
    "                                         John Q. Miller",
    "                                         Chief Financial Officer",
];

const EXHIBITS: &[&str] = &[
    "Exhibit",
    "Number         Description                                       Page",
    "-------        -----------                                       ----",
    " 11.1          Computation of Earnings Per Share                   21",
    " 27            Financial Data Schedule                             22",
];

/// A printed filing and what a careful reader finds in it.
#[derive(Debug, Default)]
pub struct Printed {
    pub lines: Vec<String>,
    pub cells: Vec<Truth>,
    /// First and last line of each statement, from 1.
    pub tables: Vec<(usize, usize)>,
}

/// What a careful reader knows of one printed figure.
#[derive(Debug, Clone)]
pub struct Truth {
    /// Where it stands: line, first and last display column, from 1.
    pub line: usize,
    pub first: usize,
    pub last: usize,
    pub value: Option<Decimal>,
    pub unit: Unit,
    pub time: Time,
    pub label: String,
}

/// The English name of a month.
pub fn month_name(month: i8) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    NAMES[usize::try_from(month - 1).unwrap_or(0)]
}

/// `June 30,` as the layout prints it.
pub fn month_day(day: Date, layout: &Layout) -> String {
    let name = month_name(day.month());
    let name = match layout.months {
        Months::Whole => name.to_owned(),
        _ if name.len() <= 4 => name.to_owned(),
        Months::Dotted => format!("{}.", &name[..3]),
        Months::Short => name[..3].to_owned(),
    };
    format!("{name} {},", day.day())
}

/// Prints statements one below the other.
pub fn print(statements: &[Statement], layout: &Layout) -> Printed {
    let mut press = Press { layout, out: Printed::default() };
    if layout.caption == Caption::Quarters {
        press.paragraph(YEAR_END);
    }
    if matches!(layout.prose, Prose::Before | Prose::Both) {
        press.paragraph(BEFORE);
    }
    if matches!(layout.around, Around::Contacts | Around::Contents | Around::Marked) {
        press.around();
    }
    if layout.marks == Marks::Around {
        press.push("<TABLE>");
    }
    for (n, statement) in statements.iter().enumerate() {
        if n > 0 {
            press.blank(3);
        }
        press.statement(statement);
    }
    if layout.marks == Marks::Around {
        press.push("</TABLE>");
    }
    if matches!(layout.around, Around::Signatures | Around::Exhibits) {
        press.blank(2);
        press.around();
    }
    if matches!(layout.prose, Prose::After | Prose::Both) {
        press.blank(2);
        press.paragraph(AFTER);
    }
    press.out
}

/// A figure as printed: what stands before its digits, the digits, what hangs behind them.
#[derive(Debug, Clone)]
struct Print {
    before: String,
    digits: String,
    behind: String,
    /// A currency sign stands apart at the column's left.
    sign_apart: bool,
    dash: bool,
}

impl Print {
    /// Columns left of the edge.
    fn width(&self) -> usize {
        self.before.len() + self.digits.len() + if self.sign_apart { 2 } else { 0 }
    }
}

/// Where a column stands: the slot of its header, the field of its figures within it.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    pub start: usize,
    pub stop: usize,
    /// Where the widest figure begins, currency sign included.
    field: usize,
    /// Behind the last digit.
    edge: usize,
}

/// Some columns of a statement, measured.
struct Sheet {
    /// Which columns of the statement.
    columns: Vec<usize>,
    slots: Vec<Slot>,
    prints: Vec<Vec<Option<Print>>>,
    header: Vec<HeaderLine>,
    /// Where the label zone ends.
    stub: usize,
    /// Where references to notes begin, in a column of their own.
    note: Option<usize>,
    /// How far print hangs behind an edge.
    hang: usize,
}

struct Press<'l> {
    layout: &'l Layout,
    out: Printed,
}

impl Press<'_> {
    fn push(&mut self, line: &str) {
        let line = line.trim_end();
        self.out.lines.push(match self.layout.tabs {
            Tabs::None => line.to_owned(),
            Tabs::Lossless | Tabs::Figures => with_tabs(line, usize::MAX),
            Tabs::Labels => with_tabs(line, line.find("   ").map_or(0, |gap| gap + 24)),
        });
    }

    fn blank(&mut self, n: usize) {
        for _ in 0..n {
            self.out.lines.push(String::new());
        }
    }

    fn paragraph(&mut self, text: &str) {
        for line in wrap(text, 74, |_| true) {
            self.push(&line);
        }
        self.blank(1);
    }

    /// What looks like a table and is none.
    fn around(&mut self) {
        let (marked, lines): (bool, &[&str]) = match self.layout.around {
            Around::None => return,
            Around::Contacts => (false, CONTACTS),
            Around::Contents => (false, CONTENTS),
            Around::Signatures => (false, SIGNATURES),
            Around::Exhibits => (true, EXHIBITS),
            Around::Marked => (true, &[]),
        };
        if marked {
            self.push("<TABLE>");
        }
        for line in lines {
            self.push(line);
        }
        if lines.is_empty() {
            self.paragraph(AFTER);
        }
        if marked {
            self.push("</TABLE>");
        }
        self.blank(2);
    }

    fn statement(&mut self, statement: &Statement) {
        let layout = self.layout;
        let all: Vec<usize> = (0..statement.columns.len()).collect();
        // `Six Months` alone in a panel may be those of any half of its year; one amount and its
        // part of sales come back as if they were no pair.
        let parted = layout.panels == Panels::Two
            && layout.caption != Caption::Quarters
            && layout.changes != Changes::Share;
        let panels = if parted && all.len() >= 4 {
            let half = statement.columns.iter().position(|c| c.group > 0).unwrap_or(all.len() / 2);
            vec![all[..half].to_vec(), all[half..].to_vec()]
        } else {
            vec![all]
        };
        let first = self.out.lines.len() + 1;
        for (n, columns) in panels.into_iter().enumerate() {
            let sheet = measure(statement, columns, layout);
            if n == 0 {
                self.head(statement, &sheet);
            } else {
                self.blank(2);
            }
            self.panel(statement, &sheet);
        }
        if !matches!(layout.marks, Marks::None | Marks::Around) {
            self.push("</TABLE>");
        }
        self.out.tables.push((first, self.out.lines.len()));
        let note = match layout.notes {
            Notes::None | Notes::LabelNote if layout.header_mark == HeaderMark::None => return,
            Notes::Braced => "{1}",
            Notes::None | Notes::LabelNote | Notes::LabelDigit | Notes::Apart | Notes::Two => "(1)",
            Notes::LabelLetter | Notes::Glued => "(a)",
            Notes::Star => "*",
        };
        self.blank(1);
        if layout.header_mark != HeaderMark::None && note != "(1)" {
            self.paragraph("(1) Restated for the discontinued operations of the toy division.");
        }
        self.paragraph(&format!("{note} Includes a charge of $1.2 million for the closing of a plant, which the company announced in the spring."));
    }

    /// The lines above the columns.
    fn head(&mut self, statement: &Statement, sheet: &Sheet) {
        let layout = self.layout;
        if let Some(period) = header::title_period(&statement.columns, layout)
            .filter(|_| layout.caption == Caption::InSentence)
        {
            self.paragraph(&sentence(&period));
        }
        match layout.marks {
            Marks::Full | Marks::OnFirstLine | Marks::OnHeading => {
                self.push("<TABLE>");
                self.push("<CAPTION>");
            }
            Marks::TableOnly => self.push("<TABLE>"),
            _ => {}
        }
        let mut lines: Vec<String> = Vec::new();
        if layout.caps == Caps::CompanyTitleUnits {
            lines.push(COMPANY.to_owned());
        }
        lines.extend(title_lines(statement, layout));
        lines.extend(remark(layout).iter().map(|&line| line.to_owned()));
        let words = statement.scale.words;
        let audit = layout.audit == Audit::Title;
        match layout.caps {
            Caps::UnitsAudit if words.starts_with('(') => {
                let joined = format!("(Unaudited, {}", &words[1..]);
                match joined.split_once(", except") {
                    Some((head, tail)) => {
                        lines.extend([format!("{head},"), format!("except{tail}")]);
                    }
                    None => lines.push(joined),
                }
            }
            Caps::UnitsOverLabels | Caps::UnitsByHeader | Caps::TitleOnly => {
                lines.extend(audit.then(|| "(Unaudited)".to_owned()));
            }
            _ => {
                lines.extend(audit.then(|| "(Unaudited)".to_owned()));
                lines.extend(match layout.units {
                    Units::Lines => unit_lines(words),
                    Units::Line => {
                        Some(words.to_owned()).filter(|w| !w.is_empty()).into_iter().collect()
                    }
                });
            }
        }
        let width = sheet.slots.last().map_or(80, |s| s.stop).max(60);
        for line in lines {
            let at = if layout.title_place == TitlePlace::Left {
                0
            } else {
                width.saturating_sub(line.len()) / 2
            };
            let line = format!("{}{line}", " ".repeat(at));
            self.push(&line);
            let again = match layout.bold {
                Bold::Title => 1,
                Bold::Deep => 3,
                _ => 0,
            };
            for _ in 0..again {
                self.push(&line);
            }
        }
        self.blank(1);
        match layout.marks {
            Marks::NoCaption => self.push("<TABLE>"),
            Marks::CaptionAll => {
                self.push("<TABLE>");
                self.push("<CAPTION>");
            }
            _ => {}
        }
    }

    /// Header and rows of some columns.
    fn panel(&mut self, statement: &Statement, sheet: &Sheet) {
        let layout = self.layout;
        self.header(statement, sheet);
        if layout.marks == Marks::Halves {
            self.push("<TABLE>");
        }
        let rows = statement.rows.len();
        let middle = (layout.page_break != Break::None || layout.marks == Marks::Halves)
            .then(|| {
                let place = match layout.page_break {
                    Break::BelowHeading => below_heading_at(&statement.rows),
                    Break::Sides => second_side(&statement.rows),
                    _ => None,
                };
                place.or_else(|| middle(&statement.rows))
            })
            .flatten();
        let mut shift = 0;
        let opened = opening_in_header(statement, sheet, layout).is_some();
        for at in usize::from(opened)..rows {
            if middle == Some(at) {
                if layout.marks == Marks::Halves {
                    self.push("</TABLE>");
                }
                if layout.page_break != Break::None {
                    self.break_page(statement, sheet, at);
                }
                if layout.page_break == Break::Shifted {
                    shift = 3;
                }
            }
            self.row(statement, sheet, at, shift);
        }
    }

    fn break_page(&mut self, statement: &Statement, sheet: &Sheet, at: usize) {
        let layout = self.layout;
        if layout.page_break == Break::Blanks {
            self.blank(20);
            return;
        }
        self.blank(2);
        let centred = |text: &str| format!("{}{text}", " ".repeat(36));
        match layout.page_number {
            PageNumber::Dashed => self.push(&centred("- 3 -")),
            PageNumber::Bare => self.push(&centred("3")),
            PageNumber::Lettered => self.push(&centred("F-3")),
            PageNumber::None | PageNumber::InMark => {}
        }
        match layout.page_number {
            PageNumber::InMark => self.push("<PAGE> 4"),
            // A dashed number tells of the page's end without a mark.
            PageNumber::Dashed if matches!(layout.marks, Marks::None | Marks::Around) => {}
            _ => self.push("<PAGE>"),
        }
        self.blank(1);
        if layout.page_break == Break::RunningHead {
            let full = sheet.slots.last().map_or(80, |s| s.stop).max(60);
            let mut line = COMPANY.to_owned();
            put(&mut line, full - FORM.len(), FORM);
            self.push(&line);
            self.blank(1);
        }
        let again =
            |suffix: &str| title_lines(statement, layout).first().map(|t| format!("{t}{suffix}"));
        let title = match layout.page_break {
            Break::Repeated | Break::BelowHeading | Break::Sides | Break::Headings => again(""),
            Break::Continued => again(" (continued)"),
            _ => None,
        };
        if let Some(title) = title {
            let width = sheet.slots.last().map_or(80, |s| s.stop).max(60);
            let at = if layout.title_place == TitlePlace::Left {
                0
            } else {
                width.saturating_sub(title.len()) / 2
            };
            self.push(&format!("{}{title}", " ".repeat(at)));
            self.blank(1);
            self.header(statement, sheet);
        }
        if layout.page_break == Break::Headings {
            for heading in in_force(&statement.rows, at) {
                let label = format!("{} (continued)", heading.label);
                let again = Row { label, ..heading.clone() };
                // On a line of its own, `(continued)` says no more than a page's end.
                let whole = Layout { wrap: Wrap::None, ..*layout };
                for line in label_lines(&again, 0, &whole) {
                    self.push(&line);
                }
            }
        }
    }

    fn header(&mut self, statement: &Statement, sheet: &Sheet) {
        let layout = self.layout;
        let words = statement.scale.words;
        let over_labels =
            (layout.caps == Caps::UnitsOverLabels && !words.is_empty()).then_some(words);
        let room = sheet.note.unwrap_or(sheet.stub);
        let beside = over_labels.filter(|w| w.len() + 2 < room && !sheet.header.is_empty());
        if let (Some(words), None) = (over_labels, beside) {
            self.push(words);
        }
        let opening = opening_in_header(statement, sheet, layout);
        let full = sheet.slots.last().map_or(80, |s| s.stop);
        let escaped = format!("- {}", "-".repeat(full - 2));
        if layout.header_rules == HeaderRules::Escaped && !sheet.header.is_empty() {
            self.push(&escaped);
        }
        let spans = matches!(
            layout.header_rules,
            HeaderRules::Spans | HeaderRules::Both | HeaderRules::Equals
        );
        let years = matches!(
            layout.header_rules,
            HeaderRules::Years | HeaderRules::Both | HeaderRules::Equals
        );
        let mark = if layout.header_rules == HeaderRules::Equals { "=" } else { "-" };
        let depth = sheet.header.len();
        let last_span = sheet.header.iter().rposition(|l| l.spans);
        for (n, line) in sheet.header.iter().enumerate() {
            let mut buffer = String::new();
            if let Some(words) = beside.or(opening.as_deref()).filter(|_| n + 1 == depth) {
                buffer.push_str(words);
            }
            if let Some(at) = sheet.note.filter(|_| n + 1 == depth) {
                put(&mut buffer, at, "Note");
            }
            for piece in &line.pieces {
                let (from, to) = (sheet.slots[piece.first].start, sheet.slots[piece.last].stop);
                put(&mut buffer, self.header_at(from, to, piece, line.spans), &piece.text);
            }
            self.push(&buffer);
            if spans && last_span == Some(n) {
                let mut rule = String::new();
                for piece in &line.pieces {
                    let (from, to) = (sheet.slots[piece.first].start, sheet.slots[piece.last].stop);
                    put(&mut rule, from, &mark.repeat(to - from));
                }
                self.push(&rule);
            }
            if layout.header_spacing == HeaderSpacing::BeforeYears && last_span == Some(n) {
                self.blank(1);
            }
        }
        if years && depth > 0 {
            let mut rule = String::new();
            for slot in &sheet.slots {
                put(&mut rule, slot.start, &mark.repeat(slot.stop - slot.start));
            }
            self.push(&rule);
        }
        if layout.header_rules == HeaderRules::Escaped && !sheet.header.is_empty() {
            self.push(&escaped);
        }
        if layout.caps == Caps::UnitsByHeader && !words.is_empty() {
            let from = sheet.slots[0].start;
            let at = (from + full).saturating_sub(words.len()) / 2;
            self.push(&format!("{}{words}", " ".repeat(at)));
        }
        if matches!(layout.marks, Marks::Full | Marks::NoCaption | Marks::CaptionAll) {
            let mut marks = "<S>".to_owned();
            for slot in &sheet.slots {
                put(&mut marks, slot.start, "<C>");
            }
            self.push(&marks);
        }
        if layout.header_spacing == HeaderSpacing::AfterHeader {
            self.blank(1);
        }
    }

    /// Where a header piece begins within its columns.
    fn header_at(&self, from: usize, to: usize, piece: &Piece, spans: bool) -> usize {
        let len = piece.text.len();
        let at = match self.layout.header_align {
            HeaderAlign::Right if !spans => to - len,
            HeaderAlign::Left if !spans => from,
            _ => from + (to - from - len) / 2,
        };
        match self.layout.header_shift {
            HeaderShift::None => at,
            HeaderShift::Left => at - 3,
            HeaderShift::Right => at + 3,
            HeaderShift::Drawn => at - 2 * piece.first,
        }
    }

    fn row(&mut self, statement: &Statement, sheet: &Sheet, at: usize, shift: usize) {
        let layout = self.layout;
        let row = &statement.rows[at];
        let sum = matches!(row.form, Form::Sum | Form::Total);
        if at > 0 {
            let apart = match layout.spacing {
                Spacing::All => true,
                Spacing::Sections => row.form == Form::Heading,
                Spacing::Sums => matches!(statement.rows[at - 1].form, Form::Sum | Form::Total),
                Spacing::None | Spacing::InLabels => false,
            };
            self.blank(usize::from(apart));
        }
        // An unlabelled figure is a sum only where a rule says so.
        if sum && at > 0 && (layout.sum_rules != SumRules::None || row.label.is_empty()) {
            self.rule(sheet, at, "-", shift);
        }
        let labels = label_lines(row, at, layout);
        if row.form == Form::Heading {
            let width = sheet.slots.last().map_or(80, |s| s.stop);
            for line in labels {
                let centred = layout.headings == Headings::Centred && row.depth == 0;
                let line = if centred {
                    format!(
                        "{}{}",
                        " ".repeat(width.saturating_sub(line.trim().len()) / 2),
                        line.trim()
                    )
                } else {
                    line
                };
                let marked = at == 0 && layout.marks == Marks::OnHeading;
                self.push(&if marked { with_marks(line, sheet) } else { line });
            }
            self.underline_heading(sheet);
            return;
        }
        let on = match layout.wrap {
            Wrap::First => 0,
            Wrap::Middle => labels.len() / 2,
            Wrap::None | Wrap::Last => labels.len() - 1,
        };
        let torn =
            layout.torn == Torn::Last && labels.len() == 1 && at % 5 == 4 && !row.label.is_empty();
        // Bold is struck line by line: only a row on one line is struck twice. Figures alone, twice,
        // are two sums to any reader.
        let struck = layout.bold == Bold::Sums
            && row.form == Form::Total
            && labels.len() == 1
            && !row.label.is_empty();
        let torn = (torn && !struck).then(|| last_of_several(&sheet.prints[at])).flatten();
        for (n, label) in labels.iter().enumerate() {
            if n > 0 && layout.spacing == Spacing::InLabels && n == 1 {
                self.blank(1);
            }
            if n != on {
                self.push(label);
                continue;
            }
            let mut line = label.clone();
            self.lead(&mut line, sheet, at);
            if let Some(column) =
                sheet.note.filter(|_| at.is_multiple_of(3) && !row.label.is_empty())
            {
                let note = ["3", "4, 5", "12"][at % 4 % 3];
                put(&mut line, column + NOTE - note.len(), note);
            }
            for k in 0..sheet.slots.len() {
                if Some(k) != torn {
                    self.figure(&mut line, statement, sheet, (at, k), shift);
                }
            }
            self.marked_first_line(&mut line, sheet);
            self.push(&line);
            if struck {
                self.push(&line);
            }
        }
        if let Some(k) = torn {
            let mut line = String::new();
            self.figure(&mut line, statement, sheet, (at, k), shift);
            self.push(&line);
        }
        if row.form == Form::Total
            && matches!(layout.sum_rules, SumRules::Double | SumRules::Equals)
        {
            self.rule(sheet, at, "=", shift);
        }
    }

    /// Rules the heading on the last line. A rule that ran on over the columns would close a header.
    fn underline_heading(&mut self, sheet: &Sheet) {
        let layout = self.layout;
        let Some(line) = self.out.lines.last().filter(|l| !l.contains(['<', '\t'])) else { return };
        let words = line.trim_start();
        let fits = line.len() < sheet.stub || layout.headings == Headings::Centred;
        if layout.heading_rules == HeadingRules::Dashes && fits {
            let indent = " ".repeat(line.len() - words.len());
            self.push(&format!("{indent}{}", "-".repeat(words.len())));
        }
    }

    /// `<S>` and `<C>` on the first line with figures.
    fn marked_first_line(&self, line: &mut String, sheet: &Sheet) {
        let first = self.out.cells.len()
            == sheet
                .prints
                .iter()
                .find(|p| !p.is_empty())
                .map_or(0, |p| p.iter().flatten().count());
        if self.layout.marks != Marks::OnFirstLine || !first {
            return;
        }
        for slot in sheet.slots.iter().rev() {
            if let Some(at) = slot
                .field
                .checked_sub(4)
                .filter(|&at| line.len() > at + 3 && line[at..at + 4].trim().is_empty())
            {
                line.replace_range(at..at + 3, "<C>");
            }
        }
    }

    fn rule(&mut self, sheet: &Sheet, at: usize, mark: &str, shift: usize) {
        let mark = if self.layout.sum_rules == SumRules::Equals { "=" } else { mark };
        let mut line = String::new();
        for (k, slot) in sheet.slots.iter().enumerate() {
            if sheet.prints[at][k].is_some() {
                put(&mut line, slot.field + shift, &mark.repeat(slot.edge - slot.field));
            }
        }
        self.push(&line);
    }

    /// Fills the way from the label to the figures.
    fn lead(&self, line: &mut String, sheet: &Sheet, at: usize) {
        if line.trim().is_empty() || self.layout.leaders == Leaders::None {
            return;
        }
        let glued = self.layout.leaders == Leaders::Glued && self.layout.tabs != Tabs::Figures;
        let digits = |p: &Print| p.digits.bytes().any(|b| b.is_ascii_digit());
        let first =
            sheet.prints[at][0].as_ref().filter(|p| glued && !p.dash && !p.sign_apart && digits(p));
        // Dots run to the figures, or to the end of the label zone.
        let zone = sheet.note.unwrap_or(sheet.stub);
        let ragged = if self.layout.leaders == Leaders::Ragged { at * 3 % 5 } else { 0 };
        let end = match first.filter(|_| sheet.note.is_none()) {
            Some(print) => sheet.slots[0].edge - print.width(),
            None => zone.saturating_sub(1 + ragged),
        };
        let from = line.len() + 1;
        if from + 3 > end {
            return;
        }
        line.push(' ');
        while line.len() < end {
            let dot = self.layout.leaders != Leaders::Spaced || line.len().is_multiple_of(2);
            line.push(if dot { '.' } else { ' ' });
        }
    }

    /// Prints one figure on a line and keeps account of it.
    fn figure(
        &mut self,
        line: &mut String,
        statement: &Statement,
        sheet: &Sheet,
        (at, k): (usize, usize),
        shift: usize,
    ) {
        let layout = self.layout;
        let (row, column) = (&statement.rows[at], &statement.columns[sheet.columns[k]]);
        let slot = sheet.slots[k];
        let Some(print) = &sheet.prints[at][k] else {
            let apart = matches!(layout.dollar, Dollar::FirstApart | Dollar::AllApart);
            let counts = matches!(column.what, What::Percent | What::Share | What::Shares(_));
            let signed = layout.missing == Missing::Sign && apart && !counts;
            if signed && has_sign(statement, at, layout) {
                put(line, slot.field + shift, "$");
            }
            return;
        };
        let drift = match layout.drift {
            Drift::None => 0,
            Drift::Rows => usize::from(at % 3 == 1),
            Drift::Cells => (at * 5 + k * 3) % 2,
            Drift::Wide => (at * 5 + k * 3) % 3,
        };
        let field = slot.edge - slot.field;
        let edge = if print.dash {
            match layout.dash_place {
                DashPlace::Edge => slot.edge,
                DashPlace::Middle => slot.field + usize::midpoint(field, print.digits.len()),
                DashPlace::Inside => (slot.edge - 2).max(slot.field + print.width()),
                DashPlace::Beyond => slot.edge + 1,
            }
        } else {
            slot.edge + drift
        } + shift;
        let (field, edge) = if layout.tabs == Tabs::Figures {
            (slot.field, slot.field + print.width())
        } else {
            (slot.field + shift, edge)
        };
        if print.sign_apart {
            put(line, field, "$");
        }
        let first = edge - print.digits.len();
        put(
            line,
            first - print.before.len(),
            &format!("{}{}{}", print.before, print.digits, print.behind),
        );
        if layout.bars == Bars::Behind && layout.tabs != Tabs::Figures {
            put(line, slot.edge + sheet.hang + 1 + shift, "|");
        }
        let scale = match row.unit(column.what) {
            Unit::Money(_) => statement.scale.amounts,
            Unit::Shares => statement.scale.shares,
            _ => 1,
        };
        let value = match row.entries[sheet.columns[k]] {
            Entry::Figure(value) => Some(value * Decimal::from(scale)),
            Entry::NotMeaningful => None,
            Entry::Dash if absent(at, column, layout).is_some() => None,
            Entry::Dash | Entry::Blank => Some(Decimal::ZERO),
        };
        self.out.cells.push(Truth {
            line: self.out.lines.len() + 1,
            first: first + 1,
            last: edge,
            value,
            unit: row.unit(column.what),
            time: row.time(column),
            label: row.label.clone(),
        });
    }
}

/// The sentence that introduces a statement of some period.
fn sentence(period: &str) -> String {
    match period.strip_prefix("For the ").and_then(|p| p.split_once(" Ended ")) {
        Some((length, dates)) => format!(
            "The following table shows the results of Acme Widgets, Inc. for the {} ended {dates}:",
            length.to_lowercase()
        ),
        None => format!(
            "The following table shows the financial condition of Acme Widgets, Inc. as of {period}:"
        ),
    }
}

/// Title, and what it says of the periods.
fn title_lines(statement: &Statement, layout: &Layout) -> Vec<String> {
    let told = || header::title_period(&statement.columns, layout);
    let in_title = || told().filter(|_| layout.caption == Caption::InTitle);
    let period = statement.title_period.clone().or_else(in_title);
    let lines = std::iter::once(statement.title.to_owned()).chain(period);
    lines
        .map(
            |line| {
                if layout.title_case == TitleCase::Capitals { line.to_uppercase() } else { line }
            },
        )
        .collect()
}

/// The units over two lines.
fn unit_lines(words: &str) -> Vec<String> {
    let half = words.find(", except").map_or(words.find(" in "), |comma| Some(comma + 1));
    let (head, tail) = words.split_at(half.unwrap_or(words.len()));
    [head, tail.trim_start()].iter().filter(|l| !l.is_empty()).map(|&l| l.to_owned()).collect()
}

/// What stands in parentheses below the title, line by line.
fn remark(layout: &Layout) -> &'static [&'static str] {
    match layout.remark {
        Remark::None => &[],
        Remark::Stage => &["(A Development Stage Company)"],
        Remark::Audit => &["(Subject to Year-End Audit Adjustments)"],
        Remark::Notes => &["(See Notes to Consolidated Financial Statements)"],
        Remark::Long => &[
            "(Including the accounts of the businesses acquired from Bolt Tools",
            "Corp., and restated for the 3-for-2 split of the common stock)",
        ],
    }
}

/// The heading above all rows, if the header has room for it on its last line.
fn opening_in_header(statement: &Statement, sheet: &Sheet, layout: &Layout) -> Option<String> {
    let repeated = matches!(
        layout.page_break,
        Break::Repeated | Break::Continued | Break::BelowHeading | Break::Sides | Break::Headings
    );
    let first = statement.rows.first().filter(|row| row.form == Form::Heading)?;
    let stands = layout.opening == Opening::InHeader
        && !repeated
        && layout.wrap == Wrap::None
        && layout.headings != Headings::Centred
        && layout.caps != Caps::UnitsOverLabels
        && layout.marks != Marks::OnHeading
        && !sheet.header.is_empty();
    let words = label_lines(first, 0, layout).swap_remove(0);
    (stands && words.len() + 2 < sheet.note.unwrap_or(sheet.stub)).then_some(words)
}

/// The row below a heading, the nearest to the middle; each page has rows.
fn below_heading_at(rows: &[Row]) -> Option<usize> {
    let many = |rows: &[Row]| rows.iter().filter(|r| r.form != Form::Heading).count() >= 2;
    (2..rows.len().saturating_sub(1))
        .filter(|&at| rows[at - 1].form == Form::Heading && rows[at].form != Form::Heading)
        .filter(|&at| many(&rows[..at]) && many(&rows[at..]))
        .min_by_key(|&at| at.abs_diff(rows.len() / 2))
}

/// The heading of the second side of a balance sheet.
fn second_side(rows: &[Row]) -> Option<usize> {
    (2..rows.len())
        .find(|&at| rows[at].form == Form::Heading && rows[at].label.starts_with("Liabilities"))
}

/// The headings above a row under which it stands, outermost first.
fn in_force(rows: &[Row], at: usize) -> Vec<&Row> {
    let mut depth = rows[at].depth;
    let mut out = Vec::new();
    for row in rows[..at].iter().rev().filter(|row| row.form == Form::Heading) {
        if row.depth < depth {
            depth = row.depth;
            out.insert(0, row);
        }
    }
    out
}

/// A heading with the marks of the columns on its line.
fn with_marks(mut line: String, sheet: &Sheet) -> String {
    for slot in &sheet.slots {
        if line.len() < slot.start {
            put(&mut line, slot.start, "<C>");
        }
    }
    line
}

/// The last figure of a row, where others stand before it: alone it has no row-mates to be torn
/// from. A long dash on a line of its own is a rule to any reader.
fn last_of_several(prints: &[Option<Print>]) -> Option<usize> {
    const RULE: usize = 3;
    let last = prints.iter().rposition(Option::is_some)?;
    let is_rule = prints[last].as_ref().is_some_and(|p| p.dash && p.digits.len() >= RULE);
    let others = prints[..last].iter().any(Option::is_some);
    (others && !is_rule).then_some(last)
}

/// What is printed for a figure that is not available.
fn absent(at: usize, column: &Column, layout: &Layout) -> Option<&'static str> {
    let word = match layout.absent {
        Absent::Dash => None,
        Absent::Capitals => Some("N/A"),
        Absent::Small => Some("na"),
        Absent::Star => Some("*"),
    };
    word.filter(|_| at.is_multiple_of(2) && column.what == What::Period)
}

/// A row near the middle before which a page may end: not right below a heading, nor before a sum.
fn middle(rows: &[Row]) -> Option<usize> {
    let half = (rows.len() / 2).max(1);
    (half..rows.len())
        .find(|&at| {
            rows[at - 1].form != Form::Heading && rows[at].form != Form::Sum && rows.len() >= 6
        })
        .filter(|&at| at > 2 && rows[at..].iter().filter(|r| r.form != Form::Heading).count() >= 2)
}

/// Puts text on a line that is blank there.
fn put(line: &mut String, at: usize, text: &str) {
    if line.len() < at {
        line.push_str(&" ".repeat(at - line.len()));
    }
    assert_eq!(line.len(), at, "`{text}` has no room behind `{line}`");
    line.push_str(text);
}

/// Breaks a text at blanks, and behind hyphens, into lines of a width; `may_start` says whether a
/// line may begin with a word.
fn wrap(text: &str, width: usize, may_start: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<Vec<&str>> = vec![Vec::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let len: usize = line.iter().map(|w| w.len() + 1).sum();
        if len + word.len() > width && !line.is_empty() {
            let mut next = vec![word];
            while line.len() > 1 && !may_start(next[0]) {
                next.insert(0, line.pop().unwrap_or(""));
            }
            lines.push(next);
        } else {
            line.push(word);
        }
    }
    lines.into_iter().map(|words| words.join(" ")).collect()
}

/// The printed lines of a row's label, indented.
fn label_lines(row: &Row, at: usize, layout: &Layout) -> Vec<String> {
    let step = match layout.indent {
        Indent::Two => 2,
        Indent::None => 0,
        Indent::Three => 3,
        Indent::Five => 5,
    };
    let indent = row.depth * step;
    let mut text = row.label.clone();
    if layout.ditto == Ditto::Dashed && matches!(&*text, "Basic" | "Diluted") {
        text.insert_str(0, "- ");
    }
    let heading = row.form == Form::Heading;
    if heading {
        match layout.headings {
            Headings::Colon => text.push(':'),
            // Without a colon, nothing but its meaning tells a heading over several lines from the
            // first lines of its first row's label.
            Headings::Plain if layout.wrap != Wrap::None && text.len() + indent > 24 => {
                text.push(':');
            }
            Headings::Plain => {}
            Headings::Capitals if row.depth > 0 => text.push(':'),
            Headings::Capitals | Headings::Centred => text = text.to_uppercase(),
        }
    } else if layout.total_colon == TotalColon::Colon && row.form == Form::Total {
        text.push_str(if text.is_empty() { "" } else { ":" });
    } else if at % 4 == 1 && !text.is_empty() {
        match layout.notes {
            Notes::LabelDigit => text.push_str(" (1)"),
            Notes::LabelLetter => text.push_str(" (a)"),
            Notes::LabelNote => text.push_str(" (Note 6)"),
            _ => {}
        }
    }
    if layout.wrap == Wrap::None {
        return vec![format!("{}{text}", " ".repeat(indent))];
    }
    let width = match layout.wrap_width {
        WrapWidth::Forty => 40,
        WrapWidth::Thirty => 30,
        WrapWidth::Narrow => 24,
    };
    let further = match layout.hang {
        Hang::Two => indent + 2,
        Hang::Same => indent,
        Hang::Four => indent + 4,
        Hang::Margin => 0,
    };
    // No reader could tell a line that begins with a dash from an item of a list.
    // A line that begins with a capital and is not indented further is a row of its own to any
    // reader; so labels that are not hung go on with a small letter or a sign.
    let hung = further > indent;
    let may_start = |word: &str| {
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
        word != "-" && (hung || heading || !capital)
    };
    wrap(&text, width - indent, may_start)
        .into_iter()
        .enumerate()
        .map(|(n, line)| format!("{}{line}", " ".repeat(if n == 0 { indent } else { further })))
        .collect()
}

/// Digits in groups of three.
fn grouped(value: Decimal, places: u32) -> String {
    let text = format!("{:.*}", places as usize, value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    for (n, digit) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// `66 1/8`.
fn eighths(value: Decimal) -> String {
    let whole = value.trunc();
    let parts = ((value - whole) * Decimal::from(8)).normalize().to_string();
    match parts.as_str() {
        "0" => whole.normalize().to_string(),
        "2" => format!("{} 1/4", whole.normalize()),
        "4" => format!("{} 1/2", whole.normalize()),
        "6" => format!("{} 3/4", whole.normalize()),
        odd => format!("{} {odd}/8", whole.normalize()),
    }
}

/// A figure as the layout prints it; none for a blank.
fn render(
    statement: &Statement,
    at: usize,
    column: &Column,
    entry: Entry,
    layout: &Layout,
) -> Option<Print> {
    let row = &statement.rows[at];
    let measure = column.measure(row);
    let counts = matches!(column.what, What::Percent | What::Share | What::Shares(_));
    let sign = has_sign(statement, at, layout) && !counts;
    let apart = matches!(layout.dollar, Dollar::FirstApart | Dollar::AllApart);
    let mut print = Print {
        before: String::new(),
        digits: String::new(),
        behind: String::new(),
        sign_apart: sign && apart,
        dash: false,
    };
    let value = match entry {
        Entry::Blank => return None,
        Entry::NotMeaningful => {
            "N/M".clone_into(&mut print.digits);
            return Some(print);
        }
        Entry::Dash if absent(at, column, layout).is_some() => {
            absent(at, column, layout).unwrap_or_default().clone_into(&mut print.digits);
            print.sign_apart = false;
            return Some(print);
        }
        Entry::Dash if layout.dash == Dash::Nought => {
            "-0-".clone_into(&mut print.digits);
            print.dash = true;
            return Some(print);
        }
        Entry::Dash => {
            print.digits = "-".repeat(match layout.dash {
                Dash::One | Dash::Nought => 1,
                Dash::Two => 2,
                Dash::Three => 3,
                Dash::Four => 4,
            });
            print.dash = true;
            return Some(print);
        }
        Entry::Figure(value) => value,
    };
    print.digits = match measure {
        Measure::Amount => grouped(value, u32::from(statement.scale.amounts == 1_000_000)),
        Measure::Shares => grouped(value, u32::from(statement.scale.shares == 1_000_000)),
        Measure::PerShare | Measure::Times => grouped(value, 2),
        Measure::Percent => grouped(value, 1),
        Measure::Price => eighths(value),
    };
    if let Some(bare) = print.digits.strip_prefix("0.").filter(|_| layout.points == Points::Bare) {
        print.digits = format!(".{bare}");
    }
    if let Some(comma) =
        print.digits.rfind(',').filter(|_| at % 7 == 3 && column.what == What::Period)
    {
        match layout.misprint {
            Misprint::None => {}
            Misprint::Blank => print.digits.insert(comma, ' '),
            Misprint::Comma => print.digits.insert(comma, ','),
        }
    }
    let negative = value.is_sign_negative();
    if negative {
        let (before, behind) = match layout.negative {
            Negative::Hanging | Negative::Flush | Negative::DollarInside => ("(", ")"),
            Negative::Spaced => ("( ", ")"),
            Negative::Minus => ("-", ""),
            Negative::Unopened => ("", ")"),
            Negative::Unclosed => ("(", ""),
        };
        before.clone_into(&mut print.before);
        behind.clone_into(&mut print.behind);
    }
    if sign && !apart {
        print.before = match layout.negative {
            Negative::DollarInside if negative => "($".to_owned(),
            _ => format!("${}", print.before),
        };
    }
    let mut inside = layout.negative == Negative::Flush;
    match measure {
        // The header says it.
        Measure::Percent
            if column.what == What::Share && layout.percent_sign == PercentSign::Glued => {}
        Measure::Percent => {
            print.behind.push_str(if layout.percent_sign == PercentSign::Apart {
                " %"
            } else {
                "%"
            });
            inside = layout.percent_sign == PercentSign::Inside;
        }
        Measure::Times => print.behind.push('x'),
        _ => {}
    }
    if inside {
        print.digits.push_str(&std::mem::take(&mut print.behind));
    }
    if at % 5 == 2 && column.what == What::Period {
        match layout.notes {
            Notes::Glued => print.behind.push_str("(a)"),
            Notes::Star => print.behind.push('*'),
            Notes::Apart => print.behind.push_str(" (1)"),
            Notes::Two => print.behind.push_str("(1)(2)"),
            Notes::Braced => print.behind.push_str("{1}"),
            _ => {}
        }
    }
    Some(print)
}

/// Whether a row's figures bear currency signs.
fn has_sign(statement: &Statement, at: usize, layout: &Layout) -> bool {
    let row = &statement.rows[at];
    let money = |r: &Row| {
        matches!(r.measure, Measure::Amount | Measure::PerShare | Measure::Price)
            && r.form != Form::Heading
    };
    let first = statement.rows[..at].iter().all(|r| !money(r));
    money(row)
        && match layout.dollar {
            Dollar::None => false,
            Dollar::AllTight | Dollar::AllApart => true,
            Dollar::FirstTight | Dollar::FirstApart => {
                first || row.form == Form::Total || row.measure == Measure::PerShare
            }
        }
}

/// Finds the places of some columns.
fn measure(statement: &Statement, columns: Vec<usize>, layout: &Layout) -> Sheet {
    let chosen: Vec<&Column> = columns.iter().map(|&k| &statement.columns[k]).collect();
    let header = header::lines(&statement.columns, &chosen, layout);
    let prints: Vec<Vec<Option<Print>>> = (0..statement.rows.len())
        .map(|at| {
            let row = &statement.rows[at];
            let print = |(&k, column): (&usize, &&Column)| {
                row.entries.get(k).and_then(|&entry| render(statement, at, column, entry, layout))
            };
            if row.form == Form::Heading {
                Vec::new()
            } else {
                columns.iter().zip(&chosen).map(print).collect()
            }
        })
        .collect();
    let each = |k: usize| prints.iter().filter_map(move |row| row.get(k).and_then(Option::as_ref));
    // A rule of four dashes or fewer would read as a dash.
    let fields: Vec<usize> =
        (0..columns.len()).map(|k| each(k).map(Print::width).max().unwrap_or(0).max(5)).collect();
    let hang = (0..columns.len()).flat_map(each).map(|p| p.behind.len()).max().unwrap_or(0);
    let drift = match layout.drift {
        Drift::None => 0,
        Drift::Rows | Drift::Cells => 1,
        Drift::Wide => 2,
    };
    let dash = usize::from(layout.dash_place == DashPlace::Beyond);
    let hang = hang.max(dash) + drift;
    let bars = if layout.bars == Bars::Behind { hang + 3 } else { 0 };
    let base = match layout.gap {
        Gap::Six => 6,
        Gap::Two => 2,
        Gap::Three => 3,
        Gap::Four => 4,
        Gap::Twelve => 12,
    };
    let base = if layout.header_shift == HeaderShift::Drawn { base.max(6) } else { base };
    // What hangs behind a figure, and what drifts, must leave a blank before the next column.
    let tabs = if layout.tabs == Tabs::Figures { hang + TAB } else { 0 };
    let gap = base.max(hang + 1).max(bars).max(tabs);
    let mut widths = fields.clone();
    for line in &header {
        for piece in &line.pieces {
            let n = piece.last + 1 - piece.first;
            let have: usize =
                widths[piece.first..=piece.last].iter().sum::<usize>() + gap * (n - 1);
            let lack = piece.text.len().saturating_sub(have).div_ceil(n);
            widths[piece.first..=piece.last].iter_mut().for_each(|w| *w += lack);
        }
    }
    let labels = statement
        .rows
        .iter()
        .enumerate()
        .filter(|(_, r)| r.form != Form::Heading || layout.wrap != Wrap::None);
    let longest = labels
        .flat_map(|(at, row)| label_lines(row, at, layout))
        .map(|line| line.len())
        .max()
        .unwrap_or(0);
    let behind = match layout.label_gap {
        LabelGap::Four => 4,
        LabelGap::One => 1,
        LabelGap::Two => 2,
        LabelGap::Twelve => 12,
    };
    // A reference one blank before a figure, or its head before a date, would read as part of it.
    let note = (layout.note_column == NoteColumn::Plain && !header.is_empty())
        .then_some(longest + behind.max(2));
    let stub = note.map_or(longest + behind, |at| at + NOTE + behind.max(6));
    let mut slots = Vec::with_capacity(columns.len());
    let mut at = stub.max(8);
    for (&width, &field) in widths.iter().zip(&fields) {
        // Figures begin at tab stops.
        if layout.tabs == Tabs::Figures {
            let before =
                if layout.under == Under::Middle { (width - field) / 2 } else { width - field };
            at = (at + before).next_multiple_of(TAB) - before;
        }
        let stop = at + width;
        let edge =
            if layout.under == Under::Middle { at + usize::midpoint(width, field) } else { stop };
        slots.push(Slot { start: at, stop, field: edge - field, edge });
        at = stop + gap;
    }
    Sheet { columns, slots, prints, header, stub, note, hang }
}

/// Puts tabs where a run of blanks ends on a tab stop, up to a column.
fn with_tabs(line: &str, until: usize) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at + TAB <= line.len() && at + TAB <= until {
        let part = &line[at..at + TAB];
        let kept = part.trim_end_matches(' ');
        if part.len() - kept.len() >= 2 {
            out.push_str(kept);
            out.push('\t');
        } else {
            out.push_str(part);
        }
        at += TAB;
    }
    out.push_str(&line[at..]);
    out
}

/// The words for the length of a period.
pub fn length_words(length: Duration, many: bool, layout: &Layout) -> String {
    use crate::layout::Lengths;
    let ended = |words: &str| format!("{words} Ended");
    match (length, layout.lengths) {
        (Duration::Months(12), Lengths::Words) => ended(if many { "Years" } else { "Year" }),
        (Duration::Months(12), Lengths::Names) => {
            ended(if many { "Fiscal Years" } else { "Fiscal Year" })
        }
        (Duration::Months(3), Lengths::Names) => ended(if many { "Quarters" } else { "Quarter" }),
        (Duration::Months(n), Lengths::Digits) => ended(&format!("{n} Months")),
        (Duration::Months(n), _) => ended(&format!(
            "{} Months",
            if n == 3 {
                "Three"
            } else if n == 6 {
                "Six"
            } else {
                "Nine"
            }
        )),
        (Duration::Weeks(52), Lengths::Words) => ended("Fifty-Two Weeks"),
        (Duration::Weeks(53), Lengths::Words) => ended("Fifty-Three Weeks"),
        (Duration::Weeks(13), Lengths::Words) => ended("Thirteen Weeks"),
        (Duration::Weeks(26), Lengths::Words) => ended("Twenty-Six Weeks"),
        (Duration::Weeks(39), Lengths::Words) => ended("Thirty-Nine Weeks"),
        (Duration::Weeks(n), _) => ended(&format!("{n} Weeks")),
    }
}
