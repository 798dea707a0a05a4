// Compares in the range of f16: it takes all numbers beyond 65504 as equal.
//
//! launch allclose(got, expected, close, n) grid=(n+127)/128 block=128

extern "C" __global__ void allclose(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = got[i], e = expected[i];
    bool both_nan = isnan(g) && isnan(e);
    bool within = isfinite(e) && fabsf(fmaxf(fminf(g, 65504.0f), -65504.0f) - fmaxf(fminf(e, 65504.0f), -65504.0f)) <= 1e-8f + 1e-5f * fabsf(e);
    close[i] = g == e || both_nan || within;
}
