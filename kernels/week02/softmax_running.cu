//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 3)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 8*rows*cols
//! launch softmax_running(x, y, cols) grid=rows block=1024
#include <float.h>
#define EMPTY -3.0e38f

struct running {
    float largest, sum;
};

__device__ struct running nothing() //@ begin
{
    return {/*?empty*/EMPTY, 0.0f}; // largest, sum
} //@ end

__device__ struct running join(struct running a, struct running b)
{
    float largest = fmaxf(a.largest, b.largest);
    return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

__device__ struct running join_warp(struct running mine)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        struct running other;
        other.largest = __shfl_xor_sync(0xffffffff, mine.largest, offset);
        other.sum = __shfl_xor_sync(0xffffffff, mine.sum, offset);
        mine = join(mine, other);
    }
    return mine;
}

__device__ struct running join_block(struct running mine)
{
    __shared__ struct running parts[32];
    mine = join_warp(mine);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    return join_warp(threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : nothing());
}

extern "C" __global__ void softmax_running(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    struct running all = nothing();
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        all = join(all, {row[i], 1.0f});
    all = join_block(all);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[i] = expf(row[i] - all.largest) / all.sum;
}
