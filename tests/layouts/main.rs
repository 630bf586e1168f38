//! The round trip: invented statements are printed in every way that filings print them, read
//! back, and held against what was invented.
//!
//! `cargo test --test layouts` prints each way alone and some hundred combinations. The survey,
//!
//! ```sh
//! cargo test --release --test layouts -- --ignored --nocapture survey
//! ```
//!
//! prints ten thousand (`LAYOUTS=n` for another number), and lists the causes of what came back
//! wrong: each failure is shrunk until only the departures from plain print that matter are left.
//! `WAY='sums: Total'` casts until that is among the ways, `SILENT=1` lists no causes that are told.

mod check;
mod header;
mod layout;
mod press;
mod story;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use check::Wrong;
use layout::{Caption, FACES, Layout};
use press::Printed;
use story::Dice;

/// The dice of a filing.
#[derive(Debug, Clone)]
struct Recipe {
    layout: Vec<u8>,
    statements: Vec<Dice>,
}

/// Longest outline of a statement, in rows.
const ROWS: usize = 29;
const CELLS: usize = 48;

fn dice() -> impl Strategy<Value = Dice> {
    let face = || 0..FACES;
    let faces = (face(), face(), face(), face(), face(), face());
    // A seed has no simpler neighbours.
    let rest = (
        any::<bool>(),
        vec(prop::bool::weighted(0.7), ROWS),
        vec(face(), CELLS),
        any::<u64>().no_shrink(),
    );
    (faces, rest).prop_map(
        |((kind, title, scale, columns, month, year), (oldest_first, rows, cells, seed))| Dice {
            kind,
            title,
            scale,
            columns,
            month,
            year,
            oldest_first,
            rows,
            cells,
            seed,
        },
    )
}

fn recipe() -> impl Strategy<Value = Recipe> {
    (vec(0..FACES, Layout::DICE), vec(dice(), 1..=2))
        .prop_map(|(layout, statements)| Recipe { layout, statements })
}

fn print(layout: &Layout, statements: &[Dice]) -> Printed {
    let by_quarters = layout.caption == Caption::Quarters;
    let statements: Vec<Dice> = statements
        .iter()
        .map(|dice| if by_quarters { dice.by_quarters() } else { dice.clone() })
        .collect();
    // Where one statement of a filing states no scale and another does, a reader may take the
    // other's: all statements of a filing are told in one scale.
    let scale = statements[0].scale;
    // A company has one calendar: where a statement keeps weeks, so do the others.
    let weeks = statements.iter().find(|dice| dice.keeps_weeks());
    let told: Vec<_> = statements
        .iter()
        .map(|dice| match weeks {
            Some(other) => story::tell(&dice.on_days_of(other), scale, layout),
            None => story::tell(dice, scale, layout),
        })
        .collect();
    press::print(&told, layout)
}

/// Prints, reads back, compares.
fn round_trip(printed: &Printed) -> Vec<Wrong> {
    let text = printed.lines.join("\n") + "\n";
    let filing = ex99::extract("layout.txt", text.as_bytes()).expect("plain text is read");
    check::compare(printed, &filing)
}

fn runner(seed: u8) -> TestRunner {
    TestRunner::new_with_rng(
        Config { max_local_rejects: u32::MAX, ..Config::default() },
        TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]),
    )
}

/// A failure and its cause in words.
fn show(layout: &Layout, printed: &Printed, wrongs: &[Wrong]) -> String {
    let mut out = format!("{:?}\n", layout.features());
    for (n, line) in printed.lines.iter().enumerate() {
        let _ = writeln!(out, "{:4} {line}", n + 1);
    }
    for wrong in wrongs.iter().take(8) {
        let _ = writeln!(out, "  {}{}", wrong.detail, if wrong.told { " (told)" } else { "" });
    }
    out
}

/// Shrinks a failure: as few departures from plain print and as few rows as still fail. One without
/// a diagnostic stays without.
fn shrink(mut tree: impl ValueTree<Value = Recipe>) -> Recipe {
    const STEPS: usize = 3000;
    let wrongs =
        |recipe: &Recipe| round_trip(&print(&Layout::cast(&recipe.layout), &recipe.statements));
    let is_silent = wrongs(&tree.current()).iter().any(|w| !w.told);
    let fails = |recipe: &Recipe| wrongs(recipe).iter().any(|w| !is_silent || !w.told);
    let mut least = tree.current();
    let mut more = tree.simplify();
    for _ in 0..STEPS {
        if !more {
            break;
        }
        let now = tree.current();
        if fails(&now) {
            least = now;
            more = tree.simplify();
        } else {
            more = tree.complicate();
        }
    }
    least
}

/// Each way of printing alone: every entry of the catalogue has its own cases.
#[test]
#[allow(clippy::print_stderr, reason = "`SHOW=1` lists every failure")]
fn each_alone() {
    let mut runner = runner(1);
    let stories: Vec<Dice> = (0..8)
        .map(|_| dice().new_tree(&mut runner).expect("dice are always cast").current())
        .collect();
    let mut failures = Vec::new();
    for layout in Layout::alone() {
        for story in &stories {
            let printed = print(&layout, std::slice::from_ref(story));
            let wrongs = round_trip(&printed);
            if !wrongs.is_empty() {
                failures.push(show(&layout, &printed, &wrongs));
            }
        }
    }
    let cases = Layout::alone().len() * stories.len();
    if std::env::var_os("SHOW").is_some() {
        for failure in &failures {
            eprintln!("{failure}");
        }
    }
    assert!(
        failures.len() * 1000 <= cases * MOST_WRONG_ALONE,
        "{} of {cases} failed; the first:\n{}",
        failures.len(),
        failures[0]
    );
}

/// A few hundred combinations.
#[test]
fn combined() {
    const CASES: usize = 400;
    let mut runner = runner(2);
    let mut failures = 0;
    let mut first = None;
    for _ in 0..CASES {
        let tree = recipe().new_tree(&mut runner).expect("dice are always cast");
        let now = tree.current();
        if !round_trip(&print(&Layout::cast(&now.layout), &now.statements)).is_empty() {
            failures += 1;
            first = first.or(Some(tree));
        }
    }
    if failures * 1000 > CASES * MOST_WRONG_COMBINED {
        let least = shrink(first.expect("some failed"));
        let layout = Layout::cast(&least.layout);
        let printed = print(&layout, &least.statements);
        panic!(
            "{failures} of {CASES} failed; the first, shrunk:\n{}",
            show(&layout, &printed, &round_trip(&printed))
        );
    }
}

/// Failures per thousand that are still there; they only ever go down. What is left of them is
/// mostly tables of a few small numbers that nothing tells from words, and headings over the wrong
/// columns.
const MOST_WRONG_ALONE: usize = 0;
const MOST_WRONG_COMBINED: usize = 1;

/// Ten thousand combinations, and the causes of failure.
#[test]
#[ignore = "takes minutes"]
#[allow(clippy::print_stderr, reason = "a survey is read by people")]
fn survey() {
    let number = |name: &str, otherwise: usize| {
        std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
    };
    let (cases, shrunk) = (number("LAYOUTS", 10_000), number("SHRINK", 200));
    let mut runner = runner(u8::try_from(number("SEED", 3)).unwrap_or(3));
    let way = std::env::var("WAY").unwrap_or_default();
    let only_silent = std::env::var_os("SILENT").is_some();
    let in_way =
        |recipe: &Recipe| way.is_empty() || Layout::cast(&recipe.layout).features().contains(&way);
    let recipe = recipe().prop_filter("another way", in_way);
    let (mut clean, mut told, mut wrong) = (0, 0, 0);
    let (mut cells, mut bad_cells) = (0, 0);
    let mut by_feature: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut by_cause: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for _ in 0..cases {
        let tree = recipe.new_tree(&mut runner).expect("dice are always cast");
        let now = tree.current();
        let layout = Layout::cast(&now.layout);
        let printed = print(&layout, &now.statements);
        let wrongs = round_trip(&printed);
        cells += printed.cells.len();
        bad_cells += wrongs.len();
        for feature in layout.features() {
            let entry = by_feature.entry(feature).or_default();
            entry.0 += 1;
            entry.1 += usize::from(!wrongs.is_empty());
        }
        if wrongs.is_empty() {
            clean += 1;
            continue;
        }
        let is_told = wrongs.iter().all(|w| w.told);
        if is_told {
            told += 1;
        } else {
            wrong += 1;
        }
        if told + wrong <= shrunk && !(is_told && only_silent) {
            let least = shrink(tree);
            let layout = Layout::cast(&least.layout);
            let printed = print(&layout, &least.statements);
            let wrongs = round_trip(&printed);
            let kinds: Vec<&str> = check::kinds(&wrongs).into_iter().collect();
            let cause = format!("{} <- {}", kinds.join(", "), layout.features().join(", "));
            let entry =
                by_cause.entry(cause).or_insert_with(|| (0, show(&layout, &printed, &wrongs)));
            entry.0 += 1;
        }
    }
    let mut ranking: Vec<_> = by_cause.into_iter().collect();
    ranking.sort_by_key(|(_, (n, _))| std::cmp::Reverse(*n));
    for (cause, (n, example)) in &ranking {
        eprintln!("==== {n} x {cause}\n{example}");
    }
    for (cause, (n, _)) in &ranking {
        eprintln!("{n:5} {cause}");
    }
    let mut features: Vec<_> = by_feature.into_iter().collect();
    features.sort_by_key(|(_, (all, failed))| std::cmp::Reverse(failed * 1000 / all));
    for (feature, (all, failed)) in features {
        eprintln!("{:6}/1000 of {all:5} {feature}", failed * 1000 / all);
    }
    eprintln!(
        "{cases} prints: {clean} clean, {told} wrong with a diagnostic, {wrong} wrong without; {bad_cells} errors in {cells} cells"
    );
}
