#!/usr/bin/env bash
# Sets ex99 beside what a user would pick instead, in one run, on one folder of plain-text filings:
#
#   wc             reads every byte
#   rg -c          counts lines with a number in thousands, on one thread: the floor for text
#   read_fwf       pandas, today's tool, on tables that ex99 has already found and cut: how often as
#                  long it takes is said, and no target set, for the two do not do the same work
#
# Usage: benches/compare.sh FOLDER [RUNS]
#
# EX99 names the program (default: target/release/ex99), PYTHON the Python that has pandas.
# Every figure is the median of RUNS runs (default 9), taken in turns, after one that is not counted.
set -euo pipefail

folder=${1:?usage: benches/compare.sh FOLDER [RUNS]}
runs=${2:-9}
ex99=${EX99:-$(dirname "$0")/../target/release/ex99}
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { command -v "$1" >/dev/null; }
[ -x "$ex99" ] || { echo "no $ex99; build it: cargo build --release" >&2; exit 2; }
files=$(find -L "$folder" -type f | wc -l)
bytes=$(find -L "$folder" -type f -print0 | xargs -0 cat | wc -c)

echo "$files files, $bytes bytes, $(nproc) processors, median of $runs runs"
"$ex99" --version
wc --version 2>/dev/null | head -n 1 || echo "wc: version unknown"
if has rg; then rg --version | head -n 1; else echo "rg is not installed: no ratios to it"; fi
if has "$python" && "$python" -c 'import pandas' 2>/dev/null; then
    pandas=yes
    "$python" -c 'import pandas, platform; print("pandas", pandas.__version__, "on Python", platform.python_version())'
else
    pandas=
    echo "pandas is not installed for $python: no read_fwf (pip install pandas)"
fi

run() {
    case $1 in
        wc) find -L "$folder" -type f -print0 | xargs -0 wc ;;
        rg) rg --no-config -c -j1 '[0-9],[0-9]{3}' "$folder" ;;
        ex99-j1) "$ex99" extract -q -f csv -j1 "$folder" ;;
        ex99-j2) "$ex99" extract -q -f csv -j2 "$folder" ;;
    esac >"$work/out"
}

tools=(wc ex99-j1 ex99-j2)
if has rg; then tools+=(rg); fi
for round in $(seq 0 "$runs"); do
    for tool in "${tools[@]}"; do
        start=$(date +%s%N)
        run "$tool"
        end=$(date +%s%N)
        if [ "$round" -gt 0 ]; then echo $((end - start)) >>"$work/$tool"; fi
    done
done

# The middle line of the sorted times, in nanoseconds.
median() { sort -n "$work/$1" | sed -n "$(((runs + 1) / 2))p"; }
# A number made of others: calculate 'FORMAT' EXPRESSION
calculate() { awk "BEGIN { printf \"$1\", $2 }"; }

echo
for tool in "${tools[@]}"; do
    took=$(median "$tool")
    printf '%-10s %10s ms  %8s MB/s' "$tool" "$(calculate %.1f "$took / 1e6")" "$(calculate %.0f "$bytes * 1e3 / $took")"
    if has rg; then printf '  %6s x rg' "$(calculate %.2f "$took / $(median rg)")"; fi
    echo
done
one=$(median ex99-j1)
echo "-j2 has $(calculate %.2f "$one / $(median ex99-j2)") times the throughput of -j1 (target: at least 1.8)"
if has rg; then echo "-j1 takes $(calculate %.2f "$one / $(median rg)") times as long as rg (target: at most 4)"; fi

tables=$("$ex99" extract -q -f jsonl "$folder" 2>/dev/null | grep -o '"lines":\[[0-9]*,[0-9]*\]' | wc -l)
echo "ex99 -j1: $(calculate %.1f "$one / 1e3 / ($tables > 0 ? $tables : 1)") us for each of $tables tables"

[ "$pandas" ] || exit 0
# read_fwf gets the lines from the first row of figures to the last, and nothing else.
"$ex99" extract -q -f jsonl "$folder" >"$work/filings.jsonl"
FOLDER=$folder EX99_PER_TABLE=$(calculate %.3f "$one / ($tables > 0 ? $tables : 1)") "$python" - "$work/filings.jsonl" <<'PYTHON'
import io, json, os, statistics, sys, time
import pandas

folder = os.environ["FOLDER"]
times, failed = [], 0
for line in open(sys.argv[1], encoding="utf-8"):
    filing = json.loads(line)
    path = os.path.join(folder, filing["source"]["file"])
    text = open(path, encoding="cp1252", errors="replace").read().split("\n")
    for statement in filing["statements"]:
        rows = [cell["line"] for row in statement["rows"] for cell in row["cells"]]
        if not rows:
            continue
        table = "\n".join(text[min(rows) - 1 : max(rows)])
        start = time.perf_counter_ns()
        try:
            pandas.read_fwf(io.StringIO(table), header=None)
        except Exception:
            failed += 1
        times.append(time.perf_counter_ns() - start)
mean, middle = statistics.fmean(times), statistics.median(times)
own = float(os.environ["EX99_PER_TABLE"])
print(f"read_fwf: {mean / 1e3:.1f} us for each of {len(times)} tables (median {middle / 1e3:.1f} us, {failed} failed)")
# ex99's share of its whole run, prose and all, beside a table that was found and cut for read_fwf.
print(f"read_fwf takes {mean / own:.1f} times as long for a table as ex99 -j1 for a table and all around it")
PYTHON
