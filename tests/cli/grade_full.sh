#!/usr/bin/env bash
# `grade --full`: what a whole run confirms, what it refuses, and what it leaves when interrupted.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

pack=$scratch/pack lesson=$scratch/pack/lessons/week03/double_it.yaml
expect 0 "lessons/week03/double_it.yaml" author-new double_it --into "$pack" --week 3
bench=$(grep -o 'bench: {n: [0-9]*}' "$lesson")
sed -i "s/^\( *\)$bench/&\n\1full: {n: 1048576}/" "$lesson"
judge() { expect "$1" "$2" grade double_it --pack "$pack" --device virtual --seed 5 "${@:3}"; }

judge 0 "a sample was compared" --solution
json=$("$program" grade double_it --pack "$pack" --device virtual --seed 5 --solution --json)
[[ $json == *'"trust": "sampled"'* && $json == *'"certifiable": false'* ]] || { echo "FAIL JSON of a sampled run"; failures=$((failures + 1)); }
judge 0 "every element was compared" --solution --full
judge 0 '"trust": "full"' --solution --full --json

# One block of 262144 is wrong, and the seed does not draw it.
cat >"$scratch/one_block.cu" <<'CUDA'
//! launch double_it(x, y, n) grid=(n+255)/256 block=256
extern "C" __global__ void double_it(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = blockIdx.x == 2777 ? 0 : 2 * x[i];
}
CUDA
judge 0 "a sample was compared" "$scratch/one_block.cu"
judge 1 "y[710912] is 0, expected" "$scratch/one_block.cu" --full
judge 1 '"trust": "none"' "$scratch/one_block.cu" --full --json

# Ctrl-C in a whole run of 67 million elements leaves no process and no attempt. The next run
# removes the compiler's folder of the interrupted one.
sed -i '/^ *full:/d' "$lesson"
recorded() { "$program" history double_it --pack "$pack" --json | grep -c '"id"'; }
mkdir "$scratch/tmp"
export TMPDIR=$scratch/tmp
before=$(recorded)
set -m # else a program in the background ignores Ctrl-C
"$program" grade double_it "$scratch/one_block.cu" --full --seed 5 --pack "$pack" --device virtual >/dev/null 2>&1 &
grading=$!
sleep 4
children=$(pgrep -P "$grading" | tr '\n' ' ')
kill -INT "$grading"
wait "$grading" 2>/dev/null
interrupted=$?
set +m
sleep 0.5
for child in $children; do
    grep -qs '^State:[[:space:]]*[^Z[:space:]]' "/proc/$child/status" && { echo "FAIL process $child outlives Ctrl-C"; failures=$((failures + 1)); }
done
if [ "$interrupted" != 130 ] || [ -z "$children" ]; then
    echo "FAIL Ctrl-C: status $interrupted, children: $children"
    failures=$((failures + 1))
fi
[ "$(recorded)" = "$before" ] || { echo "FAIL an interrupted run is recorded"; failures=$((failures + 1)); }
judge 0 "a sample was compared" --solution
[ -z "$(ls -A "$TMPDIR")" ] || { echo "FAIL files are left: $(ls -A "$TMPDIR")"; failures=$((failures + 1)); }
finish
