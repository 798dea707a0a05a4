//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: waits for the block before, and traps after a billion polls
//! scratch state u64[(n+255)/256] zero
//! launch sum(x, state, out, n) grid=(n+255)/256 block=32
extern "C" __global__ void sum(const float *x, unsigned long long *state, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < min(n, (int)blockIdx.x * 256 + 256); i += 32)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x)
        return;
    if (blockIdx.x) {
        volatile unsigned long long *before = &state[blockIdx.x - 1];
        unsigned long long seen;
        for (int polls = 0; !((seen = *before) >> 32); polls++)
            if (polls > 1000000000)
                __trap();
        s += __uint_as_float((unsigned)seen);
    }
    if (blockIdx.x == gridDim.x - 1)
        *out = s;
    atomicExch(&state[blockIdx.x], 1ull << 32 | __float_as_uint(s));
}
