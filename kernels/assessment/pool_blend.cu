// Reference for pool_blend: in f64.
//
//! launch blend_reference(a, b, y, share, n) grid=(n+255)/256 block=256

extern "C" __global__ void blend_reference(const float *a, const float *b, float *y, float share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (float)(a[i] + (double)share * ((double)b[i] - a[i]));
}
