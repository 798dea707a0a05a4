//? status: unsafe
//? finding: out_of_bounds
//? says: lets exactly the threads pass that have no element: write `i < n`
// Lets the wrong threads through.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        c[i] = a[i] + b[i];
}
