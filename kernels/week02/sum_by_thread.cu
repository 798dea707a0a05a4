//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(0, 1)"}
//?   - {name: total, type: f32, shape: [1], role: out}
//?   - {name: n, type: i32}
//? bytes: 4*n
//? reduction_length: n
//! zero total
//! launch sum_by_thread(in, total, n) grid=1056 block=256
extern "C" __global__ void sum_by_thread(const float *in, float *total, int n)
{
    int step = gridDim.x * blockDim.x;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        sum += in[i];
    atomicAdd(total, sum); //@ begin end
}
