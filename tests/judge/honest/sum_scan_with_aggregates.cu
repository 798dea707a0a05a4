//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: a single pass with flags, sums and prefixes, by tickets
//! scratch state u64[(n+255)/256] zero
//! scratch ticket u32[1] zero
//! launch sum(x, state, ticket, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, unsigned long long *state, unsigned *ticket, float *out, int n)
{
    __shared__ float parts[8];
    __shared__ unsigned mine;
    if (threadIdx.x == 0)
        mine = atomicAdd(ticket, 1);
    __syncthreads();
    int i = mine * 256 + threadIdx.x;
    float s = i < n ? x[i] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x)
        return;
    s = 0;
    for (int k = 0; k < 8; k++)
        s += parts[k];
    atomicExch(&state[mine], (mine ? 1ull : 2ull) << 32 | __float_as_uint(s));
    float before = 0;
    for (int at = (int)mine - 1; at >= 0;) {
        unsigned long long seen = *(volatile unsigned long long *)&state[at];
        if (!(seen >> 32))
            continue;
        before += __uint_as_float((unsigned)seen);
        if (seen >> 33)
            break;
        at--;
    }
    if (mine)
        atomicExch(&state[mine], 2ull << 32 | __float_as_uint(before + s));
    if (mine == gridDim.x - 1)
        *out = before + s;
}
