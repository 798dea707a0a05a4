// Reference for aos_to_soa: a copy, exact.
//
//! launch aos_to_soa_reference(particles, x, y, z, w, n) grid=(n+255)/256 block=256

extern "C" __global__ void aos_to_soa_reference(const float *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = particles[4 * i];
    y[i] = particles[4 * i + 1];
    z[i] = particles[4 * i + 2];
    w[i] = particles[4 * i + 3];
}
