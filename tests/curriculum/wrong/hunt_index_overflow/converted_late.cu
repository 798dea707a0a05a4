//? status: unsafe
//? says: at an address far from every buffer
// The product is converted to 64 bits after it has overflowed.
//
//! launch hunt_index_overflow(in, out, n, m) grid=(m+255)/256 block=256

extern "C" __global__ void hunt_index_overflow(const float *in, float *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        out[i] = in[(size_t)(i * n) / m];
}
