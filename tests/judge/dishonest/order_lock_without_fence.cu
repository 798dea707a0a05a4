//? exercise: sum
//? virtual: unsafe|wrong
//? cuda: unsafe|wrong
//? why: a lock without fences guards a plain sum
//! scratch lock u32[1] zero
//! launch sum(x, out, lock, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, unsigned *lock, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = i < n ? x[i] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32)
        return;
    while (atomicCAS(lock, 0, 1))
        ;
    if (i == 0)
        *out = s;
    else
        *out += s;
    atomicExch(lock, 0);
}
