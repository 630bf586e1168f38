//! What rows measure that say nothing of it, neither they nor their headings: the title of the
//! table or the sentence over it does.

use std::collections::HashSet;

use crate::align::header::CaptionLine;
use crate::align::rows::AlignedRow;
use crate::figure;
use crate::knowledge::{self, Measure, Notion};
use crate::lex::line::Lines;
use crate::lex::token::TokenKind;
use crate::record::Kind;
use crate::statement::units::headings::titles_of;
use crate::statement::units::print::Rows;
use crate::statement::units::scale::{joined_captions, scale};
use crate::statement::units::{CENTS, are_all, fits, has_digits};
use crate::statement::{Draft, title};

/// Gives rows without a measure the one that is told over the table, where their figures fit it.
pub fn measure_silent_rows(rows: &mut Rows<'_, '_>) {
    let Rows { lines, draft, prints, measures } = rows;
    let Some(silent) = measure_of_silent(lines, draft) else { return };
    // `Selected statistics (dollars in millions)`: amounts are among them.
    let titles = titles_of(draft);
    let money = knowledge::speaks_of_money(&titles);
    let titles = knowledge::plain(&titles);
    let is_amount =
        |row: &AlignedRow| knowledge::is_money(&row.label) || knowledge::is_balance(&row.plain);
    // Beside a scale of amounts, rows that name one are no counts: `Net sales` over `Unit sales`.
    // Words for money that name things as well do so where amounts are announced.
    let scaled = silent == Measure::Pure && draft.scale.amounts.is_some();
    let announced = money || names_flow(&titles);
    let names_one = |words: &str| names_money(words) && (announced || names_flow(words));
    let entitled = entitles_counts(draft);
    // `Compensation expense` beneath the awards that it is for
    let priced = || silent == Measure::Shares && has_dollars(lines, draft, |_| true);
    for ((measure, print), row) in measures.iter_mut().zip(prints).zip(&draft.rows) {
        // `Granted   13.24` among counts without decimals
        let are_prices = silent == Measure::Shares
            && draft.scale.shares.is_none()
            && are_all(print.figures(), |f| figure::decimals(f) == CENTS);
        let is_item = || !entitled && knowledge::concept(row.key(), Kind::Income).is_some();
        let is_money = are_prices
            || money && silent != Measure::PerShare && is_amount(row)
            || priced() && knowledge::names_amount(&row.plain)
            || scaled && !print.is_nil() && (names_one(&row.plain) || is_item());
        if measure.is_none() && fits(silent, &print.faces) && !is_money {
            *measure = Some(silent);
        }
    }
}

fn names_flow(words: &str) -> bool {
    knowledge::names_flow(words) || knowledge::speaks_of(words, Notion::NetSales)
}

/// Whether what stands over the rows entitles them as counts, whatever they are called: `Number of
/// employees` over `Research and development`. A sentence that happens to stand above, or announces
/// amounts as well, does not.
fn entitles_counts(draft: &Draft) -> bool {
    let tells_amounts =
        |text: &str| knowledge::scale_of(text).is_some() || names_flow(&knowledge::plain(text));
    let title = knowledge::plain(&draft.title);
    let counts = || {
        knowledge::measure_of(&title) == Some(Measure::Pure) || knowledge::announces_counts(&title)
    };
    let intro = draft.head.intro.as_str();
    intro.ends_with(':') && !tells_amounts(intro) || counts() && !tells_amounts(&title)
}

/// Rows that name a rate or what part of a whole is used, in points, are in percent whatever stands
/// over them: `Load factor   69.3` among statistics. Not so where amounts may be printed alike:
/// `Occupancy   22.5` below `Salaries   42.5`.
pub fn measure_rates(rows: &mut Rows<'_, '_>) {
    let Rows { draft, prints, measures, .. } = rows;
    let names_rate = |k: &usize| {
        measures[*k].is_none()
            && prints[*k].is_bare()
            && are_all(prints[*k].figures(), |f| (1..=CENTS).contains(&figure::decimals(f)))
            && knowledge::names_rate_in_points(&draft.rows[*k].plain)
    };
    let rates: Vec<usize> = (0..prints.len()).filter(names_rate).collect();
    if rates.is_empty() {
        return;
    }
    let of_statistics = draft.scale.amounts.is_none()
        && knowledge::announces_statistics(&knowledge::plain(&titles_of(draft)));
    let may_be_amount = |k: usize| {
        measures[k].is_none() && knowledge::measure_in_points(&draft.rows[k].plain).is_none()
    };
    let others: HashSet<usize> = (0..prints.len())
        .filter(|&k| !of_statistics && may_be_amount(k))
        .flat_map(|k| prints[k].figures().map(figure::decimals))
        .collect();
    for k in rates {
        if !prints[k].figures().any(|figure| others.contains(&figure::decimals(figure))) {
            measures[k] = Some(Measure::Percent);
        }
    }
}

/// What the rows measure that say nothing of it, neither they nor their headings.
fn measure_of_silent(lines: &Lines<'_>, draft: &Draft) -> Option<Measure> {
    for (measure, fewest) in [(Measure::PerShare, 2), (Measure::Ratio, 1), (Measure::Percent, 0)] {
        if tells(lines, draft, measure, fewest) {
            return Some(measure);
        }
    }
    let titles = titles_of(draft);
    if has_dollars(lines, draft, |_| true) {
        // Tons are told beside what each of them costs.
        if prices_alone(lines, draft) && knowledge::tells_things(&knowledge::plain(&titles)) {
            return Some(Measure::Pure);
        }
        // Among options stand the prices at which they were granted.
        let priced = !has_dollars(lines, draft, |face| figure::decimals(face) != CENTS);
        return (priced && rolls_grants_forward(draft) && counts_shares(draft))
            .then_some(Measure::Shares);
    }
    let title = knowledge::plain(&draft.title);
    // `Results of production activities (in thousands)`
    // and not `% of subscribers paying fees`
    let is_cost = |row: &AlignedRow| {
        knowledge::names_cost(&row.plain)
            && knowledge::measure_of(&row.plain) != Some(Measure::Percent)
    };
    if draft.scale.amounts.is_some() && draft.rows.iter().any(is_cost) {
        return counts_shares(draft).then_some(Measure::Shares);
    }
    // `Net sales (in millions)` below a sentence that announces unit sales as well
    let names_scaled = |c: &CaptionLine| {
        knowledge::scale_of(&c.text).is_some() && names_money(&knowledge::plain(&c.text))
    };
    if matches!(draft.kind, Kind::SelectedData | Kind::Schedule | Kind::Other | Kind::Segment)
        && !draft.head.caption.iter().any(names_scaled)
        && (knowledge::announces_counts(&knowledge::plain(&titles))
            || knowledge::measure_of(&title) == Some(Measure::Pure)
            || counts_fleet(lines, draft, &knowledge::plain(&titles)))
    {
        return Some(Measure::Pure);
    }
    counts_shares(draft).then_some(Measure::Shares)
}

/// Whether a table counts aircraft by type, some hundreds of each, owned and leased, and nothing over
/// it speaks of amounts: `Lease revenue by aircraft type`. Columns of years hold what is spent on them.
fn counts_fleet(lines: &Lines<'_>, draft: &Draft, titles: &str) -> bool {
    knowledge::announces_fleet(titles)
        && draft.head.columns.iter().any(|column| knowledge::tells_who_owns(column.plain()))
        && draft.scale.amounts.is_none()
        && !knowledge::names_amount(titles)
        && !draft.cells().any(|cell| cell.face(lines).contains(','))
}

/// Whether words, in plain form, name money and no things that are sold or ordered: `Net sales`,
/// not `Unit sales`.
pub(super) fn names_money(words: &str) -> bool {
    let may_count =
        [Notion::Sales, Notion::Backlog].iter().any(|n| knowledge::speaks_of(words, *n));
    knowledge::names_amount(words)
        && !knowledge::announces_counts(words)
        && (!may_count || knowledge::speaks_of(words, Notion::NetSales))
}

/// Whether the title of a table or the sentence over it names what is measured, and all its figures
/// have as many decimals as that needs: `Distributions per Unit for the last two years were:`,
/// `Earnings per share by segment`, `Ratio of earnings to fixed charges`; or the title says that
/// figures are in percent, `Percentage growth in sales`, which a sentence may say of others.
fn tells(lines: &Lines<'_>, draft: &Draft, measure: Measure, fewest: usize) -> bool {
    let names = |text: &str| knowledge::measure_of(&knowledge::plain(text)) == Some(measure);
    // `Interest rate sensitivity` may be told in amounts.
    let in_percent = |text: &str| names(text) && knowledge::speaks_of(text, Notion::Percentage);
    // `(in dollars per share)`
    let in_aside = |c: &CaptionLine| {
        let text = c.text.trim();
        let aside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let of_share = |words: &str| knowledge::column_measure(words) == Some(Measure::PerShare);
        // `(unaudited, except per share data)` tells of others.
        knowledge::scale_of(text).is_none()
            && aside.is_some_and(|aside| {
                of_share(&knowledge::plain(knowledge::without_exception(aside)))
            })
    };
    let told = || match measure {
        Measure::Percent => {
            // `shipments by market (percent of total):`
            let aside = title::last_sentence(&draft.head.intro).rsplit_once('(');
            in_percent(&draft.title)
                || in_percent(&joined_captions(&draft.head))
                || aside.is_some_and(|(_, aside)| in_percent(aside))
        }
        _ => {
            names(&draft.title)
                || names(title::last_sentence(&draft.head.intro))
                || measure == Measure::PerShare && draft.head.caption.iter().any(in_aside)
        }
    };
    matches!(draft.kind, Kind::Schedule | Kind::Other | Kind::Segment)
        && draft.scale.amounts.is_none()
        && told()
        && draft.cells().all(|cell| {
            let face = cell.face(lines);
            let money = measure != Measure::PerShare && face.contains('$');
            !has_digits(face)
                || !money && !face.contains([',', '%']) && figure::decimals(face) >= fewest
        })
}

/// Whether a figure of some print bears a dollar sign; a range of prices among options, `$5-$59`, is
/// none.
fn has_dollars(lines: &Lines<'_>, draft: &Draft, print: impl Fn(&str) -> bool) -> bool {
    let mut cells = draft.cells();
    cells.any(|c| {
        let face = c.face(lines);
        face.contains('$') && print(face) && c.token.kind != TokenKind::Unvalued
    })
}

/// Whether no figures bear dollar signs but what one of something costs: `Sales per ton   $612`.
fn prices_alone(lines: &Lines<'_>, draft: &Draft) -> bool {
    let mut others = draft.rows.iter().filter(|row| !knowledge::is_unscaled(&row.plain));
    others.all(|row| row.cells.iter().all(|cell| !cell.face(lines).contains('$')))
}

/// A table of shares: title, sentence above or its only remark on units says so.
pub(in crate::statement::units) fn counts_shares(draft: &Draft) -> bool {
    // `(5) Shares of common stock reserved`
    let title = knowledge::plain(&draft.title);
    let title = title.trim_start_matches(|c: char| !c.is_alphabetic());
    // `Treasury share activity for three years`
    let tells_activity = || knowledge::tells_share_activity(title);
    // `Dividends paid` below `Share activity` is none.
    let of_money = || draft.rows.iter().any(|row| knowledge::names_amount(&row.plain));
    if knowledge::heads_shares(title) || tells_activity() && !of_money() {
        return true;
    }
    // A scale that is but supposed is that of amounts, if there are any.
    let scaled = draft.scale.amounts.is_some() && !draft.scale.supposed;
    if !matches!(draft.kind, Kind::Schedule | Kind::Other) {
        return false;
    }
    if scaled {
        return tells_options(draft) && rolls_grants_forward(draft);
    }
    // Beside a supposed scale may stand that of shares elsewhere.
    let tells_scale = || !draft.scale.supposed || scale(&draft.head).shares.is_some();
    if draft.scale.shares.is_some() && tells_scale() || rolls_grants_forward(draft) {
        return true;
    }
    let intro = knowledge::plain(title::last_sentence(&draft.head.intro));
    // `The weighted average number of common shares used to compute earnings per share is:`
    let is_average = knowledge::speaks_of(&intro, Notion::Average)
        && knowledge::measure_of(&intro) == Some(Measure::Shares);
    is_average && !of_money()
        || knowledge::holds(&intro, "shares of common stock")
            && (knowledge::speaks_of(&intro, Notion::SetAside)
                || knowledge::speaks_of(&intro, Notion::Outstanding) && !of_money())
}

/// Whether the title or the sentence over a table speaks of options, and of no money: `Information
/// relating to options is as follows (in millions, except per share amounts):`
fn tells_options(draft: &Draft) -> bool {
    let tells = |text: &str| {
        let text = knowledge::plain(knowledge::without_exception(text));
        knowledge::speaks_of(&text, Notion::Options)
            && !knowledge::names_amount(&text)
            && !knowledge::counts_money(&text)
            && !knowledge::speaks_of_money(&text)
    };
    tells(&draft.title) || tells(title::last_sentence(&draft.head.intro))
}

/// Whether rows tell what becomes of awards of shares: `Granted`, `Exercised`, `Canceled`, or one of
/// these between those `Outstanding`.
fn rolls_grants_forward(draft: &Draft) -> bool {
    let figures = || draft.rows_with_figures();
    let outstanding = || figures().any(|r| knowledge::begins_with(&r.plain, Notion::Outstanding));
    match figures().filter(|r| knowledge::is_of_grants(&r.label)).count() {
        0 => false,
        1 => outstanding(),
        _ => true,
    }
}
