//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 3)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 8*rows*cols
//? reduction_length: cols
//! launch program(x, y, cols) grid=rows block=256
static __device__ float across(float value, bool is_max, float *parts)
{
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, lanes);
        value = is_max ? fmaxf(value, other) : value + other;
    }
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int warp = 1; warp < 8; warp++)
        value = is_max ? fmaxf(value, parts[warp]) : value + parts[warp];
    __syncthreads();
    return value;
}

extern "C" __global__ void program(const float *x, float *y, int cols)
{
    __shared__ float parts[8];
    float kept[16], largest = -INFINITY, sum = 0.0f; //@ begin
#pragma unroll
    for (int k = 0; k < 16; k++) {
        int c = threadIdx.x + 256 * k;
        kept[k] = c < cols ? x[blockIdx.x * cols + c] : -INFINITY;
        largest = fmaxf(largest, kept[k]);
    }
    largest = across(largest, true, parts); //@ end
#pragma unroll
    for (int k = 0; k < 16; k++)
        sum += kept[k] = expf(kept[k] - largest);
    sum = across(sum, false, parts);
#pragma unroll
    for (int k = 0; k < 16; k++)
        if (threadIdx.x + 256 * k < cols)
            y[blockIdx.x * cols + threadIdx.x + 256 * k] = kept[k] / sum;
}
