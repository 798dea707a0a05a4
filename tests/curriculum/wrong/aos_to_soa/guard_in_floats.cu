//? status: unsafe
//? finding: out_of_bounds
//? says: past the end of
// Lets 4n threads through.
//
//! launch aos_to_soa(particles, x, y, z, w, n) grid=(4*n+255)/256 block=256

extern "C" __global__ void aos_to_soa(const float4 *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 4 * n)
        return;
    float4 particle = particles[i];
    x[i] = particle.x;
    y[i] = particle.y;
    z[i] = particle.z;
    w[i] = particle.w;
}
