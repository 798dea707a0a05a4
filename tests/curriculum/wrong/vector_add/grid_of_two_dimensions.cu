//? status: unsafe
//? says: gives grid= a second number, but no line of the file reads blockIdx.y
// A launch line for a matrix.
//
//! launch vector_add(a, b, c, n) grid=(n+31)/32,(n+7)/8 block=32,8

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
