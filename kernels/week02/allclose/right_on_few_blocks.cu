// The same rule, four blocks for any n.
//
//! launch allclose(got, expected, close, n) grid=4 block=64

extern "C" __global__ void allclose(const float *got, const float *expected, int *close, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float difference = got[i] - expected[i];
        bool finite = fabsf(expected[i]) < INFINITY;
        bool equal = got[i] == expected[i] || (got[i] != got[i] && expected[i] != expected[i]);
        close[i] = equal || (finite && fabsf(difference) <= fmaf(1e-5f, fabsf(expected[i]), 1e-8f));
    }
}
