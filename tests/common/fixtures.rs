//! The files under `fixtures/`.

use std::fs;
use std::path::{Path, PathBuf};

/// A fixture of the repository.
pub struct Fixture {
    /// Its path within the repository.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The `.txt` files of a folder under `fixtures/`, sorted by name.
pub fn texts(folder: &str) -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("fixtures").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
            Fixture { name, bytes }
        })
        .collect()
}
