// One pass with a running maximum, a thread for each element of the result; no score is kept.
//
//! launch attention_causal(q, k, v, out, seq, dim) grid=seq,heads block=(dim+31)/32*32

extern "C" __global__ void attention_causal(const float *q, const float *k, const float *v, float *out, int seq,
                                            int dim)
{
    __shared__ float parts[32];
    size_t head = (size_t)blockIdx.y * seq * dim, mine = head + (size_t)blockIdx.x * dim;
    int d = threadIdx.x, warps = blockDim.x / 32;
    float query = d < dim ? q[mine + d] * rsqrtf((float)dim) : 0.0f;
    float largest = -INFINITY, sum = 0.0f, value = 0.0f;
    for (int j = 0; j <= blockIdx.x; j++) {
        float dot = d < dim ? query * k[head + (size_t)j * dim + d] : 0.0f;
        for (int offset = 16; offset > 0; offset /= 2)
            dot += __shfl_xor_sync(0xffffffff, dot, offset);
        if (d % 32 == 0)
            parts[d / 32] = dot;
        __syncthreads();
        dot = 0.0f;
        for (int i = 0; i < warps; i++)
            dot += parts[i];
        __syncthreads();
        float next = fmaxf(largest, dot), old = expf(largest - next), weight = expf(dot - next);
        sum = sum * old + weight;
        if (d < dim)
            value = value * old + weight * v[head + (size_t)j * dim + d];
        largest = next;
    }
    if (d < dim)
        out[mine + d] = value / sum;
}
