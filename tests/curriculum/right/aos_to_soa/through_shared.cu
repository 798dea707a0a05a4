// Single floats side by side into shared memory, and out of it by array.
//
//! launch aos_to_soa(particles, x, y, z, w, n) grid=(n+127)/128 block=128

extern "C" __global__ void aos_to_soa(const float *particles, float *x, float *y, float *z, float *w, int n)
{
    __shared__ float tile[512];
    int first = blockIdx.x * 128, count = min(128, n - first), t = threadIdx.x;
    for (int i = t; i < 4 * count; i += 128)
        tile[i] = particles[4 * first + i];
    __syncthreads();
    if (t >= count)
        return;
    x[first + t] = tile[4 * t];
    y[first + t] = tile[4 * t + 1];
    z[first + t] = tile[4 * t + 2];
    w[first + t] = tile[4 * t + 3];
}
