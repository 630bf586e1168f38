//! The readers of `diff`: what they accept can be written, read again, compared and reported.

#![no_main]

use ex99::diff::render::{self, Report};
use ex99::diff::{Options, compare};
use ex99::emit::{self, Writer};
use ex99::read::{Form, read};
use ex99::record::Filing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some(form) = Form::of(bytes) else { return };
    let Ok(filings) = read(form, bytes) else { return };
    let json = written(&filings, emit::Format::Json);
    assert_eq!(read(Form::Json, &json).expect("it was just written"), filings);
    let csv = written(&filings, emit::Format::Csv);
    drop(read(Form::Csv, &csv));

    assert!(compare(&filings, &filings, &Options::default()).is_empty());
    let (old, new) = filings.split_at(filings.len() / 2);
    let comparison = compare(old, new, &Options::default());
    let backwards = compare(new, old, &Options::default());
    assert_eq!(comparison.changes().count(), backwards.changes().count());
    for format in render::Format::ALL {
        let report =
            Report { comparison: &comparison, old: "old", new: "new", folder: "", strict: true };
        render::write(&report, format, &mut Vec::new()).expect("memory takes everything");
    }
});

fn written(filings: &[Filing], format: emit::Format) -> Vec<u8> {
    let mut writer = Writer::begin(format, Vec::new()).expect("memory takes everything");
    for filing in filings {
        writer.filing(filing).expect("memory takes everything");
    }
    writer.finish().expect("memory takes everything")
}
