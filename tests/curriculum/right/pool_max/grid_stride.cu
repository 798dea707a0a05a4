// Few blocks, which step over the output.
//
//! launch pool_max(in, out, m) grid=min((m+255)/256,8*sm_count) block=256

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
        out[i] = fmaxf(in[2 * i], fmaxf(in[2 * i + 1], in[2 * i + 2]));
}
