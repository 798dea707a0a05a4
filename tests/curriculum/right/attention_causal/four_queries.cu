// Four warps, each with a query of its own. No warp waits for another.
//
//! launch attention_causal(q, k, v, out, seq, dim) grid=(seq+3)/4,heads block=128 shared=16*seq

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void attention_causal(const float *q, const float *k, const float *v, float *out, int seq,
                                            int dim)
{
    extern __shared__ float all_scores[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, at = blockIdx.x * 4 + warp;
    if (at >= seq)
        return;
    float *scores = all_scores + (size_t)warp * seq;
    size_t head = (size_t)blockIdx.y * seq * dim, mine = head + (size_t)at * dim;
    int keys = at + 1;
    float largest = -INFINITY, sum = 0.0f;
    for (int j = 0; j < keys; j++) {
        float dot = 0.0f;
        for (int d = lane; d < dim; d += 32)
            dot += q[mine + d] * k[head + (size_t)j * dim + d];
        dot = warp_sum(dot) / sqrtf((float)dim);
        largest = fmaxf(largest, dot);
        if (lane == 0)
            scores[j] = dot;
    }
    __syncwarp();
    for (int j = lane; j < keys; j += 32)
        sum += scores[j] = expf(scores[j] - largest);
    sum = warp_sum(sum);
    __syncwarp();
    for (int d = lane; d < dim; d += 32) {
        float value = 0.0f;
        for (int j = 0; j < keys; j++)
            value += scores[j] * v[head + (size_t)j * dim + d];
        out[mine + d] = value / sum;
    }
}
