// softmax_online: the largest and the sum in one pass. A larger element scales the sum so far down.
//
//! launch softmax_online(x, y, cols) grid=rows block=1024

struct running {
    float largest; // so far
    float sum;     // of exp(x - largest)
};

// A finite beginning: -INFINITY - -INFINITY would be NaN.
__device__ struct running nothing()
{
    return {-3.0e38f, 0.0f};
}

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

// Four elements at once: one rescaling of the sum for all of them.
__device__ struct running take(struct running so_far, float4 v)
{
    float largest = fmaxf(so_far.largest, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    float sum = so_far.sum * expf(so_far.largest - largest);
    sum += (expf(v.x - largest) + expf(v.y - largest)) + (expf(v.z - largest) + expf(v.w - largest));
    return {largest, sum};
}

__device__ void by_fours(const float4 *row, float4 *out, int fours)
{
    struct running all = nothing();
#pragma unroll 2
    for (int i = threadIdx.x; i < fours; i += blockDim.x)
        all = take(all, row[i]);
    all = join_block(all);
    float factor = 1.0f / all.sum;
#pragma unroll 2
    for (int i = threadIdx.x; i < fours; i += blockDim.x) {
        float4 v = row[i];
        out[i] = make_float4(expf(v.x - all.largest) * factor, expf(v.y - all.largest) * factor,
                             expf(v.z - all.largest) * factor, expf(v.w - all.largest) * factor);
    }
}

__device__ void by_ones(const float *row, float *out, int cols)
{
    struct running all = nothing();
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        all = join(all, {row[i], 1.0f});
    all = join_block(all);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[i] = expf(row[i] - all.largest) / all.sum;
}

extern "C" __global__ void softmax_online(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    if (cols % 4 == 0)
        by_fours((const float4 *)row, (float4 *)out, cols / 4);
    else
        by_ones(row, out, cols);
}
