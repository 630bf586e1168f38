//! Where the output goes: standard output, or a file that appears when it is whole.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::{NamedTempFile, TempPath};

/// How the names of temporary files begin and end.
const TEMPORARY: (&str, &str) = (".ex99-", ".tmp");

/// Whether a file is one that a run of ex99 has not finished writing.
pub fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(TEMPORARY.0.as_bytes()) && name.ends_with(TEMPORARY.1.as_bytes())
}

/// An output that is written and then committed; dropped before that, it leaves no trace.
pub struct Output {
    writer: BufWriter<Box<dyn Write>>,
    name: String,
    staged: Option<(TempPath, PathBuf)>,
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Self {
        let writer = BufWriter::with_capacity(1 << 16, Box::new(io::stdout()) as Box<dyn Write>);
        Self { writer, name: "standard output".to_owned(), staged: None }
    }

    /// A file, which is replaced on commit. A device or a pipe is written as it goes.
    pub fn file(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let cannot = || format!("cannot write {name}");
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let (file, staged) = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => {
                bail!("cannot write {name}: it is a folder; name a file in it")
            }
            Err(_) if folder(&target).is_some_and(|folder| !folder.is_dir()) => {
                bail!("cannot write {name}: its folder does not exist; make it first")
            }
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

    /// The file that holds the output until it is whole.
    pub fn temporary(&self) -> Option<&Path> {
        self.staged.as_ref().map(|(temporary, _)| &**temporary)
    }

    /// Puts the whole output in its place.
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

/// Replaces a file by these bytes, wholly or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let permissions = fs::metadata(path).ok().map(|metadata| metadata.permissions());
    let mut file = stage(path, permissions)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The folder of a file; none for one in the folder that the command runs in.
fn folder(file: &Path) -> Option<&Path> {
    file.parent().filter(|parent| !parent.as_os_str().is_empty())
}

/// A temporary file beside its target, with the permissions the target has or would get.
fn stage(target: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let parent = folder(target);
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
