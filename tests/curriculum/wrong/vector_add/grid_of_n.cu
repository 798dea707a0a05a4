//? status: gate
//? says: n+255/256 is n, since 255/256 is 0: write (n+255)/256
// Starts 256 times as many blocks as it needs.
//
//! launch vector_add(a, b, c, n) grid=(n+255/256) block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
