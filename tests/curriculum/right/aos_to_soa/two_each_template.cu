// Each thread has two particles in flight.
//
//! launch aos_to_soa<float4>(particles, x, y, z, w, n) grid=(n+511)/512 block=256

template <typename Particle>
__global__ void aos_to_soa(const Particle *particles, float *x, float *y, float *z, float *w, int n)
{
    int first = blockIdx.x * 512 + threadIdx.x;
    Particle kept[2] = {};
    for (int k = 0; k < 2; k++)
        if (first + k * 256 < n)
            kept[k] = particles[first + k * 256];
    for (int k = 0; k < 2; k++) {
        int i = first + k * 256;
        if (i >= n)
            return;
        x[i] = kept[k].x, y[i] = kept[k].y, z[i] = kept[k].z, w[i] = kept[k].w;
    }
}
