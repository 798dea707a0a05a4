// Leaves out the last element.
//
//! launch allclose(got, expected, close, n) grid=(n+127)/128 block=128

extern "C" __global__ void allclose(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    float g = got[i], e = expected[i];
    bool within = isfinite(e) && fabsf(g - e) <= 1e-4f + 2e-3f * fabsf(e);
    close[i] = g == e || within;
}
