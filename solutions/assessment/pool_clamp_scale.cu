// pool_clamp_scale: one thread an element, the last block guarded.
//
//! launch clamp_scale(x, y, scale, low, high, n) grid=(n+255)/256 block=256

extern "C" __global__ void clamp_scale(const float *x, float *y, float scale, float low, float high, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(scale * x[i], low), high);
}
