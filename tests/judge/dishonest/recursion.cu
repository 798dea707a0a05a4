//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: recursion without end
__device__ __noinline__ float deeper(float x, int n)
{
    volatile float here[16];
    here[n & 15] = x;
    return n ? deeper(x + here[n & 15], n - 1) + here[(n + 1) & 15] : x;
}
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = deeper(a[i], n + 100000000);
}
