//? exercise: add
//? virtual: timeout
//? cuda: timeout
//? why: waits by %clock64 until a number that never comes
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long t;
    do
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(t));
    while (t < ~0ull);
    if (i < n)
        c[i] = a[i] + b[i];
}
