//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: a warp looks back over 32 blocks at a time
//! scratch state u64[(n+31)/32] zero
//! launch sum(x, state, out, n) grid=(n+31)/32 block=32
extern "C" __global__ void sum(const float *x, unsigned long long *state, float *out, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x, lane = threadIdx.x;
    float s = i < n ? x[i] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0)
        atomicExch(&state[blockIdx.x], (blockIdx.x ? 1ull : 2ull) << 32 | __float_as_uint(s));
    float before = 0;
    for (int first = (int)blockIdx.x - 32; blockIdx.x && first > -64; first -= 32) {
        int k = first + lane;
        unsigned long long seen;
        do
            seen = k < 0 ? 2ull << 32 : *(volatile unsigned long long *)&state[k];
        while (__any_sync(0xffffffffu, !(seen >> 32)));
        unsigned whole = __ballot_sync(0xffffffffu, seen >> 32 == 2);
        float part = !whole || lane >= 31 - __clz(whole) ? __uint_as_float((unsigned)seen) : 0;
        for (int o = 16; o; o /= 2)
            part += __shfl_xor_sync(0xffffffffu, part, o);
        before += part;
        if (whole)
            break;
    }
    if (lane == 0 && blockIdx.x)
        atomicExch(&state[blockIdx.x], 2ull << 32 | __float_as_uint(before + s));
    if (lane == 0 && blockIdx.x == gridDim.x - 1)
        *out = before + s;
}
