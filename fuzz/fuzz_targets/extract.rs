//! The whole of `extract`: every invariant that holds of an extraction, on any bytes.

#![no_main]

#[path = "../../tests/common/invariants.rs"]
mod invariants;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| invariants::check(bytes));
