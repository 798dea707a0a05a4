// Reference for hunt_index_overflow: exact.
//
//! launch hunt_index_overflow_reference(in, out, n, m) grid=(m+255)/256 block=256

extern "C" __global__ void hunt_index_overflow_reference(const float *in, float *out, int n, int m)
{
    long long i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        out[i] = in[i * n / m];
}
