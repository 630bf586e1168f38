//! What a row measures by its own words and print, and by the headings over it.

use std::sync::Arc;

use rust_decimal::Decimal;

use crate::align::rows::{AlignedRow, PlacedToken, is_count, without_references};
use crate::figure;
use crate::knowledge::{self, Measure, Notion};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::print::{follows_a_point, is_percent};
use crate::statement::units::headings::Headings;
use crate::statement::units::headings::titles_of;
use crate::statement::units::{
    CENTS, THOUSAND, are_all, fits, has_digits, is_below_balance, is_nil,
};

/// A table, what its columns measure, and how its figures are printed.
#[derive(Clone, Copy)]
pub(super) struct Table<'a, 's> {
    pub lines: &'a Lines<'s>,
    pub draft: &'a Draft,
    pub columns: &'a [Option<Measure>],
    /// A zero stands before the point of figures below one.
    pub zeros: bool,
    /// Amounts with commas have no decimals.
    pub whole: bool,
}

/// What tells the measure of a row.
pub(super) struct RowWords<'a, 's> {
    table: Table<'a, 's>,
    row: &'a AlignedRow,
    headings: &'a Headings<'a>,
    /// The label in plain form.
    label: &'a str,
    /// The figures as printed; what a column says of its own says nothing of the row's.
    faces: Vec<&'a str>,
}

impl<'a, 's> RowWords<'a, 's> {
    pub fn of(table: Table<'a, 's>, row: &'a AlignedRow, headings: &'a Headings<'a>) -> Self {
        let lines = table.lines;
        let own = |c: &&PlacedToken| table.columns[c.column].is_none();
        let all = !row.cells.iter().any(|c| own(&c));
        let print = |c: &PlacedToken| {
            if table.zeros { c.face(lines) } else { face(lines, row, c) }
        };
        let faces = row.cells.iter().filter(|c| all || own(c)).map(print).collect();
        Self { table, row, headings, label: &row.plain, faces }
    }

    /// What the row measures; `last` is what the row above does.
    pub fn measure(&self, last: Option<Measure>) -> Option<Measure> {
        if self.is_in_percent() {
            return Some(Measure::Percent);
        }
        let multiples = self.faces.iter().filter(|f| figure::is_multiple(f)).count();
        // `$11,204   $26,762   2.4x` tells amounts, and how many times one is the other.
        if multiples > 0 && !self.faces.iter().any(|f| f.contains('$')) {
            return Some(Measure::Ratio);
        }
        let in_fractions = || self.faces.iter().any(|f| figure::has_fraction(f));
        if (in_fractions()
            || self.in_cents() && self.headings.speak_of_securities(self.table.draft))
            && knowledge::heads_prices(without_references(&self.row.label))
        {
            return Some(Measure::PerShare);
        }
        if self.is_exchange_rate() {
            return Some(Measure::Pure);
        }
        let by_label = self.row.measure();
        let is_money = by_label == Some(Measure::Money)
            || by_label == Some(Measure::Shares) && self.is_issue_of_stock();
        if is_money || names_stock(self.label) {
            return Some(Measure::Money);
        }
        match by_label {
            Some(Measure::PerShare) if self.is_price() => by_label,
            Some(found) => self.by_label(found),
            None if self.is_in_fractions() => Some(Measure::PerShare),
            None => self.by_rows_above(last),
        }
    }

    /// Whether all its figures are in fractions, below words that speak of securities: prices, for
    /// which a quarter stands, `First Quarter   14 - 11 1/2`.
    fn is_in_fractions(&self) -> bool {
        let mut figures = self.figures().peekable();
        figures.peek().is_some()
            && figures.all(figure::has_fraction)
            && self.headings.speak_of_securities(self.table.draft)
    }

    /// Whether a row tells what an issue of stock is carried at, whose shares its own label counts:
    /// `4.50% - 100,000 shares issued   10,000` below `Cumulative preferred stock`.
    fn is_issue_of_stock(&self) -> bool {
        let words: Vec<&str> = self.label.split(' ').collect();
        let names_stock = |heading: &Arc<str>| {
            let heading = knowledge::plain(heading);
            knowledge::speaks_of(&heading, Notion::Stock)
                && !knowledge::speaks_of(&heading, Notion::Options)
        };
        // Not `20,000,000 shares authorized`, which counts others.
        let of_others = |at: usize| {
            words.get(at).is_some_and(|next| knowledge::speaks_of(next, Notion::Authorized))
        };
        let mut pairs = words.windows(2).enumerate();
        pairs.any(|(at, pair)| {
            is_count(pair[0]) && pair[1].starts_with("shares") && !of_others(at + 2)
        }) && !knowledge::begins_as_count(self.label)
            && self.row.section.iter().any(names_stock)
    }

    /// `Foreign exchange rate (average)   0.7353`: no amount is told to more decimals than cents.
    fn is_exchange_rate(&self) -> bool {
        // `Effect of exchange rate changes on cash   -   -`
        let figures = self.figures().filter(|f| !is_nil(f));
        knowledge::tells_exchange_rate(self.label)
            && are_all(figures, |f| !f.contains('$') && figure::decimals(f) > CENTS)
    }

    /// Whether most figures of its periods bear percent signs, or the first does.
    fn is_in_percent(&self) -> bool {
        let is_percent = |c: &&PlacedToken| is_percent(self.table.lines, c);
        if !self.row.cells.iter().any(|c| is_percent(&c)) {
            return false;
        }
        let is_of_period = |c: &&PlacedToken| {
            // A nil, `-0-` as well, is no percentage.
            let is_nil = is_nil(c.face(self.table.lines));
            self.table.columns[c.column].is_none()
                && !is_nil
                && !knowledge::is_no_period(self.table.draft.head.columns[c.column].plain())
        };
        let of_periods: Vec<&PlacedToken> = self.row.cells.iter().filter(is_of_period).collect();
        let percents = of_periods.iter().filter(|c| is_percent(c)).count();
        percents * 2 > of_periods.len() || of_periods.first().is_some_and(is_percent)
    }

    /// Whether it is a row of amounts, whatever it is called, in a table of amounts so large that
    /// they have decimals: `Cash dividends of $.10 per share   (2.6)` in millions.
    fn is_of_amounts(&self) -> bool {
        self.is_of_statement()
            && self.table.draft.scale.amounts.is_some_and(|scale| scale > THOUSAND)
            && !self.table.whole
            && !shows_cents(&self.faces)
    }

    fn is_of_statement(&self) -> bool {
        matches!(self.table.draft.kind, Kind::BalanceSheet | Kind::CashFlow | Kind::Equity)
    }

    /// Whether an amount per share is a price: in whole dollars, it is one all the same.
    fn is_price(&self) -> bool {
        let small = |f: &&str| f.trim_start_matches(['$', ' ']).len() <= 3;
        knowledge::names_price(self.label) && self.faces.iter().all(small) && !self.is_of_amounts()
    }

    fn in_cents(&self) -> bool {
        self.figures().all(|f| figure::decimals(f) >= CENTS)
    }

    /// The figures that hold digits.
    fn figures(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.faces.iter().copied().filter(|f| has_digits(f))
    }

    /// What its label says that it measures, unless its print or the statement speaks against it.
    fn by_label(&self, found: Measure) -> Option<Measure> {
        if found == Measure::Percent && (self.is_ratio_below_one() || self.tells_times()) {
            return Some(Measure::Ratio);
        }
        if found == Measure::Percent && self.is_large_part() {
            return Some(found);
        }
        if let Some(worth) = self.worth_of_counted(found) {
            return Some(worth);
        }
        let of_stock = self.is_of_stock(found);
        let of_money = || self.is_of_money(found) || self.is_paid_at_rate(found);
        // `Net asset value per unit   $1,385.36` among amounts without cents
        let worth_thousands = || found == Measure::PerShare && self.table.whole && self.in_cents();
        if (fits(found, &self.faces) || worth_thousands()) && !of_stock && !of_money() {
            return Some(found);
        }
        // `Shares used in calculating:`, and beneath it what they are used for, below `Diluted` or
        // not.
        let used = found == Measure::PerShare
            && !of_stock
            && self.headings.measures().iter().flatten().next() == Some(&Measure::Shares)
            && fits(Measure::Shares, &self.faces);
        used.then_some(Measure::Shares)
    }

    /// What a row tells in cents whose label counts shares or names goods, while the heading or the
    /// title is one of money for each: `Basic weighted average   $ 1.20` and `Book value (on
    /// outstanding shares)` below `Per share:`, what `Impact of additional shares   (0.01)` did to
    /// earnings per share, `Gas (Mcf)   4.62` below `Average prices:`. `Average price and volumes:` and
    /// `Gas (Bcf/d)` tell of quantities too.
    fn worth_of_counted(&self, found: Measure) -> Option<Measure> {
        let (bare, aside) = knowledge::split_aside(self.label).unwrap_or((self.label, ""));
        let counts_aside = || !aside.is_empty() && knowledge::measure_of(bare).is_none();
        let is_worth = match found {
            Measure::Shares => {
                let of_less_than_one = |f: &str| {
                    let value = figure::parse(f).value;
                    figure::decimals(f) == CENTS && value.is_some_and(|v| v.abs() < Decimal::ONE)
                };
                let titles = || knowledge::plain(&titles_of(self.table.draft));
                let is_part = || {
                    are_all(self.figures().filter(|f| !is_nil(f)), of_less_than_one)
                        && knowledge::measure_of(&titles()) == Some(Measure::PerShare)
                };
                let may_be_worth =
                    !knowledge::speaks_of(bare, Notion::Share) || counts_aside() && self.in_cents();
                may_be_worth && self.headings.innermost() == Some(Measure::PerShare) || is_part()
            }
            Measure::Pure if counts_aside() => self.row.heading().is_some_and(|heading| {
                let of_quantity = |words: &&str| knowledge::names_quantity(words);
                knowledge::names_price(&heading) && ![self.label, &*heading].iter().any(of_quantity)
            }),
            _ => false,
        };
        let worth = if found == Measure::Pure { Measure::Money } else { Measure::PerShare };
        (is_worth && shows_cents(&self.faces)).then_some(worth)
    }

    /// Whether a row of shares or of amounts per share tells what stock is carried at, or was paid
    /// for.
    fn is_of_stock(&self, found: Measure) -> bool {
        let is_amount = match found {
            Measure::Shares => true,
            Measure::PerShare => self.figures().next().is_none() || self.is_of_amounts(),
            _ => false,
        };
        // `Shares issued for services` counts them only below a heading that says so.
        // `Shares issued   .6` tells what was paid for them in a part of equity that counts none.
        let in_points = || {
            self.table.draft.kind == Kind::Equity
                && knowledge::begins_as_issue(self.label)
                && self.figures().any(|f| f.contains('.'))
        };
        let is_act = || {
            (knowledge::is_share_act(self.label) || in_points())
                && self.headings.innermost() != Some(Measure::Shares)
        };
        // `Issued under stock option plans` below `Common stock shares`
        let among_shares =
            found == Measure::Shares && self.headings.innermost() == Some(Measure::Shares);
        is_amount
            && !among_shares
            && self.is_of_statement()
            && (!is_count_of_shares(self.label) || is_act())
            && !(found == Measure::Shares && is_below_balance(self.table.draft, self.row))
    }

    /// Whether a row tells what was paid at a rate that its label names in full: `Cash dividends -
    /// $.07 per share   (17.2)`. In cents, the figures may be the rates of several payments.
    fn is_paid_at_rate(&self, found: Measure) -> bool {
        let Some((paid, rate)) = self.row.label.split_once('$') else { return false };
        found == Measure::PerShare
            && rate.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && knowledge::heads_dividends(paid)
            && knowledge::measure_of(&knowledge::plain(paid)).is_none()
            && !shows_cents(&self.faces)
    }

    /// Whether a row is one of money all the same: the numerator under a heading of amounts, what
    /// assets are expected to earn, a flow of cash.
    fn is_of_money(&self, found: Measure) -> bool {
        let numerator =
            || self.headings.innermost() == Some(Measure::Money) && !self.headings.are_units();
        match found {
            Measure::Shares => {
                numerator() && !knowledge::begins_with(self.label, Notion::Denominator)
            }
            Measure::PerShare => !shows_cents(&self.faces) && numerator(),
            // `Expected return on assets    (7)`
            Measure::Percent => {
                let in_percent = || self.faces.iter().any(|f| f.contains(['.', '%']));
                self.table.draft.kind == Kind::CashFlow
                    || knowledge::is_plan_cost(self.label) && !in_percent()
            }
            _ => false,
        }
    }

    /// `Allowance to nonperforming loans   269`, `Sales as a percentage of plan   104`: in three
    /// digits, what one amount is of another may be in percent as well.
    fn is_large_part(&self) -> bool {
        let is_short = |f: &str| f.len() <= 3 && f.bytes().all(|b| b.is_ascii_digit());
        are_all(self.figures(), is_short)
            && (knowledge::begins_with(self.label, Notion::Allowance)
                || knowledge::compares_amounts(self.label))
    }

    /// `Operating ratio    .912`
    fn is_ratio_below_one(&self) -> bool {
        let names_ratio = [Notion::Ratio, Notion::Volatility]
            .iter()
            .any(|n| knowledge::speaks_of(self.label, *n));
        let below_one = |f: &str| f.starts_with(['.', '0']);
        // `Net charge-off ratio   .21` is in percent.
        let in_cents = || self.figures().all(|f| figure::decimals(f) == CENTS);
        let of_doubtful_loans = || knowledge::names_doubtful_loans(self.label) && in_cents();
        names_ratio && are_all(self.figures(), below_one) && !of_doubtful_loans()
    }

    /// `Ratio of allowance to nonperforming loans   1.85` tells how many times: in percent, it would
    /// be ten at least.
    fn tells_times(&self) -> bool {
        let below_ten = |f: &str| figure::parse(f).value.is_some_and(|v| v < Decimal::TEN);
        knowledge::begins_with(self.label, Notion::Ratio)
            && knowledge::speaks_of(self.label, Notion::Allowance)
            && knowledge::names_doubtful_loans(self.label)
            && self.figures().all(below_ten)
    }

    /// Whether a row stands right below `Effect of dilutive securities:`.
    fn is_dilutive(&self) -> bool {
        self.row.heading().is_some_and(|heading| knowledge::speaks_of(&heading, Notion::Dilutive))
    }

    /// Whether a part of equity that shows dollars tells below its own heading by what shares it
    /// grew: `Common stock` > `Shares issued:` > `Dividend reinvestment plan`. A part without them
    /// may count shares beside others in dollars.
    fn heads_act(&self) -> bool {
        let Some((act, part)) = self.row.section.split_last() else { return false };
        let measures = self.headings.measures();
        let of_part = |row: &&AlignedRow| row.section.starts_with(part);
        let mut rows = self.table.draft.rows.iter().filter(of_part);
        self.table.draft.kind == Kind::Equity
            && measures.len() > 1
            && measures[1..].iter().all(Option::is_none)
            && knowledge::begins_as_issue(&knowledge::plain(act))
            && rows.any(|row| row.shows(self.table.lines, '$'))
    }

    /// Whether a row may measure what a heading over it does.
    fn fits_heading(&self, heading: Measure, last: Option<Measure>) -> bool {
        let is_fit = match heading {
            // Figures without cents are those that amounts per share are worked out of.
            Measure::PerShare => shows_cents(&self.faces),
            // `Preferred stock dividends` below `Income and adjusted shares follow:`
            // and `Convertible debt` among the shares that it may become
            Measure::Shares => {
                let among = self.headings.measures();
                // Below `Numerator:`, what they would earn is added to the income.
                let is_added = self.is_dilutive() && among.contains(&Some(Measure::Money));
                !is_added
                    && (!knowledge::names_amount(self.label)
                        || last == Some(Measure::Shares)
                            && self.is_dilutive()
                            && knowledge::becomes_shares(self.label))
            }
            _ => true,
        };
        is_fit && fits(heading, &self.faces)
    }

    /// What rows and headings above a row say of it whose own label does not.
    fn by_rows_above(&self, last: Option<Measure>) -> Option<Measure> {
        let ditto = self.label.starts_with('-') || knowledge::is_ditto(self.label);
        if ditto && let Some(last) = last.filter(|m| fits(*m, &self.faces)) {
            return Some(last);
        }
        // `Net income per share` over `- basic` may stand among balances as well.
        let is_per_share = || fits(Measure::PerShare, &self.faces) && shows_cents(&self.faces);
        if ditto && self.headings.innermost() == Some(Measure::PerShare) && is_per_share() {
            return Some(Measure::PerShare);
        }
        if matches!(self.table.draft.kind, Kind::BalanceSheet | Kind::CashFlow) {
            return None;
        }
        let fits_heading = |heading: &Measure| self.fits_heading(*heading, last);
        if self.heads_act() {
            return None;
        }
        let mut told = self.headings.measures().iter().flatten();
        let innermost = told.next()?;
        if fits_heading(innermost) {
            return Some(*innermost);
        }
        // `Shares used in` / `Computing net income` / `Per share:` over several lines
        let of_shares = told.next().filter(|_| *innermost == Measure::PerShare);
        of_shares.filter(|h| **h == Measure::Shares && fits_heading(h)).copied()
    }
}

/// A figure as printed, with the point that may be taken for the last of its leaders; for tables
/// that print no zero before a point.
fn face<'t>(lines: &'t Lines<'_>, row: &AlignedRow, cell: &PlacedToken) -> &'t str {
    let others = row.cells.iter().filter(|c| c.column != cell.column && c.token.has_digits());
    let beside = others.map(|c| c.face(lines));
    let point = usize::from(follows_a_point(lines, cell, beside));
    &lines.face(cell.line)[cell.token.start - point..cell.token.end]
}

/// Whether figures are printed as prices are, in cents or fractions. Nils, `-0-` as well, may be
/// anything.
fn shows_cents(faces: &[&str]) -> bool {
    let mut figures = faces.iter().filter(|f| !is_nil(f)).peekable();
    figures.peek().is_none()
        || figures.any(|f| figure::decimals(f) >= CENTS || figure::has_fraction(f))
}

/// Whether a label is that of a count among balances, `Shares outstanding (000)`: it begins with
/// the shares and tells no class of stock.
fn is_count_of_shares(label: &str) -> bool {
    knowledge::begins_as_count(label)
        && !knowledge::speaks_of(label, Notion::Stock)
        && !label.split(' ').any(is_count)
}

/// Whether a label describes a class of stock, its par value and the shares in issue: what stands
/// beside it is what the stock is carried at.
fn names_stock(label: &str) -> bool {
    let Some(at) = knowledge::place_of(label, Notion::Stock) else { return false };
    let counted =
        || knowledge::speaks_of(label, Notion::Share) && label[at..].split(' ').any(is_count);
    (knowledge::tells_par_value(label) || counted()) && !knowledge::begins_as_count(label)
}
