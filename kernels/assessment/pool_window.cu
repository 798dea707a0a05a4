// Reference for pool_window: summed in f64.
//
//! launch window_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void window_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0.0;
    for (int j = max(i - 16, 0); j <= min(i + 16, n - 1); j++)
        sum += in[j];
    out[i] = (float)sum;
}
