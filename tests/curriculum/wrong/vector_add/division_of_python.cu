//? status: compile_error
//? says: // begins a comment here
// The whole division of Python.
//
//! launch vector_add(a, b, c, n) grid=(n+255)//256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
