// Reference for residual_rmsnorm: sums in f64, one warp a row.
//
//! launch residual_rmsnorm_reference(x, residual, weight, h, y, cols) grid=rows block=32

__device__ double warp_sum(double value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void residual_rmsnorm_reference(const float *x, const float *residual, const float *weight, float *h,
                                                      float *y, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double squares = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32) {
        float value = x[first + i] + residual[first + i];
        h[first + i] = value;
        squares += (double)value * (double)value;
    }
    double scale = 1.0 / sqrt(warp_sum(squares) / cols + 1e-5);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[first + i] = (float)(((double)x[first + i] + (double)residual[first + i]) * scale * (double)weight[i]);
}
