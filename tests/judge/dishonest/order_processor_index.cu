//? exercise: add
//? virtual: wrong|unsafe|crash
//? cuda: wrong|unsafe|crash
//? why: takes the number of the SM for the index of the block
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    unsigned processor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    for (int i = processor * blockDim.x + threadIdx.x; i < n; i += 132 * blockDim.x)
        c[i] = a[i] + b[i];
}
