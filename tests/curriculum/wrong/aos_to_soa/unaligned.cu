//? status: unsafe
//? finding: misaligned
//? says: not a multiple of
// Begins a float4 at every float.
//
//! launch aos_to_soa(particles, x, y, z, w, n) grid=(n+255)/256 block=256

extern "C" __global__ void aos_to_soa(const float *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 particle = *(const float4 *)(particles + i);
    x[i] = particle.x;
    y[i] = particle.y;
    z[i] = particle.z;
    w[i] = particle.w;
}
