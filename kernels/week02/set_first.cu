//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: counts, type: i32, shape: ["(n+7)/8"], role: out}
//?   - {name: n, type: i32}
//! launch set_first(in, counts, n) grid=(n+7)/8 block=8
extern "C" __global__ void set_first(const float *in, int *counts, int n)
{
    __shared__ int count; //@ begin
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (/*?who*/)
        count = 0;
    __syncthreads();
    if (i < n && in[i] > 0.0f)
        atomicAdd(&count, 1);
    __syncthreads(); //@ end
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}
