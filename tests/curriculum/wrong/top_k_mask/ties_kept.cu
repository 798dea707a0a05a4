//? status: wrong
//? says: Wrong: every element from 16 on.
// Elements that equal the k-th largest are all kept.
//
//! launch top_k_mask(x, out, n, k) grid=(n+255)/256 block=256

extern "C" __global__ void top_k_mask(const float *x, float *out, int n, int k)
{
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n ? x[i] : 0.0f;

    // The bits of a negative number grow with its magnitude. Turned round, with the number.
    int bits = __float_as_int(v + 0.0f); // + 0 makes 0 of -0
    unsigned order = bits < 0 ? ~(unsigned)bits : (unsigned)bits | 0x80000000u;
    long long key = i < n ? (long long)order << 8 : -1;

    long long least = 0;
    for (int bit = 39; bit >= 0; bit--) {
        long long tried = least | 1ll << bit;
        if (__syncthreads_count(key >= tried) >= k)
            least = tried;
    }
    if (i < n)
        out[i] = key >= least ? v : -INFINITY;
}
