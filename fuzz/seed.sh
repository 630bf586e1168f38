#!/bin/sh
# Fills fuzz/corpus with seeds made of the fixtures.
set -eu
cd "$(dirname "$0")/.."
cargo build --quiet
for target in extract figures periods read submission; do
    mkdir -p "fuzz/corpus/$target"
done
find fixtures -name '*.txt' | while read -r text; do
    name=$(echo "$text" | tr / _)
    for target in extract figures submission; do
        cp "$text" "fuzz/corpus/$target/$name"
    done
    grep -aiE 'months|weeks|quarter|year|ended|19[0-9][0-9]|20[0-9][0-9]' "$text" |
        head -n 20 >"fuzz/corpus/periods/$name" || true
    for format in json jsonl csv; do
        target/debug/ex99 extract --quiet "$text" -f "$format" >"fuzz/corpus/read/$name.$format"
    done
done
