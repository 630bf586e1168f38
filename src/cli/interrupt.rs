//! Stopping a run from outside (Ctrl-C, a termination signal) without leaving half a file behind.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a run may take to stop by itself before it is ended.
const GRACE: Duration = Duration::from_secs(1);

/// Tells whether the user, or the system, has asked the run to stop.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    /// What to remove if the run has to be ended.
    unfinished: Arc<Mutex<Option<PathBuf>>>,
}

impl Interrupt {
    /// Starts listening for signals. A run that does not stop within [`GRACE`], because it waits
    /// for its input, is ended.
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
        // If no handler can be set, a signal ends the process at once, as it does by default.
        drop(ctrlc::set_handler(handler));
        interrupt
    }

    /// Whether the run has been asked to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// Names the file to remove if the run has to be ended.
    pub fn remove_if_ended(&self, path: Option<&Path>) {
        *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = path.map(Path::to_owned);
    }
}
