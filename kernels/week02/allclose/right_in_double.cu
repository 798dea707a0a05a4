// The same rule in f64, with the cases apart.
//
//! launch allclose(got, expected, close, n) grid=(n+127)/128 block=128

extern "C" __global__ void allclose(const float *got, const float *expected, int *close, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double g = got[i], e = expected[i];
    if (isnan(g) || isnan(e))
        close[i] = isnan(g) && isnan(e);
    else if (isinf(g) || isinf(e))
        close[i] = g == e;
    else
        close[i] = fabs(g - e) <= 1e-8 + 1e-5 * fabs(e);
}
