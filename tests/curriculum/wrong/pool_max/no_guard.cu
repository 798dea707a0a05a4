//? status: unsafe
//? finding: out_of_bounds
//? says: past the end of in
// Threads without an output read too.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float best = in[2 * i];
    for (int k = 1; k < 3; k++)
        best = fmaxf(best, in[2 * i + k]);
    if (i < m)
        out[i] = best;
}
