// Reference for pool_clamp_scale: one thread an element.
//
//! launch clamp_scale_reference(x, y, scale, low, high, n) grid=(n+127)/128 block=128

extern "C" __global__ void clamp_scale_reference(const float *x, float *y, float scale, float low, float high, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n)
        return;
    float scaled = scale * x[i];
    float raised = scaled < low ? low : scaled;
    y[i] = raised > high ? high : raised;
}
