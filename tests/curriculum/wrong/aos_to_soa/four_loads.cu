//? status: gate
//? says: loads with a stride
// The starter: right, and every load moves four times the sectors it needs.
//
//! launch aos_to_soa(particles, x, y, z, w, n) grid=(n+255)/256 block=256

extern "C" __global__ void aos_to_soa(const float *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // TODO: right, but each of these loads is strided. Load a particle with one instruction.
    x[i] = particles[4 * i];
    y[i] = particles[4 * i + 1];
    z[i] = particles[4 * i + 2];
    w[i] = particles[4 * i + 3];
}
