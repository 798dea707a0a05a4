// cross_entropy_fused: rows of up to 32 768 logits stay in registers between the two passes, eight
// float4 in each thread. So each logit crosses to the SM once. Other rows are read twice.
//
//! launch cross_entropy(logits, target, loss, dlogits, cols) grid=rows block=1024

#define FOURS 8

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

// A thread without logits keeps -3e38 alone, whose sum vanishes as soon as it joins another.
__device__ void kept_row(const float4 *row, float4 *gradient, float *loss, int fours, int wanted)
{
    float4 kept[FOURS];
#pragma unroll
    for (int k = 0; k < FOURS; k++) {
        int i = threadIdx.x + k * 1024;
        kept[k] = i < fours ? row[i] : make_float4(-3.0e38f, -3.0e38f, -3.0e38f, -3.0e38f);
    }
    float largest = -3.0e38f, sum = 0.0f;
#pragma unroll
    for (int k = 0; k < FOURS; k++)
        largest = fmaxf(largest, fmaxf(fmaxf(kept[k].x, kept[k].y), fmaxf(kept[k].z, kept[k].w)));
#pragma unroll
    for (int k = 0; k < FOURS; k++)
        sum += (expf(kept[k].x - largest) + expf(kept[k].y - largest)) +
               (expf(kept[k].z - largest) + expf(kept[k].w - largest));
    struct running all = join_block({largest, sum});
    float log_sum = all.largest + logf(all.sum);
    if (threadIdx.x == 0)
        *loss = log_sum - ((const float *)row)[wanted];
#pragma unroll
    for (int k = 0; k < FOURS; k++) {
        int i = threadIdx.x + k * 1024;
        if (i < fours)
            gradient[i] = shares(kept[k], log_sum, 4 * i, wanted);
    }
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
    if (cols % 4 == 0 && cols <= 4 * FOURS * 1024)
        kept_row((const float4 *)row, (float4 *)gradient, loss + blockIdx.x, cols / 4, wanted);
    else
        any_row(row, gradient, loss + blockIdx.x, cols, wanted);
}
