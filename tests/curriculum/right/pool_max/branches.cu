// Lanes choose among the three inputs, so a warp may load one of them twice.
// pool_max: out[i] is the largest of in[2*i], in[2*i + 1] and in[2*i + 2]. in has 2*m + 1
// elements, out has m.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    const float *p = in + 2 * i;
    out[i] = p[0] > p[1] ? (p[0] > p[2] ? p[0] : p[2]) : (p[1] > p[2] ? p[1] : p[2]);
}
