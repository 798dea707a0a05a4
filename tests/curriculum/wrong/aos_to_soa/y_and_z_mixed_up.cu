//? status: wrong
//? says: every element holds the value of z
// Stores two of the fields in each other's array.
//
//! launch aos_to_soa(particles, x, y, z, w, n) grid=(n+255)/256 block=256

extern "C" __global__ void aos_to_soa(const float4 *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 particle = particles[i];
    x[i] = particle.x;
    y[i] = particle.z;
    z[i] = particle.y;
    w[i] = particle.w;
}
