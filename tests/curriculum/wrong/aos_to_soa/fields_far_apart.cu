//? status: wrong
//? says: of x
// Takes the input for four arrays, one behind the other.
//
//! launch aos_to_soa(particles, x, y, z, w, n) grid=(n+255)/256 block=256

extern "C" __global__ void aos_to_soa(const float *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    x[i] = particles[i];
    y[i] = particles[n + i];
    z[i] = particles[2 * n + i];
    w[i] = particles[3 * n + i];
}
