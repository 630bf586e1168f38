//! The command line: the only module that knows paths, threads and terminals.
//!
//! Arguments come in; statements, tables or a report go to standard output or a file, messages go
//! to standard error, and an exit code comes out.
//!
//! - `args`: the arguments; `extract`, `show`, `blocks`, `diff`, `schema`: one command each
//! - `inputs`: from paths to the bytes of filings; `pipeline`: reads them on several threads and
//!   hands on the results in order
//! - `output`: files that appear only once they are complete; `resume`, `interrupt`: runs that are
//!   stopped and continued
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

/// Runs a command line and returns its exit code: 0 done, 1 differences or errors found, 2 trouble.
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

/// Reports panics through the log, which makes harmless any text of a filing that they quote.
fn report_defects(format: LogFormat) {
    std::panic::set_hook(Box::new(move |panic| {
        Log::new(format, false).trouble(&format!("defect: {panic}"));
    }));
}

/// Whether the reader of the output has closed it, as `head` does: that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
