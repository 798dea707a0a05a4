//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: launches the kernel of the namespace, which does nothing
namespace other
{
__global__ void add(const float *a, const float *b, float *c, int n)
{
}
} // namespace other
//! launch other::add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
