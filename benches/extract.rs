//! Speed of the stages and of the whole extraction, in bytes of source text per second.
//!
//! Texts: the releases among the fixtures; invented ones that are long in one way each; and, where
//! the environment names a folder in `EX99_CORPUS`, its texts over and over up to 200 MB.

use std::fmt::{self, Write};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use ex99::emit::Format;
use ex99::lex::block;
use ex99::lex::line::Lines;
use ex99::record::Filing;
use ex99::text::Text;
use ex99::{extract, extract_undigested, grid};

/// Least size of the corpus, in bytes.
const CORPUS: usize = 200_000_000;

fn main() {
    divan::main();
}

/// Source texts under a name.
struct Sample {
    name: &'static str,
    texts: Vec<Vec<u8>>,
    /// How often each text is read.
    times: usize,
}

impl Sample {
    fn new(name: &'static str, texts: Vec<Vec<u8>>) -> Self {
        Self { name, texts, times: 1 }
    }

    fn read(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.times).flat_map(|_| self.texts.iter().map(Vec::as_slice))
    }

    fn bytes(&self) -> BytesCount {
        BytesCount::new(self.read().map(<[u8]>::len).sum::<usize>())
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let mut out = vec![
        Sample::new("fixtures", texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"))),
        Sample::new("many tables", vec![many_tables(2_000)]),
        Sample::new("long table", vec![table(20_000)]),
        Sample::new("opening balances", vec![opening_balances(20_000)]),
        Sample::new("prose", vec![prose(20_000)]),
        Sample::new("long line", vec![b"words and 1,234 ".repeat(200_000)]),
    ];
    if let Some(folder) = std::env::var_os("EX99_CORPUS") {
        let mut corpus = Sample::new("corpus", texts(Path::new(&folder)));
        let once: usize = corpus.texts.iter().map(Vec::len).sum();
        corpus.times = CORPUS.div_ceil(once.max(1));
        out.push(corpus);
    }
    out.retain(|sample| !sample.texts.is_empty());
    out
});

fn samples() -> &'static [Sample] {
    &SAMPLES
}

/// The texts of a folder and of those in it, in the order of their names.
fn texts(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut out = Vec::new();
    for path in paths {
        if path.is_dir() {
            out.append(&mut texts(&path));
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            out.extend(fs::read(&path).ok());
        }
    }
    out
}

const HEAD: &str = "
                     ACORN MILLS, INC. AND SUBSIDIARIES
                CONSOLIDATED STATEMENTS OF OPERATIONS (UNAUDITED)
                    (In thousands, except per share data)

                                             Three Months Ended
                                                  June 30,
                                               2003         2002
                                            ----------   ----------
";

fn table(rows: u32) -> Vec<u8> {
    rows_called(rows, |row| format!("Sales of mill {row}"))
}

/// Rows each of which opens an account that none closes.
fn opening_balances(rows: u32) -> Vec<u8> {
    rows_called(rows, |_| "Balance, beginning of year".to_owned())
}

fn rows_called(rows: u32, label: impl Fn(u32) -> String) -> Vec<u8> {
    let mut out = HEAD.to_owned();
    for row in 0..rows {
        let (now, before) = (row * 7_919 % 999_999, row * 104_729 % 999_999);
        writeln!(out, "  {:<41}{now:>13}{before:>13}", label(row)).expect("memory takes all");
    }
    out.into_bytes()
}

fn many_tables(tables: usize) -> Vec<u8> {
    let mut table = table(20);
    table.extend(prose(4));
    table.repeat(tables)
}

fn prose(lines: usize) -> Vec<u8> {
    b"The company reported that sales of its second quarter were higher than those of the first.\n"
        .repeat(lines)
}

fn filings(sample: &Sample) -> Vec<Filing> {
    sample.texts.iter().flat_map(|text| extract("bench.txt", text)).collect()
}

#[divan::bench(args = samples())]
fn decode(bencher: Bencher, sample: &Sample) {
    bencher
        .counter(sample.bytes())
        .bench_local(|| sample.read().map(|text| Text::decode(text).len()).sum::<usize>());
}

#[divan::bench(args = samples())]
fn lex(bencher: Bencher, sample: &Sample) {
    let decoded: Vec<Text> = sample.texts.iter().map(|text| Text::decode(text)).collect();
    bencher.counter(sample.bytes()).bench_local(|| {
        let again = (0..sample.times).flat_map(|_| &decoded);
        again.map(|text| Lines::read(text).len()).sum::<usize>()
    });
}

/// From lines to tables cut into cells.
#[divan::bench(args = samples())]
fn cut(bencher: Bencher, sample: &Sample) {
    let decoded: Vec<Text> = sample.texts.iter().map(|text| Text::decode(text)).collect();
    let lines: Vec<Lines<'_>> = decoded.iter().map(Lines::read).collect();
    bencher.counter(sample.bytes()).bench_local(|| {
        let again = (0..sample.times).flat_map(|_| &lines);
        let tables = again.flat_map(|lines| {
            block::tables(lines, &(0..lines.len())).into_iter().map(move |block| (lines, block))
        });
        tables.map(|(lines, block)| grid::cut(lines, &block).rows.len()).sum::<usize>()
    });
}

/// All stages from bytes to statements.
#[divan::bench(args = samples())]
fn extraction(bencher: Bencher, sample: &Sample) {
    bencher.counter(sample.bytes()).bench_local(|| {
        let filings = sample.read().flat_map(|text| extract_undigested("bench.txt", text));
        filings.map(|filing| filing.statements.len()).sum::<usize>()
    });
}

#[divan::bench(args = samples())]
fn emit_csv(bencher: Bencher, sample: &Sample) {
    emit(bencher, sample, Format::Csv);
}

#[divan::bench(args = samples())]
fn emit_json(bencher: Bencher, sample: &Sample) {
    emit(bencher, sample, Format::Json);
}

fn emit(bencher: Bencher, sample: &Sample, format: Format) {
    let filings = filings(sample);
    let mut out = Vec::new();
    bencher.counter(sample.bytes()).bench_local(|| {
        for filing in (0..sample.times).flat_map(|_| &filings) {
            out.clear();
            format.encode(filing, &mut out).expect("memory takes all that is written");
        }
    });
}

/// From bytes to CSV.
#[divan::bench(args = samples())]
fn end_to_end(bencher: Bencher, sample: &Sample) {
    let mut out = Vec::new();
    bencher.counter(sample.bytes()).bench_local(|| {
        for filing in sample.read().flat_map(|text| extract_undigested("bench.txt", text)) {
            out.clear();
            Format::Csv.encode(&filing, &mut out).expect("memory takes all that is written");
        }
    });
}
