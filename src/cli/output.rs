//! Where the output goes: standard output, or a file that appears only once it is complete.
//!
//! A file is written under a temporary name beside its target and renamed at the end, so a run
//! that fails or is stopped never leaves half an output where a whole one is expected.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::{NamedTempFile, TempPath};

/// How the names of temporary files begin and end.
const TEMPORARY: (&str, &str) = (".ex99-", ".tmp");

/// Whether a file name is that of an output which a run of ex99 has not finished writing.
pub fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(TEMPORARY.0.as_bytes()) && name.ends_with(TEMPORARY.1.as_bytes())
}

/// An output that is written and then committed; if dropped before that, it leaves no trace.
pub struct Output {
    writer: BufWriter<Box<dyn Write>>,
    name: String,
    /// The temporary file and the target it will replace; none where bytes go straight through.
    staged: Option<(TempPath, PathBuf)>,
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Self {
        let writer = BufWriter::with_capacity(1 << 16, Box::new(io::stdout()) as Box<dyn Write>);
        Self { writer, name: "standard output".to_owned(), staged: None }
    }

    /// A file, which is replaced on commit. A device or a pipe is written to directly.
    pub fn file(path: &Path) -> anyhow::Result<Self> {
        check_target(path)?;
        let name = path.display().to_string();
        let cannot = || format!("cannot write {name}");
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let (file, staged) = match fs::metadata(&target) {
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(&target).with_context(cannot)?;
                (file, None)
            }
            old => {
                let permissions = old.ok().map(|metadata| metadata.permissions());
                let (file, temporary) =
                    stage(&target, permissions).with_context(cannot)?.into_parts();
                (file, Some((temporary, target)))
            }
        };
        let writer = BufWriter::with_capacity(1 << 16, Box::new(file) as Box<dyn Write>);
        Ok(Self { writer, name, staged })
    }

    /// What the output is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file that holds the output until it is complete.
    pub fn temporary(&self) -> Option<&Path> {
        self.staged.as_ref().map(|(temporary, _)| &**temporary)
    }

    /// Moves the finished output to its place.
    pub fn commit(self) -> io::Result<()> {
        let Self { mut writer, staged, .. } = self;
        writer.flush()?;
        if let Some((temporary, target)) = staged {
            temporary.persist(target).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Fails where a file plainly cannot be written at `path`, so that a run need not do all its work
/// before it finds out.
pub fn check_target(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        bail!("cannot write {name}: it is a folder; name a file in it");
    }
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if !target.exists() && parent_folder(&target).is_some_and(|parent| !parent.is_dir()) {
        bail!("cannot write {name}: its folder does not exist; make it first");
    }
    Ok(())
}

/// Like [`check_target`], for what another file will be renamed to: that must not take the place of a
/// device or a pipe.
pub fn check_replaceable(path: &Path) -> anyhow::Result<()> {
    check_target(path)?;
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        bail!("cannot write {}: it is not a regular file; name another one", path.display());
    }
    Ok(())
}

/// Replaces the contents of a file, all at once or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let permissions = fs::metadata(path).ok().map(|metadata| metadata.permissions());
    let mut file = stage(path, permissions)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The folder that a path names for its file; none for a bare file name.
fn parent_folder(file: &Path) -> Option<&Path> {
    file.parent().filter(|parent| !parent.as_os_str().is_empty())
}

/// A temporary file beside its target, with the permissions the target has or would get.
fn stage(target: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let parent = parent_folder(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(parent.unwrap_or(Path::new(".")))?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}
