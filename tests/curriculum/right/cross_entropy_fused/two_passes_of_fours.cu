// Two passes of float4, and single logits where rows are not aligned.
//
//! launch cross_entropy(logits, target, loss, dlogits, cols) grid=rows block=1024

struct running {
    float largest; // so far
    float sum;     // of exp(x - largest)
};

// A finite beginning: -INFINITY - -INFINITY would be NaN.
__device__ struct running nothing()
{
    return {-3.0e38f, 0.0f};
}

// Describes both parts together. Each sum is brought to the new scale before the two are added.
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

// The largest of four logits, and their sum with one rescaling for all four.
__device__ struct running take(struct running so_far, float4 v)
{
    float largest = fmaxf(so_far.largest, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    float sum = so_far.sum * expf(so_far.largest - largest);
    sum += (expf(v.x - largest) + expf(v.y - largest)) + (expf(v.z - largest) + expf(v.w - largest));
    return {largest, sum};
}

__device__ float4 shares(float4 v, float log_sum, int first, int wanted)
{
    return make_float4(expf(v.x - log_sum) - (first == wanted ? 1.0f : 0.0f),
                       expf(v.y - log_sum) - (first + 1 == wanted ? 1.0f : 0.0f),
                       expf(v.z - log_sum) - (first + 2 == wanted ? 1.0f : 0.0f),
                       expf(v.w - log_sum) - (first + 3 == wanted ? 1.0f : 0.0f));
}

__device__ void any_row(const float *row, float *gradient, float *loss, int cols, int wanted)
{
    int fours = cols % 4 == 0 ? cols / 4 : 0; // only then does every row begin at a multiple of 16 bytes
    struct running all = nothing();
    for (int i = threadIdx.x; i < fours; i += blockDim.x)
        all = take(all, ((const float4 *)row)[i]);
    for (int i = 4 * fours + threadIdx.x; i < cols; i += blockDim.x)
        all = join(all, {row[i], 1.0f});
    all = join_block(all);
    float log_sum = all.largest + logf(all.sum);
    if (threadIdx.x == 0)
        *loss = log_sum - row[wanted];
    for (int i = threadIdx.x; i < fours; i += blockDim.x)
        ((float4 *)gradient)[i] = shares(((const float4 *)row)[i], log_sum, 4 * i, wanted);
    for (int i = 4 * fours + threadIdx.x; i < cols; i += blockDim.x)
        gradient[i] = expf(row[i] - log_sum) - (i == wanted ? 1.0f : 0.0f);
}

extern "C" __global__ void __launch_bounds__(1024)
    cross_entropy(const float *logits, const int *target, float *loss, float *dlogits, int cols)
{
    const float *row = logits + (size_t)blockIdx.x * cols;
    float *gradient = dlogits + (size_t)blockIdx.x * cols;
    int wanted = target[blockIdx.x];
    any_row(row, gradient, loss + blockIdx.x, cols, wanted);
}
