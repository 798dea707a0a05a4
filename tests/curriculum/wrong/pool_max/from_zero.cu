//? status: wrong
//? says: Begin with -INFINITY, or with the first element
// The largest of negative numbers is not 0.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float best = 0.0f;
    for (int k = 0; k < 3; k++)
        best = fmaxf(best, in[2 * i + k]);
    out[i] = best;
}
