// fusion_rows: h = silu(x * gamma) + residual; out = h / (1 + largest |h| of its row) + bias.
// Everything up to the largest element is one kernel, everything after it another.
//
//! scratch c f32[rows, cols]
//! scratch largest f32[rows]
//! launch scale_silu_residual(x, gamma, residual, c, rows*cols, cols)
//!     grid=(rows*cols+255)/256 block=256
//! launch row_largest(c, largest, cols) grid=rows block=32
//! launch divide_and_add_bias(c, largest, bias, out, rows*cols, cols)
//!     grid=(rows*cols+255)/256 block=256

// ---- one step each
extern "C" __global__ void scale(const float *x, const float *gamma, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * gamma[i % cols];
}

extern "C" __global__ void silu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / (1.0f + expf(-x[i]));
}

extern "C" __global__ void add_residual(const float *x, const float *residual, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + residual[i];
}

// One block per row, so that a maximum is over the whole row.
extern "C" __global__ void row_largest(const float *x, float *largest, int cols)
{
    float most = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32)
        most = fmaxf(most, fabsf(x[blockIdx.x * cols + c]));
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_down_sync(0xffffffff, most, offset));
    if (threadIdx.x == 0)
        largest[blockIdx.x] = most;
}

extern "C" __global__ void divide(const float *x, const float *largest, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / (1.0f + largest[i / cols]);
}

extern "C" __global__ void add_bias(const float *x, const float *bias, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + bias[i % cols];
}

// ---- several steps at once
extern "C" __global__ void scale_silu_residual(const float *x, const float *gamma, const float *residual, float *y, int n,
                                               int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = x[i] * gamma[i % cols];
    y[i] = value / (1.0f + expf(-value)) + residual[i];
}

extern "C" __global__ void divide_and_add_bias(const float *x, const float *largest, const float *bias, float *y, int n,
                                               int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / (1.0f + largest[i / cols]) + bias[i % cols];
}

// A warp takes 32 neighbouring elements of a row, finds the largest of them, divides and adds.
extern "C" __global__ void largest_divide_add(const float *x, const float *bias, float *y, int cols)
{
    int c = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * cols + c;
    float value = c < cols ? x[i] : 0.0f, most = fabsf(value);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    if (c < cols)
        y[i] = value / (1.0f + most) + bias[c];
}
