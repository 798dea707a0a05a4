#!/usr/bin/env bash
# Grading from the command line: statuses, messages, files, replay.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

expect 0 "passed" grade vector_add --solution
# A sum whose terms cancel: its rounding error is large beside the sum, and small beside its terms.
expect 0 "passed" grade block_sum --solution --seed 1003
small_course
expect 1 "stores nothing" grade vector_add
expect 2 "is shown once the exercise has passed" solution vector_add --best
expect 0 '"status": "pass"' grade vector_add --solution --json
expect 2 "--device is auto, virtual, cuda or cuda:1" grade vector_add --device tpu
expect 2 "does not exist" grade vector_add --file /nonexistent.cu

cat >"$scratch/vector_add.cu" <<'CUDA'
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        c[i] = a[i] + b[i];
}
CUDA
expect 1 "Line 6 writes c[" grade vector_add --file "$scratch/vector_add.cu"
expect 1 "Line 6 writes c[" grade vector_add "$scratch/vector_add.cu"
expect 2 "you named two files" grade vector_add "$scratch/vector_add.cu" --file "$scratch/vector_add.cu"
expect 1 "< instead of <=" grade vector_add --file "$scratch/vector_add.cu"
sed -i 's/<= n/< n/' "$scratch/vector_add.cu"
expect 0 "passed" grade vector_add --file "$scratch/vector_add.cu" --seed 42 --junit "$scratch/r.xml" --html "$scratch/r.html"
grep -q '<testsuite name="warpschool" tests="1" failures="0">' "$scratch/r.xml" || { echo "no JUnit file"; failures=1; }
grep -q '<h2>' "$scratch/r.html" || { echo "no HTML file"; failures=1; }
sed -i 's/c\[i\] =/c[i] = x/' "$scratch/vector_add.cu"
expect 1 "does not compile" grade vector_add --file "$scratch/vector_add.cu"
printf 'no plan here\n' >"$scratch/empty.cu"
expect 1 "launch" grade vector_add --file "$scratch/empty.cu"

grading=$(dirname "$0")/../curriculum/fixtures/grading
side_by_side=$grading/submissions/gate_steps_side_by_side.cu
expect 0 "stream 2  I===== 100 %" --root "$grading" grade gate_steps "$side_by_side" --no-record --timeline
expect 0 "held  16 KiB" --root "$grading" grade gate_scratch "$grading/submissions/gate_scratch_freed.cu" --no-record --timeline
expect 0 '"timeline"' --root "$grading" grade gate_steps "$side_by_side" --no-record --json
expect 0 "No timeline:" grade vector_add --solution --timeline

around=$grading/submissions/gate_link_around.cu
expect 0 "judged with 3 devices instead of 2: without gates, and not recorded" --root "$grading" grade gate_link "$grading/submissions/gate_link_none.cu" --devices 3
expect 1 "on rank 2" --root "$grading" grade gate_link "$around" --devices 3
expect 1 "Bytes between devices" --root "$grading" grade gate_link "$around" --devices 2 --no-record
expect 2 "vector_add runs on one device" grade vector_add --solution --devices 2
expect 2 "--devices" --root "$grading" grade gate_link "$around" --devices 9
[ -e /dev/nvidiactl ] || expect 3 "device cuda cannot be used" --root "$grading" grade gate_link "$around" --devices 3 --device cuda
none=$grading/submissions/gate_link_none.cu
expect 0 "modelled for H100 over PCIe" --root "$grading" grade gate_link "$none" --link pcie --no-record
expect 0 "modelled for L4)" --root "$grading" grade gate_link "$none" --arch l4 --link pcie --no-record
expect 2 "the GPU 'l4' has no link 'nvlink'" --root "$grading" grade gate_link "$none" --arch l4 --link nvlink
expect 0 "no attempts yet" --root "$grading" history gate_link

expect 0 "vector_add" history
cat >"$scratch/one_each.cu" <<'CUDA'
//! launch vector_add(a, b, c, n) grid=(n+31)/32 block=32
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
CUDA
expect 0 " 1 solution " compare vector_add "$scratch/one_each.cu" solution --device virtual
expect 0 " 1 best " compare vector_add solution best --device virtual
expect 0 "four elements per thread, loaded and stored as one float4" solution vector_add --best
mkdir -p "$scratch/a/folder/with/a/long/name"
cp "$scratch/one_each.cu" "$scratch/a/folder/with/a/long/name/"
expect 0 " ..th/a/long/name/one_each.cu " compare vector_add "$scratch/a/folder/with/a/long/name/one_each.cu" solution --device virtual
expect 0 "rate at which blocks start" compare vector_add "$scratch/one_each.cu" solution --device virtual
expect 0 " 45 056 " compare vector_add solution best --device virtual
expect 0 '"rank": 2' compare vector_add "$scratch/one_each.cu" solution --device virtual --json
expect 1 "does not compile" compare vector_add "$scratch/vector_add.cu" solution --device virtual
expect 2 "no attempt" compare vector_add 999999 solution --device virtual
expect 0 "passed" grade vector_add "$(dirname "$0")/../../solutions/week01/vector_add.cu"
expect 0 "virtual    286 μs  gold" history vector_add
# attempts are numbered for each exercise, as in the shell
count=$("$program" history vector_add | wc -l)
first=$("$program" history | head -1 | awk '{print $1}')
[ "$("$program" history vector_add | awk 'NR == 1 {print $1}')" = "$count" ] || { echo "FAIL: the newest has not number $count"; failures=$((failures + 1)); }
[ "$first" -le "$count" ] || { echo "FAIL: attempts on all exercises are counted together"; failures=$((failures + 1)); }
expect 0 "attempt $count" replay vector_add
expect 0 "the same verdict as recorded" replay vector_add "$count"
expect 2 "there is no attempt 99 on vector_add" replay vector_add 99
expect 2 "is not the number of an attempt" replay vector_add x
expect 0 "the same verdict as recorded" replay vector_add 1
finish
