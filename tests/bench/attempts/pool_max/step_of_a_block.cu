// The step is a block, so each block does the rest of the array again.
//
//! launch pool_max(in, out, m) grid=(m+255)/256 block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += blockDim.x)
        out[i] = fmaxf(in[2 * i], fmaxf(in[2 * i + 1], in[2 * i + 2]));
}
