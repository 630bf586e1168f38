//! `ex99 diff`: every kind of change, both ways round.

mod build;
mod cli;
mod kinds;
mod props;
mod readers;
mod reports;
