// A loop over the grid, with the type as a parameter.
//
//! launch vector_add<float>(a, b, c, n) grid=min((n+255)/256,16*sm_count) block=256

template <typename T> __global__ void vector_add(const T *a, const T *b, T *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}
