// allclose_half: a test for comparators of f16 results, with 1e-4 + 2e-3 * |expected|.
// NaN is never close.
//
//@ case n=1
//@ case n=16
//@ case n=33
//@ case n=1000
//! launch check(got, expected, close, failures, n) grid=(n+127)/128 block=128

extern "C" __global__ void check(const float *got, const float *expected, const int *close, unsigned *failures, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = got[i], e = expected[i];
    bool within = isfinite(e) && fabsf(g - e) <= 1e-4f + 2e-3f * fabsf(e);
    int want = g == e || within;
    if (close[i] != want) {
        atomicAdd(&failures[0], 1u);
        atomicMin(&failures[1], (unsigned)i);
    }
}
