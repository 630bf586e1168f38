//! The `ex99` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ex99::cli::run(std::env::args_os())
}
