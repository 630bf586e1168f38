//! The floors of the house, read from the source.
//!
//! What a module names must stand on a floor below its own, and some things are known to the command
//! line only. Modules know each other one way, and so do the rooms of a floor: there is no circle of
//! imports, but between a module and those inside it. What a module gives on, `pub use`, counts where
//! it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The floors of the core, from the bottom. Modules on one floor do not know each other.
const FLOORS: &[&[&str]] = &[
    &["error", "named", "plain", "sniff", "text"],
    &["diagnostic"],
    &["record"],
    &["figure", "knowledge"],
    &["period"],
    &["lex", "submission"],
    &["grid"],
    &["align"],
    &["statement"],
    &["release"],
];

/// The wing beside the core: it knows the record and what that is made of, but no stage.
const WING: &[&str] = &["diff", "emit", "read"];

/// What the wing knows; what is read or compared may also ask how it is written.
const WING_KNOWS: &[&str] = &["diagnostic", "error", "named", "plain", "record"];

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

/// A file of the source, without comments and tests.
struct Module {
    /// `lex::line::settle`
    path: String,
    code: String,
}

impl Module {
    /// The module of the crate's root that it belongs to.
    fn root(&self) -> &str {
        self.path.split("::").next().unwrap_or("")
    }
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

/// Every module; `lib.rs` and `main.rs` are none.
fn modules() -> Vec<Module> {
    let mut paths = Vec::new();
    files(&source(), &mut paths);
    paths.sort();
    let module = |path: PathBuf| {
        let inside = path.strip_prefix(source()).expect("inside src").to_string_lossy();
        let path_of = inside.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
        let text = fs::read_to_string(&path).expect("source");
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code = |line: &'_ str| line.split(" // ").next().unwrap_or("").to_owned();
        let lines: Vec<String> = text.lines().filter(is_code).map(code).collect();
        (path_of != "lib" && path_of != "main")
            .then(|| Module { path: path_of, code: lines.join("\n") })
    };
    paths.into_iter().filter_map(module).collect()
}

/// A path that a module names from the crate's root on: `lex::block::Block`.
struct Named {
    path: String,
    /// What others get through the module: `pub use`.
    given_on: bool,
}

/// The paths of the crate that a module names, in imports and in code. Braces are taken apart,
/// `self` and `super` replaced; `units::scale(..)` is told from the import of `units`.
fn named(module: &Module) -> Vec<Named> {
    let mut out = Vec::new();
    let mut rest = String::new();
    for statement in module.code.split_inclusive(';') {
        let line = statement.rfind("\nuse ").or(statement.rfind("\npub")).map_or(0, |at| at + 1);
        let (before, import) = statement.split_at(line);
        match import.trim_end_matches(';').split_once("use ") {
            Some((visibility, tree)) if visibility.is_empty() || visibility.starts_with("pub") => {
                let given_on = !visibility.is_empty();
                let paths = expanded(tree).into_iter().filter_map(|path| absolute(&path, module));
                out.extend(paths.map(|path| Named { path, given_on }));
                rest.push_str(before);
            }
            _ => rest.push_str(statement),
        }
    }
    let imported: Vec<String> = out.iter().map(|named| named.path.clone()).collect();
    for path in paths(&rest) {
        let (first, behind) = path.split_once("::").unwrap_or((path, ""));
        let known = imported.iter().filter(|i| i.rsplit("::").next() == Some(first));
        let asked = known.map(|i| format!("{i}::{behind}"));
        let own = format!("{}::{path}", module.path);
        let absolute = absolute(path, module).into_iter().chain(asked).chain([own]);
        out.extend(absolute.map(|path| Named { path, given_on: false }));
    }
    out
}

/// The paths in some code: names joined by `::`.
fn paths(code: &str) -> impl Iterator<Item = &str> {
    let parts = |c: char| !c.is_alphanumeric() && c != '_' && c != ':';
    code.split(parts).map(|path| path.trim_matches(':')).filter(|path| path.contains("::"))
}

/// The paths of an import: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let tree = tree.trim().trim_end_matches("::self");
    let Some((stem, inside)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        return vec![tree.split(" as ").next().unwrap_or(tree).to_owned()];
    };
    let mut depth = 0;
    let branches = inside.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let branches = branches.map(str::trim).filter(|branch| !branch.is_empty());
    branches.flat_map(|branch| expanded(&format!("{stem}{branch}"))).collect()
}

/// A path from the crate's root on; none of one that leads out of the crate.
fn absolute(path: &str, module: &Module) -> Option<String> {
    if let Some(path) = path.strip_prefix("crate::") {
        return Some(path.to_owned());
    }
    let (mut own, mut rest) = (module.path.as_str(), path);
    while let Some(above) = rest.strip_prefix("super::") {
        (own, rest) = (own.rsplit_once("::").map_or("", |(parent, _)| parent), above);
    }
    let rest = rest.strip_prefix("self::").unwrap_or(rest);
    let joined = if own.is_empty() { rest.to_owned() } else { format!("{own}::{rest}") };
    (rest.len() < path.len()).then_some(joined)
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

/// The modules that `lib.rs` declares.
fn declared() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../src/lib.rs").lines();
    lines.filter_map(|l| l.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
}

#[test]
fn every_module_has_its_floor() {
    let drawn: BTreeSet<&str> =
        FLOORS.iter().copied().flatten().chain(WING).chain([&ROOF]).copied().collect();
    let declared: BTreeSet<&str> = declared().collect();
    assert_eq!(declared, drawn, "modules of lib.rs and floors of this test");
}

#[test]
fn imports_go_down() {
    let declared: BTreeSet<&str> = declared().collect();
    let mut faults = BTreeSet::new();
    for module in modules() {
        for Named { path, .. } in named(&module) {
            let other = path.split("::").next().unwrap_or("");
            let allowed = match () {
                () if ROOT.contains(&other) => module.root() == ROOF,
                () if declared.contains(other) => may_know(module.root(), other),
                () => true,
            };
            if !allowed {
                faults.insert(format!("`{}` names `{path}`", module.path));
            }
        }
    }
    assert!(faults.is_empty(), "imports that do not go down: {faults:#?}");
}

/// Whether a module is inside another.
fn is_inside(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with("::"))
}

/// The module that holds what a path names, be it given on by others.
fn home<'p>(path: &'p str, modules: &BTreeSet<String>, given_on: &'p Given) -> Option<&'p str> {
    let mut ends = std::iter::once(path.len()).chain(path.rmatch_indices("::").map(|(at, _)| at));
    let end = ends.find(|end| modules.contains(&path[..*end]))?;
    let item = path[end..].split("::").nth(1).unwrap_or("");
    let key = (path[..end].to_owned(), item.to_owned());
    match given_on.get(&key).filter(|from| **from != path) {
        Some(from) => home(from, modules, given_on),
        None => Some(&path[..end]),
    }
}

/// Where what a module gives on comes from, by the module and the name.
type Given = BTreeMap<(String, String), String>;

/// Which modules know which, as far as neither is inside the other.
fn acquaintances() -> BTreeSet<(String, String)> {
    let named: Vec<(String, Vec<Named>)> =
        modules().iter().map(|module| (module.path.clone(), named(module))).collect();
    let modules: BTreeSet<String> = named.iter().map(|(own, _)| own.clone()).collect();
    let given = named.iter().flat_map(|(own, named)| named.iter().map(move |n| (own, n)));
    let given_on: Given = given
        .filter(|(_, named)| named.given_on)
        .filter_map(|(own, Named { path, .. })| {
            let (_, item) = path.rsplit_once("::")?;
            Some(((own.clone(), item.to_owned()), path.clone()))
        })
        .collect();
    let mut out = BTreeSet::new();
    for (own, named) in &named {
        // What is asked of a module that is imported by its name is a path of its own.
        let asked = named.iter().filter(|named| !modules.contains(&named.path));
        let others = asked.filter_map(|named| home(&named.path, &modules, &given_on));
        let apart = others.filter(|o| own != o && !is_inside(own, o) && !is_inside(o, own));
        out.extend(apart.map(|other| (own.clone(), other.to_owned())));
    }
    out
}

/// What of some acquaintances goes round in circles.
fn circles(mut left: BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
    // What knows nobody stands lowest, what nobody knows highest; where nothing can be taken away any
    // more, circles are left.
    loop {
        let knowing: BTreeSet<String> = left.iter().map(|(own, _)| own.clone()).collect();
        let known: BTreeSet<String> = left.iter().map(|(_, other)| other.clone()).collect();
        let before = left.len();
        left.retain(|(own, other)| known.contains(own) && knowing.contains(other));
        if left.len() == before {
            return left;
        }
    }
}

#[test]
fn modules_know_each_other_one_way() {
    let circles = circles(acquaintances());
    assert!(circles.is_empty(), "circles of imports: {circles:#?}");
}

/// The room that a module belongs to: `statement::periods` of `statement::periods::rows`.
fn room(module: &str) -> &str {
    let end = module.match_indices("::").nth(1).map_or(module.len(), |(at, _)| at);
    &module[..end]
}

#[test]
fn rooms_know_each_other_one_way() {
    let rooms = acquaintances().into_iter().map(|(own, other)| {
        let (own, other) = (room(&own).to_owned(), room(&other).to_owned());
        (own, other)
    });
    let apart = rooms
        .filter(|(own, other)| own != other && !is_inside(own, other) && !is_inside(other, own));
    let circles = circles(apart.collect());
    assert!(circles.is_empty(), "circles of rooms: {circles:#?}");
}

#[test]
fn paths_are_read() {
    let code = "//\nuse crate::grid::{self, Cell, rows::{Row as R}};\npub use self::front::scan;\n\
                fn of() { grid::cut(super::end()); }\n";
    let module = Module { path: "lex::token".to_owned(), code: code.to_owned() };
    let named = named(&module);
    let paths: Vec<&str> = named.iter().map(|named| named.path.as_str()).collect();
    for path in ["grid", "grid::Cell", "grid::rows::Row", "lex::token::front::scan", "grid::cut"] {
        assert!(paths.contains(&path), "{path} in {paths:?}");
    }
    assert!(paths.contains(&"lex::end"), "{paths:?}");
}

#[test]
fn only_the_roof_meets_the_world() {
    let mut faults = Vec::new();
    for module in modules().iter().filter(|module| module.root() != ROOF) {
        for what in ROOF_ONLY.iter().filter(|what| names(&module.code, what)) {
            faults.push(format!("`{}` names `{what}`", module.path));
        }
    }
    assert!(faults.is_empty(), "known to the command line only: {faults:#?}");
}

#[test]
fn geometry_never_asks_meaning() {
    const MEANING: &[&str] = &["knowledge", "period", "figure", "record"];
    let asks = |module: &Module| {
        let mut named = named(module).into_iter();
        named.any(|n| MEANING.contains(&n.path.split("::").next().unwrap_or("")))
    };
    let grid = modules().into_iter().filter(|module| module.root() == "grid");
    let faults: Vec<String> = grid.filter(asks).map(|module| module.path).collect();
    assert!(faults.is_empty(), "the grid knows positions only: {faults:#?}");
}

#[test]
fn only_records_serialise() {
    // Also: the document that JSON filings stand in, the reports of `diff`, the state of a run.
    const MAY: &[&str] = &["record", "diagnostic", "emit::json", "diff::render", "cli"];
    let may = |path: &str| MAY.iter().any(|may| path == *may || is_inside(path, may));
    let serialising = modules().into_iter().filter(|module| module.code.contains("Serialize"));
    let faults: Vec<String> = serialising.map(|module| module.path).filter(|p| !may(p)).collect();
    assert!(faults.is_empty(), "types that serialise elsewhere: {faults:#?}");
}
