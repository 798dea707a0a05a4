//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: launches a kernel and a template by the names that they have in their namespaces
//! scratch t f32[n] poison
//! launch outer::inner::add(a, b, t, n) grid=(n+255)/256 block=256
//! launch outer::move<outer::word>(t, c, n) grid=(n+127)/128 block=128
__global__ void add(const float *a, const float *b, float *c, int n);
namespace outer
{
using word = float;
namespace inner
{
__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
} // namespace inner
template <class T> __global__ void move(const T *from, T *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}
} // namespace outer
