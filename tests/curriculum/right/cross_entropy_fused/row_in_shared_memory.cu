// The row waits in shared memory: largest, sum and gradient are three loops, and one of them loads.
//
//! launch cross_entropy(logits, target, loss, dlogits, cols) grid=rows block=512 shared=4*cols

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
    value = parts[threadIdx.x % (blockDim.x / 32)];
    for (int offset = blockDim.x / 64; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, offset);
        value = largest ? fmaxf(value, other) : value + other;
    }
    __syncthreads();
    return value;
}

extern "C" __global__ void cross_entropy(const float *logits, const int *target, float *loss, float *dlogits, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float m = -INFINITY, s = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        row[i] = logits[first + i];
        m = fmaxf(m, row[i]);
    }
    m = block_reduce(m, true);
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        if (i == target[blockIdx.x])
            loss[blockIdx.x] = m - row[i];
        row[i] = expf(row[i] - m);
        s += row[i];
    }
    s = block_reduce(s, false);
    float share = 1.0f / s;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        int hit = i == target[blockIdx.x];
        if (hit)
            loss[blockIdx.x] += logf(s);
        dlogits[first + i] = row[i] * share - hit;
    }
}
