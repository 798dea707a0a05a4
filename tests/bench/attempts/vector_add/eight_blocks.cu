// Eight blocks do all.
//
//! launch vector_add(a, b, c, n) grid=8 block=1024

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}
