//? status: wrong
//? says: the last, partial block
// Rounds the number of blocks down: the last, partial block is never launched.
//
//! launch vector_add(a, b, c, n) grid=max(1,n/256) block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
