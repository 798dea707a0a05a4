// Mean and variance in one pass, and GELU by the normal distribution.
//
//! launch layernorm_gelu(x, gamma, beta, y, cols) grid=rows block=512 shared=4*cols

struct moments {
    float count, mean, squares; // of the distances to the mean
};

__device__ moments merge(moments a, moments b)
{
    float count = a.count + b.count, apart = b.mean - a.mean, share = count > 0.0f ? b.count / count : 0.0f;
    return {count, a.mean + apart * share, a.squares + b.squares + apart * apart * a.count * share};
}

__device__ moments merge_warp(moments mine)
{
    for (int offset = 16; offset > 0; offset /= 2)
        mine = merge(mine,
                     {__shfl_xor_sync(0xffffffff, mine.count, offset), __shfl_xor_sync(0xffffffff, mine.mean, offset),
                      __shfl_xor_sync(0xffffffff, mine.squares, offset)});
    return mine;
}

__device__ moments merge_block(moments mine)
{
    __shared__ moments parts[32];
    mine = merge_warp(mine);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    return merge_warp(threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : moments{0.0f, 0.0f, 0.0f});
}

extern "C" __global__ void layernorm_gelu(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    moments all = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        float v = row[i] = x[first + i], apart = v - all.mean;
        all.count += 1.0f;
        all.mean += apart / all.count;
        all.squares += apart * (v - all.mean);
    }
    all = merge_block(all);
    float scale = rsqrtf(all.squares / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        float v = (row[i] - all.mean) * scale * gamma[i] + beta[i];
        y[first + i] = v * normcdff(v);
    }
}
