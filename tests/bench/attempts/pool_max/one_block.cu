// One block does all.
//
//! launch pool_max(in, out, m) grid=1 block=1024

extern "C" __global__ void pool_max(const float *in, float *out, int m)
{
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        out[i] = fmaxf(in[2 * i], fmaxf(in[2 * i + 1], in[2 * i + 2]));
}
