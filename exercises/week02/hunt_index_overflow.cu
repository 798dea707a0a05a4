// hunt_index_overflow: n samples stretched to m: out[i] = in[i * n / m], rounded down.
// TODO: it is right for small n and m only.
//
//! launch hunt_index_overflow(in, out, n, m) grid=(m+255)/256 block=256

extern "C" __global__ void hunt_index_overflow(const float *in, float *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        out[i] = in[i * n / m];
}
