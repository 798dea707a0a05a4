// The step is a block, so each block does the rest of the array again.
//
//! launch vector_add(a, b, c, n) grid=64 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        c[i] = a[i] + b[i];
}
