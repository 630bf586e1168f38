//! From the paths on the command line to the bytes of filings.
//!
//! Paths come in; an [`Input`] for each file comes out, always in the same order: folders are
//! walked by name, archives in the order of their members. Compressed files and archives are opened
//! one level deep (`packed`), and never expand to more than a limit.

mod packed;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::bail;
use sha2::{Digest, Sha256};

use self::packed::{Packing, gunzip, visit_tar, visit_zip};
use crate::cli::output::is_temporary;
use crate::error::Error;
use crate::text::Text;

/// Called with each thing that a walk meets; says whether to go on.
pub type Visit<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;

/// A file, or a member of an archive, that is to be read.
#[derive(Debug)]
pub struct Input {
    /// Path relative to the PATH given on the command line.
    pub name: String,
    /// Where its bytes are.
    pub content: Content,
    /// How many bytes on disk it accounts for, for the progress bar.
    pub weight: u64,
}

/// Where the bytes of an input are.
#[derive(Debug)]
pub enum Content {
    /// Standard input.
    Stdin,
    /// In a file.
    File(PathBuf),
    /// In a file compressed with gzip.
    Gzip(PathBuf),
    /// Here: those of a member of an archive.
    Bytes(Vec<u8>),
    /// Out of reach, for this reason.
    Unreadable(String),
}

impl Input {
    /// An input whose bytes are out of reach.
    const fn unreadable(name: String, reason: String, weight: u64) -> Self {
        Self { name, content: Content::Unreadable(reason), weight }
    }

    /// Roughly how many bytes of memory it will take once it is read.
    pub const fn cost(&self) -> u64 {
        match &self.content {
            Content::Gzip(_) => self.weight.saturating_mul(8),
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Stdin | Content::File(_) | Content::Unreadable(_) => self.weight,
        }
    }
}

impl Content {
    /// The bytes, or why they cannot be had.
    pub fn read(self) -> Result<Vec<u8>, String> {
        self.read_up_to(u64::MAX)
    }

    /// Like [`Content::read`], but refuses what is too large for a filing without reading it all.
    pub fn read_filing(self) -> Result<Vec<u8>, String> {
        self.read_up_to(Text::LARGEST as u64)
    }

    fn read_up_to(self, limit: u64) -> Result<Vec<u8>, String> {
        let bytes = match self {
            Self::Stdin => read_whole(io::stdin().lock(), 0, limit),
            Self::File(path) => {
                let opened = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
                opened.and_then(|(size, file)| read_whole(file, size, limit))
            }
            Self::Gzip(path) => return gunzip(&path),
            Self::Bytes(bytes) => Ok(bytes),
            Self::Unreadable(reason) => return Err(reason),
        };
        bytes.map_err(|error| unreadable(&error))
    }
}

/// The paths given on the command line.
#[derive(Debug)]
pub struct Inputs {
    roots: Vec<PathBuf>,
    excluded: Vec<PathBuf>,
}

/// What a run will have to read.
#[derive(Debug)]
pub struct Survey {
    /// Bytes on disk.
    pub bytes: u64,
    /// A hash of the names, sizes and modification times of all files, in their order.
    pub fingerprint: String,
}

impl Inputs {
    /// Takes the paths, all of which must exist.
    pub fn new(paths: &[PathBuf]) -> anyhow::Result<Self> {
        for path in paths.iter().filter(|path| !is_stdin(path)) {
            if let Err(error) = fs::metadata(path) {
                bail!("cannot read {}: {error}", path.display());
            }
        }
        Ok(Self { roots: paths.to_vec(), excluded: Vec::new() })
    }

    /// Leaves a path out of the walk, such as a file that the run itself writes.
    pub fn exclude(&mut self, path: &Path) {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return };
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        if let Ok(parent) = parent.canonicalize() {
            self.excluded.push(parent.join(name));
        }
    }

    /// Whether standard input is among the paths.
    pub fn has_stdin(&self) -> bool {
        self.roots.iter().any(|path| is_stdin(path))
    }

    /// Walks the paths without opening any file.
    pub fn survey(&self) -> Survey {
        let mut bytes = 0;
        let mut hash = Sha256::new();
        let _ = self.walk(&mut |entry| {
            let size = entry.size.as_ref().copied().unwrap_or(0);
            bytes += size;
            hash.update(entry.path.as_os_str().as_encoded_bytes());
            hash.update([0]);
            hash.update(size.to_le_bytes());
            hash.update(modified_second(&entry.path).to_le_bytes());
            ControlFlow::Continue(())
        });
        let mut fingerprint = String::new();
        fingerprint.extend(hash.finalize().iter().map(|byte| format!("{byte:02x}")));
        Survey { bytes, fingerprint }
    }

    /// Hands out every input, in order.
    pub fn visit(&self, visit: Visit<Input>) -> ControlFlow<()> {
        self.walk(&mut |entry| {
            let Entry { name, path, size } = entry;
            let weight = match size {
                Ok(size) => size,
                Err(reason) => return visit(Input::unreadable(name, reason, 0)),
            };
            let content = match Packing::of(&path) {
                _ if is_stdin(&path) => Content::Stdin,
                Packing::None => Content::File(path),
                Packing::Gzip => Content::Gzip(path),
                Packing::Zip => return visit_zip(&name, &path, visit),
                Packing::Tar { gzip } => return visit_tar(&name, &path, gzip, visit),
            };
            visit(Input { name, content, weight })
        })
    }

    fn walk(&self, visit: Visit<Entry>) -> ControlFlow<()> {
        for root in &self.roots {
            if is_stdin(root) {
                visit(Entry { name: "stdin".to_owned(), path: root.clone(), size: Ok(0) })?;
            } else if root.is_dir() {
                self.walk_folder(root, "", &mut Vec::new(), visit)?;
            } else {
                let name = root.file_name().unwrap_or(root.as_os_str());
                let size = fs::metadata(root)
                    .map(|metadata| metadata.len())
                    .map_err(|error| unreadable(&error));
                visit(Entry { name: name.to_string_lossy().into(), path: root.clone(), size })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn walk_folder(
        &self,
        folder: &Path,
        prefix: &str,
        above: &mut Vec<PathBuf>,
        visit: Visit<Entry>,
    ) -> ControlFlow<()> {
        let (real, names) = match list(folder) {
            Ok(listing) => listing,
            Err(error) => return visit(Entry::unreadable(prefix, folder, unreadable(&error))),
        };
        if above.contains(&real) {
            let reason = "symbolic link to a folder it lies in".to_owned();
            return visit(Entry::unreadable(prefix, folder, reason));
        }
        above.push(real);
        for name in names {
            self.walk_name(folder, prefix, &name, above, visit)?;
        }
        above.pop();
        ControlFlow::Continue(())
    }

    fn walk_name(
        &self,
        folder: &Path,
        prefix: &str,
        file_name: &OsStr,
        above: &mut Vec<PathBuf>,
        visit: Visit<Entry>,
    ) -> ControlFlow<()> {
        if self.is_excluded(above.last().map_or(folder, PathBuf::as_path), file_name) {
            return ControlFlow::Continue(());
        }
        let path = folder.join(file_name);
        let slash = if prefix.is_empty() { "" } else { "/" };
        let name = format!("{prefix}{slash}{}", file_name.to_string_lossy());
        let size = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                return self.walk_folder(&path, &name, above, visit);
            }
            Ok(metadata) if metadata.is_file() => Ok(metadata.len()),
            Ok(_) => Err("not a regular file".to_owned()),
            Err(error) => Err(unreadable(&error)),
        };
        visit(Entry { name, path, size })
    }

    fn is_excluded(&self, real_folder: &Path, name: &OsStr) -> bool {
        let is_at =
            |path: &PathBuf| path.file_name() == Some(name) && path.parent() == Some(real_folder);
        is_temporary(name) || self.excluded.iter().any(is_at)
    }
}

/// A file met on a walk, or a folder that cannot be listed.
struct Entry {
    /// Path relative to the PATH given on the command line.
    name: String,
    path: PathBuf,
    /// Its size in bytes, or why it cannot be read.
    size: Result<u64, String>,
}

impl Entry {
    fn unreadable(name: &str, path: &Path, reason: String) -> Self {
        let name = if name.is_empty() { path.to_string_lossy().into() } else { name.to_owned() };
        Self { name, path: path.to_owned(), size: Err(reason) }
    }
}

/// The canonical path of a folder, and the names in it, sorted.
fn list(folder: &Path) -> io::Result<(PathBuf, Vec<Box<OsStr>>)> {
    let mut names = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().into_boxed_os_str()))
        .collect::<io::Result<Vec<_>>>()?;
    names.sort_unstable();
    Ok((folder.canonicalize()?, names))
}

/// The second in which a file was last modified; 0 where that is unknown, and for pipes, which
/// change as they are read.
fn modified_second(path: &Path) -> u64 {
    let file = fs::metadata(path).ok().filter(fs::Metadata::is_file);
    let time = file.and_then(|file| file.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    time.map_or(0, |since| since.as_secs())
}

/// Whether a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The bytes of a path that names one filing and not many.
pub fn single(path: &Path) -> anyhow::Result<Content> {
    if is_stdin(path) {
        return Ok(Content::Stdin);
    }
    match Packing::of(path) {
        Packing::None => Ok(Content::File(path.to_owned())),
        Packing::Gzip => Ok(Content::Gzip(path.to_owned())),
        Packing::Zip | Packing::Tar { .. } => {
            bail!("an archive, which may hold many files; unpack it and name one of them")
        }
    }
}

fn too_large() -> io::Error {
    io::Error::other(Error::TooLarge)
}

/// Reads to the end what is expected to have this size; fails if it exceeds the limit.
fn read_whole(reader: impl Read, size: u64, limit: u64) -> io::Result<Vec<u8>> {
    if size > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    bytes.try_reserve(usize::try_from(size).unwrap_or(usize::MAX))?;
    let read = reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

fn unreadable(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}
