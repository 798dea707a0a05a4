// A warp for each query.
//
//! launch attention_causal(q, k, v, out, seq, dim) grid=seq,heads block=32 shared=4*seq

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void attention_causal(const float *q, const float *k, const float *v, float *out, int seq,
                                            int dim)
{
    extern __shared__ float weights[];
    size_t head = (size_t)blockIdx.y * seq * dim, mine = head + (size_t)blockIdx.x * dim;
    int lane = threadIdx.x;
    float largest = -INFINITY, sum = 0.0f;
    for (int j = 0; j <= blockIdx.x; j++) {
        float dot = 0.0f;
        for (int d = lane; d < dim; d += 32)
            dot += q[mine + d] * k[head + (size_t)j * dim + d];
        dot = warp_sum(dot) * rsqrtf((float)dim);
        largest = fmaxf(largest, dot);
        if (lane == 0)
            weights[j] = dot;
    }
    __syncwarp();
    for (int j = lane; j <= blockIdx.x; j += 32) {
        weights[j] = expf(weights[j] - largest);
        sum += weights[j];
    }
    sum = warp_sum(sum);
    __syncwarp();
    for (int d = lane; d < dim; d += 32) {
        float value = 0.0f;
        for (int j = 0; j <= blockIdx.x; j++)
            value += weights[j] * v[head + (size_t)j * dim + d];
        out[mine + d] = value / sum;
    }
}
