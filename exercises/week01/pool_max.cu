// pool_max: out[i] is the largest of in[2*i], in[2*i + 1] and in[2*i + 2]. in has 2*m + 1
// elements, out has m.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: draw which elements out[0], out[1] and out[m-1] read. Is there an output i? Write it.
}
