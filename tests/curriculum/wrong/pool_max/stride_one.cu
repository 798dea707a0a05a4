//? status: wrong
//? says: expected
// Windows begin one apart instead of two.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float best = in[i];
    for (int k = 1; k < 3; k++)
        best = fmaxf(best, in[i + k]);
    out[i] = best;
}
