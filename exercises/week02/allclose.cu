// allclose: a test for comparators. A comparator sets close[i] to 1 where got[i] is close to
// expected[i], else to 0. This kernel counts in failures[0] the elements where that is wrong.
// TODO: the whole rule, and the sizes to test.
//
//@ case n=1
//! launch check(got, expected, close, failures, n) grid=(n+127)/128 block=128

extern "C" __global__ void check(const float *got, const float *expected, const int *close, unsigned *failures, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = got[i], e = expected[i];
    int want = g == e; // TODO: NaN, infinities of both signs, the absolute and the relative tolerance
    if (close[i] != want) {
        atomicAdd(&failures[0], 1u);
        atomicMin(&failures[1], (unsigned)i);
    }
}
