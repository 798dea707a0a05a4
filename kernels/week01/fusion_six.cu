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
//! scratch a f32[rows, cols]
//! scratch b f32[rows, cols]
//! scratch c f32[rows, cols]
//! scratch mean f32[rows]
//! scratch d f32[rows, cols]
//! launch add_bias(x, bias, a, rows*cols, cols) grid=(rows*cols+255)/256 block=256
//! launch gelu(a, b, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch add_residual(b, residual, c, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch row_mean(c, mean, cols) grid=rows block=32
//! launch subtract_mean(c, mean, d, rows*cols, cols) grid=(rows*cols+255)/256 block=256
//! launch scale(d, gamma, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256
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
