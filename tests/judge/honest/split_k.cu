//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: partial sums by atomics into a zeroed scratch, then a second kernel
//! scratch part f32[16] zero
//! launch partial(x, part, n) grid=16 block=64
//! launch sum(part, out) grid=1 block=32
extern "C" __global__ void partial(const float *x, float *part, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 16 * 64)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&part[blockIdx.x], s);
}
extern "C" __global__ void sum(const float *part, float *out)
{
    float s = threadIdx.x < 16 ? part[threadIdx.x] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        *out = s;
}
