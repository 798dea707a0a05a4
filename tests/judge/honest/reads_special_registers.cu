//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: reads clock, smid and globaltimer for nothing
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ unsigned long long seen;
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sm;
    unsigned long long t;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    if (t + sm + clock64() == 1)
        seen = t;
    if (i < n)
        c[i] = a[i] + b[i];
}
