//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: iota}
//?   - {name: sums, type: f32, shape: ["(n+7)/8"], role: out}
//?   - {name: n, type: i32}
//! launch eights(in, sums, n) grid=(n+63)/64 block=64
extern "C" __global__ void eights(const float *in, float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = i < n ? in[i] : 0.0f; //@ begin
    for (int offset = /*?start*/; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 8 == 0 && i < n)
        sums[i / 8] = sum; //@ end
}
