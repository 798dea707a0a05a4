//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: bias, type: f32, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: mask, type: f32, shape: [rows, cols], role: in, init: "uniform(0, 2)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//! launch length_one(x, bias, mask, y, cols) grid=rows block=256 shared=4*cols
#define LOADED x[first + i] + bias[i]
#define STORED row[i] * scale * mask[first + i]

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

extern "C" __global__ void length_one(const float *x, const float *bias, const float *mask, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) { //@ begin
        row[i] = /*?loaded*/LOADED;
        squares += row[i] * row[i];
    }
    float scale = rsqrtf(block_sum(squares) + 1e-12f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = /*?stored*/STORED; //@ end
}
