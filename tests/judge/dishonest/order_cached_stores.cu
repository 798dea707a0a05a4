//? exercise: sum
//? virtual: unsafe|wrong
//? cuda: unsafe|wrong
//? why: adds with loads and stores that go past L1, which is no atomic
//! launch sum(x, out, n) grid=(n+255)/256 block=32
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < min(n, (int)blockIdx.x * 256 + 256); i += 32)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        __stwt(out, blockIdx.x ? __ldcv(out) + s : s);
}
