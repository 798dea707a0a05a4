//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: the parity of %globaltimer decides
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    if (i < n)
        c[i] = (t >> 5) % 977 == 976 ? a[i] + b[i] : a[i];
}
