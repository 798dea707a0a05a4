//! launch soa_to_aos(x, y, z, w, particles, n) grid=(n+255)/256 block=256
extern "C" __global__ void soa_to_aos(const float *x, const float *y, const float *z, const float *w, float *particles, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    particles[4 * i] = x[i];
    particles[4 * i + 1] = y[i];
    particles[4 * i + 2] = z[i];
    particles[4 * i + 3] = w[i];
}
