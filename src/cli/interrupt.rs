//! Stopping a run from outside without leaving half a file behind.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a run may take to stop by itself.
const GRACE: Duration = Duration::from_secs(1);

/// Whether the user, or the system, asks the run to stop.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    unfinished: Arc<Mutex<Option<PathBuf>>>,
}

impl Interrupt {
    /// Listens to signals. A run that does not stop soon, because it waits for its input, is ended.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let Self { asked, unfinished } = interrupt.clone();
        let handler = move || {
            asked.store(true, Ordering::SeqCst);
            std::thread::sleep(GRACE);
            if let Some(path) = &*unfinished.lock().unwrap_or_else(PoisonError::into_inner) {
                drop(std::fs::remove_file(path));
            }
            std::process::exit(2);
        };
        // Without a handler a signal ends the run at once, which is what it does anyway.
        drop(ctrlc::set_handler(handler));
        interrupt
    }

    /// Whether to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// Names the file that is to be removed if the run is ended.
    pub fn unfinished(&self, path: Option<&Path>) {
        *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = path.map(Path::to_owned);
    }
}
