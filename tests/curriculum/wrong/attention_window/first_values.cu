//? status: wrong
//? says: of v, from v[0][
//? says: The kernel never reads
// Weights the values from the first key on, not those of the window.
//
//! launch attention_window(q, k, v, out, seq, dim, window) grid=seq,heads block=128 shared=4*seq

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

extern "C" __global__ void attention_window(const float *q, const float *k, const float *v, float *out, int seq, int dim, int window)
{
    extern __shared__ float scores[]; // one per key
    size_t head = (size_t)blockIdx.y * seq * dim;
    const float *query = q + head + (size_t)blockIdx.x * dim;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    int begin = max(0, (int)blockIdx.x + 1 - window);
    int keys = blockIdx.x + 1 - begin;

    float scale = rsqrtf((float)dim);
    for (int j = warp; j < keys; j += warps) {
        float dot = 0.0f;
        for (int d = lane; d < dim; d += 32)
            dot += query[d] * k[head + (size_t)(begin + j) * dim + d];
        dot = warp_sum(dot);
        if (lane == 0)
            scores[j] = dot * scale;
    }
    __syncthreads();

    float largest = -INFINITY;
    for (int j = threadIdx.x; j < keys; j += blockDim.x)
        largest = fmaxf(largest, scores[j]);
    largest = block_reduce(largest, true);
    float sum = 0.0f;
    for (int j = threadIdx.x; j < keys; j += blockDim.x) {
        scores[j] = expf(scores[j] - largest);
        sum += scores[j];
    }
    sum = block_reduce(sum, false); // its barriers also make the scores visible

    for (int d = threadIdx.x; d < dim; d += blockDim.x) {
        float value = 0.0f;
#pragma unroll 8
        for (int j = 0; j < keys; j++)
            value += scores[j] * v[head + (size_t)j * dim + d];
        out[head + (size_t)blockIdx.x * dim + d] = value / sum;
    }
}
