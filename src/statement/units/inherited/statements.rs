//! The scale of the statements in whose notes a table stands: supposed where its figures may be
//! parts of theirs, and said to be supposed.

use crate::align::rows::AlignedRow;
use crate::figure;
use crate::knowledge::{self, Measure};
use crate::lex::line::Lines;
use crate::record::Kind;
use crate::statement::Draft;
use crate::statement::print::is_percent;
use crate::statement::units::inherited::amounts::{has_money, whole};
use crate::statement::units::inherited::notes::stands_in_notes;
use crate::statement::units::rows::counts_shares;
use crate::statement::units::scale::{Found, found};
use crate::statement::units::{CENTS, are_all};

/// Which tables are statements by their titles.
pub(super) fn statements(drafts: &[Draft]) -> Vec<usize> {
    let states = |draft: &Draft| {
        matches!(draft.kind, Kind::Income | Kind::BalanceSheet | Kind::CashFlow)
            && knowledge::title_kind(&draft.title) == Some(draft.kind)
    };
    (0..drafts.len()).filter(|&i| states(&drafts[i])).collect()
}

/// The scale of the statements that a table in their notes belongs to, where all of them state the
/// same and the figures of the table may be such amounts too. That is supposed, not told.
pub(super) fn scale_of_statements(
    lines: &Lines<'_>,
    statements: &[&Draft],
    own: &Draft,
) -> Option<Found> {
    let scale = found(statements.first()?)?;
    let agree = statements.iter().all(|d| found(d).is_some_and(|(amounts, _)| amounts == scale.0));
    if statements.len() < 2 || !agree || !stands_in_notes(lines, own.head.body) {
        return None;
    }
    let size = Size::of(lines, &own.rows);
    if counts_shares(own) {
        let shares = scale.1.unwrap_or(scale.0);
        let counts = |row: &&AlignedRow| row.measure() == Some(Measure::Shares);
        let outstanding =
            Size::of(lines, statements.iter().flat_map(|d| &d.rows).filter(counts)).largest;
        return (size.largest <= outstanding).then_some((scale.0, Some(shares)));
    }
    let whole = Size::of(lines, statements.iter().flat_map(|d| &d.rows));
    (has_money(lines, own) && size.fits(&whole)).then_some(scale)
}

/// How large the figures of a table are as printed, and how they are printed.
struct Size {
    /// Of those without cents, as amounts per share have them.
    largest: u128,
    /// One digit stands behind the point of some.
    tenths: bool,
    /// No more than thousands stand in any.
    rounded: bool,
}

impl Size {
    fn of<'r>(lines: &Lines<'_>, rows: impl IntoIterator<Item = &'r AlignedRow>) -> Self {
        let cells = rows.into_iter().flat_map(|r| &r.cells);
        let faces: Vec<&str> =
            cells.filter(|c| !is_percent(lines, c)).map(|c| c.face(lines)).collect();
        let large = faces.iter().filter(|f| f.contains(','));
        Self {
            largest: faces
                .iter()
                .filter(|f| figure::decimals(f) < CENTS)
                .map(|f| whole(f))
                .max()
                .unwrap_or(0),
            tenths: faces.iter().any(|f| figure::decimals(f) == 1),
            rounded: are_all(large, |f| f.contains(",000")),
        }
    }

    /// Whether figures of this size may be parts of those.
    fn fits(&self, whole: &Self) -> bool {
        (1..=whole.largest).contains(&self.largest)
            && (!self.tenths || whole.tenths)
            && !self.rounded
    }
}
