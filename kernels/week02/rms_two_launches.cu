//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: residual, type: f32, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: weight, type: f32, shape: [cols], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: h, type: f32, shape: [rows, cols], role: out}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 16*rows*cols + 4*cols
//? reduction_length: cols
//! launch add(x, residual, h, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch normalise(h, weight, y, cols) grid=rows block=256

__device__ float block_sum(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    __syncthreads();
    return value;
}

extern "C" __global__ void add(const float *x, const float *residual, float *h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        h[i] = x[i] + residual[i];
} //@ end

extern "C" __global__ void normalise(const float *h, const float *weight, float *y, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        squares += h[first + i] * h[first + i];
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = h[first + i] * scale * weight[i];
}
