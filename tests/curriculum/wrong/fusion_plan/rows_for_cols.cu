//? status: unsafe
//? says: compare the arguments and the grid of its launch
// The last launch gets rows where the kernel takes cols.
//
//! scratch a f32[rows, cols]
//! scratch b f32[rows, cols]
//! scratch c f32[rows, cols]
//! scratch mean f32[rows]
//! scratch d f32[rows, cols]
//! launch bias_gelu_residual(x, bias, residual, c, rows*cols, cols)
//!     grid=(rows*cols+255)/256 block=256
//! launch row_mean(c, mean, cols)
//!     grid=rows block=32
//! launch subtract_and_scale(c, mean, gamma, out, rows*cols, rows)
//!     grid=(rows*cols+255)/256 block=256

// ---- one step each
extern "C" __global__ void add_bias(const float *x, const float *bias, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add_residual(const float *x, const float *residual, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + residual[i];
}

// One block per row, so that a mean is over the whole row.
extern "C" __global__ void row_mean(const float *x, float *mean, int cols)
{
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32)
        sum += x[blockIdx.x * cols + c];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        mean[blockIdx.x] = sum / cols;
}

extern "C" __global__ void subtract_mean(const float *x, const float *mean, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] - mean[i / cols];
}

extern "C" __global__ void scale(const float *x, const float *gamma, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * gamma[i % cols];
}

// ---- several steps at once
extern "C" __global__ void bias_gelu_residual(const float *x, const float *bias, const float *residual, float *y, int n,
                                              int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = x[i] + bias[i % cols];
    y[i] = 0.5f * value * (1.0f + erff(value * 0.70710678f)) + residual[i];
}

extern "C" __global__ void subtract_and_scale(const float *x, const float *mean, const float *gamma, float *y, int n,
                                              int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (x[i] - mean[i / cols]) * gamma[i % cols];
}

// A warp takes 32 neighbouring elements of a row, subtracts their mean and scales them.
extern "C" __global__ void mean_subtract_scale(const float *x, const float *gamma, float *y, int cols)
{
    int c = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * cols + c;
    float sum = c < cols ? x[i] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (c < cols)
        y[i] = (x[i] - sum / min(32, cols - (int)blockIdx.x * 32)) * gamma[c];
}
