#!/usr/bin/env bash
# Runs a kernel of a whole file: with main, host headers, its own headers and names of the source.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
small_course
need_toolkit

cat >"$scratch/tile.h" <<'CUDA'
#pragma once
#define TILE 8
__device__ inline int tile_of(int i)
{
    return i / TILE;
}
CUDA
cat >"$scratch/kernels.cuh" <<'CUDA'
#include "tile.h"
namespace tools {
template <typename T, int SCALE> __global__ void stretch(T *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        x[i] = SCALE * tile_of(i);
}
}
CUDA
cat >"$scratch/whole.cu" <<'CUDA'
#include <iostream>
#include <vector>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include "tile.h"
#include "kernels.cuh"

#define CHECK(call) if ((call) != cudaSuccess) exit(1)

__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        x[i] = tile_of(i);
}

static void print(const std::vector<float> &values)
{
    for (float value : values)
        std::cout << value << "\n";
}

int main()
{
    float *x;
    CHECK(cudaMalloc(&x, 64));
    fill<<<1, 32>>>(x, 16);
    tools::stretch<int, 3><<<1, 32>>>(NULL, 16);
    print({1, 2});
}
CUDA
run=(run "$scratch/whole.cu" --device virtual --grid 1 --block 32)

# the kernel by its name in the source; findings on lines of the file
expect 1 "fill, grid 1,1,1" "${run[@]}" --kernel fill --arg 'f32[16]=0' --arg s32=16
expect 1 "finding: line 14: " "${run[@]}" --kernel fill --arg 'f32[16]=0' --arg s32=16
expect 1 "host functions (print, main) and headers (iostream, vector, helper_cuda.h) are left out" "${run[@]}" \
    --kernel fill --arg 'f32[16]=0' --arg s32=16
expect 0 "fill, grid 1,1,1" "${run[@]}" --kernel fill --arg 'f32[17]=0' --arg s32=16

# a template by its arguments, and its line
expect 1 "tools::stretch<int, 3>, grid 1,1,1" "${run[@]}" --kernel 'tools::stretch<int, 3>' --arg 'i32[16]=0' --arg s32=16
expect 1 "finding: line 7: " "${run[@]}" --kernel 'tools::stretch<int, 3>' --arg 'i32[16]=0' --arg s32=16
expect 1 "the kernel is in kernels.cuh" "${run[@]}" --kernel 'tools::stretch<int, 3>' --arg 'i32[16]=0' --arg s32=16
expect 2 "a template must be named with its arguments, as in --kernel 'tools::stretch<int, 3>'" "${run[@]}" --kernel stretch
expect 2 "has no kernel empty; it has fill" "${run[@]}" --kernel empty
expect 1 'identifier "empty" is undefined' "${run[@]}" --kernel 'empty<int>'

# headers of other folders, included both ways, and macros
mkdir -p "$scratch/include/deep" "$scratch/other"
echo '#include "deep/more.h"' >"$scratch/include/settings.h"
echo '#define FIRST 40' >"$scratch/include/deep/more.h"
cat >"$scratch/other/user.cu" <<'CUDA'
#include <settings.h>
#include "deep/more.h"
__global__ void add(int *x) { x[0] = FIRST + SECOND; }
CUDA
user=(run "$scratch/other/user.cu" --device virtual --grid 1 --block 1 --arg "i32[1]=0>$scratch/x")
expect 1 'identifier "FIRST" is undefined' "${user[@]}"
expect 0 "add, grid 1,1,1" "${user[@]}" -I "$scratch/include" -D SECOND=2
[ "$(od -An -t d4 "$scratch/x" | xargs)" = 42 ] || { echo "FAIL include"; failures=$((failures + 1)); }
expect 1 'identifier "SECOND" is undefined' "${user[@]}" --include "$scratch/nowhere" --include "$scratch/include"

# blocks that wait for each other have no time, since samples cannot show it
cat >"$scratch/relax.cu" <<'CUDA'
#include <cooperative_groups.h>
__global__ void relax(float *x)
{
    x[threadIdx.x] += 1;
    cooperative_groups::this_grid().sync();
}
CUDA
expect 0 "the time of 'relax' cannot be modelled: the launch is cooperative, its blocks wait for all others, and the model runs only some of them" \
    run "$scratch/relax.cu" --device virtual --grid 1 --block 32 --arg 'f32[32]=0'

# a variable by its name in the source
cat >"$scratch/filter.cu" <<'CUDA'
namespace filter { __constant__ float weights[3]; __device__ unsigned taps; }
__global__ void convolve(float *x)
{
    x[threadIdx.x] = filter::weights[threadIdx.x];
    atomicAdd(&filter::taps, 1);
}
CUDA
filter=(run "$scratch/filter.cu" --device virtual --grid 1 --block 3 --arg "f32[3]=0>$scratch/x")
expect 0 "" "${filter[@]}" --symbol 'weights=f32[3]=iota' --symbol "filter::taps=u32=39>$scratch/taps"
[ "$(od -An -t f4 "$scratch/x" | xargs)" = "0 1 2" ] || { echo "FAIL weights"; failures=$((failures + 1)); }
[ "$(od -An -t u4 "$scratch/taps" | xargs)" = 42 ] || { echo "FAIL taps"; failures=$((failures + 1)); }
expect 0 "the __constant__ variable filter::weights holds zeros" "${filter[@]}"

# a kernel's error appears on its line
sed -i 's/x\[i\] = tile_of(i)/y[i] = 1/' "$scratch/whole.cu"
expect 1 "whole.cu:14:" "${run[@]}" --kernel fill
expect 1 'identifier "y" is undefined' "${run[@]}" --kernel fill

# an instruction that is not executed is named on its line
cat >"$scratch/texture.cu" <<'CUDA'
__global__ void look_up(float *x, cudaTextureObject_t texture)
{
    x[0] = tex1Dfetch<float>(texture, 1);
}
CUDA
expect 1 "texture.cu:3:1: error: unknown instruction 'tex.1d.v4.f32.s32'" run "$scratch/texture.cu" --device virtual --grid 1 --block 1
expect 1 "textures and surfaces" run "$scratch/texture.cu" --device virtual --grid 1 --block 1
cat >"$scratch/launching.cu" <<'CUDA'
__global__ void child() {}
__global__ void parent() { child<<<1, 1>>>(); }
CUDA
expect 1 "a kernel cannot launch a kernel here" run "$scratch/launching.cu" --device virtual --grid 1 --block 1
finish
