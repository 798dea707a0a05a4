//? status: wrong
//? says: is never written in case n = 
// A thread takes one float of a particle, but the grid has a thread for each particle.
//
//! launch soa_to_aos(x, y, z, w, particles, n) grid=(n+255)/256 block=256

extern "C" __global__ void soa_to_aos(const float *x, const float *y, const float *z, const float *w, float4 *particles, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *out = (float *)particles;
    if (i >= n)
        return;
    switch (i % 4) {
    case 0: out[i] = x[i / 4]; break;
    case 1: out[i] = y[i / 4]; break;
    case 2: out[i] = z[i / 4]; break;
    default: out[i] = w[i / 4];
    }
}
