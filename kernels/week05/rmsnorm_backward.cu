// Reference for rmsnorm_backward: each row in f64 by one warp, and each column in f64 by one
// thread.
//
//! launch by_rows(x, dy, gamma, rstd, dx, cols) grid=rows block=32
//! launch by_columns(x, dy, rstd, dgamma, rows, cols) grid=(cols+31)/32 block=32,32

extern "C" __global__ void by_rows(const float *x, const float *dy, const float *gamma, const float *rstd, float *dx,
                                   int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double scale = rstd[blockIdx.x], sum_gx = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32) {
        double g = (double)dy[first + i] * gamma[i];
        sum_gx += g * x[first + i] * scale;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum_gx += __shfl_xor_sync(0xffffffff, sum_gx, offset);
    for (int i = threadIdx.x; i < cols; i += 32) {
        double g = (double)dy[first + i] * gamma[i], hat = x[first + i] * scale;
        dx[first + i] = (float)(scale * (g - hat * sum_gx / cols));
    }
}

extern "C" __global__ void by_columns(const float *x, const float *dy, const float *rstd, float *dgamma, int rows,
                                      int cols)
{
    __shared__ double sums[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    double of_gamma = 0.0;
    for (int r = threadIdx.y; r < rows && c < cols; r += 32) {
        size_t at = (size_t)r * cols + c;
        of_gamma += (double)x[at] * rstd[r] * dy[at];
    }
    sums[threadIdx.y][threadIdx.x] = of_gamma;
    __syncthreads();
    if (threadIdx.y > 0 || c >= cols)
        return;
    for (int y = 1; y < 32; y++)
        of_gamma += sums[y][threadIdx.x];
    dgamma[c] = (float)of_gamma;
}
