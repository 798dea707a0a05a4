//? exercise: add
//? virtual: timeout
//? cuda: timeout
//? why: waits for an hour
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long from, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(from));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - from < 3600000000000ull);
    if (i < n)
        c[i] = a[i] + b[i];
}
