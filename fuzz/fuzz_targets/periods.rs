//! Periods: whatever a phrase says, a period ends no earlier than it begins.

#![no_main]

use ex99::period;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let specs = period::read(text);
    assert!(period::speaks(text) <= !specs.is_empty());
    for spec in &specs {
        assert!(!spec.is_empty());
        for instant in [false, true] {
            let period = spec.period(instant).unwrap_or_default();
            if let (Some(start), Some(end)) = (period.start, period.end) {
                assert!(start <= end, "{period:?}");
            }
        }
        for other in &specs {
            let mut both = spec.clone();
            both.fill(other);
            both.period(false);
            if let (Some(from), Some(to)) = (spec.end(), other.end()) {
                period::months_between(from, to);
                period::same_weekday(from, to);
            }
        }
    }
});
