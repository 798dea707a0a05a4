//? status: wrong
//? says: element [r][c] holds the value of element [r][c - 1]
// The four fields are in a wrong order, as if each were one to the right.
//
//! launch soa_to_aos(x, y, z, w, particles, n) grid=(n+255)/256 block=256

extern "C" __global__ void soa_to_aos(const float *x, const float *y, const float *z, const float *w, float4 *particles, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        particles[i] = make_float4(w[i], x[i], y[i], z[i]);
}
