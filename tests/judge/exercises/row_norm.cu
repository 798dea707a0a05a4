//! launch row_norm(x, y, cols) grid=rows block=32

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value = value + __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void row_norm(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32)
        sum = sum + row[i];
    float mean = warp_sum(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += 32)
        squares = squares + (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[(size_t)blockIdx.x * cols + i] = (row[i] - mean) * scale;
}
