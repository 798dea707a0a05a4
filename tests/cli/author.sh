#!/usr/bin/env bash
# A new lesson from the skeleton passes every check in its own pack. A broken one fails.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

expect 0 '"$ref": "#/$defs/lesson"' author-schema
expect 2 "is no name" author-new 'Double It' --into "$scratch/pack"
expect 0 "lessons/week03/double_it.yaml" author-new double_it --into "$scratch/pack" --week 3
expect 0 "author-check w03-triple-it --pack $scratch/other --write-steps" author-new triple_it --into "$scratch/other" --week 3
expect 0 "now and after each change, store what its steps show" author-new four_times --into "$scratch/other"
expect 2 "exists already" author-new double_it --into "$scratch/pack" --week 3
expect 0 "w03-double-it" list --pack "$scratch/pack"
expect 0 "packs/pack/week03/double_it.cu" start double_it --pack "$scratch/pack"
expect 2 "the pack has no folder" list --pack /nonexistent
expect 2 "there is no exercise 'double_it'" start double_it
need_toolkit
expect 0 "1 checks, 0 failed; 0 mistakes" author-check w00-placement --device virtual
expect 0 "0 failed; 0 mistakes" author-check softmax_three_pass --seeds 2 --first-seed 3 --device virtual
expect 2 "there is no lesson or exercise 'w01-rooflin'" author-check w01-rooflin --device virtual
expect 2 "there is no lesson or exercise 'w01-rooflin'" author-check double_it w01-rooflin --pack "$scratch/pack" --device virtual
expect 0 " 0 failed; 0 mistakes" author-check w03-double-it --write-steps --pack "$scratch/pack" --device virtual
expect 0 " 0 failed; 0 mistakes" author-check w03-double-it --pack "$scratch/pack" --device virtual
expect 0 " s; longest: double_it" author-check double_it double_it_again --pack "$scratch/pack" --device virtual

# A planted wrong kernel is a diff of the solution, and is judged like a file. A stale one is named.
planted="$scratch/pack/tests/curriculum/wrong/double_it/no_guard.diff"
expect 1 "Line 9 writes y[1], past the end of y" \
    grade double_it "$planted" --no-record --pack "$scratch/pack" --device virtual
sed -i 's/if (i < n)$/if (i < m)/' "$planted"
expect 1 "no_guard.diff:7:1: the old lines of this hunk are not in the file" author-check double_it --pack "$scratch/pack"
sed -i 's/if (i < m)$/if (i < n)/' "$planted"

# A right kernel that is refused on a seed is one line, with its status and its sentence.
mkdir -p "$scratch/pack/tests/curriculum/right/double_it"
cp "$scratch/pack/solutions/week03/double_it.cu" "$scratch/pack/tests/curriculum/right/double_it/same.cu"
expect 0 "right/same.cu, all seeds" author-check double_it --pack "$scratch/pack" --seeds 3 --first-seed 5 --jobs 2
sed -i 's/2.0f \* x\[i\]/3.0f * x[i]/' "$scratch/pack/tests/curriculum/right/double_it/same.cu"
expect 1 "right/same.cu, seed 6" author-check double_it --pack "$scratch/pack" --seeds 3 --first-seed 5 --jobs 2
expect 1 "wrong: y[0] is" author-check double_it --pack "$scratch/pack" --seeds 1 --first-seed 5
rm -r "$scratch/pack/tests"

# Parallel checks give the same results in the same order.
results() { "$program" author-check w03-double-it --pack "$scratch/pack" --device virtual --jobs "$1" 2>&1 | sed 's/ *[0-9]* ms//; / s; longest: /d'; }
[ "$(results 1)" = "$(results 3)" ] || { echo "FAIL --jobs 3 reports otherwise than --jobs 1"; failures=$((failures + 1)); }
expect 2 "--jobs" author-check double_it --pack "$scratch/pack" --jobs 0

# Ctrl-C leaves no process, not even a child of a worker.
set -m # else a program in the background ignores Ctrl-C
"$program" author-check --device virtual --jobs 2 >/dev/null 2>&1 &
checking=$!
for ((i = 0; i < 100; i++)); do
    children=$(pgrep -P "$checking" | tr '\n' ' ')
    [ "$(wc -w <<<"$children")" -ge 4 ] && break
    sleep 0.1
done
kill -INT "$checking"
wait "$checking" 2>/dev/null
interrupted=$?
set +m
sleep 0.5
for child in $children; do
    grep -qs '^State:[[:space:]]*[^Z[:space:]]' "/proc/$child/status" && { echo "FAIL process $child outlives Ctrl-C"; failures=$((failures + 1)); }
done
[ "$interrupted" = 130 ] && [ -n "$children" ] || { echo "FAIL Ctrl-C: status $interrupted, children: $children"; failures=$((failures + 1)); }

# Cases that take long are a mistake of the lesson.
lesson="$scratch/pack/lessons/week03/double_it.yaml"
cp "$lesson" "$scratch/without_best.yaml"
sed -i '0,/{n: 255}/s//{n: 14000000}/' "$lesson"
expect 1 "double_it.yaml:43: double_it, cases: solution and reference take" author-check double_it --pack "$scratch/pack" --device virtual
cp "$scratch/without_best.yaml" "$lesson"

# A core of too many words is a mistake of its week.
long_text() { echo "  - text: |"; for ((i = 0; i < 15; i++)); do printf '      '; printf 'w %.0s' {1..2000}; echo; done; }
{ sed 's/^core: false/core: true/; /^steps:/q' "$lesson"; long_text; long_text; long_text; sed '1,/^steps:/d' "$lesson"; } >"$scratch/long.yaml"
cp "$scratch/long.yaml" "$lesson"
expect 1 "double_it.yaml:2: week-3, minutes: its core takes about" author-check --root "$scratch/pack" --device virtual
cp "$scratch/without_best.yaml" "$lesson"

# A best kernel must be faster than the solution.
sed -i 's|^      reference: week03/double_it.cu|      best: {kernel: week03/double_it.cu, adds: nothing}\n&|' "$lesson"
expect 1 "double_it, best: the best kernel is 1.000x as fast as the solution, at least 1.05x is asked for" author-check double_it --pack "$scratch/pack" --device virtual
cp "$scratch/without_best.yaml" "$lesson"

sed -i 's/2.0f \* x\[i\]/3.0f * x[i]/' "$scratch/pack/solutions/week03/double_it.cu"
expect 1 "solutions/week03/double_it.cu:1: double_it, solution: the solution does not pass" author-check double_it --pack "$scratch/pack" --device virtual
sed -i 's/f32, shape: \[n\], role: in/f33, shape: [n], role: in/' "$scratch/pack/lessons/week03/double_it.yaml"
expect 2 "pack/lessons/week03/double_it.yaml:" author-check double_it --pack "$scratch/pack" --device virtual
finish
