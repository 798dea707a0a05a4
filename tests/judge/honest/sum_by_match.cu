//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: sums by __reduce_add_sync of fixed point of 40 bits in two words
//! launch sum(x, out, n) grid=1 block=32
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    long long t = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        t += llrint((double)x[i] * 1099511627776.0);
    unsigned low = (unsigned)(t & 0xffff), middle = (unsigned)(t >> 16 & 0xffff), high = (unsigned)(t >> 32);
    low = __reduce_add_sync(~0u, low);
    middle = __reduce_add_sync(~0u, middle);
    int top = __reduce_add_sync(~0u, (int)high);
    if (!threadIdx.x)
        *out = (float)(((double)low + 65536.0 * middle + 4294967296.0 * top) / 1099511627776.0);
}
