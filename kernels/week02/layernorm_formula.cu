//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: gamma, type: f32, shape: [cols], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: beta, type: f32, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 8*rows*cols + 8*cols
//! launch layernorm_formula(x, gamma, beta, y, cols) grid=rows block=256 shared=4*cols

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

extern "C" __global__ void layernorm_formula(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f, squares = 0.0f; //@ begin
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        row[i] = x[first + i];
        sum += row[i];
        squares += row[i] * row[i];
    }
    float mean = block_sum(sum) / cols;
    float variance = block_sum(squares) / cols - mean * mean; //@ end
    float scale = rsqrtf(variance + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}
