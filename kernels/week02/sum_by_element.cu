//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(0, 1)"}
//?   - {name: total, type: f32, shape: [1], role: out}
//?   - {name: n, type: i32}
//? bytes: 4*n
//? reduction_length: n
//! zero total
//! launch sum_by_element(in, total, n) grid=1056 block=256
extern "C" __global__ void sum_by_element(const float *in, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(total, in[i]); //@ begin end
}
