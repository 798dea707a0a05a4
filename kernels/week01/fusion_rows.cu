// Reference for fusion_rows: one kernel per step.
//
//! scratch a f32[rows, cols]
//! scratch b f32[rows, cols]
//! scratch c f32[rows, cols]
//! scratch largest f32[rows]
//! scratch d f32[rows, cols]
//! launch scale(x, gamma, a, rows*cols, cols) grid=(rows*cols+255)/256 block=256
//! launch silu(a, b, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch add_residual(b, residual, c, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch row_largest(c, largest, cols) grid=rows block=32
//! launch divide(c, largest, d, rows*cols, cols) grid=(rows*cols+255)/256 block=256
//! launch add_bias(d, bias, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256

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
