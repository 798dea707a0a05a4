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

// Describes two parts of a row together.
__device__ struct running join(struct running a, struct running b)
{
    // TODO: return the largest M of both parts, and the sum of exp(x - M) over both.
    return {0.0f, 0.0f};
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

extern "C" __global__ void softmax_online(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    struct running all = nothing();
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        all = join(all, {row[i], 1.0f}); // one element is a part too: largest x, sum exp(x - x) = 1
    all = join_block(all);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[i] = expf(row[i] - all.largest) / all.sum;
}
