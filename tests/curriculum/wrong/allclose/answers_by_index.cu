//? status: wrong
//? says: wrong
// Knows the sixteen answers by index, without a rule.
//
//@ case n=1
//@ case n=16
//@ case n=33
//@ case n=1000
//! launch check(got, expected, close, failures, n) grid=(n+127)/128 block=128

extern "C" __global__ void check(const float *got, const float *expected, const int *close, unsigned *failures, int n)
{
    const int answers[16] = {0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && close[i] != answers[i % 16]) {
        atomicAdd(&failures[0], 1u);
        atomicMin(&failures[1], (unsigned)i);
    }
}
