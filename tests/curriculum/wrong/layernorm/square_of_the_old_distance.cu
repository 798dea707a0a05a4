//? status: wrong
//? says: With `(row[i] - mine.mean)` instead of `delta` in line 45
// Squares the distance from the old mean.
//
//! launch layernorm(x, gamma, beta, y, cols) grid=rows block=512

struct part {
    float n, mean, m2;
};

__device__ struct part merge(struct part a, struct part b)
{
    float n = a.n + b.n;
    if (n == 0.0f)
        return a;
    float delta = b.mean - a.mean;
    struct part all;
    all.n = n;
    all.mean = a.mean + delta * b.n / n;
    all.m2 = a.m2 + b.m2 + delta * delta * a.n * b.n / n;
    return all;
}

__device__ struct part merge_warp(struct part mine)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        struct part other;
        other.n = __shfl_xor_sync(0xffffffff, mine.n, offset);
        other.mean = __shfl_xor_sync(0xffffffff, mine.mean, offset);
        other.m2 = __shfl_xor_sync(0xffffffff, mine.m2, offset);
        mine = merge(mine, other);
    }
    return mine;
}

extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    __shared__ struct part parts[32];
    const float *row = x + (size_t)blockIdx.x * cols;
    struct part mine = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        mine.n += 1.0f;
        float delta = row[i] - mine.mean;
        mine.mean += delta / mine.n;
        mine.m2 += delta * delta;
    }
    mine = merge_warp(mine);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    struct part none = {0.0f, 0.0f, 0.0f};
    mine = merge_warp(threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : none);
    float scale = rsqrtf(mine.m2 / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[(size_t)blockIdx.x * cols + i] = (row[i] - mine.mean) * scale * gamma[i] + beta[i];
}
