//? status: unsafe
//? says: `i >= 0` is always true
// Waits for an unsigned number to fall below 0.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    for (unsigned i = n - 1; i >= 0; i--)
        c[i] = a[i] + b[i];
}
