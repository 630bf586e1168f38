//! The floors of the house, read from the source.
//!
//! Each module of the crate names what it imports by `crate::`. What it names must stand on a
//! floor below its own, and some things are known to the command line only.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The floors of the core, from the bottom. Modules on one floor do not know each other.
const FLOORS: &[&[&str]] = &[
    &["diagnostic", "error", "plain", "sniff", "text"],
    &["record"],
    &["figure", "knowledge"],
    &["period"],
    &["lex", "submission"],
    &["grid"],
    &["align"],
    &["statement"],
    &["release"],
];

/// Floors whose own modules know each other one way: no circle of imports, but between a module and
/// those inside it.
const ONE_WAY: &[&str] = &["knowledge", "grid", "align", "statement"];

/// The wing beside the core: it knows the record and what that is made of, but no stage.
const WING: &[&str] = &["diff", "emit", "read"];

/// What the wing knows; what is read or compared may also ask how it is written.
const WING_KNOWS: &[&str] = &["diagnostic", "error", "plain", "record"];

/// The roof: it may know everything.
const ROOF: &str = "cli";

/// Functions of the crate's root; only the roof calls them.
const ROOT: &[&str] = &["blocks", "extract", "extract_undigested"];

/// What only the roof may name.
const ROOF_ONLY: &[&str] = &[
    "anyhow",
    "clap",
    "ctrlc",
    "flate2",
    "indicatif",
    "tar",
    "tempfile",
    "zip",
    "std::env",
    "std::fs",
    "std::path",
    "std::process",
    "std::thread",
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
];

/// A line of code.
struct Line {
    /// `src/lex/line.rs:12`
    place: String,
    /// Module of the crate's root it belongs to.
    module: String,
    code: String,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// Every line of the modules that is no comment; `lib.rs` and `main.rs` are no modules.
fn lines() -> Vec<Line> {
    let mut paths = Vec::new();
    files(&source(), &mut paths);
    paths.sort();
    let mut out = Vec::new();
    for path in paths {
        let inside = path.strip_prefix(source()).expect("inside src");
        let first = inside.components().next().expect("a name").as_os_str().to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        if module == "lib" || module == "main" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("source");
        for (at, code) in text.lines().enumerate() {
            let code = code.split(" // ").next().unwrap_or("").trim_start();
            if !code.starts_with("//") {
                out.push(Line {
                    place: format!("src/{}:{}", inside.display(), at + 1),
                    module: module.clone(),
                    code: code.to_owned(),
                });
            }
        }
    }
    out
}

/// The names that follow `crate::` in a line.
fn imports(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices("crate::").map(|(at, mark)| {
        let rest = &code[at + mark.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// Whether a module may name another.
fn may_know(module: &str, other: &str) -> bool {
    if module == other || module == ROOF {
        return true;
    }
    if WING.contains(&module) {
        return WING_KNOWS.contains(&other) || module != "emit" && other == "emit";
    }
    matches!((floor(module), floor(other)), (Some(own), Some(below)) if below < own)
}

/// Whether code names a path or macro, not as the end of a longer name.
fn names(code: &str, what: &str) -> bool {
    let what = if what.ends_with('!') || what.contains("::") {
        what.to_owned()
    } else {
        format!("{what}::")
    };
    code.match_indices(&what).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + what.len()..].chars().next();
        let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        !before.is_some_and(in_word)
            && (what.ends_with([':', '!'])
                || !after.is_some_and(|c| c.is_alphanumeric() || c == '_'))
    })
}

#[test]
fn every_module_has_its_floor() {
    let text = fs::read_to_string(source().join("lib.rs")).expect("lib.rs");
    let declared: BTreeSet<&str> = text
        .lines()
        .filter_map(|l| l.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    let drawn: BTreeSet<&str> =
        FLOORS.iter().copied().flatten().chain(WING).chain([&ROOF]).copied().collect();
    assert_eq!(declared, drawn, "modules of lib.rs and floors of this test");
}

#[test]
fn imports_go_down() {
    let mut faults = Vec::new();
    for line in lines() {
        for other in imports(&line.code) {
            let allowed = if ROOT.contains(&other) {
                line.module == ROOF
            } else {
                may_know(&line.module, other)
            };
            if !allowed {
                faults.push(format!("{}: `{}` imports `{other}`", line.place, line.module));
            }
        }
    }
    assert!(faults.is_empty(), "imports that do not go down:\n{}", faults.join("\n"));
}

/// The module that a place in the source belongs to: `align::header::words`.
fn path_of(place: &str) -> String {
    let file = place.trim_start_matches("src/").split(".rs").next().unwrap_or("");
    file.trim_end_matches("/mod").replace('/', "::")
}

/// Which modules of a floor import which, as far as neither is inside the other.
fn imports_inside(floor: &str) -> BTreeSet<(String, String)> {
    let lines = lines();
    let modules: BTreeSet<String> = lines.iter().map(|line| path_of(&line.place)).collect();
    let is_inside = |inner: &str, outer: &str| inner.starts_with(&format!("{outer}::"));
    let mut out = BTreeSet::new();
    for line in lines.iter().filter(|line| line.module == floor) {
        let own = path_of(&line.place);
        for (at, mark) in line.code.match_indices("crate::") {
            let path = &line.code[at + mark.len()..];
            let named = modules.iter().filter(|m| path == **m || is_inside(path, m));
            let Some(other) = named.max_by_key(|module| module.len()) else { continue };
            if own != *other && !is_inside(&own, other) && !is_inside(other, &own) {
                out.insert((own.clone(), other.clone()));
            }
        }
    }
    out
}

#[test]
fn modules_of_a_floor_know_each_other_one_way() {
    for floor in ONE_WAY {
        let mut left = imports_inside(floor);
        // What knows nobody stands lowest; where nothing can be taken away any more, circles are left.
        loop {
            let knowing: BTreeSet<String> = left.iter().map(|(own, _)| own.clone()).collect();
            let before = left.len();
            left.retain(|(_, other)| knowing.contains(other));
            if left.len() == before {
                break;
            }
        }
        assert!(left.is_empty(), "a circle of imports in `{floor}`: {left:#?}");
    }
}

#[test]
fn only_the_roof_meets_the_world() {
    let mut faults = Vec::new();
    for line in lines().iter().filter(|line| line.module != ROOF) {
        for what in ROOF_ONLY.iter().filter(|what| names(&line.code, what)) {
            faults.push(format!("{}: `{}` names `{what}`", line.place, line.module));
        }
    }
    assert!(faults.is_empty(), "known to the command line only:\n{}", faults.join("\n"));
}

#[test]
fn geometry_never_asks_meaning() {
    let faults: Vec<String> = lines()
        .iter()
        .filter(|line| line.module == "grid")
        .filter(|line| {
            imports(&line.code).any(|i| matches!(i, "knowledge" | "period" | "figure" | "record"))
        })
        .map(|line| line.place.clone())
        .collect();
    assert!(faults.is_empty(), "the grid knows positions only:\n{}", faults.join("\n"));
}

#[test]
fn only_records_serialise() {
    // Also: the document that JSON filings stand in, the reports of `diff`, the state of a run.
    const MAY: &[&str] = &[
        "src/record.rs:",
        "src/diagnostic.rs:",
        "src/emit/json.rs:",
        "src/diff/render/",
        "src/cli/",
    ];
    let faults: Vec<String> = lines()
        .iter()
        .filter(|line| line.code.contains("Serialize"))
        .filter(|line| !MAY.iter().any(|may| line.place.starts_with(may)))
        .map(|line| line.place.clone())
        .collect();
    assert!(faults.is_empty(), "types that serialise elsewhere:\n{}", faults.join("\n"));
}
