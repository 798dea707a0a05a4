//? status: unsafe
//? finding: out_of_bounds
//? says: < instead of <=
// The guard lets one thread too many through.
//
//! launch clamp_scale(x, y, scale, low, high, n) grid=(n+255)/256 block=256

extern "C" __global__ void clamp_scale(const float *x, float *y, float scale, float low, float high, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        y[i] = fminf(fmaxf(scale * x[i], low), high);
}
