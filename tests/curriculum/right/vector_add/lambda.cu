// A loop body as a lambda, and a block of two dimensions.
//
//! launch vector_add(a, b, c, n) grid=(n+127)/128 block=32,4
template <class F> __device__ void for_each(int n, F f)
{
    int id = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (id < n)
        f(id);
}
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    for_each(n, [=](int i) { c[i] = a[i] + b[i]; });
}
