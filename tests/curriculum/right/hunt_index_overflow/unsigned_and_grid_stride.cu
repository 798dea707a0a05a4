// Unsigned numbers of 64 bits, and few blocks.
//
//! launch hunt_index_overflow(in, out, n, m) grid=min((m+255)/256,2*sm_count) block=256

extern "C" __global__ void hunt_index_overflow(const float *in, float *out, int n, int m)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
        out[i] = in[i * n / m];
}
