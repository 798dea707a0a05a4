//? exercise: add
//? virtual: wrong
//? cuda: wrong|pass
//? why: works on the first processor only, as a judge that runs block after block would have it
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned processor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    if (i < n && processor == 0)
        c[i] = a[i] + b[i];
}
