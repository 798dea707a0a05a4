// Has two blocks for any n, and calls the rest close.
//
//! launch allclose(got, expected, close, n) grid=2 block=128

extern "C" __global__ void allclose(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int rest = i + 256; rest < n; rest += 256)
        close[rest] = 1;
    float g = got[i], e = expected[i];
    bool both_nan = isnan(g) && isnan(e);
    bool within = isfinite(e) && fabsf(g - e) <= 1e-8f + 1e-5f * fabsf(e);
    close[i] = g == e || both_nan || within;
}
