//! The submission splitter: documents stand inside the text, in order and apart.

#![no_main]

use ex99::submission;
use ex99::text::Text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = Text::decode(bytes);
    let submission = submission::split(&text);
    assert!(!submission.documents.is_empty());
    let mut end = 0;
    for document in &submission.documents {
        let lines = &document.lines;
        assert!(end <= lines.start && lines.start <= lines.end, "{document:?}");
        assert!(lines.end <= text.len(), "{document:?}");
        end = lines.end;
    }
    for found in &submission.diagnostics {
        assert!((1..=text.len()).contains(&(found.line as usize)), "{found:?}");
    }
});
