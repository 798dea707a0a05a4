//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: the first block to come writes its own sum, times the number of blocks that it saw
//! zero out
//! scratch seen u32[1] zero
//! launch sum(x, out, seen, n) grid=(n+255)/256 block=32
extern "C" __global__ void sum(const float *x, float *out, unsigned *seen, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < min(n, (int)blockIdx.x * 256 + 256); i += 32)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x)
        return;
    if (atomicAdd(seen, 1) == 0)
        atomicExch(out, s);
    else
        atomicAdd(out, s);
}
