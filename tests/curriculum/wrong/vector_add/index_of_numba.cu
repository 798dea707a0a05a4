//? status: compile_error
//? says: The index of a thread is blockIdx.x * blockDim.x + threadIdx.x
// The index as Numba spells it.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = cuda.grid(1);
    if (i < n)
        c[i] = a[i] + b[i];
}
