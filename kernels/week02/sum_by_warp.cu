//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(0, 1)"}
//?   - {name: total, type: f32, shape: [1], role: out}
//?   - {name: n, type: i32}
//? bytes: 4*n
//? reduction_length: n
//! zero total
//! launch sum_by_warp(in, total, n) grid=1056 block=256
__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void sum_by_warp(const float *in, float *total, int n)
{
    int step = gridDim.x * blockDim.x;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        sum += in[i];
    sum = warp_sum(sum); //@ begin
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, sum); //@ end
}
