//? status: unsafe
//? says: nested more than 1000 deep
// A function that calls itself without end.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

__device__ __noinline__ float rec(float a, float b)
{
    return rec(a, b) + b;
}

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = rec(a[i], b[i]);
}
