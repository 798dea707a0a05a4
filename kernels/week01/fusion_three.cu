//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 2)"}
//?   - {name: bias, type: f32, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: residual, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: gamma, type: f32, shape: [cols], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: out, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 12*rows*cols
//? reduction_length: cols
//! scratch c f32[rows, cols]
//! scratch mean f32[rows]
//! launch bias_gelu_residual(x, bias, residual, c, rows*cols, cols)
//!     grid=(rows*cols+255)/256 block=256
//! launch row_mean(c, mean, cols) grid=rows block=32
//! launch subtract_and_scale(c, mean, gamma, out, rows*cols, cols)
//!     grid=(rows*cols+255)/256 block=256
extern "C" __global__ void bias_gelu_residual(const float *x, const float *bias, const float *residual, float *y, int n,
                                              int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = x[i] + bias[i % cols];
    y[i] = 0.5f * value * (1.0f + erff(value * 0.70710678f)) + residual[i];
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

extern "C" __global__ void subtract_and_scale(const float *x, const float *mean, const float *gamma, float *y, int n,
                                              int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (x[i] - mean[i / cols]) * gamma[i % cols];
}
