//! The `ex99` command.

fn main() {}
