// A block of one warp for each row.
//
//! launch residual_rmsnorm(x, residual, weight, h, y, cols) grid=rows block=32 shared=4*cols

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void residual_rmsnorm(const float *x, const float *residual, const float *weight, float *h,
                                            float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32) {
        float v = x[first + i] + residual[first + i];
        h[first + i] = row[i] = v;
        squares += v * v;
    }
    float scale = 1.0f / sqrtf(warp_sum(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[first + i] = row[i] * scale * weight[i];
}
