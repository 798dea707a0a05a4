//? exercise: sum
//? virtual: wrong
//? cuda: wrong|pass
//? why: sleeps for a while that grows with the number of the block
//! scratch state u64[(n+255)/256] zero
//! launch sum(x, state, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, unsigned long long *state, float *out, int n)
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
    if (blockIdx.x) {
        for (int k = 0; k < (int)blockIdx.x; k++)
            __nanosleep(100000);
        volatile unsigned long long *before = &state[blockIdx.x - 1];
        s += __uint_as_float((unsigned)*before);
    }
    if (blockIdx.x == gridDim.x - 1)
        *out = s;
    atomicExch(&state[blockIdx.x], 1ull << 32 | __float_as_uint(s));
}
