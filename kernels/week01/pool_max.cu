// Reference for pool_max: the largest of three neighbours, two apart.
//
//! launch pool_max_reference(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max_reference(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float best = in[2 * i];
    for (int k = 1; k < 3; k++)
        best = fmaxf(best, in[2 * i + k]);
    out[i] = best;
}
