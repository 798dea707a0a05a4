// Two infinities are close, with any signs.
//
//! launch allclose(got, expected, close, n) grid=(n+127)/128 block=128

extern "C" __global__ void allclose(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = got[i], e = expected[i];
    bool both_nan = isnan(g) && isnan(e);
    bool within = isfinite(e) && fabsf(g - e) <= 1e-8f + 1e-5f * fabsf(e);
    close[i] = g == e || (isinf(g) && isinf(e)) || both_nan || within;
}
