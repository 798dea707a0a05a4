//? status: wrong
//? says: two_blocks_only) goes unnoticed. It writes the same values as the right kernel
// One size, of a single block.
//
//@ case n=100
//! launch check(got, expected, close, failures, n) grid=(n+127)/128 block=128

extern "C" __global__ void check(const float *got, const float *expected, const int *close, unsigned *failures, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = got[i], e = expected[i];
    bool both_nan = isnan(g) && isnan(e);
    bool within = isfinite(e) && fabsf(g - e) <= 1e-8f + 1e-5f * fabsf(e);
    int want = g == e || both_nan || within;
    if (close[i] != want) {
        atomicAdd(&failures[0], 1u);
        atomicMin(&failures[1], (unsigned)i);
    }
}
