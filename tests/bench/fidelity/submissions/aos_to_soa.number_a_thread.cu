//! launch split(particles, x, y, z, w, 4*n) grid=(4*n+255)/256 block=256
extern "C" __global__ void split(const float *particles, float *x, float *y, float *z, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float *to = i % 4 == 0 ? x : i % 4 == 1 ? y : i % 4 == 2 ? z : w;
    to[i / 4] = particles[i];
}
