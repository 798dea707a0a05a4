//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: a barrier of a number that does not exist
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int k = 16 + n % 2;
    asm volatile("bar.sync %0;" ::"r"(k));
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
