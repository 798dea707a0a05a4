//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: some processors of a GPU do nothing
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned processor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    if (i < n && processor % 2 == 0)
        c[i] = a[i] + b[i];
}
