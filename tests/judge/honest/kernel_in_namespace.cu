//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: two kernels of one name, one in a namespace
namespace other
{
__global__ void add(const float *a, const float *b, float *c, int n)
{
    c[0] = 0;
}
} // namespace other
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
