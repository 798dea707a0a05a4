// Few blocks, which step over the particles.
//
//! launch aos_to_soa(particles, x, y, z, w, n) grid=min((n+255)/256,16*sm_count) block=256

extern "C" __global__ void aos_to_soa(const float4 *particles, float *x, float *y, float *z, float *w, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = particles[i];
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
        w[i] = p.w;
    }
}
