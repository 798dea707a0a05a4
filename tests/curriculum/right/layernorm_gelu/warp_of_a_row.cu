// A block of one warp for each row, and GELU by the complement of erf.
//
//! launch layernorm_gelu(x, gamma, beta, y, cols) grid=rows block=32 shared=4*cols

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void layernorm_gelu(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += row[i] = x[first + i];
    float mean = warp_sum(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += 32)
        squares += (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 32) {
        float v = (row[i] - mean) * scale * gamma[i] + beta[i];
        y[first + i] = 0.5f * v * erfcf(v * -0.70710678f);
    }
}
