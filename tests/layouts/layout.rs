//! Every way to print a statement that the generator knows, each a choice of its own.
//!
//! A choice is made by a die of a hundred faces. Low faces are the plain way, so a counterexample
//! shrinks to the fewest departures from plain print, and those name its cause.

use std::fmt::Debug;

/// Number of faces of a die.
pub const FACES: u8 = 100;

/// Something that is printed in one of several ways; the first is plain.
pub trait Choice: Copy + PartialEq + Debug + 'static {
    /// The ways with the number of faces that each takes; the plain one takes what is left.
    const WAYS: &'static [(u8, Self)];

    /// The way that a face stands for.
    fn cast(face: u8) -> Self {
        let odd: u8 = Self::WAYS[1..].iter().map(|(weight, _)| weight).sum();
        let mut from = FACES - odd;
        for &(weight, way) in &Self::WAYS[1..] {
            if (from..from + weight).contains(&face) {
                return way;
            }
            from += weight;
        }
        Self::WAYS[0].1
    }
}

/// Declares a choice: its ways with their weights in percent, the plain way first.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $(#[$plain_doc:meta])* $plain:ident, $($(#[$way_doc:meta])* $way:ident = $weight:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $(#[$plain_doc])* $plain, $($(#[$way_doc])* $way),+ }

        impl Choice for $name {
            const WAYS: &'static [(u8, Self)] = &[(0, Self::$plain), $(($weight, Self::$way)),+];
        }
    };
}

choice! {
    /// How the words of the header stand over the columns.
    Caption {
        /// `Three Months Ended` / `June 30,` over a group, years over its columns.
        Span,
        /// `Three Months Ended June 30,` on one line over a group, years below.
        SpanLine = 10,
        /// `June 30,` over the columns next to each other that end on it, years over each.
        Days = 5,
        /// `Three Months Ended` over a group; `June 30,` / `2003` over each column.
        DayByColumn = 10,
        /// `Three Months Ended` over a group, `June 30, 2003` over each column.
        FullDates = 8,
        /// `June 30,2003`.
        RunTogether = 4,
        /// `6/30/03`.
        Slashes = 6,
        /// `Three Months` / `Ended` / `June 30,` / `2003` over each column.
        Stacked = 10,
        /// `Three` / `Months` / `Ended` / `June 30,` / `2003` over each column.
        StackedDeep = 6,
        /// `For the Three Months Ended June 30, 2003 and 2002` in the title, bare years over
        /// columns.
        InTitle = 12,
        /// The same in the sentence that introduces the statement.
        InSentence = 5,
        /// `Second Quarter` over years; a sentence tells when the fiscal year ends.
        Quarters = 4,
    }
}

choice! {
    /// How months are printed.
    Months { Whole, Dotted = 8, Short = 8 }
}

choice! {
    /// How the length of a period is named.
    Lengths { Words, Digits = 12, Names = 18 }
}

choice! {
    /// Letters of the header.
    HeaderCase { Mixed, Capitals = 20 }
}

choice! {
    /// Where header words stand over their column.
    HeaderAlign { Centre, Right = 25, Left = 10 }
}

choice! {
    /// Headers set off from their figures, as by a typesetter's other font.
    HeaderShift {
        None,
        Left = 5,
        Right = 5,
        /// The further right, the further to the left of its figures.
        Drawn = 3,
    }
}

choice! {
    /// Rules in the header.
    HeaderRules { None, Spans = 20, Years = 20, Both = 15, Equals = 5, Escaped = 4 }
}

choice! {
    /// Blank lines between the header's lines.
    HeaderSpacing { None, BeforeYears = 5, AfterHeader = 25 }
}

choice! {
    /// Where the audit remark stands.
    Audit {
        None,
        Title = 12,
        UnderColumns = 8,
        UnderFirst = 8,
        OverColumns = 5,
        /// `(Restated)` under the last period.
        Restated = 4,
    }
}

choice! {
    /// The lines above the header.
    Caps { CompanyTitleUnits, TitleUnits = 20, UnitsOverLabels = 12, UnitsByHeader = 6, UnitsAudit = 6, TitleOnly = 4 }
}

choice! {
    /// Letters of the title.
    TitleCase { Capitals, Mixed = 30 }
}

choice! {
    /// Where the title stands.
    TitlePlace { Centre, Left = 25 }
}

choice! {
    /// SGML marks.
    Marks {
        None,
        Full = 25,
        TableOnly = 10,
        NoCaption = 10,
        OnFirstLine = 6,
        CaptionAll = 6,
        Halves = 3,
        /// `ASSETS      <C>      <C>`
        OnHeading = 4,
        /// One pair around all statements.
        Around = 3,
    }
}

choice! {
    /// Blanks between columns.
    Gap { Six, Two = 10, Three = 10, Four = 12, Twelve = 8 }
}

choice! {
    /// Blanks between the longest label and the widest figure.
    LabelGap { Four, One = 8, Two = 10, Twelve = 10 }
}

choice! {
    /// Where figures stand under a header wider than they.
    Under { Right, Middle = 25 }
}

choice! {
    /// Currency signs.
    Dollar { None, FirstTight = 12, FirstApart = 30, AllTight = 5, AllApart = 8 }
}

choice! {
    /// Negative figures.
    Negative { Hanging, Flush = 20, Spaced = 5, Minus = 6, Unopened = 2, Unclosed = 2, DollarInside = 8 }
}

choice! {
    /// Dashes for zero.
    Dash { One, Two = 25, Three = 10, Four = 8, /** `-0-` */ Nought = 4 }
}

choice! {
    /// Where dashes stand in their column.
    DashPlace { Edge, Middle = 20, Inside = 10, Beyond = 5 }
}

choice! {
    /// Fractions of per-share figures and percent signs.
    Points { Leading, Bare = 20 }
}

choice! {
    /// Percent signs.
    PercentSign { Glued, Apart = 10, Inside = 20 }
}

choice! {
    /// What fills the space between label and figures.
    Leaders { None, Dots = 15, Spaced = 6, Glued = 5, /** Each ends somewhere else. */ Ragged = 4 }
}

choice! {
    /// On which line of a wrapped label the figures stand.
    Wrap { None, Last = 25, First = 10, Middle = 4 }
}

choice! {
    /// Width at which labels wrap.
    WrapWidth { Forty, Thirty = 25, Narrow = 15 }
}

choice! {
    /// Where the further lines of a label begin.
    Hang { Two, Same = 20, Four = 15, Margin = 8 }
}

choice! {
    /// Blank lines between rows.
    Spacing { None, Sums = 20, Sections = 20, All = 12, InLabels = 2 }
}

choice! {
    /// Rules around sums.
    SumRules { None, Single = 35, Double = 25, Equals = 5 }
}

choice! {
    /// Indentation of a level.
    Indent { Two, None = 15, Three = 15, Five = 8 }
}

choice! {
    /// How headings are printed.
    Headings { Colon, Plain = 15, Capitals = 20, Centred = 6 }
}

choice! {
    /// Rules under the words of headings.
    HeadingRules { None, Dashes = 4 }
}

choice! {
    /// How sums are labelled.
    Sums { Whole, Total = 8, Unlabelled = 12, /** Nor the totals of what stands below a heading. */ Bare = 4 }
}

choice! {
    /// A page break within the statement.
    Break {
        None,
        Repeated = 12,
        Missing = 10,
        Continued = 6,
        Shifted = 4,
        /// Right below a heading, title and header repeated.
        BelowHeading = 4,
        /// The company's name and the form at the head of the next page, no header.
        RunningHead = 4,
        /// No page ends, but twenty lines are left blank.
        Blanks = 2,
        /// The liabilities on a page of their own, title and header repeated.
        Sides = 3,
        /// Title and header repeated, and the headings in force with them: `Assets (continued):`
        Headings = 3,
    }
}

choice! {
    /// How the page number at a break is printed.
    PageNumber { None, Dashed = 25, Bare = 20, InMark = 15, Lettered = 5 }
}

choice! {
    /// Tabs for blanks.
    Tabs {
        None,
        Lossless = 12,
        Labels = 6,
        /// Each figure begins at a tab stop, and ends wherever it does.
        Figures = 3,
    }
}

choice! {
    /// Figures off their column.
    Drift { None, Rows = 8, Cells = 8, Wide = 4 }
}

choice! {
    /// Footnote marks.
    Notes {
        None,
        LabelDigit = 6,
        LabelLetter = 6,
        LabelNote = 8,
        Glued = 5,
        Star = 4,
        Apart = 3,
        /** `250(7)(8)` */
        Two = 3,
        /** `250{1}` */
        Braced = 2,
    }
}

choice! {
    /// Columns that are no periods.
    Changes {
        None,
        Percent = 10,
        Amount = 5,
        Both = 4,
        /// What was reported, what is adjusted, and what comes of both.
        Adjusted = 4,
        /// `As Previously` / `Reported`, `Adjustments`, `As Restated`.
        Restated = 3,
        /// Parts of sales in percent behind each amount.
        Share = 4,
        /// `Actual`, `Adjustments`, `As Adjusted`.
        Actual = 3,
        /// `Domestic`, `Foreign` and `Total` of each period.
        Parts = 3,
    }
}

choice! {
    /// A column of what came to pass since a company in the development stage began.
    Since {
        Never,
        /// `Period from` / `March 3, 1995` / `(inception) to` / `June 30, 1998`
        From = 3,
        /// `From inception` / `(March 3, 1995)` / `through` / `June 30,` / `1998`
        Through = 2,
    }
}

choice! {
    /// A statement too wide for the page.
    Panels { None, Two = 8 }
}

choice! {
    /// Running text around the statement.
    Prose { None, Before = 20, After = 15, Both = 15 }
}

choice! {
    /// Lines printed over for bold.
    Bold { None, Title = 5, Sums = 3, /** The title, four times. */ Deep = 2 }
}

choice! {
    /// Bars between the columns.
    Bars { None, Behind = 4 }
}

choice! {
    /// A figure alone on the line below its row-mates.
    Torn { None, Last = 3 }
}

choice! {
    /// Marks of notes on the date over the last period.
    HeaderMark { None, Glued = 3, Apart = 3 }
}

choice! {
    /// References to notes in a column of their own, between labels and figures.
    NoteColumn { None, Plain = 4 }
}

choice! {
    /// What stands where a figure is not available.
    Absent { Dash, Capitals = 5, Small = 4, /** `*` */ Star = 2 }
}

choice! {
    /// Figures printed wrongly.
    Misprint { None, /** `4,180 ,000` */ Blank = 2, /** `52,,818` */ Comma = 2 }
}

choice! {
    /// Labels of the parts of a heading's item.
    Ditto { Plain, /** `- Diluted` */ Dashed = 8 }
}

choice! {
    /// Where the heading stands that opens the rows.
    Opening { Below, /** `ASSETS` on the last line of the header. */ InHeader = 5 }
}

choice! {
    /// What stands where a figure is left out of a row with currency signs.
    Missing { Nothing, /** The sign alone. */ Sign = 6 }
}

choice! {
    /// Remarks in parentheses between the title and the units.
    Remark {
        None,
        /** `(A Development Stage Company)` */
        Stage = 4,
        /** `(Subject to Year-End Audit Adjustments)` */
        Audit = 3,
        /** `(See Notes to Consolidated Financial Statements)` */
        Notes = 4,
        /// One of two lines.
        Long = 3,
    }
}

choice! {
    /// Units over two lines: `(Dollars in thousands,` / `except per share amounts)`.
    Units { Line, Lines = 10 }
}

choice! {
    /// Columns of a statement of equity.
    Stock { Amounts, /** Shares and dollars of each class side by side. */ Shares = 30 }
}

choice! {
    /// What stands around the statements and looks like a table.
    Around {
        None,
        /// Names and telephone numbers of those to ask, side by side.
        Contacts = 4,
        /// A table of contents with leaders and pages.
        Contents = 4,
        Signatures = 4,
        Exhibits = 3,
        /// Running text between marks of tables.
        Marked = 3,
    }
}

choice! {
    /// A colon behind the labels of totals, as behind those of headings.
    TotalColon { None, Colon = 4 }
}

/// Declares the layout: one die for each choice.
macro_rules! layout {
    ($($field:ident: $choice:ident),+ $(,)?) => {
        /// A way to print a statement.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Layout { $(pub $field: $choice),+ }

        impl Layout {
            /// Number of dice that make a layout.
            pub const DICE: usize = [$(stringify!($field)),+].len();

            /// The layout that a cast of dice makes.
            pub fn cast(dice: &[u8]) -> Self {
                let mut dice = dice.iter().copied();
                Self { $($field: $choice::cast(dice.next().unwrap_or(0))),+ }
            }

            /// What departs from plain print.
            pub fn features(&self) -> Vec<String> {
                let mut out = Vec::new();
                $(if self.$field != $choice::WAYS[0].1 {
                    out.push(format!("{}: {:?}", stringify!($field), self.$field));
                })+
                out
            }

            /// Every layout that departs from plain print in one thing.
            pub fn alone() -> Vec<Self> {
                let plain = Self::cast(&[]);
                let mut out = vec![plain];
                $(for &(_, way) in &$choice::WAYS[1..] {
                    out.push(Self { $field: way, ..plain });
                })+
                out
            }
        }
    };
}

layout! {
    caption: Caption,
    months: Months,
    lengths: Lengths,
    header_case: HeaderCase,
    header_align: HeaderAlign,
    header_shift: HeaderShift,
    header_rules: HeaderRules,
    header_spacing: HeaderSpacing,
    audit: Audit,
    caps: Caps,
    title_case: TitleCase,
    title_place: TitlePlace,
    marks: Marks,
    gap: Gap,
    label_gap: LabelGap,
    under: Under,
    dollar: Dollar,
    negative: Negative,
    dash: Dash,
    dash_place: DashPlace,
    points: Points,
    percent_sign: PercentSign,
    leaders: Leaders,
    wrap: Wrap,
    wrap_width: WrapWidth,
    hang: Hang,
    spacing: Spacing,
    sum_rules: SumRules,
    indent: Indent,
    headings: Headings,
    sums: Sums,
    page_break: Break,
    page_number: PageNumber,
    tabs: Tabs,
    drift: Drift,
    notes: Notes,
    changes: Changes,
    panels: Panels,
    prose: Prose,
    bold: Bold,
    bars: Bars,
    torn: Torn,
    header_mark: HeaderMark,
    note_column: NoteColumn,
    absent: Absent,
    misprint: Misprint,
    ditto: Ditto,
    opening: Opening,
    missing: Missing,
    stock: Stock,
    remark: Remark,
    units: Units,
    heading_rules: HeadingRules,
    since: Since,
    around: Around,
    total_colon: TotalColon,
}
