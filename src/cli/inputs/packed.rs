//! Compressed files and archives: gzip, zip and tar, none of which may expand beyond a limit.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use flate2::read::MultiGzDecoder;

use super::{Content, Input, Visit, unreadable};

/// No single file may expand to more bytes than this.
const MEMBER_LIMIT: u64 = 256 << 20;
/// A compressed file or archive may expand to this many times its size,
const EXPANSION: u64 = 100;
/// and by this many bytes more, so that small archives are not refused for a little white space.
const ALLOWANCE: u64 = 16 << 20;
const BOMB: &str = "it expands to more than 100 times its archive's size or 256 MiB";

/// How a file is packed, judging by its name.
pub(super) enum Packing {
    None,
    Gzip,
    Zip,
    Tar { gzip: bool },
}

impl Packing {
    pub(super) fn of(path: &Path) -> Self {
        let name = path.file_name().map(OsStr::to_ascii_lowercase).unwrap_or_default();
        let ends = |end: &str| name.as_encoded_bytes().ends_with(end.as_bytes());
        if ends(".tar.gz") || ends(".tgz") {
            Self::Tar { gzip: true }
        } else if ends(".tar") {
            Self::Tar { gzip: false }
        } else if ends(".gz") {
            Self::Gzip
        } else if ends(".zip") {
            Self::Zip
        } else {
            Self::None
        }
    }
}

const fn expansion_limit(packed: u64) -> u64 {
    packed.saturating_mul(EXPANSION).saturating_add(ALLOWANCE)
}

/// The bytes of a file compressed with gzip, or why they cannot be had.
pub(super) fn gunzip(path: &Path) -> Result<Vec<u8>, String> {
    let (file, limit) = open_packed(path).map_err(|error| unreadable(&error))?;
    let decoder = MultiGzDecoder::new(io::BufReader::new(file));
    read_bounded(decoder, limit.min(MEMBER_LIMIT)).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof => broken("gzip file", &error),
        _ => unreadable(&error),
    })
}

/// A compressed file or archive, and how many bytes may come out of it.
fn open_packed(path: &Path) -> io::Result<(File, u64)> {
    let file = File::open(path)?;
    let limit = expansion_limit(file.metadata()?.len());
    Ok((file, limit))
}

fn read_bounded(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Bounded { reader, left: limit }.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A reader that fails as soon as more bytes than its limit come out of it.
struct Bounded<R> {
    reader: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => return Err(io::Error::other(BOMB)),
        }
        Ok(count)
    }
}

/// A reader that counts the bytes read through it.
struct Counted<R> {
    reader: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}

pub(super) fn visit_zip(name: &str, path: &Path, visit: Visit<Input>) -> ControlFlow<()> {
    let (mut archive, mut left) = match open_zip(path) {
        Ok(opened) => opened,
        Err(reason) => return visit(Input::unreadable(name.to_owned(), reason, 0)),
    };
    for index in 0..archive.len() {
        let (member, content, weight) = match archive.by_index(index) {
            Ok(member) if member.is_dir() => continue,
            Ok(member) => {
                let member_name = String::from_utf8_lossy(member.name_raw()).into_owned();
                let weight = member.compressed_size();
                let bytes = read_bounded(member, left.min(MEMBER_LIMIT));
                left -= bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
                (member_name, member_content(bytes), weight)
            }
            Err(error) => (format!("#{}", index + 1), Content::Unreadable(broken(ZIP, &error)), 0),
        };
        visit(Input { name: format!("{name}/{member}"), content, weight })?;
    }
    ControlFlow::Continue(())
}

/// The archive, and how many bytes may come out of it.
fn open_zip(path: &Path) -> Result<(zip::ZipArchive<io::BufReader<File>>, u64), String> {
    let (file, limit) = open_packed(path).map_err(|error| unreadable(&error))?;
    let archive =
        zip::ZipArchive::new(io::BufReader::new(file)).map_err(|error| broken(ZIP, &error))?;
    Ok((archive, limit))
}

pub(super) fn visit_tar(
    name: &str,
    path: &Path,
    gzip: bool,
    visit: Visit<Input>,
) -> ControlFlow<()> {
    let packed = Rc::new(Cell::new(0));
    let mut archive = match open_tar(path, gzip, &packed) {
        Ok(archive) => archive,
        Err(error) => return visit(Input::unreadable(name.to_owned(), unreadable(&error), 0)),
    };
    let mut counted = 0;
    let mut weigh = || packed.get() - std::mem::replace(&mut counted, packed.get());
    let broken = |error, weight| Input::unreadable(name.to_owned(), broken(TAR, &error), weight);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return visit(broken(error, weigh())),
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) if entry.header().entry_type().is_dir() => continue,
            Ok(entry) => entry,
            Err(error) => return visit(broken(error, weigh())),
        };
        let member = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let content = if entry.header().entry_type().is_file() {
            member_content(read_bounded(entry, MEMBER_LIMIT))
        } else {
            Content::Unreadable("not a regular file".to_owned())
        };
        visit(Input { name: format!("{name}/{member}"), content, weight: weigh() })?;
    }
    ControlFlow::Continue(())
}

/// The archive, which counts in `packed` how many of its bytes on disk have been read, and expands
/// to no more than its limit.
fn open_tar(
    path: &Path,
    gzip: bool,
    packed: &Rc<Cell<u64>>,
) -> io::Result<tar::Archive<Box<dyn Read>>> {
    let (file, limit) = open_packed(path)?;
    let file = io::BufReader::new(Counted { reader: file, count: Rc::clone(packed) });
    let reader: Box<dyn Read> = if gzip {
        Box::new(Bounded { reader: MultiGzDecoder::new(file), left: limit })
    } else {
        Box::new(file)
    };
    Ok(tar::Archive::new(reader))
}

fn member_content(bytes: io::Result<Vec<u8>>) -> Content {
    match bytes {
        Ok(bytes) => Content::Bytes(bytes),
        Err(error) => Content::Unreadable(unreadable(&error)),
    }
}

const ZIP: &str = "ZIP archive";
const TAR: &str = "tar archive";

fn broken(kind: &str, error: &dyn std::error::Error) -> String {
    format!("cannot be read as a {kind}: {error}")
}
