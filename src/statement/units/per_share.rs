//! Whether shares are printed in full: earnings and earnings per share tell.

use rust_decimal::Decimal;

use crate::align::rows::PlacedToken;
use crate::figure;
use crate::knowledge::{self, Notion};
use crate::lex::line::Lines;
use crate::record::{Kind, Unit};
use crate::statement::Draft;
use crate::statement::units::rounded::Rounded;
use crate::statement::units::scale::{RowScale, RowScales};

/// What one printed share stands for, where earnings, earnings per share and shares of one column,
/// or beside each other in one row, say so: the words do not. `In thousands, except per share
/// amounts` stands over counts in thousands and over counts in full. Where these say nothing, the
/// size of the counts may. None where the scale that the words give agrees, or where nothing does.
pub fn share_scale(lines: &Lines<'_>, draft: &Draft, units: &[Unit]) -> Option<u32> {
    if !units.contains(&Unit::Shares) {
        return None;
    }
    // Headings alone may tell what amounts are printed in: `EARNINGS DATA ($000)`.
    let by_words = draft.scale.of(Unit::Shares, &RowScale::default()).unwrap_or(1);
    let by_size = || {
        let is_told = draft.scale.amounts.is_some();
        (is_told && are_in_full(lines, draft, units)).then_some(1)
    };
    let divided = |unit: &Unit| matches!(unit, Unit::PerShare(_));
    if !units.iter().any(divided) {
        return by_size();
    }
    let mut columns = Divisions::read(lines, draft, units);
    columns.retain(Divisions::is_whole);
    // Rows of a table that divides down its columns may be of something else: stock bought.
    if columns.is_empty() {
        columns = Divisions::across(lines, draft, units);
    }
    if columns.is_empty() {
        return by_size();
    }
    if columns.iter().any(|column| column.agrees(by_words, Agreement::Rough)) {
        return None;
    }
    // One column may agree by chance: alone, it must do so all but exactly.
    let needed = if columns.len() > 1 { Agreement::Rough } else { Agreement::Close };
    let agree = |scale: &u32| columns.iter().all(|column| column.agrees(*scale, needed));
    let mut others = [1, 1000, 1_000_000].into_iter().filter(agree);
    let Some(found) = others.next() else { return by_size() };
    others.next().is_none().then_some(found)
}

/// Whether shares are printed in full below a scale that is told of dollars alone, or of a balance
/// sheet: there are more of them than most companies have thousands of shares, and each is worth no
/// more than a share may be.
fn are_in_full(lines: &Lines<'_>, draft: &Draft, units: &[Unit]) -> bool {
    /// A billion shares in full: few companies have more.
    const MOST_THOUSANDS: u32 = 1_000_000;
    let of_all = !draft.scale.of_dollars;
    if draft.scale.shares.is_some() || of_all && draft.kind != Kind::BalanceSheet {
        return false;
    }
    let mut shares = Decimal::ZERO;
    let (mut earned, mut held, mut largest) = (None, None, Decimal::ZERO);
    for (row, own) in draft.rows_with(units) {
        let largest_of = |wanted: fn(&Unit) -> bool| {
            let cells = row.cells.iter().zip(own).filter(|(_, unit)| wanted(unit));
            let face = |cell: &PlacedToken| cell.face(lines);
            cells.filter_map(|(cell, _)| figure::parse(face(cell)).value).map(|v| v.abs()).max()
        };
        if !knowledge::speaks_of(&row.plain, Notion::Authorized) {
            shares = shares.max(largest_of(|unit| *unit == Unit::Shares).unwrap_or_default());
        }
        let Some(amount) = largest_of(|unit| matches!(unit, Unit::Money(_))) else { continue };
        largest = largest.max(amount);
        if is_net_income(&row.label) {
            earned = earned.max(Some(amount));
        } else if is_equity(row.key()) {
            held = held.max(Some(amount));
        }
    }
    let (amount, most) = match (earned, held) {
        _ if of_all => (largest, MOST_ASSETS),
        (Some(earned), _) => (earned, MOST_EARNED),
        (_, Some(held)) => (held, MOST_HELD),
        _ => (largest, MOST_LARGEST),
    };
    let scale = Decimal::from(draft.scale.amounts.unwrap_or(1));
    let worth = amount.checked_mul(scale).and_then(|amount| amount.checked_div(shares));
    shares >= Decimal::from(MOST_THOUSANDS) && worth.is_some_and(|w| w <= Decimal::from(most))
}

/// The most dollars that a share earns, but for very few companies.
const MOST_EARNED: u32 = 50;

/// The most equity that stands behind a share.
const MOST_HELD: u32 = 500;

/// The most that any amount of a table, total assets or revenues, comes to for each share.
const MOST_LARGEST: u32 = 1000;

/// The most that total assets come to for each share where the scale may be that of shares as well:
/// in thousands, there would be no more than a few cents behind each of them.
const MOST_ASSETS: u32 = 200;

/// How near shares times earnings per share must come to net income.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Agreement {
    Rough,
    Close,
}

impl Agreement {
    /// The part of net income that may be missing beside what is due to rounding.
    fn allowance(self) -> Decimal {
        match self {
            Self::Rough => Decimal::new(1, 1),
            Self::Close => Decimal::new(1, 2),
        }
    }
}

/// The most that rounding may take of net income where they must come near.
const MOST_ROUNDED: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

/// The figures of one column, or of one row, of which the first are the product of the others.
#[derive(Debug, Default)]
struct Divisions {
    /// Net income, in base units.
    earnings: Vec<Rounded>,
    per_share: Vec<Rounded>,
    /// Shares, as printed.
    shares: Vec<Rounded>,
    /// Whether they are units of a partnership, of which there may be few.
    in_units: bool,
}

impl Divisions {
    /// Reads the figures of each column. Counts whose label has a scale of its own need none.
    fn read(lines: &Lines<'_>, draft: &Draft, units: &[Unit]) -> Vec<Self> {
        let mut out: Vec<Self> = Vec::new();
        out.resize_with(draft.grid.columns.len(), Self::default);
        let mut scales = RowScales::of(draft.kind);
        for (row, units) in draft.rows_with(units) {
            let is = |wanted: fn(&Unit) -> bool| units.iter().any(wanted);
            let earned = is(|u| matches!(u, Unit::Money(_))) && is_net_income(&row.label);
            let counted = is(|u| *u == Unit::Shares) && !knowledge::is_part_of_shares(&row.plain);
            let divided =
                is(|u| matches!(u, Unit::PerShare(_))) && !knowledge::is_not_earned(&row.plain);
            if !earned && !counted && !divided {
                continue;
            }
            let own = scales.read(&row.label, &row.section);
            for (cell, unit) in row.cells.iter().zip(units) {
                let figure = |scale| Rounded::read(lines, cell, scale);
                let column = &mut out[cell.column];
                match unit {
                    Unit::Money(_) if earned => {
                        column.earnings.extend(draft.scale.of(*unit, &own).and_then(figure));
                    }
                    Unit::PerShare(_) if divided => column.per_share.extend(figure(1)),
                    Unit::Shares if counted && own.shares.is_none() => {
                        column.shares.extend(figure(1));
                        column.in_units |= knowledge::speaks_of(&row.plain, Notion::Units);
                    }
                    _ => {}
                }
            }
        }
        out
    }

    /// Reads the rows that divide across their columns: `Basic   $ 3,918   5,117,402   $.77`.
    fn across(lines: &Lines<'_>, draft: &Draft, units: &[Unit]) -> Vec<Self> {
        let mut out = Vec::new();
        let mut scales = RowScales::of(draft.kind);
        for (row, units) in draft.rows_with(units) {
            let own = scales.read(&row.label, &row.section);
            if own.shares.is_some() {
                continue;
            }
            for (cells, units) in row.cells.windows(3).zip(units.windows(3)) {
                let ([earned, counted, divided], [Unit::Money(_), Unit::Shares, Unit::PerShare(_)]) =
                    (cells, units)
                else {
                    continue;
                };
                let figure = |cell, scale| Rounded::read(lines, cell, scale);
                let earned = draft.scale.of(units[0], &own).and_then(|scale| figure(earned, scale));
                out.push(Self {
                    earnings: earned.into_iter().collect(),
                    shares: figure(counted, 1).into_iter().collect(),
                    per_share: figure(divided, 1).into_iter().collect(),
                    in_units: false,
                });
            }
        }
        out.retain(Self::is_whole);
        out
    }

    /// Whether the column has all that is to be divided and multiplied.
    fn is_whole(&self) -> bool {
        [&self.earnings, &self.per_share, &self.shares].iter().all(|figures| !figures.is_empty())
    }

    /// Whether some shares of this scale, times some amount per share, are some net income. A part
    /// of it is allowed for what preferred stock takes, or the year's mean differs by; no scale is
    /// nearer to another than a factor of a thousand.
    fn agrees(&self, scale: u32, needed: Agreement) -> bool {
        /// Whoever reports to the public has more shares than that. Where fewer come out, the words
        /// do not speak of the earnings: `in thousands, except net income`.
        const FEWEST_SHARES: u32 = 500_000;
        /// And fewer than that: what comes out above is due to chance.
        const MOST_SHARES: u64 = 20_000_000_000;
        let fewest = Decimal::from(if self.in_units { 0 } else { FEWEST_SHARES });
        let most = Decimal::from(MOST_SHARES);
        let is_product = |earned: &Rounded, share: &Rounded, count: &Rounded, needed: Agreement| {
            let shares = count.size.checked_mul(Decimal::from(scale))?;
            let product = shares.checked_mul(share.size)?;
            let rounding = shares.checked_mul(share.error)? + earned.error;
            let error = rounding + earned.size * needed.allowance();
            let tells = needed == Agreement::Rough || rounding <= earned.size * MOST_ROUNDED;
            let is_near = tells && (product - earned.size).abs() <= error;
            Some(shares >= fewest && shares <= most && is_near)
        };
        let tells = |count: &&Rounded, needed: Agreement| {
            self.earnings.iter().any(|earned| {
                let product = |share| is_product(earned, share, count, needed) == Some(true);
                self.per_share.iter().any(product)
            })
        };
        let agreeing = |needed| self.shares.iter().filter(|count| tells(count, needed)).count();
        // One count may come near by chance where the others do not come near at all.
        agreeing(needed) > 0
            && (needed == Agreement::Rough || agreeing(Agreement::Rough) * 2 > self.shares.len())
    }
}

/// Whether the key of a label is that of all equity.
fn is_equity(key: &str) -> bool {
    knowledge::concept(key, Kind::BalanceSheet) == Some("StockholdersEquity")
}

/// Whether a label names what earnings per share are a part of.
fn is_net_income(label: &str) -> bool {
    matches!(
        knowledge::concept(&knowledge::key(label), Kind::Income),
        Some("NetIncomeLoss" | "NetIncomeLossAvailableToCommonStockholdersBasic")
    )
}
