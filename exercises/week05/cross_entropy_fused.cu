// cross_entropy_fused: the loss of each row, and the gradient of its logits. One block per row.
// Read each logit at most twice, and write each element of dlogits once.
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

extern "C" __global__ void cross_entropy(const float *logits, const int *target, float *loss, float *dlogits, int cols)
{
    // TODO: loss = log(sum of exp) - logit of the target. Gradient = softmax - 1 at the target.
}
