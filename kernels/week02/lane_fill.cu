//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(1, 2)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch by_first(in, out, n) grid=(n+63)/64 block=64
extern "C" __global__ void by_first(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    float value = i < n ? in[i] : 1.0f; //@ begin
    float first = __shfl_sync(0xffffffff, value, /*?from*/);
    if (i < n)
        out[i] = value / first; //@ end
}
