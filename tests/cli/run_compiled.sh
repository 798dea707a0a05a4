#!/usr/bin/env bash
# Runs files that must be compiled. Messages appear with their lines.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
small_course
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

# a warning appears with its file, line and text, and the kernel still runs
expect 0 "fill.cu:3:" "${run[@]}"
expect 0 'variable "forgotten_number" was declared but never referenced' "${run[@]}"
expect 0 "int forgotten_number;" "${run[@]}"
expect 0 "fill, grid 1,1,1" "${run[@]}"

# an error does too, and no kernel runs
sed -i 's/x\[i\] = 1.0f/y[i] = 1.0f/' "$scratch/fill.cu"
expect 1 'identifier "y" is undefined' "${run[@]}"
expect 1 "        y[i] = 1.0f;" "${run[@]}"
finish
