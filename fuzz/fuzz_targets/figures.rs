//! Figures: those at the end of a line stand inside it and in order, and each can be read.

#![no_main]

use ex99::figure;
use ex99::lex::token;
use ex99::text::Text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = Text::decode(bytes);
    let mut tokens = Vec::new();
    for line in (0..text.len()).map(|at| text.line(at)) {
        for scan in [token::scan, token::scan_close] {
            let label_end = scan(line, &mut tokens);
            assert!(label_end <= line.len());
            let mut end = 0;
            for token in &tokens {
                assert!(end <= token.start && token.start <= token.body, "{tokens:?}");
                assert!(token.body < token.edge && token.edge <= token.end, "{tokens:?}");
                end = token.end;
                let read = figure::parse(&line[token.span()]);
                assert!(read.value.is_some() || read.misprint || !token.has_digits(), "{read:?}");
            }
            assert!(end <= line.len());
        }
        figure::parse(line);
    }
});
