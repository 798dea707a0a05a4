//? exercise: sum
//? virtual: wrong
//? cuda: wrong|timeout|pass
//? why: a compare-and-swap that is not tried again
//! zero out
//! launch sum(x, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    __shared__ float tile[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = i < n ? x[i] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        tile[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x)
        return;
    for (int k = 1; k < 8; k++)
        s += tile[k];
    unsigned *total = (unsigned *)out;
    unsigned before = *(volatile unsigned *)total;
    atomicCAS(total, before, __float_as_uint(__uint_as_float(before) + s));
}
