// Reference for layernorm_backward: each row in f64 by one warp, and each column in f64 by one
// thread.
//
//! launch by_rows(x, dy, gamma, mean, rstd, dx, cols) grid=rows block=32
//! launch by_columns(x, dy, mean, rstd, dgamma, dbeta,
//!     rows, cols) grid=(cols+31)/32 block=32,32

extern "C" __global__ void by_rows(const float *x, const float *dy, const float *gamma, const float *mean,
                                   const float *rstd, float *dx, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double center = mean[blockIdx.x], scale = rstd[blockIdx.x], sum_g = 0.0, sum_gx = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32) {
        double g = (double)dy[first + i] * gamma[i];
        sum_g += g;
        sum_gx += g * (x[first + i] - center) * scale;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum_g += __shfl_xor_sync(0xffffffff, sum_g, offset);
        sum_gx += __shfl_xor_sync(0xffffffff, sum_gx, offset);
    }
    for (int i = threadIdx.x; i < cols; i += 32) {
        double g = (double)dy[first + i] * gamma[i], hat = (x[first + i] - center) * scale;
        dx[first + i] = (float)(scale * (g - (sum_g + hat * sum_gx) / cols));
    }
}

extern "C" __global__ void by_columns(const float *x, const float *dy, const float *mean, const float *rstd,
                                      float *dgamma, float *dbeta, int rows, int cols)
{
    __shared__ double sums[2][32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    double of_gamma = 0.0, of_beta = 0.0;
    for (int r = threadIdx.y; r < rows && c < cols; r += 32) {
        size_t at = (size_t)r * cols + c;
        of_gamma += ((double)x[at] - mean[r]) * rstd[r] * dy[at];
        of_beta += dy[at];
    }
    sums[0][threadIdx.y][threadIdx.x] = of_gamma;
    sums[1][threadIdx.y][threadIdx.x] = of_beta;
    __syncthreads();
    if (threadIdx.y > 0 || c >= cols)
        return;
    for (int y = 1; y < 32; y++) {
        of_gamma += sums[0][y][threadIdx.x];
        of_beta += sums[1][y][threadIdx.x];
    }
    dgamma[c] = (float)of_gamma;
    dbeta[c] = (float)of_beta;
}
