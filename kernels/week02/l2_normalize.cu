// Reference for l2_normalize: sums in f64, one warp a row.
//
//! launch l2_normalize_reference(x, y, cols) grid=rows block=32

__device__ double warp_sum(double value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void l2_normalize_reference(const float *x, float *y, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double squares = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32) {
        float value = x[first + i];
        squares += (double)value * (double)value;
    }
    double scale = 1.0 / sqrt(warp_sum(squares) + 1e-12);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[first + i] = (float)((double)x[first + i] * scale);
}
