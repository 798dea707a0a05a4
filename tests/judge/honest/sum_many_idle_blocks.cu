//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: float atomics of a grid that fills the GPU
//! zero out
//! launch sum(x, out, n) grid=1056 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 1056 * 256)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0 && s != 0)
        atomicAdd(out, s);
}
