//! The command line: the only floor that knows paths, threads and terminals.
//!
//! - `args`: what can be typed; `extract`, `show`, `blocks`, `diff`, `schema`: a command each
//! - `inputs`: paths to filings; `pipeline`: filings read on several threads, in order
//! - `output`: files that appear when they are whole; `resume`, `interrupt`: runs that were stopped
//! - `render`: messages on standard error

pub mod args;
mod blocks;
mod diff;
mod extract;
mod inputs;
mod interrupt;
mod output;
mod pipeline;
mod render;
mod resume;
mod schema;
mod show;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser;

use self::args::{Cli, Command};
use self::render::{Log, LogFormat};

/// Runs a command line and says how it ended: 0 done, 1 differences or errors, 2 trouble.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            drop(error.print());
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut log = match &cli.command {
        Command::Extract(args) => Log::new(args.log_format, args.quiet),
        _ => Log::new(LogFormat::Text, false),
    };
    report_defects(log.format());
    let result = match cli.command {
        Command::Extract(args) => extract::run(&args, &mut log),
        Command::Show(args) => show::run(&args, &log),
        Command::Blocks(args) => blocks::run(&args),
        Command::Diff(args) => diff::run(&args, &log),
        Command::Schema(args) => schema::run(&args),
    };
    log.end_progress();
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            log.trouble(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Tells of panics like of all else: one may quote the text it was at.
fn report_defects(format: LogFormat) {
    std::panic::set_hook(Box::new(move |panic| {
        Log::new(format, false).trouble(&format!("defect: {panic}"));
    }));
}

/// Whoever read the output has seen enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
