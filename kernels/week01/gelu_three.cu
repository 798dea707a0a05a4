//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 2)"}
//?   - {name: bias, type: f32, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: residual, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 12*rows*cols
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=(rows*cols+255)/256 block=256
//! launch gelu(shifted, activated, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch add_residual(activated, residual, out, rows*cols) grid=(rows*cols+255)/256 block=256
extern "C" __global__ void add_bias(const float *x, const float *bias, float *shifted, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        shifted[i] = x[i] + bias[i % cols]; //@ begin end
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = activated[i] + residual[i];
}
