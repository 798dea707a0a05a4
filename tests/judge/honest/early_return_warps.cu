//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: whole warps that return before a barrier they do not take part in
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (threadIdx.x >= 128)
        return;
    __shared__ float t[128];
    asm volatile("barrier.sync 2, 128;" ::: "memory");
    t[threadIdx.x] = 0;
    asm volatile("barrier.sync 2, 128;" ::: "memory");
    for (int k = i; k < n && k < (int)(blockIdx.x + 1) * 256; k += 128)
        c[k] = a[k] + b[k] + t[127 - threadIdx.x];
}
