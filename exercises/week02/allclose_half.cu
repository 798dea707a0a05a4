// allclose_half: a test for comparators of f16 results, with 1e-4 + 2e-3 * |expected|.
// NaN is never close. TODO: all of it.
//
//@ case n=1
//! launch check(got, expected, close, failures, n) grid=(n+127)/128 block=128

extern "C" __global__ void check(const float *got, const float *expected, const int *close, unsigned *failures, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // TODO: count in failures[0], and the least index in failures[1]
}
