//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: the block of the largest number that an atomic saw takes itself for the last
//! scratch parts f32[(n+255)/256] zero
//! scratch top u32[1] zero
//! launch sum(x, out, parts, top, n) grid=(n+255)/256 block=32
extern "C" __global__ void sum(const float *x, float *out, volatile float *parts, unsigned *top, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < min(n, (int)blockIdx.x * 256 + 256); i += 32)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x)
        return;
    parts[blockIdx.x] = s;
    __threadfence();
    unsigned before = atomicMax(top, blockIdx.x + 1);
    if (before == gridDim.x - 1 || gridDim.x == 1) {
        float all = 0;
        for (int i = 0; i < gridDim.x; i++)
            all += parts[i];
        *out = all;
    }
}
