//? status: wrong
//? says: Begin with -INFINITY, or with the first element
// Looks for an element that is larger than 0.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float best = 0;
    for (int d = 0; d < 3; d++)
        if (in[2 * i + d] > best)
            best = in[2 * i + d];
    out[i] = best;
}
