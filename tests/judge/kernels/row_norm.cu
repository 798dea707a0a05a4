// Reference for row_norm: two passes in f64, one warp a row.
//
//! launch row_norm(x, y, cols) grid=rows block=32

__device__ double warp_sum(double value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void row_norm(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    double sum = 0.0, squares = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += (double)row[i];
    double mean = warp_sum(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += 32)
        squares += ((double)row[i] - mean) * ((double)row[i] - mean);
    double scale = 1.0 / sqrt(warp_sum(squares) / cols + 1e-5);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[(size_t)blockIdx.x * cols + i] = (float)(((double)row[i] - mean) * scale);
}
