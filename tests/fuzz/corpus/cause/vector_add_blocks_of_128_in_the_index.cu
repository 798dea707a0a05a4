//? status: wrong
//? says: Line 9 multiplies blockIdx.x by 128, but line 5 launches blocks of 256
// The index counts blocks of another size.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
