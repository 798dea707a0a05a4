//? status: gate
//? says: as many sectors as needed
// A thread does a stretch of its own: lanes lie far apart.
//
//! launch clamp_scale(x, y, scale, low, high, n) grid=(n+255)/256 block=256

extern "C" __global__ void clamp_scale(const float *x, float *y, float scale, float low, float high, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    for (int i = first; i < first + 8 && i < n; i++)
        y[i] = fminf(fmaxf(scale * x[i], low), high);
}
