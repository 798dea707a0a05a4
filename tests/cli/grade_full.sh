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

judge 0 "a sample of the elements was compared" --solution
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
judge 0 "a sample of the elements was compared" "$scratch/one_block.cu"
judge 1 "y[710912] is 0, expected" "$scratch/one_block.cu" --full
judge 1 '"trust": "none"' "$scratch/one_block.cu" --full --json

# What a sample of blocks cannot show, each in block 2777 alone.
kernel() { # kernel NAME CODE: the code runs in that block before the element is written
    cat >"$scratch/$1.cu" <<CUDA
//! launch double_it(x, y, n) grid=(n+255)/256 block=256
__device__ int ran;
extern "C" __global__ void double_it(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float wrong = 0;
    if (blockIdx.x == 2777) {
        $2
    }
    if (i < n)
        y[i] = 2 * x[i] + (wrong == 12345 ? 1 : 0);
}
CUDA
}
kernel more_work 'for (int k = 0; k < 20000; k++) wrong = __fmaf_rn(wrong, 0.5f, 1);'
kernel more_sectors 'for (int k = 0; k < 128; k++) wrong += x[(threadIdx.x * 1024 + k * 8) % n];'
kernel races 'wrong = y[i - 256] == 1000 ? 12345 : 0;'
kernel keeps_a_variable 'if (ran) wrong = 12345; __syncthreads(); if (threadIdx.x == 0) ran = 1;'
kernel keeps_the_heap 'if (threadIdx.x == 0) { volatile int *kept = (int *)malloc(64); *kept = 1; }'
for name in more_work more_sectors races keeps_a_variable keeps_the_heap; do
    judge 0 "a sample of the elements was compared" "$scratch/$name.cu"
done
judge 0 "no medal: the whole launch runs" "$scratch/more_work.cu" --full
judge 0 "no medal: the whole launch moves" "$scratch/more_sectors.cu" --full
judge 1 "race" "$scratch/races.cu" --full
judge 1 "keeps a value" "$scratch/keeps_a_variable.cu" --full
judge 0 '"runs": 2' "$scratch/keeps_the_heap.cu" --full --json
judge 0 '"runs": 1' --solution --full --json

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
touch -d "2 minutes ago" "$TMPDIR"/* # a younger folder may belong to a process that starts
judge 0 "a sample of the elements was compared" --solution
[ -z "$(ls -A "$TMPDIR")" ] || { echo "FAIL files are left: $(ls -A "$TMPDIR")"; failures=$((failures + 1)); }
finish
