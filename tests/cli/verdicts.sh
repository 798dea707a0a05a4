#!/usr/bin/env bash
# What a learner is told about right kernels.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit
root=$(cd "$(dirname "$0")/../.." && pwd)

# A kernel that moves the fewest bytes is not asked to move fewer.
cat >"$scratch/vector_add.cu" <<'CUDA'
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
CUDA
expect 0 "it moves no byte more than this operation needs" grade vector_add "$scratch/vector_add.cu" --device virtual

# Doubles are named where no parameter is one.
sed '/__global__ void gelu/,/^}/ s/^ .*y\[i\] = .*/        y[i] = 0.5 * x[i] * (1 + erf(x[i] \/ sqrt(2.0)));/' \
    "$root/solutions/week01/gelu_l1.cu" >"$scratch/gelu_l1.cu"
grep -q 'sqrt(2.0)' "$scratch/gelu_l1.cu" || { echo "the kernel has no double"; failures=1; }
expect 0 "computes in double" grade gelu_l1 "$scratch/gelu_l1.cu" --device virtual

# Of several devices, the one with the wrong result is named.
expect 1 "of y on device 1" grade exchange "$root/tests/judge/dishonest/exchange_own.cu" --root "$root/tests/judge" \
    --device virtual
finish
