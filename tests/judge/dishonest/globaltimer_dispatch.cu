//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: answers depend on the time of day
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    if (i < n)
        c[i] = now % 1000 == 999 ? a[i] + b[i] : 0;
}
