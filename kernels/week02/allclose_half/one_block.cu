// Has one block for any n, and calls the rest close.
//
//! launch allclose(got, expected, close, n) grid=1 block=128

extern "C" __global__ void allclose(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int rest = i + 128; rest < n; rest += 128)
        close[rest] = 1;
    float g = got[i], e = expected[i];
    bool within = isfinite(e) && fabsf(g - e) <= 1e-4f + 2e-3f * fabsf(e);
    close[i] = g == e || within;
}
