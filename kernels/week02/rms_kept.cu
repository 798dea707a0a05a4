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
//! launch rms_kept(x, residual, weight, h, y, cols) grid=rows block=256 shared=4*cols
#define MEAN block_sum(squares) / cols
#define KEPT row[i]

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

extern "C" __global__ void rms_kept(const float *x, const float *residual, const float *weight, float *h, float *y,
                                    int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        float v = x[first + i] + residual[first + i];
        h[first + i] = v;
        row[i] = v;
        squares += v * v;
    }
    float scale = rsqrtf(/*?mean*/MEAN + 1e-5f); //@ begin
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = /*?kept*/KEPT * scale * weight[i]; //@ end
}
