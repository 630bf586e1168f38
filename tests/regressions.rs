//! What fuzzing and mutation runs have found, minimised: the invariants hold on it now.

#[path = "common/fixtures.rs"]
mod fixtures;
#[path = "common/invariants.rs"]
mod invariants;

use std::panic::catch_unwind;

#[test]
fn findings_stay_fixed() {
    let findings = fixtures::texts("fuzz");
    let broken: Vec<&str> = findings
        .iter()
        .filter(|finding| catch_unwind(|| invariants::check(&finding.bytes)).is_err())
        .map(|finding| finding.name.as_str())
        .collect();
    assert!(broken.is_empty(), "{broken:#?}");
}
