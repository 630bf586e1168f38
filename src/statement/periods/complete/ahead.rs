//! What tells of years to come: payments that fall due, as they are seen on a day.

use std::collections::BTreeSet;

use crate::align::header::ColumnHead;
use crate::knowledge;
use crate::period::Spec;
use crate::record::Kind;
use crate::statement::{Draft, title};

/// Whether a table, but for a balance sheet, tells of years to come: as they are seen on a day, or
/// as those in which something falls due, `Expected Maturity Date` over `2003   2004`.
pub(super) fn looks_ahead(draft: &Draft) -> bool {
    let falls_due = |(spec, head): (&Spec, &ColumnHead)| {
        spec.bare_year().is_some() && knowledge::speaks_of_payments(head.plain())
    };
    draft.kind != Kind::BalanceSheet
        && (years_run_on(draft)
            && draft.captions.iter().any(|caption| is_day_ahead(caption, draft))
            || draft.specs.iter().zip(&draft.head.columns).any(falls_due))
}

/// Whether columns are headed by years from the first to the last. Years told the other way have
/// passed, whatever day is named above them: `adopted as of January 1, 1998` over `1999   1998`.
pub(super) fn years_run_on(draft: &Draft) -> bool {
    draft.specs.iter().filter_map(Spec::bare_year).is_sorted()
}

/// Whether a caption names the day from which columns look ahead to years to come:
/// `as of June 30, 2003` over `2003   2004   2005`, `commitments as of June 30, 2003, to be paid in
/// 2003 through 2007`. One year behind it alone may be misprinted in a title.
pub(super) fn is_day_ahead(caption: &Spec, draft: &Draft) -> bool {
    let Some(&told) = caption.years.first() else { return false };
    let years = draft.specs.iter().filter_map(Spec::bare_year);
    let later: BTreeSet<i16> =
        years.filter(|year| *year > told && !caption.years.contains(year)).collect();
    let tells_payments = || {
        let intro = title::last_sentence(&draft.head.intro);
        draft.head.captions().chain([intro]).any(knowledge::speaks_of_payments)
    };
    caption.month_day.is_some()
        && caption.length.is_none()
        && later.len() > usize::from(!caption.instant)
        && (caption.year().is_some() || tells_payments())
}
