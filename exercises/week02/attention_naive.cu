// attention_naive: out = softmax(q * k^T / sqrt(dim)) * v, for each head.
// One block per query.
//
//! launch attention_naive(q, k, v, out, seq, dim) grid=seq,heads block=128 shared=4*seq

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

__device__ float block_reduce(float value, bool largest)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, offset);
        value = largest ? fmaxf(value, other) : value + other;
    }
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int i = 1; i < blockDim.x / 32; i++)
        value = largest ? fmaxf(value, parts[i]) : value + parts[i];
    __syncthreads();
    return value;
}

extern "C" __global__ void attention_naive(const float *q, const float *k, const float *v, float *out, int seq, int dim)
{
    extern __shared__ float scores[]; // one per key
    size_t head = (size_t)blockIdx.y * seq * dim;
    const float *query = q + head + (size_t)blockIdx.x * dim;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    int keys = seq;
    // TODO: 1. scores[j] = dot(query, key j) / sqrt(dim), a warp per key, its lanes along dim
    //       2. softmax over the scores, without the division
    //       3. out = sum over j of scores[j] * v[j], a thread per element of dim
}
