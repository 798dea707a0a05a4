// pool_max: out[i] is the largest of in[2*i], in[2*i + 1] and in[2*i + 2]. in has 2*m + 1
// elements, out has m.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float best = in[2 * i];
    for (int k = 1; k < 3; k++)
        best = fmaxf(best, in[2 * i + k]);
    out[i] = best;
}
