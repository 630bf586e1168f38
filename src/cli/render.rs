//! Messages on standard error, for people or for programs, and the progress bar.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Severity};
use crate::plain::plain_line;

/// Counts of what a run has read and found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Files read.
    pub files: u64,
    /// Statements found.
    pub statements: u64,
    /// Facts found: the numbers of the statements.
    pub facts: u64,
    /// Files that were not read, counted by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Diagnostics, counted by code.
    pub diagnostics: BTreeMap<String, u64>,
    /// Diagnostics of severity error.
    pub errors: u64,
}

impl Summary {
    /// Counts a file that was not read.
    pub fn skip(&mut self, reason: &str) {
        *self.skipped.entry(reason.to_owned()).or_default() += 1;
    }

    /// Counts a diagnostic.
    pub fn diagnose(&mut self, diagnostic: &Diagnostic) {
        let name = diagnostic.code.name();
        match self.diagnostics.get_mut(name) {
            Some(count) => *count += 1,
            None => drop(self.diagnostics.insert(name.to_owned(), 1)),
        }
        self.errors += u64::from(diagnostic.severity == Severity::Error);
    }
}

/// Form of the messages on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object per line
    Json,
}

/// Standard error, with a progress bar where a person is watching.
#[derive(Debug)]
pub struct Log {
    format: LogFormat,
    quiet: bool,
    bar: Option<ProgressBar>,
}

impl Log {
    /// A log without a progress bar.
    pub const fn new(format: LogFormat, quiet: bool) -> Self {
        Self { format, quiet, bar: None }
    }

    /// Form of the messages.
    pub const fn format(&self) -> LogFormat {
        self.format
    }

    /// Whether a progress bar would be seen, and would not run into the output.
    pub fn wants_progress(&self, output_on_stdout: bool) -> bool {
        !self.quiet
            && self.format == LogFormat::Text
            && std::io::stderr().is_terminal()
            && !(output_on_stdout && std::io::stdout().is_terminal())
    }

    /// Shows a progress bar that is full after this many bytes.
    pub fn start_progress(&mut self, bytes: u64) {
        let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr_with_hz(5));
        let template = "{bar:24} {bytes}/{total_bytes}, {msg}, {binary_bytes_per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        self.bar = Some(bar);
    }

    /// Advances the progress bar by `bytes`; `files` have been read so far.
    pub fn progress(&self, bytes: u64, files: u64) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{files} files"));
            bar.inc(bytes);
        }
    }

    /// Removes the progress bar.
    pub fn end_progress(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Reports a diagnostic, unless it is a note: those stand in the output only.
    pub fn diagnostic(&self, file: &str, diagnostic: &Diagnostic) {
        if self.quiet || diagnostic.severity == Severity::Note {
            return;
        }
        let Diagnostic { code, severity, line, column, message } = diagnostic;
        match self.format {
            LogFormat::Text => {
                let (severity, code) = (severity.name(), code.name());
                self.line(&format!("{file}:{line}:{column}: {severity}[{code}]: {message}"));
            }
            LogFormat::Json => self.json(&json!({
                "event": "diagnostic", "file": file, "line": line, "column": column,
                "severity": severity, "code": code, "message": message,
            })),
        }
    }

    /// Reports a file that was not read.
    pub fn skipped(&self, file: &str, reason: &str) {
        match self.format {
            LogFormat::Text => self.line(&format!("{file}: skipped: {reason}")),
            LogFormat::Json => {
                self.json(&json!({ "event": "skipped", "file": file, "reason": reason }));
            }
        }
    }

    /// Reports why the run failed.
    pub fn trouble(&self, message: &str) {
        self.message("trouble", message);
    }

    /// Reports what the user may not have meant, though the run goes on.
    pub fn warning(&self, message: &str) {
        self.message("warning", message);
    }

    fn message(&self, event: &str, message: &str) {
        match self.format {
            LogFormat::Text => self.line(&format!("ex99: {message}")),
            LogFormat::Json => self.json(&json!({ "event": event, "message": message })),
        }
    }

    /// Reports what the run has read and found.
    pub fn summary(&self, summary: &Summary) {
        if self.quiet {
            return;
        }
        if self.format == LogFormat::Json {
            let Summary { files, statements, facts, skipped, diagnostics, .. } = summary;
            self.json(&json!({
                "event": "summary", "files": files, "statements": statements, "facts": facts,
                "skipped": skipped, "diagnostics": diagnostics,
            }));
            return;
        }
        self.line(&format!(
            "ex99: {} read, {}, {}, {} skipped",
            count(summary.files, "file"),
            count(summary.statements, "statement"),
            count(summary.facts, "fact"),
            count(summary.skipped.values().sum(), "file"),
        ));
        for (what, counts) in [("skipped", &summary.skipped), ("found", &summary.diagnostics)] {
            for (name, number) in counts {
                self.line(&format!("ex99: {what}: {number} {name}"));
            }
        }
    }

    fn json(&self, event: &Value) {
        self.line(&event.to_string());
    }

    /// Writes a message. If that fails it is lost: a message is worth less than the run.
    fn line(&self, text: &str) {
        let write = || drop(writeln!(std::io::stderr().lock(), "{}", plain_line(text)));
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
