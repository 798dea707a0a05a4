#!/usr/bin/env bash
# Running a file that has to be compiled: its messages are shown with the lines that they are about.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

cat >"$scratch/fill.cu" <<'CUDA'
extern "C" __global__ void fill(float *x, int n)
{
    int forgotten_number;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1.0f;
}
CUDA
run=(run "$scratch/fill.cu" --device virtual --grid 1 --block 32 --arg 'f32[8]=0' --arg s32=8)

# a warning outlives the compile that gave it, with its file, its line and what stands there, and the kernel runs all the same
expect 0 "fill.cu:3:" "${run[@]}"
expect 0 'variable "forgotten_number" was declared but never referenced' "${run[@]}"
expect 0 "int forgotten_number;" "${run[@]}"
expect 0 "fill, grid 1,1,1" "${run[@]}"

# so does an error, and nothing runs
sed -i 's/x\[i\] = 1.0f/y[i] = 1.0f/' "$scratch/fill.cu"
expect 1 'identifier "y" is undefined' "${run[@]}"
expect 1 "        y[i] = 1.0f;" "${run[@]}"
finish
