//? status: wrong
//? says: Line 9 multiplies threadIdx.x by blockDim.x
// The number of the thread in place of the block's.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = threadIdx.x * blockDim.x + blockIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
