//? status: wrong
//? says: has no effect
// A semicolon too many cuts the sum in two.
// vector_add: c[i] = a[i] + b[i] for every i from 0 to n-1.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { c[i] = a[i]; + b[i]; }
}
